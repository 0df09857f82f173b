package org.c4igateway.dds.cyclone;

import java.time.Duration;
import java.util.List;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.cdr.WireLimits;
import org.c4igateway.dds.api.provider.LocalInterfaces;
import org.c4igateway.dds.api.wire.WireTuning;

/**
 * Writes the configuration of a Cyclone domain. Each participant has a Cyclone domain of its own, with its own threads
 * and sockets; {@code ExternalDomainId} makes them one domain on the wire, also within a process.
 */
final class CycloneXml {
    private static final int MAX_ASKED_INDEX = 31;
    /** The ports of a domain have room for 120 participants of an address: two ports each of 250 (DDSI-RTPS). */
    static final int MAX_INDEX = 119;

    private static final int ANNOUNCEMENTS_PER_LEASE = 3;
    private static final Duration HEARTBEAT = Duration.ofMillis(200);
    /** At a rendezvous: longer than a busy peer takes to answer, so that few are sent twice. */
    private static final Duration RENDEZVOUS_HEARTBEAT = Duration.ofMillis(500);
    /** At a rendezvous: longer than the first heartbeats take over a satellite. */
    private static final Duration RENDEZVOUS_QUESTION = Duration.ofSeconds(3);

    private CycloneXml() {}

    static String of(DomainConfig config) {
        StringBuilder xml = new StringBuilder("<CycloneDDS><Domain Id=\"any\">");
        general(xml, config.network(), config.tuning());
        discovery(xml, config);
        internal(xml, config);
        config.security().ifPresent(security -> SecurityXml.append(xml, security));
        return xml.append("</Domain></CycloneDDS>").toString();
    }

    private static void general(StringBuilder xml, DomainConfig.Network network, WireTuning tuning) {
        xml.append("<General>");
        interfaces(xml, network.interfaces());
        element(
                xml,
                "AllowMulticast",
                switch (network.multicast()) {
                    case ALL -> "true";
                    case DISCOVERY -> "spdp";
                    case NONE -> "false";
                });
        element(xml, "MaxMessageSize", tuning.maxDatagramBytes() + " B");
        element(xml, "MaxRexmitMessageSize", Math.min(tuning.maxDatagramBytes(), 1_456) + " B");
        element(xml, "FragmentSize", tuning.fragmentBytes() + " B");
        xml.append("</General>");
    }

    private static void interfaces(StringBuilder xml, List<String> interfaces) {
        if (interfaces.isEmpty()) {
            return;
        }
        xml.append("<Interfaces>");
        for (String each : interfaces) {
            boolean address = LocalInterfaces.isAddress(each);
            xml.append("<NetworkInterface ")
                    .append(address ? "address" : "name")
                    .append("=\"")
                    .append(escape(each))
                    // The loopback interface does not claim to be able, but is.
                    .append(each.equals("lo") ? "\" multicast=\"true\"/>" : "\"/>");
        }
        xml.append("</Interfaces>");
    }

    private static void discovery(StringBuilder xml, DomainConfig config) {
        xml.append("<Discovery>");
        element(xml, "ExternalDomainId", Integer.toString(config.domainId()));
        element(xml, "LeaseDuration", time(config.lease()));
        config.rendezvous()
                .ifPresentOrElse(
                        rendezvous -> rendezvous(xml, rendezvous, config.network()), () -> participants(xml, config));
        xml.append("</Discovery>");
    }

    private static void participants(StringBuilder xml, DomainConfig config) {
        // Three announcements fit a lease; the library's own four fifths of it leave no room for a busy machine.
        element(xml, "SPDPInterval", time(config.lease().dividedBy(ANNOUNCEMENTS_PER_LEASE)));
        // An index gives discovery and data a socket and a thread each: blocked data must not silence discovery.
        element(xml, "ParticipantIndex", "auto");
        boolean asksPeers = !config.network().peers().isEmpty();
        // Each peer is asked on the port of each index.
        element(xml, "MaxAutoParticipantIndex", Integer.toString(asksPeers ? MAX_ASKED_INDEX : MAX_INDEX));
        if (asksPeers) {
            xml.append("<Peers>");
            peers(xml, config.network());
        }
    }

