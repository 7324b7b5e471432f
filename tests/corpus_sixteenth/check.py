"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_sixteenth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, main, norm, softmax, source, spd

HERE = pathlib.Path(__file__).parent
tr = np.trace


def ip(a, b):
    return (a * b).sum()


def sig(z):
    return 1 / (1 + np.exp(-z))


@source
def xy_factor_qa(r, C, X_):
    n, k = r.randint(2, 6, size=2)
    A = r.normal(size=(n, n))
    X, Y, dX, dY, M, N = r.normal(size=(6, n, k))
    f = lambda X, Y: 0.5 * ((A - X @ Y.T) ** 2).sum()
    B = X @ Y.T - A
    along = lambda g: J(lambda e: g(X + e * dX, Y + e * dY), np.array(0.0))
    C("a", [along(lambda X, Y: X @ Y.T - A), dX @ Y.T + X @ dY.T], {1: dX @ Y.T - X @ dY.T})
    C("b", [f(X, Y), 0.5 * ip(B, B)])
    dB = along(lambda X, Y: X @ Y.T - A)
    C(
        "c",
        [
            along(f),
            ip(B, dB),
            ip(B, dX @ Y.T) + ip(B, X @ dY.T),
            ip(B, dX @ Y.T) + ip(B.T, dY @ X.T),
            ip(B @ Y, dX) + ip(B.T @ X, dY),
        ],
        {3: ip(B, dX @ Y.T) + ip(B, dY @ X.T)},
    )
    C("d", [J(lambda X: f(X, Y), X), B @ Y])
    C("e", [J(lambda Y: f(X, Y), Y), B.T @ X], {1: B @ X})
    C("f", [ip(M, N), tr(M.T @ N)])


@source
def hadamard_qa(r, C, X_):
    m, n, k = r.randint(2, 6, size=3)
    W, A, B = r.normal(size=(3, m, n))
    U, V = r.normal(size=(m, k)), r.normal(size=(n, k))
    dU = r.normal(size=(m, k))
    yy = lambda U: U @ V.T - A
    phi = lambda U: ((W * yy(U)) ** 2).sum()
    along = lambda g: J(lambda e: g(U + e * dU), np.array(0.0))
    Y = yy(U)
    X = W * Y
    dY, dX = along(yy), along(lambda U: W * yy(U))
    C("f", [ip(A, B), tr(A.T @ B)], {1: tr(A.T @ A)})
    C(
        "a",
        [
            along(phi),
            2 * ip(X, dX),
            2 * ip(X, W * dY),
            2 * ip(W * X, dY),
            2 * ip(W * X, dU @ V.T),
            2 * ip((W * X) @ V, dU),
        ],
        {3: 2 * ip(W * Y, dY)},
    )
    C(
        "b",
        [J(phi, U), 2 * (W * X) @ V, 2 * (W * W * Y) @ V, 2 * (W * W * (U @ V.T - A)) @ V],
        {3: 2 * (W * W * (U @ V.T + A)) @ V},
    )


@source
def lse_affine_qa(r, C, X_):
    q, m = r.randint(2, 6, size=2)
    A = r.normal(size=(q, m))
    x, dx = r.normal(size=(2, q))
    b = r.normal(size=m)
    ka = r.uniform(0.3, 1.5)
    o = np.ones(m)
    w = lambda x: ka * (A.T @ x + b)
    e = lambda x: np.exp(w(x))
    phi = lambda x: e(x).sum()
    f = lambda x: np.log(phi(x))
    along = lambda g: J(lambda t: g(x + t * dx), np.array(0.0))
    W, E, p = w(x), np.diag(e(x)), phi(x)
    dw = along(w)
    C("a", [dw, ka * A.T @ dx], {1: -ka * A.T @ dx})
    C("b", [e(x), E.T @ o])
    C("c", [along(e), E @ dw])
    C("d", [along(phi), o @ (E @ dw), ip(E.T @ o, dw), ip(e(x), dw), e(x) @ dw], {3: ip(W, dw)})
    M, N = r.normal(size=(2, m, q))
    C("g", [ip(M, N), tr(M.T @ N), sum(M[i, j] * N[i, j] for i in range(m) for j in range(q))])
    C(
        "h",
        [along(f), along(phi) / p, ip(e(x) / p, dw), ip(e(x) / p, ka * A.T @ dx), ip(ka / p * A @ e(x), dx)],
        {4: ip(ka / p**2 * A @ e(x), dx)},
    )
    C("i", [J(f, x), ka / p * A @ e(x)], {1: ka / p * A @ W})


@source
def softmax_backprop_qa(r, C, X_):
    K, M = r.randint(2, 6, size=2)
    w = r.normal(size=(M, K))
    o = r.normal(size=M)
    b = r.normal()
    D = J(lambda w: w.T @ o + b, w)  # [j, i, j]
    C("a", [np.einsum("jij->ij", D), np.tile(o[:, None], (1, K))], {1: w})
    t, z = r.uniform(0.1, 1, size=(2, K))
    s = softmax(z)
    C("b", [J(lambda o: -(t * np.log(o)).sum(), s), -t / s], {1: t / s})
    C("c", [np.diag(J(softmax, z)), np.diag(J(lambda z: np.exp(z) / np.exp(z).sum(), z))])
    z = r.normal(size=3)
    e = np.exp(z)
    ob = e[1] / e.sum()
    C("d", [ob, e[1] / e.sum(), e[1] / (e[0] + e[1] + e[2])], {2: e[1] / (e[0] - e[1] + e[2])})
    C("e", [ob - ob**2, ob * (1 - ob)], {1: ob * (1 + ob)})


