"""The window's look: Fusion with our palette and style sheet, its font, and which theme is worn now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from .style_sheet import style_sheet
from .theme import DARK, LIGHT, THEMES, Theme

TEXT = 13  # [px]
SMALL = 12  # tables and chips
CAPTION = 11  # axes and captions
EDGE = 16  # left and right of everything in an inspector


_worn: Theme | None = None


def apply_style(app: QApplication, theme: Theme) -> None:
    """Dress the application; call again for another theme. Widgets hear of it by their palette-change event."""
    global _worn
    _worn = theme  # before anything is told of it
    if not app.styleSheet():  # under a style sheet the style has no name any more to ask it by
        app.setStyle("Fusion")
    if app.font() != ui_font(TEXT):
        app.setFont(ui_font(TEXT))
        for kind in ("QMenu", "QMenuBar", "QMessageBox", "QToolTip"):  # the platform has fonts of its own for some
            app.setFont(ui_font(TEXT if kind != "QToolTip" else SMALL), kind)  # type: ignore[arg-type]  # wants a str
    dark = theme.name == "dark"
    app.styleHints().setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
    sheet = style_sheet(theme)
    if app.styleSheet() != sheet:  # every widget there is would be dressed anew: seconds, for a whole window
        app.setPalette(theme_palette(theme))
        app.setStyleSheet(sheet)


def current_theme() -> Theme:
    """The theme that the application wears; before it was dressed, the one nearest to its palette."""
    return _worn or _theme_of(QGuiApplication.palette().color(QPalette.ColorRole.Window).rgb())


@contextmanager
def worn(theme: Theme) -> Iterator[None]:
    """Have what is painted meanwhile wear a theme, as on paper."""
    global _worn
    before, _worn = _worn, theme
    try:
        yield
    finally:
        _worn = before


@lru_cache(maxsize=64)
def ui_font(px: int, weight: int = 400) -> QFont:
    """Inter where installed, else the platform's own; figures all of one width."""
    font = QFont("Inter") if _has_inter() else QFont()
    font.setPixelSize(px)
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@cache
def _has_inter() -> bool:
    return "Inter" in QFontDatabase.families()


def theme_palette(theme: Theme) -> QPalette:
    """The theme as Qt's palette, for what neither the style sheet nor a widget of ours paints."""
    role = QPalette.ColorRole
    palette = QPalette()
    for roles, color in (
        ((role.Window, role.Mid), theme.window),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.BrightText), theme.text),
        ((role.Base,), theme.field),
        ((role.AlternateBase, role.Midlight), theme.raised),
        ((role.Button, role.Light, role.ToolTipBase), theme.panel),
        ((role.Dark, role.Shadow), theme.border),
        ((role.PlaceholderText,), theme.text_hint),
        ((role.Highlight, role.Accent), theme.accent),
        ((role.HighlightedText,), theme.on_accent),
        ((role.Link, role.LinkVisited), theme.accent_text),
    ):
        for one in roles:
            palette.setColor(one, QColor(color))
    for one in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, one, QColor(theme.text_hint))
    return palette


@lru_cache(maxsize=8)
def _theme_of(window: int) -> Theme:
    color = QColor(window)
    for theme in THEMES.values():
        if QColor(theme.window).rgb() == color.rgb():
            return theme
    return LIGHT if color.lightness() > 127 else DARK
