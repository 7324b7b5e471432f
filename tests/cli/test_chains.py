"""``derive find``: lines that nobody wrote, in the terminal, as Python, LaTeX and JSON."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from derive.derivation.derivation import Derivation
from derive.reading import environment_of_theory, read_term
from derive.theories.layernorm.maps import EQ1, EQ6
from derive.theories.registry import load_theory

EQ_1 = "g*((a - mu*one)/sqrt(sigma2 + eps)) + b"
EQ_6 = "sqrt(N)*diag(g)*(Pi*a/sqrt(norm(Pi*a)^2 + N*eps)) + b"


def test_a_derivation_is_printed_line_by_line(run: Any) -> None:
    """As read, with the reason beside each line, and the verdict."""
    rows = run("find", "a - mu*one", "Pi*a", code=0).stdout.splitlines()
    assert rows[0] == "read as: a - μ 1 = Πa"
    assert rows[1] == "names:   μ, Π of layernorm"
    numbered = [row for row in rows if row[:1].isdigit()]
    assert numbered[1].split("  ")[0].startswith("2")
    assert numbered[1].endswith("definition of μ")
    assert numbered[-1].startswith("5  = Πa")
    assert rows[-1] == "proved for all N ≥ 1"


def test_equation_1_to_equation_6(run: Any) -> None:
    """By definitions, lemmas and algebra; the theorem itself is no rule."""
    data = json.loads(run("find", EQ_1, EQ_6, "--json", code=0).stdout)
    assert (data["schema"], data["verdict"], data["scope"]) == ("derive-find/1", "proved", "all N ≥ 1")
    assert data["conditions"] == ["σ² + ε > 0"]
    assert [line["number"] for line in data["lines"]] == list(range(1, len(data["lines"]) + 1))
    assert len(data["lines"]) <= 12
    assert data["lines"][0]["rules"] == []
    assert all(len(line["rules"]) == 1 for line in data["lines"][1:])
    assert 0 < data["work"] <= data["limit"]
    names = environment_of_theory(load_theory("layernorm"))
    assert (read_term(EQ_1, names), read_term(EQ_6, names)) == (EQ1, EQ6)


@pytest.mark.parametrize(
    "arguments",
    [
        (EQ_1, EQ_6),
        ("sqrt(c/t)", "sqrt(c)/sqrt(t)", "--declare", "scalar c; scalar t > 0"),
        ("c + c*0", "c", "--rule", "nothing added: c + c*0 = c"),
        ("sqrt(c^2)", "c", "--given", "nonneg c", "--rule", "root of a square: sqrt(c^2) = c given nonneg c"),
        ("dot(m, m)*0 + c", "norm(m)^2*0 + c", "--declare", "dimension N; vector m : N; scalar c"),
        ("mu*one", "dot(a, one)/N*one"),
    ],
)
def test_what_is_pasted_runs(run: Any, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """The Python that is printed makes the same lines, and `derive check` checks them."""
    lines = json.loads(run("find", *arguments, "--json", code=0).stdout)["lines"]
    file = tmp_path / "pasted.py"
    file.write_text(run("find", *arguments, "--python", code=0).stdout, encoding="utf-8")
    proof = runpy.run_path(str(file))["proof"]
    assert isinstance(proof, Derivation)
    checked = [line.justification for line in proof.checked().lines[1:]]
    assert checked == [", ".join(line["rules"]) for line in lines[1:]]
    assert "proof" in run("check", str(file), code=0).output


def test_latex_to_paste(run: Any) -> None:
    """One display with reasons; LaTeX is read as well."""
    rows = run("find", r"\vec a - \mu \vec 1", r"\Pi \vec a", "--latex", code=0).stdout.splitlines()
    assert (rows[0], rows[-1]) == (r"\begin{align*}", r"\end{align*}")
    assert rows[1].endswith(r"&& \text{definition of $\mu$} \\")
    assert all("&= " in row for row in rows[1:-1])


def test_sides_that_are_not_equal(run: Any) -> None:
    """Refuted with a counterexample: exit code 1."""
    rows = run("find", "a", "Pi*a", code=1).stdout.splitlines()
    assert "refuted" in rows
    assert any(row.strip().startswith("at N = 1, a = ") for row in rows)
    data = json.loads(run("find", "a", "Pi*a", "--json", code=1).stdout)
    assert (data["verdict"], data["lines"], data["work"]) == ("refuted", [], 0)
    assert data["witness"] is not None
    assert run("find", "a", "Pi*a", "--python", code=1).stdout.splitlines() == rows


def test_sides_of_two_shapes(run: Any) -> None:
    """Refuted as `derive prove` refutes them."""
    assert "refuted (ill-typed)" in run("find", "a", "a.T", code=1).stdout.splitlines()


def test_no_lines_are_found(run: Any) -> None:
    """Unsupported, with what was tried: exit code 1."""
    sides = "(a + b).T*(a + b)", "a.T*a + 2*(a.T*b) + b.T*b"
    output = run("find", *sides, "--declare", "dimension N; vector a, b : N", code=1).stdout
    assert "unsupported: the sides are equal, but no lines between them were found" in output
    assert "they lead no further" in output
    data = json.loads(run("find", EQ_1, EQ_6, "--limit", "40", "--json", code=1).stdout)
    assert (data["verdict"], data["scope"], data["lines"]) == ("unsupported", "", [])
    assert "the limit of 40 steps of work was reached" in data["reason"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("a - (", "Pi*a"), "found '='"),
        (("", ""), "found"),
        (("a = b", "Pi*a"), "what is to be derived is no equation of two sides"),
        (("a <= b", "Pi*a"), "what is to be derived is no equation of two sides"),
        (("zzz", "Pi*a"), "unknown name"),
        (("(" * 400 + "a" + ")" * 400, "a"), "deep"),
        (("a", "a", "--theory", "layernrom"), "there is no theory"),
        (("a", "a", "--rule", "2*a = a + a"), "without a name"),
        (("a", "a", "--rule", "twice: 2*a"), "found the end"),
        (("a", "a", "--rule", "twice: a <= a"), "the rule 'twice' is no equation of two sides"),
        (("a", "a", "--rule", "a = b: 2*a = a + a"), "without a name in words"),
        (("a", "a", "--rule", "a false one: 2*a = a"), "is not a theorem by itself"),
        (("a", "a", "--limit", "0"), "--limit"),
        (("a", "a", "--json", "--python"), "two ways to print"),
        ((r"\vec a", r"\vec a", "--declare", "use layernorm", "--python"), "declarations in LaTeX"),
    ],
)
def test_what_cannot_be_read(run: Any, arguments: tuple[str, ...], said: str) -> None:
    """An error with what was found: exit code 2."""
    result = run("find", *arguments, code=2)
    assert said in result.stderr
    assert result.stdout == ""


def test_one_line_where_nothing_is_to_be_derived(run: Any) -> None:
    """Two ways to write one line."""
    rows = run("find", "a + b", "b + a", code=0).stdout.splitlines()
    assert [row for row in rows if row[:1].isdigit()] == ["1    a + b"]


def test_long_work_is_told(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many steps of the limit were done is on stderr while it works."""
    from derive.cli import console

    monkeypatch.setattr(console, "FIRST", 0.0)
    monkeypatch.setattr(console, "EVERY", 0.01)
    stderr = run("find", EQ_1, EQ_6, code=0).stderr
    assert any(row.startswith("find: ") and " of 800000 steps" in row for row in stderr.splitlines())
