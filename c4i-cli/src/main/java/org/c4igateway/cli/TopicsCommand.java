package org.c4igateway.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.c4igateway.app.SpellingSuggestions;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.Json;
import org.c4igateway.cli.base.LiveReport;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.topics.CatalogueException;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Shows the topic catalogue: the reference one, or the file that the user names. */
@Command(
        name = "topics",
        description = {
            "List, show or validate the topic catalogue.",
            "With --live: show what is in a running DDS domain; exit status 1 when endpoints of a topic do not match."
        },
        synopsisSubcommandLabel = "[list | show | validate]")
public final class TopicsCommand implements Callable<Integer> {
    private static final int MAX_SUGGESTIONS = 8;

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Catalogue file (CSV); default: the reference catalogue of 270 topics.")
    private @Nullable Path file;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @ArgGroup(exclusive = false)
    private @Nullable LiveDomain domain;

    @Override
    public Integer call() throws CommandException {
        LiveDomain asked = domain;
        if (asked == null) {
            throw new ParameterException(spec.commandLine(), "name an action: list, show, validate or --live");
        }
        if (file != null) {
            throw new ParameterException(spec.commandLine(), "--live shows a domain, not a catalogue");
        }
        LiveReport report = new LiveReport(asked.look());
        if (json) {
            out().println(Json.write(report.fields()));
        } else {
            report.print(out(), asked.all());
        }
        return report.anyApart() ? ExitStatus.NEGATIVE : ExitStatus.SUCCESS;
    }

    private void refuseLive() {
        if (domain != null) {
            throw new ParameterException(spec.commandLine(), "--live cannot be combined with list, show or validate");
        }
    }

    @Command(name = "list", description = "List the topics.")
    int list(
            @Option(
                            names = "--class",
                            paramLabel = "CLASS",
                            description = "Only topics of this class: ${COMPLETION-CANDIDATES}.")
                    @Nullable TrafficClass trafficClass)
            throws CommandException {
        refuseLive();
        List<Topic> topics = catalogue(file).topics().stream()
                .filter(topic -> trafficClass == null || topic.trafficClass() == trafficClass)
                .toList();
        if (json) {
            out().println(Json.write(topics.stream().map(TopicsCommand::fields).toList()));
            return ExitStatus.SUCCESS;
        }
        TextTable table = new TextTable("ID", "NAME", "CLASS", "RELIABILITY", "LIFESPAN", "TITLE");
        topics.forEach(topic -> table.row(
                topic.id(), topic.name(), topic.trafficClass(), reliability(topic), lifespan(topic), topic.title()));
        table.print(out());
        return ExitStatus.SUCCESS;
    }

    @Command(name = "show", description = "Show one topic.")
    int show(@Parameters(paramLabel = "ID|NAME", description = "Topic id, or the message name in MSGID.") String key)
            throws CommandException {
        refuseLive();
        TopicCatalogue catalogue = catalogue(file);
        String upper = key.toUpperCase(Locale.ROOT);
        Topic topic = catalogue
                .find(upper)
                .or(() -> catalogue.findByName(upper))
                .orElseThrow(() -> CommandException.negative(
                        "no topic has the id or name '" + key + "'" + near(upper, catalogue)));
        if (json) {
            out().println(Json.write(fields(topic)));
        } else {
            fields(topic).forEach((name, value) -> out().printf("%-16s %s%n", name, value));
        }
        return ExitStatus.SUCCESS;
    }

    private static String near(String word, TopicCatalogue catalogue) {
        List<String> near = SpellingSuggestions.of(
                word,
                catalogue.topics().stream()
                        .flatMap(topic -> Stream.of(topic.id(), topic.name()))
                        .toList());
        return near.isEmpty() || near.size() > MAX_SUGGESTIONS
                ? "; c4i topics list shows all"
                : "\n     did you mean: " + String.join(", ", near) + "?";
    }

    @Command(
            name = "validate",
            description = "Check a catalogue file. Prints each problem with its line; then exit status 1.")
    int validate(
            @Parameters(arity = "0..1", paramLabel = "FILE", description = "Catalogue file.") @Nullable Path named) {
        refuseLive();
        Path subject = named == null ? file : named;
        try {
            TopicCatalogue catalogue = load(subject);
            report(subject, catalogue);
            return ExitStatus.SUCCESS;
        } catch (CatalogueException e) {
            if (json) {
                out().println(Json.write(Map.of("valid", false, "problems", e.problems())));
            } else {
                e.problems().forEach(out()::println);
            }
            return ExitStatus.NEGATIVE;
        }
    }

    private void report(@Nullable Path subject, TopicCatalogue catalogue) {
        int count = catalogue.topics().size();
        if (json) {
            out().println(Json.write(Map.of("valid", true, "topics", count, "hash", catalogue.contentHash())));
        } else {
            out().printf(
                            "%s: valid, %d topics, hash %s%n",
                            subject == null ? "reference catalogue" : subject, count, catalogue.contentHash());
        }
    }

    /** The catalogue of this file, or the reference one for null; an unusable file is an environment problem. */
    public static TopicCatalogue catalogue(@Nullable Path file) throws CommandException {
        try {
            return load(file);
        } catch (CatalogueException e) {
            throw CommandException.environment(
                    "the catalogue cannot be used:\n     " + String.join("\n     ", e.problems()));
        }
    }

    private static TopicCatalogue load(@Nullable Path file) {
        return file == null ? TopicCatalogue.reference() : TopicCatalogue.load(file);
    }

    private static Map<String, Object> fields(Topic topic) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", topic.id());
        fields.put("name", topic.name());
        fields.put("title", topic.title());
        fields.put("functional_area", topic.functionalArea());
        fields.put("traffic_class", topic.trafficClass().name());
        fields.put("reliability", reliability(topic));
        fields.put("lifespan", topic.lifespan().toString());
        fields.put("dds_topic", "KMTF_" + topic.id());
        fields.put("digest", String.format("%08x", topic.digest()));
        return fields;
    }

    private static String reliability(Topic topic) {
        return topic.reliable() ? "RELIABLE" : "BEST_EFFORT";
    }

    private static String lifespan(Topic topic) {
        long seconds = topic.lifespan().toSeconds();
        return seconds % 86_400 == 0
                ? seconds / 86_400 + " d"
                : seconds % 3_600 == 0 ? seconds / 3_600 + " h" : seconds + " s";
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
