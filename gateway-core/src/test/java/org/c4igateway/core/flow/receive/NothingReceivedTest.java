package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.junit.jupiter.api.Test;

class NothingReceivedTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final NothingReceived nothing = new NothingReceived(meters);

    @Test
    void countsWhatComesAndConfirmsNothing() {
        nothing.start();
        nothing.onMessage(Drafts.message(1, new SystemName("SELF")), transport);
        nothing.onMessage(Drafts.message(2, new SystemName("SELF")), transport);
        nothing.onMalformed("queue", ErrorCode.MALFORMED_ENVELOPE, "no origin", new byte[] {1});

        assertThat(meters.get(MeterNames.INBOX)
                        .tag(MeterNames.RESULT, "not_taken")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(meters.get(MeterNames.MALFORMED)
                        .tag(MeterNames.CODE, ErrorCode.MALFORMED_ENVELOPE.code())
                        .counter()
                        .count())
                .isOne();
        assertThat(transport.taken()).isEmpty();
    }

    @Test
    void hasNothingToFinish() {
        nothing.refuseWhenFull();
        nothing.close();

        assertThat(nothing.awaitEnd(Duration.ZERO)).isTrue();
    }
}
