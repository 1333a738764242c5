"""The table of known robots in docs/robots.md: `python -m tests.robots_table FOLDER... [--write]`.

Each FOLDER is one that packages are installed in (site-packages); `pip install example-robot-data pybullet rtb-data dm_control
gymnasium-robotics` there has all of them. A robot that is in none of the folders is left out, and said so.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from torseur import robots
from torseur.robots.gallery import GALLERY
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.model import Model, Severity

PAGE = Path(__file__).parents[2] / "docs" / "robots.md"
HEAD = "| robot | from | bodies | nv | mass | findings |\n| --- | --- | --- | --- | --- | --- |\n"
TWINS = ("ur3_gripper", "allegro_left", "talos_reduced", "romeo_small", "tiago_no_hand", "solo", "alex_sake", "alexander")
ELSEWHERE = {  # package and file in it
    "Kuka LBR iiwa": ("pybullet", "pybullet_data/kuka_iiwa/model.urdf"),
    "Panda of Bullet": ("pybullet", "pybullet_data/franka_panda/panda.urdf"),
    "R2-D2": ("pybullet", "pybullet_data/r2d2.urdf"),
    "Husky": ("pybullet", "pybullet_data/husky/husky.urdf"),
    "Racecar": ("pybullet", "pybullet_data/racecar/racecar.urdf"),
    "Minitaur": ("pybullet", "pybullet_data/quadruped/minitaur.urdf"),
    "Vision 60": ("pybullet", "pybullet_data/quadruped/vision60.urdf"),
    "Mini Cheetah": ("pybullet", "pybullet_data/mini_cheetah/mini_cheetah.urdf"),
    "Aliengo": ("pybullet", "pybullet_data/aliengo/aliengo.urdf"),
    "xArm 6 with gripper": ("pybullet", "pybullet_data/xarm/xarm6_with_gripper.urdf"),
    "ABB IRB 140": ("rtb-data", "rtbdata/xacro/abb_irb140_description/urdf/irb140.urdf"),
    "Kuka KR 16": ("rtb-data", "rtbdata/xacro/kuka_description/kuka_kr16/urdf/kr16_2.urdf"),
    "Kuka KR 210": ("rtb-data", "rtbdata/xacro/kuka_description/kuka_kr210/urdf/kr210l150.urdf"),
    "Puma 560": ("rtb-data", "rtbdata/xacro/unimation_puma560_description/urdf/puma560_robot.urdf.xacro"),
    "Lynxmotion AL5D": ("rtb-data", "rtbdata/xacro/lynxmotion_al5d_description/urdf/al5d_robot.urdf"),
    "Jaco of DeepMind": ("dm_control", "dm_control/third_party/kinova/jaco_arm.xml"),
    "CMU humanoid": ("dm_control", "dm_control/locomotion/walkers/assets/humanoid_CMU_V2020.xml"),
    "Rodent": ("dm_control", "dm_control/locomotion/walkers/assets/rodent.xml"),
    "Dog": ("dm_control", "dm_control/locomotion/walkers/assets/dog_v2/dog.xml"),
    "Ant": ("gymnasium-robotics", "gymnasium_robotics/envs/mujoco/assets/ant.xml"),
    "Half cheetah": ("gymnasium-robotics", "gymnasium_robotics/envs/mujoco/assets/half_cheetah.xml"),
    "Adroit hand": ("gymnasium-robotics", "gymnasium_robotics/envs/assets/adroit_hand/adroit_relocate.xml"),
    "Shadow hand": ("gymnasium-robotics", "gymnasium_robotics/envs/assets/hand/reach.xml"),
    "Fetch": ("gymnasium-robotics", "gymnasium_robotics/envs/assets/fetch/reach.xml"),
}


def rows(folders: Iterable[Path]) -> list[str]:
    """A row for each robot that is there."""
    folders, found = list(folders), []
    gallery = f"example-robot-data {version(folders, 'example-robot-data')}"
    for name, robot in GALLERY.items():
        if name not in TWINS:
            found.append(row(robot.title, gallery, name))
    for title, (package, file) in ELSEWHERE.items():
        path = next((folder / file for folder in folders if (folder / file).is_file()), None)
        if path is None:
            sys.stderr.write(f"{title} is left out: no {file} below {', '.join(map(str, folders))}\n")
            continue
        top = next(folder for folder in path.parents if folder.parent in folders)  # of the package: its files may be read
        roots = [top / "xacro"] if (top / "xacro").is_dir() else []
        found.append(row(title, f"{package} {version(folders, package)}", path, allowed_folders=[top], package_roots=roots))
    return found


def row(title: str, source: str, reference: str | Path, **folders: list[Path]) -> str:
    """What is known of one robot once it was read; folders are those of `robots.load`."""
    findings = robots.diagnose(reference, **folders)
    try:
        model: Model | None = robots.load(reference, **folders)
    except TorseurError:
        model = None
    if model is None:
        counts = "refused | |"
    else:
        mass = sum(body.mass for body in model.bodies)
        counts = f"{len(model.bodies)} | {model.nv} | {mass:.3g} kg"
    return f"| {title} | {source} | {counts} | {told(findings)} |\n"


def told(findings: Iterable[robots.Finding]) -> str:
    """The rules that were broken and how often, without those that are but noted; \"none\"."""
    rules = Counter(finding.rule for finding in findings if finding.severity is not Severity.NOTE)
    return ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items())) or "none"


def version(folders: Iterable[Path], package: str) -> str:
    """Of a package that is installed in one of the folders; empty: it is in none."""
    pattern = re.compile(rf"{package.replace('-', '[-_]')}-(.+)\.dist-info")
    names = (path.name for folder in folders for path in folder.glob("*.dist-info"))
    return next((match[1] for name in names if (match := pattern.fullmatch(name))), "")


def main() -> int:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(prog="python -m tests.robots_table", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="where packages are installed")
    parser.add_argument("--write", action="store_true", help="into docs/robots.md, in place of the one there")
    arguments = parser.parse_args()
    table = HEAD + "".join(rows(folder.resolve() for folder in arguments.folders))
    if not arguments.write:
        sys.stdout.write(table)
        return 0
    page = PAGE.read_text(encoding="utf-8")
    start = page.index(HEAD)
    end = page.index("\n\n", start) + 1
    PAGE.write_text(page[:start] + table + page[end:], encoding="utf-8")
    return 0
