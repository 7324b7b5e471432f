"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_tenth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source, spd

HERE = pathlib.Path(__file__).parent


sq = lambda v: (v * v).sum()


@source
def interview_appendix(r, C, X):
    V = r.randint(2, 6)
    z = r.normal(size=V)
    y = r.dirichlet(np.ones(V))
    e = np.exp(z)
    S = e.sum()
    p = softmax(z)
    Jp = J(softmax, z)
    d = np.diag
    C(
        "a",
        [
            d(Jp),
            d(J(lambda z: np.exp(z) / np.exp(z).sum(), z)),
            (e * S - e * e) / S**2,
            e / S - e**2 / S**2,
            p - p**2,
            p * (1 - p),
        ],
    )
    i, j = 0, 1
    C(
        "b",
        [Jp[i, j], Jp[i, j], (0 - e[i] * e[j]) / S**2, -e[i] / S * e[j] / S, -p[i] * p[j]],
        {2: (0 + e[i] * e[j]) / S**2},
    )
    I = np.eye(V)
    C("c", [Jp, p[:, None] * (I - p[None, :])])
    C("d", [Jp, d(p) - np.outer(p, p)], {1: d(p) + np.outer(p, p)})
    L = lambda p: -(y * np.log(p)).sum()
    g = J(lambda z: L(softmax(z)), z)
    C("e", [g, J(L, p) @ Jp])
    M = p[:, None] * (I - p[None, :])
    C(
        "f",
        [g, (-y / p) @ M, -(y[:, None] * (I - p[None, :])).sum(0), -y + p * y.sum(), -y + p * 1, p - y],
        {2: -(y[:, None] * (I - p[:, None])).sum(0)},
    )
    C("g", [g, p - y])
    N, dk, dv = r.randint(2, 5, size=3)
    Q, K = r.normal(size=(2, N, dk))
    Vm = r.normal(size=(N, dv))
    l = loss(r, N, dv)
    sm = lambda S: np.exp(S / np.sqrt(dk)) / np.exp(S / np.sqrt(dk)).sum(1, keepdims=True)
    S = Q @ K.T
    P = sm(S)
    dO = J(l, P @ Vm)
    dV = J(lambda V: l(P @ V), Vm)
    dP = J(lambda P: l(P @ Vm), P)
    dS = J(lambda S: l(sm(S) @ Vm), S)
    C("h", [dV, P.T @ dO], {1: P @ dO})
    C("i", [dP, dO @ Vm.T])
    C("j", [P, np.array([softmax(s / np.sqrt(dk)) for s in S])])
    Ji = [d(p) - np.outer(p, p) for p in P]
    C("k", [dS, np.array([dP[i] @ Ji[i] for i in range(N)]) / np.sqrt(dk)])
    C(
        "l",
        [
            dS,
            np.array([dP[i] * P[i] - P[i] * (dP[i] @ P[i]) for i in range(N)]) / np.sqrt(dk),
            np.array([P[i] * (dP[i] - dP[i] @ P[i]) for i in range(N)]) / np.sqrt(dk),
        ],
    )
    rs = lambda A: A.sum(1, keepdims=True)
    C("m", [dS, P * (dP - rs(P * dP)) / np.sqrt(dk)], {1: P * (dP - rs(S * dP)) / np.sqrt(dk)})
    C("n", [J(lambda Q: l(sm(Q @ K.T) @ Vm), Q), dS @ K])
    C("o", [J(lambda K: l(sm(Q @ K.T) @ Vm), K), dS.T @ Q], {1: dS.T @ K})
    D = r.randint(2, 6)
    x, ga, be = r.normal(size=(3, D))
    mu = x.mean()
    sg = lambda x: np.sqrt(((x - x.mean()) ** 2).sum() / D)
    s = sg(x)
    h = lambda x: (x - x.mean()) / sg(x)
    I = np.eye(D)
    xh = h(x)
    Jh = J(h, x)
    right = (I - 1 / D - np.outer(xh, xh) / D) / s
    C("p", [Jh, right])
    C(
        "q",
        [
            Jh,
            J(lambda x: x - x.mean(), x) / s - np.outer(x - mu, J(sg, x)) / s**2,
            (I - 1 / D) / s - np.outer(xh, x - mu) / s / (D * s),
            right,
        ],
        {2: (I - 1 / D) / s - np.outer(xh, x + mu) / s / (D * s)},
    )
    l = loss(r, D)
    dh = J(lambda h: l(ga * h + be), xh)
    C(
        "r",
        [J(lambda x: l(ga * h(x) + be), x), (dh - dh.sum() / D - xh / D * (dh @ xh)) / s],
        {1: (dh - dh.sum() / D + xh / D * (dh @ xh)) / s},
    )


