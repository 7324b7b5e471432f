"""Upright and italic d, differentials, layouts, what depends on what, what is held, and sums of chain rules."""

from __future__ import annotations

from tests.traps.trap import Trap, each, pairs

T = "scalar t, s"
OPERATORS = [
    *pairs(
        "d as an operator",
        "latex",
        T,
        {
            r"\frac{\mathrm d}{\mathrm d t} t^2": "diff(lambda t: t*t, t)",
            r"\frac{\mathrm{d}}{\mathrm{d}t}(t^2)": "diff(lambda t: t*t, t)",
            r"\frac{\mathrm d t^2}{\mathrm d t}": "diff(lambda t: t*t, t)",
            r"\frac{d}{dt} t^2": "diff(lambda t: t*t, t)",
            r"\frac{d t^2}{dt}": "diff(lambda t: t*t, t)",
            r"\frac{\partial}{\partial t} t^2": "diff(lambda t: t*t, t)",
            r"\frac{\mathrm d}{\mathrm d t} s t^2": "diff(lambda t: s*t*t, t)",
            r"\frac{\partial}{\partial t} (s t)": "diff(lambda t: s*t, t)",
            r"t \frac{\mathrm d}{\mathrm d t} t^2": "t*diff(lambda t: t*t, t)",
            r"\frac{\mathrm d^2}{\mathrm d t^2} t^3": "diff(lambda t: diff(lambda t: t**3, t), t)",
        },
        {r"2t": "2*t", r"t": "t", r"2st": "2*s*t"},
    ),
    *each(
        "d as an operator",
        "latex",
        "dimension d; scalar t; vector x : d",
        {
            r"\frac{d}{dt} t^2 = t": ("d/(d*t)*t**2 ~ t", "diff(lambda t: t*t, t) ~ t"),
            r"\frac{d}{dt} t^2 = 2t": ("d/(d*t)*t**2 ~ 2*t", "diff(lambda t: t*t, t) ~ 2*t"),
            r"\frac{d t^2}{dt} = t": ("d*t*t/(d*t) ~ t", "diff(lambda t: t*t, t) ~ t"),
            r"\frac{d t}{d t} = 1": ("d*t/(d*t) ~ 1", "diff(lambda t: t, t) ~ 1"),
            r"\frac{d}{d t} (t + 1) = 1": ("d/(d*t)*(t + 1) ~ 1", "diff(lambda t: t + 1, t) ~ 1"),
            r"\frac{dt^3}{dt} = 3 t^2": ("d*t**3/(d*t) ~ 3*t*t", "diff(lambda t: t**3, t) ~ 3*t*t"),
            r"\frac{\mathrm d}{\mathrm d t} t^2 = t": "diff(lambda t: t*t, t) ~ t",
            r"\frac{\mathrm d}{\mathrm d t} t^2 = 2t": "diff(lambda t: t*t, t) ~ 2*t",
            r"\frac{\mathrm d}{\mathrm d t} t^2 + t = 3t": "diff(lambda t: t*t, t) + t ~ 3*t",
            r"\mathrm d t = d t": (),
            r"\mathrm d = d": (),
            r"\mathrm d x = d x": (),
            r"\frac{1}{d} x^\top x = \frac{x^\top x}{d}": "dot(x, x)/d ~ dot(x, x)/d",
            r"dt = td": "d*t ~ t*d",
        },
    ),
    *each(
        "d as an operator",
        "latex",
        "scalar d, t, x, y",
        {
            r"\frac{d}{dt} t^2 = t": ("d/(d*t)*t**2 ~ t", "diff(lambda t: t*t, t) ~ t"),
            r"\frac{d}{dt} t^2 = 2t": ("d/(d*t)*t**2 ~ 2*t", "diff(lambda t: t*t, t) ~ 2*t"),
            r"\frac{dx}{dt} = \frac{x}{t}": ("d*x/(d*t) ~ x/t", "diff(lambda t: x, t) ~ x/t"),
            r"\frac{dx}{dt} = 0": ("d*x/(d*t) ~ 0", "diff(lambda t: x, t) ~ 0"),
            r"\frac{d x y}{d y} = x": ("d*x*y/(d*y) ~ x", "diff(lambda y: x*y, y) ~ x"),
            r"\frac{x}{d} d = x": "x/d*d ~ x",
            r"\frac{d}{d} x = x": "d/d*x ~ x",
            r"\frac{dx}{d} = x": "d*x/d ~ x",
            r"\frac{\mathrm d}{\mathrm d d} d^2 = 2d": "diff(lambda d: d*d, d) ~ 2*d",
            r"\mathrm d x = x d": (),
            r"x \,\mathrm d y = y \,\mathrm d x": (),
            r"\mathrm d(xy) = x \mathrm d y + y \mathrm d x": (),
            r"\int x \,\mathrm d x = \frac{x^2}{2}": (),
            r"\int_0^1 t \, dt = \tfrac12": (),
            r"d(x + y) = dx + dy": "d*(x + y) ~ d*x + d*y",
        },
    ),
    *each(
        "d as an operator",
        "latex",
        "scalar x, y, t, D",
        {
            r"\frac{\mathrm d y}{\mathrm d x} = 1": "diff(lambda x: y, x) ~ 1",
            r"\mathrm{d}x = x": (),
            r"dx = x": (),
            r"\delta x = x": (),
            r"\Delta x = x": (),
            r"D x = x D": "D*x ~ x*D",
            r"D_x x = 1": (),
            r"\partial_x x^2 = 2x": "diff(lambda x: x*x, x) ~ 2*x",
            r"\partial x = x": (),
            r"\dot x = 0": (),
            r"x' = 0": (),
            r"\frac{\partial x^2}{\partial x} + y = 2x + y": "diff(lambda x: x*x, x) + y ~ 2*x + y",
            r"\frac{\partial}{\partial x} x y = y": "diff(lambda x: x*y, x) ~ y",
            r"\frac{\partial}{\partial x} y x^2 = 2xy": "diff(lambda x: y*x*x, x) ~ 2*x*y",
            r"\frac{\partial^2}{\partial x^2} x^3 = 6x": "diff(lambda z: diff(lambda w: w**3, z), x) ~ 6*x",
            r"\frac{\partial^2}{\partial x \partial y} x^2 y = 2x": (
                "diff(lambda z: diff(lambda w: w*w*z, x), y) ~ 2*x"
            ),
            r"(\frac{\partial}{\partial x} x^2)^2 = 4x^2": "diff(lambda x: x*x, x)**2 ~ 4*x*x",
            r"\left(\frac{\partial}{\partial x}\right)^2 x^2 = 2": "diff(lambda z: diff(lambda w: w*w, z), x) ~ 2",
            r"\frac{\partial}{\partial x} \log x = \frac1x": "diff(log, x) ~ 1/x",
            r"\frac{\partial}{\partial x} e^{xy} = y e^{xy}": "diff(lambda x: exp(x*y), x) ~ y*exp(x*y)",
            r"\frac{\partial}{\partial x} e^{xy} = x e^{xy}": "diff(lambda x: exp(x*y), x) ~ x*exp(x*y)",
            r"\left.\frac{\partial}{\partial x} x^2 \right|_{x=1} = 2": "diff(lambda x: x*x, F(1)) ~ 2",
            r"\left.\frac{\partial}{\partial x} x^2 \right|_{x=1} = 2x": "diff(lambda x: x*x, F(1)) ~ 2*x",
            r"\left.\frac{\partial}{\partial x} x^2 \right|_{x=1} = 0": "diff(lambda x: x*x, F(1)) ~ 0",
            r"\frac{\partial y}{\partial x} x = 0": "diff(lambda x: y, x)*x ~ 0",
            r"\frac{\partial x}{\partial x^2} = \frac{1}{2x}": (),
            r"\frac{\partial 2}{\partial x} = 0": "diff(lambda x: F(2), x) ~ 0",
            r"\frac{\partial x}{\partial 2} = 0": (),
        },
    ),
    *each(
        "d as an operator",
        "latex",
        "scalar x, y",
        {
            r"\frac{\mathrm d}{\mathrm d x} x + x^2 = 1 + 2x": "diff(lambda x: x, x) + x*x ~ 1 + 2*x",
            r"\frac{\mathrm d}{\mathrm d x} x + x^2 = 1 + x^2": "diff(lambda x: x, x) + x*x ~ 1 + x*x",
            r"\frac{\partial}{\partial x} x \cdot x = 2x": (
                "diff(lambda x: x*x, x) ~ 2*x",
                "diff(lambda x: x, x)*x ~ 2*x",
            ),
            r"\frac{\partial}{\partial x} y - x = -1": "diff(lambda x: y, x) - x ~ -1",
        },
    ),
]

