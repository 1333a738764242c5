"""Where the algorithm is: which equation of which link, on the way out or back."""

from __future__ import annotations

from dataclasses import dataclass

from .inward_equations import BACK
from .outward_equations import OUT


@dataclass(frozen=True, slots=True)
class Step:
    """One of the steps of an algorithm over so many links: those out, link after link, then those back."""

    links: int
    at: int = 0  # from 0

    @property
    def count(self) -> int:
        """How many steps there are."""
        return self.links * (len(OUT) + len(BACK))

    @property
    def is_outward(self) -> bool:
        """Whether it is on the way out."""
        return self.at < self.links * len(OUT)

    @property
    def link(self) -> int:
        """The link's place on the way out, from 0."""
        if self.is_outward:
            return self.at // len(OUT)
        return self.links - 1 - (self.at - self.links * len(OUT)) // len(BACK)

    @property
    def equation(self) -> int:
        """Which equation of the link on this way, from 0."""
        return self.at % len(OUT) if self.is_outward else (self.at - self.links * len(OUT)) % len(BACK)

    def moved(self, by: int) -> Step:
        """So many steps on, or back; the first and the last are the ends."""
        return Step(self.links, min(max(self.at + by, 0), self.count - 1))

    def at_link(self, link: int) -> Step:
        """The same equation of another link."""
        if self.is_outward:
            return Step(self.links, link * len(OUT) + self.equation)
        return Step(self.links, self.links * len(OUT) + (self.links - 1 - link) * len(BACK) + self.equation)

    def at_equation(self, key: str) -> Step:
        """Another equation of the same link, on the same way."""
        return self.moved((OUT if self.is_outward else BACK).index(key) - self.equation)

    def has_left(self, link: int) -> tuple[bool, bool]:
        """Whether the last equation of a link was reached, on the way out and on the way back."""
        outward = self.at >= (link + 1) * len(OUT) - 1
        inward = self.at >= self.links * len(OUT) + (self.links - link) * len(BACK) - 1
        return outward, inward
