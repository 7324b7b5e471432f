"""What holds of all points of any finite family, from facts about single points, by cases and linear inequalities.

Points have real attributes: the position p and the label c of the point k are the scalars p_k and c_k.  A *fact* is a
disjunction of inequalities between attributes; it speaks of points with names, and of every point put for its letters.

**Closing lemma.**  Let the family have points with the names, and let the facts hold and the conclusion fail at some points
put for the letters of the conclusion.  Then every fact holds at all these points, and so does the opposite of every
inequality of the conclusion.  Each fact makes one of its inequalities true: following the true one through the tree of cases
leads to a leaf whose inequalities all hold.  So if the inequalities of every leaf are incompatible, the conclusion does not
fail.  Nothing is said of how many points there are, and names may stand for one and the same point.

The tree is grown where a model of the inequalities so far violates a fact; a model that violates none is a counterexample:
a family of as many points as there are names.  If no leaf below one inequality of a fact uses that inequality, these leaves
are a tree without the fact, which is then not followed there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product as every

from derive.errors import InputError
from derive.evaluate.conditions import holds
from derive.evaluate.point import Point
from derive.evaluate.search import Failure
from derive.language.build import scalar
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.substitution import substitute, symbols_of
from derive.language.terms import Symbol, Term
from derive.printing import Sentence
from derive.printing.sentences import Piece
from derive.search.elimination import Certificate, Literal, Rational, form_of, solve
from derive.statements.declaration import with_terms
from derive.statements.linear_order import LinearImplication, check_literal, negated, relation
from derive.statements.statement import Obligation, Statement
from derive.statements.verdict import Verdict

#: More leaves than this end the search without an answer.
MAX_LEAVES = 400


def attribute(name: str, point: str) -> Symbol:
    """An attribute of a point: ``attribute("p", "k")`` is p_k."""
    return scalar(f"{name}_{point}")


def letter_of(symbol: Symbol) -> str:
    """The point that an attribute belongs to; empty for a constant."""
    return symbol.name.partition("_")[2]


@dataclass(frozen=True)
class Fact:
    """One of the inequalities holds, for all points put for the letters ``each``; with none it is a contradiction."""

    literals: tuple[Literal, ...]
    each: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for literal in self.literals:
            check_literal(literal)
        declared = [symbol.name for symbol in self.symbols if symbol.properties]
        if declared:
            raise InputError(f"declared properties of {', '.join(declared)}", hint="say them as facts")

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The attributes and constants in it."""
        return symbols_of(*(term for literal in self.literals for term in literal.terms))

    @property
    def names(self) -> tuple[str, ...]:
        """The points it names, in order."""
        letters = dict.fromkeys(letter_of(symbol) for symbol in self.symbols)
        return tuple(letter for letter in letters if letter and letter not in self.each)

    def put(self, points: dict[str, str]) -> tuple[Literal, ...]:
        """The inequalities with points put for letters."""
        swap: dict[Symbol, Term] = {}
        for symbol in self.symbols:
            name, _, letter = symbol.name.partition("_")
            if letter in points:
                swap[symbol] = attribute(name, points[letter])
        return with_terms(self.literals, lambda term: substitute(term, swap))

    def at(self, names: Sequence[str]) -> tuple[tuple[Literal, ...], ...]:
        """All its instances at these points."""
        return tuple(
            self.put(dict(zip(self.each, points, strict=True))) for points in every(names, repeat=len(self.each))
        )

    def sentence(self) -> Sentence:
        """``p_k < p_l or c_k = c_l for all k, l``."""
        said: list[Piece] = []
        for literal in self.literals:
            said += ["or", *relation(literal)] if said else relation(literal)
        return (*(said or ["a contradiction"]), *([f"for all points {', '.join(self.each)}"] if self.each else []))


_Form = tuple[Literal, dict[Term, Rational], Rational]

#: The conclusion that the facts contradict one another.
NEVER = Fact(())

Leaves = list[LinearImplication]


