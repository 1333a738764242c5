"""The command that saves a robot as URDF or as a Denavit-Hartenberg table."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from torseur import robots
from torseur.robots.loading import load_with
from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr

from ..documents.names import other_than_robot
from .check import as_line, counted, exit_code
from .robot_options import load_options
from .simulate import checked_out


def convert(arguments: argparse.Namespace) -> int:
    """Save a robot, and print what was found on reading it and what the file cannot say; 0 if that is but notes, else 1."""
    out = checked_out(arguments.out, (".urdf", ".toml"))
    if kind := other_than_robot(arguments.robot):
        raise ArgumentError(
            "{robot!r} is a {kind}, and convert takes robots: torseur robots lists them", robot=arguments.robot, kind=tr(kind)
        )
    if out.exists() and not arguments.overwrite:
        raise ArgumentError("--out {out}: there is such a file; --overwrite replaces it", out=arguments.out)
    table = out.suffix.lower() == ".toml"
    if not table and (arguments.convention or arguments.tool):
        option = "convention" if arguments.convention else "tool"
        raise ArgumentError("--{option}: only a table of Denavit-Hartenberg rows (.toml) has one", option=option)
    model = load_with(arguments.robot, replace(load_options(arguments), meshes=False))
    if table:
        notes = robots.write_dh(
            model, out, convention=arguments.convention or "standard", tool=arguments.tool, overwrite=arguments.overwrite
        )
    else:
        notes = robots.write_urdf(model, out, overwrite=arguments.overwrite)
    findings = (*model.findings, *notes)
    saved = tr("saved: {out} ({counted})", out=out, counted=counted(findings))
    sys.stdout.write("\n".join([*map(as_line, findings), saved]) + "\n")
    return exit_code(findings)
