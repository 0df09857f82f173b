package org.c4igateway.wan.gateway;

/** How a gateway carries messages. */
public enum WanMode {
    /** Many messages in a frame, in the order of precedence, repaired by the gateways. */
    FRAMES,
    /** Each sample on the same topic of a DDS domain on the WAN; for comparison. */
    RELAY
}
