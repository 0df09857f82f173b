package org.c4igateway.wan.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.c4igateway.app.trace.TraceSettings;
import org.c4igateway.core.message.LabelList;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.BitRate;
import org.c4igateway.core.transport.Dscp;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration of a WAN gateway, {@code c4i.wan.*} in its YAML file.
 *
 * @param site name of this site, different from those of all other gateways
 * @param catalogue topic catalogue file; the shipped reference catalogue when absent
 * @param lan how to join the site's domain, with the keys of {@code c4i.transports.dds}
 * @param maxLan most bytes that wait for readers of that domain
 * @param provider DDS implementation of the links
 * @param dscp marks of the datagrams of all links
 * @param traces of which messages traces are made, and where they go
 * @param links by name; the name is that of the site at the other end, unless {@code peers} says otherwise
 */
public record WanProperties(
        @Nullable String site,
        @Nullable Path catalogue,
        @DefaultValue DdsSettings lan,
        @DefaultValue("64MB") DataSize maxLan,
        @DefaultValue("cyclone") String provider,
        @DefaultValue Map<String, LinkProperties> links,
        @DefaultValue DscpSettings dscp,
        @DefaultValue TraceSettings traces) {
    /** Prefix of the keys. */
    public static final String PREFIX = "c4i.wan";

    public WanProperties {
        WanFault.require(
                site != null && SystemName.isValid(site), "site", site, "the name of this site, 1-32 of A-Z 0-9 . _ -");
        WanFault.require(maxLan.toBytes() > 0, "max-lan", maxLan, "a size above 0");
        dscp.wrong().ifPresent(wrong -> WanFault.require(false, "dscp." + wrong.key(), wrong.text(), Dscp.FORMS));
        links = new TreeMap<>(links);
        WanFault.require(!links.isEmpty(), "links", null, "at least one link");
        for (Map.Entry<String, LinkProperties> link : links.entrySet()) {
            String key = "links." + link.getKey();
            WanFault.require(SystemName.isValid(link.getKey()), key, link.getKey(), "a name of 1-32 of A-Z 0-9 . _ -");
            link.getValue().check(key, site == null ? "" : site);
            DataSize window = link.getValue().window();
            WanFault.require(
                    window == null || (window.toBytes() >= 0 && window.toBytes() <= maxLan.toBytes()),
                    key + ".window",
                    window,
                    "a size from 0 to max-lan (" + maxLan + ")");
        }
    }

    /**
     * One link as the file has it. {@link org.c4igateway.wan.gateway.LinkSpec} is what the gateway makes of it.
     *
     * @param domainId DDS domain of the link, kept apart from those of the sites
     * @param interfaces names or addresses of network interfaces; empty lets the provider choose
     * @param port UDP port on which this end listens
     * @param peers {@code host:port} by site
     * @param group multicast group that carries one stream of each member to all others
     * @param announcement how often this end announces itself to a peer; when absent as often as half a percent of the
     *     rate allows, from 1 s to 30 s
     * @param rate of the link in the sending direction, such as {@code 128kbit}
     * @param keys file of pre-shared keys; required unless {@code insecure}
     * @param insecure true sends without encryption and accepts datagrams of any sender; for demonstrations
     * @param compression whether records are compressed
     * @param allow ids of topics that it carries; empty for all
     * @param block ids of topics that it does not carry
     * @param caps most messages per second by topic id
     * @param labels of messages that it carries, with * at the end for any further text; every label when absent
     * @param hold how long the systems behind a silent peer stay announced; one hour, or the journal's age, when absent
     * @param queue bounds of what waits for the link
     * @param journal where what waits survives a restart
     * @param window most bytes of frames beyond the 8,192 of each precedence that are in flight, and as many that are
     *     kept for one that is missing; at most {@code max-lan}, since they may be delivered at once. When absent, what
     *     the link carries in 12 s, at most its share of an eighth of the heap and of half of {@code max-lan}
     * @param routineFloor share of the rate that ROUTINE keeps under a flood of more urgent messages
     */
    public record LinkProperties(
            @DefaultValue("100") int domainId,
            @DefaultValue List<String> interfaces,
            @DefaultValue("7600") int port,
            @DefaultValue Map<String, String> peers,
            DomainConfig.@Nullable Group group,
            @Nullable Duration announcement,
            @Nullable String rate,
            @Nullable Path keys,
            @DefaultValue("false") boolean insecure,
            @DefaultValue("true") boolean compression,
            @DefaultValue List<String> allow,
            @DefaultValue List<String> block,
            @DefaultValue Map<String, Double> caps,
            @Nullable List<String> labels,
            @Nullable Duration hold,
            @DefaultValue QueueProperties queue,
            @DefaultValue JournalProperties journal,
            @Nullable DataSize window,

            @DefaultValue("" + LinkSettings.Shares.ROUTINE_FLOOR)
            double routineFloor) {
        public LinkProperties {
            interfaces = List.copyOf(interfaces);
            peers = new TreeMap<>(peers);
            allow = List.copyOf(allow);
            block = List.copyOf(block);
            caps = new TreeMap<>(caps);
            labels = labels == null ? null : List.copyOf(labels);
            hold = hold == null ? defaultHold(journal) : hold;
        }

        /** Labels of messages that the link carries. */
        LabelList released() {
            return labels == null ? LabelList.ALL : new LabelList(labels);
        }

        private boolean hasLabels() {
            try {
                var _ = released();
                return true;
            } catch (IllegalArgumentException _) {
                return false;
            }
        }

        private static Duration defaultHold(JournalProperties journal) {
            return journal.directory() == null ? Duration.ofHours(1) : journal.age();
        }

        /** How long the systems behind a silent peer stay announced. */
        Duration holding() {
            return Objects.requireNonNull(hold);
        }

        void check(String key, String self) {
            WanFault.require(!peers.isEmpty(), key + ".peers", null, "host:port of each site at the other end");
            peers.forEach((peer, address) -> {
                WanFault.require(
                        SystemName.isValid(peer) && !peer.equals(self), key + ".peers", peer, "names of other sites");
                WanFault.require(
                        group != null || address.matches("[^\\s:]+(:\\d{1,5})?"),
                        key + ".peers." + peer,
                        address,
                        "an address and a port, as 10.0.0.2:7600");
            });
            WanFault.require(
                    peers.size() == 1 || group != null, key + ".group", null, "a multicast group for several peers");
            WanFault.require(port > 1 && port < 65_536, key + ".port", port, "a UDP port");
            WanFault.require(BitRate.isValid(rate), key + ".rate", rate, "the rate of the link, as 128kbit or 2Mbit");
            WanFault.require(
                    insecure || keys != null,
                    key + ".keys",
                    null,
                    "a file of pre-shared keys ('./c4i wan --new-key FILE' makes one), or " + key
                            + ".insecure to true");
            WanFault.require(
                    announcement == null || announcement.isPositive(),
                    key + ".announcement",
                    announcement,
                    "a duration above 0");
            WanFault.require(holding().isPositive(), key + ".hold", hold, "a duration above 0");
            WanFault.require(
                    journal.age().isPositive(), key + ".journal.age", journal.age(), "a duration above 0, as 24h");
            WanFault.require(
                    journal.size().toBytes() > 0, key + ".journal.size", journal.size(), "a size above 0, as 1GB");
            WanFault.require(
                    routineFloor >= 0 && routineFloor < 1, key + ".routine-floor", routineFloor, "0 to below 1");
            WanFault.require(hasLabels(), key + ".labels", labels, "labels, each with * at its end only or without");
            caps.forEach((topic, cap) -> WanFault.require(
                    cap > 0 && !cap.isInfinite(), key + ".caps." + topic, cap, "messages per second, above 0"));
        }
    }

    /**
     * Bounds of what waits for a link.
     *
     * @param messages most records
     * @param bytes most bytes of those
     */
    public record QueueProperties(
            @DefaultValue("" + LinkSettings.Bounds.QUEUED_ITEMS)
            int messages,

            @DefaultValue(LinkSettings.Bounds.QUEUED_MEBIBYTES + "MB")
            DataSize bytes) {}

    /**
     * Where what waits for a link survives a restart.
     *
     * @param directory holds a file for each link; none keeps everything in memory
     * @param size most bytes that wait, then the oldest of the least urgent gives way
     * @param age a record that has waited for longer is given up
     */
    public record JournalProperties(
            @Nullable Path directory,
            @DefaultValue("1GB") DataSize size,
            @DefaultValue("24h") Duration age) {}
}
