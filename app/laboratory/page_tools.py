"""The tools of the mouse that a page has in the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject

from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.viewport.interaction.point_tool import PointTool
from torseur.ui.viewport.interaction.vector_tool import VectorTool
from torseur.ui.viewport.viewport import Viewport

from ..drawing.pose_target import PoseTargetBinding
from ..sheet.view_tools import DrawVector, FrameHandles, PickPoint, ViewTool


class PageTools(QObject):
    """Shows the tools that a page wants, and tells what the user did by `take`."""

    def __init__(
        self, viewport: Viewport, posing: PoseTargetBinding, take: Callable[[UserEvent], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._viewport, self._posing, self._take = viewport, posing, take
        self.shown: dict[str, PointTool | VectorTool] = {}  # by key
        self._hint = ""

    def show(self, tools: Sequence[ViewTool]) -> None:
        """Have these in the view, and no others."""
        self._posing.show_with_page(any(isinstance(tool, FrameHandles) for tool in tools))
        held = [tool for tool in tools if not isinstance(tool, FrameHandles)]
        for key in self.shown.keys() - {tool.key for tool in held}:
            self._viewport.remove_tool(self.shown.pop(key))
        for tool in held:
            shown = self.shown.get(tool.key) or self._added(tool)
            if shown.armed != tool.armed:
                shown.arm(tool.armed)
            if isinstance(shown, VectorTool) and isinstance(tool, DrawVector):
                shown.show_handles(tool.handles)
        hint = next((tool.hint for tool in held if tool.armed), "")
        if hint != self._hint:
            self._hint = hint
            self._viewport.set_hint(hint)

    def _added(self, tool: PickPoint | DrawVector) -> PointTool | VectorTool:
        def emit(kind: str) -> Callable[..., object]:
            return lambda *values: self._take(UserEvent(tool.key, kind, _value(values)))

        added: PointTool | VectorTool
        if isinstance(tool, PickPoint):
            added = PointTool(self)
            signals = {"picked": added.picked, "finished": added.finished, "disarmed": added.disarmed}
        else:
            added = VectorTool(self)
            signals = {
                "started": added.started,
                "grabbed": added.grabbed,
                "drawn": added.drawn,
                "finished": added.finished,
                "cancelled": added.cancelled,
                "disarmed": added.disarmed,
            }
        for kind, signal in signals.items():
            signal.connect(emit(kind))
        self._viewport.add_tool(added)
        self.shown[tool.key] = added
        return added


def _value(values: tuple[Any, ...]) -> Any:
    return values[0] if len(values) == 1 else values or None
