package org.c4igateway.dbbridge.adopt;

import java.util.Map;
import java.util.stream.Collectors;
import org.c4igateway.dbbridge.adopt.OutboundMapping.Field;

/** SQL of the function and the trigger that submit the rows of one table. */
final class OutboundTrigger {
    /**
     * Faults by class of the SQLSTATE that no single row causes: of connections, transactions, logins, missing rights
     * or objects, resources, operators and the system.
     */
    private static final String NOT_OF_ONE_ROW = """
                    IF left(SQLSTATE, 2) IN ('08', '25', '28', '3D', '40', '42', '53', '55', '57', '58', 'XX') THEN
                        RAISE;
                    END IF;
            """;

    /** An update that moves a row to another partition is a DELETE and an INSERT for triggers after each row. */
    static final String PARTITIONED =
            " is partitioned or a partition: triggers take an update that moves a row to another"
                    + " partition for a new row. Use the table bridge for it";

    private final MappingFile map;
    private final OutboundMapping mapping;
    private final String function;

    OutboundTrigger(MappingFile map, OutboundMapping mapping) {
        this.map = map;
        this.mapping = mapping;
        this.function = AdoptionScript.owner(map) + "." + SqlName.quote("out_" + mapping.name());
    }

    String sql() {
        return "\n-- " + mapping.name() + ": rows of " + commentSafe(mapping.table()) + " become messages.\n" + proof()
                + function() + trigger();
    }

    /** A name in a comment must not end it. */
    static String commentSafe(SqlName name) {
        return name.toString().replaceAll("\\p{Cntrl}", "?");
    }

    /** The types are tried out before anything is installed; no expression is evaluated. */
    private String proof() {
        String columns = mapping.fields().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(field -> field.getValue().sql() + " AS " + field.getKey().column())
                .collect(Collectors.joining(",\n        "));
        String condition = mapping.condition()
                .map(when -> ",\n        " + when.sql() + " AS \"when\"")
                .orElse("");
        return """
                DO $c4i$
                DECLARE
                    wrong text;
                BEGIN
                    IF EXISTS (SELECT FROM pg_class AS c
                            WHERE c.oid = %s::regclass AND (c.relkind = 'p' OR c.relispartition)) THEN
                        RAISE EXCEPTION USING MESSAGE = %s;
                    END IF;
                    CREATE TEMP VIEW c4i_proof AS SELECT
                        %s%s
                    FROM %s AS t;
                    SELECT string_agg(replace(a.attname, '_', '-') || ' is ' || format_type(a.atttypid, NULL) || ', not '
                            || w.expected, '; ') INTO wrong
                    FROM (VALUES %s) AS w (field, expected, types)
                        JOIN pg_attribute AS a ON a.attrelid = 'pg_temp.c4i_proof'::regclass AND a.attname = w.field
                        JOIN pg_type AS y ON y.oid = a.atttypid
                    WHERE coalesce(nullif(y.typbasetype, 0), y.oid)::regtype <> ALL (w.types::regtype[]);
                    IF wrong IS NOT NULL THEN
                        RAISE EXCEPTION 'mapping %s: %%', wrong;
                    END IF;
                    DROP VIEW pg_temp.c4i_proof;
                END $c4i$;
                """.formatted(
                        SqlName.literal(mapping.table().quoted()),
                        SqlName.literal("mapping " + mapping.name() + ": " + mapping.table() + PARTITIONED),
                        columns,
                        condition,
                        mapping.table().quoted(),
                        expectations(),
                        mapping.name());
    }

    private String expectations() {
        String fields = mapping.fields().keySet().stream()
                .sorted()
                .map(field -> expectation(field.column(), FieldType.of(field, mapping.payloadIsText())))
                .collect(Collectors.joining(", "));
        return fields + ", " + expectation("when", FieldType.CONDITION);
    }

    private static String expectation(String column, FieldType type) {
        return "('" + column + "', '" + type.expected() + "', '{" + String.join(",", type.postgresTypes()) + "}')";
    }

