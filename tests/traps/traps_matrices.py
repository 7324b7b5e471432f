"""Functions of a square matrix: of the whole or of its entries; from every door."""

from __future__ import annotations

from tests.traps.trap import Trap, each, pairs

KIND = "functions of matrices"
SQUARE = "dimension N, K; matrix A, B : N x N; matrix X : N x K; vector x, y : N; scalar t"
E, M = "entrywise(exp, A)", "mexp(A)"

LATEX = [
    *pairs(
        KIND,
        "latex",
        SQUARE,
        {
            r"e^A": "mexp(A)",
            r"e^{A}": "mexp(A)",
            r"e^{-A}": "mexp(-A)",
            r"\exp(A)": ("mexp(A)", "entrywise(exp, A)"),
            r"\exp A": ("mexp(A)", "entrywise(exp, A)"),
            r"\exp_\odot(A)": "entrywise(exp, A)",
        },
        {r"e^{A}": "mexp(A)", r"\exp_\odot(A)": "entrywise(exp, A)"},
    ),
    *each(
        KIND,
        "latex",
        SQUARE,
        {
            r"e^{A+B} = e^A e^B": "mexp(A + B) ~ mexp(A) @ mexp(B)",
            r"e^{A+B} = e^A \odot e^B": "mexp(A + B) ~ had(mexp(A), mexp(B))",
            r"e^{A} e^{-A} = I": "mexp(A) @ mexp(-A) ~ eye(N)",
            r"e^{A} \odot e^{-A} = \mathbf 1 \mathbf 1^\top": "had(mexp(A), mexp(-A)) ~ ones(N, N)",
            r"\det e^A = e^{\operatorname{tr} A}": "det(mexp(A)) ~ exp(tr(A))",
            r"\det(e^A) = e^{\operatorname{tr}(A)}": "det(mexp(A)) ~ exp(tr(A))",
            r"\det(e^A) = e^{\det(A)}": "det(mexp(A)) ~ exp(det(A))",
            r"(e^A)^\top = e^{A^\top}": "tp(mexp(A)) ~ mexp(tp(A))",
            r"(e^A)^{-1} = e^{-A}": "inv(mexp(A)) ~ mexp(-A)",
            r"(e^A)^{-1} = -e^{A}": "inv(mexp(A)) ~ -mexp(A)",
            r"e^{tA} e^{2tA} = e^{3tA}": "mexp(t*A) @ mexp(2*t*A) ~ mexp(3*t*A)",
            r"e^{tA} e^{B} = e^{tA + B}": "mexp(t*A) @ mexp(B) ~ mexp(t*A + B)",
            r"e^{0A} = I": "mexp(0*A) ~ eye(N)",
            r"e^{0A} = \mathbf 1 \mathbf 1^\top": "mexp(0*A) ~ ones(N, N)",
            r"e^{A - A} = I": "mexp(A - A) ~ eye(N)",
            r"e^{I} = e I": "mexp(eye(N)) ~ exp(1)*eye(N)",
            r"e^{tI} = e^t I": "mexp(t*eye(N)) ~ exp(t)*eye(N)",
            r"e^{tI} = e^t \mathbf 1 \mathbf 1^\top": "mexp(t*eye(N)) ~ exp(t)*ones(N, N)",
            r"e^{\operatorname{diag}(x)} = \operatorname{diag}(e^x)": "mexp(diag(x)) ~ diag(entrywise(exp, x))",
            r"A e^{A} = e^{A} A": "A @ mexp(A) ~ mexp(A) @ A",
            r"B e^{A} = e^{A} B": "B @ mexp(A) ~ mexp(A) @ B",
            r"e^{AB} = e^{BA}": "mexp(A @ B) ~ mexp(B @ A)",
            r"\operatorname{tr}(e^{AB}) = \operatorname{tr}(e^{BA})": "tr(mexp(A @ B)) ~ tr(mexp(B @ A))",
            r"\operatorname{tr}(e^{A}) = e^{\operatorname{tr}(A)}": "tr(mexp(A)) ~ exp(tr(A))",
            r"\frac{\mathrm d}{\mathrm d t} e^{tA} = A e^{tA}": "diff(lambda s: mexp(s*A), t) ~ A @ mexp(t*A)",
            r"\frac{\partial}{\partial t} e^{tA} = A \odot e^{tA}": "diff(lambda s: mexp(s*A), t) ~ had(A, mexp(t*A))",
            r"\frac{\mathrm d}{\mathrm d t} e^{tA} = e^{tA} A": "diff(lambda s: mexp(s*A), t) ~ mexp(t*A) @ A",
            r"\frac{\mathrm d}{\mathrm d t} e^{tA} = t e^{tA}": "diff(lambda s: mexp(s*A), t) ~ t*mexp(t*A)",
            r"(e^A)_{11} = e^{A_{11}}": "mexp(A)[0, 0] ~ exp(A[0, 0])",
            r"(\exp_\odot(A))_{11} = e^{A_{11}}": "entrywise(exp, A)[0, 0] ~ exp(A[0, 0])",
            r"\exp(A)_{11} = e^{A_{11}}": ("entrywise(exp, A)[0, 0] ~ exp(A[0, 0])", "mexp(A)[0, 0] ~ exp(A[0, 0])"),
            r"\exp(A + B) = \exp(A) \odot \exp(B)": (
                "entrywise(exp, A + B) ~ had(entrywise(exp, A), entrywise(exp, B))",
                "mexp(A + B) ~ had(mexp(A), mexp(B))",
            ),
            r"\exp(A)\exp(-A) = I": (
                "mexp(A) @ mexp(-A) ~ eye(N)",
                "entrywise(exp, A) @ entrywise(exp, -A) ~ eye(N)",
            ),
            r"\exp(A^\top) = \exp(A)^\top": (
                "mexp(tp(A)) ~ tp(mexp(A))",
                "entrywise(exp, tp(A)) ~ tp(entrywise(exp, A))",
            ),
            r"\tanh(-A) = -\tanh(A)": ("-mtanh(A) ~ -mtanh(A)", "entrywise(tanh, -A) ~ -entrywise(tanh, A)"),
            r"\tanh(A) = A": ("mtanh(A) ~ A", "entrywise(tanh, A) ~ A"),
            r"\log(\exp_\odot(A)) = A": "entrywise(log, entrywise(exp, A)) ~ A",
            r"\exp(x y^\top) = \exp(y x^\top)^\top": (
                "mexp(outer(x, y)) ~ tp(mexp(outer(y, x)))",
                "entrywise(exp, outer(x, y)) ~ tp(entrywise(exp, outer(y, x)))",
            ),
            r"\exp(X) = \exp(X)": "entrywise(exp, X) ~ entrywise(exp, X)",
            r"\exp(X)_{11} = e^{X_{11}}": "entrywise(exp, X)[0, 0] ~ exp(X[0, 0])",
            r"\exp(X + X) = \exp(X) \odot \exp(X)": "entrywise(exp, X + X) ~ had(entrywise(exp, X), entrywise(exp, X))",
            r"\exp(X) = X": "entrywise(exp, X) ~ X",
            r"\exp(x + y) = \exp(x) \odot \exp(y)": "entrywise(exp, x + y) ~ had(entrywise(exp, x), entrywise(exp, y))",
            r"e^{x + y} = e^x \odot e^y": "entrywise(exp, x + y) ~ had(entrywise(exp, x), entrywise(exp, y))",
            r"e^{x} \cdot e^{-x} = N": "dot(entrywise(exp, x), entrywise(exp, -x)) ~ N",
            r"e^{x} \cdot e^{-x} = 1": "dot(entrywise(exp, x), entrywise(exp, -x)) ~ 1",
            r"\log e^{x} = x": "entrywise(log, entrywise(exp, x)) ~ x",
            r"e^{x^\top y} = e^{y^\top x}": "exp(dot(x, y)) ~ exp(dot(y, x))",
            r"e^{x y^\top} = e^{y x^\top}": "mexp(outer(x, y)) ~ mexp(outer(y, x))",
            r"e^{XX^\top} X = X e^{X^\top X}": "mexp(X @ tp(X)) @ X ~ X @ mexp(tp(X) @ X)",
            r"2^A = e^{A \log 2}": "mexp(log(2)*A) ~ mexp(log(2)*A)",
            r"A^B = B^A": (),
            r"|A| e^A = e^A |A|": (
                "det(A)*mexp(A) ~ mexp(A)*det(A)",
                "entrywise(abs, A) @ mexp(A) ~ mexp(A) @ entrywise(abs, A)",
            ),
        },
    ),
    *each(
        KIND,
        "latex",
        SQUARE + "; functions of matrices: matrix",
        {
            r"\exp(A)\exp(-A) = I": "mexp(A) @ mexp(-A) ~ eye(N)",
            r"\exp(A + B) = \exp(A) \odot \exp(B)": "mexp(A + B) ~ had(mexp(A), mexp(B))",
            r"\exp(A) = e^A": "mexp(A) ~ mexp(A)",
            r"\exp(X) = X": "entrywise(exp, X) ~ X",
            r"\exp(x + y) = \exp(x) \odot \exp(y)": "entrywise(exp, x + y) ~ had(entrywise(exp, x), entrywise(exp, y))",
            r"\tanh(A^\top) = \tanh(A)^\top": "mtanh(tp(A)) ~ tp(mtanh(A))",
        },
        names=SQUARE,
    ),
    *each(
        KIND,
        "latex",
        SQUARE + "; functions of matrices: entrywise",
        {
            r"\exp(A)\exp(-A) = I": "entrywise(exp, A) @ entrywise(exp, -A) ~ eye(N)",
            r"\exp(A + B) = \exp(A) \odot \exp(B)": "entrywise(exp, A + B) ~ had(entrywise(exp, A), entrywise(exp, B))",
            r"\exp(A) = e^A": "entrywise(exp, A) ~ mexp(A)",
            r"\exp(A)\exp(B) = \exp(A + B)": "entrywise(exp, A) @ entrywise(exp, B) ~ entrywise(exp, A + B)",
            r"\tanh(A^\top) = \tanh(A)^\top": "entrywise(tanh, tp(A)) ~ tp(entrywise(tanh, A))",
            r"e^{A+B} = e^A \odot e^B": "mexp(A + B) ~ had(mexp(A), mexp(B))",
        },
        names=SQUARE,
    ),
    *each(
        KIND,
        "latex",
        SQUARE,
        {
            r"e^{A+B} = e^A e^B": "mexp(A + B) ~ mexp(A) @ mexp(B)",
            r"e^{A+B} = e^B e^A": "mexp(A + B) ~ mexp(B) @ mexp(A)",
            r"e^A e^B = e^B e^A": "mexp(A) @ mexp(B) ~ mexp(B) @ mexp(A)",
            r"e^{AB} = e^A e^B": "mexp(A @ B) ~ mexp(A) @ mexp(B)",
            r"e^{A+B} = e^A \odot e^B": "mexp(A + B) ~ had(mexp(A), mexp(B))",
        },
        given="AB = BA",
        values={"B": "t*A + (A @ A) - 2*eye(N)"},
    ),
]

