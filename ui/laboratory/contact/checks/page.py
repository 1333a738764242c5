"""The page Checks: each number of the state shown against its tolerance, in words what it means, and the whole recording."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.simulation.checking.values import CHECKS, PASS, UNKNOWN, Check, FrameCheck, RecordingCheck
from torseur.sim.texts import tr

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.outline_button import OutlineButton
from ....displays.badge import Badge
from ....displays.fact_list import FactList
from ....displays.formulas.math_lines import MathLines
from ....displays.panel_column import PanelColumn
from ....displays.progress_bar import ShareBar
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, padded
from ....look.math_notation import literal
from ....look.style import EDGE, SMALL
from ....text.number_text import residual_text
from ....text.sentences import sentence
from .check_tables import CheckTable, WorstRow, WorstTable
from .verdict_timeline import VerdictTimeline
from .verdicts import FORMULAS, LOOKS, TITLES

TONES = {"pass": "good", "doubt": "warning", "fail": "warning", "unknown": "plain"}


class ChecksPage(PanelColumn):
    """`show_*` are for the program and silent; signals are for the user alone."""

    check_chosen = Signal(str)  # key of one of the state shown
    state_chosen = Signal(int, str)  # index of a state of the recording, and key of a check
    stop_requested = Signal()
    start_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.lead = Prose(self, role="text_second", px=SMALL)
        self.lead.show_text(self.tr("Is this state right? Each number must be small; it passes up to its tolerance, is in doubt "
                                    "up to its limit, and fails beyond."))  # fmt: skip
        self.head = SectionHead("", self)
        self.badge = Badge(self.head)
        self.table = CheckTable(self)
        self.chosen_title = Prose(self, weight=600, px=SMALL)
        self.formula = MathLines(self)
        self.meaning, self.cause, self.change = (Prose(self, px=SMALL, icon=icon, icon_role=role) for icon, role in (
            ("info", "text_hint"), ("warning", "warning"), ("chevron_right", "accent_text")))  # fmt: skip
        self.told = FactList(self)
        self.source = Prose(self, role="text_second", px=SMALL)
        self.whole = SectionHead(self.tr("Over the recording"), self)
        self.stop_button = OutlineButton(self.tr("Stop"), "stop", self)
        self.bar = ShareBar(self)
        self.stopped = Prose(self, px=SMALL, icon="warning", icon_role="warning")
        self.faults = Prose(self, px=SMALL, icon="warning", icon_role="warning")
        self.timeline = VerdictTimeline(self)
        self.key = Prose(self, role="text_hint", px=SMALL)
        self.counts = FactList(self)
        self.worst = WorstTable(self)
        self._numbers = QWidget(self)
        self._running = False
        self._arrange()
        self.table.row_selected.connect(
            lambda row: self.check_chosen.emit(self.table.rows[row].key) if row >= 0 else None
        )
        self.timeline.chosen.connect(self.state_chosen)
        self.worst.row_activated.connect(self._go_to)
        self.stop_button.clicked.connect(
            lambda: (self.stop_requested if self._running else self.start_requested).emit()
        )

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        self._numbers.setVisible(not reason)

    def show_frame(self, frame: FrameCheck | None, why: str = "", is_doubtful: bool = False) -> None:
        """Show the checks of a state, a contact of whose step may be doubtful; None: `why` there are none."""
        self.table.setVisible(frame is not None)
        self.badge.show_text(*(("", "plain") if frame is None else _verdict_of(frame)))
        if frame is not None and is_doubtful and frame.verdict in (PASS, UNKNOWN):
            self.badge.show_text(
                self.tr("doubtful contact"),
                "warning",
                self.tr("Its numbers are small, of a contact that a step cannot know."),
            )
        self.head.show_title(self.tr("This state"))
        self.head.show_caption("" if frame is None else tr("{t:.6g} s, number {i}", t=frame.t, i=frame.index))
        if frame is None:
            self.show_explanation(None, "", "", "")
            self.meaning.show_text(sentence(why) if why else "")
        else:
            self.table.show_rows(frame.checks)

    def show_explanation(self, check: Check | None, meaning: str, cause: str, change: str) -> None:
        """Explain one check, and let its row stand out."""
        self.table.show_selected(None if check is None else CHECKS.index(check.key))
        for prose, text in ((self.meaning, meaning), (self.cause, cause), (self.change, change)):
            prose.show_text(text)
        self.chosen_title.show_text(
            ""
            if check is None
            else tr("{head}: {title}", head=tr(TITLES[check.key]), title=tr(LOOKS[check.verdict].word))
        )
        self.formula.show_lines([] if check is None else [tr(FORMULAS[check.key])])
        self.told.setVisible(check is not None)
        self.source.show_text("" if check is None else self.tr("Tolerance: {source}.").format(source=check.source))
        if check is not None:
            facts = [(self.tr("passes up to"), residual_text(check.tolerance), check.unit),
                     (self.tr("fails beyond"), residual_text(check.limit), check.unit)]  # fmt: skip
            if check.where:
                facts.insert(0, (self.tr("worst at"), literal(check.where), ""))
            if check.note:
                self.source.show_text(sentence(check.note) + " " + self.source.text)
            self.told.show_facts(facts)

    def show_progress(self, done: int, count: int, running: bool) -> None:
        """How many states of the recording are checked, and whether it goes on."""
        self._running = running
        self.bar.show_share(done / max(count, 1) if running else None)
        words = self.tr("{done} of {count} states") if done < count else self.tr("all {count} states")
        self.whole.show_caption(words.format(done=done, count=count))
        self.stop_button.setText(self.tr("Stop") if running else self.tr("Go on"))
        self.stop_button.setVisible(running or done < count)

    def show_recording(
        self, found: RecordingCheck | None, end: float, worst: Sequence[WorstRow], counts: Sequence[int]
    ) -> None:
        """Show what was checked so far; `counts` are those of states that pass, are in doubt, and fail."""
        self.timeline.show_checks(found, end)
        self.worst.show_rows(worst)
        self.worst.setVisible(bool(worst))
        names = (self.tr("pass"), self.tr("in doubt"), self.tr("fail"))
        self.counts.show_facts(
            [(name, str(count), self.tr("states")) for name, count in zip(names, counts, strict=True)]
        )

    def show_faults(self, sentences: Sequence[str]) -> None:
        """Say what is wrong of the recording that no single state shows; none: nothing was found so far."""
        self.faults.show_text("\n".join(map(sentence, sentences)))
        self.faults.setVisible(bool(sentences))

    def show_stopped(self, why: str) -> None:
        """Say what stopped the checking of the recording; empty: nothing did."""
        self.stopped.show_text(sentence(why) if why else "")
        self.stopped.setVisible(bool(why))

    def show_time(self, t: float) -> None:
        """Mark the time shown [s]."""
        self.timeline.show_time(t)

    def _go_to(self, row: int) -> None:
        found = self.worst.rows[row]
        self.state_chosen.emit(found.index, found.key)

    def _arrange(self) -> None:
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self.head.add_control(self.badge)
        self.head.add_control(CopyButton(self.table.row_model.array_text, self, name=self.tr("Copy the checks")))
        self.whole.add_control(self.stop_button)
        self.key.show_text(self.tr("The higher a bar, the worse its states: thin they pass, at half height they are in doubt, at "
                                   "full height they fail. Press a bar to go there, or ← and → from mark to mark."))  # fmt: skip
        inside = column_in(self._numbers)
        inside.addSpacing(12)
        inside.addWidget(padded(self.lead, bottom=0))
        inside.addWidget(self.head)
        inside.addWidget(self.table)
        inside.addSpacing(10)
        inside.addWidget(padded(self.chosen_title, bottom=2))
        inside.addLayout(inset(self.formula, bottom=4))
        for prose in (self.meaning, self.cause, self.change):
            inside.addWidget(padded(prose, bottom=6))
        inside.addLayout(inset(self.told, bottom=4))
        inside.addWidget(padded(self.source, bottom=10))
        inside.addWidget(Divider(self))
        inside.addWidget(self.whole)
        inside.addLayout(inset(self.bar, bottom=6))
        inside.addLayout(inset(self.stopped, bottom=6))
        inside.addLayout(inset(self.faults, bottom=6))
        inside.addWidget(self.timeline)
        inside.addWidget(padded(self.key, bottom=6))
        inside.addLayout(inset(self.counts, bottom=8))
        inside.addWidget(self.worst)
        column = column_in(self)
        column.addWidget(self.absent)
        column.addWidget(self._numbers)
        column.addStretch(1)


def _verdict_of(frame: FrameCheck) -> tuple[str, str]:
    """What the badge says of a state, and its tone: what is known, where it passes by few numbers, proves little."""
    known, all_of_them = sum(check.verdict != UNKNOWN for check in frame.checks), len(frame.checks)
    word, tone = tr(LOOKS[frame.verdict].word), TONES[frame.verdict]
    if frame.verdict != PASS or known == all_of_them:
        return word, tone
    share = f"{known} / {all_of_them}"
    return tr("{head}: {title}", head=word, title=share), tone if 2 * known > all_of_them else "plain"
