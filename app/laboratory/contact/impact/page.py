"""The page Impact: the last impact up to the instant shown, its jump map, other laws, and its guard."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.compilation import DYNAMICS, GAPS, PROBLEMS
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.jumps.guard_bisection import GuardBisection
from torseur.sim.simulation.jumps.jump_map import JumpMap, impact_states
from torseur.sim.simulation.recording.recording import Recording
from torseur.ui.laboratory.contact.impact.page import ImpactPage
from torseur.ui.text.number_text import number_text, residual_text

from ....background.background_thread import Background
from ....documents.body_names import bare_names
from ....panels.contact_problem import names_of
from ....session.lateness import Instant
from ...motion.coordinates import coordinates
from ...page_binding import PageBinding
from ...page_context import PageContext
from ..world_axes import axes_words
from . import impact_rows as rows
from .impact_question import Bisecting, ImpactQuestion, Outcomes, pair_numbers


class ImpactBinding(PageBinding):
    """Between the page and the recording. What an impact was is found by a thread, once for all instants after it."""

    key = "impact"
    waits_for: tuple[str, ...] = (PROBLEMS, DYNAMICS, GAPS)  # the last two for the guard

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget = self._page = ImpactPage()
        self._contacts = context.contacts
        self._shown: tuple[Recording, int] | None = None  # the impact on the page, by the state after it
        self._whole = False  # whether other laws and the guard were asked too, which waits until nothing plays
        self._told: tuple[Recording, int] | None = None  # of which impact the numbers are
        self._jump: JumpMap | None = None
        self._guard: GuardBisection | None = None
        self._struck: tuple[object, np.ndarray] = (None, np.zeros(0, dtype=np.int64))  # states of impacts, and of what
        self._finding = Background(self)
        self._finding.found.connect(self._on_found)
        self._page.previous_wanted.connect(partial(self._go, -1))
        self._page.next_wanted.connect(partial(self._go, 1))

    @property
    def jump(self) -> JumpMap | None:
        """The impact that is shown; None: there is none, or it is being found."""
        return self._jump

    @property
    def guard(self) -> GuardBisection | None:
        """How its instant was found; None: not yet, or it cannot be."""
        return self._guard

    @property
    @override
    def numbers_of(self) -> Instant | None:
        """That of an impact before, while the one looked at is being found; it holds for all instants up to the next."""
        return self._told if self._shown is not None and self._shown != self._told else None

    @override
    def leave(self) -> None:
        self._finding.stop()
        self._shown = None  # to be asked again
        super().leave()

    @override
    def refresh(self) -> None:
        reason = self._contacts.reason
        if not reason and not all(map(self._session.kernels.has, self.waits_for)):
            reason = self.tr("Its kernels are still being compiled.")
        if reason:
            self._page.show_buttons(False, False)
            self._show_none(reason)
            return
        recording, index = self._contacts.instant
        states = self._states(recording)
        until = int(np.searchsorted(states, index, side="right"))
        self._page.show_buttons(self._target(-1) is not None, self._target(1) is not None)
        if until == 0:
            self._show_none(self.tr("Nothing has struck up to this instant."))
        else:
            self._ask(recording, int(states[until - 1]))

    def _ask(self, recording: Recording, state: int) -> None:
        """Have found what is not shown yet of an impact; while it plays the jump alone."""
        playing = self._session.playback.playing
        is_new = self._shown is None or self._shown[0] is not recording or self._shown[1] != state
        if is_new:
            self._jump, self._guard = None, None
        if is_new or (not self._whole and not playing):
            self._shown, self._whole = (recording, state), not playing
            steps = ImpactQuestion(recording, state).steps
            self._finding.ask(self._shown, steps[:1] if playing else steps)

    def _states(self, recording: Recording) -> np.ndarray:
        """Where impacts are in a recording: looked for when it has more events than before."""
        key = recording, len(recording.events), recording.events[-1].t if recording.events else 0.0
        if key != self._struck[0]:
            self._struck = key, impact_states(recording)
        return self._struck[1]

    def _show_none(self, reason: str) -> None:
        self._finding.stop()
        self._shown = self._told = self._jump = self._guard = None
        self._page.show_absent(reason)

    def _on_found(self, key: tuple[Recording, int], answer: object) -> None:
        if isinstance(answer, ArgumentError):
            self._page.show_absent(str(answer))
        elif isinstance(answer, Exception):
            raise answer
        if self._told != key:
            self._told = key
            self.told.emit()
        if isinstance(answer, ArgumentError):
            return
        if isinstance(answer, JumpMap):
            self._show_jump(key[0], answer)
        elif isinstance(answer, Outcomes):
            self._show_outcomes(key[0], answer)
        elif isinstance(answer, Bisecting):
            self._show_bisecting(key[0], answer)

    def _show_jump(self, recording: Recording, jump: JumpMap) -> None:
        """Show an impact, before other laws and its instant are known."""
        self._jump = jump
        page, model, settings = self._page, recording.scene.model, recording.settings
        page.show_absent("")
        names = coordinates(model)
        bodies = bare_names(model.body_names)
        struck = {
            rows.pair_text(pair, bodies)
            for pair, x, mu in zip(jump.solved.problem.bodies, jump.impulse, jump.solved.problem.friction, strict=True)
            if x > 0.0 and mu >= 0.0  # not the dry friction of a joint, which struck nothing
        }
        page.show_instant(
            ", ".join(sorted(struck)), rows.instant_text(jump, settings, None),
            (number_text(float(jump.impulse.sum())), number_text(jump.energy_lost, 4, 1e-11), residual_text(jump.residual)),
        )  # fmt: skip
        page.show_velocities(*rows.velocity_rows(jump, model, names), axes_words(model))
        contacts, left = rows.contact_rows(jump, names_of(jump.solved), bodies)
        note = " ".join(filter(None, (rows.law_note(jump, settings), left)))
        page.show_contacts(contacts, rows.closing_name(jump, settings), note)
        page.show_energy(rows.energy_facts(jump))
        waits = "" if self._whole else self.tr("Comes when nothing plays.")
        page.show_laws((), (), waits or self.tr("Other laws are being asked …"))
        page.show_guard((), (0.0, 0.0), waits or self.tr("The guard is being bisected …"))

    def _show_outcomes(self, recording: Recording, outcomes: Outcomes) -> None:
        """Show the impact under each law, or why that is not known."""
        if self._jump is None:
            return
        if not outcomes.found:
            self._page.show_laws((), (), outcomes.reason)
            return
        model = recording.scene.model
        columns, names = rows.most_changed(self._jump, outcomes.found), coordinates(model)
        bodies = bare_names(model.body_names)
        pairs = {
            pair: rows.pair_text(self._jump.solved.problem.bodies[k], bodies)
            for k, pair in enumerate(pair_numbers(recording, self._jump.index))
        }
        found = rows.law_rows(outcomes.found, self._jump, model, columns, recording.settings, pairs)
        self._page.show_laws(
            rows.column_names(columns, names), found, rows.laws_note(outcomes.found, recording.settings)
        )

    def _show_bisecting(self, recording: Recording, search: Bisecting) -> None:
        """Show how the instant is found, how far the search for it is, or why it cannot be."""
        self._guard = guard = search.found
        if guard is None:
            going = self.tr("Bisecting the guard: {taken} of {all}.").format(
                taken=search.taken, all=search.taken + search.left
            )
            self._page.show_guard((), (0.0, 0.0), search.reason or going)
            return
        names = bare_names(recording.scene.model.body_names)
        ends = guard.first_left, guard.first_right
        self._page.show_guard(rows.guard_rows(guard), ends, rows.guard_note(guard, recording.settings, names))
        if self._jump is not None:
            self._page.instant.show_text(rows.instant_text(self._jump, recording.settings, guard))

    def _target(self, direction: int) -> float | None:
        """When the next impact is, or the one before the instant shown [s]; None: there is none."""
        recording, index = self._contacts.instant
        times = recording.t[self._states(recording)]
        now = float(recording.t[index])
        found = times[times > now] if direction > 0 else times[times < now][::-1]
        return float(found[0]) if len(found) else None

    def _go(self, direction: int) -> None:
        t = None if self._contacts.reason else self._target(direction)
        if t is not None:
            self._session.playback.seek(t)
