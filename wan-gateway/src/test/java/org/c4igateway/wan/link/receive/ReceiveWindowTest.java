package org.c4igateway.wan.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Eight frames of each level, and four more of all levels together: 4 * 8 + 4 = 36 may wait. */
class ReceiveWindowTest {
    private final ReceiveWindow window = new ReceiveWindow(8, 4);

    @Test
    void reachesAsFarAsBothTogether() {
        assertThat(window.admits(8 + 4 - 1)).isTrue();
        assertThat(window.admits(8 + 4)).isFalse();
    }

    @Test
    void admitsNothingBeyondTheOwnWindowWhenAllIsTaken() {
        window.add(35);
        assertThat(window.admits(8)).isTrue();

        window.add(1);

        assertThat(window.admits(8)).isFalse();
        assertThat(window.admits(7)).as("always, in the own window").isTrue();
        window.add(-1);
        assertThat(window.admits(8)).as("one was handed on").isTrue();
    }
}
