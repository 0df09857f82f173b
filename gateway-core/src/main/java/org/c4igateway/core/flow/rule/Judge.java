package org.c4igateway.core.flow.rule;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.EdgeText.Turned;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the rules and the filter to messages. Both read input from outside. If they throw on a message, a stack
 * overflow included, that message is refused and the next one is checked. Faults of the gateway's own parts and memory
 * shortage say nothing about the message and are thrown on. Used by one thread at a time,
 * except {@link #checkAhead}.
 */
public final class Judge {
    private static final Logger LOG = LoggerFactory.getLogger(Judge.class);
    private static final int LONGEST_REASON = 300;
    private static final int MAX_COMPLAINTS = 1_000;

    private final MessageRules rules;
    private final SubscriptionFilter filter;
    private final EdgeText edge;
    private final Set<String> complaints = new HashSet<>();

    /** @param edge how the C4I server of this node writes its rows */
    public Judge(MessageRules rules, SubscriptionFilter filter, EdgeText edge) {
        this.rules = rules;
        this.filter = filter;
        this.edge = edge;
    }

    /** @return whether a received message is refused, and the worst that was found in it */
    public MessageJudgement judgement(Message message) {
        return judgement(message, null);
    }

    /** @param payload what {@link #checkAhead} said of the message; null when it said nothing */
    public MessageJudgement judgement(Message message, @Nullable MessageJudgement payload) {
        return judged(message, () -> explained(rules.judge(message, payload), message, EdgeText.KEY_AT_ORIGIN));
    }

    /**
     * Checks the payload of a received message ahead of its judgement. Any thread.
     *
     * @return what was found; null when the rules say nothing now, or fail, and are asked again for the judgement
     */
    public @Nullable MessageJudgement checkAhead(Message message) {
        try {
            return rules.checkAhead(message);
        } catch (StackOverflowError | RuntimeException e) {
            return null;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Error e) {
            return null;
        }
    }

    /**
     * @param row message with the payload as the C4I server wrote it
     * @return whether it is refused, in the form in which it would be sent, and the worst that was found in that
     */
    public MessageJudgement judgementOfRow(Message row) {
        return judged(row, () -> switch (edge.toWire(row)) {
            case Turned.Converted(Message message) ->
                sized(explained(rules.judge(message), message, EdgeText.KEY), row, message);
            case Turned.Flawed(ErrorCode code, String detail) -> MessageJudgement.refused(new Refusal(code, detail));
        });
    }

    /** Says which of the two sizes is too large. */
    private static MessageJudgement sized(MessageJudgement judgement, Message row, Message message) {
        Refusal refusal = judgement.refusal();
        if (refusal == null || refusal.code() != ErrorCode.PAYLOAD_TOO_LARGE || row.equals(message)) {
            return judgement;
        }
        String detail = refusal.detail() + "; it is measured in UTF-8, the row has " + row.payload().length + " bytes";
        return judgement.with(new Refusal(refusal.code(), detail));
    }

    private MessageJudgement judged(Message message, Supplier<MessageJudgement> verdict) {
        return guarded(
                "the rules", message, verdict, why -> MessageJudgement.refused(new Refusal(ErrorCode.NOT_JUDGED, why)));
    }

    /** One place and one piece of advice, instead of a finding for each byte, when the encoding alone is wrong. */
    private static MessageJudgement explained(MessageJudgement judgement, Message message, String key) {
        Refusal refusal = judgement.refusal();
        if (refusal == null || refusal.code() != ErrorCode.INVALID_ENCODING) {
            return judgement;
        }
        return EdgeText.explanation(message.payload(), key)
                .map(detail -> judgement.with(new Refusal(refusal.code(), detail)))
                .orElse(judgement);
    }

    /** @return what the filter of its topic says */
    public Verdict verdict(Message message) {
        return guarded("its filter", message, () -> filter.judge(message), Verdict.Failed::new);
    }

    private <T> T guarded(String what, Message message, Supplier<T> verdict, Function<String, T> failed) {
        try {
            return verdict.get();
        } catch (GatewayException e) {
            throw e;
        } catch (StackOverflowError | RuntimeException e) {
            return failed.apply(complain(what, message, e));
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Error e) {
            return failed.apply(complain(what, message, e));
        }
    }

    /** Each message is parked with its reason. The log shows the first one of each kind, with its stack trace. */
    private String complain(String what, Message message, Throwable failure) {
        String kind = what + message.topicId() + failure.getClass().getName();
        if (complaints.size() < MAX_COMPLAINTS && complaints.add(kind)) {
            MessageLog.about(message.id(), LOG.atError())
                    .setCause(failure)
                    .log("{}: {} failed on {}, which is parked", ErrorCode.NOT_JUDGED.code(), what, message);
        }
        String why = what + " failed on it: " + failure;
        return why.substring(0, Math.min(LONGEST_REASON, why.length()));
    }
}