SIGMA = r"dimension N; matrix \Sigma : N x N positive_definite; matrix A : N x N; scalar t"
POWERS = [
    *each(
        "powers of matrices",
        "latex",
        SIGMA,
        {
            r"\Sigma^{1/2} \Sigma^{1/2} = \Sigma": "mroot(Sigma) @ mroot(Sigma) ~ Sigma",
            r"\Sigma^{1/2} \odot \Sigma^{1/2} = \Sigma": "had(mroot(Sigma), mroot(Sigma)) ~ Sigma",
            r"\Sigma^{-1/2} \Sigma \Sigma^{-1/2} = I": "inv(mroot(Sigma)) @ Sigma @ inv(mroot(Sigma)) ~ eye(N)",
            r"\Sigma^{-1/2} \Sigma^{-1/2} \Sigma = I": "inv(mroot(Sigma)) @ inv(mroot(Sigma)) @ Sigma ~ eye(N)",
            r"\Sigma^{-1/2} \Sigma \Sigma^{1/2} = I": "inv(mroot(Sigma)) @ Sigma @ mroot(Sigma) ~ eye(N)",
            r"\Sigma^{-1/2} A \Sigma^{-1/2} = A\Sigma^{-1}": "inv(mroot(Sigma)) @ A @ inv(mroot(Sigma)) ~ A @ inv(Sigma)",
            r"(\Sigma^{1/2})^\top = \Sigma^{1/2}": "tp(mroot(Sigma)) ~ mroot(Sigma)",
            r"(\Sigma^{1/2})_{11} = \sqrt{\Sigma_{11}}": "mroot(Sigma)[0, 0] ~ root(Sigma[0, 0])",
            r"\Sigma^{3/2} = \Sigma \Sigma^{1/2}": "Sigma @ mroot(Sigma) ~ Sigma @ mroot(Sigma)",
            r"\Sigma^\top = \Sigma": "tp(Sigma) ~ Sigma",
            r"\Sigma_{11} > 0": "Sigma[0, 0] > 0",
            r"\det(\Sigma) > 0": "det(Sigma) > 0",
        },
        values={"Sigma": "A @ tp(A) + eye(N)"},
        names=r"dimension N; matrix \Sigma : N x N; matrix A : N x N; scalar t",
    ),
    *each(
        "powers of matrices",
        "latex",
        "dimension N; matrix A, B : N x N; scalar t > 0; scalar p > 0",
        {
            r"A^2 A^3 = A^5": "A**2 @ A**3 ~ A**5",
            r"A^2 A^3 = A^6": "A**2 @ A**3 ~ A**6",
            r"(AB)^2 = A^2 B^2": "(A @ B)**2 ~ A**2 @ B**2",
            r"(AB)^2 = ABAB": "(A @ B)**2 ~ A @ B @ A @ B",
            r"(A + B)^2 = A^2 + 2AB + B^2": "(A + B)**2 ~ A**2 + 2*A @ B + B**2",
            r"(A + B)^2 = A^2 + AB + BA + B^2": "(A + B)**2 ~ A**2 + A @ B + B @ A + B**2",
            r"(tA)^2 = t^2 A^2": "(t*A)**2 ~ t*t*A**2",
            r"(tA)^2 = t A^2": "(t*A)**2 ~ t*A**2",
            r"(AB)^{-1} = B^{-1} A^{-1}": "inv(A @ B) ~ inv(B) @ inv(A)",
            r"(AB)^{-1} = A^{-1} B^{-1}": "inv(A @ B) ~ inv(A) @ inv(B)",
            r"A^{-2} = (A^{-1})^2": "A**-2 ~ inv(A)**2",
            r"A^{-1} = \frac{1}{A}": (),
            r"\det(tA) = t \det(A)": "det(t*A) ~ t*det(A)",
            r"\det(tA) = t^N \det(A)": "det(t*A) ~ power(t, N)*det(A)",
            r"\det(A + B) = \det(A) + \det(B)": "det(A + B) ~ det(A) + det(B)",
            r"\det(A^{-1}) = \frac{1}{\det(A)}": "det(inv(A)) ~ 1/det(A)",
            r"\det A^2 = (\det(A))^2": "det(A @ A) ~ det(A)**2",
            r"\operatorname{tr}(A^2) = (\operatorname{tr}(A))^2": "tr(A @ A) ~ tr(A)**2",
            r"\operatorname{tr} A^2 = (\operatorname{tr}(A))^2": "tr(A @ A) ~ tr(A)**2",
            r"\operatorname{tr}(A)^2 = \operatorname{tr}(A)\operatorname{tr}(A)": "tr(A)**2 ~ tr(A)*tr(A)",
            r"\operatorname{tr}(A)^2 = \operatorname{tr}(AA)": "tr(A)**2 ~ tr(A @ A)",
        },
    ),
    *each(
        "powers of matrices",
        "latex",
        "dimension N; matrix A : N x N",
        {
            r"A^{1/2} \odot A^{1/2} = A": "had(mroot(A), mroot(A)) ~ A",
            r"A^{1/2} A = A A^{1/2}": "mroot(A) @ A ~ A @ mroot(A)",
        },
        values={"A": "A @ tp(A) + eye(N)"},  # where the root is sure to be defined
    ),
]

