package org.c4igateway.lab.chaos.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.c4igateway.lab.stats.Trend;
import org.junit.jupiter.api.Test;

class GrowthVerdictTest {
    private static final String NODE = "ALPHA's node";

    /** One look a minute, from one minute to another. */
    private static List<Look> looks(int first, int last, long pid, DoubleUnaryOperator valueOfMinute) {
        List<Look> looks = new ArrayList<>();
        for (int minute = first; minute <= last; minute++) {
            double wiggle = minute % 2 == 0 ? 0.01 : -0.01;
            looks.add(
                    new Look(60.0 * minute, NODE, pid, Growth.RESIDENT, valueOfMinute.applyAsDouble(minute) + wiggle));
        }
        return looks;
    }

    @Test
    void saysWhatGrowsByMoreThanAllowed() {
        double mostPerMinute = Growth.RESIDENT.mostPerDay() / (24 * 60);

        List<GrowthVerdict> verdicts = GrowthVerdict.of(looks(1, 120, 7, minute -> 200 + 3 * mostPerMinute * minute));

        assertThat(verdicts).singleElement().satisfies(verdict -> {
            assertThat(verdict.judgement()).isEqualTo(Trend.Judgement.ABOVE);
            assertThat(verdict.perDay()).isBetween(23.0, 25.0);
            assertThat(verdict.toString()).contains(NODE, "resident", "MiB a day, at most 8", "ABOVE");
        });
    }

    @Test
    void leavesOutTheStartOfTheProcess() {
        List<GrowthVerdict> verdicts = GrowthVerdict.of(looks(1, 120, 7, minute -> 200 + Math.min(minute, 20)));

        assertThat(verdicts)
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.judgement()).isEqualTo(Trend.Judgement.WITHIN));
    }

    @Test
    void judgesTheLastOfSeveralProcessesOnly() {
        List<Look> looks = looks(1, 60, 7, minute -> 200 + minute);
        looks.addAll(looks(61, 120, 8, minute -> 150));

        assertThat(GrowthVerdict.of(looks)).singleElement().satisfies(verdict -> {
            assertThat(verdict.judgement()).isEqualTo(Trend.Judgement.WITHIN);
            assertThat(verdict.median()).isBetween(149.0, 151.0);
        });
    }

    @Test
    void saysOfWhatHasTooFewLooksInALongRunThatItIsNotKnown() {
        List<Look> replaced = looks(1, 110, 7, minute -> 200);
        replaced.addAll(looks(111, 120, 8, minute -> 200 + 50 * minute));

        List<Look> unseen = looks(1, 120, 7, minute -> Double.NaN);

        for (List<Look> few : List.of(replaced, unseen)) {
            assertThat(GrowthVerdict.of(few)).singleElement().satisfies(verdict -> {
                assertThat(verdict.judgement()).isEqualTo(Trend.Judgement.UNKNOWN);
                assertThat(verdict.looks()).isLessThan(Trend.FEWEST);
                assertThat(verdict.toString()).contains(NODE, "resident", "NOT KNOWN");
                assertThat(verdict.unseen()).isEqualTo(few.equals(unseen));
            });
        }
    }

    @Test
    void saysNothingAfterARunThatWasTooShort() {
        assertThat(GrowthVerdict.of(looks(1, 12, 7, minute -> 200))).isEmpty();
        assertThat(GrowthVerdict.of(List.of())).isEmpty();
    }
}
