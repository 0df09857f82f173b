package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.dds.api.UnsupportedSettingException;

/**
 * The UDP sockets of a participant, found as those that the process has after it was made and had not before. Cyclone
 * DDS 11 has no setting for the mark of what it sends, so it is set at the sockets. Linux. Thread-safe.
 */
@SuppressWarnings("restricted")
final class DatagramSockets {
    /** Numbers of Linux, for each processor alike. */
    private static final int IPPROTO_IP = 0;

    private static final int IP_TOS = 1;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_TCLASS = 67;
    private static final int INODE_COLUMN = 9;

    private static final AddressLayout POINTER = ValueLayout.ADDRESS;
    private static final Pattern SOCKET = Pattern.compile("socket:\\[([0-9]+)]");
    private static final MethodHandle SETSOCKOPT = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("setsockopt"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, POINTER, JAVA_INT));

    private final Set<Integer> ipv4;
    private final Set<Integer> ipv6;

    private DatagramSockets(Set<Integer> ipv4, Set<Integer> ipv6) {
        this.ipv4 = Set.copyOf(ipv4);
        this.ipv6 = Set.copyOf(ipv6);
    }

    /** @return all UDP sockets of this process; none where the system does not show them */
    static DatagramSockets ofProcess() {
        try {
            Map<String, Integer> sockets = descriptors();
            return new DatagramSockets(
                    among(sockets, Path.of("/proc/self/net/udp")), among(sockets, Path.of("/proc/self/net/udp6")));
        } catch (IOException | UncheckedIOException e) {
            return new DatagramSockets(Set.of(), Set.of());
        }
    }

    /** @return those of these that {@code before} has not */
    DatagramSockets without(DatagramSockets before) {
        Set<Integer> v4 = new HashSet<>(ipv4);
        v4.removeAll(before.ipv4);
        Set<Integer> v6 = new HashSet<>(ipv6);
        v6.removeAll(before.ipv6);
        return new DatagramSockets(v4, v6);
    }

    /** Descriptors of sockets by inode. One that is closed meanwhile is left out. */
    private static Map<String, Integer> descriptors() throws IOException {
        Map<String, Integer> sockets = new HashMap<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : open.toList()) {
                Matcher target = SOCKET.matcher(target(descriptor));
                if (target.matches()) {
                    sockets.put(target.group(1), Integer.parseInt(String.valueOf(descriptor.getFileName())));
                }
            }
        }
        return sockets;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static Set<Integer> among(Map<String, Integer> sockets, Path table) throws IOException {
        Set<Integer> found = new HashSet<>();
        if (!Files.isReadable(table)) {
            return found;
        }
        List<String> lines = Files.readAllLines(table);
        for (String line : lines.subList(1, lines.size())) {
            String[] columns = line.strip().split(" +", -1);
            Integer descriptor = columns.length > INODE_COLUMN ? sockets.get(columns[INODE_COLUMN]) : null;
            if (descriptor != null) {
                found.add(descriptor);
            }
        }
        return found;
    }

    /** @throws UnsupportedSettingException when there are none, or the system refuses */
    void mark(int trafficClass) {
        if (ipv4.isEmpty() && ipv6.isEmpty()) {
            throw refused("the sockets of the participant cannot be found");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocateFrom(JAVA_INT, trafficClass);
            ipv4.forEach(socket -> set(socket, IPPROTO_IP, IP_TOS, value));
            ipv6.forEach(socket -> set(socket, IPPROTO_IPV6, IPV6_TCLASS, value));
        }
    }

    private static void set(int socket, int level, int option, MemorySegment value) {
        int result;
        try {
            result = (int) SETSOCKOPT.invokeExact(socket, level, option, value, Integer.BYTES);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        if (result != 0) {
            throw refused("the system does not permit DSCP on a socket");
        }
    }

    private static UnsupportedSettingException refused(String problem) {
        return new UnsupportedSettingException("dscp", problem, "Remove the key.");
    }
}