    /** One socket for all unicast, so that one announcement goes to each peer and one hole in a firewall is enough. */
    private static void rendezvous(
            StringBuilder xml, DomainConfig.Rendezvous rendezvous, DomainConfig.Network network) {
        element(xml, "SPDPInterval", time(rendezvous.announcement()));
        element(xml, "ParticipantIndex", "0");
        element(xml, "MaxAutoParticipantIndex", "0");
        rendezvous.group().ifPresent(group -> element(xml, "SPDPMulticastAddress", group.address()));
        int multicast = rendezvous.group().map(DomainConfig.Group::port).orElse(rendezvous.port());
        xml.append("<Ports>");
        element(xml, "Base", "1");
        element(xml, "DomainGain", "0");
        element(xml, "MulticastMetaOffset", Integer.toString(multicast - 1));
        element(xml, "MulticastDataOffset", Integer.toString(multicast - 1));
        element(xml, "UnicastMetaOffset", Integer.toString(rendezvous.port() - 1));
        element(xml, "UnicastDataOffset", Integer.toString(rendezvous.port() - 1));
        xml.append("</Ports><Peers AddLocalhost=\"false\">");
        peers(xml, network);
    }

    /** Peers are asked without end. By default the library gives up a peer after half a minute. */
    private static void peers(StringBuilder xml, DomainConfig.Network network) {
        for (String peer : network.peers()) {
            xml.append("<Peer Address=\"").append(escape(peer)).append("\" PruneDelay=\"inf\"/>");
        }
        xml.append("</Peers>");
    }

    private static void internal(StringBuilder xml, DomainConfig config) {
        WireTuning tuning = config.tuning();
        WireTuning.WriterBacklog backlog = tuning.backlog();
        xml.append("<Internal>");
        repair(xml, tuning.repair());
        if (config.rendezvous().isPresent()) {
            meeting(xml, tuning.repair());
        }
        // What no codec takes is refused before it is put together; the library's own bound is 2 GiB.
        element(xml, "MaxSampleSize", WireLimits.MAX_SAMPLE_BYTES + " B");
        element(xml, "GenerateKeyhash", Boolean.toString(tuning.keyHashes()));
        xml.append("<SocketReceiveBufferSize min=\"default\" max=\"4 MiB\"/>");
        xml.append("<Watermarks>");
        element(xml, "WhcLow", backlog.lowBytes() + " B");
        element(xml, "WhcHigh", backlog.highBytes() + " B");
        element(xml, "WhcHighInit", Math.min(backlog.highBytes(), Math.max(30_720, backlog.lowBytes())) + " B");
        element(xml, "WhcAdaptive", Boolean.toString(backlog.adaptive()));
        xml.append("</Watermarks></Internal>");
    }

    /**
     * Few bytes until two participants know each other. A built-in writer repeats its heartbeat until it is answered;
     * so a reader does not ask for one at once, only when none has come.
     */
    private static void meeting(StringBuilder xml, WireTuning.Repair repair) {
        element(xml, "PreEmptiveAckDelay", time(RENDEZVOUS_QUESTION));
        if (repair.heartbeat().isEmpty()) {
            element(xml, "HeartbeatInterval", time(RENDEZVOUS_HEARTBEAT));
        }
    }

    private static void repair(StringBuilder xml, WireTuning.Repair repair) {
        repair.heartbeat().ifPresent(shortest -> {
            // The library divides the base by up to eight when the backlog is full, down to the shortest.
            Duration base = shortest.compareTo(HEARTBEAT) > 0 ? shortest : HEARTBEAT;
            xml.append("<HeartbeatInterval min=\"")
                    .append(time(shortest))
                    .append("\" minsched=\"")
                    .append(time(shortest))
                    .append("\">")
                    .append(time(base))
                    .append("</HeartbeatInterval>");
        });
        repair.nackDelay().ifPresent(delay -> element(xml, "NackDelay", time(delay)));
        repair.interval().ifPresent(interval -> {
            element(xml, "RetransmitMerging", "always");
            element(xml, "RetransmitMergingPeriod", time(interval));
        });
    }

    private static String time(Duration duration) {
        return duration.toNanos() + " ns";
    }

    static void element(StringBuilder xml, String name, String value) {
        xml.append('<')
                .append(name)
                .append('>')
                .append(escape(value))
                .append("</")
                .append(name)
                .append('>');
    }

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&apos;");
                // Cyclone expands ${NAME} from the environment in configuration text.
                case '$' -> throw new IllegalArgumentException("'$' in the DDS configuration: " + text);
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
