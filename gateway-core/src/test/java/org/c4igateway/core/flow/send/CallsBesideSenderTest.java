package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.HeldCalls;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** Calls of the database that come back turns after they were started. */
class CallsBesideSenderTest {
    private static final Faults AWAY = new Faults() {
        @Override
        public void before(String call) {
            throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, call, null);
        }
    };

    private static final SystemName DELTA = new SystemName("DELTA");

    private final HeldCalls calls = new HeldCalls();

    private OutboundFixture fixture(boolean multicast) {
        OutboundFixture fixture =
                multicast ? new OutboundFixture(true, BRAVO, CHARLIE) : new OutboundFixture(false, BRAVO);
        fixture.beside(calls);
        return fixture;
    }

    /** Sends five rows, and holds the writing of their final states. */
    private void sendAndHold(OutboundFixture fixture) {
        fixture.holdReceipts(true);
        fixture.commit(5, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).size() == 5);
        calls.hold();
        fixture.holdReceipts(false);
        fixture.turnUntil(() -> calls.held() == 1);
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void readsAndSendsWhileFinalStatesAreWritten() {
        OutboundFixture fixture = fixture(false);
        sendAndHold(fixture);

        fixture.commit(5, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).size() == 10);

        assertThat(fixture.outbox.pending()).isEqualTo(10);
        assertThat(calls.held()).as("one writing at a time").isEqualTo(1);
        calls.letGo();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.transport.sends()).hasSize(10);
    }

    @Test
    void sendsWhileTheNextRowsAreRead() {
        OutboundFixture fixture = fixture(false);
        fixture.link.capacity = 2;
        fixture.commit(60, Precedence.ROUTINE, BRAVO);
        fixture.turn();
        calls.hold();
        fixture.turn();
        int sends = fixture.transport.sends().size();

        fixture.turnUntil(() -> fixture.transport.sends().size() > sends);

        assertThat(calls.held()).isEqualTo(2);
        calls.letGo();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).isEqualTo(upTo(60));
    }

    /** Else it would come behind the newer row, when the node is killed now and starts with its clock set back. */
    @Test
    void sendsNoNewerRowUntilItIsWrittenThatAnOlderOneHasExpired() {
        OutboundFixture fixture = fixture(false);
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(1)));
        fixture.commit(Drafts.expiring(VirtualTime.START.plusMillis(3), Drafts.message(1, BRAVO)));
        fixture.commit(Drafts.message(2, BRAVO));
        fixture.turn();
        calls.hold();
        fixture.turns(10);
        fixture.transport.force(null);

        fixture.turns(10);

        assertThat(fixture.transport.sends()).isEmpty();
        calls.letGo();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(2L);
    }

    @Test
    void sendsNoNewerRowUntilItIsWrittenThatItAsksAboutAnOlderOne() {
        OutboundFixture fixture = fixture(false);
        fixture.commit(Drafts.expiring(VirtualTime.START.plusMillis(3), Drafts.message(1, BRAVO)));
        fixture.commit(Drafts.message(2, BRAVO));
        fixture.turnUntil(() -> fixture.transport.sends().size() == 2);
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.turns(10);
        List<Message> sentBefore = new ArrayList<>();
        fixture.outbox.faults(new Faults() {
            @Override
            public void after(String call) {
                if (call.equals("asked")) {
                    sentBefore.addAll(fixture.transport.sends());
                }
            }
        });
        fixture.transport.at(BRAVO).reconnect();

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(sentBefore).hasSize(3);
        assertThat(ContentQuestion.key(sentBefore.getLast())).isPresent();
        assertThat(fixture.transport.sends()).hasSize(4);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(2L);
    }

    @Test
    void writesStatesAgainWithinTheTurnAfterAFault() {
        OutboundFixture fixture = fixture(false);
        sendAndHold(fixture);
        fixture.outbox.faults(AWAY);
        calls.letGo();
        calls.hold();

        assertThatThrownBy(fixture::turn).isInstanceOf(GatewayException.Transient.class);
        assertThatThrownBy(fixture::turn).isInstanceOf(GatewayException.Transient.class);
        fixture.outbox.faults(Faults.NONE);
        fixture.turn();

        assertThat(fixture.outbox.pending()).isZero();
        assertThat(fixture.transport.sends()).hasSize(5);
    }

    @Test
    void doesNotSendWhatWasReadForADestinationThatReadsAgain() {
        OutboundFixture fixture = fixture(true);
        fixture.holdReceipts(true);
        fixture.link.maxDelayNanos = 50_000_000;
        fixture.commit(30, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.turn();
        calls.hold();
        fixture.turnUntil(() -> calls.held() > 0);

        fixture.transport.at(BRAVO).disconnect(3);
        fixture.transport.at(BRAVO).reconnect();
        fixture.turn();
        calls.letGo();
        fixture.holdReceipts(false);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.arrivals(BRAVO)).isEqualTo(upTo(30));
        assertThat(fixture.arrivals(CHARLIE)).isEqualTo(upTo(30));
    }

    @Test
    void readsNoRowAgainBeforeItsFinalStateIsWritten() {
        OutboundFixture fixture = fixture(false);
        fixture.holdReceipts(true);
        fixture.commit(6, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).size() == 6);
        calls.hold();
        fixture.group().onReceipt(OutboundSenderFixture.receipt(1, 5));
        fixture.turnUntil(() -> calls.held() == 1);
        int fetches = fixture.outbox.fetches();

        fixture.transport.at(BRAVO).disconnect(0);
        fixture.transport.at(BRAVO).reconnect();
        fixture.turns(10);
        assertThat(fixture.outbox.fetches()).isEqualTo(fetches);
        assertThat(calls.held()).as("only the writing; no read waits behind it").isEqualTo(1);
        calls.letGo();
        fixture.holdReceipts(false);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.transport.sends())
                .filteredOn(message -> message.id().sequence() <= 5)
                .hasSize(5);
        assertThat(fixture.state(6, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
    }

    @Test
    void pollsAgainAfterAReadThatFailed() {
        OutboundFixture fixture = fixture(false);
        fixture.commit(30, Precedence.ROUTINE, BRAVO);
        calls.hold();
        fixture.turn();
        fixture.outbox.faults(AWAY);
        calls.letGo();
        fixture.outbox.faults(Faults.NONE);
        assertThatThrownBy(fixture::turn).hasMessageContaining("record");
        assertThatThrownBy(fixture::turn).hasMessageContaining("fetch");

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).isEqualTo(upTo(30));
    }

    @Test
    void readsNoMoreRowsWhileTooManyStatesWait() {
        OutboundFixture fixture = fixture(false);
        sendAndHold(fixture);

        for (int i = 0; i < 50; i++) {
            fixture.commit(20, Precedence.ROUTINE, BRAVO);
            fixture.time.advance(Duration.ofMillis(5));
            fixture.turns(2);
        }

        int most = 3 * fixture.settings.maxInFlightRows();
        assertThat(fixture.transport.sends()).hasSizeLessThanOrEqualTo(most);
        calls.letGo();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).isEqualTo(upTo(1_005));
    }

    /** Else a row that a signal has told of would wait for the next poll. */
    @Test
    void asksAgainAtOnceForAGroupWhoseAnswerCountsNoMore() {
        OutboundFixture fixture = new OutboundFixture(true, BRAVO, CHARLIE, DELTA);
        fixture.beside(calls);
        fixture.holdReceipts(true);
        fixture.commit(1, Precedence.ROUTINE, CHARLIE);
        fixture.commit(1, Precedence.ROUTINE, DELTA);
        fixture.turns(10);
        assertThat(fixture.transport.sends()).hasSize(2);
        calls.hold();
        fixture.transport.at(DELTA).disconnect(0);
        fixture.transport.at(DELTA).reconnect();
        fixture.turn();
        assertThat(calls.held()).as("DELTA reads again, and the others poll").isOne();

        fixture.transport.at(CHARLIE).disconnect(0);
        fixture.transport.at(CHARLIE).reconnect();
        fixture.outbox.commit(Drafts.message(fixture.outbox.nextSequence(), BRAVO));
        calls.letGo();
        fixture.group().turn();

        assertThat(fixture.transport.sends())
                .extracting(message -> message.id().sequence())
                .contains(3L);
    }
}
