package org.c4igateway.test.transport;

import org.c4igateway.jms.JmsProfile;

class JmsStockTransportContractTest extends JmsTransportContract {
    JmsStockTransportContractTest() {
        super(JmsProfile.STOCK);
    }
}
