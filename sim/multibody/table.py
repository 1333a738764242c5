"""The argument type by which entries take `Model.table`."""

from __future__ import annotations

from ..kernel import rows_in
from .model import ROW

table_in = rows_in(ROW)
