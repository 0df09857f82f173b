package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.wan.TestLoops;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.c4igateway.wan.frame.record.RecordCodec;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.route.LanPort;
import org.c4igateway.wan.route.Router;
import org.c4igateway.wan.route.RouterIdentity;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.c4igateway.wan.route.outlet.LinkPort;
import org.c4igateway.wan.route.outlet.RouteTally;
import org.c4igateway.wan.route.site.Neighbour;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LanToRouterTest {
    private static final String TOPIC = LanNode.CATALOGUE.topics().stream()
            .filter(topic -> topic.reliable())
            .findFirst()
            .orElseThrow()
            .id();
    private static final Neighbour SOUTH = new Neighbour("wan", "SOUTH");
    private static final List<String> TOPICS = LanNode.CATALOGUE.topics().stream()
            .map(topic -> "%s=%08x".formatted(topic.id(), topic.digest()))
            .toList();

    private final RecordCodec codec = new RecordCodec(LanNode.CATALOGUE);
    private final GatewayLoop loop =
            new GatewayLoop(InstantSource.system(), now -> now.nanos() + 1_000_000_000, TestLoops.create());
    private final FullDomain domain = new FullDomain();
    private final ClockReading start = loop.now();
    private final Router router = new Router(new RouterIdentity("NORTH", 1), LanNode.CATALOGUE, domain, domain, start);

    @Test
    void letsNothingOfTheSameTurnPassWhatTheDomainDropped() {
        domain.listener = new LanToRouter(loop, () -> router, () -> {});
        router.addLink("wan", new Idle(), LinkPolicy.OPEN, Long.MAX_VALUE, start);
        router.up(SOUTH, start);
        String hash = LanNode.CATALOGUE.contentHash();
        router.nodeAnnounced(new KmtfNode("ALPHA", 11, hash, TOPICS, "", KmtfNode.Database.UNKNOWN), start);
        arrive(new LinkRecord.SiteReport(
                "SOUTH",
                1,
                1,
                List.of(TOPIC),
                List.of(new LinkRecord.SiteSystem(
                        "BRAVO", 12, hash, TOPICS, List.of(), 1, KmtfNode.Database.UNKNOWN))));
        long greeted = start.epochNanos();
        KmtfReceipt hello = new Greeting(
                        new SystemName("BRAVO"), new SystemName("ALPHA"), Greeting.Kind.HELLO, 11, 12, greeted)
                .toWire();
        arrive(new LinkRecord.ReceiptRecord(hello, greeted, List.of("SOUTH")));

        for (long sequence = 1; sequence <= 3; sequence++) {
            LinkRecord record = message(sequence, greeted + sequence);
            loop.force(now -> arrive(record));
        }
        loop.start();
        loop.call(now -> {});
        loop.close();

        assertThat(domain.written).as("the second was dropped").containsExactly(1L, 2L);
        assertThat(domain.discards).contains("sent_again");
    }

    private void arrive(LinkRecord record) {
        router.arrived(SOUTH, Precedence.ROUTINE, codec.encode(record, true), loop.now());
    }

    private static LinkRecord message(long sequence, long nanos) {
        KmtfMessage message = new KmtfMessage(
                "BRAVO", "", sequence, TOPIC, 3, nanos, Long.MAX_VALUE, "EXERCISE", List.of("ALPHA"), new byte[10]);
        return new LinkRecord.MessageRecord(message, nanos, List.of("ALPHA"), List.of("SOUTH"));
    }

    /** A link that nothing leaves. */
    private static final class Idle implements LinkPort {
        @Override
        public List<String> peers() {
            return List.of(SOUTH.site());
        }

        @Override
        public boolean sharesCatalogue() {
            return true;
        }

        @Override
        public RecordJournal journal() {
            return RecordJournal.NONE;
        }

        @Override
        public List<LinkItem> offer(LinkItem item, long nowNanos) {
            return List.of();
        }
    }

    /** A domain that drops the second message. */
    private static final class FullDomain implements LanPort, RouteTally {
        private final List<Long> written = new ArrayList<>();
        private final List<String> discards = new ArrayList<>();
        private @Nullable LanToRouter listener;

        @Override
        public int readersOf(String topicId) {
            return 1;
        }

        @Override
        public void write(KmtfMessage message, long sourceNanos) {
            written.add(message.sequence());
            if (message.sequence() == 2) {
                Objects.requireNonNull(listener).onOverflow(1);
            }
        }

        @Override
        public void write(KmtfReceipt receipt, long sourceNanos) {}

        @Override
        public void announce(KmtfNode node) {}

        @Override
        public void withdraw(KmtfNode node) {}

        @Override
        public void discarded(String link, Discard reason, Precedence precedence) {
            discards.add(reason.label());
        }

        @Override
        public void refused(String link, Precedence precedence) {}

        @Override
        public void nodeIgnored() {}
    }
}
