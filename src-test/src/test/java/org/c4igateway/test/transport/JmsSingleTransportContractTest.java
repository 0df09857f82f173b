package org.c4igateway.test.transport;

import org.c4igateway.jms.JmsProfile;
import org.c4igateway.jms.JmsSettings;

/** Each row in a message of its own, as to older nodes. */
class JmsSingleTransportContractTest extends JmsTransportContract {
    JmsSingleTransportContractTest() {
        super(JmsProfile.TUNED, JmsSettings.Batch.OFF);
    }
}
