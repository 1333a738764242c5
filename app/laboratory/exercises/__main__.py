"""Write the pages of the exercises into docs/, or into the folder that is given.

`python -m torseur.app.laboratory.exercises [FOLDER]`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .guide import write_pages

DOCS = Path(__file__).parents[3] / "docs"

if __name__ == "__main__":
    write_pages(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
