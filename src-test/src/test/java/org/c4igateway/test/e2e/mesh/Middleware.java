package org.c4igateway.test.e2e.mesh;

import java.util.Locale;
import org.c4igateway.lab.testbed.config.NodeYaml;

/** A middleware under test, as a node's configuration names it. */
public enum Middleware {
    JMS(NodeYaml.Carrier.JMS, ""),
    DDS(NodeYaml.Carrier.DDS, "cyclone"),
    OPENDDS(NodeYaml.Carrier.DDS, "opendds"),
    /** Cyclone DDS in a domain with OpenDDS, of which old releases do not take its fragments. */
    BESIDE_OPENDDS(NodeYaml.Carrier.DDS, "cyclone");

    private final NodeYaml.Carrier carrier;
    private final String ddsProvider;

    Middleware(NodeYaml.Carrier carrier, String ddsProvider) {
        this.carrier = carrier;
        this.ddsProvider = ddsProvider;
    }

    /** Value of {@code c4i.destinations.*}. */
    public String transport() {
        return carrier.key();
    }

    NodeYaml.Carrier carrier() {
        return carrier;
    }

    /** Value of {@code c4i.transports.dds.provider}; empty when this is not DDS. */
    String ddsProvider() {
        return ddsProvider;
    }

    /** Value of {@code c4i.transports.dds.lease}; OpenDDS has no shorter one than 10 s. */
    String ddsLease() {
        return this == OPENDDS ? "10s" : "3s";
    }

    /** Value of {@code c4i.transports.dds.wire.fragment-bytes}. */
    int ddsFragmentBytes() {
        return this == BESIDE_OPENDDS && !OpenDdsRelease.exchangesFreelyWithCyclone() ? 14_000 : 1_344;
    }

    /** For names of files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
