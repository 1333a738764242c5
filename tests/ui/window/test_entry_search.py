"""What is typed finds what is meant, also in another form than it is written in."""

from __future__ import annotations

from dataclasses import replace

from tests.cases import loop_over
from torseur.ui.window.entry_search import EntrySearch, PaletteEntry

ENTRIES = (
    PaletteEntry("open", "Open…", "File", "Ctrl+O"),
    PaletteEntry("home", "Home pose", "Robot", "H"),
    PaletteEntry("random", "Random pose", "Robot", "R"),
    PaletteEntry("reload", "Reload robot", "File", "F5"),
    PaletteEntry("robot:scara", "Open robot: scara: SCARA, RRP", "File"),
    PaletteEntry("exercise:scara", "SCARA: a speed and its limits", "Exercises", words="SCARA : une vitesse et ses limites"),
    PaletteEntry("svd", "Singular values", "Laboratory", words="valeurs singulières, décomposition en valeurs singulières"),
    PaletteEntry("equation", "Equation of motion", "Dynamics", words="matrice de masse, équations du mouvement"),
    PaletteEntry("friction", "Friction in its plane", "Contact", words="frottement, cône de frottement"),
)


def found(typed):
    return [entry.key for entry in EntrySearch(ENTRIES).find(typed)]


def test_without_words_there_is_all_and_for_what_nothing_has_nothing():
    assert found("") == found("  ") == [entry.key for entry in ENTRIES]
    assert found("xyzzy") == []
    assert EntrySearch(()).find("pose") == []


def test_what_sets_up_what_is_meant_comes_before_what_would_be_empty_and_before_what_shows_another_robot():
    page = PaletteEntry("page", "Friction", words="frottement", lacks=True)
    table = PaletteEntry("table", "Table of the robot", words="robot cylindrique", lacks=False)
    idea = PaletteEntry("idea", "The law of friction, once it slides", counts=0.5, sets_up="scene")
    arm = PaletteEntry("arm", "Cylindrical arm: equations of all its joints and links", counts=0.5, sets_up="cylindrical")

    def first(typed, *entries):
        return EntrySearch(entries).find(typed)[0].key

    assert [entry.key for entry in EntrySearch((page, idea)).find("friction")] == ["idea", "page"]
    assert first("friction", replace(page, lacks=False), idea) == "page"
    assert first("frottement", page, idea) == "page"
    assert first("équations du robot cylindrique", table, arm) == "arm"
    assert first("robot cylindrique", table, replace(arm, sets_up="")) == "table"


def test_titles_come_before_groups_and_what_begins_with_a_word_that_is_being_typed_is_found():
    assert found("pose") == found("po") == ["home", "random"]
    assert found("robot")[0] == "reload"
    assert found("RAND rob") == ["random"]


def test_a_whole_name_comes_first():
    assert found("scara")[0] == "robot:scara"
    assert found("scara a speed")[0] == "exercise:scara"


@loop_over(
    ("typed", "key"),
    [
        ("valeur singuliere", "svd"),  # accents, singular
        ("décompositions en valeurs singulieres", "svd"),
        ("decomposition valeurs singulières", "svd"),  # without the words between
        ("matrice de mase", "equation"),
        ("matrisse de masse", "equation"),  # a letter wrong, in short words and long ones
        ("equation du mouvemnt", "equation"),  # two exchanged
        ("la matrice de masse du robot", "equation"),
        ("cone de frotement", "friction"),
        ("angle de frottement", "friction"),  # a word that no entry has
        ("FROTTEMENTS", "friction"),
    ],
)
def test_what_is_meant_is_found_in_another_form(typed, key):
    assert found(typed)[0] == key


def test_of_two_words_that_nothing_has_together_one_is_not_enough_to_find_all_that_have_it_before_better_ones():
    assert found("home pose") == ["home"]
