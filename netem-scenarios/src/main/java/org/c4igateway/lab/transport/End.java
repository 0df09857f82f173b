package org.c4igateway.lab.transport;

import java.io.IOException;

/**
 * One end of an exchange. What arrives is handed to the consumer that it was opened with, in a thread of the carrier;
 * its payloads are the consumer's. {@link #send} is called by one thread at a time, also by that of the arrivals.
 */
interface End extends AutoCloseable {
    /** Sends a payload and keeps nothing of it. */
    void send(byte[] payload) throws IOException;

    @Override
    void close() throws IOException;
}
