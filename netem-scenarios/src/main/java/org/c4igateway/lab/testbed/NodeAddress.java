package org.c4igateway.lab.testbed;

/**
 * Where a node listens.
 *
 * @param system its system
 * @param place where it runs
 * @param httpPort health and metrics
 * @param jmsPort its JMS engine
 */
public record NodeAddress(String system, NodePlace place, int httpPort, int jmsPort) {
    /** Where its console is, when it has one. */
    public String console() {
        return "http://" + place.managementHost() + ":" + httpPort + "/console";
    }
}
