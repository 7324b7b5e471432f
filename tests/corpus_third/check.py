"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_third.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent


@source
def slr_ols_wiki(r, C, X):
    n = r.randint(2, 6)
    x, y = r.normal(size=(2, n))
    b0, b1 = r.normal(size=2)
    xm, ym = x.mean(), y.mean()
    sxx, sxy = ((x - xm) ** 2).sum() / (n - 1), ((x - xm) * (y - ym)).sum() / (n - 1)
    h1 = sxy / sxx
    h0 = ym - h1 * xm
    e = y - b0 - b1 * x
    rss = lambda s, t: ((y - s - t * x) ** 2).sum()
    C("a", [rss(b0, b1), (e**2).sum(), ((y - b0 - b1 * x) ** 2).sum()])
    d0, d1 = J(lambda s: rss(s, b1), np.array(b0)), J(lambda t: rss(b0, t), np.array(b1))
    C("b", [d0, (2 * (y - b0 - b1 * x) * -1).sum(), -2 * (y - b0 - b1 * x).sum()], {2: 2 * (y - b0 - b1 * x).sum()})
    C(
        "c",
        [d1, (2 * (y - b0 - b1 * x) * -x).sum(), -2 * (x * y - b0 * x - b1 * x**2).sum()],
        {2: -2 * (x * y - b0 * x - b1 * x).sum()},
    )
    C("d", [h1 * x.sum() + h0 * n, y.sum()], {0: h1 * x.sum() - h0 * n})
    C("e", [h1 * (x**2).sum() + h0 * x.sum(), (x * y).sum()])
    C("f", [h0, y.sum() / n - h1 * x.sum() / n, ym - h1 * xm], {2: ym + h1 * xm})
    C("g", [h1 * (x**2).sum() + h0 * x.sum(), (x * y).sum()])
    C("h", [h1 * (x**2).sum() + (ym - h1 * xm) * x.sum(), (x * y).sum()])
    C(
        "i",
        [h1 * ((x**2).sum() - xm * x.sum()), (x * y).sum() - ym * x.sum()],
        {1: (x * y).sum() - xm * x.sum()},
    )
    q = ((x * y).sum() - ym * x.sum()) / ((x**2).sum() - xm * x.sum())
    C("k", [h1, q])
    C(
        "l",
        [
            (x * y).sum() - ym * x.sum(),
            (x * y).sum() - n * xm * ym,
            (x * y).sum() - n * xm * ym - n * xm * ym + n * xm * ym,
            (x * y).sum() - ym * x.sum() - xm * y.sum() + n * xm * ym,
            (x * y - x * ym - xm * y + xm * ym).sum(),
            ((x - xm) * (y - ym)).sum(),
        ],
        {4: (x * y - x * ym - ym * y + xm * ym).sum()},
    )
    m = (x**2).sum() - 2 * n * xm * xm + n * xm**2
    C("m", [(x**2).sum() - xm * x.sum(), (x**2).sum() - n * xm**2, m])
    wrong = (x**2).sum() - 2 * xm * x.sum() - n * xm**2
    X(1, m, wrong)
    X(2, wrong, (x**2 - 2 * xm * x + xm**2).sum())
    C("n", [(x**2 - 2 * xm * x + xm**2).sum(), ((x - xm) ** 2).sum()], {1: ((x + xm) ** 2).sum()})
    a, b = ((x - xm) * (y - ym)).sum(), ((x - xm) ** 2).sum()
    C("o", [h1, q, a / b, (a / (n - 1)) / (b / (n - 1)), sxy / sxx], {4: sxy / sxy})


@source
def layernorm_backprop(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n)
    ep = r.uniform(0.1, 1)
    mu = lambda x: x.sum() / n
    sg = lambda x: np.sqrt(((x - mu(x)) ** 2).sum() / n)
    z = lambda x: (x - mu(x)) / (sg(x) + ep)
    L = loss(r, n)
    I, m, s = np.eye(n), mu(x), sg(x)
    C("a", [J(lambda x: L(z(x)), x), J(z, x).T @ J(L, z(x))])
    dm, ds = J(mu, x), J(sg, x)
    d = (x - m)[:, None]  # by k, and by i along the rows
    C(
        "b",
        [
            J(z, x),
            J(lambda x: (x - mu(x)) * (sg(x) + ep) ** -1, x),
            J(lambda x: x - mu(x), x) / (s + ep) + d * J(lambda x: 1 / (sg(x) + ep), x),
            (I - dm) / (s + ep) - d * (s + ep) ** -2 * (ds + 0),
            (I - dm) / (s + ep) - d / (s + ep) ** 2 * ds,
        ],
        {4: (I - dm) / (s + ep) - d / (s + ep) ** 3 * ds},
    )
    C("c", [dm, J(lambda x: x.sum() / n, x)])
    v = ((x - m) ** 2).sum() / n
    dv = J(lambda x: ((x - mu(x)) ** 2).sum() / n, x)
    C(
        "d",
        [
            ds,
            J(lambda x: (((x - mu(x)) ** 2).sum() / n) ** 0.5, x),
            0.5 * v**-0.5 * dv,
            (2 * (x - m)) @ (I - dm) / n / (2 * s),
            ((x - m) - (x - m).sum() * dm) / (n * s),
            (x - m) / (n * s),
        ],
        {2: 0.5 * v**0.5 * dv},
    )
    C("e", [(x - m).sum(), x.sum() - m * n, n * m - m * n, 0], {2: n * m + m * n})
    i, t = r.randint(n), 0.05 * v
    S = ((x - m) ** 2).sum()
    C(
        "f",
        [
            np.sqrt(S + (x[i] + t - m) ** 2 - (x[i] - m) ** 2) / np.sqrt(n),
            np.sqrt(S + t**2 + 2 * t * (x[i] - m)) / np.sqrt(n),
        ],
        {1: np.sqrt(S + t**2 - 2 * t * (x[i] - m)) / np.sqrt(n)},
    )
    C(
        "g",
        [
            np.sqrt(S + 2 * t * (x[i] - m)) / np.sqrt(n),
            np.sqrt(S / n) * np.sqrt(1 + 2 * t * (x[i] - m) / S),
            s * np.sqrt(1 + 2 * t * (x[i] - m) / (n * s**2)),
        ],
    )
    a, b = r.normal(size=2)
    zf = lambda x, a, b: a * (x - mu(x)) / (sg(x) + ep) + b
    C("h", [J(lambda x: zf(x, a, b), x), a * ((I - dm) / (s + ep) - d / (s + ep) ** 2 * ds)])
    C("i", [dm, 1 / n])
    C("k", [ds, (x - m) / (n * s)], {1: (x - m) / s})
    k = r.randint(n)
    q = (x[k] - m) / (s + ep)
    C("l", [np.tile(J(lambda a: zf(x, a, b)[k], np.array(a)), n), np.tile(q, n)], {1: (x - m) / (s + ep)})
    C("m", [J(lambda b: zf(x, a, b)[k], np.array(b)), 1])


