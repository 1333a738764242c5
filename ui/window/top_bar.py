"""The top row: the program's mark, its menus, the workspaces, the search, and light or dark."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QMenuBar, QSizePolicy, QWidget
from typing_extensions import override

from ..controls.buttons.base_button import BaseButton
from ..controls.buttons.icon_button import IconButton
from ..controls.buttons.segmented import SegmentedControl
from ..look.icons import SIDE, paint_icon, paint_logo
from ..look.paint_box import paint_box, paint_focus
from ..look.paint_key import caps_width, paint_caps
from ..look.paint_text import paint_text, text_width
from ..look.style import TEXT, current_theme, ui_font
from ..look.wide_widget import WideWidget

HEIGHT = 44
EDGE = 12
GAP = 8
LOGO = 24
NARROW = 1100  # below it the search is an icon, and where it has no room beside menus and workspaces


class TopBar(WideWidget):
    """The row above all others, for `QMainWindow.setMenuWidget`. Signals are for the user alone."""

    workspace_chosen = Signal(str)
    search_requested = Signal()
    theme_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=HEIGHT, wide=1280)
        self._menu_bar = QMenuBar(self)
        self._menu_bar.setNativeMenuBar(False)
        self._menu_bar.setFont(ui_font(TEXT))
        self.workspaces: SegmentedControl | None = None
        self.search = SearchButton(self)
        self.search.clicked.connect(self.search_requested)
        self.theme = IconButton(*self._other_theme(current_theme().name), self, side=26)
        self.theme.clicked.connect(self.theme_requested)

    @property
    def menu_bar(self) -> QMenuBar:
        """Where the window puts its menus."""
        return self._menu_bar

    @property
    def workspace(self) -> str:
        """Key of the workspace shown as chosen."""
        return self.workspaces.choice if self.workspaces else ""

    def set_workspaces(self, options: Mapping[str, str]) -> None:
        """Offer these workspaces, keys to texts."""
        if self.workspaces is not None:
            self.workspaces.hide()
            self.workspaces.deleteLater()
        self.workspaces = SegmentedControl(options, self.tr("Workspaces"), self, height=28)
        for key in options:  # narrower, where menus would be cut
            self.workspaces.button(key).setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.workspaces.chosen.connect(self.workspace_chosen)
        QWidget.setTabOrder(self.workspaces, self.search)
        self.workspaces.setVisible(True)
        self.updateGeometry()
        self._arrange()

    def show_workspace(self, key: str) -> None:
        """Show one workspace as chosen."""
        if self.workspaces is not None and key != self.workspaces.choice:
            self.workspaces.show_choice(key)

    def show_theme(self, name: str) -> None:
        """Offer the theme that is not worn: the moon by day, the sun by night."""
        self.theme.show_icon(*self._other_theme(name))

    @override
    def minimumSizeHint(self) -> QSize:
        middle = self.workspaces.sizeHint().width() if self.workspaces else 0
        return QSize(EDGE + LOGO + 120 + middle + 2 * 28 + 3 * GAP + EDGE, HEIGHT)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._arrange()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.fillRect(0, HEIGHT - 1, self.width(), 1, QColor(theme.divider))
        paint_logo(painter, theme.accent, theme.on_accent, EDGE, (HEIGHT - LOGO) // 2, LOGO)
        paint_box(painter, QRectF(self.theme.geometry()).adjusted(-1, -1, 1, 1), theme.panel, theme.border)

    def _other_theme(self, name: str) -> tuple[str, str]:
        return ("sun", self.tr("Light theme")) if name == "dark" else ("moon", self.tr("Dark theme"))

    def _width_of_all(self) -> int:
        """What menus, workspaces and the search take side by side, so that none of them is cut."""
        workspaces = self.workspaces.sizeHint().width() + GAP if self.workspaces is not None else 0
        sides = EDGE + LOGO + GAP + 28 + GAP + EDGE
        return sides + self._menu_bar.sizeHint().width() + 2 + GAP + workspaces + self.search.whole_width

    def _arrange(self) -> None:
        right = self.width() - EDGE
        self.theme.move(right - 27, (HEIGHT - 26) // 2)
        right -= 28 + GAP
        self.search.show_short(self.width() < max(NARROW, self._width_of_all()))
        width = self.search.sizeHint().width()
        self.search.setGeometry(right - width, (HEIGHT - 28) // 2, width, 28)
        right -= width + GAP
        left = EDGE + LOGO + GAP
        menus = self._menu_bar.sizeHint().width() + 2
        if self.workspaces is not None:
            least, most = self.workspaces.minimumSizeHint().width(), self.workspaces.sizeHint().width()
            taken = max(least, min(most, right - left - menus - GAP))
            middle = (left + menus + right) // 2  # between the menus and the search
            x = min(max(middle - taken // 2, left + menus + GAP), right - taken)
            self.workspaces.setGeometry(x, (HEIGHT - 28) // 2, taken, 28)
            right = x - GAP
        self._menu_bar.setGeometry(left, 7, max(0, min(menus, right - left)), 30)


class SearchButton(BaseButton, QAbstractButton):
    """A button that looks like a field to search in; where there is little room, an icon."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._short = False
        self._keys = "Ctrl+K"
        self.setText(self.tr("Search commands"))
        self.prepare(self.text())
        self.setToolTip(self.tr("Search commands (Ctrl+K)"))

    def show_short(self, short: bool) -> None:
        """Be an icon, or a field."""
        if short != self._short:
            self._short = short
            self.updateGeometry()
            self.update()

    @property
    def whole_width(self) -> int:
        """As a field [px]."""
        return round(10 + SIDE + 7 + text_width(self.text(), TEXT) + 16 + caps_width(self._keys) + 8)

    @override
    def sizeHint(self) -> QSize:
        return QSize(28 if self._short else self.whole_width, 28)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        paint_box(painter, rect, theme.hover if self.underMouse() or self.isDown() else theme.field, theme.border)
        paint_icon(painter, "search", theme.text_second, 6 if self._short else 10, (self.height() - SIDE) / 2)
        if not self._short:
            paint_text(painter, rect.adjusted(17 + SIDE, 0, 0, 0), self.text(), theme.text_hint, TEXT)
            paint_caps(painter, rect.right() - 8, rect.center().y(), self._keys, theme)
        if self.hasFocus():
            paint_focus(painter, rect, theme)
