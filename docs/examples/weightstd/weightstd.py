"""Weight standardisation: a row of a weight matrix, centred and divided by its standard deviation."""

import derive

SOURCE = (
    "Qiao et al., Micro-Batch Training with Batch-Channel Normalization and Weight Standardization, arXiv:1903.10520"
)
HERE = "derived here"

N = derive.dimension("N")
w, one = derive.vector("w", N), derive.ones(N)
c, eps, t = derive.scalar("c"), derive.scalar("eps", "nonneg"), derive.scalar("t", "positive")
mu = derive.let("mu", derive.dot(w, one) / N)
sigma2 = derive.let("sigma2", derive.norm(w - mu * one) ** 2 / N)
Pi = derive.let("Pi", derive.identity(N) - one * one.T / N)
hat = derive.let("w_hat", (w - mu * one) / derive.sqrt(sigma2 + eps))
mean, var = (
    derive.define("m", derive.dot(w, one) / N, w),
    derive.define("V", derive.norm(w - derive.dot(w, one) / N * one) ** 2 / N, w),
)
WS = derive.define("WS", (w - mean(w) * one) / derive.sqrt(var(w) + eps), w, eps)

theory = derive.Theory("weightstd", "Weight standardisation", "A row of weights, standardised.", (SOURCE,))
theory.declare(N, w, one, c, t, eps, mu, sigma2, Pi, hat, WS(w, eps))
theory.define(mu, SOURCE)
theory.define(sigma2, SOURCE)
theory.define(Pi, HERE)
theory.define(hat, SOURCE)
theory.define(WS(w, eps), SOURCE)

zero = derive.as_term(0)
p, q, s, u, v, x = (
    derive.scalar("p"),
    derive.scalar("q"),
    derive.scalar("s"),
    derive.vector("u", N),
    derive.vector("v", N),
    derive.vector("x", N),
)

theory.group("Mean and length")


@theory.theorem("The mean is zero", SOURCE)
@derive.near_miss("the sum is that of the row", mu)
@derive.near_miss("without centring", derive.dot(w / derive.sqrt(sigma2 + eps), one) / N, 0)
def mean_zero():
    """(ŵ · 1)/N = 0 wherever var(w) + ε > 0."""
    out = derive.rule("divisor out of a product", derive.dot(u / p, v), derive.dot(u, v) / p)
    expand = derive.rule("product with a difference", derive.dot(u - p * v, x), derive.dot(u, x) - p * derive.dot(v, x))
    count = derive.rule("the ones have N components", derive.dot(one, one), N, ())
    total = derive.rule("mean times number is the sum", mu * N, derive.dot(w, one), ())
    cancel = derive.rule("a number less itself", q - q, 0)
    zero = derive.rule("zero over a number", 0 / p / q, 0)
    line = derive.Derivation.start(derive.dot(hat, one) / N).by(derive.definition(hat)).by(out).by(expand)
    return line.by(count).by(total).by(cancel).by(zero)


@theory.theorem("The squared length", SOURCE)
@derive.near_miss("the length is N", N)
@derive.near_miss("without the number of components", sigma2 / (sigma2 + eps))
def length():
    """|ŵ|² = N var(w)/(var(w) + ε) wherever var(w) + ε > 0."""
    out = derive.rule("divisor out of a length", derive.norm(u / p) ** 2, derive.norm(u) ** 2 / p**2)
    folded = derive.rule("the variance, by its name", derive.norm(w - mu * one) ** 2, N * sigma2, ())
    root = derive.rule("square of a root", derive.sqrt(q) ** 2, q)
    return derive.Derivation.start(derive.norm(hat) ** 2).by(derive.definition(hat)).by(out).by(folded).by(root)


theory.group("The geometric form")


