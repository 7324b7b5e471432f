r"""Names with scripts → readings: declared names, components, powers, transposes; and what names mean that nobody declared.

A script may belong to the name (``\sigma^2``, ``x_0``), or say something of it (a power, a component).  Every split under
which the name is declared is a reading; there is an error when two of them are well-typed.  Not declared may be 1, 0, I,
δᵢⱼ, eᵢ, the exponential, and rows of declared matrices.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from derive.derivation.partials import component
from derive.errors import InputError, NameError_, ShapeError
from derive.language.substitution import subterms
from derive.language.terms import Defined, Definition, Dimension, Function, Index, Ones, Symbol, Term, UnknownFunction
from derive.reading.environment import is_generic
from derive.reading.latex.context import shown
from derive.reading.latex.conventions import ONE_WAY, PRIMES
from derive.reading.latex.families import (
    entry_of_lines,
    family_core,
    family_of,
    is_component,
    is_of_family,
    named_line,
    row_above,
)
from derive.reading.latex.formula_uses import captured, check_parameters
from derive.reading.latex.indicators import indicator, is_indicator
from derive.reading.latex.letters import alone
from derive.reading.latex.matrices import is_foreign_place, is_named_entry, is_pinv, transpose_of
from derive.reading.latex.nodes import Apply, Constant, NumberPi, OfRowGradient, Statistic, Undeclared
from derive.reading.latex.otherwise import GRADIENTS
from derive.reading.latex.places import one_place
from derive.reading.latex.readings import Option, Reader, Reading, Rough, is_column
from derive.reading.latex.scripts import (
    are_indices,
    indices_of,
    is_index_above,
    scripted,
    sorted_scripts,
    without_sign,
)
from derive.reading.latex.sizes import named_by, sized_constant
from derive.reading.latex.spelling import (
    UNMARKED,
    Key,
    Lexeme,
    alike,
    basis_letter,
    dotted,
    is_differential,
    left_open,
    letters_in,
    plain_name,
    written,
)
from derive.reading.latex.superscripts import raises, raising_of, transposed_behind
from derive.reading.latex.syntax import Name, Node, Script, Scripted, Scripts, WrittenName, parted
from derive.reading.latex.unknown_names import BAR, is_function_with_digits, unknown_name
from derive.reading.shapes import NATURAL
from derive.reading.syntax import Call, Indexed, Tree, Word

_HAT = "\\hat "
#: The superscript of a derivative.
_ORDER = re.compile(r"\(([0-9]{1,3})\)")


def read_name(reader: Reader, node: Name | Scripted) -> list[Reading]:
    name, found = parted(node)
    if not isinstance(name, Name):
        raise TypeError(f"a {type(name).__name__} as a name")
    if is_differential(name.lexeme) and not reader.context.printed:
        raise alone(reader.source, name.at)
    scripts = sorted_scripts(reader, found)
    core, mark = name.lexeme.text, name.lexeme.mark
    stands, full = WrittenName(name.at, core, mark, scripts), shown(scripts.key(core))
    known = reader.context.printed or reader.context.names(scripts.key(core), mark)
    split = None if known else transposed_behind(reader, name, scripts)
    family = reader.context.families.get(core) if split else None
    if split is not None and (
        (family is not None and family.above)
        or reader.context.names(sorted_scripts(reader, split[0].scripts).key(core), mark)
    ):
        return scripted(reader, read_name(reader, split[0]), split[1])  # X^{*T} of X^*, whatever X is
    options, powers = ([], False) if is_function_with_digits(reader, stands) else by_powers(reader, stands)
    unprimed = replace(stands, scripts=replace(scripts, primes=0)) if scripts.primes == 1 else stands
    if scripts.primes == 1 and reader.context.transposes:
        transposed, powers = by_powers(reader, unprimed, transposed=True)
        if options and transposed:
            labels = [options[0][0], f"the transpose of {core}"]
            raise reader.ambiguous(name.at, full, labels, r"write ^\top for the transpose")
        options += transposed
    elif scripts.primes == 1 and not (options or is_primed(reader, stands) or reader.context.printed):
        options += another_array(reader, unprimed, full)
    stands = replace(stands, declared=True) if options else stands
    options += [option for meaning in reader.constructs.names for option in meaning(reader, stands)]
    if not options:
        if (split := transposed_behind(reader, name, scripts)) is not None:
            return scripted(reader, read_name(reader, split[0]), split[1])
        if (only := only_mark(reader, name.lexeme)) and not any(parted(side)[0] is name for side in reader.sides):
            reader.effort.relied.add(ONE_WAY["marks"])
            marked = replace(name, lexeme=replace(name.lexeme, mark=only))
            return read_name(reader, Scripted(node.at, marked, tuple(found)) if found else marked)
        raise unknown_name(reader, stands)
    hint = f"write the other reading with parentheses, ({core}){full[len(core) :]}, or declare one of the names only"
    return reader.alternatives(name.at, full, options, hint, "names with powers" if powers else "")


def only_mark(reader: Reader, lexeme: Lexeme) -> str:
    r"""The mark of a vector that a letter has wherever it is declared, ``\mathbf x``, where it stands without; or ""."""
    context, core = reader.context, lexeme.text
    entries = [entry for key, found in context.keys.table.items() if key.core == core for entry in found]
    marks = {mark for mark, _ in entries}
    arrays = [isinstance(term := context.env.names.get(name), Term) and bool(term.shape) for _, name in entries]
    other = context.printed or core in reader.bound or context.index(Key(core)) or context.function(Key(core))
    vector = len(marks) == 1 and {alike(mark) for mark in marks} == {r"\mathbf"} and all(arrays)
    return min(marks) if vector and lexeme.mark in UNMARKED and not other else ""


def by_powers(reader: Reader, name: WrittenName, transposed: bool = False) -> tuple[list[Option], bool]:
    """What is declared, and whether its superscript is that of a name or a power; one of them, where that is chosen."""
    key, above = name.scripts.key(name.core), name.scripts.sup
    options = declared_options(reader, name, transposed)
    whole = declared_options(reader, name, transposed, lambda key: bool(key.sup)) if above is not None else []
    if not len(options) > len(whole) > 0:
        return options, False
    if is_pinv(reader.context, key, name.mark) or not (raises(reader, above) or is_index_above(reader, above)):
        return whole, False
    if choice := reader.context.choice("names with powers") or settled_square(reader, key, name.mark):
        return whole if choice == "name" else declared_options(reader, name, transposed, lambda key: not key.sup), True
    return options, True


def settled_square(reader: Reader, key: Key, mark: str) -> str:
    r"""``power`` for ``\sigma^2`` of a number \sigma that is declared beside it, ``name`` where it has a value; else "".

    Where there is a \sigma^1 or a \sigma^3, too, these are names.
    """
    context, base = reader.context, key._replace(sup="")
    whole, root = ([context.env.names[name] for name in context.names(each, mark)] for each in (key, base))
    others = {each.sup for each in context.keys.table if each._replace(sup="") == base} - {"", "2"}
    numbers = [meaning for meaning in (*whole, *root) if isinstance(meaning, Symbol | Defined) and not meaning.shape]
    if key.sup != "2" or len(numbers) != 2 or not isinstance(numbers[1], Symbol) or any(map(str.isdecimal, others)):
        return ""
    return "power" if isinstance(numbers[0], Symbol) else "name"  # whose square is assumed to be it


def is_primed(reader: Reader, name: WrittenName) -> bool:
    """Is a name with its primes that of rows or columns, or one that is defined with an index in it?"""
    opened = (key in reader.context.opened for key, _ in splits(name.scripts.key(name.core), name.scripts))
    return family_core(name) in reader.context.families or any(opened)


def another_array(reader: Reader, unprimed: WrittenName, full: str) -> list[Option]:
    """X' of a declared array as a name of the same shape, where it is not settled to be the transpose."""
    options = declared_options(reader, unprimed, transposed=True)
    if not options or reader.context.function(unprimed.scripts.key(unprimed.core)) is not None:
        return []
    reader.choice(PRIMES, unprimed.at, f"{full}, which is not declared,")
    base = declared_options(reader, unprimed)
    made = ((label, partial(undeclared, full, option)) for label, option in base)
    return [(f"another name than {label}", option) for label, option in made]


