"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_unseen.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source

HERE = pathlib.Path(__file__).parent


@source
def normalize_readme(r, C, X):
    d = r.randint(2, 6)
    p, w, b = r.normal(size=(3, d))
    c = r.normal()
    I = np.eye(d)
    qf = lambda p: p - p.sum() / d
    rf = lambda q: q / norm(q)
    of = lambda rr: c * rr * w + b
    L = loss(r, d)
    q = qf(p)
    s = norm(q)
    rr = rf(q)
    do = J(L, of(rr))
    C("a", [J(lambda b: L(c * rr * w + b), b), do])
    C("b", [J(lambda w: L(c * rr * w + b), w), do * (c * rr)], {1: do * (c * q)})
    dr = J(lambda x: L(of(x)), rr)
    C("c", [dr, do * (c * w)])
    R = J(rf, q)
    C(
        "d",
        [
            R,
            I / s - np.outer(q / s**2, J(norm, q)),
            I / s - np.outer(q / s**2, 0.5 * (q @ q) ** -0.5 * 2 * q),
            I / s - np.outer(q, q) / s**3,
            (I - np.outer(rr, rr)) / s,
        ],
        {3: I / s - np.outer(q, q) / s**2},
    )
    P = (I - np.outer(rr, rr)) / s
    C("e", [R, P], {1: (I + np.outer(rr, rr)) / s})
    dq = J(lambda q: L(of(rf(q))), q)
    C("f", [dq, R.T @ dr, P @ dr, (dr - (rr @ dr) * rr) / s], {3: (dr - (q @ dr) * rr) / s})
    dp = J(lambda p: L(of(rf(qf(p)))), p)
    C("g", [dp, dq @ J(qf, p), dq @ (I - 1 / d), dq - dq.sum() / d], {3: dq - dq.sum()})
    C("h", [dp, dq - dq.mean()])
    y = r.normal(size=d)
    C("i", [J(lambda x: L(of(rf(qf(x + y)))), p - y), dp])
    C("k", [J(lambda y: L(of(rf(qf(p - w + y)))), w), dp])


@source
def rmsnorm_readmes(r, C, X):
    N = r.randint(2, 6)
    x, w = r.normal(size=(2, N))
    eps = r.uniform(0.1, 1)
    L = loss(r, N)
    rms = lambda x: np.sqrt((x * x).sum() / N + eps)
    rf = lambda x: 1 / rms(x)
    h = rf(x) * x
    dy = J(L, h * w)
    g = dy * w
    C("a", [h, x / rms(x)])
    C("b", [J(lambda w: L(h * w), w), dy * h], {1: dy * x})
    C("c", [J(lambda h: L(h * w), h), dy * w])
    C("d", [J(rms, x), x / N / rms(x)])
    C("e", [J(rf, x), -x / N / rms(x) ** 3, -(rf(x) ** 3) / N * x], {1: x / N / rms(x) ** 3})
    t = rf(x)
    C(
        "f",
        [J(lambda x: L(rf(x) * x * w), x), t * g - t**3 / N * x * (g @ x)],
        {1: t * g - t**2 / N * x * (g @ x)},
    )
    B, H = r.randint(2, 5, size=2)
    x = r.normal(size=(B, H))
    w = r.normal(size=H)
    L = loss(r, B, H)
    rb = lambda x: np.sqrt((x * x).sum(1) / H + eps)
    yf = lambda w, x: w[None] * x / rb(x)[:, None]
    G = J(L, yf(w, x))
    q = rb(x)
    W = J(lambda w: yf(w, x), w)
    C(
        "g",
        [
            J(lambda w: L(yf(w, x)), w),
            np.einsum("bh,bhj->j", G, W),
            np.einsum("bh,bh,hj->j", G, x / q[:, None], np.eye(H)),
            (G * x / q[:, None]).sum(0),
        ],
        {3: (G * x / q[:, None] ** 2).sum(0)},
    )
    Lx, Y = J(lambda x: L(yf(w, x)), x), J(lambda x: yf(w, x), x)
    S = np.einsum("bh,bhij->ij", G, Y)
    C("h", [Lx, S])
    D = np.einsum("b,bi,hj->bhij", q, np.eye(B), np.eye(H)) - (x[:, :, None, None] * x[:, None, None, :] / H)
    X(1, S, np.einsum("bh,h,i,bhij->ij", G, w, 1 / q**2, D))


