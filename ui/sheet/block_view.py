"""How a kind of block is shown: by a widget that is made once, and then shows other blocks of its kind in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Protocol

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget
from typing_extensions import override

from ..look.style import EDGE
from ..text.array_text import Copyable
from .blocks import Block, Custom


class Emit(Protocol):
    """Tells an event of a block, or of one `below` it."""

    def __call__(self, kind: str, value: Any = None, below: str = "") -> None:
        """Tell it."""


class MakeView(Protocol):
    """Makes the view of a block inside another; `bare`: without room around it."""

    def __call__(self, block: Block, parent: QWidget, *, bare: bool = False) -> BlockView:
        """Make it."""


class BlockView:
    """`widget` shows the block. `outer` stands in the column: the widget itself, or what keeps it off the edges of the page."""

    below: ClassVar[int] = 8  # room below [px]
    inset: ClassVar[bool] = True  # off the edges of the page

    def __init__(self, block: Block, emit: Emit, make_view: MakeView, parent: QWidget, *, bare: bool = False) -> None:
        self.block: Any = None  # the one shown
        self.emit, self.make_view = emit, make_view
        self._is_padded = not bare and (self.inset or self.below > 0)
        self.outer = QWidget(parent) if self._is_padded else parent
        self.widget: Any = self.make(block, self.outer)
        if self._is_padded:
            side = EDGE if self.inset else 0
            self.row = QHBoxLayout(self.outer)
            self.row.setContentsMargins(side, 0, side, self.below)
            self.row.addWidget(self.widget)
        else:
            self.outer = self.widget

    @property
    def columns(self) -> tuple[ViewColumn, ...]:
        """The views of the blocks inside this one."""
        return ()

    def make(self, block: Any, parent: QWidget) -> QWidget:
        """Return the widget, which shows nothing yet."""
        raise NotImplementedError

    def show(self, block: Any) -> None:
        """Show another block of the same kind; `self.block` is the one before."""
        raise NotImplementedError

    def fits(self, block: Any) -> bool:
        """Whether this widget can show a block: what is given to a widget once is the same."""
        return type(block) is type(self.block)

    def takes_room(self, block: Any) -> bool:
        """Whether there is anything of it to see."""
        return True

    def update(self, block: Block) -> None:
        """Show a block, if it is another than the one shown."""
        if block is not self.block and block != self.block:
            self.show(block)
            self.outer.setVisible(self.takes_room(block))
        self.block = block  # also where it is alike: what is copied is of this one

    def copied(self) -> Copyable | None:
        """What the button of its section copies; None: nothing."""
        return None

    def can_copy(self) -> bool:
        """Whether there is anything to copy, without making it: this is asked at each update."""
        return False


class ViewColumn:
    """The views of blocks one below the other, or side by side: they stay, move, come and go as the keys of the blocks do."""

    def __init__(self, layout: QBoxLayout, parent: QWidget, make_view: Callable[[Block, QWidget], BlockView]) -> None:
        self._layout, self._parent, self._make_view = layout, parent, make_view
        self.views: dict[str, BlockView] = {}  # by key, in their order
        self._parked: dict[str, BlockView] = {}  # gone, perhaps to come again: a section that is folded

    def show(self, blocks: tuple[Block, ...]) -> None:
        """Show these."""
        views = list(self.views.values())
        keys = [block.key for block in blocks]
        if keys != list(self.views) or not all(view.fits(block) for view, block in zip(views, blocks, strict=True)):
            views = self._arranged(blocks, keys)
        for view, block in zip(views, blocks, strict=True):
            view.update(block)

    def _arranged(self, blocks: tuple[Block, ...], keys: list[str]) -> list[BlockView]:
        """The views of these blocks, each at its place; those that are new show nothing yet."""
        if len(set(keys)) < len(keys):
            raise ValueError(f"blocks beside each other need keys of their own: {keys}")
        for key in [key for key in self.views if key not in keys]:
            self._parked[key] = gone = self.views.pop(key)
            gone.outer.hide()
            self._layout.removeWidget(gone.outer)
        arranged: dict[str, BlockView] = {}
        for place, block in enumerate(blocks):
            view = self.views.get(block.key) or self._parked.pop(block.key, None)
            if view is not None and not view.fits(block):
                view.outer.hide()
                view.outer.deleteLater()
                view = None
            came = view is None or block.key not in self.views
            if view is None:
                view = self._make_view(block, self._parent)
            item = self._layout.itemAt(place)
            if item is None or item.widget() is not view.outer:
                self._layout.insertWidget(place, view.outer)
            if came and view.block is not None:
                view.outer.setVisible(view.takes_room(block))
            arranged[block.key] = view
        self.views = arranged
        return list(arranged.values())


_VIEWS: dict[object, type[BlockView]] = {}
"""By the type of a block, or by the kind of a `Custom` one."""


def shows(kind: type[Block] | str) -> Callable[[type[BlockView]], type[BlockView]]:
    """Register the view of a type of blocks, or of the `Custom` blocks of a kind."""

    def register(view: type[BlockView]) -> type[BlockView]:
        _VIEWS[kind] = view
        return view

    return register


def view_of(block: Block) -> type[BlockView]:
    """Return the view of a block. Raises KeyError for a kind that none was registered for."""
    return _VIEWS[block.kind if isinstance(block, Custom) else type(block)]


class CustomView(BlockView):
    """Of a widget that has `show_value`; `signals` says which of its signals are which events."""

    widget_type: ClassVar[Callable[[QWidget], QWidget]]
    signals: ClassVar[Mapping[str, str]] = {}  # name of a signal: kind of the event

    @override
    def make(self, block: Custom, parent: QWidget) -> QWidget:
        widget = type(self).widget_type(parent)
        widget.setEnabled(block.enabled)
        for name, kind in self.signals.items():
            getattr(widget, name).connect(
                lambda *values, kind=kind: self.emit(kind, values[0] if len(values) == 1 else values or None)
            )
        return widget

    @override
    def fits(self, block: Block) -> bool:
        return isinstance(block, Custom) and (block.kind, block.enabled) == (self.block.kind, self.block.enabled)

    @override
    def show(self, block: Custom) -> None:
        self.widget.show_value(block.value)


def walked_views(column: ViewColumn, above: str = "") -> Iterator[tuple[str, BlockView]]:
    """All views with the paths of their blocks, from above to below."""
    for key, view in column.views.items():
        yield f"{above}{key}", view
        for inside in view.columns:
            yield from walked_views(inside, f"{above}{key}.")
