"""The page on statics: loads that are typed or drawn, what they ask of the joints, what the structure carries, and a check."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from torseur.sim.compilation import DYNAMICS, PROBLEMS
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Block, Heading, Paragraph, UserEvent
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.viewport.marks import joined

from ...sheet.page import NOTHING_DRAWN, Layer, Page, Seen, Undoable
from ...sheet.questions import Questions
from ...sheet.view_tools import DrawVector
from ..joint_numbers import with_values
from ..motion.loads import Loads
from .carried_section import CARRIED, carried_section
from .check_section import CHECK, FRAME, check_layer, check_section, checked, found_check, instant_after
from .load_section import load_drawing, load_places, load_section, load_tool, loads_after
from .statics_drawing import StaticsPicture
from .statics_settings import StaticsSettings, checked_pose, loads_on, statics_of
from .torque_section import TORQUES, torque_section
from .work_section import MOST, WORK, displacements, work_layer, work_section

LOADS = Heading("load_section", marked("Loads"))


class StaticsPage(Page):
    """Its loads are its own, on the robot that is open."""

    key = "statics"
    settings_type = StaticsSettings
    outline = (LOADS, TORQUES, CARRIED, WORK, CHECK)
    waits_for = (PROBLEMS, DYNAMICS)
    drawn_only = frozenset({"instant"})

    def sheet(self, seen: Seen, settings: StaticsSettings, questions: Questions) -> Sheet:
        """Write the loads, the torques, how the load that is selected is split, the virtual work and the check."""
        loads = loads_on(seen, settings)
        statics = statics_of(seen, loads, questions)
        hint = tr("No load: the torques hold the robot against gravity alone. Press Force, then press on the robot and drag.")
        gone = len(settings.loads.loads) > len(loads.loads) and settings.opened == seen.opened
        note = tr("Loads on bodies that are gone were removed.") if gone else ""
        sections: list[Block] = [
            replace(load_section(LOADS, hint, seen, loads, settings.controls), divided=False),
            Paragraph("gone", note, "text_second", icon="info"),
            torque_section(seen.model, statics, loads.side),
        ]
        if statics is not None:
            sections.append(carried_section(seen.model, statics, loads.selected))
        if statics is not None and seen.model.nv <= MOST:
            sections.append(work_section(seen, settings, statics, questions))
        return Sheet((*sections, check_section(seen, settings, statics, questions)))

    def layer(self, seen: Seen, settings: StaticsSettings, questions: Questions) -> Layer:
        """Draw the loads and the parts of the one that is selected, how their points move, and what falls."""
        loads = loads_on(seen, settings)
        statics = statics_of(seen, loads, questions)
        if statics is None:
            return NOTHING_DRAWN
        picture, places = (StaticsPicture(load_drawing(seen, loads, settings.controls, questions)), load_places(seen, loads))
        moved, moved_rows = NOTHING_DRAWN
        if seen.model.nv <= MOST:
            moved, moved_rows = work_layer(seen, settings, statics, places, questions)
        fallen, fallen_rows = check_layer(seen, settings, found_check(checked(seen, settings, statics, questions)))
        drawn = joined(joined(picture.overlays(statics, places, loads.selected), moved), fallen)
        return drawn, (*picture.legend(statics), *moved_rows, *fallen_rows)

    def tools(self, seen: Seen, settings: StaticsSettings, questions: Questions) -> tuple[DrawVector, ...]:
        """Loads are drawn on the robot."""
        return (load_tool(seen, loads_on(seen, settings), settings.controls, questions),)

    def beat(self, settings: StaticsSettings) -> int:
        """What falls moves on."""
        return FRAME if settings.instant >= 0 else 0

    def reduce(self, settings: StaticsSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Take what was typed, drawn, switched or asked for."""
        loads = loads_on(seen, settings)
        match event:
            case UserEvent("", "reread"):
                return replace(settings, opened=seen.opened)
            case UserEvent("table.side", _, side):
                after = _with_loads(settings, replace(loads, side=side), seen)
                return after, Undoable(tr("Hold or exert"), ("loads",), replace(after, loads=loads))
            case UserEvent("work.drawn", _, drawn):
                return replace(settings, drawn=drawn)
            case UserEvent("work.amounts", "entered", (column, value)):
                return replace(settings, steps=with_values(seen.model, settings.steps, {column: value}))
            case UserEvent("work.change.clear"):
                none = dict.fromkeys(range(len(displacements(seen, settings))), 0.0)
                return replace(settings, steps=with_values(seen.model, settings.steps, none))
            case UserEvent("check.cutting.cut", _, cut):
                return replace(settings, cut=cut)
            case UserEvent("check.buttons.go" | "check.buttons.play") | UserEvent("", "beat"):
                return _checked(settings, event, seen, loads, questions)
        if event.kind == "left":
            is_running = isinstance(questions.known("check"), float)
            settings = replace(settings, instant=-1, check=None if is_running else settings.check)
        found = loads_after(loads, settings.controls, event, seen, questions)
        if found is None:
            return settings
        after = replace(_with_loads(settings, found.loads, seen), controls=found.controls)
        steps = (Undoable(found.text, ("loads",), replace(after, loads=found.before)),) if found.text else ()
        return after, *steps, *found.effects


def _with_loads(settings: StaticsSettings, loads: Loads, seen: Seen) -> StaticsSettings:
    return replace(settings, loads=loads, opened=seen.opened)


def _checked(settings: StaticsSettings, event: UserEvent, seen: Seen, loads: Loads, questions: Questions) -> StaticsSettings:
    """Begin or end a check, or show on what falls."""
    answer = checked(seen, settings, statics_of(seen, loads, questions), questions)
    if event.path.endswith("go"):
        return replace(settings, check=None if answer.running else checked_pose(seen, settings), instant=-1)
    found = found_check(answer)
    if found is None:
        return replace(settings, instant=-1)
    return replace(settings, instant=0 if event.path else instant_after(settings, found))
