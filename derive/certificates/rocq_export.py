"""Theorems as a file for Rocq: readable MathComp statements, each with a proof by the reflective library.

``export`` writes the file, ``reach`` says why a theorem cannot be written.  The file is its own witness: it proves what its
statements say in MathComp, whatever wrote them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from derive.certificates.rocq_environment import Library
from derive.certificates.rocq_images import image_texts
from derive.certificates.rocq_names import ascii_word
from derive.certificates.rocq_pieces import Unreachable
from derive.certificates.rocq_statements import conjunction, false_equation, members, plan
from derive.certificates.rocq_theorem import draft
from derive.errors import DeriveError
from derive.language.substitution import unfolded_subterms
from derive.language.terms import Grad
from derive.statements.image import Image
from derive.statements.statement import Equations, Statement
from derive.theories.registry import load_theory
from derive.theories.theory import Entry, Structure

Theorem = Entry | Structure
#: The folder of exported files.
ROCQ_FOLDER = "rocq"

HEADER = """\
(* {title}

   Check: coqc -Q DIR Derive DeriveNormal.v DeriveKinds.v DeriveExport.v in DIR, then coqc -Q DIR Derive on this file.
   Every statement is ordinary MathComp; deep terms occur in proofs only. *)

Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra.
From Derive Require Import DeriveNormal DeriveKinds DeriveExport.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Theorems.
Variables (F : rcfType) (m : nat).
Notation n := m.+1.
Notation one := (@ones F n).
Definition norm {{k}} (v : 'cV[F]_k) : F := Num.sqrt (dot v v).
"""


def remark(words: str) -> str:
    """Words for a comment: nothing in them opens or ends a comment, or a string."""
    return words.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def statement_of(theorem: Theorem) -> Statement:
    """What a theorem claims."""
    return Equations(theorem.terms, theorem.hypotheses) if isinstance(theorem, Entry) else theorem.statement


def identifier(theorem: Theorem) -> str:
    """The name of a theorem in the file."""
    return ascii_word(theorem.label.replace(".", "_"))


def write(library: Library, theorem: Theorem) -> str:
    """One theorem; a conjunction has a theorem for each part as well.  Raises `Unreachable`."""
    name, parts = identifier(theorem), members(statement_of(theorem))
    comment = f"(* {theorem.label}: {remark(theorem.title)}. *)\n"
    if len(parts) == 1 and isinstance(parts[0], Image):
        return comment + "\n".join(image_texts(library, name, parts[0]))
    if len(parts) == 1:
        return comment + draft(library, name, plan(parts[0])).text
    names = [f"{name}_{number}" for number in range(1, len(parts) + 1)]
    texts = [draft(library, its_name, plan(part)).text for its_name, part in zip(names, parts, strict=True)]
    claims = [f"({text.split(' :', 1)[1].split(chr(10) + 'Proof.', 1)[0].strip()[:-1]})" for text in texts]
    whole = f"Theorem {name} :\n  " + " /\\\n  ".join(claims) + f".\nProof. exact: {conjunction(names)}. Qed.\n"
    return comment + "\n".join([*texts, whole])


def false_variants(library: Library, theorem: Theorem) -> list[str]:
    """Goals that are false, each with its proof rejected: the near misses of a theorem that have a form here."""
    found: list[str] = []
    misses: list[tuple[str, Statement | None]] = []
    if isinstance(theorem, Entry):
        misses = [(miss.wrong, Equations((miss.lhs, miss.rhs), miss.hypotheses)) for miss in theorem.near_misses]
    else:
        misses = [(miss.wrong, false_equation(miss.statement)) for miss in theorem.near_misses]
    for wrong, statement in misses:
        try:
            if isinstance(statement, Equations) and len((made := plan(statement)).equations) == 1:
                text = draft(library, "", made, fails=True).text
                found.append(f"(* {theorem.label}, near miss: {remark(wrong)}. *)\n{text}")
        except (Unreachable, DeriveError):
            continue
    return found


def reach(theorem: Theorem) -> str | None:
    """Why a theorem cannot be exported; None where it can."""
    try:
        write(Library(), theorem)
    except Unreachable as why:
        parts = members(statement_of(theorem))
        found = (isinstance(t, Grad) for part in parts for term in part.terms for t in unfolded_subterms(term))
        return "a derivative" if any(found) else str(why)
    except DeriveError as error:
        return f"not written: {error}"
    return None


def assemble(library: Library, title: str, theorems: Sequence[str], names: Sequence[str]) -> str:
    """The file."""
    variables = [f"Variable {name} : {key[1]}." for key, name in library.variables.items() if key not in library.bound]
    definitions = [text for _, text in library.definitions.values()]
    every = "".join(f"  let _ := {name} in\n" for name in names)
    ask = f"Definition every_theorem :=\n{every}  I.\nPrint Assumptions every_theorem." if names else ""
    return "\n".join(
        [HEADER.format(title=remark(title)), *variables, "", *definitions, "", *theorems, "End Theorems.", "", ask, ""]
    )


def export(theorems: Iterable[Theorem], title: str = "Theorems of derive") -> str:
    """A file with those of the theorems that can be written; raises `Unreachable` when there is none."""
    library = Library()
    written = [(theorem, write(library, theorem)) for theorem in theorems if reach(theorem) is None]
    if not written:
        raise Unreachable("no theorem can be written")
    return assemble(library, title, [text for _, text in written], [identifier(theorem) for theorem, _ in written])


def export_false(theorems: Iterable[Theorem], title: str = "False variants of theorems of derive") -> tuple[str, int]:
    """A file that coqc accepts just if it rejects the proof of each near miss, and how many there are."""
    library = Library()
    found = [text for theorem in theorems if reach(theorem) is None for text in false_variants(library, theorem)]
    return assemble(library, title, found, ()), len(found)


def rocq_files(theorems: Sequence[Theorem]) -> Iterator[tuple[str, str]]:
    """One file for those of the theorems that can be written: path and text."""
    theories = sorted({theorem.label.partition(".")[0] for theorem in theorems})
    (name,) = [identifier(theorem) for theorem in theorems] if len(theorems) == 1 else ["_".join(theories)]
    yield f"{ROCQ_FOLDER}/{name}.v", export(theorems, f"Theorems of derive: {', '.join(theories)}")


@dataclass(frozen=True)
class Exported:
    """What was written to a file, and what was not.

    Attributes:
        path: the file.
        written: the labels of the theorems in it.
        left_out: label → why it cannot be written.
    """

    path: Path
    written: tuple[str, ...]
    left_out: dict[str, str]


def find_theorems(labels: Sequence[str]) -> list[Theorem]:
    """The theorems with these labels, or of these theories, each once; raises `NameError_`."""
    found: dict[str, Theorem] = {}
    for label in labels:
        name, _, rest = label.partition(".")
        theory = load_theory(name)
        chosen = [t for t in theory.theorems if not rest or t.label == label]
        if not chosen:
            theory.entry(label)  # says what labels there are
        found.update((theorem.label, theorem) for theorem in chosen)
    return list(found.values())


def export_to(path: Path, labels: Sequence[str]) -> Exported:
    """Write the theorems with these labels (``layernorm.eq6``, or a theory: ``layernorm``) that can be written.

    Raises `NameError_` for an unknown label, `Unreachable` when no theorem can be written.
    """
    theorems = find_theorems(labels)
    reasons = {theorem.label: reach(theorem) for theorem in theorems}
    text = export(theorems, f"Theorems of derive: {', '.join(labels)}")
    path.write_text(text, encoding="utf-8")
    left_out = {label: reason for label, reason in reasons.items() if reason is not None}
    return Exported(path, tuple(label for label in reasons if label not in left_out), left_out)
