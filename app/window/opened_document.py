"""What the window does when something was opened, was read again, or could not be."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMainWindow

from torseur.sim.multibody.model.model import Finding, Severity
from torseur.sim.texts import tr, translated_anew
from torseur.ui.panels.load_doctor.doctor_panel import counted
from torseur.ui.text.sentences import capitalised
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.viewport import Viewport
from torseur.ui.window.progress_card import ProgressCard
from torseur.ui.window.toast import Toast

from ..documents.document import WELCOME, Document
from ..files.dialogs import close_popups
from ..files.files import Files, Reloaded
from ..session.session import Session
from .workspaces import Workspaces

MOST_CHANGES = 5  # changes that a message lists


class OpenedDocument(QObject):
    """Gives a document its title, workspace and hint, fits it into the view, and says what is to be said of its file."""

    def __init__(
        self,
        files: Files,
        session: Session,
        toast: Toast,
        card: ProgressCard,
        viewport: Viewport,
        workspaces: Workspaces,
        use_workspace: Callable[[str], None],
        catch_up: Callable[[], None],
        show_doctor: Callable[[], None],
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._files, self._session, self._toast, self._viewport = files, session, toast, viewport
        self._workspaces, self._use_workspace, self._catch_up = workspaces, use_workspace, catch_up
        self._meant_here = "", ""  # what is opened for the workspace that is open, and which that is
        self._told = ("", "", "", "")  # the message of a file that was shown last: text, detail, tone, action
        self._reload_text = self.tr("Reload (F5)")
        self._actions: dict[str, tuple[str, Callable[[], object] | None]] = {
            "": ("", None),
            Files.RELOAD: (self._reload_text, files.reload),
            Files.DOCTOR: (self.tr("Show in the load doctor"), show_doctor),
        }
        files.shown.connect(self._make_room)
        files.opened.connect(self._show)
        files.reloaded.connect(self._show_changes)
        files.message.connect(self._show_message)
        files.stale_changed.connect(self._clear_reload_offer)
        files.reading.connect(lambda title: card.begin(title, self.tr("Reading the definition")))
        files.progressed.connect(card.show_progress)
        files.ended.connect(card.end)
        card.cancelled.connect(files.cancel)

    def take_over(self, other: OpenedDocument) -> None:
        """Say of a file what another says, while that is seen."""
        text, detail, tone, action = other._told
        if other._toast.isVisible() and other._toast.text == text:
            self._show_message(translated_anew(text), translated_anew(detail), tone, action)

    def begin_here(self, reference: str) -> None:
        """Have something read behind the window, which is then shown in the workspace of now."""
        self._meant_here = reference, self._workspaces.current
        self._files.begin(reference)

    def _make_room(self, document: Document) -> None:
        self._toast.clear()
        close_popups()  # a list that hangs open is of what was there before
        self._use_workspace(self._workspace_of(document))

    def _show(self, document: Document) -> None:
        self._catch_up()
        welcome = document.reference == WELCOME
        self._viewport.set_hint(self.tr("Drag a joint, or press `Space` to drop the brick") if welcome else "")
        if document.task is None:  # its robot is what it is meant to be
            self._show_findings(document)
        self._viewport.setFocus()
        QTimer.singleShot(0, self._viewport, self._viewport.fit)  # once more, in the room that this workspace leaves

    def _workspace_of(self, document: Document) -> str:
        """The one it is best looked at in; the one of now, if that has something of it."""
        here, jointed = self._workspaces.current, bool(self._session.frame)
        meant, self._meant_here = self._meant_here, ("", "")
        if here == "course" or (meant == (document.reference, here) and jointed):
            return here
        if document.task is not None:
            return "trajectory"
        if here == "trajectory":  # which has nothing of what is not planned
            return "kinematics" if jointed else "contact"
        has_something = {
            "table": document.table is not None,
            "laboratory": jointed,
            "dynamics": document.scene.model.nv > 0,
            "compare": document.kind == "scene",
        }
        if has_something.get(here, False):
            return here
        if document.kind == "robot" and jointed:
            return "kinematics"
        return "contact" if document.kind != "scene" or not jointed else here

    def _show_message(self, text: str, detail: str, tone: str, action: str) -> None:
        self._told = text, detail, tone, action
        self._toast.show_message(text, detail, tone, *self._actions[action])

    def _clear_reload_offer(self, stale: bool) -> None:
        if not stale and self._toast.action == self._reload_text:
            self._toast.clear()

    def _show_changes(self, found: Reloaded) -> None:
        changes = found.changes
        more = [self.tr("and {n} more").format(n=len(changes) - MOST_CHANGES)] if len(changes) > MOST_CHANGES else []
        text = self.tr("{name}: nothing has changed.") if not changes else self.tr("{name} was read again: {n}.")
        count = self.tr("1 change") if len(changes) == 1 else self.tr("{n} changes").format(n=len(changes))
        lines = [capitalised(line) for line in (*changes[:MOST_CHANGES], *more, *found.lost)]
        tone = "warning" if found.lost else "good"
        self._toast.show_message(text.format(name=found.document.name, n=count), "\n".join(lines), tone)

    def _show_findings(self, document: Document) -> None:
        """Say with what errors and warnings a definition was read; the load doctor lists them all, the status line their number.

        Errors stay, the first of them in full; warnings are one line, which goes by itself and leaves the robot in sight.
        """
        found: list[Finding] = [one for one in document.findings if one.severity is not Severity.NOTE]
        errors = [one for one in found if one.severity is Severity.ERROR]
        told = tr("Read, with {findings}.", findings=counted(found))
        if errors:
            first, rest = [one.message for one in errors[:2]], len(found) - min(len(errors), 2)
            more = [tr("and {n} more.", n=rest)] if rest else []
            detail = reduce(lambda one, other: one + "\n" + other, [*first, *more])
            self._show_message(told, detail, "warning", Files.DOCTOR)
        elif found:
            self._toast.show_message(told, "", "plain", *self._actions[Files.DOCTOR], passes=True)


class CameraKeeper:
    """Where a file is seen from stays when it is read again."""

    def __init__(self, viewport: Viewport) -> None:
        self._viewport = viewport

    def keep(self) -> Camera:
        """The camera of now."""
        return self._viewport.camera

    def bring_back(self, camera: Camera) -> None:
        """Look from there again."""
        self._viewport.set_camera(camera)
