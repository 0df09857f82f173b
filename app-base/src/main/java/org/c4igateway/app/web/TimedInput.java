package org.c4igateway.app.web;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.function.LongSupplier;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Reads the body of one request up to a time. The server's own limit is for each read, so that a client which sends one
 * byte after the other never meets it.
 */
final class TimedInput implements InputBuffer {
    private final InputBuffer connection;
    private final LongSupplier nanos;
    private final long endNanos;

    /**
     * @param nanos a clock that is never set
     * @param endNanos when reading ends, by that clock
     */
    TimedInput(InputBuffer connection, LongSupplier nanos, long endNanos) {
        this.connection = connection;
        this.nanos = nanos;
        this.endNanos = endNanos;
    }

    /** @throws SocketTimeoutException when the time is over */
    @Override
    public int doRead(ApplicationBufferHandler handler) throws IOException {
        if (isOver()) {
            throw new SocketTimeoutException("the request's body takes too long");
        }
        return connection.doRead(handler);
    }

    boolean isOver() {
        return nanos.getAsLong() - endNanos >= 0;
    }

    @Override
    public int available() {
        return connection.available();
    }
}
