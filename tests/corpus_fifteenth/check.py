"""Numeric checks of the labels of this corpus, with numpy alone:  python -m tests.corpus_fifteenth.check

The functions and the loop are those of `tests/corpus/check.py`.
"""

import pathlib
import sys

import numpy as np

from tests.corpus.check import J, inv, loss, main, norm, softmax, source, spd

HERE = pathlib.Path(__file__).parent
tr = np.trace


def j(f, x):
    """the derivative of a number by a number"""
    return J(f, np.array(float(x)))[()]


def sig(z):
    return 1 / (1 + np.exp(-z))


def sq(v):
    return (v * v).sum()


def rest(n, j):
    return np.array([i for i in range(n) if i != j], int)


@source
def jp_tankaiki(r, C, X):
    N = r.randint(3, 7)
    x, y = r.normal(size=(2, N))
    a, b = r.normal(size=2)
    em = lambda a, b: ((y - a * x - b) ** 2).sum() / N
    C("4a", [j(lambda a: em(a, b), a), -2 / N * (x * (y - a * x - b)).sum()])
    C("4b", [j(lambda b: em(a, b), b), -2 / N * (y - a * x - b).sum()], {1: -1 / N * (y - a * x - b).sum()})
    a, b = np.polyfit(x, y, 1)
    C(
        "6a",
        [(x * y).sum() - a * (x * x).sum() - b * x.sum(), 0.0],
        {0: (x * y).sum() - a * (x * y).sum() - b * x.sum()},
    )
    C("6b", [y.sum() - a * x.sum() - b * N, 0.0])
    A, B, c_, D = (x * y).sum(), (x * x).sum(), x.sum(), y.sum()
    C("8a", [np.ones(N).sum(), N])
    C("9a", [A - a * B - b * c_, 0.0])
    C("9b", [D - a * c_ - b * N, 0.0], {0: D - a * B - b * N})
    den = x.sum() ** 2 - N * (x**2).sum()
    fa = (x.sum() * y.sum() - N * (x * y).sum()) / den
    fb = (x.sum() * (x * y).sum() - (x**2).sum() * y.sum()) / den
    C("10a", [a, (c_ * D - N * A) / (c_**2 - N * B), fa], {1: (c_ * D + N * A) / (c_**2 - N * B)})
    C("10b", [b, (A * c_ - B * D) / (c_**2 - N * B), fb], {2: (x.sum() * (x * y).sum() - x.sum() * y.sum()) / den})
    sxx = (x**2).sum() / N - (x.sum() / N) ** 2
    sxy = (x * y).sum() / N - x.sum() / N * y.sum() / N
    gb = ((x**2).sum() * y.sum() - x.sum() * (x * y).sum()) / (N**2 * sxx)
    C("12a", [a, fa, sxy / sxx], {2: sxx / sxy})
    C("12b", [b, fb, gb])
    x1 = x / sxx
    C("13a", [a, (x1 * y).sum() / N - x1.sum() / N * y.sum() / N])
    X(1, b, ((x1**2).sum() * y.sum() - x1.sum() * (x1 * y).sum()) / N**2)
    E = x.sum() / N
    c = (x - E) / sxx
    C(
        "14a",
        [a, ((x * y).sum() - x.sum() * y.sum() / N) / sxx / N, (c * y).sum() / N, (c * y).sum() / N],
        {1: ((x * y).sum() + x.sum() * y.sum() / N) / sxx / N},
    )
    ab, bb = r.normal(size=2)
    m = (c * (ab * x + bb)).sum() / N
    C("15a", [m, m, m, m, ab / N * (c * x).sum() + bb / N * c.sum()])
    C(
        "16a",
        [
            (c * x).sum() / N,
            (c * x).sum() / N,
            (x * x / N - x * E / N).sum() / sxx,
            ((x * x / N).sum() - E * (x / N).sum()) / sxx,
            ((x**2).sum() / N - E**2) / sxx,
            1.0,
        ],
        {3: ((x * x / N).sum() - E * x.sum()) / sxx},
    )
    u = (x / N - E).sum() / sxx
    C("16b", [c.sum() / N, ((x - E) / sxx).sum() / N, u, (E - E) / N / sxx, 0.0])
    X(2, ((x - E) / sxx).sum() / N, u)
    X(3, u, (E - E) / N / sxx)
    C("17a", [0.0, ab / N * (c * x).sum() + bb / N * c.sum(), ab])
    xb, yb, x2, xy = E, y.sum() / N, (x**2).sum() / N, (x * y).sum() / N
    C(
        "18a",
        [
            b,
            ((x**2).sum() * y.sum() - x.sum() * (x * y).sum()) / (N**2 * sxx),
            (x2 * yb - xb * xy) / sxx,
            (x2 * yb - xb * xy + xb**2 * yb - xb**2 * yb) / sxx,
            (yb * (x2 - xb**2) - xb * (xy - xb * yb)) / sxx,
            (yb * sxx - xb * sxy) / sxx,
            yb - xb * sxy / sxx,
            yb - xb * a,
        ],
        {2: (x2 * yb - yb * xy) / sxx, 7: yb + xb * a},
    )
    M = r.randint(1, N)
    P = r.normal(size=(N, M))
    w = r.normal(size=M)
    C("20c", [J(lambda w: ((y - P @ w) ** 2).sum() / N, w), -2 / N * P.T @ (y - P @ w)])
    w = inv(P.T @ P) @ P.T @ y
    C("21b", [P.T @ y - P.T @ P @ w, np.zeros(M)], {0: P.T @ y + P.T @ P @ w})
    C("21c", [P.T @ P @ w, P.T @ y])
    C("21d", [w, np.linalg.lstsq(P, y, rcond=None)[0]])
    C("21e", [w, np.linalg.lstsq(P, y, rcond=None)[0]])
    lam = r.uniform(0.2, 2)
    w = r.normal(size=M)
    C(
        "22b",
        [
            J(lambda w: ((y - P @ w) ** 2).sum() + lam * (w * w).sum(), w),
            -2 * P.T @ (y - P @ w) + 2 * lam * w,
        ],
    )
    I = np.eye(M)
    w = np.linalg.lstsq(np.vstack([P, np.sqrt(lam) * I]), np.concatenate([y, np.zeros(M)]), rcond=None)[0]
    C("23b", [-P.T @ y + (P.T @ P + lam * I) @ w, np.zeros(M)])
    C("23c", [(P.T @ P + lam * I) @ w, P.T @ y], {0: (P.T @ P - lam * I) @ w})
    C("23d", [w, inv(P.T @ P + lam * I) @ P.T @ y])
    C("23e", [w, inv(P.T @ P + lam * I) @ P.T @ y])


@source
def jp_softmax_batch(r, C, X):
    m, n = r.randint(1, 4), r.randint(2, 5)
    x = r.normal(size=(m, n))
    t = r.uniform(0.1, 1, size=(m, n))
    t /= t.sum(1, keepdims=True)
    Y = lambda x: np.exp(x) / np.exp(x).sum(1, keepdims=True)
    L = lambda x: -(t * np.log(Y(x))).sum() / m
    lse = lambda x: np.log(np.exp(x).sum(1))
    C("2a", [L(x), -(t * x).sum() / m + (t * lse(x)[:, None]).sum() / m])
    C("3a", [J(lambda x: -(t * x).sum() / m, x), -t / m])
    D = J(lambda x: (t * lse(x)[:, None]).sum() / m, x)
    p, q = r.randint(m), r.randint(n)
    d2 = J(lambda x: (t[p] * lse(x)[p]).sum() / m, x)[p, q]
    d3 = J(lambda x: lse(x)[p] * t[p].sum() / m, x)[p, q]
    y = Y(x)
    C(
        "3b",
        [D[p, q], d2, d3, y[p, q] * t[p].sum() / m, y[p, q] * t[p].sum() / m],
        {3: x[p, q] / np.exp(x[p]).sum() * t[p].sum() / m},
    )
    C("4a", [J(L, x), (y - t) / m], {1: (y + t) / m})
    C("5a", [J(L, x), (y - t) / m])


@source
def ko_backprop(r, C, X):
    x, w, b, t = r.normal(size=4)
    A = lambda x, w, b: x * w + b
    E = lambda y: 0.5 * (y - t) ** 2
    a = A(x, w, b)
    y = sig(a)
    Ey, ya = j(E, y), j(sig, a)
    aw, ab, ax = j(lambda w: A(x, w, b), w), j(lambda b: A(x, w, b), b), j(lambda x: A(x, w, b), x)
    Ew = j(lambda w: E(sig(A(x, w, b))), w)
    Eb = j(lambda b: E(sig(A(x, w, b))), b)
    Ex = j(lambda x: E(sig(A(x, w, b))), x)
    s = np.exp(-a) / (1 + np.exp(-a)) ** 2
    C("15", [Ew, Ey * ya * aw])
    C("16", [Eb, Ey * ya * ab], {1: Ey * ya * aw})
    C("17", [Ey, j(lambda y: 0.5 * (y - t) ** 2, y), y - t], {2: y + t})
    C("18", [ya, j(sig, a), s])
    C("19", [aw, aw, x], {2: w})
    C("20", [ab, ab, 1.0])
    C("21", [Ew, Ey * ya * aw, (y - t) * s * x], {2: (y - t) * y * x})
    C("22", [Eb, Ey * ya * ab, (y - t) * s])
    C("23", [ya, j(sig, a), sig(a) * (1 - sig(a)), y * (1 - y)], {2: sig(a) * (1 + sig(a))})
    C("26", [ax, ax, w], {2: b})
    C("27", [Ex, Ey * ya * ax, (y - t) * s * w], {2: (y - t) * s * x})


@source
def it_adaline(r, C, X):
    n, d = r.randint(2, 6, size=2)
    P = r.normal(size=(n, d))
    w = r.normal(size=d)
    y = r.normal(size=n)
    C("a", [w @ P[0], w @ P[0], w @ P[0]])
    Jf = lambda w: 0.5 * ((y - P @ w) ** 2).sum()
    k = r.randint(d)
    e = y - P @ w
    d1 = J(lambda w: y - P @ w, w)[:, k]
    dp = J(lambda w: y + P @ w, w)[:, k]
    C("d", [J(Jf, w)[k], J(Jf, w)[k], (e * d1).sum(), (e * -P[:, k]).sum(), -(P[:, k] * e).sum()], {2: (e * dp).sum()})
    C("f", [J(Jf, w), -P.T @ e], {1: P.T @ e})
    y = r.randint(0, 2, size=n).astype(float) * 0.8 + 0.1
    i = r.randint(n)
    ph = lambda w: sig(w @ P[i])
    l = lambda w: y[i] * np.log(ph(w)) + (1 - y[i]) * np.log(1 - ph(w))
    p, dl, dph = ph(w), J(l, w)[k], J(ph, w)[k]
    C("g", [dl, (y[i] / p - (1 - y[i]) / (1 - p)) * dph], {1: (y[i] / p + (1 - y[i]) / (1 - p)) * dph})
    z = w @ P[i]
    C(
        "h",
        [
            dph,
            J(lambda w: 1 / (1 + np.exp(-(w @ P[i]))), w)[k],
            P[i, k] * np.exp(-z) / (1 + np.exp(-z)) ** 2,
            P[i, k] * p * (1 - p),
        ],
        {2: P[i, k] * np.exp(-z) / (1 + np.exp(-z)) ** 3},
    )
    C("i", [dl, (y[i] - p) / (p * (1 - p)) * P[i, k] * p * (1 - p), P[i, k] * (y[i] - p)])
    Jl = lambda w: -(y * np.log(sig(P @ w)) + (1 - y) * np.log(1 - sig(P @ w))).sum()
    g = (P[:, k] * (y - sig(P @ w))).sum()
    C("j", [J(Jl, w)[k], -g], {1: g})


