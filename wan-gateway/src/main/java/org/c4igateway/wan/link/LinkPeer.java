package org.c4igateway.wan.link;

import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.link.measure.PeerSnapshot;
import org.c4igateway.wan.link.measure.ReceiveCounts;
import org.c4igateway.wan.link.receive.FeedbackTimer;
import org.c4igateway.wan.link.receive.ReceiveStream;
import org.c4igateway.wan.link.send.Receiver;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/** The other end: receiver of this side's stream and sender of its own. */
final class LinkPeer {
    /** What is known about its present session. */
    enum State {
        /** Nothing was ever heard. */
        UNKNOWN,
        /** It was heard, but has not shown that it hears this side. */
        HEARD,
        /** Both directions work. */
        UP,
        /** It was up and has stopped answering. */
        DOWN
    }

    /** Greetings beyond the rate of feedback after a silence: two sides meet in three. */
    private static final int GREETINGS_AT_ONCE = 3;

    final String name;
    final Receiver receiver;
    final PeerLiveness pulse;
    final FeedbackTimer feedback;
    final ReceiveCounts counts = new ReceiveCounts();
    State state = State.UNKNOWN;
    /** Its present session; null before anything was heard. */
    @Nullable ReceiveStream stream;
    /** What it last said about itself, without the sessions it heard. */
    @Nullable Hello hello;
    /** Whether it confirmed anything of this side's stream while up, so that it need not be greeted. */
    boolean joined;
    /** Whether it said something that a greeting has to answer. */
    boolean awaitsGreeting;

    private long greetAgainNanos;
    /** Number, in its stream, of the packet with its last feedback. */
    long lastFeedbackPacket = -1;
    /** Largest session of this side that it knows and that is not the present one. */
    long laterSession = -1;

    LinkPeer(String name, Receiver receiver, LinkSettings.Patience patience, long nowNanos) {
        this.name = name;
        this.receiver = receiver;
        this.pulse = new PeerLiveness(patience, receiver, this::lossOfArrivals, nowNanos);
        this.feedback = new FeedbackTimer(nowNanos);
        this.greetAgainNanos = nowNanos;
    }

    /** A session of it begins. */
    void begin(ReceiveStream next) {
        stream = next;
        state = State.HEARD;
        joined = false;
        awaitsGreeting = true;
        lastFeedbackPacket = -1;
    }

    private double lossOfArrivals() {
        ReceiveStream present = stream;
        return present == null ? 0 : present.loss();
    }

    boolean isUp() {
        return state == State.UP;
    }

    /** Whether every datagram should say who this side is: it is up and has not confirmed anything yet. */
    boolean needsGreeting() {
        return isUp() && !joined;
    }

    /** Whether to greet it now because it asked for that; in the long run not more often than feedback is given. */
    boolean mayBeGreeted(long nowNanos) {
        return awaitsGreeting && nowNanos >= greetAgainNanos;
    }

    /** When it may be greeted because it asked, {@link Long#MAX_VALUE} for never. */
    long greetAtNanos() {
        return awaitsGreeting ? greetAgainNanos : Long.MAX_VALUE;
    }

    void greeted(long nowNanos) {
        awaitsGreeting = false;
        long cost = feedback.costNanos();
        greetAgainNanos = Math.max(greetAgainNanos, nowNanos - GREETINGS_AT_ONCE * cost) + cost;
    }

    /** Whether feedback may be sent to the peer: it treats frames that feedback does not name as lost. */
    boolean mayBeTold() {
        return stream != null && stream.isAccepted();
    }

    /** It was told what this side has of its stream, or a part of that. */
    void told(boolean withData, long nowNanos) {
        ReceiveStream present = stream;
        if (present != null && present.isTelling()) {
            feedback.toldPart(nowNanos);
        } else {
            feedback.told(withData, nowNanos);
        }
    }

    PeerSnapshot snapshot() {
        ReceiveStream present = stream;
        return new PeerSnapshot(
                name,
                isUp(),
                present == null ? 0 : present.session(),
                receiver.rtt.smoothedNanos(),
                receiver.loss.ratio(),
                present == null ? 0 : present.waiting(),
                counts.tally());
    }
}
