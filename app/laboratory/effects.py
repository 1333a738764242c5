"""What takes more than a line of what a page has the session do: another scene of the robot is played, a file is saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QFileDialog, QWidget

from ..documents.document import Document
from ..drawing.framing import framing
from ..files.dialogs import show_dialog
from ..sheet.page import CompareRuns, PlayScene, SaveFile
from .page_context import PageContext

if TYPE_CHECKING:
    from torseur.sim.simulation.running.scene.scene import Scene


def play_scene(effect: PlayScene, context: PageContext) -> None:
    """Show it in the workspace that is open, all of it in sight above the floor that was seen, and let it run."""
    from torseur.sim.multibody.kinematics.kinematics import frame_poses

    session, viewport, scene = context.session, context.viewport, effect.scene
    has_floor = viewport.view.floor_is_drawn()
    _show_scene(scene, effect.title, context)
    viewport.set_floor_visible(has_floor or None)  # a motion that is played back does not touch it
    if len(effect.sights):
        viewport.set_framing(framing(scene, viewport.view, [frame_poses(scene.model, q) for q in effect.sights]))
        viewport.fit()
    session.playback.play()


def compare_runs(effect: CompareRuns, context: PageContext) -> None:
    """Open the first, where it is not open as it is, and have all compared in the workspace for that."""
    document, (first, *others) = context.session.document, effect.runs
    assert document is not None
    seen, scene = document.scene, first.scene
    is_seen = seen.source == scene.source and seen.materials == scene.materials
    if is_seen and np.array_equal(context.session.state.q, scene.initial.q):
        first = first._replace(scene=seen)  # its recording is there again when the workspace is left
    else:
        _show_scene(first.scene, effect.title, context)
    context.comparing.compare_runs((first, *others))
    context.lead_to("compare")


def _show_scene(scene: Scene, title: str, context: PageContext) -> None:
    before = context.session.document
    assert before is not None
    is_of_another = scene.path not in ("", before.scene.path)  # of a sweep, while something else is open
    document = Document("scene", title, scene.path if is_of_another else before.reference, scene)
    if not is_of_another:
        context.motion.carry_to(document)
    context.show_document(document)


def save_file(effect: SaveFile, context: PageContext, parent: QWidget) -> None:
    """Ask where, and have it written by a thread."""
    dialog = QFileDialog(parent, effect.title, str(Path.home()), effect.kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(effect.name).suffix[1:])
    dialog.selectFile(effect.name)
    dialog.fileSelected.connect(lambda path: context.exports.write(Path(path), effect.pieces(Path(path)), effect.painted))
    show_dialog(dialog)
