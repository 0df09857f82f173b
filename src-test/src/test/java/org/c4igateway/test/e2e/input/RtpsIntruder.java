package org.c4igateway.test.e2e.input;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.c4igateway.test.e2e.input.RtpsPacket.Content;
import org.c4igateway.test.e2e.input.RtpsPacket.Part;

/**
 * A program on the loopback interface that takes part in discovery with RTPS messages made by hand: it hears the
 * announcements of a domain, announces itself with a copy of one of them, asks the members for all their endpoints and
 * claims a writer like one of theirs. What it hears is kept as material. One thread drives it; two listen.
 */
final class RtpsIntruder implements AutoCloseable {
    static final int PUBLICATIONS_WRITER = 0x03c2;
    static final int SUBSCRIPTIONS_WRITER = 0x04c2;
    private static final int METATRAFFIC_UNICAST_LOCATOR = 0x32;
    private static final int DEFAULT_UNICAST_LOCATOR = 0x31;
    private static final int ENDPOINT_GUID = 0x5a;
    private static final int INLINE_QOS = 2;
    /** Up to where the parameter list or encoding of a DATA submessage begins. */
    private static final int SAMPLE_HEAD_BYTES = 20;

    private static final int UDP_V4 = 1;
    private static final int LOCATOR_BYTES = 24;
    private static final int MAX_HEARD = 20_000;
    private static final int MAX_DATAGRAM = 65_535;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /** A member: where it listens for discovery and for data. */
    record Member(byte[] prefix, InetSocketAddress discovery, InetSocketAddress data) {}

    private final byte[] prefix;
    private final InetSocketAddress group;
    private final DatagramChannel announcements;
    private final DatagramChannel own;
    private final List<byte[]> heard = new ArrayList<>();
    private final Map<String, Member> members = new LinkedHashMap<>();
    private int requests;

    /** @param prefix of its GUID, 12 bytes */
    RtpsIntruder(int domain, byte[] prefix) throws IOException {
        this.prefix = prefix.clone();
        group = new InetSocketAddress("239.255.0.1", 7_400 + 250 * domain);
        NetworkInterface loopback = NetworkInterface.getByInetAddress(LOOPBACK);
        announcements = DatagramChannel.open(StandardProtocolFamily.INET)
                .setOption(StandardSocketOptions.SO_REUSEADDR, true)
                .setOption(StandardSocketOptions.SO_REUSEPORT, true)
                .bind(new InetSocketAddress(group.getPort()));
        announcements.join(group.getAddress(), loopback);
        own = DatagramChannel.open(StandardProtocolFamily.INET)
                .setOption(StandardSocketOptions.IP_MULTICAST_IF, loopback)
                .bind(new InetSocketAddress(LOOPBACK, 0));
        for (DatagramChannel channel : List.of(announcements, own)) {
            Thread.ofPlatform().daemon().name("rtps-intruder").start(() -> listen(channel));
        }
    }

