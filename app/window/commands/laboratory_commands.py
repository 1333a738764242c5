"""What the search finds by the words of a course, in English and French: pages, panels, exercises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from torseur.ui.window.dock import Dock

from ...laboratory.laboratory import LaboratoryBinding
from ..workspaces import WORKSPACES
from .command_table import MenuCommand


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
    "inspector": PageTopic(
        "contact",
        "Contacts: forces of friction, and the contact problem with its Delassus matrix",
        "contact, force de contact, contact force, friction, frottement, gap, écart, distance, normal force, force normale, "
        "tangential force, force tangentielle, sticking, adhérence, sliding, glissement, residual, résidu, solver, solveur, "
        "inspector",
        {
            "solution": ("How it was solved", "solver, solveur, residual, résidu, iterations, itérations"),
            "contacts": ("List of contacts", "liste des contacts, gaps, écarts, modes"),
            "problem_section": ("Problem", "contact problem, problème de contact, lcp, ncp"),
            "matrix": ("Delassus matrix M", "matrice de Delassus, Delassus"),
            "equation": ("ζ̇ = M λ + d", "separation acceleration, accélération de séparation, separation velocity, "
                         "vitesse de séparation, complementarity, complémentarité"),
            "cone": ("Friction cone", "cône de frottement, Coulomb"),
        },
    ),
    "several": PageTopic(
        "contact",
        "Several contacts: T, M and d, redundant forces, regularisation",
        "plusieurs contacts, contact inter-corps, inter-body contact, inter-effort, hyperstatic, hyperstatique, islands, îlots",
        {
            "direction": ("Direction t of a contact", "contact direction, direction du contact, point de contact, contact point"),
            "matrices": ("M = T H⁻¹ Tᵀ, matrix by matrix", "Delassus, T, jacobienne de contact"),
            "drift": ("d, part by part", "drift, dérive"),
            "joints": ("Joint torques of contacts τ_c", "couples articulaires dus aux contacts, joint torques"),
            "redundancy": ("Which combination is not determined", "redundant forces, forces redondantes, unique, unicité"),
            "regularisation": ("Regularisation", "régularisation, regularization, least norm, moindre norme"),
        },
    ),
    "jacobian": PageTopic(
        "laboratory",
        "Jacobian",
        "jacobienne, matrice jacobienne, jacobian matrix, jacobien, modèle cinématique direct, forward kinematics of velocities, "
        "modèle différentiel, differential model, spatial jacobian, jacobienne spatiale",
        {
            "routes": ("Three ways to J", "columns, colonnes, derivative of T, dérivée, transport des vitesses"),
            "point": ("Point P of a link", "point P, jacobian of a point, jacobienne d'un point"),
            "column": ("A column", "colonne, one joint, une liaison"),
            "displacement": ("Small displacements δX = J δq", "petits déplacements, small displacement, virtual displacement, "
                             "déplacement virtuel"),
            "displacement_formulas": ("δX and δq as formulas", "modèle différentiel direct, modèle différentiel inverse, MDD, "
                                      "inverse differential model"),
        },
    ),
    "velocities": PageTopic(
        "laboratory",
        "Velocities: twists of joints, any frame, links",
        "vitesses, twist, torseur cinématique, torseur, torsor, screw, spatial velocity, vitesse spatiale",
        {
            "head": ("Speeds of joints q̇", "vitesses articulaires, joint velocities"),
            "twists": ("Twists at C", "composition des vitesses, sum of twists, somme des torseurs, transport des vitesses, "
                       "vitesse d'entraînement, entrainment velocity, base, projection"),
            "relative": ("A point seen from any frame", "vitesse relative, relative velocity, velocity relative to a frame, "
                         "dérivée du repère, derivative of a frame, repère mobile, moving frame"),
            "links": ("Velocities of links", "calcul récursif des vitesses, recursive velocities, vitesses des corps"),
        },
    ),
    "rotation": PageTopic(
        "laboratory",
        "Rotation",
        "rotation, axis and angle, axe et angle, matrice de rotation, rotation matrix",
        {
            "formula": ("R(u, θ)", "formule de Rodrigues, Rodrigues formula, Rodrigues, rotation vector, vecteur rotation"),
            "rate": ("S(ω) = Ṙ Rᵀ", "angular velocity, vitesse angulaire, skew-symmetric, matrice antisymétrique, cross product, "
                     "produit vectoriel"),
            "turned": ("A vector turned", "infinitesimal rotation, rotation infinitésimale"),
            "parts": ("Rodrigues by vectors", "géométrie de Rodrigues"),
            "sum": ("Angular velocities add", "addition des vitesses angulaires"),
        },
    ),
    "svd": PageTopic(
        "laboratory",
        "Singular values (SVD)",
        "SVD, valeurs singulières, singular values, décomposition en valeurs singulières, singular value decomposition, "
        "condition number, conditionnement, manipulability, manipulabilité, Yoshikawa",
        {
            "task": ("Task", "tâche, tolerance, tolérance, rang, rank, limits, limites"),
            "subspaces": ("Four subspaces", "noyau, image, kernel, null space, range, sous-espaces, subspaces"),
            "motion": ("Self-motion", "automouvement, mouvement interne, redundancy, redondance"),
            "matrices": ("J = U Σ Vᵀ", "gain, facteurs"),
            "projectors": ("Projectors", "projecteurs, projector, projecteur"),
            "repeatability": ("Repeatability", "répétabilité, precision, précision"),
        },
    ),
    "singularities": PageTopic(
        "laboratory",
        "Singularities",
        "singularités, singularity, singular configuration, configuration singulière, lost direction, direction perdue",
        {
            "head": ("Rows of J", "lignes de J"),
            "minors": ("Minors", "mineurs, minor, mineur, rang, rank"),
            "formulas": ("By formulas", "determinant, déterminant, maxima, symbolic, symbolique"),
            "map": ("Map of singularities", "carte, carte des singularités"),
        },
    ),
    "inverse_kinematics": PageTopic(
        "laboratory",
        "Inverse kinematics",
        "modèle cinématique inverse, cinématique inverse, modèle géométrique inverse, IK, ",
        {
            "target": ("Target", "cible"),
            "iterations": ("Iterations", "itérations, Newton, convergence"),
            "speeds": ("Velocity", "pseudo-inverse, damped, amorti, least norm, inverse velocity, vitesses articulaires"),
        },
    ),
    "statics": PageTopic(
        "laboratory",
        "Statics",
        "statique, static force, modèle de force statique, modèle statique, static model, wrench, force and moment, "
        "gravity torques",
        {
            "load_section": ("Loads", "charges, wrench, torseur d'effort, payload"),
            "table": ("Joint torques", "couples articulaires, couples, torques, τ = Jᵀ F"),
            "carried": ("Carried by the structure", "porté par la structure, structure"),
            "work": ("Virtual work", "travail virtuel, travaux virtuels"),
            "check": ("Equilibrium", "équilibre"),
        },
    ),
    "exercises": PageTopic(
        "laboratory",
        "Exercises",
        "exercices, worked exercises, exercices corrigés, course, cours, prediction, prédiction",
    ),
    "friction": PageTopic(
        "contact",
        "Friction in its plane",
        "frottement, friction, loi de Coulomb, Coulomb's law, slip, glissement",
        {
            "plane": ("In the plane of the contact", "friction pyramid, pyramide de frottement, facets, facettes, "
                      "linearised friction, frottement linéarisé"),
            "laws": ("Three laws at this instant", "relaxation, convex law, loi convexe"),
            "polar": ("Sliding in all directions", "isotropy, isotropie"),
            "modes": ("Modes over time", "mode sequence, séquence de modes, suite des modes"),
            "painleve": ("Painlevé's regions", "Painlevé, paradox, paradoxe"),
        },
    ),
    "one_contact": PageTopic(
        "contact",
        "One contact by hand: it lasts or it ends",
        "un contact, un seul contact, point de contact, contact point, complementarity, complémentarité, unilateral",
        {
            "change": ("Where it begins or ends", "jump of acceleration, saut d'accélération"),
            "terms_head": ("M and d, term by term", "separation acceleration, accélération de séparation"),
            "response": ("As d goes through 0", "two cases, deux cas"),
        },
    ),
    "programme": PageTopic(
        "contact",
        "Quadratic programme: the QP of contact, its solvers stepped and raced",
        "quadratic programme, quadratic program, programme quadratique, optimisation quadratique, QP, Lagrange multiplier, "
        "multiplicateur de Lagrange",
        {
            "map": ("Level sets", "lignes de niveau"),
            "conditions": ("KKT conditions", "KKT, conditions de KKT, Karush-Kuhn-Tucker, complementarity, complémentarité"),
            "motion": ("The same, asked of the motion", "dual"),
            "steps": ("Active set, step by step", "active set, contraintes actives"),
            "race": ("All methods on this problem", "solver race, course de solveurs, ADMM, Gauss-Seidel"),
            "recording": ("The recording, solved again", "résoudre à nouveau"),
        },
    ),
    "impact": PageTopic(
        "contact",
        "Impact",
        "choc, impact, percussion, restitution, Newton, Poisson, rebond, bounce",
        {
            "velocities": ("Jump map", "jump map, application de saut, saut de vitesse"),
            "contacts": ("Impulses", "impulse, percussions, impulsion"),
            "energy": ("Energy lost", "énergie perdue, ground damping, amortissement du sol"),
            "laws": ("The same impact under each law", "restitution laws, lois d'impact"),
            "steps": ("Guard φ(q) ≥ 0, bisected", "guard function, fonction de garde, garde, impact time, instant d'impact, "
                      "backtracking, bisection, dichotomie"),
        },
    ),
    "checks": PageTopic(
        "contact",
        "Checks: is this state right?",
        "vérification, verification, error, erreur, tolerance, residual, résidu, penetration, pénétration",
        {"whole": ("Over the recording", "tout l'enregistrement")},
    ),
    "what_if": PageTopic(
        "contact",
        "What if: another friction, restitution, mass or wrench",
        "et si, modifier, ghost, fantôme",
        {"edit": ("Change", "changer"), "branch": ("Go on from here", "branch, branche, bifurquer")},
    ),
    "contact_exercises": PageTopic(
        "contact",
        "Exercises on contact",
        "exercices de contact, exercices corrigés",
    ),
    "state": PageTopic(
        "dynamics",
        "State: velocities, accelerations, external forces",
        "état, state, mouvement, motion, rest, repos, random state, état aléatoire",
        {
            "motion": ("Velocities and accelerations", "vitesses, accélérations, velocity, acceleration"),
            "loads": ("External forces f_e", "forces extérieures, efforts extérieurs, external wrench"),
        },
    ),
    "algorithm": PageTopic(
        "dynamics",
        "Newton-Euler algorithm, step by step",
        "algorithme de Newton-Euler, Newton-Euler, recursive Newton-Euler, RNEA, dynamique inverse, inverse dynamics, récurrence",
        {"links": ("Links", "corps, spatial inertia, inertie spatiale")},
    ),
    "one_body": PageTopic(
        "dynamics",
        "One body: forces and motion",
        "équilibre d'un solide, un solide, Newton, Euler, gyroscopic, gyroscopique, quantité d'accélération, torseur dynamique, "
        "accélération spatiale, spatial acceleration, inertie spatiale, spatial inertia, matrice d'inertie, inertia matrix",
    ),
    "equation": PageTopic(
        "dynamics",
        "Equation of motion",
        "équations du mouvement, équation du mouvement, equations of motion, dynamics, dynamique, Lagrange, torque, couple",
        {
            "recorded": ("As it was solved", "enregistré"),
            "matrices": ("Matrices H, C, g", "matrice de masse, mass matrix, matrice d'inertie, inertia matrix, Coriolis, "
                         "centrifugal, centrifuge, gravity, gravité"),
            "accelerations": ("Forward dynamics", "dynamique directe, forward dynamics, ABA"),
            "energy": ("Energy and power", "énergie cinétique, kinetic energy, puissance"),
        },
    ),
    "balances": PageTopic(
        "dynamics",
        "Balances: momentum, centre of mass, energy",
        "bilan, quantité de mouvement, moment cinétique, momentum, angular momentum, centre of mass, centre de masse, énergie, "
        "energy, conservation, reaction, réaction",
    ),
    "motion": PageTopic(
        "dynamics",
        "Motion tasks: a trajectory, its torques, played back",
        "trajectoire articulaire, joint trajectory, polynomial, polynôme, payload, charge",
        {"head": ("Torques of the motion", "couples du mouvement")},
    ),
    "derivatives": PageTopic(
        "dynamics",
        "Derivatives of the dynamics",
        "dérivées de la dynamique, linearisation, linéarisation, sensitivity, sensibilité, finite differences, "
        "différences finies",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PanelTopic:
    """A panel of a workspace, by what it shows."""

    title: str
    workspace: str
    dock: str
    words: str


TOPICS: Mapping[str, PanelTopic] = {
    "law": PanelTopic(
        "Simulation: scheme, solver, law of friction", "contact", "scene",
        "réglages, settings, step, pas de temps, time stepping, time-stepping, pas à pas, hybrid method, méthode hybride, "
        "hybrid, "
        "material, matériau, restitution, ground damping, amortissement du sol",
    ),
    "plots": PanelTopic("Plots: energy, gaps, forces", "contact", "plots", "courbes, graphes, écarts, énergie, curves"),
    "signals": PanelTopic(
        "Signals: any dynamic quantity along a recording", "dynamics", "signals",
        "signaux, courbes, plot, statistics, statistiques, rms, export csv, parquet",
    ),
    "phases": PanelTopic(
        "Phase board: trajectories through contact", "trajectory", "phases",
        "trajectory optimization, optimisation de trajectoire, trajectory, trajectoire, contact schedule, "
        "calendrier des contacts, "
        "hopper, sauteur, legged robot, robot à pattes, foothold, appuis, collocation, shooting, mode sequence",
    ),
    "compare": PanelTopic(
        "Compare schemes: time-stepping, hybrid, exact", "compare", "compare",
        "comparer, comparaison des schémas, time stepping, hybrid method, méthode hybride, Runge-Kutta, integrator, intégrateur, "
        "order, ordre, convergence, closed form, forme close, falling brick, lecture 16",
    ),
    "comparison": PanelTopic(
        "Difference of two schemes over time, order of convergence", "compare", "comparison",
        "différence, erreur, error, convergence",
    ),
    "ellipsoids": PanelTopic(
        "Kinematics of a frame: pose, Jacobian, ellipsoids", "kinematics", "kinematics",
        "ellipsoid, ellipsoïde, velocity ellipsoid, ellipsoïde de vitesse, force ellipsoid, ellipsoïde d'effort, "
        "ellipsoïde de manipulabilité, manipulability, polytope, pose, repère, frame, modèle géométrique direct, "
        "modèle cinématique direct, forward kinematics, reach, distance, measure",
    ),
    "masses": PanelTopic(
        "Masses and inertias", "model", "masses",
        "masse, inertie, inertia, matrice d'inertie, inertia matrix, centre of gravity, centre de gravité, density, densité",
    ),
    "table": PanelTopic(
        "Denavit-Hartenberg table", "table", "table",
        "DH, Denavit-Hartenberg, tableau de Denavit-Hartenberg, paramètres, formules, modèle géométrique direct, "
        "robot cylindrique, "
        "porteur cylindrique, RP plan",
    ),
}  # fmt: skip


def laboratory_commands(
    show_page: Callable[[str, str], object], use_workspace: Callable[[str], object], docks: Mapping[str, Dock]
) -> list[MenuCommand]:
    """In no menu: they are found by their words. `show_page` takes a page and a section of it, or nothing."""

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

        return lead

    return [
        *(
            MenuCommand(f"page:{key}", page.title, showing(key), group=WORKSPACES[page.workspace], words=page.words)
            for key, page in PAGES.items()
        ),
        *(
            MenuCommand(
                f"section:{key}/{section}",
                f"{page.title.partition(':')[0]}: {title}",
                showing(key, section),
                group=WORKSPACES[page.workspace],
                words=words,
            )
            for key, page in PAGES.items()
            for section, (title, words) in page.sections.items()
        ),
        *(
            MenuCommand(f"topic:{key}", topic.title, leading_to(topic), group="Panels", words=topic.words)
            for key, topic in TOPICS.items()
        ),
    ]


def exercise_commands(
    show_page: Callable[[str], object], laboratory: LaboratoryBinding, contact: LaboratoryBinding
) -> list[MenuCommand]:
    """Every exercise by its titles in both languages. Imports the course."""
    pages = {"exercises": laboratory, "contact_exercises": contact}
    from ...laboratory.exercises.course import EXERCISES

    def opening(key: str, page: str) -> Callable[[], object]:
        def open_it() -> None:
            show_page(page)
            pages[page].page(page).open_part(key)

        return open_it

    return [
        MenuCommand(
            f"exercise:{exercise.key}", exercise.title.en,
            opening(exercise.key, "contact_exercises" if exercise.scene else "exercises"), group="Exercises",
            words=f"{exercise.title.fr}, exercise exercice {exercise.subject}",
        )
        for exercise in EXERCISES
    ]  # fmt: skip
