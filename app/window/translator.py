"""Qt's way to translated texts, `self.tr`, led to the one catalogue, and Qt's own dialogs in the same language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator
from typing_extensions import override

from torseur.sim.texts import language, tr


class CatalogueTranslator(QTranslator):
    """What `self.tr` asks, whatever the context."""

    @override
    def translate(self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return tr(source_text)

    @override
    def isEmpty(self) -> bool:
        return False


def install_translators(app: QCoreApplication) -> None:
    """Have Qt ask for its texts in the language that is chosen, and no longer for those of another."""
    for before in app.findChildren(QTranslator):
        app.removeTranslator(before)
        before.setParent(None)
    app.installTranslator(CatalogueTranslator(app))
    own = QTranslator(app)
    if own.load(f"qtbase_{language()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(own)  # the last is asked first: the catalogue has an answer to all
