"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_sixth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent


def sm_rows(S):
    e = np.exp(S - S.real.max())
    return e / e.sum(axis=1, keepdims=True)


def H2(g, x):
    """derivative of a real gradient g by central differences"""
    x = np.asarray(x, float)
    out = np.zeros(x.shape + x.shape)
    for i in range(x.size):
        h = np.zeros_like(x)
        h[i] = 1e-5
        out[:, i] = (g(x + h) - g(x - h)) / 2e-5
    return out


E = np.einsum


def attention(r):
    n, m, dk, dv = r.randint(2, 5, size=4)
    Q, K, V = r.normal(size=(n, dk)), r.normal(size=(m, dk)), r.normal(size=(m, dv))
    return n, m, dk, dv, Q, K, V


@source
def attn_task(r, C, X):
    n, _, dk, dv, Q, _, _ = attention(r)
    K, V = r.normal(size=(n, dk)), r.normal(size=(n, dv))
    L = loss(r, n, dv)
    S = Q @ K.T / np.sqrt(dk)
    P = sm_rows(S)
    A = P @ V
    I, Iv = np.eye(n), np.eye(dv)
    C("a", [J(lambda V: P @ V, V), E("ix,jy->ijxy", P, Iv)], {1: E("xi,jy->ijxy", P, Iv)})
    GA = J(L, A)
    C("b", [J(lambda V: L(P @ V), V), P.T @ GA])
    m = r.randint(2, 5)
    s = r.normal(size=m)
    e = np.exp(s)
    Z = e.sum()
    p = e / Z
    Jp = J(softmax, s)
    C(
        "c",
        [np.diag(Jp), (e * Z - e * e) / Z**2, e / Z - (e / Z) ** 2, p - p**2, p * (1 - p)],
        {2: e / Z + (e / Z) ** 2},
    )
    off = ~np.eye(m, dtype=bool)
    pp = np.outer(p, p)
    C(
        "d",
        [Jp[off], (-np.outer(e, e) / Z**2)[off], (-np.outer(e / Z, e / Z))[off], -pp[off]],
        {3: -np.outer(p * p, np.ones(m))[off]},
    )
    C("e", [Jp, p[:, None] * (np.eye(m) - p[None])], {1: p[:, None] * (np.eye(m) + p[None])})
    f = lambda S: L(sm_rows(S) @ V)
    GQ = J(lambda Q: f(Q @ K.T / np.sqrt(dk)), Q)
    GS = J(f, S)
    C("f", [GQ, GS @ K / np.sqrt(dk)], {1: GS @ Q / np.sqrt(dk)})
    dP = GA @ V.T
    JP = J(sm_rows, S)
    C("g", [GS, E("ik,ikij->ij", dP, JP)])
    C(
        "h",
        [GS, E("ik,ik,kj->ij", dP, P, I) - P * E("ik,ik->i", dP, P)[:, None]],
        {1: E("ik,ik,kj->ij", dP, P, I) - np.repeat((dP * P * P).sum(1)[:, None], n, 1)},
    )
    C("i", [GS, dP * P - P * (dP * P).sum(1)[:, None]])
    C("j", [GS, P * (dP - (dP * P).sum(1)[:, None])], {1: P * (dP - (dP * S).sum(1)[:, None])})
    C("k", [GQ, GS @ K / np.sqrt(dk)])


@source
def math_backprop(r, C, X):
    y, w, x = r.uniform(0.1, 0.9, size=3)
    b = 0.05
    h = w * x + b
    L = lambda h: -y * np.log(h) - (1 - y) * np.log(1 - h)
    g = -y / h + (1 - y) / (1 - h)
    C("a", [J(L, h), g], {1: -y / h - (1 - y) / (1 - h)})
    C("b", [J(lambda w: w * x + b, w), x], {1: w})
    C("c", [J(lambda b: w * x + b, b), 1])
    C(
        "d",
        [J(lambda w: L(w * x + b), w), J(L, h) * x, g * x, -x * y / h + x * (1 - y) / (1 - h)],
        {3: -x * y / h + x * (1 + y) / (1 - h)},
    )
    C(
        "e",
        [
            J(lambda b: L(w * x + b), b),
            J(L, h) * 1,
            g,
            (h - y * h - y + y * h) / ((1 - h) * h),
            (h - y) / (h - h**2),
            1 / (1 - h) - y / (h * (1 - h)),
        ],
        {3: (h - y * h - y - y * h) / ((1 - h) * h)},
    )
    z = r.normal()
    s = lambda z: 1 / (1 + np.exp(-z))
    a = s(z)
    k = -y / a + (1 - y) / (1 - a)
    C(
        "f",
        [
            J(lambda z: L(s(z)), z),
            J(L, a) * J(s, z),
            k * J(s, z),
            k * a * (1 - a),
            -y * (1 - a) + a * (1 - y),
            -y + a * y + a - a * y,
            a - y,
        ],
        {3: k * a * (1 + a), 6: a + y},
    )
    x = r.normal()
    S, dS = s(x), J(s, x)
    f = lambda x: 1 / s(x)
    C("g", [f(x), 1 + np.exp(-x)], {1: 1 + np.exp(x)})
    C("h", [J(f, x), -np.exp(-x), J(f, x), J(lambda x: s(x) ** -1, x), -(S**-2) * dS, -dS / S**2], {4: -(S**-1) * dS})
    C("i", [-np.exp(-x), J(f, x), 1 - f(x), 1 - 1 / S, (S - 1) / S], {4: (S + 1) / S})
    C("j", [-dS / S**2, (S - 1) / S])
    C("k", [dS, (1 - S) / S * S**2, S * (1 - S)], {1: (1 - S) / S * S**3})


