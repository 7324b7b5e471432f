"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_seventeenth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, main, norm, softmax, source, spd

HERE = pathlib.Path(__file__).parent

det, tr = np.linalg.det, np.trace


@source
def zh_notes(r, C, X):
    m = r.randint(2, 6)
    x, y = r.normal(size=(2, m)) + 0.5
    w, b = r.normal(size=2)
    E = lambda w, b: ((y - w * x - b) ** 2).sum()
    Ew = J(lambda w: E(w, b), np.array(w))
    Eb = J(lambda b: E(w, b), np.array(b))
    e = y - w * x - b
    last = 2 * (w * (x**2).sum() - ((y - b) * x).sum())
    C(
        "a",
        [Ew, Ew, sum(J(lambda w: (y[i] - w * x[i] - b) ** 2, np.array(w)) for i in range(m)), (2 * e * -x).sum(), last],
        {3: (2 * e * x).sum()},
    )
    C(
        "b",
        [Eb, Eb, sum(J(lambda b: (y[i] - w * x[i] - b) ** 2, np.array(b)) for i in range(m)), (2 * e * -1).sum()],
        {3: (2 * e * -2).sum()},
    )
    wrong = 2 * (m * b - (2 * (y - w * x)).sum())
    X(1, (2 * e * -1).sum(), wrong)
    dw = lambda w, b: 2 * (w * (x**2).sum() - ((y - b) * x).sum())
    C(
        "c",
        [J(lambda w: dw(w, b), np.array(w)), J(lambda w: 2 * w * (x**2).sum(), np.array(w)), 2 * (x**2).sum()],
        {2: (x**2).sum()},
    )
    wb = J(lambda b: dw(w, b), np.array(b))
    C(
        "d",
        [
            wb,
            wb,
            J(lambda b: -2 * ((y - b) * x).sum(), np.array(b)),
            J(lambda b: -2 * (y * x).sum() + 2 * (b * x).sum(), np.array(b)),
            2 * x.sum(),
        ],
        {3: J(lambda b: -2 * (y * x).sum() - 2 * (b * x).sum(), np.array(b))},
    )
    bb = J(lambda b: -2 * (y - w * x - b).sum(), np.array(b))
    C("e", [bb, J(lambda b: 2 * (m * b - (2 * (y - w * x)).sum()), np.array(b)), 2 * m], {2: m})
    X(2, float(abs(2 * (0 * x**2).sum()) > 0), 1.0)
    sx, sq = x.sum(), (x**2).sum()
    C(
        "f",
        [det(np.array([[2 * sq, 2 * sx], [2 * sx, 2 * m]])), 2 * sq * 2 * m - 2 * sx * 2 * sx, 4 * m * sq - 4 * sx**2],
        {2: 4 * m * sq + 4 * sx**2},
    )
    xb, yb = x.mean(), y.mean()
    C(
        "g",
        [
            4 * m * sq - 4 * sx**2,
            4 * m * sq - 4 * m / m * sx**2,
            4 * m * (sq - (x * xb).sum()),
            4 * m * (x**2 - x * xb).sum(),
        ],
    )
    C("h", [(x * xb).sum(), xb * sx, xb * m / m * sx, m * xb**2, m * xb**2], {4: m * xb})
    C(
        "k",
        [
            4 * m * (x**2 - x * xb).sum(),
            4 * m * (x**2 - x * xb - x * xb + x * xb).sum(),
            4 * m * (x**2 - x * xb - x * xb + xb**2).sum(),
            4 * m * ((x - xb) ** 2).sum(),
            0.0,
        ],
        {2: 4 * m * (x**2 - x * xb - x * xb - xb**2).sum()},
        ge=(4,),
    )
    w = ((x - xb) * (y - yb)).sum() / ((x - xb) ** 2).sum()
    b = yb - w * xb
    Ew = J(lambda w: E(w, b), np.array(w))
    Eb = J(lambda b: E(w, b), np.array(b))
    X(3, Eb, 2 * (m * b - (2 * (y - w * x)).sum()))
    X(4, b, (2 * (y - w * x)).sum() / m)
    X(5, (2 * (y - w * x)).sum() / m, y.sum() / m - w * x.sum() / m)
    C("l", [y.sum() / m - w * x.sum() / m, yb - w * xb])
    C("m", [Ew, 2 * (w * sq - ((y - b) * x).sum())])
    C("n", [w * sq, (y * x).sum() - (b * x).sum()], {1: (y * x).sum() + (b * x).sum()})
    C("o", [w * sq, (y * x).sum() - ((yb - w * xb) * x).sum()])
    X(6, (y * x).sum() - ((yb - w * xb) * x).sum(), (y * x).sum() - yb * sx - w * xb * sx)
    C("p", [w * sq - w * xb * sx, (y * x).sum() - yb * sx])
    C("q", [w * (sq - xb * sx), (y * x).sum() - yb * sx])
    C("r", [w, ((y * x).sum() - yb * sx) / (sq - xb * sx)], {1: ((y * x).sum() + yb * sx) / (sq - xb * sx)})


@source
def zh_mse_blog(r, C, X):
    k, m = r.randint(2, 4), r.randint(4, 7)
    x, w = r.normal(size=(2, k))
    b = r.normal()
    Z = r.normal(size=(m, k))
    y = r.normal(size=m)
    C("a", [(w * x).sum() + b, x @ w + b], {1: x @ w - b})
    C("b", [Z @ w + b, np.array([(Z[i] * w).sum() for i in range(m)]) + b])
    a = Z @ w
    cost = lambda a: ((a - y) ** 2).sum() / m
    ca, cw = J(cost, a), J(lambda w: cost(Z @ w), w)
    aw = J(lambda w: Z @ w, w)
    C("c", [ca, 2 / m * (a - y)], {1: 1 / m * (a - y)})
    C("d", [a, np.array([Z[i] @ w for i in range(m)])])
    C("e", [ca, 2 / m * (Z @ w - y)])
    C("f", [aw, Z], {1: np.tile(w, (m, 1))})
    C("g", [cw, ca @ aw, 2 / m * sum((Z[i] @ w - y[i]) * Z[i] for i in range(m))])
    C("h", [cw, 2 / m * np.array([Z[i] @ w - y[i] for i in range(m)]) @ Z])
    C("k", [cw, 2 / m * (Z @ w - y) @ Z], {1: 2 / m * (Z @ w + y) @ Z})
    w = np.linalg.lstsq(Z, y, rcond=None)[0]
    C("l", [(Z @ w - y) @ Z, 0 * w])
    C("m", [w @ Z.T @ Z, y @ Z])
    C("n", [w, y @ Z @ inv(Z.T @ Z)], {1: y @ Z @ inv(Z.T @ Z) @ inv(Z.T @ Z)})


@source
def fr_ols_course(r, C, X):
    p = r.randint(1, 4)
    m = p + r.randint(1, 4)
    A = r.normal(size=(m, p))
    s, n = r.normal(size=p), r.normal(size=m)
    x = A @ s + n
    s2 = r.uniform(1.5, 3)
    G = inv(A.T @ A)
    P, I = A @ G @ A.T, np.eye(m)
    D = G @ A.T
    sh = G @ A.T @ x
    C("a", [x, np.array([sum(A[k, j] * s[j] for j in range(p)) + n[k] for k in range(m)])], {1: A @ s - n})
    C("b", [sh, D @ x])
    C("c", [A @ sh, A @ G @ A.T @ x, P @ x])
    C("d", [x - A @ sh, x - P @ x, (I - P) @ x], {2: (I + P) @ x})
    C("e", [(x - A @ sh) @ (A @ sh), 0.0])
    C("f", [G @ A.T @ A @ s, s])
    C("g", [G @ A.T @ (s2 * I) @ A @ G, s2 * G], {1: s2**2 * G})


