"""Xacro: expanded within the robot's folders, with every finding at the line of the file that it comes from."""

from pathlib import Path

import pytest

from torseur import robots
from torseur.app.command_line.command_line import run
from torseur.app.documents.document import open_document
from torseur.robots.loading import load_with
from torseur.robots.options import LoadOptions, XacroArgument
from torseur.robots.xacro import expansion
from torseur.sim.errors import ArgumentError, ModelError

TOP = '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
LINK = """\
    <link name="${name}">
      <inertial>
        <mass value="${mass}"/>
        <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>
      </inertial>
      <visual><geometry><box size="0.1 0.1 ${length}"/></geometry></visual>
    </link>
"""
MACROS = f"""\
{TOP}
  <xacro:macro name="arm" params="name length mass:=2 parent:=''">
{LINK}
    <xacro:if value="${{parent != ''}}">
      <joint name="${{name}}_joint" type="revolute">
        <parent link="${{parent}}"/><child link="${{name}}"/>
        <axis xyz="0 0 1"/>
        <limit lower="${{-pi / 2}}" upper="1" velocity="2" effort="3"/>
      </joint>
    </xacro:if>
  </xacro:macro>
</robot>
"""
ARM = f"""{TOP}
  <xacro:arg name="prefix" default=""/>
  <xacro:arg name="length" default="0.5"/>
  <xacro:include filename="$(find my_arm)/inc/link.xacro"/>
  <xacro:property name="p" value="$(arg prefix)"/>
  <xacro:property name="masses" value="${{xacro.load_yaml('../config/masses.yaml')}}"/>
  <xacro:arm name="${{p}}base" length="1"/>
  <xacro:arm name="${{p}}tip" parent="${{p}}base" length="$(arg length)" mass="${{masses['tip']}}"/>
</robot>
"""


@pytest.fixture
def arm_package(write):
    """Return the xacro file of a package, which includes another and reads YAML."""
    write("<package><name>my_arm</name></package>", "my_package/package.xml")
    write(MACROS, "my_package/inc/link.xacro")
    write("tip: 3.5\n", "my_package/config/masses.yaml")
    return write(ARM, "my_package/urdf/arm.urdf.xacro")


def test_macros_includes_yaml_and_arguments_are_expanded(arm_package):
    model = robots.load(arm_package, xacro_args={"prefix": "a_", "length": 0.7})
    assert model.body_names == ("a_base", "a_tip")
    assert model.bodies[1].mass == 3.5
    assert model.bodies[1].visuals[0].shape.size == (0.1, 0.1, 0.7)
    assert model.joints[1].lower == -1.5707963267948966
    assert model.source == str(arm_package)
    assert robots.diagnose(arm_package) == ()


@pytest.mark.slow
def test_what_is_expanded_can_be_looked_at_and_is_the_same_robot(arm_package, tmp_path, capsys):
    out = tmp_path / "arm.urdf"
    assert run(["check", str(arm_package), "--arg", "prefix=b_", "--expanded", str(out)]) == 0
    assert out.read_text() == robots.expand_xacro(arm_package, {"prefix": "b_"})
    assert robots.load(out).body_names == ("b_base", "b_tip")
    assert run(["check", str(arm_package), "--expanded", str(out)]) == 2
    assert "there is such a file" in capsys.readouterr().err
    assert run(["check", str(out), "--expanded", str(out)]) == 2
    assert "only xacro files are expanded" in capsys.readouterr().err


@pytest.mark.slow
def test_a_xacro_file_is_converted_with_its_arguments(arm_package, tmp_path):
    out = tmp_path / "arm.urdf"
    assert run(["convert", str(arm_package), "--arg", "prefix=c_", "--out", str(out)]) == 0
    assert robots.load(out).body_names == ("c_base", "c_tip")


