"""Claims of the catalogue, each checked once for all tests of a file."""

from __future__ import annotations

from functools import cache

from derive.claims import all_claims
from derive.claims.claim import CheckedClaim, check_claim
from tests.not_certified import CLAIMS


@cache
def checked(id: str) -> CheckedClaim:
    """A claim, checked once for all tests."""
    return check_claim(next(claim for claim in all_claims() if claim.id == id))


def assert_as_expected(id: str) -> None:
    """The verdict of its kind, refuted or undefined without its hypotheses, with true statements beside a false one.

    What of it is proved is certified, but for what the list has.
    """
    found = checked(id)
    reasons = [found.judgement and found.judgement.explain(), *(judgement.explain() for judgement in found.corrected)]
    assert found.as_expected, "\n".join(map(str, reasons))
    beside = {f"{id}/{number}": verdict for number, verdict in enumerate(found.corrected, start=1)}
    proved = {**({id: found.judgement} if found.judgement is not None else {}), **beside}
    open_ = {name for name, verdict in proved.items() if verdict.not_certified}
    assert open_ == {name for name in CLAIMS if name.split("/")[0] == id}
