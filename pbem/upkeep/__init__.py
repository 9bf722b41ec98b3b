"""What looks after an installation: doctor, lists of campaigns and rules, keys."""
