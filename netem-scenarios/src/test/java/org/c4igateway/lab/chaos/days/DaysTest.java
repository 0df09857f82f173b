package org.c4igateway.lab.chaos.days;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.c4igateway.lab.history.retention.KeptDays;
import org.junit.jupiter.api.Test;

class DaysTest {
    @Test
    void keepIdentitiesForAsLongAsRowsMayBePending() {
        assertThat(new Days(60, 120).kept()).isEqualTo(new KeptDays(1, 1, 7, 1, 4));
        assertThat(new Days(180, 120).kept()).isEqualTo(new KeptDays(1, 1, 5, 1, 3));
        assertThat(new Days(60, 120).settings()).contains("c4i.retention.identity-days: 7\n");
    }

    @Test
    void areRealOnesUnlessTheirLengthIsTold() {
        Days real = new Days(0, 120);

        assertThat(real.areMoved()).isFalse();
        assertThat(real.settings()).isEmpty();
        DayTurner.start(real, List.of(), day -> {}).close();
        assertThatIllegalArgumentException().isThrownBy(() -> new Days(19, 120)).withMessageContaining("20 s");
    }
}
