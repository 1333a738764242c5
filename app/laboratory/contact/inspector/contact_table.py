"""The contacts of an instant in a table, whose rows are written as they are looked at."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts, contact_name
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import marked, tr
from torseur.ui.look.contact_states import STATES
from torseur.ui.look.math_notation import plain_math
from torseur.ui.sheet.blocks import DataTable, Heading, Paragraph, Section, TableCell, TableColumn, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, quantity_text

from ....drawing.contact.contact_bounds_drawing import LoadBounds
from ....drawing.contact.contact_labels import PairNames
from ....drawing.contact.contact_parts import contact_states, normal_and_tangential, tangents

CONTACTS = Heading("contacts", marked("Contacts"))
IN_SIGHT = 12  # rows; of more the table scrolls
STILL = 1e-9  # [m/s] a slower speed is shown as 0: what the arithmetic leaves of a contact that rests
LOAD_ZERO = 1e-9  # [N], [N s]
RELATIVE_ZERO = 1e-7  # friction, to the normal load: what the solver's tolerance leaves
BETWEEN = 11  # characters of two bounds that there is room for
MODES = {"sticking": marked("sticking"), "sliding": marked("sliding"), "open": marked("open"), "closed": marked("closed")}
_NOT_LOOKED_AT = ((math.nan, math.nan),) * 3


class ContactRows(Sequence[tuple[TableCell, ...]]):
    """One contact a row. Loads are forces [N], or where the velocity jumped impulses [N s]."""

    def __init__(
        self, contacts: Contacts, model: Model, bounds: Mapping[int, LoadBounds], pairs: PairNames | None = None
    ) -> None:
        n = contacts.normal
        self.contacts, self.bounds, self._model = contacts, bounds, model
        self._pairs = pairs or PairNames.of_model(model)
        load = np.where(contacts.impact[:, None], contacts.impulse, contacts.force)
        self.normal, across = normal_and_tangential(load, n)
        self.friction = np.column_stack([np.einsum("ck,ck->c", across, axis) for axis in tangents(n)])  # (c, 2)
        self.tangential: Array = np.linalg.norm(across, axis=1)
        self.speed = np.einsum("ck,ck->c", contacts.velocity, n)
        self.states = contact_states(contacts).tolist()
        self.closing = (np.array(self.states) != "open") & (self.speed < -STILL)
        self._written: dict[int, tuple[TableCell, ...]] = {}
        self.strikes = bool(contacts.impact.any())
        self.mixed = self.strikes and not contacts.impact.all()  # impulses among forces say their own unit

    @override
    def __len__(self) -> int:
        return len(self.normal)

    @override
    def __getitem__(self, key: Any) -> Any:
        places = range(len(self))[key]
        if isinstance(places, range):
            return tuple(self[i] for i in places)
        if places not in self._written:
            self._written[places] = self._row(places)
        return self._written[places]

    def _row(self, i: int) -> tuple[TableCell, ...]:
        a, b = int(self.contacts.body_a[i]), int(self.contacts.body_b[i])
        impact, kind = bool(self.contacts.impact[i]), self.states[i]
        names = self._pairs.names
        pair = self._pairs.of(a, b) if self.bounds else f"{names[a]} · {names[b]}"
        mode = tr("impact") if impact else tr(MODES[kind])
        state = STATES["impact" if impact else kind]
        bold = 400 if state.role in ("text_hint", "text_second") else 600
        return (
            TableCell(contact_name(i), weight=600, tip=self._tip(i)),
            TableCell(pair),
            _length(self.contacts.gap[i]),
            *(() if self.bounds else (_length(self.speed[i]),)),
            self._load(i, self.normal[i], "force_text"),
            *((TableCell(_bounds_room(self.bounds.get(i)), role="text_second"),) if self.bounds else ()),
            self._load(i, self.tangential[i], "friction_text"),
            TableCell(
                tr("closing") if self.closing[i] else mode, role=state.role, weight=bold, icon="impact" if impact else kind
            ),
        )

    def _load(self, i: int, x: float, role: str) -> TableCell:
        impact = bool(self.contacts.impact[i])
        text = number_text(x, 4, max(LOAD_ZERO, RELATIVE_ZERO * abs(self.normal[i])))
        if text == "0":
            return TableCell(text, float(x), role="text_hint")
        unit = "N·s" if self.mixed and impact else ""
        return TableCell(text, float(x), unit, "impulse_text" if impact else role, 600)

    def columns(self) -> tuple[TableColumn, ...]:
        """Where some of the loads are one of many, a column of bounds takes the place of ζ⁺, which the equation has."""
        normal, friction = ("Λ_n", "|Λ_t|") if self.strikes else ("λ_n", "|λ_t|")
        if self.mixed:
            normal, friction = "λ_n, Λ_n", "|λ_t|, |Λ_t|"
        load, room = "N·s" if self.strikes and not self.mixed else "N", 53 if self.mixed else 43
        of_many = tr("Which normal loads make the same motion: the one shown is of least norm.")
        speed = TableColumn("ζ⁺", 43, unit="mm/s", number=True, about=tr("Normal velocity after the step"))
        return (
            TableColumn("", 20, math=True),
            TableColumn(tr("pair"), 8, 1),
            TableColumn(tr("gap"), 43, unit="mm", number=True),
            *(() if self.bounds else (speed,)),
            TableColumn(normal, room, unit=load, number=True),
            *((TableColumn(tr("from … to"), 66, unit=load, about=of_many),) if self.bounds else ()),
            TableColumn(friction, room, unit=load, number=True),
            TableColumn(tr("mode"), 72),
        )

    def total_text(self) -> str:
        """Σ of the normal forces, and of the impulses, in the notation of `paint_math`."""
        impact = self.contacts.impact
        force, impulse = (float(self.normal[which].sum()) for which in (~impact, impact))
        forces = f"Σλ_n {number_text(force, zero=LOAD_ZERO)} N" if abs(force) > LOAD_ZERO or not self.strikes else ""
        impulses = f"ΣΛ_n {number_text(impulse, zero=LOAD_ZERO)} N·s" if self.strikes else ""
        return " · ".join(filter(None, (forces, impulses)))

    def _tip(self, i: int) -> str:
        """A contact in words, its friction along both tangents."""
        a, b = int(self.contacts.body_a[i]), int(self.contacts.body_b[i])
        unit, bounds = "N·s" if self.contacts.impact[i] else "N", self.bounds.get(i)
        first, second = (quantity_text(x, unit) for x in self.friction[i].tolist())
        tip = tr(
            "{name} {pair}\nfriction along the tangents {first}, {second}\nμ {mu}",
            name=plain_math(contact_name(i)),
            pair=f"{self._model.body_names[a]} · {self._model.body_names[b]}",
            first=first,
            second=second,
            mu=number_text(float(self.contacts.friction[i])),
        )
        if self.closing[i]:
            tip += tr(
                "\nζ⁺ {speed} is below 0 by what the law allows within a step: to close the gap that is left, to turn, to yield"
                "\nwhere contacts are soft. The residual says how well the law is met, the equation what it asked for.",
                speed=quantity_text(1e3 * float(self.speed[i]), "mm/s"),
            )
        if bounds is None:
            return tip
        many = tr(
            "One of many loads that make this motion, that of least norm:"
            "\nnormal {normal}\nfriction {first}\nand {second} {unit}"
        )
        if not bounds.many:
            many = tr("Other loads may make this motion:\nnormal {normal}\nfriction {first}\nand {second} {unit}")
        if not bounds.complete:
            many += tr("\n“not found”: the search ended before it had proven a bound.")
        of = {name: bounds_text(*getattr(bounds, name)) for name in ("normal", "first", "second")}
        return f"{tip}\n{many.format(**of, unit=unit)}"

    def array_text(self) -> ArrayText:
        """All contacts, a row each: forces and impulses in columns of their own, nan where a contact has the other."""
        contacts, loads = self.contacts, np.column_stack([self.normal, self.friction])
        columns = {"gap m": contacts.gap, "normal speed m/s": self.speed}
        for impact, letter, unit in ((False, "λ", "N"), (True, "Λ", "N·s")):
            which = contacts.impact == impact
            if which.any():
                of_these = np.where(which[:, None], loads, np.nan).T
                columns |= {f"{letter}_{axis} {unit}": of_these[k] for k, axis in enumerate(("n", "{t1}", "{t2}"))}
        columns["μ"] = contacts.friction
        if self.bounds:
            ends = np.array([self.bounds.get(i, _NOT_LOOKED_AT) for i in range(len(self))])
            for k, axis in enumerate(("{t1}", "{t2}", "n")):
                columns |= {f"{axis} {word}": ends[:, k, side] for side, word in enumerate(("from", "to"))}
        names = [contact_name(i) for i in range(len(self))]
        return ArrayText(np.column_stack(list(columns.values())), names, list(columns))


def contacts_section(rows: ContactRows | None, note: str, selected: int) -> Section:
    """Their table, and a sentence on them; without contacts it says why there are none."""
    if not rows:
        return section(CONTACTS, Paragraph("note", note or tr("Nothing touches."), "text_second"))
    found = rows.bounds.values()
    many = tr("Loads with bounds are one of many that make this motion; they are those of least norm.")
    missing = tr("“not found”: the search ended before it had proven a bound.")
    told = (many if any(one.many for one in found) else "", "" if all(one.complete for one in found) else missing, note)
    columns, name = rows.columns(), tr("Contacts")
    return section(
        CONTACTS,
        DataTable("table", name, columns, rows, selected, most=IN_SIGHT, copied=rows.array_text()),
        Paragraph("note", " ".join(filter(None, told)), "text_second"),
        note=rows.total_text(),
    )


def bounds_text(lower: float, upper: float, digits: int = 4) -> str:
    """Two bounds: "0 … 29.43"; a load that nothing bounds goes to ∞; "not found" for nan."""
    if math.isnan(lower) or math.isnan(upper):
        return tr("not found")
    zero = max(LOAD_ZERO, RELATIVE_ZERO * max((abs(x) for x in (lower, upper) if math.isfinite(x)), default=0.0))
    least, most = (number_text(x, digits, zero) if math.isfinite(x) else "−∞" if x < 0 else "∞" for x in (lower, upper))
    return least if least == most else f"{least} … {most}"


def _bounds_room(bounds: LoadBounds | None) -> str:
    texts = [] if bounds is None else [bounds_text(*bounds.normal, digits) for digits in (4, 3, 2)]
    return next((text for text in texts if len(text) <= BETWEEN), texts[-1] if texts else "")


def _length(x: float) -> TableCell:
    text = number_text(1e3 * x, 4, 1e3 * STILL)
    return TableCell(text, 1e3 * float(x), role="text_hint" if text == "0" else "text")
