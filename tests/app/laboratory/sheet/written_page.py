"""A page without a window: what it writes and draws of a robot, and after what the user did."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np

from torseur import sim
from torseur.app.documents.document import open_document
from torseur.app.sheet.page import Seen
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.sheet.sheet import difference


class WrittenPage:
    """As the window has it; `seen` and `settings` may be changed, and `effects` are what was asked for last."""

    def __init__(self, page, name, frame=None):
        scene = open_document(name).scene
        model, q = scene.model, scene.initial.q
        single = [row for row, name in enumerate(model.frame_names) if int(model.frame_row[row]) > 0]
        frame = model.frame_names[single[-1]] if frame is None and single else frame or ""
        self.page, self.questions, self.effects = page, ImmediateQuestions(), ()
        self.seen = Seen(model, q, sim.frame_poses(model, q), 0.0, frame, 1, False, "deg", 1.0)
        self.settings = page.settings_type()

    def see(self, **other):
        """Show something else."""
        self.seen = replace(self.seen, **other)

    def pose(self, q):
        """Have the robot at q (nq,)."""
        q = np.asarray(q, dtype=float)
        self.see(q=q, poses=sim.frame_poses(self.seen.model, q))

    def take(self, path, kind, value=None):
        """Take what the user did."""
        if kind == "folded":
            self.settings = replace(self.settings, open=self.settings.open ^ {path})
            return
        found = self.page.reduce(self.settings, UserEvent(path, kind, value), self.seen, self.questions)
        self.settings, *self.effects = found if isinstance(found, tuple) else (found,)
        for field in fields(self.settings):  # they are compared
            assert isinstance(getattr(self.settings, field.name) == getattr(self.settings, field.name), bool), field.name

    @property
    def sheet(self):
        """What it writes, which it writes twice alike."""
        one, other = (self.page.sheet(self.seen, self.settings, self.questions) for _ in range(2))
        assert not difference(one, other)
        return one

    def block(self, path):
        """A block of it."""
        return self.sheet.block(path)

    @property
    def layer(self):
        """What it draws, and the legend."""
        return self.page.layer(self.seen, self.settings, self.questions)

    @property
    def arrows(self):
        """Arrows by their labels, without numbers."""
        return {arrow.label.split("  ")[0]: arrow for arrow in self.layer[0].arrows}
