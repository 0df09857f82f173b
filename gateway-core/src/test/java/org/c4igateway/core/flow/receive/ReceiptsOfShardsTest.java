package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** Receipts to a node that does not come back, because its system has fewer shards than before. */
class ReceiptsOfShardsTest {
    private static final SystemName SYSTEM = new SystemName("ALPHA");
    private static final SystemName SHARD = SYSTEM.ofShard(3);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final SendOutcome AWAY = new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);

    private final VirtualTime time = new VirtualTime();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final ReceiptBuffer buffer =
            new ReceiptBuffer(new SystemName("SELF"), new InboundMeters(meters, ArrivalObjectives.DEFAULTS), time);

    private void sendAfter(Duration pause) {
        time.advance(pause);
        buffer.send(Duration.ofMillis(50));
    }

    private double dropped() {
        return meters.find(MeterNames.RECEIPTS).tag(MeterNames.RESULT, "dropped").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Test
    void areDroppedWhenItHasBeenAwayForLong() {
        transport.answer(receipt -> AWAY);
        buffer.delivered(transport, SHARD, 1);
        sendAfter(Duration.ZERO);
        sendAfter(ReceiptBuffer.GONE.minus(PAUSE));
        assertThat(buffer.isEmpty()).isFalse();
        assertThat(dropped()).isZero();

        sendAfter(PAUSE);

        assertThat(buffer.isEmpty()).isTrue();
        assertThat(dropped()).isOne();
        transport.answer(receipt -> SendOutcome.Accepted.INSTANCE);
        buffer.delivered(transport, SHARD, 2);
        sendAfter(PAUSE);
        assertThat(transport.confirmed(SHARD)).isOne();
    }

    /** The clock has run for long when the node goes away. */
    @Test
    void waitForTheWholeTimeFromWhenItWentAway() {
        time.advance(ReceiptBuffer.GONE);
        transport.answer(receipt -> AWAY);
        buffer.delivered(transport, SHARD, 1);
        sendAfter(Duration.ZERO);

        sendAfter(ReceiptBuffer.GONE.minus(PAUSE));
        assertThat(buffer.isEmpty()).isFalse();

        sendAfter(PAUSE);
        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    void waitWhileItIsOnlySlow() {
        transport.answer(receipt -> new SendOutcome.BackPressured(PAUSE));
        buffer.delivered(transport, SHARD, 1);
        sendAfter(Duration.ZERO);

        sendAfter(ReceiptBuffer.GONE);

        assertThat(buffer.isEmpty()).isFalse();
    }

    @Test
    void waitForASystemHoweverLongItIsAway() {
        transport.answer(receipt -> AWAY);
        buffer.delivered(transport, SYSTEM, 1);
        sendAfter(Duration.ZERO);

        sendAfter(ReceiptBuffer.GONE.plus(PAUSE));

        assertThat(buffer.isEmpty()).isFalse();
    }
}
