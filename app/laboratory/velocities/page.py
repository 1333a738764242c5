"""The page of velocities: twists of joints at one point, a point seen from any frame, and links in their own axes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from torseur.sim.multibody.model.movers import columns_to
from torseur.sim.texts import tr
from torseur.ui.look.theme import VELOCITY, WARNING
from torseur.ui.sheet.blocks import UserEvent, absent
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.viewport.marks import LegendRow

from ...drawing.arrow_scale import scale_text
from ...sheet.page import NOTHING_DRAWN, ChooseFrame, Layer, Page, Seen
from ...sheet.questions import Questions
from ..jacobian.column_marks import reason_against
from ..joint_numbers import with_values
from .velocity_drawing import VelocityArrows
from .velocity_sections import LINKS, RELATIVE, SPEEDS, TWISTS, link_section, relative_section, speed_section, twist_section
from .velocity_settings import VelocitiesSettings, chosen_joint, links, point_in_frame, relative, twists


class Velocities(Page):
    """Speeds of joints are typed once, and all sections are of them."""

    key = "velocities"
    settings_type = VelocitiesSettings
    outline = (SPEEDS, TWISTS, RELATIVE, LINKS)

    def sheet(self, seen: Seen, settings: VelocitiesSettings, questions: Questions) -> Sheet:
        """Write the sections; what is folded is not computed."""
        if reason := _reason(seen):
            return Sheet((absent(reason),))
        return Sheet(
            (
                speed_section(seen, settings, columns_to(seen.model, seen.frame), questions),
                twist_section(seen, settings, questions),
                relative_section(seen, settings, questions),
                link_section(seen, settings, questions),
            )
        )

    def layer(self, seen: Seen, settings: VelocitiesSettings, questions: Questions) -> Layer:
        """Draw the twists head to tail, and the terms of the velocity of P."""
        if _reason(seen):
            return NOTHING_DRAWN
        arrows, rows = questions.kept("arrows", VelocityArrows), list[LegendRow]()
        of_twists = twists(seen, settings, questions) if "twists" in settings.drawn else None
        is_seen = "relative" in settings.drawn and RELATIVE.key in settings.open
        of_terms = relative(seen, settings, questions) if is_seen else None
        at = -1 if of_twists is None else chosen_joint(settings, of_twists)
        drawn = arrows.drawn(of_twists, at, of_terms, settings.term, seen.size)
        linear, angular = arrows.linear.value, arrows.angular.value
        if (of_twists or of_terms) and linear:
            meaning = tr("dashed: joint by joint") if of_twists else ""
            rows.append(LegendRow("arrow", VELOCITY, tr("Velocity"), scale_text(linear, "m/s"), meaning))
        if of_twists and angular:
            rows.append(LegendRow("double_arrow", WARNING, tr("Angular velocity"), scale_text(angular, "rad/s")))
        return drawn, tuple(rows)

    def reduce(self, settings: VelocitiesSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Take what was typed, chosen, pressed or switched."""
        match event:
            case UserEvent("head.frame", _, name):
                return settings, ChooseFrame(name)
            case UserEvent("head.rates", "entered", (column, value)):
                return replace(settings, rates=with_values(seen.model, settings.rates, {column: value}))
            case UserEvent("twists.point_at.place", _, place):
                point = point_in_frame(seen, settings) if place == "typed" else settings.point
                return replace(settings, place=place, point=tuple(map(float, point)))
            case UserEvent("twists.point", _, point):
                return replace(settings, place="typed", point=tuple(point.tolist()))
            case UserEvent("twists.table", "pressed", (row, _)):
                joints = twists(seen, settings, questions).joints
                return replace(settings, joint=joints[row].joint) if row < len(joints) else settings
            case UserEvent("links.table", "pressed", (row, _)):
                return replace(settings, link=links(seen, settings, questions).links[row].body)
            case UserEvent("relative.equations", "chosen", key):
                return replace(settings, term=key)
            case UserEvent(path, "switched"):
                return replace(settings, drawn=settings.drawn ^ {path.partition(".")[0]})
            case UserEvent(path, "entered" | "chosen", value) if (name := path.rpartition(".")[2]) in _SET:
                typed: Any = value if isinstance(value, str) else tuple(value.tolist())
                return replace(settings, **{name: typed})
        return settings


_SET = ("basis", "observer", "p", "p_rate", "step")
"""Settings that are called like the block that sets them."""


def _reason(seen: Seen) -> str:
    """Why there is nothing to show, or nothing."""
    return reason_against(seen) or ("" if columns_to(seen.model, seen.frame) else tr("No joint moves this frame."))
