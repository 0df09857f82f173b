package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GreetedSendersTest {
    private static final int BOUND = 65_536;
    private static final int PRESENT = 100;

    private final GreetedSenders<Integer> senders = new GreetedSenders<>(sender -> sender < PRESENT, () -> 0);

    @Test
    void forgetsThoseThatAreNotThereWhenTooManyHaveGreeted() {
        IntStream.range(0, 2 * BOUND).forEach(sender -> senders.greeted(sender, 1, 1, 1));

        assertThat(IntStream.range(0, 2 * BOUND).filter(senders::isKnown).count())
                .isLessThanOrEqualTo(BOUND);
        assertThat(IntStream.range(0, PRESENT)).allMatch(senders::isKnown);
    }
}
