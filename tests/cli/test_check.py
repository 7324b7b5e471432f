"""``derive check``: theories, labels, the user's Python files, JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from derive import verifier

HEAD = """\
from derive.derivation.derivation import Derivation, rule
from derive.language.build import diag, dimension, sqrt, vector
from derive.authoring.theory import Theory
N = dimension("N")
u, v, w = (vector(name, N) for name in "uvw")
as_diag = rule("as a diagonal", u * v, diag(u) * v)
"""
KEYS = {
    "label", "kind", "number", "part", "file", "line", "column", "relation", "lhs", "rhs", "hypotheses", "verdict",
    "expected", "as_expected", "scope", "by", "conditions", "witness", "reason", "readings", "names", "repair",
    "backing", "not_certified", "digest", "declared", "error",
}  # fmt: skip


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """``write(body)``: the path of a file of derivations."""

    def save(body: str, name: str = "proofs.py") -> str:
        path = tmp_path / name
        path.write_text(HEAD + body, encoding="utf-8")
        return str(path)

    return save


def test_a_theory_is_as_expected(run: Any) -> None:
    """Every theorem is proved, every near miss refuted, every convention vacuous; exit code 0."""
    result = run("check", "instancenorm", code=0)
    assert result.stderr == ""
    assert "  proved  instancenorm." in result.stdout
    assert "all as expected" in " ".join(result.stdout.split())
    assert "FAILED" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_json_of_a_theory(run: Any) -> None:
    """The schema: its keys, the kinds of obligations, where they are written, the summary."""
    result = run("check", "layernorm.eq6", "layernorm.jacobian", "--format", "json")
    found = json.loads(result.stdout)
    assert set(found) == {"schema", "obligations", "notes", "summary"}
    assert found["schema"] == "derive-check/1"
    assert all(set(one) == KEYS for one in found["obligations"])
    assert {one["kind"] for one in found["obligations"]} >= {"theorem", "line", "near miss"}
    for one in found["obligations"]:
        assert one["as_expected"] is True
        assert one["expected"] == {"near miss": "refuted", "convention": "vacuous"}.get(one["kind"], "proved")
        assert one["file"].endswith(".py")
        assert isinstance(one["line"], int)
        assert isinstance(one["column"], int)
        assert (one["witness"] is not None) == (one["verdict"] == "refuted")
    eq6 = next(one for one in found["obligations"] if one["label"] == "layernorm.eq6" and one["kind"] == "theorem")
    assert eq6["conditions"] == ["σ² + ε > 0"]
    assert "ε ≥ 0" in eq6["hypotheses"]
    verdicts = [one["verdict"] for one in found["obligations"]]
    assert found["summary"] == {
        **{word: verdicts.count(word) for word in ("proved", "refuted", "unsupported", "error")},
        "not_certified": 0,
        "unexpected": 0,
        "noted": 0,
    }
    assert run("check", "layernorm.eq6", "layernorm.jacobian", "--json").stdout == result.stdout


def test_strict_asks_for_conditions_to_be_stated(run: Any) -> None:
    """A theorem with a side condition fails only with --strict."""
    assert run("check", "layernorm.eq6").exit_code == 0
    result = run("check", "layernorm.eq6", "layernorm.projector_trace", "--strict", code=1)
    assert "its conditions are not stated: σ² + ε > 0" in result.stdout
    assert "proved  layernorm.projector_trace" in result.stdout
    assert "1 NOT as" in result.stdout


def test_a_file_of_derivations(run: Any, write: Any) -> None:
    """Module-level derivations are checked; each line has its own place."""
    path = write("proof = Derivation.start(v * w).by(as_diag)\n")
    result = run("check", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "  proved  proofs.proof  all N ≥ 1" in result.stdout
    found = json.loads(run("check", path, "--json").stdout)["obligations"]
    assert [(one["kind"], one["file"], one["line"], one["column"]) for one in found] == [
        ("theorem", path, 7, 1),
        ("line", path, 7, 33),
    ]


def test_a_line_that_does_not_follow(run: Any, write: Any) -> None:
    """The line's number, its rule, both sides, the witness, the place; the line before it still counts as proved."""
    path = write("wrong = (\n    Derivation.start(v * w)\n    .by(as_diag)\n    .by(as_diag, to=diag(v) * v)\n)\n")
    result = run("check", path, code=1)
    for part in (
        "FAILED  proofs.wrong",
        "line 3 [as a diagonal]: does not follow",
        "expected diag(v) w",
        "found    diag(v) v",
        "witness: N = 1, v = (1), w = (2): left (2), right (1)",
    ):
        assert part in result.stdout
    lines = [one for one in json.loads(run("check", path, "--json").stdout)["obligations"] if one["kind"] == "line"]
    assert [(one["number"], one["verdict"], one["line"]) for one in lines] == [(2, "proved", 9), (3, "refuted", 10)]


