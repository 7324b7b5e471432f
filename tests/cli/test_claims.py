"""``derive claims``: what is asked for is decided and shown, as text and as JSON, and the exit code says how it went."""

from __future__ import annotations

import json
from typing import Any

import pytest

from derive import claims as catalogue
from derive.claims.claim import Claim, Claims
from derive.claims.vocabulary import Reading, Undefined, corrected, note, quoted, read, unless, without
from derive.cli.console import width_of
from derive.language.build import dot, norm, zeros
from derive.language.hypotheses import equal, not_zero
from derive.statements.conjunction import all_of
from derive.statements.equation import equation
from derive.statements.statement import Statement
from derive.statements.undefined import undefined_somewhere
from derive.theories.layernorm.names import N, Pi, a, one, v

TRUE = equation(Pi * Pi, Pi)
FALSE = equation(Pi * a, a)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Claims:
    """A catalogue of one claim of each sort."""
    made = Claims()

    @made.claim("R-1", "Eq. (1)", "TRUE", theorem="layernorm.projector_idempotent")
    @note("a remark")
    def idempotent() -> Statement:
        """Π is idempotent."""
        return all_of(once=TRUE, with_a=equation(Pi * Pi * a, Pi * a, not_zero(a)))

    @made.claim("R-2", "§II", "TRUE-IF")
    @unless("v ≠ 0", not_zero(v))
    @without(lambda: Undefined(undefined_somewhere(v / norm(v))))
    def unit() -> Statement:
        """v/|v| is a unit vector."""
        return equation(norm(v / norm(v)), 1, not_zero(v))

    @made.claim("R-3", "§III", "TRUE-IF")
    @quoted("1 · a = 0", "the hyperplane")
    @without(lambda: FALSE)
    def kept() -> Statement:
        """Π keeps a."""
        return equation(Pi * a, a, equal(dot(one, a), 0))

    @made.claim("B-1", "Abstract", "FALSE")
    @corrected(lambda: [TRUE, all_of(first=TRUE, second=TRUE)])
    def wrong() -> Statement:
        """Π changes nothing."""
        return all_of(true=TRUE, false=FALSE)

    @made.claim("B-2", "Abstract", "ILL-TYPED")
    @corrected(lambda: [equation(dot(one, Pi * a), 0)])
    def shapes() -> Statement:
        """1 · Πa is the zero vector."""
        return equation(dot(one, Pi * a), zeros(N))

    @made.claim("B-3", "Abstract", "TRUE-IF")
    @read("as we read it", "unit")
    @without(lambda: Reading("unit"))
    def as_read() -> Statement:
        """Π is unit."""
        return TRUE

    made.words("B-4", "Abstract", "It is crucial.")
    use(monkeypatch, made)
    return made


def use(monkeypatch: pytest.MonkeyPatch, claims: list[Claim]) -> None:
    """Make these the catalogue."""
    monkeypatch.setattr(catalogue, "all_claims", lambda: tuple(claims))


def test_each_claim_with_its_verdict(run: Any, few: Claims) -> None:
    """Id, verdict, place, words; where it fails, and what is true instead; a summary at the end."""
    result = run("claims", code=0)
    for wanted in (
        "R: P. M. Riechers, Geometry and Dynamics of LayerNorm\n",
        "R-1  proved  [Eq. (1)]\n      Π is idempotent.\n",
        "R-2  proved if: v ≠ 0  [§II]\n      v/|v| is a unit vector.\n      without that v / |v| is not defined everywhere\n"
        "        such as at N = 1, v = (0)\n",
        "      false without that at N = 1, a = (1)\n        left side:  (0)\n        right side: (1)\n",
        "B-1  refuted  [Abstract]\n      Π changes nothing.\n      fails (false) at N = 1, a = (1)\n",
        "      instead (proved): ΠΠ = Π\n      instead (proved):\n        first: ΠΠ = Π\n        second: ΠΠ = Π\n",
        "      fails:\n        left side:  scalar\n        right side: vector of length N\n",
        "the source leaves a word of it undefined",
        "B-4  not mathematical  [Abstract]\n      It is crucial.\n",
        "7 claims (4 proved; 2 refuted; 1 not mathematical): all as expected",
    ):
        assert wanted in result.stdout
    assert "decided:" not in result.stdout


def test_claims_asked_for_by_id_are_shown_whole(run: Any, few: Claims) -> None:
    """The statement part by part, the theorem and the note; only what was asked for, in the order of the catalogue."""
    result = run("claims", "B-4", "R-1", code=0)
    assert "      decided:\n        once: ΠΠ = Π\n        with a: ΠΠa = Πa, given a ≠ 0\n" in result.stdout
    assert "theorem: layernorm.projector_idempotent" in result.stdout
    assert "note: a remark" in result.stdout
    assert result.stdout.index("R-1") < result.stdout.index("B-4")
    assert "R-2" not in result.stdout


