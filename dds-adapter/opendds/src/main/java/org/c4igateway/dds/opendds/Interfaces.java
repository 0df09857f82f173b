package org.c4igateway.dds.opendds;

import java.net.InetAddress;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.provider.LocalInterfaces;

/** Network interfaces by name or by IPv4 address. */
final class Interfaces {
    private Interfaces() {}

    /** @return IPv4 address of the interface */
    static String addressOf(String nameOrAddress) {
        if (isAddress(nameOrAddress)) {
            return nameOrAddress;
        }
        return LocalInterfaces.addressesOf(nameOrAddress).stream()
                .map(InetAddress::getHostAddress)
                .findFirst()
                .orElseThrow(() -> new DdsException("network interface " + nameOrAddress + " has no IPv4 address"));
    }

    /** @return name of the interface */
    static String nameOf(String nameOrAddress) {
        return isAddress(nameOrAddress) ? LocalInterfaces.find(nameOrAddress).getName() : nameOrAddress;
    }

    private static boolean isAddress(String text) {
        return text.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    }
}
