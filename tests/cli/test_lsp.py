"""``derive lsp`` as an editor sees it: a client over stdin and stdout, and the server in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from derive.cli.app import main
from derive.cli.editor import Checked, hover, level
from derive.cli.obligations import Obligation

ROOT = Path(__file__).parents[2]
NO_PYGLS = "pygls is not installed: pip install pygls"
needs_pygls = pytest.mark.skipif(importlib.util.find_spec("pygls") is None, reason=NO_PYGLS)

HEAD = "% derive: dimension N; vectors a, b : N; scalar s, t\n"
#: Seconds within which an answer comes, on a machine that does much else.
PATIENCE = 40.0


class Client:
    """A small client of JSON-RPC: requests, notifications, and what the server says by itself."""

    def __init__(self, folder: Path) -> None:
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]), "DERIVE_CACHE": ""}
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "derive", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=env
        )
        self.answers: dict[int, Any] = {}
        self.said: Queue[dict[str, Any]] = Queue()
        self.number, self.ended = 0, False
        self.arrived = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        out = self.process.stdout
        assert out is not None
        while header := out.readline():
            length = int(header.split(b":")[1]) if header.lower().startswith(b"content-length") else 0
            while out.readline().strip():
                pass
            message = json.loads(out.read(length))
            if "method" in message:
                self.said.put(message)
            else:
                with self.arrived:
                    self.answers[message["id"]] = message
                    self.arrived.notify_all()
        with self.arrived:
            self.ended = True
            self.arrived.notify_all()

    def send(self, **message: Any) -> None:
        assert self.process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def tell(self, method: str, params: Any = None) -> None:
        self.send(method=method, params=params)

    def ask(self, method: str, params: Any = None) -> Any:
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        with self.arrived:
            assert self.arrived.wait_for(lambda: self.number in self.answers or self.ended, PATIENCE), method
        return self.answers[self.number]["result"]

    def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        """The next diagnostics of a document."""
        while True:
            message = self.said.get(timeout=PATIENCE)
            if message["method"] == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                found: list[dict[str, Any]] = message["params"]["diagnostics"]
                return found

    def open(self, path: Path, text: str | None = None) -> str:
        uri = path.as_uri()
        language = {".tex": "latex", ".md": "markdown", ".py": "python"}[path.suffix]
        said = path.read_text("utf-8") if text is None else text
        self.tell(
            "textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": said}}
        )
        return uri

    def change(self, uri: str, version: int, text: str) -> None:
        document = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def actions(self, uri: str, diagnostic: dict[str, Any]) -> list[dict[str, Any]]:
        asked = {"range": diagnostic["range"], "context": {"diagnostics": [diagnostic]}}
        found: list[dict[str, Any]] = self.ask("textDocument/codeAction", {"textDocument": {"uri": uri}, **asked})
        return found

    def hover(self, uri: str, line: int, character: int) -> str:
        place = {"line": line, "character": character}
        found = self.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": place})
        return "" if found is None else str(found["contents"]["value"])

    def end(self) -> int:
        self.ask("shutdown")
        self.tell("exit")
        return self.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client that is connected to a server, which goes on through all tests and ends when it is told to."""
    made = Client(tmp_path_factory.mktemp("served"))
    try:
        can = made.ask("initialize", {"processId": None, "rootUri": made.folder.as_uri(), "capabilities": {}})
        assert can["capabilities"]["hoverProvider"]
        assert can["serverInfo"]["name"] == "derive"
        made.tell("initialized", {})
        yield made
        assert made.end() == 0
    finally:
        made.process.kill()
        made.process.communicate()


def after(text: str, edit: dict[str, Any]) -> str:
    """The text after an edit in one document, of which every letter is one unit."""
    ((change,),) = edit["changes"].values()
    rows = text.split("\n")
    begin, end = change["range"]["start"], change["range"]["end"]
    at = sum(len(row) + 1 for row in rows[: begin["line"]]) + begin["character"]
    to = sum(len(row) + 1 for row in rows[: end["line"]]) + end["character"]
    return f"{text[:at]}{change['newText']}{text[to:]}"


