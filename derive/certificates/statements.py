"""Statements as JSON: what is claimed, apart from what shows it (`FORMAT.md`, sections 3 and 4).

Writing loses only the certificates (splittings, preimages, …), so that nothing else is lost, not even a hypothesis, can be
tested by reading it again, and is.
"""

from __future__ import annotations

from fractions import Fraction

from derive.certificates.declarations import JSON, Declarations, plain
from derive.certificates.notation import write_term
from derive.errors import InputError
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.terms import Number, Shape, Term, Zeros
from derive.statements.bound import Bound, BoundChain, Manifest
from derive.statements.cases import Cases
from derive.statements.conjunction import All
from derive.statements.eigenpair import Eigenpair
from derive.statements.eigenvalue_count import EigenvalueCount
from derive.statements.eigenvalues import Eigenvalues
from derive.statements.equation import Equations
from derive.statements.image import Image
from derive.statements.implication import Implication
from derive.statements.linear_order import LinearImplication
from derive.statements.null_space import NullSpace
from derive.statements.pseudo_inverse import PseudoInverse
from derive.statements.rank import Nullity, Rank
from derive.statements.statement import Statement

SCHEMA = "derive-statements/1"

#: The kinds of statement that the format has, with the words for them there.
KINDS: dict[type[Statement], str] = {
    Equations: "equation",
    Bound: "bound",
    BoundChain: "bounds",
    Implication: "implication",
    Manifest: "sign",
    All: "conjunction",
    Cases: "cases",
    NullSpace: "null space",
    Rank: "rank",
    Nullity: "nullity",
    PseudoInverse: "pseudo-inverse",
    Eigenpair: "eigenpair",
    Eigenvalues: "eigenvalues",
    EigenvalueCount: "eigenvalue count",
    Image: "image",
    LinearImplication: "linear implication",
}


class NoPlace(InputError):
    """A statement of a kind that the format does not have."""


def zero_of(shape: Shape) -> Term:
    """0 of a shape."""
    return Zeros(shape) if shape else Number(Fraction(0))


# --- writing -----------------------------------------------------------------------------------------------------


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
        case Image(map=map_, set=set_):
            listed = (*map_.domain, *set_.conditions)
            inner = (map_.argument, set_.element, map_.term, *(term for h in listed for term in h.terms))
        case _:
            inner = statement.terms
    return (*(term for hypothesis in statement.hypotheses for term in hypothesis.terms), *inner)


def write_inner(statement: Statement) -> JSON:
    """A statement inside another one: without declarations."""
    kind = KINDS.get(type(statement))
    if kind is None:
        raise NoPlace(
            f"no certificates for the kind {statement.kind!r}", hint=f"kinds with one: {', '.join(KINDS.values())}"
        )
    if isinstance(statement, All):
        if statement.hypotheses:
            raise NoPlace(
                "a conjunction with hypotheses of its own has no certificate", hint="give them to its members"
            )
        return {"kind": kind, "members": [[name, write_inner(member)] for name, member in statement.members]}
    return {"kind": kind, "hypotheses": write_hypotheses(statement.hypotheses), **_fields(statement)}


def _fields(statement: Statement) -> JSON:
    match statement:
        case Equations(chain):
            if len({term.shape for term in chain}) != 1:
                raise NoPlace("an equation between different shapes has no certificate")
            return {"terms": _terms(chain)}
        case Bound():
            return {"lhs": write_term(statement.lhs), "relation": statement.relation, "rhs": write_term(statement.rhs)}
        case BoundChain(links):
            return {"terms": _terms(statement.terms), "relations": [link.relation for link in links]}
        case Implication(conclusion):
            return {"conclusion": write_hypothesis(conclusion)}
        case Manifest(condition):
            return {"condition": write_hypothesis(condition)}
        case Cases(cases):
            return {"cases": [[write_hypothesis(case), write_inner(inner)] for case, inner in cases]}
        case NullSpace(matrix, basis, side=side):
            return {"matrix": write_term(matrix), "side": side, "basis": _terms(basis)}
        case Rank(matrix, value) | Nullity(matrix, value) | PseudoInverse(matrix, value):
            return {"matrix": write_term(matrix), "value": write_term(value)}
        case Eigenpair(matrix, vector, value):
            return {"matrix": write_term(matrix), "vector": write_term(vector), "value": write_term(value)}
        case Eigenvalues(matrix, eigenvalues):
            pairs = [_terms((each.value, each.multiplicity)) for each in eigenvalues]
            return {"matrix": write_term(matrix), "eigenvalues": pairs}
        case EigenvalueCount():
            return {
                "matrix": write_term(statement.matrix),
                "relation": statement.relation,
                "value": write_term(statement.value),
                "number": write_term(statement.number),
                "space": write_term(statement.space),
            }
        case Image(map=map_, set=set_):
            return {
                "map": {
                    "argument": map_.argument.name,
                    "domain": write_hypotheses(map_.domain),
                    "term": write_term(map_.term),
                },
                "set": {"element": set_.element.name, "conditions": write_hypotheses(set_.conditions)},
            }
        case LinearImplication(conclusion=literal):
            return {} if literal is None else {"conclusion": write_hypothesis(literal)}
    raise NoPlace(f"no certificates for the kind {statement.kind!r}")


def _terms(terms: tuple[Term, ...]) -> list[str]:
    return [write_term(term) for term in terms]


def write_hypothesis(hypothesis: Hypothesis) -> list[str]:
    """``["nonzero", "x"]`` or ``["equal", "x", "y"]``, with its free indices closed; raises `NoPlace` where they are not."""
    if isinstance(hypothesis, Condition) and hypothesis.at:
        raise NoPlace("a condition at an index of the statement among the hypotheses")
    word = "equal" if isinstance(hypothesis, Equality) else hypothesis.kind
    return [word, *_terms(hypothesis.terms)]


def write_hypotheses(hypotheses: tuple[Hypothesis, ...]) -> list[list[str]]:
    """An array of hypotheses."""
    return [write_hypothesis(hypothesis) for hypothesis in hypotheses]
