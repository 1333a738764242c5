"""What takes more than a line of what a page has the session do: another scene of the robot is played, a file is saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from ..documents.document import Document
from ..drawing.framing import framing
from ..files.dialogs import show_dialog
from ..sheet.page import PlayScene, SaveFile
from .page_context import PageContext


def play_scene(effect: PlayScene, context: PageContext) -> None:
    """Show it in the workspace that is open, all of it in sight above the floor that was seen, and let it run."""
    from torseur.sim.multibody.kinematics.kinematics import frame_poses

    session, viewport, scene = context.session, context.viewport, effect.scene
    assert session.document is not None
    document = Document("scene", effect.title, session.document.reference, scene)
    has_floor = viewport.view.floor_is_drawn()
    context.motion.carry_to(document)
    context.show_document(document)
    viewport.set_floor_visible(has_floor or None)  # a motion that is played back does not touch it
    if len(effect.sights):
        viewport.set_framing(framing(scene, viewport.view, [frame_poses(scene.model, q) for q in effect.sights]))
        viewport.fit()
    session.playback.play()


def save_file(effect: SaveFile, context: PageContext, parent: QWidget) -> None:
    """Ask where, and have it written by a thread."""
    dialog = QFileDialog(parent, effect.title, str(Path.home()), effect.kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(effect.name).suffix[1:])
    dialog.selectFile(effect.name)
    dialog.fileSelected.connect(lambda path: context.write_file(Path(path), effect.pieces(Path(path)), effect.painted))
    show_dialog(dialog)
