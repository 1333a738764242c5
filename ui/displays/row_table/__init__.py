"""Tables with a value a row: columns, model, painting, keys and copying."""