@source
def ru_gradient(r, C, X):
    N, M = r.randint(2, 6, size=2)
    P = r.normal(size=(N, M))
    w = r.normal(size=M)
    t = r.normal(size=N)
    E = lambda w: 0.5 * ((t - P @ w) ** 2).sum()
    g = J(E, w)
    e = P @ w - t
    D = J(lambda w: t - P @ w, w)
    C("c", [g, J(lambda w: 0.5 * ((t - P @ w) ** 2).sum(), w)])
    C("d", [g, (t - P @ w) @ D], {1: (t + P @ w) @ D})
    C("f", [J(lambda w: P @ w, w), P])
    C("g", [D, -P], {1: P})
    C("h", [g, -(t - P @ w) @ P])
    C("i", [g, e @ P])
    C("j", [g, e @ P], {1: (P @ w + t) @ P})
    C("m", [g, e @ P])
    C("s", [g, e @ P])
    C("t", [g, e @ P], {1: t @ P})


@source
def zh_logistic(r, C, X):
    w1, w2, x1, x2, b = r.normal(size=5)
    y = r.uniform(0.1, 0.9)
    z = lambda w1: w1 * x1 + w2 * x2 + b
    L = lambda h: -(y * np.log(h) + (1 - y) * np.log(1 - h))
    h = sig(z(w1))
    zw = j(z, w1)
    C(
        "b",
        [
            j(lambda w1: L(sig(z(w1))), w1),
            j(L, h) * j(sig, z(w1)) * zw,
            -(y / h - (1 - y) / (1 - h)) * h * (1 - h) * zw,
            (h - y) / (h * (1 - h)) * h * (1 - h) * zw,
            (h - y) * zw,
        ],
        {2: -(y / h + (1 - y) / (1 - h)) * h * (1 - h) * zw},
    )


@source
def zh_slp(r, C, X):
    x = r.uniform(0.2, 3)
    z = r.normal()
    C("a", [j(np.log, x), 1 / x])
    C("b", [j(sig, z), sig(z) * (1 - sig(z))], {1: sig(z) * (z - sig(z))})
    n = r.randint(1, 5)
    w, v = r.normal(size=(2, n))
    b, y = r.normal(size=2)
    s = lambda w: sig(w @ v + b)
    L = lambda w: -(y * np.log(s(w)) + (1 - y) * np.log(1 - s(w)))
    g = J(L, w)
    C("d", [g, g, -(J(lambda w: y * np.log(s(w)), w) + J(lambda w: (1 - y) * np.log(1 - s(w)), w))])
    p = s(w)
    C("e", [g, -y / p * J(s, w) - (1 - y) / (1 - p) * J(lambda w: 1 - s(w), w)])
    C(
        "f",
        [g, -(y / p - (1 - y) / (1 - p)) * J(s, w)],
        {1: -(y / p - (1 - y) / (1 - p)) * J(lambda w: sig(w @ v - b), w)},
    )


@source
def shermor_insight(r, C, X):
    n = r.randint(2, 5)
    u, v, y = r.normal(size=(3, n))
    A = r.normal(size=(n, n)) + 2 * np.eye(n)
    B = inv(A)
    W = np.outer(u, v)
    k = 1 + v @ B @ u
    C("a", [inv(A + W), B - B @ W @ B / k], {1: B + B @ W @ B / k})
    C("b", [np.linalg.det(A + W), np.linalg.det(A) * k])
    C("c", [(np.eye(n) + W) @ u, u + W @ u, (1 + v @ u) * u], {2: (1 + v @ u) * v})
    x = inv(A + W) @ y
    s = v @ x
    C("e", [A @ x, y - W @ x])
    C("f", [x, B @ y - B @ W @ x], {1: B @ y + B @ W @ x})
    C("g", [x, B @ y - B @ u * s])
    C("h", [s, v @ x, v @ B @ y - v @ B @ u * s])
    C("i", [k * s, v @ B @ y])
    C("j", [s, v @ B @ y / k], {1: v @ B @ y / (1 - v @ B @ u)})


@source
def quadform_kiwix(r, C, X):
    n = r.randint(2, 5)
    A = r.normal(size=(n, n))
    x, h = r.normal(size=(2, n))
    t = r.normal()
    q = lambda v: v @ A @ v
    C(
        "c",
        [
            q(x + t * h),
            (x + t * h) @ A @ (x + t * h),
            x @ A @ x + x @ A @ h * t + t * h @ A @ x + t * h @ A @ h * t,
            q(x) + t * x @ A @ h + t * x @ A.T @ h + t**2 * h @ A @ h,
            q(x) + t * x @ (A + A.T) @ h + t**2 * h @ A @ h,
        ],
        {2: x @ A @ x + x @ A @ h * t - t * h @ A @ x + t * h @ A @ h * t},
    )
    C("f", [h @ A @ x, h @ (A @ x), (A @ x) @ h, (x @ A) @ h, x @ A @ h], {2: (A @ x) @ x})
    X(1, (A @ x) @ h, (x @ A) @ h)


@source
def frob_transposed(r, C, X):
    m, n, k = r.randint(1, 5, size=3)
    T, Z, Y = r.normal(size=(m, k)), r.normal(size=(m, n)), r.normal(size=(k, n))
    R = Y - T.T @ Z
    C("a", [(R * R).sum(), tr(R.T @ R)])
    C(
        "b",
        [2 * Z @ Z.T @ T - 2 * Z @ Y.T, 2 * Z @ (Z.T @ T - Y.T), 2 * Z @ (T.T @ Z - Y).T],
        {2: 2 * Z @ (T.T @ Z + Y).T},
    )
    A = r.normal(size=(n, k))
    f = (A * A).sum()
    C("c", [f, tr(A.T @ A), f])
    C("d", [(-A * -A).sum(), (-A * -A).sum(), f], {1: (-A * A).sum()})
    C("e", [(A.T * A.T).sum(), tr(A @ A.T), f], {1: 2 * tr(A @ A.T)})


@source
def frob_number(r, C, X):
    m, n, p = r.randint(1, 5, size=3)
    A, B, Y = r.normal(size=(m, n)), r.normal(size=(m, p)), r.normal(size=(n, p))
    C("a", [J(lambda Y: ((A @ Y - B) ** 2).sum(), Y), 2 * A.T @ (A @ Y - B)])
    B = r.normal(size=(m, n))
    x = r.normal()
    f = lambda x: ((A * x - B) ** 2).sum()
    C(
        "b",
        [f(x), tr((A * x - B).T @ (A * x - B)), tr(x * A.T @ A * x - B.T @ A * x - x * A.T @ B + B.T @ B)],
        {2: tr(x * A.T @ A * x - B.T @ A * x - x * A.T @ B - B.T @ B)},
    )
    a, b, c = tr(A.T @ A), tr(B.T @ A), tr(A.T @ B)
    C(
        "c",
        [j(f, x), j(lambda x: x**2 * a, x) - j(lambda x: x * b, x) - j(lambda x: x * c, x), 2 * x * a - b - c],
        {2: x * a - b - c},
    )


@source
def sst_crossvalidated(r, C, X):
    n = r.randint(4, 8)
    P = np.column_stack([np.ones(n), r.normal(size=n)])
    y = r.normal(size=n)
    h = P @ np.linalg.lstsq(P, y, rcond=None)[0]
    m = y.mean()
    sst = ((y - m) ** 2).sum()
    C("a", [sst, ((y - h) ** 2).sum() + ((h - m) ** 2).sum()])
    e = y - h
    C(
        "b",
        [sst, ((y - h + h - m) ** 2).sum(), (e**2).sum() + 2 * (e * (h - m)).sum() + ((h - m) ** 2).sum()],
        {2: (e**2).sum() + 2 * (e * (h - m)).sum() - ((h - m) ** 2).sum()},
    )
    C("c", [(e * (h - m)).sum(), (e * h).sum() - m * e.sum()], {1: (e * y).sum() - m * e.sum()})
    p = r.randint(1, n)
    Q = r.normal(size=(n, p))
    G = inv(Q.T @ Q)
    b = G @ Q.T @ y
    C(
        "d",
        [
            (y - Q @ b) @ Q @ b,
            (y - Q @ b) @ Q @ b,
            (y - Q @ G @ Q.T @ y) @ Q @ b,
            y @ (Q - Q @ G @ Q.T @ Q) @ b,
            y @ (Q - Q) @ b,
            0.0,
        ],
        {4: y @ (Q + Q) @ b},
    )


@source
def ridge_spectral(r, C, X):
    n = r.randint(2, 6)
    p = r.randint(1, n + 1)
    U = np.linalg.qr(r.normal(size=(n, p)))[0]
    V = np.linalg.qr(r.normal(size=(p, p)))[0]
    D = np.diag(r.uniform(0.5, 2, size=p))
    Q = U @ D @ V.T
    C(
        "d",
        [
            inv(Q.T @ Q) @ Q.T,
            inv((U @ D @ V.T).T @ (U @ D @ V.T)) @ (U @ D @ V.T).T,
            inv(V @ D @ U.T @ U @ D @ V.T) @ (V @ D @ U.T),
            V @ inv(D) @ inv(D) @ V.T @ V @ D @ U.T,
            V @ inv(D) @ U.T,
        ],
        {2: inv(V @ D @ U.T @ U @ D @ V.T) @ (V @ inv(D) @ U.T), 4: V @ D @ U.T},
    )


@source
def cov_psd(r, C, X):
    n, k = r.randint(2, 6), r.randint(1, 5)
    P = r.normal(size=(n, k))
    y = r.normal(size=k)
    m = P.mean(0)
    Q = (P - m).T @ (P - m) / n
    s = sum(y @ np.outer(x - m, x - m) @ y for x in P) / n
    C(
        "d",
        [
            y @ Q @ y,
            y @ (sum(np.outer(x - m, x - m) for x in P) / n) @ y,
            s,
            sum(((x - m) @ y) ** 2 for x in P) / n,
            0.0,
        ],
        {2: 2 * s},
        ge=(4,),
    )


@source
def mle_covariance(r, C, X):
    n, d = r.randint(2, 6), r.randint(2, 4)
    P = r.normal(size=(n, d))
    m = r.normal(size=d)
    S = spd(r, d)
    R = P - m
    ld = lambda S: np.log(np.linalg.det(S))
    qf = lambda S: sum(x @ inv(S) @ x for x in R)
    c = d * np.log(2 * np.pi)
    l1 = J(lambda S: -n / 2 * (c + ld(S)) - qf(S), S)
    l2 = -n / 2 * J(ld, S) - 0.5 * J(lambda S: tr(inv(S) @ R.T @ R), S)
    l3 = -n / 2 * inv(S) + 0.5 * inv(S) @ inv(S) @ R.T @ R
    X(1, l1, l2)
    X(2, l2, l3)
    C("b", [J(lambda S: -n / 2 * (c + ld(S)), S), -n / 2 * J(ld, S)], {1: n / 2 * J(ld, S)})
    a, x = r.uniform(0.2, 3, size=2)
    C("c", [j(lambda x: np.log(a * x), x), 1 / (a * x) * a, 1 / x], {2: 1 / a})
    C("d", [J(ld, S), inv(S)])
    C("e", [R[0] @ inv(S) @ R[0], tr(inv(S) @ np.outer(R[0], R[0]))])
    a, b, cc, dd, x, y = r.normal(size=6)
    C(
        "f",
        [np.array([x, y]) @ np.array([[a, b], [cc, dd]]) @ np.array([x, y]), a * x**2 + (b + cc) * x * y + dd * y**2],
        {1: a * x**2 + (b - cc) * x * y + dd * y**2},
    )


