package org.c4igateway.dds.opendds.status;

import org.c4igateway.dds.api.sample.InstanceState;

/** Masks of sample, view and instance states (DDS 1.4, 2.2.2.5.1). */
public final class StateMasks {
    public static final int ANY = 0xffff;
    public static final int ALIVE = 1;

    private static final int DISPOSED = 2;

    private StateMasks() {}

    public static InstanceState instance(int bits) {
        return switch (bits) {
            case ALIVE -> InstanceState.ALIVE;
            case DISPOSED -> InstanceState.DISPOSED;
            default -> InstanceState.NO_WRITERS;
        };
    }
}
