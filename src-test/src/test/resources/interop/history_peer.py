"""A DDS application that knows nothing of the gateway but its IDL file (kmtf.idl), beside a history service.

  history_peer.py DOMAIN PARTITION write-default TOPIC...
                                                     the same with autodispose, the default of DDS
  history_peer.py DOMAIN PARTITION write TOPIC...    on standard input, each on a line:
                                                     write TOPIC ORIGIN SEQUENCE SOURCE-NS
                                                     await TOPIC READERS
                                                     dispose TOPIC ORIGIN
  history_peer.py DOMAIN PARTITION read TOPIC KIND   KIND is a durability: volatile, transient-local, transient, persistent

Lines on standard output:
  READY                                   writer: it takes lines; reader: it is matched with a writer
  WRITTEN ORIGIN SEQUENCE                 the sample was written and all matched readers have it
  MATCHED TOPIC READERS                   so many readers are matched
  SAMPLE ORIGIN SEQUENCE SOURCE-NS TEXT   a sample has arrived
  STATE ORIGIN                            an instance has no writers or was disposed
Ends when standard input ends.
"""

import sys
import threading
import time

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.internal import InvalidSample
from cyclonedds.pub import DataWriter, Publisher
from cyclonedds.sub import DataReader, Subscriber
from cyclonedds.topic import Topic
from cyclonedds.util import duration

from kmtf_message import CONFIGURATION, Message

DURABILITY = {
    "volatile": Policy.Durability.Volatile,
    "transient-local": Policy.Durability.TransientLocal,
    "transient": Policy.Durability.Transient,
    "persistent": Policy.Durability.Persistent,
}
RELIABLE = Policy.Reliability.Reliable(duration(seconds=5))
POLL_SECONDS = 0.02


def message(topic, origin, number):
    return Message(origin=origin, subject="", sequence=number, topic_id=topic, precedence=3, created_ns=1,
                   expires_ns=2**63 - 1, previous_ns=0, repeats=0, label="훈련", destinations=[],
                   payload=list(f"{origin}/{number}".encode()))


def write(participant, groups, topics, autodispose):
    publisher = Publisher(participant, qos=groups)
    writers = {topic: DataWriter(
        publisher,
        Topic(participant, "KMTF_" + topic, Message),
        qos=Qos(RELIABLE, Policy.Durability.TransientLocal, Policy.History.KeepAll,
                Policy.DurabilityService(0, Policy.History.KeepLast(100), -1, -1, -1),
                Policy.WriterDataLifecycle(autodispose=autodispose))) for topic in topics}
    print("READY", flush=True)
    for line in sys.stdin:
        command, topic, *words = line.split()
        writer = writers[topic]
        if command == "await":
            while len(writer.get_matched_subscriptions()) != int(words[0]):
                time.sleep(POLL_SECONDS)
            print("MATCHED", topic, words[0], flush=True)
        elif command == "dispose":
            writer.dispose(message(topic, words[0], 0))
        else:
            origin, number, source_ns = words
            writer.write(message(topic, origin, int(number)), timestamp=int(source_ns))
            writer.wait_for_acks(duration(seconds=20))
            print("WRITTEN", origin, number, flush=True)


def read(participant, groups, topic, kind):
    reader = DataReader(
        Subscriber(participant, qos=groups), Topic(participant, "KMTF_" + topic, Message),
        qos=Qos(RELIABLE, DURABILITY[kind], Policy.History.KeepAll))
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    ready = False
    while not ended.wait(POLL_SECONDS):
        if not ready and reader.get_matched_publications():
            ready = True
            print("READY", flush=True)
        for sample in reader.take(64):
            if isinstance(sample, InvalidSample):
                print("STATE", sample.key_sample.origin, flush=True)
            else:
                print("SAMPLE", sample.origin, sample.sequence, sample.sample_info.source_timestamp,
                      bytes(sample.payload).decode(), flush=True)


def main():
    domain, partition, task = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    here = Domain(domain, CONFIGURATION)
    participant = DomainParticipant(domain)
    groups = Qos(Policy.Partition([partition]))
    if task.startswith("write"):
        write(participant, groups, sys.argv[4:], task == "write-default")
    else:
        read(participant, groups, *sys.argv[4:])
    del here


main()
