r"""Declarations in comments of a paper: ``% derive: dimension N; vectors a, g : N; let \mu = \vec a \cdot \vec 1 / N``.

Names are declared as they are typeset.  A ``let`` by components, ``let \bar X_k = \frac1N \sum_i X_{ik}``, defines the
vector Σₖ bodyₖ eₖ (a matrix with two indices).  Besides what plain declarations have there are

=======================  ==========================================================================================
``use THEORY``           its symbols, definitions, functions and notation
``theorem LABEL``        every name as that theorem has it, and the reading of spaces and bars that its LaTeX was printed by
``let y(x, \mu) = …``    a function; of declared names also a node of a graph: y alone is its value, ∂y/∂x holds μ, ∂L/∂μ is
                         the effect of μ in every way, d is total; nodes are declared in any order
``function \mu``         ``\mu(`` is the function wherever both are declared
``functions of matrices: matrix``  what ``\exp(A)``, ``\log(A)`` are of a square matrix; or: entrywise
``narrow sums``          the body of a ``\sum`` ends at + and -
``loss L of y``          ∂L/∂y is a symbol, and the chain rule applies
``y depends on x``       ∂y/∂x is a symbol
``hold m fixed``         m keeps its value, and its derivative is 0; an index is none that the summation convention sums
``mean \mathbb{E}``      ``\mathbb{E}[x y]`` is (1/N) Σᵢ xᵢ yᵢ; also of ``\overline`` (and ``\bar``) and of ``\langle``
``variance \mathrm{Var}``  ``\mathrm{Var}(x)`` is E[(x − E x)²]; ``covariance \mathrm{Cov}``: E[(x − E x)(y − E y)]
``einstein``             an index that occurs twice in a product is summed over
``transpose '``          X' is the transpose of X, where X' is not declared
``rows x_i of X``        xᵢ is the column vector Xᵀ eᵢ, and x_{ij} is Xᵢⱼ; ``columns v_j of V``: V eⱼ
``broadcast``            a scalar added to a vector is added to each component
``layout numerator``     derivatives by whole arrays; also ``denominator``, ``mixed`` (see `derive.reading.latex.jacobians`)
``forget``               no name is declared from here on; macros and conventions stay
``ones N``               bare ones and identities have the dimension N
=======================  ==========================================================================================

``sample variance \operatorname{Var}`` and ``sample covariance \operatorname{Cov}`` have 1/(N − 1) for 1/N.  What a field
reads in two ways is settled by (see `derive.reading.latex.conventions`)

- ``powers of vectors: componentwise`` or ``dot``: x^2 is x ⊙ x, as where a theory is in use, or x · x;
- ``dots of matrices: product`` or ``frobenius``: A \cdot B is A B or tr(Aᵀ B);
- ``numbers before fractions: product`` or ``mixed``: 2\tfrac12 is 1 or 5/2;
- ``variances: population`` or ``sample``: what \operatorname{Var} is that is not declared;
- ``second nablas: hessian`` or ``laplacian``: \nabla_x^2 f of a vector x is the matrix of second derivatives or its trace;
- ``daggers: pseudo-inverse`` or ``adjoint``: A^\dagger is A^+ or A^\top.
"""

from __future__ import annotations

import re
from dataclasses import replace

from derive.errors import InputError, NameError_
from derive.language.build import define as function_of
from derive.language.hypotheses import CONDITION_KINDS, Condition, Hypothesis, equal
from derive.language.substitution import symbols_of
from derive.language.terms import Dim, Dimension, Index, Number, Symbol, Term, Zeros, is_vector
from derive.reading.assumptions import MIRRORED, OF_RELATION
from derive.reading.environment import OF_MATRICES, Meaning
from derive.reading.latex.bodies import Bodies
from derive.reading.latex.clauses import DIRECTIVES, KEYWORDS, Clause, clauses, find, split
from derive.reading.latex.context import Context, shown
from derive.reading.latex.conventions import FIRST_WORDS
from derive.reading.latex.declaring import labels_in, terms_of
from derive.reading.latex.graphs import Span, Waiting
from derive.reading.latex.macros import DEFINING
from derive.reading.latex.relations import RELATIONS
from derive.reading.latex.spelling import Key, dotted, plain_name
from derive.reading.latex.statement import read_latex
from derive.reading.latex.tokens import tokens
from derive.reading.source import MAX_LENGTH, Source
from derive.reading.syntax import Word

