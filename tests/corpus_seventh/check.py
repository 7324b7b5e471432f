"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_seventh.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent


@source
def softmax_korean(r, C, X):
    K = r.randint(2, 6)
    z = r.normal(size=K)
    c = r.randint(K)
    y = np.eye(K)[c]
    I = np.eye(K)
    p = softmax(z)
    Jp = J(softmax, z)  # [k, i]
    e = np.exp(z)
    S = e.sum()
    d = np.diag
    C("a", [d(Jp), d(J(lambda z: np.exp(z) / np.exp(z).sum(), z))])
    C(
        "b",
        [d(Jp), (e * S - e * e) / S**2, e / S - e / S * e / S, p - p**2, p * (1 - p)],
        {1: (e * S + e * e) / S**2, 4: p * (1 + p)},
    )
    C("c", [Jp, J(lambda z: np.exp(z) / np.exp(z).sum(), z)])
    off = ~np.eye(K, dtype=bool)
    C(
        "d",
        [Jp[off], ((0 * S - np.outer(e, e)) / S**2)[off], -np.outer(e / S, e / S)[off], -np.outer(p, p)[off]],
        {3: -np.outer(p * p, np.ones(K))[off]},
    )
    C("e", [Jp, p[:, None] * (I - p[None, :])], {1: p[:, None] * (I - p[:, None])})
    L = lambda p: -(y * np.log(p)).sum()
    C("f", [L(p), -np.log(p[c])])
    g = J(L, p)
    C("g", [g, -y / p], {1: y / p})
    C("h", [g[c], -1 / p[c]])
    Lz = J(lambda z: L(softmax(z)), z)
    C("k", [Lz, g @ Jp])
    C(
        "l",
        [
            Lz,
            ((-y / p)[:, None] * p[:, None] * (I - p[None, :])).sum(0),
            (-y[:, None] * (I - p[None, :])).sum(0),
            -(y[:, None] * I).sum(0) + y.sum() * p,
        ],
        {3: -(y[:, None] * I).sum(0) - y.sum() * p},
    )
    C("m", [-(y[:, None] * I).sum(0), -y])
    C("n", [(y[:, None] * p[None, :]).sum(0), p * y.sum(), p * 1, p], {3: y})
    C("p", [Lz, -y + p, p - y], {2: p + y})
    C("q", [Lz, p - y])


@source
def bn_calculus(r, C, X):
    N = r.randint(2, 6)
    x = r.normal(size=N)
    ga, be = r.normal(size=2)
    eps = r.uniform(0.1, 1)
    L = loss(r, N)
    mu = lambda x: x.sum() / N
    s2 = lambda x: ((x - mu(x)) ** 2).sum() / N
    h = lambda x: (x - mu(x)) / np.sqrt(s2(x) + eps)
    y = lambda x: ga * h(x) + be
    I = np.eye(N)
    Ly = J(L, y(x))
    Lx = J(lambda x: L(y(x)), x)
    Jy, Jh = J(y, x), J(h, x)  # [k, i]
    C("a", [Lx, Ly @ Jy])
    m, v = mu(x), s2(x) + eps
    q = J(lambda x: x / np.sqrt(s2(x) + eps), x)
    w = J(lambda x: mu(x) / np.sqrt(s2(x) + eps), x)[None, :]
    iv = J(lambda x: 1 / np.sqrt(s2(x) + eps), x)
    full = ga * (I / np.sqrt(v) + np.outer(x, iv) - 1 / np.sqrt(v) / N - m * iv[None, :])
    # b1: dy_k/dx_i, d y_k/d xh_k * d xh_k / dx_i ; b4: from gamma d xh_k/dx_i
    C(
        "b",
        [Jy, ga * Jh, ga * Jh, ga * Jh, ga * J(lambda x: (x - mu(x)) / np.sqrt(s2(x) + eps), x), ga * (q - w), full],
        {5: ga * (q + w)},
    )
    C("c", [J(lambda x: x, x), I])
    ds = J(s2, x)
    C(
        "d",
        [ds, ds, (-2 / N * ((x - m).sum() - (x - m)) + 2 * (x - m) * (1 - 1 / N)) / N, 2 / N * (x - m)],
        {3: 1 / N * (x - m)},
    )
    C("e", [iv, -0.5 * v**-1.5 * ds, -1 / N * v**-1.5 * (x - m)], {2: -1 / N * v**-0.5 * (x - m)})
    hh = h(x)
    C(
        "f",
        [Jy, ga / np.sqrt(v) * (I - 1 / N - np.outer(hh, hh) / N)],
        {1: ga / np.sqrt(v) * (I - 1 / N + np.outer(hh, hh) / N)},
    )
    good = ga / np.sqrt(v) * (Ly - Ly.sum() / N - hh * (Ly * hh).sum() / N)
    C("g", [Lx, ga / np.sqrt(v) * (Ly - Ly.sum() / N - hh * hh.sum() / N), good, good])


@source
def linear_tensor(r, C, X):
    M, K, N = r.randint(2, 4, size=3)
    x, a, b = r.normal(size=(M, K)), r.normal(size=(N, K)), r.normal(size=N)
    L = loss(r, M, N)
    c = a.T
    y = lambda x, a, b: x @ a.T + b
    Y = y(x, a, b)
    G = J(L, Y)
    Jx, Ja, Jb = J(lambda x: y(x, a, b), x), J(lambda a: y(x, a, b), a), J(lambda b: y(x, a, b), b)
    E = np.einsum
    IM, IK, IN = np.eye(M), np.eye(K), np.eye(N)
    C("a", [Jx, J(lambda x: E("ik,kj->ij", x, c) + b, x)])
    C("b", [Jx, E("ikpq,kj->ijpq", J(lambda x: x, x), c)])
    t = E("ip,kq,kj->ijpq", IM, IK, c)
    C("c", [Jx, t], {1: 2 * t})
    t = E("ip,qj->ijpq", IM, c)
    C("d", [Jx, t], {1: -t})
    Lx = J(lambda x: L(y(x, a, b)), x)
    e = [Lx, E("ij,ijpq->pq", G, Jx), E("ij,ip,qj->pq", G, IM, c), E("pj,qj->pq", G, c)]
    C("e", e, {3: -e[3]})
    t = E("pj,jq->pq", G, c.T)
    C("f", [Lx, t], {1: 2 * t})
    C("g", [Lx, t])
    C("h", [Lx, E("pj,jq->pq", G, a)])
    C("k", [Lx, G @ a], {1: -G @ a})
    dca = J(lambda a: a.T, a)
    C(
        "l",
        [Ja, J(lambda a: E("ik,kj->ij", x, a.T) + b, a), E("ik,kjpq->ijpq", x, dca)],
        {2: -E("ik,kjpq->ijpq", x, dca)},
    )
    m = [Ja, E("ik,jkpq->ijpq", x, J(lambda a: a, a)), E("ik,jp,kq->ijpq", x, IN, IK), E("iq,jp->ijpq", x, IN)]
    C("m", m, {3: -m[3]})
    La = J(lambda a: L(y(x, a, b)), a)
    n = [La, E("ij,ijpq->pq", G, Ja), E("ij,iq,jp->pq", G, x, IN), E("ip,iq->pq", G, x)]
    C("n", n, {3: 2 * n[3]})
    C("p", [La, E("pi,iq->pq", G.T, x)])
    C("q", [La, G.T @ x], {1: -G.T @ x})
    o = np.ones(M)
    C(
        "r",
        [
            Jb,
            J(lambda b: x @ c + np.outer(o, b), b),
            J(lambda b: np.outer(o, b), b),
            E("i,jp->ijp", o, J(lambda b: b, b)),
        ],
    )
    C("s", [Jb, E("i,jp->ijp", o, IN)])
    Lb = J(lambda b: L(y(x, a, b)), b)
    C("t", [Lb, E("ij,ijp->p", G, Jb), E("ij,i,jp->p", G, o, IN), E("ip,i->p", G, o)])
    C("u", [Lb, G.sum(0)], {1: -G.sum(0)})
    C("v", [Lb, o @ G])


