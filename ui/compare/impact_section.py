"""Impacts of two runs side by side, paired by their order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.simulation.inspection.comparing.values import ComparedImpact, PairedImpact
from torseur.sim.texts import tr

from ..controls.buttons.segmented import SegmentedControl
from ..displays.prose import Prose
from ..displays.row_table.column import Cell, Column
from ..displays.row_table.row_table import RowTable
from ..displays.section_head import SectionHead, column_in, padded
from ..look.style import SMALL
from ..text.number_text import ABSENT, as_shown, number_text

MOST = 8  # rows before the table scrolls
MANY = 200  # pairs that are shown


class ImpactSection(QWidget):
    """`show_*` is silent; `seek_requested` is the time [s] of the impact that the user chose."""

    seek_requested = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Impacts"), self)
        self.head.show_caption(self.tr("like with like"))
        self.shown = SegmentedControl({"impulse": "Λ", "lost": "−ΔE"}, self.tr("Impulses, or energy lost"), height=24)
        self.head.add_control(self.shown)
        self.table = RowTable(self.tr("Impacts"), _columns(self, "impulse"), self, most=MOST, tip=self._tip)
        self.table.row_selected.connect(self._seek)
        self.shown.chosen.connect(lambda key: self.table.set_columns(_columns(self, key)))
        self.sentence = Prose(self, role="text_second", px=SMALL)
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(self.table)
        column.addWidget(padded(self.sentence, top=6, bottom=10))

    def show_pairs(self, pairs: Sequence[PairedImpact], sentence: str) -> None:
        """Show impacts in pairs, and a sentence on them."""
        self.table.show_rows(pairs[:MANY])
        self.table.setVisible(bool(pairs))
        self.shown.setVisible(bool(pairs))
        self.sentence.show_text(sentence)

    def _seek(self, row: int) -> None:
        pair: PairedImpact = self.table.rows[row]
        one = pair.a or pair.b
        if one is not None:
            self.seek_requested.emit(one.t)

    def _tip(self, pair: PairedImpact) -> str:
        return "\n".join([" – ".join(pair.bodies), *(f"{name}: {_full(one)}" for name, one in (("A", pair.a), ("B", pair.b)))])


def _full(one: ComparedImpact | None) -> str:
    if one is None:
        return ABSENT
    within = tr("exactly")
    if one.within:
        within = tr("within {time} ms before", time=number_text(1e3 * one.within, 3))
    return tr(
        "t = {t:.12g} s, {within}; Λ = {impulse} N s; normal velocity {before} → {after} m/s; {lost} J lost",
        t=one.t,
        within=within,
        impulse=number_text(one.impulse),
        before=number_text(one.before),
        after=number_text(one.after),
        lost=number_text(one.lost),
    )


def _time(one: ComparedImpact | None) -> Cell:
    if one is None:
        return Cell(ABSENT, "text_hint")
    return Cell(as_shown(f"{one.t:.4f}"))


def _columns(widget: QWidget, shown: str) -> tuple[Column[PairedImpact], ...]:
    symbol, unit = {"impulse": ("Λ", "N s"), "lost": ("−ΔE", "J")}[shown]

    def number(one: ComparedImpact | None) -> float:
        return float("nan") if one is None else float(getattr(one, shown))

    return (
        Column(widget.tr("impact"), lambda pair: f"{pair.order} {pair.bodies[1]}", 64, share=1, least=40),
        Column(
            "t_A",
            lambda pair: _time(pair.a),
            48,
            unit="s",
            right=True,
            math=True,
            value=lambda pair: pair.a.t if pair.a else float("nan"),
        ),
        Column(
            "t_B",
            lambda pair: _time(pair.b),
            48,
            unit="s",
            right=True,
            math=True,
            value=lambda pair: pair.b.t if pair.b else float("nan"),
        ),
        Column(
            "A − B",
            lambda pair: number_text(1e3 * pair.apart, 4, 1e-7),
            58,
            unit="ms",
            right=True,
            value=lambda pair: 1e3 * pair.apart,
        ),
        Column(
            f"{symbol}_A",
            lambda pair: Cell(number_text(number(pair.a)), "impulse_text", 500),
            48,
            unit=unit,
            right=True,
            math=True,
            value=lambda pair: number(pair.a),
        ),
        Column(
            f"{symbol}_B",
            lambda pair: Cell(number_text(number(pair.b)), "impulse_text", 500),
            48,
            unit=unit,
            right=True,
            math=True,
            value=lambda pair: number(pair.b),
        ),
    )
