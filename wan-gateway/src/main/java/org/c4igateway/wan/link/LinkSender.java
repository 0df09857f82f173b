package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.DatagramLayout;
import org.c4igateway.wan.frame.DatagramSealer;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.receive.ReceiveStream;
import org.c4igateway.wan.link.send.Frame;
import org.c4igateway.wan.link.send.FrameBuilder;
import org.c4igateway.wan.link.send.FrameBuilder.Built;
import org.c4igateway.wan.link.send.SendDecision;
import org.c4igateway.wan.link.send.SendLevel;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of an engine: decides what the next datagram contains. Answers to polls go before frames less urgent
 * than FLASH, because they are small and large frames wait for them. Other feedback is sent together with frames, or
 * alone when there are none.
 */
final class LinkSender {
    /** Number of empty decisions before giving up until the next call. */
    private static final int MAX_TURNS = 16;
    /** Sequences that one feedback describes at most. */
    private static final int MAX_SPAN = 8_000;
    /** Least room for records beside hello and feedback; those go alone otherwise. */
    private static final int MIN_ROOM = 128;

    private final long session;
    private final LinkPeers peers;
    private final SendStream stream;
    private final FrameBuilder builder;
    private final DatagramSealer sealer;
    private long controlWireBytes;

    /** @param session of this side */
    LinkSender(long session, LinkPeers peers, SendStream stream, FrameBuilder builder, DatagramSealer sealer) {
        this.session = session;
        this.peers = peers;
        this.stream = stream;
        this.builder = builder;
        this.sealer = sealer;
    }

    /** What goes along with a frame, or alone. */
    private record Control(Optional<Hello> hello, List<Feedback> feedback, List<LinkPeer> told) {
        static final Control NONE = new Control(Optional.empty(), List.of(), List.of());
    }

    long controlWireBytes() {
        return controlWireBytes;
    }

    @Nullable OutgoingDatagram next(long nowNanos) {
        boolean flashWaits = stream.hasWork(Precedence.FLASH);
        if (!flashWaits && hasUrgentAnswer(nowNanos)) {
            return control(nowNanos);
        }
        for (int turns = 0; peers.isAnyUp() && turns < MAX_TURNS; turns++) {
            SendDecision turn = stream.scheduler.choose(stream.nextPacket(), nowNanos);
            if (turn == null) {
                break;
            }
            OutgoingDatagram data = data(turn, nowNanos);
            if (data != null) {
                return data;
            }
        }
        if (hasUrgentAnswer(nowNanos) || isFeedbackDue(nowNanos)) {
            return control(nowNanos);
        }
        return probe(nowNanos);
    }

    /** When {@link #next} may have something, for a link that is free. */
    long wakeNanos(long nowNanos) {
        if (peers.isAnyUp() && stream.scheduler.hasWork()) {
            return nowNanos;
        }
        boolean dataWaits = stream.flight.hasOutstanding();
        long soonest = peers.isAnyUp() ? stream.scheduler.nextCopyNanos(nowNanos) : Long.MAX_VALUE;
        for (LinkPeer linkPeer : peers.all()) {
            soonest = Math.min(soonest, linkPeer.greetAtNanos());
            if (linkPeer.mayBeTold()) {
                soonest = Math.min(soonest, linkPeer.feedback.dueAtNanos());
            }
            soonest = Math.min(
                    soonest, linkPeer.isUp() ? linkPeer.pulse.probeAtNanos(dataWaits) : linkPeer.pulse.knockAtNanos());
        }
        return soonest;
    }

    private boolean hasUrgentAnswer(long nowNanos) {
        for (LinkPeer linkPeer : peers.all()) {
            boolean asked = linkPeer.mayBeTold() && linkPeer.feedback.isUrgent() && linkPeer.feedback.isDue(nowNanos);
            if (linkPeer.mayBeGreeted(nowNanos) || asked) {
                return true;
            }
        }
        return false;
    }

    private boolean isFeedbackDue(long nowNanos) {
        return peers.all().stream().anyMatch(linkPeer -> linkPeer.mayBeTold() && linkPeer.feedback.isDue(nowNanos));
    }

    private @Nullable OutgoingDatagram probe(long nowNanos) {
        boolean dataWaits = stream.flight.hasOutstanding();
        boolean due = false;
        boolean knocks = false;
        for (LinkPeer linkPeer : peers.all()) {
            if (linkPeer.isUp()) {
                due |= nowNanos >= linkPeer.pulse.probeAtNanos(dataWaits);
            } else if (nowNanos >= linkPeer.pulse.knockAtNanos()) {
                linkPeer.pulse.knocked(nowNanos);
                knocks = true;
            }
        }
        return due || knocks
                ? send(gather(knocks || peers.needGreeting(), true, nowNanos), null, true, nowNanos)
                : null;
    }

    /** Feedback, and a greeting if a peer waits for it. A greeted peer is polled for confirmation. */
    private OutgoingDatagram control(long nowNanos) {
        boolean greet =
                peers.needGreeting() || peers.all().stream().anyMatch(linkPeer -> linkPeer.mayBeGreeted(nowNanos));
        return send(gather(greet, true, nowNanos), null, greet, nowNanos);
    }

