package org.c4igateway.dds.api;

import java.util.List;

/**
 * {@code kmtf::Node} of {@code idl/kmtf.idl}.
 *
 * @param system the node's system; key
 * @param incarnation differs for each start
 * @param catalogueHash content hash of its topic catalogue
 * @param topics {@code <id>=<8 hex digits>} for each topic
 * @param via empty when the node itself announces; else the name of the WAN gateway that stands for it, a blank, and a word
 *     that differs for each time when messages on the way may have been lost
 */
public record KmtfNode(String system, long incarnation, String catalogueHash, List<String> topics, String via)
        implements WireRecord {
    public KmtfNode {
        WireLimits.checkString(system, "system");
        WireLimits.checkString(catalogueHash, "catalogue_hash");
        topics = WireLimits.checkStrings(topics, "topics");
        WireLimits.checkString(via, "via");
    }
}
