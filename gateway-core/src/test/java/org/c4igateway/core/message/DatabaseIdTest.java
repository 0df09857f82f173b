package org.c4igateway.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class DatabaseIdTest {
    @Test
    void isShownAsTheDatabaseShowsIt() {
        String written = "0f0e0d0c-0b0a-4908-8706-050403020100";

        assertThat(new DatabaseId(UUID.fromString(written))).hasToString(written);
    }
}
