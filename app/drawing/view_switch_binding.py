"""Switching what is drawn, by bar, menu or key: each workspace keeps its own switches."""

from __future__ import annotations

from dataclasses import fields, replace

from PySide6.QtCore import QObject, Signal

from torseur.ui.viewport.viewport import Viewport
from torseur.ui.window.view_bar import ViewBar

from .view_switches import ViewSwitches, switched, usual_switches

SEE_THROUGH = 0.35
OF_THE_VIEW = ("see_through", "orthographic")  # the same in all workspaces


class SwitchesBinding(QObject):
    """Keeps the switches, and shows them on the bar and in the viewport; `changed`: draw anew."""

    changed = Signal()

    def __init__(self, bar: ViewBar, viewport: Viewport, workspace: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bar, self._viewport, self._workspace = bar, viewport, workspace
        self._by_workspace: dict[str, ViewSwitches] = {}
        self._now = ViewSwitches()
        self._show_on_bar()
        bar.switched.connect(self.switch)

    @property
    def now(self) -> ViewSwitches:
        """What is drawn."""
        return self._now

    @property
    def workspace(self) -> str:
        """Where it is drawn."""
        return self._workspace

    def switch(self, key: str, on: bool) -> None:
        """Show or hide something, by a field of `ViewSwitches`."""
        self.show(switched(self._now, key, on))

    def toggle(self, key: str) -> None:
        """The other way round."""
        self.switch(key, not self.is_on(key))

    def is_on(self, key: str) -> bool:
        """Whether something is shown."""
        return bool(getattr(self._now, key))

    def of_workspace(self, key: str) -> ViewSwitches:
        """What is drawn in a workspace, or was when it was last left."""
        return self._now if key == self._workspace else self._by_workspace.get(key, usual_switches(key))

    def show_in_workspace(self, key: str, switches: ViewSwitches) -> None:
        """Show and hide everything of a workspace as given, now or when it is next seen."""
        if key == self._workspace:
            self.show(switches)
        else:
            self._by_workspace[key] = switches

    def take_over(self, other: SwitchesBinding) -> None:
        """Draw what another draws, in each workspace."""
        self._workspace, self._by_workspace = other._workspace, dict(other._by_workspace)
        self.show(other.now)

    def use_workspace(self, key: str) -> None:
        """Draw what was drawn in a workspace when it was last left."""
        if key != self._workspace:
            there = self.of_workspace(key)
            self._by_workspace[self._workspace] = self._now
            self._workspace = key
            self.show(replace(there, **{name: getattr(self._now, name) for name in OF_THE_VIEW}))

    def show(self, switches: ViewSwitches) -> None:
        """Show and hide everything as given."""
        before, self._now = self._now, switches
        self._show_on_bar()
        if (switches.see_through, switches.mass) != (before.see_through, before.mass):
            self._viewport.set_opacity(SEE_THROUGH if switches.see_through or switches.mass else 1.0)  # masses are inside
        style = ("wire" if switches.collision_wire else "glass") if switches.collisions else ""
        self._viewport.set_collisions(style, not switches.collision_only)
        if switches.orthographic != before.orthographic:
            self._viewport.set_orthographic(switches.orthographic)
        self._viewport.set_frames_visible(switches.frames and switches.all_frames)
        self.changed.emit()

    def _show_on_bar(self) -> None:
        for field in fields(self._now):
            self._bar.show_on(field.name, getattr(self._now, field.name))
