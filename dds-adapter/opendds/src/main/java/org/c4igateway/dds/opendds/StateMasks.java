package org.c4igateway.dds.opendds;

import org.c4igateway.dds.api.sample.InstanceState;


/** Masks of sample, view and instance states (DDS 1.4, 2.2.2.5.1). */
final class StateMasks {
    static final int ANY = 0xffff;
    static final int ALIVE = 1;

    private static final int DISPOSED = 2;

    private StateMasks() {}

    static InstanceState instance(int bits) {
        return switch (bits) {
            case ALIVE -> InstanceState.ALIVE;
            case DISPOSED -> InstanceState.DISPOSED;
            default -> InstanceState.NO_WRITERS;
        };
    }
}
