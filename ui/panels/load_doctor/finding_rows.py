"""The rows of the load doctor: severity, element, rule, place, sentence, and what was found and wanted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from torseur.sim.multibody.model.model import Finding, Severity
from torseur.sim.texts import marked, tr

from ...look.icons import SIDE, paint_icon
from ...look.paint_row import paint_row_background
from ...look.paint_text import RIGHT, elided, elided_name, paint_text, text_width
from ...look.style import SMALL, TEXT, current_theme, ui_font
from ...text.sentences import capitalised

EDGE = 16
INDENT = EDGE + SIDE + 10  # of the text behind the icon
PAD = 8
HEAD = 20
FACTS = 18
ICONS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "info"}
WORDS = {Severity.ERROR: marked("error"), Severity.WARNING: marked("warning"), Severity.NOTE: marked("note")}
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


def place_of(finding: Finding) -> str:
    """Return `file:line` with the whole path, as editors and terminals take it; the path alone where there is no line."""
    return f"{finding.path}:{finding.line}" if finding.line else finding.path


def short_place(finding: Finding) -> str:
    """The same with the file's name alone."""
    name = PurePath(finding.path).name
    return f"{name}:{finding.line}" if finding.line else name


def sentence_of(finding: Finding) -> str:
    """The sentence, less the element that stands before it."""
    rest = finding.message.removeprefix(f"{finding.element}: ") if finding.element else finding.message
    return capitalised(rest)


def facts_of(finding: Finding) -> str:
    """What was found, and what was wanted."""
    found = tr("found {what}", what=finding.found) if finding.found else ""
    wanted = tr("wanted {what}", what=finding.wanted) if finding.wanted else ""
    return "  ·  ".join(part for part in (found, wanted) if part)


class FindingModel(QAbstractListModel):
    """Findings, the gravest first, otherwise as they come."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: tuple[Finding, ...] = ()

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Show findings, a row each."""
        order = list(ICONS)
        self.beginResetModel()
        self.findings = tuple(sorted(findings, key=lambda finding: order.index(finding.severity)))
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.findings)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        finding = self.findings[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            said = f"{finding.message}, {short_place(finding)}"
            return tr("{head}: {title}", head=tr(WORDS[finding.severity]), title=said)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (place_of(finding), finding.message, facts_of(finding), finding.rule) if part)
        return None


class FindingDelegate(QStyledItemDelegate):
    """Paints a finding as high as its sentence takes. `width` is what the view gives it."""

    width = 320

    def __init__(self, model: FindingModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        finding = self._model.findings[index.row()]
        height = PAD + HEAD + self._sentence(finding) + (FACTS if facts_of(finding) else 0) + PAD
        return QSize(120, height)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        finding = self._model.findings[index.row()]
        rect = QRectF(option.rect)
        painter.save()
        _, hovered = paint_row_background(painter, option, theme)
        painter.fillRect(QRectF(INDENT, rect.bottom() - 1, rect.width() - INDENT - EDGE, 1), QColor(theme.divider))
        note = finding.severity is Severity.NOTE
        paint_icon(painter, ICONS[finding.severity], theme.text_hint if note else theme.warning, EDGE, rect.y() + PAD + 2)
        head = QRectF(INDENT, rect.y() + PAD, rect.width() - INDENT - EDGE, HEAD)
        self._paint_head(painter, head, finding, hovered or bool(option.state & QStyle.StateFlag.State_Selected))
        tall = self._sentence(finding)
        box = QRectF(INDENT, head.bottom(), head.width(), tall)
        paint_text(painter, box, sentence_of(finding), theme.text, TEXT, 400, _WRAPPED)
        facts = elided(facts_of(finding), head.width(), SMALL)
        paint_text(painter, QRectF(INDENT, box.bottom(), head.width(), FACTS), facts, theme.text_second, SMALL)
        painter.restore()

    def _paint_head(self, painter: QPainter, box: QRectF, finding: Finding, marked: bool) -> None:
        theme = current_theme()
        place = elided_name(short_place(finding), 0.5 * box.width(), SMALL, 500)
        paint_text(painter, box, place, theme.accent_text if marked else theme.text_second, SMALL, 500, RIGHT)
        room = box.width() - text_width(place, SMALL, 500) - 16
        word = tr(WORDS[finding.severity]).capitalize()
        color = theme.text_second if finding.severity is Severity.NOTE else theme.warning
        x = box.x()
        for text, ink, weight in (
            (word, color, 600),
            (finding.element, theme.text_second, 500),
            (finding.rule, theme.text_hint, 400),
        ):
            left = room - (x - box.x())
            if not text or left < 32:
                continue
            elided_text = elided_name(text, left, SMALL, weight)
            paint_text(painter, QRectF(x, box.y(), left + 2, box.height()), elided_text, ink, SMALL, weight)
            x += text_width(elided_text, SMALL, weight) + 12

    def _sentence(self, finding: Finding) -> int:
        room = max(60, self.width - INDENT - EDGE)
        metrics = QFontMetrics(ui_font(TEXT))
        return metrics.boundingRect(QRect(0, 0, room, 10_000), _WRAPPED, sentence_of(finding)).height() + 2
