"""Pictures and videos without a window: the same drawing, from a recording."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.kinematics.kinematics import frame_poses
from torseur.sim.simulation.inspection.checking.doubts import doubts, is_in_doubt
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.texts import tr
from torseur.ui.look.theme import THEMES
from torseur.ui.viewport.camera import VIEWS, Camera, Insets
from torseur.ui.viewport.marks import finite_overlays
from torseur.ui.viewport.view import EDGE, View

from ...documents.document import Document, open_document
from ...drawing.framing import framing
from ...drawing.snapshot_drawing import SnapshotDrawing
from ...drawing.view_switches import ViewSwitches
from ...session.contacts_shown import ContactsShown
from ...session.default_frame import first_frame
from ...session.recent_impacts import impacts_between
from ..robot_options import load_options
from ..simulate import IN_DOUBT, checked_out, exit_code, run_scene, start_of, summary, warnings_of_robots
from .pose_argument import doubts_of_pose, posed
from .video import ENCODINGS, video_file

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.simulation.recording.recording import Recording

MOST_PICTURES = 100_000
_MOST_FOR_CARDS = 0.3  # of a picture's height
LINGER = 0.12  # how long the arrows of an impact stay in a video [s of the video]


def render(arguments: argparse.Namespace) -> int:
    """Draw into a picture or a video."""
    out = checked_out(arguments.out, (".png", ".mp4", ".webp"))
    if arguments.transparent and out.suffix.lower() != ".png":
        raise ArgumentError("--transparent is for a .png; --out is {out}", out=out.name)
    document = open_document(arguments.scene, load_options(arguments))
    if arguments.pose:
        document = posed(document, arguments.pose)
        sys.stdout.writelines(f"{doubt}\n" for doubt in doubts_of_pose(document))
    if document.recording is not None:
        unused = [name for name in ("duration", "scheme", "solver", "dt") if getattr(arguments, name) is not None]
        if unused:
            raise ArgumentError(
                "--{unused} is for a simulation; {scene} is a recording", unused=unused[0], scene=arguments.scene
            )
        sys.stdout.writelines(f"{finding}\n" for finding in document.recording.findings)
    if arguments.frame not in (None, "none") and arguments.frame not in document.scene.model.frame_names:
        raise UnknownNameError("frame", arguments.frame, document.scene.model.frame_names)
    if arguments.time is not None:
        end = document.scene.duration if arguments.duration is None else arguments.duration
        end = end if document.recording is None else float(document.recording.t[-1])
        if not 0.0 <= arguments.time <= end:
            raise ArgumentError(
                "--time {time:g}: from 0 to {end:g} s; --duration makes it longer", time=arguments.time, end=end
            )
    return render_document(document, out, arguments)


def render_document(document: Document, out: Path, arguments: argparse.Namespace) -> int:
    """Simulate if need be, and draw. Returns the exit code."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    app = QGuiApplication.instance() or QGuiApplication(["torseur"])
    moving = out.suffix.lower() in ENCODINGS
    recording = document.recording
    code = 0
    still = recording is None and not moving and (arguments.time == 0.0 or _is_of_a_pose(document, arguments))
    if still:
        sys.stdout.writelines(f"{finding}\n" for finding in warnings_of_robots(document.scene))
        recording = start_of(document, arguments) if document.kind == "scene" else None
    elif recording is None:
        recording, seconds = run_scene(document, arguments)
        sys.stdout.write(summary(document, recording, seconds) + "\n")
        code = exit_code(recording)
    else:
        told = [fault.sentence for fault in doubts(recording) if is_in_doubt(fault)]
        sys.stdout.writelines(tr("in doubt") + f": {sentence}\n" for sentence in told)
        code = IN_DOUBT if told else 0
    if document.kind == "robot" and still and arguments.frame is None:
        arguments = argparse.Namespace(**{**vars(arguments), "frame": "none"})
    draw = Drawing(document.scene, recording, arguments)
    with draw:
        if moving and recording is not None:
            draw.video(out)
        else:
            draw.picture(out)
    sys.stdout.write(tr("saved: {out}", out=out) + "\n")
    del app
    return code


def _is_of_a_pose(document: Document, arguments: argparse.Namespace) -> bool:
    """Whether a picture is of a robot where it is put, as nothing asks to simulate it."""
    asked = ("time", "duration", "scheme", "solver", "dt")
    return document.kind == "robot" and all(getattr(arguments, name) is None for name in asked)


