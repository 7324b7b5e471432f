r"""Nodes → readings.

`Elaborator` gives every part of a formula its readings, from the inside out, with the bound indices from the outside in;
each part is read once for each set of indices.  `derive.reading.latex.typed` then makes the terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from derive.errors import InputError, LimitError, NameError_, ShapeError
from derive.reading.grammar import MAX_DIGITS
from derive.reading.latex.calls import is_big, is_operator
from derive.reading.latex.context import Context
from derive.reading.latex.differentials import decided, has_upright_d, rate_of
from derive.reading.latex.grammar import parse
from derive.reading.latex.nodes import Constant
from derive.reading.latex.occurrences import parts
from derive.reading.latex.products import unprinted
from derive.reading.latex.readings import (
    Built,
    Candidate,
    Option,
    Scope,
    is_column,
)
from derive.reading.latex.rows import Rows
from derive.reading.latex.scripts import Scripts
from derive.reading.latex.spelling import ACCENTS, Lexeme
from derive.reading.latex.syntax import (
    Angles,
    Bars,
    BigSign,
    Fraction_,
    Func,
    Group,
    Name,
    Node,
    Num,
    Op,
    Over,
    Partial,
    Root,
    Row,
    Script,
    Scripted,
    Terms,
    held,
    items_of,
)
from derive.reading.source import Source
from derive.reading.syntax import Call, Indexed, Minus, Numeral, Tree, Word

#: What marks a norm, and the norm it is.
_NORMS = {"F": "F", "2": "2", "1": "1", r"\ell_2": "2", r"\ell_1": "1"}


class Elaborator(Rows):
    """The readings of one formula in one context."""

    def __init__(
        self, source: Source, context: Context, sides: Sequence[Node] = (), elsewhere: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(source, context, sides, elsewhere)
        self.known: dict[tuple[Node, Scope], list[Candidate] | InputError] = {}

    def read(self, node: Node, scope: Scope) -> list[Candidate]:
        """The readings of a node; the same answer, or the same error, whenever it is asked again."""
        key = (node, scope)
        found = self.known.get(key)
        if found is None:
            try:
                found = self.node(node, scope)
            except InputError as error:
                found = error
            self.known[key] = found
        if isinstance(found, InputError):
            raise found
        return found

    def node(self, node: Node, scope: Scope) -> list[Candidate]:
        """The readings of a node."""
        match node:
            case Built(candidates=candidates):
                return list(candidates)
            case Num(text=text):
                if len(text) > MAX_DIGITS:
                    raise self.fail(node.at, f"a numeral of more than {MAX_DIGITS} digits", kind=LimitError)
                if node.spaced:
                    hint = r"write the number without spaces, or \cdot between two numbers"
                    raise self.source.error(node.at, "digits with a space between them", "one number", hint)
                return [Candidate(Numeral(node.at, Fraction(text)), ())]
            case Name():
                return self.named(node, scope)
            case Scripted():
                return self.scripted_node(node, scope)
            case Group():
                return self.group(node, scope)
            case Fraction_():
                return self.fraction(node, scope)
            case Root():
                inner = self.shaped(self.read(node.inner, scope), node.at, lambda shape: not shape, "a square root")
                return self.mapped(inner, lambda c: Candidate(Call(node.at, "sqrt", (c.tree,)), ()))
            case Bars():
                return self.mapped(self.read(node.inner, scope), lambda c: self.bars(node, c))
            case Angles(parts=(part,)):
                return self.mean_by(r"\langle", node, [part], scope)
            case Angles(parts=parts):
                pair = [self.shaped(self.read(part, scope), part.at, is_column, "a scalar product") for part in parts]
                return self.combine(node.at, pair, lambda choice: [self.dot(node, choice)])
            case Over():
                return self.over(node, scope)
            case Terms():
                return self.terms(node.terms, node.at, scope)
            case Row(items=items):
                return self.row(items, scope)
            case Op() | Partial() | Func() | BigSign():
                return self.row((node,), scope)
        raise TypeError(f"a {type(node).__name__} in a formula")

    def inside(self, raw: Sequence[Lexeme], scope: Scope) -> list[Candidate]:
        """The readings of lexemes that stand in a script."""
        end = raw[-1].end if raw else 0
        return self.read(parse(self.source, raw, "expr", end), scope)

    def scripted_node(self, node: Scripted, scope: Scope) -> list[Candidate]:
        """A name or a part with scripts."""
        base = node.base
        if self.is_nabla(node):
            return self.row((node,), scope)
        if isinstance(base, Name):
            return self.named(node, scope)
        if isinstance(base, BigSign | Func):
            return self.row((node,), scope)
        scripts = self.scripts(node.scripts)
        if isinstance(base, Num) and base.text in "01" and scripts.sub is not None:
            kind = "ones" if base.text == "1" else "zeros"
            sized = self.sized(node.at, kind, scripts.sub.raw)
            if sized is None:
                raise self.source.error(
                    scripts.sub.at, "a number with a subscript", "dimensions, as in 0_{N \\times K}"
                )
            return self.scripted([sized], Scripts(None, scripts.sup, scripts.primes), scope)
        if isinstance(base, Bars) and base.double and scripts.sub is not None:
            return self.marked_norm(base, scripts, scope)
        if isinstance(base, Angles | Over) and scripts.sub is not None and len(inner := tuple(parts(base))) == 1:
            sign = r"\langle" if isinstance(base, Angles) else r"\bar"
            found = self.mean_by(sign, base, inner, scope, scripts.sub)
            return self.scripted(found, Scripts(None, scripts.sup, scripts.primes), scope)
        if unprinted(base, Row):
            raise self.brace_sum(base)
        return self.scripted(self.read(base, scope), scripts, scope)

    def group(self, node: Group, scope: Scope) -> list[Candidate]:
        """(x): a number in parentheses is no part of 1/2 or -1 any more."""
        if not node.parts:
            raise self.source.error(node.at, "empty braces", "a formula")
        if len(node.parts) > 1:
            hint = "declare the function before the parentheses"
            raise self.fail(node.at, f"{len(node.parts)} formulas in parentheses that no function takes", hint)
        found = self.read(node.parts[0], scope)
        if not node.visible:
            return found
        return [
            Candidate(Numeral(c.tree.at, c.tree.value, bare=False), c.shape) if isinstance(c.tree, Numeral) else c
            for c in found
        ]

    def fraction(self, node: Fraction_, scope: Scope) -> list[Candidate]:
        """A quotient, or a derivative."""
        rate = None if self.context.printed else rate_of(node)
        if rate is None:
            return (
                self.differentiated(node, scope)
                if isinstance(items_of(held(node.above))[0], Partial)
                else self.over_bar(node, scope)
            )
        if has_upright_d(node) or not self.context.is_word("d"):
            return self.differentiated(rate, scope)
        return decided(
            self, node.at, partial(self.check_rate, rate, (), scope),
            partial(self.differentiated, rate, scope), partial(self.over_bar, node, scope),
        )  # fmt: skip

    def differentiated(self, node: Fraction_, scope: Scope) -> list[Candidate]:
        r"""``\frac{\partial y}{\partial x}``"""
        items = items_of(held(node.above))
        if self.running is not None and self.whole is not None:
            return self.mapped(self.whole.read(node, scope), self.at_running)
        if is_operator(node):
            raise self.source.error(node.at, r"\partial of nothing", "what is differentiated after the fraction")
        if len(items) == 2 and (loss := self.loss_of(items[1])) is not None:
            return self.loss_derivative(loss, node, scope)
        return self.derivative(self.row(items[1:], scope), node, scope)

    def dot(self, node: Node, pair: Sequence[Candidate]) -> Candidate:
        self.alike(pair, "a scalar product")
        return Candidate(Call(node.at, "dot", (pair[0].tree, pair[1].tree)), ())

    def bars(self, node: Bars, inner: Candidate) -> Candidate:
        """|x| of a scalar is its absolute value, of a vector its norm; |A| of a matrix could be two things."""
        if not inner.shape:
            if node.double:
                inside = r"inside of a mean a vector is its component; name \|x\| with let"
                hint = "write |x|" if self.running is None else inside
                raise self.fail(node.at, "a norm of shape scalar", hint, ShapeError)
            return Candidate(Call(node.at, "abs", (inner.tree,)), ())
        if len(inner.shape) == 2 and inner.shape[0] != 1 and not self.context.printed:
            readings = ["the Frobenius norm", "the spectral norm" if node.double else "the determinant"]
            what = r"\|A\| of a matrix" if node.double else "|A| of a matrix"
            raise self.ambiguous(node.at, what, readings, r"write \|A\|_F, or \det A")
        return Candidate(Call(node.at, "norm", (inner.tree,)), ())

    def marked_norm(self, node: Bars, scripts: Scripts, scope: Scope) -> list[Candidate]:
        r"""``\|A\|_F``, ``\|v\|_2`` and ``\|v\|_1``."""
        script = scripts.sub
        text = "".join(lexeme.text for lexeme in script.raw) if script else ""
        kind = _NORMS.get(text)
        if kind is None:
            hint = r"\|v\|_2 and \|v\|_1 are norms of a vector, \|A\|_F is that of a matrix"
            raise self.source.error(
                node.at, rf"the norm \|…\|_{text[:20]}", "the Euclidean or the Frobenius norm", hint
            )
        sides = 2 if kind == "F" else 1
        found = self.shaped(self.read(node.inner, scope), node.at, lambda s: len(s) == sides, rf"the norm \|…\|_{text}")
        index = self.fresh(scope, [node])

        def made(c: Candidate) -> Candidate:
            if kind != "1":
                return Candidate(Call(node.at, "norm", (c.tree,)), ())
            size = Call(node.at, "abs", (Indexed(node.at, c.tree, (Word(node.at, index),)),))
            return Candidate(Call(node.at, "sum", (Word(node.at, index), size)), ())

        return self.scripted(self.mapped(found, made), Scripts(None, scripts.sup, scripts.primes), scope)

    def over(self, node: Over, scope: Scope) -> list[Candidate]:
        r"""``\widehat{…}`` as a unit vector, where that function is known; ``\overline{…}`` as a mean, where that is."""
        if ACCENTS[node.accent] == "bar":
            return self.mean_by(r"\bar", node, [node.inner], scope)
        hat = self.context.definitions.get("hat")
        if node.accent not in (r"\widehat", r"\hat") or hat is None:
            raise self.source.error(node.at, f"{node.accent} over a formula", "a name", "name the formula with let")
        whole = self.whole if self.whole is not None else self
        found = self.shaped(whole.read(node.inner, scope), node.at, is_column, "a unit vector")
        return self.applied(hat, node.at, [found])

    def mean_by(
        self, sign: str, node: Node, parts: Sequence[Node], scope: Scope, script: Script | None = None
    ) -> list[Candidate]:
        r"""``\overline{x y}`` and ``\langle x y \rangle`` as a mean, if that is declared."""
        kind = self.context.operators.get((sign, ""))
        if kind is None:
            name = {r"\bar": r"\overline"}.get(sign, sign)
            hint = rf"name it with let; % derive: mean {name} for the mean of the components"
            raise self.source.error(node.at, f"{name} over a formula" if sign == r"\bar" else "angles", "a name", hint)
        return self.statistic(kind, node.at, parts, scope, script)

    # --- sums -----------------------------------------------------------------------------------------------------

    def terms(self, terms: Sequence[tuple[str, int, Node]], at: int, scope: Scope, start: int = 0) -> list[Candidate]:
        r"""± x ± y …; a ``\sum`` before a sign may end there or go on."""
        terms = _with_bodies(terms)
        ends = next((n for n in range(start, len(terms) - 1) if _open_end(terms[n][2])), None)
        if ends is None:
            return self.added(terms, at, scope)
        narrow: Option = (r"the \sum ends before the sign", lambda: self.terms(terms, at, scope, ends + 1))
        hint = r"write parentheses, \sum_i (x_i + y) or \left(\sum_i x_i\right) + y; or declare: % derive: narrow sums"
        if self.context.narrow or self.context.printed:
            return narrow[1]()
        options = [narrow]
        try:
            narrow[1]()
            reach = ends + 2
        except InputError as error:
            if isinstance(error, NameError_) and "unbound" not in error.message:
                raise
            reach = min(len(terms), ends + 8)
        stops = range(ends + 1, min(reach, len(terms)))
        options += [(r"the \sum goes on after it", partial(self.widened, terms, ends, s, at, scope)) for s in stops]
        return self.alternatives(terms[ends + 1][1], r"the body of a \sum", options, hint)

    def widened(
        self, terms: Sequence[tuple[str, int, Node]], start: int, stop: int, at: int, scope: Scope
    ) -> list[Candidate]:
        """The sum in term ``start`` with the terms to ``stop`` in its body."""
        sign, place, node = terms[start]
        items = items_of(node)
        big = next(n for n, item in enumerate(items) if is_big(item))
        inner = items[big + 1 :]
        if not inner:
            raise self.source.error(place, "a sign with nothing after it", "what is summed")
        first = inner[0] if len(inner) == 1 else Row(inner[0].at, tuple(inner))
        body = Terms(first.at, (("", first.at, first), *terms[start + 1 : stop + 1]))
        wide = Row(node.at, (*items[: big + 1], body))
        return self.terms((*terms[:start], (sign, place, wide), *terms[stop + 1 :]), at, scope, start + 1)

    def added(self, terms: Sequence[tuple[str, int, Node]], at: int, scope: Scope) -> list[Candidate]:
        """± x ± y …, each term by itself."""
        if len(terms) > 2000:
            raise self.fail(at, f"a sum of {len(terms)} terms", "the limit is 2000; group them in parentheses")
        if subtracted := next((node for sign, _, node in terms if sign == "-" and unprinted(node)), None):
            raise self.brace_sum(subtracted)
        parts = [self.read(node, scope) for _, _, node in terms]

        def build(choice: list[Candidate]) -> list[Candidate]:
            choice = self.spread(choice) if self.context.broadcast else choice
            shape = self.alike(choice, "a sum")
            trees = [
                _signed(sign, place, c.tree, n == 0)
                for n, ((sign, place, _), c) in enumerate(zip(terms, choice, strict=True))
            ]
            return [Candidate(trees[0] if len(trees) == 1 else Call(at, "add", tuple(trees)), shape)]

        return self.combine(at, parts, build)

    def spread(self, terms: list[Candidate]) -> list[Candidate]:
        """Terms of a sum, of which the scalars beside a vector are multiples of all-ones."""
        if not any(is_column(c.shape) for c in terms):
            return terms
        ones = [Constant(c.tree.at, "ones") for c in terms]
        return [
            c if c.shape else Candidate(Call(c.tree.at, "product", (c.tree, one)), (None,))
            for c, one in zip(terms, ones, strict=True)
        ]


def _signed(sign: str, at: int, tree: Tree, first: bool) -> Tree:
    if sign != "-":
        return tree
    if first and isinstance(tree, Numeral) and tree.bare and tree.value > 0:
        return Numeral(at, -tree.value)
    return Minus(at, tree)


def _with_bodies(terms: Sequence[tuple[str, int, Node]]) -> list[tuple[str, int, Node]]:
    r"""The terms, a ``\sum`` with nothing after it but a sign joined with the term after that: ``\sum_i -2 x_i``."""
    made: list[tuple[str, int, Node]] = []
    for sign, at, node in terms:
        if made and is_big((items := items_of(made[-1][2]))[-1]):
            body = Terms(at, ((sign, at, node),))
            made[-1] = (*made[-1][:2], Row(items[0].at, (*items, body)))
        else:
            made.append((sign, at, node))
    return made


def _open_end(node: Node) -> bool:
    r"""Does a term end with the body of a ``\sum`` or ``\prod``?"""
    return any(is_big(item) for item in items_of(node))
