package org.c4igateway.core.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.DscpSettings.Wrong;
import org.junit.jupiter.api.Test;

class DscpSettingsTest {
    @Test
    void marksEachPrecedenceAsNamedAndOthersWithZero() {
        DscpSettings settings = new DscpSettings("EF", "AF41", null, "8");

        assertThat(settings.wrong()).isEmpty();
        assertThat(settings.marks().isEmpty()).isFalse();
        assertThat(settings.marks().trafficClasses())
                .isEqualTo(Map.of(
                        Precedence.FLASH, 4 * 46,
                        Precedence.IMMEDIATE, 4 * 34,
                        Precedence.PRIORITY, 0,
                        Precedence.ROUTINE, 4 * 8));
        assertThat(new DscpSettings(null, null, "CS1", null).marks().trafficClasses())
                .containsEntry(Precedence.PRIORITY, 4 * 8)
                .containsEntry(Precedence.FLASH, 0);
    }

    @Test
    void marksNothingWhenNothingIsNamed() {
        assertThat(DscpSettings.NONE.wrong()).isEmpty();
        assertThat(DscpSettings.NONE.marks().isEmpty()).isTrue();
        assertThat(DscpSettings.NONE.marks().trafficClasses()).isEmpty();
    }

    @Test
    void namesTheFirstThatIsWrong() {
        assertThat(new DscpSettings("EF", "64", null, "fast").wrong()).contains(new Wrong("immediate", "64"));
        assertThat(new DscpSettings("", null, null, null).wrong()).contains(new Wrong("flash", ""));
        assertThat(new DscpSettings(null, null, "AF44", null).wrong()).contains(new Wrong("priority", "AF44"));
        assertThat(new DscpSettings(null, null, null, "-1").wrong()).contains(new Wrong("routine", "-1"));
    }
}
