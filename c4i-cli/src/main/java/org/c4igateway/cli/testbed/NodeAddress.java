package org.c4igateway.cli.testbed;

/**
 * Where a node listens on the loopback interface.
 *
 * @param system its system
 * @param httpPort health and metrics
 * @param jmsPort its JMS engine
 */
public record NodeAddress(String system, int httpPort, int jmsPort) {}
