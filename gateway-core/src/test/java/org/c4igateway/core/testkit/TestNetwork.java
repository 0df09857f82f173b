package org.c4igateway.core.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports and DDS domains that no other test process of this machine uses. Each process holds one of {@value #SHARES}
 * shares of them until it ends: the lock of a file, which the system releases with the process. Any thread.
 */
public final class TestNetwork {
    private static final int SHARES = 7;

    /** Below the ports that systems give to outgoing connections, so that a node finds its port free again. */
    private static final int MIN_PORT = 20_000;

    private static final int PORTS = 1_700;
    /** RTPS derives UDP ports from the domain; those of domain 47 and less are below the ports given here. */
    private static final int MIN_DOMAIN = 6;

    private static final int DOMAINS = 5;

    /** Held by this field: a lock that nothing refers to ends with the next collection of garbage. */
    private static final Share OWN = claim();

    private static final int SHARE = OWN.number();

    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));
    private static final AtomicInteger NEXT_DOMAIN =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(DOMAINS));

    private TestNetwork() {}

    /** @return a port that is free now, over TCP and UDP, and that this process gives out once */
    public static int port() {
        for (int tried = 0; tried < PORTS; tried++) {
            int port = MIN_PORT + SHARE * PORTS + NEXT.getAndIncrement() % PORTS;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free from " + (MIN_PORT + SHARE * PORTS));
    }

    /** @return the first of so many successive ports as of {@link #port} */
    public static int ports(int count) {
        int first = port();
        for (int port = first + 1; port < first + count; port++) {
            int next = port();
            if (next != port) {
                first = next;
                port = next;
            }
        }
        return first;
    }

    /** @return a DDS domain that this process has not given for the last 4 calls */
    public static int domain() {
        return MIN_DOMAIN + SHARES * (NEXT_DOMAIN.getAndIncrement() % DOMAINS) + SHARE;
    }

    /** @return a DDS domain, the same each time in this process, that {@link #domain()} never gives */
    public static int sharedDomain() {
        return MIN_DOMAIN + SHARES * DOMAINS + SHARE;
    }

    private static Share claim() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        String name = "c4i-test-network-" + System.getProperty("user.name") + "-";
        try {
            for (int share = 0; share < SHARES; share++) {
                FileChannel file = FileChannel.open(
                        folder.resolve(name + share + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.tryLock();
                if (lock != null) {
                    return new Share(share, lock);
                }
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no share of the ports for tests", e);
        }
        throw new IllegalStateException(
                SHARES + " test processes hold the ports for tests: they lock " + folder.resolve(name) + "*.lock");
    }

    private static boolean isFree(int port) {
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                DatagramSocket _ = new DatagramSocket(port, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * What one process may use.
     *
     * @param number from 0
     * @param lock held until the process ends
     */
    private record Share(int number, FileLock lock) {}
}
