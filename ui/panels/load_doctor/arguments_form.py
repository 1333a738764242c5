"""The arguments of a xacro file as a form: what each is, with its default until one types something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFormLayout, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ...controls.buttons.outline_button import OutlineButton
from ...controls.fields.text_field import TextField
from ...displays.section_head import inset_row
from ...look.style import TEXT, ui_font
from .finding_rows import EDGE


@dataclass(frozen=True, slots=True)
class ArgumentRow:
    """One argument."""

    name: str
    default: str | None  # None: it has none


class ArgumentsForm(QWidget):
    """Fields in the order of the file. `requested` has the values that are not defaults, by their names."""

    requested = Signal(dict)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, TextField] = {}
        self._rows: tuple[ArgumentRow, ...] = ()
        self._given: dict[str, str] = {}
        self.apply_button = OutlineButton(self.tr("Expand with these"), parent=self)
        self.apply_button.clicked.connect(lambda: self.requested.emit(self.values))
        self.defaults_button = OutlineButton(self.tr("All defaults"), parent=self)
        self.defaults_button.clicked.connect(lambda: self.requested.emit({}))
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(8)
        column.addWidget(self._area, 1)
        column.addLayout(inset_row(self.apply_button, self.defaults_button, bottom=0, spacing=8))

    @property
    def values(self) -> dict[str, str]:
        """What differs from the defaults."""
        texts = {row.name: self.fields[row.name].text().strip() for row in self._rows}
        return {row.name: texts[row.name] for row in self._rows if texts[row.name] != (row.default or "")}

    def show_arguments(self, rows: Sequence[ArgumentRow], given: Mapping[str, str]) -> None:
        """Show a field for each argument, with what was given; what was typed and not applied stays if nothing is new."""
        if (tuple(rows), dict(given)) == (self._rows, self._given):
            return
        self._rows, self._given, self.fields = tuple(rows), dict(given), {}
        inside = QWidget()
        inside.setBackgroundRole(QPalette.ColorRole.Button)  # the colour of panels
        form = QFormLayout(inside)
        form.setContentsMargins(EDGE, 2, EDGE, 2)
        form.setVerticalSpacing(6)
        form.setHorizontalSpacing(12)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for row in self._rows:
            form.addRow(self._label(row), self._field(row))
        self._area.setWidget(inside)
        self._update()

    def _label(self, row: ArgumentRow) -> QLabel:
        label = QLabel(row.name)
        label.setFont(ui_font(TEXT, 600 if row.name in self._given else 400))
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setToolTip(_default_text(row))
        return label

    def _field(self, row: ArgumentRow) -> TextField:
        field = TextField(self.tr("Argument {name}").format(name=row.name))
        field.show_text(self._given.get(row.name, row.default or ""))
        field.setPlaceholderText(self.tr("empty") if row.default is not None else self.tr("needs a value"))
        field.setAccessibleDescription(_default_text(row))
        field.textChanged.connect(lambda _: self._update())
        field.returnPressed.connect(self.apply_button.click)
        self.fields[row.name] = field
        return field

    def _update(self) -> None:
        self.apply_button.setEnabled(self.values != self._given)
        self.defaults_button.setEnabled(bool(self._given))

    @override
    def sizeHint(self) -> QSize:
        inside = self._area.widget()
        rows = inside.sizeHint().height() if inside is not None else 0
        return QSize(320, min(rows, 220) + 44)


def _default_text(row: ArgumentRow) -> str:
    if row.default is None:
        return tr("it has no default")
    return tr("default: {value}", value=row.default) if row.default else tr("default: empty")
