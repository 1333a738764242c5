"""Between the docks of the workspace Trajectory and what is planned: edits one way, tasks and plans the other."""

from __future__ import annotations

from PySide6.QtCore import QObject

from torseur.sim.arrays import Array
from torseur.sim.texts import tr
from torseur.sim.trajectory.task.plan_task import PlanTask
from torseur.ui.trajectory.phases.phase_board import PhaseBoard
from torseur.ui.trajectory.plan.plan_panel import PlanPanel
from torseur.ui.trajectory.task.task_panel import TaskPanel
from torseur.ui.trajectory.values import IntervalErrors

from ..documents.planned_bodies import surface_normals
from ..session.session import Session
from . import task_edits
from .iterate_player import IteratePlayer
from .planning import Planning
from .task_groups import task_formulas, task_view, touch_down_formulas
from .task_phases import board_footholds, board_obstacles, board_phases, constant_of, fits, interval_errors, modes_of, units_of


class BoardBinding(QObject):
    """Shows what is planned, and edits it."""

    def __init__(
        self,
        session: Session,
        planning: Planning,
        task_panel: TaskPanel,
        board: PhaseBoard,
        plan_panel: PlanPanel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._planning = session, planning
        self._task_panel, self._board, self._plan_panel = task_panel, board, plan_panel
        self._errors = IntervalErrors()
        self.iterates = IteratePlayer(planning, plan_panel.iterates, self)
        planning.task_changed.connect(self._show_task)
        planning.plan_changed.connect(self._show_plan)
        planning.progressed.connect(self._show_stage)
        self._connect_task()
        self._connect_board()
        self._connect_plan()
        self._show_task()
        self._show_plan()

    def plan(self) -> None:
        """Plan the task."""
        if self._planning.task is None:
            self._session.message.emit(
                self.tr("There is nothing to plan."), self.tr("Open a planning scene: File > Planning scenes."), "plain"
            )
        else:
            self._planning.ask()

    def plan_each_change(self, on: bool) -> None:
        """Have every edit planned at once from now on, and those that were not; or only when it is asked for."""
        self._planning.each_change = on
        self._task_panel.show_each_change(on)
        if on and self._planning.outdated and not self._planning.running:
            self._planning.ask()

    def refine(self) -> None:
        """Twice as many intervals where the bars are orange."""
        task, plan = self._planning.task, self._planning.plan
        if task is not None and plan is not None:
            refined = task_edits.refined(task, plan, self._errors.large)
            self._planning.edit(refined, tr("Refine"))
            if refined is not task and refined.lecture is not None:
                steps = self.tr("{n} steps of RK4 in each of its intervals, whose knots and inputs are given as before.")
                self._session.message.emit(
                    self.tr("To refine the lecture's problem is its switch “Steps are fine enough”, which is on now."),
                    steps.format(n=refined.lecture.substeps),
                    "plain",
                )
            if self._planning.outdated and not self._planning.running:
                self._planning.ask()

    def show_time(self) -> None:
        """Put the cursors where the time is."""
        self._board.show_time(self._session.playback.time)

    # What the user does

    def _connect_task(self) -> None:
        panel = self._task_panel
        panel.plan_requested.connect(self.plan)
        panel.stop_requested.connect(self._planning.stop)
        panel.each_change_switched.connect(self.plan_each_change)
        panel.method_chosen.connect(
            lambda method: self._edit(tr("Change the method"), lambda task: task_edits.with_method(task, method))
        )
        panel.number_entered.connect(self._enter_number)
        panel.switched.connect(
            lambda key, on: self._edit(
                tr("Mend the lecture") if on else tr("Leave the lecture as it is"),
                lambda task: task_edits.with_switch(task, key, on),
            )
        )
        panel.mode_chosen.connect(
            lambda k, mode: self._edit(
                tr("Change the mode of phase {k}", k=k + 1), lambda task: task_edits.with_mode(task, k, mode)
            )
        )
        panel.phase_entered.connect(self._enter_phase)
        panel.phase_fixed.connect(self._fix_duration)

    def _connect_board(self) -> None:
        board, strip = self._board, self._board.strip
        strip.duration_dragged.connect(lambda k, seconds: self._enter_phase(k, "duration", seconds))
        strip.fix_requested.connect(self._fix_duration)
        strip.phase_selected.connect(lambda _: self._show_phase())
        strip.seek_requested.connect(self._seek)
        board.plots.seek_requested.connect(self._seek)
        board.add_requested.connect(self._add_phase)
        board.remove_requested.connect(self._remove_phase)
        board.footholds.foothold_dragged.connect(self._drag_foothold)
        board.footholds.fix_requested.connect(self._fix_foothold)

    def _connect_plan(self) -> None:
        panel = self._plan_panel
        panel.outcome.refine_requested.connect(self.refine)
        panel.constraints.place_chosen.connect(self._seek)

    def _edit(self, text: str, change: object) -> None:
        task = self._planning.task
        if task is not None and callable(change):
            edited = change(task)
            assert isinstance(edited, PlanTask)
            self._planning.edit(edited, text)

    def _enter_number(self, key: str, which: int, value: float) -> None:
        name = key.split("/")[-1].replace("_", " ")
        self._edit(tr("Change {name}", name=name), lambda task: task_edits.with_number(task, key, which, value))

    def _enter_phase(self, k: int, what: str, value: float) -> None:
        one = self._board.strip.phases[k]

        def change(task: PlanTask) -> PlanTask:
            if what == "intervals":
                return task_edits.with_intervals(task, k, round(value))
            if what == "duration":
                return task_edits.with_duration(task, k, value)
            shortest = value if what == "shortest" else one.shortest
            longest = value if what == "longest" else one.longest
            return task_edits.with_duration_bounds(task, k, shortest, longest, one.duration)

        if self._has_phases():
            self._edit(tr("Change the {what} of phase {k}", what=what, k=k + 1), change)

    def _fix_duration(self, k: int, fixed: bool) -> None:
        one, opened = self._board.strip.phases[k], self._planning.opened
        if not self._has_phases() or opened is None:
            return
        if fixed:
            self._edit(
                tr("Give the duration of phase {k}", k=k + 1), lambda task: task_edits.with_duration(task, k, one.duration)
            )
        else:
            self._edit(
                tr("Free the duration of phase {k}", k=k + 1),
                lambda task: task_edits.with_free_duration(task, k, opened, one.duration),
            )

    def _add_phase(self, k: int) -> None:
        if self._has_phases():
            self._edit(
                tr("Add phases"), lambda task: task_edits.with_phase_after(task, min(k, len(task.phases) - 1), modes_of(task))
            )

    def _remove_phase(self, k: int) -> None:
        task = self._planning.task
        if task is not None and len(task.phases) > 1 and k < len(task.phases):
            self._edit(tr("Take phase {k} away", k=k + 1), lambda task: task_edits.without_phase(task, k))
            left = self._planning.task
            if left is not None and (lost := task_edits.crossings(task) - task_edits.crossings(left)):
                self._session.message.emit(
                    self.tr("A gap or a step is no longer crossed.")
                    if lost == 1
                    else self.tr("{n} gaps or steps are no longer crossed.").format(n=lost),
                    self.tr("No phase is left in which a foot stands behind it: all that stand do so before it."),
                    "plain",
                )

    def _drag_foothold(self, row: int, x: float) -> None:
        one = self._board.footholds.footholds[row]
        self._edit(
            tr("Move foothold {k}", k=one.phase + 1),
            lambda task: task_edits.with_foothold(task, one.phase, constant_of(one.name), x),
        )

    def _fix_foothold(self, row: int, fixed: bool) -> None:
        one = self._board.footholds.footholds[row]
        text = tr("Give foothold {k}", k=one.phase + 1) if fixed else tr("Free foothold {k}", k=one.phase + 1)
        self._edit(
            text, lambda task: task_edits.with_foothold(task, one.phase, constant_of(one.name), one.x if fixed else None)
        )

    def _has_phases(self) -> bool:
        """Whether the phases are the task's, and not the system's own."""
        return self._planning.task is not None and bool(self._planning.task.phases)

    def _seek(self, t: float) -> None:
        self._session.playback.seek(t)

    # What is shown

    def _show_task(self) -> None:
        task, shown = self._planning.task, self._planning.shown
        self._task_panel.show_each_change(self._planning.each_change)
        self._task_panel.show_task(None if task is None else task_view(task, units_of(task, shown)))
        jump = () if shown is None else touch_down_formulas(shown)
        self._plan_panel.show_problem(() if task is None else (*task_formulas(task), *jump))
        phases = () if task is None else board_phases(task, shown)
        self._board.strip.show_phases(phases)
        modes = {} if task is None else modes_of(task)
        self._board.show_editable(len(modes) > 1, len(modes) > 1 and len(phases) > 1)
        self._board.show_span(sum(one.duration for one in phases) or 1.0)
        self._show_footholds()
        self._show_phase()

    def _show_plan(self) -> None:
        planning = self._planning
        plan = planning.shown
        self._show_task()
        self._board.show_plan(plan, self._normals())
        fitting = (
            plan is not None
            and plan is planning.plan
            and planning.task is not None
            and (not planning.task.phases or fits(planning.task, plan))
        )
        self._errors = interval_errors(plan if fitting else None)
        self._board.strip.show_errors(self._errors)
        self._plan_panel.show_plan(plan)
        self._plan_panel.outcome.show_outdated(planning.outdated, planning.explored)
        self._plan_panel.outcome.show_refinable(
            self._has_phases()
            and fitting
            and plan is not None
            and any(task_edits.wants_refining(phase, self._errors.large) for phase in plan.phases)
        )
        self._show_searches(planning.task is not None)
        self.iterates.show_plan()
        self.show_time()

    def _show_searches(self, ready: bool) -> None:
        task = self._planning.task
        self._plan_panel.search.show_ready(ready, explores=task is not None and task.system == "hopper")

    def _normals(self) -> dict[int, Array]:
        """Of what is touched, where it is not the ground."""
        task, plan = self._planning.task, self._planning.shown
        return {} if task is None or plan is None else surface_normals(task, plan)

    def _show_footholds(self) -> None:
        task = self._planning.task
        if task is None:
            self._board.footholds.show_footholds((), ())
        else:
            footholds = board_footholds(task, self._planning.shown)
            self._board.footholds.show_footholds(footholds, board_obstacles(task.obstacles))

    def _show_phase(self) -> None:
        task, phases, k = self._planning.task, self._board.strip.phases, self._board.strip.selected
        editable = task is not None and k < len(task.phases)
        self._task_panel.show_phase(k, phases[k] if editable else None, tuple(modes_of(task)) if task is not None else ())

    def _show_stage(self, stage: str) -> None:
        running = bool(stage)
        self._task_panel.show_planning(running, stage and self.tr("{stage}…").format(stage=stage))
        self._plan_panel.outcome.show_planning(running and self._planning.job == "plan")
        self._show_searches(self._planning.task is not None and not running)
