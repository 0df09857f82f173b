package org.c4igateway.topics.definition;

/** How much is asked of the payload of a message. Each level asks what the one before asks, and more. */
public enum PolicyLevel {
    /** The payload is not looked at. */
    OFF,
    /** It is looked at with LENIENT; what is found is reported, and nothing is refused. */
    CARRY,
    /** Refused when it is no MTF at all: no set can be read, or OTH-Gold. */
    LENIENT,
    /** Refused when it breaks a rule of the MTF syntax. */
    STRICT,
    /** Refused also when it breaks the definition of its message. */
    DEFINITIONS
}
