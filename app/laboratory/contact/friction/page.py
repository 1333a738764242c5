"""The page Friction: one contact's friction in its plane at once; what takes longer by threads, while its section is open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from torseur.sim.compilation import PROBLEMS
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import plain_math
from torseur.ui.look.theme import FRICTION, VELOCITY
from torseur.ui.sheet.blocks import Block, Heading, Options, Paragraph, Section, UserEvent, absent, options, section
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ....documents.body_names import bare_names
from ....drawing.contact.contact_highlight import CONE, friction_cone
from ....drawing.contact.contact_parts import contact_label
from ....sheet.page import NOTHING_DRAWN, Layer, Page, PageSettings, Seek, Seen, SelectContact
from ....sheet.questions import Answer, Cost, Questions
from ...instant_problem import contact_at, contact_problem, no_problem
from .friction_answers import laws_of, polar_of
from .law_sections import POLAR, THREE_LAWS, about_laws, about_polar, law_blocks, polar_array, polar_blocks, polar_note
from .mode_answers import Modes, modes_of
from .mode_blocks import MODES, about_modes, mode_blocks, mode_rows, modes_note
from .plane_section import LEAST_FACETS, MOST_FACETS, PLANE, ContactPlane, plane_of, plane_section

HEAD = Heading("of", marked("Friction"))
MOST_OFFERED = 200  # contacts in the list
AT_ONCE = 60  # contacts of a problem that is answered before one would wait
SLIP = 0.3  # length of the slip's arrow, as a share of the scene's size


@dataclass(frozen=True, slots=True)
class FrictionSettings(PageSettings):
    """The pyramid, what is pushed, and the contact whose modes are looked at."""

    facets: int = 0  # 0: those that it was solved with, or 4
    inertia: str = "contact"  # that which the contact has, or of a "block", alike in all directions
    lane: tuple[int, int] = (-1, -1)  # a state, and the lane that is selected there although it does not touch then


class Friction(Page):
    """It follows the contact that is selected."""

    key = "friction"
    settings_type = FrictionSettings
    outline = (PLANE, THREE_LAWS, POLAR, MODES)
    waits_for = (PROBLEMS,)
    needs_contacts = True

    def sheet(self, seen: Seen, settings: FrictionSettings, questions: Questions) -> Sheet:
        """Write the contact in its plane, under three laws, pushed in all directions, and its modes over time."""
        found = _problem(seen, questions)
        plane = _plane(seen, settings, questions)
        modes = _modes_section(seen, settings, plane, questions)
        if plane is None:
            none = tr("No contact takes part, only limits or dry friction of joints.")
            why = absent(found.error or none) if found.error or found.value is not None else None
            return Sheet((section(HEAD, why, divided=False), modes))
        head = section(HEAD, tools=(_contacts(plane.solved, plane.place),), divided=False)
        laws, polar = _laws_section(seen, settings, plane, questions), _polar_section(seen, settings, plane, questions)
        of = plane.solved.recording, plane.solved.index
        return Sheet((head, plane_section(plane, seen.angle_unit), laws, polar, modes), of=of)

    def layer(self, seen: Seen, settings: FrictionSettings, questions: Questions) -> Layer:
        """Draw the pyramid and the slip."""
        plane = _plane(seen, settings, questions)
        if plane is None:
            return NOTHING_DRAWN
        asked, k, cut = plane.solved.problem, plane.place, plane.section
        point, normal, tangent = asked.point[k], asked.normal[k], asked.tangent[k]
        overlays, rows, speed = Overlays(), list[LegendRow](), float(np.linalg.norm(cut.slip))
        if cut.mu > 0.0:
            cone = friction_cone(point, normal, cut.mu, CONE * seen.size, cut.facets)
            overlays = replace(overlays, polytopes=(cone,))
            about = tr("{count} facets", count=cut.facets)
            rows.append(LegendRow("polytope", FRICTION, tr("Friction pyramid"), about))
        if speed > 0.0:
            way, text = cut.slip[0] * tangent + cut.slip[1] * np.cross(normal, tangent), tr("slip")
            text += f" {quantity_text(speed, plane.load.slip_unit)}" if plane.load.slip_unit else ""
            overlays = replace(overlays, arrows=(Arrow(point, SLIP * seen.size / speed * way, VELOCITY, text),))
            rows.append(LegendRow("arrow", VELOCITY, tr("Slip of {contact}", contact=_label(plane.solved, k))))
        return overlays, tuple(rows)

    def reduce(self, settings: FrictionSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Look at another contact, with another pyramid; or go to another time."""
        plane, modes = _plane(seen, settings, questions), questions.known("modes")
        match event:
            case ("of.contact", "chosen", place) if plane is not None:
                return settings, SelectContact(plane.solved.rows[int(place)])
            case ("plane.pyramid.facets", "moved", half):
                return replace(settings, facets=2 * round(half))
            case ("polar.inertia", "chosen", inertia):
                return replace(settings, inertia=inertia)
            case ("modes.strip", "seek", t):
                return settings, Seek(t)
            case ("modes.table", "activated", row):
                return settings, Seek(modes.sequence.intervals[row].start)
            case ("modes.strip", "lane", lane):
                lanes = modes.sequence.lanes_at(seen.index)
                if lane in lanes:  # it touches now
                    return settings, SelectContact(lanes.index(lane))
                return replace(settings, lane=(seen.index, lane))
        return settings

    def problem(self, seen: Seen, settings: FrictionSettings, questions: Questions) -> InspectedProblem | None:
        """Return that which it tells of."""
        found: InspectedProblem | None = _problem(seen, questions).value
        return found


