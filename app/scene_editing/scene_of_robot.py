"""Making a scene of the robot that is open: it stands on the ground in the pose it is shown in."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from torseur.robots.options import LoadOptions
from torseur.robots.progress import Progress
from torseur.sim.arrays import Array
from torseur.sim.errors import TorseurError
from torseur.sim.simulation.running.scene.standing_scene import standing_scene
from torseur.ui.viewport.mesh.body_mesh import body_mesh

from ..documents.document import Document
from ..files.files import Files
from ..files.reading import ReadResult
from ..session.session import Session
from .scene_reader import SceneReader


class SceneOfRobot(QObject):
    """Shows the scene once it is made; it has no file yet."""

    def __init__(
        self,
        session: Session,
        files: Files,
        unsaved_table: Callable[[], bool],
        reader: SceneReader,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._files, self._unsaved_table, self._reader = session, files, unsaved_table, reader

    def make(self) -> None:
        """Make it, or say why there is none to be made."""
        document, reason = self._session.document, self._reason()
        if reason:
            self._session.message.emit(self.tr("No scene was made."), reason, "plain")
            return
        assert document is not None
        q = self._session.q

        def reading(title: str, _: LoadOptions | None, __: Progress | None) -> ReadResult:
            try:
                return ReadResult(title, scene_document(document, q))
            except TorseurError as error:
                return ReadResult(title, None, str(error))

        self._files.begin_reading(self.tr("Making a scene of {name}").format(name=document.name), reading, self._show)

    def _reason(self) -> str:
        document = self._session.document
        if document is None or document.kind != "robot":
            return self.tr("A scene is made of a robot that is open by itself.")
        if not document.reference:
            return self.tr("This table has no file yet: save it first, a scene names its robots by their files.")
        if self._unsaved_table():
            return self.tr("This table is other than its file, which the scene would read: save it first.")
        return ""

    def _show(self, result: ReadResult) -> None:
        if result.document is None:
            self._session.message.emit(self.tr("No scene was made."), result.reason, "warning")
            return
        self._files.show(result.document)
        robot = tomllib.loads(result.document.scene.source)["robots"][0]
        self._reader.know(robot["model"], robot.get("arguments", {}), result.document.scene.parts[-1].model)
        self._session.message.emit(
            self.tr("A scene of it, which has no file yet."), self.tr("Space simulates it, Ctrl+S saves it."), "good"
        )


def scene_document(document: Document, q: Array) -> Document:
    """The scene in which the robot of a document stands at q (nq,), without a file. Raises the errors of `standing_scene`."""
    part = document.scene.parts[-1]  # the one robot; what is before it stands still
    scene = standing_scene(
        part.model, q, reference=document.reference, arguments=document.options.xacro_args, title=document.scene.title
    )
    body_mesh(scene.model)  # here, and not in the window's thread when it is shown
    own = (str(Path(document.reference).parent),) if Path(document.reference).is_absolute() else ()
    allowed = (*document.options.allowed_folders, *own)  # the robot is open: its file may be read
    options = replace(document.options, xacro_args={}, allowed_folders=allowed)  # arguments the scene has for its robot
    return Document("scene", scene.path, "", scene, options=options, included=document.included)
