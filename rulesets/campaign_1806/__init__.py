"""1806, Napoleon's Jena-Auerstadt campaign (Operational Studies Group, 1998): being built, and not installed yet."""
