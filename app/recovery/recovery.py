"""What is open and what is simulated is kept while the window runs; what a start before left behind is offered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, QTimer

from torseur.robots.options import LoadOptions
from torseur.robots.progress import Progress
from torseur.sim.errors import TorseurError
from torseur.sim.texts import language, marked, tr
from torseur.ui.text.sentences import capitalised
from torseur.ui.window.toast import Toast

from ..documents.document import WELCOME, Document
from ..files.files import Files
from ..files.reading import ReadResult
from ..panels.dh_table.dh_editor import TableBinding
from ..scene_editing.scene_editor import SceneEditor
from ..session.session import Session
from ..trajectory.trajectory import TrajectoryBinding
from .journal_thread import LAST, JournalThread
from .session_file import KeptSession, is_changed, kept_session, read_session
from .session_folder import SESSION, SessionFolder, left_folders, make_folder, sessions_path
from .window_place import WindowPlace

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Definition

    from .recovered_session import RecoveredSession

OPENED = {  # by the kind of a document
    "scene": marked("the scene {name}"),
    "robot": marked("the robot {name}"),
    "recording": marked("the recording {name}"),
    "plan": marked("the plan {name}"),
}
PERIOD = 500  # [ms] between two looks at what is open


class Recovery(QObject):
    """Keeps the session of a window, once it is started, and brings back one that was left."""

    def __init__(
        self,
        session: Session,
        files: Files,
        tables: TableBinding,
        scenes: SceneEditor,
        trajectory: TrajectoryBinding,
        place: WindowPlace,
        toast: Toast,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._files, self._tables, self._place, self._toast = session, files, tables, place, toast
        self._scenes, self._trajectory = scenes, trajectory
        self._folder: SessionFolder | None = None
        self._thread: JournalThread | None = None
        self._left: list[SessionFolder] = []  # the newest first
        self._brought_back: tuple[SessionFolder, int] | None = None  # until what it was kept as by this one is on the disk
        self._stays = False  # what is not saved, when the window closes
        self._to_offer = False  # once no other message is shown
        self._clock = QTimer(self, interval=PERIOD)
        self._clock.timeout.connect(self._keep)
        session.playback.follow_by(self.can_follow)

    def start(self, root: Path | None = None) -> None:
        """Keep the session from now on, in a folder of its own below `root`, and offer what was left there."""
        root = root or sessions_path()
        self._left = left_folders(root)
        try:
            self._folder = make_folder(root)
        except OSError as error:
            reason = f"{error.filename}: {error.strerror}"
            self._toast.show_message(self.tr("After a crash nothing could be recovered."), reason, "warning")
            return
        self._thread = JournalThread(self._folder.path)
        self._to_offer = bool(self._left)
        self._keep()
        self._clock.start()

    def take_over(self, other: Recovery) -> None:
        """Go on as another, which keeps nothing from now on."""
        other._clock.stop()
        self._folder, self._thread, self._left = other._folder, other._thread, other._left
        self._brought_back = other._brought_back
        self._to_offer = bool(self._left) and (other._to_offer or other._toast.isVisible())  # the message goes
        other._folder, other._thread, other._left, other._brought_back = None, None, [], None
        if self._thread is not None:
            self._clock.start()

    def offer(self) -> None:
        """Offer the newest session that was left."""
        self._to_offer = False
        if self._left:
            try:
                kept = read_session(self._left[0].path / SESSION)
            except TorseurError as error:  # of another version, or of a disk that fails: what is in it is the user's
                self._toast.show_message(
                    self.tr("A session that was left cannot be read."),
                    str(error),
                    "warning",
                    other=self.tr("Discard"),
                    run_other=self.discard,
                )
                return
            when = max(file.stat().st_mtime for file in self._left[0].path.iterdir())
            self._toast.show_message(
                self.tr("Torseur ended with work that was not saved."),
                _description(kept, when),
                "warning",
                self.tr("Recover"),
                self.recover,
                other=self.tr("Discard"),
                run_other=self.discard,
            )
            return
        self._toast.show_message(self.tr("There is no unsaved work to recover."), "", "plain")

    def recover(self) -> None:
        """Show the session that is offered as it was left, once it is read behind the window."""
        if not self._left:
            return
        folder = self._left[0]
        found: list[RecoveredSession] = []

        def reading(title: str, _: LoadOptions | None, progress: Progress | None) -> ReadResult:
            from .recovered_session import recovered_session

            try:
                found.append(recovered_session(folder.path, progress))
            except (TorseurError, OSError) as error:
                return ReadResult(title, None, str(error))
            return ReadResult(title, found[0].opened)

        def show(result: ReadResult) -> None:
            if not found:
                self._toast.show_message(self.tr("It was not recovered."), result.reason, "error")
            elif self._files.may_leave():
                self._show(folder, found[0])

        self._files.begin_reading(self.tr("Recovering the session"), reading, show)

    def discard(self) -> None:
        """Delete the session that is offered."""
        if self._left:
            self._left.pop(0).remove()
        if self._left:
            self.offer()

    def can_follow(self) -> bool:
        """Whether a journal is to have what is simulated from now on, as far as can be known before it is begun."""
        return self._thread is not None and self._thread.has_room

    def keep_for_next_start(self) -> bool:
        """What was simulated or edited and is not saved is offered by the next start, although the window closes well.

        So that a signal, such as of a desktop that ends, takes nothing with it. Returns whether it can be kept.
        """
        unsaved = (self._session.own_run, self._trajectory.unsaved())
        self._stays = self._tables.unsaved or self._scenes.unsaved or any(one is not None for one in unsaved)
        return self._thread is not None and self._thread.works

    def stay(self) -> None:
        """The window does not close after all."""
        self._stays = False

    def close(self, patience: float = LAST) -> None:
        """The window closes: nothing of its session is to be recovered; what was offered is left for another start.

        patience : for what is to stay [s]
        """
        self._clock.stop()
        if self._thread is not None:
            if self._stays:
                self._keep()
            self._thread.close(patience, keep=self._stays)
        if self._folder is not None:
            (self._folder.release if self._stays else self._folder.remove)()
        if self._brought_back is not None:
            folder, first = self._brought_back
            is_kept = self._thread is not None and self._thread.has_kept(first)
            (folder.remove if is_kept or not self._stays else folder.release)()
        for folder in self._left:
            folder.release()
        self._thread, self._folder, self._brought_back, self._left = None, None, None, []
        self._stays = False

    def _keep(self) -> None:
        """Have the thread keep what there is now, and tell what it could not."""
        thread, session = self._thread, self._session
        if thread is None:
            return
        recording = session.own_run
        kept = kept_session(session, self._place.keep(), self._tables.unsaved, self._scenes.unsaved)
        if kept is not None and kept.reference == WELCOME and recording is None and not is_changed(kept, session):
            kept = None
        asked = thread.keep(kept, recording, self._trajectory.unsaved())
        if self._to_offer and not self._toast.isVisible():
            self.offer()
        for text in thread.troubles():
            self._toast.show_message(self.tr("Not all would be there after a crash."), text, "warning")
        if self._brought_back is not None:
            folder, first = self._brought_back
            if not first:
                self._brought_back = folder, asked
            elif thread.has_kept(first):
                self._brought_back = None
                folder.remove()

    def _show(self, folder: SessionFolder, found: RecoveredSession) -> None:
        kept, playback = found.kept, self._session.playback
        self._files.show_restored(found.opened, found.restored, found.run)
        if kept.table:
            self._tables.show_saved(_table_of_file(found.opened))
        if kept.scene_path:
            self._scenes.show_saved(found.opened.scene.source if kept.reference else "")
        if kept.plan is not None and found.opened.task is not None:
            self._trajectory.planning.take_recovered(found.opened.task, is_older=kept.plan.is_older)
        playback.set_speed(kept.speed)
        playback.set_loop(kept.loop)
        if not self._session.is_replay:
            playback.set_duration(kept.duration)
        if kept.time is not None:
            playback.seek(kept.time)
        self._place.bring_back(kept.place)
        QTimer.singleShot(0, self, lambda: self._place.bring_back_camera(kept.place))  # after it was fitted into the view
        self._left.remove(folder)
        self._brought_back = folder, 0
        lines = [f"{line[:1].upper()}{line[1:]}." for line in found.restored.lost]
        tone = "warning" if lines else "good"
        self._toast.show_message(self.tr("{name} is as it was.").format(name=kept.name), "\n".join(lines), tone)


def _table_of_file(opened: Document) -> Definition | None:
    return opened.table if opened.reference and Path(opened.reference).is_file() else None


def _description(kept: KeptSession, when: float) -> str:
    """What can be recovered, and from when it is."""
    parts = [tr(OPENED[kept.kind], name=kept.name)]
    parts += [tr("what was simulated")] if kept.journal else []
    parts += [tr("changes of its table")] if kept.table else []
    parts += [tr("changes of its file")] if kept.scene_path else []
    parts += ([] if kept.plan is None else [tr("its task")]) + (
        [tr("its plan")] if kept.plan is not None and kept.plan.file else []
    )
    what = tr(" and ").join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    date = QLocale(language()).toString(QDateTime.fromSecsSinceEpoch(int(when)), "d MMMM, HH:mm")
    return tr("{what}, as of {when}, can be recovered.", what=capitalised(what), when=date)
