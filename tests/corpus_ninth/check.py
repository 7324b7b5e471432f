"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_ninth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent


outer = np.outer

# sources


@source
def multiclass_nb(r, C, X):
    m, n, o = r.randint(2, 5, size=3)
    x, w, b = r.normal(size=(m, n)), r.normal(size=(n, o)), r.normal(size=o)
    y = r.uniform(0.1, 1, size=(m, o))
    y /= y.sum(1, keepdims=True)
    es = np.einsum
    Zf = lambda b, w: b + x @ w
    Af = lambda z: np.exp(z) / np.exp(z).sum(1, keepdims=True)
    CE = lambda a: -(y * np.log(a)).sum() / m
    z = Zf(b, w)
    a = Af(z)
    Im, Io, In = np.eye(m), np.eye(o), np.eye(n)
    dd = es("ip,jq->ijpq", Im, Io)
    Ca = J(CE, a)
    ylog = J(lambda a: y * np.log(a), a)
    daa = J(lambda a: a + 0, a)
    C(
        "a",
        [
            Ca,
            J(lambda a: -(y * np.log(a)).sum() / m, a),
            -ylog.sum((0, 1)) / m,
            -es("ij,ijpq->pq", y / a, daa) / m,
            -es("ij,ijpq->pq", y / a, dd) / m,
            -es("iq,ip->pq", y / a, Im) / m,
            -(y / a) / m,
        ],
        {4: -es("ij,ijpq->pq", y / y, dd) / m, 6: (y / a) / m},
    )
    Az = J(Af, z)
    e = np.exp(z)
    S = e.sum(1)
    dq = J(lambda z: np.exp(z) / np.exp(z).sum(1, keepdims=True), z)
    C("b", [Az, dq])
    zz = J(lambda z: z + 0, z)
    C(
        "c",
        [J(np.exp, z), es("pq,pqrs->pqrs", e, zz), es("pq,pr,qs->pqrs", e, Im, Io)],
        {2: es("pq,pr,qs->pqrs", np.exp(a), Im, Io)},
    )
    C(
        "d",
        [
            J(lambda z: np.exp(z).sum(1), z),
            J(np.exp, z).sum(1),
            es("pk,pkrs->prs", e, zz),
            es("pk,pr,ks->prs", e, Im, Io),
            es("ps,pr->prs", e, Im),
        ],
        {4: es("ps,pr->prs", np.exp(a), Im)},
    )
    t1 = es("pq,pr,qs,p->pqrs", e, Im, Io, S)
    t2 = es("pq,ps,pr->pqrs", e, e, Im)
    S2 = (S**2)[:, None, None, None]
    ad = es("pq,pr,qs->pqrs", a, Im, Io)
    aa = es("pq,ps,pr->pqrs", a, a, Im)
    ax = es("pq,pq,pr,s->pqrs", a, a, Im, np.ones(o))
    C(
        "e",
        [
            Az,
            dq,
            (t1 - t2) / S2,
            t1 / S2 - t2 / S2,
            es("pq,pr,qs->pqrs", e / S[:, None], Im, Io) - t2 / S2,
            ad - t2 / S2,
            ad - es("pq,ps,pr->pqrs", e / S[:, None], e / S[:, None], Im),
            ad - aa,
            es("pq,pr,pqs->pqrs", a, Im, Io[None] - a[:, None, :]),
            ad - aa,
        ],
        {2: (t1 + t2) / S2, 7: ad - ax},
    )
    Zb = J(lambda b: Zf(b, w), b)
    C(
        "f",
        [
            Zb,
            J(lambda b: b + x @ w, b),
            es("st,r->rst", J(lambda b: b + 0, b), np.ones(m)),
            es("st,r->rst", Io, np.ones(m)),
        ],
    )
    Zw = J(lambda w: Zf(b, w), w)
    C(
        "g",
        [
            Zw,
            J(lambda w: b + x @ w, w),
            es("rk,kstu->rstu", x, J(lambda w: w + 0, w)),
            es("rk,kt,su->rstu", x, In, Io),
            es("rt,su->rstu", x, Io),
        ],
        {1: J(lambda w: b - x @ w, w)},
    )
    Cz = J(lambda z: CE(Af(z)), z)
    q = Io[None] - a[:, None, :]
    qp = Io[None] + a[:, None, :]
    m6 = -(es("rq,qs->rs", y, Io) - es("rq,rs->rs", y, a)) / m
    m7 = -es("rq,qs->rs", y, Io) / m - es("rq,rs->rs", y, a)
    m8 = -(y - a * y.sum(1, keepdims=True)) / m
    C(
        "h",
        [
            Cz,
            es("pq,pqrs->rs", Ca, Az),
            es("pq,pq,pr,pqs->rs", -y / a / m, a, Im, q),
            -es("pq,pq,pr,pqs,pq->rs", y, a, Im, q, 1 / a) / m,
            -es("pq,pr,pqs->rs", y, Im, q) / m,
            -es("rq,rqs->rs", y, q) / m,
            m6,
        ],
        {4: -es("pq,pr,pqs->rs", y, Im, qp) / m},
    )
    X(1, m6, m7)
    X(2, m7, m8)
    C("i", [m8, -(y - a) / m, (a - y) / m], {2: (a + y) / m})
    C("k", [Cz, (a - y) / m])
    Cb = J(lambda b: CE(Af(Zf(b, w))), b)
    C(
        "l",
        [
            Cb,
            es("rs,rst->t", Cz, Zb),
            es("rs,st->t", (a - y) / m, Io),
            es("rs,st->t", a - y, Io) / m,
            (a - y).sum(0) / m,
            np.ones(m) @ (a - y) / m,
        ],
        {3: es("rs,st->t", a + y, Io) / m},
    )
    C("n", [Cb, np.ones(m) @ (a - y) / m], {1: np.ones(m) @ (a + y) / m})
    Cw = J(lambda w: CE(Af(Zf(b, w))), w)
    C(
        "o",
        [
            Cw,
            es("rs,rstu->tu", Cz, Zw),
            es("rs,rt,su->tu", (a - y) / m, x, Io),
            es("rt,su,rs->tu", x, Io, a - y) / m,
            es("rt,ru->tu", x, a - y) / m,
            x.T @ (a - y) / m,
        ],
        {4: es("rt,ru->tu", x, a + y) / m},
    )
    C("p", [Cw, x.T @ (a - y) / m])