@source
def esl_ridge_nb(r, C, X):
    N, p = r.randint(4, 7), r.randint(1, 4)
    y = r.normal(size=N)
    A = r.normal(size=(N, p))
    b = r.normal(size=p)
    ga = r.uniform(0.2, 2)
    xb = A.mean(0)
    m3 = lambda s: (y.sum() + s * (b * xb * N).sum() + N * xb @ b) / N
    C(
        "a",
        [
            (y - (A - xb) @ b).mean(),
            (y.sum() - (A @ b).sum() + N * xb @ b) / N,
            (y.sum() - b @ A.sum(0) + N * xb @ b) / N,
            m3(-1),
            y.mean(),
        ],
        {3: m3(1)},
    )
    R = lambda b: (y - A @ b) @ (y - A @ b) + ga * b @ b
    R2 = lambda b: y @ y - 2 * y @ A @ b + (A @ b) @ (A @ b) + ga * b @ b
    g = -2 * y @ A + 2 * b @ A.T @ A
    C("b", [J(R, b), J(R, b), J(R2, b), g + 2 * ga * b], {3: g - 2 * ga * b})
    I = np.eye(p)
    G = A.T @ A
    b = inv(G + ga * I) @ A.T @ y
    C("c", [-y @ A + b @ G + ga * b, 0 * b])
    C("d", [b @ (G + ga * I), y @ A])
    C("e", [b, y @ A @ inv(G + ga * I)], {1: y @ A @ inv(G - ga * I)})
    C("f", [b, inv(G + ga * I) @ A.T @ y])
    B = r.normal(size=(N, p))
    U = np.linalg.qr(B - B.mean(0))[0]
    V = np.linalg.qr(r.normal(size=(p, p)))[0]
    dd = r.uniform(0.5, 2, size=p)
    D = np.diag(dd)
    Di = inv(D)
    A = U @ D @ V.T
    G = A.T @ A
    C(
        "g",
        [
            A @ (inv(G) @ A.T @ y),
            A @ inv(G) @ A.T @ y,
            U @ D @ V.T @ inv(V @ D @ U.T @ U @ D @ V.T) @ V @ D @ U.T @ y,
            U @ D @ V.T @ inv(V @ D @ D @ V.T) @ V @ D @ U.T @ y,
            U @ D @ V.T @ inv(V.T) @ Di @ Di @ inv(V) @ V @ D @ U.T @ y,
            U @ D @ Di @ Di @ D @ U.T @ y,
            U @ U.T @ y,
        ],
        {5: U @ D @ Di @ D @ U.T @ y},
    )
    m = lambda s: U @ D @ V.T @ inv(V @ (D @ D + s * ga * I) @ V.T) @ V @ D @ U.T @ y
    e = lambda k: sum(U[:, j] * dd[j] ** k / (dd[j] ** 2 + ga) * (U[:, j] @ y) for j in range(p))
    C(
        "h",
        [
            A @ (inv(G + ga * I) @ A.T @ y),
            A @ inv(G + ga * I) @ A.T @ y,
            U @ D @ V.T @ inv(V @ D @ D @ V.T + ga * V @ V.T) @ V @ D @ U.T @ y,
            m(1),
            U @ D @ V.T @ V @ inv(D @ D + ga * I) @ V.T @ V @ D @ U.T @ y,
            U @ D @ inv(D @ D + ga * I) @ D @ U.T @ y,
            e(2),
        ],
        {3: m(-1), 6: e(1)},
    )
    C("i", [G, V @ D @ D @ V.T], {1: V @ D @ D @ D @ V.T})
    v = r.normal(size=p)
    C("j", [(A @ v).var(), (A @ v).var(), v @ V @ D @ D @ V.T @ v / N])
    H = A @ inv(G + ga * I) @ A.T
    C(
        "k",
        [
            np.trace(H),
            np.trace(H),
            np.trace(H),
            np.trace(U @ D @ inv(D @ D + ga * I) @ D @ U.T),
            (dd**2 / (dd**2 + ga)).sum(),
        ],
        {4: (dd / (dd**2 + ga)).sum()},
    )


@source
def tisp_inner(r, C, X):
    N = r.randint(2, 5)
    u = r.normal(size=N)
    u /= norm(u)
    v, xo = r.normal(size=(2, N))
    v -= u * (u @ v)
    xo -= u * (u @ xo)
    xp = r.normal() * u
    x = xp + xo
    P = np.outer(u, u)
    C("a", [P @ P, P @ P, u[:, None] * (u @ u) * u, P, P], {2: u[:, None] * (u @ v) * u})
    C("b", [P.T, np.outer(u, u).T, np.outer(u, u), P])
    C("c", [P @ u, np.outer(u, u) @ u, u * (u @ u), u])
    C("d", [P @ v, np.outer(u, u) @ v, u * (u @ v), u * (u @ v), 0 * u], {3: u * (u @ u)})
    C("e", [P @ x, P @ xp + P @ xo, xp], {2: xo})
    M = N + r.randint(0, 3)
    A = r.normal(size=(M, N))
    G = A.T @ A
    Q = A @ inv(G) @ A.T
    C("f", [Q @ Q, A @ inv(G) @ A.T @ A @ inv(G) @ A.T, A @ inv(G) @ A.T, Q], {1: A @ inv(G) @ A.T @ A @ G @ A.T})
    C("g", [Q.T, (A @ inv(G) @ A.T).T, A @ inv(G).T @ A.T, A @ inv(G) @ A.T, Q])
    x, y = r.normal(size=(2, r.randint(1, 5)))
    p, m = sq(x + y), sq(x - y)
    C("h", [2 * x @ x + 2 * y @ y, p + m], {0: 2 * x @ x + 3 * y @ y})
    for k in "im":
        C(k, [p, (x + y) @ (x + y), x @ x + y @ y + x @ y + y @ x])
    C("j", [m, (x - y) @ (x - y), x @ x + y @ y - x @ y - y @ x], {2: x @ x + y @ y - x @ y + y @ x})
    C("k", [p + m, 2 * (x @ x + y @ y), 2 * x @ x + 2 * y @ y], {1: 4 * (x @ x + y @ y)})
    C("l", [x @ y, (p - m) / 4], {1: (p - m) / 2})
    C("n", [m, (x - y) @ (x - y), x @ x + y @ y - x @ y - y @ x])
    C("o", [p - m, 2 * (x @ y + y @ x), 4 * x @ y], {1: 2 * (x @ y - y @ x)})
    C("p", [x @ y, y @ x])


