"""The Python interface: what `import derive` offers, gathered from the rooms it is made in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from inspect import isfunction
from typing import Any, Literal

from derive.answers.derived import Derived
from derive.answers.derived import derive_characteristic_polynomial as _derive_characteristic_polynomial
from derive.answers.derived import derive_null_space as _derive_null_space
from derive.answers.row_elimination import Elimination
from derive.authoring import *  # noqa: F403 (all that theories are written with)
from derive.authoring import Derivation, Figure, bound
from derive.authoring import __all__ as _authored
from derive.derivation.rules import Rule
from derive.derivation.searching import LIMIT as _LIMIT
from derive.errors import AmbiguityError, InputError
from derive.evaluate.point import Point
from derive.interop import is_sympy
from derive.interop.public import from_sympy, to_explicit, to_sympy
from derive.language import hypotheses as _hypotheses
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.hypotheses import same_shape_zero as _same_shape_zero
from derive.language.terms import Operand, Term
from derive.language.terms import as_term as _as_term
from derive.showing import attach as _attach
from derive.showing import latex, mathml, text
from derive.statements.arguments import checked as _checked
from derive.statements.equation import prove_chain, prove_equation
from derive.statements.statement import Statement
from derive.statements.verdict import Verdict

__all__ = [
    *_authored,
    "AmbiguityError", "ChainVerdict", "Derived", "Elimination", "Judgement", "Point", "chain", "charpoly", "figure", "find",
    "from_sympy", "latex", "mathml", "null_space", "prove", "rules", "text", "to_explicit", "to_sympy",
]  # fmt: skip

#: Earlier names of the verdict of a statement, and of a chain.
Judgement = ChainVerdict = Verdict

#: What may stand on a side of an equation: a term, a number, or a SymPy expression.
Side = Any


def _read(value: Any, no_complex: bool = False) -> Any:
    """A SymPy expression as a term; anything else as it is."""
    if not is_sympy(value):
        return value
    from derive.interop.from_sympy import read_together

    read = read_together((value,))
    if no_complex and read.complex:
        from derive.interop.complexes import must_be_real

        raise must_be_real("in a matrix whose null space is asked", read.complex)
    return read.terms[0]


def _of_term(make: Callable[[Term], Condition]) -> Callable[..., Condition]:
    """The same hypothesis, of a term or of a SymPy expression; ``real`` as in `prove`."""

    def hypothesis(term: Side, *, real: bool = False) -> Condition:
        if not is_sympy(term):
            return make(_as_term(term))
        from derive.interop.questions import condition

        return condition(make, term, real)

    hypothesis.__name__ = make.__name__
    hypothesis.__doc__ = f"{make.__doc__}\n\n``term`` may be a SymPy expression, with ``real`` as in `prove`."
    return hypothesis


idempotent = _of_term(_hypotheses.idempotent)
invertible = _of_term(_hypotheses.invertible)
mask = _of_term(_hypotheses.mask)
nonneg = _of_term(_hypotheses.nonneg)
nonzero = _of_term(_hypotheses.nonzero)
not_zero = _of_term(_hypotheses.not_zero)
orthogonal = _of_term(_hypotheses.orthogonal)
positive = _of_term(_hypotheses.positive)
positive_definite = _of_term(_hypotheses.positive_definite)
symmetric = _of_term(_hypotheses.symmetric)


def equal(lhs: Side, rhs: Side, *, real: bool = False) -> Equality:  # type: ignore[no-redef]  # of SymPy, too
    """The hypothesis lhs = rhs, for all values of their free indices.

    Args:
        lhs, rhs: terms, numbers, or SymPy expressions of one shape; a bare 0 takes the shape of the other side.
        real: as in `prove`.

    Raises `ShapeError` for sides of different shapes.
    """
    if not (is_sympy(lhs) or is_sympy(rhs)):
        return _hypotheses.equal(lhs, rhs)
    from derive.interop.questions import equality

    return equality(lhs, rhs, real)


class _Missing:
    """No right side."""


_MISSING = _Missing()


def prove(lhs: Side, rhs: Side = _MISSING, hypotheses: Sequence[Side] = (), *, real: bool = False) -> Verdict:
    """Decide lhs = rhs for all sizes; or, given a `Statement` alone, that statement.

    Args:
        lhs, rhs: terms, numbers, or SymPy expressions (MatrixSymbol of symbolic shape and what is built of it).  A bare 0
            takes the shape of the other side.  Or ``lhs`` is a statement of another kind, which has its own hypotheses; or
            a relation of SymPy, ``Eq(p, q)``, ``p <= q`` or ``Ne(p, q)``.
        hypotheses: conditions such as ``invertible(A)`` or ``not_zero(Pi * a)``, and equalities ``equal(p, q)``; or
            relations of SymPy, ``Eq(x, y)`` or ``c > 0``.
        real: all symbols of SymPy are real.  Matrix symbols are read so anyhow, which the verdict says.  Other symbols
            without an assumption are complex: harmless in sums, products and quotients without hypotheses, else refused.

    Assumptions of SymPy's symbols that no property says (``integer=True``) are not used in a proof, and met by every
    counterexample.

    A bound that comes without a certificate is tried with the normal form of its difference.

    Returns:
        A `Verdict`: ``proved`` with its ledger, ``refuted`` with a counterexample, or
        ``unsupported`` with a reason.

    Raises:
        InputError: what was given is no statement.
        AmbiguityError: a derivative by x holds what an equation among the hypotheses makes of x: define that as a term.
    """
    if isinstance(lhs, Statement):
        if rhs is not _MISSING or hypotheses:
            raise InputError(
                "a statement with a right side or hypotheses beside it", hint="give hypotheses where it is made"
            )
        return lhs.decide()
    missing = InputError("no equation: a side is missing", hint="derive.prove(lhs, rhs), or derive.prove(statement)")
    if isinstance(rhs, Statement):
        raise missing
    sides = (lhs,) if rhs is _MISSING else (lhs, rhs)
    given = list(hypotheses) if isinstance(hypotheses, list | tuple) else [hypotheses]
    if any(map(is_sympy, (*sides, *given))) or (rhs is _MISSING and isinstance(lhs, bool)):
        return _answer(sides, given, real)
    if rhs is _MISSING:
        raise missing
    _check_held((lhs, rhs), given)
    return prove_equation(lhs, rhs, hypotheses)


def _check_held(sides: Iterable[Side], given: Iterable[Side]) -> None:
    """Raise `AmbiguityError` for a derivative that holds what the hypotheses may say to vary."""
    from derive.reading.held import check_held

    check_held(
        [side for side in sides if isinstance(side, Term)],
        [each for each in given if isinstance(each, Equality | Condition)],
    )


def _answer(sides: Sequence[Side], hypotheses: Sequence[Side], real: bool) -> Verdict:
    """What is asked in SymPy, decided for the data that SymPy assumes."""
    from derive.interop.questions import question
    from derive.statements.restricted import Restriction, within

    asked = question(sides, hypotheses, real)
    _check_held((asked.lhs, asked.rhs), asked.hypotheses)
    restrictions = [Restriction(each.name, each.word, each.admits) for each in asked.assumed]

    def equated(fixed: tuple[Hypothesis, ...]) -> Verdict:
        return prove_equation(asked.lhs, asked.rhs, (*asked.hypotheses, *fixed))

    def related(fixed: tuple[Hypothesis, ...]) -> Verdict:
        return bound(asked.lhs, asked.relation, asked.rhs, *asked.hypotheses, *fixed).decide()

    found = within(equated, restrictions) if asked.relation == "=" else within(related, restrictions)
    conditions = (*found.conditions, *asked.conditions) if found.status == "proved" else found.conditions
    return replace(found, conditions=tuple(dict.fromkeys(conditions)), notes=asked.notes)


def chain(*terms: Operand, hypotheses: Sequence[Hypothesis] = ()) -> Verdict:
    """Decide t₀ = t₁ = … link by link.

    Args:
        terms: two or more terms or numbers; a bare 0 takes the shape of its neighbour.
        hypotheses: what is assumed of the data.

    Returns:
        A `Verdict`: proved where every link is, with ``.links``, one for each.

    Raises `InputError` for fewer than two terms, `AmbiguityError` as `prove` does.
    """
    _check_held(terms, hypotheses)
    return prove_chain(terms, hypotheses)


def null_space(
    matrix: Side, side: Literal["right", "left"] = "right", hypotheses: Sequence[Hypothesis] = ()
) -> Derived:
    """Derive the null space {v : M v = 0} (``side="left"``: {v : vᵀM = 0}) of diagonal + fixed rank, for every N.

    Args:
        matrix: M, N × N, in symbolic N: diag(d) + Σ uᵢ wᵢᵀ, however it is written.  Entries of d may be zero where d is a
            product of vectors and there is one pair at most.
        side: which null space.
        hypotheses: what is assumed of the data.

    Returns:
        The verdict of a `derive.statements.null_space.NullSpace`: ``.statement.basis`` has the vectors, and its parts
        prove that they span all of it.  Where entries of d may be zero, of a `derive.statements.cases.Cases`: in M stands
        s ⊙ h for each vector that may have zeros, with a mask s and h without zeros, and ``.statement.cases`` are where some
        entries are zero, and where none is.  For one pair, ``.derivation`` is its `Elimination`.

    Raises:
        DeriveError: M is not of that form, or the answer depends on whether a scalar is 0; the message names it.
        InputError: no square matrix.

    >>> import derive
    >>> N = derive.dimension("N")
    >>> g, one = derive.vector("g", N, "nonzero"), derive.ones(N)
    >>> Pi = derive.identity(N) - one * one.T / N
    >>> print(derive.null_space(derive.diag(g) * Pi, side="left"))
    the left null space of diag(g) (I - 1 1ᵀ / N) is spanned by g⁻¹
    given gₙ ≠ 0 for every n
    proved for all N ≥ 1
      in the null space: (diag(g) (I - 1 1ᵀ / N))ᵀ g⁻¹ = 0
      splitting of the identity: I = g⁻¹ ((1 / N) g)ᵀ + diag(g⁻¹) (diag(g) (I - 1 1ᵀ / N))ᵀ
    derivation
      Written out, Mᵀ v = (diag(g) (I - 1 1ᵀ / N))ᵀ v = g ⊙ v - ((g · v) / N) 1.
      Row n is (Mᵀ v)ₙ = gₙ vₙ - (g · v) / N.
      Row n, less row m, is without the common number: (Mᵀ v)ₙ - (Mᵀ v)ₘ = gₙ vₙ - gₘ vₘ.
      So all rows vanish only where g ⊙ v = c 1, given Mᵀ v = 0, c = (g · v) / N.
      Conversely, that solves every row: Mᵀ v = 0, given g ⊙ v = c 1.
      For then (g · v) / N = c, given g ⊙ v = c 1.
      This gives v = cg⁻¹, given g ⊙ v = c 1.
      So the left null space of M is spanned by g⁻¹.
      That is in the null space: Mᵀ g⁻¹ = 0.
      That nothing else is: I = g⁻¹ ((1 / N) g)ᵀ + diag(g⁻¹) Mᵀ.
    >>> any_gains = derive.null_space(derive.diag(derive.vector("g", N)) * Pi, side="left")
    >>> [derive.text(space.basis[0]) for _, space in any_gains.statement.cases]
    ['diag(z)', 'h⁻¹']
    """
    return _derive_null_space(_as_term(_read(matrix, no_complex=True)), hypotheses, side)


def charpoly(matrix: Side, z: Side, hypotheses: Sequence[Hypothesis] = ()) -> Derived:
    """Derive the characteristic polynomial det(zI − M) of diagonal + fixed rank, for every N.

    Args:
        matrix: M, N × N, in symbolic N: diag(δ) + Σ uᵢ wᵢᵀ with at most three pairs, however it is written.
        z: a scalar symbol that M does not have.
        hypotheses: what is assumed of the data.

    Returns:
        The verdict of a `derive.statements.spectrum.CharacteristicPolynomial`: ``.statement.polynomial`` is the answer.
        With p(z) = ∏ₙ (z − δₙ) it is c₀ p + c₁ p′ where each wᵢ ⊙ uⱼ is a polynomial in δ with scalar coefficients.  Else it
        is written by the determinant lemma, with products that leave out up to three entries.  Either holds at every z, a
        δₙ or not.  A product M counts with its factors gone round to the fewest pairs.  ``.derivation`` has the lines.

    Raises:
        DeriveError: M is not of that form, or has more pairs.
        InputError: no square matrix, or z occurs in it.

    >>> import derive
    >>> N, z = derive.dimension("N"), derive.scalar("z")
    >>> g, one = derive.vector("g", N), derive.ones(N)
    >>> Pi, G = derive.identity(N) - one * one.T / N, derive.diag(g)
    >>> answer = derive.charpoly(G * Pi * G, z)
    >>> print(derive.text(answer.statement.polynomial))
    (z / N) (∂(∏ₙ (z - gₙ²))/∂z)
    >>> print(answer.derivation)
    det(zI - diag(g) (I - 1 1ᵀ / N) diag(g))
      = det(zI - diag(g²) + (1 / N) (g gᵀ))                     [a diagonal and products of two vectors]
      = ∏ₙ (z - gₙ²) + (1 / N) Σₙ gₙ² ∏_{m≠n} (z - gₘ²)         [matrix determinant lemma]
      = (z / N) (∂(∏ₙ (z - gₙ²))/∂z)                            [dₙ = z − (z − dₙ); product rule]
    proved for all N ≥ 1
    """
    return _derive_characteristic_polynomial(_as_term(_read(matrix)), _read(z), hypotheses)


def find(
    lhs: Side, rhs: Side, rules: Sequence[Rule] = (), hypotheses: Sequence[Hypothesis] = (),
    *, theory: str = "", limit: int = _LIMIT,
) -> Derivation:  # fmt: skip
    """Find a derivation: a chain of named rules from lhs to rhs with few lines, each replayed as one that is written.

    Args:
        lhs, rhs, hypotheses: as in `prove`.
        rules: what lines may be by, in both directions, beside the definitions in the two sides and the rules of algebra.
        theory: whose rules are tried too, and its theorems when those lead nowhere; but for one that says lhs = rhs.
        limit: steps of work until the search gives up: the size of a line, for every rule that is tried on it.

    Raises `DerivationError` where lhs = rhs is false (with a counterexample), not decided, or no lines were found (with what
    was tried); `InputError` for a rule that is no theorem, and for an unknown theory.

    >>> import derive
    >>> p, q, r = derive.scalar("p"), derive.scalar("q", "positive"), derive.scalar("r")
    >>> print(derive.find(derive.sqrt(p / q + r), derive.sqrt(p + q * r) / derive.sqrt(q)).checked())
    √(p / q + r)
      = √((p + qr) / q)                                         [common denominator]
      = √(p + qr) / √q                                          [root of a quotient]
    proved for all data
    where p / q + r ≥ 0
    """
    from derive.derivation.finding import seek
    from derive.derivation.rules import proved_rules
    from derive.pool import pool_for

    own = proved_rules(rules)
    left, right = _same_shape_zero(_as_term(_read(lhs)), _as_term(_read(rhs)))
    pool = pool_for(left, right, theory)
    return seek(left, right, (*own, *pool.rules), hypotheses, pool.theorems, limit).found


@_checked
def rules(theory: str = "") -> dict[str, Rule]:
    """The rules of a theory (of algebra alone, without one) by their names; raises `InputError` for an unknown theory.

    >>> print(text(rules("layernorm")["variance as a squared norm"].rhs))
    |Πa|² / N
    """
    from derive.pool import named_rules

    return named_rules(theory)


@_checked
def figure(label: str) -> Figure:
    """The figure with a label ``theory.name``; its panels are drawn when they are looked at.

    Raises `InputError` where there is no such theory or figure.

    >>> figure("layernorm.zero_gains").columns
    2
    """
    from derive.theories.registry import load_theory

    return load_theory(label.partition(".")[0]).find_figure(label)


# What is given to a constructor is held against its annotations here, where people call it.
for _name in __all__:
    if isfunction(globals()[_name]) and globals()[_name].__module__ != __name__:
        globals()[_name] = _checked(globals()[_name])

_attach()
