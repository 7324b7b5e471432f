"""Statements as JSON: what is claimed, apart from what shows it (`FORMAT.md`, sections 3 and 4).

A kind says of which sort its fields are (`derive.statements.statement.Statement`); how each sort is written stands here, in
`SORTS`.  Writing loses only the certificates (splittings, preimages, …), so that nothing else is lost, not even a
hypothesis, can be tested by reading it again, and is.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from derive.certificates.declarations import JSON, Declarations, plain
from derive.certificates.notation import write_term
from derive.errors import InputError
from derive.language.hypotheses import Equality, Hypothesis
from derive.language.terms import Number, Shape, Symbol, Term, Zeros
from derive.statements.cases import Cases
from derive.statements.conjunction import All
from derive.statements.declaration import Fields, sort_of, terms_in
from derive.statements.eigenvalues import Eigenvalue
from derive.statements.equation import Equations
from derive.statements.image import Covered, Exists, Image, Map, Set, Subset
from derive.statements.kinds import all_kinds
from derive.statements.limit import Limit
from derive.statements.statement import Statement

SCHEMA = "derive-statements/1"


class NoPlace(InputError):
    """A statement of a kind that the format does not have."""


def kinds_in_format() -> dict[type[Statement], str]:
    """The kinds of statement that the format has, with the words for them there."""
    return {kind: kind.certified for kind in all_kinds() if kind.certified}


def zero_of(shape: Shape) -> Term:
    """0 of a shape."""
    return Zeros(shape) if shape else Number(Fraction(0))


def write_statement(statement: Statement) -> JSON:
    """The STATEMENT object: kind, declarations, hypotheses, and the fields of the kind.

    Raises `NoPlace` for kinds that the format does not have, `NameError_` where one name has two meanings.
    """
    return write_plain(plain(statement))[0]


def write_plain(statement: Statement) -> tuple[JSON, Declarations]:
    """The STATEMENT object of what `plain` has given, and the names that it declares."""
    kind, *rest = write_inner(statement).items()
    names = declared(statement)
    return {**dict([kind]), **names.to_json(), **dict(rest)}, names


def declared(statement: Statement) -> Declarations:
    """The names that a plain statement declares, certificates apart."""
    return Declarations.of(_spoken_of(statement))


def _spoken_of(statement: Statement) -> tuple[Term, ...]:
    """The terms that stand in the STATEMENT object, in order: hypotheses first."""
    match statement:
        case All(members):
            return tuple(term for _, member in members for term in _spoken_of(member))
        case Cases(cases):
            inner = tuple(term for case, member in cases for term in (*case.terms, *_spoken_of(member)))
        case Image(map=map_, set=set_) | Subset(map=map_, set=set_) | Covered(map=map_, set=set_):
            inner = (map_.argument, set_.element, map_.term, *terms_in(map_.domain), *terms_in(set_.conditions))
        case Exists(set=set_):
            inner = (set_.element, *terms_in(set_.conditions))
        case Limit():
            inner = tuple(term for value in fields_of(statement, statement.claimed).values() for term in value.terms)
        case _:
            inner = statement.terms
    return (*terms_in(statement.hypotheses), *inner)


def write_inner(statement: Statement) -> JSON:
    """A statement inside another one: without declarations."""
    if not statement.certified:
        words = ", ".join(kinds_in_format().values())
        raise NoPlace(f"the format has no place for the kind {statement.kind}", hint=f"kinds with one: {words}")
    given: JSON = {"hypotheses": write_hypotheses(statement.hypotheses)}
    if isinstance(statement, All):
        if statement.hypotheses:
            raise NoPlace(
                "a conjunction with hypotheses of its own has no certificate", hint="give them to its members"
            )
        given = {}
    if isinstance(statement, Equations) and len({term.shape for term in statement.chain}) != 1:
        raise NoPlace("an equation between different shapes has no certificate")
    fields = fields_of(statement, statement.claimed)
    return {"kind": statement.certified, **given, **{name: field.written() for name, field in fields.items()}}


class FieldValue(NamedTuple):
    """A value of a sort, or a tuple of such."""

    sort: str
    value: Any

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms in it, certificates of lemmas apart."""
        if self.sort == "lemma":
            return tuple(term for lemma in self.value for term in lemma.terms)
        return terms_in(self.value)

    def written(self) -> Any:
        """As JSON."""
        write = SORTS[self.sort]
        return [write(each) for each in self.value] if isinstance(self.value, tuple) else write(self.value)


def fields_of(statement: Statement, declared: Fields) -> dict[str, FieldValue]:
    """The fields that a kind declares, without those that may be missing, and are."""
    found = {name: (sort_of(sort), getattr(statement, name)) for name, sort in declared.items()}
    return {
        name: FieldValue(sort.word, value)
        for name, (sort, value) in found.items()
        if value is not None or not sort.optional
    }


def write_hypothesis(hypothesis: Hypothesis) -> list[str]:
    """``["nonzero", "x"]`` or ``["equal", "x", "y"]``, with its free indices closed; raises `NoPlace` where they are not."""
    if hypothesis.at:
        raise NoPlace("a condition at an index of the statement among the hypotheses")
    word = "equal" if isinstance(hypothesis, Equality) else hypothesis.kind
    return [word, *map(write_term, hypothesis.terms)]


def write_hypotheses(hypotheses: tuple[Hypothesis, ...]) -> list[list[str]]:
    """An array of hypotheses."""
    return [write_hypothesis(hypothesis) for hypothesis in hypotheses]


def _as_it_is(value: Any) -> Any:
    return value


def _name(symbol: Symbol) -> str:
    return symbol.name


def _member(member: tuple[str, Statement]) -> list[Any]:
    return [member[0], write_inner(member[1])]


def _case(case: tuple[Hypothesis, Statement]) -> list[Any]:
    return [write_hypothesis(case[0]), write_inner(case[1])]


def _eigenvalue(each: Eigenvalue) -> list[str]:
    return [write_term(each.value), write_term(each.multiplicity)]


def _map(map_: Map) -> JSON:
    domain = write_hypotheses(map_.domain)
    return {"argument": map_.argument.name, "domain": domain, "term": write_term(map_.term)}


def _set(set_: Set) -> JSON:
    return {"element": set_.element.name, "conditions": write_hypotheses(set_.conditions)}


#: The sorts of fields, and how each is written; a tuple of such is an array.
SORTS: dict[str, Callable[[Any], Any]] = {
    "term": write_term,
    "name": _name,
    "relation": _as_it_is,
    "inequality": _as_it_is,
    "side": _as_it_is,
    "direction": _as_it_is,
    "boolean": _as_it_is,
    "sign": write_hypothesis,
    "condition": write_hypothesis,
    "hypothesis": write_hypothesis,
    "lemma": write_inner,
    "member": _member,
    "case": _case,
    "eigenvalue": _eigenvalue,
    "map": _map,
    "set": _set,
}