@source
def flash_zh(r, C, X):
    m, k, q = r.randint(1, 5, size=3)
    A, B = r.normal(size=(m, k)), r.normal(size=(k, q))
    l = loss(r, m, q)
    dY = J(l, A @ B)
    dA = J(lambda A: l(A @ B), A)
    dB = J(lambda B: l(A @ B), B)
    C("a", [dA, dY @ B.T])
    C("b", [dB, A.T @ dY])
    C("c", [dA, np.einsum("ij,ijab->ab", dY, J(lambda A: A @ B, A))])
    C("d", [dA, np.einsum("ij,kj->ik", dY, B), dY @ B.T])
    N = r.randint(2, 6)
    s = r.normal(size=N)
    p = softmax(s)
    l = loss(r, N)
    dp = J(l, p)
    ds = J(lambda s: l(softmax(s)), s)
    Jp = J(softmax, s)
    rho = p @ dp
    C("e", [ds, p * (dp - rho), p * dp - p * (p @ dp)], {1: p * (dp + rho)})
    D = np.diag(p)
    O = np.outer(p, p)
    C("f", [Jp, D - O], {1: D + O})
    C("g", [ds, dp @ Jp, dp @ (D - O), p * dp - p * rho], {2: dp @ (D + O)})
    C("h", [ds, p * (dp - rho)])
    N, d = r.randint(2, 5), r.randint(1, 4)
    Q, K, V = r.normal(size=(3, N, d))
    l = loss(r, N, d)
    sm = lambda S: np.exp(S) / np.exp(S).sum(1, keepdims=True)
    S = Q @ K.T
    P = sm(S)
    O = P @ V
    dO = J(l, O)
    dP = J(lambda P: l(P @ V), P)
    dS = J(lambda S: l(sm(S) @ V), S)
    dQ = J(lambda Q: l(sm(Q @ K.T) @ V), Q)
    dK = J(lambda K: l(sm(Q @ K.T) @ V), K)
    dKT = J(lambda T: l(sm(Q @ T) @ V), K.T)
    dV = J(lambda V: l(P @ V), V)
    C("i", [dV, P.T @ dO], {1: P @ dO})
    C("j", [dP, dO @ V.T])
    C("k", [dQ, dS @ K.T.T, dS @ K])
    C("l", [dKT, Q.T @ dS])
    C("m", [dK, dKT.T, (Q.T @ dS).T, dS.T @ Q], {2: (K.T @ dS).T})
    C("n", [dQ, dS @ K])
    C("o", [dK, dS.T @ Q], {1: dS.T @ K})
    C("p", [dV, P.T @ dO])
    C("q", [dP, dO @ V.T])
    C("r", [dQ, dS @ K], {1: dS @ Q})
    C("s", [dK, dS.T @ Q])
    rs = lambda A: A.sum(1)
    C("t", [rs(dP * P), rs(dO * O)])
    C("u", [dP * P, P * (dO @ V.T), P * np.einsum("ik,jk->ij", dO, V)])
    f = lambda P: (P * np.einsum("ik,jk->ij", dO, V)).sum(1)
    C("v", [rs(dP * P), f(P), (dO * (P @ V)).sum(1)], {1: f(S)})
    C("w", [rs(dP * P), (dO * O).sum(1)])
    C("y", [rs(dP * P), rs(dO * O)])


@source
def norm_substitute(r, C, X):
    m = r.randint(2, 6)
    x = r.normal(size=m)
    ep = r.uniform(0.1, 1)
    mu = x.mean()
    var = ((x - mu) ** 2).mean()
    s = np.sqrt(var + ep)
    l = loss(r, m)
    h = lambda x, mu, var: (x - mu) / np.sqrt(var + ep)
    full = lambda x: l(h(x, x.mean(), ((x - x.mean()) ** 2).mean()))
    xh = h(x, mu, var)
    dh = J(l, xh)
    g = J(full, x)
    dvar = J(lambda v: l(h(x, mu, v)), var)
    dmu = J(lambda u: l(h(x, u, ((x - u) ** 2).mean())), mu)
    jh = np.diag(J(lambda x: h(x, mu, var), x))
    jmu = J(lambda x: x.mean(), x)
    jvar = J(lambda x: ((x - mu) ** 2).mean(), x)
    C("a", [g, dh * jh + dmu * jmu + dvar * jvar])
    C("b", [jh, 1 / s])
    C("c", [jmu, 1 / m])
    C("d", [jvar, 2 * (x - mu) / m], {1: 3 * (x - mu) / m})
    C("e", [g, (dh - dh.mean() - xh * (dh * xh).mean()) / s], {1: (dh - dh.mean() + xh * (dh * xh).mean()) / s})
    d = r.randint(2, 6)
    x = r.normal(size=d)
    n = norm(x)
    I = np.eye(d)
    O = np.outer(x, x)
    u = lambda x: x / norm(x)
    Ju, Jn = J(u, x), J(norm, x)
    C("f", [Ju, (I * n - np.outer(x, Jn)) / n**2], {1: (I * n + np.outer(x, Jn)) / n**2})
    C("g", [Jn, x / n])
    C("h", [Ju, I / n - O / n**3, (I - O / n**2) / n], {1: I / n - O / n**2})
    C("i", [Ju, (I - O / n**2) / n, (I - np.outer(u(x), u(x))) / n])
    a, b = r.normal(size=(2, d))
    a = a * r.choice([0.1, 1, 5])
    na, nb = norm(a), norm(b)
    left = norm(a / na - b / nb)
    C("j", [left, 2], le=(1,))
    D = norm(a - b)
    last = D / min(na, nb)
    C(
        "k",
        [left, norm((nb * a - na * b) / (na * nb)), (nb * D + abs(na - nb) * nb) / (na * nb), 2 * last],
        {3: last},
        le=(2, 3),
    )
    y = lambda x: x / np.sqrt((x * x).mean())
    C("l", [np.diag(J(y, x)), (1 - y(x) ** 2 / d) / np.sqrt((x * x).mean())])
    t, c, rho = r.uniform(0.2, 2, size=3)
    q = np.sqrt(d)
    f = lambda t: q * np.tanh(t / (rho * q))
    v = f(t)
    C("m", [J(f, t), (1 - v**2 / d) / rho])
    C("n", [1 / (1 - v**2 / d), d / (d - v**2), q / 2 / (q - v) + q / 2 / (q + v)], {1: d / (d + v**2)})
    f = lambda t: q * t / np.sqrt(t**2 + c * d)
    U = lambda t: f(t) ** -2
    v, w = f(t), U(t)
    C("o", [J(f, t), v / t * (1 - v**2 / d)])
    X(1, J(U, t), -2 / t * (1 / w - 1 / d))
    X(2, -2 / t * (1 / w - 1 / d), -2 / t * w + 2 / (d * t))
    C("p", [J(lambda t: t**2 * U(t), t), 2 * t / d], {1: 4 * t / d})
    C("q", [t**2 * w, t**2 / d + c])
    C("r", [w, 1 / d + c / t**2])
    C("s", [v**2, d * t**2 / (t**2 + c * d)])
    mu = x.mean()
    sg = lambda x: np.sqrt(((x - x.mean()) ** 2).mean())
    s = sg(x)
    h = lambda x: (x - x.mean()) / sg(x)
    Jh, xh = J(h, x), h(x)
    E = np.outer(x - mu, x - mu) / (d * s**3)
    C("t", [Jh, (I - 1 / d) / s - E], {1: (I - 1 / d) / s + E})
    C("u", [Jh, (I - 1 / d - np.outer(xh, xh) / d) / s])
    g = r.normal()
    l = loss(r, d)
    W = lambda g, v: g * v / norm(v)
    dW = J(l, W(g, x))
    C("v", [J(lambda g: l(W(g, x)), g), dW @ x / n])
    C("w", [J(lambda v: l(W(g, v)), x), g / n * (I - O / n**2) @ dW], {1: g / n * (I + O / n**2) @ dW})


