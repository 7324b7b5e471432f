"""Where Σ and ∏ end, what they bind, and which ranges there are."""

from __future__ import annotations

from tests.traps.trap import Trap, each, pairs

VECTORS = "dimension N; vector x, y : N; scalar c"
SCOPES = [
    *pairs(
        "scope of sums",
        "latex",
        VECTORS,
        {
            r"\sum_i x_i + c": "total(x) + c",
            r"\sum_{i=1}^N x_i + c": "total(x) + c",
            r"\sum_i x_i - c": "total(x) - c",
            r"c + \sum_i x_i": "total(x) + c",
            r"\sum_i (x_i + c)": "total(x) + N*c",
            r"\sum_i \left(x_i + c\right)": "total(x) + N*c",
            r"\sum_i \{x_i + c\}": "total(x) + N*c",
            r"\Bigl(\sum_i x_i\Bigr) + c": "total(x) + c",
            r"\sum_i c + x_i": "total(x) + N*c",
            r"\sum_i x_i + \sum_j c": "total(x) + N*c",
            r"-\sum_i x_i + c": "c - total(x)",
        },
        {
            r"c + (\sum_{i=1}^N x_i)": "total(x) + c",
            r"Nc + (\sum_{i=1}^N x_i)": "total(x) + N*c",
            r"c - (\sum_{i=1}^N x_i)": "c - total(x)",
        },
    ),
    *pairs(
        "scope of sums",
        "latex",
        VECTORS,
        {
            r"\sum_i x_i y_i": "dot(x, y)",
            r"\sum_i x_i \sum_i y_i": "total(x)*total(y)",
            r"\sum_i x_i \sum_j y_j": "total(x)*total(y)",
            r"\sum_i \sum_j x_i y_j": "total(x)*total(y)",
            r"\sum_{i,j} x_i y_j": "total(x)*total(y)",
            r"(\sum_i x_i)(\sum_i y_i)": "total(x)*total(y)",
            r"\sum_i (x_i \sum_i y_i)": "total(x)*total(y)",
            r"\sum_i x_i (\sum_i y_i)": "total(x)*total(y)",
            r"\sum_i y_i x_i": "dot(x, y)",
            r"\sum_i x_i \cdot y_i": "dot(x, y)",
            r"\sum_i \sum_j x_i y_i": "N*dot(x, y)",
            r"\sum_i x_i \sum_j y_i": "N*dot(x, y)",
            r"\sum_i x_i^2": "norm2(x)",
            r"(\sum_i x_i)^2": "total(x)**2",
            r"\left(\sum_i x_i\right)^2": "total(x)**2",
            r"\sum_i (x_i)^2": "norm2(x)",
            r"\sum_i x_i \sum_i x_i": "total(x)**2",
        },
        {
            r"x^\top y": "dot(x, y)",
            r"(x^\top \mathbf 1)(\mathbf 1^\top y)": "total(x)*total(y)",
            r"N (x^\top y)": "N*dot(x, y)",
            r"x^\top x": "norm2(x)",
            r"(x^\top \mathbf 1)(\mathbf 1^\top x)": "total(x)**2",
        },
    ),
    *each(
        "scope of sums",
        "latex",
        VECTORS,
        {
            r"\sum_i x_i + y_i = x^\top \mathbf 1 + y^\top \mathbf 1": "Sum(N, lambda i: x[i] + y[i]) ~ total(x) + total(y)",
            r"\sum_i x_i - y_i = x^\top \mathbf 1 - y^\top \mathbf 1": "Sum(N, lambda i: x[i] - y[i]) ~ total(x) - total(y)",
            r"\sum_i x_i - y_i = x^\top \mathbf 1 + y^\top \mathbf 1": "Sum(N, lambda i: x[i] - y[i]) ~ total(x) + total(y)",
            r"\sum_i x_i + c + y_i = x^\top \mathbf 1 + Nc + y^\top \mathbf 1": (
                "Sum(N, lambda i: x[i] + c + y[i]) ~ total(x) + N*c + total(y)"
            ),
            r"\sum_i x_i + c + y_i = x^\top \mathbf 1 + c + y^\top \mathbf 1": (
                "Sum(N, lambda i: x[i] + c + y[i]) ~ total(x) + c + total(y)"
            ),
            r"\sum_i x_i + \sum_i y_i = x^\top \mathbf 1 + y^\top \mathbf 1": "total(x) + total(y) ~ total(x) + total(y)",
            r"\sum_i x_i - \sum_i y_i = (x - y)^\top \mathbf 1": "total(x) - total(y) ~ total(x - y)",
            r"\sum_i x_i - \sum_j y_j = (x - y)^\top \mathbf 1": "total(x) - total(y) ~ total(x - y)",
            r"\sum_i -x_i = -x^\top \mathbf 1": "Sum(N, lambda i: -x[i]) ~ -total(x)",
            r"\sum_i (-x_i)^2 = x^\top x": "norm2(-x) ~ norm2(x)",
            r"\sum_i -x_i^2 = x^\top x": "Sum(N, lambda i: -x[i]**2) ~ norm2(x)",
            r"\frac1N \sum_i x_i + c = \frac1N \sum_i (x_i + c)": "total(x)/N + c ~ (total(x) + N*c)/N",
            r"\frac{1}{N} \sum_i x_i + c = \frac{1}{N}(c + \sum_i x_i)": "total(x)/N + c ~ (c + total(x))/N",
            r"\sum_i x_i / N = \frac{1}{N} x^\top \mathbf 1": "total(x)/N ~ total(x)/N",
            r"\sum_i x_i c = c x^\top \mathbf 1": "total(x)*c ~ c*total(x)",
            r"2 \sum_i x_i + c = c + 2 x^\top \mathbf 1": "2*total(x) + c ~ c + 2*total(x)",
            r"\sum_i x_i = \sum_j x_j": "total(x) ~ total(x)",
            r"\sum_i x_i = \sum_j x_i": (),
            r"\sum_i x_j = N x_j": (),
            r"\sum_i x_i x_j = 0": "total(x)*x ~ 0*x",
            r"\sum_i \sum_i x_i = \sum_i x_i": "N*total(x) ~ total(x)",
            r"\sum_i \sum_i x_i = N \sum_i x_i": "N*total(x) ~ N*total(x)",
            r"\sum_i e^{x_i} + c = c + \sum_i e^{x_i}": "Sum(N, lambda i: exp(x[i])) + c ~ c + Sum(N, lambda i: exp(x[i]))",
            r"\sum_i e^{x_i + c} = e^c \sum_i e^{x_i}": (
                "Sum(N, lambda i: exp(x[i] + c)) ~ exp(c)*Sum(N, lambda i: exp(x[i]))"
            ),
            r"e^{\sum_i x_i} = \prod_i e^{x_i}": "exp(total(x)) ~ Prod(N, lambda i: exp(x[i]))",
            r"\log \prod_i e^{x_i} = \sum_i x_i": "log(Prod(N, lambda i: exp(x[i]))) ~ total(x)",
            r"\sum_i \log e^{x_i} + c = c + \sum_i x_i": "total(x) + c ~ c + total(x)",
            r"\sum_i |x_i| + |c| = |c| + \sum_i |x_i|": (
                "total(entrywise(abs, x)) + abs(c) ~ abs(c) + total(entrywise(abs, x))"
            ),
        },
    ),
    *pairs(
        "scope of products",
        "latex",
        VECTORS,
        {
            r"\prod_i x_i + c": "Prod(N, lambda i: x[i]) + c",
            r"\prod_i (x_i + c)": "Prod(N, lambda i: x[i] + c)",
            r"\prod_i x_i c": "Prod(N, lambda i: x[i]*c)",
            r"c \prod_i x_i": "c*Prod(N, lambda i: x[i])",
            r"\prod_i c x_i": "Prod(N, lambda i: c*x[i])",
            r"(\prod_i x_i) c": "Prod(N, lambda i: x[i])*c",
            r"\prod_i x_i y_i": "Prod(N, lambda i: x[i]*y[i])",
            r"\prod_i x_i \prod_i y_i": "Prod(N, lambda i: x[i])*Prod(N, lambda i: y[i])",
            r"\prod_i -x_i": "Prod(N, lambda i: -x[i])",
            r"-\prod_i x_i": "-Prod(N, lambda i: x[i])",
            r"\prod_i x_i^2": "Prod(N, lambda i: x[i]**2)",
            r"(\prod_i x_i)^2": "Prod(N, lambda i: x[i])**2",
            r"\prod_{i=1}^N x_i - c": "Prod(N, lambda i: x[i]) - c",
        },
        {
            r"c + (\prod_{i=1}^N (x_i))": "Prod(N, lambda i: x[i]) + c",
            r"(\prod_{i=1}^N (x_i)) (\prod_{j=1}^N (y_j))": "Prod(N, lambda i: x[i])*Prod(N, lambda i: y[i])",
            r"c(\prod_{i=1}^N (x_i))": "c*Prod(N, lambda i: x[i])",
            r"(\prod_{i=1}^N (x_i)) (\prod_{j=1}^N (x_j))": "Prod(N, lambda i: x[i])**2",
        },
    ),
]