@pytest.mark.slow
def test_the_window_opens_one_with_arguments_and_keeps_them(arm_package):
    document = open_document(arm_package, LoadOptions(xacro_args={"prefix": "d_"}))
    assert document.scene.model.body_names[-1].endswith("d_tip")
    assert document.options.xacro_args == {"prefix": "d_"}
    with pytest.raises(ArgumentError, match="only xacro files have arguments; prefix cannot be given to arm_6r"):
        open_document("arm_6r", LoadOptions(xacro_args={"prefix": "d_"}))


@pytest.mark.slow
def test_a_finding_names_the_file_and_line_before_expansion(arm_package):
    macros = arm_package.parents[1] / "inc" / "link.xacro"
    macros.write_text(MACROS.replace('xyz="0 0 1"', 'xyz="0 0 x"'))
    line = 1 + macros.read_text()[: macros.read_text().index('xyz="0 0 x"')].count("\n")
    with pytest.raises(ModelError) as caught:
        robots.load(arm_package)
    assert (str(caught.value.path), caught.value.line) == (str(macros), line)
    assert "joint 'tip_joint'" in str(caught.value)
    arm_package.write_text(ARM.replace('name="${p}tip" parent', 'name="${p}base" parent'))
    (finding,) = (finding for finding in robots.diagnose(arm_package) if finding.rule == "name-duplicate")
    first = 1 + macros.read_text()[: macros.read_text().index("<link")].count("\n")
    assert (finding.path, finding.line) == (str(macros), first)
    assert finding.message == f"a second link is named 'base'; the first is on line {first} of link.xacro"


# what stands in the file at line 2, rule, part of the message
WRONG = (
    ('<link name="$(arg side)"/>', "xacro-argument", "argument 'side' is not given and has no default"),
    ('<link name="${missing}"/>', "xacro", "name 'missing' is not defined"),
    ('<link name="${1/0}"/>', "xacro", "it divides by 0"),
    ("<xacro:nothing/>", "xacro", "unknown macro name: xacro:nothing"),
    ('<xacro:include filename="none.xacro"/>', "xacro", "cannot be read: No such file"),
    ('<xacro:include filename="$(find no_package)/a.xacro"/>', "xacro", "no folder of a package 'no_package' among"),
    ('<xacro:include filename="/etc/hostname"/>', "xacro", "lies outside the folders that are read"),
    ('<xacro:include filename="../../../secret.xacro"/>', "xacro", "lies outside the folders that are read"),
    ('<xacro:include filename="link_to_secret.xacro"/>', "xacro", "lies outside the folders that are read"),
    ('<xacro:include filename="/etc/*"/>', "xacro", "outside the folders that are read"),
    ("<link name=\"${xacro.load_yaml('/etc/passwd')}\"/>", "xacro", "lies outside the folders that are read"),
    ('<link name="$(env HOME)"/>', "xacro", "the environment is not read"),
    ("<link name=\"${__import__('os').getcwd()}\"/>", "xacro", "__import__ is refused"),
    ("<link name=\"${open('/etc/passwd').read()}\"/>", "xacro", "name 'open' is not defined"),
    ("<link name=\"$(eval ${'open(1\\x29'})\"/>", "xacro", "name 'open' is not defined"),
    ('<link name="${python.type(1)}"/>', "xacro", "'type'"),
    ('<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>', "xacro",
     "macros are nested without end (in macro 'm', called at robot.urdf.xacro:2)"),
    ("<link>", "not-xml", "mismatched tag"),
    ("<!DOCTYPE robot>", "not-xml", ""),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("inside", "rule", "message"), WRONG)
def test_what_cannot_be_expanded_names_its_line(inside, rule, message, write, tmp_path):
    write(TOP + "</robot>", "secret.xacro")
    path = write(f"{TOP}  {inside}\n</robot>\n", "a/b/c/robot.urdf.xacro")
    (path.parent / "link_to_secret.xacro").symlink_to(tmp_path / "secret.xacro")
    (finding,) = robots.diagnose(path)
    assert (finding.rule, finding.path) == (rule, str(path))
    assert finding.line == (3 if inside == "<link>" else 2)
    assert message in finding.message


