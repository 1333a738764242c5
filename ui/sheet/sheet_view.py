"""Shows sheets: each is compared with the one before, and only the blocks that differ are shown anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ..controls.buttons.base_button import STEPS
from ..controls.keys import claims_key
from ..controls.menus import popup_menu
from ..displays.folded_section import bring_to_head
from ..displays.late_veil import LateVeil
from ..displays.section_head import column_in

# Each registers its views.
from . import control_views, plot_view, reading_views, sketch_view, time_plot_view, words_view  # noqa: F401
from .block_view import BlockView, MakeView, ViewColumn, view_of, walked_views
from .blocks import Block, Section, UserEvent
from .frozen import kept_name
from .sheet import Sheet

WIDE, NARROW, TOP = 400, 340, 12  # width of a page, and room above one that begins without a head [px]


class SheetView(QWidget):
    """`show_sheet` is silent; `happened` is for the user alone, a `UserEvent`."""

    happened = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, has_steps: bool = False) -> None:
        """With `has_steps`, plain arrow keys are steps while the keyboard is here, which any press gives it."""
        super().__init__(parent)
        self._has_steps = has_steps
        if has_steps:
            self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.sheet = Sheet()
        self.veil: LateVeil | None = None  # over the section that alone may be late
        self._awaited: tuple[tuple[str, ...], Callable[[], object]] | None = None  # blocks, and what is done with them
        self._layout = column_in(self)
        self._inside = QVBoxLayout()
        self._inside.setSpacing(0)
        self._layout.addLayout(self._inside)
        self._layout.addStretch(1)
        self.column = ViewColumn(self._inside, self, self._view_maker(""))

    def show_sheet(self, sheet: Sheet) -> None:
        """Show another sheet."""
        self.sheet = sheet
        self.setAccessibleName(sheet.title)
        begins_with_head = bool(sheet.blocks) and isinstance(sheet.blocks[0], Section)
        self._inside.setContentsMargins(0, 0 if begins_with_head else TOP, 0, 0)
        self.column.show(sheet.blocks)
        self._look_for_awaited()

    def cover(self, text: str) -> bool:
        """Grey out the section that alone may be late, and say something; whether there is one. Empty: uncover it."""
        if self.sheet.late and self.veil is None:
            self.veil = LateVeil(self.part(self.sheet.late), deaf=True)
        if self.veil is not None:
            self.veil.show_text(text)
        return bool(self.sheet.late)

    def view(self, path: str) -> BlockView:
        """Return the view of the first block of a path, or of its end. Raises KeyError naming those that there are."""
        views = dict(walked_views(self.column))
        for at, view in views.items():
            if at == path or at.endswith(f".{path}"):
                return view
        raise KeyError(f"no block {path!r} is shown: {', '.join(views)}")

    def part(self, path: str) -> Any:
        """Return the widget of a block, as `view` finds it."""
        return self.view(path).widget

    def when_there(self, paths: Sequence[str], do: Callable[[], object]) -> None:
        """Do something once all these blocks are shown, which may wait for a thread; it takes the place of what waited before."""
        self._awaited = tuple(paths), do
        self._look_for_awaited()

    def show_section(self, path: str) -> None:
        """Unfold a section, as a click does, and scroll to its head, once it is there."""
        self.when_there((path,), lambda: self._bring_to_head(path))

    def _look_for_awaited(self) -> None:
        if self._awaited is not None and all(map(self.sheet.has, self._awaited[0])):
            (_, do), self._awaited = self._awaited, None
            do()

    def _bring_to_head(self, path: str) -> None:
        view = self.view(path)
        if isinstance(view.block, Section) and view.block.open is False:
            view.emit("folded", True)
        bring_to_head(view.widget)

    def add_to_menu(self, menu: QMenu, widget: QWidget) -> None:
        """Have a menu keep the block that a widget is in; where that is a section, each block of it as well."""
        around = [
            (path, one) for path, one in walked_views(self.column) if one.outer is widget or one.outer.isAncestorOf(widget)
        ]
        if not around or not all(one.block.keeps for _, one in around if isinstance(one.block, Section)):
            return
        path, view = around[-1]
        inside = view.columns[-1].views if isinstance(view.block, Section) else {}
        for at, block in ((path, view.block), *((f"{path}.{key}", one.block) for key, one in inside.items())):
            if name := kept_name(block):
                action = menu.addAction(tr("Keep on the working sheet: {title}", title=name))
                action.triggered.connect(lambda _, at=at: self.happened.emit(UserEvent(at, "kept")))

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        popup_menu(QMenu(self), event.globalPos(), self.childAt(event.pos()) or self)

    @override
    def event(self, event: QEvent) -> bool:
        return (self._has_steps and _is_plain(event) and claims_key(event, STEPS)) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = STEPS.get(Qt.Key(event.key()), 0) if self._has_steps and _is_plain(event) else 0
        if by:
            self.happened.emit(UserEvent("", "step", by))
        else:
            super().keyPressEvent(event)

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDE, self._layout.sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(NARROW, self._layout.minimumSize().height())

    def _view_maker(self, above: str) -> MakeView:
        """Makes views of blocks whose paths begin so."""

        def make_view(block: Block, parent: QWidget, *, bare: bool = False) -> BlockView:
            path = f"{above}{block.key}"

            def emit(kind: str, value: Any = None, below: str = "") -> None:
                self.happened.emit(UserEvent(f"{path}.{below}" if below else path, kind, value))

            return view_of(block)(block, emit, self._view_maker(f"{path}."), parent, bare=bare)

        return make_view


def _is_plain(event: QEvent) -> bool:
    """Whether it is of a key without Shift or Ctrl: with these, arrows are the recording's."""
    return isinstance(event, QKeyEvent) and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
