r"""The attack on the reader of LaTeX: its account of a text by itself, its mutations, and readers that it must find out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from derive.reading import latex as reader
from derive.reading.decided import context_from
from derive.reading.latex import Context, LatexChain
from tests.attacks import latex, latex_seeds, suite
from tests.attacks.latex_account import account
from tests.attacks.latex_mutations import MUTATIONS, hostile_part, mutated
from tests.attacks.latex_styles import STYLES
from tests.attacks.latex_tokens import Unaccounted, macros_in
from tests.attacks.latex_trees import alike
from tests.memory import replaced

SAME = [
    (r"\frac1N \left(\sum_i a_i\right)", r"{1}/{N} \sum_{i=1}^N a_{i}"),
    (r"\vec a \cdot \vec b", r"\langle a, b \rangle"),
    (r"\|A\|_F^2", r"\left| \mathbf{A} \right|^{2}"),
    (r"a + (b - c)", r"a &+ b \label{x} \\ &- c,"),
    (r"e^{x y}", r"\exp(x y)"),
    (r"\sum_{i,j} X_{ij}", r"\sum_i \sum_j X_{i, j}"),
    (r"x_i^2 A^{\mathsf T}", r"x^2_i A^\top"),
    (r"\frac{\partial y_i}{\partial x_j}", r"\left(\frac{\partial \vec y}{\partial \vec x}\right)_{ij}"),
    (r"0.5 s \quad \text{by hand}", r"\tfrac12 s"),
    (r"e^{-1} x", r"\exp(-1) x"),
    (r"\exp x", r"\exp(x)"),
    (r"\mathbf{AB}^\top", r"A B^\top"),
    (r"\mathbf{x^\top y}", r"x^\top y"),
    (r"\langle x, y \rangle_2", r"x y"),
    (r"x^{-1-1}", r"x^{-2}"),
    (r"x^{1/2 - 1}", r"x^{-1/2}"),
    (r"y^{(k)\top}", r"y_k^\top"),
    (r"f(x; y)", r"f(x, y)"),
    (r"f(x \mid y)", r"f(x, y)"),
    (r"\begin{pmatrix} 1 \\ \vdots\! \\ 1 \end{pmatrix}", r"\mathbf 1"),
    (r"1_M 0_i^\top", r"\mathbf 1_M (\mathbf 0^\top)_i"),
    (r"(A x + y)_i^\top", r"((A x + y)^\top)_i"),
    (r"(x^\top)_i^2 S^{-\top}", r"(x_i^\top)^2 (S^{-1})^\top"),
    (r"g(x, y)_i", r"(g(x, y))_i"),
    (r"\frac{\partial c y}{\partial a} b", r"\frac{\partial}{\partial a} (c y) b"),
    (r"2 {{\sum_i x_i}} - y", r"2 \sum_i x_i - y"),
    (r"\sum_{\text{ok} i=1} x_i", r"\sum_{\mathrm{ok}=1} \sum_i x_i"),
    (r"\cos\theta_{+u,v}", r"\cos\theta_{u,v}"),
    (r"\sigma_\sigma^2", r"(\sigma^2)_\sigma"),
    (r"c\,diag(x)", r"c \operatorname{diag}(x)"),
    (r"\prod_{n \neq 1} v_n", r"\prod_{n=1, n \ne 1}^N v_n"),
    (r"x^\mathrm{RMS} y", r"x^{\mathrm{RMS}} y"),
    (r"\sum_{, j \ne i} x_j", r"\sum_{j \ne i,} x_j"),
    (r"f{(x + y)}^2", r"f(x + y)^2"),
    (r"\frac{{\partial y}}{[\partial x]}", r"\frac{\partial y}{\partial x}"),
]
OTHERS = [
    (r"(a + b) c", r"a + b c"),
    (r"a - (b - c)", r"a - b - c"),
    (r"\frac{a}{b c}", r"\frac{a}{b} c"),
    (r"(a b)^2", r"a b^2"),
    (r"\left(\sum_i a_i\right) b_i", r"\sum_i a_i b_i"),
    (r"\exp(x) y", r"\exp(x y)"),
    (r"f(x) y", r"f(x y)"),
    (r"A B", r"B A"),
    (r"\sum_{i=1}^N a_i", r"\sum_{i=1}^K a_i"),
    (r"a_i", r"a^i"),
    (r"x'", r"x"),
    (r"12", r"1 + 2"),
    (r"\exp(x)^2", r"\exp(x^2)"),
    (r"e^{x} y", r"e^{x y}"),
    (r"(A^2)_{ij}", r"A_{ij}^2"),
    (r"(x^\top)_i^2", r"(x^\top)_i"),
    (r"\mathbf{A + B} x", r"A + B x"),
    (r"\frac{\partial}{\partial a} (a) y", r"\frac{\partial}{\partial a} (a y)"),
    (r"\sum_i -x_i + y", r"\sum_i (-x_i + y)"),
    (r"\underbrace12", r"12"),
    (r"1_2", r"12"),
    (r"A \odot (B C)", r"(A \odot B) C"),
    (r"f \cdot (x)", r"f(x)"),
    (r"f(x)(x)", r"f(x)"),
    (r"(x_k)_i", r"x_i"),
    (r"y^{(k)}", r"y^k"),
    (r"x^{-1-1}", r"x^{-1}"),
    (r"f{(x)(y)}", r"f(x)(y)"),
    (r"\left(\frac{\partial y}{\partial x_j}\right)_i", r"\frac{\partial y_j}{\partial x_i}"),
    (r"f(|x|, y)", r"f(x, y)"),
    (r"\begin{pmatrix} x_1 \\ \vdots \\ x_N \end{pmatrix}", r"\begin{pmatrix} x_1 & \cdots & x_N \end{pmatrix}"),
]
#: Matrices with dots of which no account can be given.
UNTOLD = [
    r"\begin{pmatrix} x_1 \\ \vdots \\ y_N \end{pmatrix}",
    r"\begin{pmatrix} x_1 \\ x_3 \\ \vdots \\ x_N \end{pmatrix}",
    r"\begin{pmatrix} x_1 \\ \vdots \\ x_K - x_N \end{pmatrix}",
    r"\begin{pmatrix} x_1 - y_1 \\ \vdots \\ x_K - y_N \end{pmatrix}",
    r"\begin{pmatrix} d_1 & & 1 \\ & \ddots & \\ & & d_N \end{pmatrix}",
    r"\begin{pmatrix} a_{11} & \cdots & a_{1K} \\ \vdots & & \vdots \\ a_{N1} & \cdots & a_{NM} \end{pmatrix}",
]
#: Where a definition ends: with its braces, with its fences, with its cell.
ENDS = [
    (r"{\def\x{s}\x} \x", r"s t"),
    (r"\operatorname{t\def\x{s}r} \x", r"\operatorname{tr} t"),
    (r"\frac{\def\x{s}\x}{\x} \x", r"\frac{s}{t} t"),
    (r"\left(\def\x{s}\x\right) \x", r"(s) t"),
    (r"\bigl(\def\x{s}\x\bigr) \x", r"(s) s"),
    (r"\x &= \def\x{s}\x + \x \\ &= \x", r"t = s + s = t"),
    (r"\begin{aligned}\def\x{s}\x\end{aligned} \x", r"s t"),
    (r"\def\y#1{#1}\y{\def\x{s}\x} \x", r"s s"),
    (r"\def\y#1{{#1}}\y{\def\x{s}\x} \x", r"s t"),
]
DECLARED = (
    r"dimension N; vectors a, b : N; matrices A, B : N x N; scalars s, t; index m, n : N; let h(a) = a \cdot a;"
    r"let \mu = a \cdot b; let \operatorname{LN}(a) = s a; variances: population"
)
#: What is written, and what a reader must not make of it.
MISREAD = [
    (r"{\def\mu{s}\mu} - \mu", r"s - s"),
    (r"a \odot b", r"a \cdot b"),
    (r"A \odot B", r"A B"),
    (r"\exp(s)^2", r"\exp(s^2)"),
    (r"e^{s} t", r"e^{s t}"),
    (r"e'^2", r"e^2"),
    (r"\sum_i a_i + b_i", r"\sum_{j=1}^N \sum_i (a_i + b_i)"),
    (r"s - \sum_i t + a_i", r"\sum_i (s - (t + a_i))"),
    (r"\mathbf{AB}^\top", r"(A B)^\top"),
    (r"\sum_{k \ne m} A_{mk}", r"\left(\sum_k A_{mk}\right) - A_{mn}"),
    (r"s A \odot (B A)", r"s (A \odot B) A"),
    (r"{A^2}_{mn}", r"A_{mn}^2"),
    (r"h(a) t", r"h(t a)"),
    (r"LN(a)", r"LN(b)"),
    (r"\frac{\partial s t}{\partial t}", r"\frac{\partial s}{\partial t} t"),
    (r"\operatorname{Var}(a)", r"\operatorname{Var}(b)"),
]
#: What is written, and what it says in other words.
READ = [
    (r"{\def\mu{s}\mu} - \mu", r"s - \mu"),
    (r"s \odot t A", r"s t A"),
    (r"\sum_{k \ne m} A_{mk}", r"\left(\sum_k A_{mk}\right) - A_{mm}"),
    (r"A a \odot b", r"(A a) \odot b"),
    (r"A \odot B a", r"(A \odot B) a"),
    (r"\sum_i a_i + b_i", r"\sum_i (a_i + b_i)"),
    (r"s - \sum_i t + a_i", r"s - \sum_i (t + a_i)"),
    (r"LN(a)", r"\operatorname{LN}(a)"),
    (r"\operatorname{Var}(a)", r"\sigma^2(a)"),
]
#: What conventions are about, and below it texts with what they say by one or several of them, and what is close to it.
CONVENTIONS = (
    r"dimension N; vectors a, b, g : N; matrices C, B : N x N; matrices w, v : 1 x N; scalars s, t, \mu; index m, n : N;"
    r"ones N; let h(a) = a \cdot a; let q(a)_m = e^{a_m} / \sum_n e^{a_n}; let y = C a + b + g; transpose '"
)
CLOSE = [
    (r"a - s", r"a - s \mathbf 1", r"a - s t \mathbf 1"),
    (r"w - s", r"w - s \mathbf 1^\top", r"w - t \mathbf 1^\top"),
    (r"s = w - s b^\top", r"s = w - s b^\top", r"s \mathbf 1^\top = w - s b^\top"),
    (r"C_m \cdot a", r"(C^\top e_m) \cdot a", r"(B^\top e_m) \cdot a"),
    (r"w = \mathbf 0", r"w = \mathbf 0^\top", r"w = \mathbf 1^\top"),
    (r"w / v", r"(w^\top / v^\top)^\top", r"(v^\top / w^\top)^\top"),
    (r"\frac{1}{1/w} a", r"\frac{1}{1/w} a", r"\frac{1}{w} a"),
    (r"\operatorname{diag}(w) a", r"\operatorname{diag}(w^\top) a", r"\operatorname{diag}(v^\top) a"),
    (r"\operatorname{diag}(a_n + s b_n)", r"\operatorname{diag}(a_n + s b_n)", r"\operatorname{diag}(a_n + s a_n)"),
    (r"\prod_n a_n s C", r"\left(\prod_n a_n\right) s C", r"\left(\prod_n (a_n s)\right) C"),
    (r"q_m(C a)", r"q(C a)_m", r"q(C a)_n"),
    (r"\log(s) t", r"\log(s) t", r"\log(s t)"),
    (r"\log s t - s", r"\log(s t) - s", r"\log(t) s - s"),
    (r"\det C' B", r"\det(C^\top) B", r"\det(C) B"),
    (r"\frac{\partial}{\partial s} s t \mu", r"\left(\frac{\partial}{\partial s} (s)\right) t \mu",
     r"\left(\frac{\partial}{\partial s} (s t)\right) \mu"),
    (r"s / \sum_n a_n^2", r"\frac{s}{\sum_n a_n^2}", r"s \sum_n \frac{1}{a_n^2}"),
    (r"\sum_{m \ne n} a_m b_n", r"\sum_m \sum_n a_m b_n - \sum_n a_n b_n", r"\sum_m \sum_n a_m b_n - \sum_n a_n b_m"),
    (r"\sum (a - s)^2 - s a^2", r"\sum_n (a_n - s)^2 - s\,(a \cdot a)", r"\sum_n (a_n - s)^2 - s\,(a \cdot b)"),
    (r"\sum (a - s)^2", r"\sum_n (a_n - s)^2", r"\sum_n (a_n - t)^2"),
    (r"\sum (a - s)^2 / \sum b^2", r"\frac{\sum_n (a_n - s)^2}{\sum_n b_n^2}", r"\frac{\sum_n b_n^2}{\sum_n (a_n - s)^2}"),
    (r"1 - a", r"\mathbf 1 - a", r"a - \mathbf 1"),
    (r"\operatorname{diag} 2^3 a b", r"\operatorname{diag}(2^3 a) b", r"2^3 \operatorname{diag}(a) b"),
    (r"\sum a_n + s", r"\sum_n a_n + s", r"\sum_n (a_n + s)"),
    (r"c_{mn}", r"C_{mn}", r"C_{nm}"),
    (r"\nabla h(b)", r"\nabla h(b)", r"\nabla h(a)"),
    (r"J_a(y) b", r"\frac{\partial y}{\partial a} b", r"\frac{\partial y}{\partial g} b"),
    (r"h(b) s", r"h(b) s", r"h(a) s"),
    (r"a^{(n)} b_m", r"a_n b_m", r"a_m b_n"),
    (r"s \left(\sum_n a_n\right) \odot t", r"s \left(\sum_n a_n\right) t", r"s \left(\sum_n a_n t\right)"),
    (r"a[n] b_m", r"a_n b_m", r"a_m b_n"),
    (r"\langle 1, a \rangle", r"\mathbf 1 \cdot a", r"b \cdot a"),
    (r"\mathbf{a^\top} b", r"a^\top b", r"a b^\top"),
    (r"\langle C, B \rangle", r"\operatorname{tr}(C^\top B)", r"\operatorname{tr}(C^\top C)"),
    (r"\langle a, b \rangle_2", r"a \cdot b", r"a \cdot a"),
    (r"a_1 + a_2 + \dots + a_N", r"\sum_n a_n", r"\sum_n b_n"),
    (r"\nabla (b \cdot b)", r"\frac{\partial}{\partial b} (b \cdot b)", r"\frac{\partial}{\partial a} (b \cdot b)"),
    (r"s^{-1-1}", r"s^{-2}", r"s^{-1}"),
    (r"a^n b_m", r"a_n b_m", r"a_m b_n"),
    (r"\prod (a_n - s)", r"\prod_n (a_n - s)", r"\prod_n (a_n - t)"),
    (r"\begin{pmatrix} a_1 - s b_1 \\ \vdots \\ a_N - s b_N \end{pmatrix}", r"\sum_n (a_n - s b_n) e_n",
     r"\sum_n (a_n - t b_n) e_n"),
    (r"a^\top (b) \odot b", r"a^\top (b \odot b)", r"a^\top (a \odot b)"),
    (r"\prod_n (a^\top b) C", r"\left(\prod_n a^\top b\right) C", r"\left(\prod_n a^\top b\right) B"),
    (r"\newcommand{\two}[1]{#1#1}\two\sum (s + t)", r"\sum_m \sum_n (s + t)", r"\sum_m \sum_n (s - t)"),
]  # fmt: skip


#: The same of conventions that declarations ask for.
ASKED = [
    (r"dimension N; vectors x, y : N; matrix A : N x N; index i, j : N; einstein",
     r"A_{ij} x_j", r"A_{ij} x_j", r"A_{ji} x_j"),
    (r"dimension N, K; vector u : K; matrices X, Y : N x K; index i : N; rows r_i of X",
     r"r_i^\top u", r"r_i^\top u", r"Y_i^\top u"),
    (r"dimension N, K; vector u : K; matrices X, Y : N x K; index i : N; rows x^{(i)} of X",
     r"x^{(i)\top} u", r"x^{(i)\top} u", r"Y_i^\top u"),
    (r"dimension N, K; vector u : K; matrices X, Y : N x K; index i, j : N; rows \phi(z_i) of X",
     r"\phi(z_j)^\top u", r"\phi(z_j)^\top u", r"\phi(z_i)^\top u"),
    (r"dimension N; vectors x, y : N; let J(x; y) = x \cdot y - x \cdot x", r"J(y; x)", r"J(y, x)", r"J(x, y)"),
    (r"dimension N; vector z : N; index i, k : N; let y_i = \delta_{ik}", r"y_i z_i", r"y_i z_i", r"z_i y_k"),
    (r"dimension N; vector z : N; scalar t; let h(z) = z \cdot z; applications: function", r"h z", r"h(z)", r"h \cdot h"),
    (r"dimension N; vector z : N; matrix A : N x N; daggers: pseudo-inverse", r"A^\dagger z", r"A^+ z", r"A^\top z"),
    (r"dimension N; vectors x : N; scalars c, s; broadcast", r"x + c", r"x + c", r"x + s"),
    (r"dimension N; vector z : N; index i, k : N; let y_i := \delta_{ik}", r"y \cdot z", r"y \cdot z", r"z \cdot z"),
    (r"dimension N, K; matrix W : N x K; vector x, z : K; index i : N; index j : K; let L = \sum_i (W_{ij} x_j)^2",
     r"\frac{\partial L}{\partial x}", r"\frac{\partial L}{\partial x}", r"\frac{\partial L}{\partial z}"),
    (r"dimension N; vectors x, g : N; index i, j : N; let y_i = g_i x_i^2",
     r"\left(\frac{\partial y}{\partial x_j}\right)_i",
     r"\frac{\partial y_i}{\partial x_j}", r"\frac{\partial y_j}{\partial x_i}"),
    (r"dimension N; vectors x, g : N; index i, j : N; let y_i = g_i x_i^2",
     r"\left(\frac{\partial y}{\partial x_j}\right)_i",
     r"\left(\frac{\partial y}{\partial x} e_j\right)_i", r"\left(\frac{\partial y}{\partial x} e_i\right)_j"),
    (r"dimension N, K; matrix X : N x K; index i : N; index k : K; let L = \sum_i \sum_k X_{ik}^2",
     r"\left(\frac{\partial L}{\partial X_i}\right)_k", r"\frac{\partial L}{\partial X_{ik}}",
     r"\frac{\partial L}{\partial X_{ik}} 2"),
    (r"scalars s, t; words before products: product", r"\frac{\partial}{\partial s} s (t + 1)",
     r"\frac{\partial}{\partial s} (s\,(t + 1))", r"\frac{\partial}{\partial s} (t\,(t + 1))"),
    (r"dimension N; vector a : N; scalar s; let f(a, s) = s a", r"s f(a, s^\top)", r"s f", r"s f(a, 2)"),
    (r"dimension N; vectors x, g : N; let f(x) = g \odot x", r"f(\sum -x)", r"f \sum_j (-x_j)", r"g \sum_j (-x_j)"),
    (r"dimension N; vectors u, v : N", r"\nabla \mu(v)", r"\nabla \mu(v)", r"\nabla \mu(u)"),
    (r"dimension N; vector x : N; index i, j : N; let \mu(x) = \frac1N \sum_i x_i", r"\mu (1 - 1_{i=j})",
     r"\mu\,(1 - \delta_{ij})", r"\mu\,(1 - \delta_{ii})"),
    (r"dimension N; vectors x, y : N", r"\sum_{\mathrm{LN}} x_\mathrm{LN} y_{\mathrm{LN}}",
     r"\sum_\mathrm{LN} x_\mathrm{LN} y_{\mathrm{LN}}", r"\sum_\mathrm{LN} x_\mathrm{LN} x_{\mathrm{LN}}"),
    (r"dimension N; vectors x, y : N", r"\sum_{\mathrm{LN}=2}^N x_\mathrm{LN}", r"\sum_{\mathrm{LN}=2}^N x_\mathrm{LN}",
     r"\sum_{\mathrm{LN}=1}^N x_\mathrm{LN}"),
    (r"dimension N; matrix A : N x N; vector x : N; index i, j : N; einstein", r"A_{i\mathrm{LN}} x_\mathrm{LN}",
     r"A_{i\mathrm{LN}} x_\mathrm{LN}", r"A_{\mathrm{LN}i} x_\mathrm{LN}"),
    (r"dimension N, K; vector u : K; matrices X, Y : N x K; rows x^{(i)} of X; index i : N",
     r"\sum_{\mathrm{LN}=1}^N x^{(\mathrm{LN})\top} u", r"\sum_{\mathrm{LN}=1}^N x^{(\mathrm{LN})\top} u",
     r"\sum_{\mathrm{LN}=1}^N (Y^\top e_{\mathrm{LN}})^\top u"),
    (r"dimension N", r"\mathbf{1}_1 + \cdots + \mathbf{1}_N", r"\sum_{i=1}^N \mathbf 1_i", r"\sum_{i=2}^N \mathbf 1_i"),
    (r"dimension N, K; matrix \hat X : N x K; index i : N; index k : K", r"\hat x_{ik}", r"\hat X_{ik}", r"\hat X_{i1}"),
    (r"dimension N; matrix A : N x N; vectors x, y : N; index i, j : N; einstein", r"x_i A_{ij} \sum_i y_j",
     r"x_i A_{ij} \sum_i y_j", r"x_i A_{ij} \sum_k y_k"),
    (r"dimension N, K; matrix X : N x K; index i, k : N", r"\sum_{i k \in [N]} X_{i1} X_{k1}",
     r"\sum_i \sum_k X_{i1} X_{k1}", r"\sum_i \sum_k X_{i1} X_{i1}"),
    (r"dimension N; vector b : N", r"\operatorname{diag} 0 (b) b", r"\operatorname{diag}(0 b) b",
     r"0 \operatorname{diag}(b) b"),
    (r"dimension N; vector x : N; matrix A : N x N; index i, j : N", r"\sum_{j=2}^N A_{1j} \nabla x_j",
     r"\sum_{j=2}^N A_{1j} \nabla x_j", r"\sum_{j=1}^N A_{1j} \nabla x_j"),
    (r"dimension N; vector x, y : N; scalar c; index i : N", r"\boxed{c\,\hat x}_i".replace(r"\hat ", ""), r"c x_i",
     r"c y_i"),
    (r"dimension N; vectors y, z : N; matrix X : N x N", r"X (y^2)^\top z", r"X (y \cdot y) z", r"X (y \cdot z) z"),
    (r"dimension N; vectors x, y, v : N; index i : N; einstein", r"x_i (y_i \sum_{i \in \{1, \dots, N\}} v_i)",
     r"x_i (y_i \sum_{i \in \{1, \dots, N\}} v_i)", r"x_i (v_i \sum_{i \in \{1, \dots, N\}} y_i)"),
    (r"dimension N; vectors x, y : N; index i, j : N; einstein", r"\sum_i (\sum_i (\delta_{ij})) x_i y_j",
     r"\sum_i (\sum_i (\delta_{ij})) x_i y_j", r"\sum_i (\sum_i (\delta_{ij})) x_j y_i"),
    (r"dimension n, K; index i : n; index j : K; vectors x, y : n; narrow sums", r"x_i \sum_{j=3}^K 1 + \sum x_i y_i",
     r"x_i \sum_{j=3}^K 1 + \sum x_i y_i", r"x_i \sum_{j=3}^K 1 + \sum x_i x_i"),
    (r"dimension N; matrix w : 12 x N; vector x : N; scalars t, s; index i : N", r"w x - t \sum_i x_i",
     r"w x - t \sum_i x_i", r"w x - s \sum_i x_i"),
    (r"scalars t, s", r"\frac13 [t^2 + 1]'", r"\frac13 [t^2 + 1]'", r"\frac13 [s^2 + 1]'"),
    (r"scalars \sigma^2, t", r"\sigma^0 t", r"(\sigma^2)^0 t", r"(\sigma^2)^2 t"),
    (r"scalars \Delta\mu, \mu; scalar p > 0", r"\Delta\mu^{-\mu} p", r"\Delta\mu^{-\mu} p", r"\Delta\mu^{\mu} p"),
    (r"dimension N; matrix A : N x N; scalar c; index i, j : N; einstein",
     r"c A_{ii} - \sum_i c", r"c A_{ii} - \sum_i c", r"A_{ii} - \sum_i c"),
    (r"dimension N; matrix A : N x N; scalar c; index i : N; einstein", r"c A_{ii} \sum -2", r"c A_{ii} \sum -2",
     r"c A_{ii} \sum 2"),
    (r"dimension N; matrix M : 2 x 2; index i : N", r"\sum_{j=1, j \ne i}^{N-1} M", r"\sum_{j=1, j \ne i}^{N-1} M",
     r"\sum_{j=2, j \ne i}^{N-1} M"),
]  # fmt: skip
#: The same of names that are written as formulas.
FORMULAS = r"dimension N; vectors a, b, \theta, \nabla L(b), \nabla L(\theta) : N; index m, n : N"
NAMED = [
    (r"[\nabla L(b)]_n a_m", r"[\nabla L(b)]_n a_m", r"[\nabla L(b)]_m a_n"),
    (r"a + \nabla L(b)", r"a + \nabla L(b)", r"a + \nabla L(\theta)"),
    (r"\nabla L(b)^\top a", r"\nabla L(b)^\top a", r"\nabla L(b) a^\top"),
]


#: The same of limits, places, indicators and extremes.
RANGED = (
    r"dimension N, K; vectors a, b : N; matrix C : N x N; scalars s, t; index m, n : N; narrow sums; products: narrow"
)
RANGES = [
    (r"\sum_{n=2}^N a_n", r"\sum_n a_n - a_1", r"\sum_n a_n - a_N"),
    (r"\sum_{n=1}^{N-1} a_n", r"\sum_n a_n - a_N", r"\sum_n a_n"),
    (r"\sum_{n=3}^{N-1} s", r"\sum_{2 < n < N} s", r"\sum_{1 < n < N} s"),
    (r"\sum_{n=2}^{N-1} a_n b_n", r"\sum_{1 < n \le N-1} a_n b_n", r"\sum_{n=2}^{N-2} a_n b_n"),
    (r"\sum_{n=0}^{N-1} a_n - a_0", r"\sum_{n=2}^N a_n", r"\sum_{n=1}^{N-1} a_n"),
    (r"\sum_{n=0}^{N-2} a_n", r"\sum_{n=1}^{N-1} a_n", r"\sum_{n=2}^{N} a_n"),
    (r"\prod_{n=2}^{N-1} a_n", r"\prod_{n \ne 1, n \ne N} a_n", r"\prod_{n \ne 1} a_n"),
    (r"b_m \sum_{n \le m} a_n", r"b_m \sum_{n=1}^m a_n", r"b_m \sum_{n=1}^{m-1} a_n"),
    (r"b_m \sum_{n=m}^{N} a_n", r"b_m \sum_n 1_{n \ge m} a_n", r"b_m \sum_n 1_{n > m} a_n"),
    (r"\sum_{m<n} C_{mn}", r"\sum_n \sum_{m=1}^{n-1} C_{mn}", r"\sum_m \sum_{n=1}^{m-1} C_{mn}"),
    (r"\sum_{m<n} (a_m - a_n)^2", r"\tfrac12 \sum_m \sum_n (a_m - a_n)^2", r"\sum_m \sum_n (a_m - a_n)^2"),
    (r"\sum_{n=1, n \ne m}^{N-1} a_n + b_m", r"\sum_n a_n - a_N - (1 - \delta_{mN}) a_m + b_m",
     r"\sum_n a_n - a_N - a_m + b_m"),
    (r"\sum_{m,n=2}^N C_{mn}", r"\sum_{m=2}^N \sum_{n=2}^N C_{mn}", r"\sum_{m=1}^N \sum_{n=2}^N C_{mn}"),
    (r"C_{1N} a_{N-1}", r"C_{1N} a_{N-1}", r"C_{N1} a_{N-1}"),
    (r"1_{m < n} a_n b_m", r"(1_{m \le n} - \delta_{mn}) a_n b_m", r"1_{m \le n} a_n b_m"),
    (r"\mathbf 1[m = n] + a_m b_n", r"\delta_{mn} + a_m b_n", r"1 - \delta_{mn} + a_m b_n"),
    (r"\max_n a_n s", r"\left(\max_n a_n\right) s", r"\left(\max_n b_n\right) s"),
    (r"\max(s, t, a_1)", r"\max(\max(s, t), a_1)", r"\max(s, a_1)"),
    (r"\max(C)", r"\max_{m,n} C_{mn}", r"\max_n C_{nn}"),
    (r"\|a - b\|_\infty", r"\max_n |a_n - b_n|", r"\max_n |a_n + b_n|"),
    (r"\|a\|_1", r"\sum_n |a_n|", r"\max_n |a_n|"),
    (r"s − a_1 – t", r"s - a_1 - t", r"s - (a_1 - t)"),
]  # fmt: skip


def sides(text: str) -> Any:
    """The one side of a text."""
    return account(text, {}, frozenset("f")).sides[0]


@pytest.mark.parametrize(
    ("one", "other", "same"), [*((*pair, True) for pair in SAME), *((*pair, False) for pair in OTHERS)]
)
def test_only_what_matters_makes_a_difference(one: str, other: str, same: bool) -> None:
    """Brackets, order, signs and scripts do, and no other notation."""
    assert alike(sides(one), sides(other)) == same


@pytest.mark.parametrize(("text", "meant"), ENDS)
def test_a_definition_ends_with_its_group(text: str, meant: str) -> None:
    """As it does in TeX."""
    assert account(text, macros_in(r"\def\x{t}")) == account(meant)


@pytest.mark.parametrize("text", UNTOLD)
def test_dots_of_no_pattern_have_no_account(text: str) -> None:
    """What they would stand for is not guessed."""
    with pytest.raises(Unaccounted):
        account(text)


def looked(text: str, read: str, declared: str = DECLARED) -> list[str]:
    """What the attack has against a reader that reads one text as another."""
    context = context_from(declared)
    functions = latex_seeds.functions_in(declared, {})
    seed = latex_seeds.Seed("", context, declared, {}, functions, latex_seeds.own_names(declared, {}, functions))
    tally = suite.Tally("one text")
    latex.look(tally, "", "", text, seed, seed.read(read))
    assert not tally.total("no account")
    return [finding.what for finding in tally.wrong]


@pytest.mark.parametrize(
    ("text", "read", "wrong"), [*((*pair, True) for pair in MISREAD), *((*pair, False) for pair in READ)]
)
def test_a_text_read_as_another_is_found_out(text: str, read: str, wrong: bool) -> None:
    """And none in other words: groups of TeX, numbers as components, sums that go on, names by their letters."""
    assert bool(looked(text, read)) == wrong


@pytest.mark.parametrize(
    ("declared", "text", "read", "misread"),
    [
        *((CONVENTIONS, *case) for case in CLOSE),
        *((FORMULAS, *case) for case in NAMED),
        *((RANGED, *case) for case in RANGES),
        *ASKED,
    ],
)
def test_a_convention_is_followed_and_nothing_beside_it(declared: str, text: str, read: str, misread: str) -> None:
    """What it says is found to be said; what stands close to that is found out."""
    assert not looked(text, read, declared)
    assert looked(text, misread, declared)


def test_a_printed_name_that_is_defined_may_say_of_which_symbol() -> None:
    """Also one of another theory: s(a) is s, and s(g) is not."""
    seed = next(seed for seed in latex_seeds.seeds_of("printed: layernorm, plain") if "G s" in seed.text)
    assert account("s(a)", own=seed.own) == account("s")
    assert account("s(g)", own=seed.own) != account("s")


def test_a_function_of_its_own_symbol_is_its_name() -> None:
    """But of no other symbol."""
    own = {("call", ("name", "y"), ("name", "a")): ("name", "y")}
    assert account("y(a) b", own=own) == account("y b")
    assert account("y_i(a) b", own=own) == account("y_i b")
    assert account("y(b)", own=own) != account("y", own=own)


def test_a_space_before_parentheses_says_that_they_hold_a_factor() -> None:
    """Where it is asked for, as it is of what is printed."""
    assert account(r"f\,(x) y", None, frozenset("f"), spaced=True) == account("f x y")
    assert account(r"f\,(x) y", None, frozenset("f")) == account("f(x) y", None, frozenset("f"))


def test_the_account_expands_macros() -> None:
    """By a few lines of its own; one that calls itself has no account."""
    macros = macros_in(r"\newcommand{\half}[1]{\frac{#1}{2}}\DeclareMathOperator{\tr}{tr}\def\x{\x\x}")
    assert account(r"\half{a} \tr A", macros) == account(r"\frac a2 \operatorname{tr} A")
    with pytest.raises(Unaccounted):
        account(r"\x", macros)


@pytest.mark.parametrize("kind", MUTATIONS)
def test_every_mutation_changes_a_text(kind: str) -> None:
    """And makes the same of the same seed."""
    text = r"\begin{align} \vec a' &= \frac{12}{N} \left(x_i^2 + y\right) \\ &= 0 \end{align}"
    made = [mutated(Random(f"{kind} {n}"), kind, text) for n in range(20)]
    assert made != [text] * 20
    assert made == [mutated(Random(f"{kind} {n}"), kind, text) for n in range(20)]


def test_papers_are_mutated() -> None:
    """Line by line; what is left is text."""
    parts = latex_seeds.parts_of(latex_seeds.PAPERS / "anova.tex")
    assert len(parts) > 5
    changed = [hostile_part(Random(n), *parts[n % 5]) != "".join(parts[n % 5]) for n in range(20)]
    assert sum(changed) > 15


def test_the_seeds_are_read() -> None:
    """Every formula written for the attack, as its account says it."""
    for name in STYLES:
        for seed in latex_seeds.seeds_of(f"written: {name}"):
            chain = seed.read(seed.text)
            tally = suite.Tally("seeds")
            latex.look(tally, "", "", seed.text, seed, chain)
            assert tally.wrong == []
            assert not tally.total("no account")


@pytest.fixture
def few_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the formulas written for the attack."""
    written = latex_seeds.sources()[0]
    monkeypatch.setattr(latex_seeds, "sources", lambda: (written,))


