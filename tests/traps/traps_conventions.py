"""Declared conventions: summed indices, means, primes, broadcasting, narrow sums, rows; numbers, Laplacians; all doors."""

from __future__ import annotations

from tests.traps.trap import Trap, each

XY = "dimension N; vector x, y : N; matrix A, B : N x N; scalar c; index i, j, k : N"

EINSTEIN = [
    *each(
        "summed indices",
        "latex",
        XY + "; einstein",
        {
            r"x_i y_i = x^\top y": "dot(x, y) ~ dot(x, y)",
            r"x_j y_j = x^\top y": "dot(x, y) ~ dot(x, y)",
            r"x_i y_i = x^\top x": "dot(x, y) ~ dot(x, x)",
            r"x_i y_i + c = c + x^\top y": "dot(x, y) + c ~ c + dot(x, y)",
            r"x_i y_i + c = Nc + x^\top y": "dot(x, y) + c ~ N*c + dot(x, y)",
            r"x_i y_i x_j y_j = (x^\top y)^2": "dot(x, y)**2 ~ dot(x, y)**2",
            r"x_i x_i y_j y_j = (x^\top y)^2": "norm2(x)*norm2(y) ~ dot(x, y)**2",
            r"x_i y_j x_i y_j = (x^\top x)(y^\top y)": "norm2(x)*norm2(y) ~ norm2(x)*norm2(y)",
            r"x_i x_i x_i = 0": (),
            r"x_i y_i x_i y_i = (x^\top y)^2": (),
            r"A_{ii} = \operatorname{tr}(A)": "tr(A) ~ tr(A)",
            r"A_{ij} x_j = (Ax)_i": "(A @ x)[i] ~ (A @ x)[i]",
            r"A_{ij} x_i = (Ax)_j": "(tp(A) @ x)[j] ~ (A @ x)[j]",
            r"A_{ij} x_i = (A^\top x)_j": "(tp(A) @ x)[j] ~ (tp(A) @ x)[j]",
            r"A_{ik} B_{kj} = (AB)_{ij}": "(A @ B)[i, j] ~ (A @ B)[i, j]",
            r"A_{ik} B_{jk} = (AB)_{ij}": "(A @ tp(B))[i, j] ~ (A @ B)[i, j]",
            r"A_{ij} B_{ij} = \operatorname{tr}(A^\top B)": "dot(A, B) ~ tr(tp(A) @ B)",
            r"A_{ij} B_{ij} = \operatorname{tr}(A B)": "dot(A, B) ~ tr(A @ B)",
            r"A_{ij} B_{ji} = \operatorname{tr}(A B)": "tr(A @ B) ~ tr(A @ B)",
            r"x_i A_{ij} y_j = x^\top A y": "tp(x) @ A @ y ~ tp(x) @ A @ y",
            r"x_i A_{ij} y_j = y^\top A x": "tp(x) @ A @ y ~ tp(y) @ A @ x",
            r"\delta_{ii} = N": "F(N) ~ N",
            r"\delta_{ii} = 1": "F(N) ~ 1",
            r"\delta_{ij} \delta_{ij} = N": "F(N) ~ N",
            r"\delta_{ij} \delta_{jk} = \delta_{ik}": "F(i == k) ~ F(i == k)",
            r"\delta_{ij} x_j = x_i": "x[i] ~ x[i]",
            r"\delta_{ij} x_i x_j = x^\top x": "norm2(x) ~ norm2(x)",
            r"x_i + y_i = y_i + x_i": "x[i] + y[i] ~ y[i] + x[i]",
            r"x_i - x_i = 0": "x[i] - x[i] ~ 0",
            r"(x_i + y_i)(x_i - y_i) = x^\top x - y^\top y": "dot(x + y, x - y) ~ norm2(x) - norm2(y)",
            r"(x_i + y_i)(x_i - y_i) = x_i^2 - y_i^2": (
                "dot(x + y, x - y) ~ norm2(x) - norm2(y)",
                "dot(x + y, x - y) ~ x[i]**2 - y[i]**2",
            ),
            r"x_i^2 = x^\top x": ("norm2(x) ~ norm2(x)", "x[i]**2 ~ norm2(x)"),
            r"(x_i y_i)^2 = (x^\top y)^2": "dot(x, y)**2 ~ dot(x, y)**2",
            r"\frac{x_i}{y_i} = c": (
                "x[i]/y[i] ~ c",
                "Sum(N, lambda k: x[k]/y[k]) ~ c",
            ),
            r"\sum_i x_i y_i = x^\top y": "dot(x, y) ~ dot(x, y)",
            r"\sum_i x_i y_j = y_j (x^\top \mathbf 1)": "total(x)*y[j] ~ y[j]*total(x)",
            r"e^{x_i y_i} = e^{x^\top y}": "exp(dot(x, y)) ~ exp(dot(x, y))",
            r"\sqrt{x_i x_i} = \|x\|": "root(norm2(x)) ~ root(norm2(x))",
            r"|x_i y_i| = |x^\top y|": "abs(dot(x, y)) ~ abs(dot(x, y))",
            r"|x_i| |y_i| = |x^\top y|": "Sum(N, lambda k: abs(x[k]*y[k])) ~ abs(dot(x, y))",
            r"\frac{\partial x_i}{\partial x_i} = N": "F(N) ~ N",
            r"\frac{\partial x_i}{\partial x_i} = 1": "F(N) ~ 1",
            r"\frac{\partial x_i x_i}{\partial x_j} = 2 x_j": "diff(norm2, x, j) ~ 2*x[j]",
            r"\frac{\partial x_i y_i}{\partial x_j} = y_j": "diff(lambda v: dot(v, y), x, j) ~ y[j]",
            r"\frac{\partial x_i y_i}{\partial x_j} = \delta_{ij} y_i": "diff(lambda v: dot(v, y), x, j) ~ y[j]",
        },
        names=XY,
    ),
    *each(
        "summed indices",
        "latex",
        XY,
        {
            r"x_i y_i = x^\top y": "x[i]*y[i] ~ dot(x, y)",
            r"A_{ii} = \operatorname{tr}(A)": "A[i, i] ~ tr(A)",
            r"A_{ij} x_j = (Ax)_i": "A[i, j]*x[j] ~ (A @ x)[i]",
            r"\delta_{ij} x_j = x_i": "(i == j)*x[j] ~ x[i]",
        },
    ),
]

