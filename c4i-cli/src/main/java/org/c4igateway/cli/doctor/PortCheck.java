package org.c4igateway.cli.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;

/** Whether a node started with these TCP ports could listen on them. The demonstration finds free ports itself. */
final class PortCheck implements Check {
    private final List<Integer> ports;

    PortCheck(List<Integer> ports) {
        this.ports = List.copyOf(ports);
    }

    @Override
    public List<Finding> examine() {
        return ports.stream().map(PortCheck::examine).toList();
    }

    private static Finding examine(int port) {
        String name = "TCP port " + port;
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return Finding.ok(name, "free");
        } catch (IOException e) {
            return Finding.warn(name, "in use: " + e.getMessage(), "give the node another port, or end what uses it");
        }
    }
}
