package org.c4igateway.lab.transport.entities;

import java.io.IOException;
import org.c4igateway.lab.scenario.Cell.Carrier;

/** The ends of one program. Belongs to one thread; what arrives comes in threads of the carrier. */
interface Entities extends AutoCloseable {
    /**
     * Opens all. With a carrier that has connections it blocks until each end is known to the engine.
     *
     * @param arrivals of a program that reads
     */
    static Entities open(EntitiesAssignment assignment, PairArrivals arrivals) throws IOException {
        Carrier carrier = assignment.carrier();
        return switch (carrier) {
            case CYCLONE, OPENDDS -> DdsEntities.open(assignment, arrivals);
            case ARTEMIS, ARTEMIS_EXTERNAL -> ArtemisEntities.open(assignment, arrivals);
            default -> throw new IllegalArgumentException(carrier + " has no pairs that meet");
        };
    }

    /** Whether each end has met its partner. */
    boolean met();

    /** Writes a sample at each end; of a program that writes. */
    void writeAll() throws IOException;

    @Override
    void close() throws IOException;
}