@source
def zh_softmax(r, C, X_):
    V = r.randint(2, 6)
    th = r.normal(size=V)
    y = r.uniform(0.1, 1, size=V)
    y /= y.sum()
    e = np.exp(th)
    S = e.sum()
    p = e / S
    D = J(softmax, th)
    C("a", [np.diag(D), (e * S - e * e) / S**2, e / S - (e / S) ** 2, p - p**2, p * (1 - p)], {4: p * (1 + p)})
    off = ~np.eye(V, dtype=bool)
    C("b", [D[off], (-np.outer(e, e) / S**2)[off], (-np.outer(p, p))[off]], {2: np.outer(p, p)[off]})
    C("c", [D, np.diag(p * (1 - p)) + np.where(off, -np.outer(p, p), 0)])
    loss = lambda th: -(y * np.log(softmax(th))).sum()
    ex = lambda g: np.array([sum(g(i, k) for i in range(V) if i != k) for k in range(V)])
    yp = ex(lambda i, k: y[i] * p[k])
    C(
        "d",
        [
            J(loss, th),
            -y @ J(lambda t: np.log(softmax(t)), th),
            -(y / p) @ D,
            -y / p * p * (1 - p) - ex(lambda i, k: y[i] / p[i] * (-p[i] * p[k])),
            -y * (1 - p) + yp,
            -y + (y * p + yp),
            p * y.sum() - y,
            p - y,
        ],
        {4: -y * (1 - p) - yp},
    )
    C("e", [J(loss, th), p - y], {1: p + y})


@source
def r2_qa(r, C, X_):
    n = r.randint(3, 8)
    X, Y = r.normal(size=(2, n))
    cov = ((X - X.mean()) * (Y - Y.mean())).mean()
    sx, sy = X.std(), Y.std()
    rho = cov / (sx * sy)
    b = cov / X.var()
    Yh = Y.mean() + b * (X - X.mean())
    R2 = ((Yh - Y.mean()) ** 2).sum() / ((Y - Y.mean()) ** 2).sum()
    C("a", [cov, rho * sx * sy], {1: rho * sx * sx})
    C("b", [b, rho * sx * sy / sx**2, rho * sy / sx], {2: rho * sx / sx})
    C("c", [rho, b * sx / sy], {1: b * sy / sy})
    C("d", [rho**2, R2])
    C("e", [rho**2, R2])


@source
def det_root_qa(r, C, X_):
    n = r.randint(2, 5)
    S = spd(r, n)
    det = np.linalg.det
    D = J(det, S)
    f = det(S) ** -0.5
    Df = J(lambda S: det(S) ** -0.5, S)
    C("a", [Df, -0.5 * det(S) ** -1.5 * D])
    t = tr(inv(S))
    C("b", [-0.5 * det(S) ** -1.5 * det(S) * t, -0.5 * det(S) ** -0.5 * t], {1: -0.5 * det(S) ** -1.5 * t})
    A, B = r.normal(size=(2, n, n))
    x = r.normal()
    Y = lambda x: A + np.sin(x) * B + x * x * A @ B
    DY = J(Y, np.array(x))
    C("c", [J(lambda x: det(Y(x)), np.array(x)), det(Y(x)) * tr(inv(Y(x)) @ DY)], {1: det(Y(x)) * tr(Y(x) @ DY)})
    C("d", [f**-2, det(S)])
    C("e", [-2 * f**-3 * Df, D])
    C("g", [Df, -(f**3) / 2 * D], {1: -(f**2) / 2 * D})


@source
def fr_cnam(r, C, X_):
    K, n = r.randint(2, 6, size=2)
    cs, i = r.randint(K), r.randint(n)
    Yh = r.uniform(0.1, 1, size=(K, n))
    Yh /= Yh.sum(0)
    ys = np.zeros((K, n))
    ys[cs] = 1
    l = lambda Y: -(ys[:, i] * np.log(Y[:, i])).sum()
    D = J(l, Yh)[:, i]
    terms = J(lambda Y: ys[:, i] * np.log(Y[:, i]), Yh)[:, :, i]  # [c', c]
    C("a", [D, J(lambda Y: -(ys[:, i] * np.log(Y[:, i])).sum(), Yh)[:, i], -terms.sum(0)], {2: terms.sum(0)})
    g = J(lambda Y: np.log(Y[cs, i]), Yh)[:, i]
    C("b", [D, -J(lambda Y: ys[cs, i] * np.log(Y[cs, i]), Yh)[:, i], -g], {2: 2 * g})
    C("d", [D[cs], -g[cs], -1 / Yh[cs, i]], {2: 1 / Yh[cs, i]})


@source
def projection_wiki(r, C, X_):
    k = r.randint(1, 4)
    n = k + r.randint(1, 4)
    X = r.normal(size=(n, k))
    y = r.normal(size=n)
    P = X @ inv(X.T @ X) @ X.T
    I = np.eye(n)
    C("a", [y - P @ y, y - P @ y, (I - P) @ y], {2: (I + P) @ y})
    s2 = r.uniform(0.2, 2)
    C("b", [(I - P).T @ (s2 * I) @ (I - P), (I - P) * s2], {1: (I + P) * s2})
    A = spd(r, n)
    H = X @ inv(X.T @ inv(A) @ X) @ X.T @ inv(A)
    C("c", [H @ H, H], {1: A})


