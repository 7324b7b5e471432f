"""The verifier as the attacks see it: two texts in, one of three words out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from derive.certificates.certificate import SCHEMA, certificate_of, fingerprint
from derive.certificates.statements import write_statement
from derive.statements.statement import Equations, Judgement, Statement
from tests.attacks.statements import Prover, no_search

LABEL = "attack"

#: The text of a certificate and that of a statements' file → "accepted", "rejected" or "declined".
Verify = Callable[[str, str], str]


def verifier(certificate: str, statements: str) -> str:
    """`derive.verifier`."""
    from derive.verifier import verify

    return str(verify(certificate, statements).verdict)


def statements_text(statement: dict[str, Any], label: str = LABEL) -> str:
    """A statements' file with one statement."""
    return json.dumps({"schema": "derive-statements/1", "statements": {label: statement}})


def certificate_text(statement: dict[str, Any], body: dict[str, Any], label: str = LABEL) -> str:
    """A certificate that says what it should of its statement."""
    made = {"schema": SCHEMA, "label": label, "statement": statement, "sha256": fingerprint(statement), "body": body}
    return json.dumps(made)


def claimed(statement: Statement) -> tuple[str, str]:
    """The same for a statement that need not be proved, nor true: its certificates and parts as they are.

    Raises `derive.errors.DeriveError` where the format has no place for it.
    """
    if isinstance(statement, Equations):
        made = write_statement(statement)
        return certificate_text(made, {"links": [{}] * (len(statement.chain) - 1)}), statements_text(made)
    with no_search():
        return exported(replace(statement.decide(), status="proved"))


def prover(verify: Verify = verifier) -> Prover:
    """Whether there is a certificate that is accepted, as an attack asks it."""

    def accepts(statement: Statement) -> bool:
        return verify(*claimed(statement)) == "accepted"

    return accepts


def exported(proved: Statement | Judgement) -> tuple[str, str]:
    """The certificate, and the statements' file, which is written from the statement alone."""
    statement = proved.statement if isinstance(proved, Judgement) else proved
    return json.dumps(certificate_of(LABEL, proved)), statements_text(write_statement(statement))
