"""What the page of exercises says beside the exercises themselves."""

from __future__ import annotations

from .translation import Language, Translation

LABELS: dict[str, Translation] = {
    "title": Translation("Worked exercises", "Exercices corrigés"),
    "intro": Translation(
        "Predict first, then check. Every answer is computed from the robot that is open, and follows its joints.",
        "Prédisez d'abord, puis vérifiez. Chaque réponse est calculée à partir du robot ouvert, et suit ses articulations.",
    ),
    "scene_intro": Translation(
        "Predict first, then check. Every answer is computed from the scene that is open, with its settings.",
        "Prédisez d'abord, puis vérifiez. Chaque réponse est calculée à partir de la scène ouverte, avec ses réglages.",
    ),
    "replaces": Translation(
        "Opening one opens its robot, scene or plan in place of “{name}”.",
        "En ouvrir un ouvre son robot, sa scène ou son plan à la place de « {name} ».",
    ),
    "about": Translation("{robot}, {n} questions", "{robot}, {n} questions"),
    "state": Translation("{done} of {n}", "{done} sur {n}"),
    "done": Translation("done, {right} of {n} right", "fini, justes : {right}/{n}"),
    "all": Translation("All exercises", "Tous les exercices"),
    "question": Translation("Question", "Question"),
    "check": Translation("Check", "Vérifier"),
    "give_up": Translation("Give up", "Abandonner"),
    "reveal": Translation("Reveal", "Révéler"),
    "next": Translation("Next", "Suivante"),
    "formula": Translation("Formula", "Formule"),
    "fill": Translation("Give your prediction first.", "Donnez d'abord votre prédiction."),
    "again": Translation("Start this exercise over", "Recommencer cet exercice"),
    "no_number": Translation("Type a number, such as 0.5 or 0,5", "Tapez un nombre, par exemple 0,5"),
    "numbers": Translation(
        "SI units and radians; three digits will do.",
        "Unités SI et radians ; trois chiffres suffisent, avec virgule ou point.",
    ),
    "whole": Translation("A whole number.", "Un nombre entier."),
    "direction": Translation("Any length, either sign.", "Longueur et signe quelconques."),
    "answer": Translation("Answer", "Réponse"),
    "computed": Translation("computed from the robot", "calculée à partir du robot"),
    "planned": Translation("of plans that were computed before", "de plans calculés auparavant"),
    "either": Translation("or its opposite", "ou son opposé"),
    "yours": Translation("At your pose", "À votre pose"),
    "no_answer": Translation("None here: J is singular.", "Aucune ici : J est singulière."),
    "show": Translation("Show on the robot", "Montrer sur le robot"),
    "hide": Translation("Hide from the robot", "Ne plus montrer"),
    "compiling": Translation(
        "The kernels are being compiled: answers can be computed in a minute.",
        "Les noyaux de calcul sont en cours de compilation : les réponses pourront être calculées dans une minute.",
    ),
    "absent": Translation(
        "Its robot, {robot}, is not open. Opening it replaces “{name}”.",
        "Son robot, {robot}, n'est pas ouvert. L'ouvrir remplace « {name} ».",
    ),
    "changed": Translation(
        "The open {robot} has other joints or no tool: open it anew.",
        "Le {robot} ouvert a d'autres articulations ou pas d'outil : ouvrez-le à nouveau.",
    ),
    "changed_scene": Translation(
        "The open {robot} has other bodies than the scene that is asked about: open it anew.",
        "La scène {robot} ouverte a d'autres corps que celle dont il est question : ouvrez-la à nouveau.",
    ),
    "recording": Translation(
        "Its recording is given up: save it first.", "Son enregistrement sera perdu : sauvegardez-le d'abord."
    ),
    "absent_plan": Translation(
        "The plan that it asks about, {robot}, is not open. Opening it replaces “{name}”.",
        "Le plan dont il est question, {robot}, n'est pas ouvert. L'ouvrir remplace « {name} ».",
    ),
    "absent_scene": Translation(
        "The scene that it asks about, {robot}, is not open. Opening it replaces “{name}”.",
        "La scène dont il est question, {robot}, n'est pas ouverte. L'ouvrir remplace « {name} ».",
    ),
    "scene_there": Translation(
        "{robot} is open: answers are of the scene as it starts, with the masses and materials that it has now. Space plays it.",
        "{robot} est ouverte : les réponses sont celles de la scène à son départ, avec les masses et matériaux qu'elle a "
        "maintenant. La barre d'espace la joue.",
    ),
    "scene_computed": Translation("computed from the scene", "calculée à partir de la scène"),
    "plan": Translation(
        "Its plan and your edits of its task are given up: save the plan first.",
        "Son plan et vos modifications de sa tâche seront perdus : sauvegardez d'abord le plan.",
    ),
    "unplanned": Translation(
        "{robot} is open; there is no plan of it yet.", "{robot} est ouvert ; il n'y en a pas encore de plan."
    ),
    "planned_there": Translation(
        "{robot} is open, with the plan of the question: Space plays it.",
        "{robot} est ouvert, avec le plan de la question : la barre d'espace le joue.",
    ),
    "make_plan": Translation("Plan it", "Le planifier"),
    "open": Translation("Open {robot}", "Ouvrir {robot}"),
    "elsewhere": Translation(
        "{robot} is open, in another pose than the question's.",
        "{robot} est ouvert, dans une autre pose que celle de la question.",
    ),
    "pose": Translation("Go to the pose", "Aller à la pose"),
    "in_place": Translation(
        "{robot} is open, in the pose of the question.", "{robot} est ouvert, dans la pose de la question."
    ),
    "needs": Translation(
        "Open the robot first: answers are computed from it.",
        "Ouvrez d'abord le robot : les réponses sont calculées à partir de lui.",
    ),
    "undo": Translation("Pose of the exercise", "Pose de l'exercice"),
    "velocity_arrow": Translation("Velocity", "Vitesse"),
    "force_arrow": Translation("Force", "Force"),
    "displacement_arrow": Translation("Displacement, to scale", "Déplacement, à l'échelle"),
    "direction_arrow": Translation("Direction", "Direction"),
}


def labels(language: Language) -> dict[str, str]:
    """All of them in one language."""
    return {key: words.text(language) for key, words in LABELS.items()}
