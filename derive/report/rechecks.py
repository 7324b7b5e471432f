"""What other programs say of a theorem: the verifier of its certificate, and whether Rocq can be asked.

What is said here depends on nothing but the code: the verifier is a part of it.  Whether ``coqc`` accepts the exported file
depends on the machine, and stands with the measured numbers.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from derive import verifier
from derive.certificates.certificate import certificate_of
from derive.certificates.statements import NoPlace
from derive.certificates.write import layout, statements_of
from derive.errors import DeriveError
from derive.processes import Workers
from derive.report.model import Recheck
from derive.rocq.export import reach
from derive.statements.statement import Statement
from derive.statements.verdict import Verdict
from derive.theories.theory import Theorem


@dataclass(frozen=True)
class Certified:
    """The verifier's answer to the certificate of a theorem.

    Attributes:
        accepted: does it accept it?
        why_not: its reason, if not.
        digest: the SHA-256 of the certificate as ``derive export`` writes it; empty where there is none.
    """

    accepted: bool
    why_not: str = ""
    digest: str = ""


def recheck(theorem: Theorem, proved: Statement | Verdict, workers: Workers) -> Callable[[], Recheck]:
    """The verifier's answer to the certificate of a theorem, and why it cannot be exported to Rocq, if it cannot: begun.

    ``proved`` is what it claims, or the judgement of that where it has been decided.
    """
    certificate = certified(theorem, proved, workers)
    exported = workers.begin(reach, Theorem(theorem.label, theorem.title, theorem.statement))  # without what makes it

    def made() -> Recheck:
        found = certificate()
        return Recheck(found.accepted, found.why_not, not_exported=exported() or "")

    return made


def verifier_lines() -> int:
    """How long the program is that checks certificates, in lines."""
    return len(inspect.getsource(verifier).splitlines())


def certified(theorem: Theorem, proved: Statement | Verdict, workers: Workers) -> Callable[[], Certified]:
    """Write the certificate of a theorem and begin to have it checked; ``proved`` as for `recheck`."""
    try:
        made = certificate_of(theorem.label, proved)
    except NoPlace:
        return partial(Certified, False, "a statement of this kind has no certificate")
    except DeriveError as error:
        return partial(Certified, False, str(error))
    return workers.begin(_verified, json.dumps(made), json.dumps(statements_of([theorem])))


def _verified(certificate: str, statements: str) -> Certified:
    result = verifier.verify(certificate, statements)
    digest = hashlib.sha256(layout(json.loads(certificate)).encode()).hexdigest()
    return Certified(result.verdict == "accepted", result.reason, digest)
