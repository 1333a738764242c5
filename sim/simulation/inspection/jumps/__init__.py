"""What jumps in a recording: velocities at impacts, forces and accelerations where contacts begin and end."""
