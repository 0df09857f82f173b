package org.c4igateway.wan.link;

import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.ChunkUnpacker;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.Hello;

/**
 * The receiving half of an engine: sessions and greetings of peers, their frames, and their feedback.
 *
 * <p>Two sides meet in three datagrams: a hello; a hello that names the session of the first, which proves that it is
 * not played back; and a hello back, with data already. Frames count from the first datagram whose hello names the
 * present session of the receiver.
 */
final class Listening {
    private final LinkState state;
    private ChunkUnpacker unpacker;

    Listening(LinkState state, ChunkUnpacker unpacker) {
        this.state = state;
        this.unpacker = unpacker;
    }

    /** From the next session of each peer on, takes frames apart with this one. */
    void use(ChunkUnpacker next) {
        unpacker = next;
    }

    void take(Peer peer, Datagram datagram, long nowNanos) {
        ReceiveStream stream = peer.stream;
        if (stream != null && datagram.session() < stream.session()) {
            peer.counts.staleSession++;
            return;
        }
        if (stream == null || datagram.session() > stream.session()) {
            stream = begin(peer, datagram.session());
        }
        Hello hello = datagram.hello().orElse(null);
        if (hello != null) {
            greeted(peer, stream, hello, datagram.packet(), nowNanos);
        } else if (!stream.isAccepted()) {
            peer.awaitsGreeting = true;
        }
        boolean urgent = stream.take(datagram, nowNanos);
        for (Feedback feedback : datagram.feedback()) {
            if (feedback.session() == state.session) {
                heard(peer, feedback, datagram.packet(), nowNanos);
            }
        }
        if (datagram.poll() || datagram.data().isPresent()) {
            peer.feedback.heard(urgent || datagram.poll());
        }
    }

    /** Tells the listener. */
    private final class FromPeer implements ReceiveStream.RecordSink {
        private final String peer;
        private final long session;

        FromPeer(String peer, long session) {
            this.peer = peer;
            this.session = session;
        }

        @Override
        public void take(Precedence precedence, byte[] record) {
            state.listener.delivered(peer, precedence, record);
        }

        @Override
        public void unreadable() {
            state.listener.changed(peer, PeerChange.UNREADABLE, session);
        }
    }

    private ReceiveStream begin(Peer peer, long session) {
        boolean restarted = peer.stream != null;
        ReceiveStream stream = new ReceiveStream(
                session, state.settings.bounds(), unpacker, peer.counts, new FromPeer(peer.name, session));
        peer.begin(stream);
        if (restarted) {
            state.flight.restarted(peer.receiver);
            state.listener.changed(peer.name, PeerChange.RESTARTED, session);
        }
        return stream;
    }

    private void greeted(Peer peer, ReceiveStream stream, Hello hello, long packet, long nowNanos) {
        Hello plain = new Hello(hello.site(), hello.incarnation(), hello.catalogue(), hello.dictionaries(), List.of());
        if (!plain.equals(peer.hello)) {
            peer.hello = plain;
            state.listener.greeted(peer.name, plain);
        }
        if (!hello.heard().contains(state.session)) {
            peer.awaitsGreeting = true;
            lookForLaterSession(peer, hello);
            return;
        }
        stream.acceptFrom(packet);
        if (peer.state == Peer.State.HEARD) {
            state.goUp(peer, nowNanos);
        }
        if (!peer.joined) {
            peer.awaitsGreeting = true;
        }
    }

    /** A peer that refuses this side's session as too old names the one it knows. */
    private void lookForLaterSession(Peer peer, Hello hello) {
        if (state.peers.size() > 1) {
            return;
        }
        for (long known : hello.heard()) {
            if (known > Math.max(state.session, peer.laterSession)) {
                peer.laterSession = known;
                state.listener.changed(peer.name, PeerChange.KNOWS_LATER_SESSION, known);
            }
        }
    }

    private void heard(Peer peer, Feedback feedback, long packet, long nowNanos) {
        if (packet <= peer.lastFeedbackPacket) {
            return;
        }
        if (feedback.highestPacket() >= state.nextPacket || !state.flight.isPlausible(feedback)) {
            peer.counts.implausible++;
            return;
        }
        peer.lastFeedbackPacket = packet;
        Receiver receiver = peer.receiver;
        receiver.measure(feedback, state.sentTimes, nowNanos);
        boolean answer = peer.pulse.answered(feedback.highestPacket(), state.lastAskedPacket, nowNanos);
        if (peer.state == Peer.State.HEARD || (answer && peer.state == Peer.State.DOWN)) {
            state.goUp(peer, nowNanos);
        }
        peer.joined |= peer.isUp();
        state.flight.heard(receiver, feedback, nowNanos);
        state.forgetTimes();
        state.adapt();
    }
}
