package org.c4igateway.test.transport;

import org.c4igateway.jms.JmsProfile;
import org.c4igateway.jms.JmsSettings;

class JmsStockTransportContractTest extends JmsTransportContract {
    JmsStockTransportContractTest() {
        super(JmsProfile.STOCK, JmsSettings.Batch.DEFAULTS);
    }
}
