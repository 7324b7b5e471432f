"""Declarations of what is known already: ``use THEORY``, ``theorem LABEL``."""

from __future__ import annotations

import re

from derive.errors import NameError_
from derive.language.terms import Term
from derive.reading.latex.clauses import Clause
from derive.reading.latex.context import Context
from derive.reading.latex.declaring import Declaring
from derive.reading.source import Source


def use(here: Declaring, clause: Clause) -> Context:
    """``use THEORY``"""
    from derive.theories.registry import load_theory

    context = here.context
    for name in re.split(r"[,\s]+", here.rest(clause)):
        context = context.use(here.make(clause.begin + 1, load_theory, name))
    return context


def name_theorem(here: Declaring, clause: Clause) -> Context:
    """``theorem LABEL``"""
    labels = [label.partition(".") for label in labels_in(here.source, clause.begin, clause.end)]
    terms = [here.make(clause.begin + 1, terms_of, theory, name) for theory, _, name in labels]
    return here.context.of_terms(*(term for found in terms for term in found))


def labels_in(source: Source, begin: int, end: int) -> tuple[str, ...]:
    """The labels after ``theorem``: the first word, and every ``theory.name`` behind it; other words are text."""
    from derive.theories.registry import THEORIES

    words = re.findall(r"[^\s,()\[\]]+", source.text[begin:end])
    if not words or (len(words) > 1 and "." not in words[0]):
        found = f"'{source.text[begin:end].strip()[:40]}'"
        raise source.error(begin, found, "labels, as in theorem layernorm.eq6", "labels: derive list THEORY")
    named = (re.fullmatch(r"([a-z]+)\.[A-Za-z]\w*", word.rstrip(".:")) for word in words[1:])
    return tuple(
        dict.fromkeys((words[0].rstrip(":"), *(match[0] for match in named if match and match[1] in THEORIES)))
    )


def terms_of(theory: str, name: str) -> tuple[Term, ...]:
    """Every term that the LaTeX of a theorem shows, those of its derivation and near misses included."""
    from derive.printing.sentences import sentence_terms
    from derive.theories.registry import load_theory

    found = load_theory(theory)
    theorem = next((each for each in found.stated if each.label == f"{theory}.{name}"), None)
    if theorem is None:
        raise NameError_(f"no theorem has the label {theory}.{name}", hint=f"labels: derive list {theory}")
    lines = theorem.derivation.lines if theorem.derivation is not None else ()
    return (*theorem.terms, *sentence_terms(theorem.statement.sentence()), *(line.term for line in lines))
