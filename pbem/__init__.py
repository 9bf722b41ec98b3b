"""pbem: play board wargames by e-mail with signed orders and dice that nobody can steer."""

__version__ = "0.1.0"
