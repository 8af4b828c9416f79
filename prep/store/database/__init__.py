"""The file: connection, schema, migrations, errors, and which machine writes."""
