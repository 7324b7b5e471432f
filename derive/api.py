"""The Python interface: what `import derive` offers, gathered from the rooms it is made in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from derive.derivation.derivation import CheckedDerivation as CheckedDerivation
from derive.derivation.derivation import Derivation as Derivation
from derive.derivation.derivation import Rule as Rule
from derive.derivation.derivation import definition as definition
from derive.derivation.derivation import rule as rule
from derive.errors import DerivationError as DerivationError
from derive.errors import DeriveError as DeriveError
from derive.errors import InputError as InputError
from derive.kernel.decide import Theorem as Theorem
from derive.language import hypotheses as _hypotheses
from derive.language.build import absolute as absolute
from derive.language.build import basis as basis
from derive.language.build import cos as cos
from derive.language.build import define as define
from derive.language.build import delta as delta
from derive.language.build import det as det
from derive.language.build import diag as diag
from derive.language.build import dimension as dimension
from derive.language.build import dot as dot
from derive.language.build import exp as exp
from derive.language.build import grad as grad
from derive.language.build import hadamard as hadamard
from derive.language.build import hadamard_power as hadamard_power
from derive.language.build import identity as identity
from derive.language.build import index as index
from derive.language.build import inverse as inverse
from derive.language.build import let as let
from derive.language.build import log as log
from derive.language.build import matrix as matrix
from derive.language.build import mean as mean
from derive.language.build import norm as norm
from derive.language.build import ones as ones
from derive.language.build import outer as outer
from derive.language.build import pinv as pinv
from derive.language.build import prod_ as prod_
from derive.language.build import scalar as scalar
from derive.language.build import sqrt as sqrt
from derive.language.build import sum_ as sum_
from derive.language.build import tanh as tanh
from derive.language.build import trace as trace
from derive.language.build import transpose as transpose
from derive.language.build import var as var
from derive.language.build import vector as vector
from derive.language.build import zeros as zeros
from derive.language.hypotheses import Condition as Condition
from derive.language.hypotheses import Equality as Equality
from derive.language.hypotheses import Hypothesis as Hypothesis
from derive.language.terms import Operand as Operand
from derive.language.terms import Term as Term
from derive.printing import latex as latex
from derive.printing import text as text
from derive.statements.equation import ChainVerdict as ChainVerdict
from derive.statements.equation import prove_chain, prove_equation
from derive.statements.verdict import Counterexample as Counterexample
from derive.statements.verdict import Verdict as Verdict

if TYPE_CHECKING:
    import sympy

__all__ = [
    "ChainVerdict",
    "CheckedDerivation",
    "Condition",
    "Counterexample",
    "Derivation",
    "DerivationError",
    "DeriveError",
    "Equality",
    "Hypothesis",
    "InputError",
    "Operand",
    "Rule",
    "Term",
    "Theorem",
    "Verdict",
    "absolute",
    "basis",
    "chain",
    "cos",
    "define",
    "definition",
    "delta",
    "det",
    "diag",
    "dimension",
    "dot",
    "equal",
    "exp",
    "grad",
    "hadamard",
    "hadamard_power",
    "idempotent",
    "identity",
    "index",
    "inverse",
    "invertible",
    "latex",
    "let",
    "log",
    "mask",
    "matrix",
    "mean",
    "nonneg",
    "nonzero",
    "norm",
    "not_zero",
    "ones",
    "orthogonal",
    "outer",
    "pinv",
    "positive",
    "prod_",
    "prove",
    "rule",
    "scalar",
    "sqrt",
    "sum_",
    "symmetric",
    "sympy_layernorm",
    "tanh",
    "text",
    "trace",
    "transpose",
    "var",
    "vector",
    "zeros",
]

#: What may stand on a side of an equation: a term, a number, or a SymPy expression.
Side = Any


def _read(value: Any) -> Any:
    """A SymPy expression as a term; anything else as it is."""
    if not _is_sympy(value):
        return value
    from derive.interop.from_sympy import from_sympy

    return from_sympy(value)


def _read_together(lhs: Side, rhs: Side) -> tuple[Any, Any]:
    """Both sides of an equation, read as one where SymPy is on either: its N is then the same N."""
    if not (_is_sympy(lhs) or _is_sympy(rhs)):
        return lhs, rhs
    if isinstance(lhs, Term) or isinstance(rhs, Term):
        return _read(lhs), _read(rhs)
    from derive.interop.from_sympy import from_sympy_together

    left, right = from_sympy_together((lhs, rhs))
    return left, right


def _of_term(make: Callable[[Term], Condition]) -> Callable[[Side], Condition]:
    """The same hypothesis, of a term or of a SymPy expression."""

    def hypothesis(term: Side) -> Condition:
        return make(_read(term))

    hypothesis.__name__, hypothesis.__doc__ = make.__name__, make.__doc__
    return hypothesis


idempotent = _of_term(_hypotheses.idempotent)
invertible = _of_term(_hypotheses.invertible)
mask = _of_term(_hypotheses.mask)
nonneg = _of_term(_hypotheses.nonneg)
nonzero = _of_term(_hypotheses.nonzero)
not_zero = _of_term(_hypotheses.not_zero)
orthogonal = _of_term(_hypotheses.orthogonal)
positive = _of_term(_hypotheses.positive)
symmetric = _of_term(_hypotheses.symmetric)


def equal(lhs: Side, rhs: Side) -> Equality:
    """The hypothesis lhs = rhs; a bare 0 takes the shape of the other side."""
    return _hypotheses.equal(*_read_together(lhs, rhs))


def prove(lhs: Side, rhs: Side, hypotheses: Sequence[Hypothesis] = ()) -> Verdict:
    """Decide lhs = rhs for all sizes.

    Args:
        lhs, rhs: terms, numbers, or SymPy expressions (MatrixSymbol of symbolic shape and what is built of it).  A bare 0
            takes the shape of the other side.
        hypotheses: conditions such as ``invertible(A)`` or ``not_zero(Pi * a)``, and equalities ``equal(p, q)``.

    Returns:
        A `Verdict`: ``proved`` with its ledger, ``refuted`` with a counterexample, or ``unsupported`` with a reason.

    Raises:
        InputError: what was given is no statement.
    """
    left, right = _read_together(lhs, rhs)
    return prove_equation(left, right, hypotheses)


def chain(*terms: Operand, hypotheses: Sequence[Hypothesis] = ()) -> ChainVerdict:
    """Decide t₀ = t₁ = … link by link."""
    return prove_chain(terms, hypotheses)


def sympy_layernorm(n: sympy.Expr | int, form: str = "eq1") -> sympy.Basic:
    """Eq. (1) of LayerNorm as SymPy, for a symbolic N or at a concrete N; see `derive.interop.layernorm`."""
    from derive.interop.layernorm import sympy_layernorm as build

    return build(n, form)


def _is_sympy(value: object) -> bool:
    """Is this a SymPy object?  Asked of its class, so that SymPy need not be imported to say no."""
    return any((cls.__module__ or "").partition(".")[0] == "sympy" for cls in type(value).__mro__)
