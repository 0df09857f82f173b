package org.c4igateway.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which runs count for an answer, and what becomes of those that do not. */
class CountedRunsTest extends AbstractAdviceTest {
    private static final String NARROW = "10 % at 128k";
    private static final String PAIR = """
            title: Two rates
            figure: rate
            network:
              hosts: [ALPHA, BRAVO]
              links: {radio: [ALPHA, BRAVO]}
            cells: [jms-tuned, dds-tuned, dds-wan]
            workload: {from: ALPHA, to: BRAVO, messages: 100, bytes: 200, topic: A080}
            conditions:
              at 128k: {links: {radio: {forward: {rate: 128k}, backward: {rate: 128k}}}}
              at 130k: {links: {radio: {forward: {rate: 130k}, backward: {rate: 130k}}}}
              slow back: {links: {radio: {forward: {rate: 130k}, backward: {rate: 120k}}}}
            """;

    @Test
    void doesNotTakeATransportThatItDoesNotJudge() throws Exception {
        others();
        runs(NARROW, "dds-wan", 90, 91);
        broken(NARROW, "dds-wan");

        LinkAdvice advice = advise(RADIO);

        assertThat(advice.choice()).contains(Advisable.DDS);
        assertThat(advice.missing()).containsExactly(Advisable.WAN);
        assertThat(text(advice)).doesNotContain("90.0").contains("not judged: WAN gateway, compressed");
    }

    /** Not every machine has this congestion control; where it is there, its runs are asked for as those of others. */
    @Test
    void namesBbrWhenItsRunsBrokeButNotWhenTheMachineHasNone() throws Exception {
        judged();
        runs(NARROW, "jms-tuned-bbr", 99);
        broken(NARROW, "jms-tuned-bbr");
        broken(NARROW, "jms-tuned-bbr");

        LinkAdvice advice = advise(RADIO);

        assertThat(advice.choice()).contains(Advisable.WAN);
        assertThat(advice.missing()).containsExactly(Advisable.JMS_BBR);
        assertThat(advice.sureness()).isEqualTo(LinkAdvice.Sureness.PARTIAL);
        assertThat(adviser(network(RADIO)).uncovered()).hasSize(1);
    }

    @Test
    void leavesBbrOutWhereNoRunOfItIsPossible() throws Exception {
        judged();
        impossible(NARROW, "jms-tuned-bbr");

        LinkAdvice advice = advise(RADIO);

        assertThat(advice.missing()).isEmpty();
        assertThat(advice.sureness()).isEqualTo(LinkAdvice.Sureness.LIKELY);
    }

    /** As a copy of a result directory. */
    @Test
    void countsARunOnceWhenItsTableWasCopied() throws Exception {
        judged();
        for (String name : List.of("original", "copy")) {
            Path one = Files.createDirectory(directory.resolve(name));
            Files.writeString(one.resolve("results.csv"), table);
        }
        AskedNetwork network = network(RADIO);

        StoredTrials stored =
                StoredTrials.in(scenarios(), List.of(directory.resolve("original"), directory.resolve("copy")));
        LinkAdvice advice =
                new Adviser(network, stored).advise(network.links().getFirst()).orElseThrow();

        assertThat(advice.ranked())
                .allSatisfy(figures -> assertThat(figures.trials()).hasSize(3));
        assertThat(advice.sureness()).isEqualTo(LinkAdvice.Sureness.LIKELY);
    }

    /** A copy of the table alone says nothing about its runs, and does not stand in the way of the table that does. */
    @Test
    void takesACopiedRunWhereItsScenarioIs() throws Exception {
        for (String row : List.of("jms-tuned,1", "jms-tuned,2", "jms-tuned,3")) {
            table.append("pair,at 128k," + row + ",COMPLETED,100,7,5,2026-12-01T00:00:00Z,\n");
        }
        Path alone = Files.createDirectory(directory.resolve("alone"));
        Files.writeString(alone.resolve("results.csv"), table);
        Path whole = Files.createDirectory(directory.resolve("whole"));
        Files.writeString(whole.resolve("results.csv"), table);
        Files.writeString(whole.resolve("pair.yaml"), PAIR);
        AskedNetwork network = network("messages: {bytes: 200}\nlinks: {radio: {rate: 128k}}");

        LinkAdvice advice = new Adviser(network, StoredTrials.in(scenarios(), List.of(alone, whole)))
                .advise(network.links().getFirst())
                .orElseThrow();

        assertThat(advice.ranked())
                .singleElement()
                .satisfies(figures -> assertThat(figures.trials()).hasSize(3));
    }

