"""The model tree, linked with the view and the list of bodies."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.texts import marked, tr
from torseur.ui.panels.model.model_panel import ModelPanel
from torseur.ui.panels.model.values import TreeEntry
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.viewport import Viewport

from ..drawing.viewport_binding import ViewportBinding
from ..session.session import Session
from .scene import SceneBinding

JOINT_KINDS = {
    JointKind.FIXED: marked("fixed"),
    JointKind.REVOLUTE: marked("revolute"),
    JointKind.CONTINUOUS: marked("continuous"),
    JointKind.PRISMATIC: marked("prismatic"),
    JointKind.HELICAL: marked("helical"),
    JointKind.PLANAR: marked("planar"),
    JointKind.SPHERICAL: marked("spherical"),
    JointKind.FREE_FLYER: marked("free-flyer"),
}


class ModelBinding(QObject):
    """Between the tree, the session and the view."""

    body_chosen = Signal(str)  # by the user, in the tree or elsewhere; "" none

    def __init__(
        self,
        session: Session,
        panel: ModelPanel,
        view: ViewportBinding,
        scenery: SceneBinding,
        viewport: Viewport,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._panel = session, panel
        self._view, self._scenery, self._viewport = view, scenery, viewport
        self._entries_of: Model | None = None  # of which the tree is
        self._body = ""
        session.document_changed.connect(self._open)
        viewport.selection_changed.connect(self._follow)
        panel.picked.connect(self._pick)
        panel.body_visibility_changed.connect(scenery.show_body)
        panel.body_hovered.connect(viewport.hover)
        scenery.hidden_changed.connect(self._show_eyes)
        scenery.hidden_changed.connect(view.draw_model)

    def refresh(self) -> None:
        """Show what was missed while the tree could not be seen."""
        if self._session.document is not None and self._panel.isVisible():
            self._show_tree()

    def select(self, body: str) -> None:
        """Select a body everywhere; an empty name none."""
        self._viewport.select(body or None)
        self._scenery.show_selected(body)
        self._show_row()
        self.body_chosen.emit(body)

    def _follow(self, body: str) -> None:
        """Show the body that the view has selected in the tree, and what the view draws of it."""
        self._body = body
        tree = self._panel.tree
        if not any(entry.key == tree.selected and entry.body == body for entry in tree.rows.entries):
            self._show_row()  # else it is a joint or a frame of the body that was picked
        self._view.draw_model()

    def _show_row(self) -> None:
        self._panel.show_selected(f"body:{self._body}" if self._body else "")

    def _pick(self, key: str) -> None:
        """A row of the tree: outline its body; a frame becomes the one that is looked at."""
        entry = next(entry for entry in self._panel.tree.rows.entries if entry.key == key)
        self._viewport.select(entry.body or None)
        self._scenery.show_selected(entry.body)
        self.body_chosen.emit(entry.body)
        if entry.kind == "frame":
            self._session.set_frame(key.removeprefix("frame:"))

    def _open(self) -> None:
        if self._session.document is None:
            return
        self._body = self._viewport.selected or ""
        self._show_row()
        self._show_eyes()
        QTimer.singleShot(0, self, self.refresh)

    def _show_tree(self) -> None:
        """Show the tree of the model, whose rows are made for who sees them: a heap has a thousand."""
        if self._entries_of is not self._session.model:
            self._entries_of = self._session.model
            self._panel.show_entries(tree_entries(self._entries_of))
            self._show_row()

    def _show_eyes(self) -> None:
        hidden = self._scenery.hidden
        for name in self._session.model.body_names if hidden or self._panel.tree.hidden else ():
            if self._panel.tree.is_body_visible(name) == (name in hidden):
                self._panel.show_visible(name, name not in hidden)


def _short(name: str) -> str:
    """Less the robot it is of, which the tree shows."""
    return name.rsplit("/", 1)[-1]


def tree_entries(model: Model) -> list[TreeEntry]:
    """Rows of the tree, parents first: each body, below it the joint that carries it, its frames, and what it carries."""
    above = {joint.child: joint for joint in model.joints}
    children: dict[str, list[str]] = {}
    for joint in model.joints:
        if joint.parent is not None:
            children.setdefault(joint.parent, []).append(joint.child)
    frames: dict[str | None, list[str]] = {}
    for frame in model.frames:
        frames.setdefault(frame.body, []).append(frame.name)
    bodies = {body.name: body for body in model.bodies}
    entries: list[TreeEntry] = []
    waiting = [(name, 0) for name in reversed(model.body_names) if name not in above or above[name].parent is None]
    while waiting:
        name, depth = waiting.pop()
        mass = bodies[name].mass
        note = quantity_text(mass, "kg") if mass else ""
        entries.append(TreeEntry(f"body:{name}", "body", _short(name) if depth else name, note, depth, name))
        if name in above:
            joint = above[name]
            kind = "revolute" if joint.kind is JointKind.CONTINUOUS else joint.kind.value
            note = tr(JOINT_KINDS[joint.kind])
            entries.append(TreeEntry(f"joint:{joint.name}", kind, _short(joint.name), note, depth + 1, name))
        entries += [
            TreeEntry(f"frame:{one}", "frame", _short(one), tr("frame"), depth + 1, name) for one in frames.get(name, ())
        ]
        waiting += [(child, depth + 1) for child in reversed(children.get(name, ()))]
    entries += [TreeEntry(f"frame:{one}", "frame", one, tr("frame")) for one in frames.get(None, ())]
    return entries
