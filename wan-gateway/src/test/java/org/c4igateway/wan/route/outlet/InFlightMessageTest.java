package org.c4igateway.wan.route.outlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.link.record.Payload;
import org.c4igateway.wan.route.RouteWorld;
import org.junit.jupiter.api.Test;

class InFlightMessageTest {
    private static final byte[] BYTES = {1};

    private final InFlightMessage inFlightMessage =
            new InFlightMessage(1, record(), true, Long.MAX_VALUE, Payload.of(BYTES));

    private static MessageRecord record() {
        KmtfMessage message = new KmtfMessage(
                "ALPHA",
                "",
                1,
                RouteWorld.RELIABLE.id(),
                3,
                0,
                Long.MAX_VALUE,
                "EXERCISE",
                List.of("BRAVO", "CHARLIE"),
                BYTES);
        return new MessageRecord(message, 0, message.destinations(), List.of("NORTH"));
    }

    @Test
    void isNotSentOnceNobodyWillTakeIt() {
        assertThat(inFlightMessage.takeBackFor("BRAVO")).isFalse();
        assertThat(inFlightMessage.read()).isEqualTo(BYTES);

        assertThat(inFlightMessage.takeBackFor("CHARLIE")).isTrue();
        assertThat(inFlightMessage.read()).isNull();
    }

    @Test
    void isCarriedOnOnceBegunSoThatNothingBehindItArrivesFirst() {
        inFlightMessage.begun(true);
        inFlightMessage.takeBackFor("BRAVO");
        inFlightMessage.takeBackFor("CHARLIE");

        assertThat(inFlightMessage.read()).isEqualTo(BYTES);

        inFlightMessage.begun(false);
        assertThat(inFlightMessage.read())
                .as("the far gateway is another process")
                .isNull();
    }
}