def undeclared(full: str, option: Callable[[], list[Reading]]) -> list[Reading]:
    """Readings with what nobody declared in the place of what is declared."""
    return [replace(reading, tree=Undeclared(reading.tree.at, full)) for reading in option()]


def declared_options(
    reader: Reader, name: WrittenName, transposed: bool = False, under: Callable[[Key], bool] = bool
) -> list[Option]:
    """One option for every split of the scripts under which the name is declared; also as a unit vector or a mean.

    With ``transposed`` of arrays only, of which it is the transpose; ``under`` which keys.
    """
    options, core, mark, full = list[Option](), name.core, name.mark, name.scripts.key(name.core)
    for key, rest in filter(lambda split: under(split[0]), splits(full, name.scripts)):
        component = rest.sub is not None or is_index_above(reader, rest.sup)
        found, of_rows = named_by(reader, name.at, key, mark, component), reader.context.row_gradients
        words = [(OfRowGradient if word in of_rows else Word)(name.at, word) for word in found]
        words = [word for word in words if not is_of_family(reader, name, word, shape_of(reader, word), rest)]
        own = key._replace(sub=full.sub)
        named = reader.context.names(own, mark)
        words = [word for word in words if not (named and rest.sub and is_named_entry(reader, word, own, mark))]
        if named:
            words = [word for word in words if not is_foreign_place(reader, shape_of(reader, word), rest.sub)]
        label = f"the name {shown(key)}{_with(rest)}"
        if transposed:
            words = [word for word in words if shape_of(reader, word)]
            label, rest = f"the transpose of {label}", replace(rest, primes=1)
        letter = bound_in(reader, key)
        for word in words:  # of a dimension, \sqrt{d_k}, there is one
            option = partial(of_tree, reader, word, rest)
            if letter is not None and not isinstance(reader.context.env.names.get(word.name), Dimension):
                option = partial(refused, reader, key, letter, word.at)
            options.append((label, option))
        hat = reader.context.definitions.get("hat")
        if core.startswith(_HAT) and hat is not None and not options:  # a declared name wins over a unit vector
            inner = key._replace(core=core.removeprefix(_HAT))
            trees: list[Tree] = [Word(name.at, found) for found in reader.context.names(inner, mark, True)]
            if inner == Key("1"):
                trees.append(Constant(name.at, "ones"))
            applied = [Apply(name.at, hat, (tree,)) for tree in trees if is_column(shape_of(reader, tree))]
            label = f"the unit vector along {shown(inner)}"
            options += [(label, partial(of_tree, reader, tree, rest)) for tree in applied]
        if core.startswith(BAR) and (r"\bar", "") in reader.context.operators and not options:
            inner = key._replace(core=core.removeprefix(BAR))
            of = [Word(name.at, found) for found in reader.context.names(inner, mark, True)]
            label = f"the mean of {shown(inner)}"
            columns = [word for word in of if is_column(shape_of(reader, word))]
            options += [(label, partial(mean_of, reader, word, rest)) for word in columns]
    return options


