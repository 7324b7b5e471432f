"""What is shown of each kind of object, in each format; names that mean something there are harmless."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import derive
from derive.authoring.theory import Theorem, check_theorem
from derive.authoring.vocabulary import Convention, NearMiss, near_miss
from derive.claims import all_claims
from derive.claims.claim import check_claim
from derive.errors import InputError, LimitError
from derive.printing import BOLD
from derive.report.breaking import tex_width
from derive.showing.formats import markdown
from derive.showing.forms import ROOM
from derive.showing.kinds import METHODS, method_of
from derive.showing.objects import Shower
from derive.statements.at_point import at_point
from derive.statements.verdict import Backing
from derive.theories.registry import THEORIES, load_theory
from tests.strategies import WIDE

N = derive.dimension("N")
a, b, one = derive.vector("a", N), derive.vector("b", N), derive.ones(N)
d = derive.vector("d", N, "nonzero")
x, y = derive.scalar("x"), derive.scalar("y")
n = derive.index("n", N)
PI = derive.identity(N) - one * one.T / N
RULE = derive.rule("components as a diagonal matrix", a * b, derive.diag(a) * b, source="a book, p. 3")
LINES = derive.Derivation.start(a * b).by(RULE)
TRUE = derive.prove(PI * PI, PI)
PARTLY = derive.prove(derive.sqrt(x) ** 2, x)
FALSE = derive.prove(derive.norm(PI * a) ** 2, derive.dot(a, a))
UNSUPPORTED = derive.prove(derive.tanh(2 * x), 2 * derive.tanh(x) / (1 + derive.tanh(x) ** 2))
VACUOUS = derive.prove(x, 1, [derive.equal(x, 0), derive.equal(x, 1)])
ILL_TYPED = derive.prove(a, x)
CHAIN = derive.chain(a * b, b * a, a)
BOTH = derive.all_of(first=derive.equation(a * b, b * a), second=derive.bound(derive.dot(a, a), ">=", 0))
MISS = near_miss("a root lost", derive.norm(a), derive.dot(a, a))
THEOREM = Theorem("here.swap", "Two factors", derive.equation(a * b, b * a), "a book", near_misses=(MISS,))


def _of(kind: str) -> Any:
    return check_claim(next(claim for claim in all_claims() if claim.kind == kind))


#: A text, what makes it, and what must be said of it in a notebook.
CASES: list[tuple[str, Callable[[], Any], tuple[str, ...]]] = [
    ("a term", lambda: PI * a, (r"$\displaystyle \left(I - \frac{\vec 1 \vec 1^{\top}}{N}\right) \vec a$",)),
    ("a dimension", lambda: N, ("N",)),
    ("an index", lambda: n, ("n",)),
    ("a definition", lambda: derive.let("mu", derive.dot(a, one) / N).definition, (r"\mu := \frac",)),
    ("a condition", lambda: derive.not_zero(a), (r"$\vec a \neq \vec 0$",)),
    ("an equality", lambda: derive.equal(a, b), (r"$\vec a = \vec b$",)),
    ("a statement", lambda: derive.equation(a, b, derive.not_zero(a)), (r"\vec a = \vec b", r"given $\vec a \neq")),
    ("a bound", lambda: derive.bound(derive.dot(a, a), ">=", 0), (r"\ge 0",)),
    ("a conjunction", lambda: BOTH, ("first", "second", r"\ge 0")),
    ("proved", lambda: TRUE, ("✓ **proved** for all $N \\geq 1$", "certified: the verifier accepted")),
    ("proved where", lambda: PARTLY, ("✓ **proved** for all data, wherever $x \\geq 0$",)),
    ("refuted", lambda: FALSE, ("✗ **refuted** at $N = 1$, $\\vec a = (1)$: $0 \\neq 1$",)),
    ("unsupported", lambda: UNSUPPORTED, ("? **unsupported**: no rule for", "not looked into: $\\tanh(x)$")),
    ("vacuous", lambda: VACUOUS, ("? **unsupported (vacuous)**: no data were found", "given $x = 0$, $x = 1$")),
    ("ill-typed", lambda: ILL_TYPED, ("✗ **refuted (ill-typed)**", "vector of length N", "scalar")),
    ("a chain", lambda: CHAIN, ("- 1: ", "✓ **proved** for all", "- 2: ", "✗ **refuted** at $N = 1$")),
    ("parts", lambda: BOTH.decide(), ("1 first", "2 second", "✓ **proved**")),
    ("at a point", lambda: at_point(derive.Point({N: 1}, {a: [1]}), derive.equal(a, a)).decide(), ("at $N = 1$",)),
    ("a point", lambda: derive.Point({N: 1}, {a: [1]}), (r"$N = 1$, $\vec a = (1)$",)),
    ("a counterexample", lambda: FALSE.counterexample, (r"at $N = 1$, $\vec a = (1)$: $0 \neq 1$",)),
    ("a failure", lambda: derive.prove(derive.bound(x, ">=", 0)).counterexample, ("at $x = -1$: ",)),
    ("a scope", lambda: TRUE.sizes, ("for all $N",)),
    ("a part", lambda: BOTH.decide().all_parts[0], ("1 first", "✓ **proved**")),
    ("a theorem", lambda: PARTLY.theorem, (r"(\sqrt{x})^2 = x", r"wherever $x \geq 0$")),
    ("a rule", lambda: RULE, ("lemma: *components as a", r"for any $\vec a$, $\vec b$", "source: a book, p. 3")),
    ("a line", lambda: LINES.lines[1], (r"\operatorname{diag}(\vec a) \vec b", "(components as a")),
    ("not checked", lambda: LINES, ("2. $\\displaystyle = ", "&emsp;(components as a", "not checked")),
    ("checked", lambda: LINES.checked(), ("(components as a diagonal matrix)", "✓ **proved** for all $N")),
    ("expected", lambda: derive.expect(FALSE, "refuted", "why"), ("refuted, as expected (why)", "✗ **refuted**")),
    ("a null space", lambda: derive.null_space(derive.diag(d) * PI), ("is spanned by", "*derivation*", "Row n is")),
    ("an elimination", lambda: derive.null_space(derive.diag(d) * PI).derivation, ("Row n is", "That nothing else is:")),
    ("a polynomial", lambda: derive.charpoly(derive.diag(d), x), ("characteristic polynomial", "(determinant of a")),
    ("a stated theorem", lambda: THEOREM, ("`here.swap`: *Two factors*", "source: a book")),
    ("a checked theorem", lambda: check_theorem(THEOREM), ("✓ **proved**", "*near misses*", "a root lost: ", "✗ ")),
    ("a near miss", lambda: MISS, ("must be refuted: a root lost", r"\vec a \cdot \vec a")),
    ("a convention", lambda: Convention("why not", derive.equation(x / 0, x)), ("must be vacuous: why not",)),
    ("a theory", lambda: load_theory("layernorm"), ("`layernorm`: *", "- `layernorm.eq6`: ")),
    ("a claim", lambda: _of("TRUE").claim, ("expected: TRUE",)),
    ("a checked claim", lambda: _of("FALSE"), ("FALSE, as expected", "✗ **refuted**", "*in its place*")),
    ("a claim in words", lambda: _of("NOT-MATH"), ("NOT-MATH, as expected",)),
]  # fmt: skip


@pytest.mark.parametrize(("make", "said"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_each_kind_is_shown(make: Callable[[], Any], said: tuple[str, ...]) -> None:
    """In a notebook as it is meant, and in every other format without what belongs to another one."""
    shown = make()
    found = markdown(shown)
    for part in said:
        assert part in found
    bundle = shown._repr_mimebundle_(include=None, exclude=None)
    assert bundle == {"text/markdown": found, "text/plain": derive.text(shown)}
    assert str(shown) == f"{shown}" == derive.text(shown)
    assert not re.search(r"\$|\\[a-z]|\*\*", bundle["text/plain"])
    assert derive.latex(shown).count("$") % 2 == 0
    assert not re.search(r"</?[a-z]|&emsp;|\*\*", derive.latex(shown))
    assert "<math" in derive.mathml(shown) or not re.search(r"\$", found)


def test_every_kind_has_a_method_and_a_case() -> None:
    """A row of the table names what there is, and is tried above."""
    assert all(callable(getattr(Shower, name)) for name in METHODS.values())
    assert {method_of(make()) for _, make, _ in CASES} == set(METHODS.values())


def test_what_a_proof_rests_on_is_said() -> None:
    """By words, not by a colour: a proof without a certificate is not called proved alone."""
    found = replace(derive.prove(PI * PI, PI))  # what is decided is remembered within a run
    found.__dict__["backing"] = Backing(None, "a step_of a proof")
    assert "? **proved, not certified**, for all $N" in markdown(found)
    assert r"not certified: a step\_of a proof" in markdown(found)
    assert "proved, not certified, for all $N" in derive.latex(found)


def test_mathematics_alone_is_a_formula() -> None:
    """A term or hypothesis in math mode; a number is a term."""
    assert derive.latex(a) == r"\vec a"
    assert derive.latex(derive.not_zero(a)) == r"\vec a \neq \vec 0"
    assert (derive.latex(3), derive.text(3), derive.mathml(3)) == ("3", "3", '<math alttext="3"><mn>3</mn></math>')
    assert derive.latex(derive.equation(a, b), BOLD) == r"$\displaystyle \mathbf a = \mathbf b$"


@pytest.mark.parametrize("value", ["x", None, 0.5, object(), [a]])
def test_anything_else_is_refused(value: object) -> None:
    for show in (derive.text, derive.latex, derive.mathml):
        with pytest.raises(InputError, match=r"given as what is to be shown|in a term"):
            show(value)


# --- names -----------------------------------------------------------------------------------------------------------

HOSTILE = [
    "a$b$c",
    "<b>x</b>",
    r"\input{x}",
    "a_b^c%d&e#f~g",
    "|x|*y*`z`",
    "`$1$`",
    "&lt;p&gt;",
    "[x](u)",
    "</math>",
    "a\\",
]


def _shown_with(name: str) -> list[Any]:
    v = derive.vector(name, N)
    rule = derive.rule(f"the way of {re.sub('[<>=]', '', name)}", v * 2 + v, 3 * v, source=f"{name} <script>")
    lines = derive.Derivation.start(v * 2 + v).by(rule)
    theorem = Theorem(f"here.{name}", name, derive.equation(v, 2 * v), name, near_misses=(NearMiss(name, (v, 2 * v)),))
    return [v, derive.not_zero(v), derive.prove(v * v, v), rule, lines, lines.checked(), check_theorem(theorem)]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_harmless(name: str) -> None:
    """No name begins or ends a formula, a tag, or code."""
    for shown in _shown_with(name):
        words, formulas = _split(markdown(shown))
        for formula in formulas:
            assert "<" not in formula
            assert r"\input" not in formula
        words = re.sub(r"\\.", "", words.replace("<br>", "").replace(r"<span>\$</span>", ""))
        words = re.sub(r"(`+) ?.*?\1", "", words)
        assert not re.search(r"[<$\[\]]", words), words
        assert r"\input" not in re.sub(r"\\backslash |\\textbackslash\{\}", "", derive.latex(shown))
        tags = re.findall(r"<[^>]*>", re.sub(r'alttext="[^"]*"', "", derive.mathml(shown)))
        assert not any(re.match(r"</?(b|script|p&gt)\b", tag) for tag in tags)
        assert html.escape(name) in derive.mathml(shown) or "<" not in name


def _split(text: str) -> tuple[str, list[str]]:
    """Words and formulas of Markdown: dollar signs that are escaped are none."""
    parts = re.split(r"(?<!\\)\$", text)
    assert len(parts) % 2 == 1, text
    return " ".join(parts[::2]), parts[1::2]


# --- size ------------------------------------------------------------------------------------------------------------


def test_long_formulas_are_broken() -> None:
    """No row is wider than a cell; nothing of the formula is lost."""
    terms = [derive.vector(f"a_{k}", N) * derive.dot(derive.vector(f"b_{k}", N), a) / derive.norm(a) for k in range(12)]
    total = a
    for term in terms:
        total = total + term
    for shown in (total, derive.prove(total, total), derive.prove(total, a)):
        rows = [formula.removeprefix(r"\displaystyle ") for formula in _split(markdown(shown))[1]]
        assert len(rows) > 1
        assert all(tex_width(row) <= ROOM for row in rows)
        assert all(f"a_{{{k}}}" in " ".join(rows) or f"a_{k}" in " ".join(rows) for k in range(12))


@pytest.mark.parametrize("seed", range(40))
def test_any_term_is_shown(seed: int) -> None:
    """Whatever is built."""
    random = Random(seed)
    term = WIDE.term(random, (), 4)
    assert _split(term._repr_mimebundle_()["text/markdown"])[1]


def test_what_cannot_be_made_is_shown_as_the_reason() -> None:
    """A theorem whose statement raises; a term of the greatest depth is shown."""
    broken = Theorem("here.broken", "Broken", lambda: derive.equation(a, derive.vector("z", 2.5)))
    for text in broken._repr_mimebundle_().values():
        assert "Theorem: " in text
    deep = x
    with suppress(LimitError):
        while True:
            deep = derive.sqrt(deep) + 1
    assert deep.depth > 140
    assert deep._repr_mimebundle_()["text/plain"].startswith("√")


@pytest.mark.parametrize("theory", THEORIES)
def test_theories_are_shown(theory: str) -> None:
    """Every theorem of every theory, as it is stated."""
    for theorem in load_theory(theory).stated:
        assert theorem.label.split(".")[1] in markdown(theorem).replace("\\", "")
