"""Reads received messages on and on: read_on.py POSITION-FILE [SECONDS]

Prints a line for each. Connects as PGHOST, PGPORT, PGDATABASE, PGUSER and PGPASSWORD say.

It loses nothing: it says LISTEN first, then reads until nothing is left, then waits for a notification, SECONDS at most
(30), because notifications may be lost. It keeps its position after each message. When it is killed between the two,
that one message comes again; its identity (origin_system, origin_sequence) tells.
"""

import os
import select
import sys
import time
from pathlib import Path

import psycopg

NEXT = """
    SELECT received_id, origin_system, origin_sequence, topic_id, precedence, payload
    FROM c4i.received WHERE received_id > %s ORDER BY received_id LIMIT 500
"""


class Reader:
    def __init__(self, file, seconds):
        self.file = file
        self.seconds = seconds
        self.position = int(file.read_text()) if file.exists() else 0
        self.notified = False

    def run(self):
        while True:
            try:
                # Directly to the server: LISTEN does not work through a transaction pool, nor on a standby.
                with psycopg.connect(
                    autocommit=True, connect_timeout=10, tcp_user_timeout=60000, target_session_attrs="read-write"
                ) as connection:
                    self.follow(connection)
            except psycopg.OperationalError as e:
                print(f"Connecting again in a second: {e}", file=sys.stderr)
                time.sleep(1)

    def follow(self, connection):
        connection.add_notify_handler(self.note)
        connection.execute("LISTEN c4i_received")  # before the first read, so that nothing falls between
        while True:
            self.notified = False
            while self.read_some(connection):
                pass
            # A notification may have come with the answer to the last query; then there is nothing to wait for.
            if not self.notified:
                select.select([connection], [], [], self.seconds)

    def note(self, notification):
        self.notified = True

    def read_some(self, connection):
        rows = connection.execute(NEXT, (self.position,)).fetchall()
        for row in rows:
            self.handle(*row)
            self.position = row[0]
            self.keep_position()
        return bool(rows)

    def handle(self, received_id, origin, sequence, topic, precedence, payload):
        """Yours: what is done with a message. It is done when this returns."""
        print(f"{received_id} {origin}/{sequence} {topic} {precedence} {len(payload)} bytes", flush=True)

    def keep_position(self):
        """A file of its own, on the disk before it takes the old one's name: there is always a whole one."""
        fresh = self.file.with_name(self.file.name + ".new")
        with open(fresh, "w", encoding="ascii") as out:
            out.write(f"{self.position}\n")
            out.flush()
            os.fsync(out.fileno())
        os.replace(fresh, self.file)


Reader(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 30).run()
