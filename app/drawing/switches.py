"""What is drawn beside the bodies: the user's switches."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """Each field is a switch of the view bar, by its key."""

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
