r"""How many axes each name of a paper has, and which sizes they share.

A name may have the axes that its letter, its mark and its indices allow.  Formulas then exclude what does not fit: of a
formula every choice for its names is tried.  Only after that conventions decide, each tried by what it leaves possible:
a capital that is multiplied, transposed, or stands in tr or det is a matrix; \epsilon, \mu, s, t … are scalars.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, count, product
from math import prod

from derive.reading.latex.spelling import Key
from derive.reading.latex.syntax import Terms, is_big, items_of
from derive.reading.proposal.shapes import Clash, Shapes, Size
from derive.reading.proposal.survey import Formula, Line, Survey
from derive.reading.proposal.uses import Title, Use, bound_by, is_capital, uses_in

#: The most choices of axes that are tried for one formula.
MAX_CHOICES = 729

#: Letters that are scalars where nothing else decides.
_GREEK = "epsilon varepsilon alpha lambda mu sigma rho tau eta kappa nu zeta pi omega"
_SCALARS = frozenset(("c", "r", "s", "t", *("\\" + word for word in _GREEK.split())))

#: Letters of sizes that no sum names, and new ones.
_SIZES = ("N", "n", "d", "D", "m", "M")
_NEW = ("N", "K", "M", "D", "P", "Q", "R", "L")


class Sizes:
    """Classes of sizes that have to agree; no class has two names."""

    def __init__(self) -> None:
        self.parent: dict[Size, Size] = {}

    def find(self, size: Size) -> Size:
        """The one size that stands for its class: the named one, if there is one."""
        while (above := self.parent.get(size, size)) != size:
            size = above
        return size

    def join(self, one: Size, other: Size) -> bool:
        """Make two sizes one; False when they have two names."""
        one, other = self.find(one), self.find(other)
        if one != other and is_named(one) and is_named(other):
            return False
        if is_named(one):
            one, other = other, one
        if one != other:
            self.parent[one] = other
        return True


def is_named(size: Size) -> bool:
    return isinstance(size, int) or size[0] == "size"


class Guess(Survey):
    """What formulas tell of their names: `domain` is one number where the axes are known, `ranges` has the free indices."""

    def __init__(self, lines: Sequence[Line], ranges: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(lines, ranges)
        self.sizes = Sizes()
        self.names: dict[Size, str] = {}
        self.tried: dict[tuple[int, tuple[tuple[int, ...], ...]], bool] = {}
        self.settle()
        self.conventions()
        self.find_sizes()

    # --- axes -------------------------------------------------------------------------------------------------------

    def shapes(self, formula: Formula, axes: dict[Title, int | None]) -> Shapes | None:
        """The shapes of a formula for a choice of axes; None when they do not fit."""
        shapes = Shapes(self.known, self.titles, axes, formula.number)
        try:
            shapes.chain(formula.nodes, formula.scalar, formula.loose)
        except Clash:
            return None
        except RecursionError:
            return Shapes(self.known, self.titles, axes, formula.number)
        return shapes

    def choices(self, formula: Formula) -> Iterator[dict[Title, int | None]]:
        """Every choice for the names of a formula that are understood; those that fit."""
        titles = [title for title in formula.titles if self.domain.get(title)]
        domains = [self.domain[title] for title in titles]
        if prod(map(len, domains)) > MAX_CHOICES:
            return
        for choice in product(*domains):
            axes: dict[Title, int | None] = dict(zip(titles, choice, strict=True))
            if self.shapes(formula, axes) is not None:
                yield axes

    def state(self, formula: Formula) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """A formula, and what its names may be now."""
        return formula.number, tuple(self.domain.get(title, ()) for title in formula.titles)

    def fits(self, formula: Formula) -> bool:
        state = self.state(formula)
        if state not in self.tried:
            self.tried[state] = any(True for _ in self.choices(formula))
        return self.tried[state]

    def settle(self) -> None:
        """Exclude what fits in no choice for a formula, until nothing changes.

        Formulas with indices come first, for others are written loosely (y = β₀ + β₁x); of each kind those with few choices.
        """

        def size(formula: Formula) -> int:
            return prod(len(self.domain.get(title, ())) or 1 for title in formula.titles)

        def place(formula: Formula) -> tuple[bool, int]:
            return not self.is_indexed(formula), size(formula)

        settled: set[tuple[int, tuple[tuple[int, ...], ...]]] = set()
        changed = True
        while changed:
            changed = False
            for formula in sorted(self.formulas, key=place):
                state = self.state(formula)
                if size(formula) == 1 or state in settled or not self.tried.get(state, True):
                    continue
                settled.add(state)
                fitting = list(self.choices(formula))
                self.tried[state] = bool(fitting)
                for title in formula.titles if fitting else ():
                    left = tuple(n for n in self.domain.get(title, ()) if any(axes[title] == n for axes in fitting))
                    if left != self.domain.get(title, ()):
                        self.domain[title] = left
                        changed = True
                if changed:
                    break

    def is_indexed(self, formula: Formula) -> bool:
        """Has a name an index in it?"""
        uses = (use for node in formula.nodes for _, use in uses_in(node, self.known))
        return any(isinstance(use, Use) and use.indices for use in uses)

    def prefer(self, title: Title, axes: int) -> None:
        """Decide for a number of axes if, with all that follows, every formula that fits some choice still does."""
        if len(self.domain.get(title, ())) < 2 or axes not in self.domain[title]:
            return
        fitted = [formula for formula in self.formulas if self.fits(formula)]
        saved = self.domain
        self.domain = {**saved, title: (axes,)}
        self.settle()
        if not all(self.fits(formula) for formula in fitted):
            self.domain = saved

    def conventions(self) -> None:
        """What decides where formulas do not."""
        for title in list(self.domain):
            if title.marked or (title in self.multiplied and is_capital(title.key.core)):
                self.prefer(title, 2)
        for title in self.domain:
            if title.key.core in _SCALARS and not title.marked:
                self.prefer(title, 0)

    def axes(self, title: Title) -> int | None:
        """The number of axes of a name, if that is known."""
        domain = self.domain.get(title, ())
        return domain[0] if len(domain) == 1 else None

    def open_sums(self) -> bool | None:
        r"""Does the body of a ``\sum`` end at a sign somewhere?  None when what follows has its index."""
        found = False
        for node in (part for formula in self.formulas for part in formula.walk()):
            after: set[str] = set()
            for number, (_, _, part) in enumerate(reversed(node.terms if isinstance(node, Terms) else ())):
                letters = {x for item in items_of(part) if is_big(item) for x in bound_by(item)[0]}
                if number and letters & after:
                    return None
                found = found or (number > 0 and bool(letters))
                uses = (use for _, use in uses_in(part, self.known) if isinstance(use, Use))
                after |= {letter for use in uses for letter in use.indices} - letters
        return found

    # --- sizes ------------------------------------------------------------------------------------------------------

    def find_sizes(self) -> None:
        """Which sizes agree, and the ranges of free indices.

        What stands on one side has to fit; a relation may be wrong.  So relations are believed after that, and those by
        which a matrix becomes square last.
        """
        for title, sizes in self.given.items():
            for axis, size in enumerate(sizes):
                self.sizes.join(("axis", self.titles.get(title, title), axis), size)
        axes = {title: self.axes(title) for title in self.domain}
        fitting: dict[Formula, Shapes] = {}
        for formula in self.formulas:
            if (shapes := self.shapes(formula, axes)) is None:
                self.note(formula.line.text, "shapes that do not fit, whatever its names are")
                continue
            fitting[formula] = shapes
            for why in shapes.unclear:
                if why not in self.notes.values():
                    self.note(formula.line.text, why)
        for title in self.domain.keys() - {title for formula in fitting for title in formula.titles}:
            self.domain[title] = ()
        for formula, shapes in fitting.items():
            self.join(formula, shapes.equal)
        late: list[tuple[Formula, Shapes]] = []
        for formula, shapes in fitting.items():
            square, before = self.square(), dict(self.sizes.parent)
            self.join(formula, shapes.claimed)
            if self.square() != square:
                self.sizes.parent = before
                late.append((formula, shapes))
        for formula, shapes in late:
            self.join(formula, shapes.claimed)
        self.find_ranges([(letter, formula.number) for formula, shapes in fitting.items() for letter in shapes.free])

    def join(self, formula: Formula, pairs: Iterable[tuple[Size, Size]]) -> None:
        """Make sizes agree; note a formula in which two do not."""
        if not all([self.sizes.join(*pair) for pair in pairs]):
            self.note(formula.line.text, "two sizes that differ meet")

    def square(self) -> set[Title]:
        """The matrices whose sizes agree."""
        matrices = (title for title in self.domain if self.axes(title) == 2)
        return {t for t in matrices if self.sizes.find(("axis", t, 0)) == self.sizes.find(("axis", t, 1))}

    def find_ranges(self, free: Iterable[tuple[str, int]]) -> None:
        """One size for every index that nothing binds, in all formulas it stands in."""
        met: dict[str, list[Size]] = {}
        for letter, number in free:
            met.setdefault(letter, []).append(("index", letter, number))
        for letter, sizes in met.items():
            first = self.ranges.get(letter, sizes[0])
            if Key(letter) in self.known.sizes or self.domain.get(Title(Key(letter))):
                self.note(letter, "an index, or a name of its own?")
                self.ranges.pop(letter, None)
            elif all([self.sizes.join(first, size) for size in sizes]):
                self.ranges[letter] = first
            else:
                self.note(letter, "an index with two ranges")
        self.ranges = {letter: size for letter, size in self.ranges.items() if letter in met}

    def name_sizes(self, sizes: Iterable[Size], scalars: Collection[Title]) -> None:
        """Name the sizes that the formulas do not: by one of the scalars if it is N, n or the like, else by a new letter."""
        bare = [size for size in map(self.sizes.find, sizes) if not is_named(size) and size not in self.names]
        taken = {title.key.core for title in self.uses} | self.known.indices | {key.core for key in self.known.sizes}
        taken |= set(self.names.values())
        for size in sorted(set(bare), key=lambda size: (-bare.count(size), bare.index(size))):
            own = next((Key(x) for x in _SIZES if Title(Key(x)) in scalars), None)
            if own is not None and not self.known.sizes:
                self.known.sizes[own] = own.core
                self.sizes.join(size, ("size", own))
                self.note(own.core, "a scalar, taken as a size")
                continue
            self.names[size] = next(name for name in chain(_NEW, map("N_{{{}}}".format, count(1))) if name not in taken)
            taken.add(self.names[size])
            self.note(self.names[size], "a size that the formulas do not name")

    def size_name(self, size: Size) -> str:
        """The name of a size that `name_sizes` was asked for."""
        size = self.sizes.find(size)
        if isinstance(size, int):
            return str(size)
        return self.known.sizes[size[1]] if isinstance(size[1], Key) else self.names[size]
