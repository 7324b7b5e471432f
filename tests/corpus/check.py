"""Numeric checks of the labels, with numpy alone:  python check.py

Of each chain of relations all members are computed at random data and sizes, of the text and of the false copy. A relation holds
if both of its members agree in every trial. Derivatives are taken with a complex step. `run()` returns, for every source and key
(chain.position, as in labels.toml), two booleans: does it hold in the text, does it hold in the false copy. Keys x1, x2, ... are the
slips of the sources themselves.
"""

import pathlib
import sys
import tomllib

import numpy as np

TRIALS = 8
SOURCES = {}


def source(f):
    SOURCES[f.__name__] = f
    return f


def J(f, x):
    """derivative of f at x by a complex step, of shape f(x).shape + x.shape"""
    x = np.asarray(x, float)
    base = np.asarray(f(x.astype(complex)))
    out = np.zeros(base.shape + x.shape)
    for i in np.ndindex(*x.shape):
        z = x.astype(complex)
        z[i] += 1e-30j
        out[(Ellipsis,) + i] = np.imag(f(z)) / 1e-30
    return out


def softmax(z):
    e = np.exp(z - np.max(z.real))
    return e / e.sum()


def norm(v):
    return np.sqrt((v * v).sum())


def loss(r, *shape):
    """a smooth function of an array that is not linear, and works for complex arrays"""
    a, b, c = r.normal(size=shape), r.normal(size=shape), r.normal(size=shape)
    return lambda y: (a * y + b * y * y).sum() + np.sin((c * y).sum())


def spd(r, n, least=0.5):
    """a symmetric matrix with no eigenvalue below the least"""
    B = r.normal(size=(n, n))
    return B @ B.T + least * np.eye(n)


inv = np.linalg.inv


def same(a, b):
    a, b = np.asarray(a, float), np.asarray(b, float)
    try:
        a, b = np.broadcast_arrays(a, b)
    except ValueError:
        return False
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return False
    return bool(np.all(np.abs(a - b) <= 1e-7 * (1 + np.abs(a) + np.abs(b))))


def below(a, b):
    return bool(np.all(np.asarray(a) <= np.asarray(b) + 1e-9 * (1 + np.abs(b))))


@source
def sherman_qa(r, C, X):
    n = r.randint(2, 5)
    u, v, w, x = r.normal(size=(4, n))
    A = r.normal(size=(n, n))
    I = np.eye(n)
    B = inv(A)
    W, s = np.outer(w, v), v @ w
    C(
        "a",
        [inv(A + np.outer(u, v)), B - B @ np.outer(u, v) @ B / (1 + v @ B @ u)],
        {1: B + B @ np.outer(u, v) @ B / (1 + v @ B @ u)},
    )
    C("b", [inv(I + W), I - W / (1 + s)], {1: I - W / (1 + v @ v)})
    C(
        "c",
        [
            (I + W) @ (I - W / (1 + s)),
            I + W - W / (1 + s) - W @ W / (1 + s),
            I + W - (W / (1 + s) + W @ W / (1 + s)),
            I + W - W * (1 + s) / (1 + s),
            I + W - W,
            I,
        ],
        {1: I + W - W / (1 + s) + W @ W / (1 + s), 5: W},
    )
    y = (I + W) @ x
    C("d", [(I + W) @ x, x + w * (v @ x)])
    C("e", [v @ x + s * (v @ x), (1 + s) * (v @ x), v @ y])
    C("f", [v @ x, v @ y / (1 + s)], {1: v @ y / (1 - s)})
    C("g", [x + w * (v @ y) / (1 + s), y], {1: 2 * y})
    C("h", [x, (I - W / (1 + s)) @ y], {1: (I - W / s) @ y})


@source
def gd_book(r, C, X):
    n = r.randint(1, 5)
    al = r.uniform(0.2, 1)
    be = al + r.uniform(0, 2)
    h = r.uniform(0.1, 1.5)
    q = r.uniform(al, be, size=n) if r.rand() < 0.5 else np.full(n, al)
    ts, tk = r.normal(size=(2, n))
    f = lambda t: 0.5 * (q * (t - ts) ** 2).sum() + 0.7
    g = q * (tk - ts)
    d = ts - tk
    t1 = tk - h * g
    sq = lambda v: v @ v
    m = [
        sq(ts - t1),
        sq(d + h * g),
        sq(d) + 2 * h * g @ d + h**2 * sq(g),
        sq(d) + 2 * h * (f(ts) - f(tk) - al / 2 * sq(d)) + h**2 * sq(g),
        (1 - al * h) * sq(d) + 2 * h * (f(ts) - f(tk)) + h**2 * sq(g),
        (1 - al * h) * sq(d) + 2 * h * (f(ts) - f(tk)) + 2 * h**2 * be * (f(tk) - f(ts)),
        (1 - al * h) * sq(d) - 2 * h * (1 - be * h) * (f(tk) - f(ts)),
    ]
    C(
        "a",
        m,
        {2: sq(d) + 2 * h * g @ d + h * sq(g), 6: (1 - al * h) * sq(d) - 2 * h * (1 + be * h) * (f(tk) - f(ts))},
        le=(1, 3, 5),
    )


@source
def differentials(r, C, X):
    m, n = r.randint(2, 5, size=2)
    x = r.normal(size=n)
    b = r.normal(size=m)
    W = r.normal(size=(m, n))
    C("a", [J(lambda x: x @ x, x), 2 * x], {1: x})
    C("b", [J(lambda W: ((W @ x + b) ** 2).sum(), W).T, 2 * np.outer(x, W @ x + b)], {1: 2 * np.outer(x, W @ x - b)})
    Z, A, B = r.normal(size=(3, n, n))
    Z[0] *= np.sign(np.linalg.det(Z))
    C("c", [J(lambda Z: np.log(np.linalg.det(Z)), Z).T, inv(Z)], {1: 2 * inv(Z)})
    C("d", [J(lambda Z: np.trace(A @ Z @ B), Z).T, B @ A], {1: A @ B})
    C("e", [inv(Z) @ Z, np.eye(n)])


