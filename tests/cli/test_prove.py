"""``derive prove``: statements, verdicts in words, and JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

DECLARE = "dimension K; matrix X : N x K; vector q : K"


@pytest.mark.parametrize(
    ("args", "printed"),
    [
        (("Pi*Pi = Pi",), ["read as: ΠΠ = Π", "names:   Π of layernorm", "proved for all N ≥ 1"]),
        (
            ("G*G^-1 = I",),
            ["read as: GG⁻¹ = I", "names:   G of layernorm", "proved for all N ≥ 1", "where gₙ ≠ 0 for every n"],
        ),
        (
            ("Pi*v = v", "--given", "one.T*v = 0"),
            ["read as: Πv = v", "names:   Π of layernorm", "given:   1ᵀ v = 0", "proved for all N ≥ 1"],
        ),
        (
            ("Pi*v = v given one.T*v = 0",),
            ["read as: Πv = v", "names:   Π of layernorm", "given:   1ᵀ v = 0", "proved for all N ≥ 1"],
        ),
        (("-a = -1*a",), ["read as: -a = (-1) a", "proved for all N ≥ 1"]),
        (
            ("norm(X*q)^2 = q.T*X.T*X*q", "--declare", DECLARE),
            ["read as: |Xq|² = qᵀ Xᵀ Xq", "proved for all N ≥ 1, K ≥ 1"],
        ),
        (
            ("norm(X*q)^2 = q.T*X.T*X*q", "--declare", "dimension K", "--declare", "matrix X : N x K; vector q : K"),
            ["read as: |Xq|² = qᵀ Xᵀ Xq", "proved for all N ≥ 1, K ≥ 1"],
        ),
        (("one.T*q = dot(ones(K), q)", "--declare", DECLARE), ["read as: 1ᵀ q = 1 · q", "proved for all K ≥ 1"]),
        (
            ("sqrt(eps)^2 = eps",),
            ["read as: (√ε)² = ε", "given:   ε ≥ 0", "proved for all data"],
        ),
    ],
)
def test_proved(run: Any, args: tuple[str, ...], printed: list[str]) -> None:
    """How it was read, what was assumed, for which sizes, and the ledger; exit code 0."""
    result = run("prove", *args)
    assert result.stdout.splitlines() == printed
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("statement", "printed"),
    [
        ("sqrt(c^2) = c", ["read as: √(c²) = c", "refuted", "  at c = -1", "  left side:  1", "  right side: -1"]),
        (
            "Pi = a",
            [
                "read as: Π = a",
                "names:   Π of layernorm",
                "refuted (ill-typed)",
                "  left side:  N × N matrix",
                "  right side: vector of length N",
            ],
        ),
        (
            "norm(Pi*a)^2 = N*sigma2 = dot(a, a)",
            [
                "read as: |Πa|² = Nσ² = a · a",
                "names:   Π, σ² of layernorm",
                "1. |Πa|² = Nσ²",
                "   proved for all N ≥ 1",
                "2. Nσ² = a · a",
                "   refuted",
                "     at N = 1, a = (1)",
                "     left side:  0",
                "     right side: 1",
                "the chain is refuted",
            ],
        ),
        (
            "tanh(2*c) = 2*tanh(c)/(1 + tanh(c)^2)",
            [
                "read as: tanh(2c) = 2 tanh(c) / (1 + tanh(c)²)",
                "unsupported: no rule for tanh(c), tanh(2c), and no counterexample found",
                "not looked into: tanh(c), tanh(2c)",
            ],
        ),
        (
            "a/(one.T*Pi*a) = g/(one.T*Pi*a)",
            [
                "read as: a / (1ᵀ Πa) = g / (1ᵀ Πa)",
                "names:   Π of layernorm",
                "unsupported: (vacuous) a divisor that is identically 0: 1ᵀ Πa",
            ],
        ),
    ],
)
def test_not_proved(run: Any, statement: str, printed: list[str]) -> None:
    """A witness to be followed by hand, or the reason; exit code 1."""
    result = run("prove", statement)
    assert result.stdout.splitlines() == printed
    assert (result.exit_code, result.stderr) == (1, "")


@pytest.mark.parametrize(
    ("args", "printed"),
    [
        (
            (r"\vec a \cdot \vec 1 = N \mu", "--declare", "use layernorm"),
            ["read as: a · 1 = Nμ", "names:   μ of layernorm", "proved for all N ≥ 1"],
        ),
        ((r"\Pi\Pi = \Pi",), ["read as: ΠΠ = Π", "names:   Π of layernorm", "proved for all N ≥ 1"]),
        (
            (r"\|X\vec q\|^2 = q^\top X^\top X q", "--declare", DECLARE),
            ["read as: |Xq|² = qᵀ Xᵀ Xq", "proved for all N ≥ 1, K ≥ 1"],
        ),
        (
            (r"\Pi \vec v = \vec v", "--given", r"\vec 1 \cdot \vec v = 0"),
            ["read as: Πv = v", "names:   Π of layernorm", "given:   1 · v = 0", "proved for all N ≥ 1"],
        ),
        (("a^T a = |a|^2", "--latex"), ["read as: aᵀ a = |a|²", "proved for all N ≥ 1"]),
        (
            (r"|\Pi \vec a|^2 \le N(\sigma^2 + \epsilon)",),
            ["read as: |Πa|² ≤ N (σ² + ε)", "names:   Π, σ² of layernorm", "given:   ε ≥ 0", "proved for all N ≥ 1"],
        ),
        (
            (r"\bar x = \frac1N \sum_i x_i", "--declare", r"let \bar x = \vec 1^\top \vec x / N"),
            ["read as: x̄ = (1 / N) Σᵢ xᵢ", "proved for all N ≥ 1"],
        ),
    ],
)  # fmt: skip
def test_latex(run: Any, args: tuple[str, ...], printed: list[str]) -> None:
    """A backslash, or --latex, makes it LaTeX; what was read is printed back."""
    result = run("prove", *args)
    assert result.stdout.splitlines() == printed
    assert (result.exit_code, result.stderr) == (0, "")


def test_latex_refuted(run: Any) -> None:
    """A false formula has its witness; the place in JSON is that of the relation sign."""
    assert "at N = 2, a = (1, -1)" in run("prove", r"\sigma^2 = \frac{|\Pi \vec a|^2}{N - 1}", code=1).stdout
    found = json.loads(run("prove", r"\sigma^2 = \frac{|\Pi \vec a|^2}{N - 1}", "--json").stdout)["obligations"]
    assert [(one["line"], one["column"], one["verdict"]) for one in found] == [(1, 10, "refuted")]


def test_the_first_component_that_differs_is_named(run: Any) -> None:
    """A witness with several components says where the sides part."""
    result = run("prove", "dot(a, one)*v = dot(v, one)*a", code=1)
    assert "first difference: component " in result.stdout
    assert " ≠ " in result.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("Pi*Pi",), "1:6: found the end, expected an operator or a relation sign such as ="),
        (("",), "found an empty text"),
        (("fnord = fnord",), "unknown"),
        (("a + G = a",), "derive: error: 1:3: "),
        (("a^1000000000 = a",), "an exponent of 1000000000; the limit is"),
        (("(" * 100_000 + "a = a",), "the limit is"),
        (("(" * 5_000 + "a" + ")" * 5_000 + " = a",), "nested deeper than"),
        (("-" * 15_000 + "a = a",), "derive: error: "),
        (("a = a", "--theory", "layernrm"), "did you mean layernorm?"),
        (("a = a", "--declare", "vector"), "--declare:1:"),
        (("a = a", "--given", "a <= v"), "--given:1:"),
        (("a <= v",), "a bound with shape"),
        (("c < eps > 0",), "different ways"),
        ((r"\Pi\Pi",), "1:7: found a formula alone, expected a relation sign"),
        ((r"\vec a = \xi",), r"1:10: the unknown name \xi"),
        ((r"\vec a \vec b = 0",), "two column vectors side by side"),
        ((r"{c + c}^2 \vec a = 0",), "two readings"),
        ((r"\write18{rm -rf /}",), r"the unknown command \write"),
        (("a = a", "--declare", r"scalar \epsilon > \xi"), r"--declare:1:19: the unknown name \xi"),
        (("a = a", "--given", r"\vec a \le 0"), "--given:1:1: the condition 'nonneg' of shape (N)"),
        ((r"c \approx c",), "nothing exact"),
        (("a = \udcff",), "derive: error: "),
    ],
)
def test_what_cannot_be_read(run: Any, args: tuple[str, ...], message: str) -> None:
    """The place, what was found and expected; exit code 2 and no output."""
    result = run("prove", *args, code=2)
    assert result.stderr.startswith("derive: error: ")
    assert message in result.stderr
    assert result.stdout == ""


def test_mistyped_options_are_not_read_as_statements(run: Any) -> None:
    """A statement may begin with a minus sign; a wrong option is still a usage error."""
    assert "--delcare" in run("prove", "a = a", "--delcare", "vector q : N", code=2).stderr


def test_json(run: Any) -> None:
    """The schema derive-prove/1, one obligation for each link."""
    found = json.loads(run("prove", "norm(Pi*a)^2 = N*sigma2 = dot(a, a)", "--json", code=1).stdout)
    assert found["schema"] == "derive-prove/1"
    first, second = found["obligations"]
    assert (first["verdict"], first["line"], first["column"], first["number"]) == ("proved", 1, 14, 1)
    assert (second["verdict"], second["line"], second["column"], second["number"]) == ("refuted", 1, 25, 2)
    assert second["witness"] == {"N": 1, "a": ["1"], "lhs": "0", "rhs": "1"}
    assert found["summary"] == {
        "proved": 1, "refuted": 1, "unsupported": 0, "error": 0, "not_certified": 0, "unexpected": 1,
    }  # fmt: skip
    assert [one["backing"] for one in found["obligations"]] == ["verifier", None]


def test_a_bound(run: Any) -> None:
    """Bounds are proved by the normal form of their difference, or refuted with both sides at a point."""
    assert "proved for all N ≥ 1" in run("prove", "norm(Pi*a)^2 <= N*(sigma2 + eps)", code=0).stdout
    result = run("prove", "abs(var((a - mu*one)/sqrt(sigma2 + 1/100000)) - 1) < 1/100000", code=1)
    assert "refuted\n  at N = 1, a = (1)\n" in result.stdout
    (record,) = json.loads(run("prove", "0 <= norm(a) < 3", "--json").stdout)["obligations"]
    assert (record["verdict"], record["relation"], record["line"]) == ("refuted", "bound", 1)
    assert record["witness"]["a"] == ["3"]


@pytest.mark.parametrize(
    ("args", "first"),
    [
        (("mu = dot(a, one)/N",), "names:   μ of layernorm"),
        (("mu = dot(a, one)/N", "--declare", "let q = norm(a)", "--theory", "layernorm"), "names:   μ of layernorm"),
        (("mu = dot(a, one)/N", "--declare", "let mu = dot(a, one)/N"), "proved for all N ≥ 1"),
        (
            ("mu = dot(a, one)/N", "--declare", "let mu = dot(a, one)/N", "--theory", "layernorm"),
            "proved for all N ≥ 1",
        ),
        (("dot(a, a) = norm(a)^2",), "proved for all N ≥ 1"),
        (("dot(a, a) = norm(a)^2", "--declare", "assume one.T*a = 0"), "given:   1ᵀ a = 0"),
        ((r"\hat v = v / |v|",), "names:   hat of layernorm"),
        (("c = c", "--given", "mu = 0"), "names:   μ of layernorm"),
        ((r"\mu = \vec 1^\top \vec a / N",), "names:   μ of layernorm"),
        ((r"\mu = 2 c", "--declare", r"let \mu = 2 c"), "proved for all data"),
        (
            (r"\mu = \vec 1^\top \vec a / N", "--declare", "vector x : N", "--theory", "layernorm"),
            "names:   μ of layernorm",
        ),
        ((r"\mu = \vec 1^\top \vec a / N", "--declare", "use layernorm; vector x : N"), "names:   μ of layernorm"),
        ((r"\sigma^2 + \mu = \mu + \sigma^2", "--declare", r"use layernorm; let \mu = 3"), "names:   σ² of layernorm"),
        ((r"N (\sigma^2 + \epsilon) \ge |\Pi \vec a|^2",), "names:   σ², Π of layernorm"),
    ],
)
def test_names_of_a_theory(run: Any, args: tuple[str, ...], first: str) -> None:
    """Below the reading stands which names came from a theory: none of those that are declared."""
    result = run("prove", *args)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[1] == first


@pytest.mark.parametrize(
    ("args", "unknown"),
    [
        (("sigma2 = c", "--declare", "scalar c"), "sigma2"),
        (("Pi*x = x", "--declare", "vector x : N"), "Pi"),
        (("mu = c", "--declare", "let c = 2"), "mu"),
        (("G = G", "--declare", "let c = 2"), "G"),
        (("norm(y) = norm(x)", "--declare", "vector x : N"), "y"),
        (("c = t", "--declare", "dimension t"), "c"),
        ((r"\sigma^2 = c", "--declare", "scalar c"), r"\sigma^2"),
        ((r"\Pi x = x", "--declare", "dimension N; vector x : N"), r"\Pi"),
        ((r"\mu = c", "--declare", r"let c = \tfrac12"), r"\mu"),
        ((r"\Pi_2 = c", "--declare", "use rmsnorm"), r"\Pi"),
        ((r"|y| = |x|", "--latex", "--declare", "vector x : N"), "y"),
    ],
)
def test_names_of_a_theory_are_not_there_beside_declarations(run: Any, args: tuple[str, ...], unknown: str) -> None:
    """Nothing that looks like the author's is a theory's; nor, beside declared symbols, a letter that was not declared."""
    result = run("prove", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert unknown in result.stderr
    assert "--theory layernorm" in result.stderr or "rmsnorm" in args[-1]


def test_readings_in_json(run: Any) -> None:
    """What has two readings is a record with both; what cannot be read at all is one without."""
    result = run("prove", r"A \cdot B = A B", "--declare", "dimension N; matrices A, B : N x N", "--json")
    (record,) = json.loads(result.stdout)["obligations"]
    assert (result.exit_code, record["verdict"], len(record["readings"])) == (1, "error", 2)
    assert record["readings"][0] in record["reason"]
    result = run("prove", r"A A = 1", "--declare", "dimension N; matrices A, B : N x N", "--latex", "--json")
    (record,) = json.loads(result.stdout)["obligations"]
    assert (result.exit_code, record["verdict"], len(record["readings"])) == (2, "error", 2)
    assert record["readings"][0] in record["reason"]
    (record,) = json.loads(run("prove", "x = zz", "--json").stdout)["obligations"]
    assert (record["verdict"], record["readings"]) == ("error", [])


def test_names_in_json(run: Any) -> None:
    """Each obligation has them, a bound too."""
    for statement in ("sigma2 = norm(Pi*a)^2/N", "norm(Pi*a)^2 <= N*(sigma2 + eps)"):
        (found,) = json.loads(run("prove", statement, "--json").stdout)["obligations"]
        assert [sorted(names.removesuffix(" of layernorm").split(", ")) for names in found["names"]] == [["Π", "σ²"]]
    (found,) = json.loads(run("prove", "norm(a)^2 = dot(a, a)", "--json").stdout)["obligations"]
    assert found["names"] == []


def test_a_theory_that_nobody_asked_for_settles_nothing(run: Any) -> None:
    """Its names are there; a power of a vector has its two readings."""
    assert "powers of vectors: dot" in run("prove", r"\vec a^2 = \vec a \odot \vec a", code=1).stdout
    assert run("prove", r"\vec a^2 = \vec a \odot \vec a", "--theory", "layernorm").exit_code == 0
    assert run("prove", "a^2 = a*a").exit_code == 0


def test_one_equation_is_decided() -> None:
    """The theory whose names are used is not decided with it: its rules and theorems wait until they are asked for."""
    counting = (
        "import derive.statements.equation as equation\n"
        "asked, decide = [], equation._verdict\n"
        "equation._verdict = lambda *sides: asked.append(sides) or decide(*sides)\n"
        "from derive.cli.app import main\n"
        "main(['prove', 'Pi*Pi = Pi'], standalone_mode=False)\n"
        "print(len(asked))\n"
    )
    made = subprocess.run([sys.executable, "-c", counting], capture_output=True, text=True, check=True)
    assert made.stdout.splitlines()[-2:] == ["proved for all N ≥ 1", "1"]
