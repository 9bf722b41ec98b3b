"""What a player writes: shapes, templates, names, and papers compiled into messages."""