@dataclass(frozen=True)
class PointCases(Statement):
    """In every finite family of at least one point at which the facts hold, the conclusion holds: see the module."""

    facts: tuple[Fact, ...]
    conclusion: Fact
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "case argument"
    lemma = (
        "if the conclusion failed, following in each fact an inequality that is true would lead to a leaf, and "
        "the inequalities of every leaf are incompatible"
    )

    def __post_init__(self) -> None:
        if self.hypotheses:
            raise InputError("hypotheses of a case argument", hint="say them as facts")
        taken = {name for fact in self.facts for name in fact.names} & set(self.conclusion.each)
        if taken:
            raise InputError(f"the letter {min(taken)!r} for one point and for all points", hint="take another letter")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The points the argument speaks of: those with names, and the letters of the conclusion."""
        named = [name for fact in (*self.facts, self.conclusion) for name in fact.names]
        return tuple(dict.fromkeys((*named, *self.conclusion.each))) or ("k",)  # a family is not empty

    @cached_property
    def clauses(self) -> tuple[tuple[Literal, ...], ...]:
        """All instances of the facts; the shortest first."""
        found = dict.fromkeys(instance for fact in self.facts for instance in fact.at(self.names))
        return tuple(sorted(found, key=len))

    @cached_property
    def _forms(self) -> list[tuple[tuple[Literal, ...], list[_Form]]]:
        """The clauses, with their literals as linear forms."""
        return [(clause, [(literal, *form_of(literal)) for literal in clause]) for clause in self.clauses]

    def _grow(self, branch: tuple[Literal, ...], room: int = MAX_LEAVES) -> Leaves | dict[Term, Fraction] | None:
        """The leaves of the tree of cases; a model, if there is one; None when it grew too large.

        Where the leaves of a case use nothing of its own inequality, they do without the fact that was split.
        """
        found = solve(branch)
        if found is None or room <= 0:
            return None
        if isinstance(found, Certificate):
            used = sorted((place, value) for place, value in found.of.items() if value)
            literals, multipliers = tuple(branch[place] for place, _ in used), tuple(value for _, value in used)
            return [LinearImplication(literals, None, multipliers, -found.constant)]
        violated = next(
            (clause for clause, forms in self._forms if not any(_holds(*each, found) for each in forms)), None
        )
        if violated is None:
            return found
        leaves: Leaves = []
        for literal in violated:
            below = self._grow((*branch, literal), room - len(leaves))
            if not isinstance(below, list) or not any(literal in leaf.hypotheses for leaf in below):
                return below
            leaves += below
        return leaves

    @property
    def _certain(self) -> tuple[Literal, ...]:
        """The facts that leave no choice."""
        return tuple(clause[0] for clause in self.clauses if len(clause) == 1)

    @cached_property
    def _tree(self) -> Leaves | Point | None:
        """The leaves, for every way in which the conclusion can fail; or a point at which it does."""
        ways = list(every(*(negated(literal) for literal in self.conclusion.literals)))
        leaves: Leaves = []
        for way in ways:
            grown = self._grow((*way, *self._certain))
            if grown is None:
                return None
            if isinstance(grown, dict):
                return self._point(grown)
            leaves += grown
        return leaves

    def _point(self, model: dict[Term, Fraction]) -> Point:
        """A model as a point: 0 where it says nothing."""
        clauses = (*self.clauses, self.conclusion.literals)
        named = [symbol for clause in clauses for literal in clause for symbol in symbols_of(*literal.terms)]
        return Point({}, {symbol: model.get(symbol, Fraction(0)) for symbol in dict.fromkeys(named)})

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The inequalities of every leaf are incompatible."""
        tree = self._tree
        if not isinstance(tree, list):
            raise InputError("a case argument without a tree", hint="ask judge()")
        leaves = dict.fromkeys(tree)
        return tuple(Obligation(f"case {number}", leaf) for number, leaf in enumerate(leaves, start=1))

    def failure(self) -> Failure | None:
        """A family of points at which the facts hold and the conclusion fails, evaluated afresh."""
        point = self._tree
        if not isinstance(point, Point):
            return None
        kept = all(any(holds(literal, point) is True for literal in clause) for clause in self.clauses)
        if kept and all(holds(literal, point) is False for literal in self.conclusion.literals):
            return Failure(point, "the facts hold, the conclusion does not")
        return None

    @property
    def _can_hold(self) -> bool:
        return isinstance(self._grow(self._certain), dict)

    def sentence(self) -> Sentence:
        """The facts and the conclusion."""
        if not self.facts:
            return self.conclusion.sentence()
        said: list[Piece] = ["if"]
        for number, fact in enumerate(self.facts):
            said += [*([";"] if number else []), *fact.sentence()]
        return (*said, ", then", *self.conclusion.sentence())

    def judge(self) -> Verdict:
        """By the tree of cases, or refuted by a model."""
        if self.conclusion.literals and not self._can_hold:
            return self.unsupported("(vacuous) the facts contradict one another")
        if self._tree is None:
            return self.unsupported("the tree of cases grew too large")
        failure = self.failure()
        if failure is not None:
            return self.refuted(failure)
        if isinstance(self._tree, Point):
            return self.unsupported("a model of the cases was not confirmed by evaluation")
        return super().judge()


def _holds(literal: Literal, parts: Mapping[Term, Rational], value: Rational, model: Mapping[Term, Rational]) -> bool:
    """Does a literal, with this form, hold at a model; unknowns it does not speak of are 0."""
    for unknown, part in parts.items():
        if at := model.get(unknown):
            value += at * part
    if isinstance(literal, Equality):
        return value == 0
    return value > 0 if literal.kind == "positive" else value >= 0
