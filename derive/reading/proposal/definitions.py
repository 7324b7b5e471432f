r"""What the formulas of a paper define, and what they differentiate by what.

A name is defined where it stands alone on the left of a chain, and not where it stands with other things on the left of an
earlier one: then that is an equation for it, and this what somebody says solves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product, takewhile

from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Fraction_, Node, Partial, Row, held, items_of
from derive.reading.proposal.guess import Guess
from derive.reading.proposal.survey import Formula
from derive.reading.proposal.uses import Title, Use, braced, head_of, is_call, is_name, key_of, upright, uses_in, walk

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
        lefts = (formula.line.sides[0].node for formula in guess.formulas if formula.line.relations)
        self.heads = {head_of(left) for left in lefts if left is not None}
        needs = {need for formula in guess.formulas for node in formula.nodes for need in self.needs(node)}
        self.called = {need for need in needs if isinstance(need, Key)}
        self.lets = ordered(self.candidates())
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

    def differentials(self) -> Iterator[tuple[Sequence[Node], Sequence[Node], Sequence[Node]]]:
        r"""What stands above ``\partial``, what below, and what behind the fraction, for every derivative."""
        for items in (items_of(part) for formula in self.guess.formulas for part in formula.walk()):
            for at, item in enumerate(items):
                if isinstance(item, Fraction_):
                    item = upright(item, self.guess.known)
                    above, below = items_of(held(item.above)), items_of(held(item.below))
                    if isinstance(above[0], Partial) and isinstance(below[0], Partial):
                        yield above[1:], below[1:], items[at + 1 :]

    def derivatives(self) -> Iterator[tuple[Title, Title]]:
        """What stands above and what below, for every derivative of a name by a name."""
        for above, below, _ in self.differentials():
            yield from product(self.titles(above), self.titles(below))

    def varied(self) -> Iterator[tuple[frozenset[Title], Title]]:
        r"""The names that ``\partial`` stands before, or ``\frac{\partial}{\partial x}``, with what is varied."""
        for above, below, behind in self.differentials():
            names = frozenset(self.titles(above or behind))
            yield from ((names, by) for by in self.titles(below))

    def titles(self, nodes: Iterable[Node]) -> Iterator[Title]:
        yield from (need for node in nodes for need in self.needs(node) if isinstance(need, Title))

    def dependent(self, lets: Mapping[Owner, Let]) -> list[tuple[Title, Title]]:
        """Names that none of these define, and what they must depend on: nothing else that is varied with them does."""
        found: list[tuple[Title, Title]] = []
        for names, by in sorted(self.varied(), key=lambda each: len(each[0])):
            reached = any(reaches(lets, name, by) or (name, by) in found or name in self.losses for name in names)
            symbols = names - lets.keys()
            if not reached and by not in lets and len(symbols) == 1:
                found += [(name, by) for name in symbols]
        return found

    def only_above(self, title: Title, formula: Formula) -> bool:
        r"""Does a name stand nowhere but alone above ``\partial`` in a formula?"""
        uses = [node for side in formula.nodes for node, use in uses_in(side, self.guess.known)
                if isinstance(use, Use) and self.guess.titles.get(use.title) == title]  # fmt: skip
        fractions = (upright(part, self.guess.known) for part in formula.walk() if isinstance(part, Fraction_))
        above = [items_of(held(part.above)) for part in fractions]
        alone = [items[1] for items in above if isinstance(items[0], Partial) and len(items) == 2]
        return set(uses) <= set(alone)

    def of(self, by: set[Title]) -> Title | None:
        """What a loss is of: of what it is differentiated by, the one that is defined by all the others."""
        lets = {let.owner: let for let in self.lets}
        return next((title for title in by if all(reaches(lets, title, other) for other in by)), None)

    # --- definitions --------------------------------------------------------------------------------------------------

    def candidates(self) -> Iterator[Let]:
        """What stands alone on the left of a chain, with what stands right of it."""
        guess = self.guess
        axes = {title: guess.axes(title) for title in guess.domain}
        solved = set[Owner]()
        for formula in guess.formulas:
            line = formula.line
            tied, solved = frozenset(solved), solved | self.in_equation(formula)
            if not line.relations or line.relations[0] not in ("=", ":=") or guess.shapes(formula, axes) is None:
                continue
            equal = takewhile(lambda each: each[0] in ("=", ":="), zip(line.relations, line.sides[1:], strict=True))
            told = [side for _, side in equal if side.node is None or not self.is_named_call(side.node)]
            left, right = line.sides[0].node, told[0].node if told else None
            if left is None or right is None or len(told[0].text) > MAX_LENGTH:
                continue
            needs = frozenset(self.needs(right))
            if not any(is_name(node) for node in walk(right)):
                continue
            head, sides = head_of(left), [line.sides[0].text, told[0].text]
            if head is not None and head in guess.known.functions:
                needs |= {need for need in self.needs(left) if need != head}
                yield Let(head, f"let {sides[0]} = {sides[1]}", needs)
                continue
            for node, use in uses_in(left, guess.known):
                if node is not left or not isinstance(use, Use) or guess.titles[use.title] in tied:
                    continue
                if text := self.equation(use, *sides):
                    yield Let(guess.titles[use.title], f"let {text}", needs)

    def is_named_call(self, node: Node) -> bool:
        """Is a side f(x, …) of names, which says only what something is a function of, and f defined nowhere?"""
        head = head_of(node)
        return head in self.guess.known.functions and head not in self.heads

    def in_equation(self, formula: Formula) -> set[Owner]:
        """The names that stand with others on the left of a chain, in no derivative: it is an equation for them."""
        left = formula.line.sides[0].node
        whole = left is None or is_name(left) or "=" not in formula.line.relations[:1]
        if left is None or whole or any(self.is_derivative(part) for part in walk(left)):
            return set()
        return {need for need in self.needs(left) if isinstance(need, Title)}

    def is_derivative(self, part: Node) -> bool:
        return isinstance(part, Partial) or (
            isinstance(part, Fraction_) and upright(part, self.guess.known) is not part
        )

    def equation(self, use: Use, left: str, right: str) -> str:
        """The definition of a name, if it can be one: of a name defined squared, and met not squared too, with a root."""
        title = self.guess.titles[use.title]
        size = title.key in self.guess.known.sizes and not title.marked
        if size or title not in self.guess.domain or use.sup not in ("", "2"):
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

    # --- graphs -------------------------------------------------------------------------------------------------------

    def as_graph(self, lets: Sequence[Let]) -> list[Let]:
        """Definitions in their order: what is differentiated by is a node of a graph, and so is all that is made of nodes.

        The arguments of a node are the nodes that it is made of, and what has no definition.
        """
        owners = {let.owner for let in lets}
        nodes: dict[Owner, str] = {}
        arguments: dict[Owner, dict[Owner, str]] = {}
        made: list[Let] = []
        for let in lets:
            head, _, body = let.text.partition(" = ")
            own: dict[Owner, str] = {}
            symbols = sorted(need for need in let.needs - owners if isinstance(need, Title))
            own |= {need: self.guess.spelled(need) for need in symbols if need.key not in self.guess.known.sizes}
            for need in sorted(let.needs & owners, key=str):
                own |= {need: nodes[need]} if need in nodes else arguments[need]
            arguments[let.owner] = own
            if isinstance(let.owner, Title) and own and (let.owner in self.symbols or own.keys() & nodes.keys()):
                nodes[let.owner] = self.guess.spelled(let.owner) + "^2" * head.endswith("^2")
                let = replace(let, text=f"{head}({', '.join(own.values())}) = {body}")
            made.append(let)
        return made


def reaches(lets: Mapping[Owner, Let], owner: Owner, target: Owner) -> bool:
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


def ordered(found: Iterable[Let]) -> list[Let]:
    """The first definition of each name that does not come to need itself, each after what it needs."""
    kept: dict[Owner, Let] = {}
    for let in found:
        if let.owner not in kept and not any(reaches(kept, need, let.owner) for need in let.needs):
            kept[let.owner] = let
    made: dict[Owner, Let] = {}
    while len(made) < len(kept):
        ready = (let for let in kept.values() if let.owner not in made and not (let.needs & kept.keys()) - made.keys())
        let = next(ready)
        made[let.owner] = let
    return list(made.values())
