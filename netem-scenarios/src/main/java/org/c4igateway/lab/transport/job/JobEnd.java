package org.c4igateway.lab.transport.job;

import java.io.IOException;
import java.util.function.Consumer;
import org.c4igateway.lab.scenario.Cell.Carrier;

/**
 * The end of a master, which publishes intervals and gets results, or of a worker, which gets intervals and publishes
 * results. What arrives is handed to the consumer in a thread of the carrier, one after another; a worker does its work
 * there. The carrier keeps the last interval of each worker: a worker that comes later, in place of one that is gone,
 * gets the interval that has no result yet. {@link #send} is called by one thread at a time, also by that of the
 * arrivals.
 */
interface JobEnd extends AutoCloseable {
    /**
     * Opens the end of a master or a worker.
     *
     * @param arrivals gets results, or intervals, among which may be those of other workers; also before this returns
     */
    static JobEnd open(JobAssignment assignment, Consumer<byte[]> arrivals) throws IOException {
        Carrier carrier = assignment.ends().carrier();
        return switch (carrier) {
            case CYCLONE, OPENDDS -> DdsJobEnd.open(assignment, arrivals);
            case ARTEMIS -> ArtemisJobEnd.open(assignment, arrivals);
            default -> throw new IllegalArgumentException(carrier + " brings no intervals to workers");
        };
    }

    /**
     * Publishes an interval for a worker, or the result of a worker.
     *
     * @param worker its number
     */
    void send(int worker, byte[] message) throws IOException;

    @Override
    void close() throws IOException;
}
