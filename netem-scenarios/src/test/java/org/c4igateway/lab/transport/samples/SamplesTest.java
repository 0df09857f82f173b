package org.c4igateway.lab.transport.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.transport.CannotRunException;
import org.c4igateway.lab.transport.EndSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SamplesTest {
    private static final BridgeEnd ALPHA = new BridgeEnd("ALPHA", List.of(), "10.0.0.1");
    private static final BridgeEnd BRAVO = new BridgeEnd("BRAVO", List.of(), "10.0.0.2");

    private static SamplesAssignment assignment(long seed) {
        EndSettings.Place place = new EndSettings.Place("127.0.0.1", "127.0.0.1", "lo");
        EndSettings end = new EndSettings(Carrier.ARTEMIS_BRIDGE, true, place, true, Duration.ofSeconds(1));
        return new SamplesAssignment(end, "ALPHA", 200, new Exchange.Counts(5, 40), seed);
    }

    @Test
    void readsAnAssignmentAsItWasWritten() {
        SamplesAssignment assignment = assignment(1_007);

        assertThat(SamplesAssignment.parse(assignment.words().toArray(String[]::new)))
                .isEqualTo(assignment);
    }

    @Test
    void drawsTheSameSamplesInBothPrograms() {
        SampleTexts texts = SampleTexts.draw(assignment(3));
        SampleTexts again = SampleTexts.draw(assignment(3));
        SampleTexts others = SampleTexts.draw(assignment(4));

        assertThat(texts.counted()).hasSize(40).allMatch(text -> text.length == 200);
        assertThat(texts.primers()).hasSize(5);
        for (int i = 0; i < 40; i++) {
            assertThat(again.counted().get(i)).isEqualTo(texts.counted().get(i));
            assertThat(texts.place(again.counted().get(i))).isEqualTo(new SampleTexts.Place(false, i));
        }
        assertThat(texts.place(again.primers().get(4))).isEqualTo(new SampleTexts.Place(true, 4));
        assertThatIllegalStateException()
                .isThrownBy(() -> texts.place(others.counted().getFirst()))
                .withMessageContaining("no sample");
    }

    @Test
    void countsEachSampleOnceAndKeepsWhenTheLastNewOneCame() throws IOException {
        SampleTexts texts = SampleTexts.draw(assignment(3));
        long[] now = {100};
        SampleTally tally = new SampleTally(texts, () -> now[0]++);

        assertThat(tally.count()).isEqualTo(new SampleTally.Count(false, 0, 0, 0, 0));
        tally.accept(SampleTexts.HELLO.clone());
        tally.accept(texts.primers().get(2));
        tally.accept(texts.counted().get(7));
        tally.accept(texts.counted().get(0));
        tally.accept(texts.counted().get(7).clone());

        SampleTally.Count count = new SampleTally.Count(true, 1, 2, 1, 103);
        assertThat(tally.count()).isEqualTo(count);
        assertThat(SampleTally.Count.parse("got " + count.text())).isEqualTo(count);
        assertThatIOException().isThrownBy(() -> SampleTally.Count.parse("sent"));
    }

    @Test
    void saysWhenASampleIsAltered() {
        SampleTexts texts = SampleTexts.draw(assignment(3));
        byte[] altered = texts.counted().getFirst().clone();
        altered[150] ^= 1;

        assertThatIllegalStateException().isThrownBy(() -> new SampleTally(texts, () -> 0).accept(altered));
    }

    /** What repairs is waited for until the limit; of what does not, the rest is lost after a silence. */
    @Test
    void endsWhenAllHaveArrivedOrTheRestIsLostOrTheTimeIsOver() {
        long second = 1_000_000_000;
        SampleEnding repairs = new SampleEnding(false, Duration.ofSeconds(5), Duration.ofSeconds(60));
        SampleEnding loses = new SampleEnding(true, Duration.ofSeconds(5), Duration.ofSeconds(60));

        SampleEnding.Watch repaired = repairs.begin(10, 0);
        assertThat(repaired.look(9, second)).isEqualTo(SampleEnding.State.GOES_ON);
        assertThat(repaired.look(9, 59 * second)).isEqualTo(SampleEnding.State.GOES_ON);
        assertThat(repaired.look(9, 60 * second)).isEqualTo(SampleEnding.State.TOO_LATE);
        assertThat(repairs.begin(10, 0).look(10, 70 * second)).isEqualTo(SampleEnding.State.OVER);
        SampleEnding.Watch lost = loses.begin(10, 0);
        assertThat(lost.look(1, 4 * second)).isEqualTo(SampleEnding.State.GOES_ON);
        assertThat(lost.look(2, 8 * second)).isEqualTo(SampleEnding.State.GOES_ON);
        assertThat(lost.look(2, 13 * second)).isEqualTo(SampleEnding.State.OVER);
        assertThat(loses.begin(10, 0).look(0, 5 * second)).isEqualTo(SampleEnding.State.OVER);
    }

    @Test
    void joinsRoutersOverTheLinkOnly(@TempDir Path directory) {
        ZenohTools tools = new ZenohTools(directory);

        JsonNode alpha = JsonMapper.shared().readTree(ZenohRouters.configuration(tools, "udp", ALPHA, List.of(BRAVO)));

        assertThat(alpha.path("listen").path("endpoints").path(0).asString()).isEqualTo("udp/10.0.0.1:7447");
        assertThat(alpha.path("connect").path("endpoints").path(0).asString()).isEqualTo("udp/10.0.0.2:7447");
        assertThat(alpha.path("scouting").path("multicast").path("enabled").asBoolean(true))
                .isFalse();
        assertThat(alpha.path("plugins").path("dds").path("__path__").asString())
                .isEqualTo(tools.plugin().toAbsolutePath().toString());
    }

    @Test
    void saysWhatToRunWhereZenohWasNotBuilt(@TempDir Path directory) {
        ZenohTools tools = ZenohTools.of(Map.of("XDG_CACHE_HOME", directory.toString(), "HOME", "/home/nobody"));

        assertThat(tools.directory()).isEqualTo(directory.resolve("c4i-tools").resolve("zenoh-" + ZenohTools.VERSION));
        assertThat(ZenohTools.of(Map.of("HOME", "/home/nobody")).directory())
                .isEqualTo(Path.of("/home/nobody/.cache/c4i-tools/zenoh-" + ZenohTools.VERSION));
        assertThatIOException()
                .isThrownBy(() -> ZenohRouters.start(tools, "tcp", ALPHA, BRAVO, directory))
                .isInstanceOf(CannotRunException.class)
                .withMessageContaining("run ./c4i lab prepare zenoh");
    }
}
