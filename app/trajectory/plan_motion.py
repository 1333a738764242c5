"""From a plan to the motion that the window plays: the scene and the recording are made by a thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.trajectory.task.plan_task import PlanTask
from torseur.sim.trajectory.values import Plan

from ..documents.document import Document
from ..documents.planned_bodies import drawn_frames, planned_part, planned_points
from ..documents.planned_scene import ground_key, planned_scene
from ..session.session import Session
from ..sheet.answering import AnswerThreads, PageQuestions
from .plan_drawing import PlanDrawing


class PlanMotion(QObject):
    """Shows the newest plan in the session; the scene stays the same object where ground and robot do."""

    shown = Signal(object, object)  # Document, PlanDrawing

    def __init__(self, session: Session, threads: AnswerThreads, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._questions = PageQuestions(threads, self)
        self._questions.answered.connect(self._look)
        self._make: Callable[[], tuple[Document, PlanDrawing]]  # the one that is wanted

    @property
    def busy(self) -> bool:
        """Whether one is being made."""
        return self._questions.running

    def show(self, document: Document, task: PlanTask, plan: Plan) -> None:
        """Make the motion of a plan, and show it in the place of the document."""
        self._make = partial(made, document, task, plan)
        self._look()

    def stop(self) -> None:
        """What is being made is not wanted."""
        self._questions.forget()

    def _look(self) -> None:
        answer = self._questions.ask_alone("motion", self._make, self._make)
        if answer.late:
            return
        self._questions.forget()
        if answer.error:
            self._session.message.emit(self.tr("The plan cannot be shown."), answer.error, "warning")
        else:
            document, drawing = answer.value
            self._session.show_plan(document)
            self.shown.emit(document, drawing)


def made(document: Document, task: PlanTask, plan: Plan) -> tuple[Document, PlanDrawing]:
    """The document with another plan, its scene with the task's ground; and what is drawn of it."""
    from torseur.sim.trajectory.replay.planned_robot import with_masses

    from ..documents.plan_recording import plan_recording  # with the kernels, which the first picture does not wait for

    assert document.task is not None
    scene = document.scene
    model = planned_part(scene).model
    if task.parameters != document.task.parameters:
        model = with_masses(model, task.parameters)
    if ground_key(task) != ground_key(document.task):
        scene = planned_scene(task, model, plan)
    drawing = PlanDrawing(scene.model, drawn_frames(task, model))
    drawing.take_plan(plan)
    recording = plan_recording(plan, scene, planned_points(task, model))
    return replace(document, task=task, scene=scene, plan=plan, recording=recording), drawing


def same_motion(a: Plan, b: Plan) -> bool:
    """Whether two plans are the same motion with the same inputs: one may know its errors, which the other does not yet."""
    return len(a.phases) == len(b.phases) and all(
        np.array_equal(x.t, y.t) and np.array_equal(x.state, y.state) and np.array_equal(x.inputs, y.inputs)
        for x, y in zip(a.phases, b.phases, strict=True)
    )
