"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_fourteenth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent


@source
def hugo_projections(r, C, X):
    m = r.randint(2, 6)
    a, b = r.normal(size=(2, m))
    lam = r.normal()
    g = lambda t: b @ b - 2 * t * (b @ a) + t**2 * (a @ a)
    e = b - lam * a
    C(
        "a",
        [
            norm(e),
            norm(b - lam * a),
            norm(b - lam * a) ** 2,
            e @ e,
            b @ b - 2 * lam * b @ a + lam**2 * a @ a,
            g(lam),
            g(lam),
        ],
        {4: b @ b - 2 * lam * b @ a + lam * a @ a},
    )
    lam = a @ b / (a @ a)
    p = lam * a
    proj = np.outer(a, a) / (a @ a) @ b
    C("b", [J(g, np.array(lam)), -2 * b @ a + 2 * lam * a @ a])
    C("c", [2 * lam * a @ a, 2 * b @ a], {1: b @ a})
    C("d", [lam, b @ a / (a @ a)], {1: b @ a / norm(a)})
    C("e", [lam, a @ b / (a @ a)])
    C("f", [proj, a * lam, a * (a @ b) / (a @ a), proj], {2: a * (a @ b) / (a @ b)})
    C("g", [(b - p) @ a, 0])
    C("h", [(b - proj) @ a, 0])
    M = np.outer(a, a) / (a @ a)
    C(
        "k",
        [
            0,
            a @ (b - proj),
            a @ (b - M @ b),
            a @ b - a @ np.outer(a, a) @ b / (a @ a),
            a @ b - (a @ a) / (a @ a) * (a @ b),
            a @ b - a @ b,
            0,
        ],
        {2: a @ (b + M @ b)},
    )
    a2, b2 = np.array([2.0, 1]), np.array([3.0, 4])
    C("l", [a2 @ a2, 2 * 2 + 1 * 1, 2**2 + 1**2, 4 + 1, 5], {2: 2 + 1})
    N = np.array([[4.0, 2], [2, 1]])
    C("m", [np.outer(a2, a2), np.outer(a2, a2), N], {2: np.array([[4.0, 2], [2, 2]])})
    C(
        "n",
        [
            np.outer(a2, a2) @ b2 / (a2 @ a2),
            N @ b2 / 5,
            np.array([12 + 8, 6 + 4]) / 5,
            np.array([20, 10]) / 5,
            np.array([20, 10]) / 5,
            np.array([4, 2]),
        ],
        {2: np.array([12 + 8, 6 - 4]) / 5, 5: np.array([4, 10])},
    )
    n = r.randint(1, m)
    A = r.normal(size=(m, n))
    Ai = inv(A.T @ A)
    P = A @ Ai @ A.T
    x = r.normal(size=n)
    p = A @ x
    e = b - p
    C("o", [norm(e), norm(b - p), norm(b - A @ x)])
    C("p", [norm(e), norm(b - A @ x)], {1: norm(b + A @ x)})
    C(
        "q",
        [e @ e, norm(b - A @ x) ** 2, (b - A @ x) @ (b - A @ x), b @ b - 2 * x @ A.T @ b + x @ A.T @ A @ x],
        {3: b @ b - 2 * x @ A.T @ b - x @ A.T @ A @ x},
    )
    x = np.linalg.lstsq(A, b, rcond=None)[0]
    C("r", [2 * A.T @ A @ x, 2 * A.T @ b])
    C("s", [A.T @ A @ x, A.T @ b], {1: 2 * A.T @ b})
    C("t", [proj, a * lam, a * (a @ b) / (a @ a)])
    C("u", [a @ a * lam * a, a @ b * a], {1: a @ b * b})
    C("v", [a @ a * lam, a @ b])
    C("w", [x, Ai @ A.T @ b])
    C("y", [P @ b, A @ x], {1: -A @ x})
    C("z", [P @ b, P @ b])
    C("ab", [P @ b, A @ Ai @ A.T @ b])
    A3 = np.array([[1.0, 0], [0, 1], [0, 0]])
    b3 = np.array([3.0, 4, 5])
    C("ac", [A3.T @ A3, A3.T @ A3, np.eye(2)])
    C("ad", [A3 @ inv(A3.T @ A3) @ A3.T, A3 @ A3.T])
    C("ae", [A3 @ A3.T, A3 @ A3.T, np.diag([1.0, 1, 0])], {2: np.diag([1.0, 1, 1])})
    P3 = A3 @ inv(A3.T @ A3) @ A3.T
    C("af", [P3 @ b3, P3 @ b3, np.diag([1.0, 1, 0]) @ b3, np.array([3.0, 4, 0])], {3: np.array([3.0, 4, 5])})
    C("ag", [P @ (P @ b), P @ b])
    C("ah", [P @ (P @ b), P @ b], {1: 2 * P @ b})
    C("ai", [P @ (P @ b), P @ P @ b, np.linalg.matrix_power(P, 2) @ b])
    Q = A @ Ai @ (A.T @ A) @ Ai @ A.T
    C("aj", [P @ P, A @ Ai @ A.T @ A @ Ai @ A.T, Q, A @ Ai @ A.T, P])


@source
def operator_notes_zh(r, C, X):
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ga, be = r.normal(size=2)
    eps = r.uniform(0.1, 1)
    L = loss(r, m)
    mu = lambda x: x.sum() / m
    s2 = lambda x: ((x - mu(x)) ** 2).sum() / m
    sg = lambda x: np.sqrt(s2(x) + eps)
    xh = lambda x: (x - mu(x)) / sg(x)
    y = lambda x: ga * (x - mu(x)) / np.sqrt(s2(x) + eps) + be
    M, S, s, h, I = mu(x), s2(x), sg(x), xh(x), np.eye(m)
    c = x - M
    C("a", [y(x), ga * h + be])
    C("b", [J(lambda g: g * c / np.sqrt(S + eps) + be, np.array(ga)), c / np.sqrt(S + eps)])
    C("c", [J(lambda b: ga * h + b, np.array(be)), np.ones(m)])
    C("e", [y(x), ga * c / s + be], {1: ga * c / s - be})
    D = J(lambda x: x - mu(x), x)  # [j, i]
    C("f", [np.diag(D), np.full(m, (m - 1) / m)], {1: np.full(m, (m + 1) / m)})
    Js = J(s2, x)
    C("g", [Js, (2 * c) @ D / m])
    off = lambda v: v.sum() - v
    t10 = 2 / m * (c * (m - 1) / m + off(c) * (-1 / m))
    C("h", [Js, t10])
    C("k", [off(c), c.sum() - c, 0 - c], {2: c})
    C("l", [Js, t10, 2 / m * (c * (m - 1) / m + c / m)])
    C("m", [Js, 2 / m * c], {1: 1 / m * c})
    Lx, Ly, Jy, Jh = J(lambda x: L(y(x)), x), J(L, y(x)), J(y, x), J(xh, x)
    C("n", [Lx, Ly @ Jy])
    C("o", [y(x), ga * c / s + be])
    Jsg = J(sg, x)
    C("p", [Jh, D / s - np.outer(c, Jsg) / s**2], {1: D / s - np.outer(c, Jsg) / s**3})
    C("q", [D, np.where(I == 1, (m - 1) / m, -1 / m)])
    C("r", [Jsg, Js / (2 * s)])
    C("s", [Jsg, 1 / (2 * s) * 2 / m * c, c / (m * s)], {2: c / (m * s**2)})
    C("t", [Jh, D / s - np.outer(c, c) / s**2 / (m * s)])
    C("u", [Lx, Ly @ Jy, ga * Ly @ Jh])
    w = np.outer(c, c) / s**2 / (m * s)
    C("v", [Lx, ga * Ly @ D / s - ga * Ly @ w], {1: ga * Ly @ D / s + ga * Ly @ w})
    C(
        "w",
        [
            ga * Ly @ D / s,
            ga / s * Ly @ D,
            ga / s * (Ly * (m - 1) / m + off(Ly) * (-1 / m)),
            ga / s * (Ly - Ly.sum() / m),
        ],
        {2: ga / s * (Ly * (m - 1) / m + off(Ly) / m)},
    )
    C(
        "y",
        [ga * Ly @ w, ga * c / (m * s) * (Ly @ c) / s**2, ga * c / (m * s) * (Ly @ h) / s, ga * h / (m * s) * (Ly @ h)],
        {2: ga * c / (m * s) * Ly.sum() * h / s},
    )
    C(
        "z",
        [
            Lx,
            ga / s * (Ly - Ly.sum() / m) - ga * h / (m * s) * (Ly @ h),
            ga / (m * s) * (m * Ly - Ly.sum() - h * (Ly @ h)),
        ],
        {2: ga / (m * s) * (Ly - Ly.sum() - h * (Ly @ h))},
    )


@source
def normalization_topic(r, C, X):
    D = r.randint(2, 6)
    x, ga, be = r.normal(size=(3, D))
    eps = r.uniform(0.1, 1)
    L = loss(r, D)
    mu = lambda x: x.sum() / D
    s2 = lambda x, m: ((x - m) ** 2).sum() / D
    xh = lambda x, m, s: (x - m) / np.sqrt(s + eps)
    y = lambda h: ga * h + be
    M = mu(x)
    S = s2(x, M)
    h = xh(x, M, S)
    si = 1 / np.sqrt(S + eps)
    Ly = J(L, y(h))
    Lh = J(lambda h: L(y(h)), h)
    Ls = J(lambda s: L(y(xh(x, M, s))), np.array(S))
    Lm = J(lambda m: L(y(xh(x, m, s2(x, m)))), np.array(M))
    Lx = J(lambda x: L(y(xh(x, mu(x), s2(x, mu(x))))), x)
    C("a", [Lh, Ly * ga])
    C("b", [Ls, (Lh * (x - M) * -0.5 * (S + eps) ** -1.5).sum()], {1: (Lh * (x - M) * -0.5 * (S + eps) ** -0.5).sum()})
    C("c", [Lm, -si * Lh.sum() + Ls * -2 / D * (x - M).sum()])
    C("d", [Lm, -si * Lh.sum()], {1: si * Lh.sum()})
    C("e", [Lx, Lh * si + Ls * 2 * (x - M) / D + Lm / D])
    g = Ly * ga
    C("f", [Lx, si / D * (D * g - g.sum() - h * (g @ h))], {1: si / D * (g - g.sum() - h * (g @ h))})
    C(
        "g",
        [Lx, si * (g - g.sum() / D - h / D * (g @ h)), si / D * (D * g - g.sum() - h * (g @ h))],
        {2: si / D * (D * g - g.sum() + h * (g @ h))},
    )
    R = lambda x: np.sqrt((x * x).sum() / D + eps)
    q = R(x)
    h = x / q
    y = lambda h: h * ga
    g = J(L, y(h)) * ga
    Lx = J(lambda x: L(y(x / R(x))), x)
    C("h", [Lx, (g - h * (g @ h) / D) / q], {1: (g - h * (g @ h) / 2) / q})
    Lh = J(lambda h: L(y(h)), h)
    hR = J(lambda q: x / q, np.array(q))
    C(
        "k",
        [Lx, Lh / q + (Lh @ hR) * J(R, x), g / q - h / q / D * (g @ h), (g - h / D * (g @ h)) / q],
    )


