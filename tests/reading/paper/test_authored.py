"""What a document states: the same theory as in Python, or an error that says where and what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import derive
from derive.authoring.theory import Theorem, check_theorem
from derive.errors import DerivationError, InputError
from derive.reading.paper import read_paper
from derive.reading.paper.authored import StatedTheory
from derive.reading.paper.citing import named
from derive.reading.paper.theory import theory_of_paper
from derive.statements.bound import Bound

HEAD = r"""
% derive: theory mine: What is mine
% derive: dimension N; vectors x, u : N; scalars p, q
% derive: let \mu = \vec x \cdot \vec 1 / N
"""
SQUARED = r"\[ \vec x \cdot \vec x = |\vec x|^2 \]"


def stated(text: str, folder: Path, name: str = "mine.tex", head: str = HEAD) -> StatedTheory:
    path = folder / name
    path.write_text(head + text, encoding="utf-8")
    found = read_paper(path).document
    assert found is not None
    return found


def theorem(text: str, folder: Path) -> Theorem:
    return stated(text, folder).theory.stated[-1]


PYTHON_AND_LATEX = r"""
% derive: source A book
% derive: group Lengths
% derive: rule scalars out of a product
% derive: source A book, p. 3
% derive: kind algebra
\[ \frac{\vec u}{p} \cdot \frac{\vec u}{p} = \frac{\vec u \cdot \vec u}{p^2} \]
% derive: theorem length: The length of a quotient
% derive: source A book, p. 4
% derive: given q > 0
% derive: says x/q has the length |x|/q, squared.
\begin{align*}
  \frac{\vec x}{q} \cdot \frac{\vec x}{q}
    &= \frac{\vec x \cdot \vec x}{q^2} && \text{by scalars out of a product} \\
    &= \frac{|\vec x|^2}{q^2} && \text{(by squared norm as an inner product)}
\end{align*}
% derive: near miss the root forgotten
\[ \frac{\vec x}{q} \cdot \frac{\vec x}{q} = \frac{|\vec x|}{q^2} \]
% derive: near miss without what is given
% derive: given nothing
\[ \sqrt{q^2} = q \]
"""


def test_it_is_the_theory_that_python_makes(tmp_path: Path) -> None:
    """Statement, lines, rules, near misses, sources and words are those of the same theory in Python."""
    N = derive.dimension("N")
    x, u, p, q = derive.vector("x", N), derive.vector("u", N), derive.scalar("p"), derive.scalar("q")
    theory = derive.Theory("mine", "What is mine", "", ("A book",))
    scalars = derive.rule(
        "scalars out of a product",
        derive.dot(u / p, u / p),
        derive.dot(u, u) / p**2,
        source="A book, p. 3",
        kind="algebra",
    )
    theory.group("Lengths")

    @theory.theorem("The length of a quotient", "A book, p. 4")
    @derive.near_miss("the root forgotten", derive.norm(x) / q**2)
    @derive.near_miss("without what is given", derive.sqrt(q**2), q, given=())
    def length() -> derive.Derivation:
        """x/q has the length |x|/q, squared."""
        start = derive.Derivation.start(derive.dot(x / q, x / q), [derive.positive(q)])
        return start.by(scalars).by(derive.rules()["squared norm as an inner product"], to=derive.norm(x) ** 2 / q**2)

    document = stated(PYTHON_AND_LATEX, tmp_path)
    found, (own,), (wanted,) = document.theory, document.theory.stated, theory.stated
    assert (found.name, found.title, found.sources) == (theory.name, theory.title, theory.sources)
    assert found.groups == theory.groups
    assert (own.label, own.title, own.source, own.doc) == (wanted.label, wanted.title, wanted.source, wanted.doc)
    assert own.statement == wanted.statement
    assert own.derivation == wanted.derivation
    assert own.derivation is not None
    assert own.derivation.lines[1].rules == (scalars,)
    assert [each.wrong for each in own.near_misses] == [each.wrong for each in wanted.near_misses]
    assert [each.statement for each in own.near_misses] == [each.statement for each in wanted.near_misses]
    assert check_theorem(own).as_expected
    assert found.names["x"] == x
    assert derive.text(found.definitions[0].term) == "μ"


def test_a_step_without_a_reason_has_its_rule_found(tmp_path: Path) -> None:
    own = theorem(
        r"""% derive: theorem t
