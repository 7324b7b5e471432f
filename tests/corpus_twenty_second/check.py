"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_twenty_second.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source, spd

HERE = pathlib.Path(__file__).parent

tr, det = np.trace, np.linalg.det


def orth(r, n, k=None):
    return np.linalg.qr(r.normal(size=(n, n)))[0][:, : k or n]


@source
def ridge_chua(r, C, X_):
    p = r.randint(2, 5)
    n = p + r.randint(1, 4)
    X, b0, s2, l = r.normal(size=(n, p)), r.normal(size=p), r.uniform(0.5, 2), r.uniform(0.5, 2)
    I, G = np.eye(p), X.T @ X
    R = inv(G + l * I)
    C("a", [0, R @ G @ b0 - b0, R @ (G + l * I - l * I) @ b0 - b0, -l * R @ b0], {3: l * R @ b0})
    C(
        "b",
        [inv(G), R @ (G + l * I) @ inv(G) @ (G + l * I) @ R, R @ (G + 2 * l * I + l * l * inv(G)) @ R],
        {2: R @ (G + 3 * l * I + l * l * inv(G)) @ R},
    )
    bb = np.outer(b0, b0)
    X_(
        1,
        R @ (s2 * (G + 2 * l * I + l * l * inv(G)) - s2 * G - l * l * bb) @ R,
        l * R @ (2 * s2 * I + l * inv(G) - l * bb) @ R,
    )
    U, V, d = orth(r, n, p), orth(r, p), r.uniform(0.5, 2, size=p)
    D, Y = np.diag(d), r.normal(size=n)
    X = U @ D @ V.T
    be = inv(X.T @ X + l * I) @ X.T @ Y
    Q = lambda E: U @ D @ V.T @ inv(V @ E @ V.T + l * I) @ V @ D @ U.T @ Y
    C("c", [X @ be, X @ inv(X.T @ X + l * I) @ X.T @ Y, Q(D @ D)], {2: Q(D)})
    C("d", [inv(V @ (D @ D + l * I) @ V.T), V @ inv(D @ D + l * I) @ V.T])
    S = lambda s: sum(U[:, j] * d[j] ** 2 / (d[j] ** 2 + s * l) * (U[:, j] @ Y) for j in range(p))
    C("e", [X @ be, U @ D @ D @ inv(D @ D + l * I) @ U.T @ Y, S(1)], {2: S(-1)})
    u = r.normal(size=p)
    u /= norm(u)
    w = V.T @ u
    C("f", [norm(X @ u) ** 2 / n, u @ X.T @ X @ u / n, u @ V @ D @ D @ V.T @ u / n], {2: u @ V @ D @ V.T @ u / n})
    C("g", [norm(X @ u) ** 2 / n, w @ D @ D @ w / n])
    C("i", [X @ V[:, 0], U @ D @ V.T @ V[:, 0], U[:, 0] * d[0]])


@source
def matrix_review(r, C, X):
    P = np.array([[7.0, 7], [0, 4], [8, 8]])
    C("a", [np.array([[1, 5], [0, 3], [4, 8]]) + np.array([[6, 2], [0, 1], [4, 0]]), P])
    C("b", [0.4 * P, [[2.8, 2.8], [0, 1.6], [3.2, 3.2]]], {1: [[2.8, 2.8], [0, 1.6], [2.8, 3.2]]})
    m, n, p = r.randint(1, 5, size=3)
    A, B = r.normal(size=(m, n)), r.normal(size=(n, p))
    C("c", [A @ B, [[sum(A[i, k] * B[k, j] for k in range(n)) for j in range(p)] for i in range(m)]])
    C("d", [np.array([[7, 6], [0, 4], [8, 8]]) @ np.array([[1, 6], [2, 4]]), [[19, 66], [8, 16], [24, 80]]])
    n = r.randint(2, 5)
    A, B, D = r.normal(size=(3, n, n))
    C("e", [A @ (B @ D), (A @ B) @ D])
    C("f", [A @ (B + D), A @ B + A @ D], {1: A @ B + B @ D})
    C("g", [np.array([[7, 70], [8, 16], [8, 80]]).T, [[7, 8, 8], [70, 16, 80]]])
    C("h", [(A + B).T, A.T + B.T], {1: A.T - B.T})
    C("i", [(A @ B).T, B.T @ A.T])
    s, t, u, v = r.normal(size=4)
    C("j", [det(np.array([[s, t], [u, v]])), s * v - t * u], {1: s * v + t * u})
    C("k", [inv(A @ B), inv(B) @ inv(A)])
    Q, R = orth(r, n), np.triu(r.normal(size=(n, n))) + 3 * np.eye(n)
    C("l", [inv(Q @ R), inv(Q @ R), inv(R) @ Q.T], {2: inv(R) @ Q})


@source
def svd_apunte(r, C, X):
    m, n = r.randint(2, 5, size=2)
    A = r.normal(size=(m, n))
    lam, U = np.linalg.eigh(A @ A.T)
    a = lambda f: np.array([f(i) for i in range(m)])
    L = a(lambda i: lam[i] * (U[:, i] @ U[:, i]))
    C("a", [a(lambda i: U[:, i] @ A @ A.T @ U[:, i]), L], {1: 2 * L})
    Z = A.T @ U
    res = a(lambda i: Z[:, i] @ Z[:, i])
    for k, lhs in ((2, res), (3, a(lambda i: norm(Z[:, i]) ** 2))):
        C(f"a{k}", [lhs, L])
    C("z", [lam + 1e-12, 0 * lam], ge=(1,))
    k = min(m, n)
    U, lam = U[:, m - k :], lam[m - k :]
    s = np.sqrt(lam)
    V = A.T @ U / s
    C("b", [A.T @ A @ V, A.T @ A @ A.T @ U / s, A.T @ U * (lam / s), V * lam], {3: V * s})
    d, ss = np.eye(k), np.outer(s, s)
    C(
        "c",
        [
            V.T @ V,
            (A.T @ U / s).T @ (A.T @ U / s),
            U.T @ A @ A.T @ U / ss,
            (U.T @ (U * lam)) / ss,
            (U.T @ U) * lam / ss,
            d * lam / ss,
            d * lam / np.outer(np.sqrt(lam), np.sqrt(lam)),
            d,
        ],
        {5: d * lam / s[:, None]},
    )
    C(
        "e",
        [U.T @ A @ V, U.T @ A @ A.T @ U / s, U.T @ (U * lam) / s, (U.T @ U) * (lam / s), d * s**2 / s, d * s],
        {2: U.T @ (U * s) / s, 5: d * lam},
    )


@source
def peyre_least_squares(r, C, X):
    n, p = r.randint(2, 6, size=2)
    A, x, e, y = r.normal(size=(n, p)), r.normal(size=p), r.normal(size=p), r.normal(size=n)
    f = lambda x: 0.5 * ((A @ x - y) ** 2).sum()
    h = A @ x - y
    g = lambda s: 0.5 * h @ h + s * h @ (A @ e) + 0.5 * (A @ e) @ (A @ e)
    C("a", [f(x + e), 0.5 * norm(A @ x - y + A @ e) ** 2, g(1)], {2: g(-1)})
    u, v = r.normal(size=p), r.normal(size=n)
    C("b", [(A @ u) @ v, u @ (A.T @ v)])
    C("c", [J(f, x), A.T @ (A @ x - y)], {1: A.T @ (A @ x + y)})
    # A^T A x = 0: x in the null space
    B = np.outer(r.normal(size=n), r.normal(size=p))
    x0 = r.normal(size=p)
    row = B[0] / norm(B[0])
    x0 -= row * (row @ x0)
    C("d", [norm(B @ x0) ** 2, (B.T @ B @ x0) @ x0, 0.0])
    C("dd", [B @ x0, 0.0])
    Cm = A.T @ A
    C("e", [Cm / n, sum(np.outer(A[i], A[i]) for i in range(n)) / n])
    A2 = r.normal(size=(n, 2))
    M = np.array([[(A2[:, 0] ** 2).sum(), A2[:, 0] @ A2[:, 1]], [A2[:, 0] @ A2[:, 1], (A2[:, 1] ** 2).sum()]]) / n
    F = M.copy()
    F[0, 0] = (A2[:, 0] ** 3).sum() / n
    C("f", [A2.T @ A2 / n, M], {1: F})
    U, l = orth(r, p), r.normal(size=p)
    K = n * U @ np.diag(l) @ U.T
    w = U.T @ x
    C(
        "g",
        [(K @ x) @ x / n, (U @ np.diag(l) @ U.T @ x) @ x, (np.diag(l) @ w) @ w, (l * w**2).sum()],
        {3: (l**2 * w**2).sum()},
    )


