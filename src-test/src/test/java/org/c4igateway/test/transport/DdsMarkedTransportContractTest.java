package org.c4igateway.test.transport;

import org.c4igateway.core.transport.DscpSettings;

/** With a mark for each precedence. */
class DdsMarkedTransportContractTest extends DdsTransportContract {
    DdsMarkedTransportContractTest() {
        super(new DscpSettings("EF", "AF41", "AF21", "CS1"));
    }
}