\begin{align*} \vec x \cdot \vec x + \mu &= |\vec x|^2 + \mu \\
 &= |\vec x|^2 + \frac{\vec x \cdot \vec 1}{N} && \text{by definition of $\mu$} \end{align*}""",
        tmp_path,
    )
    assert own.derivation is not None
    assert [line.justification for line in own.derivation.lines[1:]] == [
        "squared norm as an inner product",
        "definition of μ",
    ]


def test_all_rules_are_found_where_a_chain_is_said_to_be_a_derivation(tmp_path: Path) -> None:
    assert theorem("% derive: theorem t\n" + SQUARED, tmp_path).derivation is None
    found = theorem("% derive: theorem t\n% derive: derivation\n" + SQUARED, tmp_path).derivation
    assert found is not None
    assert found.lines[1].justification == "squared norm as an inner product"


def test_a_rule_is_used_in_either_direction_and_several_in_one_line(tmp_path: Path) -> None:
    own = theorem(
        r"""% derive: theorem t
\begin{align*} |\vec x|^2 + \mu
 &= \vec x \cdot \vec x + \frac{\vec x \cdot \vec 1}{N}
   && \text{by squared norm as an inner product and definition of $\mu$} \end{align*}""",
        tmp_path,
    )
    assert own.derivation is not None
    assert len(own.derivation.lines[1].rules) == 2
    assert check_theorem(own).as_expected


def test_a_proof_of_its_own(tmp_path: Path) -> None:
    """The display of the theorem claims, the one below ``proof`` has the lines, which must begin and end so."""
    text = rf"""% derive: theorem t
\begin{{theorem}}[Squared]
{SQUARED}
\end{{theorem}}
% derive: proof
\[ \vec x \cdot \vec x = |\vec x|^2 \text{{ by squared norm as an inner product}} \]"""
    own = theorem(text, tmp_path)
    assert own.title == "Squared"
    assert own.derivation is not None
    assert check_theorem(own).as_expected
    other = theorem(
        text.replace(r"\[ \vec x \cdot \vec x = |\vec x|^2 \]", r"\[ \vec x \cdot \vec x = \vec x^\top \vec x \]"),
        tmp_path,
    )
    with pytest.raises(DerivationError, match="is not what is claimed"):
        _ = other.derivation


def test_a_definition_in_the_text_is_no_theorem(tmp_path: Path) -> None:
    """``:=`` above a display defines a name, which that may use."""
    own = theorem(rf"% derive: theorem t{chr(10)}\[ c := 2 p \]{chr(10)}\[ c = p + p \]", tmp_path)
    assert check_theorem(own).as_expected
    assert derive.text(own.terms[0]) == "c"


def test_what_is_supposed_in_the_display_is_a_hypothesis(tmp_path: Path) -> None:
    own = theorem(rf"% derive: theorem t{chr(10)}\[ q > 0 \implies \sqrt{{q^2}} = q \]", tmp_path)
    assert check_theorem(own).as_expected
    assert own.hypotheses == (derive.positive(derive.scalar("q")),)


def test_bounds_and_conventions(tmp_path: Path) -> None:
    own = theorem(
        r"""% derive: theorem t
% derive: given p > 1
\[ p \geq \frac12 \]
% derive: near miss more
\[ p \geq 2 \]
% derive: convention divided by zero
\[ \frac{p}{q - q} = 1 \]""",
        tmp_path,
    )
    assert isinstance(own.statement, Bound)
    assert check_theorem(own).as_expected


def test_markdown_and_names_in_unicode(tmp_path: Path) -> None:
    document = stated(
        r"""<!-- derive: theory mine: What is mine
dimension N; vector x : N
let \mu = \vec x \cdot \vec 1 / N -->
<!-- derive: theorem t -->
## The mean, written out

What $\mu$ is:

$$
\mu + 1 = \frac{\vec x \cdot \vec 1}{N} + 1 \text{ by definition of μ}
$$
<!-- derive: near miss a sum -->
$$ \mu + 1 = \vec x \cdot \vec 1 $$
""",
        tmp_path,
        "mine.md",
        "",
    )
    (own,) = document.theory.stated
    assert (own.title, own.doc) == ("The mean, written out", "What μ is")
    assert check_theorem(own).as_expected
    assert own.derivation is not None


def test_rules_of_a_theory_in_use(tmp_path: Path) -> None:
    own = theorem(
        r"""% derive: use layernorm
