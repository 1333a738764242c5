"""The kernels that a step mostly consists of, so that several processes can compile `advance` side by side."""

from __future__ import annotations

from typing import Any

from ...contact.collision.broad_phase import find_contacts
from ...kernel import f8, i8, v_out
from .impacts_in_step import solve_with_impacts
from .many_steps import settings_in, system_in, work_out


def largest_kernels() -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """(kernel, types of its arguments as `advance` calls it), those that take longest first."""
    trees = system_in[system_in.fields.index("trees")]
    return (
        (solve_with_impacts, (settings_in, trees, work_out, i8, v_out)),
        (find_contacts, (system_in, f8, f8, work_out)),
    )
