package org.c4igateway.test.transport;

import org.c4igateway.jms.JmsProfile;

class JmsTunedTransportContractTest extends JmsTransportContract {
    JmsTunedTransportContractTest() {
        super(JmsProfile.TUNED);
    }
}