@source
def layernorm_question(r, C, X):
    N = r.randint(3, 7)
    x = r.normal(size=N)
    mu = lambda x: x.sum() / N
    sd = lambda x: np.sqrt(((x - mu(x)) ** 2).sum() / N)
    m, s = mu(x), sd(x)
    C("g", [J(mu, x), np.full(N, 1 / N)], {1: np.full(N, 2 / N)})
    I = np.eye(N)
    p1 = np.array([sum(2 * (x[k] - m) * (I[k, l] - 1 / N) for k in range(N)) / N for l in range(N)])
    # with i in the place of k: for each i and j
    p2 = np.array(
        [[2 / N * sum((x[k] - m) * I[i, l] - (x[k] - m) / N for k in range(N)) for l in range(N)] for i in range(N)]
    )
    p3 = 2 / N * ((x - m) - (x - m).sum() / N)
    p4 = 2 / N * ((x - m) - x.sum() / N + N * m / N)
    p5 = 2 / N * ((x - m) - m - m)
    p6 = 2 / N * (x - m)
    X(1, p1, p2)
    X(2, p2, p3)
    C("j", [p1, p1, p2, p3, p4, p5, p6])
    X(3, p4, p5)
    X(4, p5, p6)
    v = ((x - m) ** 2).sum() / N
    C(
        "k",
        [J(sd, x), 0.5 * v**-0.5 * 2 / N * (x - m), 1 / N * (1 / s) * (x - m), (x - m) / (N * s)],
        {2: 1 / N * s * (x - m)},
    )


@source
def pairwise_mo(r, C, X):
    n = r.randint(3, 7)
    x = r.normal(size=n)
    e = x - x.mean()
    C(
        "b",
        [
            np.outer(e, e).sum(),
            e.sum() * e.sum(),
            (e * (x.sum() - n * x.mean())).sum(),
            (e * (n * x.mean() - n * x.mean())).sum(),
            0.0,
        ],
        {0: n * (e * e).sum()},
    )


@source
def pairwise_se(r, C, X):
    n = r.randint(2, 7)
    x = r.normal(size=n)
    D = (x[:, None] - x[None, :]) ** 2
    C("a", [((x - x.mean()) ** 2).mean(), D.sum() / 2 / n**2, np.triu(D, 1).sum() / n**2], {1: D.sum() / 4 / n**2})
    p = r.uniform(0.1, 1, size=n)
    p /= p.sum()
    m = (x * p).sum()
    s2 = ((x - m) ** 2 * p).sum()
    e = x - m
    E1, E2, W = e[:, None], e[None, :], np.outer(p, p)
    C(
        "c",
        [
            (D * W).sum(),
            ((E1 - E2) ** 2 * W).sum(),
            ((E1**2 - 2 * E1 * E2 + E2**2) * W).sum(),
            s2 - 2 * (m - m) * (m - m) + s2,
            2 * s2,
        ],
        {2: ((E1**2 - 2 * E1 * E2 - E2**2) * W).sum()},
    )


@source
def nabla_quadform(r, C, X):
    n = r.randint(2, 5)
    A = r.normal(size=(n, n))
    x, h = r.normal(size=(2, n))
    f = lambda x: x @ A @ x
    g = J(f, x)
    C("a", [g, (A + A.T) @ x], {1: (A - A.T) @ x})
    C("b", [g, J(lambda x: x @ (A @ x), x)])
    C("c", [g, J(lambda x: x @ (A @ x), x)])
    b = x @ A @ h + h @ A @ x
    C("e", [f(x + h) - f(x), (x + h) @ A @ (x + h) - x @ A @ x, b + h @ A @ h], {2: b - h @ A @ h})
    C("f", [b, b, x @ A @ h + x @ A.T @ h, (x @ A + x @ A.T) @ h], {3: (x @ A + x @ A) @ h})


@source
def quadform_newbe(r, C, X):
    n = r.randint(2, 5)
    A = r.normal(size=(n, n))
    x, y, b, v = r.normal(size=(4, n))
    C("a", [J(lambda x: x @ y, x), y])
    C("c", [J(lambda x: b @ x, x), J(lambda x: x @ b, x), b], {2: x})
    y = A @ x
    g = J(lambda x: x @ A @ x, x)
    C("e", [g, g, g, y + A.T @ x, (A + A.T) @ x], {4: (A - A.T) @ x})
    h = r.normal()
    f = lambda x: x @ A @ x
    C(
        "g",
        [f(x + h * v), (x + h * v) @ A @ (x + h * v), f(x) + h * v @ A @ x + h * x @ A @ v + h**2 * v @ A @ v],
        {1: (x - h * v) @ A @ (x + h * v)},
    )
    d = v @ A @ x + x @ A @ v
    C("h", [d, d, v @ (A @ x) + (A.T @ x) @ v, v @ ((A + A.T) @ x)], {3: x @ ((A + A.T) @ x)})
    C("i", [g, (A + A.T) @ x])


@source
def softmax_loss_qa(r, C, X):
    n = r.randint(3, 7)
    o = r.normal(size=n)
    y = r.uniform(0.1, 1, size=n)
    y /= y.sum()
    p = softmax(o)
    D = J(softmax, o)
    off = ~np.eye(n, dtype=bool)
    C("c", [np.diag(D), p * (1 - p)])
    C("d", [D[off], -np.outer(p, p)[off]], {1: np.outer(p, p)[off]})
    g = J(lambda o: -(y * np.log(softmax(o))).sum(), o)
    py = (p * y).sum()
    e1 = -(y * (1 - p) - (py - p * y))
    X(1, g, e1)
    C("e", [g, e1, p * y - y + (py - p * y), py - y])
    C("f", [g, p - y], {1: p + y})
    Y = y.sum()
    dl = J(lambda o: np.log(softmax(o)), o)
    C(
        "g",
        [
            g,
            -y @ dl,
            -(y / p) @ D,
            -y * (1 - p) - (Y - y) * -p,
            -y * (1 - p) + (Y - y) * p,
            -y + y * p + (Y - y) * p,
            p * Y - y,
            p - y,
        ],
        {3: -y * (1 - p) - (Y - y) * p, 6: y * Y - y},
    )


@source
def logistic_cost_qa(r, C, X):
    m, n = r.randint(2, 6), r.randint(1, 5)
    P = r.normal(size=(m, n))
    th = r.normal(size=n)
    y = r.uniform(0.1, 0.9, size=m)
    h = lambda th: sig(P @ th)
    cost = lambda th: -1 / m * (y * np.log(h(th)) + (1 - y) * np.log(1 - h(th))).sum()
    g = J(cost, th)
    s = h(th)
    lin = -1 / m * (y @ J(lambda t: np.log(h(t)), th) + (1 - y) @ J(lambda t: np.log(1 - h(t)), th))
    H, H1 = J(h, th), J(lambda t: 1 - h(t), th)
    ch = -1 / m * ((y / s) @ H + ((1 - y) / (1 - s)) @ H1)
    fin = -1 / m * ((y * s * (1 - s) / s) @ P - ((1 - y) * s * (1 - s) / (1 - s)) @ P)
    C("a", [g, g, lin, ch, ch, fin], {3: -1 / m * ((y / s) @ H - ((1 - y) / (1 - s)) @ H1)})


@source
def lsq_arqmath(r, C, X):
    m, n = r.randint(1, 5, size=2)
    A = r.normal(size=(m, n))
    x = r.normal(size=n)
    b = r.normal(size=m)
    F = (A @ x - b) @ (A @ x - b)
    C("b", [F, (x @ A.T - b) @ (A @ x - b)])
    C("c", [F, x @ A.T @ A @ x - x @ A.T @ b - b @ A @ x + b @ b])
    C("d", [F, x @ A.T @ A @ x - 2 * x @ A.T @ b + b @ b], {1: x @ A.T @ A @ x - x @ A.T @ b + b @ b})


@source
def wiki_rss(r, C, X):
    n = r.randint(3, 7)
    k = r.randint(1, n)
    P = r.normal(size=(n, k))
    y = r.normal(size=n)
    G = inv(P.T @ P)
    b = G @ P.T @ y
    e = y - P @ b
    I = np.eye(n)
    C("c", [P.T @ P @ b, P.T @ y])
    C("e", [e, e, y - P @ G @ P.T @ y], {2: y + P @ G @ P.T @ y})
    C("f", [e @ e, e @ e, np.sqrt(e @ e) ** 2])
    H = P @ G @ P.T
    C("g", [e @ e, y @ y - y @ P @ G @ P.T @ y, y @ (I - P @ G @ P.T) @ y, y @ (I - H) @ y], {3: y @ (I + H) @ y})


@source
def lse_mkdocs(r, C, X):
    n = r.randint(2, 5)
    a, b = r.normal(size=(2, n))
    A, B = r.normal(size=(2, n, n))
    if np.linalg.det(A) < 0:
        A[0] *= -1
    C("a", [J(lambda a: a @ b, a), b])
    C("b", [J(lambda b: a @ b, b), a], {1: b})
    C("c", [J(lambda A: tr(A @ B), A), B.T])
    C("d", [J(lambda B: tr(A @ B), B), A.T], {1: A})
    C("e", [J(np.linalg.det, A), np.linalg.det(A) * inv(A).T])
    C("f", [J(lambda A: np.log(np.linalg.det(A)), A), inv(A).T])
    m, d = r.randint(3, 7), r.randint(1, 4)
    Xm, y, t = r.normal(size=(m, d)), r.normal(size=m), r.normal(size=d)
    f = lambda t: sq(Xm @ t - y) / (2 * m)
    tail = t @ Xm.T @ Xm @ t - t @ Xm.T @ y + y @ y
    C(
        "g",
        [f(t), (Xm @ t - y) @ (Xm @ t - y) / (2 * m), (tail - y @ Xm @ t) / (2 * m)],
        {2: (tail + y @ Xm @ t) / (2 * m)},
    )
    G = Xm.T @ Xm @ t - Xm.T @ y
    C("h", [J(f, t), (Xm.T @ Xm @ t + (t @ Xm.T @ Xm).T - Xm.T @ y - (y @ Xm).T) / (2 * m), G / m], {2: 2 * G / m})
    x, xb, yb, rho = r.normal(size=4)
    sx, sy = r.uniform(0.5, 2, size=2)
    be = rho * sy / sx
    al = yb - be * xb
    y = al + be * x
    C("i", [(y - yb) / sy, rho * (x - xb) / sx])
    C(
        "j",
        [y, yb - rho * sy / sx * xb + rho * sy / sx * x, rho * sy / sx * (x - xb) + yb],
        {2: rho * sy / sx * (x + xb) + yb},
    )


