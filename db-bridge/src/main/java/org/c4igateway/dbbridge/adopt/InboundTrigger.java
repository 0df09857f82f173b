package org.c4igateway.dbbridge.adopt;

import java.util.List;
import java.util.stream.Collectors;

/** SQL of the function and the trigger that deliver received messages into one table. */
final class InboundTrigger {
    /** Columns of a received message that expressions may use, besides {@code payload_text}. */
    static final List<String> RECEIVED = List.of(
            "received_id",
            "received_at",
            "origin_system",
            "origin_sequence",
            "topic_id",
            "precedence",
            "destinations",
            "created_at",
            "expires_at",
            "label",
            "subject",
            "payload");

    private final MappingFile map;
    private final InboundMapping mapping;
    private final String function;

    InboundTrigger(MappingFile map, InboundMapping mapping) {
        this.map = map;
        this.mapping = mapping;
        this.function = AdoptionScript.owner(map) + "." + SqlName.quote("in_" + mapping.name());
    }

    String sql() {
        return "\n-- " + mapping.name() + ": received messages become rows of "
                + OutboundTrigger.commentSafe(mapping.table()) + ".\n" + proof() + function() + trigger();
    }

    /** Planned with the rights of the triggers, without being executed: names, types and rights have to fit. */
    private String proof() {
        return """
                SET LOCAL ROLE %s;
                DO $c4i$
                BEGIN
                    EXECUTE $c4i_proof$EXPLAIN %s$c4i_proof$;
                END $c4i$;
                RESET ROLE;
                """.formatted(AdoptionScript.owner(map), planned(map, mapping));
    }

    private String function() {
        return """
                CREATE FUNCTION %1$s() RETURNS trigger
                LANGUAGE plpgsql SECURITY DEFINER
                SET search_path = pg_catalog, pg_temp
                SET c4i.delivering = 'on'
                AS $c4i$
                #variable_conflict use_column
                %2$sBEGIN
                %3$sEXCEPTION WHEN unique_violation OR exclusion_violation THEN
                    -- The node tries out with a message that is here already whether the table takes rows, and takes it back.
                    IF current_setting('c4i.probe', true) IS DISTINCT FROM 'on' THEN
                        RAISE;
                    END IF;
                    RETURN NULL;
                END $c4i$;
                ALTER FUNCTION %1$s() OWNER TO %4$s;
                REVOKE ALL ON FUNCTION %1$s() FROM PUBLIC;
                """.formatted(
                        function,
                        mapping.isUpsert() ? "DECLARE\n    c4i_row record;\n" : "",
                        mapping.isUpsert() ? oneByOne() : atOnce(),
                        AdoptionScript.owner(map));
    }

    private String atOnce() {
        String from = "(SELECT r.*, " + payloadText("r", map) + " FROM new_rows AS r)";
        return "    " + insertion(mapping, from) + "\n    ORDER BY received.received_id;\n    RETURN NULL;\n";
    }

    /** One statement cannot replace a row twice, and two messages of a batch may be about the same row. */
    private String oneByOne() {
        String from = RECEIVED.stream()
                .map(column -> "c4i_row." + column + " AS " + column)
                .collect(Collectors.joining(", ", "(SELECT ", ", " + payloadText("c4i_row", map) + ")"));
        return "    FOR c4i_row IN SELECT * FROM new_rows AS r ORDER BY r.received_id LOOP\n        "
                + insertion(mapping, from) + conflict(mapping) + ";\n    END LOOP;\n    RETURN NULL;\n";
    }

    private static String conflict(InboundMapping mapping) {
        if (!mapping.isUpsert()) {
            return "";
        }
        String key = "\n    ON CONFLICT (" + AdoptionScript.names(mapping.upsertKey()) + ") DO ";
        List<SqlName> replaced = mapping.replacedColumns();
        return key
                + (replaced.isEmpty()
                        ? "NOTHING"
                        : replaced.stream()
                                .map(column -> column.quoted() + " = EXCLUDED." + column.quoted())
                                .collect(Collectors.joining(", ", "UPDATE SET ", "")));
    }

    private static String payloadText(String row, MappingFile map) {
        return "convert_from(" + row + ".payload, '" + map.postgresEncoding() + "') AS payload_text";
    }

    /** @return the statement that delivers, from no message; to be planned */
    static String planned(MappingFile map, InboundMapping mapping) {
        String none = "(SELECT r.*, " + payloadText("r", map) + " FROM (SELECT (NULL::c4i.received).*) AS r)";
        return insertion(mapping, none) + conflict(mapping);
    }

    /** The statement without its end; {@code from} is what the messages are read from. */
    private static String insertion(InboundMapping mapping, String from) {
        String values =
                mapping.columns().values().stream().map(SqlExpression::sql).collect(Collectors.joining(",\n        "));
        String condition =
                mapping.condition().map(when -> "\n    WHERE " + when.sql()).orElse("");
        return "INSERT INTO " + mapping.table().quoted() + " AS c4i_target ("
                + AdoptionScript.names(mapping.columns().keySet()) + ")\n    SELECT " + values + "\n    FROM " + from
                + " AS received" + condition;
    }

    private String trigger() {
        return "CREATE TRIGGER " + SqlName.quote("c4i_" + map.name() + "_" + mapping.name())
                + " AFTER INSERT ON c4i.inbox REFERENCING NEW TABLE AS new_rows\n    FOR EACH STATEMENT EXECUTE FUNCTION "
                + function + "();\n";
    }
}
