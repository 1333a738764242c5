"""Opening, reading, watching, reloading and exporting files."""
