"""A grid of cards in sections, painted by hand, driven by mouse and arrows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box
from ...look.paint_text import CENTER, RIGHT, elided_name, paint_text, text_width
from ...look.style import CAPTION, SMALL, TEXT, current_theme
from ...look.theme import Theme
from .browser_cards import BrowserCard, CardSection

NARROWEST = 176  # of a card
GAP = 12
HEAD = 36
FOOT = 58  # of a card, below its picture
RATIO = 5 / 8  # of a picture: height over width
RADIUS = 8
REMOVE = 24  # side of the button that removes a card
LONGEST = 88  # characters of why there is no picture; all of it on hover
_WRAPPED = int(Qt.AlignmentFlag.AlignHCenter) | int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


class CardGrid(QWidget):
    """Cards of one width. `chosen` and `removed` are the user's, by key."""

    chosen = Signal(str)
    removed = Signal(str)
    current_moved = Signal()  # to where it should be in sight

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sections: tuple[CardSection, ...] = ()
        self._cards: list[BrowserCard] = []
        self._rects: list[QRectF] = []
        self._heads: list[tuple[QRectF, str, int]] = []
        self._current, self._hovered, self._columns, self._height = 0, -1, 1, 0.0
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Robots and scenes"))

    @property
    def cards(self) -> tuple[BrowserCard, ...]:
        """Those shown, in order."""
        return tuple(self._cards)

    @property
    def current(self) -> BrowserCard | None:
        """The one that Enter opens."""
        return self._cards[self._current] if self._current < len(self._cards) else None

    def rect_of(self, key: str) -> QRectF:
        """Where a card is; the first of those with this key."""
        return next(rect for card, rect in zip(self._cards, self._rects, strict=True) if card.key == key)

    @property
    def current_rect(self) -> QRectF:
        """Where the current card is, with its section's head if it is in the first row."""
        return self._rects[self._current] if self._rects else QRectF()

    def show_sections(self, sections: Sequence[CardSection], *, keep_current: bool = False) -> None:
        """Show cards under their headings."""
        before = self.current
        self._sections = tuple(sections)
        self._cards = [card for section in sections for card in section.cards]
        keys = [card.key for card in self._cards]
        found = keep_current and before is not None and before.key in keys
        same = found and self._current < len(keys) and before is not None and keys[self._current] == before.key
        self._current = self._current if same else keys.index(before.key) if found and before is not None else 0
        self._hovered = -1
        self._arrange()
        self.update()

    def step(self, across: int, down: int) -> None:
        """Move by cards across, or by rows down."""
        if not self._cards:
            return
        if down:
            self._current = self._below(down)
        else:
            self._current = min(max(self._current + across, 0), len(self._cards) - 1)
        self.update()
        self.current_moved.emit()

    def in_sight(self, top: float, bottom: float) -> list[str]:
        """Keys of the cards between two heights, then of all others, in order."""
        seen = [rect.bottom() > top and rect.top() < bottom for rect in self._rects]
        pairs = list(zip(self._cards, seen, strict=True))
        return [card.key for card, is_seen in pairs if is_seen] + [card.key for card, is_seen in pairs if not is_seen]

    @override
    def sizeHint(self) -> QSize:
        return QSize(NARROWEST, round(self._height))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._arrange()

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self._at(QPointF(event.pos()))
            card = self._cards[at] if at >= 0 else None
            parts = () if card is None else (card.title, card.name, card.facts, card.note)
            QToolTip.showText(event.globalPos(), "\n".join(part for part in parts if part), self)
            return True
        return super().event(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if at >= 0 else Qt.CursorShape.ArrowCursor)
        if at != self._hovered:
            self._hovered = at
            self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = -1
        self.update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position())
        if at < 0 or event.button() != Qt.MouseButton.LeftButton:
            return
        card = self._cards[at]
        if card.removable and self.remove_rect(self._rects[at]).contains(event.position()):
            self.removed.emit(card.key)
        else:
            self._current = at
            self.chosen.emit(card.key)

    def remove_rect(self, card: QRectF) -> QRectF:
        """Where a card's button is."""
        return QRectF(card.right() - REMOVE - 6, card.y() + 6, REMOVE, REMOVE)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        seen = QRectF(event.rect())
        for rect, title, count in self._heads:
            if rect.intersects(seen):
                paint_text(painter, rect, title, theme.text, TEXT, 600)
                beside = rect.adjusted(text_width(title, TEXT, 600) + 8, 0, 0, 0)
                paint_text(painter, beside, str(count), theme.text_hint, SMALL)
        for k, (card, rect) in enumerate(zip(self._cards, self._rects, strict=True)):
            if rect.intersects(seen):
                self._paint_card(painter, theme, k, card, rect)

    def _paint_card(self, painter: QPainter, theme: Theme, k: int, card: BrowserCard, rect: QRectF) -> None:
        current, hovered = k == self._current, k == self._hovered
        paint_box(painter, rect, theme.hover if hovered else theme.raised, None, RADIUS)
        top = QRectF(rect.x(), rect.y(), rect.width(), rect.height() - FOOT)
        self._paint_picture(painter, theme, card, top, rect)
        paint_box(
            painter,
            rect,
            None,
            theme.accent if current else theme.border if hovered else theme.divider,
            RADIUS,
            2.0 if current else 1.0,
        )
        x, room = rect.x() + 10, rect.width() - 20
        line = QRectF(x, top.bottom() + 7, room, 20)
        ink = theme.accent_text if current else theme.text
        paint_text(painter, line, elided_name(card.title, room, TEXT, 600), ink, TEXT, 600)
        line = QRectF(x, top.bottom() + 28, room, 18)
        paint_text(painter, line, card.facts, theme.text_second, SMALL, 400, RIGHT)
        left = room - text_width(card.facts, SMALL) - (8 if card.facts else 0)
        paint_text(painter, line, elided_name(card.name, left, SMALL), theme.text_hint, SMALL)
        if card.removable and hovered:
            button = self.remove_rect(rect)
            paint_box(painter, button, theme.panel, theme.border, 6)
            inset = (REMOVE - SIDE) / 2
            paint_icon(painter, "close", theme.text_second, button.x() + inset, button.y() + inset)

    def _paint_picture(self, painter: QPainter, theme: Theme, card: BrowserCard, box: QRectF, rect: QRectF) -> None:
        painter.save()
        path = QPainterPath()
        path.addRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.setClipPath(path)
        painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
        if card.picture is not None:
            painter.drawPixmap(box, card.picture, QRectF(card.picture.rect()))
        else:
            painter.fillRect(box, theme.hover)
            ink = theme.warning if card.failed else theme.text_hint
            x, y = box.center().x() - 12, box.y() + (32 if card.failed else 0.5 * box.height() - 22)
            paint_icon(painter, "warning" if card.failed else "robot", ink, x, y, 24)
            words = QRectF(box.x() + 10, y + 26, box.width() - 20, box.bottom() - y - 30)
            note = card.note if len(card.note) <= LONGEST else card.note[: LONGEST - 1] + "…"
            paint_text(painter, words, note, theme.text_second, CAPTION, 400, _WRAPPED)
        if card.kind:
            width = text_width(card.kind, CAPTION, 500) + 14
            chip = QRectF(box.x() + 8, box.y() + 8, width, 20)
            paint_box(painter, chip, theme.panel, None, 10)
            paint_text(painter, chip, card.kind, theme.text_second, CAPTION, 500, CENTER)
        painter.restore()

    def _arrange(self) -> None:
        """Give each card and head its place."""
        width = max(self.width(), NARROWEST)
        self._columns = max(1, int((width + GAP) // (NARROWEST + GAP)))
        card = (width - GAP * (self._columns - 1)) / self._columns
        height = round(card * RATIO) + FOOT
        self._rects, self._heads, y = [], [], 0.0
        for section in self._sections:
            self._heads.append((QRectF(0, y, width, HEAD), section.title, len(section.cards)))
            y += HEAD
            for k in range(len(section.cards)):
                row, column = divmod(k, self._columns)
                self._rects.append(QRectF(column * (card + GAP), y + row * (height + GAP), card, height))
            y += -(-len(section.cards) // self._columns) * (height + GAP)
        self._height = y
        self.setMinimumHeight(round(y))

    def _below(self, rows: int) -> int:
        """The card so many rows below (above), nearest in its column."""
        here = self._rects[self._current]
        tops = sorted({rect.y() for rect in self._rects})
        place = min(max(tops.index(here.y()) + rows, 0), len(tops) - 1)
        if tops[place] == here.y():
            return self._current
        row = [k for k, rect in enumerate(self._rects) if rect.y() == tops[place]]
        return min(row, key=lambda k: abs(self._rects[k].x() - here.x()))

    def _at(self, point: QPointF) -> int:
        return next((k for k, rect in enumerate(self._rects) if rect.contains(point)), -1)
