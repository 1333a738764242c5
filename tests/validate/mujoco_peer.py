"""The time that MuJoCo takes for the same bodies, measured in the same run; None where it is not installed."""

from __future__ import annotations

import time

import numpy as np

from torseur import sim
from torseur.sim.multibody.model.shapes import Box, Sphere

from .scenes import BRIEF, REPEATS

STIFF, DEFAULT, PYRAMID, CG = "stiff", "default", "pyramid", "CG"
"""stiff: elliptic cone, Newton, solref of two steps; default: elliptic cone, its own solref; pyramid: as it comes; CG: that with
conjugate gradients."""


def mujoco_time(
    scene: sim.Scene,
    duration: float,
    dt: float,
    variant: str,
    friction: dict[str, float],
    pull: dict[int, tuple[float, float, float]] | None = None,
) -> float | None:
    """Time of a step [µs] of a scene of free boxes and balls on a floor; friction by body, "" for the others.

    pull : forces [N] on bodies, counted from 1 in the order of the scene
    """
    try:
        import mujoco
    except ImportError:
        return None
    model = mujoco.MjModel.from_xml_string(_mjcf(scene, dt, variant, friction))
    data = mujoco.MjData(model)
    steps, shortest = round(duration / dt), np.inf
    for run in range(1 + REPEATS):
        if run == 0 or shortest < BRIEF:
            mujoco.mj_resetData(model, data)
            data.qvel[:] = scene.initial.v  # its linear ones are along the world's axes; bodies that move start unturned
            for body, force in (pull or {}).items():
                data.xfrc_applied[body, :3] = force
            start = time.perf_counter()
            mujoco.mj_step(model, data, nstep=steps)
            shortest = min(shortest, time.perf_counter() - start)
    return 1e6 * shortest / steps


def _mjcf(scene: sim.Scene, dt: float, variant: str, friction: dict[str, float]) -> str:
    cone = "pyramidal" if variant in (PYRAMID, CG) else "elliptic"
    spring = f'solref="{2 * dt} 1"' if variant == STIFF else ""
    bodies = []
    for part in scene.parts:
        for body in part.model.bodies:
            if body.mass == 0:
                continue
            shape = body.collisions[0].shape
            mu = friction.get(part.name, friction[""])
            bodies.append(
                f'<body pos="{_text(part.q[:3])}" quat="{_text(part.q[[6, 3, 4, 5]])}"><freejoint/>'  # type: ignore[index]
                f'<geom {_geom(shape)} mass="{body.mass}" friction="{mu} 0 0"/></body>'
            )
    return f"""
        <mujoco>
          <option timestep="{dt}" cone="{cone}" solver="{"CG" if variant == CG else "Newton"}" gravity="{_text(scene.gravity)}"/>
          <default><geom condim="3" {spring}/></default>
          <worldbody><geom type="plane" size="0 0 1" friction="0 0 0"/>{"".join(bodies)}</worldbody>
        </mujoco>"""


def _geom(shape: object) -> str:
    match shape:
        case Box(size=size):
            return f'type="box" size="{_text(np.array(size) / 2)}"'
        case Sphere(radius=radius):
            return f'type="sphere" size="{radius}"'
    raise TypeError(f"no MuJoCo geom is written for {shape!r}")


def _text(values: object) -> str:
    return " ".join(repr(float(value)) for value in values)  # type: ignore[attr-defined]
