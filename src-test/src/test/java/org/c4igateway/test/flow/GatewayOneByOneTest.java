package org.c4igateway.test.flow;

class GatewayOneByOneTest extends DataPathContract {
    GatewayOneByOneTest() {
        super(false);
    }
}
