"""``derive serve``: the program as a server for other programs."""

from __future__ import annotations

import click

from derive.errors import InputError


@click.command()
@click.option("--mcp", "as_mcp", is_flag=True, help="By the Model Context Protocol, over stdin and stdout.")
@click.option("--seconds", type=click.FloatRange(min=1), default=120.0, show_default=True, help="The longest call.")
def serve(as_mcp: bool, seconds: float) -> None:
    """Serve other programs: tools that decide statements and texts, with answers in JSON.

    The tools are prove, check_latex, explain and list_theories; docs/programs.md has what they take and give. They take
    texts alone: no file of this machine is read or run for a client, and theories are known by name. A call that takes
    longer than --seconds is ended. Needs the extra mcp (docs/programs.md).

    \b
    Examples:
      derive serve --mcp
      derive serve --mcp --seconds 30

    \b
    Exit codes: 0 the client went; 2 no protocol is named, or its package is not installed.
    """
    if not as_mcp:
        raise click.UsageError("no protocol: derive serve --mcp")
    try:
        from derive.cli.mcp import serve as serve_by_mcp
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in ("mcp", "jsonschema"):
            raise
        raise InputError(
            f"derive serve --mcp needs the package mcp, version 2 or later ({error})",
            hint="install derive with its extra mcp: docs/programs.md",
        ) from None
    serve_by_mcp(seconds)