@needs_pygls
def test_a_paper_is_written(client: Client, tmp_path: Path) -> None:
    """A false line is marked, mended by the repair, broken again and mended by hand; the disk has another text all along."""
    path = tmp_path / "p.tex"
    path.write_text(HEAD, "utf-8")
    text = f"{HEAD}\\begin{{align}}\n  s + s &= 2s \\\\\n    &= 3 s .\n\\end{{align}}\n"
    uri = client.open(path, text)
    (wrong,) = client.diagnostics(uri)
    assert (wrong["range"]["start"], wrong["range"]["end"]) == (
        {"line": 3, "character": 5},
        {"line": 3, "character": 6},
    )
    assert (wrong["severity"], wrong["code"], wrong["source"]) == (1, "refuted", "derive")
    assert "at s = 1" in wrong["message"]
    assert "true with" in wrong["message"]
    assert client.hover(uri, 2, 8).startswith("read as: `s + s = 2s`")
    assert "proved for all data" in client.hover(uri, 2, 8)
    assert "refuted" in client.hover(uri, 3, 6)
    assert client.hover(uri, 0, 3) == ""
    (action,) = client.actions(uri, wrong)
    assert action["kind"] == "quickfix"
    mended = after(text, action["edit"])
    assert mended == text.replace("3 s", "2 s")
    client.change(uri, 2, mended)
    assert client.diagnostics(uri) == []
    assert client.actions(uri, wrong) == []
    client.change(uri, 3, mended.replace("2s", "2q"))
    unread = client.diagnostics(uri)
    assert {each["code"] for each in unread} == {"unreadable"}
    assert "unknown name q" in unread[0]["message"]
    client.change(uri, 4, mended)
    assert client.diagnostics(uri) == []
    assert path.read_text("utf-8") == HEAD


@needs_pygls
def test_letters_of_two_units(client: Client, tmp_path: Path) -> None:
    """Columns are counted as the protocol does it, in UTF-16: a letter beyond the first plane has two units."""
    path = tmp_path / "p.md"
    uri = client.open(path, "<!-- derive: scalar s -->\n\n𝔸𝔹 $$ s = 2 s $$\n")
    (wrong,) = client.diagnostics(uri)
    assert wrong["range"]["start"] == {"line": 2, "character": 10}
    assert "refuted" in client.hover(uri, 2, 10)


@needs_pygls
def test_files_that_are_input(client: Client, tmp_path: Path) -> None:
    """What is wrong in an input file is said there, with the text that the editor has of it."""
    main, part = tmp_path / "main.tex", tmp_path / "part.tex"
    part.write_text("\\[ s = s \\]\n", "utf-8")
    uri = client.open(main, f"{HEAD}\\input{{part}}\n")
    assert client.diagnostics(uri) == []
    inner = client.open(part)
    assert client.diagnostics(inner) == []  # it declares nothing by itself
    client.change(inner, 2, "\\[ s = t \\]\n")
    found = client.diagnostics(inner)
    while not found:  # of itself there is nothing to say
        found = client.diagnostics(inner)
    assert found[0]["range"]["start"] == {"line": 0, "character": 5}
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert client.diagnostics(uri) == client.diagnostics(inner) == []


