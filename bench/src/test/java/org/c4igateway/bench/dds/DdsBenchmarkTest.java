package org.c4igateway.bench.dds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.bench.Figure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class DdsBenchmarkTest {
    private static final String CYCLONE = DdsSubject.CYCLONE.title();
    private static final String OPENDDS = DdsSubject.OPENDDS.title();

    @Test
    void judgesCycloneBesideBothWaysThatDdsperfReceives() {
        List<Figure> figures = DdsBenchmark.roundTripFigures(
                16_384,
                values(Map.of(
                        CYCLONE, 150.0, OPENDDS, 500.0, DdsBenchmark.WAITSET, 100.0, DdsBenchmark.LISTENER, 99.0)));

        Figure waitset = named(figures, "round trip 16384 B, " + CYCLONE + " / ddsperf waitset");
        assertThat(waitset.median()).isEqualTo(1.5);
        assertThat(waitset.goal()).isEqualTo("<= 1.50");
        assertThat(waitset.verdict()).isEqualTo("met");
        assertThat(named(figures, "round trip 16384 B, " + CYCLONE + " / ddsperf listener")
                        .verdict())
                .isEqualTo("NOT met");
    }

    @Test
    void holdsOpenDdsToNoGoal() {
        Figure ratio = named(
                DdsBenchmark.roundTripFigures(200, values(Map.of(OPENDDS, 500.0, DdsBenchmark.WAITSET, 100.0))),
                "round trip 200 B, " + OPENDDS + " / ddsperf waitset");
        Figure share = named(
                DdsBenchmark.rateFigures(200, values(Map.of(OPENDDS, 10.0, DdsBenchmark.LISTENER, 100.0))),
                "one way 200 B, " + OPENDDS + " / ddsperf listener");

        assertThat(ratio.median()).isEqualTo(5);
        assertThat(ratio.goal()).isNull();
        assertThat(share.median()).isEqualTo(0.1);
        assertThat(share.goal()).isNull();
    }

    @Test
    void judgesTheShareOfTheRate() {
        List<Figure> figures = DdsBenchmark.rateFigures(
                200,
                values(Map.of(
                        CYCLONE,
                        590_000.0,
                        CYCLONE + DdsBenchmark.NOT_BATCHED,
                        1.0,
                        DdsBenchmark.LISTENER,
                        1_000_000.0)));

        Figure share = named(figures, "one way 200 B, " + CYCLONE + " / ddsperf listener");
        assertThat(share.goal()).isEqualTo(">= 0.60");
        assertThat(share.verdict()).isEqualTo("NOT met");
        assertThat(named(figures, "one way 200 B, " + CYCLONE).verdict()).isEqualTo("met");
        assertThat(named(figures, "one way 200 B, " + CYCLONE + ", not batched").verdict())
                .isEmpty();
    }

    @Test
    void meetsNoGoalWhenARepetitionFailed() {
        Figure rate = Figure.atLeast(1, "rate", "msg/s", 5, Double.NaN, 7);

        assertThat(rate.median()).isNaN();
        assertThat(rate.verdict()).isEqualTo("NOT met");
    }

    @Test
    void comparesNothingWithoutTheReference() {
        assertThat(DdsBenchmark.roundTripFigures(200, values(Map.of(CYCLONE, 80.0))))
                .singleElement()
                .satisfies(figure -> assertThat(figure.goal()).isNull());
    }

    @Test
    void streamsFewerOfLargerMessages() {
        assertThat(DdsSubject.CYCLONE.streamMessages(200)).isEqualTo(2_000_000);
        assertThat(DdsSubject.CYCLONE.streamMessages(1_024)).isEqualTo(390_625);
        assertThat(DdsSubject.OPENDDS.streamMessages(16_384)).isEqualTo(2_441);
    }

    private static Map<String, double[]> values(Map<String, Double> each) {
        Map<String, double[]> values = new LinkedHashMap<>();
        each.forEach((who, value) -> values.put(who, new double[] {value}));
        return values;
    }

    private static Figure named(List<Figure> figures, String what) {
        return figures.stream()
                .filter(figure -> figure.what().equals(what))
                .findFirst()
                .orElseThrow();
    }
}
