"""A chain with exact numbers, and its Jacobian as polynomials, in the frame in which it is short.

Numbers of a file are decimals of what was meant: 1.5708 for π/2. A rotation within `ANGLE` of a turn of the coordinate axes
is taken as that, any other as the nearest one by a rational quaternion; a length is the shortest decimal within `LENGTH`.
How far that goes from the file is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...arrays import Array
from ..rows import ROWS
from .chain import Chain
from .trig_ring import TrigRing, terms_of

ANGLE = 1e-5  # entries of a rotation that are so near to -1, 0 or 1 are taken as that
LENGTH = 1e-9  # [m]
_FINEST = 10**7  # denominators of a rational quaternion

Matrix = list[list[Any]]


@dataclass(frozen=True, eq=False, slots=True)
class ExactLink:
    """A pose of exact numbers: rotation of fractions, translation of polynomials in the lengths."""

    rotation: tuple[tuple[Fraction, ...], ...]
    translation: tuple[Any, Any, Any]


@dataclass(frozen=True, eq=False, slots=True)
class ExactChain:
    """Links of exact numbers over one ring."""

    ring: TrigRing
    links: tuple[ExactLink, ...]
    lengths: dict[str, float]  # what a named length is [m]
    rotation_error: float  # largest change of an entry of a rotation
    length_error: float  # largest change of a length [m]


@dataclass(frozen=True, eq=False, slots=True)
class ExactJacobian:
    """Six rows, linear first, of polynomials: in the axes of the moved frame of joint `axes`, at a point."""

    rows: Matrix  # 6 × n
    axes: int  # from 1 on
    point: str  # "frame": the frame asked about, "origin": the origin of those axes, "wrist": where three axes meet
    wrist: tuple[int, int, int] | None = None  # joints whose axes meet at the point, from 1 on


def exact_chain(chain: Chain, *, names: bool = False, more: Sequence[str] = ()) -> ExactChain:
    """Take the numbers of a chain as exact ones; `names` gives each length a letter, as `symbolic_dh` does, beside `more`."""
    lengths: dict[str, float] = {}
    drafts = []
    rotation_error = length_error = 0.0
    for i, pose in enumerate(chain.links):
        numbers = np.array(pose)
        rotation = exact_rotation(numbers[:, :3])
        translation = [exact_length(value) for value in numbers[:, 3]]
        rotation_error = max(rotation_error, float(np.max(np.abs(np.array(rotation, dtype=float) - numbers[:, :3]))))
        length_error = max(length_error, float(np.max(np.abs(np.array(translation, dtype=float) - numbers[:, 3]))))
        number, slid = (chain.numbers[i - 1], chain.prismatic[i - 1]) if i else (0, False)
        letters = _letters(translation, number, slid) if names else ("", "", "")
        for letter, value in zip(letters, translation, strict=True):
            if letter:
                lengths[letter] = float(abs(value))
        drafts.append((rotation, translation, letters))
    ring = TrigRing(chain.prismatic, (*lengths, *more), chain.numbers)
    links = []
    for rotation, translation, letters in drafts:
        place = [
            (ring.length(letter) * (1 if value > 0 else -1)) if letter else ring.number(value)
            for letter, value in zip(letters, translation, strict=True)
        ]
        links.append(ExactLink(tuple(map(tuple, rotation)), (place[0], place[1], place[2])))
    return ExactChain(ring, tuple(links), lengths, rotation_error, length_error)


def exact_length(value: float) -> Fraction:
    """The shortest decimal within `LENGTH` of a number."""
    value = float(value)
    return next(
        (Fraction(repr(round(value, digits))) for digits in range(9) if abs(round(value, digits) - value) <= LENGTH),
        Fraction(repr(round(value, 9))),
    )


def exact_rotation(R: Array) -> list[list[Fraction]]:
    """A rotation (3, 3) of fractions: orthogonal without error, near the given one."""
    near = np.round(R)
    if float(np.max(np.abs(near - R))) <= ANGLE:
        return [[Fraction(int(value)) for value in line] for line in near]
    from scipy.spatial.transform import Rotation

    quaternion = Rotation.from_matrix(R).as_quat()
    largest = quaternion[int(np.argmax(np.abs(quaternion)))]
    x, y, z, w = (Fraction(float(value / largest)).limit_denominator(_FINEST) for value in quaternion)
    size = x * x + y * y + z * z + w * w
    two = Fraction(2) / size
    return [
        [1 - two * (y * y + z * z), two * (x * y - z * w), two * (x * z + y * w)],
        [two * (x * y + z * w), 1 - two * (x * x + z * z), two * (y * z - x * w)],
        [two * (x * z - y * w), two * (y * z + x * w), 1 - two * (x * x + y * y)],
    ]


def _letters(translation: Sequence[Fraction], i: int, slid: bool) -> tuple[str, str, str]:
    """Names of what is not zero: a across the axis (a and b where it has two parts), d along it, l where d is a variable."""
    x, y, z = translation
    return (f"a{i}" if x else "", (f"b{i}" if x else f"a{i}") if y else "", (f"l{i}" if slid else f"d{i}") if z else "")


def short_jacobian(chain: ExactChain, rows: str) -> ExactJacobian:
    """The Jacobian in the frame and, where all six rows count, at the point in which it has the fewest terms."""
    wrist = meeting_axes(chain) if rows == "both" else None
    candidates = []
    for axes in range(1, chain.ring.n + 1):
        if rows != "both":
            candidates.append(jacobian_in(chain, axes, "frame", None))
        elif wrist is not None:
            candidates.append(jacobian_in(chain, axes, "wrist", wrist))
        else:
            candidates.append(jacobian_in(chain, axes, "origin", None))
    return min(candidates, key=lambda found: terms_of(found.rows[ROWS[rows]]))


def jacobian_in(chain: ExactChain, axes: int, point: str, wrist: tuple[tuple[int, int, int], Any] | None) -> ExactJacobian:
    """The Jacobian in the axes of the moved frame of joint `axes` (from 1 on)."""
    ring, n = chain.ring, chain.ring.n
    one, zero = ring.one, ring.zero
    identity: Matrix = [[one if i == k else zero for k in range(3)] for i in range(3)]
    R: dict[int, Matrix] = {axes: identity}
    o: dict[int, Matrix] = {axes: [[zero], [zero], [zero]]}
    for i in range(axes, n + 1):  # frames after, and the frame asked about as n + 1
        turn, step = _constant(ring, chain.links[i])
        R[i + 1], o[i + 1] = _compose(ring, R[i], o[i], turn, step)
        if i < n:
            R[i + 1], o[i + 1] = _compose(ring, R[i + 1], o[i + 1], *_motion(ring, i))
    for i in range(axes, 1, -1):  # frames before
        turn, slide = _motion(ring, i - 1, back=True)
        across, place = _compose(ring, R[i], o[i], turn, slide)
        turn, step = _constant(ring, chain.links[i - 1])
        back = [[turn[k][j] for k in range(3)] for j in range(3)]
        behind = [[-entry[0]] for entry in ring.matrix_product(back, step)]
        R[i - 1], o[i - 1] = _compose(ring, across, place, back, behind)
    P = o[n + 1] if point == "frame" else o[axes]
    if wrist is not None:
        first = wrist[0][0]
        P = _compose(ring, R[first], o[first], identity, [[zero], [zero], [wrist[1]]])[1]
    columns = [_column(ring, R[i + 1], o[i + 1], P, chain.ring.prismatic[i]) for i in range(n)]
    return ExactJacobian(
        [[columns[k][i] for k in range(n)] for i in range(6)], axes, point, wrist[0] if wrist is not None else None
    )


def moved_link(exact: ExactChain, joint: int) -> tuple[Matrix, Matrix]:
    """The rotation (3, 3) and the origin (3, 1) of the axes that move with a joint, from 0 on, in those before it."""
    return _compose(exact.ring, *_constant(exact.ring, exact.links[joint]), *_motion(exact.ring, joint))


def base_rotation(exact: ExactChain, axes: int) -> Matrix:
    """The rotation (3, 3) from the axes that move with joint `axes`, from 1 on, to those of R0."""
    ring = exact.ring
    one, zero = ring.one, ring.zero
    R: Matrix = [[one if i == k else zero for k in range(3)] for i in range(3)]
    for joint in range(axes):
        R = ring.matrix_product(R, [[ring.number(value) for value in line] for line in exact.links[joint].rotation])
        if not ring.prismatic[joint]:
            c, s = ring.cos(joint), ring.sin(joint)
            R = ring.matrix_product(R, [[c, -s, zero], [s, c, zero], [zero, zero, one]])
    return R


def meeting_axes(chain: ExactChain) -> tuple[tuple[int, int, int], Any] | None:
    """Three joints in a row whose axes meet in one point, the last such; and the height of it along the first axis."""
    ring = chain.ring
    for first in range(ring.n - 2, 0, -1):
        if any(ring.prismatic[first - 1 : first + 2]):
            continue
        middle, last = chain.links[first], chain.links[first + 1]
        height = _crossing(ring, middle)
        if height is None:
            continue
        above, below = height
        # below: how far along the second axis the first one is met; the third must meet it there too
        second = _crossing(ring, last)
        if second is not None and second[0] == below:
            return (first, first + 1, first + 2), above
    return None


def _crossing(ring: TrigRing, link: ExactLink) -> tuple[Any, Any] | None:
    """Where an axis z meets that of the next joint, measured along each; None if it does not, or if they are parallel."""
    ux, uy, uz = (ring.number(link.rotation[i][2]) for i in range(3))
    x, y, z = link.translation
    if not (ux or uy) or ux * y != uy * x:
        return None
    along, across = (ux, x) if ux else (uy, y)  # x + below · ux = 0
    below = across.mul_ground(-1 / along.LC)
    return z + below * uz, below


def _constant(ring: TrigRing, link: ExactLink) -> tuple[Matrix, Matrix]:
    return [[ring.number(value) for value in line] for line in link.rotation], [[value] for value in link.translation]


def _motion(ring: TrigRing, joint: int, *, back: bool = False) -> tuple[Matrix, Matrix]:
    one, zero, sign = ring.one, ring.zero, -1 if back else 1
    still: Matrix = [[one, zero, zero], [zero, one, zero], [zero, zero, one]]
    if ring.prismatic[joint]:
        return still, [[zero], [zero], [sign * ring.sin(joint)]]
    c, s = ring.cos(joint), sign * ring.sin(joint)
    return [[c, -s, zero], [s, c, zero], [zero, zero, one]], [[zero], [zero], [zero]]


def _compose(ring: TrigRing, R: Matrix, o: Matrix, turn: Matrix, step: Matrix) -> tuple[Matrix, Matrix]:
    shift = ring.matrix_product(R, step)
    return ring.matrix_product(R, turn), [[ring.reduced(o[i][0] + shift[i][0])] for i in range(3)]


def _column(ring: TrigRing, R: Matrix, o: Matrix, P: Matrix, slides: bool) -> list[Any]:
    z = [R[i][2] for i in range(3)]
    if slides:
        return [*z, ring.zero, ring.zero, ring.zero]
    x = [P[i][0] - o[i][0] for i in range(3)]
    cross = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
    return [*(ring.reduced(entry) for entry in cross), *z]
