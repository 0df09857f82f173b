package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.wan.link.measure.LevelTally;

/** What has to be true of an {@link OutageWorld} once it is calm. */
final class OutageRules {
    private OutageRules() {}

    /** What ALPHA's server submitted is in BRAVO's inbox, each row once; whatever receipts say. */
    static void assertEachRowArrived(OutageWorld world) {
        assertThat(world.bravo.inbox.stream().map(row -> OutageWorld.key(row.origin(), row.sequence())))
                .as("rows in the inbox of BRAVO")
                .containsExactlyInAnyOrderElementsOf(world.submitted.keySet());
    }

    static void assertWhatArrivedIsWhatWasSent(OutageWorld world) {
        for (KmtfMessage message : world.south.messages) {
            String key = OutageWorld.key(message.origin(), message.sequence());
            KmtfMessage sent = Optional.ofNullable(world.written.get(key))
                    .or(() -> Optional.ofNullable(world.submitted.get(key)))
                    .orElseThrow(() -> new AssertionError(key + " was never sent"));
            assertThat(message.payload()).as(key).isEqualTo(sent.payload());
            assertThat(List.of(message.topicId(), message.precedence(), message.destinations()))
                    .as(key)
                    .isEqualTo(List.of(sent.topicId(), sent.precedence(), sent.destinations()));
        }
    }

    static void assertOrderOf(List<KmtfMessage> messages) {
        Map<String, Long> last = new HashMap<>();
        for (KmtfMessage message : messages) {
            String stream = message.topicId() + message.precedence();
            assertThat(message.sequence()).as(stream).isGreaterThan(last.getOrDefault(stream, 0L));
            last.put(stream, message.sequence());
        }
    }

    static void assertNothingIsMissing(OutageWorld world) {
        Set<String> missing = new HashSet<>(world.written.keySet());
        world.arrived().forEach(message -> missing.remove(OutageWorld.key(message.origin(), message.sequence())));
        missing.removeAll(world.refused());
        missing.removeAll(world.mayBeLost);
        assertThat(missing).as("neither arrived nor refused").isEmpty();
    }

    /** What an application was told to be lost may come after all, when a kill has brought it back into the journal. */
    static void assertOrder(OutageWorld world) {
        Map<String, Long> last = new HashMap<>();
        Set<String> refused = world.refused();
        for (KmtfMessage message : world.arrived()) {
            String stream = message.origin() + message.topicId() + message.precedence();
            if (!refused.contains(OutageWorld.key(message.origin(), message.sequence()))) {
                assertThat(message.sequence()).as(stream).isGreaterThan(last.getOrDefault(stream, 0L));
                last.put(stream, message.sequence());
            }
        }
    }

    static void assertBalance(OutageWorld world) {
        for (LevelTally level : world.north.status(world.now()).snapshot().levels()) {
            assertThat(level.offered())
                    .isEqualTo(level.acked()
                            + level.sent()
                            + level.expired()
                            + level.superseded()
                            + level.returned()
                            + level.dropped()
                            + level.queued()
                            + level.inFlight());
        }
    }
}
