package org.c4igateway.topics.mtf;

import java.util.Optional;

/**
 * What stands after the main text (ACP 126/127), kept as it is.
 *
 * @param text all of it with its line ends; "" when the message ends with its main text
 * @param breakSign whether it has a BT line
 * @param number message number such as {@code #0001}
 * @param endOfMessage whether it has the NNNN line
 */
public record MtfEnding(String text, boolean breakSign, Optional<String> number, boolean endOfMessage) {
    static final MtfEnding NONE = new MtfEnding("", false, Optional.empty(), false);
    private static final int LINES_LOOKED_AT = 50;

    static MtfEnding read(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        var lines = text.lines().limit(LINES_LOOKED_AT).map(String::strip).toList();
        Optional<String> number = lines.stream()
                .filter(line -> line.length() == 5 && line.startsWith("#"))
                .findFirst();
        return new MtfEnding(text, lines.contains("BT"), number, lines.contains("NNNN"));
    }
}
