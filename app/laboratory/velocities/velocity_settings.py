"""What a user sets on the page of velocities, and what is computed for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from torseur.sim.analysis.velocities.values import JointTwists, PointVelocity
from torseur.sim.arrays import Array
from torseur.ui.text.jacobian_text import reference_of

from ...sheet.page import PageSettings, Seen
from ...sheet.questions import Questions
from ..jacobian.column_marks import RATE
from ..joint_numbers import TypedNumbers, joint_values

if TYPE_CHECKING:
    from torseur.sim.analysis.jacobian.values import LinkVelocity


@dataclass(frozen=True, slots=True)
class VelocitiesSettings(PageSettings):
    """Speeds, the point C, axes, the point P seen from k, and what is written out and drawn."""

    rates: TypedNumbers = ()  # [rad/s | m/s]
    basis: str = "world_aligned"  # a key of `reference_options`
    place: str = "frame"  # of C: the frame's origin, the world's, or as typed
    point: tuple[float, ...] = (0.0, 0.0, 0.0)  # C as typed, along the axes of the frame [m]
    joint: str = ""  # that is written out; empty: the first
    observer: str = ""  # frame k; empty: the world
    p: tuple[float, ...] = (0.1, 0.0, 0.0)  # P in i [m]
    p_rate: tuple[float, ...] = (0.0, 0.2, 0.0)  # how it moves there [m/s]
    term: str = "terms"  # the equation at hand of P seen from k
    link: str = ""  # that is written out; empty: the last that a joint moves
    step: str = "linear"  # the equation at hand of it
    drawn: frozenset[str] = frozenset({"twists", "relative"})  # keys of sections


class LinksFound(NamedTuple):
    """Links that move, and how far they are from J q̇ of each, turned into its axes."""

    links: tuple[LinkVelocity, ...]
    difference: float


def rates_of(seen: Seen, settings: VelocitiesSettings) -> Array:
    """(nv,) [rad/s | m/s]."""
    return joint_values(seen.model, settings.rates, RATE)


def known_frame(seen: Seen, name: str) -> str:
    """A frame that was chosen; empty: there is none such any more."""
    return name if name in seen.model.frame_names else ""


def point_in_frame(seen: Seen, settings: VelocitiesSettings) -> Array:
    """C (3,) along the axes of the frame [m]."""
    if settings.place == "typed":
        return np.array(settings.point)
    if settings.place == "frame":
        return np.zeros(3)
    pose = seen.poses[seen.model.frame_index(seen.frame)]
    return np.asarray(-pose[:3, :3].T @ pose[:3, 3])


def twists(seen: Seen, settings: VelocitiesSettings, questions: Questions) -> JointTwists:
    """The twist of each joint at C."""
    from torseur.sim.analysis.velocities.joint_twists import joint_twists

    reference, basis = reference_of(settings.basis)
    axes = known_frame(seen, basis or "") or (seen.frame if reference == "local" else None)
    about = (seen.q, rates_of(seen, settings), seen.frame, point_in_frame(seen, settings), axes)
    found: JointTwists = questions.ask("twists", about, lambda: joint_twists(seen.model, *about), of=seen.model).value
    return found


def chosen_joint(settings: VelocitiesSettings, found: JointTwists) -> int:
    """The place of the joint that is written out."""
    return next((k for k, one in enumerate(found.joints) if one.joint == settings.joint), 0)


def relative(seen: Seen, settings: VelocitiesSettings, questions: Questions) -> PointVelocity:
    """P seen from k."""
    from torseur.sim.analysis.velocities.point_velocity import point_velocity

    observer = known_frame(seen, settings.observer) or None
    about = (seen.q, rates_of(seen, settings), seen.frame, np.array(settings.p), observer, np.array(settings.p_rate))
    found: PointVelocity = questions.ask("relative", about, lambda: point_velocity(seen.model, *about), of=seen.model).value
    return found


def links(seen: Seen, settings: VelocitiesSettings, questions: Questions) -> LinksFound:
    """The links on the way to the frame."""
    rates = rates_of(seen, settings)
    found: LinksFound = questions.ask("links", (seen.q, rates, seen.frame), lambda: _links(seen, rates), of=seen.model).value
    return found


def _links(seen: Seen, rates: Array) -> LinksFound:
    from torseur.sim.analysis.jacobian.link_velocities import link_velocities
    from torseur.sim.multibody.kinematics.jacobian import jacobian

    found, off = link_velocities(seen.model, seen.q, rates, seen.frame), 0.0
    for link in found:
        R = seen.poses[seen.model.frame_index(link.body)][:3, :3]
        twist = jacobian(seen.model, seen.q, link.body) @ rates
        off = max(off, float(np.abs(link.twist - np.concatenate([twist[:3] @ R, twist[3:] @ R])).max()))
    return LinksFound(tuple(link for link in found if np.any(link.twist) or link.rate.size), off)


def chosen_link(settings: VelocitiesSettings, moving: tuple[LinkVelocity, ...]) -> int:
    """The place of the link that is written out."""
    last = max(k for k, link in enumerate(moving) if link.rate.size)
    return next((k for k, link in enumerate(moving) if link.body == settings.link), last)
