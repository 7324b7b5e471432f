"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_eighth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, loss, main, softmax, source

HERE = pathlib.Path(__file__).parent


@source
def softmax_cnn(r, C, X):
    N = r.randint(3, 6)
    a = r.normal(size=N)
    y = r.uniform(0.1, 1, size=N)
    y /= y.sum()
    e = np.exp(a)
    S = e.sum()
    p = e / S
    Jp = J(softmax, a)
    d = lambda M: np.diag(M)
    C("a", [d(Jp), (e * S - e * e) / S**2, e * (S - e) / S**2, e / S * (S - e) / S, p * (1 - p)], {4: p * (1 + p)})
    off = ~np.eye(N, dtype=bool)
    o = lambda M: M[off]
    C(
        "b",
        [o(Jp), o((0 - np.outer(e, e)) / S**2), o(np.outer(-e / S, e / S)), o(-np.outer(p, p))],
        {3: o(np.outer(p, p))},
    )
    # p_j against a_j is p_j (1 - p_j), not p_i (delta_ij - p_j)
    X(1, np.tile(d(Jp), (N, 1)), np.diag(p) - np.outer(p, p))
    L = lambda a: -(y * np.log(softmax(a))).sum()
    g = J(L, a)
    lp = J(lambda a: np.log(softmax(a)), a)
    C("c", [g, -(y @ lp), -((y / p) @ Jp), -((y / p) @ Jp)], {3: -((y / p**2) @ Jp)})
    s1 = y.sum() - y[0]
    ex = lambda sg: (
        -y * (1 + sg * p) - np.array([sum(y[k] / p[k] * (-p[k] * p[i]) for k in range(N) if k != i) for i in range(N)])
    )
    m = [g, ex(-1), -y * (1 - p) + s1 * p, -y + y * p + s1 * p, p * (y + s1) - y, p * (y + s1) - y]
    C("e", m, {1: ex(1), 5: p * (y + s1) + y})
    X(2, m[1], m[2])
    C("f", [g, p - y], {1: p + y})


@source
def layernorm_page(r, C, X):
    D = r.randint(2, 6)
    x, g, b = r.normal(size=(3, D))
    ep = r.uniform(0.1, 1)
    L = loss(r, D)
    mu = x.sum() / D
    s2 = ((x - mu) ** 2).sum() / D
    xh = (x - mu) / np.sqrt(s2 + ep)
    dy = J(L, g * xh + b)
    C("a", [J(lambda b: L(g * xh + b), b), dy * 1, dy])
    C("b", [J(lambda g: L(g * xh + b), g), dy * xh, dy * xh], {2: dy * x})
    dxh = J(lambda h: L(g * h + b), xh)
    C("c", [dxh, dy * g], {1: dy * b})
    ds = J(lambda s: L(g * (x - mu) / np.sqrt(s + ep) + b), s2)
    C(
        "e",
        [ds, dxh @ J(lambda s: (x - mu) / np.sqrt(s + ep), s2), (dxh * (x - mu) * (-0.5 * (s2 + ep) ** -1.5)).sum()],
        {2: (dxh * (x - mu) * (0.5 * (s2 + ep) ** -1.5)).sum()},
    )
    C("f", [dxh @ J(lambda m: (x - m) / np.sqrt(s2 + ep), mu), (dxh * -1 / np.sqrt(s2 + ep)).sum()])
    C("g", [ds * J(lambda m: ((x - m) ** 2).sum() / D, mu), ds * -2 / D * (x - mu).sum(), 0])
    dm = J(lambda m: L(g * (x - m) / np.sqrt(((x - m) ** 2).sum() / D + ep) + b), mu)
    C("h", [dm, -1 / np.sqrt(s2 + ep) * dxh.sum()], {1: 1 / np.sqrt(s2 + ep) * dxh.sum()})


