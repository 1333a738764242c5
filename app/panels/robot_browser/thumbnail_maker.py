"""Another process that makes small pictures: it reads what to draw from its input, a line each, and answers in JSON.

A question is {"reference": ..., "allowed": [folders that may be read from besides]}, an answer
{"reference": ..., "reason": ...}; `reason` is empty where an entry was written.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import TYPE_CHECKING

from torseur.sim.errors import DefinitionError, TorseurError

from .thumbnail_store import HEIGHT, WIDTH, Thumbnail, folder, keep, key_of

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from torseur.ui.viewport.gl.offscreen import Offscreen

    from ...documents.document import Document


def main() -> int:
    """Answer until the input ends."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if hasattr(os, "nice"):
        os.nice(10)  # the window comes first
    from torseur.ui.viewport.gl.offscreen import Offscreen

    with contextlib.ExitStack() as stack:
        offscreen: Offscreen | None = None
        for line in sys.stdin:
            question = json.loads(line)
            reference, reason = question["reference"], ""
            try:
                offscreen = offscreen or stack.enter_context(Offscreen())
                make(reference, offscreen, tuple(question["allowed"]))
            except DefinitionError as error:
                place = f"{error.path.name}:{error.line}: " if error.path is not None and error.line else ""
                reason = place + " ".join(error.message.split())
            except (TorseurError, OSError) as error:
                reason = " ".join(str(error).split())
            except Exception as error:  # whatever one robot brings up, the next is drawn
                reason = f"{type(error).__name__}: {error}"
            sys.stdout.write(json.dumps({"reference": reference, "reason": reason}) + "\n")
            sys.stdout.flush()
    return 0


def make(reference: str, offscreen: Offscreen, allowed: tuple[str, ...] = ()) -> Thumbnail:
    """Draw something in every theme, and keep that. Raises what opening it raises, and OSError."""
    from torseur.robots.options import LoadOptions
    from torseur.ui.look.theme import THEMES

    from ...documents.document import open_document
    from ...documents.picture_file import save_picture

    document = open_document(reference, LoadOptions(allowed_folders=allowed))
    key = key_of(reference)
    if key is None:
        raise OSError(f"{reference}: the file is gone")
    thumbnail = _thumbnail(key, document)
    folder().mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        save_picture(_rendered(document, theme, offscreen), thumbnail.picture(theme), durable=False)
    keep(thumbnail, document.files)
    return thumbnail


def _thumbnail(key: str, document: Document) -> Thumbnail:
    from torseur.sim.multibody.model.model import JointKind

    model = document.scene.model
    free = any(joint.kind is JointKind.FREE_FLYER for joint in model.joints)
    joints = sum(model.joint(name).kind is not JointKind.FREE_FLYER for name in model.joint_names)
    base = ("free base" if free else "fixed base") if document.kind == "robot" else ""
    return Thumbnail(key, document.scene.title, base, model.nv, joints)


def _rendered(document: Document, theme: str, offscreen: Offscreen) -> QImage:
    from PySide6.QtGui import QImage

    from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses
    from torseur.ui.look.theme import THEMES
    from torseur.ui.viewport.view import View

    scene = document.scene
    view = View(theme=THEMES[theme])
    view.set_model(scene.model)
    view.set_poses(plain_frame_poses(scene.model, scene.initial.q))
    view.fit(WIDTH / HEIGHT)
    pixels = offscreen.render(view, WIDTH, HEIGHT)
    return QImage(pixels.data, WIDTH, HEIGHT, 3 * WIDTH, QImage.Format.Format_RGB888).copy()