def test_source(run: Any, few: Claims) -> None:
    """The claims of one source; a letter without one is a mistake, and the letters are named."""
    assert "R-1" not in run("claims", "--source", "B").stdout
    assert "sources: R, N, B, J" in run("claims", "--source", "X", code=2).stderr


def test_an_empty_selection_is_an_error(run: Any, few: Claims) -> None:
    """A claim of another source, or a catalogue without any of this one: nothing was decided, and it says so."""
    for arguments in (("R-1", "--source", "B"), ("R-1", "--source", "B", "--json")):
        result = run("claims", *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "R-1: not of the source B" in result.stderr
    result = run("claims", "--source", "J")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no claims to decide" in result.stderr
    assert run("claims", "NOPE").exit_code == 2


def test_unknown_id(run: Any, few: Claims) -> None:
    """An id that is none ends with exit code 2, and close ids."""
    result = run("claims", "R-11")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no claim 'R-11'" in result.stderr
    assert "did you mean R-1" in result.stderr


def test_json(run: Any, few: Claims) -> None:
    """The schema: its name, every field of every claim, and the counts."""
    data = json.loads(run("claims", "--json").stdout)
    assert data["schema"] == "derive-claims/1"
    by_id = {each["id"]: each for each in data["claims"]}
    assert list(by_id) == ["R-1", "R-2", "R-3", "B-1", "B-2", "B-3", "B-4"]
    for each in data["claims"]:
        for field in (
            "id", "source", "place", "kind", "says", "statement", "verdict", "as_expected", "scope", "added", "conditions",
            "witness", "without_hypotheses", "corrected", "theorem", "reason", "note", "undecided",
        ):  # fmt: skip
            assert field in each
    assert by_id["B-1"]["witness"] == {"N": 1, "a": ["1"], "lhs": ["0"], "rhs": ["1"]}
    assert by_id["R-1"]["conditions"] == ["with a: a ≠ 0"]
    assert (by_id["R-2"]["without_hypotheses"], by_id["B-3"]["without_hypotheses"]) == ("undefined", "reading")
    assert by_id["B-4"]["verdict"] == "none"
    assert [by_id[id]["kind"] for id in ("R-1", "R-2", "B-1", "B-2", "B-4")] == [
        "TRUE", "TRUE-IF", "FALSE", "ILL-TYPED", "NOT-MATH",
    ]  # fmt: skip
    assert by_id["R-2"]["added"] == [{"words": "v ≠ 0", "ground": "it leaves out a null set"}]
    assert data["summary"] == {
        "proved": 4, "well-posed": 0, "refuted": 2, "unsupported": 0, "none": 1, "not_certified": 0, "unexpected": [],
    }  # fmt: skip


def test_unexpected_claims_fail(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict that is not that of its kind is said, listed, and ends with exit code 1, in JSON too."""
    use(monkeypatch, [Claim("J-1", "here", "TRUE", "so it is", lambda: FALSE)])
    result = run("claims", code=1)
    assert "NOT as expected, which is TRUE" in result.stdout
    assert "1 claim (1 refuted): NOT as expected: J-1" in " ".join(result.stdout.split())
    assert json.loads(run("claims", "--json", code=1).stdout)["summary"]["unexpected"] == ["J-1"]


def test_durations(run: Any, few: Claims) -> None:
    """The K slowest, after the rest; beside JSON on stderr, so that the JSON stays one."""
    assert len(run("claims", "--durations", "2").stdout.split("slowest of")[1].splitlines()) == 3
    result = run("claims", "--json", "--durations", "1")
    json.loads(result.stdout)
    assert "slowest of" in result.stderr


@pytest.mark.parametrize("columns", [80, 120])
def test_lines_fit_the_terminal(run: Any, few: Claims, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """No line is wider than the terminal."""
    monkeypatch.setenv("COLUMNS", str(columns))
    assert max(map(width_of, run("claims", *(each.id for each in few)).stdout.splitlines())) <= columns


def test_jobs_give_the_same_answer(run: Any) -> None:
    """By two processes the same is said, in the same order, as text and as JSON."""
    for form in ((), ("--json",)):
        alone, together = (
            run("claims", "R-01", "B-02", "N-15", *form, "--no-cache", *jobs) for jobs in ((), ("-j", "2"))
        )
        assert (together.exit_code, together.stdout) == (alone.exit_code, alone.stdout)
        assert alone.stdout.count("R-01") == 1