INDEX = (
    "dimension N, K, n_1; vector x, y : N; vector z : n_1; matrix A : N x N; matrix X : N x K; scalar c; index k : N"
)
RANGES = [
    *each(
        "ranges of sums",
        "latex",
        INDEX,
        {
            r"\sum_{j \ne k} x_j = x^\top \mathbf 1 - x_k": "Sum(but(N, k), lambda j: x[j]) ~ total(x) - x[k]",
            r"\sum_{j \neq k} x_j = x^\top \mathbf 1": "Sum(but(N, k), lambda j: x[j]) ~ total(x)",
            r"\sum_{j \ne k} x_k = (N - 1) x_k": "Sum(but(N, k), lambda j: x[k]) ~ (N - 1)*x[k]",
            r"\sum_{j \ne k} x_k = N x_k": "Sum(but(N, k), lambda j: x[k]) ~ N*x[k]",
            r"\sum_{j \ne k} 1 = N - 1": "Sum(but(N, k), lambda j: F(1)) ~ N - 1",
            r"\sum_{j \ne k} \delta_{jk} = 0": "Sum(but(N, k), lambda j: F(j == k)) ~ 0",
            r"\sum_{j \ne k} \delta_{jk} = 1": "Sum(but(N, k), lambda j: F(j == k)) ~ 1",
            r"\sum_{j \ne k} x_j x_k = x_k (x^\top \mathbf 1) - x_k^2": (
                "Sum(but(N, k), lambda j: x[j]*x[k]) ~ x[k]*total(x) - x[k]**2"
            ),
            r"\sum_{j \ne k} x_j + x_k = x^\top \mathbf 1": "Sum(but(N, k), lambda j: x[j]) + x[k] ~ total(x)",
            r"\prod_{j \ne k} x_j x_k = \prod_j x_j": "Prod(but(N, k), lambda j: x[j]*x[k]) ~ Prod(N, lambda j: x[j])",
            r"x_k (\prod_{j \ne k} x_j) = \prod_j x_j": "x[k]*Prod(but(N, k), lambda j: x[j]) ~ Prod(N, lambda j: x[j])",
            r"\sum_{i \ne j} x_i x_j = (x^\top \mathbf 1)^2 - x^\top x": (
                "Sum(N, lambda i: Sum(but(N, i), lambda j: x[i]*x[j])) ~ total(x)**2 - norm2(x)"
            ),
            r"\sum_{i \ne j} x_i x_j = (x^\top \mathbf 1)^2": (
                "Sum(N, lambda i: Sum(but(N, i), lambda j: x[i]*x[j])) ~ total(x)**2"
            ),
            r"2 \sum_{i < j} x_i x_j = (x^\top \mathbf 1)^2 - x^\top x": (
                "2*Sum(N, lambda i: Sum(range(i), lambda j: x[i]*x[j])) ~ total(x)**2 - norm2(x)"
            ),
            r"\sum_{i < j} x_i x_j = (x^\top \mathbf 1)^2 - x^\top x": (
                "Sum(N, lambda i: Sum(range(i), lambda j: x[i]*x[j])) ~ total(x)**2 - norm2(x)"
            ),
            r"\sum_{i \le N} x_i = x^\top \mathbf 1": "total(x) ~ total(x)",
            r"\sum_{i = 1}^{N-1} x_i = x^\top \mathbf 1": "Sum(N - 1, lambda i: x[i]) ~ total(x)",
            r"\sum_{i=1}^{N-1} x_i + x_N = x^\top \mathbf 1": "Sum(N - 1, lambda i: x[i]) + x[N - 1] ~ total(x)",
            r"\sum_{i=2}^{N} x_i = x^\top \mathbf 1": "Sum(but(N, 0), lambda i: x[i]) ~ total(x)",
            r"\sum_{i=0}^{N-1} x_i = x^\top \mathbf 1": "total(x) ~ total(x)",
            r"\sum_{i=0}^{N} x_i = x^\top \mathbf 1": (),
            r"\sum_{i=1}^{N+1} x_i = x^\top \mathbf 1": (),
            r"\sum_{i=1}^{K} x_i = x^\top \mathbf 1": (),
            r"\sum_{i=1}^{K} X_{ik} = 0": (),
            r"\sum_{i=1}^{n_1} z_i = \mathbf 1^\top z": "total(z) ~ total(z)",
            r"\sum^{n_1} z_i = \mathbf 1^\top z": "total(z) ~ total(z)",
            r"\sum_i^{n_1} z_i = \mathbf 1^\top z": "total(z) ~ total(z)",
            r"\sum_i^{n_1} z_i^2 = z^\top z": "norm2(z) ~ norm2(z)",
            r"\sum_i^{n_1} z_i^2 = n_1 z^\top z": "norm2(z) ~ n_1*norm2(z)",
            r"\sum_{i=1}^{n_1} c = n_1 c": "Sum(n_1, lambda i: c) ~ n_1*c",
            r"\sum_{i=1}^{n_1} c = N c": "Sum(n_1, lambda i: c) ~ N*c",
            r"\sum_{i=1}^{n_1} x_i = \mathbf 1^\top x": (),
            r"\sum_{i=1}^N \sum_{j=1}^K X_{ij} = \mathbf 1^\top X \mathbf 1": "total(X) ~ total(X)",
            r"\sum_{i=1}^N \sum_{j=1}^N A_{ij} = \sum_j \sum_i A_{ij}": "total(A) ~ total(A)",
            r"\sum_{i=1}^N A_{ik} = \sum_{i=1}^N A_{ki}": "Sum(N, lambda i: A[i, k]) ~ Sum(N, lambda i: A[k, i])",
            r"\sum_{i=1}^N A_{ik} = (A^\top \mathbf 1)_k": "Sum(N, lambda i: A[i, k]) ~ (tp(A) @ one(N))[k]",
            r"\sum_{i=1}^N A_{ik} = (A \mathbf 1)_k": "Sum(N, lambda i: A[i, k]) ~ (A @ one(N))[k]",
            r"\sum_{i=1}^N i = \frac{N(N+1)}{2}": "Sum(N, lambda i: F(i + 1)) ~ F(N*(N + 1), 2)",
            r"\sum_{i=1}^N i = N^2": "Sum(N, lambda i: F(i + 1)) ~ F(N*N)",
            r"\sum_{i=1}^N i x_i = x^\top \mathbf 1": "Sum(N, lambda i: (i + 1)*x[i]) ~ total(x)",
            r"\sum_{k=1}^N x_k = x_k": "total(x) ~ x[k]",
            r"x_k \sum_{k=1}^N x_k = x_k x^\top \mathbf 1": "x[k]*total(x) ~ x[k]*total(x)",
            r"\sum_{k=1}^N x_k x_k = x_k \sum_{j=1}^N x_j": "norm2(x) ~ x[k]*total(x)",
            r"\sum x_i = x^\top \mathbf 1": "total(x) ~ total(x)",
            r"\sum x = x^\top \mathbf 1": "total(x) ~ total(x)",
            r"\sum x y = x^\top y": "dot(x, y) ~ dot(x, y)",
            r"\sum x y = x^\top x": "dot(x, y) ~ norm2(x)",
            r"\sum x_i \sum y_i = (x^\top \mathbf 1)(y^\top \mathbf 1)": "total(x)*total(y) ~ total(x)*total(y)",
            r"\sum x_i \sum y_i = x^\top y": "total(x)*total(y) ~ dot(x, y)",
            r"\sum x \sum y = x^\top y": "total(x)*total(y) ~ dot(x, y)",
            r"\sum (x_i - c)^2 = x^\top x - 2 c x^\top \mathbf 1 + N c^2": "norm2(x - c*one(N)) ~ norm2(x - c*one(N))",
            r"\sum (x - c)^2 = x^\top x - 2 c x^\top \mathbf 1 + c^2": "norm2(x - c*one(N)) ~ norm2(x) - 2*c*total(x) + c*c",
            r"\sum x_i y_j = 0": (),
            r"\sum c = c": (),
            r"\sum\nolimits_i x_i = x^\top \mathbf 1": "total(x) ~ total(x)",
            r"\sum\limits_{i} x_i = x^\top \mathbf 1": "total(x) ~ total(x)",
            r"\sum_{i \in S} x_i = x^\top \mathbf 1": (),
            r"\sum_{i : x_i > 0} x_i = x^\top \mathbf 1": (),
            r"\sum_{i=1}^{\infty} x_i = x^\top \mathbf 1": (),
            r"\sum_{i=1,3} x_i = x_1 + x_3": (),
            r"\sum_{i=N}^{1} x_i = x^\top \mathbf 1": (),
            r"x_1 + \cdots + x_N = x^\top \mathbf 1": "total(x) ~ total(x)",
            r"x_1 + x_2 + \dots + x_N = N x_1": "total(x) ~ N*x[0]",
            r"\sum_i \sum_{j \ne i} x_j = (N - 1) x^\top \mathbf 1": (
                "Sum(N, lambda i: Sum(but(N, i), lambda j: x[j])) ~ (N - 1)*total(x)"
            ),
            r"\sum_i \sum_{j \ne i} x_j = N x^\top \mathbf 1": (
                "Sum(N, lambda i: Sum(but(N, i), lambda j: x[j])) ~ N*total(x)"
            ),
            r"\max_i x_i = x_k": "Max(N, lambda i: x[i]) ~ x[k]",
            r"\max_i x_i + c = c + \max_{1 \le i \le N} x_i": "Max(N, lambda i: x[i]) + c ~ c + Max(N, lambda i: x[i])",
            r"\max_i c x_i = c \max_i x_i": "Max(N, lambda i: c*x[i]) ~ c*Max(N, lambda i: x[i])",
            r"\min_i x_i = -\max_i -x_i": "-Max(N, lambda i: -x[i]) ~ -Max(N, lambda i: -x[i])",
            r"\min_i x_i = \max_i x_i": "-Max(N, lambda i: -x[i]) ~ Max(N, lambda i: x[i])",
            r"\max_i (x_i - y_k) = \max_i x_i - y_k": "Max(N, lambda i: x[i] - y[k]) ~ Max(N, lambda i: x[i]) - y[k]",
            r"\max_x x_k = c": (),
            r"\max_{i<k} x_i = c": (),
            r"\max_{i \in S} x_i = c": (),
            r"\bigoplus_i x_i = x^\top \mathbf 1": (),
        },
    ),
]

TRAPS: list[Trap] = [*SCOPES, *RANGES]
