"""Interfaces are made and go with their widgets, whoever lets go first, also while a screen reader listens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent.parent

# In a process of its own: what goes wrong here ends the process, and may do so only when Python ends.
PROGRAM = """
import gc, sys
import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget
from torseur.ui.accessibility.screen_reader import install_accessibility
from torseur.ui.controls.fields.fill_slider import FillSlider
from torseur.ui.displays.heat_table.heat_table import HeatTable

def deleted():
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

def read(widget):
    interface = QAccessible.queryAccessibleInterface(widget)
    said = [interface.text(QAccessible.Text.Name), interface.text(QAccessible.Text.Value), interface.role()]
    if interface.valueInterface() is not None:
        interface.valueInterface().setCurrentValue(0.25)
    for k in range(interface.childCount()):
        cell = interface.child(k)
        said += [cell.text(QAccessible.Text.Name), cell.parent().role(), cell.tableCellInterface().columnIndex()]
    return said

class EarlyTable(HeatTable):
    def setAccessibleName(self, name):  # called by the constructor: a screen reader asks at once
        super().setAccessibleName(name)
        read(self)

app = QApplication(sys.argv)
install_accessibility()
QAccessible.setActive("active" in sys.argv)
window = QWidget()
window.show()
for n in range(502):  # two widgets each
    slider, table = FillSlider("elbow", window), EarlyTable("J", window)
    slider.show(), table.show()
    for size in (2, 1):  # the second leaves cells behind
        table.show_matrix(np.full((size, size), float(n)), ["x", "y"][:size], ["a", "b"][:size], units=("m",))
        read(table)
    read(slider)
    interface = QAccessible.queryAccessibleInterface(table)  # outlives its widget
    if n % 3 == 0:
        slider.deleteLater(), table.deleteLater()
        deleted()
    elif n % 3 == 1:
        slider.setParent(None), table.setParent(None)
        del slider, table
    if n % 50 == 0:
        gc.collect()
        app.processEvents()
print(len([w for w in gc.get_objects() if isinstance(w, HeatTable)]))
if "leave" in sys.argv:
    sys.exit(7)  # with hundreds of widgets alive
del window, slider, table
gc.collect()
"""


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["active"], 0), (["active", "leave"], 7)])
def test_a_thousand_widgets_are_read_and_deleted_in_every_order_and_the_program_ends_well(arguments, code):
    command = [sys.executable, "-X", "faulthandler", "-c", PROGRAM, "-platform", "offscreen", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == code, done.stderr
    assert int(done.stdout) == 168  # those whose parent lives and the last: interfaces keep no widget alive
