"""All kinds of statement; a test looks for one that is missing here."""

from __future__ import annotations

from derive.statements.algorithm import ForEvery, ForSome
from derive.statements.at_point import AtPoint
from derive.statements.bound import Bound, BoundChain, Manifest
from derive.statements.cases import Cases
from derive.statements.conjunction import All
from derive.statements.eigenpair import Eigenpair
from derive.statements.eigenvalue_count import EigenvalueCount
from derive.statements.eigenvalues import Eigenvalues
from derive.statements.equation import Equations
from derive.statements.existence import Exists
from derive.statements.image import Covered, Image, Subset
from derive.statements.implication import Implication
from derive.statements.limit import Limit, NoLimit
from derive.statements.linear_order import LinearImplication
from derive.statements.merging import Fold, PureMerging, Terminates
from derive.statements.null_space import NullSpace
from derive.statements.point_cases import PointCases
from derive.statements.printed import Within
from derive.statements.pseudo_inverse import GroupInverse, PseudoInverse
from derive.statements.rank import Nullity, Rank
from derive.statements.separation import SeparatesEveryFamily
from derive.statements.shattering import Shattered, ShattersEveryFamily
from derive.statements.spectrum import CharacteristicPolynomial, SameSpectrum
from derive.statements.statement import Statement
from derive.statements.typed import Closed, SameShape
from derive.statements.undefined import UndefinedSomewhere

KINDS: tuple[type[Statement], ...] = (
    Equations, Bound, BoundChain, Implication, Manifest, All, Cases, NullSpace, Rank, Nullity, PseudoInverse, Eigenpair,
    Eigenvalues, EigenvalueCount, Image, LinearImplication, GroupInverse, CharacteristicPolynomial, SameSpectrum, Subset,
    Covered, Exists, Limit, NoLimit, AtPoint, Within, UndefinedSomewhere, SameShape, Closed, PointCases, ForEvery, ForSome,
    Fold, PureMerging, Terminates, SeparatesEveryFamily, Shattered, ShattersEveryFamily,
)  # fmt: skip
