"""What is drawn beside the bodies: the switches of the view, the one table that menus, bar and keys are made from."""

from __future__ import annotations

from dataclasses import dataclass, replace

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


_SHAPES = "View/Shapes of the frame"

VIEW_SWITCHES = (
    ViewSwitch("ellipsoids", "Ellipsoids", icon="ellipsoid", command="Ellipsoids", shortcut="E"),
    ViewSwitch("velocity", "Velocity", "ellipsoids", command="Velocity ellipsoid", menu=_SHAPES),
    ViewSwitch("force", "Force", "ellipsoids", command="Force ellipsoid", menu=_SHAPES),
    ViewSwitch("dynamic", "Acceleration (dynamic manipulability)", "ellipsoids",
               command="Acceleration ellipsoid (dynamic manipulability)", menu=_SHAPES),
    ViewSwitch("velocity_polytope", "Velocity polytope", "ellipsoids", command="Velocity polytope", menu=_SHAPES),
    ViewSwitch("force_polytope", "Force polytope", "ellipsoids", command="Force polytope", menu=_SHAPES),
    ViewSwitch("weighted", "Ellipsoids weighted by limits", "ellipsoids", gap=True,
               command="Ellipsoids weighted by limits", menu=_SHAPES),
    ViewSwitch("rotation", "Of rotation", "ellipsoids", command="Ellipsoids of rotation", menu=_SHAPES),
    ViewSwitch("ellipsoid_labels", "Labels", "ellipsoids", gap=True),
    ViewSwitch("axis_labels", "Values at every axis", "ellipsoids", command="Values at every axis", menu=_SHAPES),
    ViewSwitch("contacts", "Contacts", icon="contact", command="Contacts and forces", shortcut="C"),
    ViewSwitch("contact_points", "Points", "contacts"),
    ViewSwitch("normal_forces", "Normal forces", "contacts"),
    ViewSwitch("friction_forces", "Friction forces", "contacts"),
    ViewSwitch("contact_labels", "Labels", "contacts", gap=True),
    ViewSwitch("frames", "Frames", icon="frames", command="Frames", shortcut="G"),
    ViewSwitch("selected_frame", "Of the selected body", "frames"),
    ViewSwitch("all_frames", "All frames", "frames", command="All frames"),
    ViewSwitch("world_frame", "World", "frames"),
    ViewSwitch("trail", "Trail", icon="trail", command="Trail of the frame", shortcut="T"),
    ViewSwitch("see_through", "See-through", icon="opacity", command="See-through bodies", shortcut="X"),
    ViewSwitch("mass", "Mass", icon="mass", command="Mass properties", shortcut="M"),
    ViewSwitch("body_com", "Centres of mass", "mass"),
    ViewSwitch("robot_com", "Centre of all masses", "mass"),
    ViewSwitch("inertia_ellipsoids", "Inertia as ellipsoids", "mass", gap=True),
    ViewSwitch("inertia_boxes", "Inertia as boxes", "mass", command="Inertia as boxes"),
    ViewSwitch("collisions", "Collision", icon="collision", command="Collision shapes", shortcut="K"),
    ViewSwitch("collision_wire", "Edges only", "collisions"),
    ViewSwitch("collision_only", "Instead of the bodies", "collisions",
               command="Collision shapes instead of the bodies"),
    ViewSwitch("joint_axes", "Axes", icon="axis", command="Joint axes", shortcut="A"),
    ViewSwitch("joint_limits", "Limits", icon="limits", command="Joint limits", shortcut="J"),
    ViewSwitch("orthographic", "Orthographic", VIEWS_MENU, gap=True, command="Orthographic", shortcut="O"),
)  # fmt: skip
HIDEABLE = (  # what pictures and videos without a window leave out on demand
    "contacts", "contact_points", "normal_forces", "friction_forces", "contact_labels", "velocity", "force",
    "ellipsoid_labels",
)  # fmt: skip
EITHER = {"inertia_boxes": "inertia_ellipsoids", "inertia_ellipsoids": "inertia_boxes"}  # one on, the other off


def switched(switches: ViewSwitches, key: str, on: bool) -> ViewSwitches:
    """With one of them on or off."""
    other = {EITHER[key]: False} if on and key in EITHER else {}
    return replace(switches, **{key: on}, **other)


def usual_switches(workspace: str) -> ViewSwitches:
    """What is drawn in a workspace that the user has not been in yet."""
    return ViewSwitches(ellipsoids=workspace == "kinematics", mass=workspace == "model")
