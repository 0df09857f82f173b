package org.c4igateway.lab.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.scenario.Label;

/**
 * What a report shows, for its template {@code page.html}.
 *
 * @param command that made the runs
 * @param machine how busy the machine was
 * @param sections a scenario each
 * @param environment where the runs were made, by name
 */
public record ReportPage(String command, Label machine, List<Section> sections, Map<String, String> environment) {
    public ReportPage {
        sections = List.copyOf(sections);
        environment = new LinkedHashMap<>(environment);
    }

    /**
     * One scenario.
     *
     * @param title of it
     * @param name of its file
     * @param network its picture, an SVG
     * @param statements of the paper
     * @param charts of its figure
     * @param curves of the figure over conditions; empty when there are none
     * @param limit of the time of a run
     * @param verdicts on what was expected
     * @param paperCharts of the figure that the paper has, where it is another one
     * @param parts what programs of the layer transport measured, and tables
     * @param failures runs that broke
     */
    public record Section(
            Label title,
            String name,
            String network,
            List<Label> statements,
            Charts charts,
            String curves,
            Label limit,
            List<Verdict> verdicts,
            Optional<Charts> paperCharts,
            List<ReportPart> parts,
            List<String> failures) {
        public Section {
            statements = List.copyOf(statements);
            verdicts = List.copyOf(verdicts);
            parts = List.copyOf(parts);
            failures = List.copyOf(failures);
        }
    }

    /**
     * Charts of one figure.
     *
     * @param figure what it is
     * @param pictures each an SVG, one for each condition
     */
    public record Charts(Label figure, List<String> pictures) {
        public Charts {
            pictures = List.copyOf(pictures);
        }
    }

    /**
     * Whether an expectation was met.
     *
     * @param where cell and condition
     * @param expected in words
     * @param found the figure, in brackets; empty when there is none
     */
    public record Verdict(boolean met, String where, Label expected, String found) {}
}
