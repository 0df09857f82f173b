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

/** What operators read in the meters of receipts. */
class ReceiptBufferCountsTest {
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final Duration TIMEOUT = Duration.ofMillis(50);
    private static final SendOutcome AWAY = new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);

    private final VirtualTime time = new VirtualTime();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final ReceiptBuffer buffer =
            new ReceiptBuffer(new SystemName("SELF"), new InboundMeters(meters, ArrivalObjectives.DEFAULTS), time);

    private double count(String result) {
        return meters
                .find(MeterNames.RECEIPTS)
                .tags(MeterNames.TRANSPORT, "receipts", MeterNames.RESULT, result)
                .counters()
                .stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private void sendOneWith(SendOutcome outcome) {
        transport.answer(receipt -> outcome);
        buffer.delivered(transport, ALPHA, 1);
        time.advance(Duration.ofSeconds(1));
        buffer.send(TIMEOUT);
    }

    @Test
    void countsEachTryByWhatCameOfIt() {
        sendOneWith(SendOutcome.Accepted.INSTANCE);
        sendOneWith(new SendOutcome.Rejected(ErrorCode.UNKNOWN_DESTINATION, "no peer"));
        sendOneWith(AWAY);
        sendOneWith(AWAY);
        sendOneWith(new SendOutcome.BackPressured(TIMEOUT));

        assertThat(count("accepted")).isOne();
        assertThat(count("rejected")).isOne();
        assertThat(count("disconnected")).isEqualTo(2);
        assertThat(count("back_pressured")).isOne();
        assertThat(count("dropped")).isZero();
    }

    @Test
    void countsWhatGaveWayToAnotherOrigin() {
        transport.answer(receipt -> AWAY);
        for (int i = 0; i < ReceiptBuffer.MAX_ORIGINS; i++) {
            buffer.delivered(transport, new SystemName("O" + i), 1);
        }
        buffer.send(TIMEOUT);
        assertThat(count("dropped")).isZero();

        buffer.delivered(transport, ALPHA, 1);

        assertThat(count("dropped")).isOne();
        transport.answer(receipt -> SendOutcome.Accepted.INSTANCE);
        time.advance(Duration.ofSeconds(1));
        buffer.send(TIMEOUT);
        assertThat(transport.confirmed(ALPHA)).isOne();
        assertThat(transport.confirmed(new SystemName("O0")))
                .as("the one that was away for the longest time")
                .isZero();
        assertThat(transport.confirmed(new SystemName("O1"))).isOne();
    }
}
