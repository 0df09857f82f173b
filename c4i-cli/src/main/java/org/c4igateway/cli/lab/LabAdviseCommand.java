package org.c4igateway.cli.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.DatedDirectory;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.lab.advise.AdviceText;
import org.c4igateway.lab.advise.Advisable;
import org.c4igateway.lab.advise.Adviser;
import org.c4igateway.lab.advise.AskedNetwork;
import org.c4igateway.lab.advise.AskedNetworkReader;
import org.c4igateway.lab.advise.LinkCheck;
import org.c4igateway.lab.advise.StoredTrials;
import org.c4igateway.lab.advise.TrialScenario;
import org.c4igateway.lab.report.ExperimentResults;
import org.c4igateway.lab.report.Exports;
import org.c4igateway.lab.report.HtmlReport;
import org.c4igateway.lab.report.NumberText;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.Lab;
import org.c4igateway.lab.run.ResultDirectory;
import org.c4igateway.lab.run.RunEnvironment;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.ScenarioException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Advises a transport for each link of a user's network. */
@Command(
        name = "advise",
        description = {
            "Recommend a transport and settings for each link of a network, with reasons.",
            "Uses existing results for similar links; measures the other links in a short matrix."
        })
final class LabAdviseCommand implements Callable<Integer> {
    private static final int REPETITIONS = 3;
    private static final int VALIDATION_REPETITIONS = 5;
    private static final String SCENARIO = "advice";

    @Parameters(paramLabel = "NETWORK.yaml", description = "Your links, systems and messages; see docs/lab.md.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Path file;

    @Option(names = "--dry-run", description = "Print what would be measured, and advise by existing results.")
    private boolean dryRun;

    @Option(names = "--fresh", description = "Measure all links; use no existing results.")
    private boolean fresh;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Also take results from below this directory. Repeatable. Default: docs/results only.")
    private List<Path> directories = List.of();

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "Runs of each transport on each link; default: 3; an answer can be sure with six or more.")
    private int repetitions;

