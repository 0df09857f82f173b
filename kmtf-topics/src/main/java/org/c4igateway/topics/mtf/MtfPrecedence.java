package org.c4igateway.topics.mtf;

import java.util.Optional;

/** Precedence prosigns of ACP 121/127, highest first. */
public enum MtfPrecedence {
    FLASH('Z'),
    IMMEDIATE('O'),
    PRIORITY('P'),
    ROUTINE('R');

    private final char prosign;

    MtfPrecedence(char prosign) {
        this.prosign = prosign;
    }

    /** The precedence with this prosign. */
    public static Optional<MtfPrecedence> ofProsign(char prosign) {
        for (MtfPrecedence precedence : values()) {
            if (precedence.prosign == prosign) {
                return Optional.of(precedence);
            }
        }
        return Optional.empty();
    }
}
