"""Build the source distribution, and from it a wheel for this Python and platform with all kernels inside.

Run by `make wheel` as `python -I scripts/wheel.py [FOLDER]`; the folder is `dist` unless another is given. Nothing else is left:
the build happens on a copy, and what is compiled stays in the cache.

The wheel runs on every processor and with every version of Numba, llvmlite and NumPy that Torseur runs with; where one of them is
not the one that the kernels are made for (`torseur.sim.compiling.keys.platform_key`), they are compiled as ever. So that this
does not happen by itself, the wheel asks for nothing newer than those versions: in an empty environment an installer takes the
newest it may, which are they, also when there are newer ones; and where older ones are already, they stay.

Of the system the kernels want no more than a few functions of C's library that are as old as it, so the wheel's tag is that of
the wheel of Numba, whose functions they call.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from torseur import sim
from torseur.sim import compilation
from torseur.sim.compiling import known_numba, linking, store
from torseur.sim.compiling.keys import platform_key

ROOT = Path(__file__).resolve().parents[1]
NOT_SOURCES = shutil.ignore_patterns(".*", "build", "dist", "out", "__pycache__", "*.egg-info")
MADE_FOR = ("numba", "llvmlite", "numpy")  # as in the platform key
INSIDE = {
    "numba": ("BSD-2-Clause", "implementations of Python's and NumPy's operations, compiled into the kernels"),
    "llvmlite": ("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", "what LLVM put into the code that it generated"),
}
LICENSE = "BSD-3-Clause AND BSD-2-Clause AND Apache-2.0 WITH LLVM-exception"
HOOK = "import sys; sys.path.insert(0, sys.argv[1]); from setuptools import build_meta; build_meta.{hook}(sys.argv[2])"


def main() -> int:
    """Build both."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve()
    if reason := unfit():
        sys.stderr.write(f"No wheel with kernels inside can be made here: {reason}\n")
        return 1
    kernels = kernel_files()
    with tempfile.TemporaryDirectory(prefix="torseur-wheel-") as folder:
        source, pure = build(Path(folder))
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
        wheel = with_kernels(pure, kernels, target)
    for file in (target / source.name, wheel):
        print(f"{file} ({file.stat().st_size / 1e6:.1f} MB)")
    return 0


def unfit() -> str:
    """Why the kernels of this environment are not what others could use; empty if they are."""
    if Path(sim.__file__).parents[1] != ROOT:
        return f"the Torseur that is installed here is that of {Path(sim.__file__).parents[1]}"
    if known_numba.PLAIN:
        return "they are compiled by Numba's own means, see sim/compiling/known_numba.py"
    if os.environ.get("TORSEUR_BOUNDSCHECK"):
        return "they are compiled with checks of bounds (TORSEUR_BOUNDSCHECK)"
    if linking.processor()[0] not in {name for name, _ in linking.BASELINES.values()}:
        return f"they are compiled for this processor alone, {linking.processor()[0]}"
    if store.cache_folder() is None:
        return "there is no folder that they could be kept in"
    return ""


# ---- From the sources to a wheel without kernels


