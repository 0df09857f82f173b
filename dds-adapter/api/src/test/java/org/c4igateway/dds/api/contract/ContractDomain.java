package org.c4igateway.dds.api.contract;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.IgnoreLocal;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.wire.WireTuning;

/** A domain of one provider on the loopback interface that other test runs on this machine hardly use. */
public final class ContractDomain {
    public static final Qos RELIABLE = Qos.of(
            new Reliability(Reliability.Kind.RELIABLE, Duration.ofSeconds(10)),
            History.keepAll(),
            new Durability(Durability.Kind.VOLATILE));
    public static final Qos RELIABLE_READER = RELIABLE.with(new IgnoreLocal(true));

    /** Events of all participants. */
    public final List<DdsEvent> events = new CopyOnWriteArrayList<>();

    private final String provider;
    private final DomainConfig.Network network;
    private final int id;

    public ContractDomain(String provider) {
        this(provider, DomainConfig.Network.loopback());
    }

    /** @param network how participants reach each other */
    public ContractDomain(String provider, DomainConfig.Network network) {
        this.provider = provider;
        this.network = network;
        // A provider may have one configuration per domain and process.
        this.id = ThreadLocalRandom.current().nextInt(20, 100)
                + (network.repository().isPresent() ? 100 : 0);
    }

    public int id() {
        return id;
    }

    public DdsParticipant join() {
        return join(DomainConfig.DEFAULT_LEASE);
    }

    public DdsParticipant join(Duration lease) {
        return DdsProvider.named(provider).open(config(lease), events::add);
    }

    public DdsParticipant join(Qos qos) {
        return DdsProvider.named(provider).open(config(DomainConfig.DEFAULT_LEASE), qos, events::add);
    }

    private DomainConfig config(Duration lease) {
        return new DomainConfig(id, network, lease, WireTuning.LAN);
    }

    public static DomainConfig config(int id, Duration lease) {
        return new DomainConfig(id, DomainConfig.Network.loopback(), lease, WireTuning.LAN);
    }

    public static KmtfMessage message(String origin, long sequence, byte... payload) {
        return new KmtfMessage(
                origin, "", sequence, "A021", 3, 1, Long.MAX_VALUE, "EXERCISE", List.of("ROK.2FLT"), payload);
    }
}
