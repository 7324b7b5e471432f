"""The headline note of LayerNorm: from Eq. (1) to Eq. (6), what is orthogonal to the image, its axes, and zero gains."""

from __future__ import annotations

from fractions import Fraction

from derive.authoring import Condition, hadamard, nonzero, not_zero, positive, trace
from derive.authoring.figures import Sign
from derive.authoring.note import (
    Coded,
    Eliminated,
    Example,
    Lines,
    Note,
    Picture,
    Reference,
    Refuted,
    Row,
    Said,
    Section,
    Stated,
    Words,
)
from derive.theories.layernorm.maps import alpha, gain
from derive.theories.layernorm.names import N, Pi, a, eps, sigma2, x
from derive.theories.layernorm.spaces import GZ, M_Z, SOME_ZERO, GZ_plus, size, some_gains, support, zero_gains
from derive.theories.layernorm.spectrum import gram, inverse_gram, p, q, z

_HALF = Fraction(1, 2)

NOTE = Note(
    title="LayerNorm and its geometric form",
    subtitle="A derivation for every dimension $N$, decided line by line",
    summary=(
        "LayerNorm centres its input, scales it into a ball, stretches it along the neurons and shifts it. We rewrite "
        "its usual definition, Eq. {eq6.first}, into the form of Riechers {R} that shows this, Eq. {eq6}, and read off "
        "where its outcomes lie. One published rule, for gains that are zero, is wrong; the right one is given."
    ),
    rows=(
        Row("Eq. {eq6.first} is Eq. {eq6}: {=eq6}", "eq6"),
        Row("After the projection the components sum to zero", "components_sum_to_zero"),
        Row("Orthogonal to the image: the multiples of $alpha$", "left_null_space"),
        Row("Orthogonal to the image: the span of the neurons of gain zero", "left_null_space_zero_gains"),
        Row("{=charpoly_inverse}", "charpoly_inverse"),
        Row(
            "{=charpoly_gram}", "charpoly_gram", taken="the squared semi-axes are $N$ times the critical points of $q$"
        ),
        Row(
            "Published for zero gains {R}: $published$ as the pseudo-inverse of $zero_gram$",
            "zero_gain_pseudo_inverse",
            miss="(G⁺)², the rule as published",
        ),
        Row(
            "instead: {=zero_gain_pseudo_inverse}",
            "zero_gain_pseudo_inverse",
            corrects=True,
            taken="the squared semi-axes are $N$/λ for its eigenvalues λ > 0",
        ),
    ),
    meanings={
        "a, g, b": "input, gains, bias",
        "v, x": "any vectors",
        "eps": "not negative",
        "z": "the variable of polynomials",
        "s": "1 where the gain is not zero, else 0",
        "h": "the gain where it is not zero, else anything nonzero",
    },
    names={
        "M": Sign("M", "M"),
        "alpha": alpha,
        "q": q,
        "p": p,
        "z": z,
        "gram": gram,
        "inverse_gram": inverse_gram,
        "published": GZ_plus**2,
        "zero_gram": GZ * Pi * GZ,
        "zero_trace": N * trace(GZ * Pi * GZ),
        "off_support": hadamard(zero_gains, x),
        "M_Z": M_Z,
        "support": support,
    },
    sections=(
        Section(
            "form",
            "From Eq. (1) to Eq. (6)",
            (
                Words("Centring is a projection, and the variance is a squared length:"),
                Lines("centring", "A", inline=True),
                Lines("variance_norm", "B", inline=True),
                Lines("eq6", "6", first="1"),
                Words(
                    "All that depends on $a$ now goes through $Pi*a$. The two sides fail to be defined at the same data: at "
                    "$eps = 0$, where all components of $a$ are equal."
                ),
                Picture("geometry"),
                Words(
                    "Eq. {eq6.first}, which SymPy builds first (``derive.sympy_layernorm``), in NumPy and by latexify-py:"
                ),
                Coded("layer_norm_eq1"),
            ),
        ),
        Section(
            "sum",
            "The components sum to zero",
            (
                Lines("components_sum_to_zero", inline=True),
                Words(
                    "So the outcomes $y$ of centring and scaling are orthogonal to $one$. They fill the open ball of radius "
                    "$sqrt(N)$ there:"
                ),
                Stated("scaled_image"),
                Words("Where $eps$ is small beside $sigma2$, they are near its sphere ({epsilon}, left):"),
                Stated("depth", parts=("as a multiple", "not deep")),
            ),
        ),
        Section(
            "null",
            "What is orthogonal to the image",
            (
                Words(
                    "The vectors orthogonal to every $G*Pi*a$ are the left null space of $M$, the matrix of the map without "
                    "its bias. It is found by elimination."
                ),
                Eliminated("diag(g) - g*one.T/N", "left"),
                Stated("left_null_space"),
                Stated("left_null_space_zero_gains"),
            ),
        ),
        Section(
            "axes",
            "Axes and characteristic polynomials",
            (
                Words("Where no gain is zero, the image of the ball of centred vectors is an ellipsoid:"),
                Stated("ellipsoid"),
                Words("Its axes are the eigenvectors of $inverse_gram$ other than $alpha$ {R}."),
                Lines("charpoly_inverse", "7"),
                Stated("gram_pseudo_inverse"),
                Words("So the two have the same axes, and no inverse is needed. For all gains, zero or repeated,"),
                Lines("charpoly_gram", "8"),
                Words(
                    "The squared semi-axes are $N$ times the critical points of $q$, each as often as it is one: they lie "
                    "between the squared gains ({epsilon}, right), and at one that is repeated. At $N = 1$ there is none."
                ),
                Picture("epsilon"),
            ),
        ),
        Section(
            "example",
            "Three neurons",
            (
                Example(
                    at={
                        "g": (Fraction(3, 2), Fraction(1), _HALF),
                        "a": (3, 1, -1),
                        "b": (0, 0, 0),
                        "eps": Fraction(1, 10),
                    },
                    normal="alpha",
                    matrices=("gram", "inverse_gram"),
                    variable="z",
                    sides="eq6",
                ),
            ),
        ),
        Section(
            "zero",
            "Zero gains: the rule that fails, and the one that holds",
            (
                Words(
                    "Where some gains are zero, {R}, §II.2, takes the Drazin inverse of $G$, and the identity or the "
                    "projector along a neuron of gain zero for $Pi2$. Both give $published$ in place of $inverse_gram$: "
                    "axes along the neurons. Their ellipsoid is the image of the whole ball; centred vectors reach less "
                    "({zero_gains})."
                ),
                Stated("zero_gain_pseudo_inverse"),
                Stated("zero_gain_ellipsoid"),
                Words(
                    "Where $off_support = 0$, the shortest centred vector that is mapped to $x$ has the squared "
                    "length $x.T*M_Z*x$. {shortest_preimage} is the length of one such vector; that it is mapped to $x$, "
                    "and that all others are longer, is ``layernorm.shortest_preimage_is_one``."
                ),
                Lines("shortest_preimage", "9", inline=True),
                Words(
                    "The squares of the true semi-axes add up to $zero_trace$, those of the published ones to $N$ "
                    "times the sum of the squared gains. So wherever a gain is not zero, a published one is too long:"
                ),
                Stated("published_lengths", parts=("true lengths", "too long")),
                Picture("zero_gains"),
            ),
        ),
    ),
    said=(
        Said(
            Condition("nonneg", eps),
            "",
            without="assumed, as in {R}; where $sigma2 + eps$ is negative, {eq6.first} has no value",
        ),
        Said(positive(sigma2 + eps), without="both sides of {eq6} are 0/0: $eps = 0$, and all components of $a$ equal"),
        Said(positive(eps), without="$eps = 0$: wherever it is defined, $y$ has the length $sqrt(N)$"),
        Said(not_zero(Pi * a), without="$y$ is 0, for $eps$ positive"),
        Said(nonzero(gain), "no gain zero", "$alpha$ is not defined; {charpoly_gram} and {zero} hold"),
        Said(Condition("mask", support), "", "notation: $support$ marks the gains that are not zero"),
        Said(nonzero(size), "", "notation: any nonzero number stands where $support$ is 0"),
        Said(not_zero(some_gains), without="all gains are zero: both sides are 0"),
        Said(SOME_ZERO, "some gain zero", "{left_null_space}, {charpoly_inverse} hold"),
    ),
    refuted=(
        Refuted("eq6", "ε outside the root", "$eps$ outside the root", within="eq6.first"),
        Refuted("eq6", "N lost before ε", "$eps$ for $N*eps$"),
        Refuted("eq6", "the gains on the wrong side of Π", "$Pi*G$ for $G*Pi$"),
        Refuted("variance_norm", "N - 1 for N", "$N - 1$ for $N$"),
        Refuted("charpoly_inverse", "Π in place of Π₂", "$Pi$ for $Pi2$"),
        Refuted("left_null_space", "g in place of its inverse", "$g$ for $alpha$"),
        Refuted(
            "zero_gain_pseudo_inverse",
            "(G⁺)², the rule as published",
            "$published$ for $M_Z$ {R}, as P for M = $zero_gram$",
        ),
    ),
    taken=(
        "a symmetric matrix has an orthonormal basis of eigenvectors, and its trace is the sum of its eigenvalues",
        "the axes of an ellipsoid, $x.T*M_Z*x$ at most $N$, are the eigenvectors of its matrix, √($N$/λ) long",
        "the critical points of a polynomial whose roots are real lie between these (Rolle)",
    ),
    references=(
        Reference(
            "R",
            "P. M. Riechers, Geometry and Dynamics of LayerNorm, arXiv:2405.04134 (2024). Eqs. (1)–(6), §§II.1–II.2.",
            "https://arxiv.org/abs/2405.04134",
        ),
        Reference(
            "Ba",
            "J. L. Ba, J. R. Kiros, G. E. Hinton, Layer normalization, arXiv:1607.06450 (2016).",
            "https://arxiv.org/abs/1607.06450",
        ),
    ),
)