@source
def ja_ridge_blog(r, C, X):
    N, n = r.randint(2, 6, size=2)
    Z = r.normal(size=(N, n))
    w = r.normal(size=n)
    y = r.normal(size=N)
    la = r.normal()
    sg = np.sign(w)
    cost = lambda w: 0.5 * sum((w @ Z[i] - y[i]) ** 2 for i in range(N))
    g = J(lambda w: cost(w) + la / 2 * (w * w).sum(), w)
    s = sum((w @ Z[i] - y[i]) * Z[i] for i in range(N))
    C("a", [g, s + la * w])
    C("b", [g, Z.T @ (Z @ w - y) + la * w], {1: Z.T @ (Z @ w - y) - la * w})
    C("c", [J(lambda w: cost(w) + la * (sg * w).sum(), w), s + la * sg])


@source
def it_lsq_wiki(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n)) + 0.5
    m, q = r.normal(size=2)
    C("a", [((y - (m * x + q)) ** 2).sum(), sum((y[i] - (m * x[i] + q)) ** 2 for i in range(n))])
    m, q = np.linalg.lstsq(np.c_[x, np.ones(n)], y, rcond=None)[0]
    C("b", [m * (x**2).sum() + q * x.sum(), (x * y).sum()], {0: m * (x**2).sum() - q * x.sum()})
    C("c", [m * x.sum() + n * q, y.sum()])
    u = n * (x * y).sum() - x.sum() * y.sum()
    C("d", [m, u / (n * (x**2).sum() - x.sum() ** 2)], {1: u / (n * (x**2).sum() + x.sum() ** 2)})
    C("e", [q, y.mean() - m * x.mean(), (y.sum() - m * x.sum()) / n])


