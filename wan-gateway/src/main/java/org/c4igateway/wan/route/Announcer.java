package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.c4igateway.wan.route.site.FarSystem;
import org.c4igateway.wan.route.site.SiteNodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces far systems in the site's domain, in their names. One gateway announces a system at a time: of two that
 * reach it, the one with the lower name. The other takes over when that one is gone. A system whose node is in the
 * domain itself is not announced.
 */
final class Announcer {
    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final String gateway;
    private final Set<String> digests;
    private final String catalogueHash;
    private final LanPort lan;
    private final Map<String, KmtfNode> announced = new HashMap<>();

    /** @param gateway name of this gateway in the domain */
    Announcer(String gateway, TopicCatalogue catalogue, LanPort lan) {
        this.gateway = gateway;
        this.catalogueHash = catalogue.contentHash();
        this.lan = lan;
        this.digests = new HashSet<>();
        catalogue.topics().forEach(topic -> digests.add("%s=%08x".formatted(topic.id(), topic.digest())));
    }

    /**
     * Brings the announcements up to date.
     *
     * @param policies what each link carries, by name
     */
    void show(Collection<FarSystem> systems, SiteNodes nodes, Map<String, LinkPolicy> policies) {
        Set<String> shown = new HashSet<>();
        for (FarSystem system : systems) {
            if (isOurs(system.name(), nodes)) {
                shown.add(system.name());
                KmtfNode node = node(system, policies.getOrDefault(system.next().link(), LinkPolicy.OPEN));
                if (!node.equals(announced.put(system.name(), node))) {
                    LOG.info("{} is announced at {}, reached over {}", system.name(), system.site(), system.next());
                    lan.announce(node);
                }
            }
        }
        for (String name : List.copyOf(announced.keySet())) {
            if (!shown.contains(name)) {
                takeBack(name, nodes);
            }
        }
    }

    /**
     * Disposes systems that no other gateway announces now. A system that another gateway announces must not be
     * disposed.
     */
    private void takeBack(String name, SiteNodes nodes) {
        KmtfNode node = announced.remove(name);
        if (node != null && !nodes.isHere(name) && nodes.gatewayOf(name).isEmpty()) {
            LOG.info("{} is no longer announced", name);
            lan.withdraw(node);
        }
    }

    private boolean isOurs(String system, SiteNodes nodes) {
        return !nodes.isHere(system)
                && nodes.gatewayOf(system)
                        .map(other -> other.compareTo(gateway) > 0)
                        .orElse(true);
    }

    /** @return whether this gateway stands for the system */
    boolean standsFor(String system) {
        return announced.containsKey(system);
    }

    /** Repeats every announcement, as nodes do. */
    void repeat() {
        announced.values().forEach(lan::announce);
    }

    /** Withdraws every announcement. */
    void close(SiteNodes nodes) {
        List.copyOf(announced.keySet()).forEach(name -> takeBack(name, nodes));
    }

    /**
     * Only the topics that the far system, this gateway and the link have in common. When these are not all, the hash
     * is left out, so that nodes compare topic by topic. Subscriptions pass as they are.
     */
    private KmtfNode node(FarSystem system, LinkPolicy policy) {
        List<String> common = new ArrayList<>();
        List<String> subscriptions = new ArrayList<>();
        for (String topic : system.announced().topics()) {
            if (Subscriptions.isEntry(topic)) {
                subscriptions.add(topic);
            } else if (digests.contains(topic) && policy.admits(topic.substring(0, topic.indexOf('=')))) {
                common.add(topic);
            }
        }
        boolean whole = system.announced().catalogueHash().equals(catalogueHash) && common.size() == digests.size();
        common.addAll(subscriptions);
        return new KmtfNode(
                system.name(),
                system.announced().incarnation(),
                whole ? catalogueHash : "",
                common,
                gateway + " " + Long.toHexString(system.way()),
                system.announced().database());
    }
}
