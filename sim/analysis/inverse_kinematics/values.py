"""What inverse kinematics returns: configurations for a pose, speeds for a twist, how near they come, and the way there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np

from ...arrays import Array
from ...texts import as_shown, marked, tr


class PoseStatus(Enum):
    """How the search for a pose ended."""

    REACHED = marked("reached")
    OUT_OF_REACH = marked("out of reach")
    UNREACHABLE = marked("unreachable")
    STATIONARY = marked("stationary")
    ITERATION_LIMIT = marked("iteration limit")

    @property
    def sentence(self) -> str:
        """For the user, in English."""
        return {
            PoseStatus.REACHED: marked("Reached to the tolerance asked for, within the limits of the joints"),
            PoseStatus.OUT_OF_REACH: marked("Out of reach: the links are too short, or too long, for any configuration"),
            PoseStatus.UNREACHABLE: marked("Unreachable: from every start the error came to rest above the tolerance"),
            PoseStatus.STATIONARY: marked(
                "At rest above the tolerance: no small motion within the limits lowers the error; another start may reach it"
            ),
            PoseStatus.ITERATION_LIMIT: marked("Stopped above the tolerance: the iterations were used up"),
        }[self]


@dataclass(frozen=True, slots=True)
class Reach:
    """What the sums of link lengths prove: how far the frame's origin can be from a point that does not move."""

    joint: str  # the first joint on the way to the frame, at whose origin the point is
    center: tuple[float, float, float]  # world [m]
    inner_radius: float  # [m]
    outer_radius: float  # [m]; inf where a joint slides without limits

    def shortfall(self, point: Array) -> float:
        """How far a point (3,) in the world is beyond what can be reached [m]; 0 where this proves nothing."""
        distance = math.dist(self.center, point)
        return max(distance - self.outer_radius, self.inner_radius - distance, 0.0)


@dataclass(frozen=True, eq=False, slots=True)
class PoseIterates:
    """The configurations a search went through from its last start, first to last. Arrays are read-only."""

    q: Array  # (k, nq)
    error: Array  # (k, 6) (p* - p, log(R* Rᵀ)) along world axes [m, rad]; zeros where it was not asked for
    size: Array  # (k,) what is minimised: √(distance² + (length · angle)²) [m]
    mu: Array  # (k,) the damping μ of the step that led here; 0 for the first
    bounds: Array  # (k, n) of each joint: -1 held at its lower limit, 1 at its upper, 0 free

    def __len__(self) -> int:
        return len(self.size)


@dataclass(frozen=True, eq=False, slots=True)
class PoseSolution:
    """A configuration, and how far its frame is from the target. Arrays are read-only."""

    status: PoseStatus
    q: Array  # (nq,) the best found, within the limits
    frame: str
    rows: str  # "both", "position" or "orientation": what was asked for
    joints: tuple[str, ...]  # that were allowed to move
    target: Array  # (4, 4) in the world
    pose: Array  # (4, 4) of the frame at q, in the world
    position_error: float  # distance of the two origins [m]
    angle_error: float  # angle between the two orientations [rad]
    size: float  # what is minimised: √(distance² + (length · angle)²) [m]
    iterations: int  # of all starts together
    starts: int
    reach: Reach | None  # None: nothing that could be proved was asked for
    iterates: PoseIterates | None  # if asked for

    @property
    def reached(self) -> bool:
        """Whether the target is reached to the tolerance."""
        return self.status is PoseStatus.REACHED

    @property
    def message(self) -> str:
        """The status in a sentence, with how far the frame still is and how that is known."""
        ended = tr(self.status.sentence)
        if self.reached:
            return f"{ended}."
        parts = []
        if self.rows != "orientation":
            parts.append(f"{_short(1e3 * self.position_error)} mm")
        if self.rows != "position":
            parts.append(f"{_short(math.degrees(self.angle_error))}°")
        error = tr("{length} and {angle}", length=parts[0], angle=parts[1]) if len(parts) > 1 else parts[0]
        nearest = tr("the nearest pose found is {error} away", error=error)
        if self.status is PoseStatus.OUT_OF_REACH and self.reach is not None:
            distance = math.dist(self.reach.center, self.target[:3, 3])
            bound = (
                tr("at most {x:.4g} m", x=self.reach.outer_radius)
                if distance > self.reach.outer_radius
                else tr("at least {x:.4g} m", x=self.reach.inner_radius)
            )
            return tr(
                "Out of reach: the target is {distance:.4g} m from joint “{joint}”, the links allow {bound}; {nearest}.",
                distance=distance,
                joint=self.reach.joint,
                bound=bound,
                nearest=nearest,
            )
        starts = tr(" ({n} starts)", n=self.starts) if self.starts > 1 else ""
        return f"{ended}; {nearest}{starts}."


def _short(value: float) -> str:
    """Four significant digits without an exponent where it can be done without."""
    return as_shown(f"{value:.4g}" if value >= 1e-3 or value == 0.0 else f"{value:.1e}")


@dataclass(frozen=True, eq=False, slots=True)
class VelocitySolution:
    """Joint speeds, and what is left of the desired twist. Arrays are read-only."""

    method: str
    rows: str  # "both", "position" or "orientation"
    frame: str
    joints: tuple[str, ...]  # names of the columns of J
    J: Array  # (m, n) the chosen rows of the Jacobian at the frame's origin, world axes
    desired: Array  # (m,) the twist that was asked for [m/s, rad/s]
    speeds: Array  # (n,) q̇ [rad/s | m/s]
    achieved: Array  # (m,) J q̇: the twist they give [m/s, rad/s]
    operational: Array  # (6,) the same of all six rows, wanted or not [v; ω]
    sigma: Array  # singular values of J, its rows of ω times `length`, largest first
    rank: int  # of J
    used: int  # singular directions that the method uses
    limits: Array  # (n,) of the joint speeds [rad/s | m/s]; inf: none given
    length: float  # what 1 rad/s counts as beside 1 m/s [m]

    @property
    def residual(self) -> Array:
        """What of the desired twist is not achieved, v - J q̇ (m,) [m/s, rad/s]."""
        return self.desired - self.achieved

    @property
    def linear_residual(self) -> float:
        """|v - J q̇| of the velocity of the origin [m/s]; 0 if none was wanted."""
        return float(np.linalg.norm(self.residual[:3])) if self.rows != "orientation" else 0.0

    @property
    def angular_residual(self) -> float:
        """|ω - J q̇| of the angular velocity [rad/s]; 0 if none was wanted."""
        return float(np.linalg.norm(self.residual[-3:])) if self.rows != "position" else 0.0

    @property
    def condition(self) -> float:
        """σ₁ / σ_min of J; inf where it has lost a direction."""
        if self.rank < len(self.sigma):
            return math.inf
        return float(self.sigma[0] / self.sigma[-1])

    @property
    def excess(self) -> Array:
        """(n,) of each joint |q̇| over its limit: above 1 it is too fast; 0 where no limit is given."""
        found = np.zeros(len(self.speeds))
        np.divide(np.abs(self.speeds), self.limits, out=found, where=self.limits > 0.0)
        return np.where((self.limits <= 0.0) & (self.speeds != 0.0), np.inf, found)

    @property
    def feasible(self) -> float:
        """The largest share of the wanted twist, up to any multiple of it, whose speeds keep all limits; inf: no limit."""
        largest = float(np.max(self.excess, initial=0.0))
        return 1.0 / largest if largest > 0.0 else math.inf
