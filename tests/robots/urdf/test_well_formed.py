"""What is not well-formed is mended in one pass: what begins again and again and never ends takes no longer."""

import time
from pathlib import Path

import pytest

from torseur.robots.urdf.well_formed import well_formed

COUNT = 15_000  # where what begins is followed to the end of the file each time, this takes 4 s and more
ENDLESS = {
    "comments": '<robot name="a">' + "<!--" * COUNT,
    "comments after one": "<!-- a -->" + "<!--" * COUNT,
    "declarations": '<robot name="a">' + "<?xml " * COUNT,
    "spaces in a tag": '<robot name="a"' + " " * 3 * COUNT + "/>",
}


@pytest.mark.parametrize("case", ENDLESS)
def test_what_never_ends_takes_no_longer_than_what_does(case):
    began = time.process_time()
    content, findings = well_formed(Path("a.urdf"), ENDLESS[case].encode())
    assert time.process_time() - began < 1.0
    assert len(content) == len(ENDLESS[case])
    assert findings == []


def test_what_ends_before_what_does_not_is_taken_out():
    text = '<robot name="a"><!-- b -->c<!--'
    assert well_formed(Path("a.urdf"), text.encode())[0].decode() == '<robot name="a">' + " " * 10 + "c<!--"


def test_declarations_are_told_once_however_many():
    text = '<?xml version="1.1"?>\n<robot name="a">\n<?xml a?><?xml b?>\n<?xml c?></robot>'
    content, findings = well_formed(Path("a.urdf"), text.encode())
    assert [(finding.line, finding.message) for finding in findings] == [
        (1, "the XML declaration names version '1.1'; the file is read as of version 1.0"),
        (3, "the XML declaration is not the first in the file; it is left out, 3 times"),
    ]
    assert content.decode().split() == ["<robot", 'name="a">', "</robot>"]
