"""A rule justifies a line only where its hypotheses hold, and what the lines need is said of the whole."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import CliRunner

import derive
from derive.authoring.theory import Theorem, check_theorem
from derive.cli.app import main
from derive.derivation.derivation import CheckedDerivation, Derivation, Line, Rule, Step, rule
from derive.errors import DerivationError, DeriveError, InputError
from derive.language.build import (
    basis,
    dimension,
    dot,
    grad,
    identity,
    index,
    matrix,
    norm,
    ones,
    outer,
    scalar,
    sqrt,
    sum_,
)
from derive.language.hypotheses import Hypothesis, equal, idempotent, nonneg, nonzero, positive
from derive.language.terms import Term, as_term
from derive.statements.equation import equations, prove_equation
from tests.words import N, u, v, w

c, d, p, x, y = (scalar(name) for name in "cdpxy")
q, t = scalar("q", "nonzero"), scalar("t", "nonneg")
A, E = matrix("A", N, N), matrix("E", N, N, "idempotent")
i, j, k, m = index("i", N), index("j", N), index("k", N), dimension("M")
centring = identity(N) - outer(ones(N), ones(N)) / N

OBVIOUS = rule("it is obvious", x, y, hypotheses=[equal(x, y)])
OBVIOUS_VECTOR = rule("it is obvious", u, v, hypotheses=[equal(u, v)])
OBVIOUS_DIFFERENCE = rule("it is obvious", x, y, hypotheses=[equal(3 * x - 3 * y, 0)])
ABSOLUTE = rule("root of a square", x, sqrt(x**2), hypotheses=[nonneg(x)])
ABSOLUTE_DECLARED = rule("root of a declared square", t, sqrt(t**2))
SAME_ROOT = rule("square of a root", x, sqrt(x) ** 2)
ONE = rule("quotient of equals", x / x, 1)
CANCEL = rule("divisor cancels", q * x / q, x)
IDEMPOTENT = rule("idempotent matrix", E * E, E)
PYTHAGORAS = rule(
    "theorem of Pythagoras", norm(u + v) ** 2, norm(u) ** 2 + norm(v) ** 2, hypotheses=[equal(dot(u, v), 0)]
)
ZERO_ENTRY = rule("multiple of a zero entry", u[i] * x, 0, hypotheses=[equal(u[i], 0)])
SUM_DIFFERENCE = rule("sum of differences", sum_(k, u[k] - x), sum_(k, u[k]) - N * x)
FIXED = rule("equal vectors", u, v, (), hypotheses=[equal(u, v)])
THREE = rule("three dimensions", N * x, 3 * x, (x,), hypotheses=[equal(N, 3)])
CONSTANT = rule("derivative of a constant", grad(c, x), 0, (c,))


def one_step(start: Term, law: Rule, end: object, *given: Hypothesis) -> Derivation:
    """A derivation of one line, as written."""
    return Derivation.start(start, given).by(law, to=end)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "derivation",
    [
        pytest.param(one_step((c + d) ** 2, OBVIOUS, c**2 + 2 * c * d + d**2), id="x = y where x = y is what is shown"),
        pytest.param(
            one_step((c + d) ** 2, OBVIOUS, c**2 + 2 * c * d + d**2, equal(c, c)), id="beside an empty equality"
        ),
        pytest.param(one_step((c + d) ** 2, OBVIOUS, (c + d) * 2 * c, equal(c, d)), id="beside another equality"),
        pytest.param(one_step((u + v) * w, OBVIOUS_VECTOR, u * w + v * w), id="the same of vectors"),
        pytest.param(
            one_step((c + d) ** 2, OBVIOUS_DIFFERENCE, c**2 + 2 * c * d + d**2), id="the same as a difference"
        ),
        pytest.param(one_step(c**2 + d, ABSOLUTE_DECLARED, sqrt(c**4) + d, nonneg(d)), id="a whole of no known sign"),
        pytest.param(one_step(0 * c, ABSOLUTE, 0 * sqrt(c**2)), id="x = |x| of any c, in a true line"),
        pytest.param(one_step(0 * c, ABSOLUTE_DECLARED, 0 * sqrt(c**2)), id="of any c, with a declared sign"),
        pytest.param(one_step(0 * c, ABSOLUTE, 0 * sqrt(c**2), nonneg(d)), id="the sign of another symbol"),
        pytest.param(
            one_step(norm(v + w) ** 2 * 0, PYTHAGORAS, (norm(v) ** 2 + norm(w) ** 2) * 0), id="not orthogonal"
        ),
        pytest.param(
            one_step(norm(v + w) ** 2 * 0, PYTHAGORAS, (norm(v) ** 2 + norm(w) ** 2) * 0, equal(dot(u, w), 0)),
            id="orthogonal to another vector",
        ),
        pytest.param(one_step(c * (d * x) / c - d * x, CONSTANT, 0), id="a rule about derivatives of no derivative"),
        pytest.param(one_step(grad(c * x, x) - grad(c * x, x), CONSTANT, 0), id="∂p/∂x = 0 of what depends on x"),
        pytest.param(one_step(grad(x, x) * 0, CONSTANT, 0 * c), id="∂p/∂x = 0 of x"),
        pytest.param(one_step(0 * v[k] * c, ZERO_ENTRY, 0), id="an entry that is not 0"),
        pytest.param(one_step(0 * v[k] * c, ZERO_ENTRY, 0, equal(w[k], 0)), id="an entry of another vector"),
        pytest.param(
            one_step(grad(dot(u - v, w), u) * 0, FIXED, grad(dot(v - v, w), u) * 0, equal(u, v)),
            id="an equality inside of a derivative by one of its sides",
        ),
        pytest.param(one_step(0 * grad(c, c), ABSOLUTE, 0 * grad(sqrt(c**2), c), nonneg(c)), id="c ≥ 0 inside of ∂/∂c"),
        pytest.param(one_step(0 * (A * A * v), IDEMPOTENT, 0 * (A * v)), id="AA = A of any A"),
        pytest.param(one_step(0 * sum_(k, v[k]), ABSOLUTE, 0 * sum_(k, sqrt(v[k] ** 2))), id="any entry under a sum"),
        pytest.param(
            one_step((A * basis(j))[j] * c, ZERO_ENTRY, 0, equal((A * basis(i))[i], 0)),
            id="the diagonal is 0, and not the column that is put for u",
        ),
        pytest.param(
            one_step(0 * (m * c), THREE, 0 * (3 * c), equal(N, 3)), id="a size that is known, and another that is not"
        ),
        pytest.param(one_step(0 * sqrt(c**2), ABSOLUTE.reversed(), 0 * c), id="from right to left"),
    ],
)
def test_a_rule_is_not_used_where_its_hypotheses_are_not_established(derivation: Derivation) -> None:
    """Although the line is true: a rule under hypotheses says nothing where they are not known to hold."""
    before, after = (line.term for line in derivation.lines)
    with pytest.raises(DerivationError, match=r"is true, but not by this rule|does not follow"):
        derivation.checked()
    if prove_equation(before, after, derivation.hypotheses).status == "proved":
        with pytest.raises(DerivationError, match="is true, but not by this rule"):
            derivation.checked()


@pytest.mark.parametrize(
    ("derivation", "given", "where"),
    [
        pytest.param(one_step(c + d, ABSOLUTE, sqrt(c**2) + d, nonneg(c)), "c ≥ 0", "", id="given"),
        pytest.param(one_step(c + d, ABSOLUTE, sqrt(c**2) + d, positive(c)), "c > 0", "", id="implied"),
        pytest.param(one_step(c**2 + d, ABSOLUTE, sqrt((c**2) ** 2) + d), "", "", id="read off: a square"),
        pytest.param(one_step(c + sqrt(c), ABSOLUTE, sqrt(c**2) + sqrt(c)), "", "c ≥ 0", id="by what the line needs"),
        pytest.param(one_step(t + d, ABSOLUTE, sqrt(t**2) + d), "", "", id="declared"),
        pytest.param(one_step(c + d, OBVIOUS, d + d, equal(c, d)), "c = d", "", id="x = y where it is assumed"),
        pytest.param(one_step(c + d, OBVIOUS, d + d, equal(0, d - c)), "0 = d - c", "", id="written in another way"),
        pytest.param(
            one_step(norm(v + w) ** 2, PYTHAGORAS, norm(v) ** 2 + norm(w) ** 2, equal(dot(w, v), 0)),
            "w · v = 0",
            "",
            id="orthogonal",
        ),
        pytest.param(one_step(v[k] * c, ZERO_ENTRY, 0, equal(v[k], 0)), "vₖ = 0 for every k", "", id="of every entry"),
        pytest.param(
            one_step(dot(u, w), FIXED, dot(v, w), equal(u, v)), "u = v", "", id="symbols that are no variables"
        ),
        pytest.param(one_step(A * A * v, IDEMPOTENT, A * v, idempotent(A)), "A idempotent", "", id="a property given"),
        pytest.param(
            one_step(centring * centring * v, IDEMPOTENT, centring * v), "", "", id="one that the kernel decides"
        ),
        pytest.param(one_step(c * d / c, CANCEL, d), "", "c ≠ 0", id="c ≠ 0 by the line before"),
        pytest.param(one_step(c * d / c, CANCEL, d, nonzero(c)), "c ≠ 0", "", id="c ≠ 0 given"),
        pytest.param(one_step(c / c + d, ONE, 1 + d), "", "c ≠ 0", id="a division"),
        pytest.param(one_step(1 + d, ONE.reversed(), c / c + d), "", "c ≠ 0", id="from right to left"),
        pytest.param(
            one_step(sum_(k, v[k] / v[k]), ONE, sum_(k, as_term(1))), "", "vₖ ≠ 0 for every k", id="under a sum"
        ),
        pytest.param(
            one_step(grad(c * sqrt(c**2), c), ABSOLUTE.reversed(), grad(c * c, c), positive(c)),
            "c > 0",
            "",
            id="c > 0 inside of ∂/∂c",
        ),
    ],
)
def test_a_rule_is_used_where_they_are(derivation: Derivation, given: str, where: str) -> None:
    """What is given and what the lines need are printed, each once."""
    checked = derivation.checked()
    rows = str(checked).splitlines()
    assert [row for row in rows if row.startswith("given ")] == ([f"given {given}"] if given else [])
    assert [row for row in rows if row.startswith("where ")] == ([f"where {where}"] if where else [])
    shown = derive.latex(checked)
    assert ("\ngiven $" in shown) >= bool(given)  # what is declared, too
    assert (", wherever $" in shown) == bool(where)


THERE_AND_BACK = Derivation.start(c + d).by(SAME_ROOT, to=sqrt(c) ** 2 + d).by(SAME_ROOT.reversed(), to=c + d)


def test_what_the_lines_between_need_stands_in_the_ledger_of_the_whole() -> None:
    """c + d = (√c)² + d = c + d needs c ≥ 0, although first = last does not."""
    checked = THERE_AND_BACK.checked()
    assert checked.conditions == (nonneg(c),) == checked.only_between
    assert checked.verdict.conditions == checked.theorem.conditions == ()
    assert str(checked).splitlines()[-3:] == [
        "proved for all data",
        "where c ≥ 0",
        "(first = last holds without c ≥ 0)",
    ]
    assert r"for all data, wherever $c \geq 0$" in derive.latex(checked)
    entry = Theorem("there.and_back", "There and back", equations((c + d, c + d)), proof=THERE_AND_BACK)
    assert check_theorem(entry).conditions == (nonneg(c),)


def test_the_command_line_says_so_too(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """`derive check` of a file and the snippet for papers."""
    from derive.report.snippet import snippet

    entry = Theorem("there.and_back", "There and back", equations((c + d, c + d)), proof=THERE_AND_BACK)
    assert r"Wherever $c \geq 0$" in snippet(check_theorem(entry)).replace("Then, w", "W")
    file = tmp_path / "there.py"
    file.write_text(
        "from derive.derivation.derivation import Derivation, rule\n"
        "from derive.language.build import scalar, sqrt\n"
        "c, d, x = scalar('c'), scalar('d'), scalar('x')\n"
        "root = rule('square of a root', x, sqrt(x) ** 2)\n"
        "proof = Derivation.start(c + d).by(root, to=sqrt(c) ** 2 + d).by(root.reversed(), to=c + d)\n"
    )
    found = CliRunner().invoke(main, ["check", str(file)])
    assert found.exit_code == 0
    assert "proved  there.proof  all data, where c ≥ 0" in found.output
    strict = CliRunner().invoke(main, ["check", str(file), "--strict"])
    assert strict.exit_code == 1
    assert "its conditions are not stated: c ≥ 0" in strict.output


def test_lines_that_need_what_contradicts_itself_are_no_derivation() -> None:
    """Each pair of lines has data, all of them together have none."""
    other = rule("square of another root", y, -(sqrt(-1 - y) ** 2) - 1)
    derivation = THERE_AND_BACK.by(other, to=-(sqrt(-1 - c) ** 2) - 1 + d).by(other.reversed(), to=c + d)
    with pytest.raises(DerivationError, match=r"all lines together.*vacuous"):
        derivation.checked()


def _of_another_theorem() -> object:
    return Rule("false", x, x + 1, frozenset({x}), SAME_ROOT.theorem)  # type: ignore[arg-type]


def _used_while_false() -> object:
    return Derivation.start(x).by(rule("adding one", x, x + 1))


def _checked_while_false() -> object:
    return Derivation.start(x).by(rule("adding one", x, x + 1), to=x + 1 - 1).checked()


@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(_of_another_theorem, id="another theorem"),
        pytest.param(_used_while_false, id="used"),
        pytest.param(_checked_while_false, id="checked"),
        pytest.param(lambda: replace(SAME_ROOT, lhs=y).theorem, id="another side"),
        pytest.param(lambda: replace(SAME_ROOT, theorem=ONE.theorem), id="theorem of another"),
        pytest.param(lambda: replace(SAME_ROOT, variables=frozenset({x + y})), id="a variable that is no symbol"),
        pytest.param(lambda: replace(ABSOLUTE, hypotheses=()).theorem, id="without its hypotheses"),
        pytest.param(lambda: copy.deepcopy(SAME_ROOT.theorem), id="a copy of a theorem"),
        pytest.param(lambda: pickle.dumps(SAME_ROOT.theorem), id="pickled"),
        pytest.param(lambda: pickle.dumps(THERE_AND_BACK.checked()), id="a pickled derivation"),
        pytest.param(lambda: Derivation(()), id="a derivation without lines"),
    ],
)
def test_no_rule_is_used_that_is_no_theorem(forge: Callable[[], object]) -> None:
    """Made directly, by replacing a part, by copying; used in a line, or for one that is written."""
    with pytest.raises((DeriveError, TypeError)):
        forge()


def test_a_copy_of_a_rule_is_proved_anew() -> None:
    """A rule is data; its theorem does not travel with it."""
    there = pickle.loads(pickle.dumps(SAME_ROOT))
    assert SAME_ROOT.theorem is not None
    assert there == SAME_ROOT
    assert "theorem" not in vars(there)


def test_the_name_and_the_source_of_a_rule_are_free() -> None:
    """They say nothing of the theorem."""
    assert replace(SAME_ROOT, name="a root squared", source="Euler").theorem is SAME_ROOT.theorem


def test_a_checked_derivation_cannot_be_written_down() -> None:
    """To make one is to replay it: verdicts and steps are not given."""
    false = Derivation((Line(c), Line(d, (SAME_ROOT,))))
    checked = THERE_AND_BACK.checked()
    step = Step(2, c, Line(d), (), checked.verdict)
    with pytest.raises(TypeError):
        CheckedDerivation(false, (step,), checked.verdict)  # type: ignore[call-arg]
    with pytest.raises(DerivationError, match="does not follow"):
        CheckedDerivation(false)
    with pytest.raises(DerivationError, match="does not follow"):
        replace(checked, derivation=false)
    with pytest.raises(ValueError, match="init=False"):
        replace(checked, steps=(step,))


def test_a_line_without_rules_is_not_justified() -> None:
    """Nor by its note."""
    with pytest.raises(DerivationError, match="not by this rule"):
        Derivation((Line(c + c), Line(2 * c, note="clear"))).checked()


def test_no_index_is_captured() -> None:
    """Σₖ (uₖ - vₖ) is no Σₖ (uₖ - x), since x cannot stand for what depends on k."""
    with pytest.raises(DerivationError, match="does not apply"):
        Derivation.start(sum_(k, u[k] - v[k])).by(SUM_DIFFERENCE)


def test_a_single_line_prints() -> None:
    """It is a derivation, of c = c."""
    checked = Derivation.start(sqrt(c)).checked()
    assert str(checked).splitlines() == ["√c", "proved for all data", "where c ≥ 0"]
    first, *_, last = derive.latex(checked).split("\n\n")
    assert first == "\\begin{align*}\n  &\\sqrt{c}\n\\end{align*}"
    assert last.startswith(r"proved for all data, wherever $c \geq 0$")


def test_a_false_rule_still_cannot_be_used() -> None:
    """Under hypotheses that do not imply it."""
    with pytest.raises(InputError, match="not a theorem"):
        _ = rule("root of a square", x, sqrt(x**2), hypotheses=[nonzero(x)]).pattern
