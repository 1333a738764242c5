"""All robots there are, and what was opened last, as cards with a picture each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.icon_button import IconButton
from ...controls.buttons.outline_button import OutlineButton
from ...controls.fields.search_line import SearchLine
from ...displays.prose import Prose
from ...look.style import SMALL
from ...window.modal_card import ModalCard
from .browser_cards import CardSection, counted_once, matching
from .card_grid import HEAD, CardGrid

WIDEST = 1080
EDGE = 20
_STEPS = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_PageUp: (0, -3),
    Qt.Key.Key_PageDown: (0, 3),
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
}
_SIDEWAYS = (Qt.Key.Key_Left, Qt.Key.Key_Right)


class RobotBrowser(ModalCard):
    """A card over the window. `chosen` is what to open, `removed` what to forget, `wanted` whose pictures are looked at."""

    chosen = Signal(str)
    removed = Signal(str)
    thumbnails_requested = Signal(list)  # keys, those in sight first
    file_requested = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._sections: tuple[CardSection, ...] = ()
        self._thumbnail_timer = QTimer(self, singleShot=True, interval=60)
        self._thumbnail_timer.timeout.connect(self._request_thumbnails)
        title = self._title = Prose(self.card, px=16, weight=600)
        title.show_text(self.tr("Open a robot"))
        title.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._count = Prose(self.card, role="text_hint", px=SMALL)
        self._count.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.file_button = OutlineButton(self.tr("Open a file…"), "folder", self.card)
        self.file_button.clicked.connect(self._ask_for_file)
        self.close_button = IconButton("close", self.tr("Close (Esc)"), self.card)
        self.close_button.clicked.connect(self.leave)
        hint = self.tr("Search by name, kind or degrees of freedom: “ur”, “humanoid”, “6 dof”")
        self.edit = SearchLine(self.tr("Search robots"), self.card, hint=hint, height=36)
        self.edit.cancelled.connect(self.leave)
        self.edit.accepted.connect(self._take_current)
        self.edit.textChanged.connect(lambda _: self._filter())
        self.edit.installEventFilter(self)
        self.grid = CardGrid()
        self.grid.chosen.connect(self._take)
        self.grid.removed.connect(self.removed)
        self.grid.current_moved.connect(self._follow)
        self.area = QScrollArea(self.card)
        self.area.setWidget(self.grid)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.viewport().setAutoFillBackground(False)
        self.grid.setAutoFillBackground(False)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.verticalScrollBar().setSingleStep(32)
        self.area.verticalScrollBar().valueChanged.connect(lambda _: self._thumbnail_timer.start())
        self.nothing = Prose(self.card, role="text_hint")
        self._lay_out(title)

    def _lay_out(self, title: Prose) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(title)
        head.addWidget(self._count)
        head.addWidget(self.file_button)
        head.addWidget(self.close_button)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(EDGE, 14, EDGE - 8, 12)
        column.setSpacing(10)
        column.addLayout(head)
        search = QHBoxLayout()
        search.setContentsMargins(0, 0, 8, 0)
        search.addWidget(self.edit)
        column.addLayout(search)
        column.addWidget(self.nothing)
        column.addWidget(self.area, 1)

    def open(self, sections: Sequence[CardSection]) -> None:
        """Come up with these cards."""
        self._sections = tuple(sections)
        self.edit.clear()
        self._filter()
        self.area.verticalScrollBar().setValue(0)
        self.open_card(self.edit)
        self._thumbnail_timer.start()

    def show_title(self, title: str) -> None:
        """Say what becomes of the one that is chosen."""
        self._title.show_text(title)

    def show_cards(self, sections: Sequence[CardSection]) -> None:
        """Show other cards in place of these, without moving: a picture came, a file was removed."""
        self._sections = tuple(sections)
        self._filter(keep=True)

    def leave(self) -> None:
        """Go; no more pictures are looked at."""
        if not self.isHidden():
            super().leave()
            self._thumbnail_timer.stop()
            self.left.emit()

    def arrange(self) -> None:
        """Put the card in the middle."""
        width, height = min(WIDEST, self.width() - 48), self.height() - 64
        self.card.setGeometry((self.width() - width) // 2, 32, width, height)
        self._thumbnail_timer.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows, while the line has the keyboard; ← and → move in the text unless that ends there."""
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() != QEvent.Type.KeyRelease:
            key = Qt.Key(event.key())
            in_text = key in _SIDEWAYS and self.edit.cursorPosition() < len(self.edit.text())
            if key in _STEPS and not in_text:
                if event.type() == QEvent.Type.ShortcutOverride:
                    event.accept()
                else:
                    self.grid.step(*_STEPS[key])
                return True
        return super().eventFilter(watched, event)

    def _take_current(self) -> None:
        if self.grid.current is not None:
            self._take(self.grid.current.key)

    def _filter(self, *, keep: bool = False) -> None:
        found = matching(self._sections, self.edit.text())
        self.grid.show_sections(found, keep_current=keep)
        count = counted_once(found)
        self._count.show_text(self.tr("{n} to choose from").format(n=count) if count else " ")
        self.nothing.show_text("" if found else self.tr("Nothing has these words."))
        if not keep:
            self.area.verticalScrollBar().setValue(0)
            self._thumbnail_timer.start()

    def _follow(self) -> None:
        """Keep the current card in sight."""
        rect = self.grid.current_rect
        self.area.ensureVisible(round(rect.center().x()), round(rect.bottom()), 0, 16)
        self.area.ensureVisible(round(rect.center().x()), round(rect.top()), 0, HEAD)

    def _request_thumbnails(self) -> None:
        if self.isVisible():
            top = self.area.verticalScrollBar().value()
            self.thumbnails_requested.emit(self.grid.in_sight(top, top + self.area.viewport().height()))

    def _take(self, key: str) -> None:
        self.leave()
        self.chosen.emit(key)

    def _ask_for_file(self) -> None:
        self.leave()
        self.file_requested.emit()
