"""Qt's way to translated texts, `self.tr`, led to the one catalogue, and Qt's own dialogs in the same language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from typing_extensions import override

from torseur.sim.texts import language, languages, tr, use_language


class CatalogueTranslator(QTranslator):
    """What `self.tr` asks, whatever the context."""

    @override
    def translate(self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return tr(source_text)

    @override
    def isEmpty(self) -> bool:
        return False


def choose_language(wanted: str) -> None:
    """Have all texts in a language, or in the system's where that is wanted ("system"), as far as there is a catalogue."""
    use_language(system_language() if wanted == "system" else wanted)


def install_translators(app: QCoreApplication) -> None:
    """Have Qt ask for its texts in the language that is chosen, and no longer for those of another."""
    for before in app.findChildren(QTranslator):
        app.removeTranslator(before)
        before.setParent(None)
    own = QTranslator(app)
    if own.load(f"qtbase_{language()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(own)
    app.installTranslator(CatalogueTranslator(app))


def system_language() -> str:
    """Key of the first of the system's languages that there is."""
    keys = [name.partition("-")[0] for name in QLocale.system().uiLanguages()]
    return next((key for key in keys if key in languages()), "en")
