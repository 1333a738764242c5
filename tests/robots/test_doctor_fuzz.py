"""Files with random damage: refused with a sentence and its place, or read; never anything else, and never slowly."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

import robots
from robots.gallery import gallery_share
from sim.errors import ModelError
from sim.multibody.model import Severity

pytestmark = pytest.mark.skipif(gallery_share() is None, reason="example-robot-data is not installed")

Write = Callable[..., Path]
NAMES = ("panda", "anymal_b", "pr2")
LIMIT = 2.0  # s for one file
VALUES = (
    "", " ", "0", "-1", "1e999", "nan", "inf", "0,5", "one", "1 2 3", "0 0 0", "1e300", "-1e-320", "${x}", "$(find p)/a",
    "é" * 300, "package://", "package://" + "a" * 5000 + "/b", "file:///", "../../..", "revolute", "floating", "mimic",
)  # fmt: skip


def mutated(root: etree._Element, rng: random.Random) -> bytes:
    """Return the file with one to four random changes of its elements and attributes."""
    root = copy.deepcopy(root)
    for _ in range(rng.randint(1, 4)):
        element = rng.choice([e for e in root.iter() if isinstance(e.tag, str)])
        other = rng.choice([e for e in root.iter() if isinstance(e.tag, str)])
        match rng.randrange(6):
            case 0 if element is not root:
                element.getparent().remove(element)
            case 1 if element is not root:
                element.getparent().append(copy.deepcopy(element))
            case 2 if element is not root and element not in other.iterancestors() and element is not other:
                other.append(element)
            case 3:
                element.tag = rng.choice([other.tag, "loop", "cone"])
            case 4 if element.attrib:
                del element.attrib[rng.choice(sorted(element.attrib))]
            case _ if element.attrib:
                values = (*VALUES, *other.attrib.values())
                element.set(rng.choice(sorted(element.attrib)), rng.choice(values))
    return etree.tostring(root)


def broken(content: bytes, rng: random.Random) -> bytes:
    """Return the file with random bytes changed, cut out, or put in twice."""
    damaged = bytearray(content)
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(damaged))
        match rng.randrange(4):
            case 0:
                damaged[at] = rng.randrange(256)
            case 1:
                del damaged[at : at + rng.randint(1, 40)]
            case 2:
                damaged[at:at] = damaged[at : at + rng.randint(1, 40)]
            case _:
                damaged = damaged[: max(at, 20)] if rng.random() < 0.2 else damaged
    return bytes(damaged)


def refusal(path: Path) -> ModelError | None:
    """Return the error that the file is refused with, or None."""
    try:
        robots.load(path, meshes=False)
    except ModelError as error:
        return error
    return None


def check(path: Path) -> bool:
    """Check what becomes of a file; return whether it is read."""
    start = time.perf_counter()
    findings = robots.diagnose(path, meshes=False)
    middle = time.perf_counter()
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    for finding in findings:
        assert finding.rule in robots.RULES
        assert finding.path or finding.rule == "mesh-note"
    assert all(error.line > 0 for error in errors if error.rule != "file-empty")
    refused = refusal(path)
    assert max(middle - start, time.perf_counter() - middle) < LIMIT
    assert (refused is not None) == bool(errors)
    if refused is not None:
        assert refused.path == path
        assert (refused.line or 0) == min(finding.line for finding in errors)
    return not errors


@pytest.mark.parametrize("name", NAMES)
def test_random_changes_of_elements_end_in_a_model_or_a_sentence(name: str, write: Write) -> None:
    root = etree.parse(str(robots.describe(name).path)).getroot()
    rng = random.Random(f"elements of {name}")
    read = [check(write(mutated(root, rng))) for _ in range(100)]
    assert 0 < sum(read) < len(read)


@pytest.mark.parametrize("name", NAMES)
def test_random_changes_of_bytes_end_in_a_model_or_a_sentence(name: str, write: Write) -> None:
    content = robots.describe(name).path.read_bytes()
    rng = random.Random(f"bytes of {name}")
    read = [check(write(broken(content, rng))) for _ in range(34)]
    assert sum(read) < len(read)
