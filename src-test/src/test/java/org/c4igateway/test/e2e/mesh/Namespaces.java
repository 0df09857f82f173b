package org.c4igateway.test.e2e.mesh;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.c4igateway.lab.net.NetworkTestbed;

/** Network namespaces, which not every machine lets a process make. */
public final class Namespaces {
    private Namespaces() {}

    /** Skips the test, with the reason, where they cannot be made. */
    public static void require() {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
    }
}
