package org.c4igateway.lab.testbed;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import org.c4igateway.lab.net.Host;

/**
 * Where a node's process runs and what it listens on.
 *
 * @param enter words put before the command so that it runs there, such as {@code nsenter}; empty on this machine
 *     itself
 * @param host address that carries messages
 * @param managementHost address that serves health and metrics, apart from the messages where there is such a network
 * @param device network interface that carries messages
 */
public record NodePlace(List<String> enter, String host, String managementHost, String device) {
    private static final String LOOPBACK_HOST = "127.0.0.1";

    public NodePlace {
        enter = List.copyOf(enter);
    }

    /** The loopback interface of this machine. */
    public static NodePlace loopback() {
        return new NodePlace(List.of(), LOOPBACK_HOST, LOOPBACK_HOST, loopbackDevice());
    }

    /** A host of a network of namespaces. */
    public static NodePlace at(Host host) {
        return new NodePlace(host.enter(), host.address(), host.managementAddress(), host.device());
    }

    /** Name of the loopback interface: lo on Linux, lo0 on macOS. */
    private static String loopbackDevice() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(NodePlace::isLoopback)
                    .map(NetworkInterface::getName)
                    .findFirst()
                    .orElse("lo");
        } catch (SocketException e) {
            return "lo";
        }
    }

    private static boolean isLoopback(NetworkInterface candidate) {
        try {
            return candidate.isLoopback();
        } catch (SocketException e) {
            return false;
        }
    }
}
