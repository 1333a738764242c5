"""The one binding of all pages that are values: it writes them as the session goes on, and does what they ask for."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import QObject, QTimer, Signal

from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.texts import tr
from torseur.ui.displays.scrolling import scroll_to, scroll_to_top
from torseur.ui.laboratory import painted_views  # noqa: F401  # with which sheets show what they have of them
from torseur.ui.sheet.blocks import Paragraph, UserEvent, absent
from torseur.ui.sheet.frozen import kept_section
from torseur.ui.sheet.plain import sheet_text
from torseur.ui.sheet.sheet import Sheet, difference
from torseur.ui.sheet.sheet_view import SheetView
from torseur.ui.text.written_value import lasting

from ..drawing.frame_target import FrameTarget
from ..session.lateness import Instant
from ..session.undo import Change, push
from ..sheet.answering import PageQuestions
from ..sheet.page import (
    NOTHING_DRAWN,
    BringIntoSight,
    ChooseFrame,
    CompareRuns,
    CompareSchemes,
    DropBranch,
    EditLoads,
    Effect,
    EndDrag,
    FrameShapes,
    KeptBlock,
    Layer,
    LeadTo,
    MarkVaried,
    Page,
    PinFrame,
    PlayRun,
    PlayScene,
    Pose,
    Reopen,
    SaveFile,
    SaveSweep,
    Seek,
    Seen,
    SelectBody,
    SelectContact,
    SelectJoint,
    SetTarget,
    ShowState,
    ShowSwitches,
    StartBranch,
    StartSweep,
    StopComparing,
    StopSweep,
    TypeMotion,
    Undoable,
)
from ..sheet.saved_settings import SavedSettings
from .effects import compare_runs, play_scene, save_file
from .page_context import PageContext
from .page_tools import PageTools

SLOW = 0.01  # [s] that showing an instant may take every time while it plays
AT_ONCE = 0.004  # [s] that writing a page may take to be done anew with each answer
WRITING = 500  # [ms] after a letter was typed, until persistent settings are written
REST, MOST_REST = 10.0, 300  # else it rests so many times as long, [ms] at most


class SheetPage(QObject):
    """Between any `Page`, the session and the picture, in which it is a layer."""

    told = Signal()  # its numbers may be of another instant than before
    unfolded = Signal()  # a section, by the user
    writes_twice: ClassVar[bool] = False  # in tests: a page that is no pure function is told

    def __init__(
        self, page: Page, context: PageContext, parent: QObject, widget: SheetView | None = None, *, title: str = ""
    ) -> None:
        """Show it in `widget`, which is in a dock of its own and of which `look` follows; or in one for a laboratory to show."""
        super().__init__(parent)
        self.setObjectName(page.key)
        self.page, self.key, self.title = page, page.key, title
        session, self._context = context.session, context
        self._session, self._picture, self._preferences = session, context.picture, context.preferences
        self.widget: SheetView = widget or SheetView(has_steps=bool(page.stepped))
        self._saved = SavedSettings(page.key)
        found, unread = self._saved.read() if page.persistent else (None, "")
        self.settings: Any = found or page.settings_type()
        if unread:
            session.message.emit(tr("The page “{title}” could not be read.", title=title), unread, "warning")
        self.sheet = Sheet()
        self.questions = PageQuestions(context.answers, self)
        self.questions.answered.connect(self._write_soon)
        self.layer: Layer = NOTHING_DRAWN
        self._seen = False
        self._last_snapshot: object = None
        self._last_inputs: tuple[object, ...] = ()
        self._rest_until = 0.0  # of the clock
        self._outlined: tuple[str, Model | None] = "", None  # the body that it outlined last, and of which model
        self._presents = False
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.update)
        self._writing = QTimer(self, singleShot=True, interval=WRITING)
        self._writing.timeout.connect(self._write_settings)
        self._beat = QTimer(self)
        self._beat.timeout.connect(lambda: self.take(UserEvent("", "beat")))
        self._written: Any = None  # the settings that the sheet was written from
        self._opened = 0  # which document it was written of
        self._taken = 0.0  # [s] by writing and showing it last
        session.snapshot_changed.connect(self._follow_session)
        session.frame_changed.connect(self._follow_session)
        session.playback.playing_changed.connect(self._follow_session)
        session.kernels.loaded.connect(lambda name: self.update() if name in page.waits_for else None)
        context.preferences.angle_unit_changed.connect(self.update)
        self.widget.happened.connect(self._take_shown)
        context.session.document_changed.connect(self._forget_closed)
        self.tools = PageTools(context.viewport, context.posing, self.take, self)
        context.viewport.body_picked.connect(lambda body: self._seen and self.take(UserEvent("", "picked", body)))
        context.joints.selected.connect(lambda joint: self.take(UserEvent("", "joint", joint)))
        if page.needs_target:
            context.posing.changed.connect(self._follow_target)
        if page.needs_analysis:
            context.analysis.changed.connect(self._follow_target)
        if page.needs_selection:
            context.viewport.selection_changed.connect(self.update)
        if page.needs_motion:
            context.motion.changed.connect(self.update)
        if page.needs_contacts:
            context.selection.changed.connect(self.update)
        if page.needs_branches:
            context.branches.changed.connect(self.update)
        if page.needs_comparison:
            context.comparing.changed.connect(self.update)
        if page.needs_sweep:
            context.sweeping.changed.connect(self.update)

    @property
    def is_busy(self) -> bool:
        """Whether a better answer is on its way."""
        return self.questions.running or self._soon.isActive()

    @property
    def numbers_of(self) -> Instant | None:
        """The instant that its numbers are of, where a thread finds them; None: always of that which is shown."""
        found: Instant | None = self.sheet.of
        return found

    @property
    def problem(self) -> Any:
        """The contact problem that it tells of; None: that of the instant. Raises ArgumentError, saying why there is none."""
        return self.page.problem(self.seen(), self.settings, self.questions)

    def seen(self) -> Seen:
        """What is shown now."""
        session, context, motion = self._session, self._context, self._context.motion
        assert session.snapshot is not None
        return Seen(
            model=session.model,
            q=session.snapshot.q,
            poses=session.snapshot.poses,
            t=session.snapshot.t,
            frame=session.frame,
            opened=session.opened,
            playing=session.playback.playing,
            angle_unit=self._preferences.angle_unit,
            size=self._picture.size,
            scene=self._scene(),
            recording=None if session.posing else session.recording,
            index=session.index,
            table=None if session.document is None else session.document.table,
            target=context.posing.value if self.page.needs_target else FrameTarget(),
            motion=(motion.reason or motion.instant()) if self.page.needs_motion else "",
            contact=context.selection.row if self.page.needs_contacts else -1,
            contact_scales=context.contact_scales() if self.page.needs_contacts else None,
            branch=context.branches.state if self.page.needs_branches else None,
            sweep=context.sweeping.state if self.page.needs_sweep else None,
            comparison=context.comparing.state if self.page.needs_comparison else None,
            body=context.viewport.selected or "",
            analysis=self._shapes() if self.page.needs_analysis else None,
            compiled=all(map(session.kernels.has, self.page.waits_for)),
            presenting=self._presents,
        )

    def _scene(self) -> Scene | None:
        """What is open; for a sweep with the settings, the start and the targets that a run has now."""
        state = self._session.state
        if state.document is None or not self.page.needs_sweep:
            return None if state.document is None else state.document.scene
        about = state.settings, state.q, state.run.target
        started: Scene | None = self.questions.ask("scene", about, state.started_scene, of=state.document).value
        return started

    def _shapes(self) -> FrameShapes:
        analysis = self._context.analysis
        return FrameShapes(analysis.report, analysis.capabilities, analysis.pinned, self._context.switches.now)

    def look(self) -> None:
        """Enter or leave the page, if its widget came into sight or is hidden now."""
        if self.widget.isVisible() != self._seen:
            (self.leave if self._seen else self.enter)()

    def enter(self) -> None:
        """It is seen; it can be used once something is open."""
        self._seen = True
        self.widget.setEnabled(self._session.snapshot is not None)
        self.update()

    def update(self) -> None:
        """Write and draw everything, while it is seen."""
        if self._seen and self._session.snapshot is not None:
            begun = time.perf_counter()
            self._last_snapshot, self._last_inputs = self._session.snapshot, self._inputs()
            self.widget.setEnabled(True)
            self._write()
            self._taken = time.perf_counter() - begun
            self._redraw()
            taken = time.perf_counter() - begun
            self._rest_until = begun + (11.0 * taken if taken > SLOW or self.page.layer_follows else 0.0)

    def _follow_session(self) -> None:
        """Once a snapshot: more than one signal may tell of it. While it plays, a long look is followed by a rest."""
        if self._session.playback.playing and time.perf_counter() < self._rest_until:
            if self.page.layer_follows and self._seen:
                self.layer = self.page.layer(self.seen(), self.settings, self.questions)
                self._redraw()
            return
        if self._session.snapshot is not self._last_snapshot or self._inputs() != self._last_inputs:
            self.update()

    def _inputs(self) -> tuple[object, ...]:
        return self._session.frame, self._session.playback.playing

    def _write(self) -> None:
        self._soon.stop()
        self._forget_closed()
        seen, self._written, self._opened = self.seen(), self.settings, self._session.opened
        self.questions.begin()
        if seen.compiled or self.page.goes_without:
            self.sheet = self.page.sheet(seen, self.settings, self.questions)
            self.layer = self.page.layer(seen, self.settings, self.questions)
            self._outline(self.page.outlined(seen, self.settings, self.questions))
            if self.writes_twice:
                again = self.page.sheet(seen, self.settings, self.questions)
                assert not difference(self.sheet, again), f"{self.key}: {difference(self.sheet, again)} is written anew"
        else:
            self.sheet, self.layer = Sheet((absent(tr("Its kernels are still being compiled.")),)), NOTHING_DRAWN
        self.questions.end()
        self.widget.show_sheet(self.sheet)

    def _redraw(self) -> None:
        """Draw its layer, and have its tools in the view, while it is seen."""
        if self._seen and self._session.snapshot is not None:
            self._picture.put(self.key, *self.layer)
            self.told.emit()
            self.tools.show(self.page.tools(self.seen(), self.settings, self.questions))
            interval = self.page.beat(self.settings)
            if not interval:
                self._beat.stop()
            elif not self._beat.isActive():
                self._beat.start(interval)

    def leave(self) -> None:
        """It is not seen any more: drags end, and what else holds the view."""
        self.questions.stop()
        self._soon.stop()
        self._seen = False
        self._picture.remove(self.key)
        self._outline("")
        self._beat.stop()
        self.take(UserEvent("", "left"))
        if self._writing.isActive():
            self._write_settings()
        self.tools.show(())

    def _take_shown(self, event: UserEvent) -> None:
        """Take what was done on the sheet, unless another document was opened since it was shown."""
        if self._opened == self._session.opened:
            self.take(event)

    def take(self, event: UserEvent) -> bool:
        """Take an event: settings change, effects are done, and the page is written or drawn anew. Whether anything did."""
        if self._session.snapshot is None:
            return False
        if event.kind == "kept" and event.path:
            self._keep(event.path)
            return True
        before = self.settings
        effects: Sequence[Effect] = ()
        if event.kind == "folded":
            self.settings = replace(before, open=before.open ^ {event.path})
        else:
            found = self.page.reduce(before, event, self.seen(), self.questions)
            self.settings, *effects = found if isinstance(found, tuple) else (found,)
        for effect in effects:
            self._do(effect, before)
        changed = {field.name for field in fields(before) if getattr(before, field.name) != getattr(self.settings, field.name)}
        if changed and changed <= self.page.drawn_only:
            self.layer = self.page.layer(self.seen(), self.settings, self.questions)
            self._redraw()
        elif changed and (self._written is not self.settings or self._last_snapshot is not self._session.snapshot):
            self.update()  # an effect may have had it written already
        if changed and self.page.persistent:
            self._writing.start() if event.kind == "typed" else self._write_settings()
        if event.kind == "folded" and event.value:
            self.unfolded.emit()
        return bool(changed or effects)

    def present(self, presenting: bool) -> None:
        """What is to be asked for before it is shown is hidden, whatever was asked for before."""
        self._presents = presenting
        self.update()

    def go_on(self, by: int) -> bool:
        """The next step of what it has, or the one before; False: it has none."""
        has_gone, stepped = self.take(UserEvent("", "step", by)), self.page.stepped
        if stepped and self.sheet.has(stepped):
            scroll_to_top(self.widget.part(stepped))
            return True
        return has_gone

    def keep(self) -> Any:
        """What stays of it when the robot's file is read again."""
        return self.settings

    def bring_back(self, state: Any) -> None:
        """Have it again."""
        self.settings = state
        self.update()
        self.take(UserEvent("", "reread"))

    def _follow_target(self) -> None:
        """At once, but where the snapshot is new too: then it is shown with that."""
        if self._session.snapshot is self._last_snapshot:
            self.update()

    def _outline(self, body: str) -> None:
        outlined = body, self._session.model if body else None
        if outlined != self._outlined:
            self._outlined = outlined
            self._context.viewport.select(body or None)

    def _forget_closed(self) -> None:
        """What is known of another document, seen or not, is let go."""
        if self._opened != self._session.opened:
            self.questions.forget()

    def _write_soon(self) -> None:
        if not self._soon.isActive():
            self._soon.start(0 if self._taken < AT_ONCE else min(MOST_REST, round(1000.0 * REST * self._taken)))

    def write_some(self, values: Mapping[str, Any]) -> None:
        """Have other values of some settings, as undo does."""
        self.settings = self.settings.restored(values)
        if self.page.persistent:
            self._write_settings()
        self.update()
        self.take(UserEvent("", "restored"))

    def _keep(self, path: str) -> None:
        """Have a block as it is shown on the working sheet."""
        session, block = self._session, kept_section(self.sheet, path, self.title)
        document, shown = session.document, session.snapshot
        assert document is not None
        assert shown is not None
        block = lasting(block, replace(block, blocks=(Paragraph("text", sheet_text(block.blocks)),)))
        t = None if session.posing or session.recording is None else shown.t
        of = (document.name, document.reference, session.frame, t) if self.page.tells_state else ("", "", "", None)
        about = self.key, self.title, *of, shown.q
        self._context.keep_block(KeptBlock(block, *about, lasting(self.settings, self.page.settings_type())))

    def _write_settings(self) -> None:
        self._writing.stop()
        before = self.settings
        self.settings, reason = self._saved.write(before)
        if self.settings is not before:
            self.update()
        if reason:
            self._session.message.emit(tr("The page “{title}” was not kept.", title=self.title), reason, "warning")

    def _do(self, effect: Effect, before: Any) -> None:
        session = self._session
        match effect:
            case ShowState(index):
                session.playback.show_state(index)
            case Seek(t):
                session.playback.seek(t)
            case Pose(q, text, drag, keeps_target):
                if keeps_target:
                    self._context.posing.keep(q)
                session.pose(q, text, joint=drag)
            case SetTarget(target):
                self._context.posing.take(target)
            case EndDrag():
                session.end_drag()
                self._context.motion.end_drag()
            case ChooseFrame(name):
                session.choose_frame(name)
            case PinFrame(name, on):
                self._context.analysis.pin(name, on)
            case ShowSwitches(switches):
                self._context.switches.show(switches)
            case SelectBody(name):
                self._context.select_body(name)
            case SelectJoint(name):
                self._context.joints.show_selected(name)
            case Undoable(text, names, since):
                was, is_now = ({name: getattr(one, name) for name in names} for one in (since or before, self.settings))
                push(session.undo_stack, Change(was, is_now, self.write_some, text))
            case SelectContact(row):
                self._context.selection.select(row)
            case StartBranch(changes, words, push_time):
                self._context.branches.start(changes, words, push_time)
            case DropBranch():
                self._context.branches.drop()
            case CompareSchemes(steps, lecture):
                self._context.comparing.compare(steps, lecture)
            case StopComparing():
                self._context.comparing.give_up(tr("Stopped. What was compared before stays."))
            case StartSweep(scene, vary, measures):
                start = partial(self._context.sweeping.start, scene, vary, measures)
                if self._context.exports.may_lose_sweep(start):
                    start()
            case MarkVaried(places):
                self._context.sweeping.varied.emit(places)
            case SaveSweep():
                self._context.exports.ask("sweep")
            case StopSweep():
                self._context.sweeping.stop()
            case CompareRuns():
                compare_runs(effect, self._context)
            case PlayRun(key):
                self._context.comparing.play(key)
            case LeadTo(name):
                self._context.lead_to(name)
            case TypeMotion(motion, text, drag):
                self._context.motion.type_motion(motion, text, drag)
            case EditLoads(loads, text, loads_before):
                self._context.motion.edit_loads(loads, text, loads_before)
            case PlayScene():
                play_scene(effect, self._context)
            case Reopen(kept):
                self._context.reopen(kept)
            case SaveFile():
                save_file(effect, self._context, self.widget)
            case BringIntoSight(path):  # once it is laid out
                self.widget.when_there((path,), lambda: QTimer.singleShot(0, self, lambda: self._scroll_to(path)))

    def _scroll_to(self, path: str) -> None:
        if self.sheet.has(path):
            scroll_to(self.widget.part(path))
