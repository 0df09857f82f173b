package org.c4igateway.wan.link;

import java.util.BitSet;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.send.FrameBuilder;
import org.c4igateway.wan.link.settings.LinkIdentity;
import org.c4igateway.wan.link.settings.LinkSettings;

/** A stream that sends a frame of 1,000 bytes each millisecond. */
abstract class SendStreamFixture {
    static final long MILLI = 1_000_000;
    static final long RATE = 8_000_000;
    static final int FRAME_BYTES = 1_000;
    static final LinkSettings.Shares SHARES = new LinkSettings.Shares(0, 0.5, 0, 0.125, 0.25);
    static final LinkSettings.Patience PATIENCE = new LinkSettings.Patience(1, 1, 1);
    private static final int ROUTINE = Precedence.ROUTINE.code();

    /** What the test looks at. */
    record End(LinkPeers peers, SendStream stream, FrameBuilder builder) {
        LinkPeer peer(String name) {
            return peers.named(name);
        }
    }

    /** A stream to these peers, none of which is up. */
    static End end(LinkSettings.Bounds bounds, LinkSettings.Patience patience, String... names) {
        LinkSettings settings = new LinkSettings(new LinkSettings.Rate(RATE, 28, 972), SHARES, bounds, patience);
        Hello hello = new Hello("A", 1, 0, List.of(), List.of());
        LinkPeers peers = new LinkPeers(new LinkIdentity(1, hello, List.of(names)), settings, 0);
        SendStream stream = new SendStream(settings, peers, new Deaf(), 0);
        return new End(peers, stream, new FrameBuilder(stream.queue, stream.ledger, ChunkPacker.plain()));
    }

    static End end(String... names) {
        return end(LinkSettings.Bounds.DEFAULT, PATIENCE, names);
    }

    static void up(End end, String... names) {
        for (String name : names) {
            end.peer(name).state = LinkPeer.State.UP;
            end.stream.flight.up(end.peer(name).receiver);
        }
    }

    static void offer(End end, long nowNanos) {
        end.stream.queue.offer(
                new LinkItem(
                        end.stream.nextPacket(),
                        Precedence.ROUTINE,
                        new StreamKey("A", "T"),
                        Payload.of(new byte[800]),
                        DeliveryOptions.reliable(Long.MAX_VALUE)),
                nowNanos);
    }

    /** Sends one frame with one record. */
    static void send(End end, long nowNanos) {
        offer(end, nowNanos);
        sendWaiting(end, nowNanos);
    }

    private static void sendWaiting(End end, long nowNanos) {
        FrameBuilder.Built built = end.builder.fresh(end.stream.flight.levels().get(ROUTINE), 900, nowNanos);
        if (built == null) {
            throw new AssertionError("a record waits");
        }
        end.stream.flight.sent(built.frame(), end.stream.nextPacket(), false, nowNanos);
        end.stream.sent(FRAME_BYTES, true, nowNanos);
    }

    /** Sends frames with one record each until the window is full. @return how many */
    static int fill(End end, long nowNanos) {
        int sent = 0;
        for (offer(end, nowNanos); end.stream.hasWork(Precedence.ROUTINE); offer(end, nowNanos)) {
            sendWaiting(end, nowNanos);
            sent++;
        }
        return sent;
    }

    /** A peer says that it has all packets up to this one, and these frames. */
    static void hear(End end, String name, long highestPacket, LevelFeedback frames, long nowNanos) {
        hear(end, name, new Feedback(1, highestPacket, highestPacket + 1, 0, List.of(frames)), nowNanos);
    }

    /** A peer says that it has all packets up to this one, and nothing of frames. */
    static void hear(End end, String name, long highestPacket, long nowNanos) {
        hear(end, name, new Feedback(1, highestPacket, highestPacket + 1, 0, List.of()), nowNanos);
    }

    private static void hear(End end, String name, Feedback feedback, long nowNanos) {
        end.stream.measure(end.peer(name).receiver, feedback, nowNanos);
        end.stream.heard(end.peer(name).receiver, feedback, nowNanos);
    }

    static LevelFeedback frames(long nextExpected, int... beyond) {
        BitSet received = new BitSet();
        for (int sequence : beyond) {
            received.set((int) (sequence - nextExpected - 1));
        }
        return new LevelFeedback(ROUTINE, nextExpected, received);
    }

    private static final class Deaf implements LinkListener {
        @Override
        public void delivered(String peer, Precedence precedence, byte[] record) {
            throw new AssertionError("this side only sends");
        }

        @Override
        public void ended(LinkItem item, RecordOutcome recordOutcome) {
            // not looked at
        }

        @Override
        public void greeted(String peer, Hello hello) {
            // not looked at
        }

        @Override
        public void changed(String peer, PeerChange change, long session) {
            // not looked at
        }
    }
}
