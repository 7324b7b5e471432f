"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_fourth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, source

HERE = pathlib.Path(__file__).parent


@source
def quadratic_forms(r, C, X):
    n = r.randint(3, 7)
    p = r.randint(1, n)
    A = np.column_stack([np.ones(n), r.normal(size=(n, p - 1))])
    y = r.normal(size=n)
    H, Jm, I = A @ inv(A.T @ A) @ A.T, np.ones((n, n)), np.eye(n)
    s, yb, q, h = y.sum(), y.mean(), y @ y, H @ y
    sst, sse, ssr = ((y - yb) ** 2).sum(), ((y - h) ** 2).sum(), ((h - yb) ** 2).sum()
    row = q - np.full(n, s) @ y / n
    a = [sst, sst, (y**2 - 2 * y * yb + yb**2).sum(), (y**2 - 2 * y * (s / n) + (s / n) ** 2).sum()]
    a += [
        q - 2 * s * (s / n) + n * (s / n) ** 2,
        q - 2 / n * s**2 + s**2 / n,
        q - s**2 / n,
        q - sum(yi * s for yi in y) / n,
    ]
    a += [row, q - y @ Jm @ y / n, q - y @ Jm @ y / n, y @ (I - Jm / n) @ y]
    C("a", a, {5: q - s**2 / n + s**2 / n, 11: y @ (I + Jm / n) @ y})
    b = [
        sse,
        sse,
        (y - h) @ (y - h),
        q - y @ h - h @ y + h @ h,
        q - 2 * h @ y + h @ h,
        q - 2 * (H @ y) @ y + (H @ y) @ H @ y,
    ]
    b += [q - 2 * y @ H.T @ y + y @ H.T @ H @ y, q - 2 * y @ H @ y + y @ H @ H @ y, q - 2 * y @ H @ y + y @ (H @ H) @ y]
    b += [q - 2 * y @ H @ y + y @ H @ y, q - y @ H @ y, y @ (I - H) @ y]
    C("b", b, {4: q - 3 * h @ y + h @ h, 10: q + y @ H @ y})
    C("c", [ssr, sst - sse, y @ (I - Jm / n) @ y - y @ (I - H) @ y, y @ (H - Jm / n) @ y], {3: y @ (I - Jm / n) @ y})
    C("d", [(Jm / n) @ (Jm / n), Jm @ Jm / n**2, n * Jm / n**2, Jm / n, Jm / n], {1: Jm @ Jm / n})
    D = I - Jm / n
    C(
        "e",
        [D @ D, I @ I - 2 / n * Jm @ I + Jm @ Jm / n**2, I - 2 / n * Jm + Jm / n, D],
        {1: I + 2 / n * Jm + Jm @ Jm / n**2},
    )
    C("f", [(I - H) @ (I - H), I @ I - 2 * H @ I + H @ H, I - 2 * H + H, I - H])
    one = np.ones((n, 1))
    C("g", [one @ inv(one.T @ one) @ one.T, one / n @ one.T, Jm / n], {2: 2 * Jm / n})
    C("h", [H @ Jm / n, Jm @ H / n, Jm / n], {2: H / n})
    E = H - Jm / n
    C("k", [E @ E, H @ H - H @ Jm / n - Jm @ H / n + Jm @ Jm / n**2, H - Jm / n - Jm / n + Jm / n, E], {3: H + Jm / n})
    tr = np.trace
    rk = lambda M: np.linalg.matrix_rank(M, tol=1e-8)
    C("l", [rk(D), tr(D), tr(I) - tr(Jm / n), n - n / n, n - 1], {4: n + 1})
    C("m", [rk(I - H), tr(I - H), tr(I) - tr(H), n - p])
    C("o", [rk(E), tr(E), tr(H) - tr(Jm / n), p - 1], {1: tr(H + Jm / n)})


@source
def fdu_regression(r, C, X):
    n = r.randint(3, 7)
    x, y0, eps = r.normal(size=(3, n))
    al, be = r.normal(size=2)
    o = np.ones(n)

    def sums(y):
        xb, yb = x.mean(), y.mean()
        return xb, yb, ((x - xb) ** 2).sum(), ((y - yb) ** 2).sum(), ((x - xb) * (y - yb)).sum()

    y = y0
    xb, yb, xx, yy, xy = sums(y)
    C("a", [xb, o @ x / n])
    C("b", [yb, o @ y / n], {1: o @ x / n})
    u, v = x - xb * o, y - yb * o
    c = [xx, u @ u, x @ x - 2 * xb * o @ x + xb**2 * o @ o, x @ x - 2 * n * xb**2 + n * xb**2, x @ x - n * xb**2]
    C("c", c, {2: x @ x - 3 * xb * o @ x + xb**2 * o @ o})
    e = [yy, v @ v, y @ y - 2 * yb * o @ y + yb**2 * o @ o, y @ y - 2 * n * yb**2 + n * yb**2, y @ y - n * yb**2]
    C("e", e, {4: y @ y + n * yb**2})
    C(
        "f",
        [xy, u @ v, x @ y - xb * o @ y - yb * o @ x + xb * yb * o @ o, x @ y - n * xb * yb],
        {2: x @ y - xb * o @ y + yb * o @ x + xb * yb * o @ o},
    )
    rss = lambda a, b: ((y - (a + b * x)) ** 2).sum()
    res = y - al * o - be * x
    C("g", [rss(al, be), norm(res) ** 2])
    da, db = J(lambda a: rss(a, be), al), J(lambda b: rss(al, b), be)
    X(1, da, o @ (2 * res))
    h = [
        o @ (2 * res),
        2 * (o @ y - al * o @ o - be * o @ x),
        2 * (n * yb - al * n - be * n * xb),
        2 * n * (yb - al - be * xb),
    ]
    C("h", h, {2: 2 * (n * yb - al * n - be * n * yb)})
    X(2, db, x @ (2 * res))
    k = [x @ (2 * res), 2 * (x @ y - al * x @ o - be * x @ x), 2 * (x @ y - al * n * xb - be * x @ x)]
    C("k", k)
    X(3, da, h[3])
    X(4, db, k[2])
    C("l", [(x @ y - n * xb * yb) / (x @ x - n * xb**2), xy / xx])
    C("m", [xy / xx, (x @ y - n * xb * yb) / (x @ x - n * xb**2)])
    y = al * o + be * x + eps
    xb, yb, xx, yy, xy = sums(y)
    bh = xy / xx
    ah = yb - bh * xb
    w = u @ eps
    p = [bh, (x @ y - n * xb * yb) / xx, u @ y / xx, u @ (al * o + be * x + eps) / xx]
    p += [(al * (x @ o - xb * o @ o) + be * (x @ x - xb * o @ x) + w) / xx]
    p += [(al * (n * xb - n * xb) + be * (x @ x - n * xb**2) + w) / xx, (al * 0 + be * xx + w) / xx, be + w / xx]
    C("o", p, {5: (al * (n * xb - n * xb) + be * (x @ x + n * xb**2) + w) / xx, 7: al + w / xx})
    t = (o / n - xb * u / xx) @ eps
    q = [ah, o @ y / n - (be + w / xx) * xb, o @ (al * o + be * x + eps) / n - be * xb - w / xx * xb]
    q += [al * (o @ o / n) + be * (o @ x / n - xb) + o @ eps / n - xb * w / xx, al + t]
    C("p", q, {4: al + (o / n + xb * u / xx) @ eps})
    C("q", [ah - al, t])
    C("r", [bh - be, u / xx @ eps], {1: (x + xb * o) / xx @ eps})


