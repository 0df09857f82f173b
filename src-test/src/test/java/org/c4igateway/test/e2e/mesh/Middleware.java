package org.c4igateway.test.e2e.mesh;

import java.util.Locale;

/** A middleware under test, as a node's configuration names it. */
public enum Middleware {
    JMS("jms", ""),
    DDS("dds", "cyclone"),
    OPENDDS("dds", "opendds"),
    /** Cyclone DDS in a domain with OpenDDS, of which old releases do not take its fragments. */
    BESIDE_OPENDDS("dds", "cyclone");

    private final String transport;
    private final String ddsProvider;

    Middleware(String transport, String ddsProvider) {
        this.transport = transport;
        this.ddsProvider = ddsProvider;
    }

    /** Value of {@code c4i.destinations.*}. */
    public String transport() {
        return transport;
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
