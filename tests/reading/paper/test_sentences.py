"""Which sentences fix names: those of known words; a claim, a question, a denial, a case or a condition is no hypothesis."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.cli.papers import decided
from derive.reading.paper import Relation, read_paper
from derive.reading.proposal import propose_for

HEAD = "% derive: inline\nLet $A, B \\in \\mathbb R^{n \\times n}$ and $x, y \\in \\mathbb R^n$"
HEAD += " and $a, t \\in \\mathbb R$.\n\n"
SYMMETRIC, POSITIVE, INVERTIBLE, DEFINED = "A = A^\\top", "|t| = t", "A^{-1} A = I", "2 q = 2 x^\\top x"

UNUSED = [
    (SYMMETRIC, said)
    for said in (
        "Let us show that $A$ is symmetric.",
        "We show that $A$ is symmetric.",
        "Is it true that $A$ is symmetric?",
        "Let us see whether $A$ is symmetric.",
        "This is so where $A$ is symmetric or not.",
        "Let $B$ be a matrix, where $A$ is symmetric or not.",
        "Where $A$ is symmetric only if $a = 0$, we write $B$.",
        "Let $A$ be symmetric only if $a = 0$.",
        "A matrix such as $A$ is hardly ever symmetric.",
        "Here $A$ is hardly ever symmetric.",
        "Let $A$ be a non-symmetric matrix.",
        "If $A$ is symmetric, all is easy.",
        "Theorem 1 treats the case that $A$ is symmetric. In general,",
        "Case 1. Let $A$ be symmetric.",
        "Case 1: let $A$ be symmetric.",
        "If $a = 0$: let $A$ be symmetric.",
        "Let $A$ be skew-symmetric.",
        "Let $A$ be far from symmetric.",
        "Suppose that $A$ is symmetric if $a = 0$.",
        "Suppose that $A$ is symmetric. ".replace(". ", "?"),
        "Assume nothing: $A$ is symmetric.",
        "Let $B$ be a matrix; $A$ is symmetric.",
        "With $A = B^\\top B$, the matrix $A$ is symmetric.",
        "Given $B$, $A$ is symmetric.",
        "$A$ is symmetric.",
        "The matrix $A$ is symmetric.",
        "Let $A$ be symmetric $\\iff a = 0$.",
        "Let $A$ be symmetric $\\implies$ $a = 0$.",
        "Nobody would assume that $A$ is symmetric.",
        "We could assume that $A$ is symmetric.",
        "Let $A$ be nearly symmetric.",
        "Let $A$ be symmetric, % or\nor not.",
        "Let $A$ be a symmetric\\footnote{No.} matrix.",
        "\\sout{Let $A$ be symmetric.}",
        "Let $A$ be symmetric and\n\\[ x = x \\]\nbe false.",
        "It is false that\n\\[ x = x \\]\nwhere $A$ is symmetric.",
        "Each $B$ for symmetric $A$ is given.",
        "Consider where $A$ is symmetric.",
        "It is false that:\n\n- let $A$ be symmetric.",
        "If $a = 0$:\n\\begin{itemize}\\item let $A$ be symmetric.\\end{itemize}",
        "\\begin{case} Let $A$ be symmetric. \\end{case}",
        "Suppose $A$ is symmetric -- it is not.",
        "Here is where $A$ is symmetric.",
        "Let $A$ be negative symmetric.",
        "Let $B$ be such that each $A$ is symmetric.",
        "Let $B$ be the symmetric part of $A$.",
        "Let $A$ be the diagonal of $B$.",
        "We write $B$ for symmetric $A$.",
        "For $t = 0$ let $A$ be symmetric.",
        "For large $t$ let $A$ be symmetric.",
        "In one dimension, let $A$ be symmetric.",
        "Let $B$ and $A$ be orthogonal and symmetric, respectively.",
        "Suppose one of $B$ and $A$ is symmetric.",
        "Suppose the first of $B$ and $A$ is symmetric.",
        "Let the mean of $B$ and $A$ be symmetric.",
        "Suppose the diagonal of $A$ is symmetric.",
        "Let the columns of $A$ be symmetric.",
        "Let $A$ be a matrix with symmetric diagonal.",
        "Let $A$ be a matrix with columns symmetric.",
        "Let $A$ be a matrix with symmetric $B$.",
        "Let $A$ be a matrix, and consider a symmetric $B$.",
        "Let $A$ be a matrix and the symmetric positive definite matrix $B$ be given.",
        "Let $A$ and its diagonal be symmetric.",
        "Let $B$ + $A$ be symmetric.",
        "Let $B$ $A$ be symmetric.",
        "Let $B$ * $A$ be symmetric.",
        "Let $B$ - $A$ be symmetric.",
        "Let $B$ / $A$ be symmetric.",
        "Let $B$($A$) be symmetric.",
        "Let $A$' be symmetric.",
    )
]
UNUSED += [
    (POSITIVE, said)
    for said in (
        "We claim that $t > 0$.",
        "Let us see when $t > 0$.",
        "Let $t > 0$ be false.",
        "For $a > 0$, $t > 0$.",
        "With $a > 0$, $t > 0$.",
        "Here $t > 0$ fails.",
        "Unless $t > 0$, let $a = 0$.",
        "It holds that $t > 0$.",
        "We set $a = t$ for $t > 0$.",
        "We call $a$ positive where $t > 0$.",
        "It remains $t > 0$.",
    )
]
UNUSED += [
    (INVERTIBLE, said)
    for said in (
        "We do not assume that $A$ is invertible.",
        "We never assume that $A$ is invertible.",
        "Assume that $A$ is not invertible.",
        "Let $A$ be no invertible matrix.",
    )
]
UNUSED += [
    (DEFINED, said)
    for said in (
        "Let us verify $q = x^\\top x$.",
        "Let us check $q = x^\\top x$.",
        "Let us deduce $q = x^\\top x$.",
        "We do not set $q = x^\\top x$.",
        "We cannot set $q = x^\\top x$.",
        "We never write $q = x^\\top x$.",
        "Let us assume for contradiction $q = x^\\top x$.",
        "It is false that we define $q = x^\\top x$.",
        "Some authors write $q = x^\\top x$, which we do not.",
        "Let $q = x^\\top x$ or $q = x^\\top y$.",
        "Why write $q = x^\\top x$?",
        "Let $q = x^\\top x$ for $t > 0$.",
        "Let $q = x^\\top x$ for $t > 0$ and $q = 0$ for $t = 0$.",
        "Let $q = x^\\top x$ for large $t$.",
        "Let $q = x^\\top x$ for nonzero $x$.",
        "Let $q = x^\\top x$ for symmetric $A$.",
        "For $t = 0$ let $q = x^\\top x$.",
        "For $t = 0$, we set $q = x^\\top x$.",
        "Let $q = x^\\top x$ for $x \\in \\{0, 1\\}$.",
        "Let $q = x^\\top x$ in one dimension.",
        "In one dimension let $q = x^\\top x$.",
        "Let $q = x^\\top x$ and $q = x^\\top y$, respectively.",
    )
]


def rests(folder: Path, text: str) -> bool:
    """Is the last relation proved? Of the inverse: without a condition that is not in the text."""
    path = folder / "p.tex"
    path.write_text(text, encoding="utf-8")
    last = [item for item in read_paper(path).items if isinstance(item, Relation)][-1]
    return decided(last).verdict == "proved" and (INVERTIBLE not in text or bool(last.hypotheses))


def proposed(folder: Path, text: str) -> str:
    (folder / "p.tex").write_text(text, encoding="utf-8")
    return propose_for(folder / "p.tex")


@pytest.mark.parametrize(("formula", "said"), UNUSED)
def test_what_may_be_no_hypothesis_is_not_used(tmp_path: Path, formula: str, said: str) -> None:
    """Nothing that rests on it comes out proved, and it is not proposed."""
    text = f"{HEAD}{said}\n\n\\[ {formula} \\]\n"
    assert not rests(tmp_path, text)
    made = proposed(tmp_path, text)
    assert not any(f"% derive: {each}" in made for each in ("symmetric", "invertible", "let q", "assume t"))


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (SYMMETRIC, "Let $A$ be symmetric."),
        (SYMMETRIC, "Let $A$ be a real symmetric matrix."),
        (SYMMETRIC, "Suppose that $A$ is symmetric."),
        (SYMMETRIC, "We assume that the matrix $A$ is symmetric and $B$ is diagonal."),
        (SYMMETRIC, "Consider a symmetric matrix $A$."),
        (SYMMETRIC, "\\[ x = x, \\]\nwhere $A$ is symmetric."),
        (SYMMETRIC, "This is a remark. Here $A$ is symmetric."),
        (SYMMETRIC, "\\textbf{Setup.} Let $A$ be a \\emph{symmetric} matrix."),
        (SYMMETRIC, "- Let $A$ be a symmetric matrix, with $B$ diagonal."),
        (SYMMETRIC, "Inputs: let $A$ be a % of size n\nsymmetric matrix."),
        (SYMMETRIC, "Let $B$ be a matrix, with $A$ symmetric."),
        (SYMMETRIC, "Let $B$ and $A$ be symmetric and positive definite."),
        (SYMMETRIC, "Let $A$ be a symmetric matrix of size $n \\times n$."),
        (SYMMETRIC, "Finally, let $A$ be a given symmetric matrix."),
        (SYMMETRIC, "Let $B$ be a matrix, and let the matrix $A$ be symmetric and positive definite."),
        (SYMMETRIC, "+ Let $A$ be *symmetric*."),
        (POSITIVE, "Let $t > 0$."),
        (POSITIVE, "We set $b = 2 t$, with $t > 0$."),
        (POSITIVE, "Throughout, assume that $t > 0$."),
        (INVERTIBLE, "Assume $A$ is invertible."),
        (INVERTIBLE, "Now let $A$ be an invertible matrix, and write $B$ for its inputs."),
        (DEFINED, "We write $q = x^\\top x$."),
        (DEFINED, "Let us define $q = x^\\top x$ for all $x$."),
        (DEFINED, "We denote the squared norm by $y$. Set $q = x^\\top x$."),
    ],
)
def test_what_is_supposed_is_used(tmp_path: Path, formula: str, said: str) -> None:
    assert rests(tmp_path, f"{HEAD}{said}\n\n\\[ {formula} \\]\n")
    assert not rests(tmp_path, f"{HEAD}\n\\[ {formula} \\]\n")  # without it
