r"""``SSE = e^\top e`` of a name that nothing declares: a display defines it."""

from __future__ import annotations

from typing import Any

import pytest

HEAD = "<!-- derive: forget; dimension n, p; matrix X : n x p; vectors y : n; vector \\beta : p; index i : n -->\n"
HEAD += "<!-- derive: scalar s > 0 -->\n"


def _paper(*displays: str) -> str:
    return HEAD + "\n".join(f"$$ {display} $$" for display in displays)


@pytest.mark.parametrize(
    ("displays", "wanted"),
    [
        ((r"e = y - X\beta", r"SSE = e^\top e = \|y - X \beta\|^2", r"SSE = s e^\top e - (s - 1) SSE"), ["proved"] * 2),
        ((r"r_i = y_i - (X\beta)_i", r"r^\top r = \sum_i r_i^2", r"r = 2 y - X \beta"), ["proved", "error"]),
        ((r"L(\beta) = \frac12 \|y - X\beta\|^2", r"\nabla L(\beta) = X^\top (X\beta - y)"), ["proved"]),
        ((r"L(\beta) = \frac12 \|y - X\beta\|^2", r"\nabla L(\beta) = X^\top (X\beta + y)"), ["refuted"]),
        ((r"\hat y = X \beta \quad \text{and} \quad r = y - \hat y", r"r + X \beta = y"), ["proved"]),
        # what it says again is decided, and may else be a definition of something else
        (("v = 2 y", "v = y + y", "v = 3 y", "v^\\top v = 4 y^\\top y"), ["proved", "error", "error"]),
        (("v = 2 y", "2 v = 3 y"), ["refuted"]),
        ((r"Q = MSE = y^\top y = \|y\|^2", "Q = MSE"), ["proved", "proved"]),
    ],
)
def test_a_display_defines_a_new_name(verdicts: Any, displays: tuple[str, ...], wanted: list[str]) -> None:
    """Its first equation is noted, and is no claim; what stands below it is decided with it."""
    assert verdicts(_paper(*displays), "p.md") == wanted


@pytest.mark.parametrize(
    "display",
    [
        "v = 2", "v = y", r"v = \foo y", "v = v + y", r"v y = 2 y", r"v = 2 y \implies y = y", r"\text{if } v = 2 y",
        r"y = y, \quad v = 2 y", r"\text{so } v = 2 y", "v < 2 s", r"\frac{v}{s} = 2 s", "w v = 2 y",
        r"L(y) + s = 2 s", r"L(y) L(\beta) = 2 s", r"\mathbf{u}_1 = 2 y, \quad u_1 = 2 y",
    ],
)  # fmt: skip
def test_what_defines_nothing(verdicts: Any, display: str) -> None:
    """A number says for which value, a name alone at what; products are no names; a premise supposes."""
    assert "proved" not in verdicts(_paper(display, "v + y = y + v"), "p.md")[-1:]


def test_what_a_comment_declares(verdicts: Any) -> None:
    """What a display has defined cannot be declared; of a declaration that cannot be read nobody knows what it says."""
    later = "\n<!-- derive: vector v : n -->\n$$ v = 2 y $$"
    assert verdicts(_paper("v = 2 y", r"v^\top v = 4 y^\top y") + later, "p.md") == ["proved", "error", "error"]
    lost = HEAD + "<!-- derive: let v = \\foo y -->\n$$ v = 2 y $$\n$$ v^\\top v = 4 y^\\top y $$"
    assert "proved" not in verdicts(lost, "p.md")


@pytest.mark.parametrize("sign", ["=:", r"\eqqcolon", r"\doteq", "= :"])
def test_what_stands_behind_is_defined(verdicts: Any, sign: str) -> None:
    """``A = B =: C``; of a C that is known it is a claim."""
    assert verdicts(_paper(f"y + y = 2 y {sign} g", "g - y = y", "g = y"), "p.md") == ["proved", "proved", "refuted"]
    assert verdicts(_paper(f"2 y {sign} s y"), "p.md") == ["refuted"]
    rows = rf"\begin{{align}} y + y &= 2 y \\ &{sign} g \end{{align}}"
    assert verdicts(_paper(rows, "g - y = y"), "p.md") == ["proved", "proved"]


FUNCTION = "<!-- derive: forget; dimension n; vectors g, y : n; scalar a; let \\sigma(t) = \\frac{1}{1 + e^{-t}} -->\n"


@pytest.mark.parametrize(
    ("display", "wanted"),
    [
        (r"\sigma(x) = \frac{1}{1 + e^{-x}} = \frac{e^x}{1 + e^x}", ["proved", "proved"]),
        (r"\sigma'(z) = \sigma(z) (1 - \sigma(z))", ["proved"]),
        (r"\sigma(x) = \frac{1}{1 + e^{x}}", ["refuted"]),
        (r"\sigma(a) = \frac{1}{1 + e^{-a}}", ["proved"]),
        (r"\sigma(x) = \frac{1}{1 + e^{-z}}", ["error"]),
        (r"\sigma(x) = \frac{1}{1 + e^{-x}}, \quad x = 2 a", ["error", "error"]),
    ],
)
def test_a_declared_function_at_a_number_that_nothing_declares(verdicts: Any, display: str, wanted: list[str]) -> None:
    """It is claimed for every number, in its own chain."""
    assert verdicts(f"{FUNCTION}$$ {display} $$", "p.md") == wanted


