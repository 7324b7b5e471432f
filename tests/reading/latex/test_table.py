r"""``derive.reading.latex.table`` and ``declarations``: every construct has its reader."""

from __future__ import annotations

import derive.reading.latex.syntax as syntax
from derive.language.hypotheses import CONDITION_KINDS
from derive.reading.latex.declarations import CLAUSES
from derive.reading.latex.declaring import KEYWORDS
from derive.reading.latex.readings import Built
from derive.reading.latex.syntax import Node
from derive.reading.latex.table import NODES


def test_every_node_has_a_reader() -> None:
    """A kind of node that the grammar makes is read by somebody; what has been read already too."""
    kinds = {kind for kind in vars(syntax).values() if isinstance(kind, type) and issubclass(kind, Node)}
    assert set(NODES) == (kinds - {Node}) | {Built}


def test_every_keyword_has_a_reader() -> None:
    """A first word that cuts clauses has its row, is a property, or ends what a paper began; every row has such a word."""
    assert set(CLAUSES) - {""} <= set(KEYWORDS)
    assert set(KEYWORDS) - set(CLAUSES) == {*CONDITION_KINDS, "end"}