PLAIN = "dimension N, K; matrix A, B : N x N; matrix X : N x K; vector u, v : N; scalar t"
OTHER = [
    *each(
        KIND,
        "plain",
        PLAIN,
        {
            "exp(A)*exp(-A) = I": ("mexp(A) @ mexp(-A) ~ eye(N)", "entrywise(exp, A) @ entrywise(exp, -A) ~ eye(N)"),
            "exp(A + B) = hadamard(exp(A), exp(B))": (
                "mexp(A + B) ~ had(mexp(A), mexp(B))",
                "entrywise(exp, A + B) ~ had(entrywise(exp, A), entrywise(exp, B))",
            ),
            "exp(A.T) = exp(A).T": ("mexp(tp(A)) ~ tp(mexp(A))", "entrywise(exp, tp(A)) ~ tp(entrywise(exp, A))"),
            "tanh(-A) = -tanh(A)": ("mtanh(-A) ~ -mtanh(A)", "entrywise(tanh, -A) ~ -entrywise(tanh, A)"),
            "det(exp(A)) = exp(trace(A))": ("det(mexp(A)) ~ exp(tr(A))", "det(entrywise(exp, A)) ~ exp(tr(A))"),
            "exp(u*v.T) = exp(v*u.T).T": (
                "mexp(outer(u, v)) ~ tp(mexp(outer(v, u)))",
                "entrywise(exp, outer(u, v)) ~ tp(entrywise(exp, outer(v, u)))",
            ),
            "exp(u + v) = exp(u)*exp(v)": "entrywise(exp, u + v) ~ had(entrywise(exp, u), entrywise(exp, v))",
            "exp(u) = u": "entrywise(exp, u) ~ u",
            "exp(X.T) = exp(X).T": "entrywise(exp, tp(X)) ~ tp(entrywise(exp, X))",
            "exp(X) = X": "entrywise(exp, X) ~ X",
            "log(exp(u)) = u": "entrywise(log, entrywise(exp, u)) ~ u",
            "exp(X*X.T) = exp(X*X.T).T": (
                "mexp(X @ tp(X)) ~ tp(mexp(X @ tp(X)))",
                "entrywise(exp, X @ tp(X)) ~ tp(entrywise(exp, X @ tp(X)))",
            ),
        },
    ),
    *each(
        KIND,
        "python",
        PLAIN,
        {
            "exp(A)*exp(-A), identity(N)": (
                "mexp(A) @ mexp(-A) ~ eye(N)",
                "entrywise(exp, A) @ entrywise(exp, -A) ~ eye(N)",
            ),
            "exp(A + B), hadamard(exp(A), exp(B))": (
                "mexp(A + B) ~ had(mexp(A), mexp(B))",
                "entrywise(exp, A + B) ~ had(entrywise(exp, A), entrywise(exp, B))",
            ),
            "exp(A.T), exp(A).T": ("mexp(tp(A)) ~ tp(mexp(A))", "entrywise(exp, tp(A)) ~ tp(entrywise(exp, A))"),
            "log(exp(A)), A": ("A ~ A", "entrywise(log, entrywise(exp, A)) ~ A"),
            "tanh(-A), -tanh(A)": ("mtanh(-A) ~ -mtanh(A)", "entrywise(tanh, -A) ~ -entrywise(tanh, A)"),
            "cos(A), cos(-A)": ("A @ A ~ (-A) @ (-A)", "entrywise(cos, A) ~ entrywise(cos, -A)"),
            "derive.entrywise(exp, A + B), hadamard(derive.entrywise(exp, A), derive.entrywise(exp, B))": (
                "entrywise(exp, A + B) ~ had(entrywise(exp, A), entrywise(exp, B))"
            ),
            "derive.entrywise(exp, A) * derive.entrywise(exp, -A), identity(N)": (
                "entrywise(exp, A) @ entrywise(exp, -A) ~ eye(N)"
            ),
            "derive.matrix_exp(A) * derive.matrix_exp(-A), identity(N)": "mexp(A) @ mexp(-A) ~ eye(N)",
            "derive.matrix_exp(A + B), derive.matrix_exp(A) * derive.matrix_exp(B)": (
                "mexp(A + B) ~ mexp(A) @ mexp(B)"
            ),
            "derive.matrix_exp(zeros(N, N)), ones(N) * ones(N).T": "mexp(0*A) ~ ones(N, N)",
            "derive.matrix_exp(zeros(N, N)), identity(N)": "mexp(0*A) ~ eye(N)",
            "derive.matrix_exp(A), derive.entrywise(exp, A)": "mexp(A) ~ entrywise(exp, A)",
            "derive.matrix_exp(diag(u)), diag(exp(u))": "mexp(diag(u)) ~ diag(entrywise(exp, u))",
            "derive.matrix_exp(u * v.T), derive.matrix_exp(v * u.T)": "mexp(outer(u, v)) ~ mexp(outer(v, u))",
            "derive.matrix_exp(X), X": (),
            "derive.matrix_exp(u), exp(u)": (),
            "exp(u + v), exp(u) * exp(v)": "entrywise(exp, u + v) ~ had(entrywise(exp, u), entrywise(exp, v))",
            "exp(X + X), hadamard(exp(X), exp(X))": (
                "entrywise(exp, X + X) ~ had(entrywise(exp, X), entrywise(exp, X))"
            ),
        },
    ),
    *each(
        KIND,
        "sympy",
        PLAIN,
        {
            "exp(ZeroMatrix(N, N)), Identity(N)": "mexp(0*A) ~ eye(N)",
            "exp(ZeroMatrix(N, N)), OneMatrix(N, N)": "mexp(0*A) ~ ones(N, N)",
            "exp(A - A), OneMatrix(N, N)": "mexp(A - A) ~ ones(N, N)",
            "exp(A + B), HadamardProduct(exp(A), exp(B))": "mexp(A + B) ~ had(mexp(A), mexp(B))",
            "Determinant(exp(A)), exp(Trace(A))": "det(mexp(A)) ~ exp(tr(A))",
            "exp(A), A.applyfunc(exp)": "mexp(A) ~ entrywise(exp, A)",
            "(A + B).applyfunc(exp), HadamardProduct(A.applyfunc(exp), B.applyfunc(exp))": (
                "entrywise(exp, A + B) ~ had(entrywise(exp, A), entrywise(exp, B))"
            ),
            "exp(DiagMatrix(u)), DiagMatrix(u.applyfunc(exp))": "mexp(diag(u)) ~ diag(entrywise(exp, u))",
        },
    ),
]

TRAPS: list[Trap] = [*LATEX, *POWERS, *OTHER]
