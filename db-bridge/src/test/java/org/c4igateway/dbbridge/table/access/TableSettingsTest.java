package org.c4igateway.dbbridge.table.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.junit.jupiter.api.Test;

class TableSettingsTest {
    private static TableSettings settings(int batchRows) throws IOException {
        return new TableSettings(
                "there",
                "jdbc:postgresql://there/legacy",
                "reader",
                "a secret",
                Duration.ofSeconds(1),
                batchRows,
                MappingFile.read(Path.of("..", "docs", "examples", "legacy", "map.yaml")),
                new SystemName("ALPHA"));
    }

    @Test
    void keepThePasswordOutOfTheirText() throws IOException {
        assertThat(settings(1).toString())
                .contains("there", "jdbc:postgresql://there/legacy")
                .doesNotContain("secret");
    }

    @Test
    void wantABatchOfOneRowAtLeast() throws IOException {
        assertThat(settings(1).source("tx")).isEqualTo("there.tx");
        assertThatThrownBy(() -> settings(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