_PROPERTIES = "|".join(sorted(CONDITION_KINDS, key=len, reverse=True))
_TRAILING = re.compile(rf"\s*((?:\b(?:{_PROPERTIES})\b\s*)+)$")
_BOUND = re.compile(
    r"\s*(>=|<=|!=|>|<|=|\\geq?(?![A-Za-z])|\\neq?(?![A-Za-z])|\\leq?(?![A-Za-z])|\\gt|\\lt)\s*(\S+)\s*$"
)
_CROSSING = re.compile(r"\s(?:x|by|×)\s|\\times")


def context_from(text: str, context: Context | None = None, file: str = "") -> Context:
    r"""The context ``context`` (an empty one by default) with what a text declares.

    Raises `ReadError`, `NameError_`, `ShapeError` or `LimitError` with the place; a name may be declared once in a text.

    >>> context_from(r"dimension N; vector \vec a : N; scalar \epsilon >= 0").cores()
    ('N', '\\epsilon', 'a')
    """
    source = Source(text, file)
    if len(text) > 10 * MAX_LENGTH:
        raise InputError(f"declarations of {len(text)} characters; the limit is {10 * MAX_LENGTH}", hint="split them")
    context = context or Context()
    declared: set[tuple[Key, bool]] = set()
    for clause in clauses(text):
        context = declare(source, clause, context, declared)
    for waiting in context.waiting:
        if waiting.error is not None:
            raise waiting.error
    return context


def declare(source: Source, clause: Clause, context: Context, declared: set[tuple[Key, bool]]) -> Context:
    """The context with what one clause declares; ``declared`` has the names that the text has declared before, and grows."""
    return _with_nodes(_Clause(source, context, declared).declare(clause), declared)


def _with_nodes(context: Context, declared: set[tuple[Key, bool]]) -> Context:
    """The context with the nodes that have been waiting for an argument, where all are declared now."""
    for waiting in context.waiting:
        clause = _Clause(waiting.source, context, declared)
        try:
            made = clause.node(waiting.span)
        except InputError as error:
            others = tuple(
                replace(each, why=error.message.split("\n")[0]) if each is waiting else each for each in context.waiting
            )
            context = replace(context, waiting=others)
            continue
        rest = tuple(each for each in made.waiting if each.span != waiting.span or each.source is not waiting.source)
        return _with_nodes(clause.called(replace(made, waiting=rest), waiting.span), declared)
    return context


def define(
    source: Source, left: tuple[int, int], right: tuple[int, int], context: Context, declared: set[tuple[Key, bool]]
) -> Context | None:
    """The context in which the name in one range is what stands in another; None when a declared name stands there, or none.

    Raises as `context_from` does.
    """
    clause, text = _Clause(source, context, declared), source.text
    bracket = opening(text, *left)
    try:
        key, mark, _ = clause.name(left[0], bracket if bracket >= 0 else left[1])
    except InputError:
        return None
    known = context.function(key) if bracket >= 0 else context.names(key, mark)
    return None if known else _with_nodes(clause.let_be(*left, *right), declared)