@source
def layernorm_md(r, C, X):
    N = r.randint(2, 6)
    x, g, be = r.normal(size=(3, N))
    eps = r.uniform(0.1, 1)
    L = loss(r, N)
    mu = lambda x: x.sum() / N
    s2 = lambda x: ((x - mu(x)) ** 2).sum() / N
    s = np.sqrt(s2(x) + eps)
    xh = lambda x: (x - mu(x)) / np.sqrt(s2(x) + eps)
    m, h, I = mu(x), xh(x), np.eye(N)
    C("a", [J(mu, x), np.full(N, 1 / N)])
    C("b", [J(s2, x), (np.sum(2 * (x - m) * (-1 / N)) + 2 * (x - m)) / N, 2 / N * (x - m)], {2: 1 / N * (x - m)})
    C(
        "c",
        [
            J(lambda x: 1 / np.sqrt(s2(x) + eps), x),
            -0.5 / s**3 * J(s2, x),
            -0.5 / s**3 * 2 / N * (x - m),
            -1 / N / s**2 * h,
        ],
        {3: -1 / N / s**3 * h},
    )
    Jh = J(xh, x)
    C(
        "d",
        [
            Jh,
            (I - J(mu, x)[None, :]) / s + np.outer(x - m, J(lambda x: 1 / np.sqrt(s2(x) + eps), x)),
            (I - 1 / N) / s + np.outer(x - m, -1 / N / s**2 * h),
            (I - 1 / N) / s - np.outer(h, h) / N / s,
        ],
        {3: (I - 1 / N) / s + np.outer(h, h) / N / s},
    )
    y = lambda h: g * h + be
    Lx, Lh, Ly = J(lambda x: L(y(xh(x))), x), J(lambda h: L(y(h)), h), J(L, y(h))
    C("e", [Lx, Lh @ Jh], {1: np.full(N, (Lh * np.diag(Jh)).sum())})
    C("f", [Lh, Ly * g], {1: Ly * be})
    A = (I - 1 / N) / s - np.outer(h, h) / N / s
    C(
        "g",
        [
            Lx,
            (Ly * g) @ Jh,
            (Ly * g) @ A,
            Ly * g / s - (Ly * g).sum() / N / s - (Ly * g * h).sum() / N / s * h,
            (N * Ly * g - (Ly * g).sum() - h * (Ly * g * h).sum()) / (N * s),
        ],
        {4: (Ly * g - (Ly * g).sum() - h * (Ly * g * h).sum()) / (N * s)},
    )
    C("h", [J(lambda g: L(g * h + be), g), Ly * h], {1: Ly * x})
    C("k", [J(lambda b: L(g * h + b), be), Ly])


@source
def softmax_rows(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n)
    c = r.normal()
    y = r.uniform(0.1, 1, size=n)
    y /= y.sum()
    e = np.exp(x)
    s = softmax(x)
    Js = J(softmax, x)
    C(
        "a",
        [softmax(x + c), np.exp(x + c) / np.exp(x + c).sum(), e * np.exp(c) / (e * np.exp(c)).sum(), e / e.sum()],
        {3: e**2 / e.sum()},
    )
    C("b", [np.diag(Js), (e.sum() * e - e * e) / e.sum() ** 2, s - s**2], {2: s + s**2})
    off = ~np.eye(n, dtype=bool)
    C("c", [Js[off], (-np.outer(e, e) / e.sum() ** 2)[off], -np.outer(s, s)[off]], {2: np.outer(s, s)[off]})
    C("d", [Js, np.diag(s) - np.outer(s, s)], {1: np.diag(s) + np.outer(s, s)})
    H = lambda s: -(y * np.log(s)).sum()
    C("e", [H(s), -y @ np.log(s)], {1: -y @ np.log(y)})
    C(
        "f",
        [J(H, s), -J(lambda s: (y * np.log(s)).sum(), s), -y @ J(np.log, s), -y @ np.diag(1 / s), -y / s],
        {4: -s / s},
    )
    Hx = J(lambda x: H(softmax(x)), x)
    C("g", [Hx, J(H, s) @ Js])
    C(
        "h",
        [
            Hx,
            -(y / s) @ (np.diag(s) - np.outer(s, s)),
            (y / s) @ np.outer(s, s) - (y / s) @ np.diag(s),
            y @ np.tile(s, (n, 1)) - y,
            s - y,
        ],
        {4: s + y},
    )


@source
def matrix_derivatives(r, C, X):
    n = r.randint(2, 5)
    X_, A, B = r.normal(size=(3, n, n))
    I = np.eye(n)
    C("a", [J(lambda X: X, X_), np.einsum("ik,jl->ijkl", I, I)])
    C("b", [J(np.trace, X_), I])
    C("c", [J(lambda X: np.trace(X @ A), X_), A.T], {1: A})
    C("d", [np.einsum("lk->kl", A), A.T], {1: A})
    C("e", [np.einsum("ip,qi->pq", A, B), np.einsum("qi,ip->pq", B, A)])
    C("f", [np.einsum("qp->pq", B @ A), (B @ A).T])
    C("g", [(B @ A).T, A.T @ B.T], {1: B.T @ A.T})
    C("h", [np.einsum("iq,pi->pq", A, B), np.einsum("pi,iq->pq", B, A)])
    C("k", [X_.T + X_.T, 2 * X_.T], {1: X_.T})
    X(1, A, A.T)


