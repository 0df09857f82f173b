package org.c4igateway.wan.link.send;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.Unpacking;
import org.c4igateway.wan.link.measure.SentTimes;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/** All of the sending side of a link but the wire: the test says what goes out and what the receivers answer. */
final class SendSide {
    static final long MILLI = 1_000_000;
    static final DeliveryOptions RELIABLE = DeliveryOptions.reliable(Long.MAX_VALUE);
    static final DeliveryOptions BEST_EFFORT = DeliveryOptions.bestEffort(Long.MAX_VALUE);
    /** What a frame of full size takes on the wire. */
    static final int FRAME = 1_000;

    private static final int AROUND = 100;
    private static final int ROOM = FRAME - AROUND;
    private static final int RECORD = 100;
    /** Shares whose multiples of a frame are exact. */
    private static final LinkSettings.Shares SHARES = new LinkSettings.Shares(0.25, 0.75, 0.25, 0.1, 0.1);

    static final LinkSettings.Bounds BOUNDS = new LinkSettings.Bounds(10_000, 10_000_000, 50_000, 8_192, 65_536);

    final Endings endings = new Endings();
    final RecordAccounts accounts = new RecordAccounts(endings);
    final List<Receiver> receivers = new ArrayList<>();
    final SendQueue queue;
    final FramesInFlight flight;
    final FrameBuilder builder;
    final LevelScheduler scheduler;
    long now;
    long nextPacket;
    private long nextId;

    /** So many receivers, all up. */
    SendSide(int count) {
        this(count, BOUNDS);
    }

    SendSide(int count, LinkSettings.Bounds bounds) {
        for (int i = 0; i < count; i++) {
            receivers.add(new Receiver(i));
        }
        LinkSettings settings = new LinkSettings(
                new LinkSettings.Rate(8_000, AROUND, ROOM), SHARES, bounds, LinkSettings.Patience.DEFAULT);
        queue = new SendQueue(bounds, accounts);
        flight = new FramesInFlight(receivers, bounds, queue, accounts);
        builder = new FrameBuilder(queue, accounts, ChunkPacker.plain());
        scheduler = new LevelScheduler(settings, flight, queue);
        scheduler.adapt(bounds.windowFrames(), RedundancyPolicy.NONE);
        receivers.forEach(flight::up);
    }

    SendLevel level(Precedence precedence) {
        return flight.levels().get(precedence.code());
    }

    LinkItem offer(Precedence precedence, Payload payload, DeliveryOptions handling) {
        LinkItem item = new LinkItem(nextId++, precedence, new StreamKey("A", "t"), payload, handling);
        queue.offer(item, now);
        return item;
    }

    LinkItem offer(Precedence precedence, int bytes, DeliveryOptions handling) {
        return offer(precedence, Payload.of(new byte[bytes]), handling);
    }

    /** One reliable record waits. */
    LinkItem offer(Precedence precedence) {
        return offer(precedence, RECORD, RELIABLE);
    }

    /** What waits at this level, as far as it fits, goes out in a new frame. */
    Frame sendWaiting(Precedence precedence) {
        Frame frame = Objects.requireNonNull(builder.fresh(level(precedence), ROOM, now))
                .frame();
        flight.sent(frame, nextPacket++, false, now);
        return frame;
    }

    /** A record is offered and goes out in a frame of its own. */
    Frame send(Precedence precedence, DeliveryOptions handling) {
        offer(precedence, RECORD, handling);
        return sendWaiting(precedence);
    }

    Frame send(Precedence precedence) {
        return send(precedence, RELIABLE);
    }

    List<Frame> send(Precedence precedence, int frames) {
        List<Frame> sent = new ArrayList<>();
        for (int i = 0; i < frames; i++) {
            sent.add(send(precedence));
        }
        return sent;
    }

    /** A lost frame goes out again. */
    void repair(Frame frame) {
        var _ = builder.rebuild(flight.levels().get(frame.level), frame, ROOM, now);
        flight.sent(frame, nextPacket++, false, now);
    }

    /** A datagram without a frame. */
    void probe() {
        nextPacket++;
    }

    /** The receiver has the last packet, and of the frames these. */
    void heard(Receiver receiver, LevelFeedback... levels) {
        heard(receiver, nextPacket - 1, levels);
    }

    void heard(Receiver receiver, long highestPacket, LevelFeedback... levels) {
        Feedback feedback = new Feedback(1, highestPacket, highestPacket + 1, 0, List.of(levels));
        receiver.measure(feedback, new SentTimes(), now);
        flight.heard(receiver, feedback, now);
    }

    /** All below {@code nextExpected} and these. */
    static LevelFeedback has(Precedence precedence, long nextExpected, long... sequences) {
        return part(precedence, nextExpected, 0, false, sequences);
    }

    /** All below {@code nextExpected}, and of what lies beyond it and {@code offset} further these. */
    static LevelFeedback part(Precedence precedence, long nextExpected, int offset, boolean more, long... sequences) {
        BitSet received = new BitSet();
        for (long sequence : sequences) {
            received.set((int) (sequence - nextExpected - 1 - offset));
        }
        return new LevelFeedback(precedence.code(), nextExpected, offset, more, received);
    }

    /** What the scheduler chooses goes out as a frame of full size. */
    @Nullable SendDecision sendNext() {
        SendDecision decision = choose();
        if (decision == null) {
            return null;
        }
        Frame frame = switch (decision) {
            case SendDecision.NewFrame fresh ->
                Objects.requireNonNull(builder.fresh(flight.levels().get(fresh.level()), ROOM, now))
                        .frame();
            case SendDecision.Repair repair -> repair.frame();
            case SendDecision.Repeat repeat -> repeat.frame();
        };
        flight.sent(frame, nextPacket++, decision instanceof SendDecision.Repeat, now);
        scheduler.sent(decision, FRAME);
        return decision;
    }

    @Nullable SendDecision choose() {
        return scheduler.choose(nextPacket, now);
    }

    /** {@link #sendNext} so many times, in words. */
    List<String> sendNext(int times) {
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            sent.add(
                    switch (sendNext()) {
                        case null -> "nothing";
                        case SendDecision.NewFrame fresh -> "new " + Precedence.ofCode(fresh.level());
                        case SendDecision.Repair repair -> "repair " + Precedence.ofCode(repair.level());
                        case SendDecision.Repeat repeat -> "copy " + Precedence.ofCode(repeat.level());
                    });
        }
        return sent;
    }

    /** More waits at this level than a test sends: 55 frames. */
    void fill(Precedence precedence) {
        offer(precedence, BOUNDS.itemBytes(), RELIABLE);
    }

    /** What a body holds: a bracket where a record begins or ends, a parenthesis where it goes on. */
    static List<String> pieces(byte[] body) {
        try (ChunkUnpacker unpacker = new ChunkUnpacker(List.of())) {
            return ((Unpacking.Chunks) unpacker.unpack(body))
                    .chunks().stream()
                            .map(chunk -> (chunk.first() ? "[" : "(")
                                    + new String(chunk.bytes(), StandardCharsets.US_ASCII)
                                    + (chunk.last() ? "]" : ")"))
                            .toList();
        }
    }

    /** Lost frames of a level in the order in which they will be repaired. */
    List<Frame> lost(Precedence precedence) {
        List<Frame> lost = new ArrayList<>();
        SendLevel level = level(precedence);
        for (long sequence = level.base(); sequence < level.next(); sequence++) {
            Frame frame = Objects.requireNonNull(level.frame(sequence));
            if (frame.state == Frame.State.LOST) {
                lost.add(frame);
            }
        }
        return lost;
    }
}
