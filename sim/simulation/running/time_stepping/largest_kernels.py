"""The kernels that a step mostly consists of, so that several processes can compile `_steps_at` side by side."""

from __future__ import annotations

from typing import Any

from ....kernel import i8, v_out
from .free_velocity import free_velocity_into
from .many_steps import control_in, settings_in, system_in, work_out
from .step import begin_step, solve_step


def largest_kernels() -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """(kernel, types of its arguments as `take_steps` calls it), those that take longest first."""
    return (
        (solve_step, (system_in, settings_in, work_out, i8, v_out)),
        (begin_step, (system_in, control_in, settings_in, work_out, v_out, v_out)),
        (free_velocity_into, (system_in, control_in, settings_in, work_out, i8, v_out, v_out)),
    )
