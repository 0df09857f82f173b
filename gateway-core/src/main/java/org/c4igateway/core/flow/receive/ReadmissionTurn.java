package org.c4igateway.core.flow.receive;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.Judge;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageLog;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Inbox.Parked;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.core.store.Readmission;
import org.c4igateway.core.store.Readmission.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Judges dead letters again that operators have put back before the inbox, by the rules and the filter of now, and
 * writes to the inbox what passes. The key of the inbox recognises a message that it has, so an attempt that died half
 * way is repeated without harm. {@link ReadmissionNews} lets the origins know. Used by the inbox writer's thread.
 */
final class ReadmissionTurn {
    private static final Logger LOG = LoggerFactory.getLogger(ReadmissionTurn.class);
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Inbox inbox;
    private final Judge judge;
    private final InboundMeters meters;
    private final StepListener steps;
    private final LongSupplier nanoTime;
    private long dueNanos;

    /** @param nanoTime clock of its pace */
    ReadmissionTurn(Inbox inbox, Judge judge, InboundMeters meters, StepListener steps, LongSupplier nanoTime) {
        this.inbox = inbox;
        this.judge = judge;
        this.meters = meters;
        this.steps = steps;
        this.nanoTime = nanoTime;
        this.dueNanos = nanoTime.getAsLong();
    }

    /**
     * Takes a few of those that wait, oldest first; once a second, and without a pause while there are more. While the
     * database is not available it does nothing; they wait on.
     *
     * @param mayGoOn whether one more may be taken
     * @return whether one may have ended, so that its origin is to be told
     */
    boolean runWhenDue(BooleanSupplier mayGoOn) {
        if (!mayGoOn.getAsBoolean() || nanoTime.getAsLong() - dueNanos < 0) {
            return false;
        }
        boolean ended = false;
        boolean failed = false;
        try {
            for (Readmission readmission : inbox.readmissions()) {
                if (!mayGoOn.getAsBoolean()) {
                    break;
                }
                // Also one whose end the database has committed and does not confirm.
                ended = true;
                Outcome outcome = end(readmission);
                inbox.end(readmission, outcome);
                tell(readmission, outcome);
            }
        } catch (GatewayException.Transient e) {
            failed = true;
            LOG.debug("Dead letters wait before the inbox: {}", e.getMessage());
        }
        dueNanos = nanoTime.getAsLong() + (ended && !failed ? 0 : PAUSE_NANOS);
        return ended;
    }

    private static void tell(Readmission readmission, Outcome outcome) {
        Message message = readmission.message();
        LoggingEventBuilder line = LOG.atInfo();
        (message == null ? line : MessageLog.about(message.id(), line))
                .log("Readmission {} of {}: {}", readmission.id(), message, outcome);
    }

    private Outcome end(Readmission readmission) {
        Message message = readmission.message();
        if (message == null) {
            return new Outcome.Refused(
                    ErrorCode.LETTER_INCOMPLETE, "the dead letter is gone, or does not hold the message as it came");
        }
        MessageJudgement judgement = judge.judgement(message);
        Refusal refusal = judgement.refusal();
        if (refusal != null) {
            return new Outcome.Refused(refusal.code(), refusal.detail());
        }
        return switch (judge.verdict(message)) {
            case Verdict.Excluded(String detail) -> new Outcome.Refused(ErrorCode.FILTERED, detail);
            case Verdict.Failed(String why) -> new Outcome.Refused(ErrorCode.NOT_JUDGED, why);
            case Verdict.Unfiltered _, Verdict.Wanted _, Verdict.Undecided _ -> write(message, judgement);
        };
    }

    private Outcome write(Message message, MessageJudgement judgement) {
        String finding = judgement.finding();
        Written written =
                inbox.write(List.of(message), List.of(), finding == null ? Map.of() : Map.of(message, finding));
        steps.reached(Step.INBOX_COMMITTED);
        if (written.parked().isEmpty()) {
            meters.written(1, written.duplicates());
            return written.duplicates() == 0 ? new Outcome.Received() : new Outcome.There();
        }
        Parked parked = written.parked().getFirst();
        return written.delivered().contains(parked.key())
                ? new Outcome.There()
                : new Outcome.Refused(parked.code(), parked.detail());
    }
}