@source
def orthproj_page(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    Xm = r.normal(size=(n, p))
    Xm[:, 0] = 1
    x, y, u = r.normal(size=(3, n))
    sq = lambda v: v @ v
    I, one = np.eye(n), np.ones(n)
    G = inv(Xm.T @ Xm)
    P = Xm @ G @ Xm.T
    v = P @ r.normal(size=n)
    M = I - P
    C("a", [sq(x - v), sq((x - P @ x) + (P @ x - v))])
    C(
        "b",
        [-sq(x - v), -sq(x - P @ x) - sq(P @ x - v), -sq(x - P @ x)],
        {1: -sq(x - P @ x) + sq(P @ x - v)},
        le=(2,),
    )
    C("c", [P @ P, Xm @ G @ Xm.T @ Xm @ G @ Xm.T, Xm @ G @ Xm.T, P])
    C("d", [P.T, (Xm @ G @ Xm.T).T, Xm @ G.T @ Xm.T, Xm @ G @ Xm.T, P])
    C("e", [np.trace(P), np.linalg.matrix_rank(P), p], {2: n})
    C("f", [M @ M, M])
    C("g", [M.T, M])
    C("h", [np.trace(M), n - p], {1: n + p})
    C("i", [P @ M, M @ P, 0 * P], {1: M @ M})
    C("k", [np.outer(u, u) / (u @ u) @ x, (u @ x) / (u @ u) * u], {1: (u @ x) / (u @ x) * u})
    C("l", [(I - np.outer(one, one) / n) @ x, x - x.sum() / n * one], {1: x + x.sum() / n * one})
    yh, e = P @ y, M @ y
    C("m", [sq(y), sq(yh) + sq(e)], {1: sq(yh) - sq(e)})
    yb = y.sum() / n
    C("n", [sq(y - yb * one), sq(yh - yb * one) + sq(e)])
    A = np.array([[1.0, 1], [1, 2], [1, 3]])
    B = np.array([[14.0, -6], [-6, 3]]) / 6
    Hm = np.array([[5.0, 2, -1], [2, 2, 2], [-1, 2, 5]]) / 6
    Hf = np.array([[4.0, 2, -1], [2, 2, 2], [-1, 2, 5]]) / 6
    C("o", [A.T @ A, np.array([[3.0, 6], [6, 14]])])
    C("p", [inv(A.T @ A), B])
    C("q", [A @ inv(A.T @ A) @ A.T, A @ B @ A.T, Hm], {2: Hf})
    C("r", [sq(y), (yh + e) @ (yh + e), sq(yh) + 2 * yh @ e + sq(e)], {2: sq(yh) + 2 * yh @ e - sq(e)})
    C("s", [yh @ e, (P @ y) @ M @ y, y @ P.T @ M @ y, y @ P @ M @ y], {2: y @ P.T @ (I + P) @ y})
    z = Xm @ r.normal(size=p)
    C("t", [-sq(y - z), -sq(y - yh) - sq(yh - z), -sq(y - yh)], le=(2,))
    C(
        "u",
        [yh @ y / (norm(yh) * norm(y)), sq(yh) / (norm(yh) * norm(y)), norm(yh) / norm(y)],
        {2: norm(y) / norm(y)},
    )


@source
def linear_minibatch(r, C, X):
    x, w = r.normal(size=(2, 2)), r.normal(size=(2, 3))
    L = loss(r, 2, 3)
    f = lambda x, w: x @ w
    y = f(x, w)
    G = J(L, y)
    Y = np.array([[x[i, 0] * w[0, j] + x[i, 1] * w[1, j] for j in range(3)] for i in range(2)])
    Yf = Y.copy()
    Yf[1, 0] = x[0, 0] * w[0, 0] + x[1, 1] * w[1, 0]
    C("a", [x, np.array([[x[0, 0], x[0, 1]], [x[1, 0], x[1, 1]]])])
    C("b", [w, np.array([list(w[0]), list(w[1])])])
    C("c", [y, Y], {1: Yf})
    C("d", [G, np.array([list(G[0]), list(G[1])])])
    C("e", [x, np.array([[x[0, 0], x[0, 1]], [x[1, 0], x[1, 1]]])])
    Lx = J(lambda x: L(f(x, w)), x)
    Yx = J(lambda x: f(x, w), x)
    one = lambda i, k: J(lambda t: L(f(x + (t - x[i, k]) * np.outer(np.eye(2)[i], np.eye(2)[k]), w)), x[i, k])
    C("f", [Lx, np.array([[one(i, k) for k in range(2)] for i in range(2)])])
    dot = lambda i, k: (G * Yx[:, :, i, k]).sum()
    C("g", [Lx[0, 0], sum(G[i, j] * Yx[i, j, 0, 0] for i in range(2) for j in range(3)), dot(0, 0)], {1: dot(0, 1)})
    put = lambda i, v: np.array([v, np.zeros(3)] if i == 0 else [np.zeros(3), v])
    C("h", [Yx[:, :, 0, 0], put(0, w[0])])

    def chain(key, i, k, false):
        C(
            key,
            [Lx[i, k], dot(i, k), (G * put(i, w[k])).sum(), G[i, 0] * w[k, 0] + G[i, 1] * w[k, 1] + G[i, 2] * w[k, 2]],
            false,
        )

    chain("i", 0, 0, {3: G[0, 0] * w[0, 0] + G[0, 1] * w[1, 1] + G[0, 2] * w[0, 2]})
    chain("k", 0, 1, {2: (G * put(0, np.array([w[0, 0], w[1, 1], w[1, 2]]))).sum()})
    chain("l", 1, 0, {})
    chain("m", 1, 1, {})
    R = np.array([[G[i] @ w[k] for k in range(2)] for i in range(2)])
    Rf = R.copy()
    Rf[0, 0] = G[0, 0] * w[0, 0] + G[0, 1] * w[1, 1] + G[0, 2] * w[0, 2]
    C("n", [Lx, R, G @ np.array([[w[0, 0], w[1, 0]], [w[0, 1], w[1, 1]], [w[0, 2], w[1, 2]]]), G @ w.T], {1: Rf})
    C("o", [J(lambda w: L(f(x, w)), w), x.T @ G], {1: x @ G})


@source
def flash_speedrun(r, C, X):
    N = r.randint(2, 6)
    x = r.normal(size=N)
    L = loss(r, N)
    y = softmax(x)
    Jy = J(softmax, x)
    S = np.exp(x).sum()
    C("a", [np.log(y), x - np.log(S)], {1: x + np.log(S)})
    C("b", [Jy / y[:, None], J(lambda x: x + 0, x) - J(lambda x: np.exp(x).sum(), x)[None] / S])
    x3 = r.normal(size=3)
    q = softmax(x3)
    M = np.array([[q[i] * (1 - q[i]) if i == j else -q[i] * q[j] for j in range(3)] for i in range(3)])
    Mf = M.copy()
    Mf[0, 0] = q[0] * (1 - q[1])
    C("c", [J(softmax, x3), M], {1: Mf})
    D = np.diag(y) - outer(y, y)
    C("d", [Jy, D])
    Lx, Ly = J(lambda x: L(softmax(x)), x), J(L, y)
    C("e", [Lx, np.array([sum(Ly[j] * Jy[j, i] for j in range(N)) for i in range(N)])])
    C("f", [Lx, Ly @ Jy, Ly @ D], {2: Ly @ (np.diag(y) + outer(y, y))})
    C("g", [Lx, Ly @ D, Ly * y - (Ly @ y) * y], {2: Ly * y - (Ly @ y) * x})
    d = Ly @ y
    C("h", [Lx, Ly * y - d * np.ones(N) * y, y * (Ly - d * np.ones(N))])
    n, m = r.randint(2, 5, size=2)
    Q, K, V = r.normal(size=(3, n, m))
    La = loss(r, n, m)
    Sm = lambda Q, K: Q @ K.T
    Pm = lambda S: np.exp(S) / np.exp(S).sum(1, keepdims=True)
    S0 = Sm(Q, K)
    P0 = Pm(S0)
    dO = J(La, P0 @ V)
    dP = J(lambda P: La(P @ V), P0)
    dS = J(lambda S: La(Pm(S) @ V), S0)
    R = (dO * (P0 @ V)).sum(1)
    C("i", [dS, P0 * (dP - R[:, None])], {1: S0 * (dP - R[:, None])})
    C("k", [J(lambda V: La(P0 @ V), V), P0.T @ dO])
    C("l", [J(lambda Q: La(Pm(Sm(Q, K)) @ V), Q), dS @ K], {1: dS @ V})
    C("m", [J(lambda K: La(Pm(Sm(Q, K)) @ V), K), dS.T @ Q])


@source
def matrix_calc_lesson(r, C, X):
    n, m, q = r.randint(2, 5, size=3)
    x, a = r.normal(size=(2, n))
    A, B = r.normal(size=(2, n, n))
    f = loss(r, n)
    g = J(f, x)
    part = lambda F, k: J(lambda t: F(x + (t - x[k]) * np.eye(n)[k]), x[k])
    C("a", [g, np.array([part(f, k) for k in range(n)])])
    C("b", [J(lambda x: a @ x, x), a])
    C("c", [J(lambda x: x @ x, x), 2 * x], {1: 3 * x})
    qd = lambda x: x @ A @ x
    C("d", [J(qd, x), (A + A.T) @ x])
    U, V = r.normal(size=(m, n)), r.normal(size=(q, m))
    F = lambda x: np.sin(U @ x) + U @ (x * x)
    G = lambda y: np.cos(V @ y) + V @ (y * y)
    Fx = J(F, x)
    C("e", [Fx, np.array([[part(lambda t: F(t)[i], k) for k in range(n)] for i in range(m)])])
    C("f", [J(lambda x: G(F(x)), x), J(G, F(x)) @ Fx])
    C("g", [qd(x), sum(x[i] * A[i, j] * x[j] for i in range(n) for j in range(n))])
    C("h", [J(qd, x), A @ x + x @ A, A @ x + A.T @ x], {1: A @ x - x @ A})
    C("i", [J(qd, x), (A + A.T) @ x])
    T = J(lambda A: np.trace(A @ B), A)
    C("k", [T, J(lambda A: (A * B.T).sum(), A), B.T], {2: B})
    C("l", [T, B.T])
    N, d = r.randint(2, 6), r.randint(2, 4)
    Xm, y, w = r.normal(size=(N, d)), r.normal(size=N), r.normal(size=d)
    L = lambda w: (y - Xm @ w) @ (y - Xm @ w) / (2 * N)
    Lw = J(L, w)
    C("m", [Lw, -1 / N * Xm.T @ (y - Xm @ w)], {1: 1 / N * Xm.T @ (y - Xm @ w)})
    C("n", [Lw, J(lambda w: 1 / (2 * N) * ((y - Xm @ w) @ (y - Xm @ w)), w)])
    R = y - Xm @ w
    X(1, Lw, 1 / N * J(lambda w: (y - Xm @ w) @ (y - Xm @ w), w))
    X(2, 1 / N * 2 * R @ J(lambda w: y - Xm @ w, w), -1 / N * Xm.T @ R)
    z = r.normal(size=n)
    t = r.uniform(0.1, 1, size=n)
    t /= t.sum()
    C("o", [J(lambda z: -(t * np.log(softmax(z))).sum(), z), softmax(z) - t], {1: softmax(z) + t})
    W, b = r.normal(size=(m, n)), r.normal(size=m)
    Lz = loss(r, m)
    Gz = J(Lz, W @ x + b)
    C("p", [J(lambda W: Lz(W @ x + b), W), outer(Gz, x)])
    C("q", [J(lambda b: Lz(W @ x + b), b), Gz])
    C("r", [J(lambda x: Lz(W @ x + b), x), W.T @ Gz])
    C("s", [J(qd, x), (A + A.T) @ x])
    sg = lambda u: 1 / (1 + np.exp(-u))
    lr = lambda w: -(y * np.log(sg(Xm @ w)) + (1 - y) * np.log(1 - sg(Xm @ w))).sum() / N
    C("t", [J(lr, w), 1 / N * Xm.T @ (sg(Xm @ w) - y)], {1: 1 / N * Xm.T @ (sg(Xm @ w) + y)})
    s = softmax(z)
    C("u", [J(softmax, z), s[:, None] * (np.eye(n) - s[None])], {1: s[:, None] * (np.eye(n) - s[:, None])})


@source
def bn_page(r, C, X):
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ga, be = r.normal(size=2)
    eps = r.uniform(0.1, 1)
    L = loss(r, m)
    mu = lambda x: x.sum() / m
    s2 = lambda x, u: ((x - u) ** 2).sum() / m
    xh = lambda x, u, s: (x - u) / np.sqrt(s + eps)
    yf = lambda h, ga, be: ga * h + be
    u = mu(x)
    s = s2(x, u)
    h = xh(x, u, s)
    y = yf(h, ga, be)
    C("a", [y, ga * (x - u) / np.sqrt(s + eps) + be])
    f = lambda t: np.sin(t) + t**2
    l1 = lambda t: np.cos(t) + t**3
    C("b", [J(lambda t: l1(f(t)), y[0]), J(l1, f(y[0])) * J(f, y[0])])
    C("c", [J(lambda t: yf(t, ga, be), h[0]), ga])
    C("d", [J(lambda t: l1(yf(t, ga, be)), h[0]), J(l1, y[0]) * ga], {1: J(l1, y[0]) * be})
    Ly, Lh = J(L, y), J(lambda h: L(yf(h, ga, be)), h)
    C("e", [J(lambda g: yf(h, g, be), ga), h])
    C("f", [J(lambda g: L(yf(h, g, be)), ga), (Ly * h).sum()], {1: (Ly * x).sum()})
    C("g", [J(lambda b: yf(h[0], ga, b), be), 1])
    C("h", [J(lambda b: L(yf(h, ga, b)), be), Ly.sum()])
    hs = -0.5 * (x - u) * (s + eps) ** -1.5
    C("i", [J(lambda t: xh(x, u, t), s), hs], {1: -0.5 * (x - u) * (s + eps) ** -0.5})
    Ls = J(lambda t: L(yf(xh(x, u, t), ga, be)), s)
    C("k", [Ls, (Lh * -0.5 * (x - u) * (s + eps) ** -1.5).sum()])
    Lu = J(lambda t: L(yf(xh(x, t, s2(x, t)), ga, be)), u)
    hu = J(lambda t: xh(x, t, s), u)
    su = J(lambda t: s2(x, t), u)
    C("l", [Lu, Lh @ hu + Ls * su])
    C("m", [hu, -1 / np.sqrt(s + eps)])
    C("n", [su, -2 / m * (x - u).sum()])
    q = Ls * (-2 / m) * (x - u).sum()
    C("o", [Lu, (Lh * -1 / np.sqrt(s + eps)).sum() + q], {1: (Lh / np.sqrt(s + eps)).sum() + q})
    full = lambda x: L(yf(xh(x, mu(x), s2(x, mu(x))), ga, be))
    Lx = J(full, x)
    hx, sx, ux = J(lambda t: xh(t, u, s), x), J(lambda t: s2(t, u), x), J(mu, x)
    C("p", [Lx, Lh @ hx + Ls * sx + Lu * ux])
    C("q", [J(lambda t: xh(t, u, s), x[0]), 1 / np.sqrt(s + eps)])
    C("r", [sx, 2 * (x - u) / m], {1: 3 * (x - u) / m})
    a = Lh / np.sqrt(s + eps) + Ls * 2 * (x - u) / m
    C("s", [Lx, a + Lu / m], {1: a - Lu / m})


@source
def norm_invariance_note(r, C, X):
    B, H, D = r.randint(2, 5, size=3)
    W, x = r.normal(size=(H, D)), r.normal(size=(B, D))
    de = r.uniform(1.2, 2.5)
    eps = r.uniform(0.1, 1)
    z = x @ W.T
    nrm = lambda z, ax: (z - z.mean(ax, keepdims=True)) / np.sqrt(z.var(ax, keepdims=True) + eps)
    mu, s2 = z.mean(0), z.var(0)
    g = lambda p: (de * z - de * mu) / np.sqrt(de**p * s2 + eps)
    C("a", [nrm(de * z, 0), g(2)], {1: g(3)})
    C("b", [(z - mu) / np.sqrt(s2 + eps), nrm(z, 0)])
    C("c", [(de * z).mean(1), de * z.mean(1)])
    C("d", [(de * z).var(1), de**2 * z.var(1)], {1: de**3 * z.var(1)})
    c = r.normal()
    C("e", [(z + c).mean(1), z.mean(1) + c])
    C("f", [(z + c).var(1), z.var(1)])
    C("g", [nrm(z + c, 1), nrm(z, 1)])
    b = r.normal(size=H)
    C("h", [(z + b).mean(1), z.mean(1) + b.sum() / H], {1: z.mean(1) - b.sum() / H})
    C("i", [(z + b).var(1), ((z + b - (z + b).mean(1, keepdims=True)) ** 2).sum(1) / H])
    xc = x - x.mean(1, keepdims=True)
    y = xc @ W.T + outer(xc.sum(1), b)
    C("k", [y, xc @ W.T])
    C("l", [nrm(y, 1), nrm(xc @ W.T, 1)])
    v = r.normal(size=H)
    rms = lambda v: np.sqrt((v * v).sum() / H)
    C("m", [rms(de * v), de * rms(v)], {1: de**2 * rms(v)})
    X(1, de * v / rms(de * v), v / (rms(v) + eps))


@source
def logistic_garden(r, C, X):
    n, d, q = r.randint(2, 5, size=3)
    x, w, b = r.normal(size=(n, d)), r.normal(size=d), r.normal()
    y = r.uniform(0.1, 0.9, size=n)
    sg = lambda t: 1 / (1 + np.exp(-t))
    ell = lambda w, b: (y * np.log(sg(x @ w + b)) + (1 - y) * np.log(1 - sg(x @ w + b))).sum()
    Jf = lambda w, b: -ell(w, b)
    p = sg(x @ w + b)
    one = np.ones(n)
    C("a", [-ell(w, b), -sum(y[i] * np.log(p[i]) + (1 - y[i]) * np.log(1 - p[i]) for i in range(n))])
    gw, gb = J(lambda w: Jf(w, b), w), J(lambda b: Jf(w, b), b)
    C("b", [gw, sum((p[i] - y[i]) * x[i] for i in range(n))], {1: sum((p[i] + y[i]) * x[i] for i in range(n))})
    C("c", [gb, (p - y).sum()])
    C(
        "d",
        [Jf(w, b), -y @ np.log(p) - (one - y) @ np.log(one - p)],
        {1: -y @ np.log(p) + (one - y) @ np.log(one - p)},
    )
    C("e", [gw, x.T @ (p - y)])
    C("f", [gb, one @ (p - y)])
    S = np.diag(p * (1 - p))
    dw = lambda w, b: x.T @ (sg(x @ w + b) - y)  # the gradient, checked above
    db = lambda w, b: (sg(x @ w + b) - y).sum()
    C("g", [J(lambda w: dw(w, b), w), x.T @ S @ x])
    C("h", [J(lambda b: db(w, b), b), one @ S @ one])
    C("i", [J(lambda b: dw(w, b), b), x.T @ S @ one], {1: x.T @ S @ y})
    xt, v = r.normal(size=(n, q)), r.normal(size=q)
    k1 = (p * (1 - p) * (xt @ v) ** 2).sum()
    C("k", [-v @ xt.T @ S @ xt @ v, -k1, 0], {1: -(p * (1 + p) * (xt @ v) ** 2).sum()}, le=(2,))


@source
def unit_projection(r, C, X):
    n = r.randint(2, 6)
    u = r.normal(size=n)
    u = u / norm(u)
    x = r.normal(size=n)
    c = u @ x
    xh = c * u
    P = np.outer(u, u)
    C("a", [x @ u - c * (u @ u), 0], {0: x @ u + c * (u @ u)})
    C("b", [c, u @ x], {1: u @ u})
    C("c", [xh, (u @ x) * u])
    C("d", [xh, (u @ x) * u, u * (u @ x), np.outer(u, u) @ x], {2: x * (u @ x)})
    C(
        "e",
        [P @ P, np.outer(u, u) @ np.outer(u, u), (u @ u) * np.outer(u, u), 1 * np.outer(u, u), P],
        {3: 2 * np.outer(u, u)},
    )
    C("f", [P.T, np.outer(u, u).T, np.outer(u, u), P], {3: -P})
    k = r.randint(1, n)
    U = np.linalg.qr(r.normal(size=(n, n)))[0][:, :k]
    P = U @ U.T
    # of Q only this is known: Q x = U w, U^T (x - Q x) = 0
    w = U.T @ x
    Q = np.outer(U @ w, x) / (x @ x)
    M = r.normal(size=(n, n))
    Q = Q + M - np.outer(M @ x, x) / (x @ x)
    assert np.allclose(Q @ x, U @ w)
    z = U.T @ x
    C("h", [P @ x, U @ U.T @ x, U @ (U.T @ x)], {2: Q @ U @ (U.T @ x)})
    C("i", [P @ x, U @ z, sum(z[j] * U[:, j] for j in range(k))], {1: -U @ z})
    C("j", [U.T @ (x - P @ x), U.T @ x - U.T @ U @ U.T @ x], {1: U.T @ x + U.T @ U @ U.T @ x})
    I = np.eye(k)
    C("k", [U.T @ U @ U.T @ x, I @ U.T @ x, (U.T @ x), U.T @ x])
    C("l", [U.T @ (x - P @ x), U.T @ x - U.T @ x, np.zeros(k)])
    C("m", [U.T @ x - U.T @ U @ w, np.zeros(k)])
    C("n", [U.T @ x - I @ w, np.zeros(k)], {0: U.T @ x + I @ w})
    C("o", [w, U.T @ x])


@source
def cochran_notes(r, C, X):
    n = r.randint(2, 7)
    U = r.normal(size=n)
    m = U.mean()
    S = ((U - m) ** 2).sum()
    u2 = (U**2).sum()
    C(
        "a",
        [u2, ((U - m + m) ** 2).sum(), S + n * m**2 + 2 * m * (U - m).sum()],
        {2: S - n * m**2 + 2 * m * (U - m).sum()},
    )
    C("b", [u2, S + n * m**2, S + n * m**2], {2: S + m**2})
    C("e", [n * m**2, n * (U.sum() / n) ** 2, np.outer(U, U).sum() / n], {2: np.outer(U, U).sum() / n**2})
    l = u2 + n * m**2 - 2 * m * U.sum()
    C("f", [S, ((U - m) ** 2).sum(), l])
    X(1, l, u2 - n * (U @ U))
    C("g", [-1 / n * n / (n - 1), -1 / (n - 1)], {1: -1 / (n + 1)})
    d = n * (n - 1)
    C(
        "h",
        [(n - 1) / n - 1 / d, ((n - 1) ** 2 - 1) / d, (n**2 + 1 - 2 * n - 1) / d, n * (n - 2) / d, (n - 2) / (n - 1)],
        {2: (n**2 - 1 - 2 * n - 1) / d},
    )
    C("i", [-1 / n - 1 / d, (-(n - 1) - 1) / d, -n / d, -1 / (n - 1)])
    x = r.normal(size=n)
    mu, sg = r.normal(), r.uniform(0.3, 2)
    U = (x - mu) / sg
    xb = x.mean()
    SU, SX = ((U - U.mean()) ** 2).sum(), ((x - xb) ** 2).sum()
    C(
        "k",
        [U.mean(), ((x - mu) / sg).sum() / n, (x.sum() - n * mu) / (n * sg), (xb - mu) / sg],
        {2: (x.sum() - n * mu) / sg},
    )
    C("l", [SU, (((x - mu) / sg - (xb - mu) / sg) ** 2).sum()])
    C("m", [SU, SX / sg**2, SX / sg**2], {2: SX / sg})
    # an idempotent matrix that is not symmetric, and a vector of its image
    B = r.normal(size=(n, n))
    e = (r.rand(n) < 0.5).astype(float)
    e[0] = 1
    A = B @ np.diag(e) @ inv(B)
    lam = 1.0
    v = A @ r.normal(size=n)
    C("n", [A @ A @ v, A @ (lam * v)])
    C("o", [A @ v, lam**2 * v], {1: -(lam**2) * v})
    O = np.linalg.qr(r.normal(size=(n, n)))[0]
    D = np.diag(e)
    M = O.T @ D @ O
    C("p", [M @ M, M, (O.T @ D @ O) @ (O.T @ D @ O), O.T @ D @ O @ O.T @ D @ O, O.T @ D @ D @ O], {4: O.T @ D @ D})
    v = r.normal(size=n)
    w = A @ v
    C("q", [A @ w, A @ (A @ v), A @ v, w], {2: v})
    I, Jn = np.eye(n), np.ones((n, n))
    B1, B2 = I - Jn / n, Jn / n
    C(
        "r",
        [
            B1 @ B1,
            (I - Jn / n) @ (I - Jn / n),
            I @ I + Jn @ Jn / n**2 - (I @ Jn + Jn @ I) / n,
            I + Jn / n - 2 * Jn / n,
            I - Jn / n,
            B1,
        ],
        {2: I @ I + Jn @ Jn / n**2 + (I @ Jn + Jn @ I) / n},
    )
    C("s", [B2 @ B2, (Jn / n) @ (Jn / n), Jn / n, B2])


@source
def pumpkin_linear(r, C, X):
    m = r.randint(2, 7)
    x, y = r.normal(size=(2, m))
    xb, yb = x.mean(), y.mean()
    w = (y * (x - xb)).sum() / ((x**2).sum() - x.sum() ** 2 / m)
    b = yb - w * xb
    sx, sxx, sxy = x.sum(), (x * x).sum(), (x * y).sum()
    C("a", [0, w * sxx - ((y - b) * x).sum()])
    C("b", [w * sxx, sxy - (b * x).sum()])
    C("c", [w * sxx, sxy - ((yb - w * xb) * x).sum()])
    C("e", [w * sxx, sxy - yb * sx + w * xb * sx], {1: sxy - yb * sx - w * xb * sx})
    C("f", [w * (sxx - xb * sx), sxy - yb * sx])
    C("g", [w, (sxy - yb * sx) / (sxx - xb * sx)], {1: (sxy - yb * sx) / (sxx + xb * sx)})
    den = (x * x - x * xb).sum()
    C("h", [w, (y * (x - xb)).sum() / (sxx - xb * sx), (y * x - y * xb).sum() / den], {2: (y * x + y * xb).sum() / den})
    num = (y * x - y * xb - x * yb + xb * yb).sum()
    C(
        "i",
        [w, num / (x * x - x * xb - x * xb + xb**2).sum(), ((x - xb) * (y - yb)).sum() / ((x - xb) ** 2).sum()],
        {1: num / (x * x - x * xb - x * xb - xb**2).sum()},
    )
    xd, yd = x - xb, y - yb
    C("j", [w, yd @ xd / (xd @ xd)])
    d = r.randint(1, 5)
    A, y, w = r.normal(size=(m, d)), r.normal(size=m), r.normal(size=d)
    E = lambda w: (y - A @ w) @ (y - A @ w)
    g = J(E, w)
    C("k", [g, 2 * A.T @ (A @ w - y)])
    C("l", [E(w), y @ y - y @ A @ w - w @ A.T @ y + w @ A.T @ A @ w])
    parts = (
        J(lambda w: y @ y + 0 * w.sum(), w)
        - J(lambda w: y @ A @ w, w)
        - J(lambda w: w @ A.T @ y, w)
        + J(lambda w: w @ A.T @ A @ w, w)
    )
    C("m", [g, parts])
    C("n", [g, 0 - A.T @ y - A.T @ y + (A.T @ A + A.T @ A) @ w])
    C("o", [g, 2 * A.T @ (A @ w - y)], {1: A.T @ (A @ w - y)})
    y = r.uniform(0, 1, size=m)
    be = r.normal(size=d)
    z = A @ be
    p1, p0 = np.exp(z) / (1 + np.exp(z)), 1 / (1 + np.exp(z))
    lb = np.log(y * p1 + (1 - y) * p0).sum()
    C("p", [lb, np.log((y * np.exp(z) + 1 - y) / (1 + np.exp(z))).sum()])
    a, c = np.log(y * np.exp(z) + 1 - y), np.log(1 + np.exp(z))
    C("q", [lb, (a - c).sum()], {1: (a + c).sum()})
    y = r.normal(size=m)
    C("r", [(y * z - c).sum(), (y * np.log(p1) + (1 - y) * np.log(p0)).sum()])
    g = J(lambda be: (-y * (A @ be) + np.log(1 + np.exp(A @ be))).sum(), be)
    C("s", [g, -A.T @ (y - p1)])
    C("t", [g, -A.T @ (y - p1), A.T @ (p1 - y), A.T @ (p1 - y)], {2: A.T @ (p1 + y)})
    w, u0, u1 = r.normal(size=(3, d))
    S = r.normal(size=(d, d))
    S = S @ S.T + np.eye(d)
    q = w @ S @ w
    D = u0 - u1
    C(
        "u",
        [
            w @ D * (D @ w) / q,
            (w @ u0 - w @ u1) ** 2 / q,
            (w @ u0 - w @ u1) ** 2 / q,
            (D @ w) ** 2 / q,
            (D @ w) * (D @ w) / q,
            w @ np.outer(D, D) @ w / q,
        ],
        {3: ((u0 + u1) @ w) ** 2 / q},
    )
    B = r.normal(size=(d, d))
    B = B + B.T
    lam = r.normal()
    g = J(lambda w: -w @ B @ w + lam * (w @ S @ w - 1), w)
    C("v", [g, -2 * B @ w + 2 * lam * S @ w], {1: 2 * B @ w + 2 * lam * S @ w})


@source
def statproof_four(r, C, X):
    xo, yo, b0, b1 = r.normal(size=4)
    a, b = np.array([1, b1]), np.array([xo, yo - b0])
    w = a @ b / (a @ a)
    C("a", [w, (xo + (yo - b0) * b1) / (1 + b1**2)])
    C("c", [b, np.array([xo, yo]) - np.array([0, b0]), np.array([xo, yo - b0])], {2: np.array([xo, yo + b0])})
    C("e", [a @ (b - w * a), 0])
    C("f", [a @ b - w * (a @ a), 0], {0: a @ b + w * (a @ a)})
    C("g", [w * (a @ a), a @ b])
    C("i", [w, np.array([1, b1]) @ np.array([xo, yo - b0]) / (np.array([1, b1]) @ np.array([1, b1]))])
    C("j", [w, (xo + (yo - b0) * b1) / (1 + b1**2)], {1: (xo + (yo - b0) * b1) / (1 - b1**2)})
    C(
        "k",
        [np.array([w, b0 + b1 * w]), np.array([0, b0]) + w * a, np.array([w, b0 + b1 * w])],
        {2: np.array([w, b0 - b1 * w])},
    )
    n = r.randint(2, 7)
    x1, x2, y = r.normal(size=(3, n))
    A = r.normal(size=(2, 2))
    (p, q), (s, t) = A
    adj = np.array([[t, -q], [-s, p]])
    C("n", [inv(A), adj / (p * t - q * s)], {1: adj / (p * t + q * s)})

    def beta(x1, x2):
        det = x1 @ x1 * (x2 @ x2) - x1 @ x2 * (x2 @ x1)
        return (x2 @ x2 * (x1 @ y) - x1 @ x2 * (x2 @ y)) / det, (x1 @ x1 * (x2 @ y) - x2 @ x1 * (x1 @ y)) / det, det

    h1, h2, det = beta(x1, x2)
    G = np.array([[x2 @ x2, -x1 @ x2], [-x2 @ x1, x1 @ x1]])
    v = np.array([x1 @ y, x2 @ y])
    low = x1 @ x1 * (x2 @ y) - x2 @ x1 * (x1 @ y)
    C(
        "o",
        [np.array([h1, h2]), G @ v / det, np.array([x2 @ x2 * (x1 @ y) - x1 @ x2 * (x2 @ y), low]) / det],
        {2: np.array([x2 @ x2 * (x1 @ y) + x1 @ x2 * (x2 @ y), low]) / det},
    )
    x2 = x2 - x1 * (x1 @ x2) / (x1 @ x1)
    h1, h2, det = beta(x1, x2)
    C("l", [h1, x1 @ y / (x1 @ x1)])
    C("m", [h2, x2 @ y / (x2 @ x2)])
    C("p", [x1 @ x2, x2 @ x1])
    C("q", [h1, x2 @ x2 * (x1 @ y) / (x1 @ x1 * (x2 @ x2)), x1 @ y / (x1 @ x1)], {2: x2 @ y / (x1 @ x1)})
    C("r", [h2, x1 @ x1 * (x2 @ y) / (x1 @ x1 * (x2 @ x2)), x2 @ y / (x2 @ x2)])
    n = r.randint(3, 8)
    x, y = r.normal(size=(2, n))
    xb, yb = x.mean(), y.mean()
    sx, sy = x.std(ddof=1), y.std(ddof=1)
    sxy = ((x - xb) * (y - yb)).sum() / (n - 1)
    b1 = sxy / sx**2
    b0 = yb - b1 * xb
    yh = b0 + b1 * x
    T = ((y - yb) ** 2).sum()
    R2 = ((yh - yb) ** 2).sum() / T
    rxy = sxy / (sx * sy)
    C("s", [R2, rxy**2])
    C(
        "t",
        [R2, ((yh - yb) ** 2).sum() / T, ((b0 + b1 * x - yb) ** 2).sum() / T],
        {2: ((b0 - b1 * x - yb) ** 2).sum() / T},
    )
    C(
        "u",
        [
            R2,
            ((yb - b1 * xb + b1 * x - yb) ** 2).sum() / T,
            ((b1 * (x - xb)) ** 2).sum() / T,
            b1**2 * (((x - xb) ** 2).sum() / (n - 1)) / (T / (n - 1)),
            b1**2 * sx**2 / sy**2,
            (sx / sy * b1) ** 2,
        ],
        {2: ((b1 * (x + xb)) ** 2).sum() / T},
    )
    C("v", [R2, (sx / sy * b1) ** 2, rxy**2], {1: (sy / sy * b1) ** 2})
    p = r.randint(1, n)
    M = r.normal(size=(n, p))
    P = M @ inv(M.T @ M) @ M.T
    I = np.eye(n)
    R = I - P
    C("w", [P @ P, P])
    C("y", [R @ R, R])
    C("z", [P @ P, M @ inv(M.T @ M) @ M.T @ M @ inv(M.T @ M) @ M.T, M @ inv(M.T @ M) @ M.T, P])
    C("aa", [R, I - M @ inv(M.T @ M) @ M.T, I - P])
    C("bb", [R @ R, (I - P) @ (I - P), I - P - P + P @ P, I - 2 * P + P, I - P, R], {2: I + P - P + P @ P})


@source
def two_stage_regression(r, C, X):
    N = r.randint(4, 9)
    X1, X2 = r.normal(size=(2, N))
    X2 = X2 + 0.7 * X1
    cov = lambda a, b: ((a - a.mean()) * (b - b.mean())).mean()
    var = lambda a: cov(a, a)
    B = np.stack([np.ones(N), X1, X2], 1)
    u = r.normal(size=N)
    u = u - B @ np.linalg.lstsq(B, u, rcond=None)[0] + 0.3  # no covariance with either, some mean
    b1, be2 = r.normal(size=2)
    Y = b1 * X1 + be2 * X2 + u
    ga = cov(Y, X1) / var(X1)
    e = Y - ga * X1
    be1 = cov(e, X2) / var(X2)
    rho = cov(X1, X2) / np.sqrt(var(X1) * var(X2))
    C("a", [cov(e, X1), 0])
    C("b", [e, (b1 - ga) * X1 + be2 * X2 + u], {1: (b1 - ga) * X1 + be2 * X2 - u})
    c12 = cov(X1, X2)
    C(
        "c",
        [
            cov(e, X2),
            cov((b1 - ga) * X1 + be2 * X2 + u, X2),
            (b1 - ga) * c12 + be2 * var(X2) + cov(u, X2),
            (b1 - ga) * c12 + be2 * var(X2),
        ],
        {3: (b1 - ga) * c12 - be2 * var(X2)},
    )
    C("e", [cov(e, X1), (b1 - ga) * var(X1) + be2 * cov(X2, X1) + cov(u, X1), 0])
    C("f", [b1 - ga, -be2 * c12 / var(X1)], {1: be2 * c12 / var(X1)})
    C(
        "g",
        [
            cov(e, X2),
            (-be2 * c12 / var(X1)) * c12 + be2 * var(X2),
            -be2 * c12**2 / var(X1) + be2 * var(X2),
            be2 * var(X2) * (1 - c12**2 / (var(X1) * var(X2))),
        ],
        {3: be2 * var(X2) * (1 + c12**2 / (var(X1) * var(X2)))},
    )
    C("i", [cov(e, X2), be2 * var(X2) * (1 - rho**2)])
    C("j", [cov(e, X2) / var(X2), be2 * (1 - rho**2)])
    C("k", [be1 / be2, 1 - rho**2], {1: 1 - rho})
    pr = c12 / var(X1) * X1
    xt = X2 - pr
    C("l", [be2, cov(e, xt) / var(xt)])
    C("m", [cov(e, X2), cov(e, pr) + cov(e, xt), cov(e, xt)], {1: cov(e, pr) - cov(e, xt)})
    C("n", [be1 / be2, var(xt) / var(X2), 1 - rho**2, 1 - rho**2])
    p = r.randint(1, 4)
    M = np.concatenate([np.ones((N, 1)), r.normal(size=(N, p - 1))], 1)
    h = r.normal(size=N)
    h = h - M @ np.linalg.lstsq(M, h, rcond=None)[0]
    C("o", [np.ones(N) @ h, h.sum(), 0])
    y, yh = r.normal(size=(2, N))
    yb = y.mean()
    e = y - yh
    T, R, S = ((y - yb) ** 2).sum(), (e**2).sum(), ((yh - yb) ** 2).sum()
    C(
        "q",
        [
            T,
            ((y - yh + yh - yb) ** 2).sum(),
            R + S + 2 * (e * (yh - yb)).sum(),
            R + S + 2 * (e * yh).sum() - 2 * yb * e.sum(),
        ],
        {2: R + S - 2 * (e * (yh - yb)).sum()},
    )
    C("r", [1 - R / T, 1 - ((y - yh) ** 2).sum() / ((y - yb) ** 2).sum()])


@source
def sphere_dynamics(r, C, X):
    n = r.randint(2, 6)
    W, G = r.normal(size=(2, n, n))
    G = G - W * (G * W).sum() / (W * W).sum()
    eta = r.normal()
    dW = -eta * G
    path = lambda t: W + t * dW + t**2 * r.normal()
    d1 = J(lambda t: (path(t) ** 2).sum(), np.array(0.0))
    d2 = J(lambda t: np.trace(path(t).T @ path(t)), np.array(0.0))
    C("a", [d1, d2, 2 * (W * dW).sum(), 2 * (W * (-eta * G)).sum(), -2 * eta * (W * G).sum(), 0])
    x = r.normal(size=n)
    y = W @ x
    z = lambda y: np.sqrt(n) * y / norm(y)
    L = loss(r, n)
    g = J(L, z(y))
    s2 = (y**2).sum()
    C("b", [z(y), np.sqrt(n) * y / s2 ** (1 / 2)], {1: np.sqrt(n) * y / s2 ** (3 / 2)})
    Jz, nj = J(z, y), J(norm, y)
    I = np.eye(n)
    ny = norm(y)
    C("c", [Jz, np.sqrt(n) * (I * ny - np.outer(y, nj)) / ny**2], {1: np.sqrt(n) * (I * ny + np.outer(y, nj)) / ny**2})
    C("e", [nj, 0.5 * s2 ** (-1 / 2) * (2 * y), y / ny], {1: 0.5 * s2 ** (-1 / 2) * y})
    C(
        "f",
        [Jz, np.sqrt(n) * (I * ny - np.outer(y, y) / ny) / ny**2, np.sqrt(n) / ny * (I - np.outer(y, y) / ny**2)],
        {2: np.sqrt(n) / ny * (I + np.outer(y, y) / ny**2)},
    )
    P = I - np.outer(y, y) / ny**2
    C(
        "g",
        [Jz, np.sqrt(n) / ny * (I - np.outer(y, y) / ny**2), np.sqrt(n) / ny * P],
        {1: np.sqrt(n) / ny * (I + np.outer(y, y) / ny**2)},
    )
    gy = J(lambda y: L(z(y)), y)
    C("i", [gy, Jz.T @ g, np.sqrt(n) / ny * P @ g])
    gW = J(lambda W: L(z(W @ x)), W)
    C("j", [gW, np.outer(gy, x), np.outer(np.sqrt(n) / ny * P @ g, x)])
    dW = -eta * np.outer(np.sqrt(n) / ny * P @ g, x)
    dy = J(lambda t: (W + t * dW) @ x, np.array(0.0))
    C("k", [dy, dW @ x, -eta * (np.sqrt(n) / ny * P @ g) * (x @ x)], {2: eta * (np.sqrt(n) / ny * P @ g) * (x @ x)})


@source
def projection_answers(r, C, X):
    n = r.randint(2, 6)
    u, v = r.normal(size=(2, n))
    p = (u @ v) / (v @ v) * v
    sq = lambda a: a @ a
    C("a", [(u @ v) ** 2, sq(u) * sq(v) - sq(u - p) * sq(v)])
    C(
        "b",
        [
            sq(u - p),
            sq(u) + sq(p) - 2 * (u @ p),
            sq(u) + (u @ v) ** 2 / sq(v) - 2 * (u @ v) ** 2 / sq(v),
            sq(u) - (u @ v) ** 2 / sq(v),
        ],
        {1: sq(u) + sq(p) + 2 * (u @ p)},
    )
    C("c", [(u @ v) ** 2, sq(u) * sq(v) - sq(u - p) * sq(v)], {1: sq(u) * sq(v) + sq(u - p) * sq(v)})
    x, y = u - p, v
    C("e", [sq(x + y), (x + y) @ (x + y)])
    C("f", [(x + y) @ (x + y), x @ x + x @ y + y @ x + y @ y, sq(x) + 0 + 0 + sq(y)], {2: sq(x) + 0 + 0 - sq(y)})
    k = r.randint(1, n)
    Q = np.linalg.qr(r.normal(size=(n, n)))[0][:, :k]
    P = Q @ Q.T
    x, y, z = r.normal(size=(3, n))
    a, b = x @ P @ x, norm(x) * norm(P @ x)
    C("g", [sq(P @ x), x @ P.T @ P @ x, x @ P @ P @ x, a])
    # the sign itself is changed: a <= b in the text, b <= a in the copy
    C("h", [a, b], {0: b, 1: a}, le=(1,))
    I = np.eye(n)
    C(
        "i",
        [
            (y - P @ y) @ (P @ z),
            ((I - P) @ y) @ P @ z,
            y @ (I - P).T @ P @ z,
            y @ (I - P) @ P @ z,
            y @ (P - P @ P) @ z,
            0,
        ],
        {3: y @ (I + P) @ P @ z},
    )
    N, m, k = r.randint(2, 6, size=3)
    M, U = r.normal(size=(N, m)), r.normal(size=(N, k))
    A, P = M.T @ U, U @ U.T
    tr = np.trace
    C("j", [M.T @ P @ M, M.T @ U @ U.T @ M])
    C("k", [tr(A @ A.T), tr(A.T @ A)])
    C("l", [tr(M.T @ P @ M), tr(U.T @ M @ M.T @ U)])
    C("m", [tr(U.T @ M @ M.T @ U), sum(U[:, i] @ M @ M.T @ U[:, i] for i in range(k))])
    B = U.T @ M @ M.T @ U
    q = np.array([U[:, i] @ M @ M.T @ U[:, i] for i in range(k)])
    C(
        "n",
        [np.diag(B)[:, None] + 0 * B, q[:, None] + 0 * B],
        {1: np.array([[U[:, i] @ M @ M.T @ U[:, j] for j in range(k)] for i in range(k)])},
    )
    for pos in (0, 1):
        A = r.normal(size=(n, n))
        A = A @ A.T + np.eye(n) if pos else A + A.T
        V = inv(A)
        b, z = r.normal(size=(2, n))
        c = r.normal()
        w = z + V @ b
        C("o", [z @ A @ z + b @ z, (z + V @ b / 2) @ A @ (z + V @ b / 2) - b @ V @ b / 4])
        l = z @ A @ z / 2 + b @ z + c
        C("p", [l, w @ A @ w / 2 + c - b @ V @ b / 2], {1: w @ A @ w / 2 + c + b @ V @ b / 2})
        e = (z @ A @ z + z @ A @ V @ b + (V @ b) @ A @ z + (V @ b) @ A @ V @ b) / 2
        C(
            "q",
            [w @ A @ w / 2, e, z @ A @ z / 2 + z @ b / 2 + b @ z / 2 + b @ V @ b / 2],
            {2: z @ A @ z / 2 + z @ b / 2 - b @ z / 2 + b @ V @ b / 2},
        )
        C("r", [w @ A @ w / 2, z @ A @ z / 2 + b @ z + b @ V @ b / 2])
        C("s", [l, w @ A @ w / 2 + c - b @ V @ b / 2])
    N2 = lambda v: v @ A @ v
    zs = -V @ b
    C("t", [l, N2(w) / 2 + c - b @ V @ b / 2])
    C("u", [l, N2(z - zs) / 2 + c - b @ V @ b / 2], {1: N2(z + zs) / 2 + c - b @ V @ b / 2})


@source
def pair_selection_paper(r, C, X):
    m, d = r.randint(5, 9), r.randint(1, 5)

    def points(p):
        x = r.normal(size=(m, d))
        x = x - p @ x
        return x / np.sqrt(p @ (x * x).sum(1))

    p = r.uniform(0.2, 1, size=m)
    p = p / p.sum()
    x = points(p)
    b = (x * x).sum(1)
    for j in range(m):
        l = (4 * p[j] - 1) * b[j] + sum(p[i] * ((x[i] + x[j]) ** 2).sum() for i in range(m) if i != j)
        C("a", [l, p @ b + 4 * p[j] * b[j] - b[j] + (1 - 4 * p[j]) * b[j], 1])
    p = np.ones(m) / m + 0.3 * (1 / 4 - 1 / m) * r.uniform(-1, 1, size=m)
    p = p / p.sum()
    assert ((p > 0) & (p < 1 / 4)).all()
    x = points(p)
    b = (x * x).sum(1)
    S = (p / (1 - 4 * p)).sum()
    c = (S + 1) / (3 * S + 1)
    a = c * p / ((1 + S) * (1 - 4 * p))
    C("c", [(p**2 / (1 - 4 * p)).sum(), (S - 1) / 4])
    C("e", [a.sum(), c * S / (1 + S)])
    C("f", [p @ a, c * (S - 1) / (4 * (1 + S))], {1: c * (S + 1) / (4 * (1 + S))})
    w = 4 * (np.outer(p, a) + np.outer(a, p))
    C("g", [np.triu(w, 1).sum(), 4 * (a.sum() - p @ a), c * (3 * S + 1) / (S + 1), 1], {2: c * (3 * S - 1) / (S + 1)})
    Q = np.zeros((m, m))
    for i in range(m):
        for j in range(i):
            q = np.zeros(m)
            q[i] = q[j] = 0.5
            Q += w[i, j] * np.outer(q, q)
    off = 1 - np.eye(m)
    C("h", [Q * off, (np.outer(p, a) + np.outer(a, p)) * off])
    A = a.sum()
    C(
        "i",
        [np.diag(Q), p * (A - a) + a * (1 - p), p * A + a * (1 - 2 * p), c * p + 2 * p * a],
        {2: p * A + a * (1 - p)},
    )
    C("j", [Q, c * np.diag(p) + np.outer(p, a) + np.outer(a, p)], {1: c * np.diag(p) + np.outer(p, a) - np.outer(a, p)})
    C("k", [np.trace(x @ x.T @ Q), c * (p @ b), c])
    C("l", [m * (1 / m) / (1 - 4 / m), S], le=(1,))
    C("n", [m * (1 / m) / (1 - 4 / m), m / (m - 4)], {1: m / (m + 4)})
    # the regular simplex, turned
    x = (np.eye(m) - 1 / m) * np.sqrt(m / (m - 1)) @ np.linalg.qr(r.normal(size=(m, m)))[0]
    b = (x * x).sum(1)
    cm = (m - 2) / (2 * (m - 1))
    assert np.allclose((x @ x.T - 2 * cm + (b[:, None] + b) / 2) * off, 0)
    assert np.isclose(b.sum(), m)
    C("o", [np.zeros(m), x @ x.sum(0)])
    C("p", [x @ x.sum(0), (m - 4) / 2 * (1 - b)])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
