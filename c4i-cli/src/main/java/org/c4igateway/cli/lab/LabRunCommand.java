package org.c4igateway.cli.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.DatedDirectory;
import org.c4igateway.cli.base.DurationText;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.ProgressLine;
import org.c4igateway.lab.net.Driver;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.Lab;
import org.c4igateway.lab.run.LabRunner;
import org.c4igateway.lab.run.ResultDirectory;
import org.c4igateway.lab.run.RunEnvironment;
import org.c4igateway.lab.run.RunPlan;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs scenarios and keeps every run's result. */
@Command(
        name = "run",
        description = {
            "Run scenarios: each cell under each condition, several times, in fresh processes and mixed order.",
            "Continue an interrupted experiment with --resume."
        })
final class LabRunCommand implements Callable<Integer> {
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");
    private static final int QUICK_REPETITIONS = 3;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..*",
            description = "Names of scenarios, or files of your own scenarios.")
    private List<String> names = List.of();

    @Option(
            names = "--quick",
            description = "Three repetitions, and few round trips in scenarios of the layer transport.")
    private boolean quick;

    @Option(names = "--repetitions", paramLabel = "N", description = "Default: as in the scenario.")
    private int repetitions;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "A run that takes longer, such as 120s, did not finish (DNF). Default: the scenario's limit.")
    private @Nullable Duration timeLimit;

    @Mixin
    private final LabSelection selection = new LabSelection();

    @Mixin
    private final LabScenarios scenarios = new LabScenarios();

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

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for results; default: a new one below target/lab.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Continue the experiment in this directory with the runs that are missing.")
    private @Nullable Path resume;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        if (obstacle.isPresent()) {
            throw CommandException.environment("the lab cannot run here: " + obstacle.get());
        }
        ResultDirectory results =
                new ResultDirectory(resume != null ? resume : out != null ? out : DatedDirectory.below("lab", ""));
        if (results.hasExperiment() && resume == null) {
            throw CommandException.environment(results.path() + " has an experiment; continue it with --resume");
        }
        try {
            return resume != null ? resume(results) : begin(results);
        } catch (IOException e) {
            throw CommandException.negative("the experiment failed: " + e.getMessage()
                    + "\n     continue it with: c4i lab run --resume " + results.path());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.negative("interrupted; continue with: c4i lab run --resume " + results.path());
        }
    }

    private static boolean needsDatabase(List<Scenario> chosen) {
        return chosen.stream().anyMatch(scenario -> scenario.layer() == Scenario.Layer.ROWS);
    }

    private int begin(ResultDirectory results) throws CommandException, IOException, InterruptedException {
        if (names.isEmpty()) {
            throw CommandException.environment("name a scenario; `c4i lab list` shows all");
        }
        List<Scenario> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(selection.of(scenarios.read(name)));
        }
        try (Lab lab = Lab.open(driver(), needsDatabase(chosen))) {
            Experiment experiment = experiment(chosen, lab);
            results.write(experiment);
            return run(lab, results, experiment, chosen);
        }
    }

    private int resume(ResultDirectory results) throws CommandException, IOException, InterruptedException {
        if (!results.hasExperiment()) {
            throw CommandException.environment("no experiment in " + results.path());
        }
        Experiment experiment = results.experiment();
        List<Scenario> chosen = new ArrayList<>();
        for (String name : experiment.scenarios()) {
            chosen.add(experiment.part(scenarios.read(name)));
        }
        try (Lab lab = Lab.open(driver(), needsDatabase(chosen))) {
            return run(lab, results, experiment, chosen);
        }
    }

    private int run(Lab lab, ResultDirectory results, Experiment experiment, List<Scenario> chosen)
            throws IOException, InterruptedException {
        List<Scenario> limited = chosen.stream().map(experiment::limited).toList();
        List<RunPlan.Step> steps = RunPlan.order(limited, experiment.repetitions()).stream()
                .filter(step -> !results.has(step.key()))
                .toList();
        var writer = spec.commandLine().getOut();
        writer.println("Impairment by " + lab.driver().label() + "; " + steps.size() + " runs to make; results in "
                + results.path() + "; after an interruption: c4i lab run --resume " + results.path());
        if (lab.hasDatabase() && !lab.hasStartUpCache()) {
            writer.println("Nodes start without a start-up cache; `c4i node --train-aot` makes one.");
        }
        LabProgress progress = new LabProgress(
                writer, new ProgressLine(spec.commandLine().getErr(), ProgressLine.isInteractive()), steps);
        new LabRunner(lab, results, TopicCatalogue.reference(), lanes, progress).run(steps);
        return progress.failed() == 0 ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    private Experiment experiment(List<Scenario> chosen, Lab lab) {
        Map<String, Experiment.Part> parts = new LinkedHashMap<>();
        chosen.forEach(scenario -> parts.put(
                scenario.name(),
                new Experiment.Part(
                        scenario.conditions().stream().map(Condition::name).toList(),
                        scenario.cells().stream().map(cell -> cell.name()).toList())));
        String command = Stream.concat(
                        Stream.of("./c4i"),
                        spec.commandLine().getParseResult().originalArgs().stream()
                                .map(LabRunCommand::quoted))
                .collect(Collectors.joining(" "));
        double limitSeconds = timeLimit == null ? 0 : timeLimit.toMillis() / 1e3;
        return new Experiment(
                names, parts, wantedRepetitions(), limitSeconds, quick, command, RunEnvironment.describe(lab));
    }

    /** As a shell takes it for one word. */
    static String quoted(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** 0 for what each scenario says. */
    private int wantedRepetitions() {
        return repetitions > 0 ? repetitions : quick ? QUICK_REPETITIONS : 0;
    }

    private @Nullable Driver driver() throws CommandException {
        if (driver == null) {
            return null;
        }
        for (Driver known : Driver.values()) {
            if (known.label().equals(driver)) {
                return known;
            }
        }
        throw CommandException.environment("--driver: '" + driver + "' is none of netem, nft+tbf, relay");
    }
}
