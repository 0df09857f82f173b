package org.c4igateway.test.transport;

import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.test.memory.InMemoryNetwork;

class InMemoryMulticastTransportContractTest extends TransportContract {
    private final InMemoryNetwork network = new InMemoryNetwork();

    @Override
    protected Transport open(TransportContext context) {
        return network.factory(true).open(context);
    }
}
