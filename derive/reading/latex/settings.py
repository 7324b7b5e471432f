r"""Declarations of how signs are read: ``mean \mathbb{E}``, ``einstein``, ``layout mixed``, ``powers of vectors: dot``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from derive.errors import NameError_, ShapeError
from derive.language.terms import show_shape
from derive.reading.latex.context import Context, Family, shown
from derive.reading.latex.conventions import CONVENTIONS, declaration_of
from derive.reading.latex.declaring import Clause, Declaring, split
from derive.reading.latex.jacobians import LAYOUTS
from derive.reading.latex.spelling import UNMARKED, Key

#: Signs of a mean that are no names.
SIGNS_OF_MEANS = {
    r"\overline": r"\bar", r"\bar": r"\bar", r"\langle": r"\langle", r"\langle \rangle": r"\langle",
    r"\langle\cdot\rangle": r"\langle", r"\langle \cdot \rangle": r"\langle",
}  # fmt: skip


#: Settings of one word: what may stand behind it, how a message says that, and the field of the context with its value.
_SETTINGS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "einstein": (("",), "nothing after 'einstein'", "einstein"),
    "broadcast": (("",), "nothing after 'broadcast'", "broadcast"),
    "transpose": (("'", r"\prime"), "transpose '", "primed"),
    "layout": (LAYOUTS, f"one of {', '.join(LAYOUTS)}", "layout"),
}


def declare_setting(here: Declaring, clause: Clause) -> Context:
    """``einstein``, ``broadcast``, ``transpose '``, ``layout mixed``"""
    allowed, expected, field = _SETTINGS[clause.keyword]
    rest = here.rest(clause)
    if rest not in allowed:
        found = rest[:20] if allowed == ("",) else f"{clause.keyword} {rest[:20]}"
        raise here.error(clause.begin, f"'{found}'", expected)
    value: dict[str, Any] = {field: rest if field == "layout" else True}
    return replace(here.context, **value)


def declare_narrow(here: Declaring, clause: Clause) -> Context:
    """``narrow sums``"""
    if (rest := here.rest(clause)) != "sums":
        raise here.error(clause.at, f"'narrow {rest[:20]}'", "narrow sums")
    return replace(here.context, narrow=True)


def declare_size(here: Declaring, clause: Clause) -> Context:
    """``ones N``"""
    return replace(here.context, size=here.dim(clause.begin, clause.end))


def declare_signs(here: Declaring, clause: Clause) -> Context:
    r"""``mean \mathbb{E}, \overline``, ``variance \operatorname{Var}``, ``sample variance s^2``"""
    operators = dict(here.context.operators)
    kind, start = clause.keyword, clause.begin
    if kind == "sample":
        statistic = re.match(r"\s*(variance|covariance)\b", here.text[start : clause.end])
        if statistic is None:
            raise here.error(start, f"'sample{here.rest(clause)[:20]}'", "sample variance, or sample covariance")
        kind, start = f"sample {statistic[1]}", start + statistic.end()
    for begin, end in split(here.text, start, clause.end, ","):
        operators[sign_of(here, kind, begin, end)] = kind
    if operators == here.context.operators:
        raise here.error(clause.end, "the end", rf"a sign, as in {kind} \mathbb{{E}}")
    return replace(here.context, operators=operators)


def declare_choice(here: Declaring, clause: Clause) -> Context:
    """``powers of vectors: dot``"""
    name, colon, choice = here.text[clause.at : clause.end].partition(":")
    name, choice = " ".join(name.split()), choice.strip()
    known = CONVENTIONS.get(name)
    if known is None or choice not in known.choices:
        expected = "; ".join(map(declaration_of, (name,) if known else CONVENTIONS))
        raise here.error(clause.at, f"'{name[:40]}{colon} {choice[:20]}'", expected)
    return here.context.choose(name, choice)


def declare_family(here: Declaring, clause: Clause) -> Context:
    """``rows x_i of X``, ``columns v_j of V``"""
    families = dict(here.context.families)
    for begin, end in split(here.text, clause.begin, clause.end, ","):
        found = re.search(r"\sof\s", here.text[begin:end])
        if found is None:
            raise here.error(end, "the end", f"'of' and a matrix, as in {clause.keyword} x_i of X")
        key, mark, at = here.name(begin, begin + found.start())
        matrix, meaning = here.term_named(begin + found.end(), end)
        if len(meaning.shape) != 2 or meaning.shape[0] == 1:
            message = f"{clause.keyword} of {matrix} of shape {show_shape(meaning.shape)}"
            raise here.fail(begin + found.end(), message, "name a matrix", ShapeError)
        if key.core in families or key != Key(key.core, key.sub):
            raise here.fail(at, f"{clause.keyword} with the name {shown(key)}", "use a new letter", NameError_)
        families[key.core] = Family(matrix, clause.keyword == "columns", mark not in UNMARKED)
    return replace(here.context, families=families)


def sign_of(here: Declaring, kind: str, begin: int, end: int) -> tuple[str, str]:
    """The core and the mark of a sign for a statistic."""
    text = here.text[begin:end].strip()
    sign = SIGNS_OF_MEANS.get(text)
    if sign is not None:
        if kind != "mean":
            raise here.error(begin, f"'{text[:40]}' for a {kind}", r"a name, such as \operatorname{Var}")
        return sign, ""
    key, mark, at = here.name(begin, end)
    if key != Key(key.core):
        raise here.error(at, f"'{text[:40]}'", r"a sign without scripts, such as \mathbb{E}")
    entries = here.context.keys.table.get(key, ())
    if any((declared in UNMARKED) == (mark in UNMARKED) for declared, _ in entries):
        hint = "choose another sign, or another name"
        raise here.fail(at, f"the name {shown(key)} is declared twice", hint, NameError_)
    here.once(key, mark, at)
    return key.core, mark
