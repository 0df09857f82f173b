package org.c4igateway.wan.link.settings;

import java.util.List;
import org.c4igateway.wan.frame.Hello;

/**
 * Who is at the two ends.
 *
 * @param session of this side, larger than any before; see {@link org.c4igateway.wan.frame.wire.SessionNumber}
 * @param hello what this side says about itself; the sessions it has heard are filled in
 * @param peers names of the receivers, at most 64, each once
 */
public record LinkIdentity(long session, Hello hello, List<String> peers) {
    private static final int MAX_PEERS = 64;

    public LinkIdentity {
        peers = List.copyOf(peers);
        if (peers.isEmpty()
                || peers.size() > MAX_PEERS
                || peers.stream().distinct().count() != peers.size()) {
            throw new IllegalArgumentException("a link has 1 to " + MAX_PEERS + " different peers: " + peers);
        }
    }
}
