r"""``\left. f(t) \right|_{t=0}``: a value at a point."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.reading.decided import context_from
from derive.reading.latex import read_latex
from tests.reading.latex.contexts import refusal, status_of

DECLARED = r"""dimension n; vectors x, v, a : n; matrix A : n x n; scalars t, s, p > 0, q; index i : n; assume q = s
let g(t) = \|x + t v\|^2; let f(x) = x^\top A x; let h = t^2 s"""


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\left. \frac{d}{dt} g(t) \right|_{t=0} = 2 x^\top v", r"\left. \frac{d}{dt} g(t) \right|_{t=0} = x^\top v"),
        (
            r"\left.\frac{d}{dt} \|x + t v\|^2\right|_{t = s} = 2 v^\top (x + s v)",
            r"\left.g(t)\right|_{t=1} = \|x - v\|^2",
        ),
        (r"s - \left. 2 s + 2 t p \right|_{t=0} = - s", r"s - \left. 2 s + 2 t p \right|_{t=0} = s"),
        (
            r"\left. \nabla_x f(x) \right|_{x=a} = (A + A^\top) a",
            r"\left. \nabla_x f(x) \right|_{x=a} = (A + A^\top) x",
        ),
        (
            r"\left. \frac{\partial f(x)}{\partial x_i} \right|_{x = v} = ((A + A^\top) v)_i",
            r"\left. f(x) \right|_{x = v} = 0",
        ),
        (r"\left. h \right|_{t=2} = 4 s", r"\left. h \right|_{t=2} = h"),
        (r"\left. t^2 \right|_{t = t + 1} = (t + 1)^2", r"\left. t^2 \right|_{t = t + 1} = t^2 + 1"),
        (r"\left| \left. t s \right|_{t=-2} \right| = 2 |s|", r"\left| \left. t s \right|_{t=-2} \right| = -2 |s|"),
        (
            r"\left. \frac{d^2}{dt^2} g(t) \right|_{t=s} = 2 \|v\|^2",
            r"\left. \frac{d^2}{dt^2} g(t) \right|_{t=s} = \|v\|^2",
        ),
        (r"\frac{d}{ds} \left. s t^2 \right|_{t=s} = 3 s^2", r"\frac{d}{ds} \left. s t^2 \right|_{t=s} = s^2"),
    ],
)
def test_values(true: str, false: str) -> None:
    """Derivatives are taken before the value is put in, also into what is defined."""
    assert (status_of(true, DECLARED), status_of(false, DECLARED)) == ("proved", "refuted")


@pytest.mark.parametrize(
    "latex",
    [
        r"\left. t \right| = t", r"\left. t \right|_{s} = t", r"\left. t \right|_0^1 = 1", r"\left. t \right|_{t=0}^2 = 0",
        r"\left. t \right|_{t > 0} = t", r"\left. x \right|_{x=0} = x", r"\left. x \right|_{x=s} = x",
        r"\left. h \right|_{h=1} = 1",
        r"\left. p \right|_{p=0} = 0", r"\left. s \right|_{s=1} = 1", r"\left. x_i \right|_{i=1} = s",
        r"\left. t \right)_{t=0} = 0",
        r"\left. t \right._{t=0} = 0", r"\left( t \right|_{t=0} = 0", r"\left. t = s \right|_{t=0}",
    ],
)  # fmt: skip
def test_what_is_no_value(latex: str) -> None:
    """Without one, of what is no symbol, of another shape, and of a symbol of which something is assumed."""
    with pytest.raises(InputError):
        read_latex(latex, context_from(DECLARED))


def test_beside_what_is_only_declared() -> None:
    """How that varies is not known; and a bar alone does not say what it is of."""
    declared = "dimension n; vectors x, z : n; loss L of z; scalars t, c; c depends on t"
    assert "derivatives that are declared" in refusal(read_latex, r"\left. c \right|_{t=0} = c", context_from(declared))
    assert r"begins with \left." in refusal(read_latex, r"t \Big|_{t=0} = 0", context_from("scalar t"))


@pytest.mark.parametrize("latex", [r"\left. b \right|_{a=0} = b", r"\left. b^2 + 1 \right|_{a=0} = 1"])
def test_a_value_of_what_has_no_such_name(latex: str) -> None:
    """Who writes it thinks of what depends on it: at 0 that is another number."""
    declared = "scalars a, b; let m = a b"
    assert "of what has no a in it" in refusal(lambda: read_latex(latex, context_from(declared)))
    assert status_of(r"\left. m \right|_{a=2} = 2 b", declared) == "proved"


BEHIND = r"""dimension n; vectors x, p, b : n; matrix A : n x n symmetric; scalars t, s, c
let f(x) = \frac12 x^\top A x - b^\top x"""


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{d}{dt} \Bigr|_{t=0} f(x + t p) = p^\top (A x - b)", "proved"),
        (r"\frac{d}{dt} \Big|_{t=0} f(x + t p) = p^\top (A x + b)", "refuted"),
        (r"-c \frac{d}{dt} \bigr\rvert_{t=2s} f(x + t p) + s = s - c p^\top (A x - b) - 2 c s p^\top A p", "proved"),
        (r"\frac{\partial}{\partial t}|_{t=0} \left[ t^2 + 3 t \right] = 3", "proved"),
        (r"|c| = \frac{d}{dt} \big|_{t=1} (t |c|)", "proved"),
        (r"\frac{d f(x + t p)}{dt} \Big|_{t=0} = p^\top (A x - b)", "proved"),
        (r"\frac{d}{dt} f(x + t p) \Big|_{t=0} = p^\top (A x - b)", "proved"),
        (r"\frac{d}{dt} f(x + t p) \Big|_{t=0} = p^\top (A x + b)", "refuted"),
        (r"\frac{\partial}{\partial t} (t^2 + 3 t) \bigr|_{t=s} + s = 2 s + 3 + s", "proved"),
        (r"(t^2 + s) \Big|_{t=2} = 4 + s", "proved"),
    ],
)
def test_behind_an_operator(latex: str, status: str) -> None:
    """A bar right behind d/dt is a value of the derivative of what follows, one function or brackets; behind one of that."""
    assert status_of(latex, BEHIND) == status


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{d}{dt} \Big|_{t=0} e^t = 1", "proved"),
        (r"\frac{d}{dt}|_{t=0} s t + s = 2 s", "proved"),
        (r"\frac{d}{dt}|_{t=0} s t + s = s", "refuted"),
        (r"\left. \frac{d}{dt} \right|_{t=0} \|x + t p\|^2 = 2 x^\top p", "proved"),
        (r"\left. \frac{d}{dt} \right|_{t=0} \|x + t p\|^2 = x^\top p", "refuted"),
        (r"\frac{d}{dt} \bigg|_{t=1} \|x\|^2 t^2 = 2 \|x\|^2", "proved"),
    ],
)
def test_behind_an_operator_of_several(latex: str, status: str) -> None:
    """All factors up to a sign may be differentiated, as without a bar."""
    assert status_of(latex, BEHIND) == status


@pytest.mark.parametrize(
    "latex", [r"\frac{d}{dt} \Big|_{t=0} t s + t = s + 1", r"\left. \frac{d}{dt} \right|_{t=0} t s - t^2 = s"]
)
def test_behind_an_operator_of_a_sum(latex: str) -> None:
    """Whether it goes on behind a sign is not said where t stands there, too."""
    with pytest.raises(InputError):
        status_of(latex, BEHIND)
