package org.c4igateway.test.e2e;

/** A middleware under test, by its name in the configuration. */
enum Carrier {
    JMS("jms"),
    DDS("dds");

    private final String transport;

    Carrier(String transport) {
        this.transport = transport;
    }

    /** Value of {@code c4i.destinations.*}. */
    String transport() {
        return transport;
    }
}
