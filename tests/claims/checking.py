"""Claims of the catalogue, each checked once for all tests of a file."""

from __future__ import annotations

from functools import cache

from derive.claims import all_claims
from derive.claims.claim import CheckedClaim, check_claim


@cache
def checked(id: str) -> CheckedClaim:
    """A claim, checked once for all tests."""
    return check_claim(next(claim for claim in all_claims() if claim.id == id))


def assert_as_expected(id: str) -> None:
    """The verdict of its kind, refuted or undefined without its hypotheses, with true statements beside a false one."""
    found = checked(id)
    reasons = [found.judgement and found.judgement.explain(), *(judgement.explain() for judgement in found.corrected)]
    assert found.as_expected, "\n".join(map(str, reasons))
