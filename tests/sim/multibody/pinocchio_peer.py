"""One model in Pinocchio too: read from the same URDF, or built joint by joint, and our numbers in its order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from torseur import robots, sim
from torseur.sim.multibody.model.joint_rows import plane_axes
from torseur.sim.multibody.model.model import JointKind

REFERENCES = {"world_aligned": pin.LOCAL_WORLD_ALIGNED, "local": pin.LOCAL, "world": pin.WORLD}


def symmetric(upper):
    """The whole matrix, of which Pinocchio has written the upper half."""
    return np.triu(upper) + np.triu(upper, 1).T


@dataclass(frozen=True, eq=False, slots=True)
class Peer:
    """A model of ours and the same one of Pinocchio, where mimic joints turn by themselves."""

    ours: sim.Model
    theirs: pin.Model
    data: pin.Data
    E: np.ndarray  # (their nv, our nv): what a velocity of ours is there, but for planar joints

    @classmethod
    def of(cls, ours, theirs):
        E = np.zeros((theirs.nv, ours.nv))
        for joint, place in _moving(ours, theirs):
            leader, ratio, _ = _followed(joint)
            E[place.idx_v : place.idx_v + place.nv, ours.joint_slices()[leader][1]] = ratio * np.eye(place.nv)
        return cls(ours, theirs, theirs.createData(), E)

    def configuration(self, q):
        """Our q in Pinocchio's numbers."""
        result = pin.neutral(self.theirs)
        for joint, place in _moving(self.ours, self.theirs):
            leader, ratio, offset = _followed(joint)
            value = q[self.ours.joint_slices()[leader][0]]
            if joint.kind.nv == 1:
                value = ratio * value + offset
                if place.nq == 2:  # Pinocchio gives a continuous joint as cosine and sine
                    value = np.concatenate([np.cos(value), np.sin(value)])
            elif joint.kind is JointKind.PLANAR:
                value = np.array([value[0], value[1], np.cos(value[2]), np.sin(value[2])])
            result[place.idx_q : place.idx_q + place.nq] = value
        return result

    def velocities(self, q, v):
        """B and Ḃ (their nv, our nv): their v = B v, their a = B a + Ḃ v.

        A planar joint has its velocity along the plane's axes in ours, along what it carries in Pinocchio.
        """
        B, rate = self.E.copy(), np.zeros_like(self.E)
        for joint, place in _moving(self.ours, self.theirs):
            if joint.kind is JointKind.PLANAR:
                in_q, in_v = self.ours.joint_slices()[joint.name]
                angle, spin, rows = q[in_q][2], v[in_v][2], slice(place.idx_v, place.idx_v + 2)
                c, s = np.cos(angle), np.sin(angle)
                B[rows] = np.array([[c, s], [-s, c]]) @ self.E[rows]
                rate[rows] = spin * np.array([[-s, c], [-c, -s]]) @ self.E[rows]
        return B, rate

    def left_out(self, v):
        """What the rotors of free-flyers resist with beyond Pinocchio's armature · v̇, armature · ω × v, and its derivative by v.

        Theirs are along axes that turn with the body; those of MuJoCo, and ours, along the parent's.
        """
        torque, by_v = np.zeros(self.ours.nv), np.zeros((self.ours.nv, self.ours.nv))
        for joint in self.ours.joints:
            if joint.kind is JointKind.FREE_FLYER:
                k = self.ours.joint_slices()[joint.name][1].start
                linear, angular = slice(k, k + 3), slice(k + 3, k + 6)
                torque[linear] = joint.armature * np.cross(v[angular], v[linear])
                by_v[linear, linear] = joint.armature * np.cross(v[angular], np.eye(3)).T
                by_v[linear, angular] = -joint.armature * np.cross(v[linear], np.eye(3)).T
        return torque, by_v


def read_robot(name, floating):
    """A robot of the gallery, read by both."""
    path = str(robots.describe(name).path)
    theirs = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer()) if floating else pin.buildModelFromUrdf(path)
    return Peer.of(robots.load(name, free_flyer=floating, meshes=False), theirs)


def built(ours):
    """Any model of ours, its joints given to Pinocchio one by one."""
    theirs = pin.Model()
    bodies = {body.name: body for body in ours.bodies}
    carried = {None: (0, pin.SE3.Identity())}  # joint and placement in it
    waiting = [joint for joint in ours.joints if joint.parent is None]
    while waiting:  # depth first: Pinocchio counts on subtrees being contiguous
        joint = waiting.pop()
        waiting += [other for other in ours.joints if other.parent == joint.child]
        parent, placement = carried[joint.parent]
        placement, child = placement * pin.SE3(joint.placement), pin.SE3(joint.child_placement)
        if joint.kind is JointKind.FIXED:
            carried[joint.child] = parent, placement * child
        else:
            motion = joint_model(joint)
            if joint.kind in (JointKind.PLANAR, JointKind.CONTINUOUS):  # of these there are only such with z as the axis
                axes = pin.SE3(plane_axes(joint.axis), np.zeros(3))
                placement, child = placement * axes, axes.inverse() * child
            index = theirs.addJoint(parent, motion, placement, joint.name)
            place = theirs.joints[index]
            theirs.armature[place.idx_v : place.idx_v + place.nv] = joint.armature
            carried[joint.child] = index, child
        index, placement = carried[joint.child]
        theirs.appendBodyToJoint(index, _inertia(bodies[joint.child]), placement)
        theirs.addBodyFrame(joint.child, index, placement, 0)
    for frame in ours.frames:
        index, placement = carried[frame.body]
        placement = placement * pin.SE3(frame.placement)
        theirs.addFrame(pin.Frame(frame.name, index, 0, placement, pin.FrameType.OP_FRAME))
    return Peer.of(ours, theirs)


def joint_model(joint):
    """The joint as Pinocchio has it; a continuous and a planar one with z as its axis."""
    match joint.kind:
        case JointKind.REVOLUTE:
            return pin.JointModelRevoluteUnaligned(*joint.axis)
        case JointKind.CONTINUOUS:
            return pin.JointModelRUBZ()
        case JointKind.PRISMATIC:
            return pin.JointModelPrismaticUnaligned(*joint.axis)
        case JointKind.HELICAL:
            return pin.JointModelHelicalUnaligned(*joint.axis, joint.pitch)
        case JointKind.PLANAR:
            return pin.JointModelPlanar()
        case JointKind.SPHERICAL:
            return pin.JointModelSpherical()
        case JointKind.FREE_FLYER:
            return pin.JointModelFreeFlyer()
    raise ValueError(joint.kind)


def _inertia(body):
    return pin.Inertia(body.mass, body.com, body.inertia)


def _moving(ours, theirs):
    """The joints that move, and where their numbers are in Pinocchio; a free base is `root_joint` in both."""
    return [(joint, theirs.joints[theirs.getJointId(joint.name)]) for joint in ours.joints if joint.kind.nv]


def _followed(joint):
    return (joint.mimic.joint, joint.mimic.ratio, joint.mimic.offset) if joint.mimic else (joint.name, 1.0, 0.0)
