"""Marks around what may be absent where a document is made: what latexify-py wrote, or what is said of data elsewhere.

A check passes over what stands between them, and where nothing can be written there the old text stays.
"""

from __future__ import annotations

BEGIN_REFERENCE, END_REFERENCE = "what may be absent begins here", "what may be absent ends here"
