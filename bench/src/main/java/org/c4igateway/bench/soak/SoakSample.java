package org.c4igateway.bench.soak;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One look at one system.
 *
 * @param seconds since the load began
 * @param system the system
 * @param values all series; not a number where it could not be read
 */
record SoakSample(double seconds, String system, Map<SoakSeries, Double> values) {
    SoakSample {
        values = new EnumMap<>(values);
    }

    double value(SoakSeries series) {
        return values.getOrDefault(series, Double.NaN);
    }

    /** A table with a heading, one line per look and system. */
    static String csv(List<SoakSample> samples) {
        String heading = Arrays.stream(SoakSeries.values())
                .map(SoakSeries::column)
                .collect(Collectors.joining(",", "seconds,system,", "\n"));
        return samples.stream().map(SoakSample::line).collect(Collectors.joining("", heading, ""));
    }

    /** Reads what {@link #csv} has written. */
    static List<SoakSample> parse(List<String> lines) {
        List<String> columns = List.of(lines.getFirst().split(",", -1));
        return lines.stream()
                .skip(1)
                .map(line -> {
                    String[] cells = line.split(",", -1);
                    Map<SoakSeries, Double> values = new EnumMap<>(SoakSeries.class);
                    for (SoakSeries series : SoakSeries.values()) {
                        int at = columns.indexOf(series.column());
                        values.put(series, at < 0 ? Double.NaN : Double.parseDouble(cells[at]));
                    }
                    return new SoakSample(Double.parseDouble(cells[0]), cells[1], values);
                })
                .toList();
    }

    private String line() {
        return Arrays.stream(SoakSeries.values())
                .map(series -> String.format(Locale.ROOT, "%.1f", value(series)))
                .collect(Collectors.joining(",", String.format(Locale.ROOT, "%.1f,%s,", seconds, system), "\n"));
    }
}
