package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.flow.send.group.InFlightTotal;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.testkit.Faults;
import org.junit.jupiter.api.Test;

/** A read of the outbox that fails costs neither a wake nor memory. */
class ReadAfterFaultTest {
    private static final Faults AWAY = new Faults() {
        @Override
        public void before(String call) {
            if (call.equals("fetch")) {
                throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, call, null);
            }
        }
    };

    @Test
    void readsAtOnceWhenTheDatabaseIsBackWhatItWasWokenFor() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.turn();
        fixture.group().turn();
        fixture.outbox.faults(AWAY);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        assertThatThrownBy(() -> fixture.group().turn()).isInstanceOf(GatewayException.Transient.class);

        fixture.outbox.faults(Faults.NONE);
        fixture.group().turn();

        assertThat(fixture.transport.sends()).hasSize(1);
    }

    @Test
    void losesNoMemoryToReadsThatFailed() {
        OutboundFixture fixture = new OutboundFixture(new InFlightTotal(50_000), BRAVO);
        fixture.outbox.faults(AWAY);
        fixture.commit(3, Precedence.ROUTINE, BRAVO);
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> fixture.turns(5)).isInstanceOf(GatewayException.Transient.class);
        }

        fixture.outbox.faults(Faults.NONE);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void losesNoMemoryToReadsThatHaveEnded() {
        OutboundFixture fixture = new OutboundFixture(new InFlightTotal(50_000), BRAVO);
        for (int i = 0; i < 200; i++) {
            fixture.commit(1, Precedence.ROUTINE, BRAVO);
            fixture.turns(3);
        }

        assertThat(fixture.outbox.pending()).isLessThan(3);
    }
}