@source
def backprop_hugo(r, C, X):
    K, nh, nx = r.randint(2, 5, size=3)
    x = r.normal(size=nx)
    y = np.eye(K)[r.randint(K)] if r.rand() < 0.5 else softmax(r.normal(size=K))
    W1, b1, W2, b2 = r.normal(size=(nh, nx)), r.normal(size=nh), r.normal(size=(K, nh)), r.normal(size=K)
    fz1 = lambda W, b: W @ x + b
    fz2 = lambda W, b, h: W @ h + b
    z1 = fz1(W1, b1)
    h = sig(z1)
    z2 = fz2(W2, b2, h)
    yh = softmax(z2)
    Lh = lambda q: -(y * np.log(q)).sum()
    Lz = lambda z: Lh(np.exp(z) / np.exp(z).sum())
    Sm = lambda z: np.exp(z) / np.exp(z).sum()
    LW2 = lambda W: Lz(fz2(W, b2, h))
    Lf = lambda h: Lz(fz2(W2, b2, h))
    LW1 = lambda W: Lf(sig(fz1(W, b1)))
    gW2, gW1 = J(LW2, W2), J(LW1, W1)
    gz2, gyh, gh = J(Lz, z2), J(Lh, yh), J(Lf, h)
    Jy = J(Sm, z2)
    dz2dW = J(lambda W: fz2(W, b2, h), W2)
    dz1dW = J(lambda W: fz1(W, b1), W1)
    jk = [(j, i) for j in range(K) for i in range(nh)]
    C("a", [[gW2[j, i] for j, i in jk], [gz2[j] * dz2dW[j, j, i] for j, i in jk]])
    C("b", [gz2, gyh @ Jy], {1: sum(gyh[k] * Jy[k, k] for k in range(K)) * np.ones(K)})
    k, j = 0, 1
    X(1, gz2[j], gyh[k] * Jy[k, k] + sum(gyh[q] * Jy[q, j] for q in rest(K, j)))
    i = 0
    X(2, gW2[j, i], gyh[k] * Jy[k, k] * dz2dW[k, j, i] + sum(gyh[q] * Jy[q, j] * dz2dW[j, j, i] for q in rest(K, j)))
    C("c", [gyh, J(lambda q: -(y * np.log(q)).sum(), yh), -y * np.diag(J(np.log, yh)), -y / yh], {3: -y / y})
    C("d", [Jy, np.diag(yh * (1 - yh)) - (np.outer(yh, yh) - np.diag(yh * yh))])
    C("e", [[J(lambda W: W[j, i] * h[i], W2)[j, i] for j, i in jk], [h[i] for j, i in jk]])
    o = np.array([sum(y[rest(K, j)]) for j in range(K)])
    o1 = np.array([sum((-y[q] / yh[q]) * (-yh[j] * yh[q]) for q in rest(K, j)) for j in range(K)])
    C("f", [gz2, -y / yh * (yh * (1 - yh)) + o1, -y + y * yh + yh * o, -y + yh * (y + o), yh - y], {4: yh + y})
    hd = np.diag(J(sig, z1))
    g1 = lambda q: np.array([[gh[j] * hd[j] * q[j, j, i] for i in range(nx)] for j in range(nh)])
    C("g", [gW1, g1(dz1dW)], {1: g1(J(lambda W: sig(fz1(W, b1)), W1))})
    dz2dh = J(lambda h: fz2(W2, b2, h), h)
    C("h", [gh, gz2 @ dz2dh])
    C("i", [dz2dh, W2])
    C("j", [gh, (yh - y) @ W2], {1: (yh + y) @ W2})
    C("k", [hd, sig(z1) * (1 - sig(z1)), h * (1 - h)], {2: h * (1 + h)})
    C(
        "l",
        [
            np.array([[J(lambda W: W[j, i] * x[i], W1)[j, i] for i in range(nx)] for j in range(nh)]),
            np.tile(x, (nh, 1)),
        ],
    )
    C("m", [gW1, np.outer((yh - y) @ W2 * h * (1 - h), x)], {1: np.outer((yh - y) @ W2 * h * (1 + h), x)})
    C("n", [gW1, np.outer((yh - y) @ W2 * h * (1 - h), x)])
    C("o", [gW2, np.outer(yh - y, h)], {1: np.outer(yh + y, h)})
    C("p", [J(lambda b: Lz(fz2(W2, b, h)), b2), yh - y])


@source
def rsquared_notebook(r, C, X):
    n = r.randint(3, 7)
    x, y = r.normal(size=(2, n))
    b0, b1 = r.normal(size=2)
    yh = b0 + b1 * x
    g1, g0 = 1 / b1, -b0 / b1
    xb, yb, yhb = x.mean(), y.mean(), yh.mean()
    XY, SX, SY, ST, TY = (
        ((x - xb) * (y - yb)).sum(),
        sq(x - xb),
        sq(y - yb),
        sq(yh - yhb),
        ((yh - yhb) * (y - yb)).sum(),
    )
    R = XY / (np.sqrt(SX) * np.sqrt(SY))
    C("a", [x, (yh - b0) / b1, -b0 / b1 + yh / b1], {2: b0 / b1 + yh / b1})
    C("b", [x, g0 + g1 * yh])
    C("c", [R**2, XY**2 / (SX * SY), XY**2 / (sq(x - xb) * sq(y - yb))], {2: XY**2 / (sq(x - xb) * sq(y - xb))})
    C("d", [x - xb, (g0 + g1 * yh) - (g0 + g1 * yhb), g1 * (yh - yhb)], {2: g0 * (yh - yhb)})
    C("e", [R**2, TY**2 / (sq(yh - yhb) * sq(y - yb)), TY**2 / (ST * SY)])


@source
def flash_readme(r, C, X):
    m, n = r.randint(2, 5, size=2)
    Xm, dX, A, B = r.normal(size=(4, m, n))
    L = loss(r, m, n)
    dL = J(lambda e: L(Xm + e * dX), np.array(0.0))
    G = J(L, Xm)
    C("a", [dL, sum(G[i, j] * dX[i, j] for i in range(m) for j in range(n))])
    C("b", [(A * B).sum(), sum(A[i, j] * B[i, j] for i in range(m) for j in range(n)), tr(A.T @ B)], {2: tr(A.T @ A)})
    Cd = np.diag(A.T @ B)
    C("c", [Cd, [sum(A.T[j, i] * B[i, j] for i in range(m)) for j in range(n)], (A * B).sum(0)], {2: (A * A).sum(0)})
    C("d", [tr(A.T @ B), Cd.sum(), (A * B).sum(0).sum()])
    C("e", [dL, (G * dX).sum(), tr(G.T @ dX)])
    C("f", [dL, tr(G.T @ dX)], {1: 2 * tr(G.T @ dX)})
    A, B, D, dA = r.normal(size=(4, n, n))
    C("g", [tr(A), tr(A.T)])
    C("h", [tr(A @ B @ D), tr(B @ D @ A), tr(D @ A @ B)], {2: tr(D @ B @ A)})
    C("i", [J(lambda e: tr(A + e * dA), np.array(0.0)), tr(dA)])
    N, d = r.randint(2, 5, size=2)
    P, (V, Q, K) = r.normal(size=(N, N)), r.normal(size=(3, N, d))
    LO, LS = loss(r, N, d), loss(r, N, N)
    dO, GS = J(LO, P @ V), J(LS, Q @ K.T)
    C("j", [J(lambda V: LO(P @ V), V), P.T @ dO], {1: P @ dO})
    C("k", [J(lambda P: LO(P @ V), P), dO @ V.T])
    C("l", [J(lambda Q: LS(Q @ K.T), Q), GS @ K])
    C("m", [J(lambda K: LS(Q @ K.T), K), GS.T @ Q], {1: GS.T @ K})


@source
def welford_jekyll(r, C, X):
    n = r.randint(2, 7)
    x = r.normal(size=n) + 1
    a, b, l = x.mean(), x[:-1].mean(), x[-1]
    M, P = sq(x - a), sq(x[:-1] - b)
    s, t = x.sum(), x[:-1].sum()
    d = l - b
    C("a", [a, ((n - 1) * b + l) / n])
    C("b", [a, b + (l - b) / n], {1: b + (l - a) / n})
    C("c", [s, t + l])
    C("d", [a, (t + l) / n], {1: (t - l) / n})
    C("e", [t, (n - 1) * b], {1: (n + 1) * b})
    C("f", [a, (t + l) / n, ((n - 1) * b + l) / n])
    C("g", [a, ((n - 1) * b + l) / n, (n - 1) / n * b + l / n], {2: (n - 1) / n * b + l / (n - 1)})
    C("h", [a, (n - 1) / n * b + l / n, b - b / n + l / n], {2: b + b / n + l / n})
    C("i", [a, b - b / n + l / n, b + (l - b) / n])
    C("j", [a, b + d / n])
    C("k", [M, sq(x[:-1] - a) + (l - a) ** 2])
    C("l", [x - a, (x - b) + (b - a)], {1: (x - b) + (b + a)})
    C(
        "m",
        [(x - a) ** 2, (x - b) ** 2 + 2 * (x - b) * (b - a) + (b - a) ** 2],
        {1: (x - b) ** 2 + (x - b) * (b - a) + (b - a) ** 2},
    )
    C("n", [(x[:-1] - b).sum(), 0.0])
    C("o", [M, P + (n - 1) * (b - a) ** 2 + (l - a) ** 2], {1: P + n * (b - a) ** 2 + (l - a) ** 2})
    C("p", [b - a, -d / n])
    C("q", [l - a, d * (n - 1) / n], {1: d})
    C("r", [M, P + (n - 1) * (d / n) ** 2 + (d * (n - 1) / n) ** 2])
    C("s", [M, P + (n - 1) / n * d**2])
    C("t", [a, b + d / n])
    C("u", [M, P + (n - 1) / n * d**2], {1: P + (n - 1) / n * d})


@source
def chainrules_docs(r, C, X):
    m, n, p = r.randint(2, 5, size=3)
    e0 = np.array(0.0)
    A, B, dA, dB = r.normal(size=(4, m, n))
    C("a", [J(lambda e: (A + e * dA) + (B + e * dB), e0), dA + dB], {1: dA - dB})
    B, dB = r.normal(size=(2, n, p))
    D = J(lambda e: (A + e * dA) @ (B + e * dB), e0)
    C("b", [A @ B, np.einsum("ik,kj->ij", A, B)])
    one, two = np.einsum("ik,kj->ij", dA, B), np.einsum("ik,kj->ij", A, dB)
    C("c", [D, sum(np.outer(dA[:, k], B[k]) + np.outer(A[:, k], dB[k]) for k in range(n)), one + two], {2: one - two})
    x, y, dx, dy = r.normal(size=4)
    C("d", [J(lambda e: (x + e * dx) * (y + e * dy), e0), dx * y + x * dy])
    C("e", [D, dA @ B + A @ dB], {1: dA @ B + 2 * A @ dB})
    A, dA = r.normal(size=(2, n, n))
    V, I = inv(A), np.eye(n)
    dV = J(lambda e: inv(A + e * dA), e0)
    C("f", [V @ A, inv(A) @ A, I])
    C("g", [A @ V, A @ inv(A), I])
    C("h", [dV @ A + V @ dA, 0 * A])
    C(
        "i",
        [0 * A, dV @ A @ inv(A) + V @ dA @ inv(A), dV @ I + V @ dA @ inv(A), dV + V @ dA @ V],
        {1: dV @ A @ inv(A) - V @ dA @ inv(A)},
    )
    C("j", [A @ inv(A), I])
    C("k", [inv(A), V])
    C("l", [dV, -V @ dA @ V], {1: -V @ dA @ A})


@source
def weighted_lr_jekyll(r, C, X):
    N, D, P = r.randint(2, 5, size=3)
    Y, Xm, w, S, al = (
        r.normal(size=(N, D)),
        r.normal(size=(N, P)),
        r.normal(size=(P, D)),
        spd(r, D),
        r.uniform(0.2, 2, size=N),
    )
    pi, det = np.pi, np.linalg.det(S)
    q = np.array([(y - w.T @ x) @ inv(S) @ (y - w.T @ x) for y, x in zip(Y, Xm, strict=True)])
    t3 = -D / 2 * np.log(2 * pi) - np.log(det) / 2
    C(
        "a",
        [
            (np.log(1) - np.log((2 * pi) ** (D / 2) * det**0.5) - q / 2).sum(),
            (-np.log((2 * pi) ** D * det) / 2 - q / 2).sum(),
            (-np.log((2 * pi) ** D) / 2 - np.log(det) / 2 - q / 2).sum(),
            (t3 - q / 2).sum(),
            -N * D / 2 * np.log(2 * pi) - N / 2 * np.log(det) - q.sum() / 2,
        ],
        {2: (-np.log((2 * pi) ** D) / 2 + np.log(det) / 2 - q / 2).sum()},
    )
    B = lambda c: -D / 2 * np.log(2 * pi) * al.sum() - np.log(det) / c * al.sum() - (q * al).sum() / 2
    C("b", [(t3 * al - q * al / 2).sum(), B(2)], {1: B(4)})
    N = P + r.randint(1, 4)
    y, Xm, al, s2 = r.normal(size=N), r.normal(size=(N, P)), r.uniform(0.2, 2, size=N), r.uniform(0.5, 2)
    w0 = r.normal(size=P)
    R = lambda w: ((y - Xm @ w) ** 2 * al).sum()
    L = lambda w, s: -np.log(2 * pi * s) / 2 * al.sum() - R(w) / (2 * s)
    X(1, J(lambda w: L(w, s2), w0), J(R, w0) / (2 * s2))
    f2 = -al.sum() / (2 * s2)
    C(
        "f",
        [
            J(lambda s: L(w0, s), np.array(s2)),
            J(lambda s: -np.log(2 * pi) / 2 * al.sum() - np.log(s) / 2 * al.sum() - R(w0) / (2 * s), np.array(s2)),
            f2 + R(w0) / (2 * s2**2),
        ],
        {2: f2 - R(w0) / (2 * s2**2)},
    )
    w = np.linalg.solve(Xm.T @ np.diag(al) @ Xm, Xm.T @ np.diag(al) @ y)
    z = np.zeros(P)
    C("c", [z, sum(-(y[i] - w @ Xm[i]) * Xm[i] * al[i] for i in range(N))])
    one, two = sum(y[i] * Xm[i] * al[i] for i in range(N)), sum(w @ Xm[i] * Xm[i] * al[i] for i in range(N))
    C("d", [z, -one + two], {1: -one - two})
    C("e", [w, inv(Xm.T @ np.diag(al) @ Xm) @ Xm.T @ np.diag(al) @ y])
    s = R(w) / al.sum()
    C("g", [s * al.sum(), R(w)])
    C("h", [s, R(w) / al.sum()], {1: ((y - Xm @ w) ** 2 * al**2).sum() / al.sum()})


