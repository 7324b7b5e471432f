"""``derive export``: theorems as files for other programs, such as certificates for a verifier, and as documents.

``derive check --kernel rocq`` puts what can be exported to a kernel that shares nothing with this one.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from derive.cli.completing import TARGET
from derive.cli.console import complain, many, say, say_json, watched
from derive.cli.notation import some_of
from derive.errors import InputError
from derive.targets import theorems_of, theories_of

if TYPE_CHECKING:
    from derive.certificates.write import Files


#: Target → module, the function there that makes `derive.certificates.write.Files`, and what it makes them of: theorems, or
#: theories, which a document states anew.
TARGETS: dict[str, tuple[str, str, Callable[[Iterable[str]], Sequence[object]]]] = {
    "certificate": ("derive.certificates.write", "certificate_files", theorems_of),
    "statements": ("derive.certificates.write", "statement_files", theorems_of),
    "rocq": ("derive.rocq.export", "rocq_files", theorems_of),
    "latex": ("derive.report.stated", "latex_files", theories_of),
    "markdown": ("derive.report.stated", "markdown_files", theories_of),
}


@click.command()
@click.argument("labels", nargs=-1, type=TARGET, metavar="[TARGET]...")
@click.option("--to", default="certificate", show_default=True, callback=some_of(TARGETS), metavar=",".join(TARGETS),
              help="What to write, with commas between.")  # fmt: skip
@click.option("--out", default=".", show_default=True, metavar="FOLDER",
              help="Where the files go; - prints them.")  # fmt: skip
@click.option("--check", is_flag=True, help="Write nothing; fail when a file differs from what would be written.")
@click.pass_context
def export(ctx: click.Context, labels: tuple[str, ...], to: tuple[str, ...], out: str, check: bool) -> None:
    """Write theorems as files for other programs, or as documents. Without a target: all of the program's theories.

    TARGET is a theory, a label, a Python file or module, a paper, or one of their theorems: file.py:name, paper.tex:label.

    Certificates go to FOLDER/certificates/LABEL.json, statements to FOLDER/statements.json: whoever has both can check the
    theorems with a program that shares nothing with this one (derive verify). FOLDER/rocq/NAME.v is for the proof
    assistant Rocq (Coq 8.16 with MathComp 1.15); derive check --kernel rocq asks it.

    latex and markdown are documents, FOLDER/THEORY.tex and .md, to go on writing in: each states the theory anew, with its
    equations, derivations, rules and near misses, and is read back before it is written. What is read otherwise, and what is
    no equation, is left out, and said to be.

    \b
    Examples:
      derive export layernorm.eq6 --to certificate,statements --out /tmp/eq6
      derive export layernorm --to rocq --out /tmp/layernorm
      derive export rmsnorm.geometric_form --to latex --out -
      derive export my_proofs.py paper.tex:eq:variance --out certified
      derive export --to certificate,statements --out output --check

    \b
    Exit codes: 0 written, or nothing drifted; 1 a theorem is not proved or, with --check, a file drifted; 2 no such
    label, or a folder that cannot be written.
    """
    from derive.certificates.write import FOLDER

    files: dict[str, str] = {}
    left_out: dict[str, Counter[str]] = {}
    with watched("export", "theorems") as watch:
        given = {asked: asked(labels) for asked in dict.fromkeys(TARGETS[target][2] for target in to)}
        for target in to:
            module, files_of, asked = TARGETS[target]
            made: Files = getattr(import_module(module), files_of)(watch.over(given[asked], _name))
            if not made.texts:
                label, reason = next(iter(made.left_out.items()))
                raise InputError(f"nothing to export to {target}: {label}: {reason}", hint="see derive check LABEL")
            files.update(made.texts)
            left_out[target] = Counter(made.left_out.values())
    if out == "-":
        for text in files.values():
            print(text, end="", file=sys.stdout)
    elif check:
        known = None if labels or "certificate" not in to else FOLDER
        if not _unchanged(Path(out), files, known):
            way = f"derive export {' '.join((*labels, ''))}--to {','.join(to)} --out {out}"
            print(f"  to regenerate: {way}", file=sys.stderr)
            ctx.exit(1)
        say(f"nothing drifted in {out}", style="green")
    else:
        _write(Path(out), files)
        say(f"wrote {many(len(files), 'file')} to {out}")
        for target, reasons in left_out.items():
            if reasons:
                say(f"not to {target}:", style="dim")
                say(*(f"{times} × {reason}" for reason, times in reasons.most_common()), style="dim", indent=2)
        if "rocq" in to:
            from derive.rocq.check import commands

            (path,) = (Path(out) / name for name in files if name.endswith(".v"))
            say("to check it:", *(f"  {command}" for command in commands(path)))


def _name(each: object) -> str:
    """The label of a theorem, or the name of a theory."""
    return str(getattr(each, "label", "") or getattr(each, "name", ""))


def _write(folder: Path, files: dict[str, str]) -> None:
    from derive.report.files import write_atomically

    for name, text in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"{path.parent}: the folder cannot be made: {error.strerror}"
            raise InputError(message, hint="name another with --out") from error
        write_atomically(path, text.encode())


def _unchanged(folder: Path, files: dict[str, str], whole: str | None) -> bool:
    """Are the files as they should be, and in the folder ``whole`` no others?  Says which are not."""
    drifted = [name for name, text in files.items() if _read(folder / name) != text.encode()]
    idle = [] if whole is None else [f"{whole}/{p.name}" for p in sorted((folder / whole).glob("*.json"))]
    for name in drifted:
        complain(f"{folder / name} is not what the code produces", 1)
    for name in (name for name in idle if name not in files):
        complain(f"{folder / name} belongs to no theorem", 1)
    return not drifted and all(name in files for name in idle)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


_COLOURS = {"checked": "green", "rejected": "red", "exported, not checked": "yellow"}


def check_with_rocq(targets: tuple[str, ...], as_json: bool) -> bool:
    """Export what can be exported of theories and labels, ask ``coqc``, and print its answer; was all of it accepted?

    Raises `InputError` for other targets, and where nothing can be exported.
    """
    from derive.rocq.check import check
    from derive.rocq.export import export_to
    from derive.rocq.pieces import Unreachable

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