@source
def activations(r, C, X):
    x = r.normal()
    s = lambda x: 1 / (1 + np.exp(-x))
    q = np.exp(-x)
    C("a", [np.exp(x) / (np.exp(x) + 1), s(x)])
    d = J(lambda x: np.exp(x) / (np.exp(x) + 1), x)
    C(
        "b",
        [
            d,
            J(s, x),
            J(lambda x: (1 + np.exp(-x)) ** -1, x),
            -((1 + q) ** -2) * -q,
            q / (1 + q) ** 2,
            q / (1 + q) / (1 + q),
            (q + 1 - 1) / (1 + q) / (1 + q),
            ((q + 1) / (1 + q) - 1 / (1 + q)) / (1 + q),
            (1 - 1 / (1 + q)) / (1 + q),
            s(x) * (1 - s(x)),
        ],
        {3: -((1 + q) ** -1) * -q, 6: (q + 1 + 1) / (1 + q) / (1 + q)},
    )
    z = r.normal(size=r.randint(2, 5))
    c = r.normal()
    C("c", [z, z])
    e = np.exp(z)
    C(
        "e",
        [np.exp(z + c) / np.exp(z + c).sum(), e * np.exp(c) / (np.exp(c) * e.sum()), e / e.sum()],
        {1: e * np.exp(c) / (np.exp(c) * (e * len(z)))},
    )
    t = lambda x: (np.exp(x) - np.exp(-x)) / (np.exp(x) + np.exp(-x))
    X(1, np.tanh(x), np.exp(2 * x - 1) / np.exp(2 * x + 1))
    X(2, np.exp(2 * x - 1) / np.exp(2 * x + 1), t(x))
    u, v = np.exp(x) + np.exp(-x), np.exp(x) - np.exp(-x)
    C(
        "f",
        [J(t, x), J(t, x), (u * u - v * v) / u**2, 1 - v**2 / u**2, 1 - np.tanh(x) ** 2],
        {2: (u * u + v * v) / u**2},
    )


@source
def normal_eq(r, C, X):
    d = r.randint(1, 4)
    A = r.normal(size=(d + 2, d))
    y, w = r.normal(size=d + 2), r.normal(size=d)
    G = A.T @ A
    f = lambda w: (y - A @ w) @ (y - A @ w)
    C("a", [f(w), w @ G @ w - 2 * y @ A @ w + y @ y], {1: w @ G @ w - 3 * y @ A @ w + y @ y})
    C("b", [J(lambda w: w @ G @ w, w), (G + G.T) @ w, 2 * G @ w], {1: (G - G.T) @ w})
    C("c", [J(lambda w: -2 * y @ A @ w, w), -2 * A.T @ y])
    C("e", [0 * w, 0])
    C("f", [J(f, w), 2 * G @ w - 2 * A.T @ y], {1: 2 * G @ w + 2 * A.T @ y})


def orth(r, n):
    Q = np.linalg.qr(r.normal(size=(n, n)))[0]
    Q[:, 0] *= r.choice([-1, 1])
    return Q


@source
def orth_page(r, C, X):
    n = r.randint(2, 5)
    Q = orth(r, n)
    x, y = r.normal(size=(2, n))
    det = np.linalg.det
    C("a", [Q.T @ Q, Q @ Q.T, np.eye(n)])
    C("b", [(Q @ x) @ (Q @ y), x @ Q.T @ Q @ y, x @ y, x @ y], {3: x @ x})
    q = np.sqrt(np.abs(x @ y)) if x @ y > 0 else np.nan
    C("c", [norm(Q @ x), np.sqrt((Q @ x) @ (Q @ x)), norm(x), norm(x)], {2: q})
    C("d", [det(Q.T @ Q), det(np.eye(n)), 1])
    C("e", [det(Q.T) * det(Q), det(Q) ** 2, 1], {1: det(Q) ** 3})


@source
def logistic_course(r, C, X):
    n, d = r.randint(2, 5), r.randint(2, 4)
    A = r.normal(size=(n, d))
    b, v = r.normal(size=(2, d))
    y = r.uniform(size=n)
    s = lambda u: 1 / (1 + np.exp(-u))
    ell = lambda p: -y * np.log(p) - (1 - y) * np.log(1 - p)
    z = A @ b
    p = s(z)
    lb = J(lambda b: ell(s(A @ b)), b)
    lp, pz = np.diag(J(ell, p)), np.diag(J(s, z))
    k = p * (1 - p)
    C("a", [lb, (lp * pz)[:, None] * A])
    C(
        "b",
        [lp, -y / p + (1 - y) / (1 - p), (-y * (1 - p) + (1 - y) * p) / k, (p - y) / k],
        {1: -y / p - (1 - y) / (1 - p)},
    )
    C("c", [pz, pz, s(z) * (1 - s(z)), k], {2: s(z) * (1 + s(z))})
    C("e", [J(lambda b: A @ b, b), J(lambda b: A @ b, b), A])
    C("f", [lb, ((p - y) / k * k)[:, None] * A])
    C("g", [lb, (p - y)[:, None] * A, (s(A @ b) - y)[:, None] * A], {1: (z - y)[:, None] * A})
    g = J(lambda b: ell(s(A @ b)).mean(), b)
    C("h", [g, ((s(A @ b) - y)[:, None] * A).mean(0)])
    C("i", [g, A.T @ (p - y) / n], {1: A.T @ (p + y) / n})
    C(
        "j",
        [A[:, :, None] * J(lambda b: s(A @ b), b)[:, None, :], k[:, None, None] * A[:, :, None] * A[:, None]],
        {1: (p * (1 + p))[:, None, None] * A[:, :, None] * A[:, None]},
    )
    H = (A.T * k) @ A
    B = np.diag(k)
    C("k", [H, H2(lambda b: J(lambda b: ell(s(A @ b)).sum(), b), b), H], {2: (A.T * (p * (1 - y))) @ A})
    C("l", [H, A.T @ B @ A])
    C(
        "m",
        [v @ H @ v, v @ A.T @ B @ A @ v, (A @ v) @ B @ (A @ v), (k * (A @ v) ** 2).sum()],
        {3: (k * (A @ b) ** 2).sum()},
    )
    C("n", [0, v @ H @ v], le=(1,))
    A = r.normal(size=(d + 1, d))
    n = d + 1
    p, y = r.uniform(0.1, 0.9, size=(2, n))
    B = np.diag(p * (1 - p))
    H, g = A.T @ B @ A, A.T @ (p - y)
    b1 = b - inv(H) @ g
    C("o", [b1, b - inv(H) @ A.T @ (p - y)], {1: b + inv(H) @ A.T @ (p - y)})
    C("p", [H @ b1, H @ b - A.T @ (p - y)])
    C("q", [H @ b1, A.T @ (B @ A @ b - (p - y))])
    C("r", [H @ b1, A.T @ B @ (A @ b - inv(B) @ (p - y))], {1: A.T @ B @ (A @ b1 - inv(B) @ (p - y))})
    z = A @ b - inv(B) @ (p - y)
    C("s", [b1, inv(H) @ A.T @ B @ z], {1: inv(H) @ A.T @ B @ y})
    C("u", [z, A @ b - (p - y) / (p * (1 - p))])


