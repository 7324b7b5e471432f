"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_fifth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent


ei = np.einsum


def rsoft(X):
    e = np.exp(X)
    return e / e.sum(axis=1, keepdims=True)


@source
def flash_exercise(r, C, X_):
    d1, d2, d3, d = r.randint(2, 5, size=4)
    Q, K, V = r.normal(size=(d1, d)), r.normal(size=(d2, d)), r.normal(size=(d2, d3))
    fX = lambda Q, K: Q @ K.T / np.sqrt(d)
    X = fX(Q, K)
    P = rsoft(X)
    O = P @ V
    L = loss(r, d1, d3)
    dO, dV, dP = J(L, O), J(lambda V: L(P @ V), V), J(lambda P: L(P @ V), P)
    dX = J(lambda X: L(rsoft(X) @ V), X)
    dQ = J(lambda Q: L(rsoft(fX(Q, K)) @ V), Q)
    dK = J(lambda K: L(rsoft(fX(Q, K)) @ V), K)
    D = (P * dP).sum(1)
    I2 = np.eye(d2)
    jp = ei("ijik->ijk", J(rsoft, X))
    kr = lambda s, t: (
        P[:, :, None] * (I2[None] - s * P[:, None, :]) if t == 0 else P[:, :, None] * (I2[None] - P[:, :, None])
    )
    C("a", [O, ei("ij,jl->il", P, V)])
    C("b", [ei("iljl->ijl", J(lambda V: P @ V, V)), np.repeat(P[:, :, None], d3, 2)])
    C("c", [dV, P.T @ dO], {1: P.T @ O})
    C("e", [dV, P.T @ dO])
    C("f", [ei("ilij->ijl", J(lambda P: P @ V, P)), np.repeat(V[None], d1, 0)], {1: -np.repeat(V[None], d1, 0)})
    C("g", [dP, dO @ V.T])
    C("h", [dP, dO @ V.T], {1: 2 * dO @ V.T})
    C("i", [ei("ijj->ij", jp), P * (1 - P)], {1: P * (1 + P)})
    off = 1 - I2[None]
    C("j", [jp * off, -P[:, :, None] * P[:, None, :] * off])
    C("k", [jp, kr(1, 0)], {1: kr(1, 1)})
    C("l", [dX, ei("ij,ijk->ik", dP, jp)])
    C("m", [dX, ei("ij,ijk->ik", dP, kr(1, 0))], {1: ei("ij,ijk->ik", dP, kr(-1, 0))})
    C("n", [dX, P * dP - P * D[:, None]])
    C("o", [dX, P * (dP - D[:, None])], {1: P * (dP + D[:, None])})
    C("p", [D, ei("ij,il,jl->i", P, dO, V)], {1: ei("ij,il,jl->i", P, O, V)})
    C("q", [D, ei("il,ij,jl->i", dO, P, V)])
    C("r", [D, (O * dO).sum(1)])
    C("s", [D, (O * dO).sum(1)], {1: (O * O).sum(1)})
    C("t", [X, ei("ir,jr->ij", Q, K) / np.sqrt(d)])
    C("u", [ei("ijir->ijr", J(lambda Q: fX(Q, K), Q)), np.repeat(K[None] / np.sqrt(d), d1, 0)])
    C("v", [dQ, ei("ij,jr->ir", dX, K) / np.sqrt(d)], {1: ei("ij,jr->ir", dX, K) / d})
    C("w", [dQ, dX @ K / np.sqrt(d)])
    jk = np.repeat(Q[:, None] / np.sqrt(d), d2, 1)
    C("y", [ei("ijjr->ijr", J(lambda K: fX(Q, K), K)), jk], {1: 2 * jk})
    C("z", [dK, ei("ij,ir->jr", dX, Q) / np.sqrt(d)])
    C("aa", [dK, dX.T @ Q / np.sqrt(d)])
    C("ab", [dV, P.T @ dO], {1: P.T @ O})
    C("ac", [dP, dO @ V.T])
    C("ad", [D, (O * dO).sum(1)])
    C("ae", [dQ, dX @ K / np.sqrt(d)])
    C("af", [dK, dX.T @ Q / np.sqrt(d)], {1: -dX.T @ Q / np.sqrt(d)})


@source
def rmsnorm_post(r, C, X):
    N = r.randint(2, 5)
    x, g, b = r.normal(size=(3, N))
    eps = r.uniform(0.1, 1)
    fa = lambda x: (x * x).sum() / N
    frms = lambda x: np.sqrt(fa(x) + eps)
    a, rms = fa(x), frms(x)
    iv = 1 / rms
    L = loss(r, N)
    xh = x / rms
    h = J(L, g * xh + b) * g
    dL = J(lambda x: L(g * x / frms(x) + b), x)
    C("a", [J(fa, x), 2 / N * x], {1: 1 / N * x})
    s = 1 / (2 * np.sqrt(a + eps))
    C("b", [J(frms, x), s * J(fa, x), s * 2 / N * x, x / (N * rms)], {3: x / rms})
    C("c", [J(lambda x: 1 / frms(x), x), -1 / rms**2 * J(frms, x), -x / (N * rms**3)], {2: -x / (N * rms**2)})
    Jx = J(lambda x: x / frms(x), x)
    Ji = J(lambda x: 1 / frms(x), x)
    I = np.eye(N)
    C(
        "e",
        [Jx, J(lambda x: x * (1 / frms(x)), x), I * iv + np.outer(x, Ji), I * iv + np.outer(x, -x / (N * rms**3))],
        {2: I * iv - np.outer(x, Ji)},
    )
    C("f", [Jx, I / rms - np.outer(x, x) / (N * rms**3)], {1: I / rms - np.outer(x * x, np.ones(N)) / (N * rms**3)})
    C("g", [Jx, I / rms - np.outer(x, x) / (N * rms**3)])
    C(
        "h",
        [dL, h @ (I / rms - np.outer(x, x) / (N * rms**3)), h / rms - x / (N * rms**3) * (h @ x)],
        {2: h / rms + x / (N * rms**3) * (h @ x)},
    )
    C("i", [dL, h / rms - x * (h @ x) / (N * rms**3)], {1: h / rms - h * (h @ x) / (N * rms**3)})
    C("j", [h @ x, (h * x).sum()])
    C("k", [dL, iv / N * (N * h - xh * (h @ xh))])


