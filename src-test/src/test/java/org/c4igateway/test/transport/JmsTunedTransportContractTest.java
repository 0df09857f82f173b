package org.c4igateway.test.transport;

import org.c4igateway.jms.JmsProfile;
import org.c4igateway.jms.JmsSettings;

class JmsTunedTransportContractTest extends JmsTransportContract {
    JmsTunedTransportContractTest() {
        super(JmsProfile.TUNED, JmsSettings.Batch.DEFAULTS);
    }
}