def bound_in(reader: Reader, key: Key) -> str | None:
    """The letter in the scripts of a name that is an index which is bound around it, or may be under ``einstein``."""
    for letter in letters_in(key):
        declared = reader.context.einstein and reader.context.index(Key(letter)) is not None
        if declared or plain_name(Key(letter)) in reader.bound:
            return letter
    return None


def refused(reader: Reader, key: Key, letter: str, at: int) -> list[Reading]:
    r"""``\sum_i c_i`` of a c_i that is declared as one name: it has no other values to be summed."""
    raise reader.source.placed(captured(shown(key), letter), at)


def mean_of(reader: Reader, word: Word, rest: Scripts) -> list[Reading]:
    """The mean of the components of a vector, with the scripts on it."""
    index = Word(word.at, reader.fresh())
    tree = Statistic(word.at, "mean", index, (Indexed(word.at, word, (index,)),))
    return scripted(reader, [Reading(tree, ())], rest)


def of_tree(reader: Reader, tree: Tree, rest: Scripts) -> list[Reading]:
    """A name or constant with the scripts that are no part of it."""
    found = Reading(tree, shape_of(reader, tree))
    if isinstance(tree, OfRowGradient) and reader.context.otherwise is GRADIENTS:
        found = transpose_of(found, tree.at)
    return scripted(reader, [reader.at_running(found)], rest)


def shape_of(reader: Reader, tree: Tree) -> Rough:
    """The shape of a name, a constant, or a unit vector."""
    match tree:
        case Word(name=name):
            meaning = reader.named_term(name)
            if is_generic(meaning, reader.context.env.default):
                return tuple(None if dim == reader.context.env.default else dim for dim in meaning.shape)
            return meaning.shape
        case Constant(kind=kind):
            return (None, None) if kind == "identity" else (None,)
        case Apply(arguments=arguments):
            return shape_of(reader, arguments[0])
    raise TypeError(f"the shape of a {type(tree).__name__}")