@source
def weight_norm_answer(r, C, X):
    k = r.randint(2, 6)
    v = r.normal(size=k)
    g = r.uniform(0.5, 2)
    L = loss(r, k)
    wf = lambda v, g: g / norm(v) * v
    w = wf(v, g)
    n = norm(v)
    Lv, Lw = J(lambda v: L(wf(v, g)), v), J(L, w)
    Lg = J(lambda g: L(wf(v, g)), np.array(g))
    C("a", [Lv, g / n * Lw - g * Lg / n**2 * v], {1: g / n * Lw - g * Lg / n**2 * w})
    W = J(lambda v: wf(v, g), v)
    M = g * np.eye(k) / n - g * np.outer(v, v) / n**3
    C("b", [W, W, M], {2: g * np.eye(k) / n - g * np.outer(v, v) / n**2})
    C(
        "c",
        [Lv, Lv, Lw @ W, Lw @ M, Lw * g / n - g * Lw @ np.outer(v, v) / n**3],
        {4: Lw * g / n + g * Lw @ np.outer(v, v) / n**3},
    )
    C("d", [Lv, Lv, Lw * g / n - g * (Lw @ v / n**3) * v])


@source
def hat_notebook(r, C, X):
    p = r.randint(1, 4)
    m = p + r.randint(1, 4)
    A = r.normal(size=(m, p))
    be, ep = r.normal(size=p), r.normal(size=m)
    K, I = inv(A.T @ A), np.eye(m)
    H = A @ K @ A.T
    M = I - H
    K2 = K @ K
    C("a", [H.T, (A @ K @ A.T).T, A @ (A @ K).T, A @ K.T @ A.T, A @ K @ A.T, H], {3: A @ K2.T @ A.T})
    C("b", [H @ H, A @ K @ A.T @ A @ K @ A.T, A @ K @ (A.T @ A) @ K @ A.T, A @ K @ A.T, H], {4: M})
    C(
        "c",
        [M @ M, (I - H) @ (I - H), I @ (I - H) - H @ (I - H), I - H - H + H @ H, I - 2 * H + H, I - H, M],
        {3: I - H - H - H @ H},
    )
    C("d", [H @ A, A @ K @ A.T @ A, A @ K @ (A.T @ A), A], {3: 2 * A})
    C("e", [M @ A, (I - A @ K @ A.T) @ A, A - A, 0 * A], {2: A + A})
    Y = A @ be + ep
    C("f", [Y - H @ Y, M @ Y, M @ (A @ be + ep), M @ A @ be + M @ ep, M @ ep], {4: H @ ep})


@source
def softmax_post(r, C, X):
    n = r.randint(2, 6)
    o = r.normal(size=n)
    y = r.uniform(0.1, 1, size=n)
    y /= y.sum()
    p, P = softmax(o), J(softmax, o)
    e, I, S = np.exp(o), np.eye(n), np.exp(o).sum()
    E = np.diag(e)
    Q = (E * S - np.outer(e, e)) / S**2
    C("a", [P, J(lambda o: np.exp(o) / np.exp(o).sum(), o), Q], {2: (E * S + np.outer(e, e)) / S**2})
    C("b", [np.diag(P), (e * S - e * e) / S**2, e / S * (S - e) / S, p * (1 - p)], {3: p * (1 + p)})
    K = -np.outer(e, e) / S / S
    C("c", [P, Q, K, -np.outer(p, p)], {3: -np.tile(p * p, (n, 1))})
    C("d", [P, I * p * (1 - p) - (1 - I) * np.outer(p, p)])
    lg = J(lambda o: np.log(softmax(o)), o)
    m = [
        J(lambda o: -(y * np.log(softmax(o))).sum(), o),
        -y @ lg,
        -np.einsum("i,i,ik->k", y, 1 / p, P),
        -(y / p) @ P,
        -y * (1 - p) + p * (y.sum() - y),
        -y + p * y.sum(),
        p - y,
    ]
    C("e", m, {3: -(y @ P) / p, 6: p + y})


