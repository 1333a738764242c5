"""Adding to the scene that is open: bodies of simple shapes, ground, robots."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject

from torseur.robots.loading import is_path, load_with
from torseur.robots.meshes.mesh_reader import read_mesh
from torseur.sim.arrays import Array
from torseur.sim.definition.toml_editing import with_row
from torseur.sim.multibody.model.neutral import neutral
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.standing_scene import part_name, robot_row
from torseur.sim.simulation.running.scene.start.shape_reach import depth
from torseur.sim.texts import marked, tr
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.camera import Camera, Size

from ..files.dialogs import Dialogs
from ..session.scene_edits import tell_until_undone
from ..session.session import Session
from .form.new_material import with_new_material
from .form.part_in_text import part_of
from .form.part_text import SHAPES, SIZES, free_name, with_body, with_floor
from .placing import clear_spot, is_ground, spot_above, spot_beside
from .scene_editor import SceneEdit, SceneEditor

THINGS: Mapping[str, str] = {
    "box": marked("Box"),
    "sphere": marked("Sphere"),
    "cylinder": marked("Cylinder"),
    "capsule": marked("Capsule"),
    "ellipsoid": marked("Ellipsoid"),
    "mesh": marked("Convex mesh…"),
    "block": marked("Fixed block"),
    "ground": marked("Ground"),
    "robot": marked("Robot…"),
}


ADDED = {**SHAPES, "block": marked("block"), "ground": marked("ground")}  # as undo calls it
LARGE = 20.0  # side of a mesh that is told of: its unit may be another [m]


class AddedParts(QObject):
    """What is added is selected. It hangs above what was, else in sight where nothing is; robots stand on the ground."""

    def __init__(
        self,
        session: Session,
        editor: SceneEditor,
        selected: Callable[[], str],
        browse: Callable[[], object],
        look: Callable[[], tuple[Camera, Size]],
        dialogs: Dialogs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._editor, self._selected, self._browse = session, editor, selected, browse
        self._look = look  # the camera, and the size of the view [px]
        self._dialogs = dialogs

    def add(self, thing: str) -> None:
        """Add one of `THINGS`; a robot is chosen first."""
        if thing == "robot" and not self._editor.reason_against:
            self._browse()
            return
        if thing == "mesh":
            self._add_mesh()
            return
        spot, given = self._spot(), list[str]()

        def change(text: str, scene: Scene, q: Array) -> str:
            text, material = with_new_material(text)
            given.append(material)
            if thing == "ground":
                return with_floor(text, material)
            shape = "box" if thing == "block" else thing
            half = _half(shape)
            return with_body(text, shape, spot(scene, q, half), fixed=thing == "block", material=material)

        title = tr("Add {name}", name=tr(ADDED.get(thing, thing)))
        self._editor.edit(SceneEdit(title, change, done=lambda _: self._tell_material(given)))

    def add_robot(self, reference: str) -> None:
        """Add a robot by name or path; it stands on the ground beside what there is, its joints held."""
        named = not is_path(reference)
        reference = reference if named else str(Path(reference).absolute())
        document = self._editor.document
        if document is None or self._editor.reason_against:
            self._session.message.emit(self.tr("The scene was not changed."), self._editor.reason_against, "plain")
            return
        options = document.options
        if not named:
            allowed = (*options.allowed_folders, str(Path(reference).parent))  # the user chose it: it may be read
            options = replace(options, allowed_folders=allowed)
        name, given = part_name(Path(reference).stem), list[str]()

        def change(text: str, scene: Scene, q: Array) -> str:
            model = load_with(reference, options)
            self._editor.reader.know(reference, {}, model)
            pose = model.poses.get("home", neutral(model))
            text, material = with_new_material(text)
            given.append(material)
            placed: dict[str, object] = {"xyz": [float(x) for x in spot_beside(scene, q, model, pose)]}
            if material:
                placed["material"] = material
            row = robot_row(model, reference, pose, placed=placed, name=free_name(tomllib.loads(text), name))
            return with_row(text, "robots", row)

        title = tr("Add {name}", name=name)
        self._editor.edit(SceneEdit(title, change, options=options, done=lambda _: self._tell_material(given)))

    def _add_mesh(self) -> None:
        """Add the convex hull of a file that the user chooses."""
        document = self._editor.document
        path = "" if document is None else self._dialogs.ask_mesh()
        if document is None or not path:
            if document is None:
                self._session.message.emit(self.tr("The scene was not changed."), self._editor.reason_against, "plain")
            return
        folders = (*document.options.allowed_folders, str(Path(path).parent))  # the user chose it: it may be read
        free, sides, given = self._spot(), list[float](), list[str]()

        def change(text: str, scene: Scene, q: Array) -> str:
            vertices = read_mesh(path)[0].vertices.astype(float)
            low, high = vertices.min(axis=0), vertices.max(axis=0)
            sides.append(float(max(high - low)))
            spot = free(scene, q, 0.5 * (high - low)) - 0.5 * (high + low)
            text, material = with_new_material(text)
            given.append(material)
            return with_body(text, "convex", spot, mesh=path, material=material)

        def tell(_: object) -> None:
            self._tell_material(given)
            if sides and sides[0] > LARGE:
                title = self.tr("It is {side} long.").format(side=quantity_text(sides[0], "m"))
                why = self.tr("If its file is in millimetres, choose so under Unit.")
                tell_until_undone(self._session, title, why, edits=0)

        title = tr("Add {name}", name=Path(path).name)
        options = replace(document.options, allowed_folders=folders)
        self._editor.edit(SceneEdit(title, change, options=options, done=tell))

    def _tell_material(self, given: list[str]) -> None:
        """Say which material what is new was given last, where it is not the default one."""
        if given and given[-1]:
            title = self.tr("Added without friction: material {name}.").format(name=given[-1])
            why = self.tr("Active set, the solver of this scene, is for contact without friction.")
            tell_until_undone(self._session, title, why, edits=0)

    def _spot(self) -> Callable[[Scene, Array, Array], Array]:
        """Where (3,) the middle of what has these half extents (3,) is put in a scene at q (nq,), as things are seen now [m]."""
        document, snapshot, body = self._editor.document, self._session.snapshot, self._selected()
        part = part_of(document.scene, body) if body and document is not None else None
        if snapshot is None or part is None or is_ground(part):
            camera, size = self._look()
            return lambda scene, q, half: clear_spot(scene, q, half, camera, size)
        xy = np.round(np.asarray(snapshot.poses[self._session.model.frame_index(body)][:2, 3]), 3)
        return lambda scene, q, half: spot_above(scene, q, xy, half)


def _half(shape: str) -> Array:
    """Half extents (3,) of a new body of this shape [m]."""
    from torseur.sim.definition.shape_rows import BoxRow, CapsuleRow, CylinderRow, SolidEllipsoidRow, SphereRow, shape_of

    kinds = {"box": BoxRow, "sphere": SphereRow, "cylinder": CylinderRow, "capsule": CapsuleRow, "ellipsoid": SolidEllipsoidRow}
    solid = shape_of(kinds[shape](**SIZES[shape]))
    return depth(solid, np.eye(3))
