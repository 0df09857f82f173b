package org.c4igateway.core.flow.receive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.receive.Arrival.Malformed;
import org.c4igateway.core.flow.receive.Arrival.Received;
import org.c4igateway.core.flow.rule.Judge;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.MessageLog;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sorts arrivals by result: accepted for the inbox, refused and parked, excluded by the filter of their topic, or a
 * question about a row. A message that breaks a rule is refused, whatever the filter says. Used by one thread.
 */
final class JudgedBatch {
    private static final Logger LOG = LoggerFactory.getLogger(JudgedBatch.class);

    private final List<Received> accepted = new ArrayList<>();
    private final Map<Received, Refusal> refused = new LinkedHashMap<>();
    private final Map<Received, Refusal> excluded = new LinkedHashMap<>();
    private final Map<Received, MessageKey> questions = new LinkedHashMap<>();
    private final Map<Message, String> findings = new HashMap<>();
    private final List<DeadLetter> deadLetters = new ArrayList<>();
    private final FoundExpired foundExpired;

    private JudgedBatch(FoundExpired foundExpired) {
        this.foundExpired = foundExpired;
    }

    /**
     * @param judge who judges
     * @param meters where verdicts of filters are counted
     * @param undecidedTopics topics whose filter has been reported to have no answer
     * @param foundExpired what stays expired, whatever the clock shows now
     */
    static JudgedBatch of(
            List<Arrival> arrivals,
            Judge judge,
            InboundMeters meters,
            Set<String> undecidedTopics,
            FoundExpired foundExpired) {
        JudgedBatch batch = new JudgedBatch(foundExpired);
        for (Arrival arrival : arrivals) {
            switch (arrival) {
                case Received received ->
                    ContentQuestion.key(received.message())
                            .ifPresentOrElse(
                                    key -> batch.questions.put(received, key),
                                    () -> batch.judge(received, judge, meters, undecidedTopics));
                case Malformed(String source, ErrorCode code, String detail, byte[] bytes) ->
                    batch.deadLetters.add(new DeadLetter(null, source, code, detail, bytes));
            }
        }
        return batch;
    }

    private void judge(Received received, Judge judge, InboundMeters meters, Set<String> undecidedTopics) {
        MessageJudgement judgement = judge.judgement(received.message(), received.payload());
        Refusal refusal = refusal(received.message(), judgement);
        if (refusal == null) {
            note(received.message(), judgement.finding());
            Verdict verdict = judge.verdict(received.message());
            meters.judged(received.message().topicId(), verdict);
            sort(received, verdict, undecidedTopics);
        } else {
            refuse(received, refusal);
        }
    }

    private @Nullable Refusal refusal(Message message, MessageJudgement judgement) {
        Refusal refusal = judgement.refusal();
        if (refusal != null && refusal.code() == ErrorCode.EXPIRED) {
            foundExpired.add(MessageKey.of(message));
        }
        return refusal == null && foundExpired.contains(message)
                ? new Refusal(ErrorCode.EXPIRED, "valid until " + message.expiresAt() + ", and the clock was set back")
                : refusal;
    }

    private void note(Message message, @Nullable String finding) {
        if (finding != null) {
            findings.put(message, finding);
        }
    }

    private void sort(Received received, Verdict verdict, Set<String> undecidedTopics) {
        switch (verdict) {
            case Verdict.Unfiltered(), Verdict.Wanted() -> accepted.add(received);
            case Verdict.Excluded(String detail) -> excluded.put(received, new Refusal(ErrorCode.FILTERED, detail));
            case Verdict.Failed(String why) -> refuse(received, new Refusal(ErrorCode.NOT_JUDGED, why));
            case Verdict.Undecided(String why) -> {
                accepted.add(received);
                if (undecidedTopics.add(received.message().topicId())) {
                    MessageLog.about(received.message().id(), LOG.atWarn())
                            .log("{} is delivered, because its filter has no result: {}", received.message(), why);
                }
            }
        }
    }

    private void refuse(Received received, Refusal refusal) {
        refused.put(received, refusal);
        deadLetters.add(letter(received, refusal));
    }

    private static DeadLetter letter(Received received, Refusal refusal) {
        Message message = received.message();
        String source = received.transport().name() + " " + message.id().origin();
        return new DeadLetter(message, source, refusal.code(), refusal.detail(), message.payload());
    }

    List<Received> accepted() {
        return accepted;
    }

    /** @return the messages for the inbox, in order of arrival */
    List<Message> messages() {
        return accepted.stream().map(Received::message).toList();
    }

    /** @return the worst that was found in each message in which something was */
    Map<Message, String> findings() {
        return findings;
    }

    Map<Received, Refusal> refused() {
        return refused;
    }

    Map<Received, Refusal> excluded() {
        return excluded;
    }

    /** @return what asks whether a row is in the inbox, with the key of that row */
    Map<Received, MessageKey> questions() {
        return questions;
    }

    /** @return what is refused, and bytes that are no message */
    List<DeadLetter> deadLetters() {
        return deadLetters;
    }
}
