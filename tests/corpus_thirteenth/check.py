"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_thirteenth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent


es = np.einsum
det = np.linalg.det


@source
def bn_alternative(r, C, X):
    N, D = r.randint(2, 5, size=2)
    x = r.normal(size=(N, D))
    g, b = r.normal(size=(2, D))
    ep = r.uniform(0.1, 1)
    s0, s1, s2, _s3 = r.normal(size=4)
    C("a", [(s0 - s1) / np.sqrt(s2**2 + ep), (s0 - s1) * (s2**2 + ep) ** -0.5])
    f = loss(r, N, D)
    mu = lambda x: x.mean(0)
    v = lambda x: ((x - mu(x)) ** 2).mean(0)
    xh = lambda x: (x - mu(x)) * (v(x) + ep) ** -0.5
    y = lambda x, g=g, b=b: g * xh(x) - b
    G = J(f, y(x))
    dg = J(lambda g: f(y(x, g)), g)
    C("b", [dg, es("kl,klj->j", G, J(lambda g: y(x, g), g))])
    s = es("kl,kl,lj->j", G, x, np.eye(D))
    X(1, dg, s)
    C("c", [s, (G * x).sum(0)])
    db = J(lambda b: f(y(x, g, b)), b)
    C("d", [db, es("kl,klj->j", G, J(lambda b: y(x, g, b), b))])
    s = es("kl,lj->j", G, np.eye(D))
    X(2, db, s)
    C("e", [s, G.sum(0)])
    dx = J(lambda x: f(y(x)), x)
    Jh = J(xh, x)
    dyh = np.broadcast_to(g, (N, D))
    two = es("kl,kl,klij->ij", G, dyh, Jh)
    C("f", [dx, es("kl,klij->ij", G, J(y, x)), two])
    t = r.normal(size=D)
    C("g", [np.diag(J(lambda t: g * t - b, t)), g], {1: b})
    dN, dD = np.eye(N), np.eye(D)
    c = x - mu(x)
    q = v(x) + ep
    dv = J(v, x)  # l i j
    base0 = es("ik,jl->klij", dN, dD) - es("k,jl,i->klij", np.ones(N), dD, np.ones(N)) / N
    base0 = base0 * (q**-0.5)[None, :, None, None]
    tail = es("kl,lij,l->klij", c, dv, q**-1.5) / 2
    C("h", [Jh, base0 - tail], {1: base0 + tail})
    i1 = (
        es(
            "p,lijp->lij",
            np.ones(N),
            2 * es("lijp,pl->lijp", es("ip,jl->lijp", dN, dD) - es("i,p,jl->lijp", np.ones(N), np.ones(N), dD) / N, c),
        )
        / N
    )
    i3 = es("il,jl->lij", c, dD) / N
    i2 = 2 * i3 - 2 / N**2 * es("jl,pl,i->lij", dD, c, np.ones(N))
    C("i", [dv, i1, i2, 2 * i3], {3: i3})
    tl = lambda p: es("kl,il,jl,l->klij", c, c, dD, q**p) / N
    C("j", [Jh, base0 - tl(-1.5)], {1: base0 - tl(-0.5)})
    W = lambda s: (
        (es("ik,jl->klij", dN, dD) + s * es("jl,k,i->klij", dD, np.ones(N), np.ones(N)) / N)
        * (q**-0.5)[None, :, None, None]
    )
    k2 = es("kl,l,klij->ij", G, g, W(-1) - tl(-1.5))
    k3 = lambda s: es("kl,l,klij->ij", G, g, W(s)) - es("kl,l,klij->ij", G, g, tl(-1.5))
    S = (G * c).sum(0)
    k4 = G * g * q**-0.5 - G.sum(0) * g * q**-0.5 / N - g * S * c * q**-1.5 / N
    k5 = lambda s: g * q**-0.5 * (N * G + s * G.sum(0) - c / q * S) / N
    C("k", [dx, two, k2, k3(-1), k4, k5(-1)], {3: k3(1), 5: k5(1)})


@source
def woodbury_course(r, C, X):
    n, k = r.randint(1, 5), r.randint(1, 4)
    A = r.normal(size=(n, n))
    u, v, b = r.normal(size=(3, n))
    U, V, K = r.normal(size=(n, k)), r.normal(size=(k, n)), r.normal(size=(k, k))
    B = inv(A)
    P, s = np.outer(u, v), v @ B @ u
    sm = B - B @ P @ B / (1 + s)
    C("a", [inv(A + P), sm], {1: B + B @ P @ B / (1 + s)})
    C("b", [det(A + P), (1 + s) * det(A)], {1: (1 + v @ B @ v) * det(A)})
    C("c", [inv(A + P) @ b, sm @ b, B @ b - B @ u * (v @ B @ b / (1 + s))], {2: B @ b - B @ u * (v @ B @ b / (1 - s))})
    I, Ik = np.eye(n), np.eye(k)
    H = inv(inv(K) + V @ B @ U)
    T = H @ V @ B
    W = B - B @ U @ T
    C("d", [inv(A + U @ K @ V), W])
    C("e", [inv(A + P), sm])
    Z = U @ K @ V @ B
    f1 = lambda q: A @ B - A @ (B @ U @ T) + q * Z - U @ K @ V @ (B @ U @ T)
    C("f", [(A + U @ K @ V) @ W, f1(1), I - U @ T + Z - Z @ U @ T], {1: f1(-1)})
    C("g", [A @ B @ U @ T, U @ T])
    C("h", [Ik + K @ V @ B @ U, K @ (inv(K) + V @ B @ U)], {1: K @ (inv(K) - V @ B @ U)})
    M = K @ V @ B
    C("i", [I + U @ (M - K @ Ik @ V @ B), I + U @ (M - M), I + U @ np.zeros((k, n)), I])


