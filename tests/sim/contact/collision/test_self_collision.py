"""Which bodies of a robot may touch each other."""

from dataclasses import replace

import numpy as np
import pytest

from tests.sim.contact.collision.pairs import _touch
from torseur import sim
from torseur.sim.contact.collision.shape_pairs import listed_pairs
from torseur.sim.contact.collision.shape_table import CONTACT, shape_table
from torseur.sim.errors import SceneError
from torseur.sim.multibody.kinematics.locking import lock_joints
from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses
from torseur.sim.multibody.model.combining import combine_models

robots = pytest.importorskip("robots")


def touching(model, q):
    """Names of the bodies of a model that touch or overlap at q, of the pairs that are looked at."""
    shapes, vertices = shape_table(model, {"": (0.5, 0.0)}, [0] * len(model.bodies))
    pairs = listed_pairs(model, shapes, [0] * len(model.bodies), {0})
    poses = plain_frame_poses(model, q)
    G = np.array([poses[s["body"]] @ np.eye(4) for s in shapes])
    placed = [model.bodies[s["body"]].collisions[s["index"]].placement for s in shapes]
    G = np.array([np.r_[(g @ p)[:3, :3].ravel(), (g @ p)[:3, 3]] for g, p in zip(G, placed, strict=True)])
    contacts, scratch, names = np.zeros(64, CONTACT), np.zeros((8, 256, 4)), model.body_names
    met = [(a, b) for a, b in pairs.tolist() if _touch(shapes, vertices, G, a, b, 0.0, contacts, scratch) > 0]
    return {tuple(sorted(names[shapes[k]["body"]] for k in pair)) for pair in met}


def pairs_of(model):
    """Names of the bodies of the pairs that are looked at."""
    shapes, _ = shape_table(model, {"": (0.5, 0.0)}, [0] * len(model.bodies))
    pairs = listed_pairs(model, shapes, [0] * len(model.bodies), {0})
    return {frozenset(model.body_names[shapes[k]["body"]] for k in pair) for pair in pairs}


@pytest.mark.parametrize("name", ["panda", "ur5_gripper"])
def test_a_robot_does_not_touch_itself_where_it_starts(name):
    model = robots.load(name)
    assert touching(model, model.poses["home"]) == set()


def test_links_whose_hulls_overlap_touch_unless_the_model_says_never():
    model = robots.load("solo12")
    # Its SRDF file leaves these in: the hull of its base, which is hollow beside the legs, reaches into them.
    legs = {(f"{leg}_UPPER_LEG", "base_link") for leg in ("FL", "FR", "HL", "HR")}
    assert touching(model, model.poses["home"]) == legs
    apart = replace(model, never_touching=(*model.never_touching, *legs))
    assert touching(apart, model.poses["home"]) == set()


@pytest.mark.parametrize("name", ["panda", "solo12"])
def test_joined_bodies_and_the_pairs_of_the_srdf_file_are_left_out(name):
    model = robots.load(name)
    pairs = pairs_of(model)
    assert pairs
    assert model.never_touching
    for apart in model.never_touching:
        assert frozenset(apart) not in pairs
    for joint in model.joints:
        assert frozenset((joint.parent, joint.child)) not in pairs


def test_what_never_touches_stays_so_in_a_scene_and_with_joints_locked():
    model = robots.load("panda")
    both = combine_models("two", [("a", model, np.eye(4)), ("b", model, np.eye(4))])
    assert len(both.never_touching) == 2 * len(model.never_touching)
    assert all(name in both.body_names for pair in both.never_touching for name in pair)
    locked = lock_joints(model, {model.joint_names[-1]: 0.0})
    assert locked.never_touching == model.never_touching


SCENE = """\
[[robots]]
name = "arm"
model = "arm_6r"
self_collision = true
ignore_collisions = [["link1", "link3"]]
"""


def test_a_scene_may_name_pairs_that_never_touch(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text(SCENE)
    scene = sim.load_scene(path)
    assert ("arm/link1", "arm/link3") in scene.model.never_touching


@pytest.mark.parametrize(("old", "new", "message"), [
    ('"link3"', '"linc3"', r"scene\.toml:5: no body named 'linc3'.*did you mean 'link3'"),
    ("self_collision = true\n", "", r"scene\.toml:4: ignore_collisions says what self_collision = true leaves out"),
])  # fmt: skip
def test_a_mistake_about_such_pairs_is_named_with_its_line(tmp_path, old, new, message):
    path = tmp_path / "scene.toml"
    path.write_text(SCENE.replace(old, new))
    with pytest.raises(SceneError, match=message):
        sim.load_scene(path)
