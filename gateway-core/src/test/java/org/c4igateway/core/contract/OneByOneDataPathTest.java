package org.c4igateway.core.contract;

class OneByOneDataPathTest extends DataPathContract {
    OneByOneDataPathTest() {
        super(false);
    }
}
