"""Which colour a visual has."""

from __future__ import annotations

from torseur.sim.multibody.model.shapes import Color
from torseur.sim.texts import tr

from ..faults import Fault
from .document import Element, UrdfDocument, owner


class Materials:
    """The named colours of a file: those of the robot, then those first given inside a visual."""

    def __init__(self, document: UrdfDocument) -> None:
        self._document = document
        self._colors: dict[str, Color | None] = {}
        self._textures: dict[str, Element] = {}
        for material in document.root.findall("material"):
            name, color = (material.get("name") or "").strip(), self.own_color(material)
            texture = _texture_in(material)
            if name and texture is not None:
                self._textures.setdefault(name, texture)
            if not name:
                message = tr("a <material> of the robot has no name; it is left out")
                document.report("name-given", material, message, "", "name")
            elif self._colors.setdefault(name, color) != color:
                message = tr("a second material is named {name!r}, with another colour; the first is taken", name=name)
                document.report("material-duplicate", material, message, name, tr("another name"))
        for material in document.root.iterfind("link/visual/material"):
            name = material.get("name", "")
            if name and material.find("color") is not None and name not in self._colors:
                self._colors[name] = self.own_color(material, silent=True)

    def color(self, visual: Element) -> Color | None:
        """Return the visual's own colour, or that of the material it names; None if it says nothing."""
        material = self._document.only(visual, "material")
        if material is None:
            return None
        own = self.own_color(material)
        name = material.get("name", "").strip()
        if own is not None or len(material):
            return own
        if not name:
            message = tr("{owner}its <material> has neither a name nor a colour; it is left out", owner=owner(visual))
            self._document.report("name-given", material, message, "", "name")
            return None
        if name not in self._colors:
            known = ", ".join(map(repr, self._colors)) or "none"
            message = tr(
                "{owner}no material is named {name!r} (there are: {known}); it is drawn in the default colour",
                owner=owner(visual),
                name=name,
                known=known,
            )
            self._document.report("material-unknown", material, message, name, known)
        return self._colors.get(name)

    def texture(self, visual: Element) -> Element | None:
        """Return the <texture> of the visual's own material, or of the one it names; None if there is none."""
        material = next(visual.iterchildren("material"), None)
        if material is None:
            return None
        own = _texture_in(material)
        return own if own is not None or len(material) else self._textures.get(material.get("name", "").strip())

    def own_color(self, material: Element, silent: bool = False) -> Color | None:
        """Return the colour a material itself gives, or None. What is wrong with it is recorded, unless silent."""
        if not silent:
            consequence = tr("its colour is left out")
            return self._document.optional("colour-unreadable", consequence, self._own_color, material, silent)
        try:
            return self._own_color(material, silent)
        except Fault:  # the visual that it is in is read too, and says so
            return None

    def _own_color(self, material: Element, silent: bool) -> Color | None:
        document = self._document
        color = document.only(material, "color")
        if color is None:
            return None
        rgba = _rgba(document, color, silent)
        red, green, blue, alpha = (min(max(value, 0.0), 1.0) for value in rgba)
        if (red, green, blue, alpha) != rgba and not silent:
            message = tr(
                "{owner}rgba={rgba!r} is not within 0 to 1; it is cut to it", owner=owner(material), rgba=color.get("rgba")
            )
            document.report("colour-range", color, message, color.get("rgba"), "0 to 1")
        return red, green, blue, alpha


def _rgba(document: UrdfDocument, color: Element, silent: bool) -> tuple[float, ...]:
    """Return red, green, blue and opacity; what has no opacity is opaque."""
    text = (color.get("rgba") or "").strip()
    if len(text.split()) != 3:
        return document.numbers(color, "rgba", 4)
    if not silent:
        message = tr("{owner}<color> rgba={text!r} has 3 values; it is read as opaque", owner=owner(color), text=text)
        document.report("value-count-read", color, message, text, "4 numbers")
    return (*document.numbers(color, "rgba", 3), 1.0)


def _texture_in(material: Element) -> Element | None:
    texture = material.find("texture")
    return texture if texture is not None and (texture.get("filename") or "").strip() else None
