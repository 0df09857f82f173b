package org.c4igateway.lab.report.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.lab.report.page.ReportTable;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.transport.ExchangeResult;
import org.junit.jupiter.api.Test;

class FanSectionTest {
    /** 20 us, and 2 us for each reader; the slowest 30 us and the square of the number. */
    @Test
    void drawsALineOverTheNumberOfReaders() {
        List<FanSection.Entry> entries = new ArrayList<>();
        for (int readers : new int[] {1, 50, 100}) {
            entries.add(entry(1, readers, 20 + 2 * readers, 30 + readers * readers));
        }
        entries.add(entry(100, 100, 5, 5));

        List<ReportTable> tables = new FanSection(entries).tables();

        assertThat(tables).hasSize(1);
        assertThat(tables.getFirst().title().english()).startsWith("one writer, N readers");
        assertThat(tables.getFirst().rows().getFirst())
                .contains(Label.of("[1, 50, 100]"), Label.of("2.00"), Label.of("20.0"), Label.of("1.0000"));
        assertThat(tables.getFirst().rows().getLast()).contains(new Label("slowest", "가장 느린 독자"));
    }

    @Test
    void drawsNoLineThroughTwoPoints() {
        assertThat(new FanSection(List.of(entry(1, 1, 5, 5), entry(50, 1, 6, 6))).tables())
                .isEmpty();
    }

    private static FanSection.Entry entry(int writers, int readers, double mean, double slowest) {
        ExchangeResult result = new ExchangeResult(
                List.of(new ExchangeResult.Step(
                        256, 10, 10, Map.of(ExchangeResult.MEAN, mean, ExchangeResult.SLOWEST, slowest), 1, "")),
                Map.of());
        Ladder ladder =
                new Ladder(writers + " to " + readers, "cyclone", Label.of("cyclone"), Map.of(1, result), Set.of());
        return new FanSection.Entry(new Exchange.Ends(writers, readers, 25), ladder);
    }
}
