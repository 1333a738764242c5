"""Loads that are typed, listed, and drawn in the view, without a window: of the pages Statics and State."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import sim
from torseur.app.laboratory.motion.loads import Loads
from torseur.app.laboratory.statics.load_section import LoadControls, load_drawing, load_section, load_tool, loads_after
from torseur.app.sheet.page import Page
from torseur.ui.sheet.blocks import Heading, UserEvent
from torseur.ui.sheet.sheet import Sheet


class LoadsInHand:
    """The loads of a robot, how they are edited, and the steps to undo so far."""

    def __init__(self):
        robot = WrittenPage(Page(), "scara", "scara/link2")
        robot.pose([0.3, 0.5, 0.1])
        self.seen, self.questions = robot.seen, robot.questions
        self.loads, self.controls, self.steps = Loads(), LoadControls(), []

    def take(self, path, kind, value=None):
        event = UserEvent(path, kind, value)
        after = loads_after(self.loads, self.controls, event, self.seen, self.questions)
        if after is not None:
            self.loads, self.controls = after.loads, after.controls
            if after.text:
                self.steps.append((after.text, after.before))
        return after

    @property
    def drawing(self):
        return load_drawing(self.seen, self.loads, self.controls, self.questions)

    @property
    def tool(self):
        return load_tool(self.seen, self.loads, self.controls, self.questions)

    def block(self, path):
        return Sheet((load_section(Heading("loads", "Loads"), "None.", self.seen, self.loads, self.controls),)).block(path)


@pytest.fixture
def hand():
    return LoadsInHand()


def test_a_force_is_drawn_from_where_it_is_pressed_and_one_drag_is_one_step(hand):
    assert hand.block("hint").text == "None."
    hand.take("loads.draw_force", "switched", True)
    assert (hand.tool.armed, hand.block("draw_force").on, hand.block("draw_moment").on) == (True, True, False)
    scale = hand.drawing.scale_of("force")
    hand.take("load", "disarmed")
    hand.take("load", "started", ("scara/link2", np.array([0.1, 0.0, 0.0])))
    for length in (1.0, 2.0):
        hand.take("load", "drawn", np.array([0.0, length, 0.0]))
    (load,) = hand.loads.loads
    np.testing.assert_allclose(load.force, [0.0, 2.0 / scale, 0.0], rtol=1e-15)
    assert hand.drawing.scale_of("force") == scale, "the scale holds still while it is drawn"
    assert hand.steps == []
    hand.take("load", "finished")
    assert hand.steps == [("Add a load", Loads())]
    assert not hand.tool.armed
    tip = hand.tool.handles[-1]
    np.testing.assert_allclose(tip.tail, load.place(hand.seen.model, hand.seen.q), atol=1e-15)
    for kind, value in (("grabbed", (0, "force")), ("drawn", np.zeros(3)), ("cancelled", None)):
        hand.take("load", kind, value)
    assert hand.loads.loads == (load,)
    assert len(hand.steps) == 1


def test_numbers_are_typed_along_the_axes_that_are_chosen_and_a_row_is_deleted(hand):
    (sight,) = hand.take("loads.add", "pressed").effects
    assert hand.block(sight.path).letter == "Moment"
    hand.take("loads.on.axes", "chosen", "body")
    hand.take("loads.force", "entered", np.array([10.0, 0.0, 0.0]))
    hand.take("loads.moment", "entered", np.array([0.0, 0.0, 1.5]))
    turn = sim.frame_pose(hand.seen.model, hand.seen.q, "scara/link2")[:3, :3]
    np.testing.assert_allclose(hand.loads.chosen.force, turn[:, 0] * 10.0, rtol=1e-15)
    np.testing.assert_array_equal(hand.block("loads.force").values, [10.0, 0.0, 0.0])
    hand.take("loads.add", "pressed")
    hand.take("loads.on.body", "chosen", "scara/tool")
    assert [tuple(f"{cell.text} {cell.unit}".strip() for cell in row) for row in hand.block("list").rows] == [
        ("F₁", "link2", "10.00 N", "1.500 N·m"),
        ("F₂", "tool", "100.0 N", ""),
    ]
    assert hand.block("point").check(np.array([1e-12, 0.0, 0.0])) == "0, or at least 1e-9."
    hand.take("loads.list", "deleted", 0)
    assert [load.body for load in hand.loads.loads] == ["scara/tool"]
    assert [text for text, _ in hand.steps] == [
        "Add a load",
        "Change a load",
        "Change a load",
        "Add a load",
        "Change a load",
        "Remove a load",
    ]


def test_what_leaves_the_page_leaves_no_drag_and_the_course_puts_loads_there(hand):
    assert hand.take("", "left") is None
    hand.take("", "place", "moment")
    hand.take("load", "started", ("scara/tool", np.zeros(3)))
    hand.take("load", "drawn", np.ones(3))
    assert hand.loads.chosen.moment.all()
    hand.take("", "left")
    assert (hand.loads, hand.tool.armed) == (Loads(), False)
    assert hand.take("", "loads", (Loads(), "Set up")) is None
    hand.take("", "loads", (Loads().added(sim.Load("scara/tool")), "Set up"))
    assert [text for text, _ in hand.steps] == ["Set up"]
