"""Colours as the renderer needs them: from #RRGGBB to numbers, sRGB or linear."""

from __future__ import annotations

from functools import lru_cache

Rgb = tuple[float, float, float]


@lru_cache(maxsize=512)
def srgb(color: str) -> Rgb:
    """Red, green, blue of "#RRGGBB", 0 to 1, as written: gamma-coded."""
    digits = color.lstrip("#")
    if len(digits) != 6:
        raise ValueError(f"colour {color!r} is not of the form #RRGGBB")
    return (int(digits[0:2], 16) / 255, int(digits[2:4], 16) / 255, int(digits[4:6], 16) / 255)


@lru_cache(maxsize=512)
def linear(color: str) -> Rgb:
    """Red, green, blue of "#RRGGBB" as amounts of light, 0 to 1."""
    red, green, blue = srgb(color)
    return (_to_light(red), _to_light(green), _to_light(blue))


def _to_light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
