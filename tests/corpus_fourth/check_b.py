"""Numeric checks of the labels of one half of this corpus, with numpy alone:  python -m tests.corpus_fourth.check_b

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, source

HERE = pathlib.Path(__file__).parent


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
