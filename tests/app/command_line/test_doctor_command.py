"""`torseur doctor`: versions, kernels and their cache, what draws, and what is wrong with them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.slow


def doctor(**changed: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **changed}
    command = [sys.executable, str(ROOT / "main.py"), "doctor"]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment, check=False)


def facts(said: str) -> dict[str, str]:
    """By their names."""
    lines = (line for line in said.splitlines() if not line.startswith(("note: ", "warning: ", "error: ")))
    return {line[:14].strip(): line[14:] for line in lines}


def test_it_says_what_is_installed_and_that_all_is_well(screen):
    done = doctor()
    said = facts(done.stdout)
    assert set(said) == {
        "torseur",
        "Python",
        "system",
        "packages",
        "optional",
        "kernels",
        "kept in",
        "all versions",
        "shipped",
        "Numba",
        "meshes",
        "display",
        "OpenGL",
        "window",
    }
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in said["Python"]
    assert "numpy " in said["packages"]
    assert "MB" in said["kept in"]
    assert "ready" in said["kernels"]
    assert said["window"].startswith("xcb, OpenGL ")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_without_a_display_it_says_that_no_window_can_be_opened():
    done = doctor(DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert (done.returncode, facts(done.stdout)["window"]) == (2, "none can be opened"), done.stdout
    assert "error: there is no display to open a window on" in done.stdout


def test_an_empty_cache_is_named_with_what_is_still_to_be_compiled(tmp_path):
    said = facts(doctor(TORSEUR_CACHE_DIR=str(tmp_path)).stdout)
    assert f", {tmp_path / 'kernels'}{os.sep}" in said["kept in"]
    assert said["meshes"] == f"not there, {tmp_path / 'meshes'}"
    if said["shipped"] == "none":
        assert said["kernels"].startswith("0 of ")
        assert said["kernels"].endswith("the others are compiled at the next start")


def test_what_slows_it_down_is_a_warning_and_an_exit_code(screen, tmp_path):
    done = doctor(TORSEUR_CACHE_DIR=str(tmp_path), TORSEUR_PLAIN_NUMBA="1")
    assert "warning: TORSEUR_PLAIN_NUMBA is set: compiling takes three times as long" in done.stdout
    assert facts(done.stdout)["Numba"] == "compiles as it comes"
    assert done.returncode == 1


def test_opengl_below_what_is_needed_is_told_in_a_sentence():
    if "Mesa" not in facts(doctor().stdout)["OpenGL"]:
        pytest.skip("the version can be lowered for Mesa alone")
    done = doctor(MESA_GL_VERSION_OVERRIDE="2.1")
    assert (done.returncode, facts(done.stdout)["OpenGL"], "Traceback" in done.stderr) == (2, "none without a window", False)
    assert "error: " in done.stdout
