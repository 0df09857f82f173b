package org.c4igateway.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.cli.CommandRun;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.DiscoveryView.Endpoint;
import org.c4igateway.dds.api.discovery.DiscoveryView.Kind;
import org.c4igateway.dds.api.discovery.DiscoveryView.Participant;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.junit.jupiter.api.Test;

class LiveReportTest {
    private static final Guid NODE = new Guid("011000000000000000000000000001c1");
    private static final Guid FOREIGN = new Guid("010f00000000000000000000000001c1");
    private static final Participant OURS = new Participant(NODE, "node", Qos.DEFAULT, false);
    private static final Participant THEIRS = new Participant(FOREIGN, "plotter", Qos.DEFAULT, false);

    private static Endpoint endpoint(Guid participant, Kind kind, Reliability.Kind reliability) {
        return new Endpoint(
                new Guid(participant.hex().substring(0, 24) + (kind == Kind.WRITER ? "00000102" : "00000107")),
                participant,
                kind,
                "KMTF_A021",
                "kmtf::Message",
                Qos.of(new Reliability(reliability, Duration.ZERO)),
                Optional.<Set<Guid>>empty());
    }

    private static LiveReport report(Reliability.Kind offered, Reliability.Kind requested) {
        return new LiveReport(new DiscoveryView(
                List.of(OURS, THEIRS),
                List.of(endpoint(NODE, Kind.WRITER, offered), endpoint(FOREIGN, Kind.READER, requested))));
    }

    private static String print(LiveReport report, boolean all) {
        StringWriter out = new StringWriter();
        report.print(new PrintWriter(out), all);
        return out.toString();
    }

    @Test
    void namesThePolicyThatKeepsEndpointsApartWithBothValues() {
        LiveReport report = report(Reliability.Kind.BEST_EFFORT, Reliability.Kind.RELIABLE);

        assertThat(report.anyApart()).isTrue();
        assertThat(print(report, false))
                .contains("eProsima Fast DDS", "plotter", "These do not match:", "KMTF_A021 ")
                .contains("1 topics, 1 pairs of a writer and a reader: 0 match, 1 do not.")
                .containsPattern("RELIABILITY.*BEST_EFFORT.*RELIABLE");
        assertThat(Json.write(report.fields())).contains("\"topic\":\"KMTF_A021\"", "RELIABILITY");
    }

    @Test
    void countsPairsThatAgree() {
        LiveReport report = report(Reliability.Kind.RELIABLE, Reliability.Kind.BEST_EFFORT);

        assertThat(report.anyApart()).isFalse();
        assertThat(print(report, true))
                .containsPattern("KMTF_A021 +kmtf::Message +1 +1 +1 +0")
                .doesNotContain("do not match");
        assertThat(print(report, false))
                .contains("1 topics, 1 pairs of a writer and a reader: 1 match, 0 do not. --all lists every topic.")
                .doesNotContain("KMTF_A021");
    }

    @Test
    void refusesWhatHasNoMeaningTogether() {
        assertThat(CommandRun.of("topics", "--domain", "3").err()).contains("--live");
        assertThat(CommandRun.of("topics", "--live", "list").status()).isEqualTo(2);
        assertThat(CommandRun.of("topics", "--live", "--catalogue", "own.csv").status())
                .isEqualTo(2);
        assertThat(CommandRun.of("topics", "--live", "--seconds", "0").err()).contains("--seconds");
        assertThat(CommandRun.of("topics").err()).contains("name an action");
    }
}
