package org.c4igateway.lab.testbed.database;

import java.io.IOException;

/** Where a server gets a port from that nobody used a moment ago. */
@FunctionalInterface
interface PortSource {
    int next() throws IOException;
}