@source
def batchnorm_post(r, C, X):
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ga, be = r.normal(size=2)
    ep = r.uniform(0.1, 1)
    f = loss(r, m)
    muf = lambda x: x.sum() / m
    vf = lambda x, mu: ((x - mu) ** 2).sum() / m
    hf = lambda x, mu, v: (x - mu) / np.sqrt(v + ep)
    mu = muf(x)
    v = vf(x, mu)
    h = hf(x, mu, v)
    s = np.sqrt(v + ep)
    y = lambda h, ga, be: ga * h + be
    gy = J(f, y(h, ga, be))
    one, g0, b0, m0, v0 = np.ones(m), np.array(ga), np.array(be), np.array(mu), np.array(v)
    dg, db = J(lambda ga: f(y(h, ga, be)), g0), J(lambda be: f(y(h, ga, be)), b0)
    C("a", [dg, gy @ h, (gy * h).sum()], {2: (gy * x).sum()})
    C("b", [db, gy @ one, gy.sum()])
    gh = J(lambda h: f(y(h, ga, be)), h)
    C("c", [gh, gy * ga, gy * ga], {2: gy * be})
    gm = J(lambda mu: f(y(hf(x, mu, vf(x, mu)), ga, be)), m0)
    gv = J(lambda v: f(y(hf(x, mu, v), ga, be)), v0)
    hm, vm, hv = J(lambda mu: hf(x, mu, v), m0), J(lambda mu: vf(x, mu), m0), J(lambda v: hf(x, mu, v), v0)
    C("d", [gm, gh @ hm + gv * vm])
    C("e", [hm, 1 / s * -one], {1: 1 / s * one})
    C("f", [vm, (2 * (x - mu) * -1).sum() / m])
    C("g", [gv, gh @ hv])
    X(1, h, (x - mu) * s**-0.5)
    w = ((x - mu) * -0.5 * s**-1.5).sum()
    X(2, hv, w)
    C("h", [w, -0.5 * ((x - mu) * s**-1.5).sum()])
    A = (gh * -1 / s).sum()
    m1 = A + gv / m * (-2 * (x - mu)).sum()
    m2 = A + (gv * -2 * x.sum() / m - mu)
    m3 = A + (gv * -2 * mu - m * mu / m)
    C("i", [gm, m1])
    X(3, m1, m2)
    C("k", [m2, m3])
    X(4, m3, A)
    C("l", [gm, A], {1: (gh / s).sum()})
    gx = J(lambda x: f(y(hf(x, muf(x), vf(x, muf(x))), ga, be)), x)
    hx = np.diag(J(lambda x: hf(x, mu, v), x))
    mx, vx = J(muf, x), J(lambda x: vf(x, mu), x)
    C("m", [gx, gh * hx + gm * mx + gv * vx], {1: gh * hx - gm * mx + gv * vx})
    C("n", [hx, one / s])
    C("o", [mx, 1 / m])
    C("p", [vx, 2 * (x - mu) / m], {1: (x - mu) / m})
    whole = gh / s + gm / m + gv * 2 * (x - mu) / m
    C("q", [gx, whole])
    C("r", [gx, whole])
    r2 = gh / s + (gh * -1 / s).sum() / m - 0.5 * (gh * (x - mu) * s**-1.5).sum() * 2 * (x - mu) / m
    k = (v + ep) ** -0.5
    r3 = gh * k - k / m * gh.sum() + k / m * (x - mu) / s * (gh * (x - mu) / s).sum()
    X(5, whole, r2)
    X(6, r2, r3)
    C(
        "s",
        [r3, gh * k - k / m * gh.sum() + k / m * h * (gh * h).sum()],
        {1: gh * k - k / m * gh.sum() + k / m * h * (gh * x).sum()},
    )
    last = k / m * (m * gh - gh.sum() - h * (gh * h).sum())
    C("t", [gx, last], {1: k / m * (m * gh + gh.sum() - h * (gh * h).sum())})
    C("u", [db, gy.sum()])
    C("v", [dg, (gy * h).sum()])
    C("w", [gx, last], {1: k / m * (m * gh - gh.sum() - x * (gh * h).sum())})


@source
def linear_models_book(r, C, X):
    n = r.randint(3, 7)
    x, u = r.normal(size=(2, n))
    b0, b1, c = r.normal(size=3)
    y = b0 + b1 * x + u
    d = x - x.mean()
    h1 = (d * (y - y.mean())).sum() / (d**2).sum()
    C("a", [(d * c).sum(), 0])
    C(
        "b",
        [
            (d * (y - y.mean())).sum(),
            (d * (b0 + b1 * x + u)).sum(),
            (d * b0).sum() + (d * b1 * x).sum() + (d * u).sum(),
            b0 * d.sum() + b1 * (d * x).sum() + (d * u).sum(),
            b1 * (d**2).sum() + (d * u).sum(),
        ],
        {4: b0 * (d**2).sum() + (d * u).sum()},
    )
    C("c", [h1, b1 + (d * u).sum() / (d**2).sum()], {1: b1 - (d * u).sum() / (d**2).sum()})
    y = r.normal(size=n)
    ym = y.mean()
    h1 = (d * (y - ym)).sum() / (d**2).sum()
    h0 = ym - h1 * x.mean()
    yh = h0 + h1 * x
    e = y - yh
    ess, rss = ((yh - ym) ** 2).sum(), (e**2).sum()
    cross = 2 * (e * (h0 + h1 * x - ym)).sum()
    C(
        "d",
        [
            ((y - ym) ** 2).sum(),
            (((y - yh) + (yh - ym)) ** 2).sum(),
            ((e + (yh - ym)) ** 2).sum(),
            (e**2).sum() + 2 * (e * (yh - ym)).sum() + ((yh - ym) ** 2).sum(),
            rss + cross + ess,
            rss + ess,
        ],
        {4: rss + cross - ess},
    )
    one = np.ones(n)
    C(
        "e",
        [norm(y - ym * one) ** 2, norm(y - yh) ** 2 + norm(yh - ym * one) ** 2],
        {1: norm(y - yh) ** 2 - norm(yh - ym * one) ** 2},
    )
    C("f", [y - ym * one, (y - yh) + (yh - ym * one)])


