package org.c4igateway.lab.report;

import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.stats.Repetitions;

/**
 * The cells of one condition as horizontal bars: median, interval, bound and share of it, and the paper's figure as a
 * diamond with its standard deviation. Cells differ by pattern, not colour, so the chart can be printed in black and
 * white.
 *
 * <pre>
 *   cell  ▨▨▨▨▨▨▨▨├─┤   ┊            66.1 (64.0–70.2) · 96 % of bound
 *              ──◇──    bound
 * </pre>
 */
final class BarPanel {
    private static final int WIDTH = 960;
    private static final int LABELS = 270;
    private static final int NUMBERS = 330;
    private static final int ROW = 34;
    private static final int BAR = 15;
    private static final int HEAD = 26;
    private static final int AXIS = 26;
    private static final double ROOM = 1.06;
    private static final int PATTERNS = 8;

    private final List<Group> groups;
    private final Scenario.Figure figure;
    private final double scale;
    private final double most;
    private final StringBuilder svg = new StringBuilder();
    private final Formatter shapes = new Formatter(svg, Locale.ROOT);

    /** @param groups of one condition, in the order to be shown */
    BarPanel(List<Group> groups) {
        this.groups = groups;
        this.figure = groups.getFirst().figure();
        double greatest = groups.stream().mapToDouble(BarPanel::extent).max().orElse(0);
        this.most = greatest > 0 ? greatest * ROOM : 1; // nothing to show when every run has failed
        this.scale = (WIDTH - LABELS - NUMBERS) / most;
    }

    private static double extent(Group group) {
        double value = group.sample().map(Repetitions::max).orElse(0.0);
        double paper = group.paper().map(BarPanel::paperEnd).orElse(0.0);
        boolean above = group.figure().moreIsBetter();
        double bound = above ? group.bound().orElse(0.0) : 0;
        return Math.max(value, Math.max(bound, paper > 4 * Math.max(value, bound) ? 0 : paper));
    }

    private static double paperEnd(Condition.Published paper) {
        return paper.mean() + paper.deviation();
    }

    String draw() {
        int height = HEAD + groups.size() * ROW + AXIS;
        shapes.format("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">", WIDTH, height, title());
        shapes.format("<text class=\"condition\" x=\"0\" y=\"16\">%s</text>", title());
        drawAxis(HEAD + groups.size() * ROW);
        for (int i = 0; i < groups.size(); i++) {
            drawRow(groups.get(i), i, HEAD + i * ROW);
        }
        return svg.append("</svg>\n").toString();
    }

    private String title() {
        return Bilingual.escape(groups.getFirst().condition().name());
    }

    private void drawAxis(int top) {
        double step = AxisTicks.step(most);
        for (double tick = 0; tick <= most; tick += step) {
            double x = x(tick);
            shapes.format(
                    "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>", x, x, HEAD - 4, top + 2);
            shapes.format(
                    "<text class=\"tick\" x=\"%.1f\" y=\"%d\">%s</text>", x, top + 15, AxisTicks.text(tick, step));
        }
        svg.append(Bilingual.svg(
                FigureText.direction(figure),
                String.format(Locale.ROOT, "class=\"unit\" x=\"%d\" y=\"%d\"", WIDTH - NUMBERS + 8, top + 15)));
    }

    private void drawRow(Group group, int index, int top) {
        int bar = top + 4;
        svg.append(Bilingual.svg(
                group.cell().label(),
                String.format(Locale.ROOT, "class=\"cell\" x=\"%d\" y=\"%d\"", LABELS - 8, bar + BAR - 3)));
        Optional<Double> median = group.median();
        double width = median.map(value -> value * scale).orElse(0.0);
        shapes.format(
                "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"url(#p%d)\"/>",
                LABELS, bar, Math.max(0, width), BAR, index % PATTERNS);
        if (median.isPresent()) {
            group.interval().ifPresent(interval -> drawWhisker(interval, bar + BAR / 2.0, "whisker", 4));
        }
        group.bound().filter(bound -> bound <= most).ifPresent(bound -> {
            double x = x(bound);
            shapes.format(
                    "<line class=\"bound\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>", x, x, top, top + ROW - 8);
        });
        group.paper().ifPresent(paper -> drawPaper(paper, bar + BAR + 6));
        drawNumbers(group, WIDTH - NUMBERS + 8, bar + BAR - 3);
    }

    private void drawWhisker(Repetitions.Interval interval, double y, String kind, int size) {
        double low = x(Math.max(0, interval.low()));
        double high = x(Math.min(most, interval.high()));
        shapes.format(
                "<path class=\"%s\" d=\"M%.1f %.1fH%.1fM%.1f %.1fv%dM%.1f %.1fv%d\"/>",
                kind, low, y, high, low, y - size, 2 * size, high, y - size, 2 * size);
    }

    private void drawPaper(Condition.Published paper, double y) {
        if (paper.mean() > most) {
            shapes.format(
                    "<text class=\"tick end\" x=\"%d\" y=\"%.1f\">◇ %s ▸</text>",
                    WIDTH - NUMBERS, y + 4, NumberText.text(paper.mean()));
            return;
        }
        drawWhisker(
                new Repetitions.Interval(paper.mean() - paper.deviation(), paper.mean() + paper.deviation()),
                y,
                "paper",
                2);
        double x = x(paper.mean());
        shapes.format("<path class=\"diamond\" d=\"M%.1f %.1fl4 -4l4 4l-4 4z\"/>", x - 4, y);
    }

    private void drawNumbers(Group group, int x, int y) {
        svg.append(
                Bilingual.svg(numbers(group), String.format(Locale.ROOT, "class=\"numbers\" x=\"%d\" y=\"%d\"", x, y)));
    }

    private static Label numbers(Group group) {
        if (group.impossible() > 0 && group.telling() == 0) {
            return new Label("cannot run here, see below", "여기서 실행 불가(아래 참조)");
        }
        String unfinished = group.unfinished() > 0 ? "DNF " + group.unfinished() + "/" + group.telling() : "";
        Optional<Double> median = group.median();
        if (median.isEmpty()) {
            String none = unfinished.isEmpty() ? "–" : unfinished;
            return group.shareOfUnfinished()
                    .map(NumberText::percent)
                    .map(share -> new Label(none + " · " + share + " arrived", none + " · " + share + " 도착"))
                    .orElseGet(() -> new Label(none, none));
        }
        String values = NumberText.text(median.get())
                + group.interval()
                        .filter(interval -> interval.low() < interval.high())
                        .map(BarPanel::range)
                        .orElse("")
                + (unfinished.isEmpty() ? "" : ", " + unfinished);
        StringBuilder english = new StringBuilder(values);
        StringBuilder korean = new StringBuilder(values);
        group.shareOfBound().map(NumberText::percent).ifPresent(share -> {
            english.append(" · ").append(share).append(" of bound");
            korean.append(" · 한계의 ").append(share);
        });
        if (group.deliveredShare() < 1) {
            String share = NumberText.percent(group.deliveredShare());
            english.append(" · ").append(share).append(" arrived");
            korean.append(" · ").append(share).append(" 도착");
        }
        return new Label(english.toString(), korean.toString());
    }

    private static String range(Repetitions.Interval interval) {
        return " (" + NumberText.orDnf(interval.low()) + "–" + NumberText.orDnf(interval.high()) + ")";
    }

    private double x(double value) {
        return LABELS + value * scale;
    }
}
