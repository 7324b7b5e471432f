"""Papers: premises that cannot be read, rows of displays, what stands beside a formula."""

from __future__ import annotations

from tests.traps.trap import Trap, each

XYZ = "scalar x, y, z"
VECTORS = "dimension N; vector u, v : N; scalar c"


def rows(*lines: str, name: str = "align*") -> str:
    """A display with rows."""
    return f"\\begin{{{name}}}\n" + " \\\\\n".join(lines) + f"\n\\end{{{name}}}"


PREMISES = [
    *each(
        "premises that cannot be read",
        "paper",
        VECTORS,
        {
            r"u = v": (),
            r"u \cdot v = 0": (),
            r"c = 0": (),
            r"u \cdot u = c": (),
            r"u \odot v = 0": (),
        },
        given=r"\blub(u) = 0",
    ),
    *each(
        "premises that cannot be read",
        "paper",
        VECTORS + r"; let w = \operatorname{blub}(u)",
        {
            r"u = v": "u == v",  # w has no part in it
            r"w = u": (),
            r"u \cdot v = 0": "dot(u, v) == 0",
            r"w \cdot u = 0": (),
            r"c = 0": "c == 0",
        },
    ),
    *each(
        "premises that cannot be read",
        "paper",
        VECTORS,
        {
            r"\blub(u) = 0 \implies u = v": (),
            r"\blub(u) = 0 \Rightarrow c = 0": (),
            r"u \in \mathcal S \implies u \cdot v = 0": (),
            r"u \perp v \implies u \cdot v = 0": "dot(u, v) != 0 or dot(u, v) == 0",
            r"u \cdot v = 0 \implies \|u + v\|^2 = \|u\|^2 + \|v\|^2": (
                "dot(u, v) != 0 or norm2(u + v) == norm2(u) + norm2(v)"
            ),
            r"u \cdot v = 0 \implies \|u + v\|^2 = \|u\|^2 - \|v\|^2": (
                "dot(u, v) != 0 or norm2(u + v) == norm2(u) - norm2(v)"
            ),
            r"u = v \implies u \cdot u = v \cdot v": "u != v or dot(u, u) == dot(v, v)",
            r"u \cdot u = v \cdot v \implies u = v": "dot(u, u) != dot(v, v) or u == v",
            r"u = v \quad \text{for all } u \in \mathcal S": (),
            r"u = v \quad \text{whenever } \blub(u) = 0": (),
            r"u \cdot v = 0, \quad \text{if } u \perp v": "dot(u, v) != 0 or dot(u, v) == 0",
            r"u \cdot v = 0, \quad \text{if } \blub(u) \perp v": (),
            r"\|u + v\| = \|u\| \quad \text{if } v = 0": "dot(v, v) != 0 or norm2(u + v) == norm2(u)",
            r"\|u + v\| = \|u\| \quad \text{if } u \cdot v = 0": "dot(u, v) != 0 or norm2(u + v) == norm2(u)",
            r"c = 0 \qquad \text{since } \blub(c) = 0": (),
            r"\text{if } \blub(u) = 0, \quad u = v": (),
            r"\text{If } \blub(u) = 0 \text{ then } u = v": (),
            r"\text{for } \blub(u) = 0: \quad u = v": (),
            r"\text{Let } c = \blub(v). \quad c = 0": (),
            r"\text{Suppose } \blub(c) > 0. \text{ Then } c > 0": (),
            r"\forall u \in \mathcal S: \quad u = v": (),
            r"\exists u: \quad u = v": (),
            rows(r"\text{if } \blub(u) &= 0", r"u &= v"): (),
            rows(r"\blub(u) &= 0 \implies", r"u &= v"): (),
            rows(r"\blub(u) = 0 &\implies u = v", r"&\implies c = 0"): (),
            rows(r"\text{with } c &= \blub(u),", r"u &= c v"): (),
            r"\text{when } \blub(u) = 0, \quad u = v": (),
            r"\text{given } \blub(u) = 0, \quad u = v": (),
            r"\text{provided } \blub(u) = 0: \quad c = 0": (),
            r"u = v, \quad \text{where } v = \blub(u)": (),
            r"\blub(u) = 0, \text{ so } u = v": (),
            r"u = v = c u \text{ if } \blub(u) = 0": (),
            r"u = v = c u \impliedby \blub(u) = 0": (),
            rows(r"\text{Suppose } \blub(u) &= 0.", r"c &= 0"): (),
            rows(r"\text{if $u \in \mathcal S$:}", r"u &= v"): (),
            rows(r"u \cdot v &= 0 \implies", r"\|u + v\|^2 &= \|u\|^2 + \|v\|^2"): (
                "dot(u, v) != 0 or norm2(u + v) == norm2(u) + norm2(v)"
            ),
            rows(r"u \cdot v &= 0 \implies", r"\|u + v\|^2 &= \|u\|^2 - \|v\|^2"): (
                "dot(u, v) != 0 or norm2(u + v) == norm2(u) - norm2(v)"
            ),
            r"\text{if } u \cdot v = 0, \quad \|u + v\|^2 = \|u\|^2 + \|v\|^2": (
                "dot(u, v) != 0 or norm2(u + v) == norm2(u) + norm2(v)"
            ),
        },
    ),
]