LAYOUT = "dimension N, K; vector x, y : N; vector u : K; matrix A : N x N; matrix B : K x N; scalar t"
DOT, BILINEAR, MAP = "grad(lambda x: dot(x, y), x)", "grad(lambda x: tp(x) @ A @ x, x)", "jacobian(lambda x: B @ x, x)"
TRACE = "grad(lambda B: tr(B @ outer(x, u)), B)"
LAYOUTS = [
    *each(
        "layouts of derivatives",
        "latex",
        LAYOUT,
        {
            r"\frac{\partial (x^\top y)}{\partial x} = y": f"{DOT} ~ y",
            r"\frac{\partial (x^\top y)}{\partial x} = y^\top": (f"{DOT} ~ tp(y)", f"tp({DOT}) ~ tp(y)"),
            r"\frac{\partial (y^\top x)}{\partial x} = y^\top": (f"{DOT} ~ tp(y)", f"tp({DOT}) ~ tp(y)"),
            r"\frac{\partial (x^\top A x)}{\partial x} = (A + A^\top) x": f"{BILINEAR} ~ (A + tp(A)) @ x",
            r"\frac{\partial (x^\top A x)}{\partial x} = 2Ax": f"{BILINEAR} ~ 2*A @ x",
            r"\frac{\partial (x^\top A x)}{\partial x} = x^\top (A + A^\top)": (
                f"{BILINEAR} ~ tp(x) @ (A + tp(A))",
                f"tp({BILINEAR}) ~ tp(x) @ (A + tp(A))",
            ),
            r"\frac{\partial (Bx)}{\partial x} = B": f"{MAP} ~ B",
            r"\frac{\partial (Bx)}{\partial x} = B^\top": (f"{MAP} ~ tp(B)", f"tp({MAP}) ~ tp(B)"),
            r"\frac{\partial Bx}{\partial x} = B": f"{MAP} ~ B",
            r"\frac{\partial (x^\top B^\top)}{\partial x} = B": (f"{MAP} ~ B", f"tp({MAP}) ~ B"),
            r"\frac{\partial \operatorname{tr}(B x u^\top)}{\partial B} = u x^\top": f"{TRACE} ~ outer(u, x)",
            r"\frac{\partial \operatorname{tr}(B x u^\top)}{\partial B} = x u^\top": (
                f"{TRACE} ~ outer(x, u)",
                f"tp({TRACE}) ~ outer(x, u)",
            ),
            r"\nabla_x (x^\top y) = y": f"{DOT} ~ y",
            r"\nabla_x (x^\top y) = x": f"{DOT} ~ x",
            r"\frac{\partial x}{\partial x} = I": "jacobian(lambda x: x, x) ~ eye(N)",
            r"\frac{\partial x}{\partial x} = \mathbf 1": "jacobian(lambda x: x, x) ~ one(N)",
            r"\frac{\partial (t x)}{\partial t} = x": "diff(lambda t: t*x, t) ~ x",
            r"\frac{\partial (t x)}{\partial t} = t": "diff(lambda t: t*x, t) ~ t",
            r"\frac{\partial \|x\|^2}{\partial x} = 2x": "grad(norm2, x) ~ 2*x",
            r"\frac{\partial \|x\|^2}{\partial x} = 2x^\top": (
                "grad(norm2, x) ~ 2*tp(x)",
                "tp(grad(norm2, x)) ~ 2*tp(x)",
            ),
            r"\frac{\partial \operatorname{tr}(A)}{\partial A} = I": "grad(tr, A) ~ eye(N)",
            r"\frac{\partial \det(A)}{\partial A} = \det(A) A^{-1}": "grad(det, A) ~ det(A)*inv(A)",
            r"\frac{\partial (x \odot x)}{\partial x} = 2 \operatorname{diag}(x)": (
                "jacobian(lambda x: had(x, x), x) ~ 2*diag(x)"
            ),
            r"\frac{\partial (x \odot x)}{\partial x} = 2 x": "jacobian(lambda x: had(x, x), x) ~ 2*x",
        },
    ),
    *each(
        "layouts of derivatives",
        "latex",
        LAYOUT + "; layout numerator",
        {
            r"\frac{\partial (x^\top y)}{\partial x} = y": f"tp({DOT}) ~ y",
            r"\frac{\partial (x^\top y)}{\partial x} = y^\top": f"tp({DOT}) ~ tp(y)",
            r"\frac{\partial (Bx)}{\partial x} = B": f"{MAP} ~ B",
            r"\frac{\partial (Bx)}{\partial x} = B^\top": f"{MAP} ~ tp(B)",
            r"\frac{\partial (x^\top A x)}{\partial x} = x^\top (A + A^\top)": f"tp({BILINEAR}) ~ tp(x) @ (A + tp(A))",
            r"\frac{\partial \operatorname{tr}(B x u^\top)}{\partial B} = x u^\top": f"tp({TRACE}) ~ outer(x, u)",
            r"\nabla_x (x^\top y) = y": f"{DOT} ~ y",
        },
        names=LAYOUT,
    ),
    *each(
        "layouts of derivatives",
        "latex",
        LAYOUT + "; layout denominator",
        {
            r"\frac{\partial (x^\top y)}{\partial x} = y": f"{DOT} ~ y",
            r"\frac{\partial (x^\top y)}{\partial x} = y^\top": f"{DOT} ~ tp(y)",
            r"\frac{\partial (Bx)}{\partial x} = B": f"tp({MAP}) ~ B",
            r"\frac{\partial (Bx)}{\partial x} = B^\top": f"tp({MAP}) ~ tp(B)",
            r"\frac{\partial (Ax)}{\partial x} x = A^\top x": "tp(jacobian(lambda x: A @ x, x)) @ x ~ tp(A) @ x",
            r"\frac{\partial \operatorname{tr}(B x u^\top)}{\partial B} = u x^\top": f"{TRACE} ~ outer(u, x)",
        },
        names=LAYOUT,
    ),
    *each(
        "indices of derivatives",
        "latex",
        "dimension N; vector x, y : N; matrix A : N x N; index i, j, k : N; scalar c",
        {
            r"\frac{\partial x_i}{\partial x_j} = \delta_{ij}": "diff(lambda v: v[i], x, j) ~ F(i == j)",
            r"\frac{\partial x_i}{\partial x_j} = 0": "diff(lambda v: v[i], x, j) ~ 0",
            r"\frac{\partial x_i}{\partial x_j} = 1": "diff(lambda v: v[i], x, j) ~ 1",
            r"\frac{\partial x_i}{\partial x_i} = 1": "diff(lambda v: v[i], x, i) ~ 1",
            r"\frac{\partial x_i^2}{\partial x_i} = 2x_i": "diff(lambda v: v[i]**2, x, i) ~ 2*x[i]",
            r"\frac{\partial x_i^2}{\partial x_j} = 2x_i": "diff(lambda v: v[i]**2, x, j) ~ 2*x[i]",
            r"\frac{\partial x_i^2}{\partial x_j} = 2x_i\delta_{ij}": "diff(lambda v: v[i]**2, x, j) ~ 2*x[i]*(i == j)",
            r"\frac{\partial x_i x_j}{\partial x_i} = x_j": "diff(lambda v: v[i]*v[j], x, i) ~ x[j]",
            r"\frac{\partial x_i x_j}{\partial x_i} = x_j + \delta_{ij} x_i": (
                "diff(lambda v: v[i]*v[j], x, i) ~ x[j] + (i == j)*x[i]"
            ),
            r"\frac{\partial x_i x_j}{\partial x_k} = \delta_{ik} x_j + \delta_{jk} x_i": (
                "diff(lambda v: v[i]*v[j], x, k) ~ (i == k)*x[j] + (j == k)*x[i]"
            ),
            r"\frac{\partial}{\partial x_i} \sum_i x_i^2 = 2 x_i": "diff(norm2, x, i) ~ 2*x[i]",
            r"\frac{\partial}{\partial x_i} \sum_j x_j^2 = 2 x_i": "diff(norm2, x, i) ~ 2*x[i]",
            r"\frac{\partial}{\partial x_j} \sum_i x_i^2 = 2 x_i": "diff(norm2, x, j) ~ 2*x[i]",
            r"\sum_i \frac{\partial}{\partial x_i} x_i^2 = 2\sum_i x_i": (
                "Sum(N, lambda i: diff(lambda v: v[i]**2, x, i)) ~ 2*total(x)"
            ),
            r"\frac{\partial}{\partial x_i} x^\top y = y_i": "diff(lambda v: dot(v, y), x, i) ~ y[i]",
            r"\frac{\partial}{\partial x_i} x^\top A x = (Ax)_i + (A^\top x)_i": (
                "diff(lambda v: tp(v) @ A @ v, x, i) ~ (A @ x)[i] + (tp(A) @ x)[i]"
            ),
            r"\frac{\partial}{\partial x_i} x^\top A x = 2 (Ax)_i": "diff(lambda v: tp(v) @ A @ v, x, i) ~ 2*(A @ x)[i]",
            r"\frac{\partial (Ax)_i}{\partial x_j} = A_{ij}": "diff(lambda v: (A @ v)[i], x, j) ~ A[i, j]",
            r"\frac{\partial (Ax)_i}{\partial x_j} = A_{ji}": "diff(lambda v: (A @ v)[i], x, j) ~ A[j, i]",
            r"\frac{\partial A_{ij}}{\partial A_{kl}} = \delta_{ik}\delta_{jl}": (
                "col(N, lambda l: diff(lambda V: V[i, j], A, k, l)) ~ col(N, lambda l: F((i == k)*(j == l)))"
            ),
            r"\frac{\partial \operatorname{tr}(A)}{\partial A_{ij}} = \delta_{ij}": ("diff(tr, A, i, j) ~ F(i == j)"),
            r"\frac{\partial (c x_i)}{\partial c} = x_i": "diff(lambda c: c*x[i], c) ~ x[i]",
            r"\frac{\partial y_i}{\partial x_j} = 0": "diff(lambda v: y[i], x, j) ~ 0",
            r"\frac{\partial y_i}{\partial x_j} = \delta_{ij}": "diff(lambda v: y[i], x, j) ~ F(i == j)",
            r"\frac{\partial^2}{\partial x_i \partial x_j} x^\top x = 2\delta_{ij}": (
                "diff(lambda v: diff(norm2, v, j), x, i) ~ 2*(i == j)"
            ),
            r"\frac{\partial e^{x_i}}{\partial x_j} = e^{x_i}": "diff(lambda v: exp(v[i]), x, j) ~ exp(x[i])",
        },
    ),
]

