"""Models to look at, and one window for all tests that need OpenGL."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from torseur.sim.multibody.model.model import Model, Visual
from torseur.sim.multibody.model.shapes import Box, Sphere, TriangleMesh
from torseur.ui.viewport.camera import Camera

from .scenes import BLUE, RED, SIZE, free_bodies, placed, wait_for_paint


@pytest.fixture(scope="session")
def two_bodies() -> Model:
    """A red box and a blue ball."""
    return free_bodies("two", box=Visual(Box((0.3, 0.3, 0.3)), color=RED), ball=Visual(Sphere(0.15), color=BLUE))


@pytest.fixture(scope="session")
def two_poses() -> np.ndarray:
    """The box in the middle, standing on the floor; the ball beside it, at larger y."""
    return np.array([placed(z=0.15), placed(y=0.6, z=0.15)])


@pytest.fixture(scope="session")
def quad() -> TriangleMesh:
    """A square of two triangles whose vertices have colours of their own: green."""
    return TriangleMesh(
        vertices=np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], dtype=np.float32),
        normals=np.tile(np.array([0, 0, 1], dtype=np.float32), (4, 1)),
        colors=np.tile(np.array([20, 200, 20, 255], dtype=np.uint8), (4, 1)),
        triangles=np.array([[0, 1, 2], [0, 2, 3]], dtype=np.uint32),
    )


@pytest.fixture(scope="session")
def window(screen):
    """One viewport for all tests: compiling shaders takes longer than any of them."""
    from torseur.ui.viewport.viewport import Viewport

    viewport = Viewport()
    viewport.resize(*SIZE)
    viewport.show()
    wait_for_paint(screen, viewport)
    yield viewport
    viewport.close()
    viewport.deleteLater()
    screen.processEvents()


@pytest.fixture
def viewport(window, screen, two_bodies, two_poses):
    """The window, showing the box and the ball in low quality and as at first; fails if painting fails."""
    from torseur.ui.look.theme import LIGHT
    from torseur.ui.viewport.camera import Camera
    from torseur.ui.viewport.marks import NO_OVERLAYS
    from torseur.ui.viewport.view import View

    window.failure = ""
    window.resize(*SIZE)
    window.set_theme(LIGHT)
    window.set_model(two_bodies)
    window.show_poses(two_poses)
    window.set_overlays(NO_OVERLAYS)
    window.set_legend(())
    window.set_hint("")
    window.set_opacity(1.0)
    window.set_floor_visible(True)
    window.set_frames_visible(False)
    window.set_quality("low")
    new = View()
    window.view.floor_tile, window.view.scale = new.floor_tile, new.scale  # which follow from what was shown before
    window.set_camera(Camera(target=(0.0, 0.0, 0.15), distance=2.0, azimuth=0.0, elevation=0.35))
    wait_for_paint(screen, window)
    yield window
    assert not window.failure, window.failure


class SlowCamera(Camera):
    """Has who draws in another thread than the window's wait until it is let go."""

    begun, let_go = threading.Event(), threading.Event()

    def view(self):
        if threading.current_thread() is not threading.main_thread():
            self.begun.set()
            assert self.let_go.wait(60.0)
        return super().view()


@pytest.fixture
def slow():
    """A camera by which drawing takes as long as the test likes."""
    SlowCamera.begun.clear()
    SlowCamera.let_go.clear()
    yield SlowCamera(target=(0.0, 0.0, 0.15), distance=3.0)
    SlowCamera.let_go.set()
