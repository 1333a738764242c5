"""What can be plotted of a recording: a tree of quantities, and how each is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.coordinate_names import joint_numbers, position_names, units, velocity_names
from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.step_arrays import ACCELERATION
from torseur.sim.texts import marked, tr
from torseur.ui.panels.signals.values import SignalEntry

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.recorded_dynamics.recording_dynamics import RecordingDynamics
    from torseur.sim.simulation.recording.recording import Recording

MOST_ENTRIES = 40  # numbers of v up to which all entries of H can be chosen; of more, those on its diagonal
_SAY_ALL = ("energy/", "H/", "solve/")  # how keys of groups begin whose names need none before them
_AXES = ("x", "y", "z")
_SPATIAL = ("p_x", "p_y", "p_z", "L_x", "L_y", "L_z")
_MOMENTA = ("N s",) * 3 + ("N m s",) * 3

Read = Callable[["Recording", "RecordingDynamics"], Array]


@dataclass(frozen=True, eq=False, slots=True)
class SignalChoice:
    """One quantity over time: `read` gives it (n,), in SI units."""

    key: str
    name: str
    group: str
    unit: str
    pane: str  # title of the plot
    read: Read | None  # None: an entry of the mass matrix
    entry: tuple[int, int] = (-1, -1)  # that one
    tip: str = ""

    @property
    def full_name(self) -> str:
        """With its group, as the legend and tables say it."""
        return self.name if self.key.startswith(_SAY_ALL) else f"{self.group.replace(',', '')} {self.name}"


def signal_choices(model: Model) -> list[SignalChoice]:
    """All quantities of recordings of this model, group after group."""
    return [*_energies(), *_joint_quantities(model), *_mass_matrix(model), *_of_the_whole(), *_steps()]


def tree_entries(choices: list[SignalChoice], to_display: Callable[[str], tuple[str, float]]) -> list[SignalEntry]:
    """The rows of the tree; `to_display` gives the unit that one of SI is shown in."""
    rows: list[SignalEntry] = []
    path: tuple[str, ...] = ()
    for choice in choices:
        groups = tuple(choice.group.split("/"))
        for depth, name in enumerate(groups):
            if path[: depth + 1] != groups[: depth + 1]:
                rows.append(SignalEntry("group:" + "/".join(groups[: depth + 1]), name, depth, is_group=True))
        path = groups
        rows.append(SignalEntry(choice.key, choice.name, len(groups), to_display(choice.unit)[0], choice.tip))
    return rows


def _energies() -> Iterator[SignalChoice]:
    energy = tr("Energy")
    for field, name, unit, pane, tip in (
        ("kinetic", tr("kinetic"), "J", energy, tr("½ q̇ᵀ H q̇, as recorded")),
        ("potential", tr("potential"), "J", energy, tr("of gravity and springs, as recorded")),
        ("work", tr("work of τₘ"), "J", energy, tr("∫ τₘᵀ q̇ dt since the first state")),
        (
            "passive_work",
            tr("work of passive torques"),
            "J",
            energy,
            tr("of all but springs, which are in the potential energy"),
        ),
        ("contact_work", tr("work of contacts"), "J", energy, tr("of Tλ, and of the impulses of impacts")),
        (
            "energy_balance",
            tr("energy balance"),
            "J",
            tr("Energy balance"),
            tr("energy gained less all work: what no force accounts for"),
        ),
        ("power", tr("power τₘᵀq̇"), "W", tr("Power"), tr("of the controllers")),
        ("passive_power", tr("power of passive torques"), "W", tr("Power"), tr("of damping, springs, dry friction and limits")),
        ("contact_power", tr("power of contacts"), "W", tr("Power"), tr("of Tλ")),
    ):
        yield SignalChoice(f"energy/{field}", name, energy, unit, pane, _field(field), tip=tip)
    yield SignalChoice(
        "energy/total",
        tr("total"),
        energy,
        "J",
        energy,
        lambda recording, found: found.kinetic + found.potential,
        tip=tr("kinetic and potential"),
    )


_TORQUE = marked("Torque")
_TORQUES = (
    ("tau", marked("τₘ, recorded"), _TORQUE, marked("of the controllers, as recorded")),
    ("needed", marked("τₘ, needed"), _TORQUE, marked("inverse dynamics of the recorded q, q̇, q̈, less Tλ and passive τₚ")),
    ("inverse", "H q̈ + C q̇ + g", _TORQUE, marked("τ + Tλ, inverse dynamics: one recursive Newton-Euler")),
    ("inertial", "H q̈", _TORQUE, marked("what acceleration takes")),
    ("coriolis", "C q̇", _TORQUE, marked("Coriolis and centrifugal torques")),
    ("gravity", "g(q)", _TORQUE, marked("what holding against gravity takes")),
    ("contact", "Tλ", _TORQUE, marked("of the recorded contact forces")),
    ("passive", marked("τₚ, passive"), _TORQUE, marked("damping, springs, dry friction and limits of joints, as recorded")),
    (
        "residual",
        marked("Residual"),
        marked("Residual"),
        marked("H q̈ + C q̇ + g - τₘ - τₚ - Tλ: how far from the equation of motion"),
    ),
)


def _bare(names: list[str]) -> list[str]:
    """Names as they are read, without that of the robot where there is one robot."""
    if len({name.split("/")[0] for name in names}) == 1:
        names = [name.split("/", 1)[-1] for name in names]
    return [re.sub(r"(?<= [vω])_", "", name) for name in names]


def _joint_quantities(model: Model) -> Iterator[SignalChoice]:
    names = _bare(velocity_names(model))
    for letter, group, of, field in (
        ("q", "q", _bare(position_names(model)), "q"),
        ("v", "q̇", names, "v"),
        ("a", "q̈", names, "a"),
    ):
        for k, (name, unit) in enumerate(zip(of, units(model, letter), strict=True)):
            yield SignalChoice(f"{field}/{name}", name, group, unit, group, _column(field, k))
    for field, group, pane, tip in _TORQUES:
        for k, (name, unit) in enumerate(zip(names, units(model, "tau"), strict=True)):
            key = f"{field}/{name}"
            yield SignalChoice(key, name, tr(group), unit, tr(pane), _column(field, k), tip=tr(tip))


def _mass_matrix(model: Model) -> Iterator[SignalChoice]:
    names, slides = _bare(velocity_names(model)), [unit == "m/s" for unit in units(model, "v")]
    squares = ("kg m²", "kg m", "kg")
    whole, numbers = model.nv <= MOST_ENTRIES, joint_numbers(model)
    short = [str(numbers.get(full, name)) for full, name in zip(velocity_names(model), names, strict=True)]
    rows = [name if name == number else f"{number}, {name}" for number, name in zip(short, names, strict=True)]
    for i in range(model.nv):
        for j in range(i + 1) if whole else (i,):
            group = tr("Mass matrix H, diagonal")
            if whole:
                group = tr("Mass matrix H/row {row}", row=rows[i])
            yield SignalChoice(
                f"H/{i},{j}",
                f"H {short[i]},{short[j]}" if whole else f"H {rows[i]}",
                group,
                squares[slides[i] + slides[j]],
                tr("Mass matrix"),
                None,
                (i, j),
                tr("{a} and {b}", a=names[i], b=names[j]),
            )


def _of_the_whole() -> Iterator[SignalChoice]:
    for field, group, names, of in (
        ("center_of_mass", tr("Centre of mass"), _AXES, ("m",) * 3),
        ("center_of_mass_velocity", tr("Velocity of the centre of mass"), _AXES, ("m/s",) * 3),
        ("momentum", tr("Momentum, about the origin"), _SPATIAL, _MOMENTA),
        ("centroidal_momentum", tr("Centroidal momentum"), _SPATIAL, _MOMENTA),
    ):
        for k, (name, unit) in enumerate(zip(names, of, strict=True)):
            yield SignalChoice(f"{field}/{name}", name, group, unit, group.split(",")[0], _column(field, k))


def _steps() -> Iterator[SignalChoice]:
    for field, name, unit in (("step_error", tr("error of a step"), "m/s"), ("iterations", tr("iterations"), "1")):
        yield SignalChoice(f"solve/{field}", name, tr("Contact solve"), unit, name.capitalize(), _recorded(field))
    for k, (field, name, unit) in enumerate(
        (
            ("normal force", tr("normal force"), "N"),
            ("friction force", tr("friction force"), "N"),
            ("impulse of impacts", tr("impulse of impacts"), "N s"),
        )
    ):
        yield SignalChoice(
            f"solve/{field}", name, tr("Contact solve"), unit, name.capitalize(), _summed(k), tip=tr("summed over all contacts")
        )
    for field, name, unit, of_accelerations, tip in (
        ("residual of velocities", tr("residual of velocities"), "m/s", False, tr("of solves for velocities and impulses")),
        (
            "residual of accelerations",
            tr("residual of accelerations"),
            "1",
            True,
            tr("of solves for forces, over the largest acceleration"),
        ),
    ):
        yield SignalChoice(
            f"solve/{field}", name, tr("Contact solve"), unit, name.capitalize(), _residual(of_accelerations), tip=tip
        )


def _field(field: str) -> Read:
    return lambda recording, found: np.asarray(getattr(found, field))


def _column(field: str, k: int) -> Read:
    return lambda recording, found: np.asarray(getattr(found, field)[:, k])


def _residual(of_accelerations: bool) -> Read:
    def read(recording: Recording, found: RecordingDynamics) -> Array:
        solved_so = (recording.problems.levels[: len(found)] == ACCELERATION) == of_accelerations
        return np.where(solved_so, recording.residual[: len(found)], np.nan)

    return read


def _summed(k: int) -> Read:
    return lambda recording, found: recording.contact_sums(len(found))[k]


def _recorded(field: str) -> Read:
    return lambda recording, found: np.asarray(getattr(recording, field)[: len(found)], dtype=float)