@source
def log_softmax_thesis(r, C, X):
    n = r.randint(1, 6)
    x = r.normal(size=n)
    t = x.max()
    ex, lse = np.exp(x), np.log(np.exp(x).sum())
    C("a", [ex / ex.sum(), softmax(x)])
    C(
        "b",
        [
            np.log(np.exp(x - t).sum()),
            np.log(np.exp(x - t).sum()),
            np.log((ex * np.exp(-t)).sum()),
            np.log(np.exp(-t) * ex.sum()),
            np.log(np.exp(-t)) + lse,
            -t + lse,
        ],
        {3: np.log(np.exp(t) * ex.sum())},
    )
    C("c", [lse, np.log(np.exp(x - t).sum()) + t], {1: np.log(np.exp(x - t).sum()) - t})


@source
def fisher_thesis(r, C, X):
    p, q = r.randint(2, 5), r.randint(1, 4)
    sym = lambda B: B + B.T
    spd = lambda: (lambda B: B @ B.T + np.eye(p))(r.normal(size=(p, p)))
    det, tr = np.linalg.det, np.trace
    B0, B1, B2 = spd(), sym(r.normal(size=(p, p))), sym(r.normal(size=(p, p)))
    z = np.array(0.02 * r.normal())
    S = lambda z: B0 + z * B1 + z * z * B2
    s, ds = S(z), J(S, z)
    C("a", [J(lambda z: tr(S(z)), z), tr(ds)])
    C("b", [J(lambda z: np.log(det(S(z))), z), tr(inv(s) @ ds)])
    C("c", [J(lambda z: inv(S(z)), z), -inv(s) @ ds @ inv(s)], {1: inv(s) @ ds @ inv(s)})
    B = [sym(r.normal(size=(p, p))) for _ in range(q)]
    th, x = 0.02 * r.normal(size=q), r.normal(size=p)
    S = lambda t: B0 + sum(t[i] * B[i] for i in range(q)) + (t * t).sum() * B2
    L = lambda t: -0.5 * np.log(det(S(t))) - 0.5 * tr(inv(S(t)) @ np.outer(x, x))
    s, xx = S(th), np.outer(x, x)
    ds, di = J(S, th), J(lambda t: inv(S(t)), th)
    each = lambda f: np.array([f(i) for i in range(q)])
    C(
        "d",
        [
            J(L, th),
            -0.5 * J(lambda t: np.log(det(S(t))), th) - 0.5 * J(lambda t: tr(inv(S(t)) @ xx), th),
            each(lambda i: -0.5 * tr(inv(s) @ ds[..., i]) - 0.5 * tr(di[..., i] @ xx)),
            each(lambda i: -0.5 * tr(inv(s) @ ds[..., i] - inv(s) @ ds[..., i] @ inv(s) @ xx)),
        ],
        {3: each(lambda i: -0.5 * tr(inv(s) @ ds[..., i] + inv(s) @ ds[..., i] @ inv(s) @ xx))},
    )


@source
def matrix_calculus_sheet(r, C, X):
    d = r.randint(1, 6)
    x, c = r.normal(size=(2, d))
    I, u = np.eye(d), x - c
    sq = lambda x: ((x - c) ** 2).sum()
    ux = J(lambda x: x - c, x)
    C(
        "a",
        [
            J(sq, x),
            J(lambda u: norm(u) ** 2, u) @ ux,
            J(lambda u: u @ u, u) @ J(lambda x: x - c, x),
            J(lambda u: u @ I @ u, u) @ (I - 0 * I),
            u @ (I + I.T),
        ],
        {4: u @ (I - I.T)},
    )
    C(
        "b",
        [J(lambda x: norm(x - c), x), J(lambda x: np.sqrt(sq(x)), x), 0.5 / np.sqrt(sq(x)) * J(sq, x)],
        {2: 2 / np.sqrt(sq(x)) * J(sq, x)},
    )
    A, B = r.normal(size=(2, d, d))
    uf, vf = (lambda x: np.sin(A @ x)), (lambda x: np.exp(0.3 * B @ x))
    u, v, du, dv = uf(x), vf(x), J(uf, x), J(vf, x)
    C(
        "c",
        [
            J(lambda x: uf(x) @ vf(x), x),
            J(lambda x: uf(x) @ I @ vf(x), x),
            u @ I @ dv + v @ I @ du,
            u @ dv + v @ du,
        ],
        {3: u @ dv - v @ du},
    )


@source
def risk_sheet(r, C, X):
    n, p = r.randint(1, 6), r.randint(1, 5)
    A, y, b, z = r.normal(size=(n, p)), r.normal(size=n), r.normal(size=p), r.normal(size=p)
    R = lambda b: 0.5 * sum((y[i] - A[i] @ b) ** 2 for i in range(n))
    C("a", [R(b), 0.5 * norm(y - A @ b) ** 2], {1: 0.5 * norm(y + A @ b) ** 2})
    C(
        "b",
        [J(R, b), 0.5 * J(lambda b: (y - A @ b) @ (y - A @ b), b), -A.T @ (y - A @ b)],
        {2: A.T @ (y - A @ b)},
    )
    C("c", [J(lambda b: -A.T @ (y - A @ b), b), A.T @ A])
    t = A @ z
    C("d", [z @ A.T @ A @ z, t @ t, (t**2).sum()])


