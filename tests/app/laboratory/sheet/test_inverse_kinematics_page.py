"""The page Inverse kinematics: a search, its iterations, and joint speeds for a velocity."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur import sim
from torseur.app.drawing.frame_target import FrameTarget
from torseur.app.laboratory.inverse_kinematics.page import InverseKinematics
from torseur.app.sheet.page import EndDrag, Pose, SetTarget
from torseur.sim.compilation import POSING, REACHING
from torseur.ui.text.number_text import ABSENT, parse_number


class AimedPage(WrittenPage):
    """With a target, which poses keep."""

    def take(self, path, kind, value=None):
        super().take(path, kind, value)
        for effect in self.effects:
            if isinstance(effect, SetTarget):
                self.see(target=effect.target)
            elif isinstance(effect, Pose):
                assert effect.keeps_target
                self.pose(effect.q)

    def aim_at(self, q):
        pose = sim.frame_pose(self.seen.model, np.array(q), self.seen.frame)
        self.see(target=FrameTarget(pose, self.seen.target.options))

    @property
    def badge(self):
        return self.block("method").badge[0]


@pytest.fixture
def page():
    page = AimedPage(InverseKinematics(), "arm_6r", "arm_6r/tool")
    page.pose(np.full(6, 0.1))
    page.aim_at([0.9, 0.8, -0.6, 0.4, 0.9, 0.3])
    return page


def test_it_waits_for_the_kernels_that_search():
    assert set(InverseKinematics.waits_for) == {POSING, REACHING}


def test_a_target_is_typed_as_position_and_angles_that_turn_it_about_the_axes_of_the_world(page):
    page.take("target.position", "entered", np.array([0.4, 0.1, 0.5]))
    page.take("target.angles", "entered", np.radians([10.0, 20.0, 90.0]))
    x, y, z = np.eye(3)
    turn = sim.rodrigues(z, np.pi / 2) @ sim.rodrigues(y, np.radians(20.0)) @ sim.rodrigues(x, np.radians(10.0))
    np.testing.assert_allclose(page.seen.target.pose[:3, :3], turn, atol=1e-15)
    np.testing.assert_array_equal(page.seen.target.pose[:3, 3], [0.4, 0.1, 0.5])
    np.testing.assert_allclose(page.block("angles").values, np.radians([10.0, 20.0, 90.0]), atol=1e-15)
    assert page.block("target").copied.values.shape == (4, 4)
    page.take("target.rows", "chosen", "position")
    assert not page.block("angles").enabled
    page.take("target.go.buttons.reset", "pressed")
    assert page.effects[0].target.pose is None


def test_a_search_is_stepped_through_and_played_until_robot_or_target_are_elsewhere(page):
    start = page.seen.q
    assert page.block("iterations").blocks[0].key == "hint"
    page.take("target.go.buttons.solve", "pressed")
    table, last = page.block("iterations.table"), page.settings.step
    assert (page.badge, table.selected, len(table.rows)) == ("reached", last, last + 1)
    assert f"{last} iterations" in page.block("method.line").text
    distance = parse_number(table.rows[0][1].text)
    where, target = (sim.frame_pose(page.seen.model, start, page.seen.frame), page.seen.target.pose)
    assert distance == pytest.approx(1e3 * np.linalg.norm(target[:3, 3] - where[:3, 3]), rel=1e-3)
    assert table.rows[0][3].text == ABSENT  # no step led to the start
    assert table.copied.csv().splitlines()[0] == "distance [m],angle [rad],error [m],mu,q0,q1,q2,q3,q4,q5"
    assert page.block("plot").curves[0].y[0] == pytest.approx(1e3 * table.copied.values[0, 2])
    assert not page.layer[0].ghosts

    for path, kind, value, step in (
        ("way.buttons.back", "pressed", None, last - 1),
        ("plot", "seek", 0.3, 0),
        ("table", "selected", 2, 2),
        ("way.slider", "moved", 1, 1),
        ("way.buttons.forward", "pressed", None, 2),
        ("way.slider", "moved", 0, 0),
    ):
        page.take(f"iterations.{path}", kind, value)
        assert (page.settings.step, page.block("table").selected) == (step, step)
        assert page.badge == "reached"  # of the search: the target stays
    np.testing.assert_array_equal(page.seen.q, start)
    (trail,), (ghost,) = page.layer[0].trails, page.layer[0].ghosts
    np.testing.assert_allclose(trail.points[-1], target[:3, 3], atol=1e-5)
    assert not np.allclose(ghost.poses, page.seen.poses)

    page.take("iterations.way.buttons.play", "pressed")
    while page.settings.playing:
        assert page.page.beat(page.settings) > 0
        page.take("", "beat")
    assert (page.settings.step, page.page.beat(page.settings), page.effects) == (last, 0, [EndDrag()])
    shown = page.seen
    page.pose(start)
    assert page.badge == ""
    page.seen = replace(shown, target=FrameTarget(sim.frame_pose(page.seen.model, start, page.seen.frame)))
    assert page.badge == ""
    page.seen = shown
    assert page.badge == "reached"


def test_what_is_played_ends_with_the_page_and_where_the_robot_is_put_elsewhere(page):
    for kind in ("left", "beat"):
        page.take("target.go.buttons.solve", "pressed")
        page.take("iterations.plot", "seek", 0.0)
        page.take("iterations.way.buttons.play", "pressed")
        assert page.settings.playing
        if kind == "beat":
            page.pose(np.zeros(6))
        page.take("", kind)
        assert (page.settings.playing, page.effects) == (False, [EndDrag()])


def test_how_it_is_searched_is_chosen_and_a_search_keeps_to_what_it_was_asked_with(page):
    page.take("target.go.buttons.solve", "pressed")
    page.take("method.numbers.tolerance", "entered", 1e-3)
    assert page.block("plot").marks[1].at == pytest.approx(1e-3)  # [mm]
    page.take("method.method", "chosen", "damped")
    page.take("method.numbers.damping", "entered", 0.3)
    page.take("method.numbers.restarts", "entered", 0.0)
    page.pose(np.full(6, 0.1))
    page.take("target.go.buttons.solve", "pressed")
    search = page.settings.search
    assert (search.method, search.damping, search.restarts, search.options.tolerance) == ("damped", 0.3, 0, 1e-3)
    np.testing.assert_allclose([float(row[3].text) for row in page.block("table").rows[1:]], 0.09)


def test_a_start_beyond_the_limits_is_told(page):
    page.pose(np.full(6, 10.0))
    page.take("target.go.buttons.solve", "pressed")
    assert "limit" in page.block("method.line").text
    assert not any(isinstance(effect, Pose) for effect in page.effects)


@pytest.fixture
def scara():
    page = AimedPage(InverseKinematics(), "scara", "scara/tool")
    page.take("speeds.rows", "chosen", "position")
    return page


def speeds(page, q, v):
    """By the label of each row: its texts, whether each is too much, and its tip."""
    page.pose(q)
    page.take("speeds.v", "entered", np.array(v))
    rows = page.block("speeds.table").rows
    return {
        f"{head.text} {head.unit}".strip(): ([cell.text for cell in cells], [bool(cell.fill) for cell in cells], head.tip)
        for head, *cells in rows
    }


def test_the_last_row_says_how_many_times_the_wanted_speed_is_as_fast_as_a_limit(scara):
    texts, excess, tip = speeds(scara, [np.pi / 4, np.pi / 4, 0.1], [0.0, 1.0, 0.0])["to limit"]
    assert (texts[0], excess[0]) == ("×0.821", True)  # the elbow turns with 3.828 rad/s and may with pi
    assert "×∞" in tip
    texts, excess, _ = speeds(scara, [np.pi / 4, np.pi / 4, 0.1], [0.0, 0.1, 0.0])["to limit"]
    assert (texts[0], excess[0]) == ("×8.21", False)
    texts, excess, _ = speeds(scara, [0.3, 0.4, 0.1], [0.0, 0.0, 0.0])["to limit"]
    assert (texts, any(excess)) == (["×∞"] * 4, False)


def test_each_row_is_explained_and_a_joint_with_its_limit(scara):
    rows = speeds(scara, [0.3, 0.4, 0.1], [0.0, 1.0, 0.0])
    assert all(tip for _, _, tip in rows.values())
    assert "at most 180.0 °/s" in next(iter(rows.values()))[2]
    assert next(iter(rows)).endswith("{1} °/s")
    scara.see(angle_unit="rad")
    assert "at most 3.142 rad/s" in next(iter(speeds(scara, [0.3, 0.4, 0.1], [0.0, 1.0, 0.0]).values()))[2]
    table = scara.block("speeds.table")
    assert [column.title for column in table.columns] == ["", "J⁺", "truncated", "damped", "transpose"]
    assert table.copied.values.shape == (3, 4)


def test_the_operational_velocity_stands_below_the_joint_speeds_wanted_or_not(scara):
    """kinematic-model, exercise 2: the SCARA at 45°, 45° goes 1 m/s along y, and its tool turns at −1 rad/s."""
    scara.see(angle_unit="rad")
    rows = speeds(scara, [np.pi / 4, np.pi / 4, 0.1], [0.0, 1.0, 0.0])
    assert [rows[row][0][0] for row in ("v_y m/s", "ω_z rad/s", "ω_x rad/s")] == ["1.000", "−1.000", "0"]
