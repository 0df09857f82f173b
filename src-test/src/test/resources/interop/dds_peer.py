"""A DDS application that knows nothing of the gateway but its IDL file (kmtf.idl).

Reads KMTF_<read-topic> and C4I_NODE and publishes one message on KMTF_<write-topic>. Lines on standard output:
  NODE <json>      a node has announced itself
  READY            the gateway's reader and writer have been found
  MESSAGE <json>   a message has arrived
  PUBLISHED        the message was written and acknowledged
Publishes and waits for messages until standard input ends.
"""

import argparse
import json
import sys
import threading
import time
from dataclasses import dataclass

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final, key
from cyclonedds.idl.types import sequence, uint64
from cyclonedds.pub import DataWriter, Publisher
from cyclonedds.sub import DataReader, Subscriber
from cyclonedds.topic import Topic
from cyclonedds.util import duration

from kmtf_message import CONFIGURATION, Message

NODES = 2


@dataclass
@final
class Node(IdlStruct, typename="kmtf.Node"):
    system: str
    key("system")
    incarnation: uint64
    catalogue_hash: str
    topics: sequence[str]
    via: str
    start: uint64
    database: str
    identity_days: uint64


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--domain", type=int, required=True)
    arguments.add_argument("--partition", required=True)
    arguments.add_argument("--read-topic", required=True)
    arguments.add_argument("--write-topic", required=True)
    arguments.add_argument("--destination", required=True)
    arguments.add_argument("--payload-file", required=True)
    given = arguments.parse_args()

    domain = Domain(given.domain, CONFIGURATION)
    participant = DomainParticipant(given.domain)
    groups = Qos(Policy.Partition([given.partition]))
    quality = Qos(
        Policy.Reliability.Reliable(duration(seconds=5)),
        Policy.Durability.TransientLocal,
        Policy.History.KeepAll,
    )
    reader = DataReader(
        Subscriber(participant, qos=groups), Topic(participant, "KMTF_" + given.read_topic, Message), qos=quality
    )
    writer = DataWriter(
        Publisher(participant, qos=groups), Topic(participant, "KMTF_" + given.write_topic, Message), qos=quality
    )
    newest = Qos(Policy.Reliability.Reliable(duration(seconds=5)), Policy.Durability.TransientLocal)
    nodes = DataReader(Subscriber(participant, qos=groups), Topic(participant, "C4I_NODE", Node), qos=newest)
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()

    # Both nodes: what is written before a node's reader is matched does not reach it.
    wait(ended, lambda: reader.get_matched_publications() and len(writer.get_matched_subscriptions()) >= NODES)
    print("READY", flush=True)
    with open(given.payload_file, "rb") as file:
        payload = file.read()
    writer.write(
        Message(
            origin="PYTHON",
            subject="",
            sequence=1,
            topic_id=given.write_topic,
            precedence=1,
            created_ns=time.time_ns(),
            expires_ns=2**63 - 1,
            previous_ns=0,
            repeats=0,
            label="외부",
            destinations=[given.destination],
            payload=list(payload),
        )
    )
    writer.wait_for_acks(duration(seconds=20))
    print("PUBLISHED", flush=True)
    while not ended.wait(0.05):
        for node in nodes.take(32):
            if isinstance(node, Node):
                topics = [topic for topic in node.topics if not topic.startswith("?")]  # others are subscriptions
                seen = {"system": node.system, "topics": len(topics), "via": node.via}
                print("NODE " + json.dumps(seen), flush=True)
        for message in reader.take(32):
            if isinstance(message, Message):
                print("MESSAGE " + json.dumps(described(message)), flush=True)


def described(message):
    return {
        "origin": message.origin,
        "sequence": message.sequence,
        "topic": message.topic_id,
        "precedence": message.precedence,
        "label": message.label,
        "destinations": list(message.destinations),
        "payload": bytes(message.payload).hex(),
    }


def wait(ended, condition):
    while not condition() and not ended.wait(0.05):
        pass


main()
