package org.c4igateway.topics.mtf.rule;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Byte encodings met at the edges. UTF-8 is the one used inside. In all three the bytes of '/', ':' and line ends are
 * safe to split on.
 */
public enum MtfEncoding {
    UTF_8(StandardCharsets.UTF_8),
    /** MS949, the superset of EUC-KR that holds all 11,172 modern Hangul syllables. */
    CP949(Charset.forName("x-windows-949")),
    CP1252(Charset.forName("windows-1252"));

    private final Charset charset;

    MtfEncoding(Charset charset) {
        this.charset = charset;
    }

    public Charset charset() {
        return charset;
    }
}
