"""Between a panel and the session, one file a panel."""
