"""``derive cache``: what is kept of earlier runs, and removing it."""

from __future__ import annotations

from datetime import datetime

import click

from derive import cache as kept
from derive.cli.console import say, say_json

_HELP = """\b
JSON (schema "derive-cache/1"): {"schema", "folder" (null where nothing is kept), "entries", "bytes", "limits" (of both),
"oldest" (when the entry that goes first was last asked for, or null)}."""


@click.command(epilog=_HELP)
@click.argument("what", type=click.Choice(["info", "clear"]))
@click.option("--json", "as_json", is_flag=True, help='Print JSON, schema "derive-cache/1".')
def cache(what: str, as_json: bool) -> None:
    """Say what is kept of earlier runs, or remove it.

    Answers of `check`, `claims` and `report` are kept as files of JSON, named by hashes of what was asked and of the
    program; none of them is executed. DERIVE_CACHE names another folder, and nothing is kept where it is empty;
    --no-cache does not look. What was asked for longest ago goes first.

    \b
    Examples:
      derive cache info
      derive cache clear

    \b
    Exit codes: 0 done; 2 a usage error.
    """
    removed = kept.clear() if what == "clear" else 0
    entries = kept.entries()
    size = sum(entry[1] for entry in entries)
    where = kept.folder()
    oldest = datetime.fromtimestamp(entries[-1][2]).isoformat(" ", "seconds") if entries else None
    if as_json:
        limits = {"entries": kept.MAX_ENTRIES, "bytes": kept.MAX_BYTES}
        shown = None if where is None else str(where)
        say_json({"schema": "derive-cache/1", "folder": shown, "entries": len(entries), "bytes": size, "limits": limits,
                  "oldest": oldest})  # fmt: skip
    elif where is None:
        say("nothing is kept: DERIVE_CACHE is empty")
    elif what == "clear":
        say(f"{removed} {'entry' if removed == 1 else 'entries'} removed from {where}")
    else:
        say(f"{where}: {len(entries)} of {kept.MAX_ENTRIES} entries, {size / 1e6:.1f} of {kept.MAX_BYTES / 1e6:.0f} MB")
        if oldest is not None:
            say(f"what goes first was last asked for at {oldest}")
