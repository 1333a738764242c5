"""What is simulated, and how: the scene's name, the bodies, the settings and materials, and what happened to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QMenu, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from ...displays.laying_out import lay_out
from ...displays.prose import Prose
from ...displays.scrolling import scroll_to
from ...displays.section_head import Divider, SectionHead, clear, column_in
from ...displays.text_label import TextLabel
from ...look.style import CAPTION, EDGE, SMALL
from ...window.dock import Scroller
from .body_list import BodyList
from .event_list import EventList
from .part_form import PartForm
from .settings_section import SettingsSection
from .values import BodyEntry, EventEntry, MaterialEntry, MaterialPair, PartLine

MOST_FINDINGS = 20  # that are said here
SHARE = 0.6  # of the height that the form takes, at most, until the user drags the line above it


class ScenePanel(QWidget):
    """The body of the dock "Scene": what there is above, the form of what is selected below, each with its own scroll bar.

    `show_*` and `set_*` are for the program and silent, signals for the user alone.
    """

    setting_entered = Signal(str, object)  # by its name: a key, or a number in SI units
    material_entered = Signal(str, str, float)  # material, "friction" or "restitution", number
    body_selected = Signal(str)
    body_visibility_changed = Signal(str, bool)
    event_chosen = Signal(float)  # [s]
    thing_added = Signal(str)  # its key, of those that are offered

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)  # the colour of panels
        self.setAutoFillBackground(True)
        self._findings: tuple[str, ...] = ()
        whole = QWidget(self)
        self.column = column_in(whole)
        self._make_head()
        self._bodies_title = self._section(self.tr("Bodies"))
        self.bodies = BodyList(self)
        self.bodies.picked.connect(self.body_selected)
        self.bodies.visibility_changed.connect(self.body_visibility_changed)
        self.column.addWidget(self.bodies)
        self.column.addSpacing(8)
        self._make_settings()
        self._events_title = self._section(self.tr("Events"))
        self.events = EventList(self)
        self.events.jumped.connect(self.event_chosen)
        self._no_events = Prose(self, role="text_hint", px=SMALL)
        self._no_events.show_text(self.tr("None yet."))
        self._no_events.setContentsMargins(EDGE, 0, EDGE, 8)
        self.column.addWidget(self._no_events)
        self.column.addWidget(self.events, 1)
        self.events.hide()
        self._make_findings()
        self._filler = QWidget(self)
        self._filler.setMinimumHeight(12)
        self.column.addWidget(self._filler, 0)
        self._stretch()
        self.form = PartForm(self)
        self.add_menu = QMenu(self)
        self.form.add.clicked.connect(lambda: self.form.add.open_menu(self.add_menu, at_right=True))
        self._dragged = 0  # height that the user gave the form [px]
        self._upper = Scroller(whole, self)
        self._splitter = QSplitter(Qt.Orientation.Vertical, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(self._upper)
        self._splitter.addWidget(self.form)
        self._splitter.splitterMoved.connect(self._note_drag)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._splitter)
        self._share_height()

    def show_scene(self, title: str, description: str, path: str) -> None:
        """Show what the scene is called, what it is about, and the file it comes from."""
        self._title.show_text(title)
        self._description.show_text(description)
        self._path.show_text(path)
        self._path.setToolTip(path)
        self._path.setVisible(bool(path))

    def show_settings(self, values: Mapping[str, object]) -> None:
        """Show settings by their names: keys of choices, numbers in SI units."""
        self.settings.show_values(values)

    def show_materials(self, materials: Sequence[MaterialEntry], pairs: Sequence[MaterialPair] = ()) -> None:
        """Show materials, a row each, and what holds where two of them touch."""
        self.settings.show_materials(materials, pairs)

    def show_refusal(self, key: str, sentence: str) -> None:
        """Say why a setting, or "material:" and its name, stays as it was."""
        self.settings.show_refusal(key, sentence)

    def set_solvers(self, solvers: Mapping[str, str]) -> None:
        """Offer these solvers, keys to texts."""
        self.settings.set_solvers(solvers)

    def set_bodies(self, bodies: Sequence[BodyEntry]) -> None:
        """Show bodies, a row each."""
        self.bodies.set_bodies(bodies)
        self._bodies_title.show_note(str(len(bodies)) if bodies else "")

    def show_part(self, name: str, note: str, lines: Sequence[PartLine], *, of_scene: bool = False) -> None:
        """Show what is selected as a form of these lines, with a note above them; it is in sight, whatever is scrolled."""
        was = self.form.open
        self.form.show_part(name, note, lines, of_scene=of_scene)
        if self.form.open != was or not self.form.open:
            self._share_height()

    def scroll_to_top(self) -> None:
        """Have the beginning in sight, where the title is."""
        self._upper.verticalScrollBar().setValue(0)

    def show_form(self) -> None:
        """Bring the list of bodies and the beginning of the form into sight, once they are laid out."""
        QTimer.singleShot(0, self.form, self._scroll_to_form)

    def _scroll_to_form(self) -> None:
        lay_out(3)  # the form, this panel, and what scrolls it
        scroll_to(self.bodies)
        self.form.scroll_to_top()

    def _share_height(self) -> None:
        """The form has the room that its lines take, up to its share; without lines, its head and its note."""
        height, bare = self.height(), self.form.bare_height(self.width())
        wanted = min(self.form.whole_height(self.width()), round(SHARE * height))
        self.form.setFixedHeight(bare) if not self.form.open else self.form.free_height(bare + 60)
        lower = (self._dragged or wanted) if self.form.open else bare
        self._splitter.setSizes([max(0, height - lower), lower])

    def _note_drag(self) -> None:
        if self.form.open:
            self._dragged = self.form.height()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def offer_things(self, things: Mapping[str, str]) -> None:
        """Offer to add these to the scene, keys to texts."""
        self.add_menu.clear()
        for key, text in things.items():
            self.add_menu.addAction(text).triggered.connect(lambda _, key=key: self.thing_added.emit(key))

    def show_selected(self, name: str) -> None:
        """Show one body as selected; an empty name none."""
        self.bodies.show_body(name)

    def show_visible(self, name: str, visible: bool) -> None:
        """Show the eye of a body open or shut."""
        self.bodies.show_visible(name, visible)

    def show_events(self, events: Sequence[EventEntry], kept: int = 0) -> None:
        """List these events, in the order of time; the first `kept` are listed already. They are read when they are in sight."""
        self.events.show_events(events, kept)
        self._events_title.show_note(str(len(events)) if events else "")
        if self.events.isHidden() == bool(events):
            self.events.setVisible(bool(events))
            self._no_events.setVisible(not events)
            self._stretch()

    def show_findings(self, findings: Sequence[str]) -> None:
        """Say what is wrong, a sentence each, of many the first; none, and the section goes."""
        if tuple(findings) == self._findings:
            return
        self._findings = tuple(findings)
        clear(self._findings_column)
        left = len(findings) - MOST_FINDINGS
        more = [self.tr("And {count} more, which the load doctor lists.").format(count=left)] if left > 0 else []
        for sentence in (*findings[:MOST_FINDINGS], *more):
            prose = Prose(self.findings_box, px=SMALL, icon="warning", icon_role="warning")
            prose.show_text(sentence)
            self._findings_column.addWidget(prose)
        self._findings_title.show_note(str(len(findings)) if findings else "")
        self.findings_box.setVisible(bool(findings))

    @override
    def sizeHint(self) -> QSize:
        return QSize(256, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(228, super().minimumSizeHint().height())

    def _make_head(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(EDGE, 14, EDGE, 14)
        head.setSpacing(6)
        self._title = Prose(self, px=16, weight=600)
        self._description = Prose(self, role="text_second")
        self._path = TextLabel(self, role="text_hint", px=CAPTION, cut=Qt.TextElideMode.ElideLeft)
        for part in (self._title, self._description, self._path):
            head.addWidget(part)
        self.column.addLayout(head)

    def _make_settings(self) -> None:
        self._section(self.tr("Simulation"))
        self.settings = SettingsSection(self)
        self.settings.setting_entered.connect(self.setting_entered)
        self.settings.material_entered.connect(self.material_entered)
        self.column.addWidget(self.settings)

    def _make_findings(self) -> None:
        """A divider, a head, and a column of sentences, all in one box that can be hidden."""
        self.findings_box = QWidget(self)
        outer = column_in(self.findings_box)
        self._findings_title = SectionHead(self.tr("Findings"), self.findings_box)
        self._findings_column = QVBoxLayout()
        self._findings_column.setContentsMargins(EDGE, 0, EDGE, 0)
        self._findings_column.setSpacing(8)
        outer.addWidget(Divider(self.findings_box))
        outer.addWidget(self._findings_title)
        outer.addLayout(self._findings_column)
        self.findings_box.hide()
        self.column.addWidget(self.findings_box)

    def _section(self, title: str) -> SectionHead:
        head = SectionHead(title, self)
        self.column.addWidget(Divider(self))
        self.column.addWidget(head)
        return head

    def _stretch(self) -> None:
        """The list of events takes the room that is left; without it, the foot does."""
        self.column.setStretchFactor(self._filler, 1 if self.events.isHidden() else 0)