@source
def fwl_post(r, C, X):
    p, q = r.randint(1, 4, size=2)
    n = p + q + r.randint(1, 4)
    Xm, b = r.normal(size=(n, p)), r.normal(size=p)
    e = r.normal(size=n)
    e -= Xm @ inv(Xm.T @ Xm) @ Xm.T @ e
    y = Xm @ b + e
    P = inv(Xm.T @ Xm) @ Xm.T
    C("a", [P @ y, P @ y, P @ (Xm @ b + e), b], {3: 2 * b})
    X2, b2 = r.normal(size=(n, q)), r.normal(size=q)
    Z = np.hstack([Xm, X2])
    e = r.normal(size=n)
    e -= Z @ inv(Z.T @ Z) @ Z.T @ e
    y = Xm @ b + X2 @ b2 + e
    M = np.eye(n) - Xm @ P
    C("b", [M @ y, M @ Xm @ b + M @ X2 @ b2 + M @ e], {1: M @ Xm @ b + X2 @ b2 + M @ e})
    C("c", [b2, inv(X2.T @ M @ X2) @ X2.T @ M @ y])


@source
def bn_korean(r, C, X):
    N = r.randint(2, 7)
    x = r.normal(size=N)
    g, b, eps = r.normal(), r.normal(), r.uniform(0.1, 1)
    mu, s2 = x.mean(), ((x - x.mean()) ** 2).mean()
    s = np.sqrt(s2 + eps)
    hat = lambda x: (x - x.mean()) / np.sqrt(((x - x.mean()) ** 2).mean() + eps)
    xh = hat(x)
    L = loss(r, N)
    dy = J(L, g * xh + b)
    dx = J(lambda x: L(g * hat(x) + b), x)
    dxh = J(lambda h: L(g * h + b), xh)
    Jh = J(hat, x)
    C("a", [J(lambda g: L(g * xh + b), np.array(g)), (dy * xh).sum()], {1: (dy * x).sum()})
    C("b", [J(lambda b: L(g * xh + b), np.array(b)), dy.sum()])
    C("c", [dx, (dy * np.diag(J(lambda h: g * h + b, xh))) @ Jh])
    C("d", [dx, g * dy @ Jh])
    F = lambda p: (np.eye(N) - 1 / N) / s - np.outer(x - mu, x - mu) / s**p / N
    C("e", [Jh, F(3)], {1: F(2)})
    X(1, dx, g / s * (dxh - dxh.mean() - xh * (dxh * xh).mean()))
    C(
        "f",
        [dx, g / s * (dy - dy.mean() - xh * (dy * xh).mean())],
        {1: g / s * (dy - dy.mean() + xh * (dy * xh).mean())},
    )


@source
def ridge_obsidian(r, C, X):
    n = r.randint(2, 5)
    U, l = np.linalg.qr(r.normal(size=(n, n)))[0], r.normal(size=n)
    C(
        "a",
        [U @ np.diag(l) @ U.T, U @ np.diag(l) @ U.T, sum(l[i] * np.outer(U[:, i], U[:, i]) for i in range(n))],
        {2: sum(l[i] * np.outer(U[:, i], l) for i in range(n))},
    )
    d = r.randint(1, 4)
    n = d + r.randint(0, 3)
    U, V = np.linalg.qr(r.normal(size=(n, n)))[0], np.linalg.qr(r.normal(size=(d, d)))[0]
    La, lam = np.diag(r.normal(size=d)), r.uniform(0.1, 1)
    S = np.vstack([La, np.zeros((n - d, d))])
    Xm = U @ S @ V.T
    I = np.eye(d)
    C("b", [Xm.T @ Xm, V @ S.T @ U.T @ U @ S @ V.T, V @ S.T @ S @ V.T, V @ La @ La @ V.T], {3: V @ La @ V.T})
    C(
        "c",
        [inv(Xm.T @ Xm + lam * I), inv(V @ La @ La @ V.T + lam * V @ V.T), V @ inv(La @ La + lam * I) @ V.T],
        {2: V @ inv(La @ La - lam * I) @ V.T},
    )


@source
def batch_backprop(r, C, X):
    p, n, m = r.randint(2, 5, size=3)
    x, w, b = r.normal(size=(p, n)), r.normal(size=(n, m)), r.normal(size=m)
    L = loss(r, p, m)
    G = J(L, x @ w + b)
    Yw, Yb, Yx = J(lambda w: x @ w + b, w), J(lambda b: x @ w + b, b), J(lambda x: x @ w + b, x)
    C("a", [J(lambda w: L(x @ w + b), w), sum(np.einsum("l,lkj->kj", G[i], Yw[i]) for i in range(p))])
    e = np.einsum("ik,lj->ilkj", x, np.eye(m))
    C("b", [Yw, e], {1: 2 * e})
    C("c", [J(lambda b: L(x @ w + b), b), sum(G[i] @ Yb[i] for i in range(p))])
    C("d", [Yb, np.tile(np.eye(m), (p, 1, 1))])
    C("e", [J(lambda b: L(x @ w + b), b), G.sum(0)])
    i = r.randint(p)
    C("f", [Yx[i, :, i, :], w.T], {1: 2 * w.T})
    C("g", [w.T, np.array([[w[k, j] for k in range(n)] for j in range(m)]), w.T])
    y, yh = r.normal(size=(2, p, n))
    f = lambda q: sq(y - q) / (p * n)
    D = J(lambda q: (y - q) ** 2, yh)
    C("h", [J(f, yh), J(f, yh), D.sum((0, 1)) / (p * n)], {2: 2 * D.sum((0, 1)) / (p * n)})
    own = np.array([[D[k, l, k, l] for l in range(n)] for k in range(p)])
    C("i", [J(f, yh), own / (p * n), 2 / (p * n) * (yh - y)], {2: 2 / (p * n) * (yh + y)})


@source
def fmin_quarto(r, C, X):
    d = r.randint(1, 5)
    Q, La = np.linalg.qr(r.normal(size=(d, d)))[0], np.diag(r.normal(size=d))
    A = Q @ La @ Q.T
    xs, xh = r.normal(size=(2, d))
    b = A @ xs
    u = Q @ xh + xs
    q = xh @ La @ xh / 2
    C(
        "a",
        [
            u @ A @ u / 2 - b @ u,
            xh @ Q.T @ A @ Q @ xh / 2 + xs @ A @ xs / 2 + xs @ A @ Q @ xh - b @ Q @ xh - b @ xs,
            q + xs @ A @ xs / 2 + xs @ A @ Q @ xh - xs @ A.T @ Q @ xh - xs @ A @ xs,
            q - xs @ A @ xs / 2,
        ],
        {3: q + xs @ A @ xs / 2},
    )
    mu = r.uniform(0.2, 1)
    L = mu + r.uniform(0, 2)
    e = r.uniform(mu, L, size=d) if r.rand() < 0.5 else np.full(d, mu)
    eta = r.uniform(0.1, 1) / L
    f, g = lambda t: (e * (t - xs) ** 2).sum() / 2 + 0.3, lambda t: e * (t - xs)
    x, xk = r.normal(size=(2, d))
    C("b", [g(x) @ (x - xs), f(x) - f(xs) + mu / 2 * sq(x - xs)], {1: f(x) - f(xs) + mu * sq(x - xs)}, ge=(1,))
    G = g(xk)
    xp, x1 = xk - G / L, xk - eta * G
    C("c", [f(xk) - f(xs), f(xk) - f(xp), sq(G) / (2 * L)], ge=(1, 2))
    D = xk - xs
    C("d", [G @ D, sq(G) / (2 * L) + mu / 2 * sq(D)], ge=(1,))
    C("e", [sq(x1 - xs), sq((xk - eta * G) - xs), sq(D - eta * G)], {2: sq(D + eta * G)})
    C("f", [sq(x1 - xs), sq(D) - 2 * eta * G @ D + eta**2 * sq(G)], {1: sq(D) - eta * G @ D + eta**2 * sq(G)})
    C("g", [-2 * eta * G @ D, -2 * eta * (sq(G) / (2 * L) + mu / 2 * sq(D))], le=(1,))
    C("h", [-2 * eta * G @ D, -eta / L * sq(G) - eta * mu * sq(D)], le=(1,))
    T = lambda s: (1 - s * eta * mu) * sq(D) - eta * (1 / L - eta) * sq(G)
    C(
        "i",
        [
            sq(x1 - xs),
            sq(D) - (eta / L * sq(G) + eta * mu * sq(D)) + eta**2 * sq(G),
            sq(D) - eta * mu * sq(D) - eta / L * sq(G) + eta**2 * sq(G),
            T(1),
        ],
        {3: T(-1)},
        le=(1,),
    )
    C("j", [1 / L - eta, 0.0], ge=(1,))
    C("k", [-eta * (1 / L - eta) * sq(G), 0.0], {0: eta * (1 / L - eta) * sq(G)}, le=(1,))
    C("l", [sq(x1 - xs), (1 - eta * mu) * sq(D)], le=(1,))


@source
def lsq_notebook(r, C, X):
    m = r.randint(2, 6)
    x, y, b = r.normal(size=m), r.normal(size=m), r.normal(size=3)
    f = lambda b: b[0] + b[1] * x + b[2] * x**2
    X(1, J(lambda b: sq(y - f(b)) / 2, b), np.array([-f(b).sum(), -(x * f(b)).sum(), -(x**2 * f(b)).sum()]))
    n = r.randint(1, 4)
    m = n + r.randint(1, 4)
    Xm, y, b = r.normal(size=(m, n)), r.normal(size=m), r.normal(size=n)
    t = y @ y - b @ Xm.T @ y + b @ Xm.T @ Xm @ b
    C(
        "a",
        [norm(y - Xm @ b) ** 2, (y - Xm @ b) @ (y - Xm @ b), (y - b @ Xm.T) @ (y - Xm @ b), t - y @ Xm @ b],
        {3: t + y @ Xm @ b},
    )
    b = np.linalg.lstsq(Xm, y, rcond=None)[0]
    C("b", [b, inv(Xm.T @ Xm) @ Xm.T @ y], {1: 2 * inv(Xm.T @ Xm) @ Xm.T @ y})


@source
def krr_notes(r, C, X):
    n, d = r.randint(2, 5, size=2)
    A, x, w = r.normal(size=(n, n)), r.normal(size=n), r.normal(size=d)
    Jx = J(lambda x: x @ A @ x, x)
    C("a", [Jx, A @ x + A.T @ x, (A + A.T) @ x], {2: (A - A.T) @ x})
    X(1, (A + A.T) @ x, 2 * A @ x)
    I = np.eye(d)
    C("b", [J(lambda w: w @ w, w), J(lambda w: w @ I @ w, w)])
    C("c", [J(lambda w: w @ I @ w, w), (I + I.T) @ w, 2 * w], {2: 4 * w})
    C("d", [2.0, 2.0, 0.0], ge=(2,))
    m = d + r.randint(1, 4)
    Xm, y, lam = r.normal(size=(m, d)), r.normal(size=m), r.uniform(0.1, 2)
    C("e", [y @ Xm @ w, (y @ Xm @ w).T])
    R = lambda w: (y - Xm @ w) @ (y - Xm @ w)
    C("f", [J(R, w), -2 * Xm.T @ y + 2 * Xm.T @ Xm @ w], {1: -2 * Xm.T @ y + Xm.T @ Xm @ w})
    C("g", [np.linalg.lstsq(Xm, y, rcond=None)[0], inv(Xm.T @ Xm) @ Xm.T @ y])
    X(2, R(w) + lam * w @ w, R(w) + lam * norm(w))
    X(3, J(R, w), -2 * Xm.T @ y + 2 * Xm.T @ Xm @ w + 2 * lam * w)
    h = np.linalg.solve(Xm.T @ Xm + lam * I, Xm.T @ y)
    C("h", [h, inv(Xm.T @ Xm + lam * I) @ Xm.T @ y], {1: inv(Xm.T @ Xm - lam * I) @ Xm.T @ y})


