r"""What `derive` prints as LaTeX reads back: every line of every theorem, in every notation, and random terms.

Up to notation: `derive.printing.alike` says what looks alike in print.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from derive.errors import InputError, NameError_
from derive.language import terms as t
from derive.language.substitution import subterms
from derive.printing import PROFILES, latex
from derive.printing.alike import up_to_notation
from derive.printing.latex import LatexSpelling
from derive.printing.walk import survey
from derive.reading.decided import context_from, proved
from derive.reading.latex import Context, read_latex, read_latex_term
from derive.reading.latex.declarations import terms_of
from derive.report.snippet import LAYOUTS, Options, snippet
from derive.theories.registry import THEORIES, load_theory
from tests.strategies import SHAPES, Grammar
from tests.theorems import all_theorems, checked

#: Theorems with two symbols of one name (g, and g without zeros), which no one context can have.
TWO_NAMES = {
    "layernorm.eigenvalue_product", "layernorm.volume", "layernorm.semi_axes", "layernorm.repeated_sizes",
}  # fmt: skip
#: Null spaces whose basis is 1 alone, in a theory with several dimensions: only the sentence around it tells its size.
UNSIZED = {"groupnorm.affine_null_space", "batchnorm.jacobian_null_space", "batchnorm.jacobian_null_space_at_zero"}


def alike(read: t.Term, printed: t.Term) -> bool:
    """Equal up to notation; a zero of any shape may be printed as 0."""
    zero = isinstance(printed, t.Zeros) and read == t.Number(Fraction(0))
    return zero or up_to_notation(read) == up_to_notation(printed)


def binds_twice(term: t.Term) -> bool:
    """Is an index bound inside of the body of a sum over one of its name?  No reader could tell them apart."""
    sums = [part for part in subterms(term) if isinstance(part, t.Binder)]
    inside = [(one, part) for one in sums for part in subterms(one.body) if isinstance(part, t.Binder)]
    return any(one.index.name == part.index.name for one, part in inside)


@cache
def pages() -> list[tuple[str, tuple[t.Term, ...], list[tuple[t.Term, ...]]]]:
    """Label, all terms of its page, and the lines that are read: chains, and terms that stand alone."""
    found = []
    for theorem in all_theorems():
        page = terms_of(*theorem.label.split("."))
        alone = list(dict.fromkeys(page))
        lines = [tuple(alone)] if theorem.statement.equated else [(term,) for term in alone]
        found.append((theorem.label, page, lines))
    return found


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_every_line_of_every_theorem(profile: str) -> None:
    """Each is read, in the context of its theory and its theorem, to the term that was printed."""
    notation = PROFILES[profile]
    bases = {name: Context(notation=notation, decide=proved).use(load_theory(name)) for name in THEORIES}
    count = 0
    for label, page, lines in pages():
        if label in TWO_NAMES:
            with pytest.raises(NameError_):
                bases[label.split(".")[0]].of_terms(*page)
            continue
        context = bases[label.split(".")[0]].of_terms(*page)
        walk = survey(LatexSpelling(notation), page)
        for line in lines:
            text = " = ".join(walk.show(term).text for term in line)
            try:
                read = read_latex(text, context).terms
            except InputError as error:
                if label not in UNSIZED or "cannot be told" not in str(error):
                    raise
                continue
            count += len(line)
            assert all(alike(one, other) for one, other in zip(read, line, strict=True)), (label, text)
    assert count > 900


@pytest.mark.parametrize(("profile", "layout"), [("arrow", "article"), ("bold", "twocolumn"), ("plain", "article")])
def test_pasted_snippets(profile: str, layout: str) -> None:
    """The display of a snippet reads back, rows, labels and justifications included; its first line declares its names."""
    notation = PROFILES[profile]
    entries = [theorem for theorem in all_theorems() if theorem.statement.equated]
    for entry in entries[len(profile) :: 7]:
        lines = [line.term for line in entry.derivation.lines] if entry.derivation else entry.terms
        text = snippet(checked(entry), Options(LAYOUTS[layout], notation, "none"))
        context = context_from(text.partition("\n")[0], Context(notation=notation))
        display = re.findall(r"\\begin\{align\*\}.*?\\end\{align\*\}", text, re.DOTALL)[-1]
        if r"\times" in display or r"\Bigl" in display:
            continue  # broken inside of a product: held to its theorem as text
        read = read_latex(display, context).terms
        assert len(read) == len(lines)
        assert all(alike(one, other) for one, other in zip(read, lines, strict=True)), entry.label


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_random_terms(profile: str) -> None:
    """Terms of every construct, in a context of their own names."""
    grammar, notation = Grammar(wide=True), PROFILES[profile]
    read = 0
    for seed in range(300):
        random = Random(f"{profile} {seed}")
        term = grammar.term(random, random.choice(SHAPES), random.choice((2, 3, 4)))
        text = latex(term, notation)
        if binds_twice(term):
            continue
        found = read_latex_term(text, Context(notation=notation, decide=proved).of_terms(term))
        read += 1
        if not (profile == "plain" and "0" in text):
            assert alike(found, term), text
        assert latex(found, notation).replace(" ", "") == text.replace(" ", "")
    assert read > 270


@pytest.mark.parametrize("body", ["g_m", "z - g_n", "z - g_2", "z"])
def test_a_product_without_one_index_says_over_how_many_it_runs(body: str) -> None:
    """Where its body does not: there the name of the index alone says nothing."""
    term = read_latex_term(
        rf"\sum_n \prod_{{m \ne n}} ({body})", context_from("dimension N; index m, n : N; vector g : N; scalar z")
    )
    again = read_latex_term(latex(term), Context(decide=proved).of_terms(term))
    assert alike(again, term)
