"""Measuring the window from outside: `make bench` starts it with one of these variables set, and reads what it prints.

TORSEUR_REPORT_FIRST_FRAME : "first frame SECONDS", from the start of the process to the first picture on the screen
TORSEUR_REPORT_DRAG        : "drag PYTHON FRAME P95", milliseconds while a slider is dragged: of Python a frame, from frame to
                             frame, and the 95th percentile of these
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from torseur.sim.compilation import POSING
from torseur.ui.panels.joints.joint_panel import JointPanel
from torseur.ui.viewport.viewport import Viewport

from ..session.session import Session

FRAMES = 120


def measure(viewport: Viewport, joints: JointPanel, session: Session, close: Callable[[], object]) -> None:
    """Do what the environment asks for, if anything, and then `close`."""
    if os.environ.get("TORSEUR_REPORT_FIRST_FRAME"):
        viewport.frame_shown.connect(lambda: _print_first_frame(close), Qt.ConnectionType.SingleShotConnection)
    elif os.environ.get("TORSEUR_REPORT_DRAG"):
        Drag(viewport, joints, session, close)


def _print_first_frame(close: Callable[[], object]) -> None:
    sys.stdout.write(f"first frame {age_of_process():.3f}\n")
    sys.stdout.flush()
    close()


def age_of_process() -> float:
    """Seconds since this process was started, as the kernel counts (Linux)."""
    with open("/proc/self/stat", encoding="ascii") as stream:
        ticks = int(stream.read().rpartition(")")[2].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")


class Drag:
    """Drags the slider of the second joint by mouse events, one as soon as the frame before is on the screen."""

    def __init__(self, viewport: Viewport, joints: JointPanel, session: Session, close: Callable[[], object]) -> None:
        self._viewport, self._joints, self._session, self._close = viewport, joints, session, close
        self._python: list[float] = []
        self._frames: list[float] = []
        self._last = 0.0
        session.kernels.loaded.connect(lambda name: QTimer.singleShot(2000, session, self._begin) if name == POSING else None)

    def _begin(self) -> None:
        self._slider = self._joints.row(self._session.model.joint_names[1]).slider
        self._send(QEvent.Type.MouseButtonPress, 0.5)
        self._viewport.frame_shown.connect(self._frame)
        self._frame()

    def _frame(self) -> None:
        now = time.perf_counter()
        if self._last:
            self._frames.append(now - self._last)
        self._last = now
        k = len(self._frames)
        if k == FRAMES:
            self._end()
            return
        used = time.thread_time()
        self._send(QEvent.Type.MouseMove, 0.5 + 0.2 * ((k % 40) / 40.0))
        self._python.append(time.thread_time() - used)

    def _send(self, kind: QEvent.Type, share: float) -> None:
        at = QPointF(share * self._slider.width(), self._slider.height() / 2)
        buttons = Qt.MouseButton.LeftButton
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else buttons
        event = QMouseEvent(kind, at, self._slider.mapToGlobal(at), button, buttons, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self._slider, event)

    def _end(self) -> None:
        self._viewport.frame_shown.disconnect(self._frame)
        python, frame = (1000.0 * float(np.median(times[10:])) for times in (self._python, self._frames))
        p95 = 1000.0 * float(np.percentile(self._frames[10:], 95))
        sys.stdout.write(f"drag {python:.2f} {frame:.2f} {p95:.2f}\n")
        sys.stdout.flush()
        self._close()