@source
def ols_lecture(r, C, X):
    K = r.randint(1, 4)
    n = K + r.randint(1, 4)
    Xm, y, b = r.normal(size=(n, K)), r.normal(size=n), r.normal(size=K)
    u = lambda b: y - Xm @ b
    C("a", [(u(b) ** 2).sum(), u(b) @ u(b)])
    C("b", [J(lambda b: u(b) @ u(b), b), -2 * Xm.T @ y + 2 * Xm.T @ Xm @ b], {1: -2 * Xm.T @ y - 2 * Xm.T @ Xm @ b})
    b = np.linalg.lstsq(Xm, y, rcond=None)[0]
    z = np.zeros(K)
    C("c", [z, Xm.T @ u(b), z])
    G = Xm.T @ Xm
    C("d", [b, inv(G) @ Xm.T @ y], {1: G @ Xm.T @ y})
    C("e", [Xm.T @ u(b), z])
    C("f", [(Xm @ b) @ u(b), (Xm @ b) @ u(b)], {1: (Xm @ b) @ y})
    P = Xm @ inv(G) @ Xm.T
    C("g", [P @ Xm, Xm @ inv(G) @ Xm.T @ Xm, Xm], {2: 2 * Xm})
    C("h", [P @ y, Xm @ inv(G) @ Xm.T @ y, Xm @ b, Xm @ b])
    o = np.ones((n, 1))
    Q = o @ inv(o.T @ o) @ o.T
    C("i", [Q, o @ o.T / n], {1: o @ o.T / 2})
    C("j", [(o.T @ o)[0, 0], n])
    C("k", [Q @ y, o @ inv(o.T @ o) @ o.T @ y, np.ones(n) * y.mean()], {2: n * np.ones(n) * y.mean()})
    I = np.eye(n)
    C("l", [I - P, I - Xm @ inv(G) @ Xm.T], {1: I + Xm @ inv(G) @ Xm.T})


@source
def logistic_usaaio(r, C, X):
    n, d = r.randint(2, 5, size=2)
    Xm, w = r.normal(size=(n, d)), r.normal(size=d)
    y = r.randint(2, size=n).astype(float) if r.rand() < 0.5 else r.uniform(size=n)
    L = lambda q: -(y * np.log(q) + (1 - y) * np.log(1 - q)).mean()
    z = Xm @ w
    q = sig(z)
    one, two = y / q, (1 - y) / (1 - q)
    C("a", [J(L, q), -(one - two) / n], {1: -(one + two) / n})
    C("b", [np.diag(J(sig, z)), sig(z) * (1 - sig(z)), q * (1 - q)], {2: q * (1 - y)})
    C(
        "c",
        [
            J(lambda z: L(sig(z)), z),
            -(one - two) * q * (1 - q) / n,
            -(y * (1 - q) - (1 - y) * q) / n,
            -(y - q) / n,
            (q - y) / n,
        ],
        {4: (q + y) / n},
    )
    g = lambda w: J(lambda w: L(sig(Xm @ w)), w)
    C("d", [g(w), sum((q[i] - y[i]) * Xm[i] for i in range(n)) / n, Xm.T @ (q - y) / n])
    C("e", [g(w), Xm.T @ (sig(Xm @ w) - y) / n])
    H = J(lambda w: Xm.T @ (sig(Xm @ w) - y) / n, w)
    C("f", [H, Xm.T @ np.diag(q * (1 - q)) @ Xm / n], {1: Xm.T @ Xm / n})
    z = r.normal(size=r.randint(2, 5))
    m = z.max()
    C("g", [np.log(np.exp(z).sum()), m + np.log(np.exp(z - m).sum())], {1: m + np.log(np.exp(z + m).sum())})


@source
def chambrin_backprop(r, C, X):
    n, H, K = r.randint(2, 5, size=3)
    x = r.normal(size=n)
    WH, bH = r.normal(size=(H, n)), r.normal(size=H)
    WO, bO = r.normal(size=(K, H)), r.normal(size=K)
    M = r.normal(size=(H, H))
    g = lambda z: np.sin(M @ z) + z * z
    L = loss(r, K)
    zH = WH @ x + bH
    aH = g(zH)
    zO = WO @ aH + bO
    aO = softmax(zO)
    LW, Lb = J(lambda W: L(softmax(W @ aH + bO)), WO), J(lambda b: L(softmax(WO @ aH + b)), bO)
    Lz, La, Ja = J(lambda z: L(softmax(z)), zO), J(L, aO), J(softmax, zO)
    C("a", [Lz, La @ Ja], {1: La.sum() * np.diag(Ja)})
    C("b", [J(lambda b: WO @ aH + b, bO), np.eye(K)])
    C("c", [Lb, Lz])
    zW = J(lambda W: W @ aH + bO, WO)
    C("d", [LW, np.einsum("k,kij->ij", Lz, zW)])
    C(
        "e",
        [LW, np.array([[Lz[i] * zW[i, i, j] for j in range(H)] for i in range(K)]), np.outer(Lz, aH)],
        {2: np.outer(Lz, zH)},
    )
    LaH = J(lambda a: L(softmax(WO @ a + bO)), aH)
    C("f", [LaH, Lz @ J(lambda a: WO @ a + bO, aH), Lz @ WO], {2: La @ WO})
    C("g", [LaH, WO.T @ Lz])
    full = lambda z: L(softmax(WO @ g(z) + bO))
    LzH = J(full, zH)
    C("h", [LzH, LaH @ J(g, zH)])
    C("i", [J(lambda b: full(WH @ x + b), bH), LzH])
    C("j", [J(lambda W: full(W @ x + bH), WH), np.outer(LzH, x)])
    y = r.randint(K)
    E = np.eye(K)[y]
    l = lambda a: -np.log(a[y])
    C("k", [J(l, aO), -E / aO[y]], {1: E / aO[y]})
    C("l", [J(lambda z: l(softmax(z)), zO), J(l, aO) @ Ja, -1 / aO[y] * Ja[y]], {2: 1 / aO[y] * Ja[y]})


@source
def cil_pca(r, C, X):
    D, N = r.randint(3, 6), r.randint(4, 8)
    x = r.normal(size=(N, D))
    m = x.mean(0)
    S = (x - m).T @ (x - m) / N
    u = r.normal(size=D)
    C("a", [((x @ u - u @ m) ** 2).mean(), (((x - m) @ u) ** 2).mean()], {1: (((x + m) @ u) ** 2).mean()})
    w, V = np.linalg.eigh(S)
    u2 = V[:, -2]
    C("b", [S @ u2, w[-2] * u2], {1: w[-1] * u2})
    U = np.linalg.qr(r.normal(size=(D, D)))[0]
    z = x @ U
    C("c", [x, z @ U.T, sum(np.outer(x @ U[:, d], U[:, d]) for d in range(D))])
    K = r.randint(1, D)
    xt = z[:, :K] @ U[:, :K].T + (m @ U[:, K:]) @ U[:, K:].T
    C("d", [x - xt, ((x - m) @ U[:, K:]) @ U[:, K:].T])
    q = lambda k: sum(U[:, d] @ S @ U[:, d] for d in range(k, D))
    C("e", [((x - xt) ** 2).sum() / N, ((x @ U[:, K:] - m @ U[:, K:]) ** 2).sum() / N, q(K)], {2: q(K - 1)})


@source
def neurons_note(r, C, X):
    n, k = r.randint(2, 5, size=2)
    W, b, a0, y = r.normal(size=(n, k)), r.normal(size=n), r.normal(size=k), r.normal(size=n)
    cost = lambda a: (0.5 * (a - y) ** 2).sum() / n
    z = W @ a0 + b
    a = sig(z)
    Ca, Cz = J(cost, a), J(lambda z: cost(sig(z)), z)
    C("a", [Ca, (a - y) / n], {1: (a + y) / n})
    az = np.diag(J(sig, z))
    C("b", [az, sig(z) * (1 - sig(z)), a * (1 - a)], {2: a * (1 + a)})
    zW = J(lambda W: W @ a0 + b, W)
    zjW = np.array([[zW[j, j, i] for i in range(k)] for j in range(n)])
    C("c", [zjW, np.tile(a0, (n, 1))])
    C("d", [np.diag(J(lambda b: W @ a0 + b, b)), 1.0], {1: 2.0})
    C("e", [cost(a), (0.5 * (sig((W * a0).sum(1) + b) - y) ** 2).sum() / n])
    t = r.normal()
    gg, f = lambda t: np.sin(t) + t * t, lambda u: np.exp(0.3 * u) + u
    C("f", [J(lambda t: f(gg(t)), t), J(f, gg(t)) * J(gg, t)])
    C(
        "g",
        [J(lambda W: cost(sig(W @ a0 + b)), W), (Ca * az)[:, None] * zjW, np.outer((a - y) / n * a * (1 - a), a0)],
        {2: np.outer((a - y) / n * a * (1 + a), a0)},
    )
    C("h", [J(lambda b: cost(sig(W @ a0 + b)), b), Ca * az * 1, (a - y) / n * a * (1 - a) * 1])
    C("i", [Cz, Cz, Ca * az])
    q = r.randint(2, 5)
    W1, b1 = r.normal(size=(q, n)), r.normal(size=q)
    L = loss(r, q)
    z1 = W1 @ a + b1
    d1 = J(L, z1)
    F = lambda z: L(W1 @ sig(z) + b1)
    d = J(F, z)
    C("j", [J(lambda a: L(W1 @ a + b1), a), d1 @ W1], {1: z1 @ W1})
    LW, Lb = J(lambda W: F(W @ a0 + b), W), J(lambda b: F(W @ a0 + b), b)
    C("k", [LW, np.outer(d, a0)], {1: -np.outer(d, a0)})
    C("l", [Lb, d * 1, d])
    C("m", [LW, np.outer(d, a0)])
    C("n", [LW, np.outer(d, a0), LW], {1: np.outer(a, a0)})
    C("o", [Lb, d])


