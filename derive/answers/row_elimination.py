"""How a null space is found by hand: the rows of M v = 0, their differences, a distinction of cases, and what is left.

For M = diag(d) + u wᵀ row n of M v = 0 is dₙvₙ = c uₙ with c = −w · v.  Cross-multiplied differences of rows do not have c:
for u = 1 they say that all dₙvₙ are one number.  What v is then depends on whether a dₙ is 0; see
`derive.answers.zero_entries`.  Each formula of it is an equation of its own, decided like any other; an elimination with
one that is not proved cannot be made.  The words beside a formula are those of its kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from derive.answers.characteristic_polynomials import entry
from derive.answers.null_spaces import find_null_space, vanishes
from derive.answers.zero_entries import ByCases, Names, Support, acting, space_of, split_by_zeros
from derive.errors import InputError
from derive.language.build import dot, hadamard, hadamard_power, let, scalar, vector
from derive.language.hypotheses import Hypothesis, equal
from derive.language.substitution import substitute
from derive.language.terms import Defined, Index, Number, Ones, Quotient, Symbol, Term, Transpose, as_term
from derive.printing import Sentence, sentence_text
from derive.printing.sentences import COMMA, EQUALS
from derive.search.low_rank import low_rank, scale_of, simplified
from derive.statements.arguments import checked_fields
from derive.statements.equation import Equations, equation, equations, given_words
from derive.statements.image import hypothesis_at
from derive.statements.null_space import NullSpace, Side
from derive.statements.verdict import Verdict

#: What a move does, in the order of a derivation.
Kind = Literal[
    "product",
    "row",
    "difference",
    "rows",
    "converse",
    "number",
    "zero row",
    "silent row",
    "solution",
    "constant",
    "free",
]
#: The words before the formula of a move; {n} and {m} are the indices.
WORDS: dict[Kind, str] = {
    "product": "Written out,",
    "row": "Row {n} is",
    "difference": "Row {n}, less row {m}, is without the common number:",
    "rows": "So all rows vanish only where",
    "converse": "Conversely, that solves every row:",
    "number": "For then",
    "zero row": "The row of a zero says",
    "silent row": "The row of a zero says nothing:",
    "solution": "This gives",
    "constant": "For the common number it leaves",
    "free": "Nothing is said of the components at the zeros:",
}


@dataclass(frozen=True)
@checked_fields
class Move:
    """One formula of an elimination, with what it is for.

    Attributes:
        kind: which of the moves it is.
        statement: the formula, with what it assumes.
        indices: n and m, for the words.
    """

    kind: Kind
    statement: Equations
    indices: tuple[Index, Index]

    @cached_property
    def judgement(self) -> Verdict:
        """What the kernel says of it."""
        return self.statement.judge()

    @property
    def words(self) -> str:
        """What stands before the formula."""
        n, m = self.indices
        return WORDS[self.kind].format(n=n.name, m=m.name)

    def sentence(self) -> Sentence:
        """Words, formula and what it assumes."""
        return (self.words, *self.statement.sentence(), *given_words(self.statement.hypotheses), ".")


@dataclass(frozen=True)
@checked_fields
class Case:
    """One of the cases: whether an entry of the diagonal is zero.

    Attributes:
        zeros: are some entries zero?  None where the diagonal has no zeros anyhow.
        vector: the diagonal d of which this is said, as authored.
        names: what is put for terms in this case: d = s ⊙ h, z = 1 − s, k = |z|², with a mask s that is 0 at the zeros of d.
        moves: what follows in this case.
        space: the null space in this case, with its certificate.
    """

    zeros: bool | None
    vector: Term
    names: tuple[Defined, ...]
    moves: tuple[Move, ...]
    space: NullSpace

    @cached_property
    def judgement(self) -> Verdict:
        """Of the null space; its parts are the identities that certify it."""
        return self.space.judge()

    @property
    def head(self) -> Sentence:
        """``Where no entry of g is zero:``; nothing, where that is known."""
        if self.zeros is None:
            return ()
        if not self.zeros:
            return ("Where no entry of", self.vector, "is zero:")
        put = [piece for name in self.names for piece in (COMMA, name, EQUALS, name.unfold())][1:]
        return (
            "Where some entries of",
            self.vector,
            "are zero, with a mask that is 0 at these and 1 elsewhere,",
            *put,
            ":",
        )

    def sentences(self) -> tuple[Sentence, ...]:
        """The moves, the null space, and what its two identities say."""
        certified = [
            (_SAYS[part.name.partition(",")[0]], *part.judgement.statement.sentence(), ".")
            for part in self.judgement.parts
        ]
        said: Sentence = ("So", *self.space.sentence(), *given_words(self.space.hypotheses), ".")
        return (*(move.sentence() for move in self.moves), said, *certified)


#: What a part of a null space is for, in words.
_SAYS = {
    "in the null space": "That is in the null space:",
    "splitting of the identity": "That nothing else is:",
}


@dataclass(frozen=True)
@checked_fields
class Elimination:
    """A null space by elimination: moves that need no distinction, then the cases.

    Making one decides every formula; raises `InputError` at one that is not proved.

    Attributes:
        matrix: M, as asked.
        side: which null space.
        moves: from M v written out to dₙvₙ = c uₙ.
        cases: whether an entry of the diagonal is zero; one of them where the other is excluded.
    """

    matrix: Term
    side: Side
    moves: tuple[Move, ...]
    cases: tuple[Case, ...]

    def __post_init__(self) -> None:
        for found in (*(move.judgement for move in self.all_moves), *(case.judgement for case in self.cases)):
            if found.status != "proved":
                raise InputError(
                    f"an elimination with a formula that is not proved: {found.statement}: {found.explanation}"
                )

    @property
    def all_moves(self) -> tuple[Move, ...]:
        """The moves before the cases, and those of each."""
        return (*self.moves, *(move for case in self.cases for move in case.moves))

    def sentences(self) -> tuple[Sentence, ...]:
        """All of it, for readers."""
        said = [move.sentence() for move in self.moves]
        for case in self.cases:
            said += [*filter(None, [case.head]), *case.sentences()]
        return tuple(said)

    def __str__(self) -> str:
        return "\n".join(sentence_text(sentence) for sentence in self.sentences())


@dataclass(frozen=True)
class _Letters:
    """Names that nothing else has: M for the matrix, v, c, and the indices n and m."""

    name: str
    v: Symbol
    c: Symbol
    n: Index
    m: Index


@dataclass(frozen=True)
class _Rows:
    """M v and its rows for M = diag(d) + u wᵀ, under some hypotheses."""

    matrix: Term
    d: Term
    u: Term
    w: Term
    letters: _Letters
    given: tuple[Hypothesis, ...]

    @property
    def image(self) -> Term:
        """M v."""
        return self.matrix * self.letters.v

    @property
    def common(self) -> Term:
        """−w · v, a number that is in all rows."""
        scale, bare = scale_of(self.w)
        return _times(simplified(-scale), dot(bare, self.letters.v))

    @property
    def products(self) -> Hypothesis:
        """d ⊙ v = c u."""
        return equal(_times_components(self.d, self.letters.v), self.letters.c * self.u)

    @property
    def number(self) -> Hypothesis:
        """c = −w · v."""
        return equal(self.letters.c, self.common)

    def move(self, kind: Kind, lhs: Term, rhs: Term | int, *hypotheses: Hypothesis) -> Move:
        """A formula under what is assumed anyhow and these hypotheses."""
        return Move(kind, equation(lhs, rhs, *self.given, *hypotheses), (self.letters.n, self.letters.m))

    def named(self, space: NullSpace) -> NullSpace:
        """The same null space, of the matrix by its name."""
        return replace(space, matrix=self.matrix.term if isinstance(self.matrix, Transpose) else self.matrix)

    def written_out(self) -> Move:
        """M v with M by its name, as authored, and as d ⊙ v − c u."""
        terms = [self.image, _times_components(self.d, self.letters.v) - _product(self.common, self.u)]
        match self.matrix:
            case Defined() as named:
                terms.insert(1, named.unfold() * self.letters.v)
            case Transpose(Defined() as named):
                terms.insert(1, Transpose(named.unfold()) * self.letters.v)
        return Move("product", equations(terms, self.given), (self.letters.n, self.letters.m))

    def row(self, n: Index) -> tuple[Term, Term]:
        """dₙvₙ and uₙ."""
        return _product(entry(self.d, n), self.letters.v[n]), entry(self.u, n)

    def opening(self) -> tuple[Move, ...]:
        """M v written out, a row, the difference of two, what follows, and the converse."""
        n, m, v, c = self.letters.n, self.letters.m, self.letters.v, self.letters.c
        (left, factor), (other, other_factor) = self.row(n), self.row(m)
        difference = _product(other_factor, self.image[n]) - _product(factor, self.image[m])
        converse = [
            self.move("converse", self.image, 0, self.products),
            self.move("number", self.common, c, self.products),
        ]
        if converse[0].judgement.status != "proved":
            converse = [self.move("converse", self.image, 0, self.products, self.number)]
        return (
            self.written_out(),
            self.move("row", self.image[n], left - _product(self.common, factor)),
            self.move("difference", difference, _product(other_factor, left) - _product(factor, other)),
            self.move("rows", _times_components(self.d, v), c * self.u, equal(self.image, 0), self.number),
            *converse,
        )

    def without_zeros(self) -> tuple[Move, ...]:
        """v, where no entry of d is zero; and what is left for c, where that is not every c."""
        v, c, inverse = self.letters.v, self.letters.c, hadamard_power(self.d, -1)
        column = simplified(hadamard(inverse, self.u), self.given)
        found = [self.move("solution", v, c * column, self.products)]
        form = simplified(1 + dot(self.w, column), self.given)
        if not vanishes(form, self.given):
            found.append(self.move("constant", form * c, 0, self.products, self.number))
        return tuple(found)

    def with_zeros(self, support: Support) -> tuple[Move, ...]:
        """What the rows of the zeros say, what that leaves elsewhere, and what stays free."""
        v, c, n, z = self.letters.v, self.letters.c, self.letters.n, support.zeros
        at_zeros = dot(simplified(hadamard(z, scale_of(self.w)[1])), v)
        quiet = vanishes(hadamard(z, self.w), self.given)
        if not vanishes(hadamard(z, self.u), self.given):
            return (
                self.move("zero row", _product(_product(z[n], entry(self.u, n)), c), 0, self.products),
                self.move("solution", hadamard(support.mask, v), 0, equal(_times_components(self.d, v), 0)),
                self.move("free", self.matrix * hadamard(z, v), 0, *(() if quiet else (equal(at_zeros, 0),))),
            )
        column = simplified(hadamard(support.inverse, self.u), self.given)
        form = simplified(1 + dot(self.w, column), self.given)
        rest = as_term(0) if quiet else _times(simplified(-scale_of(self.w)[0]), at_zeros)
        return (
            self.move("silent row", _product(z[n], self.image[n]), 0),
            self.move("solution", hadamard(support.mask, v), c * column, self.products),
            self.move("constant", form * c, rest, self.products, self.number),
        )


def eliminate(matrix: Term, hypotheses: Sequence[Hypothesis] = (), side: Side = "right") -> Elimination | None:
    """The elimination for a matrix diag(d) + u wᵀ; None where what stands beside the diagonal is not of rank one.

    Raises `Undecided` as `find_null_space` and `find_by_cases` do, `InputError` where a formula is not proved.
    """
    given = tuple(hypotheses)
    letters = _letters(matrix, given)
    plain = _rows(matrix, given, side, letters)
    if plain is None:
        return None
    found = split_by_zeros(matrix, given, side)
    if found is None:
        space = find_null_space(matrix, given, side)
        cases: list[Case | None] = [Case(None, plain.d, (), plain.without_zeros(), plain.named(space))]
    else:
        cases = [_case(zeros, found, plain, matrix, given) for zeros in reversed(found.possible)]
    kept = [case for case in cases if case is not None]
    return Elimination(matrix, side, plain.opening(), tuple(kept)) if len(kept) == len(cases) else None


def _case(zeros: bool, found: ByCases, plain: _Rows, matrix: Term, given: tuple[Hypothesis, ...]) -> Case | None:
    """The case of a diagonal with zeros, or with none: there its symbols are as authored, and declared not to be zero."""
    if zeros:
        d, u, w = (substitute(term, found.with_zeros) for term in (plain.d, plain.u, plain.w))
        name = f"{plain.letters.name}_s" if found.with_zeros else plain.letters.name
        masked = _Rows(acting(_named(name, found.matrix), found.side), d, u, w, plain.letters, found.hypotheses)
        named = (*found.with_zeros.values(), found.support.zeros, found.support.number)
        put = [term for term in named if isinstance(term, Defined)]
        moves = masked.with_zeros(found.support)
        return Case(True, plain.d, tuple(put), moves, masked.named(space_of(found, True)))
    declared = substitute(matrix, found.without_zeros)
    known = tuple(hypothesis_at(hypothesis, found.without_zeros) for hypothesis in given)
    rows = _rows(declared, known, found.side, plain.letters)
    space = find_null_space(declared, known, found.side)
    return Case(False, plain.d, (), rows.without_zeros(), rows.named(space)) if rows else None


def _letters(matrix: Term, given: Sequence[Hypothesis]) -> _Letters:
    names = Names(matrix, *(term for hypothesis in given for term in hypothesis.terms))
    size = matrix.shape[0]
    n, m = Index(names.unused("n"), size), Index(names.unused("m"), size)
    name = matrix.definition.name if isinstance(matrix, Defined) else names.unused("M")
    return _Letters(name, vector(names.unused("v"), size), scalar(names.unused("c")), n, m)


def _rows(matrix: Term, given: tuple[Hypothesis, ...], side: Side, letters: _Letters) -> _Rows | None:
    """The rows of diag(d) + u wᵀ; None for any other rank."""
    parts = low_rank(acting(matrix, side), given)
    if len(parts.pairs) != 1:
        return None
    ((u, w),) = parts.pairs
    return _Rows(acting(_named(letters.name, matrix), side), parts.diagonal, u, w, letters, given)


def _named(name: str, matrix: Term) -> Term:
    """The matrix under a name; as it is, where it has one."""
    return matrix if isinstance(matrix, Defined | Symbol) else let(name, matrix)


def _times(scale: Term, term: Term) -> Term:
    """A multiple; by 1/p, a quotient."""
    match scale:
        case Number(value) if value == 1:
            return term
        case Quotient(Number(value), below) if value == 1:
            return term / below
    return scale * term


def _times_components(d: Term, v: Term) -> Term:
    """d ⊙ v; v for d = 1."""
    return v if isinstance(d, Ones) else hadamard(d, v)


def _product(left: Term, right: Term) -> Term:
    """A product of numbers, or of a number and a vector; without a factor 1."""
    one = as_term(1)
    return right if left == one else left if right == one else left * right
