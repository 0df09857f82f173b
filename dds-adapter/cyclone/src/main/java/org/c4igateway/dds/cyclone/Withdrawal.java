package org.c4igateway.dds.cyclone;

import java.time.Duration;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;

/**
 * Takes a participant out of its domain while one of its listeners hangs, which may hang the deletion too. Then it
 * stays in the domain until the process ends, beside whatever takes its place: that is told as the end of a thread,
 * upon which a node ends its process.
 */
final class Withdrawal {
    private static final String THREAD = "dds-withdrawal";

    private final Runnable deletion;
    private final Duration patience;
    private final DdsEventListener events;

    /** @param patience so long the deletion may take */
    Withdrawal(Runnable deletion, Duration patience, DdsEventListener events) {
        this.deletion = deletion;
        this.patience = patience;
        this.events = events;
    }

    /** Deletes on a thread of its own, and waits for that. */
    void await() {
        Thread thread = Thread.ofPlatform().daemon().name(THREAD).start(deletion);
        try {
            if (!thread.join(patience)) {
                events.onEvent(new DdsEvent.DeliveryEnded(
                        "", THREAD, "a listener hangs, and the participant cannot be taken out of the domain"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