@source
def markowitz_note(r, C, X):
    T = r.randint(4, 9)
    A, B = r.normal(size=(2, T))
    wA, wB = r.normal(size=2)
    cov = lambda a, b: ((a - a.mean()) * (b - b.mean())).mean()
    var = lambda a: cov(a, a)
    p = wA * A + wB * B
    C("a", [var(p), var(wA * A + wB * B), cov(wA * A + wB * B, wA * A + wB * B)])
    sA, sB = np.sqrt(var(A)), np.sqrt(var(B))
    rho = cov(A, B) / sA / sB
    C(
        "b",
        [
            var(p),
            wA**2 * var(A) + wB**2 * var(B) + 2 * wA * wB * cov(A, B),
            wA**2 * sA**2 + wB**2 * sB**2 + 2 * wA * wB * sA * sB * rho,
        ],
        {1: wA**2 * var(A) + wB**2 * var(B) - 2 * wA * wB * cov(A, B)},
    )
    n = r.randint(2, 5)
    R, w = r.normal(size=(T, n)), r.normal(size=n)
    rp = R @ w
    S = np.array([[cov(R[:, i], R[:, j]) for j in range(n)] for i in range(n)])
    s = sum(w[i] * w[j] * S[i, j] for i in range(n) for j in range(n))
    C(
        "c",
        [var(rp), cov(rp, rp), cov((R * w).sum(1), (R * w).sum(1)), s],
        {3: sum(w[i] * w[i] * S[i, j] for i in range(n) for j in range(n))},
    )
    C(
        "d",
        [
            w @ S @ w,
            (w * (S @ w)).sum(),
            sum(w[i] * sum(S[i, j] * w[j] for j in range(n)) for i in range(n)),
            s,
            var(rp),
        ],
        {2: sum(w[i] * sum(S[i, j] * w[i] for j in range(n)) for i in range(n))},
    )
    S, mu, one = spd(r, n), r.normal(size=n), np.ones(n)
    la, ga, rt = r.normal(size=3)
    lag = lambda w: 0.5 * w @ S @ w - la * (w @ mu - rt) - ga * (w @ one - 1)
    C("e", [J(lag, w), S @ w - la * mu - ga * one], {1: S @ w - la * mu + ga * one})
    Si = inv(S)
    a, b, c = mu @ Si @ mu, mu @ Si @ one, one @ Si @ one
    M = np.array([[a, b], [b, c]])
    rb = r.normal()
    lg = inv(M) @ np.array([rb, 1])
    la, ga = lg
    w = Si @ (la * mu + ga * one)
    C("f", [w, Si @ (la * mu + ga * one)])
    C("g", [la * (mu @ Si @ mu) + ga * (mu @ Si @ one), rb], {0: la * (mu @ Si @ mu) - ga * (mu @ Si @ one)})
    C("h", [la * (one @ Si @ mu) + ga * (one @ Si @ one), 1])
    C("i", [M @ lg, np.array([rb, 1])])
    C("j", [lg, inv(M) @ np.array([rb, 1])])
    det = a * c - b**2
    C(
        "k",
        [lg, np.array([[c, -b], [-b, a]]) @ np.array([rb, 1]) / det, np.array([c * rb - b, a - b * rb]) / det],
        {2: np.array([c * rb + b, a - b * rb]) / det},
    )
    a, b, c = r.normal(size=3)
    det = a * c - b**2
    C(
        "l",
        [
            Si @ ((c * rb - b) / det * mu + (a - b * rb) / det * one),
            Si @ ((c * rb - b) * mu + (a - b * rb) * one) / det,
        ],
        {1: Si @ ((c * rb - b) * mu + (a + b * rb) * one) / det},
    )


@source
def regression_hw(r, C, X_):
    p = r.randint(2, 4)
    n = p + r.randint(3, 6)
    X = r.normal(size=(n, p))
    d, be, e = np.eye(n)[0], r.normal(size=p), r.normal(size=n)
    eta = r.normal()
    G = inv(X.T @ X)
    H = X @ G @ X.T
    I = np.eye(n)
    y = X @ be + d * eta + e
    x1, y1, h = X[0], y[0], H[0, 0]
    bh = G @ X.T @ y
    eh = y - X @ bh
    e1 = eh[0]
    s = e1 / (1 - h)
    t = y1 - x1 @ (bh - s * G @ x1)
    C(
        "a",
        [t, t, (y1 - x1 @ bh) + s * (x1 @ G @ x1), e1 + e1 * h / (1 - h), s],
        {3: e1 - e1 * h / (1 - h)},
    )
    m = [eh, y - X @ bh, (I - H) @ y, (I - H) @ (X @ be + d * eta + e), (I - H) @ (d * eta + e)]
    C("b", m, {4: (I - H) @ (d * eta - e)})
    yh1 = x1 @ bh
    C(
        "c",
        [
            (y @ y - y1**2) - (y @ X - y1 * x1) @ (bh - s * G @ x1),
            y @ y - y1**2 - y @ X @ bh + y1 * x1 @ bh + y @ X @ (s * G @ x1) - y1 * x1 @ (s * G @ x1),
            (y @ y - y @ X @ bh) + (-(y1**2) - y1 * e1 * h / (1 - h)) + (y1 * x1 @ bh + s * bh @ x1),
        ],
        {2: (y @ y - y @ X @ bh) + (-(y1**2) - y1 * e1 * h / (1 - h)) + (y1 * x1 @ bh - s * bh @ x1)},
    )
    Xd, yd = X[1:], y[1:]
    bd = inv(Xd.T @ Xd) @ Xd.T @ yd
    assert np.isclose(yd @ yd - yd @ Xd @ bd, (y @ y - y1**2) - (y @ X - y1 * x1) @ (bh - s * G @ x1))
    RSS = y @ (I - H) @ y
    C("d", [y @ y - y @ X @ bh, RSS])
    C("e", [-(y1**2) - y1 * e1 * h / (1 - h), -y1 * (y1 + e1 * h / (1 - h))])
    C("f", [y1 * x1 @ bh + s * bh @ x1, y1 * yh1 + s * yh1, yh1 * (y1 + s)], {2: yh1 * (y1 - s)})
    LHS = (y @ y - y @ X @ bh) + (-(y1**2) - y1 * e1 * h / (1 - h)) + (y1 * x1 @ bh + s * bh @ x1)
    R1 = RSS - e1**2 / (1 - h)
    C(
        "g",
        [
            LHS,
            RSS + y1 * (yh1 - y1) + s * yh1 - e1 * h / (1 - h) * y1,
            RSS + y1 * (-e1 - e1 * h / (1 - h)) + s * yh1,
            R1,
        ],
        {3: RSS + e1**2 / (1 - h)},
    )
    s2 = RSS / (n - p)
    r2 = e1**2 / s2 / (1 - h)
    k = n - p - 1
    C("h", [R1 / k, R1 / k, ((n - p) * s2 - r2 * s2) / k, (n - p - r2) / k * s2], {3: (n - p + r2) / k * s2})
    v = d * eta + e
    C(
        "i",
        [
            RSS,
            RSS,
            (X @ be + v) @ (I - H) @ (X @ be + v),
            v @ (I - H) @ v,
            (1 - h) * eta**2 + 2 * eta * d @ (I - H) @ e + e @ (I - H) @ e,
        ],
        {4: (1 - h) * eta**2 + eta * d @ (I - H) @ e + e @ (I - H) @ e},
    )
    P = (I - H) @ np.outer(d, d) @ (I - H) / (1 - h)
    C(
        "j",
        [
            e1**2 / (1 - h),
            ((1 - h) * eta + d @ (I - H) @ e) ** 2 / (1 - h),
            (1 - h) * eta**2 + 2 * eta * d @ (I - H) @ e + e @ P @ e,
        ],
    )
    C("k", [R1, e @ (I - H - P) @ e], {1: e @ (I - H + P) @ e})
    D = (I - H) @ d
    C("l", [(I - H - P) @ D, D - D * (d @ D) / (1 - h), D - D, 0.0])


@source
def matrix_hw(r, C, X):
    W = np.array([[0.9, -1.7], [0.7, 0.9]])
    a1, a2 = np.array([1.0, 1]), np.array([1.0, -1])
    b1, b2 = np.array([-0.8, 1.6]), np.array([2.6, -0.2])
    W0 = np.column_stack([b1, b2]) @ inv(np.column_stack([a1, a2]))
    C("a", [W0, W], {1: np.array([[0.9, 1.7], [0.7, 0.9]])})
    x, y = r.normal(size=2)
    S = np.diag([1.0, 2])
    C(
        "b",
        [
            S @ np.array([x, y]),
            np.array([S[0, 0] * x + S[0, 1] * y, S[1, 0] * x + S[1, 1] * y]),
            np.array([x, 2 * y]),
        ],
        {1: np.array([S[0, 0] * x + S[0, 1] * y, S[1, 0] * x - S[1, 1] * y])},
    )
    t = np.sqrt(10)
    U, V = np.array([[3, -1], [1, 3]]) / t, np.array([[1, 3], [-3, 1]]) / t
    C(
        "c",
        [
            U @ S @ V,
            U @ S @ V,
            np.array([[3, -1], [1, 3]]) @ S @ np.array([[1, 3], [-3, 1]]) / 10,
            np.array([[3, -2], [1, 6]]) @ np.array([[1, 3], [-3, 1]]) / 10,
            np.array([[9, 7], [-17, 9]]) / 10,
            np.array([[0.9, 0.7], [-1.7, 0.9]]),
            W.T,
        ],
        {4: np.array([[9, 7], [17, 9]]) / 10},
    )
    C(
        "d",
        [W.T @ W, np.array([[0.9, 0.7], [-1.7, 0.9]]) @ W, np.array([[1.3, -0.9], [-0.9, 3.7]])],
        {2: np.array([[1.3, 0.9], [-0.9, 3.7]])},
    )
    C("e", [W, (U @ S @ V).T, V.T @ S.T @ U.T, inv(V) @ S @ inv(U)], {3: inv(V) @ S @ U})
    C("f", [W.T @ W, U @ S @ V @ inv(V) @ S @ inv(U), U @ S @ S @ inv(U)], {2: U @ S @ inv(U)})
    C("g", [np.linalg.det(W), np.linalg.det(W), 0.9 * 0.9 - (-1.7) * 0.7, 2], {3: 3})


@source
def ridge_slides(r, C, X):
    d = r.randint(2, 4)
    n = d + 3
    A, y = r.normal(size=(n, d)), r.normal(size=n)
    mu = r.uniform(0.5, 2)
    I = np.eye(d)
    th = inv(A.T @ A + mu * I) @ A.T @ y
    C("a", [J(lambda t: y @ y - 2 * y @ A @ t + t @ A.T @ A @ t, th) + J(lambda t: mu * t @ t, th), 0.0])
    C("b", [-A.T @ y + (A.T @ A + mu * I) @ th, 0.0])
    C("c", [th, inv(A.T @ A + mu * I) @ A.T @ y], {1: inv(A.T @ A - mu * I) @ A.T @ y})
    A = np.column_stack([np.ones(4), [1.0, 2, 3, 4]])
    q = r.normal(size=4)
    G = inv(A.T @ A)
    y = A @ G @ np.array([6.0, 14]) + q - A @ G @ A.T @ q
    C("d", [G, np.array([[30, -10], [-10, 4]]) / 20], {1: np.array([[30, 10], [-10, 4]]) / 20})
    C("e", [G @ A.T @ y, np.array([2, -1 / 5])], {1: np.array([2, 1 / 5])})
    M = A.T @ A + 2 * np.eye(2)
    C("f", [M, np.array([[6, 10], [10, 32]])])
    C("g", [inv(M), np.array([[32, -10], [-10, 6]]) / 92])
    X(1, inv(M) @ A.T @ y, np.array([0.56, 0.26]))


@source
def numas_leastsq(r, C, X):
    m = r.randint(3, 8)
    n = m - 1
    x, y = r.normal(size=(2, m))
    a, b = inv(np.array([[(x * x).sum(), x.sum()], [x.sum(), m]])) @ np.array([(x * y).sum(), y.sum()])
    phi = lambda a, b: ((a * x + b - y) ** 2).sum()
    for s, t in (r.normal(size=2), (a, b)):
        C("a", [J(lambda v: phi(v, t), s), (2 * x * (s * x + t - y)).sum()])
        C("b", [J(lambda v: phi(s, v), t), (2 * (s * x + t - y)).sum()])
    C("c", [(x * x).sum() * a + x.sum() * b, (x * y).sum()], {1: (x * x).sum()})
    C("d", [x.sum() * a + (n + 1) * b, y.sum()])
    d11, d12, d21, d22, e1, e2 = (x * x).sum(), x.sum(), x.sum(), n + 1, (x * y).sum(), y.sum()
    C("e", [d11 * a + d12 * b, e1])
    C("f", [d21 * a + d22 * b, e2])
    D = d22 * d11 - d12 * d21
    C("g", [a, (d22 * e1 - d12 * e2) / D], {1: (d22 * e1 + d12 * e2) / D})
    C("h", [b, (d11 * e2 - d21 * e1) / D])
    q = r.randint(1, 3)
    G = r.normal(size=(m, q))
    c = inv(G.T @ G) @ G.T @ y
    ph = lambda c: ((G @ c - y) ** 2).sum()
    C("i", [J(ph, c), 2 * (G @ c - y) @ G], {1: 2 * (G @ c + y) @ G})
    c0 = r.normal(size=q)
    assert np.allclose(J(ph, c0), 2 * (G @ c0 - y) @ G)
    C("j", [np.einsum("ij,j->i", G.T @ G, c), y @ G])


