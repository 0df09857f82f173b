package org.c4igateway.topics.mtf.rule;

/**
 * How a message is read.
 *
 * @param profile STRICT or LENIENT
 * @param encoding encoding of the bytes
 * @param lineUnit what {@code lineLength} counts
 * @param lineLength longest line of the main text, line end not counted
 * @param limits bounds against hostile input
 */
public record ParseOptions(
        MtfProfile profile, MtfEncoding encoding, LineUnit lineUnit, int lineLength, ParseLimits limits) {
    /** Longest line of ADatP-3 Part I §313. */
    public static final int STANDARD_LINE_LENGTH = 69;

    public ParseOptions {
        if (lineLength < 10) {
            throw new IllegalArgumentException("a line shorter than 10 cannot hold a set: " + lineLength);
        }
    }

    /** UTF-8, lines of 69 characters, default limits. */
    public static ParseOptions of(MtfProfile profile) {
        return new ParseOptions(
                profile, MtfEncoding.UTF_8, LineUnit.CHARACTERS, STANDARD_LINE_LENGTH, ParseLimits.defaults());
    }

    public static ParseOptions strict() {
        return of(MtfProfile.STRICT);
    }

    public static ParseOptions lenient() {
        return of(MtfProfile.LENIENT);
    }

    public ParseOptions withEncoding(MtfEncoding newEncoding) {
        return new ParseOptions(profile, newEncoding, lineUnit, lineLength, limits);
    }

    public ParseOptions withLineUnit(LineUnit newUnit) {
        return new ParseOptions(profile, encoding, newUnit, lineLength, limits);
    }

    public ParseOptions withLimits(ParseLimits newLimits) {
        return new ParseOptions(profile, encoding, lineUnit, lineLength, newLimits);
    }
}
