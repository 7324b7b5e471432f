r"""What the LaTeX that is mutated comes from: formulas in the styles of several authors, each in a context that reads it.

They are formulas written for this attack, the displays of the papers of ``tests/papers``, and what `derive` prints of its
theorems in each notation.  A text from a paper that its context does not read, because a display before it defines a name,
is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from derive.authoring.theory import Theory
from derive.errors import InputError
from derive.language.substitution import symbols_of
from derive.printing import PROFILES, latex
from derive.printing.latex import LatexSpelling
from derive.printing.notation import Notation
from derive.printing.walk import survey
from derive.reading.decided import context_from, proved
from derive.reading.latex import Context, read_latex, read_macros
from derive.reading.latex.declarations import terms_of
from derive.theories.registry import THEORIES, load_theory
from tests.attacks.latex_account import account, functions_in
from tests.attacks.latex_tokens import Macros, Unaccounted, macros_in
from tests.attacks.latex_trees import Tree, head, leaves

PAPERS = Path(__file__).parent.parent / "papers"
#: Functions of the theories, as they are printed.
PRINTED_FUNCTIONS = frozenset({r"\mu", r"\sigma", "LN", "RMS", "nu", r"\nu", r"\kappa", "GN", "BN", "IN"})
#: Of the theorems, every so many.
STEP = 4


@dataclass(frozen=True)
class Seed:
    """A text that is read in a context; what declares its names, as text, where that is known, its macros and functions.

    ``own`` are the calls of functions of the symbols that they are defined of, for which the name alone stands.
    """

    text: str
    context: Context
    declarations: str = ""
    macros: Macros | None = None
    functions: frozenset[str] = frozenset()
    own: Mapping[Tree, Tree] = field(default_factory=dict)


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
}  # fmt: skip

_DISPLAY = re.compile(
    r"\\begin\{(align|equation|gather|multline|split|aligned)(\*?)\}(?P<inside>.*?)\\end\{\1\2\}|\$\$(?P<dollars>.*?)\$\$"
    r"|\\\[(?P<bracket>.*?)\\\]",
    re.DOTALL,
)
_DECLARED = re.compile(r"(?:^[ \t]*%+|<!--)[ \t]*derive:(?P<text>.*?)(?=-->|$)", re.MULTILINE | re.DOTALL)


def readable(seed: Seed) -> bool:
    """Does the seed itself read?"""
    try:
        return bool(read_latex(seed.text, seed.context).terms)
    except InputError:
        return False


def of_style(name: str) -> list[Seed]:
    """The formulas of one style."""
    declarations, texts = STYLES[name]
    context, macros = context_from(declarations), macros_in(declarations)
    functions = functions_in(declarations, macros)
    own = own_names(declarations, macros, functions)
    return [Seed(text, context, declarations, macros, functions, own) for text in texts]


def parts_of(path: Path) -> list[tuple[str, str]]:
    """A paper between two ``forget``: what stands before the first, and each part."""
    text = path.read_text(encoding="utf-8")
    begin = text.find(r"\begin{document}") if path.suffix == ".tex" else 0
    head, body = text[:begin], text[begin:]
    return [(head, part) for part in re.split(r"(?m)^(?=(?:%|<!--) derive: forget)", body)]


def declared_in(part: str) -> str:
    """The declarations of a part of a paper."""
    texts = [re.sub(r"(?m)^[ \t]*%+[ \t]*derive:|\bforget\b", "", match["text"]) for match in _DECLARED.finditer(part)]
    return ";\n".join(text.strip() for text in texts if text.strip())


def of_paper(path: Path, number: int) -> list[Seed]:
    """The displays of a part of a paper, whole and row by row, that can be read with what its comments declare."""
    head, part = parts_of(path)[number]
    try:
        declarations = declared_in(part)
        choices = {"sums": "narrow"} if "narrow sums" in head + part else {}
        context = context_from(declarations, Context(macros=read_macros(head + part), choices=choices))
    except InputError:
        return []
    macros = macros_in(head + part)
    functions = functions_in(declarations, macros)
    own = own_names(declarations, macros, functions)
    found: list[Seed] = []
    for match in _DISPLAY.finditer(part):
        inside = next(text for text in match.groupdict().values() if text is not None)
        rows = [re.sub(r"%%.*", "", row).strip() for row in inside.split("\\\\")]
        texts = [re.sub(r"%%.*", "", inside), *(row for row in rows if not re.match(r"&?\s*(=|\\le|\\ge|<|>)", row))]
        found += [
            Seed(text, context, declarations, macros, functions, own) for text in dict.fromkeys(texts) if len(text) > 4
        ]
    return [seed for seed in found if readable(seed)]


def own_names(declarations: str, macros: Macros, functions: frozenset[str]) -> dict[Tree, Tree]:
    """Calls that are another tree: of what declarations define of a symbol, the call with that symbol is the name alone.

    So it is of what depends on a symbol; a Jacobian J_x(y) is a derivative, where no J is declared.
    """
    found: dict[Tree, Tree] = {}
    jacobian = not re.search(r"(?<![A-Za-z])J(?![A-Za-z])", declarations)
    for clause in re.finditer(r"\blet\s+([^=;]*)=([^;]*)|(\S+) depends on ([^;]*)", declarations):
        try:
            name, body = (account(text, macros, functions).sides[0] for text in clause.groups() if text)
        except Unaccounted:
            continue
        if name[0] == "call":
            found[name] = name[1]
        elif name[0] == "name":
            symbols = [leaf for leaf in leaves(body) if leaf.lstrip("\\").isalpha()]
            found.update({("call", name, ("name", leaf)): name for leaf in symbols})
            if jacobian and len(name) == 2:
                found |= {("call", ("name", "J", x), name): ("derivative", name, ("name", x), "") for x in symbols}
    return found


def own_calls(theory: Theory, notation: Notation) -> dict[Tree, Tree]:
    """Of functions, and of vectors that are defined of some symbol: the call with that symbol is the name alone."""
    found: dict[Tree, Tree] = {}
    for entry in theory.definitions:
        defined = entry.term
        try:
            said = account(latex(defined, notation)).sides[0]
            symbols = [account(latex(symbol, notation)).sides[0] for symbol in symbols_of(defined)]
        except Unaccounted:
            continue
        if said[0] == "call":
            found[said] = said[1]
        elif said[0] == "name" and len(defined.shape) == 1:
            found.update({("call", said, symbol): said for symbol in symbols})
    return found


def of_theory(name: str, profile: str) -> list[Seed]:
    """What is printed of some of the theorems of a theory."""
    notation = PROFILES[profile]
    theory = load_theory(name)
    context = Context(notation=notation, decide=proved).use(theory)
    own = own_calls(theory, notation)
    functions = PRINTED_FUNCTIONS | {head(name) for (_, name, *arguments) in own if len(arguments) > 1}
    found: list[Seed] = []
    equations = [theorem for theorem in theory.theorems if theorem.statement.equated]
    for entry in equations[len(profile) % STEP :: STEP]:
        page = terms_of(name, entry.label.partition(".")[2])
        try:
            inside = context.of_terms(*page)
        except InputError:
            continue
        walk = survey(LatexSpelling(notation), page)
        lines = [line.term for line in entry.derivation.lines] if entry.derivation else []
        texts = [" = ".join(walk.show(term).text for term in chain) for chain in (entry.terms, lines[:4])]
        found += [Seed(text, inside, functions=functions, own=own) for text in texts]
    return [seed for seed in found if len(seed.text) > 4 and readable(seed)]


@cache
def papers() -> tuple[Path, ...]:
    """The papers of the corpus."""
    return (*sorted(PAPERS.glob("*.tex")), PAPERS / "notes.md")


@cache
def sources() -> tuple[dict[str, Callable[[], list[Seed]]], ...]:
    """Where seeds come from, by name: written for this attack, of papers, printed."""
    parts = [(path, number) for path in papers() for number in range(len(parts_of(path)))]
    return (
        {f"written: {name}": partial(of_style, name) for name in STYLES},
        {f"paper: {path.name} {number}": partial(of_paper, path, number) for path, number in parts},
        {f"printed: {name}, {profile}": partial(of_theory, name, profile) for name in THEORIES for profile in PROFILES},
    )


@cache
def seeds_of(source: str) -> tuple[Seed, ...]:
    """The seeds from one place."""
    return tuple(next(found[source] for found in sources() if source in found)())
