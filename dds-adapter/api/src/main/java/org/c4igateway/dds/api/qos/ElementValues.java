package org.c4igateway.dds.api.qos;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The values inside a policy element. The caller requests each by name; values that were not requested are refused. */
final class ElementValues {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

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

    int number(String child, int absent) {
        String text = text(child, Integer.toString(absent));
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw problem(child + " is no number: " + text);
        }
    }

    int limit(String child) {
        String text = text(child, "LENGTH_UNLIMITED");
        return text.equals("LENGTH_UNLIMITED") ? QosPolicy.ResourceLimits.UNLIMITED : number(child, 0);
    }

    boolean flag(String child, boolean absent) {
        String text = text(child, Boolean.toString(absent));
        return switch (text) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw problem(child + " is neither true nor false: " + text);
        };
    }

    <E extends Enum<E>> E kind(Class<E> type, E absent, String suffix) {
        return constant(type, text("kind", absent.name()).replace(suffix, ""));
    }

    static <E extends Enum<E>> E constant(Class<E> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(name + " is none of " + Arrays.toString(type.getEnumConstants())));
    }

    /** Seconds and nanoseconds, either of which may be the word for infinite. */
    Duration duration(String child, Duration absent) {
        Optional<XmlTree> found = child(child);
        if (found.isEmpty()) {
            return absent;
        }
        String seconds = found.get().child("sec").map(XmlTree::text).orElse("0");
        String nanos = found.get().child("nanosec").map(XmlTree::text).orElse("0");
        if (seconds.startsWith("DURATION_INFIN") || nanos.startsWith("DURATION_INFIN")) {
            return QosPolicy.INFINITE;
        }
        try {
            long wholeSeconds = Long.parseLong(seconds);
            if (wholeSeconds == Integer.MAX_VALUE) {
                return QosPolicy.INFINITE;
            }
            long wholeNanos = Long.parseLong(nanos);
            if (wholeNanos < 0 || wholeNanos >= NANOS_PER_SECOND) {
                throw problem(child + " has no nanoseconds below a second: " + nanos);
            }
            return Duration.ofSeconds(wholeSeconds, wholeNanos);
        } catch (NumberFormatException e) {
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
