package org.c4igateway.test.transport;

import java.time.Duration;
import org.c4igateway.jms.JmsProfile;
import org.c4igateway.jms.JmsSettings;

/** With batches that are compressed. */
class JmsCompressedTransportContractTest extends JmsTransportContract {
    JmsCompressedTransportContractTest() {
        super(JmsProfile.TUNED, new JmsSettings.Batch(true, 65_536, Duration.ofMillis(1), true));
    }
}