@source
def ridge_vault(r, C, X):
    d = r.randint(1, 4)
    n = d + r.randint(0, 4)
    lam, sig = r.uniform(0.3, 2, size=2)
    mu = np.full(d, lam) if r.rand() < 0.5 else r.uniform(0.1, 3, size=d)
    V = np.linalg.qr(r.normal(size=(d, d)))[0]
    U = np.linalg.qr(r.normal(size=(n, d)))[0]
    A = np.sqrt(n) * U @ np.diag(np.sqrt(mu)) @ V.T
    S = A.T @ A / n
    I = np.eye(d)
    R = inv(S + lam * I)
    x = r.normal(size=d)
    b = sig**2 * np.trace(S) / (4 * n)
    if r.rand() < 0.5:
        x *= 2 * np.sqrt(b) / lam / norm(x)
    a = x @ x / 4
    D = x - R @ S @ x
    C("a", [D, (I - R @ S) @ x, lam * R @ x], {1: (I + R @ S) @ x})
    bias = (A @ D) @ (A @ D) / n
    C("b", [bias, bias, D @ S @ D])
    C("c", [bias, lam**2 * x @ R @ S @ R @ x], {1: lam * x @ R @ S @ R @ x})
    C("d", [bias, x @ (lam**2 * S @ R @ R) @ x])
    top = (lam**2 * mu / (mu + lam) ** 2).max()
    C(
        "e",
        [np.linalg.eigvals(lam**2 * S @ R @ R).real.max(), top, lam**2 * mu / (4 * mu * lam), lam / 4 + 0 * mu],
        {3: lam / 2},
        le=(2,),
    )
    C("f", [bias, top * x @ x, lam / 4 * x @ x], le=(1, 2))
    K = A @ R @ A.T / n**1.5
    var = sig**2 * np.trace(K.T @ K)
    C("g", [var, var, sig**2 / n**3 * np.trace(A @ R @ A.T @ A @ R @ A.T)])
    C(
        "h",
        [var, sig**2 / n * np.trace(S @ R @ S @ R), sig**2 / n * np.trace(S @ S @ R @ R)],
        {2: sig**2 / n * np.trace(S @ S @ R)},
    )
    q = (mu**2 / (mu + lam) ** 2).sum()
    C("i", [np.trace(S @ S @ R @ R), q])
    C(
        "j",
        [q, (mu * (mu / (mu + lam) ** 2)).sum(), mu.sum() / (4 * lam), np.trace(S) / (4 * lam)],
        {2: mu.sum() / (8 * lam)},
        le=(2,),
    )
    C("k", [var, sig**2 * np.trace(S) / (4 * n * lam)], le=(1,))
    C("l", [bias + var, a * lam + b / lam], le=(1,))
    g = np.sqrt(a * lam * b / lam)
    C("m", [-a * lam - b / lam, -2 * g], {1: -4 * g}, le=(1,))
    C(
        "n",
        [
            0,
            2 * np.sqrt(a * b),
            2 * np.sqrt(x @ x / 4 * sig**2 * np.trace(S) / 4 / n),
            sig * norm(x) * np.sqrt(np.trace(S)) / (2 * np.sqrt(n)),
        ],
    )
    C("p", [2 * g, 2 * np.sqrt(a * b)], {0: 4 * g})


@source
def mds_note(r, C, X):
    p, n = r.randint(1, 4), r.randint(2, 6)
    A = r.normal(size=(p, n))
    D = np.array([[sq(A[:, i] - A[:, j]) for j in range(n)] for i in range(n)])
    K = A.T @ A
    k = np.diag(K)
    f = lambda s: k[:, None] + s * 2 * np.array([[A[:, i] @ A[:, j] for j in range(n)] for i in range(n)]) + k[None, :]
    C("a", [D, f(-1), k[:, None] - 2 * K + k[None, :]], {1: f(1)})
    G = np.array([[A[:, i] @ A[:, j] for j in range(n)] for i in range(n)])
    C("b", [K, G, G])
    E = np.ones((n, n))
    H = np.eye(n) - E / n
    T = A @ H
    C("c", [T, A - (A @ np.ones(n) / n)[:, None]])
    C("d", [T, A - A @ E / n, A @ H])
    C("e", [T.T @ T, -H @ D @ H.T / 2], {1: -H @ D @ H.T / 4})
    D = r.normal(size=(n, n))
    D = D + D.T
    d = np.diag(D)
    c = D - d[:, None] / 2 - d[None, :] / 2
    al = r.normal(size=n)
    al += (1 - al.sum()) / n
    H = np.eye(n) - np.outer(np.ones(n), al)
    B = -H @ D @ H.T / 2
    b = np.diag(B)
    C("f", [B, B, -H @ c @ H.T / 2])
    C("g", [c, b[:, None] + b[None, :] - 2 * B], {1: b[:, None] + b[None, :] - B})


