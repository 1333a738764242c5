"""Saving what was seen: recordings, tables, pictures, and videos made by another process while the window goes on.

All is written by a thread, as it can take long, also the recording that the other process makes a video of.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from torseur.sim.arrays import Array
from torseur.sim.errors import TorseurError
from torseur.sim.safe_write import remove_leftovers
from torseur.sim.texts import marked, tr
from torseur.ui.viewport.viewport import Viewport

from ..background.helper_process import HelperProcess
from ..documents.picture_file import save_picture
from ..documents.written_pieces import Pieces
from ..session.session import Session
from .background_writer import BackgroundWriter
from .dialogs import Dialogs, show_dialog

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording

    from ..sweeping.sweeping import Sweeping

KINDS = {
    "recording": (marked("Save the recording"), ".mcap", marked("Recordings (*.mcap)")),
    "video": (marked("Save a video"), ".mp4", marked("Videos (*.mp4)")),
    "picture": (marked("Save a picture"), ".png", marked("Pictures (*.png)")),
    "data": (marked("Save the data"), ".csv", marked("Tables (*.csv)")),
    "sweep": (marked("Save the results"), ".parquet", marked("Parquet (*.parquet);;Tables (*.csv)")),
    "signals": (marked("Save what is plotted"), ".csv", marked("Tables (*.csv);;NumPy (*.npz);;Parquet (*.parquet)")),
}


@dataclass(frozen=True, slots=True)
class ExportSources:
    """What is asked for when something is saved."""

    drawn: Callable[[], dict[str, str]] = dict  # options of the command `render`: what the window draws, and its theme
    plotted: Callable[[], tuple[list[str], list[Array]]] = lambda: ([], [])  # headers and columns of signals
    ask_for_plan: Callable[[], object] = lambda: None  # asks where to save the plan
    sweeping: Callable[[], Sweeping | None] = lambda: None


class Exports(QObject):
    """Asks where, and saves. `saved` and `failed` tell how it went."""

    saved = Signal(str)  # the file
    failed = Signal(str, str)  # what, why
    progressed = Signal(int, int)  # pictures of a video, and before them parts of its recording

    def __init__(
        self, session: Session, viewport: Viewport, window: QWidget, dialogs: Dialogs, sources: ExportSources | None = None
    ) -> None:
        super().__init__(window)
        self._dialogs, self._sources = dialogs, sources or ExportSources()
        self._session, self._viewport, self._window = session, viewport, window
        self._video = HelperProcess("torseur.app.__main__", self, environment={"QT_QPA_PLATFORM": "offscreen"})
        self._video.line.connect(self._read)
        self._video.ended.connect(self._end)
        self.writer = BackgroundWriter(self)
        self.writer.written.connect(self._on_written)
        self.writer.failed.connect(lambda reason: self.failed.emit(self.tr("It was not saved."), reason))
        self._video_recording = BackgroundWriter(self)
        self._video_recording.progressed.connect(self.progressed)
        self._video_recording.written.connect(lambda _: self._video.start(*self._arguments))
        self._video_recording.failed.connect(self._fail_video)
        self._arguments: list[str] = []  # of the process that makes the video
        self._saved_run: tuple[Recording, int] | None = None  # and how many states of it its file has
        # Of what is being written: the file, what notes that it is there, and what follows.
        self._saves: tuple[str, Callable[[], object], Callable[[], object] | None] | None = None
        self._folder: _SharedFolder | None = None  # where the video's process finds the recording
        self._target = ""

    @property
    def busy(self) -> bool:
        """Whether something is being written, or a video is being made."""
        return self._makes_video or bool(self.writer.path)

    @property
    def unsaved_run(self) -> Recording | None:
        """What was simulated and has no file; None: there is nothing of it."""
        run = self._session.own_run
        return None if run is None or len(run) < 2 or self._saved_run == (run, len(run)) else run

    def may_lose_run(self, then: Callable[[], object]) -> bool:
        """Whether what was simulated may go: asks about states that are not saved. Where they are to be, `then` is called once
        they are.
        """
        document, recording = self._session.document, self.unsaved_run
        if document is None or recording is None:
            return True
        self._session.playback.pause()
        answer = self._dialogs.ask_to_save(document.name, self.tr("Save the run?"), len(recording))
        if answer == "save":
            self.ask("recording", then)
        return answer == "discard"

    def may_lose_sweep(self, then: Callable[[], object]) -> bool:
        """The same of the results of a sweep."""
        sweeping = self._sources.sweeping()
        if sweeping is None or not sweeping.unsaved or sweeping.state.scene is None:
            return True
        answer = self._dialogs.ask_to_save(sweeping.state.scene.name, self.tr("Save the results?"), 0, sweeping.state.done)
        if answer == "save":
            self.ask("sweep", then)
        return answer == "discard"

    def ask(self, kind: str, then: Callable[[], object] | None = None) -> None:
        """Ask where to save, then save there; of a plan itself, and not the motion that shows it.

        `then` follows a recording, and the results of a sweep.
        """
        document = self._session.document
        if kind == "recording" and document is not None and document.task is not None:
            self._sources.ask_for_plan()
            return
        if kind not in ("picture", "sweep") and self._session.recording is None:
            self.failed.emit(self.tr("There is nothing to save yet."), self.tr("Press Space to simulate first."))
            return
        if kind == "signals" and not self._sources.plotted()[0]:
            self.failed.emit(self.tr("There is nothing to save yet."), self.tr("Tick quantities in the tree to plot them."))
            return
        title, suffix, pattern = KINDS[kind]
        dialog = QFileDialog(self._window, tr(title), str(Path.home()), tr(pattern))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix.lstrip("."))
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen.rpartition("*.")[2].rstrip(")")))
        dialog.selectFile((document.scene.name if document is not None else "torseur") + suffix)
        dialog.fileSelected.connect(lambda path: self.save(kind, Path(path), then))
        show_dialog(dialog)

    def save(self, kind: str, path: Path, then: Callable[[], object] | None = None) -> None:
        """Save one of `KINDS` into a file; `then` is called once a recording, or what a sweep found, is there."""
        try:
            self._save(kind, path, then)
        except (TorseurError, OSError) as error:
            self.failed.emit(self.tr("It was not saved."), str(error))

    def write(self, path: Path, pieces: Pieces, painted: bool = False) -> None:
        """Have a file written, see `BackgroundWriter`. `saved` or `failed` tell how it went, nothing where it is given up."""
        self.writer.start(path, pieces, painted=painted)

    def stop(self, patience: float) -> None:
        """The window closes: give up what is being made, but for a file that is there within so long [s]."""
        self.writer.finish(patience)
        self.stop_video()

    def stop_video(self) -> None:
        """Give up a video that is being made."""
        if self._video_recording.path:
            self._video_recording.cancel()
            self._leave_folder()
            self.progressed.emit(0, 0)
        elif self._video.running:
            self._video.stop()
            remove_leftovers(Path(self._target).resolve().parent)  # killed, it could not do that itself
            self._leave_folder()
            self.progressed.emit(0, 0)

    def _save(self, kind: str, path: Path, then: Callable[[], object] | None) -> None:
        recording = self._session.recording
        if kind == "picture":
            width, height = self._viewport.width(), self._viewport.height()
            ratio = max(2.0, self._viewport.devicePixelRatioF())
            image = self._viewport.image(round(width * ratio), round(height * ratio), ratio)
            self.writer.start(path, _picture_in_pieces(image, path))
        elif kind == "sweep":
            from ..sweeping.sweeping import results_in_pieces

            sweeping = self._sources.sweeping()
            assert sweeping is not None
            self._saves = str(path), partial(sweeping.note_saved, sweeping.state), then
            self.writer.start(path, results_in_pieces(sweeping.state.folder, path))
        elif recording is None:
            raise TorseurError(tr("nothing was simulated yet"))
        elif kind == "recording":
            from torseur.sim.simulation.recording.recording_writer import recording_in_pieces

            self._session.playback.pause()
            self._saves = str(path), partial(setattr, self, "_saved_run", (recording, len(recording))), then
            self.writer.start(path, recording_in_pieces(recording, path))
        elif kind == "data":
            from ..documents.csv_tables import table_in_pieces

            self._session.playback.pause()
            self.writer.start(path, table_in_pieces(recording, path))
        elif kind == "signals":
            from ..documents.column_files import column_pieces

            self.writer.start(path, column_pieces(path, *self._sources.plotted()))
        else:
            self._start_video(path)

    def _on_written(self, path: str) -> None:
        if self._saves is not None and self._saves[0] == path:
            _, note, then = self._saves
            self._saves = None
            note()
            if then is not None:
                QTimer.singleShot(0, self, then)
        self.saved.emit(path)

    def _start_video(self, path: Path) -> None:
        from torseur.sim.simulation.recording.recording_writer import recording_in_pieces

        if self._makes_video:
            raise TorseurError(tr("a video is being made already"))
        recording = self._session.recording
        document = self._session.document
        assert recording is not None
        assert document is not None
        self._session.playback.pause()
        self._folder = _SharedFolder()
        recorded = self._folder.path / "recording.mcap"
        camera = self._viewport.camera
        numbers = (*camera.target, camera.distance, camera.azimuth, camera.elevation)
        width = max(320, min(1920, self._viewport.width()))
        height = max(240, min(1080, self._viewport.height()))
        self._target = str(path.absolute())
        options = {
            "out": self._target,
            "progress": "lines",
            "size": f"{width}x{height}",
            "camera": ",".join(repr(float(x)) for x in numbers),
            "speed": repr(self._session.playback.speed),
            **self._sources.drawn(),
        }
        folders = [*document.options.allowed, *document.options.roots, *document.robot_folders]  # as they were read from
        allowed = [f"--allow-folder={folder}" for folder in dict.fromkeys(folders)]
        self._arguments = ["render", str(recorded), *(f"--{name}={value}" for name, value in options.items()), *allowed]
        self._video_recording.start(recorded, self._folder.left_after(recording_in_pieces(recording, recorded)))

    @property
    def _makes_video(self) -> bool:
        return self._video.running or bool(self._video_recording.path)

    def _read(self, line: str) -> None:
        words = line.split()
        if len(words) == 3 and words[0] == "progress":
            self.progressed.emit(int(words[1]), int(words[2]))

    def _end(self, code: int, error: str) -> None:
        if code != 0:
            self._fail_video(error.rpartition("\n")[2])
            return
        self._leave_folder()
        self.progressed.emit(0, 0)
        self.saved.emit(self._target)

    def _fail_video(self, reason: str) -> None:
        self._leave_folder()
        self.progressed.emit(0, 0)
        self.failed.emit(self.tr("The video was not made."), reason)

    def _leave_folder(self) -> None:
        if self._folder is not None:
            self._folder.leave()
            self._folder = None


def _picture_in_pieces(image: QImage, path: Path) -> Pieces:
    """In one: to pack it takes most of a second, and nothing else waits for that."""
    save_picture(image, path)
    yield 1, 1


class _SharedFolder:
    """Where a video's process finds the recording: it goes once both left it, who writes that and who makes the video."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="torseur-")
        self._lock, self._users = Lock(), 2
        self.path = Path(self._folder.name)

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            if self._users == 0:
                self._folder.cleanup()

    def left_after(self, pieces: Pieces) -> Pieces:
        """The same pieces; who writes them leaves then."""
        try:
            yield from pieces
        finally:
            self.leave()
