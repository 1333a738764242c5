"""What keeps a window from opening is one sentence with its remedy, told before Qt ends the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from torseur.app.command_line.installation import doctor, folder_check
from torseur.app.command_line.installation.display_check import display_fault
from torseur.app.command_line.installation.library_fault import debian_package, missing_library, missing_text
from torseur.app.command_line.start import start
from torseur.app.preferences.preferences import Preferences
from torseur.sim.errors import UnknownNameError
from torseur.ui.window.toast import Toast

ROOT = Path(__file__).parents[3]

FAULTS = {
    "nothing": ({}, "there is no display to open a window on: start it from a terminal of the desktop"),
    "nothing for a platform": ({"QT_QPA_PLATFORM": "xcb"}, "QT_QPA_PLATFORM=xcb needs DISPLAY to be set"),
    "offscreen": ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, "'offscreen', on which no window is seen: unset it"),
    "another platform": ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "cocoa"}, "'cocoa', which this Qt does not have: unset it"),
    "no server": ({"DISPLAY": ":4711"}, "no X server answers at DISPLAY=:4711: set it to one that runs"),
    "no compositor": (
        {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": "/nowhere"},
        "no Wayland compositor answers at WAYLAND_DISPLAY=wayland-9",
    ),
    "neither": ({"DISPLAY": ":4711", "WAYLAND_DISPLAY": "/nowhere"}, "at WAYLAND_DISPLAY=/nowhere: set it to one that runs"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_display_that_is_none_is_named_with_what_to_do(case):
    environment, words = FAULTS[case]
    assert words in display_fault(environment, lambda name: None)


@pytest.mark.parametrize("platform", ["wayland", "xcb"])
def test_libraries_that_a_platform_misses_are_named_with_their_packages(platform):
    absent = {"wayland": "libwayland-cursor.so.0", "xcb": "libxcb-cursor.so.0"}[platform]

    def load(name):
        if name == absent or name.endswith(f"libq{platform}.so"):
            raise OSError(f"{absent}: cannot open shared object file: No such file or directory")

    environment = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": platform}
    package = absent.replace(".so.", "")
    assert display_fault(environment, load) == (
        f"Qt's platform {platform} needs {absent}, which is not installed: on Debian or Ubuntu, sudo apt-get install {package}"
    )


def test_packages_are_named_by_their_libraries():
    libraries = {
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
        "libX11-xcb.so.1": "libx11-xcb1",
        "libdbus-1.so.3": "libdbus-1-3",
        "libEGL.so.1": "libegl1",
        "libglib-2.0.so.0": "libglib2.0-0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
    }
    assert {name: debian_package(name) for name in libraries} == libraries
    error = ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
    assert missing_text("the window", [missing_library(error)]).startswith(
        "the window needs libEGL.so.1, which is not installed"
    )
    assert missing_library(ImportError("No module named 'nose'")) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"DISPLAY": ":4711"}, "no X server answers at DISPLAY=:4711"),
        ({"MESA_GL_VERSION_OVERRIDE": "2.1"}, "OpenGL here is 2.1, and the window needs 3.3"),
    ],
)
def test_the_program_ends_with_2_and_that_sentence(screen, tmp_path, changed, words):
    own = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "QT_QPA_PLATFORM": "xcb"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py")],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, **own, **changed},
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"torseur: {words}")
    assert done.stderr.count("\n") == 1


def test_an_unknown_name_is_told_before_a_display_that_is_none(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UnknownNameError, match="no scene, planning task or robot named 'frobnicate'; it has"):
        start("frobnicate")


def test_folders_that_cannot_be_written_are_named_with_what_to_do(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "TORSEUR_CACHE_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "new" / name))
    assert folder_check.folder_faults() == []
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    (fault,) = folder_check.folder_faults()
    assert fault.startswith(
        f"{tmp_path / 'file'} cannot be written, so that settings cannot be kept: make it yours (sudo chown"
    )
    assert fault.endswith("or name another folder in XDG_CONFIG_HOME")


def test_what_cannot_be_kept_is_said_in_the_window_at_start(tmp_path, monkeypatch, qtbot, caplog):
    parent = QWidget()
    qtbot.addWidget(parent)
    toast = Toast(parent)
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "TORSEUR_CACHE_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "new" / name))
    preferences = Preferences()
    told = []
    preferences.not_saved.connect(told.append)
    folder_check.tell_of_folders(toast, preferences)
    assert toast.text == caplog.text == ""
    (tmp_path / "file").write_text("")
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file" / "of mine"))
    preferences = Preferences()
    preferences.not_saved.connect(told.append)
    folder_check.tell_of_folders(toast, preferences)
    preferences.theme = "dark"
    preferences.save()
    assert told == []  # it was said
    assert toast.text == "Not everything can be kept."
    assert toast.detail.startswith(f"{tmp_path / 'file'} cannot be written, so that settings, the log and what is ")
    assert toast.detail.endswith("or name other folders in XDG_CONFIG_HOME and XDG_STATE_HOME.")
    assert toast.detail.removesuffix(".") in caplog.text


def test_extras_that_are_missing_are_named_with_what_goes_without_them(monkeypatch):
    monkeypatch.setattr(doctor, "version", raises)
    said = list(doctor.missing_extras())
    assert "mujoco is missing, and so robots in MJCF: pip install 'torseur[mjcf]' brings it" in said


def raises(package):
    raise doctor.PackageNotFoundError(package)
