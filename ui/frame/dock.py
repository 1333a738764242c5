"""A dock in our clothes: a title bar with tools, and a body that scrolls up and down only."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QDockWidget, QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from ..controls.buttons.icon_button import IconButton
from ..look.paint_text import RIGHT, elided, paint_text, text_width
from ..look.style import SMALL, TEXT, current_theme

TITLE_HEIGHT = 38
EDGE = 16
TALLEST = 560  # that a body asks for
GROUND = QPalette.ColorRole.Button  # the palette's role that is the panels' colour, see torseur.ui.look.style


class Dock(QDockWidget):
    """A dock with our title bar: title, a paler note, `tools`, and the buttons that undock and close it.

    It is dragged by its title bar, also while it floats; `name` is what a saved layout knows it by.
    """

    def __init__(
        self, title: str, name: str, body: QWidget, *, tools: Sequence[QWidget] = (), scroll: bool = True
    ) -> None:
        super().__init__(title)
        self.setObjectName(name)
        self.body = body
        self._bar = _TitleBar(title, tools, self)
        self._bar.undock.clicked.connect(lambda: self.setFloating(not self.isFloating()))
        self._bar.close_button.clicked.connect(self.close)
        self.setTitleBarWidget(self._bar)
        body.setBackgroundRole(GROUND)
        body.setAutoFillBackground(True)
        self.setWidget(Scroller(body) if scroll else body)
        self.topLevelChanged.connect(self._name_undock)
        self._name_undock(False)

    @property
    def note(self) -> str:
        """What is written behind the title."""
        return self._bar.note

    def show_note(self, text: str) -> None:
        """Write this, paler, behind the title."""
        self._bar.show_note(text)

    def _name_undock(self, floating: bool) -> None:
        name = self.tr("Dock") if floating else self.tr("Undock")
        self._bar.undock.setToolTip(name)
        self._bar.undock.setAccessibleName(name)


class _TitleBar(QWidget):
    """Leaves the mouse to the dock, which is dragged by it; only its buttons and tools take clicks."""

    def __init__(self, title: str, tools: Sequence[QWidget], parent: QWidget) -> None:
        super().__init__(parent)
        self._title, self.note = title, ""
        self.undock = IconButton("undock", "", self, side=24)
        self.close_button = IconButton("close", self.tr("Close"), self, side=24)
        self.setFixedHeight(TITLE_HEIGHT)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(EDGE, 0, 7, 1)
        self._row.setSpacing(0)
        self._row.addStretch(1)
        for tool in tools:
            self._row.addWidget(tool)
            if not isinstance(tool, IconButton):  # buttons have air of their own
                self._row.addSpacing(6)
        self._row.addWidget(self.undock)
        self._row.addWidget(self.close_button)

    def show_note(self, text: str) -> None:
        if text != self.note:
            self.note = text
            self.update()

    @override
    def sizeHint(self) -> QSize:
        width = text_width(self._title, TEXT, 600) + text_width(self.note, SMALL)
        return QSize(round(width) + 16 + self._row.sizeHint().width(), TITLE_HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(round(text_width(self._title, TEXT, 600)) + 8 + self._row.sizeHint().width(), TITLE_HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.divider))
        room = self._row.itemAt(0).geometry().right() - EDGE - 4
        title = elided(self._title, room, TEXT, 600)
        box = QRectF(EDGE, 0, room, self.height() - 1)
        paint_text(painter, box, title, theme.text, TEXT, 600)
        left = text_width(title, TEXT, 600) + 8
        if self.note and room - left > 24:
            note = elided(self.note, room - left, SMALL)
            paint_text(painter, box.adjusted(left, 0, 0, 0), note, theme.text_hint, SMALL, 400, RIGHT)


class Scroller(QScrollArea):
    """Never narrower than its body, so that nothing has to scroll sideways."""

    def __init__(self, body: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setBackgroundRole(GROUND)
        self.setAutoFillBackground(True)  # it shows behind the scroll bar
        self.viewport().setBackgroundRole(GROUND)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.verticalScrollBar().setSingleStep(24)
        self.setWidget(body)
        body.installEventFilter(self)

    @override
    def sizeHint(self) -> QSize:
        hint = self.widget().sizeHint()  # of a robot of many joints, higher than any screen
        return QSize(max(hint.width(), self.minimumSizeHint().width()), min(hint.height(), TALLEST))

    @override
    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self.widget().minimumSizeHint().width() + bar, 72)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()
        return super().eventFilter(watched, event)
