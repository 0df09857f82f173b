package org.c4igateway.lab.chaos.days;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.c4igateway.lab.history.retention.KeptDays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaysTest {
    @TempDir
    private Path directory;

    @Test
    void moveAllClocksByWholeDaysAndThatOfTheNodeByItsFaultBesides() throws IOException {
        SystemClocks clocks = SystemClocks.in(directory);
        assertThat(read("node-clock")).isEqualTo("+0");
        assertThat(read("clock")).isEqualTo("+0");

        clocks.wrong(-60);
        clocks.passDays(2);
        assertThat(read("node-clock")).isEqualTo("+172740");
        assertThat(read("clock")).isEqualTo("+172800");

        clocks.wrong(0);
        assertThat(read("node-clock")).isEqualTo("+172800");
    }

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

    private String read(String file) throws IOException {
        return Files.readString(directory.resolve(file)).strip();
    }
}
