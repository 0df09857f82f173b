package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

/** Where a fault test may let the process of a sender die. */
class OutboundStepsTest {
    private final SenderUnits units = new SenderUnits();
    private final List<Step> steps = new ArrayList<>();
    private final OutboundSender sender = units.sender(steps::add);

    @Test
    void tellsOfEachStepOnceItIsTaken() {
        assertThat(sender.turn()).isZero();
        assertThat(steps).isEmpty();

        units.outbox.commit(Drafts.message(1, BRAVO));
        units.outbox.commit(Drafts.message(2, BRAVO));
        sender.rowsMayHaveCome();
        assertThat(sender.turn()).as("two read and two sent").isEqualTo(4);
        assertThat(steps).containsExactly(Step.CLAIMED, Step.SENT);
        assertThat(units.transport.flushes()).as("both leave together").isOne();
        steps.clear();

        assertThat(sender.turn()).isZero();
        assertThat(steps).isEmpty();
        assertThat(units.transport.flushes()).isOne();

        sender.onReceipt(OutboundSenderFixture.receipt(1, 1));
        sender.onReceipt(OutboundSenderFixture.receipt(2, 2));
        assertThat(sender.turn()).isEqualTo(2);
        assertThat(steps).containsExactly(Step.RECEIPT_TAKEN);
        steps.clear();

        sender.finish();
        assertThat(steps).isEmpty();
        assertThat(units.outbox.pending()).isZero();
    }
}
