package org.c4igateway.lab.report.ladder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.c4igateway.lab.report.NumberText;
import org.c4igateway.lab.report.page.ReportTable;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.stats.StraightLine;
import org.c4igateway.lab.transport.ExchangeResult;

/** How the time to readers grows with the number of ends, by size of payload: whether it is a straight line. */
public final class FanSection {
    private static final int MIN_POINTS = 3;

    private final List<Entry> entries;

    /** What a cell measured with so many ends. */
    public record Entry(Exchange.Ends ends, Ladder ladder) {}

    public FanSection(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /** A table for each side of which there are at least three numbers of ends. */
    public List<ReportTable> tables() {
        List<ReportTable> tables = new ArrayList<>();
        lines(
                        new Label("one writer, N readers: straight line over N", "쓰는 쪽 하나, 독자 N개: N에 대한 직선"),
                        entries.stream()
                                .filter(entry -> entry.ends().writers() == 1)
                                .toList(),
                        Exchange.Ends::readers)
                .ifPresent(tables::add);
        lines(
                        new Label("N writers, one reader: straight line over N", "쓰는 쪽 N개, 독자 하나: N에 대한 직선"),
                        entries.stream()
                                .filter(entry -> entry.ends().readers() == 1)
                                .toList(),
                        Exchange.Ends::writers)
                .ifPresent(tables::add);
        return tables;
    }

    private static Optional<ReportTable> lines(Label title, List<Entry> some, ToIntFunction<Exchange.Ends> ends) {
        Map<String, TreeMap<Integer, Ladder>> byCell = new LinkedHashMap<>();
        some.forEach(entry -> byCell.computeIfAbsent(entry.ladder().cell(), cell -> new TreeMap<>())
                .put(ends.applyAsInt(entry.ends()), entry.ladder()));
        byCell.values().removeIf(series -> series.size() < MIN_POINTS);
        if (byCell.isEmpty()) {
            return Optional.empty();
        }
        ReportTable table =
                new ReportTable(title, List.of("cell", "B", "figure", "ends", "us per end", "us at none", "R²"));
        byCell.values().forEach(series -> rows(table, series));
        return Optional.of(table);
    }

    private static void rows(ReportTable table, SortedMap<Integer, Ladder> series) {
        TreeSet<Integer> sizes = new TreeSet<>();
        series.values().forEach(ladder -> sizes.addAll(ladder.sizes()));
        for (int bytes : sizes) {
            for (String figure : List.of(ExchangeResult.MEAN, ExchangeResult.SLOWEST)) {
                row(table, series, bytes, figure);
            }
        }
    }

    private static void row(ReportTable table, SortedMap<Integer, Ladder> series, int bytes, String figure) {
        TreeMap<Integer, Double> points = new TreeMap<>();
        series.forEach((ends, ladder) -> {
            double micros = ladder.figure(bytes, figure);
            if (Double.isFinite(micros)) {
                points.put(ends, micros);
            }
        });
        if (points.size() < MIN_POINTS) {
            return;
        }
        StraightLine line = StraightLine.through(
                points.keySet().stream().mapToDouble(Integer::doubleValue).toArray(),
                points.values().stream().mapToDouble(Double::doubleValue).toArray());
        table.row(
                List.of(series.values().iterator().next().label()),
                "" + bytes,
                figure,
                points.keySet().toString(),
                NumberText.text(line.slope()),
                NumberText.text(line.intercept()),
                String.format(Locale.ROOT, "%.4f", line.determination()));
    }
}