@source
def vector_diff_ru(r, C, X_):
    n, _m = r.randint(2, 5, size=2)
    a = r.normal(size=n)
    A, X, H = r.normal(size=(3, n, n))
    f = lambda X: a @ X @ A @ X @ a
    D = J(lambda e: f(X + e * H), np.array(0.0))
    aa = np.outer(a, a)
    t1, t2 = a @ H @ A @ X @ a, a @ X @ A @ H @ a
    C("a", [D, J(lambda e: a @ (X + e * H) @ A @ (X + e * H) @ a, np.array(0.0)), t1 + t2], {2: t1 - t2})
    C(
        "b",
        [
            D,
            D,
            t1 + t2,
            tr(A @ X @ aa @ H) + tr(aa @ X @ A @ H),
            tr(A @ X @ aa @ H + aa @ X @ A @ H),
            tr((A @ X @ aa + aa @ X @ A) @ H),
        ],
        {5: tr((A @ X @ aa + aa @ X @ X) @ H)},
    )
    C("c", [J(f, X), (A @ X @ aa + aa @ X @ A).T], {1: A @ X @ aa + aa @ X @ A})
    X_(1, (A @ X @ aa + aa @ X @ A).T, aa @ X.T @ A.T + A.T @ X @ aa)
    x, h, I = r.normal(size=n), r.normal(size=n), np.eye(n)
    D = J(lambda e: (x + e * h) * ((x + e * h) @ (x + e * h)), np.array(0.0))
    xx = np.outer(x, x)
    C("d", [D, x @ x * (I @ h) + xx @ h + xx @ h, (x @ x * I + 2 * xx) @ h], {2: (x @ x * I + 3 * xx) @ h})
    B = A + 3 * I
    dB = J(lambda e: inv(B + e * H), np.array(0.0))
    C("e", [dB @ B + inv(B) @ H, J(lambda e: I + 0 * e, np.array(0.0)), 0.0])
    B, Q = r.normal(size=(2, n, n))
    C("f", [tr(A @ B @ Q), tr(B @ Q @ A), tr(Q @ A @ B)], {2: tr(Q @ A @ A)})
    D = J(lambda e: tr((A + e * H) @ B), np.array(0.0))
    C("g", [D, tr(H @ B), tr(B @ H)], {2: tr(A @ H)})


@source
def gd_convergence(r, C, X):
    n = r.randint(1, 5)
    L = r.uniform(0.5, 3)
    t = r.uniform(0.05, 1.95) / L
    q = r.uniform(-0.5 * L, L, size=n)
    x = r.normal(size=n)
    c0 = r.normal() - 3
    f = lambda x: 0.5 * (q * x * x).sum() + c0
    g = q * x
    x1 = x - t * g
    k = t * (1 - L * t / 2)
    C("a", [x1 - x, -t * g], {1: t * g})
    C("b", [f(x) - t * g @ g + L * t * t / 2 * (g @ g), f(x) - k * (g @ g)])
    C("c", [f(x1), f(x) - k * (g @ g)], le=(1,))
    C("d", [f(x1) - f(x), -k * (g @ g)], le=(1,))
    C("e", [g @ g, (f(x) - f(x1)) / k], {1: (f(x) + f(x1)) / k}, le=(1,))


@source
def outer_products(r, C, X):
    n, m, k = r.randint(2, 5, size=3)
    A = spd(r, n) - 2 * np.eye(n)
    x = r.normal(size=n)
    s = sum(A[i, j] * x[i] * x[j] for i in range(n) for j in range(n))
    C("a", [x @ A @ x, s], {1: sum(A[i, j] * x[i] * x[i] for i in range(n) for j in range(n))})
    a, b = r.normal(size=m), r.normal(size=n)
    C("b", [np.outer(a, b), [[a[i] * b[j] for j in range(n)] for i in range(m)]])
    A, B = r.normal(size=(m, k)), r.normal(size=(n, k))
    S = sum(np.outer(A[:, l], B[:, l]) for l in range(k))
    C("c", [S, A @ B.T])
    E = [[sum(A[i, l] * B[j, l] for l in range(k)) for j in range(n)] for i in range(m)]
    C("d", [S, S, E, E], {3: A @ (B**2).T})


@source
def penalized_slides(r, C, X_):
    n = r.randint(2, 6)
    Y, l = r.normal(size=n), r.uniform(0.3, 2)
    mu = Y.sum() / (n + l)
    s = -2 * (Y - mu).sum()
    C("a", [s + 2 * l * mu, 0.0], {0: s + l * mu})
    C("b", [mu, mu, n / (n + l) * Y.mean()], {2: n / (n - l) * Y.mean()})
    m, s2 = r.normal(), r.uniform(0.5, 2)
    ls = m * m / (m * m + s2 / n)
    C("c", [0.0, -2 * m * m * (1 - ls) + 2 * ls * s2 / n])
    p = r.randint(1, 5)
    X, b = r.normal(size=(n, p)), r.normal(size=p)
    f = lambda b: ((Y - X @ b) ** 2).sum() + l * (b * b).sum()
    C("d", [f(b), sum((Y[i] - sum(X[i, j] * b[j] for j in range(p))) ** 2 for i in range(n)) + l * sum(b**2)])
    C("e", [J(f, b), -2 * (Y - X @ b) @ X + 2 * l * b])
    bh = inv(X.T @ X + l * np.eye(p)) @ X.T @ Y
    g = (Y - X @ bh) @ X
    C("f", [-2 * g + 2 * l * bh, 0 * bh], {0: -2 * g - 2 * l * bh})
    C("g", [-X.T @ Y + (X.T @ X + l * np.eye(p)) @ bh, 0 * bh])


@source
def cs189_regression(r, C, X_):
    d = r.randint(2, 4)
    n = d + r.randint(1, 4)
    X, w, y = r.normal(size=(n, d)), r.normal(size=d), r.normal(size=n)
    G = X.T @ X
    second = w @ G @ w - w @ X.T @ y - y @ X @ w - y @ y
    first = (w @ X.T - y) @ (X @ w - y)
    C("a", [norm(X @ w - y) ** 2, first])
    X_(1, first, second)
    C("aa", [second, w @ G @ w - 2 * y @ X @ w - y @ y])
    f = lambda w: ((X @ w - y) ** 2).sum()
    C("b", [J(f, w), 2 * G @ w - 2 * X.T @ y], {1: 2 * G @ w + 2 * X.T @ y})
    ws = inv(G) @ X.T @ y
    C("c", [0 * ws, G @ ws - X.T @ y])
    C("d", [G @ ws, X.T @ y])
    yh = X @ ws
    C("e", [yh, X @ inv(G) @ X.T @ y], {1: X @ G @ X.T @ y})
    C("ee", [yh, X @ (inv(G) @ X.T) @ y])


