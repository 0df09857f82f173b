package org.c4igateway.lab.transport.samples;

import java.util.List;

/**
 * One of the two hosts of a bridge.
 *
 * @param name of the host
 * @param enter words that make a command run there
 * @param address of the host on the network under test
 */
public record BridgeEnd(String name, List<String> enter, String address) {
    public BridgeEnd {
        enter = List.copyOf(enter);
    }
}
