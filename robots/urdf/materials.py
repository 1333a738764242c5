"""Which colour a visual has."""

from __future__ import annotations

from sim.multibody.model import Severity
from sim.multibody.shapes import Color

from .document import Document, Element, owner


class Materials:
    """The named colours of a file: those of the robot, then those first given inside a visual."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._colors: dict[str, Color | None] = {}
        for material in document.root.findall("material"):
            name = document.text(material, "name")
            color = self._own_color(material)
            if self._colors.setdefault(name, color) != color:
                raise document.error(material, f"a second material is named {name!r}, with another colour")
        for material in document.root.iterfind("link/visual/material"):
            name = material.get("name", "")
            if name and material.find("color") is not None and name not in self._colors:
                self._colors[name] = self._own_color(material, silent=True)

    def color(self, visual: Element) -> Color | None:
        """Return the visual's own colour, or that of the material it names; None if it says nothing."""
        material = self._document.only(visual, "material")
        if material is None:
            return None
        own = self._own_color(material)
        name = material.get("name", "").strip()
        if own is not None or not name or len(material):
            return own
        if name not in self._colors:
            known = ", ".join(map(repr, self._colors)) or "none"
            message = (
                f"{owner(visual)}no material is named {name!r} (there are: {known}); it is drawn in the default colour"
            )
            self._document.say(Severity.WARNING, material, message)
        return self._colors.get(name)

    def _own_color(self, material: Element, silent: bool = False) -> Color | None:
        document = self._document
        texture, color = document.only(material, "texture"), document.only(material, "color")
        if texture is not None and texture.get("filename") and not silent:
            drawn = "its colour is used" if color is not None else "it is drawn in the default colour"
            document.say(
                Severity.NOTE, texture, f"{owner(material)}texture {texture.get('filename', '')!r} is left out; {drawn}"
            )
        if color is None:
            return None
        given = document.numbers(color, "rgba", 4)
        red, green, blue, alpha = (min(max(value, 0.0), 1.0) for value in given)
        if (red, green, blue, alpha) != given and not silent:
            document.say(
                Severity.WARNING,
                color,
                f"{owner(material)}rgba={color.get('rgba')!r} is not within 0 to 1; it is cut to it",
            )
        return red, green, blue, alpha
