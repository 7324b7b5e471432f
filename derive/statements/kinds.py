"""All kinds of statement, by their modules; a test looks for one that is missing here."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from derive.statements.statement import Statement

#: Each kind in its module; those that have certificates first.
NAMES = """
    equation.Equations bound.Bound bound.BoundChain implication.Implication bound.Manifest conjunction.All cases.Cases
    null_space.NullSpace rank.Rank rank.Nullity pseudo_inverse.PseudoInverse eigenpair.Eigenpair eigenvalues.Eigenvalues
    eigenvalue_count.EigenvalueCount image.Image linear_order.LinearImplication pseudo_inverse.GroupInverse
    spectrum.CharacteristicPolynomial spectrum.SameSpectrum image.Subset image.Covered image.Exists limit.Limit
    limit.NoLimit at_point.AtPoint printed.Within undefined.UndefinedSomewhere typed.SameShape typed.Closed
    point_cases.PointCases algorithm.ForEvery algorithm.ForSome merging.Fold merging.PureMerging merging.Terminates
    separation.SeparatesEveryFamily shattering.Shattered shattering.ShattersEveryFamily
"""


@cache
def all_kinds() -> tuple[type[Statement], ...]:
    """Their classes; the modules are loaded when this is asked for."""
    found = (name.split(".") for name in NAMES.split())
    return tuple(getattr(import_module(f"derive.statements.{module}"), name) for module, name in found)
