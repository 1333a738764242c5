"""A scene simulated from its start to its end, under its own controllers or a function of yours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..arrays import Array
from ..errors import ArgumentError
from ..multibody.model.state import State
from .recording.recording import Recording
from .running.run_size import check_duration, why_too_large
from .running.scene.scene import Scene
from .running.scene.settings import Settings
from .simulation import Simulation

TorqueLaw = Callable[[float, Array, Array], Array]
"""Torques from a state: t [s], q (nq,), v (nv,) → tau = τ_m (nv,) [N m | N]. `PDControl` and `ComputedTorque` are such."""


def simulate(
    scene: Scene,
    duration: float | None = None,
    *,
    settings: Settings | None = None,
    scheme: str | None = None,
    dt: float | None = None,
    state: State | None = None,
    controller: TorqueLaw | None = None,
) -> Recording:
    """Simulate a scene for `duration` [s] (its own when None) and return the recording, its first state the one started from.

    settings : instead of the scene's; `scheme` and `dt` [s] replace just those two.
    state    : start here instead of the scene's initial state.
    controller : torques beside those of the scene's own controllers, see `Simulation.step`: asked for before each step, and held
                 over it (in the hybrid scheme over each interval of dt). q and v are copies.
    The same arguments give the same bits. A simulation that could not go on says why in `Recording.notes`.
    Raises UnknownNameError, and ArgumentError, also for a run that needs more memory than is free, and for a controller that
    returns no torques.
    """
    settings = settings or scene.settings
    if scheme is not None:
        settings = replace(settings, scheme=scheme)
    if dt is not None:
        settings = replace(settings, dt=dt)
    duration = scene.duration if duration is None else duration
    check_duration(duration)
    if too_large := why_too_large(scene, settings, duration):
        raise ArgumentError(
            "{too_large}; a longer dt keeps fewer, and Simulation.run goes as far as there is room", too_large=too_large
        )
    simulation = Simulation(scene, settings, state)
    steps = int(round(duration / settings.dt))
    if controller is None:
        simulation.run(steps)
        return simulation.recording
    for _ in range(steps):
        tau = controller(simulation.t, simulation.q.copy(), simulation.v.copy())
        if tau is None:
            raise ArgumentError(
                "the controller returned None at t = {t:.6g} s; wanted are torques (nv,), 0 for none", t=simulation.t
            )
        if not simulation.step(tau):
            break
    return simulation.recording
