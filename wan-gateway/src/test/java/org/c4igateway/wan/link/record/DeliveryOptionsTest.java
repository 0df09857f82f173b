package org.c4igateway.wan.link.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.message.Precedence;
import org.junit.jupiter.api.Test;

class DeliveryOptionsTest {
    private static LinkItem item(byte[] bytes, DeliveryOptions options) {
        return new LinkItem(1, Precedence.ROUTINE, new StreamKey("A", "T"), Payload.of(bytes), options);
    }

    @Test
    void promisesWhatItsNameSays() {
        assertThat(DeliveryOptions.reliable(5)).isEqualTo(new DeliveryOptions(true, false, 5, Optional.empty()));
        assertThat(DeliveryOptions.resent(5)).isEqualTo(new DeliveryOptions(true, true, 5, Optional.empty()));
        assertThat(DeliveryOptions.latestOf("S"))
                .isEqualTo(new DeliveryOptions(true, false, Long.MAX_VALUE, Optional.of("S")));
        assertThat(DeliveryOptions.bestEffort(5)).isEqualTo(new DeliveryOptions(false, false, 5, Optional.empty()));
        assertThat(DeliveryOptions.newestOf("S", 5)).isEqualTo(new DeliveryOptions(false, false, 5, Optional.of("S")));
    }

    @Test
    void isStateWhenTheLatestOfASubjectIsRepaired() {
        assertThat(DeliveryOptions.latestOf("S").isState()).isTrue();
        assertThat(DeliveryOptions.newestOf("S", 5).isState()).as("sent once").isFalse();
        assertThat(DeliveryOptions.reliable(5).isState()).as("about no subject").isFalse();
    }

    @Test
    void aRecordHasAByteAndExpiresAtItsTime() {
        LinkItem item = item(new byte[1], DeliveryOptions.reliable(5));

        assertThat(item.size()).isEqualTo(1);
        assertThat(item.reliable()).isTrue();
        assertThat(item(new byte[1], DeliveryOptions.bestEffort(5)).reliable()).isFalse();
        assertThat(item.isExpired(4)).isFalse();
        assertThat(item.isExpired(5)).isTrue();
        assertThatThrownBy(() -> item(new byte[0], DeliveryOptions.reliable(5)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void payloadInMemoryIsWhatItWasGiven() {
        byte[] bytes = {1, 2, 3};

        assertThat(Payload.of(bytes).read()).isSameAs(bytes);
        assertThat(Payload.of(bytes).size()).isEqualTo(3);
    }

    @Test
    void lossIsWhatAReceiverDoesNotGetThoughItWasPromised() {
        Set<RecordOutcome> none =
                EnumSet.of(RecordOutcome.ACKED, RecordOutcome.SENT, RecordOutcome.SUPERSEDED, RecordOutcome.RETURNED);
        for (RecordOutcome outcome : RecordOutcome.values()) {
            assertThat(outcome.isLoss()).as(outcome.name()).isEqualTo(!none.contains(outcome));
        }
    }
}
