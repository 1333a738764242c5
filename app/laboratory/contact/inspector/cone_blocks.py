"""The friction cone of the contact selected, or else of the first that is pressed."""

from __future__ import annotations

import numpy as np

from torseur.sim.contact.contacts import contact_name
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.contact.inspector.friction_cone import ConeLoad
from torseur.ui.sheet.blocks import Custom, Heading, Section, SideBySide, section
from torseur.ui.text.number_text import number_text, quantity_text

from .contact_table import ContactRows

CONE = Heading("cone", marked("Friction cone"))
PRESSED = 1e-9  # a load from which a contact is pressed [N], [N s]


def cone_section(rows: ContactRows, selected: int, facets: int) -> Section:
    """Pictures in the plane of its friction, and cut across; `facets` of the pyramid, 0: it is a cone."""
    i = selected if 0 <= selected < len(rows) else int(np.argmax(rows.normal > PRESSED))
    first, second = rows.friction[i].tolist()
    mu, impact = float(rows.contacts.friction[i]), bool(rows.contacts.impact[i])
    load = ConeLoad(contact_name(i), float(rows.normal[i]), (first, second), mu, facets, impact)
    caption, title = tr("{name}, μ {mu}", name=load.name, mu=number_text(mu)), tr("Friction cone")
    if facets:
        title, caption = tr("Friction pyramid"), caption + tr(", {n} facets", n=facets)
    note, letter = tr("no force"), load.letter
    if load.normal > PRESSED:
        note = f"{letter}_t/{letter}_n = {number_text(load.tangential / load.normal, zero=1e-9)}"
    text = (
        f"({title}: {letter}n {quantity_text(load.normal, load.unit)}, {letter}t {quantity_text(load.tangential, load.unit)})"
    )
    pictures = [Custom("cone", "friction_cone", load, text)]
    if mu > 0.0:
        pictures.append(Custom("section", "friction_section", load))
    return section(CONE, SideBySide("pictures", tuple(pictures), (1, 0)), title=title, caption=caption, note=note)
