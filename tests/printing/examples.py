"""The terms on which both printers are tested: what each node looks like, in text and in LaTeX."""

from __future__ import annotations

from fractions import Fraction

from derive.language.build import (
    absolute,
    basis,
    cos,
    define,
    delta,
    det,
    diag,
    dimension,
    dot,
    exp,
    grad,
    hadamard_power,
    identity,
    index,
    inverse,
    let,
    log,
    matrix,
    mean,
    norm,
    ones,
    outer,
    pinv,
    prod_,
    scalar,
    sqrt,
    sum_,
    tanh,
    trace,
    var,
    vector,
    zeros,
)
from derive.language.terms import Add, Dot, Hadamard, HadamardPower, Neg, Number, Product, Term, Zeros

N, K = dimension("N"), dimension("K")
a, b, g, u, v = (vector(name, N) for name in "abguv")
A, B, X = matrix("A", N, N), matrix("B", N, N), matrix("X", N, K)
c, x, y, eps = scalar("c"), scalar("x"), scalar("y"), scalar("eps")
n, m = index("n", N), index("m", N)
one = ones(N)
one_hat = let("one_hat", one / sqrt(N))
Pi = let("Pi", identity(N) - outer(one_hat, one_hat))
Pi2 = let("Pi2", identity(N) - outer(g, g) / norm(g) ** 2)
mu = let("mu", mean(a))
sigma2 = let("sigma2", var(a))
s = let("s", Pi * a)
hat = define("hat", v / norm(v), v)
scaled = define("LN", v / norm(v), v)
half = Fraction(1, 2)

#: Riechers, Eq. (1) and Eq. (6).
LAYERNORM = g * ((a - mu * one) / sqrt(sigma2 + eps)) + b
EQ_SIX = sqrt(N) * diag(g) * ((Pi * a) / sqrt(norm(Pi * a) ** 2 + N * eps)) + b

