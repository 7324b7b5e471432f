"""Names: what they are read as, and that none of them can do more than be shown."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.errors import NameError_
from derive.language.build import scalar, vector
from derive.language.terms import Component, Index, Product, Sum
from derive.printing import escape_latex, latex, mathml, text
from derive.printing.names import GREEK
from tests.printing.examples import N

NAMES: list[tuple[str, str, str]] = [
    ("a", "a", "a"),
    ("eps", "ε", r"\epsilon"),
    ("epsilon", "ε", r"\epsilon"),
    ("ε", "ε", r"\epsilon"),
    (r"\epsilon", "ε", r"\epsilon"),
    ("sigma2", "σ²", r"\sigma^2"),
    ("sigma3", "σ₃", r"\sigma_3"),
    ("sigma2_x", "σ²ₓ", r"\sigma_x^2"),
    ("s_x^2", "s²ₓ", "s_x^2"),
    ("Pi", "Π", r"\Pi"),
    ("Pi2", "Π₂", r"\Pi_2"),
    ("one_hat", "1̂", r"\hat{1}"),
    ("x_bar", "x̄", r"\bar{x}"),
    ("x_tilde", "x̃", r"\tilde{x}"),
    ("a_prime", "a′", "a'"),
    ("a''", "a′′", "a''"),
    ("v1", "v₁", "v_1"),
    ("v_12", "v₁₂", "v_{12}"),
    ("x_max", "x_max", r"x_{\mathrm{max}}"),
    ("x_b", "x_b", "x_b"),
    ("Sigma_xy", "Σ_xy", r"\Sigma_{xy}"),
    (r"\Sigma_{xy}", "Σ_xy", r"\Sigma_{xy}"),
    ("g_plus", "g⁺", "g^{+}"),
    ("ell", "ℓ", r"\ell"),
    ("H_ell", "H_ℓ", r"H_{\ell}"),
    ("u_nvarepsilon", "u_nε", r"u_{n\varepsilon}"),
    (r"\varepsilon", "ε", r"\varepsilon"),
    (r"\mathcal{L}", "ℒ", r"\mathcal{L}"),
    (r"\mathbf{x}_i", "𝐱ᵢ", r"\mathbf{x}_i"),
    (r"\hbar", "ħ", r"\hbar"),
    (r"\mathfrak{a}", "𝔞", r"\mathrm{\backslash mathfrak\lbrace a\rbrace }"),
    (r"\mathscr{L}_t", "ℒₜ", r"\mathrm{\backslash mathscr\lbrace L\rbrace \_t}"),
    (r"\dot{x}", "x\u0307", r"\dot{x}"),
    (r"\dot\mu'", "μ̇′", r"\dot{\mu}'"),
    ("x^{(b)}", "x⁽ᵇ⁾", "x^{(b)}"),
    ("h_{t}^{(l+1)}", "hₜ⁽ˡ⁺¹⁾", "h_t^{(l+1)}"),
    (r"\delta_{h_{L+1}}", "δ_{h_{L+1}}", r"\delta_{h_{L+1}}"),
    (r"\Delta\mu", "Δμ", r"\Delta\mu"),
    (r"x_{\mu{i}}", "x_μi", r"x_{\mu i}"),
    (r"x^{(Q)}", "x^(Q)", "x^{(Q)}"),
    ("x^a^b", "⟨x^a^b⟩", r"\mathrm{x\wedge a\wedge b}"),
    ("x_{a", "⟨x_{a⟩", r"\mathrm{x\_\lbrace a}"),
    (r"\mathcal{L}}", r"⟨\mathcal{L}}⟩", r"\mathrm{\backslash mathcal\lbrace L\rbrace \rbrace }"),
    ("rate", "rate", r"\mathrm{rate}"),
    ("my_rate", "my_rate", r"\mathrm{my\_rate}"),
    ("one", "one", r"\mathrm{one}"),
    ("Alpha", "Alpha", r"\mathrm{Alpha}"),
    ("a+b", "⟨a+b⟩", r"\mathrm{a{+}b}"),
    ("1", "⟨1⟩", r"\mathrm{1}"),
    ("50%", "⟨50%⟩", r"\mathrm{50\%}"),
    (r"\input{x}", r"⟨\input{x}⟩", r"\mathrm{\backslash input\lbrace x\rbrace }"),
    ("x}$y", "⟨x}$y⟩", r"\mathrm{x\rbrace \$y}"),
    ("\x1b[31m", "⟨U+001B[31m⟩", r"\mathrm{U{+}001B{[}31m}"),
]


@pytest.mark.parametrize(("name", "shown", "typeset"), NAMES, ids=[repr(name) for name, _, _ in NAMES])
def test_names(name: str, shown: str, typeset: str) -> None:
    """Each form of name has its spelling in both printers."""
    symbol = scalar(name)
    assert (text(symbol), latex(symbol)) == (shown, typeset)
    assert mathml(symbol).startswith("<m")


def test_marks_of_vectors() -> None:
    """The arrow stands on a letter, not on a word; an accent takes its place."""
    shown = [latex(vector(name, N)) for name in ("a", "v1", "alpha", "x_hat", "a_prime", "rate")]
    assert shown == [r"\vec a", r"\vec v_1", r"\vec \alpha", r"\hat{x}", r"\vec a'", r"\mathrm{rate}"]


#: All commands that may come out of a name, whatever it is.
_HARMLESS = {"mathrm", "backslash", "lbrace", "rbrace", "sim", "wedge", "prime", "hat", "bar", "tilde", "ell", *GREEK}


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=12))
def test_no_name_is_a_command(name: str) -> None:
    """Only our own commands come out, braces balance, and nothing of TeX's special signs is left bare."""
    try:
        symbol = scalar(name)
    except NameError_:
        return  # blanks are no names
    shown = latex(symbol)
    assert set(re.findall(r"\\([A-Za-z]+)", shown)) <= _HARMLESS
    bare = re.sub(r"\\[_$%#&]", "", shown)
    assert not set(bare) & set("$%#&~")
    assert bare.count("{") == bare.count("}")
    assert shown.isascii()
    assert shown.isprintable()
    assert text(symbol).isprintable()


def test_escape_keeps_different_names_different() -> None:
    """The sign that is escaped can still be told."""
    names = [f"a{sign}b" for sign in r"\{}_$%#&~^'+-*/:;<=>?@[]|!\"(),.`"]
    assert len({escape_latex(name) for name in names}) == len(set(names))


def test_an_index_with_the_letter_of_a_number() -> None:
    """It has a prime, so that the number is no index; beside a vector of its letter nothing is confused."""
    s, index = scalar("s"), Index("s", N)
    term = Sum(index, Product((s, Component(vector("x", N), (index,)))))
    assert latex(term) == r"\sum_{s'=1}^{N} s x_{s'}"
    assert text(term) == "Σ_s′ sx[s′]"
    assert latex(Component(vector("s", N), (index,))) == "s_s"
