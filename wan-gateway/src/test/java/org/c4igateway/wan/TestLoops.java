package org.c4igateway.wan;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import org.c4igateway.core.watch.Loops;

/** Loops of a test, in which none may end by a defect. */
public final class TestLoops {
    private TestLoops() {}

    /** Those of one gateway. */
    public static Loops create() {
        return new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {
            throw fault;
        });
    }
}
