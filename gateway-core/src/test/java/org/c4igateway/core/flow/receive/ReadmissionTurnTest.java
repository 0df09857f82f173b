package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.rule.Judge;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.Readmission.Outcome;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.VirtualTime;
import org.junit.jupiter.api.Test;

/** Dead letters that operators put back before the inbox: how each ends, and how often the database is asked. */
class ReadmissionTurnTest {
    private static final SystemName SELF = new SystemName("SELF");
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final PutBackInbox inbox = new PutBackInbox();
    private final List<Step> steps = new ArrayList<>();
    private Verdict verdict = new Verdict.Unfiltered();
    private final ReadmissionTurn turn = new ReadmissionTurn(
            inbox,
            new Judge(
                    new MessageRules(Drafts.CATALOGUE, 1_000, message -> new MessageJudgement(null, "1:1 odd"), time),
                    message -> verdict,
                    EdgeText.UTF_8),
            new InboundMeters(meters, ArrivalObjectives.DEFAULTS),
            steps::add,
            time);

    private Outcome endOf(Message message) {
        inbox.putBack(1, message);
        time.advance(SECOND);
        assertThat(turn.runWhenDue(() -> true)).isTrue();
        return Objects.requireNonNull(inbox.ends().get(1L));
    }

    private double counted(String result) {
        return meters.find(MeterNames.INBOX).tag(MeterNames.RESULT, result).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Test
    void putsWhatPassesIntoTheInboxWithItsFinding() {
        Message message = Drafts.message(1, SELF);

        assertThat(endOf(message)).isEqualTo(new Outcome.Received());

        assertThat(inbox.memory.messages()).containsExactly(message);
        assertThat(inbox.memory.findings()).containsEntry(message, "1:1 odd");
        assertThat(steps).containsExactly(Step.INBOX_COMMITTED);
        assertThat(counted("delivered")).isOne();
        assertThat(counted("duplicate")).isZero();
    }

    @Test
    void recognisesWhatTheInboxHas() {
        Message message = Drafts.message(1, SELF);
        endOf(message);

        assertThat(endOf(message)).isEqualTo(new Outcome.There());

        assertThat(inbox.memory.messages()).hasSize(1);
        assertThat(counted("delivered")).isOne();
        assertThat(counted("duplicate")).isOne();
    }

    @Test
    void refusesWhatTheRulesRefuseNow() {
        Outcome outcome = endOf(Drafts.message(1, "Z999", Precedence.FLASH, 10, SELF));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC));
        assertThat(inbox.memory.messages()).isEmpty();
    }

    @Test
    void refusesWhatTheFilterKeepsOutOrBreaksOn() {
        verdict = new Verdict.Excluded("odd");
        assertThat(endOf(Drafts.message(1, SELF))).isEqualTo(new Outcome.Refused(ErrorCode.FILTERED, "odd"));

        verdict = new Verdict.Failed("broken");
        assertThat(endOf(Drafts.message(1, SELF))).isEqualTo(new Outcome.Refused(ErrorCode.NOT_JUDGED, "broken"));

        assertThat(inbox.memory.messages()).isEmpty();
    }

    @Test
    void deliversWhatTheFilterWantsOrHasNoAnswerFor() {
        verdict = new Verdict.Wanted();
        assertThat(endOf(Drafts.message(1, SELF))).isEqualTo(new Outcome.Received());

        verdict = new Verdict.Undecided("no such field");
        assertThat(endOf(Drafts.message(2, SELF))).isEqualTo(new Outcome.Received());
    }

    @Test
    void refusesALetterThatHoldsNoMessage() {
        inbox.putBack(1, null);

        assertThat(turn.runWhenDue(() -> true)).isTrue();

        assertThat(inbox.ends().get(1L))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.LETTER_INCOMPLETE));
    }

    @Test
    void saysWhatTheDatabaseRefuses() {
        inbox.memory.refuse(message -> true);

        assertThat(endOf(Drafts.message(1, SELF)))
                .isEqualTo(new Outcome.Refused(ErrorCode.DATABASE_REFUSED, "refused"));
        assertThat(counted("delivered")).isZero();
    }

    /** The encoding of the C4I server was changed in between. */
    @Test
    void whatTheDatabaseRefusesNowAndHasFromBeforeIsThere() {
        Message message = Drafts.message(1, SELF);
        endOf(message);
        inbox.memory.refuse(any -> true);

        assertThat(endOf(message)).isEqualTo(new Outcome.There());
    }

    @Test
    void asksOnceASecondAndWithoutAPauseWhileThereAreMore() {
        for (long id = 1; id <= 5; id++) {
            inbox.putBack(id, Drafts.message(id, SELF));
        }

        assertThat(turn.runWhenDue(() -> true)).isTrue();
        assertThat(turn.runWhenDue(() -> true)).isTrue();
        assertThat(turn.runWhenDue(() -> true)).isTrue();
        assertThat(inbox.ends()).hasSize(5);
        assertThat(turn.runWhenDue(() -> true)).isFalse();
        assertThat(inbox.asked()).isEqualTo(4);

        time.advance(SECOND.minusNanos(1));
        assertThat(turn.runWhenDue(() -> true)).isFalse();
        assertThat(inbox.asked()).isEqualTo(4);
        time.advance(Duration.ofNanos(1));
        turn.runWhenDue(() -> true);
        assertThat(inbox.asked()).isEqualTo(5);
    }

    @Test
    void stopsBetweenTwoWhenTheNodeStops() {
        inbox.putBack(1, Drafts.message(1, SELF));
        inbox.putBack(2, Drafts.message(2, SELF));
        assertThat(turn.runWhenDue(() -> false)).isFalse();
        assertThat(inbox.asked()).isZero();
        AtomicInteger asked = new AtomicInteger();

        assertThat(turn.runWhenDue(() -> asked.incrementAndGet() <= 2)).isTrue();

        assertThat(inbox.ends()).containsOnlyKeys(1L);
    }

    /** The database may have committed it and not have confirmed that. */
    @Test
    void waitsASecondForADatabaseThatIsAwayAndTriesAgain() {
        inbox.putBack(1, Drafts.message(1, SELF));
        inbox.memory.faults(new Faults() {
            @Override
            public void after(String call) {
                throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "answer lost", null);
            }
        });
        assertThat(turn.runWhenDue(() -> true)).isTrue();
        assertThat(inbox.ends()).isEmpty();
        inbox.memory.faults(Faults.NONE);

        assertThat(turn.runWhenDue(() -> true)).isFalse();
        assertThat(inbox.ends()).isEmpty();
        time.advance(SECOND);
        assertThat(turn.runWhenDue(() -> true)).isTrue();

        assertThat(inbox.ends()).containsEntry(1L, new Outcome.There());
        assertThat(inbox.memory.messages()).hasSize(1);
    }
}