% derive: theorem t
\[ \sqrt{\sigma^2 + \epsilon} = \sqrt{\frac{|\Pi \vec a|^2}{N} + \epsilon} \text{ by variance as a squared norm} \]""",
        tmp_path,
    )
    assert check_theorem(own).as_expected


def test_words_beside_a_line_and_reasons_in_comments(tmp_path: Path) -> None:
    own = theorem(
        "% derive: theorem t\n\\begin{align*} \\mu &= \\frac{\\vec x \\cdot \\vec 1}{N} % derive: reason definition of μ\n"
        " \\\\ &= \\mu % derive: reason definition of μ % derive: words back again\n\\end{align*}",
        tmp_path,
    )
    assert own.derivation is not None
    assert [line.justification for line in own.derivation.lines[1:]] == ["definition of μ", "back again"]


FALSE = r"""% derive: theorem t
\begin{align*} \vec x \cdot \vec x
 &= |\vec x|^2 && \text{by squared norm as an inner product} \\
 &= |\vec x| && \text{by squared norm as an inner product} \end{align*}"""


def test_a_reason_that_is_commented_out_is_none(tmp_path: Path) -> None:
    own = theorem(
        "% derive: theorem t\n\\begin{align*} \\vec x \\cdot \\vec x\n"
        " % &= 1 && \\text{by magic} \\\\ % derive: reason magic\n"
        " &= |\\vec x|^2 && \\text{by squared norm as an inner product} \\end{align*}",
        tmp_path,
    )
    assert check_theorem(own).as_expected
    assert own.derivation is not None


def test_a_false_line_and_a_wrong_rule(tmp_path: Path) -> None:
    failed = check_theorem(theorem(FALSE, tmp_path))
    assert failed.status == "refuted"
    assert failed.failure is not None
    assert failed.failure.number == 3
    assert "does not follow" in str(failed.failure)
    assert "witness" in str(failed.failure)
    own = theorem(
        "% derive: theorem t\n\\[ \\vec x \\cdot \\vec x = |\\vec x|^2 \\text{ by double quotient} \\]", tmp_path
    )
    said = str(check_theorem(own).failure)
    assert "is true, but not by this rule" in said
    assert "a rule that leads to it: by squared norm as an inner product" in said
    assert check_theorem(own).status == "unsupported"


def test_an_unknown_rule_has_the_nearest_names(tmp_path: Path) -> None:
    text = "% derive: theorem t\n\\[ \\vec x \\cdot \\vec x = |\\vec x|^2 \\text{ by squared norm as inner product} \\]"
    said = str(check_theorem(theorem(text, tmp_path)).failure)
    assert "there is no rule 'squared norm as inner product'" in said
    assert "did you mean squared norm as an inner" in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (r"\[ \vec x \cdot \vec z = 1 \]", "the unknown name z"),
        (r"\[ \vec x \]", "a display that says nothing exact"),
        (r"\[ p \approx q \]" + SQUARED, "a display that says nothing exact"),
        (r"\begin{align*} p &= p \\ q > 0 \implies p &= p \end{align*}", "a line that assumes what another does not"),
        ("", "a theorem without a display that can be read"),
        (r"\begin{align*} p &= p \\ q &= q \end{align*}", "a second formula, which begins with q"),
        (r"\[ p = p \leq p \]", "no equation in a chain"),
        ("% derive: expect refuted\n" + SQUARED, "'expect refuted' in a theorem"),
        ("% derive: by eq:one\n" + SQUARED, "'by eq:one' in a theorem"),
        ("% derive: label one\n% derive: by one\n" + SQUARED, "'by one' in a theorem"),
        ("% derive: skip\n" + SQUARED, "a display that says nothing exact"),
        ("% derive: off\n" + SQUARED, "a display that says nothing exact"),
        (r"\[ \text{by magic} p = p \]", "a reason before the first step"),
        (r"\[ p = p \text{by one} \text{by another} \]", "a second reason of one step"),
        (SQUARED + "\n% derive: near miss not read\n\\[ \\vec z = 1 \\]", "the unknown name z"),
        (SQUARED + "\n% derive: near miss without one", "a near miss without a display that can be read"),
        (SQUARED + "\n% derive: near miss with\n\\[ p = q \\text{ by a reason} \\]", "a reason in a near miss"),
        ("% derive: given p\n" + SQUARED, "a formula alone"),
        ("% derive: given z > 0\n" + SQUARED, "the unknown name z"),
    ],
)
def test_what_is_not_read_is_an_error_of_the_theorem(text: str, message: str, tmp_path: Path) -> None:
    own = theorem("% derive: theorem t\n" + text, tmp_path)
    with pytest.raises(InputError, match=message):
        _ = (own.statement, own.derivation)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("% derive: theorem t\n" + SQUARED + "\n% derive: theorem t\n" + SQUARED, "a second theorem t"),
        ("% derive: near miss of nothing\n" + SQUARED, "a near miss of nothing"),
        ("% derive: proof\n" + SQUARED, "a proof of nothing"),
        ("% derive: theorem\n" + SQUARED, "a theorem without a name"),
        ("% derive: theorem two words\n" + SQUARED, "the theorem 'two words'"),
        ("% derive: given p > 0\n" + SQUARED, "'given' of nothing"),
        ("% derive: says it\n" + SQUARED, "'says' of nothing"),
        ("% derive: rule r\n% derive: kind other\n" + SQUARED, "the kind 'other'"),
        ("% derive: rule r\n% derive: variables \\mu\n" + SQUARED, "mu, which is defined"),
        ("% derive: theory again\n", "a second theory"),
        (r"\[ p = p \text{ by magic} \]", "a reason in a display that is no theorem's"),
        (r"\[ p = p \text{ by magic \]", "a reason that is never closed"),
        ("% derive: end\n", "'end', which ends nothing"),
    ],
)
def test_what_cannot_be_said_is_an_error_of_the_document(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.tex"
    path.write_text(HEAD + text)
    errors = [str(item.error) for item in read_paper(path).items if getattr(item, "error", None) is not None]
    assert any(message in error for error in errors), errors


def test_rules_are_proved(tmp_path: Path) -> None:
    """A false one is refuted by itself, and cannot be used; what is declared of one is kept."""
    document = stated(
        r"""% derive: rule halving