@source
def bn_library_notes(r, C, X):
    m = r.randint(3, 6)
    x = r.normal(size=m)
    ga, be = r.normal(size=2)
    eps = r.uniform(0.1, 1)
    L = loss(r, m)
    mu = lambda x: x.sum() / m
    s2 = lambda x: ((x - mu(x)) ** 2).sum() / m
    sg = lambda x: np.sqrt(s2(x) + eps)
    xh = lambda x: (x - mu(x)) / sg(x)
    M, s, h = mu(x), sg(x), xh(x)
    c = x - M
    y = lambda h: ga * h + be
    d = J(L, y(h))
    C("a", [J(lambda g: L(g * h + be), np.array(ga)), (d * h).sum(), (d * h).sum()], {2: (d * x).sum()})
    C("b", [J(lambda b: L(ga * h + b), np.array(be)), d @ np.ones(m), d.sum()])
    Lx, Lh, Jh = J(lambda x: L(y(xh(x))), x), J(lambda h: L(y(h)), h), J(xh, x)
    C("c", [Lx, Lh @ Jh])
    C("d", [Lh, d * ga, d * ga], {2: d * be})
    D = J(lambda x: x - mu(x), x)
    Js = J(s2, x)
    C("e", [Jh, D / s + np.outer(c, J(lambda x: 1 / sg(x), x))])
    C("f", [Jh, D / s - np.outer(c, Js) / (2 * s**3)], {1: D / s - np.outer(c, Js) / s**3})
    sm = J(lambda x: (x**2 + mu(x) ** 2 - 2 * x * mu(x)).sum(), x)
    C("g", [Js, sm, 2 / m * c])
    C("h", [Jh, D / s - np.outer(c, c) / (m * s**3)], {1: D / s - np.outer(c, c) / (m * s)})
    dia = (m - 1) / (m * s) - c**2 / (m * s**3)
    C("k", [np.diag(Jh), dia])
    C("l", [Lx, d * ga * dia])
    T = -1 / (m * s) - np.outer(c, c) / (m * s**3)
    off = ~np.eye(m, dtype=bool)
    C("m", [np.broadcast_to(np.diag(Jh)[None, :], (m, m))[off], T[off]])
    C("n", [Lx, (d[:, None] * ga * T * off).sum(0)])
    C("o", [Lx, ga / (m * s) * (m * d - d.sum() - h * (d @ h))], {1: ga / (m * s) * (m * d - d.sum() + h * (d @ h))})


@source
def softmax_function_page(r, C, X):
    K = r.randint(2, 6)
    z, v = r.normal(size=(2, K))
    c = r.normal()
    e, S = np.exp(z), np.exp(z).sum()
    s = softmax(z)
    C("a", [s.sum(), (e / S).sum(), S / S, 1], {2: np.exp(-z).sum() / S})
    C("bb", [1e-6, (e / S).min()], le=(1,))
    C(
        "c",
        [softmax(z + c), np.exp(z + c) / np.exp(z + c).sum(), np.exp(c) * e / (np.exp(c) * S), s],
        {2: np.exp(c) * e / (np.exp(-c) * S)},
    )
    Js = J(softmax, z)
    C("d", [np.diag(Js), s * (1 - s)])
    t = (s * (1 - s)).min()
    C("dd", [1e-6, t], {0: t, 1: 0}, le=(1,))
    E = np.diag(e)
    quot = (E * S - np.outer(e, e)) / S**2
    C("e", [np.diag(Js), np.diag(quot)])
    C("f", [np.diag(Js), (e * S - e * e) / S**2, e / S - np.exp(2 * z) / S**2, s * (1 - s)])
    C("g", [np.diag(Js), s * (1 - s)])
    off = ~np.eye(K, dtype=bool)
    C("h", [Js[off], quot[off]])
    C(
        "k",
        [Js[off], (0 * S - np.outer(e, e)[off]) / S**2, -(np.outer(e, e) / S / S)[off]],
        {2: -(np.outer(e, np.ones(K)) * e[:, None] / S / S)[off]},
    )
    C("l", [Js[off], -np.outer(s, s)[off]], {1: np.outer(s, s)[off]})
    C("m", [Js, s[:, None] * (np.eye(K) - s[None, :])])
    C("n", [Js, np.diag(s) - np.outer(s, s)], {1: np.diag(s) + np.outer(s, s)})
    z3 = r.normal(size=3)
    a, b, d = softmax(z3)
    row = lambda w: np.array(
        [[a * (1 - a), -a * b, -a * d], [-b * a, b * (1 - b), -b * w], [-d * a, -d * b, d * (1 - d)]]
    )
    C("o", [J(softmax, z3), row(d)], {1: row(a)})
    C("p", [Js.sum(1), s - s * s.sum(), s - s, 0])
    q = (s * v * v).sum() - (s @ v) ** 2
    q2 = (s * v).sum() - (s @ v) ** 2
    C("q", [v @ Js @ v, q], {1: q2})
    C("qq", [0, q], {1: q2}, le=(1,))


@source
def householder_zh(r, C, X):
    n = r.randint(2, 6)
    v, x, u = r.normal(size=(3, n))
    v /= norm(v)
    u -= (v @ u) * v
    I = np.eye(n)
    V = np.outer(v, v)
    H = I - 2 * V
    P = V / (v @ v)
    C("a", [H @ x, (I - 2 * V) @ x, x - 2 * V @ x], {2: x + 2 * V @ x})
    C("b", [P, P, V], {2: 2 * V})
    C("c", [(I - P) @ x - P @ x, (I - 2 * P) @ x, (I - 2 * V) @ x], {2: (I - V) @ x})
    C("e", [H @ v, v - 2 * V @ v, v - 2 * v, -v], {3: v})
    C("f", [H @ u, (I - 2 * V) @ u, u])
    e1 = r.normal(size=n)
    e1 /= norm(e1)
    s = norm(x)
    w = x + s * e1
    v = w / norm(w)
    V = np.outer(v, v)
    H = I - 2 * V
    C("g", [H @ x, (I - 2 * V) @ x, x - 2 * (v @ x) * v])
    C("k", [2 * (v @ x) * v, x + s * e1], {1: x - s * e1})
    C("l", [H @ x, x - 2 * V @ x, x - 2 * (v @ x) * v], {2: x + 2 * (v @ x) * v})
    C(
        "m",
        [w @ w, x @ x + s**2 + 2 * s * e1 @ x, 2 * x @ x + 2 * s * e1 @ x, 2 * w @ x],
        {3: 2 * (x - s * e1) @ x},
    )
    C("n", [H @ x, x - (x + s * e1), -s * e1])


@source
def attention_derivations_nb(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n)
    L = loss(r, n)
    e, S = np.exp(x), np.exp(x).sum()
    p = softmax(x)
    C("a", [e / S, p])
    t = np.exp(x - x.max())
    C("b", [p, t / t.sum()], {1: t / np.exp(x + x.max()).sum()})
    Jp = J(softmax, x)
    C("c", [np.diag(Jp), (e * S - e * e) / S**2, e / S - e / S * e / S, p - p**2, p * (1 - p)])
    off = ~np.eye(n, dtype=bool)
    o = np.outer(e, e)[off]
    C("e", [Jp[off], (0 * S - o) / S**2, -o / S / S, -np.outer(p, p)[off]], {3: np.outer(p, p)[off]})
    de = np.eye(n)
    C("f", [Jp, p[:, None] * (de - p[None, :])])
    C("g", [Jp, np.diag(p) - np.outer(p, p)])
    Lx, g = J(lambda x: L(softmax(x)), x), J(L, p)
    C("h", [Lx, g @ Jp, (g * p) @ (de - p[None, :])], {2: (g * p) @ (de - p[:, None])})
    C("k", [Lx, g * p - p * (g @ p)], {1: g * p + p * (g @ p)})
    C("l", [Lx, g * p - p * (g @ p), p * (g - g @ p)], {2: p * (g - g.sum())})
    C("m", [Lx, p * (g - (g @ p) * np.ones(n))])
    a, b, d = r.randint(2, 5, size=3)
    Q, K, V = r.normal(size=(a, d)), r.normal(size=(b, d)), r.normal(size=(b, d))
    sm = lambda S: np.exp(S) / np.exp(S).sum(1)[:, None]
    sc = lambda Q, K: Q @ K.T / np.sqrt(d)
    L = loss(r, a, d)
    S = sc(Q, K)
    P = sm(S)
    O = P @ V
    C("n", [O, np.array([sum(P[i, j] * V[j] for j in range(b)) for i in range(a)])])
    LO, LV, LP = J(L, O), J(lambda V: L(P @ V), V), J(lambda P: L(P @ V), P)
    LS, LQ, LK = J(lambda S: L(sm(S) @ V), S), J(lambda Q: L(sm(sc(Q, K)) @ V), Q), J(lambda K: L(sm(sc(Q, K)) @ V), K)
    C("o", [LV, np.einsum("id,ik->kd", LO, P), np.einsum("ik,id->kd", P, LO)])
    C("p", [LV, P.T @ LO])
    C("q", [LP, np.einsum("ik,ikab->ab", LO, J(lambda P: P @ V, P))])
    C("r", [LP, np.einsum("ik,jk->ij", LO, V)])
    C("s", [LP, LO @ V.T], {1: LO @ K.T})
    rows = (LP * P).sum(1)[:, None]
    C("t", [LS, np.array([P[i] * (LP[i] - (LP[i] @ P[i]) * np.ones(b)) for i in range(a)])])
    C("u", [LS, P * (LP - rows)], {1: P * (LP + rows)})
    C("v", [LQ, np.einsum("ij,jk->ik", LS, K) / np.sqrt(d)], {1: np.einsum("ij,jk->ik", LS, K) / d})
    C("w", [LQ, LS @ K / np.sqrt(d)])
    C("y", [LK, LS.T @ Q / np.sqrt(d)], {1: -LS.T @ Q / np.sqrt(d)})


