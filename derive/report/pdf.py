"""LaTeX → PDF by pdflatex, in a folder of its own; nothing that a report says can run a command there."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from subprocess import DEVNULL
from types import MappingProxyType

from derive.errors import InputError

#: At most so many runs until references and long tables stand still, and seconds for each.
RUNS = 3
PATIENCE = 120


def compile_pdf(tex: str, beside: Mapping[str, str] = MappingProxyType({})) -> tuple[bytes, str]:
    """The PDF of a document and pdflatex's log; ``beside`` are files that it reads, by name.

    Raises `InputError` without pdflatex, or where it fails.
    """
    program = shutil.which("pdflatex")
    if program is None:
        raise InputError(
            "no pdflatex on the PATH", hint="install a TeX distribution, or ask for tex and compile it elsewhere"
        )
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for name, text in {**beside, "report.tex": tex}.items():
            (here / name).parent.mkdir(parents=True, exist_ok=True)
            (here / name).write_text(text, encoding="utf-8")
        command = [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex"]
        # a fixed date makes the same bytes of the same document; "p" keeps TeX from files outside of its folder
        fixed = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "openin_any": "p", "openout_any": "p"}
        before: dict[str, bytes] = {}
        for _ in range(RUNS):
            try:
                run = subprocess.run(
                    command, cwd=here, env={**os.environ, **fixed}, capture_output=True, timeout=PATIENCE, stdin=DEVNULL
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise InputError(
                    f"pdflatex did not finish: {error}", hint="ask for tex and compile it by hand"
                ) from error
            # what a run leaves for the next one to read: where it is as before, the next would do the same
            left = {each.name: each.read_bytes() for each in here.iterdir() if each.suffix in (".aux", ".toc", ".out")}
            if run.returncode != 0 or left == before:
                break
            before = left
        log = here / "report.log"
        said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
        if run.returncode != 0:
            first = next((line for line in said.splitlines() if line.startswith("!")), "no message")
            raise InputError(f"pdflatex failed: {first}", hint="ask for tex and compile it by hand")
        return (here / "report.pdf").read_bytes(), said
