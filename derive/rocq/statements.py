"""Each kind of statement in Rocq: what it claims, which equations and signs it rests on, and the lemma that closes it.

The closing lemmas are those of DeriveKinds.v; they are the lemmas in the docstrings of the kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from derive.language.hypotheses import Hypothesis
from derive.language.terms import (
    Add,
    Det,
    Identity,
    Number,
    Outer,
    Power,
    Product,
    Term,
    Trace,
    Transpose,
    Zeros,
    as_term,
    is_vector,
)
from derive.rocq.environment import type_of
from derive.rocq.pieces import ATOM, POSTFIX, POWER, PRODUCT, Text, Unreachable
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

#: The names of the proofs of the equations, or of the signs.
Names = Sequence[str]


@dataclass(frozen=True)
class Plan:
    """How a statement is claimed and proved.

    Attributes:
        hypotheses: its premises.
        authored: the terms whose definedness is a premise too.
        equations: what is proved by reflection, in this order.
        signs: what is read off, in this order.
        claim: the proposition.
        closing: the proof term of the claim.
    """

    hypotheses: tuple[Hypothesis, ...]
    authored: tuple[Term, ...]
    equations: tuple[tuple[Term, Term], ...]
    signs: tuple[tuple[str, Term], ...]
    claim: Callable[[Text], str]
    closing: Callable[[Names, Names], str]


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


def plan(statement: Statement) -> Plan:
    """The plan of a statement that is not a conjunction; raises `Unreachable`."""
    match statement:
        case Equations():
            return _equations(statement)
        case Bound():
            return _bound(statement)
        case NullSpace():
            return _null_space(statement)
        case Rank() | Nullity():
            return _rank(statement)
        case PseudoInverse() | GroupInverse():
            return _inverse(statement)
        case Eigenpair():
            return _eigenpair(statement)
        case Implication():
            return _implication(statement)
    raise Unreachable(f"a statement of the kind {statement.kind}")


def _equations(statement: Equations) -> Plan:
    links = tuple(pairwise(statement.chain))
    if isinstance(statement.chain[0], Det) and len(links) == 1:
        found = characteristic(*links[0], statement.hypotheses)
        return Plan(
            statement.hypotheses,
            found.spoken,
            found.equations,
            found.signs,
            found.claim,
            lambda names, signs: f"({found.lemma} _ {' '.join((names[-1], *names[:-1], *signs))})",
        )
    if len({term.shape for term in statement.chain}) > 1:
        raise Unreachable("sides of different shapes")

    def claim(text: Text) -> str:
        typed = [f" :> {type_of(left.shape)}" if not left.free else "" for left, _ in links]
        return " /\\ ".join(
            f"{text(left).text} = {text(right).text}{cast}" for (left, right), cast in zip(links, typed, strict=True)
        )

    return Plan(statement.hypotheses, statement.chain, links, (), claim, lambda names, _: conjunction(names))


def conjunction(names: Names) -> str:
    """The proof of a conjunction from the proofs of its parts."""
    proof = names[-1]
    for name in reversed(names[:-1]):
        proof = f"(conj {name} {proof})"
    return proof


_SYMBOLS = {">=": "<=", ">": "<", "<=": "<=", "<": "<", "!=": "!=", "=": "="}


def _bound(statement: Bound) -> Plan:
    """The letters of `Bound`: c (p − q) = b with the signs of c, b and, of squares, p."""
    p, q = statement.larger, statement.smaller
    kind, _ = RELATIONS[statement.relation]
    if p.free or q.free:
        raise Unreachable("a bound with free indices")
    if kind is None and not statement.squared:
        return _equations(Equations((statement.lhs, statement.rhs), statement.hypotheses))

    def claim(text: Text) -> str:
        first, second = (q, p) if kind in ("nonneg", "positive") else (p, q)
        if kind is None:
            first, second = statement.lhs, statement.rhs
        return f"{text(first).text} {_SYMBOLS[statement.relation]} {text(second).text} :> F"

    upper, lower = (_square(p), _square(q)) if statement.squared else (p, q)
    if kind is None:
        signs = (("nonneg", p), ("nonneg", q))
        closing = "(bound_eq_sq {0} {1} {2})"
        return _closed(statement, (upper, lower), signs, claim, closing)
    if statement.by is None and statement.scale is None and not statement.squared and q == Number(Fraction(0)):
        found_ = [("nonneg", p), ("nonzero", p)] if kind == "positive" else [(kind, p)]
        closing = "(ge0_neq0_gt0 {0} {1})" if kind == "positive" else "{0}"
        return Plan(statement.hypotheses, statement.terms, (), tuple(found_), claim, lambda _, f: closing.format(*f))
    gap: Term = Add((upper, -lower))
    if statement.scale is not None:
        gap = Product((statement.scale, gap))
    by = statement.by if statement.by is not None else gap
    lemma = {"nonneg": "bound_le", "positive": "bound_lt", "nonzero": "bound_neq"}[kind]
    lemma += "_scaled" * (statement.scale is not None) + "_sq" * statement.squared
    found: list[tuple[str, Term]] = []
    slots: list[str] = []

    def positive(term: Term) -> str:
        found.extend((("nonneg", term), ("nonzero", term)))
        return f"(ge0_neq0_gt0 {{{len(found) - 1}}} {{{len(found)}}})"

    if statement.scale is not None and kind != "nonzero":
        slots.append(positive(statement.scale))
    if kind == "positive":
        slots.append(positive(by))
    else:
        found.append((kind, by))
        slots.append(f"{{{len(found)}}}")
    if statement.squared and kind != "nonzero":
        found.append(("nonneg", p))
        slots.append(f"{{{len(found)}}}")
    return _closed(statement, (gap, by), tuple(found), claim, f"({lemma} {{0}} {' '.join(slots)})")


def _closed(
    statement: Bound,
    equation: tuple[Term, Term],
    signs: tuple[tuple[str, Term], ...],
    claim: Callable[[Text], str],
    closing: str,
) -> Plan:
    return Plan(
        statement.hypotheses,
        statement.terms,
        (equation,),
        signs,
        claim,
        lambda names, found: closing.format(names[0], *found),
    )


def _square(term: Term) -> Term:
    return Power(term, Fraction(2))


def _null_space(statement: NullSpace) -> Plan:
    basis, killer = statement.basis, statement.killer
    eye: Term = Identity(killer.shape[1])
    pieces = [
        Outer(b, c) if is_vector(b.shape) else b * c
        for b, c in zip(basis, statement.splitting.coefficients, strict=True)
    ]
    rest = statement.splitting.left * killer
    split = Add((*pieces, rest)) if pieces else rest
    images = [killer * b for b in basis]
    vectors = [is_vector(b.shape) for b in basis]
    shapes = {(): "trivial", (True,): "vector", (False,): "columns", (True, True): "two_vectors"}
    shapes[True, False] = "vector_columns"
    if (word := shapes.get(tuple(vectors))) is None:
        raise Unreachable("a null space of three terms")
    lemma = ("left_" if statement.side == "left" else "") + f"null_space_{word}"

    def claim(text: Text) -> str:
        matrix = text(statement.matrix)
        vector = type_of((statement.matrix.shape[0 if statement.side == "left" else 1],))
        zero = f"v'^T *m {matrix.at(POWER)}" if statement.side == "left" else f"{matrix.at(PRODUCT)} *m v'"
        return f"forall v' : {vector}, {zero} = 0 <-> {_span(basis, text, vector)}"

    equations = (*((image, Zeros(image.shape)) for image in images), (eye, split))
    return Plan(
        statement.hypotheses,
        statement.terms,
        equations,
        (),
        claim,
        lambda names, _: f"({lemma} {' '.join(names)})",
    )


def _span(basis: Sequence[Term], text: Text, vector: str) -> str:
    if not basis:
        return "v' = 0"
    bound, parts = "", []
    for number, b in enumerate(basis):
        name = f"t{number + 1}'" if len(basis) > 1 else "t'"
        if is_vector(b.shape):
            bound += f"exists {name}, "
            parts.append(f"{name} *: {text(b).at(POWER)}")
        else:
            bound += f"exists {name} : {vector}, "
            parts.append(f"{text(b).at(POWER)} *m {name}")
    return f"{bound}v' = {' + '.join(parts)}"


def _rank(statement: Rank | Nullity) -> Plan:
    m, x, value = statement.matrix, statement.inverse, statement.value
    trace: Term = Trace(m * x)
    rank = isinstance(statement, Rank)
    if not rank:
        trace = as_term(m.shape[1]) - trace
    lemma = "rank_trace" if rank else "nullity_trace"

    def claim(text: Text) -> str:
        whose = f"\\rank {text(m).at(POSTFIX)}" if rank else f"\\rank (kermx {text(m).at(ATOM)}^T)"
        return f"({whose})%:R = {text(value).text} :> F"

    return Plan(
        statement.hypotheses,
        (m, value),
        ((m * x * m, m), (trace, value)),
        (),
        claim,
        lambda names, _: f"({lemma} {' '.join(names)})",
    )


def _inverse(statement: PseudoInverse | GroupInverse) -> Plan:
    m, p = statement.matrix, statement.value
    equations: list[tuple[Term, Term]] = [(m * p * m, m), (p * m * p, p)]
    if isinstance(statement, PseudoInverse):
        lemma = "pseudo_inverse"
        equations += [(Transpose(m * p), m * p), (Transpose(p * m), p * m)]
    else:
        lemma = "group_inverse"
        equations += [(m * p, p * m)]
    return Plan(
        statement.hypotheses,
        statement.terms,
        tuple(equations),
        (),
        lambda text: f"is_{lemma} {text(m).at(POSTFIX)} {text(p).at(POSTFIX)}",
        lambda names, _: f"({lemma} {' '.join(names)})",
    )


def _eigenpair(statement: Eigenpair) -> Plan:
    m, v, value = statement.terms
    if m.free or v.free or value.free:
        raise Unreachable("an eigenpair with free indices")
    equations: list[tuple[Term, Term]] = [(m * v, value * v)]
    signs: tuple[tuple[str, Term], ...] = (("not_zero", v),)
    closing = "(eigenpair_intro {0} {1})"
    if statement.covector is not None:
        image = Product((Transpose(statement.covector), v))
        form = statement.form if statement.form is not None else image
        equations.append((image, form))
        signs, closing = (("nonzero", form),), "(eigenpair_covector {0} {1} {2})"
    elif statement.form is not None:
        raise Unreachable("an eigenvector in another form")
    return Plan(
        statement.hypotheses,
        statement.terms,
        tuple(equations),
        signs,
        lambda text: f"eigenpair {text(m).at(POSTFIX)} {text(v).at(POSTFIX)} {text(value).at(POSTFIX)}",
        lambda names, found: closing.format(*names, *found),
    )


def _implication(statement: Implication) -> Plan:
    kind, term = statement.conclusion.kind, statement.conclusion.term
    if term.free or kind not in ("nonneg", "nonzero", "positive", "not_zero") or (kind == "nonzero" and term.shape):
        raise Unreachable("an implication with indices")
    form, lemma = statement.form if statement.form is not None else term, f"{kind}_by"
    left = term
    if statement.covector is not None:
        left, lemma = Product((Transpose(statement.covector), term)), "covector_neq0"
        form = statement.form if statement.form is not None else left
    signs: tuple[tuple[str, Term], ...] = ((kind, form),)
    closing = f"({lemma} {{0}} {{1}})"
    if statement.covector is not None:
        signs = (("nonzero", form),)
    elif kind == "positive":
        signs, closing = (("nonneg", form), ("nonzero", form)), f"({lemma} {{0}} (ge0_neq0_gt0 {{1}} {{2}}))"
    relation = {"nonneg": "0 <= {}", "positive": "0 < {}", "nonzero": "{} != 0", "not_zero": "{} != 0"}[kind]
    return Plan(
        statement.hypotheses,
        statement.terms,
        ((left, form),),
        signs,
        lambda text: relation.format(text(term).text),
        lambda names, found: closing.format(*names, *found),
    )


def false_equation(statement: Statement) -> Equations | None:
    """An equation among the necessary parts that is refuted, for a statement that must not be provable."""
    for part in members(statement):
        if isinstance(part, Equations) and part.decide().status == "refuted":
            return part
        for obligation in part.obligations(part.hypotheses):
            inner = obligation.statement
            if isinstance(inner, Equations) and inner.decide().status == "refuted":
                return inner
    return None