@source
def fista_vault(r, C, X):
    n = r.randint(1, 5)
    xb, xk, x1, x2 = r.normal(size=(4, n))
    al, a1 = r.uniform(0.2, 1, size=2)
    q = r.uniform(-1, 0.8)
    v = x1 + (xk - x1) / al
    v1 = x2 + (x1 - x2) / a1
    A, B = (al - q) / (1 - q), (1 - al) / (1 - q)
    y = A * v1 + B * x1
    z = al * xb + (1 - al) * x1
    C(
        "a",
        [z - y, ((al - q) * (xb - v1) + q * (1 - al) * (xb - x1)) / (1 - q)],
        {1: ((al - q) * (xb - v1) - q * (1 - al) * (xb - x1)) / (1 - q)},
    )
    C("b", [z - xk, al * (xb - v)])
    last = x1 + (a1 - 1) * (al - q) * (x1 - x2) / (1 - q)
    C("c", [y, last])
    C(
        "d",
        [
            0,
            A * v1 + B * x1 - y,
            A * v1 + (1 - al) * x1 + (B - (1 - al)) * x1 - y,
            A * v1 + (1 - al) * x1 + (1 - al) * (1 - (1 - al)) / (1 - q) * x1 - y,
            A * v1 + (1 - al) * x1 + q * (1 - al) / (1 - q) * x1 - y,
        ],
        {2: A * v1 + (1 - al) * x1 + (B + (1 - al)) * x1 - y},
    )
    w = q * (1 - al) / (1 - q)
    C(
        "e",
        [
            z - y,
            al * xb + (1 - al) * x1 - y,
            al * xb - A * v1 - w * x1,
            A * (xb - v1) + (al - A) * xb - w * x1,
            A * (xb - v1) + (al - al * q - (al - q)) / (1 - q) * xb - w * x1,
            A * (xb - v1) + w * (xb - x1),
        ],
        {4: A * (xb - v1) + (al - q - (al - q)) / (1 - q) * xb - w * x1},
    )
    C(
        "f",
        [
            z - xk,
            al * xb + (1 - al) * x1 - xk,
            al * xb + x1 - al * x1 - xk,
            al * (xb + x1 / al - x1 - xk / al),
            al * (xb + (x1 - xk) / al - x1),
            al * (xb - v),
        ],
        {3: al * (xb + x1 / al + x1 - xk / al)},
    )
    C(
        "g",
        [
            y / (1 - q),
            (al - q) * v1 + (1 - al) * x1,
            (al - q) * (x2 + (x1 - x2) / a1) + (1 - al) * x1,
            (al - q) * x2 + (x1 - x2) / a1 + (1 - al) * x1,
            (al - q) * (1 - 1 / a1) * x2 + ((al - q) / a1 + 1 - al) * x1,
        ],
        {2: (al - q) * (x2 + (x1 + x2) / a1) + (1 - al) * x1},
    )
    T = (al - q) * (1 - 1 / a1) / (1 - q) * x2
    C(
        "h",
        [
            y,
            T + ((al - q) / (a1 * (1 - q)) + B) * x1,
            T + ((1 / a1 - 1) * (al - q) + al - q + 1 - al) / (1 - q) * x1,
            T + ((1 / a1 - 1) * (al - q) / (1 - q) + 1) * x1,
            last,
        ],
    )


@source
def bce_supplement(r, C, X):
    m, n = r.randint(2, 5, size=2)
    z = r.normal()
    sg = lambda z: 1 / (1 + np.exp(-z))
    e = np.exp(-z)
    ds = J(sg, np.array(z))
    C(
        "a",
        [ds, ds, -((1 + e) ** -2) * -e, e / (1 + e) ** 2, 1 / (1 + e) * e / (1 + e), sg(z) * (1 - sg(z))],
        {2: (1 + e) ** -2 * -e, 4: 1 / (1 + e) * e / (1 - e)},
    )
    h = sg(z)
    C("b", [ds, sg(z) * (1 - sg(z)), h * (1 - h)])
    y = r.randint(0, 2)
    l = lambda h: -(y * np.log(h) + (1 - y) * np.log(1 - h))
    Lh = J(l, np.array(h))
    q = h * (1 - h)
    C(
        "c",
        [
            Lh,
            -(y / h + (1 - y) / (1 - h) * -1),
            -(y / h - (1 - y) / (1 - h)),
            -(y * (1 - h) - h * (1 - y)) / q,
            -(y - y * h - h + y * h) / q,
            -(y - h) / q,
            (h - y) / q,
        ],
        {2: -(y / h - (1 + y) / (1 - h)), 6: (h + y) / q},
    )
    C("e", [Lh, (h - y) / q])
    x, w = r.normal(size=(2, n))
    b = r.normal()
    zz = lambda w, b: w @ x + b
    h = sg(zz(w, b))
    Lz = J(lambda z: l(sg(z)), np.array(zz(w, b)))
    C(
        "f",
        [Lz, J(l, np.array(h)) * J(sg, np.array(zz(w, b))), (h - y) / (h * (1 - h)) * h * (1 - h), h - y],
        {2: (h - y) / (h * (1 - h)) * h * (1 + h)},
    )
    C("g", [Lz, h - y], {1: h + y})
    Lw = J(lambda w: l(sg(zz(w, b))), w)
    C("h", [Lw, Lz * J(lambda w: zz(w, b), w)])
    C("k", [Lw, (h - y) * x], {1: (h - y) * w})
    M = r.normal(size=(m, n))
    Y = r.randint(0, 2, size=m)
    H = lambda w, b: sg(M @ w + b)
    Jc = lambda w, b: -(Y * np.log(H(w, b)) + (1 - Y) * np.log(1 - H(w, b))).sum() / m
    Jw, Jb = J(lambda w: Jc(w, b), w), J(lambda b: Jc(w, b), np.array(b))
    p = H(w, b)
    C("l", [Jw, sum((p[i] - Y[i]) * M[i] for i in range(m)) / m, M.T @ (p - Y) / m])
    C("m", [Jw, M.T @ (p - Y) / m], {1: M.T @ (p + Y) / m})
    Lb = J(lambda b: l(sg(zz(w, b))), np.array(b))
    C("n", [Lb, Lz * 1, (h - y) * 1, h - y])
    C("o", [Jb, (p - Y).sum() / m])
    C("p", [Jb, (p - Y).sum() / m], {1: (p - Y).sum()})


@source
def ranknet_page(r, C, X):
    K = r.randint(1, 5)
    w, u, v = r.normal(size=(3, K))
    S = r.randint(-1, 2)
    sg = r.normal()
    si = lambda w: np.sin(u @ w) + u @ w
    sj = lambda w: np.cos(v @ w) + w @ w
    a, b = si(w), sj(w)
    P = lambda a, b: 1 / (1 + np.exp(-sg * (a - b)))
    cost = lambda a, b, S: -(1 + S) / 2 * np.log(P(a, b)) - (1 - (1 + S) / 2) * np.log(1 - P(a, b))
    alt = lambda a, b, S: (1 - S) / 2 * sg * (a - b) + np.log(1 + np.exp(-sg * (a - b)))
    C("a", [cost(a, b, S), alt(a, b, S)], {1: (1 + S) / 2 * sg * (a - b) + np.log(1 + np.exp(-sg * (a - b)))})
    C("b", [cost(a, b, 1), np.log(1 + np.exp(-sg * (a - b)))])
    C("c", [cost(a, b, -1), np.log(1 + np.exp(-sg * (b - a)))], {1: np.log(1 + np.exp(-sg * (b + a)))})
    Ca, Cb = J(lambda a: alt(a, b, S), np.array(a)), J(lambda b: alt(a, b, S), np.array(b))
    C("e", [Ca, sg * ((1 - S) / 2 - 1 / (1 + np.exp(sg * (a - b)))), -Cb], {2: Cb})
    g = J(lambda w: alt(si(w), sj(w), S), w)
    et = r.uniform(0.1, 1)
    C("f", [g @ (-et * g), (g * (-et * g)).sum(), -et * (g * g).sum()], {1: (g * (et * g)).sum()})
    g0 = 0 * g
    C("g", [-et * (g0 * g0).sum(), -1e-6], le=(1,))