CONVENTIONS = [
    *each(
        "declared means",
        "latex",
        "dimension N; vector x, y : N; scalar c" + r"; mean \langle; mean \overline",
        {
            r"\langle x \rangle = \frac1N \sum_i x_i": "mean(x) ~ total(x)/N",
            r"\langle x \rangle = x": "mean(x) ~ x",
            r"\langle x, y \rangle = x^\top y": "dot(x, y) ~ dot(x, y)",
            r"\langle x y \rangle = \frac1N x^\top y": "mean(had(x, y)) ~ dot(x, y)/N",
            r"\langle x y \rangle = x^\top y": "mean(had(x, y)) ~ dot(x, y)",
            r"\langle x \rangle^2 = \langle x^2 \rangle": "mean(x)**2 ~ mean(had(x, x))",
            r"\overline{x}^2 = \overline{x^2}": "mean(x)**2 ~ mean(had(x, x))",
            r"\overline{x^2} - \overline{x}^2 = \overline{(x - \overline x)^2}": "mean(had(x, x)) - mean(x)**2 ~ var(x)",
            r"\overline{x y} = \overline x\,\overline y": "mean(had(x, y)) ~ mean(x)*mean(y)",
            r"\overline{x + y} = \overline x + \overline y": "mean(x + y) ~ mean(x) + mean(y)",
            r"\overline{x + c} = \overline x + c": "mean(x + c*one(N)) ~ mean(x) + c",
            r"\overline{\overline{x}} = \overline{x}": "mean(x) ~ mean(x)",
            r"\overline{\overline{x} y} = \overline{x}\,\overline{y}": "mean(mean(x)*y) ~ mean(x)*mean(y)",
            r"\langle c \rangle = c": "c ~ c",
            r"\langle c \rangle = \frac cN": "c ~ c/N",
            r"\langle x - \langle x \rangle \rangle = 0": "mean(x - mean(x)*one(N)) ~ 0",
            r"\langle x \rangle y = \langle x y \rangle": "mean(x)*y ~ mean(had(x, y))",
            r"\overline{|x|} = |\overline x|": "mean(entrywise(abs, x)) ~ abs(mean(x))",
            r"\overline{c x} = c \bar x": "mean(c*x) ~ c*mean(x)",
            r"\overline{e^x} = e^{\overline x}": "mean(entrywise(exp, x)) ~ exp(mean(x))",
        },
        names="dimension N; vector x, y : N; scalar c",
    ),
    *each(
        "broadcasting declared",
        "latex",
        "dimension N; vector x, y : N; matrix A : N x N; scalar c; broadcast",
        {
            r"x + c = x + c\mathbf 1": "x + c*one(N) ~ x + c*one(N)",
            r"x - c = x + c\mathbf 1": "x - c*one(N) ~ x + c*one(N)",
            r"c - x = x - c": "c*one(N) - x ~ x - c*one(N)",
            r"A + c = A + c I": ("A + c*eye(N) ~ A + c*eye(N)", "A + c*ones(N, N) ~ A + c*eye(N)"),
            r"(x + c)^\top y = x^\top y + c": "dot(x + c*one(N), y) ~ dot(x, y) + c",
            r"(x + c)^\top y = x^\top y + c \mathbf 1^\top y": "dot(x + c*one(N), y) ~ dot(x, y) + c*total(y)",
            r"x = c": "x ~ c",
            r"x = c\mathbf 1": "x ~ c*one(N)",
            r"x^\top y + c = c + x^\top y": "dot(x, y) + c ~ c + dot(x, y)",
            r"\frac{1}{x} \odot x = \mathbf 1": "had(quot(one(N), x), x) ~ one(N)",
            r"A + x = A": (),
            r"\sum_i (x + c)_i = (\sum_i x_i) + c": "total(x + c*one(N)) ~ total(x) + c",
        },
        names="dimension N; vector x, y : N; matrix A : N x N; scalar c",
    ),
    *each(
        "narrow sums declared",
        "latex",
        XY + "; narrow sums",
        {
            r"\sum_i x_i + c = c + x^\top \mathbf 1": "total(x) + c ~ c + total(x)",
            r"\sum_i x_i + c = Nc + x^\top \mathbf 1": "total(x) + c ~ N*c + total(x)",
            r"\sum_k x_k + y_j = y_j + x^\top \mathbf 1": "total(x) + y[j] ~ y[j] + total(x)",
            r"\sum_j x_j + x_j = x_j + x^\top \mathbf 1": "total(x) + x[j] ~ x[j] + total(x)",
            r"\sum_j x_j - \sum_j y_j = (x - y)^\top \mathbf 1": "total(x) - total(y) ~ total(x - y)",
            r"\sum_i -x_i + c = c - x^\top \mathbf 1": "-total(x) + c ~ c - total(x)",
            r"\sum_i x_i y_i + c = c": "dot(x, y) + c ~ c",
            r"\sum_i (x_i + c) = c + x^\top \mathbf 1": "total(x) + N*c ~ c + total(x)",
            r"\prod_i x_i - c = -c + \prod_i x_i": "Prod(N, lambda i: x[i]) - c ~ -c + Prod(N, lambda i: x[i])",
            r"\sum_i x_i \sum_i y_i - c = (x^\top \mathbf 1)(y^\top \mathbf 1) - c": (
                "total(x)*total(y) - c ~ total(x)*total(y) - c"
            ),
        },
        names=XY,
    ),
    *each(
        "primes and rows declared",
        "latex",
        "dimension N, K; matrix X : N x K; vector v : K; index i, j : N; transpose '; rows x_i of X",
        {
            r"X'X = X^\top X": "tp(X) @ X ~ tp(X) @ X",
            r"X'X = XX'": "tp(X) @ X ~ X @ tp(X)",
            r"v'v = v^\top v": "dot(v, v) ~ dot(v, v)",
            r"(Xv)' = v'X'": "tp(X @ v) ~ tp(v) @ tp(X)",
            r"(Xv)' = X'v'": (),
            r"(X'X)' = X'X": "tp(tp(X) @ X) ~ tp(X) @ X",
            r"x_i' v = (Xv)_i": "Sum(K, lambda k: X[i, k]*v[k]) ~ (X @ v)[i]",
            r"x_i^\top v = (Xv)_i": "Sum(K, lambda k: X[i, k]*v[k]) ~ (X @ v)[i]",
            r"\sum_i x_i x_i' = X'X": "mat(K, K, lambda p, q: Sum(N, lambda r: X[r, p]*X[r, q])) ~ tp(X) @ X",
            r"\sum_i x_i x_i' = XX'": "mat(K, K, lambda p, q: Sum(N, lambda r: X[r, p]*X[r, q])) ~ X @ tp(X)",
            r"\|x_i\|^2 = (XX')_{ii}": "Sum(K, lambda k: X[i, k]**2) ~ (X @ tp(X))[i, i]",
            r"x_i' x_j = (XX')_{ij}": "Sum(K, lambda k: X[i, k]*X[j, k]) ~ (X @ tp(X))[i, j]",
            r"x_i' x_j = (X'X)_{ij}": (),
            r"x_i = v": "col(K, lambda k: X[i, k]) ~ v",
            r"x_i' = x_i": "tp(col(K, lambda k: X[i, k])) ~ col(K, lambda k: X[i, k])",
        },
        names="dimension N, K; matrix X : N x K; vector v : K; index i, j : N",
    ),
    *each(
        "numbers",
        "latex",
        "scalar c, e",
        {
            r"c + 1e-5 = c + 10^{-5}": ("c + F(1, 10**5) ~ c + F(1, 10**5)", "c + e - 5 ~ c + F(1, 10**5)"),
            r"c + 1e-5 = c + e - 5": ("c + F(1, 10**5) ~ c + e - 5", "c + e - 5 ~ c + e - 5"),
            r"1e3 c = 1000 c": ("1000*c ~ 1000*c", "e*3*c ~ 1000*c"),
            r"2e-1 = 2e - 1": ("F(2, 10) ~ 2*e - 1", "2*e - 1 ~ 2*e - 1"),
            r"1.5e2 = 150": ("F(150) ~ 150", "F(3, 2)*e*2 ~ 150"),
        },
    ),
    *each(
        "numbers",
        "latex",
        "scalar c",
        {
            r"1e-5 c = 10^{-5} c": "F(1, 10**5)*c ~ F(1, 10**5)*c",
            r"10^{-5} c = 0.00001 c": "F(1, 10**5)*c ~ F(1, 10**5)*c",
            r"10^-5 c = 0.00001 c": "F(1, 10**5)*c ~ F(1, 10**5)*c",
            r"10^{-5} c = 0.0001 c": "F(1, 10**5)*c ~ F(1, 10**4)*c",
            r".5 c = \tfrac12 c": "F(1, 2)*c ~ F(1, 2)*c",
            r"5. c = 5 c": "5*c ~ 5*c",
            r"1 000 c = 1000 c": "1000*c ~ 1000*c",
            r"1\,000 c = 1000 c": "1000*c ~ 1000*c",
            r"1\,000 c = 0": "1000*c ~ 0",
            r"3 \cdot 10^2 c = 300 c": "300*c ~ 300*c",
            r"3 \times 10^2 c = 300 c": "300*c ~ 300*c",
            r"0.1 c + 0.2 c = 0.3 c": "F(3, 10)*c ~ F(3, 10)*c",
            r"50\% c = \tfrac12 c": "F(1, 2)*c ~ F(1, 2)*c",
            r"007 c = 7 c": "7*c ~ 7*c",
            r"1.2.3 c = c": (),
            r"\frac{1}{3} c = 0.333 c": "F(1, 3)*c ~ F(333, 1000)*c",
            r"2^{0.5} = \sqrt 2": "root(2) ~ root(2)",
            r"2^{.5} = \sqrt 2": "root(2) ~ root(2)",
        },
    ),
    *each(
        "second derivatives",
        "latex",
        "dimension N; vector x, y : N; matrix A : N x N",
        {
            r"\nabla_x^2 (x^\top x) = 2I": ("2*eye(N) ~ 2*eye(N)", "F(2*N) ~ 2*eye(N)"),
            r"\nabla_x^2 (x^\top x) = 2N": ("2*eye(N) ~ F(2*N)", "F(2*N) ~ F(2*N)"),
            r"\nabla^2_x (x^\top A x) = A + A^\top": ("A + tp(A) ~ A + tp(A)", "2*tr(A) ~ A + tp(A)"),
            r"\nabla^2_x (x^\top A x) = 2 \operatorname{tr}(A)": ("A + tp(A) ~ 2*tr(A)", "2*tr(A) ~ 2*tr(A)"),
            r"\nabla^2_x (x^\top y) = 0": ("0*A ~ 0", "F(0) ~ 0"),
            r"\Delta_x (x^\top x) = 2N": "F(2*N) ~ 2*N",
            r"\Delta_x (x^\top x) = 2I": "F(2*N) ~ 2*eye(N)",
            r"\frac{\partial^2 (x^\top x)}{\partial x^2} = 2I": "2*eye(N) ~ 2*eye(N)",
            r"\frac{\partial^2 (x^\top x)}{\partial x \partial x^\top} = 2I": "2*eye(N) ~ 2*eye(N)",
            r"\frac{\partial^2 (x^\top A x)}{\partial x \partial x^\top} = 2A": "A + tp(A) ~ 2*A",
            r"\nabla_x \cdot x = N": "F(N) ~ N",
            r"\nabla_x \cdot (A x) = \operatorname{tr}(A)": "tr(A) ~ tr(A)",
            r"\nabla_x x^\top y = y": "grad(lambda x: dot(x, y), x) ~ y",
            r"\nabla_x (x^\top x) y^\top = 2 x y^\top": "2*outer(x, y) ~ 2*outer(x, y)",
        },
    ),
    *each(
        "second derivatives",
        "paper",
        "dimension N; vector x, y : N; matrix A : N x N",
        {
            "\\begin{align*}\n\\nabla_x^2 (x^\\top x) &= 2I \\\\\n\\nabla_x^2 (x^\\top x) &= 2N\n\\end{align*}": (
                "same(2*eye(N), 2*eye(N)) and same(2*eye(N), F(2*N))",
                "same(F(2*N), 2*eye(N)) and same(F(2*N), F(2*N))",
            ),
        },
    ),
]