@source
def layernorm_tensor(r, C, X):
    B, H = r.randint(2, 5, size=2)
    x = r.normal(size=(B, H))
    ga, be = r.normal(size=(2, H))
    eps = r.uniform(0.1, 1)
    mf = lambda x: x.sum(1) / H
    uf = lambda x, m: x - m[:, None]
    vf = lambda u: (u * u).sum(1) / H
    sf = lambda v: np.sqrt(v + eps)
    yf = lambda u, s, ga=ga, be=be: u / s[:, None] * ga + be
    L = loss(r, B, H)
    m = mf(x)
    u = uf(x, m)
    v = vf(u)
    s = sf(v)
    G = J(L, yf(u, s))
    dB, dH, one = np.eye(B), np.eye(H), np.ones(B)
    us = u / s[:, None]
    yg, yb = J(lambda g: yf(u, s, g), ga), J(lambda b: yf(u, s, ga, b), be)
    C("a", [yg, np.einsum("bh,hq->bhq", us, dH)], {1: np.einsum("bh,hq->bhq", us / s[:, None], dH)})
    C("b", [yb, np.einsum("b,hq->bhq", one, dH)])
    C("c", [J(lambda g: L(yf(u, s, g)), ga), np.einsum("bh,bhq->q", G, yg), (G * us).sum(0)])
    C("d", [J(lambda b: L(yf(u, s, ga, b)), be), np.einsum("bh,bhq->q", G, yb), G.sum(0)], {2: 2 * G.sum(0)})
    ys = J(lambda s: yf(u, s), s)
    T = np.einsum("bh,bp->bhp", u / s[:, None] ** 2 * ga, dB)
    C("e", [ys, J(lambda s: u * (1 / s)[:, None] * ga + be, s), -T], {2: T})
    Ls = J(lambda s: L(yf(u, s)), s)
    C(
        "f",
        [Ls, np.einsum("bh,bhp->p", G, ys), np.einsum("bh,bhp->p", G, -T), -(G * u * ga).sum(1) / s**2],
        {3: -(G * u * ga).sum(1) / s**3},
    )
    sv = J(sf, v)
    C("g", [sv, J(lambda v: (v + eps) ** 0.5, v), 0.5 * (v + eps) ** -0.5 * dB, dB / 2 / s], {3: dB / s})
    Lv = J(lambda v: L(yf(u, sf(v))), v)
    C("h", [Lv, Ls @ sv, Ls @ (dB / 2 / s[:, None]), Ls / 2 / s])
    C(
        "i",
        [Lv, Ls / 2 / s, -(G * u * ga).sum(1) / s**2 / 2 / s, -(G * u * ga).sum(1) / 2 / s**3],
        {3: (G * u * ga).sum(1) / 2 / s**3},
    )
    vu = J(vf, u)
    Z = np.einsum("bq,bp->bpq", u, dB)
    C("j", [vu, vu, 2 / H * np.einsum("bh,bp,hq->bpq", u, dB, dH), 2 / H * Z], {3: 1 / H * Z})
    yu = J(lambda u: yf(u, s), u)
    U = np.einsum("bh,bp,hq->bhpq", ga / s[:, None], dB, dH)
    C("k", [yu, J(lambda u: u / s[:, None] * ga + be, u), U])
    C(
        "l",
        [
            J(lambda u: L(yf(u, sf(vf(u)))), u),
            np.einsum("b,bpq->pq", Lv, vu) + np.einsum("bh,bhpq->pq", G, yu),
            np.einsum("b,bpq->pq", Lv, 2 / H * Z) + np.einsum("bh,bhpq->pq", G, U),
            Lv[:, None] * 2 * u / H + G * ga / s[:, None],
        ],
        {3: Lv[:, None] * 2 * u / H - G * ga / s[:, None]},
    )


