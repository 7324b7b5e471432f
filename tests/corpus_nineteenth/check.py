"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_nineteenth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent

log, exp = np.log, np.exp


@source
def softmax_readme(r, C, X):
    n = r.randint(3, 6)
    o = r.normal(size=n)
    k = r.randint(n)
    p = softmax(o)
    D = J(lambda o: -log(softmax(o)[k]), o)
    E = exp(o)
    S = E.sum()
    C("a", [D[k], -1 / p[k] * (p[k] - E[k] ** 2 / S**2), -1 / p[k] * (p[k] - p[k] ** 2), p[k] - 1], {3: p[k] + 1})
    j = (k + 1) % n
    assert abs(D[j] - E[k] / p[k] / S**2 * E[j]) < 1e-9
    C("b", [E[k] / p[k] / S**2 * E[j], 1 / p[k] * E[k] / S * E[j] / S, 1 / p[k] * p[k] * p[j], p[j]], {3: p[k]})
    y = np.eye(n)[k]
    C("c", [D, p - y], {1: p + y})


@source
def lsm_zh(r, C, X):
    d = r.randint(1, 4)
    N = d + r.randint(1, 4)
    A, y, t = r.normal(size=(N, d)), r.normal(size=N), r.normal(size=d)
    h = A @ t
    f = lambda t: ((y - A @ t) ** 2).sum() / N
    C(
        "a",
        [
            f(t),
            ((y - h) ** 2).sum() / N,
            norm(y - h) ** 2 / N,
            (y - h) @ (y - h) / N,
            (y - A @ t) @ (y - A @ t) / N,
            (y @ y - y @ A @ t - (A @ t) @ y + (A @ t) @ A @ t) / N,
            (y @ y - y @ A @ t - t @ A.T @ y + t @ A.T @ A @ t) / N,
        ],
        {5: (y @ y - y @ A @ t + (A @ t) @ y + (A @ t) @ A @ t) / N},
    )
    C("b", [y @ A @ t, (y @ A @ t).T, t @ A.T @ y])
    q = t @ A.T @ A @ t
    C(
        "c",
        [
            f(t),
            (y @ y - y @ A @ t - t @ A.T @ y + q) / N,
            (y @ y - t @ A.T @ y - t @ A.T @ y + q) / N,
            (y @ y - 2 * t @ A.T @ y + q) / N,
        ],
        {3: (y @ y - 3 * t @ A.T @ y + q) / N},
    )
    C("d", [J(f, t), (-2 * A.T @ y + 2 * A.T @ A @ t) / N], {1: (2 * A.T @ y + 2 * A.T @ A @ t) / N})
    s = np.linalg.solve(A.T @ A, A.T @ y)
    C("e", [s, inv(A.T @ A) @ A.T @ y])


