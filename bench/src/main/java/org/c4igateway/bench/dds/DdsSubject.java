package org.c4igateway.bench.dds;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.c4igateway.bench.Figure;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.WriterBatching;

/** A DDS provider under measurement. */
enum DdsSubject {
    CYCLONE("Cyclone DDS", 60_000, 2_000_000),
    OPENDDS("OpenDDS", 10_000, 200_000);

    private static final int STREAM_BYTES = 200;
    private static final int TRIAL_DOMAIN = 119;

    private final String title;
    private final int roundTrips;
    private final int stream;

    DdsSubject(String title, int roundTrips, int stream) {
        this.title = title;
        this.roundTrips = roundTrips;
        this.stream = stream;
    }

    /** @return the providers that work here; adds a row for each that does not, with the reason */
    static List<DdsSubject> present(List<Figure> figures) {
        List<DdsSubject> present = new ArrayList<>();
        for (DdsSubject subject : values()) {
            subject.obstacle()
                    .ifPresentOrElse(
                            reason -> figures.add(Figure.notMeasured(subject.title, reason)),
                            () -> present.add(subject));
        }
        return present;
    }

    /** @return why it cannot join a domain here; empty when it can */
    private Optional<String> obstacle() {
        try (DdsParticipant _ = join(TRIAL_DOMAIN)) {
            return Optional.empty();
        } catch (DdsUnavailableException e) {
            return Optional.of(e.getMessage() + ". " + e.remedy());
        }
    }

    /** @return name in tables */
    String title() {
        return title;
    }

    /** @return name in the configuration */
    String provider() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @return the loopback interface; OpenDDS receives data by multicast into a buffer that overflows at once
     *     (docs/opendds.md)
     */
    DomainConfig.Network network() {
        DomainConfig.Network loopback = DomainConfig.Network.loopback();
        return switch (this) {
            case CYCLONE -> loopback;
            case OPENDDS ->
                new DomainConfig.Network(loopback.interfaces(), DomainConfig.Multicast.DISCOVERY, loopback.peers());
        };
    }

    DdsParticipant join(int domain) {
        return DdsPartner.join(this, domain, Optional.empty());
    }

    /** @return whether the project has goals for it */
    boolean isJudged() {
        return this == CYCLONE;
    }

    /** @return whether its writers send several messages in a datagram when told so */
    boolean batches() {
        return streamQos().find(WriterBatching.class).isPresent();
    }

    /** @return round trips of a full measurement */
    int roundTrips() {
        return roundTrips;
    }

    /** @return messages in the stream of a full measurement: fewer when they are larger */
    int streamMessages(int size) {
        return (int) ((long) stream * STREAM_BYTES / size);
    }

    /**
     * @return policies of a writer that streams as fast as it can; that of OpenDDS has no other bound than its limits
     */
    Qos streamQos() {
        return DdsPartner.RELIABLE.with(
                switch (this) {
                    case CYCLONE -> new WriterBatching(true);
                    case OPENDDS -> new ResourceLimits(10_000, ResourceLimits.UNLIMITED, ResourceLimits.UNLIMITED);
                });
    }
}
