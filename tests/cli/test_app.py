"""The group: startup, exit codes, and what becomes of errors."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from derive.cli.app import App, Later, main
from derive.errors import DerivationError, InputError, ShapeError, Undecided

HEAVY = ("sympy", "numpy", "lark", "jinja2", "rich", "latexify", "multiprocessing")
COMMANDS = (
    "axes",
    "cache",
    "check",
    "claims",
    "corpus",
    "explain",
    "export",
    "figure",
    "find",
    "latex",
    "list",
    "lsp",
    "new",
    "prove",
    "report",
    "serve",
    "show",
    "trust",
    "verify",
)
WITHOUT_SYMPY = "sys.modules['sympy'] = None"


def test_help_and_version_import_nothing_heavy(in_turn: Any) -> None:
    """Help and version answer with click alone."""
    args = [["--help"], ["--version"], *([name, "--help"] for name in COMMANDS)]
    loaded = f"print('LOADED', [name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    for done in in_turn(args, after=loaded):
        assert done["code"] == 0
        assert done["stdout"]
        assert done["stderr"].strip() == "LOADED []"


def test_sympy_is_imported_only_where_a_derivation_begins_in_it(in_turn: Any) -> None:
    """What does not build the derivation of Eq. (6) runs where SymPy cannot be imported."""
    args = [
        ("prove", "sigma2 = dot(a, a)/N - mu^2"),
        ("prove", r"\vec a \cdot \vec 1 = N \mu", "--declare", "use layernorm"),
        ("show", "layernorm.projector_idempotent"),
        ("list",),
    ]
    for done in in_turn(args, before=WITHOUT_SYMPY):
        assert (done["code"], done["stderr"]) == (0, "")
        assert done["stdout"]


def test_without_sympy_the_derivation_cannot_begin(in_turn: Any, tmp_path: Path) -> None:
    """Said before anything else is done, and nothing is written."""
    out = ("--out", str(tmp_path))
    args = [
        ("report", "layernorm", *out), ("report", "layernorm", "--all", *out), ("report", "layernorm.eq6", *out),
        ("report", "rmsnorm", *out), ("report", "claims", *out), ("show", "layernorm.eq6"), ("list", "layernorm"),
    ]  # fmt: skip
    for done in in_turn(args, before=WITHOUT_SYMPY):
        assert (done["code"], done["stdout"]) == (2, "")
        message = done["stderr"]
        assert "derive: error: SymPy cannot be imported" in message  # a slow machine tells its progress before
        assert "built as a SymPy expression: the derivation starts there" in " ".join(message.split())
        assert "hint: pip install sympy" in message
    assert list(tmp_path.iterdir()) == []


def test_version_is_the_one_of_the_package(run: Any) -> None:
    """``derive --version`` prints the version of the distribution."""
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    assert run("--version").output == f"derive {project['version']}\n"


def test_help_lists_exactly_the_commands_that_exist(run: Any) -> None:
    """Every command is listed, with a summary that fits its line."""
    result = run("--help", code=0)
    assert sorted(main.commands) == sorted(COMMANDS)
    for name in COMMANDS:
        assert f"\n  {name} " in result.output
    assert "Exit codes:" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_summary_of_a_command_is_its_own(name: str) -> None:
    """What stands for a command until it is called says the same as the command, in whole."""
    stand_in = main.commands[name]
    assert isinstance(stand_in, Later)
    command = stand_in.load()
    assert (command.name, command.get_short_help_str(200)) == (name, stand_in.get_short_help_str(200))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_an_example_and_exit_codes(run: Any, name: str) -> None:
    """--help is the documentation: an example, and what the exit codes mean."""
    output = run(name, "--help").output
    assert f"  derive {name}" in output.partition("Example")[2]
    assert "Exit codes: 0 " in output


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("nonsense",), "No such command 'nonsense'"),
        (("prove",), "Missing argument"),
        (("show",), "Missing argument"),
        (("list", "--nonsense"), "No such option"),
        (("check", "-j", "0"), "-j"),
        (("check", "--format", "xml"), "xml"),
        (("latex", "layernorm.eq6", "--layout", "bold"), "article"),
        (("report", "layernorm", "--to", "md,doc"), "found 'doc', expected some of md, tex, html, pdf"),
        (("report", "layernorm", "--to", ","), "found nothing"),
        (("show", "layernorm.eq6", "--line", "1"), "--line"),
    ],
)
def test_usage_errors_exit_2(run: Any, args: tuple[str, ...], message: str) -> None:
    """What cannot be parsed is said on stderr, with exit code 2 and nothing on stdout."""
    result = run(*args, code=2)
    assert message in result.stderr
    assert result.stdout == ""


def _raising(error: BaseException) -> App:
    app = App("derive")

    @app.command()
    def fail() -> None:
        raise error

    return app


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (InputError("found x", hint="write y"), 2, "derive: error: found x\n  hint: write y\n"),
        (ShapeError("shapes (N) and (K)"), 2, "derive: error: shapes (N) and (K)\n"),
        (DerivationError(3, "Eq. (1)", "does not follow"), 1, "derive: error: line 3 (Eq. (1)): does not follow\n"),
        (Undecided("no rule"), 1, "derive: error: no rule\n"),
        (RecursionError(), 2, "derive: error: the input is nested too deeply, or is too large\n  hint: name its parts\n"),
        (PermissionError(13, "Permission denied", "out"), 2, "derive: error: Permission denied: 'out'\n"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 141, ""),
    ],
)  # fmt: skip
def test_errors_are_a_message_and_an_exit_code(error: BaseException, code: int, message: str) -> None:
    """Errors of this package, of the system, and interruptions never end in a traceback."""
    result = CliRunner().invoke(_raising(error), ["fail"])
    assert isinstance(result.exception, SystemExit)
    assert (result.exit_code, result.stderr) == (code, message)


def test_bugs_are_shown_as_bugs() -> None:
    """An exception that is no one's input is not hidden."""
    assert isinstance(CliRunner().invoke(_raising(ZeroDivisionError()), ["fail"]).exception, ZeroDivisionError)


def test_click_exceptions_pass() -> None:
    """Errors of click keep their exit code."""
    assert CliRunner().invoke(_raising(click.UsageError("no")), ["fail"]).exit_code == 2


def test_a_broken_pipe_is_quiet() -> None:
    """When nobody reads the output, nothing is said about it."""
    read, write = os.pipe()
    os.close(read)
    program = [sys.executable, "-c", "from derive.cli import main; main(prog_name='derive')", "list", "rmsnorm"]
    done = subprocess.run(program, stdout=write, stderr=subprocess.PIPE, timeout=120)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_is_an_error() -> None:
    """Output that cannot be written is a message and exit code 2."""
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    program = [sys.executable, "-c", "from derive.cli import main; main(prog_name='derive')", "list", "rmsnorm"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, timeout=120)
    assert done.returncode == 2
    assert done.stderr.startswith(b"derive: error: ")
    assert b"Traceback" not in done.stderr


def test_as_a_module(process: Any) -> None:
    """``python -m derive`` is the command."""
    code = "import runpy; runpy.run_module('derive', run_name='__main__')"
    assert process("--version", code=code).stdout == process("--version").stdout != b""
