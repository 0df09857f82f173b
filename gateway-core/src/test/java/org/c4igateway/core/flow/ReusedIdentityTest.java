package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.receive.InboundFlow;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A number that its origin gave to two messages: what receipts say of it. */
class ReusedIdentityTest {
    private static final SystemName SELF = new SystemName("SELF");
    private static final Message FIRST = Drafts.message(1, SELF);
    private static final Message OTHER = labelled(FIRST, "other");

    private final MemoryInbox inbox = new MemoryInbox();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    private final InboundFlow flow = new InboundFlow(inbox, List.of(), parts(), fatal::add);

    private static DataPathParts parts() {
        MessageRules rules = new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, new VirtualTime());
        return QuickParts.of(SELF, rules, SubscriptionFilter.NONE, new SimpleMeterRegistry(), StepListener.NONE);
    }

    @AfterEach
    void close() {
        flow.close();
        assertThat(fatal).isEmpty();
    }

    @Test
    void refusesTheSecondMessageOfANumber() {
        flow.start();
        flow.onMessage(FIRST, transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        flow.onMessage(OTHER, transport);

        await().until(() -> rejections().size() == 1);
        assertThat(rejections()).containsExactly(ErrorCode.IDENTITY_REUSED);
        assertThat(transport.confirmed(Drafts.ORIGIN)).isEqualTo(1);
    }

    /** A receipt names the number only: together they would be told the same, and one of them wrongly. */
    @Test
    void answersNeitherOfTwoThatComeTogetherAndEachWhenItComesAgain() {
        flow.onMessage(FIRST, transport);
        flow.onMessage(OTHER, transport);
        flow.start();
        await().until(() -> inbox.messages().size() == 1);

        flow.onMessage(Drafts.message(2, SELF), transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);
        assertThat(rejections()).isEmpty();

        flow.onMessage(FIRST, transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        flow.onMessage(OTHER, transport);
        await().until(() -> rejections().size() == 1);
    }

    private List<ReasonCode> rejections() {
        return transport.taken().stream()
                .flatMap(receipt -> receipt.rejected().stream())
                .<ReasonCode>map(rejection -> rejection.code())
                .toList();
    }

    private static Message labelled(Message message, String label) {
        return new Message(
                message.id(),
                message.topicId(),
                message.precedence(),
                message.destinations(),
                message.createdAt(),
                message.expiresAt(),
                label,
                message.subject(),
                message.payload());
    }
}
