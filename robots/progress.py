"""How far the loading of a robot is: told to whoever asks, who may also stop it."""

from __future__ import annotations

from collections.abc import Callable

from torseur.sim.errors import TorseurError

# Called before each mesh with how many are done, how many there are, and the name of this one as the robot's file has it.
Progress = Callable[[int, int, str], object]


class LoadCancelled(TorseurError):
    """Loading was stopped from its `progress`; nothing was loaded, and nothing else is changed."""
