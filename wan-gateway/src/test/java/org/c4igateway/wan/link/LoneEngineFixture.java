package org.c4igateway.wan.link;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.DatagramOpener;
import org.c4igateway.wan.frame.DatagramSealer;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.OpenResult;
import org.c4igateway.wan.frame.body.Chunk;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.measure.PeerSnapshot;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkIdentity;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/**
 * One engine whose peers are played datagram by datagram. A frame of 1,000 bytes takes a millisecond; a feedback costs
 * 1 ms and a probe 2.5 ms for each peer.
 */
abstract class LoneEngineFixture {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;
    static final long SESSION = 1_000;
    static final long WIRE_BYTES = 28;
    static final LinkSettings SETTINGS = new LinkSettings(
            new LinkSettings.Rate(8_000_000, (int) WIRE_BYTES, 972),
            LinkSettings.Shares.DEFAULT,
            LinkSettings.Bounds.DEFAULT,
            LinkSettings.Patience.DEFAULT);

    final List<String> events = new ArrayList<>();
    private DatagramOpener opener = new DatagramOpener("A", KeyRing.unsealed());
    private @Nullable LinkEngine engine;
    long now;
    private long offered;

    void start(String... peers) {
        start(SETTINGS, peers);
    }

    void start(LinkSettings settings, String... peers) {
        Hello hello = new Hello("A", 1, 0, List.of(), List.of());
        opener = new DatagramOpener("A", KeyRing.unsealed());
        LinkParts parts = new LinkParts(
                new DatagramSealer("A", SESSION, KeyRing.unsealed()),
                ChunkPacker.plain(),
                new ChunkUnpacker(List.of()),
                new Events());
        engine = new LinkEngine(settings, new LinkIdentity(SESSION, hello, List.of(peers)), parts, now);
    }

    LinkEngine engine() {
        if (engine == null) {
            throw new IllegalStateException("not started");
        }
        return engine;
    }

    /** What goes out now, null for nothing. */
    @Nullable Datagram next() {
        OutgoingDatagram out = engine().next(now);
        if (out == null) {
            return null;
        }
        if (!(opener.open(out.body()) instanceof OpenResult.Opened opened)) {
            throw new AssertionError("sends what cannot be opened");
        }
        return opened.datagram();
    }

    /** What goes out next, if it does so now. */
    Datagram sent() {
        Datagram next = next();
        if (next == null) {
            throw new AssertionError("nothing goes out at " + now);
        }
        return next;
    }

    /** All that goes out within this time. */
    List<Datagram> sentWithin(long nanos) {
        long until = now + nanos;
        List<Datagram> sent = new ArrayList<>();
        while (true) {
            for (Datagram out = next(); out != null; out = next()) {
                sent.add(out);
            }
            long wake = engine().wakeNanos(now);
            if (wake <= now) {
                throw new AssertionError("wants to be called again at once at " + now);
            }
            if (wake > until) {
                now = until;
                return sent;
            }
            now = wake;
        }
    }

    void offer(Precedence precedence, int bytes) {
        offer(precedence, "T", Payload.of(new byte[bytes]));
    }

    void offer(Precedence precedence, String topic, Payload payload) {
        offer(precedence, topic, payload, Long.MAX_VALUE);
    }

    void offer(Precedence precedence, String topic, Payload payload, long expiresAtNanos) {
        DeliveryOptions options = DeliveryOptions.reliable(expiresAtNanos);
        engine().offer(new LinkItem(offered++, precedence, new StreamKey("A", topic), payload, options), now);
    }

    /** Bytes of the first datagram that goes out now, as the middleware gets them. */
    OutgoingDatagram outgoing() {
        OutgoingDatagram out = engine().next(now);
        if (out == null) {
            throw new AssertionError("nothing goes out at " + now);
        }
        return out;
    }