@source
def thesis_layernorm(r, C, X):
    K, H = r.randint(2, 5, size=2)
    w = r.normal(size=(K, H))
    a = r.normal(size=K)
    ga, be = r.normal(size=(2, H))
    eps = r.uniform(0.1, 1)
    zf = lambda w: a @ w
    mf = lambda z: z.sum() / H
    vf = lambda z, m: ((z - m) ** 2).sum() / H
    hf = lambda z, m, v, ga=ga, be=be: ga * (z - m) / np.sqrt(v + eps) + be
    L = loss(r, H)
    z = zf(w)
    m = mf(z)
    v = vf(z, m)
    full = lambda z: L(hf(z, mf(z), vf(z, mf(z))))
    de, Lh = J(full, z), J(L, hf(z, m, v))
    zw = np.einsum("khh->kh", np.einsum("hkj->khj", J(zf, w)))
    C("a", [J(lambda w: full(zf(w)), w), de * zw, np.outer(a, de)], {2: np.outer(a, de**2)})
    Lv = J(lambda v: L(hf(z, m, v)), np.array(v))
    Lm = J(lambda m: L(hf(z, m, vf(z, m))), np.array(m))
    rt = np.sqrt(v + eps)
    C(
        "b",
        [
            de,
            Lh * np.diag(J(lambda z: hf(z, m, v), z)) + Lv * J(lambda z: vf(z, m), z) + Lm * J(mf, z),
            Lh * ga / rt + Lv * 2 / H * (z - m) + Lm / H,
        ],
        {2: Lh * ga / rt + Lv * 2 / H * (z + m) + Lm / H},
    )
    hv = J(lambda v: hf(z, m, v), np.array(v))
    C("c", [Lv, Lh @ hv])
    X(1, Lh @ hv, (Lh * ga * (z - m)).sum() * -0.5 * (v + eps) ** (-2 / 3))
    vm = J(lambda m: vf(z, m), np.array(m))
    S = Lh @ J(lambda m: hf(z, m, v), np.array(m)) + Lv * vm
    C("d", [Lm, S])
    X(2, S, -(Lh / rt).sum() + Lv / H * (-2 * (z - m)).sum())
    C(
        "e",
        [J(lambda g: L(hf(z, m, v, g)), ga), Lh * np.diag(J(lambda g: hf(z, m, v, g), ga)), Lh * (z - m) / rt],
        {2: Lh * z / rt},
    )
    C("f", [J(lambda b: L(hf(z, m, v, ga, b)), be), Lh * np.diag(J(lambda b: hf(z, m, v, ga, b), be)), Lh])