@source
def softmax_course(r, C, X):
    K, D, N = r.randint(2, 5, size=3)
    W, x, b = r.normal(size=(K, D)), r.normal(size=D), r.normal(size=K)
    c = r.randint(K)
    y = np.eye(K)[c]
    z = W @ x + b
    p = softmax(z)
    I = np.eye(K)
    Lz = lambda z: -(y * np.log(softmax(z))).sum()
    C("a", [0, W @ x + b, (W * x).sum(1) + b], {2: (W * x).sum(1) - b})
    C("b", [0, p, np.exp(z) / np.exp(z).sum()])
    C("c", [0, -np.log(p[c]), -(y * np.log(p)).sum()], {2: (y * np.log(p)).sum()})
    dp = J(lambda p: -(y * np.log(p)).sum(), p)
    Jp = J(softmax, z)
    dz = J(Lz, z)
    C("e", [dz, dp @ Jp])
    C("f", [dp, -y / p], {1: y / p})
    C("g", [Jp, p[:, None] * (I - p[None])], {1: p[:, None] * (I - p[:, None])})
    C(
        "h",
        [dz, (-y / p) @ (p[:, None] * (I - p[None])), -(y @ (I - p[None])), -y @ I + p * y.sum()],
        {3: -y @ I - p * y.sum()},
    )
    C("i", [dz, -y + p, p - y], {1: -y - p})
    C("j", [dz, p - y])
    dW = J(lambda W: Lz(W @ x + b), W)
    zw = ei("kkd->kd", J(lambda W: W @ x + b, W))
    C("k", [dW, dz[:, None] * zw])
    C("l", [zw, np.repeat(x[None], K, 0)])
    C("m", [dW, (p - y)[:, None] * x], {1: (p + y)[:, None] * x})
    C("n", [dW, np.outer(p - y, x)])
    db = J(lambda b: Lz(W @ x + b), b)
    C("o", [db, dz * np.diag(J(lambda b: W @ x + b, b)), p - y], {2: (p - y) * 2})
    C("p", [db, p - y])
    Xm, Y = r.normal(size=(N, D)), np.eye(K)[r.randint(K, size=N)]
    f = lambda W, b: -(Y * np.log(rsoft(Xm @ W.T + b))).sum() / N
    P = rsoft(Xm @ W.T + b)
    g = J(lambda W: f(W, b), W)
    C(
        "q",
        [g, sum(np.outer(P[i] - Y[i], Xm[i]) for i in range(N)) / N],
        {1: sum(np.outer(P[i] + Y[i], Xm[i]) for i in range(N)) / N},
    )
    C("r", [g, (P - Y).T @ Xm / N])
    C("s", [J(lambda b: f(W, b), b), (P - Y).sum(0) / N, (P - Y).T @ np.ones(N) / N], {2: N * (P - Y).T @ np.ones(N)})


@source
def softmax_samples(r, C, X):
    L = r.randint(2, 5)
    z = r.normal(size=L)
    e = np.exp(z)
    T = e.sum()
    S = e / T
    I = np.eye(L)
    Js = J(softmax, z)
    dn = J(np.exp, z)
    q = lambda s: (dn * T + s * np.outer(e, e)) / T**2
    C("a", [Js, J(lambda z: np.exp(z) / np.exp(z).sum(), z), q(-1)], {2: q(1)})
    n = r.normal()
    C("b", [J(np.exp, n), np.exp(n) * J(lambda n: n, n), np.exp(n) * 1, np.exp(n)], {2: np.exp(n) * 2})
    m = [np.diag(Js), (e * T - e * e) / T**2, e * (T - e) / (T * T), e / T * (T - e) / T]
    C("c", m, {2: e * (T + e) / (T * T)})
    slip = e / T * (L * e / T - e / T)
    X(1, m[-1], slip)
    X(2, slip, S * (1 - S))
    full = (e[:, None] * T - np.outer(e, e)) / T**2
    X(3, Js, full)
    X(4, full, np.where(I == 1, np.outer(S, 1 - S), -np.outer(S, S)))


@source
def nn_einstein(r, C, X):
    n, m, q = r.randint(2, 5, size=3)
    x, W1, b1, W2, b2 = (
        r.normal(size=n),
        r.normal(size=(n, m)),
        r.normal(size=m),
        r.normal(size=(m, q)),
        r.normal(size=q),
    )
    y = r.uniform(size=q)
    y /= y.sum()
    sg = lambda s: 1 / (1 + np.exp(-s))
    ft, fh, fv = (lambda x: x @ W1 + b1), sg, (lambda h: h @ W2 + b2)
    fJ = lambda p: -(y * np.log(p)).sum()
    t = ft(x)
    h = fh(t)
    v = fv(h)
    p = softmax(v)
    dx = J(lambda x: fJ(softmax(fv(fh(ft(x))))), x)
    Jp, Py, Hv, Th, Xt = J(fJ, p), J(softmax, v), J(fv, h), J(fh, t), J(ft, x)
    chain = ei("a,ab,bc,cd,dk->k", Jp, Py, Hv, Th, Xt)
    I, Im = np.eye(q), np.eye(m)
    C("a", [dx, chain])
    C("b", [Jp, -ei("i,i,ia->a", y, 1 / p, I), -ei("i,ia->a", y / p, I), -y / p], {3: y / p})
    C(
        "c",
        [Hv, J(lambda h: ei("i,ib->b", h, W2) + b2, h), ei("ib,ic->bc", W2, Im), ei("ib,ic->bc", W2, Im), W2.T],
        {2: 2 * W2.T},
    )
    s, s1 = sg(t), sg(t) * (1 - sg(t))
    C(
        "e",
        [Th, J(sg, t), (s * (1 - s))[:, None] * Im, (s * (1 - s))[:, None] * Im, s1[:, None] * Im],
        {2: (s * (1 + s))[:, None] * Im},
    )
    C("f", [Xt, W1.T])
    tail = "cb,c,cd,kd"
    ta = (W2, s1, Im, W1)
    br = lambda g: np.diag(p) + g * np.outer(p, p)
    one = lambda A: -ei("a,ab," + tail + "->k", y, A, *ta)
    m_ = [
        dx,
        chain,
        -ei("a,ab," + tail + "->k", y / p, br(-1), *ta),
        one(I - p[None]),
        one(I) + ei("a,b," + tail + "->k", y, p, *ta),
        -ei("b," + tail + "->k", y, *ta) + ei("b," + tail + "->k", p, *ta),
        ei("b," + tail + "->k", p - y, *ta),
        ei("b," + tail + "->k", p - y, *ta),
        ei("b,cb,c,kc->k", p - y, W2, s1, W1),
    ]
    C(
        "g",
        m_,
        {
            2: -ei("a,ab," + tail + "->k", y / p, br(1), *ta),
            5: -ei("b," + tail + "->k", y, *ta) - ei("b," + tail + "->k", p, *ta),
        },
    )
    C("i", [dx, ei("b,bc,c,ck->k", p - y, W2.T, s1, W1.T)], {1: ei("b,bc,c,ck->k", p + y, W2.T, s1, W1.T)})


