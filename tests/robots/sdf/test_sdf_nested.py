"""SDF of models within models: each link is where the poses put it, under the name that the specification gives it."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.multibody.model.model import JointKind

INERTIAL = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"


def text_of(inside, version="1.9", attributes='name="m"'):
    """A file of one model, what is in it from line 3 on."""
    return f'<sdf version="{version}">\n<model {attributes}>\n{inside}\n</model></sdf>'


def link(name, pose="", more=""):
    return f'<link name="{name}">{pose}{INERTIAL}{more}</link>'


def joint(name, parent, child, more="", kind="revolute"):
    return f'<joint name="{name}" type="{kind}"><parent>{parent}</parent><child>{child}</child>{more}</joint>'


def at(x, y, z, roll=0.0, pitch=0.0, yaw=0.0):
    return from_xyz_rpy((x, y, z), (roll, pitch, yaw))


def pose_text(*values, relative=""):
    to = f' relative_to="{relative}"' if relative else ""
    return f"<pose{to}>{' '.join(map(repr, values))}</pose>"


def found(model, name):
    """Where a link or frame is in the world, with all joints at 0."""
    return sim.frame_pose(model, model.poses["home"], name)


M, B, N, K, L, F, C = (
    (0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
    (0.3, -0.2, 0.1, 0.2, 0.1, -0.7),
    (1.0, 2.0, 3.0, -0.3, 0.2, 0.5),
    (-1.0, 0.5, 0.2, 0.1, 0.9, -0.4),
    (0.7, 0.1, -0.6, 1.1, -0.2, 0.3),
    (0.2, 0.4, 0.6, 0.7, 0.3, -0.2),
    (0.5, 0.6, -0.1, -0.5, 0.4, 0.8),
)


def nested(placement=""):
    """`m` of a base and `n`, which is of `tip` and `k`, which is of `core`; a joint across two borders."""
    core = f'{link("core", pose_text(*C))}<frame name="f">{pose_text(*F)}</frame>'
    k = f'<model name="k">{pose_text(*K, relative="tip")}{core}</model>'
    n = f'<model name="n" {placement}>{pose_text(*N, relative="base")}{k}{link("tip", pose_text(*L))}</model>'
    turn = joint("turn", "base", "n::k::core", '<axis><xyz expressed_in="n::k">0 0 1</xyz></axis>')
    weld = joint("weld", "n::k::f", "n::tip", kind="fixed")
    after = f'<frame name="g" attached_to="n::k::core">{pose_text(*L, relative="n::k::f")}</frame>'
    return text_of(f"{pose_text(*M)}{n}{link('base', pose_text(*B))}{turn}{weld}{after}")


def test_links_of_models_within_models_are_where_their_poses_put_them(write):
    model = robots.load(write(nested(), "m.sdf"))
    X_WM = at(*M)
    X_WN = X_WM @ at(*B) @ at(*N)
    X_WK = X_WN @ at(*L) @ at(*K)
    expected = {
        "base": X_WM @ at(*B), "n": X_WN, "n::tip": X_WN @ at(*L), "n::k": X_WK, "n::k::core": X_WK @ at(*C),
        "n::k::f": X_WK @ at(*F), "g": X_WK @ at(*F) @ at(*L),
    }  # fmt: skip
    for name, pose in expected.items():
        np.testing.assert_allclose(found(model, name), pose, rtol=0, atol=1e-14, err_msg=name)
    assert [body.name for body in model.bodies] == ["n::k::core", "n::tip", "base"]
    assert [(one.name, one.parent, one.child) for one in model.joints[1:]] == [
        ("turn", "base", "n::k::core"),
        ("weld", "n::k::core", "n::tip"),
    ]
    axis = found(model, "n::k::core")[:3, :3] @ model.joint("turn").axis
    np.testing.assert_allclose(axis, X_WK[:3, 2], rtol=0, atol=1e-14)
    assert model.findings == ()


@pytest.mark.parametrize("frame", ["tip", "k", "k::core", "k::f", "k::__model__"])
def test_a_placement_frame_is_where_the_pose_of_its_model_says(frame, write):
    model = robots.load(write(nested(f'placement_frame="{frame}"'), "m.sdf"))
    name = f"n::{frame}".removesuffix("::__model__")
    np.testing.assert_allclose(found(model, name), at(*M) @ at(*B) @ at(*N), rtol=0, atol=1e-14)
    X_NK = at(*L) @ at(*K)
    np.testing.assert_allclose(np.linalg.inv(found(model, "n")) @ found(model, "n::k::core"), X_NK @ at(*C), rtol=0, atol=1e-14)


def test_poses_of_visuals_and_mimics_are_of_their_own_model(write):
    box = "<geometry><box><size>1 1 1</size></box></geometry>"
    shape = f'<visual name="v">{pose_text(*F, relative="__model__")}{box}</visual>'
    axis = "<axis><xyz>1 0 0</xyz>{}</axis>"
    mimic = "<mimic joint='a'><multiplier>2</multiplier></mimic>"
    inner = link("l", pose_text(*L), shape) + link("o") + joint("a", "l", "o", axis.format(""))
    inner += link("p") + joint("b", "o", "p", axis.format(mimic))
    model = robots.load(write(text_of(link("base") + f'<model name="n">{pose_text(*N)}{inner}</model>'), "m.sdf"))
    body = next(one for one in model.bodies if one.name == "n::l")
    np.testing.assert_allclose(found(model, "n::l") @ body.visuals[0].placement, at(*N) @ at(*F), atol=1e-14)
    leader = model.joint("n::b").mimic
    assert (leader.joint, leader.ratio) == ("n::a", 2.0)


@pytest.mark.parametrize(("inside", "canonical"), [("", "n::second"), (link("late"), "late")])
def test_the_frame_of_a_model_goes_with_its_canonical_link(inside, canonical, write):
    inner = f'<model name="n" canonical_link="second">{link("first")}{link("second")}</model>'
    world = joint("turn", "world", "n::first", "<axis/>") + '<frame name="own"/><frame name="its" attached_to="n"/>'
    model = robots.load(write(text_of(inner + inside + world), "m.sdf"))
    assert {frame.name: frame.body for frame in model.frames} == {"n": "n::second", "own": canonical, "its": "n::second"}


def test_a_static_model_within_another_stands_in_the_world(write):
    inner = link("a") + link("b", pose_text(*L)) + joint("j", "a", "b", "<axis/>") + link("c")
    text = text_of(f'{link("base")}<model name="n">\n<static>1</static>{pose_text(*N)}{inner}</model>')
    model = robots.load(write(text, "m.sdf"))
    kinds = {one.child: one.kind for one in model.joints}
    assert kinds.pop("base") is JointKind.FREE_FLYER
    assert set(kinds.values()) == {JointKind.FIXED}
    np.testing.assert_allclose(found(model, "n::b"), at(*N) @ at(*L), atol=1e-14)
    assert [(one.rule, one.line) for one in model.findings] == [("sdf-static", 4)]


@pytest.mark.parametrize(("inside", "rule", "line", "message"), [
    (f"{link('a')}\n<model name='n'>{link('b')}\n<frame name='f' attached_to='a'/></model>", "frame-unknown", 5, "'n::a'"),
    (f"{link('a')}\n<model name='n' placement_frame='a'>{link('b')}</model>", "frame-unknown", 4, "no frame named 'a'"),
    (f"{link('a')}\n<model name='a'>{link('b')}</model>", "name-duplicate", 4, "as the link on line 3"),
    (f"{link('a')}\n<model>{link('b')}</model>", "name-missing", 4, "'name'"),
    (f"{link('a')}\n<model name='b::c'>{link('b')}</model>", "sdf-include", 4, "holds ::"),
    (link("a") + f'\n<model name="{"n" * 499}">' * 3 + link("b") + "</model>" * 3, "sdf-include", 6, "1000 characters"),
    (link("a") + '\n<model name="n">' * 33 + link("b") + "</model>" * 33, "sdf-include", 36, "33 deep"),
])  # fmt: skip
def test_what_is_wrong_within_a_model_is_an_error_at_its_line(inside, rule, line, message, write):
    errors = [one for one in robots.diagnose(write(text_of(inside), "m.sdf")) if one.severity.value == "error"]
    assert [(one.rule, one.line) for one in errors] == [(rule, line)]
    assert message in errors[0].message
