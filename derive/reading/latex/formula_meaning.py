r"""What else a formula could mean that is declared as a name: its head, and what a derivative is by, may have no meaning.

What stands inside means what it meant where the name was declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from derive.errors import InputError
from derive.language.terms import Defined, Symbol
from derive.reading.latex import signs
from derive.reading.latex.context import Context
from derive.reading.latex.formula_shapes import FormulaName, Shape, compact, key_of, shape_of
from derive.reading.latex.spelling import Key

_TOKEN = re.compile(r"\\[A-Za-z]+|\S")
#: Heads of what is no value of a function: orders of magnitude, expectations.
_OTHER = frozenset({"O", "o", r"\mathcal{O}", "E", "Var", "Cov", "cov", "Pr"})


def means(key: Key, mark: str, context: Context) -> str:
    """What a name, or the letter in it, is declared to be; "" of one that is not declared."""
    for one in (key, key._replace(primes=0), Key(key.core)):
        if context.names(one, mark, True) or context.names(one, "", True):
            return "declared"
        if context.index(one) is not None:
            return "an index"
        if context.function(one) is not None and context.unknown(one) is None:
            return "a function"
        if one in context.losses:
            return "a loss"
    if any(waiting.name == key.core for waiting in context.waiting):
        return "a function"
    if any(core == key.core for core, _ in context.operators) or key.core in context.families:
        return "declared"
    return ""


def check_meaning(shape: Shape, context: Context) -> None:
    """Raise `InputError` where a declaration, or the field, gives the notation another meaning."""
    head = key_of(shape.head)
    if head is None:
        raise InputError("a name without a head")
    key, mark = head
    shown = compact(shape.head)
    if (what := means(key, mark, context)) and not (key == Key("d") and context.is_size_d and not shape.sign):
        ways = {"a loss": "its derivatives are declared with it", "a function": "write its value where it is needed"}
        hint = ways.get(what, "use another letter, or forget it before")
        raise InputError(f"{shown}, which is {what}, in a name: with it the formula means something", hint=hint)
    word = key.core in signs.FUNCTIONS or key.core in signs.WORDS_BEYOND
    if (word and mark not in ("", r"\mathbf")) or (key.core in _OTHER and not shape.sign) or mark == r"\mathbb":
        hint = "declare a letter for its value"
        raise InputError(f"{shown}, which is more than an unknown function", hint=hint)
    if context.is_word(r"\nabla") and shape.sign == r"\nabla":
        raise InputError(r"\nabla, which is a declared name", hint="use another letter for one of them")
    check_variable(shape, context)


def check_variable(shape: Shape, context: Context) -> None:
    """Refuse a derivative by a name of which declarations say what it is made of, or what depends on it."""
    found = key_of(shape.by) if shape.by else None
    if found is None:
        return
    key, mark = found
    below, head = compact(shape.by), compact(shape.head)
    if shape.by == shape.head:
        raise InputError(f"a derivative of {head} by itself", hint="it is 1, or I")
    names, of_index = context.names(key, mark), context.index(key) or context.index(Key(key.sub))
    meaning = context.env.names.get(names[0]) if names else None
    if context.index(key) is not None or (names and not isinstance(meaning, Symbol | Defined)):
        raise InputError(f"a derivative by {below}, which is no variable", hint="declare a letter for it")
    if isinstance(meaning, Defined) or any(names and names[0] in pair for pair in context.depends):
        made = "which is defined" if isinstance(meaning, Defined) else "of which it is said what depends on it"
        hint = f"declare: loss {head} of {below}, whose derivatives follow the chain rule"
        raise InputError(f"a derivative by {below}, {made}", hint=hint)
    if not names and means(key, mark, context) and not of_index:
        hint = f"declare it, or the derivative by {key.core} as a whole: its components are written with an index"
        raise InputError(f"a derivative by {below}, where {key.core} is declared", hint=hint)


def inside(items: tuple[str, ...], context: Context) -> Mapping[tuple[Key, str], object]:
    """What the names mean that are written with some of these items; the k of a declared x^{(k)} is none of them."""
    text = whole = " ".join(items)
    for key in context.keys.table:
        if key.sup and not key.sub and key.core not in context.formulas:
            text = text.replace(f"{key.core} ^ {{ {key.sup} }}", key.core)
    known, text = frozenset(text.split()), text.replace(" ", "")
    return {
        (key, name): context.env.names.get(name)
        for key, entries in context.keys.table.items()
        if key.core not in context.formulas
        and (key.core in text or not key.core.isalpha())  # no dK stands in d(K)
        and all(f"{sign} {said}" in whole or f"{sign} {{ {said}" in whole for sign, said in scripts_in(key))
        and known.issuperset(_TOKEN.findall(" ".join((key.core, key.sub, key.sup)).replace("{", " ").replace("}", " ")))
        for _, name in entries
    }


def scripts_in(key: Key) -> Iterator[tuple[str, str]]:
    r"""The scripts of a name with their signs; an accent, or a mark on what has one, may stand around them."""
    if key.core.isalpha():
        yield from ((sign, said) for sign, said in (("_", key.sub), ("^", key.sup)) if said)


def check_current(known: FormulaName, context: Context) -> None:
    """Raise `InputError` where a name, or what stands in it, means something else than where it was declared."""
    check_meaning(known.shape, context)
    if inside(known.items, context) != known.inside:
        raise InputError(f"{known}, in which a name was declared anew", hint="declare the names in it first, and once")


def with_hole(items: Sequence[str]) -> tuple[str, ...]:
    r"""The items of ``\\phi(x^{(i)})`` with none for the index; raises `InputError` where not one letter is one."""
    holes = [
        at
        for at, text in enumerate(items)
        if len(text) == 1 and text.isalpha() and (items[at - 1] == "_" or tuple(items[at - 3 : at]) == ("^", "{", "("))
    ]
    if len(holes) != 1:
        hint = r"one index in its argument, as in rows \phi(x_i) of \Phi"
        raise InputError(f"{compact(items)}, a name with {len(holes)} indices", hint=hint)
    return (*items[: holes[0]], "", *items[holes[0] + 1 :])


def is_nested(items: Sequence[str]) -> bool:
    r"""Is it a letter with a subscript that has an index above in it, ``\mu_{y^{(i)}}``?"""
    return len(items) == 11 and tuple(items[1:3]) == ("_", "{") and tuple(items[4:7]) == ("^", "{", "(")


def family_name(items: Sequence[str], context: Context, matrix: str) -> str:
    """The name of rows that are written as values of a function at things that are not declared, or with an index in a
    subscript's superscript.  The function may have the letter of the ``matrix``.
    """
    if is_nested(items):
        return compact([text or r"\square" for text in with_hole(items)])
    shape = shape_of(items)
    if shape is None or shape.sign or len(shape.arguments) != 1:
        raise InputError(f"{compact(items)} as the name of rows", hint=r"write x_i, or \phi(x_i)")
    head = key_of(shape.head)
    if head is None or matrix not in context.names(*head, True):
        check_meaning(shape, context)
    pattern = with_hole(items)
    (argument,) = shape.arguments
    own = key_of([text for text in argument if text])
    if own is None or (what := means(Key(own[0].core), own[1], context)):
        what = f"{own[0].core}, which is {what}," if own is not None else "a formula"
        raise InputError(
            f"{what} inside of the name of rows, {compact(items)}", hint="take a letter that is not declared"
        )
    return compact([text or r"\square" for text in pattern])
