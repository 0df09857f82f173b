package org.c4igateway.dds.opendds;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.DomainConfig.Multicast;
import org.c4igateway.dds.api.wire.WireTuning;

/**
 * Writes the configuration of a domain and of one participant's transport, in the sections that OpenDDS reads. A
 * transport instance serves one participant only, so that each participant has its own.
 */
final class OpenDdsIni {
    /** Ports of RTPS 2.5, 9.6.1.4. */
    private static final int PORT_BASE = 7_400;

    private static final int DOMAIN_GAIN = 250;
    private static final int UNICAST_METATRAFFIC = 10;
    private static final int PARTICIPANT_GAIN = 2;
    private static final int MAX_PARTICIPANTS_PER_PEER = 8;
    /** The lease follows from the period between announcements before release 3.14. */
    private static final int ANNOUNCEMENTS_PER_LEASE = 10;
    /**
     * A burst of unicast fits; what comes by multicast does not come through this buffer. Before a reader has had one
     * sample of a writer nothing tells it that samples were lost.
     */
    private static final int RECEIVE_BUFFER_BYTES = 1 << 20;
    /**
     * A heartbeat asks for the acknowledgements that free a writer's history, and tells readers what they lack. OpenDDS
     * has 1 s: a writer with a full history stands still that long.
     */
    private static final Duration HEARTBEAT = Duration.ofMillis(20);
    /** OpenDDS has 200 ms at the writer and, up to release 3.18, 500 ms at the reader. */
    private static final Duration RESPONSE_DELAY = Duration.ofMillis(5);

    private OpenDdsIni() {}

    static String transportName(int domainId, int number) {
        return "c4i_" + domainId + "_" + number;
    }

    /** @return sections of the domain: which discovery it uses and how */
    static String domain(DomainConfig config) {
        refuseUnsupported(config);
        String name = "c4i_" + config.domainId();
        StringBuilder ini = new StringBuilder(512);
        section(ini, "domain/" + config.domainId());
        entry(ini, "DiscoveryConfig", name);
        config.network()
                .repository()
                .ifPresentOrElse(at -> repository(ini, name, at, config), () -> rtpsDiscovery(ini, name, config));
        return ini.toString();
    }

    private static void repository(StringBuilder ini, String name, String at, DomainConfig config) {
        section(ini, "repository/" + name);
        entry(ini, "RepositoryIor", at);
        address(config).ifPresent(address -> entry(ini, "DCPSBitTransportIPAddress", address));
    }

    private static void rtpsDiscovery(StringBuilder ini, String name, DomainConfig config) {
        section(ini, "rtps_discovery/" + name);
        entry(ini, "ResendPeriod", Long.toString(announcementSeconds(config.lease())));
        if (NativeTypes.hasLeaseDuration()) {
            entry(ini, "LeaseDuration", Long.toString(config.lease().toSeconds()));
        }
        if (NativeTypes.hasXTypes()) { // Cyclone DDS refuses announcements with the minimal form of a type only
            entry(ini, "UseXTypes", "0");
        }
        entry(ini, "SedpMulticast", config.network().multicast() == Multicast.ALL ? "1" : "0");
        address(config).ifPresent(address -> {
            entry(ini, "SpdpLocalAddress", address);
            entry(ini, "SedpLocalAddress", address + ":0");
        });
        nic(config).ifPresent(nic -> entry(ini, "MulticastInterface", nic));
        if (!config.network().peers().isEmpty()) {
            entry(ini, "SpdpSendAddrs", peers(config));
        }
    }

    /** @return sections of the transport of one participant */
    static String transport(DomainConfig config, int number) {
        String name = transportName(config.domainId(), number);
        StringBuilder ini = new StringBuilder(512);
        section(ini, "config/" + name);
        entry(ini, "transports", name);
        section(ini, "transport/" + name);
        entry(ini, "transport_type", "rtps_udp");
        entry(ini, "rcv_buffer_size", Integer.toString(RECEIVE_BUFFER_BYTES));
        entry(ini, "use_multicast", config.network().multicast() == Multicast.ALL ? "1" : "0");
        address(config).ifPresent(address -> entry(ini, "local_address", address + ":0"));
        nic(config).ifPresent(nic -> entry(ini, "multicast_interface", nic));
        repair(config.tuning().repair(), ini);
        return ini.toString();
    }

