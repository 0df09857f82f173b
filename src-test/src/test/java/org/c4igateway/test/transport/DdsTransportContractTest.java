package org.c4igateway.test.transport;

import org.c4igateway.core.transport.DscpSettings;

class DdsTransportContractTest extends DdsTransportContract {
    DdsTransportContractTest() {
        super(DscpSettings.NONE);
    }
}
