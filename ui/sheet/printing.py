"""Sheets on paper, light whatever the window wears: as PDF, and as HTML that has what is painted by hand as pictures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from itertools import pairwise

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPoint, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from ..look.style import worn
from ..look.style_sheet import style_sheet
from ..look.theme import LIGHT
from .block_view import BlockView, ViewColumn, walked_views
from .blocks import Block, Custom, Paragraph, Section, SideBySide
from .html import sheet_html
from .sheet import Sheet
from .sheet_view import SheetView

WIDTH = 560  # of a sheet on paper, where its texts are of 10 points [px]
MARGIN = 18  # [mm]
ROUNDS = 12  # of laying out: some are as high as their width asks, and what is around them learns it a level a round
CHILDREN = QWidget.RenderFlag.DrawChildren  # the paper is white
SHARP = 2.0  # pixels of a picture for one of the window


def sheet_page(blocks: Sequence[Block], title: str) -> bytes:
    """A page of HTML that needs nothing else."""
    with _on_paper(blocks) as view:
        drawn = {path: _picture(one.widget) for path, one in walked_views(view.column) if isinstance(one.block, Custom)}
    head = f'<!doctype html><meta charset="utf-8"><title>{escape(title)}</title>'
    return (head + sheet_html([_with_pictures(one, drawn, "") for one in blocks], title)).encode()


def sheet_pdf(blocks: Sequence[Block], title: str) -> bytes:
    """Pages of A4, broken between blocks where there is room."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    with _on_paper((Paragraph("title", title, weight=600, small=False), *blocks)) as view:
        paper = QPdfWriter(buffer)
        paper.setTitle(title)
        paper.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        paper.setPageMargins(QMarginsF(MARGIN, MARGIN, MARGIN, MARGIN), QPageLayout.Unit.Millimeter)
        painter = QPainter(paper)
        scale = paper.width() / view.width()
        painter.scale(scale, scale)
        for k, (top, bottom) in enumerate(pairwise(_breaks(view, math.floor(paper.height() / scale)))):
            if k:
                paper.newPage()
            view.render(painter, QPoint(0, 0), QRegion(0, top, view.width(), bottom - top), CHILDREN)
        painter.end()
    return bytes(buffer.data().data())


@contextmanager
def _on_paper(blocks: Sequence[Block]) -> Iterator[SheetView]:
    """A sheet as it is painted there, laid out."""
    with worn(LIGHT):
        view = SheetView()
        view.setStyleSheet(f"{style_sheet(LIGHT)} QLabel {{ color: {LIGHT.text}; }}")
        view.show_sheet(Sheet(tuple(blocks)))
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        view.show()
        for _ in range(ROUNDS):
            view.resize(WIDTH, view.heightForWidth(WIDTH))
            QApplication.sendPostedEvents()
        yield view
        view.close()


def _breaks(view: SheetView, height: int) -> list[int]:
    """Where pages begin and end: at most so high, and between blocks, but not behind a head."""
    tops = [one.outer.mapTo(view, QPoint(0, 0)).y() for one in _separate(view.column)]
    end, breaks = view.height(), [0]
    while end - breaks[-1] > height:
        last = breaks[-1] + height
        breaks.append(max((top for top in tops if breaks[-1] < top <= last), default=last))
    return [*breaks, end]


def _separate(column: ViewColumn) -> Iterator[BlockView]:
    """Blocks that a page may begin with."""
    for k, view in enumerate(column.views.values()):
        if k:
            yield view
        if isinstance(view.block, Section):
            yield from _separate(view.columns[-1])


def _picture(widget: QWidget) -> bytes:
    image = QImage((widget.size() * SHARP), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SHARP)
    image.fill(Qt.GlobalColor.white)
    widget.render(image, QPoint(0, 0), QRegion(), CHILDREN)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # wants bytes, and takes none
    return bytes(buffer.data().data())


def _with_pictures(block: Block, drawn: Mapping[str, bytes], above: str) -> Block:
    """A block whose painted parts are pictures."""
    path = f"{above}{block.key}"
    if isinstance(block, Section | SideBySide):
        return replace(block, blocks=tuple(_with_pictures(one, drawn, f"{path}.") for one in block.blocks))
    return replace(block, kind="picture", value=drawn[path]) if isinstance(block, Custom) else block