@source
def bn_columns(r, C, X):
    n = r.randint(2, 6)
    D = r.normal(size=n)
    w = r.normal(size=n)
    I = np.eye(n)
    c = lambda D: np.cos((w * D).sum()) + (D * D).sum()
    B = lambda D: c(D) * D
    a = loss(r, n)
    aD, aB, cD = J(lambda D: a(B(D)), D), J(a, B(D)), J(c, D)
    C("a", [aD, (np.outer(cD, D) + c(D) * I) @ aB], {1: (np.outer(cD, D) + c(D) * I) @ aD})
    BD = J(B, D)  # [k, i]
    C("b", [BD, BD, cD[None, :] * D[:, None] + I * c(D)], {2: (cD * D)[None, :] + I * c(D)})
    C(
        "c",
        [aD, aB @ BD, aB @ (cD[None, :] * D[:, None] + I * c(D)), cD * (aB @ D) + c(D) * aB, cD * (D @ aB) + c(D) * aB],
        {4: cD * (D @ aB) - c(D) * aB},
    )
    C("d", [aD, cD * (D @ aB) + c(D) * aB, (np.outer(cD, D) + c(D) * I) @ aB], {2: (np.outer(cD, D) - c(D) * I) @ aB})
    d = r.normal(size=1)
    c1 = lambda d: np.cos(d) + d * d
    b1 = lambda d: c1(d) * d
    a1 = lambda b: np.sin(b) + b * b
    one = lambda f, x: J(f, x)[0, 0]
    C("e", [one(b1, d), one(c1, d) * d + c1(d), one(c1, d) * d + c1(d)])
    C(
        "f",
        [one(lambda d: a1(b1(d)), d), one(a1, b1(d)) * one(b1, d), (one(c1, d) * d + c1(d)) * one(a1, b1(d))],
        {2: (one(c1, d) * d + d) * one(a1, b1(d))},
    )
    N = n
    x = r.normal(size=N)
    gam, eps, bet = r.uniform(0.5, 2), r.uniform(0.1, 1), r.normal()
    one_ = np.ones((N, N))
    o = np.ones(N)
    mu = x.mean()
    R = x - mu
    s2 = x.var()
    C("g", [s2, (x - mu) @ (x - mu) / N, R @ R / N], {2: R @ R / N**2})
    cR = lambda R: ((R * R).sum() / N + eps) ** -0.5
    C("h", [(x - mu) / np.sqrt(s2 + eps), (R @ R / N + eps) ** -0.5 * R], {1: (R @ R / N + eps) ** 0.5 * R})
    Xh = lambda R: cR(R) * R
    h = Xh(R)
    L = loss(r, N)
    Y = lambda h: gam * h + bet
    JR, Jh, Jx = J(lambda R: L(Y(Xh(R))), R), J(lambda h: L(Y(h)), h), J(lambda x: L(Y(Xh(x - x.sum() / N))), x)
    cr = J(cR, R)
    C("k", [JR, (np.outer(cr, R) + cR(R) * I) @ Jh])
    C("l", [x - mu, x - one_ @ x / N, (I - one_ / N) @ x], {2: (I + one_ / N) @ x})
    P = I - one_ / N
    C("m", [Jx, P.T @ JR, P @ (np.outer(cr, R) + cR(R) * I) @ Jh])
    v = R @ R / N + eps
    C(
        "n",
        [
            cr,
            J(lambda R: ((R * R).sum() / N + eps) ** -0.5, R),
            -0.5 * v**-1.5 * J(lambda R: (R * R).sum() / N + eps, R),
            -0.5 * v**-1.5 * 2 / N * R,
            -1 / N * v**-1.5 * R,
            -1 / N * (s2 + eps) ** -1.5 * (x - mu),
        ],
        {4: -1 / N * v**-0.5 * R},
    )
    q = (s2 + eps) ** -0.5
    H = np.outer(h, h)
    C(
        "o",
        [
            Jx,
            P @ (np.outer(cr, R) + cR(R) * I) @ Jh,
            P @ (-1 / N * q**3 * np.outer(R, R) + q * I) @ Jh,
            q * P @ (-np.outer(R * q, R * q) / N + I) @ Jh,
            q * P @ (-H / N + I) @ Jh,
            q * (-H / N + I + one_ @ H / N**2 - one_ / N) @ Jh,
            q * (-H / N + I - one_ / N) @ Jh,
        ],
        {5: q * (-H / N + I + one_ @ H / N**2 + one_ / N) @ Jh},
    )
    # the chain has the members 0..6 of six relations: 1 bracket, 2 put in, 3 pulled out, 4 hats, 5 multiplied, 6 simplified
    JY = J(L, Y(h))
    Jg = J(lambda g: L(g * h + bet), np.array(gam))
    Jb = J(lambda b: L(gam * h + b), np.array(bet))
    C(
        "p",
        [
            Jx,
            q * (-H / N + I - one_ / N) @ Jh,
            gam * q * (-H @ JY / N + JY - one_ @ JY / N),
            gam * q / N * (-Jg * h + N * JY - o * Jb),
        ],
        {3: gam * q / N * (-Jg * h + JY - o * Jb)},
    )
    C("q", [Jg, (JY * h).sum(), h @ JY], {2: h @ Jh})
    C("r", [Jb, JY.sum(), o @ JY])


@source
def bn_vectors(r, C, X):
    n = r.randint(3, 6)
    y = r.normal(size=n)
    eps = r.uniform(0.1, 1)
    o = np.ones(n)
    O = np.ones((n, n))
    I = np.eye(n)
    P = I - O / n
    var = y.var(ddof=1)
    C("a", [y.sum() / n, o @ y / n], {1: o @ y / (n - 1)})
    C("b", [var, (y - O @ y / n) @ (y - O @ y / n) / (n - 1)], {1: (y - O @ y / n) @ (y - O @ y / n) / n})
    C(
        "c",
        [
            var,
            y @ P.T @ P @ y / (n - 1),
            y @ (I - 2 / n * O + O @ O / n**2) @ y / (n - 1),
            y @ (I - 2 / n * O + O / n) @ y / (n - 1),
            y @ P @ y / (n - 1),
        ],
        {2: y @ (I - 2 / n * O + O @ O / n**3) @ y / (n - 1)},
    )
    h = lambda y: P @ y / np.sqrt(y @ P @ y / (n - 1) + eps)
    v = var + eps
    yh = h(y)
    Jh = J(h, y)
    C(
        "d",
        [
            Jh,
            P / np.sqrt(v) - 0.5 / v**1.5 * np.outer(P @ y, 2 / (n - 1) * y @ P),
            (P - np.outer(yh, yh) / (n - 1)) / np.sqrt(v),
        ],
        {2: (P - np.outer(yh, yh) / n) / np.sqrt(v)},
    )
    L = loss(r, n)
    Lh = J(L, yh)
    Ly = J(lambda y: L(h(y)), y)
    C(
        "e",
        [
            Ly,
            Lh @ Jh,
            Lh @ (P - np.outer(yh, yh) / (n - 1)) / np.sqrt(v),
            (Lh @ P - Lh @ yh * yh / (n - 1)) / np.sqrt(v),
        ],
        {3: (Lh @ P + Lh @ yh * yh / (n - 1)) / np.sqrt(v)},
    )


@source
def centering_qa(r, C, X):
    n = r.randint(2, 6)
    O = np.ones((n, n))
    I = np.eye(n)
    H = I - O / n
    C(
        "a",
        [H @ H, H @ (I - O / n), H @ I - H @ O / n, I - O / n - (I - O / n) @ O / n, I - O / n - O / n + O @ O / n**2],
        {4: I - O / n - O / n - O @ O / n**2},
    )
    C("b", [H @ O / n, 0], {1: H})
    C("c", [O, O @ O / n], {1: O @ O / n**2})
    C("d", [O @ O, n * O], {1: n * I})


@source
def centering_notes(r, C, X):
    n = r.randint(2, 6)
    O = np.ones((n, n))
    o = np.ones(n)
    I = np.eye(n)
    H = I - O / n
    x = r.normal(size=n)
    m = x.mean()
    C("a", [H @ H, H])
    C("b", [H.T, H], {1: -H})
    C("c", [H @ o, 0 * o], {1: o})
    C("d", [o @ H, 0 * o])
    C("e", [H @ x, x - m * o], {1: x + m * o})
    C("f", [x @ H @ x, ((x - m) ** 2).sum()], {1: (x**2).sum()})
    C("g", [x @ H @ x / n, ((x - m) ** 2).sum() / n])


@source
def rmsnorm_blog(r, C, X):
    D = r.randint(2, 6)
    x, g = r.normal(size=(2, D))
    eps = r.uniform(0.1, 1)
    L = loss(r, D)
    R = lambda x: np.sqrt((x * x).sum() / D + eps)
    rr = R(x)
    h = x / rr
    y = g * h
    dy = J(L, y)
    dh = dy * g
    C("a", [J(lambda g: L(g * h), g), dy * J(lambda g: g * h, g).diagonal(), dy * h], {2: dy * x})
    C("b", [J(lambda q: x / q, np.array(rr)), -x / rr**2], {1: -x / rr**3})
    C(
        "c",
        [J(lambda q: L(g * x / q), np.array(rr)), (dh * (-x / rr**2)).sum(), -(dh * x).sum() / rr**2],
        {2: (dh * x).sum() / rr**2},
    )
    C(
        "d",
        [
            J(lambda x: x / R(x), x),
            np.eye(D) / rr - np.outer(x / rr**2, J(R, x)),
            np.eye(D) / rr - np.outer(x, x) / D / rr**3,
        ],
        {2: np.eye(D) / rr - np.outer(x, x) / rr**3},
    )


