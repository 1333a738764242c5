"""Colours, type and spacing of the window: one literal table a theme, and the colours that carry meaning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as #RRGGBB. Surfaces and text change between light and dark; meaning does not."""

    name: str
    window: str
    panel: str
    raised: str
    hover: str
    field: str
    track: str
    divider: str
    border: str
    text: str
    text_second: str
    text_hint: str
    accent: str
    accent_text: str
    accent_fill: str
    on_accent: str
    good: str
    good_fill: str
    warning: str
    warning_fill: str
    velocity_text: str
    force_text: str
    impulse_text: str
    friction_text: str
    sliding_text: str
    sky_top: str  # the viewport's vertical gradient
    sky_bottom: str
    floor_light: str  # its checker
    floor_dark: str
    heat_opacity: float  # of the strongest cell of a heat map


LIGHT = Theme(
    name="light",
    window="#F4F6F9",
    panel="#FFFFFF",
    raised="#F7F9FB",
    hover="#EDF1F6",
    field="#FFFFFF",
    track="#DCE2EA",
    divider="#DDE3EB",
    border="#C9D2DE",
    text="#1A2330",
    text_second="#4F5D70",
    text_hint="#6B788A",
    accent="#3B5BDB",
    accent_text="#2F4AC0",
    accent_fill="#E8EDFC",
    on_accent="#FFFFFF",
    good="#0B7A55",
    good_fill="#E2F4EC",
    warning="#8A5A00",
    warning_fill="#FDF1DA",
    velocity_text="#005F96",
    force_text="#B34F00",
    impulse_text="#A34A7C",
    friction_text="#00795A",
    sliding_text="#8A5A00",
    sky_top="#C7D8EC",
    sky_bottom="#EEF3F9",
    floor_light="#D9DDE5",
    floor_dark="#BCC4D1",
    heat_opacity=0.42,
)

DARK = Theme(
    name="dark",
    window="#15181D",
    panel="#1C2026",
    raised="#20252C",
    hover="#282E37",
    field="#15191F",
    track="#343B46",
    divider="#2D333D",
    border="#3D4552",
    text="#E8ECF2",
    text_second="#B1BAC7",
    text_hint="#8D97A6",
    accent="#7C97FF",
    accent_text="#AABBFF",
    accent_fill="#262F4D",
    on_accent="#10131A",
    good="#4FD1A1",
    good_fill="#17352B",
    warning="#F5C26B",
    warning_fill="#3A2E17",
    velocity_text="#6FBCEB",
    force_text="#FF9A57",
    impulse_text="#E3A3C6",
    friction_text="#4CC9A4",
    sliding_text="#F5C26B",
    sky_top="#10141B",
    sky_bottom="#222936",
    floor_light="#5B6270",
    floor_dark="#474D5A",
    heat_opacity=0.62,
)

THEMES = {"light": LIGHT, "dark": DARK}

# The colours of meaning (Okabe and Ito, safe for colour-blind eyes), the same in both themes.
VELOCITY = "#0072B2"
FORCE = "#D55E00"
IMPULSE = "#CC79A7"
FRICTION = "#009E73"
SELECTION = "#F0E442"
ENERGY = "#56B4E9"
WARNING = "#E69F00"
SLIDING = "#E69F00"  # a contact that slides
ACCELERATION = "#8A9A00"  # olive, drawn dotted
MASS = "#7B61C9"
COLLISION = "#0E9AA7"
JOINT = "#C2388F"
AXES = ("#D64545", "#3A9A4B", "#3867D6")  # x, y, z
