"""What other programs say of a theorem: the verifier of its certificate, and whether Rocq can be asked.

What is said here depends on nothing but the code: the verifier is a part of it.  Whether ``coqc`` accepts the exported file
depends on the machine, and stands with the measured numbers.
"""

from __future__ import annotations

import json

from derive.certificates.certificate import certificate_of
from derive.certificates.rocq_export import reach
from derive.certificates.statements import NoPlace
from derive.certificates.write import statements_of
from derive.errors import DeriveError
from derive.report.model import Recheck
from derive.statements.statement import Judgement, Statement
from derive.theories.theory import Entry, Structure
from derive.verifier import verify


def recheck(theorem: Entry | Structure, proved: Statement | Judgement) -> Recheck:
    """The verifier's answer to the certificate of a theorem, and why it cannot be exported to Rocq, if it cannot.

    ``proved`` is what it claims, or the judgement of that where it has been decided.
    """
    return Recheck(*_verified(theorem, proved), not_exported=reach(theorem) or "")


def _verified(theorem: Entry | Structure, proved: Statement | Judgement) -> tuple[bool, str]:
    try:
        made = certificate_of(theorem.label, proved)
    except NoPlace:
        return False, "a statement of this kind has no certificate"
    except DeriveError as error:
        return False, str(error)
    result = verify(json.dumps(made), json.dumps(statements_of([theorem])))
    return result.verdict == "accepted", result.reason
