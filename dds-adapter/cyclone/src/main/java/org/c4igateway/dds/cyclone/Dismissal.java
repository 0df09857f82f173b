package org.c4igateway.dds.cyclone;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.Guid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the participants of this host that another one has left its domain, as that one would have told them itself:
 * the announcement of its participant, disposed and unregistered (RTPS 2.5, 8.5.3 and 9.6.4.9). The library has no call
 * for it. The datagrams go to addresses of this host only.
 */
final class Dismissal {
    private static final Logger LOG = LoggerFactory.getLogger(Dismissal.class);

    private static final int PREFIX_BYTES = 12;
    private static final int MAX_BYTES = 128;
    /** Well-known ports (RTPS 2.5, 9.6.2.3). */
    private static final int PORT_BASE = 7_400;

    private static final int PORTS_PER_DOMAIN = 250;
    private static final int UNICAST_DISCOVERY = 10;
    private static final int PORTS_PER_PARTICIPANT = 2;

    private static final int UNKNOWN_READER = 0;
    private static final int ANNOUNCING_WRITER = 0x00_01_00_c2;
    private static final int PARTICIPANT = 0x00_00_01_c1;
    private static final byte DATA = 0x15;
    private static final byte LITTLE_ENDIAN_WITH_QOS_AND_KEY = 0x01 | 0x02 | 0x08;
    private static final short BYTES_TO_QOS = 16;
    private static final short STATUS_INFO = 0x71;
    private static final int DISPOSED_AND_UNREGISTERED = 3;
    private static final short SENTINEL = 1;
    private static final short PARAMETERS_LITTLE_ENDIAN = 0x0003;
    private static final short PARTICIPANT_GUID = 0x50;

    private final List<Integer> ports;

    Dismissal(DomainConfig config) {
        this.ports = config.rendezvous()
                .map(rendezvous -> List.of(rendezvous.port()))
                .orElseGet(() -> IntStream.rangeClosed(0, CycloneXml.MAX_INDEX)
                        .mapToObj(index -> PORT_BASE
                                + PORTS_PER_DOMAIN * config.domainId()
                                + UNICAST_DISCOVERY
                                + PORTS_PER_PARTICIPANT * index)
                        .filter(port -> port <= 0xffff)
                        .toList());
    }

    /** @param entity any entity of the participant that has left */
    void tell(Guid entity) {
        byte[] datagram = datagram(HexFormat.of().parseHex(entity.hex(), 0, 2 * PREFIX_BYTES));
        try (DatagramSocket socket = new DatagramSocket()) {
            for (InetAddress address : ownAddresses()) {
                for (int port : ports) {
                    socket.send(new DatagramPacket(datagram, datagram.length, address, port));
                }
            }
        } catch (IOException e) {
            LOG.warn("the participant of {} could not be removed; it ends with its lease: {}", entity, e.getMessage());
        }
    }

    private static Set<InetAddress> ownAddresses() throws IOException {
        Set<InetAddress> addresses = new LinkedHashSet<>();
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            if (each.isUp()) {
                each.inetAddresses().filter(Inet4Address.class::isInstance).forEach(addresses::add);
            }
        }
        return addresses;
    }

    /**
     * Header, DATA with the status in line, and the key as its payload.
     *
     * @param prefix of the participant that has left
     */
    static byte[] datagram(byte[] prefix) {
        ByteBuffer out = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.BIG_ENDIAN);
        out.put(new byte[] {'R', 'T', 'P', 'S', 2, 1}).put(prefix, 0, 2).put(prefix);
        out.put(DATA).put(LITTLE_ENDIAN_WITH_QOS_AND_KEY);
        int lengthAt = out.position();
        out.order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort(BYTES_TO_QOS);
        out.order(ByteOrder.BIG_ENDIAN).putInt(UNKNOWN_READER).putInt(ANNOUNCING_WRITER);
        // Sequence numbers of announcements count for nothing: their reader is a stateless one.
        out.order(ByteOrder.LITTLE_ENDIAN).putInt(0).putInt(1);
        out.putShort(STATUS_INFO).putShort((short) Integer.BYTES);
        out.order(ByteOrder.BIG_ENDIAN).putInt(DISPOSED_AND_UNREGISTERED);
        sentinel(out);
        out.order(ByteOrder.BIG_ENDIAN).putShort(PARAMETERS_LITTLE_ENDIAN).putShort((short) 0);
        out.order(ByteOrder.LITTLE_ENDIAN).putShort(PARTICIPANT_GUID).putShort((short) (PREFIX_BYTES + Integer.BYTES));
        out.order(ByteOrder.BIG_ENDIAN).put(prefix).putInt(PARTICIPANT);
        sentinel(out);
        out.order(ByteOrder.LITTLE_ENDIAN).putShort(lengthAt, (short) (out.position() - lengthAt - Short.BYTES));
        byte[] datagram = new byte[out.position()];
        out.flip().get(datagram);
        return datagram;
    }

    private static void sentinel(ByteBuffer out) {
        out.order(ByteOrder.LITTLE_ENDIAN).putShort(SENTINEL).putShort((short) 0);
    }
}
