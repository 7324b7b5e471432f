"""A project that passes at once: a theory, a paper that uses it, and what checks both, filled in from ``templates/project``.

In these templates ``<<name>>`` is a value and ``<% if … %>`` a statement, as braces and percent signs are theirs already.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

import jinja2

from derive.errors import InputError
from derive.report.files import make_folder, write_atomically
from derive.report.templates import folder
from derive.theories.registry import theory_names

#: What a theory is written in, and how its file ends.
FORMS = {"python": "py", "latex": "tex", "markdown": "md"}
#: Template → file of the project, besides its theory.
FILES = {
    "paper.tex": "paper.tex",
    "pyproject.toml": "pyproject.toml",
    "workflow.yml": ".github/workflows/derive.yml",
    "pre-commit.yaml": ".pre-commit-config.yaml",
    "README.md": "README.md",
    "gitignore": ".gitignore",
}

_NAME = re.compile(r"[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9])?")
_ADDRESS = re.compile(r"https://[\w.-]+(/[\w.-]+)+")


def write_project(name: str, within: Path, form: str = "python") -> list[Path]:
    """Write the project ``name`` into the folder ``within/name``, its theory in one of `FORMS`; the files that were written.

    Raises `InputError` for a name that cannot be one (`check_name`), and where a file is there: then none is written.
    """
    check_name(name)
    files = {within / name / path: text for path, text in project(name, requirement(), form).items()}
    there = [str(path) for path in files if path.exists() or path.is_symlink()]
    if there:
        raise InputError(f"there is a file already: {', '.join(there)}", hint="move it, or choose another name")
    for path, text in files.items():
        make_folder(path.parent)
        write_atomically(path, text.encode())
    return list(files)


def project(name: str, required: str, form: str = "python") -> dict[str, str]:
    """Path within the project → text; ``required`` is what pip installs this program from."""
    end = FORMS[form]
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(folder() / "project")),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
    )
    return {
        path.format(name=name): made.get_template(f"{template}.jinja").render(name=name, requirement=required, end=end)
        for template, path in {f"theory.{end}": f"{{name}}.{end}", **FILES}.items()
    }


def check_name(name: str) -> None:
    """Can a module, a package, a folder and a theory have this name?  Raises `InputError` where one cannot."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        hint = "letters, digits and _, from a letter to a letter or digit: weight_norm"
        raise InputError(f"the name {name!r} of a project, which is to be one of Python", hint=hint)
    if name.lower() in map(str.lower, theory_names()):
        raise InputError(f"there is a theory {name!r} already", hint="derive list has all; choose another name")
    if name == "paper" or name.startswith("test_") or name.endswith("_test") or name == "conftest":
        raise InputError(f"{name}.py beside paper.tex and tests", hint="choose a name that says what is proved")
    found = None if name in sys.stdlib_module_names else find_spec(name)
    if name in sys.stdlib_module_names or (found is not None and found.origin is not None):
        raise InputError(f"there is a Python module {name!r} already", hint="choose a name that no module has")


def requirement() -> str:
    """What pip installs this program from: the repository that it was installed from, where that is known."""
    own = distribution("derive-proofs")
    told = json.loads(own.read_text("direct_url.json") or "{}")
    address, commit = told.get("url", ""), told.get("vcs_info", {}).get("commit_id", "")
    if not (_ADDRESS.fullmatch(address) and commit.isalnum()):
        address, commit = "https://github.com/OWNER/derive", f"v{own.version}"
    return f"{own.name} @ git+{address}@{commit}"
