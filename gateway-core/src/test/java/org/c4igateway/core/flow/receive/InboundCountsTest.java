package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** What operators read in the meters of what arrives. */
class InboundCountsTest {
    private static final SystemName SELF = new SystemName("SELF");

    private final MemoryInbox inbox = new MemoryInbox();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final VirtualTime time = new VirtualTime();
    private final InboundTurns turns = new InboundTurns(
            inbox, QuickParts.of(SELF, time, meters), time, nanos -> time.advance(Duration.ofNanos(nanos)));

    private void arrive(Message... messages) {
        for (Message message : messages) {
            turns.onMessage(message, transport);
        }
        turns.turn();
    }

    private static Message unknownTopic(SystemName origin, long sequence) {
        return Drafts.from(origin, Drafts.message(sequence, "Z999", Precedence.FLASH, 10, SELF));
    }

    private double count(String name, String... tags) {
        return meters.find(name).tags(tags).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Test
    void countsWhatIsNewAndWhatIsRepeated() {
        arrive(Drafts.message(1, SELF), Drafts.message(2, SELF), Drafts.message(3, SELF));
        arrive(Drafts.message(3, SELF), Drafts.message(4, SELF));

        assertThat(count(MeterNames.INBOX, MeterNames.RESULT, "delivered")).isEqualTo(4);
        assertThat(count(MeterNames.INBOX, MeterNames.RESULT, "duplicate")).isEqualTo(1);
        assertThat(count(MeterNames.INBOX, MeterNames.RESULT, "not_taken")).isZero();
        assertThat(meters.get(MeterNames.INBOX_BATCH).summary().count()).isEqualTo(2);
        assertThat(meters.get(MeterNames.INBOX_BATCH).summary().totalAmount()).isEqualTo(5);
        assertThat(count(MeterNames.RECEIPTS, MeterNames.RESULT, "accepted")).isEqualTo(2);
    }

    @Test
    void countsNoRefusedMessageAsDelivered() {
        inbox.refuse(message -> message.id().sequence() == 2);

        arrive(Drafts.message(1, SELF), Drafts.message(2, SELF), unknownTopic(Drafts.ORIGIN, 3));

        assertThat(count(MeterNames.INBOX, MeterNames.RESULT, "delivered")).isOne();
        String parked = MeterNames.INBOX + ".parked";
        assertThat(count(parked, MeterNames.ORIGIN, "ORIGIN", MeterNames.CODE, ErrorCode.DATABASE_REFUSED.code()))
                .isOne();
        assertThat(count(parked, MeterNames.ORIGIN, "ORIGIN", MeterNames.CODE, ErrorCode.UNKNOWN_TOPIC.code()))
                .isOne();
        assertThat(meters.get(MeterNames.END_TO_END).timer().count()).isOne();
    }

    @Test
    void countsTheSecondContentOfANumberAsParked() {
        arrive(Drafts.message(1, SELF), Drafts.message(1, SELF).withPayload(new byte[] {1}));

        assertThat(count(MeterNames.INBOX, MeterNames.RESULT, "delivered")).isOne();
        assertThat(count(MeterNames.INBOX + ".parked", MeterNames.CODE, ErrorCode.IDENTITY_REUSED.code()))
                .isOne();
    }

    @Test
    void measuresHowOldMessagesAreWhenTheyAreInTheInbox() {
        time.advance(Duration.ofSeconds(3));

        arrive(Drafts.message(1, SELF));

        assertThat(meters.get(MeterNames.END_TO_END)
                        .tag(MeterNames.TRANSPORT, "receipts")
                        .timer()
                        .totalTime(TimeUnit.SECONDS))
                .isEqualTo(3);
    }

    /** Anybody can write names of origins. */
    @Test
    void countsOriginsBeyondABoundTogether() {
        for (int i = 0; i < 105; i++) {
            arrive(unknownTopic(new SystemName("ORIGIN" + i), 1));
        }
        arrive(unknownTopic(new SystemName("ORIGIN0"), 2));

        String parked = MeterNames.INBOX + ".parked";
        assertThat(count(parked, MeterNames.ORIGIN, "ORIGIN0")).isEqualTo(2);
        assertThat(count(parked, MeterNames.ORIGIN, "ORIGIN99")).isOne();
        assertThat(count(parked, MeterNames.ORIGIN, "ORIGIN100")).isZero();
        assertThat(count(parked, MeterNames.ORIGIN, "other")).isEqualTo(5);
    }

    @Test
    void countsEachTryOfTheDatabaseThatFailed() {
        int[] failures = {3};
        inbox.faults(new Faults() {
            @Override
            public void before(String call) {
                if (call.equals("write") && failures[0]-- > 0) {
                    throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
                }
            }
        });

        arrive(Drafts.message(1, SELF));

        assertThat(count(MeterNames.DATABASE_RETRIES, MeterNames.PART, "inbox")).isEqualTo(3);
        assertThat(time.getAsLong()).as("it has paused between them").isPositive();
        assertThat(inbox.messages()).hasSize(1);
    }

    @Test
    void countsReceiptsThatATransportDoesNotTakeAndOwesThem() {
        transport.answer(receipt -> new SendOutcome.BackPressured(Duration.ofMillis(1)));
        arrive(Drafts.message(1, SELF));
        assertThat(turns.isIdle()).isFalse();
        assertThat(count(MeterNames.RECEIPTS, MeterNames.RESULT, "back_pressured"))
                .isOne();
        transport.answer(receipt -> SendOutcome.Accepted.INSTANCE);

        time.advance(Duration.ofMillis(50));
        turns.turn();

        assertThat(turns.isIdle()).isTrue();
        assertThat(count(MeterNames.RECEIPTS, MeterNames.RESULT, "accepted")).isOne();
        assertThat(transport.confirmed(Drafts.ORIGIN)).isOne();
    }
}
