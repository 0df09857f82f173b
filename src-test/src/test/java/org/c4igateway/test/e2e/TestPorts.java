package org.c4igateway.test.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports below those that systems give to outgoing connections, so that a node finds its port free when it comes back.
 */
final class TestPorts {
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;

    private final Set<Integer> given = new HashSet<>();

    /** A port on which nobody listens now and that this object has not given before. */
    int next() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (!given.contains(port) && isFree(port)) {
                given.add(port);
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
