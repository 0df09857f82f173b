package org.c4igateway.dds.api.qos;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The words of a policy's value, taken from the left. Each failure names the policy and what was expected. */
final class PolicyWords {
    private final String policy;
    private final List<String> words;
    private int at;

    PolicyWords(String policy, String value) {
        this.policy = policy;
        this.words = Arrays.stream(value.strip().split("[\\s,]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    boolean isNext(String word) {
        return at < words.size() && words.get(at).equalsIgnoreCase(word);
    }

    /** @return whether the word was next; then it is taken */
    boolean next(String word) {
        boolean next = isNext(word);
        if (next) {
            at++;
        }
        return next;
    }

    void expect(String word) {
        if (!next(word)) {
            throw problem("expected '" + word + "'");
        }
    }

    <E extends Enum<E>> E constant(Class<E> type) {
        String word = take("one of " + names(type));
        for (E constant : type.getEnumConstants()) {
            if (name(constant).equalsIgnoreCase(word)) {
                return constant;
            }
        }
        throw problem("'" + word + "' is not one of " + names(type));
    }

    int number() {
        String word = take("a number");
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw problem("'" + word + "' is no number");
        }
    }

    int numberAfter(String word, int absent) {
        return next(word) ? number() : absent;
    }

    boolean flag() {
        if (next("true")) {
            return true;
        }
        expect("false");
        return false;
    }

    boolean flagAfter(String word) {
        expect(word);
        return flag();
    }

    Duration duration() {
        String word = take("a duration").toLowerCase(Locale.ROOT);
        if (word.equals("infinite")) {
            return QosPolicy.INFINITE;
        }
        int digits = 0;
        while (digits < word.length() && Character.isDigit(word.charAt(digits))) {
            digits++;
        }
        try {
            long count = Long.parseLong(word.substring(0, digits));
            return switch (word.substring(digits)) {
                case "ns" -> Duration.ofNanos(count);
                case "us" -> Duration.ofNanos(Math.multiplyExact(count, 1_000));
                case "ms" -> Duration.ofMillis(count);
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                case "d" -> Duration.ofDays(count);
                default -> throw problem("'" + word + "' has none of the units ns, us, ms, s, m, h, d");
            };
        } catch (NumberFormatException | ArithmeticException e) {
            throw problem("'" + word + "' is no duration");
        }
    }

    Duration durationOr(Duration absent) {
        return at < words.size() ? duration() : absent;
    }

    Duration durationAfter(String word, Duration absent) {
        return next(word) ? duration() : absent;
    }

    void end() {
        if (at < words.size()) {
            throw problem("'" + words.get(at) + "' is not expected");
        }
    }

    private String take(String expected) {
        if (at == words.size()) {
            throw problem("expected " + expected);
        }
        return words.get(at++);
    }

    private static <E extends Enum<E>> String names(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(PolicyWords::name).collect(Collectors.joining(", "));
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private IllegalArgumentException problem(String what) {
        return new IllegalArgumentException(policy + ": " + what);
    }
}
