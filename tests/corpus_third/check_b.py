"""Numeric checks of half of the labels of this corpus, with numpy alone:  python -m tests.corpus_third.check_b

The functions and the loop are those of `tests/corpus/check.py`; of the folders those are looked at that have a function here.
"""

import pathlib
import sys
import tomllib

import numpy as np

from tests.corpus.check import SOURCES, J, inv, loss, norm, run, source

HERE = pathlib.Path(__file__).parent
BEFORE = set(SOURCES)


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


def main():
    """compare the labels of the sources above with numbers"""
    found = run([n for n in SOURCES if n not in BEFORE])
    wrong = total = 0
    for name in found:
        seen = set()
        for rel in tomllib.loads((HERE / name / "labels.toml").read_text())["relation"]:
            if rel["checked"] != "numpy":
                continue
            total += 1
            seen.add(rel["key"])
            if found[name][rel["key"]][rel["file"].startswith("false")] != (rel["kind"] == "true"):
                wrong += 1
                print("DISAGREES", name, rel["file"], rel["line"], rel["kind"], rel["key"])
        for key in set(found[name]) - seen:
            wrong += 1
            print("NO LABEL", name, key)
    print(f"{total} labels of {len(found)} sources compared with numbers, {wrong} disagree")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
