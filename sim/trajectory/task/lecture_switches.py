"""What may be mended in the lecture's problem, each on its own. Nothing mended is the lecture."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import ArgumentError

MOST_SUBSTEPS = 200


@dataclass(frozen=True, slots=True)
class LectureSwitches:
    """Passive: what a task says, and what the problem is built from.

    torque : the second input is a torque τ at the hip [N m], whose force across the leg is τ/L; else it is that force [N]
    body_inertia : of the body about its own centre [kg m²]: it takes up the couple of the two forces across the leg and pitches;
        None: nothing takes it up, as if the body were a gyroscope that nothing turns
    touch_down_speed : the foot comes down no faster [m/s]; None: as fast as it likes
    substeps : steps of RK4 an interval of 0.1 s, in which the input is held; 1: the lecture
    """

    torque: bool = False
    body_inertia: float | None = None
    touch_down_speed: float | None = None
    substeps: int = 1

    def __post_init__(self) -> None:
        for name, value in (("body_inertia", self.body_inertia), ("touch_down_speed", self.touch_down_speed)):
            if value is not None and not 0.0 < value < float("inf"):
                raise ArgumentError("{name} is {value!r}; wanted: a positive number, or None", name=name, value=value)
        if not 1 <= self.substeps <= MOST_SUBSTEPS:
            raise ArgumentError(
                "substeps is {substeps!r}; wanted: 1 to {most_substeps}", substeps=self.substeps, most_substeps=MOST_SUBSTEPS
            )


MENDED = LectureSwitches(torque=True, body_inertia=0.5, touch_down_speed=2.0, substeps=10)
