r"""Formulas in the styles of several authors, with what declares their names."""

from __future__ import annotations

#: Styles: declarations, and formulas.
STYLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "vectors": (
        r"dimension N, K; index n, m : N; index k : K; vectors a, b, x, y : N; vectors u, w : K;"
        r"matrices A, B : N x N; matrix X : N x K; scalars s, t, c; scalar \epsilon >= 0; scalar p > 0;"
        r"let \mu = \vec a \cdot \vec 1_N / N; let \sigma^2 = \frac{1}{N} |\vec a - \mu \vec 1|^2;"
        r"let h(\vec x) = \vec x \cdot \vec x",
        (
            r"\vec a \cdot \vec 1 = N \mu",
            r"\sigma^2 = \frac{1}{N} \sum_{i=1}^N (a_i - \mu)^2 = \left(\frac1N \sum_i a_i^2\right) - \mu^2.",
            r"\|\vec x\|^2 = \langle x, x \rangle = x^\top x = \sum_{n'} x_{n'}^2",
            r"\operatorname{tr}(A B) = \mathrm{tr}(BA) \ne \det(A + s I) \, \exp(-t / p)",
            r"\frac{\partial \mu}{\partial a_n} = \frac{1}{N}",
            r"\left(I - \frac{\vec 1 \vec 1^\top}{N}\right) a &= \vec a - \mu \vec 1 \label{x} \\ &= A^{-1} B^\top \vec a",
            r"\sum_{i=1}^N \delta_{in} a_i = a_n + 0.5 s",
            r"(p + 1)^{-1/2} = \frac{1}{\sqrt{p + 1}} - 12 s t c",
            r"\operatorname{diag}(\vec a) \vec b = \vec a \odot \vec b + 2 \vec x",
            r"X^\top X \vec u \cdot \vec u = \|X \vec u\|^2 + h(\vec a - 3 \vec b)",
            r"\sum_{k=1}^K (X_{nk} - s)^2 + \sum_k w_k \le \bigl(s + |t|\bigr)^{3} c",
            r"s (t - c)/(2 p) = \tfrac{s t - s c}{2 p} \quad \text{by hand}",
        ),
    ),
    "components": (
        r"dimension N, K; index i, j : N; index k : K; vectors x, y, w : N; matrix X : N x K; scalars a, b, c;"
        r"scalar \lambda > 0;"
        r"narrow sums; let \bar x = \frac1N \sum_i x_i; let s_x^2 = \frac{1}{N-1} \sum_i (x_i - \bar x)^2;"
        r"let z_i = \frac{x_i - \bar x}{\sqrt{s_x^2 + \lambda}}; let r_k = \sum_i X_{ik}",
        (
            r"\sum_{i=1}^N (x_i - \bar x)(y_i - c) = \sum_i x_i y_i - N \bar x c",
            r"\sum_{i=1}^N \sum_{j=1}^N (x_i - x_j)^2 = 2 N \sum_i x_i^2 - 2 \left( \sum_{i=1}^N x_i \right)^2",
            r"s_x^2 = \frac{1}{N-1}\Bigl[ \sum_i x_i^2 - N \bar x^2 \Bigr]",
            r"\frac{\partial z_i}{\partial x_j} = \frac{1}{\sqrt{s_x^2 + \lambda}} \left( \delta_{ij} - \frac1N \right)",
            r"\frac{a x_i + b y_i}{\lambda} \geq \frac{a}{\lambda} x_i - 7 b y_i^2",
            r"\sum_{j \ne i} x_j = N \bar x - x_i, ",
            r"\prod_{i=1}^N e^{x_i} = \exp\left(\sum_i x_i\right)",
            r"\sum_{k=1}^K r_k = \sum_{i,k} X_{ik} \tag{3}",
            r"\sqrt{a^2 + b^2} \, |c| = \sqrt{(a c)^2 + (b c)^2} \neq a + b + 1/2",
            r"\log(\lambda^2) - 2 \ln \lambda = 0",
        ),
    ),
    "bold": (
        r"dimension n, d; vectors \mathbf{x}, \mathbf{y} : d; vectors \mathbf{v} : n;"
        r"matrices \mathbf{W}, \mathbf{U} : n x d;"
        r"matrix \mathbf{S} : d x d symmetric; scalar \alpha, \beta; index i : d;"
        r"let \hat{\mathbf{x}} = \mathbf{x}/\|\mathbf{x}\|;"
        r"\newcommand{\bx}{\mathbf{x}}\newcommand{\T}{^\top}\newcommand{\norm}[1]{\lVert #1 \rVert}",
        (
            r"\norm{\bx}^2 = \bx\T\bx = \langle \bx, \bx \rangle",
            r"\bx\T \mathbf{S} \mathbf{y} = \mathbf{y}^{\mathsf T} \mathbf{S}^\top \bx",
            r"(\mathbf{W} + \alpha \mathbf{U}) \bx = \mathbf{W}\bx + \alpha \mathbf{U}\bx",
            r"\mathbf{v}\T(\mathbf{W} \bx + \beta \mathbf{v}) = \mathbf{v}\T\mathbf{W} \bx + \beta \norm{\mathbf{v}}^2",
            r"\hat{\mathbf{x}}\T\hat{\mathbf{x}} = 1 \qquad",
            r"\operatorname{tr}(\mathbf{W}\T\mathbf{U}) = \sum_{i=1}^d (\mathbf{W}\T\mathbf{U})_{ii}",
            r"\bx \mathbf{y}\T \mathbf{S} - \mathbf{I}_d = 0",
        ),
    ),
    "conventions": (
        r"dimension N, K; vectors x, y : N; vectors u : K; matrix A : N x N; matrix X : N x K; scalar c; index i, j : N;"
        r"mean \mathbb{E}; mean \overline; mean \langle; variance \operatorname{Var}; covariance \operatorname{Cov};"
        r"transpose '; broadcast; rows \mathbf r_i of X",
        (
            r"\operatorname{Var}[x] = \mathbb{E}[x^2] - \mathbb{E}[x]^2",
            r"\operatorname{Cov}(x, y) = \overline{x y} - \bar x \bar y",
            r"\langle x y \rangle - c \langle x \rangle = \mathbb{E}_i[x_i y_i] - c \bar x",
            r"x' A y = y' A' x",
            r"A x + c = c + A x",
            r"\mathbf r_i' u = \sum_k X_{ik} u_k",
        ),
    ),
    "summation convention": (
        r"dimension N; vectors x, y : N; matrices A, B : N x N; scalar c; index i, j, k : N; einstein",
        (
            r"A_{ij} x_j = B_{ik} A_{kj} y_j + c x_i",
            r"x_i y_i = \delta_{ij} x_i y_j",
            r"A_{ii} = c \delta_{ii} - 2",
            r"x_i A_{ij} y_j = y_j A_{ij} x_i",
        ),
    ),
    "spellings": (
        r"dimension N, K; vectors x, y : N; matrix A : N x N; matrix X : N x K; scalars \Delta\mu, \sigma, \epsilon > 0, c;"
        r"let \mu = \frac1N \sum_i x_i; let s(x)_i = e^{x_i} / \sum_j e^{x_j}; let g(c) = c^2 + c",
        (
            r"\Delta\mu^2 - σ\,\mu = \Delta\mu \cdot \Delta\mu - \mu σ",
            r"x^t A y = (A^t x)^t y",
            r"\sum_i x_i^2 - N \mu^2 + c = c + \sum_j (x_j - \mu)^2",
            r"(x y^\top)_{ij} = x_i y_j",
            r"A_{ij} + \delta_{ij} c = c \delta_{ij} + A_{ij}",
            r"\sum_j A_{ij} x_j - c y_i = (A x - c y)_i",
            r"\partial_c (c^2 ε) = 2 c \epsilon",
            r"\sum_i x_i \left(\sum_j y_j\right) + c = \sum_{i,j} x_i y_j + c",
        ),
    ),
    "as people type": (
        r"dimension n, K; index i, j, k : n; vectors x, y, S : n; matrix A : n x n; matrix X : n x K; vector b : K;"
        r"scalar c > 0; ones n; narrow sums; let \mu = \frac1n \sum x; let \bar y = \frac1n \sum y_i",
        (
            r"\sum (x_i - \mu)(y_i - \bar y) = \sum x_i y_i - n \mu \bar y",
            r"\sum (x - \mu)^2 = \sum x^2 - n \mu^2",
            r"∑ x_i ∑ y_i = n^2 \mu \bar y",
            r"\sum x y + c = x⊤ y + c".replace("⊤", r"^⊤"),
            r"\frac{\sum x_i y_i}{\sum x_i^2} = {x^\top y \over x^\top x}",
            r"\sum_k e^{S[k]} \sum e^{x_i} = \sum_{k} \sum_i e^{S_k} e^{x_i}",
            r"S[i] + A[i, j] = A_{ij} + S_i",
            r"x' A y = y' A' x",
            r"b'X'X b = (X b)^\top X b",
            r"\tr(A) - \Tr A^⊤ = 0",
            r"\lang x, y \rang - \Bigg< y, x \Bigg> = 0 ?",
            r"11^T x = (1^T x) \vec 1_n",
            r"1/n \sum x_i^2 - \mu^2 = 1/n \sum (x_i - \mu)^2",
            r"c·x = x·c + c × x - c x",
        ),
    ),
    "matrices written out": (
        r"scalars a, b, c, d; vector x : 3; matrix M : 2 x 2; dimension N; vectors u, v : N; index i : N",
        (
            r"\begin{pmatrix} a & b \\ c & d \end{pmatrix} \begin{bmatrix} d & -b \\ -c & a \end{bmatrix} = (a d - b c) I_2",
            r"\left[ \begin{array}{rr} a & b \\ c & d \end{array} \right]^\top + c M"
            r" = M \begin{pmatrix} 1 & 2 \\[2pt] 3 & 4 \end{pmatrix}",
            r"x = \begin{pmatrix} x_1 \\ x_2 \\ x_3 \end{pmatrix} + \begin{pmatrix} 0 \\ 0 \\ a \end{pmatrix}",
            r"\mathbf 1_3^\top x = x_1 + x_2 + x_3",
            r"\begin{vmatrix} a & b + c \\ c & d \end{vmatrix} = M_{11} M_{22} - M_{12}",
            r"\begin{pmatrix} u \cdot v & \sum_i u_i \\ \frac{1}{N} & |a| \end{pmatrix}^{-1} = a M",
            r"\begin{bmatrix} a - b & c \end{bmatrix} \begin{bmatrix} c \\ \frac{a}{b} \end{bmatrix} = c^2",
        ),
    ),
    "lists": (
        r"dimension N; vectors x, g : N; vector t : 3; scalars a, b, c; lists: column",
        (
            r"t + (a, b, a) = (t_1 + a, t_2, t_3)",
            r"x + g = (x_1 + g_1, x_2 + g_2, \dots, x_N + g_N)",
            r"[x_1, \dots, x_N]^\top g = \left(g_1, \dots, g_N\right)^\top x",
            r"\operatorname{diag}(x_1, \dots, x_N) g = x \odot (g_1; \dots; g_N)",
            r"(a, b)^\top (b, c) = ab + bc",
        ),
    ),
    "matrices with dots": (
        r"dimension N, K; vectors x, y, d : N; matrix a : N x K; scalar c; ones N; vector u : K",
        (
            r"\begin{pmatrix} x_1 \\ x_2 \\ \vdots \\ x_N \end{pmatrix} - c y"
            r" = \begin{bmatrix} x_1 - c y_1 \\ \vdots \\ x_N - c y_N \end{bmatrix}",
            r"\begin{pmatrix} x_1 & \cdots & x_N \end{pmatrix} \begin{pmatrix} 1 \\ \vdots \\ 1 \end{pmatrix} = 1^\top x",
            r"\begin{pmatrix} d_1 & & 0 \\ & \ddots & \\ 0 & & d_N \end{pmatrix} x = d \odot x",
            r"\left( \begin{array}{ccc} 1 & & \\ & \ddots & \\ & & 1 \end{array} \right) x + y = x + y",
            r"\begin{bmatrix} a_{11} & \cdots & a_{1K} \\ \vdots & \ddots & \vdots \\ a_{N1} & \cdots & a_{NK} \end{bmatrix}"
            r" u = a u",
        ),
    ),
    "names written as formulas": (
        r"dimension N; vectors \theta_k, \nabla L(\theta_k), g : N; scalars \eta, L(\theta_k);"
        r"matrix H : N x N; index i : N; let \theta_{k+1} = \theta_k - \eta \nabla L(\theta_k);"
        r"vector \frac{\partial E}{\partial z} : N",
        (
            r"\|\theta_{k+1} - \theta_k\|^2 = \eta^2 \|\nabla L(\theta_k)\|^2",
            r"\theta_{k+1} + \eta\,\nabla L\left(\theta_k\right) = \theta_k",
            r"\nabla L(\theta_k)^\top H g - L(\theta_k) = \langle \nabla L(\theta_k), H g \rangle - L(\theta_k)",
            r"\sum_i [\nabla L(\theta_k)]_i g_i = g^\top \nabla L(\theta_k)",
            r"\sum_i \frac{\partial E}{\partial z_i} g_i = g \cdot \frac{\partial E}{\partial z}",
        ),
    ),
    "Jacobians and gradients": (
        r"dimension N; vectors x, b : N; matrices A, Y : N x N; matrices w, v : 1 x N; scalar t; index i, j, k : N;"
        r"let y = A x + b; let f(x) = x \cdot A x; let g(t) = t^3; let s(x)_i = e^{x_i} / \sum_j e^{x_j}",
        (
            r"J_x(y) b = A b",
            r"\mathbf J_x(y)^\top - t I = A^\top - t I",
            r"y^{(k)} - b^{(k)} = \sum_j A_{kj} x_j",
            r"\nabla f(x) = (A + A^\top) x",
            r"\nabla_w (w A x) = (A x)^\top",
            r"\nabla_x (b \cdot x) + x = b + x",
            r"\frac{\partial}{\partial t} \left(t^2 f(x)\right) = 2 t f(x)",
            r"g'(t) = 3 t^2",
            r"\operatorname{diag}(b_i) x = \operatorname{diag}(b) x",
            r"\operatorname{diag}(x_i + t b_i) = \operatorname{diag}(x) + t \operatorname{diag}(b)",
            r"\operatorname{diag}(w) x + t b = w^\top \odot x + t b",
            r"w / v + v = v + w / v",
            r"\sum_i s_i(A x) = \sum_i s(A x)_i",
            r"a_{ij} - t x_i = A_{ij} - t x_i",
            r"(w - t) x = w x - t \sum_i x_i",
        ),
    ),
    "limits and places": (
        r"dimension N, K; vectors x, y : N; vector z : K; matrices A, B : N x N; matrix X : N x K; scalars c, s;"
        r"index i, j : N; index k : K; narrow sums; let m = \frac{1}{N-1} \sum_{i=1}^{N-1} x_i",
        (
            r"\sum_{i=2}^N x_i = \sum_{i=1}^N x_i - x_1",
            r"\sum_{i=1}^{N-1} (x_i - m)^2 + c x_N = \left(\sum_{i=1}^{N-1} x_i^2\right) - (N - 1) m^2 + c x_N",
            r"\sum_{i=2}^{N-1} c = (N-2) c − s",
            r"\sum_{i=1}^{N-1} \sum_{j=2}^N A_{ij} x_j – s = c + A_{1N} - A_{N1} x_{N-1}",
            r"\prod_{i=2}^{N-1} x_i = \prod_{i \ne 1, i \ne N} x_i",
            r"\sum_{1 < i < N} x_i y_i - \sum_{i \le N-1} x_i = s - \sum_{2 \le i \le N-1} y_i",
            r"y_i \sum_{j \le i} x_j = y_i \left(\sum_{j < i} x_j\right) + x_i y_i",
            r"\left(\sum_{j=1}^{i} x_j\right) + \sum_{j=i+1}^N x_j = \left(\sum_{j=1}^{i-1} x_j\right) + \sum_{j=i}^N x_j",
            r"\sum_i \sum_{j=1}^{i} A_{ij} = \sum_j \sum_{i=j}^N A_{ij}",
            r"\sum_{i<j} A_{ij} + \sum_{i<j} (x_i - x_j)^2 = \sum_{i>j} B_{ij}",
            r"1_{i \le j} x_i + \mathbf 1_{\{i \ne j\}} - c 1_{i < j} = 1_{i=j} + \mathbf 1[i = j] x_j",
            r"\sum_{j=1, j \ne i}^{N-1} x_j - c y_i = \sum_{j \in \{1, \dots, N\}} x_j - s \sum_{k \in [K]} X_{ik}",
            r"X_{1k} - z_K + z_2 = A_{12} - x_{N-1} X_{2K}",
        ),
    ),
    "counted from 0": (
        r"dimension N; vectors x, y : N; scalar c; index i : N",
        (
            r"\sum_{i=0}^{N-1} x_i = x_0 + \sum_{i=1}^{N-1} x_i",
            r"\sum_{i=0}^{N-2} x_i y_i = \sum_{i=0}^{N-1} x_i y_i - x_{N-1} y_{N-1}",
            r"\sum_{i=2}^{N-1} c = \sum_{i=0}^{N-1} c - 2 c",
        ),
    ),
    "maxima": (
        r"dimension N, K; vectors x, y : N; matrices A : N x K; scalars a, b, c; index i, j : N; index k : K;"
        r"narrow sums; products: narrow; let z_i = e^{x_i - \max_j x_j}",
        (
            r"\max_i (2 x_i + c) = c + 2 \max_{1 \le j \le N} x_j",
            r"\|x\|_\infty - c = \max_i |x_i| - c",
            r"\|y - x\|_\infty + \|x\|_1 = \|x - y\|_\infty + \sum_i |x_i|",
            r"\max(x) - \max(A) = \max_{i=1}^N x_i - \max_{i,k} A_{ik}",
            r"\max(a, b) + \min\{a, b, c\} = a + b \max(0, c)",
            r"\frac{e^{x_i - \max_j x_j}}{\sum_j e^{x_j - \max_i x_i}} = \frac{z_i}{\sum_j z_j}",
            r"\min_i x_i y_i c = -\max_i (-x_i y_i) c",
            r"\max_i \max_k (A_{ik} + x_i) = \max_j (x_j + \max_k A_{jk})",
            r"\operatorname{rank}(A^\top) - c = \operatorname{rank} A - c",
        ),
    ),
    "functions entry by entry": (
        r"dimension N, K; vectors x, y : N; vector b : K; matrix W : K x N; scalars c; index i : N; narrow sums;"
        r"let \phi(t) = \frac{1}{1 + e^{-t}}; let g(t) = t^2 + t; let q(s, t) = s t + s",
        (
            r"\phi(W x + b) = \phi(b + W x)",
            r"g(x)_i - c = x_i^2 + x_i - c",
            r"\phi'(x) \odot y = \phi(x) \odot y",
            r"x - \frac1N \sum_i x_i = x - \frac1N \sum_j x_j",
            r"y - \frac{1}{N} \sum_{i=1}^N x_i + g(c) = g(c) + y - c",
            r"\exp(x) \odot y - \log(y) = e^{x} \odot y - \log(y)",
            r"g(W x)^\top b = b \cdot g(W x)",
            r"q(c, x_i) g(c) = c g(c) (x_i + 1)",
        ),
    ),
    "ones by a digit": (
        r"dimension N; vectors x, b : N; scalar c; index i : N; ones N",
        (
            r"x - \frac1N 1 \langle 1, x \rangle = \left(I - \frac1N 11^\top\right) x",
            r"\langle 1, x \rangle + c = \sum_i x_i + c",
            r"\langle 1, x - b \rangle^2 = (1^T x - 1^T b)^2",
        ),
    ),
    "what depends on something": (
        r"dimension n; vector D : n; scalar c; c depends on D; let B = c(D) D; loss a of B; index i, k : n",
        (
            r"\frac{\partial B_k}{\partial D_i} = \frac{\partial c}{\partial D_i} D_k + \delta_{ik} c(D)",
            r"B - c(D) D = 0",
            r"\frac{\partial a}{\partial D} = \left( \frac{\partial c}{\partial D} D^\top + c(D) I \right)"
            r" \frac{\partial a}{\partial B}",
        ),
    ),
    "derivatives of losses": (
        r"dimension N; vectors x, g : N; matrix W : N x N; index i, j : N; let y = W x + g; loss \mathcal{L} of y",
        (
            r"\frac{\partial \mathcal{L}}{\partial x_j} = \sum_i \frac{\partial \mathcal{L}}{\partial y_i} W_{ij}",
            r"\frac{\partial y_i}{\partial x_j} = W_{ij}",
        ),
    ),
    "definitions with an index": (
        r"dimension N; vectors z, w : N; scalar t; index i, k, m : N; narrow sums; let y_i = \delta_{ik}; let c = z_k;"
        r"let d_i = z_i - z_k",
        (
            r"y_i z_i - c = \delta_{ik} z_i - z_k",
            r"c + t = z_k + t",
            r"d_i + c = z_i",
            r"y \cdot w = w_k",
            r"y^\top w - t c = w_k - t z_k",
        ),
    ),
    "sums by dots, and columns by colons": (
        r"dimension N, K; vectors x, y : N; vector u : K; matrices A, B : N x K; scalar c; index i, j : N; index k : K;"
        r"colons in subscripts: column",
        (
            r"x_1 y_1 + x_2 y_2 + \dots + x_N y_N = x \cdot y",
            r"x_1 + \cdots + x_N - c = \sum_{i=1}^N x_i - c",
            r"A_{:,k} - c x = A e_k - c x",
            r"\langle A, B \rangle_F + c = c + \langle B, A \rangle",
            r"\operatorname{tr}(A^\top B) = \langle A, B \rangle",
            r"\bm{A^\top x} = \bm{A}^\top \bm{x}",
        ),
    ),
    "rows and samples": (
        r"dimension N, d; matrix X : N x d; matrix \Phi : N x d; vectors \beta, w : d; vector y : N; scalar b;"
        r"index i, j : N; index k : d; rows x^{(i)} of X; rows \phi(z_i) of \Phi",
        (
            r"\sum_{i=1}^N (y_i - x^{(i)\top} \beta)^2 = \|y - X \beta\|^2",
            r"x^{(i)}_k \beta_k + b = X_{ik} \beta_k + b",
            r"\phi(z_i)^\top w + b = (\Phi w)_i + b",
            r"X_k \cdot y - b = (X^\top y)_k - b",
            r"\sum_{i=1}^N x^{(i)} x^{(i)\top} w &= X^\top X w \\ &= X^\top (X w)",
        ),
    ),
    "powers and functions of matrices": (
        r"dimension N; vectors v, a : N; matrices A, S : N x N; scalars s, t; scalar p > 0; index i, j : N;"
        r"powers of vectors: componentwise; functions of matrices: matrix; daggers: pseudo-inverse; "
        r"dots of matrices: product; words before products: first",
        (
            r"p^{-0.5 - 1} = p^{1 - \frac52}",
            r"v^2 + a^{\odot 2} = v \odot v + a \odot a",
            r"e^{t A} v - s a = \exp(t A) v - s a",
            r"A^\dagger v = A^+ v",
            r"A \cdot S v = A S v",
            r"\log p s - \exp(t) = s \log p - e^t",
            r"\operatorname{tr} A s - \det S = s \operatorname{tr}(A) - \det(S)",
        ),
    ),
    "arguments and values": (
        r"dimension N; vectors w, y, x : N; matrix X : N x N; scalars s, t, c; index i : N; let J(w; X, y) = \|X w - y\|^2;"
        r"let L(t \mid x) = t (x \cdot x); let f(x) = x \cdot x",
        (
            r"J(x; X, y) + c &= \|X x - y\|^2 + c \\ &= c + \|y - X x\|^2",
            r"L(s \mid y) - c = s (y \cdot y) - c",
            r"\nabla \|x\|^2 - w = 2 x - w",
            r"\nabla_x f(y) = 2 y",
            r"x - \max(x) + y = y + x - \max_i x_i",
            r"\frac{d}{dt} (t^2 c) = 2 c t",
            r"\frac{\partial^2 (t^3)}{\partial t^2} = 6 t",
        ),
    ),
    "names with d": (
        r"dimension N; vectors x, dx, dy : N; scalars d\mu, t; index i : N",
        (
            r"dx_i + t = t + dx_i",
            r"d\mu^2 x - t dy = (d\mu)^2 x - t dy",
            r"\sum_i dx_i x_i = dx \cdot x",
        ),
    ),
    "components as einsum": (
        r"dimension N; vectors x, y, v, g : N; matrices A, B : N x N; scalars c, \epsilon > 0; index i, j, k : N; einstein",
        (
            r"y_i = g_i x_i",
            r"v_i + \epsilon = \epsilon + v_i",
            r"A_{ij} + v_j = v_j + A_{ij}",
            r"c = x_i y_i v_i",
            r"c = x_i (y_i v_i)",
            r"A_{ij} B_{jk} x_k = c x_i",
            r"\frac{\partial (x_i y_i)}{\partial x_j} = y_j",
        ),
    ),
    "a graph": (
        r"dimension m; vector x : m; scalars \gamma, \beta, \epsilon > 0; index i, j : m; narrow sums;"
        r"let \mu(x) = \frac1m \sum_i x_i; let \sigma^2(x, \mu) = \frac1m \sum_i (x_i - \mu)^2;"
        r"let \hat x_i(x_i, \mu, \sigma^2) = \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}};"
        r"let y_i(\hat x_i, \gamma, \beta) = \gamma \hat x_i + \beta; loss L of y",
        (
            r"\frac{\partial L}{\partial \hat x_i} = \frac{\partial L}{\partial y_i} \gamma",
            r"\frac{\partial \hat x_i}{\partial \mu} = \frac{-1}{\sqrt{\sigma^2 + \epsilon}}",
            r"\sum_i \hat x_i (x_i - \mu) = \sum_i \frac{(x_i - \mu)^2}{\sqrt{\sigma^2 + \epsilon}}",
            r"\mu (1 - \mu) = \mu - \mu^2",
            r"\sum_i (y_i - \beta) &= \gamma \sum_i \hat x_i \\ &= \sum_i y_i - m \beta",
        ),
    ),
}  # fmt: skip