def function_named(reader: Reader, node: Node) -> tuple[Definition, Key] | None:
    """The function that a name is the head of, all its scripts included."""
    name, found = parted(node)
    if not isinstance(name, Name):
        return None
    key = sorted_scripts(reader, found).key(name.lexeme.text)
    definition = reader.context.function(key) or derivative_of_function(reader, key)
    return None if definition is None else (definition, key)


def function_with_index(reader: Reader, node: Node) -> tuple[Definition, Script] | None:
    r"""The function of which a name is the head without the index behind its own subscript, and that index: ``u_{a 2}``."""
    name, found = parted(node)
    if not isinstance(name, Name):
        return None
    scripts = sorted_scripts(reader, found)
    for key, left in splits(scripts.key(name.lexeme.text), scripts):
        definition = reader.context.function(key) or derivative_of_function(reader, key)
        if definition is not None and left.sub is not None and left.sup is None:
            return definition, left.sub
    return None


def derivative_of_function(reader: Reader, key: Key) -> Definition | None:
    """``g'``, ``g''`` of a declared function of one number whose value is a number; None for anything else.

    Of an unknown function also ``g^{(2)}``.
    """
    if (unknown := unknown_derivative(reader, key)) is not None:
        return unknown
    definition = reader.context.function(key._replace(primes=0)) if key.primes else None
    if definition is None or key._replace(primes=0) in reader.context.built_in or reader.context.names(key):
        return None
    variable = only_parameter(reader, definition)
    if variable is None or definition.body.shape or variable.shape:
        return None
    try:
        check_parameters(reader.context, definition.body, (variable,))
        body = definition.body
        for _ in range(key.primes):
            body = component(body, variable, (), ())
    except InputError:
        return None
    return derived_function(reader, definition, definition.name + "'" * key.primes, body)


def unknown_derivative(reader: Reader, key: Key) -> Definition | None:
    """``g'``, ``g''`` or ``g^{(2)}`` of an unknown function, where that is no name of its own; None for anything else."""
    above = _ORDER.fullmatch(key.sup.replace(" ", "")) if not key.primes else None
    order = int(above[1]) if above else key.primes
    known = reader.context.function(key._replace(primes=0, sup="" if above else key.sup)) if order or above else None
    if not isinstance(known, UnknownFunction) or reader.context.names(key):
        return None
    return known.derived(order)


def only_parameter(reader: Reader, definition: Definition) -> Symbol | None:
    """The parameter of a function of one; None for any other function."""
    first, *constants = definition.parameters
    return first if len(constants) == len(reader.context.constants.get(definition, ())) else None


def derived_function(reader: Reader, definition: Definition, name: str, body: Term) -> Definition:
    """The derivative of a function, for this formula only, where the function is defined: a logarithm's is at x > 0."""
    nought = 0 * definition.body
    if any(isinstance(part, Function) and part.name == "log" for part in subterms(nought)) and not nought.shape:
        body = body + (nought * Ones(body.shape) if body.shape else nought)
    made = Definition(name, definition.parameters, body)
    reader.derived[made] = reader.context.constants.get(definition, ())
    return made


def _with(rest: Scripts) -> str:
    """What is left of the scripts, in words."""
    words = []
    if rest.sub:
        words.append(f"with the index {written(rest.sub.raw)}")
    if rest.sup:
        words.append(f"to the power {written(rest.sup.raw)}")
    return " " + " ".join(words) if words else ""


def splits(full: Key, scripts: Scripts) -> list[tuple[Key, Scripts]]:
    """Every way in which scripts are part of the name, the longest name first, with the scripts that are left."""
    subs: list[tuple[str, Script | None]] = [(full.sub, None)]
    if scripts.sub is not None:
        raw = scripts.sub.raw
        flat = all(lexeme.kind in ("NAME", "DIGIT", "COMMA") for lexeme in raw)
        for cut in range(len(raw) - 1, 0, -1) if flat and len(raw) < 8 else ():
            start = cut + 1 if raw[cut].kind == "COMMA" else cut
            if raw[cut - 1].kind != "COMMA" and start < len(raw):
                subs.append((written(raw[:cut]), Script("_", scripts.sub.at, raw[start:])))
        if own := dotted(full.sub):
            names = left_open(raw)
            subs += [(own, Script("_", scripts.sub.at, names))] if names else []
        subs.append(("", scripts.sub))
    sups: list[tuple[str, Script | None]] = [(full.sup, None)]
    if scripts.sup is not None:
        sups.append(("", scripts.sup))
    found: list[tuple[Key, Scripts]] = []
    for sub, sub_left in subs:
        for sup, sup_left in sups:
            found.append((Key(full.core, sub, sup, full.primes), Scripts(sub_left, sup_left, 0, scripts.sub_first)))
    return found