    private void listen(DatagramChannel channel) {
        ByteBuffer buffer = ByteBuffer.allocate(MAX_DATAGRAM);
        try {
            while (channel.receive(buffer.clear()) != null) {
                byte[] message = Arrays.copyOf(buffer.array(), buffer.position());
                if (message.length > RtpsPacket.HEADER_BYTES && !Arrays.equals(RtpsPacket.prefixOf(message), prefix)) {
                    keep(message);
                }
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void keep(byte[] message) {
        synchronized (heard) {
            if (heard.size() < MAX_HEARD) {
                heard.add(message);
            }
            OptionalInt discovery = port(message, METATRAFFIC_UNICAST_LOCATOR);
            OptionalInt data = port(message, DEFAULT_UNICAST_LOCATOR);
            if (discovery.isPresent() && data.isPresent()) {
                byte[] name = RtpsPacket.prefixOf(message);
                members.putIfAbsent(
                        Arrays.toString(name), new Member(name, at(discovery.getAsInt()), at(data.getAsInt())));
            }
        }
    }

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress(LOOPBACK, port);
    }

    /** @return port in the first locator parameter of that kind */
    private static OptionalInt port(byte[] message, int parameter) {
        byte[] start = new Content().u16(parameter, LOCATOR_BYTES).u32(UDP_V4).bytes();
        int at = RtpsPacket.indexOf(message, start, RtpsPacket.HEADER_BYTES);
        return at < 0
                ? OptionalInt.empty()
                : OptionalInt.of(RtpsPacket.littleEndian(message).getInt(at + start.length));
    }

    /** Waits until it knows that many members, announces itself to them and hears what endpoints they have. */
    List<Member> join(int expected) {
        await("announcements").atMost(PATIENCE).until(() -> members().size() >= expected);
        List<Member> known = members();
        await("endpoints of all members").atMost(PATIENCE).until(() -> {
            for (Member member : known) {
                send(announcement(), member.discovery);
                for (int writer : new int[] {PUBLICATIONS_WRITER, SUBSCRIPTIONS_WRITER}) {
                    send(request(member, writer), member.discovery);
                }
            }
            return known.stream().noneMatch(member -> declarations(member, "").isEmpty());
        });
        return known;
    }

    /** Announces itself again, so that its lease does not run out. */
    void stay() {
        members().forEach(member -> send(announcement(), member.discovery));
    }

    private List<Member> members() {
        synchronized (heard) {
            return List.copyOf(members.values());
        }
    }

    private byte[] announcement() {
        return announcement(prefix, own.socket().getLocalPort());
    }

    /**
     * A copy of a member's announcement with another name, and with another port for discovery and data. Members must
     * be known.
     */
    byte[] announcement(byte[] name, int port) {
        Member model = members().getFirst();
        byte[] original = heard(message -> Arrays.equals(RtpsPacket.prefixOf(message), model.prefix)
                        && port(message, METATRAFFIC_UNICAST_LOCATOR).isPresent())
                .getFirst();
        byte[] copy = RtpsPacket.renamed(original, model.prefix, name);
        for (int parameter : new int[] {METATRAFFIC_UNICAST_LOCATOR, DEFAULT_UNICAST_LOCATOR}) {
            byte[] start =
                    new Content().u16(parameter, LOCATOR_BYTES).u32(UDP_V4).bytes();
            int at = RtpsPacket.indexOf(copy, start, RtpsPacket.HEADER_BYTES);
            RtpsPacket.littleEndian(copy).putInt(at + start.length, port);
        }
        return copy;
    }

    /** Asks a writer of discovery data for its first 256 samples. */
    private byte[] request(Member member, int writer) {
        int reader = writer | 0x05;
        Content content =
                new Content().entity(reader).entity(writer).sequence(1).u32(256);
        for (int word = 0; word < 8; word++) {
            content.u32(0xffff_ffffL);
        }
        requests++;
        return new RtpsPacket(prefix)
                .with(RtpsPacket.INFO_DST, 0, member.prefix)
                .with(RtpsPacket.ACKNACK, 0, content.u32(requests).bytes())
                .bytes();
    }

    /** @return what a member has said about its writers, where this text is in it */
    private List<Part> declarations(Member member, String text) {
        byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
        byte[] writer = new Content().entity(PUBLICATIONS_WRITER).bytes();
        return heard(message -> Arrays.equals(RtpsPacket.prefixOf(message), member.prefix)).stream()
                .flatMap(message -> RtpsPacket.parts(message).stream())
                .filter(part -> part.id() == RtpsPacket.DATA && (part.flags() & INLINE_QOS) == 0)
                .filter(part -> Arrays.equals(part.content(), 8, 12, writer, 0, 4))
                .filter(part -> RtpsPacket.indexOf(part.content(), wanted, 0) >= 0)
                .toList();
    }

    /**
     * Claims a writer like that of a member and waits until a reader asks it for data.
     *
     * @return its entity id
     */
    int claimWriter(Member model, String topic, List<Member> audience) {
        int entity = writerOf(model, topic);
        Part original = declarations(model, topic).getFirst();
        byte[] content = RtpsPacket.renamed(original.content(), model.prefix, prefix);
        byte[] list = Arrays.copyOfRange(content, SAMPLE_HEAD_BYTES, content.length);
        byte[] claim = RtpsPacket.sample(prefix, PUBLICATIONS_WRITER, 1, original.flags(), list);
        await("readers of " + topic).atMost(PATIENCE).until(() -> {
            audience.forEach(member -> send(claim, member.discovery));
            return !heard(message -> asks(message, entity)).isEmpty();
        });
        return entity;
    }

    /** Waits until a member has told of its writer of a topic. @return the entity id of that */
    int writerOf(Member member, String topic) {
        await("writer of " + topic)
                .atMost(PATIENCE)
                .until(() -> !declarations(member, topic).isEmpty());
        byte[] content = declarations(member, topic).getFirst().content();
        byte[] guid = new Content().u16(ENDPOINT_GUID, 16).raw(member.prefix).bytes();
        return ByteBuffer.wrap(content).getInt(RtpsPacket.indexOf(content, guid, 0) + guid.length);
    }

    private static boolean asks(byte[] message, int entity) {
        byte[] writer = new Content().entity(entity).bytes();
        return RtpsPacket.parts(message).stream()
                .anyMatch(part -> part.id() == RtpsPacket.ACKNACK && Arrays.equals(part.content(), 4, 8, writer, 0, 4));
    }

    private List<byte[]> heard(Predicate<byte[]> wanted) {
        synchronized (heard) {
            return heard.stream().filter(wanted).toList();
        }
    }

    /** @return what was heard, under the intruder's name, so that the streams of others stay as they are */
    List<byte[]> material() {
        return members().stream()
                .flatMap(member -> heard(message -> Arrays.equals(RtpsPacket.prefixOf(message), member.prefix)).stream()
                        .map(message -> RtpsPacket.renamed(message, member.prefix, prefix)))
                .toList();
    }

    void send(byte[] message, InetSocketAddress to) {
        try {
            own.send(ByteBuffer.wrap(message), to);
        } catch (IOException e) {
            throw new UncheckedIOException(message.length + " bytes to " + to, e);
        }
    }

    /** @return where announcements go */
    InetSocketAddress group() {
        return group;
    }

    @Override
    public void close() throws IOException {
        announcements.close();
        own.close();
    }
}
