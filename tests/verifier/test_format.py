"""The verifier of version 2 against the examples of its format, hand-made attacks, and certificates of the theories."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from derive import verifier
from derive.certificates.completing import completed
from derive.theories.registry import THEORIES
from tests.verifier.asked import LABEL, answer, certificate

HERE = Path(__file__).parent
CERTIFICATES = HERE.parents[1] / "output" / "certificates"
PAGE = (HERE.parents[1] / "derive" / "certificates" / "FORMAT.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json (accept|reject)\n(.*?)\n```", PAGE, re.DOTALL)
ATTACKS = json.loads((HERE / "attacks.json").read_text(encoding="utf-8"))
#: Name, parameters, sides and conditions of each row of the table, as the page has them.
ROWS = re.findall(r"^\| `([\w-]+)` \| ([^|`]*) \| `([^`]*)` \| `([^`]*)` \|([^|`]*)\|", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("wanted", "text"), EXAMPLES)
def test_examples_of_the_format(wanted: str, text: str) -> None:
    """Each block of FORMAT.md is accepted, or rejected, as it says."""
    example = json.loads(text)
    found = answer(example["statement"], example["body"])
    assert found.verdict == ("accepted" if wanted == "accept" else "rejected"), found.reason


def test_the_table_is_that_of_the_page() -> None:
    """Row by row: names, how many parameters, sides, conditions."""
    page = {
        name: (parameters.count(",") + 1, left, right, conditions.strip())
        for name, parameters, left, right, conditions in ROWS
    }
    table = {
        row.name: (
            len(row.parameters),
            row.left,
            row.right,
            ", ".join(
                [*map(" ".join, row.conditions), *(["a link shows " + " = ".join(row.shown)] if row.shown else [])]
            ),
        )
        for row in verifier.TABLE.values()
    }
    assert table == page


@pytest.mark.parametrize("case", ATTACKS["cases"], ids=lambda case: str(case["name"]))
def test_attacks(case: dict[str, Any]) -> None:
    """False statements with hostile links are rejected; true ones beside them are accepted."""
    statement = {
        "kind": "equation",
        "dimensions": ATTACKS["dimensions"],
        "symbols": ATTACKS["symbols"],
        "definitions": case.get("definitions", []),
        "hypotheses": case.get("hypotheses", []),
        "terms": case["terms"],
    }
    found = answer(statement, {"links": [case["link"]]})
    assert (found.verdict == "accepted") is case["accept"], found.reason


@pytest.mark.parametrize("case", ATTACKS["whole"], ids=lambda case: str(case["name"]))
def test_attacks_of_all_kinds(case: dict[str, Any]) -> None:
    """The same of whole statements with their bodies: what they turn on is said in their names."""
    found = answer(case["statement"], case["body"])
    assert (found.verdict == "accepted") is case["accept"], found.reason


TRUE = {
    "kind": "equation",
    "dimensions": [],
    "symbols": {"x": {"shape": [], "properties": []}, "y": {"shape": [], "properties": []}},
    "definitions": [],
    "hypotheses": [["equal", "x", "y"]],
    "terms": ["x", "y"],
}
SHOWN = {"links": [{"indices": [], "cofactors": [[0, [], "1"]]}]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"cofactors": [[0,', '"cofactors": [[0.0,'),
        ('"cofactors": [[0,', '"cofactors": [[false,'),
        ('"cofactors": [[0,', '"cofactors": [["0",'),
        ('"cofactors": [[0,', '"cofactors": [[-1,'),
        ('"cofactors": [[0,', '"cofactors": [[NaN,'),
        ('"cofactors": [[0, [],', '"cofactors": [[0, null,'),
        ('"indices": []', '"indices": [], "indices": []'),
        ('"terms": ["x", "y"]', '"terms": ["x", "x"], "terms": ["x", "y"]'),
        ('"terms": ["x", "y"]', '"terms": ["y", "x"]'),
        ('"label": "statement"', '"label": "Statement"'),
        ('"label": "statement"', '"label": "statement "'),
        ('"label": "statement"', '"label": "statement", "proved": true'),
        ('"body": {', '"body": {"dimensions": ["K"], '),
        ('"body": {', '"body": {"hypotheses": [], '),
        ('"sha256": "', '"sha256": "0'),
        ('{"schema"', '\ufeff{"schema"'),
    ],
)
def test_one_character_more(old: str, new: str) -> None:
    """A certificate that is accepted, and is not with what JSON or the format does not have."""
    statements = json.dumps({"schema": verifier.STATEMENTS, "statements": {LABEL: TRUE}})
    text = certificate(TRUE, SHOWN)
    assert verifier.verify(text, statements).verdict == "accepted"
    assert text.count(old) == 1
    assert verifier.verify(text.replace(old, new), statements).verdict == "rejected"


@pytest.mark.parametrize(("text", "verdict"), [("x{}", "accepted"), ("{}x", "accepted"), ("{}#", "rejected")])
def test_spaces_cost_no_more_than_they_are(text: str, verdict: str) -> None:
    """Many of them before, behind or without a word: it ends at once (a time that grows with their square is days)."""
    statement = TRUE | {"terms": ["x", text.format(" " * 900_000)], "hypotheses": []}
    assert answer(statement, {"links": [{}]}).verdict == verdict


def test_a_certificate_prints_no_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a certificate says of itself stands in the one line of its file."""
    forged = {
        "schema": verifier.CERTIFICATE,
        "label": "a\nb.json: accepted: b",
        "statement": {},
        "sha256": "",
        "body": {},
    }
    certificate, statements = tmp_path / "a.json", tmp_path / "statements.json"
    certificate.write_text(json.dumps(forged), encoding="utf-8")
    statements.write_text(json.dumps({"schema": verifier.STATEMENTS, "statements": {}}), encoding="utf-8")
    assert verifier.main([str(certificate), "--statements", str(statements)]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{certificate}: rejected")
    assert last.startswith("0 accepted")


@pytest.mark.parametrize("statement", ATTACKS["statements"])
def test_false_statements_that_were_once_accepted(statement: dict[str, Any]) -> None:
    """An index made anew is none of those that a term binds."""
    assert answer(statement, {"links": [{}]}).verdict == "rejected"


@pytest.mark.parametrize("theory", THEORIES)
def test_certificates_of_the_theories(theory: str) -> None:
    """Every certificate of version 1 becomes one of version 2: its links as they are, or those that the logger finds."""
    files = sorted(CERTIFICATES.glob(f"{theory}.*.json"))
    assert files
    for path in files:
        made = json.loads(path.read_text(encoding="utf-8"))
        assert completed(made["statement"], made["body"]), path.name
