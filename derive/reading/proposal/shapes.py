"""Formulas → shapes, for a choice of how many axes each name has; sizes that have to agree are found on the way.

It follows what reading does with declared names (`derive.reading.latex.readings`), more roughly: one reading, no ambiguity,
and what is not understood fits everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from derive.reading.latex import syntax as tex
from derive.reading.latex.signs import BY_ENTRIES
from derive.reading.latex.spelling import Key, Lexeme
from derive.reading.proposal import uses
from derive.reading.shapes import axes_in, product_of, transpose_of

#: A size: a number, or where it was met: ``("size", "N")``, an axis of a name, an index of a formula, or new.
Size = int | tuple[object, ...]
#: None fits everything.
Shape = tuple[Size, ...] | None
Scope = Mapping[str, Size]


#: A size is smaller.
MAX_NUMBER = 10**8


class Clash(Exception):
    """Shapes that do not fit.  A signal, never seen by users."""


def number_of(raw: Sequence[Lexeme]) -> int:
    return int("".join(lexeme.text for lexeme in raw))


class Shapes:
    """Shapes in one formula; ``axes`` has the number of axes of each name, None where it is not known.

    ``equal`` collects the pairs of sizes that have to agree within a side, ``claimed`` those that a relation says agree,
    ``free`` the indices that nothing binds, ``unclear`` what was not understood; ``line`` tells the indices of one formula
    from those of another.
    """

    def __init__(
        self,
        known: uses.Known,
        titles: Mapping[uses.Title, uses.Title],
        axes: Mapping[uses.Title, int | None],
        line: int,
    ) -> None:
        self.known, self.titles, self.axes, self.line = known, titles, axes, line
        self.equal: list[tuple[Size, Size]] = []
        self.claimed: list[tuple[Size, Size]] = []
        self.free: dict[str, None] = {}
        self.unclear: list[str] = []
        self.fresh = 0

    def chain(self, nodes: Sequence[tex.Node | None], scalar: bool, loose: bool) -> None:
        """The sides of relations: of one shape (unless ``loose``), that of a ``scalar`` where they are compared.

        Raises `Clash`.
        """
        whole: Shape = () if scalar else None
        for node in nodes:
            if node is None or (isinstance(node, tex.Num) and node.text == "0"):
                continue
            try:
                found = self.shape(node, {})
            except uses.Unclear as error:
                self.unclear.append(str(error))
                continue
            inside = len(self.equal)
            whole = whole if loose else self.same(whole, found)
            self.claimed += self.equal[inside:]
            del self.equal[inside:]

    def new(self) -> Size:
        """A size that nothing is known of."""
        self.fresh += 1
        return ("new", self.line, self.fresh)

    def agree(self, one: Size, other: Size) -> bool:
        """Two sizes are one; raises `Clash` of 1 and another."""
        if one != other:
            if 1 in (one, other):
                raise Clash
            self.equal.append((one, other))
        return True

    def same(self, left: Shape, right: Shape) -> Shape:
        """One shape that is both."""
        if left is None or right is None:
            return right if left is None else left
        if len(left) != len(right):
            raise Clash
        for one, other in zip(left, right, strict=True):
            self.agree(one, other)
        return left

    def shape(self, node: tex.Node, scope: Scope) -> Shape:
        """The shape of a node where the indices of ``scope`` are bound; raises `Clash` or `Unclear`."""
        match node:
            case tex.Num():
                return ()
            case tex.Name() | tex.Scripted(base=tex.Name()):
                return self.name(node, scope)
            case tex.Scripted(base=tex.Num(text="1")) if any(x.kind == "REL" for x in uses.scripts_of(node)[0]):
                return ()
            case tex.Scripted(base=tex.Num(text="0" | "1")) if uses.scripts_of(node)[0]:
                return tuple(self.named_size(x) for x in uses.scripts_of(node)[0] if x.kind == "NAME")
            case tex.Scripted(base=tex.BigSign() | tex.Func()) | tex.Op() | tex.Partial() | tex.Func() | tex.BigSign():
                return self.row((node,), scope)
            case tex.Scripted(base=base):
                sub, sup, primes = uses.scripts_of(node)
                letters = () if isinstance(base, tex.Bars) and base.double else self.letters(sub, scope)
                operation, primes = uses.done(sup, primes, self.known)
                if (primes or sup) and not operation:
                    raise uses.Unclear("a script that is no operation")
                return self.scripted(self.shape(base, scope), letters, operation, scope)
            case tex.Group(parts=(part,)):
                return self.shape(part, scope)
            case tex.Fraction_():
                return self.fraction(node, scope)
            case tex.Root(inner=inner):
                return self.same((), self.shape(inner, scope))
            case tex.Bars(inner=inner, double=double):
                if self.shape(inner, scope) == () and double:
                    raise Clash
                return ()
            case tex.Angles(parts=(one, other)):
                self.same(self.same((self.new(),), self.shape(one, scope)), self.shape(other, scope))
                return ()
            case tex.Table():
                return self.table(node, scope)
            case tex.Terms(terms=terms):
                whole: Shape = None
                for _, _, part in terms:
                    whole = self.same(whole, self.shape(part, scope))
                    # The next term may be in the body of a sum at the end of this one.
                    for item in filter(tex.is_big, tex.items_of(part)):
                        scope = {**scope, **self.bound(item, scope)}
                return whole
            case tex.Row(items=items):
                return self.row(items, scope)
        raise uses.Unclear("a list in parentheses" if isinstance(node, tex.Group) else "an accent over a formula")

    def table(self, node: tex.Table, scope: Scope) -> Shape:
        """The shape of a matrix written out, whose entries are scalars."""
        kind, *words = node.pattern.split() or ["whole"]
        made = {name: self.new() for name in words[::2]}
        for cell in (cell for row in node.rows for cell in row):
            self.same((), self.shape(cell, {**scope, **made}))
        sizes: tuple[Size, ...] = (len(node.rows), len(node.rows[0]))
        if node.pattern:
            first = next(iter(made.values()), self.new())
            last = list(made.values())[-1] if made else self.new()
            sizes = {"column": (first, 1), "row": (1, first), "diagonal": (first, first)}.get(kind, (first, last))
        if node.environment.startswith("v") or sizes == (1, 1):
            return ()
        return sizes[:1] if sizes[1] == 1 else sizes

    # --- indices ----------------------------------------------------------------------------------------------------

    def bound(self, sign: tex.Node, scope: Scope) -> dict[str, Size]:
        """The indices of a big sign, with their ranges."""
        letters, rest = uses.bound_by(sign)
        if not letters:
            raise uses.Unclear("a sum without an index")
        made = {letter: self.new() for letter in letters}
        above = uses.scripts_of(sign)[1]
        for size in made.values():
            if len(above) == 1 and above[0].kind == "NAME":
                self.agree(size, self.named_size(above[0]))
            elif above and len(above) <= 8 and all(x.kind == "DIGIT" for x in above) and number_of(above) >= 2:
                self.agree(size, number_of(above))
            elif above:
                raise uses.Unclear("a sum to something that is no size")
            elif len(rest) == 2 and rest[0].text == "!=":
                self.agree(size, self.index(rest[1].text, scope))
        return made

    def index(self, letter: str, scope: Scope) -> Size:
        """The range of an index; one that nothing binds is noted as free."""
        if letter not in scope:
            self.free[letter] = None
        return scope.get(letter, ("index", letter, self.line))

    def letters(self, raw: Sequence[Lexeme], scope: Scope) -> tuple[str, ...]:
        """A subscript of nothing but indices."""
        rest, letters = uses.split_indices(raw, {*self.known.indices, *scope})
        if rest:
            raise uses.Unclear("a subscript that is no index")
        return letters

    def named_size(self, lexeme: Lexeme) -> Size:
        """The size that is named there."""
        key = Key(lexeme.text)
        return ("size", key) if key in self.known.sizes else self.new()

    # --- names ------------------------------------------------------------------------------------------------------

    def name(self, node: tex.Node, scope: Scope) -> Shape:
        kind = uses.constant_of(node, self.known)
        if kind in ("differential", "nabla"):
            raise uses.Unclear("a differential" if kind == "differential" else r"\nabla, by what?")
        if kind:
            return self.constant(kind, node, scope)
        use = uses.use_of(node, self.known)
        title = self.titles.get(use.title, use.title)
        axes = self.axes.get(title)
        if (matrix := self.known.rows.get(title)) is not None:
            self.agree(("axis", matrix, 0), self.index(use.indices[0], scope))
            return self.raised((("axis", matrix, 1),), use.sup)
        shape: Shape = None if axes is None else tuple(("axis", title, axis) for axis in range(axes))
        return self.scripted(shape, use.indices, use.sup, scope)

    def constant(self, kind: str, node: tex.Node, scope: Scope) -> Shape:
        """The shape of what is known without being declared."""
        if kind == "exp":
            return ()
        sub, sup, _ = uses.scripts_of(node)
        indices = uses.split_indices(sub, {*self.known.indices, *scope})[1]
        if kind == "delta":
            self.agree(*(self.index(letter, scope) for letter in indices))
            return ()
        sizes = [self.named_size(lexeme) for lexeme in sub if lexeme.kind == "NAME" and not indices]
        size = sizes[0] if sizes else self.new()
        if kind == "basis":
            self.agree(size, self.index(indices[0], scope))
            indices = ()
        return self.scripted((size, size) if kind == "I" else (size,), indices, uses.operation_of(sup), scope)

    def scripted(self, shape: Shape, letters: Sequence[str], sup: str, scope: Scope) -> Shape:
        """A shape with indices below and an operation above."""
        ranges = tuple(self.index(letter, scope) for letter in letters)
        if shape is None or not ranges:
            return self.raised(shape, sup) if not ranges else ()
        self.same(axes_in(shape), ranges)
        if sup in ("T", "-T"):
            raise Clash
        return ()

    def raised(self, shape: Shape, sup: str) -> Shape:
        if shape is None or sup in ("", "o"):
            return shape
        if sup in ("T", "+", "-T"):
            if not shape or (sup != "T" and len(shape) != 2):
                raise Clash
            return transpose_of(shape)
        if len(shape) == 1:
            raise Clash
        if shape:
            self.agree(*shape)
        return shape

    # --- rows -------------------------------------------------------------------------------------------------------

    def fraction(self, node: tex.Fraction_, scope: Scope) -> Shape:
        """A quotient by a scalar, or a derivative."""
        node = uses.upright(node, self.known)
        items = tex.items_of(tex.held(node.above))
        if not isinstance(items[0], tex.Partial):
            self.same((), self.shape(node.below, scope))
            return self.shape(node.above, scope)
        if len(items) < 2:
            raise uses.Unclear(r"\partial of nothing")
        return self.derivative(self.row(items[1:], scope), node, scope)

    def derivative(self, above: Shape, fraction: tex.Fraction_, scope: Scope) -> Shape:
        """The axes of what is differentiated, then those of what it is differentiated by."""
        under = tex.items_of(tex.held(fraction.below))
        if len(under) != 2 or not isinstance(under[0], tex.Partial):
            raise uses.Unclear("a derivative by something else")
        by = self.shape(under[1], scope)
        return None if above is None or by is None else above + by

    def row(self, items: Sequence[tex.Node], scope: Scope) -> Shape:
        """The shape of factors and signs side by side."""
        made: list[Shape | str] = []
        at = 0
        while at < len(items):
            item, rest = items[at], items[at + 1 :]
            base, _ = tex.parted(item)
            taken = 0
            if isinstance(item, tex.Op):
                made.append(item.sign)
            elif isinstance(base, tex.BigSign):
                made.append(self.row(rest, {**scope, **self.bound(item, scope)}))
                taken = len(rest)
            elif isinstance(base, tex.Func):
                taken = _reach(rest) if base.name in ("det", "trace") else min(_reach(rest), 1)
                made.append(self.call(base.name, rest[:taken], scope))
            elif isinstance(item, tex.Fraction_) and tex.is_operator(rate := uses.upright(item, self.known)):
                taken = _reach(rest)
                made.append(self.derivative(self.row(rest[:taken], scope), rate, scope))
            elif uses.is_call(items, at, self.known):
                for part in uses.arguments_of(rest[0]):
                    self.shape(part, scope)
                made.append(None)
                taken = 1
            elif isinstance(item, tex.Partial):
                raise uses.Unclear(r"\partial outside of a fraction")
            else:
                made.append(self.shape(item, scope))
            at += 1 + taken
        return self.folded(made)

    def call(self, name: str, arguments: Sequence[tex.Node], scope: Scope) -> Shape:
        if not arguments or name == "cos":
            return ()
        found, size = self.row(arguments, scope), self.new()
        match name:
            case "det" | "trace":
                self.same((size, size), found)
                return ()
            case "diag":
                self.same((size,), found)
                return (size, size)
            case "mean" | "var":
                self.same((size,), found)
                return ()
        return found

    def folded(self, parts: Sequence[Shape | str]) -> Shape:
        """What factors and signs come to, from the left; what stands side by side goes first."""
        segments: list[tuple[str, list[Shape]]] = [("", [])]
        for part in parts:
            if isinstance(part, str):
                segments.append((part, []))
            else:
                segments[-1][1].append(part)
        whole: Shape = ()
        for sign, factors in segments:
            if not factors:
                raise uses.Unclear("a sign with nothing beside it")
            if sign == "/":
                self.same((), factors.pop(0))
            right: Shape = ()
            for factor in factors:
                right = self.product(right, factor)
            columns = whole is not None and right is not None and len(whole) == len(right) == 1
            if sign in ("x", "*") and whole and right:
                raise Clash
            if sign in BY_ENTRIES and (whole or right):
                whole = self.same(whole, right)
            elif sign == "." and columns:
                self.same(whole, right)
                whole = ()
            else:
                whole = self.product(whole, right)
        return whole

    def product(self, left: Shape, right: Shape) -> Shape:
        """The shape of a product as in linear algebra."""
        if left is None or right is None:
            return None
        if (found := product_of(left, right, self.agree)) is None:
            raise Clash
        return found


def _reach(after: Sequence[tex.Node]) -> int:
    """How many factors a sign before them acts on: parentheses, or all up to the next sign."""
    if after and tex.is_group(after[0]):
        return 1
    return next((number for number, node in enumerate(after) if isinstance(node, tex.Op)), len(after))
