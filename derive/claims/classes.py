"""The rule by which a claim is called true, true under hypotheses, or false: a function of what was decided.

What an author writes of a claim is the sentence, its formal statement, and hypotheses that may be added with the ground for
each; the class is computed by `class_of`.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Literal

from derive.evaluate.witness import find_admissible
from derive.language.hypotheses import Condition, Hypothesis, conditions_of
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Function, Max, Rank
from derive.statements.bound import bound
from derive.statements.statement import decided

Kind = Literal["TRUE", "TRUE-IF", "FALSE", "ILL-TYPED", "UNSUPPORTED", "DEF", "NOT-MATH"]

#: What came out of the sentence as it stands, or with hypotheses added.
Found = Literal["proved", "refuted", "ill-typed", "undefined", "reading", "unsupported"]

#: Declared properties under which a symbol still takes all real values but a null set, or half of them.
_FULL = frozenset({"nonzero", "nonneg", "positive"})


def excluded_is_null(hypothesis: Hypothesis) -> bool:
    """Does the hypothesis leave out only a null set of the data, or single sizes?

    It does if it says t ≠ 0, or t > 0 where t ≥ 0 is proved, and holds at some point.  Lemma: t is built of real-analytic
    functions, so that, being not 0 at one point of a connected domain, its zeros are a null set; of a size they are
    single values.  An equality never does, nor does a condition on a symbol that takes only some values, such as 0 and 1.
    """
    if not isinstance(hypothesis, Condition) or hypothesis.kind not in ("nonzero", "not_zero", "positive"):
        return False
    term = hypothesis.term
    declared = (condition.kind for symbol in symbols_of(term) for condition in conditions_of(symbol))
    parts = unfolded_subterms(term)
    bent = any(isinstance(part, Max | Rank) or (isinstance(part, Function) and part.name == "abs") for part in parts)
    if bent or not _FULL.issuperset(declared):
        return False
    if hypothesis.kind == "positive" and decided(bound(term, ">=", 0)).status != "proved":
        return False
    return find_admissible((term,), (hypothesis,)) is not None


def class_of(
    sort: Literal["sentence", "definition", "words"], stated: Found, mended: Found | None, added: bool
) -> Kind:
    """A sentence is decided as it stands, then with hypotheses added; what came out of both gives its class.

    NOT-MATH: it is no mathematical sentence, and has no verdict.
    DEF: it introduces a name and asserts nothing; that what it introduces is well-posed was proved.
    TRUE: proved as it stands, for all sizes, data and parameters that the source allows.
    ILL-TYPED: its sides have different shapes, or it uses a name that nothing introduces, so that it says nothing.
    TRUE-IF: as it stands it is refuted, speaks of what is not defined, or is open to reading; with hypotheses added it is
        proved, and each of them may be added: it leaves out only a null set of the data or single sizes (t ≠ 0, or t > 0
        where t ≥ 0 is proved), or the source itself gives it, in words that are quoted, or it gives a meaning to a word
        that the source leaves open.
    FALSE: refuted as it stands, at exact data, and no hypothesis that may be added was found to mend it.  What holds only
        under an equation, such as a mean of 0, is false.
    UNSUPPORTED: neither proved nor refuted; what that would need is said.
    """
    if sort == "words":
        return "NOT-MATH"
    if stated == "proved":
        return "DEF" if sort == "definition" else "TRUE"
    if stated == "ill-typed":
        return "ILL-TYPED"
    if stated == "unsupported" or sort == "definition":
        return "UNSUPPORTED" if stated == "unsupported" else "FALSE"
    if mended == "proved" and added:
        return "TRUE-IF"
    return "FALSE" if stated == "refuted" else "UNSUPPORTED"


def rule() -> tuple[str, tuple[tuple[str, str], ...]]:
    """The rule as it is printed: how it is read, and of each class its name and when it is given."""
    first, _, rest = cleandoc(class_of.__doc__ or "").partition("\n\n")
    entries = re.split(r"\n(?! )", rest)
    return first, tuple(
        (name, " ".join(words.split())) for name, _, words in (line.partition(": ") for line in entries)
    )
