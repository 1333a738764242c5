"""Torseur: see, drive and simulate articulated rigid-body systems."""

from __future__ import annotations

import sys

from torseur.app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
