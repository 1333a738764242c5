"""What the transcription takes of a system: its modes and its jumps, as CasADi functions."""