def check_raised(reader: Reader, name: WrittenName, count: int, signed: bool) -> None:
    r"""Refuse ``S^{-1}_{ij}`` and ``S^2_{\cdot i}`` of a square S with declared rows or columns: of S, or of the entry?

    So is a transpose before a ``signed`` index, ``S^\top_{\cdot i}``; ``S^\top_i`` is that of the line.
    """
    above = name.scripts.sup
    if above is None or reader.context.printed:
        return
    try:
        raising = raising_of(reader, above)
    except InputError:
        return
    inverse = raising.kind == "power" and raising.value < 0
    turned = raising.kind != "power" and (count == 2 or not signed)
    if not turned and (not name.scripts.sub_first or (inverse and count == 2)):
        labels = ["of the power, or the transpose, of the matrix", "of the entry, the row or the column"]
        hint = "write (A^{-1})_{ij} or (A_{ij})^{-1}"
        raise reader.ambiguous(name.at, "a matrix with an exponent and indices", labels, hint)


def rows_of_a_matrix(reader: Reader, name: WrittenName) -> list[Option]:
    """A name that is declared for the rows, or the columns, of a matrix: one of them, or a component of one."""
    (family, scripts), sub = family_of(reader, name), name.scripts.sub
    above = reader.context.families.get(f"{family_core(name)}^", family)
    if above is not None and above.above and ((found := row_above(reader, name, above)) or above is family):
        return found
    if family is None or sub is None or (family.marked and name.mark in UNMARKED and len(sub.raw) == 1):
        return []
    meaning = reader.context.env.names.get(family.matrix)
    if not isinstance(meaning, Term) or len(meaning.shape) != 2 or is_component(reader, name):
        return []
    (rows, columns), matrix = meaning.shape, Word(name.at, family.matrix)
    rest = replace(scripts, sub=None)
    label = f"a {'row or column' if family.both else 'column' if family.columns else 'row'} of {family.matrix}"

    def one() -> list[Reading]:
        raw, told = without_sign(sub.raw, family.sign) if family.sign or not family.columns else (sub.raw, None)
        if told and not (family.columns or family.both):
            return of_tree(reader, matrix, scripts)
        is_of_columns = family.columns if told is None else told
        indices = indices_of(reader, raw, dims=() if family.columns else (rows, columns))
        if rows == columns and family.matrix in reader.context.names(Key(name.core), name.mark, True):
            check_raised(reader, name, len(indices), told is not None)
        if len(indices) == 2:
            return entry_of_lines(reader, name, family, indices, rest)
        if len(indices) != 1:
            raise reader.fail(sub.at, f"{label} with {len(indices)} indices", "one, or two for a component", ShapeError)
        if reader.running is not None:
            raise reader.fail(sub.at, f"{label} inside of a mean", r"write the sum, \frac1N \sum_i x_i")
        if told is not None and told != family.columns and not family.both:
            raise reader.fail(sub.at, f"{label} with the sign of the others", "declare these, too", NameError_)
        if family.both and told is None:
            index = reader.context.env.names.get(indices[0].name)
            over = index.dim if isinstance(index, Index) and rows != columns else None
            if over not in (rows, columns):
                hint = f"{written(sub.raw)} could be of either: write the other index, X_{{i,:}} and X_{{:,j}}"
                hint = hint if rows == columns else "index i : N"
                raise reader.fail(sub.at, f"{label} with an index that does not tell which", hint, NameError_)
            is_of_columns = over == columns
        found = named_line(reader, family, Reading(matrix, (rows, columns)), indices[0], is_of_columns)
        return scripted(reader, [found], rest)

    return [(label, one)]


