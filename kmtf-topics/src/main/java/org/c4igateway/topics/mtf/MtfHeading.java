package org.c4igateway.topics.mtf;

import java.util.Optional;

/**
 * The part before the main text (ACP 126/127), kept unchanged.
 *
 * @param text all of it with its line ends; "" when the message starts with its main text
 * @param precedence action precedence from the line with the date-time group, such as {@code O P 211200I NOV 26}
 */
public record MtfHeading(String text, Optional<MtfPrecedence> precedence) {
    static final MtfHeading NONE = new MtfHeading("", Optional.empty());
    private static final int LINES_LOOKED_AT = 50;

    static MtfHeading read(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        return text.lines()
                .limit(LINES_LOOKED_AT)
                .map(line -> readLine(text, line.strip()))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> new MtfHeading(text, Optional.empty()));
    }

    private static Optional<MtfHeading> readLine(String text, String line) {
        int at = 0;
        Optional<MtfPrecedence> action = Optional.empty();
        for (int i = 0; i < 2 && at + 1 < line.length() && line.charAt(at + 1) == ' '; i++) {
            Optional<MtfPrecedence> precedence = MtfPrecedence.ofProsign(line.charAt(at));
            if (precedence.isEmpty()) {
                return Optional.empty();
            }
            action = action.isEmpty() ? precedence : action;
            at += 2;
        }
        String group = line.substring(at);
        boolean dated = group.length() >= 7
                && group.substring(0, 6).chars().allMatch(c -> c >= '0' && c <= '9')
                && group.charAt(6) >= 'A'
                && group.charAt(6) <= 'Z';
        return action.isPresent() && dated ? Optional.of(new MtfHeading(text, action)) : Optional.empty();
    }
}
