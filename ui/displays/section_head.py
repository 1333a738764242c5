"""The line at the top of a section of an inspector: title, caption, a note or controls at the right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QSizePolicy, QSpacerItem, QVBoxLayout, QWidget
from typing_extensions import override

from ..accessibility.accessible import Accessible, Role
from ..controls.buttons.icon_button import IconButton
from ..look.math_notation import plain_math
from ..look.paint_text import RIGHT, elided_words, math_width, paint_math, paint_text
from ..look.style import EDGE, SMALL, TEXT, current_theme
from .scrolling import area_around, scroll_to

HEIGHT = 40
BETWEEN = 8  # title, caption, note and controls [px]
LEAST_SEEN = 120  # of a part that is scrolled to [px]


class SectionHead(QWidget):
    """Title, caption and note in the notation of `paint_math`. With `foldable`, a chevron; `fold_switched` is the user's."""

    fold_switched = Signal(bool)  # whether it is open now

    def __init__(self, title: str, parent: QWidget | None = None, *, foldable: bool = False) -> None:
        super().__init__(parent)
        self.title, self._caption, self._note, self._note_color = title, "", "", ""
        self._open = True
        self._controls: list[QWidget] = []
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(EDGE, 0, EDGE, 0)
        self._row.setSpacing(6)
        self._room = QSpacerItem(0, 0, QSizePolicy.Policy.MinimumExpanding)  # of the title
        self._row.addItem(self._room)
        self._chevron: IconButton | None = None
        if foldable:
            self._chevron = IconButton("chevron_down", self.tr("Fold"), self, side=24)
            self._chevron.clicked.connect(self.switch)
            self._row.addWidget(self._chevron)
            self._row.setContentsMargins(EDGE, 0, EDGE - 4, 0)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name_chevron()

    @property
    def is_open(self) -> bool:
        """Whether what is below is in sight."""
        return self._open

    @property
    def note(self) -> str:
        """What stands at the right."""
        return self._note

    def add_control(self, control: QWidget, *, always: bool = False) -> None:
        """Put a control at the right, after those before, before the chevron; `always`: also while all is folded."""
        control.setParent(self)
        if not always:
            self._controls.append(control)
            if not self._open:
                control.hide()
        self._row.insertWidget(self._row.count() - (1 if self._chevron else 0), control)

    def show_controls(self, there: bool) -> None:
        """Show what stands at the right, or the chevron and what is always there."""
        for control in self._controls:
            control.setVisible(there)

    def show_title(self, title: str) -> None:
        """Show another title."""
        if title != self.title:
            self.title = title
            self._name_chevron()
            self._make_room()
            self.update()

    def show_caption(self, caption: str) -> None:
        """Say more beside the title."""
        if caption != self._caption:
            self._caption = caption
            self.update()

    def show_note(self, note: str, color: str = "") -> None:
        """Say something at the right; `color` names one of the theme's, else it is pale."""
        if (note, color) != (self._note, self._note_color):
            self._note, self._note_color = note, color
            self.update()

    def show_open(self, is_open: bool) -> None:
        """Show what is below as open or folded."""
        if is_open != self._open and self._chevron:
            self._open = is_open
            self._name_chevron()

    def accessible(self) -> Accessible:
        """For screen readers: a heading with what stands beside it."""
        return Accessible(Role.Heading, " ".join(filter(None, map(plain_math, (self.title, self._caption, self._note)))))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._row.sizeHint().width() - self._room.sizeHint().width() + self._title_width, HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._row.minimumSize().width() - self._room.sizeHint().width(), HEIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    @override
    def event(self, event: QEvent) -> bool:
        """Paint anew when a control grows or shrinks: the caption gives way to it."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
            self.update()
        return super().event(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._chevron and event.button() == Qt.MouseButton.LeftButton:
            self.switch()
        else:
            event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        right = self._first_control() - BETWEEN
        box = QRectF(EDGE, 0, right - EDGE, HEIGHT)
        end = paint_math(painter, box, self.title, theme.text, TEXT, 600) + BETWEEN
        if self._note:
            color = getattr(theme, self._note_color) if self._note_color else theme.text_hint
            paint_math(painter, QRectF(end, 0, right - end, HEIGHT), self._note, color, SMALL, 400, RIGHT)
            right -= math_width(self._note, SMALL) + BETWEEN
        room = QRectF(end, 0, max(0.0, right - end), HEIGHT)
        whole = math_width(self._caption, SMALL) <= room.width()
        if whole:
            paint_math(painter, room, self._caption, theme.text_hint, SMALL)
        else:
            cut = elided_words(plain_math(self._caption), room.width(), SMALL)
            paint_text(painter, room, cut, theme.text_hint, SMALL)
        self.setToolTip("" if whole else plain_math(self._caption))

    @property
    def _title_width(self) -> int:
        return round(math_width(self.title, TEXT, 600)) + BETWEEN

    def _make_room(self) -> None:
        """Have controls that can be narrower give way to the title, as far as they can."""
        room = max(0, min(self._title_width, self.width() - self.minimumSizeHint().width()))
        if room != self._room.sizeHint().width():
            self._room.changeSize(room, 0, QSizePolicy.Policy.MinimumExpanding)
            self._row.invalidate()
            self._row.activate()

    def _first_control(self) -> float:
        """Where the controls begin."""
        visible = [
            c.x() for c in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly) if c.isVisible()
        ]
        return min(visible, default=self.width() - EDGE + 8)

    def switch(self) -> None:
        """Fold or unfold what is below, as a click does."""
        self.show_open(not self._open)
        self.fold_switched.emit(self._open)
        section = self.parentWidget()
        if self._open and section is not None:  # once it is laid out, from its head on
            QTimer.singleShot(0, self, lambda: scroll_to(section))

    def _name_chevron(self) -> None:
        if self._chevron:
            action = self.tr("Fold {section}") if self._open else self.tr("Unfold {section}")
            icon = "chevron_down" if self._open else "chevron_right"
            self._chevron.show_icon(icon, action.format(section=plain_math(self.title)))


def scroll_to_head(part: QWidget) -> None:
    """Scroll to the head of the section that a widget is or stands in, so that it is at the top; far below it, to itself."""
    head: QWidget | None = part if isinstance(part, SectionHead) else part.findChild(SectionHead)
    beside = part.parentWidget()
    if head is None and beside is not None:
        heads = beside.findChildren(SectionHead, options=Qt.FindChildOption.FindDirectChildrenOnly)
        head = max((one for one in heads if one.y() <= part.y()), key=SectionHead.y, default=None)
    area = None if head is None else area_around(head)
    inside = None if area is None else area.widget()
    if head is not None and area is not None and inside is not None:
        area.verticalScrollBar().setValue(head.mapTo(inside, QPoint(0, 0)).y())
    around = area_around(part)
    if around is not None:
        top = part.mapTo(around.viewport(), QPoint(0, 0)).y()
        if not 0 <= top <= around.viewport().height() - LEAST_SEEN:
            scroll_to(part)


def column_in(widget: QWidget, *, bottom: int = 0) -> QVBoxLayout:
    """The layout of a widget: parts below each other from edge to edge, and room left below the last."""
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, bottom)
    column.setSpacing(0)
    return column


def inset(widget: QWidget, *, bottom: int = 12) -> QHBoxLayout:
    """A widget in a layout, off the edges of its section; it takes no room while it is hidden."""
    row = QHBoxLayout()
    row.setContentsMargins(EDGE, 0, EDGE, bottom)
    row.addWidget(widget)
    return row


def inset_row(*widgets: QWidget, bottom: int = 10, spacing: int = 6) -> QHBoxLayout:
    """Widgets side by side from the left, off the edges of their section: mostly buttons."""
    row = QHBoxLayout()
    row.setContentsMargins(EDGE, 0, EDGE, bottom)
    row.setSpacing(spacing)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def padded(widget: QWidget, *, top: int = 0, bottom: int = 12) -> QWidget:
    """A text off the edges of its section by margins of its own: unlike those of a layout, these go when it is hidden."""
    widget.setContentsMargins(EDGE, top, EDGE, bottom)
    return widget


class Divider(QFrame):
    """The line between two sections."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "divider")
        self.setFixedHeight(1)


def clear(layout: QLayout) -> None:
    """Take all widgets from a layout, and end them."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
