"""Which argument of a xacro file is to blame; never another fault than the one that there is."""

import pytest

from torseur import robots
from torseur.robots.xacro import blame
from torseur.sim.errors import ModelError

TOP = '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Others use this machine too."""
    monkeypatch.setattr(blame, "SECONDS", 60.0)


# the inside of a file with an argument `length`, whose default is 0.5; a value; what is wanted
WRONG_ARGUMENTS = (
    ("${float('$(arg length)')}", "abc", "a number is wanted, as its default '0.5', in ${float('$(arg length)')}"),
    ("${l * 2.0 + 1}", "abc", "a number is wanted, as its default '0.5', in ${l * 2.0 + 1}"),
    ("${1 / l}", "0", "a number that is not 0 is wanted, as its default '0.5', in ${1 / l}"),
)


@pytest.mark.parametrize(("inside", "value", "wanted"), WRONG_ARGUMENTS)
def test_an_argument_that_is_wrong_is_named_with_its_value_and_what_is_wanted(inside, value, wanted, write):
    property_of_it = '<xacro:arg name="length" default="0.5"/>\n<xacro:property name="l" value="$(arg length)"/>'
    others = '<xacro:arg name="side" default="left"/>'
    path = write(f'{TOP}{property_of_it}{others}\n<link name="$(arg side){inside}"/></robot>', "robot.xacro")
    (finding,) = robots.diagnose(path, xacro_args={"side": "right", "length": value})
    assert (finding.rule, finding.path, finding.line, finding.found) == ("xacro-argument", str(path), 4, value)
    assert finding.message == f"argument 'length' is {value!r}; {wanted}"


def test_an_argument_is_not_blamed_for_what_is_wrong_without_it(write):
    path = write(f'{TOP}<xacro:arg name="side" default="left"/>\n<link name="${{no}}"/></robot>', "robot.xacro")
    (finding,) = robots.diagnose(path, xacro_args={"side": "right"})
    assert (finding.rule, finding.line) == ("xacro", 3)


def without_quick(inside):
    """A file of which line 3 takes `inside` without the argument `quick`, and line 4 a number."""
    arguments = f'<xacro:arg name="quick" default="{inside}"/><xacro:arg name="length" default="0.5"/>'
    return f'{TOP}{arguments}\n<link name="${{len($(arg quick))}}"/>\n<link name="${{float(\'$(arg length)\')}}"/></robot>'


def test_a_trial_that_takes_too_much_is_no_blame(write):
    path = write(without_quick("'a' * 10**11"), "robot.xacro")
    (finding,) = robots.diagnose(path, xacro_args={"quick": "'a'", "length": "abc"})
    assert finding.message.startswith("argument 'length' is 'abc'; a number is wanted")


def test_the_true_fault_is_said_where_no_trial_ends_in_time(write, monkeypatch):
    monkeypatch.setattr(blame, "SECONDS", 0.5)
    path = write(without_quick("[i for i in range(10**10)]"), "robot.xacro")
    (finding,) = robots.diagnose(path, xacro_args={"quick": "'a'", "length": "abc"})
    assert (finding.rule, finding.line) == ("xacro", 4)
    assert finding.message.startswith("'abc' is given where a number is wanted, when evaluating expression")


def test_the_cause_is_kept_where_an_argument_names_a_file_that_will_not_do(write, tmp_path):
    (tmp_path / "good.yaml").write_text("length: 1\n")
    (tmp_path / "other.yaml").write_text("width: 1\n")
    path = write(
        f'{TOP}<xacro:arg name="file" default="good.yaml"/>'
        '<xacro:property name="c" value="${xacro.load_yaml(\'$(arg file)\')}"/>'
        "<link name=\"${'a' * c['length']}\"/></robot>",
        "robot.xacro",
    )
    for given, cause in (("other.yaml", "there is no key 'length'; it has: width"), ("none.yaml", "No such file")):
        with pytest.raises(ModelError, match=f"argument 'file' is '{given}'.*{cause}"):
            robots.load(path, xacro_args={"file": given})