DEPENDS = [
    *each(
        "what depends on what",
        "latex",
        "scalar x, y, z; y depends on x",
        {
            r"\frac{\partial x}{\partial y} = 0": (),
            r"\frac{\partial x}{\partial y} = 1": (),
            r"\frac{\mathrm d x}{\mathrm d y} = 0": (),
            r"\frac{\partial x^2}{\partial y} = 0": (),
            r"\frac{\partial (xy)}{\partial y} = x": (),
            r"\frac{\partial x}{\partial y} \frac{\partial y}{\partial x} = 1": (),
            r"\frac{\partial x}{\partial y} \frac{\partial y}{\partial x} = 0": (),
            r"\frac{\partial y}{\partial x} = 0": "2*x ~ 0",
            r"\frac{\partial y^2}{\partial x} = 2y \frac{\partial y}{\partial x}": "diff(lambda x: x**4, x) ~ 2*y*2*x",
            r"\frac{\partial y^2}{\partial x} = 2y": "diff(lambda x: x**4, x) ~ 2*y",
            r"\frac{\partial (xy)}{\partial x} = y + x\frac{\partial y}{\partial x}": "diff(lambda x: x**3, x) ~ y + x*2*x",
            r"\frac{\partial (xy)}{\partial x} = y": "diff(lambda x: x**3, x) ~ y",
            r"\frac{\partial z}{\partial x} = 0": "diff(lambda x: z, x) ~ 0",
        },
        values={"y": "x*x"},
        names="scalar x, y, z",
    ),
    *each(
        "what depends on what",
        "latex",
        "dimension N; vector x, y : N; index i, j : N; y depends on x; loss L of y",
        {
            r"\frac{\partial x_i}{\partial y_j} = 0": (),
            r"\frac{\partial x}{\partial y} = 0": (),
            r"\frac{\partial x_i}{\partial y_i} = 1": (),
            r"\frac{\partial L}{\partial x} = 0": "grad(lambda x: Sum(N, lambda k: x[k]**4), x) ~ 0",
            r"\frac{\partial L}{\partial x_i} = \frac{\partial L}{\partial y_i}": "4*x[i]**3 ~ 2*y[i]",
            r"\frac{\partial L}{\partial x_i} = \sum_j \frac{\partial L}{\partial y_j}\frac{\partial y_j}{\partial x_i}": (
                "4*x[i]**3 ~ Sum(N, lambda j: 2*y[j]*(2*x[j] if j == i else 0))"
            ),
            r"\frac{\partial L}{\partial x_i} = \frac{\partial L}{\partial y_j}\frac{\partial y_j}{\partial x_i}": (
                "4*x[i]**3 ~ 2*y[j]*(2*x[j] if j == i else 0)"
            ),
        },
        values={"y": "had(x, x)"},
        names="dimension N; vector x, y : N; index i, j : N",
    ),
    *each(
        "what is held fixed",
        "latex",
        r"dimension N; vector x : N; index j : N; let m = \frac1N \sum_{i=1}^N x_i; hold m fixed",
        {
            r"\sum_i (x_i - m) = 0": "Sum(N, lambda i: x[i] - m) ~ 0",
            r"\sum_i x_i = N m": "total(x) ~ N*m",
            r"m = 0": "m ~ 0",
            r"\frac{\partial m}{\partial x_j} = 0": "diff(lambda v: m, x, j) ~ 0",
            r"\frac{\partial m}{\partial x_j} = \frac1N": "diff(lambda v: m, x, j) ~ F(1, N)",
            r"\frac{\partial}{\partial x_j} (x_j - m) = 1": "diff(lambda v: v[j] - m, x, j) ~ 1",
            r"\frac{\partial}{\partial x_j} (x_j - m)^2 = 2(x_j - m)": "diff(lambda v: (v[j] - m)**2, x, j) ~ 2*(x[j] - m)",
            r"\frac{\partial}{\partial x_j} \sum_i (x_i - m)^2 = 2(x_j - m)": (
                "diff(lambda v: Sum(N, lambda i: (v[i] - m)**2), x, j) ~ 2*(x[j] - m)"
            ),
            r"\frac{\partial}{\partial x_j} \sum_i (x_i - m) = 1": "diff(lambda v: Sum(N, lambda i: v[i] - m), x, j) ~ 1",
            r"\frac{\partial}{\partial x_j} \sum_i (x_i - m) = 0": "diff(lambda v: Sum(N, lambda i: v[i] - m), x, j) ~ 0",
            r"m \ge x_j": "m >= x[j]",
            r"\sum_i (x_i - m)^2 = \Bigl(\sum_i x_i^2\Bigr) - N m^2": "Sum(N, lambda i: (x[i] - m)**2) ~ norm2(x) - N*m*m",
        },
        values={"m": "mean(x)"},
        names="dimension N; vector x : N; index j : N",
    ),
    *each(
        "what is held fixed",
        "latex",
        r"dimension N; vector x : N; index j : N; let m = \frac1N \sum_{i=1}^N x_i",
        {
            r"\frac{\partial m}{\partial x_j} = 0": "diff(mean, x, j) ~ 0",
            r"\frac{\partial m}{\partial x_j} = \frac1N": "diff(mean, x, j) ~ F(1, N)",
            r"\frac{\partial}{\partial x_j} (x_j - m) = 1": "diff(lambda v: v[j] - mean(v), x, j) ~ 1",
            r"\frac{\partial}{\partial x_j} \sum_i (x_i - m)^2 = 2(x_j - m)": (
                "diff(lambda v: Sum(N, lambda i: (v[i] - mean(v))**2), x, j) ~ 2*(x[j] - m)"
            ),
            r"\frac{\partial}{\partial x_j} \sum_i (x_i - m) = 0": (
                "diff(lambda v: Sum(N, lambda i: v[i] - mean(v)), x, j) ~ 0"
            ),
        },
        values={"m": "mean(x)"},
        names="dimension N; vector x : N; index j : N",
    ),
]

