"""Certificates and statements of theories as the contents of files; the same theorems give the same files.

Who writes them, and in one step each, is the command line (`derive.cli.export`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from derive.authoring.theory import Theorem, judged
from derive.certificates.certificate import NotAccepted, certificate_of
from derive.certificates.declarations import JSON
from derive.certificates.statements import SCHEMA, NoPlace, write_statement

#: The folder of certificates, and the file of statements.
FOLDER, STATEMENTS = "certificates", "statements.json"
#: Columns into which a piece must fit to stand on one line.
WIDTH = 116


@dataclass(frozen=True)
class Files:
    """Theorems as files.

    Attributes:
        texts: path → contents.
        left_out: label → why a theorem is in none of them.
    """

    texts: dict[str, str]
    left_out: dict[str, str]


def _written(theorems: Iterable[Theorem]) -> tuple[dict[str, JSON], dict[str, str]]:
    """Label → what is claimed; and label → why not, for kinds that the format does not have."""
    written: dict[str, JSON] = {}
    left_out: dict[str, str] = {}
    for each in theorems:
        try:
            written[each.label] = write_statement(each.statement)
        except NoPlace as error:
            left_out[each.label] = error.message
    return written, left_out


def statements_of(theorems: Iterable[Theorem]) -> JSON:
    """The statements' file for these theorems, without those of kinds that the format does not have."""
    return _with_schema(_written(theorems)[0])


def _with_schema(written: dict[str, JSON]) -> JSON:
    return {"schema": SCHEMA, "statements": written}


def statement_files(theorems: Iterable[Theorem]) -> Files:
    """The one file of statements."""
    written, left_out = _written(theorems)
    return Files({STATEMENTS: layout(_with_schema(written))} if written else {}, left_out)


def certificate_files(theorems: Iterable[Theorem]) -> Files:
    """A certificate for each theorem that can have one, each accepted by the verifier.

    Raises `derive.errors.DeriveError` at a theorem that does not come out proved.
    """
    made: dict[str, str] = {}
    left_out: dict[str, str] = {}
    for each in theorems:
        written, reasons = _written([each])
        left_out.update(reasons)
        for label in written:
            try:
                made[f"{FOLDER}/{label}.json"] = layout(certificate_of(label, judged(each)))
            except NotAccepted as error:
                left_out[label] = error.message
    return Files(made, left_out)


def digest(label: str, certificate: JSON) -> str:
    """The SHA-256 of the file of a theorem's certificate; one that backs a verdict was made before it had this label."""
    return sha256(layout({**certificate, "label": label}).encode()).hexdigest()


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
