package org.c4igateway.dds.api.qos;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.dds.api.xml.XmlTree;

/**
 * The values inside a policy element, as words of {@link PolicyText}. The caller requests each by name; values that
 * were not requested are refused.
 */
final class ElementValues {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final String INFINITE = "infinite";
    private static final String UNLIMITED = "LENGTH_UNLIMITED";

    private final XmlTree element;
    private final Set<String> asked = new HashSet<>();

    ElementValues(XmlTree element) {
        this.element = element;
    }

    /** To be called when all is read. */
    void refuseUnread() {
        for (XmlTree child : element.children()) {
            if (!asked.remove(child.name())) {
                throw problem(child.name() + " is not known, or occurs twice");
            }
        }
    }

    private Optional<XmlTree> child(String name) {
        asked.add(name);
        return element.child(name);
    }

    String name() {
        return element.name();
    }

    String text(String child, String absent) {
        return child(child).map(XmlTree::text).orElse(absent);
    }

    /** A number as the document has it; who reads the words refuses other numbers than the policy's. */
    String number(String child, String absent) {
        String text = text(child, absent);
        if (!text.matches("-?\\d+")) {
            throw problem(child + " is no number: " + text);
        }
        return text;
    }

    /** @return a limit of that name behind a space; empty when there is none */
    String limit(String child) {
        String text = text(child, UNLIMITED);
        return text.equals(UNLIMITED) ? "" : " " + word(child) + " " + number(child, text);
    }

    boolean flag(String child, boolean absent) {
        String text = text(child, Boolean.toString(absent));
        return switch (text) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw problem(child + " is neither true nor false: " + text);
        };
    }

    /** The kind of a policy. */
    String kind(String absent, String suffix) {
        return constant("kind", absent, suffix);
    }

    /**
     * A constant of DDS-XML, which has capital letters.
     *
     * @param suffix part that YAML leaves out
     */
    String constant(String child, String absent, String suffix) {
        String text = text(child, absent);
        if (!text.matches("[A-Z_]+")) {
            throw problem(child + " is no constant: " + text);
        }
        return word(text.replace(suffix, ""));
    }

    private static String word(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @return a duration behind that text; empty when there is none */
    String durationAfter(String words, String child) {
        String duration = duration(child, "");
        return duration.isEmpty() ? "" : words + duration;
    }

    /** Seconds and nanoseconds, either of which may be the word for infinite. */
    String duration(String child, String absent) {
        Optional<XmlTree> found = child(child);
        if (found.isEmpty()) {
            return absent;
        }
        String seconds = found.get().child("sec").map(XmlTree::text).orElse("0");
        String nanos = found.get().child("nanosec").map(XmlTree::text).orElse("0");
        if (seconds.startsWith("DURATION_INFIN") || nanos.startsWith("DURATION_INFIN")) {
            return INFINITE;
        }
        try {
            long wholeSeconds = Long.parseLong(seconds);
            if (wholeSeconds == Integer.MAX_VALUE) {
                return INFINITE;
            }
            long wholeNanos = Long.parseLong(nanos);
            if (wholeNanos < 0 || wholeNanos >= NANOS_PER_SECOND) {
                throw problem(child + " has no nanoseconds below a second: " + nanos);
            }
            return Math.addExact(Math.multiplyExact(wholeSeconds, NANOS_PER_SECOND), wholeNanos) + "ns";
        } catch (NumberFormatException | ArithmeticException e) {
            throw problem(child + " is no duration: " + seconds + " s " + nanos + " ns");
        }
    }

    /** Names of a partition. */
    List<String> names() {
        return child("name").stream()
                .flatMap(name -> name.children().stream())
                .map(XmlTree::text)
                .toList();
    }

    private IllegalArgumentException problem(String what) {
        return new IllegalArgumentException("<" + element.name() + ">: " + what);
    }
}
