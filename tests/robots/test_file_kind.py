"""What a robot's file holds is told by what is read of it: comments are not, and what looks like one may be none."""

import pytest

from torseur.robots.file_kind import kind_of_file

PROPERTY = '<xacro:property xmlns:xacro="http://www.ros.org/wiki/xacro" name="a" value="1"/>'


@pytest.mark.parametrize(
    ("inside", "ending"),
    [
        (f"<!-- {PROPERTY} -->", None),
        ('<!-- <mass value="${m}"/>\n two lines -->', None),
        (f"<!-- a --> {PROPERTY} <!-- b -->", ".xacro"),
        (f"<![CDATA[<!--]]> {PROPERTY} <!-- b -->", ".xacro"),
        ('<link name="b"><inertial><mass value="${m}"/></inertial></link><!-- ${n} -->', ".xacro"),
    ],
)
def test_xacro_counts_where_it_is_read(tmp_path, inside, ending):
    path = tmp_path / "arm.urdf"
    path.write_text(f'<robot name="arm"><link name="base"/>{inside}</robot>', encoding="utf-8")
    kind = kind_of_file(path)
    assert (kind.ending if kind else None) == ending