@source
def linreg_gradient(r, C, Z):
    m, n = r.randint(2, 6, size=2)
    X = r.normal(size=(m, n))
    t = r.normal(size=n)
    y = r.normal(size=m)
    f = lambda t: ((X @ t - y) ** 2).sum() / (2 * m)
    g = J(f, t)
    R = X @ t - y
    C("a", [g, J(f, t), (2 * R) @ J(lambda t: X @ t - y, t) / (2 * m), R @ X / m], {1: 2 * g})
    C("b", [g, R @ X / m], {1: (X @ t + y) @ X / m})
    C("c", [g, R @ X / m])
    C("e", [g, X.T @ R / m], {1: X.T @ (X @ t + y) / m})
    C("f", [(R * R).sum(), R @ R])
    q = r.randint(2, 5)
    a, b, x = r.normal(size=(3, q))
    A, B, W = r.normal(size=(3, q, q))
    A = A + A.T
    C("g", [a @ b, b @ a])
    C("h", [(A @ B).T, B.T @ A.T], {1: B @ A.T})
    C("k", [(A + B).T, A.T + B.T])
    C("l", [J(lambda x: b @ x, x), b], {1: a})
    C("m", [J(lambda x: x @ A @ x, x), 2 * A @ x], {1: 3 * A @ x})
    C("n", [J(lambda x: W @ x, x), W])
    C("o", [J(lambda x: x @ W, x), W.T])
    C("p", [a[0], a[0]])
    G = lambda f: J(f, t)
    ex = lambda t: t @ X.T @ X @ t - y @ X @ t - t @ X.T @ y + y @ y
    C(
        "q",
        [G(lambda t: (X @ t - y) @ (X @ t - y)), G(lambda t: (t @ X.T - y) @ (X @ t - y)), G(ex)],
        {1: G(lambda t: (t @ X.T + y) @ (X @ t - y))},
    )
    qd, yx = G(lambda t: t @ X.T @ X @ t), G(lambda t: y @ X @ t)
    C(
        "r",
        [
            G(ex),
            G(ex),
            G(lambda t: t @ X.T @ X @ t - y @ X @ t - y @ X @ t + y @ y),
            G(lambda t: t @ X.T @ X @ t - 2 * y @ X @ t + y @ y),
            qd - 2 * yx,
        ],
        {4: qd - yx},
    )
    C("s", [qd, 2 * X.T @ X @ t])
    C("t", [yx, G(lambda t: (X.T @ y) @ t), X.T @ y], {2: -X.T @ y})
    C("u", [0, 0])
    C("v", [2 * X.T @ X @ t - 2 * X.T @ y, 2 * X.T @ R], {1: 2 * X.T @ (X @ t + y)})
    C("w", [1 / (2 * m) * 2 * X.T @ R, X.T @ R / m])


@source
def pseudoinverse_note(r, C, X):
    m, n = r.randint(3, 6, size=2)
    k = 2
    A = r.normal(size=(m, k)) @ r.normal(size=(k, n))
    P = B = D = np.linalg.pinv(A)
    x, w = r.normal(size=(2, n))
    b = r.choice([1, 9]) * r.normal(size=m)
    C(
        "a",
        [A @ B, A @ D @ A @ B, (A @ D).T @ (A @ B).T, D.T @ (A @ B @ A).T, D.T @ A.T, (A @ D).T, A @ D],
        {6: 2 * A @ D},
    )
    I, K = np.eye(m), np.eye(n)
    v = A @ x - b
    Q = (I - A @ P) @ b
    x0 = A @ x - A @ P @ b
    C("b", [x0 @ Q, (A @ P @ v) @ Q, v @ A @ P @ Q, v @ A @ (P - P @ A @ P) @ b, 0], {1: (A @ P @ v) @ (b + A @ P @ b)})
    C("c", [v @ v, x0 @ x0 + Q @ Q, Q @ Q], {1: x0 @ x0 - Q @ Q}, ge=(2,))
    kw = (K - P @ A) @ w
    C("e", [P @ A @ P @ b + kw, P @ b + kw], {1: P @ b - kw})
    C("f", [(P @ b) @ kw, (P @ A @ P @ b) @ kw, (P @ b) @ P @ A @ kw])


@source
def softmax_total(r, C, X):
    n = r.randint(2, 6)
    x, h, a, b = r.normal(size=(4, n))
    E = np.exp(x)
    S = E.sum()
    s = E / S
    M = J(softmax, x)
    dE = J(np.exp, x)
    C(
        "a",
        [
            M @ h,
            (S * dE @ h - (dE @ h).sum() * E) / S**2,
            (S * E * h - (E * h).sum() * E) / S**2,
            E * h / S - (E * h).sum() * E / S**2,
            E / S * h - (E / S) @ h * E / S,
            s * h - s @ h * s,
        ],
        {1: (S * dE @ h + (dE @ h).sum() * E) / S**2},
    )
    C("b", [M @ h, s * h - s @ h * s])
    C("c", [M @ h, s * h - np.outer(s, s) @ h], {1: s * h + np.outer(s, s) @ h})
    C("e", [M, np.diag(s) - np.outer(s, s)])
    C("f", [(M @ b) * a, (s * b - s @ b * s) * a, s * a * b - s @ b * s * a], {2: s * a * b - s @ a * s * a})
    C(
        "g",
        [
            -(M @ b) @ a * s,
            -((s * b - s @ b * s) @ a) * s,
            -((s * b) @ a) * s + s @ b * (s @ a) * s,
            -(s @ (a * b)) * s + s @ a * (s @ b) * s,
        ],
        {2: -((s * b) @ a) * s - s @ b * (s @ a) * s},
    )
    C("k", [-(s @ a) * (M @ b), -(s @ a) * (s * b - s @ b * s), -(s @ a) * s * b + s @ a * (s @ b) * s])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
