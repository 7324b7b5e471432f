r"""Formulas of a paper → declarations for its author to edit: `propose`.

The names are found as they are typeset, and what they are is guessed with care:

* a size is what a sum runs to, or what stands in ``\mathbb R^{N \times K}``; a size that no formula names has a new letter;
* a name with an index is a vector, with two a matrix; in bold or under an arrow a small letter is a vector, a capital a
  matrix;
* of the other names, formulas exclude what does not fit in them; then a capital that is multiplied, transposed, or stands
  in tr or det is a matrix, and letters such as \epsilon, \mu, s, t are scalars, \epsilon >= 0;
* a name alone left of the first ``=`` or ``:=`` of a chain is defined there, if that does not go in a circle, can be read,
  and solves no equation above; a bar over a vector is its mean; what is differentiated and not defined depends on that;
  what is defined squared has that name where it is never met but squared, else it is defined as a root;
* an index that a sum binds is not declared; one that nothing binds is one where two names have it, or one whose index a sum
  binds elsewhere;
* 1, I, δᵢⱼ, bold eᵢ, and functions such as tr, diag, ln are known; L in ∂L/∂y and nowhere else is a loss of y.

Whatever is not told by that is a comment.  `context_from` reads every proposal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from derive.errors import InputError
from derive.language.terms import Term, is_vector
from derive.reading.decided import context_from
from derive.reading.latex.context import Context, shown
from derive.reading.latex.declaring import PLURALS, TYPES
from derive.reading.latex.macros import Macros
from derive.reading.latex.spelling import Key
from derive.reading.proposal.definitions import Definitions, Let, Owner, ordered
from derive.reading.proposal.guess import Guess
from derive.reading.proposal.shapes import Size
from derive.reading.proposal.survey import lines_of, ranges_of
from derive.reading.proposal.uses import Title
from derive.reading.usual import FUNCTIONS_OF_THE_FIELD
from derive.theories.registry import load_theory

#: The theory whose notation is looked for, and how many names have to agree.
THEORY = "layernorm"
AGREEING = 4

#: The most names on a line, and the most comments.
MAX_NAMES = 12
MAX_COMMENTS = 40

#: What a name with a bar begins with.
BAR = "\\bar "

#: Letters of what is added so that a root or a quotient exists.
_SMALL = (r"\epsilon", r"\varepsilon")

T = TypeVar("T")


def propose(formulas: Sequence[str], macros: Macros) -> str:
    r"""Lines ``% derive: …`` that declare what is understood of the names in displays, and comments on what is not.

    >>> print(propose([r"\mu = \frac{1}{N} \sum_{i=1}^N x_i", r"y_i = \frac{x_i - \mu}{s}"], Macros()))
    % derive: dimension N
    % derive: index i : N
    % derive: vector x : N
    % derive: scalar s
    % derive: let \mu = \frac{1}{N} \sum_{i=1}^N x_i
    % derive: let y_i = \frac{x_i - \mu}{s}
    """
    lines = [line for formula in formulas for line in lines_of(formula, macros)]
    ranges = [found for formula in formulas for found in ranges_of(formula)]
    return "\n".join(_Proposal(Guess(lines, ranges)).lines())


class _Proposal:
    """One proposal; ``refused`` has the definitions that are not read."""

    def __init__(self, guess: Guess) -> None:
        self.guess = guess
        self.definitions = Definitions(guess)
        self.refused: dict[Owner, str] = {}

    def lines(self) -> list[str]:
        count = -1
        made: list[str] = []
        while count != len(self.refused):
            count = len(self.refused)
            made = self.attempt()
        return [f"% derive: {clause}" for clause in made] + [f"%   {text}" for text in self.comments()]

    def attempt(self) -> list[str]:
        """The clauses that are read when the definitions refused before are left out; refuses others that are not."""
        guess = self.guess
        lets = [let for let in self.definitions.lets if let.owner not in self.refused]
        bars = ((title, self.under_bar(title)) for title in guess.domain if title not in self.refused)
        made_of = {let.owner: let.needs for let in lets}
        means = {title: under for title, under in bars if under is not None and under not in made_of.get(title, ())}
        lets = [let for let in lets if let.owner not in means]
        defined = {*means, *(let.owner for let in lets)}
        symbols = [title for title in guess.domain if title not in defined and title not in self.definitions.losses]
        symbols = [title for title in symbols if title.key not in defined]  # f of f(x) = …
        symbols = [title for title in symbols if guess.axes(title) is not None and self.is_read(title)]
        scalars = {title for title in symbols if guess.axes(title) == 0}
        guess.name_sizes([*(size for title in symbols for size in self.sizes(title)), *guess.ranges.values()], scalars)
        symbols = [title for title in symbols if title.marked or title.key not in guess.known.sizes]
        clauses = list(_grouped("dimension", [*guess.known.sizes.values(), *guess.names.values()]))
        clauses += self.by_sizes("index", guess.ranges, lambda letter: [guess.ranges[letter]], str)
        for axes in (1, 2):
            own = [title for title in symbols if guess.axes(title) == axes]
            clauses += self.by_sizes(TYPES[axes], own, self.sizes, self.spelled)
        clauses += _grouped("scalar", [self.scalar(title) for title in symbols if guess.axes(title) == 0])
        if (narrow := guess.open_sums()) is not False:
            clauses += ["narrow sums"] if narrow else []
            guess.note("narrow sums", r"the body of every \sum ends at + and -; is that so?")
        for row, matrix in guess.known.rows.items():
            name = f"{self.spelled(row)}_{guess.uses[row][0].indices[0]}"
            if matrix in symbols and guess.axes(matrix) == 2:
                clauses.append(f"rows {name} of {self.spelled(matrix)}")
                guess.note(name, f"the rows of {self.spelled(matrix)}; are they that?")
            else:
                guess.note(name, "a vector for each index? Declare the matrix that has them as its rows")
        if guess.known.transposing:
            clauses.append("transpose '")
            guess.note("transpose '", "a prime transposes; is that so?")
        if guess.known.differential:
            guess.note("d", "a differential; is it that?")
        context = context_from("\n".join(clauses))
        context = self.usual(context, {let.owner for let in lets}, clauses)
        lets = ordered([*(self.mean(title, under, context) for title, under in means.items()), *lets])
        lets = self.definitions.as_graph(lets)
        context = self.read_lets(lets, self.read_dependent(lets, context, clauses), clauses)
        for loss, by in self.definitions.losses.items():
            clause = f"loss {self.spelled(loss)} of {self.spelled(by)}" if by is not None else ""
            if clause and _reads(clause, context):
                clauses.append(clause)
            elif context.function(loss.key) is None:
                guess.note(self.spelled(loss), "a loss; of what? Declare: loss … of …")
        for key in sorted(key for key in self.definitions.called if context.function(key) is None):
            guess.note(shown(key), "a function that is not defined")
        return clauses

    def usual(self, context: Context, defined: set[Owner], clauses: list[str]) -> Context:
        """Add the usual definitions of functions of the field that the paper does not define."""
        size = next(iter([*self.guess.known.sizes.values(), *self.guess.names.values()]), "")
        letter = next((letter for letter in "tsuvr" if not context.names(Key(letter))), "")
        for key in sorted(self.definitions.called - defined):
            name = rf"\operatorname{{{key.core}}}"
            usual = FUNCTIONS_OF_THE_FIELD.get(key.core)
            clause = "" if usual is None else usual.let(name, "z" if usual.of_vector else letter, size)
            if clause and (after := _reads(clause, context)) is not None:
                context = after
                clauses.append(clause)
                self.guess.note(name, "by its usual definition; is it that?")
        return context

    def under_bar(self, title: Title) -> Title | None:
        """The vector of which a number with a bar is usually the mean; None of another name."""
        under = Title(title.key._replace(core=title.key.core.removeprefix(BAR)))
        vector = title.key.core.startswith(BAR) and self.guess.axes(title) == 0 and self.guess.axes(under) == 1
        return under if vector and not title.marked else None

    def mean(self, title: Title, under: Title, context: Context) -> Let:
        """The usual definition of a bar."""
        size = self.guess.size_name(("axis", under, 0))
        index = next(letter for letter in "ijklmhpqrstuvw" if not context.names(Key(letter)))
        self.guess.note(self.spelled(title), "the mean of the components; is it that?")
        body = rf"\frac{{1}}{{{size}}} \sum_{{{index}=1}}^{{{size}}} {self.spelled(under)}_{{{index}}}"
        return Let(title, f"let {self.spelled(title)} = {body}", frozenset((under,)))

    def read_dependent(self, lets: Sequence[Let], context: Context, clauses: list[str]) -> Context:
        r"""Add what is differentiated by what, while its definition is not told: ``\mu depends on x``."""
        for one, other in self.definitions.dependent({let.owner: let for let in lets}):
            clause = f"{self.spelled(one)} depends on {self.spelled(other)}"
            known = _has(context, one) and _has(context, other)
            if known and (after := _reads(clause, context)) is not None:
                context = after
                clauses.append(clause)
                self.guess.note(clause, "in which way? What is true of one alone is not proved; define it with let")
        return context

    def read_lets(self, lets: Sequence[Let], context: Context, clauses: list[str]) -> Context:
        """Add the definitions that are read, and refuse those that are not; what needs one of those is tried without it."""
        missing: set[Owner] = set()
        for let in lets:
            if let.needs & missing:
                missing.add(let.owner)
                continue
            try:
                after = context_from(let.text, context)
                why = "" if _has(after, let.owner) else "the name is read as another"
                needs = let.needs - self.guess.known.rows.keys()
                if isinstance(let.owner, Key) and not all(_has(context, need) for need in needs):
                    why = "a name in it is not declared"
            except InputError as error:
                why = re.sub(r"^[0-9]+:[0-9]+: ", "", str(error).split("\n")[0])
            if why:
                missing.add(let.owner)
                self.refused[let.owner] = f"{let.text}: not read, {why}"
            else:
                context = after
                clauses.append(let.text)
        return context

    # --- names --------------------------------------------------------------------------------------------------------

    def sizes(self, title: Title) -> list[Size]:
        return [("axis", title, axis) for axis in range(self.guess.axes(title) or 0)]

    def spelled(self, title: Title) -> str:
        return self.guess.spelled(title)

    def is_read(self, title: Title) -> bool:
        """Is what is typeset read as the name it is, when it is declared?"""
        axes = self.guess.axes(title) or 0
        sizes = f" : {' x '.join('2' * axes)}" if axes else ""
        context = _reads(f"{TYPES[axes]} {self.spelled(title)}{sizes}", Context())
        if context is None or not _has(context, title):
            self.guess.note(self.spelled(title), "not understood as a name")
            return False
        return True

    def scalar(self, title: Title) -> str:
        r"""A scalar with its sign: the one that a formula says; \epsilon is not negative."""
        spelled = self.spelled(title)
        for formula in self.guess.formulas:
            line = formula.line
            if [side.text for side in line.sides] == [spelled, "0"] and line.relations[0] in (">", ">=", "!="):
                return f"{spelled} {line.relations[0]} 0"
        return f"{spelled} >= 0" if title.key.core in _SMALL else spelled

    def by_sizes(
        self, word: str, names: Iterable[T], sizes: Callable[[T], list[Size]], spelled: Callable[[T], str]
    ) -> Iterator[str]:
        """Clauses for names, those of the same sizes together."""
        groups: dict[str, list[str]] = {}
        for name in names:
            groups.setdefault(" x ".join(map(self.guess.size_name, sizes(name))), []).append(spelled(name))
        for shape, group in groups.items():
            yield from (f"{clause} : {shape}" for clause in _grouped(word, group))

    # --- comments -----------------------------------------------------------------------------------------------------

    def comments(self) -> Iterator[str]:
        """What the author should look at."""
        texts = [*self.undecided(), *(f"{text}: {why}" for text, why in self.guess.notes.items())]
        for text in texts[:MAX_COMMENTS]:
            shown = "".join(character if character.isprintable() else " " for character in text)
            yield " ".join(shown.split()).replace("derive:", "derive :")
        if len(texts) > MAX_COMMENTS:
            yield f"… and {len(texts) - MAX_COMMENTS} more"
        if len(agreeing := self.agreeing()) >= AGREEING:
            yield f"{', '.join(agreeing)}: in this notation in {THEORY}; to have its names, declare: use {THEORY}"

    def undecided(self) -> Iterator[str]:
        """Names whose shape is not told, with a formula they stand in, and definitions that are not read."""
        for title, domain in self.guess.domain.items():
            if len(domain) > 1:
                formula = next(formula for formula in self.guess.formulas if title in formula.titles)
                text = formula.line.text
                words = " or ".join(TYPES[axes] for axes in sorted(domain, reverse=True))
                yield f"{self.spelled(title)}: {words}? In {text if len(text) <= 60 else text[:57] + '...'}"
        yield from self.refused.values()

    def agreeing(self) -> list[str]:
        """The names of the theory that the paper has, typeset as there."""
        context = Context().use(load_theory(THEORY))
        titles: dict[Title, str] = {}
        for key, entries in context.keys.table.items():
            meaning = context.env.names.get(entries[0][1])
            if isinstance(meaning, Term):
                titles[Title(key, is_vector(meaning.shape))] = shown(key)
        found: dict[str, None] = {}
        for title, uses in self.guess.uses.items():
            for use in uses:
                own = title._replace(key=title.key._replace(sup="2")) if use.sup == "2" else title
                if use.mark in ("", "rm", r"\vec"):
                    found |= {titles[one]: None for one in (own, title) if one in titles}
        return list(found)


def _reads(clause: str, context: Context) -> Context | None:
    """The context after a clause; None when it is not read."""
    try:
        return context_from(clause, context)
    except InputError:
        return None


def _has(context: Context, owner: Owner) -> bool:
    """Is a name or a function declared under its own key?"""
    if isinstance(owner, Key):
        return context.function(owner) is not None
    mark = r"\vec" if owner.marked else ""
    squared = owner.key._replace(sup="2") if not owner.key.sup else owner.key
    return bool(context.names(owner.key, mark) or context.names(squared, mark) or owner.key in context.opened)


def _grouped(word: str, names: Sequence[str]) -> Iterator[str]:
    """``vectors a, b, …``, as many clauses as they need."""
    for start in range(0, len(names), MAX_NAMES):
        part = names[start : start + MAX_NAMES]
        yield f"{PLURALS[word] if len(part) > 1 else word} {', '.join(part)}"