@source
def rls_kalman(r, C, X):
    d, m = r.randint(1, 4, size=2)
    A, c = r.normal(size=(2, d, d))
    tr = np.trace
    C("a", [J(lambda A: tr(c @ A.T), A), c])
    C("b", [J(lambda A: tr(A @ c @ A.T), A), A @ c + A @ c.T], {1: A @ c - A @ c.T})
    x = r.normal(size=(m, d))
    P, R = r.normal(size=(d, d)), r.normal(size=(m, m))
    P, R = P @ P.T + np.eye(d), R @ R.T + np.eye(m)
    I = np.eye(d)
    joseph = lambda K: (I - K @ x) @ P @ (I - K @ x).T + K @ R @ K.T
    K = r.normal(size=(d, m))
    g = J(lambda K: tr(joseph(K)), K)
    h = J(lambda K: tr(K @ R @ K.T), K)
    E = I - K @ x
    C(
        "c",
        [g, g, g, g, (E @ P + E @ P.T) @ -x.T + h, 2 * E @ P @ -x.T + h, -2 * E @ P @ x.T + 2 * K @ R],
        {6: -2 * E @ P @ x.T - 2 * K @ R},
    )
    S = x @ P @ x.T + R
    s = inv(S)
    K = P @ x.T @ inv(x @ P @ x.T + R)
    p = joseph(K)
    C("d", [K, P @ x.T @ s])
    T = P @ x.T @ s
    C("e", [p, (I - T @ x) @ P @ (I - T @ x).T + T @ R @ s @ x @ P])
    A, B, c, D = r.normal(size=(d, d)), r.normal(size=(d, m)), r.normal(size=(m, d)), r.normal(size=(m, m))
    a = inv(A)
    w = a @ B @ inv(D - c @ a @ B) @ c @ a
    C("f", [inv(A - B @ inv(D) @ c), a + w], {1: a - w})
    q, v = inv(P), inv(R)
    C(
        "g",
        [inv(p), q + q @ P @ x.T @ inv(x @ P @ x.T + R - x @ P @ q @ (P @ x.T)) @ x @ P @ q, q + x.T @ v @ x],
        {2: q - x.T @ v @ x},
    )
    C("h", [p, inv(q + x.T @ v @ x)])
    C("i", [K, p @ x.T @ v])
    C("j", [p, (I - K @ x) @ P])
    C("k", [p @ q, I - K @ x])
    C("l", [p @ inv(p), p @ q + p @ x.T @ v @ x, I], {1: p @ q - p @ x.T @ v @ x})
    C("m", [I, I - K @ x + p @ x.T @ v @ x])
    C("n", [K, p @ x.T @ v])


@source
def bayes_equivalent(r, C, X):
    k, m = r.randint(2, 5, size=2)
    A, U, V, Cc = r.normal(size=(k, k)), r.normal(size=(k, m)), r.normal(size=(m, k)), r.normal(size=(m, m))
    B = inv(A)
    w = B @ U @ inv(inv(Cc) + V @ B @ U) @ V @ B
    C("a", [inv(A + U @ Cc @ V), B - w], {1: B + w})
    n, m = r.randint(2, 5, size=2)
    A = r.normal(size=(n, m))
    al, be = r.uniform(0.5, 2, size=2)
    I, K = np.eye(n), np.eye(m)
    b = I / be
    C(
        "b",
        [
            inv(I * be + A @ A.T / al),
            b - b @ A @ inv(inv(K / al) + A.T @ b @ A) @ A.T @ b,
            I / be - A @ inv(K * al + A.T @ A / be) @ A.T / be**2,
            I / be - A @ inv(K * al * be + A.T @ A) @ A.T / be,
        ],
        {3: I / be - A @ inv(K * al * al + A.T @ A) @ A.T / be},
    )
    n, p = r.randint(2, 5, size=2)
    H, y, x, mu, S = r.normal(size=(n, p)), r.normal(size=n), r.normal(size=n), r.normal(size=p), spd(r, p)
    s = r.uniform(1.2, 2)
    I, K = np.eye(n), np.eye(p)
    Cp = inv(inv(S) + H.T @ H / s**2)
    mup = Cp @ (H.T @ y / s**2 + inv(S) @ mu)
    M = s**2 * I + H @ S @ H.T
    Mi = inv(M)
    G = S @ H.T @ Mi
    C(
        "c",
        [Cp, Cp, S - S @ H.T @ inv(s**2 * I + H @ S @ H.T) @ H @ S, S - G @ H @ S],
        {2: S - S @ H.T @ inv(s**4 * I + H @ S @ H.T) @ H @ S},
    )
    q = (K - G @ H) @ mu
    C(
        "d",
        [
            mup,
            mup,
            (S - G @ H @ S) @ (H.T @ y / s**2 + inv(S) @ mu),
            q + (S @ H.T / s**2 - G @ H @ S @ H.T / s**2) @ y,
            q + S @ H.T @ (I - Mi @ H @ S @ H.T) @ y / s**2,
            q + G @ (M - H @ S @ H.T) @ x / s**2,
            mu - G @ H @ mu + G @ (s**2 * I + H @ S @ H.T - H @ S @ H.T) @ y / s**2,
            mu + G @ (y - H @ mu),
        ],
        {3: q + (S @ H.T / s**2 + G @ H @ S @ H.T / s**2) @ y, 7: mu + G @ (y + H @ mu)},
    )
    C("e", [mup, mu + G @ (y - H @ mu)])
    C("f", [Cp, S - G @ H @ S], {1: S + G @ H @ S})
    C("g", [Cp, S - G @ H @ S])


