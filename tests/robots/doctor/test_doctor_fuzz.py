"""Some of the files that `make fuzz` tries: refused with a sentence and its place, or read; nothing else, never slowly."""

from itertools import islice

import pytest
from lxml import etree

from tests.fuzz.cases import Cases
from tests.fuzz.doubt_classes import DOUBTS, WITHOUT_SEED
from tests.fuzz.ground import prepare
from tests.fuzz.worker import tried
from torseur import robots
from torseur.sim.multibody.model.model import Severity

SEED = 1
COUNTS = {"elements": 250, "bytes": 50, "tables": 40, "poses": 15, "meshes": 60, "sdf": 25, "doubtful": len(DOUBTS) + 10}


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.usefixtures("mesh_cache")
def test_damaged_files_end_in_a_model_or_a_sentence(tmp_path):
    files, cases = prepare(tmp_path), Cases(SEED, tmp_path / "outside")
    refused = read = 0
    for kind, count in COUNTS.items():
        for number in cases.numbers(kind)[:count]:
            verdict = tried(cases.case(kind, number), files)
            assert not verdict.wrong, f"{kind} {number}: {verdict.wrong}"
            refused, read = refused + verdict.refused, read + (not verdict.refused)
    assert min(refused, read) > 100


def test_each_rule_that_a_file_opens_with_has_its_class_of_doubtful_files():
    opens = {name for name, rule in robots.RULES.items() if rule.severity is not Severity.ERROR}
    assert opens - {doubt.rule for doubt in DOUBTS} == set(WITHOUT_SEED)


@pytest.mark.usefixtures("mesh_cache")
def test_sdf_that_includes_or_is_made_of_other_models_is_among_them(tmp_path):
    files, cases = prepare(tmp_path), Cases(SEED, tmp_path / "outside")
    for tag in ("include", "model"):
        sdf = (cases.case("sdf", number) for number in cases.numbers("sdf"))
        for case in islice((one for one in sdf if _nested(one.content, tag)), 5):
            verdict = tried(case, files)
            assert (verdict.wrong, "sdf" in verdict.rules) == ("", False), tag


def _nested(content, tag):
    """Whether the one model of a file has such an element."""
    try:
        return etree.fromstring(content).find(f"world/model/{tag}") is not None
    except etree.XMLSyntaxError:
        return False
