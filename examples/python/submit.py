"""Submits a message to named systems: submit.py TOPIC PRECEDENCE DESTINATION[,DESTINATION...] FILE

Prints its number. Connects as PGHOST, PGPORT, PGDATABASE, PGUSER and PGPASSWORD say.
"""

import sys
from pathlib import Path

import psycopg

topic, precedence, destinations, file = sys.argv[1:]
# In one transaction with your own tables, the message goes out if and only if your change does.
with psycopg.connect() as connection:
    row = connection.execute(
        "SELECT c4i.submit(%s, %s, %s, %s)",
        (topic, int(precedence), destinations.split(","), Path(file).read_bytes()),
    ).fetchone()
print(row[0])
