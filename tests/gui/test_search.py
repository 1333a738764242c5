"""Ctrl+K finds what a student looks for, in English and French, and leads to where it is."""

from __future__ import annotations

import unicodedata
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from torseur.app.background.kernels import Kernels
from torseur.app.course.ideas import courses
from torseur.app.sheet.answering import AnswerThreads
from torseur.app.window.commands.command_table import MenuCommand
from torseur.app.window.commands.exercise_search import ExerciseSearch
from torseur.app.window.commands.file_commands import SCENE_GROUPS
from torseur.app.window.commands.laboratory_commands import PAGES
from torseur.app.window.commands.menus import MENUS, SUBMENUS
from torseur.ui.displays.scrolling import is_in_sight
from torseur.ui.sheet.sheet_view import SheetView
from torseur.ui.window.command_palette import CommandPalette
from torseur.ui.window.entry_search import EntrySearch, PaletteEntry

COMMAND = Qt.KeyboardModifier.ControlModifier


def search(window, words):
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_K, COMMAND)
    if words.isascii():
        QTest.keyClicks(window.bars.palette.edit, words)
    else:  # which QTest cannot type
        window.bars.palette.edit.insert(words)
    return window.bars.palette.visible_entries


WORDS = {  # what is meant, by what is typed; each is found first or second
    "page:jacobian": "jacobienne, matrice jacobienne, jacobienne spatiale, modèle cinématique direct, MCD, jacobian",
    "section:jacobian/displacement": "petits déplacements, déplacement virtuel, small displacement",
    "section:jacobian/displacement_formulas": "modèle différentiel",
    "section:jacobian/point": "point p",
    "page:velocities": "torseur, torseur cinématique, vitesse spatiale, twist",
    "section:velocities/twists": "composition des vitesses, transport des vitesses, vitesse d'entraînement",
    "section:velocities/relative": "vitesse relative, dérivée du repère, velocity relative to a frame, vecteur vitesse",
    "section:velocities/links": "calcul récursif des vitesses",
    "section:rotation/formula": "formule de Rodrigues, vecteur rotation, Rodrigues formula, rodrigues",
    "section:rotation/rate": "matrice antisymétrique, produit vectoriel, vitesse angulaire, skew-symmetric, angular velocity",
    "page:rotation": "quaternion, angles d'Euler, axe instantané",
    "page:svd": "décomposition en valeurs singulières, valeurs singulières, manipulability",
    "section:svd/subspaces": "noyau, image, null space, orthogonal complement",
    "section:svd/task": "rang, speed limits, vitesses maximales",
    "section:svd/repeatability": "répétabilité, repeatability",
    "section:svd/projectors": "projecteur, projector, projection orthogonale",
    "page:singularities": "singularités, singularity, perte de direction",
    "section:singularities/minors": "mineur, minor",
    "section:singularities/formulas": "déterminant, jacobienne réduite",
    "page:inverse_kinematics": "modèle cinématique inverse, inverse kinematics",
    "section:inverse_kinematics/speeds": "pseudo-inverse",
    "page:statics": "modèle de force statique, static force, wrench",
    "section:statics/work": "travail virtuel, travaux virtuels, virtual work, puissances virtuelles",
    "section:statics/table": "couples articulaires, actionneurs, vérin",
    "section:state/loads": "efforts extérieurs, forces extérieures, actions extérieures",
    "page:algorithm": "algorithme de Newton-Euler, dynamique inverse, Newton-Euler, inverse dynamics, récurrence, "
    "forward pass, efforts d'actionnement",
    "section:algorithm/links": "arborescence, tree",
    "page:one_body": "principe fondamental de la dynamique, PFD, "
    "inertie spatiale, accélération spatiale, équilibre d'un solide, quantité d'accélération, spatial inertia, "
    "spatial acceleration, matrice d'inertie, gyroscopique",
    "page:equation": "équations du mouvement, dynamics, dynamique, raideur, ressort, stiffness, spring",
    "section:equation/energy": "hamiltonien, hamiltonian, énergie mécanique",
    "section:equation/matrices": "matrice de masse, matrice d'inertie, mass matrix, Coriolis",
    "page:balances": "quantité de mouvement, énergie",
    "page:inspector": "force de contact, frottement",
    "section:inspector/matrix": "matrice de Delassus, Delassus",
    "section:inspector/equation": "accélération de séparation, vitesse de séparation",
    "section:inspector/cone": "cône de frottement, friction cone",
    "page:one_contact": "point de contact, contact unique, single contact",
    "section:one_contact/change": "discontinuité",
    "page:several": "contact inter-corps, inter-effort, équation du mouvement avec contacts, contacts multiples",
    "section:several/direction": "jacobienne relative",
    "section:several/redundancy": "solutions multiples",
    "section:several/regularisation": "régularisation, regularization",
    "page:programme": "optimisation quadratique, quadratic program",
    "section:programme/conditions": "KKT conditions, conditions d'optimalité",
    "section:programme/steps": "ensemble actif, contraintes actives, active set",
    "page:own_problem": "planar contact, basculement, complémentarité, complementarity",
    "page:derivations": "calcul littéral, robot simple",
    "section:derivations/H": "symbolic mass matrix",
    "section:programme/sets": "contact modes",
    "page:friction": "slip, friction",
    "section:friction/plane": "friction pyramid",
    "section:friction/modes": "mode sequence",
    "page:impact": "restitution, choc, instant du choc",
    "section:impact/velocities": "jump map",
    "section:impact/energy": "ground damping",
    "section:impact/steps": "guard function, impact time, backtracking",
    "topic:ellipsoids": "ellipsoïde de manipulabilité, ellipsoïde d'effort, modèle géométrique direct, reach, distance, measure, "
    "end effector, organe terminal, coordonnées opérationnelles, transformation homogène, repère affine",
    "topic:masses": "tenseur d'inertie, Huygens, poids, weight",
    "topic:table": "MGD, Khalil, Denavit-Hartenberg, robot cylindrique, porteur cylindrique, RP plan, "
    "rotoïde, prismatique, liaison pivot, revolute joint",
    "topic:compare": "Runge-Kutta, falling brick, event-driven",
    "topic:law": "time stepping, hybrid method, Euler explicite, backward Euler, compliance, souplesse, Baumgarte, "
    "coefficient of friction",
    "topic:phases": "trajectory optimization, contact schedule, legged robot, jambe, foot position, locomotion",
    "scene:falling_brick": "brick, falling brick",
    "task:hop_bar": "hopper",
    "robot:scara": "scara",
    "open": "importer URDF",
    "keys": "raccourcis clavier",
    "save_recording": "export",
    "save_video": "save video",
    "page:exercises": "exercices, exercise",
}


