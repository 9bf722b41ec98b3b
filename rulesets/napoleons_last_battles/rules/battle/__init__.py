"""Attacks: who may, who must, and what comes of them."""
