"""The trust protocol: keys, envelopes, the hash-linked log, dice, commitments. Pure functions of bytes."""
