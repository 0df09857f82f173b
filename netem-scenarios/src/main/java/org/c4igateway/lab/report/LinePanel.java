package org.c4igateway.lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * Values over time as lines in one SVG picture, from zero up; time in seconds. Lines differ by class, {@code line0} and
 * so on, which the page styles. A value that is no number leaves a gap. Not thread-safe.
 */
public final class LinePanel {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 200;
    private static final int LEFT = 80;
    private static final int TOP = 26;
    private static final int BOTTOM = 24;
    private static final double ROOM = 1.06;

    private final String title;
    private final String unit;
    private final List<Line> lines = new ArrayList<>();
    private final StringBuilder svg = new StringBuilder();
    private final Formatter shapes = new Formatter(svg, Locale.ROOT);

    /** @param unit of the values */
    public LinePanel(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    private record Line(String name, double[] seconds, double[] values) {}

    /** @param seconds ascending, as many as values */
    public void line(String name, double[] seconds, double[] values) {
        lines.add(new Line(name, seconds.clone(), values.clone()));
    }

    /** The picture; called once. */
    public String draw() {
        double most = most(lines.stream().map(Line::values).toList()) * ROOM;
        double longest = most(lines.stream().map(Line::seconds).toList());
        shapes.format("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">", WIDTH, HEIGHT, escape(title));
        shapes.format(
                "<text class=\"title\" x=\"0\" y=\"14\">%s</text>",
                escape(title + (unit.isEmpty() ? "" : ", " + unit)));
        double step = AxisTicks.step(most);
        for (double tick = 0; tick <= most; tick += step) {
            double y = y(tick / most);
            shapes.format("<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, WIDTH, y, y);
            shapes.format(
                    "<text class=\"end\" x=\"%d\" y=\"%.1f\">%s</text>", LEFT - 6, y + 4, AxisTicks.text(tick, step));
        }
        double second = AxisTicks.step(longest);
        for (double tick = 0; tick <= longest; tick += second) {
            shapes.format(
                    "<text class=\"end\" x=\"%.1f\" y=\"%d\">%s s</text>",
                    x(tick / longest), HEIGHT - 6, AxisTicks.text(tick, second));
        }
        for (int i = 0; i < lines.size(); i++) {
            drawLine(lines.get(i), i, most, longest);
        }
        return svg.append("</svg>\n").toString();
    }

    private void drawLine(Line line, int number, double most, double longest) {
        shapes.format("<path class=\"line%d\" d=\"", number);
        boolean drawn = false;
        for (int i = 0; i < line.values().length; i++) {
            double value = line.values()[i];
            if (Double.isNaN(value)) {
                drawn = false;
                continue;
            }
            shapes.format("%s%.1f %.1f", drawn ? "L" : "M", x(line.seconds()[i] / longest), y(value / most));
            drawn = true;
        }
        int legend = WIDTH - 100 * (lines.size() - number);
        shapes.format("\"/><path class=\"line%d\" d=\"M%d 10h24\"/>", number, legend);
        shapes.format("<text x=\"%d\" y=\"14\">%s</text>", legend + 30, escape(line.name()));
    }

    private static double most(List<double[]> all) {
        double most = all.stream()
                .flatMapToDouble(Arrays::stream)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(0);
        return most > 0 ? most : 1;
    }

    private static double x(double share) {
        return LEFT + share * (WIDTH - LEFT);
    }

    private static double y(double share) {
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
    }

    /** Escapes text for HTML and SVG. */
    public static String escape(String text) {
        return Bilingual.escape(text);
    }
}
