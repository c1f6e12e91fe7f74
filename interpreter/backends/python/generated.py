"""Python source that was written from a program, with its code object once it was compiled.

The source can be kept in a cache, and is registered with `linecache` when it runs, so that a traceback shows its lines.
"""

from __future__ import annotations

import zlib
from types import CodeType

from attrs import define


@define
class Source:
    """The generated text, and its code object once it was compiled."""

    text: str
    code: CodeType | None = None

    def compiled(self) -> CodeType:
        """The code object of the text."""
        if self.code is None:
            self.code = compile(self.text, self.file, "exec")
        return self.code

    @property
    def file(self) -> str:
        """The name that tracebacks show."""
        return f"<rules {zlib.crc32(self.text.encode()):x}>"