@source
def la_part2(r, C, X):
    n = r.randint(2, 5)
    Q = r.normal(size=(n, n))
    D = np.diag(r.normal(size=n))
    A = Q @ D @ inv(Q)
    x, lam = Q[:, 0], D[0, 0]
    C("a", [(A - lam * np.eye(n)) @ x, 0 * x], {1: x})
    C("b", [A @ Q, Q @ D], {1: D @ Q})
    m = r.randint(1, 4)
    P = np.linalg.matrix_power
    C("c", [P(A, m), P(Q @ D @ inv(Q), m), Q @ P(D, m) @ inv(Q)])
    C("e", [np.trace(A), sum(A[i, i] for i in range(n))])
    Q = orth(r, n)
    x, y = r.normal(size=(2, n))
    det = np.linalg.det
    I = np.eye(n)
    C("f", [Q @ Q.T, Q.T @ Q, I])
    F = [Q.T, inv(Q)]
    C("w", F)
    C("g", [(Q @ x) @ (Q @ y), x @ y])
    C("h", [norm(Q @ x), norm(x)], {1: norm(y)})
    C("i", [1, det(I), det(Q @ Q.T), det(Q) * det(Q.T), det(Q) ** 2], {4: det(Q) ** 3})
    l = r.normal(size=n)
    A = Q @ np.diag(l) @ Q.T
    X(1, Q @ A, np.diag(l) @ Q)
    x = x / norm(x)
    y = Q.T @ x
    C("j", [l.min(), x @ A @ x, l.max()], le=(1, 2))
    C("k", [x @ A @ x, x @ Q @ np.diag(l) @ Q.T @ x, y @ np.diag(l) @ y, (l * y**2).sum()], {3: (l * x**2).sum()})
    l = r.uniform(0.2, 2, size=n)
    A, R, Ri = Q @ np.diag(l) @ Q.T, Q @ np.diag(l**0.5) @ Q.T, Q @ np.diag(l**-0.5) @ Q.T
    x = r.normal(size=n)
    c = x @ A @ x
    C("l", [c, x @ R @ R @ x, norm(R @ x) ** 2], {2: norm(R @ x) ** 3})
    z = R @ x
    zh = z / np.sqrt(c)
    zt = Q.T @ zh
    C(
        "m",
        [x, inv(R) @ z, Q @ np.diag(l**-0.5) @ Q.T @ (np.sqrt(c) * zh), np.sqrt(c) * Q @ np.diag(l**-0.5) @ zt],
        {3: np.sqrt(c) * Q @ np.diag(l**0.5) @ zt},
    )