@source
def bn_notebook(r, C, X):
    N, D = r.randint(2, 5, size=2)
    x = r.normal(size=(N, D))
    g, b = r.normal(size=(2, D))
    eps = r.uniform(0.1, 1)
    L = loss(r, N, D)
    mu, s2 = x.mean(0), x.var(0)
    h = (x - mu) / np.sqrt(s2 + eps)
    dy = J(L, g * h + b)
    C("a", [J(lambda b: L(g * h + b), b), dy.sum(0)])
    C("b", [J(lambda g: L(g * h + b), g), (dy * h).sum(0), (dy * h).sum(0)], {2: (dy * x).sum(0)})
    Lh = J(lambda h: L(g * h + b), h)
    C("c", [Lh, dy * g, dy * g], {2: dy * b})
    hs = J(lambda s: (x - mu) / np.sqrt(s + eps), s2)
    hs = np.einsum("ijj->ij", hs)
    C("d", [hs, (x - mu) * -0.5 * (s2 + eps) ** -1.5], {1: (x - mu) * -0.5 * (s2 + eps) ** -0.5})
    C(
        "e",
        [
            J(lambda s: L(g * (x - mu) / np.sqrt(s + eps) + b), s2),
            (Lh * hs).sum(0),
            (dy * g * (x - mu) * -0.5 * (s2 + eps) ** -1.5).sum(0),
        ],
        {2: (dy * (x - mu) * -0.5 * (s2 + eps) ** -1.5).sum(0)},
    )


@source
def variance_qa(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n) + 1
    m = x.mean()
    C("a", [((x - m) ** 2).sum(), (x**2).sum() - n * m**2], {1: (x**2).sum() - n**2 * m**2})
    C(
        "b",
        [((x - m) ** 2).sum(), (x**2).sum() + n * m**2 - (2 * m * x).sum(), (x**2).sum() + n * m**2 - 2 * m * x.sum()],
        {2: (x**2).sum() + n * m**2 - 2 * x.sum()},
    )
    C("c", [n * m, x.sum()])
    C("d", [(x**2).sum() + n * m**2 - 2 * m * n * m, (x**2).sum() - n * m**2], {1: (x**2).sum() + n * m**2})
    C("e", [(x**2).sum() / n - m**2, ((x - m) ** 2).sum() / n], {1: ((x - m) ** 3).sum() / n})
    C("f", [((x - m) ** 2).sum() / n, (x**2 - 2 * x * m + m**2).sum() / n], {1: (x**2 - x * m + m**2).sum() / n})
    C("g", [(x**2).sum() / n - m**2, (x**2).sum() / n - m**2, (x**2 - m**2).sum() / n], {2: 0})


@source
def variance_steps(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n) + 1
    m = x.mean()
    C("a", [((x - m) ** 2).sum() / n, (x**2).sum() / n - m**2], {1: (x**2).sum() / n - m})
    C(
        "b",
        [
            (x**2 - 2 * x * m + m**2).sum() / n,
            (x**2).sum() / n - (2 * x * m).sum() / n + n * m**2 / n,
            (x**2).sum() / n - 2 * m / n * x.sum() + n * m**2 / n,
            (x**2).sum() / n - 2 * m / n * x.sum() + n * m**2 / n,
        ],
        {1: (x**2).sum() / n - (x * m).sum() / n + n * m**2 / n},
    )
    C("c", [x.sum(), n * m], {1: n**2 * m})
    C(
        "d",
        [
            (x**2).sum() / n - 2 * m / n * x.sum() + m**2,
            (x**2).sum() / n - 2 * m / n * n * m + m**2,
            (x**2).sum() / n - 2 * m**2 + m**2,
            (x**2).sum() / n - m**2,
        ],
        {3: (x**2).sum() / n + m**2},
    )


@source
def proofwiki(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n) + 1
    m = x.mean()
    d = x - m
    S = (d**2).sum()
    C("a", [S, (x**2 - m**2).sum()], {1: (x**2 + m**2).sum()})
    C(
        "b",
        [
            S,
            (d * d).sum(),
            (x * d).sum() - m * d.sum(),
            (x * d).sum() - 0,
            (x * d).sum() + 0,
            (x * d).sum() + m * d.sum(),
            ((x + m) * d).sum(),
            (x**2 - m**2).sum(),
        ],
        {2: (x * (x + m)).sum() - m * d.sum(), 7: (x**2 + m**2).sum()},
    )
    C("c", [S, (x**2).sum() - x.sum() ** 2 / n], {1: (x**2).sum() - x.sum() ** 2 / n**2})
    C("d", [S, (x**2).sum() - n * m**2])
    C(
        "e",
        [
            (x**2).sum() - n * (x.sum() / n) ** 2,
            (x**2).sum() - n / n**2 * x.sum() ** 2,
            (x**2).sum() - x.sum() ** 2 / n,
        ],
        {2: (x**2).sum() - x.sum() ** 3 / n},
    )


@source
def slope_qa(r, C, X):
    n = r.randint(3, 6)
    x, y = r.normal(size=(2, n)) + 1
    a, b = x.mean(), y.mean()
    b1 = ((x - a) * (y - b)).sum() / ((x - a) ** 2).sum()
    b0 = b - b1 * a
    C("a", [b1, ((x - a) * y).sum() / ((x - a) ** 2).sum()], {1: ((x - a) * y).sum() / (x**2).sum()})
    C(
        "b",
        [
            ((x - a) * (y - b)).sum(),
            ((x - a) * y).sum() - ((x - a) * b).sum(),
            ((x - a) * y).sum() - (x * b).sum() + n * a * b,
            ((x - a) * y).sum() - n * a * b + n * a * b,
            ((x - a) * y).sum(),
        ],
        {2: ((x - a) * y).sum() - (x * b).sum() - n * a * b},
    )
    xy, x2 = (x * y).mean(), (x * x).mean()
    C("c", [np.linalg.lstsq(np.c_[np.ones(n), x], y, rcond=None)[0][1], b1])
    C("d", [b0 * a + b1 * x2, xy])
    C("e", [b0 * a + b1 * x2, xy])
    C("f", [(b - b1 * a) * a + b1 * x2, xy])
    X(1, b1 * x2, xy - (a * b - b1 * x2))
    C("g", [a * b - b1 * a**2 + b1 * x2, xy], {1: a})
    C("h", [-b1 * a**2 + b1 * x2, xy - a * b], {1: xy + a * b})
    C("k", [b1 * (-(a**2) + x2), xy - a * b])
    C("l", [b1, (xy - a * b) / (x2 - a**2)], {1: (xy - a * b) / (x2 - a)})
    c0, c1 = r.normal(size=2)
    e = y - c0 - c1 * x
    C("m", [J(lambda c: ((y - c - c1 * x) ** 2).sum(), np.array(c0)), -(2 * e).sum()], {1: (2 * e).sum()})
    C("n", [J(lambda c: ((y - c0 - c * x) ** 2).sum(), np.array(c1)), -(2 * x * e).sum()], {1: -(2 * x[0] * e).sum()})


