package org.c4igateway.lab.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the drivers tell the kernel, and how they read what it answers. */
class DriverCommandsTest {
    @Test
    void shapesByATokenBucketWithAQueueOfPackets() {
        assertThat(FilterWire.shaperScript("n", Direction.FORWARD, new Impairment.Rate(2_000_000, 50)))
                .isEqualTo("""
                        tc -n n qdisc replace dev west root handle 1: tbf rate 2000000bit burst 1600 limit 80000
                        tc -n n qdisc replace dev west parent 1:1 handle 10: pfifo limit 50
                        """);
    }

    @Test
    void losesBehindTheShaperOrBeforeIt() {
        Impairment.Loss after = new Impairment.Loss(0.3, 1, Impairment.Loss.Placement.AFTER_SHAPER);
        Impairment.Loss before = new Impairment.Loss(0.1, 1, Impairment.Loss.Placement.BEFORE_SHAPER);

        String rules = FilterWire.rules(after, before);

        assertThat(rules)
                .contains("hook ingress device \"east\"", "mod 1000000 < 300000 counter name forward_lost drop")
                .contains("hook ingress device \"to\"", "mod 1000000 < 100000 counter name backward_lost drop")
                .startsWith("add table netdev c4ilab\ndelete table netdev c4ilab\n")
                .doesNotContain("flush ruleset");
    }

    @Test
    void tellsNetemRateLossAndDelay() {
        Impairment impairment = Impairment.ofRate(128_000)
                .withLoss(0.1)
                .with(new Impairment.Delay(Duration.ofMillis(50), Duration.ofMillis(5), false));

        assertThat(NetemWire.script("n", Direction.BACKWARD, impairment))
                .contains("tc -n n qdisc replace dev east root handle 1: tbf rate 128000bit")
                .contains("tc -n n qdisc add dev from root handle 2: netem limit 100000 loss random 10.0000%"
                        + " delay 50000us 5000us distribution normal\n")
                .contains("tc -n n qdisc add dev from parent 2:1 handle 20: pfifo limit 100000\n");
    }

    @Test
    void tellsNetemDuplicationAndCorruption() {
        Impairment impairment = Impairment.NONE.withDuplication(0.25).withCorruption(0.1);

        assertThat(NetemWire.script("n", Direction.FORWARD, impairment))
                .contains("netem limit 100000 duplicate 25.0000% corrupt 10.0000%\n");
    }

    @Test
    void tellsNetemBurstsByGilbertsModel() {
        Impairment impairment =
                Impairment.NONE.with(new Impairment.Loss(0.2, 4, Impairment.Loss.Placement.AFTER_SHAPER));

        assertThat(NetemWire.script("n", Direction.FORWARD, impairment)).contains("loss gemodel 6.2500% 25.0000%");
    }

    @Test
    void readsTheRootQueueOnly() throws IOException {
        String json = """
                [{"kind":"tbf","handle":"1:","root":true,"options":{},"bytes":15140,"packets":10,"drops":3,"overlimits":1},
                 {"kind":"pfifo","handle":"10:","parent":"1:1","bytes":1,"packets":2,"drops":4}]""";

        assertThat(QueueStatistics.parse(json)).isEqualTo(new QueueStatistics("tbf", 10, 15_140, 3));
    }

    @Test
    void readsCountersByName() throws IOException {
        String json = """
                {"nftables":[{"metainfo":{"version":"1.0.6"}},
                 {"counter":{"family":"netdev","name":"forward_seen","table":"c4ilab","handle":2,"packets":7,"bytes":700}}]}""";

        assertThat(FilterWire.parse(json)).containsExactlyEntriesOf(java.util.Map.of("forward_seen", 7L));
    }
}