@source
def unit_vector_threads(r, C, X):
    n = r.randint(2, 6)
    x, h = r.normal(size=(2, n))
    I, l = np.eye(n), norm(x)
    f = lambda x: x / norm(x)
    D = J(f, x)
    cases = np.array(
        [[1 / l - x[i] ** 2 / l**3 if i == j else -x[i] * x[j] / l**3 for j in range(n)] for i in range(n)]
    )
    C("a", [D, cases])
    k = norm(x + h)
    C(
        "b",
        [f(x + h) - f(x), (x + h) / k - x / l, (l * h - (k - l) * x) / (l * k)],
        {2: (l * h - (k + l) * x) / (l * k)},
    )
    C(
        "c",
        [k, np.sqrt(x @ x + 2 * h @ x + h @ h), l * np.sqrt(1 + 2 * h @ x / (x @ x) + h @ h / (x @ x))],
        {1: np.sqrt(x @ x + h @ x + h @ h)},
    )
    xx = np.outer(x, x)
    C("d", [D, (l * I - xx / l) / l**2, (x @ x * I - xx) / l**3], {2: (x @ x * I - xx) / l**2})
    C("e", [f(x), x * (x @ x) ** -0.5])
    q = x @ x
    C("g", [D, I * q * q**-1.5 - xx * q**-1.5], {1: I * q * q**-1.5 + xx * q**-1.5})
    C("h", [D, (l**2 * I - xx) / l**3, (q * I - xx) / q**1.5])


@source
def mse_notebook(r, C, X):
    m, n = r.randint(2, 6), r.randint(1, 5)
    A, y, w = r.normal(size=(m, n)), r.normal(size=m), r.normal(size=n)
    b = r.normal()
    yf = lambda b, w: b + A @ w
    mse = lambda t: ((t - y) ** 2).sum() / m
    t = yf(b, w)
    I, one = np.eye(m), np.ones(m)
    G = J(mse, t)
    E = J(lambda t: (t - y) ** 2, t)
    C(
        "a",
        [
            G,
            J(lambda t: ((t - y) ** 2).sum() / m, t),
            E.sum(0) / m,
            2 / m * (t - y) @ J(lambda t: t, t),
            2 / m * (t - y) @ I,
            2 / m * (t - y),
        ],
        {5: 1 / m * (t - y)},
    )
    C("b", [G, 2 / m * (t - y)], {1: 2 / m * (t + y)})
    b0 = np.array(b)
    tb, tw = J(lambda b: yf(b, w), b0), J(lambda w: yf(b, w), w)
    C("c", [tb, J(lambda b: np.array([b + A[p] @ w for p in range(m)]), b0), 1], {2: b})
    C("d", [tb, one])
    C("e", [tw, J(lambda w: b + A @ w, w), J(lambda w: A @ w, w)])
    C("f", [J(lambda w: A @ w, w), np.einsum("pk,kq->pq", A, np.eye(n)), A])
    C("g", [tw, A])
    C(
        "h",
        [
            J(lambda b: mse(yf(b, w)), b0),
            G @ tb,
            2 / m * (t - y) @ one,
            2 / m * np.dot(t - y, one),
            2 / m * (t - y) @ one,
        ],
        {2: 2 / m * (t + y) @ one},
    )
    gw = J(lambda w: mse(yf(b, w)), w)
    C("i", [gw, G @ tw, 2 / m * (t - y) @ A], {2: 1 / m * (t - y) @ A})
    C("k", [gw, 2 / m * A.T @ (t - y)], {1: 2 / m * A.T @ (t + y)})


@source
def householder_readme(r, C, X):
    d = r.randint(1, 6)
    x, y = r.normal(size=(2, d))
    I = np.eye(d)
    bar = lambda y: y / norm(y)
    of = lambda x, b: x - 2 * (b @ x) * b
    b, s = bar(y), norm(y)
    L = loss(r, d)
    o = of(x, b)
    do = J(L, o)
    C("a", [(I - 2 * np.outer(y, y) / (y @ y)) @ x, x - 2 * (y @ x) / (y @ y) * y])
    C(
        "b",
        [o, (I - 2 * np.outer(y, y) / (y @ y)) @ x, (I - 2 * np.outer(b, b)) @ x, x - 2 * (b @ x) * b],
        {3: x + 2 * (b @ x) * b},
    )
    ox, ob = J(lambda x: of(x, b), x), J(lambda b: of(x, b), b)
    C("c", [ox, I - 2 * np.outer(b, b)])
    C("d", [ox, I - 2 * np.outer(b, b)], {1: I - np.outer(b, b)})
    dx = J(lambda x: L(of(x, b)), x)
    C(
        "e",
        [dx, ox.T @ do, (I - 2 * np.outer(b, b)).T @ do, do - 2 * (b @ do) * b],
        {3: do - 2 * (b @ do) * do},
    )
    C(
        "g",
        [ob, -2 * J(lambda b: (b @ x) * b, b), -2 * (np.outer(b, x) + b @ x * I)],
        {2: -2 * (np.outer(b, x) - b @ x * I)},
    )
    M = -2 * np.outer(b, x) - 2 * b @ x * I
    C("h", [ob, M])
    db = J(lambda b: L(of(x, b)), b)
    C(
        "i",
        [db, ob.T @ do, M.T @ do, -2 * (do @ b) * x - 2 * (b @ x) * do],
        {3: -2 * (do @ b) * x + 2 * (b @ x) * do},
    )
    by = J(bar, y)
    C("k", [by, 1 / s * (I - np.outer(b, b))])
    dy = J(lambda y: L(of(x, bar(y))), y)
    C(
        "l",
        [dy, by.T @ db, 1 / s * (I - np.outer(b, b)) @ db, 1 / s * (db - (b @ db) * b)],
        {2: 1 / s * (I + np.outer(b, b)) @ db},
    )


