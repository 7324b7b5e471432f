r"""Superscripts: ``^`` as a power, a transpose, a pseudo-inverse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial

from derive.errors import AmbiguityError, InputError, ShapeError
from derive.language.substitution import subterms
from derive.language.terms import Defined, Dimension, Dot, Index, Symbol, Transpose
from derive.reading import shapes
from derive.reading.declarations import is_zero
from derive.reading.latex.conventions import CIRCLES, ONE_WAY
from derive.reading.latex.letters import free_names
from derive.reading.latex.matrices import transpose_of
from derive.reading.latex.nodes import Componentwise, Constant, NumberPi
from derive.reading.latex.readings import Option, Reader, Reading, is_column, is_row, is_square, show_rough
from derive.reading.latex.signs import TRANSPOSES
from derive.reading.latex.spelling import UNMARKED, Key, Lexeme, script_text, written
from derive.reading.latex.syntax import Name, Script, Scripted, Scripts, WrittenName
from derive.reading.latex.tokens import tokens
from derive.reading.shapes import NATURAL
from derive.reading.source import Source
from derive.reading.syntax import Call, Numeral, Raised, Transposed, Tree, Word

_NUMBER = re.compile(r"(?P<sign>-?)(?:(?P<whole>\d+(?:\.\d+)?)|(?P<above>\d+)/(?P<below>\d+)"
                     r"|frac(?:\{(?P<a>-?\d+)\}|(?P<b>\d))(?:\{(?P<c>\d+)\}|(?P<d>\d)))")  # fmt: skip
#: A term of a sum, with its sign.
_TERM = re.compile(r"[+-]?(?:\{[^{}]*\}|[^+{}-])+")


@dataclass(frozen=True)
class Raising:
    """What a superscript says.

    ``power``, ``hadamard`` or ``circle`` of ``value``, ``transpose``, ``inverse transpose``, ``pinv``, ``dagger``.
    """

    kind: str
    value: Fraction = Fraction(1)


def raising_of(reader: Reader, script: Script) -> Raising:
    raw = script.raw
    inner = raw[1:] if raw[0].kind == "SIGN" and raw[0].text == "-" else raw
    text = written(inner)
    if inner is not raw and len(inner) > 1 and inner[0].text == "1":  # ^{-1 T}, ^{-1\top}
        text = text.removeprefix("1 ") if inner[-1].text in TRANSPOSES and len(inner) == 2 else text
    if inner is raw and text in reader.context.turned:
        return Raising("transpose")
    if text in (r"\top", r"\intercal") or text in ("T", "t", _spelled(reader.context.notation.transpose)):
        plain = text in ("T", "t") and inner[0].mark == "" and not reader.context.printed
        numbers = (name for name in reader.context.names(Key(text)) if not reader.named_term(name).shape)
        if plain and (any(numbers) or is_index(reader, text)):  # an array is no exponent
            hint = rf"write ^\top for the transpose; {text} is an exponent of numbers that are declared positive"
            labels = ["the transpose", f"the power with the declared exponent {text}"]
            raise reader.ambiguous(script.at, f"^{text}", labels, hint)
        if text == "t":
            reader.effort.relied.add(ONE_WAY["t"])
        return Raising("transpose" if inner is raw else "inverse transpose")
    if inner is raw and text in ("+", _spelled(reader.context.notation.pinv)):
        return Raising("pinv")
    if inner is raw and text == r"\dagger":
        return Raising("dagger")
    if raw[0].kind == "OP" and (kind := {"o": "hadamard", "∘": "circle"}.get(raw[0].text)):
        return Raising(kind, exponent_of(reader, raw[1:], script))
    return Raising("power", exponent_of(reader, raw, script))


def raises(reader: Reader, above: Script | None) -> bool:
    r"""Could a superscript be an operation, as that of ``X^2`` is and that of ``X^*`` is none?"""
    try:
        return above is not None and bool(raising_of(reader, above))
    except AmbiguityError:
        return True
    except InputError:
        return False


def is_half(reader: Reader, above: Script) -> bool:
    """Is a superscript half of an odd number, with a sign or without?"""
    try:
        raising = raising_of(reader, above)
    except InputError:
        return False
    return raising.kind == "power" and raising.value.denominator == 2


def transposed_behind(reader: Reader, name: Name, scripts: Scripts) -> tuple[Scripted, Scripts] | None:
    r"""``x^{(i)\top}``, ``w^{*T}`` as the transpose of a name with the rest of its superscript; None of any other."""
    above = scripts.sup
    if above is None or len(above.raw) < 2 or above.raw[0].kind == "SIGN" or scripts.primes:
        return None
    *rest, last = above.raw
    if rest[-1].kind == "SUP" and rest[0].text == "(" and rest[-2].text == ")":  # x^{(i)^\top}
        rest = rest[:-1]
    if last.text not in TRANSPOSES or rest[-1].kind == "SUP":
        return None
    kept, turned = replace(above, raw=tuple(rest)), replace(above, raw=(last,))
    inner = Scripts(scripts.sub, kept)
    if scripts.sub is not None and not reader.context.names(inner.key(name.lexeme.text), name.lexeme.mark):
        return Scripted(name.at, name, (kept,)), replace(
            scripts, sup=turned
        )  # W_{ij}^{(2)T} is a component of W^{(2)T}
    return Scripted(name.at, name, (*filter(None, [scripts.sub]), kept)), Scripts(sup=turned)


def is_index(reader: Reader, letter: str) -> bool:
    """Is a letter an index of a formula: declared, bound, or in a subscript?"""
    subscripts = (free_names(side, None, reader.context.operators) for side in reader.sides)
    return (
        bool(reader.context.index(Key(letter)))
        or letter in reader.bound
        or any(letter in names for names in subscripts)
    )


def exponent_of(reader: Reader, raw: Sequence[Lexeme], script: Script) -> Fraction:
    text = "".join({"LBRACE": "{", "RBRACE": "}"}.get(lexeme.kind, lexeme.text) for lexeme in raw)
    text = text[1:-1] if re.fullmatch(r"\{[^{}]*\}", text) else text
    terms = _TERM.findall(text) if len(text) <= 60 and text[:1] != "+" else []
    matches = [_NUMBER.fullmatch(term.removeprefix("+")) for term in terms]
    numbers = [match for match in matches if match is not None]
    unread = not numbers or len(numbers) < len(matches) or "".join(terms) != text
    unread |= any(lexeme.mark not in UNMARKED or lexeme.kind == "NAME" for lexeme in raw)  # \mathbf 1 is all-ones
    if unread or any((lexeme.kind, lexeme.text) == ("OP", ".") for lexeme in raw):  # the dot of a product
        hint = r"^\top is the transpose, ^+ the pseudo-inverse; a name with a superscript must be declared with it"
        if (sign := written(raw)) in ("*", "H"):
            hint = rf"the transpose is ^\top, or ^{sign} after % derive: transpose {sign}"
        expected = "an integer or half-integer exponent"
        raise reader.error(script.at, f"the exponent '{written(raw)[:40]}'", expected, hint)
    return sum((number_in(reader, match, script) for match in numbers), Fraction(0))


def number_in(reader: Reader, match: re.Match[str], script: Script) -> Fraction:
    """A number in an exponent, with its sign."""
    above = match["above"] or match["a"] or match["b"] or match["whole"]
    below = match["below"] or match["c"] or match["d"] or "1"
    if int(below) == 0:
        raise reader.error(script.at, "a division by 0 in an exponent", "an integer or half-integer exponent")
    value = Fraction(above) / int(below)
    return -value if match["sign"] else value


def raised_to(reader: Reader, base: Reading, raising: Raising, script: Script) -> Reading:
    at, shape = script.at, base.shape
    nought = is_zero(base.tree) or (isinstance(base.tree, Constant) and base.tree.kind == "zeros")
    if raising.kind == "transpose" and nought:
        return Reading(Constant(at, "zero row"), (1, None))
    if raising.kind == "dagger":
        declared = reader.context.choice("daggers") or "pseudo-inverse"
        of_matrix = len(shape) == 2 and shape[0] != 1
        choice = reader.choice("daggers", at, "a dagger at a matrix") if of_matrix else declared
        raising = Raising("transpose" if choice == "adjoint" else "pinv")
    if raising.kind == "circle":
        composed = is_square(shape) and reader.choice(CIRCLES, at, "a circle at a matrix") == "product"
        raising = Raising("power" if composed else "hadamard", raising.value)
    match raising.kind:
        case "transpose" | "inverse transpose":
            tree = base.tree
            if raising.kind == "inverse transpose":
                if not is_square(shape):
                    raise reader.fail(at, f"an inverse of shape {show_rough(shape)}", kind=ShapeError)
                tree = Raised(at, tree, Fraction(-1))
            if not shape and raising.kind == "transpose":
                check_number(reader, tree, script)
                return base
            if len(shape) != 2 and not is_column(shape):
                raise reader.fail(at, f"the transpose of shape {show_rough(shape)}", kind=ShapeError)
            return Reading(Transposed(at, tree), shapes.transpose_of(shape))
        case "pinv":
            if len(shape) != 2 or shape[0] == 1:
                hint = "a name with a superscript + must be declared with it"
                raise reader.fail(at, f"a pseudo-inverse of shape {show_rough(shape)}", hint, ShapeError)
            return Reading(Call(at, "pinv", (base.tree,)), shapes.transpose_of(shape))
        case "hadamard":
            if raising.value.denominator != 1:
                raise reader.error(at, f"the exponent {raising.value} by components", "an integer")
            return Reading(Call(at, "hadamard_power", (base.tree, Numeral(at, raising.value))), shape)
    turned = (x for x in base.tree.parts() if isinstance(x, Transposed) and not isinstance(x.operand, Constant))
    if is_row(shape) and not any(turned):  # a row by its name, as its column
        column = raised_to(reader, transpose_of(base, at), raising, script)
        return transpose_of(column, at) if column.shape else column
    if shape and not is_column(shape) and not is_square(shape):
        hint = "powers need a scalar, vector or square matrix"
        raise reader.fail(at, f"a power of shape {show_rough(shape)}", hint, ShapeError)
    if raising.value.denominator > (1 if is_column(shape) else 2):
        hint = "scalars and square matrices have integer and half-integer powers, vectors integer ones"
        raise reader.fail(at, f"the exponent {raising.value} of shape {show_rough(shape)}", hint)
    if is_column(shape) and raising.value not in (1, -1):
        return power_of_vector(reader, base, raising.value, at)
    return Reading(Raised(at, base.tree, raising.value), shape)


def check_number(reader: Reader, tree: Tree, script: Script) -> None:
    r"""Refuse a transpose of a number but of a name, and of products of arrays, ``(x^\top A y)^\top``, which are it.

    A component ``x_i^\top`` may be meant as a row, 1 as a vector of ones, and T as the exponent where no array has it.
    """
    if not multiplies_arrays(tree) and not isinstance(tree, Word):
        hint = "of numbers names and products of vectors have one, which is the number; components and digits have none"
        raise reader.fail(script.at, "the transpose of shape scalar", hint, ShapeError)
    sign = script.raw[0]
    if sign.mark or sign.text not in ("T", "t"):
        return
    others = "|".join(re.escape(each) for each in (*TRANSPOSES, "t") if each != sign.text)
    other = re.search(rf"\^\s*\{{?\s*(?:{others})(?![A-Za-z])", reader.source.text)
    if other or not (any(isinstance(part, Transposed) for part in tree.parts()) or _is_product(reader, tree)):
        labels = ["the transpose, which is the number", "the power with an exponent that is not declared"]
        raise reader.ambiguous(script.at, f"^{sign.text} at a number", labels, r"write ^\top, or leave it out")


def _is_product(reader: Reader, tree: Tree) -> bool:
    r"""Is it a name that is defined as a product of arrays, ``let a = x^\top A y``?"""
    meaning = reader.context.env.names.get(tree.name) if isinstance(tree, Word) else None
    return isinstance(meaning, Defined) and any(
        isinstance(part, Dot | Transpose) for part in subterms(meaning.unfold())
    )


def multiplies_arrays(tree: Tree) -> bool:
    r"""Is a number made of products of arrays, such as ``x^\top A y``?"""
    return any(isinstance(part, Transposed) or (isinstance(part, Call) and part.name == "dot") for part in tree.parts())


def power_of_vector(reader: Reader, base: Reading, power: Fraction, at: int) -> Reading:
    r"""``x^2`` of a vector: x ⊙ x, or x · x, and then ``x^3`` is (x · x) x.

    Raises `AmbiguityError` in a sum over the components of a vector that lacks its index, ``\sum_i (y - X w)^2``.
    """
    within = [reader.context.env.names.get(name) for name in reader.bound]
    over = any(not isinstance(index, Index) or index.dim == base.shape[0] for index in within)
    words = {part.name for part in base.tree.parts() if isinstance(part, Word)}
    if over and words.isdisjoint(reader.bound) and not reader.context.printed:
        labels = ["the power of each component, summed", "a power of the vector, for each value of the index"]
        hint = r"write \|x\|^2, or components, \sum_i x_i^2"
        raise reader.ambiguous(at, "a power of a vector in a sum, without its index,", labels, hint)
    if reader.choice("powers of vectors", at, "a power of a vector") == "componentwise":
        return Reading(Componentwise(at, base.tree, power), base.shape)
    square = Call(at, "dot", (base.tree, base.tree))
    half = (power - power % 2) / 2
    scalar = square if half == 1 else Raised(at, square, half)
    return Reading(Call(at, "product", (scalar, base.tree)), base.shape) if power % 2 else Reading(scalar, ())


def formula_above(reader: Reader, bases: Sequence[Reading], sup: Script) -> list[Reading]:
    """The readings of a superscript that is a formula of numbers, above a number; none of anything else.

    What stands in brackets, ``x^{(k)}``, says which x is meant, and a sum above has an index that nothing else may see.
    ``x^N`` has a value at x < 0, where e^{N log x} has none: it is read of what is known to be positive.
    """
    kinds = [lexeme.kind for lexeme in sup.raw]
    named = "NAME" in kinds and "BIG" not in kinds and kinds[0] != "OPEN"
    if not named or reader.context.printed or any(c.shape for c in bases):
        return []
    try:
        found = reader.inside(sup.raw)
    except InputError:
        return []
    if any(c.shape for c in found) or (is_whole(reader, found) and not is_known_positive(reader, bases)):
        return []
    if any(isinstance(c.tree, Word) and c.tree.name == "e" for c in bases):
        if isinstance(reader.context.env.names.get("e"), Dimension) and not is_whole(reader, found):
            return []  # of a size e it is the exponential
        labels = ["the exponential", "a power of the e that is declared"]
        raise reader.ambiguous(sup.at, "a formula above e", labels, r"write \exp(…) for the exponential")
    return found


def is_whole(reader: Reader, exponents: Sequence[Reading]) -> bool:
    """Is an exponent made of dimensions and numbers, so that a power of what is not positive has a value, too?"""
    names = {part.name for c in exponents for part in c.tree.parts() if isinstance(part, Word)}
    return all(isinstance(reader.context.env.names.get(name), Dimension) for name in names)


def is_known_positive(reader: Reader, bases: Sequence[Reading]) -> bool:
    """Is it a numeral, π, a number that is declared to be > 0, a size, or a product, quotient, power or root of these?"""
    return all(_is_positive(reader, c.tree) for c in bases)


def _is_positive(reader: Reader, tree: Tree) -> bool:
    match tree:
        case Numeral():
            return tree.value > 0
        case Word():
            known = reader.context.env.names.get(tree.name)
            return isinstance(known, Dimension) or (isinstance(known, Symbol) and "positive" in known.properties)
        case NumberPi():
            return True
        case Raised():
            return _is_positive(reader, tree.base)
        case Call(name="product" | "div" | "exp" | "sqrt", arguments=arguments):
            return all(_is_positive(reader, each) for each in arguments) or tree.name == "exp"
    return False


def powers_of(reader: Reader, bases: list[Reading], exponents: list[Reading], at: int) -> list[Reading]:
    r"""p^y, which is e^{y \log p}."""

    def made(choice: Sequence[Reading]) -> list[Reading]:
        base, exponent = choice
        product = Call(at, "product", (exponent.tree, Call(at, "log", (base.tree,))))
        return [Reading(Call(at, NATURAL, (product,)), ())]

    return reader.combine(at, [bases, exponents], made)


@cache
def _spelled(latex: str) -> str:
    """A superscript of the notation as a script is written."""
    source = Source(latex)
    found = tokens(source)
    return script_text(source, found, 0)[0] if len(found) == 1 else latex


def power_of_square(reader: Reader, name: WrittenName) -> list[Option]:
    r"""``\sigma^4``, ``\sigma^{-2}`` where the number ``\sigma^2`` is declared.

    No other name is with that letter: neither ``\sigma`` nor ``\sigma^1``.
    """
    key, above = name.scripts.key(name.core), name.scripts.sup
    even = re.fullmatch(r"-?(?:\d? )?[02468]", key.sup) if above is not None and not name.declared else None
    if even is None or reader.context.printed or reader.context.names(key._replace(sup=""), name.mark):
        return []
    others = {each.sup for each in reader.context.keys.table if each._replace(sup="") == key._replace(sup="")}
    if any(sup != "2" and sup[-1:].isdecimal() for sup in others):  # l^1, l^2, l^3 are three names
        return []
    words = [Word(name.at, word) for word in reader.context.names(key._replace(sup="2"), name.mark)]
    numbers = [word for word in words if not reader.named_term(word.name).shape]
    half = Fraction(int(key.sup.replace(" ", "")), 2)
    return [(f"a power of {word.name}", partial(_raised, name.at, word, half)) for word in numbers]


def _raised(at: int, word: Word, exponent: Fraction) -> list[Reading]:
    return [Reading(Raised(at, word, exponent), ())]
