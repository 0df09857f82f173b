package org.c4igateway.lab.advise;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.c4igateway.lab.net.Impairment;

/**
 * The scenario that measures links of a user, as a file of the lab: one condition for each link. One system sends, the
 * others are at the far end, behind a router when there are several.
 */
public record TrialScenario(AskedNetwork network, List<AskedNetwork.Link> links, int repetitions) {
    /** Reliable, of the operations class. */
    private static final String TOPIC = "A080";

    private static final int WARM_UP = 200;
    private static final double FLOW_SECONDS = 15;
    private static final double PACED_SECONDS = 30;
    private static final int MIN_MESSAGES = 50;
    private static final int MAX_MESSAGES = 3_000;
    private static final double SLOWEST_SHARE = 12;
    private static final double MIN_LIMIT = 90;
    private static final double MAX_LIMIT = 600;
    /** At a lower rate the fewest messages would take longer than the longest run as fast as the link takes them. */
    static final double LEAST_PER_SECOND = 0.1;

    private static final int SEED = 20;

    public TrialScenario {
        links = List.copyOf(links);
    }

    /** The file. */
    public String yaml() {
        int mean = network.messages().meanBytes();
        return """
                title: {en: "Advice: short matrix on a user's links", ko: "조언: 사용자 링크의 짧은 비교"}
                figure: %s
                network:
                %s
                cells: [%s]
                workload: {from: ALPHA, to: all, messages: %d, bytes: %s, topic: %s, precedence: %s, per-second: %s}
                warm-up: %d
                time-limit: %ds
                repetitions: %d
                seed: %d
                wire-bytes: {tcp: %d, dds: %d, frames: %d, compressed: %d}
                conditions:
                """.formatted(
                        network.messages().isPaced() ? "latency" : "rate",
                        topology(),
                        String.join(", ", Advisable.names()),
                        MAX_MESSAGES,
                        network.messages().bytes() == 0
                                ? "realistic"
                                : "" + network.messages().bytes(),
                        TOPIC,
                        network.messages().precedence(),
                        network.messages().isPaced() ? "" + network.messages().perSecond() : "burst",
                        WARM_UP,
                        limitSeconds(),
                        repetitions,
                        SEED,
                        mean,
                        mean,
                        mean,
                        mean)
                + links.stream().map(this::condition).collect(Collectors.joining());
    }

    private String topology() {
        List<String> others =
                IntStream.range(1, network.systems()).mapToObj(i -> "FAR" + i).toList();
        String hosts = "  hosts: [ALPHA, " + String.join(", ", others) + "]\n";
        if (others.size() == 1) {
            return hosts + "  links: {link: [ALPHA, FAR1]}";
        }
        return hosts + "  switches: [near, far]\n  routers: [NEAR, FAR]\n  links:\n    alpha: [ALPHA, near]\n"
                + "    near-router: [NEAR, near]\n    far-router: [FAR, far]\n    link: [NEAR, FAR]\n"
                + others.stream()
                        .map(name -> "    to-" + name.toLowerCase(Locale.ROOT) + ": [" + name + ", far]")
                        .collect(Collectors.joining("\n"));
    }

    private String condition(AskedNetwork.Link link) {
        String events = link.outage().isZero()
                ? ""
                : "    events: [{at: 0s, submit: all}, {at: 2s, silence: link}, {at: %dms, restore: link}]\n"
                        .formatted(2_000 + link.outage().toMillis());
        return "  \"%s\":\n    workload: {messages: %d}\n    links: {link: {forward: %s, backward: %s}}\n"
                        .formatted(
                                link.name(),
                                messages(link),
                                way(link.ways().forward()),
                                way(link.ways().backward()))
                + events;
    }

    private static String way(Impairment way) {
        Impairment.Delay delay = way.delay();
        return String.format(
                Locale.ROOT,
                "{rate: %s, queue: %d, loss: %.4f %%, burst: %.3f, loss-before-shaper: %s, delay: %s, jitter: %s,"
                        + " reorder: %s, duplication: %.4f %%, corruption: %.4f %%}",
                way.rate().bitsPerSecond() == 0 ? "unlimited" : rate(way.rate().bitsPerSecond()),
                way.rate().queuePackets(),
                way.loss().share() * 100,
                way.loss().meanBurst(),
                way.loss().placement() == Impairment.Loss.Placement.BEFORE_SHAPER ? "yes" : "no",
                time(delay.base()),
                time(delay.jitter()),
                delay.mayReorder() ? "yes" : "no",
                way.duplication() * 100,
                way.corruption() * 100);
    }

    /** Scenarios write six digits before the unit. */
    private static String rate(long bitsPerSecond) {
        return bitsPerSecond < 1_000_000
                ? "" + bitsPerSecond
                : String.format(Locale.ROOT, "%.3fM", bitsPerSecond / 1e6);
    }

    private static String time(Duration time) {
        return time.toNanos() / 1_000 + "us";
    }

    /** So many that an ideal transport needs some seconds. */
    int messages(AskedNetwork.Link link) {
        double wanted = network.messages().isPaced()
                ? network.messages().perSecond() * PACED_SECONDS
                : network.bound(link) == 0 ? MAX_MESSAGES : network.bound(link) * FLOW_SECONDS;
        return Math.clamp(Math.round(wanted), MIN_MESSAGES, MAX_MESSAGES);
    }

    private long limitSeconds() {
        return Math.round(links.stream().mapToDouble(this::limit).max().orElse(MIN_LIMIT));
    }

    /** A transport that needs twelve times as long as an ideal one has not finished. */
    private double limit(AskedNetwork.Link link) {
        if (network.messages().isPaced()) {
            double offered = messages(link) / network.messages().perSecond();
            return offered + (SLOWEST_SHARE - 1) * PACED_SECONDS + link.outage().toSeconds();
        }
        double bound = network.bound(link);
        double ideal = bound == 0 ? 1 : messages(link) / bound;
        return Math.clamp(ideal * SLOWEST_SHARE + link.outage().toSeconds(), MIN_LIMIT, MAX_LIMIT);
    }
}