@source
def dm_regression(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    one = np.ones(n)
    mx, my = x.mean(), y.mean()
    xb = x - mx * one
    w = y @ xb / (xb @ xb)
    b = my - w * mx
    Yh = b * one + w * x
    e = y - Yh
    sse = ((y - Yh) ** 2).sum()
    C("a", [e @ e, (y - Yh) @ (y - Yh), ((y - Yh) ** 2).sum()])
    X(1, ((y - Yh) ** 2).sum(), e.sum())
    X(2, e.sum(), sse)
    proj1 = lambda v: v @ one / (one @ one)
    projx = lambda v: v @ xb / (xb @ xb)
    C("b", [proj1(x) * one, (x @ one / (one @ one)) * one, (x.sum() / n) * one, mx * one], {3: my * one})
    C("c", [x, mx * one + (x - mx * one), mx * one + xb], {2: mx * one - xb})
    C(
        "d",
        [
            Yh,
            proj1(y) * one + projx(y) * xb,
            y @ one / (one @ one) * one + y @ xb / (xb @ xb) * xb,
            my * one + y @ xb / (xb @ xb) * xb,
        ],
        {3: mx * one + y @ xb / (xb @ xb) * xb},
    )
    C(
        "e",
        [b * one + w * x, b * one + w * (mx * one + xb), (b + w * mx) * one + w * xb],
        {2: (b - w * mx) * one + w * xb},
    )
    C("f", [my, b + w * mx], {1: b - w * mx})
    z = x - mx * one
    C(
        "g",
        [
            y @ xb / (xb @ xb),
            y @ xb / (xb @ xb),
            y @ z / (z @ z),
            ((x * y).sum() - n * mx * my) / ((x**2).sum() - n * mx**2),
        ],
        {3: ((x * y).sum() - n * mx * my) / ((x**2).sum() + n * mx**2)},
    )
    d = r.randint(1, 5)
    D = r.normal(size=(n, d))
    v = r.normal(size=d)
    beta = r.normal()
    C("h", [beta + (v * D).sum(1), beta + D @ v], {1: beta - D @ v})
    m = r.randint(1, n)
    D = r.normal(size=(n, m))
    v = r.normal(size=m)
    Yh = D @ v
    e = y - Yh
    C(
        "k",
        [
            (e**2).sum(),
            e @ e,
            (y - Yh) @ (y - Yh),
            (y - Yh).T @ (y - Yh),
            y @ y - 2 * y @ Yh + Yh @ Yh,
            y @ y - 2 * y @ (D @ v) + (D @ v) @ (D @ v),
            y @ y - 2 * v @ (D.T @ y) + v @ (D.T @ D) @ v,
        ],
        {6: y @ y + 2 * v @ (D.T @ y) + v @ (D.T @ D) @ v},
    )
    C("l", [J(lambda v: ((y - D @ v) ** 2).sum(), v), -2 * D.T @ y + 2 * D.T @ D @ v])
    s = np.linalg.lstsq(D, y, rcond=None)[0]
    C("la", [(D.T @ D) @ s, D.T @ y], {1: 2 * D.T @ y})
    C("m", [s, inv(D.T @ D) @ D.T @ y])


@source
def dm_ridge(r, C, X):
    n, m = r.randint(2, 6, size=2)
    D = r.normal(size=(n, m))
    y = r.normal(size=n)
    w = r.normal(size=m)
    al = r.uniform(0.3, 2)
    I = np.eye(m)
    Yh = D @ w
    sq = lambda v: v @ v
    Jf = lambda w: sq(y - D @ w) + al * sq(w)
    C("a", [sq(y - Yh) + al * sq(w), Jf(w)])
    C("b", [J(Jf, w), J(Jf, w)])
    s = np.linalg.solve(D.T @ D + al * I, D.T @ y)
    C("ba", [J(lambda w: y @ y - 2 * w @ (D.T @ y) + w @ (D.T @ D) @ w + al * w @ w, s), np.zeros(m)])
    C("bb", [-2 * D.T @ y + 2 * D.T @ D @ s + 2 * al * s, np.zeros(m)])
    C("bc", [(D.T @ D + al * I) @ s, D.T @ y], {1: -D.T @ y})
    C("c", [s, inv(D.T @ D + al * I) @ D.T @ y], {1: inv(D.T @ D - al * I) @ D.T @ y})
    one = np.ones(n)
    my, mu = y.mean(), D.T @ one / n
    w0 = my - mu @ w
    C(
        "d",
        [
            sq(y - w0 * one - D @ w) + al * sq(w),
            sq(y - w0 * one - sum(w[i] * D[:, i] for i in range(m))) + al * (w**2).sum(),
            sq(y - w0 * one - D @ w) + al * sq(w),
            sq(y - (my - mu @ w) * one - D @ w) + al * sq(w),
            sq((y - my * one) - (D - np.outer(one, mu)) @ w) + al * sq(w),
        ],
        {4: sq((y - my * one) - (D + np.outer(one, mu)) @ w) + al * sq(w)},
    )
    X(1, J(Jf, w), -D.T @ y + D.T @ D @ w + al * w)
    k = r.randint(n)
    x, yk, eta = D[k], y[k], r.normal()
    g = -x * yk + np.outer(x, x) @ w + al / n * w
    C("e", [g, -(yk - x @ w) * x + al / n * w], {1: -(yk + x @ w) * x + al / n * w})
    C(
        "f",
        [w - eta * g, (1 - eta * al / n) * w + eta * (yk - x @ w) * x],
        {1: (1 + eta * al / n) * w + eta * (yk - x @ w) * x},
    )
    p = r.randint(1, 4)
    P = r.normal(size=(n, p))
    D = np.hstack([np.ones((n, 1)), P])
    q = p + 1
    w = r.normal(size=q)
    C("g", [1 + P @ P.T, 1 + P @ P.T], {1: 2 + P @ P.T})
    Jf = lambda w: sq(y - D @ w) + al * sq(w)
    C("h", [sq(y - D @ w) + al * sq(w), Jf(w)])
    C("i", [J(Jf, w), J(Jf, w)])
    s = np.linalg.solve(D.T @ D + al * np.eye(q), D.T @ y)
    c = (y - D @ s) / al
    C("ia", [-2 * D.T @ y + 2 * D.T @ D @ s + 2 * al * s, np.zeros(q)])
    C("ib", [al * s, D.T @ y - D.T @ D @ s])
    C("ic", [s, D.T @ ((y - D @ s) / al)])
    C("id", [s, D.T @ c, sum(c[i] * D[i] for i in range(n))], {2: 2 * sum(c[i] * D[i] for i in range(n))})
    I = np.eye(n)
    K = D @ D.T
    C("j", [al * c, y - D @ s], {1: y + D @ s})
    C("ja", [(D @ D.T + al * I) @ c, y])
    C("jb", [c, inv(D @ D.T + al * I) @ y])
    C("k", [c, inv(K + al * I) @ y], {1: inv(K - al * I) @ y})
    C(
        "l",
        [D @ s, D @ D.T @ c, D @ D.T @ inv(K + al * I) @ y, K @ inv(K + al * I) @ y],
        {3: K @ inv(K + 2 * al * I) @ y},
    )
    f = r.normal(size=q)
    C(
        "m",
        [
            f @ s,
            f @ (D.T @ c),
            f @ sum(c[i] * D[i] for i in range(n)),
            sum(c[i] * (f @ D[i]) for i in range(n)),
            sum(c[i] * (f @ D[i]) for i in range(n)),
            c @ (D @ f),
        ],
        {5: -c @ (D @ f)},
    )


@source
def neylon_homework(r, C, X):
    m, n = r.randint(2, 6), r.randint(1, 4)
    m = max(m, n + 1)
    x = r.normal(size=(m, n))
    y = r.normal(size=m)
    w = r.uniform(0.3, 2, size=m)
    th = r.normal(size=n)
    e = x @ th - y
    C("a", [e @ np.diag(w / 2) @ e, (w / 2 * (x @ th - y) ** 2).sum()], {1: (w / 2 * (x @ th + y) ** 2).sum()})
    W = r.normal(size=(m, m))
    A0, A1, A2, B0, B1, B2 = (r.normal(size=s) for s in [(m, n), (m, n), m, (m, n), (m, n), m])
    fa = lambda t: np.sin(A0 @ t) + A1 @ t + A2
    fb = lambda t: np.sin(B0 @ t) * 2 + B1 @ t + B2
    a, b = fa(th), fb(th)
    Ap, Bp = J(fa, th), J(fb, th)
    C("b", [a @ W @ b, np.einsum("i,ij,j", a, W, b)])
    gr = J(lambda t: fa(t) @ W @ fb(t), th)
    one, two = np.einsum("ik,ij,j->k", Ap, W, b), np.einsum("i,ij,jk->k", a, W, Bp)
    C("c", [gr, one + two], {1: one - two})
    C("d", [gr, np.array([Ap[:, k] @ W @ b + a @ W @ Bp[:, k] for k in range(n)])])
    C("e", [gr, Ap.T @ W @ b + (a @ W @ Bp).T], {1: Ap.T @ W @ b - (a @ W @ Bp).T})
    W = W + W.T
    gr = J(lambda t: fa(t) @ W @ fa(t), th)
    C(
        "f",
        [
            gr,
            Ap.T @ W @ a + (a @ W @ Ap).T,
            Ap.T @ W @ a + (a @ W @ Ap).T,
            Ap.T @ W @ a + Ap.T @ W @ a,
            2 * Ap.T @ W @ a,
        ],
        {4: 3 * Ap.T @ W @ a},
    )
    C("g", [gr, 2 * Ap.T @ W @ a], {1: Ap.T @ W @ a})
    z = x @ th - y
    Zp = J(lambda t: x @ t - y, th)
    C(
        "h",
        [
            J(lambda t: (x @ t - y) @ W @ (x @ t - y), th),
            2 * Zp.T @ W @ z,
            2 * Zp.T @ W @ z,
            2 * x.T @ W @ z,
            2 * x.T @ W @ (x @ th - y),
        ],
    )
    s = np.linalg.solve(x.T @ W @ x, x.T @ W @ y)
    C("ha", [x.T @ W @ x @ s, x.T @ W @ y])
    C("hb", [s, inv(x.T @ W @ x) @ x.T @ W @ y, inv(x.T @ W @ x) @ (x.T @ W @ y)], {2: (x.T @ W @ x) @ (x.T @ W @ y)})
    c, sg = r.uniform(0.3, 2, size=(2, m))
    d = (y - x @ th) ** 2
    C(
        "i",
        [np.log(c * np.exp(-d / (2 * sg**2))).sum(), (np.log(c) - d / (2 * sg**2)).sum()],
        {1: (np.log(c) - d / sg**2).sum()},
    )


@source
def quadratic_hugo(r, C, X):
    m, n = r.randint(2, 6, size=2)
    A = r.normal(size=(m, n))
    a, x = r.normal(size=(2, n))
    C("a", [a @ x, (a * x).sum()], {0: x @ x})
    C("b", [A @ x, np.array([A[i] @ x for i in range(m)])])
    x, y = r.normal(size=m), r.normal(size=n)
    C("c", [x @ A @ y, x @ A @ y, np.einsum("ij,i,j", A, x, y)], {2: np.einsum("ij,i,j", A, x, y**2)})
    A = np.array([[2, 1, 3], [-1, 0, 1]])
    x, y = r.normal(size=2), r.normal(size=3)
    f = lambda t: 2 * x[0] * y[0] + x[0] * y[1] + t * x[0] * y[2] - x[1] * y[0] + x[1] * y[2]
    C("d", [x @ A @ y, f(3)], {1: f(2)})
    A = r.normal(size=(n, n))
    x = r.normal(size=n)
    on, off = (np.diag(A) * x**2).sum(), np.einsum("ij,i,j", A - np.diag(np.diag(A)), x, x)
    C("e", [x @ A @ x, np.einsum("ij,i,j", A, x, x), on + off], {2: on - off})
    B = np.array([[1, 2], [3, 4]])
    u, v = z = r.normal(size=2)
    C(
        "f",
        [z @ B @ z, u**2 + 4 * v**2 + 2 * u * v + 3 * v * u, u**2 + 4 * v**2 + 5 * u * v],
        {2: u**2 + 4 * v**2 + 6 * u * v},
    )
    C("g", [x @ A @ x, x @ A.T @ x])
    B = (A + A.T) / 2
    C("h", [x @ B @ x, 0.5 * x @ A @ x + 0.5 * x @ A.T @ x, x @ A @ x], {1: 0.5 * x @ A @ x - 0.5 * x @ A.T @ x})
    D = np.array([[1, 2], [2, 3]]) - np.array([[2, 1], [1, 2]])
    C("i", [D, np.array([[-1, 1], [1, 1]])], {1: np.array([[-1, 1], [1, 2]])})
    C("j", [x @ np.eye(n) @ x, (x**2).sum(), 0], ge=(2,))
    C("k", [x.sum() ** 2, 0], ge=(1,))


@source
def pca_article(r, C, X):
    N, D = r.randint(2, 6, size=2)
    x = r.normal(size=(N, D))
    B = np.linalg.qr(r.normal(size=(D, D)))[0]
    M = r.randint(1, D)  # 1 <= M < D, and all D vectors are used
    b = [B[:, i] for i in range(D)]
    be = (x @ B).T  # be[i, n]
    n = r.randint(N)
    S = lambda lo, hi, f: sum((f(i) for i in range(lo, hi)), np.zeros(D))
    sc = lambda lo, hi, f: sum(f(i) for i in range(lo, hi))
    C("a", [x[n], S(0, D, lambda i: be[i, n] * b[i])])
    p, q = S(0, M, lambda i: be[i, n] * b[i]), S(M, D, lambda i: be[i, n] * b[i])
    C("b", [B @ B.T @ x[n], p + q], {1: p - q})
    U = B[:, :M]
    bt = r.normal(size=(M, N))
    i = r.randint(M)
    C("c", [J(lambda t: U @ t, bt[:, n])[:, i], b[i]], {1: 2 * b[i]})
    dJ = J(lambda t: ((x - (U @ t).T) ** 2).sum() / N, bt)[i, n]
    t = U @ bt[:, n]
    C("d", [dJ, -2 / N * (x[n] - t) @ b[i]])
    C("e", [dJ, -2 / N * (x[n] - t) @ b[i]], {1: -2 / N * (x[n] + t) @ b[i]})
    g = x[n] @ b[i] - bt[i, n] * b[i] @ b[i]
    C("f", [dJ, -2 / N * g], {1: -1 / N * g})
    C("g", [dJ, -2 / N * g])
    C("i", [np.linalg.lstsq(U, x.T, rcond=None)[0], U.T @ x.T])
    xt = (U @ U.T @ x.T).T
    C("j", [xt[n], S(0, M, lambda i: (x[n] @ b[i]) * b[i])])
    P = lambda lo, hi: sum((np.outer(b[i], b[i]) for i in range(lo, hi)), np.zeros((D, D)))
    C("k", [xt[n], P(0, M) @ x[n]], {1: 2 * P(0, M) @ x[n]})
    C("l", [x[n], P(0, M) @ x[n] + P(M, D) @ x[n]], {1: P(0, M) @ x[n] - P(M, D) @ x[n]})
    C("m", [x[n] - xt[n], P(M, D) @ x[n]])
    C("n", [x[n] - xt[n], S(M, D, lambda i: (b[i] @ x[n]) * b[i])], {1: -S(M, D, lambda i: (b[i] @ x[n]) * b[i])})
    Jv = ((x - xt) ** 2).sum() / N
    rec = lambda lo: sum((S(lo, D, lambda i: (b[i] @ x[k]) * b[i]) ** 2).sum() for k in range(N)) / N
    C("o", [Jv, rec(M)])
    C("p", [Jv, rec(M)], {1: rec(0)})
    C("q", [Jv, sum(sc(M, D, lambda i: (b[i] @ x[k]) ** 2) for k in range(N)) / N])
    v = sum(sc(M, D, lambda i: b[i] @ np.outer(x[k], x[k]) @ b[i]) for k in range(N)) / N
    C("r", [Jv, v], {1: 2 * v})
    Sg = x.T @ x / N
    C("s", [Jv, sc(M, D, lambda i: b[i] @ (sum(np.outer(x[k], x[k]) for k in range(N)) / N) @ b[i])])
    C("t", [Jv, sc(M, D, lambda i: b[i] @ Sg @ b[i])])
    C("u", [Jv, np.trace(P(M, D) @ Sg)], {1: np.trace(P(M, D) @ Sg @ Sg)})
    C("v", [Jv, sc(M, D, lambda i: b[i] @ Sg @ b[i])])
    la, V = np.linalg.eigh(Sg)
    Jv = ((x - (V[:, :M] @ V[:, :M].T @ x.T).T) ** 2).sum() / N
    e = [V[:, i] for i in range(D)]
    C(
        "w",
        [Jv, sc(M, D, lambda i: e[i] @ Sg @ e[i]), sc(M, D, lambda i: e[i] @ (la[i] * e[i])), la[M:].sum()],
        {3: (la[M:] ** 2).sum()},
    )


@source
def pca_slides(r, C, X):
    n = r.randint(2, 6)
    A = r.normal(size=(n, n))
    A = A + A.T
    la, V = np.linalg.eigh(A)
    v1, v2, l1, l2 = V[:, 0] * 2, V[:, 1] * 3, la[0], la[1]
    C("a", [v2 @ A @ v1, v2 @ (l1 * v1), l1 * v2 @ v1], {2: l1 * v1 @ v1})
    C("b", [v2 @ A @ v1, (A @ v2) @ v1, (l2 * v2) @ v1, l2 * v2 @ v1], {3: l2 * v1 @ v1})
    C("c", [l1 * v2 @ v1, l2 * v2 @ v1])
    C("d", [v2 @ v1, 0])
    A = A @ A + np.eye(n) * 0.2
    la, V = np.linalg.eigh(A)
    v, l = 2 * V[:, 0], la[0]
    C("e", [v @ A @ v, v @ (l * v), l * v @ v], {2: -l * v @ v})
    C("f", [l * v @ v, 0], ge=(1,))
    C("fa", [l, 0], {1: 1}, ge=(1,))
    C("g", [la, 0], ge=(1,))
    m, d = r.randint(2, 6, size=2)
    x = r.normal(size=(m, d))
    v = r.normal(size=d)
    al = r.normal()
    C(
        "i",
        [J(lambda v: -v @ x.T @ x @ v + al * (v @ v - 1), v), -2 * x.T @ x @ v + 2 * al * v],
        {1: -2 * x.T @ x @ v - 2 * al * v},
    )
    la, V = np.linalg.eigh(x.T @ x)
    v, al = V[:, -1], la[-1]
    C("j", [-v @ x.T @ x @ v, -v @ (al * v), -al * (v @ v), -al], {3: al})


@source
def softmax_quiz(r, C, X):
    t, a, b, c, d = r.uniform(0.3, 2, size=5)
    u, v = lambda x: a * x**2 + np.sin(b * x), lambda x: np.exp(c * x) + d
    du, dv = J(u, t), J(v, t)
    C("a", [J(lambda x: u(x) / v(x), t), (du * v(t) - u(t) * dv) / v(t) ** 2])
    n = r.randint(2, 6)
    z = r.normal(size=n)
    e = np.exp(z)
    S = e.sum()
    p = e / S
    I = np.eye(n)
    C("b", [J(lambda z: np.exp(z).sum(), z), J(lambda z: np.exp(z).sum(), z), (I * e[None, :]).sum(1), e], {3: -e})
    Jp, Ju, JS = J(softmax, z), J(np.exp, z), J(lambda z: np.exp(z).sum(), z)
    on = np.diag(Jp)
    C(
        "c",
        [
            on,
            np.diag(J(lambda z: np.exp(z) / np.exp(z).sum(), z)),
            (np.diag(Ju) * S - e * JS) / S**2,
            (e * S - e * e) / S**2,
            e / S - e**2 / S**2,
            p - p**2,
            p * (1 - p),
        ],
        {4: e / S + e**2 / S**2},
    )
    off = ~np.eye(n, dtype=bool)
    C(
        "d",
        [
            Jp[off],
            ((Ju * S - np.outer(e, JS)) / S**2)[off],
            ((0 * S - np.outer(e, e)) / S**2)[off],
            (-np.outer(e, e) / S**2)[off],
            (-np.outer(e / S, e / S))[off],
            (-np.outer(p, p))[off],
        ],
        {5: np.outer(p, p)[off]},
    )
    C("e", [Jp, p[:, None] * (I - p[None, :]), p[:, None] * I - np.outer(p, p)], {2: p[:, None] * I + np.outer(p, p)})
    C("f", [Jp, np.diag(p) - np.outer(p, p)], {1: np.diag(p) + np.outer(p, p)})
    C("g", [Jp.sum(0), np.zeros(n), np.zeros(n)])
    C("h", [(p[:, None] * (I - p[None, :])).sum(0), p - p * p.sum(), p - p, np.zeros(n)], {1: p + p * p.sum()})
    g = r.normal(size=n)
    C("i", [g @ Jp, g @ (np.diag(p) - np.outer(p, p)), g * p - (g @ p) * p], {2: g * p + (g @ p) * p})
    m = z.max()
    C("k", [p, np.exp(z - m) / np.exp(z - m).sum()], {1: np.exp(z - m) / np.exp(z + m).sum()})
    y = r.uniform(size=n)
    y /= y.sum()
    L = lambda p: -(y * np.log(p)).sum()
    M = p[:, None] * (I - p[None, :])
    C(
        "l",
        [J(lambda z: L(softmax(z)), z), J(L, p) @ Jp, (-y / p) @ M, -(y @ (I - p[None, :])), -y + p * y.sum(), p - y],
        {5: p + y},
    )
    C(
        "m",
        [g @ Jp @ g, g @ np.diag(p) @ g - (g @ p) ** 2, (p * g**2).sum() - (p * g).sum() ** 2],
        {1: g @ np.diag(p) @ g - g @ p},
    )


@source
def layernorm_zenn(r, C, X):
    d = r.randint(2, 6)
    a, ga = r.normal(size=(2, d))
    b, al = r.normal(), r.uniform(0.3, 2)
    one = np.ones(d)
    C("a", [one, np.array([1.0] * d)])
    mu, s2 = a.mean(), ((a - a.mean()) ** 2).mean()
    C(
        "b",
        [
            (al * a + b - (al * mu + b)) / np.sqrt(al**2 * s2),
            al * (a - mu) / (al * np.sqrt(s2)),
            (a - mu) / np.sqrt(s2),
        ],
        {1: al * (a + mu) / (al * np.sqrt(s2))},
    )
    rms = lambda a: np.sqrt((a**2).mean())
    C(
        "c",
        [rms(al * a + b * one) ** 2, ((al * a + b) ** 2).mean(), al**2 * rms(a) ** 2 + 2 * al * b * mu + b**2],
        {2: al**2 * rms(a) ** 2 + al * b * mu + b**2},
    )
    N = lambda a: ga * a / rms(a)
    X(1, float(np.abs(N(al * one + abs(b) * one) - N(al * one)).max() > 1e-9), 1.0)  # all components equal
    C("d", [N(al * a), N(a)], {1: al * N(a)})


@source
def bn_mkdocs(r, C, X):
    m = r.randint(3, 7)
    x = r.normal(size=m)
    ga, be = r.normal(size=2)
    eps = r.uniform(0.1, 1)
    L = loss(r, m)
    mu = lambda x: x.sum() / m
    s2 = lambda x: ((x - mu(x)) ** 2).sum() / m
    sg = lambda x: np.sqrt(s2(x) + eps)
    xh = lambda x: (x - mu(x)) / sg(x)
    y = ga * xh(x) + be
    de = J(L, y)
    h, s, u = xh(x), sg(x), mu(x)
    C("a", [J(lambda g: L(g * h + be), ga), de @ J(lambda g: g * h + be, ga), (de * h).sum()], {2: (de * x).sum()})
    C("b", [J(lambda b: L(ga * h + b), be), de @ J(lambda b: ga * h + b, be), de.sum()], {2: ga * de.sum()})
    Lx, Lh = J(lambda x: L(ga * xh(x) + be), x), J(lambda h: L(ga * h + be), h)
    H = J(xh, x)  # H[j, i]
    C("c", [Lx, Lh @ H])
    C("d", [Lh, de * np.diag(J(lambda h: ga * h + be, h)), de * ga])
    one, two = J(lambda x: x - mu(x), x) / s, np.outer(x - u, J(lambda x: 1 / sg(x), x))
    C("e", [H, one + two], {1: one - two})
    v = J(s2, x)
    C("f", [H, one - np.outer((x - u) / (2 * s**3), v)], {1: one - np.outer((x - u) / (2 * s**2), v)})
    X(1, v, J(lambda x: (x**2 + mu(x) ** 2 - 2 * x * mu(x)).sum(), x))
    C("h", [H, one - np.outer(x - u, x - u) / (m * s**3)])
    on = (m - 1) / (m * s) - (x - u) ** 2 / (m * s**3)
    C("i", [np.diag(H), on], {1: (m - 1) / (m * s) + (x - u) ** 2 / (m * s**3)})
    X(2, Lx, de * ga * on)
    off = -1 / (m * s) - np.outer(x - u, x - u) / (m * s**3)
    X(3, np.diag(H)[None, :] + 0 * off, off)
    X(4, Lx, (de * ga) @ (off - np.diag(np.diag(off))))
    C(
        "k",
        [Lx, ga / (m * s) * (m * de - de.sum() - h * (de * h).sum())],
        {1: ga / (m * s) * (m * de - de.sum() + h * (de * h).sum())},
    )


@source
def logistic_slides(r, C, X):
    x = r.normal()
    g = lambda x: 1 / (1 + np.exp(-x))
    q = np.exp(-x)
    d = J(g, x)
    C(
        "a",
        [
            d,
            -1 / (1 + q) ** 2 * J(lambda x: 1 + np.exp(-x), x),
            q / (1 + q) ** 2,
            (1 / (1 + q)) * (q / (1 + q)),
            (1 / (1 + q)) * (1 - 1 / (1 + q)),
        ],
        {4: (1 / (1 + q)) * (1 + 1 / (1 + q))},
    )
    C("b", [d, g(x) * (1 - g(x))], {1: g(x) * (1 + g(x))})
    m, n = r.randint(2, 6), r.randint(1, 4)
    A = r.normal(size=(m, n))
    y = r.randint(0, 2, size=m).astype(float)
    y[0], y[1] = 0, 1
    th = r.normal(size=n)
    h = lambda t: g(A @ t)
    l = lambda t: np.log(np.prod(h(t) ** y * (1 - h(t)) ** (1 - y)))
    lp, lm = y * np.log(h(th)), (1 - y) * np.log(1 - h(th))
    C("c", [l(th), (lp + lm).sum()], {1: (lp - lm).sum()})
    gr = J(l, th)
    H = J(h, th)
    H1 = J(lambda t: 1 - h(t), th)
    p = h(th)
    dp = p * (1 - p)
    right = (y / p) @ H + ((1 - y) / (1 - p)) @ H1
    X(1, gr, np.full(n, (lp + lm).sum()))
    X(2, np.full(n, (lp + lm).sum()), right)
    C(
        "d",
        [right, (y / p * dp) @ A + ((1 - y) / (1 - p) * -dp) @ A],
        {1: (y / p * dp) @ A + ((1 - y) / (1 - p) * dp) @ A},
    )
    C("e", [gr, (y - p) @ A], {1: (y + p) @ A})


@source
def square_journal(r, C, X):
    n = r.randint(1, 5)
    A = r.normal(size=(n, n))
    A = A + A.T
    b, z = r.normal(size=(2, n))
    c = r.normal()
    B = inv(A)
    q = 0.5 * z @ A @ z + b @ z + c
    u = z + B @ b
    s = 0.5 * u @ A @ u
    k = 0.5 * b @ B @ b
    C("a", [q, s + c - k], {1: s + c + k})
    C(
        "b",
        [
            s,
            0.5 * (z @ A @ z + z @ A @ B @ b + (B @ b) @ A @ z + (B @ b) @ A @ B @ b),
            0.5 * z @ A @ z + 0.5 * z @ b + 0.5 * b @ z + k,
        ],
        {2: 0.5 * z @ A @ z + 0.5 * z @ b - 0.5 * b @ z + k},
    )
    C("c", [s, 0.5 * z @ A @ z + b @ z + k])
    C("d", [q, s + c - k])
    A = A @ A + 0.1 * np.eye(n)
    B = inv(A)
    N = lambda v: v @ A @ v
    q = 0.5 * z @ A @ z + b @ z + c
    k = 0.5 * b @ B @ b
    C("e", [q, 0.5 * N(z + B @ b) + c - k], {1: 0.5 * N(z + A @ b) + c - k})
    C("f", [q, 0.5 * N(z - (-B @ b)) + c - k])


@source
def pairwise_posts(r, C, X):
    n = r.randint(3, 7)
    x = r.normal(size=n)
    b = x.mean()
    c = x - b
    D = x[:, None] - x[None, :]
    C("a", [(c**2).sum(), (D**2).sum() / (2 * n)], {1: (D**2).sum() / n})
    A, B = np.meshgrid(c, c, indexing="ij")
    C(
        "b",
        [
            (D**2).sum(),
            ((A - B) ** 2).sum(),
            (A**2 - 2 * A * B + B**2).sum(),
            (A**2).sum() - 2 * (A * B).sum() + (B**2).sum(),
        ],
        {3: (A**2).sum() - 2 * (A * B).sum() - (B**2).sum()},
    )
    C(
        "c",
        [(A**2).sum(), (n * c**2).sum(), n * (c**2).sum(), (B**2).sum(), n * (c**2).sum(), n * (c**2).sum()],
        {2: 2 * (c**2).sum()},
    )
    x = c
    D = x[:, None] - x[None, :]
    low = (np.triu(D, 1) ** 2).sum()
    q = (x**2).sum()
    C("d", [n * q, low], {1: 2 * low})
    A, B = np.meshgrid(x, x, indexing="ij")
    C(
        "e",
        [
            low,
            0.5 * (D**2).sum(),
            0.5 * (A**2).sum() + (A * B).sum() + 0.5 * (B**2).sum(),
            n / 2 * q + x.sum() * x.sum() + n / 2 * q,
        ],
        {3: n / 2 * q + x.sum() ** 2 - n / 2 * q},
    )


@source
def ellipses_paper(r, C, X):
    A = np.array([[1, 1.5], [2, 1]])
    W = A @ A.T
    C("a", [W, np.array([[3.25, 3.5], [3.5, 5]])], {1: np.array([[3.25, 3.5], [3.5, 4]])})
    a = [A[:, 0], A[:, 1]]
    C("b", [np.array([v @ inv(W) @ v for v in a]), 1])
    C("c", [a[0] @ inv(W) @ a[1], 0], {1: 1})
    x, m1, m2 = r.normal(size=(3, 2))
    A1, A2 = r.normal(size=(2, 2, 2))
    A1, A2 = A1 + A1.T, A2 + A2.T
    C("d", [J(lambda x: (x - m1) @ A1 @ (x - m1), x), 2 * A1 @ (x - m1)])
    C("e", [J(lambda x: (x - m2) @ A2 @ (x - m2), x), 2 * A2 @ (x - m2)], {1: 2 * A2 @ (x - m1)})
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    M = r.normal(size=(n, p))
    y = r.normal(size=n)
    k = r.uniform(0.2, 2)
    I = np.eye(p)
    G = inv(I + k * inv(M.T @ M))
    ols = inv(M.T @ M) @ M.T @ y
    C("f", [inv(M.T @ M + k * I) @ M.T @ y, G @ ols], {1: k * G @ ols})


tr = np.trace


def spd(r, n):
    a = r.normal(size=(n, n))
    return a @ a.T + 0.5 * np.eye(n)


@source
def adjoint_blog(r, C, X):
    n, m, p = r.randint(2, 6, size=3)
    F = r.normal(size=(m, n))
    w, yb = r.normal(size=(2, m))
    xd = r.normal(size=n)
    C("a", [w @ (F @ xd), (F.T @ w) @ xd])
    C("b", [yb @ (F @ xd), (F.T @ yb) @ xd])
    yd, xb = F @ xd, F.T @ yb
    C("c", [yb @ yd, xb @ xd], {1: xb @ xb})
    A = r.normal(size=(m, n))
    x = r.normal(size=n)
    yd = J(lambda x: A @ x, x) @ xd
    C("d", [yd, J(lambda x: A @ x, x) @ xd, A @ xd])
    C("e", [w @ yd, w @ (A @ xd), w @ A @ xd], {2: yd @ A @ xd})
    C("f", [w @ yd, w @ (A @ xd), (A.T @ w) @ xd])
    C("g", [J(lambda x: A @ x, x).T @ yb, A.T @ yb], {1: A.T @ yd})
    Fx, Fy = r.normal(size=(m, n)), r.normal(size=(m, m)) + 3 * np.eye(m)
    yd = -inv(Fy) @ Fx @ xd
    C("h", [w @ (Fx @ xd) + w @ (Fy @ yd), 0.0])
    C("i", [(Fx.T @ w) @ xd + (Fy.T @ w) @ yd, 0.0], {0: (Fx.T @ w) @ xd - (Fy.T @ w) @ yd})
    w2 = -inv(Fy).T @ yb
    C("j", [yb @ yd, (Fx.T @ w2) @ xd])
    G, H = r.normal(size=(p, n)), r.normal(size=(p, m))
    zb, yd = r.normal(size=p), r.normal(size=m)
    C("k", [zb @ (G @ xd + H @ yd), (G.T @ zb) @ xd + (H.T @ zb) @ yd], {1: (G.T @ zb) @ xd - (H.T @ zb) @ yd})
    Q = spd(r, n) - np.eye(n)
    f = lambda x: 0.5 * x @ Q @ x
    D = J(f, x)
    s, t = r.normal(size=2)
    C("l", [D @ xd, D @ xd, x @ Q @ xd], {2: x @ Q @ x})
    C("m", [0.0, s * (x @ Q @ xd), s * (D @ xd)])
    C("n", [D * t, D * t, t * Q @ x], {2: s * Q @ x})
    C("o", [D, Q @ x])
    A, B, Xm, Xd, W = r.normal(size=(5, n, n))
    Y = inv(Xm)
    Yd = J(lambda e: inv(Xm + e * Xd), np.array(0.0))
    ip = lambda a, b: (a * b).sum()
    C("p", [ip(A, B), tr(A @ B.T), tr(A.T @ B)])
    C("q", [ip(W, Yd), -tr(W.T @ Y @ Xd @ Y)])
    C("r", [tr(W.T @ Y @ Xd @ Y), tr(Y @ W.T @ Y @ Xd), ip(Y.T @ W @ Y.T, Xd)], {2: ip(Y.T @ Xm @ Y.T, Xd)})
    C("s", [ip(W, Yd), -ip(Y.T @ W @ Y.T, Xd)])


@source
def kalman_geometry(r, C, X):
    n, q = r.randint(2, 5, size=2)
    m = n + r.randint(0, 3)
    A, H = r.normal(size=(m, n)), r.normal(size=(q, n))
    M, R = spd(r, m), spd(r, q)
    b, z = r.normal(size=m), r.normal(size=q)
    K = A.T @ M @ A
    x = inv(K) @ A.T @ M @ b
    Ck = inv(K)
    K1 = K + H.T @ R @ H
    C1 = inv(K1)
    w = z - H @ x
    d = C1 @ H.T @ R @ w
    S = inv(R) + H @ Ck @ H.T
    G = Ck @ H.T @ inv(inv(R) + H @ Ck @ H.T) @ H @ Ck
    C("a", [C1, inv(K1), inv(K + H.T @ R @ H), Ck - G], {3: Ck + G})
    I = np.eye(n)
    C(
        "b",
        [C1, Ck - Ck @ H.T @ inv(S) @ H @ Ck, (I - Ck @ H.T @ inv(S) @ H) @ Ck],
        {2: (I + Ck @ H.T @ inv(S) @ H) @ Ck},
    )
    C("c", [x + d, x + C1 @ H.T @ R @ w])
    C("d", [x + d, x + Ck @ H.T @ inv(S) @ w], {1: x + Ck @ H.T @ inv(R) @ w})
    F = r.normal(size=(n, n)) + 2 * I
    Fi = inv(F)
    K1 = Fi.T @ K @ Fi + H.T @ R @ H
    C1 = inv(K1)
    x1 = C1 @ (Fi.T @ A.T @ M @ b + H.T @ R @ z)
    C("e", [K1 @ (x1 - F @ x), Fi.T @ (A.T @ M @ (b - A @ x)) + H.T @ R @ (z - H @ F @ x)])
    xt, Ct = F @ x, F @ Ck @ F.T
    w = z - H @ xt
    S = inv(R) + H @ Ct @ H.T
    C("f", [C1, Ct - Ct @ H.T @ inv(S) @ H @ Ct, (I - Ct @ H.T @ inv(S) @ H) @ Ct])
    C1t = r.normal(size=(n, n))
    C("g", [x1, xt + C1t @ H.T @ R @ w, xt + Ct @ H.T @ inv(S) @ w])


@source
def idempotent_threads(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    M = r.normal(size=(n, p))
    G = inv(M.T @ M)
    A, I = M @ G @ M.T, np.eye(n)
    B = I - A
    C("a", [A @ A, A @ A, A @ A, M @ (G @ (M.T @ M)) @ G @ M.T, M @ np.eye(p) @ G @ M.T, M @ G @ M.T, A], {6: B})
    four = I @ I - I @ A - A @ I
    C(
        "b",
        [B @ B, B @ B, (I - A) @ (I - A), I @ (I - A) - A @ (I - A), four + A @ A]
        + [I - A - A + M @ (G @ (M.T @ M)) @ (G @ M.T), I - A, I - 2 * A + M @ (G @ M.T), I - 2 * A + A, I - A, B],
        {4: four - A @ A, 9: I + A},
    )
    C("c", [A @ A, A @ A, M @ G @ (M.T @ M) @ G @ M.T, A])
    k = r.randint(1, n + 1)
    V, U = r.normal(size=(2, n, k))
    P = V @ inv(U.T @ V) @ U.T
    C("d", [(I - P) @ (I - P), I - 2 * P + P @ P, I - 2 * P + P, I - P], {2: I - 2 * P - P})
    C("e", [tr(A), tr(A), tr(M.T @ M @ G), tr(np.eye(p)), p], {4: n})
    C("f", [tr(A), tr(M.T @ M @ G), tr(np.eye(p)), p])
    rk = r.randint(1, 4)
    nn = rk + r.randint(1, 3)
    Bm, Cm = r.normal(size=(nn, rk)), r.normal(size=(rk, nn))
    t = tr(Bm @ Cm @ Cm.T @ inv(Cm @ Cm.T) @ inv(Bm.T @ Bm) @ Bm.T)
    C("g", [t, t, t, tr(Bm @ inv(Bm.T @ Bm) @ Bm.T), tr(Bm.T @ Bm @ inv(Bm.T @ Bm)), tr(np.eye(rk)), rk], {6: nn})
    m = r.randint(1, 4)
    A, B = r.normal(size=(n, m)), r.normal(size=(m, n))
    Im = np.eye(m)
    L, K = inv(I + A @ B), inv(Im + B @ A)
    C("h", [A @ (Im + B @ A), (I + A @ B) @ A])
    C("i", [L @ A, A @ K], {1: A @ inv(Im - B @ A)})
    C("j", [I - A @ K @ B, I - L @ A @ B])
    AB = A @ B
    C(
        "k",
        [(I - L @ AB) @ (I + AB), I + AB - L @ AB @ (I + AB), I + AB - L @ (I + AB) @ AB, I + AB - AB, I],
        {2: I + AB + L @ (I + AB) @ AB},
    )
    C("l", [L, I - A @ K @ B], {1: I - A @ K @ A.T})


@source
def lsq_threads(r, C, X):
    m, n = r.randint(2, 6, size=2)
    A, x, b = r.normal(size=(m, n)), r.normal(size=n), r.normal(size=m)
    e = A @ x - b
    q, c, bb = x @ A.T @ A @ x, b @ A @ x, b @ b
    C(
        "a",
        [norm(e) ** 2, e @ e, e @ e, e @ e, (x @ A.T - b) @ (A @ x - b), q - x @ A.T @ b - c + bb, q - c - c + bb],
    )
    C("b", [norm(e) ** 2, q - 2 * c + bb], {1: q - c + bb})
    B, cc = r.normal(size=(n, n)), r.normal(size=n)
    f = lambda x: x @ B @ x
    g = lambda x: np.einsum("j,jk,k->", x, B, x)
    C("c", [J(f, x), J(g, x), x @ B + B @ x, (B.T + B) @ x], {2: x @ B + x @ B})
    C("d", [J(f, x), (B.T + B) @ x], {1: (B.T - B) @ x})
    C("e", [J(lambda x: cc @ x, x), J(lambda x: (cc * x).sum(), x), cc])
    C("f", [J(lambda x: cc @ x, x), cc])
    u = r.normal(size=m)
    C("g", [J(lambda u: 0.5 * (u * u).sum(), u), u], {1: b})
    f = lambda x: 0.5 * ((A @ x - b) ** 2).sum()
    C("h", [J(f, x), J(f, x), A.T @ e])
    C("i", [e @ e, e @ e, (x @ A.T - b) @ e, q - c - c - bb, q - c - c - bb], {4: q - c - c + bb})
    h = r.normal(size=n)
    d = lambda f: J(lambda t: f(x + t * h), np.array(0.0))
    y = lambda x: A @ x - b
    fn = lambda x: (y(x) ** 2).sum()
    C("j", [d(y), A @ h])
    C("k", [fn(x), (e * e).sum(), e @ e], {2: e @ b})
    C(
        "l",
        [d(fn), d(y) @ e + e @ d(y), 2 * e @ d(y), 2 * e @ (A @ h), 2 * (A.T @ e) @ h],
        {1: d(y) @ e - e @ d(y), 4: 2 * (A.T @ b) @ h},
    )
    C("m", [J(fn, x), 2 * A.T @ e, 2 * A.T @ (A @ x - b)])
    A = r.normal(size=(n + 2, n))
    b = r.normal(size=n + 2)
    xh = np.linalg.lstsq(A, b, rcond=None)[0]
    C("n", [2 * A.T @ A @ xh, 2 * A.T @ b])
    C("o", [xh, inv(A.T @ A) @ A.T @ b])


@source
def olin_assignment(r, C, X):
    n = r.randint(2, 6)
    x, y = r.normal(size=(2, n))
    w = np.array(r.normal())
    e = lambda w: ((w * x - y) ** 2).sum()
    C(
        "a",
        [J(e, w), (2 * (w * x - y) * x).sum(), w * (2 * x**2).sum() - (2 * x * y).sum()],
        {1: ((w * x - y) * x).sum()},
    )
    ws = (x * y).sum() / (x * x).sum()
    C("b", [0.0, 0.0, ws * (2 * x**2).sum() - (2 * x * y).sum()], {2: ws * (2 * x**2).sum() + (2 * x * y).sum()})
    C("c", [(2 * x * y).sum(), ws * (2 * x**2).sum()])
    C("d", [ws, (x * y).sum() / (x**2).sum()], {1: (x * y).sum() / (y**2).sum()})
    C("e", [(e(w + 1) - 2 * e(w) + e(w - 1)), (2 * x**2).sum()])
    v, A = r.normal(size=3), r.normal(size=(3, 3))
    full = sum(A[i, j] * v[i] * v[j] for i in range(3) for j in range(3))
    C("f", [v @ A @ v, v @ np.array([A[i] @ v for i in range(3)]), full], {2: full + A[2, 1] * v[2] * (v[0] - v[1])})
    d = r.randint(2, 6)
    x, y, u, v = r.normal(size=(4, d))
    A = r.normal(size=(d, d))
    C(
        "g",
        [x @ A @ x, x @ (A * x[None, :]).sum(1), np.einsum("ij,i,j->", A, x, x)],
        {2: np.einsum("ij,i,i->", A, x, x)},
    )
    C(
        "h",
        [(A @ x + y) @ (v + u), x @ A.T @ v + x @ A.T @ u + y @ v + y @ u],
        {1: x @ A.T @ v + x @ A.T @ u + y @ v + y @ v},
    )
    c = r.normal(size=d)
    C("i", [c @ x, (c * x).sum()])
    C("j", [J(lambda x: (c * x).sum(), x), c])
    A = A + A.T
    I = np.eye(d)
    C("k", [x @ A @ x, np.einsum("i,j,ij->", x, x, A)])
    one = np.einsum("ij,ik,j->k", A, I, x)
    two = np.einsum("ij,i,jk->k", A, x, I)
    C(
        "l",
        [J(lambda x: x @ A @ x, x), one + two, one + two, A @ x + A.T @ x, A @ x + A @ x, 2 * A @ x]
        + [2 * np.array([A[k] @ x for k in range(d)])],
        {2: one - two},
    )
    n = d + 2
    Xm, y, w = r.normal(size=(n, d)), r.normal(size=n), r.normal(size=d)
    yh = Xm @ w
    C("m", [yh, np.array([Xm[i] @ w for i in range(n)]), Xm @ w])
    s = lambda w: ((Xm @ w - y) ** 2).sum()
    C(
        "n",
        [
            s(w),
            ((yh - y) ** 2).sum(),
            (yh - y) @ (yh - y),
            (Xm @ w - y) @ (Xm @ w - y),
            w @ Xm.T @ Xm @ w - 2 * w @ Xm.T @ y + y @ y,
        ],
    )
    C("o", [J(s, w), 2 * Xm.T @ Xm @ w - 2 * Xm.T @ y])
    w = np.linalg.lstsq(Xm, y, rcond=None)[0]
    C("p", [0.0, 0.0, 2 * Xm.T @ Xm @ w - 2 * Xm.T @ y])
    C("q", [w, inv(Xm.T @ Xm) @ Xm.T @ y], {1: -inv(Xm.T @ Xm) @ Xm.T @ y})


@source
def minimos_cuadrados(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    p = r.normal(size=2)
    S = lambda p: ((y - (p[0] * x + p[1])) ** 2).sum()
    D = J(S, p)
    e = y - (p[0] * x + p[1])
    C("a", [D[0], -2 * (x * e).sum()])
    C("b", [D[1], -2 * e.sum()], {1: -e.sum()})
    sx, sy, sxx, sxy = x.sum(), y.sum(), (x * x).sum(), (x * y).sum()
    al, be = np.linalg.solve([[sxx, sx], [sx, n]], [sxy, sy])
    C("c", [n * be, sy - al * sx])
    C("d", [be, (sy - al * sx) / n])
    C("e", [al * sxx + (sy - al * sx) / n * sx, sxy], {0: al * sxx + (sy + al * sx) / n * sx})
    C("f", [n * al * sxx + (sy - al * sx) * sx, n * sxy])
    C("g", [n * sxx * al + sx * sy - al * sx**2, n * sxy])
    C("h", [al * (n * sxx - sx**2), n * sxy - sx * sy], {1: n * sxy - sx * sx})
    C("i", [al, (n * sxy - sx * sy) / (n * sxx - sx**2)])
    C("j", [be, (sy - al * sx) / n], {1: (sy - be * sx) / n})
    C("k", [al, (n * sxy - sx * sy) / (n * sxx - sx**2)])
    C("l", [be, (sy - al * sx) / n])


@source
def redes_readme(r, C, X):
    a, b, A, B = r.normal(size=4)
    v = np.array(r.normal())
    f = lambda t: 1 / (1 + np.exp(-a * t))
    D, y, E = J(f, v), f(v), np.exp(-a * v)
    s = 1 / (1 + E)
    C("a", [D, a * y * (1 - y)])
    C("b", [y, s, (1 + E) ** -1], {2: (1 + E) ** -2})
    C("c", [D, (-1) * (1 + E) ** -2 * E * (-a), a * E / (1 + E) ** 2], {2: E / (1 + E) ** 2})
    C("d", [D, (a / (1 + E)) * (E / (1 + E)), (a / (1 + E)) * ((1 + E - 1) / (1 + E))])
    C("e", [D, (a / (1 + E)) * ((1 + E) / (1 + E) - s)], {1: (a / (1 + E)) * ((1 + E) / (1 + E) + s)})
    C("f", [D, a * s * (1 - s), a * y * (1 - y)], {2: a * y * (1 - f(a))})
    f = lambda t: a * np.tanh(b * t)
    D, y, T = J(f, v), f(v), np.tanh(b * v)
    C("g", [D, b / a * (a - y) * (a + y)], {1: b / a * (a - y) * (a - y)})
    C("h", [D, a * b / np.cosh(b * v) ** 2, a * b * (1 - T**2), a * b - a * b * T**2], {3: a * b + a * b * T**2})
    C("i", [D, (a / a) * (a * b - a * b * T**2), (a**2 * b - a**2 * b * T**2) / a])
    C("j", [D, b * (a**2 - a**2 * T**2) / a, (b / a) * (a**2 - a**2 * T**2)], {2: (b / a) * (a**2 - a * T**2)})
    C("k", [D, (b / a) * (a - a * T) * (a + a * T), (b / a) * (a - y) * (a + y)])
    f = lambda t: A * t
    C("l", [J(f, v), J(f, v), A])
    f = lambda t: A * np.exp(-B * t**2)
    D = J(f, v)
    C("m", [D, -2 * B * v * f(v)])
    C("n", [D, -2 * B * v * A * np.exp(-B * v**2)])
    f = lambda t: np.log(1 + np.exp(a * t))
    D, P = J(f, v), np.exp(a * v)
    C("o", [D, 1 / (1 + E)])
    C("p", [D, a * P / (1 + P), a * (P / (1 + P) * ((1 / P) / (1 / P))), a * s_(a, v)], {3: a * s_(-a, v)})
    C("q", [D, a / (1 + E)])


def s_(a, v):
    return 1 / (1 + np.exp(-a * v))


@source
def handwiki_ols(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(1, 4)
    M, y, be = r.normal(size=(m, n)), r.normal(size=m), r.normal(size=n)
    res = lambda b: y - M @ b
    S = lambda b: (res(b) ** 2).sum()
    D = J(S, be)
    C("a", [D, 2 * res(be) @ J(res, be)])
    C("b", [J(res, be), -M], {1: M})
    wrong = 2 * ((y[:, None] - M.sum(1)[:, None] * be[None, :]) * -M).sum(0)
    C("c", [D, 2 * (y - M @ be) @ (-M)], {1: wrong})
    bh = np.linalg.lstsq(M, y, rcond=None)[0]
    C("d", [np.einsum("ij,ik,k->j", M, M, bh), M.T @ y])
    C("e", [M.T @ M @ bh, M.T @ y])


@source
def wiki_woodbury(r, C, X):
    n, k = r.randint(2, 5, size=2)
    U, V = r.normal(size=(n, k)), r.normal(size=(k, n))
    I, Ik = np.eye(n), np.eye(k)
    C("a", [inv(I + U @ V), I - U @ inv(Ik + V @ U) @ V])
    P = r.normal(size=(n, n))
    Q = inv(I + P)
    C("b", [I, Q @ (I + P), Q + Q @ P], {2: Q + inv(I - P) @ P})
    C("c", [Q, I - Q @ P])
    C("d", [Q, I - P @ Q], {1: I + P @ Q})
    A, K = r.normal(size=(n, n)), r.normal(size=(k, k))
    Ai, Ki = inv(A), inv(K)
    W = inv(Ki + V @ Ai @ U)
    t = I + U @ K @ V @ Ai
    C(
        "e",
        [(A + U @ K @ V) @ (Ai - Ai @ U @ W @ V @ Ai), t - (U + U @ K @ V @ Ai @ U) @ W @ V @ Ai]
        + [t - U @ K @ (Ki + V @ Ai @ U) @ W @ V @ Ai, t - U @ K @ V @ Ai, I],
        {2: t - U @ K @ (Ki - V @ Ai @ U) @ W @ V @ Ai},
    )


@source
def softmax_2016(r, C, X):
    K = r.randint(2, 6)
    z = r.normal(size=K)
    t = r.uniform(0.1, 1, size=K)
    t /= t.sum()
    sm = softmax
    y, Y, I = sm(z), J(sm, z), np.eye(K)
    D = J(lambda z: -(t * np.log(sm(z))).sum(), z)
    L = J(lambda z: np.log(sm(z)), z)
    C("a", [D, -t @ L], {1: -y @ L})
    C("b", [D, -(t / y) @ Y, -(t / y) @ Y], {2: -(t / t) @ Y})
    C("c", [Y, y[:, None] * (I - y[None, :])], {1: y[:, None] * (I - y[:, None])})
    F = -t @ (I - y[None, :])
    C("d", [D, -(t / y * y) @ (I - y[None, :]), F])
    C("e", [D, F, -t + K * y, -t + y, y - t], {4: y + t})
    C("f", [Y, y[:, None] * (I - y[None, :])])


@source
def perdidas_ru(r, C, X):
    N = r.randint(2, 6)
    y, p = r.normal(size=(2, N))
    C("a", [J(lambda p: ((y - p) ** 2).sum() / N, p), 2 / N * (y - p).sum()])
    z = r.normal(size=N)
    y = r.uniform(0.1, 1, size=N)
    y /= y.sum()
    sm = softmax
    p, P = sm(z), J(sm, z)
    l = lambda p: -(y * np.log(p)).sum()
    d = J(l, p)
    C("b", [d, -y / p], {1: y / p})
    D = J(lambda z: l(sm(z)), z)
    C(
        "c",
        [D, d @ P, p * d - (p[:, None] * p[None, :]) @ d, -p * y / p + N * y * p] + [-y + p * y.sum()],
        {1: d.sum() * np.diag(P)},
    )
    C("d", [D, p - y], {1: p + y})


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
