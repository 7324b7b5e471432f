r"""``pytest --derive``: papers and modules of derivations as tests.

Collected are ``.tex``, ``.md`` and ``.ipynb`` files that are named, or hold a ``derive:`` comment, or have a sidecar
``.derive.toml``: each relation is an item, which fails with its line, both sides and a counterexample.  Of Python files that
import `derive`, and are no test files themselves, each verdict, statement and theorem that `derive check` finds in them is
an item: they are imported, as test files are.  A paper in which nothing is left to check is an error, as is a module that
expects something and states nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from derive.cli.obligations import Obligation
    from derive.cli.targets import AnySubject

_EXPECTS = re.compile(r"\bexpect\s*\(")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--derive`` and ``--derive-strict``."""
    group = parser.getgroup("derive")
    group.addoption("--derive", action="store_true", help="check papers (.tex, .md) and modules of derivations")
    group.addoption(
        "--derive-strict",
        action="store_true",
        help="the same, as derive check --strict: what is proved must be certified, its side conditions hypotheses",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A paper or a module of derivations, when ``--derive`` or ``--derive-strict`` is given."""
    asked = parent.config.getoption("--derive") or parent.config.getoption("--derive-strict")
    if not asked or file_path.suffix not in (".tex", ".md", ".ipynb", ".py"):
        return None
    patterns = parent.config.getini("python_files")
    if file_path.suffix == ".py" and any(file_path.match(pattern) for pattern in patterns):
        return None
    from derive.targets import speaks

    named = file_path.suffix != ".py" and parent.session.isinitpath(file_path)  # as an argument
    return DeriveFile.from_parent(parent, path=file_path) if named or speaks(file_path) else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


class DeriveFile(pytest.File):
    """A file with statements."""

    @cached_property
    def subject(self) -> AnySubject:
        """What `derive check` would check of the file."""
        from derive.cli.targets import subject

        here = Path.cwd()
        return subject(str(self.path.relative_to(here) if self.path.is_relative_to(here) else self.path))

    def collect(self) -> Iterator[DeriveItem]:
        """An item for each relation of a paper, or each theorem of a module."""
        from derive.cli.papers import PaperSubject
        from derive.cli.targets import EMPTY
        from derive.errors import InputError
        from derive.targets import speaks

        try:
            found = self.subject
            places = found.places_of_labels if isinstance(found, PaperSubject) else {}
            failures = [] if isinstance(found, PaperSubject) else found.failures
            labels = found.labels
        except InputError as error:
            if self.path.suffix == ".py" and EMPTY in error.message and not _EXPECTS.search(_text(self.path)):
                return  # a module that uses the package for something else
            raise self.CollectError(str(error)) from None
        if isinstance(found, PaperSubject) and found.nothing and not (found.fragment and speaks(self.path)):
            raise self.CollectError(found.nothing)
        for failure in failures:
            yield DeriveItem.from_parent(self, name=failure.label, failure=failure)
        for label in labels:
            line, name = places.get(label, (None, label))
            yield DeriveItem.from_parent(self, name=name, label=label, line=line)


class DeriveItem(pytest.Item):
    """One relation, or one theorem."""

    def __init__(
        self, *, label: str = "", line: int | None = None, failure: Obligation | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.label, self.line, self.failure = label, line, failure
        self.add_marker("derive")

    def runtest(self) -> None:
        """Check it; raises `NotAsExpected` with what is wrong."""
        parent = self.parent
        if not isinstance(parent, DeriveFile):
            raise TypeError("an item outside of its file")
        found = [self.failure] if self.failure is not None else parent.subject.check(self.label)
        if self.config.getoption("--derive-strict"):
            found = [o.strict() for o in found]
        self.user_properties += [("not certified", o.not_certified) for o in found if o.not_certified]
        wrong = [o for o in found if not o.as_expected]
        if wrong:
            raise NotAsExpected(wrong)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The place, both sides and the evidence; of any other error the traceback."""
        if isinstance(excinfo.value, NotAsExpected):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None if self.line is None else self.line - 1, self.name


class NotAsExpected(Exception):
    """Obligations that did not come out as they had to; its text is the place, both sides and the evidence of each."""

    def __init__(self, wrong: list[Obligation]) -> None:
        from derive.cli.rows import failure, wrong_with

        rows = []
        for o in wrong:
            rows.append(f"{o.place}: {o.verdict}, expected to be {o.expected}")
            rows += [f"  {row}" for row in (wrong_with(o) if o.kind == "relation" else failure(o))]
        super().__init__("\n".join(rows))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many of the items that passed have something proved that is not certified."""
    reports = terminalreporter.getreports("passed")
    open_ = sum(any(name == "not certified" for name, _ in report.user_properties) for report in reports)
    if open_:
        terminalreporter.write_line(f"derive: {open_} passed proved, not certified (--derive-strict fails them)")


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker of items known."""
    config.addinivalue_line("markers", "derive: a statement checked by derive, from a paper or a module of derivations")
