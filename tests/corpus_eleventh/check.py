"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_eleventh.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source, spd

HERE = pathlib.Path(__file__).parent


def power(A, p):
    w, Q = np.linalg.eigh(A)
    return Q @ np.diag(w**p) @ Q.T


@source
def bn_forks(r, C, X):
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ga, be = r.normal(size=2)
    eps = r.uniform(0.1, 1)
    L = loss(r, m)
    mu = lambda x: x.sum() / m
    var = lambda x, mu: ((x - mu) ** 2).sum() / m
    hat = lambda x, mu, v: (x - mu) / np.sqrt(v + eps)
    M, V = mu(x), var(x, mu(x))
    h = hat(x, M, V)
    y = lambda h, ga, be: ga * h + be
    g = J(L, y(h, ga, be))
    t = 1 / np.sqrt(V + eps)
    dga = J(lambda g_: L(y(h, g_, be)), ga)
    C("a", [dga, (g * J(lambda g_: y(h, g_, be), ga)).sum(), (h * g).sum()], {2: (x * g).sum()})
    C("b", [J(lambda g_: y(h, g_, be), ga), h])
    dyb = J(lambda b: y(h, ga, b), be)
    C("c", [J(lambda b: L(y(h, ga, b)), be), (g * dyb).sum(), g.sum()], {1: (g * h).sum()})
    C("e", [dyb, np.ones(m)])
    dh = J(lambda h: L(y(h, ga, be)), h)
    dyh = np.diag(J(lambda h: y(h, ga, be), h))
    C("f", [dh, g * dyh, ga * g], {2: be * g})
    C("g", [dyh, np.full(m, ga)])
    dhv = J(lambda v: hat(x, M, v), V)
    dv = J(lambda v: L(y(hat(x, M, v), ga, be)), V)
    row2 = lambda p: (ga * g * (x - M) * (-1 / 2) * (V + eps) ** p).sum()
    C(
        "h",
        [
            dv,
            (dh * dhv).sum(),
            row2(-1.5),
            -ga * (-1 / 2) * (V + eps) ** -1.5 * (g * (x - M)).sum(),
            -ga * t**3 / 2 * (g * (x - M))[:2].sum(),
        ],
        {2: row2(-0.5)},
    )
    C("k", [dhv, (x - M) * (-1 / 2) * (V + eps) ** -1.5])
    dhm = J(lambda u: hat(x, u, V), M)
    dvm = J(lambda u: var(x, u), M)
    dm = J(lambda u: L(y(hat(x, u, var(x, u)), ga, be)), M)
    C(
        "l",
        [
            dm,
            (dh * dhm).sum() + dv * dvm,
            (ga * g * -1 / np.sqrt(V + eps)).sum() + dv / m * (-2 * (x - M)).sum(),
            -ga * t * g.sum() + dv / m * (-2 * (x - M)).sum(),
            -ga * t * g.sum(),
        ],
        {4: -ga * t**2 * g.sum()},
    )
    C("m", [dhm, np.full(m, -1 / np.sqrt(V + eps))], {1: np.full(m, 1 / np.sqrt(V + eps))})
    C("n", [dvm, (-2 * (x - M)).sum() / m])
    C("o", [(x - M).sum(), 0])
    dx = J(lambda x: L(y(hat(x, mu(x), var(x, mu(x))), ga, be)), x)
    dhx = np.diag(J(lambda x: hat(x, M, V), x))
    dvx, dmx = J(lambda x: var(x, M), x), J(mu, x)
    row3 = lambda s: ga * t / m * (m * g + s * t**2 * (x - M) * (g * (x - M)).sum() - g.sum())
    C(
        "p",
        [
            dx,
            dh * dhx + dv * dvx + dm * dmx,
            ga * g * t - ga * t**3 / 2 * (g * (x - M)).sum() * 2 / m * (x - M) - ga * t * g.sum() / m,
            row3(-1),
        ],
        {3: row3(1)},
    )
    C("q", [dhx, np.full(m, t)])
    C("r", [dvx, 2 / m * (x - M)], {1: 1 / m * (x - M)})
    C("u", [dmx, np.full(m, 1 / m)])


@source
def cg_painless(r, C, X):
    n = r.randint(2, 5)
    mu, y, z = r.normal(size=(3, n))
    P = np.linalg.qr(r.normal(size=(n, n)))[0]
    x = P @ mu
    C("a", [P.T @ x, P.T @ P @ mu, mu])
    A = spd(r, n)
    w, Q = np.linalg.eigh(A)
    Lam = np.diag(w)
    R = np.diag(np.sqrt(w))
    P = power(A, -0.5) @ np.linalg.qr(r.normal(size=(n, n)))[0] @ np.diag(r.uniform(0.5, 2, size=n))
    D = P.T @ A @ P
    x = P @ mu
    b = A @ x
    C("b", [P.T @ A @ x, P.T @ b])
    C("c", [(P.T @ A) @ x, P.T @ (A @ x), P.T @ b, P.T @ A @ P @ mu], {3: P.T @ A @ P @ x})
    G = np.array([[P[:, i] @ A @ P[:, j] for j in range(n)] for i in range(n)])
    C("e", [G, D], {1: 2 * D})
    C(
        "f",
        [y @ A @ z, y @ A @ z, y @ Q @ Lam @ Q.T @ z, (Q.T @ y) @ Lam @ (Q.T @ z), (R @ Q.T @ y) @ (R @ Q.T @ z)],
        {3: (Q @ y) @ Lam @ (Q.T @ z)},
    )
    C(
        "g",
        [np.sqrt(z @ A @ z), np.sqrt(z @ A @ z), norm(R @ Q.T @ z), norm(power(A, 0.5) @ z)],
        {3: norm(power(A, 1.5) @ z)},
    )
    C("k", [P.T @ b, D @ mu], {1: D @ x})
    C("l", [mu, (P.T @ b) / np.diag(D)])
    U, H = r.normal(size=(n, n)), inv(P) @ A @ P
    Rm = P @ U
    L = P.T @ Rm
    W = H.T @ L
    C("m", [P.T @ A @ Rm, P.T @ A @ P @ U, D @ U], {2: D @ P})
    C("n", [P.T @ A @ Rm, (A @ P).T @ Rm, (P @ H).T @ Rm, H.T @ P.T @ Rm, H.T @ L], {2: P @ H @ Rm})
    C("o", [W, np.einsum("ki,kj->ij", H, L)], {1: np.einsum("ik,kj->ij", H, L)})
    C("u", [Rm.T @ Rm, (P @ U).T @ Rm, U.T @ P.T @ Rm, U.T @ (P.T @ Rm), U.T @ L], {4: U @ L})
    p, q = P[:, 0], P[:, 1]
    u, v, m1 = r.normal(size=3)
    rk = u * p + v * q
    d = p @ A @ p
    C("p", [u, p @ A @ rk / d], {1: p @ A @ p / d})
    C("q", [v * q, rk - u * p])
    r1 = u * p + q
    C("r", [q, r1 - u * p], {1: r1 + u * p})
    xk = r.normal(size=n)
    b = r1 + A @ xk
    C("s", [b - A @ (xk + m1 * q), r1 - m1 * A @ q], {1: r1 + m1 * A @ q})


