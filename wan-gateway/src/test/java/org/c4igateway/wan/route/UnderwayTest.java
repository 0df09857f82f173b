package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.dds.api.KmtfMessage;
import org.c4igateway.wan.frame.LinkRecord.MessageRecord;
import org.c4igateway.wan.link.Payload;
import org.junit.jupiter.api.Test;

class UnderwayTest {
    private static final byte[] BYTES = {1};

    private final Underway underway = new Underway(1, record(), true, Long.MAX_VALUE, Payload.of(BYTES));

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
        assertThat(underway.takeBackFor("BRAVO")).isFalse();
        assertThat(underway.read()).isEqualTo(BYTES);

        assertThat(underway.takeBackFor("CHARLIE")).isTrue();
        assertThat(underway.read()).isNull();
    }

    @Test
    void isCarriedOnOnceBegunSoThatNothingBehindItArrivesFirst() {
        underway.begun(true);
        underway.takeBackFor("BRAVO");
        underway.takeBackFor("CHARLIE");

        assertThat(underway.read()).isEqualTo(BYTES);

        underway.begun(false);
        assertThat(underway.read()).as("the far gateway is another process").isNull();
    }
}
