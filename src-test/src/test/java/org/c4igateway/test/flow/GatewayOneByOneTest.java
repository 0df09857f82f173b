package org.c4igateway.test.flow;

class GatewayOneByOneTest extends GatewayContract {
    GatewayOneByOneTest() {
        super(false);
    }
}