@source
def softmax_perceptron(r, C, X):
    d, h, k = r.randint(1, 5), r.randint(1, 5), r.randint(2, 5)
    x, W1, W2 = r.normal(size=d), r.normal(size=(h, d)), r.normal(size=(k, h))
    y = r.normal(size=k)
    y += (1 - y.sum()) / k
    phi = lambda t: np.sin(t) + t * t / 3
    a1 = phi(W1 @ x)
    z2 = W2 @ a1
    L = lambda z: -(y * (z - np.log(np.exp(z).sum()))).sum()
    pr = softmax(z2)
    C("a", [pr, np.exp(z2) / np.exp(z2).sum()])
    d2 = J(L, z2)
    C("b", [d2, d2, pr - y], {2: pr + y})
    D2 = J(lambda W: L(W @ a1), W2)
    C("c", [D2, np.outer(d2, a1)])
    C("d", [J(lambda a: L(W2 @ a), a1), W2.T @ d2], {1: 2 * W2.T @ d2})
    d1 = J(lambda z: L(W2 @ phi(z)), W1 @ x)
    D1 = J(lambda W: L(W2 @ phi(W @ x)), W1)
    C("e", [D1, np.outer(d1, x)])
    C("f", [d2, pr - y])
    C("g", [D2, np.outer(d2, a1)])
    C("h", [D1, np.outer(d1, x)], {1: -np.outer(d1, x)})


@source
def homework_likelihood(r, C, X_):
    p = r.randint(1, 5)
    n = p + r.randint(1, 4)
    X, Y, b, s = r.normal(size=(n, p)), r.normal(size=n), r.normal(size=p), r.uniform(0.5, 2)
    Q = lambda b: ((Y - X @ b) ** 2).sum()
    l = J(lambda b: -n / 2 * np.log(2 * np.pi * s**2) - Q(b) / (2 * s**2), b)
    C("a", [l, l])
    C("b", [l, 0 - J(Q, b) / (2 * s**2)], {1: 0 - J(Q, b) / s**2})
    C("c", [J(Q, b), -2 * X.T @ Y + 2 * X.T @ X @ b], {1: 2 * X.T @ Y + 2 * X.T @ X @ b})
    G = inv(X.T @ X)
    h = G @ X.T @ Y
    C("d", [(2 * X.T @ Y - 2 * X.T @ X @ h) / s**2, np.zeros(p)])
    C("e", [X.T @ X @ h, X.T @ Y])
    e = r.normal(size=n)
    h = G @ X.T @ (X @ b + e)
    C("f", [h, G @ X.T @ (X @ b + e)])
    C("g", [h, G @ X.T @ (X @ b) + G @ X.T @ e])
    C("h", [h, G @ (X.T @ X) @ b + G @ X.T @ e], {1: G @ (X.T @ X) @ b - G @ X.T @ e})
    C("i", [h, b + G @ X.T @ e])


@source
def regression_anova(r, C, X_):
    k = r.randint(2, 5)
    n = k + r.randint(1, 4)
    X, Y, b = r.normal(size=(n, k)), r.normal(size=n), r.normal(size=k)
    E = lambda b: (Y - X @ b) @ (Y - X @ b)
    C("a", [((Y - X @ b) ** 2).sum(), E(b)])
    for i in (1, 2, 3):
        X_(i, E(b), np.nan)  # a column of k times a k x n matrix: there is no such product
    C("b", [J(E, b), -2 * X.T @ Y + 2 * X.T @ X @ b], {1: -X.T @ Y + 2 * X.T @ X @ b})
    G = inv(X.T @ X)
    b = G @ X.T @ Y
    C("c", [-2 * X.T @ Y + 2 * X.T @ X @ b, np.zeros(k)])
    C("d", [X.T @ X @ b, X.T @ Y])
    C("e", [G @ X.T @ X @ b, G @ X.T @ Y])
    C("f", [np.eye(k) @ b, G @ X.T @ Y])
    A = G @ X.T
    C("g", [b, G @ X.T @ Y, A @ Y])
    C("h", [A.T, (G @ X.T).T, X @ G], {2: 2 * X @ G})
    x, y = r.normal(size=n), r.normal(size=n)
    xm, ym = x.mean(), y.mean()
    sx, sy, sxy = ((x - xm) ** 2).sum(), ((y - ym) ** 2).sum(), ((x - xm) * (y - ym)).sum()
    b1 = sxy / sx
    a = ym - b1 * xm
    yh = a + b1 * x
    C("i", [sy, ((yh - ym) ** 2).sum() + ((y - yh) ** 2).sum()])
    rr = sxy / (np.sqrt(sx) * np.sqrt(sy))
    C("j", [rr, np.sqrt(sx) / np.sqrt(sy) * b1], {1: sx / np.sqrt(sy) * b1})
    S = ((yh - ym) ** 2).sum()
    M = [
        S,
        ((a + b1 * x - ym) ** 2).sum(),
        ((ym - b1 * xm + b1 * x - ym) ** 2).sum(),
        b1**2 * sx,
        sxy**2 * sx / sx**2,
        sxy**2 / sx,
    ]
    C("k", M, {4: sxy**2 * sx / sx**3})
    C("l", [rr**2, S / sy, sxy**2 / (sx * sy), (sxy / np.sqrt(sx * sy)) ** 2], {3: 2 * (sxy / np.sqrt(sx * sy)) ** 2})


sg = lambda t: 1 / (1 + np.exp(-t))


def bce(y, p):
    return -(y * np.log(p) + (1 - y) * np.log(1 - p))


@source
def logistic_nll(r, C, X):
    n, m = r.randint(2, 6, size=2)
    A = r.normal(size=(n, m))
    y = r.uniform(0, 1, size=n)
    w, b = r.normal(size=m), r.normal()
    zf = lambda w, b: A @ w + b
    z = zf(w, b)
    p = sg(z)
    C("b", [p, sg(z), 1 / (1 + np.exp(-z))], {2: 1 / (1 - np.exp(-z))})
    t = np.array(r.normal())
    C("e", [J(sg, t), sg(t) * (1 - sg(t))])
    dp = np.diag(J(sg, z))
    C("f", [dp, p * (1 - p)], {1: p * (1 + p)})
    dJp = np.diag(J(lambda p: bce(y, p), p))
    q = -(y / p - (1 - y) / (1 - p))
    C("h", [dJp, q])
    dJz = np.diag(J(lambda z: bce(y, sg(z)), z))
    C("i", [dJz, dJp * dp, q * p * (1 - p)])
    C("j", [dJz, -(y * (1 - p) - (1 - y) * p), p - y], {1: -(y * (1 - p) + (1 - y) * p)})
    C("k", [dJz, p - y], {1: p + y})
    C("m", [J(lambda w: zf(w, b), w), A])
    G = J(lambda w: bce(y, sg(zf(w, b))).sum(), w)
    C("n", [G, sum(dJz[i] * A[i] for i in range(n)), sum((p[i] - y[i]) * A[i] for i in range(n))])
    C("o", [G, A.T @ (p - y)], {1: A.T @ (p - z)})
    bb = np.array(b)
    C("p", [J(lambda b: zf(w, b), bb), np.ones(n)])
    g = J(lambda b: bce(y, sg(zf(w, b))).sum(), bb)
    C("q", [g, dJz.sum(), (p - y).sum()])
    C("r", [g, (p - y).sum()])
    C("s", [G, A.T @ (p - y)])
    C("u", [g, np.ones(n) @ (p - y)], {1: 0.0})


@source
def linreg_zh(r, C, X):
    n = r.randint(2, 5)
    x = r.normal(size=n)
    A = r.normal(size=(n, n))
    C("a", [J(lambda x: x + 0, x).T, np.eye(n)])
    C("b", [J(lambda x: A @ x, x).T, A.T], {1: A})
    C("c", [J(lambda x: x @ A, x).T, A])
    C("d", [J(lambda x: x @ x, x), 2 * x], {1: 3 * x})
    D, N = n, n + r.randint(0, 4)
    M = r.normal(size=(D, N))
    y = r.normal(size=N)
    B = r.normal(size=(D, N))
    x = r.normal(size=N)
    C("f", [J(lambda x: B @ x, x).T, B.T])
    w = r.normal(size=D)
    C("g", [0.0, -M @ (y - M.T @ w), M @ M.T @ w - M @ y], {2: M @ M.T @ w + M @ y})
    w = np.linalg.lstsq(M.T, y, rcond=None)[0]
    P = inv(M @ M.T)
    C("j", [M @ M.T @ w - M @ y, 0.0])
    C("k", [M @ M.T @ w, M @ y])
    C("l", [P @ M @ M.T @ w, P @ M @ y])
    C("m", [w, P @ M @ y])