@needs_pygls
def test_python_is_run_when_it_is_saved(client: Client, tmp_path: Path) -> None:
    """And not before; what it prints does not reach the editor."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from pathlib import Path\nimport derive\nprint('{' * 100)\nPath('ran').touch()\n"
        "N = derive.dimension('N')\nclaim = derive.prove(N, 2 * N)\n",
        "utf-8",
    )
    uri = client.open(path)
    client.change(uri, 2, path.read_text("utf-8"))
    other = client.open(tmp_path / "p.tex", f"{HEAD}\\[ s = s \\]\n")
    assert client.diagnostics(other) == []
    assert not (client.folder / "ran").exists()
    client.tell("textDocument/didSave", {"textDocument": {"uri": uri}})
    (wrong,) = client.diagnostics(uri)
    assert (client.folder / "ran").exists()
    assert (wrong["range"]["start"]["line"], wrong["code"]) == (5, "refuted")
    assert "N = " in wrong["message"]
    path.write_text("import derive\n1 +\n", "utf-8")
    client.tell("textDocument/didSave", {"textDocument": {"uri": uri}})
    (broken,) = client.diagnostics(uri)
    assert (broken["range"]["start"]["line"], broken["severity"]) == (1, 1)


@needs_pygls
def test_hostile_documents(client: Client, tmp_path: Path) -> None:
    """The server answers, and goes on."""
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    other = client.open(tmp_path / "q.tex", f"{HEAD}\\[ s = t \\]\n")
    assert len(client.diagnostics(other)) == 1
    texts = ["", "\\[" * 3000, HEAD + "\\[ s = " + "(" * 5000 + " \\]", "% derive: \x00\n\\[ = = \\]", "\ud83d"]
    for number, text in enumerate(texts):
        uri = client.open(tmp_path / f"p{number}.tex", text)
        client.diagnostics(uri)
        assert client.actions(uri, {"range": everywhere, "message": ""}) == []
        assert client.hover(uri, 99, 99) == ""
        client.change(other, number + 2, f"{HEAD}\\[ s = {number + 2} s \\]\n")
        assert len(client.diagnostics(other)) == 1


def test_without_pygls(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said what to install."""
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    monkeypatch.delitem(sys.modules, "derive.cli.serving", raising=False)
    found = run("lsp")
    assert found.exit_code == 2
    assert "pip install pygls" in found.stderr
    assert "lsp" in main.commands


def remarks(text: str, folder: Path) -> Checked:
    """What is said of a paper with a text, which is not on the disk."""
    path = folder / "p.tex"
    made = Checked(path, {str(path): text})
    assert made.check_paper(lambda: False)
    return made


def test_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuted and unread are errors, unsupported is a warning, proved without a certificate an information."""
    monkeypatch.chdir(tmp_path)
    found = remarks(
        HEAD + "\\[ s = t \\]\n\\[ s = q \\]\n\\[ s = s \\]\n% derive: expect refuted\n\\[ s = s \\]\n", tmp_path
    )
    assert [(r.line, r.level, r.code) for r in found.remarks] == [
        (2, "error", "refuted"),
        (3, "error", "unreadable"),
        (6, "error", "unexpected"),
    ]
    assert level(Obligation("", "relation", "unsupported", reason="no")) == "warning"
    uncertified = Obligation("", "relation", "proved", "a", "b", not_certified="why", backing="search")
    assert level(uncertified) == "information"
    assert "not certified: why" in hover(uncertified)
    Path("pyproject.toml").write_text("[tool.derive]\nunread = 'warn'\n", "utf-8")
    assert [r.level for r in remarks(HEAD + "\\[ s = q \\]", tmp_path).remarks] == ["warning"]


def test_the_same_as_check(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor is told what `derive check` finds."""
    monkeypatch.chdir(tmp_path)
    text = HEAD + "\\begin{align} s + s &= 2s \\\\ &= 3s \\\\ &\\le t \\end{align}\n\\[ a \\cdot b = b \\cdot a \\]\n"
    Path("p.tex").write_text(text, "utf-8")
    records = json.loads(run("check", "p.tex", "--json").stdout)["obligations"]
    made = remarks(text, tmp_path)
    made.obligations = [(n, o) for n, o in made.obligations]
    assert [{**o.to_json(), "file": "p.tex"} for _, o in made.obligations] == records