@source
def steepest_zh(r, C, X):
    n = r.randint(2, 5)
    V = np.linalg.qr(r.normal(size=(n, n)))[0]
    lam = r.uniform(0.3, 2, size=n)
    A = V @ np.diag(lam) @ V.T
    l = lam[0]
    e = V[:, 0] * r.normal()
    x = r.normal(size=n)
    xi = x + e
    R = -A @ e
    rr, rar = R @ R, R @ A @ R
    a = rr / rar
    C(
        "a",
        [a, rr / (R @ A.T @ R), rr / ((A @ R) @ R), rr / (-(A @ A @ e) @ R), rr / (l * rr), 1 / l],
        {3: rr / ((A @ A @ e) @ R)},
    )
    x1 = xi + a * R
    e1 = x1 - x
    C("b", [x1 - x, xi - x + a * (-A @ e)])
    C("c", [e1, e + a * (-l * e)], {1: e + a * l * e})
    C("d", [e1, e - e, 0 * e])
    w = r.normal(size=n)
    e = V @ w
    R = -A @ e
    rr, rar, eae = R @ R, R @ A @ R, e @ A @ e
    a = rr / rar
    S = lambda p: (lam**p * w**2).sum()
    C("e", [e @ e, S(0)])
    C("f", [R, -V @ (lam * w)], {1: V @ (lam * w)})
    C("g", [eae, S(1)])
    C("h", [rr, S(2)], {1: S(3)})
    C("i", [rar, S(3)])
    e1 = e + a * R
    C("j", [e1, e + rr / rar * R], {1: e - rr / rar * R})
    C("k", [e1, e + S(2) / S(3) * R])
    B = l * V @ V.T
    Q = -B @ e
    f1 = e + (Q @ Q) / (Q @ B @ Q) * Q
    w2 = (w * w).sum()
    m = lambda p: e + l**2 * w2 / (l**p * w2) * -l * (V @ w)
    C("l", [f1, m(3), e - e, 0 * e], {1: m(2)})
    C(
        "m",
        [
            e1 @ A @ e1,
            e1 @ A @ e1,
            (e + a * R) @ A @ (e + a * R),
            eae + a * (R @ A @ e) + a * (e @ A @ R) + a * a * rar,
        ],
        {3: eae + 2 * a * (R @ A @ e) - a * a * rar},
    )
    C(
        "n",
        [
            eae + 2 * a * (R @ A @ e) + a * a * rar,
            eae + 2 * rr / rar * (R @ A @ e) + (rr / rar) ** 2 * rar,
            eae - 2 * rr / rar * rr + rr**2 / rar,
            eae - rr**2 / rar,
            eae * (1 - rr**2 / (rar * eae)),
            eae * (1 - S(2) ** 2 / (S(3) * S(1))),
        ],
        {2: eae - 3 * rr / rar * rr + rr**2 / rar},
    )


@source
def kernel_readmes(r, C, X):
    n, d = r.randint(2, 5, size=2)
    h = r.randint(2, 4)
    Xm, T = r.normal(size=(2, n, d))
    Wq, Wk, Wv, Wo = r.normal(size=(4, d, d))
    sm = lambda S: np.exp(S) / np.exp(S).sum(1, keepdims=True)
    fY = lambda Y: ((Y - T) ** 2).sum() / 2
    fZ = lambda Z, Wo=Wo: fY(Z @ Wo)
    fAV = lambda A, V: fZ(A @ V)
    fQKV = lambda Q, K, V: fAV(sm(Q @ K.T / np.sqrt(d)), V)
    full = lambda X, q=Wq, k=Wk, v=Wv: fQKV(X @ q, X @ k, X @ v)
    Q, K, V = Xm @ Wq, Xm @ Wk, Xm @ Wv
    S = Q @ K.T / np.sqrt(d)
    A = sm(S)
    Z = A @ V
    Y = Z @ Wo
    dY = J(fY, Y)
    dZ = J(fZ, Z)
    dA = J(lambda A: fAV(A, V), A)
    dV = J(lambda V: fAV(A, V), V)
    dS = J(lambda S: fAV(sm(S), V), S)
    dQ = J(lambda Q: fQKV(Q, K, V), Q)
    dK = J(lambda K: fQKV(Q, K, V), K)
    C("a", [dY, Y - T])
    C("b", [J(lambda W: fZ(Z, W), Wo), Z.T @ dY])
    C("c", [dZ, dY @ Wo.T], {1: dY @ Wv.T})
    C("d", [dA, dZ @ V.T])
    C("e", [dV, A.T @ dZ])
    C("f", [dQ, dS @ K / np.sqrt(d)], {1: dS @ Q / np.sqrt(d)})
    C("g", [dK, dS.T @ Q / np.sqrt(d)])
    C("h", [J(lambda W: full(Xm, q=W), Wq), Xm.T @ dQ])
    C("i", [J(lambda W: full(Xm, k=W), Wk), Xm.T @ dK], {1: Xm.T @ dQ})
    C("j", [J(lambda W: full(Xm, v=W), Wv), Xm.T @ dV])
    C("k", [J(full, Xm), dQ @ Wq.T + dK @ Wk.T + dV @ Wv.T], {1: dQ @ Wq.T + dK @ Wk.T - dV @ Wv.T})
    W1, W2 = r.normal(size=(d, h)), r.normal(size=(h, d))
    sg = lambda t: 1 / (1 + np.exp(-t))
    H = Xm @ W1
    sw = lambda H: H * sg(H)
    S = sw(H)
    Y = S @ W2
    dY = J(fY, Y)
    dS = J(lambda S: fY(S @ W2), S)
    dH = J(lambda H: fY(sw(H) @ W2), H)
    C("l", [dY, Y - T], {1: Y + T})
    C("m", [J(lambda W: fY(S @ W), W2), S.T @ dY])
    C("n", [dS, dY @ W2.T])
    C("o", [dH, dS * (sg(H) + H * sg(H) * (1 - sg(H)))])
    C("p", [J(lambda W: fY(sw(Xm @ W) @ W2), W1), Xm.T @ dH], {1: Xm.T @ dS})
    C("q", [J(lambda X: fY(sw(X @ W1) @ W2), Xm), dH @ W1.T])


@source
def iterative_notebook(r, C, X):
    n = r.randint(1, 5)
    M = r.normal(size=(n, n))
    A = M @ M.T + 0.3 * np.eye(n)
    b, x, xk = r.normal(size=(3, n))
    xs = inv(A) @ b
    al, ar = r.normal(size=2)
    I = np.eye(n)
    x1 = xk + al * (b - A @ xk)
    C(
        "a",
        [x1 - xs, xk + al * (b - A @ xk) - xs, xk - xs + al * A @ (xs - xk), (I - al * A) @ (xk - xs)],
        {2: xk - xs - al * A @ (xs - xk)},
    )
    C("b", [x1 - xs, (I - al * A) @ (xk - xs)], {1: (I + al * A) @ (xk - xs)})
    f = lambda x: x @ A @ x / 2 - b @ x
    g = lambda x: J(f, x)
    nA = lambda v: v @ A @ v
    C("c", [g(x), A @ x - b], {1: A @ x + b})
    C("d", [J(lambda x: A @ x - b, x), A])
    C("e", [f(x), f(xs) + nA(x - xs) / 2])
    C("f", [f(xs) + nA(x - xs) / 2, nA(xs) / 2 - b @ xs + nA(x - xs) / 2], {1: nA(xs) / 2 + b @ xs + nA(x - xs) / 2})
    C("g", [nA(x) / 2 - b @ x, f(x)])
    R = b - A @ xk
    a = R @ R / (R @ A @ R)
    x1 = xk + a * R
    C("h", [x1, xk - a * g(xk), xk + a * R])
    xt = xk - ar * R
    C("i", [nA(x1 - xs), 2 * (f(x1) - f(xs)), 2 * (f(xt) - f(xs)), nA(xt - xs)], {1: 2 * (f(x1) + f(xs))}, le=(2,))