@source
def regularization_notes(r, C, X):
    d = r.randint(1, 5)
    n = d + r.randint(0, 4)
    A = r.normal(size=(n, d))
    y, w = r.normal(size=n), r.normal(size=d)
    lam = r.uniform(0.1, 2)
    L = lambda w: ((y - A @ w) ** 2).sum() / n + lam * (w * w).sum()
    C("d", [norm(w) ** 2, (w * w).sum(), w @ w])
    e = norm(y - A @ w) ** 2 / n
    C("e", [L(w), e + lam * w @ w], {1: e + n * w @ w})
    C("f", [J(L, w), -2 / n * A.T @ (y - A @ w) + 2 * lam * w])
    s = np.linalg.solve(A.T @ A / n + lam * np.eye(d), A.T @ y / n)
    C("g", [A.T @ A @ s + n * lam * s, A.T @ y], {0: A.T @ A @ s - n * lam * s})
    ev, V = np.linalg.eigh(A.T @ A)
    C("i", [inv(A.T @ A) @ A.T @ y, V @ np.diag(1 / ev) @ V.T @ A.T @ y])
    C(
        "j",
        [inv(A.T @ A + n * lam * np.eye(d)) @ A.T @ y, V @ np.diag(1 / (ev + n * lam)) @ V.T @ A.T @ y],
        {1: V @ np.diag(1 / (ev + d * lam)) @ V.T @ A.T @ y},
    )
    C("l", [np.abs(w).sum(), sum(abs(w[j]) for j in range(d))])


@source
def slope_exercise(r, C, X):
    n = r.randint(2, 7)
    x, y = r.normal(size=(2, n))
    w0, w1 = r.normal(size=2)
    Ji = lambda w: (y - w[0] - w[1] * x) ** 2
    Jt = lambda w: ((y - w[0] - w[1] * x) ** 2).sum()
    w = np.array([w0, w1])
    yh = w0 + w1 * x
    e = y - w0 - w1 * x
    C("c", [Jt(w), ((y - yh) ** 2).sum(), (e**2).sum()], {1: ((y + yh) ** 2).sum()})
    D, G = J(Ji, w), J(Jt, w)
    D0, D1 = D[:, 0], D[:, 1]
    C("e", [D0, D0])
    C("f", [D0, 2 * e * -1])
    C("g", [D0, -2 * e], {1: -2 * (y + w0 - w1 * x)})
    C("h", [G[0], D0.sum(), (-2 * e).sum()])
    C("i", [G[0], -2 * e.sum()])
    C("j", [G[0], -2 * (y - yh).sum()], {1: -2 * y.sum()})
    C("k", [D1, D1])
    C("l", [D1, 2 * e * -x], {1: 2 * e * -y})
    C("m", [D1, -2 * x * e])
    C("n", [G[1], D1.sum(), (-2 * x * e).sum()])
    C("o", [G[1], -2 * (x * e).sum()])
    C("p", [G[1], -2 * (x * (y - yh)).sum()], {1: -3 * (x * (y - yh)).sum()})
    C("q", [G[0], -2 * e.sum()])
    w0 = y.mean() - w1 * x.mean()
    C("r", [(y - w0 - w1 * x).sum(), 0.0])
    C("s", [y.sum() - sum(w0 for _ in x) - (w1 * x).sum(), 0.0])
    C("t", [y.sum() - w0 * np.ones(n).sum() - w1 * x.sum(), 0.0])
    C("u", [y.sum() - w0 * n - w1 * x.sum(), 0.0], {0: y.sum() - w0 * n + w1 * x.sum()})
    C("v", [w0 * n, y.sum() - w1 * x.sum()])
    C("w", [w0, y.sum() / n - w1 * x.sum() / n])
    C("aa", [w0, y.mean() - w1 * x.mean()], {1: y.mean() - w1 * y.mean()})


@source
def ce_bn(r, C, X):
    K = r.randint(2, 6)
    l = r.normal(size=K)
    p = softmax(l)
    S = np.exp(l).sum()
    y = r.randint(K)
    E = np.exp(l)
    dq = J(lambda l: np.exp(l[y]) / np.exp(l).sum(), l)
    C("b", [J(lambda l: -np.log(np.exp(l[y]) / np.exp(l).sum()), l), -S / E[y] * dq])
    o = np.arange(K) != y
    C(
        "c",
        [
            (-S / E[y] * dq)[o],
            -S / E[y] * ((0 * S - E[y] * E[o]) / S**2),
            S / E[y] * (E[y] * E[o] / S**2),
            E[o] / S,
            p[o],
        ],
        {2: S / E[o] * (E[y] * E[o] / S**2)},
    )
    C(
        "d",
        [(-S / E[y] * dq)[y], -S / E[y] * (E[y] / S - E[y] * E[y] / S**2), -1 + E[y] / S, p[y] - 1],
        {3: p[y] + 1},
    )
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ga, be, ep = r.normal(), r.normal(), r.uniform(0.1, 1)
    L = loss(r, m)
    mu = lambda x: x.sum() / m
    va = lambda x, u: ((x - u) ** 2).sum() / (m - 1)
    xh = lambda x, u, s: (x - u) / np.sqrt(s + ep)
    yf = lambda h: ga * h + be
    u, s = np.array(mu(x)), np.array(va(x, mu(x)))
    h = xh(x, u, s)
    g = J(L, yf(h))
    C("j", [J(lambda h: L(yf(h)), h), ga * g], {1: be * g})
    q = s + ep
    C("k", [J(lambda s: L(yf(xh(x, u, s))), s), -ga / 2 * ((x - u) * q**-1.5 * g).sum()])
    X(1, -2 * ga / (m - 1) * ((x - u) * g).sum(), -2 * ga / (m - 1) * (m * u - m * u) * g)
    C("l", [0.0, 0.0, -2 * ga / (m - 1) * (m * u - m * u) * g, 0.0])
    C("m", [0.0, -ga * (1 / np.sqrt(q) * g).sum(), -ga * (q**-0.5 * g).sum()])
    C("n", [J(lambda u: L(yf(xh(x, u, va(x, u)))), u), -ga * (q**-0.5 * g).sum()])
    C("p", [J(mu, x), np.ones(m) / m])
    C("q", [J(lambda x: va(x, mu(x)), x), 2 / (m - 1) * (x - u)], {1: 2 / m * (x - u)})
    dx = J(lambda x: L(yf(xh(x, mu(x), va(x, mu(x))))), x)
    a1 = (
        ga * q**-0.5 * g - ga * (q**-0.5 / m * g).sum() - ga / 2 * ((x - u) * q**-1.5).sum() * 2 / (m - 1) * (x - u) * g
    )
    a2 = ga * q**-0.5 * (g - g.sum() / m - (x - u) / np.sqrt(q) / (m - 1) * ((x - u) / np.sqrt(q) * g).sum())
    X(2, dx, a1)
    X(3, a1, a2)
    a3 = ga * q**-0.5 * (g - g.sum() / m - h / (m - 1) * (h * g).sum())
    a4 = ga * q**-0.5 / m * (m * g - g.sum() - m / (m - 1) * h * (h * g).sum())
    C("s", [dx, a1, a2, a3, a4], {4: ga * q**-0.5 / m * (m * g - g.sum() + m / (m - 1) * h * (h * g).sum())})


