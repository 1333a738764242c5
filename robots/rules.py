"""The rules that robot files are checked by: what each is called, how much it matters, and what it says."""

from __future__ import annotations

from dataclasses import dataclass

from torseur.sim.multibody.model.model import Severity
from torseur.sim.texts import marked


@dataclass(frozen=True, slots=True)
class Rule:
    """What is checked. An error means that the robot is refused, a warning that it is doubtful."""

    severity: Severity
    says: str
    unreadable: bool = False  # whether nothing more of the file can be read


def _unreadable(says: str) -> Rule:
    return Rule(Severity.ERROR, says, unreadable=True)


def _error(says: str) -> Rule:
    return Rule(Severity.ERROR, says)


def _warning(says: str) -> Rule:
    return Rule(Severity.WARNING, says)


def _note(says: str) -> Rule:
    return Rule(Severity.NOTE, says)


RULES: dict[str, Rule] = {
    # the file
    "no-such-file": _unreadable("the file exists, and can be read"),
    "file-type": _unreadable("the file is of a type that is read"),
    "file-empty": _unreadable("the file holds something"),
    "file-too-large": _unreadable("the file has at most 32 MB, a table of Denavit-Hartenberg rows 10 MB"),
    "file-lfs-pointer": _unreadable("the file itself is there, and not a git-LFS pointer to it"),
    "file-kind": _warning("a file holds what its ending says: xacro is in .xacro, URDF in .urdf, MJCF in .xml, SDF in .sdf"),
    "not-xml": _unreadable("the file is well-formed XML, but for what the rules below let pass"),
    "xml-declaration": _warning("the XML declaration is written right, is the first in the file, and names version 1.0"),
    "xml-encoding": _warning("the file is written in the encoding that it says, UTF-8 if it says none"),
    "xml-outside": _warning("nothing but comments stands before or after the root element"),
    "xml-comment": _note("comments have no -- in them"),
    "xml-repeated": _warning("no attribute stands twice in an element"),
    "xml-ampersand": _warning("& is written as &amp;"),
    "xml-namespace": _warning("the elements of a robot are in no namespace"),
    "not-toml": _unreadable("a table of Denavit-Hartenberg rows is well-formed TOML"),
    "doctype": _unreadable("the XML has no DOCTYPE that declares anything"),
    "doctype-unused": _warning("the XML has no DOCTYPE, not even one that declares nothing"),
    "too-deep": _unreadable("elements are nested at most 256 deep"),
    "too-many-elements": _unreadable("there are at most 20 000 elements"),
    "root-element": _unreadable("the root element is <robot>, of an MJCF file <mujoco>, of an SDF file <sdf>"),
    "undeclared-prefix": _warning("XML prefixes are declared"),
    "xacro": _error("xacro can be expanded, and is: no element of it is left, no ${...}, no $(...)"),
    "xacro-name": _warning("names are expanded; where nothing in the file could, they are read as written"),
    "xacro-argument": _error("arguments that a xacro file needs are given, and no others"),
    "xacro-macro": _warning("macros that are called exist; in a .urdf, calls of others directly in the robot are left out"),
    "xacro-said": _warning("xacro has nothing to say"),
    "mjcf": _unreadable(
        "MuJoCo is installed, and compiles an MJCF file, which names nothing outside the folders that are read"
    ),
    "definition": _error("of what a file says a model can be built"),
    # elements, attributes and numbers
    "name-missing": _error("links have names that are not empty; in a table, joints and the robot too"),
    "name-given": _warning("the robot, its joints and its materials have names; robot and joints are given one"),
    "name-duplicate": _error("no two links and no two joints share a name"),
    "element-missing": _error("what a part needs is there"),
    "element-repeated": _warning("what a part has once is there once; the first is taken"),
    "joint-ends": _error("a joint names one parent and one child"),
    "element-unknown": _warning("elements are where URDF has them; others are left out"),
    "element-unused": _note("what is known and not used is left out"),
    "element-changes-physics": _warning("no element that changes the physics is left out: loops, springs, mimics of Gazebo"),
    "attribute-missing": _error("attributes that are needed are there and not empty"),
    "attribute-empty": _warning("attributes are not empty; one that may be missing is read as if it were"),
    "attribute-unknown": _note("attributes are those that URDF has; others are left out"),
    "attribute-case": _warning("attributes are written in small letters; others are left out"),
    "value-count": _error("a vector has as many numbers as it needs"),
    "value-count-read": _warning("a vector has no more numbers than it needs; the first are taken, and 1 scale for all 3"),
    "decimal-comma": _error("decimals are written with a point"),
    "comma-separated": _warning("the numbers of a vector are parted by blanks, not by commas"),
    "not-a-number": _error("numbers are written in digits"),
    "not-finite": _error("numbers are finite"),
    "magnitude": _warning("numbers are of a size that robots have"),
    "magnitude-refused": _error("numbers are not so large that nothing can be computed with them"),
    # the tree
    "no-link": _error("there is a link"),
    "link-unknown": _error("parents and children of joints exist"),
    "world-added": _warning("a link 'world' that joints start from exists; else one is added, without mass"),
    "self-joint": _error("a joint connects two links"),
    "two-parents": _error("a link is the child of one joint"),
    "joint-reversed": _note("a joint's parent carries its child, and a link is carried by one joint"),
    "several-roots": _error("one link has no parent"),
    "cycle": _error("joints form no cycle"),
    # joints
    "joint-type": _error("the type of a joint is known"),
    "joint-type-read": _warning("the type of a joint is written as in URDF, and is one of it"),
    "axis-zero": _error("an axis has a direction"),
    "axis-not-unit": _warning("an axis has length 1"),
    "limit-missing": _warning("a revolute or prismatic joint has a <limit> with effort and velocity; else none is taken"),
    "limit-left-out": _warning("limits are finite and not crossed, of effort and velocity not negative; others are none"),
    "limits-crossed": _error("in a table, the lower limit is not above the upper one"),
    "limits-equal": _warning("the limits let the joint move"),
    "limits-zero": _warning("limits of effort and velocity are above 0: at 0 a joint is not driven, and does not move"),
    "joint-passive": _note("a joint of effort 0 beside others that have effort is without a motor"),
    "angle-degrees": _warning("angles are in radians: within a turn, limits within two"),
    "negative": _error("damping, friction and mass are not negative"),
    "mimic-unknown": _warning("the joint that is followed exists; else none is"),
    "mimic-circle": _error("no joint follows itself, directly or through others"),
    "mimic-leader": _warning("the joint that is followed has one degree of freedom; else none is"),
    "mimic-unused": _note("a joint that follows has one degree of freedom"),
    # masses
    "mass-zero": _warning(marked("what has inertia has mass")),
    "massless": _warning("a joint moves a mass"),
    "massless-link": _note("a link that moves has a mass of its own"),
    "inertial-empty": _warning("an <inertial> has a mass and an inertia; empty, or with one of them that is 0, it is none"),
    "inertia-asymmetric": _warning("an inertia is symmetric; of two products that should be one, URDF's own is taken"),
    "inertia-products": _warning("an inertia has its three products; one that is missing is 0"),
    "inertia-negative": _error(marked("no principal moment of a link that moves is negative")),
    "inertia-negative-fixed": _warning("no principal moment of a link that does not move is negative"),
    "inertia-zero": _warning(marked("what has mass has inertia")),
    "inertia-singular": _warning(marked("every principal moment is above 0")),
    "inertia-near-triangle": _note(marked("no principal moment exceeds the sum of the others, not even by up to 1 %")),
    "inertia-triangle": _warning(marked("no principal moment exceeds the sum of the others by more than 1 %")),
    "inertia-extent": _warning(
        marked("no inertia asks for mass farther from its centre, root mean square, than the shapes reach")
    ),
    "com-outside": _warning(marked("the centre of mass is not farther from the shapes' box than its diagonal")),
    # shapes, colours, poses
    "geometry-empty": _warning("a <geometry> holds one shape; the first of several is taken, without one there is none"),
    "orientation": _warning("quat_xyzw stands in URDF 1.1 or later, without rpy, and has a direction; else it is left out"),
    "geometry-unknown": _warning("the kind of a shape is known; what is not is left out"),
    "geometry-size": _warning("lengths of shapes are above 0; what has none is left out"),
    "scale-zero": _warning("the scale of a mesh is not 0; the mesh is left out otherwise"),
    "geometry-unreadable": _warning("what places and measures a shape can be read; else it is left out"),
    "mesh-missing": _warning("mesh files exist; of an MJCF file, they can be read"),
    "mesh-outside": _warning(
        "mesh files lie in the folder of the robot's file, in its packages, or in folders that are allowed"
    ),
    "mesh-package": _warning("packages are found"),
    "package-renamed": _warning("folders of packages bear their names; one that holds what is looked for is taken"),
    "mesh-scheme": _warning("meshes are named by package://, model://, file:// or a path"),
    "folder-shared": _note("what a file names lies in its own folder or its packages, and not only in the same repository"),
    "mesh-type": _warning("meshes are STL, COLLADA, Wavefront, glTF or PLY"),
    "mesh-empty": _warning("mesh files hold triangles that have an area"),
    "mesh-lfs-pointer": _warning("meshes are there, and not git-LFS pointers to them"),
    "mesh-too-large": _warning("mesh files have at most 200 MB"),
    "mesh-damaged": _warning("mesh files are whole and valid"),
    "mesh-index": _warning("triangles of a mesh name vertices that exist"),
    "mesh-not-finite": _warning("vertices of a mesh are finite"),
    "mesh-units": _warning("meshes are in metres, and of the size of the robot"),
    "mesh-note": _note("all of a mesh file is used"),
    "no-visual": _warning("there is something to see"),
    "material-unknown": _warning("colours that are named exist"),
    "material-duplicate": _warning("no two materials of unlike colours share a name; the first is taken"),
    "colour-range": _warning("colours are within 0 to 1"),
    "colour-unreadable": _warning("colours are four numbers; others are left out"),
    "texture-missing": _warning("textures of an MJCF file can be read"),
    "texture-unused": _note("textures are PNG or JPEG, and on shapes that bear them"),
    "poses-read": _note("poses and pairs that never touch come from an SRDF file"),
    "poses": _warning("an SRDF file can be read, names what exists, and keeps within the limits"),
    "poses-unknown": _note("pairs that never touch name links that exist; angles need no full turn"),
    # what only MJCF has
    "mjcf-left-out": _warning("no element of MJCF that changes how the robot moves is left out"),
    "mjcf-empty": _warning("there is a body, or a shape in the world; without, it is the world alone"),
    "mjcf-negative": _warning("damping, dry friction and armature are not negative; else there is none"),
    "mjcf-servo": _warning("joints are held by no servo of their file's: here they are free, where no controller is given"),
    "mjcf-unused": _note("what is known and not used is left out"),
    # what only SDF has
    "sdf": _unreadable("an SDF file is of version 1.4 or later and holds one model"),
    "sdf-include": _error(
        "models within one are found where it needs them, at most 32 deep, not in themselves, and have short names without `::`"
    ),
    "sdf-version": _warning("an SDF file is of a version that is known here; a later one is read as 1.11"),
    "sdf-value": _error("quaternions have a direction, screws a pitch, and masses are given and not to be computed"),
    "sdf-default": _warning("mass and inertia are given: without them SDF has 1 kg and 1 kg m²"),
    "sdf-static": _note("joints of a static model do not move"),
    "sdf-left-out": _warning("no shape, no size of a plane, axis or included model is left out"),
    "sdf-unused": _note("what is known and not used is left out"),
    "frame-unknown": _error("links, joints and frames exist that poses and axes are relative to"),
    "frame-cycle": _error("no frame is placed by itself, directly or through others"),
    # tables of Denavit-Hartenberg rows
    "key-unknown": _error("the keys of a table are those that there are, where they are"),
    "key-missing": _error("the keys that a table needs are there"),
    "value-type": _error("values of a table are numbers, texts, lists or tables, as their keys want"),
    "value-word": _error("where a table has one of several words, it is one of them"),
    "value-range": _error("numbers of a table are above 0, or not below 0, as their keys want"),
    "limit-single": _error("a row of a table has both limits or neither"),
    "inertia-missing": _error("what has a mass in a table has an inertia"),
    "mass-missing": _error("what has an inertia in a table has a mass"),
    "inertia-impossible": _error("no principal moment in a table exceeds the sum of the others"),
    "colour-unknown": _error("colours of a table are written as colours, or named under [colors]"),
    "pose-beyond": _error("poses of a table keep within the limits"),
    # saving
    "not-in-urdf": _warning("what is saved as URDF can be said in URDF"),
    "not-in-table": _warning("what is saved as a table of Denavit-Hartenberg rows can be said in one"),
}
