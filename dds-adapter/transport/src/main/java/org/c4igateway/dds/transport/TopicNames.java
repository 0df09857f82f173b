package org.c4igateway.dds.transport;

/** Names of the DDS topics in a site's domain; see {@code idl/kmtf.idl}. */
public final class TopicNames {
    /** Receipts and greetings. */
    public static final String RECEIPT = "C4I_RECEIPT";
    /** Presence of nodes. */
    public static final String NODE = "C4I_NODE";

    private TopicNames() {}

    /** @return the DDS topic of a message type */
    public static String ofMessages(String topicId) {
        return "KMTF_" + topicId;
    }
}
