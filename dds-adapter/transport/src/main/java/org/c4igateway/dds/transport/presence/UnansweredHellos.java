package org.c4igateway.dds.transport.presence;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.c4igateway.core.message.SystemName;

/**
 * HELLOs of the present epoch of each peer. Of peers that have not answered, with how many were said. The first one may
 * have come before the peer's reader was there, so it is said again each time; one that does not answer for long is
 * greeted more rarely. One thread at a time.
 */
final class UnansweredHellos {
    private static final int PROMPT = 100;
    private static final int RARE = 50;

    private final Map<SystemName, Said> said = new HashMap<>();
    /** Time of the first HELLO of the present epoch, answered or not. */
    private final Map<SystemName, Long> epochs = new HashMap<>();

    /** How often HELLO was said in this epoch, and the time of the first one. */
    private record Said(int times, long firstNanos) {}

    /** The first HELLO of an epoch was said to a peer. */
    void begin(SystemName peer, long helloNanos) {
        said.put(peer, new Said(1, helloNanos));
        epochs.put(peer, helloNanos);
    }

    /** The peer has answered the HELLO of that time. @return whether it is the first answer of this epoch */
    boolean answered(SystemName peer, long helloNanos) {
        Said mine = said.get(peer);
        return mine != null && helloNanos >= mine.firstNanos() && said.remove(peer, mine);
    }

    /** The peer is gone or reached by another path. */
    void forget(SystemName peer) {
        said.remove(peer);
        epochs.remove(peer);
    }

    /** @return whether the HELLO of that time was said in the present epoch */
    boolean isOfThisEpoch(SystemName peer, long helloNanos) {
        Long first = epochs.get(peer);
        return first != null && helloNanos >= first;
    }

    /**
     * A moment has passed.
     *
     * @param again says HELLO to one that it is due for
     */
    void tick(Consumer<SystemName> again) {
        said.replaceAll((peer, before) -> {
            if (before.times() < PROMPT || before.times() % RARE == 0) {
                again.accept(peer);
            }
            int times = before.times() == Integer.MAX_VALUE ? PROMPT : before.times() + 1;
            return new Said(times, before.firstNanos());
        });
    }
}
