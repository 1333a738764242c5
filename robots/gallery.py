"""The gallery: the robots of the package example-robot-data, when it is installed."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from torseur.sim.texts import marked

_PACKAGE = "example-robot-data"


class GalleryRobot(NamedTuple):
    """Where a robot of the gallery is, and what it stands on."""

    urdf: str  # in the gallery's folder
    floating: bool  # whether its base is free: legs and propellers yes, arms and wheels no
    title: str
    srdf: str = ""  # its reference poses, where no file of the same name lies beside the URDF
    home: str = "home"  # which of those poses it starts in
    apply_up_axis: bool = False  # whether its COLLADA meshes mean the up_axis they give
    start: tuple[tuple[str, tuple[float, ...]], ...] = ()  # where joints are that no pose names: their numbers in q


def _at(height: float, quaternion: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0)) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return a free base this high above the floor [m], so that its feet stand on it, or that it flies."""
    return (("root_joint", (0.0, 0.0, height, *quaternion)),)


# An arm bent over its table; at zero it lies flat.
_UR = (("shoulder_lift_joint", (-1.45,)), ("elbow_joint", (1.35,)), ("wrist_1_joint", (-1.45,)), ("wrist_2_joint", (-1.57,)))


GALLERY: dict[str, GalleryRobot] = {
    # arms
    "panda": GalleryRobot("panda_description/urdf/panda.urdf", False, "Franka Emika Panda", home="default"),
    "ur3": GalleryRobot("ur_description/urdf/ur3_robot.urdf", False, "Universal Robots UR3", start=_UR),
    "ur5": GalleryRobot("ur_description/urdf/ur5_robot.urdf", False, "Universal Robots UR5", start=_UR),
    "ur10": GalleryRobot("ur_description/urdf/ur10_robot.urdf", False, "Universal Robots UR10", start=_UR),
    "ur3_gripper": GalleryRobot(
        "ur_description/urdf/ur3_gripper.urdf", False, marked("Universal Robots UR3 with gripper"), start=_UR
    ),
    "ur5_gripper": GalleryRobot(
        "ur_description/urdf/ur5_gripper.urdf", False, marked("Universal Robots UR5 with gripper"), start=_UR
    ),
    "xarm7": GalleryRobot("xarm_description/urdf/xarm7.urdf", False, "UFactory xArm 7"),
    "kinova": GalleryRobot("kinova_description/robots/kinova.urdf", False, "Kinova Jaco 2", home="arm_up"),
    "z1": GalleryRobot("z1_description/urdf/z1.urdf", False, "Unitree Z1"),
    "so100": GalleryRobot("so_arm_description/urdf/so100.urdf", False, "SO-100"),
    "so101": GalleryRobot("so_arm_description/urdf/so101.urdf", False, "SO-101"),
    "talos_arm": GalleryRobot("talos_data/robots/talos_left_arm.urdf", False, marked("PAL Robotics Talos, left arm")),
    "double_pendulum": GalleryRobot(
        "double_pendulum_description/urdf/double_pendulum_continuous.urdf", False, marked("Double pendulum")
    ),
    "asr_twodof": GalleryRobot("asr_twodof_description/urdf/TwoDofs.urdf", False, marked("Two qbmove actuators in series")),
    "finger_edu": GalleryRobot(
        "finger_edu_description/robots/finger_edu.urdf", False, marked("TriFinger Edu, one finger"), home="hanging"
    ),
    # hands
    "allegro_left": GalleryRobot("allegro_hand_description/urdf/allegro_left_hand.urdf", False, marked("Allegro hand, left")),
    "allegro_right": GalleryRobot(
        "allegro_hand_description/urdf/allegro_right_hand.urdf", False, marked("Allegro hand, right")
    ),
    # on wheels or a pedestal
    "baxter": GalleryRobot(
        "baxter_description/urdf/baxter.urdf",
        False,
        "Rethink Robotics Baxter",
        "baxter_description/srdf/baxter_manipulation.srdf",
        "neutral",
    ),
    "pr2": GalleryRobot("pr2_description/urdf/pr2.urdf", False, "Willow Garage PR2"),
    "tiago": GalleryRobot("tiago_description/robots/tiago.urdf", False, "PAL Robotics TIAGo"),
    "tiago_dual": GalleryRobot("tiago_description/robots/tiago_dual.urdf", False, marked("PAL Robotics TIAGo, two arms")),
    "tiago_no_hand": GalleryRobot("tiago_description/robots/tiago_no_hand.urdf", False, marked("PAL Robotics TIAGo, no hand")),
    "tiago_pro": GalleryRobot("tiago_pro_description/robots/tiago_pro.urdf", False, "PAL Robotics TIAGo Pro"),
    # quadrupeds
    "a1": GalleryRobot("a1_description/urdf/a1.urdf", True, "Unitree A1", home="standing"),
    "anymal_b": GalleryRobot("anymal_b_simple_description/robots/anymal.urdf", True, "ANYbotics ANYmal B", home="standing"),
    "anymal_c": GalleryRobot("anymal_c_simple_description/urdf/anymal.urdf", True, "ANYbotics ANYmal C", home="standing"),
    "anymal_kinova": GalleryRobot(
        "anymal_b_simple_description/robots/anymal-kinova.urdf",
        True,
        marked("ANYbotics ANYmal B with Kinova arm"),
        home="standing_with_arm_up",
    ),
    "b1": GalleryRobot("b1_description/urdf/b1.urdf", True, "Unitree B1", home="standing"),
    "b1_z1": GalleryRobot(
        "b1_description/urdf/b1-z1.urdf", True, marked("Unitree B1 with Z1 arm"), home="standing_with_arm_home"
    ),
    "go1": GalleryRobot("go1_description/urdf/go1.urdf", True, "Unitree Go1", home="standing"),
    "go2": GalleryRobot("go2_description/urdf/go2.urdf", True, "Unitree Go2", home="standing"),
    "hyq": GalleryRobot(
        "hyq_description/robots/hyq_no_sensors.urdf", True, "IIT HyQ", "hyq_description/srdf/hyq.srdf", "standing"
    ),
    "laikago": GalleryRobot("laikago_description/urdf/laikago.urdf", True, "Unitree Laikago", start=_at(0.482)),
    "quadruped": GalleryRobot(
        "quadruped_description/urdf/quadruped.urdf", True, marked("Small quadruped, eight joints"), start=_at(0.345)
    ),
    "solo": GalleryRobot("solo_description/robots/solo.urdf", True, marked("Solo, eight joints"), home="standing"),
    "solo12": GalleryRobot(
        "solo_description/robots/solo12.urdf",
        True,
        marked("Solo, twelve joints"),
        "solo_description/srdf/solo.srdf",
        "standing",
    ),
    # bipeds, humanoids, centaurs
    "alex": GalleryRobot(
        "alex_description/urdf/alex_nub_hands.urdf", False, marked("IHMC Alex, upper body, no hands"), home="default"
    ),
    "alex_sake": GalleryRobot(
        "alex_description/urdf/alex_sake_hands.urdf", False, marked("IHMC Alex, upper body, grippers"), home="default"
    ),
    "alexander": GalleryRobot(
        "alexander_description/urdf/alexander_v1.lowerBodyOnly.urdf",
        True,
        marked("IHMC Alexander, lower body"),
        "alexander_description/srdf/alexander.srdf",
        "default",
    ),
    "bolt": GalleryRobot("bolt_description/robots/bolt.urdf", True, "Bolt", home="standing"),
    "centauro": GalleryRobot(
        "centauro_description/urdf/centauro.urdf", True, "IIT Centauro", home="homing_nominal", start=_at(0.806)
    ),
    "g1": GalleryRobot("g1_description/urdf/g1_29dof_rev_1_0.urdf", True, "Unitree G1", start=_at(0.792)),
    "g1_hands": GalleryRobot(
        "g1_description/urdf/g1_29dof_with_hand_rev_1_0.urdf", True, marked("Unitree G1 with hands"), start=_at(0.792)
    ),
    "human": GalleryRobot(
        "human_description/robots/human.urdf", True, "Human", start=_at(1.056, (0.5**0.5, 0.0, 0.0, 0.5**0.5))
    ),
    "icub": GalleryRobot("icub_description/robots/icub.urdf", True, "IIT iCub", home="half_sitting", apply_up_axis=True),
    "romeo": GalleryRobot(
        "romeo_description/urdf/romeo.urdf", True, "SoftBank Robotics Romeo", home="half_sitting", start=_at(0.841)
    ),
    "romeo_small": GalleryRobot(
        "romeo_description/urdf/romeo_small.urdf",
        True,
        marked("SoftBank Robotics Romeo, no hands"),
        home="half_sitting",
        start=_at(0.841),
    ),
    "simple_humanoid": GalleryRobot(
        "simple_humanoid_description/urdf/simple_humanoid.urdf", True, marked("Simple humanoid"), home="half_sitting"
    ),
    "talos": GalleryRobot(
        "talos_data/robots/talos_full_v2.urdf", True, "PAL Robotics Talos", "talos_data/srdf/talos.srdf", "half_sitting"
    ),
    "talos_reduced": GalleryRobot(
        "talos_data/robots/talos_reduced.urdf",
        True,
        marked("PAL Robotics Talos, no fingers"),
        "talos_data/srdf/talos.srdf",
        "half_sitting",
    ),
    # in the air
    "borinot": GalleryRobot(
        "borinot_description/urdf/borinot_flying_arm_2.urdf", True, marked("Borinot, flying arm"), start=_at(1.0)
    ),
    "hector": GalleryRobot("hector_description/robots/quadrotor_base.urdf", True, marked("Hector quadrotor"), start=_at(1.0)),
    "hextilt": GalleryRobot(
        "hextilt_description/urdf/hextilt_flying_arm_5.urdf", True, marked("Tilted hexarotor with arm"), start=_at(1.0)
    ),
    "iris": GalleryRobot("iris_description/robots/iris.urdf", True, marked("3DR Iris quadrotor"), start=_at(1.0)),
}


