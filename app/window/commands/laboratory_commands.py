"""What the search finds by the words of a course, in English and French: pages, panels, exercises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from torseur.sim.texts import in_all_languages, marked, tr
from torseur.ui.displays.folded_section import bring_to_head
from torseur.ui.window.dock import Dock

from ...laboratory.laboratory import LaboratoryBinding
from ..workspaces import WORKSPACES
from .command_table import MenuCommand, below

if TYPE_CHECKING:
    from ...course.ideas import Idea

AFTER_PAGES = 0.75  # what an idea of the course counts beside pages, panels and exercises
PANELS, EXERCISES = marked("Panels"), marked("Exercises")  # groups of what is found


@dataclass(frozen=True, slots=True)
class PageTopic:
    """A page, by its workspace, with names that it is found by, and those of its sections.

    A section's key is the attribute of the page that has it.
    """

    workspace: str
    title: str
    words: str
    sections: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # title and other names


PAGES: Mapping[str, PageTopic] = {
    "friction": PageTopic(
        "contact",
        marked("Friction in its plane"),
        "frottement, friction, loi de Coulomb, Coulomb's law, slip, glissement, mu, μ",
        {
            "plane": (
                marked("In the plane of the contact"),
                "friction pyramid, pyramide de frottement, facets, facettes, linearised friction, frottement linéarisé",
            ),
            "laws": (marked("Three laws at this instant"), "relaxation, convex law, loi convexe"),
            "polar": (marked("Sliding in all directions"), "isotropy, isotropie"),
            "modes": (marked("Modes over time"), "mode sequence, séquence de modes, suite des modes"),
        },
    ),
    "inspector": PageTopic(
        "contact",
        marked("Contacts: forces of friction, and the contact problem with its Delassus matrix"),
        "contact, force de contact, contact force, friction, frottement, gap, écart, normal force, force normale, "
        "tangential force, force tangentielle, sticking, adhérence, sliding, glissement, residual, résidu, solver, solveur, "
        "inspector, non-penetration, non-pénétration",
        {
            "solution": (marked("How it was solved"), "solver, solveur, residual, résidu, iterations, itérations"),
            "contacts": (marked("List of contacts"), "liste des contacts, gaps, écarts, modes"),
            "problem": (marked("Problem"), "contact problem, problème de contact, lcp, ncp"),
            "matrix": (marked("Delassus matrix M"), "matrice de Delassus, Delassus"),
            "equation": (
                marked("ζ̇ = M λ + d"),
                "separation acceleration, accélération de séparation, separation velocity, "
                "vitesse de séparation, complementarity, complémentarité",
            ),
            "cone": (marked("Friction cone"), "cône de frottement, Coulomb"),
        },
    ),
    "several": PageTopic(
        "contact",
        marked("Several contacts: T, M and d, redundant forces, regularisation"),
        "plusieurs contacts, contact inter-corps, inter-body contact, inter-effort, hyperstatic, hyperstatique, islands, îlots, "
        "équation du mouvement avec contacts, equation of motion with contacts, "
        "points de contact multiples, multiple contact points",
        {
            "direction": (
                marked("Direction t of a contact"),
                "contact direction, direction du contact, point de contact, contact point, "
                "relative jacobian, jacobienne relative",
            ),
            "matrices": (marked("M = T H⁻¹ Tᵀ, matrix by matrix"), "Delassus, T, matrice T, jacobienne de contact"),
            "drift": (marked("d, part by part"), "drift, dérive"),
            "joints": (marked("Joint torques of contacts τ_c"), "couples articulaires dus aux contacts, joint torques"),
            "redundancy": (
                marked("Which combination is not determined"),
                "redundant forces, forces redondantes, unique, unicité, multiple solutions, solutions multiples",
            ),
            "regularisation": (marked("Regularisation"), "régularisation, regularization, least norm, moindre norme"),
        },
    ),
    "jacobian": PageTopic(
        "laboratory",
        marked("Jacobian"),
        "jacobienne, matrice jacobienne, jacobian matrix, jacobien, modèle cinématique direct, forward kinematics of velocities, "
        "modèle différentiel, MCD, differential model, spatial jacobian, jacobienne spatiale",
        {
            "routes": (marked("Three ways to J"), "columns, colonnes, derivative of T, dérivée, transport des vitesses"),
            "point": (marked("Point P of a link"), "point P, jacobian of a point, jacobienne d'un point"),
            "column": (marked("A column"), "colonne, one joint, une liaison"),
            "displacement": (
                marked("Small displacements δX = J δq"),
                "petits déplacements, small displacement, virtual displacement, déplacement virtuel",
            ),
            "displacement_formulas": (
                marked("δX and δq as formulas"),
                "modèle différentiel direct, modèle différentiel inverse, MDD, inverse differential model",
            ),
        },
    ),
    "velocities": PageTopic(
        "laboratory",
        marked("Velocities: twists of joints, any frame, links"),
        "vitesses, twist, torseur cinématique, torseur, torsor, screw, spatial velocity, vitesse spatiale",
        {
            "head": (marked("Speeds of joints q̇"), "vitesses articulaires, joint velocities"),
            "twists": (
                marked("Twists at C"),
                "composition des vitesses, sum of twists, somme des torseurs, transport des vitesses, "
                "vitesse d'entraînement, entrainment velocity, base, projection",
            ),
            "relative": (
                marked("A point seen from any frame"),
                "vitesse relative, relative velocity, velocity relative to a frame, "
                "dérivée du repère, derivative of a frame, repère mobile, moving frame, "
                "velocity vector, vecteur vitesse",
            ),
            "links": (marked("Velocities of links"), "calcul récursif des vitesses, recursive velocities, vitesses des corps"),
        },
    ),
    "rotation": PageTopic(
        "laboratory",
        marked("Rotation"),
        "rotation, quaternion, angles d'Euler, Euler angles, axe instantané, "
        "axis and angle, axe et angle, matrice de rotation, rotation matrix",
        {
            "formula": (
                marked("R(u, θ)"),
                "formule de Rodrigues, Rodrigues formula, Rodrigues, rotation vector, vecteur rotation",
            ),
            "rate": (
                marked("S(ω) = Ṙ Rᵀ"),
                "angular velocity, vitesse angulaire, vitesse de rotation, "
                "dérivée d'une matrice de rotation, skew-symmetric, matrice antisymétrique, cross product, "
                "produit vectoriel",
            ),
            "turned": (marked("A vector turned"), "infinitesimal rotation, rotation infinitésimale"),
            "parts": (marked("Rodrigues by vectors"), "géométrie de Rodrigues"),
            "sum": (marked("Angular velocities add"), "addition des vitesses angulaires"),
        },
    ),
    "svd": PageTopic(
        "laboratory",
        marked("Singular values (SVD)"),
        "SVD, valeurs singulières, singular values, décomposition en valeurs singulières, singular value decomposition, "
        "condition number, conditionnement, manipulability, manipulabilité, Yoshikawa",
        {
            "task": (
                marked("Task"),
                "tâche, tolerance, tolérance, rang, rank, speed limits, limites de vitesse, maximal speeds, vitesses maximales",
            ),
            "subspaces": (
                marked("Four subspaces"),
                "noyau, image, kernel, null space, range, sous-espaces, subspaces, "
                "orthogonal complement, complément orthogonal",
            ),
            "motion": (marked("Self-motion"), "automouvement, mouvement interne, redundancy, redondance"),
            "matrices": (marked("J = U Σ Vᵀ"), "gain, facteurs"),
            "projectors": (marked("Projectors"), "projector, projecteur, orthogonal projection, projection orthogonale"),
            "repeatability": (marked("Repeatability"), "répétabilité, precision, précision"),
        },
    ),
    "singularities": PageTopic(
        "laboratory",
        marked("Singularities"),
        "singularités, singularity, singular configuration, configuration singulière, lost direction, direction perdue, "
        "loss of a direction, perte de direction",
        {
            "head": (marked("Rows of J"), "lignes de J"),
            "minors": (marked("Minors"), "mineurs, minor, mineur, rang, rank"),
            "formulas": (
                marked("By formulas"),
                "determinant, déterminant, maxima, symbolic, symbolique, jacobienne réduite, reduced jacobian",
            ),
            "map": (marked("Map of singularities"), "carte, carte des singularités"),
        },
    ),
    "inverse_kinematics": PageTopic(
        "laboratory",
        marked("Inverse kinematics"),
        "modèle cinématique inverse, cinématique inverse, modèle géométrique inverse, MGI, IK",
        {
            "target": (marked("Target"), "cible"),
            "iterations": (marked("Iterations"), "itérations, Newton, convergence"),
            "speeds": (
                marked("Velocity"),
                "pseudo-inverse, damped, amorti, least norm, inverse velocity, vitesses articulaires",
            ),
        },
    ),
    "statics": PageTopic(
        "laboratory",
        marked("Statics"),
        "statique, static force, modèle de force statique, modèle statique, static model, wrench, force and moment, "
        "gravity torques",
        {
            "load_section": (marked("Loads"), "charges, wrench, torseur d'effort, payload"),
            "table": (
                marked("Joint torques"),
                "couples articulaires, couples, torques, dualité, duality, τ = Jᵀ F, motors, "
                "moteurs, actuators, actionneurs, vérins, joint springs, ressorts des liaisons",
            ),
            "carried": (marked("Carried by the structure"), "porté par la structure, structure"),
            "work": (
                marked("Virtual work"),
                "travail virtuel, travaux virtuels, virtual power, principe des puissances virtuelles, PPV",
            ),
            "check": (marked("Equilibrium"), "équilibre"),
        },
    ),
    "exercises": PageTopic(
        "laboratory",
        marked("Exercises"),
        "exercise, exercice, worked exercises, exercices corrigés, course, cours, prediction, prédiction",
    ),
    "working_sheet": PageTopic(
        "laboratory",
        marked("Working sheet"),
        "feuille de travail, handout, polycopié, notes, report, rapport, print, imprimer, export html, export pdf, kept, gardé",
    ),
    "one_contact": PageTopic(
        "contact",
        marked("One contact by hand: it lasts or it ends"),
        "un contact, un seul contact, contact unique, single contact, point de contact, contact point, complementarity, "
        "complémentarité, unilateral",
        {
            "change": (
                marked("Where it begins or ends"),
                "jump of acceleration, saut d'accélération, discontinuity, discontinuité",
            ),
            "equations": (
                marked("M and d, term by term"),
                "separation acceleration, accélération de séparation, accélération normale, normal acceleration",
            ),
            "response": (marked("As d goes through 0"), "two cases, deux cas"),
        },
    ),
    "programme": PageTopic(
        "contact",
        marked("Quadratic programme: the QP of contact, its active set stepped"),
        "quadratic programme, quadratic program, programme quadratique, optimisation quadratique, QP, Lagrange multiplier, "
        "multiplicateur de Lagrange",
        {
            "map": (marked("Level sets"), "lignes de niveau"),
            "conditions": (
                marked("KKT conditions"),
                "KKT, conditions de KKT, conditions d'optimalité, optimality conditions, "
                "Karush-Kuhn-Tucker, complementarity, complémentarité",
            ),
            "motion": (marked("The same, asked of the motion"), "dual"),
            "steps": (marked("Active set, step by step"), "active set, ensemble actif, contraintes actives"),
            "sets": (marked("Which contacts are closed"), "contact modes, modes de contact, all active sets, combinatorial"),
        },
    ),
    "own_problem": PageTopic(
        "contact",
        marked("Own problem: bodies, contacts and loads drawn in the plane"),
        "own contact problem, problème de contact dans le plan, draw, dessiner, planar contact, contact plan, rigid bodies in "
        "the plane, solides dans le plan, stack, empilement, tipping, basculement, complementarity, complémentarité",
    ),
    "impact": PageTopic(
        "contact",
        marked("Impact"),
        "choc, impact, percussion, instant du choc, restitution, Newton, Poisson, rebond, bounce",
        {
            "velocities": (marked("Jump map"), "jump map, application de saut, saut de vitesse"),
            "contacts": (marked("Impulses"), "impulse, percussions, impulsion"),
            "energy": (marked("Energy lost"), "énergie perdue, ground damping, amortissement du sol"),
            "laws": (marked("The same impact under each law"), "restitution laws, lois d'impact"),
            "steps": (
                marked("Guard φ(q) ≥ 0, bisected"),
                "guard function, fonction de garde, garde, impact time, instant d'impact, backtracking, bisection, dichotomie",
            ),
        },
    ),
    "checks": PageTopic(
        "contact",
        marked("Checks: is this state right?"),
        "vérification, verification, error, erreur, tolerance, residual, résidu, penetration, pénétration",
        {"whole": (marked("Over the recording"), "tout l'enregistrement")},
    ),
    "what_if": PageTopic(
        "contact",
        marked("What if: another friction, restitution, mass or wrench"),
        "et si, modifier, ghost, fantôme",
        {"edit": (marked("Change"), "changer"), "branch": (marked("Go on from here"), "branch, branche, bifurquer")},
    ),
    "sweep": PageTopic(
        "contact",
        marked("Sweep: the scene run many times with values varied"),
        "sweep, balayage, many runs, lot de simulations, batch, Monte-Carlo, sensitivity, sensibilité, parameter study, "
        "étude paramétrique, random drops, tirages, histogram, histogramme, scatter, nuage de points, parallel coordinates, "
        "coordonnées parallèles",
        {
            "varied": (marked("What varies"), "parameters, paramètres, plan d'expériences, Sobol"),
            "measures": (marked("What is measured"), "mesures"),
            "runs": (marked("Runs"), "lancer, cluster"),
        },
    ),
    "contact_exercises": PageTopic("contact", marked("Exercises on contact"), "exercices de contact, exercices corrigés"),
    "state": PageTopic(
        "dynamics",
        marked("State: velocities, accelerations, external forces"),
        "état, state, mouvement, motion, rest, repos, random state, état aléatoire, initial conditions, conditions initiales",
        {
            "motion": (marked("Velocities and accelerations"), "vitesses, accélérations, velocity, acceleration"),
            "loads": (
                marked("External forces f_e"),
                "forces extérieures, efforts extérieurs, actions extérieures, external wrench",
            ),
        },
    ),
    "algorithm": PageTopic(
        "dynamics",
        marked("Newton-Euler algorithm, step by step"),
        "algorithme de Newton-Euler, Newton-Euler, recursive Newton-Euler, RNEA, dynamique inverse, inverse dynamics, "
        "récurrence, forward pass, backward pass, efforts d'actionnement, actuation forces",
        {"links": (marked("Links"), "corps, spatial inertia, inertie spatiale, tree, arborescence")},
    ),
    "one_body": PageTopic(
        "dynamics",
        marked("One body: forces and motion"),
        "équilibre d'un solide, principe fondamental de la dynamique, PFD, un solide, "
        "Newton, Euler, gyroscopic, gyroscopique, quantité d'accélération, torseur dynamique, "
        "accélération spatiale, spatial acceleration, inertie spatiale, spatial inertia, matrice d'inertie, inertia matrix",
    ),
    "equation": PageTopic(
        "dynamics",
        marked("Equation of motion"),
        "équations du mouvement, équation du mouvement, equations of motion, dynamics, dynamique, Lagrange, torque, couple, "
        "spring, ressort, stiffness, raideur, joint stiffness, raideur d'une liaison, joint damping, "
        "amortissement d'une liaison, dry friction, frottement sec",
        {
            "recorded": (marked("As it was solved"), "enregistré"),
            "matrices": (
                marked("Matrices H, C, g"),
                "matrice de masse, mass matrix, matrice d'inertie, inertia matrix, Coriolis, "
                "centrifugal, centrifuge, gravity, gravité",
            ),
            "accelerations": (marked("Forward dynamics"), "dynamique directe, forward dynamics, ABA"),
            "energy": (
                marked("Energy and power"),
                "énergie cinétique, kinetic energy, potential energy, "
                "énergie potentielle, mechanical energy, énergie mécanique, puissance, hamiltonian, hamiltonien",
            ),
        },
    ),
    "derivations": PageTopic(
        "dynamics",
        marked("Derivations: small robots as formulas"),
        "dérivations, calcul littéral, formules, formulas, symbolic, symbolique, SymPy, Lagrange, robot simple",
        {
            "velocities": (marked("Velocities of links"), "calcul récursif des vitesses, recursive velocities"),
            "accelerations": (marked("Accelerations of links"), "calcul récursif des accélérations, recursive accelerations"),
            "H": (marked("Mass matrix H(q)"), "matrice de masse littérale, symbolic mass matrix"),
            "C": (marked("Coriolis and centrifugal terms C(q, q̇) q̇"), "Christoffel, termes de Coriolis"),
            "g": (marked("Gravity g(q)"), "gravité, couples de pesanteur"),
            "T": (marked("A contact at the frame: T"), "contact unilatéral, unilateral contact"),
            "M": (marked("A contact at the frame: M"), "Delassus"),
        },
    ),
    "balances": PageTopic(
        "dynamics",
        marked("Balances: momentum, centre of mass, energy"),
        "bilan, quantité de mouvement, moment cinétique, momentum, angular momentum, centre of mass, centre de masse, énergie, "
        "energy, conservation, reaction, réaction",
    ),
    "motion": PageTopic(
        "dynamics",
        marked("Motion tasks: a trajectory, its torques, played back"),
        "trajectoire articulaire, joint trajectory, polynomial, polynôme, payload, charge",
        {"torques": (marked("Torques of the motion"), "couples du mouvement")},
    ),
}


@dataclass(frozen=True, slots=True)
class PanelTopic:
    """A panel of a workspace, by what it shows."""

    title: str
    workspace: str
    dock: str
    words: str
    part: str = ""  # attribute of the panel that has it


TOPICS: Mapping[str, PanelTopic] = {
    "law": PanelTopic(
        marked("Simulation: scheme, solver, law of friction"),
        "contact",
        "scene",
        "réglages, settings, step, pas de temps, time stepping, time-stepping, pas à pas, "
        "explicit Euler, Euler explicite, implicit, semi-implicite, backward Euler, hybrid method, méthode hybride, hybrid, "
        "material, matériau, restitution, ground damping, amortissement du sol, compliance, souplesse, elasticity, élasticité, "
        "contact stiffness, raideur du contact, stabilisation, Baumgarte, correction de la pénétration, "
        "coefficient of friction, coefficient de frottement, mu, μ",
        part="settings",
    ),
    "plots": PanelTopic(marked("Plots: energy, gaps, forces"), "contact", "plots", "courbes, graphes, écarts, énergie, curves"),
    "signals": PanelTopic(
        marked("Signals: any dynamic quantity along a recording"),
        "dynamics",
        "signals",
        "signaux, courbes, plot, statistics, statistiques, rms, export csv, parquet",
    ),
    "phases": PanelTopic(
        marked("Phase board: trajectories through contact"),
        "trajectory",
        "phases",
        "trajectory optimization, optimisation de trajectoire, trajectory, trajectoire, contact schedule, "
        "calendrier des contacts, hopper, sauteur, legged robot, robot à pattes, locomotion, leg, jambe, patte, foot, pied, "
        "foothold, appuis, collocation, shooting, mode sequence, trajopt, control vector, vecteur de commande",
    ),
    "compare": PanelTopic(
        marked("Compare schemes: time-stepping, hybrid, exact"),
        "compare",
        "compare",
        "comparer, comparaison des schémas, time stepping, hybrid method, méthode hybride, Runge-Kutta, integrator, intégrateur, "
        "event-driven, événementiel, order, ordre, convergence, closed form, forme close, falling brick, lecture 16",
    ),
    "comparison": PanelTopic(
        marked("Difference of two schemes over time, order of convergence"),
        "compare",
        "compare",
        "différence, erreur, error, convergence",
    ),
    "ellipsoids": PanelTopic(
        marked("Kinematics of a frame: pose, Jacobian, ellipsoids"),
        "kinematics",
        "kinematics",
        "ellipsoid, ellipsoïde, velocity ellipsoid, ellipsoïde de vitesse, force ellipsoid, ellipsoïde d'effort, "
        "ellipsoïde de manipulabilité, manipulability, polytope, pose, repère, frame, modèle géométrique direct, "
        "modèle cinématique direct, forward kinematics, reach, distance, measure, end effector, effecteur, organe terminal, "
        "operational coordinates, coordonnées opérationnelles, homogeneous transformation, transformation homogène, "
        "matrice de passage, affine frame, repère affine",
    ),
    "masses": PanelTopic(
        marked("Masses and inertias"),
        "model",
        "masses",
        "masse, inertie, inertia, matrice d'inertie, inertia matrix, centre of gravity, centre de gravité, density, densité, "
        "tenseur d'inertie, inertia tensor, Steiner, Huygens, parallel axes, axes parallèles, weight, poids",
    ),
    "table": PanelTopic(
        marked("Denavit-Hartenberg table"),
        "table",
        "table",
        "DH, Denavit-Hartenberg, tableau de Denavit-Hartenberg, paramètres, formules, modèle géométrique direct, "
        "robot cylindrique, "
        "porteur cylindrique, RP plan, Khalil, MGD, rotoïde, prismatique, revolute joint, prismatic joint, liaison pivot, "
        "liaison prismatique, glissière",
    ),
}


def laboratory_commands(
    show_page: Callable[[str, str], object],
    lacks: Callable[[str, str], bool],
    use_workspace: Callable[[str], object],
    docks: Mapping[str, Dock],
) -> list[MenuCommand]:
    """In no menu: they are found by their words. `show_page` takes a page and a section of it, or nothing.

    lacks : whether what is open has nothing that a page, or a section of it, shows
    """

    def showing(key: str, section: str = "") -> Callable[[], object]:
        return lambda: show_page(key, section)

    def leading_to(topic: PanelTopic) -> Callable[[], object]:
        def lead() -> None:
            use_workspace(topic.workspace)
            dock = docks[topic.dock]
            dock.show()
            dock.raise_()
            if dock.folded:
                dock.show_folded(False)
            if topic.part:
                bring_to_head(getattr(dock.body, topic.part))

        return lead

    return [
        *(
            MenuCommand(
                f"page:{key}",
                page.title,
                showing(key),
                group=WORKSPACES[page.workspace],
                words=page.words,
                lacks=partial(lacks, key, ""),
            )
            for key, page in PAGES.items()
        ),
        *(
            MenuCommand(
                f"section:{key}/{section}",
                below(_head(tr(page.title)), tr(title)),
                showing(key, section),
                group=WORKSPACES[page.workspace],
                words=words,
                names=tuple(
                    below(_head(whole), name) for whole in in_all_languages(page.title) for name in in_all_languages(title)
                ),
                lacks=partial(lacks, key, section),
            )
            for key, page in PAGES.items()
            for section, (title, words) in page.sections.items()
        ),
        *(
            MenuCommand(f"topic:{key}", topic.title, leading_to(topic), group=PANELS, words=topic.words, lacks=lambda: False)
            for key, topic in TOPICS.items()
        ),
    ]


def _head(title: str) -> str:
    """What a page is called, without what it shows."""
    return title.partition(":")[0].rstrip()


def exercise_commands(
    show_page: Callable[[str], object], laboratory: LaboratoryBinding, contact: LaboratoryBinding
) -> list[MenuCommand]:
    """Every exercise by its titles in all languages. Reads the courses."""
    pages = {"exercises": laboratory, "contact_exercises": contact}
    from ...laboratory.exercises.exercise_text import said
    from ...laboratory.exercises.files.exercise_files import shipped

    def opening(key: str, page: str) -> Callable[[], object]:
        def open_it() -> None:
            show_page(page)
            pages[page].page(page).open(key)

        return open_it

    return [
        MenuCommand(
            f"exercise:{exercise.key}",
            said(exercise.said.title),
            opening(exercise.key, "contact_exercises" if exercise.scene else "exercises"),
            group=EXERCISES,
            words=f"exercise exercice {exercise.subject}",
            names=in_all_languages(str(exercise.said.title)),
        )
        for exercise in shipped()
    ]


def idea_commands(look: Callable[[Idea], object], opens: Callable[[Idea], str]) -> list[MenuCommand]:
    """Every idea of the course by its titles in both languages; reads the course's files.

    opens : what an idea opens first, by its name
    """
    from ...course.ideas import courses, read_in

    return [
        MenuCommand(
            f"idea:{idea.code}",
            read_in(idea.title),
            partial(look, idea),
            group=WORKSPACES["course"],
            words=f"{idea.code}, {idea.place}, {read_in(course.title)}",
            names=tuple(idea.title.values()),
            counts=AFTER_PAGES,
            sets_up=partial(opens, idea),
        )
        for course in courses()
        for idea in course.ideas
    ]
