"""The documents of the project: which there are, their blocks, headings and links to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LANGUAGE = ROOT / "docs" / "language.md"
BLOCK = re.compile(r"(?:^<!-- (?P<note>[^\n]+) -->\n+)?^```(?P<tag>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@frozen
class Block:
    """A fenced block: what stands in the comment above it, its tag, its text, and where the text lies."""

    note: str
    tag: str
    text: str
    line: int
    start: int


def blocks(document: str) -> Iterator[Block]:
    for found in BLOCK.finditer(document):
        line = document.count("\n", 0, found.start("text")) + 1
        yield Block(found["note"] or "", found["tag"], found["text"], line, found.start("text"))


# ------------------------------------------------------------------ texts of packs
def headings(document: str) -> set[str]:
    """The names under which the headings of a document can be linked to."""
    found = re.findall(r"^#+ (.+)$", BLOCK.sub("", document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}
