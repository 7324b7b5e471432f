"""What is written in two ways is decided in each, from every door: never green by choice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli.app import main
from derive.errors import AmbiguityError, LimitError, ShapeError
from derive.reading.in_each import MAX_READINGS, in_each
from derive.reading.paper import Relation, read_paper

#: Stands before what is read under the summation convention.
EINSTEIN = "einstein: "
DECLARED = r"dimension N; vectors x, y : N; matrix A : N x N; index i, j : N; scalar c"


def asked(statement: str, declared: str = DECLARED, *options: str) -> tuple[int, str]:
    """The exit code and the output of `derive prove`."""
    found = CliRunner().invoke(main, ["prove", "--declare", declared, *options, statement])
    return found.exit_code, found.output


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        (r"\sum_i x_i + y_i = \sum_i (x_i + 2 y_i)", "refuted in each of 2 readings"),
        (r"\sum_i x_i + y_i = \sum_i x_i + y_i", "proved in each of 2 readings"),
        (r"\sum_i x_i + y_i = \sum_i (x_i + y_i)", "error: the readings come out differently"),
        (r"\sum_i x_i + y_i = y_i + \sum_j x_j", "error: the readings come out differently"),
        (r"\log A_{ij} c - \log A_{ij} c = 0", "proved in each of 2 readings"),
        (r"\exp c A_{ij} / c = (\exp(c A_{ij})) / c", "error: the readings come out differently"),
        (r"\log A_{ij} c = c \log A_{ij}", "error: the readings come out differently"),
        (r"\operatorname{tr} A A = \operatorname{tr}(A A)", "error: the readings come out differently"),
        (r"|c| A_{ij} |c| = c^2 A_{ij}", "error: the readings come out differently"),
        (r"|c| c^2 |c| = |c^4|", "proved for all data"),
        (r"|c|c|c| = 2 |c|c|c| + 1", "refuted in each of 2 readings"),
        (EINSTEIN + r"x_i^2 = \|x\|^2", "error: the readings come out differently"),
        (EINSTEIN + r"(x_i + y_i)(x_i - y_i) = x_i^2 - y_i^2", "proved in each of 2 readings"),
        (r"\prod_i x_i c = c \prod_i x_i", "error: the readings come out differently"),
        (r"\exp(A) = \exp(A)", "proved in each of 2 readings"),
        (r"x^2 = x \cdot x", "error: the readings come out differently"),
    ],
)
def test_all_of_them_count(statement: str, verdict: str) -> None:
    """Green only where every reading is proved; the declarations that settle it are named."""
    declared = DECLARED + ("; einstein" if statement.startswith(EINSTEIN) else "")
    code, output = asked(statement.removeprefix(EINSTEIN), declared, "--latex")
    assert verdict in output
    assert code == (0 if verdict.startswith("proved") else 1)
    assert ("declare the one that is meant: % derive: " in output) == verdict.startswith("error")


def test_a_declaration_settles_it() -> None:
    """What an error names makes it go away."""
    statement = r"\sum_i x_i + y_i = \sum_i (x_i + y_i)"
    assert asked(statement, DECLARED + "; sums: wide")[0] == 0
    code, output = asked(statement, DECLARED + "; sums: narrow")
    assert code == 1
    assert "readings" not in output


def test_one_choice_for_the_whole_block() -> None:
    """A definition and the chain are read alike: with one choice each this would be proved."""
    declared = DECLARED + r"; let s = \prod_i x_i c"
    code, output = asked(r"s = \prod_i x_i c", declared)
    assert code == 0
    assert "proved in each of 2 readings" in output
    code, output = asked(r"s = \left(\prod_i x_i\right) c", declared)
    assert code == 1
    assert "come out differently" in output


def test_a_reading_that_is_ill_typed_does_not_count() -> None:
    """A vector has no component-wise power that is a number."""
    code, output = asked(r"c + x^2 = c + x \cdot x")
    assert code == 0
    assert "readings" not in output


def test_premises_too() -> None:
    """A hypothesis has the reading of the chain."""
    code, output = asked(r"\prod_i x_i c = 1", DECLARED, "--given", r"\prod_i x_i c = 1")
    assert code == 0
    assert "proved in each of 2 readings" in output


def test_records_have_the_readings() -> None:
    """In JSON the readings stand with their verdicts."""
    code, output = asked(r"\sum_i x_i + y_i = \sum_i (x_i + y_i)", DECLARED, "--json")
    (record,) = json.loads(output)["obligations"]
    assert code == 1
    assert record["verdict"] == "error"
    assert [reading.rsplit(": ", 1)[1] for reading in record["readings"]] == ["refuted", "proved for all N ≥ 1"]


PAPER = r"""% derive: dimension N; vectors x, y : N; index i : N; scalar c
% derive: let s = \prod_i x_i c
\begin{align}
  \sum_i x_i + y_i &= \sum_i (x_i + y_i) \\
  \sum_i x_i^2 - N c &= \sum_i (x_i^2 - c) \\
  s + c &= c + \prod_i x_i c \\
  s &= c \prod_i x_i
