"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_twelfth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent


@source
def appunti_batchnorm(r, C, X):
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ga, be, ep = r.normal(), r.normal(), r.uniform(0.1, 2)
    L = loss(r, m)
    mu = lambda x: x.sum() / m
    var = lambda x: ((x - mu(x)) ** 2).sum() / m
    hat = lambda x: (x - mu(x)) / np.sqrt(var(x) + ep)
    I = np.eye(m)
    h, M, V = hat(x), mu(x), var(x)
    s = np.sqrt(V + ep)
    y = ga * h + be
    gy = J(L, y)
    g = J(lambda h: L(ga * h + be), h)
    C("a", [g, gy * J(lambda t: ga * t + be, h[0]), gy * ga], {2: gy * be})
    Jh = J(hat, x)  # [j, i]
    gx = J(lambda x: L(ga * hat(x) + be), x)
    C("b", [gx, g @ Jh])
    C("c", [h, (x - M) / s])
    c = x - M
    Jc = J(lambda x: x - mu(x), x)
    ds = J(lambda v: (v + ep) ** -0.5, V)
    dV = J(var, x)
    C("dd", [Jh, Jc / s + np.outer(c, ds * dV)], {1: Jc / s - np.outer(c, ds * dV)})
    C("e", [dV, 2 / m * c])
    C("f", [ds * dV, -0.5 * s**-3 * 2 / m * c, -1 / m * s**-3 * c], {2: -1 / m * s**-2 * c})
    D = I - 1 / m
    C("g", [Jh, D / s + np.outer(c, -1 / m * s**-3 * c)])
    C(
        "h",
        [Jh, D / s - np.outer(c, c) / m / s**3, (D - np.outer(c, c) / (m * (V + ep))) / s],
        {2: (D + np.outer(c, c) / (m * (V + ep))) / s},
    )
    C("i", [np.outer(c, c) / s**2, np.outer(h, h)])
    C("j", [Jh, (D - np.outer(h, h) / m) / s], {1: (D - (h * h)[:, None] / m) / s})
    C("k", [gx, g @ Jh, g @ (D - np.outer(h, h) / m) / s])
    fin = (g - g.sum() / m - h / m * (g @ h)) / s
    C("l", [gx, fin])
    C("m", [gx, fin], {1: (g - g.sum() / m - x / m * (g @ h)) / s})
    C("n", [J(lambda t: L(t * h + be), ga), gy @ h])
    C("o", [J(lambda t: L(ga * h + t), be), gy.sum()], {1: g.sum()})
    C("p", [g, gy * ga])
    LV = J(lambda v: L(ga * c / np.sqrt(v + ep) + be), V)
    dh = J(lambda v: c / np.sqrt(v + ep), V)
    C(
        "q",
        [LV, g @ dh, g @ c * ds, g @ c * -0.5 * (V + ep) ** -1.5, g @ c * -1 / 2 * (V + ep) ** -1.5],
        {4: g @ c * -1 / 2 * (V + ep) ** -0.5},
    )
    v2 = lambda t: ((x - t) ** 2).sum() / m
    LM = J(lambda t: L(ga * (x - t) / np.sqrt(v2(t) + ep) + be), M)
    rest = LV * -2 / m * c.sum()
    C(
        "r",
        [LM, g @ J(lambda t: (x - t) / s, M) + LV * J(v2, M), g.sum() * -1 / s + rest, g.sum() * -1 / s + rest],
        {2: g.sum() / s + rest},
    )
    C(
        "s",
        [
            gx,
            fin,
            g / s - g.sum() / (m * s) - h / (m * s) * (g @ h),
            g / s - g.sum() / s / m - 0.5 * (V + ep) ** -1.5 * 2 * h / m * (g @ h),
            g / s + LM / m + 2 * c / m * LV,
        ],
    )


@source
def attn_gradient_ko(r, C, X):
    n, m, dk = r.randint(2, 5, size=3)
    dv = dk + r.randint(1, 3)
    Q, K, V = r.normal(size=(n, dk)), r.normal(size=(m, dk)), r.normal(size=(m, dv))

    def rows(S):
        e = np.exp(S - S.real.max(1)[:, None])
        return e / e.sum(1)[:, None]

    q = np.sqrt(dk)
    S = Q @ K.T / q
    P = rows(S)
    O = P @ V
    L = loss(r, n, dv)
    G = J(L, O)
    U = J(lambda P: L(P @ V), P)
    De = J(lambda S: L(rows(S) @ V), S)
    LV = J(lambda V: L(P @ V), V)
    LQ = J(lambda Q: L(rows(Q @ K.T / q) @ V), Q)
    LK = J(lambda K: L(rows(Q @ K.T / q) @ V), K)
    C("a", [LV, P.T @ G], {1: P.T @ O})
    C("b", [U, G @ V.T])
    s = r.normal(size=m)
    p = softmax(s)
    l = loss(r, m)
    u = J(l, p)
    Jm = J(softmax, s)
    I = np.eye(m)
    C("c", [Jm, np.diag(p) - np.outer(p, p)])
    C("d", [Jm, p[:, None] * (I - p)], {1: p[:, None] * (I + p)})
    t = p @ u
    C(
        "e",
        [J(lambda s: l(softmax(s)), s), u @ Jm, (u * p) @ (I - p), u * p - p * t, p * (u - t)],
        {4: u * (u - t)},
    )
    R = (P * U).sum(1)
    one = np.ones(m)
    C("f", [De, P * (U - np.outer(R, one))], {1: P * (U + np.outer(R, one))})
    C("g", [(P * (U - R[:, None])).sum(1), R - R * P.sum(1), R - R, 0 * R])
    C("h", [LQ, De @ K / q])
    C("i", [LK, De.T @ Q / q], {1: 2 * De.T @ Q / q})
    C("j", [U, G @ V.T])
    C("k", [De, P * (U - np.outer(R, one))], {1: S * (U - np.outer(R, one))})
    C("l", [LV, P.T @ G])
    C("m", [LQ, De @ K / q])
    C("n", [LK, De.T @ Q / q], {1: De.T @ Q / np.sqrt(dv)})


