"""What is drawn beside the bodies: the switches of the view, the one table that menus, bar and keys are made from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from torseur.sim.texts import marked
from torseur.ui.window.view_bar import VIEWS_MENU, ViewSwitch


@dataclass(frozen=True, slots=True)
class ViewSwitches:
    """Each field is the key of a row of `VIEW_SWITCHES`."""

    ellipsoids: bool = True
    velocity: bool = True
    force: bool = True
    dynamic: bool = False
    velocity_polytope: bool = False
    force_polytope: bool = False
    weighted: bool = False  # ellipsoids of the joints' limits, not of the unit ball
    rotation: bool = False  # ellipsoids and polytopes of the orientation rows, not of the position rows
    ellipsoid_labels: bool = True
    axis_labels: bool = False
    contacts: bool = True
    contact_points: bool = True
    normal_forces: bool = True
    friction_forces: bool = True
    contact_labels: bool = True
    frames: bool = False
    all_frames: bool = False
    selected_frame: bool = True
    world_frame: bool = False
    trail: bool = False
    mass: bool = False
    body_com: bool = True
    robot_com: bool = True
    inertia_ellipsoids: bool = True
    inertia_boxes: bool = False
    collisions: bool = False
    collision_wire: bool = True
    collision_only: bool = False
    joint_axes: bool = False
    joint_limits: bool = False
    see_through: bool = False
    orthographic: bool = False


_SHAPES = "View/" + marked("Shapes of the frame")

VIEW_SWITCHES = (
    ViewSwitch("ellipsoids", marked("Ellipsoids"), icon="ellipsoid", command=marked("Ellipsoids"), shortcut="E"),
    ViewSwitch("velocity", marked("Velocity"), "ellipsoids", command=marked("Velocity ellipsoid"), menu=_SHAPES),
    ViewSwitch("force", marked("Force"), "ellipsoids", command=marked("Force ellipsoid"), menu=_SHAPES),
    ViewSwitch(
        "dynamic",
        marked("Acceleration (dynamic manipulability)"),
        "ellipsoids",
        command=marked("Acceleration ellipsoid (dynamic manipulability)"),
        menu=_SHAPES,
    ),
    ViewSwitch(
        "velocity_polytope", marked("Velocity polytope"), "ellipsoids", command=marked("Velocity polytope"), menu=_SHAPES
    ),
    ViewSwitch("force_polytope", marked("Force polytope"), "ellipsoids", command=marked("Force polytope"), menu=_SHAPES),
    ViewSwitch(
        "weighted",
        marked("Ellipsoids weighted by limits"),
        "ellipsoids",
        gap=True,
        command=marked("Ellipsoids weighted by limits"),
        menu=_SHAPES,
    ),
    ViewSwitch("rotation", marked("Of rotation"), "ellipsoids", command=marked("Ellipsoids of rotation"), menu=_SHAPES),
    ViewSwitch("ellipsoid_labels", marked("Labels"), "ellipsoids", gap=True),
    ViewSwitch(
        "axis_labels", marked("Values at every axis"), "ellipsoids", command=marked("Values at every axis"), menu=_SHAPES
    ),
    ViewSwitch("contacts", marked("Contacts"), icon="contact", command=marked("Contacts and forces"), shortcut="C"),
    ViewSwitch("contact_points", marked("Points"), "contacts"),
    ViewSwitch("normal_forces", marked("Normal forces"), "contacts"),
    ViewSwitch("friction_forces", marked("Friction forces"), "contacts"),
    ViewSwitch("contact_labels", marked("Labels"), "contacts", gap=True),
    ViewSwitch("frames", marked("Frames"), icon="frames", command=marked("Frames"), shortcut="G"),
    ViewSwitch("selected_frame", marked("Of the selected body"), "frames"),
    ViewSwitch("all_frames", marked("All frames"), "frames", command=marked("All frames")),
    ViewSwitch("world_frame", marked("World"), "frames"),
    ViewSwitch("trail", marked("Trail"), icon="trail", command=marked("Trail of the frame"), shortcut="T"),
    ViewSwitch("see_through", marked("See-through"), icon="opacity", command=marked("See-through bodies"), shortcut="X"),
    ViewSwitch("mass", marked("Mass"), icon="mass", command=marked("Mass properties"), shortcut="M"),
    ViewSwitch("body_com", marked("Centres of mass"), "mass"),
    ViewSwitch("robot_com", marked("Centre of all masses"), "mass"),
    ViewSwitch("inertia_ellipsoids", marked("Inertia as ellipsoids"), "mass", gap=True),
    ViewSwitch("inertia_boxes", marked("Inertia as boxes"), "mass", command=marked("Inertia as boxes")),
    ViewSwitch("collisions", marked("Collision"), icon="collision", command=marked("Collision shapes"), shortcut="K"),
    ViewSwitch("collision_wire", marked("Edges only"), "collisions"),
    ViewSwitch(
        "collision_only",
        marked("Instead of the bodies"),
        "collisions",
        command=marked("Collision shapes instead of the bodies"),
    ),
    ViewSwitch("joint_axes", marked("Axes"), icon="axis", command=marked("Joint axes"), shortcut="A"),
    ViewSwitch("joint_limits", marked("Limits"), icon="limits", command=marked("Joint limits"), shortcut="J"),
    ViewSwitch("orthographic", marked("Orthographic"), VIEWS_MENU, gap=True, command=marked("Orthographic"), shortcut="O"),
)
HIDEABLE = (  # what pictures and videos without a window leave out on demand
    "contacts",
    "contact_points",
    "normal_forces",
    "friction_forces",
    "contact_labels",
    "velocity",
    "force",
    "ellipsoid_labels",
)
EITHER = {"inertia_boxes": "inertia_ellipsoids", "inertia_ellipsoids": "inertia_boxes"}  # one on, the other off


def switched(switches: ViewSwitches, key: str, on: bool) -> ViewSwitches:
    """With one of them on or off."""
    other = {EITHER[key]: False} if on and key in EITHER else {}
    return replace(switches, **{key: on}, **other)


def usual_switches(workspace: str) -> ViewSwitches:
    """What is drawn in a workspace that the user has not been in yet."""
    return ViewSwitches(ellipsoids=workspace == "kinematics", mass=workspace == "model")
