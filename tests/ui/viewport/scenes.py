"""What the tests of the viewport look at, and how they read pictures."""

from __future__ import annotations

from time import monotonic

import numpy as np

from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind, Model, Visual

SIZE = (320, 240)
RED, BLUE = (0.85, 0.1, 0.1, 1.0), (0.1, 0.3, 0.9, 1.0)


def placed(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> np.ndarray:
    """(4, 4) pose without rotation."""
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def free_bodies(name: str, **visuals: Visual | tuple[Visual, ...]) -> Model:
    """A model of free bodies, one a keyword."""
    bodies = [
        Body(key, mass=1.0, inertia=np.eye(3), visuals=shown if isinstance(shown, tuple) else (shown,))
        for key, shown in visuals.items()
    ]
    return build_model(name, bodies, [Joint(f"to {b.name}", JointKind.FREE_FLYER, None, b.name) for b in bodies])


def wait_for_paint(app, viewport, timeout: float = 300.0) -> None:
    """Ask for a paint and let events run until it is done, or the view has said why it cannot, for good."""
    seen, end = viewport.paints, monotonic() + timeout
    viewport.changed()
    while viewport.paints == seen and monotonic() < end and not has_given_up(viewport):
        app.processEvents()
    handle = viewport.windowHandle()
    exposed = handle is not None and handle.isExposed()
    state = f"exposed: {exposed}; updates: {viewport.updatesEnabled()}; size: {viewport.size()}"
    assert viewport.paints > seen, f"never painted; {state}; {viewport.drawn_by()}; {viewport.failure or 'no paint failed'}"


def has_given_up(viewport) -> bool:
    """Whether it said that it cannot be drawn, and does not try again by itself."""
    return bool(viewport.opengl_missing) and not viewport.tries_again


def scene_pixels(viewport) -> np.ndarray:
    """(height, width, 3) int of the scene without its overlay."""
    return image_pixels(viewport.scene_image())


def image_pixels(image) -> np.ndarray:
    """(height, width, 3) int of a QImage."""
    from PySide6.QtGui import QImage

    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(int)
