"""From a term to its normal form: one table, a contraction of index graphs for every operation.

A *tensor* is a form with a label on every leg: the axes of the term (0, 1, …) and its free indices.  Each node of the
language has one entry below, written as in ``einsum``::

    A B   ij,jk→ik      A v   ij,j→i      uᵀ v   i,i→      u vᵀ   i,j→ij      Aᵀ   ij→ji
    u ⊙ v   i,i→i       diag u   i→ii     tr A   ii→       u · v   i,i→       xᵢ   label i

Products over an index and determinants of diagonals with a few u wᵀ have their own room, `derive.kernel.determinants`.
exp, log and half-integer powers of matrices are in `derive.kernel.matrix_functions`.
What no rule reaches (the inverse or determinant of a general matrix) becomes an *opaque* symbol that is determined by
the normal forms of its arguments: equal arguments give equal values, and nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from derive.errors import InputError, NowhereDefined, Undecided
from derive.kernel import derivative, functions, roots
from derive.kernel.assumptions import UNKNOWN, Assumptions
from derive.kernel.determinants import DeterminantOf, InverseOf
from derive.kernel.domain import ledger
from derive.kernel.forms import (
    ONE,
    Algebra,
    DimensionGenerator,
    Form,
    FrozenForm,
    ParameterGenerator,
    ReciprocalGenerator,
    RootGenerator,
    constant,
    freeze,
)
from derive.kernel.graphs import EMPTY, Graph
from derive.kernel.matrix_functions import MatrixFunctions
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import (
    Add,
    Basis,
    Component,
    Defined,
    Delta,
    Det,
    Diag,
    Dim,
    Dimension,
    Dot,
    Function,
    Grad,
    Hadamard,
    HadamardPower,
    Identity,
    Index,
    Inverse,
    MatrixFunction,
    Neg,
    Norm,
    Number,
    Ones,
    Outer,
    Pinv,
    Power,
    Prod,
    Product,
    Quotient,
    Sqrt,
    Sum,
    Symbol,
    Term,
    Trace,
    Transpose,
    Zeros,
    axes_of,
    is_matrix,
    is_row,
    is_square,
    is_vector,
    show_dim,
)

Label = int | Index


@dataclass(frozen=True)
class Tensor:
    """A form with labelled legs, axes before free indices and those by name."""

    labels: tuple[Label, ...]
    form: Form


@dataclass(frozen=True)
class Opaque:
    """The key of a symbol that stands for a value the kernel does not look into.

    ``symbols`` are those it may depend on; the key is the normal form of the argument, so they are no part of it.
    """

    head: str
    arguments: tuple[Hashable, ...]
    symbols: frozenset[Symbol] = field(compare=False)


class Normaliser:
    """Normal forms under the assumptions of one statement.

    ``opaque`` collects the sub-terms that became opaque symbols, for the verdict to name.
    """

    def __init__(
        self,
        assumptions: Assumptions,
        terms: tuple[Term, ...] = (),
        radicands: Sequence[Term] = (),
        generic: Sequence[Symbol] = (),
        everywhere: bool = False,
        definite: Sequence[Symbol] = (),
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
        self.opaque: dict[Term, None] = {}
        self._cache: dict[Term, Tensor] = {}
        self._defined = set(radicands)
        self._everywhere = everywhere
        self._definite = frozenset(definite)
        self._register_signs(terms)

    def _register_signs(self, terms: tuple[Term, ...]) -> None:
        """Find the sums that are ≥ 0 and the entries that are not 0.

        Forms made on the way are made again if they could look otherwise now: if a sum became known after the first look
        at the sums known, or if entries are known to be nonzero.  Else all were made with what is known at the end.  A form
        made with less is as true: it only may miss another one that is equal to it.
        """
        known = [part for term in terms for part in unfolded_subterms(term)]
        divisors = [] if self._everywhere else [part.denominator for part in known if isinstance(part, Quotient)]
        nonzero = [divisor for divisor in divisors if divisor.shape != ()]
        for part in (*nonzero, *self.assumptions.assumed_terms("nonzero")):
            if not part.free:
                try:
                    self.determinants.nonzero.add(freeze(self.tensor(part).form))
                except Undecided:
                    continue  # as below
        known += self.assumptions.assumed_terms("nonneg", "positive", "nonzero")
        known += [Dot(vector, vector) for vector in self.assumptions.assumed_terms("not_zero")]
        stale = bool(self.determinants.nonzero)
        for part in dict.fromkeys(known):
            sign = self.assumptions.sign(part) if part.shape == () and not part.free else UNKNOWN
            if isinstance(part, Norm) and is_vector(part.term.shape):
                part = Dot(part.term, part.term)
            elif isinstance(part, Sqrt | Norm):
                continue
            if not (sign.nonneg or part in self._defined):
                continue
            if not (self._everywhere and ledger((part,), self.assumptions)):
                try:
                    new = roots.register_nonneg(
                        self.algebra, self.tensor(part).form, sign.positive and self._everywhere
                    )
                except Undecided:
                    continue  # the decision itself will meet the same sub-term and say so
                stale = stale or (new and self.algebra.signs_used)
        keys = [
            *self.algebra.symbol_keys,
            *(g.key for g in self.algebra.generators if isinstance(g, ParameterGenerator)),
        ]
        inside = any(not isinstance(key, Symbol | InverseOf) for key in keys)  # forms are part of such keys
        if (stale or inside) and any(
            isinstance(g, RootGenerator | ReciprocalGenerator) for g in self.algebra.generators
        ):
            self._cache.clear()  # those forms were made before all signs were known
            self.opaque.clear()

    def core(self, term: Term) -> FrozenForm | None:
        """What decides the sign of a scalar: its normal form without the factors known to be positive."""
        return roots.core(self.algebra, self.tensor(term).form) if term.shape == () and not term.free else None

    def tensor(self, term: Term) -> Tensor:
        """The normal form of a term; computed once for each distinct sub-term."""
        known = self._cache.get(term)
        if known is None:
            known = self._cache[term] = self._table(term)
        return known

    # --- the table ---

    def _table(self, term: Term) -> Tensor:
        match term:
            case Number(value):
                return Tensor((), constant(value))
            case Dimension():
                return Tensor((), self.algebra.generator(DimensionGenerator(term)))
            case Symbol():
                return self._symbol(term)
            case Ones(dims):
                vertices = tuple(range(len(dims)))
                return self._axes({(self._graph(dims, vertices), ()): 1}, len(dims))
            case Zeros(dims):
                return self._axes({}, len(axes_of(dims)))
            case Identity(dim):
                return self._axes({(self._graph((dim,), (0, 0)), ()): 1}, 2)
            case Basis(index):
                return self._sorted((0, index), {(self._graph((index.dim,), (0, 0)), ()): 1})
            case Delta(left, right):
                if left == right:
                    return Tensor((), ONE)
                return self._sorted((left, right), {(self._graph((left.dim,), (0, 0)), ()): 1})
            case Add(terms):
                return self._add([self.tensor(part) for part in terms])
            case Neg(part):
                tensor = self.tensor(part)
                return Tensor(tensor.labels, self.algebra.negate(tensor.form))
            case Product(factors):
                return self._product([(self.tensor(factor), factor) for factor in factors])
            case Hadamard(factors):
                result = self.tensor(factors[0])
                for factor in factors[1:]:
                    result = self._pointwise(result, self.tensor(factor))
                return result
            case Quotient(numerator, denominator):
                return self._quotient(self.tensor(numerator), self.tensor(denominator), denominator)
            case Power(base, exponent):
                return self._power(base, exponent)
            case HadamardPower(base, exponent):
                return self._pointwise_power(self.tensor(base), exponent, base)
            case Sqrt(radicand):
                return self._root(self.tensor(radicand))
            case Norm(part):
                vector = self.tensor(part)
                axes = tuple(label for label in vector.labels if isinstance(label, int))
                return self._root(self._contract(vector, vector, drop=axes))
            case Function("abs", argument):
                square = self._pointwise(self.tensor(argument), self.tensor(argument))
                return self._root(square)
            case Function(name, argument):
                if name == "tanh":  # of which few relations are known
                    self.opaque.setdefault(term)
                return self._function(name, self.tensor(argument), argument)
            case MatrixFunction(name, argument):
                return self._matrix_function(name, argument, term)
            case Transpose(part):
                tensor = self.tensor(part)
                if not is_matrix(part.shape):
                    return tensor
                return self._relabel(tensor, {0: 1, 1: 0})
            case Diag(vector):
                return self._expand_diagonal(self.tensor(vector))
            case Trace(matrix):
                return self._trace(self.tensor(matrix))
            case Dot(left, right):
                return self._contract(self.tensor(left), self.tensor(right), drop=(0,))
            case Outer(left, right):
                return self._contract(self.tensor(left), self._relabel(self.tensor(right), {0: 1}))
            case Inverse(matrix):
                return self._inverse(matrix, term)
            case Pinv(matrix):
                return self._opaque("pinv", matrix, term)
            case Det(matrix):
                return self._determinant(matrix, term)
            case Component(base, indices):
                return self._component(self.tensor(base), indices)
            case Sum(index, body):
                return self._sum(index, self.tensor(body))
            case Prod():
                return self._prod(term)
            case Grad(part, symbol):
                return self._gradient(part, symbol)
            case Defined():
                return self.tensor(term.unfold())
        raise Undecided(f"no rule for {type(term).__name__}", term)

    # --- atoms ---

    def _graph(self, dims: tuple[Dim, ...], legs: tuple[int, ...]) -> Graph:
        return tuple(self.algebra.dim(dim) for dim in dims), legs, ()

    def _axes(self, form: Form, count: int) -> Tensor:
        return Tensor(tuple(range(count)), form)

    def _symbol(self, symbol: Symbol) -> Tensor:
        kinds = self.assumptions.kinds(symbol)
        if symbol.shape == ():
            nonneg = bool(kinds & {"nonneg", "positive"}) or symbol in self._defined
            return Tensor((), self.algebra.generator(ParameterGenerator(symbol, nonneg, "positive" in kinds)))
        return self._axes(self._entry(self._symbol_number(symbol), symbol.shape), len(symbol.shape))

    def _symbol_number(self, symbol: Symbol) -> int:
        number = self.algebra.symbol(symbol)
        kinds = self.assumptions.kinds(symbol)
        if "idempotent" in kinds and kinds & {"invertible", "orthogonal"}:
            raise InputError(
                f"the matrix {symbol.name!r} is idempotent and invertible", hint="then it is the identity: say so"
            )
        words = {*kinds, "symmetric"} if symbol in self._definite else kinds
        self.algebra.properties = self.algebra.properties.extended(number, words)
        return number

    def _entry(self, number: int, dims: tuple[Dim, ...]) -> Form:
        """One entry of a symbol, a leg on each axis."""
        places = tuple(range(len(dims)))
        factor = (number, places, 1)
        return {((tuple(self.algebra.dim(dim) for dim in dims), places, (factor,)), ()): 1}

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

    def _relabel(self, tensor: Tensor, names: dict[int, int]) -> Tensor:
        labels = tuple(names.get(label, label) if isinstance(label, int) else label for label in tensor.labels)
        return self._sorted(labels, tensor.form)

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
            if not isinstance(label, Index):
                raise Undecided("terms with different axes in a sum")
            bare: Form = {(self._graph((label.dim,), (0,)), ()): 1}
            tensor = self._contract(tensor, Tensor((label,), bare))
        return tensor.form

    def _product(self, factors: list[tuple[Tensor, Term]]) -> Tensor:
        """A product read from the left; rows and columns have one axis, labelled 0."""
        result, first = factors[0]
        shape = first.shape
        for tensor, factor in factors[1:]:
            right = factor.shape
            if shape == () or right == ():
                result = self._contract(result, tensor)
                shape = right if shape == () else shape
                continue
            if is_matrix(shape):  # label the inner axis 2, the outer ones 0 and 1
                left = self._relabel(result, {1: 2})
                inner = self._relabel(tensor, {0: 2, 1: 1} if is_matrix(right) else {0: 2})
                result = self._contract(left, inner, drop=(2,))
                shape = (shape[0], right[1]) if is_matrix(right) else (shape[0],)
            elif is_row(shape):
                left = self._relabel(result, {0: 2})
                inner = self._relabel(tensor, {0: 2, 1: 0} if is_matrix(right) else {0: 2})
                result = self._contract(left, inner, drop=(2,))
                shape = (1, right[1]) if is_matrix(right) else ()
            else:  # column times row
                result = self._contract(result, self._relabel(tensor, {0: 1}))
                shape = (shape[0], right[1])
        return result

    def _expand_diagonal(self, vector: Tensor) -> Tensor:
        numbers = tuple(range(len(vector.labels)))
        form = self.algebra.rearrange(vector.form, numbers, (0, *numbers))
        return Tensor((0, 1, *vector.labels[1:]), form)

    def _trace(self, matrix: Tensor) -> Tensor:
        numbers = (0, 0, *range(2, len(matrix.labels)))
        return Tensor(matrix.labels[2:], self.algebra.rearrange(matrix.form, numbers, numbers[2:]))

    def _component(self, tensor: Tensor, indices: tuple[Index, ...]) -> Tensor:
        labels = tuple(indices[label] if isinstance(label, int) else label for label in tensor.labels)
        distinct = tuple(sorted(set(labels), key=_label_order))
        numbers = {label: i for i, label in enumerate(distinct)}
        form = self.algebra.rearrange(
            tensor.form, tuple(numbers[label] for label in labels), tuple(numbers[label] for label in distinct)
        )
        return Tensor(distinct, form)

    def _sum(self, index: Index, body: Tensor) -> Tensor:
        if index not in body.labels:
            size: Form = self.algebra.close(self._graph((index.dim,), ()))
            return Tensor(body.labels, self.algebra.times(body.form, size))
        return self._contract(body, Tensor((), ONE), drop=(index,))

    # --- division, powers, roots ---

    def _quotient(self, above: Tensor, below: Tensor, denominator: Term) -> Tensor:
        return self._pointwise(above, self._reciprocal(below, denominator))

    def _reciprocal(self, tensor: Tensor, term: Term) -> Tensor:
        """1/x component by component; opaque where masks are among sums that may be 0."""
        if not tensor.labels:
            return Tensor((), self._named(term, tensor.form))
        if not tensor.form:
            raise NowhereDefined("a divisor that is identically 0", term)
        if len(tensor.form) == 1:
            ((dims, legs, factors), monomial), value = next(iter(tensor.form.items()))
            if len(set(legs)) == len(legs) == len(dims):
                inverse = self.determinants.inverse_of_product({((dims, legs, factors), ()): 1})
                scalar = roots.reciprocal(self.algebra, {(EMPTY, monomial): value})
                return Tensor(tensor.labels, self.algebra.times(inverse, scalar))
        if (entries := self.determinants.inverse(tensor.form, authored=True)) is not None:
            return Tensor(tensor.labels, entries)
        return self._componentwise("1/", tensor, axes_of(term.shape), term)

    def _named(self, term: Term, form: Form) -> Form:
        try:
            return roots.reciprocal(self.algebra, form)
        except NowhereDefined as error:
            raise NowhereDefined(error.reason, term) from error

    def _power(self, base: Term, exponent: Fraction) -> Tensor:
        if is_square(base.shape):
            if exponent.denominator == 2:
                return self._principal_power(base, exponent)
            if exponent < 0:
                base, exponent = Inverse(base), -exponent
            if exponent == 0:
                return self.tensor(Identity(base.shape[0]))
            tensor = self.tensor(base)
            result = tensor
            for _ in range(int(exponent) - 1):
                result = self._product([(result, base), (tensor, base)])
            return result
        if exponent.denominator == 2:
            root = self._root(self.tensor(base))
            return self._pointwise_power(root, exponent.numerator, Sqrt(base))
        return self._pointwise_power(self.tensor(base), int(exponent), base)

    def _pointwise_power(self, tensor: Tensor, exponent: int, base: Term) -> Tensor:
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

    def _ones_like(self, base: Term) -> Tensor:
        indices = sorted(base.free, key=_label_order)
        ones = self.tensor(Ones(axes_of(base.shape))) if base.shape else Tensor((), ONE)
        return Tensor((*ones.labels, *indices), self._broadcast(ones, (*ones.labels, *indices)))

    def _root(self, radicand: Tensor) -> Tensor:
        return Tensor(radicand.labels, roots.root(self.algebra, radicand.form))

    def _function(self, name: str, argument: Tensor, term: Term) -> Tensor:
        """exp, log or tanh component by component."""
        match name:
            case "exp":
                dims = tuple(self._dim_of(label, term) for label in argument.labels)
                bare: Form = {(self._graph(dims, tuple(range(len(dims)))), ()): 1}
                return Tensor(
                    argument.labels,
                    functions.exponential(self.algebra, argument.form, bare, self.determinants.inverse_of),
                )
            case "log":
                return Tensor(argument.labels, functions.logarithm(self.algebra, argument.form))
        return Tensor(argument.labels, functions.tangent(self.algebra, argument.form))

    @staticmethod
    def _dim_of(label: Label, term: Term) -> Dim:
        return axes_of(term.shape)[label] if isinstance(label, int) else label.dim

    # --- functions of a whole matrix ---

    def _matrix_function(self, name: str, argument: Term, term: MatrixFunction) -> Tensor:
        """exp or log of a square matrix; opaque where the matrix has free indices."""
        tensor = self.tensor(argument)
        if len(tensor.labels) != 2:
            return self._opaque(f"matrix {name}", argument, term)
        self.opaque.setdefault(term)
        dim = self.algebra.dim(argument.shape[0])
        if name == "exp":
            return self._axes(self.determinants.exponential(tensor.form, dim), 2)
        return self._axes(self.determinants.logarithm(tensor.form, dim), 2)

    def _principal_power(self, base: Term, exponent: Fraction) -> Tensor:
        """A half-integer power of a matrix that is positive definite."""
        tensor, term = self.tensor(base), Power(base, exponent)
        if len(tensor.labels) == 2:
            dim = self.algebra.dim(base.shape[0])
            value = self.determinants.root(tensor.form, exponent, dim, lambda: self._inverse(base, Inverse(base)).form)
            if value is not None:
                self.opaque.setdefault(term)
                return self._axes(value, 2)
        return self._opaque(f"power {exponent}", base, term)

    # --- inverses ---

    def _inverse(self, matrix: Term, term: Term) -> Tensor:
        """The inverse, through products, transposes and diagonals, down to symbols; else opaque."""
        match matrix:
            case Defined():
                return self._inverse(matrix.unfold(), term)
            case Identity():
                return self.tensor(matrix)
            case Inverse(part):
                return self.tensor(part)
            case Neg(part):
                tensor = self._inverse(part, term)
                return Tensor(tensor.labels, self.algebra.negate(tensor.form))
            case Transpose(part):
                return self._relabel(self._inverse(part, term), {0: 1, 1: 0})
            case Power(base, exponent) if exponent > 0 and exponent.denominator == 1:
                return self.tensor(Power(Inverse(base), exponent))
            case Power(base, exponent) if exponent < 0 or exponent.denominator == 2:
                return self.tensor(Power(base, -exponent))
            case MatrixFunction("exp", argument):
                return self.tensor(MatrixFunction("exp", Neg(argument)))
            case Product(factors) if all(f.shape == () or is_square(f.shape) for f in factors):
                inverses: list[tuple[Tensor, Term]] = []
                for factor in reversed(factors):
                    if factor.shape == ():
                        inverses.append((self._reciprocal(self.tensor(factor), factor), factor))
                    else:
                        inverses.append((self._inverse(factor, Inverse(factor)), factor))
                return self._product(inverses)
            case Quotient(numerator, denominator):
                return self._pointwise(self._inverse(numerator, term), self.tensor(denominator))
            case Symbol() if "orthogonal" in self.assumptions.kinds(matrix):
                return self.tensor(Transpose(matrix))
            case Symbol():
                return self._inverse_symbol(matrix)
        tensor = self.tensor(matrix)
        if len(tensor.labels) == 2 and len(tensor.form) == 1:
            ((dims, legs, entries), monomial), value = next(iter(tensor.form.items()))
            if len(dims) == 1:  # diagonal: both legs on one vertex
                inverse = self.determinants.inverse_of_product({((dims, legs[:1], entries), ()): 1})
                scalar = roots.reciprocal(self.algebra, {(EMPTY, monomial): value})
                return self._expand_diagonal(Tensor((0,), self.algebra.times(inverse, scalar)))
        return self._opaque("inverse", matrix, term)

    def _inverse_symbol(self, matrix: Symbol) -> Tensor:
        number = self._symbol_number(matrix)
        inverse = self.algebra.symbol(InverseOf(matrix))
        known = self.algebra.properties
        pairs = replace(known, inverses=known.inverses | {(number, inverse), (inverse, number)})
        self.algebra.properties = pairs.extended(inverse, ["symmetric"] if number in known.symmetric else [])
        return self._axes(self._entry(inverse, matrix.shape), 2)

    # --- what is not looked into ---

    def _opaque(self, head: str, argument: Term, term: Term) -> Tensor:
        """A function of a whole matrix; its axes are those of ``term``, its free indices those of the argument."""
        tensor = self.tensor(argument)
        free = tuple(label for label in tensor.labels if isinstance(label, Index))
        return self._opaque_value(head, tensor, (*range(len(axes_of(term.shape))), *free), axes_of(term.shape), term)

    def _componentwise(self, head: str, argument: Tensor, axes: tuple[Dim, ...], term: Term) -> Tensor:
        """A function of each component: it has a leg for every leg of its argument."""
        return self._opaque_value(head, argument, argument.labels, axes, term)

    def _opaque_value(
        self, head: str, argument: Tensor, labels: tuple[Label, ...], axes: tuple[Dim, ...], term: Term
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

    def _determinant(self, matrix: Term, term: Term) -> Tensor:
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

    def _prod(self, term: Prod) -> Tensor:
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

    def _gradient(self, part: Term, symbol: Symbol) -> Tensor:
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


def _refuse(key: Hashable, symbol: Symbol) -> None:
    """Declines when an opaque value depends on the symbol."""
    inside: Collection[Symbol] = ()
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
    return 1, 0, label.name, isinstance(label.dim, int), show_dim(label.dim)