@theory.theorem("The geometric form", HERE)
@derive.near_miss("epsilon without N", derive.sqrt(N) * (Pi * w) / derive.sqrt(derive.norm(Pi * w) ** 2 + eps))
@derive.near_miss("without the factor", Pi * w / derive.sqrt(derive.norm(Pi * w) ** 2 + N * eps))
def geometric():
    """ŵ = √N Πw / √(|Πw|² + Nε), wherever var(w) + ε > 0: line by line."""
    centring = derive.rule("centring is a projection", w - mu * one, Pi * w, ())
    common = derive.rule("common denominator", p / N + q, (p + N * q) / N)
    root = derive.rule("root of a quotient", derive.sqrt(p / N), derive.sqrt(p) / derive.sqrt(N))
    double = derive.rule("double quotient", u / (p / q), q * u / p)
    line = derive.Derivation.start(hat).by(derive.definition(hat)).by(derive.definition(sigma2))
    line = line.by(centring, to=Pi * w / derive.sqrt(derive.norm(Pi * w) ** 2 / N + eps))
    return line.by(common).by(root).by(double)


theory.group("Invariance")


@theory.theorem("A shift is forgotten", SOURCE)
@derive.near_miss("a shift by any vector", WS(w + x, eps), WS(w, eps))
def shift():
    """WS(w + c1, ε) = WS(w, ε)."""
    return WS(w + c * one, eps), WS(w, eps)


@theory.theorem("A factor is forgotten", SOURCE)
@derive.near_miss("with an epsilon", WS(t * w, eps), WS(w, eps))
@derive.near_miss("of any sign", WS(-t * w, zero), WS(w, zero))
def scale():
    """WS(tw, 0) = WS(w, zero) for t > 0, wherever var(w) > 0."""
    return WS(t * w, zero), WS(w, zero)


theory.group("The Jacobian")
J = derive.let("J", derive.grad(hat, w))
closed = (Pi - hat * hat.T / N) / derive.sqrt(sigma2 + eps)
theory.declare(J)
theory.define(J, HERE)


r = derive.let("r", derive.sqrt(sigma2 + eps))


@theory.theorem("The Jacobian", HERE)
@derive.near_miss("without the N", (Pi - hat * hat.T) / derive.sqrt(sigma2 + eps))
@derive.near_miss("as if the variance were held", Pi / derive.sqrt(sigma2 + eps))
def jacobian():
    """∂ŵ/∂w = (Π − ŵŵᵀ/N)/√(var(w) + ε), by the quotient rule."""
    centred = w - mu * one
    named = derive.definition(r).reversed("the root, by its name")
    quotient = derive.rule(
        "quotient rule",
        derive.grad(centred / r, w),
        derive.grad(centred, w) / r - centred * derive.grad(r, w).T / r**2,
        (),
    )
    centring = derive.rule("derivative of centring", derive.grad(centred, w), Pi, ())
    root = derive.rule("derivative of the root", derive.grad(r, w), derive.grad(sigma2, w) / (2 * r), ())
    variance = derive.rule("derivative of the variance", derive.grad(sigma2, w), 2 * centred / N, ())
    folded = derive.rule("centred is the row times its root", centred, r * hat, ())
    collect = derive.rule("powers of the root cancel", p * u * (2 * (p * u) / N / (2 * p)).T / p**2, u * u.T / N / p)
    common = derive.rule(
        "common divisor",
        derive.matrix("A", N, N) / p - derive.matrix("B", N, N) / p,
        (derive.matrix("A", N, N) - derive.matrix("B", N, N)) / p,
    )
    line = derive.Derivation.start(derive.grad(hat, w)).by(derive.definition(hat)).by(named)
    line = line.by(quotient).by(centring).by(root).by(variance)
    line = line.by(folded).by(folded)
    return line.by(collect).by(common).by(derive.definition(r))


@theory.theorem("No derivative along 1", HERE)
@derive.near_miss("along w", J * w, derive.zeros(N))
def along_ones():
    """(∂ŵ/∂w) 1 = 0."""
    return J * one, derive.zeros(N)


@theory.theorem("The null space of the Jacobian", HERE)
@derive.near_miss("w too", derive.null_space_is(J, (one, w)))
def null_space():
    """(∂ŵ/∂w) v = 0 for the multiples of 1 and for nothing else, where ε > 0."""
    r = derive.sqrt(sigma2 + eps)
    left = r * (Pi + (sigma2 + eps) / (N * eps) * (hat * hat.T))
    return derive.null_space_is(J, one, splitting=derive.Splitting((one / N,), left), hypotheses=[derive.positive(eps)])
