package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnreadableCountTest extends LoneEngineFixture {
    @Test
    void countsARecordThatItsOwnerCannotReadAsUnreadable() {
        start("B", "C");

        engine().unreadable("C");

        assertThat(peer("C").received().faults().unreadable()).isEqualTo(1);
        assertThat(peer("B").received().faults().unreadable()).isZero();
    }
}