    @Option(
            names = "--validate",
            description = {
                "Measure all links with three repetitions for the advice, and five more to check it.",
                "Print how much worse the first choice is than the best; exit status 1 above a tenth, or if a run"
                        + " failed."
            })
    private boolean validate;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for scenario and results; default: a new one below target/lab.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description =
                    "Execute the runs that are missing in the directory of an earlier call, and advise by all runs.")
    private @Nullable Path resume;

    @Mixin
    private final LabScenarios scenarios = new LabScenarios();

    @Mixin
    private final LabExecution execution = new LabExecution();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        try {
            AskedNetwork network = network();
            StoredTrials stored = stored(List.of());
            List<AskedNetwork.Link> missing = new Adviser(network, stored).uncovered();
            TrialScenario trial = new TrialScenario(network, missing, wantedRepetitions());
            if (dryRun) {
                print(network, stored, scenarios.all().cells());
                plan(trial);
                return ExitStatus.SUCCESS;
            }
            int status = ExitStatus.SUCCESS;
            if (!missing.isEmpty()) {
                Path directory = resume != null ? resume : out != null ? out : DatedDirectory.below("lab", "-advice");
                status = measure(trial, directory);
                stored = stored(List.of(directory));
            }
            int answer = validate
                    ? validate(network, stored)
                    : print(network, stored, scenarios.all().cells());
            return Math.max(status, answer);
        } catch (IOException e) {
            throw CommandException.environment("no advice: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.negative("interrupted; continue with the same command and --resume DIR");
        }
    }

    private int wantedRepetitions() {
        return repetitions > 0 ? repetitions : validate ? REPETITIONS + VALIDATION_REPETITIONS : REPETITIONS;
    }

    private AskedNetwork network() throws CommandException, IOException {
        if (!Files.isRegularFile(file)) {
            throw CommandException.environment("no file " + file);
        }
        try {
            return AskedNetworkReader.read(file.toString(), Files.readString(file));
        } catch (ScenarioException e) {
            throw CommandException.environment(String.valueOf(e.getMessage()));
        }
    }

    private StoredTrials stored(List<Path> own) throws CommandException, IOException {
        List<Path> all = new ArrayList<>(own);
        if (!fresh && !validate) {
            Path published = Path.of(System.getProperty("c4i.home", "."), "docs", "results");
            if (Files.isDirectory(published)) {
                all.add(published);
            }
            all.addAll(directories);
        }
        return StoredTrials.in(scenarios.all(), all);
    }

    private void plan(TrialScenario trial) {
        PrintWriter writer = spec.commandLine().getOut();
        if (trial.links().isEmpty()) {
            writer.println("nothing to measure");
            return;
        }
        int runs = trial.links().size() * Advisable.values().length * trial.repetitions();
        writer.println(
                "would measure " + runs + " runs (" + trial.links().size() + " links, " + Advisable.values().length
                        + " transports, " + trial.repetitions() + " repetitions) by this scenario:");
        writer.print(trial.yaml());
    }

    private int measure(TrialScenario trial, Path directory)
            throws CommandException, IOException, InterruptedException {
        LabExecution.requireNetworks("\n     --dry-run prints the links that existing results cover");
        ResultDirectory results = new ResultDirectory(directory);
        Path file = directory.resolve(SCENARIO + ".yaml");
        requireBegun(results, file, trial);
        if (resume == null) {
            Files.createDirectories(directory);
            Files.writeString(file, trial.yaml());
        }
        Scenario scenario = scenarios.read(file.toString());
        try (Lab lab = Lab.open(execution.driver(), true)) {
            Map<String, String> environment = RunEnvironment.describe(lab, scenarios.files(List.of(file.toString())));
            Experiment experiment = resume == null ? experiment(file, scenario, environment) : results.experiment();
            LabExecution.requireSame(experiment, environment);
            results.write(experiment);
            int status = execution.run(spec, lab, results, experiment, List.of(scenario));
            ExperimentResults measured = ExperimentResults.in(results, List.of(scenario));
            new Exports(measured).write(directory);
            Files.writeString(directory.resolve("report.html"), new HtmlReport(measured).write(false));
            return status;
        }
    }

    /** A new directory has no experiment; one to go on with has that of this network and these options. */
    private void requireBegun(ResultDirectory results, Path file, TrialScenario trial)
            throws CommandException, IOException {
        if (resume == null && results.hasExperiment()) {
            throw CommandException.environment(results.path() + " has an experiment; continue with --resume "
                    + results.path() + ", or take it as it is with --results " + results.path());
        }
        if (resume != null
                && !(results.hasExperiment()
                        && Files.isRegularFile(file)
                        && Files.readString(file).equals(trial.yaml()))) {
            throw CommandException.environment(results.path()
                    + " has no runs of this network and these options; --dry-run prints what would be measured");
        }
    }

    private Experiment experiment(Path written, Scenario scenario, Map<String, String> environment) {
        return new Experiment(
                List.of(written.toString()),
                Experiment.partsOf(List.of(scenario)),
                0,
                0,
                false,
                LabExecution.command(spec),
                environment);
    }

    private int print(AskedNetwork network, StoredTrials stored, Map<String, Cell> cells) {
        Adviser adviser = new Adviser(network, stored);
        AdviceText text = new AdviceText(network, cells, RunEnvironment.commit());
        PrintWriter writer = spec.commandLine().getOut();
        for (AskedNetwork.Link link : network.links()) {
            adviser.advise(link)
                    .map(text::lines)
                    .orElse(List.of(link.name() + ": no results for such a link"))
                    .forEach(writer::println);
            writer.println();
        }
        return dryRun || adviser.uncovered().isEmpty() ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    private int validate(AskedNetwork network, StoredTrials stored) {
        Adviser adviser = new Adviser(network, stored);
        TextTable table = new TextTable("LINK", "ADVISED", "BEST", "GIVEN AWAY", "");
        int good = 0;
        for (AskedNetwork.Link link : network.links()) {
            LinkCheck check = adviser.check(link, REPETITIONS);
            good += check.isGood() ? 1 : 0;
            check.regret()
                    .ifPresentOrElse(
                            found -> table.row(
                                    found.link(),
                                    name(found.advised().choice()),
                                    name(found.measured().choice()),
                                    NumberText.percent(found.share()),
                                    check.verdict()),
                            () -> table.row(link.name(), "-", "-", "-", check.verdict()));
        }
        table.print(spec.commandLine().getOut());
        spec.commandLine()
                .getOut()
                .println(good + " of " + network.links().size() + " links within a tenth, and no run failed");
        return good == network.links().size() ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    private static String name(Optional<Advisable> choice) {
        return choice.map(Advisable::cell).orElse("none");
    }
}
