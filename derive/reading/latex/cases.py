r"""Two cases of indices, i = j and i ≠ j, as a formula: each value times the indicator of its case, 𝟏_{i=j} a + 𝟏_{i≠j} b.

They stand in ``cases``, or in rows behind ``\left\{``.  The second may be "otherwise"; of any other conditions the
environment stays, which is an error then.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.language.terms import Index
from derive.reading.latex.spelling import Key
from derive.reading.latex.tokens import ROWS, Tok, group, is_unseen

if TYPE_CHECKING:
    from derive.reading.latex.arrange import Arrangement

_CASES = frozenset({"cases", "cases*", "dcases", "dcases*"})
#: Environments whose rows are cases behind one brace.
_ROWS = frozenset({"array", "aligned", "matrix", "gathered", "split"})
_INDEX = r"\\?[A-Za-z]+'*"
_IF = r"(?:if|for|when|where|si|se|falls|wenn|für|als|pour|para|если|при)"
_WHERE = re.compile(
    rf"[\W_]*(?:{_IF}\b)?[\s(,$]*(?P<one>{_INDEX}) *(?P<sign>=|\\neq?(?![a-z])|≠|!=|\\not *=) *(?P<other>{_INDEX})[\s).,;$]*"
)
_ELSE = re.compile(
    r"\W*(?:otherwise|else|elsewhere|sonst|sinon|altrimenti|en otro caso|caso contr[aá]rio)\W*", re.IGNORECASE
)


def with_cases(here: Arrangement, found: list[Tok]) -> list[Tok]:
    """Tokens with the formula for each distinction of two such cases."""
    for at in reversed(range(len(found))):
        name = found[at].text.strip() if found[at].kind == "begin" else ""
        behind = [token.text for token in found[max(at - 2, 0) : at]] == [r"\left", r"\{"]
        if not (name in _CASES or (behind and name in _ROWS)):
            continue
        end = next((n for n in range(at, len(found)) if found[n].kind == "end"), at)
        start = group(here.source, found, at + 1)[1] if name == "array" and found[at + 1].text == "{" else at + 1
        closes = [token.text for token in found[end + 1 : end + 3]] == [r"\right", "."]
        if end == at or (behind and not closes):
            continue
        if (formula := _formula(here, found[start:end], found[at])) is not None:
            found = [*found[: at - 2 * behind], *formula, *found[end + 1 + 2 * behind :]]
    return found


def _formula(here: Arrangement, inside: Sequence[Tok], begin: Tok) -> list[Tok] | None:
    """The sum of both values in their cases; None where they are no such cases."""
    rows = [row for row in _parted(inside, ROWS) if any(not is_unseen(token) for token in row)]
    cases = [_case(here, row) for row in rows]
    first, second = cases if len(cases) == 2 else (None, None)
    if first is None or second is None or (first[1] is None and second[1] is None):
        return None
    known = first[1] or second[1] or ("", "=", "")
    others = [case or (known[0], "!=" if known[1] == "=" else "=", known[2]) for _, case in (first, second)]
    if {sign for _, sign, _ in others} != {"=", "!="} or len({frozenset((a, b)) for a, _, b in others}) > 1:
        return None

    def made(*texts: str) -> list[Tok]:
        kinds = {"1": "digit", r"\mathbf": "command", r"\ne": "command"}
        return [replace(begin, kind=kinds.get(t, "letter" if t.isalpha() else "sign"), text=t) for t in texts]

    formula: list[Tok] = []
    for (value, _), (one, sign, other) in zip((first, second), others, strict=True):
        indices = [
            made(*name) if name[0] != "\\" else [replace(begin, kind="command", text=name)] for name in (one, other)
        ]
        relation = made("=" if sign == "=" else r"\ne")
        indicator = [*made(r"\mathbf", "1", "_", "{"), *indices[0], *relation, *indices[1], *made("}")]
        formula += [*made("+" if formula else "("), *indicator, *made("("), *value, *made(")")]
    return [*formula, *made(")")]


def _parted(found: Sequence[Tok], signs: Collection[str]) -> list[list[Tok]]:
    """Tokens between signs outside of braces and environments."""
    parts, depth = [list[Tok]()], 0
    for token in found:
        depth += (token.text == "{" or token.kind == "begin") - (token.text == "}" or token.kind == "end")
        if not depth and token.text in signs:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


#: The value of a case, and its condition; None for "otherwise".
Case = tuple[list[Tok], tuple[str, str, str] | None]


def _case(here: Arrangement, row: Sequence[Tok]) -> Case | None:
    """The case of a row; None where it has no condition of two indices."""
    cells = [cell for cell in _parted(row, ("&",)) if any(not is_unseen(token) for token in cell)]
    if len(cells) == 1:
        cut = next(
            (n for n, token in enumerate(row) if token.kind in ("text", "intertext") or token.text == r"\quad"), 0
        )
        cells = [list(row[:cut]), list(row[cut:])]
    if len(cells) != 2 or not cells[0]:
        return None
    value, condition = cells
    while value and (value[-1].text in (",", ";") or is_unseen(value[-1])):
        value = value[:-1]
    said = " ".join(token.text for token in condition if not is_unseen(token)).replace("$", " ")
    if _ELSE.fullmatch(said):
        return value, None
    where = _WHERE.fullmatch(said.strip())
    if not value or where is None or not all(_is_index(here, where[name]) for name in ("one", "other")):
        return None
    return value, (where["one"], "=" if where["sign"] == "=" else "!=", where["other"])


def _is_index(here: Arrangement, name: str) -> bool:
    """Is it a letter, and the name of an index, if it is declared?"""
    plain = name.rstrip("'")
    meanings = [here.context.env.names[word] for word in here.context.names(Key(plain))]
    letter = len(plain) == 1 or plain.startswith("\\")
    return letter and all(isinstance(meaning, Index) for meaning in meanings)
