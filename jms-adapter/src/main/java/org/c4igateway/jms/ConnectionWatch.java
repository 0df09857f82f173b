package org.c4igateway.jms;

import java.time.Duration;
import java.util.function.Consumer;
import org.c4igateway.jms.client.PeerConnection;
import org.c4igateway.jms.client.QueuedSend;
import org.c4igateway.jms.presence.PeerHeartbeat;
import org.jspecify.annotations.Nullable;

/** Waits until a connection breaks; meanwhile sends heartbeats and looks whether the peer answers, where it has to. */
final class ConnectionWatch {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final @Nullable PeerHeartbeat pulse;
    private final QueuedSend beat;

    /** @param pulse null when the connection itself shows that the peer runs */
    ConnectionWatch(@Nullable PeerHeartbeat pulse, QueuedSend beat) {
        this.pulse = pulse;
        this.beat = beat;
    }

    /**
     * Blocks the thread of the link.
     *
     * @param answers takes at each look whether the peer answers
     * @return why the connection is broken
     */
    Exception awaitFailure(PeerConnection connection, Consumer<Boolean> answers) throws InterruptedException {
        Exception failure = null;
        while (failure == null) {
            if (pulse == null) {
                failure = connection.awaitFailure(LONG);
            } else {
                if (pulse.beats()) {
                    connection.control().offer(beat, Duration.ZERO);
                }
                answers.accept(pulse.isAlive());
                failure = connection.awaitFailure(pulse.untilNextLook());
            }
        }
        return failure;
    }
}
