"""Sheets on paper, light whatever the window wears: as PDF, and as HTML that has what is painted by hand as pictures."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from itertools import pairwise

from PySide6.QtCore import QBuffer, QEvent, QIODevice, QMarginsF, QPoint, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from ..look.style import worn
from ..look.style_sheet import style_sheet
from ..look.theme import LIGHT
from .block_view import BlockView, ViewColumn, walked_views
from .blocks import Block, Custom, Paragraph, Section, SideBySide, walked
from .html import sheet_html
from .sheet import Sheet
from .sheet_view import SheetView

WIDTH = 560  # of a sheet on paper, where its texts are of 10 points [px]
MARGIN = 18  # [mm]
ROUNDS = 12  # of laying out: some are as high as their width asks, and what is around them learns it a level a round
CHILDREN = QWidget.RenderFlag.DrawChildren  # the paper is white
SHARP = 2.0  # pixels of a picture for one of the window

PaintedPieces = Generator[tuple[int, int], None, bytes]
"""What is painted in the window's thread: how much is done, of how much. After the last, any thread may ask for what it gives."""


def page_in_pieces(blocks: Sequence[Block], title: str) -> PaintedPieces:
    """A page of HTML that needs nothing else."""
    written = []
    for done, block in enumerate(blocks, start=1):
        written.append(_with_pictures(block))
        yield done, len(blocks)
    head = f'<!doctype html><meta charset="utf-8"><title>{escape(title)}</title>'
    return (head + sheet_html(written, title)).encode()


def pdf_in_pieces(blocks: Sequence[Block], title: str) -> PaintedPieces:
    """Pages of A4, broken between blocks where there is room."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    paper = QPdfWriter(buffer)
    paper.setTitle(title)
    paper.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    paper.setPageMargins(QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN), QPageLayout.Unit.Millimeter)
    painter, scale, at = QPainter(paper), paper.width() / WIDTH, 0
    painter.scale(scale, scale)
    try:
        for done, block in enumerate((Paragraph("title", title, weight=600, small=False), *blocks)):
            yield done, len(blocks) + 1
            with _on_paper(block) as view:
                for k, (top, bottom) in enumerate(pairwise(_breaks(view, math.floor(paper.height() / scale), at))):
                    if k:
                        paper.newPage()
                        at = 0
                    if bottom > top:  # of no region, all is painted
                        view.render(painter, QPoint(0, at), QRegion(0, top, WIDTH, bottom - top), CHILDREN)
                    at += bottom - top
    finally:
        painter.end()
    data = bytes(buffer.data().data())
    del view, painter, paper, buffer  # here, where they may
    yield done + 1, done + 1
    return data


@contextmanager
def _on_paper(block: Block) -> Iterator[SheetView]:
    """A block as it is painted there, laid out."""
    with worn(LIGHT):
        view = SheetView()
        view.setStyleSheet(f"{style_sheet(LIGHT)} QLabel {{ color: {LIGHT.text}; }}")
        view.show_sheet(Sheet((block,)))
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        view.show()
        for _ in range(ROUNDS):
            view.resize(WIDTH, view.heightForWidth(WIDTH))
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)  # of all: other events paint the window light
        yield view
        view.close()


def _breaks(view: SheetView, height: int, at: int) -> list[int]:
    """Where pages begin and end, the first `at` so much of it: at most so high, and between blocks, but not behind a head."""
    tops = [one.outer.mapTo(view, QPoint(0, 0)).y() for one in _separate(view.column)]
    end, breaks = view.height(), [0]
    while end - breaks[-1] > height - at:
        last = breaks[-1] + height - at
        breaks.append(max((top for top in tops if breaks[-1] < top <= last), default=breaks[-1] if at else last))
        at = 0
    return [*breaks, end]


def _separate(column: ViewColumn) -> Iterator[BlockView]:
    """Blocks that a page may begin with."""
    for k, view in enumerate(one for one in column.views.values() if one.outer.isVisible()):
        if k:
            yield view
        if isinstance(view.block, Section):
            yield from _separate(view.columns[-1])


def _with_pictures(block: Block) -> Block:
    """A block whose painted parts are pictures."""
    if not any(isinstance(one, Custom) for _, one in walked((block,))):
        return block
    with _on_paper(block) as view:
        drawn = {path: _picture(one.widget) for path, one in walked_views(view.column) if isinstance(one.block, Custom)}
    return _replaced(block, drawn, "")


def _picture(widget: QWidget) -> bytes:
    image = QImage((widget.size() * SHARP), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SHARP)
    image.fill(Qt.GlobalColor.white)
    widget.render(image, QPoint(0, 0), QRegion(), CHILDREN)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # wants bytes, and takes none
    return bytes(buffer.data().data())


def _replaced(block: Block, drawn: Mapping[str, bytes], above: str) -> Block:
    path = f"{above}{block.key}"
    if isinstance(block, Section | SideBySide):
        return replace(block, blocks=tuple(_replaced(one, drawn, f"{path}.") for one in block.blocks))
    return replace(block, kind="picture", value=drawn[path]) if isinstance(block, Custom) else block
