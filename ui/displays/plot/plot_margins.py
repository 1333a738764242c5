"""How much room there is around the lines of a plot [px]: what is to stand in line with them asks here."""

LEFT_AXIS, BOTTOM_AXIS, RIGHT_AXIS = 56, 34, 46  # width, height, width
NUMBERED_AXIS = 20  # height of an axis that has its unit behind its last number
BARE_AXIS = 7  # without numbers: the plot below has them
LEFT, ABOVE, RIGHT, BELOW = 6, 4, 14, 0  # outside the axes