@source
def rank_one_qa(r, C, X_):
    n, p = r.randint(2, 6, size=2)
    A, B = r.normal(size=(2, n, p))
    E = A - B
    C("a", [E @ E.T, np.einsum("ik,jk->ij", A - B, A - B)], {1: np.einsum("ik,jk->ij", A + B, A - B)})
    X = r.normal(size=(n, p))
    u = r.normal(size=p)
    u /= norm(u)
    pr = [(x @ u) * u for x in X]
    C(
        "b",
        [
            sum(norm(x - v) ** 2 for x, v in zip(X, pr, strict=False)),
            sum(norm(x) ** 2 - norm(v) ** 2 for x, v in zip(X, pr, strict=False)),
            sum(norm(x) ** 2 for x in X) - sum(abs(x @ u) ** 2 for x in X),
            tr(X.T @ X) - norm(X @ u) ** 2,
        ],
        {1: sum(norm(x) ** 2 + norm(v) ** 2 for x, v in zip(X, pr, strict=False))},
    )


@source
def zh_lsq(r, C, X_):
    n = r.randint(3, 8)
    x, y = r.normal(size=(2, n))
    b0, b1 = r.normal(size=2)
    rss = lambda b: ((y - b[0] - b[1] * x) ** 2).sum()
    b = np.array([b0, b1])
    C("a", [rss(b), sum((y[i] - (b0 + b1 * x[i])) ** 2 for i in range(n))])
    m = [(y[i] - b0 - b1 * x[i]) ** 2 for i in range(n)]
    C("b", [rss(b), sum(m)])
    D = J(rss, b)
    C("e", [D[0], -2 * (y - b0 - b1 * x).sum()], {1: 2 * (y - b0 - b1 * x).sum()})
    C("j", [D[1], -2 * (x * (y - b0 - b1 * x)).sum()])
    c0 = (y - b1 * x).mean()  # where the assumed equation holds
    C("f", [y.sum() - n * c0 - (b1 * x).sum(), 0.0])
    C("g", [n * c0, y.sum() - (b1 * x).sum()], {1: y.sum() + (b1 * x).sum()})
    C("h", [n * c0, y.sum() - b1 * x.sum()])
    C("i", [c0, y.mean() - b1 * x.mean()], {1: y.mean() + b1 * x.mean()})


@source
def sce_readme(r, C, X):
    D, K = r.randint(2, 5, size=2)
    w, x, b = r.normal(size=(D, K)), r.normal(size=D), r.normal(size=K)
    y = r.uniform(0.1, 1, size=K)
    y /= y.sum()
    th = w.T @ x + b
    L = lambda p: -(y * np.log(p)).sum()
    p = softmax(th)
    dp, dth, Jp = J(L, p), J(lambda t: L(softmax(t)), th), J(softmax, th)
    db, tb = J(lambda b: L(softmax(w.T @ x + b)), b), J(lambda b: w.T @ x + b, b)
    C("a", [db, dth @ tb, dp @ Jp @ tb], {2: -dp @ Jp @ tb})
    C("b", [np.diag(Jp), np.diag(J(lambda t: np.exp(t) / np.exp(t).sum(), th))])
    e = np.exp(th)
    s = e.sum()
    C(
        "c",
        [np.diag(Jp), np.diag(Jp), (e * s - e * e) / s**2, e / s * (s - e) / s, e / s * (1 - e / s), p * (1 - p)],
        {5: p * (1 + p)},
    )
    off = ~np.eye(K, dtype=bool)
    E = np.outer(e, e)
    C(
        "d",
        [Jp[off], Jp[off], (-E / s**2)[off], -(E / s**2)[off], -np.outer(p, p)[off]],
        {2: (E / s**2)[off]},
    )
    ex = lambda t: np.array([sum(t(j, i) for j in range(K) if j != i) for i in range(K)])
    m = [
        dth,
        -J(lambda t: y * np.log(softmax(t)), th).sum(0),
        -y @ J(lambda t: np.log(softmax(t)), th),
        -(y / p) @ Jp,
        -y / p * np.diag(Jp) + -ex(lambda j, i: y[j] / p[j] * Jp[j, i]),
        -y / p * p * (1 - p) - ex(lambda j, i: y[j] / p[j] * -p[i] * p[j]),
        -y + y * p + ex(lambda j, i: y[j] * p[i]),
        -y + np.array([(y * p[i]).sum() for i in range(K)]),
        -y + p * y.sum(),
        p - y,
    ]
    C("e", m, {3: -y * ((1 / p) @ Jp), 9: p + y})
    C("f", [tb, J(lambda b: w.T @ x + b, b)])
    C("g", [db, p - y], {1: p - b})


@source
def rls_post(r, C, X):
    d = r.randint(1, 5)
    z, q = r.normal(size=(2, d))
    y = r.normal()
    la = r.uniform(0.3, 0.9)
    R1 = spd(r, d)
    R = la * R1 + np.outer(z, z)
    P, P1, I = inv(R), inv(R1), np.eye(d)
    p = la * q + z * y
    t, t1 = P @ p, P1 @ q
    g = z @ P1 @ z
    k = P1 @ z / (la + g)
    yh = z @ t1
    e = y - yh
    W = P1 @ np.outer(z, z) @ P1
    C(
        "a",
        [P, inv(R), inv(R1 + np.outer(z, z) / la) / la, P1 / la - W / (la + g) / la],
        {3: P1 / la - W / (la - g) / la},
    )
    M = I - np.outer(k, z)
    u = P1 @ z * y / la
    five = t1 + u - np.outer(k, z) @ (la * t1 + u)
    six = t1 + u - k * (yh + g * y / la)
    C(
        "b",
        [
            t,
            t,
            P @ p,
            M / la @ P1 @ (la * q + z * y),
            M @ (t1 + u),
            five,
            six,
            t1 + k * y * (la + g) / la - k * (yh + g * y / la),
            t1 + k * (y - yh),
        ],
        {8: t1 + k * (y + yh)},
    )
    X(1, M @ (t1 + u), five)
    X(2, five, six)
    C("c", [t, t1 + k * e], {1: t1 - k * e})


