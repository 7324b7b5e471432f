"""Statements read from JSON (`FORMAT.md`, sections 3 and 4): every key is expected, and what does not fit is refused.

What is read has no certificate, and cannot be decided unless it needs none: see `bare`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar, cast

from derive.certificates.declarations import JSON, Declarations
from derive.certificates.statements import declared, zero_of
from derive.errors import InputError, NameError_
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import subterms
from derive.language.terms import Definition, Dimension, Shape, Symbol, Term, column
from derive.statements.bound import Bound, BoundChain, Manifest
from derive.statements.cases import Cases
from derive.statements.conjunction import All
from derive.statements.eigenpair import Eigenpair
from derive.statements.eigenvalue_count import EigenvalueCount
from derive.statements.eigenvalues import Eigenvalue, Eigenvalues
from derive.statements.equation import Equations
from derive.statements.image import Covered, Exists, Image, Map, Set, Subset
from derive.statements.implication import Implication
from derive.statements.limit import Limit
from derive.statements.linear_order import LinearImplication, check_literal
from derive.statements.null_space import NullSpace, Splitting
from derive.statements.pseudo_inverse import GroupInverse, PseudoInverse
from derive.statements.rank import Nullity, Rank
from derive.statements.spectrum import SameSpectrum
from derive.statements.statement import Statement
from derive.statements.typed import SameShape
from tests.certificates.reader import Scope, read_term, scope_of

_Any = TypeVar("_Any")
_DECLARED = ("dimensions", "symbols", "definitions")


def read_statement(found: Mapping[str, Any]) -> Statement:
    """The statement of a STATEMENT object, without certificates.

    Raises `InputError`, mostly `derive.errors.ReadError` with a column, for whatever is missing, unknown, superfluous or
    does not fit.
    """
    names = read_declarations(expect(found, dict, "a statement"))
    inner = {key: value for key, value in found.items() if key not in _DECLARED}
    statement = read_inner(inner, scope_of(names))
    used = declared(statement)
    for known, needed in ((names.symbols, used.symbols), (names.definitions, used.definitions)):
        idle = [name for name in known if name not in needed]
        if idle:
            raise NameError_(f"the name {idle[0]!r} is declared and not used", hint="leave it out")
    return statement


def read_inner(found: object, scope: Scope) -> Statement:
    """A statement inside another one."""
    kind = expect(expect(found, dict, "a statement").get("kind"), str, "the kind of a statement")
    if kind not in _READERS:
        raise InputError(f"the kind {kind!r} of statement", hint=f"kinds: {', '.join(_READERS)}")
    required, optional, read = _READERS[kind]
    given = () if kind == "conjunction" else ("hypotheses",)
    made = keys(found, ("kind", *given, *required), optional, f"the statement of kind {kind!r}")
    hypotheses = read_hypotheses(made["hypotheses"], scope) if given else ()
    return read(_Fields(made, scope, kind), hypotheses)


def read_hypothesis(found: object, scope: Scope) -> Hypothesis:
    """One condition or equality."""
    word, *terms = expect(found, list, "a hypothesis") or [None]
    if word == "equal" and len(terms) == 2:
        return Equality(read_term(terms[0], scope), read_term(terms[1], scope))
    if not isinstance(word, str) or len(terms) != 1:
        raise InputError(f"{found!r} as a hypothesis", hint='["nonzero", TERM] or ["equal", TERM, TERM]')
    return Condition(word, read_term(terms[0], scope))


def read_hypotheses(found: object, scope: Scope) -> tuple[Hypothesis, ...]:
    """An array of hypotheses."""
    return tuple(read_hypothesis(each, scope) for each in expect(found, list, "hypotheses"))


class _Fields:
    """The fields of one statement, read by their sort."""

    def __init__(self, found: JSON, scope: Scope, kind: str) -> None:
        self.found, self.scope, self.kind = found, scope, kind

    def word(self, key: str) -> str:
        return expect(self.found[key], str, f"{key!r} of the {self.kind}")

    def term(self, key: str) -> Term:
        return read_term(self.word(key), self.scope)

    def array(self, key: str) -> list[Any]:
        return expect(self.found[key], list, f"{key!r} of the {self.kind}")

    def terms(self, key: str) -> tuple[Term, ...]:
        return tuple(read_term(each, self.scope) for each in self.array(key))

    def words(self, key: str) -> tuple[str, ...]:
        return tuple(expect(each, str, f"{key!r} of the {self.kind}") for each in self.array(key))

    def condition(self, key: str) -> Condition:
        made = read_hypothesis(self.found[key], self.scope)
        if not isinstance(made, Condition):
            raise InputError(f"an equality as the {key} of a statement of kind {self.kind!r}", hint="a condition")
        return made

    def pairs(self, key: str) -> list[list[Any]]:
        made = self.array(key)
        for pair in made:
            if not isinstance(pair, list) or len(pair) != 2:
                raise InputError(f"{pair!r} in {key!r} of the {self.kind}", hint="a list of two")
        return made

    def symbol(self, key: str, within: JSON) -> Symbol:
        name = expect(within[key], str, f"the {key}")
        if name not in self.scope.symbols:
            raise NameError_(f"the {key} {name!r} is no symbol", hint="declare it among the symbols")
        return self.scope.symbols[name]


_Given = tuple[Hypothesis, ...]


def _equation(found: _Fields, given: _Given) -> Statement:
    terms = found.terms("terms")
    if len(terms) < 2 or len({term.shape for term in terms}) != 1:
        raise InputError("an equation between fewer than two terms, or terms of different shapes")
    return Equations(terms, given)


def _bounds(found: _Fields, given: _Given) -> Statement:
    terms, relations = found.terms("terms"), found.words("relations")
    if len(terms) != len(relations) + 1:
        raise InputError(f"{len(relations)} relations between {len(terms)} terms", hint="one fewer than terms")
    links = (Bound(a, word, b) for (a, b), word in zip(pairwise(terms), relations, strict=True))
    return BoundChain(tuple(links), given)


def _cases(found: _Fields, given: _Given) -> Statement:
    read = [(read_hypothesis(h, found.scope), read_inner(inner, found.scope)) for h, inner in found.pairs("cases")]
    if len(read) != 2:
        raise InputError(f"{len(read)} cases", hint="two; more are cases inside a case")
    return Cases(tuple(read), given)


def _null_space(found: _Fields, given: _Given) -> Statement:
    matrix, side, basis = found.term("matrix"), found.word("side"), found.terms("basis")
    if len(matrix.shape) != 2 or any(not 1 <= len(b.shape) <= 2 for b in basis):
        raise InputError("a null space of something that is no matrix, or spanned by no vectors or matrices")
    return NullSpace(matrix, basis, no_splitting(matrix, basis, side), cast(Any, side), given)


def _rank(node: type[Rank] | type[Nullity]) -> Callable[[_Fields, _Given], Statement]:
    def read(found: _Fields, given: _Given) -> Statement:
        matrix = found.term("matrix")
        return node(matrix, found.term("value"), zero_of(tuple(reversed(matrix.shape))), given)

    return read


def _eigenvalues(found: _Fields, given: _Given) -> Statement:
    matrix = found.term("matrix")
    pairs = [[read_term(term, found.scope) for term in pair] for pair in found.pairs("eigenvalues")]
    return Eigenvalues(matrix, tuple(Eigenvalue(value, m, zero_of(matrix.shape)) for value, m in pairs), given)


def _eigenvalue_count(found: _Fields, given: _Given) -> Statement:
    matrix, zero = found.term("matrix"), zero_of(())
    stands_for_all = Symbol("v" + "'" * 90, matrix.shape[:1])
    made = EigenvalueCount(
        matrix, cast(Any, found.word("relation")), found.term("value"), found.term("number"), found.term("space"),
        zero_of(matrix.shape), stands_for_all, zero, given,
    )  # fmt: skip
    return no_projection(made)


def _map(found: _Fields) -> Map:
    made = keys(found.found["map"], ("argument", "domain", "term"), (), "a map")
    argument, domain = found.symbol("argument", made), read_hypotheses(made["domain"], found.scope)
    return Map(read_term(made["term"], found.scope), argument, domain)


def _set(found: _Fields) -> Set:
    made = keys(found.found["set"], ("element", "conditions"), (), "a set")
    return Set(found.symbol("element", made), read_hypotheses(made["conditions"], found.scope))


def _image(node: type[Image] | type[Covered]) -> Callable[[_Fields, _Given], Statement]:
    def read(found: _Fields, given: _Given) -> Statement:
        made = _map(found)
        return node(made, _set(found), zero_of(made.argument.shape), given)

    return read


def _existence(found: _Fields, given: _Given) -> Statement:
    made = _set(found)
    return Exists(made, zero_of(made.element.shape), given)


def _same_spectrum(found: _Fields, given: _Given) -> Statement:
    first, second = found.term("first"), found.term("second")
    (n, _), (k, _) = first.shape, second.shape
    return SameSpectrum(first, second, zero_of((n, k)), zero_of((k, n)), given)


def _limit(found: _Fields, given: _Given) -> Statement:
    rate = found.term("rate") if "rate" in found.found else None
    variable = found.symbol("variable", found.found)
    term, value, point = (found.term(name) for name in ("term", "value", "point"))
    return Limit(term, variable, value, point, found.word("side"), None, given, rate)


def _linear(found: _Fields, given: _Given) -> Statement:
    literal = (
        check_literal(read_hypothesis(found.found["conclusion"], found.scope)) if "conclusion" in found.found else None
    )
    return LinearImplication(given, literal)


def _conjunction(found: _Fields, given: _Given) -> Statement:
    pairs = found.pairs("members")
    return All(tuple((expect(name, str, "the name of a member"), read_inner(s, found.scope)) for name, s in pairs))


#: Kind → its fields, those that may be left out, and how it is made of them.
_READERS: dict[str, tuple[tuple[str, ...], tuple[str, ...], Callable[[_Fields, _Given], Statement]]] = {
    "equation": (("terms",), (), _equation),
    "bound": (
        ("lhs", "relation", "rhs"),
        (),
        lambda f, given: Bound(f.term("lhs"), f.word("relation"), f.term("rhs"), hypotheses=given),
    ),
    "bounds": (("terms", "relations"), (), _bounds),
    "implication": (("conclusion",), (), lambda f, given: Implication(f.condition("conclusion"), given)),
    "sign": (("condition",), (), lambda f, given: Manifest(f.condition("condition"), given)),
    "conjunction": (("members",), (), _conjunction),
    "cases": (("cases",), (), _cases),
    "null space": (("matrix", "side", "basis"), (), _null_space),
    "rank": (("matrix", "value"), (), _rank(Rank)),
    "nullity": (("matrix", "value"), (), _rank(Nullity)),
    "pseudo-inverse": (
        ("matrix", "value"),
        (),
        lambda f, given: PseudoInverse(f.term("matrix"), f.term("value"), given),
    ),
    "eigenpair": (
        ("matrix", "vector", "value"),
        (),
        lambda f, given: Eigenpair(f.term("matrix"), f.term("vector"), f.term("value"), given),
    ),
    "eigenvalues": (("matrix", "eigenvalues"), (), _eigenvalues),
    "eigenvalue count": (("matrix", "relation", "value", "number", "space"), (), _eigenvalue_count),
    "group inverse": (
        ("matrix", "value"),
        (),
        lambda f, given: GroupInverse(f.term("matrix"), f.term("value"), given),
    ),
    "same spectrum": (("first", "second"), (), _same_spectrum),
    "image": (("map", "set"), (), _image(Image)),
    "subset": (("map", "set"), (), lambda f, given: Subset(_map(f), _set(f), given)),
    "covered": (("map", "set"), (), _image(Covered)),
    "existence": (("set",), (), _existence),
    "limit": (("term", "variable", "value", "point", "side"), ("rate",), _limit),
    "same shape": (("lhs", "rhs"), (), lambda f, given: SameShape(f.term("lhs"), f.term("rhs"), given)),
    "linear implication": ((), ("conclusion",), _linear),
}


# --- without certificates


def bare(statement: Statement) -> Statement:
    """The statement with nothing, or zeros, in the places of its certificates.

    It claims the same.  Where zeros are a wrong certificate, it cannot be decided.
    """
    match statement:
        case Bound():
            return replace(statement, by=None, scale=None, squared=False)
        case BoundChain():
            return replace(statement, links=tuple(cast(Bound, bare(link)) for link in statement.links))
        case Implication() | Eigenpair():
            return replace(statement, form=None, covector=None)
        case Manifest():
            return replace(statement, alone=True)
        case All():
            return replace(statement, members=tuple((name, bare(member)) for name, member in statement.members))
        case Cases():
            return replace(statement, cases=tuple((case, bare(inner)) for case, inner in statement.cases))
        case NullSpace():
            return replace(statement, splitting=no_splitting(statement.matrix, statement.basis, statement.side))
        case Rank() | Nullity():
            return replace(statement, inverse=zero_of(tuple(reversed(statement.matrix.shape))))
        case Eigenvalues():
            zero = zero_of(statement.matrix.shape)
            return replace(statement, eigenvalues=tuple(replace(e, projection=zero) for e in statement.eigenvalues))
        case EigenvalueCount():
            return no_projection(statement)
        case Image() | Covered():
            preimage = zero_of(statement.map.argument.shape)
            return replace(
                statement, preimage=preimage, lemmas=(), by=(), invariant=None, set=replace(statement.set, by=())
            )
        case Subset():
            return replace(statement, set=replace(statement.set, by=()))
        case Exists():
            witness = zero_of(statement.element.shape)
            return replace(statement, witness=witness, lemmas=(), set=replace(statement.set, by=()))
        case SameSpectrum():
            (n, _), (k, _) = statement.first.shape, statement.second.shape
            return replace(statement, left=zero_of((n, k)), right=zero_of((k, n)))
        case Limit():
            return replace(statement, equal_to=None, rate_by=None, lemmas=())
        case LinearImplication():
            return replace(statement, multipliers=None, constant=Fraction(0))
    return statement


def no_splitting(matrix: Term, basis: tuple[Term, ...], side: str) -> Splitting:
    """Zeros in the place of a splitting."""
    rows, columns = matrix.shape
    size, other = (columns, rows) if side == "right" else (rows, columns)
    coefficients = tuple(zero_of(b.shape if len(b.shape) == 1 else column(b.shape[1], b.shape[0])) for b in basis)
    return Splitting(coefficients, zero_of((size, other)))


def no_projection(statement: EigenvalueCount) -> EigenvalueCount:
    """The statement with zeros for its projection, and the first free name for its vector."""
    names = declared(statement)
    taken = {*names.dimensions, *names.symbols, *names.definitions}
    vector = Symbol(next(name for name in _primed("v") if name not in taken), statement.matrix.shape[:1])
    return replace(statement, projection=zero_of(statement.matrix.shape), vector=vector, by=zero_of(()))


def _primed(letter: str) -> list[str]:
    return [letter + "'" * number for number in range(90)]


# --- names


def read_declarations(found: Mapping[str, Any]) -> Declarations:
    """The names declared by ``dimensions``, ``symbols`` and ``definitions``; raises `InputError` where they do not fit."""
    made = Declarations()

    def new(name: object) -> str:
        if not isinstance(name, str):
            raise InputError(f"{name!r} as a name", hint="a name is a string")
        if name in made.dimensions or name in made.symbols or name in made.definitions:
            raise NameError_(f"the name {name!r} is declared twice", hint="each name once")
        return name

    for name in expect(found.get("dimensions"), list, "the dimensions"):
        made.dimensions[new(name)] = Dimension(name)
    for name, symbol in expect(found.get("symbols"), dict, "the symbols").items():
        keys(symbol, ("shape", "properties"), (), f"the symbol {name!r}")
        properties = frozenset(expect(symbol["properties"], list, "properties"))
        made.symbols[new(name)] = Symbol(name, _shape(made, symbol["shape"]), properties)
    for entry in expect(found.get("definitions"), list, "the definitions"):
        keys(entry, ("name", "parameters", "body"), (), "a definition")
        name = new(entry["name"])
        parameters = []
        for pair in expect(entry["parameters"], list, "parameters"):
            parameter, shape = _pair(pair, f"a parameter of {name!r}")
            parameters.append(Symbol(parameter, _shape(made, shape)))
        if len({parameter.name for parameter in parameters}) != len(parameters):
            raise NameError_(f"two parameters of {name!r} have one name", hint="each name once")
        body = read_term(entry["body"], scope_of(made).with_parameters(parameters))
        strangers = [p.name for p in subterms(body) if parameters and isinstance(p, Symbol) and p not in parameters]
        if strangers:
            raise NameError_(f"the definition of {name!r} uses {strangers[0]}, which is no parameter")
        made.definitions[name] = Definition(name, tuple(parameters), body)
    return made


def _shape(made: Declarations, words: object) -> Shape:
    found = expect(words, list, "a shape")
    if not all(isinstance(word, str) for word in found):
        raise InputError(f"{words!r} as a shape", hint='a list of strings: ["N", "3"]')
    return scope_of(made).shape(found)


def _pair(value: object, what: str) -> tuple[Any, Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise InputError(f"{value!r} as {what}", hint="a list of two")
    return value[0], value[1]


def expect(value: object, sort: type[_Any], what: str) -> _Any:
    """The value, which must be of this type; raises `InputError`."""
    if not isinstance(value, sort):
        raise InputError(f"{value!r} for {what}", hint=f"expected {'an object' if sort is dict else sort.__name__}")
    return value


def keys(value: object, required: Sequence[str], optional: Sequence[str], what: str) -> JSON:
    """The object, which must have these keys and no others; raises `InputError`."""
    found = expect(value, dict, what)
    missing = [key for key in required if key not in found]
    strange = [key for key in found if key not in (*required, *optional)]
    if missing or strange:
        words = f"without {missing[0]!r}" if missing else f"with {strange[0]!r}"
        raise InputError(f"{what} {words}", hint=f"it has {', '.join((*required, *optional))}")
    return found
