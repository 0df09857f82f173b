package org.c4igateway.lab.report.ladder;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.c4igateway.lab.report.NumberText;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.stats.StraightLine;
import org.c4igateway.lab.transport.ExchangeResult;

/** How the time to readers grows with the number of ends, by size of payload: whether it is a straight line. */
public final class FanSection {
    private static final int MIN_POINTS = 3;

    private final List<Entry> entries;
    private final StringBuilder html = new StringBuilder();
    private final LadderTable table = new LadderTable(html);

    /** What a cell measured with so many ends. */
    public record Entry(Exchange.Fan fan, Ladder ladder) {}

    public FanSection(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /** The section. Called once. */
    public String write() {
        lines(
                "one writer, N readers: straight line over N",
                "쓰는 쪽 하나, 독자 N개: N에 대한 직선",
                entries.stream().filter(entry -> entry.fan().writers() == 1).toList(),
                Exchange.Fan::readers);
        lines(
                "N writers, one reader: straight line over N",
                "쓰는 쪽 N개, 독자 하나: N에 대한 직선",
                entries.stream().filter(entry -> entry.fan().readers() == 1).toList(),
                Exchange.Fan::writers);
        return html.toString();
    }

    private void lines(String english, String korean, List<Entry> some, ToIntFunction<Exchange.Fan> ends) {
        Map<String, TreeMap<Integer, Ladder>> byCell = new LinkedHashMap<>();
        some.forEach(entry -> byCell.computeIfAbsent(entry.ladder().cell(), cell -> new TreeMap<>())
                .put(ends.applyAsInt(entry.fan()), entry.ladder()));
        byCell.values().removeIf(series -> series.size() < MIN_POINTS);
        if (byCell.isEmpty()) {
            return;
        }
        table.open(english, korean);
        table.head("cell", "B", "figure", "ends", "us per end", "us at none", "R²");
        byCell.values().forEach(this::rows);
        table.close();
    }

    private void rows(SortedMap<Integer, Ladder> series) {
        TreeSet<Integer> sizes = new TreeSet<>();
        series.values().forEach(ladder -> sizes.addAll(ladder.sizes()));
        for (int bytes : sizes) {
            for (String figure : List.of(ExchangeResult.MEAN, ExchangeResult.SLOWEST)) {
                row(series, bytes, figure);
            }
        }
    }

    private void row(SortedMap<Integer, Ladder> series, int bytes, String figure) {
        TreeMap<Integer, Double> points = new TreeMap<>();
        series.forEach((ends, ladder) -> {
            double micros = ladder.micros(bytes, figure);
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
                series.values().iterator().next().label(),
                "" + bytes,
                figure,
                points.keySet().toString(),
                NumberText.text(line.slope()),
                NumberText.text(line.intercept()),
                String.format(Locale.ROOT, "%.4f", line.determination()));
    }
}
