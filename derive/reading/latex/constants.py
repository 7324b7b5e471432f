r"""What a name means that nobody declared as one: 1, 0, I, δᵢⱼ, eᵢ, the exponential, and rows of declared matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from derive.errors import InputError, ShapeError
from derive.language.terms import Dimension, Term
from derive.reading.functions import NATURAL
from derive.reading.latex.grammar import parse
from derive.reading.latex.nodes import Constant
from derive.reading.latex.readings import Option, Reader, Reading, Rough
from derive.reading.latex.scripts import are_indices, indices_of, scripted, sorted_scripts
from derive.reading.latex.spelling import UNMARKED, Lexeme, basis_letter
from derive.reading.latex.syntax import Name, WrittenName, parted
from derive.reading.syntax import Call, Indexed, Transposed, Word


def rows_of_a_matrix(reader: Reader, name: WrittenName) -> list[Option]:
    """A name that is declared for the rows, or the columns, of a matrix: one of them, or a component of one."""
    family, sub = reader.context.families.get(name.core), name.scripts.sub
    if family is None or sub is None or (family.marked and name.mark in UNMARKED and len(sub.raw) == 1):
        return []
    meaning = reader.context.env.names.get(family.matrix)
    if not isinstance(meaning, Term) or len(meaning.shape) != 2:
        return []
    (rows, columns), matrix = meaning.shape, Word(name.at, family.matrix)
    rest = replace(name.scripts, sub=None)
    label = f"a {'column' if family.columns else 'row'} of {family.matrix}"

    def one() -> list[Reading]:
        indices = indices_of(reader, sub.raw)
        if len(indices) == 2:
            entry = Indexed(name.at, matrix, indices[::-1] if family.columns else indices)
            return scripted(reader, [Reading(entry, ())], rest)
        if len(indices) != 1:
            raise reader.fail(sub.at, f"{label} with {len(indices)} indices", "one, or two for a component", ShapeError)
        if reader.running is not None:
            raise reader.fail(sub.at, f"{label} inside of a mean", r"write the sum, \frac1N \sum_i x_i")
        whole = matrix if family.columns else Transposed(name.at, matrix)
        tree = Call(name.at, "product", (whole, Call(name.at, "basis", indices)))
        return scripted(reader, [Reading(tree, (rows if family.columns else columns,))], rest)

    return [(label, one)]


def ones_or_zeros(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``\vec 1``, ``\vec 0_N``"""
    if name.core not in ("1", "0") or name.mark in UNMARKED:
        return []
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
    found = sized or Reading(Constant(name.at, kind), shape)
    left = name.scripts.above if sized else name.scripts
    return lambda: scripted(reader, [reader.at_running(found)], left)


def kronecker(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``\delta_{ij}``"""
    raw, at = name.below, name.at
    if name.core != r"\delta" or not raw or (name.declared and not are_indices(reader, raw, 2)):
        return []

    def delta() -> list[Reading]:
        indices = indices_of(reader, raw)
        if len(indices) != 2:
            raise reader.error(at, rf"\delta with {len(indices)} indices", "two indices, or a declaration of it")
        return scripted(reader, [Reading(Call(at, "delta", indices), ())], name.scripts.above)

    return [("Kronecker's δ", delta)]


def basis_vector(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``\vec e_i``"""
    letter, with_mark = basis_letter(reader.context.notation)
    marked = name.mark not in UNMARKED
    if name.core != letter or (with_mark and not marked) or not are_indices(reader, name.below, 1):
        return []
    unit = Reading(Call(name.at, "basis", indices_of(reader, name.below)), (None,))
    return [("a basis vector", lambda: scripted(reader, [reader.at_running(unit)], name.scripts.above))]


def exponential(reader: Reader, name: WrittenName) -> list[Option]:
    """``e^{x}``, where no e is declared."""
    at, sup, plain = name.at, name.scripts.sup, not (name.declared or name.scripts.sub or name.scripts.primes)
    if name.core != "e" or name.mark not in UNMARKED or sup is None or not plain:
        return []

    def power() -> list[Reading]:
        return reader.mapped(reader.inside(sup.raw), lambda c: Reading(Call(at, NATURAL, (c.tree,)), c.shape))

    return [("the exponential", power)]


def dimension_in(reader: Reader, raw: Sequence[Lexeme]) -> Word | None:
    """The dimension that a script names, with scripts of its own or without: ``N``, ``n_1``."""
    if not raw or raw[0].kind != "NAME":
        return None
    try:
        name, found = parted(parse(reader.source, raw, "expr", raw[-1].end))
        scripts = sorted_scripts(reader, found)
    except InputError:
        return None
    if not isinstance(name, Name):
        return None
    key = scripts.key(name.lexeme.text)
    for word in reader.context.names(key, name.lexeme.mark):
        if isinstance(reader.context.env.names[word], Dimension):
            return Word(raw[0].at, word)
    return None


def sized_constant(reader: Reader, at: int, kind: str, raw: Sequence[Lexeme]) -> Reading | None:
    r"""``\vec 1_N``, ``I_N``, ``0_{N \times K}``: a constant with its dimensions below, if they are that."""
    cut = next((n for n, x in enumerate(raw) if x.kind == "OP" and x.text == "x"), None)
    parts = [raw] if cut is None else [raw[:cut], raw[cut + 1 :]]
    dims = [dimension_in(reader, part) for part in parts]
    words = tuple(dim for dim in dims if dim is not None)
    if len(words) != len(dims) or (kind == "identity" and len(words) != 1):
        return None
    shape = tuple(reader.context.env.names[word.name] for word in words) * (2 if kind == "identity" else 1)
    return Reading(Call(at, kind, words), shape)  # type: ignore[arg-type]  # names of dimensions
