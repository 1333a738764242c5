"""A picture as a file: whole, or as it was before."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from torseur.sim.errors import ArgumentError
from torseur.sim.safe_write import safe_write
from torseur.sim.texts import tr


def save_picture(image: QImage, path: Path, *, durable: bool = True) -> None:
    """Write a picture, of the kind that the file's suffix names: .png, .jpg, ….

    durable : as for `safe_write`
    Raises ArgumentError for another suffix, SaveError if the file cannot be written.
    """
    buffer, kind = QBuffer(), path.suffix.lower().removeprefix(".")
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(kind.encode())).write(image):
        kinds = ", ".join(f".{bytes(name.data()).decode()}" for name in QImageWriter.supportedImageFormats())
        given = path.suffix or tr("(none)")
        raise ArgumentError(
            tr("{path}: pictures are not written as {given}; they are as {kinds}", path=path, given=given, kinds=kinds)
        )
    with safe_write(path, "picture", durable=durable) as stream:
        stream.write(buffer.data().data())
