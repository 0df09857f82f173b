package org.c4igateway.lab.advise;

import java.util.List;
import java.util.stream.Stream;

/** A transport that can be advised, a cell of the lab; the one that needs least comes first. */
public enum Advisable {
    /** Messages over TCP. */
    JMS("jms-tuned", "JMS, profile tuned, CUBIC", "one TCP port for each system"),
    /** The same with another congestion control. */
    JMS_BBR("jms-tuned-bbr", "JMS, profile tuned, BBR", "one TCP port for each system, and BBR in the kernels"),
    /** Samples end to end. */
    DDS("dds-tuned", "DDS, tuned for the link", "UDP between all systems: multicast, or the addresses as peers"),
    /** Samples on the LAN, frames on the link. */
    WAN("dds-wan", "WAN gateway, compressed", "a gateway at each end and one UDP port; no domain with DDS Security");

    private final String cell;
    private final String label;
    private final String needs;

    Advisable(String cell, String label, String needs) {
        this.cell = cell;
        this.label = label;
        this.needs = needs;
    }

    /** Name of its cell. */
    public String cell() {
        return cell;
    }

    String label() {
        return label;
    }

    /** What a network must allow for it. */
    String needs() {
        return needs;
    }

    /** Whether every machine that runs the lab can run it; a kernel may lack a congestion control. */
    boolean runsEverywhere() {
        return this != JMS_BBR;
    }

    /** Names of all cells. */
    static List<String> names() {
        return Stream.of(values()).map(Advisable::cell).toList();
    }
}
