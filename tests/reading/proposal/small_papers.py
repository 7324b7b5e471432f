r"""Small papers in the habits of several authors: indices, arrows, bold, plain capitals, macros.

`Paper.unread` has the beginnings of the formulas that are not read with what is proposed, each for the reason beside it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """The preamble and the displays of a paper, and which of its formulas are not read."""

    displays: tuple[str, ...]
    preamble: str = ""
    unread: tuple[str, ...] = ()


PAPERS: dict[str, Paper] = {
    "layer norm with arrows": Paper((
        r"\mu &= \frac{1}{N} \vec 1 \cdot \vec a, & \sigma^2 &= \frac{1}{N} |\vec a - \mu \vec 1|^2",
        r"\Pi = I - \frac{1}{N} \vec 1 \vec 1^\top",
        r"\Pi \vec a = \vec a - \mu \vec 1",
        r"\sigma^2 = \frac{|\Pi \vec a|^2}{N}",
        r"""\vec y &= \vec g \odot \frac{\vec a - \mu \vec 1}{\sqrt{\sigma^2 + \epsilon}} + \vec b \\
            &= \sqrt N \, \vec g \odot \frac{\Pi \vec a}{\sqrt{|\Pi \vec a|^2 + N \epsilon}} + \vec b""",
        r"\Pi^2 = \Pi, \qquad \Pi^\top = \Pi",
    )),
    "layer norm of a word": Paper((
        r"\mathrm{LN}(x) = \gamma \odot \frac{x - \mu \mathbf 1}{\sigma} + \beta",
        r"\mu = \frac1d \mathbf 1^\top x",
        r"\sigma = \sqrt{\frac1d \|x - \mu\mathbf 1\|^2 + \epsilon}",
        r"\sigma^2 = \frac1d \|x - \mu\mathbf 1\|^2 + \epsilon",
        r"\frac1d \mathbf 1^\top \frac{x - \mu\mathbf 1}{\sigma} = 0",
        r"\sum_{i=1}^d \gamma_i \frac{x_i-\mu}{\sigma} = \gamma^\top \frac{x - \mu \mathbf 1}{\sigma}",
    )),
    "least squares": Paper((
        r"y = X \beta + \varepsilon",
        r"\hat\beta = (X^\top X)^{-1} X^\top y",
        r"H = X (X^\top X)^{-1} X^\top, \qquad M = I - H",
        r"\hat\beta - \beta = (X^\top X)^{-1} X^\top \varepsilon",
        r"e = y - X \hat\beta = M y",
        r"M X &= X - X (X^\top X)^{-1} X^\top X \\ &= 0",
        r"\operatorname{tr} H = \operatorname{tr} \left( (X^\top X)^{-1} X^\top X \right)",
    )),
    "simple regression": Paper((
        r"\bar x = \frac{1}{n} \sum_{i=1}^n x_i, \qquad \bar y = \frac{1}{n} \sum_{i=1}^n y_i",
        r"""S_{xy} &= \sum_{i=1}^n (x_i - \bar x)(y_i - \bar y) \\
            &= \sum_{i=1}^n x_i y_i - n \bar x \bar y""",
        r"S_{xx} = \sum_{i=1}^n (x_i - \bar x)^2",
        r"b = \frac{S_{xy}}{S_{xx}}, \qquad a = \bar y - b \bar x",
        r"\hat y_i = a + b x_i, \qquad e_i = y_i - \hat y_i",
        r"\sum_{i=1}^n e_i = 0, \qquad \sum_{i=1}^n e_i x_i = 0",
    )),
    "batch norm by channels": Paper((
        r"\mu_k = \frac{1}{m} \sum_{i=1}^m x_{ik}",
        r"\sigma_k^2 = \frac{1}{m} \sum_{i=1}^m (x_{ik} - \mu_k)^2",
        r"\hat x_{ik} = \frac{x_{ik} - \mu_k}{\sqrt{\sigma_k^2 + \epsilon}}",
        r"y_{ik} = \gamma_k \hat x_{ik} + \beta_k",
        r"\sum_{i=1}^m \hat x_{ik} = 0",
        r"\frac{1}{m} \sum_{i=1}^m \hat x_{ik}^2 = \frac{\sigma_k^2}{\sigma_k^2 + \epsilon}",
    )),
    "batch norm and its gradients": Paper((
        r"""\mu_{\mathcal B} &= \frac{1}{m} \sum_{i=1}^m x_i \\
            \sigma_{\mathcal B}^2 &= \frac{1}{m} \sum_{i=1}^m (x_i - \mu_{\mathcal B})^2 \\
            \hat x_i &= \frac{x_i - \mu_{\mathcal B}}{\sqrt{\sigma_{\mathcal B}^2 + \epsilon}} \\
            y_i &= \gamma \hat x_i + \beta""",
        r"""\frac{\partial \ell}{\partial \gamma} &= \sum_{i=1}^m \frac{\partial \ell}{\partial y_i} \hat x_i \\
            \frac{\partial \ell}{\partial \beta} &= \sum_{i=1}^m \frac{\partial \ell}{\partial y_i}""",
        r"\sum_{i=1}^m \frac{\partial \ell}{\partial x_i} = 0",
    )),
    "bold by macros": Paper((
        r"\norm{\vx}^2 = \vx\T\vx",
        r"(\mA\mA\T)\T = \mA\mA\T",
        r"\norm{\vx - \vw}^2 = \norm{\vx}^2 - 2\vx\T\vw + \norm{\vw}^2",
        r"\operatorname{tr}(\mA \vx\vx\T) = \vx\T \mA \vx",
        r"\mathbf{P} = \mathbf{I} - \frac{\vw\vw\T}{\vw\T\vw}",
        r"\mathbf{P}\vw = \mathbf{0}",
    ), r"\newcommand{\vx}{\mathbf{x}} \newcommand{\vw}{\mathbf{w}} \newcommand{\mA}{\mathbf{A}}"
       r"\newcommand{\norm}[1]{\left\lVert #1\right\rVert} \newcommand{\T}{^{\top}}"),
    "ridge regression": Paper((
        r"X \in \mathbb{R}^{n \times d}, \quad y \in \mathbb{R}^n",
        r"w^* = (X^\top X + \lambda I)^{-1} X^\top y",
        r"w^* = X^\top (X X^\top + \lambda I_n)^{-1} y",
        r"X^\top (X X^\top + \lambda I_n) = (X^\top X + \lambda I_d) X^\top",
        r"\|X w - y\|^2 = w^\top X^\top X w - 2 y^\top X w + y^\top y",
    )),
    "sample variance": Paper((
        r"\bar x = \frac1n \sum_{i=1}^n x_i",
        r"""s^2 &= \frac{1}{n-1} \sum_{i=1}^n (x_i - \bar x)^2 \\
            &= \frac{1}{n-1} \left( \sum_{i=1}^n x_i^2 - n \bar x^2 \right)""",
        r"z_i = \frac{x_i - \bar x}{s}",
        r"\sum_{i=1}^n z_i^2 = n - 1",
        r"\frac{1}{n}\sum_{i=1}^n\sum_{j=1}^n (x_i - x_j)^2 = 2 (n-1) s^2",
    )),
    "a step of Gram and Schmidt": Paper((
        r"\vec w = \vec v - \frac{\vec v \cdot \vec u}{\vec u \cdot \vec u} \vec u",
        r"\vec w \cdot \vec u = 0",
        r"|\vec w|^2 = |\vec v|^2 - \frac{(\vec v \cdot \vec u)^2}{|\vec u|^2}",
        r"\cos\theta_{\vec u, \vec v} = \frac{\vec u\cdot\vec v}{|\vec u||\vec v|}",
    )),
    "root mean square norm": Paper((
        r"\rho = \sqrt{\frac{1}{d} \sum_{j=1}^d x_j^2 + \varepsilon}",
        r"\bm{y} = \bm{g} \odot \frac{\bm{x}}{\rho}",
        r"\bm{y} = \diag(\bm g) \frac{\bm x}{\rho}",
        r"y_j = \frac{g_j x_j}{\rho}",
        r"\frac{\partial y_j}{\partial x_k} = \frac{g_j}{\rho} \left( \delta_{jk} - \frac{x_j x_k}{d\, \rho^2} \right)",
    ), r"\usepackage{bm} \DeclareMathOperator{\diag}{diag}"),
    "attention": Paper((
        r"Q = X W_Q, \quad K = X W_K, \quad V = X W_V",
        r"S = \frac{1}{\sqrt{d_k}} Q K^\top",
        r"""S &= \frac{1}{\sqrt{d_k}} X W_Q (X W_K)^\top \\
            &= \frac{1}{\sqrt{d_k}} X W_Q W_K^\top X^\top""",
        r"\operatorname{tr}(S) = \frac{1}{\sqrt{d_k}} \operatorname{tr}(W_Q W_K^\top X^\top X)",
        r"S V = \frac{1}{\sqrt{d_k}} Q K^\top X W_V",
    )),
    "principal components": Paper((
        r"\bar x_k = \frac1N \sum_{i=1}^N X_{ik}",
        r"C = \frac{1}{N} X^\top X - \bar x \bar x^\top",
        r"C_{kl} = \frac1N \sum_{i=1}^N X_{ik} X_{il} - \bar x_k \bar x_l",
        r"C_{kl} = \frac1N \sum_{i=1}^N (X_{ik} - \bar x_k)(X_{il} - \bar x_l)",
        r"\operatorname{tr} C = \frac1N \sum_{i=1}^N \sum_{k=1}^K X_{ik}^2 - \bar x^\top \bar x",
    )),
    "a weighted mean": Paper((
        r"m := \frac{\sum_i w_i x_i}{\sum_i w_i}",
        r"v := \frac{\sum_i w_i (x_i - m)^2}{\sum_i w_i}",
        r"v = \frac{\sum_i w_i x_i^2}{\sum_i w_i} - m^2",
        r"\sum_i w_i (x_i - m) = 0",
    )),
    "a rank one change": Paper((
        r"B = A + u v^\top",
        r"B^{-1} = A^{-1} - \frac{A^{-1} u v^\top A^{-1}}{1 + v^\top A^{-1} u}",
        r"\det B = (1 + v^\top A^{-1} u) \det A",
        r"(I + u v^\top) x = x + (v^\top x) u",
    )),
    "a linear layer and its loss": Paper((
        r"y = W x + b",
        r"L = \frac12 \|y - t\|^2",
        r"\frac{\partial L}{\partial b} = y - t",
        r"\frac{\partial L}{\partial W} = (y - t) x^\top",
        r"\frac{\partial L}{\partial x} = W^\top (y - t)",
    )),
    "scalars": Paper((
        r"(s + t)^2 = s^2 + 2 s t + t^2",
        r"(a + b)(a - b) = a^2 - b^2",
        r"\frac{1}{1 + c} + \frac{c}{1 + c} = 1",
    )),
    "data as rows": Paper((
        r"\boldsymbol\mu = \frac1n\sum_{i=1}^n \mathbf x_i",
        r"\hat{\Sigma} = \frac1n \sum_{i=1}^n (\mathbf x_i - \boldsymbol\mu)(\mathbf x_i - \boldsymbol\mu)^\top",
        r"\Lambda = \Sigma^{-1}",
    ), unread=(r"\boldsymbol\mu", r"\hat{\Sigma}", r"\Lambda")),  # a vector for each index has no declaration
    "what could be either": Paper((
        r"y = \gamma x + \beta",
        r"\theta^{(t+1)} = \theta^{(t)} - \eta g^{(t)}",
        r"\hat\beta = (X'X)^{-1}X'y",
    ), unread=("y =", r"\theta")),
}  # fmt: skip

#: Pieces of which formulas are put together that mean nothing.
PIECES = [
    *"abcegiknstxyAXNT01=+-/^_{}()|&,.;%'\n", r"\\", r"\vec a", r"\mathbf x", r"\bm{\beta}", r"\hat x", r"\mu",
    r"\sigma^2", r"\epsilon", r"\sum_{i=1}^N", r"\sum_i", r"\sum_{i=1}^0", r"\prod_{k \ne i}", r"\frac{1}{N}",
    r"\frac", r"\sqrt", r"^\top", "^{-1}", "_i", "_{ij}", "_{i(}", r"\cdot", r"\odot", r"\operatorname{tr}", r"\det",
    r"\left(", r"\right)", r"\text{for}", r"\quad", r"\partial", r"\frac{\partial L}{\partial x}", r"\delta_{ij}",
    r"\mathrm{LN}", r"\vec 1", "I", "e^{x}", "x_i", "X_{ij}", ":=", r"\le", r"\ne 0", r"\in \mathbb R^{n \times d}",
    r"\mathrm{eps}", r"\mathrm{alpha}", r"\alpha", r"\hat 1", r"\mathcal L", "f(x)", r"\mu(a)", "=", "= 0",
    r"\cos\theta_{u,v}", "x'", "x^*", r"\bar{\mathbf x}", r"\overline{x^2}", r"\dots", "derive:",
    r"\newcommand{\q}{x}", r"i = 1, \dots, n", r"\mathbb E", r"\varepsilon > 0", r"\begin{align}", r"\end{align}",
]  # fmt: skip
