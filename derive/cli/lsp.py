"""``derive lsp``: what `derive check` says, in an editor while one writes."""

from __future__ import annotations

import click

from derive.errors import InputError


@click.command()
def lsp() -> None:
    """Serve an editor: verdicts on the relations of a paper while it is written.

    It speaks the Language Server Protocol over stdin and stdout, and is started by an editor (docs/editor.md has how, for
    VS Code, Neovim, Helix and Emacs). It needs pygls, the extra lsp.

    Of a paper (.tex, .md) that declares its names every relation is decided when it is opened and after each change, with
    the text of the editor. At the sign of a relation stands what is not as expected: refuted or unread an error,
    unsupported a warning, proved without a certificate an information. A hover shows how a relation was read, its verdict,
    sizes and conditions; a quick fix puts a repair into the text where it has its exact place.

    A Python file that imports derive is checked when it is saved, for it is IMPORTED, WHICH RUNS IT.

    \b
    Example:
      derive lsp

    \b
    Exit codes: 0 the editor ended it; 1 it ended without saying so; 2 pygls is not installed
    """
    try:
        from derive.cli.serving import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise InputError(
            "derive lsp needs pygls, which is not installed",
            hint="pip install pygls",
        ) from None
    serve()
