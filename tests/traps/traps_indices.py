"""A free index means: for every value of it, pointwise; hypotheses have indices of their own."""

from __future__ import annotations

from tests.traps.trap import Trap, each

UV = "dimension N; vector u, v, w : N; matrix A : N x N; index i, j, k : N; scalar c"
GIVEN = {
    (r"u \odot v = 0", "had(u, v) == 0*u"): {
        r"u_j/v_i = 0": "u[j]/v[i] ~ 0",
        r"u_i/v_i = 0": "u[i]/v[i] ~ 0",
        r"u_j/v_j = 0": "u[j]/v[j] ~ 0",
        r"\frac{u_j}{v_i} = 0": "u[j]/v[i] ~ 0",
        r"u_i v_i = 0": "u[i]*v[i] ~ 0",
        r"u_j v_i = 0": "u[j]*v[i] ~ 0",
        r"u_i u_j v_j = 0": "u[i]*u[j]*v[j] ~ 0",
        r"\frac{u_j w_i}{v_i} = 0": "u[j]*w[i]/v[i] ~ 0",
        r"\frac{u_i w_j}{v_i} = 0": "u[i]*w[j]/v[i] ~ 0",
        r"\frac{u_i}{v_j v_i} = 0": "u[i]/(v[j]*v[i]) ~ 0",
        r"\frac{u_i}{v_j v_k} = 0": "u[i]/(v[j]*v[k]) ~ 0",
        r"\sum_j \frac{u_j}{v_j} = 0": "Sum(N, lambda j: u[j]/v[j]) ~ 0",
        r"\frac{1}{v_i} \sum_j u_j = 0": "total(u)/v[i] ~ 0",
        r"\sum_j \frac{u_j}{v_i} = 0": "Sum(N, lambda j: u[j]/v[i]) ~ 0",
        r"\sum_i \frac{u_j}{v_i} = 0": "Sum(N, lambda i: u[j]/v[i]) ~ 0",
        r"u_j \sum_i \frac{1}{v_i} = 0": "u[j]*Sum(N, lambda i: 1/v[i]) ~ 0",
        r"u_j = 0": "u[j] ~ 0",
        r"u \cdot v = 0": "dot(u, v) ~ 0",
        r"\frac{u \cdot w}{v_i} = 0": "dot(u, w)/v[i] ~ 0",
        r"\frac{u_i + v_i}{v_i} = 1": "(u[i] + v[i])/v[i] ~ 1",
        r"\frac{u_i + v_j}{v_j} = 1": "(u[i] + v[j])/v[j] ~ 1",
        r"u_i \log(v_j^2) = u_i": "u[i]*log(v[j]**2) ~ u[i]",
    },
    (r"u_i v_i = 0", "had(u, v) == 0*u"): {
        r"u_j/v_i = 0": "u[j]/v[i] ~ 0",
        r"u_j/v_j = 0": "u[j]/v[j] ~ 0",
        r"u_j v_j = 0": "u[j]*v[j] ~ 0",
        r"u_i v_j = 0": "u[i]*v[j] ~ 0",
        r"\sum_k u_k v_k = 0": "dot(u, v) ~ 0",
    },
    (r"u_i v_j = 0", "outer(u, v) == 0*outer(u, v)"): {
        r"u_j/v_i = 0": "u[j]/v[i] ~ 0",
        r"u_i/v_i = 0": "u[i]/v[i] ~ 0",
        r"\frac{u \cdot w}{v_k} = 0": "dot(u, w)/v[k] ~ 0",
        r"u_i v_i = 0": "u[i]*v[i] ~ 0",
        r"u_i = 0": "u[i] ~ 0",
    },
    (r"u_i = c", "u == c*one(N)"): {
        r"u_j = c": "u[j] ~ c",
        r"u_i = u_j": "u[i] ~ u[j]",
        r"u \cdot w = c \sum_k w_k": "dot(u, w) ~ c*total(w)",
        r"u \cdot u = c^2": "dot(u, u) ~ c*c",
        r"u \cdot u = N c^2": "dot(u, u) ~ N*c*c",
    },
    (r"u_i = u_j", "u == u[0]*one(N)"): {
        r"u_k = u_i": "u[k] ~ u[i]",
        r"N u_k = \sum_i u_i": "N*u[k] ~ total(u)",
        r"u_k = 0": "u[k] ~ 0",
        r"\frac{u_i}{u_j} = 1": "u[i]/u[j] ~ 1",
    },
    (r"u_i = v_i", "u == v"): {
        r"u_j = v_j": "u[j] ~ v[j]",
        r"u_j = v_i": "u[j] ~ v[i]",
        r"u_i w_j = v_i w_j": "u[i]*w[j] ~ v[i]*w[j]",
        r"u_i w_j = v_j w_i": "u[i]*w[j] ~ v[j]*w[i]",
        r"u = v": "u ~ v",
        r"\frac{u_j}{v_j} = 1": "u[j]/v[j] ~ 1",
        r"\frac{u_j}{v_k} = 1": "u[j]/v[k] ~ 1",
    },
    (r"u_i > 0", "min(u.rows)[0] > 0"): {
        r"u_j > 0": "u[j] > 0",
        r"|u_j| = u_j": "abs(u[j]) ~ u[j]",
        r"u_i u_j > 0": "u[i]*u[j] > 0",
        r"\sqrt{u_j^2} = u_j": "root(u[j]**2) ~ u[j]",
        r"u_i - u_j > 0": "u[i] - u[j] > 0",
        r"\sum_i u_i > 0": "total(u) > 0",
        r"u_j v_j > 0": "u[j]*v[j] > 0",
    },
    (r"A_{ij} = A_{ji}", "A == tp(A)"): {
        r"A_{ik} = A_{ki}": "A[i, k] ~ A[k, i]",
        r"A^\top = A": "tp(A) ~ A",
        r"(Au)_i = (A^\top u)_i": "(A @ u)[i] ~ (tp(A) @ u)[i]",
        r"A_{ij} = A_{ik}": "A[i, j] ~ A[i, k]",
        r"u^\top A v = v^\top A u": "dot(u, A @ v) ~ dot(v, A @ u)",
    },
    (r"\sum_j A_{ij} = 1", "A @ one(N) == one(N)"): {
        r"A \mathbf 1 = \mathbf 1": "A @ one(N) ~ one(N)",
        r"\sum_i A_{ij} = 1": "Sum(N, lambda i: A[i, j]) ~ 1",
        r"\sum_i A_{ki} = 1": "Sum(N, lambda i: A[k, i]) ~ 1",
        r"\mathbf 1^\top A \mathbf 1 = N": "total(A) ~ N",
        r"\mathbf 1^\top A = \mathbf 1^\top": "tp(one(N)) @ A ~ tp(one(N))",
    },
}
VALUES = {
    "u == c*one(N)": {"u": "c*one(N)"},
    "u == u[0]*one(N)": {"u": "c*one(N)"},
    "u == v": {"u": "v"},
    "min(u.rows)[0] > 0": {"u": "entrywise(lambda x: abs(x) + F(1, 2), u)"},
    "A == tp(A)": {"A": "A + tp(A)"},
    "A @ one(N) == one(N)": {"A": "A - outer(A @ one(N) - one(N), one(N))/N"},
    "had(u, v) == 0*u": {"v": "col(N, lambda i: v[i] if u[i] == 0 else 0)"},
    "outer(u, v) == 0*outer(u, v)": {"v": "v if u == 0*u else v*0", "u": "u if v == 0*v else u*0"},
}
TRAPS: list[Trap] = [
    trap
    for (given, where), table in GIVEN.items()
    for trap in each("free indices", "latex", UV, table, given=given, where=where, values=VALUES[where])
]

