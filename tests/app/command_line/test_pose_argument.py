"""What --pose says of a robot that is drawn."""

from __future__ import annotations

from torseur.app.command_line.pose_argument import doubts_of_pose, posed
from torseur.app.documents.document import open_document


def test_a_pose_beyond_limits_is_drawn_and_said_without_a_word_of_simulations() -> None:
    document = posed(open_document("arm_6r"), "elbow=99")
    (doubt,) = doubts_of_pose(document)
    assert doubt.startswith("--pose: warning: joint 'elbow' is drawn at 99, beyond its limits ")


def test_a_pose_within_limits_leaves_no_doubt() -> None:
    assert doubts_of_pose(posed(open_document("arm_6r"), "ready")) == []
