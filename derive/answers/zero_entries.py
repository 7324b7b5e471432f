"""The null space of diag(d) + u wᵀ where entries of d may be zero: by cases, whether none is or some are.

Write d = s ⊙ h with a mask s (1 where dₙ ≠ 0) and h without zeros; z = 1 − s marks the k zeros, and d⁺ = s ⊙ h⁻¹.
M v = 0 says d ⊙ v = c u with c = −w · v.

**No entry is zero** (s = 1): v = c d⁺ ⊙ u, as in `derive.answers.null_spaces`.

**Some are** (z ≠ 0).  The rows at which z is 1 say c (z ⊙ u) = 0.  So, with the parts r = z ⊙ u and f = z ⊙ w,

- where r ≠ 0, c = 0: v is 0 off z, and f · v = 0.  The null space is the range of diag(z) − f fᵀ/|f|², of diag(z) for f = 0.
- where r = 0, these rows say nothing: s ⊙ v = c d⁺ ⊙ u, and S c = −f · v with S = 1 + w · (d⁺ ⊙ u).  For S ≠ 0 the null
  space is the range of diag(z) − (d⁺ ⊙ u) fᵀ/S; for S = 0 and f = 0 it is spanned by d⁺ ⊙ u and the columns of diag(z).

Each comes with the splitting I = B C + X M.  Nothing here is trusted: the statement that is found is decided as if an author
had written it.  Whether something is 0 is asked of the kernel, and what is not known ends the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from derive.answers.null_spaces import known_nonzero, spanned, vanishes
from derive.errors import Undecided
from derive.kernel.assumptions import Assumptions
from derive.language.build import diag, dot, hadamard, hadamard_power, identity, let, norm, ones, outer
from derive.language.hypotheses import Condition, Hypothesis, equal, not_zero
from derive.language.substitution import meanings, substitute, unfolded_subterms
from derive.language.terms import Add, Binder, Defined, Hadamard, Ones, Power, Symbol, Term, Transpose, as_term
from derive.printing import text
from derive.search.low_rank import LowRank, low_rank, scale_of, simplified
from derive.statements.cases import Cases, cases
from derive.statements.image import hypothesis_at
from derive.statements.null_space import NullSpace, Side, Splitting


@dataclass(frozen=True)
class Support:
    """d = s ⊙ h, taken apart.

    Attributes:
        mask: s, 1 where d is not zero.
        zeros: z = 1 − s.
        number: k, the number of zero entries.
        inverse: d⁺ = s ⊙ h⁻¹.
    """

    mask: Term
    zeros: Term
    number: Term
    inverse: Term

    @property
    def some(self) -> Hypothesis:
        """Some entry is zero."""
        return not_zero(self.zeros)

    @property
    def none(self) -> Hypothesis:
        """No entry is zero."""
        return equal(self.mask, ones(self.mask.shape[0]))


@dataclass(frozen=True)
class ByCases:
    """A matrix whose diagonal may have zeros.

    Attributes:
        matrix: M with s ⊙ h in the place of each symbol of the diagonal that may be zero.
        hypotheses: likewise.
        side: which null space is asked for.
        parts: M (left: Mᵀ) as diag(d) + fixed rank.
        support: where d is not zero.
        with_zeros: what stands for the symbols of the diagonal, as authored, where some entries are zero.
        without_zeros: likewise where none is.
    """

    matrix: Term
    hypotheses: tuple[Hypothesis, ...]
    side: Side
    parts: LowRank
    support: Support
    with_zeros: Mapping[Symbol, Term]
    without_zeros: Mapping[Symbol, Term]

    @property
    def possible(self) -> tuple[bool, ...]:
        """May some entries be zero (True), or none (False)?  Both, but for what the hypotheses exclude."""
        if Assumptions(self.hypotheses).holds(Condition("not_zero", self.support.zeros)):
            return (True,)
        return (False,) if vanishes(self.support.zeros, self.hypotheses) else (True, False)

    def given(self, zeros: bool) -> tuple[Hypothesis, ...]:
        """The hypotheses of a case."""
        if len(self.possible) == 1:
            return self.hypotheses
        return (*self.hypotheses, self.support.some if zeros else self.support.none)


def split_by_zeros(matrix: Term, hypotheses: Sequence[Hypothesis], side: Side) -> ByCases | None:
    """The matrix with s ⊙ h in the place of each symbol of the diagonal that may be zero; None where the diagonal has none.

    Raises `Undecided` where the diagonal may have zeros, and is no product of symbols.
    """
    d = low_rank(acting(matrix, side), hypotheses).diagonal
    known = Assumptions(hypotheses)
    if isinstance(d, Ones) or (not isinstance(d, Add) and known.holds(Condition("nonzero", d))):
        return None
    symbols = [symbol for symbol, _ in _factors(d)]
    masks = [symbol for symbol in symbols if known.holds(Condition("mask", symbol))]
    names = Names(matrix, *(term for hypothesis in hypotheses for term in hypothesis.terms))
    masked: dict[Symbol, Term] = {}
    without: dict[Symbol, Term] = {mask: ones(d.shape[0]) for mask in masks}
    for symbol in symbols:
        if symbol in masks or known.holds(Condition("nonzero", symbol)):
            continue
        s = Symbol(names.unused("s"), symbol.dims, frozenset({"mask"}))
        h = Symbol(names.unused("h"), symbol.dims, frozenset({"nonzero"}))
        masked[symbol] = names.let(f"{symbol.name}_s", hadamard(s, h))
        without[symbol] = replace(symbol, properties=symbol.properties | {"nonzero"})
    given = tuple(hypothesis_at(hypothesis, masked) for hypothesis in hypotheses)
    new = substitute(matrix, masked)
    parts = low_rank(acting(new, side), given)
    return ByCases(new, given, side, parts, _support(parts.diagonal, given, names), masked, without)


def find_by_cases(found: ByCases) -> Cases | NullSpace:
    """The null space where some entries of the diagonal are zero, and where none is; or the one that is not excluded.

    Raises `Undecided` where the answer depends on what is not known; the message names it.
    """
    spaces = [space_of(found, zeros) for zeros in found.possible]
    if len(spaces) == 1:
        return spaces[0]
    some, none = spaces
    return cases((found.support.some, some), (found.support.none, none), hypotheses=found.hypotheses)


def space_of(found: ByCases, zeros: bool) -> NullSpace:
    """The null space where some entries of the diagonal are zero, or where none is; raises `Undecided` likewise."""
    return _some_zero(found, found.given(True)) if zeros else _none_zero(found, found.given(False))


def _none_zero(found: ByCases, hypotheses: tuple[Hypothesis, ...]) -> NullSpace:
    """With 1 in the place of the masks, as the search for d without zeros has it."""
    masks = found.support.mask.factors if isinstance(found.support.mask, Hadamard) else (found.support.mask,)
    full = {mask: ones(found.parts.size) for mask in masks if isinstance(mask, Symbol)}
    parts = low_rank(substitute(acting(found.matrix, found.side), full), hypotheses)
    return spanned(found.matrix, found.side, hypotheses, parts, simplified(hadamard_power(parts.diagonal, -1)))


def _some_zero(found: ByCases, hypotheses: tuple[Hypothesis, ...]) -> NullSpace:
    """The basis and its splitting, where z ≠ 0."""
    parts, z, plus = found.parts, found.support.zeros, found.support.inverse
    if len(parts.pairs) > 1:
        message = f"a diagonal with zeros and rank {len(parts.pairs)}; with zeros the search goes as far as rank one"
        raise Undecided(message, found.matrix)
    solved = _Solved(found, hypotheses)
    if not parts.pairs:
        basis, left = diag(z), diag(plus)
    elif vanishes(hadamard(z, parts.pairs[0][0]), hypotheses):
        return solved.rows_silent()
    else:
        basis, left = solved.rows_speak()
    eye = identity(parts.size)
    return NullSpace(found.matrix, (basis,), Splitting((eye,), left), found.side, hypotheses)


@dataclass(frozen=True)
class _Solved:
    """M = diag(d) + u wᵀ where some dₙ is zero; u is without a scalar factor, as `low_rank` gives it."""

    found: ByCases
    hypotheses: tuple[Hypothesis, ...]

    @property
    def pair(self) -> tuple[Term, Term]:
        """u and w."""
        return self.found.parts.pairs[0]

    def _marked(self, vector: Term) -> Term:
        """z ⊙ v without a scalar factor; z itself for a multiple of 1."""
        z, (_, bare) = self.found.support.zeros, scale_of(vector)
        return z if isinstance(bare, Ones) else hadamard(z, bare)

    def rows_speak(self) -> tuple[Term, Term]:
        """B and X for r = z ⊙ u ≠ 0, which makes c = 0."""
        (u, w), z, k = self.pair, self.found.support.zeros, self.found.support.number
        if isinstance(u, Ones):
            probe, length = z, k
        elif Assumptions(self.hypotheses).holds(Condition("nonzero", u)):
            probe, length = hadamard(z, simplified(hadamard_power(u, -1), self.hypotheses)), k
        else:
            probe = self._needed(hadamard(z, u))
            length = norm(probe) ** 2
        rest = diag(self.found.support.inverse) * (identity(self.found.parts.size) - outer(u, probe) / length)
        if vanishes(hadamard(z, w), self.hypotheses):
            return diag(z), rest
        f = self._marked(w)
        if f != z:
            f = self._needed(f)
        factor, bare = scale_of(w)  # f · v = bare · v − bare · (s ⊙ v), and w · v is read off the rows of the zeros
        read = probe / (length if factor == as_term(1) else factor * length) - Transpose(rest) * bare
        return diag(z) - outer(f, f) / norm(f) ** 2, rest + outer(f, read) / norm(f) ** 2

    def rows_silent(self) -> NullSpace:
        """The null space for r = 0: the rows of the zeros say nothing."""
        (u, w), support, given = self.pair, self.found.support, self.hypotheses
        z, plus, eye = support.zeros, support.inverse, identity(self.found.parts.size)
        direction = simplified(hadamard(plus, u), given)
        form = 1 + dot(w, direction)
        quiet = vanishes(hadamard(z, w), given)
        if vanishes(form, given):
            if not quiet:
                raise Undecided(f"this search knows the null space only where this is 0: {text(hadamard(z, w))}", w)
            splitting = Splitting((eye, -w), diag(plus))
            return NullSpace(self.found.matrix, (diag(z), direction), splitting, self.found.side, given)
        factor, divisor = self._divisor(form)
        basis: Term = diag(z)
        if not quiet:
            basis += self._minus(direction, w, self._marked(w), factor) / divisor
        product = simplified(hadamard(plus, w), given)
        left = diag(plus) + self._minus(direction, product, scale_of(product)[1], factor) / divisor
        return NullSpace(self.found.matrix, (basis,), Splitting((eye,), left), self.found.side, given)

    def _divisor(self, form: Term) -> tuple[Term, Term]:
        """S ≠ 0 as t p with p ≠ 0: as it stands, or as a multiple of the number of zeros."""
        k, size = self.found.support.number, self.found.parts.size
        for factor in (1 / as_term(size), as_term(1)):
            if vanishes(form - factor * k, self.hypotheses):
                return factor, k
        simpler = simplified(form, self.hypotheses)
        for known in (form, simpler):
            if known_nonzero(known, self.hypotheses):
                return as_term(1), known
        raise Undecided(
            f"the null space depends on whether this is 0 (assume that it is nonzero): {text(simpler)}", simpler
        )

    def _minus(self, column: Term, row: Term, bare_row: Term, factor: Term) -> Term:
        """−column rowᵀ/t with the scalar factors in front; ``bare_row`` stands for the row without its own."""
        (first, bare), (second, _) = scale_of(column), scale_of(row)
        scale = simplified(-first * second / factor)
        return outer(bare, bare_row) if scale == as_term(1) else scale * outer(bare, bare_row)

    def _needed(self, vector: Term) -> Term:
        """A vector that is assumed not to be 0."""
        if Assumptions(self.hypotheses).holds(Condition("not_zero", vector)):
            return vector
        raise Undecided(f"the null space depends on whether this is 0 (assume not_zero of it): {text(vector)}", vector)


def acting(matrix: Term, side: Side) -> Term:
    """The matrix whose null space is meant: M, or Mᵀ for the left one."""
    return matrix if side == "right" else Transpose(matrix)


def _factors(d: Term) -> list[tuple[Symbol, int]]:
    """The symbols of a product of powers, with their exponents; raises `Undecided` for anything else."""
    _, bare = scale_of(d)
    found: list[tuple[Symbol, int]] = []
    for factor in bare.factors if isinstance(bare, Hadamard) else (bare,):
        match factor:
            case Ones():
                continue
            case Symbol():
                found.append((factor, 1))
            case Power(Symbol() as base, exponent):
                found.append((base, int(exponent)))
            case _:
                message = (
                    f"a component of the diagonal may be 0, and this search knows zeros of products only: {text(d)}"
                )
                raise Undecided(message, d)
    return found


def _support(d: Term, hypotheses: Sequence[Hypothesis], names: Names) -> Support:
    """s, z, k and d⁺ of a diagonal whose symbols are masks, or have no zeros."""
    known, (scale, _) = Assumptions(hypotheses), scale_of(d)
    masks = [symbol for symbol, _ in _factors(d) if known.holds(Condition("mask", symbol))]
    inverses = [hadamard_power(symbol, -power) for symbol, power in _factors(d) if symbol not in masks]
    mask = masks[0] if len(masks) == 1 else hadamard(*masks)
    zeros = names.let("z", ones(d.shape[0]) - mask)
    plus = simplified(hadamard(mask, ones(d.shape[0]) / scale, *inverses), hypotheses)
    return Support(mask, zeros, names.let("k", norm(zeros) ** 2), plus)


class Names:
    """Names that nothing else has: s, or s_2, s_3, …"""

    def __init__(self, *terms: Term) -> None:
        self._taken: dict[str, object] = {meaning.name: meaning for term in terms for meaning in meanings(term)}
        parts = (part for term in terms for part in unfolded_subterms(term))
        self._taken |= {part.index.name: part for part in parts if isinstance(part, Binder)}

    def unused(self, wanted: str) -> str:
        """A name for something new; it is taken from now on."""
        name = next(name for name in self._numbered(wanted) if name not in self._taken)
        self._taken[name] = None
        return name

    def let(self, wanted: str, body: Term) -> Defined:
        """A name for this body; the same one where it has that name already."""
        made = (let(name, body) for name in self._numbered(wanted))
        found = next(term for term in made if self._taken.get(term.definition.name, term.definition) == term.definition)
        self._taken[found.definition.name] = found.definition
        return found

    def _numbered(self, wanted: str) -> Iterator[str]:
        yield wanted
        yield from (f"{wanted}_{number}" for number in count(2))
