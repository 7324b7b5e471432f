r"""Text pasted from theorems: ``% derive: theorem LABEL`` says which, and the text must still say it.

Text that is, but for layout, what `derive latex` prints with the options that it names, says its theorem.  Of an equation
that was edited every relation is decided as any other, the first and last sides of a chain must be those of the theorem, and
what the words before it assume must be what the theorem assumes.

The words are few and known ("Let", "with", "for every", …): a text with any other is not read.  A formula is a hypothesis of
a theorem where it is printed so, or is read as that hypothesis.  Nothing may be assumed besides, and nothing may be missing.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from derive.authoring.theory import CheckedTheorem, Theorem
from derive.cli.latex import checked_theorem
from derive.cli.notation import NOTATIONS, notation_near
from derive.cli.obligations import Obligation, obligation
from derive.errors import InputError
from derive.language.alike import same
from derive.language.terms import Term
from derive.printing import PROFILES, Notation
from derive.reading.decided import proved
from derive.reading.latex import Context, read_latex
from derive.reading.latex import declarations as named
from derive.reading.latex.symbols import hypothesis_of
from derive.reading.latex.tokens import Tok
from derive.reading.paper import Note, Pasted
from derive.reading.paper.claims import Relation
from derive.reading.paper.document import Display
from derive.reading.paper.formulas import formulas_of
from derive.reading.paper.relations import DisplayReader
from derive.report.escape import tex_line
from derive.report.formulas import Typeset
from derive.report.snippet import LAYOUTS, Options, snippet
from derive.report.stating import Given, definitions_in, given, terms_of
from derive.statements.needs import needs, stated_terms
from derive.targets import theorem_named_in_text

COMMENT = re.compile(r"(?<!\\)%[^\n]*")
#: Environments of what is claimed and why, and of displays; any other may hide what is in it, or say that it is not so.
_ENVIRONMENTS = (
    r"(?:theorem|thm|lemma|lem|proposition|prop|corollary|cor|proof|enumerate|equation|align|gather|multline"
    r"|flalign|alignat|displaymath|aligned|split|gathered)\*?"
)
#: The beginning of such an environment with its title, or its end.
FRAME = re.compile(
    rf"\\begin\s*\{{{_ENVIRONMENTS}\}}(?:\s*\[(?P<title>[^\n]*)\](?=\s*(?:\\label|\n)))?|\\end\s*\{{{_ENVIRONMENTS}\}}|\\\]"
)
#: Layout of a text, which says nothing: blanks, marks of alignment, ends of rows, numbers and their labels.
_LAYOUT = re.compile(
    r"\\(?:label|tag)\s*\{[^{}]*\}|\\(?:notag|nonumber|displaybreak|allowdisplaybreaks|noindent|par|q?quad)(?![A-Za-z])"
    r"|(?<=begin\{align)\*|(?<=end\{align)\*|\\\\(?:\[[^\]]*\])?|(?<!\\)&|~|\s+"
)
_BRACE = re.compile(r"\\([lr])brace(?![A-Za-z])")
_SHORT = re.compile(r"(\\[gln]e)(?![A-Za-z])")
#: Words that may stand among what a text assumes; properties of matrices, which stand behind them.
_WORDS = frozenset(["let", "and", "with", "then", "wherever", "put", "assume", "where", "suppose", "such", "that"])
_OF_MATRICES = ("symmetric", "orthogonal", "idempotent", "invertible", "positive definite")
_INLINE = re.compile(r"\$([^$]*)\$|\\\(((?:[^\\]|\\[^()])*)\\\)")
_SHOWN = re.compile(r"\\begin\s*\{(align|equation)\*?\}(?P<rows>.*?)\\end\s*\{\1\*?\}", re.DOTALL)
_STOP = re.compile(r"\s*(?:\\,)?[,.;]?\s*\Z")
_MARKS = frozenset({r"\mathbf", r"\boldsymbol", r"\bm", r"\overrightarrow", r"\underline"})


def said(text: str) -> str:
    """A text without its layout, with one spelling of each sign of order and of braces."""
    return _LAYOUT.sub("", _SHORT.sub(r"\1q ", _BRACE.sub(lambda found: rf"\{'{' if found[1] == 'l' else '}'}", text)))


def below(pasted: Pasted) -> int:
    """The offset below the comment of a pasted text."""
    at = pasted.source.text.find("\n", pasted.at)
    return pasted.end if at < 0 else min(at, pasted.end)


def redefined(pasted: Pasted, text: str) -> bool:
    """Does a text use a command to which the paper gives another meaning, and not only another shape?"""
    table, used = pasted.macros.table, set(re.findall(r"\\(?:[A-Za-z]+|.)", text))
    return any(name in table and not _shape_only(name, table[name].body) for name in used)


def _shape_only(name: str, body: Sequence[Tok]) -> bool:
    r"""Is a command given another mark, as ``\vec`` is by ``\mathbf{#1}``, or another form of its own letter?"""
    meant = "".join(token.text for token in body if token.text not in ("{", "}"))
    return meant.removesuffix("#1") in _MARKS if name == r"\vec" else meant == rf"\var{name[1:]}"


def context_of(pasted: Pasted, theorem: Theorem, notation: Notation) -> Context:
    """The names of a theorem, as a pasted text has them."""
    shown = (*named.terms_of(*theorem.label.split(".", 1)), *stated_terms(theorem.statement))
    return Context(macros=pasted.macros, notation=notation, decide=proved).of_terms(*shown)


def assumes_otherwise(
    pasted: Pasted, theorems: Sequence[CheckedTheorem], notation: Notation, first: int
) -> dict[str, str]:
    """How what a text assumes differs from what its theorems assume, by label; "" where it does not.

    ``first`` is the offset of the inside of the display that the words end before.
    """
    begin = below(pasted)
    opening = max(pasted.source.text.rfind(sign, begin, first) for sign in (r"\begin", r"\[", "$$"))
    text = COMMENT.sub("", pasted.source.text[begin : max(opening, begin)])
    pieces, unknown = _assumed_in(text)
    given = {theorem.label: _given(theorem, notation) for theorem in theorems}
    known = {said(p) for g in given.values() for p in (*g.sizes, *g.spaces, *g.assumed, *g.where, *g.put)}
    plain = not redefined(pasted, text)
    found: set[str] = set()
    wrong = f"the word {unknown!r} before it is not read" if unknown else ""
    for piece in pieces:
        if plain and said(piece) in known:
            found.add(said(piece))
        elif read := [said_ for t in theorems if (said_ := _read_as(piece, pasted, t.theorem, notation))]:
            found.update(read)
        else:
            wrong = wrong or f"it assumes ${piece.strip()}$, and the theorem does not"
    made = {}
    for label, own in given.items():
        needed = (*own.assumed, *(size for size in own.sizes if not size.endswith(r"\geq 1")))
        missing = next((piece for piece in needed if said(piece) not in found), "")
        made[label] = wrong or (f"it does not assume ${missing}$" if missing else "")
    return made


def _given(theorem: CheckedTheorem, notation: Notation) -> Given:
    terms = terms_of(theorem)
    typeset = Typeset(notation).on_page(terms)
    return given(theorem.theorem.statement, theorem.sizes, theorem.conditions, typeset, definitions_in(terms))


def _assumed_in(text: str) -> tuple[list[str], str]:
    """What words assume, formula by formula; and the first word that is not known."""
    bare = _SHOWN.sub(_as_inline, re.sub(r"\\label\s*\{[^{}]*\}", "", text))
    parts = _INLINE.split(FRAME.sub(" ", bare).replace("~", " "))
    words = [part.lower() for part in parts[::3]]
    formulas = [one or other for one, other in zip(parts[1::3], parts[2::3], strict=True)]
    pieces: list[str] = []
    for number, formula in enumerate(formulas):
        if pieces and " ".join(words[number].split()) == "for every":
            pieces[-1] += rf" \text{{ for every }} {formula}"
            words[number] = ""
        else:
            pieces.append(formula)
        after = " ".join(words[number + 1].split())
        for of_matrix in _OF_MATRICES:
            if re.match(rf"{of_matrix}(?![a-z])", after):
                pieces[-1] += rf" \text{{ {of_matrix}}}"
                words[number + 1] = after.removeprefix(of_matrix)
    said_ = [re.findall(r"[^\s,.;:]+", part) for part in words]
    unknown = [word for part in said_ for word in part if word not in _WORDS]
    return pieces, unknown[0][:40] if unknown else _behind_then(said_)


def _behind_then(words: Sequence[Sequence[str]]) -> str:
    """The word "then" or one behind it where more than "wherever …" stands behind: it is claimed there, and not assumed."""
    for number, part in enumerate(words):
        if "then" not in part:
            continue
        own = part[part.index("then") + 1 :]
        if number + 1 < len(words) and own[:1] != ["wherever"]:
            return "then"
        behind = [*own, *(word for later in words[number + 1 :] for word in later)]
        return next((word for word in behind if word not in ("wherever", "and")), "")
    return ""


def _as_inline(shown: re.Match[str]) -> str:
    """Rows of a display as formulas of the text."""
    return " ".join(f"${_STOP.sub('', row)}$" for row in re.split(r"\\\\", shown["rows"]))


def _read_as(piece: str, pasted: Pasted, theorem: Theorem, notation: Notation) -> str:
    """Which of the hypotheses of a theorem a piece says, as that is printed; "" for none."""
    typeset = Typeset(notation).on_page(stated_terms(theorem.statement))
    try:
        chain = read_latex(piece, context_of(pasted, theorem, notation), pasted.source.file)
        if len(chain.relations) != 1:
            return ""
        found = hypothesis_of(chain.terms[0], chain.relations[0], chain.terms[1])
    except InputError:
        return ""
    return next((said(typeset.hypothesis(h).latex) for h in needs(theorem.statement) if h == found), "")


#: The comment with the command that made a snippet.
_COMMAND = re.compile(r"^[ \t]*%[ \t]*derive latex (?P<options>[^\n]*)", re.MULTILINE)
#: Environments that the paper makes for theorems, and how they may be headed.
_THEOREM = re.compile(r"\\newtheorem\*?\s*\{\s*([A-Za-z]+)\s*\}\s*(?:\[[^\]]*\]\s*)?\{([^{}]*)\}")
_TITLE = re.compile(
    r"theorem|lemma|proposition|corollary|fact|result|statement|satz|th[ée]or[èe]me|lemme", re.IGNORECASE
)
#: What ends the display above some text, and what begins the one below it.
_EDGES = re.compile(r"\A\s*\$\$|(?:\\begin\s*\{[a-z]+\*?\}|\$\$)\s*\Z")

#: Words between the rows of a display.
_INSIDE = re.compile(r"\\(?:short)?intertext(?![A-Za-z])")


@dataclass(frozen=True)
class Found:
    """What is found of a pasted text: its relations, whether it says its theorems, and where words of it are not read."""

    relations: tuple[Relation, ...] = ()
    theorems: tuple[Obligation, ...] = ()
    unread: tuple[Note, ...] = ()

    @property
    def errors(self) -> int:
        """How much of it could not be read, or says something else."""
        wrong = sum(one.verdict == "error" for one in self.theorems)
        return wrong + sum(one.error is not None for one in self.relations)


def still_says(pasted: Pasted, where: dict[str, Any]) -> Found:
    """What is found of a pasted text.

    Raises `NameError_` for an unknown label, and `InputError` for what cannot be held to its theorems.
    """
    theorems = [theorem_named_in_text(label) for label in pasted.labels]
    text = COMMENT.sub("", pasted.source.text[below(pasted) : pasted.end])
    environments = set(re.findall(r"\\begin\s*\{\s*([A-Za-z]+\*?)\s*\}", text))
    if unknown := (set(re.findall(r"\\[A-Za-z]+", text)) | environments) & pasted.lost:
        message = f"{min(unknown)}, of which it is not known what it means"
        raise InputError(message, hint="define it once, outside of conditionals")
    for name, title in _THEOREM.findall(pasted.source.text):
        if name in environments and not _TITLE.fullmatch(title.strip()):
            raise InputError(f"the environment {name}, which is headed {title.strip()!r}", hint="head it Theorem")
    checked = [checked_theorem(theorem) for theorem in theorems]
    if len(checked) == 1 and not redefined(pasted, text):
        found = _as_printed(pasted, text, checked[0], where)
        if found is not None:
            return found
    words = [one.label for one in checked if not one.theorem.statement.equated]
    if not words:  # in the notation in which most of it can be read
        return min(
            (_edited(pasted, checked, notation, where) for notation in _notations(pasted)), key=lambda f: f.errors
        )
    label = words[0]
    if len(checked) > 1:
        hint = "give it a comment and an end of its own"
        raise InputError(f"{label} is in words, and {pasted.label} are pasted together", hint=hint)
    return Found(theorems=(_error(label, "its text is another one", where),))


# --- as it is printed ---------------------------------------------------------------------------------------------------


def _as_printed(pasted: Pasted, text: str, checked: CheckedTheorem, where: dict[str, Any]) -> Found | None:
    """What is found of a text that is what `derive latex` prints; None of any other."""
    equation = bool(checked.theorem.statement.equated)
    if equation and _COMMAND.search(pasted.source.text, pasted.at, pasted.end) is None:
        return None
    own = said(text)
    for options in _options(pasted):
        if own != said(COMMENT.sub("", snippet(checked, options))):
            continue
        if not equation:
            return Found(theorems=(obligation(checked.label, "theorem", checked.verdict, **where),))
        chains = [chain for chain in _chains(pasted, checked, options.notation) if _is_of(chain, checked)]
        return Found(tuple(one for chain in chains for one in chain.relations), (_proved(checked, where),))
    return None


def _options(pasted: Pasted) -> Iterator[Options]:
    """With which options a text may have been made: those that it names, or else those of any layout."""
    words = _words(pasted) or []
    given = {word: value for word, value in pairwise(words) if word.startswith("--")}
    layouts = [LAYOUTS[given["--layout"]]] if given.get("--layout") in LAYOUTS else list(LAYOUTS.values())
    number = given.get("--number")
    for notation in _notations(pasted):
        for layout in layouts:
            usual = "none" if layout.theorem else "last"
            for definitions in (True,) if layout.theorem else (("--with" in words,) if words else (False, True)):
                numbered = number if number in ("last", "all", "none") else usual
                yield Options(layout, notation, numbered, definitions, "--ends" in words)  # type: ignore[arg-type]  # one of them


def _words(pasted: Pasted) -> list[str] | None:
    """The words of the command that a text names, if it does."""
    named = _COMMAND.search(pasted.source.text, pasted.at, pasted.end)
    try:
        return shlex.split(named["options"]) if named else None
    except ValueError:
        return []


def _notations(pasted: Pasted) -> Iterator[Notation]:
    """The notation that a text names, or else that of its folder, and the profiles."""
    folder, words = Path(pasted.source.file).parent, _words(pasted)
    if words is not None:
        profile = next((value for word, value in pairwise(words) if word == "--notation" and value in NOTATIONS), None)
        yield notation_near(folder, profile, [value for word, value in pairwise(words) if word == "--name"])
        return
    yield notation_near(folder)
    yield from PROFILES.values()


# --- as it was edited ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Chain:
    """Relations of a display of which each goes on from the one before; ``sides`` where all are equations that are read."""

    display: Display
    relations: tuple[Relation, ...]
    sides: tuple[Term, ...] = ()
    words: tuple[Note, ...] = ()


def _edited(pasted: Pasted, theorems: Sequence[CheckedTheorem], notation: Notation, where: dict[str, Any]) -> Found:
    """What is found of equations whose text is not what is printed, read in a notation."""
    read = [_chains(pasted, theorem, notation) for theorem in theorems]
    own = [
        [chain for chain in chains if _is_of(chain, theorem)] for chains, theorem in zip(read, theorems, strict=True)
    ]
    places = [chain.display.begin for chains in own for chain in chains]
    first = min(places, default=pasted.displays[0].begin if pasted.displays else pasted.end)
    wrong = assumes_otherwise(pasted, theorems, notation, first)
    made = []
    for theorem, chains, its in zip(theorems, read, own, strict=True):
        changed = "its first or last side is another one" if any(c.sides for c in chains) else "it cannot be read"
        how = changed if not its else wrong[theorem.label]
        made.append(_error(theorem.label, how, where) if how else _proved(theorem, where))
    relations = {one.at: one for chain in read[0] if chain.display.begin >= first for one in chain.relations}
    relations.update({one.at: one for chains in own for chain in chains for one in chain.relations})
    words = [note for chain in read[0] for note in chain.words]
    return Found(tuple(relations.values()), tuple(made), (*dict.fromkeys(words), *_unread(pasted, theorems, first)))


def _is_of(chain: _Chain, theorem: CheckedTheorem) -> bool:
    """Does a chain lead from the first side of a theorem to its last?"""
    terms = theorem.theorem.terms
    return bool(chain.sides) and same(chain.sides[0], terms[0]) and same(chain.sides[-1], terms[-1])


def _unread(pasted: Pasted, theorems: Sequence[CheckedTheorem], first: int) -> Iterator[Note]:
    """Where words stand behind a display of an equation, or in a title: reasons, which are not read."""
    titles = {tex_line(theorem.theorem.title) for theorem in theorems}
    for frame in FRAME.finditer(pasted.source.text, below(pasted), pasted.end):
        if frame["title"] is not None and frame["title"] not in titles:
            yield Note(pasted.source, frame.start(), "words of a title", kind="words")
    displays = [display for display in pasted.displays if display.begin >= first]
    for display, after in zip(displays, [*(d.begin for d in displays), pasted.end][1:], strict=True):
        if said := _INSIDE.search(display.source.text, display.begin, display.end):
            yield Note(display.source, said.start(), "words inside of a display", kind="words")
        between = COMMENT.sub("", pasted.source.text[display.end : after])
        if re.search(r"[A-Za-z0-9$]", FRAME.sub(" ", _EDGES.sub("", between))):
            yield Note(display.source, display.end, "words below a display", kind="words")


def _chains(pasted: Pasted, theorem: CheckedTheorem, notation: Notation) -> list[_Chain]:
    """The chains in the displays, as a theorem has its names."""
    read: list[_Chain] = []
    for display in pasted.displays:
        source = display.source
        try:
            reading = DisplayReader(source, context_of(pasted, theorem.theorem, notation), set(), None)
            found = formulas_of(source, display.begin, display.end, display.environment, pasted.macros)
            reading.display(found.all_read)
        except InputError as error:
            read.append(_Chain(display, (Relation(source, display.begin, error=error),)))
            continue
        words = tuple(note for note in reading.notes if note.kind == "words")
        noted = len(words) < len(reading.notes)
        runs: list[list[Relation]] = []
        for relation in (replace(found, hypotheses=theorem.theorem.hypotheses) for found in reading.relations):
            if runs and relation.lhs is not None and runs[-1][-1].rhs == relation.lhs:
                runs[-1].append(relation)
            else:
                runs.append([relation])
        read += [_Chain(display, tuple(run), () if noted else _sides(run), words) for run in runs]
    return read


def _sides(run: Sequence[Relation]) -> tuple[Term, ...]:
    """The sides of equations; none where one is no equation, or is not read."""
    sides = [run[0].lhs, *(relation.rhs for relation in run)]
    whole = all(relation.sign == "=" and relation.error is None for relation in run)
    return tuple(side for side in sides if side is not None) if whole else ()


# --- verdicts -----------------------------------------------------------------------------------------------------------


def _proved(theorem: CheckedTheorem, where: dict[str, Any]) -> Obligation:
    made = obligation(theorem.label, "theorem", theorem.verdict.links[-1], **where)
    return replace(made, lhs="", rhs="")


def _error(label: str, how: str, where: dict[str, Any]) -> Obligation:
    reason = f"the text does not say {label} any more: {how}\n  hint: paste it again: derive latex {label}"
    return Obligation(label, "theorem", "error", reason=reason, **where)
