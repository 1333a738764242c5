"""The models that a model of SDF includes: where their files are, and what becomes of those that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from torseur.sim.definition.folders import real
from torseur.sim.texts import tr

from ..faults import Fault
from ..options import LoadOptions
from ..urdf.document import Element, UrdfDocument, children
from ..urdf.packages import NotFound, Packages
from ..urdf.parsing import MAX_BYTES, MAX_ELEMENTS, content_of, read_root
from .sdf_elements import VERSIONS, read_model

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://(.*)", re.DOTALL)
_CONFIG = "model.config"  # what says which files the folder of a model has


@dataclass(slots=True)
class Includes:
    """Reads what the model of a document includes, and what that includes in turn."""

    document: UrdfDocument
    packages: Packages
    options: LoadOptions
    _around: list[Path] = field(default_factory=list)  # the files that are being read, outermost first
    _files: dict[Element, Path] = field(default_factory=dict)  # of the models that were read
    _missing: dict[Element, NotFound] = field(default_factory=dict)  # of each <include> that was not found, why
    _bytes: int = 0
    _elements: int = 0

    def __post_init__(self) -> None:
        self._around.append(real(self.document.path))
        self._elements = sum(1 for _ in self.document.root.iter())

    def read(self, include: Element) -> Element | None:
        """Return the <model> that an <include> names; None if it is not found, as `report_missing` will say.

        Raises `Fault` if it cannot be used.
        """
        uri = self.document.text(include, "uri")
        self._report_parameters(include)
        place = self._found(include, uri)
        if isinstance(place, NotFound):
            self._missing[include] = place
            return None
        if real(place) in self._around:
            way = " → ".join(path.name for path in [*self._around, place])
            message = tr("what is included includes itself: {way}", way=way)
            raise self.document.error("sdf-include", include, message, uri, tr("another model"))
        place = real(place) if ".." in place.parts else place
        content = self._content(include, place)
        inner = read_model(place, content)
        self._elements += sum(1 for _ in inner.root.iter())
        if self._elements > MAX_ELEMENTS:
            message = tr(
                "with what is included there are {elements} elements; at most {max_elements} are read",
                elements=self._elements,
                max_elements=MAX_ELEMENTS,
            )
            found, wanted = f"{self._elements}", tr("at most {max_elements}", max_elements=MAX_ELEMENTS)
            raise self.document.error("too-many-elements", include, message, found, wanted)
        for finding in inner.findings:
            self.document.add(finding)
        _name_files(inner.root, place.parent)
        self.document.sources[inner.root] = place
        self._files[inner.root] = place
        return inner.root

    @contextmanager
    def within(self, model: Element) -> Iterator[None]:
        """While it lasts, what is read is included by this model, which was read here or is part of what is read now."""
        place = self._files.get(model)
        if place is None:
            yield
            return
        self._around.append(real(place))
        yield
        self._around.pop()

    def report_missing(self, root: Element, lost: str) -> None:
        """Take out each <include> whose file was not found, with a finding: an error if there is a name that nothing has.

        lost : what a joint, a frame or a pose names and is not there; empty: nothing
        """
        for include in root.findall("include"):
            place, uri = self._missing[include], include.get("uri")
            if lost:
                message = tr(
                    "{uri!r}, which is included, {why}; without it there is no {lost!r}", uri=uri, why=place.why, lost=lost
                )
                self.document.report("sdf-include", include, message, uri, place.wanted)
            else:
                message = tr("{uri!r}, which is included, {why}; the robot is read without it", uri=uri, why=place.why)
                self.document.report("sdf-left-out", include, message, uri, place.wanted)
            root.remove(include)

    def _found(self, include: Element, uri: str) -> Path | NotFound:
        """Return the SDF file that a URI names, itself or by the folder that it lies in."""
        own = _from(self.document.path_of(include).parent, uri)
        forms = [own, f"{own.rstrip('/')}/{_CONFIG}"]
        if _URL.fullmatch(uri) is None and not Path(uri).is_absolute():  # a name alone is that of a model too
            forms.append(f"model://{uri.rstrip('/')}/{_CONFIG}")
        places = []
        for form in forms:
            place = self.packages.find(form)
            if not isinstance(place, NotFound):
                named = _newest(place, self._content(include, place)) if form.endswith(f"/{_CONFIG}") else ""
                return self.packages.find(str(place.parent / named)) if named else place
            places.append(place)
        return next((place for place in places if place.outside is not None), places[-1])

    def _content(self, include: Element, path: Path) -> bytes:
        """Read a file, within the cap on the size of all that is included."""
        content = content_of(path)
        self._bytes += len(content)
        if self._bytes > MAX_BYTES:
            message = tr("what is included has more than {max_bytes:.0f} MB in all", max_bytes=MAX_BYTES / 1000000.0)
            raise self.document.error("file-too-large", include, message, tr("{bytes} bytes", bytes=self._bytes))
        self.options.report_files([str(path)])
        return content

    def _report_parameters(self, include: Element) -> None:
        for child in list(children(include)):
            if child.tag.endswith(("}params", ":params")):
                tag = child.tag.rpartition("}")[2]
                message = tr("<{tag}> changes what is included; it is left out, and the robot is another without it", tag=tag)
                self.document.report("element-changes-physics", child, message, "params", tr("a model of its own"))
                include.remove(child)


def _newest(config: Path, content: bytes) -> str:
    """Return the file that a model.config names for the latest version of SDF that is read, else the latest."""
    root, _ = read_root(config, content)
    named = [(file.get("version", "").strip(), file.text.strip()) for file in root.findall("sdf") if (file.text or "").strip()]
    if not named:
        raise _nothing_named(config, root)
    known = [one for one in named if one[0] in VERSIONS]
    return max(known or named, key=lambda one: [int(number) for number in re.findall(r"\d+", one[0])[:4]])[1]


def _nothing_named(config: Path, root: Element) -> Fault:
    document = UrdfDocument(config, root)
    return document.error("sdf-include", root, tr("it names no file of SDF: there is no <sdf> in it"), "", "<sdf>")


def _name_files(model: Element, folder: Path) -> None:
    """Write the files that an included model names so that they are found from any other file."""
    for element in model.iter("mesh"):
        if uri := (element.get("uri") or "").strip():
            element.set("uri", _from(folder, uri))
    for element in model.iter("albedo_map"):
        if uri := (element.get("value") or "").strip():
            element.set("value", _from(folder, uri))


def _from(folder: Path, uri: str) -> str:
    """Return a URI so that it means the same in any file: a path as seen from a folder, and model:// of that folder."""
    url = _URL.fullmatch(uri)
    if url is None:
        return str(folder / uri)
    package, _, inside = url[2].partition("/")
    return str(folder / inside) if url[1].lower() == "model" and package == folder.name and inside else uri
