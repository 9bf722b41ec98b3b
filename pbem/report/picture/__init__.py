"""Pictures of maps: as SVG and PNG for mail, paper and pages, and in plain characters for a terminal."""
