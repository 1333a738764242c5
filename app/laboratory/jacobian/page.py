"""The page of the Jacobian: routes, a point, a column and small displacements, and what of it is drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from torseur.sim.compilation import POSING, REACHING
from torseur.sim.multibody.model.coordinate_names import velocity_names
from torseur.sim.texts import tr
from torseur.ui.sheet.blocks import UserEvent, absent
from torseur.ui.sheet.sheet import Sheet

from ...sheet.page import NOTHING_DRAWN, ChooseFrame, Layer, Page, Seen, SelectJoint, Undoable
from ...sheet.questions import Questions
from ...sheet.view_tools import PickPoint
from ..joint_numbers import with_values
from .column_marks import reason_against
from .column_section import COLUMN, column_section
from .displacement_formulas import DISPLACEMENT_FORMULAS, displacement_formulas_section
from .displacement_section import DISPLACEMENT, displacement_section
from .jacobian_drawing import jacobian_layer
from .jacobian_settings import JacobianSettings, LinkPoint, columns, displacement_steps, joint_of, point_of, routes
from .point_section import POINT, point_section
from .routes_section import ROUTES_TO_J, routes_section


class Jacobian(Page):
    """A column of J is a joint of the panel of joints, and P is a point of a body in the view."""

    key = "jacobian"
    settings_type = JacobianSettings
    outline = (ROUTES_TO_J, POINT, COLUMN, DISPLACEMENT, DISPLACEMENT_FORMULAS)
    waits_for = (POSING, REACHING)

    def sheet(self, seen: Seen, settings: JacobianSettings, questions: Questions) -> Sheet:
        """Write the sections."""
        if reason := reason_against(seen):
            return Sheet((absent(reason),))
        offered = columns(seen, settings, questions)
        sections = (
            routes_section(seen, settings, questions),
            point_section(seen, settings, questions),
            column_section(settings, offered, routes(seen, settings, questions).pose[:3, 3]),
        )
        if not offered.speeds:
            return Sheet(sections)
        of_steps = displacement_section(seen, settings, offered, questions)
        return Sheet((*sections, of_steps, displacement_formulas_section(seen, settings, questions)))

    def layer(self, seen: Seen, settings: JacobianSettings, questions: Questions) -> Layer:
        """Draw what is switched on."""
        return NOTHING_DRAWN if reason_against(seen) else jacobian_layer(seen, settings, questions)

    def tools(self, seen: Seen, settings: JacobianSettings, questions: Questions) -> tuple[PickPoint, ...]:
        """Let P be picked."""
        hint = tr("Press on a body: J is shown at that point. `Esc` gives up")
        return (PickPoint("pick", settings.picking, hint),)

    def reduce(self, settings: JacobianSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Take what was typed, chosen, pressed, switched or picked."""
        match event:
            case UserEvent("pick" | "point.fields" | "point.clear" | "point.pick") | UserEvent("", "left" | "restored"):
                return _with_point(settings, event, seen)
            case UserEvent("routes.frame", _, name):
                return settings, ChooseFrame(name)
            case UserEvent("routes.reference", _, key):
                return replace(settings, reference=key)
            case UserEvent("routes.which", _, key):
                return replace(settings, route=key)
            case UserEvent("routes.table", "pressed", (_, place)):
                column = columns(seen, settings, questions).speeds[place].column
                chosen = replace(settings, column=velocity_names(seen.model)[column], joint="")
                return chosen, SelectJoint(joint_of(seen, column))
            case UserEvent("", "joint", name):
                return _with_joint(settings, name, seen, questions)
            case UserEvent("column.part", _, joint):
                return replace(settings, joint=joint)
            case UserEvent("displacement.amounts", "entered", (column, value)):
                steps = with_values(seen.model, settings.steps, {column: value})
                return replace(settings, steps=steps, drawn=settings.drawn | {"displacement"})
            case UserEvent("displacement.change.halve" | "displacement.change.clear" as path):
                by = 0.5 if path.endswith("halve") else 0.0
                steps = with_values(
                    seen.model, settings.steps, dict(enumerate((by * displacement_steps(seen, settings)).tolist()))
                )
                return replace(settings, steps=steps)
            case UserEvent("displacement_formulas.form", _, key):
                return replace(settings, lengths=key)
            case UserEvent(path, "switched"):
                return replace(settings, drawn=settings.drawn ^ {path.partition(".")[0]})
        return settings


def _with_joint(settings: JacobianSettings, name: str, seen: Seen, questions: Questions) -> JacobianSettings:
    """A joint was selected in the panel: its column is the one to look at."""
    place = seen.model.joint_slices().get(name)
    if reason_against(seen) or place is None:
        return settings
    offered = {amount.column for amount in columns(seen, settings, questions).speeds}
    first = place[1].start
    return replace(settings, column=velocity_names(seen.model)[first], joint="") if first in offered else settings


def _with_point(settings: JacobianSettings, event: UserEvent, seen: Seen) -> Any:
    """P was picked or typed, each a step that can be undone; with it comes its frame."""
    found = point_of(seen, settings)
    now = LinkPoint(seen.frame, None if found is None else tuple(found.tolist()))
    match event:
        case UserEvent("point.pick", _, picking):
            return replace(settings, picking=picking, refused="")
        case UserEvent("pick", "disarmed") | UserEvent("", "left"):
            return replace(settings, picking=False)
        case UserEvent("pick", "picked", (body, point)):
            opened = replace(settings, open=settings.open | {POINT.key})
            if seen.model.frame_row[seen.model.frame_index(body)] <= 0:
                return replace(opened, refused=body)
            picked = LinkPoint(body, tuple(np.round(point, 6).tolist()))
            opened = replace(opened, refused="", point=picked, before=settings.before or now)
            return opened if body == seen.frame else (opened, ChooseFrame(body))
        case UserEvent("pick", "finished"):
            after = replace(settings, before=None)
            if settings.before is None or settings.before == now:
                return after
            return after, Undoable(tr("Pick a point of a link"), ("point",), replace(after, point=settings.before))
        case UserEvent("point.fields" | "point.clear" as path, _, typed):
            is_origin = path == "point.clear" or not np.any(typed)
            after = replace(settings, refused="", point=LinkPoint(seen.frame, None if is_origin else tuple(typed.tolist())))
            text = tr("Forget the point") if is_origin else tr("Choose a point of a link")
            return after, Undoable(text, ("point",), replace(after, point=now))
        case UserEvent("", "restored") if settings.point.frame in seen.model.frame_names:
            if settings.point.frame != seen.frame:
                return settings, ChooseFrame(settings.point.frame)
    return settings
