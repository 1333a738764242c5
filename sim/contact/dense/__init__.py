"""Small islands solved with their Delassus matrix written out."""