@source
def pca_lectures(r, C, X):
    n, d = r.randint(2, 6), r.randint(1, 5)
    A = r.normal(size=(n, d))
    w = r.normal(size=d)
    la = r.normal()
    S = A.T @ A / (n - 1)
    z = A @ w
    C("a", [z @ z / (n - 1), z @ z / (n - 1), w @ A.T @ A @ w / (n - 1), w @ S @ w], {2: w @ A.T @ A @ w / n})
    C("b", [J(lambda w: w @ S @ w - la * (w @ w - 1), w), 2 * S @ w - 2 * la * w])
    ev, V = np.linalg.eigh(S)
    v, l = V[:, -1], ev[-1]
    C("c", [v @ S @ v, v @ (l * v), l * v @ v, l], {3: -l})
    C("d", [V.T @ V, np.eye(d)])


@source
def idempotent_notes(r, C, X):
    N = r.randint(2, 5)
    B = r.normal(size=(N, N))
    A = B @ np.diag([1.0] + [0.0] * (N - 1)) @ inv(B)
    l = float(r.randint(0, 2))
    v = B[:, 0] if l else B[:, 1]
    assert np.allclose(A @ A, A)
    assert np.allclose(A @ v, l * v)
    C("b", [l**2 * v, l * v], {1: -l * v})
    p = r.randint(1, 4)
    n = p + r.randint(0, 3)
    Z, y = r.normal(size=(n, p)), r.normal(size=n)
    G = inv(Z.T @ Z)
    H = Z @ G @ Z.T
    C("c", [H @ y, Z @ (G @ Z.T @ y), Z @ G @ Z.T @ y, H @ y], {3: -H @ y})


@source
def xent_cases(r, C, X):
    n = r.randint(2, 6)
    A = r.normal(size=n)
    Y = r.uniform(0.1, 1, size=n)
    Y /= Y.sum()
    s = softmax(A)
    dH = J(lambda A: -(Y * np.log(softmax(A))).sum(), A)
    dl = J(lambda A: np.log(softmax(A)), A)
    C("a", [dH, -Y @ dl])
    C("b", [np.diag(dl), 1 / s * s * (1 - s), 1 - s], {2: 1 + s})
    off = ~np.eye(n, dtype=bool)
    C("c", [dl[off], -np.tile(s, (n, 1))[off]])
    C(
        "d",
        [dH, -Y * (1 - s) + np.array([sum(Y[k] * s[i] for k in range(n) if k != i) for i in range(n)])],
        {1: -Y * (1 - s) + np.array([sum(Y[k] * s[k] for k in range(n) if k != i) for i in range(n)])},
    )


@source
def irls_newton(r, C, X):
    d = r.randint(1, 4)
    n = d + r.randint(1, 4)
    A, th, y = r.normal(size=(n, d)), r.normal(size=d), r.uniform(size=n)
    l = lambda t: -(y * np.log(sig(A @ t)) + (1 - y) * np.log(1 - sig(A @ t))).sum()
    s = sig(A @ th)
    g = J(l, th)
    row = lambda c: sum(c[i] * A[i] for i in range(n))
    C(
        "a",
        [g, -row(y / s * s * (1 - s) - (1 - y) / (1 - s) * s * (1 - s))],
        {1: -row(y / s * s * (1 - s) + (1 - y) / (1 - s) * s * (1 - s))},
    )
    C("b", [g, row(s - y)])
    C("c", [g, A.T @ (s - y)])
    B = np.diag(s * (1 - s))
    H = J(lambda t: A.T @ (sig(A @ t) - y), th)  # the gradient is c
    C("d", [H, sum(s[i] * (1 - s[i]) * np.outer(A[i], A[i]) for i in range(n)), A.T @ B @ A], {2: -A.T @ B @ A})
    B = np.diag(r.uniform(0.2, 2, size=n) * (1 if r.rand() < 0.5 else -1))
    s, t0 = r.normal(size=n), r.normal(size=d)
    G = inv(A.T @ B @ A)
    C("f", [t0 - G @ A.T @ (s - y), G @ A.T @ B @ (A @ t0 - inv(B) @ (s - y))])


@source
def irls_gradient(r, C, X):
    d = r.randint(1, 4)
    n = d + r.randint(1, 4)
    A, w, y = r.normal(size=(n, d)), r.normal(size=d), r.uniform(size=n)
    C("a", [sig(A @ w), sig(A @ w), 1 / (1 + np.exp(-A @ w))])
    L = lambda w: -sum(y[i] * np.log(sig(A[i] @ w)) + (1 - y[i]) * np.log(1 - sig(A[i] @ w)) for i in range(n))
    h = sig(A @ w)
    one = np.ones(n)
    a, b = -y @ np.log(h), (one - y) @ np.log(1 - h)
    C("b", [L(w), a - b], {1: a + b})
    C("c", [J(L, w), A.T @ (sig(A @ w) - y)])
    wt = r.normal(size=d)
    ht = sig(A @ wt)
    S = np.diag(ht * (1 - ht))
    M = A.T @ S @ A
    new = wt + np.linalg.solve(M, A.T @ (y - ht))
    C("d", [M @ (new - wt), A.T @ (y - ht)], {1: A.T @ (y + ht)})
    C("e", [new, wt + inv(M) @ A.T @ (y - ht)])
    C("f", [new, wt + inv(M) @ A.T @ (y - ht)])
    C("g", [J(L, w), A.T @ (h - y)])
    H = J(lambda w: A.T @ (sig(A @ w) - y), w)  # the gradient is c
    M = A.T @ np.diag(h * (1 - h)) @ A
    C("h", [H, M])
    C(
        "i",
        [H, sum(h[i] * (1 - h[i]) * np.outer(A[i], A[i]) for i in range(n)), M],
        {1: sum(h[i] * (1 + h[i]) * np.outer(A[i], A[i]) for i in range(n))},
    )


