"""What may be assumed of terms: properties and equalities.

The same `Condition` is a hypothesis when a user gives it, and a line of the *ledger* when an authored sub-term needs it to
be defined.  Properties of a symbol may stand with the symbol (``vector("g", N, "nonzero")``) or beside the statement
(``nonzero(g)``); both mean the same.

**Free indices.**  A statement with free indices says, for every value of them, pointwise: where every sub-term is defined
at that value, the relation holds.  A free index of a hypothesis is *closed* there, "for every k": it is bound within the
hypothesis, and is not the index of the statement, even where it has the same name.  What a sub-term needs to be defined is
different: vᵢ ≠ 0 for the divisor of uⱼ/vᵢ is said at the index of the statement and at no other value.  So a condition
keeps which of its indices are the statement's, in ``at``; all its others are closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Union

from derive.errors import InputError, ShapeError
from derive.language import terms as t
from derive.language.places import places_in

#: Each kind of condition, with the shapes it speaks of and what it says.
CONDITION_KINDS: dict[str, str] = {
    "nonzero": "a scalar ≠ 0; of a vector, every component ≠ 0",
    "nonneg": "a scalar ≥ 0",
    "positive": "a scalar > 0",
    "not_zero": "a vector v ≠ 0 (some component ≠ 0)",
    "mask": "a vector s with s ⊙ s = s",
    "symmetric": "Aᵀ = A",
    "orthogonal": "AᵀA = AAᵀ = I",
    "idempotent": "A² = A",
    "invertible": "A⁻¹ exists",
    "positive_definite": "Aᵀ = A, and xᵀAx > 0 for every x ≠ 0",
}

#: Properties that tie the components of a symbol to one another.
TIES = frozenset({"mask", "symmetric", "orthogonal", "idempotent", "positive_definite"})

#: Those of a symmetric matrix; what else they say holds near by, too.
SYMMETRIC = frozenset({"symmetric", "positive_definite"})


def _check_terms(*values: object) -> None:
    for value in values:
        if not isinstance(value, t.Term):
            hint = "of numbers and SymPy expressions: derive.nonzero(…), derive.equal(…, …)"
            raise InputError(f"a hypothesis about {value!r} of type {type(value).__name__}", hint=hint)


@dataclass(frozen=True)
class Condition:
    """``kind`` of ``term``: one of `CONDITION_KINDS`.

    ``at`` are the free indices that are the statement's, at whose values it is said; for all values of the others it holds.
    A place, as in x₁ > 0, is always among them.

    Raises `InputError` for another kind, `ShapeError` for a term of a shape that the kind does not speak of.
    """

    kind: str
    term: t.Term
    at: frozenset[t.Index] = frozenset()

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in CONDITION_KINDS:
            raise InputError(f"the condition {self.kind!r}", hint=f"conditions: {', '.join(CONDITION_KINDS)}")
        _check_terms(self.term)
        object.__setattr__(self, "at", self.at | places_in(self.term.free))
        if not self.at <= self.term.free:
            raise InputError("a condition at an index that its term has not")
        shape = self.term.shape
        scalar = self.kind in ("nonneg", "positive") or (self.kind == "nonzero" and not t.is_vector(shape))
        vector = self.kind in ("not_zero", "mask")
        matrix = self.kind in t.PROPERTIES[2]
        if (scalar and shape != ()) or (vector and not t.is_vector(shape)) or (matrix and not t.is_square(shape)):
            raise ShapeError(
                f"the condition {self.kind!r} of shape {t.show_shape(shape)}", hint=CONDITION_KINDS[self.kind]
            )

    @property
    def terms(self) -> tuple[t.Term, ...]:
        """What it speaks of."""
        return (self.term,)

    @property
    def closed(self) -> frozenset[t.Index]:
        """The indices for all of whose values it holds."""
        return self.term.free - self.at


@dataclass(frozen=True)
class Equality:
    """``lhs = rhs`` as a hypothesis, for all values of their free indices but places.

    Raises `ShapeError` for sides of different shapes, `InputError` for what is no term.
    """

    lhs: t.Term
    rhs: t.Term

    def __post_init__(self) -> None:
        _check_terms(self.lhs, self.rhs)
        if self.lhs.shape != self.rhs.shape:
            raise ShapeError(
                f"the hypothesis equates shapes {t.show_shape(self.lhs.shape)} and {t.show_shape(self.rhs.shape)}"
            )

    @property
    def terms(self) -> tuple[t.Term, ...]:
        """Both sides."""
        return (self.lhs, self.rhs)

    @property
    def closed(self) -> frozenset[t.Index]:
        """The indices for all of whose values it holds."""
        return (self.lhs.free | self.rhs.free) - self.at

    @property
    def at(self) -> frozenset[t.Index]:
        """Its places.  No proof uses an equation that has one: its other indices are closed, and these are not."""
        return places_in(self.lhs.free | self.rhs.free)


Hypothesis = Union[Condition, Equality]  # noqa: UP007


def conditions_of(symbol: t.Symbol) -> tuple[Condition, ...]:
    """The declared properties of a symbol as conditions."""
    return tuple(Condition(word, symbol) for word in sorted(symbol.properties))


def tie_of(symbol: t.Term, hypotheses: Iterable[Hypothesis]) -> str:
    """The property that ties the components of a symbol to one another; empty where none does."""
    own = symbol.properties if isinstance(symbol, t.Symbol) else ()
    said = (each.kind for each in hypotheses if isinstance(each, Condition) and each.term == symbol)
    return next((kind for kind in (*sorted(own), *said) if kind in TIES), "")


def equation_of(condition: Condition) -> Equality | None:
    """The equation that a property is: T T = T, Tᵀ = T, TᵀT = I (T is square), t ⊙ t = t; None of another condition."""
    term = condition.term
    match condition.kind:
        case "idempotent":
            return Equality(t.Product((term, term)), term)
        case "symmetric":
            return Equality(t.Transpose(term), term)
        case "orthogonal":
            return Equality(t.Product((t.Transpose(term), term)), t.Identity(term.shape[0]))
        case "mask":
            return Equality(t.Hadamard((term, term)), term)
    return None


def pointwise(condition: Condition) -> Condition:
    """The condition as one about the indices of the statement it stands in: none of its indices is closed."""
    return replace(condition, at=condition.term.free)


def equal(lhs: t.Operand, rhs: t.Operand) -> Equality:
    """The hypothesis lhs = rhs; a bare 0 takes the shape of the other side."""
    left, right = same_shape_zero(t.as_term(lhs), t.as_term(rhs))
    return Equality(left, right)


def same_shape_zero(left: t.Term, right: t.Term) -> tuple[t.Term, t.Term]:
    """Give a bare 0 on one side the shape of the other side."""
    zero = t.as_term(0)
    if left == zero and right.shape != ():
        return t.Zeros(right.shape), right
    if right == zero and left.shape != ():
        return left, t.Zeros(left.shape)
    return left, right


def _stating(kind: str, says: str) -> Callable[[t.Term], Condition]:
    """The function by which people state a condition of this kind."""

    def state(term: t.Term) -> Condition:
        return Condition(kind, term)

    state.__name__ = state.__qualname__ = kind
    state.__doc__ = f"{says}\n\nRaises `ShapeError` for a ``term`` of another shape."
    return state


nonzero = _stating("nonzero", "A scalar ``term`` ≠ 0, or a vector whose every component is ≠ 0.")
nonneg = _stating("nonneg", "A scalar ``term`` ≥ 0.")
positive = _stating("positive", "A scalar ``term`` > 0.")
not_zero = _stating("not_zero", "A vector ``term`` ≠ 0: some component is ≠ 0.")
mask = _stating("mask", "A vector ``term`` s with s ⊙ s = s: its components are 0 and 1.")
symmetric = _stating("symmetric", "Aᵀ = A, of a square matrix ``term``.")
orthogonal = _stating("orthogonal", "AᵀA = AAᵀ = I, of a square matrix ``term``.")
idempotent = _stating("idempotent", "A² = A, of a square matrix ``term``.")
invertible = _stating("invertible", "A⁻¹ exists, of a square matrix ``term``.")
positive_definite = _stating(
    "positive_definite", "Aᵀ = A, and xᵀAx > 0 for every vector x ≠ 0, of a square matrix ``term``."
)