@source
def bn_post(r, C, X):
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ga, be, eps = r.normal(), r.normal(), r.uniform(0.1, 1)
    fmu = lambda x: x.sum() / m
    fs = lambda x, mu: ((x - mu) ** 2).sum() / m
    fx = lambda x, mu, s: (x - mu) / np.sqrt(s + eps)
    mu = fmu(x)
    s2 = fs(x, mu)
    w = np.sqrt(s2 + eps)
    xh = fx(x, mu, s2)
    L = loss(r, m)
    G, B = w, mu
    y0 = G * xh + B
    C("a", [y0, G * ((x - mu) / w) + B, w * ((x - mu) / w) + mu, x - mu + mu, x], {3: x - mu - mu})
    dy = J(L, ga * xh + be)
    dg = J(lambda g: L(g * xh + be), ga)
    db = J(lambda b: L(ga * xh + b), be)
    total = J(lambda x: L(ga * fx(x, fmu(x), fs(x, fmu(x))) + be), x)
    X(1, dg, dy * xh)
    X(2, dy * xh, (dy * xh).sum())
    X(3, db, dy * 1)
    xx, xm, xs = 1 / w * np.ones(m), J(lambda mu: fx(x, mu, s2), mu), J(lambda s: fx(x, mu, s), s2)
    sx, sm, mx = J(lambda x: fs(x, mu), x), J(lambda u: fs(x, u), mu), J(fmu, x)
    assert np.allclose(np.diag(xx), J(lambda x: fx(x, mu, s2), x))
    t = [dy * ga * xx, dy * ga * xm * mx, dy * ga * xs * sx, dy * ga * xs * sm * mx]
    naive = sum(t)
    X(4, total, naive)
    C(
        "b",
        [naive, dy * ga * (xx + xm * mx + xs * sx + xs * sm * mx), dy * ga * (xx + xs * sx + (xm + xs * sm) * mx)],
        {2: dy * ga * (xx + xs * sx - (xm + xs * sm) * mx)},
    )
    C("c", [np.diag(J(lambda h: ga * h + be, xh)), np.diag(J(lambda h: ga * h + be, xh)), ga], {2: be})
    C("e", [xx, np.diag(J(lambda x: (x - mu) / w, x)), np.diag(J(lambda x: x / w - mu / w, x)), 1 / w], {3: 2 / w})
    C(
        "f",
        [
            xs,
            J(lambda s: (x - mu) / np.sqrt(s + eps), s2),
            J(lambda s: (x - mu) * (s + eps) ** -0.5, s2),
            -0.5 * (x - mu) * (s2 + eps) ** -1.5,
        ],
        {3: -0.5 * (x - mu) * (s2 + eps) ** -0.5},
    )
    C("g", [sx, J(lambda x: ((x - mu) ** 2).sum() / m, x), 2 / m * (x - mu)], {2: 1 / m * (x - mu)})
    C("h", [xm, J(lambda u: x / w - u / w, mu), -1 / w], {2: 1 / w})
    C(
        "i",
        [
            sm,
            J(lambda u: ((x - u) ** 2).sum() / m, mu),
            2 / m * ((x - mu) * -1).sum(),
            -2 / m * (x - mu).sum(),
            -2 * (x.sum() / m - m * mu / m),
            -2 * (mu - m * mu / m),
            -2 * (mu - mu),
            0,
        ],
        {4: -2 * (x.sum() / m + m * mu / m)},
    )
    C("j", [mx, J(lambda x: x.sum() / m, x), 1 / m])
    X(5, total, naive)
    C("k", [naive, t[0] + t[1] + t[2] + 0])
    full = t[0] + (dy * ga * xm).sum() * mx + (dy * ga * xs).sum() * sx
    X(6, t[0] + t[1] + t[2], full)
    dh = J(lambda h: L(ga * h + be), xh)
    C("l", [dh, dy * np.diag(J(lambda h: ga * h + be, xh)), dy * ga])
    f1 = lambda k: dh * xx + k * (dh * xm).sum() * mx + (dh * xs).sum() * sx
    C("n", [total, f1(1)], {1: f1(-1)})
    M2 = dh / w + (dh * -1 / w).sum() / m + (dh.sum() * -0.5 * (x - mu) * (s2 + eps) ** -1.5) * 2 / m * (x - mu)
    M3 = dh / w - dh.sum() / (m * w) - 0.5 * 2 / m * (x - mu) * (dh * (x - mu) / w**3).sum()
    X(7, f1(1), M2)
    X(8, M2, M3)
    C(
        "o",
        [
            M3,
            dh / w - dh.sum() / (m * w) - 1 / (m * w) * (x - mu) / w * (dh * (x - mu) / w).sum(),
            dh / w - dh.sum() / (m * w) - 1 / (m * w) * xh * (dh * xh).sum(),
            1 / (w * m) * (m * dh - dh.sum() - xh * (dh * xh).sum()),
        ],
        {2: dh / w - dh.sum() / (m * w) - 1 / (m * w) * xh * dh.sum() * xh},
    )


@source
def energy_notebook(r, C, X):
    n = r.randint(2, 5)
    R = r.normal(size=(n, n))
    A = R @ R.T + 0.1 * np.eye(n)
    b, x = r.normal(size=(2, n))
    al = r.uniform(0.1, 1)
    f = lambda x: 0.5 * (x @ A @ x) - b @ x
    grad = lambda x: J(f, x)
    p = -(A @ x - b)
    xs = np.linalg.solve(A, b)
    x1 = x + al * p
    C("a", [f(x1), f(x + al * p)])
    C("b", [0, -grad(x), -(A @ x - b)], {2: -(A @ x + b)})
    C("c", [xs, xs - al * (A @ xs - b)])
    C("e", [x1, x - al * (A @ x - b)], {1: x - 2 * al * (A @ x - b)})
    I = np.eye(n)
    C("f", [x1 - xs, (I - al * A) @ (x - xs)], {1: (I + al * A) @ (x - xs)})
    C("g", [0, -grad(x), -(A @ x - b)])
    ak = p @ p / (p @ A @ p)
    C("h", [0, grad(x + ak * p) @ p, 0])
    C("i", [0, -(A @ (x + ak * p) - b) @ p, 0], {2: 1})
    C("j", [0, (A @ x - b) @ p + ak * p @ A @ p, 0])
    C("k", [ak, -(A @ x - b) @ p / (p @ A @ p)], {1: (A @ x - b) @ p / (p @ A @ p)})
    X(1, ak, -p @ p / (p @ A @ p))
    C("l", [p @ -(A @ (x + ak * p) - b), 0], {1: 1})
    x0, p0, u, v = r.normal(size=(4, n))
    c = r.normal()
    a0 = -(A @ x0 - b) @ p0 / (p0 @ A @ p0)
    xx = x0 + a0 * p0
    p1 = c * (xs - xx)
    ls = J(lambda a: f(x0 + a * p0), a0)
    C(
        "n",
        [A @ p1 @ p0, c * (b - A @ xx) @ p0, -c * grad(xx) @ p0, -c * grad(x0 + a0 * p0) @ p0, -c * ls, 0],
        {2: -c * grad(x0) @ p0},
    )
    C("o", [A @ p1 @ p0, 0])
    C("p", [0, u @ (A @ v), u @ A @ v], {2: u @ A @ u})
    pk = p0
    rk = A @ x - b
    ak = -rk @ pk / (pk @ A @ pk)
    C("q", [0, grad(x + ak * pk) @ pk, 0], {2: 1})
    C("r", [0, -(A @ (x + ak * pk) - b) @ pk, 0])
    C("s", [0, (A @ x - b) @ pk + ak * pk @ A @ pk, 0])
    C("t", [ak, -(A @ x - b) @ pk / (pk @ A @ pk), -rk @ pk / (pk @ A @ pk)], {2: rk @ pk / (pk @ A @ pk)})
    X(2, rk, -grad(x))
    rk, pm = r.normal(size=(2, n))
    be = -(pm @ A @ rk) / (pm @ A @ pm)
    pk = -rk - be * pm
    C("u", [A @ pk, -A @ rk - be * A @ pm], {1: -A @ rk + be * A @ pm})
    C("v", [0, pm @ A @ pk, -pm @ A @ rk - be * pm @ A @ pm], {2: pm @ A @ rk - be * pm @ A @ pm})
    X(3, be, pm @ A @ rk / (pm @ A @ pm))
    C("w", [0, pm @ A @ rk / (pm @ A @ pm), rk @ A @ pm / (pm @ A @ pm)])