@source
def d2l_matrix_calculus(r, C, X):
    n, m, q = r.randint(2, 5, size=3)
    be, x = r.normal(size=(2, n))
    f = lambda x: be @ x
    df = J(f, x)
    part = np.array([J(lambda t: f(np.concatenate([x[:i], [t], x[i + 1 :]])), x[i]) for i in range(n)])
    C("a", [df, part])
    C("b", [f(x), (be * x).sum(), sum(be[i] * x[i] for i in range(n))])
    C("c", [part[0], be[0]])
    C("dd", [part, be], {1: x})
    C("e", [df, part, be, be], {3: x})
    A = r.normal(size=(n, n))
    Q = lambda x: x @ A @ x
    E = lambda x: np.einsum("i,ij,j", x, A, x)
    dQ, dE = J(Q, x), J(E, x)
    I = np.eye(n)
    C("f", [Q(x), E(x)])
    C("g", [dQ, dE])
    one, two = np.einsum("ik,ij,j->k", I, A, x), np.einsum("i,ij,jk->k", x, A, I)
    C("h", [dE, one + two], {1: one - two})
    C("i", [dE, A @ x + x @ A])
    C("j", [dE, A @ x + x @ A, (A + A.T) @ x], {2: (A - A.T) @ x})
    C("k", [dE, (A + A.T) @ x])
    C("l", [dQ, dE, (A + A.T) @ x])
    C("m", [dQ, (A + A.T) @ x], {1: (A - A.T) @ x})
    t, a, u, v = r.normal(size=4)
    C("n", [J(lambda t: t * a * t, t), a * t + t * a, (a + a) * t], {2: (a - a) * t})
    C("o", [J(lambda v: (t - u * v) ** 2, v), -2 * (t - u * v) * u], {1: -2 * (t - u * v) * v})
    Y, U, V = r.normal(size=(n, m)), r.normal(size=(n, q)), r.normal(size=(q, m))
    F = lambda V: ((Y - U @ V) ** 2).sum()
    dF = J(F, V)
    R = Y - U @ V
    C("p", [dF, -2 * U.T @ R])
    C("q", [dF, J(lambda V: ((Y - np.einsum("ik,kj->ij", U, V)) ** 2).sum(), V)])
    full = np.einsum("ij,ik,kjab->ab", R, -U, J(lambda V: V, V))
    C("r", [dF, 2 * full], {1: 4 * full})
    s = np.einsum("ib,ia->ab", R, U)
    C("s", [dF, -2 * s], {1: 2 * s})
    C("t", [J(lambda x: x.sum() ** 2, x)[0], 2 * x.sum()])
    C("u", [np.einsum("ik,kb->ib", U, V), U @ V])
    C("v", [Y - np.einsum("ik,kb->ib", U, V), R], {1: Y + U @ V})
    C("w", [dF, -2 * s])
    C("y", [dF, -2 * np.einsum("ai,ib->ab", U.T, R)])
    C("z", [dF, -2 * (U.T @ R)], {1: -2 * (U.T @ (Y + U @ V))})
    C("zz", [dF, -2 * U.T @ R])


@source
def steepest_post(r, C, X):
    n = r.randint(1, 4)
    U = np.linalg.qr(r.normal(size=(n, n)))[0]
    lo = r.uniform(0.2, 1)
    hi = lo + r.uniform(0.5, 3)
    ka = np.full(n, [lo, hi][r.randint(2)]) if r.rand() < 0.6 else r.uniform(lo, hi, size=n)
    H = U @ np.diag(ka) @ U.T
    x, y, xs, xk = r.normal(size=(4, n))
    p, al = r.normal(), r.normal()
    f = lambda v: 0.5 * (v - xs) @ H @ (v - xs) + p
    g = J(f, x)
    gg = g @ g
    d = y - x
    C("a", [f(y), f(x) + g @ d + d @ H @ d / 2], {1: f(x) + g @ d + d @ H @ d / 3})
    low = f(x) + g @ d + lo / 2 * d @ d
    C("c", [-f(y), -low], le=(1,))
    C("e", [-low, -(f(x) - g @ g / lo + lo / 2 * (g / lo) @ (g / lo))], le=(1,))
    C(
        "f",
        [f(x) + g @ (-g / lo) + lo / 2 * (g / lo) @ (g / lo), f(x) - gg / lo + gg / (2 * lo), f(x) - gg / (2 * lo)],
        {2: f(x) - gg / lo},
    )
    C("g", [2 * lo * (-p + f(x)), gg], {0: 4 * lo * (-p + f(x))}, le=(1,))
    C("hh", [f(y), f(x) + g @ d + hi / 2 * d @ d], {1: f(x) + g @ d + lo / 2 * d @ d}, le=(1,))
    e = (x - al * g) - x
    C(
        "i",
        [
            f(x - al * g),
            f(x) + g @ e + hi / 2 * e @ e,
            f(x) + g @ (-al * g) + hi / 2 * (al * g) @ (al * g),
            f(x) - al * gg + al**2 / 2 * hi * gg,
        ],
        {3: f(x) + al * gg + al**2 / 2 * hi * gg},
        le=(1,),
    )
    C("j", [gg / (hi * gg), 1 / hi])
    a = 1 / hi
    C(
        "k",
        [f(x - a * g), f(x) - gg / hi + hi * gg / (2 * hi**2), f(x) - gg / hi + gg / (2 * hi), f(x) - gg / (2 * hi)],
        {3: f(x) - gg / hi},
        le=(1,),
    )
    C(
        "l",
        [
            f(x - a * g) - p,
            f(x) - p - gg / (2 * hi),
            f(x) - p - lo / hi * (-p + f(x)),
            (1 - lo / hi) * (f(x) - p),
        ],
        {3: (1 + lo / hi) * (f(x) - p)},
        le=(1, 2),
    )
    x1 = xk - a * J(f, xk)
    x2 = x1 - a * J(f, x1)
    rho = 1 - lo / hi
    C(
        "m",
        [f(x2) - p, rho * (f(x1) - p), rho**2 * (f(xk) - p)],
        {2: rho**4 * (f(xk) - p)},
        le=(1, 2),
    )