class _Clause(Bodies):
    """One clause, read in the context before it."""

    def declare(self, clause: Clause) -> Context:
        begin, end = clause.begin, clause.end
        rest = self.source.text[begin:end].strip()
        match clause.keyword:
            case "use" | "theorem":
                return self.known(clause, rest)
            case "dimension" | "vector" | "matrix" | "index":
                return self.symbols(clause)
            case "scalar":
                return self.scalars(clause)
            case "let":
                return self.let(clause)
            case "assume":
                return self.context.assume(self.assumptions(begin, end))
            case "function" if said := OF_MATRICES.fullmatch(self.source.text, clause.at, end):
                env = self.make(clause.begin, self.context.env.functions_of_matrices, said["said"])
                return replace(self.context, env=env)
            case "function":
                keys = [self.name(*part)[0] for part in split(self.source.text, begin, end, ",")]
                return replace(self.context, functions=self.context.functions | set(keys))
            case "narrow":
                if rest != "sums":
                    raise self.source.error(clause.at, f"'narrow {rest[:20]}'", "narrow sums")
                return replace(self.context, narrow=True)
            case "ones":
                return replace(self.context, size=self.dim(begin, end))
            case "forget":
                if rest:
                    raise self.source.error(clause.begin, f"'{rest[:20]}'", "nothing after 'forget'")
                self.declared.clear()
                return self.context.forgotten()
            case "loss":
                return self.loss(clause)
            case "hold":
                return self.hold(clause)
            case (
                "mean"
                | "variance"
                | "covariance"
                | "einstein"
                | "transpose"
                | "broadcast"
                | "rows"
                | "columns"
                | "sample"
                | "layout"
            ):
                return self.convention(clause)
            case word if word in FIRST_WORDS:
                return self.choice(clause)
            case "":
                return self.bare(clause)
        if clause.keyword in DIRECTIVES:
            raise self.source.error(
                clause.at, f"'{clause.keyword}'", "a declaration", "it concerns a relation of a paper"
            )
        return self.properties(clause.keyword, begin, end)

    # --- what there is already --------------------------------------------------------------------------------------

    def known(self, clause: Clause, rest: str) -> Context:
        """``use THEORY`` and ``theorem LABEL``."""
        from derive.theories.registry import load_theory

        try:
            if clause.keyword == "use":
                context = self.context
                for name in re.split(r"[,\s]+", rest):
                    context = context.use(load_theory(name))
                return context
            labels = [label.partition(".") for label in labels_in(self.source, clause.begin, clause.end)]
            return self.context.of_terms(*(term for theory, _, name in labels for term in terms_of(theory, name)))
        except InputError as error:
            raise self.source.placed(error, clause.begin + 1) from None

    # --- symbols ----------------------------------------------------------------------------------------------------

    def symbols(self, clause: Clause) -> Context:
        """``dimension N, K``, ``vectors a, g : N nonzero``, ``matrix X : N x K``, ``index i : N``."""
        text, begin, end = self.source.text, clause.begin, clause.end
        colon = find(text, begin, end, ":")
        words: list[str] = []
        dims: tuple[Dim, ...] = ()
        stop = end
        if clause.keyword != "dimension":
            if colon < 0:
                raise self.source.error(end, "the end", f"a colon and a dimension, as in {clause.keyword} … : N")
            stop = colon
            if trailing := _TRAILING.search(text, colon + 1, end):
                words, end = trailing[1].split(), trailing.start()
                if clause.keyword == "index":
                    raise self.source.error(trailing.start(1), f"the property {words[0]!r}", "the end")
            cuts = [edge for match in _CROSSING.finditer(text, colon + 1, end) for edge in match.span()]
            edges = [colon + 1, *cuts, end]
            dims = tuple(self.dim(edges[n], edges[n + 1]) for n in range(0, len(edges), 2))
            wanted = 2 if clause.keyword == "matrix" else 1
            if len(dims) != wanted:
                found = f"{len(dims)} dimension{'s' if len(dims) > 1 else ''}"
                raise self.source.error(colon + 1, found, "two, as in N x K" if wanted == 2 else "one")
        for part in split(text, begin, stop, ","):
            key, mark, at = self.name(*part)
            meaning: Meaning
            if clause.keyword in ("vector", "matrix"):
                self.once(key, mark, at, (len(dims),), (1, 2))
                meaning = self.make(at, Symbol, self.internal(key, mark, len(dims)), dims, frozenset(words))
            else:
                self.once(key, mark, at)
                if clause.keyword == "dimension":
                    meaning = self.make(at, Dimension, self.context.internal(key, mark))
                else:
                    meaning = self.make(at, Index, plain_name(key), dims[0])
            self.context = self.make(clause.at, self.context.declare, {(key, mark): meaning})
        if not text[begin:stop].replace(",", "").strip():
            raise self.source.error(clause.begin, "nothing", "a name")
        return self.context

    def scalars(self, clause: Clause) -> Context:
        r"""``scalar \epsilon >= 0, s > 0, t, d > 2, c nonzero``"""
        bounds: list[tuple[int, int]] = []
        text = self.source.text
        for begin, end in split(text, clause.begin, clause.end, ","):
            words: set[str] = set()
            if trailing := _TRAILING.search(text, begin, end):
                words, end = set(trailing[1].split()), trailing.start()
            if bound := _BOUND.search(text, begin, end):
                sign = RELATIONS.get(bound[1], bound[1])
                if bound[2] == "0" and sign in OF_RELATION:
                    words.add(OF_RELATION[sign])
                else:
                    bounds.append((begin, end))
                end = bound.start()
            key, mark, at = self.name(begin, end)
            self.once(key, mark, at, (0,))
            meaning = self.make(at, Symbol, self.internal(key, mark, 0), (), frozenset(words))
            self.context = self.make(clause.at, self.context.declare, {(key, mark): meaning})
        if not text[clause.begin : clause.end].replace(",", "").strip():
            raise self.source.error(clause.begin, "nothing", "a name")
        context = self.context
        inside = _Clause(self.source, context, self.declared)
        return context.assume([found for begin, end in bounds for found in inside.assumptions(begin, end)])

    # --- let --------------------------------------------------------------------------------------------------------

    def let(self, clause: Clause) -> Context:
        r"""``let \mu = …``, ``let f(\vec x) = …``, ``let \bar X_k = …``"""
        text, begin, end = self.source.text, clause.begin, clause.end
        sign = find(text, begin, end, "=")
        if sign < 0:
            raise self.source.error(end, "the end", "'=' and a formula, as in let c = 2 t")
        stop = sign - 1 if text[sign - 1] == ":" else sign
        return self.let_be(begin, stop, sign + 1, end)

    def let_be(self, begin: int, stop: int, start: int, end: int) -> Context:
        """What stands up to ``stop`` be the formula from ``start`` on."""
        text = self.source.text
        bracket = opening(text, begin, stop)
        if bracket >= 0:
            return self.with_arguments(begin, bracket, stop, start, end)
        key, mark, at = self.name(begin, stop)
        indices = self.left_indices(begin, stop)
        declared = bool(indices) and all(self.context.index(k) for k in indices)
        if not declared:
            try:
                return self.defined(key, mark, at, self.body(start, end))
            except NameError_ as error:
                if not indices or "unbound index" not in error.message:
                    raise
                # An index that nothing binds is one of those on the left, or the error is raised again below.
        self.once(key, mark, at, (0,))
        core = Key(key.core, dotted(key.sub), key.sup, key.primes)
        words = tuple(Word(at, plain_name(k)) for k in indices)
        return self.defined(core, mark, at, self.body(start, end, words))

    def with_arguments(self, begin: int, bracket: int, stop: int, start: int, end: int) -> Context:
        r"""``let f(\vec x) = …`` as a function, and as a node of a graph where its arguments are declared names."""
        text = self.source.text
        closing = text.rfind(")" if text[bracket] == "(" else "]", bracket, stop)
        if closing < 0:
            raise self.source.error(bracket, "a parenthesis that is never closed", "its closing parenthesis")
        span = Span(begin, bracket, closing, stop, start, end)
        if text[bracket] == "[" or find(text, bracket + 1, closing, ":") >= 0:
            return self.function(span)
        try:
            return self.called(self.node(span), span)
        except InputError as error:
            reason = error
        context, failed = self.context, None
        try:
            context = self.function(span)
        except InputError as error:
            if not self.undeclared(span):
                raise (error if isinstance(reason, NameError_) else reason) from None
            failed = reason
        name = shown(self.name(begin, bracket)[0])
        waiting = Waiting(self.source, span, name, reason.message.split("\n")[0], failed)
        return replace(context, waiting=(*context.waiting, waiting))

    def undeclared(self, span: Span) -> bool:
        """Is there an argument that is no declared name?"""
        try:
            for part in split(self.source.text, span.bracket + 1, span.closing, ","):
                self.argument(*part)
        except InputError:
            return True
        return False

    def called(self, context: Context, span: Span) -> Context:
        """With a node as a function of its arguments, if they are whole names; one that is known stays what it is."""
        key, _, _ = self.name(span.begin, span.bracket)
        parts = split(self.source.text, span.bracket + 1, span.closing, ",")
        if not all(self.context.names(*self.name(*part)[:2]) for part in parts):
            calls = {name: meaning for name, meaning in context.calls.items() if name != key}
            return replace(context, calls=calls)
        if key not in self.context.calls:
            try:
                context = _Clause(self.source, context, set()).function(span)
            except InputError:
                return context
        self.declared.difference_update(self.added)  # beside a function its name may be declared again
        return context

    def function(self, span: Span) -> Context:
        r"""``let f(\vec x) = …`` or ``let \mathrm{Var}[x] = …`` of names that are declared, or ``let f(x : N, t) = …``."""
        text, (begin, bracket, closing, _, start, end) = self.source.text, span
        key, _, at = self.name(begin, bracket)
        context, parameters = self.context, []
        for part in split(text, bracket + 1, closing, ","):
            colon = find(text, *part, ":")
            own, mark, place = self.name(part[0], colon if colon >= 0 else part[1])
            if colon >= 0:
                symbol = self.make(place, Symbol, plain_name(own), (self.dim(colon + 1, part[1]),))
            else:
                known = [context.env.names[name] for name in self.context.names(own, mark)]
                shape = known[0].shape if known and isinstance(known[0], Term) else ()
                symbol = self.make(place, Symbol, plain_name(own), shape)
            parameters.append(symbol)
            context = self.make(place, context.declare, {(own, mark): symbol})
        inside = _Clause(self.source, context, set())
        body = inside.body(start, end)
        constants = tuple(symbol for symbol in symbols_of(body) if symbol not in parameters)
        definition = self.make(at, function_of, plain_name(key), body, *parameters, *constants)
        declared = self.context.declare({(key, ""): definition})
        return replace(declared, constants={**self.context.constants, definition: constants})

    # --- hypotheses -------------------------------------------------------------------------------------------------

    def assumptions(self, begin: int, end: int) -> list[Hypothesis]:
        r"""``assume \vec 1 \cdot \vec v = 0, \epsilon > 0``"""
        found: list[Hypothesis] = []
        for start, stop in split(self.source.text, begin, end, ","):
            chain = read_latex(self.source.text, self.context, self.source.file, begin=start, end=stop)
            if len(chain.terms) < 2:
                raise self.source.error(stop, "a formula alone", r"a hypothesis such as \vec 1 \cdot \vec v = 0")
            for left, right, sign in zip(chain.terms, chain.terms[1:], chain.relations, strict=False):
                found.append(self.make(start, hypothesis_of, left, sign, right))
        return found

    def properties(self, word: str, begin: int, end: int) -> Context:
        """``nonzero g, h``: of symbols and of lets."""
        found: list[Hypothesis] = []
        for start, stop in split(self.source.text, begin, end, ","):
            found.append(self.make(start, Condition, word, self.body(start, stop)))
        if not found:
            raise self.source.error(begin, "nothing", f"what is {word}")
        return self.context.assume(found)

    def bare(self, clause: Clause) -> Context:
        """A clause without a keyword: macros, properties after a name, or a hypothesis alone."""
        text, begin, end = self.source.text, clause.begin, clause.end
        first = text[clause.at : end].lstrip()
        command = re.match(r"\\[A-Za-z]+", first)
        if command and command[0] in DEFINING:
            found = tokens(self.source, begin, end)
            return replace(self.context, macros=self.context.macros.collected(self.source, found))
        if trailing := _TRAILING.search(text, begin, end):
            words, stop = trailing[1].split(), trailing.start()
            body = self.body(begin, stop)
            return self.context.assume([self.make(clause.at, Condition, word, body) for word in words])
        if dependence := re.search(r"\sdepends\s+on\s", text[begin:end]):
            return self.depends(begin, begin + dependence.start(), begin + dependence.end(), end)
        if any(token.text in RELATIONS for token in tokens(self.source, begin, end)):
            return self.context.assume(self.assumptions(begin, end))
        word = re.match(r"\\?[A-Za-z]*|.", first)
        expected = f"a declaration ({', '.join(KEYWORDS)})"
        raise self.source.error(clause.at, f"'{word[0][:40] if word else ''}'", expected)


def opening(text: str, begin: int, end: int) -> int:
    """The offset of the bracket, round or square, with which the arguments of a function begin, or -1."""
    found = [at for at in (find(text, begin, end, sign) for sign in "([") if at >= 0]
    return min(found, default=-1)


def hypothesis_of(left: Term, sign: str, right: Term) -> Hypothesis:
    """The hypothesis that a relation says: an equation, or a sign of a term; raises `InputError` for any other."""
    if sign in ("=", ":="):
        return equal(left, right)
    if sign not in OF_RELATION or (sign == "!=" and _nought(left)):
        left, sign, right = right, MIRRORED.get(sign, sign), left
    if sign not in OF_RELATION:
        hint = r"a hypothesis is an equation, or one of x > y, x \ge y, x \ne y"
        raise InputError(f"the relation '{sign}' in a hypothesis", hint=hint)
    kind, gap = OF_RELATION[sign], left if _nought(right) else -right if _nought(left) else left - right
    return Condition("not_zero" if kind == "nonzero" and is_vector(gap.shape) else kind, gap)


def _nought(term: Term) -> bool:
    return isinstance(term, Zeros) or term == Number(0)  # type: ignore[arg-type]  # converted there
