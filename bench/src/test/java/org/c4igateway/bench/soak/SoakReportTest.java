package org.c4igateway.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.bench.soak.SoakReport.Mark;
import org.junit.jupiter.api.Test;

class SoakReportTest {
    private static final int LOOKS = 40;

    @Test
    void acceptsWhatStaysAsItIs() {
        SoakReport report = new SoakReport(List.of("ALPHA"), samples(LOOKS, 0, 0, 0));

        assertThat(report.verdicts(1_000)).hasSize(7).allMatch(verdict -> verdict.mark() == Mark.MET);
    }

    @Test
    void namesWhatGrows() {
        SoakReport report = new SoakReport(List.of("ALPHA"), samples(LOOKS, 1, 0, 0));

        assertThat(report.verdicts(1_000).stream().filter(verdict -> verdict.mark() == Mark.NOT_MET))
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.what()).isEqualTo("ALPHA: Heap after a collection, growth"));
    }

    @Test
    void refusesALedgerThatDidNotBalanceOnceAndALoadThatWasNotKeptUpWith() {
        SoakReport report = new SoakReport(List.of("ALPHA"), samples(LOOKS, 0, 1, 20_000));

        assertThat(report.verdicts(1_000).stream().filter(verdict -> verdict.mark() == Mark.NOT_MET))
                .extracting(SoakReport.Verdict::what)
                .containsExactly("ALPHA: rows that wait or are late", "ALPHA: the ledger balances at each look");
    }

    @Test
    void saysOfAShortRunThatItIsTooShort() {
        SoakReport report = new SoakReport(List.of("ALPHA"), samples(5, 1, 0, 0));

        assertThat(report.verdicts(1_000))
                .filteredOn(verdict -> verdict.mark() == Mark.NOT_SHOWN)
                .hasSize(5);
    }

    /**
     * The same slope is growth in a day, however short the run is; and the same run says nothing when its looks differ
     * more.
     */
    @Test
    void judgesASlopeByTheDay() throws IOException {
        List<SoakSample> published =
                SoakSample.parse(Files.readAllLines(Path.of("../docs/results/2026-11-22/soak/soak.csv")));
        List<SoakReport.Verdict> verdicts = new SoakReport(List.of("ALPHA", "BRAVO"), published).verdicts(1_540);

        assertThat(SoakSample.csv(published))
                .isEqualTo(Files.readString(Path.of("../docs/results/2026-11-22/soak/soak.csv")));
        assertThat(verdicts)
                .filteredOn(verdict -> verdict.mark() == Mark.NOT_MET)
                .extracting(SoakReport.Verdict::what)
                .containsExactly(
                        "ALPHA: Heap after a collection, growth",
                        "ALPHA: Resident memory, growth",
                        "BRAVO: Heap after a collection, growth",
                        "BRAVO: Resident memory, growth");
        String performance = Files.readString(Path.of("../docs/performance.md"));
        assertThat(verdicts)
                .allSatisfy(verdict -> assertThat(performance)
                        .contains("| " + verdict.what() + " | " + verdict.mark() + " | " + verdict.found() + " |"));
    }

    @Test
    void writesATableAndAPageThatNeedsNothingElse() {
        List<SoakSample> samples = samples(LOOKS, 0, 0, 0);
        SoakReport report = new SoakReport(List.of("ALPHA"), samples);

        assertThat(SoakSample.csv(samples).lines())
                .hasSize(LOOKS + 1)
                .startsWith(
                        "seconds,system,heap_mib,resident_mib,changing_mib,per_row_b,dead_rows,pending_rows,late_rows,"
                                + "accepted_rows,received_rows,unbalanced",
                        "60.0,ALPHA,60.0,200.0,1.0,900.0,0.0,0.0,0.0,0.0,0.0,0.0");
        assertThat(report.html(List.of("a < b"), report.verdicts(1_000)))
                .contains("a &lt; b", "<svg", "Heap after a collection")
                .doesNotContain("http", "<script", "src=");
    }

    /** One look a minute; the heap grows by so much each, the first ledger look is unbalanced by so many. */
    private static List<SoakSample> samples(int looks, double heapGrowth, double unbalanced, double late) {
        List<SoakSample> samples = new ArrayList<>();
        for (int i = 0; i < looks; i++) {
            Map<SoakSeries, Double> values = new EnumMap<>(SoakSeries.class);
            for (SoakSeries series : SoakSeries.values()) {
                values.put(series, 0.0);
            }
            values.put(SoakSeries.HEAP, 60 + heapGrowth * i);
            values.put(SoakSeries.RESIDENT, 200.0);
            values.put(SoakSeries.CHANGING, 1.0);
            values.put(SoakSeries.PER_ROW, 900.0);
            values.put(SoakSeries.LATE, late);
            values.put(SoakSeries.UNBALANCED, i == 0 ? unbalanced : 0);
            samples.add(new SoakSample(60.0 * (i + 1), "ALPHA", values));
        }
        return samples;
    }
}
