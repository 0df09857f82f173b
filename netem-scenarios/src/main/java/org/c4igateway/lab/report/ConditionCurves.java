package org.c4igateway.lab.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.report.ladder.CurvePanel;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Label;
import org.c4igateway.lab.scenario.Scenario;

/**
 * The figure over the rate of a link at equal loss, and over its loss at equal rate. Conditions that differ from the
 * first in anything else of the link, or in their events, are left out. A median that did not finish leaves a gap.
 */
final class ConditionCurves {
    private static final int MIN_POINTS = 2;
    private static final CurvePanel.Axis RATE = new CurvePanel.Axis("kbit/s", rate -> "" + rate);
    private static final double PER_MILLE = 1_000;

    /** In tenths of a percent, because a logarithmic axis has no room for whole numbers below one. */
    private static final CurvePanel.Axis LOSS =
            new CurvePanel.Axis("%", loss -> String.format(Locale.ROOT, loss % 10 == 0 ? "%.0f" : "%.1f", loss / 10.0));

    private final List<Group> groups;
    private final Scenario.Figure figure;

    /** @param groups of one scenario */
    ConditionCurves(List<Group> groups, Scenario.Figure figure) {
        this.groups = groups;
        this.figure = figure;
    }

    /**
     * What a condition does to its only link.
     *
     * @param rest all besides rate and loss
     */
    private record Place(int kilobits, int lossPerMille, List<Object> rest) {
        static Optional<Place> of(Condition condition) {
            if (condition.links().size() != 1) {
                return Optional.empty();
            }
            Condition.Directions ways = condition.links().values().iterator().next();
            Impairment way = ways.forward();
            Place place = new Place(
                    (int) (way.rate().bitsPerSecond() / 1_000),
                    (int) Math.round(way.loss().share() * PER_MILLE),
                    List.of(
                            way.equals(ways.backward()),
                            way.delay(),
                            way.loss().meanBurst(),
                            way.loss().placement(),
                            way.duplication(),
                            way.corruption(),
                            condition.events()));
            return place.kilobits() > 0 ? Optional.of(place) : Optional.empty();
        }
    }

    /** The pictures; empty text when no two conditions differ in rate or loss only. */
    String draw() {
        Map<Place, List<Group>> byPlace = new LinkedHashMap<>();
        for (Group group : groups) {
            Place.of(group.condition())
                    .ifPresent(place -> byPlace.computeIfAbsent(place, missing -> new java.util.ArrayList<>())
                            .add(group));
        }
        byPlace.keySet().stream()
                .map(Place::rest)
                .findFirst()
                .ifPresent(first ->
                        byPlace.keySet().removeIf(place -> !place.rest().equals(first)));
        if (byPlace.values().stream().anyMatch(ConditionCurves::isMixed)) {
            return ""; // they differ in what is sent
        }
        StringBuilder html = new StringBuilder();
        html.append(panels(byPlace, Place::lossPerMille, Place::kilobits, RATE));
        html.append(panels(byPlace, Place::kilobits, Place::lossPerMille, LOSS));
        return html.toString();
    }

    private static boolean isMixed(List<Group> groups) {
        return groups.stream().map(Group::condition).distinct().count() > 1;
    }

    private String panels(
            Map<Place, List<Group>> byPlace,
            Function<Place, Integer> fixed,
            Function<Place, Integer> growing,
            CurvePanel.Axis axis) {
        Map<Integer, TreeMap<Integer, List<Group>>> series = new TreeMap<>();
        byPlace.forEach((place, some) -> {
            if (growing.apply(place) > 0) {
                series.computeIfAbsent(fixed.apply(place), missing -> new TreeMap<>())
                        .put(growing.apply(place), some);
            }
        });
        StringBuilder html = new StringBuilder();
        series.forEach((value, points) -> {
            if (points.size() >= MIN_POINTS) {
                html.append(panel(title(axis, value), points, axis));
            }
        });
        return html.toString();
    }

    private Label title(CurvePanel.Axis axis, int fixed) {
        Label direction = FigureText.direction(figure);
        if (axis.equals(RATE)) {
            String loss = LOSS.text().apply(fixed) + " %";
            return new Label(
                    "Over the rate, at " + loss + " loss: " + direction.english(),
                    "손실 " + loss + "에서 속도에 따라: " + direction.korean());
        }
        return new Label(
                "Over the loss, at " + fixed + " kbit/s: " + direction.english(),
                fixed + " kbit/s에서 손실에 따라: " + direction.korean());
    }

    private static String panel(Label title, SortedMap<Integer, List<Group>> points, CurvePanel.Axis axis) {
        CurvePanel panel = new CurvePanel(title, axis);
        Set<String> cells = new LinkedHashSet<>();
        points.values()
                .forEach(some -> some.forEach(group -> cells.add(group.cell().name())));
        for (String cell : cells) {
            TreeMap<Integer, Group> mine = new TreeMap<>();
            points.forEach((at, some) -> some.stream()
                    .filter(group -> group.cell().name().equals(cell))
                    .forEach(group -> mine.put(at, group)));
            panel.curve(
                    mine.values().iterator().next().cell().label(),
                    mine.keySet(),
                    at -> Optional.ofNullable(mine.get(at))
                            .flatMap(Group::median)
                            .orElse(Double.NaN));
        }
        return panel.draw();
    }
}
