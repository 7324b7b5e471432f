"""``python -m derive``: the command line."""

from derive.cli import main

main(prog_name="derive")
