package org.c4igateway.core.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.c4igateway.core.metric.GaugeRows.Row;
import org.junit.jupiter.api.Test;

class GaugeRowsTest {
    private static final Tags BRAVO = Tags.of("destination", "BRAVO");
    private static final Tags CHARLIE = Tags.of("destination", "CHARLIE");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final GaugeRows rows = new GaugeRows(meters, "rows", "Rows of a destination");

    /** A scrape in between would find none, or two. */
    @Test
    void keepsAGaugeWhoseValueChanges() {
        rows.show(List.of(Row.of(BRAVO, 1)));
        Gauge gauge = meters.get("rows").tags(BRAVO).gauge();

        rows.show(List.of(Row.of(BRAVO, 2), Row.of(CHARLIE, 3)));

        assertThat(meters.get("rows").tags(BRAVO).gauge()).isSameAs(gauge);
        assertThat(gauge.value()).isEqualTo(2);
        assertThat(gauge.getId().getDescription()).isEqualTo("Rows of a destination");
        assertThat(meters.get("rows").tags(CHARLIE).gauge().value()).isEqualTo(3);
    }

    @Test
    void removesWhatIsNotShownAnyMore() {
        rows.show(List.of(Row.of(BRAVO, 1), Row.of(CHARLIE, 3)));

        rows.show(List.of(Row.of(CHARLIE, 4)));

        assertThat(meters.find("rows").tags(BRAVO).gauge()).isNull();
        assertThat(meters.get("rows").gauge().value()).isEqualTo(4);
        rows.show(List.of());
        assertThat(meters.getMeters()).isEmpty();
    }
}
