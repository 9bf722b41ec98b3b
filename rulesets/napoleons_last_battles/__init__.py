"""Napoleon's Last Battles, fourth edition: the Waterloo campaign."""