class Drawing:
    """Draws instants of a recording, or the first pose of a scene, into pictures. Use it in a `with` statement."""

    def __init__(self, scene: Scene, recording: Recording | None, arguments: argparse.Namespace) -> None:
        from torseur.ui.viewport.gl.offscreen import Offscreen
        from torseur.ui.viewport.overlay.scene_labels import LayoutMemory

        self._scene, self._recording, self._arguments = scene, recording, arguments
        self._contacts_shown = ContactsShown()
        self._offscreen = Offscreen()
        self._memory = LayoutMemory()
        self._view = View(theme=THEMES[arguments.theme], backdrop=not arguments.transparent)
        self._view.set_model(scene.model)
        self._switches = replace(ViewSwitches(), **dict.fromkeys(arguments.hide, False))
        self._drawing = self._first_drawing()
        self._frame = {None: first_frame(scene), "none": ""}.get(arguments.frame, arguments.frame)
        self._look()

    def __enter__(self) -> Drawing:
        """Return itself, to be freed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Free the OpenGL context."""
        self._offscreen.close()

    def picture(self, out: Path) -> None:
        """One instant into a PNG file."""
        from ...documents.picture_file import save_picture

        recording, t = self._recording, self._arguments.time
        index = -1
        if recording is not None:
            index = recording.index_at(float(recording.t[-1]) if t is None else t)
        save_picture(self._image(index, 0.0), out)

    def video(self, out: Path) -> None:
        """The whole recording into a video file."""
        from torseur.ui.viewport.overlay.picture import picture_pixels

        assert self._recording is not None
        arguments = self._arguments
        times = self._times()
        linger = LINGER * arguments.speed
        with video_file(out, arguments.size, arguments.fps) as video:
            for t in _with_progress(times, arguments.progress):
                video.add(picture_pixels(self._image(self._recording.index_at(t), linger)))

    def _times(self) -> np.ndarray:
        assert self._recording is not None
        start, end = float(self._recording.t[0]), float(self._recording.t[-1])
        count = max(2, round((end - start) * self._arguments.fps / self._arguments.speed) + 1)
        if count > MOST_PICTURES:
            raise ArgumentError(
                "the video would have {count:.3g} pictures, more than {most_pictures}: lower --fps, raise --speed",
                count=count,
                most_pictures=MOST_PICTURES,
            )
        return np.linspace(start, end, count)

    def _image(self, index: int, linger: float) -> QImage:
        from torseur.ui.viewport.overlay.picture import finished_picture

        width, height = self._arguments.size
        self._show(index, linger)
        return finished_picture(self._offscreen.render(self._view, width, height), self._view, memory=self._memory)

    def _show(self, index: int, linger: float) -> None:
        from torseur.sim.analysis.ellipsoids.frame_capability import frame_capability
        from torseur.sim.analysis.ellipsoids.frame_report import frame_report

        recording = self._recording
        impacts: tuple[Contacts, ...] = ()
        if recording is None or index < 0:
            q, contacts = self._scene.initial.q, None
            poses = frame_poses(self._scene.model, q)
        else:
            snapshot = recording.snapshot(index)
            q, contacts, poses = snapshot.q, self._contacts_at(recording, index), snapshot.poses
            impacts = impacts_between(recording, snapshot.t - linger - 1e-9, snapshot.t)
        report = frame_report(self._scene.model, q, self._frame) if self._frame else None
        kinds = ("velocity", "force")
        can = (frame_capability(self._scene.model, q, self._frame, kinds),) if self._frame else ()
        switches = self._switches
        self._view.set_poses(poses)
        overlays = finite_overlays(self._drawing.overlays(switches, contacts, impacts, report, can))
        self._view.set_overlays(overlays)
        self._view.legend = self._drawing.legend(switches, can)

    def _contacts_at(self, recording: Recording, index: int) -> Contacts:
        """Those that the window draws of this instant: where nothing was solved, by the accelerations of the state."""
        start = self._contacts_shown.at_start(recording) if recording.problems.is_start(index) else None
        return recording.contacts(index) if start is None else start

    def _look(self) -> None:
        """Place the camera so that all of the motion is in the picture."""
        view, arguments = self._view, self._arguments
        width, height = arguments.size
        view.camera = view.camera.seen_from(*VIEWS[arguments.view])
        if self._recording is not None:
            view.framing = framing(self._scene, view, self._sampled_poses())
            view.fit(width / height)
        else:
            self._show(-1, 0.0)  # with its ellipsoids, where they are drawn, and its legend
            view.fit(width / height, insets=_beside_cards(view, width, height))
        if arguments.camera is not None:
            x, y, z, distance, azimuth, elevation = arguments.camera
            view.camera = Camera((x, y, z), distance, azimuth, elevation)

    def _first_drawing(self) -> SnapshotDrawing:
        """With the scales of the scene at its first poses, as the window has them."""
        self._view.set_poses(frame_poses(self._scene.model, self._scene.initial.q))
        drawing = SnapshotDrawing.of_scene(self._scene, self._view)
        drawing.contacts.zoom = self._arguments.arrows
        return drawing

    def _sampled_poses(self) -> Iterator[np.ndarray]:
        if self._recording is None:
            return
        for i in np.linspace(0, len(self._recording) - 1, 9).astype(int):
            yield frame_poses(self._scene.model, self._recording.q[int(i)])


def _beside_cards(view: View, width: int, height: int) -> Insets:
    """What to leave free, so that triad and legend hide nothing, of a picture that is not too small for that."""
    from torseur.ui.viewport.overlay.painter_overlay import card_rects

    left, low, right, high = EDGE
    if view.backdrop:
        top = min(rect.top() for rect in card_rects(view, width, height) if not rect.isEmpty())
        low = min(max(low, 1.02 - top / height), _MOST_FOR_CARDS)
    return left, low, right, high


def _with_progress(times: np.ndarray, style: str) -> Iterator[float]:
    """The times, telling how far it is."""
    if style == "bar":
        from rich.console import Console
        from rich.progress import track

        console = Console(stderr=True)
        quiet = not console.is_terminal
        yield from track([float(t) for t in times], "drawing", console=console, transient=True, disable=quiet)
        return
    for k, t in enumerate(times):
        if style == "lines":
            sys.stdout.write(f"progress {k} {len(times)}\n")
            sys.stdout.flush()
        yield float(t)
