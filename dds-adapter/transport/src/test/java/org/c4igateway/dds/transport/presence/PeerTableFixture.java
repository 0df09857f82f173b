package org.c4igateway.dds.transport.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;

abstract class PeerTableFixture {
    static final SystemName BRAVO = new SystemName("BRAVO");
    static final SystemName CHARLIE = new SystemName("CHARLIE");
    static final String TOPIC = "A021";
    static final UUID OLD = new UUID(0, 1);
    static final UUID NEW = new UUID(0, 2);

    final Map<SystemName, PeerState> states = new HashMap<>();
    final List<SystemName> greeted = new ArrayList<>();
    final List<SystemName> announced = new ArrayList<>();
    int readers;
    final Set<Long> announcers = new HashSet<>();
    final List<Long> dismissed = new ArrayList<>();
    long now;
    long helloNanos;
    final NameConflicts<WrittenAnnouncement> nameConflicts =
            new NameConflicts<>(announcers::contains, Duration.ofSeconds(15), () -> now);
    final PeerTable table = new PeerTable(
            new PeerScope(Set.of(BRAVO, CHARLIE), Set.of(TOPIC)),
            new DomainView(topic -> readers, announcers::contains, dismissed::add, writer -> Optional.empty()),
            nameConflicts,
            announcement -> {
                greeted.add(announcement.system());
                return ++helloNanos;
            },
            new States());

    static PeerAnnouncement node(SystemName system, long incarnation, String via) {
        return new PeerAnnouncement(
                new NodeAnnouncement(system, incarnation, "", Map.of(TOPIC, 1), Introduction.NONE), via);
    }

    long incarnation() {
        return table.held(BRAVO).orElseThrow().incarnation();
    }

    void meet(PeerAnnouncement peerAnnouncement) {
        announce(peerAnnouncement);
        table.welcomed(peerAnnouncement.node().system(), peerAnnouncement.node().incarnation(), helloNanos);
    }

    /** By a writer of its own that stays. */
    AnnouncementVerdict announce(PeerAnnouncement peerAnnouncement) {
        return announce(peerAnnouncement, peerAnnouncement.node().system().hashCode());
    }

    AnnouncementVerdict announce(PeerAnnouncement peerAnnouncement, long writer) {
        announcers.add(writer);
        return table.announced(new WrittenAnnouncement(peerAnnouncement, writer));
    }

    final class States implements InboundHandler {
        @Override
        public void onPeer(SystemName peer, PeerState state) {
            states.put(peer, state);
        }

        @Override
        public void onMessage(Message message) {}

        @Override
        public void onReceipt(Receipt receipt) {}

        @Override
        public void onAnnouncement(NodeAnnouncement announcement) {
            announced.add(announcement.system());
        }

        @Override
        public boolean offerMessage(Message message) {
            onMessage(message);
            return true;
        }

        @Override
        public boolean takesMessages() {
            return true;
        }

        @Override
        public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {}

        @Override
        public void onMalformedControl(String source, ErrorCode code, String detail, byte[] bytes) {}
    }
}
