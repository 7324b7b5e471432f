"""What `derive serve` offers: tools that take texts and give JSON, by the functions behind ``derive … --json``.

A tool works in a `folder` of its own, in which there is nothing: so a text that names a file (``\\input``) finds none, and
theories are those of the program and of installed packages, by name, never a file or a module.  A new tool is a row of
`TOOLS`.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from derive.certificates.declarations import JSON
from derive.cli import schemas
from derive.cli.catalogue import listed
from derive.cli.chains import read_wanted, sought_for, sought_to_json
from derive.cli.obligations import SCHEMA as CHECK
from derive.cli.obligations import to_json
from derive.cli.papers import PaperSubject
from derive.cli.prove import SCHEMA as PROVE
from derive.cli.prove import decide, decided_to_json, read, unread_to_json
from derive.cli.records import error_to_json
from derive.cli.show import theorem_to_json
from derive.errors import DeriveError, InputError, LimitError, NameError_, nearest
from derive.reading.paper.files import MAX_BYTES
from derive.targets import theorem_named_in_text
from derive.theories.registry import load_theory, theory_names

#: The most texts of one kind, and the longest text, in one call; the readers have narrower limits for formulas.
MAX_TEXTS = 100


@dataclass(frozen=True)
class Tool:
    """A tool: what it does, as it is told to the client; what it takes and gives, as JSON Schemas."""

    work: Callable[..., JSON]
    takes: JSON
    gives: str

    @property
    def says(self) -> str:
        return self.work.__doc__ or ""


def prove(
    statement: str,
    declarations: Sequence[str] = (),
    hypotheses: Sequence[str] = (),
    theory: str | None = None,
    latex: bool = False,
) -> JSON:
    """Decide one equation or bound, or a chain of them, for every dimension N: proved, refuted or unsupported.

    The statement is plain syntax ("norm(Pi*a)^2 = N*sigma2") or LaTeX, which it is where a backslash occurs.  Compare
    "read" with what you mean before you use the verdict: it is the statement that was decided.  What is read in two
    ways is decided in each, and is an error where these come out differently: declare what its hint says.
    Without declarations the names of the theory layernorm are known; beside declarations ("dimension N; vectors a, g : N")
    only those of a theory that is named.  Hypotheses are texts such as "eps > 0".
    """
    try:
        declared = [*(("declarations", text) for text in declarations), *(("hypotheses", text) for text in hypotheses)]
        readings = read(statement, declared, _named(theory), latex)
        return decided_to_json([(known, decide(known.chain)) for known in readings])
    except InputError as error:
        return unread_to_json(error)


def find(
    lhs: str,
    rhs: str,
    declarations: Sequence[str] = (),
    hypotheses: Sequence[str] = (),
    theory: str | None = None,
    rules: Sequence[str] = (),
    limit: int | None = None,
) -> JSON:
    """Find a derivation of lhs = rhs: a chain of named rules, each line of which is decided for every dimension N.

    The sides are terms in plain syntax or LaTeX, as "prove" takes them; compare "lhs" and "rhs" with what you mean.  Lines
    are looked for by the rules of the theory (layernorm, where nothing is declared), of linear algebra, and "rules" of
    yours, each a text "name in words: LHS = RHS", which is proved at once and whose symbols stand for any terms.
    "verdict" is proved where lines were found, with "lines", the rules of each, and the "certificate" of the whole;
    refuted where the sides are not equal; else unsupported, and "reason" says what was tried.
    """
    wanted = read_wanted(lhs, rhs, _named(theory), declarations, hypotheses, rules, ("declarations", "hypotheses"))
    return sought_to_json(wanted, sought_for(wanted, limit))


def check_latex(text: str, markdown: bool = False) -> JSON:
    """Decide every relation in the displayed mathematics of a text in LaTeX, or in Markdown.

    Names are declared in comments before they are used: "% derive: dimension N; vectors a, b : N", or in Markdown
    "<!-- derive: … -->"; "% derive: use layernorm" takes the names of a theory.  Each relation comes with how it was read
    (lhs, relation, rhs, hypotheses), and a refuted one with a counterexample and, where there is one, the small change that
    makes it true.  "notes" has what was not decided, and why.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise LimitError(f"a text of {size} bytes, of at most {MAX_BYTES}", hint="give it in parts")
    path = Path("text.md" if markdown else "text.tex")
    try:
        path.write_text(text, encoding="utf-8")
        subject = PaperSubject(path)
        found = [each for label in subject.labels for each in subject.check(label)]
        if subject.nothing:
            raise InputError(subject.undecided, hint=r"displays are looked for: \[ \], $$, or environments as align")
        return to_json(found, subject.notes)
    except UnicodeEncodeError:
        raise InputError("a text that is no Unicode", hint="send it in UTF-8") from None
    finally:
        path.unlink(missing_ok=True)


