"""The verifier as the attacks see it: two texts in, one of three words out."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, cast

from derive.certificates.certificate import SCHEMA, canonical, certificate_of
from derive.certificates.statements import write_statement
from derive.errors import DeriveError
from derive.language.terms import Term
from derive.statements.conjunction import All
from derive.statements.equation import Equations
from derive.statements.statement import Statement
from derive.statements.verdict import Verdict
from tests.attacks.mutations import Vocabulary
from tests.attacks.places import everywhere
from tests.attacks.statements import Original, no_search

LABEL = "attack"
#: Of so many mutants of a theorem one is searched a certificate for; the others have that of the theorem.
SEARCHED = 20


def verifier(certificate: str, statements: str) -> str:
    """What `derive.verifier` says of the text of a certificate and that of a statements' file."""
    from derive.verifier import verify

    return str(verify(certificate, statements).verdict)


def statements_text(statement: dict[str, Any], label: str = LABEL) -> str:
    """A statements' file with one statement."""
    return json.dumps({"schema": "derive-statements/1", "statements": {label: statement}})


def certificate_text(statement: dict[str, Any], body: dict[str, Any]) -> str:
    """A certificate that says what it should of its statement, which may have lone surrogates in it."""
    digest = sha256(canonical(statement).encode("utf-8", "surrogatepass")).hexdigest()
    return json.dumps({"schema": SCHEMA, "label": LABEL, "statement": statement, "sha256": digest, "body": body})


def exported(proved: Statement | Verdict) -> tuple[str, str]:
    """The certificate, and the statements' file, which is written from the statement alone."""
    statement = proved.statement if isinstance(proved, Verdict) else proved
    return json.dumps(certificate_of(LABEL, proved)), statements_text(write_statement(statement))


def claimed(statement: Statement) -> tuple[str, str]:
    """The same for a statement that need not be proved, nor true: its certificates and parts as they are.

    Raises `derive.errors.DeriveError` where the format has no place for it.
    """
    if isinstance(statement, Equations):
        made = write_statement(statement)
        return certificate_text(made, {"links": [{}] * (len(statement.chain) - 1)}), statements_text(made)
    with no_search():
        return exported(replace(statement.decide(), status="proved"))


def accepts(statement: Statement) -> bool:
    """Is there a certificate of it that the verifier accepts?  The verifier as a prover, for the attacks on provers."""
    return verifier(*claimed(statement)) == "accepted"


def as_written(statement: Statement, original: Original) -> Statement:
    """A mutant with what its theorem has wherever the verifier is not told: a preimage, say, is in its certificate alone."""
    if write_statement(statement) == write_statement(original.statement):
        return original.statement
    return _as_written(statement, original.statement)


def _as_written(statement: Statement, theorem: Statement) -> Statement:
    if isinstance(statement, All) and isinstance(theorem, All) and len(statement.members) == len(theorem.members):
        pairs = zip(statement.members, theorem.members, strict=True)
        members = tuple((name, _as_written(member, own)) for (name, member), (_, own) in pairs)
        return replace(statement, members=members)
    if type(statement) is not type(theorem):
        return statement
    theorem = _with_symbols_of(statement, theorem)
    written = write_statement(statement)
    for each in fields(cast(Any, statement)):
        with suppress(DeriveError):
            other = replace(cast(Any, statement), **{each.name: getattr(theorem, each.name)})
            if write_statement(other) == written:
                statement = other
    return statement


def _with_symbols_of(statement: Statement, theorem: Statement) -> Statement:
    """The theorem with its symbols declared as they are in the mutant, where a property may be dropped."""
    declared = {(each.name, each.dims): each for each in Vocabulary.of(statement).symbols}
    put: dict[Term, Term] = {
        each: declared.get((each.name, each.dims), each) for each in Vocabulary.of(theorem).symbols
    }
    with suppress(DeriveError):
        return cast(Statement, everywhere(theorem, lambda part: put.get(part, part)))
    return theorem


@cache
def body_of(original: Original) -> dict[str, Any]:
    """The body of the certificate of a theorem."""
    body: dict[str, Any] = certificate_of(LABEL, original.statement)["body"]
    return body


def accepts_mutant(statement: Statement, original: Original, seed: str) -> bool:
    """Is a mutant accepted with the certificate of its theorem, or with its own, where one is made?"""
    if Random(f"{seed} body").randrange(SEARCHED) == 0 and accepts(statement):
        return True
    made = write_statement(statement)
    return verifier(certificate_text(made, body_of(original)), statements_text(made)) == "accepted"
