package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.DomainConfig.Multicast;
import org.c4igateway.dds.api.DomainConfig.Network;
import org.c4igateway.dds.api.DomainConfig.Rendezvous;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.wire.WireTuning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a participant at a rendezvous says about itself, as a peer hears it that is a socket. */
class MeetingBytesTest {
    private static final int HEADER_BYTES = 20;
    private static final int PREFIX_AT = 8;
    private static final int PREFIX_BYTES = 12;
    private static final int DATA = 0x15;
    /** Submessage with its header, encapsulation, before the parameters (RTPS 2.5, 9.4.5.3); no inline QoS. */
    private static final int BEFORE_PARAMETERS = 28;

    private static final int TYPE_INFORMATION = 0x75;
    private static final String TOPIC = "C4I_FRAME_L_R";
    private static final int MOST_WRITERS = 30;
    private static final int DATAGRAMS_EACH = 5;
    private static final Qos FRAMES = Qos.of(new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO));

    private DatagramSocket peer;
    private int port;

    @BeforeEach
    void open() throws IOException {
        peer = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        peer.setSoTimeout(30_000);
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
    }

    @AfterEach
    void close() {
        peer.close();
    }

    private DdsParticipant participant() {
        return DdsProvider.named("cyclone")
                .open(
                        new DomainConfig(
                                0,
                                new Network(List.of("lo"), Multicast.NONE, List.of("127.0.0.1:" + peer.getLocalPort())),
                                Duration.ofMinutes(10),
                                WireTuning.LAN,
                                Optional.of(new Rendezvous(port, Duration.ofMillis(200), Optional.empty()))),
                        event -> {});
    }

    @Test
    void announcesNoProcess() throws IOException {
        try (DdsParticipant _ = participant()) {
            String announcement = text(heard());
            assertThat(announcement).startsWith("RTPS").doesNotContain("__ProcessName", "__Pid", "__Hostname");
        }
    }

    /** The peer knows the type by its name; its definition would take a third of what is said of an endpoint. */
    @Test
    void announcesEndpointsWithoutTheDefinitionOfTheirType() throws IOException {
        try (DdsParticipant participant = participant()) {
            introducePeer(heard());
            byte[] endpoint = announcementOfAWriter(participant);
            assertThat(text(endpoint)).contains("kmtf::Frame");
            assertThat(parametersOf(endpoint, TOPIC)).isNotEmpty().doesNotContain(TYPE_INFORMATION);
        }
    }

    /**
     * The participant tells of a writer at once only if it knows the peer by then; of an older one when it is asked,
     * which this peer never does. So more writers are made until it tells of one.
     */
    private byte[] announcementOfAWriter(DdsParticipant participant) throws IOException {
        for (int number = 0; number < MOST_WRITERS; number++) {
            participant.createWriter(TOPIC + number, WireType.FRAME, FRAMES);
            for (int i = 0; i < DATAGRAMS_EACH; i++) {
                byte[] bytes = heard();
                if (text(bytes).contains(TOPIC)) {
                    return bytes;
                }
            }
        }
        throw new AssertionError("nothing was heard of " + MOST_WRITERS + " writers");
    }

    /** The participant's own announcement as that of another one at the socket. */
    private void introducePeer(byte[] announcement) throws IOException {
        byte[] bytes = announcement.clone();
        byte[] prefix = Arrays.copyOfRange(bytes, PREFIX_AT, PREFIX_AT + PREFIX_BYTES);
        byte[] other = prefix.clone();
        other[PREFIX_BYTES - 1] ^= 0x55;
        replace(bytes, prefix, other);
        replace(bytes, locator(port), locator(peer.getLocalPort()));
        peer.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
    }

    /** Kind UDPv4 and a port (RTPS 2.5, 9.3.2.5). */
    private static byte[] locator(int at) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(1)
                .putInt(at)
                .array();
    }

    private static void replace(byte[] bytes, byte[] before, byte[] after) {
        for (int at = 0; at + before.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + before.length, before, 0, before.length)) {
                System.arraycopy(after, 0, bytes, at, after.length);
            }
        }
    }

    private byte[] heard() throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
        peer.receive(packet);
        return Arrays.copyOf(packet.getData(), packet.getLength());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Identifiers of the parameters of the DATA submessage with this text. */
    private static List<Integer> parametersOf(byte[] datagram, String text) {
        for (int at = HEADER_BYTES; at < datagram.length; at += 4 + number(datagram, at + 2)) {
            int end = at + 4 + number(datagram, at + 2);
            if (datagram[at] == DATA
                    && text(Arrays.copyOfRange(datagram, at, end)).contains(text)) {
                return parameters(datagram, at + BEFORE_PARAMETERS, end);
            }
        }
        return List.of();
    }

    private static List<Integer> parameters(byte[] datagram, int from, int to) {
        List<Integer> found = new ArrayList<>();
        for (int at = from; at < to; at += 4 + number(datagram, at + 2)) {
            found.add(number(datagram, at));
        }
        return found;
    }

    private static int number(byte[] bytes, int at) {
        return Byte.toUnsignedInt(bytes[at]) | Byte.toUnsignedInt(bytes[at + 1]) << 8;
    }
}
