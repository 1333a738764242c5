"""The columns of a frame's Jacobian as the laboratory writes and offers them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from torseur.sim.multibody.model.coordinate_names import joint_numbers, speed_letters
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.multibody.model.movers import columns_to
from torseur.sim.texts import tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.look.math_notation import DOT, index
from torseur.ui.sheet.blocks import options

from ...documents.joint_names import readable
from ...sheet.page import Seen

TURN, SLIDE = math.pi, 1.0  # reach of a slider of speeds without limits [rad/s, m/s]
FASTEST = 1000.0  # that may be typed [rad/s | m/s]
SMALL_TURN, SMALL_SLIDE = math.radians(30.0), 0.3  # reach of a slider of displacements [rad, m]
LARGEST = (math.pi, 10.0)  # displacement that may be typed [rad, m]
MOST = 100  # columns: of more, nothing could be read, and routes would not follow a slider
RATE, STEP = (math.radians(10.0), 0.1), (math.radians(5.0), 0.05)  # what joints of one degree start with

_STEPS = {"v": "δp", "ω": "δθ"}  # what a speed becomes where a displacement is meant


def reason_against(seen: Seen) -> str:
    """Why there is nothing to show of the frame, or nothing."""
    if not seen.frame:
        return tr("No joint of what is open moves by one number: there is no frame to look at.")
    count = len(columns_to(seen.model, seen.frame))
    text = tr("{n} numbers move this frame; the laboratory shows up to {most}.", n=count, most=MOST)
    return text if count > MOST else ""


def frame_options(model: Model) -> tuple[tuple[str, str], ...]:
    """The frames that joints carry, those of one robot by the last part of their names."""
    names = [name for name in model.frame_names if int(model.frame_row[model.frame_index(name)]) > 0]
    one_robot = len({name.split("/")[0] for name in names}) == 1
    return options({name: name.split("/", 1)[-1] if one_robot else name for name in names})


def rates(model: Model, columns: Sequence[int]) -> list[Amount]:
    """What speeds are typed as."""
    amounts = []
    for k in columns:
        joint, letter, is_angle = _column(model, k)
        limit = float(model.velocity_limit[k])
        reach = limit if math.isfinite(limit) and limit > 0.0 else TURN if is_angle else SLIDE
        amounts.append(
            Amount(k, letter or f"q{DOT}_{index(joint_numbers(model)[joint])}", short_name(joint), is_angle, reach, FASTEST)
        )
    return amounts


def steps(model: Model, columns: Sequence[int]) -> list[Amount]:
    """What small displacements are typed as."""
    amounts = []
    for k in columns:
        joint, letter, is_angle = _column(model, k)
        reach, most = (SMALL_TURN, LARGEST[0]) if is_angle else (SMALL_SLIDE, LARGEST[1])
        named = _STEPS[letter[0]] + letter[1:] if letter else f"δq_{index(joint_numbers(model)[joint])}"
        amounts.append(Amount(k, named, short_name(joint), is_angle, reach, most))
    return amounts


def short_name(joint: str) -> str:
    """The name of a joint as one reads it, without that of its robot."""
    return readable(joint.rsplit("/", 1)[-1])


def first_column(model: Model, columns: Sequence[int]) -> int:
    """What is looked at first: the first joint of one degree, else the first column; -1 without columns."""
    single = {v.start for _, v in model.joint_slices().values() if v.stop - v.start == 1}
    return next((k for k in columns if k in single), columns[0] if columns else -1)


def _column(model: Model, k: int) -> tuple[str, str, bool]:
    """The joint that a number of v belongs to, its letter if the joint has several, and whether it is an angle."""
    name, place = next((n, v) for n, (_, v) in model.joint_slices().items() if v.start <= k < v.stop)
    kind = model.joint(name).kind
    letters = speed_letters(kind)
    if not letters:
        return name, "", kind is not JointKind.PRISMATIC
    letter = letters[k - place.start]
    return name, letter, letter.startswith("ω")