def build(folder: Path) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is built from what it holds."""
    backend = setuptools_in(folder)
    shutil.copytree(ROOT, folder / "source", ignore=NOT_SOURCES)
    run(folder / "source", "-c", HOOK.format(hook="build_sdist"), str(backend), str(folder))
    (source,) = folder.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # which Python has since 3.11.4
        archive.extractall(folder / "unpacked")
    (unpacked,) = (folder / "unpacked").iterdir()
    run(unpacked, "-c", HOOK.format(hook="build_wheel"), str(backend), str(folder))
    (pure,) = folder.glob("*.whl")
    return source, pure


def setuptools_in(folder: Path) -> Path:
    """Where setuptools is: here, if it is new enough, or else there, fetched."""
    (wanted,) = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    with suppress(PackageNotFoundError):
        here = distribution("setuptools")
        if int(here.version.partition(".")[0]) >= int(wanted.removeprefix("setuptools>=")):
            return Path(str(here.locate_file("")))
    run(folder, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(folder), wanted)
    return folder


def run(cwd: Path, *arguments: str) -> None:
    """Run Python; what it prints is shown only if it fails."""
    done = subprocess.run([sys.executable, "-I", *arguments], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


# ---- The kernels


def kernel_files() -> set[Path]:
    """The files of all kernels; those that are missing are compiled."""
    files = set()
    read = store.read

    def noted(file: Path) -> store.CompiledKernel | None:
        record = read(file)
        if record is not None:
            files.add(file)
        return record

    store.read = noted  # what is asked whether anything is to be compiled reads all that a user needs, and nothing else
    if any(compilation.why()):
        for done, total, name in compilation.compile_all():
            print(f"compiling: {done} of {total} {name}", flush=True)
        if missing := "\n".join(compilation.why()):
            sys.exit(missing)
    store.read = read
    return files


def with_kernels(pure: Path, kernels: set[Path], target: Path) -> Path:
    """Write the wheel anew, with the kernels and what is to be said of them; returns its path."""
    with zipfile.ZipFile(pure) as archive:
        members = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    (record,) = (name for name in members if name.endswith(".dist-info/RECORD"))
    info = record.removesuffix("/RECORD")
    shipped = f"torseur/{store.SHIPPED.relative_to(ROOT).as_posix()}/{platform_key()}"
    members |= {f"{shipped}/{file.name}": file.read_bytes() for file in sorted(kernels)}
    licenses = license_texts()
    members |= {f"{info}/licenses/{name}": text for name, text in licenses.items()}
    members[f"{info}/METADATA"] = metadata(members[f"{info}/METADATA"].decode(), list(licenses)).encode()
    members[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: torseur\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    lines = [f"{name},sha256={digest(data)},{len(data)}\n" for name, data in members.items() if name != record]
    members[record] = "".join([*lines, f"{record},,\n"]).encode()
    wheel = target / f"{info.removesuffix('.dist-info')}-{tag()}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name)  # without today's date: the same files give the same wheel
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return wheel


def digest(data: bytes) -> str:
    """As the list of a wheel's files wants it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


# ---- What is said of them


def tag() -> str:
    """Python and system that Numba was installed for; of several systems the first, which is the oldest."""
    facts = (distribution("numba").read_text("WHEEL") or "").splitlines()
    return min(line.removeprefix("Tag: ") for line in facts if line.startswith("Tag: "))


def metadata(text: str, licenses: list[str]) -> str:
    """Metadata of the wheel, with its versions and licences."""
    head, _, description = text.partition("\n\n")
    lines = [line for line in head.split("\n") if not line.startswith("License-Expression:")]
    lines.append(f"License-Expression: {LICENSE}")
    lines += [f"License-File: {name}" for name in licenses]
    for name in MADE_FOR:
        newest = f"<={distribution(name).version}"
        asked = [k for k, line in enumerate(lines) if re.fullmatch(rf"Requires-Dist: {name}\b[^;]*", line)]
        for k in asked:
            lines[k] += f",{newest}"
        if not asked:
            lines.append(f"Requires-Dist: {name}{newest}")
    return "\n".join(lines) + "\n\n" + description


def license_texts() -> dict[str, bytes]:
    """By file name: what others' code is in the kernels, and under which licences."""
    listed = ["The compiled kernels (torseur/sim/compiling/machine_code) contain code of others:\n"]
    texts = {}
    for name, (license, what) in INSIDE.items():
        of = distribution(name)
        files = [file for file in of.files or () if file.name.startswith("LICENSE") and ".dist-info" in file.parts[0]]
        if not files:
            raise FileNotFoundError(f"{name} has come without its licence")
        texts |= {f"{name}/{file.name}": file.read_binary() for file in files}
        listed.append(f"{name} {of.version}: {license}: {what}. In full: {', '.join(f'{name}/{f.name}' for f in files)}.\n")
    return {"THIRD-PARTY.txt": "\n".join(listed).encode(), **texts}


if __name__ == "__main__":
    sys.exit(main())
