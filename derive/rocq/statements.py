"""Each kind of statement in Rocq: what it claims, which equations and signs it rests on, and the lemma that closes it.

The closing lemmas are those of DeriveKinds.v; they are the lemmas in the docstrings of the kinds, and their premises are the
parts of the kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from derive.language import terms as t
from derive.language.hypotheses import Hypothesis
from derive.rocq.environment import type_of
from derive.rocq.pieces import Text, Unreachable
from derive.rocq.polynomials import characteristic
from derive.statements.bound import RELATIONS, Bound, BoundChain
from derive.statements.cases import Cases, under
from derive.statements.conjunction import All
from derive.statements.eigenpair import Eigenpair
from derive.statements.equation import Equations
from derive.statements.implication import Implication
from derive.statements.null_space import NullSpace
from derive.statements.pseudo_inverse import GroupInverse, PseudoInverse
from derive.statements.rank import Nullity, Rank
from derive.statements.statement import Statement

Sides = tuple[t.Term, t.Term]


@dataclass(frozen=True)
class Plan:
    """How a statement is claimed and proved.

    Attributes:
        hypotheses: its premises.
        authored: the terms whose definedness is a premise too.
        equations: what is proved by reflection, in this order.
        signs: what is read off, in this order.
        claim: the proposition.
        closing: the proof term of the claim, with ``{0}``, ``{1}``, … for the proofs of the equations, then of the signs.
    """

    hypotheses: tuple[Hypothesis, ...]
    authored: tuple[t.Term, ...]
    equations: tuple[Sides, ...]
    signs: tuple[tuple[str, t.Term], ...]
    claim: Callable[[Text], str]
    closing: str


def members(statement: Statement) -> tuple[Statement, ...]:
    """The statements that a conjunction, a chain of bounds or a distinction of cases says together."""
    match statement:
        case All():
            return tuple(part for _, member in statement.members for part in members(member))
        case Cases():
            return tuple(
                under(part, tuple(dict.fromkeys((*part.hypotheses, *statement.hypotheses, case))))
                for case, member in statement.cases
                for part in members(member)
            )
        case BoundChain():
            return tuple(replace(link, hypotheses=statement.hypotheses) for link in statement.links)
    return (statement,)


#: The kinds that are established by equations alone: the claim, with the fields that it speaks of, and the lemma.
BY_EQUATIONS: dict[type[Statement], tuple[str, str]] = {
    Rank: (r"(\rank {matrix:postfix})%:R = {value} :> F", "rank_trace"),
    Nullity: (r"(\rank (kermx {matrix:atom}^T))%:R = {value} :> F", "nullity_trace"),
    PseudoInverse: ("is_pseudo_inverse {matrix:postfix} {value:postfix}", "pseudo_inverse"),
    GroupInverse: ("is_group_inverse {matrix:postfix} {value:postfix}", "group_inverse"),
}


def plan(statement: Statement) -> Plan:
    """The plan of a statement that is not a conjunction; raises `Unreachable`."""
    match statement:
        case Equations():
            return _equations(statement)
        case Bound():
            return _bound(statement)
        case NullSpace():
            return _null_space(statement)
        case Eigenpair():
            return _eigenpair(statement)
        case Implication():
            return _implication(statement)
    if type(statement) not in BY_EQUATIONS:
        raise Unreachable(f"a statement of the kind {statement.kind}")
    claim, lemma = BY_EQUATIONS[type(statement)]
    return _by_equations(
        statement, lemma, lambda text: claim.format(**{n: text(getattr(statement, n)) for n in statement.claimed})
    )


def _by_equations(statement: Statement, lemma: str, claim: Callable[[Text], str]) -> Plan:
    """By a lemma whose premises are the parts, equations all of them."""
    parts = statement.obligations(statement.hypotheses)
    equations = tuple(sides for part in parts for sides in pairwise(part.statement.equated))
    return Plan(
        statement.hypotheses, statement.terms, equations, (), claim, f"({lemma} {' '.join(_slots(len(equations)))})"
    )


def _slots(count: int) -> list[str]:
    return [f"{{{number}}}" for number in range(count)]


class _Signs:
    """The signs that are read off, in order; asked for one, it gives its place in the closing term."""

    def __init__(self, equations: int) -> None:
        self.equations, self.found = equations, list[tuple[str, t.Term]]()

    def __call__(self, kind: str, term: t.Term) -> str:
        if kind == "positive":
            return f"(ge0_neq0_gt0 {self('nonneg', term)} {self('nonzero', term)})"
        self.found.append((kind, term))
        return f"{{{self.equations + len(self.found) - 1}}}"


def _equations(statement: Equations) -> Plan:
    links = tuple(pairwise(statement.chain))
    if isinstance(statement.chain[0], t.Det) and len(links) == 1:
        found = characteristic(*links[0], statement.hypotheses)
        *others, last = _slots(len(found.equations))
        signs = _slots(len(found.equations) + len(found.signs))[len(found.equations) :]
        closing = f"({found.lemma} _ {' '.join((last, *others, *signs))})"
        return Plan(statement.hypotheses, found.spoken, found.equations, found.signs, found.claim, closing)
    if len({term.shape for term in statement.chain}) > 1:
        raise Unreachable("sides of different shapes")

    def claim(text: Text) -> str:
        typed = [f" :> {type_of(left.shape)}" if not left.free else "" for left, _ in links]
        return " /\\ ".join(
            f"{text(left)} = {text(right)}{cast}" for (left, right), cast in zip(links, typed, strict=True)
        )

    return Plan(statement.hypotheses, statement.chain, links, (), claim, conjunction(_slots(len(links))))


def conjunction(names: Sequence[str]) -> str:
    """The proof of a conjunction from the proofs of its parts."""
    proof = names[-1]
    for name in reversed(names[:-1]):
        proof = f"(conj {name} {proof})"
    return proof


_SYMBOLS = {">=": "<=", ">": "<", "<=": "<=", "<": "<", "!=": "!=", "=": "="}
_LEMMAS = {"nonneg": "bound_le", "positive": "bound_lt", "nonzero": "bound_neq"}


def _bound(statement: Bound) -> Plan:
    """The letters of `Bound`: c (p − q) = b with the signs of c, b and, of squares, p."""
    p, q, c = statement.larger, statement.smaller, statement.scale
    kind, _ = RELATIONS[statement.relation]
    if p.free or q.free:
        raise Unreachable("a bound with free indices")
    if kind is None and not statement.squared:
        return _equations(Equations((statement.lhs, statement.rhs), statement.hypotheses))
    first, second = (q, p) if kind in ("nonneg", "positive") else (p, q)

    def claim(text: Text) -> str:
        return f"{text(first)} {_SYMBOLS[statement.relation]} {text(second)} :> F"

    if statement.by is None and c is None and not statement.squared and q == t.Number(Fraction(0)):
        read = _Signs(0)
        closing = read(str(kind), p)
        return Plan(statement.hypotheses, statement.terms, (), tuple(read.found), claim, closing)
    read = _Signs(1)
    upper, lower = (_square(p), _square(q)) if statement.squared else (p, q)
    if kind is None:
        sides, closing = (upper, lower), f"(bound_eq_sq {{0}} {read('nonneg', p)} {read('nonneg', q)})"
    else:
        gap: t.Term = t.Add((upper, -lower))
        gap = gap if c is None else t.Product((c, gap))
        sides = (gap, statement.by if statement.by is not None else gap)
        places = [] if c is None or kind == "nonzero" else [read("positive", c)]
        places.append(read(kind, sides[1]))
        places += [read("nonneg", p)] if statement.squared and kind != "nonzero" else []
        lemma = _LEMMAS[kind] + "_scaled" * (c is not None) + "_sq" * statement.squared
        closing = f"({lemma} {{0}} {' '.join(places)})"
    return Plan(statement.hypotheses, statement.terms, (sides,), tuple(read.found), claim, closing)


def _square(term: t.Term) -> t.Term:
    return t.Power(term, Fraction(2))


#: Which of the vectors and matrices of a basis are vectors → what the lemma for such is called.
_BASES = {
    (): "trivial",
    (True,): "vector",
    (False,): "columns",
    (True, True): "two_vectors",
    (True, False): "vector_columns",
}


def _null_space(statement: NullSpace) -> Plan:
    left, basis = statement.side == "left", statement.basis
    if (word := _BASES.get(tuple(t.is_vector(b.shape) for b in basis))) is None:
        raise Unreachable("a null space of three terms")

    def claim(text: Text) -> str:
        matrix = text(statement.matrix)
        vector = type_of((statement.matrix.shape[0 if left else 1],))
        zero = f"v'^T *m {matrix:power}" if left else f"{matrix:product} *m v'"
        return f"forall v' : {vector}, {zero} = 0 <-> {_span(basis, text, vector)}"

    return _by_equations(statement, f"{'left_' if left else ''}null_space_{word}", claim)


def _span(basis: Sequence[t.Term], text: Text, vector: str) -> str:
    if not basis:
        return "v' = 0"
    bound, parts = "", []
    for number, b in enumerate(basis):
        name = f"t{number + 1}'" if len(basis) > 1 else "t'"
        plain = t.is_vector(b.shape)
        bound += f"exists {name}, " if plain else f"exists {name} : {vector}, "
        parts.append(f"{name} *: {text(b):power}" if plain else f"{text(b):power} *m {name}")
    return f"{bound}v' = {' + '.join(parts)}"


def _eigenpair(statement: Eigenpair) -> Plan:
    m, v, value = statement.terms
    if m.free or v.free or value.free:
        raise Unreachable("an eigenpair with free indices")
    equations: tuple[Sides, ...] = ((m * v, value * v),)
    if statement.covector is not None:
        image = t.Product((t.Transpose(statement.covector), v))
        form = statement.form if statement.form is not None else image
        equations, signs, closing = (*equations, (image, form)), ("nonzero", form), "(eigenpair_covector {0} {1} {2})"
    elif statement.form is not None:
        raise Unreachable("an eigenvector in another form")
    else:
        signs, closing = ("not_zero", v), "(eigenpair_intro {0} {1})"

    def claim(text: Text) -> str:
        return f"eigenpair {text(m):postfix} {text(v):postfix} {text(value):postfix}"

    return Plan(statement.hypotheses, statement.terms, equations, (signs,), claim, closing)


_CLAIMS = {"nonneg": "0 <= {}", "positive": "0 < {}", "nonzero": "{} != 0", "not_zero": "{} != 0"}


def _implication(statement: Implication) -> Plan:
    kind, term, covector = statement.conclusion.kind, statement.conclusion.term, statement.covector
    if term.free or kind not in _CLAIMS or (kind == "nonzero" and term.shape):
        raise Unreachable("an implication with indices")
    left = term if covector is None else t.Product((t.Transpose(covector), term))
    form = statement.form if statement.form is not None else left
    read = _Signs(1)
    lemma, sign = (f"{kind}_by", kind) if covector is None else ("covector_neq0", "nonzero")
    closing = f"({lemma} {{0}} {read(sign, form)})"
    return Plan(
        statement.hypotheses,
        statement.terms,
        ((left, form),),
        tuple(read.found),
        lambda text: _CLAIMS[kind].format(text(term)),
        closing,
    )
