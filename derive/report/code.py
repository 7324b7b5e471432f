"""Code, formula and theorem are one: LaTeX that latexify-py makes of a Python function, read back and decided.

The LaTeX is read by the reader of papers, which knows nothing of NumPy: its words are declared to it
(`derive.interop.reference.GLOSSARY`).  Assignments become definitions, in order; where the name is known, as that of the
dimension is, the line is a claim that has to be proved.  Whether what the function returns is the formula is then decided,
for every N.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from derive.errors import InputError
from derive.interop.reference import GLOSSARY, equations_of, render, why_not_rendered
from derive.language.substitution import substitute, symbols_of, unfold_all
from derive.language.terms import Term
from derive.reading.decided import context_from, proved
from derive.reading.defaults import BARE
from derive.reading.latex import Context, read_latex, read_latex_term
from derive.report.model import ReferenceFunction
from derive.statements.conjunction import all_of
from derive.statements.equation import prove_chain, prove_equation
from derive.statements.verdict import Verdict

_DIMENSION = "N"
#: Letters that Python writes in another way than the theory, and how the theory does.
_NAMES = {"epsilon": "eps"}


def check_function(function: Callable[..., Any], formula: Term) -> ReferenceFunction:
    """The function with its LaTeX, and the verdict whether what it returns is the formula, for all sizes and data.

    The formula is a vector of shape (N,) in a, g, b and ε.  Without latexify-py there is no LaTeX and no verdict; where the
    LaTeX cannot be read there is none, and the reason.
    """
    title, source = inspect.cleandoc(function.__doc__ or ""), inspect.getsource(function)
    if why_not_rendered():
        return ReferenceFunction(function.__name__, title, source, "")
    latex = render(function)
    try:
        verdict, why = decide(latex, formula), ""
    except InputError as error:
        verdict, why = None, f"the LaTeX cannot be read back: {error.message}"
    return ReferenceFunction(function.__name__, title, source, latex, verdict, why)


def decide(latex: str, formula: Term) -> Verdict:
    """Is what such LaTeX says the formula?  The links of the chain are the claims of the lines, then the equation itself.

    Raises `InputError` for LaTeX that cannot be read, or that says nothing of N.
    """
    context = Context(BARE, decide=proved)
    for words in GLOSSARY:
        context = context_from(words, context, "glossary")
    links: list[Verdict] = []
    *assigned, (_, returned) = equations_of(latex)
    for name, body in assigned:
        if name == _DIMENSION:
            links += prove_chain(read_latex(f"{name} = {body}", context).terms).links
        else:
            context = context_from(f"let {name} = {body}", context, "latex")
    found = read_latex_term(returned, context)
    theirs = {_NAMES[symbol.name]: symbol for symbol in symbols_of(found) if symbol.name in _NAMES}
    meant = unfold_all(formula)  # with the symbols that the LaTeX has: ε is ``epsilon`` there
    meant = substitute(meant, {mine: theirs[mine.name] for mine in symbols_of(meant) if mine.name in theirs})
    links.append(prove_equation(found, meant))
    return links[0] if len(links) == 1 else all_of(*(link.statement for link in links)).judge()
