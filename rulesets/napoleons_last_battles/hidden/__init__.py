"""What lies hidden: memos."""
