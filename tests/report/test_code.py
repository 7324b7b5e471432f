"""Python functions, typeset by latexify-py, read back, and decided to be Eq. (1) of LayerNorm."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from derive.interop.reference import REFERENCE, Vector, why_not_rendered
from derive.report import evidence
from derive.report.evidence import check_function, decide
from derive.report.targets import read_back
from derive.theories.layernorm.maps import EQ1, y
from derive.theories.layernorm.names import g

needs_latexify = pytest.mark.skipif(why_not_rendered() != "", reason=why_not_rendered() or "rendered")


def sample_variance(a: Vector, g: Vector, b: Vector, epsilon: float) -> Vector:
    """N − 1 for N."""
    N = np.size(a)
    one = np.ones_like(a)
    mu = np.dot(a, one) / N
    sigma = np.sqrt(np.dot(a - mu * one, a - mu * one) / (N - 1))
    return np.multiply(g, (a - mu * one) / np.sqrt(sigma**2 + epsilon)) + b


def epsilon_outside(a: Vector, g: Vector, b: Vector, epsilon: float) -> Vector:
    """ε beside the root."""
    N = np.size(a)
    one = np.ones_like(a)
    mu = np.dot(a, one) / N
    sigma = np.sqrt(np.dot(a - mu * one, a - mu * one) / N)
    return np.multiply(g, (a - mu * one) / (sigma + epsilon)) + b


def one_component_more(a: Vector, g: Vector, b: Vector, epsilon: float) -> Vector:
    """A wrong number of components, that nothing uses."""
    N = np.size(a) + 1  # noqa: F841 (the line is what is tested)
    return b


def without_bias(a: Vector, g: Vector, b: Vector, epsilon: float) -> Vector:
    """No b."""
    return np.multiply(g, a)


def broadcast(a: Vector, g: Vector, b: Vector, epsilon: float) -> Vector:
    """A matrix minus a number, which NumPy takes by entries, and mathematics with an identity."""
    N = np.size(a)
    mu = np.dot(a, np.ones_like(a)) / N
    return np.dot(np.outer(g, a) - mu, a) + b


@needs_latexify
@pytest.mark.parametrize("function", REFERENCE.values(), ids=REFERENCE)
def test_the_reference_functions_are_eq1(function: Callable[..., Vector]) -> None:
    """Each is proved to be Eq. (1) for all N, and so is its claim about N."""
    checked = check_function(function, EQ1)
    assert checked.verdict is not None
    assert (checked.verdict.status, len(checked.verdict.equations)) == ("proved", 2)
    assert checked.as_expected
    assert checked.source.startswith("def layer_norm_eq")
    assert "is proved to be the formula of the theory" in read_back(checked)


@needs_latexify
@pytest.mark.parametrize("function", [sample_variance, epsilon_outside, one_component_more, without_bias])
def test_a_changed_function_is_refuted(function: Callable[..., Vector]) -> None:
    """With a counterexample; the report says that it is not proved, and does not come out as it should."""
    checked = check_function(function, EQ1)
    assert checked.verdict is not None
    assert checked.verdict.status == "refuted"
    assert not checked.as_expected
    assert "NOT proved (refuted)" in read_back(checked)


@needs_latexify
def test_another_formula_is_refuted() -> None:
    """The right function against g ⊙ y, without the bias."""
    checked = check_function(REFERENCE["eq1"], g * y)
    assert checked.verdict is not None
    assert checked.verdict.status == "refuted"


@needs_latexify
def test_what_is_no_mathematics_is_not_decided() -> None:
    """Broadcasting is not guessed: no verdict, the reason, and not as expected."""
    checked = check_function(broadcast, EQ1)
    assert checked.verdict is None
    assert "cannot be read back" in checked.unread
    assert not checked.as_expected
    assert read_back(checked).startswith("NOT decided: ")


def test_every_line_counts() -> None:
    """Without latexify-py: a line about N that is false refutes the whole, as does one in the middle that is changed."""
    lines = r"N = \mathrm{size}(a) \\ \mu = \frac{\mathrm{dot}(a, \mathrm{ones\_like}(a))}{N} \\ \mathrm{LN}(a) = %s"
    right = lines % r"a - \mu \mathrm{ones\_like}(a)"
    from derive.theories.layernorm.names import Pi, a

    assert decide(right, Pi * a).status == "proved"
    assert decide(right.replace("{N}", "{N + 1}"), Pi * a).status == "refuted"
    assert decide(right.replace(r"\mathrm{size}(a)", r"2 \mathrm{size}(a)"), Pi * a).status == "refuted"


def test_without_latexify_nothing_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """No LaTeX and no verdict: skipped, not green."""
    monkeypatch.setattr(evidence, "why_not_rendered", lambda: "absent")
    checked = check_function(REFERENCE["eq1"], EQ1)
    assert (checked.latex, checked.verdict) == ("", None)