SIGMOID = "<!-- derive: forget; scalar s; let \\sigma(t) = 1/(1 + \\exp(-t)) -->\n"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\sigma(z) = \frac{e^z}{1 + e^z}", "proved"), (r"\sigma(-z) = 1 - \sigma(z)", "proved"),
        (r"\sigma(-z) = \sigma(z)", "refuted"),
        (r"\sigma'(z) = \sigma(z) (1 - \sigma(z))", "proved"), (r"\sigma'(z) = \sigma(z) (1 + \sigma(z))", "refuted"),
        (r"\sigma(z) = w", "error"), (r"\sigma(z) + w = w + \sigma(z)", "error"),
    ],
)  # fmt: skip
def test_a_function_at_any_number(verdicts: Any, claim: str, verdict: str) -> None:
    """A declared function of numbers, at a letter that nothing declares: claimed for all of them."""
    assert verdicts(f"{SIGMOID}$$ {claim} $$", "p.md") == [verdict]


@pytest.mark.parametrize(
    ("name", "again"),
    [
        (r"\mathcal{L}", r"\mathcal{L}"), (r"\mathcal{L}", r"\mathcal L"), (r"\bar{\mathcal{L}}", r"\bar{\mathcal L}"),
        ("L^*", "L^*"), (r"\mathcal{L}^{(1)}", r"{\mathcal L}^{(1)}"),
        (r"\mathcal{L}_{\text{MSE}}", r"\mathcal{L}_{\text{MSE}}"),
        (r"L^{\mathrm{new}}_{k}", r"L^{\mathrm{new}}_k"), (r"\mathfrak{q}", r"\mathfrak q"),
        (r"\widetilde{\mathrm{RSS}}", r"\widetilde{\rm RSS}"), (r"\mathcal L(\beta)", r"\mathcal{L}\left((\beta)\right)"),
        (r"\Loss", r"\mathcal L"), (r"\mathcal L", r"\Loss"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "saying", ["We redefine ${} = 3 s$.", "<!-- derive: skip -->\n$$ {} = 3 s $$", "$$ {} \\leftarrow 3 s $$"]
)
def test_however_a_name_is_set(verdicts: Any, name: str, again: str, saying: str) -> None:
    """What is said of it anew in the text, or in a display that is not read, ends what is known of it."""
    head = HEAD + "<!-- derive: \\newcommand{\\Loss}{\\mathcal{L}} -->\n"
    below = f"\n$$ 2 {name} = 2 y^\\top y + 2 $$"
    defined = f"{head}$$ {name} = y^\\top y + 1 $$\n\n"
    assert verdicts(defined + below, "p.md") == ["proved"]
    assert verdicts(defined + saying.format(again) + "\n" + below, "p.md")[-1] == "error"


def test_a_name_with_a_font_is_said_again(verdicts: Any) -> None:
    r"""What is proved of ``\mathcal{L}`` ends nothing; what is false below it is refuted."""
    displays = (
        r"\mathcal{L} = y^\top y",
        r"\mathcal{L} = \|y\|^2",
        r"\mathcal{L} + 1 = 1 + y^\top y",
        r"\mathcal{L} + 1 = s",
    )
    assert verdicts(_paper(*displays), "p.md") == ["proved", "proved", "refuted"]


def test_a_bound_of_a_name_that_a_display_has_defined(verdicts: Any) -> None:
    r"""``E \ge 0`` defines nothing: it is claimed of what the display above says, and spoils nothing below."""
    head = r"\[ \mathcal{E} = s^2 + t^2 \] Then "
    assert verdicts(rf"{head} \[ \mathcal{{E}} \ge 0 \] and \[ \mathcal{{E}} - s^2 = t^2 \]") == ["proved", "proved"]
    assert verdicts(rf"{head} \[ \mathcal{{E}} \le 0 \]") == ["refuted"]
    assert verdicts(rf"{head} \[ \mathcal{{E}} = s^2 \]") == ["error"]


def test_a_power_of_a_declared_name_is_no_new_one(verdicts: Any) -> None:
    """``W^{(1)-1}`` is nothing that a display could define where W^{(1)} is declared."""
    head = "% derive: matrix W^{(1)} : N x N\n"
    more = r"\[ W^{(1)-1} = 2 W^{(1)} \] \[ W^{(1)-1} W^{(1)} = 2 W^{(1)} W^{(1)} \]"
    assert "proved" not in verdicts(head + more)
