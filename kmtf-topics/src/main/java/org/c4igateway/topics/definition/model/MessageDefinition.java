package org.c4igateway.topics.definition.model;

/**
 * One message.
 *
 * @param name MTF message name, the first field of MSGID
 * @param topicId id in the topic catalogue
 * @param title for a person
 * @param text its sets and conditions, as one segment
 */
public record MessageDefinition(String name, String topicId, String title, Text text) {

    /**
     * The main text.
     *
     * @param elements sets and segments in order; AMPN, NARR and RMKS are allowed where the syntax allows them and are
     *     not listed
     * @param conditions conditions over the whole message
     */
    public record Text(java.util.List<Element> elements, java.util.List<StructuralCondition> conditions) {
        public Text {
            elements = java.util.List.copyOf(elements);
            conditions = java.util.List.copyOf(conditions);
        }
    }
}