# Of batch normalisation: h(x, μ, σ²) = (x − μ)/√(σ² + ε), and a loss of h with weights w that the text does not know.
HIDDEN = "dimension N; vector x, w : N; index i : N; scalar eps > 0"
NORM = {
    "m": "mean(x)",
    "v": "var(x)",
    "V": "lambda x, m: norm2(x - m*one(N))/N",
    "H": "lambda x, m, v: (x - m*one(N))/root(v + eps)",
    "L": "lambda h: Sum(N, lambda k: w[k]*h[k]**2 + h[k])",
    "LX": "lambda x: L(H(x, mean(x), var(x)))",
    "h": "H(x, m, v)",
    "gm": "diff(lambda q: L(H(x, q, V(x, q))), m)",
    "gm_partial": "diff(lambda q: L(H(x, q, v)), m)",
    "gv": "diff(lambda q: L(H(x, m, q)), v)",
    "s": "root(v + eps)",
}
BEGIN = r"dimension N; vector x : N; index i : N; scalar \epsilon > 0; "
GRAPH = BEGIN + (
    r"let \mu(x) = \frac1N \sum_{j=1}^N x_j; let \sigma^2(x, \mu) = \frac1N \sum_{j=1}^N (x_j - \mu)^2; "
    r"let \hat x_i(x_i, \mu, \sigma^2) = \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}; loss L of \hat x"
)
PLAIN_LETS = BEGIN + (
    r"let \mu = \frac1N \sum_{j=1}^N x_j; let \sigma^2 = \frac1N \sum_{j=1}^N (x_j - \mu)^2; "
    r"let \hat x_i = \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}; loss L of \hat x"
)
GH = "diff(L, h, i)"
X = r"\frac{\partial L}{\partial x_i} = "
H, HX = r"\frac{\partial L}{\partial \hat x_i}", r"\frac{\partial \hat x_i}{\partial x_i}"
V, VX = r"\frac{\partial L}{\partial \sigma^2}", r"\frac{\partial \sigma^2}{\partial x_i}"
M, MX = r"\frac{\partial L}{\partial \mu}", r"\frac{\partial \mu}{\partial x_i}"
ROOT = r"\frac{1}{\sqrt{\sigma^2 + \epsilon}}"
CHAIN_RULES = [
    *each(
        "sums of chain rules",
        "latex",
        GRAPH,
        {
            f"{X}{H} {HX} + {V} {VX} + {M} {MX}": f"diff(LX, x, i) ~ {GH}/s + gv*2*(x[i] - m)/N + gm/N",
            f"{X}{H} {ROOT} + {V} \\frac{{2(x_i - \\mu)}}{{N}} + {M} \\frac1N": (
                f"diff(LX, x, i) ~ {GH}/s + gv*2*(x[i] - m)/N + gm/N"
            ),
            f"{X}{H} {ROOT} + {V} \\frac{{2(x_i - \\mu)}}{{N}} - {M} \\frac1N": (
                f"diff(LX, x, i) ~ {GH}/s + gv*2*(x[i] - m)/N - gm/N"
            ),
            f"{X}{H} {ROOT} + {V} \\frac{{x_i - \\mu}}{{N}} + {M} \\frac1N": (
                f"diff(LX, x, i) ~ {GH}/s + gv*(x[i] - m)/N + gm/N"
            ),
            f"{X}{H} {HX} + {V} {VX}": f"diff(LX, x, i) ~ {GH}/s + gv*2*(x[i] - m)/N",
            f"{X}{H} {HX} + {M} {MX}": f"diff(LX, x, i) ~ {GH}/s + gm/N",
            f"{X}{H} {HX}": f"diff(LX, x, i) ~ {GH}/s",
            f"{HX} = {ROOT}": "1/s ~ 1/s",
            f"{HX} = 0": "1/s ~ 0",
            f"{VX} = \\frac{{2(x_i - \\mu)}}{{N}}": "diff(lambda u: V(u, m), x, i) ~ 2*(x[i] - m)/N",
            f"{VX} = \\frac{{x_i - \\mu}}{{N}}": "diff(lambda u: V(u, m), x, i) ~ (x[i] - m)/N",
            f"{MX} = \\frac1N": "diff(mean, x, i) ~ F(1, N)",
            f"{MX} = 1": "diff(mean, x, i) ~ 1",
            r"\frac{\partial \sigma^2}{\partial \mu} = 0": "diff(lambda q: V(x, q), m) ~ 0",
            r"\frac{\partial \sigma^2}{\partial \mu} = -\frac2N \sum_{j=1}^N (x_j - \mu)": (
                "diff(lambda q: V(x, q), m) ~ -2*Sum(N, lambda j: x[j] - m)/N"
            ),
            r"\frac{\partial \hat x_i}{\partial \mu} = -" + ROOT: "diff(lambda q: H(x, q, v)[i], m) ~ -1/s",
            r"\frac{\partial \hat x_i}{\partial \mu} = " + ROOT: "diff(lambda q: H(x, q, v)[i], m) ~ 1/s",
            f"{V} = \\sum_{{i=1}}^N {H} (x_i - \\mu) \\frac{{-1}}{{2}} (\\sigma^2 + \\epsilon)^{{-3/2}}": (
                "gv ~ Sum(N, lambda k: diff(L, h, k)*(x[k] - m)*F(-1, 2)/s**3)"
            ),
            f"{V} = \\sum_{{i=1}}^N {H} (x_i - \\mu) (\\sigma^2 + \\epsilon)^{{-3/2}}": (
                "gv ~ Sum(N, lambda k: diff(L, h, k)*(x[k] - m)/s**3)"
            ),
            f"{M} = \\sum_{{i=1}}^N {H} \\frac{{-1}}{{\\sqrt{{\\sigma^2 + \\epsilon}}}}": (
                "gm ~ Sum(N, lambda k: diff(L, h, k)*-1/s)"
            ),
            f"{M} = \\sum_{{i=1}}^N {H} \\frac{{1}}{{\\sqrt{{\\sigma^2 + \\epsilon}}}}": (
                "gm ~ Sum(N, lambda k: diff(L, h, k)/s)"
            ),
            f"{M} = 0": "gm ~ 0",
        },
        values=NORM,
        names=HIDDEN,
    ),
    *each(
        "sums of chain rules",
        "latex",
        PLAIN_LETS,
        {
            f"{X}{H} {HX} + {V} {VX} + {M} {MX}": (
                f"diff(LX, x, i) ~ {GH}/s + gv*2*(x[i] - m)/N + gm/N",
                f"diff(LX, x, i) ~ {GH}*diff(lambda u: H(u, mean(u), var(u))[i], x, i) + gv*2*(x[i] - m)/N + gm/N",
            ),
            f"{X}{H} {HX} + {M} {MX} + {V} {VX}": (
                f"diff(LX, x, i) ~ {GH}/s + gv*2*(x[i] - m)/N + gm/N",
                f"diff(LX, x, i) ~ {GH}*diff(lambda u: H(u, mean(u), var(u))[i], x, i) + gv*2*(x[i] - m)/N + gm/N",
            ),
            f"{X}{V} {VX} + {M} {MX} + {H} {HX}": (
                f"diff(LX, x, i) ~ {GH}/s + gv*2*(x[i] - m)/N + gm/N",
                f"diff(LX, x, i) ~ {GH}*diff(lambda u: H(u, mean(u), var(u))[i], x, i) + gv*2*(x[i] - m)/N + gm/N",
            ),
            f"{MX} = \\frac1N": "diff(mean, x, i) ~ F(1, N)",
            f"{MX} = 0": "diff(mean, x, i) ~ 0",
        },
        values=NORM,
        names=HIDDEN,
    ),
]

TRAPS: list[Trap] = [*OPERATORS, *LAYOUTS, *DEPENDS, *CHAIN_RULES]
