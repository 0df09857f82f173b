"""A program that joins a DDS domain with many participants, which have no topics.

  crowd_peer.py DOMAIN      on standard input: open NUMBER

Lines on standard output: READY; OPEN TOTAL. Ends when standard input ends.
"""

import sys

from cyclonedds.domain import Domain, DomainParticipant

from kmtf_message import CONFIGURATION

number = int(sys.argv[1])
domain = Domain(number, CONFIGURATION)
crowd = []
print("READY", flush=True)
for line in sys.stdin:
    crowd.extend(DomainParticipant(number) for _ in range(int(line.split()[1])))
    print("OPEN", len(crowd), flush=True)