def dummy(change: Callable[[str], str]) -> Callable[..., LatexChain]:
    """A reader that reads something else."""
    real = reader.read_latex

    def read(text: str, context: Context, *arguments: Any, **options: Any) -> LatexChain:
        return real(change(text), context, *arguments, **options)

    return read


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("-", "+"),
        lambda text: text.replace("(", "").replace(")", "").replace(r"\left", "").replace(r"\right", ""),
        lambda text: text.replace("^2", ""),
        lambda text: text.partition(r"\\")[0] if "=" in text.partition(r"\\")[0] else text,
        lambda text: text.replace("2", "3"),
        lambda text: text.replace("_i", "_j"),
    ],
    ids=["signs", "brackets", "exponents", "rows", "numerals", "indices"],
)
@pytest.mark.usefixtures("few_seeds")
def test_a_reader_that_reads_something_else_is_found_out(change: Callable[[str], str]) -> None:
    """By every one of its habits."""
    with replaced("derive.reading.latex.read_latex", dummy(change)):
        latex.original.cache_clear()
        assert suite.found_by("mutated LaTeX", 400)
    latex.original.cache_clear()


@pytest.mark.usefixtures("few_seeds")
def test_a_reader_that_crashes_is_found_out() -> None:
    """An exception that is not the package's own."""

    def crash(text: str) -> str:
        return text[10_000]

    with replaced("derive.reading.latex.read_latex", dummy(crash)):
        latex.original.cache_clear()
        assert all("IndexError" in finding for finding in suite.found_by("mutated LaTeX", 10))