\[ \frac p2 = 2 p \]
% derive: rule for one vector
% derive: variables none
% derive: given p > 0
\[ p \vec x + \vec x = (p + 1) \vec x \]
% derive: theorem t
\[ \frac q2 + p = 2 q + p \text{ by halving} \]
% derive: theorem s
\[ p \vec u + \vec u = (p + 1) \vec u \text{ by for one vector} \]""",
        tmp_path,
    )
    halving, one = document.rules.values()
    assert check_theorem(halving).status == "refuted"
    assert check_theorem(one).status == "proved"
    assert derive.text(one.hypotheses[0].terms[0]) == "p"
    false, other = document.theory.stated
    assert check_theorem(false).status == "refuted"
    assert "not by this rule" in str(check_theorem(other).failure)


def test_what_stands_beside_it_is_checked_and_listed(tmp_path: Path) -> None:
    text = f"{HEAD}% derive: theorem t\n{SQUARED}\n% derive: end\n\\[ \\mu N = \\vec x \\cdot \\vec 1 \\label{{eq:mean}} \\]"
    path = tmp_path / "mine.tex"
    path.write_text(text)
    assert [item.label for item in read_paper(path).items] == ["eq:mean"]
    assert [each.label for each in theory_of_paper(path)] == ["mine.t", "mine.eq:mean"]
    assert [each.label for each in theory_of_paper(path, "t")] == ["mine.t"]
    assert [each.label for each in theory_of_paper(path, "eq:mean")] == ["mine.eq:mean"]
    with pytest.raises(InputError, match="nothing has the label 'u'"):
        theory_of_paper(path, "u")


def test_a_theorem_of_another_theory_is_a_paste(tmp_path: Path) -> None:
    text = f"{HEAD}% derive: theorem layernorm.variance_as_norm\n{SQUARED}\n% derive: end\n"
    path = tmp_path / "mine.tex"
    path.write_text(text)
    (pasted,) = read_paper(path).items
    assert pasted.label == "layernorm.variance_as_norm"


def test_a_paste_in_a_theorem_ends_by_itself(tmp_path: Path) -> None:
    text = f"{HEAD}% derive: theorem t\n{SQUARED}\n% derive: theorem layernorm.variance_as_norm\n{SQUARED}\n% derive: end\n"
    path = tmp_path / "mine.tex"
    path.write_text(text)
    found = read_paper(path)
    assert [item.label for item in found.items] == ["layernorm.variance_as_norm"]
    assert found.document is not None
    assert [each.label for each in found.document.theory.stated] == ["mine.t"]


def test_cells_of_a_notebook(tmp_path: Path) -> None:
    """What a cell announces, the display of the next one says."""
    cells = [
        "<!-- derive: theory mine: What is mine\ndimension N; vector x : N -->",
        "A long cell of text, before it.\n\n<!-- derive: theorem t: Squared -->",
        f"{SQUARED}",
    ]
    made = [{"cell_type": "markdown", "metadata": {}, "source": cell} for cell in cells]
    path = tmp_path / "mine.ipynb"
    path.write_text(json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    (own,) = theory_of_paper(path).stated
    assert (own.label, own.title) == ("mine.t", "Squared")
    assert check_theorem(own).as_expected


def test_a_paper_states_nothing(tmp_path: Path) -> None:
    """Without ``theory`` the words of a document are what they were: declarations that cannot be read."""
    path = tmp_path / "plain.tex"
    path.write_text(f"% derive: dimension N; vector x : N\n% derive: rule r\n{SQUARED}")
    found = read_paper(path)
    assert found.document is None
    assert len(found.items) == 2
    assert "found 'rule', expected a declaration" in str(found.items[0].error)


def test_names_in_a_reason() -> None:
    known = dict.fromkeys(["transpose; every factor is symmetric", "transpose", "a, b and c of it"])
    assert named(["transpose; every factor is symmetric"], known) == ("transpose; every factor is symmetric",)
    assert named(["transpose, a, b and c of it"], known) == ("transpose", "a, b and c of it")
    assert named(["transpose and something else"], known) == ()