@source
def de_lsq_wiki(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(1, 4)
    A = r.normal(size=(m, n))
    w, b = r.normal(size=n), r.normal(size=m)
    dl = lambda w: J(lambda w: ((A @ w - b) ** 2).sum() / (2 * m), w)
    C("a", [dl(w), A.T @ (A @ w - b) / m], {1: A.T @ (A @ w + b) / m})
    C("b", [dl(np.linalg.lstsq(A, b, rcond=None)[0]), 0 * w])


@source
def projection_blog(r, C, X):
    k = r.randint(1, 4)
    n = k + r.randint(1, 4)
    Z = r.normal(size=(n, k))
    y = r.normal(size=n)
    G = inv(Z.T @ Z)
    bh = G @ Z.T @ y
    P, I = Z @ G @ Z.T, np.eye(n)
    M = I - P
    C("a", [Z.T @ (y - Z @ bh), 0.0])
    C("b", [Z.T @ y, Z.T @ Z @ bh])
    C("c", [y - Z @ bh, y - P @ y, (I - P) @ y, M @ y], {2: (I + P) @ y})
    C("d", [P + M, I])
    C("e", [P @ M, 0 * I], {0: P @ P})


@source
def det_qa(r, C, X):
    n = r.randint(2, 5)
    x, u, v = r.normal(size=(3, n))
    S = spd(r, n)
    B = inv(S)
    t = x @ B @ x
    xx = np.outer(x, x)
    L = x @ inv(S + xx) @ x
    C("a", [L, 1 - det(S) / det(S + xx)])
    C(
        "b",
        [
            L,
            x @ (B - B @ xx @ B / (1 + t)) @ x,
            t - t * t / (1 + t),
            t - t**2 / (1 + t),
            (t + t**2) / (1 + t) - t**2 / (1 + t),
            t / (1 + t),
            1 - 1 / (1 + t),
            1 - det(S) / ((1 + t) * det(S)),
            1 - det(S) / det(S + xx),
        ],
        {2: t + t * t / (1 + t), 8: 1 + det(S) / det(S + xx)},
    )
    A = r.normal(size=(n, n))
    uv, Ai = np.outer(u, v), inv(A)
    C("c", [inv(A + uv), Ai - Ai @ uv @ Ai / (1 + v @ Ai @ u)])
    C("d", [det(A + uv), (1 + v @ Ai @ u) * det(A)], {1: (1 - v @ Ai @ u) * det(A)})


@source
def step_qa(r, C, X):
    n = r.randint(1, 5)
    Q = spd(r, n)
    x, b, d = r.normal(size=(3, n))
    a, c = r.uniform(0.5, 2), r.normal()
    q = lambda x: a * x @ Q @ x + b @ x + c
    g, H = lambda x: 2 * a * Q @ x + b, 2 * a * Q
    l0 = r.normal()
    G = J(q, x)
    C("d", [G, 2 * a * Q @ x + b], {1: 2 * a * Q @ x - b})
    C("e", [J(g, x), 2 * a * Q])
    C(
        "f",
        [J(lambda t: q(x + t * d), np.array(l0)), J(q, x + l0 * d) @ d, (2 * a * (x + l0 * d) @ Q + b) @ d],
        {2: (2 * a * (x + l0 * d) @ Q - b) @ d},
    )
    la = -(g(x) @ d) / (d @ H @ d)
    C("a", [la, -(d @ G) / (d @ H @ d)])
    z = x - la * d
    C("b", [q(z), a * z @ Q @ z + b @ z + c])
    m = a * z @ (Q @ x - Q @ (la * d)) + b @ x
    C("c", [q(z), m - la * b @ d + c], {1: m + la * b @ d + c})
    C("g", [2 * a * x @ Q @ d + 2 * a * la * d @ Q @ d + b @ d, 0.0])
    C("h", [2 * a * la * d @ Q @ d + 2 * a * x @ Q @ d + b @ d, 0.0])
    C("k", [la * d @ H @ d + (2 * a * Q @ x + b) @ d, 0.0])
    C("l", [la * d @ H @ d + G @ d, 0.0])
    C("m", [la, -(G @ d) / (d @ H @ d)], {1: (G @ d) / (d @ H @ d)})


@source
def logistic_forum(r, C, X):
    w, b, x, y = r.normal(size=4)
    ln = np.log
    L = lambda w: -(y * ln(1 / (1 + np.exp(-(w * x + b)))) + (1 - y) * ln(1 - 1 / (1 + np.exp(-(w * x + b)))))
    z = w * x + b
    e = np.exp(-z)
    s = 1 / (1 + e)
    f = s
    C(
        "a",
        [L(w), -(y * ln(1 / (1 + e)) + (1 - y) * ln(e / (1 + e)))],
        {1: -(y * ln(1 / (1 + e)) + (1 - y) * ln(np.exp(-(w * x - b)) / (1 + e)))},
    )
    C(
        "b",
        [L(w), -(-y * ln(1 + e) + (1 - y) * (-z - ln(1 + e))), -(-y * ln(1 + e) - (1 - y) * ln(1 + e) - (1 - y) * z)],
    )
    C(
        "c",
        [
            (-x * e + (1 - y) * x * (1 + e)) / (1 + e),
            (-x * e + (1 - y) * x + (1 - y) * x * e) / (1 + e),
            (-x * y * e + x - x * y) / (1 + e),
            (-x * y * (1 + e) + x) / (1 + e),
            -x * y + x / (1 + e),
            (1 / (1 + e) - y) * x,
            (s - y) * x,
            (f - y) * x,
        ],
        {2: (-x * y * e + x + x * y) / (1 + e), 7: (f + y) * x},
    )


@source
def steepest_hackmd(r, C, X):
    n = r.randint(2, 5)
    Q = spd(r, n)
    b, x = r.normal(size=(2, n))
    f = lambda x: 0.5 * x @ Q @ x - b @ x
    g = Q @ x - b
    al = g @ g / (g @ Q @ g)
    assert abs((Q @ (x - al * g) - b) @ g) < 1e-8 * (1 + g @ g)
    C("a", [al, (g @ g) / (g @ Q @ g)], {1: -(g @ g) / (g @ Q @ g)})
    C("b", [J(lambda t: f(x - t * g), np.array(al)), 0.0])
    al0 = r.normal()
    C(
        "c",
        [
            ((x - al0 * g) @ Q - b) @ -g,
            J(f, x - al0 * g) @ -g,
            (Q @ (x - al0 * g) - b) @ -g,
        ],
        {2: (Q @ (x - al0 * g) + b) @ -g},
    )
    C("d", [al * (g @ Q @ g), (x @ Q - b) @ g, g @ g])


@source
def trace_qa(r, C, X):
    n = r.randint(2, 5)
    x = r.normal(size=n)
    A = r.normal(size=(n, n))
    xx = np.outer(x, x)
    s = sum(x[k] * A[i, k] * x[i] for i in range(n) for k in range(n))
    C("a", [x @ A @ x, tr(A @ xx)])
    C("b", [x @ A @ x, s], {1: sum(x[k] * A[i, k] * x[k] for i in range(n) for k in range(n))})
    C("c", [np.einsum("ik,k,j->ij", A, x, x), np.einsum("k,ik,j->ij", x, A, x)])
    C("d", [tr(A @ xx), s, x @ A @ x], {2: x @ x})
    C("e", [x @ A @ x, x @ A @ x, tr(A @ xx)])


@source
def xent_qa(r, C, X):
    K = r.randint(2, 6)
    u = r.normal(size=K)
    p = r.uniform(0.1, 1, size=K)
    p /= p.sum()
    h = lambda u: -(p * np.log(softmax(u))).sum()
    e = np.exp(u)
    lse = np.log(e.sum())
    C(
        "a",
        [h(u), -(p * np.log(e / e.sum())).sum(), -sum(p[k] * u[k] - p[k] * lse for k in range(K)), -(p @ u) + lse],
        {3: -(p @ u) - lse},
    )
    C("b", [J(h, u), softmax(u) - p])


tr, det = np.trace, np.linalg.det
at = lambda f, t0=0.0: J(f, np.array(t0))
sigmoid = lambda z: 1 / (1 + np.exp(-z))


def positive(r, n):
    """a matrix that is not symmetric, with a determinant > 0"""
    A = r.normal(size=(n, n))
    A[0] *= np.sign(det(A))
    return A


@source
def broyden_notes(r, C, X):
    n = r.randint(2, 6)
    p, f0, f1, w = r.normal(size=(4, n))
    A = r.normal(size=(n, n))
    p1 = p - inv(A) @ f0
    y, s = f1 - f0, p1 - p
    z = w - s * (s @ w) / (s @ s)
    A1 = A + np.outer(y - A @ s, s) / (s @ s)
    C("a", [A @ s, -f0], {1: -f1})
    C("b", [A1 @ s, y])
    y, s = r.normal(size=(2, n))
    z = w - s * (s @ w) / (s @ s)
    A1 = A + np.outer(y - A @ s, s) / (s @ s)
    C("c", [A1 @ s, (A + np.outer(y - A @ s, s) / (s @ s)) @ s, A @ s + (y - A @ s) * (s @ s) / (s @ s), y], {3: s})
    C(
        "d",
        [A1 @ z, (A + np.outer(y - A @ s, s) / (s @ s)) @ z, A @ z + (y - A @ s) * (s @ z) / (s @ s), A @ z],
        {3: A @ s},
    )
    u, v = r.normal(size=(2, n))
    g = r.normal()
    B, I, W = inv(A), np.eye(n), np.outer(u, v)
    C("e", [inv(A + W), B - B @ W @ B / (1 + v @ B @ u)], {1: B + B @ W @ B / (1 + v @ B @ u)})
    left = (A + W) @ (B - g * B @ W @ B)
    C("f", [left, I + W @ B - g * W @ B - g * W @ B @ W @ B])
    C("g", [left, I + (1 - g - g * v @ B @ u) * W @ B], {1: I + (1 - g + g * v @ B @ u) * W @ B})
    q = (y - A @ s) / (s @ s)
    C(
        "h",
        [
            inv(A1),
            inv(A + np.outer(y - A @ s, s) / (s @ s)),
            B - np.outer(B @ q, s) @ B / (1 + s @ B @ q),
            B - np.outer(B @ y - s, s) @ B / (s @ B @ y),
        ],
    )


@source
def chainrules_core(r, C, X):
    m, n, p = r.randint(2, 5, size=3)
    A0, A1, A2, B0, B1, B2 = r.normal(size=(6, m, n))
    A, B = (lambda t: A0 + t * A1 + np.sin(t) * A2), (lambda t: B0 + t * B1 + np.sin(t) * B2)
    dA, dB = at(A), at(B)
    C("a", [at(lambda t: A(t) + B(t)), dA + dB], {1: dA - dB})
    A0, A1 = r.normal(size=(2, m, p))
    B0, B1 = r.normal(size=(2, p, n))
    A, B = (lambda t: A0 + np.sin(t) * A1), (lambda t: B0 + np.sin(t) * B1)
    dA, dB = at(A), at(B)
    dO = at(lambda t: A(t) @ B(t))
    C("b", [A0 @ B0, np.einsum("ik,kj->ij", A0, B0)])
    e = lambda a, b: np.einsum("ik,kj->ij", a, b)
    both = (dA[:, :, None] * B0[None] + A0[:, :, None] * dB[None]).sum(1)
    C("c", [dO, both, e(dA, B0) + e(A0, dB)], {2: e(dA, B0) + e(A0, B0)})
    a, b, c, d = r.normal(size=4)
    x, y = (lambda t: a + np.sin(b * t)), (lambda t: c + np.sin(d * t))
    C("d", [at(lambda t: x(t) * y(t)), at(x) * c + a * at(y)])
    C("e", [dO, dA @ B0 + A0 @ dB], {1: dA @ B0 - A0 @ dB})
    A0, A1 = r.normal(size=(2, n, n))
    A = lambda t: A0 + np.sin(t) * A1
    O, I, dA = inv(A0), np.eye(n), at(A)
    dO = at(lambda t: inv(A(t)))
    C("f", [O @ A0, inv(A0) @ A0, I])
    C("g", [A0 @ O, A0 @ inv(A0), I])
    C("h", [dO @ A0 + O @ dA, 0 * I], {0: dO @ A0 - O @ dA})
    C(
        "i",
        [0 * I, dO @ A0 @ inv(A0) + O @ dA @ inv(A0), dO @ I + O @ dA @ inv(A0), dO + O @ dA @ O],
        {3: dO + O @ A0 @ O},
    )
    C("j", [A0 @ inv(A0), I])
    C("k", [dO, -O @ dA @ O])
    C("l", [at(lambda t: A(t).T), dA.T], {1: dA})


@source
def gaussian_mle(r, C, X):
    n, d = r.randint(6, 9), r.randint(2, 5)
    Z = r.normal(size=(n, d))
    mu = r.normal(size=d)
    Sg = spd(r, d)
    P = inv(Sg)
    const = -n * d / 2 * np.log(2 * np.pi)
    q = lambda mu, P: ((Z - mu) @ P * (Z - mu)).sum()
    each = [-0.5 * np.log(det(Sg)) - 0.5 * (x - mu) @ P @ (x - mu) - d / 2 * np.log(2 * np.pi) for x in Z]
    C("a", [np.sum(each), -n / 2 * np.log(det(Sg)) - 0.5 * q(mu, P) + const])
    L = lambda mu: -n / 2 * np.log(det(Sg)) - 0.5 * q(mu, P) + const
    C(
        "b",
        [J(L, mu), -0.5 * sum(2 * -1 * P @ (x - mu) for x in Z), sum(P @ (x - mu) for x in Z)],
        {1: -0.5 * sum(2 * -2 * P @ (x - mu) for x in Z)},
    )
    m = Z.mean(0)
    C("c", [P @ (Z - m).sum(0), np.zeros(d)])
    C("d", [(Z - m).sum(0), np.zeros(d)])
    C("e", [n * m, Z.sum(0)], {0: d * m})
    A, B, D = r.normal(size=(3, d, d))
    C("f", [tr(A @ B @ D), tr(D @ A @ B), tr(B @ D @ A)], {2: tr(B @ D @ D)})
    Sg = positive(r, d)
    P = inv(Sg)
    k = r.normal()
    half = -n / 2 * np.log(det(Sg))
    S = sum(np.outer(x - mu, x - mu) for x in Z)
    t4 = tr(P @ sum(np.outer(x - mu, x - mu) for x in Z))
    scalars = half - 0.5 * sum(tr(np.array([[(x - mu) @ P @ (x - mu)]])) for x in Z) + k
    cyclic = half - 0.5 * sum(tr(P @ np.outer(x - mu, x - mu)) for x in Z) + k
    C(
        "g",
        [half - 0.5 * q(mu, P) + k, half - 0.5 * q(mu, P) + k, scalars, cyclic, half - 0.5 * t4 + k],
        {4: half + 0.5 * t4 + k},
    )
    C("h", [half - 0.5 * q(mu, P) + k, half - 0.5 * t4 + k, half - 0.5 * tr(P @ S) + k])
    Xm = positive(r, d)
    C("i", [J(lambda M: np.log(det(M)), Xm), inv(Xm).T])
    right = (inv(Xm) @ B @ A @ inv(Xm)).T
    C("j", [J(lambda M: tr(A @ inv(M) @ B), Xm), -right], {1: right})
    g = J(lambda M: -n / 2 * np.log(det(M)) - 0.5 * tr(inv(M) @ S), Sg)
    C("k", [g, -n / 2 * P.T - 0.5 * (-(P @ S @ P).T)], {1: -d / 2 * P.T - 0.5 * (-(P @ S @ P).T)})
    Sg = S / n
    P = inv(Sg)
    C("l", [n * P, P @ S @ P])
    C("m", [Sg * n, S])
    C("n", [Sg, S / n], {1: S / d})
    C("o", [Sg, sum(np.outer(x - mu, x - mu) for x in Z) / n])


@source
def irls_book(r, C, X):
    n, p = r.randint(3, 7), r.randint(2, 4)
    A, th = r.normal(size=(n, p)), r.normal(size=p)
    y = r.uniform(size=n)
    ell = lambda th: -(y * np.log(sigmoid(A @ th)) + (1 - y) * np.log(1 - sigmoid(A @ th))).sum()
    grad = lambda th: A.T @ (sigmoid(A @ th) - y)
    s = sigmoid(A @ th)
    g = J(ell, th)
    C(
        "a",
        [
            g,
            -sum(
                (y[i] / s[i] * s[i] * (1 - s[i]) - (1 - y[i]) / (1 - s[i]) * s[i] * (1 - s[i])) * A[i] for i in range(n)
            ),
        ],
    )
    C("b", [g, sum((s[i] - y[i]) * A[i] for i in range(n))], {1: sum((s[i] + y[i]) * A[i] for i in range(n))})
    C("c", [g, A.T @ (s - y)])
    B = np.diag(s * (1 - s))
    C("d", [J(grad, th), sum(s[i] * (1 - s[i]) * np.outer(A[i], A[i]) for i in range(n)), A.T @ B @ A])
    B = np.diag(r.uniform(0.1, 1, size=n))
    s, y = r.normal(size=(2, n))
    W = inv(A.T @ B @ A)
    z = A @ th - inv(B) @ (s - y)
    C("e", [th - W @ A.T @ (s - y), W @ A.T @ B @ z], {1: W @ A.T @ B @ y})


@source
def kkt_hw(r, C, X):
    n = r.randint(2, 6)
    y, s = r.normal(size=(2, n))
    s = s / (s @ y)
    I, o = np.eye(n), np.outer
    V = r.normal(size=(n, n))
    V = V + V.T
    M = spd(r, n)
    t = r.normal()
    C("a", [tr(M + t * V) - tr(M), t * tr(V), t * (I * V).sum()], {2: (I * V).sum()})
    C("b", [J(tr, M), I])
    C("c", [J(lambda M: np.log(det(M)), M), inv(M).T, inv(M)])
    nu = r.normal(size=n)
    C("d", [nu @ V @ s, nu @ V @ s, tr(o(s, nu) @ V), (o(nu, s) * V).sum()], {2: tr(o(s, s) @ V)})
    c = y @ y
    nu = -2 * y + (1 + c) * s
    Xi = I - (o(nu, s) + o(s, nu)) * -0.5  # the inverse of X by the KKT condition
    assert np.allclose(inv(Xi) @ s, y)
    assert np.linalg.eigvalsh(Xi).min() > 0
    C("e", [y - s + nu / 2 + (nu @ y) * s / 2, 0 * s], {0: y + s + nu / 2 + (nu @ y) * s / 2})
    C("f", [1 - c, y @ nu / 2 + (nu @ y) * (y @ s) / 2, nu @ y])
    C("g", [nu, -2 * y + (1 + c) * s], {1: -2 * y + (1 - c) * s})
    form = I + (1 + c) * o(s, s) - o(y, s) - o(s, y)
    prod = (I - o(s, y)) @ (I - o(y, s))
    C("h", [Xi, form, prod + o(s, s)], {2: prod - o(s, s)})
    a = s @ s
    star = I + o(y, y) - o(s, s) / a
    long = I + o(y, y) - o(s, s) / a + (1 + c) * o(s, s) + (1 + c) * o(s, y) - (1 + c) * o(s, s)
    long = long - o(y, s) - o(s, y) - o(y, y) - c * o(s, y) + o(y, s) + o(s, s) / a
    C("i", [Xi @ star, form @ star, long, I])


@source
def layernorm_centering(r, C, X):
    d = r.randint(2, 7)
    x = r.normal(size=d)
    one = np.ones(d)
    mu = x.sum() / d
    s2 = ((x - mu) ** 2).sum() / d
    x1 = x - mu * one
    C("a", [x1.sum(), 0.0])
    C("b", [s2, ((x - mu) ** 2).sum() / d, (x1**2).sum() / d])
    C("c", [(x**2).sum() / d, s2 + mu**2], {1: s2 - mu**2})
    C("d", [x.sum(), x @ one])
    C("e", [x1 @ one, 0.0], {0: x @ one})
    h = one / np.sqrt(d)
    C("f", [(x @ h) * h, (x @ one) * one / d, mu * one], {2: mu * x})
    C("g", [x1, x - mu * one, x - (x @ h) * h])


@source
def mass_spring(r, C, X):
    n, m, q = r.randint(2, 6, size=3)
    A, B, P = r.normal(size=(3, n, q))
    ip = (A * B).sum()
    C("a", [ip, ip, np.einsum("ij,ij", A, B), tr(A.T @ B), tr(A @ B.T)], {4: tr(A @ A.T)})
    C("b", [sum(x @ x for x in P), tr(P @ P.T)], {0: sum((x @ x) ** 2 for x in P)})
    G, S, D, k = r.normal(size=(m, n)), r.normal(size=(m, m)), r.normal(size=(m, q)), r.normal(size=m)
    R = r.normal(size=(m, q))
    Q, E = R + G @ P, S @ D  # the rows x_j1, x_j2 = R and d_j
    L = sum(k[j] * np.outer(G[j], G[j]) for j in range(m))
    K = sum(k[j] * np.outer(G[j], S[j]) for j in range(m))
    const = sum(k[j] / 2 * E[j] @ E[j] for j in range(m))
    row = lambda j: (G[j] @ P - S[j] @ D)[None, :]
    C(
        "c",
        [
            sum(k[j] / 2 * ((Q[j] - R[j] - E[j]) ** 2).sum() for j in range(m)),
            sum(k[j] / 2 * (row(j) ** 2).sum() for j in range(m)),
            sum(k[j] / 2 * tr(row(j).T @ row(j)) for j in range(m)),
            tr(0.5 * P.T @ L @ P) - tr(P.T @ K @ D) + const,
            0.5 * tr(P.T @ L @ P) - tr(P.T @ K @ D) + const,
        ],
        {4: 0.5 * tr(P.T @ L @ P) + tr(P.T @ K @ D) + const},
    )
    A, Y = r.normal(size=(2, n, n))
    I = np.eye(n)
    C("d", [J(tr, Y), I])
    C("e", [J(lambda Y: A @ Y, Y), np.einsum("jb,ia->ijab", I, A)], {1: np.einsum("jb,ai->ijab", I, A)})
    g = J(lambda Y: tr(A @ Y), Y)
    C("f", [g, np.einsum("ib,ia->ab", I, A), A.T])
    C("g", [g, A.T], {1: A})
    g = J(lambda Y: tr(Y.T @ A @ Y), Y)
    C(
        "h",
        [
            g,
            J(lambda Y: np.einsum("kl,ki,li", A, Y, Y), Y),
            np.einsum("al,lb->ab", A, Y) + np.einsum("ka,kb->ab", A, Y),
        ],
    )
    C("i", [g, (A + A.T) @ Y], {1: (A - A.T) @ Y})
    M, L = r.normal(size=(2, n, n))
    M, L = M + M.T, L + L.T
    Y, P = r.normal(size=(2, n, q))
    K, h, c = r.normal(size=(n, m)), r.uniform(0.5, 2), r.normal()
    f = lambda Y: tr((Y - P).T @ M @ (Y - P)) / (2 * h**2) + 0.5 * tr(Y.T @ L @ Y) - tr(Y.T @ K @ D) + c
    C("j", [J(f, Y), M @ (Y - P) / h**2 + L @ Y - K @ D])


@source
def sta210_diagnostics(r, C, X):
    p = r.randint(1, 4)
    n = p + 1 + r.randint(2, 5)
    Z, Y = r.normal(size=(n, p + 1)), r.normal(size=n)
    H = Z @ inv(Z.T @ Z) @ Z.T
    b = inv(Z.T @ Z) @ Z.T @ Y
    C("a", [Z @ b, Z @ b, Z @ inv(Z.T @ Z) @ Z.T @ Y])
    C("b", [Z @ b, H @ Y])
    C("c", [Y - Z @ b, Y - Z @ b, Y - H @ Y], {2: Y + H @ Y})


@source
def welford_notes(r, C, X):
    n = r.randint(2, 8)
    x = r.normal(size=n)
    xn, mn, mo = x[-1], x.mean(), x[:-1].mean()
    d = xn - mo
    M, Mo = ((x - mn) ** 2).sum(), ((x[:-1] - mo) ** 2).sum()
    C("a", [((x - mn) ** 2).sum() / (n - 1), ((x**2).sum() - n * mn**2) / (n - 1)])
    C("b", [mn, mo + d / n], {1: mo - d / n})
    C("c", [M, Mo + d * (xn - mn)])
    C("d", [xn - mn, xn - (mo + (xn - mo) / n), (xn - mo) - (xn - mo) / n, d * (1 - 1 / n)], {3: d * (1 + 1 / n)})
    rest = ((x[:-1] - mn) ** 2).sum()
    C("e", [M, ((x - mn) ** 2).sum(), rest + (xn - mn) ** 2], {2: rest - (xn - mn) ** 2})
    C(
        "f",
        [
            rest,
            (((x[:-1] - mo) - d / n) ** 2).sum(),
            ((x[:-1] - mo) ** 2).sum() - 2 * d / n * (x[:-1] - mo).sum() + (n - 1) * d**2 / n**2,
            Mo + (n - 1) / n**2 * d**2,
        ],
        {3: Mo + (n + 1) / n**2 * d**2},
    )
    C("g", [(xn - mn) ** 2, ((n - 1) / n * d) ** 2, (n - 1) ** 2 / n**2 * d**2])
    C(
        "h",
        [
            M,
            Mo + (n - 1) / n**2 * d**2 + (n - 1) ** 2 / n**2 * d**2,
            Mo + n * (n - 1) / n**2 * d**2,
            Mo + (n - 1) / n * d**2,
        ],
    )
    C("i", [M, Mo + d * (xn - mn)], {1: Mo - d * (xn - mn)})


@source
def sgpr_notes(r, C, X):
    N, M = r.randint(2, 6, size=2)
    Kuu, Kuf, Kff = spd(r, M), r.normal(size=(M, N)), r.normal(size=(N, N))
    Kff = Kff + Kff.T
    y, s = r.normal(size=N), r.uniform(0.5, 2)
    Kfu, IN, IM = Kuf.T, np.eye(N), np.eye(M)
    Q = Kfu @ inv(Kuu) @ Kuf
    V = inv(Q + s**2 * IN)
    U, _ = np.linalg.qr(r.normal(size=(M, M)))
    L = np.linalg.cholesky(Kuu) @ U
    G = Kuu + Kuf @ Kfu / s**2
    C("a", [V, IN / s**2 - Kfu @ inv(G) @ Kuf / s**4], {1: IN / s**2 + Kfu @ inv(G) @ Kuf / s**4})
    C("b", [V, IN / s**2 - Kfu @ inv(L).T @ L.T @ inv(G) @ L @ inv(L) @ Kuf / s**4])
    A = inv(L) @ Kuf / s
    B = IM + A @ A.T
    dV, dN = det(Q + s**2 * IN), det(s**2 * IN)
    C("c", [dV, det(G) * det(inv(Kuu)) * dN])
    C("d", [dV, det(L @ L.T + Kuf @ Kfu / s**2) * det(inv(L).T) * det(inv(L)) * dN])
    W = inv(L) @ Kuf @ Kfu @ inv(L).T / s**2
    C("e", [dV, det(IM + W) * dN], {1: det(IM - W) * dN})
    C("f", [dV, det(B) * dN])
    c0, t = -N / 2 * np.log(2 * np.pi), 0.5 / s**2 * tr(Kff - Q)
    m15 = c0 - 0.5 * np.log(dV) - 0.5 * y @ V @ y - t
    m16 = c0 - 0.5 * np.log(det(B) * dN) - 0.5 / s**2 * y @ (IN - A.T @ inv(B) @ A / s**2) @ y - t
    m17 = c0 - 0.5 * np.log(det(B)) - N / 2 * np.log(s**2) - 0.5 / s**2 * y @ y + 0.5 / s**2 * y @ A.T @ inv(B) @ A @ y
    m17 = m17 - 0.5 / s**2 * tr(Kff) + 0.5 * tr(A @ A.T)
    assert np.isclose(m15, m17)
    X(1, m15, m16)
    X(2, m16, m17)
    LB = np.linalg.cholesky(B) @ U
    c = inv(LB) @ A @ y / s
    C("g", [y @ A.T @ inv(B) @ A @ y / s**2, c @ c])
    Ki = inv(Kuu)
    Lam = Ki + Ki @ Kuf @ Kfu @ Ki / s**2
    m = inv(Lam) @ Ki @ Kuf @ y / s**2
    C("h", [Ki @ inv(Lam) @ Ki, inv(L).T @ inv(B) @ inv(L)], {1: inv(L).T @ B @ inv(L)})
    C("i", [Ki @ m, inv(L).T @ inv(LB).T @ c])


@source
def softmax_intermezzo(r, C, X):
    n = r.randint(2, 7)
    z = r.normal(size=n)
    t = r.uniform(0.1, 1, size=n)
    t /= t.sum()
    y, Js = softmax(z), J(softmax, z)
    e = np.exp(z)
    one = J(lambda z: np.exp(z) / np.exp(z), z).diagonal()
    zero = (e**2 - e**2) / e**2
    C("a", [np.zeros(n), one, zero, e / e * (e - e) / e, e / e * (1 - e / e)], {4: e / e * (1 + e / e)})
    X(1, Js.diagonal(), one)
    X(2, e / e * (1 - e / e), y * (1 - y))
    off = ~np.eye(n, dtype=bool)
    quot = np.array([[at(lambda u: np.exp(z[i]) / np.exp(u), z[j]) for j in range(n)] for i in range(n)])
    C(
        "b",
        [0.0, quot[off], ((0 - np.outer(e, e)) / e[None, :] ** 2)[off], (-np.outer(e, 1 / e) * (e / e)[None, :])[off]],
    )
    X(3, Js[off], quot[off])
    X(4, (-np.outer(e, 1 / e))[off], (-np.outer(y, y))[off])
    xi = J(lambda z: -(t * np.log(softmax(z))).sum(), z)
    Jl = J(lambda z: np.log(softmax(z)), z)
    O = 1 - np.eye(n)
    D = Js.diagonal()
    C(
        "c",
        [
            xi,
            -J(lambda z: t * np.log(softmax(z)), z).sum(0),
            -t @ Jl,
            -(t / y) @ Js,
            -t / y * D - ((t / y)[:, None] * Js * O).sum(0),
            -t / y * y * (1 - y) - ((t / y)[:, None] * -np.outer(y, y) * O).sum(0),
            -t + t * y + (np.outer(t, y) * O).sum(0),
            -t + np.outer(t, y).sum(0),
            -t + y * t.sum(),
            y - t,
        ],
        {3: -(t @ Js) / y, 8: -t - y * t.sum()},
    )


sig = lambda t: 1 / (1 + np.exp(-t))


@source
def llm_derivations(r, C, X):
    n = r.randint(2, 6)
    z, c, k = r.normal(size=n), r.normal(), r.randint(n)
    e = np.exp(z)
    C("a", [np.exp(z + c) / np.exp(z + c).sum(), np.exp(c) * e / (np.exp(c) * e.sum()), e / e.sum()])
    m = z.max()
    p = e / e.sum()
    C("b", [p, np.exp(z - m) / np.exp(z - m).sum()])
    I = np.eye(n)
    C("c", [J(softmax, z), p[:, None] * (I - p[None])], {1: p[:, None] * (I + p[None])})
    L = lambda z: -np.log(softmax(z)[k])
    C("d", [L(z), -np.log(p[k]), -z[k] + np.log(e.sum())], {2: -z[k] - np.log(e.sum())})
    C("e", [J(L, z), -I[k] + e / e.sum(), p - I[k]])
    d = r.randint(2, 6)
    W, h, b = r.normal(size=(n, d)), r.normal(size=d), r.normal(size=n)
    q = softmax(W @ h + b)
    C("f", [J(lambda W: L(W @ h + b), W), np.outer(q - I[k], h)], {1: np.outer(q + I[k], h)})
    C("g", [J(lambda h: L(W @ h + b), h), W.T @ (q - I[k])])
    x, g, a = r.normal(size=d), r.normal(size=d), r.uniform(0.2, 3)
    rms = lambda x: np.sqrt((x * x).sum() / d)
    R = lambda x: g * x / rms(x)
    C("h", [rms(x / rms(x)), 1.0], {1: 2.0})
    C("i", [R(a * x), g * a * x / (a * rms(x)), R(x)])


@source
def cs224n_hw1(r, C, X):
    n = r.randint(2, 6)
    x, c = r.normal(size=n), r.normal()
    e = np.exp(x)
    C(
        "a",
        [softmax(x + c), np.exp(x + c) / np.exp(x + c).sum(), np.exp(c) * e / (np.exp(c) * e.sum()), softmax(x)],
        {2: (np.exp(c) + e) / (np.exp(c) * e.sum())},
    )
    s = r.normal()
    X(1, J(sig, s), np.exp(-s) / (1 - np.exp(-s)) ** 2)
    X(2, np.exp(-s) / (1 - np.exp(-s)) ** 2, sig(s) * (1 - sig(s)))
    t, k = r.normal(size=n), r.randint(n)
    y = np.eye(n)[k]
    CE = lambda t: -(y * np.log(softmax(t))).sum()
    p, E = softmax(t), np.exp(t).sum()
    C("b", [CE(t), -np.log(p[k]), -np.log(np.exp(t[k]) / E), -t[k] + np.log(E)], {3: -t[k] - np.log(E)})
    D = J(CE, t)
    C("c", [D[k], -1 + np.exp(t[k]) / E], {1: 1 + np.exp(t[k]) / E})
    o = np.arange(n) != k
    C("d", [D[o], (np.exp(t) / E)[o]])
    C("e", [D, -y + softmax(t), p - y])


@source
def cs229_ps1(r, C, X):
    m, n = r.randint(2, 6, size=2)
    A = r.normal(size=(m, n))
    th, x, z = r.normal(size=(3, n))
    h = sig(A @ th)
    H = (A.T * (h * (1 - h))) @ A / m
    lam = (h * (1 - h)).sum()
    s = sum(
        z[j] * z[k] * sum(x[j] * x[k] * h[i] * (1 - h[i]) for i in range(m)) / m for j in range(n) for k in range(n)
    )
    t = lam / m * sum(z[j] * z[k] * x[j] * x[k] for j in range(n) for k in range(n))
    X(1, (H @ z) @ z, s)
    C("a", [s, t, lam / m * (x @ z) ** 2, 0.0], {2: lam / m * (x @ z) ** 3}, ge=(3,))
    m = n + r.randint(0, 4)
    A, y = r.normal(size=(m, n)), r.normal(size=m)
    W = np.diag(r.uniform(0.2, 2, size=m))
    loss = lambda t: (A @ t - y) @ W @ (A @ t - y)
    C("b", [J(loss, th), J(lambda t: (A @ t - y) @ W @ (A @ t - y), th)])
    quad = J(lambda t: (A @ t) @ W @ A @ t, th)
    C(
        "c",
        [
            quad - J(lambda t: (A @ t) @ W @ y, th) - J(lambda t: y @ W @ A @ t, th),
            quad - 2 * J(lambda t: y @ W @ A @ t, th),
            quad - 2 * J(lambda t: (A.T @ W @ y) @ t, th),
            2 * A.T @ W @ A @ th - 2 * A.T @ W @ y,
        ],
        {3: 2 * A.T @ W @ A @ th + 2 * A.T @ W @ y},
    )
    best = np.linalg.solve(A.T @ W @ A, A.T @ W @ y)
    C("d", [A.T @ W @ A @ best, A.T @ W @ y])
    C("e", [best, inv(A.T @ W @ A) @ A.T @ W @ y])
    sd, pi = r.uniform(0.5, 2, size=m), r.uniform(1, 4)
    ell = lambda t: np.log(1 / (np.sqrt(2 * pi) * sd) * np.exp(-((y - A @ t) ** 2) / (2 * sd**2))).sum()
    q = ((y - A @ th) ** 2 / (2 * sd**2)).sum()
    C("f", [ell(th), np.log(1 / (np.sqrt(2 * pi) * sd)).sum() - q], {1: np.log(1 / (np.sqrt(2 * pi) * sd)).sum() + q})
    w = -1 / sd**2
    X(2, J(ell, th), (w * (y - A @ th)) @ A)


@source
def gd_slides(r, C, X):
    n = r.randint(1, 6)
    x, xs, g = r.normal(size=(3, n))
    al, M = r.uniform(0.1, 2, size=2)
    x1 = x - al * g
    up = g @ (x1 - x) + M / 2 * norm(x1 - x) ** 2
    low = al * (1 - al * M / 2) * norm(g) ** 2
    C("a", [up, -low], {1: -al * (1 + al * M / 2) * norm(g) ** 2})
    f = r.normal()
    f1 = f + up - r.uniform(0, 1)
    fs = f1 - r.uniform(0, 1)
    C("b", [f - fs, f - f1, low], ge=(1, 2))
    al = r.uniform(0.1, 1) / M
    x1 = x - al * g
    low = al * (1 - al * M / 2) * norm(g) ** 2
    fs = f - g @ (x - xs) + r.uniform(0, 1)
    C(
        "c",
        [
            f - low,
            f - al / 2 * norm(g) ** 2,
            fs + g @ (x - xs) - al / 2 * norm(g) ** 2,
            fs + (norm(x - xs) ** 2 - norm(x - xs - al * g) ** 2) / (2 * al),
            fs + (norm(x - xs) ** 2 - norm(x1 - xs) ** 2) / (2 * al),
        ],
        {4: fs + (norm(x - xs) ** 2 - norm(x - xs) ** 2) / (2 * al)},
        le=(1, 2),
    )
    m = r.uniform(0.2, 1)
    M = m + r.uniform(0.2, 2)
    Q = np.linalg.qr(r.normal(size=(n, n)))[0]
    A = Q @ np.diag(r.uniform(m, M, size=n)) @ Q.T
    y, s = r.normal(size=(2, n))
    fx, fy = A @ x + s, A @ y + s
    gx, gy = fx - m * x, fy - m * y
    d, F, G = y - x, fy - fx, gy - gx
    C("d", [G @ d, F @ d - m * norm(d) ** 2], {1: F @ d + m * norm(d) ** 2})
    C("e", [G @ d, F @ d - m * norm(d) ** 2])
    C(
        "f",
        [norm(G) ** 2, norm(F) ** 2 - 2 * m * F @ d + m**2 * norm(d) ** 2],
        {1: norm(F) ** 2 + 2 * m * F @ d + m**2 * norm(d) ** 2},
    )
    C("g", [F @ d, m * norm(d) ** 2 + (norm(F) ** 2 - 2 * m * F @ d + m**2 * norm(d) ** 2) / (M - m)], ge=(1,))
    C("h", [F @ d, (M * m * norm(d) ** 2 + norm(F) ** 2) / (m + M)], ge=(1,))


@source
def pca_thesis(r, C, X):
    N, f, d = r.randint(2, 6, size=3)
    A, W = r.normal(size=(N, f)), r.normal(size=(f, d))
    mu = A.mean(0)
    S = (A - mu).T @ (A - mu) / N
    La = np.diag(r.normal(size=d))
    C("a", [J(lambda W: np.trace(W.T @ S @ W), W), 2 * S @ W])
    C("b", [J(lambda W: np.trace(La @ (W.T @ W - np.eye(d))), W), 2 * W @ La], {1: 3 * W @ La})


@source
def frc_observer(r, C, X):
    n, m, p = r.randint(1, 5, size=3)
    A, B = r.normal(size=(n, n)), r.normal(size=(n, m))
    L, H = r.normal(size=(n, p)), r.normal(size=(p, n))
    x, raw, u, y = r.normal(size=n), r.normal(size=n), r.normal(size=m), r.normal(size=p)
    yh = H @ x
    C("a", [A @ x + B @ u + L @ (y - yh), A @ x + B @ u + L @ (y - H @ x)], {1: A @ x + B @ u + L @ (y + H @ x)})
    P, R = spd(r, n), spd(r, p)
    K = P @ H.T @ inv(H @ P @ H.T + R)
    plus = x + K @ (y - H @ x)
    nxt = A @ plus + B @ u
    C("b", [nxt, A @ (x + K @ (y - H @ x)) + B @ u])
    X(1, nxt, A @ raw + A @ K @ (y - H @ x) + B @ u)
    C("c", [nxt, A @ x + B @ u + A @ K @ (y - H @ x)])
    C("d", [nxt, A @ x + B @ u + (A @ K) @ (y - H @ x)], {1: A @ x + B @ u + (A @ K) @ (y + H @ x)})
    K = inv(A) @ L
    pre = A @ x + B @ u
    yh = H @ pre
    post = pre + K @ (y - H @ pre)
    C("e", [post, pre + inv(A) @ L @ (y - H @ pre)])
    C("f", [post, pre + inv(A) @ L @ (y - yh)], {1: pre + inv(A) @ L @ (y + yh)})
    C("g", [post, pre + inv(A) @ L @ (y - yh)])


@source
def lm_notes(r, C, X):
    p = r.randint(1, 5)
    n = p + r.randint(1, 4)
    A, y = r.normal(size=(n, p)), r.normal(size=n)
    b = inv(A.T @ A) @ A.T @ y
    P = A @ inv(A.T @ A) @ A.T
    fit = A @ b
    e = y - fit
    I = np.eye(n)
    C("a", [e @ e, (y - A @ b) @ (y - A @ b), y @ y - b @ A.T @ A @ b], {2: y @ y + b @ A.T @ A @ b})
    C("b", [fit, A @ b, A @ inv(A.T @ A) @ A.T @ y, P @ y], {3: P @ e})
    C("c", [e, y - fit, (I - P) @ y])
    C("d", [e @ e, e @ e, y @ (I - P) @ y], {2: y @ (I + P) @ y})
    be = r.normal(size=p)
    Q = P + r.normal(size=(n, n)) @ (I - P)
    C("e", [Q @ A @ be, A @ be])
    RSS, k = (y - A @ be) @ (y - A @ be), r.uniform(-2, 0.5)
    C("f", [RSS / (n - k), (y - A @ be) @ (y - A @ be) / (n - k), RSS / (n - k)])


@source
def lse_notes(r, C, X):
    D = r.randint(1, 5)
    n = D + r.randint(1, 4)
    A, be, ep, t = r.normal(size=(n, D)), r.normal(size=D), r.normal(size=n), r.normal(size=D)
    y = A @ be + ep
    f = lambda t: (y - A @ t) @ (y - A @ t)
    C("a", [J(f, t), 2 * A.T @ A @ t - 2 * A.T @ y], {1: 2 * A.T @ A @ t - 3 * A.T @ y})
    G = inv(A.T @ A)
    s = G @ A.T @ y
    C("b", [A.T @ A @ s, A.T @ y], {0: A.T @ A @ (1.5 * s)})
    C(
        "c",
        [s, G @ A.T @ y, G @ A.T @ (A @ be + ep), G @ A.T @ A @ be + G @ A.T @ ep],
        {2: G @ A.T @ (A @ be - ep)},
    )
    I = np.eye(n)
    P = I - A @ G @ A.T
    b = r.normal(size=n)
    C(
        "d",
        [norm(y - A @ s) ** 2, norm(y - A @ G @ A.T @ y) ** 2, norm((I - A @ G @ A.T) @ y) ** 2, norm(P @ y) ** 2],
        {3: norm(P @ b) ** 2},
    )


@source
def inner_product_notes(r, C, X):
    m, n = r.randint(2, 6, size=2)
    A, x, y = r.normal(size=(m, n)), r.normal(size=n), r.normal(size=m)
    C("a", [(A @ x) @ y, x @ (A.T @ y)])
    T = r.normal(size=(n, n))
    V = np.linalg.qr(r.normal(size=(n, n)))[0]
    C("b", [(T.T @ V).T @ V, V.T @ (T @ V)])
    I = np.eye(n)
    v, x, la = r.normal(size=n), r.normal(size=n), r.normal()
    T = T - np.outer((T - la * I) @ v, v) / (v @ v)
    C(
        "c",
        [0.0, ((T - la * I) @ v) @ x, v @ ((T - la * I).T @ x), v @ ((T.T - la * I) @ x)],
        {2: v @ ((T + la * I).T @ x)},
    )
    K = r.normal(size=(n, n))
    T = r.normal() * I + K - K.T
    a, b = r.normal(size=(2, n))
    C(
        "d",
        [
            norm(T @ x) ** 2,
            (T @ x) @ (T @ x),
            (T.T @ T @ x) @ x,
            (T @ T.T @ x) @ x,
            (T.T @ x) @ (T.T @ x),
            norm(T.T @ x) ** 2,
        ],
        {4: (T.T @ x) @ (T.T @ a)},
    )
    c = r.normal()
    C("e", [(T - c * I) @ (T - c * I).T, (T - c * I) @ (T.T - c * I)], {1: (T - c * I) @ (T.T - la * I)})
    d = r.normal(size=n)
    S = V @ np.diag(d) @ V.T
    c, x = d[0], V[:, 0] * r.normal()
    C("f", [0.0, norm((S - c * I) @ x), norm((S - c * I).T @ x)])
    X(1, norm((S - c * I).T @ x), norm((S.T - la * I) @ x))
    if r.randint(2):
        S, l1, l2 = la * I, la, la
    else:
        l1, l2, a, b = d[0], d[1], V[:, 0] * 1.5, V[:, 1] * 0.5
    C("g", [l1 * (a @ b), (l1 * a) @ b, (S @ a) @ b, a @ (S.T @ b), a @ (l2 * b), l2 * (a @ b)])
    C("h", [(l1 - l2) * (a @ b), 0.0])


@source
def pca_deck(r, C, X):
    N, k = r.randint(2, 6, size=2)
    A, w, z = r.normal(size=(N, k)), r.normal(size=k), r.normal(size=N)
    w /= norm(w)
    f = lambda z: sum(((A[i] - z[i] * w) ** 2).sum() for i in range(N)) / N
    mid = sum((A[i] - z[i] * w) @ (A[i] - z[i] * w) for i in range(N)) / N
    last = lambda s: sum(A[i] @ A[i] - 2 * z[i] * w @ A[i] + s * z[i] ** 2 for i in range(N)) / N
    C("a", [f(z), mid, last(1)], {2: last(-1)})
    X(1, J(f, z), -(2 * A @ w + 2 * z) / N)
    s = A @ w
    X(2, 0.0, -(2 * A @ w + 2 * s) / N)
    c = (A * A).sum() / N
    S = A.T @ A / N
    one = sum((A[i] - s[i] * w) @ (A[i] - s[i] * w) for i in range(N)) / N
    two = sum(A[i] @ A[i] - 2 * s[i] * w @ A[i] + s[i] ** 2 * w @ w for i in range(N)) / N
    C("b", [one, two, -(s**2).sum() / N + c], {2: -(s**2).sum() / N - c})
    quad = lambda A: sum(w @ np.outer(x, x) @ w for x in A) / N
    X(3, -(s**2).sum() / N + c, -quad(A))
    C("c", [-quad(A), -w @ S @ w])
    C("d", [-w @ S @ w, -w @ S @ w])
    w = r.normal(size=k)
    A = A - A.mean(0)
    s, S = A @ w, A.T @ A / N
    quad = sum(w @ np.outer(x, x) @ w for x in A) / N
    C(
        "e",
        [((s - s.mean()) ** 2).mean(), (s**2).mean() - s.mean() ** 2, (s**2).sum() / N - 0, quad, w @ S @ w],
        {2: (s**3).sum() / N - 0},
    )
    S, l = spd(r, k) - np.eye(k), r.normal()
    C("f", [J(lambda w: w @ S @ w - l * (w @ w - 1), w), 2 * S @ w - 2 * l * w], {1: 2 * S @ w - 3 * l * w})
    val, vec = np.linalg.eigh(S)
    C("g", [vec[:, 0] @ S @ vec[:, 0], val[0]])


@source
def softmax_slides(r, C, X):
    m, n = r.randint(2, 6, size=2)
    W, x, q = r.normal(size=(m, n)), r.normal(size=n), r.uniform(0.1, 1, size=m)
    q /= q.sum()
    z = W @ x
    E = np.exp(z).sum()
    C("a", [-(q * np.log(np.exp(z) / E)).sum(), -(q * z).sum() + np.log(E)], {1: -(q * z).sum() - np.log(E)})
    C("b", [J(lambda W: -(q * (W @ x)).sum(), W), -np.outer(q, x)])
    a, b = r.normal(size=2)
    C("c", [np.exp(b) / (np.exp(a) + np.exp(b)), 1 / (1 + np.exp(a - b))], {1: 1 / (1 + np.exp(a + b))})
    u, v = r.normal(size=(2, n))
    C("d", [sig(-u @ x + v @ x), sig((-u + v) @ x)])
    f = lambda w: 1 + np.exp(-w @ x)
    C("e", [1 / (1 + np.exp(-u @ x)), 1 / f(u)], {1: 1 / f(x)})
    y, s = r.normal(), sig(u @ x)
    C("f", [y / s * x[0] * (1 - s) * s, y * x[0] * (1 - s)])
    X(1, (1 - y) / (1 - s) - x[0] * (1 - s) * s, (y - 1) * x[0] * s)


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
