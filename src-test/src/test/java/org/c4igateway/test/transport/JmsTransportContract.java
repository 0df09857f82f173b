package org.c4igateway.test.transport;

import java.util.HashMap;
import java.util.Map;
import org.c4igateway.core.contract.TransportContract;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.jms.JmsProfile;
import org.c4igateway.jms.JmsSettings;
import org.c4igateway.jms.JmsSettings.Credentials;
import org.c4igateway.jms.JmsTransportFactory;

/** The contract on JMS: an engine per node on the loopback interface. */
abstract class JmsTransportContract extends TransportContract {
    private static final Credentials CREDENTIALS = new Credentials("mesh", "only-for-tests");

    private final JmsProfile profile;
    private final JmsSettings.Batch batch;
    private final DscpSettings marks;
    private final Map<SystemName, Integer> ports = new HashMap<>();

    JmsTransportContract(JmsProfile profile, JmsSettings.Batch batch) {
        this(profile, batch, DscpSettings.NONE);
    }

    /** @param marks that differ make several connections to each peer */
    JmsTransportContract(JmsProfile profile, JmsSettings.Batch batch, DscpSettings marks) {
        this.profile = profile;
        this.batch = batch;
        this.marks = marks;
    }

    @Override
    protected Transport open(TransportContext context) {
        JmsSettings settings = JmsSettings.loopback(port(context.self().system()), CREDENTIALS)
                .withProfile(profile)
                .withBatch(batch)
                .withDscp(marks);
        for (SystemName peer : context.peers()) {
            settings = settings.withPeer(peer.value(), "127.0.0.1:" + port(peer));
        }
        return new JmsTransportFactory(settings).open(context);
    }

    /** The nodes of the system's shards have the next ones. */
    private int port(SystemName system) {
        return ports.computeIfAbsent(system, key -> TestNetwork.ports(3));
    }
}