@source
def nabla_layernorm(r, C, X):
    n = r.randint(3, 7)
    x, ga, be = r.normal(size=(3, n))
    L = loss(r, n)
    mf = lambda x: x.sum() / n
    sf = lambda x, m: np.sqrt(((x - m) ** 2).sum() / n)
    hf = lambda x, m, s: (x - m) / s
    yf = lambda h: ga * h + be
    m = mf(x)
    s = sf(x, m)
    h = hf(x, m, s)
    gy, gh = J(L, yf(h)), J(lambda h: L(yf(h)), h)
    gx = J(lambda x: L(yf(hf(x, mf(x), sf(x, mf(x))))), x)
    C("a", [gh, gy @ J(yf, h), gy * ga], {2: gy * be})
    C("c", [J(mf, x), 1 / n])
    hm, dm = J(lambda m: hf(x, m, s), m), J(mf, x)
    C("d", [hm, -1 / s], {1: 1 / s})
    C("e", [np.outer(hm, dm), np.outer(hm, dm), np.full((n, n), -1 / s * (1 / n)), -1 / (n * s)])
    ds = J(lambda x: sf(x, mf(x)), x)
    dv = J(lambda x: ((x - mf(x)) ** 2).sum() / n, x)
    C("f", [2 * s * ds, dv])
    C("g", [ds, dv / (2 * s)], {1: dv / s})
    K = J(lambda x: (x - mf(x)) ** 2, x)
    C("h", [np.diag(K), 2 * (x - m) * (1 - dm), 2 * (x - m) * (1 - 1 / n)], {1: 2 * (x - m) * (1 + dm)})
    F = 2 * np.outer(x - m, -dm)
    C("k", [K, F, -2 * np.outer(x - m, np.ones(n)) / n])
    rest = 2 * ((x - m).sum() - (x - m)) / n
    C(
        "l",
        [ds, 1 / (2 * s) / n * (2 * (x - m) * (1 - 1 / n) - rest)],
        {1: 1 / (2 * s) / n * (2 * (x - m) * (1 - 1 / n) + rest)},
    )
    C("m", [ds, (x - m) / (n * s)])
    C("o", [ds, h / n])
    hs = J(lambda s: hf(x, m, s), s)
    C("p", [hs, -(x - m) / s**2, -h / s], {1: -(x - m) / s})
    C("q", [np.outer(hs, ds), np.outer(hs, ds), np.outer(-h / s, h / n), -np.outer(h, h) / (n * s)])
    C(
        "r",
        [gx, gh / s - gh.sum() / (n * s) - h * (gh @ h) / (n * s)],
        {1: gh / s - gh.sum() / (n * s) - h * (gh @ h) / s},
    )
    C("s", [gx, (gy * ga - (gy * ga).sum() / n - h * (gy * ga * h).sum() / n) / s])


@source
def whitening_post(r, C, X):
    p = r.randint(2, 5)
    n = r.randint(2, 6)
    A, x, y = r.normal(size=(n, p)), r.normal(size=p), r.normal(size=p)
    U, Q = (np.linalg.qr(r.normal(size=(p, p)))[0] for _ in range(2))
    lam = r.uniform(0.3, 3, size=p)
    pw = lambda e: U @ np.diag(lam**e) @ U.T
    S, R, I = pw(1), pw(-0.5), np.eye(p)
    W, tr, L = Q @ R, np.trace, np.diag(lam**-0.5)
    C("a", [W @ W.T, Q @ R @ (Q @ R).T, Q @ R @ R @ Q.T], {2: Q @ pw(0.5) @ R @ Q.T})
    X(1, Q @ R @ R @ Q.T, inv(S))
    C("b", [inv(np.real(U @ np.diag(np.sqrt(lam)) @ U.T)), U @ L @ U.T], {1: U @ np.diag(lam**-1.0) @ U.T})
    C("c", [W, Q @ U @ L @ U.T])
    C("d", [A @ W, A @ Q @ U @ L @ U.T], {1: A @ U @ Q @ L @ U.T})
    t = y @ y - 2 * tr(np.outer(y, x)) + x @ x
    C("e", [(y - x) @ (y - x), t], {1: y @ y + 2 * tr(np.outer(y, x)) + x @ x})
    X(2, t, tr(I) - 2 * tr(np.outer(x, y)) + x @ x)
    f = tr(S @ Q @ R)
    C("f", [f, f, f, tr(Q @ pw(0.5))])
    C("g", [A @ W, A @ Q @ R, A @ I @ R, A @ R], {3: A @ pw(0.5)})
    g = tr(S @ W @ W.T @ S)
    C("h", [g, g, g, tr(S @ Q @ R @ R @ Q.T @ S)])
    X(3, tr(S @ Q @ R @ R @ Q.T @ S), tr(Q @ S @ Q.T))