@source
def nn_notebook(r, C, X):
    q, h, m = r.randint(2, 4, size=3)
    x = r.normal(size=q)
    W1, W2, W3 = r.normal(size=(q, h)), r.normal(size=(h, h)), r.normal(size=(h, m))
    b1, b2, b3 = r.normal(size=h), r.normal(size=h), r.normal(size=m)
    L = loss(r, m)
    f = lambda s: 1 / (1 + np.exp(-s))
    D = lambda s, k=2: np.exp(-s) / (1 + np.exp(-s)) ** k
    z = loss(r)
    t = np.array(r.normal())
    C("a", [J(lambda t: 1 / (1 + np.exp(-z(t))), t), D(z(t)) * J(z, t)])
    h1 = x @ W1 + b1
    l1 = f(h1)
    h2 = l1 @ W2 + b2
    l2 = f(h2)
    l3 = l2 @ W3 + b3
    G3 = J(L, l3)
    L2 = lambda l2: L(l2 @ W3 + b3)
    L1 = lambda l1: L2(f(l1 @ W2 + b2))
    G2, G1 = J(L2, l2), J(L1, l1)
    C("b", [J(lambda W: L(l2 @ W + b3), W3), np.outer(l2, G3)], {1: np.outer(l1, G3)})
    C("c", [J(lambda b: L(l2 @ W3 + b), b3), G3])
    C("d", [G2, G3 @ W3.T], {1: -G3 @ W3.T})
    GW2 = J(lambda W: L2(f(l1 @ W + b2)), W2)
    own = lambda T: np.array([[T[o, i, o] for o in range(h)] for i in range(h)])
    T = own(J(lambda W: f(l1 @ W + b2), W2))
    C("e", [GW2, G2[None, :] * T])
    C("f", [T, own(J(lambda W: f(l1 @ W + b2), W2))], {1: own(J(lambda W: f(l1 @ W - b2), W2))})
    C("g", [T, np.outer(l1, D(h2))], {1: np.outer(l2, D(h2))})
    C("h", [GW2, np.outer(l1, D(h2) * G2)], {1: np.outer(l1, D(h2, 3) * G2)})
    C("k", [J(lambda b: L2(f(l1 @ W2 + b)), b2), D(h2) * G2])
    J21 = J(lambda l: f(l @ W2 + b2), l1)  # [o, i]
    C("l", [G1, G2 @ J21])
    C("m", [l2, f(np.array([(l1 * W2[:, o]).sum() + b2[o] for o in range(h)]))])
    C("n", [G1, G2 @ J21, G2 @ J(lambda l: f(l @ W2 + b2), l1), ((G2 * D(h2))[None, :] * W2).sum(1)])
    C("p", [G1, (G2 * D(h2)) @ W2.T], {1: (G2 * D(h2)) @ (W2 @ W2)})
    C("q", [G2, G2, G3 @ J(lambda l: l @ W3 + b3, l2), G3 @ W3.T])
    C("r", [G1, G1, G2 @ J21, (G2 * D(h2)) @ W2.T], {3: (G1 * D(h2)) @ W2.T})
    C("s", [J(lambda b: L1(f(x @ W1 + b)), b1), D(h1) * G1])


@source
def gd_curve(r, C, X):
    n = r.randint(2, 5)
    B = r.normal(size=(n, n))
    H = B @ B.T
    eta = r.uniform(0.1, 1) * 2 / np.linalg.eigvalsh(H).max()
    b, x, v = r.normal(size=(3, n))
    I = np.eye(n)
    f = lambda x: 0.5 * x @ H @ x + b @ x
    df = lambda x: J(f, x)
    g = df(x)
    C(
        "a",
        [f(x - eta * g), f(x) - eta * g @ g + eta**2 / 2 * g @ H @ g],
        {1: f(x) + eta * g @ g + eta**2 / 2 * g @ H @ g},
    )
    x1 = x - eta * g
    g1 = df(x1)
    x2 = x1 - eta * g1
    D0, D1 = f(x) - f(x1), f(x1) - f(x2)
    A, P = 2 * I - eta * H, I - eta * H
    C("b", [D0, D0, eta / 2 * g @ A @ g])
    C("c", [g1, df(x1), H @ (x - eta * g) + b, P @ g], {3: (I + eta * H) @ g})
    C("e", [D1, eta / 2 * g1 @ A @ g1, eta / 2 * g @ A @ P @ P @ g], {2: eta / 2 * g @ A @ P @ P @ P @ g})
    C("h", [0.0, v @ P @ P @ v, v @ v], le=(1, 2))
    C("k", [D1, eta / 2 * g @ A @ g, D0], {2: D1}, le=(1,))
    e2 = g @ A @ H @ A @ g / 2
    C("l", [D0 - D1, eta / 2 * g @ A @ (I - P @ P) @ g, eta**2 * e2], {2: eta**3 * e2})
    C("m", [0.0, eta**2 * e2], {1: eta**3 * e2}, le=(1,))


