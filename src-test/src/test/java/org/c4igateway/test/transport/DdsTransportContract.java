package org.c4igateway.test.transport;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.c4igateway.core.contract.TransportContract;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.dds.transport.DdsTransportFactory;

/** The contract on DDS with the Cyclone provider on the loopback interface, each test in a partition of its own. */
abstract class DdsTransportContract extends TransportContract {
    private final int domain = TestNetwork.domain();

    private final DscpSettings marks;
    private final String partition =
            "contract-" + Long.toHexString(ThreadLocalRandom.current().nextLong());

    /** @param marks that differ make one sample be written at a time */
    DdsTransportContract(DscpSettings marks) {
        this.marks = marks;
    }

    @Override
    protected Transport open(TransportContext context) {
        DdsSettings settings = DdsSettings.loopback(domain)
                .withPartition(partition)
                .withLease(Duration.ofSeconds(2))
                .withDscp(marks);
        return new DdsTransportFactory(settings).open(context);
    }
}
