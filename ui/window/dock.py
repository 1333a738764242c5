"""A dock in our clothes: a title bar with tools, and a body that scrolls up and down only."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QDockWidget, QFrame, QHBoxLayout, QMainWindow, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from ..controls.buttons.icon_button import IconButton
from ..displays.formulas.letter_tip import shows_letter
from ..displays.text_label import TextLabel
from ..look.style import SMALL, current_theme
from .magnifier import Magnifier, magnified

TITLE_HEIGHT = 38
EDGE = 16
TALLEST = 560  # that a body asks for
BACKGROUND = QPalette.ColorRole.Button  # the palette's role that is the panels' colour, see torseur.ui.look.style


class Dock(QDockWidget):
    """A dock with our title bar: title, a paler note, `tools`, and the buttons that undock and close it.

    It is dragged by its title bar, also while it floats; `name` is what a saved layout knows it by. One that is `folded` at
    first has a button that shows its body, and hides it again.
    """

    def __init__(
        self, title: str, name: str, body: QWidget, *, tools: Sequence[QWidget] = (), scroll: bool = True, folded: bool = False
    ) -> None:
        super().__init__(title)
        self.setObjectName(name)
        self.body = body
        self._bar = _TitleBar(title, tools, self)
        self._bar.undock.clicked.connect(lambda: self.setFloating(not self.isFloating()))
        self._bar.close_button.clicked.connect(self.close)
        self.setTitleBarWidget(self._bar)
        body.setBackgroundRole(BACKGROUND)
        body.setAutoFillBackground(True)
        self._whole = Scroller(body) if scroll else body
        self._nothing = QWidget(self)  # in its place while it is folded
        self._nothing.setMaximumHeight(0)
        self.setWidget(self._whole)
        self.topLevelChanged.connect(self._name_undock)
        self._name_undock(False)
        self._bar.fold.clicked.connect(lambda: self.show_folded(not self.folded))
        self._bar.fold.setVisible(folded)
        if folded:
            self.show_folded(True)

    @property
    def folded(self) -> bool:
        """Whether there is its title bar alone."""
        return self.widget() is self._nothing

    def show_folded(self, folded: bool) -> None:
        """Leave the title bar alone, or show all of it, as high as it wants to be."""
        name = self.tr("Unfold") if folded else self.tr("Fold")
        self._bar.fold.show_icon("chevron_right" if folded else "chevron_down", name)
        self.setWidget(self._nothing if folded else self._whole)
        self._whole.setVisible(not folded)
        window = self.parentWidget()
        if not folded and isinstance(window, QMainWindow):
            window.resizeDocks([self], [self.body.sizeHint().height()], Qt.Orientation.Vertical)

    def magnify(self, factor: float) -> None:
        """Show what is below the title so many times as large; 1: as it is."""
        self.setWidget(magnified(self.widget(), factor))
        self._whole.show()

    @property
    def is_magnified(self) -> bool:
        """Whether it is larger than it is."""
        return isinstance(self.widget(), Magnifier)

    @property
    def note(self) -> str:
        """What is written behind the title."""
        return self._bar.note

    def show_note(self, text: str) -> None:
        """Write this, paler, behind the title."""
        self._bar.show_note(text)

    @override
    def event(self, event: QEvent) -> bool:
        """A tool tip that nothing in it has: of the letter that is written there."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = event.globalPos()
            below = self._whole.childAt(self._whole.mapFromGlobal(at))
            if below is not None and shows_letter(QHelpEvent(event.type(), below.mapFromGlobal(at), at), below):
                return True
        return super().event(event)

    def _name_undock(self, floating: bool) -> None:
        name = self.tr("Dock") if floating else self.tr("Undock")
        self._bar.undock.setToolTip(name)
        self._bar.undock.setAccessibleName(name)


class _TitleBar(QWidget):
    """Leaves the mouse to the dock, which is dragged by it; only its buttons and tools take clicks."""

    def __init__(self, title: str, tools: Sequence[QWidget], parent: QWidget) -> None:
        super().__init__(parent)
        self._title = TextLabel(self, weight=600)
        self._title.show_text(title)
        self._title.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)  # the note gives way
        self._note = TextLabel(self, role="text_hint", px=SMALL)
        self._note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.undock = IconButton("undock", "", self, side=24)
        self.fold = IconButton("chevron_down", "", self, side=24)
        self.close_button = IconButton("close", self.tr("Close"), self, side=24)
        self.setFixedHeight(TITLE_HEIGHT)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(EDGE, 0, 7, 1)
        self._row.setSpacing(0)
        self._row.addWidget(self._title)
        self._row.addSpacing(8)
        self._row.addWidget(self._note, 1)
        self._row.addSpacing(4)
        for tool in tools:
            self._row.addWidget(tool)
            if not isinstance(tool, IconButton):  # buttons have air of their own
                self._row.addSpacing(6)
        self._row.addWidget(self.fold)
        self._row.addWidget(self.undock)
        self._row.addWidget(self.close_button)

    @property
    def note(self) -> str:
        return self._note.whole_text

    def show_note(self, text: str) -> None:
        self._note.show_text(text)

    @override
    def sizeHint(self) -> QSize:
        """A dock gives its title the height that this asks for, not the one that is fixed."""
        return QSize(self._row.sizeHint().width(), TITLE_HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.divider))


class Scroller(QScrollArea):
    """Never narrower than its body, so that nothing has to scroll sideways."""

    def __init__(self, body: QWidget, parent: QWidget | None = None) -> None:
        """Take the body; where it is to stand is given at once, as all widgets of a large one hear of another parent."""
        super().__init__(parent)
        self._body = body
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setBackgroundRole(BACKGROUND)
        self.setAutoFillBackground(True)  # it shows behind the scroll bar
        self.viewport().setBackgroundRole(BACKGROUND)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.verticalScrollBar().setSingleStep(24)
        self.setWidget(body)
        body.installEventFilter(self)

    @override
    def sizeHint(self) -> QSize:
        hint = self._body.sizeHint()  # of a robot of many joints, higher than any screen
        return QSize(max(hint.width(), self.minimumSizeHint().width()), min(hint.height(), TALLEST))

    @override
    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._body.minimumSizeHint().width() + bar, 72)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._body and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
