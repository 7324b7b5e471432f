"""Theorems as a file for Rocq: readable MathComp statements, each with a proof by the reflective library.

`write_all` writes the file, `reach` says why a theorem cannot be written: both by trying (`write_all`).  The file is its own
witness: it proves what its statements say in MathComp, whatever wrote them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from derive.authoring.theory import Theorem
from derive.certificates.write import Files
from derive.errors import DeriveError
from derive.language.substitution import unfolded_subterms
from derive.language.terms import Grad
from derive.rocq.environment import Library, ascii_word
from derive.rocq.images import image_texts
from derive.rocq.pieces import Unreachable
from derive.rocq.statements import conjunction, members, plan
from derive.rocq.theorem import draft
from derive.statements.image import Image

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


def identifier(theorem: Theorem) -> str:
    """The name of a theorem in the file."""
    return ascii_word(theorem.label.replace(".", "_"))


def write(library: Library, theorem: Theorem) -> str:
    """One theorem; a conjunction has a theorem for each part as well.  Raises `Unreachable`."""
    name, parts = identifier(theorem), members(theorem.statement)
    comment = f"(* {theorem.label}: {remark(theorem.title)}. *)\n"
    if len(parts) == 1 and isinstance(parts[0], Image):
        return comment + "\n".join(image_texts(library, name, parts[0]))
    if len(parts) == 1:
        return comment + draft(library, name, plan(parts[0])).text
    names = [f"{name}_{number}" for number in range(1, len(parts) + 1)]
    drafts = [draft(library, its_name, plan(part)) for its_name, part in zip(names, parts, strict=True)]
    claims = " /\\\n  ".join(f"({made.statement})" for made in drafts)
    whole = f"Theorem {name} :\n  {claims}.\nProof. exact: {conjunction(names)}. Qed.\n"
    return comment + "\n".join([*(made.text for made in drafts), whole])


@dataclass(frozen=True)
class Written:
    """What could be written of some theorems.

    Attributes:
        library: the names and definitions that the texts use.
        texts: the theorems in it, each with its text.
        left_out: label → why a theorem cannot be written.
    """

    library: Library
    texts: tuple[tuple[Theorem, str], ...]
    left_out: dict[str, str]

    @property
    def theories(self) -> str:
        """Those that the theorems in it are of."""
        return ", ".join(sorted({theorem.label.partition(".")[0] for theorem, _ in self.texts}))

    @property
    def written(self) -> tuple[str, ...]:
        """Their labels."""
        return tuple(theorem.label for theorem, _ in self.texts)

    def file(self, title: str = "") -> str:
        """The file; raises `Unreachable` when nothing is in it."""
        if not self.texts:
            raise Unreachable("no theorem can be written")
        texts, names = [text for _, text in self.texts], [identifier(theorem) for theorem, _ in self.texts]
        return assemble(self.library, title or f"Theorems of derive: {self.theories}", texts, names)


def write_all(theorems: Iterable[Theorem]) -> Written:
    """Those of the theorems that can be written, each written once: one that fails leaves nothing in the library."""
    library, texts, left_out = Library(), [], {}
    for theorem in theorems:
        trial = library.copy()
        try:
            texts.append((theorem, write(trial, theorem)))
            library = trial
        except Unreachable as why:
            left_out[theorem.label] = "a derivative" if _has_derivative(theorem) else str(why)
        except DeriveError as error:
            left_out[theorem.label] = f"not written: {error}"
    return Written(library, tuple(texts), left_out)


def _has_derivative(theorem: Theorem) -> bool:
    terms = (term for part in members(theorem.statement) for term in part.terms)
    return any(isinstance(inner, Grad) for term in terms for inner in unfolded_subterms(term))


def reach(theorem: Theorem) -> str | None:
    """Why a theorem cannot be exported; None where it can."""
    return write_all([theorem]).left_out.get(theorem.label)


def assemble(library: Library, title: str, theorems: Sequence[str], names: Sequence[str]) -> str:
    """The file."""
    variables = [f"Variable {name} : {key[1]}." for key, name in library.variables.items() if key not in library.bound]
    definitions = [text for _, text in library.definitions.values()]
    every = "".join(f"  let _ := {name} in\n" for name in names)
    ask = f"Definition every_theorem :=\n{every}  I.\nPrint Assumptions every_theorem." if names else ""
    return "\n".join(
        [HEADER.format(title=remark(title)), *variables, "", *definitions, "", *theorems, "End Theorems.", "", ask, ""]
    )


def rocq_files(theorems: Iterable[Theorem]) -> Files:
    """One file for those of the theorems that can be written."""
    made = write_all(theorems)
    if not made.texts:
        return Files({}, made.left_out)
    (first, _), *others = made.texts
    name = made.theories.replace(", ", "_") if others else identifier(first)
    return Files({f"{ROCQ_FOLDER}/{name}.v": made.file()}, made.left_out)


def export_to(path: Path, theorems: Iterable[Theorem]) -> Written:
    """Write those of the theorems that can be written to a file; raises `Unreachable` when there is none."""
    made = write_all(theorems)
    path.write_text(made.file(), encoding="utf-8")
    return made
