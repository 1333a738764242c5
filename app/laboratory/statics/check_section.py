"""The equilibrium, checked by a short simulation, and what the robot does without the torques."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.look.theme import WARNING
from torseur.ui.sheet.blocks import Button, Buttons, Facts, Heading, Line, Paragraph, Progress, Section, Toggle, section
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.text.units import of_both_kinds
from torseur.ui.viewport.marks import Ghost, LegendRow, Overlays

from ...sheet.page import NOTHING_DRAWN, Layer, Seen
from ...sheet.questions import Answer, Cost, Questions
from .statics_settings import StaticsSettings, checked_pose, gravity_of

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.statics import Statics
    from torseur.sim.simulation.inspection.equilibrium import EquilibriumCheck

CHECK = Heading("check", marked("Equilibrium"))
MOST = 120  # degrees of freedom that are checked
FRAME, SLOWER = 33, 4  # [ms] between pictures of what falls, and how much slower it is shown
VERDICTS = {
    "unbalanced": marked("These torques do not hold it: it accelerates at once."),
    "unstable": marked("In equilibrium, but unstable: a small displacement doubles every {time}."),
    "neutral": marked("In equilibrium. A small displacement is neither called back nor grows exponentially."),
    "stable": marked("In stable equilibrium: a small displacement is called back."),
}


def check_section(seen: Seen, settings: StaticsSettings, statics: Statics | None, questions: Questions) -> Section:
    """A button, how far it is, and what was found."""
    reason, answer = reason_against(seen, statics), checked(seen, settings, statics, questions)
    found = found_check(answer)
    text = "" if answer.running else reason
    if answer.error:
        text = tr("It could not be simulated.") + " " + answer.error
    facts: tuple[tuple[str, str, str], ...] = ()
    if found is not None and statics is not None:
        text, facts = _verdict(found, statics, settings.cut), tuple(_facts(found, statics))
    words = {
        "unbalanced": (tr("moves"), "warning", ""),
        "unstable": (tr("unstable"), "warning", ""),
        "neutral": (tr("neutral"), "good", ""),
        "stable": (tr("stable"), "good", ""),
    }
    cut = tr("Cut the torques at their limits")
    go = Button("go", tr("Cancel") if answer.running else tr("Check by simulation"), "", not reason, reason)
    play = Button("play", tr("Without torques"), "play", tip=tr("Show what the robot does without the torques"))
    share = answer.value if isinstance(answer.value, float) else 0.0
    return section(
        CHECK,
        Line("cutting", cut, (Toggle("cut", cut, settings.cut),)) if statics is not None and statics.exceeded else None,
        Buttons("buttons", (go, play) if found else (go,)),
        Progress("bar", share if answer.running else None),
        Paragraph("verdict", text, "text_second"),
        Facts("facts", facts),
        badge=words[found.verdict] if found else ("", "plain", ""),
        copied=False,
    )


def check_layer(seen: Seen, settings: StaticsSettings, found: EquilibriumCheck | None) -> Layer:
    """Draw the robot as it moves without the torques, while that is shown."""
    if found is None or settings.instant < 0:
        return NOTHING_DRAWN
    from torseur.sim.multibody.kinematics.kinematics import frame_poses

    q = found.free_motion[min(settings.instant, len(found.times) - 1)]
    row = LegendRow("block", WARNING, tr("Without torques"), tr("{count} times slower", count=SLOWER))
    return Overlays(ghosts=(Ghost(frame_poses(seen.model, q), WARNING),)), (row,)


def checked(seen: Seen, settings: StaticsSettings, statics: Statics | None, questions: Questions) -> Answer:
    """What the check that was asked for found, or how far it is; nothing of another pose, or of other loads."""
    subject = checked_pose(seen, settings)
    if statics is None or settings.check is None or settings.check != subject or reason_against(seen, statics):
        return Answer()
    model, gravity = seen.model, gravity_of(seen)

    def pieces() -> Iterator[float | EquilibriumCheck]:
        from torseur.sim.simulation.inspection.equilibrium import equilibrium_steps

        sign = 1.0 if statics.side == "held" else -1.0  # what the robot exerts pushes back on it
        loads = [replace(load, force=sign * load.force, moment=sign * load.moment) for load in statics.loads]
        torque = np.array(statics.torque)
        if subject.cut:
            torque = np.where(statics.driven, np.clip(torque, -statics.limit, statics.limit), torque)
        yield (yield from equilibrium_steps(model, subject.q, loads, torque, gravity=gravity))

    return questions.ask("check", (subject, gravity), pieces, Cost.SLOW, of=model, fold=lambda before, piece: piece)


def found_check(answer: Answer) -> EquilibriumCheck | None:
    """The check, once it is there."""
    return None if answer.late or isinstance(answer.value, float) else answer.value


def instant_after(settings: StaticsSettings, found: EquilibriumCheck) -> int:
    """The next instant that is shown of the motion without torques; -1 behind the last."""
    by = max(1, round(len(found.times) * FRAME / (1000.0 * SLOWER * found.duration)))
    return settings.instant + by if settings.instant + by < len(found.times) else -1


def reason_against(seen: Seen, statics: Statics | None) -> str:
    """Why nothing can be checked; empty: it can."""
    if statics is None:
        return tr("Without torques there is nothing to check.")
    if seen.model.nv > MOST:
        return tr("The scene has {n} degrees of freedom; up to {most} are checked.", n=seen.model.nv, most=MOST)
    return tr("Pause first: the check is of one pose.") if seen.playing else ""


def _verdict(found: EquilibriumCheck, statics: Statics, cut: bool) -> str:
    doubling = float(np.log(2.0) / found.growth) if found.growth else np.inf
    text = tr(VERDICTS[found.verdict]).format(time=quantity_text(doubling, "s", 3))
    if found.verdict == "unbalanced" and cut:
        text = tr("Cut at their limits, the torques do not hold it: it accelerates at once.")
    return text + (tr(" The base is held by the wrench that it lacks.") if statics.unbalanced else "")


def _facts(found: EquilibriumCheck, statics: Statics) -> list[tuple[str, str, str]]:
    def line(words: str, values: np.ndarray, per: str = "") -> tuple[str, str, str]:
        return words, *of_both_kinds(values.tolist(), statics.linear.tolist(), f"rad{per}", f"m{per}")

    nudge = number_text(float(np.abs(found.nudge).max(initial=0.0)), 1)
    return [
        line(tr("Largest |q̈| at the start"), found.acceleration, "/s²"),
        line(tr("… without the torques"), found.free_acceleration, "/s²"),
        line(tr("Largest drift in {time}", time=quantity_text(found.duration, "s", 2)), found.drift),
        line(tr("… without the torques"), found.free_drift),
        line(tr("… nudged by {size}", size=nudge), found.nudged_drift),
    ]
