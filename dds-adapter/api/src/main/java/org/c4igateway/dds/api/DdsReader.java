package org.c4igateway.dds.api;

/** Reads one topic and delivers to its listener. */
public interface DdsReader extends AutoCloseable {
    /** @return name of the topic */
    String topic();

    /** @return number of writers matched now */
    int matchedWriters();

    /** @return whether the writer that a sample names is matched now */
    boolean hasWriter(long writer);

    /** Ends delivery; waits for a running call of the listener unless called from there. Idempotent. */
    @Override
    void close();
}
