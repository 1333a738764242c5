"""The robot browser: what there is to open, with pictures as they come."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QPixmap

from torseur import robots
from torseur.robots.readers import READERS
from torseur.sim.definition.toml_file import toml_keys
from torseur.sim.simulation.running.scene.scene_file import scene_names, scene_title
from torseur.sim.texts import marked, tr
from torseur.ui.look.style import current_theme
from torseur.ui.panels.robot_browser.browser_cards import BrowserCard, CardSection
from torseur.ui.panels.robot_browser.robot_browser import RobotBrowser

from ...files.files import Files
from ...preferences.preferences import Preferences
from .thumbnails import Thumbnails

SECTIONS = {
    "arm": marked("Arms"),
    "hand": marked("Hands"),
    "mobile": marked("On wheels or a pedestal"),
    "quadruped": marked("Quadrupeds"),
    "humanoid": marked("Humanoids and bipeds"),
    "flying": marked("Flying"),
}
KINDS = {ending: reader.format for ending, reader in READERS.items()} | {".toml": "TOML", ".mcap": marked("recording")}
KIND_NAMES = {
    "arm": marked("arm"),
    "hand": marked("hand"),
    "mobile": marked("mobile"),
    "quadruped": marked("quadruped"),
    "humanoid": marked("humanoid"),
    "flying": marked("flying"),
}
SCENE = marked("scene")
RECENT = "recent:"  # before the key of what was opened last, which may be listed below as well


class BrowserBinding(QObject):
    """Between the browser, the pictures, the preferences, and what is opened."""

    def __init__(self, browser: RobotBrowser, files: Files, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._browser, self._files, self._preferences = browser, files, preferences
        self.thumbnails = Thumbnails(self, preferences.allowed)
        self._pixmaps: dict[Path, QPixmap] = {}
        self._soon = QTimer(self, singleShot=True, interval=150)  # pictures come in bursts
        self._soon.timeout.connect(lambda: browser.show_cards(self._sections()))
        self.thumbnails.made.connect(lambda _: self._soon.start())
        browser.thumbnails_requested.connect(lambda keys: self.thumbnails.request(dict.fromkeys(map(_reference, keys))))
        browser.left.connect(self.thumbnails.rest)
        self._take: Callable[[str], object] = files.begin  # what becomes of the one that is chosen
        self._robots_alone = False
        browser.chosen.connect(lambda key: self._take(_reference(key)))
        browser.removed.connect(self._remove)

    def open(self) -> None:
        """Open the browser, with recent files looked at anew, to open what is chosen."""
        self._open(self._files.begin, self.tr("Open a robot"), robots_alone=False)

    def choose_robot(self, take: Callable[[str], object], title: str) -> None:
        """Open the browser on robots alone; what is chosen is given to `take`."""
        self._open(take, title, robots_alone=True)

    def take(self, reference: str) -> None:
        """Do with this what the browser was opened for."""
        self._take(reference)

    def _open(self, take: Callable[[str], object], title: str, *, robots_alone: bool) -> None:
        self._take, self._robots_alone = take, robots_alone
        self._browser.show_title(title)
        for reference in self._preferences.recent:
            self.thumbnails.forget(reference)  # files may have changed since
        self._browser.open(self._sections())

    def _remove(self, key: str) -> None:
        self._preferences.remove_recent(_reference(key))
        self._browser.show_cards(self._sections())

    def _sections(self) -> list[CardSection]:
        recent = [one for one in self._preferences.recent if not self._robots_alone or _is_robot(one)]
        found = [CardSection(self.tr("Opened last"), tuple(map(self._recent, recent)))]
        entries = [robots.describe(name) for name in robots.names()]
        own = tuple(self._robot(entry) for entry in entries if entry.source == "torseur")
        found.append(CardSection(self.tr("Shipped"), own))
        for kind, title in SECTIONS.items():
            cards = tuple(self._robot(e) for e in entries if e.source == "gallery" and e.kind == kind)
            found.append(CardSection(self.tr(title), cards))
        return [section for section in found if section.cards]

    def _robot(self, entry: robots.RobotEntry) -> BrowserCard:
        return self._card(entry.name, entry.name, tr(entry.title), entry.name, entry.kind, entry.dof)

    def _recent(self, reference: str) -> BrowserCard:
        key = RECENT + reference
        if reference in robots.names():
            entry = robots.describe(reference)
            return self._card(key, reference, tr(entry.title), entry.name, entry.kind, entry.dof)
        if reference in scene_names():
            return self._card(key, reference, tr(scene_title(reference)), reference, SCENE, None)
        path = Path(reference)
        known = self.thumbnails.known(reference)
        title = tr(known.title) if known is not None and known.title else path.stem
        return self._card(key, reference, title, path.name, KINDS.get(path.suffix.lower(), ""), None)

    def _card(self, key: str, reference: str, title: str, name: str, kind: str, dof: int | None) -> BrowserCard:
        known = self.thumbnails.known(reference)
        joints = ""
        if known is not None and not known.reason:
            dof, joints = known.dof, f"{known.joints} joints {known.base}"
        facts = "" if dof is None else tr("{n} dof", n=dof)
        words = f"{kind} {joints}" if dof is None else f"{kind} {dof} dof {joints}"  # what may be typed in any language
        picture = self._pixmap(known.picture(current_theme().name)) if known is not None and not known.reason else None
        note = known.reason if known is not None else self.tr("Drawing …")
        failed = known is not None and bool(known.reason)
        return BrowserCard(
            key, title, name, tr(KIND_NAMES.get(kind, kind)), facts, words, picture, note, failed, key.startswith(RECENT)
        )

    def _pixmap(self, path: Path) -> QPixmap | None:
        if path not in self._pixmaps:
            pixmap = QPixmap(str(path))
            if pixmap.isNull():
                return None
            self._pixmaps[path] = pixmap
        return self._pixmaps[path]


def _is_robot(reference: str) -> bool:
    """Whether it is a robot, as far as its name tells, or of a .toml file its keys."""
    path = Path(reference)
    if path.suffix.lower() == ".toml":
        return "convention" in toml_keys(path)
    return reference in robots.names() or path.suffix.lower() in READERS


def _reference(key: str) -> str:
    return key.removeprefix(RECENT)
