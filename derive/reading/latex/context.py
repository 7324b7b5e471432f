r"""What LaTeX names mean: an `Environment`, and the keys under which its names are found as they are typeset.

A context adds to the environment what only LaTeX needs: macros, the notation, and conventions that settle what is otherwise
ambiguous.  It never changes; its methods give new ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import NamedTuple

from derive.authoring.theory import Theory
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import subterms
from derive.language.terms import (
    Defined,
    Definition,
    Dim,
    Dimension,
    Identity,
    Index,
    Ones,
    Symbol,
    Term,
    UnknownFunction,
)
from derive.printing.notation import ARROW, Notation
from derive.printing.walk import name_of
from derive.reading.environment import (
    FUNCTIONS_OF_VECTORS,
    LETTERS,
    Environment,
    Meaning,
    environment_from,
    environment_of,
    environment_of_theory,
)
from derive.reading.held import Depends, check_held
from derive.reading.latex.conventions import PRIMES, Decide, Equal, settled_by, undecided
from derive.reading.latex.dependence import check_slopes
from derive.reading.latex.formula_shapes import FormulaName, key_of
from derive.reading.latex.graphs import Graph, Waiting
from derive.reading.latex.macros import Macros
from derive.reading.latex.otherwise import Otherwise
from derive.reading.latex.spelling import UNMARKED, Key, alike, key_of_meaning, plain_name, stem, verbatim_key
from derive.reading.latex.tokens import Tok


class _Keys(NamedTuple):
    r"""Names under the keys of their printed forms; names letter by letter, ``\mathrm{mu}``; functions under their heads.

    ``cores``: those of names and functions; ``longest``: the length of the longest of them.
    """

    table: Mapping[Key, list[tuple[str, str]]]
    upright: Mapping[Key, list[tuple[str, str]]]
    heads: Mapping[Key, str]
    cores: frozenset[str]
    longest: int


@dataclass(frozen=True)
class Family:
    """The rows (or ``columns``) of a matrix as vectors of one name, which is ``marked`` or not.

    ``above``: with the index in a superscript, as in ``x^{(i)}``; ``bare``: without parentheses, ``x^i``.  ``pattern``: the
    tokens of one that is written as a value of a function, ``\\phi(x^{(i)})``, with none for the index.  ``lines``: they
    were declared with ``rows``; ``both``: the columns, too, have this name, and what an index runs over tells which it is,
    or on which side of it the ``sign`` for the other one stands, ``X_{i.}`` and ``X_{.j}``.
    """

    matrix: str
    columns: bool
    marked: bool
    above: bool = False
    bare: bool = False
    pattern: tuple[str, ...] = ()
    lines: bool = False
    both: bool = False
    sign: str = ""


@dataclass(frozen=True)
class Abbreviation:
    """How it is written, as items; the letters in it for which something else may stand, and those for indices; its value.

    ``bound`` are the letters in its value that are indices there, and may stand in nothing that is put in.  One that is
    ``indexed`` stands for a name with an index, which may be a place, too; one that is ``tied`` is a name that others may be
    tied to, ``p(y | x)``.  One that is ``fixed``, f(x) of a value f, says nothing of f at other arguments.
    """

    items: tuple[str, ...]
    open: frozenset[str]
    indices: frozenset[str]
    body: tuple[Tok, ...]
    bound: frozenset[str]
    indexed: bool = False
    tied: bool = False
    fixed: bool = False


@dataclass(frozen=True)
class Context:
    r"""Names, macros and conventions.

    ``spelled``: names that are typeset in another way than their name in the environment prints. ``functions``: keys that
    are functions wherever a parenthesis follows directly; unknown ones where nothing else is declared of them. ``printed``:
    the text is what `derive` prints, where spaces and bars mean what they mean there. ``size``: the dimension of ones and
    identities on a page on which all have the same. ``calls``: functions under the keys that they are declared by;
    ``constants``: what their definitions speak of besides their parameters; ``rows``: the parameters that are the columns of
    rows. ``losses``: the key of a loss, what it is of, and the symbol of its derivative; ``depends``: (y, x) and the symbol
    of ∂y/∂x; ``slopes``: the symbols of both, and of what by what they are, also of what was held since. ``operators``: the
    core and mark of a sign for a mean, a variance or a covariance, and which it is; those of ``\bar`` and ``\langle`` have
    no mark. ``formulas``: names that are written as formulas, by their cores. ``families``: letters, with their primes, for
    the rows or columns of a matrix. ``broadcast``: a scalar in a sum with a vector is added to each component. ``einstein``:
    indices that occur twice are summed, but not those that are ``fixed``. ``turned``: the signs, "'", "*" and "H", that are
    transposes. ``theories``: those in use; ``origins``: the theories of names that came from one. ``choices``: how notations
    with two readings are read, by their conventions. ``held``: names of definitions that derivatives do not look into.
    ``graph``: the nodes of graphs with their arguments; ``waiting``: definitions with arguments that are no nodes, yet.
    ``layout``: that of derivatives, if one is declared, or ``supposed`` to see whether what is written fits in it.
    ``otherwise``: what is meant in its other way, to see whether it holds then. ``relied`` gathers the conventions that what
    is read relies on. ``conditional``: the cores of functions that are declared with a bar between their arguments.
    ``opened``: names that are defined with a declared index in them, the array of their values, and the index; of matrices a
    function of unit vectors, and one index or more. ``matrices``: those that are defined for each value of indices.
    ``row_gradients``: names of definitions that are the gradient by a row alone. ``of_numbers``: functions of numbers that
    are others than those of whole vectors, which their definitions could be of. ``abbreviations``: formulas that stand for
    others. ``equated``: names that nothing declares, which a display has defined by ``=``. ``has_one``: something of one
    entry is declared as an array, so that a ``\vec 1`` or ``I`` may be of size 1. ``wider``: dimensions that are declared
    as n + 1. ``open``: the free indices of a formula that nobody declared; ``varied``: names that vary in it, with their
    differentials. ``decide``: who answers questions.
    """

    env: Environment = field(default_factory=Environment)
    macros: Macros = field(default_factory=Macros)
    notation: Notation = ARROW
    spelled: Mapping[Key, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    functions: frozenset[Key] = frozenset()
    printed: bool = False
    size: Dim | None = None
    calls: Mapping[Key, str] = field(default_factory=dict)
    constants: Mapping[Definition, tuple[Symbol, ...]] = field(default_factory=dict)
    rows: Mapping[Definition, tuple[Symbol, ...]] = field(default_factory=dict)
    losses: Mapping[Key, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    depends: Depends = field(default_factory=dict)
    slopes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    operators: Mapping[tuple[str, str], str] = field(default_factory=dict)
    formulas: Mapping[str, FormulaName] = field(default_factory=dict)
    families: Mapping[str, Family] = field(default_factory=dict)
    broadcast: bool = False
    einstein: bool = False
    fixed: frozenset[str] = frozenset()
    turned: frozenset[str] = frozenset()
    theories: tuple[str, ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    of_numbers: frozenset[Definition] = frozenset()
    graph: Graph = field(default_factory=dict)
    waiting: tuple[Waiting, ...] = ()
    layout: str = ""
    supposed: bool = False
    otherwise: Otherwise | None = None
    defining: str = ""
    conditional: frozenset[str] = frozenset()
    opened: Mapping[Key, tuple[str | Definition, tuple[Index, ...]]] = field(default_factory=dict)
    matrices: Mapping[Key, tuple[Definition, tuple[Index, ...]]] = field(default_factory=dict)
    row_gradients: frozenset[str] = frozenset()
    equated: frozenset[Key] = frozenset()
    abbreviations: tuple[Abbreviation, ...] = ()
    open: frozenset[str] = frozenset()
    has_one: bool = False
    wider: frozenset[str] = frozenset()
    varied: tuple[tuple[Symbol, Symbol], ...] = ()
    relied: set[str] = field(default_factory=set, compare=False)
    decide: Decide = undecided

    @cached_property
    def keys(self) -> _Keys:
        table = {key: list(entries) for key, entries in self.spelled.items()}
        known = {name for entries in table.values() for _, name in entries}
        upright: dict[Key, list[tuple[str, str]]] = {}
        heads: dict[Key, str] = {}
        for name, meaning in self.env.names.items():
            if name not in known:
                if (own := key_of_meaning(name, meaning, self.notation)) is not None:
                    table.setdefault(own, []).append(("", name))
                if self.printed and (word := verbatim_key(name, self.notation)) is not None:
                    upright.setdefault(word, []).append(("", name))
        heads |= self.calls
        for name, definition in {**self.definitions, **FUNCTIONS_OF_VECTORS}.items():  # the author's come first
            if (head := key_of_meaning(name, definition, self.notation)) is not None:
                heads.setdefault(head, name)
            if self.printed and (word := verbatim_key(name, self.notation)) is not None:
                heads.setdefault(word, name)
        words = (core for core, _ in self.operators if core.isalpha() and len(core) > 1)
        cores = frozenset(
            (
                *(key.core for key in (*table, *heads, *self.opened, *self.matrices, *self.functions)),
                *(key.core for key in self.losses if key.core.isalpha() and len(key.core) > 1),
                *words,
            )
        )
        return _Keys(table, upright, heads, cores, max(map(len, cores), default=1))

    def names(self, key: Key, mark: str = "", component: bool = False) -> tuple[str, ...]:
        r"""The names of terms with this key, declared with or without a mark as it is written.

        If there is none: a vector or matrix declared without its mark; or with one, when a ``component`` of it is meant.
        Of a scalar and a vector with one key the vector is meant by its components only, and the scalar never by one.
        Of names that differ by their marks alone one is meant by its own mark, and none by another mark.
        """
        found = [*self.keys.table.get(key, ()), *(self.keys.upright.get(key, ()) if mark else ())]
        entries = [entry for entry in found if isinstance(self.env.names.get(entry[1]), Term)]
        exact = [name for declared, name in entries if (declared in UNMARKED) == (mark in UNMARKED)]
        marks = {alike(declared) for declared, _ in entries}
        if len(marks) > 1:
            exact = [name for declared, name in entries if alike(declared) == alike(mark)]
            if not exact and not (component and mark in UNMARKED):
                return ()
        if not exact and mark not in UNMARKED:
            exact = [name for _, name in entries if self._is_array(name)]
        elif component and not (len(marks) > 1 and any(map(self._is_array, exact))):
            exact += [name for _, name in entries]
        if key in self.spelled and len({self._is_array(name) for name in exact}) > 1:
            exact = [name for name in exact if self._is_array(name) == component]
        return tuple(dict.fromkeys(exact))

    @cached_property
    def formulas_by_name(self) -> Mapping[str, FormulaName]:
        """The names that are written as formulas, by those in the environment."""
        return {own: name for core, name in self.formulas.items() for own in self.names(Key(core), "", True)}

    @cached_property
    def held_terms(self) -> frozenset[Term]:
        """The definitions that are held fixed."""
        found = (self.env.names.get(name) for name in self.held)
        return frozenset(meaning for meaning in found if isinstance(meaning, Defined))

    @cached_property
    def of_derivatives(self) -> Depends:
        """What depends on what, with the derivatives that are only declared, which depend on what they are of and by."""
        of = {(slope, name): "" for slope, pair in self.slopes.items() for name in pair}
        return {**self.depends, **of}

    def _is_array(self, name: str) -> bool:
        meaning = self.env.names.get(name)
        return isinstance(meaning, Term) and meaning.shape != ()

    def _has_rank(self, name: str, rank: int | None) -> bool:
        meaning = self.env.names.get(name)
        return rank is None or not isinstance(meaning, Term) or len(meaning.shape) == rank

    def index(self, key: Key) -> str | None:
        """The name of a declared index, or of one that is `open`, which nobody declared."""
        if (name := plain_name(key)) in self.open:
            return name
        found = self.keys.table.get(key, ())
        return next((name for _, name in found if isinstance(self.env.names.get(name), Index)), None)

    def stem(self, sub: str) -> str:
        r"""The part of a subscript that belongs to a name, before its indices: ``\sigma`` of ``J_{\sigma, ij}``."""
        label, _, rest = sub.partition(" , ")
        words = [word for word in rest.split() if word != ","]
        is_label = label[:1] == "\\" or label.isupper()
        is_label = is_label and " " not in label and self.index(Key(label)) is None
        return stem(sub) or (label if is_label and words and all(self.index(Key(word)) for word in words) else "")

    def function(self, key: Key) -> Definition | None:
        for _, name in self.keys.table.get(key, ()):
            if isinstance(meaning := self.env.names.get(name), Definition):
                return meaning
        head = self.keys.heads.get(key)
        if head is None:
            return self.unknown(key)
        if key in self.built_in and self.unknown(key._replace(sup="")) is not None:
            return None  # \sigma^2(t) of an unknown \sigma is no variance
        return self.definitions.get(head) or FUNCTIONS_OF_VECTORS[head]

    def unknown(self, key: Key) -> UnknownFunction | None:
        """The unknown function that ``function f`` declares, where nothing else is declared of the name."""
        if key not in self.functions or key.primes:
            return None
        others = (self.keys.table, self.keys.heads, self.losses, self.opened, self.matrices)
        heads = (key_of(name.shape.base) for name in self.formulas.values())
        taken = any(key in known for known in others) or any(head is not None and head[0] == key for head in heads)
        waits = any(each.name == shown(key) for each in self.waiting)
        signs = {*self.families, *(core for core, _ in self.operators)}
        return None if taken or waits or key.core in signs else UnknownFunction.named(plain_name(key))

    @cached_property
    def built_in(self) -> frozenset[Key]:
        r"""The heads of functions that nobody declared: ``\mu`` and ``\sigma^2`` of a vector."""
        names = FUNCTIONS_OF_VECTORS.keys() - self.definitions.keys()
        return frozenset(key for key, name in self.keys.heads.items() if name in names)

    def is_word(self, core: str, upright: bool = False) -> bool:
        """Is a core, in italics or upright, that of some declared name?"""
        return core in self.keys.cores or (upright and any(key.core == core for key in self.keys.upright))

    def is_factor(self, core: str) -> bool:
        """Could a core without scripts be a factor before another name?  No index is, and a size d is a differential."""
        entries = (self.env.names.get(name) for _, name in self.keys.table.get(Key(core), ()))
        none = (Index, Dimension) if core == "d" else (Index,)
        other = Key(core) in self.keys.heads or Key(core) in self.opened
        return other or any(not isinstance(meaning, none) for meaning in entries)

    @cached_property
    def is_size_d(self) -> bool:
        """Is d a size, and nothing else?  Before what is differentiated it is the sign of that then."""
        return bool(self.names(Key("d"))) and not self.is_factor("d")

    @cached_property
    def cores(self) -> tuple[str, ...]:
        """Every name that is declared, as messages list them."""
        return tuple(sorted({said for key in self.keys.table if "∂" not in key.core for said in self.written(key)}))

    def written(self, key: Key) -> tuple[str, ...]:
        r"""The names of a key as they are declared, ``\vec x``."""
        marks = dict.fromkeys("" if mark in UNMARKED else f"{mark} " for mark, _ in self.keys.table.get(key, ()))
        return tuple(f"{mark}{shown(key)}" for mark in marks)

    def as_written(self, name: str) -> str:
        r"""A name of the environment as it is declared, ``\theta`` for theta."""
        keys = (key for key, entries in self.keys.table.items() if any(name == own for _, own in entries))
        return next((self.written(key)[0] for key in keys), name)

    def internal(self, key: Key, mark: str, rank: int | None = None) -> str:
        """The name in the environment for a key that is being declared: the one it has, or a new one.

        With a ``rank`` only that of a name with so many axes.
        """
        entries = self.keys.table.get(key, [])
        marked = mark not in UNMARKED
        for declared, name in entries:
            # A theory's name is declared anew; the author's own a beside \vec a is another name.
            if key not in self.spelled or ((declared not in UNMARKED) == marked and self._has_rank(name, rank)):
                return name
        return plain_name(key, self.env.names)

    def declare(self, names: Mapping[tuple[Key, str], Meaning], hypotheses: Iterable[Hypothesis] = ()) -> Context:
        """With more names, each under its key and mark."""
        spelled = dict(self.spelled)
        meanings: dict[str, Meaning] = {}
        definitions, calls = dict(self.definitions), dict(self.calls)
        for (key, mark), meaning in names.items():
            if isinstance(meaning, Definition):
                definitions[meaning.name] = meaning
                calls[key] = meaning.name
                continue
            name = meaning.name if isinstance(meaning, Index) else name_of(meaning)
            if name is None:
                raise TypeError(f"a {type(meaning).__name__} has no name")
            meanings[name] = meaning
            entries = [entry for entry in spelled.get(key, ()) if entry[1] != name]
            spelled[key] = (*entries, (mark, name))
        first = next((meaning for meaning in meanings.values() if isinstance(meaning, Dimension)), None)
        env = self.env.extend(meanings, hypotheses)
        if first is not None and not self.env.dimensions:
            env = replace(env, default=first)
        own = {*meanings, *(meaning.name for meaning in names.values() if isinstance(meaning, Definition))}
        origins = {name: theory for name, theory in self.origins.items() if name not in own}
        graph = {name: arguments for name, arguments in self.graph.items() if name not in meanings}
        return replace(
            self, env=env, spelled=spelled, definitions=definitions, calls=calls, origins=origins, graph=graph,
            row_gradients=self.row_gradients - meanings.keys(), equated=self.equated - {key for key, _ in names},
        )  # fmt: skip

    def forgotten(self) -> Context:
        """Without names and hypotheses; macros and conventions stay."""
        return replace(
            self, env=Environment(of_matrices=self.env.of_matrices), spelled={}, definitions={}, functions=frozenset(),
            printed=False, size=None, calls={}, constants={}, rows={}, losses={}, depends={}, slopes={}, formulas={},
            families={}, conditional=frozenset(), opened={}, matrices={},
            fixed=frozenset(), theories=(), origins={}, held=frozenset(), graph={}, waiting=(), row_gradients=frozenset(),
            equated=frozenset(), abbreviations=(),
        )  # fmt: skip

    def assume(self, hypotheses: Iterable[Hypothesis]) -> Context:
        return replace(self, env=self.env.extend({}, hypotheses))

    def use(self, theory: Theory) -> Context:
        """With the names of a theory: its symbols, definitions and functions."""
        names: dict[str, Meaning] = {}
        functions: dict[str, Definition] = {}
        known = environment_of_theory(theory).names
        for definition in theory.definitions:
            found = environment_of(definition.term).names
            functions |= _functions(found)
            if isinstance(definition.term, Defined) and not definition.term.arguments:
                names |= {name: known[name] for name in found if name in known}
        for name, meaning in theory.names.items():
            if isinstance(meaning, Symbol | Defined | Dimension | Index):
                names[name] = meaning
        own = {name: theory.name for name in (*names, *functions) if name not in LETTERS.names}
        theories = tuple(dict.fromkeys((*self.theories, theory.name)))
        return replace(self.extend(names, functions), theories=theories, origins={**self.origins, **own})

    def check_slopes(self, terms: Iterable[Term], hypotheses: Sequence[Hypothesis]) -> None:
        """Raise `InputError` where a derivative stands in a statement that ties what it is of, so that this may vary."""
        terms = tuple(terms)
        check_slopes(terms, self.env.names, hypotheses, self.slopes)
        check_held(terms, hypotheses)

    def holds(self, *terms: Term) -> bool:
        """Is each of some terms decided to be equal to the next, under what is assumed?"""
        return self.decide(Equal(terms, self.env.hypotheses))

    def choice(self, convention: str) -> str:
        """How a notation with two readings is read here; empty where nothing settles it."""
        return settled_by(convention, self.choices, self.printed, bool(self.theories))

    @property
    def transposes(self) -> bool:
        """Is X' the transpose of X here?"""
        return "'" in self.turned or self.choice(PRIMES) == "transpose"

    def choose(self, convention: str, choice: str) -> Context:
        """With one reading of a convention."""
        if convention == "functions of matrices":
            return replace(self, env=self.env.functions_of_matrices(choice))
        return replace(self, choices={**self.choices, convention: choice})

    def chosen(self, choices: Mapping[str, str]) -> Context:
        """With a reading of each of some conventions."""
        return reduce(lambda context, choice: context.choose(*choice), choices.items(), self)

    def of_terms(self, *terms: Term) -> Context:
        """With every name in some terms, as they are printed by `derive`."""
        found = environment_of(*terms).names
        names = {name: meaning for name, meaning in found.items() if not isinstance(meaning, Definition)}
        parts = (part for term in terms for part in subterms(term))
        sizes = {part.shape[0] for part in parts if isinstance(part, Ones | Identity) and part.shape}
        size = sizes.pop() if len(sizes) == 1 else None
        return replace(self.extend(names, {}), definitions=_functions(found), printed=True, size=size)

    def extend(self, names: Mapping[str, Meaning], functions: Mapping[str, Definition]) -> Context:
        """With names of the environment, found under the keys of their printed forms."""
        env = self.env.extend(names)
        if env.dimensions and not self.env.dimensions:
            env = replace(env, default=environment_from(names).default)
        graph = {name: arguments for name, arguments in self.graph.items() if name not in names}
        return replace(self, env=env, definitions={**self.definitions, **functions}, graph=graph)


def _functions(names: Mapping[str, Meaning]) -> dict[str, Definition]:
    return {name: meaning for name, meaning in names.items() if isinstance(meaning, Definition)}


def shown(key: Key) -> str:
    """A key as messages show it.

    >>> shown(Key("s", "x", "2"))
    's_x^2'
    """
    sub = f"_{key.sub}" if len(key.sub) == 1 else f"_{{{key.sub}}}" if key.sub else ""
    sup = f"^{key.sup}" if len(key.sup) == 1 else f"^{{{key.sup}}}" if key.sup else ""
    return f"{key.core}{chr(39) * key.primes}{sub}{sup}"