    /** The interval of nine runs leaves the slow one out; three others do not make up for it. */
    @Test
    void isLikelyOnlyWhenEachRunOfTheFirstIsBetter() throws Exception {
        runs(NARROW, "jms-tuned", 30, 31, 32);
        runs(NARROW, "dds-tuned", 50, 51, 52);
        runs(NARROW, "dds-wan", 1, 90, 91, 92, 93, 94, 95, 96, 97);

        LinkAdvice advice = advise(RADIO);

        assertThat(advice.choice()).contains(Advisable.WAN);
        assertThat(advice.sureness()).isEqualTo(LinkAdvice.Sureness.OPEN);
    }

    /** More runs of a link like it do not stand against those of the link itself. */
    @Test
    void takesTheRunsOfTheMostSimilarLink() throws Exception {
        Files.writeString(directory.resolve("pair.yaml"), PAIR);
        pair("at 128k", 4, 99, 10);
        pair("slow back", 4, 99, 10);
        pair("at 130k", 3, 10, 99);

        LinkAdvice advice = advise("messages: {bytes: 200}\nlinks: {radio: {rate: 130k}}");

        assertThat(advice.choice()).contains(Advisable.WAN);
        assertThat(advice.ranked())
                .allSatisfy(figures -> assertThat(figures.trials()).hasSize(3));
    }

    /** Runs that lost messages are not made again: three others do not hide them. */
    @Test
    void tellsOfRunsThatFailedTheirAuditBesideThoseThatBroke() throws Exception {
        judged();
        assertThat(advise(RADIO).sureness()).isEqualTo(LinkAdvice.Sureness.LIKELY);
        faulty(NARROW, "dds-wan");
        faulty(NARROW, "dds-wan");
        broken(NARROW, "dds-wan");
        broken(NARROW, "dds-tuned");

        LinkAdvice advice = advise(RADIO);

        assertThat(advice.choice()).contains(Advisable.WAN);
        assertThat(advice.sureness()).isEqualTo(LinkAdvice.Sureness.FAILED);
        assertThat(text(advice))
                .contains("3, audit failed 2, broke 1", "3, broke 1", "how sure: open: runs of the first failed");
    }

    @Test
    void doesNotValidateALinkWhoseRunsFailed() throws Exception {
        runs(NARROW, "jms-tuned", 30, 31, 32, 30, 31, 32);
        runs(NARROW, "dds-tuned", 50, 51, 52, 50, 51, 52);
        runs(NARROW, "dds-wan", 90, 95, 91, 90, 95, 91);
        AskedNetwork network = network(RADIO);
        LinkCheck good = adviser(network).check(network.links().getFirst(), 3);
        faulty(NARROW, "jms-tuned");

        LinkCheck check = adviser(network).check(network.links().getFirst(), 3);

        assertThat(good.isGood()).isTrue();
        assertThat(good.verdict()).isEqualTo("within a tenth");
        assertThat(check.isGood()).isFalse();
        assertThat(check.verdict()).isEqualTo("within a tenth; FAILED: jms-tuned, audit failed 1");
    }

    @Test
    void namesRunsThatWereMadeAgain() throws Exception {
        judged();
        Files.writeString(directory.resolve("results.json"), """
                {"environment": {"commit": "abc", "runs that failed and were made again": "loss_dds-wan_02.json.failed-1"}}
                """);

        assertThat(text(advise(RADIO))).contains("results.csv: loss_dds-wan_02.json.failed-1");
    }

    private void pair(String condition, int count, int samples, int frames) {
        for (int repetition = 1; repetition <= count; repetition++) {
            String row = "pair," + condition + ",%s," + repetition + ",COMPLETED,100,%d,5,,\n";
            table.append(row.formatted("jms-tuned", 1))
                    .append(row.formatted("dds-tuned", samples))
                    .append(row.formatted("dds-wan", frames));
        }
    }

    private void others() {
        runs(NARROW, "jms-tuned", 30, 31, 32);
        runs(NARROW, "dds-tuned", 50, 51, 52);
    }

    private void judged() {
        others();
        runs(NARROW, "dds-wan", 90, 95, 91);
    }
}
