"""The server of `derive lsp`: documents of an editor → diagnostics, hovers and repairs, over the Language Server Protocol.

All that is decided is decided in one thread, one thing after the other, so that the server answers meanwhile; a document
that changes supersedes what is at work on it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from derive.cli.editor import Checked, Remark, hover
from derive.targets import PAPERS, speaks
from derive.version import __version__

_T = TypeVar("_T")

#: Seconds without a change after which a document is checked.
QUIET = 0.25
#: Bytes of the stack of the thread that decides: terms nest deeply.
STACK = 256 * 1024 * 1024

_LEVELS = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


class Server:
    """The documents that are open, what was found of each, and the thread that decides."""

    def __init__(self) -> None:
        self.lsp = LanguageServer("derive", __version__)
        before = threading.stack_size(STACK)
        self.worker = ThreadPoolExecutor(1)
        self.worker.submit(int).result()
        threading.stack_size(before)
        self.turn: dict[str, int] = {}
        self.checked: dict[str, Checked] = {}
        self.published: dict[str, tuple[str, ...]] = {}
        handlers: dict[str, Callable[[Any], Any]] = {
            types.INITIALIZED: self.initialized,
            types.TEXT_DOCUMENT_DID_OPEN: self.opened,
            types.TEXT_DOCUMENT_DID_CHANGE: self.changed,
            types.TEXT_DOCUMENT_DID_SAVE: self.saved,
            types.TEXT_DOCUMENT_DID_CLOSE: self.closed,
            types.TEXT_DOCUMENT_HOVER: self.hover,
        }
        for name, handler in handlers.items():
            self.lsp.feature(name)(partial(handler))  # pygls marks what it is given, which a method cannot hold
        kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
        self.lsp.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)(partial(self.actions))

    # --- documents --------------------------------------------------------------------------------------------------

    def initialized(self, _: types.InitializedParams) -> None:
        """Files are named, and settings are looked for, from the folder that the editor has open."""
        with suppress(OSError, TypeError):
            os.chdir(self.lsp.workspace.root_path or ".")

    async def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        await self.check(params.text_document.uri)

    async def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        turn = self.next(uri)
        await asyncio.sleep(QUIET)
        if self.turn.get(uri) == turn:
            await self.check(uri)
            await self.check_others(uri)

    async def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        await self.check(params.text_document.uri, saved=True)
        await self.check_others(params.text_document.uri)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        self.next(uri)
        self.checked.pop(uri, None)
        for other in self.published.pop(uri, ()):
            self.say(other, [])

    def next(self, uri: str) -> int:
        """Supersede what is at work on a document."""
        self.turn[uri] = self.turn.get(uri, 0) + 1
        return self.turn[uri]

    def texts(self) -> dict[str, str]:
        """The texts that the editor has."""
        documents = self.lsp.workspace.text_documents
        return {path: document.source for uri, document in documents.items() if (path := uris.to_fs_path(uri))}

    async def check(self, uri: str, saved: bool = False) -> None:
        """Check a document and publish what is to be said."""
        name = uris.to_fs_path(uri)
        if not name or not name.endswith((".py", ".tex", ".md")):
            return
        path, turn = shown(Path(name)), self.next(uri)
        checked = Checked(path, self.texts())

        def work() -> bool:
            if path.suffix in PAPERS:
                return checked.check_paper(lambda: self.turn.get(uri) != turn)
            if saved and speaks(path):
                checked.check_python()
                return True
            return False  # it would be run

        if await self.decide(work) and self.turn.get(uri) == turn:
            self.checked[uri] = checked
            self.publish(uri, checked)

    async def check_others(self, uri: str) -> None:
        """Check the open papers that depend on a document that was changed."""
        name = uris.to_fs_path(uri)
        for other, checked in list(self.checked.items()):
            if name and other != uri and Path(name) in checked.files and checked.path.suffix in PAPERS:
                await self.check(other)

    async def decide(self, work: Callable[[], _T]) -> _T:
        """Have something done by the thread that decides."""
        return await asyncio.get_running_loop().run_in_executor(self.worker, work)

    # --- what is said -----------------------------------------------------------------------------------------------

    def publish(self, uri: str, checked: Checked) -> None:
        """Publish what is to be said of a document, and of the files that it inputs; take back what no longer is."""
        said: dict[str, list[types.Diagnostic]] = {uri: []}
        for remark in checked.remarks:
            where = self.uri_of(remark.file, uri, checked)
            said.setdefault(where, []).append(self.diagnostic(remark, checked))
        for gone in self.published.get(uri, ()):
            if gone not in said:
                self.say(gone, [])
        self.published[uri] = tuple(said)
        for where, diagnostics in said.items():
            self.say(where, diagnostics)

    def say(self, uri: str, diagnostics: Sequence[types.Diagnostic]) -> None:
        self.lsp.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, list(diagnostics)))

    def uri_of(self, file: str, uri: str, checked: Checked) -> str:
        """The name of a file in the words of the editor."""
        if Path(file).absolute() == checked.path.absolute():
            return uri
        path = str(Path(file).absolute())
        known = (each for each in self.lsp.workspace.text_documents if uris.to_fs_path(each) == path)
        return next(known, None) or str(uris.from_fs_path(path))

    def diagnostic(self, remark: Remark, checked: Checked) -> types.Diagnostic:
        line = checked.line(remark.file, remark.line)
        return types.Diagnostic(
            range=self.range(line, remark.line, remark.column, remark.end),
            message=remark.says,
            severity=_LEVELS[remark.level],
            code=remark.code,
            source="derive",
        )

    def range(self, line: str, number: int, column: int, end: int) -> types.Range:
        """A range in one line, in the units of the editor."""
        units = self.lsp.workspace.position_codec.client_num_units
        begin, stop = units(line[: column - 1]), units(line[: end - 1])
        return types.Range(types.Position(number - 1, begin), types.Position(number - 1, max(stop, begin + 1)))

    def column(self, line: str, character: int) -> int:
        """The column, from 1, of what the editor counts in its units."""
        units, column = self.lsp.workspace.position_codec.client_num_units, 0
        while column < len(line) and units(line[: column + 1]) <= character:
            column += 1
        return column + 1

    # --- what is asked ----------------------------------------------------------------------------------------------

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        uri, position = params.text_document.uri, params.position
        name = uris.to_fs_path(uri)
        for checked in (self.checked[uri],) if uri in self.checked else tuple(self.checked.values()):
            line = checked.line(str(shown(Path(name or ""))), position.line + 1)
            column = self.column(line, position.character)
            found = checked.nearest(Path(name or ""), position.line + 1, column)
            if found is not None:
                return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, hover(found[1])))
        return None

    async def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """The repairs of the relations whose signs are in a range."""
        uri, first, last = params.text_document.uri, params.range.start.line + 1, params.range.end.line + 1
        checked = self.checked.get(uri)
        if checked is None or not checked.is_of(self.texts()):
            return []  # it is not known what is there now
        found: list[types.CodeAction] = []
        for remark in checked.remarks:
            here = Path(remark.file).absolute() == checked.path.absolute() and first <= remark.line <= last
            if remark.number is None or not here or remark.code != "refuted":
                continue
            number = remark.number
            edit = await self.decide(lambda number=number: checked.edit(number))  # type: ignore[misc]
            if edit is None:
                continue
            change = types.TextEdit(self.span(edit.text, edit.begin, edit.end), edit.new)
            where = self.uri_of(edit.file, uri, checked)
            found.append(
                types.CodeAction(
                    title=f"derive: make it true, with {edit.words}",
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[self.diagnostic(remark, checked)],
                    edit=types.WorkspaceEdit(changes={where: [change]}),
                    is_preferred=True,
                )
            )
        return found

    def span(self, text: str, begin: int, end: int) -> types.Range:
        """A range between two offsets."""
        return types.Range(self.position(text, begin), self.position(text, end))

    def position(self, text: str, at: int) -> types.Position:
        start = text.rfind("\n", 0, at) + 1
        units = self.lsp.workspace.position_codec.client_num_units
        return types.Position(text.count("\n", 0, at), units(text[start:at]))


def shown(path: Path) -> Path:
    """A path as people want it: from the current folder, when it is below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def serve() -> None:
    """Answer an editor over stdin and stdout until it says that it ends; what else is printed goes to stderr."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Server().lsp.start_io(os.fdopen(os.dup(sys.stdin.fileno()), "rb"), answers)
