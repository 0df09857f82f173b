package org.c4igateway.core.flow.rule;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.topics.definition.PayloadRules;
import org.c4igateway.topics.definition.PolicyLevel;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * Refuses payloads that the policy of their topic does not let pass, and counts what it finds in all that it looks at.
 * The detail names the first errors by line and column. Thread-safe.
 */
public final class MtfPayloadCheck implements PayloadCheck {
    private static final int MAX_ERRORS_NAMED = 3;

    private final PayloadRules rules;
    private final Function<String, PolicyLevel> levels;
    private final PayloadMeters meters;
    private final PayloadCheck received;

    private MtfPayloadCheck(
            PayloadRules rules,
            Function<String, PolicyLevel> levels,
            PayloadMeters meters,
            @Nullable PayloadCheck received) {
        this.rules = rules;
        this.levels = levels;
        this.meters = meters;
        this.received = received == null ? this : received;
    }

    /**
     * The check of messages on their way out; {@link #ofReceived} gives that of those that arrive.
     *
     * @param rules what may be asked of a payload
     * @param policy what is asked of it
     * @param registry where findings are counted
     */
    public static MtfPayloadCheck of(PayloadRules rules, PayloadPolicy policy, MeterRegistry registry) {
        var received = new MtfPayloadCheck(rules, policy::received, new PayloadMeters(registry, "inbound"), null);
        return new MtfPayloadCheck(rules, policy::sent, new PayloadMeters(registry, "outbound"), received);
    }

    @Override
    public PayloadCheck ofReceived() {
        return received;
    }

    @Override
    public MessageJudgement check(Message message) {
        PolicyLevel level = levels.apply(message.topicId());
        if (level == PolicyLevel.OFF) {
            return MessageJudgement.CLEAN;
        }
        MtfCheck verdict = rules.check(message.payload(), level);
        meters.checked(verdict);
        String worst = verdict.worst().map(Diagnostic::toString).orElse(null);
        if (verdict.accepted()) {
            return new MessageJudgement(null, worst);
        }
        List<Diagnostic> errors = verdict.errors();
        String detail = errors.stream()
                .limit(MAX_ERRORS_NAMED)
                .map(Diagnostic::toString)
                .collect(Collectors.joining("; "));
        return new MessageJudgement(new Refusal(codeOf(errors), detail), worst);
    }

    private static ErrorCode codeOf(List<Diagnostic> errors) {
        boolean encoding = errors.stream()
                .anyMatch(error ->
                        error.rule().startsWith("encoding.") || error.rule().startsWith("char."));
        return encoding ? ErrorCode.INVALID_ENCODING : ErrorCode.MALFORMED_PAYLOAD;
    }
}
