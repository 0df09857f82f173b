package org.c4igateway.lab.advise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.c4igateway.lab.scenario.LinkReader;
import org.c4igateway.lab.scenario.ScenarioException;
import org.c4igateway.lab.scenario.Units;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads the file of a network that advice is wanted for. */
public final class AskedNetworkReader {
    private static final Set<String> KEYS = Set.of("systems", "messages", "links", "outages");
    private static final Set<String> MESSAGES = Set.of("bytes", "precedence", "per-second");
    private static final List<String> PRECEDENCES = List.of("flash", "immediate", "priority", "routine", "mixed");
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N} .%+_-]{1,40}");
    private static final int MAX_CHARACTERS = 1 << 20;
    private static final int MAX_SYSTEMS = 8;
    private static final int MAX_LINKS = 50;
    private static final int MIN_BYTES = 100;
    private static final int MAX_BYTES = 1_000_000;
    private static final double MAX_PER_SECOND = 1_000;
    private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(2);

    private AskedNetworkReader() {}

    /**
     * @param file its name, for complaints
     * @throws ScenarioException with place and reason
     */
    public static AskedNetwork read(String file, String yaml) throws ScenarioException {
        try {
            return read(YamlNode.read(file, yaml, MAX_CHARACTERS));
        } catch (YamlNode.Fault e) {
            throw new ScenarioException(List.of(String.valueOf(e.getMessage())));
        }
    }

    private static AskedNetwork read(YamlNode root) {
        Map<String, YamlNode> entries = root.map(KEYS);
        return new AskedNetwork(
                systems(entries.get("systems")),
                messages(entries.get("messages")),
                links(root.required(entries, "links"), entries.get("outages")));
    }

    private static int systems(@Nullable YamlNode node) {
        int systems = node == null ? 2 : node.integer(2);
        if (node != null && systems > MAX_SYSTEMS) {
            throw node.fault("systems: at most " + MAX_SYSTEMS + ", not " + systems);
        }
        return systems;
    }

    private static AskedNetwork.Messages messages(@Nullable YamlNode node) {
        if (node == null) {
            return new AskedNetwork.Messages(0, "routine", 0);
        }
        Map<String, YamlNode> entries = node.map(MESSAGES);
        YamlNode precedence = entries.get("precedence");
        if (precedence != null && !PRECEDENCES.contains(precedence.text())) {
            throw precedence.fault(
                    "precedence: '" + precedence.text() + "' is not one of " + String.join(", ", PRECEDENCES));
        }
        return new AskedNetwork.Messages(
                bytes(entries.get("bytes")),
                precedence == null ? "routine" : precedence.text(),
                perSecond(entries.get("per-second")));
    }

    private static int bytes(@Nullable YamlNode node) {
        if (node == null || node.text().equals("realistic")) {
            return 0;
        }
        int bytes = node.integer(MIN_BYTES);
        if (bytes > MAX_BYTES) {
            throw node.fault("bytes: at most " + MAX_BYTES + ", not " + bytes);
        }
        return bytes;
    }

    private static double perSecond(@Nullable YamlNode node) {
        if (node == null || node.text().equals("burst")) {
            return 0;
        }
        double rate = node.number();
        if (rate < TrialScenario.LEAST_PER_SECOND || rate > MAX_PER_SECOND) {
            throw node.fault("per-second: burst, or a number from " + TrialScenario.LEAST_PER_SECOND + " to "
                    + MAX_PER_SECOND + ", not " + node.text() + "; give slower messages the least rate");
        }
        return rate;
    }

    private static List<AskedNetwork.Link> links(YamlNode section, @Nullable YamlNode outages) {
        Map<String, YamlNode> named = section.map(Set.of());
        if (named.isEmpty() || named.size() > MAX_LINKS) {
            throw section.fault("links: 1 to " + MAX_LINKS + ", not " + named.size());
        }
        Map<String, YamlNode> silent = outages == null ? Map.of() : outages.map(named.keySet());
        List<AskedNetwork.Link> links = new ArrayList<>();
        named.forEach((name, node) -> {
            if (!NAME.matcher(name).matches()) {
                throw node.fault("links: the name '" + name + "' is not made of letters, digits, blanks and .%+-");
            }
            links.add(new AskedNetwork.Link(name, LinkReader.read(node), outage(silent.get(name))));
        });
        return links;
    }

    private static Duration outage(@Nullable YamlNode node) {
        Duration outage = node == null ? Duration.ZERO : Units.time(node);
        if (node != null && outage.compareTo(LONGEST_OUTAGE) > 0) {
            throw node.fault("outages: at most 2min, not " + node.text());
        }
        return outage;
    }
}
