"""What the lecture says for and against each scheme: a switch each, which shows it on this scene."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.sim.texts import tr

from ..controls.buttons.outline_button import OutlineButton
from ..controls.buttons.switch import Switch
from ..displays.prose import Prose
from ..displays.section_head import SectionHead, column_in, inset_row
from ..displays.switch_text import SwitchText
from ..look.style import EDGE, SMALL
from .gap_force_plot import GapForcePlot
from .values import CornerPoints, LimitView

CORNER = "corner"  # the key of the limit that has a drawing


class LimitSection(QWidget):
    """`show_*` is silent. `link_requested` is the key of the limit whose button was pressed."""

    link_requested = Signal(str)
    switched = Signal()  # another limit is shown, or none

    def __init__(self, titles: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        """`titles`: key and title of each, in order; the first is shown."""
        super().__init__(parent)
        self.head = SectionHead(self.tr("Limits and advantages"), self)
        self.head.show_caption(self.tr("of the lecture, measured here"))
        self.corner = GapForcePlot(self)
        self._rows: dict[str, LimitSwitch] = {}
        column = column_in(self, bottom=8)
        column.addWidget(self.head)
        for place, (key, title) in enumerate(titles):
            row = LimitSwitch(tr(title), self)
            row.switch.switched.connect(lambda _: self._switch())
            row.link.clicked.connect(lambda _=False, key=key: self.link_requested.emit(key))
            row.switch.show_on(place == 0)
            self._rows[key] = row
            column.addWidget(row)
            if key == CORNER:
                column.addWidget(self.corner)
        self._points: CornerPoints | None = None
        self.show_limits(())
        self.show_corner(None)

    @property
    def shown(self) -> tuple[str, ...]:
        """Keys of those that are switched on."""
        return tuple(key for key, row in self._rows.items() if row.switch.isChecked())

    def text(self, key: str) -> str:
        """What is written of one."""
        return self._rows[key].words.text

    def show_on(self, key: str, on: bool) -> None:
        """Switch one on or off."""
        self._rows[key].switch.show_on(on)
        self._rows[key].show_open()

    def show_limits(self, views: Sequence[LimitView]) -> None:
        """What is to be said of each."""
        views_of = {view.key: view for view in views}
        for key, row in self._rows.items():
            row.show_view(views_of.get(key))

    def show_corner(self, points: CornerPoints | None) -> None:
        """The steps on the corner."""
        self._points = points
        self.corner.show_points(points if CORNER in self.shown else None)

    def _switch(self) -> None:
        for row in self._rows.values():
            row.show_open()
        self.show_corner(self._points)
        self.switched.emit()


class LimitSwitch(QWidget):
    """A title with its switch, and what it shows."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.switch = Switch(title, self)
        self.words = Prose(self, role="text_second", px=SMALL)
        self.link = OutlineButton("", parent=self)
        self._view: LimitView | None = None
        name = SwitchText(self.switch, title, self, role="text", weight=500)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 3, EDGE, 3)
        row.setSpacing(8)
        row.addWidget(self.switch)
        row.addWidget(name, 1)
        column = column_in(self)
        column.addLayout(row)
        self.words.setContentsMargins(EDGE + 42, 0, EDGE, 6)
        column.addWidget(self.words)
        self._link_row = QWidget(self)
        links = inset_row(self.link)
        links.setContentsMargins(EDGE + 42, 0, EDGE, 6)
        self._link_row.setLayout(links)
        column.addWidget(self._link_row)

    def show_view(self, view: LimitView | None) -> None:
        """What is to be said; None: nothing yet."""
        self._view = view
        self.show_open()

    def show_open(self) -> None:
        """Show what is said where the switch is on."""
        view = self._view if self.switch.isChecked() else None
        self.words.show_text("\n".join(view.lines) if view is not None else "")
        self.link.setText(view.link if view is not None else "")
        self._link_row.setVisible(view is not None and bool(view.link))
