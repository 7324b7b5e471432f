"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_twenty_first.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source, spd

HERE = pathlib.Path(__file__).parent

tr = np.trace


def sig(t):
    return 1 / (1 + np.exp(-t))


@source
def cheat_logistic(r, C, X):
    N, D = r.randint(2, 6, size=2)
    Xm, w, y, lam = r.normal(size=(D, N)), r.normal(size=D), r.normal(size=N), r.normal()
    pi = lambda w: sig(Xm.T @ w)
    s = Xm.T @ w
    p = pi(w)
    nll = lambda w: -(y * np.log(pi(w)) + (1 - y) * np.log(1 - pi(w))).sum()
    e = (y * s - np.log(1 + np.exp(s))).sum()
    C(
        "a",
        [
            np.log(np.prod(p**y * (1 - p) ** (1 - y))),
            (y * np.log(p) + (1 - y) * np.log(1 - p)).sum(),
            (y * np.log(p / (1 - p)) + np.log(1 - p)).sum(),
            e,
        ],
        {3: (y * s + np.log(1 + np.exp(s))).sum()},
    )
    C("b", [nll(w), -e])
    g = J(nll, w)
    C("c", [g, sum((p[i] - y[i]) * Xm[:, i] for i in range(N)), Xm @ (p - y)], {2: Xm @ (p + y)})
    X(1, J(lambda w: nll(w) + lam * w @ w, w), g + lam * w)


@source
def robots_backprop(r, C, X):
    t = r.normal()
    yf, zf = lambda x: np.sin(x) + x**2, lambda y: np.exp(y / 3) + y**3
    x0 = np.array(t)
    C("a", [J(lambda x: zf(yf(x)), x0), J(zf, yf(x0)) * J(yf, x0)])
    n, m, q = r.randint(2, 6, size=3)
    g = lambda t: np.sin(t) + t**2
    gp = lambda t: np.cos(t) + 2 * t
    w, o, y = r.normal(size=n), r.normal(size=n), r.normal()
    a = w @ o
    yh = g(a)
    C("b", [(yh - y) ** 2 / 2, (g(a) - y) ** 2 / 2, (g(w @ o) - y) ** 2 / 2], {2: (g(w @ o) + y) ** 2 / 2})
    C("e", [(yh - y) ** 2 / 2, (g(a) - y) ** 2 / 2])
    E = lambda a: (g(a) - y) ** 2 / 2
    C("f", [J(E, np.array(a)), (g(a) - y) * gp(a), (yh - y) * gp(a)], {2: (yh + y) * gp(a)})
    C("g", [J(lambda w: E(w @ o), w), (yh - y) * gp(a) * o], {1: (yh - y) * g(a) * o})
    W, V, ok = r.normal(size=(n, m)), r.normal(size=(m, q)), r.normal(size=n)
    ak = W.T @ ok
    L = loss(r, m)
    d = J(L, ak)
    DW = J(lambda W: W.T @ ok, W)
    for j in range(m):
        C("c", [DW[j, :, j], J(lambda W: (W[:, j] * ok).sum(), W)[:, j], ok])
    C("d", [J(lambda W: L(W.T @ ok), W), np.outer(ok, d)])
    unknown, sigmoid = (g, gp), (sig, lambda t: sig(t) * (1 - sig(t)))
    for sg, (g, gp) in enumerate((unknown, sigmoid)):
        L2 = loss(r, q)
        nxt = lambda a: V.T @ g(a)
        an = nxt(ak)
        dk, dn, D = J(lambda a: L2(nxt(a)), ak), J(L2, an), J(nxt, ak)
        dW = J(lambda W: L2(nxt(W.T @ ok)), W)
        if not sg:
            C("h", [dk, dn @ D])
            C("i", [dk, dn @ D])
            C("j", [D, V.T * gp(ak)], {1: V.T * g(ak)})
            C("k", [dk, gp(ak) * (V @ dn)], {1: g(ak) * (V @ dn)})
            C("l", [dW, np.outer(ok, dk), np.outer(ok, gp(ak) * (V @ dn))])
        else:
            s = g(ak)
            for key, _sign in (("m", 1), ("n", 1)):
                C(
                    key,
                    [dW, np.outer(ok, dk), np.outer(ok, s * (1 - s) * (V @ dn))],
                    {2: np.outer(ok, s * (1 + s) * (V @ dn))},
                )


