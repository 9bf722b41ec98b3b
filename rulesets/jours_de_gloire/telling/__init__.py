"""Everything in words and figures: events, previews, odds, facts."""
