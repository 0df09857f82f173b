package org.c4igateway.lab.net;

import java.io.IOException;

/** Sets and counts what the two directions of one link do. Implementations belong to one thread at a time. */
sealed interface WireControl extends AutoCloseable permits NetemWire, FilterWire, RelayWire {
    /** Sets both directions and resets the counters. Blocks for some milliseconds. */
    void set(Impairment forward, Impairment backward) throws IOException;

    /** Counters of a direction since it was last set. */
    DirectionCounters read(Direction direction) throws IOException;

    @Override
    void close();
}