@source
def ols_hayashi(r, C, X):
    K = r.randint(1, 4)
    n = K + r.randint(1, 4)
    Z = r.normal(size=(n, K))
    be = r.normal(size=K)
    u = r.normal(size=n)
    y = Z @ be + u
    b = inv(Z.T @ Z) @ Z.T @ y
    P = Z @ inv(Z.T @ Z) @ Z.T
    I = np.eye(n)
    M = I - P
    e = y - Z @ b
    C("p", [Z @ b, P @ y])
    C("q", [M @ Z, 0])
    C("r", [e, M @ u])
    C("a", [Z @ b, Z @ inv(Z.T @ Z) @ Z.T @ y, P @ y], {2: M @ y})
    C(
        "b",
        [y - Z @ b, y - Z @ b, y - P @ y, (I - P) @ y, M @ y, M @ (Z @ be + u), M @ Z @ be + M @ u, M @ u],
        {3: (I + P) @ y, 7: P @ u},
    )
    C("c", [e @ e, (M @ u) @ (M @ u), u @ M @ M @ u, u @ M @ u], {3: u @ u})


@source
def pca_lagrange(r, C, X):
    n, m = r.randint(2, 5, size=2)
    x = r.normal(size=(n, m))
    q = r.normal(size=m)
    y = x @ q
    Cv = x.T @ x / n
    C(
        "a",
        [
            (y**2).mean(),
            ((x @ q) ** 2).mean(),
            sum((x[i] @ q) * (x[i] @ q) for i in range(n)) / n,
            sum((q @ x[i]) * (x[i] @ q) for i in range(n)) / n,
            q @ (sum(np.outer(x[i], x[i]) for i in range(n)) / n) @ q,
            q @ Cv @ q,
        ],
        {1: ((x @ q) ** 3).mean(), 5: 2 * q @ Cv @ q},
    )
    x = x - x.mean(0)
    u = q
    S = x.T @ x / n
    lam = r.normal()
    C("b", [((x @ u) ** 2).mean(), sum((u @ x[i]) * (x[i] @ u) for i in range(n)) / n])
    C("c", [sum((u @ x[i]) * (x[i] @ u) for i in range(n)) / n, u @ S @ u], {1: u @ (x.T @ x) @ u / (n - 1)})
    C("d", [S, sum(np.outer(x[i], x[i]) for i in range(n)) / n], {1: sum(np.outer(u, x[i]) for i in range(n)) / n})
    C("e", [J(lambda u: u @ S @ u - lam * (u @ u - 1), u), 2 * S @ u - 2 * lam * u], {1: 2 * S @ u + 2 * lam * u})
    w, V = np.linalg.eigh(S)
    k = r.randint(m)
    C("f", [S @ V[:, k], w[k] * V[:, k]])


@source
def logistic_notebook(r, C, X):
    n, d = r.randint(2, 5, size=2)
    Z = r.normal(size=(n, d))
    y = r.randint(0, 2, size=n) * 1.0
    t = r.normal(size=d)
    z = Z @ t
    p = 1 / (1 + np.exp(-z))
    Jf = lambda t: -(y * np.log(1 / (1 + np.exp(-Z @ t))) + (1 - y) * np.log(1 - 1 / (1 + np.exp(-Z @ t)))).sum()
    X(1, p, np.exp(-z) / (1 + np.exp(z)))
    C("a", [Jf(t), (np.log(np.exp(z) + 1) - y * z).sum()], {1: (np.log(np.exp(z) + 1) + y * z).sum()})
    g = lambda t: Z.T @ (1 / (1 + np.exp(-Z @ t)) - y)
    C("b", [J(Jf, t), (1 / (np.exp(z) + 1) * np.exp(z)) @ Z - y @ Z])
    C("c", [J(Jf, t), Z.T @ (p - y)], {1: Z.T @ (p + y)})
    H = J(g, t)
    C("d", [H, J(lambda t: sum((1 / (1 + np.exp(-Z[i] @ t)) - y[i]) * Z[i] for i in range(n)), t)])
    C(
        "e",
        [
            H,
            Z.T @ np.diag(np.exp(-z) / (1 + np.exp(-z)) ** 2) @ Z,
            Z.T @ np.diag(p * (1 - p)) @ Z,
            Z.T @ np.diag(p * (1 - p)) @ Z,
        ],
        {1: Z.T @ np.diag(np.exp(-z) / (1 + np.exp(-z)) ** 3) @ Z},
    )


@source
def line_search(r, C, X):
    n = r.randint(2, 5)
    A = r.normal(size=(n, n))
    Q = A @ A.T + np.eye(n)
    b, x, p = r.normal(size=(3, n))
    al = r.uniform(0.2, 2)
    f = lambda x: 0.5 * x @ Q @ x - b @ x
    g = Q @ x - b
    C("a", [J(f, x), Q @ x - b], {1: Q @ x + b})
    C(
        "b",
        [
            f(x + al * p),
            0.5 * (x + al * p) @ Q @ (x + al * p) - b @ (x + al * p),
            0.5 * x @ Q @ x + al * p @ Q @ x + 0.5 * al**2 * p @ Q @ p - b @ x - al * b @ p,
            f(x) + al * p @ (Q @ x - b) + 0.5 * al**2 * p @ Q @ p,
            f(x) + al * g @ p + 0.5 * al**2 * p @ Q @ p,
        ],
        {2: 0.5 * x @ Q @ x + al * p @ Q @ x + 0.5 * al**3 * p @ Q @ p - b @ x - al * b @ p},
    )
    C("c", [J(lambda a: f(x + a * p), np.array(al)), g @ p + al * p @ Q @ p], {1: g @ p + 2 * p @ Q @ p})
    X(1, -(g @ p) / (p @ Q @ p), g @ p / -(p @ g))
    C("d", [J(f, x), Q @ x - b])


