r"""Papers: `read_paper` finds the displayed mathematics of a ``.tex`` or ``.md`` file, and every relation in it."""

from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.document import declares
from derive.reading.paper.paper import Paper, read_paper
from derive.reading.paper.pasting import Pasted

__all__ = ["Note", "Paper", "Pasted", "Relation", "declares", "read_paper"]
