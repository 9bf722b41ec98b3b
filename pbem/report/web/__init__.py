"""Reports as pages of the web: one file each that loads and sends nothing; and the HTML for mails."""
