"""The options of the command line with which robots' files are read."""

from __future__ import annotations

import argparse

from torseur.robots.options import LoadOptions


def load_options(arguments: argparse.Namespace) -> LoadOptions:
    """What --arg, --package-root and --allow-folder say."""
    return LoadOptions(
        package_roots=tuple(arguments.package_root),
        allowed_folders=tuple(arguments.allow_folder),
        xacro_args=dict(arguments.arg),
    )
