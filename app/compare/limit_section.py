"""What the lecture says for and against each scheme: a section each, which shows it on this scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Block, Button, Heading, Line, Paragraph, Section, section

from ..sheet.questions import Questions
from . import limit_texts
from .comparison_answers import ComparisonAnswers
from .comparison_plots import corner_plot, corner_states
from .integrator_rows import IntegratorRow

LIMITS = Heading("limits", marked("Limits and advantages"))
IMPACT_TIME = Heading("impact_time", marked("Time-stepping: time of impact only to a step"))
EXACT_TIME = Heading("exact_time", marked("Hybrid: exact time of impact, by its guard"))
FORCES = Heading("forces", marked("Forces: explicit, or none?"))
HIGHER_ORDER = Heading("higher_order", marked("Time-stepping: no higher order through impacts"))
CORNER = Heading("corner", marked("Complementarity is not smooth"))
MODES = Heading("modes", marked("Hybrid planning needs the sequence of modes"))
PIECES = Heading("pieces", marked("Known impact times: pieces optimised apart"))
LINKS = {"exact_time": "impact", "modes": "friction", "pieces": "lecture_hop"}  # where more is


def limits_section(
    found: ComparisonAnswers, t: float, measured: Sequence[IntegratorRow], opened: frozenset[str], questions: Questions
) -> Section:
    """All of them; those that are unfolded say what they say, at the instant t [s]."""

    def limit(heading: Heading, write: Callable[[], tuple[Block | None, ...]], *about: object) -> Section:
        is_open = f"{LIMITS.key}.{heading.key}" in opened
        blocks = questions.ask(f"part:{heading.key}", (found, *about), write).value if is_open else ()
        return section(heading, *blocks, open=is_open, divided=False, keeps=False)

    def told(lines: Sequence[str]) -> tuple[Block, ...]:
        return (Paragraph("words", "\n".join(lines), "text_second"),)

    def corner() -> tuple[Block | None, ...]:
        states = questions.ask("corner", found, lambda: corner_states(found)).value
        return *told(limit_texts.corner_text(found)), None if states is None else corner_plot(found, states, t)

    def link(text: str) -> Line:
        return Line("more", "", (Button("link", text),))

    exact = None if isinstance(found.bisection, str) else link(tr("Open the page Impact"))
    measure, hop = None if measured else link(tr("Measure integrators")), link(tr("Open the lecture's hop"))
    return section(
        LIMITS,
        limit(IMPACT_TIME, lambda: told(limit_texts.impact_time_text(found))),
        limit(EXACT_TIME, lambda: (*told(limit_texts.exact_time_text(found)), exact)),
        limit(FORCES, lambda: told(limit_texts.forces_text(found, t)), t),
        limit(HIGHER_ORDER, lambda: (*told(limit_texts.higher_order_text(found, measured)), measure), measured),
        limit(CORNER, corner, t),
        limit(MODES, lambda: (*told(limit_texts.modes_text(found)), link(tr("Open the page Friction")))),
        limit(PIECES, lambda: (*told(limit_texts.pieces_text(found)), hop)),
        caption=tr("of the lecture, measured here"),
    )