@source
def algebra_problems(r, C, X):
    x, y, z = r.normal(size=3)
    al = np.array([x, y, z])
    C("a", [np.outer(al, al), np.array([[x * x, x * y, x * z], [y * x, y * y, y * z], [z * x, z * y, z * z]])])
    n = r.randint(2, 5)
    al = r.normal(size=n)
    I, P, s = np.eye(n), np.outer(al, al), al @ al
    A = I - P
    C(
        "b",
        [A @ A - A, A @ A - I + P, I - 2 * P + P @ P - I + P, -P + s * P, -P + s * P, (s - 1) * P],
        {2: I - 3 * P + P @ P - I + P, 5: (s + 1) * P},
    )
    A = B = I
    C("c", [B @ A @ A, B @ A @ A, A, A @ B])
    A = r.normal(size=(n, n))
    B = A @ inv(A - I)
    assert np.allclose(A @ B, A + B)
    C("d", [A @ B - A - B + I, I])
    C("e", [(A - I) @ (B - I), I], {0: (A + I) @ (B - I)})
    C("f", [(B - I) @ (A - I), I])
    S = r.normal(size=(3, 3))
    I = np.eye(3)
    A = S @ np.array([[0, 0, 1.0], [1, 0, -2], [0, 1, 1]]) @ inv(S)
    C("g", [A @ A @ A - A @ A + 2 * A, I])
    A = S @ np.array([[0, 0, 2.0], [1, 0, 0], [0, 1, 0]]) @ inv(S)
    B = A @ A - 2 * A + 2 * I
    C("h", [B, A @ A - 2 * A + A @ A @ A, A @ (A - I) @ (A + 2 * I)], {2: A @ (A + I) @ (A + 2 * I)})
    A, B = r.normal(size=(2, 3, 3))
    Ai, Bi = inv(A), inv(B)
    C("i", [Ai + Bi, Bi @ B @ Ai + Bi @ A @ Ai, Bi @ (B + A) @ Ai], {2: Bi @ (B - A) @ Ai})


@source
def hasenjaeger_regression(r, C, X):
    m = r.randint(2, 4)
    n = m + r.randint(2, 5)
    x, y, a = r.normal(size=(n, m)), r.normal(size=n), r.normal(size=m)
    x[:, 0] = 1
    A = x @ a
    s = (A - y)[:, None] - x * a
    D = np.stack([np.diag(J(lambda a: (s[i] + x[i] * a) ** 2, a)) for i in range(n)])
    C(
        "a",
        [D, 2 * x * (s + x * a), 2 * x * (A - y)[:, None]],
        {2: 2 * x * (A + y)[:, None]},
    )
    C("b", [D.sum(0), (2 * x * (A - y)[:, None]).sum(0)])
    a = inv(x.T @ x) @ x.T @ y
    A = x @ a
    s = (A - y)[:, None] - x * a
    D = np.stack([np.diag(J(lambda a: (s[i] + x[i] * a) ** 2, a)) for i in range(n)])
    C("c", [0.0, D.sum(0), (2 * x * (A - y)[:, None]).sum(0)])
    C("d", [0.0, (x * (x @ a - y)[:, None]).sum(0)])
    C("e", [x.T @ y, (x.T @ x) @ a], {1: (x * x).sum(0) * a.sum()})
    Y = y.mean()
    vY, vE = ((y - Y) ** 2).sum() / n, ((y - A) ** 2).sum() / n
    C("f", [n * vY, n * vY, ((y - Y) ** 2).sum()])
    C("g", [n * vE, n * vE, ((y - A) ** 2).sum()])
    C("h", [1 - vE / vY, 1 - n * vE / (n * vY)], {1: 1 + n * vE / (n * vY)})


@source
def koirala_notes(r, C, X):
    p = r.randint(2, 4)
    n = p + 3
    A, y, t = r.normal(size=(n, p)), r.normal(size=n), r.normal(size=p)
    al = r.normal()
    f = lambda t: (y - A @ t) @ (y - A @ t)
    C("a", [f(t), f(t), f(t)])
    C(
        "b",
        [f(t), y @ y - y @ A @ t - t @ A.T @ y + t @ A.T @ A @ t],
        {1: y @ y - y @ A @ t - t @ A.T @ y - t @ A.T @ A @ t},
    )
    th = np.linalg.lstsq(A, y, rcond=None)[0]
    C("c", [th, inv(A.T @ A) @ A.T @ y])
    C("d", [J(f, t), 2 * A.T @ (A @ t - y)], {1: 2 * A.T @ (A @ t + y)})
    C("e", [0.0, t - al * J(f, t), t - 2 * al * A.T @ (A @ t - y)])


@source
def enciso_thesis(r, C, X):
    n, k = r.randint(2, 5, size=2)
    m = r.randint(2, n + 1)
    G, L = r.normal(size=(m, n)), r.normal(size=(n, k))
    U, Y, N, la = r.normal(size=k), r.normal(size=m), r.normal(size=n), r.normal(size=m)
    s, g0 = r.uniform(0.5, 2, size=2)
    res = lambda N: G @ L @ U + G @ N - Y
    f = lambda N, la: (res(N) ** 2).sum() / (2 * s**2) + (N * N).sum() / (2 * g0**2) + la @ res(N)
    C(
        "a",
        [J(lambda N: f(N, la), N), G.T @ res(N) / s**2 + N / g0**2 + G.T @ la],
        {1: 2 * G.T @ res(N) / s**2 + N / g0**2 + G.T @ la},
    )
    C("b", [J(lambda la: f(N, la), la), G @ L @ U + G @ N - Y])
    la = -inv(G @ G.T) @ (Y - G @ L @ U) / g0**2
    N = -(g0**2) * G.T @ la
    assert np.allclose(G @ N, Y - G @ L @ U)
    C("c", [N, -(g0**2) * G.T @ la])
    C("d", [-(g0**2) * G @ G.T @ la, Y - G @ L @ U], {0: g0**2 * G @ G.T @ la})


@source
def kfac_note(r, C, X):
    p, q, k, s = r.randint(2, 5, size=4)
    B, W, A, Yh, dW = (
        r.normal(size=(p, k)),
        r.normal(size=(p, q)),
        r.normal(size=(q, s)),
        r.normal(size=(k, s)),
        r.normal(size=(p, q)),
    )
    E = lambda W: Yh - B.T @ W @ A
    L = lambda W: 0.5 * (E(W) * E(W)).sum()
    along = lambda f: J(lambda t: f(W + t * dW), np.array(0.0))
    e, de = E(W), along(E)
    C("a", [along(L), tr(e.T @ de), -tr(e.T @ B.T @ dW @ A)], {2: tr(e.T @ B.T @ dW @ A)})
    G = lambda W: -B @ E(W) @ A.T
    C("b", [J(L, W), -B @ e @ A.T])
    C("c", [along(G), B @ B.T @ dW @ A @ A.T], {1: -B @ B.T @ dW @ A @ A.T})


@source
def dl_exercise(r, C, X):
    n = r.randint(2, 6)
    x, u = r.normal(size=(2, n))
    u /= norm(u)
    a = r.normal()
    d = x - a * u
    C(
        "a",
        [norm(d) ** 2, d @ d, x @ x - 2 * a * x @ u + a**2 * u @ u, x @ x - 2 * a * x @ u + a**2],
        {2: x @ x + 2 * a * x @ u + a**2 * u @ u},
    )
    a = 2 * x @ u / 2
    assert abs(-2 * x @ u + 2 * a) < 1e-12
    C("b", [a, x @ u])


@source
def grunloh_hw(r, C, X):
    p = r.randint(2, 5)
    x, w = r.normal(size=(2, p))
    E = np.exp(x @ w)
    p1 = E / (1 + E)
    C("a", [1 - p1, 1 - p1, (1 + E) / (1 + E) - E / (1 + E), 1 / (1 + E)], {3: 2 / (1 + E)})
    p0 = 1 - p1
    C("b", [np.log(p1 / p0), np.log((E / (1 + E)) / (1 / (1 + E))), np.log(np.exp(x @ w)), x @ w, w @ x], {4: w @ w})
    a = r.normal()
    s = lambda a: np.exp(a) / (1 + np.exp(a))
    e = np.exp(a)
    C(
        "c",
        [
            J(s, a),
            J(lambda a: np.exp(a) * (1 + np.exp(a)) ** -1, a),
            e / (1 + e) - (e / (1 + e)) * (e * (1 + e) ** -1),
            s(a) * (1 - s(a)),
        ],
        {3: s(a) * (1 + s(a))},
    )
    N = r.randint(2, 6)
    A, t = r.normal(size=(N, p)), r.uniform(size=N)
    f = lambda w: (t * np.log(s(A @ w)) + (1 - t) * np.log(1 - s(A @ w))).sum()
    C("d", [J(lambda w: -f(w), w), -J(f, w)])


@source
def vanvaer_backprop(r, C, X):
    n, m = r.randint(2, 5, size=2)
    W, a, b = r.normal(size=(m, n)), r.normal(size=n), r.normal(size=m)
    z = W @ a + b
    L = loss(r, m)
    d = J(L, z)
    C("a", [z, np.array([sum(W[i, j] * a[j] for j in range(n)) + b[i] for i in range(m)])])
    zW = J(lambda W: W @ a + b, W)
    C("b", [J(lambda W: L(W @ a + b), W), np.array([[d[i] * zW[i, i, j] for j in range(n)] for i in range(m)])])
    C("c", [J(lambda b: L(W @ a + b), b), d], {1: -d})
    y = r.normal(size=n)
    C("d", [J(lambda a: 0.5 * ((a - y) ** 2).sum(), a), a - y])
    C("e", [J(lambda a: L(W @ a + b), a), d @ J(lambda a: W @ a + b, a), d @ W], {2: z @ W})


@source
def mills_algebra(r, C, X):
    n = r.randint(2, 5)
    A, B, D = r.normal(size=(3, n, n))
    I, O = np.eye(n), np.zeros((n, n))
    C("a", [A + (B + D), (A + B) + D])
    C("b", [A @ (B @ D), (A @ B) @ D])
    C("c", [A @ (B + D), A @ B + A @ D], {1: A @ B - A @ D})
    C("d", [(B + D) @ A, B @ A + D @ A])
    C("e", [A + B, B + A], {1: B - A})
    C("f", [A - B, A + (-B), A + (-1 * B)], {1: A - (-B)})
    C("g", [A + 0, A])
    C("h", [1 * A, A])
    a, b, c_, x, y, v = r.normal(size=(6, n))
    c = r.normal()
    C("i", [x @ y, y @ x])
    C("j", [x @ (c * y), c * x @ y], {1: c * x @ x})
    C("k", [a @ (b + c_), a @ b + a @ c_])
    C("l", [v + 0, v])
    C("m", [v @ np.zeros(n), 0.0])
    C("n", [norm(v) ** 2, v @ v])
    C("o", [norm(v), 0.0], ge=(1,))
    C("p", [norm(a) + norm(b), norm(a + b)], {0: norm(a) - norm(b)}, ge=(1,))
    C("q", [(A @ B).T, B.T @ A.T], {1: B.T @ A})
    C("r", [A @ I, A])
    C("s", [A @ O, O], {1: A})
    C("t", [A + O, A])
    C("u", [1 * A, A])
    C("v", [0 * A, O])
    C("w", [A + 0, A])
    D = inv(A) @ B
    C("aa", [B, A @ D], {1: A @ A})
    C("y", [inv(A) @ A, I])
    C("z", [inv(A @ B), inv(B) @ inv(A)], {1: inv(B) @ A})


if __name__ == "__main__":
    sys.exit(1 if main(HERE) else 0)
