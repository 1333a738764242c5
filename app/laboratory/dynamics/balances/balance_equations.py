"""The balances of all that moves as the page writes them, with their numbers.

Source: newton-euler-inverse-dynamics, "Equilibre d'une chaine de solides"; Orin, Goswami & Lee 2013 (about the centre of mass).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.look.math_notation import DDOT, DOT
from torseur.ui.look.theme import ENERGY, FORCE, FRICTION, IMPULSE, MASS, VELOCITY, WARNING

if TYPE_CHECKING:
    from torseur.sim.arrays import Array
    from torseur.sim.multibody.dynamics.values import EquationOfMotion, MomentumBalance

BASE, LOADS, MOTORS, JOINTS = ENERGY, FRICTION, WARNING, IMPULSE  # colours of terms
KEYS = ("center", "forces", "moments", "centroidal", "power")
STANDING = marked(
    "f₀, n₀ are what stands still gives through the joints on it. Of a floating base they are what its missing motor would have "
    "to give, contacts among it."
)


def balance_equations(found: MomentumBalance, motion: EquationOfMotion) -> tuple[EquationView, ...]:
    """All of them, in the order of KEYS."""
    center = EquationView(
        "center",
        tr("Centre of mass, and linear momentum"),
        (("p = m ", ""), (f"c{DOT}", VELOCITY)),
        (
            Term("m", np.array([found.mass]), unit="kg"),
            Term("c  m", found.center),
            Term(f"c{DOT}  m/s", found.velocity, f"c{DOT}", "", VELOCITY),
            Term("p  N·s", found.momentum[:3], "", "=", VELOCITY),
        ),
    )
    forces = _balance(
        "forces",
        tr("Linear momentum changes by forces"),
        f"m c{DDOT} = ",
        ("m g", "Σ f_e", "f_0"),
        (found.weight[:3], found.external[:3], found.base[:3]),
        Term(f"m c{DDOT}", found.rate[:3], f"m c{DDOT}", "=", FORCE),
        "N",
        tr(STANDING),
    )
    moments = _balance(
        "moments",
        tr("Angular momentum about O changes by moments"),
        f"L{DOT}_O = ",
        ("c × m g", "Σ n_e", "n_0"),
        (found.weight[3:], found.external[3:], found.base[3:]),
        Term(f"L{DOT}_O", found.rate[3:], f"L{DOT}_O", "=", FORCE),
        "N·m",
        tr(STANDING),
        (Term("L_O  N·m·s", found.momentum[3:]),),
    )
    parts = [found.about_center(wrench)[3:] for wrench in (found.weight, found.external, found.base)]
    centroidal = _balance(
        "centroidal",
        tr("Centroidal: about the centre of mass"),
        f"L{DOT}_c = ",
        ("0", "Σ n_e", "n_0"),
        parts,
        Term(f"L{DOT}_c", found.centroidal_rate[3:], f"L{DOT}_c", "=", FORCE),
        "N·m",
        tr("About c the weight has no moment: in flight, with nothing touched, L_c stays."),
        (Term("L_c  N·m·s", found.centroidal[3:]),),
    )
    return center, forces, moments, centroidal, _power(motion)


def _balance(
    key: str,
    title: str,
    left: str,
    symbols: tuple[str, str, str],
    parts: tuple[Array, ...] | list[Array],
    rate: Term,
    unit: str,
    note: str,
    first: tuple[Term, ...] = (),
) -> EquationView:
    colors = (MASS, LOADS, BASE)
    pieces: list[tuple[str, str]] = [(left, "")]
    terms = list(first)
    for k, (symbol, values) in enumerate(zip(symbols, parts, strict=True)):
        pieces += [*([(" + ", "")] if k else []), (symbol, colors[k])]
        terms.append(Term(symbol, values, symbol, "+" if k else "", colors[k]))
    return EquationView(key, title, tuple(pieces), (*terms, rate), (("", unit),), note)


def _power(motion: EquationOfMotion) -> EquationView:
    def number(symbol: str, value: float, unit: str, sign: str = "", color: str = "") -> Term:
        return Term(symbol, np.array([value]), "", sign, color, unit)

    return EquationView(
        "power",
        tr("Energy changes by power"),
        (
            (f"K{DOT} + V{DOT} = ", ""),
            (f"τ_mᵀ q{DOT}", MOTORS),
            (" + ", ""),
            (f"τ_pᵀ q{DOT}", JOINTS),
            (" + ", ""),
            (f"(Σ JᵀF)ᵀ q{DOT}", LOADS),
        ),
        (
            number("K", motion.kinetic, "J"),
            number("V", motion.potential, "J"),
            number(f"τ_mᵀ q{DOT}", motion.power - motion.passive_power, "W", "", MOTORS),
            number(f"τ_pᵀ q{DOT}", motion.passive_power, "W", "+", JOINTS),
            number(f"(Σ JᵀF)ᵀ q{DOT}", motion.external_power, "W", "+", LOADS),
            number(f"K{DOT} + V{DOT}", motion.kinetic_rate + motion.potential_rate, "W", "=", FORCE),
        ),
        (),
        tr(
            "K̇ = q̇ᵀH q̈ + ½ q̇ᵀḢ q̇, V̇ = gᵀ q̇, V of gravity alone: springs are in τₚ, with damping and dry friction; τ = τₘ + τₚ. "
            "Along the missing motor of a floating base τₘᵀ q̇ counts too."
        ),
    )
