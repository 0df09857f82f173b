package org.c4igateway.bench.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.c4igateway.bench.Figure;
import org.junit.jupiter.api.Test;

class TableBridgeBenchmarkTest {
    @Test
    void judgesBothDirectionsByTheirShareOfTheNativePath() {
        List<Figure> figures = TableBridgeBenchmark.figures(
                new double[] {1_000, 2_000, 1_000},
                new double[] {600, 1_200, 700},
                Map.of(
                        TableFeedRuns.INBOX, new double[] {1_000, 1_000, 1_000},
                        TableFeedRuns.TABLE, new double[] {400, 450, 480}));

        Figure out = named(figures, "table on MariaDB, share of that");
        assertThat(out.goal()).isEqualTo(">= 0.50");
        assertThat(out.median()).isEqualTo(0.6);
        assertThat(out.verdict()).isEqualTo("met");
        Figure in = named(figures, "into a table on MariaDB, share of that");
        assertThat(in.goal()).isEqualTo(">= 0.50");
        assertThat(in.median()).isEqualTo(0.45);
        assertThat(in.verdict()).isEqualTo("NOT met");
    }

    private static Figure named(List<Figure> figures, String name) {
        return figures.stream()
                .filter(figure -> figure.what().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
