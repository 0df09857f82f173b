package org.c4igateway.wan.link;

import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.link.receive.ReceiveStream;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordAssembly;
import org.c4igateway.wan.link.send.Receiver;

/**
 * The receiving half of an engine: sessions and greetings of peers, their frames, and their feedback.
 *
 * <p>Two sides meet in three datagrams: a hello; a hello that names the session of the first, which proves that it is
 * not played back; and a hello back, with data already. Frames count from the first datagram whose hello names the
 * present session of the receiver.
 */
final class LinkReceiver {
    private final long session;
    private final LinkPeers peers;
    private final SendStream sendStream;
    private final LinkListener listener;
    private final ChunkUnpacker unpacker;

    /** @param session of this side */
    LinkReceiver(long session, LinkPeers peers, SendStream sendStream, LinkListener listener, ChunkUnpacker unpacker) {
        this.session = session;
        this.peers = peers;
        this.sendStream = sendStream;
        this.listener = listener;
        this.unpacker = unpacker;
    }

    void take(LinkPeer linkPeer, Datagram datagram, long nowNanos) {
        ReceiveStream stream = linkPeer.stream;
        if (stream != null && datagram.session() < stream.session()) {
            return;
        }
        if (stream == null || datagram.session() > stream.session()) {
            stream = begin(linkPeer, datagram.session());
        }
        Hello hello = datagram.hello().orElse(null);
        if (hello != null) {
            greeted(linkPeer, stream, hello, datagram.packet(), nowNanos);
        } else if (!stream.isAccepted()) {
            linkPeer.awaitsGreeting = true;
        }
        boolean urgent = stream.take(datagram, nowNanos);
        for (Feedback feedback : datagram.feedback()) {
            if (feedback.session() == session) {
                heard(linkPeer, feedback, datagram.packet(), nowNanos);
            }
        }
        if (datagram.poll() || datagram.data().isPresent()) {
            linkPeer.feedback.heard(urgent || datagram.poll());
        }
    }

    /** Tells the listener. */
    private final class FromPeer implements RecordAssembly.Output {
        private final String linkPeer;
        private final long session;

        FromPeer(String linkPeer, long session) {
            this.linkPeer = linkPeer;
            this.session = session;
        }

        @Override
        public void record(Precedence precedence, byte[] record) {
            listener.delivered(linkPeer, precedence, record);
        }

        @Override
        public void unreadable() {
            listener.changed(linkPeer, PeerChange.UNREADABLE, session);
        }
    }

    private ReceiveStream begin(LinkPeer linkPeer, long session) {
        boolean restarted = linkPeer.stream != null;
        ReceiveStream stream = new ReceiveStream(
                session, peers.boundsOfOne(), unpacker, linkPeer.counts, new FromPeer(linkPeer.name, session));
        linkPeer.begin(stream);
        if (restarted) {
            sendStream.flight.restarted(linkPeer.receiver);
            listener.changed(linkPeer.name, PeerChange.RESTARTED, session);
        }
        return stream;
    }

    private void greeted(LinkPeer linkPeer, ReceiveStream stream, Hello hello, long packet, long nowNanos) {
        Hello plain = new Hello(hello.site(), hello.incarnation(), hello.catalogue(), hello.dictionaries(), List.of());
        if (!plain.equals(linkPeer.hello)) {
            linkPeer.hello = plain;
            listener.greeted(linkPeer.name, plain);
        }
        linkPeer.receiver.announced(hello.window(), peers.boundsOfOne().wideFrames());
        if (!hello.heard().contains(session)) {
            linkPeer.awaitsGreeting = true;
            lookForLaterSession(linkPeer, hello);
            return;
        }
        stream.acceptFrom(packet);
        if (linkPeer.state == LinkPeer.State.HEARD) {
            goUp(linkPeer, nowNanos);
        }
        if (!linkPeer.joined) {
            linkPeer.awaitsGreeting = true;
        }
    }

    /** A peer that refuses this side's session as too old names the one it knows. */
    private void lookForLaterSession(LinkPeer linkPeer, Hello hello) {
        if (peers.count() > 1) {
            return;
        }
        for (long known : hello.heard()) {
            if (known > Math.max(session, linkPeer.laterSession)) {
                linkPeer.laterSession = known;
                listener.changed(linkPeer.name, PeerChange.KNOWS_LATER_SESSION, known);
            }
        }
    }

    private void heard(LinkPeer linkPeer, Feedback feedback, long packet, long nowNanos) {
        if (packet <= linkPeer.lastFeedbackPacket) {
            return;
        }
        if (!sendStream.isPlausible(feedback)) {
            linkPeer.counts.implausible++;
            return;
        }
        linkPeer.lastFeedbackPacket = packet;
        Receiver receiver = linkPeer.receiver;
        sendStream.measure(receiver, feedback, nowNanos);
        boolean answer = linkPeer.pulse.answered(feedback.highestPacket(), sendStream.lastAskedPacket(), nowNanos);
        if (linkPeer.state == LinkPeer.State.HEARD || (answer && linkPeer.state == LinkPeer.State.DOWN)) {
            goUp(linkPeer, nowNanos);
        }
        linkPeer.joined |= linkPeer.isUp();
        sendStream.heard(receiver, feedback, nowNanos);
    }

    private void goUp(LinkPeer linkPeer, long nowNanos) {
        if (!peers.isAnyUp()) {
            sendStream.queue.newestFirst();
        }
        linkPeer.state = LinkPeer.State.UP;
        sendStream.flight.up(linkPeer.receiver);
        linkPeer.pulse.restart(nowNanos);
        listener.changed(linkPeer.name, PeerChange.UP, sessionOf(linkPeer));
    }

    /** Peers that have not answered for too long count as down. */
    void missSilent(long nowNanos) {
        boolean dataWaits = sendStream.flight.hasOutstanding();
        for (LinkPeer linkPeer : peers.all()) {
            if (linkPeer.isUp() && nowNanos >= linkPeer.pulse.downAtNanos(dataWaits)) {
                linkPeer.state = LinkPeer.State.DOWN;
                sendStream.flight.down(linkPeer.receiver);
                linkPeer.joined = false;
                listener.changed(linkPeer.name, PeerChange.DOWN, sessionOf(linkPeer));
            }
        }
    }

    /** When {@link #missSilent} may find a silent peer. */
    long silenceNanos() {
        boolean dataWaits = sendStream.flight.hasOutstanding();
        long soonest = Long.MAX_VALUE;
        for (LinkPeer linkPeer : peers.all()) {
            if (linkPeer.isUp()) {
                soonest = Math.min(soonest, linkPeer.pulse.downAtNanos(dataWaits));
            }
        }
        return soonest;
    }

    /** @return the peer's session; 0 before anything was heard */
    private static long sessionOf(LinkPeer linkPeer) {
        ReceiveStream stream = linkPeer.stream;
        return stream == null ? 0 : stream.session();
    }
}
