package org.c4igateway.lab.advise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import org.junit.jupiter.api.io.TempDir;

/** A table of runs in a directory of its own, and the advice by it. */
abstract class AbstractAdviceTest {
    static final String RADIO = "messages: {bytes: 200}\nlinks: {radio: {rate: 128k, loss: 10 %}}";

    private static final Instant FIRST = Instant.parse("2026-12-01T00:00:00Z");

    @TempDir
    Path directory;

    final StringBuilder table = new StringBuilder(
            "scenario,condition,cell,repetition,outcome,expected,msg_per_s,latency_p99_ms,started_at,detail\n");

    private int written;

    /** 0 stands for a run that did not finish. */
    final void runs(String condition, String cell, int... perSecond) {
        for (int i = 0; i < perSecond.length; i++) {
            String outcome = perSecond[i] == 0 ? "DNF" : "COMPLETED";
            row(condition, cell, i + 1, outcome + ",1000," + perSecond[i] + ",5", "\"a, \"\"b\"\"\"");
        }
    }

    /** A run that did not come to an end: nothing was measured. */
    final void broken(String condition, String cell) {
        row(condition, cell, 1, "FAILED,,,", "\"it ended\"");
    }

    /** A run whose audit found a fault. */
    final void faulty(String condition, String cell) {
        row(condition, cell, 1, "FAILED,1000,9,5", "lost 7");
    }

    /** A run for which the machine lacks something. */
    final void impossible(String condition, String cell) {
        row(condition, cell, 1, "IMPOSSIBLE,,,", "the kernel has no congestion control bbr");
    }

    private void row(String condition, String cell, int repetition, String figures, String detail) {
        written++;
        table.append("paper/loss,%s,%s,%d,%s,%s,%s\n"
                .formatted(condition, cell, repetition, figures, FIRST.plusSeconds(written), detail));
    }

    final LinkAdvice advise(String yaml) throws Exception {
        AskedNetwork network = network(yaml);
        return adviser(network).advise(network.links().getFirst()).orElseThrow();
    }

    static AskedNetwork network(String yaml) throws ScenarioException {
        return AskedNetworkReader.read("net.yaml", yaml);
    }

    final Adviser adviser(AskedNetwork network) throws IOException, ScenarioException {
        Files.writeString(directory.resolve("results.csv"), table);
        return new Adviser(network, StoredTrials.in(scenarios(), List.of(directory)));
    }

    static Scenarios scenarios() throws IOException, ScenarioException {
        return Scenarios.in(Path.of("scenarios"));
    }

    static String text(LinkAdvice advice) throws Exception {
        AskedNetwork network = network(RADIO);
        return String.join("\n", new AdviceText(network, scenarios().cells(), "abc").lines(advice));
    }
}
