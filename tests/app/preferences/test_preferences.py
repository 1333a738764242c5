"""What is remembered: a bad key falls back alone, a damaged file is kept, and two instances keep what each of them changed."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
from datetime import date

import pytest
from PySide6.QtCore import QByteArray, QSettings

from tests.limited_disk import no_room_beyond
from torseur.app.preferences import settings_file
from torseur.app.preferences.preferences import Preferences
from torseur.app.preferences.schema import SCHEMA

GOOD = {"window/theme": "dark", "files/recent": ["ur5"], "files/allowed": {"arm": ["/meshes"]}}


@pytest.fixture
def path(qapp, tmp_path):
    """Where settings are, in a folder of their own."""
    return tmp_path / "torseur" / "settings.json"


def stands(path, content):
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def corrupt(path):
    return sorted(file for file in path.parent.iterdir() if ".corrupt-" in file.name)


def test_the_defaults_are_what_their_own_types_allow():
    for setting in SCHEMA.values():
        assert setting.default == b"" or setting.read(setting.default) == setting.default


def test_all_that_is_remembered_is_there_at_the_next_start(path):
    first = Preferences(path)
    first.theme, first.angle_unit = "dark", "rad"
    first.follows, first.legend_folded, first.geometry = False, True, QByteArray(b"\x00geometry\xff")
    first.add_recent("ur5")
    first.add_recent("falling_brick")
    first.allow("ur5", "/meshes")
    first.keep_exercise("scara", {"speed": "right"})
    first.keep_docks("contact", QByteArray(b"\x01docks"))
    assert first.save() == path
    again = Preferences(path)
    assert (again.theme, again.angle_unit) == ("dark", "rad")
    assert (again.follows, again.legend_folded) == (False, True)
    assert again.geometry == QByteArray(b"\x00geometry\xff")
    assert again.recent == ["falling_brick", "ur5"]
    assert again.allowed("ur5") == ("/meshes",)
    assert again.exercise_states == {"scara": {"speed": "right"}}
    assert again.docks("contact") == QByteArray(b"\x01docks")
    assert again.docks("model") is None
    assert again.faults == ()


@pytest.mark.parametrize(
    ("key", "bad"),
    [
        ("files/allowed", 5),
        ("files/allowed", {"arm": "/meshes"}),
        ("files/recent", {"a": 1}),
        ("window/theme", "pink"),
        ("window/theme", None),
        ("window/geometry", "no base64!"),
        ("window/docks", [1]),
        ("window/follows", "perhaps"),
        ("exercises/states", {"scara": ["right"]}),
        ("exercises/states", {"scara": {"speed": "almost"}}),
    ],
)
def test_a_key_that_is_not_as_it_must_be_falls_back_alone_and_is_told_once(path, key, bad):
    stands(path, {**GOOD, "of/tomorrow": 1, key: bad})
    before, begun = path.read_bytes(), date.today()
    found = Preferences(path)
    assert found.faults[0].startswith(f"“{key}” is {str(bad)[:4] if not isinstance(bad, str) else repr(bad)}")
    assert SCHEMA[key].wanted in found.faults[0]
    (kept,) = corrupt(path)
    assert kept.name in {f"settings.json.corrupt-{day}" for day in (begun, date.today())}  # midnight may have come
    assert kept.read_bytes() == before
    assert str(kept) in found.faults[1]
    others = {name: value for name, value in GOOD.items() if name != key}
    assert json.loads(path.read_text()) == {"of/tomorrow": 1, **others}
    assert Preferences(path).faults == ()


@pytest.mark.parametrize("content", ["", "{", "[1]", "\x00\x01", '{"window/theme": "dark"', "[" * 100_000])
def test_a_damaged_file_is_kept_and_told_of_once(path, content):
    stands(path, content)
    found = Preferences(path)
    assert found.theme == "light"
    assert "those of a first start" in found.faults[0]
    (kept,) = corrupt(path)
    assert kept.read_text() == content
    assert Preferences(path).faults == ()
    stands(path, content)
    Preferences(path)
    assert len(corrupt(path)) == 2


def test_two_instances_keep_what_each_of_them_changed(path):
    stands(path, GOOD)
    one, other = Preferences(path), Preferences(path)
    one.theme = "light"
    one.add_recent("scara")
    one.allow("arm", "/textures")
    one.keep_exercise("scara", {"speed": "right"})
    other.theme = "dark"  # as it is there: not a change
    other.add_recent("falling_brick")
    other.allow("leg", "/legs")
    other.keep_exercise("wrist", {"rank": "tried"})
    one.save()
    other.save()
    found = Preferences(path)
    assert found.theme == "light"
    assert found.recent == ["falling_brick", "scara", "ur5"]
    assert found.allowed("arm") == ("/meshes", "/textures")
    assert found.allowed("leg") == ("/legs",)
    assert found.exercise_states == {"scara": {"speed": "right"}, "wrist": {"rank": "tried"}}


CHANGES = """
import sys
from pathlib import Path
from torseur.app.preferences import settings_file
from torseur.app.preferences.preferences import Preferences
settings_file.PATIENCE = 60.0  # a disk may be slow
for k in range(15):
    preferences = Preferences(Path(sys.argv[1]))
    preferences.keep_exercise(f"{sys.argv[2]} {k}", {"question": "right"})
    preferences.save()
