"""``derive verify``: certificates through the verifier, a program of its own."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click

from derive.cli.console import complain, say, say_prose, watched
from derive.errors import InputError

ACCEPTED, REJECTED, DECLINED = 0, 1, 2
#: Bytes of a file that are read; the verifier rejects what is longer than 4 MB.
MOST = 4_000_001


@click.command()
@click.argument("certificates", nargs=-1, type=click.Path(path_type=Path), metavar="CERT.json...")
@click.option("--statements", type=click.Path(path_type=Path), metavar="FILE",
              help="What is claimed; without it, the theorems of the installed theories.")  # fmt: skip
@click.pass_context
def verify(ctx: click.Context, certificates: tuple[Path, ...], statements: Path | None) -> None:
    """Check certificates with the separate verifier, which shares nothing with what made them.

    A certificate is accepted if its statement is the one that is claimed under its label, and it is shown to hold. What is
    printed is that statement, whatever the file is called; a label that comes twice is counted once, and said.

    \b
    Examples:
      derive verify output/certificates/layernorm.eq6.json
      derive verify output/certificates/*.json --statements output/statements.json

    \b
    Exit codes: 0 accepted; 1 rejected; 2 declined (another version of the format), or a file that cannot be read,
    or nothing to verify.
    """
    from derive.verifier import verify as checked

    if not certificates:
        raise InputError("nothing to verify: no certificates", hint="derive export NAME --to certificate makes some")
    claimed = None if statements is None else _text(statements)
    found = []
    labels: Counter[str] = Counter()
    with watched("verify", "certificates") as watch:
        for path in watch.over(certificates, lambda path: path.name):
            text = _text(path)
            result = checked(text, _installed(text) if claimed is None else claimed)
            found.append(result.verdict)
            with watch.aside():
                if result.verdict != "accepted":
                    complain(f"{path}: {result.verdict}: {result.reason}", 1)
                    continue
                labels[result.label] += 1
                say(f"accepted {result.label}", style="green")
                say_prose(in_words(json.loads(text)["statement"]), indent=2)
                say(f"by {path}", style="dim", indent=2)
    accepted = found.count("accepted")
    for label, count in labels.items():
        if count > 1:
            say(f"{label} comes {count} times: {count} certificates of one statement", style="yellow")
    if len(found) > 1:
        again = f", {len(labels)} distinct statement{'s' * (len(labels) != 1)}" if len(labels) < accepted else ""
        say(f"{accepted} of {len(found)} accepted{again}", style="green" if accepted == len(found) else "yellow")
    ctx.exit(REJECTED if "rejected" in found else DECLINED if "declined" in found else ACCEPTED)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(MOST).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8", hint="give the file as it was written") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", hint="give a certificate; derive export makes some") from None


def _installed(text: str) -> str:
    """The statement that the installed theories have under the label of a certificate; none where there is none."""
    from derive.certificates.write import statements_of
    from derive.theories.registry import load_theory, theory_names

    try:
        label = json.loads(text)["label"]
    except (ValueError, KeyError, TypeError, RecursionError):
        label = None
    theory, _, _ = label.partition(".") if isinstance(label, str) else ("", "", "")
    theorems = load_theory(theory).theorems if theory in theory_names() else ()
    return json.dumps(statements_of(theorem for theorem in theorems if theorem.label == label))


def in_words(value: Any) -> str:
    """A statement that was accepted, of which the certificate has a copy, in its own notation on one line."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(in_words, value))}]"
    if not isinstance(value, dict):
        return str(value)
    given = value.get("hypotheses", [])
    after = f", given {', '.join(map(_hypothesis, given))}" if given else ""
    match value.get("kind"):
        case "equation" | "bound" | "bounds":
            first, *others = value.get("terms") or [value["lhs"], value["rhs"]]
            relations = value.get("relations") or [value.get("relation", "=")] * len(others)
            pairs = zip(relations, others, strict=True)
            return " ".join([first, *(f"{relation} {other}" for relation, other in pairs)]) + after
        case "conjunction":
            return "; ".join(f"{name}: {in_words(member)}" for name, member in value["members"]) + after
        case "cases":
            return "; ".join(f"if {_hypothesis(h)}: {in_words(case)}" for h, case in value["cases"]) + after
    own = [k for k in value if k not in ("kind", "hypotheses", "dimensions", "symbols", "definitions")]
    kind = f"{value['kind']}: " if "kind" in value else ""
    return f"{kind}{', '.join(f'{k} {in_words(value[k])}' for k in own)}{after}"


def _hypothesis(value: Any) -> str:
    condition, *of = value
    return " = ".join(of) if condition == "equal" else f"{in_words(of[0])} {condition}"
