"""The contact that is selected, as it is lit: point, normal and friction cone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.app.drawing.contact.contact_highlight import friction_cone, highlight, highlight_legend
from torseur.app.drawing.contact.contact_parts import tangents
from torseur.app.laboratory.contact.inspector.cone_blocks import cone_section
from torseur.app.laboratory.contact.inspector.contact_table import ContactRows


@pytest.fixture(scope="module")
def contacts():
    recording = sim.simulate(sim.load_scene("falling_brick"), 1.0)
    return recording.contacts(len(recording) - 1)


def test_point_and_normal_are_those_of_the_contact(contacts):
    contacts = replace(contacts, friction=np.full(len(contacts), 0.5))
    lit = highlight(contacts, 1, 2.0)
    (arrow,), (ball,) = lit.arrows, lit.fields
    np.testing.assert_array_equal(arrow.tail, contacts.point[1])
    np.testing.assert_allclose(np.cross(arrow.vector, contacts.normal[1]), 0.0, atol=1e-12)  # a few roundings
    np.testing.assert_array_equal(ball.maps[0, :, 3], contacts.point[1])
    assert arrow.label == "c₂"
    assert [one.name for one in highlight_legend(contacts, 1)] == ["Normal of c₂", "Friction cone"]


def test_the_edge_of_the_cone_leans_by_the_coefficient_of_friction():
    point, normal = np.array([0.1, 0.2, 0.3]), np.array([0.0, 0.6, 0.8])
    cone = friction_cone(point, normal, 0.5, 0.2)
    ring = cone.vertices[:-2] - point
    along = ring @ normal
    np.testing.assert_allclose(along, 0.2, rtol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(ring - along[:, None] * normal, axis=1), 0.5 * along, rtol=1e-12)


def test_the_cone_is_closed_and_every_face_looks_outwards():
    cone = friction_cone(np.zeros(3), np.array([0.0, 0.0, 1.0]), 0.5, 0.2)
    corners = cone.vertices[cone.triangles]
    outward = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    away = corners.mean(axis=1) - cone.vertices.mean(axis=0)
    assert np.all(np.einsum("ij,ij->i", outward, away) > 0.0)
    sides = np.sort(np.concatenate([cone.triangles[:, [0, 1]], cone.triangles[:, [1, 2]], cone.triangles[:, [2, 0]]]))
    assert set(np.unique(sides, axis=0, return_counts=True)[1]) == {2}  # each edge lies between two faces


@pytest.mark.parametrize("facets", [4, 6])
def test_a_pyramid_is_lit_as_one_and_what_slides_lies_at_its_corner(facets):
    """Friction does the most work at a corner, wherever between two of them the slip is."""
    scene = sim.load_scene("sphere_slip_to_roll")
    v = scene.initial.v.copy()
    v[:2] = np.linalg.norm(v[:2]) * np.array([np.cos(0.4), np.sin(0.4)])  # between two corners
    settings = replace(scene.settings, scheme="time_stepping", friction_law="pyramid", facets=facets)
    recording = sim.simulate(scene, 0.2, settings=settings, state=replace(scene.initial, v=v))
    contacts = recording.contacts(len(recording) - 1)
    assert recording.settings.law_facets == facets
    rows = ContactRows(contacts, scene.model, {})
    assert rows.states == ["sliding"]
    load = cone_section(rows, 0, facets).blocks[0].blocks[0].value
    slip = np.arctan2(*contacts.velocity[0, 1::-1])
    assert 0.35 < slip < 0.5  # it turns: one part of it is braked alone
    assert np.arctan2(*load.force[::-1]) % (2.0 * np.pi / facets) == pytest.approx(0.0, abs=1e-8)
    assert load.tangential == pytest.approx(load.section * load.friction * load.normal, rel=1e-8)
    (cone,) = highlight(contacts, 0, 1.0, facets).polytopes
    assert len(cone.vertices) == facets + 2
    along = cone.vertices[0] - contacts.point[0]
    first, _ = tangents(contacts.normal)
    assert np.cross(along - (along @ contacts.normal[0]) * contacts.normal[0], first[0]) == pytest.approx(0.0, abs=1e-12)
    assert highlight_legend(contacts, 0, facets)[1].name == "Friction pyramid"
    assert sim.load_scene("falling_brick").settings.law_facets == 0


def test_without_friction_there_is_no_cone(contacts):
    assert not contacts.friction.any()
    assert highlight(contacts, 0, 1.0).polytopes == ()
    assert [one.name for one in highlight_legend(contacts, 0)] == ["Normal of c₁"]
