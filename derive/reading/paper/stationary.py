r"""``\nabla_u L = … = 0``: of a derivative that is 0 nobody says that it is so everywhere; what follows may suppose it.

So it may what is demanded, ``\overset{!}{=}``, and where a display says of a name that it lies in a set, or is at least 0.

Where it is proved, it is a claim, or declared (``% derive: assume …``).  Elsewhere it could be either, so neither it nor
what speaks of its names below, and is not proved without it, is refuted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from derive.errors import InputError
from derive.language.hypotheses import Equality, tie_of
from derive.language.substitution import unfolded_subterms
from derive.language.terms import Grad, Symbol, Term
from derive.language.unknown import names_of
from derive.reading.latex import Context, read_latex
from derive.reading.latex.conventions import Equal, Ordered
from derive.reading.paper.chains import Formula
from derive.reading.paper.claims import Relation
from derive.reading.paper.units import Premise
from derive.reading.source import Source

#: What may stand before a derivative: signs, numbers, and brackets.
_BEFORE = r"(?:[-+\d\s&({]|\\left\s*[.(\[]|\\[dt]?frac\s*(?:\d\s*\d|\{\s*\d+\s*\}\s*\{\s*\d+\s*\}))*"
_DERIVATIVE = re.compile(
    rf"{_BEFORE}(?:\\(?:nabla|partial)(?![A-Za-z])"
    r"|\\[dt]?frac\s*(?:\{\s*)?(?:\\partial|\\mathrm\s*\{?\s*d|d)(?![A-Za-z])"
    r"|\\[dt]?frac\s*\{\s*d\s*\\?[A-Za-z]+[^{}]*\}\s*\{\s*d|d\s*\\?[A-Za-z]+\s*/\s*d\s*\\?[A-Za-z]"
    r"|(?:[a-z]|[CEFJL]|\\ell|\\mathcal\s*\{?\s*[A-Z]\s*\}?)\s*(?:'+|\^\s*\{?\s*\\prime\s*\}?)\s*\((?!\s*\d))"
)
_NOUGHT = re.compile(
    r"(?:\\(?:vec|mathbf|boldsymbol|bm)\s*)?\{?\s*(?:\\(?:vec|mathbf|boldsymbol|bm)\s*\{?\s*)?0\s*\}*[\s.,;]*"
)


def set_to_zero(formulas: Iterable[Formula]) -> set[int]:
    """The offsets of the signs beside a 0 at an end of chains in which a derivative is a side."""
    found, derived = set[int](), dict[int, bool]()
    for formula in formulas:
        if not formula.signs:
            continue
        sides = [formula.text[begin:end] for begin, end in formula.sides]
        goes_on = formula.goes_on and derived.get(formula.column, False)
        derived[formula.column] = goes_on or any(map(_DERIVATIVE.match, sides))
        if derived[formula.column]:
            first = [] if formula.beside else [(formula.signs[0], sides[0])]  # 0 = ∂aᵢ/∂aⱼ for i ≠ j is a claim
            ends = [*first, (formula.signs[-1], sides[-1])]
            found |= {at for (at, _), side in ends if _NOUGHT.fullmatch(side.strip(" &"))}
    return found


def claimed_beside(formulas: Iterable[Formula], signs: set[int]) -> set[int]:
    """The offsets of the other signs beside a derivative in the chains with one of these signs: what it is, is claimed."""
    found = set[int]()
    for formula in formulas:
        if not signs.isdisjoint(at for at, _ in formula.signs):
            sides = [bool(_DERIVATIVE.match(formula.text[begin:end])) for begin, end in formula.sides]
            beside = zip(formula.signs, sides, sides[1:], strict=False)
            found |= {at for (at, _), left, right in beside if (left or right) and at not in signs}
    return found


def on_claims(relations: Sequence[Relation], signs: set[int], context: Context) -> list[Relation]:
    """Relations, without those that have as a premise what a derivative is, claimed at one of some signs, and not proved."""
    own = {each.sides for each in relations if each.at in signs}
    premises = [on for each in relations for on in each.hypotheses if isinstance(on, Equality)]
    said = {on for on in premises if signs and (on.terms in own or _is_derived(on))}
    false = {on for on in said if not context.decide(Equal(on.terms, context.env.hypotheses, False))}
    made = list[Relation]()
    for each in relations:
        if each.error is None and each.at not in signs and not false.isdisjoint(each.hypotheses):
            where = f"{each.source.file}:{each.source.place(min(signs))}"
            each = each.with_error(InputError(f"not checked: it rests on what is said at {where}, which is not proved"))
        made.append(each)
    return made


def _is_derived(equation: Equality) -> bool:
    """Is a derivative in an equation?"""
    return any(isinstance(part, Grad) for term in equation.terms for part in unfolded_subterms(term))


@dataclass(frozen=True)
class Supposable:
    """What may be supposed from here on, the names it speaks of, and why what rests on it is not checked.

    ``sides``: of an equation, those of it: where they are equal by what is assumed, nothing else is supposed.
    """

    names: frozenset[Symbol]
    premise: Premise
    sides: tuple[Term, ...] = ()

    def is_assumed(self, relation: Relation, context: Context) -> bool:
        """Is it an equation that the hypotheses of a relation prove?"""
        told = self.sides and any(isinstance(each, Equality) for each in relation.hypotheses)
        return bool(told) and context.decide(Equal(self.sides, relation.hypotheses))


#: A sign that says where a name lies, and the sets of which a declaration says that it lies in them.
_LIES = re.compile(r"\\(?:not\s*\\)?(?:in|notin|succ\w*|prec\w*|subset\w*)(?![A-Za-z])")
_TYPE = re.compile(
    r"\s*\{?\s*(?:[MF]\s*[_^][^(]*\(\s*)?(?:\\(?:mathbb|mathds|mathbbm|mathbf)\s*\{?\s*[RCFK]|\\(?:R|reals?|Reals?)(?![A-Za-z]))"
    r"\s*[})]*\s*(?:\^\s*(?![+*])(?:\{[^{}]*\}|\S)\s*\}*)?\s*(?=[.,;&]|\\(?:q?quad|[,;:! \\])|\Z)"
)


def restrictions_in(source: Source, formulas: Iterable[Formula], context: Context) -> Iterator[Supposable]:
    r"""What displays say of names that no declaration says, ``t \in [0, 1]``, ``A \succeq 0``: it may be supposed below."""
    for formula in formulas:
        text, before = formula.text[formula.begin : formula.end], 0
        for sign in _LIES.finditer(text):
            left, before = text[before : sign.start()], sign.end()
            if sign[0] == r"\in" and ("=" in left or _TYPE.match(text, sign.end())):
                continue
            names = frozenset[Symbol]()
            for name in re.split("[,=]", left):
                try:
                    names |= names_of(*read_latex(name, context).terms)
                except InputError:
                    continue
            definite = {name for name in names if tie_of(name, context.env.hypotheses) == "positive_definite"}
            if names := names - definite if sign[0].startswith(r"\succ") else names:
                yield Supposable(names, _premise(source, formula.begin))


def is_within(formula: Formula, relations: Iterable[Relation], context: Context) -> bool:
    """Are the bounds of a formula that ends with an interval proved?"""
    own = [each for each in relations if each.at == formula.signs[-1][0]]
    return bool(own) and all(
        each.lhs is not None
        and each.rhs is not None
        and context.decide(Ordered(each.lhs, each.sign, each.rhs, each.hypotheses))
        for each in own
    )


def names_in(relation: Relation) -> frozenset[Symbol]:
    """The symbols of both sides and of its conditions, definitions unfolded, and those in names written as formulas."""
    given = (term for each in relation.under.given for term in each.terms)
    return names_of(*relation.sides, *given).union(*(names_in(each) for _, _, each in relation.readings))


def linked_to(relation: Relation) -> frozenset[Symbol]:
    """The symbols in a relation, and those that equations among its hypotheses tie to them."""
    found = names_in(relation)
    ties = [names_of(*each.terms) for each in relation.hypotheses if isinstance(each, Equality)]
    while more := [tie for tie in ties if tie & found and not tie <= found]:
        found = found.union(*more)
    return found


def conditions_in(relations: Sequence[Relation], signs: set[int], context: Context) -> list[Supposable]:
    """The relations at some signs that are not proved: each may be a condition."""
    made = []
    for relation in relations:
        if relation.at not in signs or relation.expected != "proved" or relation.lhs is None or relation.rhs is None:
            continue
        asked = Equal((relation.lhs, relation.rhs), relation.hypotheses, False)
        if relation.error is None and not context.decide(asked):
            sides = (relation.lhs, relation.rhs) if relation.sign == "=" else ()
            made.append(Supposable(names_in(relation), _premise(relation.source, relation.at), sides))
    return made


def _premise(source: Source, at: int) -> Premise:
    """Of what is a claim, or a condition."""
    hint = "% derive: assume … above it if it is a condition of what follows; expect refuted if it is a false claim"
    error = InputError(
        f"not checked: what is said at {source.file}:{source.place(at)} is a claim, or a condition", hint=hint
    )
    return Premise(source, at, "the condition", error)


def supposing(relation: Relation, conditions: Sequence[Supposable], context: Context) -> Relation:
    """A relation of which a condition above, or it itself, says something."""
    if relation.supposed is not None and conditions:  # what its sentence says is not all
        return replace(relation, supposed=relation.supposed.vague())
    spoken = relation.supposed or relation.error or relation.readings
    if spoken or relation.expected != "proved":
        return relation
    names = names_in(relation)
    speaking = (each for each in conditions if names & each.names)
    found = next((each.premise for each in speaking if not each.is_assumed(relation, context)), None)
    return relation if found is None else replace(relation, supposed=found)
