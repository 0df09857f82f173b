package org.c4igateway.lab.topology;

import java.util.ArrayList;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.lab.net.NetworkPlan;

/**
 * The network of a scenario: each column holds what is as many links away from the first host, at most
 * {@value #MOST_ROWS} of them.
 *
 * <pre>
 *   [ALPHA] ──cable── (lan) ──radio── [BRAVO]
 * </pre>
 */
public final class TopologyPicture {
    private static final int WIDTH = 960;
    private static final int BOX = 120;
    private static final int HEIGHT = 24;
    private static final int ROW = 40;
    private static final int MOST_ROWS = 8;

    private final NetworkPlan plan;
    private final List<List<NetworkPlan.Element>> columns = new ArrayList<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final StringBuilder svg = new StringBuilder();
    private final Formatter shapes = new Formatter(svg, Locale.ROOT);

    /** The middle of an element. */
    private record Place(int x, int y) {}

    public TopologyPicture(NetworkPlan plan) {
        this.plan = plan;
        Map<String, Integer> depths = depths();
        for (NetworkPlan.Element element : plan.elements()) {
            int depth = depths.getOrDefault(element.name(), 0);
            while (columns.size() <= depth) {
                columns.add(new ArrayList<>());
            }
            columns.get(depth).add(element);
        }
    }

    /** @return how many links away from the first element each is; what no link leads to is beside it */
    private Map<String, Integer> depths() {
        Map<String, Integer> depths = new LinkedHashMap<>();
        depths.put(plan.elements().getFirst().name(), 0);
        boolean grows = true;
        while (grows) {
            grows = false;
            for (NetworkPlan.Link link : plan.links()) {
                grows |= reach(depths, link.from(), link.to()) || reach(depths, link.to(), link.from());
            }
        }
        return depths;
    }

    private static boolean reach(Map<String, Integer> depths, String from, String to) {
        Integer depth = depths.get(from);
        Integer known = depths.get(to);
        if (depth == null || (known != null && known <= depth + 1)) {
            return false;
        }
        depths.put(to, depth + 1);
        return true;
    }

    /** As SVG; names in a plan need no escape. */
    public String draw() {
        int rows =
                Math.min(MOST_ROWS, columns.stream().mapToInt(List::size).max().orElse(1));
        int height = rows * ROW;
        shapes.format(
                "<svg class=\"network\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%d elements, %d links\">",
                WIDTH, height, plan.elements().size(), plan.links().size());
        for (int i = 0; i < columns.size(); i++) {
            place(columns.get(i), (2 * i + 1) * WIDTH / (2 * columns.size()), height);
        }
        plan.links().forEach(this::drawLink);
        plan.elements().forEach(this::drawElement);
        for (int i = 0; i < columns.size(); i++) {
            int more = columns.get(i).size() - MOST_ROWS;
            if (more > 0) {
                int x = (2 * i + 1) * WIDTH / (2 * columns.size());
                shapes.format("<text x=\"%d\" y=\"%d\">+ %d</text>", x, height - ROW / 2 + 4, more + 1);
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private void place(List<NetworkPlan.Element> column, int x, int height) {
        int shown = column.size() > MOST_ROWS ? MOST_ROWS - 1 : column.size();
        int rows = Math.min(column.size(), MOST_ROWS);
        for (int row = 0; row < shown; row++) {
            places.put(column.get(row).name(), new Place(x, (2 * row + 1) * height / (2 * rows)));
        }
    }

    private void drawLink(NetworkPlan.Link link) {
        Place from = places.get(link.from());
        Place to = places.get(link.to());
        if (from == null || to == null) {
            return;
        }
        shapes.format("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", from.x(), from.y(), to.x(), to.y());
        boolean named = !link.name().equals(link.from()) && !link.name().equals(link.to());
        if (named) {
            shapes.format(
                    "<text x=\"%d\" y=\"%d\">%s</text>",
                    (from.x() + to.x()) / 2, (from.y() + to.y()) / 2 - 4, link.name());
        }
    }

    private void drawElement(NetworkPlan.Element element) {
        Place place = places.get(element.name());
        if (place == null) {
            return;
        }
        int round = switch (element.kind()) {
            case HOST -> 0;
            case ROUTER -> 4;
            case SWITCH -> HEIGHT / 2;
        };
        shapes.format(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>",
                place.x() - BOX / 2, place.y() - HEIGHT / 2, BOX, HEIGHT, round);
        shapes.format("<text x=\"%d\" y=\"%d\">%s</text>", place.x(), place.y() + 4, element.name());
    }
}