@source
def cross_entropy_readme(r, C, X):
    v = r.randint(2, 6)
    k = r.randint(v)
    z, lam = r.normal(size=v), r.uniform(0, 1)
    y = np.eye(v)[k]
    bar = (1 - lam) * y + lam / v * np.ones(v)
    rf = lambda z: np.log(np.exp(z).sum())
    of = lambda z: -(bar * (z - rf(z))).sum()
    R = rf(z)
    C("a", [np.ones(v) @ bar, (1 - lam) + lam, 1])
    C(
        "b",
        [
            -(bar * (z - R)).sum(),
            -(((1 - lam) * y + lam / v) * (z - R)).sum(),
            -((1 - lam) * y * (z - R)).sum() - lam / v * (z - R).sum(),
            -(1 - lam) * (z[k] - R) - lam / v * (z.sum() - v * R),
            -(1 - lam) * z[k] + (1 - lam) * R - lam / v * z.sum() + lam * R,
            -(1 - lam) * z[k] + R - lam / v * z.sum(),
        ],
        {3: -(1 - lam) * (z[k] - R) - lam / v * (z.sum() + v * R), 5: -(1 - lam) * z[k] - R - lam / v * z.sum()},
    )
    C("c", [of(z), -(1 - lam) * z[k] + R - lam / v * z.sum()])
    p = np.exp(z - R)
    G = J(of, z)
    C(
        "d",
        [
            G,
            -(1 - lam) * J(lambda z: z[k], z) + J(rf, z) - lam / v * J(lambda z: z.sum(), z),
            -(1 - lam) * np.eye(v)[k] + p - lam / v,
        ],
        {2: -(1 - lam) * np.eye(v)[k] - p - lam / v},
    )
    C("e", [G, -(1 - lam) * y + p - lam / v])
    L = loss(r)
    C("g", [J(lambda z: L(of(z)), z), J(L, np.array(of(z))) * G])


@source
def dl_book_decay(r, C, X):
    n = r.randint(2, 6)
    Q = np.linalg.qr(r.normal(size=(n, n)))[0]
    D = np.diag(r.uniform(0.2, 2, size=n))
    H, I = Q @ D @ Q.T, np.eye(n)
    w, s, u = r.normal(size=(3, n))
    al, ep = r.uniform(0.2, 2, size=2)
    c = r.normal()
    Jh = lambda w: c + 0.5 * (w - s) @ H @ (w - s)
    C("a", [J(Jh, w), H @ (w - s)], {1: H @ (w + s)})
    t = np.linalg.solve(H + al * I, H @ s)
    assert np.allclose(al * t + H @ (t - s), 0)
    C("b", [(H + al * I) @ t, H @ s])
    C("c", [t, inv(H + al * I) @ H @ s])
    E = inv(D + al * I)
    G = Q @ D @ Q.T
    C(
        "d",
        [t, inv(G + al * I) @ G @ s, inv(Q @ (D + al * I) @ Q.T) @ G @ s, Q @ E @ D @ Q.T @ s],
        {3: Q @ E @ D @ Q @ s},
    )
    C("e", [J(Jh, w), H @ (w - s)])
    new = u - ep * J(Jh, u)
    C("f", [new, u - ep * H @ (u - s)])
    C("g", [new - s, (I - ep * H) @ (u - s)], {1: (I + ep * H) @ (u - s)})
    C("h", [new - s, (I - ep * G) @ (u - s)])
    C("i", [Q.T @ (new - s), (I - ep * D) @ Q.T @ (u - s)], {1: (I - ep * H) @ Q.T @ (u - s)})
    C("j", [Q.T @ t, E @ D @ Q.T @ s])
    C("k", [Q.T @ t, (I - E * al) @ Q.T @ s], {1: (I - E * ep) @ Q.T @ s})


@source
def projection_sheet(r, C, X):
    b = np.array([0, 6, 12])
    A = np.array([[1, 2], [1, 0], [0, 1]])
    p = A @ inv(A.T @ A) @ A.T @ b
    K = np.array([[2, 2], [2, 5]])
    C("a", [A.T @ A, K], {1: np.array([[2, 2], [2, 4]])})
    C("b", [A.T @ b, [6, 12]])
    C("c", [K @ [1, 2], [6, 12]])
    C("d", [A @ [1, 2], [5, 1, 2], p])
    v = np.array([1, -1, -2])
    e = np.outer(v, v) / (v @ v) @ b
    V = np.array([[1, -1, -2], [-1, 1, 2], [-2, 2, 4]])
    W = V - np.diag([0, 0, 2])
    C("g", [np.outer(v, v), v[:, None] @ v[None], V], {2: W})
    C("h", [e, V @ b / 6, [-5, 5, 10]], {2: [-5, 5, 5]})
    C("i", [p, b - e, b - np.array([-5, 5, 10]), [5, 1, 2]])
    m = r.randint(2, 6)
    U = np.linalg.qr(r.normal(size=(m, r.randint(1, m))))[0]
    P, I = U @ U.T, np.eye(m)
    A, B = (I - P) @ P, (I - P) - P
    C("j", [A, P - P @ P, P - P, 0 * P])
    C("k", [B @ B, I - 4 * P + 4 * P @ P, I - 4 * P + 4 * P, I], {1: I - 2 * P + 4 * P @ P})
    C("l", [B.T, (I - 2 * P).T, I - 2 * P.T, I - 2 * P, B], {2: I - 4 * P.T})


