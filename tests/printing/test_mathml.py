"""MathML says what the LaTeX beside it says: the same signs in the same order, with the same things raised and lowered."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import derive
from derive.errors import InputError
from derive.language.build import matrix, scalar, sqrt, sum_, vector
from derive.language.hypotheses import equal, nonneg, nonzero, positive_definite
from derive.language.terms import MAX_DEPTH, Symbol, Term
from derive.printing import (
    ARROW,
    BOLD,
    PLAIN,
    Notation,
    latex,
    latex_condition,
    latex_equality,
    latex_hypothesis,
    markup,
    markup_condition,
    markup_equality,
    markup_hypothesis,
    math_element,
    mathml,
)
from derive.printing.latex import LatexSpelling
from derive.printing.mathml import MathMLSpelling, entry_markup
from derive.printing.names import GREEK, SIGNS
from derive.printing.notation import COMMANDS
from derive.printing.sentences import COMMA, LATEX, MARKUP, Sign, shown, spaced
from derive.printing.walk import survey
from derive.theories.registry import THEORIES, load_theory
from tests.printing.examples import EXAMPLES, A, N, a, eps, g, m, n, x
from tests.printing.strategies import terms
from tests.printing.test_printers import DIFFERENT
from tests.strategies import WIDE
from tests.strategies import terms as wide_terms

PROFILES = {"arrow": ARROW, "bold": BOLD, "plain": PLAIN}

_OVER = {"→": r"\vec", "ˆ": r"\hat", "¯": r"\bar", "˜": r"\tilde", "^": r"\widehat"}
_SPELLED = {
    **{rf"\{word}": char for word, char in GREEK.items()},
    r"\odot": "⊙", r"\cdot": "·", r"\times": "×", r"\top": "⊤", r"\ne": "≠", r"\neq": "≠", r"\geq": "≥", r"\le": "≤",
    r"\ell": "ℓ", r"\partial": "∂", r"\sum": "∑", r"\prod": "∏", r"\in": "∈", r"\|": "‖", r"\lVert": "‖",
    r"\rVert": "‖", "-": "−",
    "'": "′", "*": "∗", r"\{": "{", r"\}": "}", r"\_": "_", r"\lbrace": "{", r"\rbrace": "}", r"\varepsilon": "ε",
}  # fmt: skip
#: Commands that choose how letters look, and brackets that grow.
_LOOKS = re.compile(
    r"\\(left|right|mathbf|boldsymbol|mathrm|mathsf|operatorname|text)(?![A-Za-z])\s*|\\[,:;! ]|(?<=\\text\{) "
)


def signs_of_latex(source: str) -> list[str]:
    r"""The signs of LaTeX: every script and every argument of \frac, \sqrt and an accent between braces, no others."""
    source = source.replace(r"\begin{pmatrix}", "(").replace(r"\end{pmatrix}", ")").replace(r" \\ ", ";")
    tokens = re.findall(r"\\[A-Za-z]+|\\.|\S", _LOOKS.sub(" ", source))[::-1]

    def argument() -> Iterator[str]:
        yield "{"
        yield from item()
        yield "}"

    def item() -> Iterator[str]:
        token = tokens.pop()
        if token == "{":
            while tokens[-1] != "}":
                yield from item()
            tokens.pop()
        elif token in ("^", "_"):
            yield token
            yield from argument()
        elif token in (r"\frac", r"\sqrt", *_OVER.values()):
            yield token
            for _ in range(2 if token == r"\frac" else 1):
                yield from argument()
        else:
            yield from unicodedata.normalize("NFKC", _SPELLED.get(token, token.removeprefix("\\")))

    return [sign for _ in iter(lambda: bool(tokens), False) for sign in item()]


def signs_of_mathml(element: Element) -> list[str]:
    """The same of MathML."""
    children = list(element)
    inside = [signs_of_mathml(child) for child in children]

    def argument(number: int) -> list[str]:
        return ["{", *inside[number], "}"]

    match element.tag:
        case "mfrac":
            return [r"\frac", *argument(0), *argument(1)]
        case "msqrt":
            return [r"\sqrt", "{", *(sign for part in inside for sign in part), "}"]
        case "mover" if element.get("accent"):
            return [_OVER[children[1].text or ""], *argument(0)]
        case "msub" | "munder":
            return [*inside[0], "_", *argument(1)]
        case "msup":
            return [*inside[0], *_raised(inside[1])]
        case "msubsup" | "munderover":
            primes = [sign for sign in inside[2] if sign == "′"]
            return [*inside[0], *primes, "_", *argument(1), *_raised(inside[2][len(primes) :])]
        case "mtr":
            return [sign for part in inside for sign in (*part, "&")][:-1]
        case "mtable":
            return [sign for part in inside for sign in (*part, ";")][:-1]
        case "mi" | "mn" | "mo" | "mtext":
            seen = re.sub("[\u2061\u2062\u00a0 ]", "", element.text or "")
            return list(unicodedata.normalize("NFKC", seen))
    return [sign for part in inside for sign in part]


def _raised(signs: list[str]) -> list[str]:
    primes = [sign for sign in signs if sign == "′"]
    rest = signs[len(primes) :]
    return [*primes, *(["^", "{", *rest, "}"] if rest else [])]


def agree(element: str, expected: str) -> None:
    """The element is well-formed, has the LaTeX as its text, and the same signs."""
    math = fromstring(element)
    assert math.tag == "math"
    assert math.get("alttext") == expected
    assert signs_of_mathml(math) == signs_of_latex(expected)


@pytest.mark.parametrize("notation", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("term", [term for term, _, _ in EXAMPLES], ids=[shown for _, shown, _ in EXAMPLES])
def test_examples(term: Term, notation: Notation) -> None:
    """Each node, in each notation."""
    agree(mathml(term, notation), latex(term, notation))


@given(terms())
@settings(max_examples=60, deadline=None)
def test_random_terms(term: Term) -> None:
    """Brackets stand where they stand in LaTeX, around the same."""
    agree(mathml(term), latex(term))


@given(wide_terms(WIDE, 4), wide_terms(WIDE))
@settings(max_examples=60, deadline=None)
def test_wide_terms(term: Term, other: Term) -> None:
    """The same of terms with everything in them, beside others."""
    agree(mathml(term, BOLD, beside=(other,)), latex(term, BOLD, beside=(other,)))


@pytest.mark.parametrize("name", THEORIES)
def test_theories(name: str) -> None:
    """Every term that a theory states; both printers tell the same names apart."""
    found = {term for theorem in load_theory(name).theorems for term in theorem.statement.terms}
    assert found
    for term in found:
        agree(mathml(term), latex(term))
        assert survey(MathMLSpelling(ARROW), (term,)).page == survey(LatexSpelling(ARROW), (term,)).page


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_different_terms_look_different(left: Term, right: Term) -> None:
    """What LaTeX keeps apart is kept apart."""
    if latex(left) != latex(right):
        assert markup(left) != markup(right)


def test_same_page() -> None:
    """A name that would look like another term is spelled out, as in LaTeX; all-ones of two sizes show their sizes."""
    sigma, sigma2 = scalar("sigma"), scalar("sigma2")
    agree(mathml(sigma2, beside=(sigma**2,)), latex(sigma2, beside=(sigma**2,)))
    assert markup(sigma2, beside=(sigma**2,)) != markup(sigma**2, beside=(sigma2,))
    a_n = scalar("a_n")
    assert markup(a_n, beside=(a[n],)) != markup(a[n], beside=(a_n,))


HOSTILE = ["<b>", "a&b", '"x"', "</math><script>", "x\x00y", "a<!--", "ℵ", "'", "]]>", "\ud800"]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name: str) -> None:
    """No name is markup."""
    element = fromstring(mathml(Symbol(name, ()) + 1))
    assert {part.tag for part in element.iter()} <= {"math", "mi", "mo", "mn"}
    assert element.get("alttext") == latex(Symbol(name, ()) + 1)


def test_entries_of_notations() -> None:
    """Every command of a notation is read; names, signs, marks and fences of one are honoured."""
    assert all(entry_markup(command) for command in COMMANDS | {command for command, _ in SIGNS.values()})
    own = Notation(
        hadamard=r"\circ", transpose=r"\mathsf{T}", norm_left=r"\lVert", norm_right=r"\rVert", identity=r"\mathbf{I}",
        names={"eps": r"\varepsilon", "g": r"\hat{\gamma}_{12}^{\prime}"},
    )  # fmt: skip
    assert markup(eps, own) == "<mi>ε</mi>"
    assert entry_markup("0.25") == "<mn>0.25</mn>"
    assert entry_markup("x_12.5") == "<msub><mi>x</mi><mn>1</mn></msub><mn>2.5</mn>"
    assert "<mo>∘</mo>" in markup(derive.hadamard(a, a), own)
    assert markup(A.T, own) == "<msup><mi>A</mi><mi>𝖳</mi></msup>"
    assert "‖" in markup(derive.norm(a), own)
    assert markup(derive.identity(N), own) == "<mi>𝐈</mi>"
    assert markup(g, own).startswith("<msubsup><mover")
    assert "<mn>12</mn><mo>′</mo></msubsup>" in markup(g, own)
    assert markup(g * x, own).startswith("<msubsup>")
    marked = [markup(vector("a", N), Notation(vector=mark)) for mark in ("", r"\vec", r"\underline", r"\mathbf")]
    assert len(set(marked)) == len(marked)
    assert [markup(vector("beta", N), notation) for notation in (BOLD, PLAIN)] == ["<mi>𝜷</mi>", "<mi>β</mi>"]


@given(st.lists(st.sampled_from([*sorted(COMMANDS), *"aB1 ^_'+-*|/()<>=,.{}"]), min_size=1, max_size=9))
@settings(deadline=None)
def test_any_entry_is_read(tokens: list[str]) -> None:
    """Whatever a notation accepts is markup, if not always sense."""
    try:
        own = Notation(identity=" ".join(tokens))
    except InputError:
        return
    assert fromstring(mathml(derive.identity(N), own)).tag == "math"


def test_primes_join_other_scripts() -> None:
    """A primed letter has one superscript and one subscript, not a script of a script."""
    primed = vector("a_prime", N)
    assert markup(primed[n] ** 2, PLAIN) == "<msubsup><mi>a</mi><mi>n</mi><mrow><mo>′</mo><mn>2</mn></mrow></msubsup>"
    agree(mathml(primed[n] ** 2, PLAIN), latex(primed[n] ** 2, PLAIN))


def test_statements() -> None:
    """Conditions, equations and hypotheses, with words and closed indices."""
    for condition in (nonneg(eps), nonzero(g), positive_definite(matrix("A", N, N)), positive_definite(A * A)):
        element = math_element(markup_condition(condition, beside=(a,)), latex_condition(condition, beside=(a,)))
        agree(element, latex_condition(condition, beside=(a,)))
    agree(math_element(markup_equality(a, 2 * a), latex_equality(a, 2 * a)), latex_equality(a, 2 * a))
    for hypothesis in (equal(a[n], a[m]), equal(x, 2), nonneg(a[n])):
        agree(math_element(markup_hypothesis(hypothesis), latex_hypothesis(hypothesis)), latex_hypothesis(hypothesis))


SAID = r"\vec a \in \{0\}, \epsilon \geq 0"


def test_sentences() -> None:
    """A piece of a sentence is a sign, a term or a hypothesis."""
    pieces = (a, Sign(r"\in", "∈"), Sign(r"\{0\}", "{0}"), COMMA, nonneg(eps))
    inside = "".join(shown(piece, MARKUP, ()) for piece in pieces)
    agree(math_element(inside, spaced([shown(piece, LATEX, ()) for piece in pieces])), SAID)
    assert entry_markup(r"\vec 0") == markup(derive.zeros(N))


def test_display_and_depth() -> None:
    """A display has its size; a deep term is written."""
    assert mathml(x, display=True).startswith('<math displaystyle="true" ')
    deep: Term = x
    while deep.depth < MAX_DEPTH - 1:
        deep = sqrt(deep)
    assert markup(deep).count("<msqrt>") == deep.depth - x.depth
    assert 'mo lspace="0">∑' in mathml(sum_(n, a[n]))
