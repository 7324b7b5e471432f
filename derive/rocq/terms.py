"""Terms in Rocq, twice: as readable MathComp text, and as the deep terms of DeriveNormal.v.

Both come from one pass over a term, so they have one structure.  Nothing rests on that: the generated proof has the text
checked against the meaning of the deep term by conversion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from derive.language import terms as t
from derive.language.substitution import subterms
from derive.rocq.environment import (
    Library,
    Parameters,
    Scope,
    ascii_word,
    kind_of,
    square_of_norm,
    stripped,
    type_of,
    value_of,
)
from derive.rocq.pieces import (
    APPLY,
    ATOM,
    POSTFIX,
    POWER,
    PRODUCT,
    SUM,
    Piece,
    Unreachable,
    chained,
    missing,
    negated,
    number,
    summed,
    times,
    total,
)


class Writer:
    """Writes the terms of one statement over one environment."""

    def __init__(self, library: Library, parameters: Parameters, local: Mapping[t.Symbol, str] | None = None) -> None:
        self.library = library
        self.parameters = parameters
        self.local = dict(local or {})

    def text(self, term: t.Term) -> str:
        """The readable text alone; no parameter is registered."""
        return Writer(self.library, Parameters(), self.local).piece(term).text

    def piece(self, term: t.Term) -> Piece:
        """A closed term; raises `Unreachable`."""
        type_of(term.shape)
        match term:
            case t.Number(value):
                return number(value)
            case t.Dimension():
                return Piece("n%:R", ATOM, "SN")
            case t.Symbol():
                return self._symbol(term)
            case t.Ones(dims):
                return self._ones(dims)
            case t.Zeros(dims):
                return Piece("0", ATOM, f"{kind_of(dims)}0")
            case t.Identity():
                return Piece("1%:M", ATOM, "MId")
            case t.Add(terms):
                return summed(kind_of(term.shape), terms, self.piece)
            case t.Neg(part):
                return negated(kind_of(term.shape), self.piece(part))
            case t.Product(factors):
                made, shape = self.piece(factors[0]), factors[0].shape
                for factor in factors[1:]:
                    made, shape = self._times(made, shape, self.piece(factor), factor.shape)
                return made
            case t.Hadamard(factors):
                made = self.piece(factors[0])
                for factor in factors[1:]:
                    made = self._hadamard(made, self.piece(factor), term.shape)
                return made
            case t.Quotient(above, below):
                return self._quotient(above, below)
            case t.Power(base, exponent) if exponent.denominator == 2 and base.shape != ():
                raise Unreachable("a half-integer power of a matrix")
            case t.Power(base, exponent):
                return self._power(base, exponent)
            case t.HadamardPower(base, exponent):
                return self._hadamard_power(base, exponent)
            case t.Sqrt(radicand):
                return self._root(radicand)
            case t.Inverse(matrix):
                return self._inverse_matrix(matrix)
            case t.Norm(part):
                made = self._root(square_of_norm(part))
                return replace(made, text=f"norm {self.piece(part).at(POSTFIX)}") if t.is_vector(part.shape) else made
            case t.Transpose(part):
                return self._transpose(part)
            case t.Diag(part):
                return self._call("diag", "MDiag", part)
            case t.Trace(part):
                inner = self.piece(part)
                cast = f"({inner.text} : {type_of(part.shape)})" if isinstance(part, t.Identity) else inner.at(POSTFIX)
                return Piece(f"\\tr {cast}", APPLY, f"(STr {inner.deep})", inner.degrees)
            case t.Dot(left, right):
                return self._call("dot", "SDot", left, right)
            case t.Outer(left, right):
                u, v = self.piece(left), self.piece(right)
                deep = f"(MOuter {u.deep} (RTr {v.deep}))"
                return Piece(f"{u:power} *m {v:atom}^T", PRODUCT, deep, total(u, v), "*m")
            case t.Sum(index, body) if term.shape == ():
                return self._total(index, body)
            case t.Defined(definition, arguments):
                return self._defined(term, definition, arguments)
        raise Unreachable(missing(term))

    # --- nodes ------------------------------------------------------------------------------------------------------

    def _symbol(self, symbol: t.Symbol) -> Piece:
        if symbol in self.local:
            return Piece(self.local[symbol], ATOM, "local")
        name = self.library.symbol(symbol)
        bare = t.Symbol(symbol.name, symbol.dims)
        if symbol.dims == ():
            return self.parameters.scalar("symbol", bare, name, ATOM)
        return Piece(name, ATOM, self.parameters.vector("symbol", bare, name))

    def _ones(self, dims: t.Shape) -> Piece:
        dim = dims[-1]
        one = Piece("one" if isinstance(dim, t.Dimension) else f"(@ones F {dim})", ATOM, "V1")
        if t.is_vector(dims):
            return one
        if t.is_row(dims):
            return Piece(f"{one.text}^T", POSTFIX, "(RTr V1)")
        return Piece(f"{one.text} *m {one.text}^T", PRODUCT, "(MOuter V1 (RTr V1))", {}, "*m")

    def _times(self, left: Piece, a: t.Shape, right: Piece, b: t.Shape) -> tuple[Piece, t.Shape]:
        shape = t.product_shape(a, b)
        type_of(shape)
        if a == () and b == ():
            return times("S", left, right), shape
        degrees = total(left, right)
        if a == () or b == ():
            scalar, other = (left, right) if a == () else (right, left)
            deep = f"({kind_of(shape)}Scale {scalar.deep} {other.deep})"
            return Piece(f"{scalar:power} *: {other:power}", PRODUCT, deep, degrees), shape
        node = {"MM": "MMul", "MV": "VMul", "RM": "RMul", "RV": "SEntry", "VR": "MOuter"}[kind_of(a) + kind_of(b)]
        text = f"{chained(left, '*m')} *m {right:power}"
        deep = f"({node} {left.deep} {right.deep})"
        if node == "SEntry":
            return Piece(f"({text}) 0 0", APPLY, deep, degrees), shape
        return Piece(text, PRODUCT, deep, degrees, "*m"), shape

    def _hadamard(self, left: Piece, right: Piece, shape: t.Shape) -> Piece:
        if shape == ():
            return times("S", left, right)
        if t.is_row(shape):
            raise Unreachable("a componentwise product of rows")
        text = f"hadamard {left:postfix} {right:postfix}"
        return Piece(text, APPLY, f"({kind_of(shape)}Had {left.deep} {right.deep})", total(left, right))

    def _quotient(self, above: t.Term, below: t.Term) -> Piece:
        if t.is_vector(below.shape):
            inverse = self._inverse_vector(below)
            if above == t.Number(Fraction(1)):
                return inverse
            made = self.piece(above)
            if above.shape != ():
                return self._hadamard(made, inverse, below.shape)
            deep = f"(VScale {made.deep} {inverse.deep})"
            return Piece(f"{made:power} *: {inverse:power}", PRODUCT, deep, total(made, inverse))
        made = self.piece(above)
        if isinstance(below, t.Number) and below.value.denominator == 1 and below.value > 0:
            divisor = f"{below.value}%:R"
            if above.shape == ():
                text = f"{chained(made, '/')} / {divisor}"
                return Piece(text, PRODUCT, f"(SDivNat {made.deep} {below.value})", made.degrees, "/")
            part = Piece(f"1 / {divisor}", PRODUCT, f"(SDivNat S1 {below.value})", {}, "/")
            return self._times(part, (), made, above.shape)[0]
        inverse = self.inverse(below)
        if above.shape == ():
            divisor = self.piece(below).at(POWER)
            text = f"{chained(made, '/')} / {divisor}"
            return Piece(text, PRODUCT, f"(SMul {made.deep} {inverse.deep})", total(made, inverse), "/")
        return self._times(inverse, (), made, above.shape)[0]

    def inverse(self, term: t.Term) -> Piece:
        """d⁻¹ of a scalar: a parameter; d itself is one too, unless it is N, a symbol or a root."""
        below = self.piece(term)
        if value_of(stripped(term)) is None:
            self.parameters.scalar("value", term, below.text, below.level)
        return self.parameters.scalar("inverse", term, f"{below:atom}^-1", POSTFIX)

    def _inverse_vector(self, term: t.Term) -> Piece:
        plain = stripped(term)
        below = self.piece(term)
        if isinstance(plain, t.Ones):
            return below
        if isinstance(plain, t.Power) and isinstance(plain.base, t.Symbol):
            raise Unreachable("division by a power of a vector")
        if not isinstance(plain, t.Symbol):
            raise Unreachable("division by a compound vector")
        bare = t.Symbol(plain.name, plain.dims)
        deep = self.parameters.vector("inverse", bare, f"vinv {self.piece(plain).at(POSTFIX)}")
        return Piece(f"vinv {below:postfix}", APPLY, deep)

    def _power(self, base: t.Term, exponent: Fraction) -> Piece:
        kind = kind_of(base.shape)
        if exponent.denominator == 2:
            root = self._root(base) if exponent > 0 else self.inverse(t.Sqrt(base))
            return self._raised(root, abs(exponent.numerator), "S")
        if kind == "V":
            return self._hadamard_power(base, int(exponent))
        if exponent < 0 and kind == "M":
            return self._raised(self._inverse_matrix(base), abs(int(exponent)), kind)
        made = self.piece(base) if exponent >= 0 else self.inverse(base)
        return self._raised(made, abs(int(exponent)), kind)

    def _inverse_matrix(self, matrix: t.Term) -> Piece:
        """The inverse of a diagonal matrix: its text is the inverse, its deep term the diagonal of inverses."""
        plain = stripped(matrix)
        if not isinstance(plain, t.Diag):
            raise Unreachable("the inverse of a matrix")
        text = f"invmx {self.piece(matrix).at(POSTFIX)}"
        entries = self._inverse_vector(plain.vector)
        self.parameters.matrices[text] = plain.vector
        return Piece(text, APPLY, f"(MDiag {entries.deep})")

    def _raised(self, made: Piece, exponent: int, kind: str) -> Piece:
        if exponent == 1:
            return made
        degrees = {key: degree * exponent for key, degree in made.degrees.items()}
        return Piece(f"{made:apply} ^+ {exponent}", POWER, f"({kind}Pow {made.deep} {exponent})", degrees)

    def _hadamard_power(self, base: t.Term, exponent: int) -> Piece:
        kind = kind_of(base.shape)
        if kind == "S":
            return self._power(base, Fraction(exponent))
        if kind != "V":
            raise Unreachable("componentwise powers of a matrix")
        made = self._inverse_vector(base) if exponent < 0 else self.piece(base)
        if abs(exponent) == 1:
            return made
        degrees = {key: degree * abs(exponent) for key, degree in made.degrees.items()}
        return Piece(f"vpow {made:postfix} {abs(exponent)}", APPLY, f"(VPow {made.deep} {abs(exponent)})", degrees)

    def _root(self, radicand: t.Term) -> Piece:
        inside = self.piece(radicand)
        return self.parameters.scalar("root", radicand, f"Num.sqrt {inside:postfix}", APPLY)

    def _transpose(self, part: t.Term) -> Piece:
        inner = self.piece(part)
        if part.shape == ():
            return inner
        node = {"V": "RTr", "R": "VTr", "M": "MTr"}[kind_of(part.shape)]
        return Piece(f"{inner:atom}^T", POSTFIX, f"({node} {inner.deep})", inner.degrees)

    def _call(self, function: str, node: str, *arguments: t.Term) -> Piece:
        made = [self.piece(argument) for argument in arguments]
        text = " ".join([function, *(piece.at(POSTFIX) for piece in made)])
        return Piece(text, APPLY, f"({' '.join([node, *(piece.deep for piece in made)])})", total(*made))

    def _defined(self, term: t.Defined, definition: t.Definition, arguments: tuple[t.Term, ...]) -> Piece:
        body = self.piece(term.unfold())
        if term.entrywise or any(
            not isinstance(dim, t.Dimension) for part in subterms(term.unfold()) for dim in part.shape if dim != 1
        ):
            return body
        name = self.definition(definition)
        quiet = Writer(self.library, Parameters(), self.local)
        text = " ".join([name, *(quiet.piece(argument).at(POSTFIX) for argument in arguments)])
        return Piece(text, APPLY if arguments else ATOM, body.deep, body.degrees)

    def definition(self, definition: t.Definition) -> str:
        """The identifier of a definition; written when it is first used.

        Its parameters end in a prime, as no other name does: they hide nothing.
        """
        library = self.library
        if definition not in library.definitions:
            name = library.names(definition, definition.name)
            names = [f"{ascii_word(parameter.name)}'" for parameter in definition.parameters]
            if len(set(names)) < len(names):
                raise Unreachable("two parameters with one ASCII name")
            local = dict(zip(definition.parameters, names, strict=True))
            body = Writer(library, Parameters(), local).piece(definition.body)
            typed = "".join(f" ({local[p]} : {type_of(p.dims)})" for p in definition.parameters)
            text = f"Definition {name}{typed} : {type_of(definition.body.shape)} := {body.text}."
            library.definitions[definition] = (name, text)
        return library.definitions[definition][0]

    # --- components -------------------------------------------------------------------------------------------------

    def _total(self, index: t.Index, body: t.Term) -> Piece:
        type_of((index.dim,))
        inner = self.component(body, {index: ("i", "I")})
        range_ = "" if isinstance(index.dim, t.Dimension) else f" : 'I_{index.dim}"
        name = f"(i{range_})" if range_ else "i"
        return Piece(f"\\sum_{name} {inner:product}", SUM, f"(SSum {inner.deep})", inner.degrees)

    def component(self, term: t.Term, scope: Scope) -> Piece:
        """A scalar that depends on the indices of the scope, as a component of two indices; raises `Unreachable`."""
        if not term.free:
            closed = self.piece(term)
            return Piece(closed.text, closed.level, f"(CS {closed.deep})", closed.degrees)
        match term:
            case t.Add(terms):
                return summed("C", terms, lambda part: self.component(part, scope))
            case t.Neg(part):
                return negated("C", self.component(part, scope))
            case t.Product(factors) | t.Hadamard(factors) if all(factor.shape == () for factor in factors):
                made = self.component(factors[0], scope)
                for factor in factors[1:]:
                    made = times("C", made, self.component(factor, scope))
                return made
            case t.Quotient(above, below) if not below.free and above.shape == ():
                made, divisor = self.component(above, scope), self.piece(below)
                inverse = self.inverse(below)
                text = f"{chained(made, '/')} / {divisor:power}"
                return Piece(text, PRODUCT, f"(CMul {made.deep} (CS {inverse.deep}))", total(made, inverse), "/")
            case t.Power(base, exponent) if exponent.denominator == 1 and exponent >= 0 and base.shape == ():
                return self._raised(self.component(base, scope), int(exponent), "C")
            case t.Component(base, indices) if not base.free:
                return self._entry(base, indices, scope)
            case t.Delta(left, right) if left in scope and right in scope and scope[left] != scope[right]:
                return Piece(f"({scope[left][0]} == {scope[right][0]})%:R", ATOM, "CD")
            case t.Sum(index, body) if not any(place == "J" for _, place in scope.values()):
                inner = self.component(body, {**scope, index: ("j", "J")})
                return Piece(f"\\sum_j {inner:product}", SUM, f"(CSumJ {inner.deep})", inner.degrees)
        raise Unreachable(missing(term))

    def _entry(self, base: t.Term, indices: tuple[t.Index, ...], scope: Scope) -> Piece:
        made = self.piece(base)
        places = [scope[index] for index in indices if index in scope]
        if len(places) != len(indices):
            raise Unreachable("a free index")
        if t.is_vector(base.shape):
            name, place = places[0]
            return Piece(f"{made:postfix} {name} 0", APPLY, f"(C{place} {made.deep})", made.degrees)
        if t.is_matrix(base.shape):
            (row, first), (column, second) = places
            if (first, second) == ("I", "J"):
                return Piece(f"{made:postfix} {row} {column}", APPLY, f"(CE {made.deep})", made.degrees)
        raise Unreachable("a component of a matrix that is not at (i, j)")
