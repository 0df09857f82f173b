package org.c4igateway.lab.transport;

import java.io.IOException;
import java.util.function.Consumer;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.transport.samples.poller.JdbcEnd;

/**
 * One end of an exchange. What arrives is handed to the consumer that it was opened with, in a thread of the carrier;
 * its payloads are the consumer's. {@link #send} is called by one thread at a time, also by that of the arrivals.
 */
public interface End extends AutoCloseable {
    /** Opens an end; what arrives goes to the consumer. */
    static End open(EndSettings settings, Consumer<byte[]> arrivals) throws IOException {
        Carrier carrier = settings.carrier();
        return switch (carrier) {
            case CYCLONE, OPENDDS -> DdsEnd.open(settings, arrivals);
            case ARTEMIS, ARTEMIS_EXTERNAL, ARTEMIS_BRIDGE -> ArtemisEnd.open(settings, arrivals);
            case JDBC_POLLER -> JdbcEnd.open(settings, arrivals);
            case TCP -> TcpEnd.open(settings, arrivals);
            case UDP -> UdpEnd.open(settings, arrivals);
            default -> throw new IllegalArgumentException(carrier + " has no program of this project");
        };
    }

    /** Sends a payload and keeps nothing of it. */
    void send(byte[] payload) throws IOException;

    /**
     * Any thread may call it.
     *
     * @throws IOException when the thread of the arrivals has broken, with the reason; by default it never does
     */
    default void requireAlive() throws IOException {
        // who waits for arrivals notices
    }

    @Override
    void close() throws IOException;
}