"""


def test_two_processes_at_once_lose_nothing(path):
    made = [subprocess.Popen([sys.executable, "-P", "-c", CHANGES, path, name]) for name in ("one", "other")]
    assert [process.wait() for process in made] == [0, 0]
    assert len(Preferences(path).exercise_states) == 30


def test_what_is_changed_is_written_soon_by_itself(path, qtbot):
    preferences = Preferences(path)
    preferences.theme = "dark"
    qtbot.waitUntil(path.exists)
    assert json.loads(path.read_text()) == {"window/theme": "dark"}


def test_what_cannot_be_written_is_told_and_written_later(path, qtbot):
    preferences = Preferences(path)
    preferences.theme = "dark"
    with qtbot.waitSignal(preferences.not_saved) as told, no_room_beyond(0):
        preferences.save()
    assert "the file of settings cannot be written: File too large" in told.args[0]
    preferences.angle_unit = "rad"
    preferences.save()
    assert json.loads(path.read_text()) == {"window/theme": "dark", "window/angle_unit": "rad"}


def test_another_instance_that_writes_and_does_not_end_is_not_waited_for(path, monkeypatch, qtbot):
    monkeypatch.setattr(settings_file, "PATIENCE", 0.0)
    stands(path, GOOD)
    preferences = Preferences(path)
    preferences.angle_unit = "rad"
    with path.with_name("settings.json.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with qtbot.waitSignal(preferences.not_saved) as told:
            preferences.save()
    assert "another Torseur is writing settings" in told.args[0]
    preferences.save()
    assert json.loads(path.read_text())["window/angle_unit"] == "rad"


def test_what_is_not_to_be_remembered_is_neither_read_nor_written(path):
    stands(path, GOOD)
    before = path.read_bytes()
    preferences = Preferences(path, remembers=False)
    assert preferences.recent == []
    preferences.theme = "dark"
    preferences.save()
    assert preferences.theme == "dark"
    assert path.read_bytes() == before


def test_settings_of_the_time_before_are_taken_over_once(path):
    path.parent.mkdir()
    old = QSettings(str(path.with_name("torseur.ini")), QSettings.Format.IniFormat)
    old.setValue("window/theme", "dark")
    old.setValue("window/follows", "false")
    old.setValue("files/recent", ["ur5"])
    old.setValue("files/allowed", 5)
    old.setValue("exercises/states", json.dumps({"scara": {"speed": "right"}}))
    old.setValue("window/geometry", QByteArray(b"\x00geometry\xff"))
    old.setValue("docks/contact", QByteArray(b"\x01docks"))
    old.sync()
    found = Preferences(path)
    assert (found.theme, found.follows, found.recent) == ("dark", False, ["ur5"])
    assert found.geometry == QByteArray(b"\x00geometry\xff")
    assert found.docks("contact") == QByteArray(b"\x01docks")
    assert found.exercise_states == {"scara": {"speed": "right"}}
    assert found.faults[0].startswith("“files/allowed” is 5, and must be a list of folders for each file or name")
    assert Preferences(path).faults == ()
