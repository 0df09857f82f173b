"""Publishes a message to whoever subscribes to its topic: publish.py TOPIC PRECEDENCE FILE

Prints its number. Connects as PGHOST, PGPORT, PGDATABASE, PGUSER and PGPASSWORD say.
"""

import sys
from pathlib import Path

import psycopg

topic, precedence, file = sys.argv[1:]
with psycopg.connect() as connection:
    row = connection.execute(
        "SELECT c4i.publish(%s, %s, %s)", (topic, int(precedence), Path(file).read_bytes())
    ).fetchone()
print(row[0])
