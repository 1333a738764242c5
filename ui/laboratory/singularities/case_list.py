"""Singular cases: a condition a row, what is lost there, and a button that brings the robot there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QListView, QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from ...controls.buttons.outline_button import OutlineButton
from ...controls.keys import claims_key
from ...look.paint_row import paint_row_background
from ...look.paint_text import paint_text
from ...look.style import EDGE, SMALL, TEXT, current_theme, ui_font
from ...sheet.block_view import CustomView, shows
from .values import CaseView, CaseViews

ABOVE, HEADING_ABOVE, BETWEEN = 6, 8, 8  # above a row, above a heading; between text and button
KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
Index = QModelIndex | QPersistentModelIndex


class CaseList(QListView):
    """All cases, those of a factor below its name; as high as they are. Signals are for the user alone."""

    picked = Signal(int)  # which of the cases, from 0
    requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[OutlineButton] = []  # of the cases, from above
        self._places: list[int] = []  # of the cases among the rows
        self._cases: tuple[CaseView, ...] = ()
        self._silent = False
        self._model = _Cases(self)
        self.setModel(self._model)
        self.setItemDelegate(_CaseDelegate(self))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Singular cases"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for no_bar in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            no_bar(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._pick)

    def show_value(self, value: CaseViews) -> None:
        """Show cases, and one of them as picked."""
        if value.cases != self._cases:
            self._cases = value.cases
            self._show_cases(value.cases)
        self.show_selected(value.selected)

    def _show_cases(self, cases: Sequence[CaseView]) -> None:
        """Show cases, a row each."""
        self._silent = True
        rows: list[CaseView | str] = []
        for case in cases:
            rows += [case.heading] * bool(case.heading) + [case] * bool(case.title)
        self._model.show_rows(rows)
        self._silent = False
        self._places = [k for k, row in enumerate(self._model.rows) if isinstance(row, CaseView)]
        for button in self.buttons[len(self._places) :]:
            button.hide()
            button.deleteLater()
        shown = self.buttons[: len(self._places)]  # they stay, and with them the focus of the one that was pressed
        self.buttons = shown + [self._button(number) for number in range(len(shown), len(self._places))]
        for place, button in zip(self._places, self.buttons, strict=True):
            self._describe(button, self._model.rows[place])
        self._arrange()

    def show_selected(self, number: int) -> None:
        """Let the row of a case stand out; -1: none."""
        self._silent = True
        if 0 <= number < len(self._places):
            self.setCurrentIndex(self._model.index(self._places[number]))
        else:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        self._silent = False

    @property
    def room(self) -> int:
        """For the texts beside a button [px]."""
        widest = max((button.sizeHint().width() for button in self.buttons), default=0)
        return self.viewport().width() - 2 * EDGE - widest - BETWEEN

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.height())

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, KEYS) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row in self._places:
            self.buttons[self._places.index(row)].click()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _button(self, number: int) -> OutlineButton:
        button = OutlineButton(self.tr("Go there"), parent=self.viewport())
        button.clicked.connect(lambda: self.requested.emit(number))
        button.show()
        return button

    def _describe(self, button: OutlineButton, case: CaseView | str) -> None:
        assert isinstance(case, CaseView)
        button.setAccessibleDescription(case.title)
        button.setEnabled(case.reachable)
        button.setToolTip("" if case.reachable else self.tr("No such configuration lies within the joint limits."))

    def _arrange(self) -> None:
        """Be as high as the rows, and put the buttons beside them."""
        self.scheduleDelayedItemsLayout()
        heights = [self.sizeHintForIndex(self._model.index(row)).height() for row in range(self._model.rowCount())]
        if self.height() != sum(heights):
            self.setFixedHeight(sum(heights))
        for place, button in zip(self._places, self.buttons, strict=True):
            size = button.sizeHint()
            button.setGeometry(
                self.viewport().width() - EDGE - size.width(), sum(heights[:place]) + ABOVE, size.width(), size.height()
            )

    def _pick(self, current: QModelIndex) -> None:
        if not self._silent and current.row() in self._places:
            self.picked.emit(self._places.index(current.row()))


class _Cases(QAbstractListModel):
    """Cases, and the headings between them as texts, which are not chosen."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: list[CaseView | str] = []

    def show_rows(self, rows: Sequence[CaseView | str]) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.rows[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row if isinstance(row, str) else f"{row.title}: {row.detail}"
        return None


class _CaseDelegate(QStyledItemDelegate):
    def __init__(self, cases: CaseList) -> None:
        super().__init__(cases)
        self._cases = cases

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(row, str):
            high = HEADING_ABOVE + _height(row, self._cases.viewport().width() - 2 * EDGE, SMALL)
        else:
            title, detail = self._heights(row)
            high = 2 * ABOVE + max(title + 1 + detail, 28)
        return QSize(100, high)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, row, box = current_theme(), index.data(Qt.ItemDataRole.UserRole), QRectF(option.rect)
        painter.save()
        if isinstance(row, str):
            box.adjust(EDGE, HEADING_ABOVE, -EDGE, 0)
            paint_text(painter, box, row, theme.text_hint, SMALL, 400, _WRAPPED)
        else:
            selected, _ = paint_row_background(painter, option, theme)
            if selected:
                painter.fillRect(QRectF(0, box.top(), 3, box.height()), QColor(theme.accent))
            title, detail = self._heights(row)
            box = QRectF(EDGE, box.top() + ABOVE, self._cases.room, title)
            paint_text(painter, box, row.title, theme.text, TEXT, 600, _WRAPPED)
            box = QRectF(EDGE, box.bottom() + 1, self._cases.room, detail)
            paint_text(painter, box, row.detail, theme.text_second, SMALL, 400, _WRAPPED)
        painter.restore()

    def _heights(self, case: CaseView) -> tuple[int, int]:
        return _height(case.title, self._cases.room, TEXT, 600), _height(case.detail, self._cases.room, SMALL)


def _height(text: str, room: int, px: int, weight: int = 400) -> int:
    return QFontMetrics(ui_font(px, weight)).boundingRect(QRect(0, 0, max(room, 40), 10_000), _WRAPPED, text).height()


@shows("singular_cases")
class SingularCasesView(CustomView):
    """From edge to edge."""

    inset, below = False, 6
    widget_type = CaseList
    signals = {"picked": "selected", "requested": "activated"}