@source
def ridge_blog(r, C, X):
    n, d = r.randint(1, 5, size=2)
    Z = r.normal(size=(n, d))
    l = r.uniform(0.5, 1.5)
    I, K = np.eye(d), np.eye(n)
    C("a", [Z @ inv(Z.T @ Z + l * I) @ Z.T, Z @ Z.T @ inv(Z @ Z.T + l * K)], {1: Z @ Z.T @ inv(Z @ Z.T - l * K)})
    C("b", [inv(Z.T @ Z + l * I) @ Z.T, Z.T @ inv(Z @ Z.T + l * K)], {1: Z.T @ inv(Z @ Z.T + 2 * K)})
    C("c", [l * I @ Z.T, l * Z.T @ K], {1: 2 * l * Z.T @ K})
    C("d", [Z.T @ Z @ Z.T + l * I @ Z.T, Z.T @ Z @ Z.T + l * Z.T @ K])
    C("e", [(Z.T @ Z + l * I) @ Z.T, Z.T @ (Z @ Z.T + l * K)], {1: Z.T @ (Z @ Z.T + K)})
    A, B = Z.T @ Z + l * I, Z @ Z.T + l * K
    C("f", [inv(A) @ A @ Z.T @ inv(B), inv(A) @ Z.T @ B @ inv(B)])


@source
def ridge_qa(r, C, X):
    n, p = r.randint(2, 5, size=2)
    Z = r.normal(size=(n, p))
    l = r.uniform(0.5, 1.5)
    I, K = np.eye(p), np.eye(n)
    C("a", [Z.T @ inv(Z @ Z.T + l * K), inv(Z.T @ Z + l * I) @ Z.T], {1: inv(Z.T @ Z - l * I) @ Z.T})
    C("b", [(Z.T @ Z + l * I) @ Z.T, Z.T @ (Z @ Z.T + l * K)], {1: Z.T @ (Z @ Z.T - l * K)})
    y = r.normal(size=n)
    N = r.uniform(1.5, 3)
    ra = min(n, p)
    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    S, V = np.diag(s), Vt.T
    C(
        "c",
        [inv(Z.T @ Z + l * N * I) @ Z.T @ y, Z.T @ inv(Z @ Z.T + l * N * K) @ y],
        {1: Z.T @ inv(Z @ Z.T + l * K) @ y},
    )
    C(
        "d",
        [inv(Z.T @ Z + l * N * I) @ Z.T @ y, inv(Z.T @ Z + l * N * I) @ (U @ S @ Vt).T @ y],
        {1: inv(Z.T @ Z + l * N * I) @ inv(Z.T @ Z + l * N * I) @ (U @ S @ Vt).T @ y},
    )
    C(
        "e",
        [
            inv((U @ S @ Vt).T @ (U @ S @ Vt) + l * N * I) @ V @ S @ U.T @ y,
            inv(V @ S @ S @ Vt + l * N * I) @ V @ S @ U.T @ y,
        ],
        {1: inv(V @ S @ S @ S @ Vt + l * N * I) @ V @ S @ U.T @ y},
    )
    C("f", [(Z.T @ Z + l * N * I) @ Z.T, Z.T @ (Z @ Z.T + l * N * K)])
    C("g", [Z.T @ inv(Z @ Z.T + l * N * K), inv(Z.T @ Z + l * N * I) @ Z.T], {1: inv(Z.T @ Z - l * N * I) @ Z.T})
    W = inv(Z.T @ Z + l * I)
    C("h", [W @ Z.T @ Z, I - l * W], {1: I + l * W})
    C("k", [W @ Z.T @ Z + l * W, W @ Z.T @ Z + W @ (l * I), W @ (Z.T @ Z + l * I), I], {3: l * I})
    x = r.uniform(0.1, 2)
    C("l", [x / (x + l), 1 - l / (x + l)], {1: 1 - 1 / (x + l)})
    A = r.normal(size=(p, p))
    B = inv(A + l * I)
    C("m", [B @ A, I - l * B], {1: I - l * B @ B})
    C("n", [A, A])
    X(1, Z @ W @ Z.T @ Z @ W @ Z.T, Z @ W @ Z.T)
    X(2, inv(I + I), inv(I))
    X(3, inv(I.T @ I + I), inv(I.T @ I))
    X(4, inv(I @ I + I), inv(I @ I))
    X(5, inv(2 * I), inv(I))
    X(6, I / 2, I)


@source
def esl_derivations(r, C, X):
    p = r.randint(2, 5)
    A = r.normal(size=(p, p))
    b = r.normal(size=p)
    C(
        "a",
        [b @ A @ b, (b * (A @ b)).sum(), sum(b[i] * sum(A[i, j] * b[j] for j in range(p)) for i in range(p))],
        {2: sum(b[i] * sum(A[i, j] * b[i] for j in range(p)) for i in range(p))},
    )

    def bracket(b, k):
        return (
            A[k, k] * b[k] ** 2
            + sum(A[i, k] * b[i] * b[k] for i in range(p) if i != k)
            + sum(A[k, j] * b[k] * b[j] for j in range(p) if j != k)
        )

    C(
        "b",
        [
            J(lambda b: b @ A @ b, b),
            np.array([J(lambda b: bracket(b, k), b)[k] for k in range(p)]),
            np.array(
                [
                    2 * A[k, k] * b[k]
                    + sum(A[i, k] * b[i] for i in range(p) if i != k)
                    + sum(A[k, j] * b[j] for j in range(p) if j != k)
                    for k in range(p)
                ]
            ),
            A.T @ b + A @ b,
            A @ b + A.T @ b,
            (A + A.T) @ b,
        ],
        {5: (A - A.T) @ b},
    )
    n = p + r.randint(0, 3)
    Z = r.normal(size=(n, p))
    U, s, V = np.linalg.svd(Z, full_matrices=False)
    V = V.T
    D = np.diag(s)
    y = r.normal(size=n)
    l = r.uniform(0.5, 1.5)
    I = np.eye(p)
    E = inv(D @ D + l * I)
    m = [
        Z @ (inv(Z.T @ Z + l * I) @ Z.T @ y),
        Z @ inv(Z.T @ Z + l * I) @ Z.T @ y,
        U @ D @ V.T @ inv(V @ D @ U.T @ U @ D @ V.T + l * I) @ V @ D @ U.T @ y,
        U @ D @ V.T @ inv(V @ D @ D @ V.T + l * V @ V.T) @ V @ D @ U.T @ y,
        U @ D @ V.T @ inv(V @ (D @ D + l * I) @ V.T) @ V @ D @ U.T @ y,
        U @ D @ V.T @ inv(V).T @ E @ inv(V) @ V @ D @ U.T @ y,
        U @ D @ E @ D @ U.T @ y,
    ]
    C("c", m, {3: U @ D @ V.T @ inv(V @ D @ D @ V.T + l * D) @ V @ D @ U.T @ y, 6: U @ D @ E @ U.T @ y})
    C("d", [np.diag(D @ E @ D), s**2 / (s**2 + l)], {1: s**2 / (s**3 + l)})


