"""Who stands where, in which formation and which way round: what all rules of this rulebook ask."""
