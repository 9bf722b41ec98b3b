"""The campaign folder and the person's configuration folder: bytes in, bytes out, through one seam to the disk."""
