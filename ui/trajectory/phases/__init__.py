"""The dock Phases: the time line of phases, plots of the plan, footholds from the side."""
