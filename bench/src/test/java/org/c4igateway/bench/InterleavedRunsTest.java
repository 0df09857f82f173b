package org.c4igateway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InterleavedRunsTest {
    @Test
    void takesEveryOtherRepetitionBackwards() throws Exception {
        List<String> taken = new ArrayList<>();
        InterleavedRuns interleavedRuns =
                new InterleavedRuns().with("a", () -> note(taken, "a")).with("b", () -> note(taken, "b"));

        Map<String, double[]> values = interleavedRuns.take(3);

        assertThat(taken).containsExactly("a", "b", "b", "a", "a", "b");
        assertThat(values.keySet()).containsExactly("a", "b");
        assertThat(values.get("a")).containsExactly(1, 4, 5);
        assertThat(values.get("b")).containsExactly(2, 3, 6);
    }

    @Test
    void dividesRepetitionByRepetition() {
        Map<String, double[]> values = Map.of("a", new double[] {6, 5}, "b", new double[] {3, 10});

        assertThat(InterleavedRuns.ratios(values, "a", "b")).containsExactly(2, 0.5);
    }

    private static double note(List<String> taken, String name) {
        taken.add(name);
        return taken.size();
    }
}