def _problem(seen: Seen, questions: Questions) -> Answer:
    is_start = seen.recording is not None and seen.recording.problems.is_start(seen.index)
    return contact_problem(seen, questions, "accelerations" if is_start else "solved")


def _plane(seen: Seen, settings: FrictionSettings, questions: Questions) -> ContactPlane | None:
    """The contact that is selected, or else one that is told of first; None: there is none."""
    solved: InspectedProblem | None = _problem(seen, questions).value
    if solved is None or all(solved.joints):
        return None
    own = solved.facets if 0 < solved.facets <= MOST_FACETS else LEAST_FACETS
    about = solved, contact_at(solved, seen.contact), settings.facets or own
    found: ContactPlane = questions.ask("plane", about, partial(plane_of, *about), of=solved.recording).value
    return found


def _contacts(solved: InspectedProblem, place: int) -> Options:
    read, bodies = bare_names(solved.recording.scene.model.body_names), solved.problem.bodies
    offered = [k for k, joint in enumerate(solved.joints) if not joint][:MOST_OFFERED]
    # bodies in the order in which lanes of modes and the inspector have them
    pairs = {k: " · ".join(read[body] for body in reversed(bodies[k])) for k in offered}
    names = options({str(k): f"{_label(solved, k)}  {pair}" for k, pair in pairs.items()})
    return Options("contact", tr("Contact"), names, str(place), listed=True, widest=200)


def _label(solved: InspectedProblem, place: int) -> str:
    """The name of a contact in plain characters."""
    row = solved.rows[place]
    return contact_label(row) if row >= 0 else plain_math(solved.names[place])


# What threads find


def _waits(answer: Answer, plane: ContactPlane, seen: Seen) -> str:
    """Why there is nothing to show: there is an error, or a first answer, or one of many contacts, is being found."""
    is_large = len(plane.solved) > AT_ONCE and not seen.playing
    waits = answer.late and (answer.value is None or is_large)
    return answer.error or (tr("Computing…") if waits else "")


def _why(text: str) -> Paragraph:
    return Paragraph("absent", text, "text_second", icon="info")


def _laws_section(seen: Seen, settings: FrictionSettings, plane: ContactPlane, questions: Questions) -> Section:
    is_open, caption = THREE_LAWS.key in settings.open, tr("each solved")
    if not is_open:
        return section(THREE_LAWS, caption=caption, open=False)
    about = plane.solved, plane.place, plane.section.facets
    found = questions.ask("laws", about, partial(laws_of, *about), Cost.QUICK, of=plane.solved.recording)
    why = _waits(found, plane, seen)
    blocks = (_why(why),) if why else law_blocks(found.value, seen.angle_unit)
    return section(THREE_LAWS, about_laws(), *blocks, caption=caption, open=True)


def _polar_section(seen: Seen, settings: FrictionSettings, plane: ContactPlane, questions: Questions) -> Section:
    if POLAR.key not in settings.open:
        return section(POLAR, open=False)
    about = plane.solved, plane.place, plane.section.facets, settings.inertia
    found = questions.ask("polar", about, partial(polar_of, *about), Cost.QUICK, of=plane.solved.recording)
    if why := _waits(found, plane, seen):
        return section(POLAR, *about_polar(settings.inertia), _why(why), open=True)
    return section(
        POLAR,
        *about_polar(settings.inertia),
        *polar_blocks(found.value, seen.angle_unit),
        note=polar_note(found.value),
        copied=polar_array(found.value.drawing.polars),
        open=True,
    )


def _modes_section(seen: Seen, settings: FrictionSettings, plane: ContactPlane | None, questions: Questions) -> Section:
    """Of the whole recording, asked again when time does not go on."""
    recording = seen.recording
    if MODES.key not in settings.open:
        return section(MODES, open=False)
    if recording is None:
        return section(MODES, about_modes(), _why(no_problem(seen)), open=True)
    bodies, states = None if plane is None else plane.solved.problem.bodies[plane.place], len(recording)
    when = not seen.playing or questions.known("modes") is None
    ask = partial(modes_of, recording, states, bodies)
    found = questions.ask("modes", states, ask, Cost.SLOW, of=recording, when=when)
    modes: Modes | None = found.value
    if modes is None:
        return section(MODES, about_modes(), _why(found.error or tr("Computing…")), open=True)
    rows = questions.ask("part:modes", modes, partial(mode_rows, modes), of=recording).value
    lane = _lane(modes, settings, seen, plane)
    blocks: tuple[Block, ...] = mode_blocks(modes, rows, lane, seen.t)
    return section(MODES, about_modes(), *blocks, note=modes_note(modes), open=True)


def _lane(modes: Modes, settings: FrictionSettings, seen: Seen, plane: ContactPlane | None) -> int:
    """The lane of the contact at hand, or the one that was chosen of those that do not touch now; -1: none."""
    state, lane = settings.lane
    if state == seen.index:
        return lane
    if plane is None:
        return -1
    lanes, row = modes.sequence.lanes_at(plane.solved.index), plane.solved.rows[plane.place]
    return lanes[row] if 0 <= row < len(lanes) else -1
