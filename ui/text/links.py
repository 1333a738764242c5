"""Links within sentences: `[words](page#section)`."""

from __future__ import annotations

import re

LINK = re.compile(r"\[([^\]]+)\]\(([\w#.:/-]+)\)")


def without_links(text: str) -> str:
    """The same as it is read: words alone."""
    return LINK.sub(r"\1", text)
