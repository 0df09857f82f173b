package org.c4igateway.wan.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.wire.WireTuning;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;

/**
 * Checked configuration of a link: where it is, what it may carry, and the settings of its engine, which knows neither
 * addresses nor topics.
 *
 * @param name in metrics and logs
 * @param place where it is
 * @param settings rate, shares and bounds
 * @param keys what seals it
 * @param compression whether records are compressed
 * @param policy what it may carry
 * @param hold how long a peer that does not answer keeps the systems behind it announced
 * @param journal where what waits for it survives a restart, if anywhere
 */
public record LinkSpec(
        String name,
        Place place,
        LinkSettings settings,
        KeyRing keys,
        boolean compression,
        LinkPolicy policy,
        Duration hold,
        Optional<JournalSpec> journal) {
    /** A participant that is silent for longer is removed. Until then it causes no traffic. */
    private static final Duration LEASE = Duration.ofHours(1);

    public LinkSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(place);
        Objects.requireNonNull(settings);
        Objects.requireNonNull(keys);
        Objects.requireNonNull(policy);
        Objects.requireNonNull(hold);
        Objects.requireNonNull(journal);
    }

    /**
     * Name of the stream that a site sends on this link, which is also its DDS topic. Both ends of a link compute the
     * same name, whatever each calls the link. A group has one name.
     *
     * @param writer the sending site
     * @param self this site
     */
    String streamOf(String writer, String self) {
        if (place.group().isPresent()) {
            return "C4I_FRAME_" + name + "_" + writer;
        }
        String peer = place.sites().getFirst();
        return "C4I_FRAME_" + writer + "_" + (writer.equals(self) ? peer : self);
    }

    /** Whether a link that is open with those can change to these without being opened again. Windows wait for that. */
    boolean isOpenAs(LinkSpec open) {
        LinkSettings.Bounds bounds = open.settings.bounds();
        return place.isWhere(open.place)
                && compression == open.compression
                && journal.equals(open.journal)
                && keys.seals() == open.keys.seals()
                && settings.shares().equals(open.settings.shares())
                && settings.bounds().wide(bounds.wideFrames()).equals(bounds)
                && settings.patience().equals(open.settings.patience());
    }

    /** Configuration for joining its DDS domain. */
    public DomainConfig domain() {
        List<String> addresses =
                place.peers().values().stream().filter(peer -> !peer.isEmpty()).toList();
        DomainConfig.Multicast multicast =
                place.group().isPresent() ? DomainConfig.Multicast.ALL : DomainConfig.Multicast.NONE;
        int bytes = Math.clamp(settings.rate().bitsPerSecond() / 80, 6_000, 512_000);
        return new DomainConfig(
                place.domainId(),
                new DomainConfig.Network(place.interfaces(), multicast, addresses),
                LEASE,
                WireTuning.narrow(bytes, Duration.ofMillis(100)),
                Optional.of(new DomainConfig.Rendezvous(place.port(), place.announcement(), place.group())));
    }

    /**
     * Where a link is.
     *
     * @param domainId DDS domain of the link
     * @param interfaces names or addresses of network interfaces; empty lets the provider choose
     * @param port UDP port on which this end listens
     * @param peers address of each peer by the name of its site, {@code host:port}; empty text in a group
     * @param group multicast group that carries one stream of each member to all others
     * @param announcement how often this end announces itself to peers
     */
    public record Place(
            int domainId,
            List<String> interfaces,
            int port,
            Map<String, String> peers,
            Optional<DomainConfig.Group> group,
            Duration announcement) {
        public Place {
            interfaces = List.copyOf(interfaces);
            peers = new TreeMap<>(peers);
            Objects.requireNonNull(group);
            Objects.requireNonNull(announcement);
        }

        /** Whether both are the same place, found by announcements that may differ. */
        boolean isWhere(Place other) {
            return equals(
                    new Place(other.domainId, other.interfaces, other.port, other.peers, other.group, announcement));
        }

        /** Names of the sites at the other end. */
        public List<String> sites() {
            return List.copyOf(peers.keySet());
        }
    }
}
