"""Derivatives through names that are said to depend on others, ``c depends on D``, by the chain rule."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import readings_of, status_of

NAMES = r"\newcommand{\p}[2]{\frac{\partial #1}{\partial #2}}; dimension n; vectors D, E, v : n; scalars c, r, s, t, u"
NAMES += "; matrices A, M : n x n; indices i, k : n; c depends on D; v depends on D; M depends on t; s depends on r; "

#: Declarations, a relation that is true, and one like it that is false.
TWINS = [
    ("", "c(D) D = c D", "c(D) D = D"),
    ("", "c(D)^2 = c^2", "c(D)^2 = c"),
    ("", r"\p{s}{r}(r) (t + 1) = t \p{s}{r} + \p{s}{r}", r"\p{s}{r} (t + 1) = t \p{s}{r}"),
    (r"let g = \frac{d (s r)}{d r}", r"g = s + r \frac{d s}{d r}", "g = s"),
    ("", "s(r) (r + 1) = s r + s", "s(r) (r + 1) = s r + 1"),
    ("u depends on r, t", "u(r, t) = u", "u(r, t) = 2 u"),
    ("", "c (1 - c) = c - c^2", "c (1 - c) = c - 1"),
    ("", r"c\,(2 D) = 2 c D", r"c\,(2 D) = c D"),
    ("", r"\p{(c D)}{D} = D (\p{c}{D})^T + c I", r"\p{(c D)}{D} = D (\p{c}{D})^T - c I"),
    ("", r"\p{c^2}{D} = 2 c \p{c}{D}", r"\p{c^2}{D} = 0"),
    ("", r"\p{(c D_k)}{D_i} = D_k \p{c}{D_i} + \delta_{ik} c", r"\p{(c D_k)}{D_i} = D_i \p{c}{D_k} + \delta_{ik} c"),
    ("assume c > 0", r"\p{\log c}{D} = \frac1c \p{c}{D}", r"\p{\log c}{D} = c \p{c}{D}"),
    ("assume c > D^T D", r"\nabla_D (c t) = t \p{c}{D}", r"\p{c}{D} = 2 D"),
    ("", r"\p{}{D_i} \sum_k c D_k = \p{c}{D_i} \sum_k D_k + c", r"\p{}{D_i} \sum_k c D_k = \p{c}{D_i} \sum_k D_k - c"),
    ("", r"\sum_i \p{}{D_i} (c D_i) = D^T \p{c}{D} + n c", r"\sum_i \p{}{D_i} (c D_i) = D^T \p{c}{D} + c"),
    ("", r"\nabla_D (c D^T D) = D^T D \nabla_D c + 2 c D", r"\nabla_D (c D^T D) = D^T D \nabla_D c + c D"),
    ("layout numerator", r"\p{(c D)}{D} = D \p{c}{D} + c I", r"\p{(c D)}{D} = 2 D \p{c}{D} + c I"),
    ("layout denominator", r"\p{(c D)}{D} = \p{c}{D} D^T + c I", r"\p{(c D)}{D} = 2 \p{c}{D} D^T + c I"),
    ("let B(D) = c(D) D; loss a of B", r"\p{a}{D} = (\p{c}{D} D^T + c I) \p{a}{B}", r"\p{a}{D} = c \p{a}{B}"),
    ("let R = 2 D", r"\p{(c R)}{D} = 2 c I + R (\p{c}{D})^T", r"\p{(c R)}{D} = 3 c I"),
    ("let R = c D", r"\p{(R^T R)}{R} = 2 R", r"\p{(R^T R)}{R} = R"),
    ("let f(z) = z^2", r"\p{f(c)}{D} = 2 c \p{c}{D}", r"\p{f(c)}{D} = 2 \p{c}{D}"),
    ("let f(E) = c E", "f(D) = c D", "f(D) = D"),
    ("let q(D, c) = c D", r"\frac{d q}{d D} = D (\p{c}{D})^T + c I", r"\p{q}{D} = 2 c I"),
    ("let q(D, c) = c D", r"\p{q}{D} = c I", r"\frac{d q}{d D} = 2 c I"),
    ("hold c fixed", r"\p{(c D)}{D} = c I", r"\p{(c D)}{D} = 2 c I"),
    ("u depends on c", r"\p{u}{D} = \p{u}{c} \p{c}{D}", r"\p{u}{D} = \p{c}{D}"),
    ("u depends on c", r"\p{(u c)}{D} = (u + c \p{u}{c}) \p{c}{D}", r"\p{(u c)}{D} = (u + \p{u}{c}) \p{c}{D}"),
    ("D depends on t", r"\frac{d c}{d t} = (\p{c}{D})^T \frac{d D}{d t}", r"\frac{d c}{d t} = 0"),
    ("D depends on t", r"\p{(A v)}{t} = A \p{v}{D} \p{D}{t}", r"\p{(A v)}{t} = \p{v}{D} A \p{D}{t}"),
    ("u depends on D, t", r"\p{(u c t)}{t} = u c + c t \p{u}{t}", r"\p{(u c t)}{t} = u c + c \p{u}{t}"),
    ("u depends on D, t", r"\nabla_D (c u) = u \p{c}{D} + c \nabla_D u", r"\nabla_D (c u) = u \p{c}{D} - c \nabla_D u"),
    ("", r"\p{(v^T D)}{D} = (\p{v}{D})^T D + v", r"\p{(v^T D)}{D} = (\p{v}{D})^T D - v"),
    ("", r"\p{(v^T v)}{D_i} = 2 \sum_k v_k \p{v_k}{D_i}", r"\p{(v^T v)}{D_i} = \sum_k v_k \p{v_k}{D_i}"),
    ("", r"\p{(A v)}{D} = A \p{v}{D}", r"\p{(A v)}{D} = \p{v}{D} A"),
    ("", r"\p{\operatorname{tr}(A M)}{t} = \operatorname{tr}(A \p{M}{t})",
     r"\p{\operatorname{tr}(A M)}{t} = \operatorname{tr}(A^T \p{M}{t})"),
    ("", r"\p{(t M D)}{t} = M D + t \p{M}{t} D", r"\p{(t M D)}{t} = M D + t M D"),
    ("let Z = s M; loss L of Z", r"\p{L}{t} = s \sum_i \sum_k \p{L}{Z_{ik}} \p{M_{ik}}{t}",
     r"\p{L}{t} = \sum_i \sum_k \p{L}{Z_{ik}} \p{M_{ik}}{t}"),
    ("let Z = s M; loss L of Z", r"\p{L}{r} = \p{s}{r} \sum_i \sum_k \p{L}{Z_{ik}} M_{ik}",
     r"\p{L}{r} = \p{s}{r} \sum_i \sum_k M_{ik}"),
    ("let m = s t; let w = m r; hold m fixed", r"\p{w}{r} = m", r"\p{w}{r} = s t + t r \p{s}{r}"),
]  # fmt: skip

#: Of matrices that are symmetric, or of their inverses and determinants: declarations, a relation that is true, a false one.
MATRICES = [
    ("M depends on r; invertible M", r"\p{M^{-1}}{r} = -M^{-1} \p{M}{r} M^{-1}", r"\p{M^{-1}}{r} = -M^{-2} \p{M}{r}"),
    ("", r"\p{\log \det \Sigma}{z} = \tr(\Sigma^{-1} \p{\Sigma}{z})", r"\p{\log \det \Sigma}{z} = \tr \Sigma^{-1}"),
    ("", r"\p{\Sigma}{z} = (\p{\Sigma}{z})^T", r"\p{\Sigma}{z} = -(\p{\Sigma}{z})^T"),
    ("", r"\p{\tr \Sigma^2}{z} = 2 \tr(\Sigma \p{\Sigma}{z})", r"\p{\tr \Sigma^2}{z} = \tr(\Sigma \p{\Sigma}{z})"),
    ("", r"\p{\Sigma^{-2}}{z} = -\Sigma^{-1} (\p{\Sigma}{z} \Sigma^{-1} + \Sigma^{-1} \p{\Sigma}{z}) \Sigma^{-1}",
     r"\p{\Sigma^{-2}}{z} = -2 \Sigma^{-3} \p{\Sigma}{z}"),
    ("z depends on t", r"\frac{d \Sigma^{-1}}{d t} = -\frac{d z}{d t} \Sigma^{-1} \p{\Sigma}{z} \Sigma^{-1}",
     r"\frac{d \Sigma^{-1}}{d t} = -\Sigma^{-1} \p{\Sigma}{z} \Sigma^{-1}"),
    ("", r"\p{K}{D_i} = (\p{K}{D_i})^T", r"\p{K}{D_i} = \p{K}{D_k}"),
    ("let L = E^T K^{-1} E + \\log \\det K; let w = K^{-1} E", r"\p{L}{D_i} = \tr((K^{-1} - w w^T) \p{K}{D_i})",
     r"\p{L}{D_i} = \tr((K^{-1} + w w^T) \p{K}{D_i})"),
]  # fmt: skip

#: What could stand at another point, or stay: declarations, and a relation that is refused as ambiguous.
IN_DOUBT = [
    ("", "c(2 D) = c"),
    ("", "c(E) = c"),
    ("", "c(D + E) t = c t"),
    ("", "c(A D) = c"),
    ("", "c(c(D) D) = c"),
    ("", "c(c D) = c c D"),
    ("", "s(s(r)) = s"),
    ("u depends on r, t", "u(t, r) = u"),
    ("", "c^2(E) = c^2"),
    ("", "v_i(E) = v_i"),
    ("", "s(t) = s"),
    ("", r"\frac{s(2 r)}{2} = s r"),
    ("", "{c}(2 D) = 2 c D"),
    ("", r"c(D^\top) = c D^\top"),
    ("", r"\sum_i c(D_i) = c \sum_i D_i"),
    ("", r"\p{s}{r}(2 r) = 2 r \p{s}{r}"),
    ("let q = c t", "q(D) = q"),
    (r"let \hat c = c", r"\hat c(E) = c E"),
    ("let h(s) = s^2 r", r"\p{h}{r} = s^2"),
    ("let h(s) = s^2 r", r"\p{h(s)}{r} = s^2"),
    (r"let g = \p{(s r)}{r}", "g = s"),
    ("", r"\p{(s r)}{r} \ge s"),
    ("u depends on r, t", "u(r) = u"),
    ("let B(D) = c(D) D", "B(E) = c E"),
    ("let B(D) = c(D) D", "B(2 D) = 2 B"),
    ("let q(D) = c(D)^2", "q(E) = q"),
    ("let f(r) = s r", "f(2 r) = 2 f"),
    (r"let f(c) = \p{(c D)}{D}", "f(t) = t I"),
    ("let f(x : n) = c x^T x", r"\nabla f(D) = 2 c D"),
    ("let f(x) = s x", "f'(r) = s"),
    ("let x = D", r"\p{(c x)}{x} = c I"),
    ("let R = 2 D", r"\p{(c R)}{R} = c I"),
    ("let R = 2 D; let B = c R; loss a of B", r"\p{a}{R} = c \p{a}{B}"),
    ("", r"\p{(c D)}{D} = c I"),
    ("", r"\sum_i \p{}{D_i} (c D_i) = n c"),
    ("", r"\p{(c D)}{D} = \p{c}{D} D^\top + c I"),
    ("", r"\p{(c D)}{c} = D"),
    ("", r"\p{(s c)}{r} = c \p{s}{r} + \p{D^T D}{c}"),
    ("let p = s r; let q = s t", r"\p{p}{r} = \p{q}{s} \p{s}{r} + \p{p}{r}"),
    ("let q(D, r) = c D; let h = q + D", r"\p{h}{D} = 0"),
    ("t depends on r; let q(r, t) = s u r t", r"\p{q}{r} = s u t"),
    ("u depends on D; u depends on c", r"\p{u^2}{D} = 0"),
]

#: What is refused by name: declarations, a relation, and what the message says.
REFUSED = [
    ("scalar q >= 0; q depends on r", r"\p{q^2}{r} = 2 q \p{q}{r}", "may be attained"),
    (r"assume c \ge D^T D", r"\p{c^2}{D} = 2 c \p{c}{D}", "may be attained"),
    ("assume c = D^T D", r"\p{c^2}{D} = 2 c \p{c}{D}", "satisfies an equation"),
    (r"let v_1 = \p{c}{D}; assume c = D^T D", "v_1 = 2 D", "satisfies an equation"),
    (r"let v_1 = \p{c}{D}; hold c fixed; assume c = D^T D", "v_1 = 2 D", "satisfies an equation"),
    (r"assume \p{c}{D} = 0; assume c = D^T D", "D = 0", "satisfies an equation"),
    ("assume r = 2 t", r"\p{s}{t} = 0", "equated with r"),
    ("assume D = A E, E = t D", r"\p{(c u)}{t} = 0", "equated with D"),
    ("", r"\frac{\partial^2 (r s)}{\partial r^2} = 0", "a second derivative"),
    ("let q = r s", r"\p{}{r} \p{q}{r} = 0", "a second derivative"),
    (r"let q = r + \p{s}{r}; loss L of q", r"\p{L}{r} = \p{L}{q}", "a second derivative"),
    (r"let q = \p{s}{r}; hold s fixed", r"\p{(q r)}{r} = q", "a second derivative"),
    ("M depends on r; symmetric M", r"\p{M}{r} = (\p{M}{r})^T", "satisfies an equation"),
    ("matrix Q : n x n orthogonal; Q depends on r", r"\p{Q}{r} = 0", "satisfies an equation"),
    ("matrix S : n x n symmetric; u depends on S; S depends on r", r"\p{u}{r} = 0", "satisfies an equation"),
    ("matrix S : n x n symmetric; S depends on r; assume S = 2 I", r"\p{S}{r} = 0", "satisfies an equation"),
    ("matrix S : n x n symmetric; S depends on r; loss L of S", r"\p{L}{r} = 0", "a loss through the symmetric S"),
    ("matrix S : n x n symmetric", r"\p{(D^T S^{-1} D)}{S} = 0", "the symmetric S, whose components"),
    (
        r"matrix S : n x n symmetric; let g(S) = \det S; let h(g, S) = g + \det S",
        r"\p{h}{S} = 0",
        "the symmetric S, whose",
    ),
]


@pytest.mark.parametrize(("declared", "true", "false"), TWINS)
def test_chain_rules(declared: str, true: str, false: str) -> None:
    """Products and functions, sums, losses, layouts, definitions; numbers, vectors and matrices that depend."""
    assert [status_of(latex, NAMES + declared) for latex in (true, false)] == ["proved", "refuted"]


@pytest.mark.parametrize(("declared", "true", "false"), MATRICES)
def test_inverses_and_determinants(declared: str, true: str, false: str) -> None:
    """A matrix that is declared symmetric is so everywhere, and so is its derivative by a number."""
    names = r"\newcommand{\tr}{\operatorname{tr}}; scalar z; matrices K, \Sigma : n x n symmetric positive definite; "
    names += r"\Sigma depends on z; K depends on D; "
    assert [status_of(latex, NAMES + names + declared) for latex in (true, false)] == ["proved", "refuted"]


@pytest.mark.parametrize(("declared", "latex"), IN_DOUBT)
def test_what_could_stay_or_stand_elsewhere(declared: str, latex: str) -> None:
    """A value at another point, and what could be held, is neither proved nor refuted."""
    assert len(readings_of(latex, NAMES + declared)) == 2


@pytest.mark.parametrize(("declared", "latex", "message"), REFUSED)
def test_what_is_not_free(declared: str, latex: str, message: str) -> None:
    """Value and slope are independent but where an equation or an attained bound ties them; slopes have no slope."""
    with pytest.raises(InputError, match=message):
        read_latex(latex, context_from(NAMES + declared))


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("let f(D : n) = c D", "as a function of D, with c in it"),
        ("let B = u D; u depends on D", "declared behind the definition of B"),
        ("let f(x : n) = u D^T x; u depends on D", "declared behind what is assumed"),
        ("assume u > D^T D; u depends on D", "declared behind what is assumed"),
    ],
)
def test_what_would_be_another_value(declared: str, message: str) -> None:
    """A function of D has no constant that depends on D; what was read before does not say that its names depend."""
    with pytest.raises(InputError, match=message):
        context_from(NAMES + declared)
