"""A derivative that is set to 0 is a condition of what follows, or a claim: neither is guessed."""

from __future__ import annotations

from typing import Any

import pytest

HEAD = "% derive: matrix A : N x N symmetric\n"
GRADIENT = r"\nabla_a (a^T A a - s a^T a) = 2 A a - 2 s a"


@pytest.mark.parametrize("nought", ["0", r"\mathbf{0}", r"\vec 0", "0."])
def test_it_is_not_refuted_and_neither_is_what_rests_on_it(verdicts: Any, nought: str) -> None:
    """The chain before its 0 is decided, and so is what has none of its names, or is proved without it."""
    text = f"{HEAD}\\[ {GRADIENT} = {nought} \\]\n\\[ A a = s a \\]\n\\[ b = 2 b \\]\n\\[ a^T A a = a^T A^T a \\]"
    assert verdicts(text) == ["proved", "error", "error", "refuted", "proved"]


@pytest.mark.parametrize(
    "chain",
    [
        r"\frac{df}{dt} = 2 t - 2 s = 0", r"f'(t) = 2 t - 2 s = 0", "df/dt = 2 t - 2 s = 0",
        r"0 = \frac{\partial f}{\partial t} = 2 t - 2 s",
        r"2 t - 2 s = \frac{\partial f}{\partial t} = 0", r"\frac12 \frac{\partial f}{\partial t} = t - s = 0",
        r"-\frac{\partial f}{\partial t} = 2 s - 2 t = 0",
        r"\begin{aligned} \frac{df}{dt} &= 2 t - 2 s \\ &= 0 \end{aligned}",
    ],
)  # fmt: skip
def test_ways_to_write_it(verdicts: Any, chain: str) -> None:
    """The derivative may stand anywhere in the chain, with a factor, and the 0 at either end."""
    head = "% derive: let f(t) = t^2 - 2 s t\n"
    assert verdicts(f"{head}\\[ {chain} \\]\nso that\n\\[ t = s. \\]\n\\[ u = 2 u \\]")[-2:] == ["error", "refuted"]


def test_what_is_declared_is_supposed(verdicts: Any) -> None:
    """Then what follows is proved, and what does not is refuted."""
    assumed = HEAD + "% derive: assume A a = s a\n"
    assert verdicts(f"{assumed}\\[ {GRADIENT} = 0 \\]\n\\[ A a = s a \\]\n\\[ A a = 2 s a \\]") == [
        *["proved"] * 3,
        "refuted",
    ]


def test_a_claim_that_is_proved_is_one(verdicts: Any) -> None:
    """And supposes nothing below it."""
    assert verdicts(HEAD + "\\[ \\nabla_a (a^T a - a \\cdot a) = 0 \\]\n\\[ a = 2 a \\]") == ["proved", "refuted"]


def test_a_false_claim_is_marked_as_one(verdicts: Any) -> None:
    """By what is expected of it."""
    text = f"{HEAD}% derive: expect refuted\n\\[ \\nabla_a (a^T a) = 0 \\]\n\\[ a = 2 a \\]"
    assert verdicts(text) == ["refuted", "refuted"]


@pytest.mark.parametrize("chain", [r"A a = 0", r"\nabla_a (a^T a) = a", r"\nabla_a (a^T a) = b = 2 b"])
def test_what_is_no_derivative_set_to_zero_is_refuted(verdicts: Any, chain: str) -> None:
    assert "refuted" in verdicts(f"{HEAD}\\[ {chain} \\]")


def test_forgotten(verdicts: Any) -> None:
    """With the names goes the condition."""
    again = "% derive: forget\n% derive: dimension N; vector a : N\n"
    assert verdicts(f"{HEAD}\\[ {GRADIENT} = 0 \\]\n{again}\\[ a = 2 a \\]")[-1] == "refuted"