@source
def calculus_notes_zh(r, C, X):
    l = r.randint(2, 5)
    A, Cc, D, B1, B2, B3, B4 = r.normal(size=(7, l, l))
    x, a, b, e = r.normal(size=(4, l))
    u = lambda x: np.sin(B1 @ x) + B2 @ x
    v = lambda x: np.cos(B3 @ x) + (B4 @ x) ** 2
    U, V = J(u, x), J(v, x)
    I = np.eye(l)
    g = J(lambda x: u(x) @ A @ v(x), x)
    f1, f2 = u(x) @ A @ V, v(x) @ A.T @ U
    C("a", [g, g, J(lambda x: np.einsum("j,jk,k", u(x), A, v(x)), x), f1 + f2, f1 + f2, f1 + f2], {3: f1 - f2})
    C("b", [g, f1 + f2], {1: f1 + v(x) @ A @ U})
    C("c", [J(lambda x: u(x) @ v(x), x), u(x) @ V + v(x) @ U])
    C("d", [J(lambda x: a @ v(x), x), a @ V])
    C("e", [J(lambda x: a @ x, x), a @ J(lambda x: x, x), a], {2: b})
    C("f", [J(lambda x: b @ A @ x, x), b @ A], {1: a @ A})
    C("g", [J(lambda x: x @ A @ x, x), x @ A @ I + x @ A.T @ I, x @ (A + A.T)], {2: x @ (A - A.T)})
    C("h", [J(lambda x: x @ x, x), J(lambda x: norm(x) ** 2, x), 2 * x], {2: x})
    ab = np.outer(a, b)
    C(
        "k",
        [J(lambda x: (x @ b) * (a @ x), x), J(lambda x: (a @ x) * (x @ b), x), x @ (ab + ab.T)],
        {2: x @ (ab - ab.T)},
    )
    C(
        "l",
        [
            J(lambda x: (A @ x + b) @ Cc @ (D @ x + e), x),
            J(lambda x: x @ A.T @ Cc @ D @ x + b @ Cc @ D @ x + x @ A.T @ Cc @ e + b @ e, x),
            x @ (A.T @ Cc @ D + D.T @ Cc.T @ A) + b @ Cc @ D + e @ Cc.T @ A,
            (D @ x + e) @ Cc.T @ A + (A @ x + b) @ Cc @ D,
        ],
        {3: (D @ x + e) @ Cc.T @ A - (A @ x + b) @ Cc @ D},
    )
    N = lambda x: norm(x - a)
    d = x - a
    nd = norm(d)
    gN = J(N, x)
    C("m", [gN, gN, J(lambda x: np.sqrt(((x - a) ** 2).sum()), x), 0.5 * 2 * d / nd, d / nd], {3: 0.25 * 2 * d / nd})
    C("n", [gN, d / nd])
    Au = J(lambda x: A @ u(x), x)
    C("p", [Au, Au, J(lambda x: np.einsum("ik,k->i", A, u(x)), x), np.einsum("ik,kj->ij", A, U), A @ U])
    C("q", [Au, A @ U], {1: A.T @ U})
    uA = J(lambda x: u(x) @ A, x)
    C("r", [uA, uA, J(lambda x: A.T @ u(x), x), A.T @ U])
    C("s", [uA, A.T @ U], {1: A @ U})
    C("t", [J(lambda x: A @ x, x), A @ I, A])
    C("u", [J(lambda x: x @ A, x), A.T @ I, A.T], {2: A})
    w = lambda x: np.sin(a @ x) + x @ x
    W = J(w, x)
    vu = J(lambda x: w(x) * u(x), x)
    s1, s2 = w(x) * U, np.outer(u(x), W)
    C("v", [vu, vu, s1 + s2, s1 + s2], {2: s1 - s2})
    C("w", [vu, s1 + s2])
    Z = J(lambda x: (x - a) / norm(x - a), x)
    dd = np.outer(d, d)
    C("y", [Z, Z, I * nd / nd**2 - np.outer(d / nd**2, gN), I / nd - dd / nd**3])
    C("z", [Z, I / nd - dd / nd**3], {1: I / nd - dd / nd**2})


@source
def layernorm_paths(r_, C, X):
    d = r_.randint(2, 6)
    x, ga, be = r_.normal(size=(3, d))
    eps = r_.uniform(0.3, 1)
    L = loss(r_, d)
    tl = lambda x: x - x.sum() / d
    s2 = lambda t: (t * t).sum() / d
    xh = lambda t: t / np.sqrt(s2(t) + eps)
    y = lambda t: ga * xh(t) + be
    t = tl(x)
    h, s = xh(t), s2(t)
    r = np.sqrt(s + eps)
    gy = J(L, y(t))
    gh = J(lambda h: L(ga * h + be), h)
    C("a", [J(lambda g: L(g * h + be), ga), gy * h], {1: gy * ga})
    C("b", [J(lambda b: L(ga * h + b), be), gy])
    C("c", [gh, gh, gy * ga])
    C("e", [h, (x - x.sum() / d) / r])
    C("f", [J(lambda x: x.sum() / d, x), np.full(d, 1 / d)], {1: np.full(d, 2 / d)})
    C("g", [J(lambda x: s2(tl(x)), x), 2 * t / d])
    C("h", [1 / r, (s + eps) ** -0.5])
    ds = J(lambda s: 1 / np.sqrt(s + eps), np.array(s))
    C("k", [ds, -0.5 * (s + eps) ** -1.5, -0.5 * r**-3], {1: -0.5 * (s + eps) ** -0.5})
    C("l", [J(lambda s: t / np.sqrt(s + eps), np.array(s)), t * (-0.5 * r**-3), -t / (2 * r**3)])
    gs = J(lambda s: L(ga * t / np.sqrt(s + eps) + be), np.array(s))
    C("m", [gs, gs, (gh * (-t / (2 * r**3))).sum(), -(gh * t).sum() / (2 * r**3)])
    C("n", [gs, -(gh * h).sum() / (2 * r**2)], {1: -(gh * h).sum() / (2 * r**3)})
    gt = J(lambda t: L(y(t)), t)
    C("p", [gt, gh / r + gs * 2 * t / d])
    q = (gh * h).sum()
    C("q", [gt, gh / r - h / r * q / d, (gh - h / d * q) / r], {2: (gh - t / d * q) / r})
    gx = J(lambda x: L(y(tl(x))), x)
    C("s", [gx, gt - gt.sum() / d], {1: gt + gt.sum() / d})
    C("t", [gx, (gh - gh.sum() / d - h * q / d) / r], {1: (gh - gh.sum() / d + h * q / d) / r})
    C("u", [gx, (gh - gh.mean() - h * (gh * h).mean()) / r])