@source
def lsq_blog(r, C, X):
    d = r.randint(2, 4)
    n = d + r.randint(1, 4)
    M, y, w, e = r.normal(size=(n, d)), r.normal(size=n), r.normal(size=d), r.normal()
    q = lambda w: ((M @ w - y) ** 2).sum()
    wx = w @ M.T
    C(
        "a",
        [
            q(w),
            (M @ w - y) @ (M @ w - y),
            (w @ M.T - y) @ (M @ w - y),
            wx @ M @ w - wx @ y - y @ M @ w + y @ y,
            wx @ M @ w - 2 * wx @ y + y @ y,
        ],
        {3: wx @ M @ w - wx @ y + y @ M @ w + y @ y},
    )
    g = lambda k: J(lambda w: w @ M.T @ M @ w - k * (w @ M.T @ y) + y @ y, w)
    C("b", [J(q, w), g(2), 2 * M.T @ M @ w - 2 * M.T @ y], {1: g(1)})
    ws = np.linalg.lstsq(M, y, rcond=None)[0]
    C("c", [ws, inv(M.T @ M) @ M.T @ y], {1: 2 * inv(M.T @ M) @ M.T @ y})
    st = w - e * J(lambda w: q(w) / n, w)
    C("e", [0, st, w - e * 2 / n * M.T @ (M @ w - y)], {2: w - e / n * M.T @ (M @ w - y)})
    X(1, st, w - e * (M.T @ M @ w - M.T @ y))


@source
def activation_readmes(r, C, X):
    n, d = r.randint(2, 4, size=2)
    M = r.normal(size=(n, d))
    S = lambda t: 1 / (1 + np.exp(-t))
    L = loss(r, n, d)
    dO = J(L, S(M))
    C("a", [J(lambda M: L(S(M)), M), dO * S(M) * (1 - S(M))], {1: dO * S(M) * (1 + S(M))})
    dO = J(L, M * S(M))
    C(
        "b",
        [J(lambda M: L(M * S(M)), M), dO * (S(M) + S(M) * M * (1 - S(M))), dO * S(M) * (1 + M * (1 - S(M)))],
        {2: dO * S(M) * (1 - M * (1 - S(M)))},
    )
    u, g = r.normal(size=(2, n))
    L = loss(r, n)
    dy = J(L, u * g * S(g))
    C("c", [J(lambda u: L(u * g * S(g)), u), dy * g * S(g)], {1: dy * u * S(g)})
    C("e", [J(lambda g: L(u * g * S(g)), g), dy * u * S(g) * (1 + g - g * S(g))])


@source
def mse_softmax_notes(r, C, X):
    N = r.randint(2, 5)
    x, y = r.normal(size=(2, N))
    C("a", [0, (x - y) @ (x - y) / N, (x @ x + y @ y - 2 * x @ y) / N], {2: (x @ x + y @ y - x @ y) / N})
    e = np.exp(x)
    S = e.sum()
    s = e / S
    Js, de, dS = J(softmax, x), J(np.exp, x), J(lambda x: np.exp(x).sum(), x)
    C(
        "b",
        [Js, (de * S - np.outer(e, dS)) / S**2, (de * S - np.outer(e, e)) / S**2],
        {2: (de * S + np.outer(e, e)) / S**2},
    )
    C("c", [Js, (de * S - np.outer(e, e)) / S**2])
    C(
        "e",
        [np.diag(Js), (e * S - e * e) / S**2, e * (S - e) / S**2, e / S * (S - e) / S, s * (1 - s)],
        {2: e * (S + e) / S**2},
    )
    o = 1 - np.eye(N)
    C("f", [Js * o, -np.outer(e, e) / S**2 * o, -np.outer(s, s) * o], {2: np.outer(s, s) * o})


@source
def lse_readme(r, C, X):
    n = r.randint(2, 5)
    x = r.normal(size=n)
    f = x.max() + r.uniform(0, 1)
    lse, se = np.log(np.exp(x).sum()), np.exp(x).sum()
    sse = np.exp(x - f).sum()
    slse = np.log(sse)
    C("a", [lse, np.log(se)], {1: -np.log(se)})
    C("b", [0, 0, lse, slse + f], {3: slse - f})
    C("c", [se, np.exp(slse + f), np.exp(slse) * np.exp(f)])
    C("e", [lse, np.log(sse) + f])
    g = lambda x: np.log(np.exp(x).sum())
    p = np.exp(x - lse)
    C("g", [J(g, x), p], {1: x})
    L = loss(r)
    C("h", [J(lambda x: L(g(x)), x), J(L, lse) * p])


@source
def gd_notes(r, C, X):
    n = r.randint(1, 5)
    Lc = r.uniform(0.5, 2)
    q = r.uniform(-Lc, Lc, size=n)
    x, c = r.normal(size=(2, n))
    f = lambda x: 0.5 * (q * x * x).sum() + c @ x
    g = J(f, x)
    e = r.uniform(0.1, 1)
    C(
        "a",
        [f(x - e * g), f(x) - e * g @ g + Lc * e**2 / 2 * g @ g, f(x) - (e - Lc * e**2 / 2) * g @ g],
        {2: f(x) - (e + Lc * e**2 / 2) * g @ g},
        le=(1,),
    )


