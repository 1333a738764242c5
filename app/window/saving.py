"""What the window shows while something is saved, and what it says then."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from torseur.ui.window.progress_card import ProgressCard
from torseur.ui.window.status_line import StatusLine
from torseur.ui.window.toast import Toast

from ..files.exports import Exports
from ..scene_editing.scene_editor import SceneEditor


class Saving(QObject):
    """A card for a file that takes long, a bar for a video, and a message at the end."""

    def __init__(
        self, exports: Exports, editor: SceneEditor, toast: Toast, card: ProgressCard, status_line: StatusLine, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._card = card
        exports.saved.connect(lambda path: toast.show_message(self.tr("Saved."), path, "good"))
        exports.failed.connect(lambda text, reason: toast.show_message(text, reason, "warning"))
        exports.progressed.connect(lambda done, total: status_line.show_progress(self.tr("Making the video"), done, total))
        writer = exports.writer
        writer.waits.connect(
            lambda path, before: toast.show_message(
                self.tr("It is saved later: {name}").format(name=Path(path).name),
                self.tr("Once {name} is written.").format(name=Path(before).name),
                "plain",
            )
        )
        writer.begun.connect(lambda path: card.begin(self.tr("Saving {name}").format(name=Path(path).name)))
        writer.progressed.connect(self._show_pieces)
        writer.ended.connect(card.end)
        card.cancelled.connect(writer.cancel)
        editor.save_begun.connect(lambda name: card.begin(self.tr("Saving {name}").format(name=name)))
        editor.save_progressed.connect(self._show_pieces)
        editor.save_ended.connect(card.end)
        card.cancelled.connect(editor.cancel_saving)

    def _show_pieces(self, done: int, total: int) -> None:
        text = self.tr("{done} of {total} parts").format(done=done, total=total)
        self._card.show_progress(text, done, total)