@source
def attn_bilinear(r, C, X):
    n, m, dk, dv, Q, K, V = attention(r)
    x = r.normal(size=n)
    W = r.normal(size=(m, n))
    f = lambda x: np.sin(W @ x) + (W @ x) ** 2
    Ly = loss(r, m)
    C("a", [J(lambda x: Ly(f(x)), x), J(Ly, f(x)) @ J(f, x)], {1: -J(Ly, f(x)) @ J(f, x)})
    L = loss(r, n, dv)
    S = Q @ K.T / np.sqrt(dk)
    A = sm_rows(S)
    O = A @ V
    G = J(L, O)
    I, Im, Iv, Ik = np.eye(n), np.eye(m), np.eye(dv), np.eye(dk)
    C(
        "b",
        [J(lambda V: A @ V, V), E("ij,jm,bn->ibmn", A, Im, Iv), E("im,bn->ibmn", A, Iv)],
        {2: -E("im,bn->ibmn", A, Iv)},
    )
    GV = J(lambda V: L(A @ V), V)
    C("c", [GV, E("ib,im,bn->mn", G, A, Iv), E("im,in->mn", A, G)])
    C("d", [J(lambda A: A @ V, A), E("im,nb->ibmn", I, V)], {1: 2 * E("im,nb->ibmn", I, V)})
    GA = J(lambda A: L(A @ V), A)
    C("e", [GA, E("mb,nb->mn", G, V)])
    JA = J(sm_rows, S)
    C(
        "f",
        [JA, E("im,ij,jn->ijmn", I, A, Im) - E("im,ij,in->ijmn", I, A, A)],
        {1: E("im,ij,jn->ijmn", I, A, Im) + E("im,ij,in->ijmn", I, A, A)},
    )
    GS = J(lambda S: L(sm_rows(S) @ V), S)
    C("g", [GS, A * (GA - (A * GA).sum(1)[:, None])], {1: A * (GA - A.sum(1)[:, None] * GA)})
    sc = 1 / np.sqrt(dk)
    C("h", [J(lambda Q: Q @ K.T * sc, Q), sc * E("ik,al,ja->ijkl", I, Ik, K), sc * E("ik,jl->ijkl", I, K)])
    GQ = J(lambda Q: L(sm_rows(Q @ K.T * sc) @ V), Q)
    C("i", [GQ, sc * GS @ K], {1: -sc * GS @ K})
    GK = J(lambda K: L(sm_rows(Q @ K.T * sc) @ V), K)
    C("j", [GK, sc * GS.T @ Q])
    N = r.randint(2, 5)
    s = r.normal(size=N)
    e = np.exp(s)
    Z = e.sum()
    a = e / Z
    Ja = J(softmax, s)
    C("k", [e / e.sum(), e / Z])
    C(
        "l",
        [np.diag(Ja), (e * Z - e * e) / Z**2, e / Z - np.exp(2 * s) / Z**2, a - a**2, a * (1 - a)],
        {1: (e * Z - e * e) / Z**3},
    )
    off = ~np.eye(N, dtype=bool)
    C(
        "m",
        [Ja[off], (-np.outer(e, e) / Z**2)[off], (-np.outer(e, e) / Z**2)[off], -np.outer(a, a)[off]],
        {3: -np.outer(a * a, np.ones(N))[off]},
    )
    C("n", [Ja, a[:, None] * (np.eye(N) - a[None])])
    C("o", [Ja, np.diag(a) - np.outer(a, a)], {1: np.diag(a) + np.outer(a, a)})
    C("p", [JA, E("im,ij,jn->ijmn", I, A, Im) - E("im,ij,in->ijmn", I, A, A)])


@source
def norm_notebook(r, C, X):
    d = r.randint(2, 6)
    x, ga, be = r.normal(size=(3, d))
    eps = 0.1
    mu = lambda x: x.sum() / d
    v = lambda x: ((x - mu(x)) ** 2).sum() / d
    si = lambda x: np.sqrt(v(x) + eps)
    xh = lambda x: (x - mu(x)) / si(x)
    f = lambda x: ga * xh(x) + be
    C("a", [f(x), ga * (x - mu(x)) / si(x) + be], {1: be * (x - mu(x)) / si(x) + be})
    L = loss(r, d)
    GX = J(lambda x: L(f(x)), x)
    gh = J(L, f(x)) * ga
    s, m, h = si(x), mu(x), xh(x)
    t = [gh / s, (gh * -1 / s).sum() * np.ones(d) / d, (gh * -(x - m) / s**2).sum() * J(si, x)]
    C("c", [GX, t[0] + t[1] + t[2]], {1: t[0] + t[1] - t[2]})
    C("e", [J(v, x), 2 * (x - m) / d], {1: (x - m) / d})
    C("f", [J(lambda v: np.sqrt(v + eps), v(x)), 1 / (2 * s)])
    C("g", [J(lambda s: (x - m) / s, s), -(x - m) / s**2, -h / s], {2: h / s})
    C("h", [GX, (gh - gh.sum() / d - h / d * (gh * h).sum()) / s])
    C("i", [GX, (gh - gh.mean() - h * (gh * h).mean()) / s], {1: (gh - gh.mean() + h * (gh * h).mean()) / s})
    C("p", [GX, (gh - gh.mean() - h * (gh * h).mean()) / s])
    R = lambda x: np.sqrt((x * x).sum() / d + eps)
    f = lambda x: ga * x / R(x)
    C("j", [f(x), ga * (x / R(x))], {1: ga * (ga / R(x))})
    q = R(x)
    h = x / q
    GX = J(lambda x: L(f(x)), x)
    gh = J(L, f(x)) * ga
    C("k", [np.diag(J(lambda x: x / q, x)), np.full(d, 1 / q)])
    C("l", [J(R, x), x / (d * q)], {1: x / (d * x)})
    C("m", [J(lambda q: x / q, q), -x / q**2, -h / q], {1: -x / q**3})
    C("n", [GX, gh / q - x / (d * q**2) * (gh * h).sum()], {1: gh / q - x / (d * q**2) * (gh * x).sum()})
    C("o", [GX, (gh - h * (gh * h).mean()) / q])


