"""From a xacro file to a `Model`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from torseur.sim.multibody.model.model import Finding, Model

from ..faults import Fault, refusal
from ..progress import Progress
from ..urdf.urdf_reader import examine_urdf, srdf_of
from .expansion import expanded


def read_xacro(
    path: str | Path,
    xacro_args: Mapping[str, object] | None = None,
    *,
    free_flyer: bool = False,
    package_roots: Iterable[str | Path] = (),
    allowed_folders: Iterable[str | Path] = (),
    meshes: bool = True,
    apply_up_axis: bool = False,
    progress: Progress | None = None,
    on_file: Callable[[str], object] | None = None,
) -> Model:
    """Read the robot that a xacro file describes. Findings and errors name the xacro file and line that they are about.

    xacro_args : values of its <xacro:arg>; the other arguments are those of `read_urdf`
    """
    model, findings = examine_xacro(
        path,
        xacro_args,
        free_flyer=free_flyer,
        package_roots=package_roots,
        allowed_folders=allowed_folders,
        meshes=meshes,
        apply_up_axis=apply_up_axis,
        progress=progress,
        on_file=on_file,
    )
    if model is None:
        raise refusal(findings)
    return model


def examine_xacro(
    path: str | Path,
    xacro_args: Mapping[str, object] | None = None,
    *,
    free_flyer: bool = False,
    package_roots: Iterable[str | Path] = (),
    allowed_folders: Iterable[str | Path] = (),
    meshes: bool = True,
    apply_up_axis: bool = False,
    progress: Progress | None = None,
    on_file: Callable[[str], object] | None = None,
) -> tuple[Model | None, list[Finding]]:
    """Read a xacro file to its end, whatever is wrong with it: the model, or None, and all that there is to say."""
    path, roots, allowed = Path(path).absolute(), tuple(package_roots), tuple(allowed_folders)
    try:
        text = expanded(path, xacro_args or {}, roots, allowed)
    except Fault as fault:
        return None, [fault.finding]
    if on_file is not None:
        for file in text.read:
            on_file(file)
    model, findings = examine_urdf(
        path,
        free_flyer=free_flyer,
        package_roots=roots,
        allowed_folders=allowed,
        meshes=meshes,
        apply_up_axis=apply_up_axis,
        srdf=srdf_of(path.with_name(f"{path.name.removesuffix('.xacro').removesuffix('.urdf')}.urdf")),
        progress=progress,
        on_file=on_file,
        content=text.text.encode(),
    )
    said = [*text.findings, *map(text.placed, findings)]
    return (None if model is None else replace(model, findings=tuple(said))), said
