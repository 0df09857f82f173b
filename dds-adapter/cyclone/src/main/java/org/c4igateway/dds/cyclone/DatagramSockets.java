package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.dds.api.UnsupportedSettingException;

/**
 * The UDP sockets of a participant, found as those that the process has after it was made and had not before. Cyclone
 * DDS 11 has no setting for the mark of what it sends, so it is set at the sockets. The library connects none of its
 * own, while a resolver connects those with which it asks a name server; connected ones are left out. Another that is
 * opened at that moment may be among them, so a socket is looked at before each mark, and one that is closed is left
 * out from then on. Linux. Thread-safe.
 */
@SuppressWarnings("restricted")
final class DatagramSockets {
    /** Numbers of Linux, for each processor alike. */
    private static final int IPPROTO_IP = 0;

    private static final int IP_TOS = 1;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_TCLASS = 67;
    private static final int EBADF = 9;
    private static final int ENOTSOCK = 88;

    private static final int REMOTE_COLUMN = 2;
    private static final int INODE_COLUMN = 9;
    /** Address and port of the other end of a socket that is not connected. */
    private static final Pattern NOBODY = Pattern.compile("0+:0+");

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private static final AddressLayout POINTER = ValueLayout.ADDRESS;
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO = STATE.byteOffset(PathElement.groupElement("errno"));
    private static final Pattern SOCKET = Pattern.compile("socket:\\[([0-9]+)]");
    private static final MethodHandle SETSOCKOPT = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("setsockopt"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, POINTER, JAVA_INT),
                    Linker.Option.captureCallState("errno"));

    private final Set<Socket> sockets;

    /**
     * A socket that this process had.
     *
     * @param descriptor another's, when the socket is closed and the number was used again
     * @param inode its own for as long as it is open
     */
    private record Socket(int descriptor, String inode, boolean ipv6) {
        boolean isOpen() {
            return inode.equals(inodeOf(DESCRIPTORS.resolve(Integer.toString(descriptor))));
        }
    }

    private DatagramSockets(Set<Socket> sockets) {
        this.sockets = ConcurrentHashMap.newKeySet();
        this.sockets.addAll(sockets);
    }

    /** @return all UDP sockets of this process that are not connected; none where the system does not show them */
    static DatagramSockets ofProcess() {
        try {
            Map<String, Integer> descriptors = descriptors();
            Set<Socket> found = new HashSet<>(among(descriptors, Path.of("/proc/self/net/udp"), false));
            found.addAll(among(descriptors, Path.of("/proc/self/net/udp6"), true));
            return new DatagramSockets(found);
        } catch (IOException | UncheckedIOException e) {
            return new DatagramSockets(Set.of());
        }
    }

    /** @return those of these that {@code before} has not */
    DatagramSockets without(DatagramSockets before) {
        Set<Socket> rest = new HashSet<>(sockets);
        rest.removeAll(before.sockets);
        return new DatagramSockets(rest);
    }

    /** Descriptors of sockets by inode. One that is closed meanwhile is left out. */
    private static Map<String, Integer> descriptors() throws IOException {
        Map<String, Integer> found = new HashMap<>();
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            for (Path descriptor : open.toList()) {
                String inode = inodeOf(descriptor);
                if (!inode.isEmpty()) {
                    found.put(inode, Integer.parseInt(String.valueOf(descriptor.getFileName())));
                }
            }
        }
        return found;
    }

    /** @return empty when it is closed, or no socket */
    private static String inodeOf(Path descriptor) {
        try {
            Matcher target = SOCKET.matcher(Files.readSymbolicLink(descriptor).toString());
            return target.matches() ? target.group(1) : "";
        } catch (IOException e) {
            return "";
        }
    }

    private static Set<Socket> among(Map<String, Integer> descriptors, Path table, boolean ipv6) throws IOException {
        Set<Socket> found = new HashSet<>();
        if (!Files.isReadable(table)) {
            return found;
        }
        List<String> lines = Files.readAllLines(table);
        for (String line : lines.subList(1, lines.size())) {
            String[] columns = line.strip().split(" +", -1);
            if (columns.length <= INODE_COLUMN
                    || !NOBODY.matcher(columns[REMOTE_COLUMN]).matches()) {
                continue;
            }
            Integer descriptor = descriptors.get(columns[INODE_COLUMN]);
            if (descriptor != null) {
                found.add(new Socket(descriptor, columns[INODE_COLUMN], ipv6));
            }
        }
        return found;
    }

    /** @throws UnsupportedSettingException when there are none, or the system refuses */
    void mark(int trafficClass) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment value = arena.allocateFrom(JAVA_INT, trafficClass);
            sockets.removeIf(socket -> !socket.isOpen() || !set(socket, value, state));
        }
        if (sockets.isEmpty()) {
            throw refused("the sockets of the participant cannot be found");
        }
    }

    /** @return false when it is closed meanwhile */
    private static boolean set(Socket socket, MemorySegment value, MemorySegment state) {
        int level = socket.ipv6() ? IPPROTO_IPV6 : IPPROTO_IP;
        int option = socket.ipv6() ? IPV6_TCLASS : IP_TOS;
        int result;
        try {
            result = (int) SETSOCKOPT.invokeExact(state, socket.descriptor(), level, option, value, Integer.BYTES);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        int errno = result == 0 ? 0 : state.get(JAVA_INT, ERRNO);
        if (errno == 0) {
            return true;
        }
        if (errno == EBADF || errno == ENOTSOCK) {
            return false;
        }
        throw refused("the system does not permit DSCP on a socket (errno " + errno + ")");
    }

    private static UnsupportedSettingException refused(String problem) {
        return new UnsupportedSettingException("dscp", problem, "Remove the key.");
    }
}
