package org.c4igateway.lab.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.c4igateway.topics.yaml.YamlNode;

/** Values with units as scenarios write them: {@code 128k} bit/s, {@code 10 %}, {@code 50ms}. */
public final class Units {
    private static final Pattern RATE = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?) ?([kMG]?)(?:bit/s)?");
    private static final Pattern VOLUME = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?) ?([kMG])B?");
    private static final Pattern COUNT = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?) ?([kMG])");
    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,4})?) ?%");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?) ?(us|ms|s|min|h)");

    private Units() {}

    /** A rate in bit/s. */
    public static long bitsPerSecond(YamlNode node) {
        Matcher matcher = match(RATE, node, "a rate such as 128k, 2M or 1G (bit/s), or unlimited");
        double factor = switch (matcher.group(2)) {
            case "k" -> 1e3;
            case "M" -> 1e6;
            case "G" -> 1e9;
            default -> 1;
        };
        return Math.round(Double.parseDouble(matcher.group(1)) * factor);
    }

    /** A volume in bytes. */
    static long bytes(YamlNode node) {
        return powerOfThousand(match(VOLUME, node, "a volume such as 500M or 10G (bytes)"));
    }

    /** A large number of things. */
    static long count(YamlNode node) {
        return powerOfThousand(match(COUNT, node, "a number such as 300k or 10M"));
    }

    private static long powerOfThousand(Matcher matcher) {
        double factor = switch (matcher.group(2)) {
            case "k" -> 1e3;
            case "M" -> 1e6;
            default -> 1e9;
        };
        return Math.round(Double.parseDouble(matcher.group(1)) * factor);
    }

    /** A share from 0 to 1. */
    public static double share(YamlNode node) {
        Matcher matcher = match(SHARE, node, "a share such as 10 %");
        double share = Double.parseDouble(matcher.group(1)) / 100;
        if (share > 1) {
            throw node.fault("more than 100 %");
        }
        return share;
    }

    /** A time with its unit. */
    public static Duration time(YamlNode node) {
        Matcher matcher = match(TIME, node, "a time such as 50ms, 2s or 5min");
        double nanos = Double.parseDouble(matcher.group(1))
                * switch (matcher.group(2)) {
                    case "us" -> 1e3;
                    case "ms" -> 1e6;
                    case "s" -> 1e9;
                    case "min" -> 60e9;
                    default -> 3_600e9;
                };
        return Duration.ofNanos(Math.round(nanos));
    }

    static boolean yes(YamlNode node) {
        return switch (node.text()) {
            case "true", "yes" -> true;
            case "false", "no" -> false;
            default -> throw node.fault("'" + node.text() + "' is neither yes nor no");
        };
    }

    private static Matcher match(Pattern pattern, YamlNode node, String expected) {
        Matcher matcher = pattern.matcher(node.text().strip());
        if (!matcher.matches()) {
            throw node.fault("'" + node.text() + "' is not " + expected);
        }
        return matcher;
    }

    /**
     * One number or a list of them, each once.
     *
     * @param name of one of them
     * @param rule what is said of one that is above {@code most}
     */
    static List<Integer> ascending(YamlNode node, int fewest, int most, String name, String rule) {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (YamlNode item : ExchangeReader.items(node)) {
            int number = item.integer(fewest);
            if (number > most) {
                throw item.fault(rule + ", not " + number);
            }
            if (!numbers.add(number)) {
                throw item.fault("the " + name + " " + number + " stands there twice");
            }
        }
        if (numbers.isEmpty()) {
            throw node.fault("no " + name);
        }
        return new ArrayList<>(numbers);
    }
}
