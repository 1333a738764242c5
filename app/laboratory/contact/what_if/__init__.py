"""The page What if: edits of a recorded instant, solved again beside what was solved, and branches."""
