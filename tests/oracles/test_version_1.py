"""The verifier of version 1, written by somebody else by another method, as a second opinion.

It knows no steps.  What needs none is a certificate of both versions, and both have to say the same of it.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from derive import verifier
from tests.oracles import verifier_1
from tests.oracles.bodies_1 import body_1

CERTIFICATES = Path(__file__).parents[2] / "output" / "certificates"


@cache
def without_steps() -> dict[str, Any]:
    """The certificates of the theories in which nothing stands that version 1 does not have, by label."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(CERTIFICATES.glob("*.json"))}
    return {
        label: json.loads(text)
        for label, text in texts.items()
        if '"steps"' not in text and '"through"' not in text and '"linear implication"' not in text
    }


def verdicts(certificate: Any, statement: Any) -> tuple[str, str]:
    """What the two versions say of a body for a statement."""
    claimed = json.dumps({"schema": verifier.STATEMENTS, "statements": {certificate["label"]: statement}})
    given = {
        **certificate,
        "statement": statement,
        "sha256": sha256(verifier.canonical(statement).encode()).hexdigest(),
    }
    before = {**given, "schema": "derive-certificate/1", "body": body_1(statement, certificate["body"])}
    old = verifier_1.verify(json.dumps(before), claimed)
    return old.verdict, verifier.verify(json.dumps(given), claimed).verdict


def test_both_accept_what_needs_no_steps() -> None:
    """Three of four certificates of the theories."""
    found = {label: verdicts(made, made["statement"]) for label, made in without_steps().items()}
    assert len(found) > 240
    assert {label: each for label, each in found.items() if each != ("accepted", "accepted")} == {}


def test_neither_accepts_an_equation_with_something_added() -> None:
    """The same bodies, for statements that say more."""
    tried = 0
    for made in without_steps().values():
        statement = made["statement"]
        if statement["kind"] == "equation":
            changed = {**statement, "terms": [*statement["terms"][:-1], f"add({statement['terms'][-1]}, N)"]}
            assert "accepted" not in verdicts(made, changed), made["label"]
            tried += 1
    assert tried > 150
