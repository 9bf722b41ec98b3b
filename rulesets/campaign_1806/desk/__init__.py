"""What a page on which orders are clicked together asks of these rules."""
