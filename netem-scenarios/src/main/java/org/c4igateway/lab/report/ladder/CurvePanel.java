package org.c4igateway.lab.report.ladder;

import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.c4igateway.lab.report.Bilingual;
import org.c4igateway.lab.scenario.Label;

/**
 * A figure over something that grows, such as the size of the payload, as one curve for each cell in one SVG picture;
 * both axes are logarithmic. Cells differ by the dashes of their lines and by their marks, not by colour. Not
 * thread-safe.
 */
public final class CurvePanel {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 330;
    private static final int LEFT = 70;
    private static final int RIGHT = 330;
    private static final int TOP = 30;
    private static final int BOTTOM = 34;
    private static final int LEGEND_ROW = 22;
    private static final String[] DASHES = {"", "8 3", "2 3", "10 3 2 3", "4 4", "1 2", "12 4"};
    private static final String[] MARKS = {"●", "■", "▲", "◆", "○", "□", "△"};

    private final Label title;
    private final Axis axis;
    private final List<Curve> curves = new ArrayList<>();
    private final TreeSet<Integer> all = new TreeSet<>();
    private final StringBuilder svg = new StringBuilder();
    private final Formatter shapes = new Formatter(svg, Locale.ROOT);
    private double least = Double.POSITIVE_INFINITY;
    private double most;

    public CurvePanel(Label title, Axis axis) {
        this.title = title;
        this.axis = axis;
    }

    /**
     * What grows.
     *
     * @param unit below the axis
     * @param text of a value; values are above 0
     */
    public record Axis(String unit, IntFunction<String> text) {
        /** Bytes of payload. */
        public static final Axis BYTES =
                new Axis("B", bytes -> bytes % 1_024 == 0 ? bytes / 1_024 + "Ki" : Integer.toString(bytes));
        /** Large numbers. */
        public static final Axis NUMBERS = new Axis(
                "numbers", number -> number % 1_000_000 == 0 ? number / 1_000_000 + "M" : number / 1_000 + "k");
        /** Topics of each participant. */
        public static final Axis TOPICS = new Axis("topics", Integer::toString);
    }

    private record Curve(Label label, List<Point> points) {}

    private record Point(int at, double value) {}

    /** Adds a curve; places where the value is no number are left out. */
    public void curve(Label label, Iterable<Integer> places, IntToDoubleFunction values) {
        List<Point> points = new ArrayList<>();
        for (int at : places) {
            double value = values.applyAsDouble(at);
            if (Double.isFinite(value) && value > 0) {
                points.add(new Point(at, value));
                all.add(at);
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }
        if (!points.isEmpty()) {
            curves.add(new Curve(label, points));
        }
    }

    /** The picture; empty text when there is no point. Called once. */
    public String draw() {
        if (curves.isEmpty()) {
            return "";
        }
        int height = Math.max(HEIGHT, TOP + BOTTOM + LEGEND_ROW * curves.size());
        shapes.format(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
                WIDTH, height, Bilingual.escape(title.english()));
        svg.append(Bilingual.svg(title, "class=\"condition\" x=\"0\" y=\"16\""));
        axes();
        for (int i = 0; i < curves.size(); i++) {
            draw(curves.get(i), i);
        }
        return svg.append("</svg>\n").toString();
    }

    private void axes() {
        for (double power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power++) {
            for (int digit : new int[] {1, 2, 5}) {
                double value = digit * Math.pow(10, power);
                if (value >= bottom() && value <= top()) {
                    double y = y(value);
                    shapes.format(
                            "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
                            LEFT, WIDTH - RIGHT, y, y);
                    shapes.format(
                            "<text class=\"tick end\" x=\"%d\" y=\"%.1f\">%s</text>",
                            LEFT - 6, y + 4, value >= 1 ? String.format(Locale.ROOT, "%,.0f", value) : "" + value);
                }
            }
        }
        for (int at : all) {
            shapes.format(
                    "<text class=\"tick\" x=\"%.1f\" y=\"%d\">%s</text>",
                    x(at), HEIGHT - BOTTOM + 18, axis.text().apply(at));
        }
        shapes.format(
                "<text class=\"unit\" x=\"%d\" y=\"%d\">%s</text>",
                WIDTH - RIGHT + 26, HEIGHT - BOTTOM + 18, axis.unit());
    }

    private void draw(Curve curve, int number) {
        String dashes = DASHES[number % DASHES.length];
        String mark = MARKS[number % MARKS.length];
        String line = "fill=\"none\" stroke=\"#000\" stroke-width=\"1.3\""
                + (dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\"");
        shapes.format("<path %s d=\"", line);
        for (int i = 0; i < curve.points().size(); i++) {
            Point point = curve.points().get(i);
            shapes.format("%s%.1f %.1f", i == 0 ? "M" : "L", x(point.at()), y(point.value()));
        }
        svg.append("\"/>");
        for (Point point : curve.points()) {
            mark(mark, x(point.at()), y(point.value()));
        }
        int legend = WIDTH - RIGHT + 40;
        int row = TOP + LEGEND_ROW * number;
        shapes.format("<path %s d=\"M%d %dh30\"/>", line, legend, row);
        mark(mark, legend + 15, row);
        svg.append(Bilingual.svg(curve.label(), String.format(Locale.ROOT, "x=\"%d\" y=\"%d\"", legend + 38, row + 4)));
    }

    private void mark(String mark, double x, double y) {
        shapes.format("<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">%s</text>", x, y + 4, mark);
    }

    private double bottom() {
        return least / 1.3;
    }

    private double top() {
        return most * 1.3;
    }

    private double x(int at) {
        double span = Math.log((double) all.last() / all.first());
        double share = span == 0 ? 0.5 : Math.log((double) at / all.first()) / span;
        return LEFT + 14 + share * (WIDTH - LEFT - RIGHT - 14);
    }

    private double y(double value) {
        double share = Math.log(value / bottom()) / Math.log(top() / bottom());
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
    }
}
