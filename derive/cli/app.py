"""The group of commands, and what becomes of errors: a message on stderr and an exit code, never a traceback.

The module of a command is imported when it is called.  Exit codes: 0 as expected; 1 refuted, unsupported, failed or drifted;
2 a usage error or input that cannot be used; 130 interrupted; 141 when the reader of a pipe went away.
"""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import sys
from importlib import import_module
from typing import Any

import click

from derive.cli.console import complain, prepare_streams
from derive.version import __version__


class Later(click.Command):
    """Stands for the command of a name until it is called; name and summary are all that the help of the group needs."""

    def __init__(self, name: str, summary: str) -> None:
        super().__init__(name, short_help=summary)
        self.module, self.attribute = _ELSEWHERE.get(name, (name, name))

    def load(self) -> click.Command:
        command: click.Command = getattr(import_module(f"derive.cli.{self.module}"), self.attribute)
        return command

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command itself, which is then the one that parses and runs."""
        return self.load().make_context(info_name, args, parent, **extra)


#: The module and the function of a command whose name is no name for them.
_ELSEWHERE = {"list": ("catalogue", "list_"), "find": ("chains", "find_")}


FAILED, UNUSABLE, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
#: So many objects are made between two searches for unreachable cycles: terms and normal forms have none, and it takes about
#: a tenth of the time to go through them after every 700, as Python does by itself.
COLLECTED_AFTER = 100_000


class App(click.Group):
    """A group that answers errors with a message and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; everything it prints has been written when this returns."""
        prepare_streams()
        gc.set_threshold(COLLECTED_AFTER)
        atexit.register(gc.freeze)  # to go through them once more at the end takes a fifteenth of the time
        try:
            super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except KeyboardInterrupt:
            code = INTERRUPTED
        except BrokenPipeError:
            code = _closed_pipe()
        except OSError as error:
            where = f": {os.fsdecode(error.filename)!r}" if isinstance(error.filename, str | bytes) else ""
            pipe = error.errno == errno.EPIPE
            code = _closed_pipe() if pipe else complain(f"{error.strerror or error}{where}", UNUSABLE)
        except (RecursionError, MemoryError):
            code = complain("the input is nested too deeply, or is too large", UNUSABLE, "name its parts")
        except Exception as error:
            code = _answer(error)
        else:
            return
        ctx.exit(code)


def _answer(error: Exception) -> int:
    """The message and exit code for an error of this package; anything else is a bug, and shown as one."""
    from derive.errors import DeriveError, InputError

    match error:
        case InputError():
            return complain(str(error), UNUSABLE)
        case DeriveError():  # a line that does not follow, or a procedure that declines
            return complain(str(error), FAILED)
    raise error


def _closed_pipe() -> int:
    """Nobody reads any more: what is still buffered goes nowhere, so that closing the stream says nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):  # not a file, as in tests
        sys.stdout = io.StringIO()
    finally:
        os.close(nowhere)
    return BROKEN_PIPE


@click.group(
    cls=App,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExit codes:\n"
    "  0    all proved, or as expected\n"
    "  1    something refuted, unsupported, failing or drifted\n"
    "  2    a usage error, or input that cannot be used\n"
    "  130  interrupted;  141  nobody read the output\n\n"
    "\b\nCompletion of commands, theories, files and labels in bash (zsh_source, fish_source for others):\n"
    '  eval "$(_DERIVE_COMPLETE=bash_source derive)"',
)
@click.version_option(__version__, prog_name="derive", message="%(prog)s %(version)s")
def main() -> None:
    """State, prove and print the mathematics of normalisation layers, for every dimension N.

    \b
    Start here:
      derive list layernorm              what there is
      derive show layernorm.eq6          a derivation, line by line
      derive prove 'Pi*Pi = Pi'          decide a statement of your own
      derive find 'a - mu*one' 'Pi*a'    find the lines between two terms
      derive explain vacuous             what a word, a label or a rule stands for
      derive check                       check everything again
      derive new NAME                    begin a theory and a paper of your own
    """


#: Each command's summary: the first sentence of its help.
SUMMARIES = {
    "axes": "Measure LayerNorm's ellipsoid for real gains: semi-axes, volume, tilt.",
    "cache": "Say what is kept of earlier runs, or remove it.",
    "claims": "Decide the claims of four sources about LayerNorm: each verdict is computed in this run.",
    "check": "Check every obligation of theories, Python files and papers.",
    "corpus": "Decide every relation of many papers, into a folder of Parquet; what is done is not done again.",
    "explain": "Explain a rule, a theorem or a word of the tool.",
    "export": "Write theorems as files for other programs, or as documents.",
    "find": "Find a derivation of LHS = RHS: a chain of named rules, with few lines.",
    "figure": "Draw a figure: a file for each panel, or one PDF.",
    "latex": "Print a theorem as LaTeX to paste: what it assumes, what it says, and why.",
    "list": "List the theories, or the names and theorems of one.",
    "lsp": "Serve an editor: verdicts on the relations of a paper while it is written.",
    "new": "Write a project that passes at once: a theory, a paper that uses it, tests and CI.",
    "prove": "Decide one equation or bound, or chain of them, for every dimension N.",
    "report": "Regenerate a theory's headline note, or its whole catalogue.",
    "serve": "Serve other programs: tools that decide statements and texts, with answers in JSON.",
    "show": "Show the derivation of a theorem; each line is checked again.",
    "trust": "Count what must be believed for each kind of answer: lines of code, and axioms.",
    "verify": "Check certificates with the separate verifier, which shares nothing with what made them.",
}
for _name, _summary in SUMMARIES.items():
    main.add_command(Later(_name, _summary))