tr, det = np.trace, np.linalg.det


@source
def sparse_plex(r, C, X):
    m, n, p = r.choice([2, 3, 4], size=3, replace=False)
    N = lambda *s: r.normal(size=s)
    A, Y, B = N(p, m), N(m, n), N(n, p)
    C("a", [J(lambda Y: tr(A @ Y @ B), Y), A.T @ B.T], {1: -A.T @ B.T})
    A, B = N(p, n), N(m, p)
    C("b", [J(lambda Y: tr(A @ Y.T @ B), Y), B @ A])
    A, B = N(n, m), N(n, m)
    C("c", [J(lambda Y: tr(A @ Y), Y), A.T])
    C("d", [J(lambda Y: tr(Y @ B), Y), B.T])
    A, B = N(m, n), N(m, n)
    C("e", [J(lambda Y: tr(A @ Y.T), Y), A])
    C("f", [J(lambda Y: tr(Y.T @ B), Y), B])
    A, B, D = N(p, m), N(n, m), N(n, p)
    one, two = A.T @ D.T @ Y.T @ B.T, B.T @ Y.T @ A.T @ D.T
    C(
        "g",
        [J(lambda Y: tr(A @ Y @ B @ Y @ D), Y), A.T @ (B @ Y @ D).T + (A @ Y @ B).T @ D.T, one + two],
        {2: one - two},
    )
    fro = lambda Y: (Y * Y).sum()
    C("h", [fro(Y), tr(Y @ Y.T)])
    C("k", [J(fro, Y), 2 * Y], {1: Y})
    C("l", [fro(Y), tr(Y @ Y.T), tr(np.eye(m) @ Y @ Y.T), tr(Y @ Y.T @ np.eye(m))])
    A = N(m, n)
    C("m", [J(lambda Y: fro(Y - A), Y), 2 * (Y - A)], {1: 2 * (Y + A)})
    C(
        "n",
        [tr((Y - A) @ (Y - A).T), tr(Y @ Y.T - A @ Y.T - Y @ A.T + A @ A.T)],
        {1: tr(Y @ Y.T - A @ Y.T + Y @ A.T + A @ A.T)},
    )
    A = N(p, m)
    C("o", [J(lambda Y: fro(A @ Y), Y), 2 * A.T @ A @ Y])
    C("p", [fro(A @ Y), tr((A @ Y) @ (A @ Y).T), tr(A @ Y @ Y.T @ A.T)])
    C("q", [A.T @ (Y.T @ A.T).T + A.T @ (A @ Y), 2 * A.T @ A @ Y], {1: 4 * A.T @ A @ Y})
    B = N(n, p)
    C("r", [J(lambda Y: fro(Y @ B), Y), 2 * Y @ B @ B.T], {1: Y @ B @ B.T})
    C("s", [fro(Y @ B), tr((Y @ B) @ (Y @ B).T), tr(Y @ B @ B.T @ Y.T)])
    C("t", [(B @ B.T @ Y.T).T + Y @ B @ B.T, 2 * Y @ B @ B.T])
    B = N(p, n)
    C(
        "u",
        [J(lambda Y: fro(A @ Y - B), Y), 2 * A.T @ A @ Y - 2 * A.T @ B, 2 * A.T @ (A @ Y - B)],
        {2: 2 * A.T @ (A @ Y + B)},
    )
    E = A @ Y - B
    C(
        "v",
        [fro(E), tr(E @ E.T), tr(A @ Y @ Y.T @ A.T - B @ Y.T @ A.T - A @ Y @ B.T + B @ B.T)],
        {2: tr(A @ Y @ Y.T @ A.T - B @ Y.T @ A.T + A @ Y @ B.T + B @ B.T)},
    )
    C("w", [2 * A.T @ A @ Y - A.T @ B - A.T @ B, 2 * A.T @ E])
    B, D = N(n, p), N(m, p)
    E = Y @ B - D
    C("y", [J(lambda Y: fro(Y @ B - D), Y), 2 * Y @ B @ B.T - 2 * D @ B.T, 2 * E @ B.T], {1: 2 * Y @ B @ B.T - D @ B.T})
    C("z", [fro(E), tr(E @ E.T), tr(Y @ B @ B.T @ Y.T - D @ B.T @ Y.T - Y @ B @ D.T + D @ D.T)])
    C("aa", [2 * Y @ B @ B.T - D @ B.T - (B @ D.T).T, 2 * E @ B.T], {0: 2 * Y @ B @ B.T - D @ B.T + (B @ D.T).T})


@source
def trace_blog(r, C, X):
    n = r.randint(2, 5)
    N = lambda *s: r.normal(size=s)
    Q = np.linalg.qr(N(n, n))[0]
    if r.rand() < 0.5:
        Q[0] *= -1
    C("a", [det(Q.T @ Q), det(np.eye(n)), 1], {2: -1})
    C("b", [det(Q.T) * det(Q), 1])
    C("c", [det(Q) * det(Q), 1])
    C("d", [det(Q.T), det(Q)])
    C("e", [det(Q) ** 2, 1], {0: det(Q) ** 3})
    A, B, c = N(n, n), N(n, n), r.normal()
    C("f", [tr(A + B), (np.diag(A) + np.diag(B)).sum(), tr(A) + tr(B)], {2: tr(A) - tr(B)})
    C("g", [tr(c * A), (c * np.diag(A)).sum(), c * tr(A)], {2: c**2 * tr(A)})
    C("h", [tr(A.T), tr(A)])
    m = n + 1
    A, B, D = N(m, n), N(n, m), N(m, m)
    C("k", [np.diag(A @ B), (A * B.T).sum(1)])
    C("l", [tr(A @ B), (A * B.T).sum()])
    C("m", [tr(B @ A), (B * A.T).sum()], {1: (B * A.T**2).sum()})
    C("n", [tr(A @ B @ D), tr(D @ A @ B), tr(B @ D @ A)], {2: -tr(B @ D @ A)})
    A, P = N(n, n), N(n, n)
    C("o", [tr(inv(P) @ A @ P), tr(A @ P @ inv(P)), tr(A)], {2: tr(P)})
    V, l = N(n, n), N(n)
    A = V @ np.diag(l) @ inv(V)
    C("p", [tr(A), l.sum()])
    C("q", [tr(A), tr(V @ np.diag(l) @ inv(V)), tr(np.diag(l)), l.sum()], {1: tr(V @ np.diag(l) @ V)})
    x, R = N(3, 3), N(3, 3)
    f = lambda Y: (Y * Y).sum()
    t = [
        f(x - R),
        tr((x - R).T @ (x - R)),
        tr(x.T @ x - x.T @ R - R.T @ x + R.T @ R),
        tr(x.T @ x) - tr(x.T @ R) - tr(R.T @ x) + tr(R.T @ R),
        f(x) - tr(x.T @ R) - tr(x.T @ R) + f(R),
        f(x) + f(R) - 2 * tr(x.T @ R),
    ]
    C("r", t, {3: tr(x.T @ x) - tr(x.T @ R) + tr(R.T @ x) + tr(R.T @ R)})
    U, V, x = (np.linalg.qr(N(3, 3))[0] for _ in range(3))
    U, V = U * np.sign(r.normal(size=3)), V * np.sign(r.normal(size=3))
    if det(x) < 0:
        x = -x
    S = np.diag(r.uniform(0.5, 2, size=3))
    R, Y = U @ S @ V.T, U.T @ x @ V
    C("s", [x, U @ Y @ V.T])
    C(
        "t",
        [
            tr(x.T @ R),
            tr((U @ Y @ V.T).T @ U @ S @ V.T),
            tr(V @ Y.T @ U.T @ U @ S @ V.T),
            tr(V @ Y.T @ S @ V.T),
            tr(Y.T @ S @ V.T @ V),
            tr(Y.T @ S),
        ],
        {3: tr(V @ Y.T @ S @ V)},
    )
    C("u", [det(Y), det(U.T) * det(x) * det(V), det(U) * det(V) * 1, det(U @ V.T)], {1: det(U.T) * det(U) * det(V)})