PLAIN = "dimension N; vector u, v, w : N; index i, j : N"
TRAPS += [
    *each(
        "free indices",
        "plain",
        PLAIN,
        {
            "u[j]/v[i] = 0": "u[j]/v[i] ~ 0",
            "u[i]/v[i] = 0": "u[i]/v[i] ~ 0",
            "u[j]*w[i]/v[i] = 0": "u[j]*w[i]/v[i] ~ 0",
            "dot(u, w)/v[i] = 0": "dot(u, w)/v[i] ~ 0",
            "sum(i, u[i]/v[i]) = 0": "Sum(N, lambda i: u[i]/v[i]) ~ 0",
            "sum(i, u[j]/v[i]) = 0": "Sum(N, lambda i: u[j]/v[i]) ~ 0",
            "u[i]*v[j] = 0": "u[i]*v[j] ~ 0",
            "u[i]*v[i] = 0": "u[i]*v[i] ~ 0",
        },
        given="u*v = 0",
        values=VALUES["had(u, v) == 0*u"],
    ),
    *each(
        "free indices",
        "python",
        PLAIN,
        {
            "u[j]/v[i], 0": "u[j]/v[i] ~ 0",
            "u[i]/v[i], 0": "u[i]/v[i] ~ 0",
            "u[j]*w[i]/v[i], 0": "u[j]*w[i]/v[i] ~ 0",
            "dot(u, w)/v[i], 0": "dot(u, w)/v[i] ~ 0",
            "sum_(i, u[i]/v[i]), 0": "Sum(N, lambda i: u[i]/v[i]) ~ 0",
            "sum_(i, u[j]/v[i]), 0": "Sum(N, lambda i: u[j]/v[i]) ~ 0",
            "u[i]*v[j], 0": "u[i]*v[j] ~ 0",
            "u[i]*v[i], 0": "u[i]*v[i] ~ 0",
            "u[i]/v[j] + 1, (u[i] + v[j])/v[j]": "u[i]/v[j] + 1 ~ (u[i] + v[j])/v[j]",
        },
        given="equal(hadamard(u, v), 0)",
        values=VALUES["had(u, v) == 0*u"],
    ),
    *each(
        "free indices",
        "python",
        PLAIN,
        {
            "u[j]/v[i], 0": "u[j]/v[i] ~ 0",
            "u[i]/v[i], 0": "u[i]/v[i] ~ 0",
            "u[j]/v[j], 0": "u[j]/v[j] ~ 0",
            "u[i]*v[j], 0": "u[i]*v[j] ~ 0",
        },
        given="equal(u[i]*v[i], 0)",
        values=VALUES["had(u, v) == 0*u"],
    ),
]
