"""A name means the same whether a document is opened or a robot loaded, whatever lies in the current folder."""

from __future__ import annotations

import pytest

from torseur import robots
from torseur.app.documents.document import open_document
from torseur.app.preferences.preferences import Preferences
from torseur.sim.errors import ArgumentError


@pytest.mark.parametrize("kind", ["folder", "file"])
@pytest.mark.parametrize("name", ["scara", "falling_brick", "hop_gap"])
def test_a_name_goes_before_what_is_called_so_in_the_folder(name, kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if kind == "folder":
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_text("")
    assert open_document(name).reference == name
    if name == "scara":
        assert robots.load(name).name == "scara"
    preferences = Preferences(tmp_path / "settings.json")
    preferences.add_recent(name)
    assert preferences.recent == [name]


def test_a_folder_that_has_no_name_of_ours_is_said_to_be_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    with pytest.raises(ArgumentError, match=r"mine: folders are not opened; these are: \.toml"):
        open_document("mine")
