r"""What is said of a name that nobody declared: what declares it, or what else it could be.

What is applied, ``f(x)``, is declared by its definition, and a function of the field by its usual one.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from derive.errors import InputError, NameError_
from derive.reading.latex.context import shown
from derive.reading.latex.conventions import CONVENTIONS
from derive.reading.latex.formula_uses import declared_with
from derive.reading.latex.lookalikes import SIGNS
from derive.reading.latex.readings import Reader, is_column
from derive.reading.latex.signs import FUNCTIONS, WORDS_BEYOND
from derive.reading.latex.spelling import UNMARKED, Key, plain_name
from derive.reading.latex.syntax import WrittenName
from derive.reading.usual import FUNCTIONS_OF_THE_FIELD

#: What a name with a bar begins with.
BAR = "\\bar "
#: Letters before a parenthesis.
_WORD = re.compile(r"[A-Za-z]{3,}(?=\()")
#: Signs that are usual for statistics, and what declares them.
_STATISTICS = {
    "E": r"mean \mathbb{E}", "Var": r"variance \operatorname{Var}", "Cov": r"covariance \operatorname{Cov}",
    "cov": r"covariance \operatorname{cov}",
}  # fmt: skip


def unknown_name(reader: Reader, name: WrittenName) -> InputError:
    """The error for a name that nobody declared."""
    core, scripts = name.core, name.scripts
    key = scripts.key(core)
    full = shown(key)
    if waiting := next((each for each in reader.context.waiting if each.name in (full, core)), None):
        hint = f"write its arguments; it is no node of a graph: {waiting.why}"
        return reader.fail(name.at, f"the function {waiting.name} without arguments", hint, NameError_)
    if reader.context.function(key) is not None and key not in reader.context.built_in:
        return reader.fail(name.at, f"the function {full} without arguments", f"write {full}(…)", NameError_)
    if reader.context.index(Key(core)) is not None:
        hint = rf"write x_{core} for a component, \vec e_{core} for a basis vector"
        return reader.fail(name.at, f"the index {core} as a term", hint, NameError_)
    if core in SIGNS and "=" in key.sub.split():
        hint = f"it is the letter; the sign is {SIGNS[core]}_{{i=1}}^N"
        return reader.fail(name.at, f"{core} with a range", hint, NameError_)
    if scripts.primes and reader.context.names(Key(core)):
        hint = (
            rf"the transpose is {core}^\top, or {core}' after % derive: transpose '; "
            f"declare the name with its prime if it is one: % derive: scalar {full}"
        )
        return reader.fail(name.at, f"the unknown name {full[:60]}", hint, NameError_)
    if core in ("Cov", "cov") and name.mark == "rm" and key == Key(core):
        declared = rf"covariance \operatorname{{{core}}}"
        labels = [label.replace("variance", "covariance") for label in CONVENTIONS["variances"].choices.values()]
        hint = f"declare it: % derive: {declared}, or sample {declared}"
        return reader.ambiguous(name.at, "a covariance that is not declared", labels, hint)
    if core == "s" and key.sup == "2" and not scripts.primes:
        labels = list(CONVENTIONS["variances"].choices.values())
        hint = f"declare it: % derive: let {full} = …, or % derive: scalar {full[:-2]} for the square of one"
        return reader.ambiguous(name.at, f"{full}, which is not declared,", labels, hint)
    if hint := declared_with(reader.context, core) or undeclared_mean(reader, core, name.mark):
        return reader.fail(name.at, f"the unknown name {full[:60]}", hint, NameError_)
    withdrawn = reader.context.env.withdrawn.get(plain_name(Key(core)))
    known = reader.context.cores
    if withdrawn:
        hint = f"its definition does not fit {withdrawn} as declared anew; define it again with let"
        return reader.fail(name.at, f"the name {full[:60]} is no longer defined", hint, NameError_)
    if what := WORDS_BEYOND.get(core):
        return reader.fail(name.at, f"{what}, which is not in the language", "declare a name for it", NameError_)
    for one in (key, Key(core)) if name.mark in UNMARKED else ():
        if marked := reader.context.written(one):
            hint = f"declared is {marked[0]}; write it so, or name it twice: % derive: let {shown(one)} = {marked[0]}"
            return reader.fail(name.at, f"the unknown name {full[:60]}", hint, NameError_)
    close = get_close_matches(core[:60], known, n=1)
    listed = ", ".join(known[:30]) + (", …" if len(known) > 30 else "")
    declared = applied(reader, name) or f"scalar {core[:60]}"
    if word := _WORD.match(reader.source.text, name.at):
        hint = rf"as letters it is a product; write \operatorname{{{word[0]}}}(…) if it is a function"
        return reader.fail(name.at, f"the unknown name {full[:60]} in {word[0]}(…)", hint, NameError_)
    if spelled := _function_around(reader.source.text, name.at):
        hint = rf"as letters it is a product; write \operatorname{{{spelled}}}(…) for the function"
        return reader.fail(name.at, f"the unknown name {full[:60]} in {spelled}", hint, NameError_)
    hint = f"declare it: % derive: {declared}" + (f"; did you mean {close[0]}?" if close else "")
    hint = f"{hint}; known: {listed}" if known else hint
    return reader.fail(name.at, f"the unknown name {full[:60]}", hint, NameError_)


def _function_around(text: str, at: int) -> str:
    """The word of a function that the letters at a position are, without others beside them; empty for anything else."""
    begin = at
    while begin and text[begin - 1].isalpha():
        begin -= 1
    found = re.compile(r"[A-Za-z]+").match(text, begin)
    word = found[0] if found and (not begin or text[begin - 1] != "\\") else ""
    return word if word in FUNCTIONS else ""


def applied(reader: Reader, name: WrittenName) -> str:
    r"""What declares a name before parentheses, ``f(x)``; empty for one that may be a factor, ``c (x + y)``."""
    text = reader.source.text
    named = rf"((?:\\[A-Za-z]+\s*\{{)?\s*{re.escape(name.core)}\s*\}}?)"
    found = re.compile(rf"{named}(?:(?:\\left)?\(\s*(\\?[A-Za-z]+)\s*(?:\\right)?\))?").match(text, name.at)
    written, argument = (found[1], found[2] or "") if found else (name.core, "")
    if usual := FUNCTIONS_OF_THE_FIELD.get(name.core):
        return f"{usual.let(written, argument)}, of a {'vector' if usual.of_vector else 'scalar'}"
    return f"let {written}({argument}) = …, or scalar {name.core}" if argument else ""


def undeclared_mean(reader: Reader, core: str, mark: str) -> str:
    """What declares a sign for a mean, if a name looks like one."""
    if (core, mark) in reader.context.operators:
        return f"{core} is declared as a sign: write what it is of in brackets after it"
    inner = reader.context.names(Key(core.removeprefix(BAR)), mark, True) if core.startswith(BAR) else ()
    if any(is_column(reader.named_term(one).shape) for one in inner):
        return rf"declare it: % derive: let {core} = …, or % derive: mean \bar for means of components"
    word = _STATISTICS.get(core) if mark not in ("", r"\mathbf", r"\bm") else None
    return f"declare it: % derive: {word}" if word else ""


def is_function_with_digits(reader: Reader, name: WrittenName) -> bool:
    """Is it the name of a declared function, y_0, and of no value?  Then it is no entry of y either."""
    key = name.scripts.key(name.core)
    digits = name.scripts.sub is not None and name.scripts.sub.text.isdecimal()
    return digits and reader.context.function(key) is not None and not reader.context.names(key, name.mark)
