"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_twentieth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, main, norm, softmax, source, spd

HERE = pathlib.Path(__file__).parent


@source
def regression_basics(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    A, b, eps = r.normal(size=(n, p)), r.normal(size=p), r.normal(size=n)
    Y = A @ b + eps
    bh = inv(A.T @ A) @ A.T @ Y
    Yh = A @ bh
    e = Y - Yh
    C("b", [A.T @ (Y - Yh), 0.0])
    C("c", [A.T @ Yh, A.T @ Y], {1: A.T @ eps})
    C("d", [A.T @ A @ bh, A.T @ Y])
    rss = e @ e
    t = bh @ (A.T @ A @ bh - A.T @ Y)
    C(
        "f",
        [
            rss,
            e @ e,
            (Y - A @ bh) @ (Y - A @ bh),
            Y @ Y - 2 * bh @ A.T @ Y + bh @ A.T @ A @ bh,
            Y @ Y - bh @ A.T @ Y + t,
        ],
        {4: Y @ Y + bh @ A.T @ Y + t},
    )
    C("g", [rss, Y @ Y - bh @ A.T @ A @ bh])


@source
def mco_anexos(r, C, X):
    k = r.randint(2, 5)
    n, j = k + r.randint(1, 4), r.randint(1, k)
    A, Y, R, q = r.normal(size=(n, k)), r.normal(size=n), r.normal(size=(j, k)), r.normal(size=j)
    S = inv(A.T @ A)
    bh = S @ A.T @ Y
    lam = inv(R @ S @ R.T) @ (R @ bh - q)
    bt = S @ A.T @ Y - S @ R.T @ lam
    b = bt
    C("d", [-A.T @ Y + A.T @ A @ b + R.T @ lam, 0.0])
    C("e", [A.T @ A @ b, A.T @ Y - R.T @ lam], {1: A.T @ Y + R.T @ lam})
    C("g", [bt, bh - S @ R.T @ lam])
    C("h", [R @ bt, R @ bh - R @ S @ R.T @ lam], {1: R @ bh - R @ S @ R.T @ q})
    C("i", [q, R @ bh - R @ S @ R.T @ lam])
    C("j", [R @ S @ R.T @ lam, R @ bh - q])


@source
def pca_zh(r, C, X):
    n = r.randint(2, 5)
    m = n + r.randint(1, 4)
    A = r.normal(size=(m, n))
    S = A.T @ A / m
    w, V = np.linalg.eigh(S)
    u, lam = V[:, -1], w[-1]
    C("b", [A @ u, np.array([x @ u for x in A]), np.array([u @ x for x in A])])
    sq = sum((x @ u - 0.0) ** 2 for x in A) / m
    C(
        "c",
        [sq, sum(u @ np.outer(x, x) @ u for x in A) / m, u @ (sum(np.outer(x, x) for x in A) / m) @ u],
        {2: u @ (sum(np.outer(x, x) for x in A) / n) @ u},
    )
    L = lambda u: u @ S @ u - lam * (u @ u - 1)
    C("f", [J(L, u), (S + S.T) @ u - 2 * lam * u, 2 * S @ u - 2 * lam * u], {1: (S + S.T) @ u + 2 * lam * u})


@source
def lr_props(r, C, X):
    m, n = r.randint(2, 6, size=2)
    x, y, A = r.normal(size=n), r.normal(size=m), r.normal(size=(m, n))
    w = A.T @ y
    dx, dy = J(lambda x: y @ A @ x, x), J(lambda y: y @ A @ x, y)
    C("a", [dx, y @ A])
    C("b", [dy, x @ A.T])
    C("c", [y @ A @ x, w @ x], {1: w @ w})
    C("d", [dx, w, y @ A])
    C("e", [y @ A @ x, (y @ A @ x).T, x @ A.T @ y], {2: -x @ A.T @ y})
    C("f", [dy, x @ A.T])
    B = r.normal(size=(n, n))
    d = J(lambda x: x @ B @ x, x)
    C("g", [d, x @ (B + B.T)], {1: x @ (B - B.T)})
    rn = range(n)
    C("h", [x @ B @ x, sum(B[i, j] * x[i] * x[j] for j in rn for i in rn)])
    s = np.array([sum(B[k, j] * x[j] for j in rn) for k in rn])
    C(
        "i",
        [d, s + np.array([sum(B[i, k] * x[i] for i in rn) for k in rn])],
        {1: s + np.array([sum(B[i, k] * x[k] for i in rn) for k in rn])},
    )
    C("j", [d, x @ B.T + x @ B, x @ (B.T + B)])
    B = B + B.T
    C("k", [J(lambda x: x @ B @ x, x), x @ (B + B), 2 * x @ B], {2: 3 * x @ B})


@source
def projections_myst(r, C, X):
    n = r.randint(2, 6)
    a, b = r.normal(size=(2, n))
    s, t = b @ a, b @ b
    p = s / t * b
    P = np.outer(b, b) / t
    C(
        "b",
        [p @ (a - p), (s / t * b) @ (a - s / t * b), s / t * (s - s * t / t), s / t * (s - s), 0.0],
        {2: s / t * (s + s * t / t)},
    )
    C(
        "d",
        [p, s / t * b, 1 / t * np.outer(b, b) @ a, np.outer(b, b) / t @ a, P @ a],
        {2: 1 / s * np.outer(b, b) @ a, 4: P @ b},
    )
    bb = np.outer(b, b)
    C(
        "e",
        [P @ P, bb / t @ (bb / t), bb @ bb / t**2, np.outer(b * t, b) / t**2, t / t**2 * bb, bb / t, P],
        {3: np.outer(b * t, b) / t**3},
    )


@source
def two_ways(r, C, X):
    k = r.randint(1, 4)
    n = k + r.randint(1, 4)
    A, y = r.normal(size=(n, k)), r.normal(size=n)
    xh = inv(A.T @ A) @ A.T @ y
    C("a", [A.T @ (y - A @ xh), 0.0])
    C("b", [A.T @ (y - A @ xh), 0.0])
    C("c", [A.T @ y - A.T @ A @ xh, 0.0], {0: A.T @ y + A.T @ A @ xh})
    C("d", [A.T @ y, A.T @ A @ xh])
    A, y = np.array([[1.0, 1], [2, 1], [3, 1]]), np.array([1.0, 2, 2])
    At = np.array([[1.0, 2, 3], [1, 1, 1]])
    G = np.array([[0.5, -1], [-1, 7 / 3]])
    C("h", [A.T @ A, At @ A, np.array([[14, 6], [6, 3]])])
    C("i", [inv(A.T @ A), G], {1: np.array([[0.5, -1], [-1, 7 / 2]])})
    C(
        "j",
        [inv(A.T @ A) @ A.T @ y, G @ At @ y, G @ np.array([11.0, 5]), np.array([1 / 2, 2 / 3])],
        {2: G @ np.array([11.0, 6])},
    )


@source
def softmax_jvp(r, C, X):
    n = r.randint(2, 6)
    s, ds = r.normal(size=(2, n))
    p = softmax(s)
    Jm = J(softmax, s)
    C(
        "e",
        [Jm, Jm, p[:, None] * (np.eye(n) - p[None, :])],
        {2: p[:, None] * (np.eye(n) + p[None, :])},
    )
    C("f", [Jm @ ds, Jm @ ds, p * (ds - p @ ds)])
    C("g", [Jm @ ds, p * (ds - p @ ds)], {1: s * (ds - p @ ds)})
    S, dS = r.normal(size=(2, n, n))
    P = np.array([softmax(q) for q in S])
    dP = np.array([J(softmax, S[i]) @ dS[i] for i in range(n)])
    C("i", [dP, P * (dS - (P * dS) @ np.ones((n, n)))])


@source
def normal_lines(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(1, 4)
    A, y, t = r.normal(size=(m, n)), r.normal(size=m), r.normal(size=n)
    f = lambda t: (A @ t - y) @ (A @ t - y) / (2 * m)
    C("b", [(A @ t - y).T, t @ A.T - y], {1: t @ A.T + y})
    q, c = t @ A.T @ A @ t, t @ A.T @ y
    C(
        "c",
        [f(t), (t @ A.T - y) @ (A @ t - y) / (2 * m), (q - c - y @ A @ t + y @ y) / (2 * m)],
        {2: (q - c - y @ A @ t - y @ y) / (2 * m)},
    )
    C("d", [t @ A.T @ y, y @ A @ t])
    C("e", [f(t), (q - 2 * c + y @ y) / (2 * m)])
    C("f", [J(lambda t: t @ A.T @ A @ t, t), 2 * A.T @ A @ t], {1: 3 * A.T @ A @ t})
    C("g", [J(lambda t: t @ A.T @ y, t), A.T @ y])
    g = A.T @ A @ t - A.T @ y
    C("h", [J(f, t), (2 * A.T @ A @ t - 2 * A.T @ y) / (2 * m), g / m], {2: g / n})
    t = np.linalg.solve(A.T @ A, A.T @ y)
    C("j", [A.T @ A @ t - A.T @ y, 0.0])
    C("l", [t, inv(A.T @ A) @ A.T @ y])


@source
def kernel_ridge_hugo(r, C, X):
    p, q = r.randint(2, 5, size=2)
    A, B = r.normal(size=(p, q)), r.normal(size=(q, p))
    C(
        "a",
        [inv(np.eye(p) + A @ B) @ A, A @ inv(np.eye(q) + B @ A)],
        {1: A @ inv(np.eye(q) - B @ A)},
    )
    n, d = r.randint(2, 6, size=2)
    F, y, lam, phi = r.normal(size=(n, d)), r.normal(size=n), r.uniform(0.5, 2), r.normal(size=d)
    K = F @ F.T
    al = inv(K + lam * np.eye(n)) @ y
    w = inv(F.T @ F + lam * np.eye(d)) @ F.T @ y
    C(
        "b",
        [w, w, F.T @ inv(F @ F.T + lam * np.eye(n)) @ y, F.T @ (inv(K + lam * np.eye(n)) @ y), F.T @ al],
        {3: F.T @ (inv(K - lam * np.eye(n)) @ y)},
    )
    k = F @ phi
    C("c", [phi @ w, phi @ w, phi @ F.T @ al, k @ al, sum(al[i] * (F[i] @ phi) for i in range(n))], {3: k @ y})


@source
def cauchy_schwarz(r, C, X):
    n = r.randint(2, 6)
    u, v, x, y = r.normal(size=(4, n))
    C("b", [abs(x @ y), norm(x) * norm(y)], le=(1,))
    s, t = u @ v, v @ v
    z = u - s / t * v
    C("c", [z @ v, (u - s / t * v) @ v, s - s / t * t, 0.0], {2: s + s / t * t})
    C("d", [u, s / t * v + z], {1: s / t * v - z})
    C(
        "e",
        [u @ u, abs(s / t) ** 2 * t + z @ z, abs(s) ** 2 / t**2 * t + z @ z, abs(s) ** 2 / t + z @ z, abs(s) ** 2 / t],
        {2: abs(s) ** 2 / t**3 * t + z @ z},
        ge=(4,),
    )


@source
def chat_zh(r, C, X):
    n = r.randint(2, 7)
    x, mu = r.normal(size=n), r.normal()
    b = x.mean()
    S, S2, d = x.sum(), (x**2).sum(), ((x - b) ** 2).sum()
    C("a", [((x - mu) ** 2).sum(), d + n * (b - mu) ** 2])
    tail = n * b**2 + n * b**2 - 2 * n * b * mu + n * mu**2
    m3 = S2 - 2 * n * b**2 - 2 * n * b * (mu - b) + n * mu**2
    C(
        "b",
        [
            d + n * (b - mu) ** 2,
            (x**2 - 2 * x * b + b**2).sum() + n * (b**2 - 2 * b * mu + mu**2),
            S2 - 2 * b * S + tail,
            m3,
        ],
        {2: S2 + 2 * b * S + tail},
    )
    X(1, m3, S2 - n * b**2 - 2 * n * b * (mu - b) + n * mu**2)
    X(2, ((x - mu) ** 2).sum(), S2 - n * b**2)
    C("d", [S2 - n * b**2, S2 - S**2 / n])
    o, o2 = S - x, S2 - x**2
    ch = [
        S2 - S**2 / n,
        (n * x**2 - S**2).sum() / n,
        (n * x**2 - (x**2 + 2 * x * o + o2)).sum() / n,
        ((n - 1) * x**2 - 2 * x * o + o2).sum() / n,
        ((n - 1) * x**2 - 2 * x * (n * b - x) + (n - 1) * b**2).sum() / n,
        d + n * (b**2 - S2 / n),
    ]
    for k in range(5):
        X(3 + k, ch[k], ch[k + 1])
    X(8, b**2 - S2 / n, b**2 - n * mu**2 / n)
    C("e", [0.0, b**2 - n * mu**2 / n, b**2 - mu**2], {2: b**2 + mu**2})
    C(
        "f",
        [
            ((x - mu) ** 2).sum(),
            ((x - b + b - mu) ** 2).sum(),
            d + 2 * (b - mu) * (x - b).sum() + n * (b - mu) ** 2,
            d + n * (b - mu) ** 2,
        ],
        {3: d + n * (b + mu) ** 2},
    )


@source
def tanh_blog(r, C, X):
    x = r.normal()
    E = np.exp(2 * x)
    sig = lambda t: np.exp(t) / (np.exp(t) + 1)
    C(
        "c",
        [
            2 * sig(2 * x) - 1,
            2 * E / (1 + E) - 1,
            np.nan,
            (E + E - 1 - E) / (1 + E),
            (E - 1) / (1 + E),
            (E - 1) / (E + 1),
            np.tanh(x),
        ],
        {4: (E + 1) / (1 + E)},
    )


tr = np.trace


@source
def thomas_newton(r, C, X):
    m, N = 7, r.randint(2, 5)
    A, y, t = r.normal(size=(m, N)), r.normal(size=m), r.normal(size=N)
    C("a", [J(lambda t: 0.5 * ((A @ t - y) ** 2).sum(), t), A.T @ (A @ t - y)], {1: A.T @ (A @ t + y)})
    S = sum(np.outer(A[i], A[i]) for i in range(m))
    H = J(lambda t: A.T @ (A @ t - y), t)
    C("b", [A.T @ A, np.einsum("ji,ik->jk", A.T, A), S, H])
    C("c", [0.0, -sum(A[i] * y[i] for i in range(m)), -np.einsum("ij,i->j", A, y)])
    th = -inv(H) @ J(lambda t: 0.5 * ((A @ t - y) ** 2).sum(), np.zeros(N))
    C("d", [th, -inv(A.T @ A) @ (-A.T @ y), inv(A.T @ A) @ A.T @ y], {1: inv(A.T @ A) @ (-A.T @ y)})


@source
def bolat_softmax(r, C, X):
    M, K, N = r.randint(2, 6, size=3)
    W, x, b, y = r.normal(size=(K, M)), r.normal(size=M), r.normal(size=K), r.uniform(0.1, 1, size=K)
    y /= y.sum()
    z = W @ x + b
    S = lambda z: np.exp(z).sum()
    lh = lambda z: z - np.log(S(z))
    h, I = np.exp(z) / S(z), np.eye(K)
    C("a", [np.log(h), z - np.log(S(z))], {1: z + np.log(S(z))})
    C("b", [J(S, z), np.exp(z)])
    C("c", [J(lambda z: np.log(S(z)), z), np.exp(z) / S(z), h])
    C("d", [J(lh, z), I - J(lambda z: np.log(S(z)), z), I - h], {2: I - h[:, None]})
    C("e", [J(lh, z), np.where(I == 1, 1 - h, -h)])
    L = lambda z: -(y * lh(z)).sum()
    C("f", [J(L, z), -y @ J(lh, z), -y @ (I - h), -y @ I + h * y.sum(), -y + h], {4: -y - h})
    C("g", [J(L, z), h - y])
    dz = J(lambda W: W @ x + b, W)
    C("h", [dz, np.einsum("kj,m->kjm", I, x)])
    C("i", [J(lambda b: W @ x + b, b), I])
    LW = J(lambda W: L(W @ x + b), W)
    C("j", [LW, np.einsum("k,kjm->jm", J(L, z), dz), np.outer(h - y, x)], {2: np.outer(h + y, x)})
    C("k", [J(lambda b: L(W @ x + b), b), h - y], {1: h + y})
    A, Y = r.normal(size=(N, M)), r.uniform(0.1, 1, size=(N, K))
    Y /= Y.sum(1, keepdims=True)

    def LN(W, b):
        Z = A @ W.T + b
        return -(Y * (Z - np.log(np.exp(Z).sum(1, keepdims=True)))).sum() / N

    Z = np.exp(A @ W.T + b)
    H = Z / Z.sum(1, keepdims=True)
    dW, db = J(lambda W: LN(W, b), W), J(lambda b: LN(W, b), b)
    C("l", [dW, sum(np.outer(H[n] - Y[n], A[n]) for n in range(N)) / N])
    C("m", [db, (H - Y).sum(0) / N], {1: (H + Y).sum(0) / N})
    C("n", [dW, (H - Y).T @ A / N], {1: (Y - Y).T @ A / N})
    C("o", [db, (H - Y).T @ np.ones(N) / N])


@source
def zhang_projection(r, C, X):
    n = r.randint(2, 6)
    w, u, v = r.normal(size=(3, n))
    a, b = r.normal(size=2)
    P = lambda t: t @ v / (v @ v) * v
    x = w @ v / norm(v)
    C("a", [P(w), x * v / norm(v)])
    C("b", [0.0, 0.0, norm(w) * (w @ v) / (norm(w) * norm(v)), w @ v / norm(v)], {3: v @ v / norm(v)})
    C(
        "c",
        [0.0, 0.0, a * (u @ v) / norm(v) ** 2 * v + b * (w @ v) / norm(v) ** 2 * v, a * P(u) + b * P(w)],
        {3: a * P(u) - b * P(w)},
    )
    O = np.outer(v, v)
    C(
        "d",
        [P(w), w @ v / norm(v) ** 2 * v, v @ w / (v @ v) * v, v * (v @ w) / (v @ v), O / (v @ v) @ w],
        {4: O / (v @ w) @ w},
    )


@source
def bayesuvius_pca(r, C, Xs):
    F = r.randint(2, 4)
    N = F + r.randint(1, 4)
    U, W = np.linalg.qr(r.normal(size=(N, N)))[0], np.linalg.qr(r.normal(size=(F, F)))[0]
    lam = r.normal(size=F)
    Lam = np.zeros((N, F))
    Lam[:F] = np.diag(lam)
    D = np.diag(lam)
    X = U @ Lam @ W.T
    C("a", [X.T @ X, W @ Lam.T @ U.T @ U @ Lam @ W.T, W @ Lam.T @ Lam @ W.T, W @ D @ D @ W.T], {3: W @ D @ D @ D @ W.T})
    C("b", [X.T @ X, np.einsum("si,sj->ij", X, X)])
    Xs(1, np.einsum("si,sj->ij", X, X), np.einsum("ir,r,rj->ij", W, lam**2, W))
    Y = X @ W
    C("c", [Y, Y, U @ Lam @ W.T @ W, U @ Lam])
    C("d", [Y, np.einsum("sj,ji->si", X, W)])
    C("e", [Y.T @ Y, np.einsum("si,sj->ij", Y, Y)], {1: np.einsum("si,sj->ij", X, Y)})
    C("f", [Y, np.einsum("sj,ji->si", X, W)], {1: np.einsum("sj,ij->si", X, W)})


@source
def ribeiro_pca(r, C, X_):
    d = r.randint(2, 5)
    k, n = r.randint(1, d), d + 3
    A = r.normal(size=(n, d))
    _, s, Vt = np.linalg.svd(A, full_matrices=False)
    U = np.linalg.qr(r.normal(size=(d, k)))[0]
    S = sum(np.outer(a, a) for a in A) / n
    R = sum(norm(a - U @ U.T @ a) ** 2 for a in A) / (2 * n)
    c = sum(norm(a) ** 2 for a in A) / (2 * n)
    C(
        "a",
        [
            R,
            R,
            sum(norm(a) ** 2 - norm(U.T @ a) ** 2 for a in A) / (2 * n),
            c - sum(a @ U @ U.T @ a for a in A) / (2 * n),
            c - tr(U.T @ S @ U) / 2,
        ],
        {4: c + tr(U.T @ S @ U) / 2},
    )
    C("b", [S, A.T @ A / n, Vt.T @ np.diag(s**2) / n @ Vt], {2: Vt.T @ np.diag(s**3) / n @ Vt})
    C("c", [tr(S), np.linalg.eigvalsh(S).sum()])


@source
def huang_multiclass(r, C, X_):
    n, d, K = r.randint(2, 6, size=3)
    A, W, lam = r.normal(size=(n, d)), r.normal(size=(d, K)), r.normal()
    y = r.randint(0, K, size=n)
    T = np.eye(K)[y]
    L = lambda W: lam / 2 * (W * W).sum() + np.log(np.exp(A @ W).sum(1)).sum() - (T * (A @ W)).sum()
    P = np.array([softmax(z) for z in A @ W])
    E = np.exp(A @ W)
    C(
        "a",
        [J(L, W), lam * W + A.T @ (E / E.sum(1, keepdims=True) - T), lam * W + A.T @ (P - T)],
        {2: lam * W + A.T @ (P + T)},
    )
    s = r.normal(size=K)
    l = np.log(np.exp(s).sum())
    C("b", [np.log(np.exp(s) / np.exp(s).sum()), np.log(np.exp(s)) - l, s - l], {2: s + l})


@source
def davison_mle(r, C, X_):
    n, d = r.randint(2, 6, size=2)
    A, mu, sg, c = r.normal(size=(n, d)), r.normal(size=d), r.uniform(0.5, 2, size=d), r.normal()
    l = lambda mu, s: (-d * np.log(s) - (A - mu) ** 2 / (2 * s * s)).sum() + c
    SS = ((A - mu) ** 2).sum(0)
    C("a", [0.0, l(mu, sg), (-n * d * np.log(sg) - SS / (2 * sg**2)).sum() + c])
    C(
        "b",
        [J(lambda m: l(m, sg), mu), (A - mu).sum(0) / sg**2, (-n * mu + A.sum(0)) / sg**2],
        {2: (n * mu + A.sum(0)) / sg**2},
    )
    g = lambda s: -n * d / s + SS / s**3
    C("c", [J(lambda s: l(mu, s), sg), g(sg)], {1: -n * d / sg + SS / sg**2})
    m = A.mean(0)
    s2 = ((A - m) ** 2).sum(0) / (n * d)
    C("d", [-n * m + A.sum(0), 0.0])
    C("e", [-n * d + ((A - m) ** 2).sum(0) / s2, 0.0])
    C("f", [np.diag(J(g, sg)), n * d / sg**2 - 3 / sg**4 * SS], {1: n * d / sg**2 - 2 / sg**4 * SS})


@source
def ogiwara_penalty(r, C, X_):
    n, M = r.randint(2, 6, size=2)
    a, b = r.normal(size=(2, n))
    c, lam = r.normal(size=2)
    w = r.normal(size=M + 1)
    C("a", [(a + b).sum(), a.sum() + b.sum()], {1: a.sum() - b.sum()})
    C("b", [(c * a).sum(), c * a.sum()])
    C("c", [norm(w) ** 2, w @ w, sum(t**2 for t in w)])
    q = lambda w: sum(t**2 for t in w)
    C("d", [J(lambda w: lam / 2 * norm(w) ** 2, w), lam / 2 * J(q, w), lam * w], {2: 2 * lam * w})


@source
def tuo_pca_rows(r, C, Xs):
    p = r.randint(2, 5)
    S = spd(r, p)
    a1, a2 = r.normal(size=(2, p))
    lam, phi, l1 = r.normal(size=3)
    C("a", [0.0, a1 @ S.T - lam * a1, (S @ a1 - lam * a1).T], {2: (S @ a1 + lam * a1).T})
    Xs(1, J(lambda a: a @ S @ a - lam * (a @ a - 1), a1), a1 @ S.T - lam * a1)
    Xs(2, J(lambda a: a @ S @ a - lam * (a @ a - 1) - phi * l1 * (a @ a1), a2), S @ a2 - lam * a2 - phi * l1 * a1)
    e, V = np.linalg.eigh(S)
    C("b", [S @ V[:, -2], e[-2] * V[:, -2]])
    C("c", [0.0, V[:, 0] @ S @ V[:, 0], e[0]])


@source
def dean_lu(r, C, X_):
    m, n = 3, 5
    P, Q = np.eye(m)[r.permutation(m)], np.eye(n)[r.permutation(n)]
    while (np.eye(m) == P).all():
        P = np.eye(m)[r.permutation(m)]
    while (np.eye(n) == Q).all():
        Q = np.eye(n)[r.permutation(n)]
    L = np.tril(r.normal(size=(m, m)), -1) + np.eye(m)
    U = np.triu(r.normal(size=(m, n)))
    A, x = P.T @ L @ U, r.normal(size=n)
    b, y, xp = A @ x, U @ x, Q.T @ x
    C("a", [L @ U @ x, P @ b])
    C("b", [L @ y, P @ b], {1: b})
    C("c", [U @ x, U @ (Q @ Q.T) @ x, (U @ Q) @ xp], {2: (U @ Q) @ x})
    B, F = r.normal(size=(2, 2)) + 3 * np.eye(2), r.normal(size=(2, 3))
    xb, xf = r.normal(size=2), r.normal(size=3)
    yp = B @ xb + F @ xf
    C("d", [xb, inv(B) @ (yp - F @ xf)], {1: inv(B) @ (yp + F @ xf)})
    C("e", [y, inv(L) @ P @ b])


def sig(x):
    return 1 / (1 + np.exp(-x))


@source
def sigmoid_docs(r, C, X):
    x = np.array(r.normal() + 0.3)
    s, E = sig(x), np.exp(-x)
    D = J(sig, x)
    C("a", [D, s * (1 - s)], {1: s * (1 + s)})
    C(
        "b",
        [
            D,
            J(lambda x: 1 / (1 + np.exp(-x)), x),
            J(lambda x: (1 + np.exp(-x)) ** -1, x),
            -((1 + E) ** -2) * J(lambda x: 1 + np.exp(-x), x),
            -((1 + E) ** -2) * -E,
            E / (1 + E) ** 2,
            1 / (1 + E) * E / (1 + E),
            s * E / (1 + E),
            s * (1 + E - 1) / (1 + E),
            s * ((1 + E) / (1 + E) - 1 / (1 + E)),
            s * (1 - s),
        ],
        {4: -((1 + E) ** -2) * -np.exp(x), 10: s * (2 - s)},
    )


@source
def psd_qa(r, C, X):
    n, k = r.randint(2, 6, size=2)
    Z = r.normal(size=(n, k))
    y = r.normal(size=k)
    m = Z.mean(0)
    Q = (Z - m).T @ (Z - m) / n
    t = (Z - m) @ y
    C(
        "a",
        [
            y @ Q @ y,
            y @ (sum(np.outer(z - m, z - m) for z in Z) / n) @ y,
            sum((y @ (z - m)) * ((z - m) @ y) for z in Z) / n,
            (t**2).sum() / n,
            0.0,
        ],
        {3: (t**4).sum() / n},
        ge=(4,),
    )


@source
def modified_ls_qa(r, C, X):
    n, d = r.randint(2, 5, size=2)
    A, L = r.normal(size=(2, n, d))
    b = r.normal(size=n)
    x = r.normal(size=d)
    C(
        "a",
        [
            (A @ x - b) @ (A @ x - b) + (L @ x) @ (L @ x),
            x @ A.T @ A @ x - x @ A.T @ b - b @ A @ x + b @ b + x @ L.T @ L @ x,
            x @ (A.T @ A @ x - A.T @ b + L.T @ L @ x) - b @ (A @ x - b),
        ],
        {1: x @ A.T @ A @ x - x @ A.T @ b + b @ A @ x + b @ b + x @ L.T @ L @ x},
    )
    e, l = A @ x - b, L @ x
    C("b", [e @ e + l @ l, sum(e[i] ** 2 + l[i] ** 2 for i in range(n))])
    f = lambda x: ((A @ x - b) ** 2).sum() + ((L @ x) ** 2).sum()
    one = np.array([sum(2 * e[i] * A[i, j] + 2 * l[i] * L[i, j] for i in range(n)) for j in range(d)])
    C("c", [J(f, x), one, 2 * (A.T @ e + L.T @ l)], {2: 2 * (A.T @ e + A.T @ l)})
    if n * 2 < d:
        A, L = r.normal(size=(2, d, d))
        b = r.normal(size=d)
    G = A.T @ A + L.T @ L
    s = np.linalg.solve(G, A.T @ b)
    C("d", [G @ s, A.T @ b])
    C("e", [s, inv(G) @ A.T @ b], {1: inv(A.T @ A - L.T @ L + 1e-9 * np.eye(d)) @ A.T @ b})


@source
def hat_sum_qa(r, C, X):
    p = r.randint(1, 4)
    N = p + r.randint(1, 4)
    Z = r.normal(size=(N, p))
    s = r.normal()
    B = inv(Z.T @ Z)
    h = lambda v: Z @ B @ v
    q = sum(z @ B @ z for z in Z)
    C(
        "a",
        [
            sum(h(z) @ h(z) * s**2 for z in Z) / N,
            s**2 * sum(h(z) @ h(z) for z in Z) / N,
            s**2 * q / N,
        ],
        {2: s**2 * q / p},
    )
    C("b", [q, np.trace(Z @ B @ Z.T), np.trace(B @ Z.T @ Z), np.trace(np.eye(p)), p], {4: N})


@source
def normal_eq_post(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    Z = r.normal(size=(n, p))
    y = r.normal(size=n)
    b = r.normal(size=p)
    e = y - Z @ b
    f = Z @ b
    C(
        "a",
        [
            e @ e,
            (y - Z @ b) @ (y - Z @ b),
            y @ y - y @ f - f @ y + f @ f,
            y @ y - f @ y - f @ y + f @ f,
            y @ y - 2 * f @ y + f @ f,
            y @ y - 2 * b @ Z.T @ y + b @ Z.T @ Z @ b,
        ],
        {2: y @ y + y @ f - f @ y + f @ f, 5: y @ y - b @ Z.T @ y + b @ Z.T @ Z @ b},
    )
    h = np.linalg.lstsq(Z, y, rcond=None)[0]
    C("c", [-2 * Z.T @ y + 2 * Z.T @ Z @ h, np.zeros(p)])
    C("d", [-Z.T @ y + Z.T @ Z @ h, np.zeros(p)], {0: -2 * Z.T @ y + Z.T @ Z @ h})
    C("e", [h, inv(Z.T @ Z) @ Z.T @ y])


@source
def proofs_notebook(r, C, X):
    n = r.randint(2, 6)
    A = r.normal(size=(n, n))
    b = r.normal(size=n)
    D = J(lambda b: b @ A @ b, b)
    C("a", [D, (A + A.T) @ b], {1: (A - A.T) @ b})
    C("b", [b @ A @ b, b[None] @ A @ b[:, None]])
    two = np.array([sum(A[k, j] * b[j] for j in range(n)) + sum(b[i] * A[i, k] for i in range(n)) for k in range(n)])
    three = np.array([sum((A[k, i] + A[i, k]) * b[i] for i in range(n)) for k in range(n)])
    C("c", [D, D, two, three])


@source
def regression_notebook(r, C, X):
    N, D = r.randint(2, 5, size=2)
    Z = r.normal(size=(N, D + 1))
    w = r.normal(size=D + 1)
    y = r.normal(size=N)
    e = y - Z @ w
    C("a", [e @ e, sum((y[i] - w @ Z[i]) ** 2 for i in range(N))], {1: sum((y[i] + w @ Z[i]) ** 2 for i in range(N))})
    A = r.normal(size=(D, D))
    v = r.normal(size=D)
    C("b", [J(lambda v: A @ v, v), A])
    C("c", [J(lambda v: v @ A @ v, v), (A + A.T) @ v], {1: (A - A.T) @ v})


@source
def loglik_qa(r, C, X):
    n, d = r.randint(2, 5, size=2)
    Z = r.normal(size=(n, d))
    y = r.uniform(0.2, 0.8, size=n)
    b = r.normal(size=d)
    p = sig(Z @ b)
    L = lambda b: (y * np.log(sig(Z @ b)) + (1 - y) * np.log(1 - sig(Z @ b))).sum()
    A = J(lambda b: y * np.log(sig(Z @ b)), b)
    B = J(lambda b: (1 - y) * np.log(1 - sig(Z @ b)), b)
    P = J(lambda b: sig(Z @ b), b)
    c = lambda v: v[:, None]
    C("a", [J(L, b), A.sum(0) + B.sum(0)], {1: A.sum(0) - B.sum(0)})
    X(1, A, c(y) * P)
    C(
        "b",
        [A, 0 * c(np.log(p)) + c(y) * P, c(y) * P, c(y * p * (1 - p)) * Z],
        {3: c(y * p * (1 + p)) * Z},
    )
    C(
        "c",
        [
            B,
            c(1 - y) * J(lambda b: np.log(1 - sig(Z @ b)), b),
            c((1 - y) / (1 - p)) * -P,
            c((1 - y) * -1 / (1 - p) * p * (1 - p)) * Z,
            c((1 - y) * -p) * Z,
        ],
        {4: c((1 + y) * -p) * Z},
    )
    X(2, J(L, b), (c(y * p * (1 - p)) * Z + c((1 - y) * -p) * Z).sum(0))


@source
def risk_textbook(r, C, X):
    n, d = r.randint(2, 5, size=2)
    Z = r.normal(size=(n, d))
    y = r.normal(size=n)
    w = r.normal(size=d)
    R = lambda w: ((Z @ w - y) ** 2).sum() / n
    e = Z @ w - y
    C("a", [sum((w @ Z[i] - y[i]) ** 2 for i in range(n)) / n, e @ e / n])
    D = J(R, w)
    C("b", [D, J(lambda w: ((Z @ w - y) ** 2).sum() / n, w)])
    C(
        "c",
        [
            D,
            J(lambda w: (Z @ w - y) @ (Z @ w - y) / n, w),
            J(lambda w: (w @ Z.T @ Z @ w - w @ Z.T @ y - y @ Z @ w + y @ y) / n, w),
            (2 * Z.T @ Z @ w - 2 * Z.T @ y) / n,
            2 / n * Z.T @ e,
        ],
        {2: J(lambda w: (w @ Z.T @ Z @ w + w @ Z.T @ y - y @ Z @ w + y @ y) / n, w), 4: 1 / n * Z.T @ e},
    )


@source
def ols_bookdown(r, C, X):
    k = r.randint(1, 4)
    n = k + r.randint(1, 4)
    Z = r.normal(size=(n, k))
    y = r.normal(size=n)
    P = Z @ inv(Z.T @ Z) @ Z.T
    e = y - Z @ np.linalg.lstsq(Z, y, rcond=None)[0]
    C("a", [e, e, y - P @ y], {2: y + P @ y})
    C("b", [P @ y, Z @ (inv(Z.T @ Z) @ (Z.T @ y)), y - (y - P @ y), y - e, y - e], {3: y + e})


@source
def hat_solution(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    Z = r.normal(size=(n, p))
    y = r.normal(size=n)
    B = inv(Z.T @ Z)
    H = Z @ B @ Z.T
    G = Z @ B @ B @ Z.T
    C("a", [H.T, (Z @ B @ Z.T).T, Z @ B.T @ Z.T, Z @ B @ Z.T, H], {3: G})
    C("b", [H @ H, Z @ B @ Z.T @ Z @ B @ Z.T, Z @ B @ (Z.T @ Z) @ B @ Z.T, Z @ B @ Z.T, H])
    C("c", [np.trace(H), np.trace(Z @ B @ Z.T), np.trace(B @ Z.T @ Z), np.trace(np.eye(p)), p], {4: n})
    b = B @ Z.T @ y
    C(
        "d",
        [Z.T @ (y - Z @ b), Z.T @ (y - Z @ b), Z.T @ y - Z.T @ Z @ B @ Z.T @ y, Z.T @ y - Z.T @ y, np.zeros(p)],
        {2: Z.T @ y + Z.T @ Z @ B @ Z.T @ y},
    )


@source
def sherman_page(r, C, X):
    n = r.randint(1, 5)
    u, v = r.normal(size=(2, n))
    A = r.normal(size=(n, n))
    I = np.eye(n)
    W = np.outer(u, v)
    C("a", [inv(I + W), I - W / (1 + v @ u), I - W * (1 + v @ u) ** -1], {2: I + W * (1 + v @ u) ** -1})
    B = inv(A)
    t = v @ B @ u
    C(
        "b",
        [inv(A + W), B - B @ W @ B / (1 + t), B - np.outer(B @ u, v @ B) * (1 + t) ** -1],
        {1: B - B @ W @ B / (1 - t)},
    )


@source
def df_post(r, C, X):
    q = r.randint(2, 5)
    n = q + r.randint(1, 4)
    Z = r.normal(size=(n, q))
    y = r.normal(size=n)
    B = inv(Z.T @ Z)
    b = np.linalg.lstsq(Z, y, rcond=None)[0]
    H = Z @ B @ Z.T
    C("a", [Z @ b, Z @ b, Z @ B @ Z.T @ y, H @ y], {2: Z @ B @ B @ Z.T @ y})
    C("b", [0.0, np.trace(H), q], {2: n})


@source
def logit_blog(r, C, X):
    p = r.uniform(0.1, 0.9)
    x = np.log(p / (1 - p))
    e = np.exp(x)
    C("a", [p / (1 - p), e])
    C("b", [p, e * (1 - p)])
    C("c", [p, e - e * p], {1: e + e * p})
    C("d", [p * (1 + e), e])
    C("e", [p, e / (1 + e)], {1: e / (1 - e)})
    C("f", [p, 1 / (1 + np.exp(-x)), sig(x)])
    x = np.array(r.normal() + 0.2)
    E, s, D = np.exp(-x), sig(x), J(sig, x)
    C("g", [s, s, 1 / (1 + E)])
    C("h", [D, J(lambda x: 1 / (1 + np.exp(-x)), x)])
    C("i", [s, (1 + E) ** -1])
    C("j", [D, -1 * (1 + E) ** -2 * J(lambda x: 1 + np.exp(-x), x)])
    C("k", [D, -((1 + E) ** -2) * -E], {1: (1 + E) ** -2 * -E})
    C("l", [D, E / (1 + E) ** 2], {1: E / (1 + E) ** 3})
    C("m", [1 - s, E / (1 + E)])
    C("n", [D, s * (1 - s)], {1: s * (1 + s)})
    C("o", [D, s * (1 - s)])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
