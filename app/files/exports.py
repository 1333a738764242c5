"""Saving what was seen: recordings, tables, pictures, and videos made by another process while the window goes on."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from torseur.sim.errors import TorseurError
from torseur.ui.viewport.viewport import Viewport

from ..background.helper_process import end_process
from ..session.session import Session

KINDS = {
    "recording": ("Save the recording", ".mcap", "Recordings (*.mcap)"),
    "video": ("Save a video", ".mp4", "Videos (*.mp4)"),
    "picture": ("Save a picture", ".png", "Pictures (*.png)"),
    "data": ("Save the data", ".csv", "Tables (*.csv)"),
}


class Exports(QObject):
    """Asks where, and saves. `saved` and `failed` tell how it went."""

    saved = Signal(str)  # the file
    failed = Signal(str, str)  # what, why
    progressed = Signal(int, int)  # pictures of a video

    def __init__(self, session: Session, viewport: Viewport, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._viewport, self._window = session, viewport, window
        self._video: QProcess | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._target = ""
        self._said = ""
        self.theme = "light"
        self.with_ellipsoids: Callable[[], bool] = lambda: True  # whether the window draws them

    @property
    def busy(self) -> bool:
        """Whether a video is being made."""
        return self._video is not None

    def ask(self, kind: str) -> None:
        """Ask where to save, then save there."""
        if kind != "picture" and self._session.recording is None:
            self.failed.emit(self.tr("There is nothing to save yet."), self.tr("Press Space to simulate first."))
            return
        title, suffix, pattern = KINDS[kind]
        dialog = QFileDialog(self._window, title, str(Path.home()), pattern)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix.lstrip("."))
        document = self._session.document
        dialog.selectFile((document.scene.name if document is not None else "torseur") + suffix)
        dialog.fileSelected.connect(lambda path: self.save(kind, Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save(self, kind: str, path: Path) -> None:
        """Save one of `KINDS` into a file."""
        try:
            self._save(kind, path)
        except (TorseurError, OSError) as error:
            self.failed.emit(self.tr("It was not saved."), str(error))

    def stop(self) -> None:
        """Give up a video that is being made."""
        process, self._video = self._video, None
        if process is not None:
            end_process(process)
            Path(self._target + ".part").unlink(missing_ok=True)  # killed, it could not do that itself
            self.progressed.emit(0, 0)
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _save(self, kind: str, path: Path) -> None:
        recording = self._session.recording
        if kind == "picture":
            width, height = self._viewport.width(), self._viewport.height()
            ratio = max(2.0, self._viewport.devicePixelRatioF())
            image = self._viewport.image(round(width * ratio), round(height * ratio), ratio)
            if not image.save(str(path)):
                raise OSError(f"{path}: the picture cannot be written")
        elif recording is None:
            raise TorseurError("nothing was simulated yet")
        elif kind == "recording":
            from torseur.sim.simulation.recording.recording_file import save_recording

            self._session.playback.pause()
            save_recording(recording, path)
        elif kind == "data":
            from ..documents.csv_tables import save_table

            self._session.playback.pause()
            save_table(recording, path)
        else:
            self._start_video(path)
            return
        self.saved.emit(str(path))

    def _start_video(self, path: Path) -> None:
        from torseur.sim.simulation.recording.recording_file import save_recording

        if self._video is not None:
            raise TorseurError("a video is being made already")
        recording = self._session.recording
        assert recording is not None
        self._session.playback.pause()
        self._folder = tempfile.TemporaryDirectory(prefix="torseur-")
        kept = Path(self._folder.name) / "recording.mcap"
        save_recording(recording, kept)
        camera = self._viewport.camera
        numbers = (*camera.target, camera.distance, camera.azimuth, camera.elevation)
        size = f"{max(320, min(1920, self._viewport.width()))}x{max(240, min(1080, self._viewport.height()))}"
        arguments = [
            "render",
            str(kept),
            "--out",
            str(path),
            "--progress",
            "lines",
            "--size",
            size,
            "--theme",
            self.theme,
        ]
        arguments += [
            f"--camera={','.join(repr(float(x)) for x in numbers)}",
            "--speed",
            repr(self._session.playback.speed),
        ]
        arguments += ["--frame", (self._session.frame if self.with_ellipsoids() else "") or "none"]
        self._target, self._said = str(path), ""
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("QT_QPA_PLATFORM", "offscreen")
        environment.remove("PYOPENGL_PLATFORM")
        process.setProcessEnvironment(environment)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._end)
        process.errorOccurred.connect(
            lambda error: self._end(1) if error == QProcess.ProcessError.FailedToStart else None
        )
        self._video = process
        process.start(sys.executable, ["-m", "torseur.app", *arguments])

    def _read(self) -> None:
        process = self._video
        while process is not None and process.canReadLine():
            line = bytes(process.readLine().data()).decode(errors="replace").strip()
            words = line.split()
            if len(words) == 3 and words[0] == "progress":
                self.progressed.emit(int(words[1]), int(words[2]))
            else:
                self._said = line or self._said

    def _end(self, code: int, *_: object) -> None:
        process, self._video = self._video, None
        self.progressed.emit(0, 0)
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
        if process is not None:
            process.deleteLater()
        if code == 0:
            self.saved.emit(self._target)
        else:
            self.failed.emit(self.tr("The video was not made."), self._said)
