"""What names mean while a text is read, what may be used without declaring it, and the errors for strangers.

An `Environment` maps each name to a dimension, a symbol, an index, a definition with parameters, or a term (usually a
definition without parameters, as `derive.language.build.let` makes it), and carries the hypotheses that were declared.
It never changes; `Environment.extend` gives a new one.  When a symbol or definition is declared anew, the definitions
that speak of it follow: ``mu = mean(a)`` is then the mean of the new ``a``; a definition that no longer fits is withdrawn,
and reading its name says so.

Undeclared there is `DEFAULT`, and with a theory the names of that theory, which is their one source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Union

from derive.authoring.theory import Theory
from derive.errors import InputError, LimitError, NameError_
from derive.language import terms as t
from derive.language.build import COS, MEAN, VAR, diag, let, matrix, scalar, vector
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.maxima import MAX, MIN
from derive.language.order import Order
from derive.language.places import places_in
from derive.language.substitution import check_names, unfolded_subterms, with_children
from derive.language.terms import Defined, Definition, Dim, Dimension, Identity, Index, Ones, UnknownFunction
from derive.reading.shapes import BINDERS, FUNCTION_NAMES, SPECIAL, TABLE, Guess
from derive.reading.source import Source
from derive.reading.syntax import Apart, At, Call, Numeral, Plus, Ranged, Tree, Word

Meaning = Union[t.Term, t.Index, t.Definition]  # noqa: UP007

#: The declaration of what functions of square matrices are.
OF_MATRICES = re.compile(r"\s*functions?\s+of\s+matrices\s*:?\s*(?P<said>.*?)\s*", re.DOTALL)

#: Definitions that every environment has.
FUNCTIONS_OF_VECTORS: Mapping[str, t.Definition] = MappingProxyType({"mean": MEAN, "var": VAR, "cos": COS})


@dataclass(frozen=True)
class Environment:
    """``names`` and their meanings; ``default`` is the dimension of ``one`` and ``I`` where nothing else decides.

    ``of_matrices`` says what a function of a square matrix is: ``matrix`` or ``entrywise``; nothing if that is not declared.
    """

    names: Mapping[str, Meaning] = field(default_factory=dict)
    hypotheses: tuple[Hypothesis, ...] = ()
    default: t.Dimension = field(default_factory=lambda: t.Dimension("N"))
    withdrawn: Mapping[str, str] = field(default_factory=dict)
    of_matrices: str = ""

    def __post_init__(self) -> None:
        for name, meaning in self.names.items():
            if not isinstance(meaning, t.Term | t.Index | t.Definition):
                hint = "give a term, a dimension, an index or a definition"
                raise InputError(f"{type(meaning).__name__} as the meaning of the name {name!r}", hint=hint)
            if isinstance(meaning, t.Definition) and (name in FUNCTION_NAMES or name in FUNCTIONS_OF_VECTORS):
                raise NameError_(f"{name!r} is a function of plain syntax", hint="choose another name")
        object.__setattr__(self, "names", MappingProxyType(dict(self.names)))
        object.__setattr__(self, "withdrawn", MappingProxyType(dict(self.withdrawn)))

    @property
    def dimensions(self) -> tuple[t.Dimension, ...]:
        return tuple(meaning for meaning in self.names.values() if isinstance(meaning, t.Dimension))

    def without(self, dim: t.Dimension) -> Environment:
        """Without a dimension, which nothing has; it is no longer the default."""
        names = {name: meaning for name, meaning in self.names.items() if meaning != dim}
        if self.default != dim:
            return replace(self, names=names)
        return replace(self, names=names, default=environment_from(names).default)

    def functions_of_matrices(self, said: str) -> Environment:
        """With what functions of square matrices are; raises `InputError` for another word, or for the other one."""
        if said not in ("matrix", "entrywise"):
            hint = "functions of matrices: matrix, or functions of matrices: entrywise"
            raise InputError(f"{said[:40]!r} as what functions of matrices are", hint=hint)
        if self.of_matrices not in ("", said):
            message = f"functions of matrices: {said}, after functions of matrices: {self.of_matrices}"
            raise InputError(message, hint="one choice holds for the whole text; write the others so that they say it")
        return replace(self, of_matrices=said)

    def extend(self, names: Mapping[str, Meaning], hypotheses: Iterable[Hypothesis] = ()) -> Environment:
        """With more names, which win over those of before, and more hypotheses.

        Raises `NameError_` when a dimension would become something else.
        """
        changed: dict[t.Term, t.Term] = {}
        for name, meaning in names.items():
            known = self.names.get(name)
            if isinstance(known, t.Dimension) and known != meaning:
                raise NameError_(f"the name {name!r} is a dimension here", hint="choose another name")
            if isinstance(known, t.Symbol | t.Defined) and isinstance(meaning, t.Term) and known != meaning:
                changed[known] = meaning
        if not changed:
            withdrawn = {name: by for name, by in self.withdrawn.items() if name not in names}
            return Environment(
                {**self.names, **names}, (*self.hypotheses, *hypotheses), self.default, withdrawn, self.of_matrices
            )
        kept: dict[str, Meaning] = {}
        withdrawn = dict(self.withdrawn)
        for name, meaning in self.names.items():
            if name in names or not isinstance(meaning, t.Defined) or meaning.arguments:
                kept[name] = meaning
                continue
            try:
                kept[name] = changed[meaning] = _renewed(meaning, changed)
            except InputError:
                withdrawn[name] = ", ".join(sorted(names))
        renewed = tuple(_renewed_hypothesis(hypothesis, changed) for hypothesis in self.hypotheses)
        withdrawn = {name: by for name, by in withdrawn.items() if name not in names}
        return Environment({**kept, **names}, (*renewed, *hypotheses), self.default, withdrawn, self.of_matrices)


def environment_from(
    names: Mapping[str, Meaning], hypotheses: Iterable[Hypothesis] = (), default: t.Dimension | None = None
) -> Environment:
    """An environment of these names; the default dimension is N if it is among them, else the first one."""
    dims = [meaning for meaning in names.values() if isinstance(meaning, t.Dimension)]
    if default is None:
        default = next((dim for dim in dims if dim.name == "N"), dims[0] if dims else t.Dimension("N"))
    return Environment(names, tuple(hypotheses), default)


def environment_of(*terms: t.Term) -> Environment:
    """The environment of all names in some terms: their dimensions, symbols, definitions and free indices.

    Raises `NameError_` when a name is used for two things.
    """
    check_names(*terms)
    names: dict[str, Meaning] = {}

    def record(name: str, meaning: Meaning) -> None:
        if names.setdefault(name, meaning) != meaning:
            raise NameError_(f"the name {name!r} is used for two things", hint="rename one of them")

    for part in (part for term in terms for part in unfolded_subterms(term)):
        indices = (*part.free, *([part.index] if isinstance(part, t.Binder) else []))
        for dim in (*part.shape, *(index.dim for index in indices)):
            if isinstance(dim, t.Dimension):
                record(dim.name, dim)
        if isinstance(part, t.Dimension | t.Symbol) and not isinstance(part, Order):
            record(part.name, part)
        elif isinstance(part, t.Defined) and not part.arguments:
            record(part.definition.name, part)
        elif isinstance(part, t.Defined) and part.definition not in _KNOWN:
            record(part.definition.name, part.definition)
        elif (function := t.unknown_function_of(part)) is not None:
            record(function.base.name, function.base)
    free = frozenset[t.Index]().union(*(term.free for term in terms))
    for index in sorted(free - places_in(free), key=lambda index: index.name):
        record(index.name, index)
    return environment_from(names)


def _renewed(term: t.Term, changed: Mapping[t.Term, t.Term]) -> t.Term:
    """The term over the symbols and definitions declared anew; definitions stay folded."""
    if term in changed:
        return changed[term]
    if isinstance(term, t.Defined) and not term.arguments:
        definition = term.definition
        body = _renewed(definition.body, changed)
        return term if body == definition.body else t.Definition(definition.name, (), body)()
    return with_children(term, tuple(_renewed(child, changed) for child in term.children))


def _renewed_hypothesis(hypothesis: Hypothesis, changed: Mapping[t.Term, t.Term]) -> Hypothesis:
    if isinstance(hypothesis, Equality):
        return Equality(_renewed(hypothesis.lhs, changed), _renewed(hypothesis.rhs, changed))
    return Condition(hypothesis.kind, _renewed(hypothesis.term, changed))


@dataclass(frozen=True)
class Measure:
    """What a term amounts to with every definition unfolded."""

    size: int
    depth: int
    closed: bool
    dims: frozenset[t.Dimension]


@lru_cache(maxsize=1024)
def measure(term: t.Term) -> Measure:
    """Size, depth, whether it has no symbols, and its dimensions, all unfolded.

    Each different sub-term is visited once, and without recursion: unfolded, a term may be larger and deeper than terms are.
    """
    known: dict[t.Term, Measure] = {}
    for part in unfolded_subterms(term):
        below = (*part.children, part.unfold()) if isinstance(part, t.Defined) else part.children
        measures = [known[child] for child in below]
        dims = {dim for dim in (*part.shape, part) if isinstance(dim, t.Dimension)}
        indices = (*part.free, *([part.index] if isinstance(part, t.Binder) else []))
        dims |= {index.dim for index in indices if isinstance(index.dim, t.Dimension)}
        known[part] = Measure(
            1 + sum(one.size for one in measures),
            1 + max((one.depth for one in measures), default=0),
            not isinstance(part, t.Symbol) and all(one.closed for one in measures),
            frozenset(dims).union(*(one.dims for one in measures)),
        )
    return known[term]


def check_size(term: t.Term) -> t.Term:
    """The term, if it stays within the limits of terms when its definitions are unfolded; raises `LimitError`."""
    found = measure(term)
    if found.size > t.MAX_SIZE or found.depth > t.MAX_DEPTH:
        message = (
            f"an expression of more than {t.MAX_SIZE} nodes or {t.MAX_DEPTH} levels once its definitions are unfolded"
        )
        raise LimitError(message, hint="define less at once")
    return term


def is_generic(term: t.Term, default: t.Dimension) -> bool:
    """Whether a definition speaks of nothing but the default dimension, so that it can be read over another one.

    One that has it below its name, C_n, says its size: it is read over no other one.
    """
    if not isinstance(term, t.Defined) or term.arguments or not term.shape:
        return False
    if term.definition.name.endswith(f"_{default.name}"):
        return False
    found = measure(term)
    return found.closed and found.dims == {default}


_N = Dimension("N")

_KNOWN = frozenset({MEAN, VAR, COS, MAX, MIN})

#: Dimension N; vectors a, g, b, u, v, w, x, y; G = diag(g); scalars c and eps ≥ 0; square matrices A, B, C.
DEFAULT: Environment = environment_from(
    {
        "N": _N,
        **{name: vector(name, _N) for name in "agbuvwxy"},
        "G": let("G", diag(vector("g", _N))),
        "c": scalar("c"),
        "eps": scalar("eps", "nonneg"),
        **{name: matrix(name, _N, _N) for name in "ABC"},
    }
)

#: The same without what a theory would define: G is a name of layernorm.
LETTERS: Environment = environment_from({name: meaning for name, meaning in DEFAULT.names.items() if name != "G"})
#: The dimension N alone.
BARE: Environment = environment_from({"N": _N})


def environment_of_theory(theory: Theory) -> Environment:
    """`DEFAULT`, and on top the names of a theory and its definitions without parameters.

    A definition may be stated of a symbol with more properties than the one of that name has (α = 1/g, of nonzero g).
    Here it speaks of the theory's g, so that one name means one thing; a statement that needs more assumes it.
    """
    env = DEFAULT
    for definition in theory.definitions:
        if isinstance(definition.term, Defined) and not definition.term.arguments:
            env = env.extend(environment_of(definition.term).names)
    # `one` and `I` as the reader knows them fit every dimension.
    return env.extend({name: term for name, term in theory.names.items() if not isinstance(term, Ones | Identity)})


#: The indices that sums have bound, and what they run over.
Scope = Mapping[str, Guess]

#: How many declared names a message lists.
MAX_LISTED = 40


class Names:
    """The names of one text in one environment."""

    def __init__(self, source: Source, env: Environment) -> None:
        self.source, self.env = source, env
        self.make = source.make

    def lookup(self, name: str, at: int) -> Meaning:
        """What a name stands for as a term; raises `NameError_`, with the names there are."""
        meaning = self.env.names.get(name)
        if isinstance(meaning, Index):
            error = NameError_(f"the index {name!r} as a term", hint=f"write x[{name}] for a component, basis({name})")
        elif isinstance(meaning, Definition) and meaning.parameters:
            error = NameError_(f"the function {name!r} without arguments", hint=f"write {name}(…)")
        elif isinstance(meaning, Definition):
            return meaning()
        elif meaning is not None:
            return meaning
        elif name in FUNCTION_NAMES or name in FUNCTIONS_OF_VECTORS:
            error = NameError_(f"the function {name!r} without arguments", hint=f"write {name}(…)")
        else:
            error = self.stranger(name, {*self.env.names, "one", "I"})
        raise self.source.placed(error, at)

    def stranger(self, name: str, known: set[str], what: str = "name") -> NameError_:
        """The error for a name that nobody declared."""
        if name in self.env.withdrawn:
            by = self.env.withdrawn[name]
            hint = f"its definition does not fit {by} as declared anew; define it again with let {name} = …"
            return NameError_(f"the {what} {name!r} is no longer defined", hint=hint)
        close = get_close_matches(name[:100], known, n=1)
        if not known:
            return NameError_(f"the unknown {what} {name[:100]!r}", hint=f"declare it first; no {what} is declared")
        listed = sorted(known)
        names = ", ".join(listed[:MAX_LISTED]) + (", …" if len(listed) > MAX_LISTED else "")
        hint = f"did you mean {close[0]!r}? known: {names}" if close else f"known: {names}"
        return NameError_(f"the unknown {what} {name[:100]!r}", hint=hint)

    def definition(self, call: Call) -> Definition | None:
        """The definition that a call uses, if it is no function of the syntax; raises for unknown ones."""
        meaning = self.env.names.get(call.name, FUNCTIONS_OF_VECTORS.get(call.name))
        of = call.name.rstrip("'")
        if meaning is None and isinstance(function := self.env.names.get(of), UnknownFunction):
            meaning = self.make(call.at, function.derived, len(call.name) - len(of))
        counts: tuple[int, ...] | None
        if isinstance(meaning, Definition):
            counts = (len(meaning.parameters),)
        elif call.name in TABLE:
            arity = TABLE[call.name].arity
            counts = (arity,) if arity is not None else None
        elif call.name in SPECIAL:
            counts = SPECIAL[call.name]
        elif meaning is not None:
            hint = f"write {call.name}*(…) for a product"
            raise self.source.fail(call.at, f"{call.name!r} is not a function", hint, NameError_)
        else:
            functions = {name for name, value in self.env.names.items() if isinstance(value, Definition)}
            known = functions | FUNCTION_NAMES | set(FUNCTIONS_OF_VECTORS)
            raise self.source.placed(self.stranger(call.name, known, "function"), call.at)
        given = len(call.arguments)
        least = TABLE[call.name].least if counts is None else 0
        if given < least if counts is None else given not in counts:
            several = "two or more" if least == 2 else "one or more"
            wanted = several if counts is None else " or ".join(map(str, counts[:1] if counts[0] else counts[1:]))
            raise self.source.fail(call.at, f"{call.name} of {given} arguments", f"it takes {wanted}")
        for argument in call.arguments[1 if call.name in BINDERS else 0 :]:
            if isinstance(argument, Ranged | Apart):
                what = "the range of" if isinstance(argument, Ranged) else "a condition on"
                raise self.source.error(argument.at, f"{what} {argument.name!r}", "a term")
        return meaning if isinstance(meaning, Definition) else None

    def dim(self, tree: Tree, mark: bool = False) -> Dim:
        """A dimension that is written out: its name or a number; 1 only as the ``mark`` of a row."""
        if isinstance(tree, Numeral) and tree.value.denominator == 1 and tree.value >= (1 if mark else 2):
            return int(tree.value)
        if isinstance(tree, Word):
            meaning = self.env.names.get(tree.name)
            if isinstance(meaning, Dimension):
                return meaning
            if meaning is None:
                known = {dim.name for dim in self.env.dimensions}
                raise self.source.placed(self.stranger(tree.name, known, "dimension"), tree.at)
            raise self.source.error(tree.at, f"{tree.name!r}, which is no dimension", "a dimension")
        raise self.source.error(tree.at, "something else", "the name of a dimension or an integer of at least 2")

    def place(self, tree: Tree, scope: Scope) -> At | None:
        """The place that a tree names, 1, N or N-1; None of another one."""
        match tree:
            case At() as found:
                pass
            case Numeral(value=value) if value.denominator == 1:
                found = At(tree.at, str(value), int(value))
            case Word(name=name) if name not in scope and isinstance(self.env.names.get(name), Dimension):
                return At(tree.at, name, 0, tree)
            case Plus(first=Word() as last, rest=(("-", _, Numeral(value=value)),)) if value.denominator == 1:
                found = At(tree.at, f"{last.name}-{value}", -int(value), last)
            case _:
                return None
        if found.number < 1 and found.dim is None:
            raise self.source.fail(found.at, f"the entry at {found.name}", "entries count from 1: x[1] is the first")
        return found

    def range_of(self, tree: Tree, scope: Scope) -> tuple[str, Guess]:
        """The name of an index that is used, and what it runs over."""
        if not isinstance(tree, Word):
            raise self.source.error(tree.at, "a term", "the name of an index")
        if tree.name in scope:
            return tree.name, scope[tree.name]
        meaning = self.env.names.get(tree.name)
        if isinstance(meaning, Index):
            return meaning.name, meaning.dim
        indices = {*scope, *(name for name, value in self.env.names.items() if isinstance(value, Index))}
        hint = f"declare it: index {tree.name} : {self.env.default.name}; or bind it: sum({tree.name}, …)"
        known = f"; known: {', '.join(sorted(indices))}" if indices else ""
        raise self.source.fail(tree.at, f"the unknown index {tree.name!r}", hint + known, NameError_)

    def number(self, tree: Tree) -> Fraction:
        """An exponent given as an argument."""
        if isinstance(tree, Numeral):
            return tree.value
        raise self.source.error(tree.at, "a term", "a number as the exponent")