    /** @throws DdsException naming what OpenDDS cannot do */
    static void refuseUnsupported(DomainConfig config) {
        refuse(config.rendezvous().isPresent(), "has no rendezvous at fixed ports; use 'cyclone' on WAN links");
        refuse(config.network().interfaces().size() > 1, "uses one network interface; name only one");
        boolean byRtps = config.network().repository().isEmpty();
        refuse(
                byRtps && config.network().multicast() == Multicast.NONE,
                "always announces itself by multicast too; set multicast to discovery and keep the peers");
        refuse(
                byRtps && config.lease().toMillis() % (ANNOUNCEMENTS_PER_LEASE * 1_000L) != 0,
                "announces itself " + ANNOUNCEMENTS_PER_LEASE
                        + " times per lease at whole seconds; set the lease to a multiple of 10 s");
        WireTuning tuning = config.tuning();
        boolean standard = tuning.maxDatagramBytes() == WireTuning.LAN.maxDatagramBytes()
                && tuning.fragmentBytes() == WireTuning.LAN.fragmentBytes()
                && tuning.backlog().equals(WireTuning.LAN.backlog());
        refuse(
                !standard,
                "cannot change the sizes of datagrams, fragments and backlog; leave them and network.link out");
        refuse(tuning.keyHashes(), "has no switch for the hash of the key; leave it out");
        refuse(tuning.repair().interval().isPresent(), "has no shortest time between repairs; leave it out");
    }

    private static void refuse(boolean wrong, String reason) {
        if (wrong) {
            throw new DdsException("provider 'opendds' " + reason);
        }
    }

    /** One delay for the reader's answer and the writer's repetition; since 3.19 only the writer waits. */
    private static void repair(WireTuning.Repair times, StringBuilder ini) {
        entry(ini, "heartbeat_period", millis(times.heartbeat().orElse(HEARTBEAT)));
        String delay = millis(times.nackDelay().orElse(RESPONSE_DELAY));
        entry(ini, "heartbeat_response_delay", delay);
        entry(ini, "nak_response_delay", delay);
    }

    private static String millis(Duration time) {
        return Long.toString(Math.max(1, time.toMillis()));
    }

    private static long announcementSeconds(Duration lease) {
        return lease.toSeconds() / ANNOUNCEMENTS_PER_LEASE;
    }

    /** The addresses of an interface named in the configuration; OpenDDS binds to addresses. */
    private static Optional<String> address(DomainConfig config) {
        return config.network().interfaces().stream().findFirst().map(Interfaces::addressOf);
    }

    private static Optional<String> nic(DomainConfig config) {
        return config.network().interfaces().stream().findFirst().map(Interfaces::nameOf);
    }

    private static String peers(DomainConfig config) {
        StringBuilder all = new StringBuilder();
        for (String peer : config.network().peers()) {
            if (peer.lastIndexOf(':') > 0 && peer.indexOf(':') == peer.lastIndexOf(':')) {
                all.append(all.isEmpty() ? "" : ",").append(peer);
                continue;
            }
            int first = PORT_BASE + DOMAIN_GAIN * config.domainId() + UNICAST_METATRAFFIC;
            for (int participant = 0; participant < MAX_PARTICIPANTS_PER_PEER; participant++) {
                all.append(all.isEmpty() ? "" : ",")
                        .append(String.format(Locale.ROOT, "%s:%d", peer, first + PARTICIPANT_GAIN * participant));
            }
        }
        return all.toString();
    }

    private static void section(StringBuilder ini, String name) {
        ini.append('[').append(name).append("]\n");
    }

    private static void entry(StringBuilder ini, String key, String value) {
        if (value.chars().anyMatch(c -> c < ' ' || c == '[' || c == ']' || c == '#' || c == ';')) {
            throw new IllegalArgumentException("'" + value + "' cannot stand in the configuration of OpenDDS");
        }
        ini.append(key).append('=').append(value).append('\n');
    }
}
