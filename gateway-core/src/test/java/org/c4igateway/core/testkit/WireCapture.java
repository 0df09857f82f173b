package org.c4igateway.core.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** What passes the loopback interface over IPv4, from its headers; needs Python 3 and the right to capture. */
public final class WireCapture implements AutoCloseable {
    private static final String PROGRAM = """
            import socket, struct, sys
            s = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0800))
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
            s.bind(('lo', 0x0800))
            print('ready', flush=True)
            while True:
                p, a = s.recvfrom(65535)
                if a[2] == socket.PACKET_OUTGOING or p[9] not in (6, 17) or struct.unpack('!H', p[6:8])[0] & 0x1fff:
                    continue
                h = 4 * (p[0] & 15)
                source, target = struct.unpack('!HH', p[h:h + 4])
                if not any(int(sys.argv[1]) <= port <= int(sys.argv[2]) for port in (source, target)):
                    continue
                print(p[9], source, target, p[1] >> 2, struct.unpack('!H', p[2:4])[0], p[-1], flush=True)
            """;

    private final Process program;
    private final Queue<Packet> packets = new ConcurrentLinkedQueue<>();

    /**
     * The head of a packet; of a datagram in fragments, of the first.
     *
     * @param protocol 6 for TCP, 17 for UDP
     * @param dscp of its IP header
     * @param bytes of all of it
     * @param last the last byte, 0 to 255
     */
    public record Packet(int protocol, int source, int target, int dscp, int bytes, int last) {}

    private WireCapture(Process program, BufferedReader lines) {
        this.program = program;
        Thread.ofVirtual().start(() -> lines.lines().map(WireCapture::packet).forEach(packets::add));
    }

    /**
     * @param first of the ports whose packets are wanted, from or to
     * @param last of them
     * @return a capture that runs; empty where this process may not capture, or there is no Python
     */
    public static Optional<WireCapture> start(int first, int last) {
        try {
            Process program = new ProcessBuilder(
                            "python3", "-c", PROGRAM, Integer.toString(first), Integer.toString(last))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
            return "ready".equals(lines.readLine()) ? Optional.of(new WireCapture(program, lines)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Packet packet(String line) {
        String[] words = line.split(" ", -1);
        return new Packet(
                Integer.parseInt(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]));
    }

    /** @return what has passed so far, as far as it is wanted */
    public List<Packet> packets(Predicate<Packet> wanted) {
        return packets.stream().filter(wanted).toList();
    }

    @Override
    public void close() {
        program.destroy();
    }
}
