"""What runs: a scene, its control, steps of time-stepping and of the hybrid scheme, impacts, integration."""