@source
def attention_index(r, C, X):
    T, d, e = 3, r.randint(1, 4), r.randint(2, 4)
    Q, K = r.normal(size=(2, T, d))
    V = r.normal(size=(T, e))
    S = Q @ K.T / np.sqrt(d)
    A = np.exp(S)
    A /= A.sum(1, keepdims=True)
    O = A @ V
    L = loss(r, T, e)
    G = J(L, O)
    OV = J(lambda V: A @ V, V)
    C("a", [J(lambda M: M, V), np.einsum("aj,bp->abjp", np.eye(T), np.eye(e))])
    C(
        "b",
        [J(lambda V: L(A @ V), V), np.einsum("ab,abjp->jp", G, OV), np.einsum("ab,abjp->jp", G, OV)],
        {2: np.einsum("jb,abjp->jp", G, OV)},
    )
    C("c", [O, np.einsum("ac,cb->ab", A, V)], {1: np.einsum("ca,cb->ab", A, V)})
    VV = J(lambda V: V, V)
    C(
        "d",
        [OV, J(lambda V: np.einsum("ac,cb->ab", A, V), V), np.einsum("ac,cbjp->abjp", A, VV)],
        {2: np.einsum("ac,cpjp,b->abjp", A, VV, np.ones(e))},
    )


@source
def matmul_readme(r, C, X):
    a, b, c = r.randint(2, 5, size=3)
    W = r.normal(size=(a, b))
    Z = r.normal(size=(b, c))
    L = loss(r, a, c)
    Y = W @ Z
    G = J(L, Y)
    Yx = J(lambda Z: W @ Z, Z)
    I, K = np.eye(b), np.eye(c)
    C("a", [Y, np.einsum("ia,aj->ij", W, Z)], {1: np.einsum("ia,aj->ij", W**2, Z)})
    C(
        "b",
        [
            Yx,
            J(lambda Z: np.einsum("ia,aj->ij", W, Z), Z),
            J(lambda Z: np.einsum("ia,aj->ij", W, Z), Z),
            np.einsum("ia,ma,nj->ijmn", W, I, K),
            np.einsum("im,nj->ijmn", W, K),
        ],
        {4: np.einsum("im,nj->ijmn", 2 * W, K)},
    )
    LX = J(lambda Z: L(W @ Z), Z)
    C(
        "c",
        [LX, np.einsum("ij,ijmn->mn", G, Yx), np.einsum("ij,im,nj->mn", G, W, K), np.einsum("in,im->mn", G, W)],
        {2: np.einsum("ij,im,nj->mn", 2 * G, W, K)},
    )
    C("d", [LX, W.T @ G], {1: 2 * W.T @ G})
    C("e", [J(lambda W: L(W @ Z), W), G @ Z.T], {1: -G @ Z.T})


@source
def scale_invariance(r, C, X):
    n = r.randint(2, 5)
    u, g = r.normal(size=(2, n))
    u /= norm(u)
    rho, eta = r.uniform(0.5, 2, size=2)
    w1 = rho * u - eta * g / rho
    C(
        "a",
        [w1 @ w1, rho**2 - 2 * eta * u @ g + eta**2 / rho**2 * g @ g],
        {1: rho**2 - eta * u @ g + eta**2 / rho**2 * g @ g},
    )
    C(
        "b",
        [norm(w1), rho * np.sqrt(1 - 2 * eta / rho**2 * u @ g + eta**2 / rho**4 * g @ g)],
        {1: rho * np.sqrt(np.maximum(0, 1 - 2 * eta / rho**2 * u @ g + eta**2 / rho**2 * g @ g))},
    )


@source
def bn_optimization_qa(r, C, X):
    m = r.randint(3, 6)
    y = r.normal(size=m)
    s = y.std()
    h = (y - y.mean()) / s
    ga = r.normal()
    L = loss(r, m)
    f = lambda y: ga * (y - y.sum() / m) / np.sqrt(((y - y.sum() / m) ** 2).sum() / m)
    z = J(L, f(y))
    g = J(lambda y: L(f(y)), y)
    C(
        "a",
        [g @ g, ga**2 / s**2 * (z @ z - z.sum() ** 2 / m - (z @ h) ** 2 / m)],
        {1: ga**2 / s**2 * (z @ z - z.sum() ** 2 / m**2 - (z @ h) ** 2 / m)},
    )
    R = ga / m / s * (m * z - z.sum() - h * (z @ h))
    C("b", [g, R])
    C("c", [g, R], {1: ga / m / s * (m * z - z.sum() + h * (z @ h))})
    C("d", [g, R], {1: ga / m / s * (z - z.sum() - h * (z @ h))})


@source
def layernorm_slips(r, C, X):
    # literally: entries 0..N, sums divided by N
    N = r.randint(2, 5)
    x = r.normal(size=N + 1)
    mu = lambda x: x.sum() / N
    sg = lambda x: np.sqrt(((x - mu(x)) ** 2).sum() / N)
    s = sg(x)
    m = mu(x)
    I = np.eye(N + 1)
    C(
        "a",
        [J(lambda x: (x - mu(x)) / sg(x), x), (s * J(lambda x: x - mu(x), x) - np.outer(x - m, J(sg, x))) / s**2],
        {1: (s * J(lambda x: x - mu(x), x) + np.outer(x - m, J(sg, x))) / s**2},
    )
    X(1, J(lambda x: x - mu(x), x), I + J(mu, x)[None])
    C("b", [I + J(mu, x)[None], I + 1 / N])
    C(
        "c",
        [
            J(sg, x),
            1 / (2 * s) / N * J(lambda x: ((x - mu(x)) ** 2).sum(), x),
            1 / (2 * N * s) * J(lambda x: (x - mu(x)) ** 2, x).sum(0),
        ],
        {1: 1 / (2 * s) / N**2 * J(lambda x: ((x - mu(x)) ** 2).sum(), x)},
    )


@source
def softmax_brackets(r, C, X):
    N = r.randint(2, 5)
    S = r.normal(size=N)
    L = loss(r, N)
    P = softmax(S)
    dP = J(L, P)
    e = np.exp(S)
    PS = J(softmax, S)
    C("a", [J(lambda S: L(softmax(S)), S), dP @ PS, dP @ PS, dP @ PS], {3: dP * PS.sum(0)})
    C("b", [P, e / e.sum()], {1: e / np.exp(-S).sum()})
    C("c", [np.diag(PS), (e * e.sum() - e * e) / e.sum() ** 2], {1: (e * e.sum() - e * e) / e.sum() ** 3})


