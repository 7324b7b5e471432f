"""The table of declarations: every word has a reader, and its example is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli import main
from derive.reading.latex.context import Context
from derive.reading.latex.declarations import CLAUSES, with_declarations
from derive.reading.latex.declaring import KEYWORDS, SYNONYMS, clauses
from derive.reading.latex.words import OF_DOCUMENTS, WORDS
from tests.reading.latex.contexts import refusal, status_of

#: What concerns lines of a paper, as it would stand there; the relation below is read with it.
PAPER = """% derive: dimension N; vector a : N
\\begin{{equation}}\\label{{eq:one}} \\vec a = \\vec a \\end{{equation}}
% derive: {}
\\[ \\vec a \\cdot \\vec a = {} |\\vec a|^2 \\]
"""


def test_words_are_those_that_are_read() -> None:
    """``end`` alone has no reader: it stands where a pasted theorem ends."""
    assert set(KEYWORDS) >= set(WORDS) >= set(SYNONYMS.values())
    assert set(WORDS) - set(CLAUSES) == {"end"}


@pytest.mark.parametrize("word", [word for word, row in WORDS.items() if not row.directive and word != "end"])
def test_an_example_is_read(word: str) -> None:
    """It has a clause that begins with its word, and declares something."""
    example = WORDS[word].example
    assert word in {clause.keyword for clause in clauses(example)}
    assert with_declarations(example, Context()) != Context()


@pytest.mark.parametrize("word", [word for word, row in WORDS.items() if row.directive])
def test_an_example_of_what_concerns_relations(tmp_path: Path, word: str) -> None:
    """Its paper is read, and comes out as expected."""
    paper = tmp_path / "paper.tex"
    text = PAPER.format(WORDS[word].example if word != "on" else "off; on", 2 if word == "expect" else 1)
    paper.write_text(text + "% derive: on\n\\[ \\vec a = \\vec a \\]\n" * (word in ("off", "skip")), "utf-8")
    result = CliRunner().invoke(main, ["check", "--no-cache", str(paper)])
    assert result.exit_code == 0, result.output


def test_words_of_documents_are_those_of_the_page() -> None:
    """The table of docs/theories.md says of each what `derive explain` does."""
    page = (Path(__file__).parents[3] / "docs" / "theories.md").read_text("utf-8")
    for row in OF_DOCUMENTS.values():
        assert f"| `% derive: {row.written}` | {row.says} |" in page, row.written


def test_the_cosine_of_one_angle() -> None:
    r"""It is not in the language; ``\cos(x, y)`` of two vectors is."""
    declared = "dimension n; vectors x, y : n; scalar \\theta"
    assert "the cosine of one angle, which is not in the language" in refusal(
        lambda: status_of(r"\cos\theta = 1", declared)
    )
    assert status_of(r"\|x\| \|y\| \cos(x, y) = y^\top x", declared) == "proved"