@source
def softmax_unraveled(r, C, X):
    n = r.randint(2, 5)
    x = r.normal(size=n)
    y = r.uniform(0.1, 1, size=n)
    y /= y.sum()
    sm = lambda x: np.exp(x) / np.exp(x).sum()
    L = lambda p: -(y * np.log(p)).sum()
    p = sm(x)
    dx = J(lambda x: L(sm(x)), x)
    G = J(L, p)
    Jp = J(sm, x)  # j i
    dots = sum(G[k] * Jp[k] for k in range(n))
    C("a", [dx, dots, G @ Jp])
    C("b", [G, J(L, p), J(L, p)])
    terms = sum(J(lambda p: y[k] * np.log(p[k]), p) for k in range(n))
    C("c", [G, -terms], {1: terms})
    t1 = J(lambda p: y[0] * np.log(p[0]), p)
    C("d", [t1[1], 0])
    l1 = J(lambda p: np.log(p[0]), p)[0]
    C("e", [t1[0], y[0] * l1], {1: y[1] * l1})
    C("f", [l1, 1 / p[0]])
    C("g", [t1[0], y[0] / p[0]])
    di = np.diag(J(lambda p: y * np.log(p), p))
    C("h", [di, y / p], {1: y / y})
    C("i", [G, -terms])
    C("j", [G, -di])
    C("k", [G, -y / p], {1: y / p})
    C("l", [Jp, J(lambda x: np.exp(x) / np.exp(x).sum(), x)], {1: np.tile(np.diag(Jp), (n, 1))})
    de = np.diag(J(np.exp, x))
    C("m", [de, np.exp(x)])
    C("n", [J(lambda x: np.exp(x).sum(), x), sum(J(lambda x: np.exp(x[k]), x) for k in range(n))])
    C("o", [de, np.exp(x)])
    C("p", [de, np.exp(x)], {1: np.exp(y)})
    C("q", [dx, G @ Jp], {1: -G @ Jp})
    D = np.diag(Jp)
    C("r", [G * D, -y / p * p * (1 - p), -y * (1 - p)])
    X(1, -y * (1 - p), -y + p)
    C("s", [-y + p, p - y])
    off = 1 - np.eye(n)
    P = np.outer(p, p)
    C(
        "t",
        [off * G[:, None] * Jp, off * (-y / p)[:, None] * -P, off * (y / p)[:, None] * P, off * np.outer(y, p)],
        {3: off * np.outer(y * p, np.ones(n))},
    )
    C("u", [dx, G @ Jp, dots])
    C("v", [p * y.sum() - y, p - y], {1: p + y})
    C("w", [dx, p - y])
    C("y", [dx, p - y], {1: p + y})


@source
def normal_equations(r, C, X):
    A = r.normal(size=(2, 2))
    f = lambda A: 1.5 * A[0, 0] + 5 * A[0, 1] ** 2 + A[1, 0] * A[1, 1]
    C("a", [J(f, A), [[1.5, 10 * A[0, 1]], [A[1, 1], A[1, 0]]]], {1: [[1.5, 10 * A[0, 1]], [A[1, 0], A[1, 0]]]})
    d = r.randint(1, 4)
    n = d + r.randint(0, 3)
    M = r.normal(size=(n, d))
    th = r.normal(size=d)
    y = r.normal(size=n)
    rows = np.array([M[i] @ th for i in range(n)])
    C("b", [M @ th - y, rows - y, np.array([M[i] @ th - y[i] for i in range(n)])])
    Jt = lambda t: sum((M[i] @ t - y[i]) ** 2 for i in range(n)) / 2
    e = M @ th - y
    C("c", [e @ e / 2, Jt(th), Jt(th)], {1: sum((M[i] @ th + y[i]) ** 2 for i in range(n)) / 2})
    g = lambda h: J(h, th)
    Q = lambda t: t @ M.T @ M @ t
    C(
        "d",
        [
            g(Jt),
            g(lambda t: (M @ t - y) @ (M @ t - y) / 2),
            g(lambda t: (M @ t) @ (M @ t) - (M @ t) @ y - y @ M @ t + y @ y) / 2,
            g(lambda t: Q(t) - y @ M @ t - y @ M @ t) / 2,
            g(lambda t: Q(t) - 2 * (M.T @ y) @ t) / 2,
            (2 * M.T @ M @ th - 2 * M.T @ y) / 2,
            M.T @ M @ th - M.T @ y,
        ],
        {6: M.T @ M @ th + M.T @ y},
    )
    C("e", [np.linalg.lstsq(M, y, rcond=None)[0], inv(M.T @ M) @ M.T @ y])


@source
def pca_derivations(r, C, X):
    n, d = r.randint(2, 6), r.randint(2, 4)
    T = r.normal(size=(n, d))
    T -= T.mean(0)
    w, w1 = r.normal(size=(2, d))
    S = T.T @ T / (n - 1)
    var = lambda v: ((v - v.mean()) ** 2).sum() / (n - 1)
    C("a", [var(T @ w1), w1 @ S @ w1])
    C("b", [norm(w1) ** 2, w1 @ w1])
    z = T @ w
    C("c", [var(z), ((z - z.mean()) ** 2).sum() / (n - 1)], {1: ((z - z.mean()) ** 3).sum() / (n - 1)})
    C("d", [var(z), (z**2).sum() / (n - 1), z @ z / (n - 1)])
    C("e", [var(z), (T @ w) @ (T @ w) / (n - 1), w @ T.T @ T @ w / (n - 1)])
    C("f", [var(z), w @ S @ w], {1: w @ S @ w1})
    l = r.normal()
    C("g", [J(lambda w: w @ S @ w - l * (w @ w - 1), w), 2 * S @ w - 2 * l * w], {1: 2 * S @ w + 2 * l * w})
    lam, V = np.linalg.eigh(S)
    v, l = V[:, -1], lam[-1]
    C("i", [v @ S @ v, v @ (l * v), l * (v @ v), l], {3: l * l})
    C("j", [np.trace(S), lam.sum()], {1: (lam**2).sum()})
    k1 = np.array([var(T @ V[:, k]) for k in range(d)])
    C(
        "k",
        [
            k1,
            np.array([V[:, k] @ S @ V[:, k] for k in range(d)]),
            np.array([V[:, k] @ (lam[k] * V[:, k]) for k in range(d)]),
            lam,
        ],
        {3: 2 * lam},
    )


