r"""Formulas of a paper → declarations for its author to edit: `propose`.

The names are found as they are typeset, and what they are is guessed with care:

* a size is what a sum runs to, or what stands in ``\mathbb R^{N \times K}``; a size that no formula names has a new letter;
* a name with an index is a vector, with two a matrix; in bold or under an arrow a small letter is a vector, a capital a
  matrix;
* of the other names, formulas exclude what does not fit in them; then a capital that is multiplied, transposed, or stands
  in tr or det is a matrix, and letters such as \epsilon, \mu, s, t are scalars, \epsilon >= 0;
* a name alone left of the first ``=`` or ``:=`` of a chain is defined there, if that does not go in a circle and can be
  read; what is defined squared has that name where it is never met but squared, else it is defined as a root;
* an index that a sum binds is not declared; one that nothing binds is one where two names have it;
* 1, I, δᵢⱼ, bold eᵢ, and functions such as tr, diag, ln are known; L in ∂L/∂y and nowhere else is a loss of y.

Whatever is not told by that is a comment.  `context_from` reads every proposal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from derive.errors import InputError
from derive.language.terms import Term, is_vector
from derive.reading.decided import context_from
from derive.reading.latex.context import Context, shown
from derive.reading.latex.declaring import PLURALS, TYPES
from derive.reading.latex.macros import Macros
from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Fraction_, Node, Partial, Row, held, items_of
from derive.reading.proposal.guess import Guess
from derive.reading.proposal.shapes import Size
from derive.reading.proposal.survey import Formula, lines_of, ranges_of
from derive.reading.proposal.uses import Title, Use, braced, head_of, is_call, is_name, key_of, uses_in, walk
from derive.reading.usual import FUNCTIONS_OF_THE_FIELD
from derive.theories.registry import load_theory

#: The longest definition that is proposed.
MAX_LENGTH = 1_000

#: What is defined: a name, or a function by its key.
Owner = Title | Key


@dataclass(frozen=True)
class Let:
    """A definition as a clause; ``needs`` has the names and functions in it."""

    owner: Owner
    text: str
    needs: frozenset[Owner]


class Definitions:
    """``lets``, each after what it needs; ``losses`` with what they are of, where that is told; the functions ``called``."""

    def __init__(self, guess: Guess) -> None:
        self.guess = guess
        derivatives = list(self.derivatives())
        above = {title for title, _ in derivatives}
        losses = {title for title in above if all(self.only_above(title, formula) for formula in guess.formulas)}
        self.symbols = {by for title, by in derivatives if title not in losses}
        needs = {need for formula in guess.formulas for node in formula.nodes for need in self.needs(node)}
        self.called = {need for need in needs if isinstance(need, Key)}
        self.lets = _ordered(self.candidates())
        self.losses = {
            title: self.of({by for own, by in derivatives if own == title})
            for title in guess.domain
            if title in losses and guess.axes(title) == 0
        }

    # --- names in formulas --------------------------------------------------------------------------------------------

    def needs(self, node: Node) -> Iterator[Owner]:
        known = self.guess.known
        for _, use in uses_in(node, known):
            if isinstance(use, Use) and use.title in self.guess.titles:  # the head of a function alone is none
                yield self.guess.titles[use.title]
        for part in walk(node):
            if isinstance(part, Row):
                yield from (key_of(part.items[at]) for at in range(len(part.items)) if is_call(part.items, at, known))

    def derivatives(self) -> Iterator[tuple[Title, Title]]:
        r"""What stands above ``\partial`` and what stands below, for every derivative of a name by a name."""
        for part in (part for formula in self.guess.formulas for part in formula.walk()):
            if not isinstance(part, Fraction_):
                continue
            above, below = items_of(held(part.above)), items_of(held(part.below))
            if isinstance(above[0], Partial) and isinstance(below[0], Partial):
                for one in (need for node in above[1:] for need in self.needs(node)):
                    for other in (need for node in below[1:] for need in self.needs(node)):
                        if isinstance(one, Title) and isinstance(other, Title):
                            yield one, other

    def only_above(self, title: Title, formula: Formula) -> bool:
        r"""Does a name stand nowhere but alone above ``\partial`` in a formula?"""
        uses = [node for side in formula.nodes for node, use in uses_in(side, self.guess.known)
                if isinstance(use, Use) and self.guess.titles.get(use.title) == title]  # fmt: skip
        above = [items_of(held(part.above)) for part in formula.walk() if isinstance(part, Fraction_)]
        alone = [items[1] for items in above if isinstance(items[0], Partial) and len(items) == 2]
        return set(uses) <= set(alone)

    def of(self, by: set[Title]) -> Title | None:
        """What a loss is of: of what it is differentiated by, the one that is defined by all the others."""
        lets = {let.owner: let for let in self.lets}
        return next((title for title in by if all(_reaches(lets, title, other) for other in by)), None)

    # --- definitions --------------------------------------------------------------------------------------------------

    def candidates(self) -> Iterator[Let]:
        """What stands alone on the left of a chain, with what stands right of it."""
        guess = self.guess
        axes = {title: guess.axes(title) for title in guess.domain}
        for formula in guess.formulas:
            line = formula.line
            if not line.relations or line.relations[0] not in ("=", ":=") or guess.shapes(formula, axes) is None:
                continue
            left, right = (side.node for side in line.sides[:2])
            if left is None or right is None or len(line.sides[1].text) > MAX_LENGTH:
                continue
            needs = frozenset(self.needs(right))
            if not any(is_name(node) for node in walk(right)):
                continue
            head, sides = head_of(left), [side.text for side in line.sides]
            if head is not None and head in guess.known.functions:
                needs |= {need for need in self.needs(left) if need != head}
                yield Let(head, f"let {sides[0]} = {sides[1]}", needs)
                continue
            for node, use in uses_in(left, guess.known):
                if node is left and isinstance(use, Use) and (text := self.equation(use, *sides[:2])):
                    yield Let(guess.titles[use.title], f"let {text}", needs)

    def equation(self, use: Use, left: str, right: str) -> str:
        """The definition of a name, if it can be one: of a name defined squared, and met not squared too, with a root."""
        title = self.guess.titles[use.title]
        size = title.key in self.guess.known.sizes and not title.marked
        if size or title in self.symbols or title not in self.guess.domain or use.sup not in ("", "2"):
            return ""
        if len(use.indices) > 2 or len(set(use.indices)) < len(use.indices):
            return ""
        if not use.sup:
            return f"{left} = {right}"
        if not use.indices and self.guess.axes(title) != 0:
            return ""
        if all(other.sup == "2" for other in self.guess.uses_of(title)):
            return f"{left} = {right}"
        if use.indices and use.title.key.sub:
            return ""
        below = f"_{braced(''.join(use.indices))}" if use.indices else ""
        return rf"{use.spelled}{below} = \sqrt{{{right}}}"


def _reaches(lets: dict[Owner, Let], owner: Owner, target: Owner) -> bool:
    """Does a definition need a name, at once or through others?"""
    waiting, seen = [owner], set[Owner]()
    while waiting:
        owner = waiting.pop()
        if owner == target:
            return True
        if owner not in seen and owner in lets:
            seen.add(owner)
            waiting.extend(lets[owner].needs)
    return False


def _ordered(found: Iterable[Let]) -> list[Let]:
    """The first definition of each name that does not come to need itself, each after what it needs."""
    kept: dict[Owner, Let] = {}
    for let in found:
        if let.owner not in kept and not any(_reaches(kept, need, let.owner) for need in let.needs):
            kept[let.owner] = let
    made: dict[Owner, Let] = {}
    while len(made) < len(kept):
        ready = (let for let in kept.values() if let.owner not in made and not (let.needs & kept.keys()) - made.keys())
        let = next(ready)
        made[let.owner] = let
    return list(made.values())


#: The theory whose notation is looked for, and how many names have to agree.
THEORY = "layernorm"
AGREEING = 4

#: The most names on a line, and the most comments.
MAX_NAMES = 12
MAX_COMMENTS = 40

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
        defined = {let.owner for let in lets}
        symbols = [title for title in guess.domain if title not in defined and title not in self.definitions.losses]
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
        context = context_from("\n".join(clauses))
        context = self.usual(context, {let.owner for let in lets}, clauses)
        context = self.read_lets(lets, context, clauses)
        for loss, by in self.definitions.losses.items():
            clause = f"loss {self.spelled(loss)} of {self.spelled(by)}" if by is not None else ""
            if clause and _reads(clause, context):
                clauses.append(clause)
            else:
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
                if isinstance(let.owner, Key) and not all(_has(context, need) for need in let.needs):
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
        context = _reads(f"scalar {self.spelled(title)}", Context())
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
            yield f"{', '.join(agreeing)}: in this notation in {THEORY}; to have its names, uncomment"
            yield f"% derive: use {THEORY}"

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
    return bool(context.names(owner.key, mark) or context.names(squared, mark))


def _grouped(word: str, names: Sequence[str]) -> Iterator[str]:
    """``vectors a, b, …``, as many clauses as they need."""
    for start in range(0, len(names), MAX_NAMES):
        part = names[start : start + MAX_NAMES]
        yield f"{PLURALS[word] if len(part) > 1 else word} {', '.join(part)}"