DISPLAYS = [
    *each(
        "rows of displays",
        "paper",
        XYZ,
        {
            rows("x + y &= y + x", "x - y &= y - x"): "same(x + y, y + x) and same(x - y, y - x)",
            rows("x + y &= y + x", "&= z"): "same(x + y, y + x) and same(y + x, z)",
            rows("(x + y)^2 &= x^2 + 2xy", "&\\quad + y^2"): "(x + y)**2 ~ x*x + 2*x*y + y*y",
            rows("(x + y)^2 &= x^2", "&\\quad + 2xy", "&\\quad - y^2"): "(x + y)**2 ~ x*x + 2*x*y - y*y",
            rows("(x + y)^2 &= x^2 + {}", "&\\phantom{=} 2xy + y^2"): "(x + y)**2 ~ x*x + 2*x*y + y*y",
            rows("x &= x & y &= y"): "same(x, x) and same(y, y)",
            rows("x &= x & y &= z"): "same(x, x) and same(y, z)",
            rows("x &= y", "&= x"): "same(x, y)",
            rows("x &= x, & y &= y + 0."): "same(x, x) and same(y, y)",
            rows("x &= x,", "y &= y + 0."): "same(x, x) and same(y, y)",
            rows("x &= x \\tag{1}", "y &= x \\label{b}"): "same(x, x) and same(y, x)",
            rows("x &= x \\nonumber", "&= x + 0 \\notag"): "same(x, x)",
            rows("x &= x", "\\intertext{and}", "y &= z"): "same(y, z)",
            rows("x &\\le x + y^2", "&\\le x"): "x <= x + y*y <= x",
            rows("x &\\le x + y^2", "&= y^2 + x"): "x <= x + y*y",
            rows("x = x", "y = z", name="gather*"): "same(y, z)",
            rows("x = x + y", "- y", name="multline*"): "x ~ x + y - y",
            rows("x = x + y", "+ y", name="multline*"): "x ~ x + y + y",
            rows("x + y = z", name="equation"): "x + y ~ z",
            "\\begin{equation}\\begin{split} x + y &= y \\\\ &\\quad + x \\end{split}\\end{equation}": "x + y ~ y + x",
            "\\begin{equation}\\begin{split} x + y &= y \\\\ &\\quad - x \\end{split}\\end{equation}": "x + y ~ y - x",
            r"x = \begin{cases} y & z > 0 \\ z & \text{else} \end{cases}": (),
            r"|x| = \begin{cases} x & x \ge 0 \\ -x & x < 0 \end{cases}": "abs(x) ~ (x if x >= 0 else -x)",
            r"x^2 = \begin{vmatrix} x & 0 \\ 0 & x \end{vmatrix}": "x*x ~ x*x",
            r"x = x, y = z": "same(y, z)",
            r"x = x \text{ and } y = z": "same(y, z)",
            r"x = x \text{ or } y = z": (),
            r"x = y \text{ unless } z = 0": (),
            r"x \not= x \text{ and } y = y": "x != x",
            r"x = x.": "same(x, x)",
            r"x = 2.": "same(x, 2)",
            r"x \cdot 2 = 2 . x": (),
            r"x = x;": "same(x, x)",
            r"x = x \; ;\; y = z": "same(y, z)",
            r"x, y = z": (),
            r"x = y = z, \quad z = z": "x == y == z",
            r"(x = x) = y": (),
            r"x = x \quad\text{(by symmetry)}": "same(x, x)",
            r"x = y \quad\text{(by symmetry)}": "same(x, y)",
            r"\text{LHS} = x": (),
            r"x \stackrel{(a)}{=} x + y - y \stackrel{(b)}{=} x": "same(x, x + y - y)",
            r"x \stackrel{\text{def}}{=} y": "same(x, y)",
            r"x \triangleq y": "same(x, y)",
            r"x \doteq y": "same(x, y)",
            r"\therefore x = y": "same(x, y)",
            r"x \overset{\text{(a)}}{\le} x + y^2": "x <= x + y*y",
            r"x \overset{\text{(a)}}{\ge} x + y^2": "x >= x + y*y",
            r"x + O(y) = x": (),
            r"x + o(1) = x": (),
            r"x \leq_{\text{a.s.}} x": (),
            r"x =_{y} x": (),
            r"x = x \mod 2": (),
            r"x \equiv x + y \pmod y": (),
            r"x\underbrace{{}+ y - y}_{0} = x": "x + y - y ~ x",
            r"x \underset{y}{+} z = x + z": "x + z ~ x + z",
            r"x \sout{+ y} = x": (),
            r"\iffalse x = y \fi x = x": "same(x, x)",
            r"x = \mbox{$y$}": (),
            r"x_{\text{new}} = x": (),
            r"x \left(y\right. = xy": (),
            r"x \left. y \right) = xy": (),
        },
    ),
    *each(
        "claims in annotations",
        "paper",
        VECTORS,
        {
            r"\underbrace{u - v}_{=0} + v = u": ("dot(u, u) ~ dot(u, u)", "u - v ~ 0*u"),
            r"u + \underbrace{c v}_{= v} = c v + u": ("u + c*v ~ c*v + u", "c*v ~ v"),
            r"\overbrace{u \cdot v}^{\ge 0} c = c (v \cdot u)": ("c*dot(u, v) ~ c*dot(v, u)", "dot(u, v) >= 0"),
            r"u \overset{c = 0}{=} u": ("u ~ u", "c ~ 0"),
            r"u \cdot u \underset{c > 0}{\ge} 0": ("dot(u, u) >= 0", "dot(u, u) >= 0"),
            r"\underbrace{u \cdot u}_{\|u\|^2} = u \cdot u": "norm2(u) ~ dot(u, u)",
            r"\underbrace{u \cdot u}_{=\|u\|^2} = u \cdot u": "norm2(u) ~ dot(u, u)",
            r"\underbrace{u \cdot u}_{\text{norm}} = u \odot u": "norm2(u) ~ had(u, u)",
            r"\underbrace{\mathbf 1^\top u}_{N c} + c = c + \mathbf 1^\top u": "total(u) + c ~ c + total(u)",
            r"u = u \tag{$c = 0$}": "u ~ u",
            r"\underbrace{c}_{c = 0} u = c u": ("c*u ~ c*u", "c ~ 0"),
            r"\underbrace{c}_{\text{$= 0$}} u = c u": ("c*u ~ c*u", "c ~ 0"),
            r"u \stackrel{c = 1}{=} c u": ("u ~ c*u", "c ~ 1"),
            r"c u \underset{c = 0}{=} c u": ("c*u ~ c*u", "c ~ 0"),
            r"\overset{c = 0}{u} = u": ("u ~ u", "c ~ 0"),
            r"u \stackrel{d}{=} v": (),
        },
    ),
]

TRAPS: list[Trap] = [*PREMISES, *DISPLAYS]
