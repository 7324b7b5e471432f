"""``derive check --kernel rocq``: theorems exported and put to ``coqc``, a kernel that shares nothing with this one."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from derive.cli.console import say, say_json
from derive.errors import InputError

_COLOURS = {"checked": "green", "rejected": "red", "exported, not checked": "yellow"}


def check_with_rocq(targets: tuple[str, ...], as_json: bool) -> bool:
    """Export what can be exported of theories and labels, ask ``coqc``, and print its answer; was all of it accepted?

    Raises `InputError` for other targets, and where nothing can be exported.
    """
    from derive.cli.export import theorems_of
    from derive.rocq.check import check
    from derive.rocq.export import export_to
    from derive.rocq.pieces import Unreachable

    files = [target for target in targets if target.endswith(".py")]
    if files:
        raise InputError(f"the file {files[0]} for the kernel rocq", hint="name theories or labels; see derive list")
    theorems = theorems_of(targets)
    with tempfile.TemporaryDirectory(prefix="derive-rocq-") as folder:
        try:
            exported = export_to(path := Path(folder) / "theorems.v", theorems)
        except Unreachable as why:
            raise InputError(f"none of these theorems can be exported to Rocq: {why}", hint="derive check") from why
        outcome = check(path)
    if as_json:
        say_json(
            {
                "schema": "derive-rocq/1",
                "status": outcome.status,
                "accepted": list(exported.written) if outcome.status == "checked" else [],
                "not_exported": exported.left_out,
                "seconds": round(outcome.seconds, 1),
                "reason": outcome.reason,
            }
        )
    else:
        say(str(outcome), style=_COLOURS[outcome.status])
        say(*(f"{n} not exported: {why}" for why, n in Counter(exported.left_out.values()).most_common()), indent=2)
    return outcome.status == "checked"
