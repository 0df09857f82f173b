package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpectedNewTest {
    private final ExpectedNew expected = new ExpectedNew();

    @Test
    void isCarefulForSixteenBatchesAfterOneThatTheInboxHadAMessageOf() {
        assertThat(expected.next()).isTrue();
        assertThat(expected.next()).isTrue();

        expected.failed();

        for (int batch = 0; batch < 16; batch++) {
            assertThat(expected.next()).as("batch %d", batch).isFalse();
        }
        assertThat(expected.next()).isTrue();
    }
}
