"""The NumPy reference functions agree, and read as formulas."""

from __future__ import annotations

import importlib.util
import sys

import numpy as np
import pytest

from derive.interop.reference import REFERENCE, render, why_not_rendered


@pytest.mark.parametrize("name", REFERENCE)
@pytest.mark.parametrize("size", [1, 2, 5, 64])
def test_forms_agree(name: str, size: int) -> None:
    """Eqs. (4) and (6) are Eq. (1) up to rounding."""
    a, g, b = np.random.default_rng(size).standard_normal((3, size))
    expected = REFERENCE["eq1"](a, g, b, 1e-5)
    found = REFERENCE[name](a, g, b, 1e-5)
    assert found.shape == (size,)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", REFERENCE)
def test_a_known_value(name: str) -> None:
    """a = (3, 1), ε = 0: the normalised vector is (1, −1)."""
    found = REFERENCE[name](np.array([3.0, 1.0]), np.array([2.0, 5.0]), np.array([1.0, 0.5]), 0.0)
    np.testing.assert_allclose(found, [3.0, -4.5], rtol=1e-14)


@pytest.mark.skipif(why_not_rendered() != "", reason=why_not_rendered() or "rendered")
def test_latexify_renders_each_function() -> None:
    """latexify-py typesets each function, with Greek letters, fractions, roots and unambiguous products."""
    rendered = {name: render(function) for name, function in REFERENCE.items()}
    for latex in rendered.values():
        assert r"\mathrm{LN}(a, g, b, \epsilon) = " in latex
    for name in ("eq1", "eq4"):
        assert r"\frac{a - \mu \cdot \mathrm{one}}{\sqrt{ \sigma^{2} + \epsilon }}" in rendered[name]
    assert r"\mathrm{multiply} \mathopen{}\left( g, " in rendered["eq1"]
    assert r"\mathrm{diag} \mathopen{}\left( g \mathclose{}\right)" in rendered["eq4"]
    assert (
        r"\frac{\Pi a}{\sqrt{ \mathrm{dot} \mathopen{}\left( \Pi a, \Pi a \mathclose{}\right) + N \epsilon }}"
        in (rendered["eq6"])
    )


@pytest.mark.parametrize("python", [(3, 8), (3, 14), (4, 0)])
def test_pythons_that_latexify_does_not_support(python: tuple[int, int]) -> None:
    """Outside 3.9 … 3.13 the reason names both the range and the Python."""
    reason = why_not_rendered(python)
    assert "3.9 to 3.13" in reason
    assert ".".join(map(str, python)) in reason


def test_without_latexify_there_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing latexify-py is no error: there is a reason."""
    monkeypatch.setitem(sys.modules, "latexify", None)
    assert "cannot be imported" in why_not_rendered((3, 11))


def test_every_supported_python_is_inside_the_range() -> None:
    """On the Pythons of this project up to 3.13, with latexify-py installed, there is nothing to skip."""
    installed = importlib.util.find_spec("latexify") is not None
    for minor in (11, 12, 13):
        assert (why_not_rendered((3, minor)) == "") == installed
