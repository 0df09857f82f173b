package org.c4igateway.dds.api;

import java.util.Map;

/**
 * A DDS implementation by its vendor id (list of the OMG).
 *
 * @param id two bytes
 * @param name product, or {@code unknown}
 */
public record Vendor(int id, String name) {
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(0x0101, "RTI Connext"),
            Map.entry(0x0102, "Vortex OpenSplice"),
            Map.entry(0x0103, "OpenDDS"),
            Map.entry(0x0104, "Mil-DDS"),
            Map.entry(0x0105, "InterCOM"),
            Map.entry(0x0106, "CoreDX"),
            Map.entry(0x0107, "Lakota"),
            Map.entry(0x0108, "ICOUP"),
            Map.entry(0x0109, "Diamond"),
            Map.entry(0x010a, "RTI Connext Micro"),
            Map.entry(0x010b, "Vortex Cafe"),
            Map.entry(0x010d, "Vortex Lite"),
            Map.entry(0x010f, "eProsima Fast DDS"),
            Map.entry(0x0110, "Eclipse Cyclone DDS"),
            Map.entry(0x0111, "GurumDDS"),
            Map.entry(0x0112, "RustDDS"));

    static Vendor ofId(int id) {
        return new Vendor(id, NAMES.getOrDefault(id, "unknown"));
    }

    @Override
    public String toString() {
        return "%s (%02x.%02x)".formatted(name, id >> 8, id & 0xff);
    }
}