@source
def regression_ja(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    ab = r.normal(size=2)
    S = lambda v: ((y - (v[0] * x + v[1])) ** 2).sum()
    e = y - (ab[0] * x + ab[1])
    C("a", [S(ab), (e**2).sum(), (e**2).sum()])
    D = J(S, ab)
    C("b", [D[0], (2 * e * -x).sum(), -2 * (x * e).sum()], {2: 2 * (x * e).sum()})
    C("c", [D[1], (2 * e * -1).sum(), -2 * e.sum()])
    a = ((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum()
    b = y.mean() - a * x.mean()
    e = y - (a * x + b)
    C("d", [(x * e).sum(), 0.0])
    C("e", [(x * (y - a * x - b)).sum(), 0.0])
    C("f", [(x * y - a * x**2 - b * x).sum(), 0.0], {0: (x * y - a * x**2 + b * x).sum()})
    C(
        "g",
        [(x * y).sum(), (a * x**2 + b * x).sum(), a * (x**2).sum() + b * x.sum()],
        {2: a * (x**2).sum() - b * x.sum()},
    )
    C("h", [e.sum(), 0.0])
    C("k", [(y - a * x - b).sum(), 0.0])
    C("l", [y.sum(), (a * x + b).sum(), a * x.sum() + n * b], {2: a * x.sum() - n * b})
    C("m", [b, (y.sum() - a * x.sum()) / n], {1: (y.sum() + a * x.sum()) / n})


@source
def logsumexp_ja(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n)
    m = x.max()
    L = log(softmax(x))
    C("a", [L, x - log(exp(x).sum())], {1: x + log(exp(x).sum())})
    C("b", [log(exp(x).sum()), log(exp(m) * exp(x - m).sum()), m + log(exp(x - m).sum())])
    C("c", [L, x - m - log(exp(x - m).sum())], {1: x + m - log(exp(x - m).sum())})


@source
def sums_myst(r, C, X):
    n = r.randint(2, 7)
    x, y = r.normal(size=(2, n))
    m, k = x.mean(), y.mean()
    s, q = x.sum(), (x**2).sum()
    C(
        "a",
        [
            ((x - m) ** 2).sum(),
            (x**2 - 2 * x * m + m**2).sum(),
            q - 2 * m * s + n * m**2,
            q - 2 / n * s * s + n * m**2,
            q + n * m**2 - 2 / n * s**2,
            q + n * (s / n) ** 2 - 2 * n * (s / n) ** 2,
            q - n * (s / n) ** 2,
            q - n * m**2,
        ],
        {3: q + 2 / n * s * s + n * m**2, 7: q + n * m**2},
    )
    C("b", [((x - m) * (y - k)).sum(), (x * (y - k)).sum(), ((x - m) * y).sum()], {2: ((x + m) * y).sum()})
    X(1, ((x - m) * y).sum(), (x * y).sum() - n * (x * y).mean())


@source
def normal_ja(r, C, X):
    d = r.randint(1, 4)
    m = d + r.randint(1, 4)
    A, y, t = r.normal(size=(m, d)), r.normal(size=m), r.normal(size=d)
    C("a", [sum((t @ a - k) ** 2 for a, k in zip(A, y, strict=True)) / (2 * m), (A @ t - y) @ (A @ t - y) / (2 * m)])
    f = lambda t: (A @ t - y) @ (A @ t - y)
    h = A @ t
    C("b", [f(t), h @ A @ t - h @ y - y @ h + y @ y], {1: h @ A @ t + h @ y - y @ h + y @ y})
    C("c", [f(t), t @ A.T @ A @ t - 2 * h @ y + y @ y])
    C("d", [J(f, t), 2 * A.T @ A @ t - 2 * A.T @ y], {1: 2 * A.T @ A @ t + 2 * A.T @ y})
    C("e", [np.linalg.lstsq(A, y, rcond=None)[0], inv(A.T @ A) @ A.T @ y])


@source
def batchnorm_site(r, C, X):
    N, D = r.randint(2, 6, size=2)
    x = r.normal(size=(N, D))
    g, b = r.normal(size=(2, D))
    e = r.uniform(0.1, 1)
    h = (x - x.mean(0)) / np.sqrt(x.var(0) + e)
    L = loss(r, N, D)
    y = g * h + b
    dy = J(L, y)
    C("a", [J(lambda b: L(g * h + b), b), (dy * 1).sum(0), dy.sum(0)], {2: y.sum(0)})
    C("b", [J(lambda g: L(g * h + b), g), (dy * h).sum(0), (dy * h).sum(0)], {2: (dy * x).sum(0)})


@source
def backprop_es(r, C, X):
    x, w, b, y = r.normal(size=4)
    c = r.normal(size=3)
    sg = lambda t: np.sin(c[0] * t) + c[1] * t + c[2] * t * t
    one = lambda f, t: float(J(lambda v: f(v[0]), np.array([t]))[0])
    z = w * x + b
    a = sg(z)
    La, az, zw, zb = a - y, one(sg, z), x, 1.0
    Lw = one(lambda w: 0.5 * (sg(w * x + b) - y) ** 2, w)
    Lb = one(lambda b: 0.5 * (sg(w * x + b) - y) ** 2, b)
    C("a", [Lw, La * az * zw])
    C("b", [Lb, La * az * zb], {1: La * az * zw})
    C("c", [Lw, (a - y) * az * x], {1: (a - y) * a * x})
    C("d", [Lb, (a - y) * az])
    x, W1, b1 = r.normal(size=2), r.normal(size=(3, 2)), r.normal(size=3)
    W2, b2, y = r.normal(size=(1, 3)), r.normal(size=1), r.normal(size=1)
    s = lambda t: 1 / (1 + exp(-t))
    L2 = lambda z2: 0.5 * ((s(z2) - y) ** 2).sum()
    L1 = lambda z1: L2(W2 @ sg(z1) + b2)
    z1 = W1 @ x + b1
    a1 = sg(z1)
    z2 = W2 @ a1 + b2
    a2 = s(z2)
    d2, d1 = J(L2, z2), J(L1, z1)
    C("e", [d2, (a2 - y) * a2 * (1 - a2)], {1: (a2 + y) * a2 * (1 - a2)})
    C("f", [J(lambda W: L2(W @ a1 + b2), W2), np.outer(d2, a1)])
    C("g", [J(lambda b: L2(W2 @ a1 + b), b2), d2])
    ds = np.array([one(sg, t) for t in z1])
    C("h", [d1, W2.T @ d2 * ds], {1: W2.T @ d2 * a1})
    C("k", [J(lambda W: L1(W @ x + b1), W1), np.outer(d1, x)])
    C("l", [J(lambda b: L1(W1 @ x + b), b1), d1])


@source
def softmax_zh(r, C, X):
    n = r.randint(2, 6)
    z = r.normal(size=n)
    K = r.uniform(0.3, 3)
    y = r.uniform(0.1, 1, size=n)
    E = exp(z)
    S = E.sum()
    p = softmax(z)
    Js = J(softmax, z)
    off = ~np.eye(n, dtype=bool)
    C(
        "a",
        [Js[off], (0 - np.outer(E, E) / S**2)[off], (-np.outer(E / S, E / S))[off], -np.outer(p, p)[off]],
        {3: np.outer(p, p)[off]},
    )
    C(
        "b",
        [np.diag(Js), (E * S - E * E) / S**2, E * (S - E) / S**2, E / S * (S - E) / S, p * (1 - p), p - p**2],
        {2: E * (S + E) / S**2, 5: p + p**2},
    )
    C("c", [p, E / S, K * E / (K * S), exp(z + log(K)) / exp(z + log(K)).sum()])
    C("d", [0.0, -log(np.prod(p**y)), -(y * log(p)).sum()])
    C("e", [-log(p), -log(E / S)])
    D = J(lambda z: -(y * log(softmax(z))).sum(), z)
    C("f", [D, -y @ J(lambda z: log(softmax(z)), z), -(y / p) @ Js], {2: -(y / z) @ Js})
    C("g", [Js, np.where(off, -np.outer(p, p), np.diag(p - p**2))])


@source
def schwarz_proofs(r, C, X):
    n = r.randint(2, 6)
    x, y = r.normal(size=(2, n))
    t = r.normal()
    v = x - t * y
    C("a", [abs(x @ y), norm(x) * norm(y)], le=(1,))
    C("b", [norm(v) ** 2, v @ v, 0.0], ge=(2,))
    C(
        "c",
        [norm(v) ** 2, x @ x - 2 * t * x @ y + t**2 * y @ y, norm(x) ** 2 - 2 * t * x @ y + t**2 * norm(y) ** 2],
        {1: x @ x + 2 * t * x @ y + t**2 * y @ y},
    )
    q = norm(x) ** 2 * norm(y) ** 2
    C("d", [0.0, (-2 * (x @ y)) ** 2 - 4 * q, 4 * (x @ y) ** 2 - 4 * q], {2: 2 * (x @ y) ** 2 - 4 * q})
    C("e", [4 * (x @ y) ** 2 - 4 * q, 0.0], le=(1,))
    C("f", [(x @ y) ** 2, q], le=(1,), fle=(), fge=(1,))
    C("g", [abs(x @ y), norm(x) * norm(y)], le=(1,))


@source
def minimos_es(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(1, 4)
    A, b, x = r.normal(size=(m, n)), r.normal(size=m), r.normal(size=n)
    # at any z: the steps do not need the premise; with it all sides are 0
    z = np.linalg.lstsq(A, b, rcond=None)[0]
    for u in (z,):
        C(
            "a",
            [
                0.0,
                (A @ x) @ (b - A @ u),
                (A @ x) @ b - (A @ x) @ (A @ u),
                (A @ x) @ b - (A @ x) @ (A @ u),
                x @ A.T @ b - x @ A.T @ A @ u,
                x @ (A.T @ b - A.T @ A @ u),
            ],
            {4: x @ A.T @ b + x @ A.T @ A @ u},
        )
    M = np.array([[1.0, 0], [1, 1], [1, 2]])
    C("b", [M.T @ M, np.array([[3.0, 3], [3, 5]])], {1: np.array([[3.0, 3], [3, 4]])})
    Q = r.normal(size=(m - 1, m))
    N = np.vstack([Q, Q[:1]])  # a matrix with a null space
    x = np.linalg.svd(N)[2][-1]
    C("c", [norm(N @ x) ** 2, (N @ x) @ (N @ x), (N @ x) @ (N @ x), x @ N.T @ N @ x])
    R = A.T  # full row rank
    C("d", [R @ (R.T @ inv(R @ R.T)), (R @ R.T) @ inv(R @ R.T), np.eye(n)])
    C("e", [inv(A.T @ A) @ A.T @ A, inv(A.T @ A) @ (A.T @ A), np.eye(n)])
    G = np.array([[5 / 6, -1 / 2], [-1 / 2, 1 / 2]])
    F = G.copy()
    F[1, 1] = 1 / 3
    C("f", [inv(M.T @ M), G], {1: F})
    H = inv(M.T @ M) @ M.T
    C("g", [H, H, np.array([[5 / 6, 1 / 3, -1 / 6], [-1 / 2, 0, 1 / 2]])])


@source
def orth_de(r, C, X):
    n = r.randint(2, 6)
    Q = np.linalg.qr(r.normal(size=(n, n)))[0]
    F = lambda v: Q @ v
    v, w = r.normal(size=(2, n))
    w = w * np.sign(v @ w)  # so that the false root exists
    C("a", [norm(F(v)), np.sqrt(F(v) @ F(v)), np.sqrt(v @ v), norm(v)], {2: np.sqrt(v @ w)})
    u = w - (v @ w) / (v @ v) * v
    C("b", [F(v) @ F(u), v @ u], {0: F(v) @ F(v)})
    o = np.zeros(n)
    C("c", [o @ o, F(o) @ F(o)])
    v = F(w)
    C("d", [(Q.T @ v) @ (Q.T @ v), w @ w, F(w) @ F(w)], {2: F(w) @ F(v)})
    # an eigenvalue: a reflection has 1 and -1
    h = r.normal(size=n)
    P = np.eye(n) - 2 * np.outer(h, h) / (h @ h)
    l, v = (-1.0, h) if r.rand() < 0.7 else (1.0, w - (w @ h) / (h @ h) * h)
    C("e", [norm(v), norm(P @ v), norm(l * v), abs(l) * norm(v)])


tr = np.trace


@source
def esl_solutions(r, C, X):
    p = r.randint(1, 4)
    N = p + r.randint(1, 4)
    Z = r.normal(size=(N, p))
    G = inv(Z.T @ Z)
    a, be = r.normal(size=(2, p))
    d = (np.eye(N) - Z @ G @ Z.T) @ r.normal(size=N)
    c = Z @ G @ a + d
    s2 = r.uniform(0.5, 2) ** 2
    row = a @ G @ Z.T + d
    C("a", [a @ be + d @ Z @ be, a @ be])
    C(
        "b",
        [
            s2 * c @ c,
            s2 * row @ row,
            s2 * row @ (Z @ G @ a + d),
            s2 * (a @ G @ Z.T @ Z @ G @ a + a @ G @ (Z.T @ d) + (d @ Z) @ G @ a + d @ d),
            s2 * (a @ G @ a + d @ d),
        ],
        {2: s2 * row @ (Z @ G @ a - d)},
    )
    Q, R = np.linalg.qr(Z)
    y = r.normal(size=N)
    b = inv(Z.T @ Z) @ Z.T @ y
    C("c", [(Z.T @ Z) @ b, Z.T @ y])
    C("d", [(R.T @ Q.T) @ (Q @ R) @ b, R.T @ Q.T @ y])
    C("e", [R @ b, Q.T @ y], {0: R.T @ b})


@source
def nyu_slides(r, C, X):
    A = r.normal(size=(2, 2))
    x, b = r.normal(size=(2, 2))
    L = lambda x: 0.5 * ((A @ x - b) ** 2).sum()
    u = A[0, 0] * x[0] + A[0, 1] * x[1] - b[0]
    v = A[1, 0] * x[0] + A[1, 1] * x[1] - b[1]
    C("a", [L(x), 0.5 * u**2 + 0.5 * v**2], {1: 0.5 * u**2 + 0.5 * (v + 2 * b[1]) ** 2})
    g = J(L, x)
    C("b", [g, np.array([g[0], g[1]]), np.array([u * A[0, 0] + v * A[1, 0], u * A[0, 1] + v * A[1, 1]])])
    m, n = r.randint(1, 5, size=2)
    B = r.normal(size=(m, n))
    C("c", [J(lambda x: B @ x, r.normal(size=n)), B])


@source
def lml_thesis(r, C, X):
    m = r.randint(2, 6)
    z = r.normal(size=m)
    y = r.randint(m)
    o = [j for j in range(m) if j != y]
    e = np.exp(z)
    C(
        "a",
        [
            -np.log(e[y] / e.sum()),
            -np.log(e[y] / e.sum()),
            np.log(e.sum() / e[y]),
            np.log(1 + np.exp(z[o] - z[y]).sum()),
        ],
        {3: np.log(1 + np.exp(z[o] + z[y]).sum())},
    )
    n = r.randint(1, 5)
    x = r.normal(size=n)
    p = r.uniform(0.1, 0.9, size=n)
    nu, k = r.normal(size=2)
    Hb = lambda y: -(y * np.log(y) + (1 - y) * np.log(1 - y)).sum()
    L = lambda y: -x @ y - Hb(y) + nu * (k - y.sum())
    C("b", [J(L, p), -x + np.log(p / (1 - p)) - nu], {1: -x + np.log(p / (1 - p)) + nu})


@source
def cs181_textbook(r, C, X):
    N, D = r.randint(1, 5, size=2)
    Z = r.normal(size=(N, D))
    w = r.normal(size=D)
    y = r.normal(size=N)
    be = r.uniform(0.5, 2)
    e = y - Z @ w
    L = lambda w: 0.5 * ((y - Z @ w) ** 2).sum()
    C("a", [J(L, w), sum(e[n] * -Z[n] for n in range(N))], {1: sum(e[n] * Z[n] for n in range(N))})
    C("b", [Z.T @ y, sum(y[n] * Z[n] for n in range(N))])
    C("c", [Z.T @ Z @ w, sum(Z[n] * (Z[n] @ w) for n in range(N))])
    lp = lambda w: np.log(np.prod(np.sqrt(be / (2 * np.pi)) * np.exp(-((y - Z @ w) ** 2) / (2 / be))))
    q = be / 2 * (e**2).sum()
    C(
        "d",
        [
            lp(w),
            np.log(1 / np.sqrt(2 * np.pi / be) * np.exp(-(e**2) / (2 / be))).sum(),
            N / 2 * np.log(be) - N / 2 * np.log(2 * np.pi) - q,
        ],
        {2: N / 2 * np.log(be) + N / 2 * np.log(2 * np.pi) - q},
    )
    C("e", [J(lp, w), -be * sum(e[n] * -Z[n] for n in range(N))])


@source
def handnotes_de(r, C, X):
    d = r.randint(1, 4)
    n = d + r.randint(0, 4)
    Z = r.normal(size=(n, d))
    y = r.normal(size=n)
    t = r.normal(size=d)
    F = lambda t: 0.5 * ((Z @ t - y) ** 2).sum()
    m = lambda s: 0.5 * t @ Z.T @ Z @ t + s * t @ Z.T @ y + 0.5 * y @ y
    C("a", [F(t), m(-1)], {1: m(1)})
    C("b", [J(F, t), Z.T @ Z @ t - Z.T @ y])
    h = np.linalg.lstsq(Z, y, rcond=None)[0]
    C("c", [Z.T @ Z @ h, Z.T @ y])
    s = r.uniform(0.5, 2)
    e = y - Z @ t
    ll = np.log(1 / (np.sqrt(2 * np.pi) * s) * np.exp(-(e**2) / (2 * s**2))).sum()
    k = n * np.log(1 / (np.sqrt(2 * np.pi) * s))
    C("e", [ll, k - 1 / (2 * s**2) * (e**2).sum()], {1: k - 1 / s**2 * (e**2).sum()})


@source
def creel_fit(r, C, X):
    K = r.randint(1, 4)
    n = K + r.randint(2, 5)
    y = r.normal(size=n)
    io = np.ones(n)
    M = np.eye(n) - np.outer(io, io) / (io @ io)

    def fit(Z):
        b = inv(Z.T @ Z) @ Z.T @ y
        return Z, b, y - Z @ b

    Z, b, e = fit(r.normal(size=(n, K)))
    q = b @ Z.T @ Z @ b
    C("a", [y, Z @ b + e])
    C("b", [y @ y, q + 2 * b @ Z.T @ e + e @ e])
    C("c", [y @ y, q + e @ e], {1: q - e @ e})
    C("d", [1 - e @ e / (y @ y), q / (y @ y)])
    C("e", [M, np.eye(n) - np.outer(io, io) / n], {1: np.eye(n) - np.outer(io, io) / K})
    X(1, y @ M @ y, b @ Z.T @ M @ Z @ b + e @ M @ e)
    t = y @ M @ y
    C("f", [1 - e @ e / t, 1 - (e @ e) / t], {1: 1 + (e @ e) / t})
    Z, b, e = fit(np.column_stack([io, r.normal(size=(n, K - 1))]))
    C("g", [Z.T @ e, 0 * b])
    C("h", [e.sum(), 0.0])
    q = b @ Z.T @ M @ Z @ b
    C("k", [y @ M @ y, q + e @ e])
    C("l", [1 - e @ e / t, q / t], {1: e @ e / t})


@source
def zhang_hw1(r, C, X):
    p, q = r.randint(1, 4, size=2)
    A, B12 = r.normal(size=(p, p)), r.normal(size=(p, q))
    B21, D = r.normal(size=(q, p)), r.normal(size=(q, q))
    Ai = inv(A)
    B = D - B21 @ Ai @ B12
    Bi = inv(B)
    I, K = np.eye(p), np.eye(q)
    U = B12 @ Bi @ B21 @ Ai
    C("a", [A @ (Ai + Ai @ U) + B12 @ (-Bi @ B21 @ Ai), I + I @ U - U, I])
    C("b", [A @ (-Ai @ B12 @ Bi) + B12 @ Bi, -I @ B12 @ Bi + B12 @ Bi, np.zeros((p, q))])
    W, T = D @ Bi @ B21 @ Ai, B21 @ Ai
    C(
        "c",
        [
            B21 @ (Ai + Ai @ U) + D @ (-Bi @ B21 @ Ai),
            T + T @ U - W,
            T + (D - B) @ Bi @ T - W,
            T + W - T - W,
            np.zeros((q, p)),
        ],
        {3: T + W + T - W},
    )
    C("d", [B21 @ Ai @ B12, D - B])
    C(
        "e",
        [
            B21 @ (-Ai @ B12 @ Bi) + D @ Bi,
            -B21 @ Ai @ B12 @ Bi + D @ Bi,
            -(D - B) @ Bi + D @ Bi,
            -D @ Bi + K + D @ Bi,
            K,
        ],
        {2: -(D + B) @ Bi + D @ Bi},
    )


@source
def slds_curvature(r, C, X):
    C("a", [np.diag([6.0, 2.0]), np.array([[6.0, 0], [0, 2]])], {1: np.array([[5.0, 0], [0, 2]])})
    d = r.randint(1, 5)
    V = np.linalg.qr(r.normal(size=(d, d)))[0]
    l = r.normal(size=d)
    v = r.normal(size=d)
    w = V.T @ v
    top = l.max() + r.choice([0, 1])
    H = V @ np.diag(l) @ V.T
    C(
        "b",
        [
            v @ H @ v,
            v @ V @ np.diag(l) @ V.T @ v,
            w @ np.diag(l) @ w,
            (l * w**2).sum(),
            top * (w**2).sum(),
            top * norm(w) ** 2,
        ],
        {5: top * norm(w)},
        le=(4,),
    )


@source
def fedsubmerge(r, C, X):
    k = r.randint(1, 3)
    d = k + r.randint(1, 4)
    K = r.randint(1, 4)
    U = np.linalg.qr(r.normal(size=(d, k)))[0]
    P = np.eye(d) - U @ U.T
    al = r.normal(size=K)
    Z = r.normal(size=(K, d))
    D = Z @ P
    dw = al @ D
    C("a", [sum(al[c] * D[c] for c in range(K)), P @ (al @ Z)], {1: P @ Z.sum(0)})
    C("b", [U.T @ dw, np.zeros(k)])
    h = r.normal(size=d) if r.rand() < 0.5 else r.uniform(0, 2) * dw + U @ r.normal(size=k)
    L = r.uniform(0, 5)
    s = dw @ dw
    gap = h @ dw + L / 2 * s
    b = norm(P @ h) * norm(dw)
    C("c", [gap, b + L / 2 * s], {1: b + L / 4 * s}, le=(1,))


@source
def ridge_spectral_note(r, C, X):
    n, q = r.randint(1, 5, size=2)
    F = r.normal(size=(n, q))
    y = r.normal(size=n)
    w = r.normal(size=q)
    S = np.diag([0.0] + [1.0] * (q - 1))
    l = r.uniform(0.2, 2)
    f = lambda w: ((y - F @ w) ** 2).sum() / (2 * n) + l / 2 * w @ S @ w
    C("a", [J(f, w), -F.T @ (y - F @ w) / n + l * S @ w])
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    F = r.normal(size=(n, p))
    U, s, Vt = np.linalg.svd(F, full_matrices=False)
    y = r.normal(size=n)
    I = np.eye(p)
    g = lambda c: sum(s[j] ** 2 / (s[j] ** 2 + c) * (U[:, j] @ y) / s[j] * Vt[j] for j in range(p))
    C("b", [inv(F.T @ F + n * l * I) @ F.T @ y, g(n * l)], {1: g(l)})
    t = r.normal(size=p) * r.choice([0, 1])
    s2 = r.uniform(0.5, 2)
    G = F.T @ F
    bias = lambda l: (np.linalg.inv(G + l * I) @ G @ t - t) @ (np.linalg.inv(G + l * I) @ G @ t - t)
    var = lambda l: s2 * tr(np.linalg.inv(G + l * I) @ G @ np.linalg.inv(G + l * I))
    C("c", [bias(l), ((l / (s**2 + l)) ** 2 * (Vt @ t) ** 2).sum()])
    X(1, float(J(bias, np.array(l)) > 0), 1.0)
    C("d", [var(l), s2 * (s**2 / (s**2 + l) ** 2).sum()])
    C("e", [J(var, np.array(l)), s2 * (-2 * s**2 / (s**2 + l) ** 3).sum(), 0.0], le=(2,))
    C(
        "f",
        [J(lambda l: bias(l) + var(l), np.array(0.0)), -2 * s2 * (1 / s**4).sum(), 0.0],
        {1: -2 * s2 * (1 / s**2).sum()},
        le=(2,),
    )


@source
def vif_appendix(r, C, X):
    K = r.randint(1, 4)
    N = K + r.randint(1, 4)
    Z = r.normal(size=(N, K))
    x = r.normal(size=N)
    b = inv(Z.T @ Z) @ Z.T @ x
    e = x - Z @ b
    h = Z @ b
    s = x @ Z @ inv(Z.T @ Z) @ Z.T @ x
    v = 1 / (x @ x - s)
    R2 = h @ h / (x @ x)
    C("a", [v, 1 / (x @ x * (1 - s / (x @ x)))], {1: 1 / (x @ x * (1 + s / (x @ x)))})
    C("b", [s, x @ Z @ b, (Z @ b + e) @ Z @ b, h @ h])
    C("c", [v, 1 / (x @ x * (1 - h @ h / (x @ x))), 1 / (x @ x * (1 - R2))], {2: 1 / (x @ x * (1 + R2))})
    be, ep = r.normal(size=K), r.normal(size=N)
    y = Z @ be + ep
    W = inv(Z.T @ Z) @ Z.T
    C("d", [W @ y, W @ (Z @ be + ep)], {1: W @ (Z @ be - ep)})


@source
def bn_minibatch(r, C, X):
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ga, be = r.normal(size=2)
    ep = r.uniform(0.1, 1)
    L = loss(r, m)
    mu = lambda x: x.sum() / m
    s2 = lambda x, u: ((x - u) ** 2).sum() / m
    xh = lambda x, u, v: (x - u) / np.sqrt(v + ep)
    Y = lambda h: ga * h + be
    u, v = mu(x), s2(x, mu(x))
    h = xh(x, u, v)
    q = np.sqrt(v + ep)
    ly = J(L, Y(h))
    lh = J(lambda h: L(Y(h)), h)
    lv = J(lambda v: L(Y(xh(x, u, v))), np.array(v))
    lu = J(lambda u: L(Y(xh(x, u, s2(x, u)))), np.array(u))
    lx = J(lambda x: L(Y(xh(x, mu(x), s2(x, mu(x))))), x)
    lg = J(lambda g: L(g * h + be), np.array(ga))
    lb = J(lambda b: L(ga * h + b), np.array(be))
    C("a", [lh, ly * ga])
    C("b", [lv, (lh * (x - u) * -0.5 * (v + ep) ** -1.5).sum()])
    rest = lv * (-2 * (x - u)).sum() / m
    C("c", [lu, (lh * -1 / q).sum() + rest], {1: (lh / q).sum() + rest})
    X(1, lx, lh / q + lv * 2 * (x - u**2) / m + lu / m)
    C("d", [lg, (ly * h).sum()], {1: (ly * x).sum()})
    C("e", [lb, ly.sum()])
    X(2, lg, ly * h)
    X(3, ly * h, (ly * h).sum())
    X(4, lb, ly)
    X(5, ly, ly.sum())
    C("f", [lh, ly * np.diag(J(Y, h)), ly * ga])
    hu = J(lambda u: xh(x, u, v), np.array(u))
    vu = J(lambda u: s2(x, u), np.array(u))
    X(6, lu, lh * hu + lv * vu)
    C("g", [hu, -1 / q * np.ones(m)], {1: 1 / q * np.ones(m)})
    C("h", [vu, -(2 * (x - u)).sum() / m])


@source
def logreg_nb(r, C, X):
    d = r.randint(1, 5)
    w, x = r.normal(size=(2, d))
    y = r.normal()
    s = lambda t: 1 / (1 + np.exp(-t))
    z = w @ x
    L = lambda y: -(y * np.log(s(z)) + (1 - y) * np.log(1 - s(z)))
    l1 = np.log(1 + np.exp(-z))
    C("a", [s(z), s(z), 1 / (1 + np.exp(-z))], {2: 1 / (1 + np.exp(z))})
    C("b", [L(y), -(y * np.log(1 / (1 + np.exp(-z))) + (1 - y) * np.log(np.exp(-z) / (1 + np.exp(-z))))])
    C(
        "c",
        [L(y), -(y * -l1 + (1 - y) * (-z - l1)), y * l1 + (1 - y) * (z + l1), l1 + (1 - y) * z],
        {3: l1 + (1 + y) * z},
    )
    C("d", [L(y), l1 + (1 - y) * z])
    C("e", [L(1.0), l1])
    C("f", [L(0.0), np.log(1 + np.exp(z))], {1: l1})


@source
def ols_nb(r, C, X):
    q = r.randint(1, 4)
    n = q + r.randint(1, 4)
    Z = r.normal(size=(n, q))
    w = r.normal(size=q)
    e, y = r.normal(size=(2, n))
    C("a", [Z @ w + e, np.array([sum(w[j] * Z[i, j] for j in range(q)) + e[i] for i in range(n)])], {1: Z @ w - e})
    L = lambda w: ((y - Z @ w) ** 2).sum() / (2 * n)
    v = y - Z @ w
    C(
        "b",
        [L(w), sum((y[i] - w @ Z[i]) ** 2 for i in range(n)) / (2 * n), norm(v) ** 2 / (2 * n), v @ v / (2 * n)],
        {3: v @ v / n},
    )
    N = r.randint(2, 5)
    x = r.normal(size=N)
    A = r.normal(size=(N, N))
    C("c", [J(lambda x: x @ A, x).T, A])
    C("d", [J(lambda x: x @ A @ x, x), (A + A.T) @ x], {1: (A - A.T) @ x})
    g = lambda w: (-2 * Z.T @ y + 2 * Z.T @ Z @ w) / (2 * n)
    C(
        "e",
        [J(L, w), J(lambda w: (y @ y - 2 * y @ Z @ w + w @ Z.T @ Z @ w) / (2 * n), w), g(w)],
        {2: (-Z.T @ y + 2 * Z.T @ Z @ w) / (2 * n)},
    )
    s = np.linalg.lstsq(Z, y, rcond=None)[0]
    C("f", [g(s), 0])
    C("g", [-Z.T @ y + Z.T @ Z @ s, 0])
    C("h", [Z.T @ Z @ s, Z.T @ y])
    C("i", [s, inv(Z.T @ Z) @ Z.T @ y])


@source
def gauss_newton_nb(r, C, X):
    n, m = r.randint(1, 5, size=2)
    f = r.normal(size=m)
    x, h = r.normal(size=(2, n))
    Jc = r.normal(size=(m, n))
    l = lambda h: f + Jc @ h
    L = lambda h: 0.5 * l(h) @ l(h)
    t = 0.5 * h @ Jc.T @ Jc @ h
    F = 0.5 * f @ f
    C("b", [L(h), 0.5 * l(h) @ l(h), 0.5 * f @ f + h @ Jc.T @ f + t, F + h @ Jc.T @ f + t], {3: F + h @ Jc.T @ f - t})
    C("c", [J(L, h), Jc.T @ f + Jc.T @ Jc @ h], {1: Jc.T @ f + Jc.T @ Jc @ x})


@source
def layernorm_vault(r, C, X):
    N = r.randint(2, 6)
    x = r.normal(size=N)
    g, b = r.normal(size=2)
    E = loss(r, N)
    mu = lambda x: x.sum() / N
    sg = lambda x: np.sqrt(((x - mu(x)) ** 2).sum() / N)
    h = lambda x: (x - mu(x)) / sg(x)
    Y = lambda h: g * h + b
    I = np.eye(N)
    EY, Jh = J(E, Y(h(x))), J(h, x)
    C(
        "a",
        [J(lambda x: E(Y(h(x))), x), EY @ J(Y, h(x)) @ Jh, EY @ (g * I) @ Jh, g * EY @ Jh, g * EY @ Jh],
        {4: g * EY @ J(lambda x: (x + mu(x)) / sg(x), x)},
    )
    p, q, dp, dq = r.uniform(0.5, 2, size=4)
    C("b", [J(lambda t: (p + t * dp) / (q + t * dq), np.array(0.0)), (q * dp - p * dq) / q**2])
    s, c = sg(x), x - mu(x)
    Jc, Js = J(lambda x: x - mu(x), x), J(sg, x)
    C("c", [Jh, (s * Jc - np.outer(c, Js)) / s**2], {1: (s * Jc + np.outer(c, Js)) / s**2})
    X(1, Jc, I + J(mu, x)[None, :])
    C("d", [I + 1 / N, I + J(mu, x)[None, :], I + 1 / N])
    C("e", [Js, h(x) / N], {1: h(x)})
    X(2, Jh, (s * (I + 1 / N) - np.outer(c, h(x)) / N) / s**2)


@source
def softmax_vault(r, C, X):
    K = r.randint(2, 6)
    a = r.normal(size=K)
    s = softmax(a)
    I = np.eye(K)
    Js = J(softmax, a)
    e, S = np.exp(a), np.exp(a).sum()
    C(
        "a",
        [Js, J(lambda a: np.exp(a) / np.exp(a).sum(), a), s[:, None] * (I - s[None, :])],
        {2: s[:, None] * (I + s[None, :])},
    )
    C("b", [J(lambda a: np.full(K, np.exp(a).sum()), a), np.tile(e, (K, 1))])
    C("c", [J(np.exp, a), np.diag(e)])
    m = (I * e[:, None] * S - np.outer(e, e)) / S**2
    C(
        "d",
        [m, m, m, (e / S)[:, None] * (I * S - e[None, :]) / S, s[:, None] * (I - s[None, :])],
        {4: s[:, None] * (I - s[:, None])},
    )


@source
def ols_pages(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    Z = r.normal(size=(n, p))
    y = r.normal(size=n)
    b = r.normal(size=p)
    v = r.uniform(0.5, 2)
    G = Z.T @ Z
    D = lambda f: J(f, b)
    last = Z.T @ y * 2 - (G + G.T) @ b
    m3 = D(lambda b: y @ y + 0 * b.sum()) - D(lambda b: 2 * b @ Z.T @ y) + D(lambda b: b @ G @ b)
    C(
        "b",
        [
            D(lambda b: (y - Z @ b) @ (y - Z @ b)),
            D(lambda b: y @ y - 2 * (Z @ b) @ y + (Z @ b) @ (Z @ b)),
            D(lambda b: y @ y - 2 * b @ Z.T @ y + b @ G @ b),
            m3,
            last,
            2 * Z.T @ y - 2 * G @ b,
        ],
        {5: 2 * Z.T @ y - G @ b},
    )
    X(1, m3, last)
    c = inv(G) @ Z.T @ Z @ b
    C("c", [c, c, c, c, b], {4: -b})
    m = v * np.eye(p) @ inv(G)
    C("e", [m, m, m, m, m, m, v * inv(G)])
    bh = inv(G) @ Z.T @ y
    H = Z @ inv(G) @ Z.T
    C("f", [Z @ bh, Z @ bh, Z @ inv(G) @ Z.T @ y, H @ y], {3: H @ (y - Z @ b)})
    C("g", [y - Z @ bh, y - Z @ bh, y - H @ y, (np.eye(n) - H) @ y], {3: (np.eye(n) + H) @ y})


@source
def slope_myst(r, C, X):
    n = r.randint(3, 7)
    x, u = r.normal(size=(2, n))
    b0, b1 = r.normal(size=2)
    y = b0 + b1 * x + u
    c = x - x.mean()
    V = (c**2).mean()
    cov = lambda a, b: ((a - a.mean()) * (b - b.mean())).mean()
    B1 = (c * (y - y.mean())).sum() / (c**2).sum()
    B0 = y.mean() - B1 * x.mean()
    yh = B0 + B1 * x
    uh = y - yh
    C("c", [B1, B1, cov(x, y) / V], {2: cov(x, x) / V})
    C("d", [uh.sum(), 0])
    C("e", [(x * uh).sum(), 0])
    C("f", [(yh * uh).sum(), 0])
    C("g", [B1, (c * y).sum() / (c**2).sum()], {1: (c * u).sum() / (c**2).sum()})
    m2 = b0 * c.sum() + b1 * (c * x).sum() + ((x + x.mean()) * u).sum()
    m3 = b1 * (c**2).sum() + (c * u).sum()
    C("a", [(c * y).sum(), (c * (b0 + b1 * x + u)).sum(), m2, m3, m3])
    X(1, (c * (b0 + b1 * x + u)).sum(), m2)
    X(2, m2, m3)
    C("b", [B1, b1 + (c * u).sum() / (c**2).sum(), b1 + cov(x, u) / V], {2: b1 - cov(x, u) / V})


@source
def cov_slope_notes(r, C, X):
    n = r.randint(3, 7)
    x, e = r.normal(size=(2, n))
    b0, b1 = r.normal(size=2)
    s2 = r.uniform(0.5, 2)
    cov = lambda a, b: ((a - a.mean()) * (b - b.mean())).mean()
    V = cov(x, x)
    y = b0 + b1 * x + e
    C("a", [cov(y, x), cov(x, b1 * x) + cov(e, x), b1 * V + cov(e, x)], {2: b1 * V - cov(e, x)})
    C("d", [cov(e, x), (e * (x - x.mean())).sum() / n])
    e = e - e.mean()
    e = e - cov(e, x) / V * (x - x.mean())
    y = b0 + b1 * x + e
    C("b", [cov(y, x), b1 * V])
    C("c", [y.mean(), b0 + b1 * x.mean()], {1: b0 - b1 * x.mean()})
    m = s2 / n**2 * ((x - x.mean()) ** 2).sum()
    C("e", [m, m, m, m, s2 / n * V], {4: s2 / n**2 * V})
    X(1, s2 / n + s2 * x.mean() ** 2 / (n * V), s2 * (x**2).mean() / n)


@source
def residuals_qa(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    Z = r.normal(size=(n, p))
    y = r.normal(size=n)
    G = inv(Z.T @ Z)
    b = G @ Z.T @ y
    C(
        "a",
        [
            (y - Z @ b) @ Z,
            (y - Z @ b) @ Z,
            y @ Z - (Z @ G @ Z.T @ y) @ Z,
            y @ Z - y @ Z @ G @ Z.T @ Z,
            y @ Z - y @ Z,
            0,
        ],
        {4: y @ Z + y @ Z},
    )


@source
def projector_qa(r, C, X):
    n = r.randint(2, 6)
    k = r.randint(1, n)
    Q = np.linalg.qr(r.normal(size=(n, k)))[0]
    P = Q @ Q.T
    x, y = r.normal(size=(2, n))
    C("c", [P @ (y - P @ y), P @ y - P @ P @ y, 0])
    C("a", [(P @ x) @ (y - P @ y), 0], {1: 1})
    C(
        "b",
        [
            (P @ x) @ (y - P @ y),
            (P @ P @ x) @ (y - P @ y),
            (P @ x) @ (P.T @ (y - P @ y)),
            (P @ x) @ (P @ y - P @ P @ y),
            (P @ x) @ np.zeros(n),
            0,
        ],
        {3: (P @ x) @ (P @ y + P @ P @ y)},
    )


@source
def einsum_qa(r, C, X):
    m, d = r.randint(2, 5, size=2)
    Xm, W = r.normal(size=(m, d)), r.normal(size=(d, m))
    L = loss(r, m, m)
    Z = Xm @ W
    C("b", [Z, np.einsum("ak,kb->ab", Xm, W)])
    C("c", [Z.T, np.einsum("ka,bk->ab", W, Xm)], {0: Z})
    LZ = J(L, Z)
    I, K = np.eye(m), np.eye(d)
    C(
        "a",
        [
            J(lambda W: L(Xm @ W), W),
            np.einsum("ba,baji->ji", LZ, J(lambda W: Xm @ W, W)),
            np.einsum("ba,kaji,bk->ji", LZ, J(lambda W: W, W), Xm),
            np.einsum("ba,kj,ai,bk->ji", LZ, K, I, Xm),
            np.einsum("bi,bj->ji", LZ, Xm),
        ],
        {4: np.einsum("ib,bj->ji", LZ, Xm)},
    )


@source
def frobenius_steps_qa(r, C, X):
    m, n = r.randint(2, 5, size=2)
    A, B = r.normal(size=(2, m, n))
    C(
        "a",
        [(A * B).sum(), sum(A[i, j] * B[i, j] for i in range(m) for j in range(n)), np.trace(A.T @ B)],
        {2: np.trace(A.T @ A)},
    )
    C("b", [(A * A).sum(), np.linalg.norm(A, "fro") ** 2])
    A, B, Q = r.normal(size=(3, n, n))
    ip = lambda a, b: (a * b).sum()
    C("c", [ip(A, B), ip(B, A)])
    C("d", [ip(A, B), ip(A.T, B.T)], {1: ip(A.T, B)})
    C("e", [ip(Q, A @ B), ip(Q @ B.T, A), ip(A.T @ Q, B)], {2: ip(A @ Q, B)})


@source
def linear_layer_qa(r, C, X):
    S, N, M = r.randint(2, 5, size=3)
    Xm, W, B = r.normal(size=(S, M)), r.normal(size=(N, M)), r.normal(size=(S, N))
    L = loss(r, S, N)
    Y = lambda W: Xm @ W.T + B
    LW = J(lambda W: L(Y(W)), W)
    LY = J(L, Y(W))
    C(
        "a",
        [
            LW,
            np.array([[J(lambda t: L(Y(W + t * E(i, j, N, M))), np.array(0.0)) for j in range(M)] for i in range(N)]),
            np.einsum("mn,mnij->ij", LY, J(Y, W)),
        ],
    )
    I, K = np.eye(N), np.eye(M)
    C(
        "b",
        [
            J(lambda W: Xm @ W.T, W),
            J(lambda W: np.einsum("mp,np->mn", Xm, W), W),
            np.einsum("mp,in,pj->mnij", Xm, I, K),
            np.einsum("mj,in->mnij", Xm, I),
        ],
        {3: 2 * np.einsum("mj,in->mnij", Xm, I)},
    )
    m2 = np.einsum("mn,mj,in->ij", LY, Xm, I)
    C("c", [m2, m2, m2, np.einsum("mi,mj->ij", LY, Xm), LY.T @ Xm])
    C("d", [LW, LY.T @ Xm], {1: -LY.T @ Xm})


def E(i, j, N, M):
    e = np.zeros((N, M))
    e[i, j] = 1
    return e


@source
def pairwise_qa(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n) + 1
    b = x.mean()
    pairs = sum((x[i] - x[j]) ** 2 for i in range(n) for j in range(i + 1, n))
    S = ((x - b) ** 2).sum()
    C("a", [S, pairs / n], {1: pairs / (2 * n)})
    C("b", [n * x * (x - b), n * x**2 - x * x.sum()])
    C("c", [b * (x - b), x * (x - b) - (x - b) ** 2], {1: x * (x - b) + (x - b) ** 2})
    X(1, x.sum() - b, -n * b + x.sum())
    C("d", [0, -n * b + x.sum(), 0])
    C("e", [(x * (x - b)).sum(), (b * (x - b) + (x - b) ** 2).sum(), S], {2: 0 - S})
    D = x[:, None] - x[None, :]
    a, c = np.meshgrid(x, x, indexing="ij")
    C(
        "f",
        [
            pairs,
            (D**2).sum() / 2,
            (a**2 - 2 * a * c + c**2).sum() / 2,
            (2 * a**2 - 2 * a * c).sum() / 2,
            (n * x**2).sum() - (a * c).sum(),
            n * (x * (x - b)).sum(),
            n * S,
        ],
        {6: S},
    )


@source
def rss_gitbook(r, C, X):
    p = r.randint(1, 4)
    N = p + r.randint(1, 4)
    Z = r.normal(size=(N, p))
    y = r.normal(size=N)
    b = r.normal(size=p)
    C("a", [J(lambda b: (y - Z @ b) @ (y - Z @ b), b), -2 * Z.T @ (y - Z @ b)], {1: 2 * Z.T @ (y - Z @ b)})
    X(1, J(lambda b: -2 * Z.T @ (y - Z @ b), b), -2 * Z.T @ Z)
    G = inv(Z.T @ Z)
    C("b", [0 * y, Z @ (G @ Z.T @ y), Z @ G @ Z.T @ y, (Z @ G @ Z.T) @ y])


@source
def ridge_guide(r, C, X):
    A, v = np.array([[-5.0, 2], [-7, 4]]), np.array([2.0, 7])
    C(
        "a",
        [A @ v, A @ v, np.array([-5 * 2 + 2 * 7, -7 * 2 + 4 * 7]), np.array([4, 14]), 2 * np.array([2, 7]), 2 * v],
        {5: -2 * v},
    )


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
