package org.c4igateway.test.transport;

import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.jms.JmsProfile;
import org.c4igateway.jms.JmsSettings;

/** With a connection to each peer for each precedence. */
class JmsMarkedTransportContractTest extends JmsTransportContract {
    JmsMarkedTransportContractTest() {
        super(JmsProfile.TUNED, JmsSettings.Batch.DEFAULTS, new DscpSettings("EF", "AF41", "AF21", "CS1"));
    }
}
