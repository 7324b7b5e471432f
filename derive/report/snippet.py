r"""One theorem as a snippet to paste: ``align`` with a column of justifications and labels, or ``aligned`` for notebooks.

A theorem that is no equation is a sentence, and below it the equations that establish it, each with the name of its part.

A snippet needs amsmath and nothing else.  Its first line names the theorem, in a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from derive.derivation.derivation import Line
from derive.errors import InputError
from derive.language.hypotheses import Condition, Hypothesis
from derive.printing import ARROW, Notation
from derive.printing.names import harmless
from derive.printing.sentences import sentence_terms, spaced
from derive.report.breaking import rows, width
from derive.report.escape import tex_line
from derive.report.formulas import Typeset, joined
from derive.statements.scope import Scope
from derive.statements.statement import Equations, Judgement, Statement
from derive.theories.theory import CheckedEntry, Entry, Structure, check_entry

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


def reasons(line: Line) -> str:
    """The justification of a line as LaTeX text: the author's words, or the names of the rules."""
    return tex_line(line.justification)


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
    _known(style)
    checked = entry if isinstance(entry, CheckedEntry) else None
    theorem = entry.entry if isinstance(entry, CheckedEntry) else entry
    lines = theorem.derivation.lines if theorem.derivation is not None else tuple(map(Line, theorem.terms))
    typeset = Typeset(notation).on_page([*theorem.terms, *(line.term for line in lines)])
    if len(lines) < 2:
        raise InputError(f"the theorem {theorem.label!r} has a single line", hint="a chain has two terms or more")
    comments = [f"% derive: theorem {harmless(theorem.label)}"]
    comments += _given(theorem.hypotheses, typeset)
    if checked is not None and checked.status == "proved":
        comments.append(_proved(checked.sizes, checked.conditions, typeset))
    made = chain_rows([typeset.term(line.term).latex for line in lines])
    whys = [reasons(line) for line in lines[1:]]
    return "\n".join([*comments, *_block(made, whys, theorem.label, style)]) + "\n"


def _known(style: str) -> None:
    if style not in ("align", "aligned"):
        raise InputError(f"the style {style!r} of a snippet", hint="styles: align, aligned")


def _given(hypotheses: Sequence[Hypothesis], typeset: Typeset) -> list[str]:
    """The hypotheses as a comment; no line without any."""
    given = [f"${typeset.hypothesis(h).latex}$" for h in hypotheses]
    return [f"% given {', '.join(given)}"] if given else []


def _proved(scope: Scope, conditions: Sequence[Condition], typeset: Typeset) -> str:
    """For which sizes it is proved, and where it is defined, as a comment."""
    ledger = [f"${typeset.condition(c).latex}$" for c in conditions]
    where = f", wherever {', '.join(ledger)}" if ledger else ""
    sizes = " ".join(part if isinstance(part, str) else f"${part.latex}$" for part in typeset.scope(scope))
    return f"% proved for {sizes}{where}"


def _block(
    groups: list[list[str]], whys: list[str], label: str, style: Style, first: Sequence[str] = (), whole: bool = True
) -> list[str]:
    """The rows of each line, with its justification, in their environment; ``first`` are rows above them.

    Where the lines are a theorem as a ``whole``, the last one has its label; parts of a theorem have numbers only.
    """
    beside = all(
        max(map(width, group)) + width(why) <= ROW_WITH_REASON for group, why in zip(groups, whys, strict=True)
    )
    body = [
        _justified(group, why, number, len(groups) if whole else 0, label_of(label) if style == "align" else "", beside)
        for number, (group, why) in enumerate(zip(groups, whys, strict=True), start=1)
    ]
    inner = " \\\\\n  ".join([*first, *(row for group in body for row in group)])
    return [rf"\begin{{{style}}}", f"  {inner}", rf"\end{{{style}}}"]


def structure_snippet(
    structure: Structure, judgement: Judgement, notation: Notation = ARROW, style: Style = "align"
) -> str:
    """A theorem that is no equation, with its parts, as LaTeX to paste.

    The sentence stands above the ``align``; in ``aligned``, which is mathematics throughout, it is the first row.  Raises
    `InputError` for an unknown style.
    """
    _known(style)
    statement = structure.statement
    if isinstance(statement, Equations):
        entry = Entry(structure.label, structure.title, statement.chain, statement.hypotheses)
        return snippet(check_entry(entry), notation, style)
    parts = [part for part in judgement.all_parts if not part.judgement.parts]
    pages = [part.judgement.statement.terms for part in parts]
    own = (*statement.terms, *sentence_terms(statement.sentence()))
    typeset = Typeset(notation).on_page([*own, *(term for page in pages for term in page)])
    comments = [f"% derive: theorem {harmless(structure.label)}", *_given(statement.hypotheses, typeset)]
    if judgement.status == "proved":
        comments.append(_proved(judgement.sizes, judgement.conditions, typeset))
    said = _sentence(statement, typeset)
    groups = [
        [
            row
            for rows_ in chain_rows([typeset.term(term).latex for term in part.judgement.statement.chain])
            for row in rows_
        ]
        if isinstance(part.judgement.statement, Equations)
        else [rf"&\text{{{_sentence(part.judgement.statement, typeset)}}}"]
        for part in parts
    ]
    nested = any("." in part.number for part in parts)
    whys = [tex_line(f"{part.number} {part.name}" if nested else part.name) for part in parts]
    above, inside = ([f"{said}."], []) if style == "align" else ([], [rf"&\text{{{said}}}"])
    block = _block(groups, whys, structure.label, style, inside, whole=False) if groups or inside else []
    return "\n".join([*comments, *above, *block]) + "\n"


def _sentence(statement: Statement, typeset: Typeset) -> str:
    """A sentence as LaTeX of text mode, its words escaped."""
    found = typeset.sentence(statement.sentence())
    words = [tex_line(run) if isinstance(run, str) else f"${joined(run).latex}$" for run in found]
    return spaced([words[0][:1].upper() + words[0][1:], *words[1:]])


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
