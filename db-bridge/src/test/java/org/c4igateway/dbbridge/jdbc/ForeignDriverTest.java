package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignDriverTest {
    @Test
    void findsTheDriversThatAreThere() {
        assertThat(ForeignDriver.of("jdbc:postgresql://db/ops")).isEmpty();
        assertThat(ForeignDriver.of("jdbc:mariadb://db/ops")).isEmpty();
        assertThat(ForeignDriver.of("jdbc:other://db/ops")).isPresent();
    }

    @Test
    void saysWhatLacksAndWhatToDo(@TempDir Path directory) throws IOException {
        String there = Files.createFile(directory.resolve("there.jar")).toString();
        String away = directory.resolve("away.jar").toString();

        assertThat(ForeignDriver.of("jdbc:other://db/ops", null))
                .contains(new ForeignDriver.Missing(
                        "there is no driver for jdbc:other",
                        "Set C4I_DRIVERS to the path of the driver's jar; its maker has it."));
        assertThat(ForeignDriver.of("jdbc:other://db/ops", there + File.pathSeparator + away))
                .hasValueSatisfying(missing -> assertThat(missing.remedy())
                        .isEqualTo("C4I_DRIVERS names " + away + ", which cannot be read."));
        assertThat(ForeignDriver.of("nonsense", "")).isPresent();
    }
}
