"""Text for a terminal: LaTeX, Markdown, plots, and the roles that colour them. Pure; nothing here is markup."""
