package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.c4igateway.core.fault.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionPolicyTest {
    @Test
    void keepsADayAndNoDeadLettersAtLeast() {
        assertThat(new RetentionPolicy(1, 1, 1, 2, 0).identityDays()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 2, 0, days-ahead",
        "1, 0, 1, 2, 0, outbox-days",
        "1, 1, 0, 2, 0, inbox-days",
        "1, 1, 1, 1, 0, identity-days",
        "1, 1, 1, 2, -1, dead-letter-days"
    })
    void refusesLess(int ahead, int outbox, int inbox, int identities, int letters, String key) {
        assertThatThrownBy(() -> new RetentionPolicy(ahead, outbox, inbox, identities, letters))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(key);
    }
}
