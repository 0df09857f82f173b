package org.c4igateway.lab.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.lab.scenario.Scenario.Expectation.Kind;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads {@code expect}. */
final class ExpectationReader {
    private static final Set<String> KEYS = Set.of(
            "cell", "condition", "at-least", "at-most", "resident-at-most", "share-of-bound", "times", "of", "of-cell");

    private final List<Cell> cells;
    private final List<Condition> conditions;

    ExpectationReader(List<Cell> cells, List<Condition> conditions) {
        this.cells = cells;
        this.conditions = conditions;
    }

    List<Scenario.Expectation> read(@Nullable YamlNode section) {
        List<Scenario.Expectation> expectations = new ArrayList<>();
        for (YamlNode item : section == null ? List.<YamlNode>of() : section.list()) {
            Map<String, YamlNode> entries = item.map(KEYS);
            expectations.add(expectation(
                    item, entries, cell(item.required(entries, "cell")), condition(entries.get("condition"))));
        }
        return expectations;
    }

    private String cell(YamlNode name) {
        if (cells.stream().noneMatch(known -> known.name().equals(name.text()))) {
            throw name.fault("the scenario has no cell '" + name.text() + "'");
        }
        return name.text();
    }

    private String condition(@Nullable YamlNode name) {
        if (name != null && conditions.stream().noneMatch(known -> known.name().equals(name.text()))) {
            throw name.fault("the scenario has no condition '" + name.text() + "'");
        }
        return name == null ? "" : name.text();
    }

    private Scenario.Expectation expectation(
            YamlNode item, Map<String, YamlNode> entries, String cell, String condition) {
        YamlNode least = entries.get("at-least");
        YamlNode most = entries.get("at-most");
        YamlNode share = entries.get("share-of-bound");
        YamlNode times = entries.get("times");
        if (least != null) {
            return new Scenario.Expectation(cell, condition, Kind.AT_LEAST, least.number(), "");
        }
        if (most != null) {
            return new Scenario.Expectation(cell, condition, Kind.AT_MOST, most.number(), "");
        }
        YamlNode resident = entries.get("resident-at-most");
        if (resident != null) {
            return resident(resident, new Scenario.Expectation(cell, condition, Kind.RESIDENT, 0, ""));
        }
        if (share != null) {
            return new Scenario.Expectation(cell, condition, Kind.SHARE_OF_BOUND, Units.share(share), "");
        }
        if (times != null) {
            return times(
                    item, entries, new Scenario.Expectation(cell, condition, Kind.TIMES_OTHER, times.number(), ""));
        }
        throw nothing(item);
    }

    private Scenario.Expectation resident(YamlNode bytes, Scenario.Expectation expectation) {
        requirePrograms(bytes, "resident-at-most");
        return new Scenario.Expectation(
                expectation.cell(), expectation.condition(), expectation.kind(), Units.bytes(bytes) / 1e6, "");
    }

    private void requirePrograms(YamlNode place, String key) {
        if (conditions.getFirst().exchange().isEmpty()) {
            throw place.fault(key + " is of the layer transport");
        }
    }

    private Scenario.Expectation times(YamlNode item, Map<String, YamlNode> entries, Scenario.Expectation expectation) {
        YamlNode otherCell = entries.get("of-cell");
        String other = otherCell == null ? condition(entries.get("of")) : cell(otherCell);
        if (other.isEmpty()) {
            throw nothing(item);
        }
        if (otherCell != null) {
            requirePrograms(otherCell, "of-cell");
        }
        return new Scenario.Expectation(
                expectation.cell(),
                expectation.condition(),
                otherCell == null ? Kind.TIMES_OTHER : Kind.TIMES_CELL,
                expectation.value(),
                other);
    }

    private static YamlNode.Fault nothing(YamlNode item) {
        return item.fault(
                "nothing is expected: add at-least, at-most, resident-at-most, share-of-bound, or times with of or of-cell");
    }
}
