"""Scenarios' files checked before anybody plays them."""