@source
def sherman_answers(r, C, X):
    n = r.randint(2, 5)
    A = r.normal(size=(n, n))
    u, v, b = r.normal(size=(3, n))
    B, I, uv = inv(A), np.eye(n), np.outer(u, v)
    R = B @ uv @ B
    t = v @ B @ u
    Q = inv(A + uv)
    C("a", [Q, B - R / (1 + t)], {1: B - R / (1 - t)})
    C("b", [(A + uv) @ Q, I, A @ Q + uv @ Q])
    Y = v @ Q
    C("c", [A @ Q + np.outer(u, Y), I])
    C("d", [v @ Q - Y, 0 * Y], {0: v @ Q + Y})
    C("e", [Q, B - np.outer(B @ u, Y), B - np.outer(B @ u, v @ B / (1 + t)), B - R / (1 + t)], {3: B + R / (1 + t)})
    C("f", [Q, B - R / (1 + t)], {1: B - R / (1 + v @ u)})
    x = inv(A - uv) @ b
    z, y = B @ u, B @ b
    al = v @ x
    C("g", [(A - uv) @ x, b])
    C("h", [x - z * (v @ x), y], {1: b})
    C("i", [al - v @ z * al, v @ y])
    last = B @ b + B @ u / (1 - t) * (v @ B @ b)
    C("j", [x, y + al * z, last], {2: B @ b - B @ u / (1 - t) * (v @ B @ b)})
    C("k", [x, (B + R / (1 - t)) @ b])
    x = Q @ b
    C("l", [(A + uv) @ x, b])
    C("m", [A @ x + (v @ x) * u, b])
    C("n", [x + (v @ x) * (B @ u), B @ b], {0: x - (v @ x) * (B @ u)})
    C("o", [v @ x + (v @ x) * (v @ B @ u), v @ B @ b])


@source
def covariance_threads(r, C, X):
    n = r.randint(2, 7)
    x, y = r.normal(size=(2, n))
    p, q = x.mean(), y.mean()
    S = ((x - p) * (y - q)).sum()
    a = x @ y - (x * q).sum() - (p * y).sum() + p * q * n
    C("a", [S, a], {1: x @ y - (x * q).sum() + (p * y).sum() + p * q * n})
    line = x @ y - q * p - p * y.sum() + p * q * n
    X(1, a, line)
    C("b", [n * p, x.sum()])
    nxt = x @ y - n * q * p - n * p * q + p * q * n
    X(2, line, nxt)
    C("c", [nxt, x @ y - n * q * p - n * p * q + n * p * q], {1: x @ y - n * q * p - n * p * q - n * p * q})
    C("d", [S, x @ y - n * q * p], {1: x @ y - q * p})
    C(
        "e",
        [S, (x * y - x * q - y * p + p * q).sum(), x @ y - q * x.sum() - p * y.sum() + n * p * q],
        {2: x @ y - q * x.sum() - p * x.sum() + n * p * q},
    )
    Z = np.c_[np.ones(n), x]
    h = Z @ np.linalg.lstsq(Z, y, rcond=None)[0]
    e = y - h
    m = [((y - q) ** 2).sum(), ((y - h + (h - q)) ** 2).sum(), e @ e + (h - q) @ e + ((h - q) ** 2).sum()]
    C("f", m, {2: e @ e + (h - q) @ e + ((h + q) ** 2).sum()})
    C("g", [(h - q) @ (y - h), (h - q) @ e, h @ e - (q * e).sum(), 0, 0])


@source
def lsq_wiki(r, C, X):
    D = r.randint(1, 5)
    t, x = r.normal(size=(2, D))
    y = r.normal()
    f = lambda t: 0.5 * (t @ x - y) ** 2
    h = t @ x
    m = [J(f, t), J(f, t), 2 * 0.5 * (h - y) ** 2 * x, (h - y) * x, (h - y) * x]
    C("a", m, {4: (h + y) * x})
    X(1, m[1], m[2])
    X(2, m[2], m[3])
    n = r.randint(2, 6)
    A = r.normal(size=(n, D))
    y = r.normal(size=n)
    rows = np.array([t @ A[i] for i in range(n)])
    Jt = 0.5 * ((rows - y) ** 2).sum()
    C("b", [rows, A @ t])
    C("c", [Jt, 0.5 * (A @ t - y) @ (A @ t - y)], {1: 0.25 * (A @ t - y) @ (A @ t - y)})
    f = lambda t: 0.5 * (A @ t - y) @ (A @ t - y)
    C("d", [J(f, t), A.T @ A @ t - A.T @ y])
    C("e", [Jt, 0.5 * (A @ t - y) @ (A @ t - y)])
    g1 = lambda t: 0.5 * (t @ A.T - y) @ (A @ t - y)
    g2 = lambda t: 0.5 * (t @ A.T @ A @ t - t @ A.T @ y - y @ A @ t + y @ y)
    m = [J(f, t), J(f, t), J(g1, t), J(g2, t)]
    m += [0.5 * (2 * A.T @ A @ t - A.T @ y - y @ A), A.T @ A @ t - A.T @ y]
    C("f", m, {4: 0.5 * (A.T @ A @ t - A.T @ y - y @ A)})


