"""Physics without a screen: models, their dynamics, contact, and simulation.

Everything public can be imported from here; what it needs is imported when it is first used, so that `import sim` costs
nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analysis.capability import Capability as Capability
    from .analysis.carried import Carried as Carried
    from .analysis.carried import Split as Split
    from .analysis.differential_model import small_displacement as small_displacement
    from .analysis.ellipsoid import Ellipsoid as Ellipsoid
    from .analysis.ellipsoid import dynamic_ellipsoid as dynamic_ellipsoid
    from .analysis.ellipsoid import force_ellipsoid as force_ellipsoid
    from .analysis.ellipsoid import velocity_ellipsoid as velocity_ellipsoid
    from .analysis.force_polytope import force_polytope as force_polytope
    from .analysis.frame_capability import frame_capability as frame_capability
    from .analysis.frame_report import frame_report as frame_report
    from .analysis.inverse_kinematics import inverse_kinematics as inverse_kinematics
    from .analysis.jacobian_routes import jacobian_routes as jacobian_routes
    from .analysis.joint_axis import JointAxis as JointAxis
    from .analysis.limit_weights import speed_limits as speed_limits
    from .analysis.limit_weights import torque_limits as torque_limits
    from .analysis.link_velocities import link_velocities as link_velocities
    from .analysis.link_velocity import LinkVelocity as LinkVelocity
    from .analysis.load import Load as Load
    from .analysis.load import point_jacobian as point_jacobian
    from .analysis.mass_report import MassReport as MassReport
    from .analysis.nearest_singular import NearestSingular as NearestSingular
    from .analysis.nearest_singular import nearest_singular_configuration as nearest_singular_configuration
    from .analysis.plausibility import mass_report as mass_report
    from .analysis.plausibility import mass_reports as mass_reports
    from .analysis.polytope import Polytope as Polytope
    from .analysis.pose_solution import PoseIterates as PoseIterates
    from .analysis.pose_solution import PoseSolution as PoseSolution
    from .analysis.pose_solution import PoseStatus as PoseStatus
    from .analysis.pose_solution import Reach as Reach
    from .analysis.report import FrameReport as FrameReport
    from .analysis.routes import JacobianRoutes as JacobianRoutes
    from .analysis.self_motion import SelfMotion as SelfMotion
    from .analysis.self_motion import SelfMotionEnd as SelfMotionEnd
    from .analysis.self_motion import self_motion as self_motion
    from .analysis.singularity_map import SingularityMap as SingularityMap
    from .analysis.singularity_map import singularity_map as singularity_map
    from .analysis.singularity_measures import MeasuresAlong as MeasuresAlong
    from .analysis.singularity_measures import SingularityMeasures as SingularityMeasures
    from .analysis.singularity_measures import measures_along as measures_along
    from .analysis.small_displacement import SmallDisplacement as SmallDisplacement
    from .analysis.statics import Statics as Statics
    from .analysis.statics import static_torques as static_torques
    from .analysis.symbolic_dh import SymbolicKinematics as SymbolicKinematics
    from .analysis.symbolic_dh import symbolic_dh as symbolic_dh
    from .analysis.symbolic_singularities import symbolic_singularities as symbolic_singularities
    from .analysis.symbolic_singularity_values import SingularCase as SingularCase
    from .analysis.symbolic_singularity_values import SingularFactor as SingularFactor
    from .analysis.symbolic_singularity_values import SymbolicSingularities as SymbolicSingularities
    from .analysis.symbolic_singularity_values import place_in_case as place_in_case
    from .analysis.symbolic_text import latex_form as latex_form
    from .analysis.symbolic_text import numpy_form as numpy_form
    from .analysis.symbolic_text import short_form as short_form
    from .analysis.task_jacobian import mean_link_length as mean_link_length
    from .analysis.task_jacobian import task_jacobian as task_jacobian
    from .analysis.task_svd import task_svd as task_svd
    from .analysis.task_values import TaskJacobian as TaskJacobian
    from .analysis.task_values import TaskSVD as TaskSVD
    from .analysis.turned_vectors import AddedAngularVelocities as AddedAngularVelocities
    from .analysis.turned_vectors import SmallRotation as SmallRotation
    from .analysis.turned_vectors import add_angular_velocities as add_angular_velocities
    from .analysis.turned_vectors import small_rotation as small_rotation
    from .analysis.velocity_ik import inverse_velocity as inverse_velocity
    from .analysis.velocity_solution import VelocitySolution as VelocitySolution
    from .analysis.velocity_zonotope import velocity_zonotope as velocity_zonotope
    from .contact.contacts import Contacts as Contacts
    from .contact.contacts import Mode as Mode
    from .contact.problem.methods import solve_contact_problem as solve_contact_problem
    from .contact.problem.problem import ContactProblem as ContactProblem
    from .contact.problem.problem import contact_problem_from as contact_problem_from
    from .contact.problem.problem import frictionless_problem_from as frictionless_problem_from
    from .contact.problem.solution import ContactSolution as ContactSolution
    from .multibody.batch import forward_dynamics_batch as forward_dynamics_batch
    from .multibody.batch import inverse_dynamics_batch as inverse_dynamics_batch
    from .multibody.batch import jacobian_batch as jacobian_batch
    from .multibody.batch import mass_matrix_batch as mass_matrix_batch
    from .multibody.build import build_model as build_model
    from .multibody.centroidal import center_of_mass_jacobian as center_of_mass_jacobian
    from .multibody.centroidal import center_of_mass_velocity as center_of_mass_velocity
    from .multibody.centroidal import centroidal_momentum as centroidal_momentum
    from .multibody.centroidal import centroidal_momentum_matrix as centroidal_momentum_matrix
    from .multibody.configuration import difference as difference
    from .multibody.configuration import integrate as integrate
    from .multibody.configuration import interpolate as interpolate
    from .multibody.coriolis_matrix import coriolis_matrix as coriolis_matrix
    from .multibody.dynamics_derivatives import forward_dynamics_derivatives as forward_dynamics_derivatives
    from .multibody.dynamics_derivatives import inverse_dynamics_derivatives as inverse_dynamics_derivatives
    from .multibody.energy import center_of_mass as center_of_mass
    from .multibody.energy import elastic_energy as elastic_energy
    from .multibody.energy import kinetic_energy as kinetic_energy
    from .multibody.energy import momentum as momentum
    from .multibody.energy import potential_energy as potential_energy
    from .multibody.forward_dynamics import forward_dynamics as forward_dynamics
    from .multibody.frame_accelerations import frame_accelerations as frame_accelerations
    from .multibody.frame_accelerations import jacobian_rate as jacobian_rate
    from .multibody.inverse_dynamics import bias_torque as bias_torque
    from .multibody.inverse_dynamics import gravity_torque as gravity_torque
    from .multibody.inverse_dynamics import inverse_dynamics as inverse_dynamics
    from .multibody.inverse_mass_matrix import inverse_mass_matrix as inverse_mass_matrix
    from .multibody.inverse_mass_matrix import solve_mass_matrix as solve_mass_matrix
    from .multibody.jacobian import jacobian as jacobian
    from .multibody.kinematics import frame_pose as frame_pose
    from .multibody.kinematics import frame_poses as frame_poses
    from .multibody.kinematics import frame_twists as frame_twists
    from .multibody.locking import lock_joints as lock_joints
    from .multibody.mass_matrix import mass_matrix as mass_matrix
    from .multibody.model import Body as Body
    from .multibody.model import Frame as Frame
    from .multibody.model import Joint as Joint
    from .multibody.model import JointKind as JointKind
    from .multibody.model import Model as Model
    from .multibody.neutral import neutral as neutral
    from .multibody.neutral import random_configuration as random_configuration
    from .multibody.newton_euler_steps import InwardStep as InwardStep
    from .multibody.newton_euler_steps import NewtonEulerTrace as NewtonEulerTrace
    from .multibody.newton_euler_steps import OutwardStep as OutwardStep
    from .multibody.newton_euler_trace import newton_euler_trace as newton_euler_trace
    from .multibody.plain_spatial import skew as skew
    from .multibody.rotations import AngularVelocity as AngularVelocity
    from .multibody.rotations import angular_velocity as angular_velocity
    from .multibody.rotations import axis_angle as axis_angle
    from .multibody.rotations import rodrigues as rodrigues
    from .multibody.rotations import rodrigues_rate as rodrigues_rate
    from .multibody.rotations import rodrigues_terms as rodrigues_terms
    from .multibody.rotations import rotation_vector as rotation_vector
    from .multibody.rotations import vee as vee
    from .multibody.state import State as State
    from .simulation.contact_problem import contact_problem as contact_problem
    from .simulation.control.command import Command as Command
    from .simulation.control.command import Pull as Pull
    from .simulation.control.control_laws import ComputedTorque as ComputedTorque
    from .simulation.control.control_laws import PDControl as PDControl
    from .simulation.control.torque_playback import JointCommand as JointCommand
    from .simulation.control.torque_playback import TorquePlayback as TorquePlayback
    from .simulation.equilibrium import EquilibriumCheck as EquilibriumCheck
    from .simulation.equilibrium import equilibrium_check as equilibrium_check
    from .simulation.integration.integrators import INTEGRATORS as INTEGRATORS
    from .simulation.integration.integrators import Integrator as Integrator
    from .simulation.integration.motion import Motion as Motion
    from .simulation.integration.motion import integrate_motion as integrate_motion
    from .simulation.recording.events import Event as Event
    from .simulation.recording.events import EventKind as EventKind
    from .simulation.recording.recording import Recording as Recording
    from .simulation.recording.recording_file import load_recording as load_recording
    from .simulation.recording.recording_file import save_recording as save_recording
    from .simulation.recording.snapshot import Snapshot as Snapshot
    from .simulation.scene.scene import Controller as Controller
    from .simulation.scene.scene import Material as Material
    from .simulation.scene.scene import Part as Part
    from .simulation.scene.scene import Scene as Scene
    from .simulation.scene.scene import make_scene as make_scene
    from .simulation.scene.scene_file import load_scene as load_scene
    from .simulation.scene.scene_file import scene_names as scene_names
    from .simulation.scene.settings import Settings as Settings
    from .simulation.simulation import Simulation as Simulation
    from .simulation.simulation import simulate as simulate

_HOME = {
    "AddedAngularVelocities": ".analysis.turned_vectors",
    "AngularVelocity": ".multibody.rotations",
    "Body": ".multibody.model",
    "Capability": ".analysis.capability",
    "Carried": ".analysis.carried",
    "Command": ".simulation.control.command",
    "ComputedTorque": ".simulation.control.control_laws",
    "ContactProblem": ".contact.problem.problem",
    "ContactSolution": ".contact.problem.solution",
    "Contacts": ".contact.contacts",
    "Controller": ".simulation.scene.scene",
    "Ellipsoid": ".analysis.ellipsoid",
    "EquilibriumCheck": ".simulation.equilibrium",
    "Event": ".simulation.recording.events",
    "EventKind": ".simulation.recording.events",
    "Frame": ".multibody.model",
    "FrameReport": ".analysis.report",
    "INTEGRATORS": ".simulation.integration.integrators",
    "Integrator": ".simulation.integration.integrators",
    "InwardStep": ".multibody.newton_euler_steps",
    "JacobianRoutes": ".analysis.routes",
    "Joint": ".multibody.model",
    "JointAxis": ".analysis.joint_axis",
    "JointCommand": ".simulation.control.torque_playback",
    "JointKind": ".multibody.model",
    "LinkVelocity": ".analysis.link_velocity",
    "Load": ".analysis.load",
    "MassReport": ".analysis.mass_report",
    "Material": ".simulation.scene.scene",
    "MeasuresAlong": ".analysis.singularity_measures",
    "Mode": ".contact.contacts",
    "Model": ".multibody.model",
    "Motion": ".simulation.integration.motion",
    "NearestSingular": ".analysis.nearest_singular",
    "NewtonEulerTrace": ".multibody.newton_euler_steps",
    "OutwardStep": ".multibody.newton_euler_steps",
    "PDControl": ".simulation.control.control_laws",
    "Part": ".simulation.scene.scene",
    "Polytope": ".analysis.polytope",
    "PoseIterates": ".analysis.pose_solution",
    "PoseSolution": ".analysis.pose_solution",
    "PoseStatus": ".analysis.pose_solution",
    "Pull": ".simulation.control.command",
    "Reach": ".analysis.pose_solution",
    "Recording": ".simulation.recording.recording",
    "Scene": ".simulation.scene.scene",
    "SelfMotion": ".analysis.self_motion",
    "SelfMotionEnd": ".analysis.self_motion",
    "Settings": ".simulation.scene.settings",
    "Simulation": ".simulation.simulation",
    "SingularCase": ".analysis.symbolic_singularity_values",
    "SingularFactor": ".analysis.symbolic_singularity_values",
    "SingularityMap": ".analysis.singularity_map",
    "SingularityMeasures": ".analysis.singularity_measures",
    "SmallDisplacement": ".analysis.small_displacement",
    "SmallRotation": ".analysis.turned_vectors",
    "Snapshot": ".simulation.recording.snapshot",
    "Split": ".analysis.carried",
    "State": ".multibody.state",
    "Statics": ".analysis.statics",
    "SymbolicKinematics": ".analysis.symbolic_dh",
    "SymbolicSingularities": ".analysis.symbolic_singularity_values",
    "TaskJacobian": ".analysis.task_values",
    "TaskSVD": ".analysis.task_values",
    "TorquePlayback": ".simulation.control.torque_playback",
    "VelocitySolution": ".analysis.velocity_solution",
    "add_angular_velocities": ".analysis.turned_vectors",
    "angular_velocity": ".multibody.rotations",
    "axis_angle": ".multibody.rotations",
    "bias_torque": ".multibody.inverse_dynamics",
    "build_model": ".multibody.build",
    "center_of_mass": ".multibody.energy",
    "center_of_mass_jacobian": ".multibody.centroidal",
    "center_of_mass_velocity": ".multibody.centroidal",
    "centroidal_momentum": ".multibody.centroidal",
    "centroidal_momentum_matrix": ".multibody.centroidal",
    "contact_problem": ".simulation.contact_problem",
    "contact_problem_from": ".contact.problem.problem",
    "coriolis_matrix": ".multibody.coriolis_matrix",
    "difference": ".multibody.configuration",
    "dynamic_ellipsoid": ".analysis.ellipsoid",
    "elastic_energy": ".multibody.energy",
    "equilibrium_check": ".simulation.equilibrium",
    "force_ellipsoid": ".analysis.ellipsoid",
    "force_polytope": ".analysis.force_polytope",
    "forward_dynamics": ".multibody.forward_dynamics",
    "forward_dynamics_batch": ".multibody.batch",
    "forward_dynamics_derivatives": ".multibody.dynamics_derivatives",
    "frame_accelerations": ".multibody.frame_accelerations",
    "frame_capability": ".analysis.frame_capability",
    "frame_pose": ".multibody.kinematics",
    "frame_poses": ".multibody.kinematics",
    "frame_report": ".analysis.frame_report",
    "frame_twists": ".multibody.kinematics",
    "frictionless_problem_from": ".contact.problem.problem",
    "gravity_torque": ".multibody.inverse_dynamics",
    "integrate": ".multibody.configuration",
    "integrate_motion": ".simulation.integration.motion",
    "interpolate": ".multibody.configuration",
    "inverse_dynamics": ".multibody.inverse_dynamics",
    "inverse_dynamics_batch": ".multibody.batch",
    "inverse_dynamics_derivatives": ".multibody.dynamics_derivatives",
    "inverse_kinematics": ".analysis.inverse_kinematics",
    "inverse_mass_matrix": ".multibody.inverse_mass_matrix",
    "inverse_velocity": ".analysis.velocity_ik",
    "jacobian": ".multibody.jacobian",
    "jacobian_batch": ".multibody.batch",
    "jacobian_rate": ".multibody.frame_accelerations",
    "jacobian_routes": ".analysis.jacobian_routes",
    "kinetic_energy": ".multibody.energy",
    "latex_form": ".analysis.symbolic_text",
    "link_velocities": ".analysis.link_velocities",
    "load_recording": ".simulation.recording.recording_file",
    "load_scene": ".simulation.scene.scene_file",
    "lock_joints": ".multibody.locking",
    "make_scene": ".simulation.scene.scene",
    "mass_matrix": ".multibody.mass_matrix",
    "mass_matrix_batch": ".multibody.batch",
    "mass_report": ".analysis.plausibility",
    "mass_reports": ".analysis.plausibility",
    "mean_link_length": ".analysis.task_jacobian",
    "measures_along": ".analysis.singularity_measures",
    "momentum": ".multibody.energy",
    "nearest_singular_configuration": ".analysis.nearest_singular",
    "neutral": ".multibody.neutral",
    "newton_euler_trace": ".multibody.newton_euler_trace",
    "numpy_form": ".analysis.symbolic_text",
    "place_in_case": ".analysis.symbolic_singularity_values",
    "point_jacobian": ".analysis.load",
    "potential_energy": ".multibody.energy",
    "random_configuration": ".multibody.neutral",
    "rodrigues": ".multibody.rotations",
    "rodrigues_rate": ".multibody.rotations",
    "rodrigues_terms": ".multibody.rotations",
    "rotation_vector": ".multibody.rotations",
    "save_recording": ".simulation.recording.recording_file",
    "scene_names": ".simulation.scene.scene_file",
    "self_motion": ".analysis.self_motion",
    "short_form": ".analysis.symbolic_text",
    "simulate": ".simulation.simulation",
    "singularity_map": ".analysis.singularity_map",
    "skew": ".multibody.plain_spatial",
    "small_displacement": ".analysis.differential_model",
    "small_rotation": ".analysis.turned_vectors",
    "solve_contact_problem": ".contact.problem.methods",
    "solve_mass_matrix": ".multibody.inverse_mass_matrix",
    "speed_limits": ".analysis.limit_weights",
    "static_torques": ".analysis.statics",
    "symbolic_dh": ".analysis.symbolic_dh",
    "symbolic_singularities": ".analysis.symbolic_singularities",
    "task_jacobian": ".analysis.task_jacobian",
    "task_svd": ".analysis.task_svd",
    "torque_limits": ".analysis.limit_weights",
    "vee": ".multibody.rotations",
    "velocity_ellipsoid": ".analysis.ellipsoid",
    "velocity_zonotope": ".analysis.velocity_zonotope",
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
