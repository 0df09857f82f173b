package org.c4igateway.core.contract;

class MulticastDataPathTest extends DataPathContract {
    MulticastDataPathTest() {
        super(true);
    }
}