@source
def slope_proof(r, C, X):
    n = r.randint(2, 6)
    x, y = r.normal(size=(2, n))
    b0, b1 = r.normal(size=2)
    f = lambda b: ((y - b[0] - b[1] * x) ** 2).sum()
    C("a", [f([b0, b1]), ((y - (b0 + b1 * x)) ** 2).sum(), f([b0, b1])])
    g = J(f, np.array([b0, b1]))
    C("b", [g[0], -2 * (y - b0 - b1 * x).sum()], {1: 2 * (y - b0 - b1 * x).sum()})
    # the first equation alone
    b0 = y.mean() - b1 * x.mean()
    sx, sy, mx, my = x.sum(), y.sum(), x.mean(), y.mean()
    C("c", [sy - n * b0 - b1 * sx, 0.0])
    C("d", [n * b0, sy - b1 * sx], {1: sy + b1 * sx})
    C("e", [b0, sy / n - b1 * sx / n, my - b1 * mx], {2: my + b1 * mx})
    g = J(f, np.array([b0, b1]))
    C("f", [g[1], -2 * ((y - b0 - b1 * x) * x).sum()])
    # both
    b0, b1 = np.linalg.solve([[n, sx], [sx, x @ x]], [sy, x @ y])
    xy, xx = x @ y, x @ x
    C("g", [xy - b0 * sx - b1 * xx, 0.0])
    C("h", [xy - (my - b1 * mx) * sx - b1 * xx, 0.0])
    C("i", [xy - my * sx + b1 * mx * sx - b1 * xx, 0.0], {0: xy - my * sx - b1 * mx * sx - b1 * xx})
    C("j", [xy - my * n * mx + b1 * mx * n * mx - b1 * xx, 0.0])
    C("k", [xy - n * my * mx + b1 * n * mx**2 - b1 * xx, 0.0])
    C("l", [b1 * (xx - n * mx**2), xy - n * my * mx], {1: xy + n * my * mx})
    cov = ((x - mx) * (y - my)).sum() / n
    C("m", [cov, (x * y - x * my - mx * y + mx * my).sum() / n])
    C("n", [cov, (xy - my * sx - mx * sy + n * mx * my) / n], {1: (xy - my * sx - mx * sy - n * mx * my) / n})
    C("o", [cov, (xy - n * my * mx - n * mx * my + n * mx * my) / n])
    C("p", [cov, (xy - n * my * mx) / n])
    C("q", [n * cov, xy - n * my * mx], {1: xy - my * mx})
    var = ((x - mx) ** 2).sum() / n
    C("r", [var, (x**2 - 2 * x * mx + mx**2).sum() / n])
    C("s", [var, (xx - 2 * mx * sx + n * mx**2) / n])
    C("t", [var, (xx - 2 * n * mx**2 + n * mx**2) / n], {1: (xx - 2 * mx**2 + n * mx**2) / n})
    C("u", [var, (xx - n * mx**2) / n])
    C("v", [n * var, xx - n * mx**2])
    C("w", [b1, (xy - n * my * mx) / (xx - n * mx**2)])
    C("y", [b1, n * cov / (n * var), cov / var], {2: -cov / var})


@source
def cosine_proofs(r, C, X):
    n = r.randint(1, 6)
    x, y, u, v = r.normal(size=(4, n))
    a, b, c = norm(x), norm(y), norm(x - y)
    co = x @ y / (a * b)
    C("a", [x @ y, a * b * co])
    C("b", [c**2, a**2 + b**2 - 2 * a * b * co], {1: a**2 + b**2 + 2 * a * b * co})
    C("c", [c**2, a**2 + b**2 - 2 * a * b * co])
    C(
        "d",
        [
            c**2,
            (x - y) @ (x - y),
            x @ (x - y) - y @ (x - y),
            (x @ x - x @ y) - (y @ x - y @ y),
            x @ x - x @ y - y @ x + y @ y,
            a**2 - 2 * x @ y + b**2,
        ],
        {2: x @ (x - y) + y @ (x - y), 5: a**2 - x @ y + b**2},
    )
    C("e", [c**2, a**2 + b**2 - 2 * a * b * co])
    C("f", [a**2 - 2 * x @ y + b**2, a**2 + b**2 - 2 * a * b * co])
    C("g", [-2 * x @ y, -2 * a * b * co])
    C("h", [x @ y, a * b * co], {1: a * a * co})
    s = r.normal()
    z = s * x
    cz = x @ z / (a * norm(z))
    C(
        "i",
        [x @ z, z @ x, s * (x @ x), s * a**2, s * a * a]
        + [s * norm(x) * a, cz * np.sqrt(s**2 * (x @ x)) * a, cz * np.sqrt((s**2 * x * x).sum()) * a]
        + [cz * np.sqrt((z * z).sum()) * a, cz * norm(z) * a, a * norm(z) * cz],
        {10: a * a * cz},
    )
    k = u @ v / norm(v) ** 2
    w = u - u @ v / norm(v) ** 2 * v
    C("j", [w @ v, 0.0])
    C("k", [u, k * v + w], {1: k * v - w})
    C("l", [abs(x @ y), a * b], {1: a * a}, le=(1,))
    C("m", [u, u @ v / norm(v) ** 2 * v + w])
    one, two, three = (
        abs(k) + norm(w) ** 2,
        abs(u @ v) ** 2 / norm(v) ** 2 + norm(w) ** 2,
        abs(u @ v) ** 2 / norm(v) ** 2,
    )
    C("n", [norm(u) ** 2, one, two, three], ge=(3,))
    X(1, norm(u) ** 2, one)
    X(2, one, two)
    C("o", [norm(x + y), a + b], le=(1,))
    X(3, norm(u + v) ** 2, (x + y) @ (x + y))
    C(
        "p",
        [0.0, 0.0, 0.0, a**2 + b**2 + 2 * abs(x @ y), a**2 + b**2 + 2 * a * b],
        {4: a**2 + b**2 + 2 * a * a},
        le=(4,),
    )