@source
def hat_quiz(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    A, y = r.normal(size=(n, p)), r.normal(size=n)
    G = inv(A.T @ A)
    H = A @ G @ A.T
    yh = A @ (G @ A.T @ y)
    e = y - yh
    C("a", [yh, A @ G @ A.T @ y])
    C("b", [yh, H @ y], {1: H @ e})
    C("c", [H.T, (A @ G @ A.T).T, A @ G.T @ A.T])
    C("d", [H.T, A @ G @ A.T, H], {2: -H})
    C("e", [H @ H, H @ H, A @ G @ A.T @ A @ G @ A.T], {2: A @ G @ A.T @ A @ G @ G @ A.T})
    C("f", [H @ H, A @ G @ G @ A.T, A @ G @ A.T, H])
    C("g", [A.T @ e, A.T @ (y - yh), np.zeros(p)])
    C("k", [yh, H @ y], {1: 2 * H @ y})


@source
def lora_chapter(r, C, X):
    d, k, rk = r.randint(2, 5, size=3)
    W, B, A, x = r.normal(size=(d, k)), r.normal(size=(d, rk)), r.normal(size=(rk, k)), r.normal(size=k)
    al = r.normal()
    s = al / rk
    L = loss(r, d)
    z = A @ x
    h = lambda B, z: W @ x + s * (B @ z)
    g = J(L, h(B, z))
    C("a", [h(B, z), (W @ x) + s * np.einsum("il,l->i", B, z)])
    dB = J(lambda B: L(h(B, z)), B)
    dhB = J(lambda B: h(B, z), B)
    C("b", [dB, np.einsum("j,jil->il", g, dhB)])
    C("c", [dhB, s * np.einsum("ji,l->jil", np.eye(d), z)])
    C("e", [dB, s * np.outer(g, z)], {1: al * np.outer(g, z)})
    C("f", [dB, s * np.outer(g, z)])
    C("g", [dB, s * np.outer(g, z), al / rk * np.outer(g, A @ x)], {2: al / d * np.outer(g, A @ x)})
    dA = J(lambda A: L(h(B, A @ x)), A)
    dz = J(lambda z: L(h(B, z)), z)
    dzA = J(lambda A: A @ x, A)
    C("k", [dA, np.einsum("l,lpq->pq", dz, dzA)])
    C("l", [z, np.einsum("lj,j->l", A, x)])
    case = lambda c: np.where(np.eye(rk)[:, :, None] > 0, x[None, None, :], c)
    C("m", [dzA, case(0.0)], {1: case(1.0)})
    dhz = J(lambda z: h(B, z), z)
    C("n", [dz, np.einsum("i,il->l", g, dhz), s * np.einsum("i,il->l", g, B)], {2: s**2 * np.einsum("i,il->l", g, B)})
    C("o", [dz, s * B.T @ g])
    C("p", [dA, np.outer(dz, x), np.outer(s * B.T @ g, x)], {2: np.outer(al * B.T @ g, x)})
    C("q", [dA, s * np.outer(B.T @ g, x), al / rk * np.outer(B.T @ g, x)])
    hx = lambda x: W @ x + s * (B @ (A @ x))
    E, F = W + s * B @ A, W - s * B @ A
    C("r", [hx(x), E @ x], {1: F @ x})
    dx = J(lambda x: L(hx(x)), x)
    C("sa", [dx, g @ J(hx, x)])
    C("sb", [hx(x), np.einsum("iq,q->i", E, x)])
    C("sc", [J(hx, x), E])
    C("u", [dx, np.einsum("i,iq->q", g, E), E.T @ g], {1: np.einsum("i,iq->q", g, F)})
    C("v", [dx, E.T @ g, W.T @ g + s * A.T @ B.T @ g], {2: W.T @ g - s * A.T @ B.T @ g})
    n = r.randint(2, 5)
    Y, LH = r.normal(size=(k, n)), loss(r, d, n)
    HH = lambda A, B: W @ Y + s * (B @ A @ Y)
    G = J(LH, HH(A, B))
    C("wa", [J(lambda B: LH(HH(A, B)), B), s * G @ (A @ Y).T / n])
    C("wb", [J(lambda A: LH(HH(A, B)), A), s * B.T @ G @ Y.T / n])
    K = W + al / rk * B @ A
    f = W @ x + al / rk * (B @ A @ x)
    C("ta", [f, K @ x])
    C("y", [K @ x, (W + al / rk * B @ A) @ x, f, f], {2: W @ x + 2 * al / rk * (B @ A @ x)})
    C("za", [W, K - al / rk * B @ A], {1: K + al / rk * B @ A})
    C("zb", [K - al / rk * B @ A, (W + al / rk * B @ A) - al / rk * B @ A, W])


@source
def softmax_zakaria(r, C, X):
    n = r.randint(2, 6)
    a, y = r.normal(size=(2, n))
    p = softmax(a)
    ell = lambda p: -y * np.log(p)
    L = lambda p: -(y * np.log(p)).sum()
    C("a", [L(p), -ell(p).sum()])
    dp = J(softmax, a)
    dl = np.diag(J(ell, p))
    dL = J(lambda a: L(softmax(a)), a)
    C("b", [dL, -(dl @ dp)])
    C("c", [dl, np.diag(J(lambda p: -y * np.log(p), p)), -y / p], {2: -p / p})
    quot = lambda a: np.exp(a) / np.exp(a).sum()
    C("e", [dp, J(quot, a)])
    e, S = np.exp(a), np.exp(a).sum()
    third = lambda k: e / S - e * S**k * e
    C(
        "f",
        [
            np.diag(dp),
            np.diag(J(quot, a)),
            np.diag(J(lambda a: np.exp(a) * np.exp(a).sum() ** -1.0, a)),
            third(-2.0),
            p - p**2,
            p * (1 - p),
        ],
        {3: third(-3.0)},
    )
    off = lambda M: M[~np.eye(n, dtype=bool)]
    ds = J(lambda a: np.exp(a).sum() ** -1.0, a)
    C(
        "g",
        [off(dp), off(J(quot, a)), off(np.outer(e, ds)), off(-np.outer(e, e) / S**2), off(-np.outer(p, p))],
        {4: off(np.outer(p, p))},
    )
    I = np.eye(n)
    C("k", [dp, p[:, None] * (I - p[None, :])], {1: p[:, None] * (I + p[None, :])})
    C(
        "l",
        [
            dL,
            dl @ dp,
            np.einsum("j,ji->i", -y / p * p, I - p[None, :]),
            np.einsum("j,ji->i", y, p[None, :] - I),
        ],
        {3: np.einsum("j,ji->i", y, p[None, :] + I)},
    )


@source
def transformer_readme(r, C, X):
    T, d = r.randint(2, 5, size=2)
    T = d if r.rand() < 0.3 else T
    Q, K, V = r.normal(size=(3, T, d))
    L = loss(r, T, d)
    score = lambda Q, K: Q @ K.T / np.sqrt(d)
    rows = lambda A: np.exp(A) / np.exp(A).sum(axis=1, keepdims=True)
    A = score(Q, K)
    W = rows(A)
    dY = J(L, W @ V)
    C("a", [J(lambda V: L(W @ V), V), W.T @ dY], {1: W @ dY})
    C("b", [J(lambda W: L(W @ V), W), dY @ V.T])
    dA = J(lambda A: L(rows(A) @ V), A)
    C("c", [J(lambda Q: L(rows(score(Q, K)) @ V), Q), dA @ K / np.sqrt(d)])
    C("e", [J(lambda K: L(rows(score(Q, K)) @ V), K), dA.T @ Q / np.sqrt(d)], {1: dA.T @ K / np.sqrt(d)})
    n = r.randint(2, 6)
    x, ga, be = r.normal(size=(3, n))
    eps = r.uniform(0.1, 1)
    L = loss(r, n)
    mu = lambda x: x.sum() / n
    var = lambda x, m: ((x - m) ** 2).sum() / n
    hat = lambda x, m, v: (x - m) / np.sqrt(v + eps)
    M, S2 = mu(x), var(x, mu(x))
    h = hat(x, M, S2)
    gy = J(L, ga * h + be)
    gh = J(lambda h: L(ga * h + be), h)
    gs = J(lambda v: L(ga * hat(x, M, v) + be), S2)
    gm = J(lambda m: L(ga * hat(x, m, var(x, m)) + be), M)
    gx = J(lambda x: L(ga * hat(x, mu(x), var(x, mu(x))) + be), x)
    C("f", [gh, gy * ga])
    row = lambda s: (gh * (x - M) * s / 2 * (S2 + eps) ** -1.5).sum()
    C("g", [gs, row(-1)], {1: row(1)})
    C("k", [gm, -(gh / np.sqrt(S2 + eps)).sum() + gs * (-2 * (x - M)).sum() / n])
    last = lambda c: gh / np.sqrt(S2 + eps) + c * gs * (x - M) / n + gm / n
    C("l", [gx, last(2)], {1: last(1)})
    a, b = r.normal(size=(2, n))
    c = r.uniform(1, 9)
    C("m", [J(lambda a: ((a - b) ** 2).sum() / c, a), 2 / c * (a - b)])


@source
def ridge_week36(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    U, V = np.linalg.qr(r.normal(size=(n, n)))[0], np.linalg.qr(r.normal(size=(p, p)))[0]
    s = r.uniform(0.5, 2, size=p)
    S, St = np.vstack([np.diag(s), np.zeros((n - p, p))]), np.diag(s)
    A = U @ S @ V.T
    C("a", [A.T @ A, V @ S.T @ U.T @ U @ S @ V.T, V @ S.T @ S @ V.T])
    C("c", [A.T @ A, V @ St @ St @ V.T], {1: V @ St @ St @ St @ V.T})
    C("e", [A.T @ A @ V, V @ St @ St])
    C("f", [A.T @ A @ V, V * s**2], {1: V * s})
    y, lam = r.normal(size=n), r.uniform(0.2, 2)
    I = np.eye(p)
    U = U[:, :p]
    A = U @ St @ V.T
    C("g", [A @ inv(A.T @ A) @ A.T @ y, U @ U.T @ y], {1: 2 * U @ U.T @ y})
    mix = lambda sign: sum(np.outer(U[:, j], U[:, j]) @ y * s[j] ** 2 / (s[j] ** 2 + sign * lam) for j in range(p))
    C(
        "k",
        [
            A @ inv(A.T @ A + lam * I) @ A.T @ y,
            U @ St @ V.T @ inv(V @ St @ St @ V.T + lam * I) @ (U @ St @ V.T).T @ y,
            mix(1),
        ],
        {2: mix(-1)},
    )
    C("l", [s**2 / (s**2 + lam), np.ones(p)], {1: np.full(p, lam)}, le=(1,))
    Xo = U
    ols = inv(Xo.T @ Xo) @ Xo.T @ y
    C("m", [ols, Xo.T @ y])
    C("n", [inv(Xo.T @ Xo + lam * I) @ Xo.T @ y, inv(I + lam * I) @ Xo.T @ y, ols / (1 + lam)], {2: ols / (1 - lam)})
    z, b = r.normal(size=(2, p))
    solve = lambda l: np.linalg.solve(2 * I + 2 * l * I, 2 * z)
    cost = lambda l: lambda b: ((z - b) ** 2).sum() + l * (b**2).sum()
    assert np.allclose(J(cost(lam), solve(lam)), 0)
    assert np.allclose(J(cost(0), solve(0)), 0)
    C("o", [solve(0), z])
    C("p", [solve(lam), z / (1 + lam)], {1: z / (2 + lam)})
    C("q", [((z - b) ** 2).sum() + lam * np.abs(b).sum(), ((z - b) ** 2).sum() + lam * np.sqrt(b**2).sum()])
    Y, D = np.array([4.0, 2, 3]), np.array([[2.0, 0], [0, 1], [0, 0]])
    I = np.eye(2)
    C("r", [inv(D.T @ D) @ D.T @ Y, np.array([2.0, 2])], {1: np.array([2.0, 3])})
    C("s", [inv(D.T @ D + lam * I) @ D.T @ Y, np.array([8 / (4 + lam), 2 / (1 + lam)])])
    b0, b1 = r.normal(size=2)
    C("u", [D @ np.array([b0, b1]), np.array([2 * b0, b1, 0])], {1: np.array([2 * b1, b1, 0])})
    ab = lambda t: t * np.sign(np.real(t))
    C("ta", [J(ab, b0), np.sign(b0)])
    lasso = lambda b: (4 - 2 * b[0]) ** 2 + (2 - b[1]) ** 2 + lam * (ab(b[0]) + ab(b[1]))
    dl = J(lasso, np.array([b0, b1]))
    C("tb", [dl[0], -4 * (4 - 2 * b0) + lam * np.sign(b0)], {1: -2 * (4 - 2 * b0) + lam * np.sign(b0)})
    C("tc", [dl[1], -2 * (2 - b1) + lam * np.sign(b1)])
    b0, b1 = 16 / (8 + 2 * lam), 4 / (2 + 2 * lam)
    assert abs(-4 * (4 - 2 * b0) + 2 * lam * b0) < 1e-9
    assert abs(-2 * (2 - b1) + 2 * lam * b1) < 1e-9
    C("v", [b0, 8 / (4 + lam)])
    C("w", [b1, 2 / (1 + lam)], {1: 2 / (1 - lam)})
    b0, b1 = (16 - lam) / 8, (4 - lam) / 2
    assert abs(-4 * (4 - 2 * b0) + lam) < 1e-9
    assert abs(-2 * (2 - b1) + lam) < 1e-9
    C("y", [b0, (16 + lam) / 8])
    C("z", [b1, (4 + lam) / 2])


@source
def attention_three(r, C, X):
    Q, K, V = r.normal(size=(3, 3, 3))
    L = loss(r, 3, 3)
    soft = lambda S: np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)
    S = Q @ K.T
    P = soft(S)
    O = P @ V
    g = J(L, O)
    byhand = lambda f: np.array([[f(i, j) for j in range(3)] for i in range(3)])
    C("a", [g, byhand(lambda i, j: J(L, O)[i, j])])
    prod = byhand(lambda i, j: P[i, 0] * V[0, j] + P[i, 1] * V[1, j] + P[i, 2] * V[2, j])
    wrong = prod.copy()
    wrong[1, 2] = P[1, 0] * V[0, 2] + P[1, 1] * V[1, 2] + P[1, 2] * V[2, 1]
    C("b", [P @ V, prod, O], {1: wrong})
    dV = J(lambda V: L(P @ V), V)
    dOV = J(lambda V: P @ V, V)
    d = lambda i: dOV[i, 0, 0, 0]
    C(
        "c",
        [dV[0, 0], g[0, 0] * d(0) + g[1, 0] * d(1) + g[2, 0] * d(2)],
        {1: g[0, 0] * d(0) + g[1, 0] * d(1) + g[2, 1] * d(2)},
    )
    C("ea", [d(0), P[0, 0]])
    C("eb", [d(1), P[1, 0]])
    C("ec", [d(2), P[2, 0]], {1: P[0, 2]})
    C("f", [dV[0, 0], g[0, 0] * P[0, 0] + g[1, 0] * P[1, 0] + g[2, 0] * P[2, 0]])
    slip = byhand(lambda i, j: P[0, i] * g[0, j] + P[1, i] * g[1, j] + P[2, i] * g[2, j])
    slip[2] = P[2, 0] * g[2, 0] + P[2, 1] * g[2, 1] + P[2, 2] * g[2, 2]
    C("g", [dV, byhand(lambda i, j: dV[i, j]), slip])
    C("k", [dV, P.T @ g])
    dP = J(lambda P: L(P @ V), P)
    C("l", [dP, byhand(lambda i, j: dP[i, j]), g @ V.T], {2: g @ V})
    e = np.exp(S)
    C("m", [soft(S), byhand(lambda i, j: e[i, j] / (e[i, 0] + e[i, 1] + e[i, 2])), P])
    dS = J(lambda S: L(soft(S) @ V), S)
    dPS = J(soft, S)[0, :, 0, 0]
    C("n", [dS[0, 0], dP[0, 0] * dPS[0] + dP[0, 1] * dPS[1] + dP[0, 2] * dPS[2]])
    s = e[0].sum()
    a, b, c = e[0]
    p, q, t = P[0]
    C("o", [dPS[0], (a * s - a * a) / s**2, a / s - a**2 / s**2, p - p**2], {2: a / s + a**2 / s**2})
    C("p", [dPS[1], (0 * s - b * a) / s**2, -b * a / s**2, -p * q], {3: -p * p})
    C("q", [dPS[2], (0 * s - c * a) / s**2, -c * a / s**2, -p * t], {1: (0 * s - c * a) / s**3})
    C("ra", [dS[0, 0], dP[0, 0] * (p - p**2) + dP[0, 1] * (-p * q) + dP[0, 2] * (-p * t)])
    C(
        "rb",
        [dS[0, 1], dP[0, 0] * (-p * q) + dP[0, 1] * (q - q**2) + dP[0, 2] * (-q * t)],
        {1: dP[0, 0] * (-p * q) + dP[0, 1] * (q - q**2) + dP[0, 2] * (-q * q)},
    )
    C("rc", [dS[0, 2], dP[0, 0] * (-p * t) + dP[0, 1] * (-q * t) + dP[0, 2] * (t - t**2)])
    M = np.array(
        [
            [p * (1 - p), -p * q, -p * t],
            [-p * q, P[1, 1] * (1 - P[1, 1]), -q * t],
            [-p * t, -q * t, P[2, 2] * (1 - P[2, 2])],
        ]
    )
    row, drow, orow, grow = P[0], dP[0], O[0], g[0]
    C("sa", [dS[0], drow @ M])
    C("sb", [M, np.diag(row) - np.outer(row, row)])
    C("u", [dS[0], drow * row - (drow @ row) * row], {1: drow * row + (drow @ row) * row})
    C(
        "v",
        [
            dS[0],
            drow * row - (grow @ V.T @ row) * row,
            drow * row - (grow @ (row @ V)) * row,
            drow * row - (grow @ orow) * row,
        ],
        {3: drow * row - (grow @ row) * row},
    )
    C("wa", [J(lambda Q: L(soft(Q @ K.T) @ V), Q), dS @ K], {1: dS @ Q})
    C("wb", [J(lambda K: L(soft(Q @ K.T) @ V), K), dS.T @ Q])


def orth(r, n):
    return np.linalg.qr(r.normal(size=(n, n)))[0]


def hess(f, x, e=1e-5):
    """derivative of the gradient: complex step inside, Richardson's central difference outside"""
    n = len(x)
    I = np.eye(n)
    g = lambda x: J(f, x)
    d = lambda h: np.stack([(g(x + h * v) - g(x - h * v)) / (2 * h) for v in I], -1)
    return (4 * d(e * 50) - d(e * 100)) / 3


@source
def pca_bookdown(r, C, X):
    p = r.randint(2, 5)
    n = r.randint(p + 1, p + 5)
    D = r.normal(size=(n, p)) + 1
    xb = D.mean(0)
    c = D - xb
    S = c.T @ c / n
    u = r.normal(size=p)
    u /= norm(u)
    y = np.array([u @ (x - xb) for x in D])
    yb = y.mean()
    lam, Q = np.linalg.eigh(S)
    lam, Q = lam[::-1], Q[:, ::-1]
    L = np.diag(lam)
    q = Q.T
    l1 = lam[0]
    sp = sum(lam[j] * np.outer(q[j], q[j]) for j in range(p))
    s2 = ((y - yb) ** 2).mean()
    C("a", [y.sum(), sum(u @ (x - xb) for x in D), u @ c.sum(0), u @ (n * xb - n * xb), 0], {3: u @ (n * xb + n * xb)})
    C(
        "b",
        [
            s2,
            (y**2).mean(),
            sum((u @ (x - xb)) * ((x - xb) @ u) for x in D) / n,
            u @ (sum(np.outer(x - xb, x - xb) for x in D) / n) @ u,
            u @ S @ u,
        ],
        {2: 2 * sum((u @ (x - xb)) * ((x - xb) @ u) for x in D) / n},
    )
    C("c", [Q @ L @ Q.T, sp])
    C(
        "e",
        [
            s2,
            u @ S @ u,
            u @ Q @ L @ Q.T @ u,
            u @ sp @ u,
            sum(lam[j] * (u @ q[j]) * (q[j] @ u) for j in range(p)),
            sum(lam[j] * (u @ q[j]) ** 2 for j in range(p)),
            sum(l1 * (u @ q[j]) ** 2 for j in range(p)),
        ],
        le=(6,),
        fle=(),
        fge=(6,),
    )
    C(
        "f",
        [
            s2,
            l1 * sum((u @ q[j]) ** 2 for j in range(p)),
            l1 * u @ sum(np.outer(q[j], q[j]) for j in range(p)) @ u,
            l1 * u @ u,
            l1,
        ],
        {3: l1 * u @ xb},
        le=(1,),
    )
    C(
        "g",
        [
            q[0] @ S @ q[0],
            q[0] @ sp @ q[0],
            sum(lam[j] * (q[0] @ q[j]) * (q[j] @ q[0]) for j in range(p)),
            sum(lam[j] * (q[0] @ q[j]) ** 2 for j in range(p)),
            l1 * (q[0] @ q[0]) ** 2,
            l1,
        ],
        {5: 2 * l1},
    )
    C("k", [Q @ L @ Q.T, sp], {1: sum(lam[j] ** 2 * np.outer(q[j], q[j]) for j in range(p))})


@source
def mit_regression(r, C, X):
    d = r.randint(2, 5)
    n = r.randint(d + 1, d + 5)
    D = r.normal(size=(d, n))
    T, Y = D.T, r.normal(size=n)
    t = r.normal(size=d)
    Jf = lambda t: sum((t @ D[:, i] - Y[i]) ** 2 for i in range(n)) / n
    s = lambda k: sum((sum(T[i, j] * t[j] for j in range(d)) + k * Y[i]) ** 2 for i in range(n)) / n
    C("a", [Jf(t), (T @ t - Y) @ (T @ t - Y) / n, s(-1)], {2: s(1)})
    C("b", [J(Jf, t), 2 / n * T.T @ (T @ t - Y)])
    h = np.linalg.lstsq(T, Y, rcond=None)[0]
    C("c", [T.T @ T @ h - T.T @ Y, 0], {0: T.T @ T @ h + T.T @ Y})
    C("e", [T.T @ T @ h, T.T @ Y])
    C("f", [h, inv(T.T @ T) @ T.T @ Y])
    C("g", [h, inv(T.T @ T) @ T.T @ Y])
    v = r.normal(size=d)
    C("k", [norm(v), np.sqrt((np.abs(v) ** 2).sum())], {1: np.sqrt((np.abs(v) ** 4).sum())})
    la = r.uniform(0.2, 2)
    I = np.eye(d)
    g = 2 / n * T.T @ (T @ t - Y)
    C("l", [J(lambda t: Jf(t) + la * (t * t).sum(), t), g + 2 * la * t], {1: g - 2 * la * t})
    h = np.linalg.solve(T.T @ T + n * la * I, T.T @ Y)
    C("m", [T.T @ T @ h / n - T.T @ Y / n + la * h, 0])
    C("n", [T.T @ T @ h / n + la * h, T.T @ Y / n])
    C("o", [T.T @ T @ h + n * la * h, T.T @ Y], {0: T.T @ T @ h - n * la * h})
    C("p", [(T.T @ T + n * la * I) @ h, T.T @ Y])
    C("q", [h, inv(T.T @ T + n * la * I) @ T.T @ Y])


@source
def flux_docs(r, C, X):
    n, m = r.randint(1, 5, size=2)
    B, R, H = spd(r, n, 1), spd(r, m, 1), r.normal(size=(m, n))
    xb, y = r.normal(size=n), r.normal(size=m)
    M = H @ B @ H.T + R
    A2 = B @ H.T @ inv(M)
    I = np.eye(n)
    xa = (I - A2 @ H) @ xb + A2 @ y
    A = (I - A2 @ H) @ B @ (I - H.T @ A2.T) + A2 @ R @ A2.T
    C("a", [B @ H.T, A2 @ M])
    C("b", [B @ H.T @ inv(M), A2 @ M @ inv(M)])
    C(
        "c",
        [xa, xb + A2 @ (y - H @ xb), xb + B @ H.T @ inv(M) @ (y - H @ xb)],
        {2: xb + B @ H.T @ inv(M) @ (y + H @ xb)},
    )
    K = (I - A2 @ H) @ B
    C(
        "e",
        [
            A,
            K - K @ H.T @ A2.T + A2 @ R @ A2.T,
            K - (K @ H.T - A2 @ R) @ A2.T,
            K - (B @ H.T - A2 @ M) @ A2.T,
            K - (B @ H.T - B @ H.T @ inv(M) @ M) @ A2.T,
            K - (B @ H.T - B @ H.T @ np.eye(m)) @ A2.T,
            K - 0,
            B - B @ H.T @ inv(M) @ H @ B,
        ],
        {1: K + K @ H.T @ A2.T + A2 @ R @ A2.T, 7: B + B @ H.T @ inv(M) @ H @ B},
    )
    Bi, Ri = inv(B), inv(R)
    f = lambda x: (x - xb) @ Bi @ (x - xb) + (y - H @ x) @ Ri @ (y - H @ x)
    x = r.normal(size=n)
    p, q = 2 * Bi @ (x - xb), 2 * H.T @ Ri @ (y - H @ x)
    C("f", [J(f, x), p - q], {1: p + q})
    N = Bi + H.T @ Ri @ H
    C(
        "g",
        [
            J(f, x) / 2,
            Bi @ x - Bi @ xb - H.T @ Ri @ y + H.T @ Ri @ H @ x,
            N @ x - Bi @ xb - H.T @ Ri @ y,
        ],
    )
    s = np.linalg.solve(N, Bi @ xb + H.T @ Ri @ y)
    C("k", [Bi @ xb + H.T @ Ri @ y, N @ s])
    C("l", [inv(N) @ (Bi @ xb + H.T @ Ri @ y), inv(N) @ N @ s])
    C("m", [s, inv(N) @ (Bi @ xb + H.T @ Ri @ y)], {1: inv(N) @ (Bi @ xb - H.T @ Ri @ y)})


@source
def hat_bookdown(r, C, X):
    p = r.randint(1, 4)
    n = r.randint(p + 1, p + 5)
    D, y = r.normal(size=(n, p)), r.normal(size=n)
    G = D.T @ D
    V = inv(G)
    b = V @ D.T @ y
    H = D @ V @ D.T
    I = np.eye(n)
    e = y - D @ b
    P = I - H
    C("a", [y - D @ b, y - D @ b])
    C("b", [e, y - D @ b, y - D @ V @ D.T @ y, y - H @ y], {3: y + H @ y})
    C(
        "c",
        [H.T, (D @ V @ D.T).T, D.T.T @ V.T @ D.T, D @ inv(G.T) @ D.T, D @ inv(D.T @ D.T.T) @ D.T, D @ V @ D.T, H],
        {4: D @ inv(G) @ inv(G) @ D.T},
    )
    C(
        "e",
        [H @ H, (D @ V @ D.T) @ (D @ V @ D.T), D @ V @ G @ V @ D.T, D @ np.eye(p) @ V @ D.T, D @ V @ D.T, H],
        {5: -H},
    )
    C("f", [P.T, I.T - H.T, I - H])
    C("g", [P @ P, I - 2 * H + H @ H, I - 2 * H + H, I - H], {1: I - 3 * H + H @ H})
    C("k", [e @ e, y @ P @ y], {1: y @ (I + H) @ y})
    C("l", [e @ e, (P @ y) @ P @ y, y @ P.T @ P @ y, y @ P @ P @ y, y @ P @ y], {4: y @ (I - 2 * H) @ y})


@source
def parallelogram_post(r, C, X):
    n = r.randint(1, 6)
    x, y, z, w = r.normal(size=(4, n))
    G = r.normal(size=(n, n))
    G = G + G.T
    q = lambda v: v @ v
    f = lambda a, b: a @ G @ b
    C("a", [2 * q(x) + 2 * q(y), q(x + y) + q(x - y)], {1: q(x + y) - q(x - y)})
    C("b", [f(x, y), f(y, x)])
    C("c", [f(x + y, z + w), f(x, z) + f(x, w) + f(y, z) + f(y, w)])
    C("e", [(x + y) @ (x + y), x @ x + x @ y + y @ x + y @ y])
    C("f", [q(x + y), q(x) + 2 * x @ y + q(y)], {1: q(x) + 4 * x @ y + q(y)})
    C("g", [q(x - y), q(x) - 2 * x @ y + q(y)])
    C("k", [x @ y, (q(x + y) - q(x - y)) / 4], {1: (q(x + y) - q(x - y)) / 2})
    s, t = r.normal(size=2)
    C("l", [(s + t) ** 2 + (s - t) ** 2, 2 * s**2 + 2 * t**2])
    c, d = 2, J(q, x)
    C("m", [q(x - y), q(x) - d @ y + c / 2 * q(y)], {1: q(x) - d @ y - c / 2 * q(y)})
    C("n", [q(x + y) + q(x - y), 2 * q(x) + c * q(y)])


@source
def lmu_slides(r, C, X):
    n, d = r.randint(2, 6, size=2)
    D = r.normal(size=(n, d))
    y = r.randint(0, 2, size=n).astype(float) + r.normal(size=n) / 5
    t, w = r.normal(size=(2, d)) / 2
    s = lambda f: 1 / (1 + np.exp(-f))
    R = lambda t: -(y * np.log(s(D @ t)) + (1 - y) * np.log(1 - s(D @ t))).sum()
    pi = s(D @ t)
    dpi = [J(lambda t: s(t @ x), t) for x in D]
    lg = [J(lambda p: y * np.log(p), pi), J(lambda p: (1 - y) * np.log(1 - p), pi)]
    row = lambda k: -sum((y[i] / pi[i] + k * (1 - y[i]) / (1 - pi[i])) * dpi[i] for i in range(n))
    C("a", [J(R, t), -sum((lg[0][i, i] + lg[1][i, i]) * dpi[i] for i in range(n)), row(-1)], {2: row(1)})
    C(
        "c",
        [
            -sum((y[i] * (1 - pi[i]) - (1 - y[i]) * pi[i]) * D[i] for i in range(n)),
            sum((pi[i] - y[i]) * D[i] for i in range(n)),
            (pi - y) @ D,
        ],
        {1: sum((pi[i] + y[i]) * D[i] for i in range(n))},
    )
    He = hess(R, t)
    C("e", [He, He.T])
    W = np.diag(pi * (1 - pi))
    Wb = np.diag(np.sqrt(pi * (1 - pi)))
    C("f", [sum(np.outer(x, x) * a * (1 - a) for x, a in zip(D, pi, strict=True)), D.T @ W @ D])
    v = Wb @ D @ w
    C("g", [w @ He @ w, w @ D.T @ Wb.T @ Wb @ D @ w, v @ Wb @ D @ w, norm(v) ** 2, 0], ge=(4,), fge=(), fle=(4,))
    # geometry of L2
    Q, S = orth(r, d), np.diag(r.uniform(0.5, 3, size=d))
    la = r.uniform(0.1, 0.4)
    H, I = Q @ S @ Q.T, np.eye(d)
    th, t = r.normal(size=(2, d))
    R0, g0 = r.normal(), np.zeros(d)
    C("k", [R0 + g0 @ (t - th) + (t - th) @ H @ (t - th) / 2, R0 + (t - th) @ H @ (t - th) / 2])
    t = np.linalg.solve(la * I + H, H @ th)
    C("l", [(H + la * I) @ t, H @ th], {0: (H - la * I) @ t})
    C(
        "m",
        [
            inv(H + la * I) @ H @ th,
            inv(Q @ S @ Q.T + la * I) @ Q @ S @ Q.T @ th,
            inv(Q @ (S + la * I) @ Q.T) @ Q @ S @ Q.T @ th,
            Q @ inv(S + la * I) @ S @ Q.T @ th,
        ],
        {3: Q @ inv(S - la * I) @ S @ Q.T @ th},
    )
    # weight decay
    L = loss(r, d)
    t, g = r.normal(size=(2, d))
    al = r.normal()
    C("n", [J(lambda t: L(t) + la / 2 * (t * t).sum(), t), J(L, t) + la * t])
    C("o", [t - al * (g + la * t), t * (1 - al * la) - al * g], {1: t * (1 + al * la) - al * g})


@source
def susie_supplement(r, C, X):
    n, p = r.randint(3, 8), r.randint(1, 4)
    D, y = r.normal(size=(n, p)), r.normal(size=n)
    x = D[:, r.randint(p)]
    xx, xy, yy = x @ x, x @ y, y @ y
    b = xy / xx
    rss = ((y - x * b) ** 2).sum()
    sg = np.sqrt(rss / (n - 2))
    s = sg / np.sqrt(xx)
    z = b / s
    ss = yy - rss
    R2 = ss / (ss + rss)
    ry = yy / (n - 1)
    C("a", [((y - 0 - x * b) ** 2).sum() / (n - 2), rss / (n - 2)])
    C("b", [b / s, xy / (sg * np.sqrt(xx))])
    C("c", [R2, z**2 / (z**2 + n - 2)], {1: z**2 / (z**2 + n - 1)})
    C("e", [ss, yy - (yy - xy**2 / xx), xy**2 / xx], {1: yy - (yy + xy**2 / xx)})
    C("f", [R2, (xy**2 / xx) / (xy**2 / xx + sg**2 * (n - 2)), z**2 / (z**2 + n - 2)])
    C("g", [sg**2, ry * (n - 1) * (1 - R2) / (n - 2)], {1: ry * (n - 1) * (1 + R2) / (n - 2)})
    C("k", [1 - R2, rss / (ss + rss), sg**2 * (n - 2) / (ry * (n - 1))], {2: sg**2 * (n - 1) / (ry * (n - 1))})
    C("l", [sg**2, ry * (n - 1) / (z**2 + n - 2)])
    C("m", [xx, sg**2 / s**2])
    C("n", [xy, sg**2 / s * z], {1: sg**2 / s**2 * z})
    L = np.diag(np.sqrt((D * D).sum(0)))
    R = inv(L) @ D.T @ D @ inv(L)
    C("o", [D.T @ D, L @ R @ L])
    v, v0 = r.uniform(0.3, 3, size=2)
    k = v / xx
    bf = lambda e: np.sqrt(k / (k + v0)) * np.exp(0.5 * e * sg**2 / v * v0 / (k + v0))
    C("p", [bf(xx * b**2 / sg**2), bf(z**2)], {1: bf(z**4)})
    v1 = inv([[xx / v + 1 / v0]])[0, 0]
    C("q", [v1, 1 / (ry * (n - 1) / (v * s**2 * (z**2 + n - 2)) + 1 / v0)])
    X(1, xx * v1 / v * b, ry * (n - 1) * v * z / (ry * (n - 1) + v / v0 * s**2 * (z**2 + n - 2)))


@source
def esl_notebooks(r, C, X):
    K = r.randint(1, 4)
    N = r.randint(K + 2, K + 6)
    D, be = r.normal(size=(N, K)), r.normal(size=K) / 2
    y = r.randint(0, 2, size=N).astype(float) + r.normal(size=N) / 5
    pf = lambda x, b: np.exp(b @ x) / (1 + np.exp(b @ x))
    l = lambda b: sum(y[i] * np.log(pf(D[i], b)) + (1 - y[i]) * np.log(1 - pf(D[i], b)) for i in range(N))
    sp = lambda f: np.log(1 + np.exp(f))
    l2 = lambda b: sum(y[i] * b @ D[i] - sp(b @ D[i]) for i in range(N))
    C(
        "a",
        [l(be), sum(y[i] * (be @ D[i] - sp(be @ D[i])) - (1 - y[i]) * sp(be @ D[i]) for i in range(N)), l2(be)],
        {2: sum(y[i] * be @ D[i] + sp(be @ D[i]) for i in range(N))},
    )
    e = np.exp(D @ be)
    p = np.array([pf(x, be) for x in D])
    C(
        "b",
        [
            J(l, be),
            J(l2, be),
            sum(y[i] * D[i] - e[i] / (1 + e[i]) * D[i] for i in range(N)),
            sum(D[i] * (y[i] - p[i]) for i in range(N)),
        ],
        {3: sum(D[i] * (y[i] + p[i]) for i in range(N))},
    )
    o = [np.outer(x, x) for x in D]
    C(
        "c",
        [
            sum(-o[i] * (e[i] * (1 + e[i]) - np.exp(2 * be @ D[i])) / (1 + e[i]) ** 2 for i in range(N)),
            sum(-o[i] * e[i] / (1 + e[i]) / (1 + e[i]) for i in range(N)),
            -sum(o[i] * p[i] * (1 - p[i]) for i in range(N)),
        ],
        {2: -sum(o[i] * p[i] * (1 + p[i]) for i in range(N))},
    )
    g, H = J(l, be), hess(l, be)
    W = np.diag(p * (1 - p))
    F = inv(D.T @ W @ D)
    new = be + F @ D.T @ (y - p)
    C("e", [new, be - inv(H) @ g])
    C("f", [g, D.T @ (y - p)], {1: D.T @ (y + p)})
    C("g", [H, -D.T @ W @ D])
    z = D @ be + inv(W) @ (y - p)
    C(
        "k",
        [new, F @ D.T @ W @ (D @ be + inv(W) @ (y - p)), F @ D.T @ W @ z],
        {1: F @ D.T @ W @ (D @ be - inv(W) @ (y - p))},
    )
    # 3.2.3
    K = r.randint(2, 5)
    N = r.randint(K + 1, K + 5)
    D, y = r.normal(size=(N, K)), r.normal(size=N)
    Q, R = np.linalg.qr(D)
    sg = np.diag(np.sign(np.diag(R)))
    Q, R = Q @ sg, sg @ R
    d = np.diag(np.diag(R))
    Ga, Z = inv(d) @ R, Q @ d
    b = np.linalg.solve(D.T @ D, D.T @ y)
    C("l", [Z @ Ga, Z @ inv(d) @ d @ Ga, Q @ R])
    C("m", [b, inv(R) @ Q.T @ y], {1: R.T @ Q.T @ y})
    C("n", [D.T @ y, D.T @ D @ b])
    C("o", [R.T @ Q.T @ y, R.T @ Q.T @ Q @ R @ b])
    C("p", [R.T @ Q.T @ y, R.T @ R @ b])
    C("q", [Q.T @ y, R @ b])
    C("r", [D @ b, Q @ Q.T @ y])
    C("s", [D @ b, Q @ R @ inv(R) @ Q.T @ y, Q @ Q.T @ y], {1: Q @ R @ R.T @ Q.T @ y})
    C("u", [R @ b, Q.T @ y], {1: -Q.T @ y})


@source
def quadratic_answers(r, C, X):
    n = r.randint(1, 5)
    A, (x, b, h), c = spd(r, n, 1), r.normal(size=(3, n)), r.normal()
    V = inv(A)
    m = V @ b
    f = lambda x: (A @ x) @ x + 2 * x @ b + c
    C(
        "a",
        [
            0,
            (A @ (x + m)) @ (x + m),
            (A @ x) @ x + (A @ x) @ m + b @ x + b @ m,
            (A @ x) @ x + 2 * b @ x + b @ m,
            f(x) - c + b @ m,
        ],
        {3: (A @ x) @ x + 4 * b @ x + b @ m},
        le=(1,),
    )
    C("b", [f(x), c - b @ m, f(-m)], {2: f(m)}, ge=(1,))
    C("c", [J(f, x), 2 * A @ x + 2 * b], {1: 2 * A @ x - 2 * b})
    C("e", [2 * (A @ h) @ h, 0], ge=(1,))
    C("f", [f(-m), (A @ m) @ m - 2 * m @ b + c, -m @ b + c], {2: m @ b + c})
    S = r.normal(size=(n, n))
    S = S + S.T
    m = inv(S) @ b
    q = lambda x: x @ S @ x - 2 * x @ b
    C("g", [q(m), m @ b - 2 * m @ b, -m @ b], {2: -2 * m @ b})
    Q, ga = spd(r, n, 1), r.normal()
    k = r.normal(size=n)
    xs = -np.linalg.solve(Q, k)
    f = lambda x: x @ Q @ x / 2 + k @ x + ga
    y = x - xs
    C("k", [y @ Q @ y / 2, f(x) - f(xs)])
    C("l", [y @ Q @ y / 2, f(x) - f(xs)], {1: f(x) + f(xs)})
    a, d = x @ Q @ x / 2, xs @ Q @ xs / 2
    C(
        "m",
        [
            a - xs @ Q @ x / 2 - xs @ Q @ x / 2 + d,
            a + k @ x + d,
            a + k @ x - d + xs @ Q @ xs,
            a + k @ x - d - k @ xs,
        ],
        {3: a + k @ x - d + k @ xs},
    )
    f = lambda x: x @ A @ x + b @ x + c
    q = V @ b / 2
    C("n", [f(x), (x + q) @ A @ (x + q) + (c - q @ A @ q)])
    f = lambda x: x @ A @ x / 2 + b @ x + c
    m = V @ b
    t = (x + m) @ A @ (x + m) / 2
    C("o", [f(x), t - b @ V @ b / 2 + c], {1: t - b @ A @ b / 2 + c})
    C("p", [f(x), -b @ V @ b / 2 + c], ge=(1,))
    C("q", [x @ A @ x / 2 - b @ x, ((x - m) @ A @ (x - m) - b @ V @ b) / 2])
    n = r.randint(2, 5)
    A, B, D = r.normal(size=(3, n, n))
    f = lambda Z: np.trace(A @ Z @ B)
    C("r", [J(f, D), (B @ A).T], {1: (A @ B).T})
    C("s", [f(D), np.trace(B @ A @ D), ((A.T @ B.T) * D).sum()])
    C("u", [J(f, D), A.T @ B.T], {1: A.T @ A.T})


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