def explain(label: str) -> JSON:
    """A theorem of a theory, by its label ("layernorm.eq6", or "eq6"), decided again.

    What it says and assumes, its docstring and source, its derivation line by line with the rule that leads to each line,
    and the false statements beside it ("near_misses"), each with a counterexample.
    """
    return theorem_to_json(theorem_named_in_text(label))


def list_theories(theory: str | None = None) -> JSON:
    """The theories there are, with title, summary, sources and number of theorems; of the one that is named also its
    names, definitions and theorems, each with its statement.
    """
    if theory is None:
        return listed([load_theory(name) for name in sorted(theory_names())], whole=False)
    return listed([load_theory(_named(theory) or "")])


def _named(theory: str | None) -> str | None:
    """The name of a theory; raises `NameError_` for any other target."""
    if theory is None or theory in theory_names():
        return theory
    raise NameError_(f"there is no theory {theory!r}", hint=nearest(theory, theory_names(), "see list_theories"))


def _text(says: str) -> JSON:
    return {"type": "string", "maxLength": MAX_BYTES, "description": says}


def _texts(says: str) -> JSON:
    return {"type": "array", "items": {"type": "string", "maxLength": MAX_BYTES}, "maxItems": MAX_TEXTS,
            "description": says}  # fmt: skip


def _takes(properties: JSON, *required: str) -> JSON:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


_FLAG: JSON = {"type": "boolean", "default": False}
_DECLARED: JSON = {
    "declarations": _texts("such as 'dimension K; matrix X : N x K; scalar t > 0'"),
    "hypotheses": _texts("such as 'one.T*v = 0', 'nonzero g', 'eps > 0'"),
}

#: The tools, by name.
TOOLS: dict[str, Tool] = {
    "prove": Tool(
        prove,
        _takes(
            {
                "statement": _text("in plain syntax or in LaTeX"),
                **_DECLARED,
                "theory": _text("whose names may be used; see list_theories"),
                "latex": {**_FLAG, "description": "LaTeX, though there is no backslash"},
            },
            "statement",
        ),
        PROVE,
    ),
    "find": Tool(
        find,
        _takes(
            {
                "lhs": _text("where the derivation begins"),
                "rhs": _text("where it ends"),
                **_DECLARED,
                "theory": _text("whose names and rules may be used; see list_theories"),
                "rules": _texts("of yours, such as 'root of a square: sqrt(c^2) = c given nonneg c'"),
                "limit": {"type": "integer", "minimum": 1, "description": "steps of work until the search gives up"},
            },
            "lhs",
            "rhs",
        ),
        schemas.FIND,
    ),
    "check_latex": Tool(
        check_latex,
        _takes(
            {"text": _text("with its declarations"), "markdown": {**_FLAG, "description": "Markdown, not LaTeX"}},
            "text",
        ),
        CHECK,
    ),
    "explain": Tool(explain, _takes({"label": _text("of a theorem: theory.name, or the name")}, "label"), schemas.SHOW),
    "list_theories": Tool(list_theories, _takes({"theory": _text("the one to be listed in full")}), schemas.LIST),
}


def failed(kind: str, message: str, hint: str) -> JSON:
    """An answer that is none, and whose fault is not the text's: in the schema ``derive-error/1``."""
    return {"schema": schemas.ERROR, "error": {**error_to_json(InputError(message, hint=hint)), "kind": kind}}


def enter(folder: str) -> None:
    """Work in a folder that holds nothing but settings that say nothing, so that those of no folder above are taken."""
    os.chdir(folder)
    Path("pyproject.toml").touch()


def answer(name: str, given: JSON) -> JSON:
    """What a tool answers; an error is an answer too."""
    try:
        return TOOLS[name].work(**given)
    except InputError as error:
        return {"schema": schemas.ERROR, "error": error_to_json(error)}
    except DeriveError as error:  # a line that does not follow, or a procedure that declines
        return failed("input", str(error), "ask for less, or in another way")
    except (RecursionError, MemoryError):
        return failed("limit", "the input is nested too deeply, or is too large", "name its parts")
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return failed("program", f"{type(error).__name__}: {error}", "this is a bug of derive: please report it")
