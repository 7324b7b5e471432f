"""What the relations of a paper rest on and cannot be read: they are then not checked, neither proved nor refuted."""

from __future__ import annotations

from dataclasses import dataclass

from derive.errors import InputError
from derive.reading.source import Source


@dataclass(frozen=True)
class Premise:
    """A premise that could not be read: ``what`` it is, where it stands, and the ``error``."""

    what: str
    source: Source
    at: int
    error: InputError

    def not_checked(self, hint: str = "mend it; what rests on it is neither proved nor refuted") -> InputError:
        """The error of a relation that rests on it."""
        place = f"{self.source.file}:{self.source.place(self.at)}"
        if self.error.message.startswith("not checked: "):
            return self.error
        reason = str(self.error).split("\n", 1)[0].removeprefix(f"{place}: ").removeprefix(f"{self.source.file}:")
        return InputError(f"not checked: {self.what} at {place} could not be read: {reason}", hint=hint)