@source
def ridge_answers(r, C, X):
    p = r.randint(2, 4)
    n = p + r.randint(0, 3)
    A, y, b, l = r.normal(size=(n, p)), r.normal(size=n), r.normal(size=p), r.uniform(0.2, 2)
    f = lambda b: (y - A @ b) @ (y - A @ b) + l * b @ b
    mem = [
        f(b),
        f(b),
        (y - A @ b) @ (y - A @ b) + l * b @ b,
        (y - b @ A.T) @ (y - A @ b) + l * b @ b,
        y @ y - y @ A @ b - b @ A.T @ y + b @ A.T @ A @ b + l * b @ b,
    ]
    C("a", mem[1:], {3: mem[4] - 2 * b @ A.T @ A @ b})
    C("b", [J(f, b), 2 * A.T @ A @ b - 2 * A.T @ y + 2 * l * b], {1: 2 * A.T @ A @ b - A.T @ y + 2 * l * b})
    U, V, d = np.linalg.qr(r.normal(size=(n, p)))[0], np.linalg.qr(r.normal(size=(p, p)))[0], r.uniform(0.3, 2, size=p)
    D, I = np.diag(d), np.eye(p)
    A = U @ D @ V.T
    w = V @ D @ U.T
    C(
        "c",
        [
            inv(A.T @ A + l * I) @ A.T @ y,
            inv(A.T @ A + l * I) @ A.T @ y,
            inv(w @ U @ D @ V.T + l * I) @ w @ y,
            inv(V @ D @ D @ V.T + l * I) @ w @ y,
            V @ inv(D @ D + l * I) @ V.T @ w @ y,
            V @ inv(D @ D + l * I) @ D @ U.T @ y,
        ],
        {3: inv(V @ D @ V.T + l * I) @ w @ y},
    )
    A = U
    R, O = inv(A.T @ A + l * I) @ A.T @ y, inv(A.T @ A) @ A.T @ y
    C("d", [R, inv(I + l * I) @ A.T @ y, inv((1 + l) * I) @ A.T @ y], {2: inv((1 - l) * I) @ A.T @ y})
    C("e", [O, A.T @ y])
    C("f", [R, O / (1 + l)], {1: O / (1 - l)})


