"""How t of the selected contact comes about: its normal as a 6-vector, and the Jacobians of both bodies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.analysis.several.values import ContactDirection
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Facts, Heading, Matrix, Options, Paragraph, Section, options, section
from torseur.ui.text.number_text import listed, number_text, residual_text

from ....sheet.questions import Questions
from ...motion.coordinates import about_axes
from .several_contacts import WHOLE, SeveralContacts
from .several_facts import SeveralFacts

DIRECTION = Heading("direction", marked("How a contact acts on the joints"))
ROWS = ("v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z")
LAST = {"s": "J_sᵀ n", "p": "J_pᵀ n"}


class DirectionView(NamedTuple):
    """How t of the selected contact comes about."""

    name: str  # of the contact
    direction: ContactDirection
    error: float  # the largest difference of t and its column of T
    apart: float  # the largest difference of t about P and about O
    joint: int  # whose column is looked at

    @property
    def columns(self) -> tuple[int, ...]:
        """Joints that have columns: all, or of very many those that move one of the bodies."""
        J = np.abs(self.direction.J_s) + np.abs(self.direction.J_p)
        count = J.shape[1]
        return tuple(range(count)) if count <= WHOLE else tuple(np.flatnonzero(np.any(J, axis=0)).tolist())


def direction_view(facts: SeveralFacts, place: int, about: str, joint: int, questions: Questions) -> DirectionView | str:
    """Of a contact, of none the first, with moments about P or O; or why there is none, a sentence."""
    place = max(place, 0)
    contact = int(facts.part[place]) if len(facts.part) else -1
    of_joint = facts.solved.joints[contact] if contact >= 0 else ""
    if contact < 0 or of_joint:
        name = facts.shown.names[place].replace("_", "")
        return tr("{name} is the {joint}: its t has the direction of that joint alone.", name=name, joint=of_joint)
    at_point, at_origin = questions.ask("direction", (facts, contact), lambda: _directions(facts, contact)).value
    found: ContactDirection = at_point if about == "P" else at_origin
    t = found.t
    if not (0 <= joint < len(t)) or not np.any(found.difference[:, joint]):
        joint = int(np.argmax(np.abs(t))) if len(t) else -1
    error = float(np.abs(t - facts.solved.problem.T[:, contact]).max(initial=0.0))
    return DirectionView(
        facts.shown.names[place], found, error, float(np.abs(at_point.t - at_origin.t).max(initial=0.0)), joint
    )


def _directions(facts: SeveralFacts, contact: int) -> tuple[ContactDirection, ContactDirection]:
    """Of a contact, about its point and about the world's origin."""
    from torseur.sim.contact.analysis.several.contact_directions import contact_direction

    recording, i, problem = facts.solved.recording, facts.solved.index, facts.solved.problem
    q = recording.problems.configuration(i) if facts.solved.which == "solved" else recording.q[i]
    model = recording.scene.model
    return contact_direction(model, q, problem, contact), contact_direction(model, q, problem, contact, np.zeros(3))


def direction_section(found: DirectionView | str, view: SeveralContacts, about: str, which: str) -> Section:
    """`about`: P or O, at which moments are taken; `which` Jacobian: of "s", "p" or "both"."""
    if isinstance(found, str):
        return section(DIRECTION, Paragraph("line", found, "text_second"))
    n, at_point = found.direction.normal, about == "P"
    points, bodies = {"P": tr("at P"), "O": tr("at O")}, {"s": "Jₛ", "p": "Jₚ", "both": "Jₛ − Jₚ"}
    left, all_of = len(found.columns), len(view.coordinates)
    return section(
        DIRECTION,
        Paragraph("line", _line(found.direction, view), "text_second"),
        Facts(
            "normal",
            (
                (tr("n, along the world's axes"), _vector(n[:3]), ""),
                (tr("its moment about P") if at_point else "(P − O) × n", _vector(n[3:]), "m"),
            ),
        ),
        _jacobian(found, view, which),
        Facts(
            "facts",
            (
                (tr("t less its column of T, at most"), residual_text(found.error), ""),
                (tr("t about P less t about O, at most"), residual_text(found.apart), ""),
            ),
        ),
        title=f"{_t(found.name)} = (J_s − J_p)ᵀ n",
        caption="" if left == all_of else tr("{n} of {all} joints", n=left, all=all_of),
        tools=(
            Options("place", tr("Moments about"), options(points), about),
            Options("which", tr("Jacobian shown"), options(bodies), which),
        ),
    )


def _line(direction: ContactDirection, view: SeveralContacts) -> str:
    s, p, fixed = direction.successor, direction.predecessor, direction.fixed
    if fixed == p:
        words = tr("External force: {p} (p) stands still, so Jₚ = 0 and t = Jₛᵀ n, with n out of it into {s} (s).", s=s, p=p)
    elif fixed:
        words = tr("External force: {s} (s) stands still, so Jₛ = 0 and t = −Jₚᵀ n, with n out of {p} (p) into it.", s=s, p=p)
    else:
        words = tr("Force between two bodies that move: n points out of {p} (p) into {s} (s).", s=s, p=p)
    axes = tr(" Rows are along the world's axes. {columns}", columns=about_axes(view.coordinates))
    return f"{words}{axes}".strip()


def _jacobian(found: DirectionView, view: SeveralContacts, which: str) -> Matrix:
    """Six rows, and one below them of what they give on the normal."""
    direction, columns = found.direction, list(found.columns)
    joints = [view.coordinates[k] for k in columns]
    J = {"s": direction.J_s, "p": direction.J_p, "both": direction.difference}[which]
    units = [
        ("m" if one.turns else "1") if row < 3 else ("1" if one.turns else "1/m") for row in range(6) for one in joints
    ] + ["m" if one.turns else "1" for one in joints]
    return Matrix(
        "jacobian",
        tr("Jacobian of the contact"),
        np.vstack([J, J.T @ direction.normal])[:, columns],
        (*ROWS, _t(found.name) if which == "both" else LAST[which]),
        tuple(one.symbol for one in joints),
        tuple(units),
        tuple(one.full for one in joints),
        split=6,
        selected=(None, columns.index(found.joint) if found.joint in columns else None),
        precise=True,
        wide=True,
        pale_zeros=True,
    )


def _t(name: str) -> str:
    """The t of a contact: t_1 of c_1."""
    return f"t{name[1:]}" if name[:1] == "c" else f"t of {name}"


def _vector(values: Array) -> str:
    return listed(number_text(x, 4, 1e-12) for x in values.tolist())
