package org.c4igateway.dds.transport;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.c4igateway.core.message.SystemName;

/**
 * Peers that have not answered a HELLO, with how many were said. The first one may have come before the peer's reader
 * was there, so it is said again each time; one that does not answer for long is greeted more rarely. One thread at a
 * time.
 */
final class UnansweredHellos {
    private static final int PROMPT = 100;
    private static final int RARE = 50;

    private final Map<SystemName, Integer> said = new HashMap<>();

    /** A HELLO was said to a peer. */
    void begin(SystemName peer) {
        said.put(peer, 1);
    }

    /** @return whether the peer had not answered */
    boolean end(SystemName peer) {
        return said.remove(peer) != null;
    }

    /**
     * A moment has passed.
     *
     * @param again says HELLO to one that it is due for
     */
    void tick(Consumer<SystemName> again) {
        said.replaceAll((peer, times) -> {
            if (times < PROMPT || times % RARE == 0) {
                again.accept(peer);
            }
            return times == Integer.MAX_VALUE ? PROMPT : times + 1;
        });
    }
}
