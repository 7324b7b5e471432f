"""The command line: parse arguments, call one function, print.

`app` has the group and what becomes of errors, one module each has the commands, `obligations` turns verdicts into records,
`targets` finds what is to be checked and where it stands, `console` is about terminals.

Nothing but click is imported until a command runs, so that ``derive --help`` and ``derive --version`` answer at once:
`app.Later` stands for a command until it is called, and the imports inside functions throughout this package are for
that reason too.
"""

from derive.cli.app import main as main
