"""What the page of exercises says beside the exercises themselves."""

from __future__ import annotations

from .words import Language, Words

LABELS: dict[str, Words] = {
    "title": Words("Worked exercises", "Exercices corrigés"),
    "intro": Words(
        "Predict first, then check. Every answer is computed from the robot that is open, and follows its joints.",
        "Prédisez d'abord, puis vérifiez. Chaque réponse est calculée à partir du robot ouvert, et suit ses articulations.",
    ),
    "replaces": Words(
        "Opening one opens its robot in place of “{name}”.", "En ouvrir un ouvre son robot à la place de « {name} »."
    ),
    "about": Words("{robot}, {n} questions", "{robot}, {n} questions"),
    "state": Words("{done} of {n}", "{done} sur {n}"),
    "done": Words("done, {right} of {n} right", "fini, justes : {right}/{n}"),
    "all": Words("All exercises", "Tous les exercices"),
    "question": Words("Question", "Question"),
    "check": Words("Check", "Vérifier"),
    "give_up": Words("Give up", "Abandonner"),
    "reveal": Words("Reveal", "Révéler"),
    "next": Words("Next", "Suivante"),
    "formula": Words("Formula", "Formule"),
    "fill": Words("Give your prediction first.", "Donnez d'abord votre prédiction."),
    "again": Words("Start this exercise over", "Recommencer cet exercice"),
    "comma": Words("Write a decimal point, not a comma: 0.5", "Écrivez un point décimal, pas une virgule : 0.5"),
    "no_number": Words("Type a number, such as 0.5", "Tapez un nombre, par exemple 0.5"),
    "numbers": Words(
        "SI units and radians; three digits will do.",
        "Unités SI et radians ; trois chiffres suffisent, avec un point décimal : 0.5",
    ),
    "whole": Words("A whole number.", "Un nombre entier."),
    "direction": Words("Any length, either sign.", "Longueur et signe quelconques ; point décimal : 0.5"),
    "answer": Words("Answer", "Réponse"),
    "computed": Words("computed from the robot", "calculée à partir du robot"),
    "either": Words("or its opposite", "ou son opposé"),
    "yours": Words("At your pose", "À votre pose"),
    "no_answer": Words("None here: J is singular.", "Aucune ici : J est singulière."),
    "show": Words("Show on the robot", "Montrer sur le robot"),
    "hide": Words("Hide from the robot", "Ne plus montrer"),
    "compiling": Words(
        "The kernels are being compiled: answers can be computed in a few minutes.",
        "Les noyaux de calcul sont en cours de compilation : les réponses pourront être calculées dans quelques minutes.",
    ),
    "absent": Words(
        "Its robot, {robot}, is not open. Opening it replaces “{name}”.",
        "Son robot, {robot}, n'est pas ouvert. L'ouvrir remplace « {name} ».",
    ),
    "changed": Words(
        "The open {robot} has other joints or no tool: open it anew.",
        "Le {robot} ouvert a d'autres articulations ou pas d'outil : ouvrez-le à nouveau.",
    ),
    "recording": Words(
        "Its recording is given up: save it first.", "Son enregistrement sera perdu : sauvegardez-le d'abord."
    ),
    "open": Words("Open {robot}", "Ouvrir {robot}"),
    "elsewhere": Words(
        "{robot} is open, in another pose than the question's.",
        "{robot} est ouvert, dans une autre pose que celle de la question.",
    ),
    "pose": Words("Go to the pose", "Aller à la pose"),
    "in_place": Words(
        "{robot} is open, in the pose of the question.", "{robot} est ouvert, dans la pose de la question."
    ),
    "needs": Words(
        "Open the robot first: answers are computed from it.",
        "Ouvrez d'abord le robot : les réponses sont calculées à partir de lui.",
    ),
    "undo": Words("Pose of the exercise", "Pose de l'exercice"),
    "velocity_arrow": Words("Velocity", "Vitesse"),
    "force_arrow": Words("Force", "Force"),
    "displacement_arrow": Words("Displacement, to scale", "Déplacement, à l'échelle"),
    "direction_arrow": Words("Direction", "Direction"),
}


def labels(language: Language) -> dict[str, str]:
    """All of them in one language."""
    return {key: words.text(language) for key, words in LABELS.items()}