@source
def svd_ridge(r, C, X):
    p = r.randint(2, 4)
    m = p + r.randint(0, 3)
    U = np.linalg.qr(r.normal(size=(m, p)))[0]
    V = np.linalg.qr(r.normal(size=(p, p)))[0]
    d = r.normal(size=p)
    D = np.diag(d)
    I = np.eye(p)
    A = U @ D @ V.T
    y = r.normal(size=m)
    la = r.uniform(0.1, 2)
    be = inv(A.T @ A + la * I) @ A.T @ y
    C("a", [A @ be, sum(U[:, j] * d[j] ** 2 / (d[j] ** 2 + la) * (U[:, j] @ y) for j in range(p))])
    C(
        "b",
        [
            A.T @ A,
            (U @ D @ V.T).T @ (U @ D @ V.T),
            (V @ D.T @ U.T) @ (U @ D @ V.T),
            V @ D @ U.T @ U @ D @ V.T,
            V @ D @ D @ V.T,
        ],
        {4: V @ D @ D @ D @ V.T},
    )
    DU = V @ D @ U.T @ y
    C(
        "c",
        [
            be,
            inv(V @ D @ D @ V.T + la * I) @ (U @ D @ V.T).T @ y,
            inv(V @ D @ D @ V.T + la * V @ V.T) @ DU,
            inv(V @ (D @ D + la * I) @ V.T) @ DU,
        ],
        {3: inv(V @ (D @ D - la * I) @ V.T) @ DU},
    )
    a, b, c = r.normal(size=(3, p, p))
    C("e", [inv(a @ b @ c), inv(c) @ inv(b) @ inv(a)], {1: inv(c) @ inv(b) @ inv(c)})
    w = D @ U.T @ y
    C(
        "f",
        [be, inv(V.T) @ inv(D @ D + la * I) @ inv(V) @ V @ w, V @ inv(D @ D + la * I) @ w],
        {2: V @ inv(D @ D @ D + la * I) @ w},
    )
    C("g", [A @ be, A @ V @ inv(D @ D + la * I) @ w, U @ D @ inv(D @ D + la * I) @ w])
    n = r.randint(1, 5)
    Z, y = r.normal(size=(m, n)), r.normal(size=n)
    C(
        "h",
        [y @ (Z.T @ Z + la * np.eye(n)) @ y, y @ Z.T @ Z @ y + la * y @ y, (Z @ y) @ (Z @ y) + la * y @ y],
        {1: y @ Z.T @ Z @ y - la * y @ y},
    )
    C("k", [1e-12, (Z @ y) @ (Z @ y) + la * y @ y], le=(1,))


@source
def logistic_post(r, C, X):
    N = r.randint(2, 6)
    x = r.normal(size=(N, 2))
    y = r.normal(size=N)
    w1, w2, b = r.normal(size=3)
    M = r.uniform(0.1, 3)
    ln, e = np.log, np.exp
    s = lambda t: 1 / (1 + e(-t))
    zz = lambda w1: w1 * x[:, 0] + w2 * x[:, 1] + b
    z = zz(w1)
    p = s(z)
    Jf = lambda w1: -(y * ln(s(zz(w1))) + (1 - y) * ln(1 - s(zz(w1)))).sum() / N
    Jv = Jf(w1)
    C(
        "a",
        [Jv, (-(y * ln(p) + (1 - y) * ln(1 - p))).sum() / N, -(y * ln(p) + (1 - y) * ln(1 - p)).sum() / N],
        {2: -(y * ln(p) - (1 - y) * ln(1 - p)).sum() / N},
    )
    E = e(-z)
    S = lambda t: -t.sum() / N
    mem = [
        Jv,
        S(y * ln(1 / (1 + E)) + (1 - y) * ln(1 - 1 / (1 + E))),
        S(y * ln(1 / (1 + E)) + (1 - y) * ln(E / (1 + E))),
        S(y * (ln(1) - ln(1 + E)) + (1 - y) * (ln(E) - ln(1 + E))),
        S(-y * ln(1 + E) + (1 - y) * (ln(E) - ln(1 + E))),
        S(-y * ln(1 + E) + (1 - y) * (-z - ln(1 + E))),
        S(-y * ln(1 + E) - (1 - y) * z - (1 - y) * ln(1 + E)),
        S(ln(1 + E) * (-y - (1 - y)) - (1 - y) * z),
        S(-ln(1 + E) - (1 - y) * z),
    ]
    C(
        "b",
        mem,
        {3: S(y * (ln(1) - ln(1 + E)) + (1 - y) * (ln(E) + ln(1 + E))), 7: S(ln(1 + E) * (-y - (1 + y)) - (1 - y) * z)},
    )
    C("c", [ln(N / M), ln(N) - ln(M)])
    C("e", [ln(1), 0])
    C("f", [ln(e(-z)), -z], {1: z})
    C("g", [Jv, (ln(1 + E) + (1 - y) * z).sum() / N])
    F = lambda z: ln(1 + e(-z)) + (1 - y) * z
    dJ = J(Jf, w1)
    dF = np.diag(J(F, z))
    dz = J(zz, w1)
    C("h", [dJ, J(lambda w: F(zz(w)), w1).sum() / N, (dF * dz).sum() / N])
    dln = np.diag(J(lambda z: ln(1 + e(-z)), z))
    C(
        "k",
        [
            dF,
            np.diag(J(lambda z: ln(1 + e(-z)) + (1 - y) * z, z)),
            dln + np.diag(J(lambda z: (1 - y) * z, z)),
            dln + 1 - y,
        ],
        {3: dln + 1 + y},
    )
    d1 = np.diag(J(lambda z: 1 + e(-z), z))
    C("l", [dln, 1 / (1 + E) * d1])
    de = np.diag(J(lambda z: e(-z), z))
    C("m", [d1, 0 + de, 0 + de])
    u = -z
    C("n", [d1, de, np.diag(J(e, u)) * -1.0, e(u) * -1])
    C("p", [d1, -E], {1: -e(z)})
    C(
        "q",
        [dln, 1 / (1 + E) * -E, -E / (1 + E), -1 * E * e(z) / ((1 + E) * e(z)), -1 / (e(z) + 1)],
        {4: -1 / (e(z) - 1)},
    )
    one = 1 / (1 + e(z))
    C("r", [s(-z), 1 - s(z)])
    C("s", [one, 1 - 1 / (1 + E)])
    C("t", [s(-z), 1 / (1 + e(z))])
    C("u", [one, (1 + E - 1) / (1 + E)], {1: (1 + E + 1) / (1 + E)})
    C("v", [one, E / (1 + E)])
    C("w", [one, E * e(z) / ((1 + E) * e(z))], {1: E * e(z) / ((1 - E) * e(z))})
    C("y", [one, 1 / ((1 + E) * e(z))])
    C("z", [s(-z), one, 1 - s(z)], {2: 1 + s(z)})
    C("aa", [dln, -1 / (e(z) + 1), -(1 - s(z)), s(z) - 1], {3: s(z) + 1})
    C("bb", [dF, dln + (1 - y), s(z) - 1 + (1 - y), s(z) - y], {2: s(z) - 1 + (1 + y)})
    C("cc", [x[:, 0] + 0 + 0, x[:, 0]], {1: x[:, 1]})
    C("ee", [dJ, (dF * dz).sum() / N])


