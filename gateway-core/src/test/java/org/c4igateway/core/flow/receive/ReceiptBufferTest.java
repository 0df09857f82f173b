package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

class ReceiptBufferTest {
    private static final SystemName SELF = new SystemName("SELF");
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final Duration TIMEOUT = Duration.ofMillis(50);
    private static final SendOutcome FULL = new SendOutcome.BackPressured(Duration.ofMillis(1));
    private static final SendOutcome AWAY = new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);

    private final VirtualTime time = new VirtualTime();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final ReceiptBuffer buffer =
            new ReceiptBuffer(SELF, new InboundMeters(meters, ArrivalObjectives.DEFAULTS), time);

    @Test
    void sendsOneReceiptOfRangesPerOrigin() {
        owe(ALPHA, 1, 5);
        owe(BRAVO, 9, 9);
        owe(ALPHA, 7, 8);

        buffer.send(TIMEOUT);

        assertThat(transport.taken()).hasSize(2);
        assertThat(transport.taken().getFirst().delivered())
                .containsExactly(new SequenceRange(1, 5), new SequenceRange(7, 8));
        assertThat(transport.taken().getFirst().receiver()).isEqualTo(SELF);
        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    void splitsWhatDoesNotFitIntoOneReceipt() {
        for (long i = 0; i <= Receipt.MAX_ENTRIES; i++) {
            owe(ALPHA, 1 + 2 * i, 1 + 2 * i);
        }
        buffer.rejected(transport, ALPHA, new Rejection(10_000, ErrorCode.EXPIRED, "late"));

        buffer.send(TIMEOUT);

        assertThat(transport.confirmed(ALPHA)).isEqualTo(Receipt.MAX_ENTRIES + 1L);
        assertThat(transport.taken().stream().flatMap(receipt -> receipt.rejected().stream()))
                .containsExactly(new Rejection(10_000, ErrorCode.EXPIRED, "late"));
    }

    @Test
    void keepsWhatTheTransportDoesNotTakeAndTriesAgainAfterAPause() {
        owe(ALPHA, 1, 5);
        transport.answer(receipt -> AWAY);
        buffer.send(TIMEOUT);
        buffer.send(TIMEOUT);
        assertThat(transport.timeouts()).hasSize(1);
        assertThat(buffer.isEmpty()).isFalse();

        transport.answer(receipt -> SendOutcome.Accepted.INSTANCE);
        owe(ALPHA, 6, 6);
        time.advance(Duration.ofMillis(50));
        buffer.send(TIMEOUT);

        assertThat(transport.taken()).hasSize(1);
        assertThat(transport.taken().getFirst().delivered()).containsExactly(new SequenceRange(1, 6));
    }

    @Test
    void makesProgressWhenTheTransportTakesOneReceiptAtATime() {
        for (long i = 0; i < 3L * Receipt.MAX_ENTRIES; i++) {
            owe(ALPHA, 1 + 2 * i, 1 + 2 * i);
        }
        AtomicInteger tries = new AtomicInteger();
        transport.answer(receipt -> tries.getAndIncrement() % 2 == 0 ? SendOutcome.Accepted.INSTANCE : FULL);

        for (int i = 0; i < 3; i++) {
            buffer.send(TIMEOUT);
            time.advance(Duration.ofMillis(50));
        }

        assertThat(transport.confirmed(ALPHA)).isEqualTo(3L * Receipt.MAX_ENTRIES);
        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    void doesNotLetAnOriginThatTakesNothingHoldUpAnother() {
        transport.answer(receipt -> receipt.origin().equals(ALPHA) ? FULL : SendOutcome.Accepted.INSTANCE);
        for (int i = 1; i <= 100; i++) {
            owe(ALPHA, i, i);
            owe(BRAVO, i, i);
            buffer.send(TIMEOUT);
            time.advance(Duration.ofMillis(1));
        }

        assertThat(transport.confirmed(BRAVO)).isEqualTo(100);
        long triesForAlpha = transport.timeouts().size() - 100L;
        assertThat(triesForAlpha).isBetween(1L, 3L);
        assertThat(transport.timeouts().stream().filter(TIMEOUT::equals).count())
                .isEqualTo(101);
    }

    @Test
    void dropsAReceiptThatTheTransportRefusesForEver() {
        transport.answer(receipt -> new SendOutcome.Rejected(ErrorCode.UNKNOWN_DESTINATION, "no peer"));
        owe(ALPHA, 1, 1);

        buffer.send(TIMEOUT);

        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    void boundsWhatItOwesAndCountsWhatItDrops() {
        transport.answer(receipt -> AWAY);
        owe(ALPHA, 1, ReceiptBuffer.MAX_OWED + 10L);
        for (int i = 0; i < ReceiptBuffer.MAX_ORIGINS + 5; i++) {
            owe(new SystemName("O" + i), 1, 1);
        }

        assertThat(dropped()).isEqualTo(10 + 6);
    }

    @Test
    void owesARefusedRowOnceHoweverOftenItCame() {
        transport.answer(receipt -> AWAY);
        for (int i = 1; i <= ReceiptBuffer.MAX_OWED; i++) {
            buffer.rejected(transport, ALPHA, new Rejection(7, ErrorCode.UNKNOWN_TOPIC, "try " + i));
        }
        owe(ALPHA, 1, 6);
        transport.answer(receipt -> SendOutcome.Accepted.INSTANCE);

        buffer.send(TIMEOUT);

        assertThat(transport.taken().stream().flatMap(receipt -> receipt.rejected().stream()))
                .containsExactly(new Rejection(7, ErrorCode.UNKNOWN_TOPIC, "try " + ReceiptBuffer.MAX_OWED));
        assertThat(transport.confirmed(ALPHA)).isEqualTo(6);
        assertThat(dropped()).isZero();
    }

    @Test
    void boundsWhatItOwesToAllOriginsTogether() {
        transport.answer(receipt -> AWAY);
        String detail = "x".repeat(Rejection.MAX_DETAIL_BYTES);
        for (int origin = 0; origin < 20; origin++) {
            for (long sequence = 1; sequence <= 10_000; sequence++) {
                buffer.rejected(
                        transport,
                        new SystemName("O" + origin),
                        new Rejection(sequence, ErrorCode.UNKNOWN_TOPIC, detail));
            }
        }
        assertThat(dropped())
                .as("none has been tried, so the latest are dropped")
                .isEqualTo(150_000);
        buffer.send(TIMEOUT);

        owe(ALPHA, 1, 1);
        transport.answer(receipt -> SendOutcome.Accepted.INSTANCE);
        time.advance(Duration.ofSeconds(1));
        buffer.send(TIMEOUT);

        assertThat(transport.confirmed(ALPHA)).as("one that is away gave way").isOne();
        assertThat(transport.taken().stream()
                        .mapToInt(receipt -> receipt.rejected().size())
                        .sum())
                .isEqualTo(40_000);
    }

    @Test
    void hasRoomAgainForWhatWasSent() {
        for (int round = 0; round < 3; round++) {
            for (int origin = 0; origin < 10; origin++) {
                owe(new SystemName("O" + origin), 1, ReceiptBuffer.MAX_OWED);
            }
            buffer.send(TIMEOUT);
        }

        assertThat(dropped()).isZero();
        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    void makesRoomForOriginsThatCanBeReached() {
        transport.answer(receipt -> receipt.origin().equals(ALPHA) ? SendOutcome.Accepted.INSTANCE : AWAY);
        for (int i = 0; i < 100_000; i++) {
            owe(new SystemName("X" + i), 1, 1);
            if (i % 20_000 == 0) {
                time.advance(Duration.ofSeconds(1));
                buffer.send(TIMEOUT);
            }
        }
        time.advance(Duration.ofSeconds(1));
        buffer.send(TIMEOUT);
        int triesBefore = transport.timeouts().size();

        owe(ALPHA, 1, 3);
        time.advance(Duration.ofSeconds(1));
        buffer.send(TIMEOUT);

        assertThat(transport.confirmed(ALPHA)).isEqualTo(3);
        assertThat(transport.timeouts().size() - triesBefore)
                .as("tries of one round")
                .isLessThanOrEqualTo(ReceiptBuffer.MAX_ORIGINS);
    }

    private double dropped() {
        return meters.counter(MeterNames.RECEIPTS, MeterNames.TRANSPORT, "receipts", MeterNames.RESULT, "dropped")
                .count();
    }

    private void owe(SystemName origin, long first, long last) {
        for (long sequence = first; sequence <= last; sequence++) {
            buffer.delivered(transport, origin, sequence);
        }
    }

    @Test
    void owesAllOriginsTogetherExactlyTheBound() {
        transport.answer(receipt -> AWAY);
        int origins = ReceiptBuffer.MAX_TOTAL / ReceiptBuffer.MAX_OWED;
        for (int origin = 0; origin < origins; origin++) {
            owe(new SystemName("O" + origin), 1, ReceiptBuffer.MAX_OWED);
        }
        assertThat(dropped()).isZero();

        owe(ALPHA, 1, 1);

        assertThat(dropped()).isOne();
    }

    @Test
    void countsDeliveredAndRejectedRowsOfOneOriginTogether() {
        owe(ALPHA, 1, ReceiptBuffer.MAX_OWED - 1L);
        buffer.rejected(transport, ALPHA, new Rejection(1_000_000, ErrorCode.EXPIRED, "late"));
        assertThat(dropped()).isZero();

        owe(ALPHA, 2_000_000, 2_000_000);

        assertThat(dropped()).isOne();
    }

    @Test
    void sendsNoReceiptAgainThatWasTakenBeforeTheOneThatWasNot() {
        for (long sequence = 1; sequence <= 2L * Receipt.MAX_ENTRIES; sequence++) {
            buffer.rejected(transport, ALPHA, new Rejection(sequence, ErrorCode.EXPIRED, "late"));
        }
        AtomicInteger tries = new AtomicInteger();
        transport.answer(receipt -> tries.getAndIncrement() == 1 ? FULL : SendOutcome.Accepted.INSTANCE);
        buffer.send(TIMEOUT);
        time.advance(Duration.ofMillis(50));
        buffer.send(TIMEOUT);

        assertThat(transport.taken().stream().flatMap(receipt -> receipt.rejected().stream()))
                .extracting(Rejection::sequence)
                .doesNotHaveDuplicates()
                .hasSize(2 * Receipt.MAX_ENTRIES);
    }

    @Test
    void hasTheTransportSendWhatItHasTakenAlsoWhenItTakesNoMore() {
        owe(ALPHA, 1, 1);
        buffer.send(TIMEOUT);
        assertThat(transport.flushes()).isOne();

        transport.answer(receipt -> FULL);
        owe(ALPHA, 2, 2);
        buffer.send(TIMEOUT);
        assertThat(transport.flushes()).isEqualTo(2);
    }

    @Test
    void waitsForAllOfThePause() {
        transport.answer(receipt -> FULL);
        owe(ALPHA, 1, 1);
        buffer.send(TIMEOUT);

        time.advance(Duration.ofMillis(50).minusNanos(1));
        buffer.send(TIMEOUT);
        assertThat(transport.timeouts()).hasSize(1);

        time.advance(Duration.ofNanos(1));
        buffer.send(TIMEOUT);
        assertThat(transport.timeouts()).hasSize(2);
    }
}
