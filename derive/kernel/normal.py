"""From a term to its normal form: one table, a contraction of index graphs for every operation.

A *tensor* is a form with a label on every leg: the axes of the term (0, 1, …) and its free indices.  Products and what is a
`derive.language.terms.Contraction` say themselves what they contract, as in ``einsum``::

    A B   ij,jk→ik      A v   ij,j→i      uᵀ v   i,i→      u vᵀ   i,j→ij      Aᵀ   ij→ji
    u ⊙ v   i,i→i       diag u   i→ii     tr A   ii→       u · v   i,i→       xᵢ   label i

Products over an index and determinants of diagonals with a few u wᵀ have their own room, `derive.kernel.determinants`.
exp, log and half-integer powers of matrices are in `derive.kernel.matrix_functions`.
What no rule reaches (the inverse or determinant of a general matrix) becomes an *opaque* symbol that is determined by
the normal forms of its arguments: equal arguments give equal values, and nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain

from derive.errors import InputError, NowhereDefined, Undecided
from derive.kernel import derivative, functions, roots
from derive.kernel.algebra import Algebra
from derive.kernel.assumptions import UNKNOWN, Assumptions
from derive.kernel.determinants import DeterminantOf, InverseOf
from derive.kernel.domain import ledger
from derive.kernel.forms import (
    ONE,
    DimensionGenerator,
    Form,
    FrozenForm,
    ParameterGenerator,
    ReciprocalOf,
    RootOf,
    at_legs,
    constant,
    entry,
    freeze,
    product_at_legs,
)
from derive.kernel.matrix_functions import MatrixFunctions
from derive.kernel.signs import core, register_nonneg
from derive.language import terms as t
from derive.language.substitution import symbols_of, unfolded_subterms

Label = int | t.Index


@dataclass(frozen=True)
class Tensor:
    """A form with labelled legs, axes before free indices and those by name."""

    labels: tuple[Label, ...]
    form: Form


_UNIT = Tensor((), ONE)


@dataclass(frozen=True)
class Opaque:
    """The key of a symbol that stands for a value the kernel does not look into.

    ``symbols`` are those it may depend on; the key is the normal form of the argument, so they are no part of it.
    """

    head: str
    arguments: tuple[Hashable, ...]
    symbols: frozenset[t.Symbol] = field(compare=False)


class Normaliser:
    """Normal forms under the assumptions of one statement.

    ``opaque`` collects the sub-terms that became opaque symbols, for the verdict to name.
    """

    def __init__(
        self,
        assumptions: Assumptions,
        terms: tuple[t.Term, ...] = (),
        radicands: Sequence[t.Term] = (),
        generic: Sequence[t.Symbol] = (),
        everywhere: bool = False,
        definite: Sequence[t.Symbol] = (),
    ) -> None:
        """``terms`` are searched for sums of known sign, which are then recognised as factors of radicands.

        ``radicands`` are scalars that are ≥ 0 wherever the statement's sub-terms are defined.  They are split like those
        of known sign.  A sign holds where its term is defined; with ``everywhere`` only those are used that hold at all
        data.  Such normal forms are equal wherever both terms have values, so that conditions can be compared by them.
        ``generic`` are symbols of which the statement's sides are rational functions
        (`derive.kernel.resolvents.generic_symbols`): what holds for almost all of their values, holds.
        ``definite`` are matrices that are positive definite, and so symmetric, wherever the statement's sub-terms are
        defined.
        """
        self.assumptions = assumptions
        self.algebra = Algebra()
        self.determinants = MatrixFunctions(self.algebra, assumptions, generic, _refuse)
        self.opaque: dict[t.Term, None] = {}
        self._cache: dict[t.Term, Tensor] = {}
        self._defined = set(radicands)
        self._everywhere = everywhere
        self._definite = frozenset(definite)
        self._register_signs(terms)

    def _register_signs(self, terms: tuple[t.Term, ...]) -> None:
        """Find the sums that are ≥ 0 and the entries that are not 0.

        Forms made on the way are made again if they could look otherwise now: if a sum became known after the first look
        at the sums known, or if entries are known to be nonzero.  Else all were made with what is known at the end.  A form
        made with less is as true: it only may miss another one that is equal to it.
        """
        known = [part for term in terms for part in unfolded_subterms(term)]
        divisors = [] if self._everywhere else [part.denominator for part in known if isinstance(part, t.Quotient)]
        nonzero = [divisor for divisor in divisors if divisor.shape != ()]
        for part in (*nonzero, *self.assumptions.assumed_terms("nonzero")):
            if not part.free:
                try:
                    self.determinants.nonzero.add(freeze(self.tensor(part).form))
                except Undecided:
                    continue  # as below
        known += self.assumptions.assumed_terms("nonneg", "positive", "nonzero")
        known += [t.Dot(vector, vector) for vector in self.assumptions.assumed_terms("not_zero")]
        stale = bool(self.determinants.nonzero)
        for part in dict.fromkeys(known):
            sign = self.assumptions.sign(part) if part.shape == () and not part.free else UNKNOWN
            if isinstance(part, t.Norm) and t.is_vector(part.term.shape):
                part = t.Dot(part.term, part.term)
            elif isinstance(part, t.Sqrt | t.Norm):
                continue
            if not (sign.nonneg or part in self._defined):
                continue
            if not (self._everywhere and ledger((part,), self.assumptions)):
                try:
                    form = self.tensor(part).form
                    new = register_nonneg(self.algebra, form, sign.positive and self._everywhere)
                except Undecided:
                    continue  # the decision itself will meet the same sub-term and say so
                stale = stale or (new and self.algebra.signs_used)
        keys = [
            *self.algebra.symbol_keys,
            *(g.key for g in self.algebra.generators if isinstance(g, ParameterGenerator)),
        ]
        # forms are part of such keys
        inside = any(not isinstance(key, t.Symbol | InverseOf | RootOf | ReciprocalOf) for key in keys)
        if (stale or inside) and (self.algebra.roots or self.algebra.reciprocals):
            self._cache.clear()  # those forms were made before all signs were known
            self.opaque.clear()

    def core(self, term: t.Term) -> FrozenForm | None:
        """What decides the sign of a scalar: its normal form without the factors known to be positive."""
        return core(self.algebra, self.tensor(term).form) if term.shape == () and not term.free else None

    def tensor(self, term: t.Term) -> Tensor:
        """The normal form of a term; computed once for each distinct sub-term."""
        known = self._cache.get(term)
        if known is None:
            known = self._cache[term] = self._table(term)
        return known

    # --- the table ---

    def _table(self, term: t.Term) -> Tensor:
        match term:
            case t.Number(value):
                return Tensor((), constant(value))
            case t.Dimension():
                return Tensor((), self.algebra.generator(DimensionGenerator(term)))
            case t.Symbol():
                return self._symbol(term)
            case t.Ones(dims):
                return self._axes(self._ones(*dims), len(dims))
            case t.Zeros(dims):
                return self._axes({}, len(t.axes_of(dims)))
            case t.Identity(dim):
                return self._axes(self._identity(dim), 2)
            case t.Basis(index):
                return self._sorted((0, index), self._identity(index.dim))
            case t.Delta(left, right):
                if left == right:
                    return Tensor((), ONE)
                return self._sorted((left, right), self._identity(left.dim))
            case t.Add(terms):
                return self._add([self.tensor(part) for part in terms])
            case t.Neg(part):
                tensor = self.tensor(part)
                return Tensor(tensor.labels, self.algebra.negate(tensor.form))
            case t.Product(factors):
                return self._product([(self.tensor(factor), factor) for factor in factors])
            case t.Hadamard(factors):
                result = self.tensor(factors[0])
                for factor in factors[1:]:
                    result = self._pointwise(result, self.tensor(factor))
                return result
            case t.Quotient(numerator, denominator):
                return self._quotient(self.tensor(numerator), self.tensor(denominator), denominator)
            case t.Power(base, exponent):
                return self._power(base, exponent)
            case t.HadamardPower(base, exponent):
                return self._pointwise_power(self.tensor(base), exponent, base)
            case t.Sqrt(radicand):
                return self._root(self.tensor(radicand))
            case t.Norm(part):
                vector = self.tensor(part)
                axes = tuple(label for label in vector.labels if isinstance(label, int))
                return self._root(self._contract(vector, vector, drop=axes))
            case t.Function("abs", argument):
                square = self._pointwise(self.tensor(argument), self.tensor(argument))
                return self._root(square)
            case t.Function(name, argument):
                return self._function(name, self.tensor(argument), argument, term)
            case t.MatrixFunction(name, argument):
                return self._matrix_function(name, argument, term)
            case t.Transpose(part) if not t.is_matrix(part.shape):
                return self.tensor(part)
            case t.Contraction():
                return self._einsum(term.indices, *map(self.tensor, term.children))
            case t.Inverse(matrix):
                return self._inverse(matrix, term)
            case t.Pinv(matrix):
                return self._opaque("pinv", matrix, term)
            case t.Det(matrix):
                return self._determinant(matrix, term)
            case t.Component(base, indices):
                return self._component(self.tensor(base), indices)
            case t.Sum(index, body):
                return self._sum(index, self.tensor(body))
            case t.Prod():
                return self._prod(term)
            case t.Grad(part, symbol):
                return self._gradient(part, symbol)
            case t.Defined():
                return self.tensor(term.unfold())
        raise Undecided(f"no rule for {type(term).__name__}", term)

    # --- atoms ---

    def _dims(self, dims: Iterable[t.Dim]) -> tuple[int, ...]:
        return tuple(self.algebra.dim(dim) for dim in dims)

    def _ones(self, *dims: t.Dim) -> Form:
        """1 at all places."""
        return at_legs(self._dims(dims))

    def _identity(self, dim: t.Dim) -> Form:
        return {((self._dims((dim,)), (0, 0), ()), ()): 1}

    def _axes(self, form: Form, count: int) -> Tensor:
        return Tensor(tuple(range(count)), form)

    def _symbol(self, symbol: t.Symbol) -> Tensor:
        kinds = self.assumptions.kinds(symbol)
        if symbol.shape == ():
            nonneg = bool(kinds & {"nonneg", "positive"}) or symbol in self._defined
            return Tensor((), self.algebra.generator(ParameterGenerator(symbol, nonneg, "positive" in kinds)))
        return self._axes(self._entry(self._symbol_number(symbol), symbol.shape), len(symbol.shape))

    def _symbol_number(self, symbol: t.Symbol) -> int:
        number = self.algebra.symbol(symbol)
        kinds = self.assumptions.kinds(symbol)
        if "idempotent" in kinds and kinds & {"invertible", "orthogonal"}:
            raise InputError(
                f"the matrix {symbol.name!r} is idempotent and invertible", hint="then it is the identity: say so"
            )
        words = {*kinds, "symmetric"} if symbol in self._definite else kinds
        self.algebra.properties = self.algebra.properties.extended(number, words)
        return number

    def _entry(self, number: int, dims: tuple[t.Dim, ...]) -> Form:
        """One entry of a symbol, a leg on each axis."""
        return entry(self._dims(dims), number)

    # --- contraction with labels ---

    def _sorted(self, labels: tuple[Label, ...], form: Form) -> Tensor:
        """Put the legs into the order of `Tensor`."""
        order = tuple(sorted(labels, key=_label_order))
        if order == labels:
            return Tensor(labels, form)
        numbers = {label: i for i, label in enumerate(labels)}
        return Tensor(
            order, self.algebra.rearrange(form, tuple(range(len(labels))), tuple(numbers[label] for label in order))
        )

    def _einsum(self, indices: str, left: Tensor, right: Tensor = _UNIT) -> Tensor:
        """One contraction, or two operands and one, with a letter for every axis; free indices that both have are joined."""
        inputs, output = indices.split("->")
        seats: list[list[str | t.Index]] = []
        for letters, tensor in zip((*inputs.split(","), ""), (left, right), strict=False):
            seats.append([letters[label] if isinstance(label, int) else label for label in tensor.labels])
        free = sorted({seat for seat in chain(*seats) if isinstance(seat, t.Index)}, key=_label_order)
        numbers = {seat: number for number, seat in enumerate(dict.fromkeys((*chain(*seats), *output)))}
        ours, others, out = (tuple(numbers[seat] for seat in part) for part in (*seats, (*output, *free)))
        form = self.algebra.contract(left.form, ours, right.form, others, out)
        return Tensor((*range(len(output)), *free), form)

    def _contract(self, left: Tensor, right: Tensor, drop: tuple[Label, ...] = ()) -> Tensor:
        """Join legs with equal labels; those in ``drop`` are summed over, the others stay."""
        labels = tuple(dict.fromkeys((*left.labels, *right.labels)))
        out = tuple(sorted((label for label in labels if label not in drop), key=_label_order))
        if not right.labels and out == left.labels:
            return Tensor(out, self.algebra.times(left.form, right.form))
        if not left.labels and out == right.labels:
            return Tensor(out, self.algebra.times(right.form, left.form))
        numbers = {label: i for i, label in enumerate(labels)}
        form = self.algebra.contract(
            left.form,
            tuple(numbers[label] for label in left.labels),
            right.form,
            tuple(numbers[label] for label in right.labels),
            tuple(numbers[label] for label in out),
        )
        return Tensor(out, form)

    def _pointwise(self, left: Tensor, right: Tensor) -> Tensor:
        return self._contract(left, right)

    def _add(self, tensors: list[Tensor]) -> Tensor:
        labels = tuple(sorted({label for tensor in tensors for label in tensor.labels}, key=_label_order))
        return Tensor(labels, self.algebra.add(*(self._broadcast(tensor, labels) for tensor in tensors)))

    def _broadcast(self, tensor: Tensor, labels: tuple[Label, ...]) -> Form:
        """Give a tensor the free indices it does not depend on."""
        missing = [label for label in labels if label not in tensor.labels]
        for label in missing:
            if not isinstance(label, t.Index):
                raise Undecided("terms with different axes in a sum")
            tensor = self._contract(tensor, Tensor((label,), self._ones(label.dim)))
        return tensor.form

    def _product(self, factors: list[tuple[Tensor, t.Term]]) -> Tensor:
        """A product read from the left; rows and columns have one axis, labelled 0."""
        result, first = factors[0]
        shape = first.shape
        for tensor, factor in factors[1:]:
            right = factor.shape
            if shape == () or right == ():
                result = self._contract(result, tensor)
                shape = right if shape == () else shape
                continue
            result = self._einsum(t.product_indices(shape, right), result, tensor)
            shape = t.product_shape(shape, right)
        return result

    def _component(self, tensor: Tensor, indices: tuple[t.Index, ...]) -> Tensor:
        labels = tuple(indices[label] if isinstance(label, int) else label for label in tensor.labels)
        distinct = tuple(sorted(set(labels), key=_label_order))
        numbers = {label: i for i, label in enumerate(distinct)}
        form = self.algebra.rearrange(
            tensor.form, tuple(numbers[label] for label in labels), tuple(numbers[label] for label in distinct)
        )
        return Tensor(distinct, form)

    def _sum(self, index: t.Index, body: Tensor) -> Tensor:
        if index not in body.labels:
            size = self.algebra.close((self._dims((index.dim,)), (), ()))
            return Tensor(body.labels, self.algebra.times(body.form, size))
        return self._contract(body, Tensor((), ONE), drop=(index,))

    # --- division, powers, roots ---

    def _quotient(self, above: Tensor, below: Tensor, denominator: t.Term) -> Tensor:
        return self._pointwise(above, self._reciprocal(below, denominator))

    def _reciprocal(self, tensor: Tensor, term: t.Term) -> Tensor:
        """1/x component by component; opaque where masks are among sums that may be 0."""
        if not tensor.labels:
            return Tensor((), self._named(term, tensor.form))
        if not tensor.form:
            raise NowhereDefined("a divisor that is identically 0", term)
        if product_at_legs(tensor.form) is not None:
            return Tensor(tensor.labels, self.determinants.inverse_of_product(tensor.form))
        if (entries := self.determinants.inverse(tensor.form, authored=True)) is not None:
            return Tensor(tensor.labels, entries)
        return self._componentwise("1/", tensor, t.axes_of(term.shape), term)

    def _named(self, term: t.Term, form: Form) -> Form:
        try:
            return roots.reciprocal(self.algebra, form)
        except NowhereDefined as error:
            raise NowhereDefined(error.reason, term) from error

    def _power(self, base: t.Term, exponent: Fraction) -> Tensor:
        if t.is_square(base.shape):
            if exponent.denominator == 2:
                return self._principal_power(base, exponent)
            if exponent < 0:
                base, exponent = t.Inverse(base), -exponent
            if exponent == 0:
                return self.tensor(t.Identity(base.shape[0]))
            tensor = self.tensor(base)
            result = tensor
            for _ in range(int(exponent) - 1):
                result = self._product([(result, base), (tensor, base)])
            return result
        if exponent.denominator == 2:
            root = self._root(self.tensor(base))
            return self._pointwise_power(root, exponent.numerator, t.Sqrt(base))
        return self._pointwise_power(self.tensor(base), int(exponent), base)

    def _pointwise_power(self, tensor: Tensor, exponent: int, base: t.Term) -> Tensor:
        """An integer power component by component."""
        if exponent < 0:
            tensor, exponent = self._reciprocal(tensor, base), -exponent
        if not tensor.labels:
            return Tensor((), self.algebra.power(tensor.form, exponent))
        if exponent == 0:
            return self._ones_like(base)
        result = tensor
        for _ in range(exponent - 1):
            result = self._pointwise(result, tensor)
        return result

    def _ones_like(self, base: t.Term) -> Tensor:
        indices = sorted(base.free, key=_label_order)
        ones = self.tensor(t.Ones(t.axes_of(base.shape))) if base.shape else Tensor((), ONE)
        return Tensor((*ones.labels, *indices), self._broadcast(ones, (*ones.labels, *indices)))

    def _root(self, radicand: Tensor) -> Tensor:
        return Tensor(radicand.labels, roots.root(self.algebra, radicand.form))

    def _function(self, name: str, inner: Tensor, argument: t.Term, term: t.Term) -> Tensor:
        """A function component by component."""
        axes = t.axes_of(argument.shape)
        bare = self._ones(*(axes[label] if isinstance(label, int) else label.dim for label in inner.labels))
        match name:
            case "exp":
                form = functions.exponential(self.algebra, inner.form, bare, self.determinants.inverse_of)
            case "log":
                form = functions.logarithm(self.algebra, inner.form)
            case _:
                self.opaque.setdefault(term)  # few relations are known of it
                form = functions.unknown(self.algebra, name, inner.form, bare)
        return Tensor(inner.labels, form)

    # --- functions of a whole matrix ---

    def _matrix_function(self, name: str, argument: t.Term, term: t.MatrixFunction) -> Tensor:
        """exp or log of a square matrix; opaque where the matrix has free indices."""
        tensor = self.tensor(argument)
        if len(tensor.labels) != 2:
            return self._opaque(f"matrix {name}", argument, term)
        self.opaque.setdefault(term)
        dim = self.algebra.dim(argument.shape[0])
        if name == "exp":
            return self._axes(self.determinants.exponential(tensor.form, dim), 2)
        return self._axes(self.determinants.logarithm(tensor.form, dim), 2)

    def _principal_power(self, base: t.Term, exponent: Fraction) -> Tensor:
        """A half-integer power of a matrix that is positive definite."""
        tensor, term = self.tensor(base), t.Power(base, exponent)
        if len(tensor.labels) == 2:
            dim = self.algebra.dim(base.shape[0])
            value = self.determinants.root(
                tensor.form, exponent, dim, lambda: self._inverse(base, t.Inverse(base)).form
            )
            if value is not None:
                self.opaque.setdefault(term)
                return self._axes(value, 2)
        return self._opaque(f"power {exponent}", base, term)

    # --- inverses ---

    def _inverse(self, matrix: t.Term, term: t.Term) -> Tensor:
        """The inverse, through products, transposes and diagonals, down to symbols; else opaque."""
        match matrix:
            case t.Defined():
                return self._inverse(matrix.unfold(), term)
            case t.Identity():
                return self.tensor(matrix)
            case t.Inverse(part):
                return self.tensor(part)
            case t.Neg(part):
                tensor = self._inverse(part, term)
                return Tensor(tensor.labels, self.algebra.negate(tensor.form))
            case t.Transpose(part):
                return self._einsum("ij->ji", self._inverse(part, term))
            case t.Power(base, exponent) if exponent > 0 and exponent.denominator == 1:
                return self.tensor(t.Power(t.Inverse(base), exponent))
            case t.Power(base, exponent) if exponent < 0 or exponent.denominator == 2:
                return self.tensor(t.Power(base, -exponent))
            case t.MatrixFunction("exp", argument):
                return self.tensor(t.MatrixFunction("exp", t.Neg(argument)))
            case t.Product(factors) if all(f.shape == () or t.is_square(f.shape) for f in factors):
                inverses: list[tuple[Tensor, t.Term]] = []
                for factor in reversed(factors):
                    if factor.shape == ():
                        inverses.append((self._reciprocal(self.tensor(factor), factor), factor))
                    else:
                        inverses.append((self._inverse(factor, t.Inverse(factor)), factor))
                return self._product(inverses)
            case t.Quotient(numerator, denominator):
                return self._pointwise(self._inverse(numerator, term), self.tensor(denominator))
            case t.Symbol() if "orthogonal" in self.assumptions.kinds(matrix):
                return self.tensor(t.Transpose(matrix))
            case t.Symbol():
                return self._inverse_symbol(matrix)
        tensor = self.tensor(matrix)
        if len(tensor.labels) == 2 and len(tensor.form) == 1:
            ((dims, legs, entries), monomial), value = next(iter(tensor.form.items()))
            if len(dims) == 1:  # diagonal: both legs on one vertex
                diagonal: Form = {((dims, legs[:1], entries), monomial): value}
                return self._einsum("i->ii", Tensor((0,), self.determinants.inverse_of_product(diagonal)))
        return self._opaque("inverse", matrix, term)

    def _inverse_symbol(self, matrix: t.Symbol) -> Tensor:
        number = self._symbol_number(matrix)
        inverse = self.algebra.symbol(InverseOf(matrix))
        known = self.algebra.properties
        pairs = replace(known, inverses=known.inverses | {(number, inverse), (inverse, number)})
        self.algebra.properties = pairs.extended(inverse, ["symmetric"] if number in known.symmetric else [])
        return self._axes(self._entry(inverse, matrix.shape), 2)

    # --- what is not looked into ---

    def _opaque(self, head: str, argument: t.Term, term: t.Term) -> Tensor:
        """A function of a whole matrix; its axes are those of ``term``, its free indices those of the argument."""
        tensor = self.tensor(argument)
        free = tuple(label for label in tensor.labels if isinstance(label, t.Index))
        return self._opaque_value(
            head, tensor, (*range(len(t.axes_of(term.shape))), *free), t.axes_of(term.shape), term
        )

    def _componentwise(self, head: str, argument: Tensor, axes: tuple[t.Dim, ...], term: t.Term) -> Tensor:
        """A function of each component: it has a leg for every leg of its argument."""
        return self._opaque_value(head, argument, argument.labels, axes, term)

    def _opaque_value(
        self, head: str, argument: Tensor, labels: tuple[Label, ...], axes: tuple[t.Dim, ...], term: t.Term
    ) -> Tensor:
        """A symbol determined by the normal form of its argument, with a leg for every label.

        Labels enter the key by their seats, not their names: f(xᵢ) and f(xⱼ) are entries of one symbol.
        """
        self.opaque.setdefault(term)
        seats = {label: seat for seat, label in enumerate(labels)}
        dims = tuple(axes[label] if isinstance(label, int) else label.dim for label in labels)
        seen = tuple(seats.get(label, -1) for label in argument.labels)
        opaque = Opaque(head, (seen, freeze(argument.form), dims), frozenset(symbols_of(term)))
        if not labels:
            return Tensor((), self.algebra.generator(ParameterGenerator(opaque)))
        return Tensor(labels, self._entry(self.algebra.symbol(opaque), dims))

    def _determinant(self, matrix: t.Term, term: t.Term) -> Tensor:
        tensor = self.tensor(matrix)
        if len(tensor.labels) != 2:
            return self._opaque("det", matrix, term)
        if (value := self.determinants.determinant(tensor.form)) is not None:
            return Tensor((), value)
        if (value := self.determinants.of_product(tensor.form)) is not None:
            self.opaque.setdefault(term)
            return Tensor((), value)
        if (ring := self.determinants.ring(tensor.form)) is None:
            return self._opaque("det", matrix, term)
        self.opaque.setdefault(term)
        key = Opaque("det", (ring,), frozenset(symbols_of(term)))
        return Tensor((), self.algebra.generator(ParameterGenerator(key)))

    def _prod(self, term: t.Prod) -> Tensor:
        """∏ over all indices, or all but some: a generator, and resolvents at those; with free indices opaque."""
        body, dim, without = self.tensor(term.body), term.index.dim, term.without
        free = [label for label in body.labels if label != term.index]
        if not free:
            entries = self._broadcast(body, (term.index,))
            if (rest := self.determinants.all_but(entries, len(without))) is not None:
                return self._sorted(without, rest)
        labels = tuple(sorted({*free, *without}, key=_label_order))
        seats = f" but for {', '.join(str(labels.index(other)) for other in sorted(without, key=_label_order))}"
        return self._opaque_value(f"∏ over {dim!r}{seats if without else ''}", body, labels, (), term)

    # --- derivative ---

    def _gradient(self, part: t.Term, symbol: t.Symbol) -> Tensor:
        kinds = self.assumptions.kinds(symbol) - {"nonzero", "not_zero", "nonneg", "positive", "invertible"}
        if kinds or symbol in self._definite:
            word = min(kinds, default="positive definite").replace("_", " ")
            raise Undecided(f"a derivative with respect to the {word} symbol {symbol.name}", part)
        tensor = self.tensor(part)
        axes = sum(isinstance(label, int) for label in tensor.labels)
        added = tuple(range(axes, axes + len(symbol.shape)))
        form = derivative.derivative(
            self.algebra, tensor.form, len(tensor.labels), symbol, self.determinants.derivative
        )
        return self._sorted((*tensor.labels, *added), form)


def _refuse(key: Hashable, symbol: t.Symbol) -> None:
    """Declines when an opaque value depends on the symbol."""
    inside: Collection[t.Symbol] = ()
    match key:
        case Opaque(symbols=symbols):
            inside = symbols
        case InverseOf(matrix) | DeterminantOf(matrix):
            inside = (matrix,)
    if symbol in inside:
        raise Undecided(f"the derivative of an opaque value with respect to {symbol.name}")


def _label_order(label: Label) -> tuple[int, int, str, bool, str]:
    """A total order: indices of one name over two dimensions are two indices, as are those over 2 and one named "2"."""
    if isinstance(label, int):
        return 0, label, "", False, ""
    return 1, 0, label.name, isinstance(label.dim, int), t.show_dim(label.dim)
