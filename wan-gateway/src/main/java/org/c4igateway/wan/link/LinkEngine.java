package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.link.measure.LinkSnapshot;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.OfferResult;
import org.c4igateway.wan.link.send.FrameBuilder;
import org.c4igateway.wan.link.settings.LinkIdentity;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/**
 * One link: the stream of this side to one or several peers, and the stream of each of them to this side.
 *
 * <p>Reliable records arrive at every peer once per session of both ends, in order within their stream; best-effort
 * records at most once. When a peer restarts, records that it had not confirmed are sent again; when this side does,
 * its owner offers again what had not ended. Either may repeat a record, never reverse two.
 *
 * <p>Call {@link #next} at the time of {@link #wakeNanos} and after each call of {@link #offer} or {@link #receive},
 * until it gives nothing. One thread at a time; time never goes back. Nothing blocks.
 */
public final class LinkEngine {
    private final long session;
    private final LinkPeers peers;
    private final SendStream stream;
    private final FrameBuilder builder;
    private final LinkReceiver linkReceiver;
    private final LinkSender linkSender;

    /** An engine that has not sent anything. */
    public LinkEngine(LinkSettings settings, LinkIdentity identity, LinkParts parts, long nowNanos) {
        this.session = identity.session();
        this.peers = new LinkPeers(identity, settings, nowNanos);
        this.stream = new SendStream(settings, peers, parts.listener(), nowNanos);
        this.builder = new FrameBuilder(stream.queue, stream.ledger, parts.packer());
        this.linkReceiver = new LinkReceiver(session, peers, stream, parts.listener(), parts.unpacker());
        this.linkSender = new LinkSender(session, peers, stream, builder, parts.sealer());
    }

    /** Takes a record to be carried. The listener gets its outcome, even if it is refused here. */
    public OfferResult offer(LinkItem item, long nowNanos) {
        return stream.queue.offer(item, nowNanos);
    }

    /**
     * Takes an opened datagram.
     *
     * @param linkPeer who sent it, by the stream it was opened as
     * @throws IllegalArgumentException when there is no such peer
     */
    public void receive(String linkPeer, Datagram datagram, long nowNanos) {
        linkReceiver.take(peers.named(linkPeer), datagram, nowNanos);
    }

    /** Counts a record that a peer sent and its owner could not read. */
    public void unreadable(String linkPeer) {
        peers.named(linkPeer).counts.unreadable++;
    }

    /**
     * The middleware has just found the peer, so what was sent before did not reach it: it is asked now. Of several
     * peers each is asked in its turn, or all members of a large group would greet whenever one starts.
     */
    public void found() {
        if (peers.count() == 1) {
            peers.all().forEach(peer -> peer.pulse.found());
        }
    }

    /** @return what has to be sent now; null for nothing */
    public @Nullable OutgoingDatagram next(long nowNanos) {
        stream.expire(nowNanos);
        linkReceiver.missSilent(nowNanos);
        if (!stream.pacer.isReady(nowNanos)) {
            return null;
        }
        OutgoingDatagram next = linkSender.next(nowNanos);
        if (next == null) {
            stream.pacer.idle();
        }
        return next;
    }

    /** When to call {@link #next} again if nothing else happens. */
    public long wakeNanos(long nowNanos) {
        long wake = Math.max(stream.pacer.freeAtNanos(), linkSender.wakeNanos(nowNanos));
        return Math.min(wake, Math.min(stream.expiryNanos(), linkReceiver.silenceNanos()));
    }

    /** Whether any peer is up. */
    public boolean isUp() {
        return peers.isAnyUp();
    }

    /** From now on paces for this rate. */
    public void rate(long bitsPerSecond) {
        stream.rate(bitsPerSecond);
    }

    /**
     * From now on packs new frames with this packer. Frames in flight are repaired with the one that made them, so
     * close that one only after the last call of this engine.
     */
    public void packer(ChunkPacker packer) {
        builder.use(packer);
    }

    /** State and counts. */
    public LinkSnapshot snapshot(long nowNanos) {
        List<Long> oldest = new ArrayList<>();
        for (Precedence precedence : Precedence.values()) {
            oldest.add(stream.queue.oldestWaitingNanos(precedence.code(), nowNanos));
        }
        return new LinkSnapshot(
                session,
                stream.ledger.tallies(),
                oldest,
                stream.queue.bytes(),
                stream.flight.retained(),
                linkSender.controlWireBytes(),
                peers.all().stream().map(LinkPeer::snapshot).toList());
    }
}
