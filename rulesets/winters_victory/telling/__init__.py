"""What people are told of a battle: names, events in words, facts, previews, odds, figures."""
