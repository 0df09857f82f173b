package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Payloads are checked where they arrive, beside the inbox transaction. */
class ArrivedPayloadTest {
    private static final SystemName SELF = new SystemName("SELF");

    private final MemoryInbox inbox = new MemoryInbox();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final VirtualTime time = new VirtualTime();
    private final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    private final List<Thread> checks = new CopyOnWriteArrayList<>();
    private PayloadCheck check = PayloadCheck.NONE;
    private final InboundFlow flow = new InboundFlow(inbox, List.of(), parts(), fatal::add);

    private DataPathParts parts() {
        MessageRules rules = new MessageRules(Drafts.CATALOGUE, 1_000, this::check, time);
        return QuickParts.of(SELF, rules, SubscriptionFilter.NONE, new SimpleMeterRegistry(), StepListener.NONE);
    }

    private MessageJudgement check(Message message) {
        checks.add(Thread.currentThread());
        return check.check(message);
    }

    @AfterEach
    void close() {
        flow.close();
        assertThat(fatal).isEmpty();
    }

    private List<ErrorCode> parked() {
        return inbox.deadLetters().stream()
                .map(DeadLetter::code)
                .map(ErrorCode.class::cast)
                .toList();
    }

    @Test
    void checksAPayloadOnceOnTheThreadThatBringsIt() {
        flow.start();

        flow.onMessage(Drafts.message(1, SELF), transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);
        assertThat(checks).containsExactly(Thread.currentThread());
    }

    @Test
    void parksWhatTheCheckRefused() {
        check = message -> MessageJudgement.refused(new Refusal(ErrorCode.MALFORMED_PAYLOAD, "no set"));
        flow.start();

        flow.onMessage(Drafts.message(1, SELF), transport);

        await().until(() -> !inbox.deadLetters().isEmpty());
        assertThat(parked()).containsExactly(ErrorCode.MALFORMED_PAYLOAD);
        assertThat(checks).hasSize(1);
    }

    @Test
    void parksAMessageThatExpiresWhileItWaits() {
        flow.onMessage(Drafts.expiring(time.instant().plusSeconds(1), Drafts.message(1, SELF)), transport);
        assertThat(checks).hasSize(1);
        time.advance(Duration.ofSeconds(2));

        flow.start();

        await().until(() -> !inbox.deadLetters().isEmpty());
        assertThat(parked()).containsExactly(ErrorCode.EXPIRED);
        assertThat(inbox.messages()).isEmpty();
    }

    @Test
    void parksAMessageOnWhichTheCheckFailsAndTellsTheTransportNothing() {
        check = message -> {
            throw new IllegalStateException("a defect");
        };
        flow.start();

        flow.onMessage(Drafts.message(1, SELF), transport);

        await().until(() -> !inbox.deadLetters().isEmpty());
        assertThat(parked()).containsExactly(ErrorCode.NOT_JUDGED);
    }

    @Test
    void checksAMessageLaterThatWasExpiredByAClockThatIsSetBack() {
        Message message = Drafts.expiring(time.instant(), Drafts.message(1, SELF));
        flow.onMessage(message, transport);
        assertThat(checks).as("not looked at").isEmpty();
        time.advance(Duration.ofSeconds(-1));

        flow.start();

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);
        assertThat(inbox.messages()).containsExactly(message);
        assertThat(checks).hasSize(1).doesNotContain(Thread.currentThread());
    }
}
