r"""Names that are written as formulas where they stand in a text: how they are found, and what may not be done with them.

A component of a derivative is written as people do, ``\frac{\partial L}{\partial x_k}`` where that by x is declared, or with
a declared index, ``\frac{\partial L}{\partial z_j^{(k)}}``.  What stands inside of a name is no index around it, and
no parameter; and of how it varies nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from derive.errors import InputError, LimitError, NameError_
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Defined, Definition, Symbol, Term
from derive.language.unknown import Tied, ValueOf
from derive.reading.held import reached
from derive.reading.latex import signs
from derive.reading.latex.context import Context, shown
from derive.reading.latex.einstein import bound_by, index_words
from derive.reading.latex.formula_meaning import check_current, family_name
from derive.reading.latex.formula_shapes import (
    CLOSING,
    FormulaName,
    Item,
    closed,
    items_of,
    key_of,
    scripts_of,
    shape_of,
)
from derive.reading.latex.nodes import Apply, Hidden
from derive.reading.latex.signs import TRANSPOSES
from derive.reading.latex.spelling import Key, letters_in
from derive.reading.latex.tokens import Tok, tokens
from derive.reading.shapes import BINDERS
from derive.reading.source import Source
from derive.reading.syntax import Call, Tree, Word


def with_formulas(source: Source, found: Sequence[Tok], context: Context) -> list[Tok]:
    """Tokens with one for each name that is written as a formula, and with the index of a component behind it."""
    patterns = [(core, family.pattern) for core, family in context.families.items() if family.pattern]
    if not context.formulas and not patterns:
        return list(found)
    items = items_of(found)
    texts = [item.text for item in items]
    known = sorted(context.formulas.values(), key=lambda name: -len(name.items))
    made, last, at = list[Tok](), 0, 0
    while at < len(items):
        name = next((one for one in known if tuple(texts[at : at + len(one.items)]) == one.items), None)
        stop, index = at + len(name.items) if name else at, tuple[str, ...]()
        if name is None and texts[at] == r"\frac":
            name, stop, index = component_at(source, texts, at, known, context, found[items[at].start].at)
        core = name.name if name else ""
        for own, pattern in patterns if name is None else ():
            held = texts[at : at + len(pattern)]
            if index_at(pattern, held):
                core, stop, index = own, at + len(pattern), (index_at(pattern, held),)
        if not core or is_argument(texts, at) or in_word(found, items, at, context):
            at += 1
            continue
        start, end = min(item.start for item in items[at:stop]), max(item.stop for item in items[at:stop])
        first = found[start]
        if name is not None:
            source.make(first.at, check_use, name, texts[stop : stop + 2], context)
        else:
            source.make(first.at, family_name, texts[at:stop], context, context.families[core].matrix)
        made += [*found[last:start], Tok("name", core, first.at, first.spaced, found[end - 1].end)]
        if index:
            behind = tokens(Source(f"_{{{' '.join(index)}}}"))
            made += [replace(token, at=first.at, end=found[end - 1].end) for token in behind]
        at, last = stop, end
    return [*made, *found[last:]]


def index_at(pattern: Sequence[str], texts: Sequence[str]) -> str:
    r"""The letter that stands for the index of ``\\phi(x^{(i)})``; empty where something else stands there."""
    if len(texts) != len(pattern) or any(one and one != other for one, other in zip(pattern, texts, strict=True)):
        return ""
    held = texts[pattern.index("")]
    return held if re.fullmatch(r"[A-Za-z]|\\[A-Za-z]+", held) else ""


def component_at(
    source: Source, texts: Sequence[str], at: int, known: Sequence[FormulaName], context: Context, place: int
) -> tuple[FormulaName | None, int, tuple[str, ...]]:
    """The derivative by a whole of which one is a component, where it ends, and the index."""
    stop = closed(texts, closed(texts, at + 1)) if closed(texts, at + 1) > 0 else -1
    shape = shape_of(texts[at:stop]) if stop > 0 else None
    if shape is None or not shape.by or shape.arguments:
        return None, at, ()
    for name in known:
        whole = name.shape
        if (whole.head, whole.sign, whole.order, whole.arguments) != (shape.head, shape.sign, shape.order, ()):
            continue
        if (index := index_of(whole.by, shape.by, context)) is None or not _is_array(name, context):
            continue
        part = key_of(shape.by)
        if part is not None and context.names(*part):
            labels = [f"a component of {name}", f"a derivative by {''.join(shape.by)}, which is declared"]
            raise source.ambiguous(place, "a derivative by a declared name", labels, "declare it as a name of its own")
        return name, stop, index
    return None, at, ()


def index_of(whole: tuple[str, ...], part: tuple[str, ...], context: Context) -> tuple[str, ...] | None:
    r"""The index that ``x_k`` has and x has not; that of ``x^{(k)}`` if k is a declared one."""
    (core, sub, sup), (other, below, above) = scripts_of(whole), scripts_of(part)
    if core != other:
        return None
    if not sub and below and sup == above:
        return below
    named = len(above) == 3 and (above[0], above[2]) == ("(", ")") and context.index(Key(above[1])) is not None
    return above[1:2] if named and not sup and sub == below else None


def _is_array(name: FormulaName, context: Context) -> bool:
    meanings = (context.env.names.get(one) for one in context.names(Key(name.name), "", True))
    return any(isinstance(meaning, Term) and meaning.shape for meaning in meanings)


def is_argument(texts: Sequence[str], at: int) -> bool:
    r"""Does a command, or a script, take what begins at a position for its argument, without braces?"""
    if at and texts[at - 1] in signs.ARGUMENTS:
        return True
    before = at - 1
    if before >= 0 and texts[before] == "}":
        depth = 0
        while before >= 0:
            depth += (texts[before] == "}") - (texts[before] == "{")
            if not depth:
                break
            before -= 1
    return before > 0 and texts[at - 1] != "{" and texts[before - 1] == r"\frac"


def in_word(found: Sequence[Tok], items: Sequence[Item], at: int, context: Context) -> bool:
    """Is the first letter of what stands at a position the last one of a declared word?"""
    start = items[at].start
    begin = start
    while begin and found[begin - 1].kind == found[begin].kind == "letter" and found[begin - 1].end == found[begin].at:
        begin -= 1
    return any(context.is_word("".join(token.text for token in found[n : start + 1])) for n in range(begin, start))


def check_use(name: FormulaName, behind: Sequence[str], context: Context) -> None:
    """Raise `InputError` where a name means something else here, or what stands behind it makes another one of it."""
    check_current(name, context)
    shape, after = name.shape, behind[0] if behind else ""
    if not shape.sign or shape.arguments:
        return
    if after in CLOSING:
        hint = r"declare its value as a name of its own, or write \cdot for a product"
        raise InputError(f"{name} before a bracket: is it evaluated there?", hint=hint)
    turned = after == "^" and behind[1:2] and behind[1] in TRANSPOSES
    if not shape.by and after and after in "_^'" and not turned:
        hint = "write parentheses around it, or declare the other name"
        raise InputError(f"{name} before {after}, which may belong to {''.join(shape.head)}", hint=hint)


def declared_with(context: Context, core: str) -> str:
    """The names that are written as formulas of a letter, for the hint that it has no other."""
    if core in context.formulas:
        return "declare its derivative as a name of its own"
    keys = ((key_of(name.shape.base), str(name)) for name in context.formulas.values())
    names = [name for found, name in keys if found is not None and found[0].core == core]
    return f"declared are {', '.join(names[:8])}, and nothing else of {core}" if names else ""


# --- what may not be done with them -----------------------------------------------------------------------------------


def used_in(context: Context, *terms: Term) -> list[FormulaName]:
    """The names that are written as formulas in terms, definitions unfolded."""
    known = context.formulas_by_name
    parts = (part for term in terms for part in unfolded_subterms(term))
    names = (p.name if isinstance(p, Symbol) else p.definition.name if isinstance(p, Defined) else "" for p in parts)
    return [known[name] for name in names if name in known]


def terms_in(tree: Tree, context: Context) -> Iterator[Term]:
    """What the words in a tree mean that are terms, and what functions in it are made of."""
    for part in tree.parts():
        if isinstance(part, Word) and isinstance(meaning := context.env.names.get(part.name), Term):
            yield meaning
        if isinstance(part, Apply):
            yield from (part.definition.body, *part.constants)


def check_indices(context: Context, trees: Iterable[Tree], bound: Iterable[str] = ()) -> None:
    """Raise `InputError` where a letter inside of a name, or of a definition, is an index around it."""
    trees = list(trees)
    if context.opened:
        check_hidden(trees)
    if not context.formulas:
        return
    indices, terms = set(bound), list[Term]()
    for tree in trees:
        terms += terms_in(tree, context)
        for part in tree.parts():
            words = [getattr(part, "index", None), *getattr(part, "indices", ())]
            if isinstance(part, Call) and part.name in BINDERS:
                words.append(part.arguments[0])
            if isinstance(part, Word) and not isinstance(context.env.names.get(part.name), Term):
                words.append(part)
            indices |= {str(getattr(word, "name", "")) for word in words}
    letters = {name: {name, re.split(r"[_']", name)[0]} for name in indices if name}
    for used in used_in(context, *terms):
        for name, own in letters.items():
            if used.letters & own:
                hint = (
                    "declare the vector of these values, and write its component; or take another letter for the index"
                )
                raise InputError(f"{used}, in which the index {name} stands", hint=hint)


def captured(name: str, index: str) -> InputError:
    """The error for an index that is bound around a definition in which it is free."""
    hint = f"its {index} is one that is fixed: take another letter for what is bound"
    return NameError_(f"{name}, in which the index {index} stands, where {index} is bound", hint=hint)


def check_hidden(trees: Iterable[Tree]) -> None:
    """Raise `InputError` where an index is bound around a definition in which it is free."""
    for part in (part for tree in trees for part in tree.parts()):
        names = bound_by(part)
        words = (word for below in part.parts() for word in index_words(below)) if names else ()
        if any(isinstance(word, Hidden) and word.name in names for word in words):
            raise captured("a name", sorted(names)[0])


def check_assumed(context: Context, terms: Iterable[Term]) -> None:
    """Raise `InputError` where what is assumed for all values of an index has a name, or definition, with one of them."""
    terms = list(terms)
    free = {index.name for term in terms for index in term.free}
    names = {symbol.name for symbol in symbols_of(*terms)} if free else set()
    for key, entries in context.keys.table.items() if names else ():
        index = next((each for each in letters_in(key) if context.index(Key(each)) in free), "")
        if index and any(name in names for _, name in entries):
            raise InputError(
                f"a hypothesis of all {index}, with {shown(key)}, which is one name",
                hint="declare a vector of these values",
            )
    arrays = {
        array.name if isinstance(array, Definition) else array: ", ".join(index.name for index in indices)
        for array, indices in context.opened.values()
    }
    for part in (part for term in terms for part in unfolded_subterms(term) if arrays):
        if isinstance(part, Defined) and part.definition.name in arrays:
            index = arrays[part.definition.name]
            hint = f"write it with the {index}, which says it for every {index}"
            raise InputError(f"a hypothesis of a definition in which the index {index} is free", hint=hint)


def check_parameters(context: Context, body: Term, parameters: Sequence[Symbol]) -> None:
    """Raise `InputError` where a function has a name in its definition in which a parameter stands, or may stand."""
    tied = next((part for part in unfolded_subterms(body) if isinstance(part, Tied)), None)
    if tied is not None and parameters:
        hint = "define the value, without arguments"
        raise InputError(f"a function made of {tied.name}, which is declared as one number", hint=hint)
    for used in used_in(context, body) if context.formulas else ():
        if own := sorted(made_of(context, used) & {symbol.name for symbol in parameters}):
            hint = "it is one value, and no function: take another letter for the parameter"
            raise InputError(f"{used}, in which the parameter {own[0]} stands", hint=hint)


def check_derivative(context: Context, term: Term, variable: Term) -> None:
    """Raise `InputError` for a derivative of what has the value of an unknown function in it.

    A function that is declared with its arguments depends on nothing else by these.
    """
    check_tied(term)
    parts = list(unfolded_subterms(term)) if context.formulas else []
    held = {value for part in parts for value in held_in(context, part, variable)}
    for part in parts:
        unknown = isinstance(part, ValueOf) and part != variable and part not in held
        if isinstance(part, Defined) and part.definition.name in context.formulas_by_name:
            unknown = unknown or variable not in unfolded_subterms(part)
        if unknown:
            (name, *_) = used_in(context, part)
            hint = "declare the derivative as a name of its own, or define the function with let"
            raise LimitError(f"a derivative of {name}, of which only the value is declared", hint=hint)


def check_tied(term: Term) -> None:
    """Raise `LimitError` for a derivative of what has a name of a distribution in it."""
    tied = next((part for part in unfolded_subterms(term) if isinstance(part, Tied)), None)
    if tied is not None:
        raise LimitError(f"a derivative of {tied.name}, which is declared as one number, and may vary")


def held_in(context: Context, part: Term, variable: Term) -> Iterator[ValueOf]:
    """The values of unknown functions that are constants of a declared function, or of a node, of a variable."""
    if not isinstance(part, Defined) or not isinstance(variable, Symbol):
        return
    constants = part.arguments[len(part.arguments) - len(context.constants.get(part.definition, ())) :]
    if part.arguments:
        inside = () if variable in symbols_of(*constants) else constants
    else:
        own = variable.name in context.graph.get(part.definition.name, ())
        inside = tuple(unfolded_subterms(part)) if own else ()
    for value in inside:
        used = context.formulas_by_name.get(value.name) if isinstance(value, ValueOf) else None
        if isinstance(value, ValueOf) and used is not None and variable.name not in made_of(context, used):
            yield value


def made_of(context: Context, name: FormulaName) -> frozenset[str]:
    """What a name has inside, and all that this depends on."""
    return reached(name.made_of, context.of_derivatives)
