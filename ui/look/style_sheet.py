"""The style sheet of Qt's own widgets, made from a theme's colours. It sets no fonts: those come from `ui_font`."""

from __future__ import annotations

from dataclasses import asdict
from string import Template

from .theme import Theme


def style_sheet(theme: Theme) -> str:
    """The rules for one theme."""
    return _RULES.substitute(asdict(theme))


_RULES = Template("""
QMainWindow, QDialog { background: $window; }
QMainWindow::separator { background: $divider; width: 1px; height: 1px; margin: 2px; }
QMainWindow::separator:hover { background: $accent; }
QSplitter::handle { background: $divider; }
QDockWidget { color: $text; }
QStatusBar { background: $window; border-top: 1px solid $divider; }
QStatusBar::item { border: none; }
QToolBar { background: $panel; border: none; border-top: 1px solid $divider; padding: 0; spacing: 0; }
QToolTip { background: $panel; color: $text; border: 1px solid $border; padding: 5px 8px; }

QMenuBar { background: $panel; border: none; padding: 0; spacing: 0; }
QMenuBar::item { background: transparent; color: $text_second; padding: 6px 10px; margin: 0; border-radius: 6px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $hover; color: $text; }
QMenu { background: $panel; color: $text; border: 1px solid $border; padding: 5px; }
QMenu::item { padding: 5px 24px 5px 28px; border-radius: 6px; min-height: 18px; }
QMenu::item:selected { background: $hover; }
QMenu::item:disabled { color: $text_hint; background: transparent; }
QMenu::separator { height: 1px; background: $divider; margin: 5px 8px; }

QLineEdit, QPlainTextEdit, QTextEdit {
    background: $field; color: $text; border: 1px solid $border; border-radius: 6px; padding: 0 7px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit:hover { border-color: $text_hint; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid $accent; padding: 0 6px; }
QLineEdit[refused="true"] {
    background: $warning_fill; color: $warning; border: 2px solid $warning; padding: 0 6px;
}
QLineEdit:disabled { color: $text_hint; background: $raised; }

QPushButton {
    background: $panel; color: $text; border: 1px solid $border; border-radius: 6px; padding: 5px 12px;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $track; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 11px; }
QPushButton:default { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton:disabled { color: $text_hint; background: $raised; border-color: $divider; }

QFrame[role="divider"] { background: $divider; }
QLabel[role="text_second"] { color: $text_second; }
QLabel[role="text_hint"] { color: $text_hint; }
QLabel[role="warning"] { color: $warning; }
QLabel[role="good"] { color: $good; }
QProgressBar { background: $track; border: none; border-radius: 2px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }

QScrollArea, QAbstractScrollArea { border: none; }
WordsField { border: 1px solid $divider; }
QListView, QTableView, QTreeView {
    background: $panel; color: $text; border: none; outline: none;
    selection-background-color: $accent_fill; selection-color: $text; gridline-color: $divider;
}
QUndoView::item { min-height: 16px; padding: 5px 16px; }
QHeaderView { background: $panel; border: none; }
QTableCornerButton::section { background: $panel; border: none; }
QComboBox QAbstractItemView { background: $panel; border: 1px solid $border; padding: 4px; outline: none; }
QComboBox QAbstractItemView::item { min-height: 24px; padding: 0 8px; border-radius: 6px; color: $text; }
QComboBox QAbstractItemView::item:hover, QComboBox QAbstractItemView::item:selected {
    background: $hover; color: $text;
}

QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $track; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $border; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QTabBar { background: $window; }
QTabBar::tab { background: $window; color: $text_second; padding: 6px 14px; border: none; }
QTabBar::tab:selected { background: $panel; color: $accent_text; border-bottom: 2px solid $accent; }
""")
