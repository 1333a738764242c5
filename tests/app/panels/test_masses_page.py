"""The panel of masses: what all bodies have, which are doubtful, and what is known of the one that is selected."""

from __future__ import annotations

import numpy as np

from torseur import robots, sim
from torseur.app.panels.masses import Masses
from torseur.app.sheet.page import PageSettings, Seen, SelectBody
from torseur.app.sheet.questions import ImmediateQuestions
from torseur.ui.sheet.blocks import UserEvent

BODY = """<link name="{}"><inertial><mass value="{}"/>
  <inertia ixx="{}" iyy="{}" izz="{}" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
ODD = f"""<robot name="odd"><link name="post"/>
  {BODY.format("arm", 2, 0.04, 0.04, 0.001)}{BODY.format("hand", 1, 0.01, 0.01, 0.05)}
  <joint name="a" type="continuous"><parent link="post"/><child link="arm"/></joint>
  <joint name="b" type="fixed"><parent link="arm"/><child link="hand"/><origin xyz="0 0 3"/></joint>
</robot>"""


def test_a_body_that_cannot_be_is_doubtful_and_says_which_rule_it_breaks(tmp_path):
    (tmp_path / "odd.urdf").write_text(ODD)
    model, page, questions = robots.load(tmp_path / "odd.urdf"), Masses(), ImmediateQuestions()
    poses = sim.frame_poses(model, np.zeros(model.nq))

    def sheet(body=""):
        seen = Seen(model, np.zeros(model.nq), poses, 0.0, "hand", 1, False, "deg", 1.0, body=body)
        return page.sheet(seen, PageSettings(), questions), seen

    written, seen = sheet()
    facts = [(value, unit) for _, value, unit in written.block("all.facts").facts]
    assert facts == [("3.000", "kg"), ("0  0  1.00", "m"), ("2", "")]
    assert written.block("doubtful").note == "1"
    assert written.block("hint").text.startswith("Select a body")
    row = UserEvent("doubtful.bodies", "selected", 0)
    assert page.reduce(PageSettings(), row, seen, questions) == (PageSettings(), SelectBody("hand"))
    written, _ = sheet("hand")
    assert written.block("bodies").selected == 0
    (broken,) = [block.text for block in written.block("body").blocks if getattr(block, "icon", "") == "warning"]
    assert broken.startswith("Not so: no principal moment exceeds the sum of the others")
    np.testing.assert_array_equal(written.block("body").copied.values, np.diag([0.01, 0.01, 0.05]))
    assert ("Margin (a + b − c) / c", "−60.0", "%") in written.block("body.facts").facts
    arm, _ = sheet("arm")
    assert {block.icon for block in arm.block("body").blocks[2:-1]} == {"check"}
    assert sheet("post")[0].block("hint").text.startswith("It has neither mass nor inertia")
