"""How much room there is around the lines of a plot [px]: what is to stand in line with them asks here."""

LEFT_AXIS, BOTTOM_AXIS, RIGHT_AXIS = 50, 34, 46  # width, height, width
BARE_AXIS = 20  # height of an axis that is not named
LEFT, ABOVE, RIGHT, BELOW = 6, 4, 14, 0  # outside the axes
