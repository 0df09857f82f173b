package org.c4igateway.dds.api;

import java.util.Optional;

/** Reads one topic and delivers to its listener. */
public interface DdsReader extends AutoCloseable {
    /** @return number of writers matched now */
    int matchedWriters();

    /** @return whether the writer that a sample names is matched now */
    boolean hasWriter(long writer);

    /** @return the writer that a sample names, while it is matched; empty with a provider that cannot tell */
    default Optional<Guid> writer(long handle) {
        return Optional.empty();
    }

    /**
     * Takes the participant of a matched writer for gone now, instead of at the end of its lease: for one that is known
     * to be dead. If it lives, it is found again when it next announces itself. Readers and writers of this process
     * only see it go. Does nothing when the writer is not matched, in a secured domain, and with a provider that
     * cannot.
     */
    default void dismiss(long writer) {
        // The lease ends by itself.
    }

    /** Ends delivery; waits for a running call of the listener unless called from there. Idempotent. */
    @Override
    void close();
}
