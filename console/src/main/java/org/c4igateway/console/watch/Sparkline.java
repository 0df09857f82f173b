package org.c4igateway.console.watch;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A small curve, {@value #WIDTH} by {@value #HEIGHT}, with its figures for those who do not see it.
 *
 * @param key of its name, {@code trend.} before it
 * @param points of an SVG polyline, newest at the right
 * @param now the newest value
 * @param most the largest one
 * @param samples how many minutes it shows
 */
public record Sparkline(String key, String points, double now, double most, int samples) {
    static final int WIDTH = 120;
    static final int HEIGHT = 24;

    /** @param values at least two, none negative */
    static Sparkline of(String key, double[] values) {
        double most = Arrays.stream(values).max().orElseThrow();
        double scale = most > 0 ? (HEIGHT - 2) / most : 0;
        String points = IntStream.range(0, values.length)
                .mapToObj(i -> String.format(
                        Locale.ROOT,
                        "%.1f,%.1f",
                        (double) i * WIDTH / (values.length - 1),
                        HEIGHT - 1 - values[i] * scale))
                .collect(Collectors.joining(" "));
        return new Sparkline(key, points, values[values.length - 1], most, values.length);
    }
}