@pytest.mark.slow
def test_what_cannot_be_expanded_is_not_loaded_and_says_what_a_check_finds(write):
    path = write(f"{TOP}  <xacro:nothing/>\n</robot>\n", "robot.urdf.xacro")
    (finding,) = robots.diagnose(path)
    with pytest.raises(ModelError) as caught:
        robots.load(path)
    assert str(caught.value) == f"{path}:{finding.line}: {finding.message}"


def test_a_doctype_is_refused_in_what_is_included_too(write):
    write("<!DOCTYPE robot [<!ENTITY a 'b'>]>\n<robot/>", "inner.xacro")
    (finding,) = robots.diagnose(write(f'{TOP}<xacro:include filename="inner.xacro"/></robot>', "robot.xacro"))
    assert (finding.rule, Path(finding.path).name, finding.line) == ("doctype", "inner.xacro", 1)


@pytest.mark.slow
@pytest.mark.parametrize("inside", ["${len([1 for i in range(10**10) if i == -1])}", "${len(list(range(10**9)))}"])
def test_an_expansion_without_end_is_stopped(inside, write, monkeypatch):
    monkeypatch.setattr(expansion, "SECONDS", 2.0)
    (finding,) = robots.diagnose(write(f'{TOP}<link name="{inside}"/></robot>', "robot.xacro"))
    assert finding.rule == "xacro"
    assert "takes more than" in finding.message


def test_arguments_must_be_those_of_the_file(arm_package, write, capsys):
    with pytest.raises(ModelError, match="there is no argument 'prefx'; the file has: prefix, length"):
        robots.load(arm_package, xacro_args={"prefx": "a"})
    plain = write('<robot name="r"><link name="l"/></robot>')
    with pytest.raises(ModelError, match="only xacro files have arguments; 'prefix' cannot be given"):
        robots.load(plain, xacro_args={"prefix": "a"})
    (finding,) = robots.diagnose(plain, xacro_args={"prefix": "a"})
    assert (finding.rule, finding.wanted) == ("xacro-argument", ".xacro")
    assert run(["check", str(plain), "--arg", "prefix=a"]) == 1
    with pytest.raises(SystemExit):
        run(["check", str(arm_package), "--arg", "prefix"])
    assert "'prefix' is not NAME=VALUE" in capsys.readouterr().err


@pytest.mark.slow
def test_what_xacro_warns_of_is_a_finding(write):
    path = write(f'{TOP}<xacro:property name="pi" value="3"/>\n<link name="l"/></robot>', "robot.xacro")
    findings = [finding for finding in robots.load(path).findings if finding.rule == "xacro-said"]
    assert [(finding.line, finding.message) for finding in findings] == [(2, "redefining global symbol: pi")]


@pytest.mark.slow
def test_what_a_file_says_in_expressions_is_a_finding(write):
    inside = '<link name="l"/>\n${xacro.message("a")}\n${xacro.warning("b", 2)}${xacro.error("c")}${xacro.print_location()}'
    said = [finding for finding in robots.load(write(f"{TOP}{inside}</robot>", "robot.xacro")).findings]
    assert [finding.message for finding in said if finding.rule == "xacro-said"] == ["a", "b 2", "c"]
    with pytest.raises(ModelError, match="there is no such arm"):
        robots.load(write(TOP + '${xacro.fatal("there is no such arm")}</robot>', "other.xacro"))


def test_units_in_yaml_are_read_and_nothing_is_warned_of(arm_package):
    (arm_package.parents[1] / "config" / "masses.yaml").write_text("tip: !inches 100\nangle: !degrees 180/2\n")
    model = robots.load(arm_package)
    assert model.bodies[1].mass == pytest.approx(2.54)
    assert robots.diagnose(arm_package) == ()


# what the YAML file holds, what is said of it
YAML = (
    ("base: {deep: 1}\n", "masses.yaml: there is no key 'tip'; it has: base, when evaluating expression 'masses['tip']'"),
    ("tip: !degrees ninety\n", "config/masses.yaml:1: !degrees ninety: name 'ninety' is not defined"),
    ("base: 1\ntip: [1\nend: 2\n", "config/masses.yaml:3: expected ',' or ']', but got ':'"),
)