@source
def svd_pca(r, C, X):
    p = r.randint(2, 5)
    n = p + r.randint(0, 4)
    A = r.normal(size=(n, p))
    W = np.linalg.qr(r.normal(size=(p, p)))[0]
    Z = A @ W
    Sx, Sz = A.T @ A / (n - 1), Z.T @ Z / (n - 1)
    C("a", [Sz, Sz, Z.T @ Z / (n - 1), W.T @ A.T @ A @ W / (n - 1), W.T @ Sx @ W], {4: W @ Sx @ W})
    D = lambda f: np.array([f(j) for j in range(p)])
    C(
        "b",
        [
            D(lambda j: Z[:, j] @ Z[:, j] / (n - 1)),
            D(lambda j: Z[:, j] @ Z[:, j] / (n - 1)),
            D(lambda j: W[:, j] @ A.T @ A @ W[:, j] / (n - 1)),
            D(lambda j: W[:, j] @ Sx @ W[:, j]),
        ],
        {3: D(lambda j: W[:, j] @ Sz @ W[:, j])},
    )
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    S, V = np.diag(s), Vt.T
    A = U @ S @ Vt
    C("c", [A.T @ A, V @ S.T @ U.T @ U @ S @ V.T, V @ S @ S @ V.T], {2: V @ S @ S @ S @ V.T})
    Z = A @ V
    C("d", [Z.T @ Z, V.T @ A.T @ A @ V, S @ S, np.diag(s**2)])
    k = np.arange(0, 9, 2.0)
    B = np.stack([k, k], 1) - 4
    C("f", [np.stack([k - 4, k - 4], 1), B, B])
    W = np.array([[1, -1], [1, 1]]) * np.sqrt(2) / 2
    T = np.outer([-4, -2, 0, 2, 4], [np.sqrt(2), 0])
    F = T.copy()
    F[0, 0] = -4 * np.sqrt(3)
    C("h", [B @ W, B @ W, T], {2: F})
    C("i", [A @ A.T, U @ S @ V.T @ V @ S.T @ U.T, U @ S @ S @ U.T])


@source
def nn_de(r, C, X):
    n, m, k = r.randint(2, 6, size=3)
    x, w = r.normal(size=(2, n))
    y = r.uniform()
    a = sg(w @ x)
    C("d", [J(lambda w: bce(y, sg(w @ x)), w), (a - y) * x], {1: (a + y) * x})
    M = r.normal(size=(n, m))
    Y = r.uniform(size=m)
    f = lambda w: bce(Y, sg(w @ M)).sum() / m
    G = J(f, w)
    C("e", [G, G, M @ (sg(w @ M) - Y) / m], {2: M @ (sg(w @ M) - Y) / n})
    Wl, A0, b = r.normal(size=(n, k)), r.normal(size=(k, m)), r.normal(size=n)
    L = loss(r, n, m)
    act = np.tanh
    f = lambda W, A, b: L(act(W @ A + b[:, None]))
    dZ = J(lambda Z: L(act(Z)), Wl @ A0 + b[:, None])
    X(1, J(lambda W: f(W, A0, b), Wl), dZ @ A0.T / m)
    X(2, J(lambda b: f(Wl, A0, b), b), dZ.sum(1) / m)
    d = J(lambda A: f(Wl, A, b), A0)
    C("k", [d, d, Wl.T @ dZ])


@source
def mlp_es(r, C, X):
    d, h, k = r.randint(2, 5, size=3)
    x = r.normal(size=d)
    y = r.uniform(size=k)
    y = y / y.sum()
    A, B = r.normal(size=(h, d)), r.normal(size=(k, h))
    relu = lambda z: z * (z.real > 0)
    L2 = lambda z: -(y * np.log(softmax(z))).sum()
    a = relu(A @ x)
    p = softmax(B @ a)
    d2 = J(L2, B @ a)
    d1 = J(lambda z: L2(B @ relu(z)), A @ x)
    C("i", [d2, d2, p - y], {2: p + y})
    C("j", [J(lambda B: L2(B @ a), B), np.outer(d2, a)])
    C("k", [J(lambda a: L2(B @ a), a), B.T @ d2])
    C("n", [J(lambda A: L2(B @ relu(A @ x)), A), np.outer(d1, x)])
    C("o", [d2, p - y])
    C("p", [J(lambda B: L2(B @ a), B), np.outer(d2, a)], {1: np.outer(y, a)})
    C("r", [J(lambda A: L2(B @ relu(A @ x)), A), np.outer(d1, x)])


@source
def softmax_taylor(r, C, X):
    t = r.randint(2, 7)
    s = r.normal(size=t)
    b = s.mean()
    S2 = ((s - b) ** 2).sum()
    C("a", [S2, S2, (s**2).sum() - 2 * b * s.sum() + t * b**2], {2: (s**2).sum() - 2 * b * s.sum() - t * b**2})
    q = (s**2).sum() / (2 * t**2)
    p = (s - b) ** 2 / (2 * t) - S2 / (2 * t**2)
    C(
        "b",
        [
            p,
            p,
            s**2 / (2 * t) - b * s / t + b**2 / (2 * t) - q + b * s.sum() / t**2 - b**2 / (2 * t),
            s**2 / (2 * t) - b * s / t - q + b * s.sum() / t**2,
            s**2 / (2 * t) - s.sum() * s / t**2 - q + s.sum() ** 2 / t**3,
        ],
        {4: s**2 / (2 * t) - s.sum() * s / t**2 - q + s.sum() ** 2 / t**2},
    )


@source
def gd_convergence_notes(r, C, X):
    d = r.randint(1, 5)
    mu = r.uniform(0.2, 1)
    L = mu + r.uniform(0.1, 2)
    q = r.uniform(mu, L, size=d)
    xs, xt = r.normal(size=(2, d))
    f = lambda x: (q * (x - xs) ** 2).sum() / 2 + 0.3
    g = q * (xt - xs)
    eta = r.uniform(0.1, 2)
    x = xt - eta * g
    C("c", [x - xt, -eta * g], {1: eta * g})
    gg = g @ g
    C(
        "h",
        [
            f(x),
            f(xt) + g @ (-eta * g) + L / 2 * norm(eta * g) ** 2,
            f(xt) - eta * gg + L * eta**2 / 2 * gg,
            f(xt) - (eta - L * eta**2 / 2) * gg,
        ],
        {3: f(xt) - (eta + L * eta**2 / 2) * gg},
        le=(1,),
    )
    D = norm(xt - xs) ** 2
    C(
        "i",
        [norm(x - xs) ** 2, norm(xt - eta * g - xs) ** 2, D - 2 * eta * g @ (xt - xs) + eta**2 * gg],
        {2: D - 2 * eta * g @ (xt - xs) - eta**2 * gg},
    )
    x = xt - 2 / (mu + L) * g
    C("k", [norm(x - xs) ** 2, ((L - mu) / (L + mu)) ** 2 * D], le=(1,))


@source
def ridge_hugo(r, C, X):
    p = r.randint(1, 5)
    n = p + r.randint(0, 4)
    A = r.normal(size=(n, p))
    be, e = r.normal(size=p), r.normal(size=n)
    lam, s2 = r.uniform(0.1, 2), r.uniform(0.1, 2)
    y = A @ be + e
    G = A.T @ A
    R, Q = inv(G + lam * np.eye(p)), inv(G)
    b = R @ A.T @ y
    X(1, b, R @ G @ be)
    C("e", [b, R @ A.T @ y, R @ A.T @ (A @ be + e)])
    V = s2 * R @ G @ R
    W = G @ R
    C("g", [V, s2 * R @ G @ Q @ G @ R], {1: s2 * R @ G @ Q @ Q @ G @ R})
    C("h", [V, s2 * W.T @ Q @ W])
    C("i", [s2 * Q - V, s2 * Q - s2 * W.T @ Q @ W, s2 * (Q - W.T @ Q @ W)], {2: s2 * (Q + W.T @ Q @ W)})


