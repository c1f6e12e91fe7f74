"""What was found as pages with charts, tables and databases."""
