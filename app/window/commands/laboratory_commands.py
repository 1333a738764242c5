"""What the search finds by the words of a course, in English and French: pages, panels, exercises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from torseur.ui.window.dock import Dock

from ...laboratory.laboratory import LaboratoryBinding
from ..workspaces import WORKSPACES
from .command_table import MenuCommand


@dataclass(frozen=True, slots=True)
class PageTopic:
    """A page, by its workspace, with words that it is found by."""

    workspace: str
    title: str
    words: str


PAGES: Mapping[str, PageTopic] = {
    "inspector": PageTopic(
        "contact",
        "Contacts: forces of friction, and the contact problem with its Delassus matrix",
        "frottement frottements friction coulomb cone cône pyramid pyramide sliding glissement sticking adhérence slip contact "
        "contacts gap normal tangential tangentielle delassus équation equation complementarity complémentarité lcp ncp qp "
        "multiplier multiplicateur impact choc impulse percussion percussions residual résidu solver solveur inspector",
    ),
    "several": PageTopic(
        "contact",
        "Several contacts: T, M and d, redundant forces, regularisation",
        "delassus jacobian jacobienne directions joint torques couples liaisons kernel noyau null space eigenvectors "
        "vecteurs propres redundant hyperstatic hyperstatique unique least norm moindre norme regularisation régularisation "
        "drift island îlot",
    ),
    "jacobian": PageTopic(
        "laboratory",
        "Jacobian",
        "jacobien jacobienne matrice columns colonnes derivative dérivée twist velocity vitesse basis base axes "
        "differential différentiel displacement déplacement virtuel",
    ),
    "velocities": PageTopic(
        "laboratory",
        "Velocities: twists of joints, any frame, links",
        "twist twists torsor torsors torseur torseurs cinématique composition sum somme velocity vitesse vitesses relative "
        "entraînement entrainment basis base projection seen from vu repère recursive récursif links corps joint speeds",
    ),
    "rotation": PageTopic(
        "laboratory",
        "Rotation",
        "rodrigues angular velocity vitesse angulaire axis angle skew antisymétrique infinitesimal infinitésimale",
    ),
    "svd": PageTopic(
        "laboratory",
        "Singular values (SVD)",
        "svd valeurs singulières image kernel noyau null space subspace sous-espace rank rang self-motion automouvement "
        "redundancy redondance manipulability manipulabilité yoshikawa condition conditionnement",
    ),
    "singularities": PageTopic(
        "laboratory",
        "Singularities",
        "singularité singularités singulière singular configuration determinant déterminant map carte lost direction perdue",
    ),
    "inverse_kinematics": PageTopic(
        "laboratory",
        "Inverse kinematics",
        "cinématique inverse modèle géométrique ik target cible pseudo-inverse damped amorti joint speeds vitesses "
        "articulaires iterations itérations newton",
    ),
    "statics": PageTopic(
        "laboratory",
        "Statics",
        "statique torque torques couple couples force forces effort efforts moment wrench load charge equilibrium équilibre "
        "virtual work travaux virtuels structure compensation",
    ),
    "exercises": PageTopic(
        "laboratory",
        "Exercises",
        "exercise exercice exercices worked corrigé corrigés question prediction prédiction course cours",
    ),
    "friction": PageTopic(
        "contact",
        "Friction in its plane",
        "frottement friction cone cône pyramid pyramide facets facettes polygon polygone coulomb relaxation convex slip "
        "glissement stick adhérence mode modes sequence séquence painlevé painleve paradox paradoxe lift isotropy isotropie",
    ),
    "one_contact": PageTopic(
        "contact",
        "One contact by hand: it lasts or it ends",
        "un contact point unique complementarity complémentarité corner coin separation séparation force effort normal normale "
        "lambda zeta curved ground sol courbe jump saut acceleration accélération",
    ),
    "programme": PageTopic(
        "contact",
        "Quadratic programme: the QP of contact, its solvers stepped and raced",
        "quadratic programme programme quadratique qp optimisation lagrangian lagrange multiplier multiplicateur kkt karush kuhn "
        "tucker dual active set contraintes actives solver solveur race iterations itérations level sets lignes de niveau "
        "newton gauss-seidel admm resolve",
    ),
    "impact": PageTopic(
        "contact",
        "Impact: jump map, impulses and the guard's exact instant",
        "impact choc jump map saut guard garde bisection dichotomie backtracking impulse percussion restitution newton poisson "
        "energy énergie lost perdue exact time instant cradle berceau",
    ),
    "checks": PageTopic(
        "contact",
        "Checks: is this state right?",
        "check checks vérification vérifications verification wrong faux juste right error erreur tolerance tolérance residual "
        "résidu penetration pénétration momentum quantité de mouvement energy énergie complementarity complémentarité cone step",
    ),
    "what_if": PageTopic(
        "contact",
        "What if: another friction, restitution, mass or wrench",
        "what if et si edit modifier friction frottement restitution mass masse wrench torseur branch branche bifurquer ghost "
        "fantôme instant frame state état re-solve",
    ),
    "contact_exercises": PageTopic(
        "contact",
        "Exercises on contact",
        "exercise exercise exercice exercices worked corrigé corrigés question prediction prédiction course cours contact",
    ),
    "state": PageTopic(
        "dynamics",
        "State: velocities, accelerations, external forces",
        "dynamique dynamics état motion mouvement velocity velocities vitesse vitesses acceleration accélération "
        "rest repos random aléatoire external wrench force moment effort extérieur",
    ),
    "algorithm": PageTopic(
        "dynamics",
        "Newton-Euler algorithm, step by step",
        "dynamics dynamique rnea recursive récursif récurrence newton-euler algorithme inverse dynamics torque couple link by "
        "link corps spatial spatiale acceleration accélération stepper pas à pas",
    ),
    "one_body": PageTopic(
        "dynamics",
        "One body: forces and motion",
        "dynamics dynamique solide équilibre newton euler force torque couple gyroscopic gyroscopique spatial "
        "spatiale acceleration accélération spatiale transport torseur dynamique",
    ),
    "equation": PageTopic(
        "dynamics",
        "Equation of motion",
        "dynamics dynamique mass matrix matrice masse coriolis centrifugal centrifuge équation mouvement "
        "torque torques couple couples aba inverse dynamics dynamique directe forward kinetic cinétique power "
        "puissance acceleration accélération lagrange skew",
    ),
    "balances": PageTopic(
        "dynamics",
        "Balances: momentum, centre of mass, energy",
        "dynamics dynamique momentum quantité de mouvement linear angular centroidal centroïdal cinétique moment centre of mass "
        "centre de masse bilan conservation energy énergie power puissance reaction réaction",
    ),
    "motion": PageTopic(
        "dynamics",
        "Motion tasks: a trajectory, its torques, played back",
        "trajectory trajectoire polynomial polynôme quintic cubic sine sinus inverse dynamics dynamique torque limits couple "
        "payload charge gravity pesanteur playback scene toml",
    ),
    "derivatives": PageTopic(
        "dynamics",
        "Derivatives of the dynamics",
        "dérivée dérivées partielles partial linearisation linéarisation sensitivity sensibilité differences différences finies",
    ),
}


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
        "friction frottement loi restitution rebond step pas dt time-stepping hybrid hybride scheme schéma settings réglages "
        "material matériau mu",
    ),
    "plots": PanelTopic(
        "Plots: energy, gaps, forces", "contact", "plots", "courbes graphe énergie énergies écart écarts effort curve",
    ),
    "signals": PanelTopic(
        "Signals: any dynamic quantity along a recording", "dynamics", "signals",
        "courbes graphe plot curve signal torque couple power puissance energy énergie residual résidu momentum "
        "statistics statistiques mean moyenne rms integral intégrale mass matrix entries export csv npz parquet numpy",
    ),
    "phases": PanelTopic(
        "Phase board: trajectories through contact", "trajectory", "phases",
        "trajectory trajectoire trajectoires optimisation optimiser plan planning planification phase phases mode stance flight "
        "appui vol hop saut hopper sauteur foothold appuis direct collocation shooting tir hermite simpson ipopt casadi",
    ),
    "compare": PanelTopic(
        "Compare schemes: time-stepping, hybrid, exact", "compare", "compare",
        "comparer comparaison schémas schemes time-stepping pas hybrid hybride exact closed form forme close ghost fantôme order "
        "ordre convergence slope pente refinement raffinement impact time instant guard garde jump saut integrator intégrateur "
        "euler rk4 runge kutta dop853 limits limites lecture 16 brick falling brique",
    ),
    "comparison": PanelTopic(
        "Difference of two schemes over time, order of convergence", "compare", "comparison",
        "courbes graphe différence error erreur log logarithmic logarithmique convergence ordre order plot",
    ),
    "ellipsoids": PanelTopic(
        "Kinematics of a frame: pose, Jacobian, ellipsoids", "kinematics", "kinematics",
        "jacobien jacobienne ellipsoïde ellipsoïdes manipulability manipulabilité pose repère frame polytope vitesse force",
    ),
    "masses": PanelTopic(
        "Masses and inertias", "model", "masses", "masse masses inertia inertie inerties centre gravity gravité density densité",
    ),
    "table": PanelTopic(
        "Denavit-Hartenberg table", "table", "table",
        "dh denavit hartenberg tableau paramètres convention modified modifiée formulas formules symbolic symbolique",
    ),
}  # fmt: skip


def laboratory_commands(
    show_page: Callable[[str], object], use_workspace: Callable[[str], object], docks: Mapping[str, Dock]
) -> list[MenuCommand]:
    """In no menu: they are found by their words."""

    def showing(key: str) -> Callable[[], object]:
        return lambda: show_page(key)

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
            words=f"exercise exercice {exercise.title.fr} {exercise.subject}",
        )
        for exercise in EXERCISES
    ]  # fmt: skip
