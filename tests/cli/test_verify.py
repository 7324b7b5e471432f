"""``derive verify``: the statement comes from the reader's side, the verdict from the verifier."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from derive.certificates.certificate import certificate_of, fingerprint
from derive.certificates.statements import write_statement
from derive.cli.verify import in_words
from derive.language.build import scalar
from derive.statements.equation import equation
from derive.theories.registry import load_theory


@pytest.fixture
def eq6(tmp_path: Path) -> Path:
    """The certificate of a theorem, in a file."""
    made = certificate_of("layernorm.eq6", load_theory("layernorm").find_theorem("eq6").statement)
    path = tmp_path / "eq6.json"
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


def changed(path: Path, **fields: Any) -> Path:
    """Another file, with other fields."""
    made = {**json.loads(path.read_text("utf-8")), **fields}
    other = path.with_name("changed.json")
    other.write_text(json.dumps(made), encoding="utf-8")
    return other


def test_accepted(run: Any, eq6: Path) -> None:
    """Against the theorem that is installed."""
    result = run("verify", str(eq6))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "accepted" in result.stdout


def test_a_statement_of_ones_own(run: Any, tmp_path: Path) -> None:
    """With --statements, nothing of the installed theories counts."""
    s = scalar("s")
    statement = equation((s + 1) ** 2, s**2 + 2 * s + 1)
    claimed = tmp_path / "statements.json"
    claims = {"schema": "derive-statements/1", "statements": {"mine": write_statement(statement)}}
    claimed.write_text(json.dumps(claims), encoding="utf-8")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(certificate_of("mine", statement)), encoding="utf-8")
    assert run("verify", str(path), "--statements", str(claimed)).exit_code == 0
    assert run("verify", str(path)).exit_code == 1  # no theory has that label


def test_the_statement_is_not_taken_from_the_certificate(run: Any, eq6: Path) -> None:
    """A certificate of something else under the label is rejected, however right it is in itself."""
    s = scalar("s")
    other = certificate_of("layernorm.eq6", equation(s, s))
    path = eq6.with_name("other.json")
    path.write_text(json.dumps(other), encoding="utf-8")
    assert "rejected" in run("verify", str(path), code=1).stderr
    false = write_statement(equation(s, s + 1))
    assert run("verify", str(changed(path, statement=false, sha256=fingerprint(false)))).exit_code == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"body": {"links": []}}, 1),
        ({"body": {}}, 1),
        ({"more": 1}, 1),
        ({"sha256": "0" * 64}, 1),
        ({"label": "layernorm.centring"}, 1),
        ({"label": "layernorm.nothing"}, 1),
        ({"label": "nothing"}, 1),
        ({"label": 3}, 1),
        ({"schema": "derive-statements/1"}, 1),
        ({"schema": "derive-certificate/1"}, 2),
        ({"schema": "derive-certificate/3"}, 2),
    ],
    ids=str,
)
def test_rejected_and_declined(run: Any, eq6: Path, fields: dict[str, Any], code: int) -> None:
    """Whatever is wrong: 1; another version: 2."""
    assert ("rejected", "declined")[code - 1] in run("verify", str(changed(eq6, **fields)), code=code).stderr


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "[" * 100_000, '{"label": "layernorm.eq6"}', '"' + "x" * 5_000_000]
)
def test_hostile_texts(run: Any, tmp_path: Path, text: str) -> None:
    """What is no certificate at all is rejected."""
    path = tmp_path / "hostile.json"
    path.write_text(text)
    assert run("verify", str(path)).exit_code == 1


def test_several(run: Any, eq6: Path) -> None:
    """Those that are not accepted are told, and how many are; one rejected decides the exit code, else one declined."""
    bad, good = str(changed(eq6, body={})), str(eq6)
    result = run("verify", good, bad)
    assert (result.exit_code, result.stderr.count("rejected")) == (1, 1)
    assert result.stdout.splitlines()[-1] == "1 of 2 accepted"
    assert run("verify", str(changed(eq6, schema="derive-certificate/9")), good).exit_code == 2


def test_the_statement_is_named_and_not_the_file(run: Any, eq6: Path) -> None:
    """A copy under the name of another theorem is a certificate of eq6; five copies are one statement."""
    other = eq6.with_name("layernorm.trace.json")
    other.write_text(eq6.read_text("utf-8"), encoding="utf-8")
    result = run("verify", str(other), code=0)
    assert result.stdout.startswith("accepted layernorm.eq6\n")
    assert "sqrt(add(sigma2, eps))" in " ".join(result.stdout.split())
    five = run("verify", *[str(eq6)] * 4, str(other), code=0)
    assert five.stdout.splitlines()[-2:] == [
        "layernorm.eq6 comes 5 times: 5 certificates of one statement",
        "5 of 5 accepted, 1 distinct statement",
    ]


def test_nothing_to_verify(run: Any, eq6: Path) -> None:
    """That nothing was rejected is no success."""
    for arguments in ((), ("--statements", str(eq6))):
        result = run("verify", *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "nothing to verify" in result.stderr


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_files_that_cannot_be_read(run: Any, eq6: Path, name: str) -> None:
    """A usage error, for the certificate and for the statements."""
    path = str(eq6.parent / name)
    for args in ((path,), (str(eq6), "--statements", path)):
        assert run("verify", *args, code=2).stderr.startswith("derive: error: ")
    (eq6.parent / "latin.json").write_bytes(b"\xe9")
    assert run("verify", str(eq6.parent / "latin.json")).exit_code == 2


@pytest.mark.parametrize(
    ("of", "says"),
    [
        ({"kind": "equation", "hypotheses": [["equal", "a", "b"]], "terms": ["x", "y", "z"]}, "x = y = z, given a = b"),
        ({"kind": "bounds", "hypotheses": [], "terms": ["0", "x", "y"], "relations": ["<=", "<"]}, "0 <= x < y"),
        (
            {"kind": "rank", "symbols": {}, "hypotheses": [["not_zero", "v"]], "matrix": "A", "value": "1"},
            "rank: matrix A, value 1, given v not_zero",
        ),
        (
            {"kind": "conjunction", "members": [["one", {"kind": "equation", "hypotheses": [], "terms": ["x", "x"]}]]},
            "one: x = x",
        ),
        (
            {"kind": "cases", "hypotheses": [], "cases": [[["nonzero", "x"], {"kind": "equation", "terms": ["x", "x"]}]]},
            "if x nonzero: x = x",
        ),
        ({"kind": "eigenvalues", "matrix": "A", "eigenvalues": [["0", "1"]]}, "eigenvalues: matrix A, eigenvalues [[0, 1]]"),
    ],
)  # fmt: skip
def test_statements_are_said_in_words(of: Any, says: str) -> None:
    assert in_words(of) == says