def ols(r, n):
    x, y = r.normal(size=(2, n))
    b1 = ((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum()
    b0 = y.mean() - b1 * x.mean()
    return x, y, b0, b1, b0 + b1 * x


@source
def econ_ru(r, C, X):
    n = r.randint(3, 8)
    x, y, b0, b1, yh = ols(r, n)
    e = y - yh
    t0, t1 = r.normal(size=2)
    X(1, ((y - t0 - t1 * x) ** 2).sum(), ((y - t0 + t1 * x) ** 2).sum())
    rss = lambda b: ((y - b[0] - b[1] * x) ** 2).sum()
    d = J(rss, np.array([b0, b1]))
    X(2, d[0], -2 * (y - b0 + b1 * x).sum())
    C("a", [y.sum() - n * b0 - b1 * x.sum(), 0.0])
    k = -2 * ((y - b0 + b1 * x) * x).sum()
    X(3, d[1], k)
    X(4, k, y.sum() - b0 * x.sum() - b1 * (x * x).sum())
    yc, yhc = y - y.mean(), yh - y.mean()
    C("b", [yc**2, yhc**2 + 2 * yhc * e + e**2], {1: yhc**2 - 2 * yhc * e + e**2})
    C("c", [(yc**2).sum(), (yhc**2).sum() + 2 * (yhc * e).sum() + (e**2).sum()])
    T, S, R = (yc**2).sum(), (yhc**2).sum(), (e**2).sum()
    C("d", [T, R + S], {1: R - S})
    C("e", [S / T, ((yh - y.mean()) ** 2).sum() / ((y - y.mean()) ** 2).sum(), yh.var(ddof=1) / y.var(ddof=1)])


@source
def nyu_linreg(r, C, X):
    d = r.randint(2, 5)
    n = d + r.randint(1, 4)
    A, y = r.normal(size=(n, d)), r.normal(size=n)
    x = inv(A.T @ A) @ A.T @ y
    C("a", [2 * A.T @ (A @ x - y), 0 * x])
    a, da, x = r.normal(size=(3, d))
    yp = (a + da) @ x
    C("c", [yp, a @ x + da @ x], {1: a @ x - da @ x})
    C("d", [abs(yp - a @ x), abs(da @ x), norm(da) * norm(x)], le=(2,), fle=(), fge=(2,))
    k = r.randint(1, d + 1)
    U, V = np.linalg.qr(r.normal(size=(n, k)))[0], np.linalg.qr(r.normal(size=(d, k)))[0]
    s = r.normal(size=k)
    S = np.diag(s)
    A = U @ S @ V.T
    x = V @ inv(S) @ U.T @ y + (np.eye(d) - V @ V.T) @ r.normal(size=d)
    C("e", [(U @ S @ V.T).T @ (U @ S @ V.T) @ x, (U @ S @ V.T).T @ y])
    C("f", [V @ S.T @ U.T @ U @ S @ V.T @ x, V @ S.T @ U.T @ y])
    C("g", [S @ S @ V.T @ x, S @ U.T @ y], {0: S @ S @ S @ V.T @ x})
    C("h", [s**2 * (V.T @ x), s * (U.T @ y)])
    n = r.randint(2, 6)
    U, V = (np.linalg.qr(r.normal(size=(n, n)))[0] for _ in "ab")
    s = r.normal(size=n)
    S = np.diag(s)
    A = U @ S @ V.T
    C(
        "i",
        [
            (A * A).sum(),
            tr(A.T @ A),
            tr((U @ S @ V.T).T @ (U @ S @ V.T)),
            tr(V @ S.T @ U.T @ U @ S @ V.T),
            tr(V.T @ V @ S.T @ U.T @ U @ S),
            tr(S.T @ S),
            (s**2).sum(),
        ],
        {6: (s**3).sum()},
    )


@source
def nn_zh(r, C, X):
    Xm, F = r.normal(size=(3, 3)), r.normal(size=(2, 2))
    conv = lambda Z: np.array([[(Z[i : i + 2, j : j + 2] * F).sum() for j in range(2)] for i in range(2)])
    D = J(conv, Xm)
    d = lambda o, x: D[int(o[0]) - 1, int(o[1]) - 1, int(x[0]) - 1, int(x[1]) - 1]
    f = lambda k: F[int(k[0]) - 1, int(k[1]) - 1]
    C(
        "a",
        [
            d("11", "11"),
            J(lambda Z: Z[0, 0] * F[0, 0] + Z[0, 1] * F[0, 1] + Z[1, 0] * F[1, 0] + Z[1, 1] * F[1, 1], Xm)[0, 0],
            f("11"),
        ],
    )
    X(1, d("11", "12") + d("12", "12"), d("11", "11") + d("12", "12"))
    X(2, d("11", "11") + d("12", "12"), f("11") + f("12"))
    C("b", [d("12", "13"), f("12")])
    C("c", [d("11", "21") + d("21", "21"), f("21") + f("11")], {1: f("12") + f("11")})
    C("d", [d("11", "22") + d("12", "22") + d("21", "22") + d("22", "22"), F.sum()])
    C("e", [d("12", "23") + d("22", "23"), f("12") + f("22")], {1: f("12") + f("21")})
    C("f", [d("21", "31"), f("21")])
    C("g", [d("21", "32") + d("22", "32"), f("21") + f("22")], {1: f("21") - f("22")})
    C("h", [d("22", "33"), f("22")])


@source
def satow_hw(r, C, X):
    n, p, q, K, m = r.randint(2, 6, size=5)
    y = r.normal(size=K)
    t = r.normal(size=K)
    t /= t.sum()
    C("a", [J(lambda S: -S, np.array(r.normal())), -1.0])
    C("b", [J(lambda y: -(t * np.log(softmax(y))).sum(), y), softmax(y) - t], {1: softmax(y) + t})
    x, c, Wg, W3, W4, bg = (
        r.normal(size=n),
        r.normal(size=q),
        r.normal(size=(p, q)),
        r.normal(size=(K, p)),
        r.normal(size=(K, n)),
        r.normal(size=p),
    )
    L = loss(r, K)
    net = lambda x=x, c=c, Wg=Wg, W3=W3, W4=W4, bg=bg: W3 @ (Wg @ c + bg) + W4 @ x
    g = Wg @ c + bg
    dy = J(L, net())
    dg = J(lambda g: L(W3 @ g + W4 @ x), g)
    C("c", [dg, W3.T @ dy])
    C("d", [J(lambda W: L(net(W3=W)), W3), np.outer(dy, g)])
    C("e", [J(lambda W: L(net(W4=W)), W4), np.outer(dy, x)])
    C("f", [J(lambda c: L(net(c=c)), c), Wg.T @ dg])
    C("g", [J(lambda W: L(net(Wg=W)), Wg), np.outer(dg, c)])
    C("h", [J(lambda b: L(net(bg=b)), bg), dg])
    W1, W2, b1, b2 = *r.normal(size=(2, m, n)), *r.normal(size=(2, m))
    h = r.normal(size=K)
    L1, L2, L3 = loss(r, m), loss(r, m), loss(r, K)
    a1, a2 = W1 @ x + b1, W2 @ x + b2
    Ja = lambda a1, a2: L1(sig(a1)) + L2(a1 + a2) + np.sin(L1(sig(a1)) * L2(a1 + a2) / 9)
    Jc = lambda c1, u: L1(c1) + L2(u) + np.sin(L1(c1) * L2(u) / 9)
    c1, u = sig(a1), a1 + a2
    dc, du = J(lambda c: Jc(c, u), c1), J(lambda u: Jc(c1, u), u)
    d1, d2 = J(lambda a: Ja(a, a2), a1), J(lambda a: Ja(a1, a), a2)
    C("i", [d2, du])
    C("j", [dc * (sig(a1) * (1 - sig(a1))), dc * (c1 * (1 - c1))], {1: dc * (c1 * (1 + c1))})
    fc, fu = dc * (sig(a1) * (1 - sig(a1))), du
    C("k", [d1, fc + fu, dc * (c1 * (1 - c1)) + du], {2: dc * (c1 * (1 - c1)) - du})
    C("l", [d2, du], {0: d1})
    C("m", [J(lambda W: Ja(W @ x + b1, a2), W1), np.outer(d1, x)], {1: np.outer(d2, x)})
    C("n", [J(lambda b: Ja(W1 @ x + b, a2), b1), d1])
    C("o", [J(lambda W: Ja(a1, W @ x + b2), W2), np.outer(d2, x)])
    C("p", [J(lambda b: Ja(a1, W2 @ x + b), b2), d2])
    dx = J(lambda x: Ja(W1 @ x + b1, W2 @ x + b2) + L3(h + W4 @ x), x)
    dy = J(L3, h + W4 @ x)
    C("q", [dx, W4.T @ dy + W1.T @ d1 + W2.T @ d2])
    C("r", [dx, W4.T @ dy + W1.T @ d1 + W2.T @ d2], {1: W4.T @ dy + W1.T @ d1 - W2.T @ d2})


@source
def perry_thesis(r, C, X):
    n, p = r.randint(2, 6, size=2)
    Z, mu = r.normal(size=(n, p)), r.normal(size=p)
    m = Z.mean(0)
    T = Z - mu
    S = (Z - m).T @ (Z - m) / (n - 1)
    last = n / (n - 1) * np.outer(m - mu, m - mu)
    X(1, S, T.T @ T / (n - 1) + last)
    C(
        "a",
        [T.T @ T / (n - 1) + last, (1 / n + 1 / (n * (n - 1))) * T.T @ T + last],
        {1: (1 / n + 1 / (n * (n + 1))) * T.T @ T + last},
    )


@source
def slr_ko(r, C, X):
    n = r.randint(3, 8)
    x, y, b0, b1, yh = ols(r, n)
    e = y - yh
    xb, yb = x.mean(), y.mean()
    Sxy, Sxx = ((x - xb) * (y - yb)).sum(), ((x - xb) ** 2).sum()
    C("a", [e.sum(), (y - yh).sum(), 0.0])
    C(
        "b",
        [
            e.sum(),
            (y - yh).sum(),
            (y - (b0 + b1 * x)).sum(),
            (y - (yb + b1 * (x - xb))).sum(),
            (y - yb - b1 * (x - xb)).sum(),
        ],
        {2: (y - (b0 - b1 * x)).sum()},
    )
    C("c", [(x * e).sum(), (x * (y - yh)).sum(), 0.0])
    C(
        "d",
        [
            (x * e).sum(),
            (x * (y - yh)).sum(),
            (x * (y - yb - b1 * (x - xb))).sum(),
            (x * (y - yb)).sum() - b1 * (x * (x - xb)).sum(),
        ],
        {3: (x * (y - yb)).sum() + b1 * (x * (x - xb)).sum()},
    )
    C("e", [Sxy - Sxy / Sxx * Sxx, 0.0])
    T, R, E = ((y - yb) ** 2).sum(), ((yh - yb) ** 2).sum(), ((y - yh) ** 2).sum()
    C("f", [T, R + E], {1: R - E})
    C("g", [T, R + E])
    C(
        "h",
        [
            T,
            ((y - yh + yh - yb) ** 2).sum(),
            (((y - yh) + (yh - yb)) ** 2).sum(),
            E + 2 * ((y - yh) * (yh - yb)).sum() + R,
        ],
        {1: ((y + yh + yh - yb) ** 2).sum()},
    )
    C(
        "i",
        [
            ((y - yh) * (yh - yb)).sum(),
            ((y - yh) * (b0 + b1 * x - yb)).sum(),
            ((y - yh) * ((yb - b1 * xb) + b1 * x - yb)).sum(),
            ((y - yh) * b1 * (x - xb)).sum(),
        ],
    )


@source
def tss_md(r, C, X):
    n = r.randint(3, 8)
    _x, y, _a, _b, yh = ols(r, n)
    yb = y.mean()
    T, S, R = ((y - yb) ** 2).sum(), ((yh - yb) ** 2).sum(), ((y - yh) ** 2).sum()
    C("a", [T, S + R])
    C("b", [T, S + R])
    C("c", [T, S + R], {1: S - R})
    C(
        "d",
        [(y**2 + yb**2 - 2 * y * yb).sum(), ((yh**2 + yb**2 - 2 * yh * yb) + (y**2 + yh**2 - 2 * y * yh)).sum()],
        {0: (y**2 + yb**2 + 2 * y * yb).sum()},
    )
    C("e", [(yh - yb) @ (yh - y), 0.0])
    C("f", [(yh - yb) @ (yh - y), 0.0])


@source
def ridge_notes(r, C, X):
    n, d = r.randint(2, 6, size=2)
    A, y, lam = r.normal(size=(n, d)), r.normal(size=n), r.uniform(0.1, 2)
    th = np.linalg.solve(A.T @ A + lam * np.eye(d), A.T @ y)
    C("b", [0 * th, A.T @ A @ th - A.T @ y + lam * th], {1: A.T @ A @ th + A.T @ y + lam * th})
    C("c", [th, inv(A.T @ A + lam * np.eye(d)) @ A.T @ y])


@source
def mle_mirror(r, C, X):
    n = r.randint(2, 6)
    x, a, m, u = r.normal(size=n), *r.normal(size=3)
    R = lambda t: 2 * a - t
    lam = lambda m: np.prod(np.pi / (1 + (x - m) ** 2))
    lam2 = lambda m: np.prod(np.pi / (1 + (R(x) - m) ** 2))
    C(
        "a",
        [
            lam2(R(m)),
            np.prod(np.pi / (1 + (R(x) - R(m)) ** 2)),
            np.prod(np.pi / (1 + (2 * a - x - (2 * a - m)) ** 2)),
            np.prod(np.pi / (1 + (x - m) ** 2)),
            lam(m),
        ],
        {2: np.prod(np.pi / (1 + (2 * a - x - (2 * a + m)) ** 2))},
    )
    C("b", [lam2(R(u)), lam(u), lam(u)])


@source
def convex_homework(r, C, X):
    x, y = r.normal(), r.uniform(0.3, 2)
    z = r.normal(size=2)
    H = np.array([[2 / y, -2 * x / y**2], [-2 * x / y**2, 2 * x**2 / y**3]])
    g = lambda v: np.array([2 * v[0] / v[1], -(v[0] ** 2) / v[1] ** 2 + 1])
    assert np.allclose(H, J(g, np.array([x, y])))
    X(1, H, np.array([[2 / y, -2 * x / y**2], [-2 * x * y**2, 2 * x**2 / y**3]]))
    q = lambda s: 2 * z[0] ** 2 / y + s * 4 * x * z[0] * z[1] / y**2 + 2 * x**2 * z[1] ** 2 / y**3
    C("a", [z @ H @ z, q(-1), 2 / y * (z[0] - x * z[1] / y) ** 2, 0.0], {1: q(1)}, ge=(3,))


@source
def vasishth_sheet(r, C, X):
    p = r.randint(2, 4)
    n = p + r.randint(1, 4)
    A, y, beta = r.normal(size=(n, p)), r.normal(size=n), r.normal(size=p)
    A[:, 0] = 1
    A = A @ r.normal(size=(p, p))
    b = inv(A.T @ A) @ A.T @ y
    e = y - A @ b
    P = A @ inv(A.T @ A) @ A.T
    M = np.eye(n) - P
    C("a", [(e**2).sum(), e @ e, (y - A @ b) @ (y - A @ b), y @ y - y @ A @ b, e @ e], {3: y @ y + y @ A @ b})
    C("b", [e, y - A @ b, y - P @ y, M @ y], {2: y + P @ y})
    C("c", [M @ A @ beta, 0 * y])
    T, G, S = ((y - y.mean()) ** 2).sum(), ((A @ b - y.mean()) ** 2).sum(), e @ e
    C("d", [T, G + S], {1: G - S})
    C("e", [(T - S) / T, G / T])
    Cm, v, mu = r.normal(size=(p, p)), *r.normal(size=(2, p))
    z = inv(Cm) @ (v - mu)
    Ci = inv(Cm)
    C("f", [z @ z, (Ci @ (v - mu)) @ (Ci @ (v - mu)), (v - mu) @ Ci.T @ Ci @ (v - mu)])
    C("g", [Ci.T @ Ci, inv(Cm.T) @ Ci])
    X(1, inv(Cm.T) @ Ci, inv(Cm.T @ Cm))
    X(2, inv(Cm.T @ Cm), inv(Cm @ Cm.T))
    C("k", [inv(Cm @ Cm.T), inv(Cm @ Cm.T)])
    x = r.normal(size=n)
    C("h", [x @ P @ x, x @ P @ P @ x, x @ P.T @ P @ x])
    C("i", [x @ x, x @ P @ x + x @ (np.eye(n) - P) @ x], {1: x @ P @ x - x @ (np.eye(n) - P) @ x})


@source
def word2vec_hw(r, C, X):
    V, d, K = r.randint(2, 6, size=3)
    U, v, o = r.normal(size=(d, V)), r.normal(size=d), r.randint(V)
    y = np.eye(V)[o]
    ce = lambda th: -(y * np.log(softmax(th))).sum()
    th = U.T @ v
    p = softmax(th)
    C("a", [-y[o] * np.log(p[o]), -np.log(p[o])])
    C("b", [J(ce, th), p - y], {1: p + y})
    C("c", [J(lambda v: ce(U.T @ v), v), J(ce, th) @ J(lambda v: U.T @ v, v)])
    x = np.array(r.normal())
    C("d", [J(sig, x), sig(x) * (1 - sig(x))], {1: sig(x) * (1 + sig(x))})
    N, v, u = r.normal(size=(K, d)), *r.normal(size=(2, d))
    f = lambda v=v, u=u, N=N: -np.log(sig(u @ v)) - np.log(sig(-N @ v)).sum()
    X(1, J(lambda v: f(v=v), v), -(1 - sig(u @ v)) * u + (1 - sig(N @ v)) @ N)
    C("e", [J(lambda u: f(u=u), u), -(1 - sig(u @ v)) * v])
    X(2, J(lambda N: f(N=N), N), np.outer(1 - sig(N @ v), v))


tr = np.trace


def svd_data(r, n, k):
    U = np.linalg.qr(r.normal(size=(n, k)))[0]
    V = np.linalg.qr(r.normal(size=(k, k)))[0]
    d = r.uniform(0.5, 2, size=k) * r.choice([-1, 1], size=k)
    return U, d, V


@source
def timlrx_svd(r, C, X):
    n = r.randint(2, 5)
    Q = np.linalg.qr(r.normal(size=(n, n)))[0]
    L = np.diag(r.normal(size=n))
    A = Q @ L @ Q.T
    C("a", [A, Q @ L @ inv(Q)], {1: Q @ L @ Q @ Q})
    k = r.randint(2, 5)
    n = k + r.randint(0, 4)
    U, d, V = svd_data(r, n, k)
    D = np.diag(d)
    Xm = U @ D @ V.T
    y = r.normal(size=n)
    b = inv(Xm.T @ Xm) @ Xm.T @ y
    C(
        "b",
        [
            Xm @ b,
            Xm @ inv(Xm.T @ Xm) @ Xm.T @ y,
            U @ D @ V.T @ inv(V @ D.T @ U.T @ U @ D @ V.T) @ V @ D.T @ U.T @ y,
            U @ D @ inv(D.T @ D) @ D @ U.T @ y,
            U @ U.T @ y,
        ],
        {3: U @ D @ inv(D.T @ V) @ D @ U.T @ y},
    )
    la = r.uniform(0.1, 1)
    I = np.eye(k)
    s = lambda sign: sum(U[:, j] * d[j] ** 2 / (d[j] ** 2 + sign * la) * (U[:, j] @ y) for j in range(k))
    C(
        "c",
        [
            Xm @ (inv(Xm.T @ Xm + la * I) @ Xm.T @ y),
            Xm @ inv(Xm.T @ Xm + la * I) @ Xm.T @ y,
            U @ D @ inv(D.T @ D + la * I) @ D @ U.T @ y,
            s(1),
        ],
        {3: s(-1)},
    )


@source
def philfan_ridge(r, C, X):
    p = r.randint(2, 5)
    n = p + r.randint(1, 4)
    Xm = r.normal(size=(n, p))
    y, b = r.normal(size=n), r.normal(size=p)
    e = y - Xm @ b
    C("a", [norm(e) ** 2, e @ e])
    C("b", [J(lambda b: ((y - Xm @ b) ** 2).sum(), b), -2 * Xm.T @ e], {1: 2 * Xm.T @ e})
    la = r.uniform(0.1, 1)
    I = np.eye(p)
    S = Xm.T @ Xm
    ols = inv(S) @ Xm.T @ y
    Z = inv(S + la * I) @ S
    m = [
        inv(S + la * I) @ Xm.T @ y,
        inv(S + la * I) @ Xm.T @ y,
        inv(S + la * I) @ S @ inv(S) @ Xm.T @ y,
        inv(S + la * I) @ S @ ols,
        Z @ ols,
    ]
    C("c", m, {3: inv(S - la * I) @ S @ ols})
    U, d, V = svd_data(r, n, p)
    D = np.diag(d)
    Xm = U @ D @ V.T
    X(1, Xm.T @ Xm / n, V @ D @ D @ V.T)
    G = inv(Xm.T @ Xm + la * I) @ Xm.T
    C(
        "d",
        [Xm @ (G @ y), sum(U[:, j] * d[j] ** 2 / (d[j] ** 2 + la) * (U[:, j] @ y) for j in range(p))],
        {1: sum(U[:, j] * d[j] / (d[j] ** 2 + la) * (U[:, j] @ y) for j in range(p))},
    )
    C("e", [tr(Xm @ G), tr(Xm @ G), tr(Xm @ inv(Xm.T @ Xm + la * I) @ Xm.T)])
    C("f", [tr(Xm @ G), (d**2 / (d**2 + la)).sum()])


@source
def qualidy_varianz(r, C, X):
    N, D = r.randint(2, 6, size=2)
    x = r.normal(size=(N, D))
    v = r.normal(size=D)
    xb = x.mean(0)
    q = v @ v
    k = x @ v / q
    kb = k.mean()
    u, ub = x @ v, v @ xb
    c = x - xb
    S = sum(np.outer(a, a) for a in c) / N
    C(
        "a",
        [
            ((k - kb) ** 2).mean(),
            ((k - kb) ** 2).sum() / N,
            ((u / q - ub / q) ** 2).sum() / N,
            ((1 / q * (u - ub)) ** 2).sum() / N,
            ((1 / q) ** 2 * (u - ub) ** 2).sum() / N,
            (1 / q**2 * (u - ub) ** 2).sum() / N,
            1 / q**2 / N * ((u - ub) ** 2).sum(),
            1 / q**2 / N * ((c @ v) ** 2).sum(),
            1 / q**2 / N * ((c @ v) * (c @ v)).sum(),
            1 / q**2 / N * ((c @ v) * (c @ v)).sum(),
            1 / q**2 * v @ S @ v,
        ],
        {4: ((1 / q) ** 2 * (u + ub) ** 2).sum() / N, 10: 1 / q * v @ S @ v},
    )
    C("b", [((k - kb) ** 2).mean(), v @ S @ v / q**2], {1: v @ S @ v / q})


@source
def souza_householder(r, C, X):
    n = r.randint(2, 6)
    v = r.normal(size=n)
    I = np.eye(n)
    q = v @ v
    W = np.outer(v, v)
    H = I - 2 * W / q
    C("a", [H.T, (I - 2 * W / q).T, I - 2 * W / q, H], {2: I + 2 * W / q})
    C(
        "b",
        [
            H.T @ H,
            (I - 2 * W / q) @ (I - 2 * W / q),
            I - 2 * W / q - 2 * W / q + 4 * W @ W / q**2,
            I - 4 * W / q + 4 * np.outer(v * q, v) / q**2,
            I - 4 * W / q + 4 * W / q,
            I,
        ],
        {4: I - 2 * W / q + 4 * W / q},
    )
    x = r.normal(size=n)
    C("c", [norm(x), np.sqrt(sum(t * t for t in x))])
    e = I[0]
    al = norm(x) * r.choice([-1, 1])
    v = x - al * e
    q = v @ v
    H = I - 2 * np.outer(v, v) / q
    C("d", [H @ x, x - 2 * (v @ x) / q * v], {1: x - 2 * (v @ x) / q * x})
    xx = x @ x
    C("e", [v @ x, (x - al * e) @ x, xx - al * x[0]], {2: xx + al * x[0]})
    C(
        "f",
        [q, (x - al * e) @ (x - al * e), xx - 2 * al * x[0] + al**2, xx - 2 * al * x[0] + xx, 2 * (xx - al * x[0])],
        {4: 4 * (xx - al * x[0])},
    )
    t = xx - al * x[0]
    C("g", [H @ x, x - 2 * t / (2 * t) * (x - al * e), x - (x - al * e), al * e], {3: al * x})


@source
def braket_pca(r, C, X):
    N, D = r.randint(2, 6, size=2)
    x = r.normal(size=(N, D))
    v = r.normal(size=D)
    v /= norm(v)
    Cm = sum(np.outer(a, a) for a in x) / N
    p = x @ v
    C(
        "a",
        [sum(norm(a - v * (v @ a)) ** 2 for a in x) / N, sum(a @ a - (v @ a) * (a @ v) for a in x) / N],
        {1: sum(a @ a + (v @ a) * (a @ v) for a in x) / N},
    )
    w, U = np.linalg.eigh(Cm)
    C("b", [sum(w[k] * np.outer(U[:, k], U[:, k]) for k in range(D)), Cm])
    C("c", [v @ Cm @ v, (p * p).mean(), (abs(p) ** 2).mean(), 0.0], {2: (abs(p) ** 3).mean()}, ge=(3,))
    mu = x.mean(0)
    c = x - mu
    S = c.T @ c / N
    C("d", [S, sum(np.outer(a, a) for a in c) / N, sum(np.outer(a - mu, a - mu) for a in x) / N])
    h = np.diag(r.uniform(0.5, 2, size=D))
    C("e", [c @ h, c @ h, (x - mu) @ h], {2: (x + mu) @ h})
    z = c @ h
    C("f", [z.T @ z / N, sum(np.outer(a, a) for a in z) / N, sum(h @ np.outer(a, a) @ h for a in c) / N])


@source
def padevend_gd(r, C, X):
    m, n = r.randint(2, 6, size=2)
    A = r.normal(size=(m, n))
    t, y = r.normal(size=n), r.normal(size=m)
    f = lambda t: ((A @ t - y) ** 2).sum() / (2 * m)
    C("a", [f(t), sum((t @ A[i] - y[i]) ** 2 for i in range(m)) / (2 * m), norm(A @ t - y) ** 2 / (2 * m)])
    g = J(f, t)
    C(
        "b",
        [
            g,
            J(lambda t: 1 / (2 * m) * sum((sum(t[k] * A[i, k] for k in range(n)) - y[i]) ** 2 for i in range(m)), t),
            1 / (2 * m) * sum(2 * (A[i] @ t - y[i]) * J(lambda t: A[i] @ t, t) for i in range(m)),
        ],
    )
    C("c", [J(lambda t: A @ t, t), A])
    C(
        "d",
        [g, sum((A[i] @ t - y[i]) * A[i] for i in range(m)) / m],
        {1: 2 * sum((A[i] @ t - y[i]) * A[i] for i in range(m)) / m},
    )
    C("e", [g, A.T @ (A @ t - y) / m], {1: A.T @ (A @ t + y) / m})


@source
def hugo_attention(r, C, X):
    N, M, d, e = r.randint(2, 5, size=4)
    Q, K, V = r.normal(size=(N, d)), r.normal(size=(M, d)), r.normal(size=(M, e))
    dk = r.uniform(2, 5)
    L = loss(r, N, e)
    sm = lambda S: np.exp(S) / np.exp(S).sum(1, keepdims=True)
    S = Q @ K.T / np.sqrt(dk)
    A = sm(S)
    O = A @ V
    IN, IM, Ie, Id = np.eye(N), np.eye(M), np.eye(e), np.eye(d)
    C(
        "a",
        [
            J(lambda V: A @ V, V),
            np.einsum("ij,jm,bn->ibmn", A, IM, Ie),
            np.einsum("im,bn->ibmn", A, Ie),
        ],
    )
    LO = J(L, O)
    C("b", [J(lambda V: L(A @ V), V), np.einsum("ib,im,bn->mn", LO, A, Ie), A.T @ LO], {2: S.T @ LO})
    C("c", [J(lambda A: A @ V, A), np.einsum("im,nb->ibmn", IN, V)])
    LA = J(lambda A: L(A @ V), A)
    C("d", [LA, LO @ V.T])
    C(
        "e",
        [J(sm, S), np.einsum("im,ij,ijn->ijmn", IN, A, IM[None] - A[:, None, :])],
        {1: np.einsum("im,ij,ijn->ijmn", IN, A, IM[None] + A[:, None, :])},
    )
    LS = J(lambda S: L(sm(S) @ V), S)
    row = (A * LA).sum(1, keepdims=True)
    C("f", [LS, A * (LA - row)], {1: A * (LA + row)})
    s = 1 / np.sqrt(dk)
    C(
        "g",
        [
            J(lambda Q: Q @ K.T * s, Q),
            s * np.einsum("ik,al,ja->ijkl", IN, Id, K),
            s * np.einsum("ik,jl->ijkl", IN, K),
        ],
        {2: np.einsum("ik,jl->ijkl", IN, K) / dk},
    )
    C("h", [J(lambda Q: L(sm(Q @ K.T * s) @ V), Q), s * LS @ K])
    C("k", [J(lambda K: L(sm(Q @ K.T * s) @ V), K), s * LS.T @ Q], {1: 2 * s * LS.T @ Q})
    n = r.randint(2, 6)
    x = r.normal(size=n)
    E = np.exp(x)
    Z = E.sum()
    a = softmax(x)
    C("l", [a, E / E.sum(), E / Z])
    Jx = J(softmax, x)
    C(
        "m",
        [np.diag(Jx), (E * Z - E * E) / Z**2, E / Z - np.exp(2 * x) / Z**2, a - a**2, a * (1 - a)],
        {2: E / Z + np.exp(2 * x) / Z**2},
    )
    off = ~np.eye(n, dtype=bool)
    EE = np.outer(E, E)
    C("n", [Jx[off], ((0 * Z - EE) / Z**2)[off], (-EE / Z**2)[off], -np.outer(a, a)[off]], {3: np.outer(a, a)[off]})
    C("o", [Jx, a[:, None] * (np.eye(n) - a[None, :])])


@source
def pystatsml_nll(r, C, X):
    n, p = r.randint(2, 6, size=2)
    A = r.normal(size=(n, p))
    w = r.normal(size=p)
    y = r.randint(0, 2, size=n) * 1.0
    y[0] = 0.0
    sg = lambda t: 1 / (1 + np.exp(-t))
    z = A @ w
    ph = sg(z)
    C("a", [sg(z), 1 / (1 + np.exp(-A @ w))])
    P = ph**y * (1 - ph) ** (1 - y)
    nll = -np.log(P).sum()
    C("b", [nll, -np.log(ph**y * (1 - ph) ** (1 - y)).sum(), -(y * np.log(ph) + (1 - y) * np.log(1 - ph)).sum()])
    t = r.normal()
    C("c", [np.log(sg(t)), -np.log(1 + np.exp(-t))])
    C("d", [np.log(1 - sg(t)), -t - np.log(1 + np.exp(-t))], {1: t - np.log(1 + np.exp(-t))})
    l1 = np.log(1 + np.exp(-z))
    li = -(y * np.log(sg(z)) + (1 - y) * np.log(1 - sg(z)))
    C("e", [li, li, -(y * -l1 + (1 - y) * (-z - l1))], {2: -(y * -l1 + (1 - y) * (z - l1))})
    C("f", [li, l1 + (1 - y) * z])
    C("g", [nll, (l1 + (1 - y) * z).sum()], {1: (l1 + (1 + y) * z).sum()})
    X(1, nll, np.log(1 + np.exp(-y * z)).sum())
    C("h", [ph, sg(z), 1 / (1 + np.exp(-z))])
    lw = lambda w: -(y * np.log(sg(A @ w)) + (1 - y) * np.log(1 - sg(A @ w)))
    lp = lambda q: -(y * np.log(q) + (1 - y) * np.log(1 - q))
    dl = np.diag(J(lp, ph))
    dp = np.diag(J(sg, z))
    C("k", [J(lw, w), (dl * dp)[:, None] * J(lambda w: A @ w, w)])
    C("l", [dl, -(y / ph - (1 - y) / (1 - ph))], {1: -(y / ph + (1 - y) / (1 - ph))})
    C("m", [dp, ph * (1 - ph)])
    C("n", [J(lambda w: A @ w, w), A])
    C("o", [J(lw, w), (ph - y)[:, None] * A], {1: (ph + y)[:, None] * A})
    g = J(lambda w: lw(w).sum(), w)
    C("p", [g, sum((ph[i] - y[i]) * A[i] for i in range(n))])
    C("q", [g, A.T @ (ph - y)])
    C(
        "r",
        [g, sum((sg(w @ A[i]) - y[i]) * A[i] for i in range(n))],
        {1: sum((sg(w @ A[i]) + y[i]) * A[i] for i in range(n))},
    )
    C("s", [g, A.T @ (ph - y)])


@source
def hyndman_loocv(r, C, X):
    K = r.randint(1, 4)
    N = K + r.randint(2, 5)
    A = r.normal(size=(N, K))
    y = r.normal(size=N)
    i = r.randint(N)
    B, z = np.delete(A, i, 0), np.delete(y, i)
    x = A[i]
    G = inv(A.T @ A)
    b = G @ A.T @ y
    e = y[i] - x @ b
    h = x @ G @ x
    C("a", [inv(B.T @ B), G + G @ np.outer(x, x) @ G / (1 - h)])
    bi = inv(B.T @ B) @ B.T @ z
    C(
        "b",
        [
            bi,
            (G + G @ np.outer(x, x) @ G / (1 - h)) @ (A.T @ y - x * y[i]),
            b - G @ x / (1 - h) * (y[i] * (1 - h) - x @ b + h * y[i]),
            b - G @ x * e / (1 - h),
        ],
        {3: b + G @ x * e / (1 - h)},
    )
    C(
        "c",
        [y[i] - x @ bi, y[i] - x @ bi, y[i] - x @ (b - G @ x * e / (1 - h)), e + h * e / (1 - h), e / (1 - h)],
        {3: e - h * e / (1 - h)},
    )


@source
def welford_running(r, C, X):
    n = r.randint(2, 7)
    x = r.normal(size=n)
    m, k = x.mean(), x[:-1].mean()
    M, P = ((x - m) ** 2).sum(), ((x[:-1] - k) ** 2).sum()
    C("a", [((x - m) ** 2).mean(), M / n])
    t = x[-1] - k
    C("b", [M, P + (n - 1) / n * t * t], {1: P - (n - 1) / n * t * t})
    y = x[:-1]
    C(
        "c",
        [
            M - P,
            ((x - m) ** 2).sum() - ((y - k) ** 2).sum(),
            (x[-1] - m) ** 2 + ((y - m) ** 2 - (y - k) ** 2).sum(),
            (x[-1] - m) ** 2 + ((m - y) * m + (k - m) * y + (y - k) * k).sum(),
            (x[-1] - m) ** 2 + (n - 1) * (m - k) ** 2,
            (n - 1) ** 2 / n**2 * t**2 + (n - 1) / n**2 * t**2,
            (n - 1) / n * t**2,
            t**2 - t**2 / n,
        ],
        {5: (n - 1) ** 2 / n * t**2 + (n - 1) / n**2 * t**2},
    )


@source
def bn_newline(r, C, X):
    N, D = r.randint(2, 6, size=2)
    x = r.normal(size=(N, D))
    ga, be = r.normal(size=(2, D))
    ep = r.uniform(0.1, 1)
    L = loss(r, N, D)
    mu = lambda x: x.sum(0) / N
    s2 = lambda x: ((x - mu(x)) ** 2).sum(0) / N
    bn = lambda x: ga * (x - mu(x)) / np.sqrt(s2(x) + ep) + be
    k = r.randint(D)
    c = (x - mu(x))[:, k]
    v = s2(x)[k] + ep
    q = np.sqrt(v)
    I = np.eye(N)
    C("a", [J(mu, x)[k, :, k], np.full(N, 1 / N)])
    dv = J(s2, x)[k, :, k]
    C(
        "b",
        [
            dv,
            J(lambda x: ((x - mu(x)) ** 2).sum(0) / N, x)[k, :, k],
            2 * (c[:, None] * (I - 1 / N)).sum(0) / N,
            2 * (c - c.sum() / N) / N,
            2 * c / N,
        ],
        {4: 3 * c / N},
    )
    Jb = J(bn, x)[:, k, :, k]
    W = ga[k] * ((I - 1 / N) / q - np.outer(c, c) / (N * q**3))
    C("c", [Jb, W], {1: ga[k] * ((I - 1 / N) / q + np.outer(c, c) / (N * q**3))})
    u = J(L, bn(x))[:, k]
    g = J(lambda x: L(bn(x)), x)[:, k]
    cc = np.outer(c, c)
    C(
        "d",
        [
            g,
            u @ Jb,
            u @ W,
            ga[k] / q * (u @ (I - 1 / N) - u @ cc / (N * v)),
            ga[k] / q * (u - u.sum() / N - u @ cc / v / N),
        ],
        {4: ga[k] / q * (u + u.sum() / N - u @ cc / v / N)},
    )
    h = (x - mu(x)) / np.sqrt(s2(x) + ep)
    Jg = J(lambda g: g * h + be, ga)[:, k, k]
    C(
        "e",
        [J(lambda g: L(g * h + be), ga)[k], (u * Jg).sum(), (u * c / q).sum()],
        {2: (u * (x[:, k] + mu(x)[k]) / q).sum()},
    )
    C("f", [J(lambda b: L(ga * h + b), be)[k], u.sum()])


@source
def globast_residuos(r, C, X):
    n = r.randint(3, 7)
    A = np.c_[np.ones(n), r.normal(size=n)]
    b, u = r.normal(size=2), r.normal(size=n)
    s = r.uniform(0.5, 2)
    y = A @ b + u
    bh = inv(A.T @ A) @ A.T @ y
    H = A @ inv(A.T @ A) @ A.T
    I = np.eye(n)
    M = I - H
    e = y - A @ bh
    C("a", [e, e, y - A @ bh, (I - H) @ y], {3: (I + H) @ y})
    C("b", [e, M @ y, M @ (A @ b + u), (M @ A) @ b + M @ u, M @ u], {4: H @ u})
    C("c", [e @ e, e @ e, (M @ u) @ (M @ u), u @ M.T @ M @ u], {3: u @ M.T @ H @ u})
    C("d", [e @ e, u @ M @ u])
    C("e", [e @ e / s**2, (u / s) @ M @ (u / s)])
    C("f", [e @ e / s**2, (u / s) @ M @ (u / s)])
    rk = lambda B: float(np.linalg.matrix_rank(B, tol=1e-8))
    C("g", [rk(M), rk(I - H), n - rk(H), n - 2.0], {3: n - 1.0})


@source
def lasso_orthogonal(r, C, X):
    p = r.randint(1, 5)
    n = p + r.randint(0, 4)
    A = np.linalg.qr(r.normal(size=(n, p)))[0]
    y, b = r.normal(size=n), r.normal(size=p)
    ls = A.T @ y
    s = lambda v: v @ v
    e, f = y - A @ ls, A @ ls - A @ b
    C("a", [s(y - A @ b), s(y - A @ ls + A @ ls - A @ b), s(e) + s(f)], {2: s(e) - s(f)})
    C("b", [2 * e @ f, 2 * e @ f, 0.0])


det, tr = np.linalg.det, np.trace


@source
def macdonald_problems(r, C, X):
    n = r.randint(1, 6)
    u, v = r.normal(size=(2, n))
    if r.rand() < 0.5:
        v = u + 0.3 * v
    t = r.normal()
    s = lambda a: a @ a
    z = np.zeros(n)
    C("a", [u @ z, u @ (z + z), u @ z + u @ z])
    C("b", [u @ z, 0.0])
    C("c", [s(u + v) + s(u - v), 2 * (s(u) + s(v))], {0: s(u + v) + s(u + v)})
    plus = [s(u + v), (u + v) @ (u + v), s(u) + s(v) + 2 * (u @ v)]
    minus = [s(u - v), (u - v) @ (u - v), s(u) + s(v) - 2 * (u @ v)]
    C("d", plus, {2: s(u) + s(v) - 2 * (u @ v)})
    C("e", minus)
    C("f", [s(u + v) + s(u - v), 2 * (s(u) + s(v))])
    C("g", plus)
    C("h", minus, {2: s(u) + s(v) + 2 * (u @ v)})
    C("i", [u @ v, (s(u) + s(v)) / 2], le=(1,))
    C("j", minus, {2: s(u) + s(v) - 3 * (u @ v)})
    C("k", [s(u) + s(v) - 2 * (u @ v), 0.0], ge=(1,))
    C("l", [u @ v, (s(u) + s(v)) / 2], {1: (s(u) + s(v)) / 3}, le=(1,))
    C("m", [(u + v) @ (u - v), s(u) - s(v)], {1: s(u) + s(v)})
    n = r.randint(2, 6)
    u, v = r.normal(size=(2, n))
    v = v - (u @ v) / (u @ u) * u
    last = s(u) + t**2 * s(v)
    C(
        "n",
        [s(u + t * v), (u + t * v) @ (u + t * v), s(u) + t**2 * s(v) + 2 * t * (u @ v), last],
        {3: s(u) + t**3 * s(v)},
    )
    C("o", [s(u + t * v), s(u)], {1: s(v)}, ge=(1,))
    C("p", [norm(u + t * v), norm(u)], ge=(1,))


@source
def affine_qa(r, C, X):
    n, d = r.randint(2, 6, size=2)
    x = r.normal(size=(n, d))
    x = x - x.mean(0)
    x0 = r.normal(size=d)
    B = r.normal(size=(d, r.randint(1, d)))
    P = B @ inv(B.T @ B) @ B.T
    s = lambda a: a @ a
    a = sum(s(z - (x0 + P @ (z - x0))) for z in x)
    b = sum(s(z) + s(x0) - 2 * z @ x0 - s(P @ z) - s(P @ x0) - 2 * (P @ z) @ (P @ x0) for z in x)
    c = sum(s(z) + s(x0) - s(P @ z) - s(P @ x0) for z in x)
    e = sum(s(z - P @ z) + s(x0 - P @ x0) for z in x)
    C("a", [a, b, c, e], {3: sum(s(z - P @ z) + s(x0 + P @ x0) for z in x)})


@source
def pairs_qa(r, C, X):
    n = r.randint(2, 7)
    x = r.normal(size=n)
    m = x.mean()
    S = ((x - m) ** 2).sum()
    off = np.outer(x, x).sum() - (x * x).sum()
    C("a", [S / (n * (n - 1)), m**2 - off / (n * (n - 1))])
    X(1, S / (n * (n - 1)), ((x * x).sum() - n * m) / (n * (n - 1)))
    C("b", [S, (x * x).sum() - n * m**2], {1: (x * x).sum() - m**2})
    C("c", [n**2 * m**2, x.sum() ** 2, (x * x).sum() + off], {2: (x * x).sum() - off})


@source
def inverse_qa(r, C, X):
    n = r.randint(1, 5)
    A, B = r.normal(size=(2, n, n)) + 2 * np.eye(n)
    E = np.eye(n)
    i = inv(E + B @ A)
    C("a", [(E + B @ A) @ (E - inv(inv(B) + A) @ A), E], {0: (E + B @ A) @ (E - inv(inv(B) - A) @ A)})
    C(
        "b",
        [
            E - inv(inv(B) + A) @ A,
            E - inv(inv(B) @ (E + B @ A)) @ A,
            E - i @ B @ A,
            E - i @ (E + B @ A - E),
            E - i @ (E + B @ A) + i,
            E - E + i,
            i,
        ],
        {6: inv(E - B @ A)},
    )


@source
def push_through_hw(r, C, X):
    n = r.randint(1, 5)
    P, Q = r.normal(size=(2, n, n)) + 2 * np.eye(n)
    E, p = np.eye(n), inv(P)
    C("a", [inv(E + P @ Q) @ P, P @ inv(E + Q @ P)], {1: Q @ inv(E + Q @ P)})
    k = E @ p + Q @ P @ p
    C(
        "b",
        [
            inv(E + P @ Q) @ P,
            inv(P @ E @ p + P @ Q @ P @ p) @ P,
            inv(P @ k) @ P,
            inv(k) @ p @ P,
            inv(k),
            inv((E + Q @ P) @ p),
            P @ inv(E + Q @ P),
        ],
        {6: P @ inv(E - Q @ P)},
    )


@source
def newton_page(r, C, X):
    n = r.randint(1, 5)
    A, x, b, xk, c = spd(r, n), r.normal(size=n), r.normal(size=n), r.normal(size=n), r.normal()
    f = lambda x: 0.5 * x @ A @ x - b @ x + c
    C("a", [J(f, x), A @ x - b], {1: A @ x + b})
    h = 0.5
    e = np.eye(n) * h
    Hess = lambda x: np.array(
        [[(f(x + p + q) - f(x + p - q) - f(x - p + q) + f(x - p - q)) / (4 * h * h) for p in e] for q in e]
    )
    C("b", [Hess(x), A])
    new = xk - inv(Hess(xk)) @ J(f, xk)
    C("c", [new, xk - inv(A) @ (A @ xk - b)])
    C("d", [new, xk - inv(A) @ A @ xk + inv(A) @ b])
    C("e", [new, inv(A) @ b], {1: inv(A) @ xk})


@source
def lagrange_qa(r, C, X):
    D = r.randint(1, 6)
    x, x0, w = r.normal(size=(3, D))
    lam, b = r.normal(size=2)
    L = lambda x, lam: (x - x0) @ (x - x0) + 2 * lam * (w @ x + b)
    long = x @ x - 2 * (x0 - lam * w) @ x
    C("a", [L(x, lam), long + 2 * lam * b + x0 @ x0], {1: long - 2 * lam * b + x0 @ x0})
    C("b", [J(lambda x: L(x, lam), x), 2 * x - 2 * (x0 - lam * w)])
    # x = x0 - lam w on the hyperplane, solved as two linear equations for (x, lam)
    M = np.block([[np.eye(D), w[:, None]], [w[None, :], np.zeros((1, 1))]])
    lam = np.linalg.solve(M, np.append(x0, -b))[-1]
    C("c", [lam, (w @ x0 + b) / norm(w) ** 2])
    C("d", [norm(x0 - lam * w - x0), abs(lam) * norm(w), abs(w @ x0 + b) / norm(w)], {2: abs(w @ x0 - b) / norm(w)})


@source
def quadratic_page(r, C, X):
    n = r.randint(2, 7)
    x = r.normal(size=n)
    m, S2 = x.mean(), x.var(ddof=1)
    C("a", [x @ (np.eye(n) - np.ones((n, n)) / n) @ x, (n - 1) * S2], {1: (n + 1) * S2})
    q, o = (x * x).sum(), np.outer(x, x)
    off = sum(o[i, j] for i in range(n) for j in range(n) if i != j)
    X(1, (1 - 1 / n) * q - off / n, q - q / n - o.sum() / n)
    C("b", [q - q / n - o.sum() / n, q - q / n - o.sum() / n])
    X(2, q - q / n - o.sum() / n, q - x.sum() * x.sum() / n)
    C("c", [q - x.sum() * x.sum() / n, q - n * m**2, (n - 1) * S2], {0: q + x.sum() * x.sum() / n})


@source
def show_y_qa(r, C, X):
    n = r.randint(2, 7)
    y = r.normal(size=n)
    m, q = y.mean(), (y * y).sum()
    C("a", [y @ y - y.sum() ** 2 / n, q - y.sum() ** 2 / n, q - (n * m) ** 2 / n, q - n * m**2], {3: q + n * m**2})
    C(
        "b",
        [
            ((y - m) ** 2).sum(),
            (y**2 - 2 * m * y + m**2).sum(),
            q - 2 * m * y.sum() + n * m**2,
            q - 2 * m * (n * m) + n * m**2,
            q - n * m**2,
        ],
        {4: q - m**2},
    )


@source
def total_squares_qa(r, C, X):
    n = r.randint(2, 7)
    y, one = r.normal(size=n), np.ones((n, 1))
    G = one @ inv(one.T @ one) @ one.T
    B = np.eye(n) - G
    m, q = y.mean(), (y * y).sum()
    C("a", [((y - m) ** 2).sum(), y @ B.T @ B @ y])
    C("b", [(1 - 1 / n) ** 2 + (n - 1) * (-1 / n) ** 2, 1 - 1 / n])
    k = 2 * (1 - 1 / n) * (-1 / n)
    C("c", [k + (n - 2) * (-1 / n) ** 2, -1 / n], {0: k + (n - 1) * (-1 / n) ** 2})
    C("d", [B.T @ B, B @ B, B])
    C("e", [y @ B.T @ B @ y, y @ B @ y, y @ y - y @ G @ y], {2: y @ y + y @ G @ y})
    C("f", [y @ np.eye(n) @ y, q])
    C("g", [y @ G @ y, np.outer(y, y).sum() / n, y.sum() ** 2 / n, n * m**2], {3: m**2})
    C("h", [y @ B.T @ B @ y, q - n * m**2, (y**2 - m**2).sum(), ((y - m) ** 2).sum()], {3: ((y + m) ** 2).sum()})


@source
def jacobi_wiki(r, C, X):
    n = r.randint(1, 5)
    A, W = r.normal(size=(2, n, n))
    C("a", [J(lambda t: det(A + t * W), 0.0), tr(inv(A) @ W) * det(A)], {1: tr(inv(A) @ W) * det(W)})
    a, b, da, db = r.normal(size=4)
    d = J(lambda t: (a + t * da) * (b + t * db), 0.0)
    C("b", [d, a * db + b * da, a * b * (da / a + db / b)], {2: a * b * (da / a - db / b)})


@source
def normal_readme(r, C, X):
    x, mu, s = r.normal(), r.normal(), r.uniform(0.3, 3)
    lp = lambda x, mu, s: np.log(1 / np.sqrt(2 * np.pi * s**2) * np.exp(-((x - mu) ** 2) / (2 * s**2)))
    X(1, lp(x, mu, s), -np.log(2 * np.pi) / 2 - np.log(s) / 2 - (x - mu) ** 2 / (2 * s**2))
    C("a", [J(lambda x: lp(x, mu, s), x), -(x - mu) / s**2], {1: -(x - mu) / s**3})
    C("b", [J(lambda m: lp(x, m, s), mu), (x - mu) / s**2])
    X(2, J(lambda s: lp(x, mu, s), s), -1 / (2 * s) + (x - mu) ** 2 / s**3)
    n = r.randint(2, 5)
    x, mu, L = r.normal(size=n), r.normal(size=n), 0.3 * r.normal(size=(n, n)) + 1.5 * np.eye(n)
    S = L.T @ L
    p = lambda x, mu: np.log((2 * np.pi) ** (-n / 2) * det(S) ** -0.5 * np.exp(-0.5 * (x - mu) @ inv(S) @ (x - mu)))
    C("c", [p(x, mu), -n * np.log(2 * np.pi) / 2 - np.log(det(S)) / 2 - (x - mu) @ inv(S) @ (x - mu) / 2])
    dx = -inv(S) @ (2 * x - 2 * mu) / 2
    q = lambda x, mu: -0.5 * (x - mu) @ inv(S) @ (x - mu)
    C("d", [J(lambda x: q(x, mu), x), dx])
    X(3, dx, -inv(L @ L.T) @ (x - mu))
    C(
        "e",
        [J(lambda m: q(x, m), mu), inv(S) @ (2 * x - 2 * mu) / 2, inv(L.T @ L) @ (x - mu)],
        {2: inv(L.T @ L) @ (x + mu)},
    )


@source
def logistic_newton(r, C, X):
    n, d = r.randint(2, 6, size=2)
    A, w, y = r.normal(size=(n, d)), r.normal(size=d), r.uniform(0, 1, size=n)
    al = lambda w: 1 / (1 + np.exp(-A @ w))
    e = np.exp(-A @ w)[:, None]
    C(
        "a",
        [J(lambda w: np.log(al(w)), w), J(lambda w: -np.log(1 + np.exp(-A @ w)), w), A * e / (1 + e)],
        {2: A * np.exp(A @ w)[:, None] / (1 + e)},
    )
    ex = lambda w: np.exp(-A @ w)
    C(
        "b",
        [
            J(lambda w: np.log(1 - al(w)), w),
            J(lambda w: np.log(ex(w) / (1 + ex(w))), w),
            J(lambda w: np.log(ex(w)) - np.log(1 + ex(w)), w),
            -A + A * e / (1 + e),
            -A / (1 + e),
        ],
        {4: A / (1 + e)},
    )
    L = lambda w: -(y * np.log(al(w))).sum() - ((1 - y) * np.log(1 - al(w))).sum()
    Y = y[:, None]
    C(
        "c",
        [
            J(L, w),
            -(Y * A * e / (1 + e) + (1 - Y) * -A / (1 + e)).sum(0),
            -(A * (Y * (1 + e) - 1) / (1 + e)).sum(0),
            -((y - al(w)) @ A),
            (al(w) - y) @ A,
        ],
        {4: (al(w) + y) @ A},
    )


@source
def week_page(r, C, X):
    n = r.randint(2, 6)
    A, x = r.normal(size=(n, n)), r.normal(size=n)
    C("a", [x @ A @ x, np.einsum("i,ij,j", x, A, x)])
    C(
        "b",
        [J(lambda x: x @ A @ x, x), np.einsum("ik,i->k", A, x) + np.einsum("kj,j->k", A, x)],
        {1: np.einsum("ik,i->k", A, x) + np.einsum("jk,j->k", A, x)},
    )
    C("c", [J(lambda x: x @ A @ x, x), x @ (A.T + A)])
    S = A + A.T
    C("d", [J(lambda x: x @ S @ x, x), 2 * x @ S], {1: 3 * x @ S})


@source
def quad_index_qa(r, C, X):
    n = r.randint(2, 6)
    A, x, h = r.normal(size=(n, n)), r.normal(size=n), r.normal(size=n)
    D = J(lambda x: x @ A @ x, x)
    C("a", [x @ A @ x, np.einsum("i,ij,j", x, A, x)])
    C("b", [D, np.einsum("i,ik->k", x, A) + np.einsum("kj,j->k", A, x)])
    C("c", [D, x @ A + x @ A.T, x @ (A + A.T)], {2: x @ (A - A.T)})
    C(
        "d",
        [
            D,
            np.array(
                [
                    J(lambda t: (x + (t - x[k]) * np.eye(n)[k]) @ A @ (x + (t - x[k]) * np.eye(n)[k]), x[k])
                    for k in range(n)
                ]
            ),
        ],
    )
    m = x @ A @ x + x @ A @ h + h @ A @ x + h @ A @ h
    C(
        "e",
        [(x + h) @ A @ (x + h), m, x @ A @ x + (x @ A + x @ A.T) @ h + h @ A @ h],
        {2: x @ A @ x + (x @ A - x @ A.T) @ h + h @ A @ h},
    )
    C("f", [J(lambda h: (x + h) @ A @ (x + h), np.zeros(n)), x @ A + x @ A.T])


@source
def projection_qa(r, C, X):
    n = r.randint(1, 6)
    x0, w, x = r.normal(size=(3, n))
    b = -w @ x
    pr = lambda v: (v @ w) / (w @ w) * w
    d = norm(pr(x0 - x))
    C(
        "a",
        [
            d,
            norm(((x0 - x) @ w) / (w @ w) * w),
            abs(x0 @ w - x @ w) * norm(w) / norm(w) ** 2,
            abs(x0 @ w - x @ w) / norm(w),
        ],
        {3: abs(x0 @ w + x @ w) / norm(w)},
    )
    C("b", [d, abs(x0 @ w + b) / norm(w)], {1: abs(x0 @ w - b) / norm(w)})


@source
def gauss_notebook(r, C, X):
    m, p = r.randint(2, 6), r.randint(2, 5)
    x, mu, S = r.normal(size=(m, p)), r.normal(size=p), spd(r, p)
    Z = x - mu
    quad = np.einsum("ij,jk,ik->i", Z, inv(S), Z)
    dens = np.exp(-quad / 2) / ((2 * np.pi) ** (p / 2) * det(S) ** 0.5)
    C(
        "a",
        [np.log(np.prod(dens)), (-p * np.log(2 * np.pi) / 2 - np.log(det(S)) / 2 - quad / 2).sum()],
        {1: (-p * np.log(2 * np.pi) / 2 + np.log(det(S)) / 2 - quad / 2).sum()},
    )
    K = -m * p * np.log(2 * np.pi) / 2
    l = lambda mu: K - m * np.log(det(S)) / 2 - np.einsum("ij,jk,ik->", x - mu, inv(S), x - mu) / 2
    X(1, J(l, mu), (inv(S) @ (mu - x).T).sum(1))
    C("b", [x.sum(0) / m, x.mean(0)], {1: mu})
    v, A = r.normal(size=p), r.normal(size=(p, p))
    dA = J(lambda A: v @ A @ v, A)
    dT = J(lambda A: tr((v @ v) * A), A)
    X(2, dA, dT)
    X(3, dT, np.outer(v, v).T)
    t = sum(tr(np.outer(z, z) @ inv(S)) for z in Z)
    C(
        "c",
        [l(mu), K - m * np.log(det(S)) / 2 - quad.sum() / 2, K + m * np.log(det(inv(S))) / 2 - t / 2],
        {2: K - m * np.log(det(inv(S))) / 2 - t / 2},
    )


@source
def ols_properties_nb(r, C, X):
    p = r.randint(1, 4)
    m = r.randint(p + 2, 9)
    for constant in (False, True):
        M = r.normal(size=(m, p))
        if constant:
            M[:, 0] = 1
        y = r.normal(size=m) + 1
        be = inv(M.T @ M) @ M.T @ y
        yh = M @ be
        e = y - yh
        if not constant:
            C("a", [M.T @ M @ be, M.T @ y, M.T @ (M @ be + e), M.T @ M @ be + M.T @ e])
            C("b", [M.T @ e, np.zeros(p)], {0: M.T @ y})
            C("l", [yh @ e, (M @ be) @ e, be @ (M.T @ e), 0.0], {2: be @ (M.T @ y)})
            continue
        C("c", [e.sum(), 0.0])
        C("d", [e.sum(), 0.0])
        C("e", [e.sum() / m, 0.0])
        C("f", [e.mean(), 0.0])
        C("g", [(y - yh).mean(), y.mean() - yh.mean(), 0.0], {1: y.mean() + yh.mean()})
        C("h", [y.mean(), yh.mean()], {1: e.mean()})
        C("i", [e.mean(), 0.0])
        C("j", [(y - yh).mean(), (y - M @ be).mean(), y.mean() - (M @ be).mean(), 0.0], {2: y.mean() + (M @ be).mean()})
        C("k", [y.mean(), (M @ be).mean()])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
