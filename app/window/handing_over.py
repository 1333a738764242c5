"""A window in the place of another: all that the user has in the one, and its work, goes on in the other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from torseur.ui.displays.folded_section import scroll_as
from torseur.ui.window.kept_controls import enter_controls, kept_controls

from ..session.undo import Change, pass_on

if TYPE_CHECKING:
    from .window import Window

PANELS = ("plots", "signals", "phases", "plan", "table.formulas")


def begin_handing_over(window: Window) -> bool:
    """Bring a window to rest: what is being typed is taken, nothing plays. Returns whether it played."""
    focused = QApplication.focusWidget()
    if focused is not None:
        focused.clearFocus()
    window.pages.preparation.stop()
    plays = window.session.playback.starting
    window.session.playback.pause()
    window.session.end_drag()
    window.trajectory.go_back()
    return plays


def hand_over(old: Window, new: Window) -> None:
    """Have in a window that was just made all that is in another, which is at rest: document and edits, instant, page, camera."""
    session = new.session
    if presents := old.pages.presentation.is_on:
        old.pages.presentation.switch()
    new.kernels.take_over(old.kernels)
    new.restoreGeometry(old.saveGeometry())
    new.workspaces.take_over(old.workspaces)
    session.take_over(old.session)
    new.pages.motion.take_over(old.pages.motion)
    new.trajectory.planning.take_over(old.trajectory.planning)
    new.documents.tables.take_over(old.documents.tables)
    new.drawing.analysis.pinned = old.drawing.analysis.pinned
    new.pages.comparing.take_over(old.pages.comparing)
    new.pages.sweeping.take_over(old.pages.sweeping)
    new.editing.editor.take_over(old.editing.editor)
    new.documents.files.take_over(old.documents.files)
    new.file_events.recovery.take_over(old.file_events.recovery)
    new.documents.doctor.take_over(old.documents.doctor)
    new.file_events.opened.take_over(old.file_events.opened)
    new.bindings.selection.select(old.bindings.selection.row)
    new.editing.selected_part.take_over(old.editing.selected_part)
    new.pages.navigation.beside = old.pages.navigation.beside
    for key, (panel, pages) in new.pages.navigation.laboratories.items():
        panel_before, pages_before = old.pages.navigation.laboratories[key]
        pages.take_over(pages_before)
        if panel_before.page:
            panel.show_page(panel_before.page)
    for key, page in new.pages.docked.items():
        page.bring_back(old.pages.docked[key].keep())
    new.show_taken_over(old)
    for name in PANELS:
        enter_controls(attrgetter(name)(new.panels), kept_controls(attrgetter(name)(old.panels)))
    task = kept_controls(old.panels.task)
    enter_controls(new.panels.task, {place: task[place] for place in task if place[-1][0] == "SectionHead"})
    # Panels that are not seen may show another frame, and other switches, than those of now.
    session.set_frame(old.session.frame)
    new.drawing.switches.take_over(old.drawing.switches)
    new.pages.course.take_over(old.pages.course, new.pages.navigation.body)
    new.drawing.following.take_over(old.drawing.following)
    for key, dock in new.docks.items():
        for area, before in zip(_areas(dock), _areas(old.docks[key]), strict=False):
            scroll_as(area, before)
    _pass_edits_on(old, new)
    if presents:
        new.pages.presentation.switch()


def _areas(dock: QWidget) -> list[QScrollArea]:
    """What scrolls in a dock and is seen."""
    return [area for area in dock.findChildren(QScrollArea) if area.isVisibleTo(dock)]


def _pass_edits_on(old: Window, new: Window) -> None:
    """What was done in one window is undone in the other, by the objects that stand where those stand that did it."""
    stack = old.session.undo_stack
    changes = [change for k in range(stack.count()) if isinstance(change := stack.command(k), Change)]
    did = {one for change in changes for one in _parents(_owner(change.applier))}
    for key, (_, pages) in new.pages.navigation.laboratories.items():
        for page in [page for page, binding in old.pages.navigation.laboratories[key][1].made.items() if binding in did]:
            pages.page(page)

    def same(apply: Callable[[Any], None]) -> Callable[[Any], None]:
        one: Any = new
        for before, after in reversed(list(pairwise(_parents(_owner(apply))))):
            one = _children(one, before)[_children(after, before).index(before)]
        found: Callable[[Any], None] = getattr(one, apply.__name__)
        return found

    pass_on(stack, new.session.undo_stack, same)


def _owner(apply: Callable[[Any], None]) -> QObject:
    """Of a bound method, as all are that undo calls."""
    owner: QObject = apply.__self__  # type: ignore[attr-defined]
    return owner


def _parents(one: QObject) -> list[QObject]:
    """An object, its parent, and so on up to the window."""
    parent = one.parent()
    return [one] if parent is None else [one, *_parents(parent)]


def _children(parent: QObject, like: QObject) -> list[QObject]:
    """Those of its type, and of its name if it has one, as pages have."""
    alike = type(like), like.objectName()
    return [child for child in parent.children() if (type(child), child.objectName()) == alike]
