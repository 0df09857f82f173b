package org.c4igateway.dds.api.provider;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.jspecify.annotations.Nullable;

/** Network interfaces of this machine, by name or by one of their addresses. */
public final class LocalInterfaces {
    private static final String KEY = "network.interfaces";

    private LocalInterfaces() {}

    /** @return whether the text is an address rather than a name */
    public static boolean isAddress(String text) {
        return text.indexOf(':') >= 0 || text.matches("[0-9.]+");
    }

    /**
     * Asks the operating system for each.
     *
     * @throws UnsupportedSettingException naming the first that this machine has not
     */
    public static void require(List<String> namesOrAddresses) {
        namesOrAddresses.forEach(LocalInterfaces::find);
    }

    /**
     * Asks the operating system.
     *
     * @throws UnsupportedSettingException when this machine has no such interface
     */
    public static NetworkInterface find(String nameOrAddress) {
        @Nullable NetworkInterface found = null;
        try {
            found = lookUp(nameOrAddress);
        } catch (UnknownHostException e) {
            throw new UnsupportedSettingException(
                    KEY, "'" + nameOrAddress + "' is no address", "Name an interface of this machine.");
        } catch (SocketException e) {
            throw new UnsupportedSettingException(
                    KEY, "'" + nameOrAddress + "' cannot be looked up: " + e, "Name an interface of this machine.", e);
        }
        if (found == null) {
            throw new UnsupportedSettingException(
                    KEY,
                    "'" + nameOrAddress + "' is no network interface of this machine",
                    "Name interfaces that it has, or their addresses: " + all() + ".",
                    new SocketException("no such interface"));
        }
        return found;
    }

    private static @Nullable NetworkInterface lookUp(String nameOrAddress)
            throws SocketException, UnknownHostException {
        return isAddress(nameOrAddress)
                ? NetworkInterface.getByInetAddress(InetAddress.getByName(nameOrAddress))
                : NetworkInterface.getByName(nameOrAddress);
    }

    /**
     * The addresses of an interface in the order of the operating system: of a named interface the libraries use the
     * first, which is its own, not one that moves between hosts and was added to it. IPv4 only.
     *
     * @throws UnsupportedSettingException when this machine has no such interface
     */
    public static List<InetAddress> addressesOf(String nameOrAddress) {
        return addressesOf(find(nameOrAddress));
    }

    /** The JDK puts each address that the operating system lists before those that it listed earlier. */
    private static List<InetAddress> addressesOf(NetworkInterface found) {
        return found.inetAddresses()
                .filter(Inet4Address.class::isInstance)
                .toList()
                .reversed();
    }

    /**
     * What an interface has, or what has that address. IPv4 only: addresses of IPv6 come and go by design.
     *
     * @param index of the interface; a recreated interface has another index
     * @param addresses the one that a library uses first
     */
    record Addresses(int index, List<InetAddress> addresses) {
        private static final Addresses NONE = new Addresses(0, List.of());

        Addresses {
            addresses = List.copyOf(addresses);
        }

        boolean isEmpty() {
            return addresses.isEmpty();
        }

        /** @return whether the address that a library took from {@code earlier} is still there; others do not count */
        boolean includes(Addresses earlier) {
            return index == earlier.index && (earlier.isEmpty() || addresses.contains(earlier.addresses.getFirst()));
        }

        /** @return the one that a library uses */
        @Override
        public String toString() {
            return isEmpty() ? "" : addresses.getFirst().getHostAddress();
        }
    }

    /** @return none when there is no such interface; empty when the operating system does not answer */
    static Optional<Addresses> addresses(String nameOrAddress) {
        try {
            NetworkInterface found = lookUp(nameOrAddress);
            return Optional.of(
                    found == null
                            ? Addresses.NONE
                            : new Addresses(
                                    found.getIndex(),
                                    addressesOf(found).stream()
                                            .filter(each -> !isAddress(nameOrAddress)
                                                    || nameOrAddress.equals(each.getHostAddress()))
                                            .toList()));
        } catch (SocketException | UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static String all() {
        try {
            return NetworkInterface.networkInterfaces()
                    .map(NetworkInterface::getName)
                    .sorted()
                    .collect(Collectors.joining(", "));
        } catch (SocketException e) {
            return "they cannot be listed";
        }
    }
}
