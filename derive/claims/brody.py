"""Claims B-01 to B-10: Brody et al., the abstract; d is N here.

A key is the output f(x) = g ⊙ y(x) + b of LayerNorm, a query is any vector w, their score is w · f(x).

*Selectable.*  A key of a finite family of distinct keys is selectable if some query gives it the strictly highest score.
A key half way between two others is not: its score is the mean of theirs (`no_score_above_both`).  So "every key is
selectable" says in particular: no key is half way between two others that differ from it.  By that it is refuted with an
offset, with gains and with a key matrix, with the inputs v and −v and a third one.

*Convention.*  The abstract has no formula.  B-04 and B-05 are read alike: keys are outputs of LayerNorm; what becomes of
either sentence behind a key matrix is said of both.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derive.authoring import *
from derive.claims.claim import Claims
from derive.claims.grounds import BEFORE_GAINS, KEYS_ARE_OUTPUTS, NOT_CONSTANT, PLAIN
from derive.claims.layers import exact, layernorm, plain
from derive.claims.vocabulary import note, read, theorem, unless, without
from derive.language.hypotheses import pointwise
from derive.statements.undefined import undefined_somewhere
from derive.theories.layernorm.jacobian import J_hat
from derive.theories.layernorm.maps import LN, alpha, gain, project, scale, stretch, translate, y
from derive.theories.layernorm.names import N, Pi, a, b, c, eps, g, n, one, sigma2, v, w, x

CLAIMS = Claims()

z, key1, key3 = vector("z", N), vector("k1", N), vector("k3", N)
first, second = vector("x1", N), vector("x2", N)
gamma = scalar("gamma", "nonneg")
#: Entries 0 and 1, and entries that are not 0.
support, sizes = vector("s", N, "mask"), vector("h", N, "nonzero")
K = dimension("K")
key_matrix = matrix("W", K, N)


@CLAIMS.claim("B-01", "Abstract, 'two components'", "TRUE-IF")
@BEFORE_GAINS
@without(lambda: equation(LN, scale(project(a), eps)))
@note("In general there is a third component, x ↦ Gx + b.")
def two_components() -> Statement:
    """LayerNorm consists of two components: a projection of the input, and a scaling."""
    return all_of(
        two_of_them=equation(LN, scale(project(a), eps), equal(g, one), equal(b, zeros(N))),
        in_general_three=equation(LN, translate(stretch(scale(project(a), eps), g), b)),
    )


@CLAIMS.claim("B-02", "Abstract (a)", "TRUE-IF")
@BEFORE_GAINS
@without(lambda: all_of(with_gains=equation(dot(one, LN - b), 0), with_a_bias=equation(dot(one, y + b), 0)))
@note("With nonzero gains the image lies in the hyperplane orthogonal to α = 1/g, moved by the bias.")
def projection_component() -> Statement:
    """A projection of the input vectors to a (d − 1)-dimensional space that is orthogonal to [1, …, 1]."""
    return all_of(
        a_projection=equation(Pi * Pi, Pi),
        an_orthogonal_one=equation(Pi.T, Pi),
        to_the_vectors_orthogonal_to_1=equation(dot(one, Pi * a), 0),
        to_all_of_them=equation(Pi * v, v, equal(dot(one, v), 0)),
        of_dimension_one_less=theorem("layernorm.projector_rank"),
        so_before_gains_and_bias=equation(dot(one, y), 0),
        after_them_another_hyperplane=equation(dot(alpha, hadamard(gain, y)), 0),
        for_any_gains_it_is=equation(dot(one, diag(g) * (Pi * v)), dot(Pi * g, v)),
        the_same_hyperplane_for_equal_gains=equation(dot(one, diag(g) * (Pi * v)), 0, equal(g, c * one)),
        and_only_for_these=bound(dot(one, diag(g) * (Pi * (Pi * g))), ">", 0, not_zero(Pi * g), by=norm(Pi * g) ** 2),
    )


@CLAIMS.claim("B-03", "Abstract (b)", "TRUE-IF")
@PLAIN
@NOT_CONSTANT
@without(
    lambda: all_of(
        with_an_offset=equation(norm(y), sqrt(N)),
        of_LayerNorm=equation(norm(LN), sqrt(N)),
        without_offset_but_with_gains=equation(norm(diag(g) * exact(a)), sqrt(N)),
        without_offset_but_with_a_bias=equation(norm(exact(a) + b), sqrt(N)),
    )
)
@note("With gains ±γ and no bias it is √d γ.  With ε > 0 every vector becomes shorter than √d, constant ones 0.")
def same_norm() -> Statement:
    """A scaling of all vectors to the same norm of √d."""
    signs = 2 * support - one
    return all_of(
        at_eps_0=equation(norm(exact(a)), sqrt(N), not_zero(Pi * a)),
        where_constant_vectors_have_no_image=undefined_somewhere(exact(a)),
        for_any_eps=equation(norm(y) ** 2, N * sigma2 / (sigma2 + eps)),
        which_is_less_for_positive_eps=bound(
            norm(y), "<", sqrt(N), positive(eps), by=N * eps / (sigma2 + eps), squared=True
        ),
        and_0_for_constant_vectors=equation(plain(c * one), zeros(N), positive(eps)),
        with_equal_gains=equation(norm(hadamard(gamma * signs, exact(a))), gamma * sqrt(N)),
    )


@CLAIMS.claim(
    "B-04", "Abstract, 'query that attends to all keys equally'", "TRUE-IF", theorem="layernorm.left_null_space"
)
@KEYS_ARE_OUTPUTS
@without(lambda: equation(dot(w, layernorm(x)), dot(w, layernorm(-x))))
@note(
    "The queries whose score w · f(x) is the same for all inputs x are those with ΠGw = 0; for gains ≠ 0 the multiples "
    "of α = 1/g, with score w · b.  Behind a key matrix of one row wᵀ a query is a number and scores are multiples of "
    "w · f(x): where these differ for x and −x, as for most w, only the query 0 attends to all keys equally.  Of a few "
    "given keys there are such queries without LayerNorm too."
)
def equal_attention() -> Statement:
    """The projection allows the attention to create a query that attends to all keys equally."""
    moved = Pi * (g * w)
    image = dot(w, layernorm(moved)) - dot(w, layernorm(-moved))
    weight = exp(c) / sum_(index("k", K), exp(c))
    behind = vector("p", K)
    lengthened = 2 * norm(moved) ** 2 / sqrt(var(moved) + eps)
    return all_of(
        alike_for_these_queries_and_for_no_others=cases(
            (equal(moved, zeros(N)), equation(dot(w, layernorm(x)), dot(w, b))),
            (not_zero(moved), bound(image, ">", 0, by=lengthened)),
            hypotheses=[positive(var(x) + eps)],
        ),
        these_queries=equations(((diag(g) * Pi).T * w, (diag(g) - g * one.T / N).T * w, Pi * (g * w))),
        without_zero_gains=theorem("layernorm.left_null_space"),
        with_zero_gains=theorem("layernorm.left_null_space_zero_gains"),
        their_dimension=theorem("layernorm.left_null_space_dimension"),
        of_gains_that_are_not_zero=equation(dot(alpha, hadamard(gain, plain(x)) + b), dot(alpha, b)),
        of_gains_1=equation(dot(one, plain(x) + b), dot(one, b)),
        equal_scores_are_equal_weights=equation(weight, 1 / K),
        behind_a_key_matrix_it_takes_another_query=equation(
            dot(behind, key_matrix * layernorm(x)), dot(key_matrix.T * behind, layernorm(x))
        ),
        of_which_there_may_be_none=bound(
            plain(-basis(n))[n],
            "<",
            plain(basis(n))[n],
            positive(N - 1),
            by=2 * (N - 1) / N / sqrt(var(basis(n)) + eps),
        ),
        as_a_function_of_another_input=equation(outer(w, v) * layernorm(x), dot(v, layernorm(x)) * w),
        without_LayerNorm_only_0_does=bound(dot(w, w), ">", dot(w, zeros(N)), not_zero(w), by=norm(w) ** 2),
    )


def strictly_highest(query: Term, keys: Callable[[Term], Term], *hypotheses: Hypothesis) -> Statement:
    """At ε = 0 the query gives the key of x1 a higher score than that of x2: by ½|y(x1) − y(x2)|²."""
    apart = exact(first) - exact(second)
    scores = dot(query, keys(second)), dot(query, keys(first))
    return bound(scores[0], "<", scores[1], not_zero(apart), *hypotheses, by=norm(apart) ** 2 / 2)


def half_way(keys: Callable[[Term], Term], third: Term, *hypotheses: Hypothesis) -> Statement:
    """The key of a third input is not half way between those of v and −v, where these differ."""
    different = pointwise(not_zero(keys(v) - keys(-v)))
    return implies([different, *hypotheses], not_zero(keys(third) - (keys(v) + keys(-v)) / 2))


def _not_half_way() -> Statement:
    """What would follow from the sentence: no key is half way between two others."""
    return all_of(
        with_an_offset=half_way(plain, zeros(N), positive(eps)),
        without_offset_but_with_all_gains_0_but_one=half_way(lambda vector_: hadamard(basis(n), exact(vector_)), z),
        without_offset_but_with_a_key_matrix=half_way(lambda vector_: key_matrix * exact(vector_), z),
    )


@CLAIMS.claim(
    "B-05",
    "Abstract, 'scaling … prevents keys from being un-select-able'",
    "TRUE-IF",
    theorem="expressivity.sphere_selects",
)
@PLAIN
@KEYS_ARE_OUTPUTS
@unless("the keys are distinct", not_zero(exact(first) - exact(second)))
@without(_not_half_way)
@note(
    "The query y(x) selects the key of x.  With at most one zero gain and any bias the query w with ΠGw = y(x) does.  "
    "Without that, what is refuted is the consequence that no key is half way between two others."
)
def every_key_selectable() -> Statement:
    """Scaling prevents keys from being un-select-able."""
    one_zero = hadamard(one - basis(n), sizes)
    inverted = hadamard(one - basis(n), hadamard_power(sizes, -1))
    shifted = exact(first) - exact(first)[n] * one
    apart = exact(first) - exact(second)

    def by(gains: Term) -> Callable[[Term], Term]:
        return lambda vector_: diag(gains) * exact(vector_) + b

    return all_of(
        the_key_itself_is_the_query=strictly_highest(exact(first), exact),
        with_gains_but_no_zero_gain=strictly_highest(hadamard(1 / gain, exact(first)), by(gain)),
        with_one_zero_gain=strictly_highest(diag(inverted) * shifted, by(one_zero)),
        keys_differ_by=equation(by(g)(first) - by(g)(second), hadamard(g, apart)),
        so_where_keys_differ_y_does=implies(
            [not_zero(hadamard(g, v))], not_zero(v), covector=hadamard(g, g, v), form=norm(hadamard(g, v)) ** 2
        ),
    )


def no_score_above_both(lower: Term, upper: Term) -> Statement:
    """No query gives the key half way between two keys a higher score than both: w·k₂ − w·k₁ and w·k₂ − w·k₃ add up to 0."""
    score = dot(w, (lower + upper) / 2)
    higher = tuple(pointwise(positive(score - dot(w, key))) for key in (lower, upper))
    return LinearImplication(higher, None, (Fraction(1), Fraction(1)))


@CLAIMS.claim("B-06", "implicit in 'un-select-able'", "TRUE")
def unselectable_without_scaling() -> Statement:
    """Without scaling there are keys that cannot be selected."""
    middle = (key1 + key3) / 2
    return all_of(
        half_way_between_two_keys_never_highest=no_score_above_both(key1, key3),
        a_key_of_its_own=implies(
            [not_zero(key3 - key1)], not_zero(middle - key1), covector=key3 - key1, form=norm(key3 - key1) ** 2 / 2
        ),
        of_projected_inputs=equation(Pi * v, (Pi * zeros(N) + Pi * (2 * v)) / 2),
        which_are_distinct=implies(
            [not_zero(Pi * v)], not_zero(Pi * (2 * v) - Pi * v), covector=Pi * v, form=norm(Pi * v) ** 2
        ),
    )


CLAIMS.words(
    "B-07",
    "Abstract",
    "LayerNorm is crucial to the expressivity of attention, in contrast to the common belief.",
    note="What of it is mathematical are B-04 to B-06, and of the common belief B-09.",
)
CLAIMS.words(
    "B-08",
    "Abstract, 'majority'",
    "Without LayerNorm a transformer learns tasks such as majority worse.",
    note="What of it is mathematical is B-10.",
)


@CLAIMS.claim("B-09", "Abstract, 'gradients during the backward pass'", "TRUE-IF", theorem="layernorm.vjp")
@read(
    "it means: centred, at ε = 0 orthogonal to the input, at most 1/√(σ² + ε) times as long",
    "normalization of gradients",
)
@without(lambda: equation(norm(J_hat.T * w), norm(w), not_zero(Pi * w)))
@note(
    "The gradient with respect to the input is Jᵀw, where w is that with respect to the output; Ĵ is J without gains.  "
    "Its length is not normalised to a fixed one."
)
def gradients() -> Statement:
    """The common belief: LayerNorm is normalization, also of gradients during the backward pass."""
    return all_of(
        the_backward_pass=theorem("layernorm.vjp"),
        centred=theorem("layernorm.vjp_centred"),
        orthogonal_to_the_input_but_for_eps=theorem("layernorm.vjp_along_input"),
        longer_by_at_most_1_over_r=theorem("layernorm.jacobian_contracts"),
        smaller_for_larger_inputs=theorem("layernorm.jacobian_scale"),
    )


@CLAIMS.claim("B-10", "Abstract, 'majority', the kernel", "TRUE", theorem="expressivity.majority")
def majority() -> Statement:
    """With uniform weights a head outputs the mean of the values; of values ±1 its sign is the majority."""
    votes = dot(one, 2 * support - one)
    return all_of(
        the_mean_of_the_votes=theorem("expressivity.majority"),
        more_than_half_for_it=bound(votes, ">", 0, positive(2 * dot(one, support) - N), by=2 * dot(one, support) - N),
        less_than_half=bound(votes, "<", 0, positive(N - 2 * dot(one, support)), by=N - 2 * dot(one, support)),
        a_tie=equation(votes, 0, equal(2 * dot(one, support), N)),
    )