    private @Nullable OutgoingDatagram data(SendDecision turn, long nowNanos) {
        Control control = gather(peers.needGreeting(), false, nowNanos);
        if (room(control, turn) < MIN_ROOM) {
            control = Control.NONE;
        }
        int room = room(control, turn);
        Built built = build(turn, turn instanceof SendDecision.NewFrame ? room : room(Control.NONE, turn), nowNanos);
        if (built == null) {
            return null;
        }
        boolean fits = built.body().length <= room;
        return send(fits ? control : Control.NONE, new Load(turn, built), false, nowNanos);
    }

    private @Nullable Built build(SendDecision turn, int room, long nowNanos) {
        return switch (turn) {
            case SendDecision.NewFrame fresh -> builder.fresh(levelOf(turn), room, nowNanos);
            case SendDecision.Repair repair -> builder.rebuild(levelOf(turn), repair.frame(), room, nowNanos);
            case SendDecision.Repeat repeat -> builder.rebuild(levelOf(turn), repeat.frame(), room, nowNanos);
        };
    }

    private SendLevel levelOf(SendDecision turn) {
        return stream.flight.levels().get(turn.level());
    }

    private int room(Control control, SendDecision turn) {
        SendLevel level = levelOf(turn);
        long sequence = switch (turn) {
            case SendDecision.NewFrame fresh -> level.next();
            case SendDecision.Repair repair -> repair.frame().sequence;
            case SendDecision.Repeat repeat -> repeat.frame().sequence;
        };
        return DatagramLayout.roomForData(
                control.hello(),
                control.feedback(),
                sequence,
                level.base(),
                stream.settings().rate().maxDatagramBytes());
    }

    /** Hello and feedback that should go out, as far as they fit; alone, also feedback that is not due yet. */
    private Control gather(boolean greet, boolean alone, long nowNanos) {
        int most = stream.settings().rate().maxDatagramBytes();
        Optional<Hello> hello = greet ? Optional.of(peers.greeting()) : Optional.empty();
        int span = Math.min(MAX_SPAN, most / 2 * Byte.SIZE);
        List<Feedback> feedback = new ArrayList<>();
        List<LinkPeer> told = new ArrayList<>();
        for (LinkPeer linkPeer : peers.all()) {
            ReceiveStream stream = linkPeer.stream;
            boolean wanted = linkPeer.feedback.isDue(nowNanos) || (alone && linkPeer.feedback.isPending());
            if (stream != null && linkPeer.mayBeTold() && wanted && told.size() < FrameLimits.MAX_FEEDBACKS) {
                feedback.add(stream.feedback(span, peers.takeParts(), nowNanos));
                if (DatagramLayout.roomForData(hello, feedback, most) < 0) {
                    feedback.removeLast();
                    break;
                }
                told.add(linkPeer);
            }
        }
        return new Control(hello, feedback, told);
    }

    private record Load(SendDecision turn, Built built) {}

    private OutgoingDatagram send(Control control, @Nullable Load load, boolean ask, long nowNanos) {
        long packet = stream.nextPacket();
        Optional<DataFrame> data = Optional.empty();
        boolean poll = ask;
        if (load != null) {
            Frame frame = load.built().frame();
            long base = stream.flight.levels().get(frame.level).base();
            data = Optional.of(new DataFrame(
                    frame.level, frame.sequence, base, load.built().body()));
            stream.flight.sent(frame, packet, load.turn() instanceof SendDecision.Repeat, nowNanos);
            poll = isLast(load.turn());
        }
        Datagram datagram = new Datagram(session, packet, control.hello(), control.feedback(), data, poll);
        byte[] bytes = sealer.seal(datagram);
        account(datagram, load, bytes.length + stream.settings().rate().aroundBodyBytes(), nowNanos);
        control.told().forEach(linkPeer -> linkPeer.told(data(datagram), nowNanos));
        return new OutgoingDatagram(bytes, data.map(frame -> Precedence.ofCode(frame.level())));
    }

    private static boolean data(Datagram datagram) {
        return datagram.data().isPresent();
    }

    /** Whether nothing will follow that would make the receiver answer soon. */
    private boolean isLast(SendDecision turn) {
        boolean urgent = turn.level() <= Precedence.IMMEDIATE.code();
        return urgent ? !stream.scheduler.hasWork(turn.level()) : !stream.scheduler.hasWork();
    }

    private void account(Datagram datagram, @Nullable Load load, int wireBytes, long nowNanos) {
        boolean asks = datagram.poll() || load != null;
        stream.sent(wireBytes, asks, nowNanos);
        if (load != null) {
            stream.scheduler.sent(load.turn(), wireBytes);
            stream.ledger.transmitted(load.turn(), wireBytes);
        } else {
            controlWireBytes += wireBytes;
        }
        if (datagram.hello().isPresent()) {
            peers.all().forEach(linkPeer -> linkPeer.greeted(nowNanos));
        }
        if (asks) {
            peers.all().forEach(linkPeer -> linkPeer.pulse.asked(datagram.packet(), nowNanos));
        }
    }
}
