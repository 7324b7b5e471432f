"""Certificates as texts, put to the verifier."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from derive import verifier

LABEL = "statement"


def certificate(statement: Any, body: Any) -> str:
    """The file that claims that this body establishes this statement."""
    fingerprint = hashlib.sha256(verifier.canonical(statement).encode()).hexdigest()
    return json.dumps(
        {"schema": verifier.CERTIFICATE, "label": LABEL, "statement": statement, "sha256": fingerprint, "body": body}
    )


def answer(statement: Any, body: Any) -> verifier.Result:
    """What the verifier says."""
    return verifier.verify(
        certificate(statement, body), json.dumps({"schema": verifier.STATEMENTS, "statements": {LABEL: statement}})
    )
