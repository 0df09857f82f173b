package org.c4igateway.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdviserTest extends AbstractAdviceTest {
    @Test
    void takesTheBestOfALinkLikeThoseThatWereMeasured() throws Exception {
        runs("10 % at 128k", "jms-tuned", 30, 31, 32);
        runs("10 % at 128k", "dds-tuned", 50, 51, 52);
        runs("10 % at 128k", "dds-wan", 90, 95, 91);

        LinkAdvice advice = advise("messages: {bytes: 200}\nlinks: {radio: {rate: 130k, loss: 10 %}}");

        assertThat(advice.choice()).contains(Advisable.WAN);
        assertThat(advice.sureness()).isEqualTo(LinkAdvice.Sureness.LIKELY);
        assertThat(text(advice))
                .contains(
                        "radio: take WAN gateway",
                        "91.0",
                        "90.0 to 95.0",
                        "of bound",
                        "WAN gateway at the near end:",
                        "rate: 130000")
                .contains("results.csv", "--fresh");
    }

    @Test
    void isSureOnlyBySixRunsWithoutACommonValue() throws Exception {
        runs("10 % at 128k", "jms-tuned", 30, 31, 32, 30, 31, 32);
        runs("10 % at 128k", "dds-tuned", 50, 51, 52, 50, 51, 52);
        runs("10 % at 128k", "dds-wan", 90, 95, 91, 92, 93, 94);
        assertThat(advise(RADIO).sureness()).isEqualTo(LinkAdvice.Sureness.SURE);

        runs("10 % at 256k", "jms-tuned", 30, 31, 32, 30, 31, 32);
        runs("10 % at 256k", "dds-tuned", 50, 99, 52, 50, 51, 98);
        runs("10 % at 256k", "dds-wan", 90, 49, 91, 92, 93, 94);
        LinkAdvice open = advise(RADIO.replace("128k", "256k"));
        assertThat(open.sureness()).isEqualTo(LinkAdvice.Sureness.OPEN);
        assertThat(text(open)).contains("cannot be told apart");
    }

    /** As a new directory below one that is given: its runs count once. */
    @Test
    void countsARunOnceWhenDirectoriesLieWithinEachOther() throws Exception {
        Path below = Files.createDirectory(directory.resolve("2026-11-27-advice"));
        runs("10 % at 128k", "jms-tuned", 30, 31, 32);
        runs("10 % at 128k", "dds-tuned", 50, 51, 52);
        runs("10 % at 128k", "dds-wan", 90, 95, 91);
        Files.writeString(below.resolve("results.csv"), table);
        AskedNetwork network = network(RADIO);

        StoredTrials stored = StoredTrials.in(scenarios(), List.of(below, directory));
        LinkAdvice advice =
                new Adviser(network, stored).advise(network.links().getFirst()).orElseThrow();

        assertThat(advice.sureness()).isEqualTo(LinkAdvice.Sureness.LIKELY);
        assertThat(advice.ranked())
                .allSatisfy(figures -> assertThat(figures.trials()).hasSize(3));
    }

    /** Slowly offered messages of a run end before its time limit, on a link that is silent for two minutes, too. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.13, 1, 40})
    void leavesTimeToSubmitWhatIsOfferedSlowly(double perSecond) throws Exception {
        AskedNetwork network = network("messages: {bytes: 200, per-second: " + perSecond
                + "}\nlinks: {radio: {rate: 128k}}\noutages: {radio: 2min}");
        TrialScenario trial = new TrialScenario(network, network.links(), 3);
        Matcher limit = Pattern.compile("time-limit: (\\d+)s").matcher(trial.yaml());

        assertThat(limit.find()).isTrue();
        assertThat(trial.messages(network.links().getFirst()) / perSecond + 120)
                .isLessThan(Double.parseDouble(limit.group(1)) - 300);
    }

    @Test
    void countsARunThatDidNotFinishAsWorse() throws Exception {
        runs("10 % at 128k", "jms-tuned", 0, 0, 99);
        runs("10 % at 128k", "dds-tuned", 20, 21, 22);
        runs("10 % at 128k", "dds-wan", 0, 0, 0);

        LinkAdvice advice = advise(RADIO);

        assertThat(advice.choice()).contains(Advisable.DDS);
        assertThat(text(advice)).contains("DNF", "3, DNF 2").contains("c4i.transports.dds.network.link.rate: 128000");
    }

    @Test
    void saysWhereAnotherWouldBeFirst() throws Exception {
        for (String condition : List.of("10 % at 128k", "30 % at 256k")) {
            boolean narrow = condition.endsWith("128k");
            runs(condition, "jms-tuned", 1, 1, 1);
            runs(condition, "dds-tuned", narrow ? 9 : 2, narrow ? 9 : 2, narrow ? 9 : 2);
            runs(condition, "dds-wan", 5, 5, 5);
        }

        assertThat(advise(RADIO).changes()).containsExactly("30 % at 256k: WAN gateway, compressed");
    }

    @Test
    void leavesLinksOpenThatNoRunIsLike() throws Exception {
        runs("10 % at 128k", "jms-tuned", 30, 31, 32);
        runs("10 % at 128k", "dds-tuned", 50, 51, 52);
        runs("10 % at 128k", "dds-wan", 90, 95, 91);

        for (String other :
                List.of("loss: 5 %", "loss: 10 %, burst: 4", "loss: 10 %, delay: 300ms", "loss: 9.9 %, queue: 9")) {
            boolean covered = other.contains("queue");
            AskedNetwork network = network("messages: {bytes: 200}\nlinks: {radio: {rate: 128k, " + other + "}}");
            assertThat(adviser(network).uncovered()).as(other).hasSize(covered ? 0 : 1);
        }
        assertThat(adviser(network(RADIO + "\nsystems: 3")).uncovered()).hasSize(1);
        assertThat(adviser(network(RADIO + "\noutages: {radio: 5s}")).uncovered())
                .hasSize(1);
        assertThat(adviser(network(RADIO.replace("200", "2000"))).uncovered()).hasSize(1);
    }

    @Test
    void advisesByWhatIsThereWhenATransportBroke() throws Exception {
        runs("10 % at 128k", "jms-tuned", 30, 31, 32);
        runs("10 % at 128k", "dds-tuned", 50, 51, 52);
        broken("10 % at 128k", "dds-wan");

        LinkAdvice advice = advise(RADIO);

        assertThat(adviser(network(RADIO)).uncovered()).hasSize(1);
        assertThat(advice.choice()).contains(Advisable.DDS);
        assertThat(advice.sureness()).isEqualTo(LinkAdvice.Sureness.PARTIAL);
        assertThat(text(advice)).contains("not judged: WAN gateway, compressed", "open: not every transport");
    }

    /** A link of one receiver says nothing about a link to all. */
    @Test
    void leavesRunsOutWhoseLinkIsNotBetweenTheSenderAndAllReceivers() throws Exception {
        Files.writeString(directory.resolve("star.yaml"), """
                title: A star
                figure: rate
                network:
                  hosts: [ALPHA, BRAVO, CHARLIE]
                  switches: [lan]
                  links: {sender: [ALPHA, lan], receiver: [BRAVO, lan], other: [CHARLIE, lan]}
                cells: [jms-tuned, dds-tuned]
                workload: {from: ALPHA, to: [BRAVO, CHARLIE], messages: 100, bytes: 200, topic: A080}
                conditions:
                  at the receiver: {links: {receiver: {rate: 128k, loss: 10 %}}}
                  at the sender: {links: {sender: {rate: 128k, loss: 10 %}}}
                """);
        AskedNetwork network = network(RADIO + "\nsystems: 3");
        table.append("star,at the receiver,jms-tuned,1,COMPLETED,100,7,5,,\n");
        assertThat(adviser(network).advise(network.links().getFirst())).isEmpty();

        table.append("star,at the sender,jms-tuned,1,COMPLETED,100,7,5,,\n");
        table.append("star,at the sender,jms-tuned,2,COMPLETED,100,8,5,,\n");
        table.append("star,at the sender,jms-tuned,3,COMPLETED,100,9,5,,\n");
        LinkAdvice advice = adviser(network).advise(network.links().getFirst()).orElseThrow();

        assertThat(advice.ranked()).extracting(CandidateFigures::median).containsExactly(8.0);
        assertThat(String.join("\n", new AdviceText(network, scenarios().cells(), "abc").lines(advice)))
                .contains("bound: 144 msg/s", "each carried once for 2 receivers");
    }

    /** The first three repetitions advise, the others judge: here they turn the order around. */
    @Test
    void saysWhatAChoiceGivesAway() throws Exception {
        runs("10 % at 128k", "jms-tuned", 60, 60, 60, 50, 50, 50);
        runs("10 % at 128k", "dds-tuned", 50, 51, 52, 100, 100, 100);
        runs("10 % at 128k", "dds-wan", 1, 1, 1, 1, 1, 1);
        AskedNetwork network = network(RADIO);

        Regret regret = adviser(network).regret(network.links().getFirst(), 3).orElseThrow();

        assertThat(regret.advised().choice()).contains(Advisable.JMS);
        assertThat(regret.measured().choice()).contains(Advisable.DDS);
        assertThat(regret.share()).isEqualTo(0.5);
        assertThat(regret.isTolerable()).isFalse();
    }
}
