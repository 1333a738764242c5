"""Telling all that works beside a window that nobody wants anything of it any more."""

from __future__ import annotations

from PySide6.QtCore import QObject

from .background_job import BackgroundJob
from .background_thread import Background
from .helper_process import HelperProcess
from .planning_job import PlanningJob


def stop_work(owner: QObject) -> None:
    """Have the threads below an object end as soon as they look, and end its processes; returns without waiting for threads."""
    for one in owner.findChildren(QObject):
        if isinstance(one, (Background, BackgroundJob, HelperProcess, PlanningJob)):
            one.stop()


def end_processes(owner: QObject) -> None:
    """End the processes below an object, in any thread and without waiting: this one is about to end, too."""
    for process in owner.findChildren(HelperProcess):
        process.kill()