@source
def ridge_features(r, C, X):
    d, n = r.randint(1, 5), r.randint(1, 8)
    A = r.normal(size=(n, d))
    Y, th = r.normal(size=n), r.normal(size=d)
    lam, s = r.uniform(0.1, 2), r.normal()
    S = A.T @ A / n
    I = np.eye(d)
    R = inv(S + lam * I)
    f = lambda t: ((Y - A @ t) ** 2).sum() / n + lam * (t * t).sum()
    C("b", [J(f, th), 2 / n * A.T @ (A @ th - Y) + 2 * lam * th])
    t = R @ A.T @ Y / n
    C("c", [0.0, A.T @ A @ t / n - A.T @ Y / n + lam * t], {1: A.T @ A @ t / n - A.T @ Y / n - lam * t})
    C("d", [A.T @ Y / n, (A.T @ A / n + lam * I) @ t])
    C("e", [t, t, inv(A.T @ A + n * lam * I) @ A.T @ Y, R @ A.T @ Y / n], {2: inv(A.T @ A + d * lam * I) @ A.T @ Y})
    C("f", [0.0, 0.0, R @ A.T @ A @ th / n, R @ S @ th, th - lam * R @ th], {4: th + lam * R @ th})
    v = R @ S @ R
    C(
        "g",
        [0.0, 0.0, 0.0, 0.0, s**2 * R @ A.T @ A @ R / n**2, s**2 / n**2 * R @ A.T @ A @ R, s**2 / n * v],
        {6: s**2 / n**2 * v},
    )
    N = lambda u: u @ S @ u
    z = r.normal(size=d)
    C(
        "i",
        [
            0.0,
            N(z + lam * R @ z - z),
            N(lam * R @ z),
            lam**2 * (R @ z) @ S @ R @ z,
            lam**2 * z @ R.T @ S @ R @ z,
            lam**2 * z @ R @ S @ R @ z,
            lam**2 * z @ R @ R @ S @ z,
            lam**2 * z @ R @ R @ S @ z,
        ],
    )


@source
def attention_gibbs(r, C, X):
    q, k, d = r.randint(2, 6, size=3)
    Q, K = r.normal(size=(q, d)), r.normal(size=(k, d))
    be = r.uniform(0.3, 2)
    S = Q @ K.T / np.sqrt(d)
    Z = np.exp(be * S).sum(1)
    A = np.exp(be * S) / Z[:, None]
    H = -(A * np.log(A)).sum(1)
    F = -np.log(Z) / be
    X(1, F, (A * S).sum(1) - H / be)
    C("f", [-S, -S, -np.einsum("ia,ja->ij", Q, K) / np.sqrt(d)], {2: np.einsum("ia,ja->ij", Q, K) / np.sqrt(d)})
    C("g", [A, np.exp(-be * -S) / Z[:, None], np.exp(be * S) / Z[:, None]])
    C("i", [F, -(A * S).sum(1) - H / be], {1: -(A * S).sum(1) + H / be})


@source
def pca_ja(r, C, X):
    n, m, k = r.randint(1, 6, size=3)
    M, A = r.normal(size=(n, m)), r.normal(size=(m, k))
    S = M @ A
    C("c", [S, np.array([[S[i, j] for j in range(k)] for i in range(n)]), M @ A])
    v = (S * S).sum(0)
    C("d", [v / n, v / n, np.array([(M @ A[:, j]) @ (M @ A[:, j]) / n for j in range(k)])], {2: v / m})


tr = np.trace
out = np.outer


@source
def ps0_solutions(r, C, X):
    n = r.randint(2, 5)
    x, b, a = r.normal(size=(3, n))
    A = spd(r, n) - np.eye(n)
    t = r.normal()
    f = lambda x: 0.5 * x @ A @ x + b @ x
    q = lambda x: x @ A @ x
    li = lambda x: b @ x
    H = lambda f: hess(f, x)
    C("a", [J(lambda x: t * f(x), x), t * J(f, x)])
    C("b", [J(li, x), b])
    C("c", [J(q, x), 2 * A @ x], {1: 2 * A @ b})
    C("d", [H(q), 2 * A])
    C(
        "e",
        [
            J(f, x),
            J(f, x),
            J(lambda x: q(x) / 2, x) + J(li, x),
            0.5 * J(q, x) + J(li, x),
            0.5 * 2 * A @ x + b,
            A @ x + b,
        ],
        {5: A @ x - b},
    )
    C("f", [H(f), H(f), H(lambda x: q(x) / 2) + H(li), 0.5 * H(q) + H(li), 0.5 * 2 * A + 0, A], {5: 2 * A})
    c1, c2 = r.normal(size=2)
    g = lambda s: np.sin(c1 * s) + c2 * s**2
    g1 = lambda s: c1 * np.cos(c1 * s) + 2 * c2 * s
    g2 = lambda s: -(c1**2) * np.sin(c1 * s) + 2 * c2
    f = lambda x: g(a @ x)
    M = hess(f, x)
    C("g", [M, M], {1: out(np.diag(M), np.ones(n))})
    C("h", [M, J(lambda x: g1(a @ x) * a, x)])
    C("i", [M, g2(a @ x) * out(a, a), g2(a @ x) * out(a, a)], {2: g1(a @ x) * out(a, a)})


def hess(f, x, h=1e-3):
    """second derivatives: a complex step inside, central differences of sixth order outside"""
    n = len(x)
    H = np.zeros((n, n))
    for i in range(n):
        e = np.zeros(n)
        e[i] = h
        d = [J(f, x + k * e) - J(f, x - k * e) for k in (1, 2, 3)]
        H[i] = (45 * d[0] - 9 * d[1] + d[2]) / (60 * h)
    return H


@source
def derivative_answer(r, C, X):
    n = r.randint(2, 5)
    x, h = r.normal(size=(2, n))
    A = spd(r, n) - np.eye(n)
    Q = lambda x: x @ A @ x
    C(
        "a",
        [
            Q(x + h),
            (x + h) @ A @ (x + h),
            x @ A @ x + h @ A @ x + x @ A @ h + h @ A @ h,
            Q(x) + 2 * x @ A @ h + h @ A @ h,
        ],
        {3: Q(x) + 3 * x @ A @ h + h @ A @ h},
    )
    C("b", [x @ A.T @ h, x @ A @ h])
    A, H = r.normal(size=(2, n, n))
    C(
        "c",
        [tr(A.T @ A) + tr(H.T @ A) + tr(A.T @ H) + tr(H.T @ H), tr(A.T @ A) + 2 * tr(A.T @ H) + tr(H.T @ H)],
        {1: tr(A.T @ A) + 2 * tr(A.T @ A) + tr(H.T @ H)},
    )


@source
def frobenius_colon_qa(r, C, X):
    n = r.randint(2, 5)
    x = r.normal(size=n)
    A, B, D, dA = r.normal(size=(4, n, n))
    ip = lambda a, b: (a * b).sum()
    C("a", [tr(A.T @ B @ D), ip(A, B @ D), ip(A @ D.T, B)], {2: ip(A @ D, B)})
    C("b", [0, x @ A @ x, x @ (A @ x)])
    C("c", [J(lambda e: x @ (A + e * dA) @ x, 0.0), x @ (dA @ x), ip(out(x, x), dA)])
    G = J(lambda A: x @ A @ x, A)
    C("d", [G, out(x, x)])
    C("e", [G, out(x, x)], {1: out(x * x, np.ones(n))})
    C("f", [0, x @ A @ x, sum(A[j, k] * x[j] * x[k] for j in range(n) for k in range(n))])


