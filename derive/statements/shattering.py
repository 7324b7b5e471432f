"""Shattering: every way to label some points is read off by a network of LayerNorm of width 3.

The networks.  A layer maps a number u to t = scale · (u − shift), then to minus the third component of LayerNorm (gains 1,
bias 0) of (t + 1, −t + 1, −2); both maps are affine, so a network of depth L is L affine maps into ℝ³ with a LayerNorm after
each.  The label of u is the sign of weight · u + bias at the end: + for the label 1, − for the label 0.

Two kinds: `Shattered` for given points, by a network for each labelling, whose weights are printed and whose signs are
certain; `ShattersEveryFamily` for points of any number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add

from derive.errors import InputError, Undecided
from derive.evaluate.elementary import sqrt as root
from derive.evaluate.evaluate import evaluate
from derive.evaluate.numbers import Enclosure, Real, enclose, reciprocal, round_outward, sign
from derive.evaluate.point import Point
from derive.evaluate.search import Failure
from derive.language.build import scalar, sqrt
from derive.language.hypotheses import Hypothesis, conditions_of, positive
from derive.language.substitution import substitute, symbols_of
from derive.language.terms import Operand, Term, as_term
from derive.printing import Sentence, listed
from derive.statements.equation import equation
from derive.statements.linear_order import LinearImplication, less
from derive.statements.merging import APART, TWO_LABELS, PureMerging
from derive.statements.point_program import Program, choice, position
from derive.statements.statement import Obligation, Statement
from derive.statements.verdict import Verdict

#: Significant bits of the weights that are looked for.
WEIGHT_BITS = 160
#: Values of one label so near to each other count as merged while weights are looked for.
MERGED = Fraction(1, 1 << 100)
#: The most points in one statement: it has a network for each of 2ⁿ labellings.
MOST_POINTS = 10

_T, _EPSILON = scalar("t"), scalar("eps", "nonneg")


def layernorm_of(parts: Sequence[Operand], shift: Operand) -> tuple[Term, ...]:
    """LayerNorm of the vector with these components, gains 1, bias 0 and ε = ``shift``, component by component.

    Domain: where the population variance plus ε is positive.  Source: the definition.
    """
    terms = [as_term(part) for part in parts]
    mean = reduce(add, terms) / len(terms)
    variance = reduce(add, [(term - mean) ** 2 for term in terms]) / len(terms)
    return tuple((term - mean) / sqrt(variance + as_term(shift)) for term in terms)


@dataclass(frozen=True)
class Network:
    """A network of LayerNorm of width 3; see the module.

    Attributes:
        layers: scale and shift of each layer.
        weight, bias: the read-out.
    """

    layers: tuple[tuple[Fraction, Fraction], ...]
    weight: Fraction
    bias: Fraction

    def __call__(self, value: Real, epsilon: Fraction) -> Real:
        """The read-out at an input; its sign is the label."""
        for scale, shift in self.layers:
            value = layer_at(scale * (value - shift), epsilon)
        return self.weight * value + self.bias


_THIRD = -layernorm_of((_T + 1, -_T + 1, -2), _EPSILON)[2]


def layer_at(t: Real, epsilon: Fraction) -> Real:
    """Minus the third component of LayerNorm of (t + 1, −t + 1, −2), evaluated by the definition."""
    # As an enclosure from the start: no factors of long radicands are looked for.
    found = evaluate(_THIRD, Point({}, {_T: enclose(t), _EPSILON: epsilon}))
    if isinstance(found, tuple):
        raise InputError("a layer whose value is no scalar")
    return found


def _layer_guess(t: Real, epsilon: Fraction) -> Real:
    """The same in closed form, to look for weights."""
    t = enclose(t)
    return 2 * reciprocal(root(Fraction(2, 3) * (t * t) + 2 + epsilon))


@dataclass(frozen=True)
class Shattered(Statement):
    """The points are shattered by networks of LayerNorm of width 3 with so many layers.

    **Closing lemma.**  Points are shattered if for each of their 2ⁿ labellings some network gives each point its label.  A
    network for one labelling, with its read-out negated, is one for the opposite labelling; so the labellings that give the
    first point 0 are enough.  Each network that `witness` finds is run on each point, by the definition of LayerNorm, in
    certified enclosures; its read-out there has a certain sign, and this is the label.  How it was found does not matter.  ∎
    That no network was found refutes nothing; without layers a labelling is refuted by multipliers.

    Attributes:
        points: distinct rationals.
        depth: the number of LayerNorm layers.
        epsilon: ε ≥ 0.
        program: chooses which two points to merge next (untrusted).
    """

    points: tuple[Fraction, ...]
    depth: int
    epsilon: Fraction
    program: Program
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "shattering"
    lemma = "each labelling, or its opposite, is read off by a network that was run on each point"

    def __post_init__(self) -> None:
        if not 1 <= len(self.points) <= MOST_POINTS or len(set(self.points)) != len(self.points):
            raise InputError(f"{len(self.points)} points to be shattered", hint=f"1 to {MOST_POINTS} distinct ones")
        if self.epsilon < 0 or self.depth < 0:
            raise InputError("a negative ε or depth")

    def labellings(self) -> Iterator[tuple[int, ...]]:
        """The labellings with 0 and 1 that give the first point 0."""
        return ((0, *others) for others in product((0, 1), repeat=len(self.points) - 1))

    def witness(self, labels: tuple[int, ...]) -> Network | None:
        """A network that gives each point its label, checked; None when none was found."""
        try:
            network = self._search(labels)
        except Undecided:
            return None
        return network if network is not None and self.accepts(network, labels) else None

    def accepts(self, network: Network, labels: tuple[int, ...]) -> bool:
        """Does the network, of the right depth, certainly give each point its label?"""
        if len(network.layers) != self.depth:
            return False
        values = (network(point, self.epsilon) for point in self.points)
        return all(sign(value) == (1 if c else -1) for value, c in zip(values, labels, strict=True))

    def _search(self, labels: tuple[int, ...]) -> Network | None:
        """Merge by the program while labels are apart, then fold where nothing is merged; weights are rounded."""
        if len(set(labels)) == 1:
            return Network(((Fraction(1), Fraction(0)),) * self.depth, Fraction(0), Fraction(2 * labels[0] - 1))
        now: list[Real] = list(self.points)
        tags = list(labels)
        layers: list[tuple[Fraction, Fraction]] = []
        for _ in range(self.depth):
            chosen = choice(self.program, now, tags)
            if chosen is None:
                least, most = min(map(_middle, now)), max(map(_middle, now))
                scale, shift = _rounded(1 / (most - least)), _rounded(2 * least - most)
            else:
                i, j = chosen
                one, other = _middle(now[i]), _middle(now[j])
                scale, shift = _rounded(2 / abs(other - one)), _rounded((one + other) / 2)
            layers.append((scale, shift))
            now, tags = _distinct([_layer_guess(scale * (value - shift), self.epsilon) for value in now], tags)
        if len(now) != 2:
            return None
        zero, unit = (_middle(now[tags.index(c)]) for c in (0, 1))
        weight = Fraction(1 if unit > zero else -1)
        return Network(tuple(layers), weight, -weight * _rounded((zero + unit) / 2))

    def failure(self) -> Failure | None:
        """Without layers: a labelling whose signs contradict one another as linear inequalities in weight and bias."""
        if self.depth:
            return None
        weight, bias = scalar("w"), scalar("b")
        for labels in self.labellings():
            values = [(weight * point + bias, c) for point, c in zip(self.points, labels, strict=True)]
            signs = tuple(positive(value) if c else less(value, 0) for value, c in values)
            if LinearImplication(signs).judge().status == "proved":
                word = "".join(map(str, labels))
                return Failure(Point(), f"no affine function has the signs {word}", (("points", self.points),))
        return None

    def sentence(self) -> Sentence:
        """The points, the depth and ε."""
        shown = ", ".join(map(str, self.points))
        return (f"the points {shown} are shattered by {self.depth} LayerNorms of width 3, ε = {self.epsilon}",)

    def judge(self) -> Verdict:
        """By a network for each labelling; without layers, refuted by a labelling that no affine function gives."""
        failure = self.failure()
        if failure is not None:
            return self.refuted(failure)
        for labels in self.labellings():
            if self.witness(labels) is None:
                word = "".join(map(str, labels))
                return self.unsupported(f"no network was found for the labelling {word}")
        return Verdict(self, "proved")


def _distinct(values: Sequence[Real], tags: Sequence[int]) -> tuple[list[Real], list[int]]:
    """One of the values of each label that were merged, up to the rounding of the weights."""
    kept: list[int] = []
    for place, value in enumerate(values):
        near = (abs(_middle(value) - _middle(values[k])) < MERGED and tags[place] == tags[k] for k in kept)
        if not any(near):
            kept.append(place)
    return [values[place] for place in kept], [tags[place] for place in kept]


def _middle(value: Real) -> Fraction:
    if isinstance(value, Fraction):
        return value
    found: Enclosure = enclose(value)
    return (found.lo + found.hi) / 2


def _rounded(value: Fraction) -> Fraction:
    return round_outward(value, up=False, bits=WEIGHT_BITS)


@dataclass(frozen=True)
class ShattersEveryFamily(Statement):
    """Any n ≥ 2 distinct reals are shattered by networks of n − 2 LayerNorms of width 3: for every depth L, L + 2 of them.

    **Closing lemma.**  Give n distinct reals two labels, both of which occur.  By `merging` at most n − 2 folds lead to two
    positions, one for each label.  A fold is a layer: by its parts the three components are affine in p_x, and the stated
    component of their LayerNorm, times −1, is the fold's value; what one layer puts out is the input of the next.  Layers
    that are left over fold at a place m less than all positions, with p_i = m − 1 and p_j = m + 1; as p + q ≠ 2m for
    p, q > m, they merge nothing.  An affine function is positive at one of the two positions and negative at the other.  If
    only one label occurs, a constant does.  ∎

    Attributes:
        merging: the procedure, for two labels; the numerator and radicand of its fold are those of the layer.
        components: what LayerNorm is applied to: three terms in p_x, p_i, p_j and the parameters.
        epsilon: the ε of LayerNorm.
        component: which component is read, counted from 0.
    """

    merging: PureMerging
    components: tuple[Term, Term, Term]
    epsilon: Term
    component: int = 2
    hypotheses: tuple[Hypothesis, ...] = ()
    kind = "shattering"
    lemma = (
        "at most n − 2 folds lead to one position for each label, each fold is a layer of the network, and an "
        "affine read-out tells two positions apart"
    )

    def __post_init__(self) -> None:
        if self.merging.assumed != (TWO_LABELS,):
            raise InputError("a merging procedure that assumes other than two labels")
        if self.hypotheses or set(self.merging.fold.hypotheses) - {APART}:
            raise InputError(
                "hypotheses on the parameters of the layer", hint="declare their signs: scalar('eps', 'nonneg')"
            )

    def obligations(self, given: tuple[Hypothesis, ...]) -> tuple[Obligation, ...]:
        """The merging, the layer, and the layers left over."""
        fold = self.merging.fold
        x, zero, unit = position("x"), as_term(0), as_term(1)
        found = [Obligation("merging", self.merging)]
        for number, part in enumerate(self.components, start=1):
            start, end = substitute(part, {x: zero}), substitute(part, {x: unit})
            line = equation(part, start + (end - start) * x, *fold.hypotheses)
            found.append(Obligation(f"component {number} is affine", line))
        value = -layernorm_of(self.components, self.epsilon)[self.component]
        found.append(Obligation("the fold is a layer", equation(value, fold.value, *fold.hypotheses)))
        m, k, other = scalar("m"), position("k"), position("l")
        apart = LinearImplication((less(m, k), less(m, other)), less(2 * m, k + other))
        found.append(Obligation("a fold at one side merges nothing", apart))
        return tuple(found)

    def sentence(self) -> Sentence:
        """For every n, and every ε that the layer's hypotheses allow."""
        symbols = symbols_of(self.epsilon)
        given = listed([condition for symbol in symbols for condition in conditions_of(symbol)])
        said = "any n ≥ 2 distinct reals are shattered by networks of n - 2 LayerNorms of width 3"
        return (said, "for every", *given) if given else (said, "with ε =", self.epsilon)
