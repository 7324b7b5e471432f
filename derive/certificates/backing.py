"""What *proved* rests on: whether the verifier accepts a certificate of the statement.

Here alone the verifier is asked on behalf of a verdict, for every door: the Python interface, theories, claims, papers and
tests.  What it is given are texts, as a file would hold them.
"""

from __future__ import annotations

import json

from derive import verifier
from derive.certificates.certificate import unlabelled
from derive.certificates.statements import SCHEMA
from derive.errors import InputError
from derive.statements.verdict import Backing, Verdict


def backing_of(proved: Verdict) -> Backing:
    """Have the certificate of a verdict that is *proved* checked by `derive.verifier`."""
    try:
        made = unlabelled(proved)
    except InputError as error:
        return Backing(error.message)
    statements = {"schema": SCHEMA, "statements": {made["label"]: made["statement"]}}
    found = verifier.verify(json.dumps(made), json.dumps(statements))
    if found.verdict != "accepted":
        return Backing(f"the verifier: {found.reason}")
    return Backing()