def test_a_true_line_by_the_wrong_rule(run: Any, write: Any) -> None:
    """A line that is true but does not follow by its rule is unsupported."""
    path = write("odd = Derivation.start(v + w + w).by(as_diag, to=v + 2 * w)\n")
    line = json.loads(run("check", path, "--json", code=1).stdout)["obligations"][-1]
    assert (line["verdict"], line["number"], line["as_expected"]) == ("unsupported", 2, False)
    assert "but not by this rule" in line["reason"]


def test_a_rule_that_does_not_apply_while_the_file_is_read(run: Any, write: Any) -> None:
    """A derivation that cannot even be built is a failure with its place, not bad input."""
    path = write("proof = Derivation.start(v + w).by(as_diag)\n")
    result = run("check", path)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "[as a diagonal]: the rule does not apply to v + w" in " ".join(result.stdout.split())
    (one,) = json.loads(run("check", path, "--json").stdout)["obligations"]
    assert (one["file"], one["line"], one["verdict"]) == (path, 7, "unsupported")


def test_a_relative_path(run: Any, write: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file named from its own folder is shown as it was named, with its lines."""
    write("proof = Derivation.start(v + w).by(as_diag)\n", "beside.py")
    monkeypatch.chdir(tmp_path)
    assert "FAILED  beside  (beside.py:7)" in run("check", "beside.py").stdout


THEORY = """
from derive.authoring.vocabulary import near_miss
THEORY = Theory("mine", "My theory", "Two theorems.", ("me",))
@THEORY.theorem("products", "me")
@near_miss("{wrong}", {right})
def products():
    '''u ⊙ v = v ⊙ u.'''
    return u * v, v * u
"""


def test_a_file_with_a_theory(run: Any, write: Any) -> None:
    """THEORY is checked with its near misses, under its own labels."""
    result = run("check", write(THEORY.format(wrong="a sum", right="u + v")))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "proofs: My theory" in result.stdout
    assert "proved  mine.products" in result.stdout
    assert "1 theorem, 2 obligations (1 equation, 1 near miss): all as expected" in result.stdout


def test_a_near_miss_that_is_true(run: Any, write: Any) -> None:
    """A near miss must be refuted."""
    result = run("check", write(THEORY.format(wrong="no miss", right="v * u")), code=1)
    assert "the near miss is not refuted but proved for all N ≥ 1: no miss" in result.stdout


@pytest.mark.usefixtures("structured")
def test_structures(run: Any) -> None:
    """A theorem that is no equation, with its parts, stands beside the equations."""
    result = run("check", "structured")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "  proved, not certified  structured.null_direction     all N ≥ 2\n" in result.stdout
    summary = " ".join(result.stdout.splitlines()[-2:])
    assert "7 theorems, 22 obligations" in summary
    assert "(2 equations, 4 near misses, 5 statements, 11 parts)" in summary
    assert summary.endswith("all as expected")


@pytest.mark.usefixtures("structured")
def test_json_of_structures(run: Any) -> None:
    """The sentence and its kind where there is no equation; numbered and named parts; witnesses that say what fails."""
    found = json.loads(run("check", "structured.nullity", "structured.shorter", "--json").stdout)["obligations"]
    assert all(set(one) == KEYS for one in found)
    nullity = [one for one in found if one["label"] == "structured.nullity"]
    assert [(one["kind"], one["number"], one["part"], one["relation"]) for one in nullity] == [
        ("theorem", None, None, "nullity"),
        ("part", 1, "1 null space", "null line"),
        ("part", 2, "1.1 annihilation", "="),
        ("part", 3, "1.2 splitting", "="),
        ("part", 4, "2 a basis", "="),
    ]
    assert (nullity[0]["lhs"], nullity[0]["rhs"]) == ("the null space of Π has dimension 1", "")
    assert (nullity[2]["lhs"], nullity[2]["rhs"], nullity[2]["verdict"]) == ("Π 1", "0", "proved")
    (miss,) = (one for one in found if one["kind"] == "near miss")
    assert (miss["verdict"], miss["expected"], miss["as_expected"]) == ("refuted", "refuted", True)
    assert miss["witness"] == {"N": 1, "a": ["1"], "|Πa|²": "0", "|a|²": "1", "says": "0 < 1"}
    assert all(one["file"].endswith("structures.py") for one in found)


STATEMENTS = """
from tests.structures import NULLITY, AtLeast, null_line_of_projector
from derive.authoring.theory import Theorem
from derive.authoring.vocabulary import NearMiss, equation
base = null_line_of_projector()
miss = null_line_of_projector(u)
listed = Theorem("mine.listed", "a line", base, near_misses=(NearMiss("another", miss),))
judged = equation(u + u, 2 * u).decide()
"""


def test_a_file_of_statements(run: Any, write: Any) -> None:
    """Statements and verdicts of a module are checked, each once; near misses with their theorem."""
    path = write(STATEMENTS)
    result = run("check", path)
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(run("check", path, "--json").stdout)["obligations"]
    assert [(one["label"], one["kind"], one["line"]) for one in found] == [
        ("proofs.NULLITY", "theorem", None),
        *[("proofs.NULLITY", "part", None)] * 4,
        ("mine.listed", "theorem", 13),
        *[("mine.listed", "part", 13)] * 2,
        ("mine.listed", "near miss", 13),
        ("proofs.judged", "theorem", 14),
    ]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("false = null_line_of_projector(u)", ["theorem: refuted", "annihilation: Πu = 0", "left side:  (1, -1)"]),
        ("low = AtLeast(N * N, 4 + 0 * N, u)", ["theorem: refuted", "at N = 1", "1 < 4"]),
        (
            "vain = AtLeast(N * N + 0, N, u)",
            ["theorem: unsupported", "part 1 a square more: refuted", "a square more: refuted: "],
        ),
        (
            "dull = Theorem('mine.dull', 'dull', base, near_misses=(NearMiss('no miss', base),))",
            ["the near miss is not refuted but proved, not certified,", "no miss"],
        ),
    ],
)
def test_statements_that_are_not_as_expected(run: Any, write: Any, line: str, parts: list[str]) -> None:
    """What is refuted, which part is missing, which near miss is true; exit code 1."""
    result = run("check", write(STATEMENTS + line + "\n"), code=1)
    for part in ("FAILED", *parts):
        assert part in result.stdout


def test_strict_asks_it_of_statements_too(run: Any, write: Any) -> None:
    """What the terms of a statement need must be a hypothesis."""
    body = "from tests.structures import *\nline = NullLine(DIRECTION.matrix, a, a / norm(a) ** 2, identity(N))\n"
    path = write(body.replace("line =", "BOUND = GAINED = NULLITY = DIRECTION; line ="))
    assert run("check", path).exit_code == 0
    assert "its conditions are not stated: a ≠ 0" in run("check", path, "--strict", code=1).stdout


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("x = (\n", "proofs.py:7: '(' was never closed"),
        ("1 / 0\n", "proofs.py:7: the file raised ZeroDivisionError: division by zero"),
        ("import sys; sys.exit(3)\n", "proofs.py:7: the file ends the program (3)"),
        ("x = 1\n", "proofs.py: nothing to check: no module-level verdict, Derivation"),
        ("\nu + N * N * diag(v)\n", "proofs.py:8: "),
        ("u ** 10**9\n", "proofs.py:7: "),
        ("x = " + "(" * 100_000 + ")" * 100_000 + "\n", "proofs.py"),
        ("x = " + "-" * 100_000 + "1\n", "proofs.py"),
    ],
)
def test_files_that_cannot_be_used(run: Any, write: Any, body: str, message: str) -> None:
    """The file and line, and what is wrong; exit code 2 and no output."""
    result = run("check", write(body), code=2)
    assert result.stderr.startswith("derive: error: ")
    assert message in result.stderr
    assert result.stdout == ""


BROKEN = """
wrong = rule('wrong', u * v, u)
theory = Theory("mine", "Mine")
@theory.theorem("by what is false", "me")
def false():
    'u v = u'
    return Derivation.start(u * v).by(wrong)
@theory.theorem("by another rule", "me")
def other():
    'u + v = diag(u) v'
    return (Derivation.start(u + v)
        .by(as_diag))
@theory.theorem("of a slip", "me")
def slip():
    'nothing'
    return undefined_name
@theory.theorem("true", "me")
def good():
    'u + v = v + u'
    return u + v, v + u
"""


def test_a_theorem_that_cannot_be_made(run: Any, write: Any) -> None:
    """Fails where it is written, beside others that are checked; a rule that is none does, too."""
    path = write(BROKEN)
    found = json.loads(run("check", path, "--json", code=1).output)["obligations"]
    said = [(o["label"], o["verdict"], o["line"] - HEAD.count("\n")) for o in found if not o["as_expected"]]
    assert said == [("mine.false", "error", 7), ("mine.other", "unsupported", 12), ("mine.slip", "error", 16),
                    ("proofs.wrong", "error", 2)]  # fmt: skip
    assert [o["label"] for o in found if o["as_expected"]] == ["mine.good"]
    shown = " ".join(run("check", path, code=1).stdout.split())
    for words in (
        "the rule 'wrong' is not a theorem by itself",
        "mine.slip raised NameError",
        "does not apply to u + v",
    ):
        assert words in shown
    assert "mine.slip raised NameError" in run("show", f"{path}:slip", code=2).stderr


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.py", b"", "the file is empty"),
        ("blank.py", b" \n\n", "the file is empty"),
        ("latin.py", b"x = '\xe9'", "byte 5 is not UTF-8"),
        ("nul.py", b"x = 1\0", "nul.py:1: "),
        ("large.py", b"#" * 2_000_001, "more than 2000000 bytes"),
        ("notes.txt", b"x", "neither a Python file (.py) nor a paper"),
        ("latin.tex", b"\\[ x = \xe9 \\]", "byte 7 is not UTF-8"),
        ("absent.md", None, "no such file"),
        ("folder.tex", "folder", "a folder"),
        ("absent.py", None, "No such file or directory"),
        ("folder.py", "folder", "a folder"),
    ],
)
def test_targets_that_cannot_be_read(run: Any, tmp_path: Path, name: str, content: Any, message: str) -> None:
    """Whatever is given as a target ends in a message and exit code 2."""
    path = tmp_path / name
    if content == "folder":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)
    result = run("check", str(path), code=2)
    assert message in result.stderr
    assert "hint: " in result.stderr


@pytest.mark.parametrize(
    ("target", "hint"),
    [("layernrm", "did you mean layernorm?"), ("layernorm.eq7", "layernorm.eq6"), ("zzzzzz", "derive list")],
)
def test_unknown_targets(run: Any, target: str, hint: str) -> None:
    """Names near to a target get the nearest."""
    assert hint in run("check", target, code=2).stderr


def test_helpers_beside_a_file_can_be_imported(run: Any, write: Any) -> None:
    """A file imports from its own folder, as a script does, and leaves the import path as it was."""
    import sys

    before = list(sys.path)
    write("helper_proof = Derivation.start(v * w).by(as_diag)\n", "derive_test_helper.py")
    result = run("check", write("from derive_test_helper import helper_proof\n"))
    sys.modules.pop("derive_test_helper", None)
    assert "proved  proofs.helper_proof" in result.stdout
    assert sys.path == before


def test_jobs_give_the_same_answer(run: Any, write: Any) -> None:
    """Worker processes find what one process finds, in the same order."""
    path = write("p = Derivation.start(v * w).by(as_diag)\nq = Derivation.start(w * v).by(as_diag)\n")
    alone, together = run("check", path, "--json"), run("check", path, "--json", "-j", "2")
    assert together.exit_code == 0
    assert together.stdout == alone.stdout


OPEN = """import derive

from derive.statements.undefined import UndefinedSomewhere

open_ = UndefinedSomewhere(1 / derive.scalar("t"))
"""


def test_what_is_not_certified(run: Any, write: Any) -> None:
    """It is proved, said to be not certified with the reason, counted apart, and fails where all must be certified."""
    path = write(OPEN)
    said = " ".join(run("check", path, code=0).stdout.split())
    assert re.search(r" proved, not certified \S+open_ .*? not certified: the format has no place for", said)
    assert "1 of them proved, not certified: all as expected" in said
    found = json.loads(run("check", path, "--json").stdout)
    (made,) = found["obligations"]
    assert (made["verdict"], made["backing"]) == ("proved", "search")
    assert made["not_certified"] == "the format has no place for the kind undefined"
    assert (found["summary"]["proved"], found["summary"]["not_certified"]) == (1, 1)
    assert "not certified: the format has no place" in " ".join(run("check", path, "--strict", code=1).stdout.split())


def test_papers_count_what_is_not_certified(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the rows, in the summary, and for GitHub."""
    monkeypatch.setattr("derive.verifier.verify", lambda *_: verifier.Result("rejected", "no"))
    paper = tmp_path / "paper.tex"
    paper.write_text("% derive: scalar t\n\\[ \\log(\\exp(t)) = t \\]\n", encoding="utf-8")
    said = " ".join(run("check", str(paper)).stdout.split())
    assert "1 relation (1 proved, not certified): all as expected" in said
    notice = run("check", str(paper), "--format", "github").stdout
    assert "1 obligation (1 proved, not certified): all as expected" in notice
    assert "proved, not certified, for all data" in notice
