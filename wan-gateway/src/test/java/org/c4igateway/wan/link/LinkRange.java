package org.c4igateway.wan.link;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.DatagramOpener;
import org.c4igateway.wan.frame.DatagramSealer;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.OpenResult;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.measure.LinkSnapshot;
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
 * What a link carries in the long run, on virtual time: one end always has records to send, and what arrives at the
 * other end in a span of many round trips counts, after as many as the windows need to open. Keeps no record, so that
 * links of any rate times round trip can be measured.
 */
final class LinkRange {
    private static final int RECORD = 1_000;
    /** What a frame holds of such records, with their heads. */
    private static final int ROOM = 1_226;

    private static final int WAITING = 4_000;
    private static final int TURNS_BEFORE = 15;
    private static final int TURNS = 15;

    private final SimTime time = new SimTime();
    private final End from;
    private final End to;
    private final long bitsPerSecond;
    private final double loss;
    private final long roundTrip;

    LinkRange(LinkSettings settings, long roundTripNanos, double loss, long seed) {
        this.bitsPerSecond = settings.rate().bitsPerSecond();
        this.loss = loss;
        this.roundTrip = roundTripNanos;
        Random random = new Random(seed);
        this.from = new End("A", "B", settings, true);
        this.to = new End("B", "A", settings, false);
        from.connect(to, random);
        to.connect(from, random);
    }

    /** Frames that arrive, each once, as a share of full frames at the rate times the share of frames that arrives. */
    double share() {
        from.start();
        to.start();
        run(60_000_000_000L);
        run(TURNS_BEFORE * roundTrip);
        double before = to.arrivedFrames();
        run(TURNS * roundTrip);
        double seconds = TURNS * roundTrip / 1e9;
        double carried = (to.arrivedFrames() - before) * FrameLimits.WIRE_BYTES * 8;
        return carried / seconds / bitsPerSecond / (1 - loss);
    }

    /** Frames that the sender kept at most. */
    int mostInFlight() {
        return from.mostInFlight;
    }

    /** What that took: frames that the ends kept at most, and what the receiver sent over the whole run. */
    String use() {
        double feedback = to.shaper.wireBytes * 8.0 / bitsPerSecond / (time.nowNanos() / 1e9);
        return String.format(
                Locale.ROOT,
                "at most %d frames in flight, %d kept; feedback %.2f %% of the rate",
                from.mostInFlight,
                to.mostWaiting,
                100 * feedback);
    }

    private void run(long nanos) {
        long end = time.nowNanos() + nanos;
        boolean opens = nanos == 60_000_000_000L;
        while (!(opens && from.engine().isUp() && to.engine().isUp()) && time.step(end)) {
            // goes on
        }
    }

    private final class End implements LinkListener {
        private final String name;
        private final String peer;
        private final LinkSettings settings;
        private final boolean sends;
        private final DatagramOpener opener;
        private final byte[] record = new byte[RECORD];
        private final SimShaper shaper;
        private @Nullable LinkEngine engine;
        private long wakeAt = -1;
        private long waiting;
        private long offered;
        private long turns;
        long delivered;
        int mostWaiting;
        int mostInFlight;

        End(String name, String peer, LinkSettings settings, boolean sends) {
            this.name = name;
            this.peer = peer;
            this.settings = settings;
            this.sends = sends;
            this.opener = new DatagramOpener(peer, KeyRing.unsealed());
            this.shaper = new SimShaper(time, settings.rate().bitsPerSecond());
            new Random(1).nextBytes(record);
        }

        void connect(End other, Random random) {
            SimChannel channel = new SimChannel(time, random, other::receive);
            channel.delayNanos = roundTrip / 2;
            channel.loss = loss;
            shaper.channels.add(channel);
        }

        void start() {
            long session = (1_790_000_000_000L + (sends ? 0 : 1)) << 16;
            LinkParts parts = new LinkParts(
                    new DatagramSealer(name, session, KeyRing.unsealed()),
                    ChunkPacker.plain(),
                    new ChunkUnpacker(List.of()),
                    this);
            Hello hello = new Hello(name, 1, 0, List.of(), List.of());
            engine = new LinkEngine(settings, new LinkIdentity(session, hello, List.of(peer)), parts, time.nowNanos());
            pump();
        }

        LinkEngine engine() {
            if (engine == null) {
                throw new IllegalStateException("not started");
            }
            return engine;
        }

        /**
         * Frames of which the records were delivered, and those that wait for a missing one. They are counted, too, for
         * what is delivered comes in bursts of a window; in the long run both are the same.
         */
        double arrivedFrames() {
            int waitingFrames =
                    engine().snapshot(time.nowNanos()).peers().getFirst().waitingFrames();
            return (double) delivered * RECORD / ROOM + waitingFrames;
        }

        private void receive(byte[] datagram) {
            if (opener.open(datagram) instanceof OpenResult.Opened opened) {
                engine().receive(peer, opened.datagram(), time.nowNanos());
                pump();
            }
        }

        private void pump() {
            LinkEngine present = engine();
            while (sends && present.isUp() && waiting < WAITING) {
                waiting++;
                present.offer(item(offered++), time.nowNanos());
            }
            for (OutgoingDatagram out = present.next(time.nowNanos());
                    out != null;
                    out = present.next(time.nowNanos())) {
                shaper.send(out.body());
            }
            if (turns++ % 1_024 == 0) {
                LinkSnapshot snapshot = present.snapshot(time.nowNanos());
                mostWaiting = Math.max(mostWaiting, snapshot.peers().getFirst().waitingFrames());
                mostInFlight = Math.max(mostInFlight, snapshot.retainedFrames());
            }
            long wake = present.wakeNanos(time.nowNanos());
            if (wake != wakeAt && wake != Long.MAX_VALUE) {
                wakeAt = wake;
                time.at(wake, () -> {
                    if (wakeAt == wake) {
                        wakeAt = -1;
                        pump();
                    }
                });
            }
        }

        private LinkItem item(long id) {
            Payload payload = new Payload() {
                @Override
                public int size() {
                    return RECORD;
                }

                @Override
                public byte[] read() {
                    return record;
                }

                @Override
                public void begun(boolean now) {
                    waiting += now ? -1 : 1;
                }
            };
            return new LinkItem(
                    id, Precedence.ROUTINE, new StreamKey("A", "T"), payload, DeliveryOptions.reliable(Long.MAX_VALUE));
        }

        @Override
        public void delivered(String site, Precedence precedence, byte[] bytes) {
            delivered++;
        }

        @Override
        public void ended(LinkItem item, RecordOutcome outcome) {
            if (outcome != RecordOutcome.ACKED) {
                throw new AssertionError("record " + item.id() + " ended: " + outcome);
            }
        }

        @Override
        public void greeted(String site, Hello hello) {}

        @Override
        public void changed(String site, PeerChange change, long session) {
            if (change == PeerChange.DOWN) {
                throw new AssertionError(site + " is down at " + time.nowNanos());
            }
        }
    }
}
