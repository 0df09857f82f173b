package org.c4igateway.dbbridge.adopt;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a table of the C4I server that become messages.
 *
 * @param name of the mapping
 * @param place of the mapping in its file
 * @param table where the rows are
 * @param key columns that identify a row, for people and for messages about it
 * @param onInsert whether a new row may be a message
 * @param onUpdate whether a changed row may be one, when it begins to fulfil the condition
 * @param condition which rows are messages; all when empty
 * @param fields expressions by field
 * @param payloadIsText whether the payload is text, to be encoded, or bytes
 * @param polling how the table bridge knows what it has taken; for triggers nothing
 */
public record OutboundMapping(
        String name,
        YamlNode place,
        SqlName table,
        List<SqlName> key,
        boolean onInsert,
        boolean onUpdate,
        Optional<SqlExpression> condition,
        Map<Field, SqlExpression> fields,
        boolean payloadIsText,
        Polling polling) {
    private static final String INSERT = "insert";
    private static final String UPDATE = "update";
    private static final String TEXT = "text";
    private static final String BYTES = "bytes";
    private static final String PUBLISH = "publish";

    public OutboundMapping {
        Objects.requireNonNull(table);
        key = List.copyOf(key);
        fields = Map.copyOf(fields);
    }

    /** Part of a message. */
    public enum Field {
        TOPIC("topic", true),
        PRECEDENCE("precedence", true),
        DESTINATIONS("destinations", false),
        PAYLOAD("payload", true),
        EXPIRES_AT("expires-at", false),
        LABEL("label", false),
        SUBJECT("subject", false);

        private final String key;
        private final boolean required;

        Field(String key, boolean required) {
            this.key = key;
            this.required = required;
        }

        /** @return its key in the file */
        public String key() {
            return key;
        }

        /** @return its name as a column of SQL */
        String column() {
            return key.replace('-', '_');
        }
    }

    static OutboundMapping read(String name, YamlNode place) {
        Map<String, YamlNode> keys = place.map(Set.of(
                "table",
                "key",
                "on",
                "when",
                "topic",
                "precedence",
                "destinations",
                "payload",
                "payload-type",
                "expires-at",
                "label",
                "subject",
                PUBLISH,
                "taken",
                "watermark",
                "overlap",
                "settled",
                "settled-when"));
        Map<Field, SqlExpression> fields = new EnumMap<>(Field.class);
        for (Field field : Field.values()) {
            if (field.required || keys.containsKey(field.key)) {
                fields.put(field, SqlExpression.read(place.required(keys, field.key)));
            }
        }
        requireReceivers(keys, place);
        YamlNode events = keys.get("on");
        List<String> on = events == null ? List.of(INSERT) : events.texts();
        if (events != null && (on.isEmpty() || !Set.of(INSERT, UPDATE).containsAll(on))) {
            throw events.fault("write insert, update, or [insert, update]");
        }
        Optional<SqlExpression> condition =
                Optional.ofNullable(keys.get("when")).map(SqlExpression::read);
        if (on.contains(UPDATE) && condition.isEmpty()) {
            throw place.fault("'on: update' needs 'when': a row is sent when it begins to fulfil the condition");
        }
        return new OutboundMapping(
                name,
                place,
                SqlName.qualified(place.required(keys, "table")),
                MappingFile.columns(place.required(keys, "key")),
                on.contains(INSERT),
                on.contains(UPDATE),
                condition,
                fields,
                isText(keys.get("payload-type")),
                Polling.read(keys));
    }

    private static void requireReceivers(Map<String, YamlNode> keys, YamlNode place) {
        YamlNode publish = keys.get(PUBLISH);
        if (publish != null && !publish.text().equals("true")) {
            throw publish.fault("'" + PUBLISH + "' is true or not there");
        }
        if (keys.containsKey("destinations") == (publish != null)) {
            throw place.fault("write either 'destinations', or 'publish: true' for all subscribers");
        }
    }

    private static boolean isText(@Nullable YamlNode type) {
        if (type != null && !Set.of(TEXT, BYTES).contains(type.text())) {
            throw type.fault("'" + type.text() + "' is neither " + TEXT + " nor " + BYTES);
        }
        return type == null || type.text().equals(TEXT);
    }

    /** @return whether rows go to whoever subscribes to their topics, instead of naming destinations */
    public boolean publishes() {
        return !fields.containsKey(Field.DESTINATIONS);
    }

    /** @return the expression of a field, or what stands for it where there is none */
    String sql(Field field, String otherwise) {
        SqlExpression expression = fields.get(field);
        return expression == null ? otherwise : expression.sql();
    }
}
