"""Worked exercises of kinematics, statics, dynamics, contact and planning: data, and functions that compute every answer."""

from __future__ import annotations

from ..question import Exercise
from .contact.falling_brick_both_ways import FALLING_BRICK_BOTH_WAYS
from .contact.four_corners import FOUR_CORNERS
from .contact.incline import INCLINE
from .contact.inter_body_signs import INTER_BODY_SIGNS
from .contact.one_contact import ONE_CONTACT
from .contact.pyramid_against_cone import PYRAMID_AGAINST_CONE
from .contact.regularisation import REGULARISATION
from .contact.slip_to_roll import SLIP_TO_ROLL
from .contact.two_contacts import TWO_CONTACTS
from .contact.zeno import ZENO
from .cylindrical import CYLINDRICAL
from .ellipsoids import ELLIPSOIDS
from .energy_of_links import ENERGY_OF_LINKS
from .external_forces import EXTERNAL_FORCES
from .hopper_plans.friction_pyramid import FRICTION_PYRAMID
from .hopper_plans.jump_map import JUMP_MAP
from .hopper_plans.known_times import KNOWN_TIMES
from .hopper_plans.mode_sequence import MODE_SEQUENCE
from .hopper_plans.open_loop import OPEN_LOOP
from .newton_euler_2r import NEWTON_EULER_2R
from .planar_rp import PLANAR_RP
from .scara_forces import SCARA_FORCES
from .scara_jacobian import SCARA_JACOBIAN
from .scara_recursion import SCARA_RECURSION
from .scara_speeds import SCARA_SPEEDS
from .spherical import SPHERICAL
from .straight_arm import STRAIGHT_ARM
from .thrown_body import THROWN_BODY
from .two_branches import TWO_BRANCHES
from .two_link import TWO_LINK

EXERCISES: tuple[Exercise, ...] = (
    SCARA_JACOBIAN,
    SCARA_SPEEDS,
    SCARA_FORCES,
    CYLINDRICAL,
    PLANAR_RP,
    SPHERICAL,
    ELLIPSOIDS,
    STRAIGHT_ARM,
    SCARA_RECURSION,
    THROWN_BODY,
    TWO_LINK,
    NEWTON_EULER_2R,
    EXTERNAL_FORCES,
    TWO_BRANCHES,
    ENERGY_OF_LINKS,
    ONE_CONTACT,
    TWO_CONTACTS,
    FOUR_CORNERS,
    INTER_BODY_SIGNS,
    REGULARISATION,
    FALLING_BRICK_BOTH_WAYS,
    ZENO,
    INCLINE,
    PYRAMID_AGAINST_CONE,
    SLIP_TO_ROLL,
    JUMP_MAP,
    MODE_SEQUENCE,
    KNOWN_TIMES,
    FRICTION_PYRAMID,
    OPEN_LOOP,
)
