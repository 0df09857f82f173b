package org.c4igateway.test.e2e.monitoring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The alerts that are shipped, as their file says. */
final class Alerts {
    static final Path FILE = Path.of("..", "deploy", "prometheus", "alerts.yml");

    private static final Pattern RULE =
            Pattern.compile("- alert: (\\w+)\\R\\s+expr: (.*)(?s:.*?)playbook: docs/operations\\.md#(\\S+)");
    /** With what an alert compares: {@code > 30}, {@code < 30 * 86400}, {@code == 0}. */
    private static final Pattern LIMIT = Pattern.compile("(>|<|==) ([0-9.]+)(?: \\* ([0-9]+))?");

    private Alerts() {}

    /**
     * One alert.
     *
     * @param anchor where the playbook tells what to do
     */
    record Alert(String name, String expression, String anchor) {
        /**
         * Values at which a panel of the same quantity changes its colour. Where anything above 0 is too much, and
         * where 0 is too little, that is 1.
         */
        Set<Double> limits() {
            return LIMIT.matcher(expression).results().map(Alert::limit).collect(Collectors.toCollection(TreeSet::new));
        }

        private static double limit(MatchResult comparison) {
            double number = Double.parseDouble(comparison.group(2));
            double times = comparison.group(3) == null ? 1 : Double.parseDouble(comparison.group(3));
            return number == 0 ? 1 : number * times;
        }

        /** Whether it fires when there is too little. */
        boolean falls() {
            return expression.contains(" < ") || expression.contains(" == ");
        }
    }

    /** By name. */
    static Map<String, Alert> read() throws IOException {
        return RULE.matcher(Files.readString(FILE))
                .results()
                .map(rule -> new Alert(rule.group(1), rule.group(2), rule.group(3)))
                .collect(Collectors.toMap(Alert::name, Function.identity()));
    }

    static String[] names() throws IOException {
        return names(FILE, "- alert: (\\w+)").toArray(String[]::new);
    }

    /** What the first group of a pattern finds in a file. */
    static List<String> names(Path file, String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
