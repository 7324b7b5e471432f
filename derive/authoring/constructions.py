"""Procedures on finite families of points, and what is stated of them: merging, separation, shattering.

Such a statement speaks of every family of a kind; its class says what establishes it.
"""

from derive.errors import Undecided
from derive.statements.algorithm import Family, ForEvery, ForSome, Shown
from derive.statements.merging import (
    APART,
    TWO_LABELS,
    Fold,
    Labels,
    Positions,
    PureMerging,
    Step,
    Terminates,
    failure_at,
    labelings,
)
from derive.statements.point_program import Choose, Merge, Program, Stop, label, position
from derive.statements.separation import CENTRE, NEAR, SeparatesEveryFamily
from derive.statements.shattering import Shattered, ShattersEveryFamily

__all__ = [
    "APART", "CENTRE", "NEAR", "TWO_LABELS", "Choose", "Family", "Fold", "ForEvery", "ForSome", "Labels", "Merge",
    "Positions", "Program", "PureMerging", "SeparatesEveryFamily", "Shattered", "ShattersEveryFamily", "Shown", "Step",
    "Stop", "Terminates", "Undecided", "failure_at", "label", "labelings", "position",
]  # fmt: skip
