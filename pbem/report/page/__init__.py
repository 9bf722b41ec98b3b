"""The orders page: one self-contained HTML file on which a turn is clicked together."""