@source
def ls_summary(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(0, 3)
    M = r.normal(size=(n, p))
    y = r.normal(size=n)
    w, xt = r.normal(size=(2, p))
    q = lambda c: y @ y - c * y @ M @ w + w @ M.T @ M @ w
    e = y - M @ w
    C("a", [norm(e) ** 2, norm(y - M @ w) ** 2, q(2)], {2: q(3)})
    F = lambda w: (y - M @ w) @ (y - M @ w)
    C("b", [J(F, w), 2 * M.T @ M @ w - 2 * M.T @ y], {1: 2 * M.T @ M @ w + 2 * M.T @ y})
    P = M @ inv(M.T @ M) @ M.T
    C("c", [P @ P, M @ inv(M.T @ M) @ M.T @ M @ inv(M.T @ M) @ M.T, P, P], {3: 2 * P})
    Q, R = np.linalg.qr(M)
    C(
        "d",
        [
            P,
            Q @ R @ inv(R.T @ Q.T @ Q @ R) @ R.T @ Q.T,
            Q @ R @ inv(R.T @ R) @ R.T @ Q.T,
            Q @ R @ inv(R) @ inv(R.T) @ R.T @ Q.T,
            Q @ Q.T,
        ],
        {1: Q @ R @ inv(R.T @ Q.T @ Q @ R.T) @ R.T @ Q.T},
    )
    b = inv(M.T @ M) @ M.T @ y
    yh = M @ b
    C("e", [yh, P @ y, Q @ Q.T @ y], {2: 2 * Q @ Q.T @ y})
    wt = R @ b
    C("f", [M @ b, Q @ R @ b, Q @ wt])
    C("g", [wt, Q.T @ yh, Q.T @ Q @ Q.T @ y, Q.T @ y])
    C("h", [xt @ b, xt @ inv(R) @ wt], {1: xt @ R.T @ wt})
    l = r.uniform(0.2, 2)
    I = np.eye(p)
    FR = lambda w: (y - M @ w) @ (y - M @ w) + l * (w @ w)
    i2 = lambda s: y @ y - 2 * y @ M @ w + w @ (M.T @ M + s * l * I) @ w
    C("i", [FR(w), q(2) + l * w @ w, i2(1)], {2: i2(-1)})
    C("j", [J(FR, w), 2 * (M.T @ M + l * I) @ w - 2 * M.T @ y])
    lam, V = np.linalg.eigh(M.T @ M)
    k = lambda c: V @ (np.diag(lam) + c * l * I) @ V.T
    C("k", [M.T @ M + l * I, k(1)], {1: k(2)})


@source
def ridge_shrinkage(r, C, X):
    m, n = r.randint(1, 5, size=2)
    A = r.normal(size=(m, n))
    y = r.normal(size=m)
    l = r.uniform(0.2, 2)
    U, s, Vt = np.linalg.svd(A)
    S = np.zeros((m, n))
    S[: len(s), : len(s)] = np.diag(s)
    V = Vt.T
    I = np.eye(n)
    a3 = lambda c: U @ S @ V.T @ inv(V @ S.T @ S @ V.T + c * V @ (l * I) @ V.T) @ V @ S.T @ U.T @ y
    xr = inv(A.T @ A + l * I) @ A.T @ y
    C(
        "a",
        [
            A @ xr,
            A @ inv(A.T @ A + l * I) @ A.T @ y,
            U @ S @ V.T @ inv(V @ S.T @ S @ V.T + l * I) @ V @ S.T @ U.T @ y,
            a3(1),
            U @ S @ V.T @ inv(V @ (S.T @ S + l * I) @ V.T) @ V @ S.T @ U.T @ y,
            U @ S @ V.T @ V @ inv(S.T @ S + l * I) @ V.T @ V @ S.T @ U.T @ y,
            U @ (S @ inv(S.T @ S + l * I) @ S.T) @ U.T @ y,
        ],
        {3: a3(-1)},
    )


@source
def layernorm_short(r, C, X):
    N = r.randint(2, 6)
    x, g, b = r.normal(size=(3, N))
    ep = r.uniform(0.1, 1)
    f = loss(r, N)
    mu0, v0 = x.mean(), ((x - x.mean()) ** 2).mean()
    y = lambda x, m, v, g=g, b=b: g * (x - m) / np.sqrt(v + ep) + b
    G = J(f, y(x, mu0, v0))
    dv = J(lambda v: f(y(x, mu0, v)), v0)
    va = lambda m, x=x: ((x - m) ** 2).mean()
    dm = J(lambda m: f(y(x, m, va(m))), mu0)
    X(1, v0, (x - mu0).mean())
    C(
        "a",
        [dv, (G * g * (x - mu0) * -0.5 * (v0 + ep) ** -1.5).sum()],
        {1: (G * g * (x - mu0) * -0.5 * (v0 + ep) ** -0.5).sum()},
    )
    rest = dv * 2 / N * (x - mu0).sum()
    C("c", [dm, (G * g * -1 / np.sqrt(v0 + ep)).sum() - rest], {1: (G * b * -1 / np.sqrt(v0 + ep)).sum() - rest})
    dx = J(lambda x: f(y(x, x.mean(), va(x.mean(), x))), x)
    X(2, dx, g / np.sqrt(v0 + ep) + dv * 2 / N * (x - mu0) + dm / N)
    C("e", [J(lambda g: f(y(x, mu0, v0, g)), g), G * (x - mu0) / np.sqrt(v0 + ep)])
    C("f", [J(lambda b: f(y(x, mu0, v0, g, b)), b), G])


def d(F, x, D):
    """what F changes by, to first order, when x changes by D"""
    return np.imag(F(np.asarray(x, complex) + 1e-30j * D)) / 1e-30


def dd(F, xs, Ds):
    return np.imag(F(*[np.asarray(x, complex) + 1e-30j * D for x, D in zip(xs, Ds, strict=False)])) / 1e-30


tr = np.trace
logdet = lambda S: np.log(np.linalg.det(S))


@source
def gda_sigma(r, C, X):
    p = r.randint(2, 4)
    n = p + r.randint(2, 4)
    V = r.normal(size=(n, p))
    S = [np.outer(v, v) for v in V]
    B = r.normal(size=(p, p))
    Sig = B @ B.T + np.eye(p)
    v, M = r.normal(size=p), r.normal(size=(p, p))
    C("a", [v @ M @ v, tr(np.atleast_2d(v @ M @ v))])
    q, s = r.randint(2, 5, size=2)
    A_, B_, C_ = r.normal(size=(p, q)), r.normal(size=(q, s)), r.normal(size=(s, p))
    C(
        "b",
        [tr(A_ @ B_ @ C_), sum((A_ @ B_ @ C_)[i, i] for i in range(p)), np.einsum("ij,jk,ki", A_, B_, C_)],
        {2: np.einsum("ij,jk,ki", A_**2, B_, C_)},
    )
    C(
        "c",
        [np.einsum("ij,jk,ki", A_, B_, C_), np.einsum("jk,ki,ij", B_, C_, A_), tr(B_ @ C_ @ A_)],
        {2: -tr(B_ @ C_ @ A_)},
    )
    u = V[0]
    M = inv(Sig)
    C(
        "e",
        [u @ inv(Sig) @ u, u @ M @ u, tr(np.atleast_2d(u @ M @ u)), tr(M @ np.outer(u, u)), tr(inv(Sig) @ S[0])],
        {3: 2 * tr(M @ np.outer(u, u))},
    )
    ell = lambda Sig: -n / 2 * logdet(Sig) - 0.5 * sum(w @ inv(Sig) @ w for w in V)
    tt = sum(tr(inv(Sig) @ s) for s in S)
    C("f", [ell(Sig), -n / 2 * logdet(Sig) - 0.5 * tt], {1: -n / 2 * logdet(Sig) + 0.5 * tt})
    Y, D = r.normal(size=(2, p, p))
    C("g", [D @ inv(Y) + Y @ d(inv, Y, D), 0 * Y])
    C("h", [d(inv, Y, D), -inv(Y) @ D @ inv(Y)], {1: inv(Y) @ D @ inv(Y)})
    lam = np.arange(1, p + 1) * 1.3 + r.uniform(0, 0.3, size=p)
    Q = np.linalg.qr(r.normal(size=(p, p)))[0]
    Sg = Q @ np.diag(lam) @ Q.T
    H = r.normal(size=(p, p))
    H = H + H.T
    dl = d(logdet, Sg, D)
    C("j", [dl, tr(inv(Sg) @ D)])
    i = r.randint(p)
    C("k", [Sg @ Q[:, i], lam[i] * Q[:, i]])
    C("l", [Q.T @ Q, np.eye(p)])
    ev = lambda t: np.linalg.eigvalsh(Sg + t * H)[i]
    h = 1e-3
    l1 = (8 * (ev(h) - ev(-h)) - (ev(2 * h) - ev(-2 * h))) / (12 * h)
    qi = Q[:, i]
    q1 = sum(Q[:, j] * (Q[:, j] @ H @ qi) / (lam[i] - lam[j]) for j in range(p) if j != i)
    C("m", [qi @ H @ qi + qi @ Sg @ q1, l1 * qi @ qi + lam[i] * qi @ q1])
    C("o", [l1, qi @ H @ qi], {1: qi @ Sg @ qi})
    dlam = np.array([Q[:, j] @ D @ Q[:, j] for j in range(p)])
    C("q", [logdet(Sg), np.log(lam).sum()])
    C("r", [dl, (dlam / lam).sum()], {1: (dlam / lam**2).sum()})
    last = tr(np.diag(1 / lam) @ Q.T @ D @ Q)
    C("s", [dl, (dlam / lam).sum(), last])
    M = Q.T @ D @ Q
    C("t", [np.diag(M), np.diag(Q.T @ D @ Q), dlam])
    C("u", [tr(np.diag(1 / lam) @ M), sum(M[j, j] / lam[j] for j in range(p)), (dlam / lam).sum()])
    C("v", [(dlam / lam).sum(), last], {1: tr(np.diag(lam) @ Q.T @ D @ Q)})
    C("w", [last, tr(Q @ np.diag(1 / lam) @ Q.T @ D), tr(inv(Sg) @ D)])
    f = loss(r, p, p)
    G = J(f, Y)
    df = d(f, Y, D)
    C("aa", [df, (G * D).sum()])
    C("ab", [(G * D).sum(), np.tensordot(G, D, 2), tr(G.T @ D)], {2: tr(G @ D)})
    C("ac", [df, tr(G.T @ D)])
    # differentials at a matrix that is not symmetric
    Sg = B @ B.T + np.eye(p) + 0.3 * (r.normal(size=(p, p)))
    Sg = Sg if np.linalg.det(Sg) > 0 else B @ B.T + np.eye(p)
    I_ = inv(Sg)
    C("ad", [d(lambda Z: -n / 2 * logdet(Z), Sg, D), -n / 2 * tr(I_ @ D)], {1: -1 / 2 * tr(I_ @ D)})
    one = d(lambda Z: tr(inv(Z) @ S[0]), Sg, D)
    C("ae", [one, tr(d(inv, Sg, D) @ S[0])])
    C("af", [tr(d(inv, Sg, D) @ S[0]), tr(-I_ @ D @ I_ @ S[0]), -tr(I_ @ D @ I_ @ S[0])], {2: tr(I_ @ D @ I_ @ S[0])})
    half = 0.5 * sum(tr(I_ @ D @ I_ @ s) for s in S)
    C("ag", [d(lambda Z: -0.5 * sum(tr(inv(Z) @ s) for s in S), Sg, D), half])
    T = sum(S)
    C(
        "ah",
        [
            d(ell, Sg, D),
            -n / 2 * tr(I_ @ D) + half,
            0.5 * tr(-n * I_ @ D) + 0.5 * sum(tr(I_ @ s @ I_ @ D) for s in S),
            0.5 * tr(-n * I_ @ D) + 0.5 * tr(I_ @ T @ I_ @ D),
            tr(0.5 * (-n * I_ + I_ @ T @ I_) @ D),
        ],
        {2: 0.5 * tr(-n * I_ @ D) + 0.5 * sum(tr(I_ @ s @ Sg @ D) for s in S)},
    )
    C("ai", [J(ell, Sg).T, 0.5 * (-n * I_ + I_ @ T @ I_)], {1: 0.5 * (n * I_ + I_ @ T @ I_)})
    I2 = inv(Sig)
    C("aj", [J(ell, Sig), 0.5 * (-n * I2 + I2 @ T @ I2)])
    Sm = T / n
    I3 = inv(Sm)
    C("ak", [n * I3, I3 @ T @ I3])
    C("al", [n * I3, I3 @ T @ I3])
    C("am", [n * np.eye(p), T @ I3], {1: T @ Sm})
    C("an", [n * Sm, T])
    C("ao", [Sm, T / n, V.T @ V / n], {2: V.T @ V / 2})


@source
def myst_cauchy(r, C, X):
    n = r.randint(1, 5)
    x, y = r.normal(size=(2, n)) * r.uniform(0.2, 2)
    t = r.normal()
    nx, ny = norm(x), norm(y)
    C("a", [abs(x @ y), nx * ny], {1: nx * nx}, le=(1,))
    C("b", [norm(x - t * y) ** 2, (x - t * y) @ (x - t * y), 0], ge=(2,))
    C(
        "c",
        [norm(x - t * y) ** 2, x @ x - 2 * t * (x @ y) + t**2 * (y @ y), nx**2 - 2 * t * (x @ y) + t**2 * ny**2],
        {1: x @ x + 2 * t * (x @ y) + t**2 * (y @ y)},
    )
    D = (-2 * (x @ y)) ** 2 - 4 * nx**2 * ny**2
    C("e", [D, D, 4 * (x @ y) ** 2 - 4 * nx**2 * ny**2], {2: 2 * (x @ y) ** 2 - 4 * nx**2 * ny**2})
    C("g", [4 * (x @ y) ** 2 - 4 * nx**2 * ny**2, 0], le=(1,))
    C("h", [(x @ y) ** 2, nx**2 * ny**2], {1: nx**2 * ny}, le=(1,))
    C("k", [abs(x @ y), nx * ny], le=(1,))
    C("m", [(x @ y) ** 2, nx**2 * ny**2], {1: nx**4 * ny**2}, le=(1,))


@source
def scatter_answer(r, C, X):
    p, q, M, N = r.randint(2, 5, size=4)
    Y, Z, A = r.normal(size=(p, M)), r.normal(size=(q, N)), r.normal(size=(M, N))
    e = lambda k, i: np.eye(k)[i]
    rng = [(m, n) for m in range(M) for n in range(N)]
    C(
        "a",
        [
            0,
            sum(A[m, n] * np.outer(Y[:, m], Z[:, n]) for m, n in rng),
            sum(np.outer(Y @ e(M, m), A[m, n] * Z @ e(N, n)) for m, n in rng),
            Y @ sum(A[m, n] * np.outer(e(M, m), e(N, n)) for m, n in rng) @ Z.T,
            Y @ A @ Z.T,
        ],
        {4: 2 * Y @ A @ Z.T},
    )
    x = r.normal(size=(p, N))
    o, I = np.ones(N), np.eye(N)
    K = np.outer(o, o) / N
    mu = x @ o / N
    U = np.outer(mu, o)
    Cn = I - K
    C("b", [K @ K, K, K.T])
    C("c", [U, x @ K], {1: x @ Cn})
    F = x - mu[:, None]
    C(
        "e",
        [
            sum(np.outer(F[:, n], F[:, n]) for n in range(N)),
            sum(I[m, n] * np.outer(F[:, m], F[:, n]) for m in range(N) for n in range(N)),
            (x - U) @ I @ (x - U).T,
            x @ x.T - U @ x.T - x @ U.T + U @ U.T,
            x @ x.T - x @ K @ x.T - x @ (K.T @ x.T) + x @ K @ K @ x.T,
            x @ x.T - x @ K @ x.T,
            x @ (I - K) @ x.T,
            x @ Cn @ x.T,
        ],
        {3: x @ x.T - U @ x.T - x @ U.T - U @ U.T, 6: x @ (I + K) @ x.T},
    )


@source
def hack_multinomial(r, C, X):
    h = r.randint(2, 5)
    y, z = r.normal(size=(2, h))
    a = softmax(z)
    L = lambda a: -(y * np.log(a)).sum()
    C("a", [J(L, a), J(L, a), -y * np.diag(J(np.log, a)), -y / a], {3: y / a})
    E = np.exp(z)
    s = E.sum()
    Ja = J(softmax, z)
    soft = lambda z: np.exp(z) / np.exp(z).sum()
    JE, Js = np.diag(J(np.exp, z)), J(lambda z: np.exp(z).sum(), z)
    C(
        "b",
        [
            np.diag(Ja),
            np.diag(J(soft, z)),
            (s * JE - E * Js) / s**2,
            (s * E - E * E) / s**2,
            E * (s - E) / s**2,
            E / s * (s - E) / s,
            a * (1 - a),
        ],
        {3: (s * E + E * E) / s**2},
    )
    off = ~np.eye(h, dtype=bool)
    W = lambda A: np.asarray(A)[off]
    Jx = J(np.exp, z)
    EE = np.outer(E, E)
    C(
        "c",
        [
            W(Ja),
            W(J(soft, z)),
            W((s * Jx - np.outer(E, Js)) / s**2),
            W((0 * EE - EE) / s**2),
            W((0 - EE) / s**2),
            W(np.outer(-E / s, E / s)),
            W(-np.outer(a, a)),
        ],
        {4: W(np.tile((-E * E / s**2)[:, None], (1, h)))},
    )
    I = np.eye(h)
    case = np.where(off, -np.outer(a, a), np.outer(a, 1 - a))
    C("e", [Ja, case, a[:, None] * (I - a[None, :])], {2: a[:, None] * (I + a[None, :])})
    o = np.ones(h)
    C("f", [Ja, np.outer(a, o) * (I - np.outer(o, a))], {1: np.outer(a, o) * (I - np.outer(o, o))})
    m = r.randint(1, 5)
    w, x = r.normal(size=(2, m))
    C("g", [J(lambda w: w @ x, w), J(lambda w: w @ x, w), x], {2: w})
    C("k", [J(lambda w: w @ x, w), x])
    x, y, M = r.normal(size=2), r.normal(size=3), r.normal(size=(3, 2))
    z = M @ x
    a = softmax(z)
    L = lambda a: -(y * np.log(a)).sum()
    C(
        "l",
        [
            J(lambda M: L(softmax(M @ x)), M)[0, 0],
            sum(J(L, a)[i] * J(softmax, z)[i, 0] * J(lambda M: M @ x, M)[0, 0, 0] for i in range(3)),
            -(y[0] / a[0]) * (a[0] * (1 - a[0])) * x[0]
            - (y[1] / a[1]) * (-a[1] * a[0]) * x[0]
            - (y[2] / a[2]) * (-a[2] * a[0]) * x[0],
        ],
        {
            2: -(y[0] / a[0]) * (a[0] * (1 - a[0])) * x[0]
            - (y[1] / a[1]) * (-a[1] * a[0]) * x[0]
            - (y[2] / a[2]) * (-a[2] * a[0]) * x[1]
        },
    )
    n = r.randint(1, 5)
    Xm, Wm = r.normal(size=(n, m)), r.normal(size=(m, h))
    Y = r.uniform(0.1, 1, size=(n, h))
    Y /= Y.sum(1, keepdims=True)

    def act(Wm):
        E = np.exp(Xm @ Wm)
        return E / E.sum(1, keepdims=True)

    g = J(lambda Wm: -(Y * np.log(act(Wm))).sum(), Wm)
    C("o", [g, -(Xm.T @ (Y - act(Wm)))], {1: Xm.T @ (Y - act(Wm))})


def proj(A):
    return A @ inv(A.T @ A) @ A.T


@source
def romanian_nested(r, C, X):
    q = r.randint(1, 3)
    p = q + r.randint(1, 3)
    n = p + r.randint(1, 4)
    A = r.normal(size=(n, p))
    Y = r.normal(size=n)
    I = np.eye(n)
    sq = lambda v: v @ v
    PX, PZ = proj(A), proj(A[:, :q])
    Pp = I - PZ
    PXZ = PX - PZ
    Yp, Yq = PX @ Y, PZ @ Y
    C("a", [Yp, PX @ Y, (PZ + Pp) @ PX @ Y, PZ @ PX @ Y + Pp @ PX @ Y], {3: PZ @ PX @ Y - Pp @ PX @ Y})
    X(1, PZ @ PX @ Y + Pp @ PX @ Y, PX @ Y + PXZ @ Y)
    X(2, PX @ Y + PXZ @ Y, Yq + PXZ @ Y)
    C("b", [sq(PX @ Y), sq(PZ @ Y) + sq(PXZ @ Y)])
    RX, RZ = sq(PX @ Y) / sq(Y), sq(PZ @ Y) / sq(Y)
    C(
        "c",
        [RX, sq(PX @ Y) / sq(Y), (sq(PZ @ Y) + sq(PXZ @ Y)) / sq(Y), RZ + sq(PXZ @ Y) / sq(Y), RZ],
        {3: RZ + sq(PXZ @ Y) / norm(Y)},
        ge=(4,),
    )
    A = np.linalg.qr(A)[0] * r.uniform(0.5, 2, size=p)
    PX, PZ, PU = proj(A), proj(A[:, :q]), proj(A[:, q:])
    Pp = I - PZ
    be = inv(A.T @ A) @ A.T @ Y
    bz = inv(A[:, :q].T @ A[:, :q]) @ A[:, :q].T @ Y
    C("e", [PX @ Y, A @ be], {0: PZ @ Y})
    C("f", [PX @ Y, PX @ Y, (PZ + Pp) @ PX @ Y, PZ @ PX @ Y + Pp @ PX @ Y], {3: PZ @ PX @ Y + PZ @ PX @ Y})
    C("g", [PX @ Y, PZ @ Y + PU @ Y, PZ @ Y + PU @ Y], {2: PZ @ Y - PU @ Y})
    C("k", [sq(PX @ Y), sq(PZ @ Y) + sq(PU @ Y)], {1: sq(PZ @ Y) + 2 * sq(PU @ Y)})
    quo = np.array([A[:, i] @ Y / sq(A[:, i]) for i in range(p)])
    C("l", [be, quo])
    cub = np.array([A[:, i] @ Y / norm(A[:, i]) ** 3 for i in range(p)])
    C("m", [bz, quo[:q], quo[:q], be[:q]], {2: cub[:q]})


@source
def korean_projection(r, C, X):
    p = r.randint(1, 4)
    m = p + r.randint(1, 4)
    A = r.normal(size=(m, p))
    y = r.normal(size=m)
    G = A.T @ A
    be = np.linalg.lstsq(A, y, rcond=None)[0]
    P = proj(A)
    C("a", [A.T @ (y - A @ be), np.zeros(p)])
    C("b", [A.T @ y - G @ be, np.zeros(p)], {0: A.T @ y + G @ be})
    C("c", [G @ be, A.T @ y])
    C("e", [be, inv(G) @ A.T @ y], {1: inv(G) @ inv(G) @ A.T @ y})
    C("f", [A @ be, A @ be, A @ inv(G) @ A.T @ y])
    C(
        "g",
        [P @ P, A @ inv(G) @ A.T @ A @ inv(G) @ A.T, A @ inv(G) @ G @ inv(G) @ A.T, A @ inv(G) @ A.T, P],
        {2: A @ inv(G) @ G @ G @ A.T},
    )
    C("k", [P.T, (A @ inv(G) @ A.T).T, A @ inv(G).T @ A.T, A @ inv(G) @ A.T, P], {4: -P})
    C("l", [P @ P, A @ inv(G) @ A.T @ A @ inv(G) @ A.T, A @ inv(G) @ A.T, P], {3: 2 * P})
    C("m", [P.T, (A @ inv(G) @ A.T).T, A @ inv(G).T @ A.T, A @ inv(G) @ A.T, P])
    v, w = r.normal(size=m), r.normal(size=p)
    x, y = A @ w, P @ v
    C("o", [y, P @ v, A @ inv(G) @ A.T @ v], {2: A @ inv(G) @ A.T @ x})
    C("q", [y, A @ (inv(G) @ A.T @ v)])
    C("r", [P @ x, A @ inv(G) @ A.T @ A @ w, A @ inv(G) @ G @ w, A @ w, x], {3: 2 * A @ w})


@source
def matrix_notes(r, C, X):
    n = r.randint(2, 5)
    A, B, Z, Y, dX, dY = r.normal(size=(6, n, n))
    Z = Z * np.sign(np.linalg.det(Z)) if n % 2 else Z[:, np.argsort(np.arange(n))]
    al = r.normal()
    C("a", [d(lambda Z: A + 0 * Z, Z, dX), A - A, 0 * A])
    C("b", [d(lambda Z: al * Z, Z, dX), al * (Z + dX) - al * Z, al * dX], {1: al * (Z - dX) - al * Z})
    s = dd(lambda Z, Y: Z + Y, (Z, Y), (dX, dY))
    C("c", [s, (Z + Y) + s - (Z + Y), dX + dY], {2: dX - dY})
    C("e", [d(tr, Z, dX), tr(Z + dX) - tr(Z), tr(Z + dX - Z), tr(dX)])
    di = d(inv, Z, dX)
    C(
        "f",
        [np.zeros((n, n)), d(lambda Z: np.eye(n) + 0 * Z, Z, dX), d(lambda Z: Z @ inv(Z), Z, dX), dX @ inv(Z) + Z @ di],
        {3: dX @ inv(Z) - Z @ di},
    )
    C("g", [di, -inv(Z) @ dX @ inv(Z)], {1: inv(Z) @ dX @ inv(Z)})
    det = np.linalg.det
    dt = d(det, Z, dX)
    C("k", [dt, det(Z) * tr(inv(Z) @ dX)], {1: det(Z) * tr(Z @ dX)})
    C(
        "l",
        [tr(A.T @ B), np.einsum("ij,ji", A.T, B), np.einsum("ji,ji", A, B), np.einsum("ij,ij", A, B)],
        {2: np.einsum("ij,ji", A, B)},
    )
    C("m", [dt, (J(det, Z) * dX).sum()])
    C("o", [dt, det(Z) * tr(inv(Z) @ dX)])
    x = r.normal(size=n)
    C("p", [J(lambda x: A @ x, x), A])
    C("q", [J(lambda x: x @ A, x), A.T], {1: A})
    fa = loss(r, n)
    u = lambda x: np.sin(B @ x) + (Y @ x) ** 2
    a, uu, ga, ju = fa(x), u(x), J(fa, x), J(u, x)
    C(
        "r",
        [
            J(lambda x: fa(x) * u(x), x),
            np.outer(J(lambda a: a * uu, np.array(a)), ga) + J(lambda u: a * u, uu) @ ju,
            np.outer(uu, ga) + a * ju,
        ],
        {2: np.outer(uu, ga) + a**2 * ju},
    )


@source
def pca_bishop_nb(r, C, X):
    n, k = r.randint(3, 7), r.randint(2, 5)
    A = r.normal(size=(n, k)) * r.uniform(0.5, 2, size=k) + r.normal(size=k)
    mu = A.mean(0)
    F = A - mu
    S = F.T @ F / n
    lam, U = np.linalg.eigh(S)
    lam, U = lam[::-1], U[:, ::-1]
    u1, u2 = U[:, 0], U[:, 1]
    l1, l2 = lam[:2]
    phi, la = u1 @ S @ u2, r.normal()
    C("a", [(A @ u1).mean(), u1 @ mu])
    C(
        "b",
        [((A @ u1 - u1 @ mu) ** 2).mean(), np.mean([(u1 @ (x - mu)) * ((x - mu) @ u1) for x in A]), u1 @ S @ u1],
        {1: np.sum([(u1 @ (x - mu)) * ((x - mu) @ u1) for x in A]) / 2},
    )
    C("c", [u1 @ S @ u1, l1])
    C("e", [u1 @ S @ u2, l2 * (u1 @ u2) + phi * (u1 @ u1)])
    C("f", [u1 @ S @ u2, u2 @ S @ u1, u2 @ (l1 * u1), la * (u1 @ u2), 0], {2: u2 @ (l1 * u2)})
    C("g", [phi, 0], {1: 1})
    C("k", [S @ u2, l2 * u2])
    C("l", [u2 @ S @ u2, l2], {1: l1})
    U = np.linalg.qr(r.normal(size=(k, k)))[0]
    m = r.randint(1, k)
    C(
        "m",
        [A, sum(np.outer(A @ U[:, i], U[:, i]) for i in range(k))],
        {1: -sum(np.outer(A @ U[:, i], U[:, i]) for i in range(k))},
    )
    At = sum(np.outer(A @ U[:, i], U[:, i]) for i in range(m)) + sum(
        np.outer(np.full(n, mu @ U[:, i]), U[:, i]) for i in range(m, k)
    )
    part = lambda F: sum(np.outer(F @ U[:, i], U[:, i]) for i in range(m, k))
    C("o", [A - At, part(A - mu)], {1: part(A + mu)})
    Jm = ((A - At) ** 2).sum() / n
    sl = (k - m) * ((A - mu) ** 2).sum() / n
    X(1, Jm, sl)
    X(2, sl, sum(U[:, i] @ S @ U[:, i] for i in range(m, k)))


@source
def ols_headings(r, C, X):
    p = r.randint(1, 4)
    N = p + 1 + r.randint(1, 4)
    x = r.normal(size=(N, p))
    A = np.hstack([np.ones((N, 1)), x])
    b0, b = r.normal(), r.normal(size=p)
    y = r.normal(size=N)
    e = y - b0 - x @ b
    C("a", [0, (e * e).sum(), ((y - b0 - x @ b) ** 2).sum()], {2: ((y + b0 - x @ b) ** 2).sum()})
    be = r.normal(size=p + 1)
    e = y - A @ be
    C("b", [0, (y - A @ be) @ (y - A @ be), e @ e])
    G, H = A.T @ A, proj(A)
    bh = np.linalg.solve(G, A.T @ y)
    C("c", [bh, inv(G) @ A.T @ y], {1: inv(G) @ A.T @ e})
    C("e", [A @ bh, A @ bh, A @ inv(G) @ A.T @ y, H @ y], {3: 2 * H @ y})
    s2 = r.uniform(0.5, 2)
    C("f", [0, 0, 0, inv(G) @ A.T @ A @ inv(G) * s2, inv(G) * s2])
    w = A @ be + e
    last = e @ e - e @ H @ e
    C(
        "g",
        [
            y @ y - y @ H @ y,
            w @ w - w @ H @ w,
            w @ w - w @ (A @ be + H @ e),
            w @ e - w @ H @ e,
            (be @ A.T - be @ A.T @ H) @ e + last,
            (be @ A.T - be @ A.T @ (A @ inv(G) @ A.T)) @ e + last,
            (be @ A.T - be @ A.T) @ e + last,
            last,
        ],
        {2: w @ w - w @ (A @ be - H @ e), 4: (be @ A.T - be @ A.T @ H) @ e - e @ e - e @ H @ e},
    )


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
