"""Markup, scripts and styles of the page of `pbem play`; what it shares with the orders page stands there."""
