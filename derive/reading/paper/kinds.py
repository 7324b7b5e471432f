r"""Formulas that say of what kind something is, ``x \in \R^N``, ``f : \R \to \R``, ``A = (a_{ij})``, and nothing else."""

from __future__ import annotations

import re

_SETS = r"\\(?:math(?:bb|ds|bbm|cal)|R(?![A-Za-z]))"
#: A type, the range of an index, what a function takes and gives.
_KIND = re.compile(
    r"[^=<>]*\\in\s*(?:\{\s*)?(?:\\math(?:bb|ds|bbm)\s*\{?\s*[RCFK]|\\R(?:e|eals?)?(?![A-Za-z])|\\reals|M\s*_[^(]*\("
    r"|(?:R|\\(?:mathbf|mathrm|bm|boldsymbol)\s*\{?\s*R)[\s}]*\^|\\\{\s*1\s*,).*"
    r"|[^=<>]*=\s*1\s*,\s*\\[lc]?dots.*"
    rf"|[^=<>:]*(?::|\\colon(?![A-Za-z]))\s*\{{?\s*{_SETS}[^=<>:]*\\(?:long)?(?:to|rightarrow)(?![A-Za-z])[^=<>:]*",
    re.DOTALL,
)
#: An array by its entries, ``A = (a_{ij})``, ``x = (x_1 x_2 \dots x_n)^T``, ``U = [u_1, …, u_d]``.
_ENTRIES = re.compile(
    r"\s*(?:\\[a-z]+\s*\{?\s*)?(?P<whole>[A-Za-z])\s*\}?\s*=\s*(?:\\left\s*)?[\[(]\s*"
    r"(?P<part>[A-Za-z])_(?:\{\s*[a-z]\s*,?\s*[a-z]\s*\}|1)"
    r"(?:[\s.,;]|(?P=part)_(?:\{[^{}]*\}|\w)|\\(?:cdots|ldots|dots))*(?:\\right\s*)?[\])]\s*(?:[_^].*)?",
    re.DOTALL,
)


#: A set of some of the real numbers, or vectors, ``\\R_+``, ``\\R^{>0}``, ``\\R \\setminus \\{0\\}``.
PARTIAL = re.compile(
    r"\\in(?![A-Za-z]).*(?:_\s*\{?\s*(?:\+|>|≥|\\ge|\*|0\s*\^)|\^\s*\{?\s*(?:\+|>|≥|\\ge|\*)|\\setminus|\\backslash)",
    re.DOTALL,
)


def is_type(formula: str) -> bool:
    """Does a formula say of what kind something is, and nothing else?"""
    return (_KIND.fullmatch(formula) is not None and PARTIAL.search(formula) is None) or is_listing(formula)


def is_listing(formula: str) -> bool:
    """Does a formula give the entries, or columns, of an array the names that its letter says?"""
    found = _ENTRIES.fullmatch(formula)
    return found is not None and found["whole"].lower() == found["part"].lower()
