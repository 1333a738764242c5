"""The Jacobian of a frame, by the route that is chosen, and how far the routes are apart."""

from __future__ import annotations

from torseur.sim.analysis.jacobian.reference import change_reference
from torseur.sim.analysis.jacobian.values import JacobianRoutes, PoseDerivative
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.look.math_notation import DOT
from torseur.ui.sheet.blocks import (
    Block,
    Facts,
    Heading,
    Matrix,
    Options,
    Paragraph,
    Section,
    SideBySide,
    SymbolicMatrix,
    options,
    section,
)
from torseur.ui.text.jacobian_text import ROWS, reference_key, reference_options
from torseur.ui.text.number_text import ABSENT, as_shown, residual_text
from torseur.ui.text.units import JACOBIAN_UNITS
from torseur.ui.text.vector_text import vector_text

from ...sheet.page import Seen
from ...sheet.questions import Questions
from .column_marks import frame_options
from .formula_route import FormulaRoute, formula_route
from .jacobian_settings import Columns, JacobianSettings, columns, point_of, routes

ROUTES_TO_J = Heading("routes", marked("Jacobian J"))
ROUTES = {
    "geometric": marked("columns"),
    "composed": marked("twists"),
    "differentiated": marked("derivative"),
    "compiled": marked("kernel"),
    "symbolic": marked("formulas"),
}
ABOUT = {
    "geometric": marked("Columns [z × (P − o); z] of joints that turn, [z; 0] of those that slide."),
    "composed": marked("The motion of each link against the one before, moved to P by v(P) = v(O) + ω × OP."),
    "differentiated": marked("∂P/∂q and vee(∂R/∂q Rᵀ) of the direct model, exact by a complex step."),
    "compiled": marked("What the program computes with, sim.jacobian."),
    "symbolic": marked("The formulas of the Denavit-Hartenberg table, and below them their numbers at this q."),
}


def routes_section(seen: Seen, settings: JacobianSettings, questions: Questions) -> Section:
    """J by one of several routes."""
    found, offered = routes(seen, settings, questions), columns(seen, settings, questions)
    of_point = point_of(seen, settings) is not None
    by_formulas = formula_route(seen, found.pose, of_point=of_point, questions=questions)
    if by_formulas.J is not None:
        R = None if found.basis is None else seen.poses[seen.model.frame_index(found.basis)][:3, :3]
        found = found.with_route("symbolic", change_reference(by_formulas.J, found.pose, found.reference, R))
    names = {key: tr(text) for key, text in ROUTES.items()}
    tiles = tuple(
        (names[key], residual_text(found.difference("geometric", key)) if key in found.routes else ABSENT, "")
        for key in list(ROUTES)[1:]
    )
    size = tr("Largest difference to J by columns, relative to the longest arm or turn that is added up.")
    is_missing = settings.route not in found.routes
    missing = tr("No formulas: {reason}", reason=by_formulas.reason)
    return section(
        ROUTES_TO_J,
        Options("which", tr("Route to the Jacobian"), options(names), settings.route),
        Paragraph("about", "" if is_missing else tr(ABOUT[settings.route]), "text_second", small=False),
        *_formulas(found, by_formulas if settings.route == "symbolic" else FormulaRoute(None)),
        _table(found, offered, settings.route),
        *(_derivative(seen, settings, found, offered, questions) if settings.route == "differentiated" else ()),
        Facts("tiles", tiles, (0.25,) * len(tiles), tiles=True),
        Paragraph("line", missing if is_missing else size, "text_hint", small=False),
        tools=(
            Options("frame", tr("Frame"), frame_options(seen.model), seen.frame, listed=True, widest=96),
            Options(
                "reference",
                tr("Point and axes in which J is written"),
                options(reference_options(seen.model.frame_names)),
                reference_key(found.reference, found.basis),
                listed=True,
                widest=132,
            ),
        ),
        divided=False,
    )


def _table(found: JacobianRoutes, offered: Columns, route: str) -> Matrix:
    J, speeds = found.routes.get(route), offered.speeds
    numbers = [amount.column for amount in speeds]
    return Matrix(
        "table",
        tr("Jacobian by the route chosen"),
        None if J is None else J[:, numbers],
        ROWS,
        tuple(amount.letter for amount in speeds),
        JACOBIAN_UNITS,
        tuple(amount.name for amount in speeds),
        split=3,
        selected=(None, numbers.index(offered.at) if offered.at in numbers else None),
    )


def _formulas(found: JacobianRoutes, route: FormulaRoute) -> tuple[Block, ...]:
    if route.formulas is None:
        return ()
    lengths = route.formulas.lengths.items()
    named = ", ".join(as_shown(f"{subscript(name)} = {value:g}") for name, value in lengths)
    notes = [f"{named} m." if named else "", tr("c₁ = cos θ₁, s₁₂ = sin(θ₁ + θ₂).")]
    if found.reference != "world_aligned" or found.basis is not None:
        notes.append(tr("The formulas are in world axes at the frame, the numbers in those chosen above."))
    note = Paragraph("formulas_note", " ".join(filter(None, notes)), "text_hint", small=False)
    return SymbolicMatrix("formulas", "J", route.formulas.J), note


def _derivative(
    seen: Seen, settings: JacobianSettings, routes_found: JacobianRoutes, offered: Columns, questions: Questions
) -> tuple[Block, ...]:
    """∂R/∂q, ∂R/∂q Rᵀ which is S(ω), and ∂P/∂q of a column; where q̇ is no rate of coordinates, Ṙ, Ṙ Rᵀ and v(P)."""
    from torseur.sim.analysis.jacobian.differentiated import pose_derivative

    amount, point = offered.amount, point_of(seen, settings)
    if amount is None:
        return ()
    found: PoseDerivative = questions.ask(
        "derivative",
        (seen.q, seen.frame, amount.column, point),
        lambda: pose_derivative(seen.model, seen.q, seen.frame, amount.column, point),
        of=seen.model,
    ).value
    rate, at, per, linear, turn = _derivative_names(amount)
    facts = (
        (at + tr(", rows 1 to 3"), vector_text(found.P_rate), linear),
        ("S_{32}, S_{13}, S_{21}, " + tr("rows 4 to 6"), vector_text(found.omega), turn),
        (tr("not skew by"), residual_text(found.residual), ""),
    )
    in_world = routes_found.reference == "world_aligned" and routes_found.basis is None
    other = "" if in_world else tr(" The table above has J as it is chosen there, with other rows.")
    axes = ("x", "y", "z")
    by = f"{rate} Rᵀ = S(ω)"
    matrices = (
        Matrix("rate", rate, found.R_rate, columns=axes, units=(per,), title=rate),
        Matrix("matrix", by, found.matrix, columns=axes, units=(per,), title=by),
    )
    return (
        SideBySide("derivative", matrices),
        Facts("derivative_facts", facts),
        Paragraph("derivative_line", tr("World axes, at P.") + other, "text_hint"),
    )


def _derivative_names(amount: Amount) -> tuple[str, str, str, str, str]:
    """What ∂R and ∂P by a number are called, and the units of ∂R, ∂P and ω."""
    if DOT in amount.letter:
        name, of = amount.letter.replace(DOT, ""), "rad" if amount.is_angle else "m"
        return f"∂R/∂{name}", f"∂P/∂{name}", f"1/{of}", f"m/{of}", "1" if amount.is_angle else "rad/m"
    unit = "rad/s" if amount.is_angle else "m/s"
    return (f"R{DOT}", "v(P)" + tr(" where {speed} = 1 {unit} alone", speed=amount.letter, unit=unit), "1/s", "m/s", "rad/s")
