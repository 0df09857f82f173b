"""kmtf::Message as kmtf.idl has it, and a domain on the loopback interface, for the applications beside this file."""

from dataclasses import dataclass

from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final, key
from cyclonedds.idl.types import byte, int64, sequence, uint64

CONFIGURATION = """<CycloneDDS><Domain><General><Interfaces>
<NetworkInterface name="lo" multicast="true"/></Interfaces></General></Domain></CycloneDDS>"""


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