@source
def regression_chapter(r, C, X_):
    n = r.randint(3, 6)
    X, Y = r.normal(size=(2, n))
    mx, my = X.sum() / n, Y.sum() / n
    D = ((X - mx) ** 2).sum()
    b1 = ((X - mx) * (Y - my)).sum() / D
    b0 = my - b1 * mx
    k = (X - mx) / D
    F = b0 + b1 * X
    e = Y - F
    C("a", [b1, b1, ((X - mx) * Y).sum() / D, (k * Y).sum()], {2: ((X - mx) * X).sum() / D})
    Sxy = (X * Y).sum() - X.sum() * Y.sum() / n
    C("b", [D, X.sum() - X.sum() ** 2 / n, D])
    C("c", [Sxy, Sxy, (Y * (X - mx)).sum()], {2: (X * (X - mx)).sum()})
    C("e", [b1, Sxy / D], {1: D / D})
    C("f", [e, e, Y - (b0 + b1 * X)])
    C("g", [k.sum(), 0])
    C("h", [(k * X).sum(), 1], {1: 0})
    C("k", [(k**2).sum(), 1 / D])
    C("l", [k.sum(), (X - mx).sum() / D, (n * mx - n * mx) / D, 0])
    q = (X**2).sum()
    C(
        "m",
        [
            (k * X).sum(),
            ((X - mx) * X).sum() / D,
            (X**2 - X * mx).sum() / D,
            (q - mx * X.sum()) / D,
            (q - n * mx**2) / (X**2 - 2 * X * mx + mx**2).sum(),
            (q - n * mx**2) / (q - 2 * n * mx**2 + n * mx**2),
            1,
        ],
        {3: (q + mx * X.sum()) / D},
    )
    C("n", [(k**2).sum(), (((X - mx) / D) ** 2).sum(), D / ((X - mx) ** 4).sum(), 1 / D])
    C("p", [F, (b0 + b1 * mx) + b1 * (X - mx)], {1: (b0 + b1 * mx) + b0 * (X - mx)})
    C("q", [my, b0 + b1 * mx], {1: b0 - b1 * mx})
    C(
        "r",
        [
            e.sum(),
            (Y - F).sum(),
            Y.sum() - F.sum(),
            Y.sum() - (my + b1 * (X - mx)).sum(),
            n * my - n * my + b1 * n * (X[0] - mx),
            n * my - n * my + b1 * (n * mx - n * mx),
            0,
        ],
        {2: Y.sum() + F.sum()},
    )
    C("s", [e.sum(), Y.sum() - F.sum(), 0])
    C("t", [Y.sum(), F.sum()], {1: e.sum()})
    C(
        "u",
        [
            (X * e).sum(),
            (X * (Y - F)).sum(),
            (X * (Y - b0 - b1 * X)).sum(),
            (X * Y).sum() - b0 * X.sum() - b1 * q,
            b0 * X.sum() + b1 * X.sum() - b0 * X.sum() - b1 * X.sum(),
            0,
        ],
        {3: (X * Y).sum() - b0 * X.sum() + b1 * q},
    )
    C("v", [e @ np.ones(n), e.sum(), 0])
    C("w", [Y @ Y, F @ F + (Y - F) @ (Y - F)], {1: F @ F + (Y + F) @ (Y + F)})
    C("y", [Y @ Y, (F**2).sum() + (e**2).sum(), n * my**2 + b1**2 * D + (e**2).sum()])
    C("z", [(Y**2).sum() - n * my**2, b1**2 * D + (e**2).sum()])
    C("za", [((Y - my) ** 2).sum(), b1**2 * D + ((Y - F) ** 2).sum()], {1: b1**2 * D + ((Y + F) ** 2).sum()})
    C("zb", [(Y * e).sum(), 0])


@source
def lse_inequalities(r, C, X):
    n = r.randint(2, 6)
    x, y = r.normal(size=(2, n)) * r.choice([0.2, 1, 2])
    lse = lambda x: np.log(np.exp(x).sum())
    p = softmax(x) if r.rand() < 0.6 else softmax(r.normal(size=n))
    tau = r.uniform(0.3, 2)
    m = x.max()
    C("a", [np.exp(m), np.exp(x).sum(), np.exp(m) * n, n * np.exp(m)], {3: np.exp(m)}, le=(1, 2))
    C("b", [m, lse(x), m + np.log(n)], {2: m - np.log(n)}, le=(1, 2))
    C("c", [m / tau, lse(x / tau), m / tau + np.log(n)], le=(1, 2))
    C("e", [m, tau * lse(x / tau), m + tau * np.log(n)], {2: m - tau * np.log(n)}, le=(1, 2))
    a, b = np.exp(x).mean(), np.exp(x.mean())
    C("f", [-a, -b], {0: a, 1: b}, le=(1,))
    a, b = lse(x), x.mean() + np.log(n)
    C("g", [-a, -b], {0: a, 1: b}, le=(1,))
    q = (p * np.exp(x / 2)).sum() ** 2
    C("h", [-(np.exp(x / 2) ** 2).sum() * (p**2).sum(), -q], le=(1,))
    z = np.exp((p * x / 2).sum())
    C("k", [-q, -(z**2), -np.exp(p @ x)], {1: -(z**3)}, le=(1,))
    C("l", [-lse(x), -(p @ x - np.log((p**2).sum()))], {1: -(p @ x - np.log((p**3).sum()))}, le=(1,))
    t = 1 + r.uniform(0.1, 2)
    C("m", [-lse(x), -(p @ x - np.log((p**t).sum()) / (t - 1))], le=(1,))
    C("n", [-lse(x), -(p @ x - p @ np.log(p))], le=(1,))
    inf = np.abs(x - y).max()
    C("p", [abs(lse(x) - lse(y)), inf], le=(1,))
    f = lambda t: lse(t * x + (1 - t) * y)
    df = lambda t: J(f, np.array(t))
    lo, hi, g = 0.0, 1.0, f(1) - f(0)
    for _ in range(80):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if df(mid) < g else (lo, mid)
    ep = (lo + hi) / 2
    w = np.exp(ep * x + (1 - ep) * y)
    C("q", [df(ep), g, lse(x) - lse(y)])
    C("r", [df(ep), (w * (x - y)).sum() / w.sum()], {1: (w * (x + y)).sum() / w.sum()})
    C(
        "s",
        [
            abs(lse(x) - lse(y)),
            abs((w * (x - y)).sum() / w.sum()),
            (w * abs(x - y)).sum() / w.sum(),
            (w * inf).sum() / w.sum(),
            inf,
        ],
        {2: (w * abs(x + y)).sum() / w.sum()},
        le=(2, 3),
    )
    t = r.uniform(0.1, 0.9)
    a, b = t * lse(x) + (1 - t) * lse(y), lse(t * x + (1 - t) * y)
    C("t", [-a, -b], {0: a, 1: b}, le=(1,))
    h = lambda u: np.log(np.exp(x).sum() ** t * np.exp(y).sum() ** u)
    C("u", [a, h(1 - t)], {1: h(1 + t)})
    C("v", [-h(1 - t), -np.log(np.exp(t * x + (1 - t) * y).sum()), -b], le=(1,))