@source
def cg_chapter(r, C, X):
    n = r.randint(3, 6)
    M = r.normal(size=(n, n))
    A = M @ M.T + np.eye(n)
    B, Xk, Pk, X0 = r.normal(size=(4, n))
    lk = r.normal()
    g = lambda x: A @ x + B
    X1k = Xk + lk * Pk
    C("a", [g(X1k) - g(Xk), A @ (X1k - Xk)], {1: A @ (X1k + Xk)})
    C("b", [g(X1k) - g(Xk), lk * A @ Pk])
    g0 = g(X0)
    P0 = -g0
    l0 = -(g0 @ P0) / (P0 @ A @ P0)
    X1 = X0 + l0 * P0
    g1 = g(X1)
    C("c", [g1 @ P0, -g1 @ g0, 0], {1: -g1 @ g1})
    a0 = (g1 @ A @ P0) / (g0 @ A @ P0)
    P1 = -g1 + a0 * g0
    C("e", [lk * A @ Pk, g(X1k) - g(Xk)])
    C("f", [l0 * A @ P0, g1 - g0])
    C("g", [(-g1 + a0 * g0) @ (g1 - g0), 0])
    C("h", [-a0, g1 @ g1 / (g0 @ g0)], {1: g1 @ g0 / (g0 @ g0)})
    b0 = -a0
    C("i", [P1, -g1 + b0 * P0], {1: -g1 - b0 * P0})
    l1 = -(g1 @ P1) / (P1 @ A @ P1)
    X2 = X1 + l1 * P1
    g2 = g(X2)
    X(1, g0 @ (g2 - g0), 0)
    C("j", [g0 @ g2, 0])
    C("k", [g2 @ (-g1 + b0 * P0), 0])
    C("l", [g2 @ (-g1 + a0 * g0), 0])
    C("m", [g2 @ g1, 0], {0: g2 @ g2})
    a1 = -g2 @ g2 / (g1 @ g1)
    A0 = a1 * g1 @ g1 / (g0 @ g0)
    P2 = -g2 + a1 * g1 + A0 * g0
    assert abs(P2 @ (g1 - g0)) + abs(P2 @ (g2 - g1)) < 1e-6
    C("n", [a1 * g1 @ g1 - A0 * g0 @ g0, 0])
    C("o", [-g2 @ g2 - a1 * g1 @ g1, 0], {0: -g2 @ g2 + a1 * g1 @ g1})
    C("p", [-a1, g2 @ g2 / (g1 @ g1)])
    C("q", [A0, a1 * g1 @ g1 / (g0 @ g0)], {1: A0 * g1 @ g1 / (g0 @ g0)})
    b1 = -a1
    C(
        "r",
        [P2, -g2 - b1 * g1 - b0 * b1 * g0, -g2 + b1 * (-g1 - b0 * g0), -g2 + b1 * (-g1 + b0 * P0), -g2 + b1 * P1],
        {2: -g2 + b1 * (-g1 + b0 * g0)},
    )


T = np.trace


