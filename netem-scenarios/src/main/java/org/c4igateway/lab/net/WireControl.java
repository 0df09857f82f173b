package org.c4igateway.lab.net;

import java.io.IOException;

/** Sets and counts what the two directions of one link do. Implementations belong to one thread at a time. */
sealed interface WireControl extends AutoCloseable permits NetemWire, FilterWire, RelayWire {
    /** Sets both directions and starts counting anew. Blocks for some milliseconds. */
    void set(Impairment forward, Impairment backward) throws IOException;

    /** What a direction has done since it was last set. */
    DirectionCounters read(Direction direction) throws IOException;

    @Override
    void close();
}