def without_accents(words):
    return "".join(c for c in unicodedata.normalize("NFD", words) if not unicodedata.combining(c))


def with_a_letter_wrong(words):
    """The middle letter of the longest word, where that is long enough to be known again."""
    longest = max(words.replace("'", " ").replace("-", " ").split(), key=len)
    k = len(longest) // 2
    return words.replace(longest, longest[:k] + "x" + longest[k + 1 :]) if len(longest) > 5 else words


def test_words_of_the_courses_are_found_first_or_second_in_all_their_forms(window, hand):
    search(window, "")
    hand.wait_until(lambda: any(entry.group == "Exercises" for entry in window.bars.palette.visible_entries))
    entries = EntrySearch(window.bars.palette.visible_entries)
    wrong = {}
    for key, words in WORDS.items():
        for typed in words.split(", "):
            forms = typed, without_accents(typed), typed.upper(), f"{typed}s", with_a_letter_wrong(typed)
            for place, form in zip((2, 2, 2, 3, 4), forms, strict=True):  # what is written wrong may mean more
                first = [where for entry in entries.find(form)[:place] for where in leads_to(entry.key)]
                if key.removeprefix("page:") not in first:
                    wrong[key, form] = first
    assert wrong == {}


IDEAS = {f"idea:{idea.code}": idea for course in courses() for idea in course.ideas}


def leads_to(key):
    """Where one is led by what is found: an idea of the course leads to a page and a section of it, and sets them up."""
    return (f"section:{IDEAS[key].look}", IDEAS[key].look.partition("/")[0]) if key in IDEAS else (key.removeprefix("page:"),)


@pytest.mark.parametrize("opened", ["scara", "welcome"])
def test_what_has_all_words_is_listed_and_an_idea_is_first_where_the_page_would_be_empty(window, hand, opened):
    assert window.open(opened)
    search(window, "")
    hand.wait_until(lambda: any(entry.key in IDEAS for entry in window.bars.palette.visible_entries))
    entries = EntrySearch(window.bars.palette.visible_entries)
    for typed, first, listed in (
        ("vitesse de séparation", "C3", ()),
        ("accélération de séparation", "C4", ("C6",)),
        ("complémentarité", "C20", ("L13",)),
        ("pyramide de frottement", "L20", ()),
        ("robot arborescent", "N13", ()),
        ("points de contact multiples", "C9", ()),
        ("séquence de modes", "L14", ()),
        ("un seul contact M et d", "C6", ()),
        ("actions extérieures", "N12", ()),
        ("équations du robot cylindrique", "D9", ()),
    ):
        keys = [entry.key for entry in entries.find(typed)]
        assert keys[0] == f"idea:{first}", typed
        assert {f"idea:{code}" for code in listed} < set(keys), typed


