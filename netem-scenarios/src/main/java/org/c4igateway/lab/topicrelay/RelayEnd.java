package org.c4igateway.lab.topicrelay;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.route.LanPort;
import org.c4igateway.wan.route.RouterIdentity;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.c4igateway.wan.route.site.RouteEpochs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A relay's end in one WAN domain. Each side's nodes are announced on the other with the gateway in {@code via}, so
 * that they are counted as readers of the gateway; the word after its name changes whenever a gateway on the way begins
 * anew.
 */
final class RelayEnd {
    private static final Logger LOG = LoggerFactory.getLogger(RelayEnd.class);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int MAX_FAR = 4_096;

    private final RouterIdentity identity;
    private final TopicCatalogue catalogue;
    private final LanPort wan;
    private final LanPort lan;
    private final LinkPolicy policy;
    private final Map<String, KmtfNode> far = new TreeMap<>();
    private final Map<String, KmtfNode> shown = new TreeMap<>();
    private final Map<String, KmtfNode> told = new TreeMap<>();
    private long breaks;
    private long metAtNanos;

    RelayEnd(RouterIdentity identity, TopicCatalogue catalogue, LanPort wan, LanPort lan, LinkPolicy policy) {
        this.identity = identity;
        this.catalogue = catalogue;
        this.wan = wan;
        this.lan = lan;
        this.policy = policy;
    }

    void write(KmtfMessage message, long sourceNanos) {
        if (policy.admits(message.topicId())) {
            wan.write(message, sourceNanos);
        }
    }

    void write(KmtfReceipt receipt, long sourceNanos) {
        wan.write(receipt, sourceNanos);
    }

    void announced(KmtfNode node, ClockReading now) {
        if (far.size() < MAX_FAR || far.containsKey(node.system())) {
            if (!gateways().contains(gateway(node))) {
                metAtNanos = now.nanos();
            }
            far.put(node.system(), node);
        }
    }

    void gone(String system) {
        if (far.remove(system) != null) {
            breaks++;
        }
    }

    void broken() {
        breaks++;
    }

    boolean has(String system) {
        return far.containsKey(system);
    }

    /** Announces the site's nodes to the other gateways. */
    void tell(List<KmtfNode> here, boolean repeat) {
        Set<String> names = new HashSet<>();
        for (KmtfNode node : here) {
            names.add(node.system());
            if (!node.equals(told.put(node.system(), node)) || repeat) {
                wan.announce(node);
            }
        }
        for (String name : List.copyOf(told.keySet())) {
            if (!names.contains(name)) {
                withdraw(told, name, wan);
            }
        }
    }

    /** Announces far nodes in the site's domain, once what is written for them arrives at their gateways. */
    void show(Predicate<String> isHere, boolean repeat, ClockReading now) {
        boolean matched = hasMatched(now);
        far.forEach((system, node) -> {
            if (!isHere.test(system) && (matched || shown.containsKey(system))) {
                KmtfNode announcement = TopicRelay.withVia(
                        node, TopicRelay.via(identity, RouteEpochs.join(breaks, number(node.via()))));
                if (!announcement.equals(shown.put(system, announcement)) || repeat) {
                    lan.announce(announcement);
                }
            }
        });
        for (String name : List.copyOf(shown.keySet())) {
            if (!far.containsKey(name) || isHere.test(name)) {
                withdraw(shown, name, lan);
            }
        }
    }

    private static void withdraw(Map<String, KmtfNode> announced, String name, LanPort port) {
        KmtfNode node = announced.remove(name);
        if (node != null) {
            port.withdraw(node);
        }
    }

    /** Normally a gateway reads every topic. One with a smaller catalogue never does, so the wait is bounded. */
    private boolean hasMatched(ClockReading now) {
        int gateways = gateways().size();
        boolean all = catalogue.topics().stream().allMatch(topic -> wan.readersOf(topic.id()) >= gateways);
        boolean late = now.nanos() - metAtNanos >= PATIENCE_NANOS;
        if (!all && late && shown.isEmpty() && gateways > 0) {
            LOG.warn("{} has not matched all topics in time. The gateway sends to it anyway", gateways());
        }
        return all || late;
    }

    private Set<String> gateways() {
        Set<String> gateways = new HashSet<>();
        far.values().forEach(node -> gateways.add(gateway(node)));
        return gateways;
    }

    private static String gateway(KmtfNode node) {
        int blank = node.via().indexOf(' ');
        return blank < 0 ? node.via() : node.via().substring(0, blank);
    }

    private static long number(String via) {
        CRC32C sum = new CRC32C();
        sum.update(via.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }

    void close() {
        List.copyOf(told.keySet()).forEach(name -> withdraw(told, name, wan));
        List.copyOf(shown.keySet()).forEach(name -> withdraw(shown, name, lan));
        far.clear();
    }
}
