"""The page State: the motion of all pages on dynamics, typed, dragged or recorded, and loads, typed or drawn on the robot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from torseur.sim.compilation import DYNAMICS
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import marked, tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.look.math_notation import DDOT, DOT
from torseur.ui.sheet.blocks import (
    Amounts,
    Button,
    Buttons,
    Heading,
    Options,
    Paragraph,
    Section,
    UserEvent,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import zero_beside
from torseur.ui.text.units import limit_text
from torseur.ui.viewport.marks import Overlays

from ....sheet.page import NOTHING_DRAWN, EditLoads, EndDrag, Layer, Page, PageSettings, Seen, TypeMotion
from ....sheet.questions import Questions
from ....sheet.view_tools import DrawVector
from ...motion.coordinates import Coordinate, coordinates
from ...motion.joint_motion import JointMotion
from ...statics.load_section import LoadControls, load_drawing, load_places, load_section, load_tool, loads_after

MOTION = Heading("motion", marked("Motion"))
LOADS = Heading("loads", marked("External forces f_e"))
REACH = {"v": 3.0, "a": 10.0}  # where sliders end, at most [rad | m, per s and s²]
MOST = 1e6  # that can be typed


@dataclass(frozen=True, slots=True)
class StateSettings(PageSettings):
    """How loads are edited: they and the motion are of all pages."""

    controls: LoadControls = field(default_factory=LoadControls)


class StatePage(Page):
    """q̇ and q̈, a slider and a field for each number, and f_e."""

    key = "state"
    settings_type = StateSettings
    outline = (MOTION, LOADS)
    waits_for = (DYNAMICS,)
    needs_motion = True

    def sheet(self, seen: Seen, settings: StateSettings, questions: Questions) -> Sheet:
        """Write the motion, and the loads."""
        if isinstance(seen.motion, str):
            return Sheet((absent(seen.motion),))
        at, source = seen.motion, {"typed": tr("typed"), "recording": tr("recording")}
        hint = tr("None. Press Force, then press on the robot and drag; or + for one at the chosen frame.")
        buttons = (
            Button("rest", tr("Rest"), tip=tr("All of q̇ and q̈ are 0")),
            Button("one", tr("One joint"), tip=tr("One number of q̇ alone; again: the next")),
            Button("random", tr("Random"), tip=tr("Any q̇ within the limits of speed, and any q̈")),
        )
        return Sheet(
            (
                section(
                    MOTION,
                    Buttons("buttons", buttons),
                    Paragraph("note", f"{at.sentence} {_beyond(seen)}".strip(), "text_second"),
                    _numbers("v", tr("Velocities q̇"), "/s", at.v.tolist(), seen),
                    _numbers("a", tr("Accelerations q̈"), "/s²", at.a.tolist(), seen),
                    tools=(Options("source", tr("Where q̇ and q̈ come from"), options(source), at.motion.source),),
                    divided=False,
                ),
                load_section(LOADS, hint, seen, at.loads, settings.controls),
            )
        )

    def layer(self, seen: Seen, settings: StateSettings, questions: Questions) -> Layer:
        """Draw the loads."""
        if isinstance(seen.motion, str):
            return NOTHING_DRAWN
        loads = seen.motion.loads
        drawing = load_drawing(seen, loads, settings.controls, questions)
        arrows = drawing.arrows(loads.loads, load_places(seen, loads))
        return Overlays(arrows=arrows), drawing.legend(loads.loads, tr("on the robot"))

    def tools(self, seen: Seen, settings: StateSettings, questions: Questions) -> tuple[DrawVector, ...]:
        """Loads are drawn on the robot."""
        if isinstance(seen.motion, str):
            return ()
        return (load_tool(seen, seen.motion.loads, settings.controls, questions),)

    def reduce(self, settings: StateSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Have another motion, or other loads."""
        if isinstance(seen.motion, str):
            return settings
        motion = _motion_after(event, seen, questions)
        if motion is not None:
            return settings, motion
        loads = seen.motion.loads
        after = loads_after(loads, settings.controls, event, seen, questions)
        if after is None:
            return settings
        edits = () if after.loads is loads and not after.text else (EditLoads(after.loads, after.text, after.before),)
        return replace(settings, controls=after.controls), *edits, *after.effects


def _motion_after(event: UserEvent, seen: Seen, questions: Questions) -> TypeMotion | EndDrag | None:
    """What an event has the motion become; None: nothing."""
    at, model = seen.motion, seen.model
    match event.path.removeprefix("motion."), event.kind:
        case "v.rows" | "a.rows" as rows, "entered":
            kind, (k, value) = rows[0], event.value
            name = coordinates(model)[k].name
            text = tr("Change q̇ of {name}", name=name) if kind == "v" else tr("Change q̈ of {name}", name=name)
            return TypeMotion(JointMotion(at.v, at.a).with_number(kind, k, value), text, f"{kind} {k}")
        case "v.rows" | "a.rows", "released":
            return EndDrag()
        case "source", "chosen" if event.value == "typed":
            return TypeMotion(JointMotion(at.v, at.a), tr("Type the motion"))
        case "source", "chosen":
            return TypeMotion(JointMotion.rest(model.nv, event.value), tr("Follow the recording's motion"))
        case "buttons.rest", "pressed":
            return TypeMotion(JointMotion.rest(model.nv), tr("Rest"))
        case "buttons.one", "pressed":
            return TypeMotion(at.motion.next_alone(model, coordinates(model)), tr("Move one joint"))
        case "buttons.random", "pressed":
            return TypeMotion(JointMotion.random(model, questions.kept("random", np.random.default_rng)), tr("Random motion"))
    return None


def _numbers(kind: str, title: str, per: str, values: Sequence[float], seen: Seen) -> Section:
    """A row for each number; 0 for what rounding leaves of them, beside gravity in accelerations."""
    zero = zero_beside((*values, *(seen.motion.gravity if kind == "a" else ())))
    shown = tuple(value if abs(value) > zero else 0.0 for value in values)
    rows = tuple(amounts(seen.model, coordinates(seen.model), kind))
    return Section(kind, title, (Amounts("rows", title, rows, shown, per, seen.angle_unit),))


def _beyond(seen: Seen) -> str:
    """Which speeds are above their limits, which hinder nobody from asking what they would take."""
    limit, found = seen.model.velocity_limit, []
    for k in np.flatnonzero((limit > 0.0) & (np.abs(seen.motion.v) > limit * (1.0 + 1e-9))):
        one = coordinates(seen.model)[k]
        most = limit_text(float(limit[k]), one.turns, seen.angle_unit)
        found.append(tr("{joint} at most {limit}/s", joint=one.name, limit=most))
    return tr("Faster than the robot may go: {joints}.", joints=", ".join(found)) if found else ""


def amounts(model: Model, coordinates: Sequence[Coordinate], kind: str) -> list[Amount]:
    """A row for each number of q̇ "v", within the limits of speed, or of q̈ "a"."""
    found = []
    for k, one in enumerate(coordinates):
        base, _, index = one.symbol.partition("_")
        limit = float(model.velocity_limit[k]) if kind == "v" else np.inf
        reach = min(limit, REACH[kind]) if limit > 0.0 else REACH[kind]
        dots = (DOT if kind == "v" else DDOT) if base == "q" else ("" if kind == "v" else DOT)
        found.append(Amount(k, f"{base}{dots}_{index}" if index else base + dots, one.joint, one.turns, reach, MOST))
    return found