@pytest.mark.parametrize(("yaml", "message"), YAML)
def test_an_error_names_the_yaml_file_that_it_comes_from(yaml, message, arm_package):
    (arm_package.parents[1] / "config" / "masses.yaml").write_text(yaml)
    (finding,) = robots.diagnose(arm_package)
    line = 1 + ARM[: ARM.index("masses['tip']")].count("\n")
    assert (finding.rule, finding.path, finding.line) == ("xacro", str(arm_package), line)
    assert message in finding.message


def test_an_error_in_a_macro_names_the_macros_and_includes_that_lead_there(write):
    inner = write(f'{TOP}<xacro:macro name="inner" params="a">\n<link name="${{b}}"/></xacro:macro></robot>', "inner.xacro")
    write(f'{TOP}<xacro:include filename="inner.xacro"/>\n<xacro:inner a="1"/></robot>', "middle.xacro")
    (finding,) = robots.diagnose(write(f'{TOP}\n<xacro:include filename="middle.xacro"/></robot>', "robot.xacro"))
    assert (finding.path, finding.line) == (str(inner), 3)
    assert finding.message == (
        "name 'b' is not defined, when evaluating expression 'b' "
        "(in macro 'inner', called at middle.xacro:3, in 'middle.xacro', included at robot.xacro:3)"
    )


def test_eval_and_undeclared_arguments_are_those_of_ros(write):
    inside = '<link name="$(eval 1 + 1)_$(arg side)_$(optenv NONE none)"/>'
    path = write(f"{TOP}{inside}</robot>", "robot.xacro")
    assert robots.load(path, xacro_args={"side": "left"}).body_names == ("2_left_none",)
    arguments = []
    with pytest.raises(ModelError, match="argument 'side' is not given and has no default"):
        load_with(path, LoadOptions(on_argument=arguments.append))
    assert arguments == [XacroArgument("side", None, None)]


def test_the_command_line_takes_arguments_as_xacro_does(arm_package, capsys):
    assert run(["check", str(arm_package), "--arg", "prefix:=e_", "--arg", "length:=a=b"]) == 1
    assert "'0.1 0.1 a=b'" in capsys.readouterr().out


def test_a_file_that_only_defines_macros_says_so_and_who_calls_them(write):
    parameters = "prefix side:=left at:='0 0 0' up:=^|1 *where"
    macros = f'<xacro:macro name="arm" params="{parameters}"><link name="${{prefix}}l"/></xacro:macro>'
    path = write(f"{TOP}{macros}</robot>", "arm.xacro")
    (finding,) = robots.diagnose(path)
    assert (finding.rule, finding.line) == ("no-link", 1)
    assert finding.message == (
        "there is no <link>: it defines the macro <xacro:arm> and calls none; open the file that includes it, or write a "
        'file that does and calls <xacro:arm prefix="…"/>'
    )
    write(f'{TOP}<xacro:include filename="arm.xacro"/></robot>', "robot.urdf.xacro")
    (finding,) = robots.diagnose(path)
    assert "open robot.urdf.xacro, which includes it" in finding.message


@pytest.mark.parametrize("name", ["robot.urdf", "robot.xacro"])
def test_xacro_without_its_declaration_is_read_as_if_declared(name, write):
    links = '<link name="l" other:key="1"><!-- a:b="c" --></link>\n<link name="l${2 * w}"/>'
    joint = '<joint name="j" type="fixed"><parent link="l"/><child link="l1.0"/></joint>'
    path = write(f'<robot name="r">\n<xacro:property name="w" value="0.5"/>\n{links}{joint}</robot>', name)
    model = robots.load(path)
    assert model.body_names == ("l", "l1.0")
    found = [(finding.line, finding.message) for finding in model.findings if finding.rule == "undeclared-prefix"]
    told = "the XML prefix {!r} is not declared; it is read as if it were"
    assert found == [(2, told.format("xacro")), (3, told.format("other"))]
