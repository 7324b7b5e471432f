"""Certificates and statements of theories as the contents of files; the same theorems give the same files.

Who writes them, and in one step each, is the command line (`derive.cli.export`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from derive.certificates.certificate import certificate_of
from derive.certificates.declarations import JSON
from derive.certificates.statements import SCHEMA, NoPlace, write_statement
from derive.statements.statement import Equations, Statement
from derive.theories.theory import Entry, Structure

#: The folder of certificates, and the file of statements.
FOLDER, STATEMENTS = "certificates", "statements.json"
#: Columns into which a piece must fit to stand on one line.
WIDTH = 116

Theorem = Entry | Structure


def statement_of(theorem: Theorem) -> Statement:
    """What a theorem of either sort claims."""
    return Equations(theorem.terms, theorem.hypotheses) if isinstance(theorem, Entry) else theorem.statement


def has_place(theorem: Theorem) -> bool:
    """Does the format have the kind of this theorem?"""
    return _written(theorem) is not None


def no_place(theorem: Theorem) -> str | None:
    """Why a theorem has no certificate; None if it has one."""
    return None if has_place(theorem) else f"the format has no place for the kind {statement_of(theorem).kind}"


def _written(theorem: Theorem) -> JSON | None:
    try:
        return write_statement(statement_of(theorem))
    except NoPlace:
        return None


def statements_of(theorems: Iterable[Theorem]) -> JSON:
    """The statements' file for these theorems, without those of kinds that the format does not have."""
    found = {each.label: _written(each) for each in theorems}
    return {"schema": SCHEMA, "statements": {label: written for label, written in found.items() if written is not None}}


def statement_files(theorems: Iterable[Theorem]) -> Iterator[tuple[str, str]]:
    """The one file of statements: its path and its text."""
    yield STATEMENTS, layout(statements_of(theorems))


def certificate_files(theorems: Iterable[Theorem]) -> Iterator[tuple[str, str]]:
    """A certificate for each theorem that can have one: path and text.

    Raises `derive.errors.DeriveError` at a theorem that does not come out proved.
    """
    for each in theorems:
        if has_place(each):
            yield f"{FOLDER}/{each.label}.json", layout(certificate_of(each.label, statement_of(each)))


def layout(value: object) -> str:
    """JSON for people: keys as they stand, a piece that fits into a line on one line, indented by one.

    >>> print(layout({"terms": ["a", "b"], "number": 3}), end="")
    {"terms": ["a", "b"], "number": 3}
    """
    return _laid_out(value, 0) + "\n"


def _laid_out(value: object, depth: int) -> str:
    line = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if len(line) + depth <= WIDTH or not value or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        pieces = [f"{json.dumps(key, ensure_ascii=False)}: {_laid_out(item, depth + 1)}" for key, item in value.items()]
        start, end = "{}"
    else:
        pieces = [_laid_out(item, depth + 1) for item in value]
        start, end = "[]"
    inside = ",\n".join(" " * (depth + 1) + piece for piece in pieces)
    return f"{start}\n{inside}\n{' ' * depth}{end}"