@source
def gaussian_differential_qa(r, C, X):
    n = r.randint(2, 5)
    x, mu, dmu = r.normal(size=(3, n))
    S = r.normal(size=(n, n)) + 3 * np.eye(n)
    dS = r.normal(size=(n, n))
    M = inv(S)
    z = mu - x
    dM = J(lambda e: inv(S + e * dS), 0.0)
    dz = dmu
    ip = lambda a, b: (a * b).sum()
    f = lambda mu, S: (mu - x) @ inv(S) @ (mu - x)
    T = ip(M.T @ out(z, z) @ M.T, dS)
    C("a", [0, z @ M @ z, ip(M, out(z, z))], {2: ip(M, out(z, x))})
    C(
        "b",
        [
            J(lambda e: f(mu + e * dmu, S + e * dS), 0.0),
            ip(M, out(dz, z) + out(z, dz)) + ip(out(z, z), dM),
            (M @ z) @ dz + (z @ M) @ dz - ip(out(z, z), M @ dS @ M),
            (M @ z) @ dz + (M.T @ z) @ dz - T,
            ((M + M.T) @ z) @ dz - T,
            ((M + M.T) @ (mu - x)) @ dmu - T,
        ],
        {5: ((M + M.T) @ (mu + x)) @ dmu - T},
    )
    C("c", [J(lambda m: f(m, S), mu), (M + M.T) @ (mu - x)])
    C("d", [J(lambda S: f(mu, S), S), -M.T @ out(z, z) @ M.T], {1: -M.T @ out(z, z) @ M})


@source
def projector_steps_qa(r, C, X):
    n, q = r.randint(2, 4, size=2)
    m = n + r.randint(1, 3)
    A, B = r.normal(size=(m, n)), r.normal(size=(n, q))
    M = A.T @ A
    I = inv(M)
    P = A @ I @ A.T
    C("a", [P @ P, P @ P, A @ I @ A.T @ A @ I @ A.T], {2: A @ I @ A.T @ A @ I @ I @ A.T})
    C("b", [P @ P, A @ I @ M @ I @ A.T, A @ I @ A.T])
    C("c", [P @ P, P])
    C("d", [P @ P, P], {1: 2 * P})
    C("e", [P.T, (A @ I @ A.T).T, (A @ I @ A.T).T], {2: (A @ I @ I @ A.T).T})
    C("f", [(A @ B).T, B.T @ A.T])
    C("g", [A.T.T, A], {1: 2 * A})


@source
def residual_sum_qa(r, C, X_):
    n = r.randint(3, 7)
    X, Y = r.normal(size=(2, n)) + 0.5
    b1 = r.normal()
    b0 = Y.mean() - b1 * X.mean()
    e = Y - b0 - b1 * X
    C("a", [e * X, (Y - (b0 + b1 * X)) * X, (Y - b0 - b1 * X) * X], {2: (Y - b0 + b1 * X) * X})
    s = (X * Y).sum() - b0 * X.sum() - b1 * (X**2).sum()
    C("b", [(e * X).sum(), s], {1: (X * Y).sum() - b0 * X.sum() + b1 * (X**2).sum()})
    m = (X * Y).sum() - (Y.mean() - b1 * X.mean()) * X.sum() - b1 * (X**2).sum()
    C("c", [(e * X).sum(), m])
    w = (X * Y).sum() - Y.mean() * X.sum() - b1 * X.mean() * X.sum() - b1 * (X**2).sum()
    X_(1, m, w)
    X_(2, w, (X * Y).sum() - Y.sum() * X.sum() / n - X.sum() ** 2 / n - b1 * (X**2).sum())