@source
def wiki_schwarz(r, C_, X):
    n = r.randint(2, 6)
    x, y = r.normal(size=(2, n))
    t = r.normal()
    A, B, C = x @ x, x @ y, y @ y
    C_(
        "a",
        [(x @ y) ** 2, (x * y).sum() ** 2, (x**2).sum() * (y**2).sum(), (x @ x) * (y @ y)],
        {3: (x @ x) ** 2},
        le=(2,),
    )
    C_(
        "b",
        [0, ((x * t + y) ** 2).sum(), (x**2 * t**2 + 2 * x * y * t + y**2).sum(), A * t**2 + 2 * B * t + C],
        {2: (x**2 * t**2 - 2 * x * y * t + y**2).sum()},
        le=(1,),
    )
    C_("c", [0, A * t**2 + 2 * B * t + C], {1: A * t**2 + 2 * B * t - C}, le=(1,))
    C_(
        "d",
        [0, A * (-B / A) ** 2 + 2 * B * (-B / A) + C, B**2 / A - 2 * B**2 / A + C, -(B**2) / A + C],
        {2: B**2 / A - 3 * B**2 / A + C},
        le=(1,),
    )
    C_("e", [0, -(B**2) / A + C], le=(1,))
    C_("f", [0, -(B**2) + A * C], {1: -(B**2) - A * C}, le=(1,))
    C_("g", [B**2, A * C], {1: A * B}, le=(1,))
    C_("h", [(x * y).sum() ** 2, (x**2).sum() * (y**2).sum()], le=(1,))
    C_("k", [(x @ y) ** 2, A * C], {0: A * C, 1: (x @ y) ** 2}, le=(1,))


@source
def pca_projection(r, C, X_):
    n, d = r.randint(3, 6), r.randint(2, 5)
    k = r.randint(1, d + 1)
    A = r.normal(size=(n, d))
    mu = A.mean(0)
    X = A - mu
    v, lam = r.normal(size=d), r.normal()
    S = sum(np.outer(t, t) for t in X) / n
    Var = ((X @ v) ** 2).mean()
    C(
        "a",
        [Var, Var, v @ (sum(np.outer(t, t) for t in X) / n) @ v],
        {2: v @ (2 * sum(np.outer(t, t) for t in X) / n) @ v},
    )
    C("b", [S, S, X.T @ X / n])
    C("c", [Var, v @ S @ v])
    C("e", [J(lambda v: v @ S @ v - lam * (v @ v - 1), v), 2 * S @ v - 2 * lam * v], {1: 2 * S @ v - lam * v})
    V = np.linalg.qr(r.normal(size=(d, d)))[0][:, :k]
    P = V @ V.T
    I = np.eye(d)
    z = X @ V
    xh = mu + z @ V.T
    R = X @ (I - P).T
    C("f", [z, xh @ V, (A - mu) @ V])
    C("g", [xh, mu + xh @ (V @ V.T), mu + xh @ P])
    C("h", [P @ P, P], {1: I})
    C("k", [P.T, P])
    C("l", [X, X @ P + X @ (I - P), z @ V.T + R], {1: X @ P + X @ (I + P)})
    q = lambda M: (M * M).sum(1)
    C("m", [((z @ V.T) * R).sum(1), 0])
    C("n", [q(X), q(z @ V.T) + q(R)], {1: q(z @ V.T) - q(R)})
    C("p", [q(z @ V.T), q(z)])
    C("q", [q(X), q(z) + q(R)], {1: q(R) + q(R)})


@source
def logistic_colab(r, C, X_):
    n, p = r.randint(2, 6), r.randint(2, 4)
    X, b, u = r.normal(size=(n, p)), r.normal(size=p), r.normal(size=p)
    Y = (r.rand(n) < 0.5).astype(float)
    q = lambda b: np.exp(X @ b) / (1 + np.exp(X @ b))
    w = 1 / (1 + np.exp(X @ b))
    P = q(b)
    lik = lambda b: np.prod(q(b) ** Y * (1 - q(b)) ** (1 - Y))
    f = lambda b: -np.log(lik(b))
    C("a", [0, 0, 0, lik(b), np.prod(P**Y * w ** (1 - Y))], {4: np.prod(P**Y * w ** (1 + Y))})
    S = (np.log(1 + np.exp(X @ b)) - Y * (X @ b)).sum()
    C("c", [f(b), S], {1: (np.log(1 + np.exp(X @ b)) + Y * (X @ b)).sum()})
    C("e", [f(b), f(b), S])
    g = J(f, b)
    h = 1e-5
    H = np.array([(J(f, b + h * e) - J(f, b - h * e)) / (2 * h) for e in np.eye(p)])
    near = lambda M: H if np.abs(H - M).max() < 1e-6 else M
    G = X.T @ (P - Y)
    A = np.einsum("i,ij,ik->jk", P * w, X, X)
    C("f", [g, G], {1: X.T @ (P + Y)})
    C("g", [H, near(A)])
    i = r.randint(n)
    x = X[i]
    Ai = P[i] * w[i] * np.outer(x, x)
    v = P[i] * w[i] * (x @ u) * (x @ u)
    C("h", [u @ Ai @ u, u @ (P[i] * w[i] * np.outer(x, x)) @ u, v])
    C("ha", [-v, 0], {0: v}, le=(1,))
    C("k", [f(b), f(b), S])
    C(
        "l",
        [g, np.einsum("i,ij->j", P, X) - np.einsum("i,ij->j", Y, X)],
        {1: np.einsum("i,ij->j", P, X) + np.einsum("i,ij->j", Y, X)},
    )
    C("m", [g, G])
    C("n", [H, near(A)])
    B = lambda k: np.einsum("i,ij,ik->jk", np.exp(X @ b) / (1 + np.exp(X @ b)) ** k, X, X)
    C("q", [H, near(B(2))], {1: B(3)})
    C("r", [f(b), np.ones(n) @ np.log(1 + np.exp(X @ b)) - Y @ X @ b])
    C("s", [g, G], {1: X.T @ (P + Y)})
    C("t", [H, near(X.T @ np.diag(P * w) @ X)])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
