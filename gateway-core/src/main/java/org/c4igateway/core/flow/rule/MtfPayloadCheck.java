package org.c4igateway.core.flow.rule;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.jspecify.annotations.Nullable;

/**
 * Refuses payloads that are no MTF. The detail names the first errors by line and column.
 *
 * @param options how strictly to read
 */
public record MtfPayloadCheck(ParseOptions options) implements PayloadCheck {
    private static final int MAX_ERRORS_NAMED = 3;

    public MtfPayloadCheck {
        Objects.requireNonNull(options);
    }

    @Override
    public @Nullable Refusal check(Message message) {
        MtfCheck verdict = MtfParser.check(message.payload(), options);
        if (verdict.accepted()) {
            return null;
        }
        List<Diagnostic> errors = verdict.errors();
        String detail = errors.stream()
                .limit(MAX_ERRORS_NAMED)
                .map(Diagnostic::toString)
                .collect(Collectors.joining("; "));
        return new Refusal(codeOf(errors), detail);
    }

    private static ErrorCode codeOf(List<Diagnostic> errors) {
        boolean encoding = errors.stream()
                .anyMatch(error ->
                        error.rule().startsWith("encoding.") || error.rule().startsWith("char."));
        return encoding ? ErrorCode.INVALID_ENCODING : ErrorCode.MALFORMED_PAYLOAD;
    }
}
