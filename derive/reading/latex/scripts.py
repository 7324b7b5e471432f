r"""Scripts: ``_`` as indices, and what a superscript beside them says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.errors import AmbiguityError, InputError, NameError_, ReadError, ShapeError, UnboundIndex
from derive.language.terms import Dim, Dimension, Index, Term, show_dim
from derive.reading import shapes
from derive.reading.latex.context import shown
from derive.reading.latex.conventions import ONE_WAY
from derive.reading.latex.letters import closing, everything
from derive.reading.latex.matrices import check_numbered, entry_at, transpose_of
from derive.reading.latex.nodes import RowOf
from derive.reading.latex.otherwise import ROWS
from derive.reading.latex.places import check_unnumbered, indices_in, size_of
from derive.reading.latex.readings import Option, Reader, Reading, is_column, is_square, show_rough
from derive.reading.latex.spelling import OPERATORS, UNMARKED, Key, Lexeme, plain_name, unprimed, written
from derive.reading.latex.superscripts import (
    formula_above,
    is_known_positive,
    multiplies_arrays,
    powers_of,
    raised_to,
    raising_of,
)
from derive.reading.latex.syntax import Name, Script, Scripts, parted
from derive.reading.syntax import At, Call, Indexed, Transposed, Tree, Word

#: What stands for the other index of the rows and columns of a matrix where it is declared, and how a lexeme has it.
SIGNS_FOR_OTHERS = {r"\cdot": ".", ".": ".", "*": "*", r"\bullet": r"\bullet", ":": ":"}


def sorted_scripts(reader: Reader, found: Sequence[Script]) -> Scripts:
    """The scripts of a base, sorted; raises for a second one of a kind."""
    sub = sup = None
    primes = 0
    for script in found:
        kept = unprimed([lexeme.text for lexeme in script.raw])
        if script.sign == "'" or (script.sign == "^" and script.raw and not kept):
            primes += len(script.raw) or 1
        elif script.sign == "_" and sub is None:
            sub = script if reader.context.printed else replace(script, raw=with_comma(reader, script.raw))
        elif script.sign == "^" and sup is None:
            primes, sup = primes + len(script.raw) - len(kept), replace(script, raw=script.raw[kept.start : kept.stop])
        else:
            what = "subscript" if script.sign == "_" else "superscript"
            raise reader.error(script.at, f"a second {what}", "one", "use braces or parentheses")
        if script.sign != "'" and not script.raw:
            raise reader.error(script.at, "an empty script", "what stands in it")
    return Scripts(sub, sup, primes, sup is None or sub is None or sub.at < sup.at)


def with_comma(reader: Reader, raw: tuple[Lexeme, ...]) -> tuple[Lexeme, ...]:
    """``i:`` and ``:j`` as ``i,:`` and ``:,j``, if it is the name of no size; else what stands there."""
    kinds = [lexeme.kind for lexeme in raw]
    if "COMMA" in kinds or kinds.count("COLON") != 1 or "COLON" not in (kinds[0], kinds[-1]):
        return raw
    cut = kinds.index("COLON")
    index, comma = raw[1:] if cut == 0 else raw[:-1], Lexeme("COMMA", ",", raw[cut].at)
    if [x.kind for x in index if x.kind not in ("LBRACE", "RBRACE", "PRIME")][:1] != ["NAME"] or size_of(
        reader, index[0]
    ):
        return raw
    return (raw[0], comma, *index) if cut == 0 else (*index, comma, raw[-1])


def bound_name(reader: Reader, key: Key, at: int) -> str:
    """The name of an index that a sign binds; raises for that of a dimension."""
    if any(isinstance(reader.context.env.names[word], Dimension) for word in reader.context.names(key)):
        raise reader.error(at, f"the dimension {shown(key)} as an index", "an index")
    return plain_name(key)


def index_keys(reader: Reader, raw: Sequence[Lexeme]) -> list[tuple[Key, int]]:
    """The names in a subscript, one after the other; raises for what is no index."""
    found: list[tuple[Key, int]] = []
    position = 0
    while position < len(raw):
        lexeme = raw[position]
        position += 1
        if lexeme.kind in ("COMMA", "LBRACE", "RBRACE"):
            continue
        if lexeme.kind == "PRIME" and found:
            found[-1] = (found[-1][0]._replace(primes=found[-1][0].primes + 1), found[-1][1])
        elif lexeme.kind == "SUB" and found and not found[-1][0].sub and position < len(raw):
            end = closing(raw, position)
            inner = raw[position + 1 : end] if raw[position].kind == "LBRACE" else raw[position : end + 1]
            key = found[-1][0]._replace(sub=written(inner))
            letter = [each.kind for each in inner] in (["NAME"], ["DIGIT"], ["NUMBER"])
            if not letter and not reader.context.index(key):
                expected = f"one letter or number, j_1, or an index that is declared: index {shown(key)} : N"
                raise reader.error(lexeme.at, "a script of an index", expected)
            position = end + 1
            found[-1] = (key, found[-1][1])
        elif lexeme.kind == "SUP" and found and (named := above_index(reader, found[-1][0], raw, position)):
            found[-1], position = (named[0], found[-1][1]), named[1]
        elif lexeme.kind == "NAME" and lexeme.mark in UNMARKED and lexeme.text not in OPERATORS:
            found.append((Key(lexeme.text), lexeme.at))
        elif lexeme.kind in ("DIGIT", "NUMBER"):
            hint = "components are named by indices; declare x_1 as a name of its own if it is one"
            raise reader.error(lexeme.at, f"the number {lexeme.text} as an index", "an index", hint)
        elif lexeme.kind == "SIGN" and found:
            hint = r"the sum over all of x_{i+1} is \sum_{i=2}^N x_i"
            raise reader.error(lexeme.at, "a shifted index", "an index", hint)
        else:
            sign = r"\cdot" if lexeme.text == "." else lexeme.text
            hint = (
                rf"a column is declared, columns X_{{{sign} j}} of X, a sum too: let X_{{{sign} j}} = \sum_i X_{{ij}}"
            )
            hint = hint if lexeme.text in SIGNS_FOR_OTHERS.values() else ""
            raise reader.error(lexeme.at, f"'{lexeme.text[:20]}' in a subscript", "an index", hint)
    return found


def above_index(reader: Reader, key: Key, raw: Sequence[Lexeme], position: int) -> tuple[Key, int] | None:
    """The declared index ``j^*`` whose superscript begins at a position, and the position after it; None of any other."""
    end = closing(raw, position) if position < len(raw) else position
    named = key._replace(sup=written(raw[position : end + 1]))
    return (named, end + 1) if not key.sup and reader.context.index(named) else None


def are_indices(reader: Reader, raw: Sequence[Lexeme], count: int) -> bool:
    """Is a subscript so many indices that are known?"""
    try:
        return len(indices_of(reader, raw, count)) == count
    except InputError:
        return False


def indices_of(
    reader: Reader, raw: Sequence[Lexeme], axes: int = 1, dims: Sequence[Dim | None] = ()
) -> tuple[Word, ...]:
    """The indices and places in a subscript; raises `NameError_` for one that nothing binds, `ReadError` for a range."""
    if colon := next((lexeme for lexeme in raw if lexeme.kind == "COLON"), None):
        hint = r"a column of a matrix is A_{:,j}, a row A_{i,:}; parts of a vector are not in the language"
        raise reader.error(colon.at, "a colon in a subscript", "an index", hint)
    return tuple(word for part in indices_in(reader, raw, axes, dims) for word in _words(reader, part))


def _words(reader: Reader, part: At | Sequence[Lexeme]) -> list[Word]:
    if isinstance(part, At):
        return [part]
    found = []
    for key, at in index_keys(reader, part):
        name = plain_name(key)
        name = reader.renamed.get(name, name)
        if name not in reader.bound:
            declared = reader.context.index(key)
            if declared is None and (not reader.context.einstein or name in reader.context.env.names):
                raise unbound(reader, key, at)
            name = declared or name
        found.append(Word(at, name))
    return found


def unbound(reader: Reader, key: Key, at: int) -> InputError:
    word, over = shown(key), show_dim(runs_over(reader, key.core))
    hint = rf"bind it, \sum_{{{word}}}, or declare it: % derive: index {word} : {over}"
    if len(key.core.strip()) > 1 and key.core.strip().isalpha():
        hint = rf"words are no index: leave \text{{{word.strip()}}} out, or declare a name that has it in its subscript"
    error = reader.fail(at, f"the unbound index {word}", hint, NameError_)
    return UnboundIndex(error.message, hint=error.hint, name=plain_name(key))


def runs_over(reader: Reader, letter: str) -> Dim:
    """What an index runs over by the first array in the formula that has it alone in its subscript, or the default."""
    for name, scripts in (parted(node) for side in reader.sides for node in everything(side)):
        below = [script for script in scripts if script.sign == "_" and script.text == letter]
        words = reader.context.names(Key(name.lexeme.text), name.lexeme.mark, True) if isinstance(name, Name) else ()
        arrays = [term for word in words if isinstance(term := reader.context.env.names[word], Term) and below]
        if len(arrays) == 1 and is_column(arrays[0].shape):
            return arrays[0].shape[0]
    return reader.context.env.default


def scripted(reader: Reader, readings: list[Reading], scripts: Scripts) -> list[Reading]:
    """Readings with a subscript as indices and a superscript as an operation."""
    if scripts.primes:
        return primed(reader, readings, scripts)
    sub, sup = scripts.sub, scripts.sup
    if sup is None:
        return readings if sub is None else reader.mapped(readings, lambda c: component_of(reader, c, sub))
    if sub is None and (index := index_above(reader, sup, readings)) is not None:
        return reader.mapped(readings, lambda c: component_of(reader, c, index))
    try:
        raising = raising_of(reader, sup)
    except (ReadError, AmbiguityError) as error:
        of_numbers = readings if sub is None else reader.mapped(readings, lambda c: component_of(reader, c, sub))
        turned = sup.text == "T" and not is_known_positive(reader, of_numbers)  # c^T = c, as c is a scalar
        if isinstance(error, AmbiguityError) and (turned or any(multiplies_arrays(c.tree) for c in readings)):
            raise  # (x^T A x)^t
        if not (exponents := formula_above(reader, of_numbers, sup)):
            raise
        return powers_of(reader, of_numbers, exponents, sup.at)
    if sub is None:
        return reader.mapped(readings, lambda c: raised_to(reader, c, raising, sup))

    def of_power() -> list[Reading]:
        return reader.mapped(readings, lambda c: component_of(reader, raised_to(reader, c, raising, sup), sub))

    def of_component() -> list[Reading]:
        return reader.mapped(readings, lambda c: raised_to(reader, component_of(reader, c, sub), raising, sup))

    if raising.kind != "power":
        matrices = any(len(shapes.axes_in(c.shape)) == 2 for c in readings)
        if is_line(sub.raw) and not scripts.sub_first:
            labels = ["a row or column of the transpose", "the transpose of a row or column"]
            raise reader.ambiguous(sub.at, "a colon beside a transpose", labels, "write parentheses")
        whole = matrices and (is_line(sub.raw) or are_indices(reader, sub.raw, 1))  # the row X_i, as a row
        return of_component() if whole else of_power()
    usual = reader.context.printed or (scripts.sub_first and raising.value > 0)
    if usual or not any(is_square(c.shape) for c in readings):
        return of_component()
    options: list[Option] = [("a component of the power", of_power), ("the power of a component", of_component)]
    hint = "write (A^{-1})_{ij} or (A_{ij})^{-1}"
    return reader.alternatives(sub.at, "a matrix with an exponent and indices", options, hint)


def primed(reader: Reader, readings: list[Reading], scripts: Scripts) -> list[Reading]:
    """X' as the transpose of an array, where that is declared, with the other scripts on it; (x'A y)' is the number."""
    at = readings[0].tree.at
    if not reader.context.transposes or scripts.primes > 1:
        hint = r"declare the name with its prime; the transpose is ^\top, or X' after % derive: transpose '"
        raise reader.fail(at, "a prime that is no part of a declared name", hint, NameError_)
    if numbers := [c for c in readings if not c.shape and multiplies_arrays(c.tree)]:
        return scripted(reader, numbers, replace(scripts, primes=0))
    arrays = reader.shaped(readings, at, lambda shape: len(shape) in (1, 2), "the transpose")
    made = reader.mapped(arrays, lambda c: transpose_of(c, c.tree.at))
    return scripted(reader, made, replace(scripts, primes=0))