@source
def kernel_pset(r, C, X):
    m, n = r.randint(2, 5, size=2)
    p = r.randint(2, 5)
    M = r.normal(size=(m, n))
    t, f = r.normal(size=(2, n))
    y = r.normal(size=m)
    la = r.uniform(0.2, 2)
    Jt = lambda t: 0.5 * sum((t @ M[i] - y[i]) ** 2 for i in range(m)) + la / 2 * (t @ t)
    q = 0.5 * (M @ t - y) @ (M @ t - y)
    C("a", [Jt(t), q + la / 2 * t @ t], {1: q + la / 4 * t @ t})
    C("b", [J(Jt, t), M.T @ M @ t - M.T @ y + la * t])
    In, Im = np.eye(n), np.eye(m)
    s = np.linalg.solve(M.T @ M + la * In, M.T @ y)
    C("c", [s, inv(M.T @ M + la * In) @ M.T @ y])
    A, B = r.normal(size=(m, p)), r.normal(size=(p, m))
    Ip = np.eye(p)
    C("d", [inv(la * Ip + B @ A) @ B, B @ inv(la * Im + A @ B)])
    K = M @ M.T
    th = inv(M.T @ M + la * In) @ M.T @ y
    C(
        "e",
        [th, M.T @ inv(M @ M.T + la * Im) @ y, M.T @ inv(K + la * Im) @ y],
        {1: M.T @ inv(M @ M.T - la * Im) @ y},
    )
    C("f", [th @ f, y @ inv(K + la * Im) @ M @ f])
    C("g", [inv(la * Ip + B @ A) @ B, B @ inv(la * Im + A @ B)])
    C("h", [B, (la * Ip + B @ A) @ B @ inv(la * Im + A @ B)])
    C("i", [B @ (la * Im + A @ B), (la * Ip + B @ A) @ B], {1: (la * Ip - B @ A) @ B})
    C("j", [la * B + B @ A @ B, la * B + B @ A @ B])


@source
def norm_answers(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n)
    f = lambda x: (x * x).sum()
    C("a", [J(lambda x: norm(x) ** 2, x), 2 * x])
    C("b", [norm(x) ** 2, ((x**2).sum() ** 0.5) ** 2, (x**2).sum()])
    C("c", [J(f, x), J(f, x), J(lambda x: x**2, x).sum(0), 2 * x], {3: x})
    C("d", [J(f, x), 2 * x], {1: x})
    m, p = r.randint(2, 5, size=2)
    A, B = r.normal(size=(2, m, n))
    tr = np.trace
    C("e", [(A * B).sum(), tr(A.T @ B)])
    C("f", [norm(A) ** 2, (A * A).sum(), tr(A.T @ A), tr(A @ A.T)])
    M, A = r.normal(size=(m, n)), r.normal(size=(p, n))
    ep = r.uniform(0.1, 1)
    i, j = r.randint(m), r.randint(n)
    U = np.zeros((m, n))
    U[i, j] = 1
    D = ep * U
    S = A.T @ A
    f = lambda M: 0.5 * norm(M @ A.T) ** 2
    C("g", [f(M), 0.5 * tr(M @ S @ M.T)], {1: tr(M @ S @ M.T) / 3})
    a, b, c, d = (0.5 * tr(P @ S @ R.T) for P, R in ((M, M), (D, M), (M, D), (D, D)))
    C("h", [f(M + D), 0.5 * tr((M + D) @ S @ (M + D).T), a + b + c + d], {2: a + b + c - d})
    g = M @ S
    C(
        "i",
        [a + b + c, a + tr(g @ D.T), f(M) + (g * D).sum(), f(M) + ep * (g * U).sum()],
        {1: a - tr(g @ D.T)},
    )
    C("k", [J(f, M)[i, j], (g * U).sum()])
    A = r.normal(size=(n, n))
    C(
        "l",
        [x @ A @ x, sum(x[i] * (A @ x)[i] for i in range(n)), (x * (A * x).sum(1)).sum(), (A * np.outer(x, x)).sum()],
        {3: (A * (x * x)[:, None]).sum()},
    )


@source
def momentum_notebook(r, C, X):
    d = r.randint(2, 6)
    be, eta, la = r.uniform(0.1, 1, size=3)
    v2, g1, g0, x, c, z, v = r.normal(size=(7, d))
    v1 = be * v2 + g1
    C("e", [be * v1 + g0, be**2 * v2 + be * g1 + g0])
    A = r.normal(size=(d, d))
    Q = A @ A.T + np.eye(d)
    b = r.normal()
    y = x - inv(Q) @ c
    X(1, 0.5 * x @ Q @ x + x @ c + b, 0.5 * y @ Q @ y + b - 0.5 * c @ inv(Q) @ c)
    L, I = np.diag(r.uniform(0.1, 2, size=d)), np.eye(d)
    C("a", [z - L @ z, (I - L) @ z])
    C(
        "b",
        [z - eta * (be * v + L @ z), (I - eta * L) @ z - eta * be * v],
        {1: (I - eta * L) @ z + eta * be * v},
    )
    s, t = r.normal(size=2)
    C("c", [s - eta * la * s, (1 - eta * la) * s])
    nv = be * t + la * s
    R = lambda la1: np.array([[be, la1], [-eta * be, 1 - eta * la]])
    C("d", [np.array([nv, s - eta * nv]), R(la) @ [t, s]], {1: R(eta) @ [t, s]})


@source
def orth_notebook(r, C, X):
    k = r.randint(1, 4)
    n = k + r.randint(1, 4)
    M = r.normal(size=(n, k))
    y, b = r.normal(size=n), r.normal(size=k)
    G = inv(M.T @ M)
    P = M @ G @ M.T
    a = G @ M.T @ y
    C("a", [P @ y, M @ G @ M.T @ y, M @ a])
    C(
        "b",
        [(M @ b) @ (y - M @ G @ M.T @ y), b @ (M.T @ y - M.T @ y), 0],
        {1: b @ (M.T @ y + M.T @ y)},
    )
    U = np.linalg.qr(M)[0]
    P1 = U @ inv(U.T @ U) @ U.T
    S = sum((U[:, i] @ y) * U[:, i] for i in range(k))
    C("c", [P1 @ y, U @ U.T @ y, S], {2: sum((U[:, i] @ y) * y for i in range(k))})
    be = G @ M.T @ y
    C("d", [M @ be, M @ G @ M.T @ y, P @ y])
    lo, hi = norm(y - M @ be), norm(y - M @ b)
    C("e", [lo, hi], {0: hi, 1: lo}, le=(1,))
    Q = np.linalg.qr(r.normal(size=(n, k)))[0]
    R = r.normal(size=(k, k)) + 2 * np.eye(k)
    M = Q @ R
    z = Q.T @ y
    C(
        "f",
        [
            inv(M.T @ M) @ M.T @ y,
            inv(R.T @ Q.T @ Q @ R) @ R.T @ z,
            inv(R.T @ R) @ R.T @ z,
            inv(R) @ inv(R.T) @ R.T @ z,
            inv(R) @ z,
        ],
        {4: R @ z},
    )


