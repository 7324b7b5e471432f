"""The catalogue: what four sources claim about LayerNorm, each claim with a statement that is decided in every run."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module

from derive.claims.claim import Claim
from derive.errors import InputError, NameError_

#: The letter of a source → its name.
SOURCES: dict[str, str] = {
    "R": "P. M. Riechers, Geometry and Dynamics of LayerNorm",
    "N": "Y. Ni, Y. Guo, J. Jia, L. Huang, On the Nonlinearity of Layer Normalization (slides)",
    "B": "S. Brody, U. Alon, E. Yahav, On the Expressivity Role of LayerNorm in Transformers' Attention (abstract)",
    "J": "a Julia notebook that recomputes one logit of Pythia-70m with a LayerNorm written by hand",
}

#: The modules that hold the claims as ``CLAIMS``.
MODULES = (
    "riechers_projection",
    "riechers_scaling",
    "riechers_ellipsoid",
    "riechers_captions",
    "riechers_axes",
    "ni",
    "ni_merging",
    "ni_hessian",
    "brody",
    "notebook",
    "notebook_displays",
)


@cache
def all_claims() -> tuple[Claim, ...]:
    """Every claim, `in_order`."""
    claims = [claim for name in MODULES for claim in import_module(f"{__name__}.{name}").CLAIMS]
    return in_order(claims)


def in_order(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """By source, then by number; raises `InputError` when two have one id, or one is of no source."""
    found = list(claims)
    ids = [claim.id for claim in found]
    twice = sorted({each for each in ids if ids.count(each) > 1})
    if twice:
        raise InputError(f"two claims have the id {twice[0]}")
    unknown = [claim.id for claim in found if claim.source not in SOURCES]
    if unknown:
        raise InputError(f"the claim {unknown[0]} is of no source", hint=f"sources: {', '.join(SOURCES)}")
    letters = list(SOURCES)
    return tuple(sorted(found, key=lambda claim: (letters.index(claim.source), claim.number)))


def claims_of(source: str | None = None) -> tuple[Claim, ...]:
    """The claims of one source, or all; raises `NameError_` for a letter without a source."""
    if source is not None and source not in SOURCES:
        raise NameError_(f"the source {source!r}", hint=f"sources: {', '.join(SOURCES)}")
    return tuple(claim for claim in all_claims() if source is None or claim.source == source)
