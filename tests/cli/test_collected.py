"""What `derive check` collects of a Python file: verdicts and statements of every kind, and what is expected of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import derive
from derive import InputError

HEAD = """\
import derive
N = derive.dimension("N")
x, y = derive.vector("x", N), derive.vector("y", N)
s = derive.scalar("s")
"""
#: Ways to state x = y, or what fails as it does, at the top level of a file.
FALSE = [
    "claim = derive.prove(x, y)",
    "claim: object = derive.prove(x, y)",
    "claim = derive.equation(x, y)",
    "claim = derive.equations([y, y, x])",
    "claim = derive.equation(x, y).decide()",
    "claim = derive.chain(x + x, 2 * x, x * 3)",
    "claim = derive.bound(derive.dot(x, x), '>=', 1)",
    "claim = derive.prove(derive.bound(derive.dot(x, x), '>=', 1))",
    "claim = [derive.prove(x, y)]",
    "claim = {'one': (derive.prove(x, x), [derive.prove(x, y)])}",
    "claim = {derive.prove(x, y)}",
    "claim = [[[[[[[[[[[[derive.prove(x, y)]]]]]]]]]]]]",
    "first, claim = derive.prove(x, x), derive.prove(x, y)",
    "claim = derive.prove(derive.sqrt(s**2), s)",
    "claim = derive.prove(derive.tanh(2 * s), 2 * derive.tanh(s) / (1 + derive.tanh(s) ** 2))",
    "from derive.authoring.vocabulary import near_miss\nclaim = near_miss('true', x, x)",
    "from derive.authoring.theory import Theorem\nclaim = Theorem('mine.claim', 'claim', derive.equation(x, y))",
    "claim = derive.expect(derive.prove(x, x), 'refuted')",
    "claim = derive.expect(derive.prove(x, y), 'unsupported')",
    "claim = derive.expect(derive.prove(x, y), 'vacuous')",
    "claim = derive.expect(derive.prove(x, y), 'proved')",
    "assert derive.prove(x, y).status == 'proved'",
]
#: The same for what comes out as it should.
TRUE = [
    "claim = derive.prove(x + x, 2 * x)",
    "claim = derive.chain(x + x, 2 * x, x * 2)",
    "claim = derive.equation(x + x, 2 * x)",
    "claim = derive.prove(derive.bound(derive.dot(x, x), '>=', 0))",
    "claim = derive.bound(derive.dot(x, x), '>=', 0)",
    "claim = derive.expect(derive.prove(x, y), 'refuted', 'another vector')",
    "claim = derive.expect(derive.equation(x, y), 'refuted')",
    "claim = derive.expect(derive.chain(x + x, 2 * x, x * 3), 'refuted')",
    "claim = derive.expect(derive.prove(derive.bound(derive.dot(x, x), '>=', 1)), 'refuted')",
    "claim = derive.expect(derive.prove(derive.tanh(2 * s), 2 * derive.tanh(s) / (1 + derive.tanh(s)**2)), 'unsupported')",
    "claim = derive.expect(derive.prove(s / (N - N), 2), 'unsupported')",
    "claim = [derive.expect(derive.prove(x, y), 'refuted')]",
    "verdict = derive.prove(x, y)\nclaim = derive.expect(verdict, 'refuted')",
    "statement = derive.bound(derive.dot(x, x), '>=', 1)\nclaim = derive.expect(derive.prove(statement), 'refuted')",
    "from derive.authoring.vocabulary import near_miss\nclaim = near_miss('another', x, y)",
    "claim = derive.prove(x, x)\nhypothesis = derive.equal(x, y)",
]


@pytest.fixture
def check(run: Any, tmp_path: Path) -> Any:
    """``check(body, …)``: the result of checking a file."""

    def checked(body: str, *options: str) -> Any:
        path = tmp_path / "claims.py"
        path.write_text(HEAD + body + "\n", encoding="utf-8")
        return run("check", str(path), *options)

    return checked


def records(result: Any) -> list[dict[str, Any]]:
    """The obligations in JSON."""
    found: list[dict[str, Any]] = json.loads(result.stdout)["obligations"]
    return found


@pytest.mark.parametrize("body", FALSE)
def test_what_is_not_proved_fails(check: Any, body: str) -> None:
    """However it is stated; the file and line are named."""
    result = check(body)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "NOT as expected" in result.stdout
    assert "  FAILED  " in result.stdout
    assert f"claims.py:{len(HEAD.splitlines()) + len(body.splitlines())}" in "".join(result.stdout.split())


@pytest.mark.parametrize("body", TRUE)
def test_what_comes_out_as_it_should(check: Any, body: str) -> None:
    """Proved, or what is expected of it."""
    result = check(body)
    assert (result.exit_code, result.stderr) == (0, ""), result.stdout
    assert "all as expected" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    "body",
    ["", "claim = derive.equal(x, y)", "claims = [derive.positive(s)]", "claim = derive.prove(x, y).status",
     "def claim():\n    return derive.prove(x, y)", "empty = []", "loop = []; loop.append(loop)"],
)  # fmt: skip
def test_a_file_in_which_nothing_is_found(check: Any, body: str) -> None:
    """It is an error, which says what is looked for."""
    result = check(body)
    assert result.exit_code == 2
    assert "nothing to check: no module-level verdict" in result.stderr


def test_lists_that_are_nested_too_deeply(check: Any) -> None:
    """They are refused, not passed over."""
    result = check("good = derive.prove(x, x)\ndeep = []\nfor _ in range(60):\n    deep = [deep]")
    assert (result.exit_code, "nested deeper than 50" in result.stderr) == (2, True)


def test_an_object_with_two_names_is_checked_once(check: Any) -> None:
    """Under its first; what is marked is marked under all of its names."""
    body = "one = derive.prove(x + x, 2 * x)\ntwo = one\nmany = [one, two]"
    assert [o["label"] for o in records(check(body, "--json"))] == ["claims.one"]
    body = "one = derive.prove(x, y)\ntwo = derive.expect(one, 'refuted')"
    assert [(o["label"], o["expected"]) for o in records(check(body, "--json"))] == [("claims.two", "refuted")]


def test_labels_of_what_stands_in_lists(check: Any) -> None:
    """The name with its place in the list, and the line of the name."""
    found = records(check("all = {'a': [derive.prove(x, x)]}", "--json"))
    assert [(o["label"], o["line"]) for o in found] == [("claims.all['a'][0]", 5)]


def test_what_is_expected_is_shown(check: Any) -> None:
    """With the note; of what is not so what came out, with its side conditions."""
    shown = check("claim = derive.expect(derive.prove(x, y), 'refuted', 'another vector')").stdout
    assert "  refuted  claims.claim  as expected: another vector" in shown
    shown = " ".join(check("claim = derive.expect(derive.prove(s / s, 1), 'refuted', 'why')").stdout.split())
    assert "proved for all data, where s ≠ 0, but expected to be refuted: why" in shown


def test_two_theories(check: Any) -> None:
    """Any theory at the top level is checked; its near misses must be refuted."""
    made = (
        "from derive.authoring.theory import Theory\nfrom derive.authoring.vocabulary import near_miss\n"
        "def made(name, wrong):\n"
        "    theory = Theory(name, name, 'One.', ('me',))\n"
        "    def one():\n        '''x + x = 2x.'''\n        return x + x, 2 * x\n"
        "    theory.theorem('one', 'me')(near_miss('wrong', x, wrong)(one))\n"
        "    return theory\n"
    )
    found = check(made + "first, second = made('first', y), made('second', y)")
    assert found.exit_code == 0
    assert "first.one" in found.stdout
    assert "second.one" in found.stdout
    assert check(made + "first, second = made('first', y), made('second', x)").exit_code == 1
    twice = records(check(made + "first, second = made('a', y), made('a', x)", "--json"))
    assert len({o["label"] for o in twice}) == 2, "the second of a name does not hide the first"


def test_a_theorem_without_its_title(check: Any) -> None:
    """Near misses above a function are not passed over."""
    word = "from derive.authoring.vocabulary import near_miss\n"
    found = check(word + "@near_miss('another', y)\ndef one():\n    'x = x.'\n    return x, x")
    assert (found.exit_code, "the theorem one without its title" in found.stderr) == (2, True)


def test_a_file_is_read_as_it_is_now(check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also within the second in which bytecode was kept of a file as long."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert check("claim = derive.prove(x + x, 2 * x)").exit_code == 0
    assert check("claim = derive.prove(x + x, 3 * x)").exit_code == 1


def test_expected_is_true_when_it_comes_out() -> None:
    """And says so in words."""
    x, y = derive.scalar("x"), derive.scalar("y")
    right, wrong = derive.expect(derive.prove(x, y), "refuted"), derive.expect(derive.prove(x, x), "refuted", "no")
    assert (bool(right), bool(wrong)) == (True, False)
    assert (str(right), str(wrong)) == ("refuted, as expected", "proved, but expected to be refuted (no)")
    assert derive.expect(derive.equation(x, x), "proved")
    assert derive.expect(derive.chain(x, x, y), "refuted")
    nothing = derive.prove(x / (x - x), y)
    assert derive.expect(nothing, "unsupported")
    assert bool(derive.expect(nothing, "vacuous")) == nothing.vacuous


@pytest.mark.parametrize(("what", "status"), [(True, "refuted"), (None, "refuted"), ("x = y", "refuted")])
def test_what_can_be_expected(what: Any, status: str) -> None:
    """Verdicts and statements, and one of the statuses."""
    with pytest.raises(InputError, match="what is expected to come out"):
        derive.expect(what, status)
    with pytest.raises(InputError, match="one of proved, refuted, unsupported, vacuous"):
        derive.expect(derive.prove(derive.scalar("x"), 1), "false")
