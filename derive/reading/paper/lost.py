"""What of a paper could not be read, and what rests on it: everything below, what mentions a name, or what is not proved.

A declaration of names (vector, matrix, scalar, index, let, loss) that cannot be read spoils what has the letters of one of
them, also through what is declared by it.  A hypothesis that cannot be read leaves what is proved without it proved.
Anything else, and names that cannot be told with certainty, spoil everything below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from derive.errors import AmbiguityError, InputError, NameError_, ReadError
from derive.language.hypotheses import CONDITION_KINDS
from derive.reading.latex import Context, Macros
from derive.reading.latex.declaring import OF_SHAPE, Clause, split
from derive.reading.latex.graphs import Span
from derive.reading.latex.properties import BEYOND, PROPERTY, TRAILING
from derive.reading.latex.spelling import ACCENTS, ALPHABETS, MARKS, UPRIGHT
from derive.reading.latex.tokens import TEXTUAL, tokens
from derive.reading.paper.chains import Formula
from derive.reading.paper.claims import Relation
from derive.reading.paper.units import Premise, defines, units
from derive.reading.source import Source

Letters = frozenset[str]

_TYPED = ("vector", "matrix", "scalar", "index")
_HYPOTHESES = ("assume", *CONDITION_KINDS)
_NAME = "mend it; it may be the declaration of a name here"
#: A plain word, which is neither a command nor a single letter.
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}(?:_[A-Za-z]{2,})*(?![A-Za-z])")
#: A word that is no product of two letters: a definition may have ended before it.
_ENGLISH = re.compile(r"(?<![\\A-Za-z])(?:[A-Za-z]{3,}|of|be|is|as|if|or|by|in|to|on|we|at|an)(?![A-Za-z])")
#: Tokens that are no part of a formula.
_SILENT = ("label", "tag", "require", "begin", "end")
SCRIPTS = re.compile(r"[_^]\s*(?:\{[^{}]*\}|\\[A-Za-z]+|\S)")
_MARKED = re.compile(r"\\(?:mathrm|operatorname\*?|text|mathit|mathsf|mathbf|bm|boldsymbol)\s*\{([A-Za-z]{2,})\}")
#: A relation sign in what is no LaTeX.
_RELATION = re.compile(r"[=<>≤≥≠≈]|\\(?:l|g|n)eq?(?![A-Za-z])|\\approx(?![A-Za-z])")
_ROWS = re.compile(
    r"\\begin\s*\{(?:(?:align|gather)(?:ed|edat|at)?|eqnarray|split|multlined|array)\*?\}(?:\s*\{[lcr|\s]*\}|\{\d+\})?"
)
DECORATIONS = frozenset({*ACCENTS, *ALPHABETS, *MARKS, *UPRIGHT, r"\operatorname", r"\mathrm", r"\text"})


def letters(source: Source, begin: int, end: int, context: Context) -> Letters | None:
    """The letters and commands in a range, macros expanded; None where they cannot be told."""
    try:
        found = context.macros.expand(source, tokens(source, begin, end))
    except InputError:
        return None
    made: set[str] = set()
    found = [token for token in found if token.kind not in _SILENT]
    for token in found:
        made |= set(token.text) if token.kind in TEXTUAL else {token.text}
    return frozenset(text for text in made if text.isalpha() or text.startswith("\\"))


def named_by(source: Source, clause: Clause, context: Context, read: bool = False) -> Letters | None:
    """The letters of the names that a clause declares, if it was ``read`` or not; None where these cannot be told."""
    text = source.text[clause.begin : clause.end]
    if context.theories or clause.keyword not in (*_TYPED, "let", "loss"):
        return None
    if clause.keyword == "loss":
        left = re.split(r"\sof\s", text)[0] if re.search(r"\sof\s", text) else ""
    elif clause.keyword == "let":
        left = text.partition("=")[0].rstrip(":").partition("(")[0]
        whole = SCRIPTS.sub(" ", text)  # without the one of \sum_{i=1}
        if _comma(left) or (not read and (whole.count("=") != 1 or _comma(text) or _ENGLISH.search(_bare(text)))):
            return None
    else:
        if clause.keyword != "scalar" and ("=" in text or not OF_SHAPE.search(text)):
            return None
        parts = (OF_SHAPE.split(text[begin:end])[0] for begin, end in split(text, 0, len(text), ","))
        left = ", ".join(re.sub(TRAILING, "", part) for part in parts)
    if _WORD.search(_bare(left)):
        return None
    left = SCRIPTS.sub(" ", left)
    own = Source(_MARKED.sub(" ", left), source.file)
    found = letters(own, 0, len(own.text), context)
    return None if found is None else (found - DECORATIONS) | frozenset(_MARKED.findall(left)) or None


def joined(one: Premise | None, other: Premise | None) -> Premise | None:
    """The first of two premises, for the names of both."""
    if one is None or other is None:
        return one or other
    return replace(one, names=one.names | other.names if one.names and other.names else None)


def left_of(source: Source, formula: Formula, context: Context) -> Letters | None:
    """The letters before the last sign of a definition in a formula, of a function those before its arguments.

    None where they cannot be told.
    """
    signs = [sign for sign in formula.signs if defines(source, sign, context.macros)]
    end = signs[-1][0] if signs else formula.begin
    bracket = source.text.find("(", formula.begin, end)
    alone = len(signs) == 1 == len(formula.signs) and bracket > formula.begin and source.text[formula.begin].isalpha()
    if alone and source.text[bracket:end].rstrip(" &\n").endswith(")"):
        end = bracket
    found = letters(source, formula.begin, end, context) if signs else None
    return (found - DECORATIONS) or None if found else None


def left_in(source: Source, formulas: Sequence[Formula], context: Context) -> Letters | None:
    """The letters of all that formulas define with a sign for it, if any do; None where they cannot be told."""
    defining = [one for one in formulas if any(defines(source, sign, context.macros) for sign in one.signs)]
    found = [left_of(source, formula, context) for formula in defining]
    return frozenset().union(*filter(None, found)) if all(found) else None


def _comma(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth <= 0:
            return True
    return False


def _bare(text: str) -> str:
    r"""A text without the words of names, ``\mathrm{loss}``."""
    return re.sub(r"\\(?:mathrm|operatorname\*?|text|mathit|mathsf|mathbf|bm)\s*\{[^{}]*\}", " ", text)


def names_of_core(core: str) -> Letters:
    r"""What is lost with a name, as `Lost` keeps it: the word, or its letters without ``\mathcal`` and ``\hat``."""
    found = frozenset(re.findall(r"\\[A-Za-z]+|[A-Za-z]+", core))
    return found - DECORATIONS or found


def bare_letters(text: str) -> list[str]:
    """The letters and commands in a text of formulas, without those for how a letter is set, or what is on it."""
    return [found for found in re.findall(r"\\[A-Za-z]+|[A-Za-z]", text) if found not in DECORATIONS]


def stand_in(names: Letters, found: Letters) -> bool:
    """Do all letters of some names stand among others?"""
    return all(_spelled(name) <= found for name in names)


def _spelled(name: str) -> frozenset[str]:
    """The letters of a name of several, or the name."""
    return frozenset(name if name.isalpha() else [name])


class Lost:
    """What could not be read up to here.

    ``everything`` below rests on the first such premise of its kind; ``names`` has letters and words; ``supposed`` is
    the first hypothesis.  ``known`` has what was declared: letters of the names, and all letters; ``told`` are the premises
    of which something that rests on them has said how to go on.  ``valued`` has declared names whose value may be given by
    what cannot be read: what has one of them is proved without it, and not refuted.
    """

    def __init__(self) -> None:
        self.everything: Premise | None = None
        self.supposed: Premise | None = None
        self.names: dict[str, Premise] = {}
        self.known: list[tuple[Letters, Letters]] = []
        self.told: list[Premise] = []
        self.valued: dict[str, Premise] = {}

    def all_below(self, premise: Premise) -> None:
        """All that stands below rests on a premise; of a name that is not known, as its definition is lost, on that."""
        cause = next(iter(self.names.values()), None) if isinstance(premise.error, NameError_) else None
        self.everything = self.everything or cause or premise

    def declaration(self, source: Source, clause: Clause, context: Context, premise: Premise) -> None:
        """A clause could not be read."""
        text = source.text[clause.begin : clause.end]
        words = _WORD.findall(re.sub(PROPERTY, " ", BEYOND.sub(" ", _bare(text))))
        if clause.keyword in _HYPOTHESES and not words and ":" not in text:
            self.supposed = self.supposed or premise
            return
        found = named_by(source, clause, context)
        if found is None:
            self.all_below(premise)
            return
        cause = self.of(letters(source, clause.begin, clause.end, context)) or premise
        for name in found:
            self.names.setdefault(name, cause)
        self.close()

    def let(self, names: Letters, premise: Premise) -> None:
        """What gives names their values in a display is not known: what has none of them is proved without it."""
        self.supposed = self.supposed or premise
        self.names.update((name, premise) for name in names if name not in self.names)
        self.close()

    def waiting(self, source: Source, span: Span, context: Context, error: InputError) -> None:
        """A definition with arguments could not be read."""
        clause = Clause("let", span.begin, span.begin, span.end)
        self.declaration(source, clause, context, Premise(source, span.begin, "the definition", error))

    def definition(self, premise: Premise) -> None:
        """A definition in a display could not be read: of some names, or nobody knows of which."""
        if premise.names:
            self.let(premise.names, premise)
        else:
            self.all_below(premise)

    def copied(self) -> Lost:
        """The same, to go on from."""
        made = Lost()
        made.everything, made.supposed, made.names = self.everything, self.supposed, {**self.names}
        made.known, made.told, made.valued = [*self.known], [*self.told], {**self.valued}
        return made

    def declared(self, source: Source, clause: Clause, context: Context) -> None:
        """A clause was read: with a letter of what could not be, what it declares could not be either."""
        found = letters(source, clause.begin, clause.end, context)
        names = named_by(source, clause, context, read=True)
        if found is None:
            if self.names:
                self.all_below(next(iter(self.names.values())))
            return
        if clause.keyword in _HYPOTHESES and (premise := self.of(found)) is not None:
            self.all_below(premise)
        # names that are declared beside each other do not rest on each other, but on the sizes
        self.defined(names or found, found - names if names and clause.keyword in _TYPED else found)

    def defined(self, names: Letters, found: Letters) -> None:
        """Something was declared that has some letters."""
        self.known.append((names, found))
        self.close()

    def in_cases(
        self, relations: Sequence[Relation], cases: Iterable[tuple[Formula, Premise, Formula | None]], context: Context
    ) -> list[Relation]:
        """The relations of a display, with the errors of definitions in it that hold in a case: their names are lost."""
        made = [*relations]
        for formula, premise, case in cases:
            source = Source(formula.text, premise.source.file)
            names = letters(source, *formula.sides[0], context)
            for name in (names or frozenset()) - DECORATIONS:
                self.names.setdefault(name, premise)
            if not names:
                self.all_below(premise)
            self.close()
            made = [each.with_error(premise) if case and case.begin <= each.at < case.end else each for each in made]
            made.append(Relation(premise.source, premise.at, error=premise.error))
        return made

    def close(self) -> None:
        """Names that are declared by what is lost are lost."""
        while more := [
            (names, found) for names, found in self.known if self.of(found) and not self.names.keys() >= names
        ]:
            for names, found in more:
                premise = self.of(found)
                if premise is not None:
                    self.names.update((name, premise) for name in names if name not in self.names)

    def of(self, found: Letters | None) -> Premise | None:
        """The premise that could not be read of what has some letters, or of what has nobody knows which."""
        if found is None:
            return next(iter(self.names.values()), None)
        return next((premise for name, premise in self.names.items() if _spelled(name) <= found), None)

    def has(self, source: Source, begin: int, end: int, context: Context) -> bool:
        """Does what stands in a range rest on what cannot be read?"""
        return self.everything is not None or self.of(letters(source, begin, end, context)) is not None

    def resting(self, relations: Sequence[Relation], found: Letters | None) -> tuple[list[Relation], bool]:
        """Relations with some letters, and whether they rest on what cannot be read: nobody knows what they say then.

        The first one says how to go on, and which letter is in common.
        """
        premise = self.everything or self.of(found)
        if premise is None:
            valued = (each for name, each in self.valued.items() if found is None or _spelled(name) <= found)
            supposed = self.supposed or next(valued, None)
            return [replace(each, supposed=supposed or each.supposed) for each in relations], False
        names = sorted(
            name for name, each in self.names.items() if found and each == premise and _spelled(name) <= found
        )
        hint = f"mend it; {names[0]} stands there and here" if names else "mend it; nothing that rests on it is checked"
        made = list[Relation]()
        decided = isinstance(premise.error, AmbiguityError) and bool(
            premise.error.convention
        )  # in each of its readings
        for relation in relations:
            error = relation.error
            words = isinstance(error, ReadError) and error.found.startswith("the words ")
            if error is None or words or decided or isinstance(error, NameError_):
                here = hint if error is None or names else _NAME
                error = premise.not_checked("" if premise in self.told else here)
                self.told = [*self.told, premise] if premise not in self.told else self.told
            made.append(replace(relation, error=error))
        return made, True

    def explained(self, source: Source, at: Clause | Span, context: Context, error: InputError) -> InputError:
        """An error of a declaration, unless one above is the cause that a name is not known."""
        premise = self.everything or self.of(letters(source, at.begin, at.end, context))
        return premise.not_checked(_NAME) if premise is not None and isinstance(error, NameError_) else error


def offset_of(source: Source, error: InputError, default: int) -> int:
    """The offset that an error names, if it does."""
    if not isinstance(error, ReadError):
        return default
    lines = source.text.split("\n")
    return sum(len(line) + 1 for line in lines[: error.line - 1]) + error.column - 1


def _signs(source: Source, begin: int, end: int, macros: Macros) -> Iterator[int]:
    """Where the relation signs of a display stand, also of the environments of rows in it."""
    for unit in units(source, begin, end, macros):
        if unit.kind == "relation" and not unit.inside:
            yield unit.at
        elif unit.kind == "environment" and (opening := _ROWS.match(source.text, unit.at, unit.end)):
            yield from _signs(source, opening.end(), source.text.rfind("\\end", opening.end(), unit.end), macros)


def unread_rows(source: Source, begin: int, end: int, macros: Macros, error: InputError) -> list[Relation]:
    """A display that cannot be cut into formulas: the error, and one for every other line that has a relation sign.

    Each line is one of its own, so that none is passed over with another.
    """
    at = offset_of(source, error, begin)
    try:
        signs = [*_signs(source, begin, end, macros)]
    except InputError:
        signs = [sign.start() for sign in _RELATION.finditer(source.text, begin, end)]
    lines = {source.place(sign).line: sign for sign in reversed(signs)}
    lines.pop(source.place(at).line, None)
    premise = Premise(source, at, "its display", error)
    return [
        Relation(source, at, error=error),
        *(Relation(source, n).with_error(premise) for n in sorted(lines.values())),
    ]
