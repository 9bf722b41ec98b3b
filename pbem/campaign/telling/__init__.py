"""What a reader is told: reports, pictures, pages, terms, odds."""
