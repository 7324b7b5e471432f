"""A paper is walked: `read_paper` gives what it says, in each of the ways in which it can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from derive.reading.in_each import Choices
from derive.reading.paper.authored import StatedTheory, document_of
from derive.reading.paper.claims import Note, Relation
from derive.reading.paper.document import Item, items_of
from derive.reading.paper.doubts import settled
from derive.reading.paper.files import Files, sidecar_of
from derive.reading.paper.in_text import InText
from derive.reading.paper.pasting import Pasted
from derive.reading.paper.premises import with_premises
from derive.reading.paper.stating import Stating, announces, without_reasons
from derive.reading.paper.walk import PaperReader


@dataclass(frozen=True)
class Paper:
    """What a paper says: relations and displays pasted from theorems, and what is passed over.

    ``files`` has a hash of every file as it was read, and nothing for one that was looked for and is not there;
    ``displays`` counts what was found as displayed mathematics, read or not; ``conventions`` are what its reading relies on.
    ``document`` is the theory that it states, if it does: ``items`` are what stands beside that.
    """

    items: tuple[Relation | Pasted, ...]
    notes: tuple[Note, ...]
    files: Mapping[Path, str]
    displays: int = 0
    conventions: tuple[str, ...] = ()
    document: StatedTheory | None = None


def read_paper(path: Path) -> Paper:
    """What a ``.tex`` or ``.md`` file says; raises `InputError` when the file, or its sidecar, cannot be read."""
    files = Files()
    sidecar, found = sidecar_of(path, files), tuple(items_of(path, files))
    parts = without_reasons(found) if any(map(announces, found)) else None

    def steps(choices: Choices) -> Iterator[tuple[Item | None, PaperReader, Stating]]:
        items = found if parts is None else parts.items
        walk, stating = PaperReader(sidecar, choices, InText(items), parts is not None), Stating(parts)
        for item in items:
            if parts is None:
                walk.take(item)
            else:
                stating.take(item, walk)
            yield item, walk, stating
        walk.end()
        yield None, walk, stating

    *_, (_, walk, stated) = steps({})
    items = settled(walk.items, lambda choices: ((item, again.items) for item, again, _ in steps(choices)))
    document, items = document_of(stated, with_premises(items))
    return Paper(
        tuple(items), tuple(walk.notes), files.seen, walk.displays, tuple(sorted(walk.context.relied)), document
    )
