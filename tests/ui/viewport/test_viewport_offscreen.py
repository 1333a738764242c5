"""Pictures without a window, and what importing the room does not import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from .scenes import SIZE, scene_pixels

ROOT = Path(__file__).resolve().parents[3]

SCENE = """
import sys
import numpy as np
from torseur.sim.multibody.model.model import Visual
from torseur.sim.multibody.model.shapes import Box, Sphere
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.gl.offscreen import NoContextError, Offscreen
from torseur.ui.viewport.gl.quality import QUALITIES
from torseur.ui.viewport.view import View

sys.path.insert(0, "tests/ui")
from viewport.scenes import BLUE, RED, SIZE, free_bodies, placed

view = View(camera=Camera((0.0, 0.0, 0.15), distance=2.0, azimuth=0.0, elevation=0.35), floor=True)
view.set_model(
    free_bodies("two", box=Visual(Box((0.3, 0.3, 0.3)), color=RED), ball=Visual(Sphere(0.15), color=BLUE))
)
view.set_poses(np.array([placed(z=0.15), placed(y=0.6, z=0.15)]))
try:
    offscreen = Offscreen()
except NoContextError as error:
    sys.exit(f"no context: {error}")
"""

PLAIN = """
with offscreen:
    pictures = [offscreen.render(view, *SIZE, QUALITIES[name]) for name in ("low", "high")]
    view.hidden = frozenset({"box"})
    pictures.append(offscreen.render(view, 100, 60))
if any(name.startswith(("PySide6", "pyqtgraph")) for name in sys.modules):
    sys.exit("Qt was imported")
np.savez(sys.argv[1], *pictures)
"""

FINISHED = """
from PySide6.QtGui import QGuiApplication
from torseur.ui.viewport.marks import Label, LegendRow, Overlays
from torseur.ui.viewport.overlay.picture import finished_picture, picture_pixels

application = QGuiApplication([])
view.legend = (LegendRow("floor", "", "Floor tile"),)
view.set_overlays(Overlays(labels=(Label(np.array([0.0, 0.0, 0.3]), "box", "#D55E00"),)))
with offscreen:
    bare = offscreen.render(view, *SIZE)
np.savez(sys.argv[1], bare, picture_pixels(finished_picture(bare, view)))
"""

IMPORTS = """
import sys
import torseur.ui.viewport.viewport
heavy = {"numba", "scipy", "trimesh", "pyqtgraph", "matplotlib", "lxml", "coal", "mujoco", "pinocchio"} & set(sys.modules)
ours = [name for name in sys.modules if name.startswith(("torseur.app", "torseur.robots"))]
sys.exit(f"imported: {sorted(heavy) + ours}" if heavy or ours else 0)
"""


def run(code: str, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a fresh process, at the root of the repository."""
    settings = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=settings, timeout=600, check=False)


def drawn(code: str, path: Path) -> list[np.ndarray]:
    """What code draws of the box and the ball in a process without any display."""
    settings = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": "offscreen"}
    done = run(SCENE + code, path, **settings)
    if "no context" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    with np.load(path) as saved:
        return [saved[name].astype(int) for name in saved.files]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """Low, high, and a smaller one without the box."""
    return drawn(PLAIN, tmp_path_factory.mktemp("offscreen") / "pictures.npz")


@pytest.mark.slow
def test_pictures_have_the_size_asked_for_and_something_on_them(pictures):
    assert [picture.shape for picture in pictures] == [(240, 320, 3), (240, 320, 3), (60, 100, 3)]
    red, green, blue = pictures[0][120, 160]
    assert red > 1.8 * max(green, blue)
    assert pictures[2][30, 50, 0] < 1.2 * pictures[2][30, 50, 2], "the box is hidden"


@pytest.mark.parametrize("index", [0, 1])
def test_offscreen_and_window_show_the_same(pictures, viewport, index):
    viewport.set_quality(("low", "high")[index])
    viewport.view.floor_tile, viewport.view.scale = 0.25, 1.0
    difference = np.abs(scene_pixels(viewport) - pictures[index])
    assert difference.mean() < 1.0
    assert (difference.max(axis=2) > 30).mean() < 0.005
    assert pictures[index].shape == (SIZE[1], SIZE[0], 3)


@pytest.mark.slow
def test_qualities_differ_at_edges_only(pictures):
    low, high = pictures[:2]
    changed = np.abs(low - high).max(axis=2) > 12
    assert 0 < changed.mean() < 0.12


@pytest.mark.slow
def test_labels_are_painted_without_a_window(tmp_path):
    bare, finished = drawn(FINISHED, tmp_path / "pictures.npz")
    assert finished.shape == bare.shape
    changed = np.abs(finished - bare).max(axis=2) > 12
    assert changed[:120, 100:220].any(), "the label above the box"
    assert changed[140:, :100].any(), "the triad"


@pytest.mark.slow
def test_importing_the_viewport_imports_nothing_heavy():
    done = run(IMPORTS, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
