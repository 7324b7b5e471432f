r"""Definitions, ``let \mu = …``: by a formula, by components, of functions, and of nodes of graphs.

``let \bar X_k = \frac1N \sum_i X_{ik}`` is the vector Σₖ bodyₖ eₖ: an index on the left runs over what it is a component of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import or_

from derive.errors import DeclaredTwice, InputError, NameError_, OpenSize, ShapeError, UnboundIndex
from derive.language.build import define as function_of
from derive.language.build import let
from derive.language.hypotheses import equal
from derive.language.places import places_in
from derive.language.substitution import substitute, symbols_of, unfolded_subterms
from derive.language.terms import Defined, Definition, Dimension, Symbol, Term, is_vector
from derive.reading.latex import left_sides
from derive.reading.latex.abbreviating import is_abbreviation, is_of_another_shape, with_abbreviation
from derive.reading.latex.abbreviations import with_entries, with_notation, with_spelling
from derive.reading.latex.bare_sums import with_indices
from derive.reading.latex.context import Context, Family, shown
from derive.reading.latex.conventions import lasting
from derive.reading.latex.declaring import Clause, Declaring, arguments, find, opening
from derive.reading.latex.dependence import check_constants
from derive.reading.latex.derivatives import check_open
from derive.reading.latex.einstein import contracted, words_in
from derive.reading.latex.families import told_by_letters
from derive.reading.latex.formula_names import check_beside, is_one_function
from derive.reading.latex.formula_uses import check_indices, check_parameters, made_of, used_in
from derive.reading.latex.graphs import Span, Waiting, check_arguments, is_abbreviated, is_unfolded, uncalled
from derive.reading.latex.nodes import OF_ROWS
from derive.reading.latex.open_lets import Unbound, value_in, with_matrices, with_open
from derive.reading.latex.otherwise import GRADIENTS
from derive.reading.latex.parameters import Unsaid, is_unsaid, shape_of_parameter, unsaid, with_shapes
from derive.reading.latex.readings import Reader, is_column, is_matrix
from derive.reading.latex.spelling import UNMARKED, Key, Lexeme, plain_name
from derive.reading.latex.statement import check_chain_rules, decided, guarded, settled
from derive.reading.latex.table import LATEX
from derive.reading.latex.tokens import Tok, tokens
from derive.reading.latex.typed import Typed
from derive.reading.syntax import Call, Transposed, Tree, Word


def declare_let(here: Declaring, clause: Clause) -> Context:
    r"""``let \mu = …``, ``let f(\vec x) = …``, ``let \bar X_k = …``"""
    text, begin, end = here.text, clause.begin, clause.end
    if (sign := find(text, begin, end, "=")) < 0:
        raise here.error(end, "the end", "'=' and a formula, as in let c = 2 t")
    stop = sign - 1 if text[sign - 1] == ":" else sign
    here.check_entry(begin, stop)
    if left_sides.says_again(here, begin, stop, sign + 1, end):
        return here.context
    return let_be(here, begin, stop, sign + 1, end)


def let_be(here: Declaring, begin: int, stop: int, start: int, end: int) -> Context:
    """What stands up to ``stop`` be the formula from ``start`` on."""
    text = here.text
    if inner := left_sides.normed(here, begin, stop):
        try:
            return declare_function(here, Span(begin, inner[0] - 1, inner[1], inner[1] + 1, start, end))
        except InputError as error:
            if isinstance(error, Unsaid) or is_of_another_shape(here, begin, stop):
                return with_abbreviation(here, begin, stop, start, end)
            raise
    bracket = opening(text, begin, stop)
    named = here.formula(begin, stop) is not None
    if is_abbreviation(here, begin, bracket, stop, end, named):
        return with_abbreviation(here, begin, stop, start, end)
    if named and not (is_head(here, begin, bracket) and is_function(here, begin, bracket, stop, start, end)):
        return with_formula(here, begin, stop, start, end)
    in_brackets = left_sides.bracketed_indices(here, bracket, stop)
    if bracket >= 0 and not in_brackets:
        return with_arguments(here, begin, bracket, stop, start, end)
    key, mark, at = here.name(begin, bracket if in_brackets else stop)
    if ":" in key.sub:
        raise here.error(at, "a row or a column on the left of a definition", "its components, let A_{ik} = …")
    above = left_sides.index_above(here, key, mark)
    raised = left_sides.raised_indices(here, key, mark)
    key = key._replace(sup="") if raised else key
    indices = in_brackets or above or raised or left_sides.left_indices(here, begin, stop)
    outer = left_sides.index_above(here, key._replace(sub=""), mark) if len(indices) == 1 and not above else []
    if outer and (whole := entries_above(here, key, mark, at, (*outer, *indices), start, end)) is not None:
        return whole
    declared = bool(indices) and all(here.context.index(k) for k in indices)
    if not declared and not (indices and left_sides.stand_behind(here, indices, start, end)):
        try:
            own = here.context.names(key, mark, component=True)
            here.context = replace(here.context, defining=own[0] if len(own) == 1 else "")
            body = body_of(here, start, end, alone="" not in here.context.graph)
            here.context = replace(here.context, defining="")
            return with_definition(here, key, mark, at, body)
        except OpenSize:
            if key != Key(key.core) or here.context.names(key, mark):
                raise
            here.once(key, mark, at)
            return with_abbreviation(here, begin, stop, start, end)  # let P = \lambda I, of the size that fits
        except NameError_ as error:
            if isinstance(error, Unbound) and all(index.sub for index in indices):  # let P_{w_k} = w_k w_k^\top
                return with_open(here, key, at, error)
            if not indices or "unbound index" not in error.message:
                raise
            # An index that nothing binds is one of those on the left, or the error is raised again below.
    left_sides.check_diagonal(here, key, mark, at, indices)
    if not in_brackets:
        here.once(key, mark, at, (0,))
    core = Key(key.core, here.context.stem(key.sub), "" if above else key.sup, key.primes)
    words = tuple(Word(at, plain_name(k)) for k in indices)
    try:
        body = body_of(here, start, end, words)
    except Unbound as error:
        if is_matrix(error.term.shape):
            raise  # let T_k = w_j w_k^\top
        return with_open(here, core, at, error)
    if body.free - places_in(body.free):
        return with_matrices(here, key if above else core, mark, at, body, indices)
    if len(body.shape) == len(words):
        body = value_in(body, here.context.function(core))
        known = [here.context.env.names[name] for name in here.context.names(core, mark)]
        rows = [each for each in known if isinstance(each, Term) and each.shape == (1, *body.shape)]
        return with_definition(here, core, mark, at, body.T if known and known == rows else body)
    if core != Key(core.core, primes=core.primes):
        raise here.fail(at, f"vectors with the name {shown(key)}", "use a new letter", NameError_)
    return with_lines(here, core, mark, at, body, bool(above))


def entries_above(
    here: Declaring, key: Key, mark: str, at: int, indices: Sequence[Key], start: int, end: int
) -> Context | None:
    r"""With ``\hat y^{(i)}_k`` for all i and k; None where that is no number, or not for all i."""
    outside, known = here.context, here.context.names(key._replace(sub="", sup=""), mark, component=True)
    if known or not all(here.context.index(index) for index in indices):
        return None
    try:
        whole = body_of(here, start, end, tuple(Word(at, plain_name(index)) for index in indices))
        if len(whole.shape) != len(indices):
            return None
        here.once(key, mark, at, (0,))
        return with_lines(here, key, mark, at, whole, above=True)
    except InputError:
        return None
    finally:
        here.context = outside


def with_lines(here: Declaring, key: Key, mark: str, at: int, whole: Term, above: bool) -> Context:
    """With a vector x_i for each i, ``above`` x^{(i)}: it is the row of a matrix that has no name of its own."""
    key, letter = Key(key.core, primes=key.primes), key.core + "'" * key.primes
    if letter in here.context.families:
        raise here.fail(at, f"vectors with the name {shown(key)}", "use a new letter", NameError_)
    if key.primes and here.context.transposes:
        raise here.fail(at, f"the transpose {shown(key)} as a name", "use a new letter", NameError_)
    name = here.internal(key, mark, 2)
    family = Family(name, columns=False, marked=mark not in UNMARKED, above=above)
    context = here.hidden(at, name, whole)
    return replace(context, families={**context.families, letter: family})


def is_head(here: Declaring, begin: int, bracket: int) -> bool:
    """Is what stands before a bracket one name, that of a function?"""
    try:
        return bracket >= 0 and bool(here.name(begin, bracket))
    except InputError:
        return False


def is_function(here: Declaring, begin: int, bracket: int, stop: int, start: int, end: int) -> bool:
    r"""Is ``f(x) = …`` no value at x alone, made of values of unknown functions at x?  Nor is ``d(K^\top)``, d a size."""
    closing = here.text.rfind(")", bracket, stop)
    if left_sides.is_gradient(here, begin, bracket, closing):
        return False
    if closing < 0 or find(here.text, bracket + 1, closing, ":") >= 0:
        return True
    if not here.context.formulas:
        return True
    try:
        parameters = {plain_name(here.name(*part)[0]) for part in arguments(here.text, bracket + 1, closing)[0]}
        body = body_of(here, start, end)
    except InputError:
        return True
    return all(made_of(here.context, used).isdisjoint(parameters) for used in used_in(here.context, body))


def with_formula(here: Declaring, begin: int, stop: int, start: int, end: int) -> Context:
    r"""``let \nabla L(\theta) = g``, a definition of a name that is written as a formula; of itself it says nothing."""
    name, known = here.formula(begin, stop), here.context.formulas.values()
    if name == here.formula(start, end) and any(name == one.items for one in known):
        return here.context
    key, mark, at = here.new_name(begin, stop)
    outside = here.context
    here.context = replace(outside, formulas={core: one for core, one in outside.formulas.items() if core != key.core})
    body = body_of(here, start, end)
    said = [one.name for one in used_in(here.context, body)]
    new = outside.formulas[key.core]
    said += [one.name for one in known if is_one_function(outside, new, body, one)]
    here.make(at, check_beside, new, here.context.formulas.values(), said)
    here.context = replace(here.context, formulas=outside.formulas)
    return with_definition(here, key, mark, at, body)


def with_arguments(here: Declaring, begin: int, bracket: int, stop: int, start: int, end: int) -> Context:
    r"""``let f(\vec x) = …`` as a function, and as a node of a graph where its arguments are declared names."""
    text = here.text
    closing = text.rfind(")" if text[bracket] == "(" else "]", bracket, stop)
    if closing < 0:
        raise here.error(bracket, "a parenthesis that is never closed", "its closing parenthesis")
    span = Span(begin, bracket, closing, stop, start, end)
    if value := value_named(here, span):
        return with_notation(here.context, here.items(begin, stop), value, fixed=True)
    if arguments(text, bracket + 1, closing)[1]:
        conditional = here.context.conditional | {here.name(begin, bracket)[0].core}
        here.context = replace(here.context, conditional=conditional)
    if text[bracket] == "[" or find(text, bracket + 1, closing, ":") >= 0 or text[closing + 1 : stop].strip():
        return declare_function(here, span)
    own = left_sides.left_indices(here, begin, bracket)
    if not own and (indices := left_sides.indices_of_argument(here, bracket + 1, closing)):
        return at_components(here, span, indices)
    return with_call(here, span)


def value_named(here: Declaring, span: Span) -> list[Tok]:
    r"""The declared value that ``let f(x) = f``, ``let \ell_i(x) = \ell_i`` says f(x) to be; none of another definition."""
    try:
        key, mark, _ = here.name(span.start, span.end)
        same = (key, mark) == here.name(span.begin, span.bracket)[:2]
    except InputError:
        return []
    index = key.sub if here.context.index(Key(key.sub)) is not None else ""
    known = here.context.names(key, mark, component=True) or (
        index and here.context.names(key._replace(sub=""), mark, component=True)
    )
    if not (same and known):
        return []
    return [*here.context.macros.expand(here.source, tokens(here.source, span.start, span.end))]


def at_components(here: Declaring, span: Span, indices: Sequence[Key]) -> Context:
    r"""``let \sigma(z_i) = \frac{e^{z_i}}{\sum_j e^{z_j}}``: an array over i, of which ``\sigma(z_k)`` is an entry.

    So it is wherever it is written with other indices of the same array; ``\sigma(z)`` is all of it.
    """
    key, mark, at = here.name(span.begin, span.bracket)
    if here.context.names(key, mark, component=True):
        raise here.fail(
            at, f"the function {shown(key)}, which is declared as a value", "use another letter", DeclaredTwice
        )
    whole = body_of(here, span.start, span.end, tuple(Word(span.bracket, plain_name(index)) for index in indices))
    if len(whole.shape) != len(indices):
        raise here.fail(span.start, "an array in the place of a component", "a number", ShapeError)
    here.once(key, mark, at)
    here.latest = name = here.internal(key, mark, len(whole.shape))
    context = here.hidden(at, name, whole)
    items = here.items(span.begin, span.stop)
    below = len(items) - 1 - items[::-1].index("_")
    context = with_entries(context, items, f"∂{name}", [index.core for index in indices], at)
    return with_spelling(context, (*items[:below], ")"), Lexeme("NAME", f"∂{name}", at))


def with_call(here: Declaring, span: Span) -> Context:
    r"""``let f(\vec x) = …`` as a node of a graph where its arguments are declared names, and as a function of them."""
    begin, bracket = span.begin, span.bracket
    if (listed := with_list(here, span)) is not None:
        return listed
    if any(is_open(here, *part) for part in arguments(here.text, bracket + 1, span.closing)[0]):
        return with_head(here, span)
    known = here.context.definitions.get(here.context.calls.get(here.name(begin, bracket)[0], ""))
    try:
        node = node_as_function(here, declare_node(here, span), span)
    except InputError as error:
        reason = error
    else:
        return checked_again(here, known, node, span)
    context, failed = here.context, None
    try:
        context = declare_function(here, span)
    except InputError as error:
        if not undeclared(here, span):
            raise (error if isinstance(reason, NameError_) else reason) from None
        failed = error if isinstance(error, Unsaid) else reason
    name = shown(here.name(begin, bracket)[0])
    waiting = Waiting(here.source, span, name, reason.message.split("\n")[0], failed)
    return replace(context, waiting=(*context.waiting, waiting))


def checked_again(here: Declaring, known: Definition | None, context: Context, span: Span) -> Context:
    """A context, in which a function that was known says the same at other arguments; raises `DeclaredTwice` if not."""
    if known is None:
        return context
    key, _, at = here.name(span.begin, span.bracket)
    fresh = Declaring(here.source, replace(here.context, calls={}), set())
    try:
        made = declare_function(fresh, span)
    except InputError:
        return context
    again = made.definitions.get(made.calls.get(key, ""))
    new = again.parameters if again is not None else ()
    if again is not None and len(new) == len(known.parameters):
        put = dict(zip(new, known.parameters, strict=True))
        if all(one.shape == other.shape for one, other in put.items()) and here.context.holds(
            substitute(again.body, put), known.body
        ):
            return context
    raise here.fail(at, f"the function {shown(key)} with another value", "use another letter", DeclaredTwice)


def with_list(here: Declaring, span: Span) -> Context | None:
    r"""``let f(\theta, X) = …`` of a \theta that nobody declares and that is not in the value: f, however it is written.

    None where all arguments are declared, or in the value.
    """
    key, mark, at = here.name(span.begin, span.bracket)
    try:
        names = [here.name(*part) for part in arguments(here.text, span.bracket + 1, span.closing)[0]]
    except InputError:
        return None
    inside = set(here.items(span.start, span.end))
    said = [bool(here.context.names(own, sign, component=True)) for own, sign, _ in names]
    idle = [not known and own.core not in inside for known, (own, _, _) in zip(said, names, strict=True)]
    if key != Key(key.core) or not any(idle) or not all(map(or_, said, idle)):
        return None
    outside = here.context
    try:
        body = body_of(here, span.start, span.end)
    except InputError:
        return None
    finally:
        here.context = outside
    if body.free or not symbols_of(body):
        return None
    context = with_definition(here, key, mark, at, body)
    context = with_spelling(context, here.items(span.begin, span.stop), Lexeme("NAME", key.core, at, mark=mark))
    return replace(context, functions=context.functions | {key})


def undeclared(here: Declaring, span: Span) -> bool:
    try:
        for part in arguments(here.text, span.bracket + 1, span.closing)[0]:
            left_sides.argument_of(here, *part)
    except InputError:
        return True
    return False


def is_open(here: Declaring, begin: int, end: int) -> bool:
    """Is an argument a vector that is defined with an index in it, and so stays what it is?  A number may be any other."""
    try:
        whole, _ = here.context.opened.get(here.name(begin, end)[0], ("", ()))
    except InputError:
        return False
    meaning = here.context.env.names.get(whole) if isinstance(whole, str) else None
    return isinstance(meaning, Term) and len(meaning.shape) == 2


def with_head(here: Declaring, span: Span) -> Context:
    r"""``let CE(y, p) = …`` of a y that stays what it is: CE(y, p), and CE, are the name that is defined."""
    key, mark, at = here.name(span.begin, span.bracket)
    name = Lexeme("NAME", key.core, at, mark=mark)
    head = [name] if key == Key(key.core) else tokens(here.source, span.begin, span.bracket)
    whole, alone = here.items(span.begin, span.stop), here.items(span.begin, span.bracket)
    context = with_notation(let_be(here, span.begin, span.bracket, span.start, span.end), whole, head)
    return with_notation(context, alone, head) if len(alone) > 1 else context


def node_as_function(here: Declaring, context: Context, span: Span) -> Context:
    """With a node as a function of its arguments, if they are whole names; one that is known stays what it is."""
    key, _, _ = here.name(span.begin, span.bracket)
    parts, _ = arguments(here.text, span.bracket + 1, span.closing)
    if not all(left_sides.names_of(here, *part) for part in parts):
        calls = {name: meaning for name, meaning in context.calls.items() if name != key}
        return replace(context, calls=calls)
    if key not in here.context.calls:
        try:
            context = declare_function(Declaring(here.source, context, set()), span)
        except InputError:
            return context
    here.declared.difference_update(here.added)  # beside a function its name may be declared again
    return context


def declare_function(here: Declaring, span: Span) -> Context:
    r"""``let f(\vec x) = …`` or ``let \mathrm{Var}[x] = …`` of names that are declared, or ``let f(x : N, t) = …``.

    Of a row the parameter is its column, and a value by components is a row as well.
    """
    keys, alone = unsaid(here, span.bracket + 1, span.closing)
    made = partial(function_with, here, span)
    return with_shapes(here, keys, (span.start, span.end), made, alone) if keys else made()


def function_with(here: Declaring, span: Span, size: Dimension | None = None) -> Context:
    """A function, with the parameters of which nothing says a shape as vectors of a size, or as numbers."""
    text, (begin, bracket, closing, stop, start, end) = here.text, span
    key, at = left_sides.head_of(here, begin, bracket)
    indices = left_sides.value_indices(here, closing + 1, stop) if text[closing + 1 : stop].strip() else ()
    context, parameters, rows = here.context, list[Symbol](), list[Symbol]()
    for part in arguments(text, bracket + 1, closing)[0]:
        colon = find(text, *part, ":")
        own, mark, place = here.name(part[0], colon if colon >= 0 else part[1])
        meaning: Symbol | Defined
        name = plain_name(own) if colon >= 0 else next(iter(here.context.names(own, mark)), plain_name(own))
        shape = shape_of_parameter(here, own, mark, colon, part[1])
        shape = (size,) if size is not None and colon < 0 and is_unsaid(here, own, mark) else shape
        if len(shape) == 2 and shape[0] in (None, 1):
            symbol = here.make(place, Symbol, f"{name}_row", shape[1:])
            meaning = here.make(place, let, name, symbol.T)
            rows.append(symbol)
        else:
            symbol = meaning = here.make(place, Symbol, plain_name(own), shape)
        parameters.append(symbol)
        context = here.make(place, context.declare, {(own, mark): meaning})
    inside = Declaring(here.source, context, set())
    try:
        body = body_of(inside, start, end, indices)
    except UnboundIndex:
        left = left_sides.left_indices(here, begin, bracket)
        if indices or not left or any(here.context.index(index) for index in left):
            raise
        key, indices = key._replace(sub=""), tuple(Word(at, plain_name(index)) for index in left)
        body = body_of(inside, start, end, indices)
    if rows and indices and is_vector(body.shape):
        if any(is_vector(parameter.shape) and parameter not in rows for parameter in parameters):
            what = f"the value by components of {shown(key)}, which is of rows and of columns,"
            hint = "declare all that it is of as rows, or as columns"
            raise here.source.ambiguous(at, what, ["a row", "a column"], hint)
        body = body.T
    here.make(at, check_parameters, here.context, body, parameters)
    constants = tuple(symbol for symbol in symbols_of(body) if symbol not in parameters)
    here.make(at, check_constants, shown(key), parameters, constants, here.context.of_derivatives)
    others = here.context.definitions.keys() - {here.context.calls.get(key)}
    name = plain_name(key._replace(core=key.core.removeprefix(r"\|")), others)
    definition = here.make(at, function_of, name, body, *parameters, *constants)
    declared = here.no_loss_and_function(here.context.declare({(key, ""): definition}), key, at)
    rows_of = {**here.context.rows, definition: tuple(rows)} if rows else here.context.rows
    return replace(declared, constants={**here.context.constants, definition: constants}, rows=rows_of)


def declare_node(here: Declaring, span: Span) -> Context:
    """A definition with arguments as that of a node of a graph; raises `InputError` where it is none.

    One of symbols alone, in which other names are made of these, is that of a name: nothing is held beside them.
    """
    parts, _ = arguments(here.text, span.bracket + 1, span.closing)
    of = [left_sides.argument_of(here, *part) for part in parts]
    whole = all(left_sides.names_of(here, *part) for part in parts)
    names = tuple(name for name, _ in of)
    is_node, outside, before = True, here.context, set(here.declared)
    # Its arguments are nodes that are used, in its own definition already.
    here.context = replace(outside, graph={**outside.graph, "": names})
    try:
        context = let_be(here, span.begin, span.bracket, span.start, span.end)
        name = here.latest
        node = context.env.names.get(name)
        if not isinstance(node, Defined) or not of:
            raise here.error(span.bracket, "a definition", "arguments, and what is made of them")
        terms = [term for _, term in of]
        try:
            here.make(span.begin, check_arguments, node, terms, outside.graph)
        except InputError:
            is_node = not is_abbreviated(node, terms, outside.graph)
            if not whole or (is_node and not is_unfolded(node, terms, context.env.names, outside.graph)):
                raise
    except InputError:
        here.declared.clear()
        here.declared.update(before)
        raise
    finally:
        here.context = outside
    here.added = frozenset(here.declared - before)
    return replace(context, graph={**outside.graph, name: names} if is_node else outside.graph)


def with_definition(here: Declaring, key: Key, mark: str, at: int, body: Term) -> Context:
    r"""With a definition; ``\bar y`` beside ``\bar y_i``, which has another number of axes, is another name."""
    body = uncalled(body, here.context.graph)
    rank = len(body.shape)
    for known in here.context.names(key, mark):
        meaning = here.context.env.names[known]
        if isinstance(meaning, Defined) and body in (meaning, meaning.unfold()):  # it says again what is so
            here.latest = known
            return here.context
        here.define_declared(key, mark, meaning, body)
    here.once(key, mark, at, (rank,))
    name = here.internal(key, mark, rank)
    taken = {part.definition.name for part in unfolded_subterms(body) if isinstance(part, Defined)}
    taken |= set() if "" in here.context.graph else {*here.context.calls.values()} - here.context.env.names.keys()
    while name in taken:
        name += "_other"  # let s = s(x)
    here.latest = name
    context = here.make(at, here.context.declare, {(key, mark): here.make(at, let, name, body)})
    context = with_square(context, key, mark)
    return replace(context, row_gradients=context.row_gradients | {name}) if here.is_row_gradient else context


def with_square(context: Context, key: Key, mark: str) -> Context:
    r"""With ``\sigma^2``, which is defined, as the square of a declared number \sigma, of which nothing else is said."""
    keys = key._replace(sup=""), key._replace(sup="2")
    found = [[context.env.names[name] for name in context.names(each, mark)] for each in keys]
    if (
        key.sup not in ("", "2")
        or [len(each) for each in found] != [1, 1]
        or context.choice("names with powers") == "name"
    ):
        return context
    root, whole = found[0][0], found[1][0]
    if not isinstance(root, Symbol) or not isinstance(whole, Defined) or root.shape or whole.shape:
        return context
    return context.assume([equal(root**2, whole)])


def body_of(here: Declaring, begin: int, end: int, indices: tuple[Word, ...] = (), alone: bool = False) -> Term:
    """The term of a formula; with indices the vector or matrix of which it is a component.

    A gradient by a row may stand in it ``alone``: then it is in doubt wherever the name stands.
    """
    if not here.text[begin:end].strip():
        raise here.error(begin, "nothing", "a formula")
    lacking = set[str]()

    def made(context: Context) -> Term:
        bound = frozenset(word.name for word in indices)
        node = with_indices(here.source, context, left_sides.formula_of(here, begin, end), bound)
        reader, (found,) = settled(Reader(LATEX, here.source, context, [node], bound=bound))
        here.context = replace(here.context, choices=lasting(here.context.choices, reader.context.choices))
        check_open(reader, [found])
        here.is_row_gradient = alone and all(isinstance(each.tree, OF_ROWS) for each in found)
        if not here.is_row_gradient and any(isinstance(p, OF_ROWS) for each in found for p in each.tree.parts()):
            raise reader.ambiguous(node.at, f"{GRADIENTS.what}, in a definition", ["a row", "a column"], GRADIENTS.hint)
        if not indices:
            return decided(reader, [found])[0]
        rows = len(indices) == 1  # of which each is a component, or a vector
        parts = [each for each in found if not each.shape or (rows and is_column(each.shape))]
        component, *more = parts or reader.shaped(found, node.at, is_matrix, "a component")
        if more:
            raise reader.ambiguous(
                node.at, "a component", ["a number", "a vector"], "write its indices, or declare another letter"
            )
        at, part = node.at, component.tree
        lacking.update(bound - set(words_in(part)))
        if context.einstein:
            (part,) = contracted(reader, [part], bound)
        check_chain_rules(reader, [part])
        here.make(at, check_indices, context, [part], [word.name for word in indices])
        reader.context.relied.update(reader.effort.relied)
        if is_matrix(component.shape):
            return Typed(here.source, context).terms(part)[0]
        bases = tuple(Call(at, "basis", (word,)) for word in indices)
        whole = bases[0] if len(bases) == 1 else Call(at, "outer", bases)
        factors = (whole, Transposed(at, part)) if component.shape else (part, whole)
        tree: Tree = Call(at, "product", factors)
        for word in reversed(indices):
            tree = Call(at, "sum", (Word(word.at, word.name), tree))
        return Typed(here.source, context).terms(tree)[0]

    term: Term = guarded(here.source, lambda: told_by_letters(here.context, begin, here.source, made))
    own = {word.name for word in indices if not lacking}
    if free := {index for index in term.free - places_in(term.free) if index.name not in own}:
        names = ", ".join(sorted(index.name for index in free))
        hint = f"bind it by a sum, or write it on the left: let a_{sorted(index.name for index in free)[0]} = …"
        if kept := sorted(index.name for index in free if index.name in here.context.fixed):
            hint = (
                f"hold {kept[0]} fixed, above it, takes {kept[0]} out of the summation convention; write that below it"
            )
        error = here.fail(begin, f"the unbound index {names} in a definition", hint, NameError_)
        raise error if lacking else Unbound(error.message, hint=error.hint, term=term)  # let p_k = q_i is a slip
    return term


def with_waiting(context: Context, declared: set[tuple[Key, bool]]) -> Context:
    """The context with the nodes that have been waiting for an argument, where all are declared now."""
    for waiting in context.waiting:
        here = Declaring(waiting.source, context, declared)
        try:
            made = declare_node(here, waiting.span)
        except InputError as error:
            why = replace(waiting, why=error.message.split("\n")[0])
            context = replace(context, waiting=tuple(why if each is waiting else each for each in context.waiting))
            continue
        rest = tuple(each for each in made.waiting if each.span != waiting.span or each.source is not waiting.source)
        return with_waiting(node_as_function(here, replace(made, waiting=rest), waiting.span), declared)
    return context
