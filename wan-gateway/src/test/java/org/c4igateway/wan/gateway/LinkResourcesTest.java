package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.junit.jupiter.api.Test;

/** What is looked at before a running link is opened anew. */
class LinkResourcesTest {
    /** A file that cannot be read would be set aside when it is opened again, and what is in memory would be lost. */
    @Test
    void opensNothingWhileTheJournalOfTheRunningLinkAcceptsNothing() {
        LinkSpec spec = new LinkSpec(
                "wan",
                new LinkSpec.Place(
                        0, List.of("lo"), 7600, Map.of("SOUTH", ""), Optional.empty(), Duration.ofMillis(500)),
                LinkSettings.at(10_000_000),
                WanGatewayFixture.KEYS,
                true,
                LinkPolicy.OPEN,
                Duration.ofMinutes(5),
                Optional.empty());
        RecordJournal.Snapshot resting = new RecordJournal.Snapshot(true, false, 1, 1, 1, 0, Map.of(), 1, 0);
        AtomicInteger opened = new AtomicInteger();
        Supplier<FrameWire> join = () -> {
            opened.incrementAndGet();
            throw new IllegalStateException("joined");
        };
        Supplier<RecordJournal> open = () -> {
            opened.incrementAndGet();
            return RecordJournal.NONE;
        };
        try (LinkResources resources = new LinkResources(spec, join, open)) {
            assertThatThrownBy(() -> resources.prepare(spec, resting)).hasMessageContaining("accepts no records");
        }

        assertThat(opened).hasValue(0);
    }
}
