"""The loads that the user put on the robot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torseur.ui.text.same_value import Value

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.load import Load
    from torseur.sim.arrays import Array


@dataclass(frozen=True, eq=False, slots=True)
class Loads(Value):
    """All of them, which is selected, and whose they are."""

    loads: tuple[Load, ...] = ()
    selected: int = -1
    side: str = "held"  # or "exerted", as for `static_torques`

    @property
    def chosen(self) -> Load | None:
        """The one that is selected."""
        return self.loads[self.selected] if 0 <= self.selected < len(self.loads) else None

    def added(self, load: Load) -> Loads:
        """With one more, which is selected."""
        return replace(self, loads=(*self.loads, load), selected=len(self.loads))

    def removed(self, at: int) -> Loads:
        """Without one; its neighbour is selected."""
        loads = (*self.loads[:at], *self.loads[at + 1 :])
        return replace(self, loads=loads, selected=min(max(at, 0), len(loads) - 1))

    def changed(self, at: int, load: Load) -> Loads:
        """With another in the place of one, which is selected."""
        return replace(self, loads=(*self.loads[:at], load, *self.loads[at + 1 :]), selected=at)

    def on(self, names: tuple[str, ...]) -> Loads:
        """Those on bodies and frames that are there."""
        present = tuple(load for load in self.loads if load.body in names)
        if len(present) == len(self.loads):
            return self
        return replace(self, loads=present, selected=len(present) - 1)


def with_vector(load: Load, part: str, vector: Array) -> Load:
    """A load with another "point", "force" or "moment" (3,)."""
    vectors = {"point": load.point, "force": load.force, "moment": load.moment, part: vector}
    return replace(load, point=vectors["point"], force=vectors["force"], moment=vectors["moment"])
