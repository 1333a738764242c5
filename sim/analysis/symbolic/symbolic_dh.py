"""Pose and Jacobian of a Denavit-Hartenberg table as formulas.

The entries come out as one writes them by hand, without a search for simpler ones: angles of joints whose axes are parallel are
added up before their cosine is taken (c₂₃), and columns of J are built in the frame in which they are short.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...multibody.model.model import JointKind

if TYPE_CHECKING:
    import sympy

_ROUND = 1e-12  # how near an angle [rad] or a length [m] must be to a round one to be taken as it
_DECIMALS = 9  # of a length that is written as a fraction


class Row(Protocol):
    """One row of a table, such as `robots.DHRow`. What is here added to q is `theta` or `d`."""

    @property
    def kind(self) -> JointKind:
        """REVOLUTE, PRISMATIC or FIXED."""

    @property
    def theta(self) -> float:
        """About z [rad]."""

    @property
    def d(self) -> float:
        """Along z [m]."""

    @property
    def a(self) -> float:
        """Along x [m]."""

    @property
    def alpha(self) -> float:
        """About x [rad]."""


class Table(Protocol):
    """A table, such as `robots.DHTable`."""

    @property
    def convention(self) -> str:
        """Either "standard" or "modified"."""

    @property
    def rows(self) -> Sequence[Row]:
        """From the base to the tool."""

    @property
    def base(self) -> Array:
        """(4, 4) pose of frame 0 in the world."""

    @property
    def tool(self) -> Array:
        """(4, 4) pose of the tool in the last frame."""


@dataclass(frozen=True, eq=False, slots=True)
class SymbolicKinematics:
    """Formulas of one table. All matrices are immutable SymPy matrices."""

    q: tuple[sympy.Symbol, ...]  # theta1, d3, …: one for each row that moves, with the number of the row
    lengths: dict[sympy.Symbol, float]  # what a named length is [m]; empty if lengths are numbers
    transforms: tuple[sympy.ImmutableMatrix, ...]  # (4, 4) pose of each frame i in frame i-1
    T: sympy.ImmutableMatrix  # (4, 4) pose of frame n in frame 0, or of the tool in the world
    J: sympy.ImmutableMatrix  # (6, nv) Jacobian of its origin, linear rows first, in the axes of frame 0, or of the world


def symbolic_dh(table: Table, *, tool: bool = False, names: bool = False) -> SymbolicKinematics:
    """Return pose and Jacobian of a Denavit-Hartenberg table as formulas of q.

    Angles that are multiples of π/12 and lengths of up to nine decimals are exact; other numbers stay as they are. The result is
    kept: asked again it is there at once. SymPy is imported when this is first called.

    tool  : False: frame n seen from frame 0; True: the tool seen from the world, with the table's base and tool
    names : whether lengths other than zero are symbols (a2, d1) with their numbers in `lengths`, or numbers
    """
    rows = tuple((row.kind.value, *map(float, (row.theta, row.d, row.a, row.alpha))) for row in table.rows)
    ends = (_flat(table.base), _flat(table.tool)) if tool else None
    if table.convention not in ("standard", "modified"):
        raise ArgumentError("no DH convention {convention!r}; there are 'standard' and 'modified'", convention=table.convention)
    return _symbolic(rows, table.convention, ends, names)


def _flat(pose: Array) -> tuple[float, ...]:
    return tuple(float(value) for value in np.asarray(pose).ravel())


@dataclass(frozen=True, eq=False, slots=True)
class _Screw:
    """A turn about and a slide along z or x of the frame so far, and the row whose joint it holds, if any."""

    about: str  # "z" or "x"
    angle: Any
    slide: Any
    joint: tuple[str, Any] | None = None  # kind and symbol


@lru_cache(maxsize=64)
def _symbolic(
    rows: tuple[tuple[str, float, float, float, float], ...],
    convention: str,
    ends: tuple[tuple[float, ...], tuple[float, ...]] | None,
    names: bool,
) -> SymbolicKinematics:
    import sympy

    lengths: dict[Any, float] = {}
    q: list[Any] = []
    links = []
    for i, (kind, theta, d, a, alpha) in enumerate(rows, start=1):
        turn, slide, joint = _angle(theta), _length(d, f"d{i}" if names and kind != "prismatic" else "", lengths), None
        if names and kind == "prismatic" and d:
            slide = _length(d, f"l{i}", lengths)
        if kind == "revolute":
            q.append(sympy.Symbol(f"theta{i}", real=True))
            turn, joint = turn + q[-1], (kind, q[-1])
        elif kind == "prismatic":
            q.append(sympy.Symbol(f"d{i}", real=True))
            slide, joint = slide + q[-1], (kind, q[-1])
        about_z = _Screw("z", turn, slide, joint)
        number = i if convention == "standard" else i - 1
        about_x = _Screw("x", _angle(alpha), _length(a, f"a{number}" if names else "", lengths))
        links.append((about_z, about_x) if convention == "standard" else (about_x, about_z))
    base, tool = (_pose(end) for end in ends) if ends else (sympy.eye(4), sympy.eye(4))
    screws = [screw for link in links for screw in link]
    rotation, position, columns = _walk(screws, base, tool)
    return SymbolicKinematics(
        q=tuple(q),
        lengths=lengths,
        transforms=tuple(_matrix(*_walk(link, sympy.eye(4), sympy.eye(4))[:2]) for link in links),
        T=_matrix(rotation, position),
        J=sympy.ImmutableMatrix(6, len(columns), lambda i, k: columns[k][i]),
    )


def _matrix(rotation: Any, position: Any) -> Any:
    import sympy

    rows = rotation.row_join(position).col_join(sympy.Matrix([[0, 0, 0, 1]]))
    return sympy.ImmutableMatrix(rows)


def _walk(screws: Sequence[_Screw], base: Any, tool: Any) -> tuple[Any, Any, list[list[Any]]]:
    """Return rotation (3, 3) and position (3, 1) at the end of the screws, and the column of J of each joint.

    The rotation so far is closed · Rz(angle) · diag(1, flip, flip). While axes stay parallel only `angle` and `flip` change, so
    that angles add up; `steps` are what the position moved by, each in the axes of the closed rotation of its time.
    """
    import sympy

    angle, flip = sympy.Integer(0), 1
    steps: list[tuple[int, Any]] = []  # number of the closed rotation, step in its axes
    rotations = [base[:3, :3]]  # the closed ones
    frames = [sympy.eye(3)]  # each of them seen from the one before
    joints: list[tuple[str, int, int, int]] = []  # kind, closed rotation, flip, steps before
    for screw in screws:
        if screw.about == "z":
            if screw.joint is not None:
                joints.append((screw.joint[0], len(rotations) - 1, flip, len(steps)))
            steps.append((len(rotations) - 1, sympy.Matrix([0, 0, flip * screw.slide])))
            angle = angle + flip * screw.angle
            continue
        c, s = sympy.cos(angle), sympy.sin(angle)
        steps.append((len(rotations) - 1, sympy.Matrix([c * screw.slide, s * screw.slide, 0])))
        if screw.angle == 0:
            continue
        if sympy.Abs(screw.angle) == sympy.pi:
            flip = -flip
            continue
        ca, sa = sympy.cos(screw.angle), sympy.sin(screw.angle)
        turn = _about_z(angle) * sympy.diag(1, flip, flip) * sympy.Matrix([[1, 0, 0], [0, ca, -sa], [0, sa, ca]])
        frames.append(turn)
        rotations.append(rotations[-1] * turn)
        angle, flip = sympy.Integer(0), 1
    last = _about_z(angle) * sympy.diag(1, flip, flip)
    steps.append((len(rotations) - 1, last * tool[:3, 3]))
    columns = [_column(joint, steps, rotations, frames) for joint in joints]
    position = base[:3, 3] + base[:3, :3] * _path(steps, 0, frames)
    return rotations[-1] * last * tool[:3, :3], position.applyfunc(_factored), columns


def _about_z(angle: Any) -> Any:
    import sympy

    c, s = sympy.cos(angle), sympy.sin(angle)
    return sympy.Matrix([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _path(steps: Sequence[tuple[int, Any]], first: int, frames: Sequence[Any]) -> Any:
    """Return the sum (3, 1) of steps in the axes of a closed rotation that comes before them all."""
    import sympy

    total = sympy.zeros(3, 1)
    for number in range(len(frames) - 1, first - 1, -1):
        total += sum((step for at, step in steps if at == number), sympy.zeros(3, 1))
        if number > first:
            total = frames[number] * total
    return total.applyfunc(_factored)


def _column(
    joint: tuple[str, int, int, int], steps: Sequence[tuple[int, Any]], rotations: Sequence[Any], frames: Sequence[Any]
) -> list[Any]:
    """Return what one joint adds to the twist of the end: linear, then angular, in the axes of the world."""
    import sympy

    kind, number, flip, before = joint
    axis = flip * rotations[number][:, 2]
    if kind == "prismatic":
        return [*axis, 0, 0, 0]
    x, y, _ = _path(steps[before:], number, frames)
    linear = rotations[number] * sympy.Matrix([-flip * y, flip * x, 0])
    return [*linear.applyfunc(_factored), *axis]


def _factored(entry: Any) -> Any:
    """Return a sum with what its terms share put before it, but for numbers, which stay with the lengths that they are."""
    import sympy

    entry = sympy.factor_terms(entry)
    number, rest = entry.as_coeff_Mul()
    factors = list(sympy.Mul.make_args(rest))
    sums = [factor for factor in factors if factor.is_Add]
    if number == 1 or not sums or (number == -1 and len(factors) > 1):
        return entry
    factors.remove(sums[0])
    return sympy.Mul(*factors, sympy.Add(*(number * term for term in sums[0].args)))


def _angle(value: float) -> Any:
    """Return an angle as a multiple of π if it is one, or as the number that it is."""
    import sympy

    twelfths = round(value * 12.0 / math.pi)
    if abs(value - twelfths * math.pi / 12.0) <= _ROUND:
        return sympy.Rational(twelfths, 12) * sympy.pi
    return sympy.Float(value, 17)


def _length(value: float, name: str, lengths: dict[Any, float]) -> Any:
    """Return a length as a symbol, a fraction, or the number that it is."""
    import sympy

    rounded = round(value, _DECIMALS)
    if abs(value) <= _ROUND:
        return sympy.Integer(0)
    if name:
        symbol = sympy.Symbol(name, real=True)
        lengths[symbol] = value
        return symbol
    return sympy.Rational(repr(rounded)) if abs(rounded - value) <= _ROUND else sympy.Float(value, 17)


def _pose(numbers: tuple[float, ...]) -> Any:
    """Return a pose (4, 4) whose round entries are exact: cosines of multiples of π/12 too."""
    import sympy

    exact = {float(sympy.cos(k * sympy.pi / 12)): sympy.cos(k * sympy.pi / 12) for k in range(13)}

    def entry(i: int, k: int) -> Any:
        value = numbers[4 * i + k]
        if k == 3 or i == 3:
            return _length(value, "", {})
        return next((form for number, form in exact.items() if abs(value - number) <= _ROUND), sympy.Float(value, 17))

    return sympy.Matrix(4, 4, entry)
