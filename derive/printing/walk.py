"""The one walk over terms that all printers share, and what must be told apart on one page.

`Walk.piece` says for each node how the pieces of its children are put together, with parentheses by the strengths of
`derive.printing.spelling`; what each construct looks like is the business of a `Spelling`.  The walk keeps its own stack: a
deeply nested term prints.

Two different terms may come out with one spelling: the name ``sigma2`` and the square of ``sigma``, the scalar ``a_n``
and a component of ``a``, all-ones of two sizes.  The survey prints the page once, looks for such pairs, and says which names
must then be spelled verbatim and whether sizes must be shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import count, pairwise

from derive.language import terms as t
from derive.language.functions import FUNCTIONS
from derive.language.operations import operation_of
from derive.language.order import Order
from derive.language.substitution import is_entrywise_root, subterms
from derive.printing.names import is_word, read_name
from derive.printing.notation import Notation
from derive.printing.spelling import Edge, Page, Piece, Spelling, Strength, fits


class Walk:
    """A spelling at work on one page; `pieces` holds every sub-term shown so far."""

    def __init__(self, spelling: Spelling, page: Page | None = None) -> None:
        self.spelling = spelling
        self.page = page or Page()
        self.pieces: dict[t.Term, Piece] = {}

    def show(self, term: t.Term) -> Piece:
        stack = [term]
        while stack:
            node = stack[-1]
            missing = [child for child in node.children if child not in self.pieces]
            if missing:
                stack.extend(missing)
            else:
                self.pieces[stack.pop()] = self.piece(node, tuple(self.pieces[child] for child in node.children))
        return self.pieces[term]

    def fit(self, piece: Piece, slot: str) -> Piece:
        """The piece, in parentheses where the slot asks for them."""
        if fits(piece.strength, slot):
            return piece
        return Piece(self.spelling.group(piece.text, piece.tall), head=Edge.GROUP, tail=Edge.GROUP, tall=piece.tall)

    def piece(self, term: t.Term, parts: tuple[Piece, ...]) -> Piece:
        """One node from the pieces of its children."""
        s = self.spelling
        match term:
            case t.Number(value):
                return s.number(value)
            case t.Dimension(name):
                return s.name(name, False, self.page)
            case t.Symbol(name):
                return s.name(name, t.is_vector(term.shape), self.page)
            case t.Ones(dims):
                return s.special("ones", dims, self.page.sized)
            case t.Zeros(dims):
                return s.special("zeros", dims, self.page.sized)
            case t.Identity(dim):
                return s.special("identity", (dim, dim), self.page.sized)
            case t.Basis(index):
                base = s.special("basis", term.shape, False)
                return self.indexed(base, (self.index(index),))
            case t.Delta(left, right):
                return self.indexed(s.name("delta", False, Page()), (self.index(left), self.index(right)))
            case t.Add():
                return self.sum(parts)
            case t.Neg(t.Max(index, t.Neg(body))):
                return self.big("minimum", index, self.pieces[body])
            case t.Neg():
                return s.negation(self.fit(parts[0], "term"))
            case t.Product():
                return self.product(parts)
            case t.Hadamard():
                slots = ["hadamard operand"] * (len(parts) - 1) + ["last hadamard operand"]
                return self.chain(s.hadamard, tuple(self.fit(p, slot) for p, slot in zip(parts, slots, strict=True)))
            case t.Dot():
                return self.chain(s.dot, tuple(self.fit(part, "dot operand") for part in parts))
            case t.Outer():
                return self.product((parts[0], self.raised(parts[1], s.transpose)), apart=" ")
            case t.Quotient():
                return self.quotient(parts[0], parts[1])
            case t.Power(_, exponent):
                return self.raised(parts[0], s.exponent(exponent, False))
            case t.HadamardPower(_, power):
                return self.raised(parts[0], s.exponent(Fraction(power), True))
            case t.Transpose():
                return self.raised(parts[0], s.transpose)
            case t.Inverse():
                return self.raised(parts[0], s.exponent(Fraction(-1), False))
            case t.Pinv():
                return self.raised(parts[0], s.pinv)
            case t.Sqrt():
                return self.root(parts[0])
            case t.Defined(definition) if is_entrywise_root(definition):
                return self.root(parts[0])
            case t.Norm():
                return self.bars(parts[0], norm=True)
            case t.Function() if (function := t.unknown_function_of(term)) is not None:
                return s.defined(function.name, parts, term.children, self.page)
            case t.Function("abs") if term.shape == ():
                return self.bars(parts[0], norm=False)
            case t.MatrixFunction("exp") if not self.page.e_taken:
                return Piece(s.exponential(parts[0].text), Strength.POWER, Edge.LETTER, Edge.SCRIPT, parts[0].tall)
            case t.Function() | t.MatrixFunction() | t.Trace() | t.Det() | t.Rank() | t.Diag():
                return self.call(term, parts)
            case t.Component(Order(), (left, right)):
                return Piece(
                    s.ordered(self.index(left), self.index(right)), Strength.SUBSCRIPT, Edge.GROUP, Edge.SCRIPT
                )
            case t.Component(base, indices):
                named = not any(isinstance(index, t.Place) for index in indices)
                return self.component(base, parts[0], tuple(map(self.index, indices)), named)
            case t.Written():
                pieces = iter(parts)
                return s.table([[next(pieces).text for _ in row] for row in term.rows])
            case t.Entry(base, positions):
                return self.component(base, parts[0], tuple(map(s.dim, positions)), False)
            case t.Sum(index):
                return self.big("sum", index, parts[0])
            case t.Prod(index, _, without):
                return self.big("product", index, parts[0], without, bool(without) and index in term.body.free)
            case t.Max(index):
                return self.big("maximum", index, parts[0])
            case t.Grad():
                return self.derivative(parts[0], parts[1])
            case t.Defined(definition, ()):
                return s.name(definition.name, t.is_vector(term.shape), self.page)
            case t.Defined(definition, arguments):
                return s.defined(definition.name, parts, arguments, self.page)
        raise TypeError(f"no spelling for a {type(term).__name__}")

    def root(self, part: Piece) -> Piece:
        """The square root of a number, and of each entry of a vector."""
        s = self.spelling
        inner = self.fit(part, "radicand" if s.line else "anything")
        text = s.root(inner.text)
        return Piece(text, Strength.PREFIX, Edge.RADICAL, Edge.RADICAL, inner.tall, inner.bars and s.line)

    def sum(self, parts: tuple[Piece, ...]) -> Piece:
        """a + b − c: a term with a leading minus is subtracted."""
        s = self.spelling
        first = self.fit(parts[0], "first term")
        text, last = first.text, first
        for part in parts[1:]:
            last = part.negated or self.fit(part, "term")
            text += (s.minus if part.negated else s.plus) + last.text
        return Piece(text, Strength.SUM, first.head, last.tail, _tall(parts), any(part.bars for part in parts))

    def product(self, parts: tuple[Piece, ...], apart: str = "") -> Piece:
        """A v, with the gaps that keep factors apart, at least ``apart``; a visible sign makes it bind like one."""
        s = self.spelling
        *before, last = parts
        factors = [*(self.fit(part, "factor") for part in before), self.fit(last, "last factor")]
        text, strength = factors[0].text, Strength.JUXTAPOSED
        for left, right in pairwise(factors):
            gap = s.gaps[left.tail, right.head] or apart
            text = s.join(text, gap, right.text, self.page)
            if gap == s.times:
                strength = Strength.DOT
        strength = min(strength, Strength.BIG) if factors[-1].strength == Strength.BIG else strength
        return Piece(text, strength, factors[0].head, factors[-1].tail, _tall(factors), any(f.bars for f in factors))

    def chain(self, sign: str, parts: tuple[Piece, ...]) -> Piece:
        """u ⊙ v ⊙ w."""
        text = sign.join(part.text for part in parts)
        return Piece(text, Strength.DOT, parts[0].head, parts[-1].tail, _tall(parts), any(part.bars for part in parts))

    def quotient(self, above: Piece, below: Piece) -> Piece:
        """x / y."""
        s = self.spelling
        if s.line:
            above, below = self.fit(above, "numerator"), self.fit(below, "denominator")
            text = s.quotient(above.text, below.text)
            return Piece(text, Strength.QUOTIENT, above.head, below.tail, bars=above.bars or below.bars)
        return Piece(s.quotient(above.text, below.text), Strength.PREFIX, Edge.FRACTION, Edge.FRACTION, tall=True)

    def raised(self, base: Piece, exponent: str) -> Piece:
        """xⁿ, Aᵀ, A⁻¹."""
        inner = self.fit(base, "power base")
        text = self.spelling.raised(inner.text, exponent)
        return Piece(text, Strength.POWER, inner.head, Edge.SCRIPT, inner.tall, inner.bars)

    def bars(self, inner: Piece, *, norm: bool) -> Piece:
        """|x|; bars in bars are kept apart by parentheses."""
        s = self.spelling
        text = s.group(inner.text, inner.tall) if inner.bars else inner.text
        return Piece(s.bars(text, inner.tall, norm), Strength.ATOM, Edge.BAR, Edge.BAR, inner.tall, bars=True)

    def call(self, term: t.Term, parts: tuple[Piece, ...]) -> Piece:
        """f(x); of a square matrix with the mark of what is applied to each entry, where it could be the other."""
        head = self.spelling.operation(operation_of(term))
        if isinstance(term, t.Function) and FUNCTIONS[term.name].twofold and t.is_square(term.shape):
            head = self.spelling.marked(head)
        return Piece(self.spelling.call(head, parts), Strength.CALL, Edge.OPERATOR, Edge.GROUP, _tall(parts))

    def component(self, term: t.Term, base: Piece, indices: tuple[str, ...], named: bool) -> Piece:
        """xᵢ: a component is a number, so the name of a vector stands without its mark; (1)_N, as 1_N says a size."""
        if isinstance(term, t.Ones | t.Zeros | t.Identity) and not named:
            base = replace(base, strength=Strength.SUM)
        if isinstance(term, t.Symbol) or (isinstance(term, t.Defined) and not term.arguments):
            name = term.name if isinstance(term, t.Symbol) else term.definition.name
            unmarked = self.spelling.name(name, False, self.page)
            if fits(unmarked.strength, "index base"):
                base = unmarked
        return self.indexed(self.fit(base, "index base"), indices)

    def indexed(self, base: Piece, indices: tuple[str, ...]) -> Piece:
        text = self.spelling.indexed(base.text, indices)
        return Piece(text, Strength.SUBSCRIPT, base.head, Edge.SCRIPT, base.tall, base.bars)

    def index(self, index: t.Index) -> str:
        if isinstance(index, t.Place):
            named = index.dim if isinstance(index.dim, t.Dimension) and index.number <= 0 else t.as_term(index.number)
            return self.show(named + index.number if named == index.dim and index.number else named).text
        return self.spelling.name(dict(self.page.indices).get(index.name, index.name), False, self.page).text

    def dim(self, dim: t.Dim) -> str:
        """A dimension as a limit."""
        return self.spelling.name(dim.name, False, self.page).text if isinstance(dim, t.Dimension) else t.show_dim(dim)

    def big(self, kind: str, index: t.Index, body: Piece, without: Sequence[t.Index] = (), told: bool = False) -> Piece:
        """Σᵢ x; over how many it runs stands there, unless that is ``told`` by the body of one that leaves out values."""
        s = self.spelling
        inner = self.fit(body, "big body")
        left_out = [self.index(other) for other in without]
        sign = s.big(kind, self.index(index), "" if told else self.dim(index.dim), left_out)
        text = f"{sign} {inner.text}"
        return Piece(text, Strength.BIG, Edge.OPERATOR, inner.tail, True, inner.bars)

    def derivative(self, term: Piece, symbol: Piece) -> Piece:
        """∂y/∂x."""
        s = self.spelling
        simple = fits(term.strength, "derived")
        text = s.derivative(term, symbol.text, simple)
        if s.line:
            return Piece(text, Strength.QUOTIENT, Edge.OPERATOR, symbol.tail, bars=term.bars and simple)
        edge = Edge.FRACTION if simple else Edge.GROUP
        return Piece(text, Strength.PREFIX, Edge.FRACTION, edge, tall=True)


def _tall(parts: Iterable[Piece]) -> bool:
    return any(part.tall for part in parts)


#: How many printed terms are remembered, each with its page.
REMEMBERED = 16384

#: Pairs of these say the same in two ways and may look alike: u vᵀ, A⁻¹, 1/2, −1.
_SYNONYMS = (t.Number, t.Neg, t.Quotient, t.Product, t.Outer, t.Transpose, t.Inverse, t.Power, t.Hadamard)


def _confused(name: str, term: t.Term) -> bool:
    """Does a number of this name stand in a sum over an index of it, or beside such an index that is free?"""
    bodies = [part.body for part in subterms(term) if isinstance(part, t.Binder) and part.index.name == name]
    within = [term, *bodies] if name in {index.name for index in term.free} else bodies
    return any(name_of(part) == name and part.shape == () for body in within for part in subterms(body))


def survey(spelling: Spelling, terms: Iterable[t.Term]) -> Walk:
    """A walk on the page on which these terms, printed with this spelling, cannot be confused, in whatever order."""
    terms = tuple(terms)
    names, numbers, indices = set[str](), set[str](), set[str]()
    sizes = set()
    for term in terms:
        indices |= {index.name for index in term.free}
        for part in subterms(term):
            indices |= {part.index.name} if isinstance(part, t.Binder) else set()
            name = name_of(part)
            if name is not None:
                names.add(name)
                numbers |= {name} if part.shape == () else set()
            elif isinstance(part, t.Ones | t.Identity):
                sizes.add(part.shape[0] if part.shape else 1)
    words = any(read_name(name) is None and is_word(name) for name in names)
    spelled = [read_name(name) for name in names]
    e_taken = any(name is not None and name.letter == "e" and not name.sub for name in spelled)
    taken = {*names, *indices}
    shared = {name for name in indices & numbers if any(_confused(name, term) for term in terms)}
    fresh = ((name, next(name + "'" * n for n in count(1) if name + "'" * n not in taken)) for name in shared)
    renamed = tuple(sorted(fresh))
    draft = Walk(spelling, Page(sized=len(sizes) > 1, words=words, e_taken=e_taken, indices=renamed))
    for term in terms:
        draft.show(term)
    alike: dict[str, list[t.Term]] = {}
    for part, piece in draft.pieces.items():
        alike.setdefault(piece.text, []).append(part)
    parts = {name: read_name(name) for name in names}
    # σ² is the square of σ wherever there is a σ
    verbatim = {name for name, p in parts.items() if p and p.sup.isdigit() and replace(p, sup="") in parts.values()}
    for group in alike.values():
        if len(group) > 1:
            verbatim.update(_to_change(group))
    page = replace(draft.page, verbatim=frozenset(verbatim))
    return draft if page == draft.page else Walk(spelling, page)


@lru_cache(maxsize=192)
def _page(spelling: type[Spelling], notation: Notation, terms: frozenset[t.Term]) -> Walk:
    """The page of these terms: the formulas of a sentence are printed one by one on the same."""
    return survey(spelling(notation), terms)


@lru_cache(maxsize=REMEMBERED)
def printed(spelling: type[Spelling], notation: Notation, term: t.Term, page: frozenset[t.Term]) -> str:
    """A term on a page; a report has most of its formulas several times, and in several formats."""
    walk = _page(spelling, notation, page)
    return walk.spelling.written(walk.show(term).text)


def name_of(term: t.Term) -> str | None:
    """The name of a symbol, dimension or definition without arguments; None for other terms."""
    match term:
        case t.Symbol(name) | t.Dimension(name):
            return name
        case t.Defined(definition, ()):
            return definition.name
    return None


def _to_change(group: list[t.Term]) -> list[str]:
    """The names to spell verbatim so that terms of one spelling differ: all names, or all but the simplest."""
    names = sorted({name for name in map(name_of, group) if name is not None}, key=lambda name: (len(name), name))
    others = [term for term in group if name_of(term) is None]
    if names:
        return names if others else names[1:]
    entries = any(isinstance(term, t.Entry) for term in others) and len({_base_name(term) for term in others}) == 1
    if entries or all(isinstance(term, _SYNONYMS) for term in group):  # x₁ of x : 3 is said in two ways
        return []
    return [name for name in map(_base_name, others) if name is not None]


def _base_name(term: t.Term) -> str | None:
    """The name inside a component or a definition used with arguments."""
    match term:
        case t.Component(base) | t.Entry(base):
            return name_of(base)
        case t.Defined(definition, _):
            return definition.name
        case t.Function() if (function := t.unknown_function_of(term)) is not None:
            return function.name
    return None