@source
def batchnorm_part2(r, C, X):
    m = r.randint(3, 7)
    x = r.normal(size=m)
    ga, be = r.normal(size=2)
    ep = r.uniform(0.1, 1)
    L = loss(r, m)
    mf = lambda x: x.sum() / m
    vf = lambda x, mu: ((x - mu) ** 2).sum() / m
    hf = lambda x, mu, v: (x - mu) / np.sqrt(v + ep)
    yf = lambda h: ga * h + be
    mu = mf(x)
    v = vf(x, mu)
    h = hf(x, mu, v)
    root = np.sqrt(v + ep)
    yh = np.diag(J(yf, h))
    C("a", [yh, np.diag(J(lambda h: ga * h + be, h)), np.full(m, ga)], {2: np.full(m, be)})
    hx = np.diag(J(lambda x: hf(x, mu, v), x))
    C("b", [hx, hx, np.diag(J(lambda x: x / root - mu / root, x)), 1 / root], {3: 2 / root})
    hv = J(lambda v: hf(x, mu, v), v)
    C(
        "c",
        [hv, hv, J(lambda v: (x - mu) * (v + ep) ** -0.5, v), -(x - mu) * (v + ep) ** -1.5 / 2],
        {3: -(x - mu) * (v + ep) ** -0.5 / 2},
    )
    hm = J(lambda mu: hf(x, mu, v), mu)
    C("d", [hm, J(lambda mu: x / root - mu / root, mu), -1 / root], {2: 1 / root})
    vm = J(lambda mu: vf(x, mu), mu)
    C(
        "e",
        [
            vm,
            vm,
            -2 / m * (x - mu).sum(),
            -2 * (x - mu).mean(),
            -2 * (x.mean() - mu),
            -2 * (mu - m * mu / m),
            -2 * (mu - mu),
            0,
        ],
    )
    fy, vx, mx = J(L, yf(h)), J(lambda x: vf(x, mu), x), J(mf, x)
    fx = J(lambda x: L(yf(hf(x, mf(x), vf(x, mf(x))))), x)
    u = fy * yh
    naive = u * hx + u * hm * mx + u * hv * vx + u * hv * vm * mx
    X(1, fx, naive)
    C("g", [naive, u * hx + u * hm * mx + u * hv * vx + 0], {1: u * hx - u * hm * mx + u * hv * vx + 0})
    C("h", [J(lambda h: L(yf(h)), h), fy * yh, fy * ga], {2: fy * be})


@source
def fwl_proof(r, C, X):
    k, l = r.randint(1, 4, size=2)
    n = k + l + r.randint(1, 4)
    A1, A2, y = r.normal(size=(n, k)), r.normal(size=(n, l)), r.normal(size=n)
    P = A2 @ inv(A2.T @ A2) @ A2.T
    I = np.eye(n)
    M = I - P
    A, B, D = A1.T @ A1, A1.T @ A2, A2.T @ A2
    b1 = np.linalg.lstsq(np.hstack([A1, A2]), y, rcond=None)[0][:k]
    K = A - B @ inv(D) @ B.T
    Z = inv(A1.T @ M @ A1)
    C("a", [K, A - A1.T @ A2 @ inv(D) @ A2.T @ A1, A1.T @ (I - P) @ A1, A1.T @ M @ A1], {2: A1.T @ (I + P) @ A1})
    b = [
        b1,
        inv(K) @ (A1.T @ y - B @ inv(D) @ A2.T @ y),
        Z @ (A1.T @ y - A1.T @ P @ y),
        Z @ A1.T @ (I - P) @ y,
        Z @ A1.T @ M @ y,
    ]
    C("b", b, {4: Z @ A1.T @ P @ y})
    yt, At = M @ y, M @ A1
    F = inv(At.T @ At) @ At.T @ yt
    C(
        "c",
        [F, inv((M @ A1).T @ (M @ A1)) @ (M @ A1).T @ (M @ y), inv(A1.T @ M.T @ M @ A1) @ A1.T @ M.T @ M @ y],
        {2: Z @ A1.T @ M.T @ P @ y},
    )
    C("d", [M.T, M])
    C("e", [M @ M, M], {1: P})
    C("f", [F, inv(A1.T @ M @ M @ A1) @ A1.T @ M @ M @ y, Z @ A1.T @ M @ y])
    C("g", [b1, Z @ A1.T @ M @ y, F])
    C("h", [b1, F], {1: inv(At.T @ At) @ F})


