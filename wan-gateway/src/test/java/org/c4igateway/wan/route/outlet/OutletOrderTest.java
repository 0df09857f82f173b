package org.c4igateway.wan.route.outlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.wan.Seeds;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.RecordCodec;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node sends the rows of one stream over a link with little room, again and again from the oldest without a receipt,
 * while urgent messages displace what waits. Each row arrives for the first time behind the older ones, and all arrive.
 */
class OutletOrderTest {
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private static final Topic TOPIC = CATALOGUE.topics().stream()
            .filter(topic -> topic.trafficClass() == TrafficClass.ORDER)
            .findFirst()
            .orElseThrow();
    private static final int STEPS = 400;
    private static final int ROWS = 25;
    private static final long URGENT = 1_000_000;

    static LongStream seeds() {
        return Seeds.of(500, 1_500);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void deliversAStreamInOrderWhateverIsGivenBack(long seed) {
        World world = new World(seed);
        for (int step = 0; step < STEPS; step++) {
            world.step();
        }
        world.calm();

        assertThat(world.outOfOrder).isEmpty();
        assertThat(world.pending).as("rows without a receipt").isEmpty();
    }

    private static final class World implements LinkPort, RouteTally {
        private final Random random;
        private final int room;
        private final LinkOutlet outlet =
                new LinkOutlet("link", this, LinkPolicy.OPEN, new RecordCodec(CATALOGUE), this);
        private final Deque<LinkItem> urgent = new ArrayDeque<>();
        private final Deque<LinkItem> routine = new ArrayDeque<>();
        private final List<LinkItem> givenBack = new ArrayList<>();
        private final List<Long> pending = new ArrayList<>();
        private final List<Long> delivered = new ArrayList<>();
        private final List<String> outOfOrder = new ArrayList<>();
        private long lastRow;
        /** The last row of this round that was sent. */
        private long sent;

        private long urgentRow = URGENT;
        private long nanos;

        World(long seed) {
            random = new Random(seed);
            room = 2 + random.nextInt(6);
            int before = random.nextInt(6);
            for (int i = 0; i < before; i++) {
                pending.add(++lastRow);
                delivered.add(lastRow); // over the way that the link had before; the receipts are underway
            }
        }

        void step() {
            nanos++;
            switch (random.nextInt(9)) {
                case 0, 1, 2 -> sendNext();
                case 3 -> {
                    if (lastRow < ROWS) {
                        pending.add(++lastRow);
                    }
                }
                case 4 -> sendUrgent();
                case 5, 6 -> carry();
                case 7 -> takeReceipt();
                default -> {
                    if (random.nextInt(6) == 0) {
                        sent = 0;
                    }
                }
            }
        }

        /** The link has room and nothing urgent comes; the node goes on sending. */
        void calm() {
            for (int round = 0; round < 10 * ROWS && !pending.isEmpty(); round++) {
                sent = 0;
                for (int i = 0; i < ROWS; i++) {
                    sendNext();
                    carry();
                    carry();
                }
                takeReceipt();
            }
        }

        private void sendNext() {
            pending.stream().filter(row -> row > sent).findFirst().ifPresent(row -> {
                sent = row;
                offer(row, Precedence.ROUTINE);
            });
        }

        private void sendUrgent() {
            offer(++urgentRow, Precedence.FLASH);
        }

        private void offer(long row, Precedence precedence) {
            KmtfMessage message = new KmtfMessage(
                    "ALPHA",
                    "",
                    row,
                    TOPIC.id(),
                    precedence.code(),
                    nanos,
                    Long.MAX_VALUE,
                    "EXERCISE",
                    List.of("BRAVO"),
                    new byte[] {1});
            outlet.offer(new MessageRecord(message, nanos, List.of("BRAVO"), List.of()), TOPIC, true, now());
            givenBack.forEach(item -> outlet.ended(item, RecordOutcome.RETURNED, now()));
            givenBack.clear();
        }

        private void carry() {
            LinkItem item = urgent.isEmpty() ? routine.poll() : urgent.poll();
            if (item != null) {
                arrive(item);
                outlet.ended(item, RecordOutcome.ACKED, now());
            }
        }

        private void arrive(LinkItem item) {
            InFlightMessage message = (InFlightMessage) item.payload();
            long row = message.key().sequence();
            if (message.isTakenBack() || row >= URGENT || delivered.contains(row)) {
                return;
            }
            if (!delivered.isEmpty() && row < delivered.getLast()) {
                outOfOrder.add(row + " behind " + delivered.getLast());
            }
            delivered.add(row);
        }

        private void takeReceipt() {
            List<Long> received = pending.stream().filter(delivered::contains).toList();
            if (!received.isEmpty()) {
                pending.removeAll(received.subList(0, 1 + random.nextInt(received.size())));
            }
        }

        private ClockReading now() {
            return new ClockReading(nanos, nanos);
        }

        @Override
        public List<String> peers() {
            return List.of("SOUTH");
        }

        @Override
        public boolean sharesCatalogue() {
            return true;
        }

        @Override
        public List<LinkItem> offer(LinkItem item, long nowNanos) {
            Deque<LinkItem> own = item.precedence() == Precedence.FLASH ? urgent : routine;
            own.add(item);
            if (urgent.size() + routine.size() <= room) {
                return List.of();
            }
            LinkItem back = (routine.isEmpty() ? urgent : routine).removeLast();
            givenBack.add(back);
            return List.of(back);
        }

        @Override
        public void discarded(String link, Discard reason, Precedence precedence) {
            // Counted elsewhere.
        }

        @Override
        public void nodeIgnored() {
            // There is no domain here.
        }

        @Override
        public void refused(String link, Precedence precedence) {
            // Counted elsewhere.
        }
    }
}