#: term, text, LaTeX (arrow notation)
EXAMPLES: list[tuple[Term, str, str]] = [
    (
        LAYERNORM,
        "g ⊙ (a - μ 1) / √(σ² + ε) + b",
        r"\vec g \odot \frac{\vec a - \mu \vec 1}{\sqrt{\sigma^2 + \epsilon}} + \vec b",
    ),
    (
        EQ_SIX,
        "√N diag(g) (Πa / √(|Πa|² + Nε)) + b",
        r"\sqrt{N}\,\operatorname{diag}(\vec g) \frac{\Pi \vec a}{\sqrt{|\Pi \vec a|^2 + N\epsilon}} + \vec b",
    ),
    (
        sqrt(N) * diag(g) * Pi * a / sqrt(norm(Pi * a) ** 2 + N * eps) + b,
        "√N diag(g) Πa / √(|Πa|² + Nε) + b",
        r"\frac{\sqrt{N}\,\operatorname{diag}(\vec g) \Pi \vec a}{\sqrt{|\Pi \vec a|^2 + N\epsilon}} + \vec b",
    ),
    # leaves
    (Number(Fraction(3)), "3", "3"),
    (Number(half), "1/2", r"\frac{1}{2}"),
    (Number(-half), "-1/2", r"-\frac{1}{2}"),
    (N, "N", "N"),
    (a, "a", r"\vec a"),
    (A, "A", "A"),
    (one, "1", r"\vec 1"),
    (ones(N, K), "1[N × K]", r"\mathbf{1}_{N \times K}"),
    (zeros(N), "0", r"\vec 0"),
    (Zeros((1, N)), "0ᵀ", r"\vec 0^{\top}"),
    (zeros(N, K), "0[N × K]", r"0_{N \times K}"),
    (identity(N), "I", "I"),
    (basis(n), "eₙ", r"\vec e_n"),
    (delta(n, m), "δₙₘ", r"\delta_{nm}"),
    # definitions
    (mu, "μ", r"\mu"),
    (sigma2, "σ²", r"\sigma^2"),
    (Pi2, "Π₂", r"\Pi_2"),
    (s, "s", r"\vec s"),
    (one_hat, "1̂", r"\hat{1}"),
    (mean(v), "μ(v)", r"\mu(\vec v)"),
    (var(v), "σ²(v)", r"\sigma^2(\vec v)"),
    (var(v) ** 2, "(σ²(v))²", r"(\sigma^2(\vec v))^2"),
    (cos(u, v), "cos(u, v)", r"\cos\theta_{u,v}"),
    (cos(Pi * u, v), "cos(Πu, v)", r"\cos\theta_{\Pi \vec u, v}"),
    (hat(v), "v̂", r"\hat{v}"),
    (hat(Pi * a), "hat(Πa)", r"\widehat{\Pi \vec a}"),
    (scaled(v), "LN(v)", r"\operatorname{LN}(\vec v)"),
    # sums
    (a + b, "a + b", r"\vec a + \vec b"),
    (a - b, "a - b", r"\vec a - \vec b"),
    (-a, "-a", r"-\vec a"),
    (Neg(Neg(a)), "-(-a)", r"-(-\vec a)"),
    (-a + b, "-a + b", r"-\vec a + \vec b"),
    (-(a + b), "-(a + b)", r"-(\vec a + \vec b)"),
    (a - (b + u), "a - (b + u)", r"\vec a - (\vec b + \vec u)"),
    (a + (b + u), "a + (b + u)", r"\vec a + (\vec b + \vec u)"),
    (Add((Add((a, b)), u)), "(a + b) + u", r"(\vec a + \vec b) + \vec u"),
    (x - 1, "x - 1", "x - 1"),
    (x - (-y), "x - (-y)", "x - (-y)"),
    (x - Number(Fraction(-1)), "x - (-1)", "x - (-1)"),
    # products
    (A * B * v, "ABv", r"A B\vec v"),
    (Product((A, Product((B, v)))), "A (Bv)", r"A\,(B\vec v)"),
    (Product((Product((A, B)), v)), "(AB) v", r"(A B) \vec v"),
    (Product((-x, y)), "(-x) y", "(-x) y"),
    (-(x * y), "-xy", "-x y"),
    (Product((x, -y)), "x (-y)", r"x\,(-y)"),
    (-half * x, "(-1/2) x", r"\left(-\frac{1}{2}\right) x"),
    (2 * x, "2x", "2 x"),
    (x * 2, "x · 2", r"x \cdot 2"),
    (Product((Number(Fraction(2)), Number(Fraction(3)), x)), "2 · 3x", r"2 \cdot 3 x"),
    (Product((Number(Fraction(2)), Number(half))), "2 (1/2)", r"2 \cdot \frac{1}{2}"),
    (2 * one, "2 · 1", r"2\,\vec 1"),
    (mu * (x + y), "μ (x + y)", r"\mu\,(x + y)"),
    (sqrt(x) * y, "√x y", r"\sqrt{x}\,y"),
    (sqrt(x * y), "√(xy)", r"\sqrt{x y}"),
    (norm(u) * norm(v), "|u| |v|", r"|\vec u|\,|\vec v|"),
    (scalar("rate") * x, "rate x", r"\mathrm{rate}\,x"),
    (N * eps, "Nε", r"N\epsilon"),
    (one.T * a, "1ᵀ a", r"\vec 1^{\top} \vec a"),
    (outer(u, v), "u vᵀ", r"\vec u \vec v^{\top}"),
    (outer(u, v) * a, "(u vᵀ) a", r"(\vec u \vec v^{\top}) \vec a"),
    (a * b * u, "a ⊙ b ⊙ u", r"\vec a \odot \vec b \odot \vec u"),
    (a * (b * u), "a ⊙ (b ⊙ u)", r"\vec a \odot (\vec b \odot \vec u)"),
    (Hadamard((Product((A, a)), b)), "(Aa) ⊙ b", r"(A\vec a) \odot \vec b"),
    (Product((A, Hadamard((a, b)))), "A (a ⊙ b)", r"A\,(\vec a \odot \vec b)"),
    (dot(u, v), "u · v", r"\vec u \cdot \vec v"),
    (2 * dot(u, v), "2 (u · v)", r"2 (\vec u \cdot \vec v)"),
    (Dot(A * u, v), "Au · v", r"A\vec u \cdot \vec v"),
    (A * dot(u, v), "A (u · v)", r"A\,(\vec u \cdot \vec v)"),
    # quotients and powers
    (x / y, "x / y", r"\frac{x}{y}"),
    (x * y / (c * N), "xy / (cN)", r"\frac{x y}{c N}"),
    (x / y / c, "(x / y) / c", r"\frac{\frac{x}{y}}{c}"),
    ((x + y) / c, "(x + y) / c", r"\frac{x + y}{c}"),
    (-x / y, "(-x) / y", r"\frac{-x}{y}"),
    (-(x / y), "-x / y", r"-\frac{x}{y}"),
    (x / y * v, "(x / y) v", r"\frac{x}{y} \vec v"),
    ((x / y) ** 2, "(x / y)²", r"\left(\frac{x}{y}\right)^2"),
    (x**2, "x²", "x^2"),
    (x**-1, "x⁻¹", "x^{-1}"),
    (x**half, "x^(1/2)", "x^{1/2}"),
    (x ** Fraction(-3, 2), "x^(-3/2)", "x^{-3/2}"),
    (x**12, "x¹²", "x^{12}"),
    ((x**2) ** 3, "(x²)³", "(x^2)^3"),
    (sigma2**2, "(σ²)²", r"(\sigma^2)^2"),
    (Number(Fraction(-2)) ** 2, "(-2)²", "(-2)^2"),
    (Number(half) ** 2, "(1/2)²", r"\left(\frac{1}{2}\right)^2"),
    ((x + y) ** 2, "(x + y)²", "(x + y)^2"),
    (g**-1, "g⁻¹", r"\vec g^{-1}"),
    (A**2, "A²", "A^2"),
    (hadamard_power(A, 2), "A^(⊙2)", r"A^{\odot 2}"),
    (HadamardPower(A + B, -1), "(A + B)^(⊙-1)", r"(A + B)^{\odot -1}"),
    (sqrt(x), "√x", r"\sqrt{x}"),
    (sqrt(x) ** 2, "(√x)²", r"(\sqrt{x})^2"),
    (sqrt(x**2), "√(x²)", r"\sqrt{x^2}"),
    (inverse(A), "A⁻¹", "A^{-1}"),
    (pinv(A), "A⁺", "A^{+}"),
    (A.T, "Aᵀ", r"A^{\top}"),
    ((A * B).T, "(AB)ᵀ", r"(A B)^{\top}"),
    (A.T.T, "(Aᵀ)ᵀ", r"(A^{\top})^{\top}"),
    # functions
    (norm(v), "|v|", r"|\vec v|"),
    (norm(v / 2), "|v / 2|", r"\left|\frac{\vec v}{2}\right|"),
    (norm(norm(u) * v), "|(|u| v)|", r"|(|\vec u| \vec v)|"),
    (absolute(x), "|x|", "|x|"),
    (absolute(v), "abs(v)", r"\operatorname{abs}(\vec v)"),
    (exp(x), "exp(x)", r"\exp(x)"),
    (log(x + y), "log(x + y)", r"\log(x + y)"),
    (tanh(v), "tanh(v)", r"\tanh(\vec v)"),
    (diag(g), "diag(g)", r"\operatorname{diag}(\vec g)"),
    (trace(A * B), "tr(AB)", r"\operatorname{tr}(A B)"),
    (det(A), "det(A)", r"\det(A)"),
    # indices
    (a[n], "aₙ", "a_n"),
    (A[n, m], "Aₙₘ", "A_{nm}"),
    (A.T[n, m], "(Aᵀ)ₙₘ", r"(A^{\top})_{nm}"),
    ((Pi * a)[n], "(Πa)ₙ", r"(\Pi \vec a)_n"),
    (a[n] ** 2, "aₙ²", "a_n^2"),
    ((a**2)[n], "(a²)ₙ", r"(\vec a^2)_n"),
    (vector("v1", N)[n], "(v₁)ₙ", r"(\vec v_1)_n"),
    (a[index("b", N)], "a[b]", "a_b"),
    (a[index("row", N)], "a[row]", r"a_{\mathrm{row}}"),
    (sum_(n, a[n] * b[n]), "Σₙ aₙ bₙ", r"\sum_{n=1}^{N} a_n b_n"),
    (sum_(n, a[n]) / N, "(Σₙ aₙ) / N", r"\frac{\sum_{n=1}^{N} a_n}{N}"),
    (sum_(n, a[n] / N), "Σₙ (aₙ / N)", r"\sum_{n=1}^{N} \frac{a_n}{N}"),
    (sum_(n, a[n] + b[n]), "Σₙ (aₙ + bₙ)", r"\sum_{n=1}^{N} (a_n + b_n)"),
    (sum_(n, a[n]) + x, "Σₙ aₙ + x", r"\sum_{n=1}^{N} a_n + x"),
    (x * sum_(n, a[n]), "x Σₙ aₙ", r"x \sum_{n=1}^{N} a_n"),
    (sum_(n, a[n]) * x, "(Σₙ aₙ) x", r"\left(\sum_{n=1}^{N} a_n\right) x"),
    (sum_(n, sum_(m, A[n, m])), "Σₙ Σₘ Aₙₘ", r"\sum_{n=1}^{N} \sum_{m=1}^{N} A_{nm}"),
    (prod_(n, g[n]), "∏ₙ gₙ", r"\prod_{n=1}^{N} g_n"),
    (prod_(m, x - g[m], without=n), "∏_{m≠n} (x - gₘ)", r"\prod_{m \ne n} (x - g_m)"),
    (
        prod_(index("mu", N), g[index("mu", N)], without=index("row", N)),
        "∏_{μ≠row} g[μ]",
        r"\prod_{\mu \ne \mathrm{row}} g_{\mu}",
    ),
    # derivatives
    (grad(s, a), "∂s/∂a", r"\frac{\partial \vec s}{\partial \vec a}"),
    (
        grad(a / norm(a), a),
        "∂(a / |a|)/∂a",
        r"\frac{\partial}{\partial \vec a} \left(\frac{\vec a}{|\vec a|}\right)",
    ),
    (2 * grad(s, a), "2 (∂s/∂a)", r"2 \cdot \frac{\partial \vec s}{\partial \vec a}"),
]  # fmt: skip