@source
def ols_notebook(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    x, b, y = r.normal(size=(n, p)), r.normal(size=p), r.normal(size=n)
    b0 = r.normal()
    f = lambda X: b0 + X @ b
    rss = sum((y[i] - f(x[i])) ** 2 for i in range(n))
    one, two = sum(y[i] - f(x[i]) for i in range(n)), ((y - b0 - x @ b) ** 2).sum()
    X(1, rss, one)
    X(2, one, two)
    Z = r.normal(size=(n, p))
    C("a", [J(lambda b: (y - Z @ b) @ (y - Z @ b), b), -2 * Z.T @ (y - Z @ b)], {1: -Z.T @ (y - Z @ b)})
    h = inv(Z.T @ Z) @ Z.T @ y
    C("b", [Z @ h, Z @ h, Z @ inv(Z.T @ Z) @ Z.T @ y])


@source
def kalman_square(r, C, X):
    n, m1, m2 = r.randint(2, 5, size=3)
    m1 = max(m1, n)
    x = r.normal(size=n)
    A1, A2 = r.normal(size=(m1, n)), r.normal(size=(m2, n))
    u1, u2 = r.normal(size=m1), r.normal(size=m2)
    S1, S2 = spd(r, m1), spd(r, m2)
    P1, P2 = A1.T @ S1 @ A1, A2.T @ S2 @ A2
    S = P1 + P2
    u = inv(S) @ (A1.T @ S1 @ u1 + A2.T @ S2 @ u2)
    Q = lambda v, w, M: (v - w) @ M @ (v - w)
    R = u1 @ S1 @ u1 + u2 @ S2 @ u2 - u @ S @ u
    C("a", [Q(A1 @ x, u1, S1) + Q(A2 @ x, u2, S2), Q(x, u, S) + R])
    C("b", [P1 @ inv(S) @ P2, P2 @ inv(S) @ P1], {1: P2 @ inv(S) @ P2})
    A1, A2 = r.normal(size=(2, n, n))
    u1, u2 = r.normal(size=(2, n))
    S1, S2 = spd(r, n), spd(r, n)
    P1, P2 = A1.T @ S1 @ A1, A2.T @ S2 @ A2
    S = P1 + P2
    T = inv(S)
    u = T @ (A1.T @ S1 @ u1 + A2.T @ S2 @ u2)
    v1, v2 = inv(A1) @ u1, inv(A2) @ u2
    R = u1 @ S1 @ u1 + u2 @ S2 @ u2 - u @ S @ u
    C("c", [R, (v2 - v1) @ P1 @ T @ P2 @ (v2 - v1)])
    rest = u1 @ S1 @ u1 + u2 @ S2 @ u2
    C("d", [Q(A1 @ x, u1, S1) + Q(A2 @ x, u2, S2), Q(x, u, S) - u @ S @ u + rest], {1: Q(x, u, S) + u @ S @ u + rest})
    i1, i2 = inv(P1), inv(P2)
    C("e", [i1 @ S @ i2, i1 @ (P1 + P2) @ i2, i1 + i2, i2 @ S @ i1], {3: i2 @ S @ i2})
    C("f", [P2 @ T @ P1, inv(i1 + i2), P1 @ T @ P2])
    C("g", [u, T @ (P1 @ v1 + P2 @ v2)])
    C("h", [u, v2 + T @ P1 @ (v1 - v2)], {1: v2 + T @ P2 @ (v1 - v2)})
    C("i", [u @ S @ u, u @ (P1 @ v1 + P2 @ v2)])
    C("j", [u @ S @ u, v1 @ P1 @ v1 + (v2 - v1) @ P2 @ T @ P1 @ v1 + v2 @ P2 @ v2 + (v1 - v2) @ P1 @ T @ P2 @ v2])
    last = (v2 - v1) @ P1 @ T @ P2 @ (v2 - v1)
    C("k", [u @ S @ u, v1 @ P1 @ v1 + v2 @ P2 @ v2 - last], {1: v1 @ P1 @ v1 + v2 @ P2 @ v2 + last})


@source
def convex_hw(r, C, X):
    a, b = r.normal(size=2)
    v = np.array([a, b])
    f = lambda M: v @ np.array(M) @ v
    C("a", [f([[1, -0.5], [-0.5, 1]]), a * a - a * b + b * b, 0.0], {1: a * a + a * b + b * b}, ge={2})
    C("b", [f([[0, 1], [1, 0]]), 2 * a * b])
    C("c", [f([[1, 1], [1, 1]]), (a + b) ** 2], {1: (a - b) ** 2})
    m, n = 2, 5
    B, x1, k = r.normal(size=(m, n)), r.normal(size=n), r.normal(size=n)
    x2 = x1 + k - np.linalg.pinv(B) @ B @ k
    c, t = B @ x1, r.uniform()
    y = t * x1 + (1 - t) * x2
    C("d", [B @ y, t * B @ x1 + (1 - t) * B @ x2, t * c + (1 - t) * c, c], {2: t * c + (1 + t) * c})
    x1, x2 = r.normal(size=(2, n))
    c = np.maximum(B @ x1, B @ x2) + 0.1
    C("e", [B @ (t * x1 + (1 - t) * x2), t * B @ x1 + (1 - t) * B @ x2, t * c + (1 - t) * c, c], le={2})
    g1, g2 = r.normal(size=2)
    c = max(g1, g2) + r.uniform()
    mid = t * g1 + (1 - t) * g2
    C("f", [mid - r.uniform(), mid, t * c + (1 - t) * c, c], le={1, 2})
    x1, x2 = r.normal(size=(2, n))
    c = max(x1 @ x1, x2 @ x2) + r.uniform()
    y = t * x1 + (1 - t) * x2
    C(
        "g",
        [y @ y, t * x1 @ x1 + (1 - t) * x2 @ x2, t * c + (1 - t) * c, c],
        {1: t * x1 @ x1 - (1 - t) * x2 @ x2},
        le={1, 2},
    )


@source
def chapter_lr(r, C, X):
    m, d = 6, r.randint(2, 5)
    A, y, th = r.normal(size=(m, d)), r.normal(size=m), r.normal(size=d)
    f = lambda t: sum(0.5 * (t @ A[i] - y[i]) ** 2 for i in range(m))
    C(
        "a",
        [J(f, th), sum((th @ A[i] - y[i]) * A[i] for i in range(m))],
        {1: sum((th @ A[i] + y[i]) * A[i] for i in range(m))},
    )
    e = A @ th - y
    C("b", [e, np.array([th @ A[i] - y[i] for i in range(m)])])
    C("c", [f(th), 0.5 * e @ e], {1: 0.5 * e @ (A @ th + y)})
    C("d", [np.linalg.lstsq(A, y, rcond=None)[0], inv(A.T @ A) @ A.T @ y])


@source
def backprop_article(r, C, X):
    m, n, q = r.randint(2, 5, size=3)
    W, b, a = r.normal(size=(m, n)), r.normal(size=m), r.normal(size=n)
    p, s = r.normal(size=(2, m))
    L = lambda z: (p * z * z).sum() + np.sin((s * z).sum())
    D = J(L, W @ a + b)
    total = J(lambda M: L(M @ a + b), W)
    own = np.stack([J(lambda w, j=j: w @ a + b[j], W[j]) for j in range(m)])
    C("a", [total, D[:, None] * own, D[:, None] * own, D[:, None] * a], {3: -D[:, None] * a})
    z, V, p, s = r.normal(size=m), r.normal(size=(q, m)), r.normal(size=q), r.normal(size=q)
    L = lambda z: (p * z * z).sum() + np.sin((s * z).sum())
    up = lambda z: np.sin(V @ z) + V @ z
    D = J(lambda z: L(up(z)), z)
    C("b", [D, D, J(L, up(z)) @ J(up, z)])


@source
def vin_backprop(r, C, X):
    m, h, n = r.randint(2, 5, size=3)
    n = max(n, 3)
    A, w, b = r.normal(size=(m, h)), r.normal(size=(h, n)), r.normal(size=n)
    Y = np.eye(n)[r.randint(n, size=m)]
    c = np.log(10)
    layer = lambda w, p: A[p] @ w + b
    logp = lambda x: np.log(softmax(x)) / c
    E = lambda w: -sum((Y[p] * logp(layer(w, p))).sum() for p in range(m)) / m
    G = [J(lambda w, p=p: logp(layer(w, p)), w) for p in range(m)]
    C("a", [J(E, w), -sum(np.einsum("k,kij->ij", Y[p], G[p]) for p in range(m)) / m])
    p = 0
    x = layer(w, p)
    D, Z = J(logp, x), J(lambda w: layer(w, p), w)
    own = np.einsum("jij->ij", Z)
    C("b", [G[p], np.einsum("kq,qij->kij", D, Z)], {1: D.sum(1)[:, None, None] * own})
    C("d", [G[p], np.einsum("kj,ij->kij", D, own)])
    s = softmax(x)
    C("e", [logp(x), np.log(s) / c, (x - np.log(np.exp(x).sum())) / c], {2: (x + np.log(np.exp(x).sum())) / c})
    C("f", [0.0, -np.exp(x) / np.exp(x).sum() / c, -s / c])
    K = (np.eye(n) - s) / c
    C("h", [D, K], {1: (np.eye(n) + s) / c})
    X(1, Z, np.broadcast_to(A[p][None, :, None], Z.shape))
    C("i", [G[p], np.einsum("kj,i->kij", K, A[p])])
    F = sum(np.einsum("k,kj,i->ij", Y[p], np.eye(n) - softmax(layer(w, p)), A[p]) for p in range(m)) / (m * c)
    C("j", [J(E, w), -F], {1: F})


@source
def ridge_svd(r, C, X):
    n, p = r.randint(2, 6, size=2)
    U, V = np.linalg.qr(r.normal(size=(n, n)))[0], np.linalg.qr(r.normal(size=(p, p)))[0]
    S, y, t = r.normal(size=(n, p)), r.normal(size=n), r.uniform() + 0.1
    A = U @ S @ V.T
    beta = inv(A.T @ A + t * np.eye(p)) @ A.T @ y
    f = lambda t: V @ inv(S.T @ S + t * np.eye(p)) @ S.T @ U.T @ y
    C("a", [beta, f(t)], {1: f(-t)})
    C("b", [beta, f(t)])


@source
def lsq_numbers(r, C, X):
    M = lambda *rows: np.array(rows, float)
    A, b = M([4, 0], [0, 2], [1, 1]), M(2, 0, 11)
    At = M([4, 0, 1], [0, 2, 1])
    C("a", [A.T @ A, At @ M([4, 0], [0, 2], [1, 1]), M([17, 1], [1, 5])], {2: M([17, 1], [1, 4])})
    C("b", [A.T @ b, At @ M(2, 0, 11), M(19, 11)])
    C("c", [inv(A.T @ A) @ A.T @ b, M(1, 2)], {1: M(1, 3)})
    A, b = M([0, 1], [1, 1], [2, 1], [3, 1]), M(0.5, 1, 2.5, 3)
    At = M([0, 1, 2, 3], [1, 1, 1, 1])
    C("d", [A.T @ A, At @ A, M([14, 6], [6, 4])], {2: M([14, 6], [6, 3])})
    C("e", [A.T @ b, At @ b, M(15, 7)], {1: At @ M(0.5, 1, 2, 3)})
    x = inv(A.T @ A) @ A.T @ b
    C("f", [A.T @ A @ x, A.T @ b])
    C("g", [x, x, M([4, -6], [-6, 14]) @ M(15, 7) / 20, M(0.9, 0.4)], {2: M([4, -6], [6, 14]) @ M(15, 7) / 20})
    A, b = r.normal(size=(5, 3)), r.normal(size=5)
    x = np.linalg.lstsq(A, b, rcond=None)[0]
    C("h", [A.T @ b - A.T @ (A @ x), 0.0])
    C("i", [A.T @ b - A.T @ A @ x, 0.0], {0: A.T @ b + A.T @ A @ x})
    C("j", [A.T @ A @ x, A.T @ b])
    A, b = M([0, 0, 1], [1, 1, 1], [4, 2, 1]), M(1, 1, 3)
    At = M([0, 1, 4], [0, 1, 2], [1, 1, 1])
    C("k", [A.T @ A, At @ A, M([17, 9, 5], [9, 5, 3], [5, 3, 3])])
    C("l", [A.T @ b, At @ b, M(13, 7, 5)], {2: M(13, 6, 5)})
    x = inv(A.T @ A) @ A.T @ b
    C("m", [A.T @ A @ x, A.T @ b])
    y = M([0.5, -1, 0.5], [-1.5, 2, -0.5], [1, 0, 0]) @ M(13, 7, 5)
    X(1, x, y)
    X(2, y, M(1, -1, 1))
    Q, R = np.linalg.qr(r.normal(size=(5, 3)))
    b = r.normal(size=5)
    A = Q @ R
    C("o", [R @ inv(A.T @ A) @ A.T @ b, Q.T @ b])


@source
def regression_slides(r, C, X):
    m, d = 7, r.randint(2, 5)
    A, y, th = r.normal(size=(m, d)), r.normal(size=m), r.normal(size=d)
    f = lambda t: sum((y[i] - t @ A[i]) ** 2 for i in range(m)) / m
    C("a", [J(f, th), 2 / m * A.T @ (A @ th - y)], {1: 2 / m * A.T @ (A @ th + y)})
    C("b", [np.linalg.lstsq(A, y, rcond=None)[0], inv(A.T @ A) @ A.T @ y])
    t = r.uniform() + 0.1
    big = np.vstack([A, np.sqrt(t) * np.eye(d)])
    th = np.linalg.lstsq(big, np.append(y, np.zeros(d)), rcond=None)[0]
    f = lambda t: inv(A.T @ A + t * np.eye(d)) @ A.T @ y
    C("c", [th, f(t)], {1: f(-t)})


@source
def logit_wildfire(r, C, X):
    n, k = 6, r.randint(2, 5)
    x, beta, b0 = r.normal(size=k), r.normal(size=k), r.normal()
    P = lambda b, x: 1 / (1 + np.exp(-(b0 + b @ x)))
    p = P(beta, x)
    C("a", [np.log(p / (1 - p)), b0 + sum(beta[j] * x[j] for j in range(k))])
    D, Y = r.normal(size=(n, k)), r.randint(2, size=n)
    ell = lambda b: sum(Y[i] * np.log(P(b, D[i])) + (1 - Y[i]) * np.log(1 - P(b, D[i])) for i in range(n))
    g = lambda s: sum((Y[i] + s * P(beta, D[i])) * D[i] for i in range(n))
    C("b", [J(ell, beta), g(-1)], {1: g(1)})


@source
def kalman_note(r, C, X):
    n, m, k = r.randint(2, 5, size=3)
    A, B, H = r.normal(size=(n, n)), r.normal(size=(n, k)), r.normal(size=(m, n))
    Q, R, P0 = spd(r, k), spd(r, m), spd(r, n)
    u, y = A @ r.normal(size=n), r.normal(size=m)
    P = A @ P0 @ A.T + B @ Q @ B.T
    G = P @ H.T @ inv(H @ P @ H.T + R)
    new = P - P @ H.T @ inv(H @ P @ H.T + R) @ H @ P
    C("a", [u + P @ H.T @ inv(H @ P @ H.T + R) @ (y - H @ u), u + G @ (y - H @ u)])
    C("b", [new, (np.eye(n) - G @ H) @ P], {1: (np.eye(n) + G @ H) @ P})


@source
def svd_paper(r, C, X):
    k = r.randint(1, 3)
    n, m = r.randint(k, k + 3, size=2)
    A = r.normal(size=(m, k)) @ r.normal(size=(k, n))
    lam, V = np.linalg.eigh(A.T @ A)
    lam, V = lam[-k:], V[:, -k:]
    S = np.diag(np.sqrt(lam))
    U = A @ V @ inv(S)
    C("a", [U.T @ A @ V, S])
    C("b", [U.T @ A @ V @ np.eye(k), U.T @ A @ V, U.T @ (U * np.sqrt(lam)), S], {3: np.diag(lam)})


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