\end{align}
% derive: expect refuted
\[ \sum_i x_i + y_i = \sum_i (x_i + 2 y_i) \]
"""


def test_papers(tmp_path: Path) -> None:
    """The same in a paper, whose declarations are read in each way as well."""
    paper = tmp_path / "paper.tex"
    paper.write_text(PAPER)
    found = [item for item in read_paper(paper).items if isinstance(item, Relation)]
    assert [len(item.readings) for item in found] == [2, 0, 2, 2, 2]
    assert not any(item.error for item in found)
    run = CliRunner().invoke(main, ["check", "--no-cache", "--format", "json", str(paper)])
    verdicts = [record["verdict"] for record in json.loads(run.stdout)["obligations"]]
    assert verdicts == ["error", "proved", "proved", "error", "refuted"]


def test_inequalities_in_papers(tmp_path: Path) -> None:
    """They are there in each reading, also where one of a chain is no equation."""
    paper = tmp_path / "paper.md"
    declared = "<!-- derive: dimension N; vectors x, y : N; index i : N -->"
    rows = [
        r"\sum_i x_i + y_i \ge \sum_i x_i + y_i",
        r"\sum_i x_i + y_i \le \sum_i x_i + y_i = 3",
        r"3 < \sum_i x_i + y_i",
    ]
    paper.write_text("\n".join([declared, *(f"$$ {row} $$" for row in rows)]))
    found = [item for item in read_paper(paper).items if isinstance(item, Relation)]
    assert [(item.sign, len(item.readings)) for item in found] == [(">=", 2), ("<=", 2), ("=", 2), ("<", 2)]
    run = CliRunner().invoke(main, ["check", "--no-cache", "--format", "json", str(paper)])
    verdicts = [record["verdict"] for record in json.loads(run.stdout)["obligations"]]
    assert verdicts == ["proved", "proved", "refuted", "refuted"]


def test_what_no_convention_settles_is_refused(tmp_path: Path) -> None:
    """An error as before, in a paper too."""
    paper = tmp_path / "paper.tex"
    paper.write_text("% derive: dimension N; matrix A : N x N; vector x : N; index i : N\n$$ (A x)_i = A x_i $$\n")
    (item,) = read_paper(paper).items
    assert isinstance(item, Relation)
    assert isinstance(item.error, AmbiguityError)
    assert "a matrix before a component" in asked(r"(A x)_i = A x_i", DECLARED, "--latex")[1]


def _doubting(*conventions: str, wrong: Mapping[str, str] | None = None) -> list[object]:
    def read(choices: Mapping[str, str]) -> tuple[str, ...]:
        for convention in conventions:
            if convention not in choices:
                raise AmbiguityError(convention, ("a", "b"), hint="", convention=convention)
            if (wrong or {}).get(convention) == choices[convention]:
                raise ShapeError("no")
        return tuple(choices.values())

    return [each.read for each in in_each(read, lambda one, other: one == other)]


def test_in_each() -> None:
    """Every combination that counts; too many are refused, and so is a doubt that a choice leaves."""
    assert _doubting("products", "daggers") == [
        ("narrow", "pseudo-inverse"), ("narrow", "adjoint"), ("whole", "pseudo-inverse"), ("whole", "adjoint")
    ]  # fmt: skip
    assert _doubting("products", wrong={"products": "whole"}) == [("narrow",)]
    with pytest.raises(LimitError, match=str(MAX_READINGS)):
        _doubting("products", "daggers", "sums", "variances", "second nablas")
    with pytest.raises(AmbiguityError):
        _doubting("")
    with pytest.raises(ShapeError):
        in_each(_never, lambda one, other: one == other)


def _never(choices: Mapping[str, str]) -> None:
    raise ShapeError("no")


def test_a_paper_says_what_its_reading_relies_on(tmp_path: Path) -> None:
    """With the declaration that says it, or another thing; a paper without any says nothing."""
    paper = tmp_path / "paper.tex"
    declared = "% derive: dimension N; vectors x, y : N; scalar c; powers of vectors: dot; let s = \\sum_i x_i + c\n"
    paper.write_text(declared + "$$ x^2 = x^t x $$\n$$ (x y^\\top)_{ij} = x_i y_j $$\n")
    output = CliRunner().invoke(main, ["check", "--conventions", str(paper)]).output
    said = [line.strip().removeprefix("relies on: ") for line in output.splitlines() if "relies on" in line]
    for word in ("ends before a sign", "^t and ^T are transposes", "is a free index", "powers of vectors: dot"):
        assert any(word in line for line in said), word
    paper.write_text("% derive: dimension N; vector x : N\n$$ \\vec 1^\\top x = x^\\top \\vec 1 $$\n")
    assert "relies on" not in CliRunner().invoke(main, ["check", "--conventions", str(paper)]).output


@pytest.mark.parametrize(
    ("settled", "verdict"), [("", "come out differently"), ("bars: apart; ", "proved"), ("bars: nested; ", "refuted")]
)
def test_bars_in_a_definition(settled: str, verdict: str) -> None:
    """Which bars close is no matter of choice there either."""
    _, output = asked("f = b |a c|", rf"scalars a, b, c; {settled}let f = |a| b |c|", "--latex")
    assert verdict in output
