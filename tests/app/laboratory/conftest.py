"""The pages on dynamics without a window: a view and a picture that keep what they are given."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal

from torseur.app.documents.document import open_document
from torseur.app.laboratory.motion.motion_state import MotionState
from torseur.app.laboratory.pages import PAGES
from torseur.app.laboratory.sheet_page import SheetPage
from torseur.app.preferences.preferences import Preferences
from torseur.app.session.session import Session
from torseur.app.sheet.answering import AnswerThreads

SheetPage.writes_twice = True


class View(QObject):
    """Stands for the viewport."""

    body_picked = Signal(str)
    selected = ""

    def select(self, body):
        self.selected = body

    def __init__(self):
        super().__init__()
        self.tools, self.hint = [], ""

    def add_tool(self, tool):
        self.tools.append(tool)

    def remove_tool(self, tool):
        if tool in self.tools:
            self.tools.remove(tool)

    def set_hint(self, text):
        self.hint = text


class Joints(QObject):
    """Stands for the panel of joints."""

    selected = Signal(str)
    shown = ""

    def show_selected(self, joint):
        self.shown = joint


class Drawn:
    """Stands for the picture: what was put last."""

    size = 1.0

    def put(self, key, overlays, legend=()):
        self.overlays, self.legend = overlays, legend

    def remove(self, key):
        pass


@pytest.fixture(scope="module")
def lab(qapp, kernels, tmp_path_factory):
    """One session whose pages go from robot to robot, as in the window: making them takes longer than most tests."""
    parent, session = QObject(), Session(kernels)
    motion = MotionState(session, parent)
    context = SimpleNamespace(
        session=session,
        picture=Drawn(),
        preferences=Preferences(tmp_path_factory.mktemp("lab") / "settings.json"),
        motion=motion,
        viewport=View(),
        joints=Joints(),
        posing=SimpleNamespace(show_with_page=lambda seen: None),
        open_robot=None,
        show_document=None,
        write_file=None,
        answers=AnswerThreads(parent),
    )
    pages = {key: entry.make(context, parent) for key, entry in PAGES["dynamics"].items()}
    yield SimpleNamespace(
        session=session, pages=pages, motion=motion, view=context.viewport, picture=context.picture, context=context
    )
    session.playback.close()


@pytest.fixture
def opened(lab):
    """Opens a robot, and gives its pages by key, their motion, the view and the picture."""

    def open_robot(name):
        lab.session.show_document(open_document(name))
        return lab

    yield open_robot
    for page in lab.pages.values():
        page.leave()
