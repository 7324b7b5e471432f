"""What names mean while a text is read, and what may be used without declaring it.

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
from functools import lru_cache
from types import MappingProxyType
from typing import Union

from derive.errors import InputError, LimitError, NameError_
from derive.language import terms as t
from derive.language.build import COS, MEAN, VAR, diag, let, matrix, scalar, vector
from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import check_names, unfolded_subterms, with_children
from derive.language.terms import Defined, Dimension, Identity, Ones
from derive.reading.shapes import FUNCTION_NAMES
from derive.theories.theory import Theory

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
        indices = (*part.free, *([part.index] if isinstance(part, t.Sum | t.Prod) else []))
        for dim in (*part.shape, *(index.dim for index in indices)):
            if isinstance(dim, t.Dimension):
                record(dim.name, dim)
        if isinstance(part, t.Dimension | t.Symbol):
            record(part.name, part)
        elif isinstance(part, t.Defined) and not part.arguments:
            record(part.definition.name, part)
        elif isinstance(part, t.Defined) and FUNCTIONS_OF_VECTORS.get(part.definition.name) != part.definition:
            record(part.definition.name, part.definition)
    for index in sorted(set().union(*(term.free for term in terms)), key=lambda index: index.name):
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
        indices = (*part.free, *([part.index] if isinstance(part, t.Sum | t.Prod) else []))
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
    """Whether a definition speaks of nothing but the default dimension, so that it can be read over another one."""
    if not isinstance(term, t.Defined) or term.arguments or not term.shape:
        return False
    found = measure(term)
    return found.closed and found.dims == {default}


_N = Dimension("N")

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
