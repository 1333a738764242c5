"""Sentences on a comparison: where its exact motion is from, what its impacts and its order say."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from torseur.sim.simulation.inspection.comparing.values import ConvergenceOrder
from torseur.sim.superscripts import superscript
from torseur.sim.texts import tr, translated_anew
from torseur.ui.text.number_text import number_text, quantity_text

from .comparison_answers import ComparisonAnswers
from .run_looks import milliseconds, run_looks

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison


def source_text(comparison: Comparison) -> str:
    """From where the exact motion is, or why there is none; why the hybrid run ended early, if it did."""
    lines = []
    exact = comparison.reference.exact
    if exact is not None:
        sources = "; ".join(dict.fromkeys(translated_anew(source) for _, source in exact.sources))
        lines.append(tr("Exact motion: {sources}.").format(sources=sources))
    elif comparison.no_exact:
        reference = run_looks(comparison)[comparison.reference.key].short
        lines.append(comparison.no_exact)
        lines.append(tr("Others are measured against: {reference}.").format(reference=reference))
    if comparison.no_hybrid:
        lines.append(tr("Hybrid: {reason}").format(reason=comparison.no_hybrid))
    return "\n".join(lines)


def impact_text(found: ComparisonAnswers) -> str:
    """How well the times of impacts are known, and what impacts took."""
    if not found.pairs:
        return tr("Nothing strikes in either run.")
    sentences = []
    for letter, run in (("A", found.a), ("B", found.b)):
        if run.scheme in ("time_stepping", "by_integrator"):
            text = tr("{letter} knows an impact of its own motion to its step, t − {h} ms to t; the exact one may lie outside.")
            sentences.append(text.format(letter=letter, h=milliseconds(run.dt)))
        elif run.scheme == "hybrid" and found.impacts[run.key]:
            text = tr("{letter} locates it to {within} s.")
            sentences.append(text.format(letter=letter, within=number_text(found.impacts[run.key][0].within, 1, 0.0)))
    a, b = (sum(one.lost for one in found.impacts[run.key]) for run in (found.a, found.b))
    text = tr("Energy lost in all impacts: A {a}, B {b}.")
    sentences.append(text.format(a=quantity_text(a, "J"), b=quantity_text(b, "J")))
    if any(run.scheme == "time_stepping" and found.impacts[run.key] for run in (found.a, found.b)):
        sentences.append(
            tr(
                "Of time-stepping ζ⁻ is the velocity at the end of the step without contact: what gravity gives in all of the "
                "step, g h, is lost with the rest."
            )
        )
    return " ".join(sentences)


def order_text(found: ComparisonAnswers) -> str:
    """What the fitted slope says."""
    order, lecture = found.order, found.lecture_order
    sentences = []
    if math.isfinite(order.order):
        sentences.append(_halving(order))
        if order.scatters:
            sentences.append(_scatter_text(order))
    else:
        sentences.append(
            tr(
                "At the ends of steps this signal is exact to rounding: free fall and steady sliding are, where positions follow "
                "the mean of v and v⁺ (θ = ½)."
            )
        )
    if lecture is not None and math.isfinite(lecture.order):
        told = _halving(lecture)
        sentences.append(tr("With the lecture's p⁺ = p + h v⁺ (θ = 1): {told}").format(told=told))
    return " ".join(sentences)


def _scatter_text(order: ConvergenceOrder) -> str:
    """How far slopes from one step to the next are apart, and what that leaves of the fitted order."""
    least, most = (number_text(slope, 2) for slope in order.slopes)
    told = tr("From one step to the next the slope goes from {least} to {most}: where in its step an event falls is chance.")
    told = told.format(least=least, most=most)
    if math.isfinite(order.standard_error):
        told += " " + tr("The fitted order has a standard error of {error}.").format(error=number_text(order.standard_error, 2))
    return told


def _halving(found: ConvergenceOrder) -> str:
    text = tr("error ≈ {factor} h{order}, h in s: halving the step divides it by {ratio}.")
    if found.scatters:
        text = tr("error ≈ {factor} h{order}, h in s: over all steps, halving divides it by {ratio}.")
    factor, order, ratio = (number_text(number, 3) for number in (found.factor, found.order, 2.0**found.order))
    return text.format(factor=factor, order=superscript(order), ratio=ratio)
