r"""`derive.latex`, `derive.text` and `derive.mathml` of any object that `derive.showing.kinds` lists.

Of mathematics alone (a term, a hypothesis) they give a formula: LaTeX of math mode, ``<math>``.  What has words is LaTeX of
text mode with formulas between dollar signs, or HTML with MathML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derive import printing
from derive.errors import DeriveError
from derive.language.hypotheses import Condition, Equality
from derive.language.terms import Term, as_term
from derive.printing import ARROW, Notation
from derive.showing.kinds import method_of

if TYPE_CHECKING:
    from derive.showing.forms import Form


def text(shown: Any, *, beside: Iterable[Term] = ()) -> str:
    """The object as Unicode text: of a term or a hypothesis one line.

    Args:
        shown: a term, number, hypothesis, statement, verdict, counterexample, rule, derivation, theorem, near miss, claim, …
        beside: of a term or hypothesis, other terms of the same page, from which names and sizes are to be told apart.

    Raises `InputError` for anything else.

    >>> import derive
    >>> N = derive.dimension("N")
    >>> a, b = derive.vector("a", N), derive.vector("b", N)
    >>> derive.text(derive.sqrt(N) * a / 2 + b), derive.text(derive.not_zero(a))
    ('√N a / 2 + b', 'a ≠ 0')
    >>> print(derive.text(derive.Derivation.start(a * b).by(derive.rule("swapped factors", a * b, b * a))))
    a ⊙ b
      = b ⊙ a                                                   [swapped factors]
    not checked: .checked() replays every line
    """
    shown = _as_term(shown)
    if isinstance(shown, Term):
        return printing.text(shown, beside=beside)
    if isinstance(shown, Condition | Equality):
        return printing.text_hypothesis(shown, beside=beside)
    of_its_class: Any = type(shown).__str__
    if method_of(shown) and of_its_class not in (object.__str__, as_text):
        return str(shown)
    from derive.showing.forms import plain

    return _in_form(shown, plain())


def as_text(shown: Any) -> str:
    """What `str` and `print` give of an object that says nothing else; of one that cannot be evaluated, the reason."""
    return said(text, shown)


def said(show: Callable[[Any], str], shown: Any) -> str:
    """What is shown; of an object that cannot be evaluated, as of a theorem whose statement cannot be made, the reason."""
    try:
        return show(shown)
    except (DeriveError, RecursionError) as error:
        words = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        return f"{type(shown).__name__}: {words}" if show is text else f"    {type(shown).__name__}: {words}"


def latex(shown: Any, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    r"""The object as LaTeX: a term or a hypothesis in math mode, all else in text mode, its formulas between dollar signs.

    Args:
        shown: as in `text`.
        notation: the profile in which names and operations are spelled.
        beside: as in `text`.

    Any name is spelled harmlessly; the result needs amsmath and nothing else.  Raises `InputError` for anything else.

    >>> import derive
    >>> N = derive.dimension("N")
    >>> a = derive.vector("a", N)
    >>> derive.latex(derive.sqrt(N) * a)
    '\\sqrt{N}\\,\\vec a'
    >>> print(derive.latex(derive.prove(derive.norm(a) ** 2, derive.dot(a, a))))
    $\displaystyle |\vec a|^2 = \vec a \cdot \vec a$
    <BLANKLINE>
    proved for all $N \geq 1$ (certified: the verifier accepted its certificate)
    """
    shown = _as_term(shown)
    if isinstance(shown, Term):
        return printing.latex(shown, notation, beside=beside)
    if isinstance(shown, Condition | Equality):
        return printing.latex_hypothesis(shown, notation, beside=beside)
    from derive.showing.forms import tex

    return _in_form(shown, tex(notation))


def mathml(shown: Any, notation: Notation = ARROW, *, beside: Iterable[Term] = (), display: bool = False) -> str:
    r"""The object as MathML Core: a term as one element ``<math>``, all else as paragraphs and tables of HTML.

    Args:
        shown, notation, beside: as in `latex`.
        display: of a term, in the size of a display, with limits above and below sums.

    Any name is spelled harmlessly; nothing is fetched to show it.  Raises `InputError` for anything else.

    >>> import derive
    >>> derive.mathml(derive.scalar("x") + 1)
    '<math alttext="x + 1"><mi>x</mi><mo>+</mo><mn>1</mn></math>'
    """
    shown = _as_term(shown)
    if isinstance(shown, Term):
        return printing.mathml(shown, notation, beside=beside, display=display)
    from derive.showing.forms import markup

    return _in_form(shown, markup(notation))


def _as_term(shown: Any) -> Any:
    """A number as a term; anything else as it is."""
    return as_term(shown) if isinstance(shown, int | Fraction) else shown


def markdown(shown: Any) -> str:
    """The object as notebooks show it."""
    from derive.showing.forms import markdown as form

    return _in_form(shown, form())


def _in_form(shown: Any, form: Form) -> str:
    from derive.showing.objects import Shower

    return Shower(form).show(shown)
