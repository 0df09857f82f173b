package org.c4igateway.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/** Which interfaces can join the group by which DDS participants find each other (RTPS 2.5, 9.6.1.4). */
final class MulticastCheck implements Check {
    private static final String DISCOVERY_GROUP = "239.255.0.1";

    @Override
    public List<Finding> examine() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(MulticastCheck::isUp)
                    .map(MulticastCheck::examine)
                    .toList();
        } catch (SocketException e) {
            return List.of(Finding.warn("multicast", "no interfaces: " + e.getMessage(), "bring an interface up"));
        }
    }

    private static boolean isUp(NetworkInterface networkInterface) {
        try {
            return networkInterface.isUp()
                    && networkInterface.inetAddresses().findAny().isPresent();
        } catch (SocketException e) {
            return false;
        }
    }

    private static Finding examine(NetworkInterface networkInterface) {
        String name = "multicast on " + networkInterface.getName();
        String remedy =
                "list the other nodes as peers, or: ip link set " + networkInterface.getName() + " multicast on";
        try (MulticastSocket socket = new MulticastSocket(0)) {
            if (!networkInterface.supportsMulticast() && !networkInterface.isLoopback()) {
                return Finding.warn(name, "switched off", remedy);
            }
            socket.joinGroup(new InetSocketAddress(InetAddress.getByName(DISCOVERY_GROUP), 0), networkInterface);
            return Finding.ok(name, "joins " + DISCOVERY_GROUP);
        } catch (IOException e) {
            return Finding.warn(name, "cannot join " + DISCOVERY_GROUP + ": " + e.getMessage(), remedy);
        }
    }
}
