package org.c4igateway.test.flow;

class GatewayMulticastTest extends GatewayContract {
    GatewayMulticastTest() {
        super(true);
    }
}