def ones_or_zeros(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``\vec 1``, ``\vec 0_N``"""
    if name.core not in ("1", "0") or name.mark in UNMARKED:
        return []
    if name.core == "1" and is_indicator(name.below):
        return [("an indicator", lambda: scripted(reader, indicator(reader, name.at, name.below), name.scripts.above))]
    kind = "ones" if name.core == "1" else "zeros"
    return [(f"the vector of {kind}", _sized_or_open(reader, name, kind, (None,)))]


def identity(reader: Reader, name: WrittenName) -> list[Option]:
    """``I``, ``I_N``, where no I is declared."""
    if name.core != "I" or name.declared:
        return []
    return [("the identity", _sized_or_open(reader, name, "identity", (None, None)))]


def _sized_or_open(reader: Reader, name: WrittenName, kind: str, shape: Rough) -> Callable[[], list[Reading]]:
    """A constant with the dimensions below it, or with those that what stands around it asks for."""
    sized = sized_constant(reader, name.at, kind, name.below)
    if kind != "identity" and not sized and one_place(reader, name.below) is not None:
        labels = ["of that size", "its entry there"]
        raise reader.ambiguous(
            name.at, f"a vector of {kind} with a place below it", labels, r"(\vec 1)_{N-1} is an entry"
        )
    found = sized or Reading(Constant(name.at, kind), shape)
    left = name.scripts.above if sized else name.scripts
    return lambda: scripted(reader, [reader.at_running(found)], left)


def kronecker(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``\delta_{ij}``, ``\delta_i^j``"""
    above, at = name.scripts.sup, name.at
    power = name.declared and above is not None and above.raw[0].kind == "DIGIT"  # \delta_i^2 of a declared \delta
    mixed = above is not None and not power and are_indices(reader, name.below, 1) and are_indices(reader, above.raw, 1)
    if mixed and above is not None:
        name = replace(name, scripts=replace(name.scripts, sub=replace(above, raw=(*name.below, *above.raw)), sup=None))
    raw = name.below
    several = sum(lexeme.kind in ("NAME", "DIGIT") for lexeme in raw) > 1
    if name.core != r"\delta" or not several or (name.declared and not are_indices(reader, raw, 2)):
        return []

    def delta() -> list[Reading]:
        indices = indices_of(reader, raw, 2)
        if len(indices) != 2:
            raise reader.error(at, rf"\delta with {len(indices)} indices", "two indices, or a declaration of it")
        return scripted(reader, [Reading(Call(at, "delta", indices), ())], name.scripts.above)

    return [("Kronecker's δ", delta)]


def basis_vector(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``\vec e_i``"""
    letter, with_mark = basis_letter(reader.context.notation)
    bare = with_mark and name.mark in UNMARKED
    numbered = not reader.context.printed and any(x.kind == "DIGIT" for x in name.below)  # e_1 may be a residual
    keys = name.scripts.key(name.core)._replace(sup=""), Key(name.core)  # \vec e_1, declared, or \vec e
    own = any(reader.context.names(key, name.mark) for key in keys if key.core == letter)
    taken = own or letter in reader.context.families or (bare and (numbered or reader.context.is_word(letter)))
    if name.core != letter or taken or not are_indices(reader, name.below, 1):
        return []
    if bare:
        reader.effort.relied.add(ONE_WAY["basis"])
    unit = Reading(Call(name.at, "basis", indices_of(reader, name.below)), (None,))
    return [("a basis vector", lambda: scripted(reader, [reader.at_running(unit)], name.scripts.above))]


def number_pi(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``\pi``, where nothing with that letter is declared: the number."""
    other = name.declared or name.scripts.sub or name.scripts.primes or reader.context.printed
    if name.core != r"\pi" or name.mark not in UNMARKED or other or reader.context.is_word(name.core):
        return []
    reader.effort.relied.add(ONE_WAY["pi"])
    return [("the number π", lambda: scripted(reader, [Reading(NumberPi(name.at), ())], name.scripts.above))]


def exponential(reader: Reader, name: WrittenName) -> list[Option]:
    """``e^{x}``, where no e is declared, or it is a size."""
    size = isinstance(reader.context.env.names.get("e"), Dimension) and not reader.context.printed
    at, sup = name.at, name.scripts.sup
    plain = not ((name.declared and not size) or name.scripts.sub or name.scripts.primes)
    if name.core != "e" or name.mark not in UNMARKED or sup is None or not plain:
        return []

    if sup.text.lstrip("-").isdecimal() and reader.context.is_word("e") and not reader.context.printed:
        labels = ["the exponential", "the power of the declared e"]
        raise reader.ambiguous(at, f"e^{sup.text}", labels, r"write \exp(2), or \mathbf e \cdot \mathbf e")

    def power() -> list[Reading]:
        return reader.mapped(reader.inside(sup.raw), lambda c: Reading(Call(at, NATURAL, (c.tree,)), c.shape))

    return [("the exponential", power)]
