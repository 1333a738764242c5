"""Bodies that begin so fast and turn so far in a step that it is not known what they meet: see `contact.collision.sweep`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from .....contact.collision.shape_table import FAST_SPIN, PLANE, SPHERE
from .....multibody.model.model import Finding, Severity
from .....texts import tr
from ..scene import Scene
from ..settings import Settings

BEGINS_FAST = "begins-fast"  # the rule of findings about it
_STEPS = 1.0, 2.0, 5.0


def with_spin_findings(scene: Scene, settings: Settings, line_of: Callable[[int], int] | None = None) -> Scene:
    """The scene with findings about bodies that begin too fast for a step of these settings to know what they meet.

    line_of : of a body, the line of its file; those of the findings that there were, if not given
    """
    others = tuple(finding for finding in scene.findings if finding.rule != BEGINS_FAST)
    lines = {finding.element: finding.line for finding in scene.findings if finding.rule == BEGINS_FAST}
    found = []
    for body, turn, moves, dt in _starting_spins(scene, settings):
        element = tr("body {body_names!r}", body_names=scene.model.body_names[body])
        message = tr(
            "{body_names!r} begins by turning {turn:.3g} rad and moving up to {moves:.3g} m in a step of {dt:g} s, "
            "more than what it may meet is thick: its contacts are doubtful; try dt = {dt_2:g} s",
            body_names=scene.model.body_names[body],
            turn=turn,
            moves=moves,
            dt=settings.dt,
            dt_2=dt,
        )
        line = lines.get(element, 0) if line_of is None else line_of(body)
        found.append(Finding(Severity.WARNING, message, scene.path, line, BEGINS_FAST, element))
    return replace(scene, findings=(*others, *found)) if found or len(others) < len(scene.findings) else scene


def _starting_spins(scene: Scene, settings: Settings) -> Iterator[tuple[int, float, float, float]]:
    """Bodies (index in `body_names`) that turn by more than FAST_SPIN in a step of time-stepping, and move in it by more than the
    thinnest thing is thick that they may meet: by what they turn [rad] and move [m], and a step short enough [s].

    Of a robot the one that moves most.
    """
    shapes, dt, model = scene.system.shapes, settings.dt, scene.model
    if settings.scheme != "time_stepping" or len(shapes) < 2 or not np.any(scene.initial.v):
        return
    from .....multibody.kinematics.kinematics import frame_twists  # its kernels are not wanted for each scene

    twists = frame_twists(model, scene.initial.q, scene.initial.v)
    thickness = np.where(shapes["kind"] == PLANE, np.inf, 2.0 * shapes["box_half"].min(axis=1))
    found: dict[int, tuple[float, float, int]] = {}  # by assembly
    for k in np.flatnonzero((shapes["kind"] != SPHERE) & (shapes["row"] != 0)).tolist():
        body, assembly = int(shapes["body"][k]), int(shapes["assembly"][k])
        others = thickness[shapes["assembly"] != assembly]
        v, w = np.linalg.norm(twists[model.frame_index(model.body_names[body])].reshape(2, 3), axis=1).tolist()
        moves = dt * (v + w * float(shapes["radius"][k]))
        if len(others) and dt * w > FAST_SPIN and moves > float(others.min()):
            found[assembly] = max(found.get(assembly, (0.0, 0.0, 0)), (moves, w, body))
    for moves, w, body in found.values():
        yield body, dt * w, moves, _short_step(FAST_SPIN / w)


def _short_step(longest: float) -> float:
    """The next of 1, 2, 5, 10 ... below."""
    power = 10.0 ** np.floor(np.log10(longest))
    return float(power * max(step for step in _STEPS if step * power <= longest * (1.0 + 1e-9)))
