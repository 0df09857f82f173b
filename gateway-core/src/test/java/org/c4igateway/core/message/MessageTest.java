package org.c4igateway.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

class MessageTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");

    @Test
    void isShownWithoutItsText() {
        Message message = Drafts.message(7, "A004", Precedence.FLASH, 20, BRAVO, new SystemName("CHARLIE"));

        assertThat(message).hasToString("ORIGIN#7 A004 FLASH to [BRAVO, CHARLIE] (20 bytes)");
    }

    @Test
    void isFoundByItsIdentity() {
        assertThat(Drafts.message(7, BRAVO)).hasSameHashCodeAs(Drafts.message(7, BRAVO));
        assertThat(Drafts.message(7, BRAVO).hashCode())
                .isNotEqualTo(Drafts.message(8, BRAVO).hashCode());
    }
}
