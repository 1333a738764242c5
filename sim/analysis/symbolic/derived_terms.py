"""Velocities, accelerations, the equation of motion and a contact of a chain of up to three joints as formulas.

Frame i moves with joint i: its origin is on the axis of the joint, z along it. All is exact, polynomials of one ring; H, C and g
are derivatives of the kinetic energy and of the power of the weights. `main` is run by a process of its own.

Source: kinematic-model, "Application, calcul récursif des vitesses"; newton-euler-inverse-dynamics, "Équations du mouvement";
contact-management, "Espace cartésien → espace articulaire".
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from ...errors import ArgumentError
from ...multibody.model.model import Model
from ...multibody.model.movers import rows_to
from .chain import chain_of, chain_to
from .exact_chain import ExactChain, exact_chain, moved_link
from .symbolic_text import latex_form, short_form
from .trig_form import compact, parallel_runs, readable
from .values import DerivedTerm

MOST = 3  # joints
_ZERO = 1e-12  # what is smaller has no letter
_AXES, _INERTIA = ("_x", "_y", "_z"), ("xx", "xy", "xz", "yy", "yz", "zz")
_Spec = tuple[str, int, list[Any], list[Any]]  # of q, v or a; columns; symbols, and 0 of what is not listed; expressions


def derivation_request(model: Model, frame: str, gravity: Sequence[float]) -> str:
    """What `derived` reads of a robot, and of a contact at the origin of a frame, or of the last link if another carries that.

    Raises ArgumentError for a robot that is not a chain of one to three joints that turn or slide; UnknownNameError.
    """
    rows, last = max(((rows_to(model, body), body) for body in model.body_names), key=lambda found: len(found[0]))
    if not 1 <= model.nv == len(rows) <= MOST:
        has = {"model": model.name, "n": model.nv, "most": MOST, "links": len(rows)}
        raise ArgumentError(
            "formulas are of one chain of up to {most} joints; {model!r} has {n}, {links} of them in one chain", **has
        )
    chain = chain_to(model, frame if len(rows_to(model, frame)) == len(rows) else last)
    letters = {"g": float(np.linalg.norm(gravity))}
    for i, row in zip(chain.numbers, model.table[rows[::-1]], strict=True):
        com = row["moment"] / max(float(row["mass"]), _ZERO)
        inertia = row["inertia"] - row["mass"] * (com @ com * np.eye(3) - np.outer(com, com))[np.triu_indices(3)]
        names = (f"m{i}", f"I_a{i}", *(f"{axis}{i}" for axis in "xyz"), *(f"I_{axes}{i}" for axes in _INERTIA))
        letters |= dict(zip(names, (row["mass"], row["armature"], *com, *inertia), strict=True))
    kept = {name: float(value) for name, value in letters.items() if abs(value) > _ZERO}
    down = (np.asarray(gravity) / (letters["g"] or 1.0)).tolist()
    return json.dumps({"chain": asdict(chain), "letters": kept, "down": down})


def derived(question: str) -> dict[str, DerivedTerm]:
    """Derive what `derivation_request` asks for. SymPy is imported when this is first called."""
    import sympy

    fields = json.loads(question)
    chain, given = chain_of(fields["chain"]), fields["letters"]
    i, n, kinds = chain.numbers, len(chain.numbers), ["d" if slides else "theta" for slides in chain.prismatic]
    q, rates, more = ([f"{kind}{dots}{k}" for k, kind in zip(i, kinds, strict=True)] for dots in ("", "dot", "ddot"))
    exact = exact_chain(chain, names=True, more=(*given, *rates, *more))
    ring, reduced, short = exact.ring, np.frompyfunc(exact.ring.reduced, 1, 1), partial(_short, exact)

    def letters(*names: str) -> Any:
        return np.array([ring.length(name) if name in ring.length_names else ring.zero for name in names], dtype=object)

    def exactly(values: Any) -> Any:
        return np.vectorize(lambda x: ring.number(Fraction(f"{x:.12f}")), otypes=[object])(values)

    def along(p: Any, k: int) -> Any:  # the derivative by the number of a joint
        cos, sin = ring.cos(k), ring.sin(k)
        return p.diff(sin) if ring.prismatic[k] else p.diff(sin) * cos - p.diff(cos) * sin

    def symbols(*names: str, axes: Sequence[str] = ("",)) -> list[Any]:
        return [sympy.Symbol(f"{name}{axis}{k}") for k in i for name in names for axis in axes]

    dq, energy, power, half = letters(*rates), ring.zero, ring.zero, ring.number(Fraction(1, 2))
    v, w, a, b = [letters("", "", "")] * 4  # velocity of the origin, ω, acceleration of the origin, rate of ω
    world, down = exactly(np.eye(3)), exactly(fields["down"]) * letters("g")  # the world's axes, as columns, and gravity
    twists, accelerations = list[Any](), list[Any]()
    for k, number in enumerate(i):
        turn, step = (np.array(part, dtype=object) for part in moved_link(exact, k))
        p, v, w, a, b, world, down = (turn.T @ x for x in (step[:, 0], v, w, a, b, world, down))
        rate, grows = letters("", "", rates[k]), letters("", "", more[k])
        v, a = v + np.cross(w, p), a + np.cross(b, p) + np.cross(w, np.cross(w, p))
        if ring.prismatic[k]:
            v, a = v + rate, a + grows + 2 * np.cross(w, rate)
        else:
            w, b = w + rate, b + grows + np.cross(w, rate)
        v, w, a, b, world, down = map(reduced, (v, w, a, b, world, down))
        twists, accelerations = [*twists, *v, *w], [*accelerations, *a, *b]
        center = v + np.cross(w, letters(*(f"{axis}{number}" for axis in "xyz")))
        mass, rotor, *tensor = letters(f"m{number}", f"I_a{number}", *(f"I_{axes}{number}" for axes in _INERTIA))
        spin = np.array(tensor, dtype=object)[[[0, 1, 2], [1, 3, 4], [2, 4, 5]]] @ w
        energy += half * (mass * (center @ center) + w @ spin + rotor * dq[k] ** 2)
        power += mass * (down @ center)
    energy, power, end = ring.reduced(energy), ring.reduced(power), np.array(exact.links[-1].translation, dtype=object)
    speeds, momenta = reduced(world.T @ (v + np.cross(w, end))), [energy.diff(rate) for rate in dq]
    bias = [sum((along(p, k) * dq[k] for k in range(n)), -along(energy, j)) for j, p in enumerate(momenta)]
    H, T = (sympy.Matrix([[short(p.diff(rate)) for p in of] for rate in dq]) for of in (momenta, speeds))
    symbol_H = sympy.Matrix(n, n, lambda k, j: sympy.Symbol(f"H{i[min(k, j)]}{i[max(k, j)]}") if H[k, j] else 0)
    symbol_T = sympy.Matrix(n, 3, lambda k, j: sympy.Symbol(f"T_{'xyz'[j]}{i[k]}") if T[k, j] else 0)
    massive = symbol_H.det() != 0
    M = [sympy.cancel((t.T * symbol_H.adjugate() * t)[0] / symbol_H.det()) for t in map(symbol_T.col, range(3 * massive))]
    entries = dict(zip([*symbol_H, *symbol_T], [*H, *T], strict=True))
    specs: dict[str, _Spec] = {
        "velocities": ("qv", 6, symbols("v", "omega", axes=_AXES), [*map(short, twists)]),
        "accelerations": ("qva", 6, symbols("a", "omegadot", axes=_AXES), [*map(short, accelerations)]),
        "H": ("q", n, list(symbol_H.upper_triangular()), list(H)),
        "C": ("qv", 1, symbols("C"), [short(ring.reduced(p)) for p in bias]),
        "g": ("q", 1, symbols("g"), [short(-power.diff(rate)) for rate in dq]),
        "T": ("q", 3, list(symbol_T), list(T)),
        "M": ("q", 1, [sympy.Symbol(f"M{axis}") for axis in _AXES][: len(M)], M),
    }
    values, columns = {**exact.lengths, **given}, {"q": q, "v": rates, "a": more}
    return {key: _term(values, columns, entries, key, spec) for key, spec in specs.items()}


def main() -> None:
    """Read, derive, write."""
    sys.stdout.write(json.dumps(derived(sys.stdin.read())))


def _short(exact: ExactChain, p: Any) -> Any:
    """A polynomial as an expression: s² for 1 − c² wherever that stands, and what each mass multiplies put together."""
    import sympy

    ring, found = exact.ring, dict(p)
    for c, s in (ring.places[k] for k in range(ring.n) if not ring.prismatic[k]):
        for powers in sorted(found):
            lower = tuple(power - 2 * (at == c) for at, power in enumerate(powers))
            if lower[c] >= 0 and not powers[s] and found.get(lower, 0) == -found[powers]:
                found[tuple(power + 2 * (at == s) for at, power in enumerate(lower))] = found.pop(lower)
                del found[powers]
    short = compact(ring, ring.ring.from_dict(found), parallel_runs(exact))
    masses = [symbol for symbol in short.free_symbols if str(symbol).startswith("m")]
    return sympy.factor_terms(sympy.collect(short, masses, sympy.factor)) if masses else short


def _term(
    values: Mapping[str, float], columns: Mapping[str, Any], entries: Mapping[Any, Any], key: str, spec: _Spec
) -> DerivedTerm:
    """What is always zero, or has no symbol, has no formula; `entries`: what symbols of entries of H and T stand for."""
    import sympy
    from sympy.printing.numpy import NumPyPrinter

    of, width, names, found = spec
    whole, kept = [one.xreplace(entries) for one in found], [k for k, one in enumerate(found) if one and names[k]]
    symbols = sympy.Tuple(*whole).free_symbols
    used = {letter: value for letter, value in values.items() if letter in map(str, symbols)}
    put = {symbol: sympy.Rational(repr(used[str(symbol)])) for symbol in symbols if str(symbol) in used}
    quotients = [sympy.fraction(whole[k].xreplace(put)) for k in kept]
    forms = [names[k] for k in kept], [found[k] for k in kept], [sympy.expand(a) / sympy.expand(b) for a, b in quotients]
    code = NumPyPrinter({"fully_qualified_modules": False}).doprint
    lines = [f"def {key}({', '.join([*of, *(f'{letter}={value!r}' for letter, value in used.items())])}):"]
    lines += [f"    [{', '.join(columns[letter])}] = {letter}" for letter in of]
    lines += ["    found = [", *(f"        {code(one)}," for one in whole), "    ]"]
    lines += [f"    return np.array(found, dtype=float).reshape({(-1, width) if width > 1 else -1})", ""]
    head = "import numpy as np\nfrom numpy import cos, sin\n\n\n"
    letters = {short_form(sympy.Symbol(letter)): value for letter, value in used.items()}
    shown, in_letters, in_numbers = (tuple(map(_texts, form)) for form in forms)
    return DerivedTerm(tuple(kept), shown, in_letters, in_numbers, head + "\n".join(lines), letters)


def _texts(expression: Any) -> tuple[str, str]:
    """As text and as LaTeX; numbers of many digits have five."""
    import sympy

    long = [one for one in expression.atoms(sympy.Rational) if one.q > 1000]
    short = expression.xreplace({one: sympy.Rational(f"{float(one):.5g}") for one in long})
    return readable(short_form(short)), latex_form(short)
