package org.c4igateway.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.wire.WireTuning;
import picocli.CommandLine.Option;

/** Joins a DDS domain without any endpoint and looks who is there. */
final class LiveDomain {
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final int STEADY_LOOKS = 8;

    @Option(
            names = "--live",
            required = true,
            description =
                    "Show what is in a running DDS domain: participants, endpoints, and why endpoints do not match.")
    @SuppressWarnings("UnusedVariable") // the presence of the group is enough
    private boolean live;

    @Option(names = "--domain", paramLabel = "ID", defaultValue = "0", description = "DDS domain (0).")
    private int domain;

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            defaultValue = "cyclone",
            description = "DDS provider (cyclone).")
    private String provider = "cyclone";

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            description = "Network interface or its address; repeatable; default: chosen by the provider.")
    private List<String> interfaces = new ArrayList<>();

    @Option(
            names = "--peer",
            paramLabel = "ADDRESS",
            description = "Address of a participant that multicast does not reach; repeatable.")
    private List<String> peers = new ArrayList<>();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Maximum time to look (10). Ends earlier when nothing new appears.")
    private int seconds;

    @Option(names = "--all", description = "List every topic, not only topics with endpoints that do not match.")
    private boolean all;

    boolean all() {
        return all;
    }

    /** Looks until nothing has changed for two seconds or the time is over. */
    DiscoveryView look() throws CommandException {
        DomainConfig config = config();
        try (DdsParticipant participant = DdsProvider.named(provider).open(config, _ -> {})) {
            return settled(participant);
        } catch (DdsUnavailableException e) {
            throw CommandException.environment(e.getMessage() + "\n     " + e.remedy());
        } catch (DdsException e) {
            throw CommandException.environment("the domain cannot be joined: " + e.getMessage());
        }
    }

    private DomainConfig config() throws CommandException {
        if (seconds < 1) {
            throw CommandException.environment("--seconds must be positive: " + seconds);
        }
        try {
            return new DomainConfig(
                    domain, DomainConfig.Network.of(interfaces, peers), DomainConfig.DEFAULT_LEASE, WireTuning.LAN);
        } catch (IllegalArgumentException e) {
            throw CommandException.environment(String.valueOf(e.getMessage()));
        }
    }

    private DiscoveryView settled(DdsParticipant participant) {
        long start = System.nanoTime();
        DiscoveryView view = participant.discovery();
        int steady = 0;
        while (steady < STEADY_LOOKS && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds)) {
            LockSupport.parkNanos(INTERVAL.toNanos());
            DiscoveryView next = participant.discovery();
            boolean alone = next.participants().size() < 2;
            steady = next.equals(view) && !alone ? steady + 1 : 0;
            view = next;
        }
        return view;
    }
}
