"""The command that saves a robot as URDF."""

from __future__ import annotations

import argparse
import sys

import robots
from sim.errors import ArgumentError

from .checking import as_line, counted, exit_code
from .headless import checked_out


def convert(arguments: argparse.Namespace) -> int:
    """Save a robot as URDF, and print what was found on reading it and what URDF cannot say; 0 if that is but notes, else 1."""
    out = checked_out(arguments.out, (".urdf",))
    if out.exists() and not arguments.overwrite:
        raise ArgumentError(f"--out {arguments.out}: there is such a file; --overwrite replaces it")
    model = robots.load(
        arguments.robot,
        package_roots=arguments.package_root,
        allowed_folders=arguments.allow_folder,
        meshes=False,
        xacro_args=dict(arguments.arg),
    )
    findings = (*model.findings, *robots.write_urdf(model, out, overwrite=arguments.overwrite))
    saved = f"saved: {out} ({counted(findings)})"
    sys.stdout.write("\n".join([*map(as_line, findings), saved]) + "\n")
    return exit_code(findings)
