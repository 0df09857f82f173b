"""Interop peer on the Python package cyclonedds, written from kmtf.idl. The commands are those of Peer.java."""

import sys
import threading

from cyclonedds.core import InstanceState, Policy, Qos
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final, key
from cyclonedds.idl.types import byte, int64, sequence, uint64
from cyclonedds.internal import InvalidSample
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration
from dataclasses import dataclass

CONFIGURATION = """<CycloneDDS><Domain><General><Interfaces>
<NetworkInterface name="lo" multicast="true"/></Interfaces></General>
<Internal><GenerateKeyhash>true</GenerateKeyhash></Internal></Domain></CycloneDDS>"""
POLL_SECONDS = 0.02


@dataclass
@final
class Message(IdlStruct, typename="kmtf.Message"):
    origin: str
    key("origin")
    subject: str
    key("subject")
    sequence: uint64
    topic_id: str
    precedence: byte
    created_ns: int64
    expires_ns: int64
    previous_ns: int64
    repeats: uint64
    label: str
    destinations: sequence[str]
    payload: sequence[byte]


def message(origin, number):
    return Message(origin=origin, subject="", sequence=number, topic_id="A021", precedence=3, created_ns=1,
                   expires_ns=2**63 - 1, previous_ns=0, repeats=0, label="훈련", destinations=["ALL"], payload=list(f"{origin}/{number}".encode()))


class Peer:
    def __init__(self, domain):
        self.domain = Domain(domain, CONFIGURATION)
        self.participant = DomainParticipant(domain)
        self.topics, self.readers, self.writers = {}, {}, {}
        self.lock = threading.Lock()

    def qos(self, reliability):
        if reliability == "best-effort":
            return [Policy.Reliability.BestEffort, Policy.Durability.Volatile]
        return [Policy.Reliability.Reliable(duration(seconds=5)), Policy.Durability.TransientLocal]

    def topic(self, name):
        if name not in self.topics:
            self.topics[name] = Topic(self.participant, name, Message)
        return self.topics[name]

    def reader(self, topic, reliability):
        qos = Qos(*self.qos(reliability), Policy.History.KeepAll)
        self.readers[topic] = DataReader(self.participant, self.topic(topic), qos=qos)

    def writer(self, topic, reliability):
        qos = Qos(*self.qos(reliability), Policy.History.KeepAll,
                  Policy.DurabilityService(0, Policy.History.KeepLast(100), -1, -1, -1),
                  Policy.WriterDataLifecycle(autodispose=False))
        self.writers[topic] = DataWriter(self.participant, self.topic(topic), qos=qos)

    def matched(self, topic):
        if topic in self.writers:
            return len(self.writers[topic].get_matched_subscriptions())
        return len(self.readers[topic].get_matched_publications())

    def take(self):
        for topic, reader in list(self.readers.items()):
            for sample in reader.take(64):
                if isinstance(sample, InvalidSample):
                    state = sample.sample_info.instance_state
                    word = "DISPOSED" if state == InstanceState.NotAliveDisposed else "NO_WRITERS"
                    print("STATE", topic, sample.key_sample.origin, word, flush=True)
                else:
                    print("DATA", topic, sample.origin, sample.sequence, bytes(sample.payload).hex(), flush=True)

    def run(self, words):
        command, topic = words[0], words[1] if len(words) > 1 else ""
        if command == "reader":
            self.reader(topic, words[2])
        elif command == "writer":
            self.writer(topic, words[2])
        elif command == "write":
            self.writers[topic].write(message(words[2], int(words[3])))
        elif command == "dispose":
            self.writers[topic].dispose(message(words[2], 0))
        elif command == "unregister":
            self.writers[topic].unregister_instance(message(words[2], 0))
        elif command == "close":
            del self.writers[topic]
        elif command == "matched":
            print("MATCHED", topic, self.matched(topic), flush=True)


def main():
    peer = Peer(int(sys.argv[1]))
    lines, ended = [], threading.Event()

    def listen():
        for line in sys.stdin:
            lines.append(line.split())
        ended.set()

    threading.Thread(target=listen, daemon=True).start()
    print("READY", flush=True)
    while not ended.wait(POLL_SECONDS):
        while lines:
            words = lines.pop(0)
            if words[:1] == ["quit"]:
                return
            try:
                peer.run(words)
            except Exception as error:  # reported to whoever drives this peer
                print("ERROR", *words, error, flush=True)
        peer.take()


main()