@source
def projection_book(r, C, X):
    m = r.randint(1, 4)
    n = m + r.randint(1, 4)
    E = np.linalg.qr(r.normal(size=(n, m)))[0]
    x, y, s = r.normal(size=(3, n))
    a = r.normal(size=m)
    t = r.normal()
    P, v, I = E @ E.T, E @ a, np.eye(m)
    e = E.T
    d = x - s
    g = lambda t: norm(d + t * v) ** 2
    C("a", [g(t), (d + t * v) @ (d + t * v)])
    ex = d @ d - 2 * t * (d @ v) + t**2 * (v @ v)
    X(1, (d + t * v) @ (d + t * v), ex)
    h = norm(d) ** 2 - 2 * t * (d @ v) + t**2 * norm(v) ** 2
    C("a2", [ex, h])
    at0 = -2 * (d @ v) + 2 * 0 * norm(v) ** 2
    X(2, J(g, np.array(0.0)), at0)
    C("b", [at0, -2 * (d @ v)])
    C("c", [norm(x - y), norm(x - s + s - y)], {1: norm(x - s - s - y)})
    two = norm(x - s) + norm(s - y)
    X(3, norm(x - s + s - y), two)
    C("c2", [norm(x - s), two], le=(1,))
    pr = lambda x: sum((x @ e[i]) * e[i] for i in range(m))
    C("d", [P @ x, pr(x)], {1: sum((y @ e[i]) * e[i] for i in range(m))})
    xe = np.array([x @ e[j] for j in range(m)])
    ip = np.array([[e[i] @ e[j] for j in range(m)] for i in range(m)])
    C(
        "e",
        [np.array([(x - pr(x)) @ e[j] for j in range(m)]), xe - xe @ ip, xe - xe, 0 * xe],
        {1: xe + xe @ ip},
    )
    C("f", [P @ (P @ x), P @ x], {1: x})
    C("h", [P, sum(np.outer(e[i], e[i]) for i in range(m))])
    C("i", [P @ x, E @ E.T @ x], {1: E @ E.T @ y})
    C("j", [P.T, (E @ E.T).T, E @ E.T, P])
    C("k", [P @ P, (E @ E.T) @ (E @ E.T), E @ (E.T @ E) @ E.T])
    C("l", [P @ P, E @ I @ E.T, E @ E.T, P])
    C("m", [P @ x, E @ E.T @ x])
    ea = E @ a
    C(
        "n",
        [
            (x - P @ x) @ v,
            (x - E @ E.T @ x) @ ea,
            x @ ea - (E @ E.T @ x) @ ea,
            (E.T @ x) @ a - (E.T @ E @ E.T @ x) @ a,
            (E.T @ x) @ a - (E.T @ x) @ a,
            0,
        ],
        {2: x @ ea + (E @ E.T @ x) @ ea},
    )


@source
def variance_notes(r, C, X):
    n = r.randint(2, 7)
    x = r.normal(size=n)
    pair = lambda x: sum((a - b) ** 2 for a in x for b in x)
    S, q = x.sum(), (x * x).sum()
    mean = S / n
    s2 = ((x - mean) ** 2).sum() / (n - 1)
    C("a", [pair(x), 2 * n * q - 2 * S**2], {1: n * q - 2 * S**2})
    C("b", [pair(x), 2 * n * (x @ x) - 2 * S**2])
    C("c", [((x - mean) ** 2).sum(), x @ x - S**2 / n], {1: x @ x + S**2 / n})
    C("d", [s2, (x @ x - S**2 / n) / (n - 1)])
    C("e", [s2, pair(x) / (2 * n * (n - 1))])
    c = x - mean
    C("f", [c.sum(), 0])
    C("g", [c @ c, (c**2).sum()])
    C("h", [pair(c), 2 * n * (c @ c)])
    C("i", [((c - c.mean()) ** 2).sum() / (n - 1), c @ c / (n - 1)], {1: c @ c / n})
    y = r.normal(size=n)
    X_, Y_ = x.mean(), y.mean()
    C(
        "k",
        [
            ((x - X_) ** 2).sum(),
            (x**2 - 2 * x * X_ + X_**2).sum(),
            q - 2 * X_ * S + n * X_**2,
            q - 2 / n * S * S + n * X_**2,
            q + n * X_**2 - 2 / n * S**2,
            q + n * (S / n) ** 2 - 2 * n * (S / n) ** 2,
            q - n * (S / n) ** 2,
            q - n * X_**2,
        ],
        {5: q + n * (S / n) ** 2 - n * (S / n) ** 2},
    )
    C(
        "l",
        [((x - X_) * (y - Y_)).sum(), (x * (y - Y_)).sum(), ((x - X_) * y).sum()],
        {2: ((x + X_) * y).sum()},
    )
    u = r.normal(size=n)
    b0, b1 = r.normal(size=2)
    y = b0 + b1 * x + u
    d = x - X_
    C("m", [(d * y).sum(), (d * (b0 + b1 * x + u)).sum()])
    row = b0 * d.sum() + b1 * (d * x).sum() + ((x + X_) * u).sum()
    X(1, (d * (b0 + b1 * x + u)).sum(), row)
    nxt = b1 * (d * d).sum() + (d * u).sum()
    X(2, row, 0 + nxt)
    C("m2", [0 + nxt, nxt])
    cov, var = (d * (u - u.mean())).sum() / n, (d * d).sum() / n
    C(
        "n",
        [(d * y).sum() / (d * d).sum(), b1 + (d * u).sum() / (d * d).sum(), b1 + cov / var],
        {1: b0 + (d * u).sum() / (d * d).sum()},
    )