# One statement at each door: what they answer is judged by the same meaning.
DOORS: list[tuple[str, dict[str, str]]] = [
    (
        "dot(x, y) ~ dot(y, x)",
        {"latex": r"x^\top y = y^\top x", "plain": "x.T*y = y.T*x", "python": "x.T*y, y.T*x", "sympy": "x.T*y, y.T*x"},
    ),
    (
        "outer(x, y) ~ outer(y, x)",
        {"latex": r"x y^\top = y x^\top", "plain": "x*y.T = y*x.T", "python": "x*y.T, y*x.T", "sympy": "x*y.T, y*x.T"},
    ),
    (
        "had(x, y) ~ diag(x) @ y",
        {
            "latex": r"x \odot y = \operatorname{diag}(x) y",
            "plain": "x*y = diag(x)*y",
            "python": "x*y, diag(x)*y",
            "sympy": "HadamardProduct(x, y), DiagMatrix(x)*y",
        },
    ),
    (
        "had(x, y) ~ dot(x, y)",
        {
            "latex": r"x \odot y = x \cdot y",
            "plain": "x*y = dot(x, y)",
            "python": "x*y, dot(x, y)",
            "sympy": "HadamardProduct(x, y), x.T*y",
        },
    ),
    (
        "A @ B ~ B @ A",
        {"latex": "AB = BA", "plain": "A*B = B*A", "python": "A*B, B*A", "sympy": "A*B, B*A"},
    ),
    (
        "tp(A @ B) ~ tp(B) @ tp(A)",
        {
            "latex": r"(AB)^\top = B^\top A^\top",
            "plain": "(A*B).T = B.T*A.T",
            "python": "(A*B).T, B.T*A.T",
            "sympy": "Transpose(A*B), B.T*A.T",
        },
    ),
    (
        "A @ A ~ had(A, A)",
        {
            "latex": r"A^2 = A \odot A",
            "plain": "A^2 = hadamard(A, A)",
            "python": "A**2, hadamard(A, A)",
            "sympy": "A**2, HadamardProduct(A, A)",
        },
    ),
    (
        "det(A @ B) ~ det(A)*det(B)",
        {
            "latex": r"\det(AB) = \det(A)\det(B)",
            "plain": "det(A*B) = det(A)*det(B)",
            "python": "det(A*B), det(A)*det(B)",
            "sympy": "Determinant(A*B), Determinant(A)*Determinant(B)",
        },
    ),
    (
        "tr(A @ B) ~ tr(A)*tr(B)",
        {
            "latex": r"\operatorname{tr}(AB) = \operatorname{tr}(A)\operatorname{tr}(B)",
            "plain": "trace(A*B) = trace(A)*trace(B)",
            "python": "trace(A*B), trace(A)*trace(B)",
            "sympy": "Trace(A*B), Trace(A)*Trace(B)",
        },
    ),
    (
        "total(x)*total(y) ~ dot(x, y)",
        {
            "latex": r"(\sum_i x_i)(\sum_i y_i) = x^\top y",
            "plain": "sum(i, x[i])*sum(i, y[i]) = dot(x, y)",
            "python": "sum_(i, x[i])*sum_(i, y[i]), dot(x, y)",
            "sympy": "Sum(x[i, 0], (i, 0, N - 1))*Sum(y[i, 0], (i, 0, N - 1)), x.T*y",
        },
    ),
    (
        "had(x, x) ~ dot(x, x)",
        {
            "plain": "x^2 = dot(x, x)",
            "python": "x**2, dot(x, x)",
            "sympy": "HadamardPower(x, 2), x.T*x",
            "latex": r"x^{\odot 2} = x^\top x",
        },
    ),
    (
        "x[i]*y[j] ~ x[j]*y[i]",
        {
            "latex": r"x_i y_j = x_j y_i",
            "plain": "x[i]*y[j] = x[j]*y[i]",
            "python": "x[i]*y[j], x[j]*y[i]",
            "sympy": "x[i, 0]*y[j, 0], x[j, 0]*y[i, 0]",
        },
    ),
    (
        "inv(A @ B) ~ inv(A) @ inv(B)",
        {
            "latex": r"(AB)^{-1} = A^{-1} B^{-1}",
            "plain": "(A*B)^-1 = A^-1*B^-1",
            "python": "(A*B)**-1, A**-1*B**-1",
            "sympy": "Inverse(MatMul(A, B)), Inverse(A)*Inverse(B)",
        },
    ),
    (
        "abs(c*c - 1) ~ c*c - 1",
        {"latex": r"|c^2 - 1| = c^2 - 1", "plain": "abs(c^2 - 1) = c^2 - 1", "python": "absolute(c**2 - 1), c**2 - 1"},
    ),
    (
        "root(c*c) ~ c",
        {"latex": r"\sqrt{c^2} = c", "plain": "sqrt(c^2) = c", "python": "sqrt(c**2), c"},
    ),
    (
        "mexp(A) ~ mexp(A)",
        {"latex": r"e^A = e^A", "sympy": "exp(A), exp(A)"},
    ),
    (
        "tr(eye(N)) ~ N",
        {
            "latex": r"\operatorname{tr}(I_N) = N",
            "plain": "trace(identity(N)) = N",
            "python": "trace(identity(N)), N",
            "sympy": "Trace(Identity(N)), N",
        },
    ),
]
SAME = [
    Trap("one statement at every door", door, XY, text, (meaning,))
    for meaning, texts in DOORS
    for door, text in [*texts.items(), ("paper", texts.get("latex", ""))]
    if text
]

TRAPS: list[Trap] = [*EINSTEIN, *CONVENTIONS, *SAME]
