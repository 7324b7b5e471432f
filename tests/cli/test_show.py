"""``derive show``: derivations in the terminal."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

import pytest

from derive.authoring.theory import Theorem, Theory
from derive.cli.console import width_of
from derive.interop.lines import read_line
from derive.statements.equation import equation
from derive.theories.registry import THEORIES, find_theorem
from tests import structures


def test_a_derivation_line_by_line(run: Any) -> None:
    """Numbered lines, each with its rule, the verdict, the source."""
    result = run("show", "layernorm.projector_idempotent")
    rows = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (0, "")
    assert rows[0].startswith("layernorm.projector_idempotent: ")
    numbered = [row for row in rows if row[:1].isdigit()]
    assert numbered[0].split() == ["1", "ΠΠ"]
    assert [int(row.split()[0]) for row in numbered] == list(range(1, len(numbered) + 1))
    assert all(row.split()[1] == "=" for row in numbered[1:])
    assert numbered[-1].endswith("definition of Π")
    assert "proved for all N ≥ 1" in rows
    assert rows[-1].startswith("source: Riechers")


def test_rules_are_aligned(run: Any) -> None:
    """Every rule begins in the same column."""
    rows = [row for row in run("show", "layernorm.eq6").stdout.splitlines() if row.strip()[:1].isdigit()]
    rules = ("product of components as a diagonal matrix", "definition of μ", "definition of Π")
    columns = {width_of(row[: row.index(rule)]) for row in rows for rule in rules if row.endswith(rule)}
    assert len(columns) == 1


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("args", [("layernorm.eq6",), ("layernorm.jacobian",), ("layernorm.eq6", "--line", "7")])
def test_nothing_is_wider_than_the_terminal(
    run: Any, monkeypatch: pytest.MonkeyPatch, width: int, args: tuple[str, ...]
) -> None:
    """Long formulas fold, with and without a terminal, and no row ends in blanks."""
    monkeypatch.setenv("COLUMNS", str(width))
    rows = run("show", *args).stdout.splitlines()
    assert max(map(width_of, rows)) <= width
    assert all(row == row.rstrip() for row in rows)


def test_the_ledger_and_what_is_assumed(run: Any) -> None:
    """Side conditions and declared properties are printed."""
    output = run("show", "layernorm.eq6").stdout
    assert "\ngiven ε ≥ 0\n" in output
    assert "\nproved for all N ≥ 1\nwhere σ² + ε > 0\n" in output


def test_a_theorem_without_derivation_shows_its_chain(run: Any) -> None:
    """The terms of the chain stand where the lines would."""
    assert "1    tr(Π)\n2  = N - 1\n" in run("show", "layernorm.projector_trace", code=0).stdout


def test_one_line_in_index_notation(run: Any) -> None:
    """--line expands that line only."""
    plain, fine = run("show", "layernorm.centring").stdout, run("show", "layernorm.centring", "--line", "4").stdout
    added = [row for row in fine.splitlines() if row not in plain.splitlines()]
    assert added
    assert any("δₙₘ" in row for row in added)
    assert all(row.startswith("     ") for row in added)


def test_every_line_in_index_notation(run: Any) -> None:
    """--fine expands every line."""
    found = json.loads(run("show", "layernorm.centring", "--fine", "--json").stdout)
    first, *others = found["lines"]
    assert "fine" not in first
    assert all(part[0]["justification"] for line in others for part in line["fine"])
    assert all(
        set(row) == {"text", "latex", "justification"} for line in others for part in line["fine"] for row in part
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("layernorm.eq7",), "did you mean layernorm.eq6"),
        (("layernrm.eq6",), "did you mean layernorm?"),
        (("layernorm.eq6", "--line", "99"), "no line 99 to expand: layernorm.eq6 has"),
        (("layernorm.projector_trace", "--line", "2"), "has no derivation"),
    ],
)
def test_labels_and_lines_that_are_not_there(run: Any, args: tuple[str, ...], message: str) -> None:
    """A message with the nearest labels, and exit code 2."""
    result = run("show", *args, code=2)
    assert message in result.stderr
    assert result.stdout == ""


def test_json(run: Any) -> None:
    """The schema derive-show/1."""
    found = json.loads(run("show", "layernorm.eq6", "--json").stdout)
    assert set(found) == {
        "schema", "label", "title", "doc", "source", "hypotheses", "lines", "verdict", "scope", "conditions",
        "kind", "statement", "witness", "reason", "parts", "backing", "not_certified",
            "digest", "declared", "near_misses",
    }  # fmt: skip
    assert (found["kind"], found["witness"], found["reason"], found["parts"]) == ("equation", None, "", [])
    assert found["statement"]["text"].startswith("g ⊙ (a - μ 1) / √(σ² + ε) + b = ")
    assert found["schema"] == "derive-show/1"
    assert (found["backing"], found["not_certified"]) == ("verifier", "")
    assert (found["verdict"], found["scope"], found["conditions"]) == ("proved", "all N ≥ 1", ["σ² + ε > 0"])
    assert all(set(line) == {"number", "text", "latex", "rules"} for line in found["lines"])
    assert [line["number"] for line in found["lines"]] == list(range(1, len(found["lines"]) + 1))


@pytest.mark.usefixtures("structured")
def test_a_statement_with_its_parts(run: Any) -> None:
    """Title, words, sentence, verdict; every part with what it says, and the parts of a part below it; the source."""
    result = run("show", "structured.nullity")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "structured.nullity: one dimension is lost\n"
        "The null space of Π has dimension 1.\n"
        "\n"
        "  the null space of Π has dimension 1\n"
        "\n"
        "proved, not certified, for all N ≥ 1\n"
        "not certified: the format has no place for the kind nullity\n"
        "\n"
        "parts (nullity)\n"
        "  1 null space: proved by its parts\n"
        "      the null space of Π is spanned by 1\n"
        "    1.1 annihilation: proved\n"
        "        Π 1 = 0\n"
        "    1.2 splitting: proved\n"
        "        I = 1 (1 / N)ᵀ + IΠ\n"
        "  2 a basis: proved\n"
        "      (1 / N) · 1 = 1\n"
        "\n"
    )
    output = run("show", "structured.null_direction").stdout
    assert "given 1 · a = 0, a ≠ 0\n" in output
    assert output.count("given") == 1  # of a part, what the whole assumes is not said again
    assert "  they imply it: where Mv = 0, the splitting gives v = b (l · v)\n" in output
    assert output.endswith("source: A book, Eq. (5)\n")


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.usefixtures("structured")
def test_no_statement_is_wider_than_the_terminal(run: Any, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """Sentences and parts fold."""
    monkeypatch.setenv("COLUMNS", str(width))
    for label in ("null_space_gained", "null_direction", "nullity"):
        assert max(map(width_of, run("show", f"structured.{label}").stdout.splitlines())) <= width


@pytest.mark.usefixtures("structured")
def test_json_of_a_statement(run: Any) -> None:
    """The same keys as of an equation; no lines, but parts."""
    found = json.loads(run("show", "structured.null_direction", "--json").stdout)
    assert set(found) == set(json.loads(run("show", "structured.idempotent", "--json").stdout))
    assert (found["schema"], found["lines"], found["verdict"]) == ("derive-show/1", [], "proved")
    assert (found["scope"], found["hypotheses"]) == ("all N ≥ 2", ["1 · a = 0", "a ≠ 0"])
    first, second = found["parts"]
    assert (first["number"], first["name"], first["kind"], first["verdict"]) == (
        "1",
        "annihilation",
        "equation",
        "proved",
    )
    assert first["statement"]["text"] == "(I - aaᵀ / |a|²) a = 0"
    assert second["statement"]["latex"].startswith("I = ")


@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        (
            structures.null_line_of_projector(structures.a),
            ["refuted", "  annihilation: Πa = 0", "  at N = 2, a = (1, -1)", "  left side:  (1, -1)"],
        ),
        (
            structures.NullLine(structures.Pi, structures.one, structures.one, structures.identity(structures.N)),
            ["  2 splitting: refuted", "      I = 1 1ᵀ + IΠ", "      at N = 2"],
        ),
        (
            structures.AtLeast(structures.norm(structures.a), structures.N, structures.a),
            ["refuted", "  at N = 1, a = (0)", "  0 < 1", "  |a| = 0"],
        ),
        (equation(structures.Pi, -structures.Pi), ["refuted", "  at N = 2"]),
    ],
)
def test_what_is_not_proved(
    run: Any, structured: Theory, monkeypatch: pytest.MonkeyPatch, statement: Any, rows: list[str]
) -> None:
    """The counterexample with what fails there, or the part that is missing; exit code 1."""
    false = Theorem("structured.false", "false", statement)
    monkeypatch.setattr(sys.modules[THEORIES["structured"]], "THEORY", replace(structured, stated=(false,)))
    result = run("show", "structured.false", code=1)
    for row in rows:
        assert row in result.stdout.splitlines()
    found = json.loads(run("show", "structured.false", "--json").stdout)
    assert found["verdict"] in ("refuted", "unsupported")
    assert (found["witness"] is None) == (found["verdict"] == "unsupported")
    assert "is unsupported" in run("latex", "structured.false").stderr or found["verdict"] == "refuted"


def test_a_statement_has_no_lines(run: Any, structured: Theory) -> None:
    """--line is refused as for a theorem without a derivation."""
    result = run("show", structured.find_theorem("null_space").label, "--line", "2", code=2)
    assert "no line 2 to expand: structured.null_space has no derivation" in result.stderr


def test_the_lines_as_sympy(run: Any) -> None:
    """--sympy prints Python: the words are comments, and run, it makes one expression for each line."""
    result = run("show", "layernorm.eq6", "--sympy", code=0)
    comments = [row for row in result.stdout.splitlines() if row.startswith("#")]
    assert comments[0] == "# layernorm.eq6: The geometric form, Eq. (1) = Eq. (6)"
    assert comments[1:] == ["# given ε ≥ 0", "# proved for all N ≥ 1", "# where σ² + ε > 0"]
    names: dict[str, Any] = {}
    exec(result.stdout, names)
    assert len(names["lines"]) == 10
    terms = [line.term for line in find_theorem("layernorm.eq6").derivation.lines]  # type: ignore[union-attr]
    assert [read_line(expr, before=terms) for expr in names["lines"]] == terms


@pytest.mark.parametrize(
    ("label", "words"),
    [
        (
            "layernorm.left_null_space",
            ["# given gₙ ≠ 0 for every n", "# proved for all N ≥ 1", "sides = [", "DiagMatrix(g)"],
        ),
        ("layernorm.hessian", ["None,  # 1: Grad of shape (N × N)", "None,  # 6: Basis of shape (N)"]),
        ("layernorm.unit_gains", ["DiagMatrix(OneMatrix(N, 1)),  # 1", "Identity(N),  # 2"]),
    ],
)
def test_other_theorems_as_sympy(run: Any, label: str, words: list[str]) -> None:
    """The sides of a statement or a chain; an operation that SymPy lacks is named in the place of its line."""
    result = run("show", label, "--sympy", code=0)
    for word in words:
        assert word in result.stdout
    exec(result.stdout, {})


@pytest.mark.parametrize("other", ["--fine", "--json"])
def test_sympy_stands_alone(run: Any, other: str) -> None:
    """It is Python: neither JSON nor expansions fit beside it."""
    result = run("show", "layernorm.eq6", "--sympy", other, code=2)
    assert "--sympy prints every line, as Python alone" in result.stderr
