"""The page Derivations: terms of a robot with up to three joints as formulas, with their numbers at the state shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from torseur.sim.analysis.symbolic.derived_terms import derivation_request
from torseur.sim.analysis.symbolic.values import DerivedTerm
from torseur.sim.texts import marked, tr
from torseur.ui.sheet import blocks
from torseur.ui.sheet.blocks import Facts, Heading, Paragraph, Section, UserEvent, absent
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.array_text import FormulaText
from torseur.ui.text.number_text import as_shown, listed, number_text, with_unit
from torseur.ui.text.sentences import sentence
from torseur.ui.viewport.marks import FrameTriad, Overlays

from ....background.symbolic_task import DERIVATIONS, SymbolicQuestion
from ....sheet.page import NOTHING_DRAWN, Layer, Page, PageSettings, Seen
from ....sheet.questions import Answer, Cost, Questions
from ...motion.coordinates import coordinates, mass_unit

TERMS = {
    Heading("velocities", marked("Velocities of links")): (
        "ω_i = Rᵀ ω_{i−1} + (1 − σ) q̇ z|v_i = Rᵀ (v_{i−1} + ω_{i−1} × p_i) + σ q̇ z"
    ),
    Heading("accelerations", marked("Accelerations of links")): (
        "ω̇_i = Rᵀ ω̇_{i−1} + (1 − σ) (q̈ z + ω_i × q̇ z)|"
        "a_i = Rᵀ (a_{i−1} + ω̇_{i−1} × p_i + ω_{i−1} × (ω_{i−1} × p_i))|+ σ (q̈ z + 2 ω_i × q̇ z)"
    ),
    Heading("H", marked("Mass matrix H(q)")): "K = ½ Σ (m v_Gᵀ v_G + ωᵀ I_c ω),  H_{ij} = ∂²K/∂q̇_i ∂q̇_j",
    Heading("C", marked("Coriolis and centrifugal terms C(q, q̇) q̇")): "C_i = Σ_k (∂²K/∂q̇_i ∂q_k) q̇_k − ∂K/∂q_i",
    Heading("g", marked("Gravity g(q)")): "g_i = −Σ m gᵀ ∂v_G/∂q̇_i",
    Heading("T", marked("A contact at the frame: T")): "T = J_Pᵀ n,  n = x, y, z",
    Heading("M", marked("A contact at the frame: M")): "M = Tᵀ H⁻¹ T",
}
OF = {"velocities": "qv", "accelerations": "qva", "C": "qv"}  # what terms are functions of; the others, of q alone


@dataclass(frozen=True, slots=True)
class DerivationsSettings(PageSettings):
    """How far numbers are put into each term."""

    open: frozenset[str] = frozenset({"velocities", "H"})
    forms: Mapping[str, str] = field(default_factory=dict)  # by term: "numbers" of the robot, or of the "state"; else letters


class Derivations(Page):
    """Each term in letters, with the numbers of the robot, or as numbers alone."""

    key = "derivations"
    settings_type = DerivationsSettings
    outline = tuple(TERMS)
    needs_motion = True

    def sheet(self, seen: Seen, settings: DerivationsSettings, questions: Questions) -> Sheet:
        """Write the terms."""
        if isinstance(seen.motion, str):
            return Sheet((absent(seen.motion),))
        asked = _request(seen, questions)
        if asked.value is None:
            small = tr("Open one of planar_2r, planar_3r, planar_rp, spherical_rrp, scara, cylindrical, or a table of yours.")
            return Sheet((absent(f"{sentence(asked.error)} {small}"),))
        answer = questions.ask("terms", asked.value, SymbolicQuestion(DERIVATIONS, asked.value), Cost.PROCESS, of=asked.value)
        if answer.value is None:
            return Sheet((absent(answer.error or tr("Formulas are being worked out.")),))
        frames = tr(
            "Frame i, drawn in the view, moves with joint i: its origin is on the axis of the joint, z along it. R turns it, and "
            "p_i leads to it, from frame i−1; σ is 1 where joint i slides. In it (x, y, z) is the centre of mass of link i, and "
            "I_c its inertia about that. P is the origin of the last link, or of the frame chosen on it. Numbers are of the page "
            "State, in rad, m and kg. What is not listed is always 0."
        )
        sections = [_section(heading, answer.value[heading.key], seen, settings, questions) for heading in TERMS]
        return Sheet((Paragraph("about", frames, "text_hint"), *sections))

    def layer(self, seen: Seen, settings: DerivationsSettings, questions: Questions) -> Layer:
        """Draw the frames of the links."""
        if isinstance(seen.motion, str) or _request(seen, questions).value is None:
            return NOTHING_DRAWN
        of, length = seen.model, 0.2 * seen.size
        poses = {
            row: seen.poses[k] @ np.linalg.inv(of.frame_placement[k]) for k, row in enumerate(of.frame_row[: len(seen.poses)])
        }
        return Overlays(frames=tuple(FrameTriad(pose, length, str(row)) for row, pose in poses.items() if row)), ()

    def reduce(self, settings: DerivationsSettings, event: UserEvent, seen: Seen, questions: Questions) -> DerivationsSettings:
        """Put more or less numbers into a term."""
        key, _, what = event.path.rpartition(".")
        return replace(settings, forms={**settings.forms, key: event.value}) if what == "form" else settings


def _request(seen: Seen, questions: Questions) -> Answer:
    about = seen.frame, seen.motion.gravity
    return questions.ask("request", about, lambda: derivation_request(seen.model, *about), of=seen.model)


def _section(heading: Heading, term: DerivedTerm, seen: Seen, settings: DerivationsSettings, questions: Questions) -> Section:
    """The rule, formulas with their numbers at the right, or names with them, and what the letters are."""
    key, form = heading.key, settings.forms.get(heading.key, "letters")
    if key not in settings.open:
        return blocks.section(heading, open=False)
    function = questions.ask(f"function {key}", term, lambda: term.function(key)).value
    state = {"q": seen.motion.q, "v": seen.motion.v, "a": seen.motion.a}
    with np.errstate(divide="ignore", invalid="ignore"):  # M where H has no inverse
        numbers = function(*(state[one] for one in OF.get(key, "q"))).ravel()
    nothing, lines = tr("H has no inverse: a joint moves no mass.") if key == "M" else tr("Always 0."), list[blocks.Block]()
    written = term.numbers if form == "numbers" else term.letters
    for (name, _), place, (text, _) in zip(term.names, term.places, written, strict=True):
        value = Facts("value", (("", number_text(float(numbers[place])), _unit(key, place, seen)),))
        formula = Paragraph("formula", name if form == "state" else f"{name} = {as_shown(text)}", small=False)
        lines.append(blocks.SideBySide(f"line{place}", (formula, value), (2, 1)))
    latex = "".join(f"{name} = {one}\n" for (_, name), (_, one) in zip(term.names, written, strict=True))
    units = {"m": "kg", "I": "kg·m²", "g": "m/s²"}
    values = ((name, with_unit(as_shown(f"{value:.5g}"), units.get(name[0], "m"))) for name, value in term.values.items())
    texts = blocks.options({"letters": tr("Letters"), "numbers": tr("Numbers"), "state": tr("At q")})
    return blocks.section(
        heading,
        blocks.Options("form", tr("What stands in formulas"), texts, form),
        blocks.Formula("rule", tuple(TERMS[heading].split("|"))),
        *lines,
        Paragraph("zero", "" if lines else nothing, "text_second"),
        Paragraph("letters", listed(map(" = ".join, values)) if form == "letters" else "", "text_hint"),
        copied=FormulaText(latex, term.numpy),
        open=True,
    )


def _unit(key: str, place: int, seen: Seen) -> str:
    of = coordinates(seen.model)
    if key in ("velocities", "accelerations"):
        return ("m/s" if place % 6 < 3 else "rad/s") + ("²" if key == "accelerations" else "")
    if key == "H":
        return mass_unit(of[place // len(of)], of[place % len(of)])
    if key == "T":
        return "m" if of[place // 3].turns else ""
    return "1/kg" if key == "M" else of[place].torque_unit