    PeerSnapshot peer(String name) {
        return engine().snapshot(now).peers().stream()
                .filter(each -> each.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    LevelTally level(Precedence precedence) {
        return engine().snapshot(now).levels().get(precedence.code());
    }

    /** A peer that has said nothing. */
    FarEnd far(String name, long session) {
        return new FarEnd(name, session);
    }

    /** Engine and peer know each other, ten milliseconds apart; neither owes the other an answer. */
    FarEnd joined(String name, long session) {
        return joined(far(name, session)).getFirst();
    }

    List<FarEnd> joined(FarEnd... peers) {
        long greeting = sentWithin(10 * MILLI).getFirst().packet();
        for (FarEnd far : peers) {
            far.packet().hello(SESSION).feedback(greeting).send();
        }
        long last = sentWithin(10 * MILLI).getLast().packet();
        for (FarEnd far : peers) {
            far.packet().feedback(last).send();
        }
        events.clear();
        return List.of(peers);
    }

    /** The other end of the link. */
    final class FarEnd {
        final String name;
        final long session;
        long nextPacket;
        long catalogue;

        FarEnd(String name, long session) {
            this.name = name;
            this.session = session;
        }

        Packet packet() {
            return new Packet(nextPacket++);
        }

        /** One datagram of it, said part by part. */
        final class Packet {
            private final long number;
            private final List<Feedback> feedback = new ArrayList<>();
            private Optional<Hello> hello = Optional.empty();
            private Optional<DataFrame> data = Optional.empty();
            private boolean poll;

            Packet(long number) {
                this.number = number;
            }

            Packet hello(Long... heard) {
                return hello(0, heard);
            }

            Packet hello(int window, Long... heard) {
                hello = Optional.of(new Hello(name, 1, catalogue, List.of(), List.of(heard), window));
                return this;
            }

            /** It has all packets up to this one. */
            Packet feedback(long highestPacket, LevelFeedback... levels) {
                return feedbackAbout(SESSION, highestPacket, levels);
            }

            Packet feedbackAbout(long ofSession, long highestPacket, LevelFeedback... levels) {
                feedback.add(new Feedback(ofSession, highestPacket, highestPacket + 1, 0, List.of(levels)));
                return this;
            }

            /** It has so many packets of those up to this one. */
            Packet feedbackOfFew(long received, long highestPacket) {
                feedback.add(new Feedback(SESSION, highestPacket, received, 0, List.of()));
                return this;
            }

            Packet frame(Precedence precedence, long sequence) {
                Chunk record = new Chunk(true, true, Long.toString(sequence).getBytes(StandardCharsets.US_ASCII));
                byte[] body = ChunkPacker.plain().repack(List.of(record));
                data = Optional.of(new DataFrame(precedence.code(), sequence, 0, body));
                return this;
            }

            Packet unreadableFrame(Precedence precedence, long sequence) {
                data = Optional.of(new DataFrame(precedence.code(), sequence, 0, new byte[] {99}));
                return this;
            }

            Packet poll() {
                poll = true;
                return this;
            }

            void send() {
                engine().receive(name, new Datagram(session, number, hello, feedback, data, poll), now);
            }
        }
    }

    static LevelFeedback frames(Precedence precedence, long nextExpected, int... beyond) {
        BitSet received = new BitSet();
        for (int sequence : beyond) {
            received.set((int) (sequence - nextExpected - 1));
        }
        return new LevelFeedback(precedence.code(), nextExpected, received);
    }

    private final class Events implements LinkListener {
        @Override
        public void delivered(String peer, Precedence precedence, byte[] record) {
            events.add(peer + " " + precedence + " " + new String(record, StandardCharsets.US_ASCII));
        }

        @Override
        public void ended(LinkItem item, RecordOutcome recordOutcome) {
            events.add(item.id() + " " + recordOutcome);
        }

        @Override
        public void greeted(String peer, Hello hello) {
            events.add(peer + " greets " + hello.catalogue() + " " + hello.heard());
        }

        @Override
        public void changed(String peer, PeerChange change, long session) {
            events.add(peer + " " + change + " " + session);
        }
    }
}
