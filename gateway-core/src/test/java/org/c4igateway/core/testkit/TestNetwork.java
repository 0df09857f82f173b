package org.c4igateway.core.testkit;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports and DDS domains that no other test process of the same build uses. Processes run side by side; the system
 * property {@code test.fork} numbers them from 1. Any thread.
 */
public final class TestNetwork {
    /** Below the ports that systems give to outgoing connections, so that a node finds its port free again. */
    private static final int MIN_PORT = 20_000;

    private static final int PORTS = 3_000;
    private static final int FORKS = 4;
    /** RTPS derives UDP ports from the domain; those of domain 47 and less are below the ports given here. */
    private static final int MIN_DOMAIN = 6;

    private static final int DOMAINS = 9;

    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));
    private static final AtomicInteger NEXT_DOMAIN =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(DOMAINS));

    private TestNetwork() {}

    /** @return a port on which nobody listens now, over TCP and UDP, and that this process gives to nobody else */
    public static int port() {
        for (int tried = 0; tried < PORTS; tried++) {
            int port = MIN_PORT + fork() * PORTS + NEXT.getAndIncrement() % PORTS;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free from " + (MIN_PORT + fork() * PORTS));
    }

    /** @return a DDS domain that this process has not given for the last 8 calls */
    public static int domain() {
        return MIN_DOMAIN + FORKS * (NEXT_DOMAIN.getAndIncrement() % DOMAINS) + fork();
    }

    /** @return a DDS domain, the same each time in this process, that {@link #domain()} never gives */
    public static int sharedDomain() {
        return MIN_DOMAIN + FORKS * DOMAINS + fork();
    }

    /** @return from 0 to 3; 0 outside of a build */
    private static int fork() {
        int number = Integer.parseInt(System.getProperty("test.fork", "1"));
        if (number < 1 || number > FORKS) {
            throw new IllegalStateException("test.fork is " + number + ", and there are ports for " + FORKS);
        }
        return number - 1;
    }

    private static boolean isFree(int port) {
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                DatagramSocket _ = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
