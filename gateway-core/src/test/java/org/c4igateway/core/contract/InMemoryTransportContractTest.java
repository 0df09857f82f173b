package org.c4igateway.core.contract;

import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;

class InMemoryTransportContractTest extends TransportContract {
    private final InMemoryNetwork network = new InMemoryNetwork();

    @Override
    protected Transport open(TransportContext context) {
        return network.factory(false).open(context);
    }
}
