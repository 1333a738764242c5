"""The lecture's own problem, exactly as it is posed; what is wrong with it, in numbers; and switches that mend it."""
