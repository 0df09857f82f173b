package org.c4igateway.lab.run.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Event;
import org.c4igateway.lab.scenario.Event.Action;
import org.c4igateway.lab.scenario.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs as nodes write them; a failure at 10:00:00 and the return at 10:00:03. */
class RecoveryTest {
    private static final Instant FAILED = Instant.parse("2026-11-21T10:00:00Z");
    private static final Instant BACK = Instant.parse("2026-11-21T10:00:03Z");
    private static final Flow FLOW = new Flow("ALPHA", List.of("BRAVO"), 200, new Flow.Content(1_024, "A080", 3, 0), 0);

    @TempDir
    private Path directory;

    @Test
    void splitsTheRestartOfASender() throws IOException {
        log("BRAVO", "10:00:00.020Z INFO ALPHA is away over DDS");
        log(
                "ALPHA",
                "09:59:00.000Z INFO This node is active with epoch 1",
                "09:59:01.000Z INFO BRAVO is reachable over DDS",
                "10:00:05.250Z INFO This node is active with epoch 2",
                "10:00:05.500Z INFO BRAVO is reachable over DDS");

        assertThat(stages(Action.KILL, "ALPHA", Action.START, "ALPHA", delivery(6.0, 6.25)))
                .containsExactly(
                        Map.entry(Recovery.DETECT, 0.02),
                        Map.entry(Recovery.START, 2.25),
                        Map.entry(Recovery.REDISCOVER, 0.25),
                        Map.entry(Recovery.SEND, 0.5),
                        Map.entry(Recovery.DRAIN, 0.25),
                        Map.entry(Recovery.ROUND_TRIP_FROM_START, 3.0),
                        Map.entry(Recovery.ROUND_TRIP_FROM_REACH, 0.5));
    }

    @Test
    void countsNoDetectionWhenTheReceiverWasBackBefore() throws IOException {
        log("ALPHA", "10:00:04.000Z INFO BRAVO is away over DDS", "10:00:06.000Z INFO BRAVO is reachable over DDS");
        log("BRAVO", "10:00:05.000Z INFO This node is active with epoch 2");

        assertThat(stages(Action.KILL, "BRAVO", Action.START, "BRAVO", delivery(7, 8)))
                .doesNotContainKey(Recovery.DETECT)
                .containsEntry(Recovery.START, 2.0)
                .containsEntry(Recovery.REDISCOVER, 1.0);
    }

    @Test
    void countsFromTheReturnOfALink() throws IOException {
        log("ALPHA", "10:00:01.500Z INFO BRAVO is away over DDS", "10:00:03.750Z INFO BRAVO is reachable over DDS");

        assertThat(stages(Action.SILENCE, "link", Action.RESTORE, "link", delivery(4.75, 5)))
                .containsEntry(Recovery.DETECT, 1.5)
                .doesNotContainKey(Recovery.START)
                .containsEntry(Recovery.REDISCOVER, 0.75)
                .containsEntry(Recovery.SEND, 1.0);
    }

    @Test
    void saysNothingOfARunThatConfirmedNothing() throws IOException {
        assertThat(stages(Action.KILL, "ALPHA", Action.START, "ALPHA", RunResult.Delivery.NOTHING))
                .isEmpty();
        assertThat(new Recovery(this::file, Map.of(), FLOW, FAILED).stages(_ -> 0, delivery(1, 2)))
                .isEmpty();
    }

    private Map<String, Double> stages(
            Action failure, String failed, Action cure, String cured, RunResult.Delivery delivery) throws IOException {
        Map<Event, Instant> happened = new LinkedHashMap<>();
        happened.put(new Event(Duration.ZERO, failure, failed), FAILED);
        happened.put(new Event(Duration.ofSeconds(3), cure, cured), BACK);
        Instant confirmed = Instant.parse("2026-11-21T10:00:06Z");
        return new Recovery(this::file, happened, FLOW, FAILED)
                .stages(from -> Duration.between(from, confirmed).toMillis() / 1e3, delivery);
    }

    private static RunResult.Delivery delivery(double lastDelivered, double lastConfirmed) {
        return new RunResult.Delivery(200, 200, 200, 1, 1, 5, lastDelivered, lastConfirmed, "", "", List.of());
    }

    private Path file(String node) {
        return directory.resolve(node + ".log");
    }

    private void log(String node, String... lines) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            text.append("2026-11-21T").append(line).append('\n');
        }
        Files.writeString(file(node), text);
    }
}
