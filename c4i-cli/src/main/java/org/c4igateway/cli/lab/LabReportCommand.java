package org.c4igateway.cli.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.lab.report.Comparison;
import org.c4igateway.lab.report.ExperimentResults;
import org.c4igateway.lab.report.Exports;
import org.c4igateway.lab.report.HtmlReport;
import org.c4igateway.lab.report.Overview;
import org.c4igateway.lab.run.ResultDirectory;
import org.c4igateway.lab.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a report of an experiment, or compares two. */
@Command(
        name = "report",
        description = {
            "Write the report of an experiment, or compare two experiments.",
            "With one directory: write report.html, results.csv, results.json, results.prom (for Prometheus) and histograms"
                    + " into it.",
            "With two directories: compare the medians of the second with those of the first.",
            "Exit status 1 when an expectation of a scenario is not met."
        })
final class LabReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", arity = "1..2", description = "Directory that `lab run` wrote to.")
    private List<Path> directories = List.of();

    @Option(
            names = "--lang",
            paramLabel = "en|ko",
            defaultValue = "en",
            description = "Language of the page when it opens.")
    private String language = "en";

    @Mixin
    private final LabScenarios scenarios = new LabScenarios();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        try {
            if (directories.size() == 2) {
                Comparison comparison =
                        Comparison.of(findings(directories.getFirst()), findings(directories.getLast()));
                comparison.lines().forEach(spec.commandLine().getOut()::println);
                return ExitStatus.SUCCESS;
            }
            return report(directories.getFirst());
        } catch (IOException e) {
            throw CommandException.environment("the report cannot be made: " + e.getMessage());
        }
    }

    private int report(Path directory) throws IOException, CommandException {
        ExperimentResults experimentResults = findings(directory);
        Path page = directory.resolve("report.html");
        Files.writeString(page, new HtmlReport(experimentResults).write(language.equals("ko")));
        new Exports(experimentResults).write(directory);
        new Overview(experimentResults).lines().forEach(spec.commandLine().getOut()::println);
        spec.commandLine().getOut().println("report: " + page);
        return experimentResults.allMet() ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    private ExperimentResults findings(Path directory) throws IOException, CommandException {
        ResultDirectory results = new ResultDirectory(directory);
        if (!results.hasExperiment()) {
            throw CommandException.environment("no experiment in " + directory);
        }
        List<Scenario> known = new ArrayList<>();
        for (String name : results.experiment().scenarios()) {
            known.add(scenarios.read(name));
        }
        return ExperimentResults.in(results, known);
    }
}
