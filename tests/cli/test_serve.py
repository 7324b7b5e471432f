"""``derive serve --mcp``: a client of the protocol over stdio; and the tools by themselves, which take texts alone."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from derive import verifier
from derive.certificates.statements import write_statement
from derive.cli import schemas, tools
from derive.cli.prove import only, read
from derive.processes import Aside
from tests.cli.conftest import ROOT

PAPER = "% derive: dimension N; vectors a, b : N\n\\[ {} \\]\n"
#: A relation that is false.
SWAPPED = PAPER.format(r"\vec a \cdot \vec b = \vec b \cdot \vec a + 1")


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which tools work."""
    monkeypatch.chdir(tmp_path)
    tools.enter(str(tmp_path))
    return tmp_path


def obligations(found: dict[str, Any]) -> list[dict[str, Any]]:
    assert found["schema"] in (tools.PROVE, tools.CHECK), found
    made: list[dict[str, Any]] = found["obligations"]
    return made


# --- by a client ------------------------------------------------------------------------------------------------


def session(work: Callable[[Any], Awaitable[None]], *options: str) -> None:
    """Let a client work with a server of its own."""
    pytest.importorskip("mcp.server.lowlevel", reason="the package mcp is not installed: pip install -e '.[mcp]'")
    from mcp import ClientSession, StdioServerParameters, stdio_client

    async def run() -> None:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "derive", "serve", "--mcp", *options],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        async with stdio_client(server) as streams, ClientSession(*streams) as client:
            await client.initialize()
            await work(client)

    asyncio.run(run())


def test_a_client_is_served() -> None:
    """Every tool is listed with its schemas, and answers; the client holds each answer to the schema of the tool."""

    async def work(client: Any) -> None:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(listed) == set(tools.TOOLS)
        for name, tool in listed.items():
            assert tool.description
            assert tool.output_schema == schemas.schemas()[tools.TOOLS[name].gives]
        calls = {
            "prove": {"statement": "sigma2 = dot(a, a)/N - mu^2"},
            "find": {"lhs": "a - mu*one", "rhs": "Pi*a"},
            "check_latex": {"text": SWAPPED},
            "explain": {"label": "layernorm.projector_idempotent"},
            "list_theories": {},
        }
        answers = {name: await client.call_tool(name, given) for name, given in calls.items()}
        for name, answer in answers.items():
            assert not answer.is_error
            assert answer.structured_content["schema"] == tools.TOOLS[name].gives
            assert json.loads(answer.content[0].text) == answer.structured_content
        assert answers["prove"].structured_content["verdict"] == "proved"
        assert answers["find"].structured_content["lines"]
        assert answers["check_latex"].structured_content["summary"]["refuted"] == 1
        for name, given in (("explain", {"label": "nothing"}), ("prove", {}), ("no_tool", {})):
            answer = await client.call_tool(name, given)
            assert answer.is_error
            assert answer.structured_content["schema"] == schemas.ERROR

    session(work)


def test_a_long_call_is_ended() -> None:
    """It is an error that says so, and the next call is answered."""

    async def work(client: Any) -> None:
        many = PAPER.format(" \\]\n\\[ ".join([r"|\vec a|^2 + |\vec b|^2 = |\vec a - \vec b|^2 + 3"] * 2000))
        answer = (await client.call_tool("check_latex", {"text": many})).structured_content
        assert answer["error"]["kind"] == "time"
        assert "1 s" in answer["error"]["message"]
        answer = (await client.call_tool("list_theories", {"theory": "nothing"})).structured_content
        assert answer["error"]["kind"] in ("name", "time")  # a new process may take as long to begin

    session(work, "--seconds", "1")


