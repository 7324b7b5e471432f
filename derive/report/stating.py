r"""A theorem as a mathematician states it: Let …, with …. Put …. Then, wherever …, what it says.

What it assumes is told apart in `Given`, each piece as LaTeX of math mode; `Prose` is words and formulas in turn, of which
those too wide for a line of text are displayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from derive.authoring.theory import CheckedTheorem
from derive.language.hypotheses import Condition
from derive.language.substitution import dimensions_of, is_entrywise_root, symbols_of, unfolded_subterms
from derive.language.terms import Defined, Definition, Dimension, Term
from derive.report.breaking import sides, tex_width
from derive.report.escape import tex_line
from derive.report.fitting import fitted
from derive.report.formulas import Typeset, joined
from derive.statements.conjunction import All
from derive.statements.needs import needs, stated_terms
from derive.statements.scope import Scope
from derive.statements.statement import Statement

#: The part of a line that a formula in the text may take up, and the most points of one that is tall.
_OF_LINE, _TALL = 0.36, 60.0
_WORDS = re.compile(r"\s*\\text\{\s*([^{}]*?)\s*\}\s*")


@dataclass(frozen=True)
class Given:
    """What a theorem assumes, as LaTeX.

    Attributes:
        sizes: the smallest sizes, ``N \\geq 1``.
        spaces: where its symbols are from, ``\\vec a, \\vec b \\in \\mathbb{R}^{N}``.
        assumed: its hypotheses, and the declared properties of its symbols.
        where: what its terms need besides to be defined.
        put: the definitions it uses.
    """

    sizes: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    put: tuple[str, ...] = ()


def terms_of(checked: CheckedTheorem) -> tuple[Term, ...]:
    """The terms of a theorem as it is stated, and of its lines."""
    lines = checked.derivation.lines if checked.derivation is not None else ()
    return (*stated_terms(checked.theorem.statement), *(line.term for line in lines))


def _free_terms(statement: Statement) -> tuple[Term, ...]:
    """The terms of a statement and its hypotheses; of what only its sentence has, it speaks by itself."""
    members = (member for _, member in statement.members) if isinstance(statement, All) else ()
    sides = (term for hypothesis in statement.hypotheses for term in hypothesis.terms)
    return (*statement.terms, *sides, *(term for member in members for term in _free_terms(member)))


def given(
    statement: Statement, scope: Scope, ledger: Iterable[Condition], typeset: Typeset, put: Sequence[Definition] = ()
) -> Given:
    """What is assumed where a statement is printed with these definitions."""
    terms = stated_terms(statement)
    told = statement.told_apart if isinstance(statement, All) else {}
    assumed = needs(statement)
    signed = {h.term for h in assumed if isinstance(h, Condition) and h.kind in ("nonneg", "positive")}
    spaces: dict[str, list[str]] = {}
    of_assumed = (term for hypothesis in assumed for term in hypothesis.terms)
    for symbol in symbols_of(*_free_terms(statement), *of_assumed):
        if symbol.name not in told and symbol not in signed:
            spaces.setdefault(typeset.space(symbol).latex, []).append(typeset.term(symbol).latex)
    heads = [Defined(definition, definition.parameters) for definition in put]
    sizes = [(name, size) for name, size in scope.least if Dimension(name) in dimensions_of(*terms)]
    return Given(
        tuple(rf"{typeset.term(Dimension(name)).latex} \geq {size}" for name, size in sizes),
        tuple(rf"{', '.join(dict.fromkeys(names))} \in {space}" for space, names in spaces.items()),
        tuple(dict.fromkeys(typeset.hypothesis(h).latex for h in assumed)),
        tuple(dict.fromkeys(typeset.condition(c).latex for c in ledger)),
        tuple(dict.fromkeys(f"{typeset.term(d).latex} = {typeset.term(d.unfold()).latex}" for d in heads)),
    )


def definitions_in(terms: Iterable[Term]) -> tuple[Definition, ...]:
    """The definitions that terms use by a name, those in bodies first, each once."""
    found = (part.definition for term in terms for part in unfolded_subterms(term) if isinstance(part, Defined))
    return tuple({each.name: each for each in found if not is_entrywise_root(each)}.values())


# --- prose --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Math:
    """A formula of the text; ``display``: one that has lines of its own in any case."""

    latex: str
    display: bool = False


@dataclass(frozen=True)
class Several:
    """Equations, one below the other where one of them is too wide for the text."""

    formulas: tuple[str, ...]


Prose = tuple[str | Math | Several, ...]


def said(piece: str) -> Prose:
    r"""A piece as words and formulas: ``g_n \neq 0 \text{ for every } n``."""
    parts = _WORDS.split(piece)
    return tuple(Math(part) if number % 2 == 0 else part for number, part in enumerate(parts) if part)


def listed(pieces_: Sequence[str]) -> Prose:
    """Pieces with commas and "and" between."""
    made: list[str | Math | Several] = []
    for number, piece in enumerate(pieces_):
        if number:
            made.append(" and " if number == len(pieces_) - 1 else ", ")
        first, *others = said(piece)
        made += [first, *(part for other in others for part in (" ", other))]
    return tuple(made)


def let(found: Given) -> Prose:
    """Let N ≥ 1 and g ∈ ℝᴺ, with gₙ ≠ 0 for every n. Put G = …."""
    signs = tuple(h for h in found.assumed if re.fullmatch(r"(\\?[A-Za-z]+|[A-Za-z]_\S+) (?:\\geq|>) 0", h))
    items = (*found.sizes, *found.spaces, *signs)
    others = tuple(h for h in found.assumed if h not in signs)
    made: list[str | Math | Several] = []
    if items:
        made += ["Let ", *listed(items)]
        made += [", with ", *listed(others), ". "] if others else [". "]
    elif others:
        made += ["Assume ", *listed(others), ". "]
    if found.put:
        made += ["Put ", Several(found.put), ". "]
    return tuple(made)


def then(found: Given, assuming: bool) -> Prose:
    """The words before what is claimed."""
    if found.where:
        return ("Then, wherever " if assuming else "Wherever ", *listed(found.where), ", ")
    return ("Then ",) if assuming else ()


def opening(checked: CheckedTheorem, typeset: Typeset, put: Sequence[Definition] = ()) -> Prose:
    """Let …, with …. Put …. Then, wherever …,"""
    found = given(checked.theorem.statement, checked.sizes, checked.conditions, typeset, put)
    before = let(found)
    return (*before, *then(found, bool(before)))


def prose_of(statement: Statement, typeset: Typeset) -> Prose:
    made: list[str | Math | Several] = []
    for run in typeset.sentence(statement.sentence()):
        piece: str | Math | Several = tex_line(run) if isinstance(run, str) else Math(joined(run).latex)
        if made and not (isinstance(piece, str) and piece[:1] in ",;.:"):
            made.append(" ")
        made.append(piece)
    return tuple(made)


def paragraph(prose: Prose, width: float) -> list[str]:
    """Prose as lines of LaTeX; a formula that is too wide for the text is displayed."""
    lines, words = list[str](), ""
    parts = list(_merged(_laid_out(prose, width)))
    for number, part in enumerate(parts):
        if isinstance(part, str):
            words += part
            continue
        if isinstance(part, Math) and not part.display and _fits_text(part.latex, width):
            words += f"${part.latex}$"
            continue
        stop = ""
        following = parts[number + 1] if number + 1 < len(parts) else ""
        if isinstance(following, str) and (mark := re.match(r"[,.;]", following)):
            stop, parts[number + 1] = rf" \,{mark[0]}", following[1:]
        lines += [words.strip()] if words.strip() else []
        words = ""
        lines += shown(part.latex, width, stop) if isinstance(part, Math) else below(part.formulas, width, stop)
    lines += [words.strip()] if words.strip() else []
    return lines


def _laid_out(prose: Prose, width: float) -> Iterator[str | Math | Several]:
    """With equations that all fit into the text as part of it."""
    for part in prose:
        if isinstance(part, Several) and all(_fits_text(formula, width) for formula in part.formulas):
            yield from listed(part.formulas)
        else:
            yield part


def _fits_text(latex: str, width: float) -> bool:
    size = tex_width(rf"{{\textstyle {latex}}}")
    return size <= width * _OF_LINE and (size <= _TALL or not re.search(r"\\(?:frac|sqrt)", latex))


def below(formulas: Sequence[str], width: float, stop: str = "") -> list[str]:
    """Equations one below the other, without numbers."""
    rows: list[str] = []
    for number, formula in enumerate(formulas):
        end = stop if number == len(formulas) - 1 else r" \,,"
        head, *others = sides(formula)
        first, *rest = fitted(" ".join(others), width - tex_width(head) - 60)
        rows += [f"{head} & {first}", *(rf"& \quad {{}} {row}" for row in rest)]
        rows[-1] += end
    return [r"\begin{align*}", "  " + " \\\\\n  ".join(rows), r"\end{align*}"]


def _merged(prose: Iterable[str | Math | Several]) -> Iterator[str | Math | Several]:
    words = ""
    for part in prose:
        if isinstance(part, str):
            words += part
        else:
            yield from ((words,) if words else ())
            words = ""
            yield part
    yield from ((words,) if words else ())


def shown(latex: str, width: float, stop: str = "") -> list[str]:
    """A formula as a display without a number: broken before its relations, then inside of its sides."""
    if tex_width(latex) <= width - 10:
        return [r"\begin{equation*}", f"  {latex}{stop}", r"\end{equation*}"]
    rows: list[str] = []
    for side in sides(latex):
        first, *rest = fitted(side, width - (30.0 if rows else 10.0))
        rows += [rf"& \quad {first}" if rows else f"& {first}", *(rf"& \qquad {{}} {row}" for row in rest)]
    return [r"\begin{align*}", "  " + " \\\\\n  ".join(rows) + stop, r"\end{align*}"]


def capital(prose: Prose) -> Prose:
    first, *rest = prose
    return (first[:1].upper() + first[1:], *rest) if isinstance(first, str) else prose


def mathematical(statement: Statement) -> bool:
    """Is its sentence a formula?"""
    return not any(isinstance(piece, str) for piece in statement.sentence())


def displayed(prose: Prose) -> Prose:
    return tuple(replace(part, display=True) if isinstance(part, Math) else part for part in prose)