@source
def pca_notes(r, C, X):
    n, d = r.randint(2, 5), r.randint(2, 5)
    A = r.normal(size=(n, d))
    v, w = r.normal(size=(2, d))
    w /= norm(w)
    C("a", [norm(v) ** 2, v @ v])
    s = A @ w
    b = np.outer(s, w)
    sq = lambda M: (M * M).sum(1)
    C("b", [sq(A - b), ((A - b) * (A - b)).sum(1)], {0: sq(A + b)})
    dot = lambda P, Q: (P * Q).sum(1)
    C("c", [dot(A - b, A - b), dot(A, A) - 2 * dot(A, b) + dot(b, b)], {1: dot(A, A) - dot(A, b) + dot(b, b)})
    C("d", [sq(A - b), dot(A, A) - 2 * s**2 + s**2, dot(A, A) - s**2], {2: dot(A, A) + s**2})
    C("e", [dot(b, b), dot(np.outer(A @ w, w), np.outer(A @ w, w))])
    C("f", [dot(b, b), dot(np.outer(s, w), np.outer(s, w)), s**2 * (w @ w)], {2: s**3 * (w @ w)})
    D = d + 1
    A = r.normal(size=(D, n))
    U = np.linalg.qr(r.normal(size=(D, r.randint(1, d + 1))))[0]
    P, I = U @ U.T, np.eye(D)
    col = A.T
    g = sum(norm(c - P @ c) ** 2 for c in col)
    C(
        "g",
        [g, sum(c @ (I - P) @ c for c in col), np.trace((I - P) @ A @ A.T)],
        {2: np.trace((I + P) @ A @ A.T)},
    )
    C("h", [g, sum(c @ (I - P) @ (I - P) @ c for c in col)])


@source
def attention_post(r, C, X):
    n, h = r.randint(2, 5, size=2)
    Q, K, V = r.normal(size=(3, n, h))
    dk = r.uniform(0.5, 3)
    one = np.ones((1, n))
    L = loss(r, n, h)
    Wf = lambda Q, K: Q @ K.T / np.sqrt(dk)
    f2 = lambda B1: B1.sum(1, keepdims=True)
    f4 = lambda B3: B3 @ one
    W = Wf(Q, K)
    B1 = np.exp(W)
    B2 = f2(B1)
    B3 = 1 / B2
    B4 = f4(B3)
    B = B1 * B4
    X(1, W, Q @ K.T / dk)
    C(
        "a",
        [B, B1 * ((1 / B1.sum(1, keepdims=True)) @ one), B1 * ((1 / B2) @ one), B1 * (B3 @ one), B1 * B4],
        {4: B1 * B1},
    )
    G = J(L, B @ V)
    z1 = B.T @ G
    C("b", [J(lambda V: L(B @ V), V), B.T @ G], {1: B @ G})
    C("c", [B.T @ G, z1], {0: B @ G})
    z2 = J(lambda B: L(B @ V), B)
    X(2, z2, z1 @ V.T)
    X(3, z1 @ V.T, z2)
    z3 = J(lambda B4: L((B1 * B4) @ V), B4)
    C("d", [z3, B1 * z2, z3])
    z4 = J(lambda B3: L((B1 * f4(B3)) @ V), B3)
    C("e", [z4, z3.sum(1, keepdims=True), z4])
    z5 = J(lambda B2: L((B1 * f4(1 / B2)) @ V), B2)
    C("f", [z5, -1 / (B2 * B2) * z4, z5], {1: 1 / (B2 * B2) * z4})
    all1 = lambda B1: L((B1 * f4(1 / f2(B1))) @ V)
    z6 = J(all1, B1)
    X(4, z6, z5 @ one + z3 * B4)
    X(5, z5 @ one + z3 * B4, z6)
    z7 = J(lambda W: all1(np.exp(W)), W)
    C("g", [z7, B1 * z6, z7])
    C("h", [J(lambda Q: all1(np.exp(Wf(Q, K))), Q), z7 @ K / np.sqrt(dk)], {1: z7.T @ K / np.sqrt(dk)})
    X(6, J(lambda K: all1(np.exp(Wf(Q, K))), K), z7 @ Q / np.sqrt(dk))


