"""The tools of `derive.cli.tools` by the Model Context Protocol, over stdin and stdout; see `derive serve`.

One call is worked on at a time, by a process aside: it is ended where a call takes too long or is no longer wanted.
"""

from __future__ import annotations

import asyncio
import json
from tempfile import TemporaryDirectory
from typing import Any

import jsonschema
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import CallToolResult, ListToolsResult, TextContent, Tool, ToolAnnotations

from derive.cli import schemas, tools
from derive.processes import Aside
from derive.version import __version__

INSTRUCTIONS = (
    "derive proves or refutes statements about vectors and matrices of symbolic size, above all the mathematics of "
    "normalisation layers, for every dimension N. Every answer says how the statement was read: compare it with what "
    'was meant. "proved" with backing "verifier" is certified by a separate verifier; "unsupported" leaves it open.'
)


def serve(seconds: float) -> None:
    """Answer until the client goes; a call may take so many seconds."""
    with TemporaryDirectory(prefix="derive-") as folder, Aside(tools.enter, folder) as aside:
        asyncio.run(_serve(aside, seconds))


async def _serve(aside: Aside, seconds: float) -> None:
    known = schemas.schemas()
    # A tool reads texts alone and changes nothing: a client need not ask before it is called.
    harmless = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    offered = [
        Tool(
            name=name,
            description=each.says,
            input_schema=each.takes,
            output_schema=known[each.gives],
            annotations=harmless,
        )
        for name, each in tools.TOOLS.items()
    ]
    turn = asyncio.Lock()

    async def list_tools(*_: Any) -> ListToolsResult:
        return ListToolsResult(tools=offered)

    async def call_tool(_: Any, asked: Any) -> CallToolResult:
        given = asked.arguments or {}
        if (wrong := misfit(asked.name, given)) is not None:
            return result(wrong)
        async with turn:
            try:
                found = await asyncio.to_thread(aside.ask, tools.answer, asked.name, given, seconds=seconds)
            except TimeoutError:
                way = "ask for less; or start derive serve with more --seconds"
                return result(tools.failed("time", f"not finished within {seconds:g} s", way))
            except EOFError:
                return result(tools.failed("program", "the process that worked on it ended", "ask for less"))
            except asyncio.CancelledError:
                aside.end()
                raise
        return result(found)

    server: Any = Server(
        "derive", version=__version__, instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def misfit(name: str, given: dict[str, Any]) -> dict[str, Any] | None:
    """Why a tool cannot be called so."""
    if name not in tools.TOOLS:
        return tools.failed("name", f"there is no tool {name!r}", f"tools: {', '.join(tools.TOOLS)}")
    wrong = next(jsonschema.Draft202012Validator(tools.TOOLS[name].takes).iter_errors(given), None)
    if wrong is None:
        return None
    where = wrong.json_path.removeprefix("$.") if wrong.path else "the arguments"
    return tools.failed("input", f"{name}: {where}: {wrong.message[:300]}", "see the tool's input schema")


def result(found: dict[str, Any]) -> CallToolResult:
    """An answer as data and, for clients that show texts alone, as JSON; an error where it has none but an error."""
    shown = TextContent(type="text", text=json.dumps(found, ensure_ascii=False))
    return CallToolResult(content=[shown], structured_content=found, is_error=found["schema"] == schemas.ERROR)
