package org.c4igateway.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Scenarios;
import org.junit.jupiter.api.Test;

class RunPlanTest {
    @Test
    void goesThroughEverythingInEachRepetitionInAnotherOrder() throws IOException, ScenarioException {
        Scenario loss = loss();

        List<RunPlan.Step> steps = RunPlan.order(List.of(loss), 3);

        int each = loss.conditions().size() * loss.cells().size();
        assertThat(steps).hasSize(3 * each);
        List<String> first = names(steps.subList(0, each));
        List<String> second = names(steps.subList(each, 2 * each));
        assertThat(first).containsExactlyInAnyOrderElementsOf(second).isNotEqualTo(second);
        assertThat(steps.subList(0, each)).allMatch(step -> step.key().repetition() == 1);
        assertThat(names(RunPlan.order(List.of(loss), 3))).isEqualTo(names(steps));
    }

    /** The order that seeds which follow each other give to lists as short as those of most scenarios. */
    @Test
    void drawsAnotherOrderForEachOfFewRunsAndRepetitions() {
        for (int size : new int[] {2, 3, 4, 8, 16}) {
            List<Integer> items = IntStream.range(0, size).boxed().toList();
            for (String what : List.of("runs", "sizes", "numbers", "combinations")) {
                Set<Integer> first = new HashSet<>();
                Set<Integer> last = new HashSet<>();
                for (long seed = 1; seed <= 15; seed++) {
                    List<Integer> drawn = RunPlan.drawn(items, seed, what);
                    assertThat(drawn).containsExactlyInAnyOrderElementsOf(items);
                    first.add(drawn.getFirst());
                    last.add(drawn.getLast());
                }
                assertThat(first).as("first of %d %s", size, what).hasSizeGreaterThan(1);
                assertThat(last).as("last of %d %s", size, what).hasSizeGreaterThan(1);
            }
        }
    }

    @Test
    void putsRunsOnSlowLinksFirst() throws IOException, ScenarioException {
        List<RunPlan.Step> steps = RunPlan.order(List.of(loss()), 1);

        List<Integer> lanes = steps.stream().map(step -> step.lanes(4)).toList();
        assertThat(lanes).isSorted().contains(1, 4);
        for (RunPlan.Step step : steps) {
            boolean isNarrow = step.key().condition().matches(".*(128|256)k.*");
            assertThat(step.lanes(4)).as(step.key().condition()).isEqualTo(isNarrow ? 1 : 4);
            assertThat(step.lanes(10)).as(step.key().condition()).isEqualTo(isNarrow ? 1 : 7);
        }
    }

    private static List<String> names(List<RunPlan.Step> steps) {
        return steps.stream()
                .map(step -> step.key().condition() + step.key().cell())
                .toList();
    }

    private static Scenario loss() throws IOException, ScenarioException {
        return Scenarios.in(Path.of("scenarios")).read("paper/loss");
    }
}
