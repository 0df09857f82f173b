package org.c4igateway.cli.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.DatedDirectory;
import org.c4igateway.cli.base.DurationText;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.Lab;
import org.c4igateway.lab.run.ResultDirectory;
import org.c4igateway.lab.run.RunEnvironment;
import org.c4igateway.lab.scenario.Scenario;
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

    @Mixin
    private final LabExecution execution = new LabExecution();

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
        LabExecution.requireNetworks("");
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
        return chosen.stream().anyMatch(Scenario::needsDatabase);
    }

    private int begin(ResultDirectory results) throws CommandException, IOException, InterruptedException {
        if (names.isEmpty()) {
            throw CommandException.environment("name a scenario; `c4i lab list` shows all");
        }
        List<Scenario> named = new ArrayList<>();
        for (String name : names) {
            named.add(scenarios.read(name));
        }
        List<Scenario> chosen = selection.of(named);
        try (Lab lab = Lab.open(execution.driver(), needsDatabase(chosen))) {
            Experiment experiment = experiment(chosen, lab);
            results.write(experiment);
            return execution.run(spec, lab, results, experiment, chosen);
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
        try (Lab lab = Lab.open(execution.driver(), needsDatabase(chosen))) {
            LabExecution.requireSame(experiment, RunEnvironment.describe(lab, scenarios.files(experiment.scenarios())));
            return execution.run(spec, lab, results, experiment, chosen);
        }
    }

    private Experiment experiment(List<Scenario> chosen, Lab lab) throws CommandException, IOException {
        String command = LabExecution.command(spec);
        double limitSeconds = timeLimit == null ? 0 : timeLimit.toMillis() / 1e3;
        return new Experiment(
                names,
                Experiment.partsOf(chosen),
                wantedRepetitions(),
                limitSeconds,
                quick,
                command,
                RunEnvironment.describe(lab, scenarios.files(names)));
    }

    /** 0 for what each scenario says. */
    private int wantedRepetitions() {
        return repetitions > 0 ? repetitions : quick ? QUICK_REPETITIONS : 0;
    }
}
