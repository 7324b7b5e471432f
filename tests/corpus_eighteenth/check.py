"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_eighteenth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source, spd

HERE = pathlib.Path(__file__).parent

tr = np.trace


@source
def normale_blog(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(0, 4)
    A, w, b = r.normal(size=(m, n)), r.normal(size=n), r.normal(size=m)
    f = lambda w: ((A @ w - b) ** 2).sum()
    G, c = A.T @ A, b @ A @ w
    C("a", [f(w), (A @ w - b) @ (A @ w - b), w @ G @ w - 2 * c + b @ b], {2: w @ G @ w + 2 * c + b @ b})
    C("b", [J(f, w), 2 * G @ w - 2 * A.T @ b], {1: 2 * G @ w - 4 * A.T @ b})
    C("c", [J(f, inv(G) @ A.T @ b), np.zeros(n)])


@source
def sst_qa(r, C, X):
    k = r.randint(2, 4)
    n = k + r.randint(1, 5)
    A = r.normal(size=(n, k))
    A[:, 0] = 1
    y = r.normal(size=n)
    G = inv(A.T @ A)
    b = G @ A.T @ y
    h, m = A @ b, y.mean()
    e = y - h
    sq = lambda v: (v * v).sum()
    C("a", [sq(y - m), sq(e) + sq(h - m)], {1: sq(e) - sq(h - m)})
    C(
        "b",
        [sq(y - m), sq(y - h + h - m), sq(e) + 2 * e @ (h - m) + sq(h - m)],
        {2: sq(e) + 2 * e @ (h - m) + sq(h - y)},
    )
    C("c", [e @ (h - m), e @ h - m * e.sum()])
    M = [
        e @ A @ b,
        (y - A @ b) @ A @ b,
        (y - A @ G @ A.T @ y) @ A @ b,
        y @ (A - A @ G @ A.T @ A) @ b,
        y @ (A - A) @ b,
        0.0,
    ]
    C("e", M, {4: y @ (A + A) @ b})


@source
def kernel_ridge_qa(r, C, X):
    n = r.randint(1, 5)
    P, B, R = r.normal(size=(3, n, n)) + 2 * np.eye(n)
    S, T = inv(P) + B.T @ inv(R) @ B, B @ P @ B.T + R
    Bt = inv(B).T
    C("a", [inv(S) @ B.T @ inv(R), P @ B.T @ inv(T)], {1: P @ B.T @ inv(B @ P @ B.T - R)})
    C(
        "b",
        [inv(S) @ B.T @ inv(R), inv(inv(inv(S) @ B.T @ inv(R))), inv(R @ Bt @ S), inv(R @ Bt @ inv(P) + B)],
        {3: inv(R @ Bt @ inv(P) + R)},
    )
    C("c", [P @ B.T @ inv(T), inv(inv(P @ B.T @ inv(T))), inv(T @ Bt @ inv(P)), inv(B + R @ Bt @ inv(P))])


@source
def frobenius_qa(r, C, X):
    n = r.randint(2, 5)
    A, B, D = r.normal(size=(3, n, n))
    x, y = r.normal(size=(2, n))
    ip = lambda a, b: (a * b).sum()
    e = A @ x - y
    C("a", [norm(e) ** 2, e @ e])
    X(1, e @ e, x @ A.T @ A @ x - 2 * x @ A @ y + y @ y)
    C("b", [J(lambda A: x @ A @ y, A), np.outer(x, y)])
    C("c", [ip(A, B @ D), tr(A.T @ B @ D)], {1: tr(B.T @ B @ D)})
    C("d", [ip(A, B @ D), ip(B @ D, A), ip(A @ D.T, B)], {2: ip(A @ B.T, B)})
    C("e", [J(lambda A: ((A @ x - y) ** 2).sum(), A), 2 * np.outer(e, x)], {1: 2 * np.outer(e, y)})


@source
def softmax_ja(r, C, X):
    n = r.randint(2, 6)
    x = r.normal(size=n)
    e = np.exp(x)
    Z, y = e.sum(), softmax(x)
    off = ~np.eye(n, dtype=bool)
    Js = J(softmax, x)
    C("a", [y, e / Z])
    C("b", [np.diag(Js), (e * Z - e * e) / Z**2, e / Z - (e / Z) ** 2, y * (1 - y)], {1: (e * Z + e * e) / Z**2})
    E, o = np.outer(e, e), np.outer(e, np.ones(n))
    JZ = J(lambda x: np.exp(x).sum(), x)
    C(
        "c",
        [
            Js[off],
            J(lambda x: np.exp(x) / np.exp(x).sum(), x)[off],
            ((J(np.exp, x) * Z - o * JZ) / Z**2)[off],
            (-o * JZ / Z**2)[off],
            (-o * JZ / Z**2)[off],
            (-E / Z**2)[off],
            -np.outer(y, y)[off],
        ],
        {6: np.outer(y, y)[off]},
    )


@source
def least_squares_zh(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(0, 4)
    S = r.normal(size=(n, n))
    x, a = r.normal(size=(2, n))
    C("a", [J(lambda x: x @ a, x), a])
    C("b", [J(lambda x: x @ S @ x, x), S @ x + S.T @ x], {1: x + S.T @ x})
    Q = S + S.T
    C("c", [Q @ x + Q.T @ x, 2 * Q @ x])
    A, b = r.normal(size=(m, n)), r.normal(size=m)
    e = A @ x - b
    f = x @ A.T @ A @ x - b @ A @ x - x @ A.T @ b + b @ b
    C("e", [norm(e) ** 2, e @ e, f], {2: f + 2 * x @ A.T @ b})
    C("f", [J(lambda x: norm(A @ x - b) ** 2, x), 2 * A.T @ A @ x - 2 * A.T @ b])
    xs = np.linalg.solve(A.T @ A, A.T @ b)
    C("g", [xs, inv(A.T @ A) @ A.T @ b], {1: inv(-A.T @ A) @ A.T @ b})


@source
def slope_pt(r, C, X):
    n = r.randint(1, 6)
    x, y = r.normal(size=(2, n))
    mx, my = x.mean(), y.mean()
    sq = lambda v: (v * v).sum()
    C("a", [sq(x - mx), sq(x - mx), sq(x) - n * mx**2], {2: sq(x) + n * mx**2})
    C("b", [sq(y - my), sq(y - my), sq(y) - n * my**2])
    s = (x - mx) @ (y - my)
    C("c", [s, s, x @ y - n * mx * my, (x - mx) @ y], {3: (x - mx) @ x})


@source
def linear_kernel_qa(r, C, X):
    n, d = r.randint(1, 5, size=2)
    A, lam = r.normal(size=(n, d)), r.uniform(0.2, 2)
    I, E = np.eye(d), np.eye(n)
    C("a", [A.T @ inv(A @ A.T + lam * E), inv(A.T @ A + lam * I) @ A.T], {1: inv(A.T @ A - lam * I) @ A.T})
    L = (A.T @ A) @ A.T + lam * I @ A.T
    C("c", [L, (A.T @ A) @ A.T + lam * I @ A.T])
    C("e", [L, A.T @ (A @ A.T) + A.T @ (lam * E)])
    C("f", [(A.T @ A + lam * I) @ A.T, A.T @ (A @ A.T + lam * E)], {1: A.T @ (A @ A.T - lam * E)})


@source
def polarisation_de(r, C, X):
    n = r.randint(1, 6)
    x, y = r.normal(size=(2, n))
    a, b, c, s = x @ x, x @ y, y @ y, x + y
    C(
        "a",
        [
            0.5 * (norm(s) ** 2 - norm(x) ** 2 - norm(y) ** 2),
            0.5 * (s @ s - a - c),
            0.5 * (a + b + y @ x + c - a - c),
            0.5 * (b + y @ x),
            0.5 * (2 * b),
            b,
        ],
        {2: 0.5 * (a + b - y @ x + c - a - c)},
    )


@source
def cross_entropy_es(r, C, X):
    n = r.randint(2, 6)
    x = r.uniform(0.1, 1, size=n)
    c = r.randint(n)
    D = J(lambda x: -np.log(x[c]), x)
    hot = np.arange(n) == c
    one = J(lambda t: -np.log(t), x[c])
    C("a", [D, np.array([J(lambda t, i=i: -np.log(t if i == c else x[c] + 0 * t), x[i]) for i in range(n)])])
    C("b", [D, np.where(hot, one, 0)])
    C("e", [one, -1 / x[c]], {1: 1 / x[c]})
    C("f", [D, np.where(hot, -1 / x[c], 0)], {1: np.where(hot, -1 / x[c], 1)})


@source
def idempotent_wiki(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    A, I = r.normal(size=(n, p)), np.eye(n)
    G = inv(A.T @ A)
    P = A @ G @ A.T
    R = I - P
    C("a", [P @ P, P], {1: R})
    C("b", [R @ R, R])
    C("c", [P @ P, A @ G @ A.T @ A @ G @ A.T, A @ G @ A.T, P])
    C("e", [R, I - A @ G @ A.T, I - P], {2: I + P})
    C("f", [R @ R, (I - P) @ (I - P), I - P - P + P @ P, I - 2 * P + P, I - P, R], {2: I - P + P + P @ P})


@source
def welford_blog(r, C, X):
    N = r.randint(2, 7)
    x = r.normal(size=N)
    m = x.mean()
    q = (x * x).sum()
    C(
        "a",
        [
            ((x - m) ** 2).sum() / (N - 1),
            (x**2 - 2 * m * x + m**2).sum() / (N - 1),
            (q - 2 * N * m**2 + N * m**2) / (N - 1),
            (q - N * m**2) / (N - 1),
        ],
        {3: (q - m**2) / (N - 1)},
    )


@source
def logistic_uk(r, C, X):
    m, n = r.randint(1, 5, size=2)
    A, y, th = r.normal(size=(m, n)), r.normal(size=m), r.normal(size=n)
    h = lambda t: 1 / (1 + np.exp(-(A @ t)))
    L = lambda t: -(y * np.log(h(t)) + (1 - y) * np.log(1 - h(t))).sum() / m
    parts = y @ J(lambda t: np.log(h(t)), th) + (1 - y) @ J(lambda t: np.log(1 - h(t)), th)
    C("a", [J(L, th), -parts / m])
    p = h(th)[:, None]
    C("b", [J(h, th), p * (1 - p) * A], {1: p * (1 + p) * A})


tr, det, rank = np.trace, np.linalg.det, np.linalg.matrix_rank


def projection(r, n, k):
    """idempotent, not symmetric, of rank k"""
    S = r.normal(size=(n, n)) + 3 * np.eye(n)
    return S @ np.diag([1.0] * k + [0.0] * (n - k)) @ inv(S)


@source
def idempotent_page(r, C, X):
    n = r.randint(2, 6)
    k = r.randint(1, n)
    A, I = projection(r, n, k), np.eye(n)
    w, lam = r.normal(size=n), 1.0
    v = A @ w
    if r.rand() < 0.5:
        v, lam = w - A @ w, 0.0
    C("b", [A @ A @ v, A @ (lam * v), lam**2 * v], {2: -(lam**2) * v})
    C("c", [tr(A), float(rank(A))])
    chain = [(I - A) @ (I - A), I - 2 * A + A @ A, I - 2 * A + A, I - A]
    C("d", chain, {3: I + A})
    C("e", [float(rank(A) + rank(I - A)), tr(A) + tr(I - A), tr(I), n], {1: tr(A) + tr(I + A)})
    o = np.ones((3, 1))
    A3 = np.ones((3, 3)) / 3
    C("f", [A3, np.array([[1, 1, 1]] * 3) / 3, o @ o.T / 3])
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    Z = r.normal(size=(n, p))
    y = r.normal(size=n)
    I = np.eye(n)
    G = inv(Z.T @ Z)
    H = Z @ G @ Z.T
    M = I - H
    sq = lambda v: norm(v) ** 2
    C("g", [sq(y), sq(H @ y) + sq(M @ y)], {1: sq(H @ y) - sq(M @ y)})
    m = A.shape[0]
    K = np.eye(m)
    C("h", chain, {1: K - 3 * A + A @ A})
    B = np.array([[1.0, 1], [0, 0]])
    C("i", [B, B @ B, B, B], {2: np.array([[1.0, 1], [0, 1]])})
    C("j", [H.T, Z @ G.T @ Z.T, H, H])
    C("k", [H @ H, Z @ G @ Z.T @ Z @ G @ Z.T, Z @ G @ Z.T, H], {3: M})
    C("l", [tr(H), tr(G @ Z.T @ Z), tr(np.eye(p)), p], {3: n})
    C("m", [H @ Z, Z @ G @ Z.T @ Z, Z])
    C("n", [M @ Z, (I - H) @ Z, Z - Z, 0 * Z], {2: Z + Z})
    q = r.randint(2, 6)
    Q = np.linalg.qr(r.normal(size=(q, q)))[0]
    a = r.randint(1, q)
    A = Q[:, :a] @ Q[:, :a].T
    B = Q[:, a:] @ Q[:, a:].T
    C("o", [(A + B) @ (A + B), A @ A + A @ B + B @ A + B @ B, A + 0 + 0 + B, A + B], {3: A - B})


@source
def attention_backward_zh(r, C, X):
    N, d = r.randint(2, 5), r.randint(1, 4)
    Q, K, V = r.normal(size=(3, N, d))
    c = np.sqrt(d)

    def soft(S):
        e = np.exp(S)
        return e / e.sum(1)[:, None]

    S = Q @ K.T / c
    P = soft(S)
    L = loss(r, N, d)
    O = P @ V
    G = J(L, O)
    C("a", [O, soft(Q @ K.T / c) @ V, P @ V])
    C("b", [J(lambda V: L(P @ V), V), P.T @ G])
    GP = J(lambda P: L(P @ V), P)
    C("c", [GP, G @ V.T], {1: G @ K.T})
    GS = J(lambda S: L(soft(S) @ V), S)
    row = (GP * P).sum(1)[:, None]
    C("d", [GS, P * (GP - row)], {1: P * (GP + row)})
    C("e", [J(lambda Q: L(soft(Q @ K.T / c) @ V), Q), GS @ K / c], {1: GS @ Q / c})
    C("f", [J(lambda K: L(soft(Q @ K.T / c) @ V), K), GS.T @ Q / c])


@source
def projection_readme(r, C, X):
    n = r.randint(2, 6)
    u, v, a, b = r.normal(size=(4, n))
    cos = lambda p, q: np.cos(np.arccos(p @ q / norm(p) / norm(q)))
    C("a", [cos(u, v), u @ v / (norm(u) * norm(v))])
    C(
        "b",
        [norm(a - b) ** 2, (a - b) @ (a - b), norm(a) ** 2 + norm(b) ** 2 - 2 * (a @ b)],
        {2: norm(a) ** 2 + norm(b) ** 2 - 3 * (a @ b)},
    )
    C("c", [a @ b, norm(a) * norm(b) * cos(a, b)], {1: norm(a) * norm(a) * cos(a, b)})
    C("d", [abs(u @ v) ** 2, (v @ v) * (u @ u)], le=(1,))
    uv = (u @ v) / (v @ v) * v
    z = u - uv
    C("e", [z, u - uv, u - (u @ v) / (v @ v) * v], {2: u + (u @ v) / (v @ v) * v})
    q = abs(u @ v / (v @ v)) ** 2 * norm(v) ** 2
    w = abs(u @ v) ** 2 / norm(v) ** 2
    C("f", [norm(u) ** 2, q + norm(z) ** 2, w + norm(z) ** 2, w], {1: q - norm(z) ** 2}, ge=(3,))
    k = r.randint(1, 4)
    n = k + r.randint(1, 4)
    Z, y = r.normal(size=(n, k)), r.normal(size=n)
    be = inv(Z.T @ Z) @ Z.T @ y
    C("g", [(y - Z @ be) @ Z, np.zeros(k)])


@source
def early_stopping_notes(r, C, X):
    d = r.randint(1, 4)
    n = d + r.randint(1, 4)
    Z, y, w = r.normal(size=(n, d)), r.normal(size=n), r.normal(size=d)
    C(
        "a",
        [J(lambda w: 0.5 * ((y - Z @ w) ** 2).sum(), w), -Z.T @ (y - Z @ w), Z.T @ Z @ w - Z.T @ y],
        {2: Z.T @ Z @ w + Z.T @ y},
    )
    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    V, lam = Vt.T, r.uniform(0.1, 2)
    R = inv(Z.T @ Z + lam * np.eye(d)) @ Z.T @ y
    F = lambda t: V @ np.diag(s**2 / (s**2 + t)) @ inv(np.diag(s)) @ U.T @ y
    C("b", [R, F(lam)], {1: F(-lam)})


@source
def lfd_regression(r, C, X):
    D = r.randint(1, 4)
    N = D + r.randint(1, 4)
    Z, y = r.normal(size=(N, D)), r.normal(size=N)
    w, x = r.normal(size=(2, D))
    C("a", [w @ x, w @ x, (w * x).sum()], {2: (w * w).sum()})
    e = sum((w @ Z[n] - y[n]) ** 2 for n in range(N)) / N
    C("b", [e, e, norm(Z @ w - y) ** 2 / N], {2: norm(Z @ w + y) ** 2 / N})
    g = Z.T @ Z @ w - Z.T @ y
    C("c", [J(lambda w: sum((w @ Z[n] - y[n]) ** 2 for n in range(N)) / N, w), 2 / N * g], {1: 1 / N * g})
    b = inv(Z.T @ Z) @ Z.T @ y
    C("d", [Z @ b, Z @ b, Z @ inv(Z.T @ Z) @ Z.T @ y])


@source
def trace_cases(r, C, X):
    d, k = r.randint(1, 4, size=2)
    n = d + r.randint(1, 4)
    Z, Y, W = r.normal(size=(n, d)), r.normal(size=(n, k)), r.normal(size=(d, k))
    lam = r.uniform(0.1, 2)
    C("a", [J(lambda W: 0.5 * ((Z @ W - Y) ** 2).sum(), W), Z.T @ (Z @ W - Y)], {1: Z.T @ (Z @ W + Y)})
    S = inv(Z.T @ Z) @ Z.T @ Y
    C("b", [Z.T @ Z @ S, Z.T @ Y])
    E = r.normal(size=(d, k))
    C(
        "c",
        [
            J(lambda t: lam / 2 * tr((W + t * E).T @ (W + t * E)), np.array(0.0)),
            lam / 2 * tr(E.T @ W + W.T @ E),
            lam * tr(W.T @ E),
        ],
        {1: lam / 2 * tr(E.T @ W - W.T @ E)},
    )


@source
def ml_topics(r, C, X):
    p = r.randint(1, 4)
    n = p + r.randint(1, 4)
    Z, y, b = r.normal(size=(n, p)), r.normal(size=n), r.normal(size=p)
    lam = r.uniform(0.1, 2)
    q = b @ Z.T @ y
    sq = lambda b: ((y - Z @ b) ** 2).sum()
    C("a", [norm(y - Z @ b) ** 2, (y - Z @ b) @ (y - Z @ b)])
    C("b", [sq(b), y @ y - 2 * q + b @ Z.T @ Z @ b], {1: y @ y + 2 * q + b @ Z.T @ Z @ b})
    A, c = Z.T @ Z, Z.T @ y
    C("c", [J(sq, b), -2 * c + 2 * A @ b], {1: -2 * c - 2 * A @ b})
    rd = lambda b: sq(b) + lam * (b * b).sum()
    C("d", [norm(y - Z @ b) ** 2 + lam * norm(b) ** 2, (y - Z @ b) @ (y - Z @ b) + lam * b @ b])
    C("e", [rd(b), y @ y - 2 * q + b @ A @ b + lam * b @ b], {1: y @ y - 2 * q + b @ A @ b - lam * b @ b})
    C("f", [J(rd, b), -2 * c + 2 * A @ b + 2 * lam * b], {1: -2 * c + 2 * A @ b + 3 * lam * b})
    I = np.eye(p)
    t = inv(A + lam * I) @ c
    C("g", [(A + lam * I) @ t, c], {0: (A - lam * I) @ t})


@source
def least_squares_note(r, C, X):
    D = r.randint(1, 4)
    N = D + r.randint(1, 4)
    Z, y, w = r.normal(size=(N, D)), r.normal(size=N), r.normal(size=D)
    E = lambda w: 0.5 * ((Z @ w - y) ** 2).sum()
    f = lambda w: 0.5 * (w @ Z.T @ Z @ w - 2 * w @ Z.T @ y + y @ y)
    bad = lambda w: 0.5 * (w @ Z.T @ Z @ w + 2 * w @ Z.T @ y + y @ y)
    C("a", [J(E, w), J(lambda w: 0.5 * (Z @ w - y) @ (Z @ w - y), w), J(f, w), Z.T @ Z @ w - Z.T @ y], {2: J(bad, w)})
    P = inv(Z.T @ Z) @ Z.T
    C("b", [P @ y, inv(Z.T @ Z) @ Z.T @ y, P @ y])


@source
def layernorm_obsidian(r, C, X):
    M = r.randint(3, 7)
    N = M - 1
    x = r.normal(size=M)
    ga, be = r.normal(size=2)
    mu = lambda x: x.sum() / N
    sg = lambda x: np.sqrt(((x - mu(x)) ** 2).sum() / N)
    h = lambda x: (x - mu(x)) / sg(x)
    L = loss(r, M)
    y = lambda h: ga * h + be
    g = J(L, y(h(x)))
    Jh = J(h, x)
    I = np.eye(M)
    C(
        "a",
        [
            J(lambda x: L(y(h(x))), x),
            g @ J(y, h(x)) @ Jh,
            np.einsum("i,ik,kj->j", g, ga * I, Jh),
            g @ (ga * Jh),
            g @ (ga * J(lambda x: (x - mu(x)) / sg(x), x)),
        ],
        {3: g @ (be * Jh)},
    )
    f, q, df, dq = r.uniform(0.5, 2, size=4)
    C(
        "b",
        [J(lambda t: (f + t * df) / (q + t * dq), np.array(0.0)), (q * df - f * dq) / q**2],
        {1: (f * df - f * dq) / q**2},
    )
    c = x - mu(x)
    Jc, Js = J(lambda x: x - mu(x), x), J(sg, x)
    C(
        "c",
        [Jh, (sg(x) * Jc - np.outer(c, Js)) / sg(x) ** 2],
        {1: (sg(x) * Jc + np.outer(c, Js)) / sg(x) ** 2},
    )
    s = J(lambda x: x, x) + J(mu, x)[None, :]
    X(1, Jc, s)
    C("d", [s, s, I + 1 / N], {2: I - 1 / N})


@source
def softmax_jacobian(r, C, X):
    m = r.randint(1, 6)
    z = r.normal(size=m)
    e = np.exp(z)
    s = -1 / (1 + e.sum())
    D = np.eye(m) + s * np.outer(e, np.ones(m))
    C("a", [det(D), det(D), 1 + s * e.sum()], {2: 1 - s * e.sum()})
    t = (e / (1 + e.sum())).sum()
    C("b", [det(D), 1 + s * e.sum(), 1 + (s * e).sum(), 1 - t], {3: 1 + t})
    C("c", [1 / (1 + e.sum()) + t, 1], {0: 1 / (1 + e.sum()) - t})


@source
def pca_obsidian(r, C, X):
    D = r.randint(2, 5)
    N = D + r.randint(1, 4)
    Z = r.normal(size=(N, D)) + 1
    V = r.normal(size=D)
    m = Z.mean(0)
    S = (Z - m).T @ (Z - m) / N
    var = ((Z @ V - m @ V) ** 2).sum() / N
    C("a", [var, V @ ((Z - m).T @ (Z - m) / N) @ V], {1: V @ ((Z - m).T @ (Z - m) * 2 / N) @ V})
    C("e", [var, V @ S @ V])
    lam = r.uniform(0.5, 2)
    X(1, J(lambda V: V @ S @ V + lam * (1 - np.sqrt((V * V).sum())), V), 2 * S @ V - 2 * lam * V)
    w, U = np.linalg.eigh(S)
    V, lam = U[:, -1], w[-1]
    C("b", [S @ V, lam * V])
    C("c", [S @ V, lam * np.eye(D) @ V])
    C("d", [S @ V - lam * V, 0 * V], {0: S @ V + lam * V})


@source
def ridge_summary(r, C, X):
    m, n = r.randint(2, 6, size=2)
    Z, y, t = r.normal(size=(m, n)), r.normal(size=m), r.normal(size=n)
    lam = r.uniform(0.1, 2)
    f = lambda t: ((y - Z @ t) ** 2).sum() + lam * (t * t).sum()
    e = sum((y[i] - (Z @ t)[i]) ** 2 for i in range(m))
    C("a", [f(t), norm(y - Z @ t) ** 2 + lam * norm(t) ** 2, e + lam * (t**2).sum()], {2: e - lam * (t**2).sum()})
    C("b", [J(f, t), -2 * Z.T @ (y - Z @ t) + 2 * lam * t], {1: -2 * Z.T @ (y - Z @ t) + 3 * lam * t})


@source
def ridge_notebook(r, C, X):
    n, d = r.randint(2, 6, size=2)
    Z, y, t = r.normal(size=(n, d)), r.normal(size=n), r.normal(size=d)
    q = r.normal()
    f = lambda k: y @ y + t @ Z.T @ Z @ t - k * t @ Z.T @ y + q**2 * t @ t
    C("a", [(y - Z @ t) @ (y - Z @ t) + q**2 * t @ t, f(2)], {1: f(3)})


@source
def vjp_notebook(r, C, X):
    x, v = r.uniform(0.5, 2, size=3), r.normal(size=3)
    D = J(np.log, x)
    bad = np.diag([1 / x[0], 1 / x[0], 1 / x[2]])
    C("a", [D, np.diag(1 / x)], {1: bad})
    C("b", [v @ D, v @ np.diag(1 / x)], {1: v @ np.diag([1 / x[0], 1 / x[1], 2 / x[2]])})
    T = np.tril(np.ones((3, 3)))
    B = T.copy()
    B[1, 1] = 0
    C("c", [v @ T, v @ np.array([[1, 0, 0], [1, 1, 0], [1, 1, 1]])], {1: v @ B})
    K = np.array([[x[0], 0], [x[1], x[0]], [x[2], x[1]], [0, x[2]]])
    u = r.normal(size=4)
    conv = lambda y: np.array([x[0] * y[0], x[1] * y[0] + x[0] * y[1], x[2] * y[0] + x[1] * y[1], x[2] * y[1]])
    C("d", [u @ J(conv, r.normal(size=2)), u @ K])


@source
def gauss_newton_docs(r, C, X):
    n = r.randint(1, 4)
    m = n + r.randint(0, 3)
    A, f, x = r.normal(size=(m, n)), r.normal(size=m), r.normal(size=n)
    step = np.linalg.solve(A.T @ A, -A.T @ f)
    C("a", [x + step, x - inv(A.T @ A) @ A.T @ f])
    A, f = r.normal(size=(n, n)) + 2 * np.eye(n), r.normal(size=n)
    step = np.linalg.solve(A.T @ A, -A.T @ f)
    C("b", [x + step, x - inv(A) @ f], {1: x + inv(A) @ f})


eye = np.eye


@source
def backprop_slides_zh(r, C, X):
    N, D, K = r.randint(2, 5, size=3)
    W, Xm, T = r.normal(size=(K, D)), r.normal(size=(N, D)), r.normal(size=(N, K))
    n = r.randint(N)
    E = lambda W: 0.5 * ((W @ Xm[n] - T[n]) ** 2).sum()
    y = W @ Xm[n]
    C("a", [J(E, W), np.outer(y - T[n], Xm[n])], {1: np.outer(y + T[n], Xm[n])})
    P, Q = r.randint(2, 5, size=2)
    W, z = r.normal(size=(Q, P)), r.normal(size=P)
    L = loss(r, Q)
    d = J(L, W @ z)
    dW = J(lambda W: L(W @ z), W)
    aW = J(lambda W: W @ z, W)
    C("b", [dW, np.einsum("j,jji->ji", d, aW)])
    C("c", [dW, np.outer(d, z)], {1: 2 * np.outer(d, z)})
    a, t = r.normal(size=(2, K))
    C("d", [J(lambda a: 0.5 * ((a - t) ** 2).sum(), a), a - t])
    W1, W2, x = r.normal(size=(Q, P)), r.normal(size=(K, Q)), r.normal(size=P)
    E = lambda y: 0.5 * ((y - t) ** 2).sum()
    y = W2 @ np.tanh(W1 @ x)
    C("e", [J(E, y), y - t], {1: y - 2 * t})
    dj = J(lambda a: E(W2 @ np.tanh(a)), W1 @ x)
    C("f", [J(lambda W: E(W2 @ np.tanh(W @ x)), W1), np.outer(dj, x)])
    h = lambda a: np.sin(a) + a * a
    ya = J(lambda a: W2 @ h(a), W1 @ x)
    Jx = J(lambda x: W2 @ h(W1 @ x), x)
    ax = J(lambda x: W1 @ x, x)
    C("g", [Jx, Jx, np.einsum("kj,ji->ki", ya, ax), np.einsum("ji,kj->ki", W1, ya)])


@source
def svd_facts(r, C, X):
    k = r.randint(1, 4)
    m, n = k + r.randint(0, 3), k + r.randint(0, 3)
    U, V = np.linalg.qr(r.normal(size=(m, k)))[0], np.linalg.qr(r.normal(size=(n, k)))[0]
    s = r.uniform(0.5, 2, size=k)
    S = np.diag(s)
    A = U @ S @ V.T
    C("a", [A @ V, U @ S])
    C("b", [A.T @ U, V @ S], {1: 2 * V @ S})
    i = r.randint(k)
    C("c", [A @ V[:, i], s[i] * U[:, i]])
    C("d", [A.T @ U[:, i], s[i] * V[:, i]], {1: s[i] ** 2 * V[:, i]})


@source
def linear_models_notes(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n)) + 1
    b1 = (x * y).sum() / ((x - x.mean()) ** 2).sum()
    yh = y.mean() - b1 * x.mean() + b1 * x
    M, E, T = ((yh - y.mean()) ** 2).sum(), ((y - yh) ** 2).sum(), ((y - y.mean()) ** 2).sum()
    X(1, T, M + E)
    p = 2
    M, E = r.uniform(0.5, 2, size=2)
    X(2, (M / (p - 1)) / (E / (n - 1)), (M / p - 1) / (E / n - 1))
    T = M + E
    n = n + p
    C("a", [0.0, M / T, 1 - E / T])
    R2 = M / T
    e, t = n - p - 1, n - 1
    C("b", [1 - (1 - R2) * (n - 1) / (n - p - 1), 1 - (E / e) / (T / t)], {1: 1 - (E / t) / (T / t)})


@source
def pca_beamer(r, C, X):
    n = r.randint(2, 5)
    v = r.normal(size=n)
    lam = r.normal()
    B = r.normal(size=(n, n))
    A = B + np.outer(lam * v - B @ v, v) / (v @ v)
    C("a", [(A - lam * eye(n)) @ v, 0 * v], {0: (A + lam * eye(n)) @ v})
    C("b", [np.linalg.det(A - lam * eye(n)), 0.0])
    A = np.array([[1.0, 0], [1, 3]])
    C("c", [A - lam * eye(2), np.array([[1 - lam, 0], [1, 3 - lam]])])
    C("d", [np.linalg.det(A - lam * eye(2)), (1 - lam) * (3 - lam)], {1: (1 - lam) * (3 + lam)})
    a, b = r.normal(size=2)
    v1, v2 = np.array([-2 * a, a]), np.array([0, b])
    C("e", [A @ v1, v1])
    C("f", [A @ v2, 3 * v2], {1: 2 * v2})


@source
def backprop_graph_note(r, C, X):
    w, c, o = r.normal(size=3)
    a, b = r.normal(size=2)
    s = lambda t: np.sin(a * t) + t * t
    L = lambda y: np.cos(b * y) + y * y
    one = lambda f, x: J(f, np.array(x))
    net = w * o + c
    Lo, os = one(L, s(net)), one(s, net)
    iw = one(lambda w: w * o + c, w)
    C("a", [one(lambda w: L(s(w * o + c)), w), Lo * os * iw])
    C("b", [os, one(lambda z: s(z), net)])
    C("c", [iw, o], {1: s(net)})


@source
def vif_slides(r, C, X):
    n = r.randint(2, 8)
    s2, v, R = r.uniform(0.5, 2), r.uniform(0.5, 2), r.uniform(0.1, 0.9)
    m = s2 / ((n - 1) * v) * (1 / (1 - R))
    C("a", [m, m, s2 / ((n - 1) * v) * (1 / (1 - R))], {2: s2 / ((n + 1) * v) * (1 / (1 - R))})
    w, U = np.linalg.eigh(spd(r, n))
    i = r.randint(n)
    C("b", [U[:, i] @ (U @ np.diag(w) @ U.T) @ U[:, i], w[i]])


@source
def one_hidden_layer(r, C, X):
    d, h = r.randint(2, 5, size=2)
    W1, W2 = r.normal(size=(h, d)), r.normal(size=(1, h))
    x, b1 = r.normal(size=d), r.normal(size=h)
    b2, y = r.normal(size=2)
    sg = lambda t: 1 / (1 + np.exp(-t))
    L = lambda z2: 0.5 * (z2 - y) ** 2
    out = lambda W1, W2, b1: (W2 @ sg(W1 @ x + b1))[0] + b2
    z1 = W1 @ x + b1
    yh = out(W1, W2, b1)
    d2 = J(L, np.array(yh))
    d1 = J(lambda b: L(out(W1, W2, b)), b1)
    C("a", [d2, J(L, np.array(yh)), yh - y], {2: yh + y})
    C("b", [d1, (W2.T * d2)[:, 0] * sg(z1) * (1 - sg(z1))])
    C("c", [J(lambda W: L(out(W1, W, b1)), W2), d2 * sg(z1)[None, :]])
    C("d", [J(lambda W: L(out(W, W2, b1)), W1), np.outer(d1, x)], {1: 2 * np.outer(d1, x)})


@source
def attention_tanh(r, C, X):
    n, m, d, p = r.randint(2, 5, size=4)
    q, k, v = r.normal(size=(n, d)), r.normal(size=(m, d)), r.normal(size=(m, p))
    L = loss(r, n, p)
    x = q @ k.T
    a = np.tanh(x)
    G = J(L, a @ v)
    C("a", [J(lambda a: L(a @ v), a), np.einsum("ik,jk->ij", G, v)])
    C(
        "b",
        [J(lambda v: L(a @ v), v), np.einsum("kj,ki->ij", G, a)],
        {1: np.einsum("kj,ki->ij", G, a**2)},
    )
    Gx = J(lambda x: L(np.tanh(x) @ v), x)
    kt = k.T
    C("c", [J(lambda q: L(np.tanh(q @ kt) @ v), q), np.einsum("ik,jk->ij", Gx, kt)])
    Gk = J(lambda kt: L(np.tanh(q @ kt) @ v), kt)
    C("d", [Gk, np.einsum("kj,ki->ij", Gx, q)], {1: 2 * np.einsum("kj,ki->ij", Gx, q)})
    C("e", [J(lambda k: L(np.tanh(q @ k.T) @ v), k), Gk.T])


@source
def normal_scores(r, C, X):
    x, y, m1, m2 = r.normal(size=4)
    tau = r.uniform(0.5, 2)
    s = np.sqrt(tau)
    c = -np.log(2 * np.pi)
    f = lambda t, m1, m2: 1 / (2 * np.pi * t) * np.exp(-((x - m1) ** 2 + (y - m2) ** 2) / (2 * t))
    q = ((x - m1) ** 2 + (y - m2) ** 2) / (2 * tau)
    l = np.log(f(tau, m1, m2))
    one = lambda g, z: J(lambda z: np.log(g(z)), np.array(z))
    C("a", [tau, s**2])
    C("b", [l, l, c - np.log(tau) - q], {2: c + np.log(tau) - q})
    lt = one(lambda t: f(t, m1, m2), tau)
    C("c", [lt, lt, -1 / tau + (((x - m1) / s) ** 2 + ((y - m2) / s) ** 2) / (2 * tau)])
    l1, l2 = one(lambda m: f(tau, m, m2), m1), one(lambda m: f(tau, m1, m), m2)
    C("d", [l1, l1, (x - m1) / s / np.sqrt(tau)], {2: (y - m1) / s / np.sqrt(tau)})
    C("e", [l2, l2, (y - m2) / s / np.sqrt(tau)])


@source
def mle_normal_ko(r, C, X):
    N = r.randint(2, 7)
    x = r.normal(size=N)
    mu, s = r.normal(), r.uniform(0.5, 2)
    l = lambda m, s: N * np.log(s) + ((x - m) ** 2).sum() / (2 * s**2)
    S = ((x - mu) ** 2).sum()
    X(1, J(lambda m: l(m, s), np.array(mu)), (2 * (x - mu)).sum())
    C("a", [J(lambda s: l(mu, s), np.array(s)), N / s - S / s**3], {1: N / s - S / s**2})
    s = np.sqrt(S / N)  # where N/s - S/s^3 = 0
    assert abs(N / s - S / s**3) < 1e-9 * N / s
    C("b", [s**2, S / N])


@source
def classical_mds(r, C, X):
    n, p = r.randint(2, 5, size=2)
    Z = r.normal(size=(n, p))
    Z = Z - Z.mean(0)
    D = np.array([[norm(a - b) ** 2 for b in Z] for a in Z])
    g = np.diag(Z @ Z.T)
    H = eye(n) - 1 / n
    B = -0.5 * H @ D @ H
    G = Z @ Z.T
    C("a", [D, D, g[:, None] - 2 * G + g[None, :]], {2: g[:, None] + 2 * G + g[None, :]})
    C("b", [B, np.array([[a @ b for b in Z] for a in Z])])
    C("c", [B, G])


@source
def young_householder(r, C, X):
    n = r.randint(2, 6)
    H = eye(n) - 1 / n
    A = r.normal(size=(n, n))
    B = H @ (A + A.T) @ H
    b = np.diag(B)
    D = b[:, None] + b[None, :] - 2 * B
    t = np.trace(B)
    C("a", [D.sum(1) / n, b + t / n])
    C("b", [b.sum(), t])
    C("c", [D.sum(0) / n, b + t / n], {1: b + 2 * t / n})
    C("d", [D.sum() / n**2, 2 / n * t], {1: 1 / n * t})


@source
def ols_rss(r, C, X):
    D = r.randint(1, 4)
    N = D + r.randint(1, 4)
    Z, y, b = r.normal(size=(N, D)), r.normal(size=N), r.normal(size=D)
    L = lambda b: 0.5 * (y - Z @ b) @ (y - Z @ b)
    C("a", [J(L, b), -Z.T @ (y - Z @ b)], {1: Z.T @ (y - Z @ b)})
    C("b", [np.linalg.solve(Z.T @ Z, Z.T @ y), inv(Z.T @ Z) @ Z.T @ y])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