@source
def corr_qa(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    xb, yb = x.mean(), y.mean()
    sxy, sxx, syy = ((x - xb) * (y - yb)).sum(), ((x - xb) ** 2).sum(), ((y - yb) ** 2).sum()
    b = sxy / sxx
    a = yb - b * xb
    h = a + b * x
    s = ((h - yb) ** 2).sum()
    C(
        "a",
        [
            s,
            ((a + b * x - yb) ** 2).sum(),
            ((yb - b * xb + b * x - yb) ** 2).sum(),
            b**2 * sxx,
            sxy**2 * sxx / sxx**2,
            sxy**2 / sxx,
        ],
        {2: ((yb - b * xb - b * x - yb) ** 2).sum(), 5: sxy**2 / ((x - yb) ** 2).sum()},
    )
    C(
        "b",
        [s / syy, s / syy, sxy**2 / (sxx * syy), (sxy / np.sqrt(sxx * syy)) ** 2],
        {3: (sxy / np.sqrt(sxx * syy)) ** 3},
    )


@source
def islp_ex(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    x, y = x - x.mean(), y - y.mean()
    xb, yb = x.mean(), y.mean()
    sxy, sxx, syy = ((x - xb) * (y - yb)).sum(), ((x - xb) ** 2).sum(), ((y - yb) ** 2).sum()
    b = sxy / sxx
    C("a", [sxy / np.sqrt(sxx) / np.sqrt(syy), (x @ y) / np.sqrt(x @ x) / np.sqrt(y @ y)], {1: x @ y / (x @ x)})
    C("b", [yb - b * xb, 0])
    C("c", [b, x @ y / (x @ x)])
    h = yb - b * xb + b * x
    R2 = 1 - ((y - h) ** 2).sum() / syy
    C(
        "e",
        [
            R2,
            1 - (y * y - 2 * b * x * y + b * b * x * x).sum() / (y @ y),
            (2 * b * x @ y - b * b * x @ x) / (y @ y),
            (2 * (x @ y) * (x @ y) / (x @ x) - (x @ y) ** 2 * (x @ x) / (x @ x) ** 2) / (y @ y),
            (x @ y) ** 2 / (x @ x) / (y @ y),
        ],
        {2: (2 * b * x @ y - b * x @ x) / (y @ y), 4: 2 * (x @ y) ** 2 / (x @ x) / (y @ y)},
    )


@source
def douc_pca(r, C, X):
    d, n = r.randint(2, 5), r.randint(2, 6)
    A = r.normal(size=(n, d))
    S = A.T @ A
    l, U = np.linalg.eigh(S)
    l, U = l[::-1], U[:, ::-1]
    w = r.normal(size=d)
    w /= norm(w)
    P = lambda w: ((A @ np.outer(w, w)) ** 2).sum()
    c = (w @ U) ** 2
    C(
        "a",
        [
            P(w),
            ((A @ w) ** 2).sum(),
            sum(w @ np.outer(a, a) @ w for a in A),
            w @ sum(np.outer(a, a) for a in A) @ w,
            w @ S @ w,
            w @ (U * l @ U.T) @ w,
            (l * c).sum(),
        ],
        {4: w @ np.diag(l) @ w, 6: (l * (w @ U) ** 3).sum()},
    )
    lhs = P(w)
    C("b", [lhs, l[0] * c.sum(), l[0] * (w @ w), l[0]], {0: 3 * l[0]}, le=(1,))
    C("c", [np.array([P(u) for u in U.T]), np.array([u @ S @ u for u in U.T]), l], {2: np.full(d, l[0])})


@source
def bindel_ls(r, C, X):
    n = r.randint(2, 4)
    m = n + r.randint(1, 3)
    N = lambda *s: r.normal(size=s)
    A, b, x, z = N(m, n), N(m), N(n), N(n)
    ad = lambda A: inv(A.T @ A) @ A.T
    C("a", [A.T @ (A @ x - b), A.T @ A @ x - A.T @ b], {1: A.T @ A @ x + A.T @ b})
    C("b", [inv(A.T @ A) @ A.T @ b, ad(A) @ b])
    P, I = A @ ad(A), np.eye(m)
    x = ad(A) @ b + z
    q = lambda v: v @ v
    C("c", [q(A @ x - b), q(A @ z - (I - P) @ b), q(A @ z) + q((I - P) @ b)], {2: q(A @ z) - q((I - P) @ b)})
    R = np.linalg.qr(N(n, n))[0] @ np.linalg.cholesky(A.T @ A).T
    C("d", [inv(A.T @ A) @ A.T @ b, inv(R) @ inv(R).T @ A.T @ b], {1: inv(R) @ inv(R) @ A.T @ b})
    Q = A @ inv(R)
    C("e", [Q.T @ Q, inv(R).T @ A.T @ A @ inv(R), inv(R).T @ R.T @ R @ inv(R), np.eye(n)])
    A1, b1, e = A, b, N(m)
    A = np.vstack([A1, N(2, n)])
    b = np.concatenate([b1, N(2)])
    x = ad(A) @ b
    rr, r1 = A @ x - b, A1 @ x - b1
    xh = ad(A1) @ (b1 + e)
    C("g", [A @ xh - b, A @ (xh - x) + rr])
    C("h", [q(A @ xh - b), q(A @ (xh - x)) + q(rr)], {1: q(A @ (xh - x)) - q(rr)})
    C("n", [x, ad(A1) @ (b1 + r1)], {1: ad(A1) @ (b1 - r1)})
    C("k", [q(A @ (xh - x)), q(A @ ad(A1) @ (e - r1))], {1: q(A @ ad(A1) @ (e + r1))})
    s = np.linalg.norm(A, 2) * np.linalg.norm(ad(A1), 2)
    C("m", [norm(A @ xh - b), (1 + s) * norm(rr) + s * norm(e)], le=(1,))


@source
def proj_notebook(r, C, X):
    n = r.randint(2, 5)
    a, b = r.normal(size=(2, n))
    bb, ba = b @ b, b @ a
    p = ba / bb * b
    C(
        "a",
        [p @ (a - p), (ba / bb * b) @ (a - ba / bb * b), ba / bb * (ba - ba * bb / bb), ba / bb * (ba - ba), 0],
        {3: ba / bb * (ba + ba)},
    )
    W = np.outer(b, b)
    P = W / bb
    C("b", [p, ba / bb * b, 1 / bb * W @ a, W / bb @ a, P @ a], {2: 2 / bb * W @ a})
    C(
        "c",
        [P @ P, W / bb @ W / bb, 1 / bb**2 * W @ W, 1 / bb**2 * np.outer(b * bb, b), bb / bb**2 * W, W / bb, P],
        {4: bb / bb**3 * W},
    )


@source
def bn_doubts(r, C, X):
    N = r.randint(2, 6)
    x, eps, i = r.normal(size=N), r.uniform(0.1, 1), 0
    mu = lambda x: x.sum() / N
    s2 = lambda x: ((x - mu(x)) ** 2).sum() / N
    m, s = mu(x), s2(x)
    q = np.sqrt(s + eps)
    held = J(lambda t: (t - m) / q, np.array(x[i]))
    C("a", [held, held, 1 / q], {2: -1 / q})
    g = lambda f: J(f, x)[i]
    hat = lambda x: (x[i] - mu(x)) / np.sqrt(s2(x) + eps)
    ds = g(s2)
    C(
        "b",
        [
            g(hat),
            1 / q**2 * (g(lambda x: x[i] - mu(x)) * q - (x[i] - m) * g(lambda x: np.sqrt(s2(x) + eps))),
            1 / q**2 * ((1 - 1 / N) * q - (x[i] - m) / (2 * q) * ds),
        ],
        {2: 1 / q**2 * ((1 - 1 / N) * q + (x[i] - m) / (2 * q) * ds)},
    )
    C("c", [ds, 2 * (x[i] - m) / N])
    C(
        "d",
        [g(hat), 1 / q**2 * ((N - 1) / N * q - (x[i] - m) ** 2 / N / q)],
        {1: 1 / q**2 * ((N + 1) / N * q - (x[i] - m) ** 2 / N / q)},
    )


@source
def loo_blog(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(2, 5)
    A, y = r.normal(size=(n, p)), r.normal(size=n)
    M = A.T @ A
    b = inv(M) @ A.T @ y
    B = np.array([inv(M - np.outer(A[k], A[k])) @ (A.T @ y - y[k] * A[k]) for k in range(n)])
    t, h = (A * B).sum(1), A @ b
    H = np.array([a @ inv(M) @ a for a in A])
    C("a", [((t - y) ** 2).sum(), (((h - y) / (1 - H)) ** 2).sum()], {1: (((h - y) / (1 + H)) ** 2).sum()})
    k = 0
    C("d", [(M - np.outer(A[k], A[k])) @ B[k], A.T @ y - y[k] * A[k], M @ b - y[k] * A[k]], {2: M @ b + y[k] * A[k]})
    C("e", [M @ (B[k] - b), (t[k] - y[k]) * A[k]])
    C("f", [t[k] - h[k], t[k] - y[k] - (h[k] - y[k]), H[k] * (t[k] - y[k])], {2: H[k] * (h[k] - y[k])})
    C("g", [((t - y) ** 2).sum(), (((h - y) / (1 - H)) ** 2).sum()])


@source
def svd_notes(r, C, X):
    p = r.randint(2, 4)
    n = p + r.randint(0, 3)
    y, l = r.normal(size=n), r.uniform(0.2, 2)
    U, V, D = (
        np.linalg.qr(r.normal(size=(n, p)))[0],
        np.linalg.qr(r.normal(size=(p, p)))[0],
        np.diag(r.uniform(0.3, 2, size=p)),
    )
    I = np.eye(p)
    A = U @ D @ V.T
    C("a", [A @ V, A @ V, U @ D])
    Uk, Dk = U[:, :1], D[:1, :1]
    Z = Uk @ Dk
    i2 = inv(Dk @ Dk)
    C("b", [inv(Z.T @ Z) @ Z.T @ y, inv(Z.T @ Z) @ Z.T @ y, i2 @ Z.T @ y, inv(Dk) @ Uk.T @ y], {2: inv(Dk) @ Z.T @ y})
    C("c", [A.T @ A + l * I, V @ D @ D @ V.T + l * V @ V.T, V @ (D @ D + l * I) @ V.T], {2: V @ (D @ D - l * I) @ V.T})
    C("d", [inv(A.T @ A + l * I), V @ inv(D @ D + l * I) @ V.T])
    C(
        "e",
        [
            inv(A.T @ A + l * I) @ A.T @ y,
            V @ inv(D @ D + l * I) @ V.T @ V @ D @ U.T @ y,
            V @ inv(D @ D + l * I) @ D @ U.T @ y,
        ],
        {2: V @ inv(D + l * I) @ D @ U.T @ y},
    )
    x, y = r.normal(size=(2, n))
    x *= np.sqrt(n) / norm(x)
    b = r.normal()
    C(
        "f",
        [((y - x * b) ** 2).sum(), y @ y - 2 * b * x @ y + b**2 * x @ x, y @ y - 2 * b * x @ y + n * b**2],
        {2: y @ y - 2 * b * x @ y - n * b**2},
    )
    o = x @ y / n
    C(
        "g",
        [n * b**2 - 2 * b * x @ y, n * (b**2 - 2 * x @ y / n * b), n * (b - o) ** 2 - n * o**2],
        {2: n * (b - o) ** 2 + n * o**2},
    )


@source
def r2_page(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    xb, yb = x.mean(), y.mean()
    b = ((x - xb) * (y - yb)).sum() / ((x - xb) ** 2).sum()
    h = yb + b * (x - xb)
    res, tot, reg = ((y - h) ** 2).sum(), ((y - yb) ** 2).sum(), ((h - yb) ** 2).sum()
    R2 = 1 - res / tot
    rr = ((y - yb) * (h - h.mean())).sum() / np.sqrt(tot * ((h - h.mean()) ** 2).sum())
    C("a", [R2, 1 - res / tot, reg / tot])
    C(
        "b",
        [tot, tot, ((y - h + h - yb) ** 2).sum(), res + reg + 2 * ((y - h) * (h - yb)).sum(), res + reg + 0],
        {3: res + reg + 2 * ((y + h) * (h - yb)).sum()},
    )
    C("c", [R2, reg / tot, reg / tot], {2: ((h - y) ** 2).sum() / tot})
    C(
        "d",
        [
            ((y - yb) * (h - yb)).sum(),
            (y * h - y * yb - yb * h + yb**2).sum(),
            y @ h - n * yb**2 - n * yb**2 + n * yb**2,
            y @ h - n * yb**2,
            h @ h - n * yb**2,
            reg,
        ],
        {3: y @ h + n * yb**2},
    )
    C("e", [y @ h, h @ h])
    C(
        "f",
        [rr**2, ((y - yb) * (h - yb)).sum() ** 2 / (tot * reg), reg**2 / (tot * reg), reg / tot, R2],
        {2: reg**3 / (tot * reg)},
    )


@source
def softmax_t(r, C, X):
    n = r.randint(2, 6)
    z, t, i = r.normal(size=n), r.uniform(0.1, 1, size=n), 0
    t /= t.sum()
    Y = lambda z: np.exp(z) / np.exp(z).sum()
    y, d = Y(z), J(Y, z)[:, i]
    o = np.arange(n) != i
    g = J(lambda z: -(t * np.log(Y(z))).sum(), z)[i]
    C(
        "a",
        [
            g,
            -J(lambda z: t * np.log(Y(z)), z)[:, i].sum(),
            -(t * J(lambda z: np.log(Y(z)), z)[:, i]).sum(),
            -(t / y * d).sum(),
            -t[i] / y[i] * d[i] - (t / y * d)[o].sum(),
            -t[i] / y[i] * y[i] * (1 - y[i]) - (t / y * -y * y[i])[o].sum(),
            -t[i] + t[i] * y[i] + t[o].sum() * y[i],
            -t[i] + (t * y[i]).sum(),
            -t[i] + y[i] * t.sum(),
            y[i] - t[i],
        ],
        {4: -t[i] / y[i] * d[i] + (t / y * d)[o].sum(), 9: y[i] + t[i]},
    )


@source
def l2norm_blog(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n)
    a, b = r.normal(size=(2, n))
    L = lambda y: (a * y * y).sum() + np.sin((b * y).sum())
    Y = lambda x: x / np.sqrt((x * x).sum())
    M, I = x @ x, np.eye(n)
    d = J(Y, x)
    C(
        "a",
        [d, d, I * M**-0.5 + np.outer(x * -1 * M**-1.5, x), I * M**-0.5 - np.outer(x, x) * M**-1.5],
        {3: I * M**-0.5 - np.outer(x, x) * M**-0.5},
    )
    C("b", [d, I * M**-0.5 - np.outer(x, x) * M**-1.5], {1: I * M**-0.5 + np.outer(x, x) * M**-1.5})
    g, y = J(L, Y(x)), Y(x)
    C(
        "c",
        [
            J(lambda x: L(Y(x)), x),
            g @ (I * M**-0.5 - np.outer(x, x) * M**-1.5),
            M**-0.5 * g - x * M**-1.5 * (g @ x),
            M**-0.5 * g - x * M**-1.5 * (g @ x),
            M**-0.5 * (g - x * M**-0.5 * (g @ x) * M**-0.5),
            M**-0.5 * (g - y * (g @ y)),
        ],
        {5: M**-0.5 * (g - x * (g @ y))},
    )


@source
def kpca_ja(r, C, X):
    N, d = r.randint(2, 5), r.randint(2, 5)
    x, w = r.normal(size=(N, d)), r.normal(size=d)
    e = x - x.mean(0)
    C("a", [((e @ w) ** 2).mean(), w @ (e.T @ e / N) @ w], {1: w @ (e.T @ e / N) @ x.mean(0)})
    K, H = x @ x.T, np.eye(N) - 1 / N
    l, U = np.linalg.eigh(H @ K @ H)
    l, u, t = l[-1], U[:, -1], r.uniform(0.3, 2)
    al = t * u
    psi = al @ e
    G = e @ e.T
    V = ((e @ psi) ** 2).mean()
    X(1, V, (al[None, :] * G**2).sum() / N)
    X(2, G, K + K.mean(0)[None, :] + K.mean(1)[:, None] + K.mean())
    X(3, V, al @ H @ K @ H @ H @ K @ H @ al)
    C("b", [psi @ psi, t * u @ G @ u * t, t**2 * u @ H @ K @ H @ u, t**2 * l], {2: t * u @ H @ K @ H @ u})


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
