package org.c4igateway.topics.mtf.rule;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Byte encodings met at the edges. UTF-8 is the one used inside. In all three the bytes of '/', ':' and line ends are
 * safe to split on.
 */
public enum MtfEncoding {
    UTF_8("UTF-8", StandardCharsets.UTF_8),
    /** MS949, the superset of EUC-KR that holds all 11,172 modern Hangul syllables. */
    CP949("MS949", Charset.forName("x-windows-949")),
    CP1252("windows-1252", Charset.forName("windows-1252"));

    /** The names for people, as configuration and commands take them. */
    public static final String NAMES = "UTF-8, MS949 (also CP949, EUC-KR) or windows-1252";

    private final String label;
    private final Charset charset;

    MtfEncoding(String label, Charset charset) {
        this.label = label;
        this.charset = charset;
    }

    /** @return the encoding of that name, in any case of letters; empty for every other charset */
    public static Optional<MtfEncoding> named(String name) {
        return switch (name.toUpperCase(Locale.ROOT).replace('_', '-')) {
            case "UTF-8", "UTF8" -> Optional.of(UTF_8);
            case "MS949", "CP949", "EUC-KR", "WINDOWS-949" -> Optional.of(CP949);
            case "WINDOWS-1252", "CP1252" -> Optional.of(CP1252);
            default -> Optional.empty();
        };
    }

    /** @return the name by which people know it, beside that of the setting */
    public String commonName() {
        return this == CP949 ? "CP949" : label;
    }

    /** @return the name in configuration */
    public String label() {
        return label;
    }

    public Charset charset() {
        return charset;
    }
}
