r"""The attack on the reader of LaTeX: its account of a text by itself, its mutations, and readers that it must find out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from derive.reading import latex as reader
from derive.reading.latex import Context, LatexChain
from tests.attacks import latex, latex_seeds, suite
from tests.attacks.latex_account import account, alike
from tests.attacks.latex_mutations import MUTATIONS, hostile_part, mutated
from tests.attacks.latex_tokens import Unaccounted, macros_in
from tests.memory import replaced

SAME = [
    (r"\frac1N \left(\sum_i a_i\right)", r"{1}/{N} \sum_{i=1}^N a_{i}"),
    (r"\vec a \cdot \vec b", r"\langle a, b \rangle"),
    (r"\|A\|_F^2", r"\left| \mathbf{A} \right|^{2}"),
    (r"a + (b - c)", r"a &+ b \label{x} \\ &- c,"),
    (r"e^{x y}", r"\exp(x y)"),
    (r"\sum_{i,j} X_{ij}", r"\sum_i \sum_j X_{i, j}"),
    (r"x_i^2 A^{\mathsf T}", r"x^2_i A^\top"),
    (r"\frac{\partial y_i}{\partial x_j}", r"\left(\frac{\partial \vec y}{\partial \vec x}\right)_{ij}"),
    (r"0.5 s \quad \text{by hand}", r"\tfrac12 s"),
]
OTHERS = [
    (r"(a + b) c", r"a + b c"),
    (r"a - (b - c)", r"a - b - c"),
    (r"\frac{a}{b c}", r"\frac{a}{b} c"),
    (r"(a b)^2", r"a b^2"),
    (r"\left(\sum_i a_i\right) b_i", r"\sum_i a_i b_i"),
    (r"\exp(x) y", r"\exp(x y)"),
    (r"f(x) y", r"f(x y)"),
    (r"A B", r"B A"),
    (r"\sum_{i=1}^N a_i", r"\sum_{i=1}^K a_i"),
    (r"a_i", r"a^i"),
    (r"x'", r"x"),
    (r"12", r"1 + 2"),
]


def sides(text: str) -> Any:
    """The one side of a text."""
    return account(text, {}, frozenset("f")).sides[0]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_notation_makes_no_difference(one: str, other: str) -> None:
    """To the account, the same is written."""
    assert alike(sides(one), sides(other))


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_whatever_matters_makes_a_difference(one: str, other: str) -> None:
    """Brackets, order, signs and scripts."""
    assert not alike(sides(one), sides(other))


def test_the_account_expands_macros() -> None:
    """By a few lines of its own; one that calls itself has no account."""
    macros = macros_in(r"\newcommand{\half}[1]{\frac{#1}{2}}\DeclareMathOperator{\tr}{tr}\def\x{\x\x}")
    assert account(r"\half{a} \tr A", macros) == account(r"\frac a2 \operatorname{tr} A")
    with pytest.raises(Unaccounted):
        account(r"\x", macros)


@pytest.mark.parametrize("kind", MUTATIONS)
def test_every_mutation_changes_a_text(kind: str) -> None:
    """And makes the same of the same seed."""
    text = r"\begin{align} \vec a' &= \frac{12}{N} \left(x_i^2 + y\right) \\ &= 0 \end{align}"
    made = [mutated(Random(f"{kind} {n}"), kind, text) for n in range(20)]
    assert made != [text] * 20
    assert made == [mutated(Random(f"{kind} {n}"), kind, text) for n in range(20)]


def test_papers_are_mutated() -> None:
    """Line by line; what is left is text."""
    parts = latex_seeds.parts_of(latex_seeds.PAPERS / "anova.tex")
    assert len(parts) > 5
    changed = [hostile_part(Random(n), *parts[n % 5]) != "".join(parts[n % 5]) for n in range(20)]
    assert sum(changed) > 15


def test_the_seeds_are_read() -> None:
    """Every formula written for the attack, as its account says it."""
    for name in latex_seeds.STYLES:
        for seed in latex_seeds.seeds_of(f"written: {name}"):
            chain = reader.read_latex(seed.text, seed.context)
            tally = suite.Tally("seeds")
            latex.look(tally, "", "", seed.text, seed, chain)
            assert tally.wrong == []
            assert not tally.total("no account")


@pytest.fixture
def few_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the formulas written for the attack."""
    written = latex_seeds.sources()[0]
    monkeypatch.setattr(latex_seeds, "sources", lambda: (written,))


def dummy(change: Callable[[str], str]) -> Callable[..., LatexChain]:
    """A reader that reads something else."""
    real = reader.read_latex

    def read(text: str, context: Context, *arguments: Any, **options: Any) -> LatexChain:
        return real(change(text), context, *arguments, **options)

    return read


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("-", "+"),
        lambda text: text.replace("(", "").replace(")", "").replace(r"\left", "").replace(r"\right", ""),
        lambda text: text.replace("^2", ""),
        lambda text: text.partition(r"\\")[0] if "=" in text.partition(r"\\")[0] else text,
        lambda text: text.replace("2", "3"),
        lambda text: text.replace("_i", "_j"),
    ],
    ids=["signs", "brackets", "exponents", "rows", "numerals", "indices"],
)
@pytest.mark.usefixtures("few_seeds")
def test_a_reader_that_reads_something_else_is_found_out(change: Callable[[str], str]) -> None:
    """By every one of its habits."""
    with replaced("derive.reading.latex.read_latex", dummy(change)):
        latex.original.cache_clear()
        assert suite.found_by("mutated LaTeX", 250)
    latex.original.cache_clear()


@pytest.mark.usefixtures("few_seeds")
def test_a_reader_that_crashes_is_found_out() -> None:
    """An exception that is not the package's own."""

    def crash(text: str) -> str:
        return text[10_000]

    with replaced("derive.reading.latex.read_latex", dummy(crash)):
        latex.original.cache_clear()
        assert all("IndexError" in finding for finding in suite.found_by("mutated LaTeX", 10))