def section_of(body, section):
    """What a section of a page is in, whether it is open (None: it does not fold), and its head."""
    if isinstance(body, SheetView):
        view = body.view(section)
        return view.widget, getattr(view.block, "open", None), getattr(view, "head", None)
    part = getattr(body, section)
    return part, None, getattr(part, "head", None)


@pytest.mark.parametrize("workspace", ["laboratory", "dynamics", "contact"])
def test_a_section_that_is_found_is_unfolded_and_its_head_is_in_sight(window, hand, workspace):
    assert window.open("falling_brick" if workspace == "contact" else "scara")
    hand.simulate(window, 0.4)
    for key, topic in PAGES.items():
        for section in topic.sections if topic.workspace == workspace else ():
            window.commands.run(f"section:{key}/{section}")
            hand.rest()
            panel = window.pages.navigation.laboratories[workspace][0]
            assert (panel.page, window.workspaces.current) == (key, workspace)
            body = panel.body(key)
            hand.wait_until(lambda body=body, section=section: not isinstance(body, SheetView) or body.sheet.has(section))
            hand.rest()
            part, is_open, head = section_of(body, section)
            assert is_open is not False
            if part.isVisible():
                hand.wait_until(lambda part=part: is_in_sight(part))
            if is_open:
                head.switch()  # as it was: other tests have the same window


def test_words_of_contact_and_the_rest_lead_to_their_panels(window, hand):
    assert window.open("brick_on_corner")
    hand.simulate(window, 0.6)
    for words, workspace, dock in (
        ("friction", "contact", "contact"),
        ("inertie", "model", "masses"),
        ("denavit", "table", "table"),
        ("ellipsoïde", "kinematics", "kinematics"),
        ("écarts", "contact", "plots"),
    ):
        assert search(window, words), words
        QTest.keyClick(window.bars.palette.edit, Qt.Key.Key_Return)
        hand.rest()
        assert window.workspaces.current == workspace, words
        assert window.docks[dock].isVisible(), words


@pytest.mark.parametrize("words", ["exercise speed", "exercice vitesse limite"])
def test_an_exercise_is_found_by_its_title_in_both_languages_and_opened(window, hand, words):
    search(window, words)
    hand.wait_until(lambda: window.bars.palette.visible_entries)  # the course is imported beside the window
    assert window.bars.palette.visible_entries[0].key == "exercise:scara_speeds"
    QTest.keyClick(window.bars.palette.edit, Qt.Key.Key_Return)
    binding = window.pages.laboratory.page("exercises")
    hand.wait_until(lambda: binding.robot.is_there and binding.robot.is_at(binding.start_q))
    assert binding.exercise.key == "scara_speeds"
    binding.close()
    hand.rest()


def test_the_palette_opens_before_the_course_is_imported_and_what_is_typed_finds_it_then(qtbot):
    commands = Event()
    threads = AnswerThreads()
    search = ExerciseSearch(Kernels(), lambda: (commands.wait(60.0), [MenuCommand("exercise:x", "Hops", print)])[1], threads)
    found = []
    search.found.connect(found.append)
    search.want()  # answers at once: a thread does the importing
    search.want()
    assert found == []
    commands.set()
    qtbot.waitUntil(lambda: len(found) == 1)
    assert found[0][0].key == "exercise:x"
    palette = CommandPalette(QWidget())
    palette.open([])
    QTest.keyClicks(palette.edit, "hops")
    palette.show_entries([PaletteEntry("exercise:x", "Hops"), PaletteEntry("open", "Open")])
    assert [entry.key for entry in palette.visible_entries] == ["exercise:x"]


def test_what_is_typed_behind_the_keys_of_the_palette_is_searched_and_is_no_shortcut(window, hand):
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_K, COMMAND)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_B)  # which opens the browser of robots elsewhere
    assert window.bars.palette.edit.text() == "b"
    assert window.bars.browser.isHidden()
    QTest.keyClick(window.bars.palette.edit, Qt.Key.Key_Escape)


def test_all_menus_are_in_the_lists_that_the_catalogue_is_made_from(window):
    named = {*MENUS, *SUBMENUS, *SCENE_GROUPS}
    assert {part for path in window.menus for part in path.split("/")} <= named
