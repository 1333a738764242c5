"""Ending a process that was started beside the window."""

from __future__ import annotations

from PySide6.QtCore import QProcess


def end_process(process: QProcess) -> None:
    """Kill it and wait, without hearing from it again."""
    process.blockSignals(True)
    process.kill()
    process.waitForFinished(3000)
    process.deleteLater()
