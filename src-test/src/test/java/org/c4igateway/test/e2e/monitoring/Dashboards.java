package org.c4igateway.test.e2e.monitoring;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The dashboards that are shipped, as their files say. */
final class Dashboards {
    static final Path DIRECTORY = Path.of("..", "deploy", "grafana", "dashboards");

    private Dashboards() {}

    /**
     * One panel.
     *
     * @param file the dashboard's
     * @param steps of its thresholds: their values with their colours; the first has no value
     * @param links titles and addresses
     */
    record Panel(
            String file,
            String type,
            String title,
            String description,
            String unit,
            List<String> queries,
            List<Step> steps,
            String thresholdsStyle,
            Map<String, String> links) {
        String name() {
            return file + ": " + title;
        }

        /** Whether it shows how many things are wrong, of which one is too many. */
        boolean counts() {
            return type.equals("stat")
                    && (queries.getFirst().startsWith("count(")
                            || queries.getFirst().startsWith("sum("));
        }

        /** Whether it shows where an alert begins; a panel may also have a colour only. */
        boolean hasThresholds() {
            return steps.size() > 1;
        }
    }

    /** From this value on, the panel has this colour. */
    record Step(String color, double value) {}

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted().toList();
        }
    }

    static List<Panel> panels() throws IOException {
        List<Panel> panels = new ArrayList<>();
        for (Path file : files()) {
            List<Map<String, Object>> all = JsonPath.read(Files.readString(file), "$.panels[*]");
            all.forEach(panel -> panels.add(panel(String.valueOf(file.getFileName()), panel)));
        }
        return panels;
    }

    private static Panel panel(String file, Map<String, Object> json) {
        List<Map<String, Object>> links = JsonPath.read(json, "$..links[*]");
        List<Map<String, Object>> steps = JsonPath.read(json, "$.fieldConfig..thresholds.steps[*]");
        return new Panel(
                file,
                text(json, "$.type"),
                text(json, "$.title"),
                text(json, "$.description"),
                text(json, "$.fieldConfig.defaults.unit"),
                JsonPath.read(json, "$.targets[*].expr"),
                steps.stream().map(Dashboards::step).toList(),
                text(json, "$.fieldConfig..thresholdsStyle.mode"),
                links.stream()
                        .collect(Collectors.toMap(
                                link -> String.valueOf(link.get("title")), link -> String.valueOf(link.get("url")))));
    }

    private static Step step(Map<String, Object> json) {
        Number value = (Number) json.get("value");
        return new Step(
                String.valueOf(json.get("color")), value == null ? Double.NEGATIVE_INFINITY : value.doubleValue());
    }

    /** What is there; empty when nothing is. */
    private static String text(Map<String, Object> json, String path) {
        List<Object> found = JsonPath.using(Configuration.defaultConfiguration()
                        .addOptions(Option.ALWAYS_RETURN_LIST, Option.SUPPRESS_EXCEPTIONS))
                .parse(json)
                .read(path);
        return found.isEmpty() ? "" : String.valueOf(found.getFirst());
    }

    /** The queries of these dashboards for all that there is to choose. */
    static List<String> queries(Set<String> files) throws IOException {
        return panels().stream()
                .filter(panel -> files.contains(panel.file()))
                .flatMap(panel -> panel.queries().stream())
                .map(query -> query.replace("$__rate_interval", "10s")
                        .replaceAll("\\$(system|site|partition|experiment|scenario)", ".*"))
                .distinct()
                .toList();
    }

    /** Names of the gateway's metrics in queries, as the reference has them. */
    static List<String> metrics(List<String> texts) {
        return texts.stream()
                .flatMap(text -> Pattern.compile("\\bc4i_[a-z_]+").matcher(text).results())
                .map(match -> match.group().replaceFirst("_(count|sum|max)$", ""))
                .distinct()
                .toList();
    }
}
