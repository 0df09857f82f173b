package org.c4igateway.lab.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.c4igateway.lab.run.Experiment;
import org.c4igateway.lab.run.ResultDirectory;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Scenario;

/**
 * An experiment's results, grouped.
 *
 * @param experiment what it is
 * @param groups of each scenario, in the order of its conditions and cells; without those that have no run
 */
public record ExperimentResults(Experiment experiment, Map<Scenario, List<Group>> groups) {
    public ExperimentResults {
        groups = new LinkedHashMap<>(groups);
    }

    /**
     * What a directory holds, with the names of runs that failed and were made again.
     *
     * @param scenarios of the experiment, whole
     */
    public static ExperimentResults in(ResultDirectory results, List<Scenario> scenarios) throws IOException {
        Experiment experiment = results.experiment();
        List<String> madeAgain = results.madeAgain();
        return of(
                madeAgain.isEmpty()
                        ? experiment
                        : experiment.knowing(Experiment.MADE_AGAIN, String.join(", ", madeAgain)),
                scenarios.stream().map(experiment::limited).toList(),
                results.runs());
    }

    /** Groups runs by scenario, condition and cell; runs that belong to none of them are left out. */
    public static ExperimentResults of(Experiment experiment, List<Scenario> scenarios, List<RunResult> runs)
            throws IOException {
        Map<Scenario, List<Group>> groups = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            List<Group> found = new ArrayList<>();
            for (Condition condition : scenario.conditions()) {
                for (Cell cell : scenario.cells()) {
                    Group.Place place = new Group.Place(scenario, condition, cell);
                    List<RunResult> mine = runs.stream().filter(place::holds).toList();
                    if (!mine.isEmpty()) {
                        found.add(Group.of(place, scenario.goal().figure(), mine));
                    }
                }
            }
            groups.put(scenario, found);
        }
        return new ExperimentResults(experiment, groups);
    }

    /** How busy the machine was during all runs. */
    MachineUse machineUse() {
        return new MachineUse(groups.values().stream()
                .flatMap(List::stream)
                .flatMap(group -> group.runs().stream())
                .toList());
    }

    /** What a scenario expected, and whether it is so. */
    public record Verdict(Scenario.Expectation expectation, String condition, boolean met, String found) {}

    /** All expectations of a scenario for which there are runs. */
    public List<Verdict> verdicts(Scenario scenario) {
        List<Verdict> verdicts = new ArrayList<>();
        for (Scenario.Expectation expectation : scenario.goal().expectations()) {
            for (Group group : Objects.requireNonNullElse(groups.get(scenario), List.<Group>of())) {
                boolean meant = group.cell().name().equals(expectation.cell())
                        && (expectation.condition().isEmpty()
                                ? !group.condition().optional()
                                : group.condition().name().equals(expectation.condition()));
                if (meant && canJudge(expectation, group)) {
                    verdicts.add(verdict(expectation, group));
                }
            }
        }
        return verdicts;
    }

    /** Not against a cell that this machine cannot run, nor under a condition that it cannot make. */
    private boolean canJudge(Scenario.Expectation expectation, Group group) {
        return switch (expectation.kind()) {
            case AT_LEAST, AT_MOST, SHARE_OF_BOUND, RESIDENT -> true;
            case TIMES_OTHER ->
                wasPossible(group)
                        && otherCondition(expectation, group)
                                .filter(ExperimentResults::wasPossible)
                                .isPresent();
            case TIMES_CELL ->
                wasPossible(group)
                        && otherCell(expectation, group)
                                .filter(ExperimentResults::wasPossible)
                                .isPresent();
        };
    }

    private static boolean wasPossible(Group group) {
        return group.impossible() < group.runs().size();
    }

    private Optional<Group> otherCell(Scenario.Expectation expectation, Group group) {
        return groups.getOrDefault(group.scenario(), List.of()).stream()
                .filter(candidate -> candidate.cell().name().equals(expectation.other())
                        && candidate.condition().equals(group.condition()))
                .findFirst();
    }

    private Verdict verdict(Scenario.Expectation expectation, Group group) {
        double value = switch (expectation.kind()) {
            case AT_LEAST, AT_MOST -> group.median().orElse(Double.NaN);
            case RESIDENT -> group.ladder().mostResident();
            case SHARE_OF_BOUND -> group.shareOfBound().orElse(Double.NaN);
            case TIMES_OTHER -> timesOther(expectation, group);
            case TIMES_CELL ->
                otherCell(expectation, group)
                        .flatMap(other -> group.ladder().worstRatio(other.ladder(), group.figure()))
                        .orElse(Double.NaN);
        };
        boolean reached = switch (expectation.kind()) {
            case AT_LEAST, SHARE_OF_BOUND -> value >= expectation.value();
            case AT_MOST, RESIDENT -> value <= expectation.value();
            case TIMES_OTHER, TIMES_CELL ->
                group.figure().moreIsBetter() ? value >= expectation.value() : value <= expectation.value();
        };
        // What the other repetitions show does not say what the broken one would have shown.
        boolean met =
                reached && group.failed() == 0 && reference(expectation, group).allMatch(other -> other.failed() == 0);
        return new Verdict(
                expectation, group.condition().name(), met, Double.isNaN(value) ? "" : NumberText.orDnf(value));
    }

    private Stream<Group> reference(Scenario.Expectation expectation, Group group) {
        return switch (expectation.kind()) {
            case AT_LEAST, AT_MOST, SHARE_OF_BOUND, RESIDENT -> Stream.empty();
            case TIMES_OTHER -> otherCondition(expectation, group).stream();
            case TIMES_CELL -> otherCell(expectation, group).stream();
        };
    }

    private double timesOther(Scenario.Expectation expectation, Group group) {
        double other = otherCondition(expectation, group).flatMap(Group::median).orElse(Double.NaN);
        return group.median().orElse(Double.NaN) / other;
    }

    private Optional<Group> otherCondition(Scenario.Expectation expectation, Group group) {
        return groups.getOrDefault(group.scenario(), List.of()).stream()
                .filter(candidate -> candidate.cell().equals(group.cell())
                        && candidate.condition().name().equals(expectation.other()))
                .findFirst();
    }

    /** Whether every expectation is met, and no run broke. */
    public boolean allMet() {
        boolean broken = groups.values().stream().flatMap(List::stream).anyMatch(group -> group.failed() > 0);
        return !broken
                && groups.keySet().stream()
                        .flatMap(scenario -> verdicts(scenario).stream())
                        .allMatch(Verdict::met);
    }
}