@source
def statproof_slope(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    xb, yb = x.mean(), y.mean()
    sxy, sxx = ((x - xb) * (y - yb)).sum() / (n - 1), ((x - xb) ** 2).sum() / (n - 1)
    b1 = sxy / sxx
    b0 = yb - b1 * xb
    q, t = x @ x, x @ y
    d = n * q - (n * xb) ** 2
    w = np.array([n * yb, t])
    C(
        "a",
        [
            np.array([b0, b1]),
            inv(np.array([[n, n * xb], [n * xb, q]])) @ w,
            np.array([[q, -n * xb], [-n * xb, n]]) @ w / d,
            np.array([n * yb * q - n * xb * t, n * t - (n * xb) * (n * yb)]) / d,
        ],
        {2: np.array([[q, -n * xb], [n * xb, n]]) @ w / d},
    )
    z = (t - sum([xb * yb] * n)) / (q - sum([xb**2] * n))
    C(
        "b",
        [
            b1,
            (n * t - n * xb * n * yb) / d,
            (t - n * xb * yb) / (q - n * xb**2),
            z,
            ((x - xb) * (y - yb)).sum() / ((x - xb) ** 2).sum(),
        ],
        {2: (t - 2 * xb * yb) / (q - n * xb**2)},
    )
    g = q - n * xb**2
    c = [
        b0,
        (n * yb * q - n * xb * t) / d,
        (yb * q - xb * t) / g,
        (yb * q - xb * t + n * xb**2 * yb - n * xb**2 * yb) / g,
    ]
    c += [(yb * g - xb * (t - n * xb * yb)) / g, yb * g / g - xb * (t - n * xb * yb) / g, yb - xb * z, yb - b1 * xb]
    C("c", c, {3: (yb * q - xb * t + n * xb**2 * yb + n * xb**2 * yb) / g})


@source
def mse_proofs(r, C, X):
    m = r.randint(2, 6)
    x, y = r.normal(size=(2, m))
    w, b = r.normal(size=2)
    yf = lambda w, b: b + w * x
    mse = lambda h: ((h - y) ** 2).sum() / m
    h = yf(w, b)
    g = J(mse, h)
    T = J(lambda h: (h - y) ** 2, h).sum(0) / m
    E = J(lambda h: h, h)
    a = [g, g, T, 2 / m * (h - y) @ E, 2 / m * (h - y) @ np.eye(m), 2 / m * (h - y)]
    C("a", a, {3: (h - y) @ E / m, 5: 2 / m * (h + y)})
    yb, yw = J(lambda b: yf(w, b), b), J(lambda w: yf(w, b), w)
    C("b", [yb, J(lambda b: b + w * x, b), np.ones(m)], {2: 2 * np.ones(m)})
    C("c", [yw, J(lambda w: b + w * x, w), J(lambda w: w * x, w), x])
    o = np.ones(m)
    u = 2 / m * (h - y)
    C("d", [J(lambda b: mse(yf(w, b)), b), g @ yb, u @ o, 2 / m * np.dot(h - y, o), u @ o], {4: u @ x})
    C("e", [J(lambda w: mse(yf(w, b)), w), g @ yw, u @ x, 2 / m * np.dot(h - y, x), u @ x], {2: u @ y})


@source
def linear_intro(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    u, v = x - x.mean(), y - y.mean()
    xx, yy, xy = u @ u, v @ v, u @ v
    w1 = xy / xx
    w0 = y.mean() - w1 * x.mean()
    e = y - w0 - w1 * x
    C("a", [w1, (u * v).sum() / (u**2).sum()])
    C("b", [e, v - w1 * u], {1: v + w1 * u})
    C("c", [e @ e, ((v - w1 * u) ** 2).sum(), yy - 2 * w1 * xy + w1**2 * xx], {2: yy - 3 * w1 * xy + w1**2 * xx})
    C("e", [e @ e, yy - 2 * xy**2 / xx + xy**2 / xx, yy - xy**2 / xx], {2: yy + xy**2 / xx})
    sx, sy, sxy = xx / n, yy / n, xy / n
    C("f", [e @ e / n, yy / n - xy**2 / (n * xx), sy - sxy**2 / sx])
    R = 1 - e @ e / (v @ v)
    C(
        "g",
        [R, 1 - (yy - xy**2 / xx) / yy, xy**2 / (xx * yy), sxy**2 / (sx * sy), (sxy / np.sqrt(sx * sy)) ** 2],
        {3: sxy**2 / (sx * sx)},
    )


@source
def pca_book(r, C, X):
    n = r.randint(2, 6)
    l = r.randint(1, n + 1)
    D = np.linalg.qr(r.normal(size=(n, l)))[0]
    x, c = r.normal(size=n), r.normal(size=l)
    g = D @ c
    C(
        "a",
        [(x - g) @ (x - g), x @ x - x @ g - g @ x + g @ g, x @ x - 2 * x @ g + g @ g],
        {1: x @ x + x @ g - g @ x + g @ g},
    )
    C("b", [D @ (D.T @ x), D @ D.T @ x], {1: -D @ D.T @ x})


@source
def recitation_solutions(r, C, X):
    B, b = np.array([[1, 2], [0, 1], [1, 1], [1, 0.0]]), np.array([0, 2, 1, -1.0])
    T, x = np.array([[1, 0, 1, 1], [2, 1, 1, 0.0]]), np.array([-1, 1.0])
    C("a", [B.T @ B, T @ B, np.array([[3, 3], [3, 6]])], {2: np.array([[3, 3], [3, 5]])})
    C("b", [B.T @ b, T @ b, np.array([0, 3])], {1: np.array([[1, 0, 1, 1], [2, 0, 1, 0]]) @ b})
    C("c", [B @ x, B @ x, np.array([1, 1, 0, -1])], {2: np.array([1, 1, 0, 1])})
    k = r.randint(1, 4)
    m, n = k + r.randint(0, 3, size=2)
    U, V = (np.linalg.qr(r.normal(size=(s, k)))[0] for s in (m, n))
    s = r.normal(size=k)
    S = np.diag(s)
    A, tr = U @ S @ V.T, np.trace
    C("e", [np.linalg.norm(A), np.sqrt(tr(A.T @ A))])
    C("f", [tr(A.T @ A), (A**2).sum()], {1: A.sum()})
    g = [tr(A.T @ A), tr((U @ S @ V.T).T @ (U @ S @ V.T)), tr(V @ S.T @ U.T @ U @ S @ V.T), tr(V @ S @ S @ V.T)]
    C("g", [*g, tr(S @ V.T @ V @ S), tr(S @ S), (s**2).sum()], {5: tr(S @ S @ S)})
    C("h", [np.linalg.norm(A), np.sqrt((s**2).sum())])


@source
def bce_proofs(r, C, X):
    m, n = r.randint(2, 5, size=2)
    A, y, w, b = r.normal(size=(m, n)), r.uniform(0.1, 0.9, size=m), r.normal(size=n), r.normal()
    zf = lambda w, b: b + A @ w
    sf = lambda z: 1 / (1 + np.exp(-z))
    bce = lambda a: -(y * np.log(a) + (1 - y) * np.log(1 - a)).sum() / m
    z = zf(w, b)
    a, I = sf(z), np.eye(m)
    g = J(bce, a)
    u = y / a - (1 - y) / (1 - a)
    T = J(lambda a: y * np.log(a) + (1 - y) * np.log(1 - a), a)
    E = J(lambda a: a, a)
    p = [g, g, -T.sum(0) / m, -((y / a) @ E - ((1 - y) / (1 - a)) @ E) / m, -u @ E / m, -u @ I / m, -u / m]
    C("a", p, {4: -(y / a + (1 - y) / (1 - a)) @ E / m})
    e = np.exp(-z)
    D, N = J(lambda z: 1 + np.exp(-z), z), J(lambda z: -z, z)
    c = [
        J(sf, z),
        J(lambda z: 1 / (1 + np.exp(-z)), z),
        J(lambda z: (1 + np.exp(-z)) ** -1, z),
        -((1 + e) ** -2)[:, None] * D,
    ]
    c += [
        -((1 + e) ** -2 * e)[:, None] * N,
        (1 + e) ** -2 * e * I,
        e / (1 + e) ** 2 * I,
        1 / (1 + e) * (e / (1 + e)) * I,
    ]
    c += [
        a * (e / (1 + e)) * I,
        a * ((1 + e - 1) / (1 + e)) * I,
        a * ((1 + e) / (1 + e) - 1 / (1 + e)) * I,
        a * (1 - a) * I,
    ]
    C("c", c, {3: -((1 + e) ** -1.0)[:, None] * D, 9: a * ((1 + e + 1) / (1 + e)) * I, 11: a * (1 + a) * I})
    zb, zw = J(lambda b: zf(w, b), b), J(lambda w: zf(w, b), w)
    C("d", [zb, zb, np.ones(m)])
    C("e", [zb, np.ones(m)], {1: z})
    C("f", [zw, zw, A @ J(lambda w: w, w), A @ np.eye(n), A])
    C("g", [zw, A], {1: -A})
    h = [J(lambda z: bce(sf(z)), z), g @ J(sf, z), -u / m @ (a * (1 - a) * I), -u / m * a * (1 - a)]
    h += [-(y * a * (1 - a) / a - a * (1 - y) * (1 - a) / (1 - a)) / m, -(y * (1 - a) - a * (1 - y)) / m]
    h += [-(y - y * a - a + y * a) / m, -(y - a) / m, (a - y) / m]
    C("h", h, {5: -(y * (1 - a) + a * (1 - y)) / m, 8: (a + y) / m})
    C("k", [J(lambda z: bce(sf(z)), z), (a - y) / m])


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


@source
def gd_theory(r, C, X):
    n = r.randint(1, 5)
    m = n + r.randint(1, 4)
    A = r.normal(size=(m, n))
    y, t, v = r.normal(size=m), r.normal(size=n), r.normal(size=n)
    f = lambda t: ((A @ t - y) ** 2).sum() / 2 / m
    g = lambda t: A.T @ (A @ t - y) / m
    C("a", [f(t), norm(A @ t - y) ** 2 / 2 / m])
    C("b", [J(f, t), g(t)])
    ex = t @ A.T @ A @ t - 2 * t @ A.T @ y + y @ y
    C("c", [f(t), (A @ t - y) @ (A @ t - y) / 2 / m, ex / 2 / m], {2: (ex + 4 * t @ A.T @ y) / 2 / m})
    C("d", [J(f, t), (2 * A.T @ A @ t - 2 * A.T @ y) / 2 / m, g(t)], {2: 2 * g(t)})
    H = J(g, t)
    C("e", [H, A.T @ A / m])
    C("f", [v @ H @ v, v @ (A.T @ A / m) @ v, norm(A @ v) ** 2 / m], {2: norm(A @ v) / m})
    C("g", [0, norm(A @ v) ** 2 / m], {1: norm(A @ v) / m}, le=(1,))


@source
def line_projection(r, C, X):
    n = r.randint(2, 6)
    u, v, w = r.normal(size=(3, n))
    c = v @ u / (u @ u)
    p = c * u
    proj = lambda v: v @ u / (u @ u) * u
    C("a", [(v - p) @ u, 0])
    C("b", [(v - c * u) @ u, 0])
    C("c", [v @ u - c * (u @ u), 0], {0: v @ u + c * (u @ u)})
    C("d", [p, proj(v)])
    C(
        "e",
        [
            proj(v + w),
            (v + w) @ u / (u @ u) * u,
            (v @ u + w @ u) / (u @ u) * u,
            v @ u / (u @ u) * u + w @ u / (u @ u) * u,
            proj(v) + proj(w),
        ],
        {2: (v @ u - w @ u) / (u @ u) * u},
    )
    k = r.randint(1, n)
    A = r.normal(size=(n, k))
    one = lambda i: v @ A[:, i] / (A[:, i] @ A[:, i]) * A[:, i]
    s = sum(one(i) for i in range(k))
    C("f", [s, sum(one(i) for i in reversed(range(k))), s])
    K = inv(A.T @ A)
    c = K @ A.T @ v
    p = A @ c
    P = A @ K @ A.T
    C("g", [p, sum(c[i] * A[:, i] for i in range(k))])
    C("h", [A.T @ v - A.T @ A @ c, 0], {0: A.T @ v + A.T @ A @ c})
    C("i", [A.T @ A @ c, A.T @ v])
    C("j", [p, A @ (K @ A.T @ v)])
    C("k", [p, P @ v], {1: A @ K @ K @ A.T @ v})
    d = u
    D = np.outer(d, d) / (d @ d)
    C("l", [D, np.outer(d * (1 / (d @ d)), d), D], {2: D / 2})
    Q = np.eye(n) - P
    C("m", [v, P @ v + Q @ v, (P + Q) @ v], {2: (P - Q) @ v})
    C("n", [np.eye(n), P + Q])


@source
def ln_jacobian(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n)
    eps, ga, be = r.uniform(0.1, 1), r.normal(), r.normal()
    I = np.eye(n)
    mu = lambda x: x.sum() / n
    sg = lambda x: np.sqrt(((x - mu(x)) ** 2).sum() / n + eps)
    hat = lambda x: (x - mu(x)) / sg(x)
    m, s, h = mu(x), sg(x), hat(x)
    D = J(lambda x: x - mu(x), x)
    ds = J(sg, x)
    C("a", [J(hat, x), (D * s - np.outer(x - m, ds)) / s**2])
    C("b", [D, I - J(mu, x)[None, :]])
    C("c", [D, I - 1 / n], {1: I + 1 / n})
    C("d", [J(lambda x: sg(x) ** 2, x), (2 * (x - m)) @ D / n])
    C("e", [ds, 1 / (2 * s) * 2 * (x - m) / n, (x - m) / (n * s), h / n], {2: (x + m) / (n * s)})
    M = (I - 1 / n - np.outer(h, h) / n) / s
    C("f", [J(hat, x), M], {1: (I - 1 / n + np.outer(h, h) / n) / s})
    C("g", [J(lambda x: ga * hat(x) + be, x), ga * J(hat, x) + 0])
    C("h", [J(lambda x: ga * hat(x) + be, x), ga * M])


@source
def pss_proof(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    A = r.normal(size=(n, p))
    b = r.normal(size=p)
    A[:, 0] += (1 - A @ b) / b[0]  # so that A b = 1
    y = A @ r.normal(size=p) + r.normal(size=n)
    be = inv(A.T @ A) @ A.T @ y
    yh = A @ be
    e = y - yh
    m = y.mean()
    T, E, R = ((y - m) ** 2).sum(), ((yh - m) ** 2).sum(), ((y - yh) ** 2).sum()
    s = E + (e * e).sum()
    C("a", [T, E + R])
    C(
        "b",
        [
            T,
            ((y - m + yh - yh) ** 2).sum(),
            (((yh - m) + (y - yh)) ** 2).sum(),
            (((yh - m) + e) ** 2).sum(),
            ((yh - m) ** 2 + 2 * e * (yh - m) + e**2).sum(),
            s + 2 * (e * (yh - m)).sum(),
            s + 2 * (e * (A @ be - m)).sum(),
            s + 2 * (e * (A * be).sum(1)).sum() - 2 * (e * m).sum(),
            s + 2 * (be * (e[:, None] * A).sum(0)).sum() - 2 * m * e.sum(),
        ],
        {5: ((yh + m) ** 2).sum() + (e * e).sum() + 2 * (e * (yh - m)).sum()},
    )
    C("c", [e.sum(), e @ np.ones(n), 0], {0: yh.sum()})
    C("d", [(e[:, None] * A).sum(0), e @ A, np.zeros(p)], {1: yh @ A})
    C("e", [T, s])
    C("f", [T, E + R], {1: E - R})


@source
def wls_proof(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    A = r.normal(size=(n, p))
    B = r.normal(size=(n, n))
    W = B @ B.T + np.eye(n)
    V = inv(W @ W)
    be, ep = r.normal(size=p), r.normal(size=n)
    y = A @ be + ep
    Vi = inv(V)
    sol = inv(A.T @ Vi @ A) @ A.T @ Vi @ y
    yt, At, et = W @ y, W @ A, W @ ep
    bh = inv(At.T @ At) @ At.T @ yt
    C("a", [bh, sol])
    C("b", [W @ V @ W, np.eye(n)])
    C("c", [V, inv(W) @ inv(W)])
    C("d", [Vi, W @ W], {1: W @ V})
    l, U = np.linalg.eigh(V)
    C("e", [W, U @ np.diag(l**-0.5) @ U.T])
    C("f", [W @ y, W @ A @ be + W @ ep], {1: W @ A @ be - W @ ep})
    C("g", [yt, At @ be + et])
    K = inv(A.T @ W @ W @ A)
    C(
        "h",
        [bh, inv((W @ A).T @ W @ A) @ (W @ A).T @ W @ y, K @ A.T @ W.T @ W @ y, K @ A.T @ W @ W @ y, sol],
        {2: K @ A.T @ W.T @ V @ y},
    )


@source
def logistic_backprop(r, C, X):
    n, m = r.randint(1, 6, size=2)
    A = r.normal(size=(n, m))
    w = r.normal(size=m)
    y = r.uniform(0, 1, size=n)
    f = lambda w: -np.log(np.prod(sigmoid(A @ w) ** y * (1 - sigmoid(A @ w)) ** (1 - y)))
    p = sigmoid(A @ w)
    C(
        "a",
        [f(w), -(y * np.log(p) + (1 - y) * np.log(1 - p)).sum(), -(y * np.log(p) + (1 - y) * np.log(1 - p)).sum()],
        {2: -(y * np.log(p) - (1 - y) * np.log(1 - p)).sum()},
    )
    slip = -((y / p + (1 - y) / (1 - p)) * p * (1 - p)) @ A
    third = -(y * (1 - p) - (1 - y) * p) @ A
    X(1, J(f, w), slip)
    X(2, slip, third)
    C("b", [third, -(y - p) @ A])
    assert np.allclose(J(f, w), third)
    d = r.randint(2, 6)
    z = r.normal(size=d)
    s = lambda z: np.exp(z) / np.exp(z).sum()
    e, S = np.exp(z), np.exp(z).sum()
    D = J(s, z)
    q = s(z)
    C(
        "c",
        [np.diag(D), (e * S - e * e) / (S * S), e / S * (1 - e / S), q * (1 - q)],
        {3: q * (1 + q)},
    )
    off = ~np.eye(d, dtype=bool)
    C(
        "d",
        [
            D[off],
            ((0 * S - np.outer(e, e)) / (S * S))[off],
            -np.outer(e / S, e / S)[off],
            -np.outer(q, q)[off],
        ],
        {3: -np.outer(q * q, np.ones(d))[off]},
    )


@source
def xent_page(r, C, X):
    n, c = r.randint(2, 5, size=2)
    z = r.normal(size=(n, c))
    y = r.uniform(0.1, 1, size=(n, c))
    y = y / y.sum(1, keepdims=True)
    soft = lambda z: np.exp(z) / np.exp(z).sum(1)[:, None]
    f = lambda z: -(y * np.log(soft(z))).sum()
    lse = np.log(np.exp(z).sum(1))
    C("a", [f(z), -(y * z).sum() + (y * lse[:, None]).sum()])
    C("b", [f(z), -(y * z).sum() + lse.sum()], {1: -(y * z).sum() - lse.sum()})
    G, q = J(f, z), soft(z)
    C("c", [G, -y + np.exp(z) / np.exp(z).sum(1)[:, None], q - y])
    C("d", [G, q - y], {1: q + y})
    m = z.max(1)[:, None]
    last = lambda s: z - (m + np.log(np.exp(z + s * m).sum(1))[:, None])
    C("e", [np.log(q), z - lse[:, None], last(-1)], {2: last(1)})


@source
def logsumexp_threads(r, C, X):
    n = r.randint(2, 6)
    x, u = r.normal(size=(2, n))
    soft = lambda x: np.exp(x) / np.exp(x).sum()
    e, S = np.exp(x), np.exp(x).sum()
    H = J(soft, x)  # the gradient of the logarithm is the softmax
    assert np.allclose(J(lambda x: np.log(np.exp(x).sum()), x), soft(x))
    C("a", [np.diag(H), e * (S - e) / S**2], {1: e * (S + e) / S**2})
    t = e / S
    C("b", [t.sum(), 1])
    T = np.outer(t, t)
    Q = (t * (1 - t) * u**2).sum() - (u @ T @ u - (t * t * u * u).sum())
    a, b = (t * u**2).sum() * t.sum(), (t * u).sum() ** 2
    C("c", [Q, a - b], {1: a + b})
    off = ~np.eye(n, dtype=bool)
    C("d", [H[off], (-np.exp(x[:, None] + x[None, :]) / S**2)[off]])
    C("e", [np.diag(H), (e * S - np.exp(2 * x)) / S**2])
    C("f", [H, np.diag(t) - T], {1: np.diag(t) + T})


@source
def ridge_threads(r, C, X):
    n = r.randint(1, 5)
    m = r.randint(1, 6)
    A = r.normal(size=(m, n))
    l, x = r.uniform(0.3, 2, size=2)
    I = np.eye(n)
    G = A.T @ A
    K = inv(G + l * I)
    C("a", [K @ G, I - l * K], {1: I + l * K})
    C("b", [K @ G + l * K, K @ G + K @ (l * I), K @ (G + l * I), I], {2: K @ (G - l * I)})
    C("c", [x / (x + l), 1 - l / (x + l)])
    B = r.normal(size=(n, n))
    C("d", [inv(B + l * I) @ B, I - l * inv(B + l * I)], {1: I - l * inv(B - l * I)})
    C("e", [B, B])
    P = B @ B.T + I
    x, y = r.normal(size=n), r.normal(size=m)
    f = lambda x: (A @ x - y) @ (A @ x - y) + x @ P @ x
    C(
        "f",
        [J(f, x), 2 * A.T @ (A @ x - y) + (P + P.T) @ x],
        {1: 2 * A.T @ (A @ x - y) + (P - P.T) @ x},
    )
    x = inv(2 * G + P + P.T) @ (2 * A.T @ y)  # where the gradient is zero
    S = P + P.T
    X(1, np.zeros(n), 2 * G @ x - A.T @ y + S @ x)
    X(2, A.T @ y, 2 * G @ x + S @ x)
    X(3, inv(S) @ A.T @ y, 2 * G @ x + x)
    x, h, b = r.normal(size=n), r.normal(size=n), r.normal(size=m)
    g = lambda x: norm(A @ x - b) ** 2
    e, k = A @ x - b, A @ h
    C("g", [g(x + h) - g(x), norm(e + k) ** 2 - norm(e) ** 2, k @ e + e @ k + k @ k])
    C("h", [k @ e + e @ k, e @ k + e @ k], {1: e @ k + (A @ x + b) @ k})


@source
def projection_page(r, C, X):
    n = r.randint(2, 6)
    k = r.randint(1, n)
    A = r.normal(size=(n, k))
    y = r.normal(size=n)
    K = inv(A.T @ A)
    P = A @ K @ A.T
    q = y - P @ y
    s = y @ P @ y
    C(
        "a",
        [q @ (P @ y), (y - P @ y) @ (P @ y), s - (P @ y) @ (P @ y), s - y @ P.T @ P @ y, s - y @ P @ P @ y, s - s, 0],
        {2: s + (P @ y) @ (P @ y)},
    )
    C("b", [A @ (K @ A.T @ y), A @ K @ A.T @ y, P @ y], {2: 2 * P @ y})
    C("c", [P, A @ K @ A.T])


@source
def attention_tex(r, C, X):
    Q, K = r.normal(size=(2, 2, 2))
    L = loss(r, 2, 2)
    Z = Q @ K.T
    ent = lambda i, j: Q[i, 0] * K[j, 0] + Q[i, 1] * K[j, 1]
    E = np.array([[ent(0, 0), ent(0, 1)], [ent(1, 0), ent(1, 1)]])
    F = E.copy()
    F[1, 1] = Q[1, 0] * K[0, 1] + Q[1, 1] * K[1, 1]
    C("a", [Z, E], {1: F})
    dZ = J(L, Z)
    dK = J(lambda K: L(Q @ K.T), K)
    D = J(lambda K: Q @ K.T, K)
    C("b", [dK, np.einsum("ab,abij->ij", dZ, D)])
    q = Q
    C("c", [D[:, :, 0, 0], np.array([[q[0, 0], 0], [q[1, 0], 0]])])
    C("d", [D[:, :, 0, 1], np.array([[q[0, 1], 0], [q[1, 1], 0]])])
    C("e", [D[:, :, 1, 0], np.array([[0, q[0, 0]], [0, q[1, 0]]])])
    C(
        "f",
        [D[:, :, 1, 1], np.array([[0, q[0, 1]], [0, q[1, 1]]])],
        {1: np.array([[0, q[0, 1]], [0, q[1, 0]]])},
    )
    C("g", [dK, dZ.T @ Q], {1: dZ @ Q})
    X(1, J(lambda Q: L(Q @ K.T), Q), dZ.T @ K)


@source
def posterior_thesis(r, C, X):
    n = r.randint(2, 5)
    H, B = r.normal(size=(2, n, n))
    H = H + H.T
    P = B @ B.T + np.eye(n)
    w, y = r.normal(size=(2, n))  # y without its means
    A = H @ P @ H + inv(P)
    a = H @ P @ y
    m = w - inv(A) @ a
    X(1, w @ A @ w - 2 * a @ w, m @ A @ m)
    V = inv(H @ P @ H + inv(P))
    second = P - P @ H @ inv(inv(P) + H @ P @ H) @ H @ P
    X(2, P - H @ P @ V @ H @ P, second)
    C("a", [second, inv(inv(P) + H @ P @ H), V], {1: inv(inv(P) - H @ P @ H)})
    W = r.normal(size=(n, n))
    s = r.uniform(0.3, 2)
    S = s * H @ H + np.eye(n) / s
    C(
        "b",
        [np.trace(S @ W), np.trace((s * H @ H + np.eye(n) / s) @ W), s * np.trace(H @ H @ W) + np.trace(W) / s],
    )


@source
def rmsnorm_kernel(r, C, X):
    M, N = r.randint(2, 5, size=2)
    x, ga = r.normal(size=(2, M, N))
    rms = lambda x: np.sqrt((x * x).sum(1) / N)
    u = (x * x).sum(1) / N
    rr = 1 / rms(x)
    y = x / rms(x)[:, None] * ga
    C("a", [rr, 1 / np.sqrt((x * x).sum(1) / N)])
    C("b", [y, rr[:, None] * x * ga], {1: rms(x)[:, None] * x * ga})
    C("c", [rms(x), np.sqrt(u)])
    C("d", [y, x / np.sqrt(u)[:, None] * ga], {1: x / u[:, None] * ga})
    s, n = np.array(r.uniform(0.5, 2)), r.uniform(-2, 3)
    C("e", [J(lambda s: s**n, s), n * s ** (n - 1)])
    C("f", [J(np.sqrt, s), 0.5 * s**-0.5, 1 / (2 * np.sqrt(s))], {2: 1 / np.sqrt(s)})
    C("g", [J(lambda s: s**2, s), 2 * s])
    C("h", [J(lambda s: 1 / s, s), -1 / s**2], {1: 1 / s**2})
    D = J(rms, x)  # k, i, j
    C("i", [D[~np.eye(M, dtype=bool)], 0])
    same = np.einsum("iij->ij", D)
    S = np.einsum("iij->ij", J(lambda x: (x * x).sum(1) / N, x))
    q = np.sqrt(u)[:, None]
    C("j", [same, same, S / (2 * q), 2 * x / N / (2 * q), x / (N * q), x / (N * q)], {5: x / q})


@source
def quadratic_notes(r, C, X):
    n = r.randint(1, 5)
    B = r.normal(size=(n, n))
    A = B @ B.T + np.eye(n)
    x, b = r.normal(size=(2, n))
    C("a", [J(lambda x: x @ A @ x + b @ x + 0.3, x), 2 * A @ x + b], {1: 2 * A @ x - b})
    A = np.array([[3.0, 1], [1, 2]])
    x = r.normal(size=2)
    C("b", [x @ A @ x, 3 * x[0] ** 2 + 2 * x[0] * x[1] + 2 * x[1] ** 2])
    e = np.array([6 * x[0] + 2 * x[1], 2 * x[0] + 4 * x[1]])
    C("c", [e, 2 * A @ x, 2 * A @ x], {2: 3 * A @ x})
    k = r.randint(1, 5)
    g, m, w = r.normal(size=(3, n))
    W, D = np.diag(w), r.normal(size=(k, n))
    z = r.uniform(0.3, 2)
    P = z * D.T @ D
    rest = -2 * m @ W @ g + m @ W @ m
    C("d", [g @ W @ g + rest + z * g @ D.T @ D @ g, g @ (W + P) @ g + rest], {1: g @ (W - P) @ g + rest})


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
