"""What the mouse does in the view for a page, as values; what it did comes as events of their keys."""

from __future__ import annotations

from dataclasses import dataclass

from torseur.ui.text.same_value import Value
from torseur.ui.viewport.interaction.handle import Handle


@dataclass(frozen=True, slots=True, eq=False)
class PickPoint(Value):
    """While it is `armed`, a press on a body picks a point of it.

    Events: picked ((name of the body, (3,) the point in its frame [m])) at the press and every move, finished, and disarmed: a
    point was picked, or it was given up.
    """

    key: str
    armed: bool = False
    hint: str = ""  # said in the view while it is armed


@dataclass(frozen=True, slots=True, eq=False)
class DrawVector(Value):
    """Vectors are taken by the tips of their handles; while it is `armed`, a press on a body begins a new one there.

    Events: started ((name of the body, (3,) the point in its frame [m])), grabbed (key of a handle), drawn ((3,) from tail to
    tip in the world [m]) at every move, finished, cancelled: the drag is to be undone, and disarmed: one was begun, or given up.
    """

    key: str
    armed: bool = False
    handles: tuple[Handle, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class FrameHandles(Value):
    """The chosen frame is dragged by its handles, and the robot follows: `Seen.target` says where to. It has no events."""

    key: str


ViewTool = PickPoint | DrawVector | FrameHandles