@source
def projection_chapter(r, C, X):
    k = r.randint(1, 4)
    n = k + r.randint(1, 4)
    A = r.normal(size=(n, k))
    c = r.normal(size=(k, k))
    y = r.normal(size=n)
    Z = A @ c
    K = inv(A.T @ A)
    P = Z @ inv(Z.T @ Z) @ Z.T
    m = Z @ inv(c.T @ A.T @ A @ c) @ Z.T
    C("a", [P, P, m, m], {2: Z @ inv(c.T @ A.T @ A) @ Z.T})
    C("b", [Z @ inv(c) @ K @ inv(c.T) @ c.T @ A.T, A @ K @ A.T])
    be = K @ A.T @ y
    e = y - A @ be
    C("c", [y, A @ be + e])
    C("d", [e, y - A @ be], {1: y + A @ be})
    C("e", [A.T @ A @ be, A.T @ y])
    C("f", [A @ be, A @ K @ A.T @ y])


@source
def ridge_scratchpad(r, C, X):
    n, p = r.randint(2, 6), r.randint(1, 4)
    F = r.normal(size=(n, p))
    y, t = r.normal(size=n), r.normal(size=p)
    s, l = r.uniform(0.5, 2, size=2)
    ex = lambda t: y @ y - 2 * y @ F @ t + t @ F.T @ F @ t
    C("a", [norm(y - F @ t) ** 2, (y - F @ t) @ (y - F @ t), ex(t)], {2: ex(t) + y @ F @ t})
    Lf = lambda t: ((y - F @ t) ** 2).sum() / 2 / s**2 + l / 2 * (t * t).sum()
    C("b", [Lf(t), ex(t) / 2 / s**2 + l / 2 * norm(t) ** 2])
    g = -F.T @ y / s**2 + F.T @ F @ t / s**2
    C("c", [J(Lf, t), g + l * t], {1: g - l * t})
    ep = r.normal(size=n)
    y = F @ t + ep
    Q = inv(F.T @ F + l * s**2 * np.eye(p))
    C("d", [Q @ F.T @ y, Q @ F.T @ (F @ t + ep)])
    C("e", [Q @ F.T @ y, Q @ F.T @ F @ t + Q @ F.T @ ep], {1: Q @ F.T @ F @ t - Q @ F.T @ ep})


@source
def steepest_page(r, C, X):
    n = r.randint(2, 6)
    A = r.normal(size=(n, n))
    A = A @ A.T + np.eye(n)
    b, x = r.normal(size=(2, n))
    al = r.normal()
    r0 = b - A @ x
    C("a", [x + al * r0, x + al * (b - A @ x)], {1: x + al * (b + A @ x)})
    a0 = r0 @ r0 / (r0 @ A @ r0)
    x1 = x + a0 * r0
    r1 = b - A @ x1
    C("b", [r1, r0 - a0 * A @ r0], {1: r0 + a0 * A @ r0})
    a1 = r1 @ r1 / (r1 @ A @ r1)
    C("c", [b - A @ (x1 + a1 * r1), r1 - a1 * A @ r1])


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