def index_above(reader: Reader, sup: Script, readings: Sequence[Reading]) -> Script | None:
    """The declared index of ``y^{(k)}``, a component of a vector, or of ``y^k`` where k runs over what y is a vector of.

    In parentheses it may also be one that a sign binds, where no rows are declared as ``y^{(k)}``.
    """
    kinds = [lexeme.kind for lexeme in sup.raw] if sup is not None and not reader.context.printed else []
    is_bound = (
        kinds == ["OPEN", "NAME", "CLOSE"]
        and sup.raw[0].text == "("
        and plain_name(Key(sup.raw[1].text)) in reader.bound
    )
    families = reader.context.families.keys()
    is_bound &= all(
        not isinstance(c.tree, Word) or families.isdisjoint((c.tree.name, f"{c.tree.name}^")) for c in readings
    )
    if not (is_bound or is_index_above(reader, sup)) or not all(len(c.shape) == 1 for c in readings):
        return None
    name = sup.raw[len(sup.raw) // 2]
    index = reader.context.env.names.get(reader.context.index(Key(name.text)) or "")
    own = isinstance(index, Index) and all(isinstance(c.tree, Word) and c.shape == (index.dim,) for c in readings)
    return Script("_", sup.at, (name,)) if own or len(sup.raw) > 1 else None


def is_index_above(reader: Reader, sup: Script | None) -> bool:
    """Is a superscript a declared index, in parentheses or alone?"""
    if sup is None or reader.context.printed:
        return False
    kinds = [lexeme.kind for lexeme in sup.raw]
    named = (kinds == ["OPEN", "NAME", "CLOSE"] and sup.raw[0].text == "(") or kinds == ["NAME"]
    return named and reader.context.index(Key(sup.raw[len(kinds) // 2].text)) is not None


def component_of(reader: Reader, base: Reading, script: Script) -> Reading:
    if reader.running is None and (entry := entry_at(reader, base, script)) is not None:
        return entry
    line = line_at(reader, base, script)
    axes = shapes.axes_in(base.shape)
    indices = () if line else indices_of(reader, script.raw, len(axes), axes)
    array = base.tree.operand if isinstance(base.tree, Transposed) else base.tree
    if any(isinstance(index, At) for index in indices) and isinstance(array, Word):
        check_unnumbered(reader, array, script.at)
    elif indices and isinstance(array, Word):
        check_numbered(reader, array, script.at)
    if reader.running is not None:
        hint = r"write x for what a component is drawn from, or name the index: \mathbb{E}_i[x_i]"
        raise reader.fail(script.at, "a component inside of a mean", hint)
    if line is not None:
        return line
    if not base.shape:
        hint = "declare the whole name, with its subscript, or declare it as a vector"
        raise reader.fail(script.at, "a component of a scalar", hint, ShapeError)
    if len(indices) == 1 and (row := row_of(reader, base, indices[0])) is not None:
        return row
    if len(axes) != len(indices):
        message = f"{len(indices)} {'index' if len(indices) == 1 else 'indices'} for shape {show_rough(base.shape)}"
        raise reader.fail(script.at, message, kind=ShapeError)
    return Reading(Indexed(base.tree.at, base.tree, indices), ())


def row_of(reader: Reader, base: Reading, index: Word) -> Reading | None:
    """X_i as a column: the row of a matrix, or its column, whichever the declared range of the index says."""
    meaning = reader.context.env.names.get(index.name)
    if len(shapes.axes_in(base.shape)) != 2 or not isinstance(meaning, Index) or base.shape.count(meaning.dim) != 1:
        return None
    of_rows = base.shape[0] == meaning.dim
    reader.effort.relied.add(ONE_WAY["rows"])
    tree = column_of(base.tree, index, not of_rows, RowOf if of_rows else Call)
    column = Reading(tree, (base.shape[1 if of_rows else 0],))
    return transpose_of(column, base.tree.at) if of_rows and reader.context.otherwise is ROWS else column


def line_at(reader: Reader, base: Reading, script: Script) -> Reading | None:
    """The column ``A_{:,j}`` of a matrix, or its row ``A_{i,:}``; None where no colon is for one of two indices."""
    if len(base.shape) != 2 or not is_line(script.raw):
        return None
    columns = script.raw[0].kind == "COLON"
    found = indices_of(reader, script.raw[2:] if columns else script.raw[:-2])
    if len(found) != 1:
        return None
    line = Reading(column_of(base.tree, found[0], columns), (base.shape[0 if columns else 1],))
    row = not columns and reader.choice("colons in subscripts", script.at, "a row of a matrix") == "row"
    return transpose_of(line, base.tree.at) if row else line


def is_line(raw: Sequence[Lexeme]) -> bool:
    """Is a subscript a colon for one of two indices, as in ``A_{:,j}`` and ``A_{i,:}``?"""
    kinds = [lexeme.kind for lexeme in raw]
    return len(kinds) > 2 and kinds.count("COLON") == 1 and ["COLON", "COMMA"] in (kinds[:2], kinds[:-3:-1])


def without_sign(raw: Sequence[Lexeme], sign: str = "") -> tuple[Sequence[Lexeme], bool | None]:
    r"""The index of ``A_{:,j}``, or ``A_{\cdot j}`` where that sign is declared, and whether it is of columns.

    A subscript without such a sign as it is, with None.
    """
    first, last = (bool(sign) and raw[at].text == sign for at in (0, -1))
    if is_line(raw):
        first, last = raw[0].kind == "COLON", raw[-1].kind == "COLON"
    if first == last:
        return raw, None
    rest = raw[1:] if first else raw[:-1]
    if rest and rest[0 if first else -1].kind == "COMMA":
        rest = rest[1:] if first else rest[:-1]
    return rest, first


def column_of(matrix: Tree, index: Word, columns: bool, made: type[Call] = Call) -> Call:
    """A column of a matrix, or a row of it as a column."""
    whole = matrix if columns else Transposed(matrix.at, matrix)
    return made(matrix.at, "product", (whole, Call(matrix.at, "basis", (index,))))


def entry_in_line(tree: Tree) -> Tree:
    r"""A component of a column of a matrix, or of a row, ``z^{(i)}_j``, as the entry that it is; any other tree as it is."""
    match tree:
        case Indexed(
            base=Call(name="product", arguments=(whole, Call(name="basis", arguments=(Word() as line,)))),
            indices=(place,),
        ):
            turned = isinstance(whole, Transposed)
            matrix = whole.operand if isinstance(whole, Transposed) else whole
            return Indexed(tree.at, matrix, (line, place) if turned else (place, line))
        case _:
            return tree
