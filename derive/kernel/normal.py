"""From a term to its normal form: one table, a contraction of index graphs for every operation.

Products over an index and determinants of diagonals with a few u wᵀ have their own room, `derive.kernel.determinants`.
exp, log and half-integer powers of matrices are in `derive.kernel.matrix_functions`.
What no rule reaches (an inverse, determinant or rank of a general matrix, a maximum) becomes an *opaque* symbol,
determined by the normal forms of its arguments: equal arguments give equal values, and nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial, reduce

from derive.errors import InputError, NowhereDefined, Undecided
from derive.kernel import forms as f
from derive.kernel import functions, tensors
from derive.kernel.algebra import Algebra
from derive.kernel.assumptions import Assumptions
from derive.kernel.domain import nonzero_entries, sums_of_known_sign
from derive.kernel.forms import ONE, Form
from derive.kernel.matrix_functions import MatrixFunctions
from derive.kernel.maxima import maximum
from derive.kernel.ranks import known_rank
from derive.kernel.tensors import Label, Tensor
from derive.kernel.values import InverseOf, Opaque, core, inverse_symbol, register_nonneg
from derive.language import terms as t
from derive.language.substitution import symbols_of


class Normaliser:
    """Normal forms under the assumptions of one statement; ``opaque`` collects the sub-terms that became opaque."""

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

        ``radicands`` are scalars that are ≥ 0 wherever the statement's sub-terms are defined, split as those of known sign.
        A sign holds where its term is defined; with ``everywhere`` only those are used that hold at all data.  Such normal
        forms are equal wherever both terms have values, so that conditions can be compared by them.  ``generic`` are symbols
        of which the statement's sides are rational functions (`derive.kernel.domain.generic_symbols`): what holds for almost
        all of their values, holds.  ``definite`` are matrices that are positive definite, and so symmetric, there.
        """
        self.assumptions = assumptions
        self.algebra = Algebra()
        self.determinants = MatrixFunctions(self.algebra, assumptions, generic)
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
        for part in nonzero_entries(terms, self.assumptions, self._everywhere):
            with suppress(Undecided):  # as below
                self.determinants.nonzero.add(f.freeze(self.tensor(part).form))
        stale = bool(self.determinants.nonzero)
        for part, positive in sums_of_known_sign(terms, self.assumptions, self._defined, self._everywhere):
            with suppress(Undecided):  # the decision itself will meet the same sub-term and say so
                new = register_nonneg(self.algebra, self.tensor(part).form, positive)
                stale = stale or (new and self.algebra.signs_used)
        apart = (*self.algebra.roots, *self.algebra.reciprocals)
        others = [g for n, g in enumerate(self.algebra.generators) if n not in apart]
        keys = [*self.algebra.symbol_keys, *(g.key for g in others if isinstance(g, f.ParameterGenerator))]
        stale = stale or any(not isinstance(key, t.Symbol | InverseOf) for key in keys)  # forms are part of such keys
        if stale and apart:
            self._cache.clear()  # those forms were made before all signs were known
            self.opaque.clear()

    def core(self, term: t.Term) -> f.FrozenForm | None:
        """What decides the sign of a scalar: its normal form without the factors known to be positive."""
        return core(self.algebra, self.tensor(term).form) if term.shape == () and not term.free else None

    def tensor(self, term: t.Term) -> Tensor:
        """The normal form of a term; computed once for each distinct sub-term.

        Raises `Undecided` with the sub-term at which it declines.
        """
        known = self._cache.get(term)
        if known is None:
            try:
                known = self._cache[term] = self._table(term)
            except Undecided as error:
                error.term = term if error.term is None else error.term
                raise
        return known

    def _table(self, term: t.Term) -> Tensor:
        match term:
            case t.Number(value):
                return Tensor((), f.constant(value))
            case t.Dimension():
                return Tensor((), self.algebra.generator(f.DimensionGenerator(term)))
            case t.Symbol():
                return self._symbol(term)
            case t.Ones(dims):
                return self._axes(f.at_legs(tensors.dims_of(self.algebra, dims)), dims)
            case t.Zeros(dims):
                return self._axes({}, t.axes_of(dims))
            case t.Identity(dim):
                return self._axes(tensors.delta(self.algebra, dim), (dim, dim))
            case t.Basis(index):
                return tensors.labelled(self.algebra, (0, index), tensors.delta(self.algebra, index.dim))
            case t.Delta(left, right):
                if left == right:
                    return Tensor((), ONE)
                return tensors.labelled(self.algebra, (left, right), tensors.delta(self.algebra, left.dim))
            case t.Add(terms):
                return tensors.add(self.algebra, [self.tensor(part) for part in terms])
            case t.Neg(part):
                tensor = self.tensor(part)
                return Tensor(tensor.labels, self.algebra.negate(tensor.form))
            case t.Product(factors):
                return tensors.product(self.algebra, [(self.tensor(factor), factor.shape) for factor in factors])
            case t.Hadamard(factors):
                return reduce(self._pointwise, map(self.tensor, factors))
            case t.Quotient(numerator, denominator):
                above, below = self.tensor(numerator), self.tensor(denominator)
                return self._pointwise(above, self._reciprocal(below, denominator))
            case t.Power(base, exponent):
                return self._power(base, exponent)
            case t.HadamardPower(base, exponent):
                return self._pointwise_power(self.tensor(base), exponent, base)
            case t.Sqrt(radicand):
                return self._root(self.tensor(radicand))
            case t.Norm(part):
                vector = self.tensor(part)
                axes = tuple(label for label in vector.labels if isinstance(label, int))
                return self._root(tensors.contract(self.algebra, vector, vector, drop=axes))
            case t.Function("abs", argument):
                return self._root(self._pointwise(self.tensor(argument), self.tensor(argument)))
            case t.Function(name, argument):
                return self._function(name, self.tensor(argument), argument, term)
            case t.MatrixFunction(name, argument):
                return self._matrix_function(name, argument, term)
            case t.Transpose(part) if not t.is_matrix(part.shape):
                return self.tensor(part)
            case t.Contraction():
                return tensors.einsum(self.algebra, term.indices, *map(self.tensor, term.children))
            case t.Inverse(matrix):
                return self._inverse(matrix, term)
            case t.Pinv(matrix):
                return self._opaque("pinv", matrix, term)
            case t.Rank(matrix):
                known, tensor = known_rank(self.algebra, self.tensor(matrix))
                return known or self._opaque_value("rank", tensor, tensor.labels[2:], (), term)
            case t.Det(matrix):
                return self._determinant(matrix, term)
            case t.Component(base, indices):
                tensor = self.tensor(base)
                labels = tuple(indices[label] if isinstance(label, int) else label for label in tensor.labels)
                return tensors.labelled(self.algebra, labels, tensor.form)
            case t.Sum(index, body):
                return tensors.summed(self.algebra, index, self.tensor(body))
            case t.Prod():
                return self._prod(term)
            case t.Max(index, body):
                return maximum(self.algebra, index, self.tensor(body), partial(self._opaque_value, axes=(), term=term))
            case t.Grad(part, symbol):
                return self._gradient(part, symbol)
            case t.Defined():
                return self.tensor(term.unfold())
        raise Undecided(f"no rule for {type(term).__name__}", term)

    # --- atoms ---

    def _axes(self, form: Form, dims: Sequence[t.Dim]) -> Tensor:
        return Tensor(tuple(range(len(dims))), form)

    def _entries(self, number: int, dims: Sequence[t.Dim]) -> Tensor:
        """A symbol, with a leg on each axis."""
        return self._axes(f.entry(tensors.dims_of(self.algebra, dims), number), dims)

    def _pointwise(self, left: Tensor, right: Tensor) -> Tensor:
        return tensors.contract(self.algebra, left, right)

    def _symbol(self, symbol: t.Symbol) -> Tensor:
        kinds = self.assumptions.kinds(symbol)
        if symbol.shape == ():
            nonneg = bool(kinds & {"nonneg", "positive"}) or symbol in self._defined
            return Tensor((), self.algebra.generator(f.ParameterGenerator(symbol, nonneg, "positive" in kinds)))
        return self._entries(self._symbol_number(symbol), symbol.shape)

    def _symbol_number(self, symbol: t.Symbol) -> int:
        number = self.algebra.symbol(symbol)
        kinds = self.assumptions.kinds(symbol)
        if "idempotent" in kinds and kinds & {"invertible", "orthogonal"}:
            hint = "then it is the identity: say so"
            raise InputError(f"the matrix {symbol.name!r} is idempotent and invertible", hint=hint)
        if (sign := self.assumptions.sign(symbol)).nonneg:
            (self.algebra.positive_symbols if sign.nonzero else self.algebra.nonneg_symbols).add(number)
        words = {*kinds, "symmetric"} if symbol in self._definite else kinds
        self.algebra.properties = self.algebra.properties.extended(number, words)
        return number

    # --- division, powers, roots ---

    def _reciprocal(self, tensor: Tensor, term: t.Term) -> Tensor:
        """1/x component by component; opaque where masks are among sums that may be 0."""
        try:
            entries = self.determinants.inverse(tensor.form)
        except NowhereDefined as error:
            raise NowhereDefined(error.reason, term) from error
        if entries is not None:
            return Tensor(tensor.labels, entries)
        return self._opaque_value("1/", tensor, tensor.labels, t.axes_of(term.shape), term)

    def _power(self, base: t.Term, exponent: Fraction) -> Tensor:
        if t.is_square(base.shape):
            if exponent.denominator == 2:
                return self._principal_power(base, exponent)
            if exponent < 0:
                base, exponent = t.Inverse(base), -exponent
            if exponent == 0:
                return self.tensor(t.Identity(base.shape[0]))
            return tensors.product(self.algebra, [(self.tensor(base), base.shape)] * int(exponent))
        if exponent.denominator == 2:
            return self._pointwise_power(self._root(self.tensor(base)), exponent.numerator, t.Sqrt(base))
        return self._pointwise_power(self.tensor(base), int(exponent), base)

    def _pointwise_power(self, tensor: Tensor, exponent: int, base: t.Term) -> Tensor:
        """An integer power component by component."""
        if exponent < 0:
            tensor, exponent = self._reciprocal(tensor, base), -exponent
        if not tensor.labels:
            return Tensor((), self.algebra.power(tensor.form, exponent))
        if exponent:
            return reduce(self._pointwise, [tensor] * exponent)
        ones = self.tensor(t.Ones(t.axes_of(base.shape))) if base.shape else Tensor((), ONE)
        labels = (*ones.labels, *tensors.in_order(base.free))
        return Tensor(labels, tensors.broadcast(self.algebra, ones, labels))

    def _root(self, radicand: Tensor) -> Tensor:
        return Tensor(radicand.labels, functions.root(self.algebra, radicand.form))

    def _function(self, name: str, inner: Tensor, argument: t.Term, term: t.Term) -> Tensor:
        """A function component by component."""
        axes = t.axes_of(argument.shape)
        dims = (axes[label] if isinstance(label, int) else label.dim for label in inner.labels)
        bare = f.at_legs(tensors.dims_of(self.algebra, dims))
        match name:
            case "exp":
                form = functions.exponential(self.algebra, inner.form, bare, self.determinants.inverse)
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
        of = self.determinants.exponential if name == "exp" else self.determinants.logarithm
        return Tensor((0, 1), of(tensor.form, self.algebra.dim(argument.shape[0])))

    def _principal_power(self, base: t.Term, exponent: Fraction) -> Tensor:
        """A half-integer power of a matrix that is positive definite."""
        tensor, term = self.tensor(base), t.Power(base, exponent)
        if len(tensor.labels) == 2:
            dim = self.algebra.dim(base.shape[0])
            value = self.determinants.root(tensor.form, exponent, dim, lambda: self._inverse_of(base).form)
            if value is not None:
                self.opaque.setdefault(term)
                return Tensor((0, 1), value)
        return self._opaque(f"power {exponent}", base, term)

    # --- inverses ---

    def _inverse_of(self, factor: t.Term) -> Tensor:
        square = factor.shape != ()
        return self._inverse(factor, t.Inverse(factor)) if square else self._reciprocal(self.tensor(factor), factor)

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
                return tensors.einsum(self.algebra, "ij->ji", self._inverse(part, term))
            case t.Power(base, exponent) if exponent > 0 and exponent.denominator == 1:
                return self.tensor(t.Power(t.Inverse(base), exponent))
            case t.Power(base, exponent) if exponent < 0 or exponent.denominator == 2:
                return self.tensor(t.Power(base, -exponent))
            case t.MatrixFunction("exp", argument):
                return self.tensor(t.MatrixFunction("exp", t.Neg(argument)))
            case t.Product(factors) if all(part.shape == () or t.is_square(part.shape) for part in factors):
                return tensors.product(
                    self.algebra, [(self._inverse_of(factor), factor.shape) for factor in reversed(factors)]
                )
            case t.Quotient(numerator, denominator):
                return tensors.contract(self.algebra, self._inverse(numerator, term), self.tensor(denominator))
            case t.Symbol() if "orthogonal" in self.assumptions.kinds(matrix):
                return self.tensor(t.Transpose(matrix))
            case t.Symbol():
                return self._entries(inverse_symbol(self.algebra, self._symbol_number(matrix), matrix), matrix.shape)
        tensor, matrices = self.tensor(matrix), self.determinants.matrices
        if len(tensor.labels) != 2:
            return self._opaque("inverse", matrix, term)
        layer = matrices.layer(tensor.form, orthogonal=True)  # (B A Bᵀ)⁻¹ = B A⁻¹ Bᵀ
        inner = tensor.form if layer is None else layer[1]
        entries = matrices.diagonal(inner)
        if entries and (within := self.determinants.inverse(entries)) is not None:
            value = matrices.of_entries(within)
        else:
            value = self._opaque_value("inverse", Tensor((0, 1), inner), (0, 1), t.axes_of(term.shape), term).form
        return Tensor((0, 1), value if layer is None else matrices.between(layer[0], value, layer[2]))

    # --- what is not looked into ---

    def _opaque(self, head: str, argument: t.Term, term: t.Term) -> Tensor:
        """A function of a whole matrix; its axes are those of ``term``, its free indices those of the argument."""
        tensor = self.tensor(argument)
        free = tuple(label for label in tensor.labels if isinstance(label, t.Index))
        axes = t.axes_of(term.shape)
        return self._opaque_value(head, tensor, (*range(len(axes)), *free), axes, term)

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
        opaque = Opaque(head, (seen, f.freeze(argument.form), dims), frozenset(symbols_of(term)))
        if not labels:
            return Tensor((), self.algebra.generator(f.ParameterGenerator(opaque)))
        return Tensor(labels, self._entries(self.algebra.symbol(opaque), dims).form)

    def _determinant(self, matrix: t.Term, term: t.Term) -> Tensor:
        tensor = self.tensor(matrix)
        if len(tensor.labels) != 2:
            return self._opaque("det", matrix, term)
        if (value := self.determinants.determinant(tensor.form)) is not None:
            return Tensor((), value)
        self.opaque.setdefault(term)
        if (value := self.determinants.of_product(tensor.form)) is not None:
            return Tensor((), value)
        if (ring := self.determinants.ring(tensor.form)) is None:
            return self._opaque("det", matrix, term)
        key = Opaque("det", (ring,), frozenset(symbols_of(term)))
        return Tensor((), self.algebra.generator(f.ParameterGenerator(key)))

    def _prod(self, term: t.Prod) -> Tensor:
        """∏ over all indices, or all but some: a generator, and resolvents at those; with free indices opaque."""
        body, dim, without = self.tensor(term.body), term.index.dim, term.without
        free = [label for label in body.labels if label != term.index]
        if not free:
            entries = tensors.broadcast(self.algebra, body, (term.index,))
            if (rest := self.determinants.all_but(entries, len(without))) is not None:
                return tensors.labelled(self.algebra, without, rest)
        labels = tensors.in_order((*free, *without))
        seats = f" but for {', '.join(str(labels.index(other)) for other in tensors.in_order(without))}"
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
        slope = self.determinants.derivative(tensor.form, symbol)
        return tensors.labelled(self.algebra, (*tensor.labels, *added), slope)
