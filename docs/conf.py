"""The site of these pages, with a reference that is made of the program: ``sphinx-build -W docs docs/build``.

The pages are what they are on their own: Markdown whose links lead to files of the repository.  Here a link leads to the
page of the site where there is one, and else to the file.  The README is the first page.
"""

import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
ROOT = DOCS.parent
sys.path[:0] = [str(DOCS), str(ROOT)]

import reference  # noqa: E402

from derive.version import __version__  # noqa: E402

project, author, release, language = "derive", "the authors of derive", __version__, "en"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["build", "examples"]
suppress_warnings = ["misc.highlighting_failure"]  # what is typed at a prompt may be LaTeX
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
default_role = "code"  # what stands between single backticks in a docstring
smartquotes = False  # quotes are those of the program
autodoc_member_order = "bysource"
napoleon_use_ivar = True
html_theme, html_title = "furo", f"derive {__version__}"
html_static_path, html_css_files = ["static"], ["site.css"]
html_show_sourcelink = html_copy_source = html_show_copyright = False

#: Files elsewhere that are pages of the site, and where.
PLACED = {
    ROOT / "README.md": "index",
    ROOT / "CHANGELOG.md": "reference/changelog",
    ROOT / "derive/certificates/FORMAT.md": "reference/format",
    ROOT / "output/benchmarks.md": "reference/benchmarks",
}
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#+ .*?)\[([^]]*)\]\([^)]*\)", re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)")


def with_links(words: str, written: Path, name: str) -> str:
    """The words of a file with links as they are to be on a page of the site."""

    def link(found: re.Match[str]) -> str:
        target, anchor = (written.parent / found[1]).resolve(), found[2] or ""
        up = "../" * name.count("/")
        if target in PLACED or (target.suffix == ".md" and target.parent == DOCS):
            return f"]({up}{PLACED.get(target, target.stem)}.md{anchor})"
        if target.suffix == ".svg":  # an image
            return f"]({up}../{target.relative_to(ROOT)})"
        return f"](path:{up}../{target.relative_to(ROOT)})"

    parts = _FENCE.split(words)
    # a heading leads nowhere: it stands in the contents as well
    return "".join(part if n % 2 else _LINK.sub(link, _HEADING.sub(r"\1\2", part)) for n, part in enumerate(parts))


def read(_: Any, name: str, source: list[str]) -> None:
    """A page before it is parsed."""
    if not name.startswith("reference/"):
        source[0] = with_links(source[0], DOCS / f"{name}.md", name)
    if name == "index":
        source[0] = with_links((ROOT / "README.md").read_text("utf-8"), ROOT / "README.md", name) + source[0]


def without_bars(_: Any, what: str, name: str, made: object, options: object, lines: list[str]) -> None:
    """A docstring in which |x| is an absolute value, and no name of reStructuredText."""
    session = False
    for number, line in enumerate(lines):
        session = bool(line.strip()) and (session or line.lstrip().startswith(">>>"))
        if not session:
            lines[number] = re.sub(r"(`+[^`]*`+)|\|", lambda found: found[1] or r"\|", line)


def setup(app: Any) -> None:
    """What Sphinx calls before anything is read."""
    reference.write(DOCS / "reference")
    for path, name in PLACED.items():
        if name != "index":
            reference.put(DOCS / f"{name}.md", with_links(path.read_text("utf-8"), path, name))
    app.connect("source-read", read)
    app.connect("autodoc-process-docstring", without_bars, priority=1)