@source
def cosine_backprop(r, C, X):
    n = r.randint(2, 6)
    u, v = r.normal(size=(2, n))
    U, V, d = norm(u), norm(v), u @ v
    sim = lambda u: u @ v / (norm(u) * V)
    C("a", [-0.5 * U**-3 * 2 * u, -u * U**-3], {1: -u * U**-2})
    C(
        "b",
        [
            J(sim, u),
            J(lambda u: u @ v / norm(u) / V, u),
            1 / V * (1 / U * J(lambda u: u @ v, u) + d * J(lambda u: 1 / norm(u), u)),
            1 / V * (v / U - u * d / U**3),
            v / (U * V) - u * d / (U**3 * V),
            v / (U * V) - u * sim(u) / U**2,
        ],
        {5: v / (U * V) - u * sim(u) / U**3},
    )


@source
def rms_note(r, C, X):
    n = r.randint(2, 6)
    x, w = r.normal(size=(2, n))
    eps = r.uniform(0.1, 1)
    o = loss(r, n)
    rms = lambda x: np.sqrt(eps + (x * x).sum() / n)
    yf = lambda x, w: x / rms(x) * w
    R = rms(x)
    dy, Y = J(o, yf(x, w)), J(lambda x: yf(x, w), x)
    dx = J(lambda x: o(yf(x, w)), x)
    C("a", [dx, dy @ Y])
    C("b", [np.diag(Y), np.diag(J(lambda x: x / np.sqrt(eps + (x * x).sum() / n) * w, x))])
    q = (x * x).sum() / n
    two = (np.sqrt(q) - 0.5 * q**-0.5 * (2 / n * x) * x) / q * w
    three = (np.sqrt(q) - q**-0.5 / n * x**2) / q * w
    four = (R - 1 / R / n * x**2) / R**2 * w
    X(1, np.diag(Y), two)
    C("b2", [two, three])
    X(2, three, four)
    C(
        "b3",
        [four, (1 / R - 1 / R**2 / n * x**2 / R) * w, (w - 1 / R**2 / n * x**2 * w) / R],
        {2: (w - 1 / R**2 / n * x * w) / R},
    )
    jx, jw = np.outer(x, x), np.outer(w, np.ones(n))  # rows j, columns i
    mid = -1 / n / R * jx * jw / R**2
    X(3, -0.5 * q**-0.5 * (2 / n) * jx / q * jw, mid)
    C("c", [mid, -1 / R**2 / n * jx * jw / R], {1: -1 / R**2 / n * jx * jw.T / R})
    off = 1 - np.eye(n)
    t = dy * w
    C(
        "d",
        [
            dx,
            dy * np.diag(Y) + (dy[:, None] * Y * off).sum(0),
            1 / R * (dy * (w - 1 / n / R**2 * x**2 * w) + (dy[:, None] * (-1 / R**2 / n * jx * jw) * off).sum(0)),
            1 / R * (t - (1 / R**2 / n * jx * t[:, None]).sum(0)),
            1 / R * (t - 1 / (n * R**2) * x * (x * t).sum()),
        ],
        {4: 1 / R * (t + 1 / (n * R**2) * x * (x * t).sum())},
    )
    C(
        "e",
        [dx, 1 / R * (t - 1 / (n * R**2) * (t @ x) * x)],
        {1: 1 / R * (t - 1 / (n * R**2) * ((dy * x) @ x) * x)},
    )
    W = J(lambda w: yf(x, w), w)
    C("f", [J(lambda w: o(yf(x, w)), w), dy * np.diag(W)])
    C(
        "g",
        [np.diag(W), np.diag(J(lambda w: x / np.sqrt(eps + q) * w, w)), x / np.sqrt(eps + q)],
        {2: x / np.sqrt(eps + 2 * q)},
    )


@source
def step_size_post(r, C, X):
    W, u = r.normal(size=(2, r.randint(2, 5), r.randint(2, 5)))
    al, be = r.uniform(0.1, 0.95, size=2)
    eta = r.uniform(0.1, 2)
    q = al**2 * norm(W) ** 2 + eta**2 * norm(u) ** 2
    i = 2 * al * eta * (W * u).sum()
    C("a", [norm(al * W - eta * u) ** 2, norm(al * W - eta * u) ** 2, q - i], {2: q + i})
    W, u = r.normal(size=(2, r.randint(2, 6)))
    w = W / norm(W)
    P = np.eye(len(w)) - np.outer(w, w)
    C(
        "b",
        [norm(P @ u) ** 2, norm(u - u @ W / norm(W) ** 2 * W) ** 2, norm(u) ** 2 - (u @ W) ** 2 / norm(W) ** 2],
        {2: norm(u) ** 2 + (u @ W) ** 2 / norm(W) ** 2},
    )
    ga = -eta * be / (1 - al * be)
    k = np.sqrt((1 - al**2) * (1 - al * be) / (eta**2 * (1 + al * be)))
    C("d", [k**2, (1 - al**2) * (1 - al * be) / (eta**2 * (1 + al * be))])
    C("e", [ga**2, eta**2 * be**2 / (1 - al * be) ** 2])
    a1, p, m = 1 - al**2, 1 + al * be, 1 - al * be
    C(
        "c",
        [
            eta * k * np.sqrt(1 - ga**2 * k**2),
            np.sqrt(a1 * m / p) * np.sqrt(1 - be**2 * a1 / (p * m)),
            1 / p * np.sqrt(a1 * ((1 - al**2 * be**2) - be**2 * a1)),
            1 / p * np.sqrt(a1 * (1 - be**2)),
        ],
        {3: 1 / p * np.sqrt(a1 * (1 - be))},
    )


@source
def weight_norm_gitbook(r, C, X):
    k = r.randint(2, 6)
    v = r.normal(size=k)
    g = r.uniform(0.5, 2)
    L = loss(r, k)
    wf = lambda v, g: g / norm(v) * v
    w, n = wf(v, g), norm(v)
    Lw, Lv = J(L, w), J(lambda v: L(wf(v, g)), v)
    Lg = J(lambda g: L(wf(v, g)), np.array(g))
    C("a", [Lg, Lw @ v / n])
    C("b", [Lv, g / n * Lw - g * Lg / n**2 * v], {1: g / n * Lw + g * Lg / n**2 * v})
    C("c", [Lv, g / n * (np.eye(k) - np.outer(w, w) / norm(w) ** 2) @ Lw])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