@pytest.mark.parametrize(
    "words",
    [
        "Setting this equal to nil, we find",
        "Setting the derivative to $0$ gives",
        "At a minimum the gradient vanishes, so",
        "The first-order condition reads",
        "and, at a stationary point,",
        "Equating this with zero we find",
        "Requiring that it vanishes gives",
        "The unique minimiser is",
        "In the optimum,",
        "which is minimised by",
        "Solving for $p$ we get",
    ],
)
def test_words_that_set_something_to_zero(verdicts: Any, words: str) -> None:
    """What stands below them is not refuted: it may hold there; nor is it where names are, that nothing is derived by."""
    declared = "% derive: dimension n, d; matrix X : n x d; vector y : n; vectors p, q : d\n"
    assert verdicts(declared + words + "\n\\[ X^T X p = X^T y \\]\n") == ["error"]
    above = "\\[ \\frac{\\partial p^T p}{\\partial p} = 2 p \\]\n"
    assert verdicts(declared + above + words + "\n\\[ X^T X q = X^T y \\]\n") == ["proved", "refuted"]
    assumed = declared.replace("\n", "; assume X^T X p = X^T y\n")
    assert verdicts(assumed + words + "\n\\[ X^T X p = 2 X^T y \\]\n") == ["refuted"]


@pytest.mark.parametrize("words", ["If we put it so,", "We put all this together:", "The gradient is no set."])
def test_words_that_set_nothing_to_zero(verdicts: Any, words: str) -> None:
    """They limit nothing."""
    declared = "% derive: dimension n, d; matrix X : n x d; vector y : n; vector p : d\n"
    assert verdicts(declared + words + "\n\\[ X^T X p = X^T y \\]\n") == ["refuted"]


@pytest.mark.parametrize(
    "words",
    [
        "Phương trình đạo hàm bằng 0 tương đương với:",
        "令其等于0，得到", "令導數為零:", "これを 0 とおくと", "Nullsetzen, also gleich 0, ergibt", "En égalant à zéro,",
        "Igualando a cero,", "이것을 0으로 놓으면:", "Приравняем к нулю, равно нулю:", "Setting it to zero gives",
    ],
)  # fmt: skip
def test_words_of_other_languages_that_set_it_to_zero(verdicts: Any, words: str) -> None:
    """What stands below holds there, and is not refuted; what holds anyway is proved."""
    gradient = r"\[ \nabla_a (a^T a - 2 b^T a) = 2 (a - b) \]"
    assert verdicts(f"{gradient}\n\n{words}\n\\[ a = b \\]") == ["proved", "error"]
    assert verdicts(f"{gradient}\n\n{words}\n\\[ a^T b = b^T a \\]") == ["proved", "proved"]


@pytest.mark.parametrize("words", ["Damit gilt auf 0.5 genau", "其中 n 等于 10,", "これを使うと"])
def test_words_of_other_languages_that_do_not(verdicts: Any, words: str) -> None:
    assert verdicts(f"{words}\n\\[ a = 2 b \\]") == ["refuted"]


def test_what_is_assumed_below_it_is_what_it_says(verdicts: Any) -> None:
    """Where the equation that is set follows from what is assumed below, no more is supposed, and what fails is refuted."""
    display = r"\[ \frac{\partial}{\partial t} (t - s)^2 = 2 (t - s) = 0 \]"
    below = r"\[ t + s = 2 s \] \[ t + s = 3 s \]"
    assert verdicts(f"{display}\n{below}") == ["proved", "error", "error", "error"]
    assert verdicts(f"{display}\n% derive: assume 2 t = 2 s\n{below}") == ["proved", "error", "proved", "refuted"]
    assert verdicts(f"{display}\n% derive: assume u = s\n{below}") == ["proved", "error", "error", "error"]


@pytest.mark.parametrize(
    ("factor", "wanted"), [("2 s", ["proved", "proved", "proved"]), ("3 s", ["error", "error", "error"])]
)
def test_nothing_rests_on_a_claim_of_a_derivative_that_is_not_proved(
    verdicts: Any, factor: str, wanted: list[str]
) -> None:
    """∂f/∂t = 2t − 3s = 0 ⟺ t = s: from a false claim all follows."""
    text = rf"% derive: let f(t) = t^2 - 2 s t{chr(10)}\[ \frac{{df}}{{dt}} = 2 t - {factor} = 0 \iff t = s \]"
    assert verdicts(text) == wanted


def test_a_condition_in_letters_is_one(verdicts: Any) -> None:
    """Written without a command for words it is no product of i and f; nothing below it is refuted."""
    text = r"\[ if \ s = 0, \\ s t = 0 \\ = 2 s \]"
    assert "refuted" not in verdicts(text)
