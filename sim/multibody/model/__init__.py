"""What a model is: bodies, joints, frames, shapes, limits, and the table that kernels read."""
