"""Numeric checks of the labels of this half, with numpy alone:  python -m tests.corpus_third.check_a

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys
import tomllib

import numpy as np

from tests.corpus.check import J, inv, loss, norm, run, softmax, source

HERE = pathlib.Path(__file__).parent
NAMES = []


def ours(f):
    NAMES.append(f.__name__)
    return source(f)


@ours
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


@ours
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


@ours
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


@ours
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


@ours
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


@ours
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


@ours
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


@ours
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


@ours
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


@ours
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


@ours
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


@ours
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


def main():
    """compare the labels of the sources of this half with numbers"""
    found = run(NAMES)
    wrong = total = 0
    for name in NAMES:
        seen = set()
        for r in tomllib.loads((HERE / name / "labels.toml").read_text())["relation"]:
            if r["checked"] != "numpy":
                continue
            total += 1
            seen.add(r["key"])
            holds = found[name][r["key"]][r["file"].startswith("false")]
            if holds != (r["kind"] == "true"):
                wrong += 1
                print("DISAGREES", name, r["file"], r["line"], r["kind"], r["key"])
        for k in set(found[name]) - seen:
            wrong += 1
            print("NO LABEL", name, k)
    slips = sum(k.startswith("x") for n in NAMES for k in found[n])
    held = [(n, k) for n in NAMES for k in found[n] if k.startswith("x") and found[n][k][0]]
    print(
        f"{total} labels compared with numbers, {wrong} disagree; {slips} slips of sources, {len(held)} of them hold {held or ''}"
    )
    return wrong + len(held)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
