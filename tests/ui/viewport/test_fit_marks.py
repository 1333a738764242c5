"""A motion is fitted into the view wherever on it time is, and whatever is drawn beside it then."""

from __future__ import annotations

import numpy as np

from torseur.ui.viewport.marks import Arrow, FrameTriad, Overlays
from torseur.ui.viewport.view import View


def test_marks_are_fitted_the_same_whatever_else_is_drawn():
    view = View()
    pose = np.eye(4)
    pose[:3, 3] = (1.0, 0.0, 0.5)
    marks = [FrameTriad(np.eye(4), 0.2), FrameTriad(pose, 0.2)]
    view.fit_marks(1.5, marks)
    alone = view.camera
    view.overlays = Overlays(arrows=(Arrow(np.zeros(3), np.array([0.0, 0.0, 9.0]), "#D55E00"),))
    view.fit_marks(1.5, marks)
    assert view.camera == alone
    view.fit_marks(1.5, ())  # nothing moves: it stays
    assert view.camera == alone
