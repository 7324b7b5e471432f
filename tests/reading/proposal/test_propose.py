r"""``derive.reading.proposal.propose``: what is declared, what is only asked, and that every proposal reads."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import Context, read_latex, read_macros
from derive.reading.paper.formulas import formulas_of
from derive.reading.proposal.propose import AGREEING, MAX_COMMENTS, MAX_NAMES, propose
from derive.reading.source import Source
from derive.statements.equation import prove_chain
from tests.reading.proposal.small_papers import PAPERS, PIECES, Paper

NO_MACROS = read_macros("")


def block(*displays: str, preamble: str = "") -> list[str]:
    """The lines of a proposal."""
    return propose(displays, read_macros(preamble)).split("\n")


def declared(*displays: str, preamble: str = "") -> list[str]:
    """The clauses of a proposal."""
    return [
        line.removeprefix("% derive: ") for line in block(*displays, preamble=preamble) if line.startswith("% derive")
    ]


def asked(*displays: str) -> str:
    """The comments of a proposal."""
    return "\n".join(line for line in block(*displays) if not line.startswith("% derive"))


def formulas(paper: Paper) -> list[tuple[str, int, int]]:
    """The formulas of a paper: the display, and where they begin and end in it."""
    macros = read_macros(paper.preamble)
    return [
        (text, formula.begin, formula.end)
        for text in paper.displays
        for formula in formulas_of(Source(text), 0, len(text), "align", macros).formulas
    ]


def unread(paper: Paper) -> list[str]:
    """The formulas of a paper that are not read with what is proposed for it."""
    macros = read_macros(paper.preamble)
    context = context_from(propose(paper.displays, macros), Context(macros=macros))
    found = []
    for text, begin, end in formulas(paper):
        try:
            read_latex(text, context, begin=begin, end=end)
        except InputError:
            found.append(text[begin:end])
    return found


# --- papers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAPERS)
def test_papers_are_read(name: str) -> None:
    """With the proposal every formula is read, but those that the paper names, which are not."""
    found = unread(PAPERS[name])
    assert [text[: len(start)] for text, start in zip(found, PAPERS[name].unread, strict=True)] == [
        *PAPERS[name].unread
    ]


def test_most_formulas_are_read() -> None:
    """Nine formulas of ten, over all papers."""
    count = sum(len(formulas(paper)) for paper in PAPERS.values())
    assert sum(len(paper.unread) for paper in PAPERS.values()) < count / 10


@pytest.mark.parametrize(
    "name", ["simple regression", "batch norm and its gradients", "bold by macros", "a weighted mean"]
)
def test_true_papers_are_proved(name: str) -> None:
    """What is proposed means what the paper means: its formulas, which are true, are proved."""
    paper = PAPERS[name]
    macros = read_macros(paper.preamble)
    context = context_from(propose(paper.displays, macros), Context(macros=macros))
    for text, begin, end in formulas(paper):
        found = read_latex(text, context, begin=begin, end=end)
        assert prove_chain(found.terms, found.hypotheses).status == "proved", text[begin:end]


def test_a_whole_proposal() -> None:
    """Sizes, vectors, matrices, scalars and definitions stand in the order in which they read; then comments."""
    assert block(*PAPERS["least squares"].displays) == [
        "% derive: dimensions N, K",
        r"% derive: vector \beta : K",
        r"% derive: vector \varepsilon : N",
        r"% derive: matrix X : N x K",
        r"% derive: let y = X \beta + \varepsilon",
        r"% derive: let \hat\beta = (X^\top X)^{-1} X^\top y",
        r"% derive: let H = X (X^\top X)^{-1} X^\top",
        r"% derive: let M = I - H",
        r"% derive: let e = y - X \hat\beta",
        "%   N: a size that the formulas do not name",
        "%   K: a size that the formulas do not name",
    ]


# --- what is declared -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("displays", "clause"),
    [
        ([r"s = \sum_{i=1}^d x_i"], "dimension d"),
        ([r"s = \sum_{i=1}^n x_i"], "vector x : n"),
        ([r"s = \sum_{i=1}^n \sum_{j=1}^m A_{ij}"], "matrix A : n x m"),
        ([r"s = \sum_{i=1}^3 x_i"], "vector x : 3"),
        ([r"t = \vec u \cdot \vec u"], r"vector \vec u : N"),
        ([r"t = \bm\beta^\top \bm\beta"], r"vector \bm \beta : N"),
        ([r"\|\hat{\mathbf x}\| = 1"], r"vector \hat{\mathbf x} : N"),
        ([r"\mathbf A \mathbf x = \mathbf b"], r"matrix \mathbf A : N x K"),
        ([r"\mathbf Y = \mathbf X \bm\beta"], r"vector \bm \beta : N"),
        ([r"A^\top = A"], "matrix A : N x N"),
        ([r"\det A = 1"], "matrix A : N x N"),
        ([r"\operatorname{tr} \Sigma = 1"], r"matrix \Sigma : N x N"),
        ([r"\Sigma w = \lambda w"], "vector w : N"),
        ([r"\lambda \ge 0", r"s = \lambda s"], r"scalars \lambda >= 0, s"),
        ([r"\sqrt{t + \epsilon} \ne 0"], r"scalars t, \epsilon >= 0"),
        ([r"\sqrt{t + \varepsilon_0} > 0"], r"scalars t, \varepsilon_0 >= 0"),
        ([r"x, w \in \mathbb R^{d}", "x^\\top w = w^\\top x"], "vectors x, w : d"),
        ([r"W \in \mathbb{R}^{m \times n}", "W W^{-1} = I"], "matrix W : m x n"),
        ([r"y_i = x_i + c, \quad i = 1, \dots, K"], "index i : K"),
        ([r"A_{ij} = x_i w_j", r"\delta_{ij} A_{ij} = 0"], "indices i, j : N"),
        ([r"\frac{1}{N} \mathbf 1^\top \mathbf x = 0"], "dimension N"),
        ([r"I_n \vec u = \vec u"], r"vector \vec u : n"),
        ([r"A (B \vec u) = (A B) \vec u"], "matrix B : N x K"),
        ([r"\langle u, v \rangle = 1"], "vectors u, v : N"),
        ([r"\vec u = A^+ \vec v"], r"matrix A : N x K"),
        ([r"\vec u^{\circ 2} = \vec v"], r"vectors \vec u, \vec v : N"),
        ([r"X^\top X = 0_{K \times K}"], "matrix X : N x K"),
        ([r"s = u^\top u / \operatorname{mean}(u)"], "vector u : N"),
        ([r"\frac{\partial}{\partial \vec u} \vec u^\top A \vec u = 2 A \vec u"], r"matrix A : N x N"),
        ([r"v \in \mathbb R^3", r"v^\top v = 1"], "vector v : 3"),
        ([r"C_{i,j} = x_i w_j"], "index j : K"),
        ([r"s^2 = 4 \quad t \\ \vec u \cdot \vec u = s"], r"vector \vec u : N"),
        ([r"\sum_{t=1}^n x_t = 0", "t + 1 = 2"], "scalar t"),
        ([r"w_\text{new} = w - \eta g", r"w^\top w = g^\top g"], r"vectors w, g : N"),
    ],
)
def test_declared(displays: list[str], clause: str) -> None:
    """Names by their letters, marks, indices, and the formulas they stand in."""
    assert clause in declared(*displays)


@pytest.mark.parametrize(
    ("displays", "clause"),
    [
        ([r"\bar x = \frac1n \sum_{i=1}^n x_i"], r"let \bar x = \frac1n \sum_{i=1}^n x_i"),
        ([r"m := \frac{a^\top b}{2}"], r"let m = \frac{a^\top b}{2}"),
        ([r"m &= a^\top b \\ &= b^\top a"], r"let m = a^\top b"),
        ([r"\bar X_k = \frac1n \sum_{i=1}^n X_{ik}"], r"let \bar X_k = \frac1n \sum_{i=1}^n X_{ik}"),
        ([r"C_{ij} = x_i w_j"], "let C_{ij} = x_i w_j"),
        ([r"\sigma^2 = \vec u \cdot \vec u", r"\sqrt{\sigma^2} \ge 0"], r"let \sigma^2 = \vec u \cdot \vec u"),
        ([r"\sigma^2 = \vec u \cdot \vec u", r"\sigma \ge 0"], r"let \sigma = \sqrt{\vec u \cdot \vec u}"),
        ([r"s_k^2 = \sum_{i=1}^n X_{ik}^2", r"s_k \ge 0"], r"let s_k = \sqrt{\sum_{i=1}^n X_{ik}^2}"),
        ([r"\mathrm{MSE} = \frac1n \sum_{i=1}^n e_i^2"], r"let \mathrm{MSE} = \frac1n \sum_{i=1}^n e_i^2"),
        ([r"\sigma(t) = \frac{1}{1 + e^{-t}}"], r"let \sigma(t) = \frac{1}{1 + e^{-t}}"),
        ([r"b = \lambda a", r"a = \vec u \cdot \vec u"], r"let a = \vec u \cdot \vec u"),
        ([r"\frac{\partial L}{\partial \vec y} = \vec u"], r"loss L of \vec y"),
        ([r"s = f(a, b) = a^\top b"], r"let s = a^\top b"),
        ([r"C = (X' X)^{-1} X'"], r"let C = (X' X)^{-1} X'"),
        ([r"C = X^{-1} A", r"A' X'^{-1} = C'"], r"transpose '"),
        ([r"y_i = a + b x_i", "y = a + b x"], "scalars a, b"),
        ([r"J = \sum_{i=1}^m (x_i^T w - y_i)^2", "X w = y"], "rows x_i of X"),
        ([r"J = \sum_{i=1}^m (x_i^T w - y_i)^2", "X w = y"], r"let J = \sum_{i=1}^m (x_i^T w - y_i)^2"),
    ],
)
def test_defined(displays: list[str], clause: str) -> None:
    """A name alone left of the first sign of a chain is defined there."""
    assert clause in declared(*displays)


@pytest.mark.parametrize(
    ("displays", "clauses"),
    [
        (
            [r"\mu = \frac1n \sum_{i=1}^n x_i", r"z_i = x_i - \mu", r"\frac{\partial z_i}{\partial \mu} = -1"],
            [r"let \mu(x) = \frac1n \sum_{i=1}^n x_i", r"let z_i(x, \mu) = x_i - \mu"],
        ),
        (
            [r"\sigma^2 = x^\top x", r"z = \frac{x}{\sigma^2}", "L = z^\\top z",
             r"\frac{\partial L}{\partial \sigma^2} = \frac{\partial L}{\partial z} \frac{\partial z}{\partial \sigma^2}"],
            [r"let \sigma^2(x) = x^\top x", r"let z(x, \sigma^2) = \frac{x}{\sigma^2}", r"let L(z) = z^\top z"],
        ),
        (
            ["s = x^\\top x", "t = 2 s", "u = t + s", r"\frac{d u}{d x} = 6 x^\top"],
            ["let s = x^\\top x", "let t = 2 s", "let u = t + s"],
        ),
    ],
)  # fmt: skip
def test_a_graph(displays: list[str], clauses: list[str]) -> None:
    """What is defined and differentiated by is a node, and so is what is made of it; else a definition is one."""
    assert [clause for clause in declared(*displays) if clause.startswith("let")] == clauses


def test_definitions_stand_after_what_they_need() -> None:
    """Whatever the order of the paper."""
    found = declared(r"b = \lambda a", r"a = \vec u \cdot \vec u")
    assert found.index(r"let a = \vec u \cdot \vec u") < found.index(r"let b = \lambda a")


@pytest.mark.parametrize(
    "displays",
    [
        [r"A \vec u = \vec v", r"\vec v = \vec v + \vec 0"],
        [r"s = 1"],
        [r"\vec z = \vec u + \vec v", r"\vec u = \vec z - \vec v"],
        [r"\|\vec u\| = t"],
    ],
)
def test_not_defined(displays: list[str]) -> None:
    """A name on both sides, a number, what would go in a circle, and a formula are no definitions."""
    assert [
        clause for clause in declared(*displays) if clause.startswith(("let \\vec u", "let \\vec v", "let s"))
    ] == []


def test_no_loss_of_what_is_not_last() -> None:
    """The chain rule needs the name that is defined by all others; where that is not seen nothing is declared."""
    displays = (r"\vec h = A \vec x", r"\frac{\partial L}{\partial \vec y} = \vec g",
                r"\frac{\partial L}{\partial \vec h} = \vec h", r"\frac{\partial L}{\partial \vec x} = \vec x")  # fmt: skip
    assert not any(clause.startswith("loss") for clause in declared(*displays))
    assert "L: a loss; of what?" in asked(*displays)


def test_a_function_that_is_differentiated_is_no_name() -> None:
    r"""μ before its argument above ``\partial`` is called, and nowhere a name of its own."""
    clauses = declared(r"\frac{\partial \mu(\vec a)}{\partial \vec a} = \frac1N \vec 1")
    assert clauses == ["dimension N", r"vector \vec a : N"]


def test_bound_indices_are_not_declared() -> None:
    """An index of a sum needs no declaration."""
    assert declared(r"\sum_{i=1}^n x_i = \sum_i x_i") == ["dimension n", "vector x : n"]


def test_known_names_are_not_declared() -> None:
    """1, 0, I, δ, e, and functions by their words are known."""
    displays = (r"I \vec 1 = \mathbf 1 + \vec 0", r"\delta_{ij} = \vec e_i \cdot \vec e_j", r"\ln e^{t} = t",
                r"\det I = \operatorname{tr} \operatorname{diag}(\vec 1)")  # fmt: skip
    assert declared(*displays) == ["dimension N", "indices i, j : N", "scalar t"]


def test_a_component_without_its_mark() -> None:
    r"""x_i is a component of ``\vec x``, and no other name."""
    assert declared(r"\vec x \cdot \vec x = \sum_{i=1}^N x_i^2") == ["dimension N", r"vector \vec x : N"]


def test_macros_are_expanded() -> None:
    """A proposal is read without the macros of the paper."""
    found = declared(
        r"\V{u}^\T \V u = \half", preamble=r"\newcommand{\V}[1]{\mathbf{#1}} \def\T{\top} \def\half{\frac12}"
    )
    assert found == ["dimension N", r"vector \mathbf u : N"]


def test_sums_that_end_at_a_sign() -> None:
    r"""Where a sum is followed by + or -, one reading is declared, and the author is asked."""
    display = r"v = \sum_{i=1}^n x_i^2 - n m^2"
    assert "narrow sums" in declared(display)
    assert "narrow sums: the body of every" in asked(display)


def test_sums_that_may_go_on() -> None:
    """Not where the index stands after the sign: then only a question is left."""
    display = r"v = \sum_{i=1}^n x_i^2 - w_i"
    assert "narrow sums" not in declared(display)
    assert "narrow sums: the body of every" in asked(display)


def test_a_false_relation_tells_no_sizes() -> None:
    """A side has to fit; a relation that would make a matrix square is believed after all others."""
    displays = (r"(X^\top X)^{-1} X^\top X = X (X^\top X)^{-1} X^\top", r"X^\top X = I_k", r"X X^\top = I_n")
    assert "matrix X : n x k" in declared(*displays)


def test_new_sizes_are_no_other_names() -> None:
    """A letter that the paper has is not taken for a size."""
    assert "matrix X : M x D" in declared(r"X w = K \beta", r"N = K + 1", r"K = 2 N s")


def test_long_lists_are_broken() -> None:
    """A line has not more names than one can read."""
    names = [rf"\vec {letter}" for letter in "abcdghkmnpqruvwxyz"]
    found = [clause for clause in declared("+".join(names) + r"= \vec 0") if clause.startswith("vectors")]
    assert [clause.count(r"\vec") for clause in found] == [MAX_NAMES, len(names) - MAX_NAMES]


# --- what is asked ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("displays", "comment"),
    [
        (["y = 2 x"], "x: vector or scalar? In y = 2 x"),
        (["y = 2 x"], "let y = 2 x: not read, the unknown name x"),
        ([r"\Phi = 2 \Psi"], r"\Psi: matrix or vector or scalar? In \Phi = 2 \Psi"),
        ([r"\sup_i x_i = s"], r"\sup_i x_i: a supremum, which is not in the language"),
        ([r"\mathbb E[t] = 0"], r"E: a function that is not defined"),
        (["T_{ijk} = x_i y_j z_k"], "T: it has 3 indices"),
        ([r"\sum_i x_i + \sum_{ij} x_{ij} = 0"], "x: it has 1 and 2 indices"),
        ([r"\sum_i x_i = x_1 + x_2"], "x_1: a component of x, or a name of its own?"),
        (["X'X w = 0"], "transpose ': a prime transposes; is that so?"),
        (["x'w = 0", "x = w"], "x': a name of its own, or the transpose?"),
        ([r"dr = s", r"\frac{\partial r}{\partial s} = 1"], "d: a differential; is it that?"),
        ([r"\sum_{i=1}^m x_i^T w = s", "X w = y"], "x_i: the rows of X; are they that?"),
        ([r"\theta = \theta - \nabla J"], r"\theta = \theta - \nabla J: \nabla, by what?"),
        ([r"\sum_i i x_i = 0"], "i: an index, or a name of its own?"),
        ([r"\hat 1 \cdot \vec u = 0"], r"\hat 1: what is it?"),
        ([r"x^n = y"], "x: the exponent n"),
        ([r"c A = \vec u", "c + A = D"], "c: vector or scalar? In c A"),
        ([r"s^2 = 4 \quad t \\ \vec u \cdot \vec u = s"], "what stands apart behind a formula"),
        ([r"x_1_2 = y"], "x: two scripts of a kind"),
        ([r"(s + t)^k = s"], "(s + t)^k = s: a script that is no operation"),
        ([r"\mathbf x_i^\top \mathbf w = y_i"], r"\mathbf x: a vector for each index?"),
        ([r"\vec u \times \vec v = \vec 0"], r"\vec u \times \vec v = \vec 0: shapes that do not fit"),
        ([r"x_t w_t = \sum_{t=1}^n x_t w_t", "t + 1 = 2"], "t: an index, or a name of its own?"),
        ([r"f(x) = 2 x"], "let f(x) = 2 x: not read, a name in it is not declared"),
        ([r"x \in \mathbb R^{n \times m \times d}"], r"x \in \mathbb R^{n \times m \times d}: "),
        ([r"y = \begin{cases} 1 \\ 2 \end{cases}"], r"\begin{cases}"),
        (["MSE = s"], "MSE: a name of several letters, or a product?"),
        ([r"relu(s) = t"], "relu(s): a name of several letters, or a product?"),
        ([r"\vec u = \vec u \vec u"], r"\vec u = \vec u \vec u: shapes that do not fit"),
        ([r"\sum_{i=1}^n x_i = \sum_{i=1}^m x_i"], "two sizes that differ meet"),
        ([r"\sum_{i=1}^n x_i = \sum_{i=1}^m w_i", "x_i = 2 x_i", "w_i = 2 w_i"], "i: an index with two ranges"),
        ([r"\frac{1}{N} \vec 1 \cdot \vec u = 0"], "N: a scalar, taken as a size"),
        ([r"\vec u \cdot \vec u = 1"], "N: a size that the formulas do not name"),
        (["}"], "}: a closing brace }"),
        ([r"\frac{a"], r"\frac{a: a brace { that is never closed"),
    ],
)
def test_asked(displays: list[str], comment: str) -> None:
    """What formulas do not tell is a comment that names the place."""
    assert comment in asked(*displays)


@pytest.mark.parametrize("name", ["y", "x", "E", "T", "MSE", "relu", "M", r"\hat 1", "x'"])
def test_what_is_asked_is_not_declared(name: str) -> None:
    """No declaration is a guess."""
    found = declared("y = 2 x", r"\mathbb E[t] = 0", "T_{ijk} = a_i b_j c_k", "MSE = s", "relu(s) = t",
                     r"\hat 1 \cdot \vec u = 0", "x'x w = 0")  # fmt: skip
    words = [
        re.sub(r"^\w+ ", "", clause.split(" : ")[0]).split(", ") for clause in found if not clause.startswith("dim")
    ]
    assert name not in chain(*words)


def test_comments_end() -> None:
    """A paper that is not understood at all gets no page of comments."""
    lines = block(*(rf"\sup_{{{number}}} s = t" for number in range(100)))
    assert sum(line.startswith("%   ") for line in lines) == MAX_COMMENTS + 1
    assert lines[-1] == f"%   … and {100 - MAX_COMMENTS} more"


# --- a theory's notation ----------------------------------------------------------------------------------------------


def test_the_notation_of_a_theory() -> None:
    """A paper in the notation of layer normalisation can have its names: the last line says what declares them."""
    lines = block(*PAPERS["layer norm with arrows"].displays)
    assert lines[-1].endswith("declare: use layernorm")
    assert "layernorm" not in context_from("\n".join(lines)).env.names
    assert r"\chi" in {name.split()[-1] for name in context_from("use layernorm").cores}


def test_other_notations() -> None:
    """Vectors in bold are not in the notation of the theory, whatever their letters."""
    displays = [r"\mathbf a + \mathbf b + \mathbf g + \mathbf v + \mathbf w = \mathbf x"]
    assert "layernorm" not in propose(displays, NO_MACROS)
    arrows = [display.replace(r"\mathbf", r"\vec") for display in displays]
    assert "layernorm" in propose(arrows, NO_MACROS)
    assert AGREEING <= 5


# --- every proposal reads ---------------------------------------------------------------------------------------------

DISPLAYS = [display for paper in PAPERS.values() for display in paper.displays]


def reads(displays: list[str]) -> None:
    """A proposal is comments alone, all of which are read; it is the same twice."""
    found = propose(displays, NO_MACROS)
    assert all(line.startswith("%") for line in found.splitlines())
    context_from(found)
    assert propose(displays, NO_MACROS) == found


@settings(max_examples=100)
@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=16).map(" ".join), max_size=5))
def test_proposals_for_pieces_read(displays: list[str]) -> None:
    """For formulas that mean nothing."""
    reads(displays)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(DISPLAYS), st.integers(0, 120), st.integers(0, 12), st.sampled_from(PIECES)),
                min_size=1, max_size=5))  # fmt: skip
def test_proposals_for_damaged_papers_read(cuts: list[tuple[str, int, int, str]]) -> None:
    """For displays of different papers together, with a part of each replaced."""
    reads([f"{text[:at]}{piece}{text[at + count :]}" for text, at, count, piece in cuts])


@settings(max_examples=60)
@given(st.lists(st.text(max_size=30), max_size=4))
def test_proposals_for_any_text_read(displays: list[str]) -> None:
    """For texts that are no LaTeX."""
    reads(displays)


def test_many_names_end() -> None:
    """A formula with many names, and many formulas with few, are settled without trying everything."""
    reads([])
    reads([" + ".join(f"x_{{{a}{b}}}" for a in "ABCDEF" for b in "ABCDEFGHIJ") + " = 0"])
    reads([f"{a} = {b} + {c} {a}" for a in "abc" for b in "ABC" for c in "XYZuvw"])
    reads([r"\sum_i " * 1_200 + "x_i = s"])


def test_an_upright_d_is_no_name() -> None:
    """It is the operator of a derivative, and nothing to declare."""
    made = "\n".join(
        block(
            r"\frac{\mathrm d y}{\mathrm d t} = 2 t", r"s = \frac{\mathrm d}{\mathrm d t} (t c)", r"s \mathrm d t = c"
        )
    )
    assert "% derive: scalars" in made
    assert re.search(r"(?<!\\mathrm )\bd\b", made.replace("derive", "")) is None


def test_functions_of_the_field() -> None:
    """By their usual definitions, with a question; one that the paper defines is what it says there."""
    displays = (
        r"p = \operatorname{softmax}(W x + b)",
        r"h_k = \operatorname{sigmoid}(t_k)",
        r"q = \operatorname{foo}(x)",
    )
    clauses = declared(*displays)
    assert r"let \operatorname{softmax}(z : N) = \frac{\exp(z)}{\mathbf 1^\top \exp(z)}" in clauses
    assert r"let \operatorname{sigmoid}(s) = \frac{1}{1 + e^{-s}}" in clauses
    assert r"\operatorname{softmax}: by its usual definition; is it that?" in asked(*displays)
    assert "foo: a function that is not defined" in asked(*displays)
    context = context_from("; ".join(clauses))
    for display in displays[:2]:
        assert read_latex(display, context).statement.judge().status == "proved"
    own = declared(displays[1], r"\operatorname{sigmoid}(s) = \frac{2}{1 + e^{-s}}")
    assert [clause for clause in own if "sigmoid}(s)" in clause] == [
        r"let \operatorname{sigmoid}(s) = \frac{2}{1 + e^{-s}}"
    ]


# --- what is not told, and must not be taken for a constant --------------------------------------------------------------


@pytest.mark.parametrize(
    ("display", "clauses"),
    [
        (r"\frac{\partial \mu}{\partial x_k} = \frac1N, \quad \sum_{i=1}^N (x_i - \mu) = 0", [r"\mu depends on x"]),
        (
            r"\frac{\partial}{\partial x_i} \log p_k = x_i, \quad \sum_{k=1}^N p_k = \sum_{i=1}^N x_i",
            ["p depends on x"],
        ),
        (r"\frac{\partial (c x_i)}{\partial x_k} = c \delta_{ik}, \quad \|x\|^2 = \sum_{i=1}^N x_i^2", []),
        (r"\mu = \frac1N \sum_{i=1}^N x_i, \quad \frac{\partial \mu}{\partial x_k} = \frac1N", []),
        (r"\frac{\partial (a_i b_i)}{\partial s} = 0, \quad \sum_{i=1}^N a_i = \sum_{i=1}^N b_i", []),
    ],
)
def test_what_is_differentiated_depends_on_that(display: str, clauses: list[str]) -> None:
    """Where it is no definition, and nothing else that is varied with it does; before all definitions."""
    found = declared(display)
    assert [clause for clause in found if "depends" in clause] == clauses
    assert not any(clause.startswith("let") and "depends" in "".join(found[at:]) for at, clause in enumerate(found))


def test_a_definition_that_is_not_read_leaves_no_constant() -> None:
    """The name of it depends on what it is differentiated by."""
    found = declared(r"\mu = \foo(x), \quad \frac{\partial \mu}{\partial x_k} = 1, \quad \sum_{i=1}^N x_i = s")
    assert r"\mu depends on x" in found


@pytest.mark.parametrize(
    "display",
    [
        r"A x = b, \quad x = A^{-1} b",
        r"x + w v^T y = y, \quad x = (I - w v^T) y",
        r"\|x\|^2 + s = t, \quad s = t - \|x\|^2",
    ],
)
def test_what_solves_an_equation_is_no_definition(display: str) -> None:
    """A name that stood with others on the left is what the equation is for; one on the right may be defined below."""
    assert not any(clause.startswith("let") for clause in declared(display))
    assert any(clause.startswith("let s") for clause in declared(r"y_i = \frac{x_i}{s}, \quad s = \|x\|"))


def test_bars_are_means() -> None:
    """Of vectors, by their usual definition and with a question; also of a vector that is defined."""
    displays = [r"\sum_{i=1}^n (x_i - \bar x) = 0", r"y = \beta x + u, \quad \bar y = \beta \bar x + \bar u"]
    found = declared(*displays)
    assert r"let \bar x = \frac{1}{n} \sum_{i=1}^{n} x_{i}" in found
    assert found.index("let y = \\beta x + u") < found.index(r"let \bar y = \frac{1}{n} \sum_{i=1}^{n} y_{i}")
    assert r"\bar x: the mean of the components; is it that?" in asked(*displays)
    assert not any("sum" in clause for clause in declared(r"\bar c + c = 0, \quad c = 1 + \bar c"))


def test_a_name_that_reads_as_a_type_is_no_name() -> None:
    """``y \\in S`` in a script would declare y."""
    display = r"\mathbf y^* = \mathrm{argmin}_{\mathbf y\in S} \|\mathbf x - \mathbf y\|, \quad \mathbf x = \mathbf y"
    assert r"\mathrm{argmin}_{\mathbf y\in S}: not understood as a name" in asked(display)


def test_a_function_that_is_defined_is_no_loss() -> None:
    """Its derivatives are known."""
    displays = [r"A_{ij} = A_{ji}, \quad f(x) = \tfrac12 x^\top A x", r"\frac{\partial f}{\partial x} = A x"]
    assert not any("loss" in clause for clause in declared(*displays))
    assert "loss" not in asked(*displays)


def test_a_definition_with_an_index_left() -> None:
    """The loss at one class is defined, and no constant."""
    found = declared(r"p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}, \quad L = -\log p_k", r"\sum_i p_i = 1")
    assert r"let L = -\log p_k" in found