@source
def softmax_lines(r, C, X):
    K = r.randint(2, 6)
    z = r.normal(size=K)
    y = r.uniform(0.1, 1, size=K)
    y /= y.sum()
    a = softmax(z)
    az = J(softmax, z)
    off = ~np.eye(K, dtype=bool)
    C("a", [np.diag(az), a * (1 - a)], {1: a * (1 + a)})
    C("b", [az[off], -np.outer(a, a)[off]], {1: np.outer(a, a)[off]})
    ex = lambda t: np.array([sum(t(k, i) for k in range(K) if k != i) for i in range(K)])
    m = [
        J(lambda z: -(y * np.log(softmax(z))).sum(), z),
        -(y / a) @ az,
        -y * (1 - a) - ex(lambda k, i: y[k] / a[k] * -a[k] * a[i]),
        -y * (1 - a) + ex(lambda k, i: y[k] * a[i]),
        -y + y * a + ex(lambda k, i: y[k] * a[i]),
        a * y.sum() - y,
        a - y,
    ]
    C("c", m, {1: -(y @ az) / a, 3: -y * (1 - a) - ex(lambda k, i: y[k] * a[i]), 6: a})


@source
def weight_norm_qa(r, C, X):
    k = r.randint(2, 5)
    v = r.normal(size=k)
    g = r.uniform(0.5, 2)
    L = loss(r, k)
    W = lambda v, g: g * v / norm(v)
    w = W(v, g)
    Lw = J(L, w)
    Lg = J(lambda g: L(W(v, g)), np.array(g))
    Lv = J(lambda v: L(W(v, g)), v)
    nv = norm(v)
    M = np.eye(k) - np.outer(w, w) / (w @ w)
    C("a", [Lg, Lw @ v / nv], {1: Lw @ v / nv**2})
    C("b", [Lv, g / nv * Lw - g * Lg / nv**2 * v], {1: g / nv * Lw - g * Lg / nv * v})
    C("c", [Lv, g / nv * M @ Lw], {1: g / norm(w) * M @ Lw})
    C("d", [Lv, g / nv * Lw - g * Lg / nv**2 * v])
    C("e", [Lg, Lw @ v / nv])
    C("f", [Lv, g / nv * Lw - g * (Lw @ v) / nv**3 * v], {1: g / nv * Lw - g * (Lw @ v) / nv**2 * v})
    C("g", [Lv, g / nv * Lw - g / nv * (Lw @ v) / nv**2 * v], {1: g / nv * Lw + g / nv * (Lw @ v) / nv**2 * v})
    C("h", [Lv, g / nv * Lw - g / nv * (Lw @ w) / norm(w) * w / norm(w)])


@source
def wiki_centering(r, C, X):
    cn = lambda n: np.eye(n) - np.ones((n, n)) / n
    C("a", [cn(1), np.zeros((1, 1))], {1: np.ones((1, 1))})
    C(
        "b",
        [cn(2), np.eye(2) - np.ones((2, 2)) / 2, np.array([[0.5, -0.5], [-0.5, 0.5]])],
        {2: np.array([[0.5, -0.5], [-0.5, -0.5]])},
    )
    C(
        "c",
        [cn(3), np.eye(3) - np.ones((3, 3)) / 3, np.array([[2, -1, -1], [-1, 2, -1], [-1, -1, 2]]) / 3],
        {1: np.eye(3) - np.ones((3, 3)) / 2},
    )
    n = r.randint(2, 5)
    v = r.normal(size=n)
    o = np.ones(n)
    k = r.randint(2, 5)
    C("d", [cn(n) @ v, v - (o @ v / n) * o], {1: v - (o @ v / n) * v})
    C("e", [np.linalg.matrix_power(cn(n), k), cn(n)], {1: k * cn(n)})


@source
def lsq_notes(r, C, X):
    n = r.randint(2, 5)
    x, y = r.normal(size=(2, n))
    A = r.normal(size=(n, n))
    C("a", [x @ y, x @ y, y @ x], {2: y @ y})
    C("b", [J(lambda x: x @ y, x), y], {1: x})
    C("c", [J(lambda x: x @ A @ x, x), (A + A.T) @ x], {1: A @ x})
    m = n + r.randint(0, 3)
    A = r.normal(size=(m, n))
    b = 0.1 * r.normal(size=m)
    e = A @ x - b
    C("d", [norm(e), np.sqrt(e @ e), np.sqrt(e @ e)], {2: np.sqrt(e @ (A @ x + b))})
    last = x @ A.T @ A @ x - x @ A.T @ b - b @ A @ x - b @ b
    C("e", [e @ e, (x @ A.T - b) @ e], {1: (x @ A.T + b) @ e})
    X(1, (x @ A.T - b) @ e, last)
    C("f", [last, x @ A.T @ A @ x - 2 * x @ A.T @ b - b @ b], {1: x @ A.T @ A @ x - x @ A.T @ b - b @ b})
    C("g", [J(lambda x: (A @ x - b) @ (A @ x - b), x), 2 * A.T @ A @ x - 2 * A.T @ b], {1: A.T @ A @ x - 2 * A.T @ b})
    C("h", [np.linalg.lstsq(A, b, rcond=None)[0], inv(A.T @ A) @ A.T @ b])


def run(names=None):
    """of the sources with these names, or of all"""
    found = {}
    for name in SOURCES if names is None else names:
        f = SOURCES[name]
        res = found.setdefault(name, {})
        for seed in range(TRIALS):

            def C(chain, members, false={}, le=(), ge=(), fle=None, fge=None):
                """The relations in le are <=, those in ge >=, all others =; fle, fge likewise in the false copy."""
                ways = ((le, ge), (le if fle is None else fle, ge if fge is None else fge))
                copies = (members, [false.get(i, m) for i, m in enumerate(members)])
                for i in range(1, len(members)):
                    got = res.setdefault(f"{chain}.{i}", [True, True])
                    for k, (m, (l, g)) in enumerate(zip(copies, ways, strict=True)):
                        a, b = m[i - 1], m[i]
                        got[k] &= below(a, b) if i in l else below(b, a) if i in g else same(a, b)

            def X(k, a, b):
                got = res.setdefault(f"x{k}", [True, True])
                h = same(a, b)
                got[0] &= h
                got[1] &= h

            with np.errstate(all="ignore"):
                f(np.random.RandomState(seed), C, X)
    return found


def main(root):
    """compare the labels of the sources in this folder with numbers"""
    folders = sorted(p.parent for p in root.glob("*/labels.toml"))
    found = run([d.name for d in folders])
    wrong = total = 0
    for d in folders:
        for r in tomllib.loads((d / "labels.toml").read_text())["relation"]:
            if r["checked"] != "numpy" or "key" not in r:
                continue
            total += 1
            holds = found[d.name][r["key"]][r["file"].startswith("false")]
            if holds != (r["kind"] == "true"):
                wrong += 1
                print("DISAGREES", d.name, r["file"], r["line"], r["kind"], r["key"])
    slips = sum(k.startswith("x") for res in found.values() for k in res)
    held = [(n, k) for n, res in found.items() for k in res if k.startswith("x") and res[k][0]]
    print(
        f"{total} labels compared with numbers, {wrong} disagree; {slips} slips of sources, {len(held)} of them hold {held or ''}"
    )
    return wrong + len(held)


if __name__ == "__main__":
    sys.exit(1 if main(pathlib.Path(__file__).parent) else 0)