def test_without_the_package(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """How to install it; and without a protocol a usage error."""
    monkeypatch.setitem(sys.modules, "mcp.server.lowlevel", None)
    monkeypatch.delitem(sys.modules, "derive.cli.mcp", raising=False)
    assert "extra mcp" in run("serve", "--mcp", code=2).stderr
    assert "derive serve --mcp" in run("serve", code=2).stderr


# --- the tools --------------------------------------------------------------------------------------------------


def test_what_was_read_is_what_was_certified(inside: Path) -> None:
    """The certificate states the statement that the text says, and the printed reading is of that statement."""
    text = "norm(Pi*a)^2 = N*sigma2 = dot(a, Pi*a)"
    found = tools.answer("prove", {"statement": text})
    assert found["verdict"] == "proved"
    assert found["certificate"]["statement"] == write_statement(only(read(text)).chain.statement)
    assert found["read"]["text"] == "|Πa|² = Nσ² = a · Πa"
    first, second = obligations(found)
    assert (first["lhs"], first["rhs"], second["rhs"]) == ("|Πa|²", "Nσ²", "a · Πa")
    assert [each["backing"] for each in (first, second)] == ["verifier"] * 2


def test_names_and_their_theories(inside: Path) -> None:
    """What each name is, also within definitions, and which came from a theory."""
    (found,) = obligations(tools.answer("prove", {"statement": "sigma2 = norm(a)^2/N"}))
    names = {each["name"]: each for each in found["declared"]}
    assert names["a"] == {"name": "a", "shape": ["N"], "properties": [], "means": "", "theory": ""}
    assert names["μ"] == {"name": "μ", "shape": [], "properties": [], "means": "(a · 1) / N", "theory": "layernorm"}
    given = {"statement": "t*sqrt(q) = sqrt(t^2*q)", "declarations": ["scalar t > 0", "scalar q > 0"]}
    (found,) = obligations(tools.answer("prove", given))
    assert [(each["name"], each["properties"], each["theory"]) for each in found["declared"]] == [
        ("t", ["t > 0"], ""),
        ("q", ["q > 0"], ""),
    ]


@pytest.mark.parametrize(
    ("begin", "theory"), [("use layernorm", "layernorm"), (r"dimension N; vector a : N; let \mu = 2", "")]
)
def test_names_of_a_text(inside: Path, begin: str, theory: str) -> None:
    """A theory that the text uses, where a name means what it means there; what the text defines is its own."""
    (found,) = obligations(tools.answer("check_latex", {"text": f"% derive: {begin}\n\\[ \\mu = \\mu + 1 \\]"}))
    assert [each["theory"] for each in found["declared"] if each["name"] == "μ"] == [theory]


def test_a_refuted_relation_has_its_repair(inside: Path) -> None:
    """Of `prove` as of a paper; with the counterexample and the reading."""
    for name, given in (
        ("prove", {"statement": "sigma2 = norm(Pi*a)^2/(N-1)"}),
        ("check_latex", {"text": "% derive: use layernorm\n\\[ \\sigma^2 = \\frac{|\\Pi \\vec a|^2}{N - 1} \\]"}),
    ):
        (found,) = obligations(tools.answer(name, given))
        assert (found["verdict"], found["witness"]["N"], found["lhs"]) == ("refuted", 2, "σ²")
        assert found["repair"] == "true with N in place of N - 1: σ² = |Πa|² / N"
    (found,) = obligations(tools.answer("prove", {"statement": "norm(a) < 0"}))
    assert found["repair"].startswith("true with ≥ in place of <")


@pytest.mark.parametrize(
    ("statement", "kind", "column", "readings"),
    [
        ("x = zz", "name", 5, 0),
        ("x = ", "syntax", 4, 0),
        (r"\|A\| = 1", "ambiguity", 1, 2),
        ("A = x", "", 0, 0),
    ],
)
def test_errors_have_their_parts(inside: Path, statement: str, kind: str, column: int, readings: int) -> None:
    """Place, what was found and expected, a way on, the readings; a statement of two shapes is refuted, no error."""
    found = tools.answer("prove", {"statement": statement})
    error = found["error"]
    if not kind:
        assert (found["verdict"], error) == ("refuted", None)
        return
    assert (error["kind"], error["line"], error["column"], len(error["readings"])) == (kind, 1, column, readings)
    assert error["found"]
    assert found["obligations"][0]["error"] == error
    assert (found["read"], found["certificate"]) == (None, None)
    if kind in ("syntax", "ambiguity"):
        assert error["expected"]
    if kind in ("name", "ambiguity"):
        assert error["hint"]


def test_lines_are_found(inside: Path) -> None:
    """As `derive find` prints them, with the certificate of the whole; LaTeX is read, and rules of one's own are used."""
    found = tools.answer(
        "find", {"lhs": r"\vec a - \mu \vec 1", "rhs": r"\Pi \vec a", "declarations": ["use layernorm"]}
    )
    assert (found["verdict"], found["backing"], found["lhs"], found["rhs"]) == ("proved", "verifier", "a - μ 1", "Πa")
    stated = write_statement(only(read("a - mu*one = Pi*a")).chain.statement)
    statements = {"schema": verifier.STATEMENTS, "statements": {found["certificate"]["label"]: stated}}
    accepted = verifier.verify(json.dumps(found["certificate"]), json.dumps(statements))
    assert accepted.verdict == "accepted"
    texts = [line["text"] for line in found["lines"]]
    assert (texts[0], texts[-1]) == ("a - μ 1", "Πa")
    assert [len(line["rules"]) for line in found["lines"]] == [0] + [1] * (len(texts) - 1)
    given = {"lhs": "sqrt(c^2)", "rhs": "c", "hypotheses": ["nonneg c"]}
    found = tools.answer("find", {**given, "rules": ["mine: sqrt(c^2) = c given nonneg c"]})
    assert (found["verdict"], found["lines"][-1]["rules"], found["hypotheses"]) == ("proved", ["mine"], ["c ≥ 0"])


def test_what_is_not_found_says_what_was_tried(inside: Path) -> None:
    """Bounded in its steps; without a verdict or a certificate that could be taken for one of a derivation."""
    sides = {
        "lhs": "g*((a - mu*one)/sqrt(sigma2 + eps)) + b",
        "rhs": "sqrt(N)*diag(g)*(Pi*a/sqrt(norm(Pi*a)^2 + N*eps)) + b",
    }
    found = tools.answer("find", {**sides, "limit": 40})
    assert (found["verdict"], found["backing"], found["certificate"], found["lines"]) == ("unsupported", None, None, [])
    assert "rules" in found["reason"]
    assert (found["limit"], found["work"] > 0) == (40, True)
    false = tools.answer("find", {"lhs": "a", "rhs": "Pi*a"})
    assert (false["verdict"], false["certificate"], false["lines"]) == ("refuted", None, [])
    assert false["witness"]["N"] == 1
    for given, place in (
        ({"lhs": "a - (", "rhs": "a"}, None),
        ({"lhs": "a", "rhs": "a", "hypotheses": ["a >"]}, "hypotheses"),
    ):
        error = tools.answer("find", given)["error"]
        assert (error["kind"], error["file"]) == ("syntax", place)


def test_near_misses_are_explained(inside: Path) -> None:
    """Each with what is wrong with it, and where it fails."""
    found = tools.answer("explain", {"label": "projector_idempotent"})
    assert (found["label"], found["verdict"]) == ("layernorm.projector_idempotent", "proved")
    assert found["doc"]
    assert found["source"]
    assert found["near_misses"]
    for near in found["near_misses"]:
        assert near["wrong"]
        assert (near["verdict"], near["witness"] is not None) == ("refuted", True)


def test_theories_are_listed(inside: Path) -> None:
    """All in short, one in full."""
    short = tools.answer("list_theories", {})["theories"]
    (whole,) = tools.answer("list_theories", {"theory": "rmsnorm"})["theories"]
    assert whole["count"] == len(whole["theorems"]) > 0
    assert {name: value for name, value in whole.items() if name in short[0]} in short
    assert "theorems" not in short[0]


def test_nothing_to_check_is_an_error(inside: Path) -> None:
    """A text in which nothing was decided is no success; nor is one of a wrong size or encoding."""
    assert "nothing to check" in tools.answer("check_latex", {"text": "words"})["error"]["message"]
    too_long = tools.answer("check_latex", {"text": "x" * (tools.MAX_BYTES + 1)})
    assert too_long["error"]["kind"] == "limit"
    assert tools.answer("check_latex", {"text": "\ud800"})["error"]["kind"] == "input"
    text = "<!-- derive: dimension N; vector a : N -->\n$$a = a$$\n"
    (found,) = obligations(tools.answer("check_latex", {"text": text, "markdown": True}))
    assert (found["verdict"], found["file"]) == ("proved", "text.md")


# --- texts alone ------------------------------------------------------------------------------------------------


def test_no_file_is_run(inside: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Not by a path, a module's name, a label, a declaration, or the settings of a project above."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    trap = elsewhere / "trap.py"
    trap.write_text("raise SystemExit('the file was run')\n")
    (inside.parent / "pyproject.toml").write_text(f"[tool.derive.theories]\ntrap = '{trap}'\n")
    try:
        for theory in (str(trap), "trap", "antigravity", f"{trap}:x"):
            for name, given in (
                ("prove", {"statement": "a = a", "theory": theory}),
                ("prove", {"statement": r"\vec a = \vec a", "declarations": [f"use {theory}"]}),
                ("find", {"lhs": "a", "rhs": "a", "theory": theory}),
                ("find", {"lhs": r"\vec a", "rhs": r"\vec a", "declarations": [f"use {theory}"]}),
                ("explain", {"label": f"{theory}.x"}),
                ("explain", {"label": theory}),
                ("list_theories", {"theory": theory}),
                ("check_latex", {"text": f"% derive: use {theory}\n\\[ a = a \\]"}),
            ):
                found = tools.answer(name, given)
                kinds = {found["error"]["kind"]} if "error" in found else set()
                kinds |= {each["verdict"] for each in found.get("obligations", ())}
                assert kinds <= {"name", "input", "syntax", "error"}, found
                assert kinds
        assert "antigravity" not in sys.modules
    finally:
        (inside.parent / "pyproject.toml").unlink()


@pytest.mark.parametrize("form", [r"\input{{{}}}", r"\include{{{}}}", r"\import{{{0.parent}}}{{{0.name}}}"])
def test_no_file_is_read(inside: Path, tmp_path_factory: pytest.TempPathFactory, form: str) -> None:
    r"""Neither by ``\input`` nor by a link beside the text: what the file says is nowhere in the answer."""
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.tex"
    secret.write_text("\\[ secretword = 1 \\]\n% derive: scalar secretword\n")
    for path in (secret, Path(os.path.relpath(secret, inside))):
        text = PAPER.format(r"\vec a = \vec a \]" + "\n" + form.format(path) + "\n\\[ \\vec b = \\vec b")
        found = tools.answer("check_latex", {"text": text})
        assert "secretword" not in json.dumps(found)
        assert "error" in {each["verdict"] for each in obligations(found)} or found["notes"], found
    assert [path.name for path in inside.iterdir()] == ["pyproject.toml"]


# --- the process aside ------------------------------------------------------------------------------------------


def _ends() -> None:
    os._exit(1)


def test_a_process_aside() -> None:
    """It gives results, is ended where it takes too long, and begins anew after that and after its own end."""
    with Aside(time.sleep, 0.0) as aside:
        assert aside.ask(len, "abc", seconds=60) == 3
        with pytest.raises(TimeoutError):
            aside.ask(time.sleep, 60, seconds=0.2)
        with pytest.raises(EOFError):
            aside.ask(_ends, seconds=60)
        assert aside.ask(len, "ab", seconds=60) == 2


def test_the_server_ends_with_its_client() -> None:
    """Where stdin is closed it is done, with nothing on stdout."""
    pytest.importorskip("mcp.server.lowlevel", reason="the package mcp is not installed: pip install -e '.[mcp]'")
    command = [sys.executable, "-m", "derive", "serve", "--mcp"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=env, timeout=60)
    assert (done.returncode, done.stdout) == (0, b"")
