package org.c4igateway.core.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What an operator needs to know about one code. The texts are Markdown, with links relative to {@code docs/reference}.
 *
 * @param code what it is about
 * @param meaning what has happened, and what that means for messages
 * @param remedy what to do
 * @param keys keys of the configuration that it depends on; empty when none does
 * @param command the command that shows more or helps, without the name of the program
 */
public record CodeAdvice(ErrorCode code, String meaning, String remedy, List<String> keys, String command) {
    private static final String RESOURCE = "codes.txt";
    private static final String NO_KEYS = "none";
    private static final int FIELDS = 4;

    public CodeAdvice {
        Objects.requireNonNull(code);
        keys = List.copyOf(keys);
        if (meaning.isBlank() || remedy.isBlank() || command.isBlank()) {
            throw new IllegalArgumentException(code + " needs a meaning, a remedy and a command");
        }
    }

    /** @return that of each code, in their order */
    public static List<CodeAdvice> all() {
        Map<ErrorCode, CodeAdvice> read = new EnumMap<>(ErrorCode.class);
        List<List<String>> entries = entries();
        for (List<String> entry : entries) {
            CodeAdvice advice = of(entry);
            if (read.put(advice.code(), advice) != null) {
                throw new IllegalStateException(RESOURCE + " describes " + advice.code() + " twice");
            }
        }
        for (ErrorCode code : ErrorCode.values()) {
            if (!read.containsKey(code)) {
                throw new IllegalStateException(RESOURCE + " does not describe " + code.code() + " " + code);
            }
        }
        return List.copyOf(read.values());
    }

    private static CodeAdvice of(List<String> entry) {
        if (entry.size() != 1 + FIELDS) {
            throw new IllegalStateException(RESOURCE + " has " + entry.size() + " lines in the entry " + entry);
        }
        ErrorCode code = ErrorCode.valueOf(entry.getFirst().substring(ErrorCode.PREFIX.length() + "nnn ".length()));
        if (!entry.getFirst().equals(code.code() + " " + code)) {
            throw new IllegalStateException(RESOURCE + " calls " + code + " " + entry.getFirst());
        }
        String keys = field(entry, 3, "keys: ");
        return new CodeAdvice(
                code,
                field(entry, 1, "means: "),
                field(entry, 2, "do: "),
                keys.equals(NO_KEYS) ? List.of() : List.of(keys.split(", ", -1)),
                field(entry, 4, "run: "));
    }

    private static String field(List<String> entry, int line, String name) {
        String text = entry.get(line);
        if (!text.startsWith(name)) {
            throw new IllegalStateException(RESOURCE + " has '" + text + "' instead of " + name);
        }
        return text.substring(name.length());
    }

    /** Blocks of lines between empty ones. */
    private static List<List<String>> entries() {
        List<List<String>> entries = new ArrayList<>();
        List<String> entry = new ArrayList<>();
        InputStream file = Objects.requireNonNull(CodeAdvice.class.getResourceAsStream(RESOURCE), RESOURCE);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            for (String line : lines.lines().toList()) {
                if (line.isEmpty()) {
                    entries.add(entry);
                    entry = new ArrayList<>();
                } else {
                    entry.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        entries.add(entry);
        return entries;
    }
}
