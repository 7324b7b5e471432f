r"""One theorem as a snippet to paste: ``align`` with a column of justifications and labels, or ``aligned`` for notebooks.

A snippet needs amsmath and nothing else.  Its first line names the theorem, in a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from derive.derivation.derivation import Line, Rule
from derive.errors import InputError
from derive.printing import ARROW, Notation
from derive.printing.names import harmless
from derive.report.breaking import rows, width
from derive.report.escape import tex_line
from derive.report.formulas import Typeset
from derive.theories.theory import CheckedEntry, Entry

Style = Literal["align", "aligned"]

#: The widest formula, and the widest formula with its justification, of one row.
ROW = 46.0
ROW_WITH_REASON = 62.0
#: The widest first term that has the second on its row.
HEAD = 14.0


def label_of(label: str) -> str:
    r"""A label as LaTeX can have it in ``\label``.

    >>> label_of("layernorm.eq6"), label_of("a}b#c")
    ('layernorm.eq6', 'a-b-c')
    """
    return re.sub(r"[^A-Za-z0-9._:-]", "-", label)


def reason(rule: Rule, typeset: Typeset) -> str:
    """A rule as a justification: its equation where its name is one, else its name."""
    if "=" in rule.name:
        page = typeset.on_page((rule.lhs, rule.rhs))
        return f"${page.equation(rule.lhs, rule.rhs).latex}$"
    return tex_line(rule.name)


def reasons(line: Line, typeset: Typeset) -> str:
    """The justification of a line as LaTeX text."""
    return tex_line(line.note) if line.note else ", ".join(reason(rule, typeset) for rule in line.rules)


def chain_rows(formulas: Sequence[str], limit: float = ROW) -> list[list[str]]:
    r"""The rows of t₀ = t₁ = …, with ``&`` before each ``=``; one list of rows for every term after the first.

    >>> chain_rows(["a", "b", "c"])
    [['a &= b'], ['&= c']]
    """
    found: list[list[str]] = []
    head, *others = formulas
    for number, formula in enumerate(others):
        first, *more = rows(formula, limit)
        made = [f"&= {first}", *(rf"&\quad {{}} {row}" for row in more)]
        if number == 0:
            if width(head) <= HEAD and width(head) + width(first) <= limit + HEAD:
                made[0] = f"{head} {made[0]}"
            else:
                start, *rest = rows(head, limit)
                made = [rf"&\phantom{{{{}}={{}}}} {start}", *(rf"&\quad {{}} {row}" for row in rest), *made]
        found.append(made)
    return found


def snippet(entry: Entry | CheckedEntry, notation: Notation = ARROW, style: Style = "align") -> str:
    """The theorem, with its derivation when it has one, as LaTeX to paste.

    Of a `CheckedEntry`, comments say for which sizes it is proved, and where it is defined.  Raises `InputError` for an
    unknown style.
    """
    if style not in ("align", "aligned"):
        raise InputError(f"the style {style!r} of a snippet", hint="styles: align, aligned")
    checked = entry if isinstance(entry, CheckedEntry) else None
    theorem = entry.entry if isinstance(entry, CheckedEntry) else entry
    lines = theorem.derivation.lines if theorem.derivation is not None else tuple(map(Line, theorem.terms))
    typeset = Typeset(notation).on_page([*theorem.terms, *(line.term for line in lines)])
    if len(lines) < 2:
        raise InputError(f"the theorem {theorem.label!r} has a single line", hint="a chain has two terms or more")
    comments = [f"% derive: theorem {harmless(theorem.label)}"]
    given = [f"${typeset.hypothesis(h).latex}$" for h in theorem.hypotheses]
    comments += [f"% given {', '.join(given)}"] if given else []
    if checked is not None and checked.status == "proved":
        ledger = [f"${typeset.condition(c).latex}$" for c in checked.conditions]
        where = f", wherever {', '.join(ledger)}" if ledger else ""
        sizes = f"all ${typeset.scope(checked.scope).latex}$" if "≥" in checked.scope else checked.scope
        comments.append(f"% proved for {sizes}{where}")
    made = chain_rows([typeset.term(line.term).latex for line in lines])
    whys = [reasons(line, typeset) for line in lines[1:]]
    beside = all(max(map(width, group)) + width(why) <= ROW_WITH_REASON for group, why in zip(made, whys, strict=True))
    body = [
        _justified(group, why, number, len(made), label_of(theorem.label) if style == "align" else "", beside)
        for number, (group, why) in enumerate(zip(made, whys, strict=True), start=1)
    ]
    inner = " \\\\\n  ".join(row for group in body for row in group)
    return "\n".join([*comments, rf"\begin{{{style}}}", f"  {inner}", rf"\end{{{style}}}"]) + "\n"


def _justified(rows_: list[str], why: str, number: int, count: int, label: str, beside: bool) -> list[str]:
    """The rows of one line; the last has the justification and the label, the others no number."""
    mark = "" if not label else rf" \label{{{label if number == count else f'{label}:{number}'}}}"
    unnumbered = r" \nonumber" if label else ""
    *before, last = rows_
    found = [row + unnumbered for row in before]
    if not why:
        return [*found, last + mark]
    if beside:
        return [*found, rf"{last} && \text{{{why}}}{mark}"]
    return [*found, last + mark, rf"&\qquad \text{{({why})}}{unnumbered}"]