@source
def projections_course(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(1, 3)
    A = r.normal(size=(m, n))
    y = r.normal(size=m)
    P = A @ inv(A.T @ A) @ A.T
    y1, y2 = P @ y, A @ r.normal(size=n)
    sq = lambda v: v @ v
    C("a", [sq(y - y2), sq(y - y1) + sq(y1 - y2)], {1: sq(y - y1) - sq(y1 - y2)})
    C("b", [sq(y - y1), sq(y - y1) + sq(y1 - y2)], {1: sq(y - y1) - sq(y1 - y2)}, le=(1,))
    C("c", [P, A @ np.linalg.pinv(A)])
    U, V = np.linalg.qr(r.normal(size=(m, m)))[0], np.linalg.qr(r.normal(size=(n, n)))[0]
    k = r.randint(1, n + 1)
    S = np.zeros((m, n))
    S[range(k), range(k)] = r.uniform(0.5, 2, size=k)
    B = U @ S @ V.T
    o = lambda a, b: sum((np.outer(U[:, i], U[:, i]) for i in range(a, b)), np.zeros((m, m)))
    C("e", [y, o(0, k) @ y + o(k, m) @ y], {1: o(0, k) @ y - o(k, m) @ y})
    C("f", [B @ np.linalg.pinv(B), U @ S @ np.linalg.pinv(S) @ U.T, o(0, k)])
    a = r.normal(size=m)
    cos = a @ y / norm(a) / norm(y)
    C(
        "g",
        [a / (a @ a) * (a @ y), a / norm(a) ** 2 * norm(a) * norm(y) * cos, norm(y) * cos * a / norm(a)],
        {2: norm(y) * cos * a},
    )
    Q = np.linalg.qr(A)[0]
    C("h", [Q @ inv(Q.T @ Q) @ Q.T, Q @ Q.T], {1: 2 * Q @ Q.T})
    X(1, Q @ Q.T, n * np.outer(Q[:, 0], Q[:, 0]))
    ga = r.uniform(0.5, 2)
    G = r.normal(size=(m, 2))
    q = ga * (a - G @ G.T @ a)
    C("k", [q / ga + G @ G.T @ a, a])
    Z = r.normal(size=(m, m))
    Qs, R = np.linalg.qr(Z)
    C("l", [inv(Z), inv(R) @ Qs.T], {1: inv(R) @ Qs @ Qs})
    u, v = r.normal(size=(2, m))
    I = np.eye(m)
    C("m", [inv(I + np.outer(u, v)), I - np.outer(u, v) / (1 + v @ u)], {1: I + np.outer(u, v) / (1 + v @ u)})


@source
def bce_readme(r, C, X):
    y = r.uniform()
    z = np.array(r.normal())
    s = lambda t: 1 / (1 + np.exp(-t))
    h = s(z)
    L = lambda h: -(y * np.log(h) + (1 - y) * np.log(1 - h))
    Lh, hz, Lz = J(L, h), J(s, z), J(lambda z: L(s(z)), z)
    C("a", [Lz, Lh * hz])
    C("b", [Lh, -y / h + (1 - y) / (1 - h)], {1: -y / h - (1 - y) / (1 - h)})
    C("c", [hz, h * (1 - h)], {1: h * (1 + h)})
    C(
        "e",
        [Lz, (-y / h + (1 - y) / (1 - h)) * h * (1 - h), -y * (1 - h) + (1 - y) * h, -y + y * h + h - y * h, h - y],
        {4: h + y},
    )
    C("f", [Lz, h - y])


@source
def unit_rms(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n)
    I = np.eye(n)
    N = norm(x)
    o = np.outer(x, x)
    f = lambda x: x / norm(x)
    rms = lambda x: np.sqrt((x * x).sum() / n)
    g = lambda x: x / rms(x)
    Jf, Jg = J(f, x), J(g, x)
    dn = J(norm, x)
    C("a", [Jf, Jf, (I * N - np.outer(x, dn)) / N**2], {2: (I * N + np.outer(x, dn)) / N**2})
    C("b", [Jf, (I * N - o / N) / N**2, (I * N**2 - o) / N**3], {2: (I * N**2 + o) / N**3})
    C("c", [Jf, I / N - o / N**3])
    C("e", [rms(x), rms(x), np.sqrt(N**2 / n), N / np.sqrt(n)], {3: N / n})
    C("f", [g(x), x / (N / np.sqrt(n)), np.sqrt(n) * f(x)], {2: n * f(x)})
    C("g", [Jg, J(lambda x: np.sqrt(n) * f(x), x), np.sqrt(n) * Jf])
    C("h", [Jg, np.sqrt(n) * (I / N - o / N**3)], {1: np.sqrt(n) * (I / N - o / N**2)})
    C("k", [Jg, np.sqrt(n) * I / N - np.sqrt(n) * o / N**3])


es = np.einsum


@source
def trace_calculus(r, C, X):
    P, Q, R, S = r.randint(1, 5, size=4)
    N = lambda *s: r.normal(size=s)
    A, B, D = N(P, Q), N(Q, R), N(S, R)
    C("a", [A @ B, es("ij,jk->ik", A, B)], {1: es("ij,jk->ik", A, B**2)})
    b = es("ij,jk,lk->il", A, B, D)
    C("b", [A @ B @ D.T, A @ (B @ D.T), es("ij,jk,kl->il", A, B, D.T), es("ij,jk,lk->il", A, B, D), b], {4: -b})
    A, Z, B = N(P, Q), N(Q, R), N(R, P)
    t = lambda Z: np.trace(A @ Z @ B)
    C(
        "d",
        [t(Z), np.diag(A @ Z @ B).sum(), (A * (Z @ B).T).sum(), es("ij,jk,ki", A, Z, B), es("ij,jk,ki", A, Z, B)],
        {2: (A * (Z @ B).T ** 2).sum()},
    )
    g = J(t, Z)
    C("e", [g, es("ij,ki->jk", A, B), es("ki,ij->jk", B, A), (B @ A).T], {3: 2 * (B @ A).T})
    C("g", [g, A.T @ B.T], {1: 2 * A.T @ B.T})
    Z = N(R, Q)
    t = lambda Z: np.trace(A @ Z.T @ B)
    h = es("ij,kj,ki", A, Z, B)
    C("h", [t(Z), (A * (Z.T @ B).T).sum(), es("ij,jk,ki", A, Z.T, B), h, h], {4: -h})
    g = J(t, Z)
    k = es("ij,ki->kj", A, B)
    C("k", [g, k, es("ki,ij->kj", B, A)], {1: k * Z})
    C("l", [g, B @ A])
    Z, B, D = N(Q, R), N(R, Q), N(P, R)
    t = lambda Z: np.trace(A @ Z @ B @ Z @ D.T)
    C("m", [t(Z), es("ij,jk,kl,lm,im", A, Z, B, Z, D)], {1: es("ij,jk,kl,lk,im", A, Z, B, Z, D)})
    g = J(t, Z)
    n = es("ij,kl,lm,im->jk", A, B, Z, D)
    X(1, g, n)
    M = (B @ Z @ D.T @ A).T
    C(
        "n",
        [
            n,
            es("ij,kl,lm,mi->jk", A, B, Z, D.T),
            es("ij,kl,li->jk", A, B, Z @ D.T),
            es("ij,ki->jk", A, B @ Z @ D.T),
            es("ki,ij->jk", B @ Z @ D.T, A),
            M,
        ],
        {5: -M},
    )
    o = es("ij,jk,kl,im->lm", A, Z, B, D)
    X(2, g, o)
    C(
        "o",
        [
            o,
            es("ij,jl,im->lm", A, Z @ B, D),
            es("il,im->lm", A @ Z @ B, D),
            es("il,mi->lm", A @ Z @ B, D.T),
            es("mi,il->lm", D.T, A @ Z @ B),
            (D.T @ A @ Z @ B).T,
        ],
        {2: es("il,im->lm", A @ Z @ B @ Z @ B, D)},
    )
    p = A.T @ D @ Z.T @ B.T + B.T @ Z.T @ A.T @ D
    C("p", [g, p], {1: A.T @ D @ Z.T @ B.T - B.T @ Z.T @ A.T @ D})
    DD, E = B @ Z @ D.T, A @ Z @ B
    q = J(lambda Z: np.trace(A @ Z @ DD), Z) + J(lambda Z: np.trace(E @ Z @ D.T), Z)
    C("q", [g, q])
    C("r", [g, q, A.T @ DD.T + E.T @ D, p], {3: A.T @ D @ Z.T @ B.T + B.T @ Z.T @ A.T @ A @ A.T @ D})


@source
def softmax_notes(r, C, X):
    n = r.randint(2, 6)
    z = r.normal(size=n)
    c = r.randint(n)
    I = np.eye(n)
    e, N = np.exp(z), np.exp(z).sum()
    s = e / N
    Js = J(softmax, z)
    JN = J(lambda z: np.exp(z).sum(), z)
    Je = J(np.exp, z)
    C(
        "a",
        [Js, J(lambda z: np.exp(z) / np.exp(z).sum(), z), (Je * N - np.outer(e, JN)) / N**2],
        {2: (Je * N + np.outer(e, JN)) / N**2},
    )
    C("b", [Je, I * e])
    C("c", [JN, I @ e, e], {2: np.exp(2 * z)})
    C("d", [Js, s[:, None] * (I - s[None, :]), s[:, None] * (I - s[None, :])], {2: s[:, None] * (I - s[:, None])})
    t, y = I[c], s
    L = -(t * np.log(s)).sum()
    C("e", [L, -(t * np.log(y)).sum()], {1: -(t * np.log(z**2)).sum()})
    C("f", [L, -(I[c] * np.log(s)).sum(), -np.log(s[c])])
    X(1, -np.log(s[c]), -y[c])
    JL = J(lambda z: -(t * np.log(softmax(z))).sum(), z)
    Jy = J(lambda y: -(t * np.log(y)).sum(), y)
    C("g", [JL, Jy[c] * Js[c]])
    m = -J(lambda z: np.log(softmax(z)[c]), z) * Js[c]
    X(2, Jy[c] * Js[c], m)
    X(3, m, -(I[c] - s))
    C("h", [-(I[c] - s), y - I[c]], {1: y + I[c]})
    C("k", [JL, y - I[c]])


@source
def anova_split(r, C, X):
    a, n = r.randint(2, 5), r.randint(2, 6)
    x = r.normal(size=(a, n))
    m, M = x.mean(1), x.mean()
    T = ((x - M) ** 2).sum()
    mm = m[:, None]
    C("a", [T, ((x - mm + mm - M) ** 2).sum()])
    b = (x - mm).sum(1)
    C("b", [((x - mm) * (mm - M)).sum(), ((m - M) * b).sum()], {1: 1 + ((m - M) * b).sum()})
    C("c", [b, n * m - n * m, np.zeros(a)], {1: n * m - m})
    E, G = ((x - mm) ** 2).sum(), ((m - M) ** 2).sum()
    C("d", [T, E + n * G], {1: E + a * G})
    C("e", [T, n * G + E], {1: n * G - E})
    C("f", [4 * (2**2 + 5**2 + 7**2), 312])
    d = np.array([[75, 70, 66, 69], [74, 78, 72, 68], [60, 64, 65, 55]])
    C("g", [((d - d.mean(1)[:, None]) ** 2).sum(), 156])
    C("h", [((d - 68) ** 2).sum(), 468], {1: 486})


@source
def pca_lecture(r, C, X):
    n, m = r.randint(2, 6), r.randint(2, 5)
    x = r.normal(size=(n, m)) + 1
    v = r.normal(size=m)
    v /= norm(v)
    y, mu = x @ v, x.mean(0)
    V = x.T @ x / n - np.outer(mu, mu)
    f = es("ij,j,ik,k", x, v, x, v) / n - (v @ mu) ** 2
    C(
        "a",
        [(y**2).mean() - y.mean() ** 2, ((x @ v) ** 2).mean() - (x @ v).mean() ** 2, f, f],
        {1: ((x @ v) ** 2).mean() + (x @ v).mean() ** 2},
    )
    C("b", [v @ x.T @ x @ v / n - (v @ mu) ** 2, v @ V @ v, v @ V @ v], {1: v @ (x.T @ x / m - np.outer(mu, mu)) @ v})
    lam, W = np.linalg.eigh(V)
    al, be = W.T @ v, r.normal(size=m)
    G = W.T @ W
    I = np.eye(m)
    C(
        "c",
        [
            es("i,k,j,ij,jk", al, al, lam, G, G),
            es("i,k,j,ij,jk", al, al, lam, I, I),
            es("i,j,j,ij", al, al, lam, I),
            (al * al * lam).sum(),
            (al**2 * lam).sum(),
        ],
        {2: es("i,j,j", al, al, lam)},
    )
    v1, v2 = W[:, 0], W @ be
    C("d", [v1 @ v2, (be * (W.T @ W[:, 0])).sum(), (be * I[0]).sum(), be[0]], {3: be[0] ** 2})
    C("e", [v2 @ V @ v2, (lam * be**2).sum()], {1: (lam * be).sum()})
    l = r.randint(1, m + 1)
    A = (x - mu) @ W  # a_ij
    sq = lambda u: (u**2).sum(1).mean()
    M = [
        sq(A @ W.T - A[:, :l] @ W[:, :l].T),
        sq(A[:, l:] @ W[:, l:].T),
        (A[:, l:] ** 2).sum() / n,
        (((x - mu) @ W[:, l:]) ** 2).sum() / n,
        (((x - mu) @ W[:, l:]) * ((x - mu) @ W[:, l:])).sum() / n,
        es("ia,aj,ib,bj", x - mu, W[:, l:], x - mu, W[:, l:]) / n,
        es("aj,ab,bj", W[:, l:], (x - mu).T @ (x - mu) / n, W[:, l:]),
        es("aj,ab,bj", W[:, l:], V, W[:, l:]),
        np.trace(W[:, l:].T @ V @ W[:, l:]),
        sum(W[:, j] @ (lam[j] * W[:, j]) for j in range(l, m)),
        sum(W[:, j] @ W[:, j] * lam[j] for j in range(l, m)),
        lam[l:].sum(),
    ]
    C(
        "g",
        M,
        {
            2: (A[:, l - 1 :] ** 2).sum() / n,
            5: es("ia,aj,ib,bj", x - mu, W[:, l:], 2 * x - mu, W[:, l:]) / n,
            11: (lam[l:] ** 2).sum(),
        },
    )
    X(1, sq(x - mu + A[:, :l] @ W[:, :l].T), M[0])


@source
def norms_reference(r, C, X):
    m, n, p = r.randint(1, 6, size=3)
    k = r.randint(3)
    A, B, D = r.normal(size=(m, n)), r.normal(size=(n, p)), r.normal(size=(n, n))
    x, y, u, v = r.normal(size=(4, n))
    if k:
        x = np.eye(n)[0] * 3 if k == 1 else np.full(n, 0.3)
    F = lambda M: np.sqrt((M * M).sum())
    C("a", [F(A), np.sqrt(np.trace(A @ A.T)), np.sqrt((np.abs(A) ** 2).sum())], {2: np.sqrt(np.abs(A).sum())})
    C("b", [norm(A @ x), F(A) * norm(x)], le=(1,))
    A2 = A * 0.1 if k == 1 else A
    C("c", [F(A2 @ B), F(A2) * F(B)], {1: F(A2) * F(A2)}, le=(1,))
    C(
        "e",
        [F(D - np.outer(x, x)) ** 2, F(D) ** 2 + norm(x) ** 4 - 2 * x @ D @ x],
        {1: F(D) ** 2 + norm(x) ** 2 - 2 * x @ D @ x},
    )
    C("f", [np.linalg.norm(x, 1), np.abs(x).sum()])
    C("g", [np.linalg.norm(x, np.inf), np.abs(x).max()])
    s, d = norm(u + v) ** 2, norm(u - v) ** 2
    C("h", [2 * norm(u) ** 2 + 2 * norm(v) ** 2, s + d], {1: s - d})
    w = norm(x + y) ** 2 - norm(x - y) ** 2
    C("k", [x @ y, w / 4], {1: w / 2})
    C("l", [abs(x @ y), norm(x) * norm(y)], {1: norm(x) * norm(x)}, le=(1,))
    C("m", [abs(x @ y), np.abs(x * y).sum()], le=(1,))
    i = np.abs(x).max()
    C("n", [norm(x) / np.sqrt(n), i, norm(x), np.abs(x).sum()], {2: norm(x) / 2}, le=(1, 2, 3))
    C("o", [np.sqrt(n) * norm(x), n * i], {1: np.sqrt(n) * i}, le=(1,))


@source
def norms_qa(r, C, X):
    n, m = r.randint(2, 6), r.randint(1, 4)
    u, v, x, y, a, b = r.normal(size=(6, n))
    U, V, s, d = norm(u), norm(v), norm(u + v), norm(u - v)
    C("a", [(s**2 - d**2) / 4, (s - d) * (s + d) / 4], {1: (s - d) * (s - d) / 4})
    C("b", [(U + V - U + V) * (U + V + U - V) / 4, 4 * U * V / 4, U * V], {1: 2 * U * V / 4})
    C(
        "c",
        [
            norm(x + y) ** 2,
            (x + y) @ (x + y),
            (x + y) @ x + (x + y) @ y,
            norm(x) ** 2 + 2 * x @ y + norm(y) ** 2,
            norm(x) ** 2 + 2 * (x @ y) + norm(y) ** 2,
        ],
        {2: (x + y) @ x + (x + y) @ x},
    )
    C(
        "d",
        [norm(x) ** 2 * norm(y) ** 2 - (x @ y) ** 2, (x @ x) * (y @ y) - (x @ y) ** 2],
        {1: (x @ x) * (y @ y) - (x @ x) ** 2},
    )
    l = sum((a[i] * b[j] - a[j] * b[i]) ** 2 for i in range(n) for j in range(i + 1, n))
    X(1, norm(a**2) * norm(b**2) - (a @ b) ** 2, l)
    Q = np.linalg.qr(r.normal(size=(n, n)))[0]
    k2 = r.randint(1, n + 1)
    k1 = r.randint(1, k2 + 1)
    P1, P2 = Q[:, :k1] @ Q[:, :k1].T, Q[:, :k2] @ Q[:, :k2].T
    A, I = r.normal(size=(n, m)), np.eye(n)
    C("e", [norm(P1 @ A), norm(P2 @ A)], {1: norm(P2 @ A) / 2}, le=(1,))
    C("f", [norm((I - P1) @ A), norm((I - P2) @ A)], {1: 2 * norm((I - P2) @ A)}, ge=(1,))
    C("g", [norm(P1 @ v), norm(P2 @ v)], le=(1,))
    X(2, norm(P1 @ A) ** 2, (A**2).sum())


@source
def joot_lecture(r, C, X):
    n = r.randint(2, 6)
    x, y, z = r.normal(size=(3, n))
    ab, s = np.abs, np.sum
    C("a", [np.linalg.norm(x), np.sqrt(s(x**2))])
    C("b", [np.linalg.norm(x, 1), s(ab(x))], {1: s(x)})
    C("c", [np.linalg.norm(x, np.inf), ab(x).max()])
    C("d", [np.dot(x, y), x @ y, s(x * y)], {1: x @ x})
    X(1, norm(x), np.sqrt(x @ y))
    C("e", [x @ y, norm(x) * norm(y)], le=(1,))
    C("f", [norm(z) * norm(z / norm(z)), norm(z)])
    C("g", [z @ x, s(z * x), ab(s(z * x)), s(ab(z * x))], {2: ab(s(z * x)) / 2}, le=(2, 3))
    zz = z * 3 if r.rand() < 0.5 else z
    C("h", [s(ab(zz) * ab(x)), ab(zz).max() * s(ab(x))], {1: ab(x).max() * s(ab(x))}, le=(1,))
    C("k", [ab(z).max(), np.linalg.norm(z, np.inf)])
    C(
        "l",
        [z @ x, s(z * x), s(ab(z) * ab(x)), ab(x).max() * s(ab(z)), np.linalg.norm(x, np.inf) * s(ab(z))],
        {4: norm(x) * s(ab(z))},
        le=(2, 3),
    )
    C("m", [s(ab(z)), np.linalg.norm(z, 1)], {1: norm(z)})
    P = r.normal(size=(n, n))
    F = lambda x: x @ P @ x
    C("n", [F(x), es("i,j,ij", x, x, P)])
    C("o", [J(F, x), (P + P.T) @ x], {1: (P + P) @ x})
    k = r.randint(n)
    off = [i for i in range(n) if i != k]
    S = sum(x[i] * (P[i, k] + P[k, i]) for i in off)

    def G(q):
        return lambda x: P[k, k] * x[k] ** q + sum(x[i] * x[k] * (P[i, k] + P[k, i]) for i in off)

    p2 = 2 * P[k, k] * x[k] + 2 * S / 2
    C("p", [J(F, x)[k], J(G(2), x)[k], p2], {1: J(G(3), x)[k]})
    h = s(x * (P[:, k] + P[k, :]))
    X(2, p2, h / 2)
    X(3, h / 2, h)


@source
def course_solutions(r, C, X):
    D = r.randint(1, 5)
    A, b, c, x = r.normal(size=(D, D)), r.normal(size=D), r.normal(), r.normal(size=D)
    f = lambda x: x @ A @ x + b @ x + c
    q = es("ij,i,j", A, x, x)
    C("a", [f(x), q + (b * x).sum() + c], {1: q - (b * x).sum() + c})
    C("b", [J(f, x), A @ x + A.T @ x + b], {1: A @ x + A.T @ x + b**2})
    e = np.eye(D)
    H = np.array([[f(x + e[k] + e[l]) - f(x + e[k]) - f(x + e[l]) + f(x) for l in range(D)] for k in range(D)])
    C("c", [H, A + A.T], {1: A - A.T})
    N = r.randint(1, 6)
    X_, mu, v = r.normal(size=N), r.normal(), r.uniform(0.5, 2)
    S = ((X_ - mu) ** 2).sum()
    pi = np.pi
    C(
        "d",
        [
            np.prod(np.exp(-((X_ - mu) ** 2) / (2 * v)) / np.sqrt(2 * pi * v)),
            (1 / np.sqrt(2 * pi * v)) ** N * np.exp(-S / (2 * v)),
        ],
    )
    l = N / 2 * np.log(2 * pi)
    C(
        "e",
        [
            -np.log((1 / np.sqrt(2 * pi * v)) ** N * np.exp(-S / (2 * v))),
            N / 2 * np.log(2 * pi * v) + S / (2 * v),
            l + N / 2 * np.log(v) + S / (2 * v),
        ],
        {2: l - N / 2 * np.log(v) + S / (2 * v)},
    )
    C(
        "f",
        [
            J(lambda m: (X_**2 - 2 * X_ * m + m**2).sum(), mu) / (2 * v),
            (-2 * X_ + 2 * mu).sum() / (2 * v),
            (-X_ + mu).sum() / v,
        ],
        {2: (-X_ + mu).sum() / (2 * v)},
    )
    C("g", [N / 2 * J(np.log, v) + J(lambda t: 1 / t, v) * S / 2, N / 2 / v - S / 2 / v**2], {1: N / 2 / v - S / 2 / v})
    K = r.randint(1, 4)
    Z, y, w, ep = r.normal(size=(N, K)), r.normal(size=N), r.normal(size=K), r.uniform(0.1, 1)
    L = lambda w: ((Z @ w - y) ** 2 / (y**2 + ep)).mean()
    g = J(L, w)
    Dm = np.diag(1 / (y**2 + ep))
    h = lambda t: (2 * Z * (t / (y**2 + ep))[:, None]).mean(0)
    C("h", [g, h(Z @ w - y)], {1: h(Z @ w + y)})
    k = 2 / N * Z.T @ Dm @ (Z @ w - y)
    C("k", [g, k, 2 / N * Z.T @ Dm @ (-(y - Z @ w))])
    C("l", [g, -2 / N * Z.T @ Dm @ (y - Z @ w)], {1: 2 / N * Z.T @ Dm @ (y - Z @ w)})


@source
def projections_article(r, C, X):
    n = r.randint(3, 6)
    Q = np.linalg.qr(r.normal(size=(n, n)))[0]
    pr = lambda c: Q[:, c] @ Q[:, c].T
    p1, p2 = pr([0, 1]), pr([0])
    v, w = r.normal(size=n), p2 @ r.normal(size=n)
    vw = v @ w
    C("a", [((p1 - p2) @ v) @ w, (p1 @ v) @ w - (p2 @ v) @ w, v @ (p1 @ w) - v @ (p2 @ w), vw - vw, 0], {3: vw + vw})
    w = (p1 - p2) @ r.normal(size=n)
    vw = v @ w
    m2 = lambda p: vw - v @ (p @ w) + v @ (p2 @ w)
    C("b", [(v - (p1 - p2) @ v) @ w, vw - (p1 @ v) @ w + (p2 @ v) @ w, m2(p1), vw - vw + 0, 0], {2: m2(p2)})
    p0, p1, p2 = pr([0]), pr([0, 1]), pr([0, 2])
    # geometrically orthogonal or not: for c any two projections that contain p0
    u = Q[:, 1] + Q[:, 2]
    p2c = p0 + np.outer(u, u) / (u @ u)
    C("c", [(p1 - p0) @ (p2c - p0), p1 @ p2c - p0 - p0 + p0, p1 @ p2c - p0], {2: p1 @ p2c + p0})
    w = r.normal(size=n)
    C(
        "e",
        [
            (p1 @ p2 @ v) @ w,
            (p0 @ v) @ w,
            v @ (p0 @ w),
            v @ (p1 @ p2 @ w),
            v @ (p1 @ (p2 @ w)),
            (p1 @ v) @ (p2 @ w),
            (p2 @ p1 @ v) @ w,
        ],
        {2: v @ (p1 @ w)},
    )
    w = p0 @ w
    vw = v @ w
    a = (v - p1 @ (p2 @ v)) @ w
    C("f", [a, vw - (p1 @ (p2 @ v)) @ w, vw - v @ (p2 @ (p1 @ w))], {2: vw + v @ (p2 @ (p1 @ w))})
    C("g", [a, vw - vw, 0], {1: vw - 2 * vw})


@source
def deleted_residual(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(2, 5)
    Z = r.normal(size=(n, p))
    A = Z.T @ Z
    B, x, I = inv(A), Z[0], np.eye(p)
    xx, h = np.outer(x, x), x @ B @ x
    M = B + B @ xx @ B / (1 - h)
    C("a", [inv(A - xx), M], {1: B - B @ xx @ B / (1 - h)})
    H = Z @ B @ Z.T
    C("c", [H[0, 0], x @ B @ x])
    y = r.normal(size=n)
    bh = B @ Z.T @ y
    C("e", [(y - Z @ bh)[0], y[0] - x @ bh], {1: y[0] + x @ bh})
    b1 = lambda s: A @ B + A @ B @ xx @ B / (1 - h) - xx @ B + s * xx @ B @ xx @ B / (1 - h)
    C(
        "b",
        [
            (A - xx) @ M,
            b1(-1),
            I + xx @ B / (1 - h) - xx @ B - h * xx @ B / (1 - h),
            I + (xx @ B - (1 - h) * xx @ B - h * xx @ B) / (1 - h),
            I,
        ],
        {1: b1(1)},
    )


@source
def loocv_lecture(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(1, 4)
    M = m + r.randint(1, 4)
    A, b = r.normal(size=(M, n)), r.normal(size=M)
    x = np.linalg.lstsq(A, b, rcond=None)[0]
    res = A @ x - b
    A1, b1, r1 = A[:m], b[:m], res[:m]
    e = r.normal(size=m)
    D = np.linalg.pinv(A1)
    xh = D @ (b1 + e)
    sp = lambda M: np.linalg.norm(M, 2)
    C("a", [A @ xh - b, A @ (xh - x) + res], {1: A @ (xh - x) - res})
    C("b", [norm(A @ xh - b) ** 2, norm(A @ (xh - x)) ** 2 + norm(res) ** 2])
    C("c", [x, D @ (b1 + r1)])
    C("e", [norm(A @ (xh - x)) ** 2, norm(A @ D @ (e - r1)) ** 2], {1: norm(A @ D @ (e + r1)) ** 2})
    C("f", [norm(A @ (xh - x)), sp(A) * sp(D) * (norm(e) + norm(r1))], le=(1,))
    C("g", [norm(A @ xh - b), (1 + sp(A) * sp(D)) * norm(res) + sp(A) * sp(D) * norm(e)], le=(1,))
    lam = r.uniform(0.3, 1)
    A, b = A1, b1
    K = A.T @ A + lam**2 * np.eye(n)
    xs = inv(K) @ A.T @ b
    R = b - A @ xs
    i = r.randint(m)
    a = A[i]
    xi = inv(K - np.outer(a, a)) @ (A.T @ b - a * b[i])
    g, l, ri = -a @ xi, a @ inv(K) @ a, b[i] - a @ xi
    C("h", [(1 - l) * g, l * b[i] - a @ xs])
    k = lambda s: (1 + s * l) * b[i] + l * b[i] - a @ xs
    C("k", [(1 - l) * ri, (1 - l) * (b[i] + g), k(-1), R[i]], {2: k(1)})
    C("l", [ri, R[i] / (1 - l)], {1: R[i] / (1 + l)})


@source
def ridge_pair(r, C, X):
    l, n = r.randint(1, 5, size=2)
    Z, y, lam = r.normal(size=(l, n)), r.normal(size=l), r.uniform(0.2, 3)
    K = Z.T @ Z + lam * np.eye(n)
    w = inv(K) @ Z.T @ y
    C("a", [Z.T @ Z @ w + lam * w, K @ w], {1: (Z.T @ Z - lam * np.eye(n)) @ w})
    C("b", [w, inv(K) @ Z.T @ y])
    C("c", [w, Z.T @ (y - Z @ w) / lam, Z.T @ ((y - Z @ w) / lam)], {1: lam * Z.T @ (y - Z @ w)})
    v = r.normal(size=n)
    L = lambda w: ((y - Z @ w) ** 2).sum() + lam * (w**2).sum()
    C("e", [J(L, v), -2 * Z.T @ (y - Z @ v) + 2 * lam * v], {1: -2 * Z.T @ (y - Z @ v) + lam * v})
    C("f", [w, Z.T @ (y - Z @ w) / lam], {1: Z.T @ (y + Z @ w) / lam})
    C("g", [w, inv(K) @ Z.T @ y])
    m = l
    P, Q, I, Im = r.normal(size=(n, m)), r.normal(size=(m, n)), np.eye(n), np.eye(m)
    C("h", [inv(P @ Q + I) @ P, P @ inv(Q @ P + Im)], {1: P @ inv(Q @ P + Im) @ Q @ P})
    C("k", [P @ (Q @ P + Im), (P @ Q + I) @ P])
    C("l", [P @ Q @ P + P, P @ Q @ P + P], {1: P @ Q @ P + 2 * P})
    C("m", [w, inv(K) @ Z.T @ y, Z.T @ inv(Z @ Z.T + lam * Im) @ y])
    b = r.normal()
    f = lambda w, b: ((Z @ w + b - y) ** 2).sum() / 2 + lam / 2 * (w**2).sum()
    C("n", [J(lambda b: f(v, b), b), (Z @ v + b - y).sum()], {1: (Z @ v - b - y).sum()})
    xb, yb = Z.mean(0), y.mean()
    h = lambda s: (((Z - xb) @ v - (y + s * yb)) ** 2).sum() / 2 + lam / 2 * (v**2).sum()
    C("o", [f(v, yb - xb @ v), h(-1)], {1: h(1)})


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
