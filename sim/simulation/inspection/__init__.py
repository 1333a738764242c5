"""What is asked of an instant or a recording afterwards: the problem that was solved, checks, what if, comparisons."""
