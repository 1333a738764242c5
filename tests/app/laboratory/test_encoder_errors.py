"""The steps of encoders on the page SVD, without a window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QObject

from torseur import robots
from torseur.app.laboratory.svd.encoder_errors import EncoderErrors
from torseur.sim.analysis.svd.task_jacobian import task_jacobian
from torseur.ui.laboratory.svd.repeatability_section import RepeatabilitySection


def test_a_step_that_comes_while_the_section_is_folded_counts_once_it_is_open(qtbot):
    model, q, parent = robots.load("scara"), np.array([0.3, 0.8, 0.1]), QObject()
    section = RepeatabilitySection()
    qtbot.addWidget(section)
    errors = EncoderErrors(section, parent)
    task = task_jacobian(model, q, model.body_names[-1])
    errors.show(model, q, task, "deg")
    section.entered.emit(0, 2e-3)
    assert errors.found is None
    section.show_open(True)
    errors.show(model, q, task, "deg")
    assert errors.typed == {task.joints[0]: 2e-3}
    assert float(section.fields[0].text()) == pytest.approx(np.degrees(2e-3), rel=1e-3)  # four digits are shown
