"""Every kind of file that a robot is read from is one wherever kinds of files are told."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from torseur.app.command_line.parsers.robot_parsers import check_parser
from torseur.app.command_line.parsers.window_parser import window_parser
from torseur.app.documents.document import open_document
from torseur.app.files.file_watcher import TEXTS
from torseur.app.files.files import Files
from torseur.app.panels.robot_browser.robot_browser import BrowserBinding
from torseur.app.window.commands.file_commands import ENDINGS
from torseur.robots.readers import READERS
from torseur.sim.errors import ArgumentError
from torseur.ui.panels.robot_browser.robot_browser import RobotBrowser


def test_every_robots_file_opened_last_can_be_added_to_a_scene(qtbot, session, preferences, tmp_path):
    window = QWidget()
    qtbot.addWidget(window)
    browser, files = RobotBrowser(window), Files(session, preferences)
    binding = BrowserBinding(browser, files, preferences)
    endings = [ending for ending in READERS if ending != ".toml"]
    for ending in endings:
        preferences.add_recent(str(tmp_path / f"of{ending[1:]}{ending}"))
    for other in ("scene.toml", "run.mcap", "plan.npz"):
        preferences.add_recent(str(tmp_path / other))
    binding.choose_robot(lambda reference: None, "Add a robot")
    recent = {card.name: card.kind for card in browser.grid.cards if card.removable}
    assert recent == {f"of{ending[1:]}{ending}": READERS[ending].format for ending in endings}
    browser.leave()
    binding.thumbnails.stop()
    files.stop()


def test_every_ending_is_told_where_files_are_chosen_watched_and_refused(tmp_path):
    path = tmp_path / "a.step"
    path.write_text("")
    with pytest.raises(ArgumentError) as refused:
        open_document(str(path))
    told = (" ".join(ENDINGS), str(refused.value), check_parser().format_help(), window_parser().format_help())
    for ending in READERS:
        assert ending in TEXTS
        assert [ending in text for text in told] == [True] * 4, ending