@source
def normal_equation_notebook(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(1, 3)
    A, b = r.normal(size=(m, n)), r.normal(size=m)
    I = np.eye(m)
    P = A @ inv(A.T @ A) @ A.T
    C("a", [0, A @ inv(A.T @ A) @ A.T @ b, P @ b])
    C("b", [0, b - P @ b, (I - P) @ b], {2: (I + P) @ b})
    X(1, P, A @ (A.T @ A) @ A.T)
    X(2, I - P, I - A @ (A.T @ A) @ A.T)
    A4 = np.array([[1, 3], [5, 3], [1, -1], [2, 2]], float)
    C("c", [A4.T @ A4, np.array([[31, 21], [21, 23]])])
    C("d", [inv(A4.T @ A4), np.array([[23, -21], [-21, 31]]) / 272], {1: np.array([[23, 21], [-21, 31]]) / 272})
    P4 = A4 @ inv(A4.T @ A4) @ A4.T
    C("e", [0, P4, np.array([[176, 16, -112, 64], [16, 224, 64, 80], [-112, 64, 96, -16], [64, 80, -16, 48]]) / 272])
    Q = np.array([[96, -16, 112, -64], [-16, 48, -64, -80], [112, -64, 176, 16], [-64, -80, 16, 224]]) / 272
    Qf = Q.copy()
    Qf[3, 3] = 242 / 272
    C("f", [0, np.eye(4) - P4, Q], {2: Qf})
    a = r.normal(size=m)
    aa = a @ a
    x = a @ b / aa
    C("g", [x, a @ b / aa], {1: a @ b / np.sqrt(aa)})
    Pa = out(a, a) / aa
    C("h", [0, a * x, Pa @ b, Pa @ b])
    C("i", [Pa, out(a, a) * (1 / aa), out(a * (1 / aa), a), out(a, a) / aa], {3: out(a, a) / (a @ b)})
    a, b = np.array([3.0, 4, 0]), np.array([0.0, 5, 2])
    Pa = out(a, a) / (a @ a)
    C(
        "j",
        [Pa, out(a, a) / 25, np.array([[9, 12, 0], [12, 16, 0], [0, 0, 0]]) / 25],
        {2: np.array([[9, 12, 0], [12, 15, 0], [0, 0, 0]]) / 25},
    )
    C("k", [0, np.eye(3) - Pa, np.array([[16, -12, 0], [-12, 9, 0], [0, 0, 25]]) / 25])
    C("l", [0, Pa @ b, np.array([12, 16, 0]) / 5])
    X(3, b - Pa @ b, np.array([-12, 9, 2]) / 5)
    A = np.linalg.qr(r.normal(size=(m, n)))[0] * r.uniform(0.5, 2, size=n)
    b = r.normal(size=m)
    C("m", [np.linalg.lstsq(A, b, rcond=None)[0], inv(A.T @ A) @ A.T @ b])
    C("n", [0, A @ inv(A.T @ A) @ A.T, sum(out(A[:, i], A[:, i]) / (A[:, i] @ A[:, i]) for i in range(n))])


@source
def gls_notebook(r, C, X_):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    X, e, be = r.normal(size=(n, p)), r.normal(size=n), r.normal(size=p)
    G = r.normal(size=(n, n)) + np.eye(n)
    Y = X @ be + e
    S = spd(r, n)
    Xs, Ys, es = G @ X, G @ Y, G @ e
    C("a", [G @ Y, G @ X @ be + G @ e])
    C("b", [Ys, Xs @ be + es], {1: Xs @ be - es})
    K = inv((G @ X).T @ (G @ X))
    C(
        "c",
        [0, inv(Xs.T @ Xs) @ Xs.T @ Ys, K @ (G @ X).T @ (G @ Y), inv(X.T @ G.T @ G @ X) @ X.T @ G.T @ G @ Y],
        {3: inv(X.T @ G.T @ G @ X) @ X.T @ G @ G @ Y},
    )
    V = G @ S @ G.T
    C("d", [0, V, G @ S @ G.T, G @ S @ G.T], {3: G @ S @ G})
    C(
        "e",
        [0, inv(Xs.T @ Xs) @ Xs.T @ V @ Xs @ inv(Xs.T @ Xs), K @ (G @ X).T @ (G @ S @ G.T) @ (G @ X) @ K],
        {2: K @ (G @ X).T @ (G @ S @ G) @ (G @ X) @ K},
    )
    C("f", [0, V, G @ S @ G.T])


@source
def newton_one_step_qa(r, C, X):
    x, x0, a, b, c = r.normal(size=5)
    f = lambda x: c * (x - a) ** 2 + b
    C("a", [J(f, x), 2 * c * (x - a)], {1: c * (x - a)})
    h = 1e-2
    C("b", [(J(f, x + h) - J(f, x - h)) / (2 * h), 2 * c])
    C("c", [x0 - J(f, x0) / (2 * c), x0 - 2 * c * (x0 - a) / (2 * c), x0 - (x0 - a), a], {3: -a})
    n = r.randint(1, 5)
    A, x = spd(r, n), r.normal(size=n)
    C("d", [J(lambda x: 0.5 * x @ A @ x, x), A @ x])
    C("e", [-inv(A) @ A @ x, -x], {1: x})


@source
def svm_hessian_qa(r, C, X_):
    n, d = r.randint(2, 5, size=2)
    X, y, w, c = r.normal(size=(n, d)), r.normal(size=n), r.normal(size=d), r.normal()
    f = lambda w: 0.5 * w @ w + c * np.log(1 + np.exp(-y * (X @ w))).sum()
    M = np.exp(-y * (X @ w))
    C("a", [J(f, w), w + c * (-(X.T * y) @ (M / (1 + M)))], {1: w - c * (-(X.T * y) @ (M / (1 + M)))})
    H = hess(f, w)
    D = M / (1 + M) ** 2
    C("b", [np.diag(H), 1 + c * (X**2).T @ (y**2 * D)], {1: 1 + c * (X**2).T @ (y * D)})
    X_(1, H, c * X.T @ np.diag(y**2 * D) @ X)


@source
def ols_first_principles(r, C, X):
    m, n = r.randint(2, 5, size=2)
    A, x, b = r.normal(size=(m, n)), r.normal(size=n), r.normal(size=m)
    v = b - A @ x
    s = (v**2).sum()
    C("a", [s, v @ v])
    C(
        "b",
        [s, b @ b - b @ A @ x - x @ A.T @ b + x @ A.T @ A @ x],
        {1: b @ b - b @ A @ x + x @ A.T @ b + x @ A.T @ A @ x},
    )
    C("c", [b @ A @ x, b @ A @ x, x @ A.T @ b])
    C("d", [s, b @ b - 2 * x @ A.T @ b + x @ A.T @ A @ x], {1: b @ b - 3 * x @ A.T @ b + x @ A.T @ A @ x})


@source
def logistic_hessian_qa(r, C, X_):
    m, d = r.randint(1, 5, size=2)
    X, w, z = r.normal(size=(m, d)), r.normal(size=d), r.normal()
    s = lambda t: 1 / (1 + np.exp(-t))
    zi = X @ w
    C("a", [0, s(X @ w), s(zi), 1 / (1 + np.exp(-zi))], {3: 1 / (1 + np.exp(zi))})
    E = np.exp(-z)
    C("b", [1 - s(z), 1 - 1 / (1 + E), E / (1 + E), 1 / (1 + np.exp(z)), s(-z)], {4: s(z)})
    C(
        "c",
        [
            J(s, z),
            J(lambda z: (1 + np.exp(-z)) ** -1, z),
            E * (1 + E) ** -2,
            1 / (1 + E) * E / (1 + E),
            s(z) * (1 - s(z)),
        ],
        {4: s(z) * (1 + s(z))},
    )


@source
def squared_deviations_qa(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n) + 1
    mu = x.mean()
    S = ((x - mu) ** 2).sum()
    w = (x**2 - 2 * mu * x + x).sum()
    v = (x**2).sum() - 2 * mu * x.sum() + n * mu**2
    X(1, S, w)
    X(2, w, v)
    C("a", [0, 0, v, (x**2).sum() - n * mu**2], {3: (x**2).sum() + n * mu**2})
    C("b", [mu, x.sum() / n])
    C("c", [x.sum(), n * mu])
    C("d", [-2 * n * mu**2 + n * mu**2, -n * mu**2], {1: n * mu**2})


@source
def quadratic_differential_qa(r, C, X):
    n = r.randint(2, 5)
    v, dv, M = r.normal(size=n), r.normal(size=n), r.normal(size=(n, n))
    C("a", [0, v @ M @ v, v @ (M @ v)])
    C(
        "b",
        [J(lambda e: (v + e * dv) @ M @ (v + e * dv), 0.0), dv @ (M @ v) + v @ (M @ dv), ((M + M.T) @ v) @ dv],
        {2: ((M + M) @ v) @ dv},
    )


@source
def gradient_by_matrix_qa(r, C, X):
    n = r.randint(2, 5)
    x, A = r.normal(size=n), r.normal(size=(n, n))
    C("a", [0, x @ A @ x, sum(A[i, j] * x[i] * x[j] for i in range(n) for j in range(n))])
    G = J(lambda A: x @ A @ x, A)
    C("b", [G, out(x, x)], {1: out(x * x, np.ones(n))})
    C("c", [G, out(x, x)])
    C("d", [G, out(x, x)], {1: 2 * out(x, x)})


@source
def quadratic_expansion_qa(r, C, X):
    n = r.randint(2, 5)
    x, h, A = r.normal(size=n), r.normal(size=n), r.normal(size=(n, n))
    C("a", [x @ A @ h + h @ A @ x, x @ A @ h + x @ A.T @ h, x @ (A + A.T) @ h], {2: x @ (A - A.T) @ h})
    C("b", [J(lambda x: x @ A @ x, x), x @ (A + A.T)])


@source
def householder_homework(r, C, X):
    n = r.randint(2, 5)
    W = r.normal(size=n)
    W /= np.sqrt(W @ W)
    I = np.eye(n)
    H = I - 2 * out(W, W)
    A, B = r.normal(size=(2, n, n))
    a = r.normal()
    C("a", [H, I - 2 * out(W, W) / (W @ W)])
    C(
        "b",
        [H.T, (I - 2 * out(W, W)).T, I.T - 2 * out(W, W).T, I - 2 * out(W, W), I - 2 * out(W, W), H],
        {4: I - 3 * out(W, W)},
    )
    C("c", [(a * A).T, a * A.T])
    C("d", [(A + B).T, A.T + B.T], {1: A.T - B.T})
    C("e", [(A @ B).T, B.T @ A.T], {1: B.T @ A})
    C("f", [A.T.T, A])


@source
def invertible_sum_qa(r, C, X):
    n = r.randint(2, 5)
    A, B = r.normal(size=(2, n, n))
    I = np.eye(n)
    M, K = I - B @ A, inv(I - A @ B)
    C("a", [inv(M) @ M, I])
    C(
        "b",
        [
            (I + B @ K @ A) @ M,
            M + B @ K @ A - B @ K @ A @ B @ A,
            M + B @ (K - K @ A @ B) @ A,
            M + B @ (K @ (I - A @ B)) @ A,
            M + B @ A,
            I,
        ],
        {5: 2 * I},
    )


@source
def matrix_equality_qa(r, C, X):
    n = r.randint(2, 5)
    A, B = r.normal(size=(2, n, n))
    I = np.eye(n)
    K = inv(I + B)
    m = (I + B) @ (I - K @ B @ (I - A))
    C("a", [I + B @ A, m])
    C(
        "b",
        [
            m,
            I + B - (I + B) @ K @ B @ (I - A),
            I + B - B @ (I - A),
            I + B - B @ I + B @ A,
            I + B - B + B @ A,
            I + B @ A,
        ],
        {3: I + B - B @ I - B @ A},
    )
    C("c", [B @ I, B])
    C("d", [(I + B) @ K, I], {1: B})


@source
def conjugate_inverse_qa(r, C, X):
    n = r.randint(2, 5)
    A, B = r.normal(size=(2, n, n))
    I = np.eye(n)
    K, a = inv(I + A @ B), inv(A)
    D = I + A @ B
    C("a", [inv(I + B @ A), a @ K @ A])
    C("b", [(I + B @ A) @ a, a + B, a @ D], {2: a @ (I + B @ A)})
    C("c", [(I + B @ A) @ a @ K @ A, I], {1: A})
    C("d", [I + B @ A, a @ D @ A], {1: a @ (I - A @ B) @ A})
    C("e", [inv(I + B @ A), a @ K @ A])
    C("f", [a @ inv(D) @ A, inv(a @ D @ A)])
    C("g", [(I + B @ A) @ (a @ K @ A), (I + B @ A) @ inv(a @ D @ A), (I + B @ A) @ inv(I + B @ A), I], {3: B})


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
