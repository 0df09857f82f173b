package org.c4igateway.cli.lab;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.ProgressLine;
import org.c4igateway.lab.net.Driver;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.Lab;
import org.c4igateway.lab.run.LabRunner;
import org.c4igateway.lab.run.ResultDirectory;
import org.c4igateway.lab.run.RunPlan;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How the commands of the lab that measure make their runs. */
final class LabExecution {
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    @Option(
            names = "--driver",
            paramLabel = "NAME",
            description = "Driver: netem, nft+tbf or relay; default: the first that works here.")
    private @Nullable String driver;

    @Option(
            names = "--lanes",
            paramLabel = "N",
            defaultValue = "4",
            description = "Number of runs on slow links at the same time; default: ${DEFAULT-VALUE}.")
    private int lanes;

    /** @param hint what else the user can do here, or nothing */
    static void requireNetworks(String hint) throws CommandException {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        if (obstacle.isPresent()) {
            throw CommandException.environment("the lab cannot run here: " + obstacle.get() + hint);
        }
    }

    /** The one that was asked for; null for the first that works. */
    @Nullable Driver driver() throws CommandException {
        if (driver == null) {
            return null;
        }
        for (Driver known : Driver.values()) {
            if (known.label().equals(driver)) {
                return known;
            }
        }
        throw CommandException.environment("--driver: '" + driver + "' is not one of netem, nft+tbf, relay");
    }

    /** Runs that cannot be compared with those of an experiment do not become part of it. */
    static void requireSame(Experiment experiment, Map<String, String> now) throws CommandException {
        List<String> differences = experiment.differences(now);
        if (!differences.isEmpty()) {
            throw CommandException.environment(
                    "the experiment cannot be continued: " + String.join("; ", differences)
                            + "\n     make the missing runs as an experiment of their own, and compare both with: c4i lab report DIR DIR");
        }
    }

    /** Makes the runs that are missing, with a line for each. */
    int run(CommandSpec spec, Lab lab, ResultDirectory results, Experiment experiment, List<Scenario> chosen)
            throws IOException, InterruptedException {
        List<Scenario> limited = chosen.stream().map(experiment::limited).toList();
        List<RunPlan.Step> steps = RunPlan.order(limited, experiment.repetitions()).stream()
                .filter(step -> !results.has(step.key()))
                .toList();
        var writer = spec.commandLine().getOut();
        writer.println("Impairment by " + lab.driver().label() + "; " + steps.size() + " runs to make; results in "
                + results.path() + "; after an interruption: c4i lab run --resume " + results.path());
        boolean nodes = chosen.stream().anyMatch(scenario -> scenario.layer() == Scenario.Layer.ROWS);
        if (nodes && !lab.hasStartUpCache()) {
            writer.println("Nodes start without a start-up cache; `c4i node --train-aot` makes one.");
        }
        LabProgress progress = new LabProgress(
                writer, new ProgressLine(spec.commandLine().getErr(), ProgressLine.isInteractive()), steps);
        new LabRunner(lab, results, TopicCatalogue.reference(), lanes, progress).run(steps);
        return progress.failed() == 0 ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    /** The command that runs, as a shell takes it. */
    static String command(CommandSpec spec) {
        return Stream.concat(
                        Stream.of("./c4i"),
                        spec.commandLine().getParseResult().originalArgs().stream()
                                .map(LabExecution::quoted))
                .collect(Collectors.joining(" "));
    }

    /** As a shell takes it for one word. */
    static String quoted(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
