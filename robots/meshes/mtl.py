"""Materials of Wavefront OBJ files: what MTL files say of colours and pictures."""

from __future__ import annotations

from codecs import BOM_UTF8
from dataclasses import dataclass

from torseur.sim.multibody.model.shapes import Wrap
from torseur.sim.texts import tr

from .pictures import BLENDED, OPAQUE, MeshPicture

# Options of a picture in an MTL file, and how many values follow them at most.
_OPTIONS = {
    "-blendu": 1,
    "-blendv": 1,
    "-bm": 1,
    "-boost": 1,
    "-cc": 1,
    "-clamp": 1,
    "-imfchan": 1,
    "-mm": 2,
    "-o": 3,
    "-s": 3,
    "-t": 3,
    "-texres": 1,
    "-type": 1,
}

Color = tuple[int, int, int, int]  # sRGB and opacity, 0 to 255


@dataclass(slots=True)
class MtlMaterial:
    """What an MTL file says of a material."""

    color: Color | None = None
    opacity: int = 255
    picture: str = ""  # the name of its file
    opacity_picture: str = ""
    scale: tuple[float, float] = (1.0, 1.0)  # of texture coordinates, before they are moved
    offset: tuple[float, float] = (0.0, 0.0)
    clamped: bool = False  # its edges go on beyond them

    def borne(self) -> MeshPicture:
        """The picture that it bears."""
        blended = self.opacity_picture == self.picture
        wrap: Wrap = "clamp" if self.clamped else "repeat"
        return MeshPicture(self.picture, opacity=BLENDED if blended else OPAQUE, wrap=(wrap, wrap))


def read_materials(content: bytes, file: str, notes: dict[str, None]) -> dict[str, MtlMaterial]:
    """Read the materials of an MTL file, which the OBJ file calls `file`, by names; `notes` gets what there is to say."""
    materials: dict[str, MtlMaterial] = {}
    name, material = "", MtlMaterial()
    for line in content.removeprefix(BOM_UTF8).splitlines():
        kind, *values = line.split() or [b""]
        if kind == b"newmtl":
            name = line.split(None, 1)[1].strip().decode("utf-8", "replace") if values else ""
            material = materials[name] = MtlMaterial()
        elif kind == b"Kd":
            try:
                red, green, blue = (round(255.0 * min(max(float(value), 0.0), 1.0)) for value in values[:3])
                material.color = (red, green, blue, 255)
            except ValueError:
                notes[tr("the colour of its material {name!r} is not three numbers; it is left out", name=name)] = None
        elif kind in (b"d", b"Tr"):
            try:
                opacity = float(values[-1]) if kind == b"d" else 1.0 - float(values[-1])
            except (ValueError, IndexError):
                continue
            material.opacity = round(255.0 * opacity) if 0.02 < opacity < 1.0 else 255
        elif kind == b"map_Kd":
            words = [word.decode("utf-8", "replace") for word in values]
            words, material.scale, material.offset, material.clamped = _options(words)
            material.picture = _beside(file, " ".join(words))
        elif kind == b"map_d":
            words, *_ = _options([word.decode("utf-8", "replace") for word in values])
            material.opacity_picture = _beside(file, " ".join(words))
    for name, material in materials.items():
        _finish(name, material, notes)
    return materials


def _finish(name: str, material: MtlMaterial, notes: dict[str, None]) -> None:
    """Give a material its opacity, and one that bears a picture a colour that does not hide it."""
    if material.opacity_picture not in ("", material.picture):
        notes[
            tr(
                "the opacity of its material {name!r} is in another picture, {opacity_picture!r}; it is left out",
                name=name,
                opacity_picture=material.opacity_picture,
            )
        ] = None
    if material.picture and material.color and not any(material.color[:3]):
        notes[tr("its material {name!r} is black and bears a picture, which is drawn as it is", name=name)] = None
        material.color = None
    color = material.color or ((255, 255, 255, 255) if material.opacity < 255 and material.picture else None)
    material.color = color and (*color[:3], material.opacity)


def _beside(file: str, name: str) -> str:
    """Return the name of a picture from the folder of the OBJ file; an MTL file means it from its own."""
    folder = file.replace("\\", "/").rpartition("/")[0]
    return f"{folder}/{name}" if folder and name and ":" not in name and name[0] not in "/\\" else name


def _options(words: list[str]) -> tuple[list[str], tuple[float, float], tuple[float, float], bool]:
    """Return the name of a picture, in words, how its options scale and move texture coordinates, and whether it is clamped."""
    scale, offset, clamped = [1.0, 1.0], [0.0, 0.0], False
    while words and words[0] in _OPTIONS:
        option, words = words[0], words[1:]
        clamped = words[:1] == ["on"] if option == "-clamp" else clamped
        values: list[float] = []
        while words and len(values) < _OPTIONS[option]:
            try:
                values.append(float(words[0]))
            except ValueError:
                if option in ("-o", "-s", "-t"):  # they have one to three numbers
                    break
                values.append(0.0)
            words = words[1:]
        if option in ("-s", "-o"):
            (scale if option == "-s" else offset)[: len(values[:2])] = values[:2]
    return words, (scale[0], scale[1]), (offset[0], offset[1]), clamped