KINDS = {
    "arm": "panda ur3 ur5 ur10 ur3_gripper ur5_gripper xarm7 kinova z1 so100 so101 talos_arm double_pendulum asr_twodof "
    "finger_edu",
    "hand": "allegro_left allegro_right",
    "mobile": "baxter pr2 tiago tiago_dual tiago_no_hand tiago_pro",
    "quadruped": "a1 anymal_b anymal_c anymal_kinova b1 b1_z1 go1 go2 hyq laikago quadruped solo solo12",
    "humanoid": "alex alex_sake alexander bolt centauro g1 g1_hands human icub romeo romeo_small simple_humanoid talos "
    "talos_reduced",
    "flying": "borinot hector hextilt iris",
}
"""What sort of robot each is: names, parted by blanks."""

DOF = {
    "panda": 8,
    "ur3": 6,
    "ur5": 6,
    "ur10": 6,
    "ur3_gripper": 6,
    "ur5_gripper": 6,
    "xarm7": 7,
    "kinova": 6,
    "z1": 7,
    "so100": 6,
    "so101": 6,
    "talos_arm": 7,
    "double_pendulum": 2,
    "asr_twodof": 2,
    "finger_edu": 3,
    "allegro_left": 16,
    "allegro_right": 16,
    "baxter": 17,
    "pr2": 20,
    "tiago": 48,
    "tiago_dual": 101,
    "tiago_no_hand": 12,
    "tiago_pro": 23,
    "a1": 18,
    "anymal_b": 18,
    "anymal_c": 18,
    "anymal_kinova": 24,
    "b1": 18,
    "b1_z1": 25,
    "go1": 18,
    "go2": 18,
    "hyq": 18,
    "laikago": 18,
    "quadruped": 14,
    "solo": 14,
    "solo12": 18,
    "alex": 19,
    "alex_sake": 23,
    "alexander": 19,
    "bolt": 12,
    "centauro": 45,
    "g1": 35,
    "g1_hands": 49,
    "human": 42,
    "icub": 38,
    "romeo": 39,
    "romeo_small": 37,
    "simple_humanoid": 35,
    "talos": 38,
    "talos_reduced": 38,
    "borinot": 8,
    "hector": 6,
    "hextilt": 11,
    "iris": 10,
}
"""Degrees of freedom, the free base's six among them: known without reading the files."""


@cache
def gallery_share() -> Path | None:
    """Return the folder that package:// paths of the gallery start from; None if it is not installed."""
    folders = (Path(folder) for folder in sys.path if folder)  # an empty one is the current folder, where anything may lie
    for share in (*(folder / "cmeel.prefix" / "share" for folder in folders), Path(sys.prefix) / "share"):
        if (share / _PACKAGE / "robots").is_dir():
            return share
    return None


def gallery_file(relative: str) -> Path | None:
    """Return where a file of the gallery is; None if there is none."""
    share = gallery_share()
    if share is None:
        return None
    file = share / _PACKAGE / "robots" / relative
    return file if file.is_file() else None
