package org.c4igateway.test.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.c4igateway.test.e2e.monitoring.Alerts.Alert;
import org.c4igateway.test.e2e.monitoring.Dashboards.Panel;
import org.c4igateway.test.e2e.monitoring.Dashboards.Step;
import org.junit.jupiter.api.Test;

/** Dashboards, alerts and their pages fit together. {@link MonitoringTest} runs them. */
class DashboardsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path PLAYBOOK = DOCS.resolve("operations.md");
    private static final String PLAYBOOK_LINK = "${playbook:raw}#";
    private static final String OF_ALERT = "Playbook: ";
    private static final String GREEN = "green";

    private final Map<String, Alert> alerts = Alerts.read();
    private final List<Panel> panels = Dashboards.panels();

    DashboardsTest() throws IOException {}

    @Test
    void explainsEachPanelWithItsUnitAndLetsChooseTheDataSource() throws IOException {
        assertThat(panels).allSatisfy(panel -> {
            assertThat(panel.description()).as(panel.name()).isNotEmpty();
            assertThat(panel.unit()).as("unit of %s", panel.name()).isNotEmpty();
            assertThat(found("docs/[\\w./-]+\\.md", panel.description()))
                    .as("pages that %s names", panel.name())
                    .allSatisfy(page -> assertThat(Path.of("..", page)).exists());
        });
        for (Path file : Dashboards.files()) {
            List<String> sources = JsonPath.read(Files.readString(file), "$.panels[*]..datasource.uid");
            assertThat(sources).as(file.toString()).containsOnly("${datasource}");
        }
    }

    @Test
    void linksEachDashboardToThePlaybookWhoseAddressIsSetAtOnePlace() throws IOException {
        Set<String> addresses = new HashSet<>();
        for (Path file : Dashboards.files()) {
            String dashboard = Files.readString(file);
            assertThat(JsonPath.<List<String>>read(dashboard, "$.links[?(@.title == 'Playbook')].url"))
                    .as(file.toString())
                    .containsExactly(PLAYBOOK_LINK + "playbook");
            String variable = "$.templating.list[?(@.name == 'playbook' && @.type == 'constant')]";
            addresses.addAll(JsonPath.<List<String>>read(dashboard, variable + ".query"));
            assertThat(JsonPath.<List<String>>read(dashboard, variable + ".current.value"))
                    .as(file.toString())
                    .hasSize(1)
                    .allSatisfy(addresses::add);
        }
        assertThat(addresses)
                .singleElement()
                .satisfies(address -> assertThat(Files.readString(PLAYBOOK)).contains("sed -i 's|" + address + "|"));
    }

    @Test
    void linksEachPanelOfAnAlertToItsSectionOfThePlaybook() {
        Set<String> linked = new HashSet<>();
        assertThat(panels).allSatisfy(panel -> {
            panel.links().forEach((title, url) -> {
                String anchor = title.startsWith(OF_ALERT)
                        ? alert(title.substring(OF_ALERT.length())).anchor()
                        : "playbook";
                assertThat(url).as(panel.name()).isEqualTo(PLAYBOOK_LINK + anchor);
            });
            List<String> ofAlerts =
                    linkedAlerts(panel).stream().map(Alert::name).toList();
            assertThat(ofAlerts).as(panel.name()).containsAll(found("\\bC4i[A-Z]\\w+", panel.description()));
            linked.addAll(ofAlerts);
        });
        assertThat(linked).as("alerts that a panel shows").containsExactlyInAnyOrderElementsOf(alerts.keySet());
    }

    @Test
    void changesTheColourOfAPanelAtTheNumberOfItsAlert() {
        List<Panel> coloured = panels.stream().filter(Panel::hasThresholds).toList();
        assertThat(coloured).hasSizeGreaterThan(30);
        assertThat(coloured).allSatisfy(panel -> {
            Step last = panel.steps().getLast();
            List<Double> values = panel.steps().stream().map(Step::value).toList();
            if (panel.counts()) {
                assertThat(last.value()).as(panel.name()).isEqualTo(1);
                return;
            }
            List<Alert> shown = linkedAlerts(panel);
            assertThat(shown).as(panel.name()).isNotEmpty().allSatisfy(alert -> {
                assertThat(alert.limits())
                        .as("%s: %s", panel.name(), alert.name())
                        .containsAnyElementsOf(values);
                assertThat(last.color().equals(GREEN))
                        .as("%s: green on the good side of %s", panel.name(), alert.name())
                        .isEqualTo(alert.falls());
            });
            assertThat(shown.stream().flatMap(alert -> alert.limits().stream()))
                    .as(panel.name())
                    .contains(last.value());
            if (panel.type().equals("timeseries")) {
                assertThat(panel.thresholdsStyle())
                        .as("how %s draws them", panel.name())
                        .isIn("line", "area");
            }
        });
    }

    @Test
    void tellsWhatToDoAboutEachAlertAndWhatEachMetricMeans() throws IOException {
        assertThat(alerts).containsOnlyKeys(Alerts.names());
        assertThat(headings())
                .containsAll(alerts.values().stream().map(Alert::anchor).toList());
        String reference = Files.readString(DOCS.resolve("reference/metrics.md"));
        List<String> used = new ArrayList<>();
        panels.forEach(panel -> used.addAll(panel.queries()));
        used.add(Files.readString(Alerts.FILE));
        assertThat(Dashboards.metrics(used))
                .hasSizeGreaterThan(60)
                .allSatisfy(name -> assertThat(reference).contains("`" + name + "`"));
    }

    @Test
    void showsEveryMetricOfWanGatewaysAndHistoryServices() throws IOException {
        String reference = Files.readString(DOCS.resolve("reference/metrics.md"));
        List<String> queries =
                panels.stream().flatMap(panel -> panel.queries().stream()).toList();
        assertThat(Dashboards.metrics(queries)).containsAll(found("(?<=`)c4i_(wan|history)_[a-z_]+(?=`)", reference));
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
    }

    private List<Alert> linkedAlerts(Panel panel) {
        return panel.links().keySet().stream()
                .filter(title -> title.startsWith(OF_ALERT))
                .map(title -> alert(title.substring(OF_ALERT.length())))
                .toList();
    }

    private Alert alert(String name) {
        return Optional.ofNullable(alerts.get(name)).orElseThrow(() -> new AssertionError("no alert " + name));
    }

    /** Headings of the third level as the fragments of links to them. */
    private static Set<String> headings() throws IOException {
        return Alerts.names(PLAYBOOK, "(?m)^### (.*)$").stream()
                .map(heading -> heading.toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
