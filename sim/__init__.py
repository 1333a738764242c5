"""Physics without a screen: models, their dynamics, contact, and simulation.

Everything public can be imported from here; what it needs is imported when it is first used, so that `import sim` costs
nothing.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analysis.dynamics.derivative_check import derivative_check as derivative_check
    from .analysis.dynamics.joint_trajectory import JointTrajectory as JointTrajectory
    from .analysis.dynamics.motion_task import MotionTask as MotionTask
    from .analysis.dynamics.motion_task import motion_task as motion_task
    from .analysis.dynamics.values import DerivativeCheck as DerivativeCheck
    from .analysis.dynamics.values import DynamicsDerivatives as DynamicsDerivatives
    from .analysis.ellipsoids.ellipsoids import dynamic_ellipsoid as dynamic_ellipsoid
    from .analysis.ellipsoids.ellipsoids import force_ellipsoid as force_ellipsoid
    from .analysis.ellipsoids.ellipsoids import velocity_ellipsoid as velocity_ellipsoid
    from .analysis.ellipsoids.force_polytope import force_polytope as force_polytope
    from .analysis.ellipsoids.frame_capability import frame_capability as frame_capability
    from .analysis.ellipsoids.frame_report import frame_report as frame_report
    from .analysis.ellipsoids.polytopes import cut_polytope as cut_polytope
    from .analysis.ellipsoids.values import Capability as Capability
    from .analysis.ellipsoids.values import Ellipsoid as Ellipsoid
    from .analysis.ellipsoids.values import FrameReport as FrameReport
    from .analysis.ellipsoids.values import Polytope as Polytope
    from .analysis.ellipsoids.velocity_zonotope import velocity_zonotope as velocity_zonotope
    from .analysis.inverse_kinematics.inverse_kinematics import inverse_kinematics as inverse_kinematics
    from .analysis.inverse_kinematics.inverse_velocity import inverse_velocity as inverse_velocity
    from .analysis.inverse_kinematics.values import PoseIterates as PoseIterates
    from .analysis.inverse_kinematics.values import PoseSolution as PoseSolution
    from .analysis.inverse_kinematics.values import PoseStatus as PoseStatus
    from .analysis.inverse_kinematics.values import Reach as Reach
    from .analysis.inverse_kinematics.values import VelocitySolution as VelocitySolution
    from .analysis.jacobian.differential_model import small_displacement as small_displacement
    from .analysis.jacobian.differentiated import pose_derivative as pose_derivative
    from .analysis.jacobian.jacobian_routes import jacobian_routes as jacobian_routes
    from .analysis.jacobian.limits import speed_limits as speed_limits
    from .analysis.jacobian.limits import torque_limits as torque_limits
    from .analysis.jacobian.link_velocities import link_velocities as link_velocities
    from .analysis.jacobian.point_transport import point_transport as point_transport
    from .analysis.jacobian.reference import in_basis as in_basis
    from .analysis.jacobian.small_rotations import AddedAngularVelocities as AddedAngularVelocities
    from .analysis.jacobian.small_rotations import SmallRotation as SmallRotation
    from .analysis.jacobian.small_rotations import TurnedVector as TurnedVector
    from .analysis.jacobian.small_rotations import add_angular_velocities as add_angular_velocities
    from .analysis.jacobian.small_rotations import small_rotation as small_rotation
    from .analysis.jacobian.small_rotations import turned_vector as turned_vector
    from .analysis.jacobian.values import JacobianRoutes as JacobianRoutes
    from .analysis.jacobian.values import JointAxis as JointAxis
    from .analysis.jacobian.values import LinkVelocity as LinkVelocity
    from .analysis.jacobian.values import PointTransport as PointTransport
    from .analysis.jacobian.values import PoseDerivative as PoseDerivative
    from .analysis.jacobian.values import SmallDisplacement as SmallDisplacement
    from .analysis.masses.plausibility import mass_report as mass_report
    from .analysis.masses.plausibility import mass_reports as mass_reports
    from .analysis.masses.values import MassReport as MassReport
    from .analysis.singularities.nearest_singular import NearestSingular as NearestSingular
    from .analysis.singularities.nearest_singular import (
        nearest_singular_configuration as nearest_singular_configuration,
    )
    from .analysis.singularities.rank_minors import Minors as Minors
    from .analysis.singularities.rank_minors import minors as minors
    from .analysis.singularities.singularity_map import SingularityMap as SingularityMap
    from .analysis.singularities.singularity_map import singularity_map as singularity_map
    from .analysis.singularities.singularity_measures import MeasuresAlong as MeasuresAlong
    from .analysis.singularities.singularity_measures import SingularityMeasures as SingularityMeasures
    from .analysis.singularities.singularity_measures import measures_along as measures_along
    from .analysis.singularities.symbolic_singularities import symbolic_singularities as symbolic_singularities
    from .analysis.singularities.values import BaseForm as BaseForm
    from .analysis.singularities.values import SingularCase as SingularCase
    from .analysis.singularities.values import SingularFactor as SingularFactor
    from .analysis.singularities.values import SymbolicSingularities as SymbolicSingularities
    from .analysis.singularities.values import place_in_case as place_in_case
    from .analysis.statics.load import Load as Load
    from .analysis.statics.load import load_wrenches as load_wrenches
    from .analysis.statics.load import point_jacobian as point_jacobian
    from .analysis.statics.load_split import LoadSplit as LoadSplit
    from .analysis.statics.load_split import RowSplit as RowSplit
    from .analysis.statics.statics import Statics as Statics
    from .analysis.statics.statics import static_torques as static_torques
    from .analysis.statics.virtual_work import VirtualWork as VirtualWork
    from .analysis.statics.virtual_work import virtual_work as virtual_work
    from .analysis.svd.projectors import split_joint_velocity as split_joint_velocity
    from .analysis.svd.projectors import split_task_velocity as split_task_velocity
    from .analysis.svd.repeatability import repeatability as repeatability
    from .analysis.svd.self_motion import SelfMotion as SelfMotion
    from .analysis.svd.self_motion import SelfMotionEnd as SelfMotionEnd
    from .analysis.svd.self_motion import self_motion as self_motion
    from .analysis.svd.self_motion_order import SelfMotionOrder as SelfMotionOrder
    from .analysis.svd.self_motion_order import self_motion_order as self_motion_order
    from .analysis.svd.task_jacobian import mean_link_length as mean_link_length
    from .analysis.svd.task_jacobian import task_jacobian as task_jacobian
    from .analysis.svd.task_svd import task_svd as task_svd
    from .analysis.svd.values import Repeatability as Repeatability
    from .analysis.svd.values import TaskJacobian as TaskJacobian
    from .analysis.svd.values import TaskSVD as TaskSVD
    from .analysis.svd.values import VelocitySplit as VelocitySplit
    from .analysis.symbolic.displacement_formulas import displacement_formulas as displacement_formulas
    from .analysis.symbolic.symbolic_dh import SymbolicKinematics as SymbolicKinematics
    from .analysis.symbolic.symbolic_dh import symbolic_dh as symbolic_dh
    from .analysis.symbolic.symbolic_text import latex_form as latex_form
    from .analysis.symbolic.symbolic_text import numpy_form as numpy_form
    from .analysis.symbolic.symbolic_text import short_form as short_form
    from .analysis.symbolic.symbolic_velocities import SymbolicVelocities as SymbolicVelocities
    from .analysis.symbolic.symbolic_velocities import symbolic_velocities as symbolic_velocities
    from .analysis.symbolic.values import DisplacementFormulas as DisplacementFormulas
    from .analysis.velocities.joint_twists import joint_twists as joint_twists
    from .analysis.velocities.point_velocity import point_velocity as point_velocity
    from .analysis.velocities.values import JointTwist as JointTwist
    from .analysis.velocities.values import JointTwists as JointTwists
    from .analysis.velocities.values import PointVelocity as PointVelocity
    from .contact.contacts import Contacts as Contacts
    from .contact.contacts import Mode as Mode
    from .contact.problem.force_ranges import ForceRanges as ForceRanges
    from .contact.problem.force_ranges import force_ranges as force_ranges
    from .contact.problem.methods import solve_contact_problem as solve_contact_problem
    from .contact.problem.problem import ContactProblem as ContactProblem
    from .contact.problem.problem import contact_problem_from as contact_problem_from
    from .contact.problem.problem import frictionless_problem_from as frictionless_problem_from
    from .contact.problem.redundant_forces import least_norm_forces as least_norm_forces
    from .contact.problem.solution import ContactSolution as ContactSolution
    from .multibody.algebra.plain_spatial import skew as skew
    from .multibody.algebra.rotations import AngularVelocity as AngularVelocity
    from .multibody.algebra.rotations import angular_velocity as angular_velocity
    from .multibody.algebra.rotations import axis_angle as axis_angle
    from .multibody.algebra.rotations import rodrigues as rodrigues
    from .multibody.algebra.rotations import rodrigues_rate as rodrigues_rate
    from .multibody.algebra.rotations import rodrigues_terms as rodrigues_terms
    from .multibody.algebra.rotations import rotation_vector as rotation_vector
    from .multibody.algebra.rotations import vee as vee
    from .multibody.dynamics.batch import forward_dynamics_batch as forward_dynamics_batch
    from .multibody.dynamics.batch import inverse_dynamics_batch as inverse_dynamics_batch
    from .multibody.dynamics.batch import jacobian_batch as jacobian_batch
    from .multibody.dynamics.batch import mass_matrix_batch as mass_matrix_batch
    from .multibody.dynamics.centroidal import center_of_mass_jacobian as center_of_mass_jacobian
    from .multibody.dynamics.centroidal import center_of_mass_velocity as center_of_mass_velocity
    from .multibody.dynamics.centroidal import centroidal_momentum as centroidal_momentum
    from .multibody.dynamics.centroidal import centroidal_momentum_matrix as centroidal_momentum_matrix
    from .multibody.dynamics.coriolis_matrix import coriolis_matrix as coriolis_matrix
    from .multibody.dynamics.dynamics_derivatives import forward_dynamics_derivatives as forward_dynamics_derivatives
    from .multibody.dynamics.dynamics_derivatives import inverse_dynamics_derivatives as inverse_dynamics_derivatives
    from .multibody.dynamics.energy import center_of_mass as center_of_mass
    from .multibody.dynamics.energy import elastic_energy as elastic_energy
    from .multibody.dynamics.energy import kinetic_energy as kinetic_energy
    from .multibody.dynamics.energy import momentum as momentum
    from .multibody.dynamics.energy import potential_energy as potential_energy
    from .multibody.dynamics.equation_of_motion import equation_of_motion as equation_of_motion
    from .multibody.dynamics.equation_of_motion import mass_matrix_by_columns as mass_matrix_by_columns
    from .multibody.dynamics.equation_of_motion import mass_matrix_rate as mass_matrix_rate
    from .multibody.dynamics.forward_dynamics import forward_dynamics as forward_dynamics
    from .multibody.dynamics.inverse_dynamics import bias_torque as bias_torque
    from .multibody.dynamics.inverse_dynamics import gravity_torque as gravity_torque
    from .multibody.dynamics.inverse_dynamics import inverse_dynamics as inverse_dynamics
    from .multibody.dynamics.inverse_mass_matrix import inverse_mass_matrix as inverse_mass_matrix
    from .multibody.dynamics.inverse_mass_matrix import solve_mass_matrix as solve_mass_matrix
    from .multibody.dynamics.mass_matrix import mass_matrix as mass_matrix
    from .multibody.dynamics.values import BodyDynamics as BodyDynamics
    from .multibody.dynamics.values import EquationOfMotion as EquationOfMotion
    from .multibody.dynamics.values import MomentumBalance as MomentumBalance
    from .multibody.kinematics.configuration import difference as difference
    from .multibody.kinematics.configuration import integrate as integrate
    from .multibody.kinematics.configuration import interpolate as interpolate
    from .multibody.kinematics.frame_accelerations import frame_accelerations as frame_accelerations
    from .multibody.kinematics.frame_accelerations import jacobian_rate as jacobian_rate
    from .multibody.kinematics.jacobian import jacobian as jacobian
    from .multibody.kinematics.kinematics import frame_pose as frame_pose
    from .multibody.kinematics.kinematics import frame_poses as frame_poses
    from .multibody.kinematics.kinematics import frame_twists as frame_twists
    from .multibody.kinematics.locking import lock_joints as lock_joints
    from .multibody.model.build import build_model as build_model
    from .multibody.model.model import Body as Body
    from .multibody.model.model import Frame as Frame
    from .multibody.model.model import Joint as Joint
    from .multibody.model.model import JointKind as JointKind
    from .multibody.model.model import Model as Model
    from .multibody.model.neutral import neutral as neutral
    from .multibody.model.neutral import random_configuration as random_configuration
    from .multibody.model.payload import with_payload as with_payload
    from .multibody.model.state import State as State
    from .multibody.newton_euler.body_dynamics import body_dynamics as body_dynamics
    from .multibody.newton_euler.momentum_balance import momentum_balance as momentum_balance
    from .multibody.newton_euler.newton_euler_steps import InwardStep as InwardStep
    from .multibody.newton_euler.newton_euler_steps import NewtonEulerTrace as NewtonEulerTrace
    from .multibody.newton_euler.newton_euler_steps import OutwardStep as OutwardStep
    from .multibody.newton_euler.newton_euler_trace import newton_euler_trace as newton_euler_trace
    from .simulation.contact_problem import contact_problem as contact_problem
    from .simulation.control.command import Command as Command
    from .simulation.control.command import Pull as Pull
    from .simulation.control.control_laws import ComputedTorque as ComputedTorque
    from .simulation.control.control_laws import PDControl as PDControl
    from .simulation.control.controller import Controller as Controller
    from .simulation.control.torque_playback import JointCommand as JointCommand
    from .simulation.control.torque_playback import TorquePlayback as TorquePlayback
    from .simulation.equilibrium import EquilibriumCheck as EquilibriumCheck
    from .simulation.equilibrium import equilibrium_check as equilibrium_check
    from .simulation.integration.integrators import INTEGRATORS as INTEGRATORS
    from .simulation.integration.integrators import Integrator as Integrator
    from .simulation.integration.motion import Motion as Motion
    from .simulation.integration.motion import integrate_motion as integrate_motion
    from .simulation.motion_playback import playback_scene as playback_scene
    from .simulation.motion_playback import playback_text as playback_text
    from .simulation.motion_playback import played_back as played_back
    from .simulation.recorded_dynamics.range_statistics import range_statistics as range_statistics
    from .simulation.recorded_dynamics.recording_dynamics import RecordingDynamics as RecordingDynamics
    from .simulation.recorded_dynamics.recording_dynamics import mass_matrix_entries as mass_matrix_entries
    from .simulation.recorded_dynamics.recording_dynamics import recording_dynamics as recording_dynamics
    from .simulation.recorded_dynamics.step_dynamics import StepDynamics as StepDynamics
    from .simulation.recorded_dynamics.step_dynamics import step_dynamics as step_dynamics
    from .simulation.recorded_dynamics.values import RangeStatistics as RangeStatistics
    from .simulation.recording.events import Event as Event
    from .simulation.recording.events import EventKind as EventKind
    from .simulation.recording.recording import Recording as Recording
    from .simulation.recording.recording_reader import load_recording as load_recording
    from .simulation.recording.recording_writer import save_recording as save_recording
    from .simulation.recording.snapshot import Snapshot as Snapshot
    from .simulation.scene.materials import with_materials as with_materials
    from .simulation.scene.scene import Material as Material
    from .simulation.scene.scene import Part as Part
    from .simulation.scene.scene import Scene as Scene
    from .simulation.scene.scene import make_scene as make_scene
    from .simulation.scene.scene_changes import with_body as with_body
    from .simulation.scene.scene_changes import with_gravity as with_gravity
    from .simulation.scene.scene_changes import with_joint as with_joint
    from .simulation.scene.scene_changes import with_part as with_part
    from .simulation.scene.scene_file import load_scene as load_scene
    from .simulation.scene.scene_file import scene_names as scene_names
    from .simulation.scene.settings import Settings as Settings
    from .simulation.simulate import simulate as simulate
    from .simulation.simulation import Simulation as Simulation
    from .simulation.solved_problem import SolvedProblem as SolvedProblem
    from .simulation.solved_problem import solved_problem as solved_problem

_HOME = {
    "AddedAngularVelocities": ".analysis.jacobian.small_rotations",
    "AngularVelocity": ".multibody.algebra.rotations",
    "Body": ".multibody.model.model",
    "Capability": ".analysis.ellipsoids.values",
    "Command": ".simulation.control.command",
    "ComputedTorque": ".simulation.control.control_laws",
    "ContactProblem": ".contact.problem.problem",
    "ContactSolution": ".contact.problem.solution",
    "Contacts": ".contact.contacts",
    "Controller": ".simulation.control.controller",
    "DerivativeCheck": ".analysis.dynamics.values",
    "DynamicsDerivatives": ".analysis.dynamics.values",
    "Ellipsoid": ".analysis.ellipsoids.values",
    "BodyDynamics": ".multibody.dynamics.values",
    "EquationOfMotion": ".multibody.dynamics.values",
    "MomentumBalance": ".multibody.dynamics.values",
    "EquilibriumCheck": ".simulation.equilibrium",
    "Event": ".simulation.recording.events",
    "EventKind": ".simulation.recording.events",
    "Frame": ".multibody.model.model",
    "FrameReport": ".analysis.ellipsoids.values",
    "INTEGRATORS": ".simulation.integration.integrators",
    "Integrator": ".simulation.integration.integrators",
    "InwardStep": ".multibody.newton_euler.newton_euler_steps",
    "JacobianRoutes": ".analysis.jacobian.values",
    "Joint": ".multibody.model.model",
    "JointAxis": ".analysis.jacobian.values",
    "JointCommand": ".simulation.control.torque_playback",
    "JointKind": ".multibody.model.model",
    "JointTrajectory": ".analysis.dynamics.joint_trajectory",
    "JointTwist": ".analysis.velocities.values",
    "JointTwists": ".analysis.velocities.values",
    "LinkVelocity": ".analysis.jacobian.values",
    "Load": ".analysis.statics.load",
    "LoadSplit": ".analysis.statics.load_split",
    "MassReport": ".analysis.masses.values",
    "Material": ".simulation.scene.scene",
    "MeasuresAlong": ".analysis.singularities.singularity_measures",
    "Mode": ".contact.contacts",
    "Model": ".multibody.model.model",
    "Motion": ".simulation.integration.motion",
    "MotionTask": ".analysis.dynamics.motion_task",
    "NearestSingular": ".analysis.singularities.nearest_singular",
    "NewtonEulerTrace": ".multibody.newton_euler.newton_euler_steps",
    "OutwardStep": ".multibody.newton_euler.newton_euler_steps",
    "PDControl": ".simulation.control.control_laws",
    "Part": ".simulation.scene.scene",
    "PointVelocity": ".analysis.velocities.values",
    "Polytope": ".analysis.ellipsoids.values",
    "PoseDerivative": ".analysis.jacobian.values",
    "PoseIterates": ".analysis.inverse_kinematics.values",
    "PoseSolution": ".analysis.inverse_kinematics.values",
    "PoseStatus": ".analysis.inverse_kinematics.values",
    "Pull": ".simulation.control.command",
    "RangeStatistics": ".simulation.recorded_dynamics.values",
    "Reach": ".analysis.inverse_kinematics.values",
    "Recording": ".simulation.recording.recording",
    "RecordingDynamics": ".simulation.recorded_dynamics.recording_dynamics",
    "RowSplit": ".analysis.statics.load_split",
    "Scene": ".simulation.scene.scene",
    "SelfMotion": ".analysis.svd.self_motion",
    "SelfMotionEnd": ".analysis.svd.self_motion",
    "SelfMotionOrder": ".analysis.svd.self_motion_order",
    "Settings": ".simulation.scene.settings",
    "Simulation": ".simulation.simulation",
    "BaseForm": ".analysis.singularities.values",
    "SingularCase": ".analysis.singularities.values",
    "SingularFactor": ".analysis.singularities.values",
    "SingularityMap": ".analysis.singularities.singularity_map",
    "SingularityMeasures": ".analysis.singularities.singularity_measures",
    "SmallDisplacement": ".analysis.jacobian.values",
    "SmallRotation": ".analysis.jacobian.small_rotations",
    "Snapshot": ".simulation.recording.snapshot",
    "State": ".multibody.model.state",
    "Statics": ".analysis.statics.statics",
    "SymbolicKinematics": ".analysis.symbolic.symbolic_dh",
    "SymbolicSingularities": ".analysis.singularities.values",
    "SymbolicVelocities": ".analysis.symbolic.symbolic_velocities",
    "TaskJacobian": ".analysis.svd.values",
    "TaskSVD": ".analysis.svd.values",
    "TorquePlayback": ".simulation.control.torque_playback",
    "TurnedVector": ".analysis.jacobian.small_rotations",
    "VelocitySolution": ".analysis.inverse_kinematics.values",
    "add_angular_velocities": ".analysis.jacobian.small_rotations",
    "angular_velocity": ".multibody.algebra.rotations",
    "axis_angle": ".multibody.algebra.rotations",
    "bias_torque": ".multibody.dynamics.inverse_dynamics",
    "build_model": ".multibody.model.build",
    "center_of_mass": ".multibody.dynamics.energy",
    "center_of_mass_jacobian": ".multibody.dynamics.centroidal",
    "center_of_mass_velocity": ".multibody.dynamics.centroidal",
    "centroidal_momentum": ".multibody.dynamics.centroidal",
    "centroidal_momentum_matrix": ".multibody.dynamics.centroidal",
    "contact_problem": ".simulation.contact_problem",
    "contact_problem_from": ".contact.problem.problem",
    "coriolis_matrix": ".multibody.dynamics.coriolis_matrix",
    "cut_polytope": ".analysis.ellipsoids.polytopes",
    "derivative_check": ".analysis.dynamics.derivative_check",
    "difference": ".multibody.kinematics.configuration",
    "dynamic_ellipsoid": ".analysis.ellipsoids.ellipsoids",
    "elastic_energy": ".multibody.dynamics.energy",
    "body_dynamics": ".multibody.newton_euler.body_dynamics",
    "equation_of_motion": ".multibody.dynamics.equation_of_motion",
    "equilibrium_check": ".simulation.equilibrium",
    "force_ellipsoid": ".analysis.ellipsoids.ellipsoids",
    "force_polytope": ".analysis.ellipsoids.force_polytope",
    "force_ranges": ".contact.problem.force_ranges",
    "ForceRanges": ".contact.problem.force_ranges",
    "forward_dynamics": ".multibody.dynamics.forward_dynamics",
    "forward_dynamics_batch": ".multibody.dynamics.batch",
    "forward_dynamics_derivatives": ".multibody.dynamics.dynamics_derivatives",
    "frame_accelerations": ".multibody.kinematics.frame_accelerations",
    "frame_capability": ".analysis.ellipsoids.frame_capability",
    "frame_pose": ".multibody.kinematics.kinematics",
    "frame_poses": ".multibody.kinematics.kinematics",
    "frame_report": ".analysis.ellipsoids.frame_report",
    "frame_twists": ".multibody.kinematics.kinematics",
    "frictionless_problem_from": ".contact.problem.problem",
    "gravity_torque": ".multibody.dynamics.inverse_dynamics",
    "in_basis": ".analysis.jacobian.reference",
    "integrate": ".multibody.kinematics.configuration",
    "integrate_motion": ".simulation.integration.motion",
    "interpolate": ".multibody.kinematics.configuration",
    "inverse_dynamics": ".multibody.dynamics.inverse_dynamics",
    "inverse_dynamics_batch": ".multibody.dynamics.batch",
    "inverse_dynamics_derivatives": ".multibody.dynamics.dynamics_derivatives",
    "inverse_kinematics": ".analysis.inverse_kinematics.inverse_kinematics",
    "inverse_mass_matrix": ".multibody.dynamics.inverse_mass_matrix",
    "inverse_velocity": ".analysis.inverse_kinematics.inverse_velocity",
    "jacobian": ".multibody.kinematics.jacobian",
    "jacobian_batch": ".multibody.dynamics.batch",
    "jacobian_rate": ".multibody.kinematics.frame_accelerations",
    "jacobian_routes": ".analysis.jacobian.jacobian_routes",
    "joint_twists": ".analysis.velocities.joint_twists",
    "kinetic_energy": ".multibody.dynamics.energy",
    "latex_form": ".analysis.symbolic.symbolic_text",
    "least_norm_forces": ".contact.problem.redundant_forces",
    "link_velocities": ".analysis.jacobian.link_velocities",
    "load_recording": ".simulation.recording.recording_reader",
    "load_wrenches": ".analysis.statics.load",
    "load_scene": ".simulation.scene.scene_file",
    "lock_joints": ".multibody.kinematics.locking",
    "make_scene": ".simulation.scene.scene",
    "mass_matrix": ".multibody.dynamics.mass_matrix",
    "mass_matrix_batch": ".multibody.dynamics.batch",
    "mass_matrix_entries": ".simulation.recorded_dynamics.recording_dynamics",
    "mass_matrix_by_columns": ".multibody.dynamics.equation_of_motion",
    "mass_matrix_rate": ".multibody.dynamics.equation_of_motion",
    "mass_report": ".analysis.masses.plausibility",
    "mass_reports": ".analysis.masses.plausibility",
    "mean_link_length": ".analysis.svd.task_jacobian",
    "measures_along": ".analysis.singularities.singularity_measures",
    "momentum": ".multibody.dynamics.energy",
    "motion_task": ".analysis.dynamics.motion_task",
    "nearest_singular_configuration": ".analysis.singularities.nearest_singular",
    "neutral": ".multibody.model.neutral",
    "momentum_balance": ".multibody.newton_euler.momentum_balance",
    "newton_euler_trace": ".multibody.newton_euler.newton_euler_trace",
    "numpy_form": ".analysis.symbolic.symbolic_text",
    "place_in_case": ".analysis.singularities.values",
    "playback_scene": ".simulation.motion_playback",
    "playback_text": ".simulation.motion_playback",
    "played_back": ".simulation.motion_playback",
    "point_jacobian": ".analysis.statics.load",
    "point_velocity": ".analysis.velocities.point_velocity",
    "pose_derivative": ".analysis.jacobian.differentiated",
    "potential_energy": ".multibody.dynamics.energy",
    "random_configuration": ".multibody.model.neutral",
    "range_statistics": ".simulation.recorded_dynamics.range_statistics",
    "recording_dynamics": ".simulation.recorded_dynamics.recording_dynamics",
    "StepDynamics": ".simulation.recorded_dynamics.step_dynamics",
    "step_dynamics": ".simulation.recorded_dynamics.step_dynamics",
    "rodrigues": ".multibody.algebra.rotations",
    "rodrigues_rate": ".multibody.algebra.rotations",
    "rodrigues_terms": ".multibody.algebra.rotations",
    "rotation_vector": ".multibody.algebra.rotations",
    "save_recording": ".simulation.recording.recording_writer",
    "scene_names": ".simulation.scene.scene_file",
    "self_motion": ".analysis.svd.self_motion",
    "self_motion_order": ".analysis.svd.self_motion_order",
    "short_form": ".analysis.symbolic.symbolic_text",
    "simulate": ".simulation.simulate",
    "singularity_map": ".analysis.singularities.singularity_map",
    "skew": ".multibody.algebra.plain_spatial",
    "small_displacement": ".analysis.jacobian.differential_model",
    "small_rotation": ".analysis.jacobian.small_rotations",
    "SolvedProblem": ".simulation.solved_problem",
    "solve_contact_problem": ".contact.problem.methods",
    "solved_problem": ".simulation.solved_problem",
    "solve_mass_matrix": ".multibody.dynamics.inverse_mass_matrix",
    "speed_limits": ".analysis.jacobian.limits",
    "static_torques": ".analysis.statics.statics",
    "displacement_formulas": ".analysis.symbolic.displacement_formulas",
    "DisplacementFormulas": ".analysis.symbolic.values",
    "symbolic_dh": ".analysis.symbolic.symbolic_dh",
    "symbolic_singularities": ".analysis.singularities.symbolic_singularities",
    "symbolic_velocities": ".analysis.symbolic.symbolic_velocities",
    "task_jacobian": ".analysis.svd.task_jacobian",
    "task_svd": ".analysis.svd.task_svd",
    "torque_limits": ".analysis.jacobian.limits",
    "turned_vector": ".analysis.jacobian.small_rotations",
    "vee": ".multibody.algebra.rotations",
    "velocity_ellipsoid": ".analysis.ellipsoids.ellipsoids",
    "velocity_zonotope": ".analysis.ellipsoids.velocity_zonotope",
    "Minors": ".analysis.singularities.rank_minors",
    "minors": ".analysis.singularities.rank_minors",
    "PointTransport": ".analysis.jacobian.values",
    "point_transport": ".analysis.jacobian.point_transport",
    "VelocitySplit": ".analysis.svd.values",
    "Repeatability": ".analysis.svd.values",
    "repeatability": ".analysis.svd.repeatability",
    "split_task_velocity": ".analysis.svd.projectors",
    "split_joint_velocity": ".analysis.svd.projectors",
    "VirtualWork": ".analysis.statics.virtual_work",
    "virtual_work": ".analysis.statics.virtual_work",
    "with_body": ".simulation.scene.scene_changes",
    "with_gravity": ".simulation.scene.scene_changes",
    "with_joint": ".simulation.scene.scene_changes",
    "with_materials": ".simulation.scene.materials",
    "with_payload": ".multibody.model.payload",
    "with_part": ".simulation.scene.scene_changes",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


if os.path.exists(".numba_config.yaml"):  # settings for Numba, of whoever the current folder belongs to
    import_module(".compiling.numba_settings", __name__).import_bare_numba()
