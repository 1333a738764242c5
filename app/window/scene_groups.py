"""Under which heading of the menu each scene stands; one that has none here stands under "Others"."""

from __future__ import annotations

from collections.abc import Mapping

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Contact": ("falling_brick", "brick_on_corner", "bouncing_ball", "zeno_ball", "newtons_cradle", "incline", "incline_30",
                "sphere_slip_to_roll", "rolling", "v_groove", "painleve_rod"),
    "Stacks": ("box_stack", "kapla_tower", "heterogeneous_stack", "domino", "balls_666", "elastic_666"),
    "Robots": ("welcome", "arm_pushes_table", "gripper_holds_block", "quadruped_drop", "quadruped_stand", "humanoid_falls"),
    "Motion": ("pendulum", "spinning_top", "dzhanibekov"),
}  # fmt: skip


def grouped(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """(heading, scene) for each of these scenes, in the order of the menu."""
    found = [(group, name) for group, members in GROUPS.items() for name in members if name in names]
    listed = {name for _, name in found}
    return found + [("Others", name) for name in names if name not in listed]