@source
def pss_slr(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    xb, yb = x.mean(), y.mean()
    sxy = ((x - xb) * (y - yb)).sum() / (n - 1)
    sx = ((x - xb) ** 2).sum() / (n - 1)
    b = sxy / sx
    b0 = yb - b * xb
    h = b0 + b * x
    TSS, ESS, RSS = ((y - yb) ** 2).sum(), ((h - yb) ** 2).sum(), ((y - h) ** 2).sum()
    C("a", [TSS, ESS + RSS], {1: ESS - RSS})
    C("b", [ESS, ((b0 + b * x - yb) ** 2).sum()], {1: ((b0 + b0 * x - yb) ** 2).sum()})
    C("c", [RSS, ((y - b0 - b * x) ** 2).sum()])
    S = (2 * (y - h) * (h - yb)).sum()
    C(
        "d",
        [
            TSS,
            ((y - h + h - yb) ** 2).sum(),
            (((y - h) + (h - yb)) ** 2).sum(),
            ((y - h) ** 2 + 2 * (y - h) * (h - yb) + (h - yb) ** 2).sum(),
            RSS + S + ESS,
            ESS + RSS + S,
        ],
        {3: ((y - h) ** 2 + 2 * (y - h) * (h - yb) - (h - yb) ** 2).sum()},
    )
    e4 = 2 * (((y - yb) - b * (x - xb)) * b * (x - xb)).sum()
    C(
        "e",
        [
            S,
            (2 * (y - b0 - b * x) * (b0 + b * x - yb)).sum(),
            (2 * (y - yb + b * xb - b * x) * (yb - b * xb + b * x - yb)).sum(),
            (2 * ((y - yb) - (b * x - b * xb)) * (b * x - b * xb)).sum(),
            e4,
        ],
        {2: (2 * (y - yb + b * xb + b * x) * (yb - b * xb + b * x - yb)).sum()},
    )
    e5 = 2 * ((y - h) * b * (x - xb) - b * (x - xb) * b * (x - xb)).sum()
    X(1, e4, e5)
    C("f", [e5, 2 * (b * ((y - h) * (x - xb)).sum() - b**2 * ((x - xb) * (x - xb)).sum())])
    C(
        "g",
        [S, 2 * (b * (n - 1) * sxy - b**2 * (n - 1) * sx), 2 * (n - 1) * (b * sxy - b**2 * sx)],
        {2: 2 * (n - 1) * (b * sxy - b * sx)},
    )
    C(
        "h",
        [S, 2 * (n - 1) * (sxy / sx * sxy - (sxy / sx) ** 2 * sx), 2 * (n - 1) * (sxy**2 / sx - sxy**2 / sx), 0, 0],
        {1: 2 * (n - 1) * (sxy / sx * sxy - (sxy / sx) ** 2 * sxy)},
    )
    C("i", [TSS, ESS + RSS])


@source
def norm_exercises(r, C, X):
    d = r.randint(2, 6)
    u, v, w = r.normal(size=(3, d))
    c = r.normal()
    C("a", [u @ v, u @ v, (u * v).sum()], {1: u @ w})
    C("b", [v @ u, v @ u, (v * u).sum()])
    C(
        "c",
        [
            (u + c * v) @ w,
            (u + c * v) @ w,
            ((u + c * v) * w).sum(),
            (u * w).sum() + c * (v * w).sum(),
            u @ w + c * (v @ w),
            u @ w + c * (v @ w),
        ],
        {3: (u * w).sum() + c * (u * w).sum()},
    )
    C("d", [u @ u, u @ u, (u**2).sum()], {1: u @ v})
    C("e", [norm(u), np.sqrt(u @ u)])
    f = abs(c) * np.sqrt(u @ u)
    C("f", [norm(c * u), np.sqrt((c * u) @ (c * u)), np.sqrt(c**2 * (u @ u)), f, f], {2: np.sqrt(c * (u @ u))})
    U, V = norm(u), norm(v)
    C(
        "g",
        [norm(u + v) ** 2, (u + v) @ (u + v), u @ u + 2 * u @ v + v @ v, U**2 + 2 * u @ v + V**2],
        {2: u @ u + 3 * u @ v + v @ v},
    )
    C("h", [norm(u + v) ** 2, U**2 + 2 * U * V + V**2, (U + V) ** 2], {2: (U - V) ** 2}, le=(1,))


@source
def ridge_tutorial(r, C, X):
    n, p = r.randint(2, 6, size=2)
    A = r.normal(size=(n, p))
    y, e = r.normal(size=(2, n))
    b = r.normal(size=p)
    l = r.uniform(0.1, 2)
    I = np.eye(p)
    L = lambda b: (y - A @ b) @ (y - A @ b) + l * b @ b
    C(
        "a",
        [L(b), y @ y - 2 * b @ A.T @ y + b @ A.T @ A @ b + l * b @ b],
        {1: y @ y - 2 * b @ A.T @ y - b @ A.T @ A @ b + l * b @ b},
    )
    C("b", [J(L, b), -2 * A.T @ y + 2 * A.T @ A @ b + 2 * l * b], {1: -2 * A.T @ y + 2 * A.T @ A @ b + l * b})
    M = inv(A.T @ A + l * I)
    bs = M @ A.T @ y
    C("c", [(A.T @ A + l * I) @ bs, A.T @ y])
    C("d", [bs, M @ A.T @ y], {1: inv(A.T @ A - l * I) @ A.T @ y})
    y = A @ b + e
    C("e", [M @ A.T @ y, M @ A.T @ (A @ b + e), M @ A.T @ A @ b + M @ A.T @ e], {2: M @ A.T @ A @ b - M @ A.T @ e})
    C(
        "f",
        [
            M @ A.T @ A @ b - b,
            (M @ A.T @ A - I) @ b,
            (M @ (A.T @ A + l * I - l * I) - I) @ b,
            (I - l * M - I) @ b,
            -l * M @ b,
        ],
        {2: (M @ (A.T @ A - l * I - l * I) - I) @ b, 4: l * M @ b},
    )


@source
def softmax_cn(r, C, X):
    K = r.randint(2, 6)
    z = r.normal(size=K)
    y = r.uniform(0.1, 1, size=K)
    y /= y.sum()
    e, p = np.exp(z), softmax(z)
    s = e.sum()
    Jp = J(softmax, z)
    Jl = J(lambda z: np.log(softmax(z)), z)
    g = J(lambda z: -(y * np.log(softmax(z))).sum(), z)
    C("a", [g, -(y @ Jl), -((y / p) @ Jp)], {1: y @ Jl})
    d = np.diag(Jp)
    C("b", [d, d, d, e / s + e * -1 * (1 / s) ** 2 * e, p - p**2, p * (1 - p)], {3: e / s - e * -1 * (1 / s) ** 2 * e})
    off = ~np.eye(K, dtype=bool)
    ii = np.outer(p, np.ones(K))
    C("c", [Jp[off], (np.outer(e, e) * -1 * (1 / s) ** 2)[off], -np.outer(p, p)[off]], {2: -(ii * ii)[off]})
    q = np.array([sum(y[i] / p[i] * -p[i] * p[j] for i in range(K) if i != j) for j in range(K)])
    last = -y / p * p * (1 - p) - q
    C("d", [g, last], {1: -y / p * p * (1 - p) + q})
    mid = -y[:, None] + (p * y.sum())[None, :]
    X(1, np.broadcast_to(last[None, :], mid.shape), mid)
    X(2, mid, np.broadcast_to((p - y)[None, :], mid.shape))


@source
def subspace_notes(r, C, X):
    n = r.randint(3, 6)
    k = r.randint(1, n)
    G, H = r.normal(size=(2, n, n))
    A, M = G @ G.T + np.eye(n), H @ H.T + np.eye(n)
    x, b = r.normal(size=(2, n))
    q = lambda v, M: v @ M @ v
    a = 0.5 * x @ A.T @ M @ A @ x - x @ A.T @ M @ b
    C("a", [0.5 * q(A @ x - b, M), a + 0.5 * b @ M @ b], {1: a - 0.5 * b @ M @ b})
    phi = 0.5 * x @ A @ x - x @ b
    B = inv(A)
    C("b", [phi, 0.5 * q(A @ x - b, B) - 0.5 * b @ B @ b])
    C("c", [phi, 0.5 * q(x - B @ b, A) - 0.5 * b @ B @ b], {1: 0.5 * q(x - B @ b, A) - 0.5 * b @ A @ b})
    A = G
    W, V = r.normal(size=(2, n, k))
    N = inv(W.T @ A @ V)
    b = A @ x
    y = N @ W.T @ b
    P = V @ N @ W.T @ A
    C("d", [W.T @ A @ V @ y, W.T @ b])
    C("e", [V @ y, V @ N @ W.T @ b, V @ N @ W.T @ A @ x, P @ x], {1: V @ N @ V.T @ b})
    xt = V @ r.normal(size=k)
    I = np.eye(n)
    C("f", [x - V @ y, (I - P) @ x, (I - P) @ (x - xt), (I - P) @ (x - xt)], {2: (I + P) @ (x - xt)})


@source
def mlp_backward(r, C, X):
    K = r.randint(2, 6)
    z = r.normal(size=K)
    y = np.eye(K)[r.randint(K)]
    p, e = softmax(z), np.exp(z)
    s = e.sum()
    Jp, Jl = J(softmax, z), J(lambda z: np.log(softmax(z)), z)
    I = np.eye(K)
    g = J(lambda z: -(y * np.log(softmax(z))).sum(), z)
    C("a", [g, -(y @ Jl), -(y / p) @ Jp], {2: (y / p) @ Jp})
    D = I * p[:, None]
    C(
        "b",
        [Jp, (I * e[:, None] * s - np.outer(e, e)) / s**2, D - np.outer(p, p), p[:, None] * (I - p[None, :])],
        {1: (I * e[:, None] * s + np.outer(e, e)) / s**2},
    )
    C(
        "c",
        [g, -(y / p) @ (p[:, None] * (I - p[None, :])), -y @ (I - p[None, :]), -y + p * y.sum()],
        {3: -y - p * y.sum()},
    )
    C("d", [g, p - y])
    B, D, H = r.randint(2, 5, size=3)
    a1, W2, b2 = r.normal(size=(B, H)), r.normal(size=(H, K)), r.normal(size=K)
    Y = np.eye(K)[r.randint(K, size=B)]

    def sm(Z):
        E = np.exp(Z)
        return E / E.sum(1, keepdims=True)

    L = lambda Z: -(Y * np.log(sm(Z))).sum() / B
    Z = a1 @ W2 + b2
    d2 = J(L, Z)
    C("e", [d2, (sm(Z) - Y) / B], {1: (sm(Z) - Y) / K})
    C("f", [J(lambda W: L(a1 @ W + b2), W2), a1.T @ d2])
    C("g", [J(lambda b: L(a1 @ W2 + b), b2), d2.sum(0)])
    C("h", [J(lambda a: L(a @ W2 + b2), a1), d2 @ W2.T], {1: 2 * d2 @ W2.T})
    x, W1, b1 = r.normal(size=(B, D)), r.normal(size=(D, H)), r.normal(size=H)
    l = loss(r, B, H)
    d1 = J(l, x @ W1 + b1)
    C("k", [J(lambda W: l(x @ W + b1), W1), x.T @ d1], {1: -x.T @ d1})
    C("l", [J(lambda b: l(x @ W1 + b), b1), d1.sum(0)])


@source
def activation_derivatives(r, C, X):
    z = r.normal()
    s = lambda z: 1 / (1 + np.exp(-z))
    th = lambda z: (np.exp(z) - np.exp(-z)) / (np.exp(z) + np.exp(-z))
    e = np.exp(-z)
    d = J(s, z)
    C(
        "a",
        [
            d,
            J(lambda z: (1 + np.exp(-z)) ** -1, z),
            -((1 + e) ** -2) * -e,
            e / (1 + e) ** 2,
            1 / (1 + e) * (e / (1 + e)),
            1 / (1 + e) * (1 - 1 / (1 + e)),
        ],
        {2: (1 + e) ** -2 * -e, 4: 1 / (1 + e) * (e / (1 - e))},
    )
    C("b", [d, s(z) * (1 - s(z))])
    C("c", [d, s(z) * (1 - s(z))], {1: s(z) * (1 + s(z))})
    u, v = lambda z: np.exp(z) - np.exp(-z), lambda z: np.exp(z) + np.exp(-z)
    C("d", [np.tanh(z), th(z)])
    t = J(th, z)
    du, dv = J(u, z), J(v, z)
    C("e", [t, (du * v(z) - u(z) * dv) / v(z) ** 2], {1: (du * v(z) + u(z) * dv) / v(z) ** 2})
    C("f", [du, v(z)])
    C("g", [dv, u(z)], {1: v(z)})
    C("h", [t, (v(z) ** 2 - u(z) ** 2) / v(z) ** 2, 1 - u(z) ** 2 / v(z) ** 2])
    C("k", [t, 1 - th(z) ** 2])
    C("l", [t, 1 - th(z) ** 2], {1: 1 + th(z) ** 2})


@source
def logistic_blog(r, C, X):
    z, b = r.normal(size=2)
    s = lambda z: np.exp(z) / (1 + np.exp(z))
    e = np.exp(z)
    d = J(s, z)
    C("a", [1 - s(z), 1 / (1 + e), s(-z)], {2: s(z)})
    C("b", [np.log(s(z) / (1 - s(z))), z], {1: 2 * z})
    C(
        "c",
        [d, d, (e * (1 + e) - e * e) / (1 + e) ** 2, e / (1 + e) * (1 / (1 + e))],
        {2: (e * (1 + e) + e * e) / (1 + e) ** 2},
    )
    C("d", [d, s(z) * (1 - s(z))])
    X(1, s(z), (1 - s(z)) / d)
    X(2, 1 - s(z), s(z) / d)
    C("e", [J(lambda z: np.log(s(z)), z), d / s(z)], {1: d / (1 - s(z))})
    C("f", [J(lambda z: np.log(1 - s(z)), z), -d / (1 - s(z))])
    m, N = r.randint(2, 6, size=2)
    A, y, w = r.normal(size=(m, N)), r.uniform(size=m), r.normal(size=N)
    L = lambda w, b: -(y * np.log(s(A @ w + b)) + (1 - y) * np.log(1 - s(A @ w + b))).sum() / m
    C("g", [J(lambda w: L(w, b), w), A.T @ (s(A @ w + b) - y) / m], {1: A.T @ (s(A @ w + b) + y) / m})
    C("h", [J(lambda b: L(w, b), b), (s(A @ w + b) - y).sum() / m])
    C("k", [J(lambda w: L(w, 0), w), A.T @ (s(A @ w) - y) / m], {1: A.T @ (s(A @ w) + y) / m})


@source
def frobenius_book(r, C, X):
    m, n, p = r.randint(2, 5, size=3)
    A, B = r.normal(size=(m, n)), r.normal(size=(n, p))
    x = r.normal(size=n) * r.choice([0.1, 1, 3])
    U, V = np.linalg.qr(r.normal(size=(m, m)))[0], np.linalg.qr(r.normal(size=(n, n)))[0]
    F = norm
    f = F(A)
    C("a", [F(A.T), F(A)], {1: 2 * F(A)})
    C("b", [F(A.T) ** 2, (A**2).sum(), (A**2).sum(), f**2], {2: abs(A).sum()})
    C("c", [F(A.T) ** 2, f**2])
    C("d", [F(A.T), f])
    col, row = np.sqrt((A**2).sum(0)), np.sqrt((A**2).sum(1))
    C("e", [f**2, (col**2).sum()])
    C("f", [col**2, (A**2).sum(0)])
    C("g", [f**2, (A**2).sum(), (A**2).sum(0).sum(), (col**2).sum()], {3: col.sum()})
    C("h", [f**2, (row**2).sum()], {1: row.sum()})
    C("k", [row**2, (A**2).sum(1)])
    C("l", [f**2, (A**2).sum(), (row**2).sum()])
    C("m", [F(U @ A), f])
    C("n", [F(A @ V), f], {1: f**2})
    UA, AV = U @ A, A @ V
    ucol, vrow = np.sqrt((UA**2).sum(0)), np.sqrt((AV**2).sum(1))
    C("o", [F(UA) ** 2, (ucol**2).sum()])
    C("p", [ucol**2, col**2], {1: col})
    C("q", [F(UA) ** 2, (col**2).sum(), f**2])
    C("r", [F(UA), f])
    C("s", [F(AV) ** 2, (vrow**2).sum()], {1: vrow.sum()})
    C("t", [vrow**2, row**2])
    C("u", [F(AV) ** 2, (row**2).sum(), f**2], {1: -(row**2).sum()})
    C("v", [F(AV), f])
    C("w", [F(AV), F(AV.T), F(V.T @ A.T), F(A.T), f], {3: f**2})
    C("aa", [F(A @ B), f * F(B)], le=(1,))
    AB = A @ B
    bc = np.sqrt((B**2).sum(0))
    C("bb", [AB, np.array([[A[i] @ B[:, j] for j in range(p)] for i in range(m)])], {1: 2 * AB})
    o = np.outer(row**2, bc**2)
    C("cc", [abs(AB) ** 2, o, o], {1: np.outer(row**2, bc)}, le=(1,))
    C(
        "dd",
        [F(AB) ** 2, (abs(AB) ** 2).sum(), o.sum(), (row**2).sum() * (bc**2).sum(), f**2 * F(B) ** 2],
        {4: f**2 * F(B)},
        le=(2,),
    )
    C("ee", [F(AB), f * F(B)], le=(1,))
    C("ff", [F(A @ x), f * F(x)], {1: f}, le=(1,))
    C("gg", [F(x), F(x)])
    C("hh", [F(A @ x), F(A @ x), f * F(x), f * F(x)], {3: f * F(x) ** 2}, le=(2,))


@source
def pca_derivation(r, C, X):
    n, d = r.randint(2, 6, size=2)
    k = r.randint(1, d + 1)
    A = r.normal(size=(n, d))
    A0 = A - A.mean(0)
    S = A.T @ A / n
    lam, V = np.linalg.eigh(S)
    C(
        "a",
        [V @ np.diag(lam) @ V.T, sum(lam[i] * np.outer(V[:, i], V[:, i]) for i in range(d))],
        {1: sum(lam[i] ** 2 * np.outer(V[:, i], V[:, i]) for i in range(d))},
    )
    v = r.normal(size=d)
    z = A0 @ v
    C("b", [z.mean(), sum(A0[i] @ v for i in range(n)) / n, A0.mean(0) @ v, 0, 0])
    S0 = A0.T @ A0 / n
    C(
        "c",
        [
            ((z - z.mean()) ** 2).mean(),
            (z**2).mean(),
            sum(v @ np.outer(A0[i], A0[i]) @ v for i in range(n)) / n,
            v @ (A0.T @ A0 / n) @ v,
            v @ S0 @ v,
        ],
        {3: v @ (2 * A0.T @ A0 / n) @ v},
    )
    l = r.normal()
    C("d", [J(lambda v: v @ S0 @ v - l * (v @ v - 1), v), 2 * S0 @ v - 2 * l * v], {1: 2 * S0 @ v + 2 * l * v})
    q, u = lam[-1], V[:, -1]
    C("e", [u @ S @ u, u @ (q * u), q * norm(u) ** 2, q], {2: 2 * q * norm(u) ** 2})
    W = np.linalg.qr(r.normal(size=(d, k)))[0]
    x = r.normal(size=d)
    P = W @ W.T
    C(
        "f",
        [norm(x - P @ x) ** 2, x @ x - 2 * x @ P @ x + x @ P @ P @ x, x @ x - x @ P @ x],
        {1: x @ x + 2 * x @ P @ x + x @ P @ P @ x},
    )
    C("g", [((A - A @ P) ** 2).sum() / n, (A**2).sum() / n - T(W.T @ S @ W)])
    C("h", [(A**2).sum() / n, T(S), lam.sum()], {2: (lam**2).sum()})
    C("k", [lam.sum() - lam[:k].sum(), lam[k:].sum()])


@source
def slr_blog(r, C, X):
    n = r.randint(2, 7)
    x, y = r.normal(size=(2, n))
    xc, yc = x - x.mean(), y - y.mean()
    s = xc @ xc
    b = xc @ yc / s
    e = yc - b * xc
    C("a", [b, x @ yc / s, xc @ y / s], {1: x @ (y - x.mean()) / s})
    C("b", [x @ e, x @ (yc - b * xc), x @ yc - b * (x @ xc), x @ yc - x @ yc / s * s, 0], {3: x @ yc + x @ yc / s * s})
    C("c", [x @ xc, s])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
