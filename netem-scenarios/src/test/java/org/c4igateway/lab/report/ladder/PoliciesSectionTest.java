package org.c4igateway.lab.report.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.report.ExperimentResults;
import org.c4igateway.lab.report.HtmlReport;
import org.c4igateway.lab.report.page.ReportTable;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.RunKey;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.Scenarios;
import org.c4igateway.lab.transport.ExchangeResult;
import org.junit.jupiter.api.Test;

class PoliciesSectionTest {
    private static final String NAME = "persistent, reliable, keep-last 8";

    @Test
    void showsWhatArrivedBesideWhatHadToInBothLanguages() {
        List<ReportTable> tables =
                section(run(1, 8, "", 20), run(2, 8, "", 30)).part().tables();

        assertThat(tables).hasSize(2);
        assertThat(tables.getFirst().title())
                .isEqualTo(new Label(
                        "here: samples that late readers got, by number; least and most of the repetitions",
                        "here: 늦게 온 리더가 받은 샘플(번호), 반복 중 최소와 최대"));
        assertThat(tables.getFirst().columns()).contains(new Label("must arrive", "와야 하는 번호"));
        assertThat(tables.getFirst().rows())
                .containsExactly(List.of(
                        Label.of(NAME),
                        new Label("after the service's restart", "서비스 재시작 뒤"),
                        Label.of("993-1000"),
                        Label.of("993-1000"),
                        Label.of("8"),
                        Label.of("993"),
                        Label.of("1000"),
                        new Label("yes", "예"),
                        Label.of("0"),
                        new Label("2 of 2", "2회 중 2회")));
        assertThat(tables.getLast().rows().getFirst())
                .contains(Label.of("25.0"), Label.of("30.0"), Label.of("1,000"), new Label("2 of 2", "2회 중 2회"));
    }

    @Test
    void showsRunsThatFailedBecauseAPromiseWasBroken() {
        ReportTable table = section(run(1, 8, "", 20), run(2, 5, "lacks 993-995", 20))
                .part()
                .tables()
                .getFirst();

        assertThat(table.rows().getFirst())
                .contains(Label.of("5 – 8"), new Label("BROKEN: 1 of 2", "어긋남: 2회 중 1회만 지킴"));
    }

    @Test
    void writesALineForEachReaderAndNamesTheFault() {
        List<String> lines = new LadderExport(List.of(run(1, 8, "", 20), run(2, 5, "lacks 993-995", 20)))
                .csv()
                .lines()
                .toList();

        assertThat(lines).hasSize(3);
        int columns = lines.getFirst().split(",", -1).length;
        assertThat(lines.getFirst()).contains(",policies,reader_joins,must_arrive,");
        assertThat(lines.get(1))
                .startsWith("hpc/qos,one host,cyclone,1,,1,1,")
                .contains(",\"" + NAME + "\",after the service's restart,993-1000,993-1000,8,993,1000,yes,0,,20.0000,");
        assertThat(lines.get(2)).startsWith("hpc/qos,one host,cyclone,2,,1,0,").contains(",lacks 993-995,");
        assertThat(lines.get(1).replace(NAME, "").split(",", -1)).hasSize(columns);
    }

    @Test
    void tellsOfRunsThatFailedInThePage() throws Exception {
        Scenario scenario = Scenarios.in(Path.of("scenarios")).read("hpc/qos");
        Experiment experiment =
                new Experiment(List.of(scenario.name()), Map.of(), 1, 0, true, "c4i lab run hpc/qos", Map.of());

        String page = new HtmlReport(
                        ExperimentResults.of(experiment, List.of(scenario), List.of(run(1, 5, "lacks 993-995", 20))))
                .write(true);

        assertThat(page)
                .contains(NAME, "BROKEN: 0 of 1", "어긋남: 1회 중 0회만 지킴", "lacks 993-995", "DURABILITY")
                .doesNotContain("http://", "https://", "src=");
    }

    private static PoliciesSection section(RunResult... runs) {
        return new PoliciesSection(Label.of("here"), List.of(runs));
    }

    private static RunResult run(int repetition, long count, String fault, double micros) {
        ExchangeResult.Join join = new ExchangeResult.Join(
                "after the service's restart", "993-1000", "993-1000", count, 1_001 - count, 1_000, true, 0, fault);
        ExchangeResult result = new ExchangeResult(
                List.of(),
                Map.of(),
                List.of(new ExchangeResult.Policies(
                        NAME, new ExchangeResult.Writing(micros, micros, 1_000, 0, ""), List.of(join))));
        assertThat(result.asked()).isEqualTo(1);
        assertThat(result.answered()).isEqualTo(fault.isEmpty() ? 1 : 0);
        assertThat(result.faults())
                .isEqualTo(
                        fault.isEmpty()
                                ? new ArrayList<>()
                                : List.of(NAME + ", reader after the service's restart: " + fault));
        return new RunResult(
                new RunKey("hpc/qos", "one host", "cyclone", repetition),
                1,
                fault.isEmpty() ? RunResult.Outcome.COMPLETED : RunResult.Outcome.FAILED,
                fault,
                RunResult.Delivery.NOTHING,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                result,
                new RunResult.Circumstances("2026-01-01T00:00:00Z", 1, 1, 0, 0));
    }
}
