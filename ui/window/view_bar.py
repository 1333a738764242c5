"""The chips over the viewport: what is drawn, and from where it is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ..controls.buttons.chip import HEIGHT, OPACITY, RADIUS, Chip
from ..controls.buttons.icon_button import IconButton
from ..look.paint_box import paint_box, tinted
from ..look.style import TEXT, current_theme, ui_font

EDGE = 12
GAP = 8
FEW = 2  # chips with words that there is room for, below which all are without
VIEWS_MENU = "views"  # the menu of the button that chooses from where it is seen


@dataclass(frozen=True, slots=True)
class ViewSwitch:
    """Something that is drawn or not: a chip of the bar, or an entry in the menu of one; and a command, where it has one."""

    key: str
    text: str  # on the bar
    chip: str = ""  # the key of the chip in whose menu it is, or VIEWS_MENU; empty: it is a chip itself
    gap: bool = False  # a line before it in that menu
    icon: str = ""  # of a chip
    command: str = ""  # its title in menus and palette; empty: it is on the bar alone
    menu: str = "View"  # where it is listed
    shortcut: str = ""


class ViewBar(QObject):
    """Two groups along the upper edge of a viewport, which is their parent: `left` of chips, `right` of buttons.

    There is nothing between the two, so the mouse reaches the viewport there. `show_on` is for the program and silent.
    """

    switched = Signal(str, bool)
    fit_requested = Signal()
    view_chosen = Signal(str)
    picture_requested = Signal()

    def __init__(self, switches: Sequence[ViewSwitch], parent: QWidget) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}
        self._listed: dict[str, QAction] = {}  # chips under "More"
        self.left = QWidget(parent)
        self.chips: dict[str, Chip] = {}
        self.more = Chip("more", self.tr("More"), self.left)  # which opens those that there is no room for
        self.more.setCheckable(False)
        self._more_menu = _menu(self.more)
        self.more.set_menu(self._more_menu)
        self.more.clicked.connect(self.more.show_menu)
        self.right = _Group(parent)
        self._add_buttons()
        for switch in switches:
            if switch.chip:
                self._add_entry(switch)
            else:
                self._add_chip(switch)
        self._fill_more()
        self.place(parent.width())

    def place(self, width: int) -> None:
        """Lie in one row along the upper edge of a viewport so wide: chips with words, and the rest under "More"."""
        free = width - 2 * EDGE - GAP - self.right.sizeHint().width()
        self._show_compact(False)
        count = self._fitting(free)
        if count < min(FEW, len(self.chips)):
            self._show_compact(True)
            count = self._fitting(free)
        x = 0
        chips = list(self.chips.values())
        for chip in (*chips[:count], *([self.more] if count < len(chips) else [])):
            chip.setGeometry(x, 0, chip.sizeHint().width(), HEIGHT)
            x += chip.width() + GAP
        for k, (key, chip) in enumerate(self.chips.items()):
            chip.setVisible(k < count)
            self._listed[key].setVisible(k >= count)
            if chip.menu is not None:
                chip.menu.menuAction().setVisible(k >= count)
        self.more.setVisible(count < len(chips))
        self.left.setGeometry(EDGE, EDGE, x - GAP, HEIGHT)
        right = self.right.sizeHint()
        self.right.setGeometry(width - EDGE - right.width(), EDGE, right.width(), right.height())

    def show_on(self, key: str, on: bool) -> None:
        """Show one switch on or off, by its key."""
        if key in self.chips:
            self.chips[key].show_on(on)
            self._listed[key].setChecked(on)
        else:
            self._actions[key].setChecked(on)

    def is_on(self, key: str) -> bool:
        """Whether one switch is shown on."""
        return self.chips[key].isChecked() if key in self.chips else self._actions[key].isChecked()

    def action(self, key: str) -> QAction:
        """The entry of a menu, by its key."""
        return self._actions[key]

    def raise_(self) -> None:
        """Come before what else lies on the viewport."""
        self.left.raise_()
        self.right.raise_()

    def setVisible(self, visible: bool) -> None:
        """Show or hide both groups."""
        self.left.setVisible(visible)
        self.right.setVisible(visible)

    def _add_chip(self, switch: ViewSwitch) -> None:
        chip = Chip(switch.icon, tr(switch.text), self.left)
        chip.switched.connect(lambda on: self.switched.emit(switch.key, on))
        self.chips[switch.key] = chip

    def _add_entry(self, switch: ViewSwitch) -> None:
        menu = self._views if switch.chip == VIEWS_MENU else self._menu_of(self.chips[switch.chip])
        if switch.gap:
            menu.addSeparator()
        action = menu.addAction(tr(switch.text))
        action.setCheckable(True)
        action.triggered.connect(lambda on: self.switched.emit(switch.key, on))
        self._actions[switch.key] = action

    def _menu_of(self, chip: Chip) -> QMenu:
        menu = chip.menu
        if menu is None:
            menu = _menu(chip)
            chip.set_menu(menu)
        return menu

    def _add_buttons(self) -> None:
        fit = self.right.add("fit", self.tr("Fit the view (Home)"))
        fit.clicked.connect(self.fit_requested)
        self._views = _menu(self.right)
        for key, text in {
            "iso": self.tr("Isometric"),
            "front": self.tr("Front"),
            "back": self.tr("Back"),
            "left": self.tr("Left"),
            "right": self.tr("Right"),
            "top": self.tr("Top"),
            "bottom": self.tr("Bottom"),
        }.items():
            self._views.addAction(text).triggered.connect(lambda _=False, key=key: self.view_chosen.emit(key))
            self._actions[key] = self._views.actions()[-1]
        self._cube = self.right.add("cube", self.tr("Look from"))
        self._cube.clicked.connect(self._open_views)
        camera = self.right.add("camera", self.tr("Save a picture"))
        camera.clicked.connect(self.picture_requested)

    def _open_views(self) -> None:
        corner = self._cube.mapToGlobal(QPoint(self._cube.width(), self._cube.height() + 4))
        self._views.popup(corner - QPoint(self._views.sizeHint().width(), 0))

    def _fitting(self, width: int) -> int:
        """How many chips there is room for, with "More" after them where that are not all."""
        wide = [chip.sizeHint().width() + GAP for chip in self.chips.values()]
        if sum(wide) - GAP <= width:
            return len(wide)
        left = width - self.more.sizeHint().width()
        count = 0
        while count < len(wide) and wide[count] <= left:
            left -= wide[count]
            count += 1
        return count

    def _fill_more(self) -> None:
        """List all chips in the menu of "More": each as an entry, and below it what its own menu has.

        Once: `place` hides those that have room. Qt does not survive that entries go while one of them is being clicked.
        """
        for key, chip in self.chips.items():
            entry = self._more_menu.addAction(chip.text())
            entry.setCheckable(True)
            entry.setChecked(chip.isChecked())
            entry.triggered.connect(lambda _=False, chip=chip: chip.click())
            self._listed[key] = entry
            if chip.menu is not None:
                chip.menu.setTitle(self.tr("{what}: more").format(what=chip.text()))
                self._more_menu.addMenu(chip.menu)

    def _show_compact(self, compact: bool) -> None:
        for chip in (*self.chips.values(), self.more):
            chip.show_compact(compact)


def _menu(parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    menu.setFont(ui_font(TEXT))
    menu.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)  # a second press on the chevron closes, and does not reopen
    return menu


class _Group(QWidget):
    """Icon buttons on one background."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(2, 1, 2, 1)
        row.setSpacing(2)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)  # its margins are no part of the viewport

    def add(self, icon: str, name: str) -> IconButton:
        """Add a button at the right of the others."""
        button = IconButton(icon, name, self, side=26)
        self._row.addWidget(button)
        return button

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        paint_box(QPainter(self), QRectF(self.rect()), tinted(theme.panel, OPACITY), theme.divider, RADIUS)