@source
def nla_projections(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(1, 3)
    a, b = r.normal(size=(2, m))
    p = np.outer(a, a) / (a @ a) @ b
    C("a", [p, a @ b / norm(a) ** 2 * a], {1: a @ b / norm(a) ** 2 * b})
    Q = np.linalg.qr(r.normal(size=(m, n)))[0]
    I = np.eye(n)
    P = Q @ inv(Q.T @ Q) @ Q.T
    C("b", [P, Q @ inv(I) @ Q.T, Q @ I @ Q.T, Q @ Q.T], {2: 2 * Q @ I @ Q.T})
    C("c", [P.T, (Q @ Q.T).T, (Q.T).T @ Q.T, Q @ Q.T, P], {4: np.eye(m)})
    C("dd", [P @ P, (Q @ Q.T) @ (Q @ Q.T), Q @ (Q.T @ Q) @ Q.T, Q @ I @ Q.T, Q @ Q.T, P], {5: 2 * P})
    R = r.normal(size=(n, n)) + 3 * np.eye(n)
    A = Q @ R
    x = np.linalg.solve(A.T @ A, A.T @ b)
    C("e", [(Q @ R).T @ (Q @ R) @ x, (Q @ R).T @ b])
    C("f", [(R.T @ Q.T) @ (Q @ R) @ x, R.T @ Q.T @ b])
    C("g", [R.T @ I @ R @ x, R.T @ Q.T @ b])
    C("hh", [R.T @ R @ x, R.T @ Q.T @ b], {1: -R.T @ Q.T @ b})
    C("i", [inv(R.T) @ R.T @ R @ x, inv(R.T) @ R.T @ Q.T @ b])
    C("j", [R @ x, Q.T @ b], {0: R.T @ x})


@source
def pca_chapter(r, C, X):
    n, d = r.randint(2, 6), r.randint(2, 4)
    M = r.normal(size=(n, d))
    M = M - M.mean(0)
    v = r.normal(size=d)
    y = M @ v
    C(
        "a",
        [y.var(), (y**2).sum() / n, y @ y / n, (M @ v) @ (M @ v) / n, v @ M.T @ M @ v / n],
        {4: 2 / n * v @ M.T @ M @ v},
    )
    S = M.T @ M / n
    C("b", [y.var(), v @ S @ v], {1: v @ S @ S @ v})
    la, mu = r.normal(size=2)
    G = J(lambda v: v @ S @ v - la * (v @ v - 1), v)
    C("c", [G, 2 * S @ v - 2 * la * v], {1: 2 * S @ v + 2 * la * v})
    w, E = np.linalg.eigh(S)
    e, l = E[:, -1], w[-1]
    C("dd", [S @ e, l * e])
    C("e", [e @ S @ e, l * e @ e, l * 1, l], {3: l**2})
    v1 = r.normal(size=d)
    C("f", [J(lambda v: v @ S @ v - la * (v @ v - 1) - mu * (v @ v1), v), 2 * S @ v - 2 * la * v - mu * v1])
    u1 = (2 * S @ v - 2 * la * v) / mu
    C(
        "g",
        [2 * u1 @ S @ v - 2 * la * u1 @ v - mu * u1 @ u1, 0],
        {0: 2 * u1 @ S @ v - 2 * la * u1 @ v + mu * u1 @ u1},
    )
    V = np.linalg.qr(r.normal(size=(d, d)))[0]
    k = r.normal(size=d)
    C("i", [np.trace(V @ np.diag(k) @ V.T), k.sum()])
    Y = np.array([[-1.0, -2], [0, 0], [1, 2]])
    C("j", [Y.T @ Y, np.array([[-1.0, 0, 1], [-2, 0, 2]]) @ Y])
    C("k", [np.linalg.det(np.array([[2 - la, 4], [4, 8 - la]])), (2 - la) * (8 - la) - 16])
    q = 2
    U = np.linalg.qr(r.normal(size=(n + 1, q)))[0]
    W = np.linalg.qr(r.normal(size=(d, q)))[0]
    D = np.diag(r.normal(size=q))
    Z = U @ D @ W.T
    C("l", [Z.T @ Z, (U @ D @ W.T).T @ (U @ D @ W.T), W @ D @ U.T @ U @ D @ W.T, W @ D**2 @ W.T], {3: W @ D**3 @ W.T})


@source
def softmax_backprop_post(r, C, X):
    n = r.randint(2, 6)
    z = r.normal(size=n)
    sg = lambda t: 1 / (1 + np.exp(-t))
    a, e = sg(z), np.exp(-z)
    da = np.array([J(sg, t) for t in z])
    C("a", [da, a * (1 - a)], {1: a * (1 + a)})
    C(
        "b",
        [
            da,
            np.array([J(lambda t: 1 / (1 + np.exp(-t)), t) for t in z]),
            e / (1 + e) ** 2,
            1 / (1 + e) * (e / (1 + e)),
            1 / (1 + e) * (1 + e - 1) / (1 + e),
            1 / (1 + e) * (1 - 1 / (1 + e)),
            a * (1 - a),
        ],
        {2: e / (1 + e) ** 3},
    )
    E = np.exp(z)
    S = E.sum()
    A = E / S
    Jm = J(lambda z: np.exp(z) / np.exp(z).sum(), z)
    C("c", [A.sum(), (E / S).sum(), E.sum() / S, 1])
    d = np.diag(Jm)
    C("dd", [d, A * (1 - A)])
    C("e", [d, d, (S * E - E**2) / S**2, E * (S - E) / S**2, E / S * (S / S - E / S), A * (1 - A)], {5: A * (1 + A)})
    off = ~np.eye(n, dtype=bool)
    O = lambda M: M[off]  # [j, i] with j != i
    aa = np.outer(A, A)
    C("f", [O(Jm), O(-aa)], {1: O(aa)})
    C(
        "g",
        [O(Jm), O(Jm), O(-np.outer(E, E) / S**2), O(-np.outer(E / S, E / S)), O(-aa)],
        {3: O(-((A**2)[:, None] + 0 * aa))},
    )
    hot = np.eye(n)
    C("h", [-(hot @ np.log(A)), -np.log(A)])
    y = r.normal(size=n)
    y = y + (1 - y.sum()) / n
    cost = lambda z: -(y * np.log(np.exp(z) / np.exp(z).sum())).sum()
    D = J(cost, z)
    C("i", [D, A - y])
    C("j", [D, A - y], {1: A + y})
    Jl = J(lambda z: np.log(np.exp(z) / np.exp(z).sum()), z)
    C("k", [D, D, -y @ Jl, -(y / A) @ Jm], {3: (y / A) @ Jm})
    own, rest = y / A * d, (y / A) @ Jm - y / A * d
    C("l", [D, -own - rest], {1: -own + rest})
    ys = y.sum() - y
    C(
        "m",
        [
            D,
            -y / A * A * (1 - A) + ((y / A * A).sum() - y / A * A) * A,
            -y * (1 - A) + ys * A,
            -y + A * y + A * ys,
            A * (y + ys) - y,
            A * y.sum() - y,
        ],
        {2: -y * (1 - A) - ys * A},
    )
    C("n", [D, A - y])


@source
def layernorm_problem(r, C, X):
    D = r.randint(2, 6)
    x, ga, be = r.normal(size=(3, D))
    ep = r.uniform(0.1, 2)
    L = loss(r, D)
    mu = lambda x: x.sum() / D
    sig = lambda x: np.sqrt(((x - mu(x)) ** 2).sum() / D + ep)
    hat = lambda x: (x - mu(x)) / sig(x)
    h, s, c = hat(x), sig(x), x - mu(x)
    g = J(L, ga * h + be) * ga
    gh = J(lambda h: L(ga * h + be), h)
    gx = J(lambda x: L(ga * hat(x) + be), x)
    Jh, ds = J(hat, x), J(sig, x)
    I = np.eye(D)
    fin = (g - g.mean() - h * (g @ h / D)) / s
    C("a", [gx, fin], {1: (g + g.mean() - h * (g @ h / D)) / s})
    C("b", [gx, gh @ Jh, g @ Jh])
    Jc = J(lambda x: x - mu(x), x)
    dm = J(mu, x)
    C(
        "c",
        [Jh, (Jc * s - np.outer(c, ds)) / s**2, (I - dm[None, :]) / s - np.outer(h / s, ds)],
        {2: (I - dm[None, :]) / s - (h / s * ds)[None, :] + 0 * I},
    )
    C("dd", [ds, J(lambda x: sig(x) ** 2, x) / (2 * s), 2 / D * c / (2 * s), c / (D * s), h / D], {4: x / D})
    hh = np.outer(h, h)
    C("e", [Jh, (I - 1 / D) / s - hh / (D * s), (I - 1 / D - hh / D) / s], {1: (I + 1 / D) / s - hh / (D * s)})
    C("f", [gx, g @ (I - 1 / D - hh / D) / s, (g - g.sum() / D - h * (g @ h / D)) / s])


sq = lambda v: (v * v).sum()


@source
def cs224n_answers(r, C, X):
    n = r.randint(2, 6)
    x, th = r.normal(size=(2, n))
    c = r.normal()
    e = np.exp
    C("a", [softmax(x), softmax(x + c)])
    b1 = e(x + c) / e(x + c).sum()
    C(
        "b",
        [softmax(x + c), b1, e(x) * e(c) / (e(c) * e(x).sum()), e(x) / e(x).sum(), softmax(x)],
        {1: e(x - c) / e(x + c).sum()},
    )
    s = r.normal()
    sg = lambda t: 1 / (1 + np.exp(-t))
    ds = J(sg, np.array(s))
    C(
        "c",
        [
            ds,
            J(lambda t: 1 / (1 + np.exp(-t)), np.array(s)),
            -1 / (1 + e(-s)) ** 2 * -e(-s),
            e(-s) / (1 + e(-s)) ** 2,
            e(-s) / (1 + e(-s)) * (1 - e(-s) / (1 + e(-s))),
            sg(s) * (1 - sg(s)),
        ],
        {2: -1 / (1 + e(-s)) ** 3 * -e(-s)},
    )
    k, j = r.randint(n), r.randint(n)
    y = np.eye(n)[k]
    yh = softmax(th)
    CE = lambda t: -(y * np.log(softmax(t))).sum()
    C(
        "d",
        [
            CE(th),
            -(y * np.log(yh)).sum(),
            -np.log(yh[k]),
            -np.log(softmax(th)[k]),
            np.log(n * e(th[j]) / e(th[k])),
            np.log(n * e(th[j])) - th[k],
        ],
        {2: np.log(yh[k])},
    )
    G = J(CE, th)
    g2 = J(lambda t: np.log(np.exp(t).sum()) - t[k], th)
    C("e", [G[k], g2[k], e(th[k]) / e(th).sum() - 1, yh[k] - 1], {3: yh[k] + 1})
    o = np.arange(n) != k
    C("f", [G[o], g2[o], (e(th) / e(th).sum())[o], yh[o]])
    C("g", [G, yh - y], {1: yh + y})
    D, H = r.randint(2, 5, size=2)
    x, b1, b2 = r.normal(size=D), r.normal(size=H), r.normal(size=n)
    W1, W2 = r.normal(size=(D, H)), r.normal(size=(H, n))
    y = r.uniform(size=n)
    y /= y.sum()
    z1 = x @ W1 + b1
    h = sg(z1)
    z2 = h @ W2 + b2
    L = lambda z: -(y * np.log(softmax(z))).sum()
    dz1, dh, dz2 = J(lambda x: x @ W1 + b1, x).T, J(sg, z1).T, J(lambda h: h @ W2 + b2, h).T
    C("h", [J(lambda x: L(sg(x @ W1 + b1) @ W2 + b2), x), dz1 @ dh @ dz2 @ J(L, z2)])
    C("k", [dz1, W1])
    C("l", [dz2, W2])
    C("m", [J(L, z2), softmax(z2) - y])


@source
def entropy_notebook(r, C, X):
    n = r.randint(2, 6)
    t, v = r.normal(size=(2, n))
    p = r.uniform(0.1, 1, size=n)
    p /= p.sum()
    e = np.exp(t)
    Z = e.sum()
    q = e / Z
    H = lambda t: -(p * np.log(np.exp(t) / np.exp(t).sum())).sum()
    C(
        "a",
        [
            H(t),
            -(p * np.log(q)).sum(),
            -(p * np.log(e / Z)).sum(),
            (p * (np.log(Z) - t)).sum(),
            np.log(Z) - (p * t).sum(),
        ],
        {3: (p * (np.log(Z) + t)).sum()},
    )
    C("b", [J(lambda t: np.log(np.exp(t).sum()), t), e / Z, q])
    C("c", [J(H, t), q - p], {1: q + p})
    Hs = J(lambda t: np.exp(t) / np.exp(t).sum() - p, t)
    Jq = J(softmax, t)
    C("d", [Hs, J(lambda t: softmax(t) - p, t), Jq])
    de, dZ = J(np.exp, t), J(lambda t: np.exp(t).sum(), t)
    et = np.outer(e, e)
    C(
        "e",
        [Jq, J(lambda t: np.exp(t) / np.exp(t).sum(), t), (Z * de - np.outer(e, dZ)) / Z**2, (Z * de - et) / Z**2],
        {3: (Z * de - (e**2)[:, None]) / Z**2},
    )
    o = ~np.eye(n, dtype=bool)
    C("f", [Hs[o], (-et / Z**2)[o], -np.outer(q, q)[o]], {2: np.outer(q, q)[o]})
    C("g", [np.diag(Hs), (Z * e - np.exp(2 * t)) / Z**2, q - q**2], {2: q - q**3})
    C("h", [Hs, np.diag(q) - np.outer(q, q)], {1: np.diag(q) + np.outer(q, q)})
    C(
        "k",
        [
            v @ Hs @ v,
            v @ np.diag(q) @ v - v @ np.outer(q, q) @ v,
            (v**2 * q).sum() - (v**2 * q**2).sum(),
            (v**2 * q * (1 - q)).sum(),
        ],
    )


@source
def college_lsq(r, C, X):
    m = r.normal()
    y = r.normal(size=3)
    C(
        "a",
        [
            0,
            abs(-1 - y[0]) ** 2 + abs(-1 - y[1]) ** 2 + abs(2 - y[2]) ** 2,
            (-1 - y[0]) ** 2 + (-1 - y[1]) ** 2 + (2 - y[2]) ** 2,
        ],
    )
    x = np.array([-1.0, 0, 1])
    y = m * x
    C("b", [y[0], m * x[0], m * -1, -m], {3: m})
    C("c", [y[1], m * x[1], m * 0, 0])
    C("e", [y[2], m * x[2], m * 1, m])
    d = (-1 - y[0]) ** 2 + (-1 - y[1]) ** 2 + (2 - y[2]) ** 2
    C(
        "f",
        [
            d,
            d,
            (-1 - -m) ** 2 + (-1 - 0) ** 2 + (2 - m) ** 2,
            (-1 + m) ** 2 + 1 + (2 - m) ** 2,
            m**2 - 2 * m + 1 + 1 + m**2 - 4 * m + 4,
            2 * m**2 - 6 * m + 6,
        ],
        {4: m**2 - 2 * m + 1 + 1 + m**2 - 2 * m + 4},
    )
    N = r.randint(2, 6)
    x, y = r.normal(size=(2, N))
    x, y = x - x.mean(), y - y.mean()
    d = sq(y - m * x)
    C("g", [d, (x**2 * m**2 - 2 * x * y * m + y**2).sum()])
    C("h", [d, sq(x) * m**2 - 2 * (x @ y) * m + sq(y)], {1: sq(x) * m**2 + 2 * (x @ y) * m + sq(y)})
    a, b = sq(x), -2 * x @ y
    C("k", [-b / (2 * a), -b / (2 * a), 2 * x @ y / (2 * sq(x)), x @ y / sq(x)], {3: x @ y / (y[0] ** 2 + sq(x[1:]))})
    C("l", [0, ((-1) * (-1) + 0 * (-1) + 1 * 2) / ((-1) ** 2 + 0**2 + 1**2), 3 / 2])
    x, xb, yb = r.normal(size=3)
    C("n", [0, m * (x - xb) + yb, m * x + (yb - m * xb)], {2: m * x + (yb + m * xb)})


@source
def anexo_regresion(r, C, X):
    p = r.randint(2, 4)
    n = p + r.randint(1, 4)
    A, y, b = r.normal(size=(n, p)), r.normal(size=n), r.normal(size=p)
    lam = r.uniform(0.1, 2)
    e = y - A @ b
    f = lambda b: sq(y - A @ b) / n
    C("a", [f(b), sq(y - A @ b) / n, sum((y[i] - A[i] @ b) ** 2 for i in range(n)) / n])
    C("b", [f(b), e @ e / n])
    C(
        "c",
        [f(b), (y @ y - y @ A @ b - b @ A.T @ y + b @ A.T @ A @ b) / n],
        {1: (y @ y - y @ A @ b + b @ A.T @ y + b @ A.T @ A @ b) / n},
    )
    C("e", [f(b), (y @ y - 2 * b @ A.T @ y + b @ A.T @ A @ b) / n])
    C("f", [J(f, b), (-2 * A.T @ y + 2 * A.T @ A @ b) / n], {1: (2 * A.T @ y + 2 * A.T @ A @ b) / n})
    C("g", [J(f, b), -2 / n * A.T @ e], {1: -1 / n * A.T @ e})
    o = np.linalg.lstsq(A, y, rcond=None)[0]
    C("h", [A.T @ (y - A @ o), np.zeros(p)])
    C("k", [A.T @ y, A.T @ A @ o], {1: -A.T @ A @ o})
    H = A @ inv(A.T @ A) @ A.T
    C("l", [A @ o, A @ o, A @ inv(A.T @ A) @ A.T @ y, H @ y])
    g = lambda b: sq(y - A @ b) / n + lam * (b * b).sum()
    C("m", [g(b), e @ e / n + lam * b @ b], {1: (y + A @ b) @ e / n + lam * b @ b})
    C("n", [J(f, b), -2 / n * A.T @ e])
    C("o", [J(lambda b: lam * (b * b).sum(), b), 2 * lam * b])
    C("p", [J(g, b), -2 / n * A.T @ e + 2 * lam * b], {1: -2 / n * A.T @ e - 2 * lam * b})
    R = np.linalg.solve(A.T @ A + n * lam * np.eye(p), A.T @ y)
    assert np.allclose(-2 / n * A.T @ (y - A @ R) + 2 * lam * R, 0)
    C("q", [-A.T @ y + A.T @ A @ R + n * lam * R, np.zeros(p)], {0: -A.T @ y + A.T @ A @ R + 2 * lam * R})
    C("r", [(A.T @ A + n * lam * np.eye(p)) @ R, A.T @ y])


@source
def esl_prelims(r, C, X):
    p = r.randint(2, 5)
    a, b, x = r.normal(size=(3, p))
    C("a", [np.inner(a, b), a @ b, sum(a[k] * b[k] for k in range(p))])
    C("b", [norm(a) ** 2, a @ a], {1: a @ b})
    Q = np.linalg.qr(r.normal(size=(p, p)))[0]
    lam = r.normal(size=p)
    A = Q @ np.diag(lam) @ Q.T
    C("c", [x @ A @ x, sum(lam[i] * (Q[:, i] @ x) ** 2 for i in range(p))])
    n = p + r.randint(1, 4)
    M, y = r.normal(size=(n, p)), r.normal(size=n)
    P = M @ inv(M.T @ M) @ M.T
    C("e", [P.T, P])
    C("f", [P @ P, P])
    C("g", [sq(y), sq(P @ y) + sq(y - P @ y)], {1: sq(P @ y) - sq(y - P @ y)})
    U = np.linalg.qr(r.normal(size=(n, p)))[0]
    d = r.uniform(0.1, 2, size=p)
    V = Q
    M = U @ np.diag(d) @ V.T
    C("h", [M.T @ M, V @ np.diag(d**2) @ V.T], {1: V @ np.diag(d**3) @ V.T})
    C("k", [M.T @ M @ V, V * d**2])
    A = r.normal(size=(p, p))
    S = A + A.T
    C("l", [J(lambda x: a @ x, x), a])
    C("m", [J(lambda x: x @ A @ x, x), (A + A.T) @ x], {1: (A - A.T) @ x})
    C("n", [J(lambda x: x @ S @ x, x), 2 * S @ x])
    C("o", [x @ A @ x, np.einsum("ij,i,j", A, x, x)], {1: np.einsum("ij,i,i", A, x, x)})
    N, m = r.randint(2, 5, size=2)
    F, G, H = r.normal(size=(3, N, m))
    A = r.normal(size=(m, m))
    tr = np.trace
    C("p", [J(lambda F: np.trace(G.T @ F @ A), F), G @ A.T], {1: G @ A})
    C("q", [tr(G.T @ (F + H) @ A) - tr(G.T @ F @ A), tr(G.T @ H @ A)])
    C("r", [tr(G.T @ H @ A), tr(A @ G.T @ H), tr((G @ A.T).T @ H), (G @ A.T * H).sum()], {3: (G @ A.T * F).sum()})
    C("s", [J(lambda F: np.trace(G.T @ F @ A), F), G @ A.T])


@source
def gd_optbook(r, C, X):
    n = r.randint(2, 5)
    even = r.rand() < 0.5
    L, mu = r.uniform(1, 3), r.uniform(0.1, 0.9)
    x, y, c = r.normal(size=(3, n))
    q = r.uniform(0, L, size=n)
    if even:
        y, c = -x, 0 * c
    f = lambda x: 0.5 * (q * (x - c) ** 2).sum()
    g = q * (x - c)
    C("a", [f(x) - f(y), g @ (x - y), norm(g) * norm(x - y)], {2: norm(g) * norm(x + y)}, le=(1, 2))
    # a step: numbers that satisfy what is assumed, with equality in one half of the trials
    D = r.normal(size=n)
    al = r.uniform(0.2, 1.8) * L
    g = al * D
    ek = (g @ D) * (1 if even else r.uniform(0.95, 1))
    e1 = ek - g @ g / (2 * L)
    while e1 <= 0:
        al *= 0.9
        g = al * D
        ek = g @ D
        e1 = ek - g @ g / (2 * L)
    e1 *= 1 if even else r.uniform(0.5, 1)
    R = norm(D) * (1 if even else r.uniform(1, 2))
    C("c", [ek, norm(g) * norm(D), norm(g) * R], le=(1, 2))
    C("e", [e1, ek - (ek / R) ** 2 / (2 * L)], {1: ek - 3 * (ek / R) ** 2 / (2 * L)}, le=(1,))
    C(
        "f",
        [1 / e1 - 1 / ek, (ek - e1) / (ek * e1), (ek - e1) / ek**2, 1 / (2 * L * R**2)],
        {1: (ek + e1) / (ek * e1)},
        ge=(2, 3),
    )
    D0 = r.normal(size=n)
    D0 *= R / norm(D0) * (1 if even else r.uniform(0.5, 1))
    up = L / 2 * sq(D0)
    e0 = up * (1 if even else r.uniform(0.3, 1))
    C("g", [e0, up, L * R**2 / 2], le=(1, 2))
    k = r.uniform(0, 9)
    C(
        "h",
        [1 / e0 + k / (2 * L * R**2), 2 / (L * R**2) + k / (2 * L * R**2), (k + 4) / (2 * L * R**2)],
        {2: (k + 2) / (2 * L * R**2)},
        ge=(1,),
    )
    Q = np.linalg.qr(r.normal(size=(n, n)))[0]
    H = L * np.eye(n) if even else Q @ np.diag(r.uniform(0, L, size=n)) @ Q.T
    h = r.uniform(0.1, 2) / L
    g = H @ D
    x1 = D - h * g  # x^{k+1} - x^*
    full = sq(D) - 2 * h * g @ D + h**2 * sq(g)
    C("k", [sq(x1), sq(D - h * g), full, full], {2: sq(D) + 2 * h * g @ D + h**2 * sq(g)})
    C("l", [g @ D, D @ H @ D, D @ H @ H @ D / L, sq(g) / L], ge=(2,))
    C("m", [sq(x1), sq(D) - (2 * h / L - h**2) * sq(g), sq(D)], {1: sq(D) - (2 * h / L + h**2) * sq(g)}, le=(1, 2))
    q = np.full(n, mu) if even else r.uniform(mu, 3, size=n)
    c = r.normal(size=n)
    if even:
        y = c
    g = q * (x - c)
    f = lambda x: 0.5 * (q * (x - c) ** 2).sum()
    C("n", [sq(g), 2 * mu * (f(x) - f(y))], {1: 4 * mu * (f(x) - f(y))}, ge=(1,))
    C("o", [f(x) - f(y), g @ (x - y) - mu / 2 * sq(x - y)], le=(1,))
    fk, fs = r.uniform(1, 2), r.uniform(0, 1)
    g2 = 2 * mu * (fk - fs) * (1 if even else r.uniform(1, 2))
    f1 = fk - g2 / (2 * L) * (1 if even else r.uniform(1, 2))
    C(
        "p",
        [f1 - fs, fk - fs - g2 / (2 * L), fk - fs - mu / L * (fk - fs), (1 - mu / L) * (fk - fs)],
        {3: (1 + mu / L) * (fk - fs)},
        le=(1, 2),
    )


@source
def threads(r, C, X):
    n = r.randint(2, 5)
    z, dz = r.normal(size=(2, n))
    y = r.uniform(0.1, 1, size=n)
    y /= y.sum()
    s = softmax(z)
    S = np.diag(s)
    ss = np.outer(s, s)
    ds = J(softmax, z) @ dz
    L = lambda z: -(y * np.log(softmax(z))).sum()
    I = np.eye(n)
    one = np.ones(n)
    C("a", [ds, (S - ss) @ dz])
    C(
        "b",
        [
            J(L, z) @ dz,
            -y @ (inv(S) @ ds),
            (inv(S) @ y) @ -ds,
            (inv(S) @ y) @ ((ss - S) @ dz),
            ((ss - S) @ inv(S) @ y) @ dz,
            ((np.outer(s, one) - I) @ y) @ dz,
            (s - y) @ dz,
        ],
        {6: (s + y) @ dz},
    )
    C("c", [J(L, z), s - y])
    C("e", [J(lambda z: softmax(z) - y, z) @ dz, ds, (S - ss) @ dz], {2: (S + ss) @ dz})
    C("f", [J(lambda z: softmax(z) - y, z), S - ss])
    v = r.normal(size=n)
    g, eta = r.uniform(0.2, 2, size=2)
    lo = loss(r, n)
    w = g * v / norm(v)
    M = I - np.outer(w, w) / sq(w)
    Lw = J(lo, w)
    Lv = J(lambda v: lo(g * v / np.sqrt((v * v).sum())), v)
    C("g", [Lv, g / norm(v) * M @ Lw], {1: g / norm(w) * M @ Lw})
    C("h", [-eta * Lv, -eta * Lv, -eta * g / norm(v) * M @ Lw])
    C("k", [w @ (-eta * Lv), -eta * g / norm(v) * w @ M @ Lw])
    C(
        "l",
        [w @ (-eta * Lv), -eta * g / norm(v) * (w - sq(w) * w / sq(w)) @ Lw, 0],
        {1: -eta * g / norm(v) * (w + sq(w) * w / sq(w)) @ Lw},
    )
    p = r.randint(1, n)
    A = r.normal(size=(n, p))
    P = A @ inv(A.T @ A) @ A.T
    m = r.normal(size=n)
    C("m", [m @ (I - P) @ m, 0], ge=(1,))
    C("n", [m @ m, m @ P @ m], ge=(1,))
    C("o", [m @ (I - P) @ m, m @ (I - P) @ (I - P) @ m, sq((I - P) @ m), 0], {2: sq((I + P) @ m)}, ge=(3,))
    x = r.normal(size=n)
    O = np.ones((n, n))
    K = I - O / n
    v = one / np.sqrt(n)
    C("p", [x @ K @ x, 0], ge=(1,))
    C("q", [0, x @ K @ x, x @ x], {1: x @ (I + O / n) @ x}, le=(1, 2))
    C("r", [K, I - np.outer(v, v)], {1: I + np.outer(v, v)})
    C("s", [0, 0, x @ x - (x @ v) ** 2, norm(x) ** 2 - abs(x @ v) ** 2])
    C("t", [O / n, O / n, np.outer(one / np.sqrt(n), one / np.sqrt(n))], {2: np.outer(one / np.sqrt(n), one / n)})
    C("u", [x @ K @ x, 0], ge=(1,))
    if r.rand() < 0.5:
        x = np.full(n, r.normal()) + 0.1 * x
    rms = np.sqrt(sq(x) / n)
    C("v", [abs(x.sum() / n), rms], {0: abs(2 * x.sum() / n)}, le=(1,))
    C("w", [norm(x), np.sqrt(x @ x), np.sqrt(sq(x))])
    C("y", [np.linalg.norm(x, 1), np.abs(x).sum()])
    C(
        "z",
        [rms, np.sqrt(n * sq(x)) / n, np.sqrt(x.sum() ** 2) / n, abs(x.sum() / n)],
        {1: 2 * np.sqrt(n * sq(x)) / n},
        ge=(2,),
    )
    y = one / n
    k = r.randint(n)
    C(
        "aa",
        [norm(x) * norm(y), np.sqrt(sq(x)) * np.sqrt(n / n**2), rms, abs(x @ y), abs(n * x[k] / n)],
        {1: np.sqrt(sq(x)) * np.sqrt(n / n**3)},
        ge=(3,),
    )


@source
def gaussian_lecture(r, C, X):
    n = r.randint(2, 4)
    N = n + r.randint(1, 4)
    x = r.normal(size=(N, n))
    mu = r.normal(size=n)
    B = r.normal(size=(n, n))
    Sg = B @ B.T + np.eye(n)
    Si = inv(Sg)
    l = lambda mu: (
        -N * n / 2 * np.log(2 * np.pi) - N / 2 * np.log(np.linalg.det(Sg)) - 0.5 * ((x - mu) @ Si * (x - mu)).sum()
    )
    C("a", [J(l, mu), Si @ (x - mu).sum(0), Si @ (x.sum(0) - N * mu)])
    m = x.mean(0)
    S = (x - m).T @ (x - m)
    Ph = Si
    c = -N * n / 2 * np.log(2 * np.pi)
    lp = lambda P: c + N / 2 * np.log(np.linalg.det(P)) - 0.5 * ((x - m) @ P * (x - m)).sum()
    C("b", [lp(Ph), c + N / 2 * np.log(np.linalg.det(Ph)) - 0.5 * np.trace(S @ Ph)])
    C("c", [J(lp, Ph), N / 2 * inv(Ph).T - 0.5 * S.T, N / 2 * Sg - 0.5 * S], {1: N / 2 * inv(Ph).T + 0.5 * S.T})
    C("e", [S / N, S / N, sum(np.outer(x[i] - m, x[i] - m) for i in range(N)) / N])
    C("f", [S, x.T @ x - N * np.outer(m, m)], {1: x.T @ x - n * np.outer(m, m)})
    M = np.outer(mu, mu)
    C("g", [N * (Sg + M) - N * (Sg / N + M), (N - 1) * Sg])


@source
def stiefel_post(r, C, X):
    n = r.randint(2, 4)
    m = n + r.randint(0, 3)
    W = np.linalg.qr(r.normal(size=(m, n)))[0]
    V, Z = r.normal(size=(2, m, n))
    S = r.normal(size=(n, n))
    S = S + S.T
    sym = lambda M: (M + M.T) / 2
    A = Z - W @ sym(W.T @ Z)
    tr = np.trace
    ip = (A * (W @ S)).sum()
    C("a", [ip, tr(A.T @ W @ S), tr(S @ W.T @ A), -tr(S @ A.T @ W), -tr(A.T @ W @ S)])
    C("b", [ip, -ip])
    S = sym(W.T @ V)
    C("c", [W.T @ V - S + V.T @ W - S, 0 * S], {0: W.T @ V - S + V.T @ W + S})
    C("e", [S, sym(W.T @ V)])
    T = V - W @ S
    assert np.allclose(W.T @ T + T.T @ W, 0)
    C("f", [(T * (W @ S)).sum(), ((W.T @ T) * S).sum(), 0], {1: ((W.T @ (V + W @ S)) * S).sum()})


@source
def decoupled_paper(r, C, X):
    L, m, d = r.randint(2, 5, size=3)
    P1, P2 = r.normal(size=(L, m)), r.normal(size=(L, d))
    y, s1 = r.normal(size=L), r.normal(size=m)
    l1, l2, Rs = r.uniform(0.2, 2, size=3)
    I = np.eye(L)
    K = P2 @ P2.T
    B = inv(K + l2 * I)
    e = y - P1 @ s1
    s2 = P2.T @ B @ e

    def power(A, p):
        w, U = np.linalg.eigh(A)
        return U @ np.diag(w**p) @ U.T

    C("a", [sq(y - P2 @ s2 - P1 @ s1), sq((I - K @ B) @ e), l2**2 * sq(B @ e)], {2: l2 * sq(B @ e)})
    C("b", [0, 0, (B @ e) @ K @ B @ e, (B @ e) @ e - l2 * sq(inv(K + l2**2 * I) @ e)])
    Jv = 0.5 * sq(y - (P1 @ s1 + P2 @ s2)) + l1 * Rs + l2 / 2 * sq(s2)
    c1 = (B @ e) @ e
    C(
        "c",
        [
            Jv,
            l2 / 2 * c1 + l1 * Rs,
            l2 / 2 * sq(power(K + l2 * I, -0.5) @ e) + l1 * Rs,
            0.5 * sq(power(I + K / l2, -0.5) @ e) + l1 * Rs,
        ],
        {1: l1 / 2 * c1 + l1 * Rs},
    )


@source
def tensor_readme(r, C, X):
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ga, be, eps = r.normal(), r.normal(), r.uniform(0.1, 1)
    Lo = loss(r, m)
    mu = lambda x: x.sum() / m
    s2 = lambda x: ((x - x.sum() / m) ** 2).sum() / m
    y = lambda x: (x - mu(x)) / np.sqrt(s2(x) + eps)
    Y, M, S = y(x), mu(x), s2(x)
    z = ga * Y + be
    Lz, one, I = J(Lo, z), np.ones(m), np.eye(m)
    C("a", [J(lambda b: Lo(ga * Y + b), np.array(be)), (Lz * one).sum(), Lz.sum()])
    C(
        "b",
        [J(lambda g: Lo(g * Y + be), np.array(ga)), (Lz * J(lambda g: g * Y + be, np.array(ga))).sum(), (Y * Lz).sum()],
        {2: (x * Lz).sum()},
    )
    Ly = J(lambda Y: Lo(ga * Y + be), Y)
    C("c", [Ly, Lz * np.diag(J(lambda Y: ga * Y + be, Y)), ga * Lz], {2: be * Lz})
    C("e", [J(mu, x), one / m])
    C(
        "f",
        [J(s2, x), 2 * (x - M) @ (I - 1 / m) / m, 2 * (x - M) / m - 2 / m**2 * (x - M).sum(), 2 * (x - M) / m],
        {3: 2 * (x + M) / m},
    )
    Jy = J(y, x)  # [j, i]
    q = S + eps
    d = x - M
    C("g", [Jy, ((I - 1 / m) * np.sqrt(q) - np.outer(d, d) * 0.5 * q**-0.5 * 2 / m) / q])
    C(
        "h",
        [Jy, (I - 1 / m) / np.sqrt(q) - np.outer(d, d) / (m * q**1.5)],
        {1: (I - 1 / m) / np.sqrt(q) - np.outer(d, d) / (m * q**0.5)},
    )
    Lx = J(lambda x: Lo(ga * y(x) + be), x)
    C("k", [Lx, Ly @ Jy])
    slip = Ly / np.sqrt(q) - Ly.sum() / (m * np.sqrt(q)) - d / q**1.5 * (Ly * d).sum()
    C("l", [Lx, slip])
    C("m", [Lx, slip])
    e = np.exp
    f = lambda x: 1 / (1 + np.exp(-x))
    Y = f(x)
    D = np.diag(J(f, x))
    C("n", [Y * (1 + e(-x)), one])
    C("o", [D * (1 + e(-x)) + Y * -e(-x), 0 * one])
    C("p", [D * (1 + e(-x)), Y * e(-x)], {1: -Y * e(-x)})
    C("q", [D, Y * e(-x) / (1 + e(-x)), Y * (1 - Y)], {2: Y * (1 + Y)})
    C("r", [J(lambda x: Lo(f(x)), x), J(Lo, Y) * D])
    T = np.tanh(x)
    C(
        "s",
        [
            np.diag(J(np.tanh, x)),
            ((e(x) + e(-x)) * (e(x) + e(-x)) - (e(x) - e(-x)) * (e(x) - e(-x))) / (e(x) + e(-x)) ** 2,
            1 - np.sinh(x) ** 2 / np.cosh(x) ** 2,
            1 - np.tanh(x) ** 2,
            1 - T**2,
        ],
    )
    Y = softmax(x)
    Ly, Lx = J(Lo, Y), J(lambda x: Lo(softmax(x)), x)
    E = e(x).sum()
    C(
        "t",
        [
            Lx,
            Ly @ J(softmax, x),
            Ly @ ((np.diag(e(x)) * E - np.outer(e(x), e(x))) / (E * E)),
            Ly @ (np.diag(e(x) / E) - np.outer(e(x) / E, e(x) / E)),
        ],
    )
    C(
        "u",
        [Lx, Ly @ (np.diag(Y) - np.outer(Y, Y)), Ly * Y - (Ly * Y).sum() * Y, Y * (Ly - (Ly * Y).sum())],
        {1: Ly @ (np.diag(Y) + np.outer(Y, Y)), 3: Y * (Ly + (Ly * Y).sum())},
    )
    p = r.uniform(0.1, 1, size=m)
    t = r.normal(size=m)
    C("v", [J(lambda p: -(t * np.log(p)).sum(), p), -(t / p).sum() * one])
    C("w", [J(lambda p: ((p - t) ** 2).sum(), p), 2 * (p - t)], {1: 3 * (p - t)})


@source
def layernorm_rstd(r, C, X):
    N = r.randint(3, 6)
    x, g, b = r.normal(size=(3, N))
    eps = r.uniform(0.1, 1)
    Lo = loss(r, N)
    mu = lambda x: x.sum() / N
    s2 = lambda x: ((x - mu(x)) ** 2).sum() / N
    rs = lambda x: 1 / np.sqrt(s2(x) + eps)
    h = lambda x: (x - mu(x)) * rs(x)
    M, S, R, H = mu(x), s2(x), rs(x), h(x)
    d, I = x - M, np.eye(N)
    y = H * g + b
    dy = J(Lo, y)
    C("a", [J(lambda g: H * g + b, g), np.diag(H)])
    C("b", [J(lambda b: H * g + b, b), I])
    C("c", [J(lambda g: Lo(H * g + b), g), dy @ np.diag(H), dy * H, dy * H], {3: dy * x})
    C("e", [J(lambda b: Lo(H * g + b), b), dy @ I, dy * 1, dy])
    C("f", [J(lambda h: h * g + b, H), np.diag(g)])
    C("g", [J(lambda h: Lo(h * g + b), H), dy @ np.diag(g), dy * g, dy * g], {3: dy * b})
    Jh, Jr, Js, Jd = J(h, x), J(rs, x), J(s2, x), J(lambda x: x - mu(x), x)  # [k, j]
    C("h", [Jh, Jd * R + np.outer(d, Jr)])
    C("k", [J(mu, x), np.full(N, 1 / N)])
    C("l", [Jd, I - J(mu, x)[None], I - 1 / N], {2: I + 1 / N})
    C("m", [R, (S + eps) ** -0.5])
    C("n", [Jr, -0.5 * (S + eps) ** -1.5 * Js], {1: -0.5 * (S + eps) ** -0.5 * Js})
    C("o", [Jr, -0.5 * R**3 * Js])
    C("p", [Js, 2 * d @ Jd / N])
    C("q", [Js, 2 / N * d @ (I - 1 / N)])
    rest = d.sum() - d
    C("r", [Js, 2 / N * (d * (1 - 1 / N) - rest / N)], {1: 2 / N * (d * (1 + 1 / N) - rest / N)})
    C("s", [Js, 2 / N * (d - d / N - rest / N)])
    C("t", [Js, 2 / N * (d - d.sum() / N)])
    C("u", [Js, 2 / N * d], {1: 1 / N * d})
    C("v", [Jr, -0.5 * R**3 * 2 / N * d])
    C("w", [Jr, -1 / N * R**3 * d])
    C("y", [Jr, -1 / N * R**2 * (d * R)])
    C("z", [Jr, -1 / N * R**2 * H], {1: -1 / N * R**3 * H})
    A = (I - 1 / N) * R
    HH = np.outer(H, H)
    C("aa", [Jh, A + np.outer(d, -1 / N * R**2 * H)])
    C("ab", [Jh, A - 1 / N * np.outer(d * R, R * H)])
    C("ac", [Jh, A - 1 / N * R * HH], {1: A + 1 / N * R * HH})
    C("ad", [Jh, R / N * (N * I - 1 - HH)])
    Lx = J(lambda x: Lo(h(x) * g + b), x)
    D = dy * g
    C("ae", [Lx, D @ Jh])
    C("af", [Lx, D @ (R / N * (N * I - 1 - HH))])
    C("ag", [Lx, R / N * D @ (N * I - 1 - HH)], {1: R / N * D @ (N * I - 1 - (H**2)[:, None])})
    off = 1 - I
    C("ah", [Lx, R / N * (D * (N - 1 - H * H) + D @ (off * (-1 - HH)))])
    C(
        "ak",
        [Lx, R / N * (N * D - D - D * H**2 - D @ off - D @ (off * HH))],
        {1: R / N * (N * D - D + D * H**2 - D @ off - D @ (off * HH))},
    )
    C("al", [Lx, R / N * (N * D - D.sum() - H * (D @ H))])
    C("am", [Lx, R * (D - D.sum() / N - H / N * (D @ H))])
    c2, c1 = D.sum() / N, (D @ H) / N
    C("an", [Lx, R * (D - c2 - H * c1)])
    C("ao", [Lx, R * (D - (H * c1 + c2))], {1: R * (D - (H * c2 + c2))})


@source
def pca_recon(r, C, X):
    d = r.randint(2, 5)
    k = r.randint(1, d)
    n = r.randint(2, 7)
    A, W, D = r.normal(size=(n, d)), r.normal(size=(d, k)), r.normal(size=(k, d))
    Ah = A @ W @ D
    C("a", [sum(sq(A[i] - Ah[i]) for i in range(n)), sum(sq(A[i] - Ah[i]) for i in range(n)), sq(A - A @ W @ D)])
    C("b", [Ah, (D.T @ W.T @ A.T).T, (D.T @ (A @ W).T).T], {2: (W @ (A @ W).T).T})
    W = np.linalg.qr(W)[0]
    tr = np.trace
    G = A.T @ A
    P = W @ W.T
    E = A - A @ P
    C(
        "c",
        [
            sq(E),
            tr(E.T @ E),
            tr(G) - 2 * tr(G @ P) + tr(P @ G @ P),
            tr(G) - 2 * tr(W.T @ G @ W) + tr(W.T @ G @ W),
            tr(G) - tr(W.T @ G @ W),
        ],
        {2: tr(G) + 2 * tr(G @ P) + tr(P @ G @ P)},
    )
    S = G / (n - 1)
    C("e", [tr(W.T @ G @ W), tr(W.T @ S @ W) * (n - 1)], {1: tr(W.T @ S @ W) * (n + 1)})
    C("f", [tr(W.T @ S @ W), sum(W[:, j] @ S @ W[:, j] for j in range(k))])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
