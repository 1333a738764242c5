"""What is drawn, without a window: the parts that follow a session, and a viewport that only remembers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from torseur.app.documents.document import open_document
from torseur.app.drawing.frame_analysis import FrameAnalysis
from torseur.app.drawing.picture import Picture
from torseur.app.drawing.view_switch_binding import SwitchesBinding
from torseur.app.drawing.viewport_binding import ViewportBinding
from torseur.app.sheet.answering import AnswerThreads, PageQuestions
from torseur.ui.viewport.overlay.legend_controls import LegendControls
from torseur.ui.viewport.view import View


class Bar(QObject):
    """Shows nothing."""

    switched = Signal(str, bool)

    def show_on(self, key, on):
        pass


class RememberedViewport(QObject):
    """Remembers what was set, and how often."""

    body_picked = Signal(str)
    legend_folded = Signal(bool)

    def __init__(self):
        super().__init__()
        self.under = QWidget()
        self.legend_controls = LegendControls(self.under)
        self.view, self.times = View(), 0
        self.set_model, self.show_poses = self.view.set_model, self.view.set_poses
        self.set_collisions, self.select = self.view.set_collisions, self.view.select

    def set_overlays(self, overlays):
        self.view.set_overlays(overlays)
        self.times += 1

    def set_legend(self, rows):
        self.view.legend = tuple(rows)

    def set_legend_folded(self, folded):
        self.view.legend_folded = folded

    def set_framing(self, marks):
        pass

    def set_opacity(self, opacity):
        pass

    def set_orthographic(self, orthographic):
        pass

    def set_floor_visible(self, visible):
        self.view.floor = visible

    def set_frames_visible(self, shown):
        pass

    def fit(self):
        pass


@pytest.fixture
def viewport(qapp):
    return RememberedViewport()


@pytest.fixture
def picture(viewport):
    return Picture(viewport)


@pytest.fixture
def switches(viewport):
    return SwitchesBinding(Bar(), viewport, "kinematics")


@pytest.fixture
def analysis(session, switches):
    questions = PageQuestions(AnswerThreads())
    found = FrameAnalysis(session, switches, questions.ask_alone)
    questions.answered.connect(found.show_trail)
    return found


@pytest.fixture
def drawing(session, analysis, switches, picture, viewport, preferences):
    """The planar arm of three joints, open and drawn."""
    binding = ViewportBinding(session, analysis, switches, picture, viewport, preferences)
    session.show_document(open_document("planar_3r"))
    return binding
