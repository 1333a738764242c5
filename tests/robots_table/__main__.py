"""The command `python -m tests.robots_table`."""

import sys

from .table import main

sys.exit(main())