    private String function() {
        String destinations = mapping.publishes()
                ? "'{}'::text[]"
                : "string_to_array(translate(" + mapping.sql(Field.DESTINATIONS, "") + "::text, '{} ', ''), ',')";
        String payload = mapping.sql(Field.PAYLOAD, "");
        String bytes =
                mapping.payloadIsText() ? "convert_to(" + payload + ", '" + map.postgresEncoding() + "')" : payload;
        String condition =
                mapping.condition().map(when -> " WHERE " + when.sql()).orElse("");
        return """
                CREATE FUNCTION %1$s() RETURNS trigger
                LANGUAGE plpgsql SECURITY DEFINER
                SET search_path = pg_catalog, pg_temp
                AS $c4i$
                #variable_conflict use_column
                DECLARE
                    c4i_row record;
                    c4i_key text;
                    c4i_fault text;
                    c4i_payload bytea;
                    c4i_undecided boolean := false;
                BEGIN
                    -- A delivered message is not sent on, where one table serves both directions.
                    IF current_setting('c4i.delivering', true) = 'on' THEN
                        RETURN NULL;
                    END IF;
                %2$s    BEGIN
                        SELECT %3$s::text AS topic, %4$s::integer AS precedence,
                            %5$s AS destinations,
                            %6$s AS payload,
                            %7$s AS expires_at, %8$s::text AS label, %9$s::text AS subject
                        INTO c4i_row FROM (SELECT NEW.*) AS t%10$s;
                        IF NOT FOUND THEN
                            RETURN NULL;
                        END IF;
                    EXCEPTION WHEN OTHERS THEN
                %14$s        c4i_fault := SQLERRM;
                    END;
                    IF c4i_fault IS NOT NULL THEN
                %15$s    END IF;
                    IF c4i_row.topic IS NULL OR c4i_row.precedence IS NULL OR c4i_row.destinations IS NULL
                        OR c4i_row.payload IS NULL THEN
                %11$s    END IF;
                    PERFORM %13$s c4i_row.payload,
                        c4i_row.expires_at, c4i_row.label, c4i_row.subject);
                    RETURN NULL;
                END $c4i$;
                ALTER FUNCTION %1$s() OWNER TO %12$s;
                REVOKE ALL ON FUNCTION %1$s() FROM PUBLIC;
                """.formatted(
                        function,
                        earlier(condition),
                        mapping.sql(Field.TOPIC, ""),
                        mapping.sql(Field.PRECEDENCE, ""),
                        destinations,
                        bytes,
                        mapping.sql(Field.EXPIRES_AT, "NULL::timestamptz"),
                        mapping.sql(Field.LABEL, "''"),
                        mapping.sql(Field.SUBJECT, "''"),
                        condition,
                        refusal(),
                        AdoptionScript.owner(map),
                        mapping.publishes()
                                ? "c4i.publish(c4i_row.topic, c4i_row.precedence,"
                                : "c4i.submit(c4i_row.topic, c4i_row.precedence, c4i_row.destinations,",
                        NOT_OF_ONE_ROW,
                        parking(bytes, condition));
    }

    /** An expression fails for this row: it is parked in its transaction, and the server's statement goes on. */
    private String parking(String payload, String condition) {
        return (!mapping.onUpdate() || !mapping.onInsert() ? "" : """
                        -- It was parked when its condition began to fail.
                        IF c4i_undecided THEN
                            BEGIN
                                PERFORM FROM (SELECT NEW.*) AS t%s;
                            EXCEPTION WHEN OTHERS THEN
                                RETURN NULL;
                            END;
                        END IF;
                """.formatted(condition))
                + """
                        BEGIN
                            SELECT %s INTO c4i_payload FROM (SELECT NEW.*) AS t;
                        EXCEPTION WHEN OTHERS THEN
                            c4i_payload := '';
                        END;
                        SELECT concat_ws(', ', %s) INTO c4i_key FROM (SELECT NEW.*) AS t;
                        PERFORM c4i.park_row(%s, concat('row ', c4i_key, ': ', c4i_fault), c4i_payload);
                        RETURN NULL;
                """.formatted(payload, key(), SqlName.literal(map.name() + "." + mapping.name()));
    }

    private String key() {
        return mapping.key().stream()
                .map(column -> "coalesce(t." + column.quoted() + "::text, 'null')")
                .collect(Collectors.joining(", "));
    }

    /** A changed row that fulfilled the condition before was sent then. */
    private String earlier(String condition) {
        return !mapping.onUpdate() ? "" : """
                    IF TG_OP = 'UPDATE' THEN
                        BEGIN
                            PERFORM FROM (SELECT OLD.*) AS t%s;
                            IF FOUND THEN
                                RETURN NULL;
                            END IF;
                        EXCEPTION WHEN OTHERS THEN
                            c4i_undecided := true;
                        END;
                    END IF;
                """.formatted(condition);
    }

    private String refusal() {
        return """
                        SELECT concat_ws(', ', %s) INTO c4i_key FROM (SELECT NEW.*) AS t;
                        RAISE EXCEPTION USING ERRCODE = 'C4001',
                            MESSAGE = concat('mapping %s: row ', c4i_key, ' has no ', concat_ws(', ',
                                CASE WHEN c4i_row.topic IS NULL THEN 'topic' END,
                                CASE WHEN c4i_row.precedence IS NULL THEN 'precedence' END,
                                CASE WHEN c4i_row.destinations IS NULL THEN 'destinations' END,
                                CASE WHEN c4i_row.payload IS NULL THEN 'payload' END)),
                            HINT = 'Correct the row, or let the expression of the mapping or its condition deal with it.';
                """.formatted(key(), mapping.name());
    }

    private String trigger() {
        String events = mapping.onInsert() && mapping.onUpdate()
                ? "INSERT OR UPDATE"
                : mapping.onInsert() ? "INSERT" : "UPDATE";
        return "CREATE TRIGGER " + SqlName.quote("c4i_" + map.name() + "_" + mapping.name()) + " AFTER " + events
                + " ON " + mapping.table().quoted() + "\n    FOR EACH ROW EXECUTE FUNCTION " + function + "();\n";
    }
}
