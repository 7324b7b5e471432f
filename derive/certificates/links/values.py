"""Steps that bring the values of functions to one form: roots, exponentials, logarithms, tanh.

Of each value f(q) in an equation, the innermost first, q is brought to a form by what is known of those inside, and then

    √(c ∏ fᵏ) = √c ∏ f^{k/2} √…       a `root` step
    exp(Σ c m) = ∏ exp(g m)^{c/g}      `exp-sum`, `exp-power`; exp(log x) = x
    log(c ∏ fᵏ) = log c + Σ k log f    `log-product`, `log-power`; log(exp x) = x

so that equal values come out alike.  Each step is taken in the scope as it is found, and
is left out if the verifier declines it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any

from derive import verifier
from derive.certificates.declarations import JSON
from derive.certificates.links.asking import nodes, text_of
from derive.certificates.links.exponentials import exponential, logarithm, note_exponents
from derive.certificates.links.factoring import Factored, Factoring
from derive.certificates.links.indexed import maximum, over_index
from derive.certificates.links.rewriting import Vanishing, rewritten
from derive.certificates.links.writing import Poly, PolynomialWriter, power, product
from derive.kernel.factors import factored

#: What the values are of that have a form here.
KINDS = ("recip", "sqrt", "exp", "log", "tanh", "prod0", "max_over")
MAX_ATOMS = 60

#: An atom, and for each of its places the index of the statement that stands there, or 0 for any.
Value = tuple[int, tuple[int, ...]]


class Values:
    """The steps for the values in some polynomials.

    Args:
        scope: where they are taken.
        terms: those in which the values stand; roots are written as they are there.
        relations: equalities by which arguments may be rewritten.
    """

    def __init__(
        self, scope: verifier.Scope, terms: Sequence[verifier.Node] = (), relations: Sequence[Vanishing] = ()
    ) -> None:
        self.scope, self.relations = scope, list(relations)
        self.terms = tuple(terms)
        #: Is −1 taken out of products over an index?
        self.signed = False
        #: Is 1/√q written as √q/q, for squares of roots in sums to be rewritten?
        self.over_squares = False
        self.links = verifier.Links(scope)
        self.factoring = Factoring(scope)
        self.steps: list[list[Any]] = []
        #: For each monomial in an exponent the greatest number of which all its coefficients are multiples.
        self.units: dict[verifier.Key, Fraction] = {}
        self.done: set[Value] = set()
        self.zero = scope.language.number(0)
        self.inside: set[Value] = set()
        #: The roots of the terms, as they are written.  That what is under a norm is ≥ 0 is learnt by reading it.
        self.written: dict[verifier.Key, str] = {}
        #: Radicands of the terms, by what they expand to: as products they are known by how they are written.
        self.radicands: dict[verifier.Key, verifier.Node] = {}
        for node in nodes(*terms):
            if node.op in ("sqrt", "norm", "abs") and not node.shape and not node.free:
                self.written.setdefault(verifier.key_of(scope.expand(node)), text_of(node))
            if node.op == "sqrt" and node.args[0].op in ("mul", "div", "pow"):
                self.radicands.setdefault(verifier.key_of(scope.expand(node.args[0])), node.args[0])
        for node in nodes(*terms):
            if node.op in ("sqrt", "log", "div"):
                self._read_off(node.args[-1])

    def _read_off(self, term: verifier.Node) -> None:
        """A `sign` step for a term whose form says more of its sign than what it expands to."""
        if not term.shape and not term.free:
            for part in term.args if term.op in ("mul", "pow", "neg") else ():
                self._read_off(part)
            s = self.scope.read_sign(term)
            if s != verifier.ANY and self.scope.sign(self.scope.expand(term)) & ~s:
                self.take("sign", text_of(term), text_of(term))

    def take(self, *step: object) -> bool:
        """Take a step, if the verifier accepts it."""
        equalities = len(self.scope.equalities)
        try:
            self.links.step(self.zero, self.zero, list(step))
        except verifier.Rejected:
            del self.scope.equalities[equalities:]
            return False
        self.steps.append(list(step))
        return True

    def all_of(self, *polys: Poly) -> None:
        """Take the steps for the values in these polynomials."""
        found: dict[Value, None] = {}
        entered: set[Value] = set()
        for p in polys:
            for value in self._atoms(p, False, entered):
                found.setdefault(value)
        order = sorted(found, key=lambda value: (self.scope.atoms[value[0]].height, value))
        if len(order) > MAX_ATOMS:
            return
        for value in order:
            note_exponents(self, value)
        for value in order:
            self._value(value)

    # --- what there is

    def _atoms(self, p: Poly, inside: bool, entered: set[Value]) -> Iterator[Value]:
        """Those of the values in a polynomial, in sums and arguments too; each argument is entered once."""
        for mono in p:
            for a, at, _ in mono:
                atom = self.scope.atoms[a]
                deep = inside or any(i < 0 for i in at)
                if atom.kind != "sum" and not atom.own and atom.kind not in KINDS:
                    continue
                value = a, self._known_places(at)
                if value not in entered:
                    entered.add(value)
                    inner: Poly = {atom.name: 1} if atom.kind == "sum" else self.argument(value)
                    yield from self._atoms(inner, True, entered)
                if atom.kind in KINDS:
                    if deep:
                        self.inside.add(value)
                    yield value

    def _known_places(self, at: tuple[int, ...]) -> tuple[int, ...]:
        """The indices of the statement at which a value is asked for; none if one stands twice, as on a diagonal."""
        known = tuple(i if i > 0 and not self.scope.general(i) else 0 for i in at)
        named = [i for i in known if i]
        return known if len(set(named)) == len(named) else (0,) * len(at)

    # --- names

    def places(self, value: Value) -> list[int]:
        """An index of the statement, or one called _p0, _p1, …, for each place of a value."""
        number, at = value
        sizes = self.scope.atoms[number].sizes
        return [
            i or self.scope.index("general", f"_p{n}", size) for n, (i, size) in enumerate(zip(at, sizes, strict=True))
        ]

    def argument(self, value: Value) -> Poly:
        """What a value is of, at these."""
        atom = self.scope.atoms[value[0]]
        own = [self.scope.fresh(self.scope.size(i)) for i in atom.own]
        return self.scope.argument(value[0], tuple(self.places(value)), own)

    def text(self, p: Poly) -> str:
        return PolynomialWriter(self.scope).poly(p)

    def vector(self, p: Poly, index: int) -> str:
        """The vector whose entry at an index p is."""
        return PolynomialWriter(self.scope).vector(p, index)

    # --- one value

    def _value(self, value: Value) -> None:
        if value in self.done:
            return
        self.done.add(value)
        kind = self.scope.atoms[value[0]].kind
        if kind == "prod0":
            over_index(self, value)
            return
        if kind == "max_over":
            maximum(self, value)
            return
        q = self.argument(value)
        simple, link = self._simplified(q)
        if not simple or (kind != "recip" and self.scope.vanishes(simple)):
            if kind == "exp" and not q:
                self.take("exp-zero", "1")
            elif kind != "recip":
                self.take("same", f"{kind}({self.text(q)})", f"{kind}(0)", *link)
            if kind == "tanh":
                number = len(self.scope.equalities)
                half = {"steps": [["tanh-odd", "0"]], "indices": [], "cofactors": [[number, [], "1/2"]]}
                self.take("equal", "tanh(0)", "0", half)
            return
        try:
            if kind == "sqrt":
                self._root(q, simple, link)
            elif kind == "recip":
                if link:
                    self.take("same", f"pow({self.text(q)}, -1)", f"pow({self.text(simple)}, -1)", *link)
                if value in self.inside:
                    self._reciprocal(simple if link else q, simple)
            else:
                if simple != q:
                    self.take("same", f"{kind}({self.text(q)})", f"{kind}({self.text(simple)})", *link)
                if kind == "exp":
                    exponential(self, simple)
                elif kind == "log":
                    logarithm(self, q, simple)
                else:
                    self._tanh(simple)
        except verifier.Rejected:
            pass

    def _simplified(self, q: Poly) -> tuple[Poly, list[JSON]]:
        """q by what is known of the values inside and by the relations; with the link for it, in brackets."""
        scope = self.scope
        simple = scope.substituted(q)
        if not self.relations:
            return simple, []
        simpler, made = rewritten(scope, simple, self.relations, {})
        return (simpler, [{"indices": [], "cofactors": made}]) if made else (simple, [])

    def _root(self, q: Poly, simple: Poly, link: list[JSON]) -> None:
        if link and not self.scope.sign(q) & verifier.NEGATIVE and self.scope.sign(simple) & verifier.NEGATIVE:
            turned = [[number, names, f"neg({text})"] for number, names, text in link[0]["cofactors"]]
            self.take("sign", self.text(simple), self.text(q), {**link[0], "cofactors": turned})
        written = self.radicands.get(verifier.key_of(q))
        if written is not None and self._root_as(self.factoring.of_term(written), q, simple, link):
            return
        self._root_as(self.factoring.of(simple), q, simple, link)

    def _root_as(self, found: Factored, q: Poly, simple: Poly, link: list[JSON]) -> bool:
        """√q by a factorisation of it; is a step taken?"""
        v, roots = self._root_of(found, q)
        if v is None:
            return False
        u = self.written.get(verifier.key_of(self.scope.root(q)), f"sqrt({self.text(q)})")
        if u == v or self.same(u, v):
            return False
        inner = link[0] if link else None
        taken = self.take("root", u, v, *link) or (inner and self._root_by_parts(u, v, q, simple, inner))
        doubtful = [(f, k) for f, k in roots if self.scope.sign(f) != verifier.POSITIVE]
        if taken and len(doubtful) == 1 and doubtful[0][1] == 2:
            self._nonzero(u, v, dict(doubtful[0][0]))
        return bool(taken)

    def signed_factor(
        self, q: Poly, number: Fraction, odd: tuple[Poly, int], others: Sequence[tuple[Poly, int]]
    ) -> Poly | None:
        """±f, which is ≥ 0 as q = number fᵏ ∏ others is, k odd, where the others are of known sign."""
        f, k = odd
        g = f if number > 0 else verifier.scale(f, -1)
        powers = [*((h, -j) for h, j in others), (f, 1 - k)]
        ratio = [f"pow({self.text(h)}, {j})" for h, j in powers if j]
        taken = self.take("sign", self.text(g), product([str(1 / abs(number)), self.text(q), *ratio]))
        return g if taken and not self.scope.sign(g) & verifier.NEGATIVE else None

    def _of_square(self, f: Poly) -> bool:
        """The sign of f, where c f is a sum of squares that stands in the terms and c a product of known sign."""
        for term, found in self.squares:
            if found.powers.get(verifier.key_of(f)) == 1:
                g, number = (f, found.number) if found.number > 0 else (verifier.scale(f, -1), -found.number)
                others = [(dict(key), k) for key, k in found.powers.items() if dict(key) != f]
                ratio = [f"pow({self.text(h)}, {-k})" for h, k in others]
                return self.take("sign", self.text(g), product([str(1 / number), *ratio, text_of(term)]))
        return False

    @cached_property
    def squares(self) -> list[tuple[verifier.Node, Factored]]:
        """The sums of squares in the terms, with their factors."""
        sums = [node for node in nodes(*self.terms) if node.op == "sum" and not node.shape and not node.free]
        signed = [node for node in sums if not self.scope.read_sign(node.args[0]) & verifier.NEGATIVE]
        return [(node, self.factoring.of(p)) for node in signed if (p := self.scope.expand(node))]

    def _nonzero(self, u: str, v: str, f: Poly) -> None:
        """f > 0, where u = v = c f, c > 0, and u is known to be > 0."""
        language, word = self.scope.language, self.text(f)
        if self.scope.read_sign(language.term(u)) == verifier.POSITIVE:
            found = self.factoring.of(self.scope.expand(language.term(v)))
            if verifier.key_of(f) not in found.powers:  # as −f
                f, found.number = verifier.scale(f, -1), -found.number
            found.times(f, -1)
            ratio = [f"pow({self.text(dict(key))}, {-k})" for key, k in found.powers.items()]
            self.take("sign", word, product([str(1 / found.number), *ratio, u]))

    def _root_by_parts(self, u: str, v: str, q: Poly, simple: Poly, inner: JSON) -> bool:
        """√q = √s by q = s from cofactors, then √s = v."""
        between = f"sqrt({self.text(simple)})"
        return self.take("same", u, between, inner) and (self.same(between, v) or self.take("root", between, v))

    def same(self, u: str, v: str) -> bool:
        language, scope = self.scope.language, self.scope
        return scope.expand(language.term(u)) == scope.expand(language.term(v))

    def _root_of(self, found: Factored, q: Poly) -> tuple[str | None, list[tuple[Poly, int]]]:
        """√(c ∏ fᵏ) as text."""
        number = found.number
        parts: list[str] = []
        inside: list[tuple[Poly, int]] = []
        unknown: list[tuple[Poly, int]] = []
        for key, k in found.powers.items():
            f = dict(key)
            s = self.scope.sign(f)
            if s & verifier.NEGATIVE and s & verifier.POSITIVE and self._of_square(f):
                s = self.scope.sign(f)
            if not s & verifier.NEGATIVE:
                inside.append((f, k))
            elif not s & verifier.POSITIVE:
                inside.append((verifier.scale(f, -1), k))
                number *= Fraction(-1) ** k
            else:
                unknown.append((f, k))
        odd = [(f, k) for f, k in unknown if k % 2]
        if len(odd) == 1 and number:  # the others are of known sign, so is this one
            others = [(h, j) for h, j in [*inside, *unknown] if h is not odd[0][0]]
            g = self.signed_factor(q, number, odd[0], others)
            if g is not None:
                unknown.remove(odd[0])
                inside.append((g, odd[0][1]))
                number = abs(number)
                odd = []
        for f, k in inside:
            half, rest = divmod(k, 2)
            if half:
                parts.append(power(self.text(f), half))
            if rest:
                parts.append(self.text(f) if self._is_mask(f) else f"sqrt({self.text(f)})")
        for f, k in unknown:
            if half := k // 2:
                parts.append(power(f"sqrt(pow({self.text(f)}, 2))" if half % 2 else self.text(f), half))
        if odd:
            left = product([self.text(f) for f, _ in odd])
            parts.append(f"sqrt({'neg(' + left + ')' if number < 0 else left})")
            number = abs(number)
        if number < 0:
            return None, []
        below = number.denominator
        primes = factored(number.numerator * below)
        parts += [f"sqrt({prime})" for prime, k in primes if k % 2]
        size = Fraction(prod(prime ** (k // 2) for prime, k in primes), below)
        if size != 1:
            parts.insert(0, str(size))
        return product(parts), inside

    def _is_mask(self, f: Poly) -> bool:
        """An entry of a symbol whose entries are 0 and 1: each is its own root."""
        return len(f) == 1 and len(mono := next(iter(f))) == 1 and mono[0][0] in self.scope.masks and f[mono] == 1

    def _reciprocal(self, q: Poly, simple: Poly) -> None:
        found = self.factoring.of(simple)
        number, parts = found.number, []
        for key, k in found.powers.items():
            f = dict(key)
            if self.scope.sign(f) == verifier.NEGATIVE:
                f, number = verifier.scale(f, -1), number * Fraction(-1) ** k
            text = self.text(f)  # (1/f)ᵏ: in sums 1/fᵏ is a value of its own
            parts.append(power(text, -k) if k < 0 else self._one_over(f, k) or power(f"div(1, {text})", k))
        u, v = f"div(1, {self.text(q)})", product([str(1 / number), *parts])
        if not self.same(u, v):
            self.take("equal", u, v)

    def _one_over(self, f: Poly, k: int) -> str:
        """1/√qᵏ as √qᵏ/qᵏ, where squares of roots in sums are rewritten; else nothing."""
        if not self.over_squares or len(f) != 1:
            return ""
        ((mono, c),) = f.items()
        (a, at, e), *others = mono
        if others or c != 1 or e != 1 or self.scope.atoms[a].kind != "sqrt":
            return ""
        q = self.text(self.scope.argument(a, at))
        return f"mul(pow(sqrt({q}), {k}), div(1, pow({q}, {k})))"

    def _tanh(self, q: Poly) -> None:
        if q[max(q)] < 0:
            self.take("tanh-odd", self.text(verifier.scale(q, -1)))
