"""Asking ``coqc``: is every theorem of a generated file accepted, without axioms?

The support library (``derive/rocq/*.v``) is compiled once, into a folder of the user's cache whose name is a
digest of the library and of the version of coqc.  Where there is no coqc, or MathComp is missing, nothing is checked, and
the outcome says so.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from derive.rocq.environment import ascii_word

LIBRARY = Path(__file__).parent
#: In the order of their imports.
MODULES = ("DeriveNormal", "DeriveKinds", "DeriveExport")
TIMEOUT = 300.0
CLOSED = "Closed under the global context"

Status = Literal["checked", "rejected", "exported, not checked"]


@dataclass(frozen=True)
class Outcome:
    """What coqc said.

    Attributes:
        status: ``checked``: accepted, every theorem without axioms; ``rejected``; ``exported, not checked``.
        theorems: how many theorems were accepted without axioms.
        rejected: how many false variants had their proofs rejected, where the file has any.
        seconds: of coqc on the file, the library not counted.
        reason: why not, in coqc's words.
    """

    status: Status
    theorems: int = 0
    rejected: int = 0
    seconds: float = 0.0
    reason: str = ""

    def __str__(self) -> str:
        if self.status == "checked":
            says = (
                f"{self.theorems} {'theorem' if self.theorems == 1 else 'theorems'} without axioms"
                if self.theorems or not self.rejected
                else ""
            )
            false = f"{self.rejected} false variants rejected" if self.rejected else ""
            return f"checked by coqc: {', '.join(filter(None, (says, false)))}, {self.seconds:.1f} s"
        return f"{self.status}: {self.reason}"


class NotChecked(Exception):
    """There is nothing to check with, and why."""


def commands(path: Path, folder: str = "DIR") -> tuple[str, ...]:
    """The commands by which anyone checks a file; ``folder`` is where the library is compiled.

    The last one has the compiled proofs checked once more by Rocq's independent checker, MathComp included.
    """
    where = f"-Q {folder} Derive"
    both = f"{where} -Q {path.parent} Generated"
    return (
        f"mkdir -p {folder} && cp {LIBRARY}/*.v {folder}",
        *(f"coqc {where} {folder}/{name}.v" for name in MODULES),
        f"coqc {both} {path}",
        f"coqchk {both} Generated.{path.stem}",
    )


def check(path: Path, *, timeout: float = TIMEOUT, cache: Path | None = None) -> Outcome:
    """Run coqc over a generated file.

    Args:
        path: the file; what coqc writes goes to a temporary folder, not beside it.
        timeout: seconds for each run of coqc.
        cache: where the compiled library is kept; by default in the user's cache.
    """
    try:
        coqc = _coqc()
        library = compiled_library(coqc, timeout, cache)
    except NotChecked as why:
        return Outcome("exported, not checked", reason=str(why))
    text = path.read_text(encoding="utf-8")
    asked = len(re.findall(r"^Print Assumptions ", text, re.MULTILINE))
    theorems = len(re.findall(r"^\(\* \S+?: .*\nTheorem ", text, re.MULTILINE))
    goals = len(re.findall(r"^Goal$", text, re.MULTILINE))
    with tempfile.TemporaryDirectory(prefix="derive-rocq-") as folder:
        copy = Path(folder) / f"{ascii_word(path.stem)}.v"
        copy.write_text(text, encoding="utf-8")
        start = time.monotonic()
        try:
            done = _run([coqc, "-q", "-Q", str(library), "Derive", str(copy)], timeout, copy.parent)
        except subprocess.TimeoutExpired:
            return Outcome("rejected", reason=f"coqc did not end within {timeout:g} s")
        seconds = time.monotonic() - start
    if done.returncode != 0:
        return Outcome("rejected", seconds=seconds, reason=_first_error(done.stderr + done.stdout, text))
    closed = done.stdout.count(CLOSED)
    if closed != asked:
        return Outcome("rejected", seconds=seconds, reason=f"axioms: {' '.join(done.stdout.split())[:400]}")
    return Outcome("checked", theorems, goals, seconds)


def compiled_library(coqc: str, timeout: float = TIMEOUT, cache: Path | None = None) -> Path:
    """The folder of the compiled library; raises `NotChecked` where it does not compile."""
    version = _run([coqc, "--version"], timeout).stdout
    digest = hashlib.sha256(version.encode())
    for name in MODULES:
        digest.update((LIBRARY / f"{name}.v").read_bytes())
    base = cache or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "derive"
    wanted = base / f"rocq-{digest.hexdigest()[:20]}"
    if all((wanted / f"{name}.vo").is_file() for name in MODULES):
        return wanted
    base.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rocq-", dir=base) as made:
        folder = Path(made) / "library"
        folder.mkdir()
        for name in MODULES:
            shutil.copy(LIBRARY / f"{name}.v", folder)
            try:
                done = _run([coqc, "-q", "-Q", str(folder), "Derive", str(folder / f"{name}.v")], timeout, folder)
            except subprocess.TimeoutExpired as error:
                raise NotChecked(f"{name}.v did not compile within {timeout:g} s") from error
            if done.returncode != 0:
                words = _first_error(done.stderr + done.stdout, "")
                raise NotChecked(f"{name}.v does not compile here (it is written for Coq 8.16, MathComp 1.15): {words}")
        try:
            folder.rename(wanted)
        except OSError:  # another process was faster
            if not wanted.is_dir():
                raise
    return wanted


def _coqc() -> str:
    found = shutil.which("coqc")
    if found is None:
        raise NotChecked("coqc is not installed (Debian: coq, libcoq-mathcomp-algebra)")
    return found


def _run(command: Sequence[str], timeout: float, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run it in a folder: coqc leaves the caches of its tactics where it is run."""
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False, cwd=folder)


def _first_error(output: str, text: str) -> str:
    """The first error, with the theorem it is in."""
    message = re.search(r"line (\d+), characters [\d-]+:\s*Error:(.*)", output, re.DOTALL)
    if message is None:
        return " ".join(output.split())[:400]
    line = int(message[1])
    before = re.findall(r"^\(\* (\S+?)[:,] ", "\n".join(text.splitlines()[:line]), re.MULTILINE)
    where = f"{before[-1]}, " if before else ""
    return f"{where}line {line}: {' '.join(message[2].split())[:400]}"
