package org.c4igateway.test.flow;

class GatewayMulticastTest extends DataPathContract {
    GatewayMulticastTest() {
        super(true);
    }
}
