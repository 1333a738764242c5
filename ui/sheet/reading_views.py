"""Views of blocks that are read: sections, paragraphs, formulas, facts, equations, tables, matrices, progress."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ..controls.buttons.copy_button import CopyButton
from ..controls.buttons.icon_button import IconButton
from ..displays.badge import Badge
from ..displays.equations.equation_list import EquationList
from ..displays.fact_list import FactList, FactRow
from ..displays.formulas.formula_lines import FormulaLines
from ..displays.formulas.formula_matrix import FormulaMatrix
from ..displays.formulas.math_lines import MathLines
from ..displays.heat_table.direction_table import DirectionTable
from ..displays.heat_table.heat_table import HeatTable
from ..displays.heat_table.jacobian_table import JacobianTable
from ..displays.heat_table.scrolling_matrix import ScrollingMatrix
from ..displays.heat_table.wide_heat_table import WideHeatTable
from ..displays.progress_bar import ShareBar
from ..displays.prose import Prose
from ..displays.row_table import column as rows
from ..displays.row_table.row_table import RowTable
from ..displays.section_head import Divider, SectionHead, column_in
from ..displays.sigma_bars import SigmaBars
from ..displays.singular_bars import SingularBars
from ..displays.value_tiles import ValueTiles
from ..look.math_notation import plain_math
from ..look.style import CAPTION, EDGE, SMALL, TEXT
from ..text.array_text import ArrayText, Copyable
from .block_view import BlockView, ViewColumn, shows
from .blocks import (
    Block,
    DataTable,
    EquationCards,
    Facts,
    Formula,
    Line,
    Matrix,
    Options,
    Paragraph,
    Progress,
    Section,
    SideBySide,
    SingularValues,
    Slider,
    SymbolicMatrix,
    TableColumn,
    Words,
)
from .numbers import table_array

LABEL = 62  # of a line of controls [px]
BETWEEN = 12  # blocks side by side [px]
ICON = 24  # in a head [px]


@shows(Section)
class SectionView(BlockView):
    """A head with a badge, tools and a copy button, and a column that is there while the section is open."""

    inset, below = False, 0

    @override
    def make(self, block: Section, parent: QWidget) -> QWidget:
        whole = QWidget(parent)
        layout = column_in(whole)
        self.divider = Divider(whole)
        self.head = SectionHead(block.title, whole, foldable=block.open is not None)
        self.head.fold_switched.connect(lambda is_open: self.emit("folded", is_open))
        self._body = QWidget(whole)
        for part in (self.divider, self.head, self._body):
            layout.addWidget(part)
        self._column = ViewColumn(column_in(self._body, bottom=4), self._body, self.make_view)
        self._badge = Badge(self.head)
        self._tools = QWidget(self.head)
        row = QHBoxLayout(self._tools)
        row.setContentsMargins(0, 0, 0, 0)
        self._tool_column = ViewColumn(row, self._tools, self._made_tool)
        self.copy_button = CopyButton(self.copied, self.head)
        self.keep_button = IconButton("keep", "", self.head, side=ICON)
        self.keep_button.clicked.connect(lambda: self.emit("kept"))
        for control in (self._badge, self._tools, self.copy_button, self.keep_button):
            self.head.add_control(control)
        return whole

    def _made_tool(self, tool: Block, parent: QWidget) -> BlockView:
        """Icons are as small as that which copies."""
        view = self.make_view(tool, parent, bare=True)
        if isinstance(view.widget, IconButton):
            view.widget.setFixedSize(ICON, ICON)
        return view

    @property
    @override
    def columns(self) -> tuple[ViewColumn, ...]:
        return self._tool_column, self._column

    @override
    def fits(self, block: Any) -> bool:
        return isinstance(block, Section) and (block.open is None) == (self.block.open is None)

    @override
    def show(self, block: Section) -> None:
        is_open = block.open is not False
        self.divider.setVisible(block.divided)
        self.head.setVisible(bool(block.title))
        self.head.show_title(block.title)
        self.head.show_caption(block.caption)
        self.head.show_note(block.note)
        self.head.show_open(is_open)
        self._badge.show_text(*block.badge)
        self._tool_column.show(block.tools)
        self._tools.setVisible(bool(block.tools))
        self._body.setVisible(is_open)
        self._column.show(block.blocks)
        self.copy_button.setVisible(is_open and self._has_copy(block))
        self.keep_button.setVisible(is_open and block.keeps and bool(block.blocks))
        if self.block is None or self.block.title != block.title:
            name = tr("Keep on the working sheet: {title}", title=plain_math(block.title))
            self.keep_button.show_icon("keep", name)
            self.copy_button.show_icon("copy", tr("Copy: {title}", title=block.title))

    def _has_copy(self, block: Section) -> bool:
        if isinstance(block.copied, bool):
            return block.copied and any(view.can_copy() for view in self._column.views.values())
        return True

    @override
    def copied(self) -> Copyable | None:
        if not isinstance(self.block.copied, bool):
            return self.block.copied
        return next((found for view in self._column.views.values() if (found := view.copied()) is not None), None)


@shows(Line)
class LineView(BlockView):
    """Controls side by side; a slider or a list that opens takes the room that is left, or else the end is empty."""

    @override
    def make(self, block: Line, parent: QWidget) -> QWidget:
        whole = QWidget(parent)
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._label = Prose(whole, role="text_second")
        inside = QHBoxLayout()
        inside.setSpacing(8)
        row.addWidget(self._label, 0, Qt.AlignmentFlag.AlignVCenter)
        wide = any(isinstance(one, Slider | Words) or (isinstance(one, Options) and one.listed) for one in block.blocks)
        row.addLayout(inside, int(wide))
        if not wide:
            row.addStretch(1)
        self._column = ViewColumn(inside, whole, self._made)
        return whole

    def _made(self, block: Block, parent: QWidget) -> BlockView:
        """Lists have equal shares of the room."""
        view = self.make_view(block, parent, bare=True)
        if isinstance(block, Options) and block.listed:
            view.widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return view

    @property
    @override
    def columns(self) -> tuple[ViewColumn, ...]:
        return (self._column,)

    @override
    def show(self, block: Line) -> None:
        self._label.show_text(block.label)
        self._label.setFixedSize(self._label.sizeHint().expandedTo(QSize(LABEL, 0)))
        self._column.show(block.blocks)
        for view in self._column.views.values():
            if isinstance(view, ParagraphView):  # a word
                view.widget.setFixedSize(view.widget.sizeHint())


@shows(SideBySide)
class SideBySideView(BlockView):
    """Blocks that share the width."""

    @override
    def make(self, block: SideBySide, parent: QWidget) -> QWidget:
        whole = QWidget(parent)
        self._row = QHBoxLayout(whole)
        self._row.setContentsMargins(0, 4, 0, 0)
        self._row.setSpacing(BETWEEN)
        self._column = ViewColumn(self._row, whole, lambda one, within: self.make_view(one, within, bare=True))
        return whole

    @property
    @override
    def columns(self) -> tuple[ViewColumn, ...]:
        return (self._column,)

    @override
    def show(self, block: SideBySide) -> None:
        self._column.show(block.blocks)
        for k, share in enumerate(block.shares or (1,) * len(block.blocks)):
            self._row.setStretch(k, share)


@shows(Paragraph)
class ParagraphView(BlockView):
    """Prose; where there is something to copy, a button beside it."""

    @override
    def make(self, block: Paragraph, parent: QWidget) -> QWidget:
        px = SMALL if block.small else TEXT
        prose = Prose(parent, role=block.role, px=px, weight=block.weight, icon=block.icon, icon_role=block.icon_role)
        prose.link_pressed.connect(lambda to: self.emit("link", to))
        self._copy_button: CopyButton | None = None
        return prose

    @override
    def fits(self, block: Any) -> bool:
        looks = ("role", "icon", "icon_role", "weight", "small")
        return isinstance(block, Paragraph) and all(getattr(block, x) == getattr(self.block, x) for x in looks)

    @override
    def takes_room(self, block: Paragraph) -> bool:
        return bool(block.text)

    @override
    def show(self, block: Paragraph) -> None:
        self.widget.show_text(block.text)
        if block.copied is not None and self._copy_button is None:
            self._copy_button = CopyButton(lambda: self.block.copied, self.outer)
            self.row.addWidget(self._copy_button, 0, Qt.AlignmentFlag.AlignVCenter)
            self.row.setAlignment(self.widget, Qt.AlignmentFlag.AlignVCenter)
            self.row.setContentsMargins(EDGE, 0, EDGE, 0)  # the button leaves room around the text
        if self._copy_button is not None:
            self._copy_button.setVisible(block.copied is not None)


@shows(Formula)
class FormulaView(BlockView):
    """Lines of mathematics."""

    @override
    def make(self, block: Formula, parent: QWidget) -> QWidget:
        return FormulaLines(parent) if block.boxed else MathLines(parent)

    @override
    def fits(self, block: Any) -> bool:
        return isinstance(block, Formula) and block.boxed == self.block.boxed

    @override
    def takes_room(self, block: Formula) -> bool:
        return bool(block.lines)

    @override
    def show(self, block: Formula) -> None:
        if isinstance(self.widget, FormulaLines):
            self.widget.show_text("\n".join(block.lines))
        else:
            self.widget.show_lines(block.lines)


@shows(Facts)
class FactsView(BlockView):
    """Facts below or beside one another, or in tiles."""

    @override
    def make(self, block: Facts, parent: QWidget) -> QWidget:
        if block.tiles:
            return ValueTiles([name for name, _, _ in block.facts], block.shares, parent)
        return FactRow(block.shares, parent) if block.shares else FactList(parent)

    @override
    def fits(self, block: Any) -> bool:
        return isinstance(block, Facts) and (block.shares, block.tiles) == (self.block.shares, self.block.tiles)

    @override
    def takes_room(self, block: Facts) -> bool:
        return bool(block.facts)

    @override
    def show(self, block: Facts) -> None:
        if isinstance(self.widget, ValueTiles):
            self.widget.set_names([name for name, _, _ in block.facts])
            self.widget.show_values([(value, unit) for _, value, unit in block.facts])
        else:
            self.widget.show_facts(block.facts)


@shows(EquationCards)
class EquationCardsView(BlockView):
    """Cards, one of them at hand."""

    inset, below = False, 0

    @override
    def make(self, block: EquationCards, parent: QWidget) -> QWidget:
        equations = EquationList(parent, keeps_mark=block.keeps_mark)
        equations.chosen.connect(lambda key: self.emit("chosen", key))
        equations.term_chosen.connect(lambda term: self.emit("term", term))
        return equations

    @override
    def takes_room(self, block: EquationCards) -> bool:
        return bool(block.equations)

    @override
    def show(self, block: EquationCards) -> None:
        if block.equations:
            self.widget.show_equations(block.equations, block.at, block.later, block.marked)

    @override
    def can_copy(self) -> bool:
        return bool(self.block.equations)

    @override
    def copied(self) -> Copyable | None:
        found: Copyable | None = self.widget.to_copy()
        return found


@shows(DataTable)
class DataTableView(BlockView):
    """A table whose rows are written as they are looked at."""

    inset = False

    @override
    def make(self, block: DataTable, parent: QWidget) -> QWidget:
        table = RowTable(
            block.name,
            _columns(block.columns),
            parent,
            most=block.most,
            header=any(column.title for column in block.columns),
            delete_key=block.deletes,
            click_activates=block.presses,
            source=self.copied,
        )
        table.row_selected.connect(lambda row: self.emit("selected", row))
        table.row_activated.connect(lambda row: self.emit("activated", row))
        if block.deletes:
            table.row_deleted.connect(lambda row: self.emit("deleted", row))
        return table

    @override
    def fits(self, block: Any) -> bool:
        given = ("presses", "deletes", "most")
        return isinstance(block, DataTable) and all(getattr(block, x) == getattr(self.block, x) for x in given)

    @override
    def show(self, block: DataTable) -> None:
        if self.block is not None and block.columns != self.block.columns:
            self.widget.set_columns(_columns(block.columns))
        self.widget.setAccessibleName(block.name)
        if isinstance(block.rows, tuple):
            self.widget.show_rows(block.rows)
        else:  # they are written as they are looked at: comparing them would write all
            self.widget.show_rewritten(block.rows)
        self.widget.show_selected(block.selected)

    @override
    def can_copy(self) -> bool:
        block = self.block
        return len(block.rows) > 0 and (block.copied is not None or any(column.number for column in block.columns))

    @override
    def copied(self) -> Copyable | None:
        found: Copyable | None = self.block.copied or table_array(self.block)
        return found


def _columns(columns: tuple[TableColumn, ...]) -> list[rows.Column[Any]]:
    return [_column(k, column) for k, column in enumerate(columns)]


def _column(k: int, column: TableColumn) -> rows.Column[Any]:
    def write(row: Any) -> rows.Cell:
        cell = row[k]
        return rows.Cell(cell.text, cell.role, cell.weight, cell.unit, cell.indent, cell.icon, cell.role, cell.fill, cell.mark)

    def value(row: Any) -> float:
        return nan if row[k].value is None else row[k].value

    return rows.Column(
        column.title,
        write,
        column.width,
        column.share,
        column.unit,
        least=column.least,
        math=column.math,
        right=column.number,
        px=CAPTION if column.small else SMALL,
        about=column.about,
        value=value if column.number else None,
        tip=lambda row: row[k].tip or row[0].tip,
    )


@shows(Matrix)
class MatrixView(BlockView):
    """Coloured cells, below a title if there is one; directions are pointed at and held."""

    table: HeatTable | ScrollingMatrix

    @override
    def make(self, block: Matrix, parent: QWidget) -> QWidget:
        if not block.title:
            return self._made_table(block, parent)
        whole = QWidget(parent)
        self._title = MathLines(whole)
        column = column_in(whole)
        column.addWidget(self._title)
        column.addWidget(self._made_table(block, whole))
        column.addStretch(1)
        return whole

    def _made_table(self, block: Matrix, parent: QWidget) -> QWidget:
        if block.along:
            self.table = table = DirectionTable(block.name, block.along, parent)
            table.hovered.connect(lambda which: self.emit("hovered", which))
            table.pinned.connect(lambda which: self.emit("pinned", which))
        elif block.scrolls:
            self.table = ScrollingMatrix(block.name, parent)
            self.table.cell_clicked.connect(lambda i, j: self.emit("pressed", (i, j)))
            return self.table
        else:
            kind = JacobianTable if block.pale_zeros else HeatTable
            self.table = kind(block.name, parent, precise=block.precise)
            self.table.cell_clicked.connect(lambda i, j: self.emit("pressed", (i, j)))
        return WideHeatTable(self.table, parent) if block.wide else self.table

    @override
    def fits(self, block: Any) -> bool:
        def given(one: Matrix) -> tuple[object, ...]:
            return one.along, bool(one.title), one.precise, one.wide, one.pale_zeros, one.scrolls

        return isinstance(block, Matrix) and given(block) == given(self.block)

    @override
    def show(self, block: Matrix) -> None:
        if block.title:
            self._title.show_lines((block.title,))
        self.table.setAccessibleName(block.name)
        values = block.values if block.values is not None and block.values.size else np.zeros((0, 0))
        if isinstance(self.table, ScrollingMatrix):
            units, (m, n) = block.units, values.shape
            of_cells, of_rows = len(units) == m * n, len(units) == m
            self.table.show_matrix(
                values, block.rows, block.columns, lambda i, j: units[i * n + j if of_cells else i if of_rows else 0]
            )
            self.table.show_selected(*(range(0) if k is None else range(k, k + 1) for k in block.selected))
            return
        self.table.show_matrix(
            values,
            block.rows or ("",) * len(values),
            block.columns or ("",) * values.shape[1],
            units=block.units,
            names=block.names,
            split=block.split,
        )
        if isinstance(self.table, DirectionTable):
            self.table.show_pinned(block.pinned)
        else:
            self.table.show_selected(*block.selected)

    @override
    def can_copy(self) -> bool:
        return self.block.values is not None and bool(self.block.values.size)

    @override
    def copied(self) -> Copyable | None:
        return ArrayText(self.block.values, self.block.rows, self.block.columns) if self.can_copy() else None


@shows(SingularValues)
class SingularValuesView(BlockView):
    """Bars, pointed at and held."""

    inset, below = False, 4

    @override
    def make(self, block: SingularValues, parent: QWidget) -> QWidget:
        if not block.held:
            return SingularBars(parent)
        bars = SigmaBars(parent)
        bars.hovered.connect(lambda which: self.emit("hovered", which))
        bars.pinned.connect(lambda which: self.emit("pinned", which))
        return bars

    @override
    def fits(self, block: Any) -> bool:
        return isinstance(block, SingularValues) and block.held == self.block.held

    @override
    def show(self, block: SingularValues) -> None:
        self.widget.show_values(block.of, list(block.values), block.unit)
        if block.held:
            self.widget.show_pinned(block.pinned)

    @override
    def can_copy(self) -> bool:
        return True

    @override
    def copied(self) -> Copyable | None:
        return ArrayText(np.array(self.block.values))


@shows(SymbolicMatrix)
class SymbolicMatrixView(BlockView):
    """A grid where it fits, else an entry a line."""

    @override
    def make(self, block: SymbolicMatrix, parent: QWidget) -> QWidget:
        return FormulaMatrix(block.letter, parent)

    @override
    def fits(self, block: Any) -> bool:
        return isinstance(block, SymbolicMatrix) and block.letter == self.block.letter

    @override
    def takes_room(self, block: SymbolicMatrix) -> bool:
        return bool(block.entries)

    @override
    def show(self, block: SymbolicMatrix) -> None:
        self.widget.show_entries(block.entries)


@shows(Progress)
class ProgressView(BlockView):
    """A thin bar."""

    @override
    def make(self, block: Progress, parent: QWidget) -> QWidget:
        return ShareBar(parent)

    @override
    def takes_room(self, block: Progress) -> bool:
        return block.share is not None

    @override
    def show(self, block: Progress) -> None:
        self.widget.show_share(block.share)
